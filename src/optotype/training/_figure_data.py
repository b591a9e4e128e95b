"""Papers to learn from: their figures as encoders see them, each made once and kept in the bench.

What can be looked at is a *sight*: a picture of a figure, or of a part of one, with its caption. Sights of a paper
stand one after the other. Arrays lie on disk and are mapped, so that memory does not grow with the papers.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np
import torch
from numpy.typing import NDArray

from optotype.batches import batches
from optotype.bench import Bench
from optotype.errors import NotABench, OptotypeError
from optotype.papers.wording import plain
from optotype.progress import Progress, bar
from optotype.rankers import Candidate, Request
from optotype.rankers.abs2fig import seen
from optotype.records import Gold, Item, Paper, Picture, Ranking
from optotype.selecting import Selection

if TYPE_CHECKING:
    from PIL.Image import Image

    from optotype.figure_vectors import Encoders

_NAMES = {"train": "train", "dev": "dev", "val": "dev", "valid": "dev", "validation": "dev", "test": "test"}
_TENTH = 10
"""Where there are no splits, one in so many papers is for dev."""
_PAPERS = 100
"""Papers that are read together."""
_PICTURES = 16
"""Pictures that are open at the same time."""
_INDEX, _TEXTS, _SIGHTS = "index.json", "texts.bin", "pictures.bin"


@dataclass(frozen=True)
class Lesson:
    """A paper whose best figures are known."""

    paper: str
    split: str
    abstract: int
    """The place of its abstract among the texts."""
    first: int
    """The place of its first sight."""
    captions: tuple[int, ...]
    """Of each sight, the place of its caption among the texts."""
    figures: tuple[int, ...]
    """Of each sight, the number of its figure."""
    right: tuple[bool, ...]
    """Of each sight, does the graphical abstract show it?"""

    @property
    def sights(self) -> range:
        """The places of its sights."""
        return range(self.first, self.first + len(self.figures))

    @property
    def parted(self) -> bool:
        """Are some of its sights right, and others not?"""
        return any(self.right) and not all(self.right)


@dataclass(frozen=True)
class Papers(ABC):
    """The papers of a bench whose best figures are known."""

    lessons: Sequence[Lesson]
    key: str
    """Which papers they are, and who sees them."""
    notes: tuple[str, ...]
    """What was left out, and why."""

    def split(self, name: str) -> list[Lesson]:
        """The papers of a split in which some sights are right and others are not: the rest teaches nothing."""
        return [lesson for lesson in self.lessons if lesson.split == name and lesson.parted]

    @abstractmethod
    def texts(self, places: Sequence[int]) -> Any:
        """Texts, as the network takes them."""

    @abstractmethod
    def pictures(self, places: Sequence[int]) -> tuple[Any, list[bool]]:
        """Sights, as the network takes them, and which of them can be looked at."""


@dataclass(frozen=True)
class Encoded(Papers):
    """Papers as encoders see them, made before."""

    folder: Path
    encoders: Encoders

    @cached_property
    def _texts(self) -> NDArray[Any]:
        return _mapped(self.folder / _TEXTS, "float32", (self.encoders.width,))

    @cached_property
    def _pictures(self) -> NDArray[Any]:
        return _mapped(self.folder / _SIGHTS, self.encoders.dtype, self.encoders.shape)

    def texts(self, places: Sequence[int]) -> Any:
        """Vectors (texts, width)."""
        return torch.from_numpy(self._texts[list(places)])

    def pictures(self, places: Sequence[int]) -> tuple[Any, list[bool]]:
        """Vectors (pictures, width), or pixels (pictures, side, side, 3)."""
        return torch.from_numpy(self._pictures[list(places)]), [True] * len(places)


@dataclass(frozen=True)
class Raw(Papers):
    """Papers as they are, opened whenever they are learned from: for encoders that learn too."""

    said: Sequence[str]
    openings: Sequence[Callable[[], Image | None]]

    def texts(self, places: Sequence[int]) -> Any:
        """The texts themselves."""
        return [self.said[place] for place in places]

    def pictures(self, places: Sequence[int]) -> tuple[Any, list[bool]]:
        """Pictures in red, green and blue; a white one for what cannot be looked at."""
        from PIL import Image

        from optotype.pictures import flatten

        opened = [self.openings[place]() for place in places]
        blank = Image.new("RGB", (8, 8), "white")
        return [blank if image is None else flatten(image) for image in opened], [image is not None for image in opened]


def read_papers(data: Path, encoders: Encoders) -> Encoded:
    """The papers of a bench; what encoders make of them is kept in its folder `features`, and taken from there again.

    Raises:
        OptotypeError: there is no bench, or there are no papers to learn from.
    """
    bench = _bench(data)
    try:
        key = _key(bench, f"{encoders.name} {encoders.shape}")
        folder = bench.folder / "features" / f"figures-{key}"
        found = _kept(folder)
        if found is None:
            with bar("looking at papers", bench.store.count(Item, Selection(form="ranking").where)) as progress:
                found = _encoded(bench, encoders, folder, progress)
    except OSError as error:
        raise OptotypeError(f"{data}: what pictures become cannot be kept there: {error.strerror}.") from error
    finally:
        bench.close()
    lessons, skipped = found
    _check(lessons, data, skipped)
    return Encoded(lessons, key, tuple(_told(skipped)), folder, encoders)


def open_papers(data: Path, who: str) -> Raw:
    """The papers of a bench, which are opened again and again; who sees them is a part of their key.

    Raises:
        OptotypeError: there is no bench, or there are no papers to learn from.
    """
    bench = _bench(data)
    skipped: Counter[str] = Counter()
    lessons: list[Lesson] = []
    texts: list[str] = []
    openings: list[Callable[[], Image | None]] = []
    for task in tasks(bench, skipped):
        places = [place for place, leaf in enumerate(task.leaves) for _ in leaf.pictures]
        if places:
            lessons.append(task.lesson(places, len(texts), len(openings)))
            texts += task.texts(places)
            openings += [opening for leaf in task.leaves for opening in leaf.pictures]
        else:
            skipped["none of its pictures can be looked at"] += 1
    _check(lessons, data, skipped)
    return Raw(lessons, _key(bench, who), tuple(_told(skipped)), texts, openings)


def _bench(data: Path) -> Bench:
    try:
        return Bench.open(data)
    except NotABench as error:
        raise OptotypeError(
            f"{data} is no bench. Papers to learn from lie in one: 'optotype import sciga' or 'optotype draw papers' "
            "brings some."
        ) from error


def _check(lessons: Sequence[Lesson], data: Path, skipped: Mapping[str, int]) -> None:
    """Makes sure that there is something to learn from, and something to choose weights by."""
    for split in ("train", "dev"):
        if not any(lesson.split == split and lesson.parted for lesson in lessons):
            left = "; ".join(_told(skipped)) or "it has no item of form 'ranking'"
            raise OptotypeError(
                f"{data} has no paper for {split} in which some figures are right and others are not ({left}). "
                "Bring more papers: 'optotype import sciga DIR', or 'optotype draw papers --count 400'."
            )


@dataclass
class Task:
    """A paper, what was asked about it, and which sights of it are right."""

    item: Item
    request: Request
    leaves: list[Candidate]
    numbers: list[int]
    """Of each leaf, the number of its figure."""
    right: list[bool]
    """Of each leaf, does the graphical abstract show it?"""

    def texts(self, places: Sequence[int]) -> list[str]:
        """The abstract, and the captions of the leaves that sights show."""
        return [plain(self.request.abstract), *(plain(self.leaves[place].caption) for place in sorted(set(places)))]

    def lesson(self, places: Sequence[int], text: int, sight: int) -> Lesson:
        """The paper as it is learned from.

        Args:
            places: of each sight, the leaf that it shows.
            text: where its texts begin.
            sight: where its sights begin.
        """
        caption = {place: text + 1 + number for number, place in enumerate(sorted(set(places)))}
        return Lesson(
            self.item.paper or self.item.id,
            _split(self.item),
            text,
            sight,
            tuple(caption[place] for place in places),
            tuple(self.numbers[place] for place in places),
            tuple(self.right[place] for place in places),
        )


def tasks(bench: Bench, skipped: Counter[str]) -> Iterator[Task]:
    """The papers of a bench whose best figures are known."""
    for items in batches(Selection(form="ranking").items(bench), _PAPERS):
        golds = bench.store.get_all(Gold, [item.id for item in items])
        papers = bench.store.get_all(Paper, {item.paper for item in items if item.paper is not None})
        for item in items:
            paper, gold = papers.get(item.paper or ""), golds.get(item.id)
            if paper is None or not isinstance(item.form, Ranking) or len(paper.figures) != len(item.options):
                skipped["the paper that the figures are from is not in the bench"] += 1
            elif gold is None or not gold.accepted:
                skipped["nobody said which figure is right"] += 1
            else:
                yield _task(item, paper, gold, bench)


def _task(item: Item, paper: Paper, gold: Gold, bench: Bench) -> Task:
    labels = {value[0] for value in gold.accepted if isinstance(value, tuple) and value}
    parts = set(paper.graphical_abstract.components) if paper.graphical_abstract is not None else set[str]()
    request = Request.of(paper, bench)
    task = Task(item, request, [], [], [])
    for number, (option, figure, candidate) in enumerate(
        zip(item.options, paper.figures, request.candidates, strict=True)
    ):
        named = parts & {part.id for part in figure.each() if part is not figure}
        for leaf in candidate.leaves():
            task.leaves.append(leaf)
            task.numbers.append(number)
            # where the source says which part was shown, the other parts are not right
            task.right.append(option.label in labels and (not named or leaf.id in named))
    return task


def _split(item: Item) -> str:
    """The split of an item; where it has none that is known, one in ten is for dev, by the hash of its name."""
    if item.split is not None and item.split.lower() in _NAMES:
        return _NAMES[item.split.lower()]
    digest = blake2b((item.paper or item.id).encode(errors="replace"), digest_size=4).digest()
    return "dev" if int.from_bytes(digest, "big") % _TENTH == 0 else "train"


def _encoded(bench: Bench, encoders: Encoders, folder: Path, progress: Progress) -> tuple[list[Lesson], Counter[str]]:
    """Writes what encoders make of all papers."""
    folder.parent.mkdir(exist_ok=True)
    skipped: Counter[str] = Counter()
    lessons: list[Lesson] = []
    sights = texts = 0
    with TemporaryDirectory(prefix=".figures-", dir=folder.parent) as name:
        new = Path(name) / "new"
        new.mkdir()
        with (new / _TEXTS).open("wb") as text_file, (new / _SIGHTS).open("wb") as sight_file:
            for task in tasks(bench, skipped):
                progress(1)
                places = list(_looked(task, encoders, sight_file, skipped))
                if not places:
                    skipped["none of its pictures can be looked at"] += 1
                    continue
                told = task.texts(places)
                text_file.write(np.ascontiguousarray(encoders.texts(told), dtype=np.float32).tobytes())
                lessons.append(task.lesson(places, texts, sights))
                sights, texts = sights + len(places), texts + len(told)
                if not lessons[-1].parted:
                    skipped["all of its figures are right, or none that can be looked at"] += 1
        index = {
            "sizes": [(new / file).stat().st_size for file in (_TEXTS, _SIGHTS)],
            "skipped": dict(skipped),
            "lessons": [[*vars(lesson).values()] for lesson in lessons],
        }
        (new / _INDEX).write_text(json.dumps(index), encoding="utf-8")
        if _kept(folder) is None:  # another training may have been faster
            rmtree(folder, ignore_errors=True)
            new.rename(folder)
    return lessons, skipped


def _looked(task: Task, encoders: Encoders, file: IO[bytes], skipped: Counter[str]) -> Iterator[int]:
    """Writes the sights of a paper; of each, the place of its leaf."""
    count = 0
    for some in batches(seen(task.leaves), _PICTURES):
        made = encoders.pictures([image for _, image in some])  # (pictures, ...)
        for vector, (places, _) in zip(made, some, strict=True):
            for place in places:
                file.write(np.ascontiguousarray(vector, dtype=encoders.dtype).tobytes())
                count += 1
                yield place
    wanted = sum(len(leaf.pictures) or 1 for leaf in task.leaves)
    if count < wanted:
        skipped["figures without a picture that can be looked at"] += wanted - count


def _kept(folder: Path) -> tuple[list[Lesson], Counter[str]] | None:
    """What was made before of the same papers by the same encoders."""
    try:
        index = cast("dict[str, Any]", json.loads((folder / _INDEX).read_text(encoding="utf-8")))
        if index["sizes"] != [(folder / file).stat().st_size for file in (_TEXTS, _SIGHTS)]:
            return None
        lessons = [
            Lesson(paper, split, abstract, first, tuple(captions), tuple(figures), tuple(right))
            for paper, split, abstract, first, captions, figures, right in index["lessons"]
        ]
        return lessons, Counter(index["skipped"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _key(bench: Bench, who: str) -> str:
    """Which papers and pictures they are, and who sees them."""
    digest = blake2b(who.encode(errors="replace"), digest_size=16)
    for items in batches(Selection(form="ranking").items(bench), _PAPERS):
        golds = bench.store.get_all(Gold, [item.id for item in items])
        papers = bench.store.get_all(Paper, {item.paper for item in items if item.paper is not None})
        shown = {id for paper in papers.values() for figure in paper.figures for id in figure.all_pictures}
        files = bench.store.get_all(Picture, shown)
        for item in items:
            gold, paper = golds.get(item.id), papers.get(item.paper or "")
            for record in (item, gold, paper):
                digest.update(record.model_dump_json().encode() if record is not None else b"-")
            for figure in paper.figures if paper is not None else ():
                for id in figure.all_pictures:
                    digest.update(f"{files[id].file if id in files else None}\n".encode())
    return digest.hexdigest()


def _mapped(file: Path, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    if not file.stat().st_size:
        return np.empty((0, *shape), dtype=dtype)
    return np.memmap(file, dtype=dtype, mode="r").reshape(-1, *shape)


def _told(skipped: Mapping[str, int]) -> Iterator[str]:
    for why, count in sorted(skipped.items()):
        yield f"left out ({count:,}): {why}"
