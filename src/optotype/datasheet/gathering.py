"""Gathering: what happened in a bench, read from its store; memory stays flat but for counts, and one line per item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Protocol

from optotype import __version__
from optotype.claims import PREFIX, Claim, claims
from optotype.counting import Counting, counted
from optotype.datasheet.figures import (
    About,
    Agreed,
    AnswerFigures,
    Claimed,
    Counts,
    Decided,
    Done,
    Figures,
    Filtered,
    GoldFigures,
    ItemFigures,
    LintFigures,
    OriginFigures,
    PictureFigures,
    Source,
)
from optotype.datasheet.people import people_of
from optotype.datasheet.scores import scored
from optotype.errors import OptotypeError
from optotype.progress import Progress, silent
from optotype.records import GENERATED, SUPPRESSED, Collection, Event, Extra, Finding, Gold, Item, Picture, Review
from optotype.stats import stats
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.statistics.agreement import Agreement, Level
    from optotype.stats.figures import Stats

MOST = 40
"""Names that are counted each for itself; the rest is put together."""
OTHERS = "..."
"""What stands for the rest."""

CONTESTED = "gold.contested"
"""The rule of findings about items whose answer people do not agree about."""
_DECIDED = "gold"
"""What gold keeps about how it was decided."""
_PERSONAL = "personal_data"
"""What the rules begin with that look for personal data."""


class Part(Protocol):
    """How far people agree about items of one form, as the stage that measures it tells."""

    @property
    def form(self) -> str:
        """As people call it."""
        ...

    @property
    def level(self) -> Level:
        """How answers were compared."""
        ...

    @property
    def people(self) -> int:
        """How many people answered."""
        ...

    @property
    def answers(self) -> int:
        """What they said that could be compared."""
        ...

    @property
    def agreement(self) -> Agreement:
        """The coefficients."""
        ...


class Measured(Protocol):
    """How far people agree."""

    @property
    def parts(self) -> Sequence[Part]:
        """By form of items."""
        ...


Agree = Callable[..., Measured]
"""Measures how far people agree: `bench.agreement`. Stages do not enter each other; the workbench joins them."""


def gather(bench: Bench, agree: Agree | None, words: Words, progress: Progress = silent) -> Figures:
    """Reads all that is known.

    Args:
        bench: whose.
        agree: measures how far people agree; without it, nothing is told about that.
        words: in which an audit's claims are told.
        progress: told of each item read.

    Raises:
        OptotypeError: a filter that `optotype.toml` names does not exist.
    """
    found = stats(bench)
    counting = counted(bench) if found.items else None
    walked = _Items(bench, progress)
    events = bench.store.events()
    golds = _golds(bench, found.items, walked.excluded_ids)
    noticed = list(_noticed(bench))
    # all of these note what was suppressed, before that is counted
    pictures = _pictures(bench, found, walked.suppressed)
    sources = _sources(bench, found.collections, walked.suppressed)
    section = bench.settings.bench
    return Figures(
        about=About(section.title, section.description, section.licence, section.citation, section.url),
        sources=sources,
        items=ItemFigures(
            count=found.items,
            forms=_ranked(found.forms),
            kinds=_ranked(found.kinds),
            splits=found.splits,
            languages=_ranked(found.tags.get("language", {})),
            clusters=len(walked.clusters),
            largest=max(walked.clusters.values(), default=0),
            torn=len(walked.torn),
            excluded=_ranked(walked.excluded),
            edited=walked.edited,
            papers=found.papers.count,
        ),
        pictures=pictures,
        origins=walked.origins(),
        lint=_lint(noticed, events, walked.suppressed),
        people=people_of(bench, counting),
        answers=_answers(bench, counting),
        gold=golds,
        agreement=_agreement(agree, counting),
        runs=tuple(scored(bench, walked.cluster_of, progress)),
        claims=tuple(Claimed(one.check, one.severity, _told(one, words)) for one in claims(bench)),
        audited=max((_day(event) for event in events if event.command == "audit"), default=None),
        history=_history(events),
        first=min(map(_day, events), default=None),
        last=max(map(_day, events), default=None),
        made_with=__version__,
    )


class _Items:
    """One walk over all items, also those that are left out."""

    def __init__(self, bench: Bench, progress: Progress) -> None:
        self.clusters: Counter[str] = Counter()
        self.cluster_of: dict[str, str] = {}
        self.torn: set[str] = set()
        self.excluded: Counter[str] = Counter()
        self.excluded_ids: set[str] = set()
        self.suppressed: dict[str, Counter[str]] = {}
        self.edited = 0
        self._split_of: dict[str, str | None] = {}
        self._kinds: Counter[str] = Counter()
        self._by: dict[str, Counter[str]] = {}
        self._roles: dict[str, Counter[str]] = {}
        for item in bench.store.each(Item):
            self._add(item)
            progress(1)

    def _add(self, item: Item) -> None:
        suppressions(item.extra, self.suppressed)
        if item.excluded is not None:
            self.excluded[item.excluded] += 1
            self.excluded_ids.add(item.id)
            return
        self.clusters[item.cluster] += 1
        self.cluster_of[item.id] = item.cluster
        if self._split_of.setdefault(item.cluster, item.split) != item.split:
            self.torn.add(item.cluster)
        self.edited += item.version > 1
        kind = item.origin.kind
        self._kinds[kind] += 1
        if kind != "written":  # whoever wrote an item is a person, and not named
            # each drawn item is a number of its seed
            by = item.origin.by.rpartition(", number ")[0] or item.origin.by
            self._by.setdefault(kind, Counter())[by] += 1
        roles = item.extra.get(GENERATED, {}).get("roles")
        for role, model in roles.items() if isinstance(roles, dict) else ():
            self._roles.setdefault(role, Counter())[str(model)] += 1

    def origins(self) -> OriginFigures:
        """How those came about that are not left out."""
        return OriginFigures(
            kinds=_ranked(self._kinds),
            formats=_ranked(self._by.get("imported", {})),
            drawers=_ranked(self._by.get("drawn", {})),
            models=_ranked(self._by.get("generated", {})),
            roles={role: _ranked(models) for role, models in sorted(self._roles.items())[:MOST]},
        )


def suppressions(extra: Extra, found: dict[str, Counter[str]]) -> None:
    """Notes why findings about a record do not count, if somebody said so."""
    for rule, reason in extra.get(SUPPRESSED, {}).items():
        found.setdefault(rule, Counter())[str(reason)] += 1


def _sources(bench: Bench, items: Mapping[str, int], suppressed: dict[str, Counter[str]]) -> tuple[Source, ...]:
    found: list[Source] = []
    for one in bench.store.each(Collection):
        suppressions(one.extra, suppressed)
        count = items.get(one.id, 0)
        found.append(Source(one.id, one.title, one.format, one.licence, one.citation, one.url, count))
    return tuple(found)


def _pictures(bench: Bench, found: Stats, suppressed: dict[str, Counter[str]]) -> PictureFigures:
    licences: Counter[str] = Counter()
    edits: Counter[str] = Counter()
    for picture in bench.store.each(Picture):
        suppressions(picture.extra, suppressed)
        licences[picture.licence or ""] += 1
        # the settings differ from picture to picture, and are kept with each of them
        edits.update({edit.operation.partition("(")[0] for edit in picture.edits})
    counted = found.pictures
    return PictureFigures(
        count=counted.count,
        files=counted.files,
        missing=counted.missing,
        bytes=counted.bytes,
        licences=_ranked(licences),
        edited=counted.edited,
        edits=_ranked(edits),
    )


def _noticed(bench: Bench) -> Iterator[tuple[str, str]]:
    """By finding about single things, its rule and how bad it is."""
    for finding in bench.store.each(Finding):
        if not finding.rule.startswith((PREFIX, CONTESTED)):
            yield finding.rule, finding.severity


def _lint(
    noticed: Sequence[tuple[str, str]], events: Sequence[Event], suppressed: Mapping[str, Counter[str]]
) -> LintFigures:
    severities = Counter(severity for _, severity in noticed)
    return LintFigures(
        times=sum(event.command == "lint" and "suppress" not in event.settings for event in events),
        errors=severities["error"],
        warnings=severities["warning"],
        notes=severities["note"],
        rules=_ranked(Counter(rule for rule, _ in noticed)),
        personal=sum(rule.startswith(_PERSONAL) for rule, _ in noticed),
        suppressed=_ranked({rule: reasons.total() for rule, reasons in suppressed.items()}),
        reasons={rule: _ranked(reasons) for rule, reasons in sorted(suppressed.items())[:MOST]},
    )


def _answers(bench: Bench, counting: Counting | None) -> AnswerFigures:
    verdicts: Counter[str] = Counter(review.verdict for review in bench.store.each(Review) if review.excluded is None)
    if counting is None:
        return AnswerFigures(0, 0, 0, 0, (), 0, 0, 0.0, 0, _ranked(verdicts))
    answers = counting.answers
    per_item = sorted(Counter(row.item for row in answers.rows).values())
    return AnswerFigures(
        count=len(counting.table),
        counted=len(answers),
        counted_simulated=counting.simulated,
        counted_people=len(answers.person_ids),
        filters=tuple(Filtered(one.filter, one.about, one.answers, one.people) for one in counting.left_out),
        items=len(per_item),
        fewest=per_item[0] if per_item else 0,
        median=float(median(per_item)) if per_item else 0.0,
        most=per_item[-1] if per_item else 0,
        reviews=_ranked(verdicts),
    )


def _golds(bench: Bench, items: int, excluded: set[str]) -> GoldFigures:
    branches: dict[tuple[str, str], list[int]] = {}
    count = unanswerable = again = 0
    for gold in bench.store.each(Gold):
        if gold.item in excluded:
            continue
        count += 1
        unanswerable += gold.unanswerable
        again += gold.version > 1
        sums = branches.setdefault((gold.rule, gold.branch), [0, 0, 0])
        simulated = bool(gold.extra.get(_DECIDED, {}).get("simulated"))
        for place, more in enumerate((1, len(gold.counted), simulated)):
            sums[place] += more
    ordered = sorted(branches.items(), key=lambda pair: (-pair[1][0], pair[0]))
    decided = [Decided(rule, branch, *sums) for (rule, branch), sums in ordered[:MOST]]
    if rest := ordered[MOST:]:
        decided.append(Decided(OTHERS, "", *(sum(sums[place] for _, sums in rest) for place in range(3))))
    return GoldFigures(
        count=count,
        without=max(0, items - count),
        unanswerable=unanswerable,
        contested=bench.store.count(Finding, {"rule": CONTESTED}),
        again=again,
        decided=tuple(decided),
    )


def _agreement(agree: Agree | None, counting: Counting | None) -> tuple[Agreed, ...]:
    if agree is None or counting is None:
        return ()
    try:
        measured = agree(matrix=False)
    except OptotypeError:  # nobody answered, so nobody can agree: the figures about answers say so
        return ()
    return tuple(
        Agreed(
            form=part.form,
            level=part.level,
            people=part.people,
            answers=part.answers,
            shared=part.agreement.units,
            same=part.agreement.same,
            alpha=part.agreement.alpha,
            low=part.agreement.low,
            high=part.agreement.high,
            too_few=part.agreement.too_few,
        )
        for part in measured.parts
        if part.agreement.units
    )


def _told(claim: Claim, words: Words) -> str:
    """A claim in words; its name alone, where a release that knew other claims made it."""
    try:
        return claim.tell(words)
    except KeyError:
        return claim.check


def _history(events: Sequence[Event]) -> tuple[Done, ...]:
    days: dict[str, list[str]] = {}
    for event in events:
        days.setdefault(event.command, []).append(_day(event))
    return tuple(Done(command, len(some), min(some), max(some)) for command, some in days.items())


def _day(event: Event) -> str:
    return event.at.date().isoformat()


def _ranked(counts: Mapping[str, int]) -> Counts:
    """The most frequent first; what is beyond `MOST` is put together."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    found = dict(ordered[:MOST])
    if rest := sum(count for _, count in ordered[MOST:]):
        found[OTHERS] = found.get(OTHERS, 0) + rest
    return found
