"""Respondents: who can be asked. One file per provider; `openai/gpt-4o` is the model `gpt-4o` of `openai.py`.

A respondent gives a `Reply`, which is text, to a `Question`. What the text says is read by `reading.py`, for all of
them alike.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import JsonValue

from optotype.asking import Message, Question, Sight
from optotype.errors import OptotypeError
from optotype.family import Family
from optotype.records import Extra, Respondent

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from optotype.bench import Bench


@dataclass(frozen=True)
class Reply:
    """What came back, as it came."""

    text: str
    seconds: float = 0.0
    """From the request to the end of the reply."""
    tokens_in: int | None = None
    """As the respondent counted them; pictures included."""
    tokens_out: int | None = None
    cost: float | None = None
    """In the currency of the price file."""
    refused: bool = False
    """The respondent marked its reply as a refusal."""
    ended: str = ""
    """Why it ended, in the respondent's words: `stop`, `length`."""
    scores: dict[str, float] = field(default_factory=dict[str, float])
    """A score per option label, where the respondent gives one."""
    extra: Extra = field(default_factory=dict[str, "dict[str, JsonValue]"])
    """What else the respondent told, to be kept with the answer: where a network looked."""
    tries: int = 1
    """How often it had to be asked."""


class Failure(Exception):
    """Nothing usable was heard. Its kind decides what happens next."""


class Passing(Failure):
    """It may work later: asked again, a bounded number of times."""

    def __init__(self, message: str, *, after: float | None = None, overload: bool = False) -> None:
        super().__init__(message)
        self.after = after
        """Seconds to wait, as the respondent asked for."""
        self.overload = overload
        """Too much was asked at once: fewer connections are used from now on."""


class Late(Passing):
    """No reply within the time that one may take: fewer connections are used from now on."""


class Unreachable(Failure):
    """Nobody is there: everything waits until somebody is."""


class Lasting(Failure):
    """This question fails each time; others may work."""


class Hopeless(Failure):
    """No question will work: a wrong key, an unknown model."""

    def __init__(self, message: str, *, sure: bool = False) -> None:
        super().__init__(message)
        self.sure = sure
        """Can it not be the fault of one question? A wrong key never is; a model that may not be used can be."""


@dataclass(frozen=True)
class Responder(ABC):
    """Somebody who can be asked. Its fields are settings, kept with every run."""

    kind: ClassVar[Literal["person", "model", "agent", "baseline", "network", "file"]] = "model"
    costly: ClassVar[bool] = True
    """Are replies remembered, so that nothing is asked twice? Those that cost nothing are made anew each time."""

    looks: ClassVar[bool] = True
    """Does it get to see what is asked? Those that only know the item need no pictures and no words around it."""

    model: str = ""
    """What follows the provider's name."""

    @property
    def provider(self) -> str:
        """What stands before the slash."""
        return family.name_of(type(self))

    @property
    def name(self) -> str:
        """As the user calls it: `openai/gpt-4o`."""
        return f"{self.provider}/{self.model}"

    @property
    def learns_from(self) -> str | None:
        """The split that it learns from before it answers, if it learns."""
        return None

    def record(self) -> Respondent:
        """Who answers, for the store."""
        return Respondent(id=self.name, kind=self.kind, name=self.model)

    def notes(self) -> list[str]:
        """What is worth telling about its answers, after all was asked."""
        return []

    def prepare(self, bench: Bench) -> None:  # noqa: B027 - most need nothing
        """Gets ready, once, before anything is asked: learns from the train split, reads a file, loads a model."""

    @abstractmethod
    def request(self, question: Question) -> dict[str, JsonValue]:
        """All that decides the reply, with pictures by their hash: what is sent, and the settings."""

    def key(self, question: Question) -> bytes:
        """What a reply is remembered by: a digest of all that is sent."""
        text = json.dumps(self.request(question), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()


class Live(Responder):
    """A respondent that many questions can be put to at the same time."""

    @property
    def most(self) -> int | None:
        """The most that it may be asked at once, where it has such a limit."""
        return None

    @abstractmethod
    async def reply(self, question: Question) -> Reply:
        """Asks once.

        Raises:
            Failure: nothing usable was heard.
        """

    @asynccontextmanager
    async def session(self, connections: int) -> AsyncGenerator[None]:
        """Opened around all questions of a run, with the most that will be asked at once."""
        await asyncio.sleep(0)
        yield


class Batch(Responder):
    """A respondent that answers some questions at a time."""

    @property
    def size(self) -> int:
        """How many are put to it at once; what it replied is on disk before the next are."""
        return 256

    @abstractmethod
    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """Answers each of the questions, in order."""


def hashed(messages: Iterable[Message]) -> list[JsonValue]:
    """A conversation for `request`: pictures by their hash."""
    return [{"role": message.role, "content": [_hashed(part) for part in message.parts]} for message in messages]


def _hashed(part: str | Sight) -> JsonValue:
    return part if isinstance(part, str) else {"sha256": part.file}


family: Family[Responder] = Family("optotype.respondents", "provider")


def build(name: str, settings: Mapping[str, object], bench: Bench | None = None) -> Responder:
    """The respondent called `provider/model`, with its settings.

    `endpoint/NAME` may be described in the bench's `optotype.toml`; and a provider without a file of its own is asked
    like an endpoint, if an address for it is given or set in the environment.

    Raises:
        OptotypeError: no such provider, a setting that it does not have, or a name without a model.
    """
    provider, slash, model = name.partition("/")
    if not slash and provider not in family:
        raise OptotypeError(f"'{name}' was given; a model is named PROVIDER/MODEL, such as 'openai/gpt-4o'.")
    if not model:
        raise OptotypeError(f"'{name}' names a provider, but no model. Try '{provider}/NAME'.")
    if provider in family and provider != "endpoint":
        return family.build(provider, {"model": model, **settings})
    from optotype.respondents.endpoint import described

    return family.build("endpoint", {**described(provider, model, settings, bench), **settings})
