"""IconQA: `results` by problem, as its networks write them: the number of an option, or what fills the blank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from optotype.errors import BadSource
from optotype.files import jsons
from optotype.files.jsons import excerpt
from optotype.formats.iconqa import TASKS
from optotype.formats.iconqa import Iconqa as Format
from optotype.predictions import Account, Handed, NoPlace, Prediction, Shape
from optotype.predictions._columns import as_text
from optotype.predictions._exchanges import OneCollection
from optotype.predictions._saying import as_gold
from optotype.records import Answer, Choice, Item, ShortText, State

_RESULTS = "results"
_ARGS = "args"
_TASK = "task"
_NOT_HERE = "eval"
"""What Inspect's logs have, which have results too."""
_MOST_OPTIONS = 1000
_CHOICES = TASKS[:2]


@dataclass(frozen=True)
class Iconqa(Shape):
    """`{"args": {"task": "choose_img"}, "results": {"4": 0, "11": 1}}`."""

    title = "option numbers or texts by problem, below results"
    suffixes = (".json",)

    def fits(self, file: Handed) -> bool:
        """An object with results."""
        return file.layout == "object" and _RESULTS in file.fields and _NOT_HERE not in file.fields

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

    def write(self, account: Account, path: Path) -> None:
        """A result per problem that was answered; the sub-task behind them, where all are of one."""
        own = OneCollection()
        kinds: set[str | None] = set()
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(f'{{"{_RESULTS}": {{')
            for exchange, result in account.each(_result):
                stream.write(",\n" if kinds else "\n")
                stream.write(f"{jsons.dumps(own.id(exchange.item))}: {jsons.dumps(result)}")
                kinds.add(next(iter(exchange.item.tags.get("kind", ())), None))
            args: dict[str, JsonValue] = {"model": account.run.respondent}
            if len(kinds) == 1 and (task := kinds.pop()) in TASKS:
                args[_TASK] = task
            stream.write(f'\n}}, "{_ARGS}": {jsons.dumps(args)}}}\n')


def _result(item: Item, answer: Answer) -> JsonValue:
    match item.form:
        case Choice(several=False) | ShortText():
            # the format has no word for what cannot be answered, and would write the first option
            return as_gold(item, answer, Format(), "answer") if answer.state is State.GIVEN else None
        case Choice():
            raise NoPlace("about several options at once, which IconQA does not have")
        case form:
            raise NoPlace(f"of the form '{form.kind}', which IconQA does not have")


def _task(file: Handed) -> str:
    # what is said about the file need not stand before the results
    args = next((value for steps, value in file.leaves(_opens_names) if steps == (_ARGS, _TASK)), None)
    said = args if isinstance(args, str) else file.name
    return next((task for task in TASKS if task in said), "")


def _opens_names(steps: tuple[str, ...]) -> bool:
    return steps in ((), (_ARGS,), (_RESULTS,))
