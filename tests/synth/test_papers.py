"""Drawn papers hold together: records, page, source, pictures and the question agree."""

from __future__ import annotations

import io
import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from PIL import Image

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.formats import Entry
from optotype.manuscripts import shown_in, write_paper
from optotype.records import Figure, Gold, Item, Paper, Section
from optotype.synth import LEVELS, Task
from optotype.synth._papers.subjects import SUBJECTS
from optotype.synth._papers.text import HtmlText, latex, marked
from optotype.synth._papers.wording import Shown
from optotype.synth.papers import Papers
from tests.synth.recompute_papers import components_seen, labels_of


@cache
def drawn(count: int = 24, seed: int = 7) -> list[Entry]:
    """Papers of all levels and kinds."""
    return [Papers().draw(Task("papers", "papers", seed, number, number % LEVELS + 1)) for number in range(count)]


def leaves(figures: Sequence[Figure]) -> list[Figure]:
    return [leaf for figure in figures for leaf in (leaves(figure.subfigures) if figure.subfigures else [figure])]


def all_sections(sections: Sequence[Section]) -> list[Section]:
    return [found for section in sections for found in (section, *all_sections(section.subsections))]


@pytest.mark.slow
def test_what_the_graphical_abstract_shows_is_the_answer() -> None:
    kinds: Counter[str | None] = Counter()
    for entry in drawn():
        paper = entry.papers[0]
        assert paper.graphical_abstract is not None
        kinds[paper.graphical_abstract.kind] += 1
        seen = components_seen(paper, cast("dict[str, bytes]", entry.files))
        assert seen == set(paper.graphical_abstract.components), paper.id
        accepted = {value[0] for gold in entry.golds for value in gold.accepted if isinstance(value, tuple)}
        assert labels_of(paper, seen) == accepted
    assert set(kinds) == {"original", "reused", "modified"}


def test_papers_have_five_to_twelve_figures_and_more_at_higher_levels() -> None:
    counts = [len(entry.papers[0].figures) for entry in drawn()]
    assert min(counts) >= 5
    assert max(counts) <= 12
    assert sum(counts[7::8]) > sum(counts[0::8])


def test_every_figure_stands_in_one_place_in_the_order_of_the_paper() -> None:
    for entry in drawn():
        paper = entry.papers[0]
        placed = [id for section in all_sections(paper.sections) for id in section.figures]
        assert [*paper.teaser, *placed] == [figure.id for figure in paper.figures]
        assert len(paper.teaser) < 2


def test_every_figure_has_a_picture_and_a_caption_of_its_own() -> None:
    for entry in drawn():
        paper = entry.papers[0]
        ids = [picture.id for picture in entry.pictures]
        assert sorted(shown_in(paper)) == sorted(ids)
        assert set(ids) == set(entry.files)
        captions = [re.sub(r"<TAG>.*?</TAG>", "", figure.caption) for figure in paper.figures]
        assert len(set(captions)) == len(captions)
        assert all(figure.caption.startswith("<TAG> Figure ") for figure in paper.figures)


def test_sub_figures_footnotes_mathematics_and_teasers_occur() -> None:
    text = " ".join(entry.papers[0].model_dump_json() for entry in drawn())
    assert "<MATH>" in text
    assert "<NOTE>" in text
    assert any(figure.subfigures for entry in drawn() for figure in entry.papers[0].figures)
    assert any(entry.papers[0].teaser for entry in drawn())


