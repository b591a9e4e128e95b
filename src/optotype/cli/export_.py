"""`optotype export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import console, open_bench, pairs, print_json, printable, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.exporting import Exported
    from optotype.exporting_runs import ExportedRun


def command(
    context: typer.Context,
    format: Annotated[str, typer.Argument(metavar="FORMAT|SHAPE", help="What to write; see the lists below.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The folder to make; of a run, the file.")],
    run: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Write the answers of a run: its id, or its model where that has one run."),
    ] = None,
    collection: InCollection = None,
    split: Split = None,
    where: Where = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the format, or of the shape.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the bench in another format, or a run as a file that others read.

    Nothing is lost: what a format has no place for goes into one field. Of a run, what the file has no place for is
    counted and told.

    Formats: those of 'optotype import', and croissant huggingface

    Shapes of runs: chartqa iconqa inspect lm_eval mera plain scivqa

    [bold]Examples[/bold]

      optotype export huggingface out

      optotype export scivqa out --where kind=unanswerable --set table=csv

      optotype export scivqa predictions.csv --run openai/gpt-4o

      optotype export mera submission.zip --run openai/gpt-4o --set task=LabTabVQA

      optotype export inspect logs --run openai/gpt-4o
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("exporting") as progress:
        tags, settings = pairs(where, "--where"), pairs(setting, "--set")
        done: Exported | ExportedRun
        if run is None:
            _check_format(format)
            done = bench.export(
                format,
                path,
                collection=collection,
                split=split,
                tags=tags,
                force=force,
                settings=settings,
                progress=progress,
            )
        else:
            done = bench.export_run(
                format,
                path,
                run=run,
                collection=collection,
                split=split,
                tags=tags,
                force=force,
                settings=settings,
                progress=progress,
            )
    if as_json:
        print_json(done)
    else:
        _tell(done)


def _check_format(name: str) -> None:
    from optotype import formats, predictions
    from optotype.errors import OptotypeError

    shape = name.partition(":")[0]
    if shape not in formats.family and shape in predictions.family:
        raise OptotypeError(f"A file of the shape '{shape}' holds the answers of a run. Name one with --run.")


def _tell(done: Exported | ExportedRun) -> None:
    from optotype.exporting import Exported

    if isinstance(done, Exported):
        _tell_of_items(done)
    else:
        _tell_of_run(done)


def _tell_of_items(done: Exported) -> None:
    missing = f" ({done.pictures_missing:,} are missing)" if done.pictures_missing else ""
    console().print(
        f"Wrote {so_many(done.rows, 'rows')} with {so_many(done.items, 'items')} and "
        f"{so_many(done.pictures, 'pictures')}{missing} to "
        f"[bold]{done.path}[/bold]."
    )
    if done.items_left_out:
        console().print(f"{so_many(done.items_left_out, 'items', 'was', 'were')} left out, for want of a paper.")
    if done.pictures_left_out:
        console().print(
            f"{so_many(done.pictures_left_out, 'pictures')} left out, about which nothing is asked: this format has no "
            "place for such. 'optotype export folder' writes all."
        )


def _tell_of_run(done: ExportedRun) -> None:
    files = " and ".join(str(path) for path in (done.path, *done.beside))
    console().print(
        printable(
            f"Wrote {done.written:,} of {so_many(done.answers, 'answers')} to {so_many(done.items, 'items')}, by "
            f"{done.respondent} (run {done.run}), to {files}."
        ),
        markup=False,
        soft_wrap=True,
    )
    tell("empty text", [f"{count:,} {why}" for why, count in done.empty.items()])
    tell("left out", [f"{count:,} {why}" for why, count in done.left_out.items()])
