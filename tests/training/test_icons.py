# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from tests.conftest import library
from tests.samples import crafted_png

torch = library("torch")
pytestmark = pytest.mark.usefixtures("one_thread")

from optotype.cli import app  # noqa: E402
from optotype.errors import OptotypeError  # noqa: E402
from optotype.training._icon_data import Folders, Packed, parts  # noqa: E402
from optotype.training._icon_figures import figures  # noqa: E402
from optotype.training._icon_loop import Training, finished, load, rates  # noqa: E402
from optotype.training._icon_views import changed, crowds, plain, problem_patches  # noqa: E402
from optotype.training._losses import Name  # noqa: E402
from optotype.training.icons import Icons  # noqa: E402

COLOURS = {"blue": "#2040d0", "green": "#20a040", "red": "#d03020"}
TINY = Icons(
    width=8,
    vector=16,
    side=32,
    crowds=0.0,
    patches=0.0,
    views=4,
    epochs=2,
    batch=8,
    rate=5e-3,
    mean=0.8,
    head=20,
    tail=8,
)
LEARNING = replace(TINY, epochs=12, rate=1e-2)


def draw(file: Path, colour: str, number: int = 0) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new("RGBA", (20 + number, 24), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((2, 2, 17, 21 - number % 5), fill=colour)
    image.save(file)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three classes of ten round things; tests only read them."""
    folder = tmp_path_factory.mktemp("classes")
    for name, colour in COLOURS.items():
        for number in range(10):
            draw(folder / name / f"{number}.png", colour, number)
    return folder


# --- data


def test_a_class_is_parted_by_the_hashes_of_names() -> None:
    files = [f"cat/{number}.png" for number in range(20)]
    found = parts(files)
    assert {split: len(names) for split, names in found.items()} == {"test": 2, "dev": 2, "train": 16}
    assert sorted(name for names in found.values() for name in names) == sorted(files)
    assert parts(files[::-1]) == found
    assert parts(["a", "b"]) == {"test": [], "dev": [], "train": ["a", "b"]}


def test_folders_that_are_parted_already_stay_so(tmp_path: Path) -> None:
    for split, count in (("train", 3), ("val", 2), ("test", 1)):
        for name, colour in COLOURS.items():
            for number in range(count):
                draw(tmp_path / split / name / f"{number}.png", colour)
    found = Folders(tmp_path)
    assert found.names == ("blue", "green", "red")
    assert {split: len(examples) for split, examples in found.splits.items()} == {"train": 9, "dev": 6, "test": 3}
    assert found.counts == [3, 3, 3]


BAD = "left out (1): a picture that cannot be read"


def test_what_is_no_picture_is_left_out_told_and_counted(tmp_path: Path) -> None:
    for name in ("red", "blue"):
        draw(tmp_path / name / "0.png", COLOURS[name])
    whole = (tmp_path / "red" / "0.png").read_bytes()
    (tmp_path / "red" / "cut.png").write_bytes(whole[:-20])
    (tmp_path / "red" / "text.png").write_text("no picture")
    (tmp_path / "red" / "empty.png").write_bytes(b"")
    (tmp_path / "red" / "huge.png").write_bytes(crafted_png(20_000, 20_000))
    Image.new("1", (5000, 5000)).save(tmp_path / "red" / "large.png")
    (tmp_path / "red" / "inner").mkdir()
    (tmp_path / "red" / "link.png").symlink_to(tmp_path / "blue" / "0.png")
    (tmp_path / "outside").symlink_to(tmp_path.parent)
    (tmp_path / "nothing").mkdir()
    (tmp_path / "readme.txt").write_text("about")
    (tmp_path / ".hidden").mkdir()
    found = Folders(tmp_path)
    assert found.names == ("blue", "red")
    assert found.counts == [1, 1]
    assert found.notes == [
        "left out (1): a class without a picture; the first: nothing",
        "left out (1): a file beside the folders of the classes; the first: readme.txt",
        "left out (2): a link; the first: outside",
        "left out (1): a picture of more than 16,777,216 pixels; the first: red/large.png",
        f"{BAD}: N x N pixels unfold to more than the N that are decoded; the first: red/huge.png",
        f"{BAD}: cut off after N bytes; the first: red/cut.png",
        f"{BAD}: not a picture; the first: red/text.png",
        f"{BAD}: the file is empty; the first: red/empty.png",
        "left out (1): no file; the first: red/inner",
    ]


def test_a_picture_that_cannot_be_decoded_is_left_out_of_its_batch(tmp_path: Path) -> None:
    for name, colour in COLOURS.items():
        draw(tmp_path / name / "0.png", colour)
    found = Folders(tmp_path)
    (tmp_path / "green" / "0.png").unlink()
    pixels, names = found.load(found.splits["train"], 16)
    assert (pixels.shape, names) == ((2, 16, 16, 4), [0, 2])
    assert found.notes == ["left out (1): a picture that cannot be read: it is gone; the first: green/0.png"]
    assert found.load([], 16)[0].shape == (0, 16, 16, 4)


def test_a_folder_without_classes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="There is no folder"):
        Folders(tmp_path / "gone")
    draw(tmp_path / "only" / "0.png", "#000000")
    (tmp_path / "bare").mkdir()
    with pytest.raises(OptotypeError, match=r"1 classes with pictures .* Left out \(1\): a class without a picture"):
        Folders(tmp_path)


def test_styles_that_are_held_out_are_not_learned_from() -> None:
    from optotype.synth.icons import packed

    styles = {(key, style) for key, style, _ in packed()}
    found = Packed("twemoji", "emojione", 16)
    shown = {split: len(examples) for split, examples in found.splits.items()}
    assert shown["dev"] == sum(style == "twemoji" for _, style in styles)
    assert shown["test"] == sum(style == "emojione" for _, style in styles)
    rest = sum(style not in ("twemoji", "emojione") for _, style in styles)
    assert shown["train"] == rest + len(list(figures(8)))
    places = [example.place for examples in found.splits.values() for example in examples]
    assert len(set(places)) == len(places)
    for split in ("dev", "test"):
        assert all(found.counts[example.name] for example in found.splits[split]), "every class is learned"


def test_a_style_that_there_is_not_is_refused() -> None:
    with pytest.raises(OptotypeError, match=r"There is no style called 'openmoji'. There are: emojione, fluent, noto"):
        Packed("openmoji", "", 16)
    with pytest.raises(OptotypeError, match="cannot be both dev and test"):
        Packed("noto", "noto", 16)


# --- views


def dot(count: int) -> NDArray[np.uint8]:
    """Red squares that fill the middle of a transparent square."""
    pixels = np.zeros((count, 40, 40, 4), np.uint8)
    pixels[:, 10:30, 10:30] = (255, 0, 0, 255)
    return pixels


def test_an_icon_as_it_is_stands_on_white_in_the_middle() -> None:
    seen = plain(dot(1), 32)[0]
    assert seen[:, 16, 16].tolist() == pytest.approx([1, 0, 0], abs=1e-5)
    assert seen[:, 0, 0].tolist() == [1, 1, 1]
    assert torch.allclose(seen, seen.flip(2), atol=1e-5)


def test_views_differ_by_chance_alone() -> None:
    one = changed(dot(16), 32, np.random.default_rng(3))
    assert one.equal(changed(dot(16), 32, np.random.default_rng(3)))
    assert not one.equal(changed(dot(16), 32, np.random.default_rng(4)))
    assert one.shape == (16, 3, 32, 32)
    assert float(one.min()) >= 0
    assert float(one.max()) <= 1
    assert len({tuple(view.flatten().tolist()) for view in one}) == 16


def test_crowds_know_what_they_are_made_of() -> None:
    pixels = np.concatenate([dot(8), dot(8)[..., [2, 1, 0, 3]]])
    seen, found = crowds(pixels, 48, np.random.default_rng(1))
    assert seen.shape == (16, 3, 48, 48)
    assert any(sum(crowd.values()) > 4 for crowd in found)
    for crowd in found:
        assert set(crowd) <= set(range(16))
        assert sum(crowd.values()) <= 25
    again, same = crowds(pixels, 48, np.random.default_rng(1))
    assert seen.equal(again)
    assert found == same


def test_patches_of_problems_show_no_hidden_style() -> None:
    shown = problem_patches(12, 32, 5)
    hidden = problem_patches(12, 32, 5, ("noto", "fluent", "twemoji"))
    assert shown.pixels.shape[1:] == (32, 32, 3)
    assert len(shown.pixels) == len(shown.templates) <= 120
    assert not np.array_equal(shown.pixels, hidden.pixels)
    assert np.array_equal(shown.pixels, problem_patches(12, 32, 5).pixels)


# --- training


def ran(recipe: Icons, data: Path, out: Path) -> Training:
    """A training that went through; nothing is exported, which would take longer than all else."""
    training = Training(recipe, data, out)
    training.run(minutes=5)
    return training


def test_a_tiny_network_learns_three_colours(data: Path, tmp_path: Path) -> None:
    trained = ran(LEARNING, data, tmp_path / "out")
    assert (trained.epoch, trained.best) == (12, 1.0)
    figures = finished(trained)
    assert figures == {"dev top 1": 1.0, "test top 1": 1.0}
    assert json.loads((tmp_path / "out" / "figures.json").read_text()) == figures
    lines = [json.loads(line) for line in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    assert [line["epoch"] for line in lines] == list(range(1, 13))


def test_guesses_are_counted_over_all_and_by_how_common_classes_are() -> None:
    counts = [1000, 400, 300, 20, 10, 0]
    guesses = [[0, 1, 2, 3, 4], [1, 0, 2, 3, 4], [1, 2, 0, 3, 4], [0, 1, 2, 4, 5]]
    assert rates(guesses, [0, 0, 2, 3], counts, head=1000, tail=300) == {
        "top 1": 0.25, "top 1 head": 0.5, "top 1 medium": 0.0, "top 1 tail": 0.0,
        "top 5": 0.75, "top 5 head": 1.0, "top 5 medium": 1.0, "top 5 tail": 0.0,
    }  # fmt: skip
    assert rates(guesses[:2], [0, 0], counts, head=1000, tail=300) == {"top 1": 0.5, "top 5": 1.0}
    assert rates([[0, 1]], [1], [5, 5], head=9, tail=3) == {"top 1": 0.0}
    assert rates([], [], [5, 5], head=9, tail=3) == {"top 1": 0.0}


def test_groups_of_common_and_rare_classes_are_told_apart(tmp_path: Path) -> None:
    for name, count in (("blue", 30), ("green", 14), ("red", 5)):
        for number in range(count):
            draw(tmp_path / "data" / name / f"{number}.png", COLOURS[name])
    recipe = replace(TINY, epochs=1, views=1, loss="ldam", deferred=0.8)
    figures = finished(ran(recipe, tmp_path / "data", tmp_path / "out"))
    assert {name for name in figures if name.startswith("test top 1")} == {
        "test top 1", "test top 1 head", "test top 1 medium", "test top 1 tail",
    }  # fmt: skip


@pytest.mark.parametrize("loss", ["class_balanced", "focal", "ldam"])
def test_every_loss_learns(data: Path, tmp_path: Path, loss: str) -> None:
    recipe = replace(LEARNING, epochs=8, loss=cast("Name", loss), deferred=0.5)
    assert ran(recipe, data, tmp_path / "out").best == 1.0


def same(one: Training, other: Training) -> None:
    for name, value in one.network.state_dict().items():
        if name.endswith("num_batches_tracked"):  # nothing depends on it
            continue
        assert value.equal(other.network.state_dict()[name]), name
    for name, value in one.mean.items():
        assert value.equal(other.mean[name]), name


def test_a_training_taken_up_again_ends_as_one_that_went_through(data: Path, tmp_path: Path) -> None:
    recipe = replace(TINY, crowds=0.5, patches=0.5, problems=4)
    whole = ran(recipe, data, tmp_path / "whole")
    for steps in (2, 11, 100):  # in the midst of an epoch, over its end, to the last
        pieces = Training(recipe, data, tmp_path / "pieces")
        pieces.run(minutes=5, steps=steps)
    assert pieces.over
    same(whole, pieces)


def test_a_training_that_was_killed_goes_on_from_its_checkpoint(data: Path, tmp_path: Path) -> None:
    code = f"""
import os, signal, torch
torch.set_num_threads(1)  # sums are rounded otherwise with more
from pathlib import Path
from typing import cast
from optotype.training._icon_loop import Training
from optotype.training.icons import Icons
def listener(told):
    if told.done == 4:
        os.kill(os.getpid(), signal.SIGKILL)
Training({TINY!r}, Path({str(data)!r}), Path({str(tmp_path / "out")!r})).run(minutes=5, every=0, listener=listener)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    going = Training(TINY, data, tmp_path / "out")
    assert (going.epoch, going.step) == (0, 3)
    going.run(minutes=5)
    same(ran(TINY, data, tmp_path / "whole"), going)


def test_another_recipe_or_other_classes_do_not_go_on_with_a_training(data: Path, tmp_path: Path) -> None:
    Training(TINY, data, tmp_path / "out").run(minutes=5, steps=1)
    with pytest.raises(OptotypeError, match="another recipe"):
        Training(replace(TINY, epochs=3), data, tmp_path / "out")
    for name in ("round", "square", "long"):
        draw(tmp_path / "data" / name / "0.png", "#000000")
    with pytest.raises(OptotypeError, match="on other data: its names differ"):
        Training(TINY, tmp_path / "data", tmp_path / "out")


def test_a_checkpoint_that_is_broken_is_told(data: Path, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(b"half a file")
    with pytest.raises(OptotypeError, match=r"checkpoint.pt cannot be read as weights: .* Remove it"):
        Training(TINY, data, tmp_path)
    torch.save({"recipe": {}}, tmp_path / "checkpoint.pt")
    with pytest.raises(OptotypeError, match="is no file of this training: it has no 'network'"):
        Training(TINY, data, tmp_path)


def test_a_training_begins_with_the_weights_of_another(data: Path, tmp_path: Path) -> None:
    ran(replace(TINY, epochs=1), data, tmp_path / "first")
    begun = Training(replace(TINY, begin=str(tmp_path / "first")), data, tmp_path / "second")
    kept = load(tmp_path / "first" / "best.pt")
    for name, part in kept.state_dict().items():
        assert part.equal(begun.network.net.state_dict()[name]), name
    assert begun.begun == ("begun with best.pt; fresh: nothing",)


# --- the command


SPEC = "icons:width=4,vector=16,side=32,crowds=0,patches=0,views=1,epochs=1,batch=8"


@pytest.fixture(scope="module")
def commanded(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Any, Path]:
    """The command, what it said, and where it trained; exporting takes seconds, so it is done once."""
    folder = tmp_path_factory.mktemp("commanded")
    for name, colour in COLOURS.items():
        for number in range(4):
            draw(folder / "data" / name / f"{number}.png", colour)
    (folder / "data" / "red" / "bad\x1b[31m.png").write_text("no picture")
    arguments = ["train", SPEC, "--data", str(folder / "data"), "--out", str(folder / "out"), "--threads", "1"]
    return arguments, CliRunner().invoke(app, [*arguments, "--json"]), folder / "out"


def test_the_command_tells_what_was_left_out_and_prints_figures(commanded: tuple[list[str], Any, Path]) -> None:
    arguments, found, _ = commanded
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert set(told["figures"]) == {"dev top 1", "test top 1"}
    assert "left out (1)" in told["notes"][0]
    assert "\x1b" not in found.stderr
    again = CliRunner().invoke(app, arguments)
    assert "test top 1: " in again.stdout


def test_the_export_says_what_torch_says(commanded: tuple[list[str], Any, Path]) -> None:
    import onnxruntime

    from optotype.training._icon_network import Eye

    _, _, out = commanded
    file = out / "encoder" / "encoder.onnx"
    assert b"site-packages" not in file.read_bytes()
    session = cast("Any", onnxruntime).InferenceSession(file, providers=["CPUExecutionProvider"])
    for count in (1, 7):
        patches = np.random.default_rng(count).integers(0, 256, (count, 32, 32, 3)).astype(np.uint8)
        with torch.no_grad():
            expected = Eye(load(out / "best.pt"))(torch.from_numpy(patches)).numpy()
        assert np.allclose(session.run(None, {"patches": patches})[0], expected, atol=1e-4)


def test_the_command_refuses_what_is_no_recipe(tmp_path: Path) -> None:
    for spec, message in (
        ("icons:loss=hinge", "loss: "),
        ("icons:depth=9", "greater than or equal to 10"),
        ("icons:depth=11", "No residual network has depth 11"),
        ("icons:begin=nowhere", "There are no weights to begin with"),
        ("icons:test=openmoji", "There is no style called 'openmoji'"),
    ):
        arguments = ["train", f"{spec}{',' if ':' in spec else ':'}patches=0", "--out", str(tmp_path / "out")]
        assert message in str(CliRunner().invoke(app, arguments).exception), spec


def test_a_network_that_has_no_data_of_its_own_asks_for_them(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["train", "parser", "--out", str(tmp_path / "out")])
    assert "Name its data: --data DIR" in str(found.exception)
