"""Papers in Markdown and in Jupyter notebooks.

Headings are sections, pictures are figures, and what stands in their brackets is the caption.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from optotype.errors import BadRow
from optotype.papers import naming
from optotype.papers.draft import Draft, Shown, Told
from optotype.papers.marks import line, math, tagged

_MATH = re.compile(r"\$\$(.+?)\$\$|(?<![\\\w$])\$([^\s$](?:[^$\n]{0,2000}?[^\s$\\])?)\$(?!\d)", re.DOTALL)
_HTML_PICTURE = re.compile(r"<img\b[^<>]{0,2000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b(src|alt)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_HEAD = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FIELD = re.compile(r"^(title|author|authors|date|abstract)\s*:\s*(.*(?:\n[ \t]+.*)*)", re.MULTILINE | re.IGNORECASE)


def read_markdown(text: str) -> Draft:
    """What a paper in Markdown says."""
    return _Reader().read(text)


def read_notebook(content: bytes) -> Draft:
    """What the words of a notebook say, and the pictures that it shows.

    Raises:
        BadRow: it is no notebook.
    """
    try:
        book = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadRow(f"not a notebook: {error}") from error
    cells: object = cast("dict[str, Any]", book).get("cells") if isinstance(book, dict) else None
    if not isinstance(cells, list):
        raise BadRow("not a notebook: no cells in it")
    reader = _Reader()
    for cell in cast("list[object]", cells):
        if not isinstance(cell, dict):
            continue
        found = cast("dict[str, Any]", cell)
        if found.get("cell_type") == "markdown":
            given = cast("dict[str, Any]", found["attachments"]) if isinstance(found.get("attachments"), dict) else {}
            reader.attachments = {name: address for name in given if (address := _address(given[name]))}
            reader.take(_joined(found.get("source")))
        else:
            outputs = found.get("outputs")
            for output in cast("list[object]", outputs) if isinstance(outputs, list) else []:
                data = cast("dict[str, Any]", output).get("data") if isinstance(output, dict) else None
                if address := _address(data):
                    reader.picture(address, "")
    return reader.finish()


def _joined(source: object) -> str:
    if isinstance(source, str):
        return source
    return "".join(str(one) for one in cast("list[object]", source)) if isinstance(source, list) else ""


def _address(data: object) -> str:
    """A picture of a notebook, written out."""
    if not isinstance(data, dict):
        return ""
    some = cast("dict[str, Any]", data)
    kind = next((kind for kind in ("image/png", "image/jpeg", "image/gif", "image/webp") if kind in some), None)
    return f"data:{kind};base64,{_joined(some[kind])}" if kind else ""


class _Reader:
    def __init__(self) -> None:
        self._draft = Draft()
        self._front = Told()
        self._path: list[tuple[int, Told]] = [(0, self._front)]
        self._abstract: Told | None = None
        self._expecting = False
        self.attachments: dict[str, str] = {}

    def read(self, text: str) -> Draft:
        if head := _HEAD.match(text):
            self._head(head[1])
            text = text[head.end() :]
        self.take(text)
        return self.finish()

    def _head(self, said: str) -> None:
        draft = self._draft
        for found in _FIELD.finditer(said):
            value = line(found[2].strip().strip("|>").strip().strip("\"'"))
            match found[1].casefold():
                case "title":
                    draft.title = value
                case "date":
                    draft.published = value
                case "abstract":
                    draft.abstract = value
                case _:
                    names = re.split(r"\s*,\s*|\s+and\s+|(?:^|\s)-\s+", value.strip("[]"))
                    draft.authors = [name.strip("\"' ") for name in names if name.strip("\"' ")]

    def finish(self) -> Draft:
        draft = self._draft
        if self._abstract is not None:
            draft.abstract = "\n".join(self._abstract.paragraphs) or draft.abstract
        draft.sections = list(self._front.inner)
        if self._front.paragraphs:
            draft.sections.insert(0, Told(paragraphs=self._front.paragraphs, figures=self._front.figures))
        return draft

    def take(self, text: str) -> None:
        """Reads a piece of Markdown."""
        from markdown_it import MarkdownIt
        from markdown_it.token import Token

        tokens: Sequence[Token] = MarkdownIt("commonmark", {"maxNesting": 50}).parse(text)
        heading = 0
        for token in tokens:
            if token.type == "heading_open":
                heading = int(token.tag[1])
            elif token.type == "heading_close":
                heading = 0
            elif token.type == "html_block":
                self._html(token.content)
            elif token.type == "inline":
                inside = list(self._pictures(token.children or ()))
                said = line(_marked(_words(token.children or ())))
                if heading:
                    self._heading(said, heading)
                elif said:
                    self._path[-1][1].paragraphs.append(said)
                for address, caption in inside:
                    self.picture(address, caption)

    def _pictures(self, tokens: Sequence[Any]) -> Iterator[tuple[str, str]]:
        for token in tokens:
            if token.type == "image":
                address = str(token.attrs.get("src", ""))
                if address.startswith("attachment:"):
                    address = self.attachments.get(address.removeprefix("attachment:"), "")
                yield address, str(token.content) or str(token.attrs.get("title", ""))
            elif token.type == "html_inline":
                yield from _html_pictures(token.content)

    def _html(self, content: str) -> None:
        for address, caption in _html_pictures(content):
            self.picture(address, caption)
        said = line(_TAG.sub(" ", content))
        if said:
            self._path[-1][1].paragraphs.append(said)

    def picture(self, address: str, caption: str) -> None:
        """Takes a picture as a figure, or as the graphical abstract where it is called so."""
        if not address:
            return
        shown = Shown(caption=tagged(line(_marked(caption))), addresses=[address])
        if self._draft.graphical_abstract is None and (
            self._expecting
            or naming.begins_as_graphical_abstract(caption)
            or (not address.startswith("data:") and naming.is_graphical_abstract_file(address))
        ):
            self._draft.graphical_abstract = shown
        else:
            self._draft.figures.append(shown)
            self._path[-1][1].figures.append(shown)
        self._expecting = False

    def _heading(self, said: str, level: int) -> None:
        self._expecting = naming.means_graphical_abstract(said)
        if self._expecting:
            return
        if level == 1 and not self._draft.title and not self._front.inner:
            self._draft.title = said
            return
        while len(self._path) > 1 and self._path[-1][0] >= level:
            self._path.pop()
        told = Told(title=said)
        if naming.is_abstract(said):
            self._abstract = told
        else:
            self._path[-1][1].inner.append(told)
        self._path.append((level, told))


def _words(tokens: Sequence[Any]) -> str:
    said: list[str] = []
    for token in tokens:
        if token.type in ("text", "code_inline"):
            said.append(str(token.content))
        elif token.type in ("softbreak", "hardbreak"):
            said.append(" ")
    return "".join(said)


def _marked(text: str) -> str:
    return _MATH.sub(lambda found: math(found[1] or found[2]), text)


def _html_pictures(content: str) -> Iterator[tuple[str, str]]:
    for found in _HTML_PICTURE.finditer(content):
        said = {name.casefold(): double or single for name, double, single in _ATTRIBUTE.findall(found[0])}
        if said.get("src"):
            yield said["src"], said.get("alt", "")
