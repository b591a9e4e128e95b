"""Baselines: respondents that look at nothing, or at little. One file each; `baseline/random` is `random.py`.

A baseline is fitted on the train split, where it learns anything at all, and then answers as everybody does: in text.
Where there is no train split, it is fitted on what it will be asked about, each item apart: an answer follows from
items of other clusters alone.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar

from optotype.family import Family
from optotype.looking import say
from optotype.records import Gold, Item, Option, Ranking

if TYPE_CHECKING:
    from optotype.bench import Bench

UNANSWERABLE = "It cannot be answered from what is shown."
"""What a baseline says where that was right in the train split."""

DONT_KNOW = "I don't know."
"""What a baseline says to a form that it has no answer for."""


@dataclass(frozen=True)
class Baseline(ABC):
    """Answers without understanding."""

    learns: ClassVar[bool] = False
    """Is it fitted on the train split?"""

    def enter(self, bench: Bench) -> None:  # noqa: B027 - most know items alone
        """Is told whose items it will meet, before it meets any."""

    def fit(self, solved: Iterable[tuple[Item, Gold]], *, apart: bool = False) -> None:  # noqa: B027
        """Learns from solved items, if it learns.

        Args:
            solved: what it learns from; called again, it learns from these as well.
            apart: the same items will be asked about, so that each is answered by what those of other folds taught.
        """

    def glance(self, items: Sequence[Item]) -> None:  # noqa: B027 - most look nothing up
        """Is told which items come next; who looks anything up looks it up for all of them."""

    @abstractmethod
    def answer(self, item: Item, chance: random.Random) -> str:
        """The reply to an item; all chance there is comes from `chance`."""


FOLDS = 5
"""Parts into which clusters fall where there is no train split."""


def fold(item: Item) -> int:
    """The part that an item falls into: the same for all that share its cluster."""
    name = item.cluster.encode(errors="surrogatepass")
    return blake2b(name, digest_size=2).digest()[0] % FOLDS


def kinds(item: Item) -> list[str]:
    """Names for what an item is like, the closest first: its collection and kind of question, then its form alone."""
    form = f"{item.form.kind} of {len(item.options)}" if item.options else item.form.kind
    kind = ",".join(item.tags.get("kind", ()))
    return [f"{item.collection}/{kind}/{form}", f"{item.collection}/{form}", form]


def state(item: Item, gold: Gold) -> str:
    """The right answer as a respondent would state it."""
    if gold.unanswerable:
        return UNANSWERABLE
    right = gold.accepted[0]
    if isinstance(item.form, Ranking) and isinstance(right, tuple):
        # gold is how a right order begins; an answer is the whole of it
        right += tuple(option.label for option in item.options if option.label not in right)
    return say(right)


def first_of(options: Sequence[Option], item: Item) -> str:
    """The label of the first of an item's options; where these are to be ordered, all of them in this order."""
    letters = [option.label for option in options] or [DONT_KNOW]
    return ", ".join(letters) if isinstance(item.form, Ranking) else letters[0]


family: Family[Baseline] = Family("optotype.baselines", "baseline")
