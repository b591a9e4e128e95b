"""Tables in a terminal: names are folded where they have a border, figures never, and no column vanishes."""

from __future__ import annotations

import pytest
from rich.text import Text

from optotype.cli._output import cells, fold, lay_out, print_grids, table
from optotype.results import Grid

MODELS = Grid(
    "",
    ("model", "metric", "#items", "#value"),
    [
        ("openai/gpt-4o-2024-11-20", "exact_match", "1,200", "0.812 [0.790, 0.833]"),
        ("baseline/longest_option", "exact_match", "1,200", "0.262 [0.240, 0.285]"),
    ],
)


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    print_grids([MODELS])
    return [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("openai/gpt-4o-2024-11-20", 12, ["openai/gpt-", "4o-2024-11-", "20"]),
        ("baseline/longest_option", 16, ["baseline/", "longest_option"]),
        ("two words more", 9, ["two words", "more"]),
        ("unbroken", 4, ["unbr", "oken"]),
        ("a b", 9, ["a b"]),
        ("ёлка/сосна", 6, ["ёлка/", "сосна"]),
        ("", 4, [""]),
    ],
)
def test_a_name_is_folded_at_its_borders(text: str, width: int, lines: list[str]) -> None:
    assert fold(Text(text), width).plain.split("\n") == lines


def test_what_is_folded_keeps_its_colours() -> None:
    text = Text("one/two", spans=[*Text("one/", style="red").spans])
    text.stylize("bold", 4, 7)
    assert [span.style for span in fold(text, 4).spans] == ["bold"]


def test_a_table_that_fits_is_left_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "openai/gpt-4o-2024-11-20" in printed(capsys, monkeypatch, 100)[2]


def test_a_table_that_is_a_little_too_wide_folds_the_longest_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = printed(capsys, monkeypatch, 64)
    assert max(map(len, lines)) <= 64
    assert lines[2].split()[:2] == ["openai/gpt-4o-", "exact_match"]
    assert "0.812 [0.790, 0.833]" in lines[2]
    assert lines[3].strip() == "2024-11-20"


def test_a_table_that_is_much_too_wide_is_printed_row_after_row(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = printed(capsys, monkeypatch, 40)
    assert max(map(len, lines)) <= 40
    assert [line.split()[0] for line in lines] == ["model", "metric", "items", "value"] * 2
    assert lines[0].split()[1] == "openai/gpt-4o-2024-11-20"


SAID = "Nobody without eyes does better than guessing. The best is baseline/question_only with 50.0 %, which is chance."


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    made = table("", "check", "what it says")
    made.add_row(*cells("all well", "blind", SAID))
    lay_out(made)
    return [line.strip() for line in capsys.readouterr().out.splitlines() if line.strip()]


def test_a_sentence_is_broken_between_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = told(capsys, monkeypatch, 70)
    assert lines[2].startswith("all well   blind   Nobody without eyes does")
    assert " ".join(lines[2:]).split()[3:] == SAID.split()


def test_a_column_of_sentences_is_not_made_narrower_than_can_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = told(capsys, monkeypatch, 40)
    assert lines[:2] == ["all well", "check         blind"]  # what stands first needs no word before it
    assert lines[2].startswith("what it says  Nobody without eyes does")
    assert max(map(len, lines)) <= 40
