"""Tests. Each process that tests has a core: libraries that share sums among all cores would get in the way.

What tests write lies in memory, where there is room: a test that writes to a disk waits for it longer than it works.
What Python compiles is kept, whatever the environment says: else each process that tests, each that a test starts and
the next run would compile it again.
"""

import os
import sys
import tempfile

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Read when numpy or torch is imported; for processes that are given an environment of their own, too."""

for _limit, _threads in ONE_THREAD.items():
    os.environ.setdefault(_limit, _threads)

_MEMORY, _ROOM = "/dev/shm", 4 << 30


def _is_roomy(folder: str) -> bool:
    """May much be written to a folder, and programs be started from it?"""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > _ROOM and not found.f_flag & os.ST_NOEXEC


if "TMPDIR" not in os.environ and _is_roomy(_MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = _MEMORY
