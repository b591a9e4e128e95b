from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import BadSource, OptotypeError
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Figure,
    Gold,
    Graph,
    GraphicalAbstract,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Paper,
    Picture,
    Respondent,
    ShortText,
    State,
    YesNo,
    labels,
)
from optotype.stats.graphs import graph_file_stats, graph_stats
from tests.samples import fill


def put(bench: Workbench, *records: Noun) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw"), *records])


def item(name: str, **fields: object) -> Item:
    given: dict[str, object] = {"id": f"x/{name}", "collection": "x", "form": ShortText(), "cluster": name}
    return Item.model_validate({"origin": Origin(kind="written", by="test"), **given, **fields})


def gold(name: str, value: object) -> Gold:
    return Gold.model_validate({"item": f"x/{name}", "accepted": (value,), "rule": "imported"})


def texts(count: int) -> Choice:
    return Choice(options=tuple(Option(label=label, text=f"text {label}") for label in labels(count)))


def test_choices_of_pictures_and_of_texts_are_told_apart(bench: Workbench) -> None:
    pictured = Choice(options=(Option(label="A", picture="x/a"), Option(label="B", picture="x/b")))
    both = Choice(options=(Option(label="A", picture="x/a"), Option(label="B", text="none of them")))
    put(bench, item("1", form=pictured), item("2", form=texts(3)), item("3", form=both), item("4"))
    assert bench.stats().forms == {
        "choice of pictures": 1,
        "choice of pictures and texts": 1,
        "choice of texts": 1,
        "short text": 1,
    }


def test_options_are_counted_per_item(bench: Workbench) -> None:
    put(bench, item("1", form=texts(7)), item("2", form=texts(2)), item("3", form=texts(2)), item("4"))
    assert bench.stats().options == {2: 2, 7: 1}


def test_lengths_are_counted_in_words(bench: Workbench) -> None:
    questions = ["How many?", "Which is red?", "Which is blue?", "Which of these shapes is not a circle?"]
    put(bench, *(item(str(n), question=question) for n, question in enumerate(questions)), item("none"))
    words = bench.stats().question_words
    assert words.histogram == {2: 1, 3: 2, 8: 1}
    assert (words.count, words.mean, words.median, words.min, words.max) == (4, 4.0, 3.0, 2, 8)


def test_an_item_counts_in_each_of_its_skills(bench: Workbench) -> None:
    put(
        bench,
        item("1", tags={"skill": ("counting", "geometry")}),
        item("2", tags={"skill": ("counting",)}),
        item("3"),
    )
    stats = bench.stats()
    assert stats.skills == {"counting": 2, "geometry": 1}
    assert stats.skills_per_item.histogram == {1: 1, 2: 1}
    assert stats.skills_per_item.mean == 1.5


def test_kinds_are_counted_in_each_split_in_the_order_of_their_use(bench: Workbench) -> None:
    splits = ["test", "train", "train", "val", None]
    put(bench, *(item(str(n), split=split, tags={"kind": ("a",)}) for n, split in enumerate(splits)))
    stats = bench.stats()
    assert list(stats.splits.items()) == [("train", 2), ("val", 1), ("test", 1), ("unsplit", 1)]
    assert stats.kinds_by_split == {"a": {"train": 2, "val": 1, "test": 1, "unsplit": 1}}
    assert stats.kinds == {"a": 5}


def test_what_is_right_is_counted_by_place_and_by_what_it_says(bench: Workbench) -> None:
    put(
        bench,
        item("1", form=texts(3)),
        gold("1", ("C",)),
        item("2", form=Choice(options=texts(4).options, several=True)),
        gold("2", ("A", "C")),
        item("3", form=YesNo()),
        gold("3", True),
        item("4"),
        gold("4", "7"),
        item("5"),
        gold("5", "7"),
        item("6"),
        Gold(item="x/6", unanswerable=True, rule="imported"),
        item("7"),
    )
    figures = bench.stats().gold
    assert figures.items == 6
    assert figures.positions == {1: 1, 3: 2}
    assert figures.right_options == {1: 1, 2: 1}
    assert figures.yes_no == {"yes": 1}
    assert figures.unanswerable == 1
    assert (figures.texts, figures.distinct, figures.frequent) == (2, 1, {"7": 2})


