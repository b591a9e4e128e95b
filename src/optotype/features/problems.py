"""Problems: items as networks of IconQA's kind take them, in its three sub-tasks (Lu et al., 2021).

An item lets choose a picture, lets choose a text, or leaves a blank. What fits none of these is left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from optotype import looking, reading
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.features.memory import Memory, Seen
from optotype.progress import Progress, silent
from optotype.records import Choice, Gold, Item, Number, Picture, Range, ShortText
from optotype.values import as_text

if TYPE_CHECKING:
    from optotype.bench import Bench

Task = Literal["choose_img", "choose_txt", "fill_in_blank"]
"""IconQA's sub-tasks."""
TASKS: tuple[Task, ...] = get_args(Task)

DEV = ("dev", "val", "validation")
"""What the split is called by which settings are chosen and trainings stopped."""

_TOGETHER = 200
"""Items whose pictures are looked up together."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is asked."""

    item: str
    """Its id."""
    task: Task
    question: str
    diagram: str
    """The file of its picture, by its hash."""
    options: tuple[str, ...]
    """Texts, or files of pictures by their hashes; nothing where there is a blank."""
    labels: tuple[str, ...]
    """Of the options."""
    right: tuple[str, ...]
    """Labels, or texts as `plain` writes them; nothing where nobody knows."""


@dataclass(frozen=True)
class Sight:
    """Where the file of a picture lies."""

    file: str
    path: Path


def plain(text: str) -> str:
    """An answer to a blank, such that equal answers are equal texts: small letters, numbers in digits."""
    words = " ".join(text.casefold().split())
    if any(letter.isdigit() for letter in words):
        return words
    found = reading.number(words)
    return f"{found:g}" if isinstance(found, float | int) else words


def problem(item: Item, sights: Mapping[str, Sight], gold: Gold | None) -> Problem | str:
    """An item as a problem, or why it is none.

    Args:
        item: the item.
        sights: by id, the pictures that there are.
        gold: what is right, if that is known.

    Raises:
        OptotypeError: a picture of it is missing.
    """
    task = _task(item)
    if task not in TASKS:
        return task
    if gold is not None and gold.unanswerable:
        return "it cannot be answered"
    if len(item.pictures) != 1:
        return "it has no picture" if not item.pictures else "it has several pictures"
    right: tuple[str, ...] = ()
    if gold is not None:
        right = tuple(_right(gold, task))
        if not right or (task != "fill_in_blank" and not set(right) <= {option.label for option in item.options}):
            return "its right answer is none of its options" if item.options else "its right answer is a range"
    options: tuple[str, ...] = ()
    if task == "choose_img":
        options = tuple(_file(item, option.picture or "", sights) for option in item.options)
    elif task == "choose_txt":
        options = tuple(option.text or "" for option in item.options)
    return Problem(
        item=item.id,
        task=task,
        question=f"{item.question} {item.text}".strip(),
        diagram=_file(item, item.pictures[0], sights),
        options=options,
        labels=tuple(option.label for option in item.options),
        right=right,
    )


def _task(item: Item) -> Task | str:
    """The sub-task of an item, or why it has none."""
    match item.form:
        case ShortText() | Number():
            return "fill_in_blank"
        case Choice(several=True):
            return "several of its options may be right"
        case Choice(options=options) if all(option.picture is not None for option in options):
            return "choose_img"
        case Choice(options=options) if all(option.text is not None for option in options):
            return "choose_txt"
        case Choice():
            return "some of its options are texts, others pictures"
        case form:
            return f"it asks for a {form.kind}"


def _right(gold: Gold, task: Task) -> Iterator[str]:
    for value in gold.accepted:
        if isinstance(value, Range):
            continue
        if task == "fill_in_blank":
            yield plain(as_text(value))
        elif isinstance(value, str):
            yield value
        elif isinstance(value, tuple) and len(value) == 1:
            yield value[0]


def _file(item: Item, id: str, sights: Mapping[str, Sight]) -> str:
    if id not in sights:
        raise OptotypeError(
            f"Item '{item.id}': its picture '{id}' is missing. Import it with its file, or leave the item out."
        )
    return sights[id].file


@dataclass
class Gathered:
    """The problems of a split."""

    problems: list[Problem] = field(default_factory=list[Problem])
    left: Counter[str] = field(default_factory=Counter[str])
    """By reason, how many items were left out."""


def gather(
    bench: Bench,
    split: str,
    memory: Memory,
    *,
    tasks: Sequence[Task] = TASKS,
    options: int = 0,
    most: int = 0,
    progress: Progress = silent,
) -> Gathered:
    """The solved items of a split as problems; the vectors of all that they show are in the memory afterwards.

    Args:
        bench: the bench.
        split: the split.
        memory: where vectors are kept.
        tasks: the sub-tasks that are wanted; items of others do not count as left out.
        options: the most that an item may let choose from; any number where it is 0.
        most: items that are looked at, the first so many; all where it is 0.
        progress: told of each item.

    Raises:
        OptotypeError: a picture is missing or cannot be read.
    """
    found = Gathered()
    for some in batches(islice(looking.solved(bench, split), most or None), _TOGETHER):
        sights = _sights(bench, [item for item, _ in some])
        taken: list[Problem] = []
        for item, gold in some:
            one = problem(item, sights, gold)
            if isinstance(one, str):
                found.left[one] += 1
            elif options and len(one.options) > options:
                found.left[f"it has more than {options} options"] += 1
            elif one.task in tasks:
                taken.append(one)
        learn(memory, taken, {sight.file: sight for sight in sights.values()})
        found.problems += taken
        progress(len(some))
    return found


def learn(memory: Memory, problems: Iterable[Problem], sights: Mapping[str, Sight]) -> None:
    """Makes the vectors of all that some problems show.

    Args:
        memory: where vectors are kept.
        problems: the problems.
        sights: by hash, the files of pictures.

    Raises:
        OptotypeError: a picture cannot be read.
    """
    problems = list(problems)
    memory.learn(
        [Seen(one.diagram, sights[one.diagram].path, one.item) for one in problems],
        [
            Seen(file, sights[file].path, one.item)
            for one in problems
            if one.task == "choose_img"
            for file in one.options
        ],
        [text for one in problems for text in (one.question, *(one.options if one.task == "choose_txt" else ()))],
    )


def _sights(bench: Bench, items: Sequence[Item]) -> dict[str, Sight]:
    ids = [id for item in items for id in item.all_pictures]
    found: dict[str, Sight] = {}
    for id, picture in bench.store.get_all(Picture, ids).items():
        path = bench.path(picture)
        if path is not None and picture.file is not None:
            found[id] = Sight(picture.file, path)
    return found


def dev_of(bench: Bench) -> str:
    """The split of a bench by which settings are chosen.

    Raises:
        OptotypeError: there is none.
    """
    there = bench.store.item_values("split")
    for name in DEV:
        if name in there:
            return name
    raise OptotypeError(
        f"{bench.folder}: no items are in a split called {' or '.join(DEV)}. Deal them out: optotype split 6:2:2"
    )
