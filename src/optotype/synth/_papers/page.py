"""A paper as a page of the shape that LaTeXML makes, which is that of ar5iv pages."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from optotype.synth._papers.manuscript import Manuscript
from optotype.synth._papers.text import HtmlText
from optotype.synth._papers.wording import Shown, Told, plain_letter

_KINDS = ("section", "subsection", "subsubsection")
_STEPS = ("S", "SS", "SSS")


def write_page(paper: Manuscript, sizes: Mapping[str, tuple[int, int]]) -> str:
    """The page; pictures are named by file alone."""
    return _Page(paper, sizes).write()


class _Page:
    def __init__(self, paper: Manuscript, sizes: Mapping[str, tuple[int, int]]) -> None:
        self._paper, self._sizes = paper, sizes
        self._text = HtmlText()

    def write(self) -> str:
        paper, text = self._paper, self._text
        people = "".join(
            f'<span class="ltx_creator ltx_role_author"><span class="ltx_personname">{escape(author)}</span></span>\n'
            for author in paper.authors
        )
        body = [
            f'<h1 class="ltx_title ltx_title_document">{text.write(paper.title)}</h1>',
            f'<div class="ltx_authors">\n{people}</div>',
            f'<div class="ltx_dates">({paper.published})</div>',
            *(self._figure(figure, "S0") for figure in paper.teaser),
            '<div class="ltx_abstract">\n<h6 class="ltx_title ltx_title_abstract">Abstract</h6>',
            f'<p id="id1.id1" class="ltx_p">{text.write(paper.abstract)}</p>\n</div>',
            self._graphical_abstract(),
            *(self._section(section, f"S{number}", str(number), 0) for number, section in enumerate(paper.sections, 1)),
            '<section id="bib" class="ltx_bibliography">',
            '<h2 class="ltx_title ltx_title_bibliography">References</h2>\n</section>',
        ]
        return (
            '<!DOCTYPE html><html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(paper.title)}</title>\n</head>\n<body>\n"
            '<div class="ltx_page_main">\n<div class="ltx_page_content">\n'
            '<article class="ltx_document ltx_authors_1line">\n' + "\n".join(body) + "\n</article>\n</div>\n</div>\n"
            "</body>\n</html>\n"
        )

    def _graphical_abstract(self) -> str:
        name = self._paper.graphical_abstract
        return f'<div class="ltx_graphicalabstract">\n{self._image(name, "graphical abstract")}\n</div>'

    def _section(self, section: Told, id: str, number: str, depth: int) -> str:
        kind = _KINDS[depth]
        title = (
            f'<h{depth + 2} class="ltx_title ltx_title_{kind}"><span class="ltx_tag ltx_tag_{kind}">{number} </span>'
            f"{self._text.write(section.title)}</h{depth + 2}>"
        )
        paragraphs = [
            f'<div id="{id}.p{place}" class="ltx_para">\n<p id="{id}.p{place}.1" class="ltx_p">'
            f"{self._text.write(paragraph)}</p>\n</div>"
            for place, paragraph in enumerate(filter(None, section.paragraphs), 1)
        ]
        figures = [self._figure(figure, id) for figure in section.figures]
        inner = [
            self._section(below, f"{id}.{_STEPS[depth + 1]}{place}", f"{number}.{place}", depth + 1)
            for place, below in enumerate(section.inner, 1)
        ]
        lines = "\n".join((title, *paragraphs, *figures, *inner))
        return f'<section id="{id}" class="ltx_{kind}">\n{lines}\n</section>'

    def _figure(self, figure: Shown, above: str) -> str:
        id = f"{above}.F{figure.number}"
        caption = (
            f'<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_figure">Figure {figure.number}: </span>'
            f"{self._text.write(figure.caption)}</figcaption>"
        )
        files = figure.files
        if not figure.parts:
            return f'<figure id="{id}" class="ltx_figure">{self._image(files[0])}\n{caption}\n</figure>'
        panels = "\n".join(
            f'<div class="ltx_flex_cell ltx_flex_size_{len(files)}">\n'
            f'<figure id="{id}.sf{place + 1}" class="ltx_figure ltx_figure_panel">{self._image(file)}\n'
            f'<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_figure">({plain_letter(place)}) </span>'
            f"{self._text.write(part)}</figcaption>\n</figure>\n</div>"
            for place, (part, file) in enumerate(zip(figure.parts, files, strict=True))
        )
        panels = f'<div class="ltx_flex_figure">\n{panels}\n</div>'
        return f'<figure id="{id}" class="ltx_figure">\n{panels}\n{caption}\n</figure>'

    def _image(self, name: str, told: str = "Refer to caption") -> str:
        width, height = self._sizes[name]
        return (
            f'<img src="{escape(name)}" class="ltx_graphics ltx_centering ltx_img_landscape" '
            f'width="{width}" height="{height}" alt="{told}">'
        )
