"""Metrics of graphs on captions: a parser makes the graphs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from optotype import Workbench, parsing
from optotype.errors import OptotypeError
from optotype.evaluate import evaluate
from optotype.metrics import GraphMetric, build, signed
from optotype.metrics.set_match import SetMatch
from optotype.metrics.soft_spice import SoftSpice
from optotype.metrics.spice import Spice
from optotype.parsers import DEFAULT, Parser, named
from optotype.parsing import Reader
from optotype.records import Gold, Item, Score, State
from optotype.scenegraph.graph import SceneGraph
from tests.metrics.cases import GRAPH, TEXT, case, item

GRAPHS = {
    "a dog": "( dog )",
    "A red dog .": "( dog , is , red )",
    "A dog that is red .": "( dog , is , red )",
    "a bus": "( bus )",
    "Two men watch men .": "( men:1 , v:watch , men:2 ) , ( men:1 , is , 2 )",
}
KINDS: list[type[GraphMetric]] = [SetMatch, Spice, SoftSpice]


@dataclass(frozen=True)
class Known(Parser):
    """Knows some captions, and remembers what it was asked."""

    seen: list[list[str]] = field(default_factory=list[list[str]])

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        self.seen.append([*captions])
        return [SceneGraph.parse(GRAPHS.get(caption, "")) for caption in captions]


@pytest.fixture
def known(tmp_path: Path) -> str:
    """A parser that knows all the captions: the nearest one is the caption itself."""
    path = tmp_path / "known.csv"
    path.write_text("caption,scene_graph\n" + "".join(f'{caption},"{graph}"\n' for caption, graph in GRAPHS.items()))
    return f"nearest/{path}"


@pytest.mark.parametrize("kind", KINDS)
def test_captions_are_judged_as_their_graphs_are(kind: type[GraphMetric], known: str) -> None:
    said, right = "A red dog .", ["a dog", "A dog that is red .", "a bus"]
    captions = kind(parser=known).mark(case(TEXT, [*right], said))
    assert captions == kind().mark(case(GRAPH, [GRAPHS[one] for one in right], GRAPHS[said]))
    assert captions.value


@pytest.mark.parametrize("kind", KINDS)
def test_indices_and_voices_are_no_part_of_what_is_compared(kind: type[GraphMetric], known: str) -> None:
    mark = kind(parser=known).mark(case(TEXT, "Two men watch men .", "Two men watch men ."))
    assert mark.value == pytest.approx(1)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_answer_is_settled_as_everywhere(kind: type[GraphMetric], known: str) -> None:
    asked = [case(TEXT, "a dog", state) for state in (State.FAILED, State.REFUSED, State.UNANSWERABLE)]
    failed, *others = kind(parser=known).marks([*asked, case(TEXT, None, "a dog")])
    assert failed.value is None
    assert [mark.value for mark in others] == [0, 0, 0]


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_parser_graphs_alone_are_judged(kind: type[GraphMetric], known: str) -> None:
    plain, parsing = kind(), kind(parser=known)
    assert plain.fits(item(GRAPH))
    assert not plain.fits(item(TEXT))
    assert plain.forms == {"graph"}
    assert parsing.fits(item(GRAPH))
    assert parsing.fits(item(TEXT))


def test_the_signature_names_the_parser_where_there_is_one(known: str) -> None:
    assert Spice().signature == "spice(synonyms=True,lemmas=False)/1"
    assert Spice(parser="rules").signature == f"spice(synonyms=True,lemmas=False,parser={named('rules').called})/1"
    assert Spice(parser="rules:model=en_core_web_lg").signature.endswith("parser=rules(model=en_core_web_lg)@1)/1")
    told = SetMatch(parser=known).signature
    assert told.startswith("set_match(parser=nearest/known.csv@")
    assert Path(known).parent.name not in told


def test_a_signature_is_known_again_wherever_the_parser_is(known: str) -> None:
    for metric in (SoftSpice(two_way=True), SoftSpice(parser="rules"), SetMatch(parser=known)):
        again = signed(metric.signature)
        assert again.signature == metric.signature
        assert again.title == metric.title


def test_a_metric_is_suited_to_what_there_is_to_judge() -> None:
    def only(*forms: str) -> SoftSpice:
        suited = SoftSpice(two_way=True).suited(lambda form: form in forms)
        assert isinstance(suited, SoftSpice)
        assert suited.two_way
        return suited

    assert only("graph").parser is None
    assert only("graph", "short_text").parser is None, "who has graphs means graphs"
    assert only("choice").parser is None
    assert only("short_text").parser == DEFAULT
    assert Spice().suited(lambda form: form == "short_text", "nearest/x") == Spice(parser="nearest/x")
    assert Spice(parser="rules").suited(lambda form: form == "short_text", "nearest/x") == Spice(parser="rules")


def test_each_caption_is_parsed_once_and_all_of_them_together(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(Known())

    def shared(_spec: str) -> Reader:
        return reader

    monkeypatch.setattr("optotype.metrics.shared", shared)
    cases = [case(TEXT, ["a dog", "A dog that is red ."], said) for said in ("A red dog .", "a bus", "a dog")] * 20
    for kind in KINDS:
        kind(parser="anybody").marks(cases)
    assert isinstance(reader.parser, Known)
    assert reader.parser.seen == [["A red dog .", "a dog", "A dog that is red .", "a bus"]]


def test_a_novel_is_read_to_some_letter() -> None:
    reader = Reader(Known())
    reader.graphs(["word " * 100_000])
    assert isinstance(reader.parser, Known)
    assert [len(text) for texts in reader.parser.seen for text in texts] == [parsing.LONGEST]


def test_a_parser_that_is_not_there_is_told_before_anybody_is_asked(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match=r"no parser called 'rulez'\. Did you mean 'rules'"):
        build("spice:parser=rulez").prepare(bench)
    with pytest.raises(OptotypeError, match="no such file"):
        build("spice:parser=nearest/nowhere.csv").prepare(bench)
    Spice().prepare(bench)


def caption(number: int) -> Item:
    return item(TEXT, id=f"set/{number}", cluster=f"set/{number}")


def test_a_run_on_captions_is_judged_with_the_parser_of_the_package(bench: Workbench, tmp_path: Path) -> None:
    with bench.store.event("test") as event:
        event.put(*(caption(number) for number in range(3)))
        event.put(*(Gold(item=caption(number).id, accepted=("a red dog",), rule="imported") for number in range(3)))
    said = ["a red dog", "a dog that is red", "a bus"]
    rows = [json.dumps({"id": caption(number).id, "answer": text}) for number, text in enumerate(said)]
    (tmp_path / "said.jsonl").write_text("\n".join(rows))
    evaluate(bench, f"file/{tmp_path}/said.jsonl", metric=["set_match", "spice"])
    scores = {(one.metric, one.item): one for one in bench.store.each(Score)}
    assert {one.signature for one in scores.values()} == {
        f"set_match(parser={named(DEFAULT).called})/1",
        f"spice(synonyms=True,lemmas=False,parser={named(DEFAULT).called})/1",
    }
    assert [scores["spice", caption(number).id].value for number in range(3)] == [1, 1, 0]
