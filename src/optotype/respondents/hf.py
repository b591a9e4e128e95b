"""`hf/PATH`: a model on this machine, through transformers; PATH is its folder, or its name on the hub.

Questions are answered in batches, those of like length together. What is replied depends on the weights, the settings
and the question alone: neither on the batch nor on its size, as far as the arithmetic of the machine allows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, JsonValue

from optotype import weights
from optotype.asking import Question, Sight
from optotype.errors import BadPicture, OptotypeError
from optotype.records import Choice, Preference, Respondent
from optotype.respondents import Batch, Failure, Lasting, Reply, hashed
from optotype.respondents._local import LocalModel, Prompt, Writing, load, out_of_memory
from optotype.weights import Weights, complaint

if TYPE_CHECKING:
    from PIL.Image import Image

    from optotype.bench import Bench

_TOGETHER = 8
"""Batches that are put to the model at once: among so many questions, those of like length are found."""


@dataclass(frozen=True)
class Hf(Batch):
    """A model on this machine."""

    max_tokens: Annotated[int, Field(ge=1)] = 512
    """How long a reply may be."""
    temperature: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    """At 0, the likeliest word is taken each time."""
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Only the likeliest words, which together have this probability, are drawn from."""
    seed: int = 0
    """All chance follows from it and from the question."""
    score_options: bool = False
    """Where exactly one option is right: nothing is written, the likeliest label is the reply."""
    batch_size: Annotated[int, Field(ge=1)] = 8
    """Questions that are answered together; fewer, once memory did not suffice."""
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    """How exactly it computes; `auto` is what the weights were saved in."""
    device: str = "auto"
    """`cpu`, `cuda`, `cuda:1` ...; `auto` takes an accelerator if there is one."""
    chat_template: Path | None = None
    """A file with a Jinja template, for a model that has none of its own."""
    revision: str | None = None
    """Branch, tag or commit, for a model of the hub."""
    trust_remote_code: bool = False
    """May code run that comes with the model? Read it first."""

    @cached_property
    def weights(self) -> Weights:
        """The files of the model."""
        return weights.find(self.model, revision=self.revision, code=self.trust_remote_code)

    @property
    def name(self) -> str:
        """Provider, model and the beginning of its digest; no path of this machine."""
        return f"{self.provider}/{self.weights.called}"

    @property
    def size(self) -> int:
        """How many are put to it at once."""
        return _TOGETHER * self.batch_size

    def record(self) -> Respondent:
        """Who answers, with the digest of its weights."""
        return Respondent(
            id=self.name, kind=self.kind, name=self.weights.called, tags={"weights": (self.weights.digest,)}
        )

    def prepare(self, bench: Bench) -> None:
        """Finds the model's files and reads which weights they are; they are loaded when something is asked."""
        _ = self.weights.digest, self._template

    def request(self, question: Question) -> dict[str, JsonValue]:
        """Weights, settings, texts, and pictures by their hash."""
        labels = self._labels(question)
        how: dict[str, JsonValue] = {"max_tokens": self.max_tokens, "temperature": self.temperature}
        if self.temperature:
            how |= {"top_p": self.top_p, "seed": self.seed}
        if labels:
            how = {"scored": list(labels)}
        return {
            **how,
            "weights": self.weights.digest,
            "dtype": self.dtype,
            "template": self._template,
            "pictures": _painter(),
            "messages": hashed(question.messages),
        }

    @cached_property
    def _template(self) -> str | None:
        """The text of the template that was given."""
        if self.chat_template is None:
            return None
        try:
            return self.chat_template.expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise OptotypeError(f"{self.chat_template}: the chat template cannot be read: {error}.") from error

    def _labels(self, question: Question) -> tuple[str, ...]:
        """The labels that get a score instead of a written reply."""
        form = question.item.form
        one_is_right = isinstance(form, Preference) or (isinstance(form, Choice) and not form.several)
        # whoever may say that it cannot be answered has to be let speak
        scored = self.score_options and one_is_right and not form.unanswerable
        return tuple(option.label for option in question.seen.options) if scored else ()

    @cached_property
    def _model(self) -> LocalModel:
        return load(
            self.weights, dtype=self.dtype, device=self.device, template=self._template, trust=self.trust_remote_code
        )

    @property
    def _writing(self) -> Writing:
        return Writing(self.max_tokens, self.temperature, self.top_p)

    # --- batches

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """Answers each of the questions, in order; one that cannot be answered fails alone."""
        model = self._model
        heard: dict[int, Reply | Failure] = {}
        prompts: list[Prompt] = []
        for place, question in enumerate(questions):
            try:
                text, sights = model.prompt(question.messages)
            except Failure as failure:
                heard[place] = failure
            else:
                prompts.append(Prompt(place, text, sights, self._labels(question), self.key(question)))
        # the longest first: if memory does not suffice, that shows at once
        prompts.sort(key=lambda prompt: (prompt.kind, prompt.length), reverse=True)
        begin = 0
        while begin < len(prompts):
            kind = prompts[begin].kind
            some = [prompt for prompt in prompts[begin : begin + self._room.questions] if prompt.kind == kind]
            begin += len(some)
            heard |= self._batch(some)
        return [heard[place] for place in range(len(questions))]

    @cached_property
    def _room(self) -> _Room:
        return _Room(self.batch_size)

    def _batch(self, prompts: Sequence[Prompt]) -> dict[int, Reply | Failure]:
        heard: dict[int, Reply | Failure] = {}
        seen: list[Prompt] = []
        for prompt in prompts:
            try:
                seen.append(replace(prompt, images=[_look(sight) for sight in prompt.sights]))
            except Failure as failure:
                heard[prompt.place] = failure
        return heard | self._together(seen)

    def _together(self, prompts: Sequence[Prompt]) -> dict[int, Reply | Failure]:
        """Answers these together; if that fails, one half after the other, until what fails stands alone."""
        if not prompts:
            return {}
        began = time.perf_counter()
        try:
            replies = self._model.answer(prompts, self._writing)
        except Exception as error:  # whatever a model raises, other questions may work
            why = str(error) if isinstance(error, Failure) else complaint(error)
            full = out_of_memory(error)
        else:
            each = (time.perf_counter() - began) / len(prompts)
            return {
                prompt.place: replace(reply, seconds=each) if isinstance(reply, Reply) else reply
                for prompt, reply in zip(prompts, replies, strict=True)
            }
        # out of the handler, where the error no longer holds what was computed
        if full:
            self._model.free()
        if len(prompts) == 1:
            return {prompts[0].place: Lasting(f"memory does not suffice: {why}" if full else why)}
        middle = len(prompts) // 2
        if full:
            self._room.questions = middle
        return self._together(prompts[:middle]) | self._together(prompts[middle:])


@cache
def _painter() -> str:
    """What makes pictures fit the model: its arithmetic differs, if by little."""
    return "torchvision" if find_spec("torchvision") else "pil"


@dataclass
class _Room:
    """How much goes into memory."""

    questions: int


def _look(sight: Sight) -> Image:
    """The picture, as a person sees it."""
    from optotype.pictures import decode, flatten

    try:
        return flatten(decode(sight.path.read_bytes()))
    except OSError as error:
        raise Lasting(f"the picture {sight.path.name} cannot be read: {error.strerror}") from error
    except (BadPicture, MemoryError) as error:
        raise Lasting(f"the picture {sight.path.name}: {error}") from error
