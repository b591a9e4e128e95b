"""The words of abstracts and captions: no text takes long, whatever it is made of."""

from __future__ import annotations

import time

import pytest

from optotype.papers.wording import plain


@pytest.mark.parametrize("piece", ["\\(", "\\[", "<MATH", "\\cite[", "\\cite{", "cite", "ref", "{", "$", "\\"])
def test_a_piece_that_never_ends_takes_no_time(piece: str) -> None:
    began = time.process_time()
    plain("\\" + piece * 60_000)
    assert time.process_time() - began < 3


def test_citations_formulas_and_commands_are_left_out() -> None:
    text = r"Our \emph{method}~\citep[see][p. 3]{a}, by \(x^2\) and \[y\], <MATH> z </MATH> <TAG>1</TAG> \autoref{f}"
    assert plain(text) == "Our method , by and , z 1"
