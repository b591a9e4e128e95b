"""What an icon classifier learns from: a folder of class folders, or the icons that come with the package."""

from __future__ import annotations

import hashlib
import random
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from optotype.errors import BadPicture, OptotypeError
from optotype.pictures import Located, decode, examine, flatten, read
from optotype.progress import Progress, silent
from optotype.training._icon_figures import figures

Pixels = NDArray[np.uint8]
"""Pictures (pictures, side, side, 4): red, green, blue, and how opaque."""

LARGEST = 4096 * 4096
"""Pixels of the largest picture that is taken for an icon."""
SPLITS = ("train", "dev", "test")
_FOLDERS = {"train": "train", "dev": "dev", "val": "dev", "valid": "dev", "validation": "dev", "test": "test"}
_READERS = 4


@dataclass(frozen=True, slots=True)
class Example:
    """A picture and its class."""

    place: int
    """Where the source finds it."""
    name: int
    """Its class, by number."""


class Source(ABC):
    """Pictures of classes, in splits."""

    names: tuple[str, ...]
    """The classes."""
    splits: dict[str, list[Example]]
    """The pictures of `train`, and of `dev` and `test` if there are any."""

    @property
    def notes(self) -> list[str]:
        """What was left out, and why."""
        return []

    @abstractmethod
    def load(self, examples: Sequence[Example], side: int) -> tuple[Pixels, list[int]]:
        """Pictures in squares of a side, in order, and their classes; those that cannot be decoded are left out."""

    @property
    def counts(self) -> list[int]:
        """Train pictures of each class."""
        found = Counter(example.name for example in self.splits["train"])
        return [found[number] for number in range(len(self.names))]

    def order(self, size: int, views: int, seed: int, epoch: int) -> list[list[Example]]:
        """The batches of an epoch: every train picture so many times, in a drawn order."""
        chance = random.Random(f"{seed} {epoch}")  # noqa: S311
        examples = self.splits["train"] * views
        chance.shuffle(examples)
        found = [examples[start : start + size] for start in range(0, len(examples), size)]
        # normalisation cannot learn from one picture
        return found[:-1] if len(found) > 1 and len(found[-1]) < 2 else found


class Packed(Source):
    """The icons that come with the package, with shapes and digits; whole styles are held out."""

    def __init__(self, dev: str, test: str, side: int) -> None:
        """Loads them.

        Args:
            dev: the style of the dev split; empty: the train icons, seen plain.
            test: the style of the test split; empty: there is none.
            side: of the squares in which they are kept.
        """
        from optotype.synth.icons import packed

        keys: dict[str, int] = {}
        held: dict[str, list[Example]] = {split: [] for split in SPLITS}
        bank: list[Pixels] = []
        styles: set[str] = set()
        for key, style, icon in packed():
            name = keys.setdefault(key, len(keys))
            split = "test" if style == test else "dev" if style == dev else "train"
            held[split].append(Example(len(bank), name))
            bank.append(_square(icon, side))
            styles.add(style)
        for asked in (dev, test):
            if asked and asked not in styles:
                raise OptotypeError(f"There is no style called '{asked}'. There are: {', '.join(sorted(styles))}.")
        if dev and dev == test:
            raise OptotypeError(f"The style '{dev}' cannot be both dev and test.")
        if not dev:
            held["dev"] = list(held["train"])
        for key, _style, figure in figures(side):
            held["train"].append(Example(len(bank), keys.setdefault(key, len(keys))))
            bank.append(_square(figure, side))
        self.names, self.splits = tuple(keys), held
        self._bank = np.stack(bank)

    def load(self, examples: Sequence[Example], side: int) -> tuple[Pixels, list[int]]:
        """Pictures in squares of a side, in order, and their classes."""
        if side != self._bank.shape[1]:
            raise ValueError(f"the icons are kept with {self._bank.shape[1]} pixels, not {side}")
        return self._bank[[example.place for example in examples]], [example.name for example in examples]


