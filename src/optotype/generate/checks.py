"""Checks: what can be said against a question without asking a model.

A model may write in another language than it was asked to, repeat itself, or do what a caption tells it to. None of
that needs a judge to be noticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_WORD = re.compile(r"[^\W_]+")
_CYRILLIC, _LATIN = re.compile(r"[Ѐ-ӿ]"), re.compile(r"[A-Za-zÀ-ɏ]")
_NEAR = 0.85
"""The share of words that two questions have in common if one repeats the other."""

_SOME = 4
"""Words from which on it is no chance that they stand together elsewhere."""

_LITTLE_WORDS = {
    "en": "the of is are in what which how many does do and to for with on by at from than that was were has have",
    "de": "der die das ist sind und welche welcher welches wie viele in den dem des für mit auf von zu wird werden",
    "fr": "le la les est sont et quel quelle quels quelles combien dans des du pour avec sur une qui par au aux",
    "es": "el la los las es son y qué cuál cuáles cuántos en del para con una por que se más cuántas",
    "it": "il lo gli è sono e quale quali quanti nel della dei per con una di che più nella quante",
    "pt": "o os as é são e qual quais quantos no na da do para com uma que por mais em quantas",
    "nl": "de het een is zijn en welke hoeveel in van voor met op door dat wordt worden",
    "ru": "и в на что какой какая какое какие сколько по из у с для не как это при или у каком какого каких",
    "uk": "і в на що який яка яке які скільки за із у з для не як це при або є",
}
"""Words by which a language is told from others: they stand in nearly every question."""
_KNOWN = {language: frozenset(words.split()) for language, words in _LITTLE_WORDS.items()}

_INSTRUCTING = re.compile(
    r"""
    \b(?:ignore|disregard|forget|override|bypass)\b .{0,40}?
        \b(?:above|previous|prior|earlier|preceding|all|any|the|your)\b
        .{0,40}? \b(?:instruction|prompt|rule|direction|brief)s?\b
    | \b(?:ignore|disregard|forget)\s+(?:(?:all|everything|the)\s+){0,3}(?:above|previous|preceding)\b
    | \b(?:system|developer)\s+(?:prompt|message|instruction)s?\b
    | \byou\s+are\s+now\b | \bas\s+an?\s+(?:ai|language\s+model)\b | \bnew\s+instructions?\s*:
    | \b(?:respond|reply|answer)\s+only\s+with\b | \balways\s+(?:answer|choose|accept)\b
    | <\|?(?:im_start|im_end|system|endoftext)\|?> | \[/?INST\] | </?(?:caption|system)>
    | \b(?:игнорируй\w*|проигнорируй\w*|забудь\w*|не\s+обращай\w*\s+внимания)\b .{0,60}?
        \b(?:выше|предыдущ\w*|инструкци\w*|указани\w*|правил\w*|всё|все)\b
    | \bсистемн\w+\s+(?:промпт|сообщени|инструкци)\w* | \bты\s+теперь\b | \bвсегда\s+(?:отвечай|выбирай|принимай)\w*
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def instructs(text: str) -> str | None:
    """The words of a text that give orders to whoever reads it, if there are any."""
    found = _INSTRUCTING.search(text[:20_000])
    return None if found is None else " ".join(found[0].split())[:100]


def language_of(text: str) -> str | None:
    """The language that a text is written in, where its letters and little words tell; None where they do not."""
    cyrillic, latin = len(_CYRILLIC.findall(text)), len(_LATIN.findall(text))
    others = sum(letter.isalpha() for letter in text) - cyrillic - latin
    if others > cyrillic + latin:
        return "other"
    alphabet = {"ru", "uk"} if 2 * cyrillic > latin else _KNOWN.keys() - {"ru", "uk"}
    words = [word.casefold() for word in _WORD.findall(text)]
    counts = {language: sum(word in _KNOWN[language] for word in words) for language in sorted(alphabet)}
    if cyrillic and re.search(r"[ієїґІЄЇҐ]", text):
        return "uk"
    best = max(counts.values(), default=0)
    leading = [language for language, count in counts.items() if count == best]
    if best and len(leading) == 1:
        return leading[0]
    return "ru" if alphabet == {"ru", "uk"} else None


def speaks(text: str, language: str) -> bool:
    """May a text be in a language? Of a language that we know no words of, nothing can be said against it."""
    if language not in _KNOWN:
        return True
    told = language_of(text)
    if told is not None:
        return told == language
    return language not in ("ru", "uk") and bool(_LATIN.search(text))


def words(text: str) -> tuple[str, ...]:
    """The words of a text, by which two texts are compared."""
    return tuple(word.casefold().replace("ё", "е") for word in _WORD.findall(text))


def repeats(one: str, other: str) -> bool:
    """Do two questions ask nearly the same, in nearly the same words? Numbers have to be the same."""
    first, second = words(one), words(other)
    if first == second:
        return True
    mine, others = frozenset(first), frozenset(second)
    if {word for word in mine ^ others if any(letter.isdigit() for letter in word)}:
        return False
    return len(mine ^ others) <= 2 and len(mine & others) >= _NEAR * len(mine | others)


def _stands_in(question: str, text: str) -> bool:
    """Does a question of some words stand in a text as it is?"""
    asked = words(question)
    return len(asked) >= _SOME and f" {' '.join(asked)} " in f" {' '.join(words(text))} "


def faults(
    question: str,
    options: Sequence[str],
    *,
    language: str,
    caption: str = "",
    prompt: str = "",
    earlier: Sequence[str] = (),
) -> Iterator[str]:
    """What is wrong with a question, in words for whoever wrote it.

    Args:
        question: its text.
        options: what there is to choose from.
        language: that it has to be written in.
        caption: of the picture.
        prompt: what its writer was told to do.
        earlier: questions about the picture that were asked before.
    """
    if not speaks(question, language):
        yield f"the question is not written in the language asked for ({language})"
    said = " ".join(options)
    told = language_of(said) if len(words(said)) >= 4 * len(options) else None
    if language in _KNOWN and told is not None and told != language:
        yield f"the options are not written in the language asked for ({language})"
    for text in (question, *options):
        if (order := instructs(text)) is not None:
            yield f"it carries an instruction: {order!r}"
            break
    for where, text in (("the caption", caption), ("the instructions to its writer", prompt)):
        if _stands_in(question, text):
            yield f"the question stands word for word in {where}"
    if any(repeats(question, one) for one in earlier):
        yield "the question repeats one that was asked before"
    plain = [" ".join(option.casefold().split()).rstrip(".") for option in options]
    if len(set(plain)) < len(plain):
        yield "two of the options say the same"
    if any(not option.strip(" .…-?") for option in (question, *options)):
        yield "a text is a placeholder"
