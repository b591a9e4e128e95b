"""The questions of a figure are checked, all together: SciVQA's validation.

Each is correct, or incorrect and then edited, or rejected where nothing can be made of it. An edit has to change
something.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from optotype import reading
from optotype.records import Answer, Choice, Finding, Gold, Item, Number, Ranking, Review, State, Value, YesNo
from optotype.records import Picture as PictureRecord
from optotype.records import Preference as PreferenceForm
from optotype.selecting import Selection
from optotype.studio.blocks import (
    Block,
    Choose,
    Field,
    Filled,
    Group,
    Listing,
    NotFilled,
    Notice,
    Option,
    Picture,
    Text,
    When,
    Write,
)
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.values import as_text
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

CORRECT, EDITED, REJECTED = "correct", "edited", "rejected"
YES, NO = "yes", "no"


@dataclass(frozen=True)
class QuestionReview(Screen):
    """A figure with its caption, and all its questions."""

    reviews: ClassVar[bool] = True

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """The figures that the items are about."""
        return (item.cluster for item in selection.items(bench))

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """The figure, its caption, and a group for each question."""
        items = _items(bench, turn)
        shown = list(dict.fromkeys(id for item in items for id in item.pictures))
        golds, pictures = (
            bench.store.get_all(Gold, [item.id for item in items]),
            bench.store.get_all(PictureRecord, shown),
        )
        findings: dict[str, list[Finding]] = {}
        for finding in bench.store.find(Finding, {"about": [*(item.id for item in items), *shown]}):
            findings.setdefault(finding.about, []).append(finding)
        blocks: list[Block] = [Picture(id) for id in shown]
        for id in shown:
            if (picture := pictures.get(id)) is not None and picture.caption:
                blocks.append(Text(picture.caption, title=words("question_review.caption")))
            blocks += [Notice(finding.message, finding.severity) for finding in findings.get(id, ())]
        for item in items:
            blocks.append(_Sheet(item, golds.get(item.id), words).group(findings.get(item.id, ())))
        return blocks

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """A review of each item.

        Raises:
            NotFilled: an edit changes nothing, or its answer cannot be read.
        """
        items, words = _items(bench, turn), Words("en", "optotype.studio")
        golds = bench.store.get_all(Gold, [item.id for item in items])
        found: list[Review] = []
        for item in items:
            sheet = _Sheet(item, golds.get(item.id), words)
            verdict = filled.get(sheet.name("verdict"))
            if verdict not in (CORRECT, EDITED, REJECTED):
                continue  # it came into the bench while this person was at work
            after, gold_after = sheet.edited(filled) if verdict == EDITED else (None, None)
            about: dict[str, JsonValue] = {"version": item.version}
            note = _becoming.note_of(filled, sheet.name("note"))
            found.append(
                _becoming.reviewed(
                    turn, person, item.id, verdict, after=after, gold_after=gold_after, note=note, about=about
                )
            )
        return found

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """Where an expert has come to another verdict."""
        return _becoming.by_experts(
            bench, records, words, lambda review: words(f"question_review.{review.verdict}").lower()
        )

    def record_ids(self, bench: Bench, turn: Turn) -> list[str]:
        """A review for each question, those that were left out since too."""
        of_figure = bench.store.find(Item, {"cluster": turn.subject})
        return [_becoming.id_of(turn, item.id) for item in of_figure]

    def says(self, filled: Filled) -> dict[str, JsonValue]:
        """The verdicts."""
        return {name: value for name, value in filled.items() if name.endswith("-verdict")}


def _items(bench: Bench, turn: Turn) -> list[Item]:
    return bench.store.find(Item, {"cluster": turn.subject, "excluded": None})


@dataclass(frozen=True)
class _Sheet:
    """One question with its gold, as blocks; and what became of it."""

    item: Item
    gold: Gold | None
    words: Words

    def name(self, field: str) -> str:
        """What a field of this question is called; ids may hold anything, so they are not used as they are."""
        return f"q{hashlib.sha256(self.item.id.encode()).hexdigest()[:12]}-{field}"

    def group(self, findings: Sequence[Finding]) -> Group:
        """Everything about it."""
        item, words = self.item, self.words
        by_field: dict[str, list[Notice]] = {}
        for finding in findings:
            field = finding.field if finding.field in ("options", "answer") else "question"
            by_field.setdefault(field, []).append(Notice(finding.message, finding.severity))
        blocks: list[Block] = []
        if item.text:
            blocks.append(Text(item.text, title=words("answer.text")))
        if item.question:
            blocks.append(Text(item.question, large=True))
        blocks += by_field.get("question", [])
        ticked = self._ticked() or ()
        if item.options:
            blocks.append(Listing(_becoming.choices(item), right=tuple(map(str, ticked))))
        blocks += by_field.get("options", [])
        if not ticked:
            blocks.append(Text(self._said(), title=words("question_review.answer")))
        blocks += by_field.get("answer", [])
        verdicts = tuple(
            Option(verdict, words(f"question_review.{verdict}")) for verdict in (CORRECT, EDITED, REJECTED)
        )
        blocks.append(Choose(self.name("verdict"), words("question_review.verdict"), options=verdicts, in_row=True))
        blocks += self.fields()
        blocks.append(Write(self.name("note"), words("answer.note"), needed=False))
        return Group(", ".join(item.tags.get("kind", ())) or words("question_review.question"), tuple(blocks))

    def fields(self) -> list[Field]:
        """What can be edited: there only while somebody says that it is to be."""
        item, words, edited = self.item, self.words, When(self.name("verdict"), (EDITED,))
        found: list[Field] = []
        if item.question:
            title = words("question_review.question")
            found.append(Write(self.name("question"), title, when=edited, value=item.question, lines=3))
        for place, option in enumerate(item.options):
            if option.text is not None:
                title = words("question_review.option", label=option.label)
                name, lines = self.name(f"option-{place}"), 1 + option.text.count("\n")
                found.append(Write(name, title, when=edited, value=option.text, lines=min(lines, 6)))
        return [*found, replace(self._answer(), when=edited)]

    def edited(self, filled: Filled) -> tuple[Item | None, tuple[Value, ...] | None]:
        """The item and the right answer as edited, each where it was.

        Raises:
            NotFilled: neither was, or the answer cannot be read.
        """
        item, answer = self.item, self._answer()
        said, gold_after = filled.get(answer.name), None
        if said is not None and _plain(said) != _plain(_as_checked(answer)):
            gold_after = () if isinstance(said, dict) else self._read(answer, said)
        question = self._text("question", item.question, filled)
        after = item if question == item.question else item.model_copy(update={"question": question})
        if isinstance(item.form, Choice | Ranking | PreferenceForm):
            options = tuple(
                option
                if option.text is None
                else option.model_copy(update={"text": self._text(f"option-{place}", option.text, filled)})
                for place, option in enumerate(item.options)
            )
            if options != item.options:
                after = after.model_copy(update={"form": item.form.model_copy(update={"options": options})})
        if after is item and gold_after is None:
            raise NotFilled(self.fields()[0].name, "unchanged")
        return None if after is item else after.model_copy(update={"version": item.version + 1}), gold_after

    @property
    def _accepted(self) -> tuple[Value, ...]:
        return () if self.gold is None else self.gold.accepted

    def _text(self, field: str, before: str, filled: Filled) -> str:
        """What was written; as it was before, if only blanks around it and ends of lines differ."""
        now = filled.get(self.name(field))
        return before if not isinstance(now, str) or _plain(now) == _plain(before) else now

    def _answer(self) -> Field:
        """The right answer, to be edited: chosen where there is something to choose from, else one value a line."""
        item, gold, words = self.item, self.gold, self.words
        name, title = self.name("answer"), words("question_review.answer")
        more, needed = _becoming.instead(item, words, unsure=False), gold is not None
        unanswerable: JsonValue = (
            {"other": State.UNANSWERABLE.value} if gold is not None and gold.unanswerable else None
        )
        accepted = self._accepted
        if isinstance(item.form, YesNo):
            answers = (Option(YES, words("answer.yes")), Option(NO, words("answer.no")))
            value = unanswerable or ((YES if accepted[0] else NO) if accepted else None)
            return Choose(name, title, needed=needed, others=more, value=value, options=answers, in_row=True)
        if isinstance(item.form, Choice) and (ticked := self._ticked()) is not None:
            several = item.form.several or len(ticked) > 1
            value = unanswerable or (ticked if several else next(iter(ticked), None))
            options = _becoming.choices(item)
            return Choose(
                name, title, needed=needed, others=more, value=value, options=options, several=several, labelled=True
            )
        lines = [as_text(value) for value in accepted]
        value = unanswerable or ("\n".join(lines) or None)
        title = words("question_review.answers") if len(lines) > 1 else title
        return Write(name, title, needed=needed, others=more, value=value, lines=max(2, min(len(lines), 6)))

    def _said(self) -> str:
        """The right answer, in words."""
        if self.gold is not None and self.gold.unanswerable:
            return self.words("answer.unanswerable")
        yes_no = {True: self.words("answer.yes"), False: self.words("answer.no")}
        said = [yes_no[value] if isinstance(value, bool) else as_text(value) for value in self._accepted]
        return "\n".join(said) or self.words("question_review.no_answer")

    def _ticked(self) -> list[JsonValue] | None:
        """The labels that are right, if ticks can say it: all of several, or those of which one is enough."""
        form, labels = self.item.form, {option.label for option in self.item.options}
        if not isinstance(form, Choice):
            return None
        values = [value if isinstance(value, tuple) else (as_text(value),) for value in self._accepted]
        if any(not labels.issuperset(value) for value in values):
            return None
        alike = len(values) <= 1 if form.several else all(len(value) == 1 for value in values)
        return [label for value in values for label in value] if alike else None

    def _read(self, field: Field, said: JsonValue) -> tuple[Value, ...]:
        """The values that are accepted from now on.

        Raises:
            NotFilled: one of them is none for this form.
        """
        form = self.item.form
        if isinstance(form, YesNo):
            return (said == YES,)
        if isinstance(field, Choose):
            labels = _becoming.labels(said)
            return (labels,) if isinstance(form, Choice) and form.several else tuple((label,) for label in labels)
        lines = [line.strip() for line in str(said).splitlines() if line.strip()]
        if isinstance(form, Number):
            numbers = [reading.number(line) for line in lines]
            if any(number is None for number in numbers):
                raise NotFilled(field.name, "number")
            return tuple(number for number in numbers if number is not None)
        if isinstance(form, Choice | Ranking):
            known = [option.label for option in form.options]
            found = [tuple(re.split(r"\s*,\s*", line)) for line in lines]
            if any(label not in known for labels in found for label in labels):
                raise NotFilled(field.name, "labels", labels=", ".join(known))
            return tuple(found)
        return tuple(lines)


def _as_checked(field: Field) -> JsonValue:
    """What stands in a field before, as it would come back."""
    return field.value if field.value is None or isinstance(field.value, dict) else field.check(field.value)


def _plain(said: JsonValue) -> JsonValue:
    return "\n".join(said.strip().splitlines()) if isinstance(said, str) else said