def test_graphs_are_counted_as_in_the_second_table_of_factual(bench: Workbench) -> None:
    put(
        bench,
        item("1", form=Graph(), text="two men hold a red umbrella"),
        gold("1", "( men , hold , umbrella ) , ( umbrella , is , red ) , ( men , is , 2 )"),
        item("2", form=Graph(), text="a pole"),
        gold("2", "( pole )"),
        item("3", form=Graph(), text="nonsense"),
        gold("3", "( pole"),
    )
    graphs = bench.stats().graphs
    assert (graphs.captions, graphs.unread) == (2, 1)
    assert graphs.facts_per_caption.histogram == {1: 1, 3: 1}
    assert (graphs.objects.labels, graphs.objects.occurrences) == (3, 5)
    assert graphs.objects.occurrences_per_caption == 2.5
    assert graphs.objects.labels_per_caption == 1.5
    assert graphs.predicates.frequent == {"is": 2, "hold": 1}
    assert graphs.attributes.frequent == {"red": 1}
    assert graphs.quantifiers.frequent == {"2": 1}
    assert graphs.facts.labels == 4


def test_marks_of_the_other_notations_are_not_part_of_a_label(bench: Workbench) -> None:
    put(
        bench,
        item("1", form=Graph(notation="factual_ids"), text="people stand near people"),
        gold("1", "( people:1 , v:stand near , people ) , ( cup , pv:fill with , water )"),
        item("2", form=Graph(notation="factual_mr"), text="a pair of boys ride two boards"),
        gold("2", "( 1pr , boys , ride , on , 2 , boards ) , ( 2 , plants )"),
    )
    graphs = bench.stats().graphs
    assert set(graphs.objects.frequent) == {"people", "cup", "water", "boys", "boards", "plants"}
    assert set(graphs.predicates.frequent) == {"stand near", "fill with", "ride on"}
    assert graphs.quantifiers.frequent == {"2": 2, "1": 1}


def test_predicates_are_taken_apart_in_every_notation() -> None:
    rows = [
        ("a man on a red bench", "( man , sit on , bench ) , ( bench , is , red )"),
        ("a man on a bench", "( man , v:sit on , bench )"),
        ("", "( man , sit , on , bench )"),
        ("men in suits", "( men , in , suits ) , ( men , wear , suits ) , ( men , wear , hats )"),
    ]
    found = graph_stats(rows)
    assert found.verbs.frequent == {"sit": 3, "wear": 2}
    assert found.prepositions.frequent == {"on": 3, "in": 1}
    assert found.relations.frequent == {"sit on": 3, "wear": 2, "in": 1}
    assert (found.predicates.labels, found.predicates.occurrences) == (4, 7)
    assert (found.verbs.occurrences_per_label, found.verbs.labels_per_caption) == (2.5, 1.0)
    assert found.relations.labels_per_caption == 1.25
    assert found.caption_words.histogram == {3: 1, 5: 1, 6: 1}


def test_nothing_has_no_shares() -> None:
    found = graph_stats([("a dog", "( dog")])
    assert (found.captions, found.unread, found.verbs.occurrences_per_label, found.caption_words.count) == (
        0,
        1,
        None,
        0,
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("graphs.jsonl", '{"caption": "a red dog", "graph": "( dog , is , red )"}\n{"graph": "( dog"}\n'),
        ("graphs.csv", 'caption,scene_graph\na red dog,"( dog , is , red )"\n,"( dog"\n'),
        ("graphs.tsv", "caption\tscene_graph\na red dog\t( dog , is , red )\n\t( dog\n"),
    ],
)
def test_files_of_graphs_are_counted_without_a_bench(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    found = graph_file_stats(tmp_path / name)
    assert (found.captions, found.unread, found.attributes.frequent) == (1, 1, {"red": 1})
    assert found.caption_words.mean == 3


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.csv", None, "there is no such file"),
        ("graphs.csv", "caption\na\n", "no column scene_graph"),
        ("graphs.csv", "scene_graph\na,b\n", "2 fields, but the header has 1"),
        ("graphs.jsonl", "[]\n", r"line 1: .*was expected"),
        ("graphs.jsonl", '{"graph": 3}\n', r"line 1: .*was expected"),
        ("graphs.jsonl", "{\n", "not JSON"),
    ],
)
def test_a_file_that_cannot_be_counted_says_why(tmp_path: Path, name: str, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadSource, match=said):
        graph_file_stats(tmp_path / name)


