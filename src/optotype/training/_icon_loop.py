"""The training of an icon classifier: its losses, and how often its first and its first five guesses are right."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from optotype.errors import OptotypeError
from optotype.progress import bar
from optotype.training._icon_data import Example, Folders, Packed, Source
from optotype.training._icon_network import SKETCH, Classifier
from optotype.training._icon_views import LARGER, MOST, Patches, changed, crowds, plain, problem_patches
from optotype.training._loop import Loop, adamw, read_state
from optotype.training._losses import Loss
from optotype.training._resnet import ResNet, Shape, begin_with
from optotype.training.icons import Icons
from optotype.weights import chosen_device

_GUESSES = 5
_TOGETHER = 128
"""Pictures that are judged together."""
_WEIGHTS = {"shares": 0.5, "count": 0.5, "template": 0.2, "sketch": 10.0}
"""How much the other questions weigh beside the class."""
_DRAWN = 7_000_000
"""Where seeds of drawn problems begin: far from those that people choose, so that no bench has the same problems."""


class Training(Loop[list[Example]]):
    """The training of an icon classifier."""

    recipe: Icons
    network: Classifier

    def __init__(self, recipe: Icons, data: Path, out: Path) -> None:
        shape = _shape(recipe)
        self.large = round(recipe.side * LARGER)
        self.source = source(recipe, data, self.large)
        self.begun: tuple[str, ...] = ()
        """With which weights it began, if with any."""
        self.problems: Patches | None = None
        if recipe.patches:
            with bar("drawing problems", recipe.problems) as progress:
                self.problems = problem_patches(
                    recipe.problems, recipe.side, _DRAWN + recipe.seed, (recipe.dev, recipe.test), progress
                )
        torch.manual_seed(recipe.seed)
        templates = 0 if self.problems is None else len(self.problems.names)
        network = Classifier(shape, len(self.source.names), templates, cosine=recipe.loss == "ldam")
        if recipe.begin and not (out / "checkpoint.pt").exists():  # a training that goes on has left them behind
            file, fresh = begin_with(network.net, recipe.begin)
            self.begun = (f"begun with {file.name}; fresh: {', '.join(fresh) or 'nothing'}",)
        self.device = chosen_device()
        network.to(self.device)
        self.judge = Loss(recipe.loss, self.source.counts, deferred=recipe.deferred)
        super().__init__(recipe, out, network, adamw(network, recipe.rate, recipe.decay, fused=True))

    def order(self) -> Sequence[list[Example]]:
        """The pictures of each batch."""
        return self.source.order(self.recipe.batch, self.recipe.views, self.recipe.seed, self.epoch)

    def loss(self, chosen: list[Example]) -> Tensor:
        """How far the network is from the classes of some pictures, and from what it shall know about crowds."""
        recipe, network = self.recipe, self.network
        chance = np.random.default_rng([recipe.seed, self.epoch, self.step])
        pixels, names = self.source.load(chosen, self.large)
        if len(names) < 2:  # none that could be decoded: nothing is learned
            return sum((part.sum() for part in network.parameters()), torch.zeros(())) * 0.0
        seen = [changed(pixels, recipe.side, chance)]
        singles = len(names)
        found: list[dict[int, int]] = []
        if recipe.crowds:
            taken = chance.permutation(singles)[: max(1, round(singles * recipe.crowds))]
            drawn, there = crowds(pixels[taken], recipe.side, chance)
            seen.append(drawn)
            found = [_by_class(crowd, [names[place] for place in taken]) for crowd in there]
        places = np.empty(0, np.int64)
        if self.problems is not None:
            places = chance.integers(len(self.problems.pixels), size=max(1, round(singles * recipe.patches)))
            seen.append(self.problems.seen(places))
        whole = torch.cat(seen).to(self.device)
        vectors = network.net.encode(whole)  # (pictures, width)
        classes = torch.tensor(names, device=self.device)
        loss = self.judge(network.net.fc(vectors[:singles]), classes, self.epoch / recipe.epochs)
        if len(seen) == 1:
            return loss
        sketch = functional.adaptive_avg_pool2d(whole, SKETCH).flatten(1)
        loss = loss + _WEIGHTS["sketch"] * functional.mse_loss(network.sketch(vectors), sketch)
        if found:
            crowd = vectors[singles : singles + len(found)]
            shares, counts = (part.to(self.device) for part in _of_crowds(found, len(self.source.names)))
            logs = functional.log_softmax(network.shares(crowd), 1)
            loss = loss - _WEIGHTS["shares"] * (shares * logs).sum(1).mean()
            loss = loss + _WEIGHTS["count"] * functional.cross_entropy(network.count(crowd), counts)
        if self.problems is not None:
            templates = torch.from_numpy(self.problems.templates[places]).to(self.device)
            scores = network.template(vectors[-len(places) :])
            loss = loss + _WEIGHTS["template"] * functional.cross_entropy(scores, templates)
        return loss

    def measure(self) -> dict[str, float]:
        """How often the classes of the dev pictures are met, and counts in crowds of them."""
        found = accuracy(self, "dev")
        if self.recipe.crowds:
            found |= _crowds_of(self)
        return {"dev": found["top 1"], **found}

    def facts(self) -> dict[str, Any]:
        """The classes, by whose order the weights stand."""
        return {"names": self.source.names}

    def kept(self) -> ResNet:
        """The network with the best weights."""
        return load(self.out / "best.pt")


def source(recipe: Icons, data: Path, side: int) -> Source:
    """What a folder holds: the packed icons, or folders of classes."""
    if (data / "icons.zip").is_file() and (data / "index.json").is_file():
        return Packed(recipe.dev, recipe.test, side)
    with bar("looking at pictures") as progress:
        return Folders(data, progress)


def load(file: Path) -> ResNet:
    """The network that a training kept.

    Raises:
        OptotypeError: the file is none of an icon classifier.
    """
    state = read_state(file, "recipe", "names", "network")
    try:
        recipe = Icons(**state["recipe"])
        net = ResNet(_shape(recipe), len(state["names"]), cosine=recipe.loss == "ldam")
        own = {name.removeprefix("net."): part for name, part in state["network"].items() if name.startswith("net.")}
        net.load_state_dict(own)
    except (TypeError, RuntimeError) as error:
        raise OptotypeError(f"{file} holds no icon classifier that this version can read.") from error
    return net.eval()


def finished(training: Training) -> dict[str, float]:
    """What the best weights come to on dev and test; written to `figures.json` too."""
    training.network.net.load_state_dict(training.kept().state_dict())
    training.network.eval()
    found: dict[str, float] = {}
    for split in ("dev", "test"):
        if training.source.splits[split]:
            found |= {f"{split} {name}": value for name, value in accuracy(training, split).items()}
    text = json.dumps(found, indent=2) + "\n"
    (training.out / "figures.json").write_text(text, encoding="utf-8")
    return found


def accuracy(training: Training, split: str) -> dict[str, float]:
    """How often the class is the first guess, or among the first five, in a split."""
    counts = training.source.counts
    guesses: list[list[int]] = []
    right: list[int] = []
    for names, pixels in _seen(training, split):
        with torch.no_grad():
            ranked = training.network.net(pixels).topk(min(_GUESSES, len(counts))).indices  # (batch, guesses)
        guesses += ranked.tolist()
        right += names
    return rates(guesses, right, counts, training.recipe.head, training.recipe.tail)


def rates(
    guesses: Sequence[Sequence[int]], right: Sequence[int], counts: Sequence[int], head: int, tail: int
) -> dict[str, float]:
    """How often the first guess is right, or one of the first five; over all, and over common and rare classes.

    Args:
        guesses: for each picture the classes that are guessed, the best first.
        right: for each picture its class.
        counts: train pictures of each class.
        head: train pictures from which on a class is common.
        tail: train pictures below which a class is rare.
    """
    sums: dict[str, list[bool]] = {"top 1": []}
    for ranked, name in zip(guesses, right, strict=True):
        group = "head" if counts[name] >= head else "tail" if counts[name] < tail else "medium"
        hits = {"top 1": name == ranked[0]}
        if len(counts) > _GUESSES:  # of five classes or fewer, five guesses cannot fail
            hits["top 5"] = name in ranked
        for key, hit in hits.items():
            sums.setdefault(key, []).append(hit)
            sums.setdefault(f"{key} {group}", []).append(hit)
    found = {key: round(sum(values) / max(1, len(values)), 5) for key, values in sums.items()}
    if sum(key.startswith("top 1 ") for key in found) == 1:  # all classes are of one group
        found = {key: value for key, value in found.items() if key in ("top 1", "top 5")}
    return found


def _seen(training: Training, split: str) -> Iterator[tuple[list[int], Tensor]]:
    examples = training.source.splits[split]
    for start in range(0, len(examples), _TOGETHER):
        pixels, names = training.source.load(examples[start : start + _TOGETHER], training.large)
        if names:
            yield names, plain(pixels, training.recipe.side).to(training.device)


def _crowds_of(training: Training) -> dict[str, float]:
    """How often the count of a crowd is met, and met but for one."""
    examples = training.source.splits["dev"]
    if len(examples) < 2:
        return {}
    chance = np.random.default_rng(training.recipe.seed)
    right: list[int] = []
    for _ in range(4):
        taken = chance.choice(len(examples), size=min(64, len(examples)), replace=False)
        pixels, _names = training.source.load([examples[int(place)] for place in taken], training.large)
        drawn, found = crowds(pixels, training.recipe.side, chance)
        with torch.no_grad():
            guessed = training.network.count(training.network.net.encode(drawn.to(training.device))).argmax(1).tolist()
        right += [abs(guess - min(MOST, sum(one.values()))) for guess, one in zip(guessed, found, strict=True)]
    return {
        "counts": round(sum(off == 0 for off in right) / len(right), 5),
        "counts within one": round(sum(off <= 1 for off in right) / len(right), 5),
    }


def _by_class(crowd: Mapping[int, int], names: Sequence[int]) -> dict[int, int]:
    """How many of each class are in a crowd: two icons may be of one class."""
    found: Counter[int] = Counter()
    for place, count in crowd.items():
        found[names[place]] += count
    return found


def _of_crowds(found: Sequence[Mapping[int, int]], classes: int) -> tuple[Tensor, Tensor]:
    """For each crowd the shares of the classes (crowds, classes), and the count (crowds,)."""
    shares = torch.zeros(len(found), classes)
    counts = torch.zeros(len(found), dtype=torch.long)
    for number, crowd in enumerate(found):
        total = sum(crowd.values())
        counts[number] = min(MOST, total)
        for name, count in crowd.items():
            shares[number, name] = count / total
    return shares, counts


def _shape(recipe: Icons) -> Shape:
    shape = Shape(recipe.depth, recipe.width, recipe.stem, recipe.pool, recipe.side, recipe.vector)
    shape.check()
    return shape
