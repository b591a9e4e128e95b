# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import library

torch = library("torch")

from torch import Tensor  # noqa: E402

from optotype.training import _curves  # noqa: E402
from optotype.training._loop import Loop, rate  # noqa: E402


@dataclass(frozen=True)
class Plan:
    epochs: int = 6
    warmup: float = 0.25
    floor: float = 0.1
    mean: float = 0.5
    seed: int = 1


class Line(Loop[float]):
    """Learns the slope of a line; its scores on dev are given."""

    patience = 2

    def __init__(self, out: Path, scores: Sequence[float]) -> None:
        self.scores = scores
        network = torch.nn.Linear(1, 1, bias=False)
        torch.nn.init.zeros_(network.weight)
        groups: list[dict[str, Any]] = [{"params": [network.weight], "lr": 0.0, "highest": 0.1}]
        super().__init__(Plan(), out, network, torch.optim.SGD(groups))

    def order(self) -> list[float]:
        return [1.0, 2.0]

    def loss(self, chosen: float) -> Tensor:
        return (self.network(torch.tensor([[chosen]])) - 3 * chosen).square().mean()

    def measure(self) -> dict[str, float]:
        return {"dev": self.scores[self.epoch - 1]}


def test_the_rate_rises_and_falls_in_a_line() -> None:
    assert [round(rate(share, Plan()), 3) for share in (0.0, 0.125, 0.25, 0.625, 1.0)] == [0.0, 0.5, 1.0, 0.55, 0.1]


def test_a_training_stops_when_it_gets_no_better(tmp_path: Path) -> None:
    training = Line(tmp_path, [0.1, 0.5, 0.4, 0.3, 0.9, 0.9])
    training.run(minutes=1)
    assert (training.epoch, training.best, training.over) == (4, 0.5, True)
    lines = [json.loads(line)["dev"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines == [0.1, 0.5, 0.4, 0.3]


def test_waiting_is_not_forgotten_when_it_is_stopped(tmp_path: Path) -> None:
    scores = [0.5, 0.4, 0.3, 0.9, 0.9, 0.9]
    Line(tmp_path, scores).run(minutes=1, steps=5)  # in the midst of the third epoch
    again = Line(tmp_path, scores)
    assert (again.epoch, again.step, again.waited) == (2, 1, 1)
    again.run(minutes=1)
    assert again.epoch == 3


def test_what_is_kept_is_the_mean_of_the_weights(tmp_path: Path) -> None:
    training = Line(tmp_path, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    training.run(minutes=1)
    kept = torch.load(tmp_path / "best.pt", weights_only=True)
    assert kept["dev"] == 0.6
    assert kept["network"]["weight"].equal(training.mean["weight"])
    assert not kept["network"]["weight"].equal(training.network.state_dict()["weight"])


def test_a_page_shows_the_curves_while_it_runs(tmp_path: Path) -> None:
    training = Line(tmp_path, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    training.run(minutes=1)
    page = (tmp_path / "curves.html").read_text(encoding="utf-8")
    assert 'http-equiv="refresh"' in page
    assert page.count("<polyline") == 2, "loss and dev"
    epochs = len((tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines())
    assert page.count('class="point"') == 2 * epochs
    assert f"{epochs} epochs and 0 steps done" in page
    assert "<script" not in page
    assert "prefers-color-scheme: dark" in page


def test_before_the_first_epoch_the_page_says_so(tmp_path: Path) -> None:
    log = '{"at": "now", "epoch": 0, "step": 7, "loss": 0.5}\n{"at": "la'  # the second line was cut off
    (tmp_path / "log.jsonl").write_text(log, encoding="utf-8")
    _curves.keep(tmp_path)
    page = (tmp_path / "curves.html").read_text(encoding="utf-8")
    assert "0 epochs and 7 steps done" in page
    assert page.count("the first epoch is not done") == 2
