"""What a caption denies: in `a tree without leaves` the leaves, in `no cars on the road` the cars.

FACTUAL leaves such things out of its graphs, but has too few of them for a network to learn it.
"""

from __future__ import annotations

import re

from optotype.parsers._text import one_of

_TOKEN = re.compile(r"[\w'’-]+|[^\w\s]")
_DENYING = one_of("without no not never n't lacking lacks lack minus neither nor cannot can't")
_BETWEEN = one_of("a an the any of some this that his her its their your my to single have has having")
"""Words that stand between a denial and what is denied."""
_BEYOND = one_of(
    "in on at by of to from with near under over behind above below beside between into onto off around through across "
    "against along inside outside next while as and or but that which who is are was were has have for during out up "
    "down there"
)
"""Words at which a denial ends."""
_SIGNS = one_of("sign signs zone area")
"""`no parking sign` denies no sign."""
_REACH = 4
"""Words that a denial reaches."""


def denied(caption: str) -> frozenset[str]:
    """The words of a caption that stand for what is not there, and for nothing else in it.

    >>> sorted(denied("a tree without green leaves on the grass"))
    ['green', 'leaves']
    """
    tokens = _TOKEN.findall(caption.lower())
    found: set[str] = set()
    said: set[str] = set()
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token not in _DENYING and not token.endswith(("n't", "n’t")):
            said.add(token)
            continue
        reached: list[str] = []
        while place < len(tokens) and len(reached) < _REACH:
            word = tokens[place]
            if word in _BETWEEN and not reached:
                place += 1
                continue
            if word in _BEYOND or not word[0].isalnum() or (reached and word.endswith("ing")):
                break
            reached.append(word)
            place += 1
        (said if _SIGNS.intersection(reached) else found).update(reached)
    return frozenset(found - said)
