"""Words, in English and Russian: what rules know about language without a model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from optotype.stems import STOP

_FLAT = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "ё": "е"}
)
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_NUMBER = re.compile(r"(?<![\w.,])[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,15})?(?![\w]|[.,]\d)")
_LATIN, _CYRILLIC = re.compile(r"[A-Za-z]"), re.compile(r"[А-Яа-яЁё]")


def words_of(text: str) -> frozenset[str]:
    """The words that a text lists."""
    return frozenset(text.split())


ABOUT_FIGURES = words_of(
    """
    figure figures fig image picture plot plots chart charts graph graphs diagram panel panels subfigure
    sub-figure subplot line lines curve curves bar bars axis axes x-axis y-axis x y legend label labels labeled
    labelled value values shown show shows represent represents represented representing depict depicted depicts
    indicate indicates following option answer color colour colors colours approximately approximate number
    percentage table row rows column columns cell рисунок рисунке рисунка график графике графика диаграмма
    диаграмме таблица таблице таблицы строка строке столбец столбце ось оси линия линии кривая значение значения
    показатель показано изображено число количество
    """
)
"""Words that any question about a figure may use."""

BASIC_COLOURS = words_of(
    """
    red green blue yellow orange purple pink brown black white gray grey violet cyan magenta красный зеленый синий
    голубой желтый оранжевый фиолетовый розовый коричневый черный белый серый пурпурный
    """
)
"""The standard names of colours; light and dark may stand before them."""

EXOTIC_COLOURS = words_of(
    """
    teal turquoise maroon crimson scarlet burgundy vermilion cerise fuchsia mauve lilac lavender indigo navy azure
    cerulean cobalt aquamarine aqua mint lime olive khaki chartreuse emerald jade beige ecru taupe tan ochre ocher
    sepia umber sienna salmon coral peach apricot amber mustard ivory charcoal periwinkle puce plum amaranth
    bronze copper бирюзовый бордовый малиновый алый багровый сиреневый лиловый лавандовый лазурный кобальтовый
    мятный салатовый оливковый хаки изумрудный бежевый охристый терракотовый коралловый персиковый абрикосовый
    янтарный горчичный индиго фуксия ультрамариновый вишневый
    """
)
"""Names of colours that not everybody means the same by."""

_RUSSIAN_ENDINGS = sorted(
    words_of(
        """
    иями ями ами иях ях ах ией ием ого его ому ему ыми ими ые ие ых их ый ий ой ая яя ое ее ую юю ым им ом ем ев
    ов ей ью ия ья ии и ы ь а я о е у ю ешь ет ют ит ат ят ут ть ться ется ются лся лась лось лись ла ло ли
        """
    ),
    key=lambda ending: (-len(ending), ending),
)


def flat(text: str) -> str:
    """A text in small letters, with one kind of space, quote and dash; `ё` is `е`."""
    return " ".join(text.lower().translate(_FLAT).split())


def words(low: str) -> list[str]:
    """The words of a flat text; numbers are words too."""
    return _WORD.findall(low)


def content(found: Iterable[str]) -> frozenset[str]:
    """The stems of the words that carry meaning."""
    return frozenset(stem(word) for word in found if word not in STOP and word.removesuffix("'s") not in STOP)


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word without its ending, roughly: forms of one word mostly have one stem."""
    if len(word) > 40:
        return word
    word = word.removesuffix("'s")
    if _CYRILLIC.search(word):
        for ending in _RUSSIAN_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word[: -len(ending)]
        return word
    if len(word) <= 3 or not word.isalpha():
        return word
    for ending, other in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + other
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word  # labelled, labels


def russian(text: str) -> bool:
    """Is a text written in Cyrillic letters, for the most part?"""
    some = text[:1000]
    cyrillic = len(_CYRILLIC.findall(some))
    return cyrillic > len(_LATIN.findall(some))


def numbers(text: str) -> list[str]:
    """The numbers of a text as they are written, in figures."""
    return _NUMBER.findall(text[:2000].translate(_FLAT))


@lru_cache(maxsize=20_000)
def colour(word: str) -> str | None:
    """The standard colour that a word names, in whatever form: `красного` is `красный`."""
    return _BASIC.get(word) or _BASIC.get(word.removesuffix("ish")) or _BASIC.get(_colour_stem(word))


@lru_cache(maxsize=20_000)
def exotic_colour(word: str) -> str | None:
    """The colour that a word names and that is no standard one."""
    return _EXOTIC.get(word) or _EXOTIC.get(_colour_stem(word))


def _colour_stem(word: str) -> str:
    return stem(word) if _CYRILLIC.search(word) else word


_BASIC = {form: name for name in sorted(BASIC_COLOURS) for form in {name, _colour_stem(name)}}
_EXOTIC = {form: name for name in sorted(EXOTIC_COLOURS) for form in {name, _colour_stem(name)}}
