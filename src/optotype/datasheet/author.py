"""What only the author knows: `datasheet.toml` in the bench, a table for each section, a key for each question."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from optotype.datasheet.questions import AUTHORS, SECTIONS, SOURCE
from optotype.errors import BadSettings, BadTarget, what_there_is
from optotype.files.whole import writing

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.web.words import Words

FILE = "datasheet.toml"
LARGEST = 1 << 20
"""Bytes: what is larger is no text that anybody wrote by hand."""


def read(bench: Bench) -> dict[str, str]:
    """By question, what the author wrote; an empty text is none.

    Raises:
        BadSettings: it cannot be read, is not TOML, has an unknown key, or something that is not a text.
    """
    path = bench.folder / FILE
    if not path.exists():
        return {}
    try:
        if path.stat().st_size > LARGEST:
            raise BadSettings(f"{path} is larger than {LARGEST:,} bytes; a few texts were expected.")
        said = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadSettings(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: not UTF-8 at byte {error.start}; save the file as UTF-8.") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadSettings(f"{path}: not TOML: {error}.") from error
    return dict(_read(said, path))


def _read(said: dict[str, object], path: Path) -> Iterator[tuple[str, str]]:
    for section, texts in said.items():
        if section not in SECTIONS:
            raise BadSettings(f"{path}: there is no section [{_short(section)}]. {_meant(section)}")
        if not isinstance(texts, dict):
            raise BadSettings(f"{path}, {section}: a section was expected, written as [{section}].")
        for key, text in cast("dict[str, object]", texts).items():
            if key not in SECTIONS[section]:
                raise BadSettings(f"{path}, [{section}]: there is no question '{_short(key)}'. {_meant(key)}")
            if not isinstance(text, str):
                raise BadSettings(f"{path}, {section}.{key}: a text in quotes was expected.")
            if text.strip():
                yield key, text.strip()


def _meant(name: str) -> str:
    """What may have been meant by a key that does not exist: a section, or a question of any section."""
    homes = {key: section for section, keys in SECTIONS.items() for key in keys}
    near = difflib.get_close_matches(name, [*homes, *SECTIONS], n=1)
    if near and near[0] in homes:
        return f"Did you mean '{near[0]}', in [{homes[near[0]]}]?"
    return what_there_is(name, SECTIONS)


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:60]}..."


def write_template(bench: Bench, words: Words) -> Path:
    """Makes the file in which the author answers: each question with a hint, and nothing filled in.

    Raises:
        BadTarget: there is one already, or it cannot be written.
    """
    path = bench.folder / FILE
    if path.exists():
        raise BadTarget(f"{path} exists already, and what you wrote stays as it is. Move it away to begin anew.")
    with writing(path) as stream:
        stream.write(template(words))
    return path


def template(words: Words) -> str:
    """The text of that file."""
    lines = [f"# {line}" for line in (words("datasheet.template"), SOURCE)]
    for section, keys in SECTIONS.items():
        wanted = [key for key in keys if key in AUTHORS]
        others = [key for key in keys if key not in AUTHORS]
        lines += ["", f"[{section}]", f"# {words(f'questions.{section}')}"]
        for key in wanted:
            lines += ["", f"# {words(f'questions.{key}')}", f"# {words(f'hints.{key}')}", f'{key} = ""']
        if others:
            lines += ["", f"# {words('datasheet.template_known')}"]
            lines += [f'# {key} = ""' for key in others]
    return "\n".join(lines) + "\n"
