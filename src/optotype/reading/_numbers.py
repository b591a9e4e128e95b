"""Numbers and ranges as people write them, in digits and in words, in English and in Russian."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from optotype.reading._patterns import pattern
from optotype.records import Range

MOST = 200
"""With more numbers than this, a text states none."""
LONGEST = 2_000
"""A text longer than this is not a short one: no number is read out of it as a whole."""

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)

_ONES = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12,
    "ноль": 0, "нуль": 0, "нуля": 0, "один": 1, "одна": 1, "одно": 1, "одного": 1, "одной": 1, "одну": 1,
    "два": 2, "две": 2, "двух": 2, "три": 3, "трех": 3, "четыре": 4, "четырех": 4, "пять": 5, "пяти": 5,
    "шесть": 6, "шести": 6, "семь": 7, "семи": 7, "восемь": 8, "восьми": 8, "девять": 9, "девяти": 9,
    "десять": 10, "десяти": 10, "одиннадцать": 11, "одиннадцати": 11, "двенадцать": 12, "двенадцати": 12,
    "тринадцать": 13, "тринадцати": 13, "четырнадцать": 14, "четырнадцати": 14, "пятнадцать": 15,
    "пятнадцати": 15, "шестнадцать": 16, "шестнадцати": 16, "семнадцать": 17, "семнадцати": 17,
    "восемнадцать": 18, "восемнадцати": 18, "девятнадцать": 19, "девятнадцати": 19, "двадцать": 20,
    "двадцати": 20, "тридцать": 30, "тридцати": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50,
    "пятидесяти": 50, "шестьдесят": 60, "шестидесяти": 60, "семьдесят": 70, "семидесяти": 70,
    "восемьдесят": 80, "восьмидесяти": 80, "девяносто": 90, "девяноста": 90, "двумя": 2, "тремя": 3, "четырьмя": 4,
    "пятью": 5, "шестью": 6, "восемью": 8, "девятью": 9, "десятью": 10, "двадцатью": 20, "тридцатью": 30,
}  # fmt: skip
_HUNDREDS = {
    "сто": 100, "ста": 100, "двести": 200, "двухсот": 200, "триста": 300, "трехсот": 300, "четыреста": 400,
    "четырехсот": 400, "пятьсот": 500, "пятисот": 500, "шестьсот": 600, "шестисот": 600, "семьсот": 700,
    "семисот": 700, "восемьсот": 800, "восьмисот": 800, "девятьсот": 900, "девятисот": 900,
}  # fmt: skip
_SCALES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "тысяча": 1e3, "тысячи": 1e3, "тысяч": 1e3, "тысячу": 1e3, "миллион": 1e6, "миллиона": 1e6, "миллионов": 1e6,
    "миллиард": 1e9, "миллиарда": 1e9, "миллиардов": 1e9, "триллион": 1e12, "триллиона": 1e12, "триллионов": 1e12,
}  # fmt: skip
_PARTS = {
    "half": 1 / 2, "halves": 1 / 2, "third": 1 / 3, "thirds": 1 / 3, "quarter": 1 / 4, "quarters": 1 / 4,
    "fourth": 1 / 4, "fourths": 1 / 4, "fifth": 1 / 5, "fifths": 1 / 5, "eighth": 1 / 8, "eighths": 1 / 8,
    "tenth": 1 / 10, "tenths": 1 / 10, "hundredth": 1 / 100, "hundredths": 1 / 100,
    "треть": 1 / 3, "трети": 1 / 3, "третьих": 1 / 3, "четверть": 1 / 4, "четверти": 1 / 4, "четвертых": 1 / 4,
    "пятых": 1 / 5, "десятая": 1 / 10, "десятых": 1 / 10, "сотая": 1 / 100, "сотых": 1 / 100, "тысячных": 1 / 1000,
}  # fmt: skip
_ALONE = {"half": 0.5, "половина": 0.5, "половину": 0.5, "половины": 0.5, "полтора": 1.5, "полторы": 1.5}
_WORDS = {*_ONES, *_HUNDREDS, *_SCALES, *_PARTS, *_ALONE, "hundred", "hundreds"}
_LINKS = {"and", "a", "с", "целых", "целая", "целые", "point", "половиной", "и"}
_PRONOUNS = {"one", "один", "одна", "одно", "одного", "одной", "одну"}
_NO_NUMBER = re.compile(
    r"\b(?:(?:the|this|that)\s+(?:\w{1,20}\s+){0,2}|(?:which|no|any|every|each|another|some|other|ни)\s+)$"
)
_NO_NUMBER_AFTER = re.compile(
    r"\s*(?:of\b|is\b|on\b|with\b|that\b|which\b|who\b|in\b|at\b|from\b|can\b|must\b|has\b|another\b|из\b|и\s+т[оа]т?\b)"
)
_WORD = re.compile(r"[^\W\d_]+")

_VULGAR = {
    "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5, "⅖": 2 / 5, "⅗": 3 / 5, "⅘": 4 / 5,
    "⅙": 1 / 6, "⅚": 5 / 6, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8,
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")

_DIGITS = re.compile(
    rf"""
    (?P<minus>\b(?:minus|negative|минус)\s+)?
    (?P<sign>(?<![\w%)\]])[-−–+](?=[$€£₽¥]?\.?\d))?
    [$€£₽¥]?\s?
    (?: (?P<body> (?<![\w@])\d{{1,3}}(?:[ '’]\d{{3}}(?!\d))++(?:[.,]\d+(?![\d.,]*\d))?
                | (?<![\w@])\d[\d.,]*+
                | (?<![\w.])\.\d+ )
      | (?P<vulgar>[{"".join(_VULGAR)}]) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ANY_DIGIT = re.compile(rf"[\d{''.join(_VULGAR)}]")
_NAMED = re.compile(r"[^\W\d][-–_]$")
_POWER = re.compile(r"e([-+−]?\d{1,4})(?!\w)", re.IGNORECASE)
_TEN = re.compile(
    r"\s?(?:[×xх*·⋅∙]|times)\s?10\s?(?:(?:\^|\*\*)\s?[{(]?\s?([-−+]?\d{1,4})\s?[)}]?|([⁻⁺]?[⁰¹²³⁴-⁹]{1,4}))"
)
_OF_TEN = re.compile(r"(?:\^|\*\*)\s?[{(]?\s?([-−+]?\d{1,4})\s?[)}]?|([⁻⁺]?[⁰¹²³⁴-⁹]{1,4})")
_BELOW = re.compile(r"\s?[/⁄]\s?(\d{1,9})(?![\d/⁄]|[.,]\d|\s?/)")
_MIXED = re.compile(r"[\s-](\d{1,3})[/⁄](\d{1,3})(?![\d/⁄]|[.,]\d)")
_PIECE = re.compile(rf"\s?([{''.join(_VULGAR)}])")
_SCALE = re.compile(
    r"(?P<short>[kKкКMB]|bn)(?![\w'’])"
    r"|\s?(?P<long>(?i:thousand|million|billion|trillion|mln|bn|тыс|млн|млрд|тысяч[аиу]?|миллион(?:а|ов)?"
    r"|миллиард(?:а|ов)?))(?!\w)\.?"
)
_SHORT = {"k": 1e3, "к": 1e3, "тыс": 1e3, "m": 1e6, "mln": 1e6, "млн": 1e6, "b": 1e9, "bn": 1e9, "млрд": 1e9}
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\s?cent\b|процент\w{0,3})", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?!\w)|-?(?:й|я|е|го|му|ый|ая|ое|ой|ом|х)(?!\w)", re.IGNORECASE)
_MORE = pattern(
    r"\s?\+(?!\s?/?[-\d])",
    r" (?:or|and) (?:more|less|fewer|above|higher|below|over|under)\b",
    r" (?:или|и) (?:более|больше|менее|меньше|выше|ниже)\b",
)

_ABOUT = (
    r"(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.?|some|exactly|precisely|just|~|≈|=|:"
    r"|примерно|приблизительно|около|почти|порядка|ровно|где-то)"
)
_BOUND = pattern(
    r"(?:[<>≤≥]=?|\b(?:(?:more|less|greater|fewer|higher|lower|larger|smaller|bigger) than|over|under|above|below"
    r"|beyond|exceed(?:s|ing)?|at least|at most|up to|(?:not|no) more than|minimum of|maximum of|больше|более|меньше"
    r"|менее|свыше|выше|ниже|не (?:более|менее|больше|меньше)(?: чем)?|чем|минимум|максимум))"
    rf"\s*(?:{_ABOUT}\s*)?$"
)
_DENIED = pattern(
    r"(?:\bnot|n't|\bnever|\brather than|\binstead of|\bexcept|\bне|\bвместо|\bкроме) "
    rf"(?:(?:equal to|the|a) )?(?:{_ABOUT}\s*)?$"
)
_PLACE = pattern(
    r"\b(?:fig(?:ure)?s?\.?|tab(?:le)?s?\.?|eq(?:uation)?\.?|section|sec\.|chapter|page|p\.|step|panel|row|column"
    r"|col\.?|line|layer|bin|epoch|node|question|item|example|option|choice|grade|рис\.?|рисун\w{1,3}|табл\.?"
    r"|таблиц\w{1,2}|шаг\w{0,2}|строк\w{1,2}|столб\w{1,4}|вопрос\w{0,2}|пункт\w{0,2}|№|no\.?|#)"
    r"\s?(?:no\.?\s?|№\s?|#\s?)?\(?$"
)
_UNIT = r"(?:\s?(?:%|°\s?[CFСcf]?|[^\W\d_]{1,14}\.?)){0,2}"
_TO = re.compile(
    rf"(?P<unit>{_UNIT})\s?(?:(?P<dash>-|–|—|−)|~|\.\.\.?|…|\bto\b|\buntil\b|\bthrough\b|\bдо\b|\bпо\b)\s?"
    rf"(?:{_ABOUT}\s?)?[$€£₽¥]?\s?",
    re.IGNORECASE,
)
_AND = re.compile(rf"{_UNIT}\s?(?:\band\b|\bи\b|,|-|–|&)\s?(?:{_ABOUT}\s?)?[$€£₽¥]?\s?", re.IGNORECASE)
_BETWEEN = pattern(
    r"\b(?:between|между|в промежутке|in the (?:range|interval)(?: of| from)?"
    r"|(?:range|interval|диапазон\w*|интервал\w*)(?: of| from|:)?)"
    rf"\s*[\[(]?\s*(?:{_ABOUT}\s*)?$"
)
_CHANGE = pattern(
    r"\b(?:rose|ris(?:e[sn]?|ing)|fell|fall\w*|grew|grow\w*|went|go(?:es)?|increas\w+|decreas\w+|drop\w*|doubl\w+"
    r"|chang\w+|climb\w*|declin\w+|improv\w+|вырос\w*|раст[её]т|упал\w*|увелич\w+|уменьш\w+|измен\w+)\b"
    r"[^.]{0,20}\b(?:from|от|с)\s*$"
)
_MARGIN = re.compile(rf"{_UNIT}\s?(?:±|\+/-|\+-)\s?", re.IGNORECASE)
_SUM = re.compile(r"[\d\s.,+\-−–×*x·/÷()^%$]*$")
_SUMMED = re.compile(r"\d\s*%?\s*[+\-−–×*x·/÷^]\s*[($]*\d|^\s*\d[\d\s.,%$]*$")
_EQUALS = re.compile(r"[=≈]")


@dataclass(frozen=True)
class Figure:
    """A number in a text."""

    value: float | Range
    start: int
    end: int
    percent: bool = False
    bound: bool = False
    """Is it a bound (`more than 5`) and not the number itself?"""
    place: bool = False
    """Does it say where to look (`Figure 4`) rather than how much?"""
    broken: bool = False
    """Is it part of something that is no number: a date, a ratio, a version?"""
    scale: float = 1.0


def number(text: str, *, russian: bool | None = None) -> float | Range | None:
    """The number or the range that a short text states; None if it states none, or several that differ.

    Units and words around it do not matter: `about 12.5 %` is 12.5, `1,234` is 1234, `from 0.25 to 0.30` is a range. A
    bound is no number: `more than 5` gives None.

    Args:
        text: A few words, or a sentence.
        russian: Is `1,234` a decimal fraction? By default it is one where the text has Russian letters.
    """
    if len(text) > LONGEST:
        return None
    return only(figures(text, russian=russian))


def only(found: list[Figure]) -> float | Range | None:
    """The value on which all figures agree; those that only say where to look count if there are no others."""
    said = [figure for figure in found if not figure.place] or found
    if any(figure.broken for figure in said):
        return None
    said = [figure for figure in said if not figure.bound]
    if not said:
        return None
    first = said[0]
    return first.value if all(_same(first, other) for other in said[1:]) else None


def _same(one: Figure, other: Figure) -> bool:
    if isinstance(one.value, Range) or isinstance(other.value, Range):
        return one.value == other.value
    first, second = one.value, other.value
    if one.percent != other.percent:
        # "0.25 (25%)" says one thing twice
        first, second = (first if one.percent else first * 100), (second if other.percent else second * 100)
        return math.isclose(first, second, rel_tol=1e-9) or one.value == other.value
    return math.isclose(first, second, rel_tol=1e-12)


def figures(text: str, *, russian: bool | None = None) -> list[Figure]:
    """All numbers and ranges of a text, in order; `3 + 4 = 7` is 7."""
    if russian is None:
        russian = _CYRILLIC.search(text) is not None
    text = text.replace("İ", "I")
    low = text.lower().replace("ё", "е")
    matches = list(islice(_DIGITS.finditer(low), MOST + 1)) if _ANY_DIGIT.search(low) else []
    if len(matches) > MOST:
        # a table or a listing: nobody states a number so
        return [Figure(0.0, match.start(), match.end(), broken=True) for match in matches]
    singles = [figure for match in matches if (figure := _figure(text, low, match, russian=russian))]
    singles = sorted(singles + _in_words(low), key=lambda figure: figure.start)
    apart = [figure for place, figure in enumerate(singles) if not place or figure.start >= singles[place - 1].end]
    return _after_sums(low, _joined(low, apart))


def _figure(text: str, low: str, match: re.Match[str], *, russian: bool) -> Figure | None:
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    if match["vulgar"]:
        value, end = _VULGAR[match["vulgar"]], match.end()
    else:
        body = match["body"].rstrip(".,")
        end = match.end() - len(match["body"]) + len(body)
        read = _plain(body, russian=russian)
        if read is None:
            return Figure(0.0, start, end, broken=True)
        value = read
        if match["sign"] is None and _NAMED.search(low, max(0, start - 2), start):
            # GPT-3 and top-5 are names
            return None
        value, end = _continued(low, body, value, end)
    if _ORDINAL.match(low, end):
        return None
    scale = 1.0
    if found := _SCALE.match(text, end):
        word = (found["short"] or found["long"]).lower()
        scale = _SHORT.get(word) or _SCALES[word]
        end = found.end()
    value *= scale
    percent = _PERCENT.match(low, end)
    if percent:
        end = percent.end()
    if match["minus"] or (match["sign"] and match["sign"] in "-−–"):
        value = -value
    return _placed(low, Figure(value + 0.0, start, end, percent=percent is not None, scale=scale))


def _continued(low: str, body: str, value: float, end: int) -> tuple[float, int]:
    """The number with what may follow its digits: an exponent, a fraction."""
    if found := _POWER.match(low, end) or _TEN.match(low, end):
        power = next(part for part in found.groups() if part)
        return _raised(value, power), found.end()
    if body == "10" and (found := _OF_TEN.match(low, end)):
        power = next(part for part in found.groups() if part)
        return _raised(1.0, power), found.end()
    if body.isdigit():
        if (found := _BELOW.match(low, end)) and int(found[1]):
            return value / int(found[1]), found.end()
        if (found := _MIXED.match(low, end)) and int(found[2]):
            return value + int(found[1]) / int(found[2]), found.end()
        if found := _PIECE.match(low, end):
            return value + _VULGAR[found[1]], found.end()
    return value, end


def _raised(value: float, power: str) -> float:
    return (
        float(f"{value!r}e{int(power.translate(_RAISED))}")
        if "e" not in repr(value)
        else value * 10.0 ** max(-300, min(300, int(power.translate(_RAISED))))
    )


_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
_DECIMAL = re.compile(r"\d*[.,]?\d+")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}")


