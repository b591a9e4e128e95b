"""Making foils: one thing of a caption becomes another of the same kind, so that the caption is wrong.

FOIL swaps things of one category of COCO that the picture does not show. Here nobody looks at pictures: a caption is
taken to be wrong if no caption of its picture mentions the word that was put in. So figures on these foils are ours;
they cannot be held against those published on FOIL.

Words are swapped by a list, not by a parser: otherwise metrics that stand on the same parser would be at an advantage.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.captions.foils import MADE_BY
from optotype.captions.references import Described, described
from optotype.errors import OptotypeError
from optotype.files.whole import writing
from optotype.looking import check_names, chosen
from optotype.progress import Progress, silent

if TYPE_CHECKING:
    from optotype.bench import Bench

VERSION = 1
"""Rises when the same captions and the same seed could give other foils."""

KINDS = (
    "man/men woman/women",
    "boy girl",
    "dog cat horse cow goat pig elephant giraffe zebra bear bird rabbit monkey lion tiger camel donkey",
    "car truck bus train motorcycle bicycle boat airplane helicopter tractor",
    "shirt sweater dress jacket coat",
    "hat helmet scarf/scarves",
    "ball frisbee kite balloon",
    "skateboard surfboard snowboard sled",
    "guitar drum piano violin trumpet flute",
    "pool ocean river",
    "beach street forest desert",
    "snow/ sand/ mud/",
    "bridge tent tower castle church",
    "chair table couch bed bench desk",
    "apple banana sandwich pizza cake carrot donut",
    "cup bottle bowl plate fork spoon knife/knives",
    "phone laptop television radio keyboard",
    "backpack suitcase umbrella basket",
)
"""Things that exclude each other, a line for each kind; after a slash an irregular plural, or none."""

_MAY_FOLLOW = (
    "a about above across after against along alongside among an and are around as at away back before behind below "
    "beneath beside between beyond but by can does down during for from had has have her his holds in inside into is "
    "it its jumps near next of off on onto or out outside over past plays rides runs sits stands that the their then "
    "they through to toward towards under underneath until up upon walks was watches wears were when where which "
    "while who with within without"
)
"""What may follow a thing. Other words could make it a part of another: `dog house`."""
_FOLLOWING = frozenset(_MAY_FOLLOW.split())

_OTHERS = frozenset({"hot dog", "hot dogs", "teddy bear", "teddy bears"})
"""What ends with a thing and is another."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?", re.IGNORECASE)
_VOWELS = "aeiou"


@dataclass(frozen=True)
class MadeFoils:
    """What was made."""

    path: Path
    made_by: str
    """How foils are labelled in the file."""
    pairs: int
    pictures: int
    captions: int
    """Captions that were looked at; those without a thing that could be swapped have no foil."""


