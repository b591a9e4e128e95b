"""`optotype foil`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import CaptionParser, Confidence, Json
from optotype.cli._output import complain, console, open_bench, print_grids, print_json, tell
from optotype.plurals import so_many

_FAULTS = 10
"""Rows that are named one by one."""


def command(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Pairs: CSV, TSV or JSONL with picture, caption, foil, references; or FOIL's own JSON."
        ),
    ] = None,
    captions: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="The captions of COCO, where the references of FOIL's own JSON are."),
    ] = None,
    references: Annotated[
        list[int] | None,
        typer.Option(
            min=1, help="Use so many references, the first ones; may be given several times. All unless given."
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:SETTING=VALUE]", help="Who judges; set_match, spice, soft_spice unless given."),
    ] = None,
    parser: CaptionParser = None,
    confidence: Confidence = 0.95,
    make: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Make foils of the captions of the bench, and write pairs to this JSONL."),
    ] = None,
    collection: Annotated[str | None, typer.Option(metavar="NAME", help="With --make: captions of this one.")] = None,
    split: Annotated[str | None, typer.Option(metavar="NAME", help="With --make: captions of this split.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="With --make: the same seed makes the same foils.")] = 0,
    as_json: Json = False,
) -> None:
    """Put foils to metrics: does a true caption score higher than one in which a word is wrong?

    Both captions of a pair are judged beside the same references. Shares have intervals clustered by picture; ties are
    counted apart, and once more as half. Metrics of graphs compare what the parser makes of captions; metrics of
    texts, such as rougel, compare the captions themselves.

    With --make, one thing of each caption is swapped for another of its kind. Nobody looked at the pictures, so figures
    on such foils cannot be held against those published on FOIL.

    [bold]Examples[/bold]

      optotype foil pairs.csv --metric spice --metric rougel

      optotype foil foilv1.0_test_2017.json --captions captions_val2014.json --references 1 --references 4

      optotype foil --make foils.jsonl --collection flickr8k-expert

      optotype foil foils.jsonl --references 4 --json
    """
    if (file is None) == (make is None):
        raise typer.BadParameter("give a file of pairs, or one to make with --make", param_hint="FILE")
    if make is not None:
        _make(context, make, collection, split, seed, as_json=as_json)
        return
    from optotype.captions.foiling import foil, left_out_lines
    from optotype.parsers import DEFAULT
    from optotype.progress import bar

    with bar("captions") as progress:
        found = foil(
            file or Path(),
            metric or (),
            captions=captions or (),
            references=references or (),
            parser=parser or DEFAULT,
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(found)
    else:
        print_grids(found.grids())
        tell("judged by", dict.fromkeys(one.signature for one in found.won))
        if found.parser is not None:
            tell("parsed by", [f"{found.parser}, {found.parsed:,} captions, foils and references"])
        tell("made by", [f"{one}: not to be held against figures on FOIL" for one in found.made_by])
        tell("left out", left_out_lines(found))
    for fault in found.faults[:_FAULTS]:
        complain(fault)
    if found.faults:
        complain(f"{so_many(len(found.faults), 'rows')} could not be read: not in the figures.")
        raise typer.Exit(1)


def _make(
    context: typer.Context, target: Path, collection: str | None, split: str | None, seed: int, *, as_json: bool
) -> None:
    from optotype.progress import bar

    with open_bench(context) as bench, bar("pictures") as progress:
        made = bench.make_foils(target, collection=collection, split=split, seed=seed, progress=progress)
    if as_json:
        print_json(made)
        return
    told = (
        f"{so_many(made.pairs, 'pairs')} of a caption and a foil, {so_many(made.pictures, 'pictures')}, of "
        f"{so_many(made.captions, 'captions')}"
    )
    console().print(told, markup=False)
    tell("made by", [f"{made.made_by}; nobody looked at the pictures"])
