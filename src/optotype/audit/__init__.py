"""Stage 6, audit: can the benchmark be solved without looking, and what else is wrong with it as a whole?

Respondents without eyes are asked as everybody is, and their runs are kept as everybody's. Then checks look at items,
gold and runs, and each makes a claim: in plain words, with its number and interval, and how bad that is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from optotype import looking, ocr, settings
from optotype.asking import Asking
from optotype.audit.talking import Talking
from optotype.claims import PREFIX, Claim, Severity, worst
from optotype.errors import OptotypeError
from optotype.facets import by_path
from optotype.family import with_settings
from optotype.progress import Progress, silent
from optotype.records import Finding
from optotype.running.runner import INTERRUPTED, Limits
from optotype.selecting import Selection

if TYPE_CHECKING:
    from optotype.audit.checks import Check, Examined
    from optotype.audit.evidence import Evidence
    from optotype.bench import Bench
    from optotype.results import Result

BASELINES = (
    "random",
    "majority",
    "longest_option",
    "options_only",
    "question_only",
    "caption_only",
    "image_only",
)
"""Who is asked without eyes."""

SIGHTS = ("none", "blank", "shuffled", "ocr")
"""What a model gets to see in place of pictures."""

TRAIN = "train"

Ask = Callable[..., "Result"]
"""What puts items to a respondent and keeps the run: `bench.evaluate`."""


Estimated = TypeVar("Estimated")
"""What is said about a run that has not been made."""


@dataclass(frozen=True)
class Verdict:
    """What an audit found."""

    items: int
    """Items that were audited."""
    split: str | None
    """The split that they are in; None where all are meant."""
    claims: list[Claim]
    """What the checks say, in their order."""
    findings: list[Finding]
    """What they noticed about single items and pictures."""
    skipped: dict[str, str]
    """By check that had nothing to say: why."""
    runs: list[str] = field(default_factory=list[str])
    """Runs of the respondents that were asked."""

    @property
    def severity(self) -> Severity:
        """The worst that is claimed."""
        return worst(self.claims)

    @property
    def problems(self) -> list[Claim]:
        """The claims that say that something is wrong."""
        return [claim for claim in self.claims if claim.severity == "problem"]


def audit(
    bench: Bench,
    ask: Ask,
    *,
    models: Sequence[str] = (),
    split: str | None = None,
    collection: str | None = None,
    sights: Sequence[str] = (),
    limit: int | None = None,
    model_settings: Mapping[str, object] = {},
    limits: Limits = Limits(),  # noqa: B008 - frozen
    prices: Path | str | None = None,
    fast: bool = False,
    progress: Progress = silent,
) -> Verdict:
    """Asks respondents without eyes, looks at items, gold and runs, and keeps what it claims as findings.

    Args:
        bench: whose items; the section `[audit]` of its `optotype.toml` says how much is too much.
        ask: puts items to a respondent, as `bench.evaluate` does.
        models: models that are asked with the picture, and without.
        split: which is audited; unless given `test`, or another that is not for training, where there is a train split.
        collection: only this one.
        sights: what models get to see in place of pictures; all that can be made here, unless given.
        limit: models are asked about the first so many items only.
        model_settings: of the models.
        limits: how hard models are tried, and what may be spent on all of them together.
        prices: a file that says what tokens cost.
        fast: leave out what looks into pictures.
        progress: told of each thing done: a respondent asked, a check made.

    Raises:
        OptotypeError: there are no such items, none has gold, a model cannot be asked, or a setting is wrong.
    """
    from optotype.audit.checks import build, family
    from optotype.audit.evidence import Evidence

    section, place = bench.settings.audit, str(bench.folder / settings.FILE)
    checks = build(section.checks, place)
    askings = _askings(sights)
    selection = Selection(split=split or _audited(bench), collection=collection)
    selection.count(bench)
    talking = Talking(model_settings, limits, None if prices is None else Path(prices))
    names = [name for name in BASELINES if not (fast and name == "image_only")]
    runs = [_asked(ask, f"baseline/{name}", selection, progress) for name in names]
    few = Selection(split=selection.split, collection=collection, limit=limit)
    for model in models:
        runs += [_talked(bench, ask, model, few, talking, asking, progress) for asking in askings]
    share = section.alarm / sum(check.by_chance for check in checks)
    evidence = Evidence(bench, selection, tuple(runs), tuple(models), talking, share, fast)
    if not len(evidence.items):
        raise OptotypeError("None of these items has gold, so nothing can be audited. 'optotype gold' decides it.")
    asked: dict[str, Any] = {"models": list(models), "split": selection.split, "collection": collection, "fast": fast}
    with bench.store.event("audit", **asked) as writer:
        examined, skipped = _examined(checks, evidence, progress)
        claims = [one.claim for one in examined]
        writer.clear(Finding, {"rule": [f"{PREFIX}{name}" for name in family]})
        kept = {finding.id: finding for one in examined for finding in one.items}
        writer.write(add=[*(claim.finding() for claim in claims), *kept.values()])
    return Verdict(len(evidence.items), selection.split, claims, list(kept.values()), skipped, runs)


def _examined(checks: Sequence[Check], evidence: Evidence, progress: Progress) -> tuple[list[Examined], dict[str, str]]:
    """What each check found, and by name why some found nothing to examine."""
    from optotype.audit.checks import Unexamined

    found: list[Examined] = []
    skipped: dict[str, str] = {}
    for check in checks:
        try:
            found.append(check.examine(evidence))
        except Unexamined as reason:
            skipped[check.name] = str(reason)
        progress(1)
    return found, skipped


def steps(models: Sequence[str] = (), sights: Sequence[str] = (), *, fast: bool = False) -> int:
    """How many things an audit does: respondents that it asks, and checks."""
    from optotype.audit.checks import family

    return len(BASELINES) - fast + len(models) * (1 + len(_sights(sights))) + len(family.names())


def _sights(sights: Sequence[str]) -> tuple[str, ...]:
    return tuple(sights) or tuple(sight for sight in SIGHTS if sight != "ocr" or ocr.lacking() is None)


def foresee(
    bench: Bench,
    estimate: Callable[..., Estimated],
    models: Sequence[str],
    *,
    split: str | None = None,
    collection: str | None = None,
    sights: Sequence[str] = (),
    limit: int | None = None,
    model_settings: Mapping[str, object] = {},
    prices: Path | str | None = None,
) -> list[tuple[str, Estimated]]:
    """What an audit would ask models, without asking: by what it is about, what `estimate` says, as `bench.estimate`.

    Args:
        bench: whose items.
        estimate: says what a run would come to.
        models: as of `audit`; so are the others.
        split: which is audited.
        collection: only this one.
        sights: what models get to see in place of pictures.
        limit: models are asked about the first so many items only.
        model_settings: of the models.
        prices: a file that says what tokens cost.

    Raises:
        OptotypeError: there are no such items, or no such model.
    """
    from optotype.audit.checks import build
    from optotype.audit.checks.contamination import Contamination
    from optotype.audit.evidence import Evidence

    selection = Selection(split=split or _audited(bench), collection=collection)
    few = Selection(split=selection.split, collection=collection, limit=limit)
    checks = build(bench.settings.audit.checks, str(bench.folder / settings.FILE))
    probes = [check.questions(Evidence(bench, selection)) for check in checks if isinstance(check, Contamination)]
    found: list[tuple[str, Estimated]] = []
    for model in models:
        for asking in _askings(sights):
            told = "with pictures" if asking.sight == "full" else f"sight {asking.sight}"
            made = estimate(model, selection=few, asking=asking, settings=model_settings, prices=prices)
            found.append((told, made))
        found += [
            ("first halves of questions", estimate(model, settings=model_settings, prices=prices, put=put))
            for put in probes
        ]
    return found


def _askings(sights: Sequence[str]) -> list[Asking]:
    return [with_settings(Asking, {"sight": sight}, "The way of asking") for sight in ("full", *_sights(sights))]


def _asked(ask: Ask, model: str, selection: Selection, progress: Progress) -> str:
    result = ask(model, selection=selection)
    if result.stopped == INTERRUPTED:
        raise KeyboardInterrupt
    if result.stopped is not None:
        raise OptotypeError(f"{model} was stopped: {result.stopped}. What it said is kept; audit again to go on.")
    progress(1)
    return result.run.id


def _talked(
    bench: Bench, ask: Ask, model: str, selection: Selection, talking: Talking, asking: Asking, progress: Progress
) -> str:
    """Asks a model in one way; gives back its run."""
    result = ask(
        model,
        selection=selection,
        asking=asking,
        settings=talking.settings,
        limits=talking.left(),
        prices=talking.prices,
    )
    if result.stopped == INTERRUPTED:
        raise KeyboardInterrupt
    if result.stopped is not None:
        raise talking.stopped(model, result.stopped)
    talking.pay(bench, result.run.respondent, result.run.id)
    progress(1)
    return result.run.id


def _audited(bench: Bench) -> str | None:
    """The split that is audited: none, where nothing was set apart for training, and all are meant."""
    splits = sorted(bench.store.item_values("split"), key=by_path)
    others = [split for split in splits if split != TRAIN]
    learned = TRAIN in splits and next(looking.solved(bench, TRAIN), None) is not None
    if not learned or not others:
        return None
    return "test" if "test" in others else others[0]
