"""Whether a reply says yes or no."""

from __future__ import annotations

import re

from optotype.reading import _states
from optotype.reading._conclusions import Passage
from optotype.reading._patterns import pattern
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._text import Heard, normal, sentences, tidy

_YES = "yes|yeah|yep|yup|true|correct|affirmative|да|верно|правда|истина|правильно"
_NO = "no|nope|nah|false|incorrect|untrue|negative|нет|неверно|неправда|ложь|неправильно"
_WORDS = {
    **dict.fromkeys((*_YES.split("|"), "y", "right", "t", "1 (yes)"), True),
    **dict.fromkeys((*_NO.split("|"), "n", "wrong", "f", "не верно", "не так"), False),
}

_SURELY = r"(?:absolutely|definitely|certainly|of course|indeed|clearly|конечно|безусловно|разумеется|определ[её]нно)"
_FIRST = pattern(
    r"\W{0,6}(?:(?:based|according|judging|looking|from|in|as|given|on|судя|на|по|согласно)\b[^.!?\n]{1,80}?, )?"
    rf"(?:well, |so,? |{_SURELY},? (?:(?P<not>not|нет|не)|(?=yes|no\b|да\b|нет\b))?)?"
    rf"(?:(?P<yes>{_YES})|(?P<no>{_NO})"
    r"|(?P<nay>not (?:really|quite|exactly|at all|true|correct|right)|не (?:верно|так|совсем))"
    r"|(?P<aye>not (?:false|incorrect|wrong)))\b",
    flags=re.IGNORECASE,
)
_SURE_ONLY = pattern(rf"\W{{0,4}}(?:{_SURELY}|sure)(?P<not> (?:not|нет))?\s*(?:[.,!]|$)", flags=re.IGNORECASE)
_STOP = re.compile(r"\s*(?:$|\n|[,;:!)\]\"'”*]|\.(?!\s?\d)|[-–—]+\s|\()")
_GOES_ON = pattern(
    r" (?:because|since|as|it|the|there|this|that|these|those|they|its|he|she|i|we|based|according|for|while|although"
    r"|though|but|given|due|in|at|so|потому|так|поскольку|это|он|она|оно|на|в|по)\b",
    flags=re.IGNORECASE,
)
_BOTH = pattern(r"\s*(?:/|and|or|,?\s*и|или|as well as)\s*(?:yes|no|да|нет)\b", flags=re.IGNORECASE)
_TURN = pattern(rf",\s*(?:(?P<yes>{_YES})|{_NO})\s*(?:[.,!]|$)", flags=re.IGNORECASE)
_VERDICT = pattern(
    r"\b(?:statement|claim|assertion|hypothesis|proposition|sentence|premise) "
    r"(?:is|appears(?: to be)?|seems(?: to be)?|would be)(?P<not> not|n't)? (?:\w+ly )?"
    r"(?:(?P<yes>true|correct|right|accurate|valid|supported)"
    r"|(?P<no>false|incorrect|wrong|inaccurate|invalid|untrue|unsupported))\b",
    r"\b(?:утверждение|высказывание|тезис) (?:является )?(?P<не>не )?"
    r"(?:(?P<да>верн|правильн|истинн)|(?P<нет>неверн|неправильн|ложн))",
    flags=re.IGNORECASE,
)
_SHORT_VERDICT = pattern(
    r"(?:that|this|it)(?:'s|’s| is| would be)(?P<not> not|n't)? (?:\w+ly )?"
    r"(?:(?P<yes>true|correct|right|so)|(?P<no>false|incorrect|wrong|untrue))\W*",
    r"это (?P<не>не )?(?:(?P<да>верно|правда|так)|(?P<нет>неверно|неправда|ложь))\W*",
    flags=re.IGNORECASE,
)


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
    if len(text) > 24:
        return None
    found = _WORDS.get(normal(text))
    return True if found is None and (sure := _SURE_ONLY.fullmatch(text)) and sure["not"] is None else found


def _first(text: str, *, strict: bool) -> bool | Doubt | None:
    """What a sentence begins with. Strictly, a stop must follow the word: `No other line` says nothing."""
    found = _FIRST.match(text)
    if found is None:
        sure = _SURE_ONLY.match(text)
        # "Certainly! Let me have a look" answers nothing
        return False if sure is not None and sure["not"] is not None else None
    if _BOTH.match(text, found.end()):
        return Doubt("yes and no at once")
    if not _STOP.match(text, found.end()) and (strict or not _GOES_ON.match(text, found.end())):
        return None
    said = (found["yes"] or found["aye"]) is not None
    said = not said if found["not"] and found["yes"] else said
    if (turn := _TURN.match(text, found.end())) and (turn["yes"] is not None) != said:
        return Doubt("yes and no at once")
    return said


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
