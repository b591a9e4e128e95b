"""In which order a reply puts the options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from optotype.reading._conclusions import Passage
from optotype.reading._options import Options
from optotype.reading._patterns import pattern
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._text import Heard

_SEPARATORS = (
    pattern(r"\n+"),
    pattern(r"\s*(?:>+=?|≻|≥|→|->|=>|»)\s*"),
    pattern(r"\s*(?:<+|≺|←|<-)\s*"),
    pattern(r"\s*;\s*"),
    pattern(
        r"\s*,?\s*\b(?:followed by|and then|then|next|after that|and finally|finally|and lastly|lastly|and last|затем"
        r"|потом|далее|и наконец|наконец|и затем)\b[,:]?\s*",
        r"\s*,\s*(?:and\s|и\s)?\s*",
        r" (?:and|и) ",
        flags=re.IGNORECASE,
    ),
    pattern(r"\s+"),
)
_BACKWARDS = 2
_NUMBERED = pattern(
    r"\s*(?:[-*•]\s*)?(?:(?:rank|place|position|место)\s*)?#?(?P<place>\d{1,2})(?:st|nd|rd|th|-е)?"
    r"(?:\s*(?:place|место))?\s*[.):=–—-]+\s*",
    flags=re.IGNORECASE,
)
_INLINE = re.compile(r"(?:^|[\s,;])(?=\(?\d{1,2}[.)]\s*\(?[A-Z])")
_BULLET = re.compile(r"\s*[-*•]\s+")
_WORST_FIRST = pattern(
    r"\b(?:worst\s*(?:to|-+>?|→)\s*best|from (?:the )?worst|worst first|from (?:the )?least|least to most|от худш\w+)",
    flags=re.IGNORECASE,
)
_BEST_FIRST = pattern(
    r"^\W*(?:(?:my|the|final) )*(?:(?:ranking|ranked|order|rank|порядок|рейтинг)\b[^:\n]{0,60}"
    r"|(?:from )?(?:best to worst|worst to best)[^:\n]{0,20}"
    r"|от (?:лучш\w+ к худш\w+|худш\w+ к лучш\w+)[^:\n]{0,20})(?::|\bis\b|\s[-–—]\s)\s*",
    flags=re.IGNORECASE,
)
_LONGEST = 4_000


class Order(Reader):
    """Reads rankings: all options, best first."""

    bare_lines = True

    def __init__(self, options: Options) -> None:
        self.options = options

    def plain(self, text: str) -> Outcome:
        """A list of all options and nothing else."""
        return self._order(text) if len(text) <= _LONGEST else None

    def stated(self, passage: Passage) -> Outcome:
        """The list that was announced, on one line or on several."""
        if passage.from_json and isinstance(passage.data, list):
            return self._checked([self._one(str(part)) for part in passage.data])
        for text in (led(passage.line), passage.rest):
            if (found := self.plain(text)) is not None:
                return found
        return self._paragraph(passage.rest) if "\n" in passage.rest else None

    def opening(self, heard: Heard) -> Outcome:
        """The only paragraph of a reply that ranks all options."""
        found = [said for part in heard.text.split("\n\n")[:60] if isinstance(said := self._paragraph(part), Said)]
        found += (
            []
            if found
            else [said for line in heard.text.split("\n")[:200] if isinstance(said := self.plain(line), Said)]
        )
        if not found:
            return None
        return found[0] if all(said.value == found[0].value for said in found) else Doubt("two orders are given")

    def concluded(self, text: str) -> Outcome:
        """The order after `Therefore`."""
        return self.plain(text.split("\n", 1)[0])

    def _paragraph(self, text: str) -> Outcome:
        """A paragraph that is a ranking, perhaps after a line that announces it."""
        if len(text) > _LONGEST:
            return None
        text = text.strip().split("\n\n", 1)[0]
        found = self._order(text)
        if isinstance(found, Said) or "\n" not in text:
            return found
        head, rest = text.split("\n", 1)
        below = self._order(rest)
        if isinstance(below, Said) and _WORST_FIRST.search(head):
            return _reversed(below)
        return below if isinstance(below, Said) else found

    def _order(self, text: str) -> Outcome:
        backwards = False
        text = text.strip()
        if head := _BEST_FIRST.match(text):
            backwards = _WORST_FIRST.search(head[0]) is not None
            text = text[head.end() :].strip()
        text = text.strip("[](){}. ")
        letters = [name for name in self.options.names if len(name) == 1]
        if len(letters) == len(self.options.names) == len(text) and set(text) == set(letters):
            parts: list[str] = list(text)
            return self._checked([self._one(part) for part in parts])
        for place, separator in enumerate(_SEPARATORS):
            parts = [part for part in separator.split(text) if part.strip()]
            if len(parts) < 2 and len(self.options.names) > 1 and place == 0:
                parts = [part for part in _INLINE.split(text) if part.strip(" ,;")]
            if len(parts) < 2:
                continue
            ordered = self._ordered(parts)
            if ordered is None:
                continue
            found = self._checked(ordered)
            turned = (place == _BACKWARDS) != backwards
            return _reversed(found) if turned and isinstance(found, Said) else found
        return None

    def _ordered(self, parts: Sequence[str]) -> list[str] | None:
        """The options that parts name, in the order of their numbers if they are numbered; None if one names none."""
        names: list[str] = []
        places: list[int] = []
        for part in parts[:200]:
            rest = part
            numbered = _NUMBERED.match(part)
            if numbered is not None and not any(name.isdigit() for name in self.options.names):
                places.append(int(numbered["place"]))
                rest = part[numbered.end() :]
            elif bullet := _BULLET.match(part):
                rest = part[bullet.end() :]
            name = self._one(rest)
            if name is None:
                return None
            names.append(name)
        if places and len(places) == len(names) and sorted(places) == list(range(1, len(names) + 1)):
            return [name for _, name in sorted(zip(places, names, strict=True))]
        return None if places and len(places) != len(names) else names

    def _one(self, text: str) -> str | None:
        """The option that a part of a ranking names: `B`, `Option B`, `B) red`, `red`."""
        text = text.strip(" \t.,;")
        found = self.options.plain(text)
        if found is None:
            found = self.options.begun(text, cued=True)
        if isinstance(found, Said) and isinstance(found.value, tuple) and len(found.value) == 1:
            return found.value[0]
        return None

    def _checked(self, names: Sequence[str | None]) -> Outcome:
        if any(name is None for name in names):
            return None
        ordered = tuple(name for name in names if name is not None)
        if len(set(ordered)) < len(ordered):
            return Doubt("an option is ranked twice")
        if len(ordered) < len(self.options.names):
            missing = [name for name in self.options.names if name not in ordered]
            return Doubt(f"not ranked: {', '.join(missing)}")
        return Said(ordered, "the order")


def _reversed(said: Said) -> Said:
    return Said(said.value[::-1], "the order, which was given worst first") if isinstance(said.value, tuple) else said
