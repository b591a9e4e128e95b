"""Lint: rules look at items and say what reviewers would say about them. Item -> Finding.

The items of a bench go by once, cluster by cluster: rules about one question, about siblings, about pictures and about
the whole set look at them as they pass, so memory stays flat. What is found is kept as findings in the bench, and what
was found before, by the same rules about the same records, is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from optotype import looking, ocr, settings
from optotype.errors import OptotypeError, UnknownPart
from optotype.progress import Progress, silent
from optotype.records import SUPPRESSED, Collection, Extra, Finding, Gold, Item, Noun, Picture
from optotype.selecting import Selection

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.lint.question import Question, Shown
    from optotype.lint.rules import AnyRule, Remark, Watch
    from optotype.store import Writer

_TOGETHER = 500
"""Items that are looked at and written together."""
_WORKERS = 2
_COSTLY = {"meaning": "compares texts by meaning", "pixels": "looks into pictures", "tesseract": "reads pictures"}


@dataclass
class Linted:
    """What lint found."""

    items: int = 0
    """Items that were looked at."""
    findings: list[Finding] = field(default_factory=list[Finding])
    """What was found, in the order of the items; what was found about the whole set comes last."""
    suppressed: int = 0
    """What would have been found, and somebody said why it does not count."""
    skipped: dict[str, str] = field(default_factory=dict[str, str])
    """By rule that did not look: why."""

    @property
    def counts(self) -> dict[str, int]:
        """By rule, how much it found; what was found most often comes first."""
        found: dict[str, int] = {}
        for finding in self.findings:
            found[finding.rule] = found.get(finding.rule, 0) + 1
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def lint(
    bench: Bench,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    selection: Selection | None = None,
    fast: bool = False,
    progress: Progress = silent,
) -> Linted:
    """Looks at the items of a bench by all rules, and keeps what was found as findings.

    Args:
        bench: the bench; its `optotype.toml` may choose rules, and give them settings.
        select: rules or groups of rules, in place of those that the settings select.
        ignore: rules or groups of rules that are left out, beside those that the settings ignore.
        selection: the items to look at; all, unless given. Rules about the whole set see these alone.
        fast: leave out what takes long: comparing texts by meaning, and looking into pictures.
        progress: told of each item done.

    Raises:
        OptotypeError: a rule, group or setting that does not exist; items that do not.
    """
    selection = selection or Selection()
    chosen = choose(bench, select, ignore, fast=fast)
    if not bench.store.count(Item, selection.where, selection.tags):
        looking.check_names(bench, selection.where, selection.tags)
    asked: dict[str, Any] = {"select": list(select), "ignore": list(ignore), "fast": fast}
    asked |= {"split": selection.split, "collection": selection.collection, "tags": dict(selection.tags)}
    with bench.store.event("lint", **asked) as writer, ThreadPoolExecutor(_WORKERS) as pool:
        run = _Run(bench, chosen, writer, pool)
        if not select and selection == Selection():  # items may have left the bench since
            writer.clear(Finding, {"rule": [*chosen.rules, *chosen.off]})
        for groups in _together(bench.store.groups("cluster", selection.where, selection.tags)):
            run.look(groups)
            progress(sum(map(len, groups)))
        run.look_back()
        return run.done


def suppress(bench: Bench, about: str, rule: str, reason: str | None) -> None:
    """Says why a rule's findings about an item, a picture or a collection do not count; None: they count again.

    The reason lies with the record itself (`extra["lint"]`), so it travels with every export, and comes back.

    Raises:
        OptotypeError: there is no such rule or record, or no reason is given.
    """
    from optotype.lint.rules import family

    if rule not in family:
        raise UnknownPart("rule", rule, family)
    if reason is not None and not reason.strip():
        raise OptotypeError(f"Why do findings of '{rule}' not count? Give a reason with --because.")
    record = bench.store.get(Item, about) or bench.store.get(Picture, about) or bench.store.get(Collection, about)
    if record is None:
        raise OptotypeError(f"There is no item, picture or collection called '{about}'. 'optotype show' lists items.")
    reasons = {**record.extra.get(SUPPRESSED, {}), rule: reason}
    kept = {name: why for name, why in reasons.items() if why is not None}
    extra: Extra = {name: fields for name, fields in record.extra.items() if name != SUPPRESSED}
    if kept:
        extra[SUPPRESSED] = dict(kept)
    with bench.store.event("lint", suppress=rule, about=about, reason=reason) as writer:
        gone: dict[type[Noun], list[str]] = {Finding: [f"{rule}:{about}"]} if reason is not None else {}
        writer.write(replace=[record.model_copy(update={"extra": extra})], remove=gone)


# --- which rules


@dataclass(frozen=True)
class Chosen:
    """The rules that look."""

    rules: dict[str, AnyRule]
    off: list[str]
    """Rules that the settings turn off: what they found before is forgotten."""
    skipped: dict[str, str]
    """By rule that was chosen and cannot look: why."""


def choose(bench: Bench, select: Sequence[str] = (), ignore: Sequence[str] = (), *, fast: bool = False) -> Chosen:
    """The rules that a bench's settings and a user choose.

    Raises:
        OptotypeError: a rule, group or setting that does not exist.
    """
    from optotype.lint.rules import family, named

    section, place = bench.settings.lint, str(bench.folder / settings.FILE)
    known = family.build_all(section.rules, place)
    wanted = named(select, "--select") if select else named(section.select, f"{place}, lint.select") or list(family)
    off = set(named(section.ignore, f"{place}, lint.ignore"))
    # a rule that is named itself is meant, whatever the settings leave out
    ignored = (off - set(select)) | set(named(ignore, "--ignore"))
    rules, skipped = dict[str, "AnyRule"](), dict[str, str]()
    for name in wanted:
        if name in ignored:
            continue
        rule = known[name]
        lacking = rule.lacking()
        if rule.needs is not None and fast:
            skipped[name] = f"it {_COSTLY.get(rule.needs, 'asks a model')}, and lint has to be fast"
        elif lacking is not None:
            skipped[name] = lacking
        else:
            rules[name] = rule
    by_settings = set(named(section.select, place) or family) - off
    return Chosen(rules, sorted(set(family) - by_settings - set(rules)), skipped)


# --- looking


class _Run:
    """One look at the items of a bench."""

    def __init__(self, bench: Bench, chosen: Chosen, writer: Writer, pool: ThreadPoolExecutor) -> None:
        from optotype.lint.rules import PictureRule, Rule, SetRule, SiblingRule

        rules = chosen.rules
        self.bench, self.writer, self.pool = bench, writer, pool
        self.rules = rules
        self.singles = [(name, rule) for name, rule in rules.items() if isinstance(rule, Rule)]
        self.siblings = [(name, rule) for name, rule in rules.items() if isinstance(rule, SiblingRule)]
        self.pictured = [(name, rule) for name, rule in rules.items() if isinstance(rule, PictureRule)]
        self.watches: list[tuple[str, Watch]] = [
            (name, rule.watch()) for name, rule in rules.items() if isinstance(rule, SetRule)
        ]
        self.names = [*rules]
        self.glances = any(rule.needs == "pixels" for rule in rules.values())
        self.seen: set[str] = set()
        self.shown: dict[str, Shown] = {}
        self.reasons: dict[str, set[str]] = {}
        self.excused: set[tuple[str, str]] = set()
        self.done = Linted(skipped=chosen.skipped)

    def look(self, groups: Sequence[Sequence[Item]]) -> None:
        """Looks at the items of some clusters, and writes what was found."""
        from optotype.lint.rules import remark

        clusters = self._questions(groups)
        questions = [question for cluster in clusters for question in cluster]
        new = self._new_pictures()
        if self.glances:
            list(self.pool.map(_glance, new))
        for rule in self.rules.values():
            rule.ready(self.bench, questions)
        found: dict[str, Finding] = {}
        for cluster in clusters:
            for question in cluster:
                for name, rule in self.singles:
                    for said in rule.check(question):
                        self._note(found, name, remark(said, question.id))
                for _, watch in self.watches:
                    watch.see(question)
            for name, rule in self.siblings:
                for said in rule.check(sorted(cluster, key=lambda question: question.id)):
                    self._note(found, name, said)
        for shown in new:
            for name, rule in self.pictured:
                for said in rule.check(shown):
                    self._note(found, name, remark(said, shown.id))
        self.done.items += len(questions)
        self._keep(found, [*(question.id for question in questions), *(shown.id for shown in new)])

    def look_back(self) -> None:
        """What rules about the whole set say, now that all of it went by."""
        found: dict[str, Finding] = {}
        collections = list(self.bench.store.each(Collection))
        for collection in collections:
            self._excuse(collection.id, collection.extra)
        for name, watch in self.watches:
            for said in watch.tell():
                self._note(found, name, said)
        rules = [name for name, _ in self.watches]
        self._keep(found, [collection.id for collection in collections], rules)

    def _questions(self, groups: Sequence[Sequence[Item]]) -> list[list[Question]]:
        from optotype.lint.question import Question, Shown

        items = [item for group in groups for item in group]
        golds = self.bench.store.get_all(Gold, [item.id for item in items])
        ids = dict.fromkeys(id for item in items for id in item.all_pictures)
        records = self.bench.store.get_all(Picture, ids)
        shown: dict[str, Shown] = {}
        for id in ids:
            # a picture that the bench has no record of is missing, whatever else it is
            record = records.get(id) or Picture(id=id, collection="", name=id)
            path = self.bench.path(record)
            if path is None or not path.is_file():
                shown[id] = Shown(record)
            else:
                shown[id] = Shown(record, path.read_bytes, partial(ocr.read, path))
            self._excuse(id, record.extra)
        self.shown = shown
        for item in items:
            self._excuse(item.id, item.extra)
        return [
            [Question(item, golds.get(item.id), [shown[id] for id in item.pictures]) for item in group]
            for group in groups
        ]

    def _new_pictures(self) -> list[Shown]:
        """Pictures that no rule has looked at yet, those of options too."""
        new = [shown for id, shown in self.shown.items() if id not in self.seen]
        self.seen.update(shown.id for shown in new)
        return new

    def _excuse(self, id: str, extra: Extra) -> None:
        reasons = extra.get(SUPPRESSED)
        if isinstance(reasons, dict):  # whoever wrote the file that it came from may have written anything
            self.reasons[id] = {rule for rule, why in reasons.items() if isinstance(why, str) and why.strip()}

    def _note(self, found: dict[str, Finding], name: str, said: Remark) -> None:
        """Keeps a remark: one finding per rule and record, whatever the rule has to say about it."""
        if name in self.reasons.get(said.about, ()):
            self.excused.add((name, said.about))
            self.done.suppressed = len(self.excused)
            return
        rule = self.rules[name]
        finding = Finding(
            rule=name,
            about=said.about,
            field=said.field or rule.field,
            severity=rule.severity,
            message=said.message,
        )
        before = found.get(finding.id)
        if before is not None and finding.message not in before.message:
            finding = before.model_copy(update={"message": f"{before.message}; {finding.message}"})
        elif before is not None:
            return
        found[finding.id] = finding

    def _keep(self, found: dict[str, Finding], about: list[str], rules: Sequence[str] | None = None) -> None:
        """Writes findings in place of those that were there."""
        rules = self.names if rules is None else rules
        if rules and about:
            self.writer.clear(Finding, {"rule": rules, "about": about})
        self.writer.write(remove={Finding: list(found)}, add=found.values())
        self.done.findings += found.values()


def _glance(shown: Shown) -> object:
    """Decodes a picture; what was seen is remembered."""
    return shown.glance


def _together(groups: Iterable[list[Item]]) -> Iterator[list[list[Item]]]:
    """Clusters, some at a time: as many as make a batch of items."""
    some: list[list[Item]] = []
    count = 0
    for group in groups:
        some.append(group)
        count += len(group)
        if count >= _TOGETHER:
            yield some
            some, count = [], 0
    if some:
        yield some
