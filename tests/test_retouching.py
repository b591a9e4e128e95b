from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

import pytest
from PIL import Image, ImageDraw

from optotype import Workbench
from optotype.errors import BadPicture, OptotypeError
from optotype.pictures import decode, flatten
from optotype.records import Choice, Collection, Gold, Item, Option, Origin, Picture, ShortText
from optotype.retouching import CropMargins, PadToSquare, black_and_white
from tests.samples import crafted_png


def drawing(colour: str = "red", size: tuple[int, int] = (100, 60), mode: str = "RGB") -> Image.Image:
    """A rectangle of 40 x 20 pixels on white, 30 from the left and 10 from the top."""
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).rectangle((30, 10, 69, 29), fill=colour)
    return image.convert(mode)


def content(image: Image.Image, kind: str = "PNG", **settings: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **settings)
    return stream.getvalue()


def keep(bench: Workbench, name: str, data: bytes) -> Picture:
    facts = bench.cabinet.keep(data)
    return Picture.model_validate({"id": f"x/{name}", "collection": "x", "name": name, **vars(facts)})


def show(bench: Workbench, name: str, picture: Picture, answer: str = "1", **fields: object) -> Item:
    """Puts an item into the bench that shows a picture."""
    given: dict[str, object] = {"id": f"x/{name}", "collection": "x", "form": ShortText(), "pictures": (picture.id,)}
    origin = Origin(kind="written", by="test")
    item = Item.model_validate({"origin": origin, "cluster": name, "question": "How many?", **given, **fields})
    accepted = (answer,) if isinstance(item.form, ShortText) else ((answer,),)
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw"), picture, item])
        writer.write(add=[Gold(item=item.id, accepted=accepted, rule="imported")])
    return item


def stored(bench: Workbench, name: str) -> Picture:
    picture = bench.store.get(Picture, f"x/{name}")
    assert picture is not None
    return picture


def opened(bench: Workbench, name: str) -> Image.Image:
    path = bench.path(stored(bench, name))
    assert path is not None
    with Image.open(path) as image:
        image.load()
        return image


def excluded(bench: Workbench) -> dict[str, str]:
    return {item.id: item.excluded for item in bench.items(excluded=True) if item.excluded is not None}


# --- cropping


def test_white_margins_are_cut_but_for_a_border(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "a.png", content(drawing())))
    done = bench.retouch(crop=True)
    assert (done.pictures, done.changed) == (1, 1)
    picture = stored(bench, "a.png")
    assert (picture.width, picture.height) == (48, 28)
    assert opened(bench, "a.png").size == (48, 28)


def test_the_old_file_is_kept_and_the_step_is_written_down(bench: Workbench) -> None:
    before = keep(bench, "a.png", content(drawing()))
    show(bench, "1", before)
    bench.retouch(crop=CropMargins(tolerance=12, border=2))
    picture = stored(bench, "a.png")
    assert [(edit.file, edit.operation) for edit in picture.edits] == [
        (before.file, "crop_margins(tolerance=12, border=2)")
    ]
    old = bench.path(before)
    assert old is not None
    assert old.is_file()


@pytest.mark.parametrize("mode", ["RGB", "L", "1", "P", "RGBA", "LA"])
def test_cropping_keeps_the_kind_of_pixel_and_changes_none(bench: Workbench, mode: str) -> None:
    show(bench, "1", keep(bench, "a.png", content(drawing("black", mode=mode))))
    bench.retouch(crop=CropMargins(border=0))
    after = opened(bench, "a.png")
    assert after.mode == mode
    assert after.size == (40, 20)
    assert set(flatten(after).get_flattened_data()) == {(0, 0, 0)}


@pytest.mark.parametrize(("crop", "pad"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGB"), ("PNG", "P"), ("PNG", "RGBA"), ("JPEG", "RGB"), ("JPEG", "CMYK"), ("GIF", "P")]
)
def test_doing_it_twice_changes_nothing_the_second_time(
    bench: Workbench, crop: bool, pad: bool, kind: str, mode: str
) -> None:
    show(bench, "1", keep(bench, "a", content(drawing(mode=mode), kind)))
    assert bench.retouch(crop=crop, pad=pad).changed == 1
    before = stored(bench, "a")
    assert bench.retouch(crop=crop, pad=pad).changed == 0
    assert stored(bench, "a") == before


def test_a_white_picture_and_one_without_margins_stay_as_they_are(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "white.png", content(Image.new("RGB", (50, 40), "white"))))
    show(bench, "2", keep(bench, "full.png", content(Image.new("RGB", (50, 40), "red"))))
    assert bench.retouch(crop=True).changed == 0


