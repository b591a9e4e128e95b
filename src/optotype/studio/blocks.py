"""Blocks: what a screen consists of. A screen is described by them; one script draws them, one function checks them.

A field has a name, and what people fill in comes back under it: a value, or one of its `others`, such as
`{"other": "dont_know"}`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, ClassVar, Literal, cast

from pydantic import JsonValue

from optotype.errors import OptotypeError
from optotype.studio import graphs
from optotype.web.words import Words

Filled = Mapping[str, JsonValue]
"""What came back, by field."""

LONGEST = 20_000
"""Letters of any text that people write."""


class NotFilled(OptotypeError):
    """A field was left empty, or holds what it cannot hold."""

    def __init__(self, field: str, why: str, **values: object) -> None:
        self.field = field
        """Its name."""
        self.why = why
        """The reason: a key in `words/check.toml`."""
        self.values = values
        super().__init__(self.said(Words("en", "optotype.studio")))

    def said(self, words: Words) -> str:
        """The reason, in words."""
        return words(f"check.{self.why}", **self.values)


@dataclass(frozen=True)
class Option:
    """One thing to choose."""

    value: str
    text: str = ""
    picture: str | None = None
    """Id of a picture."""


@dataclass(frozen=True)
class When:
    """A block is there only while another field has one of these values."""

    field: str
    values: tuple[str, ...]

    def holds(self, filled: Filled) -> bool:
        """Is it so?"""
        value = filled.get(self.field)
        if isinstance(value, dict):
            value = value.get("other")
        return any(one in self.values for one in (value if isinstance(value, list) else [value]))


@dataclass(frozen=True)
class Block:
    """A part of a screen."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Picture(Block):
    """A picture that can be enlarged and moved."""

    kind: ClassVar[str] = "picture"
    id: str
    alt: str = ""


@dataclass(frozen=True)
class Text(Block):
    """Something to read."""

    kind: ClassVar[str] = "text"
    text: str
    title: str = ""
    large: bool = False
    """Is it what the task is about?"""


@dataclass(frozen=True)
class Listing(Block):
    """Options to read, not to choose."""

    kind: ClassVar[str] = "listing"
    options: tuple[Option, ...]
    title: str = ""
    right: tuple[str, ...] = ()
    """Which of them are right: only for screens that show it."""


@dataclass(frozen=True)
class Notice(Block):
    """Something that was noticed about what stands before it."""

    kind: ClassVar[str] = "notice"
    text: str
    severity: Literal["error", "warning", "note"] = "note"


@dataclass(frozen=True)
class Row:
    """What several people filled into one field."""

    title: str
    cells: tuple[str, ...]
    differ: bool


@dataclass(frozen=True)
class Said(Block):
    """What several people said about the same, side by side."""

    kind: ClassVar[str] = "said"
    people: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Group(Block):
    """Blocks that belong together, under a title."""

    kind: ClassVar[str] = "group"
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page(Group):
    """Blocks that are seen together: a task that is long is done page by page, and consists of pages alone."""

    kind: ClassVar[str] = "page"


@dataclass(frozen=True)
class Guidelines(Block):
    """The guidelines of the project, to be read as a part of the task."""

    kind: ClassVar[str] = "guidelines"


