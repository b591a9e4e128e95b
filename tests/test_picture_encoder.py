from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import optotype
from optotype.errors import OptotypeError
from optotype.picture_encoder import SIDE, WIDTH, PictureEncoder, pyramid, shared
from tests.conftest import library


def noise(count: int, seed: int = 0) -> NDArray[Any]:
    return np.random.default_rng(seed).integers(0, 256, (count, SIDE, SIDE, 3)).astype(np.uint8)


def icons() -> dict[tuple[str, str], Image.Image]:
    from optotype.synth.icons import packed

    return {(key, style): image for key, style, image in packed()}


# --- the pyramid


def test_a_pyramid_has_79_patches_level_by_level_and_row_by_row() -> None:
    image = Image.new("RGB", (128, 128), "white")
    image.paste("red", (0, 0, 64, 64))
    image.paste("blue", (64, 0, 128, 64))
    image.paste("green", (0, 64, 64, 128))
    found = pyramid(image)
    assert found.shape == (79, SIDE, SIDE, 3)
    assert found.dtype == np.uint8
    middles = [tuple(patch[SIDE // 2, SIDE // 2].tolist()) for patch in found[1:5]]
    assert middles == [(255, 0, 0), (0, 0, 255), (0, 128, 0), (255, 255, 255)]
    assert found[0, 10, 10].tolist() == [255, 0, 0]
    assert found[0, 10, -10].tolist() == [0, 0, 255]


@pytest.mark.parametrize("size", [(100, 20), (20, 100), (1, 1), (7, 300)])
def test_a_picture_that_is_no_square_is_put_on_white_at_the_top_left(size: tuple[int, int]) -> None:
    found = pyramid(Image.new("RGB", size, "black"), (1, 4))
    assert found.shape == (17, SIDE, SIDE, 3)
    assert found[0, 0, 0].tolist() == [0, 0, 0]
    if size[0] != size[1]:
        assert found[0, -1, -1].tolist() == [255, 255, 255]
        assert (found[-1] == 255).all()


def test_what_is_transparent_is_white() -> None:
    assert (pyramid(Image.new("RGBA", (30, 30), (0, 0, 0, 0)), (1,)) == 255).all()


# --- the encoder


def test_a_patch_has_one_vector_whatever_it_is_encoded_with() -> None:
    patches = noise(150)
    together = PictureEncoder(threads=1).encode(patches)
    assert together.shape == (150, WIDTH)
    assert np.isfinite(together).all()
    alone = PictureEncoder(threads=1, kept=0)
    for place in (0, 70, 149):
        assert np.allclose(alone.encode(patches[place : place + 1])[0], together[place], atol=1e-4)


def test_equal_patches_are_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = PictureEncoder(threads=1, kept=3)
    session = encoder._loaded()  # pyright: ignore[reportPrivateUsage]
    asked: list[int] = []

    class Counting:
        def run(self, names: None, inputs: dict[str, NDArray[Any]]) -> list[NDArray[Any]]:
            asked.append(len(inputs["patches"]))
            return session.run(names, inputs)

    monkeypatch.setattr(encoder, "_session", Counting())
    patches = noise(5)
    first = encoder.encode(patches[[0, 1, 0, 1, 0]])
    assert asked == [2]
    assert np.array_equal(first[0], first[2])
    encoder.encode(patches[[1, 2]])
    assert asked == [2, 1]
    encoder.encode(patches[[3, 4]])
    encoder.encode(patches[[0]])
    assert asked == [2, 1, 2, 1], "what came long ago is forgotten"


def test_no_patches_have_no_vectors() -> None:
    assert shared().encode(noise(0)).shape == (0, WIDTH)
    assert shared().look([]).shape == (0, WIDTH)


@pytest.mark.parametrize(
    "patches", [np.zeros((2, 32, 32, 3), np.uint8), np.zeros((64, 64, 3), np.uint8), np.zeros((2, 64, 64, 3))]
)
def test_patches_of_another_shape_or_kind_are_refused(patches: NDArray[Any]) -> None:
    with pytest.raises(OptotypeError, match=r"it takes uint8 of shape \(patches, 64, 64, 3\)"):
        shared().encode(patches)


def test_a_file_that_is_no_network_is_told(tmp_path: Path) -> None:
    (tmp_path / "encoder.onnx").write_bytes(b"no network")
    with pytest.raises(OptotypeError, match="is no network that onnxruntime can load"):
        PictureEncoder(tmp_path / "encoder.onnx").encode(noise(1))
    with pytest.raises(OptotypeError, match="the picture encoder cannot be read: No such file"):
        PictureEncoder(tmp_path / "gone.onnx").encode(noise(1))
    other = Path(optotype.__file__).parent / "embedded" / "minilm" / "minilm.onnx"
    with pytest.raises(OptotypeError, match=r"a picture encoder takes square patches in red, green and blue"):
        PictureEncoder(other).encode(noise(1))


def test_an_encoder_of_another_size_is_taken_as_it_is(tmp_path: Path) -> None:
    onnx = library("onnx")
    helper, kinds = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Cast", ["patches"], ["numbers"], to=kinds.FLOAT),
        helper.make_node("Flatten", ["numbers"], ["vectors"]),
    ]
    taken = helper.make_tensor_value_info("patches", kinds.UINT8, ["count", 8, 8, 3])
    given = helper.make_tensor_value_info("vectors", kinds.FLOAT, ["count", 192])
    graph = helper.make_graph(nodes, "plain", [taken], [given])
    opsets = [helper.make_opsetid("", 18)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), tmp_path / "plain.onnx")
    encoder = PictureEncoder(tmp_path / "plain.onnx")
    assert (encoder.side, encoder.width) == (8, 192)
    assert encoder.look([Image.new("RGB", (30, 20), "red")]).shape == (1, 192)
    assert encoder.digest != shared().digest
    with pytest.raises(OptotypeError, match=r"it takes uint8 of shape \(patches, 8, 8, 3\)"):
        encoder.encode(noise(1))


def test_many_things_lie_nearest_to_themselves_in_another_style() -> None:
    found = icons()
    keys = [key for key, style in found if style == "emojione"]  # a style that it never learned from
    one = shared().look([found[key, "noto"] for key in keys])
    other = shared().look([found[key, "emojione"] for key in keys])
    nearest = (other @ one.T).argmax(1)
    assert (nearest == np.arange(len(keys))).mean() > 0.2  # chance would be right once in three hundred


def test_colours_and_counts_make_a_difference() -> None:
    def dots(count: int, colour: str) -> Image.Image:
        image = Image.new("RGB", (128, 128), "white")
        for number in range(count):
            image.paste(
                colour, (8 + number % 3 * 40, 8 + number // 3 * 40, 32 + number % 3 * 40, 32 + number // 3 * 40)
            )
        return image

    vectors = shared().look([dots(3, "red"), dots(3, "blue"), dots(7, "red"), dots(3, "red").rotate(180)])
    assert (vectors[0] @ vectors[1:].T < 0.98).all()


def test_nothing_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys; from optotype import picture_encoder; picture_encoder.shared(); "
        "sys.exit(bool({'onnxruntime', 'numpy', 'PIL'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_it_stays_small() -> None:
    folder = Path(optotype.__file__).parent / "embedded" / "picture_encoder"
    assert (folder / "encoder.onnx").stat().st_size < 4_000_000
    assert (folder / "README.md").is_file()
