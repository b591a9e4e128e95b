"""Families: built-ins by file name, plug-ins by entry point, and settings that are checked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from optotype import metrics
from optotype.errors import OptotypeError, UnknownPart
from optotype.family import Family, class_name, split
from optotype.formats import Format, family


def test_the_file_is_the_name() -> None:
    assert {"iconqa", "scivqa"} <= set(family.names())
    assert family["iconqa"].__name__ == "Iconqa"
    assert not any(name.startswith("_") for name in family)


@pytest.mark.parametrize(("stem", "name"), [("anls", "Anls"), ("relaxed_accuracy", "RelaxedAccuracy")])
def test_the_class_bears_the_file_s_name(stem: str, name: str) -> None:
    assert class_name(stem) == name


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownPart, match=r"There is no format called 'sciqva'. Did you mean 'scivqa'?"):
        family["sciqva"]
    with pytest.raises(UnknownPart, match=r"There are: .*iconqa"):
        family["zzzzzz"]


def test_settings_are_checked() -> None:
    assert family.build("scivqa", {"table": "csv"}) == family["scivqa"](table="csv")  # type: ignore[call-arg]
    with pytest.raises(OptotypeError, match=r"no setting called 'tabel'. It has: table"):
        family.build("scivqa", {"tabel": "csv"})
    with pytest.raises(OptotypeError, match="table: "):
        family.build("scivqa", {"table": "xlsx"})


def test_another_package_adds_a_part_through_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stamps.py").write_text(
        "from optotype.formats.scivqa import Scivqa\n\nclass Stamps(Scivqa):\n    name = 'stamps'\n"
    )
    described = tmp_path / "stamps-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: stamps\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[optotype.formats]\nstamps = stamps:Stamps\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    fresh: Family[Format] = Family("optotype.formats", "format")
    assert "stamps" in fresh.names()
    assert "stamps" not in sys.modules, "a plug-in is loaded only when it is asked for"
    assert fresh["stamps"].name == "stamps"


def test_a_plug_in_is_called_as_its_entry_point_says_whatever_its_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hobbies.py").write_text(
        "from optotype.metrics.blank import Blank\n\nclass Stamps(Blank):\n    pass\n\nclass Coins(Blank):\n    pass\n"
    )
    described = tmp_path / "hobbies-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: hobbies\nVersion: 1.0\n")
    points = "[optotype.metrics]\nrare_stamps = hobbies:Stamps\nold_coins = hobbies:Coins\n"
    (described / "entry_points.txt").write_text(points)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    fresh: Family[metrics.Metric] = Family("optotype.metrics", "metric")
    assert [fresh.name_of(fresh[name]) for name in ("rare_stamps", "old_coins", "blank")] == [
        "rare_stamps",
        "old_coins",
        "blank",
    ]
    monkeypatch.setattr(metrics, "family", fresh)
    stamps = metrics.build("rare_stamps")
    assert stamps.signature == "rare_stamps/1"
    assert metrics.signed(stamps.signature) == stamps, "a figure in the store leads back to its metric"


def test_settings_stand_after_a_colon_or_in_parentheses_as_signatures_have_them() -> None:
    expected = metrics.family.build("number", {"tolerance": 0.1})
    for spec in ("number:tolerance=0.1", "number(tolerance=0.1)", " number ( tolerance = 0.1 ) ", expected.signature):
        assert metrics.family.from_text(spec) == expected
    for spec in ("rougel", "rougel:", "rougel()", "rougel/1"):
        assert metrics.family.from_text(spec) == metrics.family["rougel"]()
    with pytest.raises(OptotypeError, match=r"There is no metric called 'number\(tolerance=0\.1'"):
        metrics.family.from_text("number(tolerance=0.1")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a,b", ["a", "b"]),
        ("a(x=1,y=(2,3)),b", ["a(x=1,y=(2,3))", "b"]),
        ("a),b", ["a)", "b"]),
        ("a(b,c", ["a(b,c"]),
        ("", [""]),
    ],
)
def test_commas_in_parentheses_part_nothing(text: str, pieces: list[str]) -> None:
    assert split(text, ",") == pieces
