"""JSON files of any size, an element at a time, with errors that name the line."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeVar, cast

from optotype.errors import BadRow, BadSource, Fault

if TYPE_CHECKING:
    from pydantic import JsonValue

T = TypeVar("T")

_CHUNK = 1 << 20
_SPACE = " \t\n\r"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON; a number or null was expected")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
_LENIENT = json.JSONDecoder()
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def loads(text: str, *, constants: bool = False) -> JsonValue:
    """JSON to a value; NaN and infinities, which some programs write, are refused unless `constants` are allowed.

    Raises:
        BadRow: not JSON.
    """
    try:
        return cast("JsonValue", (_LENIENT if constants else _DECODER).decode(text))
    except RecursionError as error:
        raise BadRow("nested too deeply to be read") from error
    except ValueError as error:
        raise BadRow(f"not JSON: {_why(error)}") from error


def _why(error: ValueError) -> str:
    """What is wrong with a JSON text, and where in it."""
    if isinstance(error, json.JSONDecodeError):
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return f"{error.msg} at {line}column {error.colno}"
    # Python reads no whole number of more than some thousand digits, and tells programmers what to do about it
    return "a number with too many digits" if "digits" in str(error) else str(error)


def load(path: Path) -> JsonValue:
    """A whole file that is known to be small.

    Raises:
        BadRow: not UTF-8, or not JSON.
    """
    try:
        return loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadRow(f"not UTF-8 at byte {error.start}; save the file as UTF-8") from error
    except OSError as error:
        raise BadRow(f"cannot be read: {error.strerror}") from error


def lines(path: Path, name: str, *, constants: bool = False) -> Iterator[tuple[str, JsonValue] | Fault]:
    """A JSON Lines file: (`line 12`, value) for each line; a bad line is a fault and the rest goes on."""
    with path.open("rb") as stream:
        for number, raw in enumerate(stream, 1):
            if not raw.strip():
                continue
            try:
                yield f"line {number}", loads(raw.decode("utf-8-sig" if number == 1 else "utf-8"), constants=constants)
            except UnicodeDecodeError as error:
                yield Fault(f"{name}, line {number}", f"not UTF-8 at byte {error.start} of the line")
            except BadRow as error:
                yield Fault(f"{name}, line {number}", str(error))


def sound_lines(path: Path, what: str) -> Iterator[tuple[str, JsonValue]]:
    """A JSON Lines file that has to be whole: (`file, line 12`, value) for each line.

    Raises:
        BadSource: there is no such file, or a line cannot be read; `what` says what they are.
    """
    if not path.is_file():
        raise BadSource(f"{path} does not exist." if not path.exists() else f"{path}: a file was expected.")
    for found in lines(path, path.name):
        if isinstance(found, Fault):
            raise BadSource(f"{what} cannot be read: {found}.")
        yield f"{path.name}, {found[0]}", found[1]


def elements(path: Path, name: str) -> Iterator[tuple[str, JsonValue] | Fault]:
    """The elements of a JSON file that is one array (`element 12`) or one object (its keys).

    They come one at a time, so that memory stays flat. Where the file is cut off or broken, all elements before that
    place have come, and a fault tells the line.

    Raises:
        BadSource: the file holds neither.
    """
    with path.open("r", encoding="utf-8-sig", newline="") as stream:
        text = _Text(stream)
        yield from _until_broken(text, name, _elements(text, name))


def _elements(text: _Text, name: str) -> Iterator[tuple[str, JsonValue] | Fault]:
    opening = text.next_letter()
    if opening not in ("[", "{"):
        found = "the file is empty" if not opening else f"it begins with {opening!r}"
        raise BadSource(f"{name}: a JSON array or object was expected, but {found}.")
    number = 0
    try:
        for number in text.until("]" if opening == "[" else "}"):
            yield f"element {number}" if opening == "[" else text.name(), text.value()
    except RecursionError:
        yield Fault(f"{name}, line {text.line()}, element {number}", "nested too deeply to be read")
    except ValueError as error:
        if isinstance(error, UnicodeDecodeError):
            raise
        yield Fault(f"{name}, line {text.line()}, element {number}", f"not JSON, and not read further: {_why(error)}")


def members(path: Path, name: str, apart: Container[str]) -> Iterator[tuple[str, str, JsonValue] | Fault]:
    """The members of a JSON file that is one object: (name, place, value).

    A member named in `apart` that is an array comes an element at a time (`images, element 12`), so that memory stays
    flat. Where the file is cut off or broken, all before that place has come, and a fault tells the line.

    Raises:
        BadSource: the file holds no object.
    """
    with path.open("r", encoding="utf-8-sig", newline="") as stream:
        text = _Text(stream)
        yield from _until_broken(text, name, _members(text, name, apart))


def _members(text: _Text, name: str, apart: Container[str]) -> Iterator[tuple[str, str, JsonValue]]:
    if (opening := text.next_letter()) != "{":
        found = "the file is empty" if not opening else f"it begins with {opening!r}"
        raise BadSource(f"{name}: a JSON object was expected, but {found}.")
    for _ in text.until("}"):
        member = text.name()
        if member in apart and text.next_letter() == "[":
            for number in text.until("]"):
                yield member, f"{member}, element {number}", text.value()
        else:
            yield member, member, text.value()


def leaves(
    path: Path, name: str, opens: Callable[[tuple[str, ...]], bool], *, constants: bool = False
) -> Iterator[tuple[tuple[str, ...], JsonValue] | Fault]:
    """The values in a JSON file of any depth: (the steps that lead there, value).

    An array or object at steps that `opens` says yes to is gone into, an element at a time, so that memory stays flat;
    other values come whole. A step is the name of a member or the number of an element. Where the file is cut off or
    broken, all before that place has come, and a fault tells the line.
    """
    with path.open("r", encoding="utf-8-sig", newline="") as stream:
        text = _Text(stream, _LENIENT if constants else _DECODER)
        yield from _until_broken(text, name, _whole(text, opens))


def _whole(text: _Text, opens: Callable[[tuple[str, ...]], bool]) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    yield from _leaves(text, (), opens)
    if follows := text.next_letter():
        raise ValueError(f"the end was expected, not {follows!r}")


def _leaves(
    text: _Text, steps: tuple[str, ...], opens: Callable[[tuple[str, ...]], bool]
) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    opening = text.next_letter()
    if opening not in ("[", "{") or not opens(steps):
        yield steps, text.value()
        return
    for number in text.until("]" if opening == "[" else "}"):
        step = str(number) if opening == "[" else text.name()
        yield from _leaves(text, (*steps, step), opens)


def _until_broken(text: _Text, name: str, found: Iterator[T]) -> Iterator[T | Fault]:
    """What is found in a file; where that is cut off or broken, a fault tells the line, and nothing follows."""
    try:
        yield from found
    except UnicodeDecodeError as error:
        yield Fault(f"{name}, line {text.line()}", f"not UTF-8 ({error.reason}); save the file as UTF-8")
    except RecursionError:
        yield Fault(f"{name}, line {text.line()}", "nested too deeply to be read")
    except ValueError as error:
        yield Fault(f"{name}, line {text.line()}", f"not JSON, and not read further: {_why(error)}")


class _Text:
    """A window that moves over a file of text."""

    def __init__(self, stream: TextIO, decoder: json.JSONDecoder = _DECODER) -> None:
        self._stream = stream
        self._decoder = decoder
        self._window = ""
        self._lines_before = 0
        self.place = 0

    def line(self) -> int:
        return self._lines_before + self._window.count("\n", 0, self.place) + 1

    def next_letter(self) -> str:
        """The next letter that is no space; empty at the end."""
        while True:
            while self.place < len(self._window) and self._window[self.place] in _SPACE:
                self.place += 1
            if self.place < len(self._window):
                return self._window[self.place]
            if not self._more():
                return ""

    def until(self, closing: str) -> Iterator[int]:
        """Goes through an array or object that opens here: stops before each part, which is then to be taken."""
        self.place += 1
        number = 0
        if self.next_letter() == closing:
            self.place += 1
            return
        while True:
            number += 1
            yield number
            follows = self.next_letter()
            self.place += 1
            if follows == closing:
                return
            if follows != ",":
                raise ValueError("the file is cut off" if not follows else f"a comma was expected, not {follows!r}")

    def name(self) -> str:
        """The name of the next member of an object, with its colon; raises ValueError if there is none."""
        found = self.value()
        if not isinstance(found, str) or self.next_letter() != ":":
            raise ValueError("a name and a colon were expected")
        self.place += 1
        return found

    def value(self) -> JsonValue:
        """The next JSON value; raises ValueError if there is none."""
        if not self.next_letter():
            raise ValueError("the file is cut off")
        while True:
            try:
                value, end = self._decoder.raw_decode(self._window, self.place)
                # a number at the very end of the window may go on in what was not read yet
                if end < len(self._window) or not self._more():
                    self.place = end
                    return cast("JsonValue", value)
            except json.JSONDecodeError as error:
                if not self._more():
                    at_end = error.pos >= len(self._window) - 1 or "Unterminated" in error.msg
                    raise ValueError("the file is cut off" if at_end else error.msg) from error

    def _more(self) -> bool:
        # what lies behind is dropped; a value longer than the window doubles it, so that no text is read often
        behind = self._window[: self.place]
        rest = self._window[self.place :]
        chunk = self._stream.read(max(_CHUNK, len(rest)))
        if not chunk:
            return False
        self._lines_before += behind.count("\n")
        self._window = rest + chunk
        self.place = 0
        return True


def write_array(path: Path, elements: Iterable[JsonValue], *, indent: int | None = 2) -> None:
    """Writes a JSON array, an element at a time."""
    _write(path, "[", (dumps(element, indent=indent) for element in elements), "]")


def write_object(path: Path, members: Iterable[tuple[str, JsonValue]], *, indent: int | None = 2) -> None:
    """Writes a JSON object, a member at a time."""
    _write(path, "{", (f"{dumps(name)}: {dumps(value, indent=indent)}" for name, value in members), "}")


def _write(path: Path, opening: str, parts: Iterable[str], closing: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(opening)
        for number, part in enumerate(parts):
            stream.write(",\n" if number else "\n")
            stream.write(part)
        stream.write(f"\n{closing}\n")


def write_lines(path: Path, values: Iterable[JsonValue]) -> None:
    """Writes JSON Lines."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(dumps(value) + "\n" for value in values)


def dumps(value: JsonValue, *, indent: int | None = None) -> str:
    """A value as JSON, in the letters of its language."""
    if indent is None:
        return _ENCODER.encode(value)
    return json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)


def excerpt(value: JsonValue) -> str:
    """The beginning of a value, to be named in a message: also of what could not be written to a file."""
    try:
        return json.dumps(value, ensure_ascii=False)[:80]
    except RecursionError:
        return "something nested deeply"


def begins_with_array(path: Path) -> bool:
    """Is a file one JSON array, rather than a value per line?"""
    with path.open("rb") as stream:
        start = stream.read(4096).removeprefix(codecs.BOM_UTF8)
    return start.lstrip().startswith(b"[")
