"""`optotype gold`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import cells, lay_out, open_bench, pairs, print_json, printable, shorten, table
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.evaluate.rescoring import Rescored
    from optotype.gold import Contest, Decided

_SHOWN = 10
"""Contested items that are shown; JSON has all."""
_WORDS = 60
"""Letters of what people said."""


def command(
    context: typer.Context,
    rule: Annotated[
        str | None,
        typer.Option(
            "--rule", "-r", metavar="RULE", help="The rule, with settings; that of optotype.toml unless given."
        ),
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter", metavar="FILTER", help="Only this filter, with settings, or 'none'; may be given again."
        ),
    ] = None,
    where: Where = None,
    split: Split = None,
    collection: InCollection = None,
    form: Annotated[
        str | None, typer.Option(help="Only items of this form: choice, yes_no, number, short_text.")
    ] = None,
    exclude_contested: Annotated[
        bool, typer.Option("--exclude-contested", help="Leave contested items out until they are decided.")
    ] = False,
    rescore: Annotated[
        bool, typer.Option("--rescore/--no-rescore", help="Judge stored runs again where gold has changed.")
    ] = True,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be decided, and write nothing.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules and the filters, and decide nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Decide the right answers from what people said: filters say whose answers count, a rule says what is right.

    Each gold answer names the rule, the branch and the answers that it counted; what it was before stays as a version,
    and 'optotype explain' tells all of it. Contested items are never guessed: they keep what they came with, and get a
    finding; the exit code is then 1. Runs that are stored are scored again, without asking anybody.

    [bold]Examples[/bold]

      optotype gold --dry-run

      optotype gold --rule majority:least=3 --split test

      optotype gold --rule generated_or_confirmed --exclude-contested
    """
    from optotype.progress import bar
    from optotype.records import Answer, Item
    from optotype.selecting import Selection

    if rules:
        _show_parts(as_json)
        return
    selection = Selection(split=split, form=form, collection=collection, tags=pairs(where, "--where"))
    chosen = None if not filters else [spec for spec in filters if spec != "none"]
    with open_bench(context) as bench:
        total = bench.store.count(Answer, {"run": None}) + bench.store.count(Item, selection.where, selection.tags)
        with bar("counting answers", total) as progress:
            done = bench.decide_gold(
                rule,
                selection=selection,
                filters=chosen,
                exclude_contested=exclude_contested,
                dry_run=dry_run,
                progress=progress,
            )
        again: list[Rescored] = []
        if rescore and done.written and done.other:
            with bar("scoring runs again", len(bench.runs())) as progress:
                again = bench.rescore(done.other, progress=progress)
    if as_json:
        print_json({**vars(done), "decided": done.decided, "rescored": again})
    else:
        _show(done, again, dry_run=dry_run)
    raise typer.Exit(1 if done.contested else 0)


def _show(done: Decided, again: list[Rescored], *, dry_run: bool) -> None:
    counted = f"{done.counted:,} {'counts' if done.counted == 1 else 'count'}"
    typer.echo(f"{so_many(done.people, 'people')}: {so_many(done.answers, 'answers')}, of which {counted}.")
    if any(one.answers for one in done.left_out):
        made = table("left out", "#answers", "#people", "filter")
        for one in done.left_out:
            if one.answers:
                made.add_row(*cells(one.about, one.answers, one.people, one.filter))
        lay_out(made)
    if done.branches:
        made = table(f"decided by {done.rule}", "#items")
        for branch, count in done.branches.items():
            made.add_row(*cells(branch, count))
        lay_out(made)
    _show_contested(done.contested, done.names)
    for line in _summary(done, dry_run=dry_run):
        typer.echo(printable(line))
    _show_again(again)


def _show_contested(contested: list[Contest], names: Mapping[str, str]) -> None:
    if not contested:
        return
    made = table("id", "contested because", "who said what", "keeps gold")
    for one in contested[:_SHOWN]:
        said = [
            f"{len(people)} {'says' if len(people) == 1 else 'say'} {shorten(words, _WORDS)} "
            f"({', '.join(sorted(names[who] for who in people))})"
            for words, people in one.said.items()
        ]
        said += [f"expert {names[who]}: {shorten(words, _WORDS) or 'rejected'}" for who, words in one.experts.items()]
        made.add_row(*cells(one.item, one.why, "\n".join(said), one.keeps or "nothing"))
    lay_out(made)
    if len(contested) > _SHOWN:
        typer.echo(f"... and {len(contested) - _SHOWN:,} more; --json lists all.")


def _summary(done: Decided, *, dry_run: bool) -> list[str]:
    told = [f"{done.decided:,} of {so_many(done.items, 'items')} decided, {len(done.contested):,} contested"]
    told += [f"{done.waiting:,} {'lacks' if done.waiting == 1 else 'lack'} answers"] if done.waiting else []
    lines = [f"{', '.join(told)}."]
    changes = [
        (done.new, "new"),
        (done.changed, "changed"),
        (done.rewritten, "the same, but decided otherwise"),
        (done.restored, "the same, as items came with them"),
        (done.retracted, "taken back"),
    ]
    if found := [f"{count:,} {what}" for count, what in changes if count]:
        lines.append(f"Right answers: {', '.join(found)}.")
    for form, count in done.not_for_rules.items():
        lines.append(f"{so_many(count, 'items')} of the form '{form}': rules do not decide it.")
    if done.simulated:
        some = "All" if done.simulated == done.counting else f"{done.simulated:,}"
        lines.append(f"{some} of these people are simulated: they do not exist. Gold that they decided says so.")
    if dry_run:
        lines.append("Nothing was written (--dry-run).")
    elif not done.written:
        lines.append("Nothing changed, and nothing was written.")
    return lines


def _show_again(again: list[Rescored]) -> None:
    if not again:
        return
    made = table("run", "#items", "#scores changed")
    for one in again:
        made.add_row(*cells(one.run, one.items, one.changed))
    lay_out(made)
    for one in again:
        if one.under_way:
            typer.echo(printable(f"{one.run} is under way, and will be judged at its end."), err=True)
        for signature, why in one.skipped.items():
            typer.echo(printable(f"{one.run}: {signature} did not judge again: {why}."), err=True)


def _show_parts(as_json: bool) -> None:
    from optotype.counting.filters import build
    from optotype.gold import rules

    filters = {one.name: one.about for one in build(None)}
    if as_json:
        print_json({"rules": rules(), "filters": filters})
        return
    for title, parts in (("rule", rules()), ("filter", filters)):
        made = table(title, "what it does" if title == "rule" else "what it leaves out")
        for name, about in parts.items():
            made.add_row(*cells(name, about))
        lay_out(made)
