"""The training of a network that answers questions about pictures: data, loss, scores on dev, and what is kept."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from optotype.batches import batches
from optotype.bench import Bench
from optotype.errors import OptotypeError
from optotype.family import spec_of
from optotype.features.memory import FOLDER, Memory
from optotype.features.problems import Gathered, Problem, dev_of, gather
from optotype.features.senses import EMBEDDED, PIXELS, reader
from optotype.files.whole import writing
from optotype.looking import chosen
from optotype.plurals import so_many
from optotype.progress import bar
from optotype.records import Item
from optotype.training import Listener, Trained, family
from optotype.training._loop import Loop, read_state
from optotype.training._vqa_data import Batch, batch_of, unseen, vocabulary
from optotype.training._vqa_export import export
from optotype.training._vqa_eyes import opened
from optotype.training._vqa_heads import Solver, Widths, loss_of
from optotype.training._vqa_recipe import VqaRecipe
from optotype.weights import chosen_device

TRAIN = "train"
"""The split that is learned from."""
_JUDGED = 128
"""Problems that are judged together."""
_SEEN = 1000
"""Train problems whose vectors tell what vectors are like."""
_LAST = "blank.3."
"""The layer whose shape depends on which answers training shows."""


class Training(Loop[list[Problem]]):
    """The training of a network on a bench."""

    recipe: VqaRecipe
    network: Solver

    def __init__(self, recipe: VqaRecipe, data: Path, out: Path, threads: int = 0) -> None:
        """Makes the features that are not there yet, and begins, or goes on with what lies in `out`.

        Raises:
            OptotypeError: `data` is no bench, has no problems in one of its splits, a picture of it is missing, or an
                encoder cannot be found.
        """
        grids, option_grids = recipe.pyramid("grids"), recipe.pyramid("option_grids")
        with Bench.open(data) as bench:
            self.memory = Memory(
                bench.folder / FOLDER,
                opened(recipe, out, threads),
                reader(recipe.words, tokens=recipe.tokens),
                grids,
                option_grids,
            )
            self.splits = {"train": _split(bench, TRAIN, self.memory, recipe, recipe.most)}
            self.splits["dev"] = _split(bench, dev_of(bench), self.memory, recipe, -(-recipe.most // 3))
        self.answers = vocabulary(self.splits["train"].problems)
        self.patience = recipe.patience
        self.widths = Widths(
            sum(grid * grid for grid in grids), self.memory.eye.width, self.memory.reader.width, recipe.joint
        )
        self.device = chosen_device()
        torch.manual_seed(recipe.seed)
        network = solver(recipe, self.widths, self.answers)
        self.recipe = recipe
        self._standardise(network)
        self.begun: tuple[str, ...] = ()
        """With which weights it began, if with any."""
        if recipe.begin and not (out / "checkpoint.pt").exists():  # a training that goes on has left them behind
            self.begun = begin_with(network, Path(recipe.begin).expanduser(), self.answers)
        network.to(self.device)
        super().__init__(recipe, out, network, _optimiser(network, recipe))

    def _standardise(self, network: Solver) -> None:
        """Tells the solver what vectors of patches and of words have in common."""
        problems = self.splits["train"].problems
        some = random.Random(self.recipe.seed).sample(problems, min(_SEEN, len(problems)))  # noqa: S311 - not for secrets
        given = self.batch(some).given
        if network.network.standardised:
            network.eye.learn(given.patches.flatten(0, 1))
        network.reader.learn(given.words[given.words_there])

    def order(self) -> Sequence[list[Problem]]:
        """The problems of each batch."""
        problems = list(self.splits["train"].problems)
        random.Random(f"{self.recipe.seed} {self.epoch}").shuffle(problems)  # noqa: S311 - not for secrets
        return list(batches(problems, self.recipe.batch))

    def loss(self, chosen: list[Problem]) -> Tensor:
        """How far the solver is from what is right."""
        # what is left out while learning depends on nothing but the step, wherever it is computed
        torch.manual_seed(hash((self.recipe.seed, self.epoch, self.step)))
        batch = self.batch(chosen)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.recipe.half):
            heads = list(self.network.by_task(batch.given, batch.tasks))
        return loss_of(heads, batch.given.options_there, batch.right, batch.answers)

    def batch(self, problems: Sequence[Problem]) -> Batch:
        """Problems as tensors."""
        return batch_of(self.memory, problems, self.answers, tokens=self.recipe.tokens, device=self.device)

    def measure(self) -> dict[str, float]:
        """How often dev problems are solved, in all and by sub-task."""
        return {f"dev {name}".removesuffix(" all"): value for name, value in self.accuracy("dev").items()}

    def accuracy(self, split: str) -> dict[str, float]:
        """How often the problems of a split are solved, in all and by sub-task, with the weights as they are."""
        sums: dict[str, list[bool]] = {"all": []}
        for problem, said in self.said(self.splits[split].problems):
            right = said in problem.right
            sums["all"].append(right)
            sums.setdefault(problem.task, []).append(right)
        return {name: round(sum(values) / max(1, len(values)), 5) for name, values in sums.items()}

    def said(self, problems: Sequence[Problem]) -> Iterator[tuple[Problem, str]]:
        """Problems with what the solver says to them: a label, or an answer."""
        self.network.eval()
        for some in batches(problems, _JUDGED):
            batch = self.batch(some)
            with torch.no_grad():
                heads = list(self.network.by_task(batch.given, batch.tasks))
            best: dict[int, int] = {}
            for head in heads:
                best.update(zip(head.rows.tolist(), head.scores.argmax(1).tolist(), strict=True))
            for row, problem in enumerate(some):
                place = best[row]
                if problem.task == "fill_in_blank":
                    yield problem, self.answers[place] if self.answers else ""
                else:
                    yield problem, problem.labels[place]

    def facts(self) -> dict[str, Any]:
        """The answers, by whose order the weights stand, and how much there is to learn from."""
        widths = self.widths
        return {
            "name": family.name_of(type(self.recipe)),
            "answers": self.answers,
            "problems": len(self.splits["train"].problems),
            "widths": (widths.patches, widths.eye, widths.reader, widths.joint),
        }

    def notes(self) -> tuple[str, ...]:
        """What was left out, and which answers training never shows."""
        found = list(self.begun)
        for name, split in self.splits.items():
            found += [f"{name}: {so_many(count, 'items')} left out: {why}" for why, count in sorted(split.left.items())]
        wrong, blanks = unseen(self.splits["dev"].problems, self.answers)
        if wrong:
            found.append(
                f"dev: {wrong:,} of {blanks:,} blanks have an answer that no train item has; they count as wrong"
            )
        return tuple(found)


def run(recipe: VqaRecipe, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
    """Trains, and writes what answers: `out/network`."""
    if threads:
        torch.set_num_threads(threads)
    torch.set_flush_denormal(True)  # numbers next to nothing take processors ten times as long
    try:
        training = Training(recipe, data, out, threads)
        before = training.epoch
        training.run(minutes, listener=listener)
        folder = out / "network" if (out / "best.pt").exists() else None
        figures: dict[str, float] = {}
        if folder is not None and (training.epoch > before or not (folder / "network.onnx").exists()):
            network, _ = load(out)
            training.network.load_state_dict(network.state_dict())
            figures = {f"dev {name}": value for name, value in training.accuracy("dev").items()}
            write(training, folder, figures)
        elif folder is not None:
            figures = json.loads((folder / "network.json").read_text(encoding="utf-8"))["figures"]
    finally:
        torch.set_flush_denormal(False)
    of = training.epoch if training.over else recipe.epochs
    return Trained(out, training.epoch, of, training.best, folder, figures=figures, notes=training.notes())


def write(training: Training, folder: Path, figures: Mapping[str, float]) -> None:
    """Writes the solver as it is, with all that is needed to ask it."""
    recipe = training.recipe
    folder.mkdir(parents=True, exist_ok=True)
    example = next(batches(training.splits["train"].problems, 2))
    export(training.network, training.batch(example).given, folder / "network.onnx")
    kept = recipe.encoder in (EMBEDDED, PIXELS)
    if not kept:
        (folder / "encoder.onnx").write_bytes((training.out / "encoder" / "encoder.onnx").read_bytes())
    told = {
        "network": spec_of(recipe, family.name_of(type(recipe))),
        "tasks": recipe.tasks,
        "answers": training.answers,
        "encoder": recipe.encoder if kept else "encoder.onnx",
        "side": recipe.side,
        "grids": training.memory.grids,
        "option_grids": training.memory.option_grids,
        "words": recipe.words,
        "tokens": recipe.tokens,
        "problems": len(training.splits["train"].problems),
        "figures": figures,
    }
    with writing(folder / "network.json") as stream:
        stream.write(json.dumps(told, ensure_ascii=False, indent=1) + "\n")


def solver(recipe: VqaRecipe, widths: Widths, answers: Sequence[str]) -> Solver:
    """A solver with fresh weights."""
    cells = sum(grid * grid for grid in recipe.pyramid("option_grids"))
    return Solver(recipe.network(widths), widths, len(answers), cells, recipe.dropout)


def load(folder: Path) -> tuple[Solver, dict[str, Any]]:
    """The solver that a training kept, and the state that it was kept with.

    Raises:
        OptotypeError: there is none, or this version cannot read it.
    """
    state = read_state(folder / "best.pt", "recipe", "answers", "network", "name", "widths")
    try:
        recipe = cast("VqaRecipe", family.build(state["name"], state["recipe"]))
        found = solver(recipe, Widths(*state["widths"]), state["answers"])
    except TypeError as error:
        raise OptotypeError(f"{folder / 'best.pt'} holds no network that this version can read.") from error
    put(found, state["network"], folder / "best.pt")
    return found.eval(), state


def put(network: Solver, weights: Mapping[str, Tensor], file: Path, *, spare: str | None = None) -> list[str]:
    """Puts weights into a solver; the names of those that stay fresh, which begin with `spare`.

    Raises:
        OptotypeError: they are those of another network, or of one of another shape.
    """
    own = network.state_dict()
    fresh: list[str] = []
    for name, part in own.items():
        fits = name in weights and weights[name].shape == part.shape
        if fits:
            continue
        if spare is not None and name.startswith(spare):
            fresh.append(name)
            continue
        found = f"has shape {tuple(weights[name].shape)}" if name in weights else "is missing"
        raise OptotypeError(
            f"{file}: '{name}' {found}, but this network needs {tuple(part.shape)}. Use the settings of that training, "
            "or begin afresh."
        )
    strange = sorted(set(weights) - set(own))
    if strange:
        raise OptotypeError(f"{file} has '{strange[0]}', which this network has not. It is another network's.")
    network.load_state_dict({name: part for name, part in weights.items() if name not in fresh}, strict=False)
    return fresh


def begin_with(network: Solver, folder: Path, answers: Sequence[str]) -> tuple[str, ...]:
    """Puts the best weights of another training into a solver; where answers differ, that layer stays fresh.

    Raises:
        OptotypeError: there is no such training, or it is one of another network.
    """
    file = folder / "best.pt"
    state = read_state(file, "answers", "network")
    weights = cast("dict[str, Tensor]", state["network"])
    if tuple(state["answers"]) != tuple(answers):
        weights = {name: part for name, part in weights.items() if not name.startswith(_LAST)}
    fresh = put(network, weights, file, spare=_LAST)
    return (f"begun with {folder.name}; fresh: {', '.join(fresh) or 'nothing'}",)


def _split(bench: Bench, split: str, memory: Memory, recipe: VqaRecipe, most: int) -> Gathered:
    count = bench.store.count(Item, chosen(split=split))
    with bar(f"making features of {split}", min(count, most or count)) as progress:
        found = gather(bench, split, memory, tasks=recipe.tasks, options=recipe.options, most=most, progress=progress)
    if not found.problems:
        why = "; ".join(f"{count:,} left out: {reason}" for reason, count in sorted(found.left.items()))
        raise OptotypeError(
            f"{bench.folder}: there is nothing to learn from in the split '{split}', which has {count:,} items"
            f"{f' ({why})' if why else ''}. Items with gold, in the splits train, val and test, were expected: "
            "optotype split 6:2:2"
        )
    return found


def _optimiser(network: Solver, recipe: VqaRecipe) -> torch.optim.Optimizer:
    groups = [{"params": list(network.parameters()), "lr": 0.0, "highest": recipe.highest}]
    return torch.optim.Adamax(groups, weight_decay=recipe.decay)
