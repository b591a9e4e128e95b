"""Prompts: an item as texts and pictures in order, with everything that belongs to it, once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from pydantic import JsonValue

from optotype.asking._question import CannotAsk, Sight, seen
from optotype.asking._stating import Reasoning, Style, number_text
from optotype.asking._wording import Wording, fill
from optotype.plurals import so_many
from optotype.records import Choice, Graph, Item, Number, Option, ShortText

PARAGRAPH = "\n\n"
LINE = "\n"

_MOST = 20  # times that an instruction may say the same

_MARK = re.compile(r"<image>|\{(\w+)\}")
_TAG = re.compile(r"<TAG>[^<]{0,200}</TAG>\s?")
_MARKUP = re.compile(r"</?(?:TAG|MATH|NOTE)>\s?")
"""How the texts of papers mark a figure's number, formulas and notes."""
_NUMBERED = re.compile(r"(?:supplementary )?fig(?:ure|\.)?\s?(?:S?\d[\w.]{0,6}|[IVX]{1,5})\s?[.:|]\s*", re.IGNORECASE)


class Sheet:
    """Texts and pictures in order. Texts that follow each other are one text."""

    def __init__(self) -> None:
        self._parts: list[list[str] | Sight] = []

    def write(self, text: str, gap: str = PARAGRAPH) -> None:
        """Adds a text; a gap parts it from the text before it."""
        if not text:
            return
        if self._parts and isinstance(last := self._parts[-1], list):
            last += (gap, text)
        else:
            self._parts.append([text])

    def show(self, sight: Sight) -> None:
        """Adds a picture."""
        self._parts.append(sight)

    def parts(self) -> tuple[str | Sight, ...]:
        """All of it; a text of nothing but spaces, which some servers reject, is left out."""
        whole = ("".join(part) if isinstance(part, list) else part for part in self._parts)
        return tuple(part for part in whole if not isinstance(part, str) or part.strip())


