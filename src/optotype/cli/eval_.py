"""`optotype eval`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Confidence, Json, Where
from optotype.cli._output import complain, open_bench, pairs, print_grids, print_json, printable, tell
from optotype.cli._talking import RUNNING, Budget, Connections, DryRun, Prices, show_estimate, watching
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.evaluate import Counts
    from optotype.results import Result

_ITEMS, _ASKING, _MODEL = "Which items", "How they are asked", "The model"


def command(
    context: typer.Context,
    model: Annotated[
        list[str],
        typer.Option("--model", "-m", metavar="PROVIDER/NAME", help="Who is asked; may be given several times."),
    ],
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[:SETTING=VALUE]",
            help="How answers are judged; accuracy unless given, and answer_match for free text.",
        ),
    ] = None,
    by: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Tell the values of this tag apart.")] = None,
    confidence: Confidence = 0.95,
    name: Annotated[str | None, typer.Option(help="Name of the run; made from its settings unless given.")] = None,
    split: Annotated[str | None, typer.Option(help="Only this split.", rich_help_panel=_ITEMS)] = None,
    collection: Annotated[str | None, typer.Option(help="Only this collection.", rich_help_panel=_ITEMS)] = None,
    form: Annotated[str | None, typer.Option(help="Only items of this form.", rich_help_panel=_ITEMS)] = None,
    where: Where = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many.", rich_help_panel=_ITEMS)] = None,
    shots: Annotated[
        int, typer.Option(min=0, help="Solved examples from the train split.", rich_help_panel=_ASKING)
    ] = 0,
    choose: Annotated[
        str, typer.Option(metavar="random|similar", help="How examples are chosen.", rich_help_panel=_ASKING)
    ] = "random",
    permute: Annotated[
        str,
        typer.Option(
            metavar="auto|none|circular|shuffle", help="In which orders options are shown.", rich_help_panel=_ASKING
        ),
    ] = "auto",
    language: Annotated[
        str, typer.Option(metavar="auto|en|ru", help="Of what is asked around the question.", rich_help_panel=_ASKING)
    ] = "auto",
    style: Annotated[
        str, typer.Option(metavar="prose|json", help="How the answer is to be given.", rich_help_panel=_ASKING)
    ] = "prose",
    reasoning: Annotated[
        str, typer.Option(metavar="none|brief", help="May the model think aloud first?", rich_help_panel=_ASKING)
    ] = "none",
    sight: Annotated[
        str,
        typer.Option(
            metavar="full|none|blank|shuffled|ocr", help="What is shown of pictures.", rich_help_panel=_ASKING
        ),
    ] = "full",
    ask: Annotated[
        list[str] | None,
        typer.Option(
            "--ask",
            metavar="NAME=VALUE",
            help="Another setting of asking: instruction, captions, examples_from, seed.",
            rich_help_panel=_ASKING,
        ),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where the server is.", rich_help_panel=_MODEL)
    ] = None,
    temperature: Annotated[float | None, typer.Option(help="0 unless given.", rich_help_panel=_MODEL)] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Of a reply.", rich_help_panel=_MODEL)] = None,
    seed: Annotated[int | None, typer.Option(help="Of the model's chance.", rich_help_panel=_MODEL)] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Any other setting of the respondent.", rich_help_panel=_MODEL
        ),
    ] = None,
    max_connections: Connections = 64,
    retries: Annotated[int, typer.Option(min=0, help="After a failure that may pass.", rich_help_panel=RUNNING)] = 4,
    prices: Prices = None,
    budget: Budget = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Put a benchmark to a model, read its replies, and judge the answers.

    Every reply is on disk before it counts. A run that was stopped, by you or by a crash, goes on where it was when the
    same command is given again; nothing is asked twice.

    Models: openai/MODEL, endpoint/MODEL and other servers, hf/PATH, file/PATH, baseline/NAME.

    [bold]Examples[/bold]

      optotype eval --model baseline/random --model baseline/majority --split test --by skill

      optotype eval --model openai/gpt-4o --limit 100 --dry-run --prices prices.toml

      optotype eval --model endpoint/qwen2-vl --base-url http://localhost:8000/v1 --permute circular

      optotype eval --model file/predictions.csv --metric rouge1 --metric rougel
    """
    from optotype.asking import Asking
    from optotype.evaluate import INTERRUPTED, Limits, Selection
    from optotype.family import with_settings

    if name is not None and len(model) > 1:
        raise typer.BadParameter("a name fits one model only", param_hint="--name")
    named = {"base_url": base_url, "temperature": temperature, "max_tokens": max_tokens, "seed": seed}
    settings = {name: value for name, value in named.items() if value is not None} | pairs(setting, "--set")
    selection = Selection(split, form, collection, pairs(where, "--where"), limit)
    asked = {
        "shots": shots,
        "choose": choose,
        "permute": permute,
        "language": language,
        "style": style,
        "reasoning": reasoning,
        "sight": sight,
    }
    asking = with_settings(Asking, asked | pairs(ask, "--ask"), "The way of asking")
    limits = Limits(connections=max_connections, tries=retries + 1, cost=budget)
    results: list[Result] = []
    with open_bench(context) as bench:
        for one in model:
            if dry_run:
                estimated = bench.estimate(one, selection=selection, asking=asking, settings=settings, prices=prices)
                print_json(estimated) if as_json else show_estimate(estimated)
                continue
            with watching(printable(one), _questions, remaining=True) as watch:
                result = bench.evaluate(
                    one,
                    metric=metric or (),
                    by=by or (),
                    selection=selection,
                    asking=asking,
                    limits=limits,
                    settings=settings,
                    prices=prices,
                    name=name,
                    confidence=confidence,
                    watch=watch,
                )
            results.append(result)
            if result.stopped == INTERRUPTED:
                break
    if results:
        _show(results, as_json=as_json)
    if any(result.stopped == INTERRUPTED for result in results):
        raise typer.Exit(130)
    if any(result.stopped or result.states["failed"] for result in results):
        raise typer.Exit(1)


def _questions(counts: Counts) -> int:
    return counts.questions


def _show(results: list[Result], *, as_json: bool) -> None:
    from optotype.results import grids

    if as_json:
        print_json(results if len(results) > 1 else results[0])
        return
    print_grids(grids(results))
    signatures = dict.fromkeys(judged.signature for result in results for judged in result.judged)
    tell("judged by", signatures)
    tell("runs", [result.run.id for result in results])
    unjudged = dict.fromkeys(result.unjudged for result in results if result.unjudged)
    tell("without gold", [f"{so_many(count, 'items')} asked, but not judged" for count in unjudged])
    for result in results:
        tell("failed", [f"{count:,} x {why}" for why, count in list(result.failures.items())[:5]])
        tell("beware", result.warnings)
        if result.stopped:
            complain(
                f"{result.run.respondent} was stopped: {result.stopped}. {result.remaining:,} items remain; "
                "the same command goes on from here."
            )
