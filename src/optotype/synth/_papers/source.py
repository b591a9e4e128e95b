r"""A paper as LaTeX source: `main.tex`, with pictures in `figures/`.

It uses classes that journals and conferences use, with what these have for the purpose: `elsarticle` and its
environment `graphicalabstract`, or, where a figure stands before the abstract, `acmart` and its `teaserfigure`; then
`subcaption` and `\graphicspath`, as real sources do. LaTeXML reads both.
"""

from __future__ import annotations

from optotype.synth._papers.manuscript import Manuscript
from optotype.synth._papers.text import latex
from optotype.synth._papers.wording import Shown, Told

_COMMANDS = ("section", "subsection", "subsubsection")

_JOURNAL = r"""\documentclass[review]{elsarticle}
\usepackage{amsmath,amssymb}
\usepackage{graphicx}
\usepackage{caption}
\usepackage{subcaption}
\graphicspath{{figures/}}
"""

_CONFERENCE = r"""\documentclass[sigconf,nonacm]{acmart}
\usepackage{subcaption}
\graphicspath{{figures/}}
"""


def write_source(paper: Manuscript) -> str:
    """The text of `main.tex`."""
    lines = [
        *(_conference(paper) if paper.teaser else _journal(paper)),
        *(line for section in paper.sections for line in _section(section, 0)),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _journal(paper: Manuscript) -> list[str]:
    """How a paper in a journal begins."""
    return [
        _JOURNAL,
        r"\begin{document}",
        r"\begin{frontmatter}",
        *_names(paper),
        *_abstract(paper),
        r"\begin{graphicalabstract}",
        rf"\includegraphics[width=\textwidth]{{{paper.graphical_abstract}}}",
        r"\end{graphicalabstract}",
        r"\end{frontmatter}",
    ]


def _conference(paper: Manuscript) -> list[str]:
    """How a paper at a conference begins, with a figure before its abstract."""
    return [
        _CONFERENCE,
        r"\begin{document}",
        *_names(paper),
        *(line for figure in paper.teaser for line in _teaser(figure)),
        *_abstract(paper),
        r"\maketitle",
        r"\section*{Graphical abstract}",
        rf"\includegraphics[width=\linewidth]{{{paper.graphical_abstract}}}",
    ]


def _names(paper: Manuscript) -> list[str]:
    return [
        rf"\title{{{latex(paper.title)}}}",
        *(rf"\author{{{latex(author)}}}" for author in paper.authors),
        rf"\date{{{paper.published}}}",
    ]


def _abstract(paper: Manuscript) -> list[str]:
    return [r"\begin{abstract}", latex(paper.abstract), r"\end{abstract}"]


def _teaser(figure: Shown) -> list[str]:
    return [
        r"\begin{teaserfigure}",
        rf"\includegraphics[width=\textwidth]{{{figure.files[0]}}}",
        rf"\caption{_short(figure.caption)}{{{latex(figure.caption)}}}\label{{fig:{figure.number}}}",
        r"\end{teaserfigure}",
    ]


def _short(caption: str) -> str:
    # a footnote cannot go into the list of figures, so that a caption with one needs a short form
    return "[]" if "^[" in caption else ""


def _section(section: Told, depth: int) -> list[str]:
    lines = ["", rf"\{_COMMANDS[depth]}{{{latex(section.title)}}}"]
    lines += [latex(paragraph) + "\n" for paragraph in section.paragraphs if paragraph]
    for figure in section.figures:
        lines += _figure(figure)
    for inner in section.inner:
        lines += _section(inner, depth + 1)
    return lines


def _figure(figure: Shown) -> list[str]:
    kind = "figure*" if figure.wide else "figure"
    files = figure.files
    lines = [rf"\begin{{{kind}}}[t]", r"\centering"]
    if figure.parts:
        share = f"{0.96 / min(3, len(files)):.2f}"
        for part, file in zip(figure.parts, files, strict=True):
            lines += [
                rf"\begin{{subfigure}}{{{share}\textwidth}}",
                rf"\includegraphics[width=\linewidth]{{{file}}}",
                rf"\caption{{{latex(part)}}}",
                r"\end{subfigure}",
            ]
    else:
        lines.append(rf"\includegraphics[width=\textwidth]{{{files[0]}}}")
    return [
        *lines,
        rf"\caption{_short(figure.caption)}{{{latex(figure.caption)}}}\label{{fig:{figure.number}}}",
        rf"\end{{{kind}}}",
    ]
