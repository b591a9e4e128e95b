r"""A paper as LaTeX source: `main.tex`, with pictures in `figures/`.

It uses a class that journals use (`elsarticle`, with its environment `graphicalabstract`), `subcaption` and
`\graphicspath`, as real sources do.
"""

from __future__ import annotations

from optotype.synth._papers.manuscript import Manuscript
from optotype.synth._papers.text import latex
from optotype.synth._papers.wording import Shown, Told

_COMMANDS = ("section", "subsection", "subsubsection")

_PREAMBLE = r"""\documentclass[review]{elsarticle}
\usepackage{amsmath,amssymb}
\usepackage{graphicx}
\usepackage{caption}
\usepackage{subcaption}
\graphicspath{{figures/}}
"""


def write_source(paper: Manuscript) -> str:
    """The text of `main.tex`."""
    lines = [
        _PREAMBLE,
        r"\begin{document}",
        r"\begin{frontmatter}",
        rf"\title{{{latex(paper.title)}}}",
        *(rf"\author{{{latex(author)}}}" for author in paper.authors),
        rf"\date{{{paper.published}}}",
        *(_teaser(figure) for figure in paper.teaser),
        r"\begin{abstract}",
        latex(paper.abstract),
        r"\end{abstract}",
        r"\begin{graphicalabstract}",
        rf"\includegraphics[width=\textwidth]{{{paper.graphical_abstract}}}",
        r"\end{graphicalabstract}",
        r"\end{frontmatter}",
        *(line for section in paper.sections for line in _section(section, 0)),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _teaser(figure: Shown) -> str:
    picture = figure.files[0]
    return (
        "\\begin{center}\n"
        f"\\includegraphics[width=\\textwidth]{{{picture}}}\n"
        f"\\captionof{{figure}}{_short(figure.caption)}{{{latex(figure.caption)}}}\\label{{fig:{figure.number}}}\n"
        "\\end{center}"
    )


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
