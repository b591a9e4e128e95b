"""Captions against foils, on pairs worked by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from optotype.captions.foiling import Foiled, foil, left_out_lines
from optotype.captions.foils import read
from optotype.errors import BadSource, OptotypeError

GRAPHS = {
    "a dog runs on the beach": "( dog , run on , beach )",
    "a cat runs on the beach": "( cat , run on , beach )",
    "a running dog": "( dog )",
    "a beach": "( beach )",
    "a man rides": "( man )",
    "a woman rides": "( woman )",
    "somebody rides": "( somebody )",
    "a woman on a horse": "( woman , on , horse )",
}

DOG = ("1", "a dog runs on the beach", "a cat runs on the beach", ["a running dog", "a beach"])
"""SPICE: 2 * 1 / (3 + 1) = 1/2 against nothing with the first reference; 4/5 against 2/5 with both."""
MAN = ("2", "a man rides", "a woman rides", ["somebody rides"])
"""Neither thing is in the reference: a tie at nothing."""
WRONG = ("2", "a man rides", "a woman rides", ["a woman on a horse"])
"""The foil is what the reference says: the true caption loses."""
PAIRS = (DOG, MAN, WRONG)


def rows(path: Path, pairs: Sequence[tuple[str, str, str, list[str]]] = PAIRS, **more: str) -> Path:
    keys = ("picture", "caption", "foil", "references")
    lines = (json.dumps(dict(zip(keys, pair, strict=True)) | more) for pair in pairs)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def parser(tmp_path: Path) -> str:
    """One that knows all the captions: the nearest one is the caption itself."""
    path = tmp_path / "graphs.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("caption", "scene_graph"))
        writer.writerows(GRAPHS.items())
    return f"nearest/{path}"


def test_wins_ties_and_losses_are_counted_apart(tmp_path: Path, parser: str) -> None:
    found = foil(rows(tmp_path / "pairs.jsonl"), ["spice"], parser=parser)
    (won,) = found.won
    assert (won.pairs, won.pictures, won.higher, won.tied, won.lower) == (3, 2, 1, 1, 1)
    assert won.share.value == pytest.approx(1 / 3)
    assert won.ties_as_half.value == pytest.approx(1 / 2)
    assert (won.share.count, won.share.clusters) == (3, 2)
    assert 0 < won.share.low < won.share.value < won.share.high < 1
    assert (won.compared, won.references, won.fewer, won.unscored) == ("graphs", None, 0, 0)
    assert found.parsed == len({text for _, *texts, more in PAIRS for text in (*texts, *more)})


def test_an_interval_knows_that_pairs_of_a_picture_belong_together(tmp_path: Path) -> None:
    same = [("1", "a dog", "a cat", ["the dog"])] * 40 + [("2", "a dog", "a cat", ["the cat"])] * 40
    apart = [(str(place), caption, wrong, references) for place, (_, caption, wrong, references) in enumerate(same)]
    together = foil(rows(tmp_path / "together.jsonl", same), ["rouge1"]).won[0].share
    alone = foil(rows(tmp_path / "alone.jsonl", apart), ["rouge1"]).won[0].share
    assert together.value == alone.value == 0.5
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_the_first_references_are_used_and_pairs_with_fewer_are_counted(tmp_path: Path, parser: str) -> None:
    found = foil(rows(tmp_path / "pairs.jsonl"), ["spice"], references=[1, 2], parser=parser)
    assert [(one.references, one.pairs, one.higher, one.fewer) for one in found.won] == [(1, 3, 1, 0), (2, 1, 1, 2)]
    assert left_out_lines(found) == ["2 pairs with fewer than 2 references"]
    assert [grid.title for grid in found.grids()] == [
        "3 pairs of a caption and a foil, 2 pictures, 1 reference",
        "1 pair of a caption and a foil, 1 picture, 2 references",
    ]


def test_a_metric_of_texts_needs_no_parser(tmp_path: Path) -> None:
    pairs = [("1", "a dog", "a cat", ["the dog"]), ("2", "a dog", "a cat", ["the cow"])]
    found = foil(rows(tmp_path / "pairs.jsonl", pairs), ["rouge1"], parser="nearest/nowhere.csv")
    assert (found.parser, found.parsed, found.won[0].compared) == (None, 0, "captions")
    assert (found.won[0].higher, found.won[0].tied, found.won[0].lower) == (1, 1, 0)


def test_the_caption_itself_is_no_reference(tmp_path: Path, parser: str) -> None:
    pair = (*DOG[:3], ["A dog  runs on the beach", "a running dog", "a running dog"])
    path = rows(tmp_path / "pairs.jsonl", [pair])
    assert read(path).pairs[0].references == ("a running dog",)
    assert left_out_lines(foil(path, ["spice"], parser=parser)) == ["1 reference equal to the true caption"]


def test_pairs_without_a_reference_are_counted(tmp_path: Path, parser: str) -> None:
    found = foil(rows(tmp_path / "pairs.jsonl", [DOG, (*MAN[:3], [" "])]), ["spice"], parser=parser)
    assert found.won[0].pairs == 1
    assert left_out_lines(found) == ["1 pair of pictures without another caption"]


def test_the_usual_metrics_are_those_of_graphs(tmp_path: Path, parser: str) -> None:
    found = foil(rows(tmp_path / "pairs.jsonl", [DOG]), parser=parser)
    assert [(one.metric, one.higher) for one in found.won] == [("set_match", 0), ("spice", 1), ("soft_spice", 1)]


def test_metrics_of_one_title_are_told_apart_in_tables(tmp_path: Path, parser: str) -> None:
    found = foil(rows(tmp_path / "pairs.jsonl"), ["spice", "spice:synonyms=false"], parser=parser)
    assert {row[0] for row in found.grids()[0].rows} == {"SPICE synonyms=True", "SPICE synonyms=False"}


def test_a_table_may_hold_one_reference_or_a_list(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("picture", "caption", "foil", "references"))
        writer.writerow((*DOG[:3], json.dumps(DOG[3])))
        writer.writerow((*MAN[:3], MAN[3][0]))
    assert [pair.references for pair in read(path).pairs] == [tuple(DOG[3]), tuple(MAN[3])]
    tabs = tmp_path / "pairs.tsv"
    tabs.write_text("picture\tcaption\tfoil\treferences\n1\ta dog\ta cat\ta running dog\n", encoding="utf-8")
    assert read(tabs).pairs[0].references == ("a running dog",)


def test_who_made_foils_is_told(tmp_path: Path, parser: str) -> None:
    path = rows(tmp_path / "pairs.jsonl", made_by="a program, seed 7")
    assert foil(path, ["spice"], parser=parser).made_by == ["a program, seed 7"]
    assert foil(rows(tmp_path / "other.jsonl"), ["spice"], parser=parser).made_by == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[1]", "a row such as"),
        ("{", "not JSON"),
        ('{"picture": "1", "caption": "a dog", "foil": "a cat"}', "references are null, but a list of texts"),
        ('{"picture": "1", "caption": "a dog", "foil": "a cat", "references": [1]}', "references are [1]"),
        ('{"picture": true, "caption": "a dog", "foil": "a cat", "references": []}', "the field 'picture' is true"),
        ('{"picture": "1", "caption": " ", "foil": "a cat", "references": []}', "the field 'caption' is"),
        ('{"picture": "1", "caption": "a dog", "foil": 3, "references": []}', "the field 'foil' is 3"),
        ('{"picture": 1, "caption": "a dog", "foil": "A  dog", "references": []}', "the foil is the caption itself"),
    ],
)
def test_a_bad_row_is_named_and_the_rest_is_judged(tmp_path: Path, parser: str, line: str, said: str) -> None:
    path = rows(tmp_path / "pairs.jsonl", [DOG])
    path.write_text(f"{path.read_text(encoding='utf-8')}{line}\n", encoding="utf-8")
    found = foil(path, ["spice"], parser=parser)
    assert found.won[0].pairs == 1
    (fault,) = found.faults
    assert fault.startswith("pairs.jsonl, line 2")
    assert said in fault


def test_a_list_in_a_table_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("picture,caption,foil,references\n1,a dog,a cat,[a dog\n", encoding="utf-8")
    assert "not JSON" in str(read(path).faults[0])


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.jsonl", None, "there is no such file"),
        ("pairs.txt", "a dog", r"ends with .csv, .tsv or .jsonl was expected"),
        ("pairs.jsonl", "", "not one pair of a caption and a foil with a reference. It should have rows such as"),
        ("pairs.csv", "picture,caption,foil\n", "no column references"),
        ("pairs.jsonl", "{}\n", "1 row cannot be read, the first: pairs.jsonl, line 1"),
        ("foil.json", "[]", "a JSON object was expected"),
        ("foil.json", "{}", "no foils in it"),
        ("foil.json", '{"annotations": [{"foil": 1}]}', "no foils in it.*the field 'foil' is 1"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, name: str, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadSource, match=said):
        foil(tmp_path / name, ["rougel"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"confidence": 1.0}, "confidence of 1"),
        ({"references": [0]}, "0 references were asked for"),
        ({"references": [9]}, "No pair has 9 references; the most that one has is 2"),
        ({"metric": ["choice"]}, "'choice' judges neither texts nor graphs"),
        ({"metric": ["judge:model=openai/any"]}, "'judge' keeps its replies in a bench"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, settings: dict[str, object], said: str) -> None:
    with pytest.raises(OptotypeError, match=said):
        foil(rows(tmp_path / "pairs.jsonl"), **({"metric": ["rougel"]} | settings))  # pyright: ignore[reportArgumentType]


# --- FOIL as published


def annotation(image: int, caption: str, id: int | None, *, foil: bool, **words: str) -> Mapping[str, object]:
    told = {"target_word": "ORIG", "foil_word": "ORIG"} | words
    return {"image_id": image, "caption": caption, "foil": foil, "foil_id": 1, **told} | (
        {} if id is None else {"id": id}
    )


def published(path: Path, *annotations: Mapping[str, object]) -> Path:
    content = {"info": "by hand", "images": [{"id": 7, "file_name": "7.jpg"}], "annotations": annotations}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def coco(path: Path, *captions: tuple[int, int, str]) -> Path:
    annotations = [{"image_id": image, "id": id, "caption": text} for image, id, text in captions]
    path.write_text(json.dumps({"images": [], "annotations": annotations}), encoding="utf-8")
    return path


TRUE = annotation(7, "A dog runs on the beach", 70, foil=False)
FOIL = annotation(7, "A cat runs on the beach", 70, foil=True, target_word="dog", foil_word="cat")
CAPTIONS = (
    (7, 70, "a dog  runs on the beach."),
    (7, 71, "A running dog"),
    (8, 80, "A cat"),
    (7, 72, "A beach"),
)


def test_foil_takes_its_references_from_coco_without_the_caption_itself(tmp_path: Path) -> None:
    source = published(tmp_path / "foil.json", TRUE, FOIL)
    found = read(source, [coco(tmp_path / "captions.json", *CAPTIONS)])
    (pair,) = found.pairs
    assert (pair.picture, pair.caption, pair.foil) == ("7", TRUE["caption"], FOIL["caption"])
    assert pair.references == ("A running dog", "A beach")
    assert found.own == 1


def test_a_caption_with_several_foils_is_in_several_pairs(tmp_path: Path) -> None:
    other = annotation(7, "A cow runs on the beach", 70, foil=True, target_word="dog", foil_word="cow")
    source = published(tmp_path / "foil.json", FOIL, other, TRUE)
    found = foil(source, ["rouge1"], captions=[coco(tmp_path / "captions.json", *CAPTIONS)], references=[1])
    assert (found.won[0].pairs, found.won[0].pictures, found.won[0].higher) == (2, 1, 2)


def test_a_foil_without_an_id_is_found_by_its_words(tmp_path: Path) -> None:
    true = annotation(7, "A cat and a dog", None, foil=False)
    wrong = annotation(7, "A cat and a cat", None, foil=True, target_word="dog", foil_word="cat")
    source = published(tmp_path / "foil.json", true, wrong)
    (pair,) = read(source, [coco(tmp_path / "captions.json", *CAPTIONS)]).pairs
    assert (pair.caption, pair.foil, len(pair.references)) == (true["caption"], wrong["caption"], 3)


def test_a_foil_whose_caption_is_not_there_is_counted(tmp_path: Path) -> None:
    lost = annotation(7, "A cow", 99, foil=True, target_word="dog", foil_word="cow")
    elsewhere = annotation(8, "A cow runs on the beach", 70, foil=True, target_word="dog", foil_word="cow")
    source = published(tmp_path / "foil.json", TRUE, FOIL, lost, elsewhere)
    found = foil(source, ["rouge1"], captions=[coco(tmp_path / "captions.json", *CAPTIONS)])
    assert (found.won[0].pairs, found.without_caption) == (1, 2)
    assert "2 foils without the true caption" in left_out_lines(found)


def test_foil_without_captions_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=r"has no references. Give the captions of COCO"):
        foil(published(tmp_path / "foil.json", TRUE, FOIL), ["rouge1"])


def test_captions_of_other_pictures_are_no_references(tmp_path: Path) -> None:
    source = published(tmp_path / "foil.json", TRUE, FOIL)
    with pytest.raises(BadSource, match=r"not one pair.*1 pair has no reference"):
        foil(source, ["rouge1"], captions=[coco(tmp_path / "captions.json", (8, 80, "A cat"))])


def test_rows_of_our_own_take_no_captions_of_coco(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="its rows bring their references"):
        foil(rows(tmp_path / "pairs.jsonl"), ["rouge1"], captions=[coco(tmp_path / "captions.json", *CAPTIONS)])


def test_bad_annotations_are_named_and_the_rest_is_judged(tmp_path: Path) -> None:
    bad = {"image_id": None, "caption": "A cat", "foil": True}
    source = published(tmp_path / "foil.json", TRUE, FOIL, bad)
    captions = coco(tmp_path / "captions.json", *CAPTIONS)
    captions.write_text(captions.read_text().replace("{", "3, {", 2).replace("3, {", "{", 1), encoding="utf-8")
    found: Foiled = foil(source, ["rouge1"], captions=[captions])
    assert found.won[0].pairs == 1
    assert found.faults == [
        "foil.json, annotations, element 3: the field 'image_id' is null, but a text or a number was expected",
        "captions.json, annotations, element 1: an object was expected, but 3 was found",
    ]


def test_a_file_that_is_cut_off_is_judged_as_far_as_it_goes(tmp_path: Path) -> None:
    source = published(tmp_path / "foil.json", TRUE, FOIL, TRUE)
    source.write_text(source.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    found = foil(source, ["rouge1"], captions=[coco(tmp_path / "captions.json", *CAPTIONS)])
    assert found.won[0].pairs == 1
    assert any("cut off" in fault for fault in found.faults)


def test_a_harmonic_mean_of_graphs_and_texts_parses_for_itself(tmp_path: Path, parser: str) -> None:
    pairs = [(*DOG[:3], DOG[3][:1])]
    found = foil(rows(tmp_path / "pairs.jsonl", pairs), ["harmonic:metrics=spice+rouge1"], parser=parser)
    assert (found.won[0].compared, found.won[0].higher, found.parser) == ("captions", 1, None)


def test_a_metric_that_looks_at_pictures_says_that_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="'clipscore' looks at pictures, and pictures are in a bench"):
        foil(rows(tmp_path / "pairs.jsonl"), ["clipscore"])