class Outline(HTMLParser):
    """What a page of the shape that LaTeXML makes holds."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[tuple[str, str]] = []
        self.images: list[str] = []
        self.sections: list[str] = []
        self.open: list[str] = []
        self.abstract_at = self.notes = self.formulas = 0
        self.before_abstract = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if tag not in ("meta", "img"):
            self.open.append(tag)
        if tag == "figure":
            self.figures.append((given["id"], "part" if "ltx_figure_panel" in classes else "whole"))
        if tag == "img":
            self.images.append(given["src"])
        if tag == "section":
            self.sections.append(given["id"])
        if "ltx_abstract" in classes:
            self.before_abstract = len(self.figures)
        self.notes += "ltx_role_footnote" in classes
        self.formulas += tag == "math" and bool(given.get("alttext"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_holds_what_the_records_say() -> None:
    for entry in drawn():
        paper = entry.papers[0]
        page = str(paper.extra["draw"]["html"])
        outline = Outline()
        outline.feed(page)
        assert outline.open == []
        wholes = [id for id, kind in outline.figures if kind == "whole"]
        assert [id.rsplit(".", 1)[-1] for id in wholes] == [figure.id.split("_")[-1] for figure in paper.figures]
        parts = [id for id, kind in outline.figures if kind == "part"]
        assert len(parts) == sum(len(figure.subfigures) for figure in paper.figures)
        names = {picture.name for picture in entry.pictures}
        assert set(outline.images) == names
        assert len(outline.sections) == len(all_sections(paper.sections)) + 1
        assert outline.before_abstract == len(paper.teaser)
        told = "".join((paper.abstract, *(s.body for s in all_sections(paper.sections)), *captions(paper)))
        assert outline.notes == told.count("<NOTE>")
        assert outline.formulas == told.count("<MATH>")
        for name in ("ltx_document", "ltx_title_document", "ltx_abstract", "ltx_para", "ltx_caption", "ltx_tag_figure"):
            assert name in page


def captions(paper: Paper) -> list[str]:
    return [figure.caption for top in paper.figures for figure in (top, *top.subfigures)]


def test_the_source_holds_what_the_records_say() -> None:
    for entry in drawn():
        paper = entry.papers[0]
        source = str(paper.extra["draw"]["latex"])
        assert source.count("{") == source.count("}")
        assert Counter(re.findall(r"\\begin\{(.*?)\}", source)) == Counter(re.findall(r"\\end\{(.*?)\}", source))
        included = re.findall(r"\\includegraphics\[.*?\]\{(.*?)\}", source)
        assert sorted(included) == sorted(picture.name for picture in entry.pictures)
        labels = [int(number) for number in re.findall(r"\\label\{fig:(\d+)\}", source)]
        assert labels == list(range(1, len(paper.figures) + 1))
        assert not re.search(r"(?<!\\)%", source)


def test_a_paper_is_laid_out_on_disk(tmp_path: Path) -> None:
    entry = drawn()[5]
    files = cast("dict[str, bytes]", entry.files)
    main = write_paper(entry.papers[0], files, tmp_path / "source")
    assert main.name == "main.tex"
    assert len(list((tmp_path / "source" / "figures").iterdir())) == len(entry.pictures)
    page = write_paper(entry.papers[0], files, tmp_path / "page", shape="html")
    for name in re.findall(r'src="(.*?)"', page.read_text(encoding="utf-8")):
        assert (tmp_path / "page" / name).is_file()


def test_a_paper_of_a_bench_is_laid_out_on_disk(bench: Workbench, tmp_path: Path) -> None:
    bench.draw("papers", count=1, seed=2, processes=1)
    paper = next(iter(bench.store.each(Paper)))
    assert write_paper(paper, bench, tmp_path / "out").is_file()
    assert (tmp_path / "out" / "figures" / "graphical_abstract.png").is_file()


def test_a_paper_that_was_not_drawn_cannot_be_laid_out(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="was not drawn"):
        write_paper(Paper(id="sciga/1", collection="sciga"), {}, tmp_path)


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"the picture 'papers/7-000001/.*' is missing"):
        write_paper(drawn()[1].papers[0], {}, tmp_path)


def test_drawn_papers_are_papers_of_sciga_and_come_back(bench: Workbench, tmp_path: Path) -> None:
    bench.draw("papers", count=4, seed=5, processes=1)
    bench.export("sciga", tmp_path / "out")
    rows = cast("list[dict[str, Any]]", json.loads((tmp_path / "out" / "papers.json").read_text(encoding="utf-8")))
    for row in rows:
        assert set(row["subjects"]) == {"arXiv", "ACM", "MSC"}
        assert row["graphical_abstract"]["type"] in ("Original", "Reused", "Modified")
        assert row["figures"][0]["ID"] == f"{row['ID']}_F1"
        assert row["sections"][0]["ID"] == f"{row['ID']}_S1"
        for figure in row["figures"]:
            for shown in (figure, *figure["subfigures"]):
                assert all((tmp_path / "out" / row["ID"] / path).is_file() for path in shown["path"])
    with init(tmp_path / "other") as other:
        other.import_("sciga", tmp_path / "out", name="papers")
        assert list(other.store.each(Paper)) == list(bench.store.each(Paper))
        assert list(other.store.each(Gold)) == list(bench.store.each(Gold))
        assert list(other.store.each(Item)) == list(bench.store.each(Item))


def test_kinds_of_graphical_abstract_can_be_chosen() -> None:
    for kind in ("original", "reused", "modified"):
        entry = Papers(abstract=kind).draw(Task("papers", "papers", 1, 0, 2))
        assert entry.papers[0].graphical_abstract is not None
        assert entry.papers[0].graphical_abstract.kind == kind
        assert bool(entry.golds) == (kind != "original")


def test_text_is_written_in_three_ways() -> None:
    text = "A loss $L_1 < 2$ of 5%^[See a & b.]"
    assert marked(text) == "A loss <MATH> L_1 < 2 </MATH> of 5% <NOTE> See a & b. </NOTE>"
    assert latex(text) == r"A loss $L_1 < 2$ of 5\%\footnote{See a \& b.}"
    page = HtmlText().write(text)
    assert 'alttext="L_1 &lt; 2"' in page
    assert "See a &amp; b." in page


def test_subjects_have_enough_words() -> None:
    for subject in SUBJECTS:
        assert all(len(task.split(" | ")) == 3 for task in subject.tasks)
        for words in (subject.parts, subject.data, subject.measures, subject.rivals, subject.knobs, subject.obstacles):
            assert len(set(words.split(", "))) >= 4


def test_pictures_are_not_empty() -> None:
    for entry in drawn(8):
        for content in entry.files.values():
            picture = Image.open(io.BytesIO(cast("bytes", content))).convert("L")
            low, high = cast("tuple[int, int]", picture.getextrema())
            assert high - low > 100
            assert picture.width >= 180


def test_no_two_figures_of_a_paper_are_the_same_picture() -> None:
    for entry in drawn():
        paper = entry.papers[0]
        contents = [entry.files[leaf.pictures[0]] for leaf in leaves(paper.figures)]
        assert len(set(contents)) == len(contents), paper.id


def test_overviews_are_wide_and_narrow() -> None:
    shapes: list[float] = []
    for entry in drawn():
        for picture in entry.pictures:
            if picture.tags["role"] == ("overview",):
                image = Image.open(io.BytesIO(cast("bytes", entry.files[picture.id])))
                shapes.append(image.width / image.height)
    assert min(shapes) < 0.8
    assert max(shapes) > 2


# --- captions help, but do not tell all


@pytest.fixture
def only_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws no pictures, which is faster where only words matter."""
    dot = Image.new("RGB", (2, 2))

    def pictures(figures: Sequence[Shown], _pen: object) -> dict[str, Image.Image]:
        return {name: dot for figure in figures for name in figure.files}

    def abstract(*_: object) -> Image.Image:
        return dot

    monkeypatch.setattr("optotype.synth.papers._pictures", pictures)
    monkeypatch.setattr("optotype.synth.papers._graphical_abstract", abstract)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"<(TAG|NOTE)>.*?</\1>", "", text).casefold())