def _plain(body: str, *, russian: bool) -> float | None:
    """The number that digits, commas and points write; None if they write none: `1.2.3`, `12.05.2020`."""
    body = body.replace(" ", "").replace("'", "").replace("’", "")
    if len(body) > 400:
        return None
    if _GROUPS.fullmatch(body) and not (russian and _ONE_GROUP.fullmatch(body)) and not body.startswith("0"):
        return float(body.replace(",", ""))
    if _DOTTED.fullmatch(body):
        return float(body.replace(".", "").replace(",", "."))
    if _DECIMAL.fullmatch(body):
        value = float(body.replace(",", "."))
        return value if math.isfinite(value) else None
    return None


def _placed(low: str, figure: Figure) -> Figure | None:
    """The figure with what the words around it say about it; None if they deny it."""
    before = low[max(0, figure.start - 40) : figure.start]
    if before:
        if _BOUND.search(before):
            return replace(figure, bound=True)
        if _DENIED.search(before):
            return None
        if _PLACE.search(before):
            return replace(figure, place=True)
    if not math.isfinite(figure.value if isinstance(figure.value, float) else 0.0):
        return replace(figure, value=0.0, broken=True)
    return replace(figure, bound=True) if _MORE.match(low, figure.end) else figure


def _in_words(low: str) -> list[Figure]:
    found: list[Figure] = []
    run: list[re.Match[str]] = []
    if _WORDS.isdisjoint(_WORD.findall(low)):
        return found
    for word in _WORD.finditer(low):
        said = word[0]
        known = said in _WORDS or (said in _LINKS and bool(run))
        if run and (not known or low[run[-1].end() : word.start()].strip(" -‑")):
            found += _spelled(low, run)
            run = []
        if known and (run or said in _WORDS):
            run.append(word)
    if run:
        found += _spelled(low, run)
    return found


