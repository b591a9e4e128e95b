"""Files that are there whole, or not at all: whoever is interrupted leaves what was there before."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from optotype.errors import BadTarget


@contextmanager
def writing(target: Path) -> Generator[TextIO]:
    """A text to write, which takes its place when all is written.

    What is no file, such as `/dev/stdout`, is written to as it is: another file must not take its place.

    Raises:
        BadTarget: it cannot be written.
    """
    if target.is_dir():
        raise BadTarget(f"{target} is a folder; a file to write was expected.")
    device = target.exists() and not target.is_file()
    part = target if device else target.with_name(f"{target.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        if not device:
            part.replace(target)
    except OSError as error:
        raise BadTarget(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        if not device:
            with suppress(OSError):
                part.unlink(missing_ok=True)
