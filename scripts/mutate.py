"""Changes one thing in the code at a time, and says which changes no test notices.

    python scripts/mutate.py src/optotype/reading --tests tests/reading tests/parity/test_reading.py --count 60

A seeded sample of all changes is tried, each in a process of its own; no file is touched. What survives is a line that
may be wrong without anybody noticing: read it, and write a test, unless the change makes no difference. What was
measured last, and what survived, is in CONTRIBUTING.md.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

ROOT = Path(__file__).parents[1]
SECONDS = 300
"""A change after which the tests take longer has been noticed: something hangs."""
PAIRS: Sequence[tuple[type[ast.AST], type[ast.AST]]] = (
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot),
    (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.Div), (ast.Break, ast.Continue),
)  # fmt: skip
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {**dict(PAIRS), **{other: one for one, other in PAIRS}}
LOADED = ("pytest", "hypothesis", "numpy", "pydantic", "sqlalchemy", "PIL.Image", "typer.testing", "alembic")
"""Libraries that are loaded once, before the processes part."""
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")


@dataclass(frozen=True)
class Change:
    """A place in a module, and what could stand there instead."""

    parent: ast.AST
    field: str
    index: int | None
    """Where the field is a list: the place in it."""
    old: ast.AST
    new: ast.AST

    def make(self) -> None:
        """Puts it there."""
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new

    def line(self) -> int:
        """Where that is; an operator has no place of its own."""
        return getattr(self.old, "lineno", 0) or getattr(self.parent, "lineno", 1)


def instead(node: ast.AST) -> list[ast.AST]:
    """What a piece of code could have been instead."""
    match node:
        case ast.Constant(value=bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(value=int(value) | float(value)):
            return [ast.Constant(value + 1)]
        case ast.Constant(value=str(value)) if value:
            return [ast.Constant("")]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return [operand]
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.If(test=test) | ast.While(test=test):
            other = copy.copy(node)
            other.test = ast.UnaryOp(ast.Not(), test)
            return [other]
        case ast.Return(value=ast.expr()):
            return [ast.Return(ast.Constant(None))]
        case _ if type(node) in SWAPPED:
            return [SWAPPED[type(node)]()]
        case _:
            return []


def changes(tree: ast.AST) -> Iterator[Change]:
    """Everything below a piece of code that could be something else; docstrings, types and decorators cannot."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list") or (isinstance(tree, ast.Expr) and _says(value)):
            continue
        held = enumerate(cast("list[Any]", value)) if isinstance(value, list) else [(None, value)]
        for index, node in held:
            if isinstance(node, ast.AST):
                yield from (Change(tree, field, index, node, new) for new in instead(node))
                yield from changes(node)


def _says(value: object) -> bool:
    return isinstance(value, ast.Constant)


def parsed(path: Path) -> ast.Module:
    """The code of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def mutant(path: Path, number: int) -> tuple[ast.Module, str]:
    """A module with one change, and the change in words."""
    tree = parsed(path)
    change = list(changes(tree))[number]
    line = path.read_text(encoding="utf-8").splitlines()[change.line() - 1].strip()
    change.make()
    ast.fix_missing_locations(tree)
    return tree, f"{path.relative_to(ROOT)}:{change.line()}: {named(change.old)} -> {named(change.new)} in {line}"


def named(node: ast.AST) -> str:
    """The beginning of a piece of code; the name of an operator."""
    operator = isinstance(node, ast.cmpop | ast.operator | ast.boolop | ast.unaryop)
    return type(node).__name__ if operator else ast.unparse(ast.fix_missing_locations(node)).splitlines()[0][:80]


class Mutated(SourceFileLoader):
    """Loads a module with other code than its file holds."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        """The code that it was given."""
        return compile(self.tree, self.path, "exec")


class Finder(MetaPathFinder):
    """Gives a module its changed code when it is imported."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        stem = path.relative_to(ROOT / "src").with_suffix("")
        self._name = ".".join(stem.parent.parts if stem.name == "__init__" else stem.parts)
        self._path, self._tree = path, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """The module itself, if it is the one."""
        if fullname != self._name:
            return None
        loader = Mutated(fullname, str(self._path))
        loader.tree = self._tree
        return spec_from_file_location(fullname, self._path, loader=loader)


def survives(path: Path, tree: ast.Module, tests: Sequence[str]) -> bool:
    """Do all tests pass with this code? In a process of its own, which shares the libraries that are loaded."""
    if child := os.fork():
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return status == 0
            time.sleep(0.02)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return False
    os.setpgrp()
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    sys.meta_path.insert(0, Finder(path, tree))
    import pytest

    os._exit(int(pytest.main([*QUIETLY, *tests])))


def main() -> None:
    """Tries a sample and prints what survived, and a table by module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, help="modules, or folders of them")
    parser.add_argument("--tests", nargs="+", required=True, help="what has to notice; the quickest first")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of processor time, after which it ends")
    told = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    for library in LOADED:
        importlib.import_module(library)
    paths = [path.resolve() for path in cast("list[Path]", told.paths)]
    files = [file for path in paths for file in (sorted(path.glob("*.py")) if path.is_dir() else [path])]
    every = [(file, number) for file in files for number, _ in enumerate(changes(parsed(file)))]
    if not survives(files[0], parsed(files[0]), told.tests):
        sys.exit("The tests fail as the code is. Mend that first.")
    tried: Counter[str] = Counter()
    survived: Counter[str] = Counter()
    for file, number in random.Random(told.seed).sample(every, min(told.count, len(every))):
        if os.times().children_user > told.seconds:
            break
        tree, words = mutant(file, number)
        if ast.dump(tree) == ast.dump(parsed(file)):
            continue  # `return None` instead of `return None`
        name = str(file.relative_to(ROOT))
        tried[name] += 1
        if survives(file, tree, told.tests):
            survived[name] += 1
            print("SURVIVED", words, flush=True)
    print(f"\n{len(every)} changes are possible; {tried.total()} were tried, {survived.total()} survived.")
    for name in sorted(tried):
        print(f"{tried[name]:5} tried {survived[name]:5} survived  {name}")


if __name__ == "__main__":
    main()
