"""Writes the pages of docs/reference that can be read off the source: commands, metrics, lint rules, settings.

python scripts/reference_pages.py
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined
from typer.main import get_command

from optotype import metrics, settings
from optotype.cli import app
from optotype.lint import rules
from optotype.lint.question import Question
from optotype.pipeline import STAGES

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
NOTE = "<!-- written by scripts/reference_pages.py: change the source, not this page -->"
MOST_EXAMPLES = 3
"""Questions of an example that are shown; sets may have many."""


def main() -> None:
    """Writes all pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Each page as it should be, by the name of its file."""
    made = {
        "commands.md": commands_page(),
        "metrics.md": metrics_page(),
        "lint-rules.md": rules_page(),
        "settings.md": settings_page(),
    }
    return {name: "\n".join([NOTE, "", *lines]).rstrip("\n") + "\n" for name, lines in made.items()}


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A table of Markdown, and an empty line; nothing without rows."""
    if rows:
        yield f"| {' | '.join(head)} |"
        yield f"| {' | '.join('---' for _ in head)} |"
        for row in rows:
            yield f"| {' | '.join(' '.join(cell.replace('|', chr(92) + '|').split()) for cell in row)} |"
        yield ""


# --- commands


def commands_page() -> Iterator[str]:
    """Every command, stage by stage, as its help tells it."""
    yield "# Commands"
    yield ""
    yield "What `optotype COMMAND --help` says, in the order of the stages. `--help` goes with every command."
    yield "Before a command may stand:"
    yield ""
    group: Any = get_command(app)
    yield from table(("option", "what it does"), [row for row in map(option, group.params) if row])
    for stage in STAGES:
        yield f"## {stage.title}"
        yield ""
        yield f"{stage.path}."
        yield ""
        for name in stage.commands:
            yield from command(f"optotype {name}", group.commands[name], "###")


def command(called: str, one: Any, level: str) -> Iterator[str]:
    """A command: how it is called, what it does, examples, arguments and options; then the commands below it."""
    yield f"{level} `{called}`"
    yield ""
    text, _, examples = inspect.cleandoc(one.help or "").partition("[bold]Examples[/bold]")
    yield re.sub(r"\[/?bold\]", "**", text).strip()
    yield ""
    below: Mapping[str, Any] = getattr(one, "commands", {})
    arguments = [each for each in one.params if not each.opts[0].startswith("-")]
    if not below:
        words = [f"{argument(each)}..." if each.nargs == -1 else argument(each) for each in arguments]
        shown = [word if each.required else f"[{word}]" for word, each in zip(words, arguments, strict=True)]
        yield "```text"
        yield " ".join([called, "[OPTIONS]", *shown])
        yield "```"
        yield ""
    if examples.strip():
        yield "```sh"
        yield from (line.strip() for line in examples.splitlines() if line.strip())
        yield "```"
        yield ""
    rows = [(f"`{argument(each)}`", each.help or "") for each in arguments]
    rows += [row for row in map(option, one.params) if row]
    yield from table(("argument or option", "what it does"), rows)
    for name, each in below.items():
        yield from command(f"{called} {name}", each, f"{level}#")


def argument(one: Any) -> str:
    """The word for an argument."""
    return (one.metavar or one.name.upper()).strip("[]")


def option(one: Any) -> tuple[str, str] | None:
    """How an option is written, and what it does with its default; None for an argument and what is hidden."""
    if not one.opts[0].startswith("-") or one.hidden or one.name in ("install_completion", "show_completion"):
        return None
    value = "" if one.is_flag else f" {one.metavar or kind(one)}"
    names = ", ".join(f"`{name}{value}`" for name in [*one.opts, *one.secondary_opts])
    default = "" if one.default in (None, False, "", (), []) or callable(one.default) else f" Default: `{one.default}`."
    return names, f"{one.help or ''}{default}"


def kind(one: Any) -> str:
    """What an option without a word of its own takes."""
    annotation = one.type_descriptor.annotation
    return {"int": "NUMBER", "float": "NUMBER", "Path": "PATH"}.get(getattr(annotation, "__name__", ""), "TEXT")


# --- metrics


def metrics_page() -> Iterator[str]:
    """Every metric, as the head of its file defines it."""
    yield "# Metrics, by definition"
    yield ""
    yield "What the head of each metric's file says, with its settings. [Metrics](../metrics.md) compares them in one"
    yield "table, and says what all have in common: what is compared, answers that are none, signatures."
    yield ""
    for name in metrics.family:
        part = metrics.family[name]
        metric = part()
        yield f"## `{name}`"
        yield ""
        yield (sys.modules[part.__module__].__doc__ or "").strip()
        yield ""
        forms = "all" if part.forms == metrics.FORMS else ", ".join(f"`{form}`" for form in sorted(part.forms))
        needs = f" Needs: {part.needs}." if part.needs else ""
        beside = f" Beside it: {', '.join(f'`{one}`' for one in part.parts)}." if part.parts else ""
        yield f"In tables: {metric.called}. Version: {part.version}. Forms: {forms}.{beside}{needs}"
        yield ""
        yield from table(
            ("setting", "default", "what it is"),
            [
                (f"`{one.name}`", told(getattr(metric, one.name)), about(part, one.name))
                for one in dataclasses.fields(metric)
            ],
        )


