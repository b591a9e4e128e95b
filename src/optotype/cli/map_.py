"""`optotype map`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from optotype.cli._options import Json
from optotype.cli._output import open_bench, print_json, printable, tell
from optotype.plurals import so_many
from optotype.web.words import Language

if TYPE_CHECKING:
    from optotype.recommending.mapping import CorpusMap


def command(
    context: typer.Context,
    corpus: Annotated[
        Path | None,
        typer.Argument(
            metavar="CORPUS", help="A bench, a folder of papers or SciGA's JSON; the bench you stand in unless given."
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE.html", help="The page.")] = Path("map.html"),
    by: Annotated[
        Literal["pca", "umap"], typer.Option(help="How papers find their places; umap needs the extra `umap`.")
    ] = "pca",
    language: Annotated[Language, typer.Option(help="Of the page.")] = "en",
    as_json: Json = False,
) -> None:
    """Draw the map of a corpus: papers by what their abstracts say, coloured by field, each with its picture.

    One file that opens anywhere. Papers are looked at by pointing, by the keyboard, or in a list; fields are switched
    off in the legend. A bench remembers the vectors of its papers.

    [bold]Examples[/bold]

      optotype map

      optotype map papers/ --out papers.html --language ru

      optotype -b my_bench map --by umap --json
    """
    from optotype.progress import bar
    from optotype.recommending.map_page import write_map
    from optotype.recommending.mapping import map_papers

    with bar("papers") as progress:
        if corpus is not None:
            found = map_papers(corpus, by=by, progress=progress)
        else:
            with open_bench(context) as bench:
                found = map_papers(bench, by=by, progress=progress)
    with bar("pictures", len(found.spots)) as progress:
        write_map(found, out, language=language, progress=progress)
    if as_json:
        print_json({**_told(found), "page": str(out)})
        return
    fields = f" of {so_many(len(found.fields), 'fields')}" if found.fields else ""
    typer.echo(printable(f"{so_many(len(found.spots), 'papers')}{fields} on a map by {found.by}: {out}"))
    tell("note", found.notes)


def _told(found: CorpusMap) -> dict[str, object]:
    spots = [
        {"paper": one.paper, "title": one.title, "field": one.field, "x": one.x, "y": one.y} for one in found.spots
    ]
    return {
        "name": found.name,
        "by": found.by,
        "papers": found.papers,
        "fields": found.fields,
        "told": found.told,
        "notes": found.notes,
        "spots": spots,
    }
