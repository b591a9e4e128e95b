"""A workbench: a bench with all that can be done on it, one method for each command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import inf
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any

from optotype.bench import Bench
from optotype.errors import NothingYet
from optotype.progress import Progress, silent
from optotype.records import Gold, Item

if TYPE_CHECKING:
    from pydantic import JsonValue

    from optotype.audit import Verdict
    from optotype.datasheet import Datasheet, Format
    from optotype.evaluate.estimating import Estimated
    from optotype.exporting import Exported
    from optotype.recommending import Recommendation
    from optotype.recommending.inspiring import Wish
    from optotype.recommending.pairing import Pairs
    from optotype.report import Agreed, Asked, Report
    from optotype.running.runner import Limits
    from optotype.studies.iconqa import Study, Watch
    from optotype.web.words import Language


class _Later:
    """A stage's function as a method; its module is loaded when the method is first asked for."""

    def __init__(self, module: str, function: str) -> None:
        self.module, self.function = module, function

    def __get__(self, bench: Workbench | None, _owner: type[Workbench]) -> Callable[..., Any]:
        function = getattr(import_module(f"optotype.{self.module}"), self.function)
        return function if bench is None else MethodType(function, bench)


class Workbench(Bench):
    """A benchmark being built, or evaluated: `bench = optotype.open(DIR)`, then `bench.evaluate("openai/gpt-4o")`.

    Most methods are functions of the stages, with the bench as their first argument: each is written, and documented,
    in one place, and a program that only looks at items loads no stage.
    """

    if TYPE_CHECKING:
        from optotype.agreement import agreement
        from optotype.agreement.preferences import preferences
        from optotype.backup import backup
        from optotype.captions.correlating import correlate
        from optotype.captions.foilmaking import make_foils
        from optotype.captions.retrieving import retrieve
        from optotype.comparing import compare
        from optotype.datasheet import template as datasheet_template
        from optotype.drawing import draw
        from optotype.evaluate import evaluate
        from optotype.evaluate.estimating import estimate
        from optotype.evaluate.rescoring import rescore
        from optotype.explain import explain
        from optotype.exporting_runs import export_run
        from optotype.generate import generate
        from optotype.generate.estimating import estimate as estimate_generation
        from optotype.generate.picking import select
        from optotype.gold import decide_gold
        from optotype.human import human
        from optotype.importing import import_
        from optotype.labelstudio.pulling import pull as pull_from_label_studio
        from optotype.labelstudio.pushing import push as push_to_label_studio
        from optotype.lint import lint
        from optotype.lint import suppress as suppress_finding
        from optotype.looking import find as item
        from optotype.looking import findings, items, sheet, show
        from optotype.recommending.mapping import map_papers
        from optotype.retouching import retouch
        from optotype.simulating import simulate
        from optotype.splitting import split
        from optotype.stats import stats
        from optotype.studio.opening import link as studio_link
        from optotype.studio.opening import make_project
        from optotype.studio.opening import serve as studio
        from optotype.studio.simulating import rehearse
    else:
        agreement = _Later("agreement", "agreement")
        preferences = _Later("agreement.preferences", "preferences")
        backup = _Later("backup", "backup")
        compare = _Later("comparing", "compare")
        correlate = _Later("captions.correlating", "correlate")
        decide_gold = _Later("gold", "decide_gold")
        datasheet_template = _Later("datasheet", "template")
        draw = _Later("drawing", "draw")
        evaluate = _Later("evaluate", "evaluate")
        estimate = _Later("evaluate.estimating", "estimate")
        rescore = _Later("evaluate.rescoring", "rescore")
        explain = _Later("explain", "explain")
        export_run = _Later("exporting_runs", "export_run")
        generate = _Later("generate", "generate")
        estimate_generation = _Later("generate.estimating", "estimate")
        select = _Later("generate.picking", "select")
        make_foils = _Later("captions.foilmaking", "make_foils")
        human = _Later("human", "human")
        import_ = _Later("importing", "import_")
        lint = _Later("lint", "lint")
        suppress_finding = _Later("lint", "suppress")
        item = _Later("looking", "find")
        findings = _Later("looking", "findings")
        items = _Later("looking", "items")
        sheet = _Later("looking", "sheet")
        show = _Later("looking", "show")
        map_papers = _Later("recommending.mapping", "map_papers")
        retouch = _Later("retouching", "retouch")
        retrieve = _Later("captions.retrieving", "retrieve")
        simulate = _Later("simulating", "simulate")
        rehearse = _Later("studio.simulating", "rehearse")
        split = _Later("splitting", "split")
        stats = _Later("stats", "stats")
        pull_from_label_studio = _Later("labelstudio.pulling", "pull")
        push_to_label_studio = _Later("labelstudio.pushing", "push")
        make_project = _Later("studio.opening", "make_project")
        studio = _Later("studio.opening", "serve")
        studio_link = _Later("studio.opening", "link")

    def audit(
        self,
        models: Sequence[str] = (),
        *,
        split: str | None = None,
        collection: str | None = None,
        sights: Sequence[str] = (),
        limit: int | None = None,
        model_settings: Mapping[str, object] = {},
        limits: Limits | None = None,
        prices: Path | str | None = None,
        fast: bool = False,
        progress: Progress = silent,
    ) -> Verdict:
        """Asks respondents without eyes, and checks the benchmark as a whole; see `optotype.audit.audit`."""
        from optotype.audit import audit
        from optotype.running.runner import Limits

        return audit(
            self,
            self.evaluate,
            models=models,
            split=split,
            collection=collection,
            sights=sights,
            limit=limit,
            model_settings=model_settings,
            limits=limits or Limits(),
            prices=prices,
            fast=fast,
            progress=progress,
        )

    def estimate_audit(self, models: Sequence[str], **how: Any) -> list[tuple[str, Estimated]]:
        """What an audit would ask models, without asking; see `optotype.audit.foresee`."""
        from optotype.audit import foresee

        return foresee(self, self.estimate, models, **how)

    def datasheet(
        self,
        out: Path | str | None = None,
        *,
        format: Format | None = None,
        language: Language = "en",
        progress: Progress = silent,
    ) -> Datasheet:
        """Writes what readers of a benchmark ask, answered from what happened; see `optotype.datasheet.datasheet`."""
        from optotype.datasheet import datasheet

        return datasheet(self, out, agree=self.agreement, format=format, language=language, progress=progress)

    def export(
        self,
        format: str,
        path: Path | str,
        *,
        collection: str | None = None,
        split: str | None = None,
        tags: Mapping[str, str] | None = None,
        force: bool = False,
        settings: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> Exported:
        """Writes items with their pictures and gold to a new folder; see `optotype.exporting.export`.

        A Croissant file carries what the datasheet knows.
        """
        from optotype.exporting import export

        return export(
            self,
            format,
            path,
            collection=collection,
            split=split,
            tags=tags,
            force=force,
            settings=settings,
            responsible=self._responsible,
            progress=progress,
        )

    def _responsible(self, whole: bool) -> dict[str, JsonValue]:
        from optotype.datasheet import responsible_part

        return responsible_part(self, self.agreement, whole=whole)

    def gold(self, item: Item) -> Gold | None:
        """The right answer to an item, if it was decided."""
        return self.store.get(Gold, item.id)

    def recommend(
        self,
        paper: Path | str,
        *,
        by: str = "blend",
        corpus: Path | str | Bench | None = None,
        wish: Wish | None = None,
        progress: Progress = silent,
    ) -> Recommendation:
        """Ranks the figures of a paper, and graphical abstracts of others; see `optotype.recommending.recommend`.

        The paper is one of the bench by its id, or any other by its path.
        """
        from optotype.recommending import recommend

        return recommend(paper, by=by, bench=self, corpus=corpus, wish=wish, progress=progress)

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
        agreed = self._agreed(asked)
        folder = Path(folder or self.folder / "report")
        return report(self, folder, asked, agreed=agreed, language=language, progress=progress)

    def _agreed(self, asked: Asked) -> list[Agreed]:
        """How far people agree about what a report is about; stages do not enter each other, so it is joined here."""
        from optotype.report import Agreed
        from optotype.selecting import Selection

        selection = Selection(split=asked.split, collection=asked.collection)
        try:
            found = self.agreement(selection=selection, most=0, matrix=False, confidence=asked.confidence)
        except NothingYet:  # nobody answered, so nobody can agree
            return []
        return [
            Agreed(part.form, part.people, found.simulated > 0, part.agreement)
            for part in found.parts
            if part.agreement.units
        ]

    def study_iconqa(
        self,
        out: Path | str,
        *,
        small: bool = False,
        together: bool = False,
        only: Sequence[str] = (),
        taken: Mapping[str, Path] = {},
        settings: Mapping[str, str] = {},
        limit: int | None = None,
        minutes: float = inf,
        threads: int = 0,
        confidence: float = 0.95,
        watch: Watch | None = None,
    ) -> Study:
        """Trains and evaluates the table of the IconQA paper on this bench; see `optotype.studies.iconqa.study`."""
        from optotype.studies.iconqa import nobody, study
        from optotype.training import check_torch, train

        return study(
            self,
            Path(out),
            train=train,
            check=check_torch,
            evaluate=self.evaluate,
            small=small,
            together=together,
            only=only,
            taken=taken,
            settings=settings,
            limit=limit,
            minutes=minutes,
            threads=threads,
            confidence=confidence,
            watch=watch or nobody,
        )

    def study_sciga(
        self,
        name: str = "graphical-abstracts",
        *,
        methods: Sequence[str] = (),
        papers: int = 60,
        people: int = 3,
        repeats: int = 6,
        within: bool = False,
        factors: Sequence[str] = (),
        seed: int = 0,
        language: Language = "en",
        progress: Progress = silent,
    ) -> Pairs:
        """Makes SciGA's study with users as a project of the studio; see `optotype.recommending.pairing.pair_up`.

        Args:
            name: of the project, and of the collection of its pairs.
            methods: see `pair_up`.
            papers: see `pair_up`.
            people: how many answer each pair.
            repeats: how many pairs everybody is asked again, the other way round.
            within: see `pair_up`.
            factors: see `pair_up`.
            seed: see `pair_up`.
            language: see `pair_up`.
            progress: see `pair_up`.

        Raises:
            OptotypeError: there is such a project or collection, or nothing to ask about.
        """
        from optotype.recommending.pairing import pair_up
        from optotype.selecting import Selection
        from optotype.studio.opening import make_project, refuse
        from optotype.studio.projects import Project

        refuse(self, name)
        project = Project(id=name, title=name, screen="preference", overlap=people, repeats=repeats)
        made = pair_up(
            self,
            name,
            methods=methods,
            papers=papers,
            within=within,
            factors=factors,
            seed=seed,
            language=language,
            progress=progress,
        )
        told = {"title": made.title, "guidelines": made.guidelines, "background": made.background}
        project = project.model_copy(update={**told, "repeats": min(repeats, made.items)})
        make_project(self, project, Selection(collection=name))
        return made

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
