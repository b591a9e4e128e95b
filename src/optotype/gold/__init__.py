"""Stage 5, gold: the right answer to each item is decided from what people said. Answer, Review -> Gold, Finding.

Answers go through filters (`optotype.counting`), then a rule decides item by item (`gold/rules/`). Each gold answer
names the rule, its branch and the answers that were counted; what it was before stays as a version. An item about
which the rule cannot tell is contested: it gets a finding, and no answer that a rule did not decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.batches import batches
from optotype.counting import Ballot, Counting, LeftOut, ballots, counted
from optotype.counting.table import ATTENTION, Table
from optotype.gold.rules import FORMS, REJECTED, WAITING, Decision, Rule, family, ours
from optotype.looking import say
from optotype.people_rows import count_own
from optotype.progress import Progress, silent
from optotype.records import Finding, Gold, Item, Noun
from optotype.selecting import Selection
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.store import Writer

CONTESTED = "gold.contested"
"""The rule of findings about items that are contested."""
EXCLUDED = "contested: people do not agree about its answer"
"""Why an item is left out, if contested items are to be."""
DECIDED = "gold"
"""What gold that was decided here keeps in its extra: how probable it is, whether people were simulated."""


@dataclass(frozen=True)
class Contest:
    """An item about which nothing could be decided."""

    item: str
    why: str
    said: dict[str, list[str]]
    """By what was said, in words, who said it; what most said comes first."""
    experts: dict[str, str]
    """By expert, what they say is right; nothing where they rejected the item."""
    keeps: str
    """The rule of the gold that it keeps; nothing where it has none now."""


@dataclass
class Decided:
    """What came of a decision about all items."""

    rule: str
    """With its settings."""
    people: int
    """Who answered."""
    counting: int
    """Those of them whose answers count."""
    simulated: int
    """How many of these do not exist."""
    answers: int
    """Answers of people in all."""
    counted: int
    """Those that count."""
    left_out: list[LeftOut]
    """By filter, what it left out."""
    items: int = 0
    """Items that somebody answered, and that a rule can decide."""
    branches: dict[str, int] = field(default_factory=dict[str, int])
    """By branch of the rule, how many items it decided; the most frequent first."""
    contested: list[Contest] = field(default_factory=list[Contest])
    """What could not be decided, in the order of the bench."""
    waiting: int = 0
    """Items that only lack answers: nobody disagrees about them, and they are not contested."""
    names: dict[str, str] = field(default_factory=dict[str, str])
    """By id of a person who said something about a contested item, what they are called; where some exist and others do
    not, these are marked."""
    not_for_rules: dict[str, int] = field(default_factory=dict[str, int])
    """By form that rules do not decide, how many items were answered."""
    new: int = 0
    """Items that had no right answer before."""
    changed: int = 0
    """Items whose right answer is another one now."""
    rewritten: int = 0
    """Items whose right answer is the same, and was decided otherwise before."""
    restored: int = 0
    """Items whose right answer is the same, and now that which they came with: this rule does not decide them."""
    retracted: int = 0
    """Items whose answer another rule had decided, and which have none now."""
    other: list[str] = field(default_factory=list[str])
    """Ids of items whose right answer is new, another one, or gone: scores of answers to them are no longer right."""
    written: bool = False
    """Was anything written?"""
    renamed: int = 0
    """Rows of people that are called otherwise now, because their answers helped to decide, or no longer do."""

    @property
    def decided(self) -> int:
        """Items that have a right answer by this rule."""
        return sum(self.branches.values())


def decide_gold(
    bench: Bench,
    rule: str | None = None,
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    filters: Sequence[str] | None = None,
    exclude_contested: bool = False,
    dry_run: bool = False,
    progress: Progress = silent,
) -> Decided:
    """Decides the right answers to items from what people said.

    Called again with the same rule and the same answers it writes nothing.

    Args:
        bench: whose items.
        rule: its name, with settings: `majority:least=2`; that of `optotype.toml` unless given.
        selection: which items.
        filters: whose answers do not count, in place of what `optotype.toml` says.
        exclude_contested: leave contested items out of the benchmark; they come back when they are decided.
        dry_run: tell what would be decided, and write nothing.
        progress: told of each answer read, and of each item decided.

    Raises:
        OptotypeError: there is no such rule, filter or setting; there are no such items.
    """
    judge = family.from_text(rule or bench.settings.gold.rule)
    counting = counted(bench, selection=selection, filters=filters, excluded=EXCLUDED, progress=progress)
    work = _Work(bench, judge, counting)
    work.decide(progress)
    changes = work.changes(exclude=exclude_contested)
    if changes and not dry_run:
        asked: dict[str, JsonValue] = {"rule": judge.spec, "exclude_contested": exclude_contested}
        asked |= {"split": selection.split, "collection": selection.collection, "form": selection.form}
        with bench.store.event("gold", **asked) as writer:
            for change in changes:
                change.write(writer)
            work.done.renamed = count_own(bench, writer)
        work.done.written = True
    return work.done


def rules() -> dict[str, str]:
    """By name of a rule, what it does."""
    return {name: family[name].about for name in family}


class _Work:
    """One decision about all items."""

    def __init__(self, bench: Bench, rule: Rule, counting: Counting) -> None:
        self.bench, self.rule = bench, rule
        self.answers, self.checks = counting.answers, _checks(counting)
        self.came_with, self.touched = _came_with(bench, counting.table.chosen)
        self.ballots: list[Ballot] = []
        self.decisions: list[Decision] = []
        self.done = Decided(
            rule=rule.spec,
            people=len(counting.table.person_ids),
            counting=len(self.answers.person_ids),
            simulated=counting.simulated,
            answers=len(counting.table),
            counted=len(self.answers),
            left_out=counting.left_out,
        )

    def decide(self, progress: Progress) -> None:
        """Counts, and lets the rule decide."""
        others: Counter[str] = Counter()
        found = ballots(self.bench, self.answers, came_with=self.came_with, also=self.touched, progress=progress)
        for ballot in found:
            if ballot.form in FORMS:
                self.ballots.append(ballot)
            else:
                others[ballot.form] += 1
        checks = list(ballots(self.bench, self.checks, came_with=self.came_with))
        decided = self.rule.decide(self.ballots, checks)
        self.decisions = [_unless_rejected(*pair) for pair in zip(self.ballots, decided, strict=True)]
        branches = Counter(decision.branch for decision in self.decisions if decision.label is not None)
        self.done.branches = dict(sorted(branches.items(), key=lambda pair: (-pair[1], pair[0])))
        self.done.items, self.done.not_for_rules = len(self.ballots), dict(others)
        self.done.waiting = sum(_waits(one) for one in self.decisions)

    def changes(self, *, exclude: bool) -> list[_Change]:
        """What there is to write, some items at a time; nothing, where nothing is new."""
        pairs = batches(zip(self.ballots, self.decisions, strict=True), BATCH)
        found = [self._changes(batch, exclude=exclude) for batch in pairs]
        return [change for change in found if change.anything]

    def _changes(self, batch: list[tuple[Ballot, Decision]], *, exclude: bool) -> _Change:
        store, change, done = self.bench.store, _Change(), self.done
        ids = [ballot.item for ballot, _ in batch]
        golds, items = store.get_all(Gold, ids), store.get_all(Item, ids)
        pasts = store.pasts(Gold, [id for id in ids if id not in golds])
        noted = {finding.about: finding for finding in store.find(Finding, {"rule": CONTESTED, "about": ids})}
        for ballot, decision in batch:
            id, item, before = ballot.item, items[ballot.item], golds.get(ballot.item)
            finding = None
            if decision.label is None:
                after = self._kept(id, before)
            else:
                after = self._gold(ballot, decision, before, pasts.get(id, ()))
            if contested := decision.label is None and not _waits(decision):
                contest = self._contest(ballot, decision, item)
                done.contested.append(contest)
                finding = _finding(contest)
            change.note(noted.get(id), finding)
            change.replace(before, after)
            left_out = EXCLUDED if contested and exclude else None
            if item.excluded in (None, EXCLUDED) and item.excluded != left_out:
                change.items.append(item.model_copy(update={"excluded": left_out}))
            done.new += before is None and after is not None
            done.retracted += after is None and before is not None
            same = before is not None and after is not None and before.accepted == after.accepted
            done.changed += before is not None and after is not None and not same
            done.rewritten += same and after is not before and decision.label is not None
            done.restored += same and after is not before and decision.label is None
            if not same and after is not before:
                done.other.append(id)
        return change

    def _gold(self, ballot: Ballot, decision: Decision, before: Gold | None, past: Sequence[Gold]) -> Gold:
        """The right answer; the very one that is there, where nothing about it is new."""
        label = ballot.labels[decision.label or 0]
        about: dict[str, JsonValue] = {}
        if decision.probability is not None:
            about["probability"] = decision.probability
        if decision.reviews:
            about["reviews"] = list(decision.reviews)
        voters = {vote.answer: vote.person for vote in ballot.votes} | {word.id: word.person for word in ballot.words}
        if any(self.answers.people[voters[id]].simulated for id in decision.counted):
            about["simulated"] = True
        last = before.version if before is not None else max((gold.version for gold in past), default=0)
        gold = Gold(
            item=ballot.item,
            accepted=label.accepted,
            unanswerable=label.unanswerable,
            rule=self.rule.spec,
            branch=decision.branch,
            counted=tuple(sorted(decision.counted)),
            version=last + 1,
            extra={DECIDED: about} if about else {},
        )
        return before if before is not None and before == gold.model_copy(update={"version": last}) else gold

    def _kept(self, id: str, before: Gold | None) -> Gold | None:
        """What a contested item keeps: the answer that it came with, and none that a rule decided before."""
        if before is None or not ours(before.rule):
            return before
        first = self.came_with.get(id)
        return None if first is None else first.model_copy(update={"version": before.version + 1})

    def _contest(self, ballot: Ballot, decision: Decision, item: Item) -> Contest:
        said: dict[str, list[str]] = {}
        for vote in ballot.votes:
            said.setdefault(_in_words(ballot, vote.label, item), []).append(vote.person)
        for one in (*ballot.votes, *ballot.words):
            person = self.answers.people[one.person]
            mixed = person.simulated and self.done.simulated < len(self.answers.person_ids)
            self.done.names[one.person] = f"{person.name or person.id}{' (simulated)' * mixed}"
        ordered = sorted(said.items(), key=lambda pair: (-len(pair[1]), pair[0]))
        first = self.came_with.get(ballot.item)
        return Contest(
            item=ballot.item,
            why=decision.branch,
            said={words: sorted(people) for words, people in ordered},
            experts={word.person: _in_words(ballot, word.label, item) for word in ballot.words},
            keeps="" if first is None else first.rule,
        )


@dataclass
class _Change:
    """What is to be written about some items."""

    new: list[Gold] = field(default_factory=list[Gold])
    golds: list[Gold] = field(default_factory=list[Gold])
    retracted: list[str] = field(default_factory=list[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    gone: list[str] = field(default_factory=list[str])
    items: list[Item] = field(default_factory=list[Item])

    @property
    def anything(self) -> bool:
        """Is there anything to write?"""
        return any((self.new, self.golds, self.retracted, self.findings, self.gone, self.items))

    def replace(self, before: Gold | None, after: Gold | None) -> None:
        """Puts one right answer in place of another."""
        if before is None and after is not None:
            self.new.append(after)
        elif before is not None and after is None:
            self.retracted.append(before.item)
        elif after is not None and after is not before:
            self.golds.append(after)

    def note(self, before: Finding | None, after: Finding | None) -> None:
        """Puts one finding in place of another."""
        if before != after:
            self.gone += [] if before is None else [before.id]
            self.findings += [] if after is None else [after]

    def write(self, writer: Writer) -> None:
        """Writes all of it."""
        if self.retracted:
            writer.retract(Gold, self.retracted)
        gone: dict[type[Noun], list[str]] = {Finding: self.gone} if self.gone else {}
        writer.write(add=[*self.new, *self.findings], replace=[*self.golds, *self.items], remove=gone)


def _checks(counting: Counting) -> Table:
    """What was asked only to see who reads, and not set aside."""
    rows = [row for row in counting.table.rows if row.role == ATTENTION and row.excluded is None]
    return Table(rows, counting.table.people, list(dict.fromkeys(row.item for row in rows)))


def _came_with(bench: Bench, ids: Sequence[str]) -> tuple[dict[str, Gold], set[str]]:
    """By item, the last right answer that was not decided here; and the items that something was decided about before.

    Where all answers to one of these were set aside since, it has to be looked at again.
    """
    found: dict[str, Gold] = {}
    touched: set[str] = set()
    for some in batches(ids, BATCH):
        golds = bench.store.get_all(Gold, some)
        decided = {id for id in some if id in golds and ours(golds[id].rule)}
        touched |= decided | {one.about for one in bench.store.find(Finding, {"rule": CONTESTED, "about": some})}
        pasts = bench.store.pasts(Gold, [id for id in some if id not in golds or id in decided])
        for id in some:
            versions = [*pasts.get(id, ()), *([golds[id]] if id in golds else [])]
            if came := [gold for gold in versions if not ours(gold.rule)]:
                found[id] = came[-1]
    return found, touched


def _waits(decision: Decision) -> bool:
    return decision.label is None and decision.branch in WAITING


def _unless_rejected(ballot: Ballot, decision: Decision) -> Decision:
    """An item that an expert rejected has no right answer, whatever people say."""
    rejecting = [word for word in ballot.words if word.label is None]
    decided = any(word.kind == "decided" for word in ballot.words)
    if not rejecting or decided:
        return decision
    return Decision(None, REJECTED, decision.counted, tuple(word.id for word in rejecting))


def _in_words(ballot: Ballot, label: int | None, item: Item) -> str:
    if label is None:
        return ""
    accepted = ballot.labels[label].accepted
    return " or ".join(say(value, item) for value in accepted) if accepted else "cannot be answered"


def _finding(contest: Contest) -> Finding:
    """Says about a contested item how split people are."""
    said = ", ".join(f"{len(people)} say {words!r}" for words, people in contest.said.items())
    message = f"{contest.why}: {said}" if said else contest.why
    short = message if len(message) <= _LETTERS else f"{message[: _LETTERS - 1]}…"
    return Finding(rule=CONTESTED, about=contest.item, field="answer", severity="warning", message=short)


_LETTERS = 500
"""Of a finding: people may have written anything."""
