"""How far a caption says what the abstract says, by words: BM25, ROUGE-L, METEOR, CIDEr.

All work on stems, and give for each caption a value and the words that made it. Where words are weighed by how rare
they are, the captions of the paper itself are the corpus.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from optotype.rankers import Rated, Weighed
from optotype.scenegraph.synonyms import synsets
from optotype.stems import common_subsequence, stem

_K1, _B = 1.5, 0.75
_GRAMS = 4
_SHOWN_PENALTY = "words that stand apart"

Words = Sequence[str]


def bm25(query: Words, documents: Sequence[Words]) -> list[Rated]:
    """Okapi BM25 of each document (Robertson and Zaragoza, 2009), k1 1.5 and b 0.75, each stem of the query once."""
    stems = [[stem(word) for word in words] for words in documents]
    mean = sum(map(len, stems)) / max(len(stems), 1) or 1.0
    holding = Counter(one for words in stems for one in set(words))
    asked = {stem(word): word for word in query}
    found: list[Rated] = []
    for words in stems:
        counts, why = Counter(words), Weighed()
        for one in asked.keys() & counts.keys():
            rare = math.log(1 + (len(stems) - holding[one] + 0.5) / (holding[one] + 0.5))
            often = counts[one] * (_K1 + 1) / (counts[one] + _K1 * (1 - _B + _B * len(words) / mean))
            why.add(asked[one], rare * often, (asked[one],))
        found.append(why.rated(math.fsum(reason.weight for reason in why.found)))
    return found


def cider(query: Words, documents: Sequence[Words]) -> list[Rated]:
    """CIDEr of each document (Vedantam et al., 2015): the mean cosine of weighted n-grams, n from 1 to 4, times ten."""
    stems = [[stem(word) for word in words] for words in documents]
    asked = [stem(word) for word in query]
    shown = {stem(word): word for word in query}
    reasons = [Weighed() for _ in stems]
    for length in range(1, _GRAMS + 1):
        counts = [Counter(zip(*(words[place:] for place in range(length)), strict=False)) for words in stems]
        holding = Counter(gram for count in counts for gram in count)
        wanted = Counter(zip(*(asked[place:] for place in range(length)), strict=False))
        rare = {gram: math.log((len(stems) + 1) / (1 + holding[gram])) + 1 for gram in [*holding, *wanted]}
        norm = math.sqrt(math.fsum((times * rare[gram]) ** 2 for gram, times in wanted.items()))
        for place, count in enumerate(counts):
            own = math.sqrt(math.fsum((times * rare[gram]) ** 2 for gram, times in count.items()))
            for gram in wanted.keys() & count.keys() if own and norm else ():
                part = 10 / _GRAMS * wanted[gram] * count[gram] * rare[gram] ** 2 / (own * norm)
                reasons[place].add(" ".join(shown[one] for one in gram), part, [shown[one] for one in gram])
    return [why.rated(math.fsum(reason.weight for reason in why.found)) for why in reasons]


def meteor(query: Words, documents: Sequence[Words]) -> list[Rated]:
    """METEOR of each document (Banerjee and Lavie, 2005): words, stems, then synonyms aligned; scattered ones cost."""
    return [_meteor(query, words) for words in documents]


def _meteor(query: Words, words: Words) -> Rated:
    aligned = _aligned(query, words)
    if not aligned:
        return Rated(0.0)
    precision, recall = len(aligned) / len(words), len(aligned) / len(query)
    mean = 10 * precision * recall / (recall + 9 * precision)
    pieces = 1 + sum((later[0] - earlier[0], later[1] - earlier[1]) != (1, 1) for earlier, later in pairwise(aligned))
    penalty = 0.5 * (pieces / len(aligned)) ** 3 if len(aligned) > 1 else 0.0
    why = Weighed()
    for word, times in Counter(words[place] for place, _ in aligned).items():
        why.add(word, mean * times / len(aligned), (word,))
    why.add(_SHOWN_PENALTY, -mean * penalty)
    return why.rated(mean * (1 - penalty))


def _aligned(query: Words, words: Words) -> list[tuple[int, int]]:
    """Pairs of places, of a word and of a query's word that says the same; each is used once, the first first."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for says in _SAYINGS:
        places: dict[object, list[int]] = {}
        for place, word in reversed([*enumerate(query)]):
            if place not in taken:
                for meaning in says(word):
                    places.setdefault(meaning, []).append(place)
        for place, word in enumerate(words):
            for meaning in says(word) if place not in pairs else ():
                found = places.get(meaning, [])
                while found and found[-1] in taken:
                    found.pop()
                if found:
                    pairs[place] = found.pop()
                    taken.add(pairs[place])
                    break
    return sorted(pairs.items())


_SAYINGS: tuple[Callable[[str], Iterable[object]], ...] = (
    lambda word: (word,),
    lambda word: (stem(word),),
    lambda word: sorted(synsets(word)),
)
"""By what words are found to say the same, one after the other."""


def rougel(query: Words, documents: Sequence[Words]) -> list[Rated]:
    """ROUGE-L of each document (Lin, 2004): F1 of the longest common sequence of stems."""
    asked = tuple(stem(word) for word in query)
    found: list[Rated] = []
    for words in documents:
        said = tuple(stem(word) for word in words)
        common = common_subsequence(asked, said)
        value = 2 * common / (len(asked) + len(said)) if common else 0.0
        both = Counter(asked) & Counter(said)
        shown = {stem(word): word for word in words}
        why = Weighed()
        for one, times in both.items():
            why.add(shown[one], value * times / both.total(), (shown[one],))
        found.append(why.rated(value))
    return found
