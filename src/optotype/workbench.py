"""A workbench: a bench with all that can be done on it, one method for each command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any

from optotype.bench import Bench
from optotype.progress import Progress, silent
from optotype.records import Gold, Item

if TYPE_CHECKING:
    from optotype.report import Report
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
        from optotype.captions.correlating import correlate
        from optotype.captions.foilmaking import make_foils
        from optotype.captions.retrieving import retrieve
        from optotype.comparing import compare
        from optotype.drawing import draw
        from optotype.evaluate import evaluate
        from optotype.evaluate.estimating import estimate
        from optotype.explain import explain
        from optotype.exporting import export
        from optotype.exporting_runs import export_run
        from optotype.generate import generate
        from optotype.generate.estimating import estimate as estimate_generation
        from optotype.generate.picking import select
        from optotype.importing import import_
        from optotype.labelstudio.pulling import pull as pull_from_label_studio
        from optotype.labelstudio.pushing import push as push_to_label_studio
        from optotype.lint import lint
        from optotype.lint import suppress as suppress_finding
        from optotype.looking import find as item
        from optotype.looking import findings, items, sheet, show
        from optotype.retouching import retouch
        from optotype.splitting import split
        from optotype.stats import stats
        from optotype.studio.opening import make_project
        from optotype.studio.opening import serve as studio
    else:
        compare = _Later("comparing", "compare")
        correlate = _Later("captions.correlating", "correlate")
        draw = _Later("drawing", "draw")
        evaluate = _Later("evaluate", "evaluate")
        estimate = _Later("evaluate.estimating", "estimate")
        explain = _Later("explain", "explain")
        export = _Later("exporting", "export")
        export_run = _Later("exporting_runs", "export_run")
        generate = _Later("generate", "generate")
        estimate_generation = _Later("generate.estimating", "estimate")
        select = _Later("generate.picking", "select")
        make_foils = _Later("captions.foilmaking", "make_foils")
        import_ = _Later("importing", "import_")
        lint = _Later("lint", "lint")
        suppress_finding = _Later("lint", "suppress")
        item = _Later("looking", "find")
        findings = _Later("looking", "findings")
        items = _Later("looking", "items")
        sheet = _Later("looking", "sheet")
        show = _Later("looking", "show")
        retouch = _Later("retouching", "retouch")
        retrieve = _Later("captions.retrieving", "retrieve")
        split = _Later("splitting", "split")
        stats = _Later("stats", "stats")
        pull_from_label_studio = _Later("labelstudio.pulling", "pull")
        push_to_label_studio = _Later("labelstudio.pushing", "push")
        make_project = _Later("studio.opening", "make_project")
        studio = _Later("studio.opening", "serve")

    def gold(self, item: Item) -> Gold | None:
        """The right answer to an item, if it was decided."""
        return self.store.get(Gold, item.id)

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
