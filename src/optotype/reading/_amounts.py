"""Which number a reply gives, and whether its form allows it."""

from __future__ import annotations

import re

from optotype.reading._conclusions import Passage
from optotype.reading._numbers import Figure, figures, only
from optotype.reading._patterns import pattern
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._text import Heard, sentences
from optotype.records import Number, Range

_LONGEST = 1_000
_FEW_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = pattern(
    r"\W*(?:(?:it|that|there|this|is|are|was|it's|about|around|approximately|approx|roughly|nearly|almost|circa"
    r"|exactly|precisely|just|only|some|at|a|an|the|total|of|between|from|in|range|minus|negative|value|=|примерно"
    r"|приблизительно|около|почти|порядка|ровно|всего|от|между|с|минус|равно|это|составляет)\W+)*",
    flags=re.IGNORECASE,
)
_VERB = pattern(
    r"(?:\b(?:is|are|was|were|be|equals?|equal to|gives?|yields?|makes?|has|have|had|shows?|contains?|includes?"
    r"|reach(?:es|ed)?|total(?:s|ing)?|counts?|составля\w+|рав\w+|имеет\w*|содержит|это)|(?P<sign>[=≈:→]|->))\s*"
    r"(?:(?:about|around|approximately|approx\.?|roughly|nearly|almost|exactly|only|just|a total of|clearly|at|~|≈"
    r"|между|between|from|от|примерно|около|приблизительно|всего)\s*){0,2}[$€£₽¥(]?\s*$",
    flags=re.IGNORECASE,
)
_DETAILS = re.compile(r"([^(:;]{1,80}?)(?:\s*\(|[:;]\s|,?\s(?:because|since|so|потому|так\s+как)\b)", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\s*(?:[^\W\d_]{0,12}\s+)?(?:or|или|and|и|,|/)\s*(?:about\s+)?$", re.IGNORECASE)
_OPERATOR = re.compile(r"\s*[+*×÷/^=-]|\s+(?:of|out\s+of|из|times|plus|minus)\b")
_UNIT = re.compile(r"\s?(°?[^\W\d_]{1,12})(?!\w)")

_UNITS: dict[str, tuple[str, float]] = {
    "mm": ("length", 1e-3), "cm": ("length", 1e-2), "m": ("length", 1.0), "km": ("length", 1e3),
    "мм": ("length", 1e-3), "см": ("length", 1e-2), "м": ("length", 1.0), "км": ("length", 1e3),
    "mg": ("mass", 1e-6), "g": ("mass", 1e-3), "kg": ("mass", 1.0), "t": ("mass", 1e3),
    "мг": ("mass", 1e-6), "г": ("mass", 1e-3), "кг": ("mass", 1.0), "т": ("mass", 1e3),
    "ms": ("time", 1e-3), "s": ("time", 1.0), "sec": ("time", 1.0), "second": ("time", 1.0), "seconds": ("time", 1.0),
    "min": ("time", 60.0), "minute": ("time", 60.0), "minutes": ("time", 60.0), "h": ("time", 3600.0),
    "hour": ("time", 3600.0), "hours": ("time", 3600.0), "мс": ("time", 1e-3), "с": ("time", 1.0),
    "сек": ("time", 1.0), "мин": ("time", 60.0), "минут": ("time", 60.0), "ч": ("time", 3600.0),
    "ml": ("volume", 1e-3), "l": ("volume", 1.0), "мл": ("volume", 1e-3), "л": ("volume", 1.0),
    "hz": ("frequency", 1.0), "khz": ("frequency", 1e3), "mhz": ("frequency", 1e6), "ghz": ("frequency", 1e9),
    "гц": ("frequency", 1.0), "кгц": ("frequency", 1e3), "мгц": ("frequency", 1e6), "ггц": ("frequency", 1e9),
}  # fmt: skip


class Amount(Reader):
    """Reads numbers and ranges."""

    def __init__(self, form: Number, *, russian: bool) -> None:
        self.form = form
        self.russian = russian
        self._seen: dict[str, list[Figure]] = {}

    def plain(self, text: str) -> Outcome:
        """A number with at most a few words around it."""
        if len(text) > 120 or "\n" in text:
            return None
        found = self._figures(text)
        if not found:
            return None
        if (rated := self._rated(text, found)) is not None:
            return rated
        before, after = text[: found[0].start], text[found[-1].end :]
        if not _BEFORE.fullmatch(before + " " if before else "") or len(_WORD.findall(after)) > _FEW_WORDS:
            return None
        differ = only(found) is None and not all(one.bound for one in found)
        return None if differ else self._agreed(text, found)

    def stated(self, passage: Passage) -> Outcome:
        """The number that the passage begins with, or else the only one in its sentence, or the one after `is`."""
        if passage.from_json and isinstance(passage.data, int | float) and not isinstance(passage.data, bool):
            try:
                return self._allowed(float(passage.data), "the value")
            except OverflowError:
                return Doubt("the number is too large")
        line = led(passage.line[:_LONGEST])
        if (found := self.plain(line)) is not None:
            return found
        said = self._figures(line)
        if (first := self._first(line, said)) is not None:
            return first
        parts = sentences(line)
        return self._sentence(parts[0]) if parts else None

    def opening(self, heard: Heard) -> Outcome:
        """A number and nothing else, then an explanation: `8. I counted`, `8 apples (3 red, 5 green)`."""
        parts = heard.sentences
        found = self.plain(parts[0]) if len(parts) > 1 else None
        if found is None and (detailed := _DETAILS.match(parts[0][:_LONGEST])):
            return self.plain(detailed[1])
        return found

    def concluded(self, text: str) -> Outcome:
        """The number of the sentence after `So`."""
        parts = sentences(text[:_LONGEST])
        return self._sentence(parts[0]) if parts else None

    def loose(self, heard: Heard) -> Outcome:
        """The number on which the whole reply agrees."""
        told = [sentence for sentence in heard.sentences if not sentence.endswith("?")]
        if len(told) == 1:
            return self._sentence(told[0])
        text = "\n".join(told)
        found = self._figures(text)
        if not found:
            return None
        if only(found) is not None:
            return self._agreed(text, found)
        bold = [words for words in heard.bold if isinstance(self.plain(words), Said)]
        if len(set(bold)) == 1:
            return self.plain(bold[0])
        return Doubt(f"{len(found)} numbers are named and none is concluded")

    def _figures(self, text: str) -> list[Figure]:
        if text not in self._seen:
            self._seen[text] = figures(text, russian=self.russian or None)
        return self._seen[text]

    def _sentence(self, text: str) -> Outcome:
        text = text[:_LONGEST]
        found = self._figures(text)
        if not found:
            return None
        if (rated := self._rated(text, found)) is not None:
            return rated
        if only(found) is not None:
            return self._agreed(text, found)
        # "The number for MLE with 0.3 accuracy is 10": what follows the verb is meant, or else what follows the colon
        verbs = [(one, verb) for one in found if not one.bound and not one.broken and (verb := _verb(text, one))]
        stated = [one for one, verb in verbs if verb["sign"] is None] or [one for one, _ in verbs]
        clear = [one for one in stated if not self._goes_on(text, one, found)]
        if clear and len(clear) == len(stated) and only(clear) is not None:
            return self._agreed(text, clear)
        if all(one.bound for one in found):
            return Doubt("a bound, not a number")
        return Doubt("several numbers that differ")

    def _first(self, line: str, found: list[Figure]) -> Outcome:
        """The number at the very beginning: `42 (21 + 21)`, `12.5 because 25 / 2`."""
        if not found or not _BEFORE.fullmatch(line[: found[0].start] + " " if found[0].start else ""):
            return None
        first = found[0]
        if first.bound or first.broken:
            return Doubt("a bound, not a number" if first.bound else "this is no number")
        if (rated := self._rated(line, found)) is not None:
            return rated
        if self._goes_on(line, first, found):
            return Doubt("several numbers that differ")
        return self._agreed(line, [first])

    def _goes_on(self, text: str, one: Figure, found: list[Figure]) -> bool:
        """Does another number follow as an alternative, or as part of a sum?"""
        after = next((figure for figure in found if figure.start >= one.end), None)
        if after is None:
            return False
        gap = text[one.end : after.start]
        return _ALTERNATIVE.fullmatch(gap) is not None or (len(gap) < 16 and _OPERATOR.match(gap) is not None)

    def _rated(self, text: str, found: list[Figure]) -> Outcome:
        """`4 out of 5`, or `4/5`, where 5 is the most that can be given."""
        if self.form.high is None:
            return None
        for match in _RATING.finditer(text):
            most = float(match["most"].replace(",", "."))
            if most == self.form.high and not any(figure.start > match.end() for figure in found):
                return self._allowed(float(match["given"].replace(",", ".")), f"out of {most:g}")
        return None

    def _agreed(self, text: str, found: list[Figure]) -> Outcome:
        value = only(found)
        if value is None:
            bound = bool(found) and all(one.bound for one in found)
            return Doubt("a bound, not a number" if bound else "several numbers that differ")
        last = next(one for one in reversed(found) if one.value == value or len(found) == 1 or not one.place)
        factor = self._factor(text, last)
        if factor != 1.0:
            value = _times(value, factor)
            return self._allowed(value, f"the number, in {self.form.unit}")
        return self._allowed(value, "the number" if isinstance(value, float) else "the range")

    def _factor(self, text: str, figure: Figure) -> float:
        """How many of the item's units one of the reply's is; 1 where either is unknown."""
        if self.form.unit is None or (own := _UNITS.get(self.form.unit.strip(". ").lower())) is None:
            return 1.0
        written = _UNIT.match(text, figure.end)
        given = _UNITS.get(written[1].lower()) if written else None
        return given[1] / own[1] if given is not None and given[0] == own[0] else 1.0

    def _allowed(self, value: float | Range, how: str) -> Outcome:
        if not isinstance(value, Range) and not abs(value) < float("inf"):
            return Doubt("not a finite number")
        ends = (value.low, value.high) if isinstance(value, Range) else (value, value)
        low, high = self.form.low, self.form.high
        if (low is not None and ends[0] < low) or (high is not None and ends[1] > high):
            said = f"{ends[0]:g}" if ends[0] == ends[1] else f"{ends[0]:g} to {ends[1]:g}"
            least, most = ("-∞" if low is None else f"{low:g}"), ("∞" if high is None else f"{high:g}")
            return Doubt(f"{said} is outside {least} to {most}")
        return Said(value, how)


_RATING = re.compile(
    r"(?<![\d.,/])(?P<given>\d{1,6}(?:[.,]\d{1,6})?)\s*(?:/|out\s+of|из)\s*(?P<most>\d{1,6}(?:[.,]\d{1,6})?)(?![\d/]|[.,]\d)"
)


def _verb(text: str, figure: Figure) -> re.Match[str] | None:
    return _VERB.search(text, max(0, figure.start - 40), figure.start)


def _times(value: float | Range, factor: float) -> float | Range:
    if isinstance(value, Range):
        return Range(low=value.low * factor, high=value.high * factor)
    return value * factor
