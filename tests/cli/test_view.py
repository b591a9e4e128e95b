"""`optotype view` as a shell sees it: a real process that serves until it is told to stop."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.report.live import PORT
from tests.ready import program
from tests.samples import fill


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [program(), "--bench", str(folder), "view", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # tests that run in the background are told to mind no Ctrl-C, and so would be what they start
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@contextmanager
def viewing(bench: Workbench, *arguments: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it printed."""
    process = start(bench.folder, *arguments)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        if found is None:
            pytest.fail(f"no address in {line!r}: {process.communicate(timeout=20)}")
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def port_of(address: str) -> int:
    return int(address.rstrip("/").rpartition(":")[2])


def test_it_prints_its_address_serves_and_ends_in_good_order(bench: Workbench) -> None:
    fill(bench)
    with viewing(bench, "--port", "0") as (process, address):
        assert process.stdout is not None
        assert "Ctrl-C" in process.stdout.readline()
        with urllib.request.urlopen(address, timeout=20) as page:
            assert b'data-live="' in page.read()
        listener = urllib.request.urlopen(f"{address}live", timeout=20)
        assert listener.readline().startswith(b"data: ")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
        assert (process.returncode, errors) == (0, "")
        listener.close()


def test_the_language_of_the_first_page_can_be_chosen(bench: Workbench) -> None:
    fill(bench)
    with (
        viewing(bench, "--port", "0", "--language", "ru") as (_, address),
        urllib.request.urlopen(address, timeout=20) as page,
    ):
        assert b'lang="ru"' in page.read()


def test_a_port_that_is_taken_is_told_and_unless_named_the_next_is_used(bench: Workbench) -> None:
    fill(bench)
    with viewing(bench) as (_, address):
        taken = port_of(address)
        assert taken >= PORT
        with viewing(bench) as (_, other):
            assert port_of(other) > taken
        failed = start(bench.folder, "--port", str(taken))
        output, errors = failed.communicate(timeout=60)
        assert failed.returncode == 2
        assert output == ""
        assert errors.startswith(f"Error: Port {taken} cannot be used: ")
        assert "--port" in errors


def test_nobody_else_can_connect(bench: Workbench) -> None:
    fill(bench)
    # every address of 127.0.0.0/8 is this computer; only one of them is served
    with viewing(bench, "--port", "0") as (_, address), pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port_of(address)), timeout=5)


@pytest.mark.parametrize(("arguments", "told"), [((), "optotype import"), (("--run", "nobody"), "optotype eval")])
def test_what_cannot_be_shown_is_a_line_on_standard_error(
    bench: Workbench, arguments: tuple[str, ...], told: str
) -> None:
    failed = start(bench.folder, "--port", "0", *arguments)
    _, errors = failed.communicate(timeout=60)
    assert failed.returncode == 2
    assert told in errors
    assert "Traceback" not in errors