def _spelled(low: str, run: list[re.Match[str]]) -> list[Figure]:
    while run and run[-1][0] in _LINKS and run[-1][0] != "половиной":
        run = run[:-1]
    words = tuple(word[0] for word in run)
    if not words:
        return []
    start, end = run[0].start(), run[-1].end()
    if len(words) == 1:
        if words[0] in _PRONOUNS and (
            _NO_NUMBER.search(low, max(0, start - 50), start) or _NO_NUMBER_AFTER.match(low, end)
        ):
            return []
        if (
            words[0] in _PARTS
            and words[0] not in _ALONE
            and not re.search(r"\b(?:a|an)\s+$", low[max(0, start - 4) : start])
        ):
            # "the third bar" counts nothing
            return []
    # "two and three" are two numbers
    for place, word in enumerate(words):
        if word in ("and", "и") and not _one_number(words, place):
            return _spelled(low, run[:place]) + _spelled(low, run[place + 1 :])
    value = _worth(words)
    if value is None:
        return []
    percent = _PERCENT.match(low, end)
    before = re.search(r"\b(?:minus|negative|минус)\s+$", low[max(0, start - 12) : start])
    value = -value if before else value
    figure = Figure(
        value + 0.0,
        before.start() + max(0, start - 12) if before else start,
        percent.end() if percent else end,
        percent=percent is not None,
    )
    placed = _placed(low, figure)
    return [] if placed is None else [placed]


