"""What metrics share that look at the picture: a CLIP says how near a text is to it.

Each text and each picture is encoded once, some together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from optotype import weights
from optotype.clip import MODEL, Clip, Vector, load
from optotype.errors import OptotypeError
from optotype.metrics import A_MODEL, Case, Mark, Metric, gold_texts, said_text
from optotype.records import Item, Picture, State, Value

if TYPE_CHECKING:
    from optotype.bench import Bench

PREFIX = "A photo depicts"
"""What CLIPScore puts before each text."""

_DIGITS = 6
"""The next ones depend on what was encoded together."""


@dataclass(frozen=True)
class ClipMetric(Metric):
    """Judges by looking at pictures; so it needs a bench, where pictures are."""

    needs = A_MODEL

    model: str = MODEL
    """The CLIP: its folder, or its name on the hub."""

    def prepare(self, bench: Bench) -> None:
        """Loads the CLIP, before anybody is asked.

        Raises:
            OptotypeError: it is not there, or cannot be loaded.
        """
        super().prepare(bench)
        self._benches[:] = [bench]
        _ = self._clip

    def _signed(self) -> dict[str, object]:
        return super()._signed() | {"model": self._called}

    @cached_property
    def _called(self) -> str:
        return weights.called(self.model)

    @cached_property
    def _benches(self) -> list[Bench]:
        """Where pictures are: the bench that it was prepared for last."""
        return []

    @cached_property
    def _clip(self) -> Clip:
        try:
            found = weights.find(self.model)
        except OptotypeError as error:
            raise OptotypeError(f"The metric '{self.name}' needs the CLIP '{self.model}'. {error}") from error
        return load(found, "A metric that looks at pictures")

    def _seen(self, ids: Sequence[str]) -> dict[str, Vector | str]:
        """A vector of length one for each picture; or why there is none.

        Raises:
            OptotypeError: there is no bench to look for pictures in.
        """
        if not self._benches:
            raise OptotypeError(
                f"The metric '{self.name}' looks at pictures, and pictures are in a bench: import them with the data, "
                "then use 'optotype eval' or 'optotype correlate'."
            )
        (bench,) = self._benches
        files: dict[str, str] = {}
        paths: dict[str, Path] = {}
        for id, picture in bench.store.get_all(Picture, ids).items():
            if picture.file is not None and (path := bench.path(picture)) is not None:
                files[id] = picture.file
                paths[picture.file] = path
        seen = self._clip.pictures(paths)
        return {id: seen[files[id]] if id in files else "its picture is missing" for id in ids}


@dataclass(frozen=True)
class PictureMetric(ClipMetric):
    """Judges what is said of a picture by looking at it."""

    prefix: str = PREFIX
    """What is put before each text."""

    def fits(self, item: Item) -> bool:
        """It judges what is said of one picture, not of several."""
        return super().fits(item) and len(item.pictures) == 1

    def _vectors(self, texts: Sequence[str]) -> Vector:
        """A vector of length one for each text, the prefix put before it."""
        return self._clip.texts([f"{self.prefix} {text}".strip() for text in texts])

    def _look(self, items: Sequence[Item]) -> list[Vector | str]:
        """A vector of length one for the picture of each item; or why there is none.

        Raises:
            OptotypeError: there is no bench to look for pictures in.
        """
        seen = self._seen([id for item in items for id in item.pictures[:1]])
        return [seen[item.pictures[0]] if item.pictures else "it is about no picture" for item in items]


@dataclass(frozen=True)
class CaptionMetric(PictureMetric):
    """Judges a caption as it is written, by the cosines of vectors."""

    forms = frozenset({"short_text"})

    refers: ClassVar[bool] = False
    """Does it look at the references too?"""

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; texts and pictures are encoded together.

        Raises:
            OptotypeError: the CLIP cannot be loaded, or there is no bench.
        """
        said = [said_text(case).strip() for case in cases]
        heard = [place for place, case in enumerate(cases) if case.answer.state is not State.FAILED and said[place]]
        pictures = dict(zip(heard, self._look([cases[place].item for place in heard]), strict=True))
        right = {place: gold_texts(cases[place]) if self.refers else () for place in heard}
        texts = list(dict.fromkeys(text for place in heard for text in (said[place], *right[place])))
        vectors = dict(zip(texts, self._vectors(texts), strict=True))
        marks: list[Mark] = []
        for place, case in enumerate(cases):
            picture = pictures.get(place)
            if case.answer.state is State.FAILED:
                marks.append(Mark(None, "never heard"))
            elif picture is None:
                marks.append(self.plain(0.0, "the reply has no words"))
            elif isinstance(picture, str):
                marks.append(Mark(None, picture))
            else:
                ours = vectors[said[place]]
                others = [cosine(ours, vectors[text]) for text in right[place]]
                marks.append(self.judge(cosine(ours, picture), others))
        return marks

    def mark(self, case: Case) -> Mark:
        """Judges one answer."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """It looks at pictures, not at values."""
        raise OptotypeError(f"The metric '{self.name}' judges captions of pictures; it cannot compare values.")

    @abstractmethod
    def judge(self, picture: float, references: Sequence[float]) -> Mark:
        """A mark for a caption, from its cosines to the picture and to each reference."""


def cosine(one: Vector, other: Vector) -> float:
    """How near two vectors of length one are, from -1 to 1."""
    import numpy as np

    return round(min(1.0, max(-1.0, float(np.dot(one.astype(np.float64), other.astype(np.float64))))), _DIGITS)
