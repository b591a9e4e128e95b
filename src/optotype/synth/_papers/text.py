r"""Text with mathematics and footnotes in it, and how each of the shapes of a paper writes it.

In a story, mathematics stands between dollars and a footnote between `^[` and `]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

_MARK = re.compile(r"\$([^$]+)\$|\^\[([^\]]+)\]")
_SPECIAL = re.compile(r"([%&#_])")


def marked(text: str) -> str:
    """As SciGA has it: `<MATH> x </MATH>`, `<NOTE> see there </NOTE>`."""
    return _put(text, lambda plain: plain, lambda tex: f"<MATH> {tex} </MATH>", lambda note: f" <NOTE> {note} </NOTE>")


def latex(text: str) -> str:
    """As LaTeX has it."""
    return _put(text, _escaped, lambda tex: f"${tex}$", lambda note: rf"\footnote{{{_escaped(note)}}}")


def _escaped(plain: str) -> str:
    return _SPECIAL.sub(r"\\\1", plain)


class HtmlText:
    """As LaTeXML has it; footnotes and formulas are numbered through the page."""

    def __init__(self) -> None:
        self._notes = self._formulas = 0

    def write(self, text: str) -> str:
        """One piece of text."""
        return _put(text, lambda plain: escape(plain, quote=False), self._math, self._note)

    def _math(self, tex: str) -> str:
        self._formulas += 1
        return (
            f'<math id="m{self._formulas}" class="ltx_Math" alttext="{escape(tex)}" display="inline">'
            f'<semantics><mtext>{escape(tex)}</mtext><annotation encoding="application/x-tex">{escape(tex)}'
            "</annotation></semantics></math>"
        )

    def _note(self, note: str) -> str:
        self._notes += 1
        mark = f'<sup class="ltx_note_mark">{self._notes}</sup>'
        return (
            f'<span id="footnote{self._notes}" class="ltx_note ltx_role_footnote">{mark}'
            f'<span class="ltx_note_outer"><span class="ltx_note_content">{mark}'
            f'<span class="ltx_tag ltx_tag_note">{self._notes}</span>{escape(note)}</span></span></span>'
        )


def _put(text: str, plain: Callable[[str], str], math: Callable[[str], str], note: Callable[[str], str]) -> str:
    pieces: list[str] = []
    end = 0
    for mark in _MARK.finditer(text):
        pieces.append(plain(text[end : mark.start()]))
        pieces.append(math(mark[1]) if mark[1] else note(mark[2]))
        end = mark.end()
    return "".join((*pieces, plain(text[end:])))
