"""Weights: found by folder or by name, and told apart by every byte."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import optotype
from optotype import weights
from optotype.errors import OptotypeError
from optotype.weights import Weights
from tests.conftest import library


def folder(path: Path, **files: bytes) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    content = {"config.json": b"{}", "model.safetensors": bytes(100)} | files
    for name, written in content.items():
        (path / name).write_bytes(written)
    return path


def test_a_folder_is_called_by_its_name_and_not_by_its_path(tmp_path: Path) -> None:
    found = weights.find(str(folder(tmp_path / "deep" / "tiny")))
    assert found.name == "tiny"
    assert found.called == f"tiny@{found.digest[:8]}"
    assert str(tmp_path) not in found.called


def test_one_byte_makes_other_weights(tmp_path: Path) -> None:
    one = Weights(folder(tmp_path / "one"))
    same = Weights(folder(tmp_path / "same"))
    other = Weights(folder(tmp_path / "other", **{"model.safetensors": bytes(99) + b"\1"}))
    settings = Weights(folder(tmp_path / "settings", **{"config.json": b"{ }"}))
    assert one.digest == same.digest
    assert len({one.digest, other.digest, settings.digest}) == 3


def test_what_people_write_about_a_model_does_not_change_it(tmp_path: Path) -> None:
    one = Weights(folder(tmp_path / "one"))
    other = Weights(folder(tmp_path / "other", **{"README.md": b"words", ".gitattributes": b"*"}))
    assert one.digest == other.digest


def test_code_counts_wherever_it_lies(tmp_path: Path) -> None:
    one = folder(tmp_path / "one")
    before = Weights(one).digest
    (one / "deeper").mkdir()
    (one / "deeper" / "model.py").write_text("print()")
    assert Weights(one).digest != before


def test_what_was_fetched_from_the_hub_is_known_by_name_and_commit(tmp_path: Path) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    found = Weights(folder(tmp_path / "models--lab--tiny-vl" / "snapshots" / commit))
    assert (found.name, found.digest, found.called) == ("lab/tiny-vl", commit, "lab/tiny-vl@01234567")


@pytest.mark.parametrize("name", ["/nowhere/at/all", "./nowhere", "a/b/c", "two words", "../up"])
def test_a_folder_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(OptotypeError, match=r"There is no folder .*, and no model on the hub can be called so\."):
        weights.find(name)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"holds no config\.json, so it is no model that transformers can load\.$"):
        weights.find(str(tmp_path))
    (tmp_path / "adapter_config.json").write_text("{}")
    with pytest.raises(OptotypeError, match="It holds an adapter: merge that into its model first"):
        weights.find(str(tmp_path))
    with pytest.raises(OptotypeError, match=r"is a file\. Name the folder"):
        weights.find(str(tmp_path / "adapter_config.json"))


def test_a_model_of_the_hub_that_cannot_be_fetched_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = import_module("huggingface_hub")
    errors = import_module("huggingface_hub.errors")

    def unreachable(*_: object, **__: object) -> str:
        raise errors.LocalEntryNotFoundError("Cannot find it\nand much advice")

    monkeypatch.setattr(hub, "snapshot_download", unreachable)
    with pytest.raises(OptotypeError, match=r"cannot be fetched: Cannot find it\. Connect.*HF_HOME.*HF_HUB_OFFLINE=1"):
        weights.find("lab/tiny-vl")


def test_a_model_of_the_hub_is_fetched_whole_and_without_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = import_module("huggingface_hub")
    commit = "0123456789abcdef0123456789abcdef01234567"
    snapshot = folder(tmp_path / "models--lab--tiny-vl" / "snapshots" / commit)
    asked: list[tuple[object, ...]] = []

    def fetch(name: str, *, revision: str | None, allow_patterns: list[str], ignore_patterns: list[str]) -> str:
        asked.append((name, revision, "*.py" in allow_patterns, "*.bin" in allow_patterns))
        return str(snapshot)

    monkeypatch.setattr(hub, "snapshot_download", fetch)
    assert weights.find("lab/tiny-vl", revision="v2").called == "lab/tiny-vl@01234567"
    assert asked == [("lab/tiny-vl", "v2", False, False)]
    (snapshot / "model.safetensors").unlink()
    assert weights.find("lab/tiny-vl", code=True).folder == snapshot
    assert asked[1:] == [("lab/tiny-vl", None, True, False), ("lab/tiny-vl", None, True, True)]


def test_a_library_that_is_not_installed_is_told_with_what_to_install() -> None:
    with pytest.raises(OptotypeError, match=r"need 'no_such_thing'.*pip install 'optotype\[hf\]'"):
        weights.library("no_such_thing")


def test_signatures_call_a_folder_by_its_weights_and_a_model_of_the_hub_by_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    assert weights.called(str(folder)) == Weights(folder).called
    assert str(tmp_path) not in weights.called(str(folder))
    assert weights.called("lab/tiny-vl") == "lab/tiny-vl"


def test_a_model_that_lacks_weights_is_refused(tmp_path: Path) -> None:
    facts = {"missing_keys": ["pooler.bias", "layer.bias"]}
    with pytest.raises(OptotypeError, match=r"The parser 'hf': tiny lacks weights, such as 'layer\.bias'"):
        weights.ready(object(), facts, Weights(tmp_path / "tiny"), "The parser 'hf'", spare="pooler.")


def test_what_a_library_raises_while_it_loads_is_told_in_a_line(tmp_path: Path) -> None:
    library("transformers")
    tiny, who = Weights(tmp_path / "tiny"), "The parser 'hf'"
    told = "The parser 'hf': tiny cannot be loaded: KeyError: 'shape'"
    with pytest.raises(OptotypeError, match=told), weights.loading(tiny, who):
        raise KeyError("shape")
    with pytest.raises(OptotypeError, match=r"^as it is$"), weights.loading(tiny, who):
        raise OptotypeError("as it is")


def test_what_is_shipped_tells_nothing_of_the_machine_that_made_it() -> None:
    files = [*(Path(optotype.__file__).parent / "embedded").rglob("*.onnx")]
    assert files
    for file in files:
        content = file.read_bytes()
        assert not [trace for trace in (b"stack_trace", b"site-packages", b'.py"') if trace in content], file.name
