"""Where a reply says what its answer is: after `Answer:`, in JSON, in a box, after `So` or `Therefore`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from optotype.reading._patterns import pattern
from optotype.reading._text import Heard

Found = JsonValue
"""What a JSON object gives as its answer."""

NOTHING = object()
"""A JSON object without an answer; None is an answer that was left empty."""

_KEYS = (
    ("finalanswer", "answerfinal", "итоговыйответ"),
    ("answer", "answers", "ответ", "ответы", "правильныйответ", "correctanswer", "correctanswers"),
    # not "options" and "choices": they may be what there was to choose from
    ("choice", "option", "label", "labels", "letter", "selected", "selectedoption", "selectedoptions", "selection"),
    ("correct", "correctoption", "correctoptions", "chosen"),
    ("ranking", "order", "graph", "scenegraph", "preference", "preferred", "winner", "prediction", "result", "value"),
    ("output", "response", "conclusion", "выбор", "вариант", "результат"),
)
_RANK = {key: rank for rank, keys in enumerate(_KEYS) for key in keys}
_THOUGHTS = {"reasoning", "explanation", "rationale", "thought", "thoughts", "analysis", "confidence", "обоснование"}
_MANY = 16
_LATEST = 12
"""How many announcements are looked at, from the last one back."""
_LONGEST = 2_000
_BRACE = re.compile(r"""\{\s{0,20}(?:["'“]|\w{1,30}\s?:)""")

_KEY = r"(?:final[_ ]?answer|correct[_ ]?answer|answer|choice|option|label|letter|prediction|result|value|ответ)"
_FIELD = re.compile(
    rf"""["'“]?\b{_KEY}["'”]?\s{{0,9}}:\s{{0,9}}
    (?: "(?P<double>(?:[^"\\]|\\.)*+)
      | '(?P<single>(?:[^'\\]|\\.)*+)
      | \[(?P<list>[^\]\[]*+)
      | (?P<bare>[^\s,}}\]"'\[][^,}}\n]*+) )""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)

_HINTS = re.compile(
    r"answer|ответ|correct|right |best |chosen|selected|choose|choice|select|pick|go with|opt for|prefer|vote"
    r"|guess|верн|правильн|выбира|выбра|выбор|предпоч|conclusion|result|итог|вывод|option:|final:"
)
_IS = (
    r"(?:is|was|are|were|would\s+be|should\s+be|must\s+be|will\s+be|has\s+to\s+be|can\s+only\s+be"
    r"|(?:appears|seems|happens|turns\s+out)\s+to\s+be|это|будет|является|равен|равно)\b"
)
_LINK = rf"""(?: \s{{0,3}}[:=](?!=) | \s{{0,3}}(?:→|->|=>) | \s[-–—]\s
    | \s{{1,3}}{_IS}(?:[ \t]{{0,3}}(?::|[—–-](?=\s)))? )"""
_NOUN = r"(?:option|choice|one|letter|label|statement|picture|image|figure|вариант\w{0,3}|утверждени\w|буква|выбор)s?"
_CUE = re.compile(
    rf"""
    (?: (?:answer|ответ)(?:s|ы|ом)?(?:\s(?:choice|option|letter)s?)?["'»”)\]*_]{{0,4}}
        (?:\s(?:to|for|на|в)\s[^\n.:?!]{{1,80}}?)?
        (?:,[^\n.:?!,]{{1,40}},)?
        (?: {_LINK} | \]\s | (?P<heading>[ \t:]*\n) )
    | (?:correct|right|best|chosen|selected|(?<!не)правильн\w{{2,3}}|(?<!не)верн\w{{2,3}})\s{_NOUN}{_LINK}
    | (?:choice|selection|pick|guess|preference|vote|выбор){_LINK}
    | (?:choose|select|pick|go\swith|opt\sfor|prefer|vote\sfor|выбираю|выбрала?|выбрал\(а\)|предпочитаю)\b
    | (?:conclusion|result|option|final|итого?|вывод|результат)[*_]{{0,2}}:
    )
    (?:[*_]{{1,3}}(?=\s|$))?[\s:]*""",
    re.VERBOSE,
)
_CHOOSING = ("choose", "select", "pick", "go with", "opt for", "prefer", "vote for", "выбира", "выбрал", "предпоч")
_CHOOSER = re.compile(
    r"\b(?:i|we|i would|i will|i'd|i’d|i'll|i’ll|we would|let's|let’s|would|will|must|я|я бы|мы|бы)\s+(?:also\s+)?$"
)
_LABELLED = ("choice", "selection", "pick", "guess", "preference", "vote", "выбор")
_TITLES = ("conclusion", "result", "option", "final", "итог", "вывод", "результат")
_OWNER = re.compile(r"(?:^|\n|\b(?:my|best|final|the|мой|the final|the best))[\s*_#>-]*$")
_LINE_START = re.compile(r"(?:^|\n)[\s*_#>]*(?:the |my |final |in |итоговый |в |и )*$")
_WRONG = re.compile(r"(?:\bwrong|incorrect|\bnot the(?: correct| right)?|неправильный|неверный|\bno|\ban|\bне)[ \t]+$")

_TURNED = pattern(
    r"\b(?:wait|hold on|hmm|correction|scratch that|on second thought|actually|стоп|погоди|поправка)\b[,:.…!—-]"
)
_SO = pattern(
    r"\b(?:therefore|thus|hence|so|consequently|accordingly|in conclusion|in summary|overall|to sum up|итак|поэтому"
    r"|следовательно|значит|таким образом|стало быть)\b[,:]? (?:it follows that |we conclude that |that )?",
    r"\b(?:(?:that|which) leaves|leaving) (?:us with )?",
    r"\b(?:it is|it's|it’s) (?=[\"'(]?(?:option )?[a-z]\b)",
)


@dataclass(frozen=True)
class Passage:
    """A place where the reply states its answer."""

    line: str
    """From there to the end of the line."""
    rest: str
    """From there to the end of the reply."""
    how: str
    """What announced it."""
    data: Found = None
    """The answer as JSON gave it; the line then says the same in words."""
    from_json: bool = False
    taken_back: bool = False
    """Does this passage correct an earlier one?"""


def passages(heard: Heard) -> Iterator[Passage]:
    """The places that announce an answer, the last one first."""
    found = _objects(heard.text)
    text, low = heard.text, heard.low
    cues: list[tuple[int, int]] = []
    if _HINTS.search(low):
        cues = [cue for cue in _cues(low) if not any(start <= cue[0] < end for start, end, _ in found)]
    if not cues and not found:
        return
    marks: list[tuple[int, Passage | int]] = [(start, end) for start, end in cues]
    marks += [(start, _from_json(value)) for start, _, value in found]
    marks = sorted(marks, key=lambda mark: mark[0], reverse=True)[:_LATEST]
    last, end = marks[0][0], marks[0][1] if isinstance(marks[0][1], int) else found[-1][1]
    if cues and last == cues[-1][0] and (turn := _turn(low, end)) is not None:
        yield _passage(text, turn, turn, taken_back=True)
    for start, mark in marks:
        yield mark if isinstance(mark, Passage) else _passage(text, start, mark)


def _turn(low: str, start: int) -> int | None:
    place = None
    for found in _TURNED.finditer(low, start):
        place = found.end()
    return place


def _passage(text: str, start: int, end: int, *, taken_back: bool = False) -> Passage:
    stop = text.find("\n", end)
    line = text[end : len(text) if stop < 0 else stop][:_LONGEST].strip()
    how = "after a correction" if taken_back else f"after '{' '.join(text[start:end].split())[:40]}'"
    return Passage(line, text[end:].strip(), how, taken_back=taken_back)


def _cues(low: str) -> Iterator[tuple[int, int]]:
    """Where announcements begin and end."""
    place = 0
    while hint := _HINTS.search(low, place):
        start = hint.start()
        place = hint.end()
        cue = _CUE.match(low, start)
        if cue is None:
            continue
        before = low[max(0, start - 40) : start]
        if start and low[start - 1].isalnum():
            continue
        if cue["heading"] is not None and not _LINE_START.search(before):
            continue
        if low.startswith(_CHOOSING, start) and not cue[0].rstrip().endswith((":", "is")):
            if not _CHOOSER.search(before):
                continue
        elif low.startswith(_LABELLED, start):
            if not _OWNER.search(before):
                continue
        elif low.startswith(_TITLES, start) and not _LINE_START.search(before):
            continue
        if _WRONG.search(before):
            continue
        place = cue.end()
        yield start, cue.end()


def consequences(heard: Heard) -> Iterator[str]:
    """The sentences after `So` and `Therefore`, the last one first."""
    low, text = heard.low, heard.text
    ends: list[int] = []
    for found in _SO.finditer(low):
        before = (
            low[: found.start()].rstrip(" *_")
            if found.start() < 4
            else low[found.start() - 3 : found.start()].rstrip(" *_")
        )
        if not before or before[-1] in ".,;:!?\n—–-)":
            ends.append(found.end())
    for end in reversed(ends[-_LATEST:]):
        yield text[end : end + 600]


def _objects(text: str) -> list[tuple[int, int, Found]]:
    """The JSON objects of a text that hold an answer: start, end, answer. One that was cut off reaches to the end."""
    found: list[tuple[int, int, Found]] = []
    if text.startswith("["):
        value, end = _decoded(text, 0)
        if isinstance(value, list) and not text[end:].strip(" \n.`"):
            return [(0, len(text), value)]
    done = 0
    for start in [match.start() for match in _BRACE.finditer(text)][-_MANY:] if "{" in text else ():
        if start < done:
            continue
        value, end = _decoded(text, start)
        if isinstance(value, dict):
            answer = _answer(value)
            if answer is not NOTHING:
                found.append((start, end, cast("Found", answer)))
            done = end
        elif field := _FIELD.search(text, start):
            # a cut off object at the beginning holds all that follows
            done = len(text) if start == 0 else field.end()
            found.append((start, done, _lenient(field)))
    return found


def _decoded(text: str, place: int) -> tuple[JsonValue, int]:
    try:
        return _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None, place


_DECODER = json.JSONDecoder(strict=False)


def _answer(value: dict[str, JsonValue]) -> object:
    if value.get("unanswerable") is True or value.get("answerable") is False:
        return "unanswerable"
    named = [(rank, key) for key in value if (rank := _RANK.get(_key(key))) is not None]
    if named:
        return value[min(named)[1]]
    low, high = (next((value[key] for key in keys if key in value), None) for keys in (("low", "min"), ("high", "max")))
    if low is not None and high is not None:
        return value
    rest = [key for key in value if _key(key) not in _THOUGHTS]
    if len(rest) == 1 and not isinstance(value[rest[0]], bool):
        # {"B": "the red line"}
        return f"{rest[0]}: {in_words(value[rest[0]])}" if len(rest[0]) <= 2 else value[rest[0]]
    return value if rest and all(isinstance(value[key], bool) for key in rest) else NOTHING


def _key(key: str) -> str:
    return "".join(filter(str.isalpha, key.lower()))


def _lenient(field: re.Match[str]) -> Found:
    for kind in ("double", "single"):
        if field[kind] is not None:
            return field[kind].replace('\\"', '"').replace("\\n", "\n")
    if field["list"] is not None:
        return [part.strip().strip("\"'") for part in field["list"].split(",") if part.strip()]
    bare = field["bare"].strip()
    known: dict[str, Found] = {"true": True, "false": False, "null": None, "none": None}
    return known.get(bare.lower(), bare)


def _from_json(value: Found) -> Passage:
    line = in_words(value)
    return Passage(line, line, "in JSON", data=value, from_json=True)


def in_words(value: Found) -> str:
    """What JSON gives as an answer, as one would say it."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(in_words(one) for one in value if not isinstance(one, list | dict))
        case dict():
            chosen = [key for key, said in value.items() if said is True]
            if chosen:
                return ", ".join(chosen)
            low = next((value[key] for key in ("low", "min") if key in value), None)
            high = next((value[key] for key in ("high", "max") if key in value), None)
            return f"{low} to {high}" if isinstance(low, int | float) and isinstance(high, int | float) else ""
        case _:
            return str(value).strip()
