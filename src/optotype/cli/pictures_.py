"""`optotype pictures`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import cells, console, lay_out, open_bench, pairs, print_json, table
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.retouching import Retouched

_SHOWN = 20


def command(
    context: typer.Context,
    crop: Annotated[bool, typer.Option("--crop", help="Cut white margins off.")] = False,
    tolerance: Annotated[int, typer.Option(min=0, max=254, help="How far from white a margin may be, of 255.")] = 8,
    border: Annotated[int, typer.Option(min=0, help="Pixels of the margin that are left standing.")] = 4,
    pad: Annotated[bool, typer.Option("--pad", help="Add white at the right or bottom, up to a square.")] = False,
    drop_black_and_white: Annotated[
        bool, typer.Option("--drop-black-and-white", help="Leave items out whose picture has no colour.")
    ] = False,
    duplicates: Annotated[bool, typer.Option("--duplicates", help="Find pictures that look nearly the same.")] = False,
    drop_duplicates: Annotated[
        bool, typer.Option("--drop-duplicates", help="Leave items out that ask the same about such pictures.")
    ] = False,
    distance: Annotated[
        int, typer.Option(min=0, max=16, help="Bits in which the hashes of such pictures may differ.")
    ] = 4,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last step of each picture back.")] = False,
    readmit: Annotated[bool, typer.Option("--readmit", help="Take items back that this command has left out.")] = False,
    collection: InCollection = None,
    split: Split = None,
    where: Where = None,
    as_json: Json = False,
) -> None:
    """Clean pictures up. New files are written, the old ones are kept, and every step can be taken back.

    Doing the same again changes nothing. A picture that was changed is a PNG from then on: nothing of it is lost.

    [bold]Examples[/bold]

      optotype pictures --crop --border 2

      optotype pictures --drop-black-and-white --drop-duplicates

      optotype pictures --undo
    """
    from optotype.progress import bar
    from optotype.retouching import CropMargins

    if not any((crop, pad, drop_black_and_white, duplicates, drop_duplicates, undo, readmit)):
        raise typer.BadParameter("say what to do: --crop, --pad, --duplicates ...", param_hint="optotype pictures")
    with open_bench(context) as bench, bar("looking at pictures") as progress:
        done = bench.retouch(
            crop=CropMargins(tolerance, border) if crop else False,
            pad=pad,
            drop_black_and_white=drop_black_and_white,
            duplicates=duplicates,
            drop_duplicates=drop_duplicates,
            undo=undo,
            readmit=readmit,
            distance=distance,
            collection=collection,
            split=split,
            progress=progress,
            tags=pairs(where, "--where"),
        )
    if as_json:
        print_json(done)
        raise typer.Exit(1 if done.bad else 0)
    say = console().print
    if crop or pad or undo:
        say(f"Changed: {done.changed:,} of {so_many(done.pictures, 'pictures')}.")
    if drop_black_and_white:
        say(f"Left out because their pictures are black-and-white: {so_many(done.black_and_white, 'items')}.")
    if duplicates or drop_duplicates:
        _show_groups(done)
    if drop_duplicates:
        say(f"Left out because an earlier one asks the same: {so_many(done.duplicates, 'items')}.")
    if readmit:
        say(f"Taken back: {so_many(done.readmitted, 'items')}.")
    if done.missing:
        say(f"Without a file: {so_many(done.missing, 'pictures')}.")
    if done.left_alone:
        say(f"Left alone because they move: {so_many(done.left_alone, 'pictures')}.")
    if done.bad:
        say(f"Not to be decoded: {so_many(done.bad, 'pictures')}; 'optotype show --rule picture_bad' lists them.")
        raise typer.Exit(1)


def _show_groups(done: Retouched) -> None:
    alike = sum(len(group) - 1 for group in done.groups)
    console().print(f"Nearly like an earlier one: {so_many(alike, 'pictures')}.")
    made = table("#alike", "picture", "look like it")
    for group in done.groups[:_SHOWN]:
        more = f" and {len(group) - 4:,} more" if len(group) > 4 else ""
        made.add_row(*cells(len(group), group[0], ", ".join(group[1:4]) + more))
    if done.groups:
        lay_out(made)
    if len(done.groups) > _SHOWN:
        console().print("'optotype show --rule picture_near_duplicate' lists all.")
