"""Shapes: what a model is asked to reply as JSON, and how a reply is read, whatever stands around the JSON.

Reading is tolerant about form (fences, prose around the object, a trailing comma, quotes of Python) and strict about
content: what does not fit is an error that the model can be told, never a guess.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeVar, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    model_validator,
)

from optotype.facets import FIGURE_TYPES
from optotype.settings import explain

LONGEST = 100_000
"""Letters of a reply that are looked at."""
_STARTS = 40
"""Opening braces that are tried."""


class Unreadable(ValueError):
    """A reply that is not what was asked for; the message is for whoever wrote it."""


def _text(given: object) -> object:
    return " ".join(given.split()) if isinstance(given, str) else given


def _number_too(given: object) -> object:
    """Values are often written as numbers where a text is asked for."""
    whole = isinstance(given, int | float) and not isinstance(given, bool)
    return f"{given:.15g}" if whole else _text(given)


_LABELLED = re.compile(r"\(?([A-Z])[).:]\s+(?=\S)")
_LOOK_ALIKE = str.maketrans("АВСЕНКМОРТХ", "ABCEHKMOPTX")
"""Cyrillic capitals that look like Latin ones, in which options are lettered."""
_LETTER = re.compile(
    r"(?:option|answer|вариант|ответ)?[\s:(\[\"']*([A-Z])(?:[\s).:\]\"'].*)?", re.IGNORECASE | re.DOTALL
)


def _options(given: object) -> object:
    """Options as a list of texts: models also write `{"A": "..."}` and `[{"A": "..."}]`, and letters before them."""
    if isinstance(given, dict):
        given = [{label: text} for label, text in cast("dict[object, object]", given).items()]
    if not isinstance(given, list):
        return given
    texts = [_option(one) for one in cast("list[object]", given)]
    written = [_LABELLED.match(text) if isinstance(text, str) else None for text in texts]
    letters = [found[1] if found else "" for found in written]
    if letters == [chr(ord("A") + place) for place in range(len(letters))]:
        return [
            cast("str", text)[cast("re.Match[str]", found).end() :] for text, found in zip(texts, written, strict=True)
        ]
    return texts


def _option(given: object) -> object:
    if not isinstance(given, dict):
        return _number_too(given)
    fields = cast("dict[str, object]", given)
    if "text" in fields:
        return _number_too(fields["text"])
    return _number_too(next(iter(fields.values()))) if len(fields) == 1 else fields


def _letter(given: object) -> object:
    if not isinstance(given, str):
        return given
    said = given.strip()
    if said.casefold().strip(" .\"'") in ("", "none", "null", "-", "нет", "ни один"):
        return None
    found = _LETTER.fullmatch(said.translate(_LOOK_ALIKE))
    return found[1].upper() if found else given


def _letters(given: object) -> object:
    if isinstance(given, str):
        given = re.split(r"[\s,;]+(?:and\s|и\s)?\s*", given.strip())
    return [_letter(one) for one in cast("list[object]", given)] if isinstance(given, list) else given


Words = Annotated[str, Field(min_length=1, max_length=2000), BeforeValidator(_text)]
Asked = Annotated[str, Field(min_length=5, max_length=600), BeforeValidator(_text)]
Short = Annotated[str, Field(min_length=1, max_length=300), BeforeValidator(_number_too)]
Remark = Annotated[str, Field(max_length=4000), BeforeValidator(_text)]
Options = Annotated[list[Short], Field(min_length=2, max_length=26), BeforeValidator(_options)]
Letter = Annotated[str, BeforeValidator(_letter)]
MaybeLetter = Annotated[str | None, BeforeValidator(_letter)]


class Shape(BaseModel):
    """What a reply has to be."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    example: ClassVar[dict[str, Any]] = {}
    """Shown to the model; also what a well-behaved model is imagined to say when a run is estimated."""

    @classmethod
    def schema_text(cls, context: Mapping[str, Any] | None = None) -> str:
        """The JSON schema, in a line; with what is known of the task: how many options, and which letters."""
        schema = cast("dict[str, Any]", _bare(cls.model_json_schema()))
        fields, known = schema.get("properties", {}), context or {}
        if (count := known.get("options")) is not None and fields.get("options", {}).get("type") == "array":
            fields["options"] |= {"minItems": count, "maxItems": count}
        if (letters := known.get("labels")) is not None and "option" in fields:
            fields["option"] = {"enum": [*letters, None]}
        return json.dumps(schema, ensure_ascii=False)

    @classmethod
    def example_text(cls) -> str:
        """The example, in a line."""
        return json.dumps(cls.example, ensure_ascii=False)


def _bare(schema: object) -> object:
    """A schema without the titles that only repeat its names, and without our own docstrings."""
    if isinstance(schema, dict):
        fields = cast("dict[str, object]", schema)
        return {
            name: _bare(value)
            for name, value in fields.items()
            if not (name in ("title", "description") and isinstance(value, str))
        }
    return [_bare(one) for one in cast("list[object]", schema)] if isinstance(schema, list) else schema


class Written(Shape):
    """A question with options; nobody says yet which is right."""

    example: ClassVar = {"question": "...?", "options": ["...", "...", "...", "..."]}

    question: Asked
    options: Options

    @model_validator(mode="after")
    def _as_many_as_asked(self, info: ValidationInfo) -> Written:
        _check_count(self.options, info)
        return self


class Qualified(Shape):
    """Whether a question can be used, and its right option."""

    example: ClassVar = {"good": True, "option": "B", "why": "..."}

    good: bool
    option: MaybeLetter = None
    why: Words

    @model_validator(mode="after")
    def _right_if_good(self, info: ValidationInfo) -> Qualified:
        if self.good and self.option is None:
            raise ValueError("'good' is true, so 'option' has to be the letter of the right option")
        _check_letters([self.option], info)
        return self