def _one_number(words: tuple[str, ...], place: int) -> bool:
    """Does `and` join parts of one number: `one hundred and five`, `two and a half`?"""
    if place + 1 >= len(words):
        return False
    if words[place + 1] == "a":
        return True
    return (
        words[place] == "and" and (words[place - 1] in ("hundred", "thousand", "million")) and words[place + 1] in _ONES
    )


@lru_cache(4096)
def _worth(words: tuple[str, ...]) -> float | None:
    """The number that words spell; None if they spell none, or several in a row."""
    total, group, last = 0.0, 0.0, math.inf
    fresh = True
    for place, word in enumerate(words):
        if word == "point":
            digits = [_ONES.get(one) for one in words[place + 1 :]]
            if not digits or any(digit is None or digit > 9 for digit in digits):
                return None
            return float(f"{total + group:.0f}." + "".join(str(digit) for digit in digits))
        if word in ("целых", "целая", "целые"):
            rest = words[place + 1 :]
            if rest and rest[0] in ("и",):
                rest = rest[1:]
            if len(rest) < 2 or rest[-1] not in _PARTS:
                return None
            part = _worth(rest[:-1])
            return None if part is None else total + group + part * _PARTS[rest[-1]]
        if word in ("and", "a", "с", "и"):
            continue
        if word == "половиной" or (word == "half" and not fresh):
            return total + group + 0.5
        if word in _ALONE:
            return _ALONE[word] if len(words) == 1 else None
        if word in _PARTS:
            if place != len(words) - 1:
                return None
            return (total + group or 1) * _PARTS[word]
        if word in ("hundred", "hundreds"):
            group = (group or 1) * 100
            last = 100.0
        elif word in _SCALES:
            total += (group or 1) * _SCALES[word]
            group, last = 0.0, math.inf
        elif word in _HUNDREDS:
            if group or last <= 100:
                return None
            group, last = float(_HUNDREDS[word]), 100.0
        else:
            value = _ONES[word]
            if word == "dozen":
                group = (group or 1) * 12
                continue
            size = 10.0 if value >= 20 else 1.0
            # "twenty one" is one number, "one two" are two
            if (last <= size) or (last == 10.0 and value >= 10):
                return None
            group, last = group + value, size
        fresh = False
    return total + group


