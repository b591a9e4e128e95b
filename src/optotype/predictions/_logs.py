"""What the logs of other harnesses have in common: replies as they came, targets, and figures under names."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import JsonValue

from optotype.answers_in_words import as_shown, moved, said
from optotype.formats import Data
from optotype.metrics import Case, gold_texts
from optotype.predictions._exchanges import Account, Exchange
from optotype.predictions._saying import reply
from optotype.records import Answer, Item, Run
from optotype.values import as_text

OURS = "optotype"
"""The field in which a log of ours tells what became of an answer: no other harness has a word for that."""

_PREDICTION = "prediction"
_SAMPLING = ("temperature", "top_p", "max_tokens", "seed")


def heard(item: Item, answer: Answer) -> str:
    """The reply as it came; what was said in words, where it came without any."""
    return said(item, answer) if answer.raw is None else answer.raw


def read_out(item: Item, answer: Answer) -> str | None:
    """What was read out of a reply, with options by the letters that were shown; None where nothing was."""
    return None if answer.value is None else as_text(as_shown(answer.value, item, answer))


def targets(exchange: Exchange, answer: Answer) -> Sequence[str]:
    """The texts that are right, with options by the letters that were shown; none while gold is not decided."""
    return () if exchange.gold is None else gold_texts(Case(exchange.item, exchange.gold, answer))


def trace(item: Item, answer: Answer) -> Data:
    """What became of an answer, and its own words for it where options were shown in another order than they have."""
    return {
        "state": answer.state.value,
        "note": answer.note,
        "shown": None if answer.shown is None else list(answer.shown),
        _PREDICTION: reply(item, answer) if moved(item, answer) else None,
    }


def traced(value: JsonValue) -> str | None:
    """The words that `trace` kept for an answer to another order of the options; None where there are none."""
    found = value.get(_PREDICTION) if isinstance(value, dict) else None
    return found if isinstance(found, str) else None


def pictures(exchange: Exchange, account: Account, ids: Sequence[str]) -> list[str]:
    """Where pictures lie, in order."""
    return [account.place(exchange.pictures[id]) if id in exchange.pictures else id for id in ids]


def sampling(run: Run) -> dict[str, JsonValue]:
    """How the respondent was told to choose its words, as far as that was said."""
    told = run.settings.get("respondent")
    found = {name: told.get(name) for name in _SAMPLING} if isinstance(told, dict) else {}
    return {name: value for name, value in found.items() if value is not None}


def finite(value: float) -> float | None:
    """A number as JSON can write it."""
    return value if math.isfinite(value) else None


class Names:
    """What metrics are called in a log: by their names; a second of the same name, with other settings, in full."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __call__(self, signature: str, metric: str) -> str:
        """What the metric with this signature is called."""
        if signature not in self._names:
            self._names[signature] = signature if metric in self._names.values() else metric
        return self._names[signature]
