from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.records import Collection, Item, Origin, YesNo
from tests.samples import fill


def stats(bench: Workbench, *arguments: str) -> Result:
    result = CliRunner().invoke(app, ["--bench", str(bench.folder), "stats", *arguments], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    return result


def test_the_tables_have_the_figures(bench: Workbench) -> None:
    fill(bench)
    output = stats(bench).stdout
    for text in ("11 items", "choice of pictures", "words per question", "geometry", "scene graphs", "5 pictures"):
        assert text in output


def test_figures_are_told_apart_by_a_tag(bench: Workbench) -> None:
    fill(bench)
    assert "unsplit" in stats(bench, "--by", "split").stdout
    assert set(json.loads(stats(bench, "--by", "skill", "--json").stdout)["by"]) == {"counting", "geometry"}


def test_long_values_of_a_tag_can_be_told_apart(bench: Workbench) -> None:
    kinds = [f"closed-ended finite answer set non-binary {seen}" for seen in ("visual", "non-visual")]
    drawn = Origin(kind="drawn", by="test")
    items = [
        Item(id=f"set/{kind}", collection="set", origin=drawn, form=YesNo(), cluster="set", tags={"kind": (kind,)})
        for kind in kinds
    ]
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="draw"), *items])
    last = stats(bench, "--by", "kind").stdout.rpartition("right first")[2]
    assert all(kind in last for kind in kinds)


def test_plots_are_drawn(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    assert "plots, each as SVG and PNG" in stats(bench, "--plots", str(tmp_path / "plots")).stdout
    assert (tmp_path / "plots" / "stats-question-words.png").is_file()


def test_an_empty_bench_has_no_items(bench: Workbench) -> None:
    assert "0 items" in stats(bench).stdout


def test_the_keys_of_the_json_stay_what_they_are(bench: Workbench, shared: Callable[[str], Path]) -> None:
    bench.import_("iconqa", shared("iconqa/examples"))
    found = json.loads(stats(bench, "--json").stdout)
    assert found["items"] == 75
    assert found["kinds"] == {"choose_img": 25, "choose_txt": 25, "fill_in_blank": 25}
    assert found["forms"] == {"choice of pictures": 25, "choice of texts": 25, "short text": 25}
    assert set(found["options"]) == {"2", "3", "4", "5"}
    assert found["splits"] == {"unsplit": 75}
    assert found["question_words"]["max"] == 25
    assert found["pictures"]["count"] == 136
    assert set(found) == {
        "items",
        "excluded",
        "collections",
        "splits",
        "kinds",
        "kinds_by_split",
        "forms",
        "options",
        "question_words",
        "text_words",
        "skills",
        "skills_per_item",
        "pictures_per_item",
        "tags",
        "gold",
        "graphs",
        "ratings",
        "pictures",
        "papers",
        "by",
    }


def test_a_file_of_graphs_is_counted_without_a_bench(tmp_path: Path) -> None:
    path = tmp_path / "graphs.jsonl"
    path.write_text('{"caption": "a man on a bench", "graph": "( man , sit on , bench ) , ( bench , is , red )"}\n')
    arguments = ["stats", "--graphs", str(path)]
    shown = CliRunner().invoke(app, arguments, env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    for text in ("verbs", "prepositions", "without is", "1 caption with a graph and 5.00 words in the mean"):
        assert text in " ".join(shown.stdout.split())
    found = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert (found["verbs"]["frequent"], found["prepositions"]["frequent"]) == ({"sit": 1}, {"on": 1})
    assert CliRunner().invoke(app, [*arguments, "--split", "test"]).exit_code == 2