def test_what_is_transparent_counts_as_white(bench: Workbench) -> None:
    image = Image.new("RGBA", (100, 60), (255, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((30, 10, 69, 29), fill=(0, 0, 255, 255))
    show(bench, "1", keep(bench, "a.png", content(image)))
    bench.retouch(crop=CropMargins(border=0))
    assert stored(bench, "a.png").width == 40


def test_sixteen_bits_of_grey_are_not_taken_for_white(bench: Workbench) -> None:
    image = Image.new("I;16", (100, 60), 65535)
    image.paste(Image.new("I;16", (40, 20), 30000), (30, 10))
    show(bench, "1", keep(bench, "a.png", content(image)))
    bench.retouch(crop=CropMargins(border=0))
    after = opened(bench, "a.png")
    assert (after.mode, after.size) == ("I;16", (40, 20))
    assert after.getpixel((0, 0)) == 30000


def test_nearly_white_margins_are_cut_within_the_tolerance(bench: Workbench) -> None:
    image = Image.new("RGB", (100, 60), (250, 250, 250))
    image.paste("red", (30, 10, 70, 30))
    show(bench, "1", keep(bench, "a.png", content(image)))
    assert bench.retouch(crop=CropMargins(tolerance=2)).changed == 0
    assert bench.retouch(crop=CropMargins(tolerance=8)).changed == 1


def test_a_photograph_is_set_upright_before_it_is_cropped(bench: Workbench) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side
    show(bench, "1", keep(bench, "a.jpg", content(drawing(), "JPEG", exif=exif)))
    bench.retouch(crop=CropMargins(border=0, tolerance=60))
    picture = stored(bench, "a.jpg")
    assert picture.width is not None
    assert picture.height is not None
    assert picture.height > picture.width


# --- padding


def test_a_wide_picture_is_padded_below_and_a_high_one_at_the_right(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "wide.png", content(Image.new("RGB", (30, 10), "red"))))
    show(bench, "2", keep(bench, "high.png", content(Image.new("L", (10, 30), 0))))
    bench.retouch(pad=True)
    wide, high = flatten(opened(bench, "wide.png")), flatten(opened(bench, "high.png"))
    assert wide.size == high.size == (30, 30)
    assert (wide.getpixel((29, 9)), wide.getpixel((0, 10))) == ((255, 0, 0), (255, 255, 255))
    assert (high.getpixel((9, 29)), high.getpixel((10, 0))) == ((0, 0, 0), (255, 255, 255))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_picture_is_padded_with_white(mode: str) -> None:
    image = Image.new("I;16", (8, 4)) if mode == "I;16" else Image.new("RGB", (8, 4), "black").convert(mode)
    padded = flatten(PadToSquare().apply(image))
    assert padded.size == (8, 8)
    assert (padded.getpixel((7, 7)), padded.getpixel((0, 0))) == ((255, 255, 255), (0, 0, 0))


def test_a_thin_strip_does_not_become_a_giant_square(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "strip.png", content(Image.new("1", (60_000, 2)))))
    done = bench.retouch(pad=True)
    assert (done.changed, done.bad) == (0, 1)
    assert "too large a square" in next(bench.findings(rule="picture_bad")).message


# --- undoing


def test_steps_are_taken_back_one_by_one(bench: Workbench) -> None:
    before = keep(bench, "a.jpg", content(drawing(), "JPEG"))
    show(bench, "1", before)
    bench.retouch(crop=True)
    cropped = stored(bench, "a.jpg")
    bench.retouch(pad=True)
    assert bench.retouch(undo=True).changed == 1
    assert stored(bench, "a.jpg") == cropped
    assert bench.retouch(undo=True).changed == 1
    assert stored(bench, "a.jpg") == before
    assert bench.retouch(undo=True).changed == 0


def test_a_file_that_is_gone_cannot_be_put_back(bench: Workbench) -> None:
    before = keep(bench, "a.png", content(drawing()))
    show(bench, "1", before)
    bench.retouch(crop=True)
    path = bench.path(before)
    assert path is not None
    path.unlink()
    assert bench.retouch(undo=True).bad == 1
    assert "is not in the bench any more" in next(bench.findings(rule="picture_bad")).message


# --- bad pictures