def make_foils(
    bench: Bench,
    target: Path | str,
    *,
    collection: str | None = None,
    split: str | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> MadeFoils:
    """Makes a foil of every caption of a bench that has a thing to swap, and writes pairs for `foiling.foil`.

    The other captions of a picture are the references of a pair. The word that is put in stands in a caption of another
    picture of the bench, in the same number, and in no caption of this one.

    Args:
        bench: where captions are: `optotype import flickr8k`, or `coco`.
        target: the JSON Lines to write; replaced only when all is done.
        collection: captions of this collection only.
        split: captions of this split only.
        seed: the same seed makes the same foils of a caption.
        progress: told of each picture done.

    Raises:
        OptotypeError: there are no captions, or nothing in them can be swapped.
        BadTarget: the file cannot be written.
    """
    target = Path(target)
    known = _known(described(bench, collection=collection, split=split))
    if not known:
        check_names(bench, chosen(collection=collection, split=split), {})
        raise OptotypeError(
            "There are no captions in which a thing could be swapped for another that captions mention. "
            "Bring some with: optotype import flickr8k FILE"
        )
    made_by = f"optotype foil --make, version {VERSION}, seed {seed}"
    captions = pairs = pictures = 0
    with writing(target) as stream:
        for picture in described(bench, collection=collection, split=split):
            captions += len(picture.captions)
            found = list(_pairs(picture, known, seed))
            for row in found:
                stream.write(json.dumps(row | {MADE_BY: made_by}, ensure_ascii=False) + "\n")
            pairs += len(found)
            pictures += bool(found)
            progress(1)
        if not pairs:
            raise OptotypeError("No caption has a thing that could be swapped for one that its picture does not show.")
    return MadeFoils(target, made_by, pairs, pictures, captions)


def swap(caption: str, others: Iterable[str], known: dict[str, str], chance: random.Random) -> Swap | None:
    """A foil of a caption; None where nothing in it can be swapped.

    Args:
        caption: the true caption.
        others: what else was written about its picture.
        known: words that captions use, each with a picture that one of them is about.
        chance: chooses the word, and what is put in its place.
    """
    said = {word.casefold() for text in (caption, *others) for word in _WORD.findall(text)}
    words = list(_WORD.finditer(caption))
    possible: list[tuple[re.Match[str], list[str]]] = []
    for place, word in enumerate(words):
        thing = word[0]
        if thing not in _THINGS or not _stands_alone(caption, words, place):
            continue
        before = words[place - 1][0].casefold() if place else ""
        instead = [
            other
            for other in _THINGS[thing].others
            if other in known
            and not said & _THINGS[other].forms
            and (before not in ("a", "an") or _vowel(other) == _vowel(thing))  # so that one word alone differs
        ]
        if instead:
            possible.append((word, instead))
    if not possible:
        return None
    word, instead = chance.choice(possible)
    foil_word = chance.choice(instead)
    return Swap(caption[: word.start()] + foil_word + caption[word.end() :], word[0], foil_word)


@dataclass(frozen=True)
class Swap:
    """A foil, and what was done to the caption."""

    foil: str
    target_word: str
    foil_word: str


def _pairs(picture: Described, known: dict[str, str], seed: int) -> Iterator[dict[str, str | list[str]]]:
    elsewhere = {word: where for word, where in known.items() if where != picture.picture}
    for caption in picture.captions:
        others = [other for other in picture.captions if other != caption]
        # chance depends on the caption alone: what else is in the bench in which order changes nothing
        made = swap(caption, others, elsewhere, random.Random(f"{seed} {picture.picture} {caption}"))  # noqa: S311
        if made is not None and others:
            yield {
                "picture": picture.picture,
                "caption": caption,
                "foil": made.foil,
                "references": others,
                "target_word": made.target_word,
                "foil_word": made.foil_word,
            }


def _known(pictures: Iterable[Described]) -> dict[str, str]:
    """The things that captions mention, each with a picture that it is mentioned of; `` for several."""
    found: dict[str, str] = {}
    for picture in pictures:
        for word in {word for text in picture.captions for word in _WORD.findall(text) if word in _THINGS}:
            found[word] = picture.picture if found.get(word, picture.picture) == picture.picture else ""
    return found


# --- things


@dataclass(frozen=True)
class _Thing:
    others: tuple[str, ...]
    """Things of the same kind, in the same number."""
    forms: frozenset[str]
    """The word in both numbers."""


def _things() -> dict[str, _Thing]:
    found: dict[str, _Thing] = {}
    for kind in KINDS:
        forms = [_forms(word) for word in kind.split()]
        for own in forms:
            for number, word in enumerate(own):
                others = tuple(other[number] for other in forms if other != own and len(other) > number)
                found[word] = _Thing(others, frozenset(own))
    return found


def _forms(word: str) -> tuple[str, ...]:
    """A word in one and in several."""
    one, slash, several = word.partition("/")
    if slash:
        return (one, several) if several else (one,)
    return one, f"{one}es" if one.endswith(("s", "ch", "sh", "x")) else f"{one}s"


def _stands_alone(caption: str, words: list[re.Match[str]], place: int) -> bool:
    """Is the word a thing for itself, rather than the first part of another or one side of a hyphen?"""
    word = words[place]
    around = caption[word.start() - 1 : word.start()] + caption[word.end() : word.end() + 1]
    before = words[place - 1][0].casefold() if place else ""
    if "-" in around or f"{before} {word[0]}" in _OTHERS:
        return False
    if place + 1 == len(words) or caption[word.end() : words[place + 1].start()].strip():
        return True  # the end of the caption or of a clause
    after = words[place + 1][0].casefold()
    return after in _FOLLOWING or after.endswith(("ing", "ed"))


def _vowel(word: str) -> bool:
    return word[0] in _VOWELS


_THINGS = _things()
