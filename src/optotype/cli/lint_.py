"""`optotype lint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import cells, lay_out, open_bench, pairs, print_json, printable, table
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.lint import Linted

_ROWS = 500
"""Rows that are laid out together."""


def command(
    context: typer.Context,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", "-s", metavar="RULE", help="Only this rule or group of rules; may be given again."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", "-i", metavar="RULE", help="Without this rule or group of rules; may be given again."),
    ] = None,
    where: Where = None,
    split: Split = None,
    collection: InCollection = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Without what takes long: comparing by meaning, looking into pictures.")
    ] = False,
    as_table: Annotated[bool, typer.Option("--table", help="Print a table, and how often each rule spoke.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules, and look at nothing.")] = False,
    suppress: Annotated[
        str | None, typer.Option(metavar="RULE", help="This rule's findings about --about do not count, --because ...")
    ] = None,
    readmit: Annotated[
        str | None, typer.Option(metavar="RULE", help="This rule's findings about --about count again.")
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="ID", help="The item, picture or collection that is meant.")
    ] = None,
    because: Annotated[str | None, typer.Option(metavar="REASON", help="Why they do not count.")] = None,
    as_json: Json = False,
) -> None:
    """Find what reviewers would find: rules look at every item, and say what is wrong with it and where.

    The groups of rules are form, giveaways, kind, clarity and data; docs/lint.md lists all. The exit code is 1 if
    there is any finding. Findings are kept: 'optotype show --findings', the studio and the report show them.

    [bold]Examples[/bold]

      optotype lint

      optotype lint --select form --select near_repeat --ignore option_count --split test

      optotype lint --suppress near_repeat --about scivqa/12 --because "the axes differ"
    """
    from optotype.progress import bar
    from optotype.records import Item
    from optotype.selecting import Selection

    if rules:
        _show_rules(as_json)
        return
    if suppress is not None or readmit is not None or about is not None or because is not None:
        _excuse(context, suppress, readmit, about, because)
        return
    selection = Selection(split=split, collection=collection, tags=pairs(where, "--where"))
    with open_bench(context) as bench:
        total = bench.store.count(Item, selection.where, selection.tags)
        with bar("linting", total) as progress:
            done = bench.lint(
                select=select or (), ignore=ignore or (), selection=selection, fast=fast, progress=progress
            )
    if as_json:
        print_json({**vars(done), "counts": done.counts})
    else:
        (_show_table if as_table else _show_lines)(done)
        _sum_up(done)
    raise typer.Exit(1 if done.findings else 0)


def _show_lines(done: Linted) -> None:
    """A line for each finding, as compilers print them: `item:field: rule message`."""
    for finding in done.findings:
        place = finding.about if finding.field is None else f"{finding.about}:{finding.field}"
        typer.echo(printable(f"{place}: {finding.rule} {' '.join(finding.message.split())}"))


def _show_table(done: Linted) -> None:
    for start in range(0, len(done.findings), _ROWS):
        made = table("id", "field", "rule", "what was noticed")
        for finding in done.findings[start : start + _ROWS]:
            made.add_row(*cells(finding.about, finding.field or "", finding.rule, finding.message))
        lay_out(made)
    if done.counts:
        made = table("rule", "#findings")
        for rule, count in done.counts.items():
            made.add_row(*cells(rule, count))
        lay_out(made)


def _sum_up(done: Linted) -> None:
    count = len(done.findings)
    said = so_many(count, "findings") if count else "All well: no findings"
    suppressed = f"; {done.suppressed:,} suppressed" if done.suppressed else ""
    typer.echo(f"{said} in {so_many(done.items, 'items')}{suppressed}.")
    by_reason: dict[str, list[str]] = {}
    for rule, why in done.skipped.items():
        by_reason.setdefault(why, []).append(rule)
    for why, skipped in by_reason.items():
        typer.echo(f"Not looked for: {', '.join(skipped)} ({why}).", err=True)


def _show_rules(as_json: bool) -> None:
    from optotype.lint.rules import GROUPS, family

    known = sorted(((name, family[name]()) for name in family), key=lambda pair: GROUPS.index(pair[1].group))
    if as_json:
        print_json(
            [
                {"rule": name, "group": rule.group, "severity": rule.severity, "needs": rule.needs, "stops": rule.about}
                for name, rule in known
            ]
        )
        return
    made = table("group", "rule", "what it stops")
    for name, rule in known:
        made.add_row(*cells(rule.group, name, rule.about))
    lay_out(made)


def _excuse(
    context: typer.Context, suppress: str | None, readmit: str | None, about: str | None, because: str | None
) -> None:
    rule = suppress or readmit
    if rule is None or about is None or (suppress is None) == (readmit is None):
        raise typer.BadParameter("say --suppress RULE or --readmit RULE, and --about ID", param_hint="optotype lint")
    if suppress is not None and because is None:
        raise typer.BadParameter("say why, with --because REASON", param_hint="--suppress")
    if readmit is not None and because is not None:
        raise typer.BadParameter("it goes with --suppress alone", param_hint="--because")
    with open_bench(context) as bench:
        bench.suppress_finding(about, rule, because)
    again = "count again" if because is None else "do not count"
    typer.echo(printable(f"Findings of {rule} about {about} {again}."))
