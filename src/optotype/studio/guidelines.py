"""Guidelines: Markdown that becomes markup, and nothing more than what Markdown says.

A picture of the bench is shown by its id, as in `![a good answer](icons/7-000001.png)`; others are not, for pages load
nothing from other hosts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from optotype.studio.blocks import called

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markupsafe import Markup


@lru_cache(maxsize=64)
def html(text: str, project: str, root: str = "") -> Markup:
    """A text as the pages of a project show it: markup in it is shown as it is written, and links lead to no script.

    Args:
        text: Markdown.
        project: whose pages.
        root: the path under which a server in front keeps the studio.
    """
    from markupsafe import Markup

    reader = _reader()
    tokens = reader.parse(text)
    for image in _images(tokens):
        image.attrSet("src", f"{root}/projects/{project}/pictures/{name_of(_id(image))}")
        image.attrSet("loading", "lazy")
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - the reader lets no markup through


@lru_cache(maxsize=64)
def pictures(text: str) -> dict[str, str]:
    """By the name under which a page asks for it, the id of each picture that a text names."""
    return {name_of(id): id for id in map(_id, _images(_reader().parse(text)))}


def name_of(picture: str) -> str:
    """What pages call a picture of the guidelines."""
    return called(0, picture)


def _id(image: Token) -> str:
    return unquote(str(image.attrGet("src") or ""))


def _images(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type == "image":
            yield token
        yield from _images(token.children or [])


def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")