def test_the_second_table_of_factual_is_that_of_its_data(shared: Callable[[str], Path]) -> None:
    """38,861 of the 40,369 captions are here: figures per caption are the published ones, to a hundredth."""
    rows: list[tuple[str, str]] = []
    for name in ("train", "dev"):
        with shared(f"factual/random_with_ids/{name}.csv").open(encoding="utf-8", newline="") as stream:
            rows += ((row["caption"], row["scene_graph"]) for row in csv.DictReader(stream))
    found = graph_stats(rows)
    assert (found.captions, found.unread) == (38_861, 0)
    published = {
        "objects": (2.12, 2.89),
        "verbs": (0.60, 0.63),
        "prepositions": (0.78, 0.80),
        "attributes": (0.56, 0.57),
        "quantifiers": (0.05, 0.06),
        "facts": (1.77, 1.76),
    }
    for name, (different, occurrences) in published.items():
        part = getattr(found, name)
        assert part.labels_per_caption == pytest.approx(different, abs=0.0101), name
        assert part.occurrences_per_caption == pytest.approx(occurrences, abs=0.0051), name
    # the table counts `is` among the occurrences of predicates, and not among their labels per caption
    assert found.relations.labels_per_caption == pytest.approx(1.09, abs=0.005)
    assert found.predicates.occurrences_per_caption == pytest.approx(1.75, abs=0.005)


def test_ratings_are_those_of_people_and_not_of_evaluated_models(bench: Workbench) -> None:
    def rating(id: str, value: float, run: str | None = None) -> Answer:
        return Answer(id=id, item="x/1", respondent="r", run=run, state=State.GIVEN, value=value)

    put(bench, item("1", form=Number(low=1, high=4)), Respondent(id="r", kind="person"))
    put(bench, rating("a", 1.0), rating("b", 4.0), rating("c", 4.0), rating("d", 2.0, run="model"))
    ratings = bench.stats().ratings
    assert (ratings.items, ratings.count) == (1, 3)
    assert ratings.values.histogram == {1.0: 1, 4.0: 2}


def test_pictures_are_counted_with_and_without_files(bench: Workbench) -> None:
    def picture(name: str, **fields: object) -> Picture:
        return Picture.model_validate({"id": f"x/{name}", "collection": "x", "name": name, **fields})

    known = {"file": "ab" * 32, "media_type": "image/png", "width": 20, "height": 10, "size": 100}
    put(bench, picture("1", **known), picture("2", **known), picture("3"))
    pictures = bench.stats().pictures
    assert (pictures.count, pictures.files, pictures.missing, pictures.bytes) == (3, 1, 1, 200)
    assert pictures.width.max == 20


def test_papers_are_counted_with_their_figures(bench: Workbench) -> None:
    inner = Figure(id="2a", caption="one two three")
    put(
        bench,
        Paper(
            id="x/p",
            collection="x",
            title="A title",
            figures=(Figure(id="1"), Figure(id="2", subfigures=(inner,))),
            fields={"arxiv": ("cs.CV", "cs.CL")},
            graphical_abstract=GraphicalAbstract(id="g", kind="reused"),
        ),
    )
    papers = bench.stats().papers
    assert (papers.count, papers.figures, papers.subfigures) == (1, 2, 1)
    assert papers.graphical_abstracts == {"reused": 1}
    assert papers.caption_words.mean == 3
    assert papers.fields == {"arxiv": {"cs.CL": 1, "cs.CV": 1}}


