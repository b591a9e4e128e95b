"""Papers with figures and a graphical abstract, as LaTeX and as pages of the shape that LaTeXML makes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, cast

from pydantic import JsonValue

from optotype.formats import Entry
from optotype.formats.sciga import question_about
from optotype.records import Figure, GraphicalAbstract, Paper, Picture, Section
from optotype.synth import Drawer, Task
from optotype.synth._papers.manuscript import Manuscript
from optotype.synth._papers.story import Role, Story, tell
from optotype.synth._papers.text import marked
from optotype.synth._papers.wording import Shown, Told, Words

if TYPE_CHECKING:
    from PIL import Image

    from optotype.synth._papers.figures import Pen

Kind = Literal["original", "reused", "modified"]

_SOURCES: dict[Role, float] = {"overview": 55, "motivation": 20, "comparison": 15, "examples": 10}
"""How often a graphical abstract is made from a figure of this role."""

_DIVIDED: tuple[Role, ...] = ("comparison", "curve", "examples", "distribution", "sensitivity", "tradeoff", "ablation")
"""Roles of figures that may come in several parts."""

_PANELLED = 0.5
"""Share of the plots in one piece that have several panels. With those that are divided into sub-figures, two plots of
three have several, as in SciCap (Hsu et al., 2021)."""

_BY_CHARTS = 0.6
"""Share of the plots that the drawer of charts draws; the others are in the style of the paper's diagrams."""

SHAPES = "draw"
"""Under this name a drawn paper keeps its source and its page."""

_ABSTRACT = "graphical_abstract.png"