def test_a_bomb_is_not_decoded() -> None:
    with pytest.raises(BadPicture, match="50000 x 50000"):
        decode(crafted_png(50_000, 50_000, zlib.compress(b"\0")))


def test_a_damaged_picture_becomes_a_finding_and_the_rest_goes_on(bench: Workbench) -> None:
    broken = keep(bench, "bad.png", crafted_png(40, 40, b"nonsense"))
    show(bench, "1", broken)
    show(bench, "2", keep(bench, "good.png", content(drawing())))
    done = bench.retouch(crop=True)
    assert (done.pictures, done.changed, done.bad) == (2, 1, 1)
    finding = next(bench.findings(rule="picture_bad"))
    assert finding.about == "x/bad.png"
    assert "bad.png: cannot be decoded" in finding.message


def test_a_file_that_was_cut_off_later_becomes_a_finding(bench: Workbench) -> None:
    picture = keep(bench, "a.png", content(drawing()))
    show(bench, "1", picture)
    path = bench.path(picture)
    assert path is not None
    path.write_bytes(path.read_bytes()[:-30])
    assert bench.retouch(crop=True).bad == 1
    path.write_bytes(content(drawing()))
    assert bench.retouch(crop=True).changed == 1
    assert list(bench.findings(rule="picture_bad")) == []


def test_a_picture_without_a_file_is_counted(bench: Workbench) -> None:
    show(bench, "1", Picture(id="x/a", collection="x", name="a"))
    gone = keep(bench, "b.png", content(drawing()))
    show(bench, "2", gone)
    path = bench.path(gone)
    assert path is not None
    path.unlink()
    done = bench.retouch(crop=True, pad=True)
    assert (done.pictures, done.missing, done.changed) == (2, 2, 0)


def test_a_picture_that_moves_is_left_alone(bench: Workbench) -> None:
    moving = content(drawing("red"), "GIF", save_all=True, append_images=[drawing("blue")])
    before = keep(bench, "a.gif", moving)
    show(bench, "1", before)
    done = bench.retouch(crop=True)
    assert (done.changed, done.left_alone) == (0, 1)
    assert stored(bench, "a.gif") == before
    assert "2 frames" in next(bench.findings(rule="picture_left_alone")).message


# --- black and white


@pytest.mark.parametrize("colour", ["black", "#777777", "#7a8080"])
def test_grey_is_no_colour(colour: str) -> None:
    assert black_and_white(drawing(colour))


@pytest.mark.parametrize("colour", ["red", "#88aa88", "navy"])
def test_colour_is_seen(colour: str) -> None:
    assert not black_and_white(drawing(colour))


def test_items_with_black_and_white_pictures_are_left_out_with_a_reason(bench: Workbench) -> None:
    grey, red = keep(bench, "grey.png", content(drawing("black"))), keep(bench, "red.png", content(drawing("red")))
    show(bench, "1", grey)
    show(bench, "2", red)
    show(bench, "3", red, pictures=("x/grey.png", "x/red.png"))
    show(bench, "4", Picture(id="x/missing", collection="x", name="missing"))
    show(bench, "5", red, pictures=())
    assert bench.retouch(drop_black_and_white=True).black_and_white == 1
    assert excluded(bench) == {"x/1": "its picture is black-and-white"}
    assert bench.retouch(drop_black_and_white=True).black_and_white == 0


def test_what_was_left_out_is_taken_back(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "grey.png", content(drawing("black"))))
    show(bench, "2", keep(bench, "red.png", content(drawing("red"))), excluded="somebody said so")
    bench.retouch(drop_black_and_white=True)
    assert bench.retouch(readmit=True).readmitted == 1
    assert excluded(bench) == {"x/2": "somebody said so"}


# --- duplicates


def nearly(colour: str = "red") -> bytes:
    """The drawing, once more through JPEG."""
    return content(drawing(colour, (200, 120)), "JPEG", quality=80)


def twins(bench: Workbench) -> tuple[Picture, Picture]:
    one = keep(bench, "one.png", content(drawing(size=(200, 120))))
    return one, keep(bench, "two.jpg", nearly())


def test_pictures_that_look_alike_become_findings(bench: Workbench) -> None:
    one, two = twins(bench)
    show(bench, "1", one)
    show(bench, "2", two)
    show(bench, "3", keep(bench, "other.png", content(drawing("blue", (200, 120)))))
    done = bench.retouch(duplicates=True)
    assert done.groups == [["x/one.png", "x/two.jpg"]]
    assert [(finding.about, finding.message) for finding in bench.findings(rule="picture_near_duplicate")] == [
        ("x/two.jpg", "looks nearly like 'x/one.png'")
    ]
    assert excluded(bench) == {}