def test_items_that_are_left_out_are_counted_apart(bench: Workbench) -> None:
    put(bench, item("1"), item("2", excluded="blurred"))
    stats = bench.stats()
    assert (stats.items, stats.excluded) == (1, 1)


def test_figures_are_told_apart_by_any_tag(bench: Workbench) -> None:
    put(
        bench,
        item("1", question="a b", tags={"skill": ("counting", "time")}),
        item("2", question="a b c d", tags={"skill": ("time",)}),
        item("3"),
    )
    parts = bench.stats(by="skill").by
    assert {value: figures.items for value, figures in parts.items()} == {"counting": 1, "time": 2, "without": 1}
    assert parts["time"].question_words.mean == 3


@pytest.mark.parametrize("by", ["split", "form", "collection"])
def test_figures_are_told_apart_by_what_is_no_tag(bench: Workbench, by: str) -> None:
    fill(bench)
    assert sum(figures.items for figures in bench.stats(by=by).by.values()) == 11


def test_an_unknown_tag_is_told(bench: Workbench) -> None:
    put(bench, item("1", tags={"skill": ("time",)}))
    with pytest.raises(OptotypeError, match=r"no tag called 'skil'. Did you mean 'skill'"):
        bench.stats(by="skil")


def test_an_unknown_collection_is_told(bench: Workbench) -> None:
    put(bench, item("1"))
    with pytest.raises(OptotypeError, match="no collection called 'y'"):
        bench.stats(collection="y")


def test_chosen_items_bring_their_own_pictures_only(bench: Workbench) -> None:
    put(
        bench,
        *(Picture(id=f"x/{name}", collection="x", name=name) for name in ("a", "b")),
        item("1", pictures=("x/a",), split="test"),
        item("2", pictures=("x/b",), split="train"),
    )
    assert bench.stats(split="test").pictures.count == 1
    assert bench.stats().pictures.count == 2


def test_an_empty_bench_has_figures_too(bench: Workbench) -> None:
    stats = bench.stats()
    assert stats.items == 0
    assert stats.question_words.mean is None


def test_the_figures_do_not_depend_on_the_store(stored_bench: Workbench) -> None:
    fill(stored_bench)
    stats = stored_bench.stats(by="split")
    assert stats.items == 11
    assert stats.forms["choice of texts"] == 2
    assert set(stats.by) == {"test", "train", "unsplit", "val"}


def test_iconqa_has_its_three_subtasks(bench: Workbench, shared: Callable[[str], Path]) -> None:
    bench.import_("iconqa", shared("iconqa/examples"))
    stats = bench.stats()
    assert stats.items == 75
    assert stats.kinds == {"choose_img": 25, "choose_txt": 25, "fill_in_blank": 25}
    assert stats.forms == {"choice of pictures": 25, "choice of texts": 25, "short text": 25}
    assert set(stats.options) == {2, 3, 4, 5}
    assert stats.pictures.missing == 0


def test_scivqa_has_its_seven_kinds(bench: Workbench, shared: Callable[[str], Path]) -> None:
    bench.import_("scivqa", shared("scivqa/validation.json"))
    stats = bench.stats()
    assert stats.items == 1680
    assert list(stats.kinds.values()) == [240] * 7
    assert stats.gold.unanswerable == 240


def test_factual_comes_near_the_figures_of_its_paper(bench: Workbench, shared: Callable[[str], Path]) -> None:
    bench.import_("factual", shared("factual/random") / "dev.csv")
    graphs = bench.stats().graphs
    assert (graphs.captions, graphs.unread) == (1000, 0)
    assert graphs.objects.occurrences_per_caption == pytest.approx(2.89, abs=0.1)
    assert graphs.facts.occurrences_per_caption == pytest.approx(1.76, abs=0.1)
    assert graphs.attributes.occurrences_per_caption == pytest.approx(0.57, abs=0.06)
