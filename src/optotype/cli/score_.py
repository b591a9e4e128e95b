"""`optotype score`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Confidence, Json
from optotype.cli._output import console, print_grids, print_json, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.evaluate.scoring import Scored


def command(
    format: Annotated[str, typer.Argument(metavar="FORMAT", help="The data set, one of those above.")],
    predictions: Annotated[
        list[Path],
        typer.Option("--predictions", "-p", metavar="FILE", help="What is judged; several files are taken together."),
    ],
    gold: Annotated[
        Path | None,
        typer.Option("--gold", "-g", metavar="PATH", help="The right answers, as published; not for sciga."),
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(metavar="NAME[:SETTING=VALUE]", help="How predictions are laid out; found out unless given."),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:SETTING=VALUE]", help="How they are judged; as the authors do unless given."),
    ] = None,
    by: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Tell the values of this tag apart too.")] = None,
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """Score predictions made elsewhere, as the authors of a data set do: no bench, no model.

    Every question needs its right answer in the file or folder of the data set; pictures are not looked at. A
    prediction that is missing or empty is wrong; where there are such, the figures over the others stand beside. The
    graphs of captions (factual) are matched by caption; what optotype parse writes can be judged as it is. Rankings of
    figures (sciga) bring what is right themselves.

    Formats: chartqa factual iconqa mera sciga scivqa. Shapes of predictions: chartqa graphs iconqa mera plain rankings
    scivqa

    [bold]Examples[/bold]

      optotype score iconqa --gold test_answers.json -p choose_img.json -p choose_txt.json -p fill_in_blank.json

      optotype score scivqa --gold test.json --predictions answers.csv --metric rouge1 --metric bertscore

      optotype score mera --gold LabTabVQA/test.json --predictions submission.zip/LabTabVQA.json --json

      optotype score chartqa --gold ChartQA/test --predictions answers.jsonl --shape plain:answer=response

      optotype score factual --gold random/dev.csv --predictions graphs.jsonl --json

      optotype score sciga --predictions rankings.jsonl --json
    """
    from optotype.evaluate.scoring import score
    from optotype.progress import bar

    with bar(f"scoring {format}") as progress:
        scored = score(
            format,
            gold,
            predictions,
            shape=shape,
            metric=metric or (),
            by=by or (),
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(_figures(scored) | vars(scored))
    else:
        _show(scored)


def _figures(scored: Scored) -> dict[str, float]:
    """The bare figures, for those who want no more: by the metric's name, or by its title where there are several."""
    names, titles = ([getattr(judged, way) for judged in scored.judged] for way in ("metric", "title"))
    found: dict[str, float] = {}
    for judged in scored.judged:
        if names.count(judged.metric) == 1:
            found[judged.metric] = judged.overall.value
        elif titles.count(judged.title) == 1:
            found[judged.title] = judged.overall.value
    return found


def _show(scored: Scored) -> None:
    console().print(f"[bold]{scored.format}[/bold]: {so_many(scored.items, scored.things)}")
    print_grids(scored.grids())
    tell("judged by", [judged.signature for judged in scored.judged])
    told = {
        "no prediction": scored.missing,
        "an empty prediction": scored.empty,
        "a prediction that is no graph": scored.unread,
        "no right answer to be judged by": scored.without_gold,
    }
    lines = [f"{count:,} {'has' if count == 1 else 'have'} {what}" for what, count in told.items() if count]
    tell(scored.things, lines)
    unused = f"{scored.unused:,} {'is' if scored.unused == 1 else 'are'} for no question"
    tell("predictions", [unused] if scored.unused else [])
