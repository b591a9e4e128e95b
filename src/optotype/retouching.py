"""Retouching: what `optotype pictures` does. New files are made, old ones are kept, and every step can be taken back.

A picture is decoded only after its header was looked at, so that a small file cannot unfold to gigabytes. What cannot
be decoded becomes a finding, and the rest goes on.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar, TypeVar

from PIL import Image, ImageChops
from pydantic import JsonValue

from optotype import looking
from optotype.batches import batches
from optotype.errors import BadPicture, OptotypeError
from optotype.likeness import Crowd, black_and_white, look
from optotype.pictures import EXTENSIONS, MAX_PIXELS, Facts, Moving, decode, examine, flatten, without_margins
from optotype.progress import Progress, silent
from optotype.records import Edit, Finding, Gold, Item, Noun, Picture
from optotype.store import Where, Writer

if TYPE_CHECKING:
    from optotype.bench import Bench

BLACK_AND_WHITE = "its picture is black-and-white"
DUPLICATE = "a duplicate of "
"""How the reasons begin for which this stage leaves items out."""

NEAR_DUPLICATE = "picture_near_duplicate"
LEFT_ALONE = "picture_left_alone"
BAD = "picture_bad"

T = TypeVar("T")

_BATCH = 200
_WORKERS = 2


# --- operations: a picture in, a picture out


@dataclass(frozen=True)
class Operation(ABC):
    """Something that can be done to a picture. Its fields are its settings."""

    name: ClassVar[str]

    @abstractmethod
    def apply(self, image: Image.Image) -> Image.Image:
        """The picture after it was done; the same object where there is nothing to do."""

    def __str__(self) -> str:
        settings = ", ".join(f"{setting.name}={getattr(self, setting.name)}" for setting in fields(self))
        return f"{self.name}({settings})"


@dataclass(frozen=True)
class CropMargins(Operation):
    """Cuts white margins off; a picture that is white all over stays as it is."""

    name = "crop_margins"

    tolerance: int = 8
    """How far from white, of 255, a pixel may be and still belong to the margin."""
    border: int = 4
    """Pixels of the margin that are left standing."""

    def apply(self, image: Image.Image) -> Image.Image:
        """Cuts to the smallest box around all that is not white, and the border around it."""
        return without_margins(image, self.tolerance, self.border)


@dataclass(frozen=True)
class PadToSquare(Operation):
    """Adds white at the right or at the bottom until a picture is square, as IconQA does."""

    name = "pad_to_square"

    def apply(self, image: Image.Image) -> Image.Image:
        """The picture in the upper left corner of a white square."""
        side = max(image.size)
        if image.size == (side, side):
            return image
        if side * side > MAX_PIXELS:
            raise BadPicture(f"{image.width} x {image.height} pixels: too large a square would be needed")
        plain = image if image.mode in ("1", "L", "RGB", "I;16") else flatten(image)
        white = {"1": 1, "L": 255, "I;16": 65535}.get(plain.mode, (255, 255, 255))
        square = Image.new(plain.mode, (side, side), white)
        square.paste(plain, (0, 0))
        square.info = plain.info
        return square


def encode(image: Image.Image) -> bytes:
    """A picture as the content of a PNG file: nothing is lost, and the same picture always gives the same file."""
    stream = io.BytesIO()
    profile = image.info.get("icc_profile")
    image.info = {name: value for name, value in image.info.items() if name == "transparency"}
    image.save(stream, "PNG", icc_profile=profile)
    return stream.getvalue()


# --- the stage


@dataclass
class Retouched:
    """What was done to pictures, and to the items that show them."""

    pictures: int = 0
    """Pictures that were looked at."""
    changed: int = 0
    """Pictures that got a new file, or their old one back."""
    missing: int = 0
    """Pictures whose file is not there."""
    left_alone: int = 0
    """Pictures that move, and would move no more."""
    bad: int = 0
    """Pictures that cannot be decoded."""
    black_and_white: int = 0
    """Items that are left out now because their picture has no colour."""
    groups: list[list[str]] = field(default_factory=list[list[str]])
    """Pictures that look alike, the first of each group first."""
    duplicates: int = 0
    """Items that are left out now because another one asks the same about the same."""
    readmitted: int = 0
    """Items that are no longer left out."""


def retouch(
    bench: Bench,
    *,
    crop: CropMargins | bool = False,
    pad: bool = False,
    drop_black_and_white: bool = False,
    duplicates: bool = False,
    drop_duplicates: bool = False,
    undo: bool = False,
    readmit: bool = False,
    distance: int = 4,
    collection: str | None = None,
    split: str | None = None,
    tags: Mapping[str, str] | None = None,
    progress: Progress = silent,
) -> Retouched:
    """Works on the pictures of a bench, in the order of the arguments. Doing it twice changes nothing the second time.

    Args:
        bench: the bench.
        crop: cut white margins off.
        pad: add white until pictures are square.
        drop_black_and_white: leave items out whose question shows black-and-white pictures only.
        duplicates: look for pictures of questions that look alike; each but the first of a group becomes a finding.
        drop_duplicates: leave items out that ask the same, with the same right answer, about pictures that look alike.
        undo: put the file before the last step back; for each picture, one step.
        readmit: take items back that were left out by this stage.
        distance: bits in which the perceptual hashes of pictures that look alike may differ.
        collection: pictures of this collection only.
        split: pictures of items in this split only.
        tags: pictures of items with these tags only.
        progress: told of each picture done.

    Raises:
        OptotypeError: nothing was asked for, or things that exclude each other; or there is no such tag or collection.
    """
    operations: list[Operation] = [CropMargins() if crop is True else crop] if crop else []
    operations += [PadToSquare()] if pad else []
    works = bool(operations) or drop_black_and_white or duplicates or drop_duplicates
    if not (works or undo or readmit):
        raise OptotypeError("Nothing was asked for: crop, pad, drop, look for duplicates, undo or readmit.")
    if works and (undo or readmit):
        raise OptotypeError("Take back first, and do anew in a second call.")
    if not 0 <= distance <= 16:
        raise OptotypeError(f"The distance is {distance}, but 0 to 16 bits were expected.")
    where = looking.chosen(collection=collection, split=split)
    looking.check_names(bench, where, tags or {})
    asked = {
        "drop_black_and_white": drop_black_and_white,
        "duplicates": duplicates,
        "drop_duplicates": drop_duplicates,
        "undo": undo,
        "readmit": readmit,
    }
    settings: dict[str, JsonValue] = {
        "did": [*map(str, operations), *(name for name, wanted in asked.items() if wanted)],
        "collection": collection,
        "split": split,
        "tags": dict(tags or {}),
    }
    with bench.store.event("pictures", **settings) as writer, ThreadPoolExecutor(_WORKERS, "pictures") as pool:
        work = _Work(bench, writer, pool, where, dict(tags or {}), progress)
        if operations:
            work.edit(operations)
        if undo:
            work.undo()
        if drop_black_and_white:
            work.drop_black_and_white()
        if duplicates or drop_duplicates:
            first_of = work.find_duplicates(distance)
            if drop_duplicates:
                work.drop_duplicates(first_of)
        if readmit:
            work.readmit()
    return work.done


class _Work:
    """One call under way."""

    def __init__(
        self,
        bench: Bench,
        writer: Writer,
        pool: ThreadPoolExecutor,
        where: Where,
        tags: Mapping[str, str],
        progress: Progress,
    ) -> None:
        self.bench = bench
        self.writer = writer
        self.pool = pool
        self.where = where
        self.tags = tags
        self.progress = progress
        self.done = Retouched()

    # --- pictures

    def edit(self, operations: Sequence[Operation]) -> None:
        """Does operations to every picture, and keeps what changed."""
        said = ", ".join(map(str, operations))

        def edited(picture: Picture) -> Picture | None:
            image = after = decode(self._content(picture), still=True)
            for operation in operations:
                after = operation.apply(after)
            if after is image or _same(after, image):
                return None
            edit = Edit(file=str(picture.file), operation=said)
            return _with_file(picture, self.bench.cabinet.keep(encode(after)), (*picture.edits, edit))

        self._change(edited)

    def undo(self) -> None:
        """Puts back what every picture was before its last step."""

        def undone(picture: Picture) -> Picture | None:
            if not picture.edits:
                return None
            old = picture.edits[-1].file
            paths = [self.bench.cabinet.path(old, media_type) for media_type in EXTENSIONS]
            path = next((path for path in paths if path.is_file()), None)
            if path is None:
                raise BadPicture(f"the file before its last step, {old}, is not in the bench any more")
            return _with_file(picture, examine(path.read_bytes()), picture.edits[:-1])

        self._change(undone)

    def _change(self, change: Callable[[Picture], Picture | None]) -> None:
        for batch in batches(looking.pictures(self.bench, self.where, self.tags), _BATCH):
            there = self._with_files(batch)
            changed: list[Noun] = []
            for _, result in self._try_all(change, there):
                if result is not None:
                    changed.append(result)
            self.writer.write(replace=changed)
            self.done.changed += len(changed)
            self.progress(len(batch))

    # --- items

    def drop_black_and_white(self) -> None:
        """Leaves out the items whose question shows pictures, and all of them without colour."""
        seen: dict[str, bool] = {}
        for batch in self._items():
            pictures = self.bench.store.get_all(Picture, [id for item in batch for id in item.pictures])
            new = {picture.file: picture for picture in pictures.values() if picture.file not in seen}
            there = self._with_files(new.values())
            for picture, grey in self._try_all(lambda picture: black_and_white(self._flat(picture)), there):
                seen[str(picture.file)] = grey
            greys = {id: seen.get(str(picture.file), False) for id, picture in pictures.items()}
            dropped = [item for item in batch if item.pictures and all(greys.get(id, False) for id in item.pictures)]
            self.writer.write(replace=[item.model_copy(update={"excluded": BLACK_AND_WHITE}) for item in dropped])
            self.done.black_and_white += len(dropped)
            self.progress(len(batch))

    def find_duplicates(self, distance: int) -> dict[str, str]:
        """Finds pictures of questions that look alike: by picture, the first that it looks like."""
        asked: set[str] = set()
        offered: set[str] = set()
        for batch in self._items():
            asked.update(id for item in batch for id in item.pictures)
            offered.update(id for item in batch for id in item.option_pictures)
        offered -= asked
        crowd = Crowd(distance)
        first_of: dict[str, str] = {}
        groups: dict[str, list[str]] = {}
        candidates = (
            picture for picture in looking.pictures(self.bench, self.where, self.tags) if picture.id not in offered
        )
        for batch in batches(candidates, _BATCH):
            findings: list[Noun] = []
            for picture, seen in self._try_all(lambda picture: look(self._flat(picture)), self._with_files(batch)):
                first = crowd.meet(picture.id, seen)
                if first is None:
                    continue
                first_of[picture.id] = first
                groups.setdefault(first, [first]).append(picture.id)
                message = f"looks nearly like '{first}'"
                findings.append(Finding(rule=NEAR_DUPLICATE, about=picture.id, severity="warning", message=message))
            old = [f"{NEAR_DUPLICATE}:{picture.id}" for picture in batch]
            self.writer.write(remove={Finding: old}, add=findings)
            self.progress(len(batch))
        self.done.groups = list(groups.values())
        return first_of

    def drop_duplicates(self, first_of: Mapping[str, str]) -> None:
        """Leaves out items that ask what an earlier one asks, with the same right answer, about pictures alike."""
        store, asked = self.bench.store, dict[bytes, str]()
        for batch in self._items():
            golds = store.get_all(Gold, [item.id for item in batch])
            pictures = store.get_all(Picture, [id for item in batch for id in item.option_pictures])
            dropped: list[Noun] = []
            for item in batch:
                if not item.pictures:
                    continue
                said = [
                    " ".join(item.question.casefold().split()),
                    " ".join(item.text.casefold().split()),
                    item.form.kind,
                    *(first_of.get(id, id) for id in item.pictures),
                    *_right(item, golds.get(item.id), pictures),
                ]
                first = asked.setdefault(blake2b(repr(said).encode(), digest_size=16).digest(), item.id)
                if first != item.id:
                    dropped.append(item.model_copy(update={"excluded": f"{DUPLICATE}{first}"}))
            self.writer.write(replace=dropped)
            self.done.duplicates += len(dropped)
            self.progress(len(batch))

    def readmit(self) -> None:
        """Takes back what this stage left out."""
        reasons = (BLACK_AND_WHITE, DUPLICATE)
        for batch in batches(self.bench.store.each(Item, {**self.where, "excluded": ...}, self.tags), _BATCH):
            back = [item for item in batch if item.excluded is not None and item.excluded.startswith(reasons)]
            self.writer.write(replace=[item.model_copy(update={"excluded": None}) for item in back])
            self.done.readmitted += len(back)
            self.progress(len(batch))

    # --- what all share

    def _items(self) -> Iterator[list[Item]]:
        return batches(self.bench.store.each(Item, self.where, self.tags), _BATCH)

    def _with_files(self, pictures: Iterable[Picture]) -> list[Picture]:
        some = list(pictures)
        there = [picture for picture in some if (path := self.bench.path(picture)) is not None and path.is_file()]
        self.done.pictures += len(some)
        self.done.missing += len(some) - len(there)
        return there

    def _content(self, picture: Picture) -> bytes:
        path = self.bench.path(picture)
        try:
            return path.read_bytes() if path is not None else b""
        except OSError as error:
            raise BadPicture(f"its file cannot be read: {error.strerror}") from error

    def _flat(self, picture: Picture) -> Image.Image:
        return flatten(decode(self._content(picture)))

    def _try_all(self, work: Callable[[Picture], T], pictures: Sequence[Picture]) -> Iterator[tuple[Picture, T]]:
        """What work gives for each picture, two at a time; what goes wrong becomes a finding."""

        def attempt(picture: Picture) -> T | Finding:
            try:
                return work(picture)
            except Moving as error:
                return Finding(rule=LEFT_ALONE, about=picture.id, severity="note", message=f"was left alone: {error}")
            except BadPicture as error:
                return Finding(rule=BAD, about=picture.id, message=f"the picture {picture.name}: {error}")

        results = list(self.pool.map(attempt, pictures))
        findings = [result for result in results if isinstance(result, Finding)]
        self.done.left_alone += sum(finding.rule == LEFT_ALONE for finding in findings)
        self.done.bad += sum(finding.rule == BAD for finding in findings)
        well = [
            picture.id for picture, result in zip(pictures, results, strict=True) if not isinstance(result, Finding)
        ]
        self.writer.write(add=findings, remove={Finding: [f"{rule}:{id}" for id in well for rule in (BAD, LEFT_ALONE)]})
        for picture, result in zip(pictures, results, strict=True):
            if not isinstance(result, Finding):
                yield picture, result


def _with_file(picture: Picture, facts: Facts, edits: tuple[Edit, ...]) -> Picture:
    return picture.model_copy(update={**asdict(facts), "edits": edits})


def _same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(flatten(one), flatten(other)).getbbox() is None


def _right(item: Item, gold: Gold | None, pictures: Mapping[str, Picture]) -> list[str]:
    """What is right, whatever the order of the options."""
    if gold is None or gold.unanswerable:
        return ["", looking.say_gold(gold)]
    offered: dict[str, str] = {}
    for option in item.options:
        picture = pictures.get(option.picture or "")
        offered[option.label] = f"{option.text} {picture.file or picture.id if picture is not None else option.picture}"
    value = gold.accepted[0]
    if offered and isinstance(value, tuple):
        return sorted(offered.get(label, label) for label in value)
    return [looking.say(value)]