def test_a_finding_goes_when_its_cause_is_gone(bench: Workbench) -> None:
    one, two = twins(bench)
    show(bench, "1", one)
    show(bench, "2", two)
    bench.retouch(duplicates=True)
    blue = bench.cabinet.keep(content(drawing("blue", (200, 120))))
    with bench.store.event("test") as writer:
        writer.write(replace=[two.model_copy(update=vars(blue))])
    assert bench.retouch(duplicates=True).groups == []
    assert list(bench.findings(rule="picture_near_duplicate")) == []


def test_options_may_look_alike(bench: Workbench) -> None:
    one, two = twins(bench)
    form = Choice(options=(Option(label="A", picture=one.id), Option(label="B", picture=two.id)))
    with bench.store.event("test") as writer:
        writer.write(add=[two])
    show(bench, "1", one, answer="A", form=form, pictures=())
    assert bench.retouch(duplicates=True).groups == []


def test_an_item_that_asks_the_same_is_left_out_but_for_the_first(bench: Workbench) -> None:
    one, two = twins(bench)
    show(bench, "1", one)
    show(bench, "2", two, question="  how MANY? ")
    show(bench, "3", two, question="Which colour?")
    show(bench, "4", two, answer="7")
    assert bench.retouch(drop_duplicates=True).duplicates == 1
    assert excluded(bench) == {"x/2": "a duplicate of x/1"}
    assert bench.retouch(drop_duplicates=True).duplicates == 0


def test_options_in_another_order_are_the_same_question(bench: Workbench) -> None:
    def form(texts: Sequence[str]) -> Choice:
        return Choice(options=tuple(Option(label=label, text=text) for label, text in zip("AB", texts, strict=True)))

    one, two = twins(bench)
    show(bench, "1", one, answer="A", form=form(["red", "blue"]))
    show(bench, "2", two, answer="B", form=form(["blue", "red"]))
    show(bench, "3", two, answer="A", form=form(["blue", "red"]))
    bench.retouch(drop_duplicates=True)
    assert excluded(bench) == {"x/2": "a duplicate of x/1"}


# --- choosing, and asking for nonsense


def test_only_the_pictures_of_chosen_items_change(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "a.png", content(drawing("red"))), split="train", tags={"kind": ("plot",)})
    show(bench, "2", keep(bench, "b.png", content(drawing("blue"))), split="test")
    assert bench.retouch(crop=True, split="train").changed == 1
    assert stored(bench, "b.png").edits == ()
    assert bench.retouch(pad=True, tags={"kind": "plot"}).changed == 1
    assert stored(bench, "b.png").edits == ()


def test_pictures_that_share_a_file_change_together(bench: Workbench) -> None:
    data = content(drawing())
    show(bench, "1", keep(bench, "a.png", data))
    show(bench, "2", keep(bench, "b.png", data))
    bench.retouch(crop=True)
    assert stored(bench, "a.png").file == stored(bench, "b.png").file


def test_asking_for_nothing_or_for_both_ways_is_told(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="Nothing was asked for"):
        bench.retouch()
    with pytest.raises(OptotypeError, match="Take back first"):
        bench.retouch(crop=True, undo=True)
    with pytest.raises(OptotypeError, match="0 to 16 bits"):
        bench.retouch(duplicates=True, distance=40)


def test_an_unknown_tag_or_collection_is_told(bench: Workbench) -> None:
    show(bench, "1", keep(bench, "a.png", content(drawing())))
    with pytest.raises(OptotypeError, match="no collection called 'y'"):
        bench.retouch(crop=True, collection="y")
    with pytest.raises(OptotypeError, match="no tag called 'kind'"):
        bench.retouch(crop=True, tags={"kind": "plot"})


def test_it_works_on_every_store(stored_bench: Workbench) -> None:
    one, two = twins(stored_bench)
    show(stored_bench, "1", one)
    show(stored_bench, "2", two)
    assert stored_bench.retouch(drop_duplicates=True).duplicates == 1
    assert stored_bench.retouch(crop=True).changed == 2
    assert stored(stored_bench, "one.png").width == 48
    assert stored_bench.retouch(undo=True, readmit=True).readmitted == 1
    assert stored(stored_bench, "one.png") == one