@dataclass(frozen=True)
class Field(Block):
    """Something to fill in."""

    name: str
    title: str = ""
    needed: bool = True
    when: When | None = None
    others: tuple[Option, ...] = ()
    """What may be said instead of a value."""
    value: JsonValue = None
    """What stands there before: a value, or one of the others as `{"other": ...}`."""

    def check(self, value: JsonValue) -> JsonValue:
        """The value as it is kept.

        Raises:
            NotFilled: it is not one.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Choose(Field):
    """One of several, or several of them."""

    kind: ClassVar[str] = "choose"
    options: tuple[Option, ...] = ()
    several: bool = False
    labelled: bool = False
    """Do people call the options by their values, as in A, B, C?"""
    in_row: bool = False
    """Are the options short enough to stand side by side?"""
    large: bool = False
    """Are their pictures what the task is about?"""

    def check(self, value: JsonValue) -> JsonValue:
        """The values chosen, in the order of the options, or the one."""
        chosen = value if isinstance(value, list) else [value]
        known = [option.value for option in self.options]
        if not chosen or any(one not in known for one in chosen) or (len(chosen) > 1 and not self.several):
            raise NotFilled(self.name, "choose_some" if self.several else "choose_one")
        return [one for one in known if one in chosen] if self.several else chosen[0]


@dataclass(frozen=True)
class Write(Field):
    """A text."""

    kind: ClassVar[str] = "write"
    lines: int = 1
    longest: int = LONGEST

    def check(self, value: JsonValue) -> JsonValue:
        """The text, without blanks around it."""
        if not isinstance(value, str):
            raise NotFilled(self.name, "text")
        text = value.strip()
        if len(text) > self.longest:
            raise NotFilled(self.name, "too_long", letters=len(text), most=self.longest)
        if not text and self.needed:
            raise NotFilled(self.name, "empty")
        return text


@dataclass(frozen=True)
class Amount(Field):
    """A number."""

    kind: ClassVar[str] = "amount"
    low: float | None = None
    high: float | None = None
    unit: str = ""
    whole: bool = False
    """Is it a count?"""

    def check(self, value: JsonValue) -> JsonValue:
        """The number, within its bounds."""
        try:
            number = float(str(value).replace(",", ".")) if isinstance(value, str | int | float) else math.nan
        except ValueError:
            number = math.nan
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if isinstance(value, bool) or not math.isfinite(number) or not low <= number <= high:
            if self.low is None or self.high is None:
                raise NotFilled(self.name, "number")
            raise NotFilled(self.name, "number_between", low=f"{self.low:g}", high=f"{self.high:g}")
        if self.whole and not number.is_integer():
            raise NotFilled(self.name, "whole")
        return number


@dataclass(frozen=True)
class Clock(Amount):
    """Seconds for which its page was looked at: nobody fills it in, and nothing of it is seen."""

    kind: ClassVar[str] = "clock"
    needed: bool = False
    low: float | None = 0.0
    high: float | None = 7 * 24 * 3600.0


@dataclass(frozen=True)
class Order(Field):
    """Options to be put in order, best first."""

    kind: ClassVar[str] = "order"
    options: tuple[Option, ...] = ()

    def check(self, value: JsonValue) -> JsonValue:
        """All values, in the order given."""
        known = [option.value for option in self.options]
        if not isinstance(value, list) or sorted(map(str, value)) != sorted(known):
            raise NotFilled(self.name, "order")
        return value


@dataclass(frozen=True)
class Start:
    """A graph that somebody made before, to begin with."""

    value: str
    """What chooses it."""
    rows: tuple[JsonValue, ...]


@dataclass(frozen=True)
class Graph(Field):
    """A scene graph, made of the words of a caption. What comes back are rows, as `graphs` reads them."""

    kind: ClassVar[str] = "graph"
    words: tuple[str, ...] = ()
    """The caption, word by word."""
    starts: tuple[Start, ...] = ()
    """Graphs to begin with; what differs from the one that was taken is marked."""
    chosen_by: str = ""
    """The field that chooses among them, where there are several."""

    def check(self, value: JsonValue) -> JsonValue:
        """The rows, each said in one way."""
        try:
            return graphs.read(value, len(self.words)).json()
        except graphs.BadRows as error:
            raise NotFilled(self.name, error.why, **error.values) from error


def fields(blocks: Sequence[Block]) -> Iterator[Field]:
    """All fields, those of groups too."""
    for block in blocks:
        if isinstance(block, Group):
            yield from fields(block.blocks)
        elif isinstance(block, Field):
            yield block


def check(blocks: Sequence[Block], filled: Filled) -> dict[str, JsonValue]:
    """What was filled in, as it is kept: fields that are not there are left out, and so are names that no field has.

    Raises:
        NotFilled: a field was left empty, or holds what it cannot hold.
    """
    kept: dict[str, JsonValue] = {}
    for field in fields(blocks):
        if field.when is not None and not field.when.holds(kept):
            continue
        value = filled.get(field.name)
        if isinstance(value, dict):
            if value.get("other") not in [other.value for other in field.others]:  # it may be anything
                raise NotFilled(field.name, "other")
            kept[field.name] = {"other": value["other"]}
        elif value is None or value == "" or value == []:
            if field.needed:
                raise NotFilled(field.name, "empty")
        else:
            kept[field.name] = field.check(value)
    return kept


def looked_at(blocks: Sequence[Block], kept: Filled) -> float:
    """Seconds for which the pages of a task were looked at, by their clocks."""
    clocks = (kept.get(field.name) for field in fields(blocks) if isinstance(field, Clock))
    return sum(seconds for seconds in clocks if isinstance(seconds, float))


def pictures(blocks: Sequence[Block]) -> Iterator[str]:
    """Ids of all pictures that blocks show."""
    for block in blocks:
        if isinstance(block, Group):
            yield from pictures(block.blocks)
        elif isinstance(block, Picture):
            yield block.id
        elif isinstance(block, Choose | Order | Listing):
            yield from (option.picture for option in block.options if option.picture)


def called(turn: int, picture: str) -> str:
    """What a page calls a picture. Its id would tell where it comes from, and that may be what people are asked."""
    return hashlib.sha256(f"{turn}\n{picture}".encode()).hexdigest()[:24]


def described(block: Block, turn: int) -> dict[str, Any]:
    """A block as the page of a turn gets it; what is empty is left out."""
    found = {name: _plain(value, turn) for name, value in vars(block).items() if value is not False}  # zero is a value
    found = {"kind": block.kind} | {name: value for name, value in found.items() if value not in ("", None, [])}
    if isinstance(block, Picture):
        found["id"] = called(turn, block.id)
    return found


def _plain(value: Any, turn: int) -> Any:
    """A part of a block in terms of JSON."""
    if isinstance(value, Block):
        return described(value, turn)
    if isinstance(value, Option):
        return {**vars(value), "picture": value.picture and called(turn, value.picture)}
    if isinstance(value, tuple):
        return [_plain(one, turn) for one in cast("tuple[Any, ...]", value)]
    return vars(value) if is_dataclass(value) else value
