"""Guidelines: Markdown that becomes markup, and nothing more than what Markdown says."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markupsafe import Markup


@lru_cache(maxsize=64)
def html(text: str) -> Markup:
    """A text as a page shows it: markup that stands in it is shown as it is written, and links lead to no script."""
    from markupsafe import Markup

    return Markup(_reader().render(text))  # noqa: S704 - the reader lets no markup through


def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")