def matching(query: list[str], texts: list[list[str]]) -> list[float]:
    """BM25 of each text."""
    mean = sum(map(len, texts)) / len(texts)
    having = Counter(word for text in texts for word in set(text))
    scores: list[float] = []
    for text in texts:
        counts = Counter(text)
        score = 0.0
        for word in sorted(set(query)):
            rarity = math.log(1 + (len(texts) - having[word] + 0.5) / (having[word] + 0.5))
            score += rarity * counts[word] * 2.5 / (counts[word] + 1.5 * (0.25 + 0.75 * len(text) / mean))
        scores.append(score)
    return scores


_CUES = re.compile("overview|framework|architecture|illustration|glance|motivation|schematic|diagram|stages")


@pytest.mark.usefixtures("only_text")
def test_chance_is_worse_than_words_and_words_are_worse_than_words_with_cues() -> None:
    chance, hits, asked = Random(1), Counter[str](), 0
    by_level: Counter[int] = Counter()
    for number in range(640):
        level = number % LEVELS + 1
        entry = Papers().draw(Task("papers", "papers", 3, number, level))
        if not entry.golds:
            continue
        paper, asked = entry.papers[0], asked + 1
        right = {"ABCDEFGHIJKL".index(str(value[0])) for value in entry.golds[0].accepted if isinstance(value, tuple)}
        texts = [" ".join((figure.caption, *(part.caption for part in figure.subfigures))) for figure in paper.figures]
        lexical = matching(words(paper.abstract), list(map(words, texts)))
        cued = [
            score / max(lexical) + bool(_CUES.search(text.casefold()))
            for score, text in zip(lexical, texts, strict=True)
        ]
        hits["random"] += chance.randrange(len(texts)) in right
        hits["lexical"] += lexical.index(max(lexical)) in right
        hits["cued"] += cued.index(max(cued)) in right
        by_level[level] += lexical.index(max(lexical)) in right
    assert hits["random"] / asked < 0.27
    assert 0.4 < hits["lexical"] / asked < 0.6, "SciGA reports 0.508 for real papers"
    assert hits["random"] + 0.1 * asked < hits["lexical"]
    assert hits["lexical"] + 0.05 * asked < hits["cued"]
    assert hits["cued"] / asked < 0.75
    assert by_level[1] + by_level[2] > 1.2 * (by_level[7] + by_level[8])


@pytest.mark.usefixtures("only_text")
def test_the_place_of_a_figure_does_not_give_it_away() -> None:
    first = asked = 0
    for number in range(400):
        entry = Papers().draw(Task("papers", "papers", 4, number, number % LEVELS + 1))
        if entry.golds:
            asked += 1
            first += ("A",) in entry.golds[0].accepted
    assert first / asked < 0.5
