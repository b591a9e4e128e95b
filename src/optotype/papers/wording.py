"""The words of abstracts and captions, without the marks of their source."""

from __future__ import annotations

import re

_SILENT = re.compile(
    r"\\(?:[a-zA-Z]{0,12}cite[a-zA-Z]{0,12}|[a-zA-Z]{0,12}ref|label|url|href)\*?(?:\[[^\[\]]*\]){0,2}\{[^{}]*\}"
)
# a formula holds no other one's beginning: else each of a million that never end would be looked for to the end
_MATHS = re.compile(r"\$[^$]*\$|\\\((?:(?!\\\().)*?\\\)|\\\[(?:(?!\\\[).)*?\\\]", re.DOTALL)
_MARK = re.compile(r"</?(?:MATH|NOTE|TAG)[^<>]*>")
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?|\\.")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def plain(text: str) -> str:
    r"""A text without citations, formulas, commands and braces.

    >>> plain(r"Our \emph{method}~\cite{a}, with $x$ <MATH>")
    'Our method , with'
    """
    text = _MARK.sub(" ", _MATHS.sub(" ", _SILENT.sub(" ", text)))
    return " ".join(re.sub(r"[{}~]", " ", _COMMAND.sub(" ", text)).split())


def words(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.casefold())
