"""`optotype audit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json
from optotype.cli._output import cells, lay_out, open_bench, pairs, print_json, printable, table, tell
from optotype.cli._talking import Budget, DryRun, Prices, show_estimate
from optotype.plurals import so_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from optotype.audit import Verdict
    from optotype.claims import Claim
    from optotype.evaluate.estimating import Estimated

_STYLES = {"ok": "green", "notice": "cyan", "warning": "yellow", "problem": "bold red"}


def command(
    context: typer.Context,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            "-m",
            metavar="PROVIDER/NAME",
            help="A model that is asked with the picture and without; may be given several times.",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if there is any problem.")] = False,
    split: Annotated[
        str | None, typer.Option(help="The split that is audited; test, where there is a train split.")
    ] = None,
    collection: InCollection = None,
    sight: Annotated[
        list[str] | None,
        typer.Option(
            metavar="none|blank|shuffled|ocr", help="What models see in place of pictures; all, unless given."
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Models are asked about the first so many only.")] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the models.")
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Without what looks into pictures or compares meanings.")
    ] = False,
    prices: Prices = None,
    budget: Budget = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Can it be solved without looking? Ask respondents without eyes, and check the benchmark as a whole.

    Baselines see the question, the options, the captions, or the picture without the question; models see no picture, a
    grey one, a wrong one, or the text in it. What they earn, balance, leaks between splits, doubtful gold and more
    become claims, each with its number, interval and severity. Runs and claims are kept: 'optotype report' shows them.

    [bold]Examples[/bold]

      optotype audit

      optotype audit --strict --fast

      optotype audit --model openai/gpt-4o --limit 300 --prices prices.toml --max-cost 5

      optotype audit --model openai/gpt-4o --limit 300 --dry-run
    """
    from optotype.audit import steps
    from optotype.progress import bar
    from optotype.running.runner import Limits

    models, sights = model or [], sight or []
    if dry_run:
        with open_bench(context) as bench:
            estimates = bench.estimate_audit(
                models,
                split=split,
                collection=collection,
                sights=sights,
                limit=limit,
                model_settings=pairs(setting, "--set"),
                prices=prices,
            )
        _show_estimates(estimates, as_json=as_json)
        return
    with open_bench(context) as bench, bar("auditing", steps(models, sights, fast=fast)) as progress:
        verdict = bench.audit(
            models=models,
            split=split,
            collection=collection,
            sights=sights,
            limit=limit,
            model_settings=pairs(setting, "--set"),
            limits=Limits(cost=budget),
            prices=prices,
            fast=fast,
            progress=progress,
        )
    if as_json:
        print_json(_plain(verdict))
    else:
        _show(verdict)
    raise typer.Exit(1 if strict and verdict.problems else 0)


def _show_estimates(estimates: Sequence[tuple[str, Estimated]], *, as_json: bool) -> None:
    """What models would be asked in each way; what baselines do costs nothing."""
    if as_json:
        print_json([{"about": about, **vars(estimated)} for about, estimated in estimates])
        return
    for about, estimated in estimates:
        show_estimate(estimated, about)
    costs = [estimated.cost for _, estimated in estimates if estimated.cost is not None]
    if costs and len(costs) == len(estimates):
        tell("in all", [f"about {sum(costs):,.2f} {estimates[0][1].currency}"])
    if not estimates:
        tell("in all", ["no model was named with --model, so nothing is asked that costs anything"])


def _plain(verdict: Verdict) -> dict[str, object]:
    from optotype.web.words import Words

    words = Words("en", "optotype.web")
    claims = [{**vars(claim), "message": claim.tell(words)} for claim in verdict.claims]
    return {**vars(verdict), "claims": claims, "severity": verdict.severity}


def _show(verdict: Verdict) -> None:
    from rich.text import Text

    from optotype.web.words import Words

    words = Words("en", "optotype.web")
    made = table("", "check", "what it says")
    for claim in verdict.claims:
        said = Text(words(f"claims.severity_{claim.severity}"), style=_STYLES[claim.severity])
        made.add_row(*cells(said, claim.check, claim.tell(words)))
        if claim is not verdict.claims[-1]:
            made.add_section()
    made.columns[0].no_wrap = made.columns[1].no_wrap = True
    lay_out(made)
    by_check = {claim.check: claim for claim in verdict.claims}
    _show_blind(by_check.get("blind"))
    _show_gain(by_check.get("gain"))
    by_reason: dict[str, list[str]] = {}
    for check, why in verdict.skipped.items():
        by_reason.setdefault(why, []).append(check)
    tell("not examined", [f"{', '.join(checks)}: {why}" for why, checks in by_reason.items()])
    where = "" if verdict.split is None else f" of the split {verdict.split}"
    count = len(verdict.claims)
    said = f"{so_many(count, 'claims')} about {so_many(verdict.items, 'items')} with gold{where}"
    typer.echo(printable(f"{said}: {_counted(verdict)}." if count else f"{said}."))


def _show_blind(claim: Claim | None) -> None:
    """A row for each respondent without eyes."""
    from optotype.claims import number

    if claim is None:
        return
    made = table("without eyes", "#items", "#accuracy", "#floor", "#more than the floor")
    for row in claim.rows:
        value, low, high, floor = (100 * number(row, name) for name in ("value", "value_low", "value_high", "floor"))
        more, least, most = (100 * number(row, name) + 0.0 for name in ("excess", "low", "high"))
        seen = "" if row["sight"] == "full" else f" ({row['sight']})"
        seen += f", {row['part']}" if row["part"] else ""
        made.add_row(
            *cells(
                f"{str(row['respondent']).removeprefix('baseline/')}{seen}",
                int(number(row, "items")),
                f"{value:.1f} [{low:.1f}, {high:.1f}]",
                f"{floor:.1f}",
                f"{more:+.1f} [{least:+.1f}, {most:+.1f}]",
            )
        )
    lay_out(made)


def _show_gain(claim: Claim | None) -> None:
    """A row for each way in which a model was asked without the picture; those by tag are in the report."""
    from optotype.claims import number

    if claim is None:
        return
    made = table("from seeing", "#items", "#with the picture", "#without", "#gain")
    for row in (row for row in claim.rows if not row["tag"]):
        seeing, without, gain, low, high = (
            100 * number(row, name) + 0.0 for name in ("seeing", "without", "gain", "low", "high")
        )
        made.add_row(
            *cells(
                f"{row['respondent']} ({row['sight']})",
                int(number(row, "items")),
                f"{seeing:.1f}",
                f"{without:.1f}",
                f"{gain:+.1f} [{low:+.1f}, {high:+.1f}]",
            )
        )
    lay_out(made)


def _counted(verdict: Verdict) -> str:
    """How many claims of each severity there are, the worst first."""
    counts = {name: sum(claim.severity == name for claim in verdict.claims) for name in reversed(_STYLES)}
    return ", ".join(
        f"{count} all well" if name == "ok" else so_many(count, f"{name}s") for name, count in counts.items() if count
    )
