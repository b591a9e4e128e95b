"""COCO captions: two arrays come in as pictures with their references, and go out as two arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.formats.coco import Coco
from optotype.records import Collection, Gold, Item, Picture, ShortText
from tests.formats.jsons import load
from tests.samples import fill, write_png

VAL: dict[str, Any] = {
    "info": {"description": "Two pictures", "url": "https://example.org", "year": 2014},
    "licenses": [{"id": 3, "name": "CC BY 2.0", "url": "https://example.org/by"}, {"id": 4, "url": "https://x"}],
    "type": "captions",
    "images": [
        {"id": 42, "file_name": "COCO_42.jpg", "width": 120, "height": 80, "license": 3, "flickr_url": "https://f/42"},
        {"id": 7, "file_name": "Ёлка 🎄.png", "license": 4, "tags": ["tree"], "captions": "a field of its own"},
        {"id": 9, "file_name": "bare.jpg"},
    ],
    "annotations": [
        {"image_id": 7, "id": 38, "caption": "A dark tree."},
        {"image_id": 42, "id": 49, "caption": "A bus "},
        {"image_id": 7, "id": 50, "caption": "Ёлка 🎄", "worker": "w1"},
        {"image_id": 42, "id": 89, "caption": "A bus "},
    ],
}


def put(folder: Path, name: str, content: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder / name


def everything(bench: Workbench) -> list[Any]:
    """All records of a bench, without where they were imported from."""
    items = [item.model_copy(update={"origin": None}) for item in bench.items()]
    return [*items, *bench.store.each(Picture), *bench.store.each(Gold)]


def there_and_back(bench: Workbench, tmp_path: Path, collection: str) -> dict[str, Any]:
    """What an export writes, by file; coming in again it gives the same records."""
    bench.export("coco", tmp_path / "out")
    with init(tmp_path / "again") as again:
        assert not again.import_("coco", tmp_path / "out", name=collection).faults
        assert everything(again) == everything(bench)
    return {file.name: load(file) for file in (tmp_path / "out").glob("*.json")}


def test_an_image_is_a_picture_to_be_described(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path / "annotations", "captions_val2014.json", VAL)
    write_png(tmp_path / "val2014" / "COCO_42.jpg")
    done = bench.import_("coco", file)
    assert (done.collection, done.items, done.faulty, done.pictures_missing) == ("coco-val2014", 3, 0, 2)
    item = bench.item("coco-val2014/42")
    assert (item.form, item.question) == (ShortText(), "Describe the picture in one sentence.")
    assert (item.split, item.tags) == ("val", {"kind": ("caption",)})
    assert item.pictures == (item.cluster,) == ("coco-val2014/COCO_42.jpg",)
    assert bench.gold(item) == Gold(item=item.id, accepted=("A bus ", "A bus "), rule="imported")
    assert bench.gold(bench.item("coco-val2014/9")) is None


def test_a_picture_has_its_size_and_its_licence(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    pictures = {picture.name: picture for picture in bench.store.each(Picture)}
    bus = pictures["COCO_42.jpg"]
    assert (bus.width, bus.height, bus.licence, bus.file) == (120, 80, "CC BY 2.0", None)
    assert [pictures[name].licence for name in ("Ёлка 🎄.png", "bare.jpg")] == ["https://x", None]


def test_a_collection_keeps_what_stands_beside_the_arrays(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    collection = bench.store.get(Collection, "coco-val2014")
    assert collection is not None
    assert (collection.title, collection.url) == ("Two pictures", "https://example.org")
    assert collection.extra == {"coco": {"val": {name: VAL[name] for name in ("info", "licenses", "type")}}}


def test_sizes_are_those_of_the_file_and_go_out_as_they_were_written(bench: Workbench, tmp_path: Path) -> None:
    for name in ("COCO_42.jpg", "bare.jpg"):
        write_png(tmp_path / "images" / name, size=(12, 8))
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    sizes = {picture.name: (picture.width, picture.height) for picture in bench.store.each(Picture)}
    assert sizes == {"COCO_42.jpg": (12, 8), "Ёлка 🎄.png": (None, None), "bare.jpg": (12, 8)}
    assert there_and_back(bench, tmp_path, "coco-val2014") == {"captions_val.json": VAL}


def test_it_goes_out_as_it_came(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    assert there_and_back(bench, tmp_path, "coco-val2014") == {"captions_val.json": VAL}


def test_the_files_of_a_folder_go_out_as_they_came(bench: Workbench, tmp_path: Path) -> None:
    train = VAL | {
        "info": {"description": "Others"},
        "images": [{"id": 1, "file_name": "one.jpg"}],
        "annotations": [{"image_id": 1, "id": 5, "caption": "One."}],
    }
    put(tmp_path / "data" / "annotations", "captions_val2014.json", VAL)
    put(tmp_path / "data" / "annotations", "captions_train2014.json", train)
    put(tmp_path / "data" / "annotations", "instances_val2014.json", {"images": [], "annotations": []})
    write_png(tmp_path / "data" / "train2014" / "one.jpg")
    done = bench.import_("coco", tmp_path / "data")
    assert (done.collection, done.items, done.faulty, done.pictures_missing) == ("coco", 4, 0, 3)
    assert there_and_back(bench, tmp_path, "coco") == {"captions_val.json": VAL, "captions_train.json": train}


@pytest.mark.parametrize(
    "numbers", [(38, 37, 36, 35), ("d", "c", "b", "a"), (1, 1, 1, 1), (2**70, 1, 2, 3), (None,) * 4]
)
def test_captions_stay_in_order_whatever_their_numbers(
    bench: Workbench, tmp_path: Path, numbers: tuple[Any, ...]
) -> None:
    images = [{"id": "b", "file_name": "b.jpg"}, {"id": "a", "file_name": "a.jpg"}]
    annotations = [
        {"image_id": image, "id": number, "caption": f"caption {place}"}
        for place, (image, number) in enumerate(zip("bbaa", numbers, strict=True))
    ]
    content: dict[str, Any] = {"images": images, "annotations": annotations}
    bench.import_("coco", put(tmp_path, "captions.json", content))
    assert there_and_back(bench, tmp_path, "coco") == {"captions.json": content}


def test_a_reference_that_was_added_goes_out_with_a_number(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    gold = Gold(item="coco-val2014/42", accepted=("A bus.", "Two.", "Three."), rule="majority", version=2)
    with bench.store.event("test") as writer:
        writer.write(replace=[gold])
    bench.export("coco", tmp_path / "out")
    written = load(tmp_path / "out" / "captions_val.json")
    of_bus = [annotation for annotation in written["annotations"] if annotation["image_id"] == 42]
    assert [annotation["caption"] for annotation in of_bus] == ["A bus.", "Two.", "Three."]
    assert [annotation["id"] for annotation in of_bus[:2]] == [49, 89]
    with init(tmp_path / "again") as again:
        again.import_("coco", tmp_path / "out", name="coco-val2014")
        assert again.gold(again.item(gold.item)) == gold


def test_a_licence_that_was_changed_goes_out(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("coco", put(tmp_path, "captions_val2014.json", VAL))
    changed = {"COCO_42.jpg": None, "bare.jpg": "CC0"}
    with bench.store.event("test") as writer:
        writer.write(
            replace=[
                picture.model_copy(update={"licence": changed[picture.name]})
                for picture in bench.store.each(Picture)
                if picture.name in changed
            ]
        )
    there_and_back(bench, tmp_path, "coco-val2014")


def test_bad_parts_are_told_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    content: dict[str, Any] = {
        "images": [
            {"id": 1, "file_name": "one.jpg"},
            {"id": 1, "file_name": "another.jpg"},
            {"id": 2},
            {"file_name": "three.jpg"},
            "four.jpg",
            {"id": [5], "file_name": "five.jpg"},
        ],
        "annotations": [
            {"id": 10, "image_id": 99, "caption": "Lost."},
            {"id": 11, "image_id": 1, "caption": "One."},
            {"id": 12, "image_id": 1, "segmentation": []},
            {"id": 13, "caption": "Nowhere."},
            {"id": 14, "image_id": "1", "caption": "A text is no number."},
        ],
    }
    done = bench.import_("coco", put(tmp_path, "captions.json", content))
    assert [str(fault).removeprefix("captions.json, ") for fault in done.faults] == [
        "images, element 2: a second image with the id 1; the first one counts",
        "images, element 4: the field 'id' is null, but a number was expected",
        'images, element 5: "four.jpg" was found, but an object with fields was expected',
        "images, element 6: the field 'id' is [5], but a number was expected",
        "annotations, element 3: no caption; found: id, image_id, segmentation. Only captions are read.",
        "annotations, element 4: the field 'image_id' is null, but a number was expected",
        "annotations, element 1: a caption for the image 99, which the file does not hold",
        'annotations, element 5: a caption for the image "1", which the file does not hold',
        "images, element 3: no field 'file_name'; found: id, optotype_captions, optotype_annotations",
    ]
    assert [item.id for item in bench.items()] == ["coco/1"]
    assert bench.gold(bench.item("coco/1")) == Gold(item="coco/1", accepted=("One.",), rule="imported")


def test_a_file_that_is_cut_off_gives_what_came_before(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path, "captions.json", VAL)
    text = file.read_text()
    file.write_text(text[: text.index('"id": 89')])
    done = bench.import_("coco", file)
    assert done.items == 3
    assert "the file is cut off" in done.faults[0].message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a JSON object was expected, but the file is empty"),
        (b"[1]", "a JSON object was expected, but it begins with '\\['"),
        (b'{"info": 1}', "no images in it"),
        (b'{"info": ' + b"[" * 300 + b"]" * 300 + b', "images": [], "annotations": []}', "nested too deeply"),
    ],
)
def test_a_file_that_is_something_else_is_told(bench: Workbench, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "captions.json").write_bytes(content)
    with pytest.raises(BadSource, match=message):
        bench.import_("coco", tmp_path / "captions.json")


def test_a_file_that_is_not_utf8_is_told(bench: Workbench, tmp_path: Path) -> None:
    content = json.dumps(VAL, ensure_ascii=False).encode("utf-16")
    (tmp_path / "captions.json").write_bytes(content)
    with pytest.raises(BadSource, match="no images"):
        bench.import_("coco", tmp_path / "captions.json")


def test_two_files_of_one_split_that_differ_are_not_mixed(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "data", "captions_val2014.json", VAL)
    put(tmp_path / "data", "captions_val2017.json", VAL | {"info": {}})
    with pytest.raises(BadSource, match="Import them one at a time"):
        bench.import_("coco", tmp_path / "data")


@pytest.mark.parametrize(
    ("name", "collection"),
    [("captions_val2014.json", "coco-val2014"), ("captions.json", "coco"), ("mine.json", "coco-mine"), ("", "coco")],
)
def test_a_collection_is_called_after_its_file(tmp_path: Path, name: str, collection: str) -> None:
    assert Coco().default_name(tmp_path / name) == collection


def test_pictures_of_elsewhere_go_out_with_numbers_of_their_own(bench: Workbench, tmp_path: Path) -> None:
    def items() -> Iterator[Item]:
        for name in ("one", "two"):
            yield Item.model_validate(
                {
                    "id": f"mine/{name}",
                    "collection": "mine",
                    "origin": {"kind": "written", "by": "Ann"},
                    "form": {"kind": "short_text"},
                    "cluster": f"mine/{name}",
                }
            )

    golds = [Gold(item=item.id, accepted=("A.", "B."), rule="written") for item in items()]
    with bench.store.event("test") as writer:
        writer.write(add=[*items(), *golds])
    bench.export("coco", tmp_path / "out")
    numbers = [annotation["id"] for annotation in load(tmp_path / "out" / "captions.json")["annotations"]]
    assert len(set(numbers)) == 4
    with init(tmp_path / "again") as again:
        again.import_("coco", tmp_path / "out", name="mine")
        assert list(again.items()) == list(items())


def test_pictures_of_elsewhere_go_out_with_their_sizes(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("coco", tmp_path / "out", tags={"kind": "text"})
    image = load(tmp_path / "out" / "captions.json")["images"][0]
    assert (image["width"], image["height"]) == (12, 8)
    assert (tmp_path / "out" / "images" / image["file_name"]).is_file()


@pytest.mark.slow
def test_many_captions_are_sorted_to_their_images_in_flat_time(bench: Workbench, tmp_path: Path) -> None:
    count = 2_000
    images = [{"id": number * 7 % 4_001, "file_name": f"{number}.jpg"} for number in range(1, count)]
    ids = [image["id"] for image in images]
    annotations = [
        {"image_id": ids[number * 31 % len(ids)], "id": number, "caption": f"caption {number}"}
        for number in range(5 * len(ids))
    ]
    content: dict[str, Any] = {"images": images, "annotations": annotations}
    assert bench.import_("coco", put(tmp_path, "captions.json", content)).items == len(ids)
    assert there_and_back(bench, tmp_path, "coco")["captions.json"] == content
