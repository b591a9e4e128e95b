"""Stems: the words of a text without their endings, as the package rouge-score makes them, each word stemmed once.

Porter, An algorithm for suffix stripping (1980), with what NLTK adds to it, whose stems rouge-score takes. To load NLTK
takes longer than most commands, so it is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]+")
_SHORT = 1_000
"""Texts and words up to this length are remembered."""
_ROOT = 6

_SAY_LITTLE = """
    a an the this that these those and or but nor not no yes if then than as at by for from in into of off on onto
    out over per to under up upon via with within without about above across after against along among around
    before behind below beneath beside between beyond down during is are was were be been being am do does did
    done has have had having can could may might must shall should will would what which who whom whose when where
    why how many much it its they them their there here he she his her we our you your i me my one each every all
    any both some more most less least other another same such only own so too very just also s t и или но а не ни
    да нет если то как в во на по за из от до у о об при для с со к ко под над без через между перед после это
    этот эта эти тот та те что какой какая какое какие каков какова сколько кто чей чья где когда почему зачем
    который которая которое которые ли же бы был была было были быть есть является являются он она оно они его ее
    их мы вы я все всех каждый любой оба более менее самый самая самое самые только также
"""

STOP = frozenset(_SAY_LITTLE.split())
"""Words that say little by themselves, in English and Russian."""


def _table(text: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in text.split())


_WHOLE = _table("""
    skies:sky dying:die lying:lie tying:tie innings:inning outings:outing cannings:canning inning:inning outing:outing
    canning:canning news:news howe:howe proceed:proceed exceed:exceed succeed:succeed
""")
"""Words that go as no others do, and their stems."""
_FIRST = _table("sses:ss ies:i ss:ss s:")
_SECOND = _table("""
    ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble entli:ent eli:e ousli:ous ization:ize ation:ate
    ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful
""")
_THIRD = _table("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
_FOURTH = _table("al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ou: ism: ate: iti: ous: ive: ize:")
"""Endings, and what is put in their place; the first that a word has is the one."""


def tokens(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order; only letters a to z and digits are seen.

    >>> tokens("Two dogs, running")
    ('two', 'dog', 'run')
    """
    return _short_tokens(text) if len(text) <= _SHORT else _tokens(text)


def stem(word: str) -> str:
    """The stem of a word in small letters; of a word in other letters than a to z, its first six.

    >>> stem("ranking"), stem("таблицами") == stem("таблица")
    ('rank', True)
    """
    if not word.isascii():
        return word[:_ROOT]
    return _short_stem(word) if len(word) <= _SHORT else _stem(word)


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(found for word in _WORD.findall(text.lower()) if (found := stem(word)))


_short_tokens = lru_cache(maxsize=32_768)(_tokens)


def _stem(word: str) -> str:
    return "".join(_shorten(part) for part in _WORD.findall(word.lower()))


_short_stem = lru_cache(maxsize=131_072)(_stem)


def _shorten(word: str) -> str:
    if len(word) <= 3:  # rouge-score leaves them as they are
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    word = _without_past(_without_plural(word))
    if word.endswith("y") and len(word) > 2 and _letters(word)[-2] == "c":
        word = word[:-1] + "i"
    return _without_e(_fourth(_cut(_second(word), _THIRD, 1)))


def _letters(text: str) -> str:
    """A `c` for each consonant, a `v` for each vowel; `y` is a vowel after a consonant."""
    found = ""
    for letter in text:
        found += "v" if letter in "aeiou" or (letter == "y" and found[-1:] == "c") else "c"
    return found


def _measure(text: str) -> int:
    """How often vowels are followed by consonants: `m` of the paper."""
    return _letters(text).count("vc")


def _is_short(text: str) -> bool:
    """Does it end with a consonant, a vowel and a consonant other than w, x, y? `*o` of the paper; NLTK adds `at`."""
    letters = _letters(text)
    return letters == "vc" or (letters[-3:] == "cvc" and text[-1] not in "wxy")


def _cut(word: str, endings: Mapping[str, str], least: int) -> str:
    """Puts another ending in place of the first that the word has, if what stays has at least this measure."""
    for ending, instead in endings.items():
        if word.endswith(ending):
            stays = word.removesuffix(ending)
            return stays + instead if _measure(stays) >= least else word
    return word


def _without_plural(word: str) -> str:
    return word[:-1] if len(word) == 4 and word.endswith("ies") else _cut(word, _FIRST, 0)


def _without_past(word: str) -> str:
    """Without `ed` and `ing`, and with the `e` that these had taken away."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return _cut(word, {"eed": "ee"}, 1)
    ending = next((one for one in ("ed", "ing") if word.endswith(one)), "")
    stays = word.removesuffix(ending)
    if not ending or "v" not in (letters := _letters(stays)):
        return word
    if stays.endswith(("at", "bl", "iz")):
        return stays + "e"
    if letters[-1] == "c" and stays[-1] == stays[-2:-1]:
        return stays if stays[-1] in "lsz" else stays[:-1]
    return stays + "e" if _measure(stays) == 1 and _is_short(stays) else stays


def _second(word: str) -> str:
    if word.endswith("alli"):
        return _second(word[:-2]) if _measure(word[:-4]) else word
    if word.endswith("logi"):  # with its `l`, so that geology goes as archaeology does
        return word[:-1] if _measure(word[:-3]) else word
    return _cut(word, _SECOND, 1)


def _fourth(word: str) -> str:
    if word.endswith("ion"):
        return word[:-3] if word[-4:-3] in ("s", "t") and _measure(word[:-3]) > 1 else word
    return _cut(word, _FOURTH, 2)


def _without_e(word: str) -> str:
    """Without an `e` at the end, or one of two `l`."""
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def common_subsequence(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many words two texts have in common in the same order.

    Hyyrö, Bit-parallel LCS-length computation revisited (2004): a zero bit is a place where the row rises by one.
    """
    if len(one) > len(other):
        one, other = other, one
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    mask = (1 << len(one)) - 1
    row = mask
    for word in other:
        if (found := places.get(word)) is not None:
            rise = row & found
            row = (row + rise | row - rise) & mask
    return len(one) - row.bit_count()
