"""A drawn paper on disk: as a folder of LaTeX source, or as a page, with its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from optotype.errors import OptotypeError
from optotype.records import Paper, Picture
from optotype.synth.papers import SHAPES

if TYPE_CHECKING:
    from optotype.bench import Bench


def write_paper(
    paper: Paper, pictures: Bench | Mapping[str, bytes], folder: Path, *, shape: Literal["latex", "html"] = "latex"
) -> Path:
    """Lays a drawn paper out in a new folder; gives back the main file.

    Args:
        paper: a paper that was drawn.
        pictures: the bench that has its pictures, or their content by picture id.
        folder: where to; it is made if need be.
        shape: `latex` for `main.tex` with `figures/` beside it, `html` for `index.html` with the pictures beside it.

    Raises:
        OptotypeError: the paper was not drawn, or a picture is missing.
    """
    shapes = paper.extra.get(SHAPES)
    if shapes is None or shape not in shapes:
        raise OptotypeError(
            f"{paper.id} was not drawn, so that it has no source; draw papers with `optotype draw papers`."
        )
    main = folder / ("main.tex" if shape == "latex" else "index.html")
    beside = folder / "figures" if shape == "latex" else folder
    beside.mkdir(parents=True, exist_ok=True)
    main.write_text(str(shapes[shape]), encoding="utf-8")
    for id in shown_in(paper):
        content = pictures.get(id) if isinstance(pictures, Mapping) else _content(pictures, id)
        if content is None:
            raise OptotypeError(f"{paper.id}: the picture '{id}' is missing.")
        (beside / id.removeprefix(f"{paper.id}/")).write_bytes(content)
    return main


def shown_in(paper: Paper) -> list[str]:
    """The ids of all pictures of a paper, each once."""
    ids = [picture for figure in paper.figures for picture in figure.all_pictures]
    if paper.graphical_abstract is not None:
        ids += paper.graphical_abstract.pictures
    return list(dict.fromkeys(ids))


def _content(bench: Bench, id: str) -> bytes | None:
    picture = bench.store.get(Picture, id)
    path = bench.path(picture) if picture is not None else None
    return path.read_bytes() if path is not None else None
