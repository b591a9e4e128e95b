"""The loop that every training here shares: steps, checkpoints, the mean of the weights, the log.

A training is stopped and taken up again at any step, and ends as if it had gone through.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

import torch
from torch import Tensor, nn

from optotype.errors import OptotypeError
from optotype.training import Listener, Told, _curves


class Schedule(Protocol):
    """What a recipe says about the loop."""

    @property
    def epochs(self) -> int:
        """How often the data are gone through."""
        ...

    @property
    def warmup(self) -> float:
        """Share of the steps in which the rate rises."""
        ...

    @property
    def floor(self) -> float:
        """Share of the highest rate that is left at the end."""
        ...

    @property
    def mean(self) -> float:
        """How much of the running mean of the weights each step keeps."""
        ...

    @property
    def seed(self) -> int:
        """Where chance begins."""
        ...


Chosen = TypeVar("Chosen")
"""What says which examples make a batch."""


class Loop(ABC, Generic[Chosen]):
    """A training that can be stopped and taken up again at any step."""

    patience = 0
    """Epochs without gain on dev after which it stops; 0: it goes on to the last."""

    def __init__(self, recipe: Schedule, out: Path, network: nn.Module, optimiser: torch.optim.Optimizer) -> None:
        """Begins, or goes on with what lies in `out`.

        Each group of the optimiser has `highest`, its highest rate.
        """
        self.recipe, self.out, self.network, self.optimiser = recipe, out, network, optimiser
        out.mkdir(parents=True, exist_ok=True)
        self._lasting = frozenset(network.state_dict())
        self.mean = {name: part.detach().clone() for name, part in self._trained()}
        self.epoch = self.step = 0
        """Epochs begun before this one, and steps done in this one."""
        self.best = 0.0
        self.waited = 0
        """Epochs since the best one."""
        torch.manual_seed(recipe.seed)
        if (out / "checkpoint.pt").exists():
            self._take_up()

    @abstractmethod
    def order(self) -> Sequence[Chosen]:
        """The batches of this epoch; the same whenever it is asked for."""

    @abstractmethod
    def loss(self, chosen: Chosen) -> Tensor:
        """The loss on a batch; chance depends on the seed, the epoch and the step alone."""

    @abstractmethod
    def measure(self) -> Mapping[str, float]:
        """How good the network is; `dev`, between 0 and 1, decides which weights are kept."""

    def facts(self) -> dict[str, Any]:
        """What else belongs to the weights."""
        return {}

    @property
    def over(self) -> bool:
        """Is there nothing left to do?"""
        return self.epoch >= self.recipe.epochs or bool(self.patience and self.waited >= self.patience)

    def run(
        self, minutes: float, every: float = 5.0, steps: int | None = None, listener: Listener = lambda _told: None
    ) -> None:
        """Train until the epochs, the minutes or the steps are over.

        Args:
            minutes: when to stop.
            every: minutes between checkpoints.
            steps: how many steps at most.
            listener: told of each step.
        """
        begun = saved = time.monotonic()
        done = 0
        while not self.over:
            order = self.order()
            losses: list[float] = []
            started, processor = time.monotonic(), time.process_time()
            at = self.step
            for chosen in order[self.step :]:
                losses.append(self._learn(chosen, len(order)))
                self.step += 1
                done += 1
                listener(
                    Told(
                        self.epoch * len(order) + self.step,
                        self.recipe.epochs * len(order),
                        _mean(losses[-50:]),
                        self.best if self.epoch else None,
                    )
                )
                now = time.monotonic()
                if now - saved > every * 60:
                    self.save()
                    self._log(loss=_mean(losses[-200:]), wall=round(now - started, 1), steps=self.step - at)
                    saved = now
                if now - begun > minutes * 60 or (steps is not None and done >= steps):
                    self.save()
                    return
            wall, processor = time.monotonic() - started, time.process_time() - processor
            self.epoch, self.step = self.epoch + 1, 0
            measured = self.measured()
            self._log(
                loss=_mean(losses), wall=round(wall, 1), cpu=round(processor, 1), steps=len(order) - at, **measured
            )
            if measured["dev"] >= self.best:
                self.best, self.waited = measured["dev"], 0
                self._keep()
            else:
                self.waited += 1
            self.save()
            saved = time.monotonic()

    def measured(self) -> Mapping[str, float]:
        """How good the mean weights are."""
        own = {name: part.detach().clone() for name, part in self._trained()}
        self._put(self.mean)
        self.network.eval()
        found = self.measure()
        self._put(own)
        return found

    def save(self) -> None:
        """Write the checkpoint; the old one stays until the new one is whole."""
        state = {
            "recipe": asdict(cast("Any", self.recipe)),
            **self.facts(),
            "network": dict(self._trained()),
            "mean": self.mean,
            "optimiser": self.optimiser.state_dict(),
            "epoch": self.epoch,
            "step": self.step,
            "best": self.best,
            "waited": self.waited,
            "chance": torch.get_rng_state(),
        }
        _save(state, self.out / "checkpoint.pt")

    def _take_up(self) -> None:
        state = read_state(self.out / "checkpoint.pt", "recipe", "network", "mean", "optimiser", "chance")
        try:
            same = type(self.recipe)(**state["recipe"]) == self.recipe
        except TypeError:  # settings that this network does not have
            same = False
        if not same:
            raise OptotypeError(
                f"{self.out} holds a training with another recipe: {state['recipe']}. Name another folder."
            )
        changed = [name for name, fact in self.facts().items() if name in state and state[name] != fact]
        if changed:
            raise OptotypeError(
                f"{self.out} holds a training on other data: its {changed[0]} differ. Name another folder."
            )
        self._put(state["network"])
        for name, part in self.mean.items():
            part.copy_(state["mean"][name])
        self.optimiser.load_state_dict(state["optimiser"])
        self.epoch, self.step, self.best = state["epoch"], state["step"], state["best"]
        self.waited = state.get("waited", 0)
        torch.set_rng_state(state["chance"])

    def _keep(self) -> None:
        """Write the mean weights as the best."""
        whole = {**self.network.state_dict(), **self.mean}
        state = {"recipe": asdict(cast("Any", self.recipe)), **self.facts(), "network": whole, "dev": self.best}
        _save(state, self.out / "best.pt")

    def _learn(self, chosen: Chosen, steps: int) -> float:
        """One step; the loss before it."""
        done = self.epoch * steps + self.step
        for group in self.optimiser.param_groups:
            group["lr"] = group["highest"] * rate(done / (self.recipe.epochs * steps), self.recipe)
        self.network.train()
        loss = self.loss(chosen)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        # young means forget faster, so that the weights of the beginning do not linger
        kept = min(self.recipe.mean, (1 + done) / (10 + done))
        with torch.no_grad():
            for name, part in self._trained():
                self.mean[name].lerp_(part, 1 - kept)
        return float(loss.detach())

    def _trained(self) -> Iterator[tuple[str, Tensor]]:
        """Weights that change, and the running statistics of normalisation, which change with them."""
        for name, part in self.network.named_parameters():
            if part.requires_grad:
                yield name, part.detach()
        for name, part in self.network.named_buffers():
            if part.is_floating_point() and name in self._lasting:
                yield name, part

    def _put(self, weights: Mapping[str, Tensor]) -> None:
        with torch.no_grad():
            for name, part in self._trained():
                part.copy_(weights[name])

    def _log(self, **values: float) -> None:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "epoch": self.epoch,
            "step": self.step,
            **values,
        }
        with (self.out / _curves.LOG).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
        _curves.keep(self.out)


def rate(share: float, schedule: Schedule) -> float:
    """The learning rate as a share of the highest: up in a line, down in a line."""
    if share < schedule.warmup:
        return share / schedule.warmup
    return schedule.floor + (1 - schedule.floor) * (1 - share) / (1 - schedule.warmup)


def read_state(file: Path, *needed: str) -> dict[str, Any]:
    """What a file of weights holds; nothing but weights is ever loaded from it.

    Raises:
        OptotypeError: there is no such file, it cannot be read, or it lacks something.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = torch.load(file, weights_only=True, map_location="cpu")
    except FileNotFoundError as error:
        raise OptotypeError(f"There is no file {file}.") from error
    except Exception as error:  # whatever strange files raise
        complaint = " ".join(str(error).split())[:200]
        raise OptotypeError(
            f"{file} cannot be read as weights: {complaint or type(error).__name__}. Remove it, or name another."
        ) from error
    if not isinstance(state, dict):
        raise OptotypeError(f"{file} holds no weights by name, but a {type(state).__name__}. Name another file.")
    missing = [name for name in needed if name not in state]
    if missing:
        raise OptotypeError(f"{file} is no file of this training: it has no '{missing[0]}'. Name another folder.")
    return cast("dict[str, Any]", state)


def adamw(network: nn.Module, rate: float, decay: float, *, fused: bool | None = None) -> torch.optim.Optimizer:
    """AdamW up to this rate; only what is multiplied decays, not what is added."""
    groups: dict[bool, list[Tensor]] = {True: [], False: []}
    for part in network.parameters():
        groups[part.ndim > 1].append(part)
    listed: list[dict[str, Any]] = [
        {"params": parts, "lr": 0.0, "highest": rate, "weight_decay": decay if large else 0.0}
        for large, parts in groups.items()
        if parts
    ]
    return torch.optim.AdamW(listed, betas=(0.9, 0.98), fused=fused)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(len(values), 1), 5)


def _save(state: dict[str, Any], file: Path) -> None:
    new = file.with_suffix(".new")
    torch.save(state, new)
    new.replace(file)