def told(value: object) -> str:
    """A default, as it is written in settings."""
    if value is None or value in ("", (), {}):
        return ""
    if isinstance(value, tuple):
        return ", ".join(f"`{one}`" for one in value)  # pyright: ignore[reportUnknownVariableType]
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text}`" if len(text) < 60 and "\n" not in text else "a text of its own"


def about(part: type, field: str) -> str:
    """What is said under a field, by the class that has it."""
    for one in part.__mro__:
        if field in (known := fields(one)):
            return known[field]
    return ""


@cache
def fields(part: type) -> dict[str, str]:
    """The texts that stand under the fields of a class."""
    try:
        (found,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(part))).body
    except (OSError, TypeError):
        return {}
    assert isinstance(found, ast.ClassDef)
    texts: dict[str, str] = {}
    for line, after in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) else ""
            texts[line.target.id] = inspect.cleandoc(str(text))
    return texts


# --- lint rules


def rules_page() -> Iterator[str]:
    """Every rule with what it stops and what it lets pass."""
    yield "# Lint rules, by example"
    yield ""
    yield "What each rule stops (✗) and lets pass (✓). The examples are those in the rule's file, and its test; behind"
    yield "an arrow stands what the rule says. [Lint](../lint.md) has all rules in a table, and says how good they are."
    yield ""
    for group in rules.GROUPS:
        yield f"## {group}"
        yield ""
        for name in rules.family:
            rule = rules.family[name]()
            if rule.group == group:
                yield from rule_section(name, rule)


def rule_section(name: str, rule: rules.AnyRule) -> Iterator[str]:
    """A rule: what it is, its settings, its examples."""
    yield f"### `{name}`"
    yield ""
    yield (sys.modules[type(rule).__module__].__doc__ or "").strip()
    yield ""
    yield f"Severity: {rule.severity}." + (f" Needs: {rule.needs}." if rule.needs else "")
    yield ""
    yield from table(
        ("setting", "default", "what it is"),
        [
            (f"`{one.name}`", told(getattr(rule, one.name)), about(type(rule), one.name))
            for one in dataclasses.fields(rule)
        ],
    )
    yield "```text"
    for sign, given in (("✗", rule.bad), ("✓", rule.good)):
        for example in rules.examples(given):
            yield from example_lines(sign, example)
            if sign == "✗" and rule.needs is None:
                yield from (f"    → {remark.message}" for remark in rules.check(rule, example)[:1])
    yield "```"
    yield ""


def example_lines(sign: str, example: rules.Example) -> Iterator[str]:
    """An example in a line or a few: what is asked, its options, what is right."""
    questions = [example] if isinstance(example, Question) else list(example)
    for number, question in enumerate(questions[:MOST_EXAMPLES]):
        yield f"{sign if number == 0 else ' '} {question_line(question)}"
    if len(questions) > MOST_EXAMPLES:
        yield f"  ... {len(questions)} questions together"


def question_line(question: Question) -> str:
    """A question, its options, what is right, and what its picture says where that matters."""
    right = question.rights or tuple(settled(value) for value in (question.gold.accepted if question.gold else ()))
    options = f" [{' / '.join(question.choices)}]" if question.choices else ""
    kind = f" ({question.kind})" if question.kind else ""
    captions = [shown.caption for shown in question.pictures if shown.caption]
    caption = f" | caption: {captions[0]}" if captions else ""
    answer = f" = {', '.join(right)}" if right else " = cannot be answered"
    return " ".join(f"{question.text}{kind}{options}{answer}{caption}".split())


def settled(value: object) -> str:
    """A right answer in words."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# --- settings


def settings_page() -> Iterator[str]:
    """Every key of `optotype.toml`."""
    yield "# Settings of a bench: `optotype.toml`"
    yield ""
    yield "All of it may be left out. A key that is not known, and a value of the wrong kind, is an error that names"
    yield "its place. Keys of servers belong into the environment or into `.env`, never here:"
    yield "[Models behind an address](../models.md#keys)."
    yield ""
    for name, field in settings.Settings.model_fields.items():
        section = field.annotation
        if not (isinstance(section, type) and issubclass(section, BaseModel)):
            section = settings.EndpointSection
        head, _, text = (section.__doc__ or f"`[{name}]`").partition(": ")
        yield f"## {head}"
        yield ""
        yield text[:1].upper() + text[1:]
        yield ""
        yield from table(
            ("key", "kind", "default", "what it is"),
            [
                (
                    f"`{key}`",
                    kind_of(section, key),
                    "needed" if one.default is PydanticUndefined else told(one.default),
                    about(section, key),
                )
                for key, one in section.model_fields.items()
            ],
        )


def kind_of(section: type[BaseModel], key: str) -> str:
    """What a value has to be, in words."""
    text = str(section.model_fields[key].annotation)
    if text.startswith("typing.Literal"):
        return " or ".join(f"`{word}`" for word in re.findall(r"'(\w+)'", text))
    if "dict[str, dict" in text:
        return "tables"
    if "dict[" in text:
        return "a table of texts"
    if "tuple[" in text:
        return "a list of texts"
    return "a number" if "int" in text or "float" in text else "a text"


if __name__ == "__main__":
    main()
