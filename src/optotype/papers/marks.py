"""Marks: how a text of a paper says that something in it is a formula, a footnote or a number, as SciGA has it.

A formula stands as `<MATH> x^{2} </MATH>`, a footnote as `<NOTE> see there </NOTE>`, the number of a figure or of a
section as `<TAG> Figure 1: </TAG>`, so that whoever uses the text can take it out.
"""

from __future__ import annotations

import re

_NUMBER = (
    r"(?:supplementary\s+|supp\.?\s*|extended\s+data\s+|graphical\s+)?"
    r"(?:figures?|figs?\.?|scheme|рисунок|рис\.?)"
    r"\s*(?:[A-ZА-Я]{1,3}[.-]?)?\d{1,4}[a-zа-я]?(?:[.-]\d{1,3}){0,3}"
)
TAG = re.compile(rf"\s*({_NUMBER})\s*(?:[.:|](?:\s|$)|[—–]\s|$|(?=\s))", re.IGNORECASE)
"""What a caption begins with."""

_PARTED = re.compile(r"\s*(\([a-zа-я0-9]{1,3}\)|[a-z]\))\s+", re.IGNORECASE)
_MARKED = re.compile(r"<TAG>[^<]{0,200}</TAG>\s?")
_LONE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def math(tex: str) -> str:
    """A formula; nothing, where it is empty."""
    tex = line(tex)
    return f"<MATH> {tex} </MATH>" if tex else ""


def note(text: str) -> str:
    """A footnote, apart from the word before it; nothing, where it is empty."""
    text = line(text)
    return f" <NOTE> {text} </NOTE>" if text else ""


def tag(text: str) -> str:
    """A number, apart from the words after it; nothing, where it is empty."""
    text = line(text)
    return f"<TAG> {text} </TAG> " if text else ""


def tagged(caption: str, *, part: bool = False) -> str:
    """A caption whose number is marked, where it begins with one.

    >>> tagged("Fig. 3. The method")
    '<TAG> Fig. 3. </TAG> The method'
    """
    if caption.startswith("<TAG>"):
        return caption
    found = TAG.match(caption) or (_PARTED.match(caption) if part else None)
    if found is None:
        return caption
    return line(tag(found[0]) + caption[found.end() :])


def untagged(caption: str) -> str:
    """A caption without its number, so that nothing tells the place of the figure."""
    return _MARKED.sub("", caption).strip()


def line(text: str) -> str:
    """A text in a line, without characters that no store or file can hold."""
    return " ".join(clean(text).split())


def clean(text: str) -> str:
    """A text without halves of characters and without control characters."""
    if text.isprintable():
        return text
    return _CONTROL.sub(" ", _LONE.sub("�", text))
