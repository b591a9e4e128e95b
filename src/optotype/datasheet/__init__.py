"""The datasheet: what a reader of a benchmark asks, answered from what happened in the bench. The store -> a sheet.

Every number is counted (`gathering`), told in a language (`telling`), and joined with what the author wrote into
`datasheet.toml` (`author`); what only the author knows stays a marked gap. The sheet is written as Markdown, as a page,
as the responsible-AI part of a Croissant file, and as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from optotype.datasheet.author import FILE, write_template
from optotype.datasheet.markdown import markdown
from optotype.datasheet.page import page
from optotype.datasheet.responsible import document, responsible
from optotype.datasheet.sheet import Sheet, make, words_of
from optotype.errors import BadTarget
from optotype.files.whole import writing
from optotype.progress import Progress, silent

if TYPE_CHECKING:
    from pydantic import JsonValue

    from optotype.bench import Bench
    from optotype.datasheet.gathering import Agree
    from optotype.web.words import Language

Format = Literal["markdown", "html", "croissant", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

_FILES: Mapping[Format, str] = {
    "markdown": "datasheet.md",
    "html": "datasheet.html",
    "croissant": "datasheet.croissant.json",
    "json": "datasheet.json",
}
_ENDS: Mapping[str, Format] = {".md": "markdown", ".html": "html", ".htm": "html", ".json": "json"}
_WRITTEN: Mapping[Format, Callable[[Sheet], str]] = {
    "markdown": markdown,
    "html": page,
    "croissant": lambda sheet: _json(document(sheet)),
    "json": lambda sheet: _json(sheet.plain()),
}


@dataclass(frozen=True)
class Datasheet:
    """A sheet that was written."""

    sheet: Sheet
    files: tuple[Path, ...]


def datasheet(
    bench: Bench,
    out: Path | str | None = None,
    *,
    agree: Agree | None = None,
    format: Format | None = None,
    language: Language = "en",
    progress: Progress = silent,
) -> Datasheet:
    """Writes the datasheet of a bench.

    Args:
        bench: whose.
        out: a folder, or a file: what ends as a file does is one. `datasheet` in the bench unless given.
        agree: measures how far people agree, as `bench.agreement` does; nothing is told about that without it.
        format: one of `FORMATS`; what the end of the file's name says, or all of them in a folder, unless given.
        language: of the sheet.
        progress: told of each item and score read.

    Raises:
        OptotypeError: `datasheet.toml` cannot be used, or the sheet cannot be written.
    """
    target = bench.folder / "datasheet" if out is None else Path(out)
    files = _targets(target, format)
    sheet = make(bench, agree, language, progress)
    for wanted, path in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadTarget(f"{path.parent} cannot be made: {error.strerror or error}.") from error
        with writing(path) as stream:
            stream.write(_WRITTEN[wanted](sheet))
    return Datasheet(sheet, tuple(files.values()))


def responsible_part(bench: Bench, agree: Agree | None = None, *, whole: bool = True) -> dict[str, JsonValue]:
    """The responsible-AI part of a Croissant file, in the language of such files.

    Args:
        bench: whose.
        agree: as in `datasheet`.
        whole: is the file about all items?
    """
    return responsible(make(bench, agree, "en", silent), whole=whole)


def template(bench: Bench, language: Language = "en") -> Path:
    """Makes the `datasheet.toml` in which the author fills the gaps; one that is there is left alone.

    Raises:
        BadTarget: there is one already.
    """
    return write_template(bench, words_of(language))


def _targets(target: Path, format: Format | None) -> dict[Format, Path]:
    """By format, the file to write."""
    if target.name == FILE:
        raise BadTarget(f"{target} is where the author's answers stand; name another place with --out.")
    known = _ENDS.get(target.suffix.casefold())
    if target.is_dir() or (known is None and not target.suffix):
        return {one: target / _FILES[one] for one in ((format,) if format else FORMATS)}
    wanted = format or known
    if wanted is None:
        raise BadTarget(f"{target}: its end is none of {', '.join(_ENDS)}. Name a folder, or say --format.")
    return {wanted: target}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
