"""A paper's graphical abstract held against its figures."""

from __future__ import annotations

from dataclasses import replace

from optotype.errors import BadPicture
from optotype.papers import rendering
from optotype.papers.draft import PaperRead
from optotype.pictures import Located, read


def content_of(paper: PaperRead, picture: str) -> bytes | None:
    """The file of a picture, drawings drawn; None where it is missing or cannot be used."""
    content = paper.files.get(picture)
    try:
        if isinstance(content, Located):
            content = read(content)
        return None if content is None else rendering.picture(content)
    except BadPicture:
        return None


def with_components(paper: PaperRead) -> PaperRead:
    """The paper with the kind and the components of its graphical abstract, where nobody told them."""
    from optotype.papers.matching import made_of

    abstract = paper.paper.graphical_abstract
    if abstract is None or abstract.kind is not None or not abstract.pictures:
        return paper
    content = content_of(paper, abstract.pictures[0])
    if content is None:
        return paper
    holders: dict[str, str] = {}
    for figure in paper.paper.each_figure():
        for picture in figure.pictures:
            holders.setdefault(picture, figure.id)
    files = ((picture, found) for picture in holders if (found := content_of(paper, picture)) is not None)
    made = made_of(content, files)
    if made is None:
        return paper
    components = tuple(dict.fromkeys(holders[picture] for picture in made.components))
    known = abstract.model_copy(update={"kind": made.kind, "components": components})
    return replace(paper, paper=paper.paper.model_copy(update={"graphical_abstract": known}))
