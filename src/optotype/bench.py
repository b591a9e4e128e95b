"""A bench: one folder with `optotype.toml`, its database, `pictures/` and `runs/`."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self
from weakref import WeakSet

from optotype import settings
from optotype.errors import NotABench, OptotypeError
from optotype.pictures import Cabinet
from optotype.records import Picture, Run
from optotype.settings import Settings
from optotype.store import Store

DATABASE = "optotype.db"

OPENED: WeakSet[Bench] = WeakSet()
"""The benches that are open in this process: an item that is shown in a notebook finds its pictures here."""

_TOML = """\
# The settings of this bench; an unknown key is an error.

[bench]
title = "{title}"
# description = ""
# licence = "CC BY 4.0"
# citation = ""
# url = ""
# store = "postgresql://user@host/database"   # a file in this folder unless set
"""


class Bench:
    """A benchmark being built, or evaluated, as the stages take it: its settings, its records, its pictures.

    `optotype.workbench.Workbench` adds what the stages do.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = settings.load(folder / settings.FILE)
        self.cabinet = Cabinet(folder / "pictures")
        OPENED.add(self)

    @classmethod
    def init(cls, folder: Path | str, *, title: str = "", store: str | None = None) -> Self:
        """Makes a bench.

        Raises:
            OptotypeError: there is one already, or none can be made there.
        """
        folder = Path(folder)
        file = folder / settings.FILE
        if file.exists():
            raise OptotypeError(f"{folder} is a bench already.")
        text = _TOML.format(title=_toml_string(title or folder.resolve().name))
        if store is not None:
            text += f'store = "{_toml_string(store)}"\n'
        part = file.with_suffix(".part")
        try:
            for place in (folder, folder / "pictures", folder / "runs"):
                place.mkdir(parents=True, exist_ok=True)
            part.write_text(text, encoding="utf-8")
            part.rename(file)
        except OSError as error:
            raise OptotypeError(f"{folder}: no bench can be made there: {error.strerror}.") from error
        bench = cls(folder)
        try:
            _ = bench.store
        except OptotypeError:
            file.unlink()  # so that it can be made with another store
            raise
        return bench

    @classmethod
    def open(cls, folder: Path | str | None = None) -> Self:
        """Opens the bench in a folder, or the one that the current folder lies in.

        Raises:
            NotABench: there is no `optotype.toml`.
        """
        folder = folder or settings.variable("BENCH")
        if folder is not None:
            folder = Path(folder)
            if folder.is_file():
                raise NotABench(f"{folder} is a file; a bench is a folder. Name the folder that it lies in.")
            if not (folder / settings.FILE).is_file():
                raise NotABench(
                    f"{folder} is not a bench: it has no {settings.FILE}. Make one with: optotype init {folder}"
                )
            return cls(folder)
        try:
            here = Path.cwd()
        except FileNotFoundError:
            raise NotABench("The folder that you stand in was deleted. Go to another, or use '--bench DIR'.") from None
        for place in (here, *here.parents):
            if (place / settings.FILE).is_file():
                return cls(place)
        raise NotABench("This folder is not in a bench. Make one with 'optotype init', or name one with '--bench DIR'.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the database."""
        if "store" in self.__dict__:
            self.store.close()

    @cached_property
    def store(self) -> Store:
        """Where the records lie."""
        address = settings.variable("STORE") or self.settings.bench.store
        return Store(f"sqlite:///{self.folder / DATABASE}" if address == "sqlite" else address)

    def path(self, picture: Picture) -> Path | None:
        """Where a picture's file lies; None while it is missing."""
        if picture.file is None or picture.media_type is None:
            return None
        return self.cabinet.path(picture.file, picture.media_type)

    def runs(self) -> list[Run]:
        """All runs, in the order in which they were begun."""
        return list(self.store.each(Run))


def _toml_string(text: str) -> str:
    return "".join(
        f"\\{letter}" if letter in '"\\' else letter if letter.isprintable() else f"\\u{ord(letter):04x}"
        for letter in text
    )
