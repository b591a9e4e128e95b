"""SciGA: papers with their figures come in as records and questions, and go out field by field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadTarget
from optotype.records import (
    Answer,
    Collection,
    Figure,
    Finding,
    Gold,
    GraphicalAbstract,
    Item,
    Noun,
    Option,
    Origin,
    Paper,
    Picture,
    Preference,
    Ranking,
    Respondent,
    Section,
    State,
)
from tests.formats.jsons import load, put
from tests.formats.test_every_format import contents
from tests.samples import keep_picture, png, write_png


def figure(id: str, *paths: str, **fields: Any) -> dict[str, Any]:
    return {"ID": id, "caption": f"<TAG> Fig. 1 </TAG> Of {id}", "path": list(paths), "subfigures": [], **fields}


def reused() -> dict[str, Any]:
    """A paper whose graphical abstract is a copy of its second figure."""
    return {
        "ID": "2501.00001",
        "title": "On the <MATH> n </MATH>-body problem of cats",
        "authors": ["Ада Лавлейс", "C. Babbage"],
        "published": "2025-01-01",
        "subjects": {"arXiv": ["cs.CV", "cs.CL"], "ACM": [], "MSC": ["68T45"]},
        "comment": "12 pages",
        "journal_ref": None,
        "conference": "CAT 2025",
        "DOI": ["https://doi.org/10.0000/cats"],
        "abstract": "Cats <NOTE> see [1] </NOTE> attract each other.",
        "graphical_abstract": {
            "ID": "2501.00001_GA",
            "type": "Reused",
            "path": ["ga.png"],
            "components": ["2501.00001_F2"],
            "caption": "",
        },
        "teaser": ["2501.00001_F1"],
        "sections": [
            {
                "ID": "2501.00001_S1",
                "title": "<TAG> 1 </TAG> Introduction",
                "body": "We begin.",
                "subsections": [
                    {
                        "ID": "2501.00001_S1.1",
                        "title": "Deeper",
                        "body": "And go on.",
                        "subsections": [
                            {"ID": "2501.00001_S1.1.1", "title": "", "body": "", "subsections": [], "figures": []}
                        ],
                        "figures": ["2501.00001_F2"],
                    }
                ],
                "figures": ["2501.00001_F1"],
            }
        ],
        "figures": [figure("2501.00001_F1", "f1.png"), figure("2501.00001_F2", "f2.png"), figure("2501.00001_F3")],
    }


def modified() -> dict[str, Any]:
    """A paper whose graphical abstract was built from a sub-figure and a figure, written in looser ways."""
    inner = [figure("2501.00002_F1a", "a.png", new=1), figure("2501.00002_F1b", "b.png", caption=None)]
    return {
        "ID": "hep-th/2501.00002",
        "title": "Dogs",
        "authors": [],
        "published": "",
        "subjects": {"arXiv": ["hep-th"]},
        "abstract": "Dogs do not.",
        "graphical_abstract": {
            "ID": "2501.00002_GA",
            "type": "Modified",
            "path": "figures/ga.png",
            "components": ["2501.00002_F1b", "2501.00002_F2", "2501.00002_F9"],
            "made_with": "pencil",
        },
        "teaser": [],
        "sections": {"ID": "2501.00002_S1", "title": "Whole", "body": "...", "subsections": {}, "figures": []},
        "figures": [
            figure("2501.00002_F1", subfigures=inner),
            {"ID": "2501.00002_F2", "caption": "Plain", "path": "figures/f2.png", "licence": "CC0"},
        ],
        "unknown": {"a/b": [1, 1.0, True, None]},
    }


def original() -> dict[str, Any]:
    """A paper whose graphical abstract was made anew."""
    ga = {"ID": "x_GA", "type": "Original", "path": ["ga.png"], "components": [], "caption": "Drawn by hand"}
    return {**reused(), "ID": "2501.00003", "graphical_abstract": ga, "figures": [figure("F", "f.png")]}


def without() -> dict[str, Any]:
    """A paper without a graphical abstract, without figures, with next to nothing."""
    return {"ID": 2501.4, "graphical_abstract": None, "abstract": None}


PAPERS = [reused(), modified(), original(), without()]


def test_a_paper_becomes_a_record_with_pictures_and_a_question(bench: Workbench, tmp_path: Path) -> None:
    folder = put(tmp_path / "set", "papers.json", PAPERS)
    for name, colour in (("ga.png", "red"), ("f1.png", "green"), ("f2.png", "blue")):
        write_png(folder / "2501.00001" / name, colour)
    done = bench.import_("sciga", folder)
    assert not done.faults
    assert done.new["papers"] == 4
    paper = bench.store.get(Paper, "sciga/2501.00001")
    assert paper is not None
    assert paper.fields == {"arXiv": ("cs.CV", "cs.CL"), "MSC": ("68T45",)}
    assert paper.sections[0].subsections[0].subsections[0].id == "2501.00001_S1.1.1"
    assert paper.sections[0].subsections[0].figures == ("2501.00001_F2",)
    assert paper.graphical_abstract == GraphicalAbstract(
        id="2501.00001_GA",
        kind="reused",
        pictures=("sciga/2501.00001/ga.png",),
        components=("2501.00001_F2",),
    )
    picture = bench.store.get(Picture, "sciga/2501.00001/f1.png")
    assert picture is not None
    assert picture.caption == "<TAG> Fig. 1 </TAG> Of 2501.00001_F1"
    assert picture.file is not None
    item = bench.item("sciga/2501.00001/intra_ga")
    assert item.form == Ranking(
        options=(
            Option(label="A", picture="sciga/2501.00001/f1.png"),
            Option(label="B", picture="sciga/2501.00001/f2.png"),
            Option(label="C", text="<TAG> Fig. 1 </TAG> Of 2501.00001_F3"),
        )
    )
    assert item.text == paper.abstract
    assert item.paper == item.cluster == paper.id
    assert item.tags == {"arXiv": ("cs.CV", "cs.CL"), "MSC": ("68T45",), "kind": ("intra_ga",)}


def test_gold_names_the_figures_that_the_graphical_abstract_was_made_of(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("sciga", put(tmp_path, "papers.json", PAPERS))
    golds = {gold.item: gold.accepted for gold in bench.store.each(Gold)}
    assert golds == {
        "sciga/2501.00001/intra_ga": (("B",),),
        # a sub-figure counts for its figure, and a figure that the paper does not have counts for nothing
        "sciga/hep-th/2501.00002/intra_ga": (("A",), ("B",)),
    }
    assert [item.id for item in bench.items()] == [*golds, "sciga/2501.00003/intra_ga"]


def test_export_equals_the_original_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    folder = put(tmp_path / "set", "train.json", PAPERS)
    write_png(folder / "2501.00001" / "f1.png", "green")
    write_png(folder / "hep-th+2501.00002" / "figures" / "f2.png", "gold")
    assert not bench.import_("sciga", folder).faults
    bench.export("sciga", tmp_path / "out")
    back = [*load(tmp_path / "out" / "train.json"), *load(tmp_path / "out" / "papers.json")]
    assert json.dumps(back, sort_keys=True) == json.dumps(PAPERS, sort_keys=True)
    assert (tmp_path / "out" / "2501.00001" / "f1.png").read_bytes() == png("green")
    assert (tmp_path / "out" / "hep-th+2501.00002" / "figures" / "f2.png").read_bytes() == png("gold")


def test_a_paper_may_have_a_file_of_its_own_a_line_or_a_place_in_an_array(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "set" / "cs", "2501.00001.json", reused())
    put(tmp_path / "set", "array.json", [original()])
    lines = f"{json.dumps(modified())}\r\n{json.dumps(without())}\r\n"
    (tmp_path / "set" / "lines.jsonl").write_text(lines, newline="")
    write_png(tmp_path / "set" / "cs" / "f2.png")
    assert not bench.import_("sciga", tmp_path / "set").faults
    ids = ["sciga/2501.00003", "sciga/hep-th/2501.00002", "sciga/2501.4", "sciga/2501.00001"]
    assert [paper.id for paper in bench.store.each(Paper)] == ids
    found = [picture.name for picture in bench.store.each(Picture) if picture.file is not None]
    assert found == ["f2.png"]


def test_two_papers_may_call_their_pictures_the_same(bench: Workbench, tmp_path: Path) -> None:
    for number, colour in (("1", "red"), ("2", "blue")):
        paper = {**reused(), "ID": number, "figures": [figure("F", "f.png")]}
        write_png(put(tmp_path / "set" / number, "paper.json", paper) / "f.png", colour)
    bench.import_("sciga", tmp_path / "set")
    bench.export("sciga", tmp_path / "out")
    assert (tmp_path / "out" / "1" / "f.png").read_bytes() == png("red")
    assert (tmp_path / "out" / "2" / "f.png").read_bytes() == png("blue")
    with init(tmp_path / "again") as again:
        again.import_("sciga", tmp_path / "out")
        assert contents(again) == contents(bench)


def test_a_corrected_graphical_abstract_goes_out_and_the_rest_as_it_came(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("sciga", put(tmp_path, "papers.json", [modified()]))
    (paper,) = bench.store.each(Paper)
    assert paper.graphical_abstract is not None
    corrected = paper.graphical_abstract.model_copy(update={"kind": "original"})
    with bench.store.event("test") as writer:
        writer.write(replace=[paper.model_copy(update={"graphical_abstract": corrected})])
    bench.export("sciga", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "papers.json")
    del back["optotype"]
    expected = modified()
    expected["graphical_abstract"]["type"] = "Original"
    assert back == expected


def test_a_split_takes_its_papers_along_and_no_others(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "set", "train.json", [reused()])
    bench.import_("sciga", put(tmp_path / "set", "test.json", [modified()]))
    bench.export("sciga", tmp_path / "out", split="test")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["test.json"]
    assert load(tmp_path / "out" / "test.json") == [modified()]
    with pytest.raises(BadTarget, match="nothing to write"):
        bench.export("sciga", tmp_path / "none", split="val")


def test_seven_hundred_figures_are_ranked(bench: Workbench, tmp_path: Path) -> None:
    paper = {**reused(), "figures": [figure(f"F{number}", f"{number}.png") for number in range(700)]}
    assert not bench.import_("sciga", put(tmp_path, "papers.json", [paper])).faults
    (item,) = bench.items()
    assert len(item.options) == 700
    assert item.options[-1].label == "ZX"
    bench.export("sciga", tmp_path / "out")
    assert load(tmp_path / "out" / "papers.json") == [paper]


def nest(levels: int, name: str) -> dict[str, Any]:
    node: dict[str, Any] = {"ID": f"{levels}"}
    for level in range(levels - 1):
        node = {"ID": f"{level}", name: [node]}
    return node


def test_a_bad_paper_is_told_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    bad: list[Any] = [
        {**reused(), "figures": [figure("F", "a.png"), figure("G", subfigures=[figure("F", "b.png")])]},
        {**reused(), "sections": [nest(51, "subsections")]},
        {**reused(), "figures": [nest(51, "subfigures")]},
        {**reused(), "sections": [nest(400, "subsections")]},
        {**reused(), "figures": ["F1"]},
        {**reused(), "sections": "all"},
        {"title": "no id"},
        {**reused(), "ID": ["x"]},
        [],
        reused(),
        reused(),
    ]
    done = bench.import_("sciga", put(tmp_path, "papers.json", bad))
    told = [fault.message for fault in done.faults]
    assert sorted(fault.place for fault in done.faults) == sorted(
        f"papers.json, element {number}" for number in (*range(1, 10), 11)
    )
    for expected in (
        "two figures have the id 'F'",
        "sections are nested more than 50 levels deep",
        "figures are nested more than 50 levels deep",
        "nested more than 120 levels deep",
        'figures are ["F1"], but a list of objects was expected',
        'sections are "all"',
        "no field 'ID'",
        "a text was expected",
        "an object with fields was expected",
        "stands twice",
    ):
        assert any(expected in message for message in told), expected
    assert [paper.id for paper in bench.store.each(Paper)] == ["sciga/2501.00001"]


def test_fifty_levels_of_sections_are_kept(bench: Workbench, tmp_path: Path) -> None:
    paper = {**reused(), "sections": [nest(50, "subsections")]}
    assert not bench.import_("sciga", put(tmp_path, "papers.json", [paper])).faults
    bench.export("sciga", tmp_path / "out")
    assert load(tmp_path / "out" / "papers.json") == [paper]


@pytest.mark.parametrize("id", ["../../x", ".rows-0", "papers.json", "/etc", "a" * 300, "x\u0000y", "..", "ж" * 200])
def test_an_id_cannot_lead_pictures_elsewhere(id: str, bench: Workbench, tmp_path: Path) -> None:
    paper = {**reused(), "ID": id, "figures": [figure("F", "f.png"), figure("G", "../../../secret.png")]}
    folder = put(tmp_path / "set", "papers.json", [paper])
    write_png(folder / "f.png", "blue")
    write_png(tmp_path / "secret.png")
    done = bench.import_("sciga", folder / "papers.json")
    assert not done.faults
    assert {finding.rule for finding in bench.store.each(Finding)} == {"picture_bad", "picture_missing"}
    bench.export("sciga", tmp_path / "out" / "deep" / "er")
    assert load(tmp_path / "out" / "deep" / "er" / "papers.json") == [paper]
    (picture,) = (tmp_path / "out").rglob("*.png")
    assert picture.read_bytes() == png("blue")
    assert (tmp_path / "out" / "deep" / "er") in picture.parents
    with init(tmp_path / "again") as again:
        again.import_("sciga", tmp_path / "out" / "deep" / "er" / "papers.json")
        assert [picture.name for picture in again.store.each(Picture) if picture.file] == ["f.png"]


# --- papers found in repositories


def found() -> dict[str, Any]:
    return {
        "repo": "ada/engine",
        "tex": "paper/main.tex",
        "title": "The engine",
        "abstract": "It \\emph{weaves}.\nAlgebraically.",
        "GA": ["paper/ga.png"],
        "figures": [
            {"paths": ["paper/figs/a.png", "b.pdf"], "caption": "Leaves\nand flowers"},
            {"paths": [], "caption": ""},
        ],
        "licence_file": ["LICENSE"],
    }


def test_papers_of_repositories_come_in_and_go_out_in_their_own_shape(bench: Workbench, tmp_path: Path) -> None:
    folder = put(tmp_path / "set", "papers.json", [found(), reused()])
    write_png(folder / "ada+engine" / "paper__ga.png", "red")
    write_png(folder / "ada+engine" / "paper__figs__a.png", "blue")
    (folder / "ada+engine" / "b.pdf").write_bytes(b"%PDF-1.5 and so on")
    assert not bench.import_("sciga", folder).faults
    paper = bench.store.get(Paper, "sciga/ada/engine")
    assert paper is not None
    assert [figure.id for figure in paper.figures] == ["ada/engine_F1", "ada/engine_F2"]
    assert bench.item("sciga/ada/engine/intra_ga").options == (
        Option(label="A", picture="sciga/ada/engine/paper/figs/a.png"),
        Option(label="B", text=""),
    )
    bad = [finding for finding in bench.store.each(Finding) if finding.rule == "picture_bad"]
    assert [finding.about for finding in bad] == ["sciga/ada/engine/b.pdf"]
    assert "not a picture" in bad[0].message
    bench.export("sciga", tmp_path / "out")
    assert load(tmp_path / "out" / "papers.json") == [found(), reused()]
    assert (tmp_path / "out" / "ada+engine" / "paper__figs__a.png").read_bytes() == png("blue")


def test_real_papers_come_back_field_by_field(shared: Callable[[str], Path], bench: Workbench, tmp_path: Path) -> None:
    file = shared("graphical_abstracts/papers.json")
    done = bench.import_("sciga", file)
    assert not done.faults
    assert done.new["papers"] == done.items == 2
    bench.export("sciga", tmp_path / "out")
    assert load(tmp_path / "out" / "papers.json") == load(file)
    pictures = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*g")}
    originals = {path.relative_to(file.parent).as_posix() for path in file.parent.rglob("*.*g")}
    assert {name for name in pictures if not name.endswith(".pdf.png")} == originals
    drawings = {path.relative_to(file.parent).as_posix() for path in file.parent.rglob("*.pdf")}
    assert {name.removesuffix(".png") for name in pictures - originals} == drawings
    assert not done.pictures_missing


# --- the laws of every format, for one whose unit is a paper


def fill_with_papers(bench: Workbench) -> list[Noun]:
    """Papers that were not imported, with questions that SciGA does not know, and answers to them."""
    ga, wide, left, right = (
        keep_picture(bench, f"figs/{name} ✏️.png", colour, caption=f'"{name}", <TAG>; \ttab')
        for name, colour in (("ga", "red"), ("широкая", "green"), ("left", "blue"), ("right", "gold"))
    )
    figures = (
        Figure(id="F1", caption="Wide", pictures=(wide.id,)),
        Figure(
            id="F2",
            subfigures=(Figure(id="F2a", pictures=(left.id,)), Figure(id="F2b", caption="R", pictures=(right.id,))),
        ),
    )
    full = Paper(
        id="mixed/p1",
        collection="mixed",
        title="Одна\nстатья",
        authors=("A", "Б"),
        abstract="An abstract.",
        fields={"arXiv": ("cs.CV",), "own": ("x",)},
        sections=(Section(id="S1", title="<TAG> 1 </TAG>", subsections=(Section(id="S1.1", figures=("F1",)),)),),
        figures=figures,
        graphical_abstract=GraphicalAbstract(
            id="GA", kind="modified", pictures=(ga.id,), components=("F2b",), caption="Мы"
        ),
        teaser=("F1",),
        extra={"latexml": {"version": "0.8"}},
    )
    bare = Paper(id="mixed/p2", collection="mixed", graphical_abstract=GraphicalAbstract(id="only"))
    plain = full.model_copy(update={"id": "mixed/p3", "graphical_abstract": None, "extra": {}})
    drawn = Origin(kind="drawn", by="test")
    pictured = (Option(label="A", picture=wide.id), Option(label="B", picture=left.id))

    def item(name: str, paper: Paper, **fields: Any) -> Item:
        given: dict[str, Any] = {
            "id": f"mixed/{name}",
            "collection": "mixed",
            "origin": drawn,
            "cluster": paper.id,
            "paper": paper.id,
            "split": "train",
        }
        return Item.model_validate(given | fields)

    items = [
        item("rank", full, form=Ranking(options=pictured), tags={"kind": ("intra_ga",)}),
        item("pair", full, form=Preference(options=pictured, factors=("layout",)), text=full.abstract),
        item("p3/intra_ga", plain, form=Ranking(options=pictured), excluded="too few figures"),
    ]
    records: list[Noun] = [
        Collection(id="mixed", format="draw"),
        *(ga, wide, left, right),
        *(full, bare, plain),
        *items,
        Gold(item="mixed/rank", accepted=(("B",), ("A",)), rule="imported"),
        Respondent(id="expert-1", kind="person"),
        Answer(id="r1", item="mixed/pair", respondent="expert-1", state=State.GIVEN, value=("B",), shown=("B", "A")),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)
    return records


def test_what_is_exported_and_imported_again_is_the_same(bench: Workbench, tmp_path: Path) -> None:
    fill_with_papers(bench)
    bench.export("sciga", tmp_path / "out")
    with init(tmp_path / "again") as again:
        assert not again.import_("sciga", tmp_path / "out", name="mixed").faults
        before = contents(bench)
        assert before.pop("Item mixed/p3/intra_ga")
        assert contents(again) == before


def test_importing_an_export_twice_adds_nothing(bench: Workbench, tmp_path: Path) -> None:
    fill_with_papers(bench)
    bench.export("sciga", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("sciga", tmp_path / "out", name="mixed")
        before = contents(again)
        done = again.import_("sciga", tmp_path / "out", name="mixed")
        assert not any(done.new.values())
        assert not done.changed
        assert contents(again) == before
