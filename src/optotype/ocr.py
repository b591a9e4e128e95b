"""Text in pictures, read by tesseract where that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

_PATIENCE = 60
"""Seconds that a picture may take."""


def lacking() -> str | None:
    """Why text in pictures cannot be read here, if it cannot."""
    return None if shutil.which("tesseract") else "tesseract is not installed, so text in pictures is not read"


def read(path: Path) -> str | None:
    """The text in a picture; None where it cannot be read, or takes longer than a minute."""
    program = shutil.which("tesseract")
    if program is None:
        return None
    line = [program, str(path), "stdout", "-l", "+".join(_languages(program)) or "eng", "--psm", "11"]
    try:
        # several pictures are read at once, and its own threads would only wait for each other
        alone = os.environ | {"OMP_THREAD_LIMIT": "1"}
        done = subprocess.run(line, capture_output=True, timeout=_PATIENCE, check=False, env=alone)  # noqa: S603 - no shell
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.decode("utf-8", "replace")


@cache
def _languages(program: str) -> tuple[str, ...]:
    """Those of English and Russian that it has learned."""
    try:
        done = subprocess.run([program, "--list-langs"], capture_output=True, timeout=_PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ()
    known = done.stdout.decode("utf-8", "replace").split()
    return tuple(language for language in ("eng", "rus") if language in known)