class Folders(Source):
    """A folder with one folder for each class, or with such folders for each split."""

    def __init__(self, data: Path, progress: Progress = silent) -> None:
        """Looks at every picture, without decoding it.

        A folder that has no splits is parted here: of every ten pictures of a class, by the hashes of their names, one
        is for dev and one for test.

        Raises:
            OptotypeError: there is no such folder, or it has fewer than two classes with pictures.
        """
        if not data.is_dir():
            raise OptotypeError(f"There is no folder {data}. Name one that has a folder of pictures for each class.")
        self._data = data
        self._left: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        self._files: list[str] = []
        tops = self._folders(data, "")
        parted = bool(tops) and set(tops) <= set(_FOLDERS) and "train" in tops
        roots = [(_FOLDERS[top], top, self._folders(data / top, top)) for top in tops] if parted else [("", "", tops)]
        found: dict[str, dict[str, list[str]]] = {}
        for split, root, names in roots:
            for name in names:
                under = f"{root}/{name}" if root else name
                files = [file for file in self._pictures(under) if self._is_picture(file)]
                progress(1)
                if not files:
                    self._leave("a class without a picture", under)
                elif split:
                    found.setdefault(name, {}).setdefault(split, []).extend(files)
                else:
                    found[name] = parts(files)
        found = {name: files for name, files in found.items() if files.get("train")}
        if len(found) < 2:
            raise OptotypeError(
                f"{data}: {len(found)} classes with pictures to learn from, but at least 2 are needed. Give each class "
                f"a folder of its own with its pictures in it.{self._told()}"
            )
        self.names = tuple(sorted(found))
        self.splits = {split: [] for split in SPLITS}
        for number, name in enumerate(self.names):
            for split in SPLITS:
                for file in found[name].get(split, ()):
                    self.splits[split].append(Example(len(self._files), number))
                    self._files.append(file)

    @property
    def notes(self) -> list[str]:
        """What was left out, and why."""
        return [
            f"left out ({count:,}): {why}; the first: {self._first[why]}" for why, count in sorted(self._left.items())
        ]

    def load(self, examples: Sequence[Example], side: int) -> tuple[Pixels, list[int]]:
        """Pictures in squares of a side, in order, and their classes; those that cannot be decoded are left out."""
        with ThreadPoolExecutor(_READERS) as threads:
            files = [self._files[example.place] for example in examples]
            loaded = list(threads.map(self._decoded, files, [side] * len(files)))
        kept = [number for number, pixels in enumerate(loaded) if pixels is not None]
        pixels = [cast("Pixels", loaded[number]) for number in kept]
        empty: Pixels = np.zeros((0, side, side, 4), np.uint8)
        return np.stack(pixels) if pixels else empty, [examples[number].name for number in kept]

    def _decoded(self, file: str, side: int) -> Pixels | None:
        try:
            content = read(Located(self._data, file))
            if content is None:
                raise BadPicture("it is gone")
            image = decode(content)
        except BadPicture as error:
            self._leave(f"a picture that cannot be read: {_without_figures(str(error))}", file)
            return None
        return _square(image.convert("RGBA") if image.has_transparency_data else flatten(image).convert("RGBA"), side)

    def _folders(self, folder: Path, under: str) -> list[str]:
        found: list[str] = []
        for path in sorted(folder.iterdir()):
            shown = f"{under}/{path.name}" if under else path.name
            if path.name.startswith("."):
                continue
            if path.is_symlink():
                self._leave("a link", shown)
            elif path.is_dir():
                found.append(path.name)
            else:
                self._leave("a file beside the folders of the classes", shown)
        return found

    def _pictures(self, under: str) -> Iterator[str]:
        for path in sorted((self._data / under).iterdir()):
            if path.name.startswith("."):
                continue
            if path.is_symlink():
                self._leave("a link", f"{under}/{path.name}")
            elif not path.is_file():
                self._leave("no file", f"{under}/{path.name}")
            else:
                yield f"{under}/{path.name}"

    def _is_picture(self, file: str) -> bool:
        try:
            content = read(Located(self._data, file))
            if content is None:
                raise BadPicture("it is gone")
            facts = examine(content)
        except BadPicture as error:
            self._leave(f"a picture that cannot be read: {_without_figures(str(error))}", file)
            return False
        if facts.width * facts.height > LARGEST:
            self._leave(f"a picture of more than {LARGEST:,} pixels", file)
            return False
        return True

    def _leave(self, why: str, what: str) -> None:
        self._left[why] += 1
        self._first.setdefault(why, what.encode("utf-8", "replace").decode("utf-8"))

    def _told(self) -> str:
        return "".join(f" {note[0].upper()}{note[1:]}." for note in self.notes[:3])


def parts(files: Sequence[str]) -> dict[str, list[str]]:
    """Files of a class in three splits, a tenth each for dev and test; a class of one or two is for train alone."""
    order = sorted(files, key=lambda file: hashlib.sha256(file.encode("utf-8", "surrogatepass")).digest())
    tenth = max(1, round(len(order) / 10)) if len(order) > 2 else 0
    return {"test": order[:tenth], "dev": order[tenth : 2 * tenth], "train": sorted(order[2 * tenth :])}


def _square(image: Image.Image, side: int) -> Pixels:
    """An icon in the middle of a transparent square, as large as fits."""
    scale = side / max(image.size)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    # premultiplied: else the colour of what cannot be seen bleeds into the edges
    fitted = image.convert("RGBA").convert("RGBa").resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
    whole = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    whole.paste(fitted.convert("RGBA"), ((side - size[0]) // 2, (side - size[1]) // 2))
    return np.asarray(whole)


def _without_figures(why: str) -> str:
    """A reason by which files are counted together: without what it says of one file alone."""
    return re.sub(r"\d[\d,]*", "N", why.split(":")[0])
