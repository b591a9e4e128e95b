"""Which options a reply chooses: by letter, by words, by place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from optotype.reading import _states
from optotype.reading._conclusions import Passage
from optotype.reading._numbers import number
from optotype.reading._patterns import pattern
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._text import Heard, flat, normal, sentences, tidy
from optotype.records import Option, Range, State

_LONGEST_LIST = 400
_LONGEST_TEXT = 2_000
_OFTEN = 40

_LATIN, _CYRILLIC = "ABCEHKMOPTXY", "АВСЕНКМОРТХУ"
_ALIKE = {**dict(zip(_LATIN, _CYRILLIC, strict=True)), **dict(zip(_CYRILLIC, _LATIN, strict=True))}
_WORDLIKE = frozenset("AIaiАВСКОУИЯавскоуия")
"""Letters that are words too: `A red line`, `В таблице`."""

_SPLIT = re.compile(r"[\s,;:/&+|.()\[\]<>\"'«»“”‘’!*]+")
_BULLET = re.compile(r"^[ \t]*(?:[-*•·]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_FILLERS = {
    "and", "и", "option", "options", "choice", "choices", "letter", "letters", "both", "also", "вариант", "варианты",
    "буква", "буквы",
}  # fmt: skip
_LETTERS = frozenset("ABCDEFGH")

_OPTION = (
    r"(?:options?|choices?|answers?|letters?|variants?|вариант\w{0,3}|ответ\w{0,2}|букв\w{1,2}"
    r"|(?:one|option|line|bar)\s+(?:labell?ed|marked))"
)
_PICTURE = (
    r"(?:pictures?|images?|figures?|photos?|panels?|abstracts?|diagrams?|icons?|shapes?|картин\w{2,3}|рисун\w{2,3}"
    r"|изображени\w{1,2})"
)
_START = re.compile(
    rf"""\s*(?P<noun>(?:the\s+)?(?:{_OPTION}|{_PICTURE})\s{{0,3}}:?\s{{0,3}})?
    (?P<open>[(\["'“«<{{]{{0,3}})(?P<label>[A-Za-zА-Яа-яЁё]{{1,2}}|\d{{1,2}})(?P<close>[)\]"'”»>}}]{{0,3}})(?![\w'’]|-\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_NEXT = re.compile(
    rf"""\s{{0,3}}(?P<link>(?:[,;/&+]\s{{0,3}}(?:(?:and|or|и|или)\s)?|(?:and|or|и|или|as\s+well\s+as)\s))\s{{0,3}}
    (?:also\s+)?(?:{_OPTION}\s+)?[(\["'“]{{0,2}}(?P<label>[A-Za-zА-Яа-яЁё]|\d{{1,2}})[)\]"'”]{{0,2}}(?![\w'’]|-\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_OR = re.compile(
    r"\s{0,3}[(,;]?\s{0,3}(?:or|или|(?:(?:and|и)\s+)?(?:maybe|perhaps|possibly|возможно))\s+(?:\w{1,20}\s+){0,2}?[(\"'“]{0,2}(?P<label>[A-Za-zА-Яа-я])(?![\w'’])",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\s*(?:$|[.,;:)\]!/&+\n(–—-]|and\b|or\b|и\b|или\b|are\b|is\b|because\b|since\b|as\b)")
_EXPLAINS = pattern(
    r"\s*(?:$|\n|[.:)\]](?!\d)|[,;!]|[-–—=]\s|\("
    r"|\s(?:because|since|as|for|due|given|based|which|where|but not|not|так как|потому|поскольку|ведь)\b)"
)
_CLOSED = r"\s*[)\]:\"'”»-]{0,2}\s*"
_WELL = (
    r"(?:(?:to be|both|all|clearly|definitely|also|obviously|indeed|therefore|thus|likely|most|only|much|far"
    r"|slightly) )"
)
_REJECTED = pattern(
    rf"{_CLOSED}(?:(?:\w+ ){{0,2}}?(?:is|are|was|were|seems?|looks?) {_WELL}?"
    r"(?:incorrect|wrong|false|untrue|invalid|excluded|eliminated|ruled out|out\b"
    r"|not (?:the |a )?(?:correct|right|true|answer|best|valid|better))"
    r"|(?:isn't|aren't|isn’t|aren’t) (?:the )?(?:correct|right|true|answer|best|better)"
    r"|can be (?:excluded|eliminated|ruled out)|(?:is|are) worse|loses"
    r"|(?:-|—|–)?\s*не\s*(?:верн|прав|подход|явля)|исключ)",
    flags=re.IGNORECASE,
)
_DOUBTFUL = pattern(
    rf"{_CLOSED}(?:\w+ ){{0,2}}?"
    r"(?:(?:is|are|was|were|does|do|did|has|have|can|could|would|should)\s*(?:not\b|n't|n’t)|cannot\b|never\b|не )",
    flags=re.IGNORECASE,
)
_AFFIRMED = pattern(
    rf"{_CLOSED}(?:(?:(?:line|bar|one) )?(?:is|are|was|were|seems?|appears?|looks?|would be|must be) "
    rf"(?:{_WELL}|the |a ){{0,4}}(?:correct|right|true|best|better|answers?|winners?|preferred|preferable|superior)\b"
    r"|wins\b|(?:-|—|–|это)?\s*(?:верн|правильн|лучш)|подход[ия]т)",
    flags=re.IGNORECASE,
)
_DENIED = pattern(
    r"(?:\bnot(?! only)|n't|\bno|\bnever|\bneither|\bnor|\bwithout|\bexcept(?: for)?"
    r"|\b(?:all|any|anything|everything) but|\brather than|\binstead of"
    r"|\bunlike|\bthan|\bcompared (?:to|with)|\bversus|\bvs\.?|\bне|\bни|\bвместо|\bкроме|\bчем|\bбез"
    r"|\bв отличие от) (?:(?:a|an|the|really|in|on|for|being|to|be|that of|option|options|choice|line|bar|вариант"
    rf"|{_PICTURE}) ){{0,3}}[\"'(\[]{{0,2}}$",
    flags=re.IGNORECASE,
)
_MARKED = re.compile(
    rf"""(?: \b(?P<noun>{_OPTION})\s+ | \b(?P<picture>{_PICTURE}|labell?ed|marked)\s+ )?
    (?P<open>[(\["“«']{{0,2}})(?P<label>(?<![\w'’.-])[A-Za-zА-Яа-яЁё])(?P<close>[)\]"”»']{{0,2}})(?![\w'’]|-\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_PART_OF_FIGURE = pattern(
    r"(?:fig(?:ure)?s?|plots?|graphs?|panels?|sub-?(?:figures?|plots?)|parts?|labell?ed|trees?|charts?|tables?"
    r"|images?|pictures?|eq(?:uation)?s?|рис\w*|график\w*)\.?\s*$",
    flags=re.IGNORECASE,
)
_ANCHORED = re.compile(r"[ \t]*(?:[-*•]\s)?[ \t]*[(\[]?(?P<label>[A-Za-z]|\d{1,2})[)\].:](?=\s|$)\s*(?P<text>[^\n]*)")

_INLINE = re.compile(r"(?:^|(?<=[\s,;(]))(?P<label>[A-Z])(?P<mark>[).:])(?=\s)")
_VERDICT = pattern(
    r"(?P<false>✗|✘|❌|✖|(?:[-–—:(]|^)\s*(?:incorrect|false|no|wrong|not correct|неверно|неправильно|нет)\b"
    r"|\bis (?:incorrect|false|wrong|not (?:correct|true|right)))",
    r"(?P<right>✓|✔|✅|(?:[-–—:(]|^)\s*(?:correct|true|yes|right|верно|правильно|да)\b|\bis (?:correct|true|right))",
    flags=re.IGNORECASE,
)

_PLACES = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "перв": 1, "втор": 2, "трет": 3, "четверт": 4, "пят": 5, "шест": 6, "седьм": 7, "восьм": 8,
}  # fmt: skip
_LAST = ("last", "final", "последн")
_ORDINAL = (
    r"(?P<place>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\d{1,2}(?:st|nd|rd|th)"
    r"|(?:перв|втор|четв[её]рт|пят|шест|седьм|восьм|последн)(?:ый|ая|ое|ой|ую|ий|яя|ее|юю|ого)|трет(?:ий|ья|ье|ью|ьего))"
)
_COUNTED = (
    r"(?:one|(?:option|choice|answer|alternative|item|image|picture|figure|photo|panel|icon|shape|diagram|abstract)s?"
    r"|вариант\w{0,2}|ответ\w?|картин\w{2}|изображени\w{1,2}|рисун\w{2,3})"
)
_ORDINAL_ALONE = pattern(rf"(?:the |it is the |it's the )?{_ORDINAL}(?: {_COUNTED})?")
_ORDINAL_IN = pattern(rf"\b{_ORDINAL} {_COUNTED}\b")
_NUMBER = r"(?:number|no\.?|nr\.?|#|№|номер)"
_CARDINAL_ALONE = pattern(
    rf"(?:the )?(?:{_OPTION}|{_PICTURE}|{_NUMBER})\s*(?:{_NUMBER}\s*)?(?P<place>\d{{1,2}})",
)
_CARDINAL_IN = pattern(
    rf"\b(?:options?|choices?|вариант\w{{0,3}}|(?P<picture>{_PICTURE})) (?:{_NUMBER}\s*)?"
    r"(?P<place>\d{1,2})(?![\w.,]*\d)"
)
_SIDE = pattern(
    r"\b(?P<side>left|right|лев(?:ый|ая|ое|ую)|прав(?:ый|ая|ое|ую))(?:-hand|hand)?"
    rf"(?: (?P<noun>{_COUNTED}|side|side one))?\b"
)
_SIDE_ALONE = pattern(rf"(?:the |on the )?(?P<side>left|right|лев\w\w|прав\w\w)(?: (?:{_COUNTED}|side))?")
_VERSUS = re.compile(r"([A-Z])\s{0,3}([<>])\s{0,3}([A-Z])\.?")
_OF_THEM = (
    r"(?: (?:of|the|these|them|above|listed|given|three|four|five|options|choices|answers|statements|is|are|correct"
    r"|true|right|either))*"
)
_OF_THEM_RU = (
    r"(?: (?:из|них|вариант\w*|ответ\w*|перечисленн\w+|вышеперечисленн\w+|утверждени\w+|верны|верен|правильны|не"
    r"|подходит))*"
)
_ALL = pattern(rf"(?:all|both|every one){_OF_THEM}", rf"(?:все|оба|обе|верны все){_OF_THEM_RU}")
_NONE = pattern(
    rf"(?:none|neither|no option|nothing){_OF_THEM}",
    rf"(?:ни один|ни одна|ни одно|ничего|нет (?:верного|правильного)){_OF_THEM_RU}",
)
_BUT = re.compile(
    r"(?:not|не|neither|ни)\b(?:[^.!?\n]{1,80}?(?:\b(?:but(?:\s+rather)?|rather|а)\b|;)\s*|.*)",
    re.IGNORECASE | re.DOTALL,
)
_ONLY_NOT = "it says only what the answer is not"
_COMMAS = re.compile(r"\s*(?:[,;\n]|\band\b|\bи\b)\s*", re.IGNORECASE)
_TOO_COMMON = {
    "yes", "no", "true", "false", "none", "both", "all", "neither", "either", "not", "and", "or", "a", "an", "the",
    "in", "on", "of", "it", "is", "at", "to", "by", "i", "да", "нет", "и", "не", "в", "на", "с", "а",
}  # fmt: skip
_HALF_A_NUMBER = re.compile(r"\d[.,]$")


@lru_cache(1024)
def tokens(names: tuple[str, ...]) -> dict[str, str]:
    """What each label may be written as: itself, its small letter, its double in the other alphabet."""
    known = {name: name for name in names}
    for written in (list(names), [_ALIKE.get(name, name) for name in names]):
        for name, form in zip(names, written, strict=True):
            known.setdefault(form, name)
            known.setdefault(form.lower(), name)
    return known


def labels(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """The labels that a text names, in its order, each once; None if it names none, or one that does not exist.

    The text is nothing but labels (`A, C`, `A and C`, `ABD`, `(b)`, `A:C`), or begins with them (`B) red`, `A and C
    because ...`).
    """
    known = tokens(tuple(names))
    text = tidy(text[:_LONGEST_TEXT])
    found = _listed(text, known) or _begins(text, known, cued=True)
    return found.labels if isinstance(found, _Begun) else found if isinstance(found, tuple) else None


def _listed(text: str, known: Mapping[str, str]) -> tuple[str, ...] | Doubt | None:
    """The labels of a text that consists of nothing else."""
    if len(text) > _LONGEST_LIST:
        return None
    found: list[str] = []
    strange = ""
    cases: set[bool] = set()
    if "\n" in text and not any(name.isdigit() for name in known):
        text = _BULLET.sub("", text)
    for token in _SPLIT.split(text):
        if not token:
            continue
        if token in known:
            found.append(known[token])
            cases.add(token.islower())
        elif token.lower() in _FILLERS:
            continue
        elif len(token) > 1 and (token.isupper() or _rising(token)) and all(letter in known for letter in token):
            found += [known[letter] for letter in token]
        elif token.isupper() and set(token) <= _LETTERS and len(token) <= 6:
            strange = next(letter for letter in token if letter not in known)
        else:
            return None
    if strange:
        return Doubt(f"{strange} is not among the options {', '.join(dict.fromkeys(known.values()))}")
    if len(cases) > 1 and len(set(found)) > 1:
        return None
    return tuple(dict.fromkeys(found)) or None


def _rising(token: str) -> bool:
    """Small letters in the order of the alphabet: `bcd` is a list, `bad` is a word."""
    return token.islower() and len(token) <= 6 and all(one < two for one, two in pairwise(token))


@dataclass(frozen=True)
class _Begun:
    labels: tuple[str, ...]
    after: str
    marked: bool
    """Was the label written as one: `B)`, `option B`?"""


def _begins(text: str, known: Mapping[str, str], *, cued: bool) -> _Begun | Doubt | None:
    """The labels with which a text begins.

    Args:
        text: Any text.
        known: See `tokens`.
        cued: Was an answer announced just before? Then `B The red line` is B as well.
    """
    found = _START.match(text)
    if found is None or found["label"] not in known:
        return None
    token, after = found["label"], text[found.end() :]
    names = [known[token]]
    closed = found["close"][:1] in (")", "]", ">", "}") and found["close"] != ""
    marked = found["noun"] is not None or closed or after.lstrip()[:1] in (".", ":", ")", "(", "-", "–", "—")
    if found["noun"] is not None and token.islower() and token in _WORDLIKE and not _ENDS.match(after):
        # "answer a question"
        return None
    place = found.end()
    while more := _NEXT.match(text, place):
        label = more["label"]
        if label not in known or label.islower() != token.islower():
            break
        if label in _WORDLIKE and not _ENDS.match(text, more.end()):
            break
        if re.search(r"\bor\b|\bили\b", more["link"], re.IGNORECASE):
            return Doubt(f"either {names[-1]} or {known[label]}")
        names.append(known[label])
        place = more.end()
    after = text[place:]
    if len(names) > 1 and len(set(names)) > 1 and _EXPLAINS.match(after) is None and not cued:
        return None
    if not cued and not closed and len(names) == 1 and not _EXPLAINS.match(after):
        # "Option A looks good, and so does B"
        return None
    if not marked and len(names) == 1 and not _EXPLAINS.match(after):
        if not cued or token in _WORDLIKE or token.islower() or not after.startswith(" "):
            return None
    elif token.islower() and not marked and len(names) == 1 and after.strip(" .!"):
        # "a, then b" may be anything
        return None
    if _REJECTED.match(after):
        return None
    if (other := _OR.match(after)) and other["label"] in known:
        return Doubt(f"either {names[-1]} or {known[other['label']]}")
    return _Begun(tuple(dict.fromkeys(names)), after, marked)


def option(text: str, options: Sequence[Option]) -> str | None:
    """The label of the only option whose words a text states; None if there is none, or several.

    The words may be the whole text, or stand in it. A longer text wins over one that is part of it, and what is denied
    does not count: `not red` and `higher than red` do not choose red.
    """
    reader = Options(tuple(options))
    text = text[:_LONGEST_TEXT]
    found = reader.exactly(text)
    if found is not None:
        return found
    said, doubtful, _ = reader.mentioned(flat(tidy(text)))
    return said[0] if len(said) == 1 and not doubtful else None


@dataclass
class Options(Reader):
    """Reads choices: of one option or of several, and preferences."""

    options: tuple[Option, ...]
    shown: tuple[str, ...] | None = None
    """The order in which the options were shown."""
    several: bool = False
    sides: bool = False
    """Do `left` and `right` name the options?"""
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.names = tuple(option.label for option in self.options)

    @cached_property
    def means(self) -> dict[str, str]:
        """By the label shown, the item's own."""
        return dict(zip(self.names, self.shown or self.names, strict=True))

    @cached_property
    def known(self) -> dict[str, str]:
        """By what is written, the label shown."""
        return tokens(self.names)

    @cached_property
    def texts(self) -> list[tuple[str, str]]:
        """The normal text and own label of each option that no other shares its text with, the longest first."""
        found = [(normal(tidy(option.text)), option.label) for option in self.options if option.text is not None]
        if len({text for text, _ in found}) < len(found):
            often = Counter(text for text, _ in found)
            found = [(text, label) for text, label in found if often[text] == 1]
        return sorted(found, key=lambda pair: len(pair[0]), reverse=True)

    @cached_property
    def _longest(self) -> int:
        return max(len(option.text or "") for option in self.options)

    @cached_property
    def pictured(self) -> bool:
        """Are options pictures?"""
        return any(option.picture is not None for option in self.options)

    @cached_property
    def _numbers(self) -> dict[str, float | Range | None]:
        values = {label: number(text) for text, label in self.texts}
        return values if len(values) == len(self.options) and None not in values.values() else {}

    # --- what readers are asked

    def plain(self, text: str) -> Outcome:
        """Labels alone, an option's words alone, or `the second one`."""
        letter = text.strip(" .()[]:!?")
        if letter in self.known:
            return Said((self.means[self.known[letter]],), "the letter alone")
        if (label := self.exactly(text)) is not None:
            return Said((label,), "the words of an option")
        if self.sides and (pair := _VERSUS.fullmatch(text)) and {pair[1], pair[3]} == set(self.names):
            return Said((self.means[pair[1] if pair[2] == ">" else pair[3]],), "the better letter")
        found = _listed(text, self.known)
        if isinstance(found, Doubt):
            return found
        if found is not None:
            return self._chosen(
                [self.means[name] for name in found], "the letter" if len(found) == 1 else "the letters"
            )
        if len(text) > 120:
            return None
        words = normal(text)
        return self._by_place(words) or self._all_or_none(words) or self._by_number(text) or self._by_words(text)

    def column(self, text: str) -> Outcome:
        """Where several may be right, the labels with which a text begins, if there are at least two of them."""
        found: list[str] = []
        for line in filter(str.strip, text.split("\n", 60)[:60] if self.several else ()):
            letter = line.strip(" \t.,;:()[]-*•")
            if letter not in self.known:
                break
            found.append(self.means[self.known[letter]])
        return self._chosen(found, "the lines") if len(set(found)) > 1 else None

    def stated(self, passage: Passage) -> Outcome:
        """Labels or words at the beginning of the passage, or else the only ones in it."""
        if passage.from_json and isinstance(passage.data, list):
            return self._from_list(passage.data)
        if passage.from_json and isinstance(passage.data, bool):
            said = ("yes", "true", "correct") if passage.data else ("no", "false", "incorrect")
            return next((found for word in said if (found := self.plain(word)) is not None), None)
        line = led(passage.line)
        if (found := self.plain(line)) is not None:
            return found
        if "\n" in passage.rest:
            whole = _listed(passage.rest, self.known)
            if isinstance(whole, tuple):
                return self._chosen([self.means[name] for name in whole], "the letters")
            if (found := self._lined(passage.rest)) is not None:
                return found
        if (found := self.begun(line, cued=True)) is not None or (found := self._words_first(line)) is not None:
            return found
        if turned := _BUT.match(line):
            rest = line[turned.end() :]
            return self.stated(Passage(rest, rest, passage.how)) if rest else Doubt(_ONLY_NOT)
        return self._picked(sentences(line)[:1], bare=True)

    def opening(self, heard: Heard) -> Outcome:
        """A label or an option's words, then an explanation."""
        lines = {found["label"].upper() for line in heard.text.split("\n", 60)[:60] if (found := _ANCHORED.match(line))}
        if len(lines & {name.upper() for name in self.known}) > 1:
            return self._lined(heard.text) if self.several else None
        text = led(heard.text)
        if (turned := _BUT.match(text)) and (rest := text[turned.end() :]):
            return self.stated(Passage(rest.split("\n", 1)[0], rest, "after 'but'"))
        return self.begun(text, cued=False) or self._words_first(text[:400])

    def concluded(self, text: str) -> Outcome:
        """The only option that a sentence names, or those that it calls right."""
        parts = sentences(text)[:1]
        return (self.plain(led(parts[0])) if parts else None) or self._picked(parts)

    def loose(self, heard: Heard) -> Outcome:
        """The options that a reply calls right, or the only one that it names."""
        told = [sentence for sentence in heard.sentences if not sentence.endswith("?")]
        if len(told) == 1:
            return self._picked(told)
        if (found := self._lined(heard.text)) is not None and self.several:
            return found
        affirmed = list(dict.fromkeys(label for sentence in told for label in self._affirmed(sentence)))
        if affirmed:
            return self._chosen(affirmed, "called right")
        bold = [words for words in heard.bold if self.plain(words) is not None]
        if len(set(bold)) == 1:
            return self.plain(bold[0])
        found = self._picked(told)
        if self.several and isinstance(found, Said) and isinstance(found.value, tuple) and len(found.value) > 1:
            return Doubt(f"several options are named and none is concluded: {', '.join(found.value)}")
        return found

    def meant(self, state: State) -> Outcome:
        """The only option that says the same as the state."""
        saying = [option.label for option in self.options if option.text and _states.state(option.text) is state]
        return Said((saying[0],), "the option that says so") if len(saying) == 1 else None

    # --- by words

    def exactly(self, text: str) -> str | None:
        """The only option whose text a text is."""
        if len(text) > 2 * self._longest + 40:
            return None
        words = normal(text)
        return next((label for said, label in self.texts if said == words), None)

    def mentioned(self, words: str) -> tuple[list[str], list[str], bool]:
        """The options whose texts stand in a text: those said, those in doubt, and whether any was denied."""
        said: list[str] = []
        doubtful: list[str] = []
        denied = False
        taken: list[tuple[int, int]] = []
        for text, label in self.texts:
            if text in _TOO_COMMON or not any(map(str.isalnum, text)) or (len(text) < 2 and not text.isdigit()):
                continue
            for start in _occurrences(words, text):
                end = start + len(text)
                if any(start < high and end > low for low, high in taken):
                    continue
                taken.append((start, end))
                if _DENIED.search(words, max(0, start - 60), start) or _REJECTED.match(words, end):
                    denied = True
                elif _DOUBTFUL.match(words, end):
                    doubtful.append(label)
                else:
                    said.append(label)
        return list(dict.fromkeys(said)), [label for label in dict.fromkeys(doubtful) if label not in said], denied

    def _words_first(self, text: str) -> Outcome:
        """An option's words at the beginning, then a stop: `Red, because ...`."""
        if self.several:
            return None
        words = flat(text)
        words = words[4:] if words.startswith("the ") else words
        for said, label in self.texts:
            if (
                said
                and words.startswith(said)
                and re.match(r"\s*(?:$|[,.;:!)(]\s|[,.;:!)]$|\s-\s|\s(?:because|since|as)\b)", words[len(said) :])
            ):
                if _REJECTED.match(words, len(said)):
                    return None
                return Said((label,), "the words of an option")
        return None

    def _by_words(self, text: str) -> Outcome:
        """The words of several options, one after the other: `red, blue and green`."""
        parts = [part for part in _COMMAS.split(text) if part.strip()] if self.several else []
        found = [self.exactly(part) for part in parts]
        return self._chosen([label for label in found if label], "the words") if found and None not in found else None

    def _by_number(self, text: str) -> Outcome:
        value = number(text) if len(text) <= 60 else None
        if value is None or not self._numbers:
            return None
        found = [label for label, said in self._numbers.items() if said == value]
        return Said((found[0],), "the number of an option") if len(found) == 1 else None

    # --- by letter

    def begun(self, text: str, *, cued: bool) -> Outcome:
        """The labels with which a text begins; see `_begins`."""
        found = _begins(text, self.known, cued=cued)
        if found is None and cued and (start := _START.match(text)) and start["label"] in self.known:
            # "B the red line": the words confirm the letter
            own = self.means[self.known[start["label"]]]
            return Said((own,), "the letter") if self.exactly(text[start.end() :]) == own else None
        if found is None or isinstance(found, Doubt):
            return found
        chosen = [self.means[name] for name in found.labels]
        if self.several and len(chosen) == 1 and len(inline := self._in_line(text.split("\n", 1)[0])) > 1:
            return self._chosen(inline, "the letters")
        if len(chosen) == 1 and found.marked:
            other = self.exactly(found.after.split("\n", 1)[0].lstrip(" .:)-(").rstrip(" )"))
            if other is not None and other != chosen[0]:
                return Doubt(f"the letter says {chosen[0]}, the words say {other}")
        return self._chosen(chosen, "the letter" if len(chosen) == 1 else "the letters")

    def _in_line(self, line: str) -> list[str]:
        """Options listed on one line: `A) red and C) green`. After a colon, the words must be the option's."""
        own = {label: text for text, label in self.texts}
        found: list[str] = []
        for match in _INLINE.finditer(line):
            if match["label"] in self.known:
                label = self.means[self.known[match["label"]]]
                if match["mark"] == ")" or (own.get(label) and normal(line[match.end() :]).startswith(own[label])):
                    found.append(label)
        return found

    def _lined(self, text: str) -> Outcome:
        """Options listed one to a line; with a verdict on each, those called right."""
        right: list[str] = []
        wrong: list[str] = []
        listed: list[str] = []
        for line in text.split("\n")[:60]:
            found = _ANCHORED.match(line)
            if found is None or found["label"] not in self.known:
                if line.strip() and listed:
                    break
                continue
            label = self.means[self.known[found["label"]]]
            verdict = _VERDICT.search(found["text"])
            (listed if verdict is None else wrong if verdict["false"] else right).append(label)
        if right or wrong:
            if not listed and right:
                return self._chosen(right, "called right")
            return None
        if len(set(listed)) < 2 or len(set(listed)) == len(self.options):
            # all options once more are no answer
            return None
        return self._chosen(listed, "the lines")

    def _marked(self, sentence: str) -> Iterator[tuple[str, int, int]]:
        """Labels that are written as labels in a sentence, with where they start and end."""
        for found in _MARKED.finditer(sentence):
            token = found["label"]
            if token not in self.known:
                continue
            noun = found["noun"] or (found["picture"] if self.pictured else None)
            bracketed = found["open"][:1] in ("(", "[") and found["close"][:1] in (")", "]")
            quoted = found["open"][:1] in ('"', "“", "«", "'") and found["close"] != ""
            if not (noun or bracketed or quoted) or (token.islower() and not noun):
                continue
            if (
                token in _WORDLIKE
                and not bracketed
                and not _ENDS.match(sentence, found.end())
                and (token.islower() or not sentence[found.end() :].lstrip()[:1].islower())
            ):
                continue
            if bracketed and not noun and not self.pictured and _PART_OF_FIGURE.search(sentence[: found.start()][-20:]):
                continue
            yield self.means[self.known[token]], found.start(), found.end()
            place = found.end()
            while noun and (more := _NEXT.match(sentence, place)) and more["label"] in self.known:
                if more["label"] in _WORDLIKE and not _ENDS.match(sentence, more.end()):
                    break
                yield self.means[self.known[more["label"]]], found.start(), more.end()
                place = more.end()

    def _affirmed(self, sentence: str) -> list[str]:
        """Labels that a sentence calls right: `Option B is correct`, `A and C are correct`."""
        found: list[str] = []
        if not _AFFIRMING.search(sentence):
            return found
        for label, start, end in (*self._marked(sentence), *self._bare(sentence)):
            if _AFFIRMED.match(sentence, end) and not _DENIED.search(sentence, max(0, start - 60), start):
                found += [label, *self._joined_to(sentence, start)]
        return found

    def _bare(self, sentence: str) -> Iterator[tuple[str, int, int]]:
        for found in _BARE.finditer(sentence):
            if found[1] in self.known:
                yield self.means[self.known[found[1]]], found.start(), found.end()

    def _joined_to(self, sentence: str, end: int) -> list[str]:
        """The labels before `and C` in `A, B and C are correct`."""
        found = _LIST_BEFORE.search(sentence, max(0, end - 60), end)
        return (
            [self.means[self.known[token]] for token in re.findall(r"[A-Z]", found[0]) if token in self.known]
            if found
            else []
        )

    # --- by place

    def _by_place(self, words: str) -> Outcome:
        if self.sides and (found := _SIDE_ALONE.fullmatch(words)):
            return self._at(_side(found["side"]))
        if (place := self._place_alone(words)) is not None:
            return self._at(place)
        first, *others = [part for part in _COMMAS.split(words.removeprefix("both ")) if part] or [""]
        counted = _CARDINAL_ALONE.fullmatch(first) is not None  # `options 1 and 3`
        places = [self._place_alone(first)]
        places += [int(part) if counted and part.isdecimal() else self._place_alone(part) for part in others]
        named = [place for place in places if place is not None]
        if not others or len(named) < len(places):
            return None
        strange = next((place for place in named if not self._is_there(place)), None)
        if strange is not None:
            return self._at(strange)
        return self._chosen([self.means[self.names[place - 1]] for place in named], "their places")

    def _place_alone(self, words: str) -> int | None:
        """The place that is named, where nothing else is: `the second one`, `option 2`."""
        found = _ORDINAL_ALONE.fullmatch(words)
        if found is None and not any(name.isdigit() for name in self.names):
            found = _CARDINAL_ALONE.fullmatch(words)
        return None if found is None else _place(found["place"], len(self.names))

    def _is_there(self, place: int) -> bool:
        return 1 <= place <= len(self.names)

    def _at(self, place: int) -> Outcome:
        if not self._is_there(place):
            return Doubt(f"there are {len(self.names)} options, and number {place} was named")
        return Said((self.means[self.names[place - 1]],), f"number {place} of the options")

    def _all_or_none(self, words: str) -> Outcome:
        for saying, chosen, said in ((_ALL, self.names, "all"), (_NONE, (), "none")):
            if saying.fullmatch(words):
                own = [label for text, label in self.texts if saying.fullmatch(text)]
                if len(own) == 1:
                    return Said((own[0],), "the option that says so")
                return (
                    self._chosen(list(chosen), f"{said} of them") if self.several else Doubt(f"{said} of the options")
                )
        return None

    # --- together

    def _picked(self, told: list[str], *, bare: bool = False) -> Outcome:
        """The options that sentences name and do not deny; a letter alone counts where an answer was announced."""
        said: list[str] = []
        doubtful: list[str] = []
        denied = False
        for sentence in told:
            affirmed = self._affirmed(sentence)
            if affirmed and len(told) == 1:
                return self._chosen(affirmed, "called right")
            letters = [found for found in self._bare(sentence) if _alone(sentence, *found[1:])] if bare else ()
            for label, start, end in (*self._marked(sentence), *letters):
                if _DENIED.search(sentence, max(0, start - 60), start) or _REJECTED.match(sentence, end):
                    denied = True
                elif _DOUBTFUL.match(sentence, end):
                    doubtful.append(label)
                else:
                    said.append(label)
            words = flat(sentence)
            said += self._places_in(words)
            if self.texts:
                named, unsure, refused = self.mentioned(words)
                said, doubtful, denied = said + named, doubtful + unsure, denied or refused
        said = list(dict.fromkeys(said))
        doubtful = [label for label in doubtful if label not in said]
        if doubtful:
            return Doubt(f"something is denied about {', '.join(dict.fromkeys(doubtful))}")
        if not said:
            return Doubt(_ONLY_NOT) if denied else None
        return self._chosen(said, "the only option named" if len(said) == 1 else "the options named")

    def _places_in(self, words: str) -> list[str]:
        found: list[str] = []
        for naming in (_ORDINAL_IN, *(() if any(name.isdigit() for name in self.names) else (_CARDINAL_IN,))):
            for match in naming.finditer(words):
                if "picture" in naming.groupindex and match["picture"] and not self.pictured:
                    continue
                place = _place(match["place"], len(self.names))
                if self._is_there(place) and not _DENIED.search(words, max(0, match.start() - 60), match.start()):
                    found.append(self.means[self.names[place - 1]])
        if self.sides:
            found += [
                self.means[self.names[_side(match["side"]) - 1]]
                for match in _SIDE.finditer(words)
                if (match["noun"] or _AFFIRMED.match(words, match.end()))
                and not _DENIED.search(words, max(0, match.start() - 60), match.start())
                and len(self.names) == 2
            ]
        return found

    def _from_list(self, values: Sequence[object]) -> Outcome:
        chosen: list[str] = []
        for value in values:
            found = self.plain(str(value).strip()) or self.begun(str(value).strip(), cued=True)
            if not isinstance(found, Said) or not isinstance(found.value, tuple):
                return Doubt(f"{str(value)[:40]!r} is none of the options")
            chosen += found.value
        return self._chosen(chosen, "the letters") if chosen or self.several else None

    def _chosen(self, own: Sequence[str], how: str) -> Outcome:
        names = set(own)
        if len(names) != 1 and not self.several:
            return Doubt(f"one option is to be chosen, and {', '.join(sorted(names)) or 'none'} is named")
        return Said(tuple(name for name in self.names if name in names), how)


_AFFIRMING = re.compile(
    r"correct|right|true|best|better|answer|winner|wins|prefer|superior|верн|прав|лучш|подход", re.IGNORECASE
)
_BARE = re.compile(r"(?<![\w'’.-])([A-ZАВСЕКМНОРТХУ])(?![\w'’]|[.-]\w)")
_LIST_BEFORE = re.compile(r"(?:\b[A-Z]\s*(?:,|and|&|/)\s*(?:and\s+)?(?:options?\s+)?)+$")


def _alone(sentence: str, start: int, end: int) -> bool:
    """Can a letter in a sentence be nothing but a label?"""
    return sentence[start] not in _WORDLIKE or _ENDS.match(sentence, end) is not None


def _side(word: str) -> int:
    return 1 if word.startswith(("left", "лев")) else 2


def _place(word: str, count: int) -> int:
    if word[0].isdigit():
        return int("".join(filter(str.isdigit, word)))
    if word.startswith(_LAST):
        return count
    return next(place for start, place in _PLACES.items() if word.startswith(start))


def _occurrences(words: str, text: str) -> Iterator[int]:
    """Where a text stands in another, not as part of a longer word or number."""
    place = words.find(text)
    for _ in range(_OFTEN):
        if place < 0:
            return
        end = place + len(text)
        before, after = words[place - 1 : place], words[end : end + 2]
        inside = (before.isalnum() and text[0].isalnum()) or (after[:1].isalnum() and text[-1].isalnum())
        if text[0].isdigit() and (_HALF_A_NUMBER.search(words, max(0, place - 2), place) or before == "-"):
            inside = True
        if text[-1].isdigit() and (after[:1] == "%" or (after[:1] in (".", ",") and after[1:].isdigit())):
            inside = True
        if not inside:
            yield place
        place = words.find(text, end)
