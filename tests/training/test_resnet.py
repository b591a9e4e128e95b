from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import library

torch = library("torch")
safetensors = library("safetensors.torch")

from optotype.errors import OptotypeError  # noqa: E402
from optotype.training._resnet import ResNet, Shape, begin_with  # noqa: E402

TINY = Shape(depth=10, width=8, side=32)


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


@pytest.mark.parametrize(
    ("depth", "weights"),
    [(18, 11_689_512), (34, 21_797_672), (50, 25_557_032), (101, 44_549_160), (152, 60_192_808)],
)
def test_the_usual_depths_have_as_many_weights_as_the_worlds(depth: int, weights: int) -> None:
    with torch.device("meta"):
        network = ResNet(Shape(depth), 1000)
    assert sum(part.numel() for part in network.parameters()) == weights


def test_parts_are_called_as_torchvision_calls_them() -> None:
    names = set(ResNet(Shape(depth=50, width=4), 3).state_dict())
    assert {"conv1.weight", "bn1.running_var", "layer2.0.downsample.1.bias", "layer4.2.bn3.weight", "fc.bias"} <= names


@pytest.mark.parametrize(("depth", "blocks"), [(12, (1, 1, 2, 1)), (26, (3, 3, 3, 3)), (53, (4, 4, 5, 4))])
def test_other_depths_are_parted_evenly(depth: int, blocks: tuple[int, ...]) -> None:
    assert Shape(depth).blocks == blocks


@pytest.mark.parametrize("depth", [11, 49, 51])
def test_a_depth_that_no_blocks_add_up_to_is_refused(depth: int) -> None:
    with pytest.raises(OptotypeError, match=f"No residual network has depth {depth}: .* Usual are 10, 18, 34"):
        ResNet(Shape(depth), 2)


@pytest.mark.parametrize(
    ("shape", "width"),
    [
        (Shape(10, 8, side=64), 64),
        (Shape(50, 4, side=32), 128),
        (Shape(10, 8, "small", "grid", side=64), 256),
        (Shape(10, 8, "small", "grid", side=72), 576),
        (Shape(10, 8, "small", "grid", side=64, vector=20), 20),
    ],
)
def test_vectors_are_as_wide_as_the_shape_says(shape: Shape, width: int) -> None:
    network = ResNet(shape, 5).eval()
    pictures = torch.rand(2, 3, shape.side, shape.side)
    with torch.no_grad():
        assert network.encode(pictures).shape == (2, width)
        assert network(pictures).shape == (2, 5)
    assert shape.out == width


def saved(network: ResNet, file: Path, wrapped: str = "", prefix: str = "") -> str:
    state: dict[str, Any] = {prefix + name: part for name, part in network.state_dict().items()}
    if file.suffix == ".safetensors":
        safetensors.save_file(state, file)
    else:
        torch.save({wrapped: state, "epoch": 3} if wrapped else state, file)
    return str(file)


@pytest.mark.parametrize(
    ("name", "wrapped", "prefix"),
    [
        ("resnet10-abcdef.pth", "", ""),
        ("model.safetensors", "", ""),
        ("ckpt.best.pth.tar", "state_dict", "module."),
        ("weights.pth", "model", "backbone."),
    ],
)
def test_weights_are_found_in_a_folder_by_their_usual_names(
    tmp_path: Path, name: str, wrapped: str, prefix: str
) -> None:
    other, network = ResNet(TINY, 4), ResNet(TINY, 4)
    saved(other, tmp_path / name, wrapped, prefix)
    file, fresh = begin_with(network, str(tmp_path))
    assert (file.name, fresh) == (name, [])
    for key, part in other.state_dict().items():
        assert part.equal(network.state_dict()[key]), key


def test_imagenet_is_what_torchvision_downloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    with pytest.raises(OptotypeError, match=r"has none that is called resnet10-\*\.pth"):
        begin_with(ResNet(TINY, 4), "imagenet")
    (tmp_path / "checkpoints").mkdir()
    saved(ResNet(TINY, 4), tmp_path / "checkpoints" / "resnet10-01234567.pth")
    assert begin_with(ResNet(TINY, 4), "imagenet")[0].name == "resnet10-01234567.pth"


def test_with_other_classes_the_last_layer_stays_fresh(tmp_path: Path) -> None:
    other, network = ResNet(TINY, 1000), ResNet(TINY, 4)
    before = network.fc.weight.detach().clone()
    _, fresh = begin_with(network, saved(other, tmp_path / "w.pth"))
    assert fresh == ["fc.weight", "fc.bias"]
    assert network.conv1.weight.equal(other.conv1.weight)
    assert network.fc.weight.equal(before)


def test_a_head_that_compares_by_angle_may_lie_on_its_side(tmp_path: Path) -> None:
    other, network = ResNet(TINY, 4, cosine=True), ResNet(TINY, 4, cosine=True)
    state = other.state_dict()
    state["fc.weight"] = state["fc.weight"].T
    torch.save({"state_dict": state}, tmp_path / "ckpt.best.pth.tar")
    assert begin_with(network, str(tmp_path))[1] == []
    assert network.fc.weight.equal(other.fc.weight)


def test_a_checkpoint_of_another_shape_is_refused(tmp_path: Path) -> None:
    file = saved(ResNet(Shape(10, 16), 4), tmp_path / "wide.pth")
    with pytest.raises(OptotypeError, match=r"'conv1.weight' has shape \(16, 3, 7, 7\), but this network needs \(8, 3"):
        begin_with(ResNet(TINY, 4), file)
    file = saved(ResNet(Shape(18, 8), 4), tmp_path / "deep.pth")
    with pytest.raises(OptotypeError, match=r"has 'layer1.1.conv1.weight', which a residual network of depth 10 has"):
        begin_with(ResNet(TINY, 4), file)
    file = saved(ResNet(TINY, 4), tmp_path / "flat.pth")
    with pytest.raises(
        OptotypeError, match=r"not of a residual network of depth 18: it has no 'layer1.1.conv1.weight'"
    ):
        begin_with(ResNet(Shape(18, 8), 4), file)


class Trap:
    def __reduce__(self) -> tuple[Any, ...]:
        return (print, ("run",))


def test_what_holds_no_weights_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = {
        "text.pth": b"no weights at all",
        "empty.pth": b"",
        "text.safetensors": b"no weights at all",
        "trap.pth": pickle.dumps({"conv1.weight": Trap()}),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(OptotypeError, match=f"{name} cannot be read as weights"):
            begin_with(ResNet(TINY, 4), str(tmp_path / name))
    assert capsys.readouterr().out == "", "nothing but weights is loaded"
    torch.save([1, 2], tmp_path / "list.pth")
    with pytest.raises(OptotypeError, match="holds no weights by name, but a list"):
        begin_with(ResNet(TINY, 4), str(tmp_path / "list.pth"))
    torch.save({"epoch": 3}, tmp_path / "bare.pth")
    with pytest.raises(OptotypeError, match="holds no weights by name"):
        begin_with(ResNet(TINY, 4), str(tmp_path / "bare.pth"))
    with pytest.raises(OptotypeError, match="There are no weights to begin with"):
        begin_with(ResNet(TINY, 4), str(tmp_path / "gone"))
