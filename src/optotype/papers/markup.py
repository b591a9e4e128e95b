"""Markup: a page of HTML as a tree, however badly it is written.

Python's own parser of HTML takes ten times as long on pages full of formulas, which here are passed over in one step.
Time grows with the length of a page and with nothing else, whatever it holds.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html import unescape

MOST_LEVELS = 150
"""How deep elements may be nested; what is deeper stands on the deepest level."""

_OPEN = re.compile(
    r"<([a-zA-Z][^\s/>]{0,60}+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>",
)
_CLOSE = re.compile(r"</([a-zA-Z][^\s/>]{0,60}+)[^>]*+>")
_ATTRIBUTE = re.compile(r"([^\s=>\"'/]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>]++)))?+")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w:.-]{1,40})", re.IGNORECASE)

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
_RAW = frozenset(("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"))
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "div", "dl", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section",
    "table", "ul",
))  # fmt: skip
_ENDS: dict[str, frozenset[str]] = {
    "li": frozenset(("li",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "tr": frozenset(("tr", "td", "th")),
    "td": frozenset(("td", "th")),
    "th": frozenset(("td", "th")),
    "option": frozenset(("option",)),
}
"""By element, those that it ends where their own end was left out."""


class Element:
    """An element of a page."""

    __slots__ = ("_attributes", "_written", "children", "tag")

    def __init__(self, tag: str, written: str = "") -> None:
        self.tag = tag
        self.children: list[Element | str] = []
        self._written = written
        self._attributes: dict[str, str] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        """By name; the first of two with the same name counts."""
        if self._attributes is None:
            found: dict[str, str] = {}
            for name, double, single, bare in _ATTRIBUTE.findall(self._written):
                value = double or single or bare
                found.setdefault(name.lower(), unescape(value) if "&" in value else value)
            self._attributes = found
        return self._attributes

    def get(self, name: str) -> str:
        """An attribute; nothing, where there is none."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        """The classes that it has."""
        return self.attributes.get("class", "").split()

    def elements(self) -> Iterator[Element]:
        """The elements right inside it."""
        return (child for child in self.children if isinstance(child, Element))

    def below(self) -> Iterator[Element]:
        """It and all elements inside it, in the order of the page."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += [child for child in reversed(one.children) if isinstance(child, Element)]


def decode(content: bytes) -> str:
    """The text of a page, in the encoding that it says it has; what does not fit it is replaced."""
    if content.startswith(codecs.BOM_UTF8):
        return content[3:].decode("utf-8", "replace")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    said = _CHARSET.search(content[:4096])
    try:
        # encodings that are none of text, such as zip, are not meant to be asked for by a page
        name = codecs.lookup(said[1].decode("ascii")).name if said else "utf-8"
        return content.decode(name if name in _ENCODINGS or name.startswith(("cp", "iso8859")) else "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")


_ENCODINGS = frozenset(
    ("utf-8", "ascii", "koi8-r", "koi8-u", "gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc_jp")
)


def parse(page: str) -> Element:
    """The tree of a page."""
    return _Parser(page).parse()


class _Parser:
    def __init__(self, page: str) -> None:
        self._page = page
        self._lower: str | None = None
        self._root = Element("")
        self._stack = [self._root]
        self._ignored: dict[str, int] = {}  # by tag, how many elements are open that were too deep
        self._ended: set[str] = set()  # ends of raw elements that come up no more

    def parse(self) -> Element:
        page, place, size = self._page, 0, len(self._page)
        while place < size:
            start = page.find("<", place)
            if start < 0:
                start = size
            if start > place:
                self._text(page[place:start])
            if start == size:
                break
            place = self._markup(start)
        return self._root

    def _markup(self, start: int) -> int:
        """Takes what begins with `<`; gives back where it ends."""
        page = self._page
        second = page[start + 1 : start + 2]
        if second == "/":
            closed = _CLOSE.match(page, start)
            if closed is None:
                return self._after(">", start)
            self._close(closed[1].lower())
            return closed.end()
        if second in ("!", "?"):
            if page.startswith("<!--", start):
                return self._after("-->", start + 4)
            if page.startswith("<![CDATA[", start):
                end = page.find("]]>", start)
                self._text(page[start + 9 : end if end >= 0 else len(page)])
                return end + 3 if end >= 0 else len(page)
            return self._after(">", start)
        if not (second.isascii() and second.isalpha()):
            self._text("<")
            return start + 1
        opened = _OPEN.match(page, start)
        if opened is None:  # it ends nowhere, so that all that follows is part of it
            return len(page)
        tag = opened[1].lower()
        if tag == "math":
            return self._math(opened[2], opened.end())
        written = opened[2]
        if tag in _RAW:
            return self._raw(tag, written, opened.end())
        self._open(tag, written, alone=tag in VOID or written.endswith("/"))
        return opened.end()

    def _after(self, end: str, start: int) -> int:
        found = self._page.find(end, start)
        return found + len(end) if found >= 0 else len(self._page)

    def _end_of(self, tag: str, place: int) -> int | None:
        """Where the end of an element begins whose content is not looked at."""
        if tag in self._ended:
            return None
        if self._lower is None:
            # letters that take more room when they are small would move all places after them
            lower = self._page.lower()
            self._lower = lower if len(lower) == len(self._page) else self._page
        found = self._lower.find(f"</{tag}", place)
        if found < 0:
            self._ended.add(tag)
            return None
        return found

    def _math(self, written: str, place: int) -> int:
        """A formula: what it says in TeX is enough, and spares its elements being looked at."""
        end = self._end_of("math", place)
        formula = Element("math", written)
        self._stack[-1].children.append(formula)
        if end is None:
            return place
        if not formula.get("alttext"):
            formula.children.append(self._page[place:end])
        return self._after(">", end)

    def _raw(self, tag: str, written: str, place: int) -> int:
        end = self._end_of(tag, place)
        if end is None:
            return len(self._page)
        one = Element(tag, written)
        if tag in ("title", "textarea"):
            one.children.append(unescape(self._page[place:end]))
        self._stack[-1].children.append(one)
        return self._after(">", end)

    def _text(self, text: str) -> None:
        self._stack[-1].children.append(unescape(text) if "&" in text else text)

    def _open(self, tag: str, written: str, *, alone: bool) -> None:
        stack = self._stack
        if tag in _BLOCKS and stack[-1].tag == "p":
            stack.pop()
        elif (ended := _ENDS.get(tag)) is not None:
            while stack[-1].tag in ended:
                stack.pop()
        one = Element(tag, written)
        if not alone and len(stack) > MOST_LEVELS:
            self._ignored[tag] = self._ignored.get(tag, 0) + 1
            return
        stack[-1].children.append(one)
        # only in XML and in SVG does a slash at its end close an element; pages that use it elsewhere mean the same
        if not alone:
            stack.append(one)

    def _close(self, tag: str) -> None:
        if ignored := self._ignored.get(tag):
            self._ignored[tag] = ignored - 1
            return
        stack = self._stack
        for place in range(len(stack) - 1, 0, -1):
            if stack[place].tag == tag:
                del stack[place:]
                return
