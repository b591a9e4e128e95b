"""A bench: one folder with `optotype.toml`, its database, `pictures/` and `runs/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import settings
from optotype.errors import NotABench, OptotypeError
from optotype.pictures import Cabinet
from optotype.progress import Progress, silent
from optotype.records import Gold, Item, Picture
from optotype.store import Store

if TYPE_CHECKING:
    from optotype.exporting import Exported
    from optotype.importing import Imported
    from optotype.settings import Settings

DATABASE = "optotype.db"

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
    """A benchmark being built, or evaluated: open one with `optotype.open(DIR)`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = settings.load(folder / settings.FILE)
        self.cabinet = Cabinet(folder / "pictures")

    @cached_property
    def store(self) -> Store:
        """Where the records lie."""
        address = settings.variable("STORE") or self.settings.bench.store
        return Store(f"sqlite:///{self.folder / DATABASE}" if address == "sqlite" else address)

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the database."""
        if "store" in self.__dict__:
            self.store.close()

    # --- looking

    def items(
        self,
        *,
        split: str | None = None,
        form: str | None = None,
        collection: str | None = None,
        excluded: bool = False,
        **tags: str,
    ) -> Iterator[Item]:
        """Items in the order in which they came: `bench.items(skill="counting", split="test")`.

        Items that are left out come only with `excluded=True`.
        """
        where = {"split": split, "form": form, "collection": collection}
        chosen: dict[str, str | None] = {name: value for name, value in where.items() if value is not None}
        if not excluded:
            chosen["excluded"] = None
        return self.store.each(Item, chosen, tags)

    def item(self, id: str) -> Item:
        """One item.

        Raises:
            OptotypeError: there is none with this id.
        """
        if item := self.store.get(Item, id):
            return item
        raise OptotypeError(f"There is no item called '{id}'. 'optotype show' lists them.")

    def gold(self, item: Item) -> Gold | None:
        """The right answer to an item, if it was decided."""
        return self.store.get(Gold, item.id)

    def path(self, picture: Picture) -> Path | None:
        """Where a picture's file lies; None while it is missing."""
        if picture.file is None or picture.media_type is None:
            return None
        return self.cabinet.path(picture.file, picture.media_type)

    # --- stages

    def import_(
        self,
        format: str,
        path: Path | str,
        *,
        pictures: Path | str | None = None,
        name: str | None = None,
        split: str | None = None,
        skip: Sequence[str] = (),
        update: bool = False,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> Imported:
        """Reads foreign data into the bench; see `optotype.importing.import_into`."""
        from optotype.importing import import_into

        return import_into(
            self,
            format,
            Path(path),
            pictures=None if pictures is None else Path(pictures),
            name=name,
            split=split,
            skip=skip,
            update=update,
            settings=settings,
            progress=progress,
        )

    def export(
        self,
        format: str,
        path: Path | str,
        *,
        collection: str | None = None,
        split: str | None = None,
        force: bool = False,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
        **tags: str,
    ) -> Exported:
        """Writes the bench in a foreign format; see `optotype.exporting.export_from`."""
        from optotype.exporting import export_from

        return export_from(
            self,
            format,
            Path(path),
            collection=collection,
            split=split,
            tags=tags,
            force=force,
            settings=settings,
            progress=progress,
        )


def init(folder: Path | str, *, title: str = "", store: str | None = None) -> Bench:
    """Makes a bench.

    Raises:
        OptotypeError: there is one already.
    """
    folder = Path(folder)
    file = folder / settings.FILE
    if file.exists():
        raise OptotypeError(f"{folder} is a bench already.")
    for place in (folder, folder / "pictures", folder / "runs"):
        place.mkdir(parents=True, exist_ok=True)
    text = _TOML.format(title=_toml_string(title or folder.resolve().name))
    if store is not None:
        text += f'store = "{_toml_string(store)}"\n'
    bench_file = file.with_suffix(".part")
    bench_file.write_text(text, encoding="utf-8")
    bench_file.rename(file)
    bench = Bench(folder)
    _ = bench.store
    return bench


def open(folder: Path | str | None = None) -> Bench:
    """Opens the bench in a folder, or the one that the current folder lies in.

    Raises:
        NotABench: there is no `optotype.toml`.
    """
    folder = folder or settings.variable("BENCH")
    if folder is not None:
        folder = Path(folder)
        if not (folder / settings.FILE).is_file():
            raise NotABench(
                f"{folder} is not a bench: it has no {settings.FILE}. Make one with: optotype init {folder}"
            )
        return Bench(folder)
    here = Path.cwd()
    for place in (here, *here.parents):
        if (place / settings.FILE).is_file():
            return Bench(place)
    raise NotABench("This folder is not in a bench. Make one with 'optotype init', or name one with '--bench DIR'.")


def _toml_string(text: str) -> str:
    return "".join(
        f"\\{letter}" if letter in '"\\' else letter if letter.isprintable() else f"\\u{ord(letter):04x}"
        for letter in text
    )
