"""`optotype` as a process of its own that is ready at once: forked from one that has read the modules before.

To read them takes a third of a second each time, and tests start some two hundred such processes. What is started is
a small program that hands its arguments, folder, environment and open files to that process and stands for the fork:
signals go through to it, it dies when the program is killed, and the program ends as it ends. Tests of the start
itself (what is imported, how a terminal is met, what is installed) start Python; so do those that kill and look at
once, for a fork ends a moment after a program that was killed.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

MODULES = (
    "numpy",
    "numpy.random",
    "PIL.Image",
    "aiohttp",
    "matplotlib.font_manager",
    "rich.progress",
    "rich.table",
    "optotype.cli",
    "optotype.workbench",
    "optotype.evaluate",
    "optotype.papers",
    "optotype.reading",
    "optotype.statistics",
    "optotype.store.tables",
)
"""What most commands read, and the fonts that matplotlib looks for anew in each home.

None of these starts a thread as it is read, as onnxruntime and pyarrow do: a fork would not have it.
"""

PROGRAM = """#!{python} -IS
import json, os, signal, socket, sys
link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
link.connect({path!r})
deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
call = dict(arguments=sys.argv[1:], folder=os.getcwd(), environment=dict(os.environ), deaf=deaf)
socket.send_fds(link, [json.dumps(call).encode()], [0, 1, 2])
for number in [signal.SIGTERM] + [signal.SIGINT] * (not deaf):
    signal.signal(number, lambda number, _: link.send(bytes([number])))
code = os.waitstatus_to_exitcode(int.from_bytes(link.recv(4), "big"))
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
sys.exit(code)
"""


@cache
def program() -> Path:
    """The program, called `optotype`, in a folder of its own; what it needs is started when it is first asked for."""
    folder = Path(tempfile.mkdtemp(prefix="optotype"))
    place, made = folder / "socket", folder / "bin" / "optotype"
    made.parent.mkdir()
    made.write_text(PROGRAM.format(python=sys.executable, path=str(place)), encoding="utf-8")
    made.chmod(0o755)
    forking = subprocess.Popen(
        [sys.executable, "-m", "tests.ready", str(place)],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for whoever runs tests
    )
    assert forking.stdout is not None
    assert forking.stdout.readline() == b"ready\n"

    def end() -> None:
        forking.communicate()  # it ends when nobody can ask it for anything any more
        shutil.rmtree(folder)

    atexit.register(end)
    return made


class _Call(TypedDict):
    """What the program hands over."""

    arguments: list[str]
    folder: str
    environment: dict[str, str]
    deaf: bool
    """Is Ctrl-C ignored, as it is by what a shell starts in the background?"""


@dataclass(frozen=True)
class _Fork:
    """A fork, and the program that stands for it."""

    pid: int
    ended: int
    """Can be read when it has ended."""
    link: socket.socket


def _wait(place: str) -> list[str]:
    """Forks for whoever asks, until nobody can ask any more. Comes back in each fork, with its arguments."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(place)
    listener.listen(16)
    known = selectors.DefaultSelector()
    known.register(listener, selectors.EVENT_READ)
    known.register(0, selectors.EVENT_READ)
    os.write(1, b"ready\n")
    while True:
        for key, _ in known.select():
            fork: _Fork | None = key.data
            if key.fd == 0:
                os._exit(0)
            elif key.fileobj is listener:
                link, _ = listener.accept()
                call, files, _, _ = socket.recv_fds(link, 1 << 20, 3)
                if not call:
                    link.close()
                elif not (pid := os.fork()):
                    known.close()
                    return _become(json.loads(call), files)
                else:
                    for file in files:
                        os.close(file)
                    fork = _Fork(pid, os.pidfd_open(pid), link)
                    known.register(fork.ended, selectors.EVENT_READ, fork)
                    known.register(link, selectors.EVENT_READ, fork)
            elif fork is not None and key.fileobj is fork.link:
                if fork.link.fileno() < 0:  # it ended at this moment
                    continue
                if told := fork.link.recv(1):
                    os.kill(fork.pid, told[0])
                else:  # the program was killed
                    known.unregister(fork.link)
                    os.kill(fork.pid, signal.SIGKILL)
            elif fork is not None:
                _end(known, fork)


def _end(known: selectors.BaseSelector, fork: _Fork) -> None:
    """Tells the program how its fork ended."""
    _, status = os.waitpid(fork.pid, 0)
    known.unregister(fork.ended)
    os.close(fork.ended)
    if fork.link in known.get_map():
        known.unregister(fork.link)
        with suppress(OSError):  # it was killed at this moment
            fork.link.send(status.to_bytes(4, "big"))
    fork.link.close()


def _become(call: _Call, files: list[int]) -> list[str]:
    """Makes a fork what the program would have been: its files, its folder, its environment."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", buffering=1 if os.isatty(1) else -1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.SIG_IGN if call["deaf"] else signal.default_int_handler)
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["environment"])
    return ["optotype", *call["arguments"]]


def _leave(codes: list[int]) -> None:
    """Ends with the code of the command, if it came to one, and frees nothing.

    A fork shares its memory with the process it came from: to free it, piece by piece, is to copy it first, which takes
    longer than many a command.
    """
    if codes:
        with suppress(OSError, ValueError):  # what cannot be written any more is left to Python
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(codes[0])


if __name__ == "__main__":
    codes: list[int] = []
    atexit.register(_leave, codes)  # before all others: what is registered first is called last
    for module in MODULES:
        importlib.import_module(module)
    gc.freeze()
    sys.argv = _wait(sys.argv[1])
    from optotype.cli import main

    try:
        main()
        codes.append(0)
    except SystemExit as end:
        if isinstance(end.code, int):
            codes.append(end.code)
        raise
