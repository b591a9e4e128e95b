"""Whether a reply says yes or no."""

from __future__ import annotations

import re

from optotype.reading import _states
from optotype.reading._conclusions import Passage
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._text import Heard, normal, sentences, tidy

_YES = "yes|yeah|yep|yup|true|correct|affirmative|да|верно|правда|истина|правильно"
_NO = "no|nope|nah|false|incorrect|untrue|negative|нет|неверно|неправда|ложь|неправильно"
_WORDS = {
    **dict.fromkeys((*_YES.split("|"), "y", "right", "t", "1 (yes)"), True),
    **dict.fromkeys((*_NO.split("|"), "n", "wrong", "f", "не верно", "не так"), False),
}

_SURE = (
    r"(?P<sure>(?:absolutely|definitely|certainly|of\s+course|indeed|clearly|конечно|безусловно|разумеется|определ[её]нно)"
    r",?\s+(?:(?P<not>not|нет|не)|(?=yes|no\b|да\b|нет\b))?)"
)
_FIRST = re.compile(
    rf"""\W{{0,6}}(?:(?:based|according|judging|looking|from|in|as|given|on|судя|на|по|согласно)\b[^.!?\n]{{1,80}}?,\s+)?(?:well,\s+|so,?\s+|{_SURE})?
    (?: (?P<yes>{_YES}) | (?P<no>{_NO}) | (?P<nay>not\s+(?:really|quite|exactly|at\s+all|true|correct|right)|не\s+(?:верно|так|совсем))
      | (?P<aye>not\s+(?:false|incorrect|wrong)) )\b""",
    re.VERBOSE | re.IGNORECASE,
)
_SURE_ONLY = re.compile(
    r"\W{0,4}(?:absolutely|definitely|certainly|of\s+course|indeed|sure|конечно|безусловно|разумеется)(?P<not>\s+(?:not|нет))?\s*(?:[.,!]|$)",
    re.IGNORECASE,
)
_STOP = re.compile(r"\s*(?:$|\n|[,;:!)\]\"'”*]|\.(?!\s?\d)|[-–—]+\s|\()")
_GOES_ON = re.compile(
    r"\s+(?:because|since|as|it|the|there|this|that|these|those|they|its|he|she|i|we|based|according|for|while|although|though|but|given|due"
    r"|in|at|so|потому|так|поскольку|это|он|она|оно|на|в|по)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\s*(?:/|and|or|,?\s*и|или|as\s+well\s+as)\s*(?:yes|no|да|нет)\b", re.IGNORECASE)
_VERDICT = re.compile(
    r"""\b(?:(?:the|this|that|given|above)\s+){0,3}(?:statement|claim|assertion|hypothesis|proposition|sentence|premise)\s+
        (?:is|appears(?:\s+to\s+be)?|seems(?:\s+to\s+be)?|would\s+be)(?P<not>\s+not|n't)?\s+(?:\w+ly\s+)?
        (?:(?P<yes>true|correct|right|accurate|valid|supported)|(?P<no>false|incorrect|wrong|inaccurate|invalid|untrue|unsupported))\b
      | \b(?:утверждение|высказывание|тезис)\s+(?:является\s+)?(?P<не>не\s+)?(?:(?P<да>верн|правильн|истинн)|(?P<нет>неверн|неправильн|ложн))""",
    re.VERBOSE | re.IGNORECASE,
)
_SHORT_VERDICT = re.compile(
    r"(?:that|this|it)(?:'s|’s|\s+is|\s+would\s+be)(?P<not>\s+not|n't)?\s+(?:\w+ly\s+)?(?:(?P<yes>true|correct|right|so)|(?P<no>false|incorrect|wrong|untrue))\W*"
    r"|это\s+(?P<не>не\s+)?(?:(?P<да>верно|правда|так)|(?P<нет>неверно|неправда|ложь))\W*",
    re.IGNORECASE,
)
_NOT_SO = re.compile(r"\b(?:not|isn't|false|wrong|incorrect)\b", re.IGNORECASE)