def _joined(low: str, singles: list[Figure]) -> list[Figure]:
    """The figures, with two that make a range taken together."""
    found: list[Figure] = []
    place = 0
    while place < len(singles):
        one = singles[place]
        other = singles[place + 1] if place + 1 < len(singles) else None
        range_ = None if other is None else _range(low, one, other)
        if range_ is not None:
            after = singles[place + 2] if place + 2 < len(singles) else None
            if after is not None and low[range_.end : after.start] in ("-", "–", "/", ".", ":"):
                # a date or a telephone number
                range_ = replace(range_, broken=True)
            found.append(range_)
            place += 2
            continue
        if other is not None and low[one.end : other.start] in (":", "/"):
            # a ratio or a time
            one = replace(one, broken=True)
            singles[place + 1] = replace(other, broken=True)
        found.append(one)
        place += 1
    return found


def _range(low: str, one: Figure, other: Figure) -> Figure | None:
    if isinstance(one.value, Range) or isinstance(other.value, Range) or one.broken or other.broken:
        return None
    gap = low[one.end : other.start]
    if len(gap) > 60:
        return None
    first, second = one.value, other.value
    percent = one.percent or other.percent
    if _MARGIN.fullmatch(gap) and second >= 0:
        return Figure(Range(low=first - second, high=first + second), one.start, other.end, percent)
    if other.scale != 1 and one.scale == 1 and abs(first) < 1000:
        # "5-10 million"
        first *= other.scale
    before = low[max(0, one.start - 50) : one.start]
    between = _BETWEEN.search(before) is not None
    if between and (_AND.fullmatch(gap) or _TO.fullmatch(gap)):
        return Figure(Range(low=min(first, second), high=max(first, second)), one.start, other.end, percent)
    if first < second and (to := _TO.fullmatch(gap)) and not one.place and not _CHANGE.search(before):
        unit = to["unit"].strip()
        if to["dash"] and unit.isalpha() and not low[other.end :].lstrip().startswith(unit):
            # "in 2015 - 120 million"
            return None
        return Figure(Range(low=first, high=second), one.start, other.end, percent, bound=one.bound)
    return None


def _after_sums(low: str, found: list[Figure]) -> list[Figure]:
    """What is left when a sum has been worked out: of `3 + 4 = 7`, the 7."""
    if len(found) < 2 or not _EQUALS.search(low):
        return found
    start = 0
    for sign in _EQUALS.finditer(low):
        left = low[start : sign.start()]
        sum_ = _SUM.search(left)
        worked_out = any(figure.start >= sign.end() for figure in found)
        if sum_ and worked_out and _SUMMED.search(sum_[0]):
            begin = start + sum_.start()
            found = [figure for figure in found if not begin <= figure.start < sign.end()]
        start = sign.end()
    return found