@dataclass(frozen=True)
class Papers(Drawer):
    """Small papers: sections, figures with captions and sub-figures, fields, and a graphical abstract."""

    name = "papers"
    title = "Papers with their figures and graphical abstracts"
    unit = "papers"
    ladder = (
        "five figures; the overview says what the abstract says",
        "six figures; few are divided into sub-figures",
        "seven figures; side results begin to repeat claims of the abstract",
        "eight figures, more sub-figures; overviews grow terse",
        "nine figures; one overview in six shares little with the abstract",
        "ten figures; four plots in ten are divided into sub-figures",
        "eleven figures; a quarter of the overviews are terse",
        "twelve figures; one side result in ten repeats claims of the abstract",
    )

    abstract: Literal["mixed", "original", "reused", "modified"] = "mixed"
    """Of which kind the graphical abstracts are."""

    def draw(self, task: Task) -> Entry:
        """A paper, its pictures, and the question which of its figures would serve best."""
        from optotype.synth._papers.canvas import Style
        from optotype.synth._papers.figures import Pen

        chance = task.chance
        story = tell(chance, task.level)
        words = Words(story, chance, task.level)
        title, abstract = words.title(), words.abstract()
        figures = _figures(story, words, chance, task.level)
        pen = Pen(story, Style.choose(chance), chance)
        pictures = _pictures(figures, pen)
        kind = self.abstract if self.abstract != "mixed" else _kind(chance)
        components = _components(kind, figures, chance)
        pictures[_ABSTRACT] = _graphical_abstract(kind, [pictures[name] for name in components], pen)
        teaser = tuple(figure for figure in figures if figure.place == "Teaser")
        manuscript = Manuscript(
            title=title,
            authors=story.authors,
            published=story.published,
            abstract=abstract,
            figures=tuple(figures),
            teaser=teaser,
            sections=words.sections(figures),
            graphical_abstract=_ABSTRACT,
        )
        return _entry(task, story, manuscript, kind, components, pictures)

    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """Every role of figure, and each kind of graphical abstract."""
        from optotype.synth._papers import abstracts
        from optotype.synth._papers.canvas import Style
        from optotype.synth._papers.figures import ROLES, Pen, draw_figure
        from optotype.synth._papers.plots import TYPES, draw_plot

        for number, role in enumerate(ROLES):
            chance = Task(self.name, self.name, seed, number, 4).chance
            pen = Pen(tell(chance, 4), Style.choose(chance), chance)
            yield role, draw_figure(role, pen)
        for number, role in enumerate(TYPES):
            chance = Task(self.name, self.name, seed, 50 + number, 4).chance
            pen = Pen(tell(chance, 4), Style.choose(chance), chance)
            yield f"{role}, by charts", draw_plot(role, pen)
        for number in range(4):
            chance = Task(self.name, self.name, seed, 100 + number, 4).chance
            pen = Pen(tell(chance, 4), Style.choose(chance), chance)
            if number % 2:
                yield "graphical abstract, original", abstracts.original(pen)
            else:
                parts = [draw_figure(role, pen) for role in ("overview", "comparison", "examples")[: 2 + number // 2]]
                yield "graphical abstract, modified", abstracts.modified(parts, pen)


def _figures(story: Story, words: Words, chance: Random, level: int) -> list[Shown]:
    figures: list[Shown] = []
    for number, (role, place) in enumerate(story.figures, 1):
        divided = role in _DIVIDED and chance.random() < 0.1 + level / 20
        parts = words.part_captions(role, chance.choice((2, 2, 3, 4))) if divided else ()
        wide = role in ("overview", "motivation")
        figures.append(Shown(number, role, place, words.caption(role), parts, wide))
    return figures


def _pictures(figures: Sequence[Shown], pen: Pen) -> dict[str, Image.Image]:
    from optotype.synth._papers.figures import draw_figure, panels
    from optotype.synth._papers.plots import TYPES, draw_plot

    pictures: dict[str, Image.Image] = {}
    for figure in figures:
        draw = draw_plot if figure.role in TYPES and pen.chance.random() < _BY_CHARTS else draw_figure
        several = figure.role in TYPES and not figure.parts and pen.chance.random() < _PANELLED
        for name in figure.files:
            if several:
                count = pen.chance.choice((2, 2, 3, 4))
                pictures[name] = panels([draw(figure.role, pen, part=True) for _ in range(count)], pen)
            else:
                pictures[name] = draw(figure.role, pen, part=bool(figure.parts))
    return pictures


def _kind(chance: Random) -> Kind:
    return chance.choices(("original", "reused", "modified"), (30, 40, 30))[0]


def _components(kind: Kind, figures: Sequence[Shown], chance: Random) -> tuple[str, ...]:
    """The pictures that the graphical abstract is made of, that which matters most first."""
    if kind == "original":
        return ()
    likely = [figure for figure in figures if figure.role in _SOURCES]
    weights = [_SOURCES[figure.role] for figure in likely]
    first = chance.choices(likely, weights)[0]
    chosen = [chance.choice(first.files)]
    if kind == "modified":
        others = [figure for figure in figures if figure is not first and figure.role in _SOURCES]
        for figure in chance.sample(others, min(len(others), chance.choice((0, 1, 1, 2)))):
            chosen.append(chance.choice(figure.files))
    return tuple(chosen)


def _graphical_abstract(kind: Kind, parts: Sequence[Image.Image], pen: Pen) -> Image.Image:
    from optotype.synth._papers import abstracts

    if kind == "original":
        return abstracts.original(pen)
    return abstracts.modified(parts, pen) if kind == "modified" else abstracts.reused(parts[0], pen) or parts[0]


def _entry(
    task: Task,
    story: Story,
    manuscript: Manuscript,
    kind: Kind,
    components: tuple[str, ...],
    pictures: dict[str, Image.Image],
) -> Entry:
    abstract = GraphicalAbstract(
        id=f"{task.name}_GA",
        kind=kind,
        pictures=(f"{task.id}/{_ABSTRACT}",),
        components=tuple(f"{task.name}_{name.removesuffix('.png')}" for name in components),
    )
    captions: dict[str, str] = {}
    figures = tuple(_figure_record(figure, task, captions) for figure in manuscript.figures)
    sizes = {name: picture.size for name, picture in pictures.items()}
    paper = _paper_record(task, story, manuscript, figures, abstract, sizes)
    roles = {f"{task.name}_F{number}": figure.role for number, figure in enumerate(manuscript.figures, 1)}
    scene = {
        "abstract": kind,
        "components": list(abstract.components),
        "roles": roles,
        "method": story.method,
    }
    tags = {"template": (kind,), "level": (str(task.level),)}
    items, golds = question_about(paper, None, task.origin)
    return Entry(
        papers=(paper,),
        items=tuple(
            item.model_copy(update={"scene": cast("JsonValue", scene), "tags": {**item.tags, **tags}}) for item in items
        ),
        golds=tuple(gold.model_copy(update={"rule": "drawn"}) for gold in golds),
        pictures=tuple(
            Picture(
                id=f"{task.id}/{name}",
                collection=task.collection,
                name=name,
                caption=captions.get(name, ""),
                tags={"role": (_role(name, manuscript),)},
            )
            # as the importer of SciGA has them, that of the graphical abstract comes first
            for name in (_ABSTRACT, *(name for name in pictures if name != _ABSTRACT))
        ),
        files={f"{task.id}/{name}": _png(picture) for name, picture in pictures.items()},
    )


def _paper_record(
    task: Task,
    story: Story,
    manuscript: Manuscript,
    figures: tuple[Figure, ...],
    abstract: GraphicalAbstract,
    sizes: Mapping[str, tuple[int, int]],
) -> Paper:
    from optotype.synth._papers.page import write_page
    from optotype.synth._papers.source import write_source

    return Paper(
        id=task.id,
        collection=task.collection,
        title=marked(manuscript.title),
        authors=manuscript.authors,
        published=manuscript.published,
        abstract=marked(manuscript.abstract),
        fields={"arXiv": story.subject.fields, "ACM": (story.subject.acm,), "MSC": (story.subject.msc,)},
        sections=tuple(
            _section_record(section, f"{task.name}_S{number}", str(number), task)
            for number, section in enumerate(manuscript.sections, 1)
        ),
        figures=figures,
        graphical_abstract=abstract,
        teaser=tuple(f"{task.name}_F{figure.number}" for figure in manuscript.teaser),
        extra={
            "sciga": {"comment": f"{len(figures)} figures", "journal_ref": None, "conference": None, "DOI": []},
            SHAPES: {"latex": write_source(manuscript), "html": write_page(manuscript, sizes)},
        },
    )


def _role(name: str, manuscript: Manuscript) -> str:
    """What a picture is for in its paper."""
    if name == _ABSTRACT:
        return "graphical abstract"
    return next(figure.role for figure in manuscript.figures if name in figure.files)


def _figure_record(figure: Shown, task: Task, captions: dict[str, str]) -> Figure:
    id, files = f"{task.name}_F{figure.number}", figure.files
    caption = f"<TAG> Figure {figure.number}: </TAG> {marked(figure.caption)}"
    if not figure.parts:
        captions[files[0]] = caption
        return Figure(id=id, caption=caption, pictures=(f"{task.id}/{files[0]}",))
    inner: list[Figure] = []
    for place, (file, part) in enumerate(zip(files, figure.parts, strict=True)):
        captions[file] = f"<TAG> ({'abcdefgh'[place]}) </TAG> {marked(part)}"
        inner.append(Figure(id=f"{id}_{place + 1}", caption=captions[file], pictures=(f"{task.id}/{file}",)))
    return Figure(id=id, caption=caption, subfigures=tuple(inner))


def _section_record(section: Told, id: str, number: str, task: Task) -> Section:
    return Section(
        id=id,
        title=f"<TAG> {number} </TAG> {marked(section.title)}",
        body="\n".join(marked(paragraph) for paragraph in section.paragraphs if paragraph),
        subsections=tuple(
            _section_record(inner, f"{id}_S{place}", f"{number}.{place}", task)
            for place, inner in enumerate(section.inner, 1)
        ),
        figures=tuple(f"{task.name}_F{figure.number}" for figure in section.figures),
    )


def _png(picture: Image.Image) -> bytes:
    content = io.BytesIO()
    picture.save(content, "PNG", compress_level=4)
    return content.getvalue()
