"""`optotype datasheet`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from optotype.cli._options import Json
from optotype.cli._output import cells, lay_out, open_bench, print_json, printable, table, tell
from optotype.plurals import so_many
from optotype.web.words import Language


def command(
    context: typer.Context,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR|FILE", help="Where to; the folder `datasheet` in the bench unless given."),
    ] = None,
    format: Annotated[
        Literal["markdown", "html", "croissant", "json"] | None,
        typer.Option(help="What to write; all of them into a folder, or what the file's name says, unless given."),
    ] = None,
    language: Annotated[Language, typer.Option(help="Of the sheet.")] = "en",
    template: Annotated[
        bool, typer.Option("--template", help="Make the datasheet.toml in which you fill the gaps, and nothing else.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the datasheet: what readers of a benchmark ask, answered from what happened in the bench.

    Sources, licences, people, filters, gold, agreement, splits, audits and runs are counted, never typed. What only you
    know, such as why it was made and whom to write to, is a marked gap until you fill it in datasheet.toml. Croissant
    is the responsible-AI part of a Croissant file; 'optotype export croissant' carries it by itself.

    [bold]Examples[/bold]

      optotype datasheet

      optotype datasheet --template

      optotype datasheet --out DATASHEET.md --language ru
    """
    from optotype.progress import bar

    with open_bench(context) as bench:
        if template:
            path = bench.datasheet_template(language)
            if as_json:
                print_json({"template": path})
            else:
                tell("fill in", [str(path)])
            return
        with bar("reading the bench") as progress:
            done = bench.datasheet(out, format=format, language=language, progress=progress)
    if as_json:
        print_json({**done.sheet.plain(), "files": done.files})
        return
    made = table("", "#", title=done.sheet.words("label.title"))
    for fact in done.sheet.facts:
        made.add_row(*cells(fact.name, fact.value))
        for name, value in fact.parts:
            made.add_row(*cells(f"  {name}", value))
    lay_out(made)
    tell("wrote", [printable(str(path)) for path in done.files])
    if done.sheet.gaps:
        there = (bench.folder / "datasheet.toml").exists()
        how = "fill them in datasheet.toml" if there else "'optotype datasheet --template' makes a file for them"
        tell("open", [f"{so_many(len(done.sheet.gaps), 'questions')}: {how}"])
