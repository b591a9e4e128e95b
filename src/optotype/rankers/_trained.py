"""What rankers share that were trained on papers: where a training lies, what it takes, and how figures get scores.

A training (`optotype train abs2fig`) keeps in its folder `ranker/` a card, `ranker.json`, that says what it is and
which encoders it was trained with, and a network that gives scores, `scores.onnx`. onnxruntime runs it, so torch is not
needed; a CLIP that was trained itself lies there as a folder, `model/`, and has no other network.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optotype import weights
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.figure_vectors import LOCAL, Encoders, Vector, encoders
from optotype.papers.wording import plain
from optotype.rankers import Candidate, Ranker, Rated, Reason, Request, Unseen

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER, CARD, NETWORK, MODEL = "ranker", "ranker.json", "scores.onnx", "model"
"""What the folder and the files of a trained ranker are called."""

_TOGETHER = 16
"""Pictures that are open at the same time."""
_DIGITS = 6
"""The next ones depend on what was encoded together."""
_LARGEST = 100_000
"""Bytes that a card has at most."""


class Card(BaseModel):
    """What a trained ranker says about itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ranker: str
    """Which ranker it is."""
    encoder: str
    """The encoders that it was trained with, as they were named; empty: its own, in `model/`."""
    weights: str = ""
    """Which encoders they were: the same name, the same vectors."""
    side: int = Field(default=64, ge=1, le=4096)
    """Pixels of the sides of a picture, where it looks at pixels."""
    trained: str = ""
    """What it was trained on, in words."""


