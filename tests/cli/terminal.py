"""A terminal, to see what commands show on one."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path


def on_a_terminal(code: str, folder: Path, **variables: str) -> str:
    """What a program shows on a terminal."""
    ours, theirs = pty.openpty()
    unset = ("OPTOTYPE_BENCH", "FORCE_COLOR", "NO_COLOR", "COLUMNS")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"TERM": "xterm-256color", **{name: value for name, value in variables.items() if value}}
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += (some := os.read(ours, 65536))
        except OSError:  # nobody writes any more
            break
        if not some:
            break
    os.close(ours)
    process.wait(60)
    return shown.decode()
