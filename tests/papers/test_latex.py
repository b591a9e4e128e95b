r"""Papers as LaTeX sources: structure, figures in all their environments, macros, and what reads itself in."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from optotype.papers.draft import Draft
from optotype.papers.latex import decode, likely_main, read_latex

Shape = tuple[str, list[str], list[tuple[str, list[str]]]]
"""Of a figure: its caption, its pictures, and the same of its parts."""


def source(body: str, head: str = "", files: Mapping[str, str] | None = None) -> Draft:
    r"""What a source says with this between `\begin{document}` and its end."""
    text = rf"\documentclass{{article}}{head}\begin{{document}}{body}\end{{document}}"
    return read_latex("main.tex", text, (files or {}).get)[0]


def figures(body: str, head: str = "") -> list[Shape]:
    return [
        (shown.caption, shown.addresses, [(part.caption, part.addresses) for part in shown.parts])
        for shown in source(body, head).figures
    ]


def test_front_matter_and_sections_are_read() -> None:
    draft = source(
        r"""\maketitle \begin{abstract}We see \emph{cats}, $x^2$.\end{abstract}
\section{Method}\label{sec:m} First, as in Section~\ref{sec:m}.\footnote{Or \textbf{not}.}

Second ``one''---see~\cite{a,b}.
\subsection*{Parts} Inner \textcolor{red}{word} 50\%.
\appendix\section{More} Last.""",
        r"\title[Short]{On Cats \thanks{Nobody}} \author{Ada Bell\inst{1} \and Carl D\"orn\thanks{x}} \date{2024}",
    )
    assert (draft.title, draft.published) == ("On Cats", "2024")
    assert draft.authors == ["Ada Bell", "Carl Dörn"]
    assert draft.abstract == "We see cats, <MATH> x^2 </MATH>."
    method, more = draft.sections
    assert method.title == "<TAG> 1 </TAG> Method"
    assert method.paragraphs == ["First, as in Section 1. <NOTE> Or not. </NOTE>", "Second “one”—see ."]
    assert (method.inner[0].title, method.inner[0].paragraphs) == ("Parts", ["Inner word 50%."])
    assert more.title == "<TAG> A </TAG> More"


ENVIRONMENTS: list[tuple[str, list[Shape]]] = [
    (
        r"\begin{figure}[t]\includegraphics[width=3cm]{a}\caption[short]{A {\bf cat} $x$}\label{f}\end{figure}",
        [("<TAG> Figure 1: </TAG> A cat <MATH> x </MATH>", ["a"], [])],
    ),
    (
        (
            r"\begin{figure*}\begin{subfigure}[b]{.5\linewidth}\includegraphics{a}\caption{One}\end{subfigure}"
            r"\begin{subfigure}{.5\linewidth}\includegraphics{b}\caption{Two}\end{subfigure}\caption{Both}\end{figure*}"
        ),
        [
            (
                "<TAG> Figure 1: </TAG> Both",
                [],
                [("<TAG> (a) </TAG> One", ["a"]), ("<TAG> (b) </TAG> Two", ["b"])],
            )
        ],
    ),
    (
        (
            r"\begin{figure}\subfloat[One {[1]}]{\includegraphics{a}}\subcaptionbox{Two}{\includegraphics{b}}"
            r"\caption{Both}\end{figure}"
        ),
        [
            (
                "<TAG> Figure 1: </TAG> Both",
                [],
                [("<TAG> (a) </TAG> One [1]", ["a"]), ("<TAG> (b) </TAG> Two", ["b"])],
            )
        ],
    ),
    (
        r"\begin{wrapfigure}{r}{3cm}\includegraphics{a}\caption{Round}\end{wrapfigure}",
        [("<TAG> Figure 1: </TAG> Round", ["a"], [])],
    ),
    (
        (
            r"\begin{figure}\begin{minipage}{3cm}\includegraphics{a}\caption{One}\end{minipage}"
            r"\begin{minipage}{3cm}\includegraphics{b}\caption{Two}\end{minipage}\end{figure}"
        ),
        [("<TAG> Figure 1: </TAG> One", ["a"], []), ("<TAG> Figure 2: </TAG> Two", ["b"], [])],
    ),
    (
        (
            r"\begin{figure}\epsfig{file=a.eps,width=3cm}\plottwo{b}{c}\begin{overpic}[x]{d}\end{overpic}"
            r"\caption*{Old}\end{figure}"
        ),
        [("Old", ["a.eps", "b", "c", "d"], [])],
    ),
    (
        "\\begin{figure}%\\includegraphics{no}\n\\includegraphics{a}\\iffalse\\includegraphics{no}\\fi\\end{figure}",
        [("", ["a"], [])],
    ),
    (r"\begin{table}\includegraphics{a}\caption{A table}\end{table}", []),
]


@pytest.mark.parametrize(("body", "expected"), ENVIRONMENTS)
def test_figures_are_found_in_every_environment(body: str, expected: list[Shape]) -> None:
    assert figures(body) == expected


def test_commands_of_the_authors_own_are_put_in() -> None:
    head = (
        r"\newcommand{\method}{CatNet}\newcommand{\fig}[2][3cm]{\includegraphics[width=#1]{#2}}\def\cap#1{\caption{#1}}"
    )
    body = r"\begin{figure}\fig{a}\fig[1cm]{b}\cap{\method{} sees}\end{figure}"
    assert figures(body, head) == [("<TAG> Figure 1: </TAG> CatNet sees", ["a", "b"], [])]


def test_files_are_read_in_and_where_they_are_missing_that_is_told() -> None:
    files = {"a.tex": r"\section{A}\input{b}", "b.tex": r"Words of b. \include{gone}"}
    draft = source(r"\input{a}", files=files)
    assert draft.sections[0].paragraphs == ["Words of b."]
    assert [where for where, _ in draft.notes] == [r"\input{gone}"]


def test_what_reads_itself_in_is_read_once_and_told() -> None:
    files = {"a.tex": r"\section{A} x \input{b}", "b.tex": r"y \input{a} z"}
    draft = source(r"\input{a}", files=files)
    assert draft.sections[0].paragraphs == ["x y z"]
    assert draft.notes[0][0] == r"\input{a}"
    assert "reads itself in" in draft.notes[0][1]


def test_macros_that_unfold_without_end_are_cut_off_and_told() -> None:
    names = "abcdefghij"
    head = "".join(rf"\newcommand{{\{one}}}{{{f'{chr(92)}{two}' * 10}}}" for one, two in itertools.pairwise(names))
    draft = source(r"\section{S} \a", head + r"\newcommand{\j}{\a}")
    assert ("macros", "unfold to more than is read; what came after was left out") in draft.notes


def test_a_teaser_is_a_wide_figure_before_the_abstract() -> None:
    before = r"\begin{teaserfigure}\includegraphics{a}\caption{A}\end{teaserfigure}\begin{abstract}X\end{abstract}"
    assert len(source(before).teaser) == 1
    narrow = r"\begin{figure}\includegraphics{a}\caption{A}\end{figure}\begin{abstract}X\end{abstract}"
    assert source(narrow).teaser == []
    after = r"\begin{abstract}X\end{abstract}\begin{figure*}\includegraphics{a}\caption{A}\end{figure*}"
    assert source(after).teaser == []


def test_pictures_and_a_caption_outside_a_float_are_a_figure() -> None:
    body = r"\begin{center}\includegraphics{a}\captionof{figure}{A}\end{center}\begin{abstract}X\end{abstract}"
    assert figures(body) == [("<TAG> Figure 1: </TAG> A", ["a"], [])]


@pytest.mark.parametrize(
    "body",
    [
        r"\begin{graphicalabstract}\includegraphics{ga1}\end{graphicalabstract}",
        r"\begin{tocentry}\includegraphics{ga1}\end{tocentry}",
        r"\section*{Graphical Abstract}\includegraphics{ga1}\section{One}",
        r"\section*{Graphical Abstract}\begin{figure}\includegraphics{ga1}\caption{X}\end{figure}",
        r"\begin{figure}\includegraphics{figs/graphical_abstract}\end{figure}",
        r"\begin{figure}\includegraphics{ga1}\caption{Graphical abstract.}\end{figure}",
    ],
)
def test_a_graphical_abstract_is_found(body: str) -> None:
    draft = source(r"\begin{abstract}X\end{abstract}" + body)
    assert draft.graphical_abstract is not None
    assert draft.graphical_abstract.addresses in (["ga1"], ["figs/graphical_abstract"])
    assert draft.figures == []


def test_fields_are_read_where_the_source_has_them() -> None:
    draft = source("", r"\subjclass[2020]{Primary 68T45; Secondary 94A08}\ccsdesc[500]{Computing~Vision}")
    assert draft.fields == {"MSC": ["68T45", "94A08"], "ACM": ["Computing Vision"]}


def test_folders_of_pictures_are_told() -> None:
    _, paths = read_latex("main.tex", r"\documentclass{a}\graphicspath{{figs/}{more/}}\begin{document}", lambda _: None)
    assert paths == ["figs/", "more/"]


def test_the_main_file_is_found_by_itself() -> None:
    whole = r"\documentclass{article}\title{T}\begin{document}\begin{abstract}x\end{abstract}"
    assert likely_main([("zz.tex", whole), ("supplement.tex", whole + "x" * 99), ("intro.tex", "words")]) == "zz.tex"
    assert likely_main([("main.tex", whole), ("paper2.tex", whole.replace("abstract", "quote"))]) == "main.tex"
    assert likely_main([("plot.tex", r"\documentclass{standalone}\begin{document}")]) is None


def test_sources_in_old_encodings_are_read() -> None:
    assert decode(r"\usepackage[cp1251]{inputenc} Рисунок".encode("cp1251")).endswith("Рисунок")
    assert decode("Dörn".encode("latin-1")) == "Dörn"


def test_russian_papers_have_russian_numbers() -> None:
    body = r"\begin{figure}\includegraphics{a}\caption{Кот}\end{figure}"
    assert figures(body, r"\usepackage[english,russian]{babel}")[0][0] == "<TAG> Рис. 1: </TAG> Кот"


@pytest.mark.parametrize(
    "body",
    ["{", "\\footnote{", "\\begin{figure}", "\\caption{", "$", "\\(", "\\begin{equation}", "\\'{", "\\subfloat[", "\\"],
)
def test_broken_sources_are_read_without_end_of_time(body: str) -> None:
    source(body * 20_000)


def test_ten_thousand_figures_are_read() -> None:
    assert len(figures(r"\begin{figure}\includegraphics{a}\caption{A}\end{figure}" * 10_000)) == 10_000