def write_card(card: Card, folder: Path) -> None:
    """Writes the card of a trained ranker."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CARD).write_text(json.dumps(card.model_dump(), indent=2) + "\n", encoding="utf-8")


def seen(leaves: Sequence[Candidate]) -> Iterator[tuple[list[int], Image]]:
    """Each picture that can be looked at, with the places of the figures that show it."""
    showing: dict[Callable[[], Image | None], list[int]] = {}
    for place, leaf in enumerate(leaves):
        for opening in leaf.pictures:
            showing.setdefault(opening, []).append(place)
    for opening, places in showing.items():
        image = opening()
        if image is not None:
            yield places, image


@dataclass(frozen=True)
class Scorer:
    """What gives figures their scores."""

    encoders: Encoders
    run: Callable[[Mapping[str, NDArray[Any]]], Vector]
    """From `abstract` (1, width), `captions` (figures, width) and `pictures` (figures, ...) to scores (figures,)."""
    digest: str
    """Which weights they are."""


def cosines(given: Mapping[str, NDArray[Any]]) -> Vector:
    """How near pictures, times captions where these are given, are to the abstract."""
    figures = given["pictures"] * given["captions"] if "captions" in given else given["pictures"]
    lengths = np.linalg.norm(figures, axis=1) * np.linalg.norm(given["abstract"])
    return (figures @ given["abstract"][0]) / np.maximum(lengths, 1e-12)


@dataclass(frozen=True)
class TrainedRanker(Ranker):
    """Looks at each figure with a network that was trained on papers."""

    looks = True
    reads: ClassVar[tuple[str, ...]] = ()
    """What it reads beside pictures: `abstract`, `captions`."""
    reason: ClassVar[str]
    """What a score is, in words."""

    run: str = ""
    """The folder of its training, as `optotype train` made it."""
    encoder: str = ""
    """Without a training: a CLIP that compares, `hf/PATH`. With one: where its CLIP lies now."""

    def ready(self) -> None:
        """Loads the network.

        Raises:
            OptotypeError: it is not there, or is that of another ranker.
        """
        _ = self._scorer

    @property
    def digest(self) -> str:
        """Which weights it computes with."""
        return self._scorer.digest

    def rate(self, request: Request, leaves: Sequence[Candidate]) -> list[Rated]:
        """Rates what each figure shows; one with several pictures has the score of its best.

        Figures that cannot be looked at get the mean of the others: that counts neither for nor against them.

        Raises:
            Unseen: none can be looked at.
        """
        if not leaves:
            return []
        scorer = self._scorer
        abstract = scorer.encoders.texts([plain(request.abstract)]) if "abstract" in self.reads else None
        best: dict[int, float] = {}
        for some in batches(seen(leaves), _TOGETHER):
            rows = [(row, place) for row, (places, _) in enumerate(some) for place in places]
            pictures = scorer.encoders.pictures([image for _, image in some])  # (pictures, ...)
            given: dict[str, NDArray[Any]] = {"pictures": pictures[[row for row, _ in rows]]}
            if abstract is not None:
                given["abstract"] = abstract
            if "captions" in self.reads:
                given["captions"] = scorer.encoders.texts([plain(leaves[place].caption) for _, place in rows])
            for (_, place), score in zip(rows, scorer.run(given), strict=True):
                best[place] = max(round(float(score), _DIGITS), best.get(place, -np.inf))
        if not best:
            raise Unseen(
                f"None of the paper's figures has a picture that can be looked at, and '{self.name}' needs one. "
                "Bring the pictures, or rank by 'abs2cap', which reads captions."
            )
        usual = float(np.mean(sorted(best.values())))
        return [
            Rated(best[place], (Reason(self.reason, best[place]),))
            if place in best
            else Rated(usual, (Reason("its picture cannot be looked at", 0.0),))
            for place in range(len(leaves))
        ]

    @cached_property
    def _scorer(self) -> Scorer:
        if self.run:
            return _loaded(Path(self.run).expanduser(), self.name, self.reads, self.encoder)
        if not self.encoder.startswith(LOCAL) or not self.reads:
            other = f", or a CLIP that compares without training: {self.name}:encoder=hf/PATH" if self.reads else ""
            raise OptotypeError(
                f"The ranker '{self.name}' needs a training: {self.name}:run=FOLDER (optotype train {self.name} makes "
                f"one){other}."
            )
        known = encoders(self.encoder)
        return Scorer(known, cosines, known.name)


def _loaded(folder: Path, name: str, reads: Sequence[str], encoder: str) -> Scorer:
    own = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    card = _card(own, folder, name)
    if not card.encoder:
        known = encoders(f"{LOCAL}{own / MODEL}")
        return Scorer(known, cosines, known.name)
    where = f"Name where that lies: {name}:run={folder},encoder=hf/PATH."
    try:
        known = encoders(encoder or card.encoder, card.side)
    except OptotypeError as error:
        raise OptotypeError(f"{folder}: '{name}' was trained with '{card.weights}'. {error} {where}") from error
    if known.name != card.weights:
        raise OptotypeError(f"{folder}: '{name}' was trained with '{card.weights}', not with '{known.name}'. {where}")
    wanted = {"pictures": known.shape, **dict.fromkeys(reads, (known.width,))}
    content = _content(own / NETWORK)
    return Scorer(known, _session(content, own / NETWORK, wanted), sha256(content).hexdigest()[:16])


def _card(own: Path, folder: Path, name: str) -> Card:
    file = own / CARD
    if not file.is_file():
        begun = " A training lies there that no epoch of is done." if (folder / "checkpoint.pt").exists() else ""
        raise OptotypeError(
            f"{folder} holds no trained ranker: there is no {FOLDER}/{CARD}.{begun} "
            f"'optotype train {name} --data BENCH --out {folder}' makes one."
        )
    try:
        if file.stat().st_size > _LARGEST:
            raise OptotypeError(
                f"{file}: a card of a trained ranker is small; this one has {file.stat().st_size} bytes."
            )
        card = Card.model_validate_json(file.read_bytes())
    except (ValidationError, OSError) as error:
        raise OptotypeError(
            f"{file} is no card of a trained ranker. Train it again, or name another folder."
        ) from error
    if card.ranker != name:
        raise OptotypeError(
            f"{folder} holds a training of '{card.ranker}', not of '{name}'. Rank by '{card.ranker}:run={folder}'."
        )
    return card


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise OptotypeError(f"{file}: the network cannot be read: {error.strerror}. Train it again.") from error


def _session(
    content: bytes, file: Path, wanted: Mapping[str, tuple[int, ...]]
) -> Callable[[Mapping[str, NDArray[Any]]], Vector]:
    session = weights.session(content, file, advice=" Train it again.")
    taken = {part.name: tuple(part.shape[1:]) for part in session.get_inputs()}
    fits = taken.keys() == wanted.keys() and all(_fits(shape, wanted[name]) for name, shape in taken.items())
    if not fits or len(session.get_outputs()) != 1:
        raise OptotypeError(f"{file} takes {taken}, but what it would be given is {dict(wanted)}. Train it again.")

    def run(given: Mapping[str, NDArray[Any]]) -> Vector:
        return session.run(None, dict(given))[0]

    return run


def _fits(taken: Sequence[int | str], given: Sequence[int]) -> bool:
    """A side that has a name in place of a length may have any."""
    if len(taken) != len(given):
        return False
    return all(isinstance(one, str) or one == other for one, other in zip(taken, given, strict=True))
