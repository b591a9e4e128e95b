"""A bench: one folder with `optotype.toml`, its database, `pictures/` and `runs/`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from weakref import WeakSet

from optotype import looking, settings
from optotype.errors import NotABench, OptotypeError
from optotype.pictures import Cabinet
from optotype.progress import Progress, silent
from optotype.records import Finding, Gold, Item, Picture, Run
from optotype.store import Store

if TYPE_CHECKING:
    from optotype.asking import Asking
    from optotype.comparing import Comparison
    from optotype.correlating import Correlated
    from optotype.drawing import Drawn
    from optotype.evaluate import Limits, Result, Selection, Watch
    from optotype.evaluate.estimating import Estimated
    from optotype.explain import Explanation
    from optotype.exporting import Exported
    from optotype.exporting_runs import ExportedRun
    from optotype.foilmaking import MadeFoils
    from optotype.importing import Imported
    from optotype.looking import Page, Sheet
    from optotype.report import Report
    from optotype.retouching import CropMargins, Retouched
    from optotype.retrieving import Retrieved, Sought
    from optotype.settings import Settings
    from optotype.splitting import Split
    from optotype.stats import Stats
    from optotype.web.words import Language

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
    """A benchmark being built, or evaluated: open one with `optotype.open(DIR)`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = settings.load(folder / settings.FILE)
        self.cabinet = Cabinet(folder / "pictures")
        OPENED.add(self)

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
        where = looking.chosen(split=split, form=form, collection=collection, excluded=excluded)
        return self.store.each(Item, where, tags)

    def item(self, id: str) -> Item:
        """One item; the collection's name may be left out where one item only is meant.

        Raises:
            OptotypeError: there is none with this id.
        """
        return looking.find(self, id)

    def gold(self, item: Item) -> Gold | None:
        """The right answer to an item, if it was decided."""
        return self.store.get(Gold, item.id)

    def path(self, picture: Picture) -> Path | None:
        """Where a picture's file lies; None while it is missing."""
        if picture.file is None or picture.media_type is None:
            return None
        return self.cabinet.path(picture.file, picture.media_type)

    def show(
        self,
        *,
        limit: int | None = 20,
        offset: int = 0,
        split: str | None = None,
        form: str | None = None,
        collection: str | None = None,
        excluded: bool = False,
        tags: Mapping[str, str] = {},
    ) -> Page:
        """Some items with their gold, and how many there are in all: `bench.show(skill="counting")`."""
        where = looking.chosen(split=split, form=form, collection=collection, excluded=excluded)
        return looking.page(self, where, tags, limit=limit, offset=offset)

    def sheet(self, id: str) -> Sheet:
        """An item with its pictures, gold, reviews, findings and the number of its answers."""
        return looking.sheet(self, id)

    def findings(self, *, rule: str | None = None, about: str | None = None) -> Iterator[Finding]:
        """What rules noticed, in the order in which they did."""
        where = {name: value for name, value in (("rule", rule), ("about", about)) if value is not None}
        return self.store.each(Finding, where)

    def explain(self, id: str) -> Explanation:
        """Where everything about an item came from; see `optotype.explain`."""
        from optotype.explain import explain

        return explain(self, id)

    def stats(
        self,
        *,
        collection: str | None = None,
        split: str | None = None,
        by: str | None = None,
        tags: Mapping[str, str] = {},
        progress: Progress = silent,
    ) -> Stats:
        """The figures that papers print about their data; see `optotype.stats.stats`."""
        from optotype.stats import stats

        return stats(self, collection=collection, split=split, by=by, tags=tags, progress=progress)

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

    def draw(
        self,
        kind: str,
        *,
        count: int,
        seed: int = 0,
        level: int | None = None,
        name: str | None = None,
        processes: int | None = None,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> Drawn:
        """Draws pictures whose answers are known; see `optotype.drawing.draw_into`."""
        from optotype.drawing import draw_into

        return draw_into(
            self,
            kind,
            count=count,
            seed=seed,
            level=level,
            name=name,
            processes=processes,
            settings=settings,
            progress=progress,
        )

    def evaluate(
        self,
        model: str,
        *,
        metric: Sequence[str] = (),
        by: Sequence[str] = (),
        selection: Selection | None = None,
        asking: Asking | None = None,
        limits: Limits | None = None,
        settings: Mapping[str, object] | None = None,
        prices: Path | str | None = None,
        name: str | None = None,
        confidence: float = 0.95,
        watch: Watch | None = None,
    ) -> Result:
        """Puts items to a respondent and judges its answers: `bench.evaluate("openai/gpt-4o", by=["skill"])`.

        See `optotype.evaluate.evaluate`. In a notebook the result shows its table.
        """
        from optotype import evaluate

        return evaluate.evaluate(
            self,
            model,
            metric=metric,
            by=by,
            selection=selection or evaluate.Selection(),
            asking=asking or evaluate.Asking(),
            limits=limits or evaluate.Limits(),
            settings=settings or {},
            prices=None if prices is None else Path(prices),
            name=name,
            confidence=confidence,
            watch=watch,
        )

    def estimate(
        self,
        model: str,
        *,
        selection: Selection | None = None,
        asking: Asking | None = None,
        settings: Mapping[str, object] | None = None,
        prices: Path | str | None = None,
    ) -> Estimated:
        """What a run would ask and cost, without asking; see `optotype.evaluate.estimating.estimate`."""
        from optotype import evaluate
        from optotype.evaluate.estimating import estimate
        from optotype.prices import load

        return estimate(
            self,
            model,
            selection or evaluate.Selection(),
            asking or evaluate.Asking(),
            settings or {},
            None if prices is None else load(Path(prices)),
        )

    def compare(
        self, a: str, b: str, *, metric: str | None = None, by: Sequence[str] = (), confidence: float = 0.95
    ) -> Comparison:
        """Two runs on the items that both answered; see `optotype.comparing.compare`."""
        from optotype.comparing import compare

        return compare(self, a, b, metric=metric, by=by, confidence=confidence)

    def correlate(
        self,
        metric: Sequence[str] = (),
        *,
        parser: str | None = None,
        collection: str | None = None,
        split: str | None = None,
        confidence: float = 0.95,
        resamples: int = 1000,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Correlated:
        """Metrics of captions against what people say; see `optotype.correlating.correlate`."""
        from optotype.correlating import correlate
        from optotype.parsers import DEFAULT

        return correlate(
            self,
            metric,
            parser=parser or DEFAULT,
            collection=collection,
            split=split,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )

    def make_foils(
        self,
        target: Path | str,
        *,
        collection: str | None = None,
        split: str | None = None,
        seed: int = 0,
        progress: Progress = silent,
    ) -> MadeFoils:
        """Foils of the captions of the bench, in pairs for `foiling.foil`; see `optotype.foilmaking.make_foils`."""
        from optotype.foilmaking import make_foils

        return make_foils(self, Path(target), collection=collection, split=split, seed=seed, progress=progress)

    def retrieve(
        self,
        metric: Sequence[str] = (),
        *,
        of: Sought = "picture",
        parser: str | None = None,
        collection: str | None = None,
        split: str | None = None,
        pictures: int | None = None,
        held_out: int = 1,
        confidence: float = 0.95,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Retrieved:
        """Captions look for their pictures by graphs; see `optotype.retrieving.retrieve`."""
        from optotype.parsers import DEFAULT
        from optotype.retrieving import retrieve

        return retrieve(
            self,
            metric,
            of=of,
            parser=parser or DEFAULT,
            collection=collection,
            split=split,
            pictures=pictures,
            held_out=held_out,
            confidence=confidence,
            seed=seed,
            progress=progress,
        )

    def report(
        self,
        folder: Path | str | None = None,
        *,
        split: str | None = None,
        collection: str | None = None,
        runs: Sequence[str] = (),
        language: Language = "en",
        confidence: float = 0.95,
        progress: Progress = silent,
    ) -> Report:
        """Writes a folder of pages that opens anywhere; see `optotype.report.report`."""
        from optotype.report import Asked, report

        asked = Asked(split, collection, tuple(runs), confidence)
        return report(self, Path(folder or self.folder / "report"), asked, language=language, progress=progress)

    def view(
        self,
        *,
        port: int | None = None,
        split: str | None = None,
        collection: str | None = None,
        runs: Sequence[str] = (),
        language: Language = "en",
        confidence: float = 0.95,
        ready: Callable[[str], object] = print,
        progress: Progress = silent,
    ) -> None:
        """Serves the pages of a report live, until Ctrl-C; see `optotype.report.live.serve`."""
        from optotype.report import Asked
        from optotype.report.live import serve

        asked = Asked(split, collection, tuple(runs), confidence)
        serve(self, asked, language, port=port, ready=ready, progress=progress)

    def runs(self) -> list[Run]:
        """All runs, in the order in which they were begun."""
        return list(self.store.each(Run))

    def export(
        self,
        format: str,
        path: Path | str,
        *,
        collection: str | None = None,
        split: str | None = None,
        tags: Mapping[str, str] = {},
        force: bool = False,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
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

    def export_run(
        self,
        shape: str,
        path: Path | str,
        *,
        run: str,
        collection: str | None = None,
        split: str | None = None,
        tags: Mapping[str, str] = {},
        force: bool = False,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> ExportedRun:
        """Writes the answers of a run to a file that others read; see `optotype.exporting_runs.export_run`."""
        from optotype.exporting_runs import export_run

        return export_run(
            self,
            shape,
            Path(path),
            run=run,
            collection=collection,
            split=split,
            tags=tags,
            force=force,
            settings=settings,
            progress=progress,
        )

    def split(
        self,
        ratio: str | Sequence[float],
        *,
        names: Sequence[str] | None = None,
        stratify: Sequence[str] = (),
        by: Literal["chance", "length"] = "chance",
        only: str | None = None,
        seed: int = 0,
        strict: bool = False,
        force: bool = False,
        dry: bool = False,
        progress: Progress = silent,
    ) -> Split:
        """Deals items out to splits: `bench.split("6:2:2")`; see `optotype.splitting.split_items`."""
        from optotype.splitting import split_items

        return split_items(
            self,
            ratio,
            names=names,
            stratify=stratify,
            by=by,
            only=only,
            seed=seed,
            strict=strict,
            force=force,
            dry=dry,
            progress=progress,
        )

    def retouch(
        self,
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
        tags: Mapping[str, str] = {},
        progress: Progress = silent,
    ) -> Retouched:
        """Works on pictures: `bench.retouch(crop=True, pad=True)`; see `optotype.retouching.retouch`."""
        from optotype.retouching import retouch

        return retouch(
            self,
            crop=crop,
            pad=pad,
            drop_black_and_white=drop_black_and_white,
            duplicates=duplicates,
            drop_duplicates=drop_duplicates,
            undo=undo,
            readmit=readmit,
            distance=distance,
            collection=collection,
            split=split,
            tags=tags,
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