def yes_no(text: str) -> bool | None:
    """True for yes, False for no; None if a text says neither, or both.

    The word stands alone or at the beginning: `Yes.`, `No, because ...`, `True`, `Да`, `Неверно`. A `no` inside a
    sentence is none: `There is no line`.
    """
    text = tidy(text[:2_000])
    found = _plain(text)
    if found is None:
        first = _first(text, strict=False)
        found = first if isinstance(first, bool) else None
    return found


def _plain(text: str) -> bool | None:
    return _WORDS.get(normal(text)) if len(text) <= 24 else None


def _first(text: str, *, strict: bool) -> bool | Doubt | None:
    """What a sentence begins with. Strictly, a stop must follow the word: `No other line` says nothing."""
    found = _FIRST.match(text)
    if found is None:
        sure = _SURE_ONLY.match(text)
        return None if sure is None else sure["not"] is None
    if _BOTH.match(text, found.end()):
        return Doubt("yes and no at once")
    if not _STOP.match(text, found.end()) and (strict or not _GOES_ON.match(text, found.end())):
        return None
    said = (found["yes"] or found["aye"]) is not None
    return not said if found["not"] and found["yes"] else said


def _verdict(found: re.Match[str]) -> bool:
    denied = bool(found["not"] or found["не"])
    return (found["yes"] or found["да"]) is not None if not denied else (found["no"] or found["нет"]) is not None


class YesOrNo(Reader):
    """Reads yes and no."""

    def plain(self, text: str) -> Outcome:
        """The word alone."""
        found = _plain(text)
        return None if found is None else Said(found, "the word alone")

    def stated(self, passage: Passage) -> Outcome:
        """The word that the passage begins with."""
        if passage.from_json and isinstance(passage.data, bool):
            return Said(passage.data, "the value")
        line = led(passage.line)
        if (found := self.plain(line)) is not None:
            return found
        first = _first(line, strict=False)
        if first is None:
            return self._judged(sentences(line)[:1])
        return first if isinstance(first, Doubt) else Said(first, "the word")

    def opening(self, heard: Heard) -> Outcome:
        """The word that the reply, or a sentence of it, begins with; both words in turn are a contradiction."""
        said: dict[bool, str] = {}
        for sentence in heard.sentences[:400]:
            if sentence.endswith("?"):
                continue
            found = _first(led(sentence), strict=True)
            if isinstance(found, Doubt):
                return found
            if found is not None:
                said.setdefault(found, sentence)
        if len(said) > 1:
            return Doubt("it says yes and it says no")
        if not said:
            beginning = heard.sentences[0] if heard.sentences else ""
            first = None if beginning.endswith("?") else _first(beginning, strict=False)
            if not isinstance(first, bool):
                return first
            said[first] = beginning
        value, sentence = next(iter(said.items()))
        if _states.explicit(sentence):
            # "No, this question cannot be answered from the figure"
            return None
        return Said(value, "the word at the beginning")

    def concluded(self, text: str) -> Outcome:
        """The word after `So`, or a verdict on the statement."""
        parts = sentences(led(text))[:1]
        first = _first(parts[0], strict=True) if parts else None
        if isinstance(first, bool):
            return Said(first, "the conclusion")
        return first or self._judged(parts)

    def loose(self, heard: Heard) -> Outcome:
        """A verdict on the statement, wherever it stands."""
        return self._judged(heard.sentences)

    def _judged(self, told: list[str]) -> Outcome:
        said = {_verdict(found) for sentence in told for found in _VERDICT.finditer(sentence)}
        said |= {_verdict(found) for sentence in told if (found := _SHORT_VERDICT.fullmatch(sentence))}
        if len(said) > 1:
            return Doubt("it says true and it says false")
        return Said(said.pop(), "the verdict") if said else None