@dataclass(frozen=True)
class Prompt:
    """How one item is put."""

    item: Item
    sights: Mapping[str, Sight]
    shown: tuple[str, ...] | None
    wording: Wording
    style: Style
    reasoning: Reasoning
    captions: bool

    def ours(self) -> tuple[str | Sight, ...]:
        """In our own words: pictures, text, question, options, and how to answer."""
        sheet = Sheet()
        several = len(self.item.pictures) > 1
        for number, id in enumerate(self.item.pictures, 1):
            if several:
                sheet.write(fill(self.wording.picture, {"number": str(number)}))
            self._show(sheet, id)
            sheet.write(self._caption(id))
        self._text(sheet)
        sheet.write(self.item.question.strip())
        self._options(sheet, seen(self.item, self.shown).options)
        sheet.write(self._how())
        return sheet.parts()

    def own(self, instruction: str) -> tuple[str | Sight, ...]:
        """In the words of the item's own instruction.

        `<image>` is the next picture, `{question}`, `{context}` and `{option_a}` are what they say, other fields are
        those that came with the item. What the instruction has no place for is not lost: pictures go first, the rest
        follows it, with how to answer where the instruction cannot have said that.

        Raises:
            CannotAsk: it shows more pictures than the item has, or repeats itself without end.
        """
        sheet = Sheet()
        marks = Counter(mark[0] for mark in _MARK.finditer(instruction))
        shown, there = marks["<image>"], len(self.item.pictures)
        if shown > there:
            raise CannotAsk(
                f"its instruction shows {so_many(shown, 'pictures')}, but it has {there}",
                "an instruction shows too many pictures",
            )
        if marks and (most := marks.most_common(1)[0])[1] > _MOST and most[0] != "<image>":
            raise CannotAsk(f"its instruction repeats {most[0]} {most[1]:,} times", "an instruction repeats itself")
        pictures = iter(self.item.pictures)
        for id in islice(pictures, there - shown):
            self._show(sheet, id)
        options = seen(self.item, self.shown).options
        by_name = {f"option_{option.label.lower()}": option for option in reversed(options)}
        placed: set[str] = set()
        done = 0
        for mark in _MARK.finditer(instruction):
            sheet.write(instruction[done : mark.start()], "")
            done, name = mark.end(), mark[1]
            if name is None:
                self._show(sheet, next(pictures))
            elif name in by_name:
                sheet.write(by_name[name].text or "", "")
                self._show(sheet, by_name[name].picture)
                placed.add(by_name[name].label)
            else:
                sheet.write(self._field(name, mark[0]), "")
        sheet.write(instruction[done:], "")
        for id in self.item.pictures:
            sheet.write(self._caption(id))
        if "{context}" not in marks:
            self._text(sheet)
        if "{question}" not in marks:
            sheet.write(self.item.question.strip())
        unplaced = [option for option in options if option.label not in placed]
        self._options(sheet, unplaced)
        if unplaced or self.style == "json" or self.reasoning == "brief":
            sheet.write(self._how())
        else:
            sheet.write(self._unanswerable())
        return sheet.parts()

    def _field(self, name: str, mark: str) -> str:
        if name == "question":
            return self.item.question
        if name == "context":
            return self.item.text
        value = self._given.get(name)
        return str(value) if isinstance(value, str | int | float) else mark

    @cached_property
    def _given(self) -> Mapping[str, JsonValue]:
        """The fields that came with the item, as its own instruction calls them."""
        from optotype import formats

        return {
            name.removeprefix(before): value
            for format, fields in formats.kept(self.item)
            if (before := format.instructed) is not None
            for name, value in fields.items()
            if name.startswith(before)
        }

    def _show(self, sheet: Sheet, id: str | None) -> None:
        if id is None:
            return
        if id not in self.sights:
            raise CannotAsk(f"the picture '{id}' has no file", "a picture has no file")
        seen = self.sights[id]
        if seen.told is None:
            sheet.show(seen)
        elif seen.told:
            sheet.write(fill(self.wording.printed, {"text": seen.told}))

    def _caption(self, id: str | None, *, option: bool = False) -> str:
        caption = self.sights[id].caption if self.captions and id is not None else ""
        said = _without_marks(caption, number=not option) if caption else ""
        return fill(self.wording.caption, {"caption": said}) if said else ""

    def _text(self, sheet: Sheet) -> None:
        text = self.item.text if self.item.paper is None else _MARKUP.sub("", self.item.text)
        if text := text.strip():
            sheet.write(fill(self.wording.text, {"text": text}))

    def _options(self, sheet: Sheet, options: Sequence[Option]) -> None:
        for number, option in enumerate(options):
            sheet.write(f"{option.label}.", LINE if number else PARAGRAPH)
            if option.text:
                sheet.write(option.text, " ")
            self._show(sheet, option.picture)
            sheet.write(self._caption(option.picture, option=True), LINE)

    # --- how to answer

    def _how(self) -> str:
        wording, kind = self.wording, self._kind()
        listed = self.style == "json" and kind in wording.listed
        what = fill((wording.listed if listed else wording.what)[kind], self._words())
        if self.style == "json":
            frame = wording.json_brief if self.reasoning == "brief" else wording.json
        else:
            frame = wording.brief if self.reasoning == "brief" else wording.plain
        shape = (
            '{"answer": ["...", "..."]}' if listed else '{"answer": ...}' if kind == "number" else '{"answer": "..."}'
        )
        asked = fill(frame, {"what": what, "shape": shape})
        first = " ".join(filter(None, (self._before(kind), asked)))
        return LINE.join(filter(None, (first, self._unanswerable())))

    def _kind(self) -> str:
        form = self.item.form
        return "several" if isinstance(form, Choice) and form.several else form.kind

    def _before(self, kind: str) -> str:
        form, wording = self.item.form, self.wording
        if isinstance(form, Graph):
            source = wording.source[0 if self.item.text or not self.item.pictures else 1]
            return fill(wording.before[form.notation], {"source": source})
        return wording.before.get(kind, "")

    def _words(self) -> dict[str, str]:
        form, wording = self.item.form, self.wording
        letters = all(len(option.label) == 1 and option.label.isalpha() for option in self.item.options)
        one, many = wording.letter if letters else wording.label
        words = {"letter": one, "letters": many, "unit": "", "bounds": ""}
        if isinstance(form, Number | ShortText) and form.unit:
            words["unit"] = fill(wording.unit, {"unit": form.unit})
        if isinstance(form, Number):
            words["bounds"] = self._bounds(form.low, form.high)
        return words

    def _bounds(self, low: float | None, high: float | None) -> str:
        wording = self.wording
        fields = {
            "low": "" if low is None else number_text(low),
            "high": "" if high is None else number_text(high),
        }
        if low is not None and high is not None:
            return fill(wording.bounds, fields)
        if low is None and high is None:
            return ""
        return fill(wording.at_most if low is None else wording.at_least, fields)

    def _unanswerable(self) -> str:
        if not self.item.form.unanswerable:
            return ""
        return fill(self.wording.unanswerable, {"cannot": self.wording.cannot})


def _without_marks(caption: str, *, number: bool) -> str:
    """A caption without the marks of its source and, unless wanted, without its `Figure 3:`.

    Where figures are to choose from, their numbers would tell their order.
    """
    text = _MARKUP.sub("", caption if number else _TAG.sub("", caption)).strip()
    found = None if number else _NUMBERED.match(text)
    return text[found.end() :] if found else text
