"""`optotype show`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import cells, console, lay_out, open_bench, pairs, print_json, shorten, table, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.looking import Page, Sheet, Shown
    from optotype.records import Finding, Value
    from optotype.store import Where as Chosen
    from optotype.workbench import Workbench

_ROWS = 500
"""Rows that are laid out together: a table of a hundred thousand rows need not be held in memory."""


def command(
    context: typer.Context,
    item: Annotated[str | None, typer.Argument(metavar="ITEM", help="Show this item in full.")] = None,
    where: Where = None,
    split: Split = None,
    form: Annotated[
        str | None, typer.Option(help="Only this form: choice, yes_no, number, short_text, ranking, graph, preference.")
    ] = None,
    collection: InCollection = None,
    excluded: Annotated[bool, typer.Option("--excluded", help="Also items that are left out.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many to show.")] = 20,
    offset: Annotated[int, typer.Option(min=0, help="How many to pass over first.")] = 0,
    all_: Annotated[bool, typer.Option("--all", help="Show all, whatever the limit.")] = False,
    findings: Annotated[bool, typer.Option("--findings", help="Show what was noticed, instead of items.")] = False,
    rule: Annotated[str | None, typer.Option(help="Only findings of this rule.")] = None,
    collections: Annotated[bool, typer.Option("--collections", help="Show the collections, instead of items.")] = False,
    as_json: Json = False,
) -> None:
    """Look at items, findings and collections.

    [bold]Examples[/bold]

      optotype show --where skill=counting --split test

      optotype show iconqa/100

      optotype show --findings --rule picture_missing
    """
    if item is not None and (findings or collections):
        raise typer.BadParameter("one item, or a list: not both", param_hint="ITEM")
    most = None if all_ else limit
    tags = pairs(where, "--where")
    narrowed = bool(tags or split or form or collection)
    if narrowed and (item is not None or collections):
        found = "one item was asked for" if item is not None else "--collections lists them all"
        raise typer.BadParameter(f"{found}, and some were chosen as well: not both", param_hint="--split")
    with open_bench(context) as bench:
        if collections:
            _show_collections(bench, as_json)
        elif findings or rule is not None:
            from optotype.looking import chosen

            only = chosen(split=split, form=form, collection=collection, excluded=excluded) if narrowed else None
            _show_findings(partial(_noticed, bench, rule, only, tags), most, offset, as_json)
        elif item is not None:
            sheet = bench.sheet(item)
            print_json(sheet) if as_json else _show_sheet(sheet)
        else:
            page = bench.show(
                limit=most,
                offset=offset,
                split=split,
                form=form,
                collection=collection,
                excluded=excluded,
                tags=tags,
            )
            (_print_page if as_json else _show_page)(page)


# --- lists


def _show_page(page: Page) -> None:
    from optotype.facets import form_name
    from optotype.looking import say_gold

    shown = 0
    while rows := list(islice(page.items, _ROWS)):
        apart = any(item.split is not None or item.excluded is not None for item, _ in rows)
        made = table("id", "form", "question", "answer", *(["split"] if apart else []), "tags")
        for item, gold in rows:
            values = [item.id, form_name(item), shorten(item.question or item.text, 60)]
            values.append(shorten(say_gold(gold, item), 30))
            if apart:
                values.append(item.split or "" if item.excluded is None else f"left out: {shorten(item.excluded, 60)}")
            tags = "; ".join(shorten(", ".join(values), 30) for values in item.tags.values())
            made.add_row(*cells(*values, tags), style=None if item.excluded is None else "dim")
        lay_out(made)
        shown += len(rows)
    _count(page.offset, shown, page.total, "items")


def _print_page(page: Page) -> None:
    """Prints items as JSON, one at a time: all of them may be many."""
    typer.echo(f'{{"total": {page.total}, "offset": {page.offset}, "items": [', nl=False)
    for number, (item, gold) in enumerate(page.items):
        record = item.model_dump(mode="json")
        record["gold"] = None if gold is None else gold.model_dump(mode="json")
        typer.echo(("," if number else "") + "\n  " + json.dumps(record, ensure_ascii=False), nl=False)
    typer.echo("\n]}")


def _noticed(bench: Workbench, rule: str | None, only: Chosen | None, tags: Mapping[str, str]) -> Iterator[Finding]:
    """What was noticed: about all, or about chosen items and their pictures only."""
    from optotype.looking import noticed

    return bench.findings(rule=rule) if only is None else noticed(bench, only, tags, rule=rule)


def _show_findings(noticed: Callable[[], Iterator[Finding]], limit: int | None, offset: int, as_json: bool) -> None:
    total = sum(1 for _ in noticed())
    found = islice(noticed(), offset, None if limit is None else offset + limit)
    if as_json:
        print_json({"total": total, "offset": offset, "findings": list(found)})
        return
    shown = 0
    while rows := list(islice(found, _ROWS)):
        made = table("rule", "about", "what was noticed")
        for finding in rows:
            style = {"error": "red", "warning": "yellow"}.get(finding.severity)
            rule_, about, message = cells(finding.rule, finding.about, finding.message)
            if style is not None:
                rule_.stylize(style)
            made.add_row(rule_, about, message)
        lay_out(made)
        shown += len(rows)
    _count(offset, shown, total, "findings")


def _show_collections(bench: Workbench, as_json: bool) -> None:
    from optotype.records import Collection, Item, Paper, Picture

    found: list[dict[str, Any]] = []
    for collection in bench.store.each(Collection):
        of_it = {"collection": collection.id}
        counts = {
            "items": bench.store.count(Item, of_it),
            "pictures": bench.store.count(Picture, of_it),
            "papers": bench.store.count(Paper, of_it),
        }
        found.append({**collection.model_dump(mode="json"), **counts})
    if as_json:
        print_json({"total": len(found), "collections": found})
        return
    made = table("id", "format", "#items", "#pictures", "#papers", "licence", "title")
    for collection in found:
        names = ("id", "format", "items", "pictures", "papers", "licence", "title")
        made.add_row(*cells(*(collection[name] or "" if name == "licence" else collection[name] for name in names)))
    lay_out(made)


def _count(offset: int, shown: int, total: int, what: str) -> None:
    if not total:
        console().print(f"There are no {what}.")
    elif shown == total:
        console().print(f"{so_many(total, what)}.")
    elif not shown:
        console().print(f"{so_many(total, what, 'is', 'are')} there; none after the first {offset:,}.")
    else:
        more = "" if offset + shown >= total else f" Go on with --offset {offset + shown}, or see all with --all."
        console().print(f"{offset + 1:,} to {offset + shown:,} of {total:,} {what}.{more}")


# --- one item


def _show_sheet(sheet: Sheet) -> None:
    for name, lines in _facts(sheet):
        tell(name, lines)


def _facts(sheet: Sheet) -> Iterator[tuple[str, Iterable[str]]]:
    from optotype.facets import form_name
    from optotype.looking import say_gold

    item, gold = sheet.item, sheet.gold
    yield "item", [f"{item.id}, version {item.version}"]
    yield "left out", [item.excluded or ""]
    yield "form", [form_name(item) + (" (may be unanswerable)" if item.form.unanswerable else "")]
    yield "question", [item.question]
    yield "text", [item.text]
    yield "instruction", [item.instruction or ""]
    right = {label for value in (gold.accepted if gold else ()) for label in _labels(value)}
    yield (
        "options",
        (
            f"{'*' if option.label in right else ' '} {option.label}  "
            + "  ".join(part for part in (option.text, _picture(sheet.pictures, option.picture)) if part)
            for option in item.options
        ),
    )
    yield "pictures", (_picture(sheet.pictures, id) for id in item.pictures)
    for name, value in (("paper", item.paper), ("about", item.about), ("cluster", item.cluster), ("split", item.split)):
        yield name, [value or ""]
    if gold is not None:
        rule = ", ".join(part for part in (gold.rule, gold.branch) if part)
        counted = f"; {so_many(len(gold.counted), 'answers')} counted" if gold.counted else ""
        yield "gold", [f"{say_gold(gold, item)}  ({rule}{counted})"]
    yield "answers", [", ".join(f"{count:,} {state}" for state, count in sheet.answers.items())]
    yield "tags", (f"{name}: {', '.join(values)}" for name, values in item.tags.items())
    yield "reviews", (f"{review.reviewer}: {review.verdict}" for review in sheet.reviews)
    yield "findings", (f"{finding.rule}: {finding.message}" for finding in sheet.findings)
    yield "scene", [json.dumps(item.scene, ensure_ascii=False) if item.scene is not None else ""]
    for format_, extra in item.extra.items():
        yield f"as {format_}", (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in extra.items())


def _labels(value: Value) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def _picture(pictures: dict[str, Shown], id: str | None) -> str:
    if id is None:
        return ""
    shown = pictures[id]
    if shown.path is None or shown.picture is None:
        return f"{id} (its file is missing)"
    edits = "".join(f", {edit.operation}" for edit in shown.picture.edits)
    return f"{shown.path} ({shown.picture.width} x {shown.picture.height}, {shown.picture.size:,} bytes{edits})"
