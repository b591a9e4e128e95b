"""`optotype parse`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from optotype.cli._options import Json
from optotype.cli._output import complain, console, print_json, printable
from optotype.plurals import so_many

if TYPE_CHECKING:
    from rich.tree import Tree

    from optotype.parsers import Parser
    from optotype.scenegraph.graph import SceneGraph

_FAULTS = 10
"""Rows that are named one by one."""


def command(
    captions: Annotated[list[str] | None, typer.Argument(metavar="CAPTION", help="What is parsed.")] = None,
    parser: Annotated[
        str | None, typer.Option(metavar="NAME[:SETTING=VALUE]", help="Who parses, one of those above.")
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--input", "-i", metavar="FILE", help="A caption per line, or a CSV with a column `caption`."),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="JSONL to write; printed unless given."),
    ] = None,
    notation: Annotated[
        Literal["factual", "factual_ids"],
        typer.Option(help="How graphs are written; factual_ids marks verbs and tells equal names apart."),
    ] = "factual",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the graph of the one caption too.")] = None,
    as_json: Json = False,
) -> None:
    """Parse captions into scene graphs: things, what they are, and what holds between them.

    Parsers: factual (a network that comes with the package; unless another is named), factual/DIR (one that `optotype
    train parser` made), rules (needs the extra `rules`), hf/PATH (a T5 trained on FACTUAL; needs the extra `hf`),
    nearest/FILE.csv (the graph of the most similar caption in a file).

    [bold]Examples[/bold]

      optotype parse "two men reading books on a bench"

      optotype parse "a red bus parked by a tall tree" --notation factual_ids --svg bus.svg

      optotype parse --parser rules --input captions.txt --output graphs.jsonl

      optotype parse "a dog on a sofa" --parser nearest/train.csv --json
    """
    from optotype.parsers import DEFAULT, named

    if (source is None) == (not captions):
        raise typer.BadParameter("give captions, or a file of captions with --input", param_hint="CAPTION")
    if source is None and target is not None:
        raise typer.BadParameter("it goes with --input", param_hint="--output")
    if svg is not None and len(captions or ()) != 1:
        raise typer.BadParameter("it draws the graph of one caption", param_hint="--svg")
    chosen = named(parser or DEFAULT)
    if source is not None:
        _file(source, target, chosen, notation)
        return
    graphs = chosen.parse(captions or [])
    if svg is not None:
        _save(svg, graphs[0])
    ids = notation == "factual_ids"
    if as_json:
        told = [
            {"caption": caption, "graph": graph.write(ids=ids)} | graph.to_json()
            for caption, graph in zip(captions or [], graphs, strict=True)
        ]
        print_json(told if len(told) > 1 else told[0])
        return
    screen = console()
    for graph in graphs:
        written = printable(graph.write(ids=ids)) or "an empty graph: nothing was found in it"
        screen.print(written, markup=False, soft_wrap=True)
        for tree in _trees(graph):
            screen.print(tree)


def _save(path: Path, graph: SceneGraph) -> None:
    from optotype.errors import BadTarget

    try:
        path.write_text(graph.svg(standalone=True), encoding="utf-8")
    except OSError as error:
        raise BadTarget(f"{path}: {error.strerror or error}.") from error


def _file(source: Path, target: Path | None, parser: Parser, notation: Literal["factual", "factual_ids"]) -> None:
    import sys

    from optotype.parsing import parse_file
    from optotype.progress import bar

    with bar("parsing") as progress:
        parsed = parse_file(source, target or sys.stdout, parser, notation=notation, progress=progress)
    if target is not None:
        empty = f"; {parsed.empty:,} of the graphs {'is' if parsed.empty == 1 else 'are'} empty" if parsed.empty else ""
        console().print(f"{so_many(parsed.captions, 'captions')} parsed{empty}", markup=False)
    for fault in parsed.faults[:_FAULTS]:
        complain(str(fault))
    if parsed.faults:
        complain(f"{so_many(len(parsed.faults), 'rows')} could not be read: not in the output.")
        raise typer.Exit(1)


def _trees(graph: SceneGraph) -> list[Tree]:
    """The graph for a terminal: each thing with what leads from it; those that nothing leads to come first."""
    from rich.text import Text
    from rich.tree import Tree

    from optotype.scenegraph.graph import Relation, Thing

    values: dict[Thing, list[str]] = {}
    for attribute in graph.attributes:
        values.setdefault(attribute.subject, []).append(attribute.value)
    relations: dict[Thing, list[Relation]] = {}
    for relation in graph.relations:
        relations.setdefault(relation.subject, []).append(relation)

    def label(thing: Thing, predicate: str = "") -> Text:
        text = Text(f"{printable(predicate)} → " if predicate else "", style="")
        text.append(printable(str(thing)), "bold")
        return text.append(f"  {printable(', '.join(values[thing]))}", "cyan") if thing in values else text

    reached = {relation.object for relation in graph.relations}
    shown: set[Thing] = set()
    trees: list[Tree] = []
    for root in sorted(graph.things, key=lambda thing: thing in reached):
        if root in shown:
            continue
        shown.add(root)
        trees.append(Tree(label(root)))
        waiting = [(root, trees[-1])]
        while waiting:
            thing, tree = waiting.pop()
            for relation in relations.get(thing, ()):
                branch = tree.add(label(relation.object, relation.predicate))
                if relation.object not in shown:
                    shown.add(relation.object)
                    waiting.append((relation.object, branch))
    return trees