class Solved(Shape):
    """What a reader chose, and how."""

    example: ClassVar = {"reasoning": "...", "option": "B", "feedback": "..."}

    reasoning: Words
    option: MaybeLetter
    feedback: Remark = ""

    @model_validator(mode="after")
    def _one_of_them(self, info: ValidationInfo) -> Solved:
        _check_letters([self.option], info)
        return self


class Judged(Shape):
    """Whether a question is accepted, and what to change if not."""

    example: ClassVar = {"accept": True, "why": "...", "advice": ""}

    accept: bool
    why: Words
    advice: Remark = ""


class Classified(Shape):
    """What kind of figure a picture is."""

    example: ClassVar = {"types": ["line chart"], "compound": False, "figures": 1}

    types: Annotated[list[Short], Field(min_length=1, max_length=12)]
    compound: bool
    figures: Annotated[int, Field(ge=1, le=200)]

    @model_validator(mode="after")
    def _known_and_consistent(self) -> Classified:
        if unknown := [one for one in self.types if one.casefold() not in FIGURE_TYPES]:
            raise ValueError(f"{unknown[0]!r} is none of the types: {', '.join(FIGURE_TYPES)}")
        if self.compound != (self.figures > 1):
            raise ValueError(f"'compound' is {str(self.compound).lower()}, and 'figures' is {self.figures}")
        return self


class Posed(Shape):
    """A question of some kind; null where the kind cannot be asked."""

    example: ClassVar = {"question": "...?"}

    question: Asked | None


class PosedText(Posed):
    """A question that is answered by a few words."""

    example: ClassVar = {"question": "...?", "answer": "..."}

    answer: Short | None = None

    @model_validator(mode="after")
    def _answered(self) -> PosedText:
        _check_answered(self.question, self.answer)
        return self


class PosedYesNo(Posed):
    """A question that is answered by yes or no."""

    example: ClassVar = {"question": "...?", "answer": True}

    answer: Annotated[bool | None, BeforeValidator(lambda given: _RUSSIAN_YES.get(str(given).casefold(), given))] = None

    @model_validator(mode="after")
    def _answered(self) -> PosedYesNo:
        _check_answered(self.question, self.answer)
        return self


_RUSSIAN_YES: Mapping[str, bool] = {"да": True, "нет": False}


class PosedOptions(Posed):
    """A question with options, of which one or more are right."""

    example: ClassVar = {"question": "...?", "options": ["...", "...", "...", "..."], "right": ["B"]}

    options: Options | None = None
    right: Annotated[list[Letter], BeforeValidator(_letters)] | None = None

    @model_validator(mode="after")
    def _answered(self, info: ValidationInfo) -> PosedOptions:
        if self.question is not None:
            _check_answered(self.question, self.options)
            _check_answered(self.question, self.right, "right")
            _check_count(self.options or (), info)
            labels = [chr(ord("A") + place) for place in range(len(self.options or ()))]
            if unknown := [one for one in self.right or () if one not in labels]:
                raise ValueError(f"'right' names {unknown[0]!r}; the options are {', '.join(labels)}")
        return self


def _check_answered(question: str | None, answer: object, field: str = "answer") -> None:
    if question is not None and (answer is None or answer == []):
        raise ValueError(f"there is a question, but its '{field}' is missing")


def _context(info: ValidationInfo) -> dict[str, Any]:
    return cast("dict[str, Any]", info.context or {})


def _check_count(options: Sequence[str], info: ValidationInfo) -> None:
    wanted = _context(info).get("options")
    if wanted is not None and len(options) != wanted:
        raise ValueError(f"{len(options)} options were given; {wanted} are asked for")


def _check_letters(letters: Sequence[str | None], info: ValidationInfo) -> None:
    known = _context(info).get("labels")
    for letter in letters:
        if known is not None and letter is not None and letter not in known:
            raise ValueError(f"{letter!r} is no option; they are {', '.join(known)}")


S = TypeVar("S", bound=Shape)


def several(name: str, shapes: Mapping[str, type[Shape]]) -> type[Shape]:
    """A shape that holds others, by name: all of them have to fit."""
    fields: dict[str, Any] = {field: (shape, ...) for field, shape in shapes.items()}
    made = create_model(name, __base__=Shape, **fields)
    made.example = {field: shape.example for field, shape in shapes.items()}
    return made


def read(text: str, shape: type[S], context: Mapping[str, Any] | None = None) -> S:
    """What a reply says; of several objects that fit, the last, since models think first.

    Raises:
        Unreadable: there is none that fits; the message says what is wrong with it.
    """
    wrong: str | None = None
    found: S | None = None
    for value in _objects(text[-LONGEST:]):
        try:
            found = shape.model_validate(value, context=dict(context or {}))
        except ValidationError as error:
            wrong = explain(error)
    if found is None:
        raise Unreadable(wrong or ("it is empty" if not text.strip() else "there is no JSON object in it"))
    return found


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, those within others left out."""
    done = tried = 0
    while (start := text.find("{", done)) >= 0 and tried < _STARTS:
        tried += 1
        value, end = _decoded(text, start)
        if isinstance(value, dict):
            yield cast("dict[str, Any]", value)
        done = end


def _decoded(text: str, start: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except RecursionError:
        return None, len(text)
    except ValueError:
        pass
    end = text.rfind("}", start) + 1
    mended = _TRAILING_COMMA.sub(r"\1", text[start:end])
    try:
        return json.loads(mended, strict=False), end
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(mended), end
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None, start + 1


_DECODER = json.JSONDecoder(strict=False)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
