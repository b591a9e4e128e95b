"""A hook of mkdocs: what a page links outside docs/, such as a file of the source, becomes its name on the site.

In the repository these links lead to the files; the site does not hold them.
"""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import Any

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page, without links that lead out of the site."""
    folder = dirname(page.file.src_uri)

    def kept(link: re.Match[str]) -> str:
        path = normpath(join(folder, link[2]))
        if not path.startswith("../"):
            return link[0]
        name = f"`{path.removeprefix('../')}`"
        return name if link[1].strip("`") in name else f"{link[1]} ({name})"

    return _LINK.sub(kept, markdown)
