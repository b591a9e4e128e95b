"""IconQA: `results` by problem, as its networks write them: the number of an option, or what fills the blank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.errors import BadSource
from optotype.formats.iconqa import TASKS
from optotype.predictions import Handed, Prediction, Shape
from optotype.predictions._columns import as_text
from optotype.predictions._handed import excerpt

_RESULTS = "results"
_MOST_OPTIONS = 1000
_CHOICES = TASKS[:2]


@dataclass(frozen=True)
class Iconqa(Shape):
    """`{"args": {"task": "choose_img"}, "results": {"4": 0, "11": 1}}`."""

    title = "option numbers or texts by problem, below results"

    def fits(self, file: Handed) -> bool:
        """An object with results."""
        return file.layout == "object" and _RESULTS in file.fields

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per problem. The sub-task is told by `args.task`, else by the file's name."""
        kind = _task(file)
        for steps, value in file.leaves(lambda steps: steps in ((), (_RESULTS,))):
            if steps[0] != _RESULTS:
                continue
            place = ", problem ".join((file.name, *(step[:60] for step in steps[1:])))
            if len(steps) < 2:
                raise BadSource(f"{place}: results by problem were expected.")
            option = value if type(value) is int and 0 <= value < _MOST_OPTIONS else None
            if option is None and kind in _CHOICES:
                raise BadSource(f"{place}: the number of an option was expected, from 0, not {excerpt(value)}.")
            yield Prediction(steps[1], as_text(value, place), place, option, kind)


def _task(file: Handed) -> str:
    # what is said about the file need not stand before the results
    args = next((value for steps, value in file.leaves(_opens_names) if steps == ("args", "task")), None)
    said = args if isinstance(args, str) else file.name
    return next((task for task in TASKS if task in said), "")


def _opens_names(steps: tuple[str, ...]) -> bool:
    return steps in ((), ("args",), (_RESULTS,))
