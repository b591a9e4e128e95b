"""What benchmarks share: a peer in a virtual environment of its own, and a program measured in a process of its own."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_MEASURE = """
import json, resource, subprocess, sys, time
began = time.perf_counter()
status = subprocess.call(sys.argv[1:])
seconds = time.perf_counter() - began
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
sys.exit(status)
"""


@dataclass(frozen=True)
class Measured:
    """What a program took."""

    output: str
    seconds: float
    """From its start to its end."""
    processor: float
    """Seconds of processor time, all its threads and children together."""
    memory: float
    """At its peak, in MB."""


def python(name: str, packages: Sequence[str], bare: Sequence[str] = ()) -> Path:
    """The interpreter of a virtual environment with these packages, made on the first run.

    Of the bare ones, what they ask for is not installed: it may ask for what is not to be had.
    """
    folder = Path(__file__).parent / ".venvs" / name
    interpreter = folder / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([interpreter, "-m", "pip", "install", "--quiet", *packages], check=True)
        if bare:
            subprocess.run([interpreter, "-m", "pip", "install", "--quiet", "--no-deps", *bare], check=True)
    return interpreter


def measure(interpreter: Path, code: str, *arguments: str, variables: Mapping[str, str] = {}) -> Measured:
    """Runs a program, and ends ours with what it said if it fails."""
    import json

    command = [sys.executable, "-c", _MEASURE, str(interpreter), "-c", code, *arguments]
    result = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(result.stdout[-2000:] + result.stderr[-4000:])
    *output, figures = result.stdout.strip().splitlines()
    seconds, processor, memory = json.loads(figures)
    return Measured("\n".join(output), seconds, processor, memory)


def machine() -> str:
    """What a table says about where it was made."""
    load = os.getloadavg()[0]
    return f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.2f}"
