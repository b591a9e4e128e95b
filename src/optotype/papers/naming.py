"""What authors and journals call a graphical abstract and an abstract: in files, in headings, in markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_GRAPHICAL = re.compile(
    r"\b(?:graphical|visual)[\s_-]*abstracts?\b|\babstract[\s_-]+graphi(?:cal|c)\b"
    r"|\btocentry\b|\btoc[\s_-]*(?:graphics?|entry|image|figure|art)\b"
    r"|\btable[\s_-]+of[\s_-]+contents?[\s_-]+(?:graphics?|entry|image|figure)\b"
    r"|(?:графическ(?:ая|ий))\s+(?:аннотаци[яи]|абстракт|реферат)",
    re.IGNORECASE,
)
_MARKED = re.compile(r"\b(?:ltx_)?graphical[_-]?abstract\b|\bltx_tocentry\b|\btoc[_-]?graphic\b", re.IGNORECASE)
_FILE = re.compile(
    r"(?:.*[\W_])?(?:graphical|visual)[\W_]*abstract(?:[\W_].*|\d*)|ga\d?|toc(?:[\W_]*(?:graphics?|entry|image|figure|art|\d))?",
    re.IGNORECASE,
)
_ABSTRACTS = frozenset(("abstract", "summary", "аннотация", "реферат", "резюме", "zusammenfassung", "résumé"))
_NOT_LETTERS = re.compile(r"[^\w\s]|_|\d")
_TAG = re.compile(r"<TAG>[^<]{0,200}</TAG>")


def means_graphical_abstract(said: str) -> bool:
    """Does a heading, a caption's beginning or an environment's name say that a graphical abstract follows?"""
    said = said[:200]
    return bool(_GRAPHICAL.search(said)) or "graphicalabstract" in said


def marked_as_graphical_abstract(names: Iterable[str]) -> bool:
    """Is one of these the class, the id or the type of a graphical abstract?"""
    return any(_MARKED.search(name) is not None for name in names)


def is_graphical_abstract_file(name: str) -> bool:
    """Is a picture so called that it is a graphical abstract?

    >>> is_graphical_abstract_file("figs/graphical_abstract.pdf"), is_graphical_abstract_file("figs/tocqueville.png")
    (True, False)
    """
    return _FILE.fullmatch(PurePosixPath(name).name.partition(".")[0]) is not None


def is_abstract(heading: str) -> bool:
    """Is this the heading of an abstract?"""
    return _NOT_LETTERS.sub(" ", _TAG.sub("", heading)).strip().casefold() in _ABSTRACTS


def begins_as_graphical_abstract(caption: str) -> bool:
    """Does a caption say at its very beginning that its figure is the graphical abstract?"""
    return _GRAPHICAL.match(_TAG.sub("", caption).lstrip()) is not None
