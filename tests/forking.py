"""Tests side by side, in forks of the process that has read them: `pytest --forks 4`.

To read all tests, and the libraries that they are about, takes as long as hundreds of tests: here that is done once.
Each fork has a stretch of the tests, in their order, so that what tests of a file share is made once; one that has
nothing left takes half of what another has still to do.
"""

from __future__ import annotations

import multiprocessing
import warnings
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any, cast

import pytest

_FORKING = multiprocessing.get_context("fork")

_Told = tuple[list[dict[str, Any]], list[int]]
"""Reports on a test, and the tests that a fork does next."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.addoption("--forks", type=int, default=0, help="run tests in so many processes side by side")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Runs the tests in forks, if that was asked for; pytest itself tells of errors that were met on the way here."""
    option = session.config.option
    if not option.forks or option.collectonly or session.testsfailed or not session.items:
        return None
    cast("Any", session.config)._tmp_path_factory.getbasetemp()  # forks share it
    _Run(session, option.forks).run()
    return True


class _Stretches:
    """Which tests each fork has still to do, in memory that forks share."""

    def __init__(self, tests: int, forks: int) -> None:
        cuts = [tests * fork // forks for fork in range(forks + 1)]
        self._next = _FORKING.Array("q", cuts[:-1], lock=False)
        self._ends = _FORKING.Array("q", cuts[1:], lock=False)
        self._taking = _FORKING.Lock()

    def take(self, fork: int) -> int | None:
        """The number of the next test; where a stretch is done, half of the longest takes its place."""
        with self._taking:
            if self._next[fork] == self._ends[fork]:
                left = [end - begin for begin, end in zip(self._next, self._ends, strict=True)]
                longest = left.index(max(left))
                if not left[longest]:
                    return None
                self._ends[fork] = self._ends[longest]
                self._ends[longest] = self._next[fork] = self._ends[longest] - (left[longest] + 1) // 2
            self._next[fork] += 1
            return self._next[fork] - 1

    def clear(self) -> None:
        """Leaves nothing to be done."""
        with self._taking:
            self._next[:] = self._ends[:]


@dataclass
class _Fork:
    """A fork, as whoever waits for it sees it."""

    number: int
    process: ForkProcess
    link: Connection
    doing: list[int] = field(default_factory=list[int])
    """The test that it runs, and the one that it has taken to do next."""


class _Run:
    """Tests on their way."""

    def __init__(self, session: pytest.Session, forks: int) -> None:
        self._session = session
        self._items = session.items
        self._hook = session.config.hook
        self._forks = min(forks, len(self._items))
        self._stretches = _Stretches(len(self._items), self._forks)

    def run(self) -> None:
        """Until all tests are done, or enough have failed."""
        at_work = {fork.link: fork for fork in map(self._start, range(self._forks))}
        try:
            while at_work:
                for link in cast("list[Connection]", wait(list(at_work))):
                    fork = at_work[link]
                    try:
                        self._hear(fork, link.recv())
                    except EOFError:
                        del at_work[link]
                        fork.process.join()
                        if fork.doing:
                            other = self._replaced(fork)
                            at_work[other.link] = other
        finally:
            for fork in at_work.values():
                fork.process.terminate()
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)

    def _start(self, number: int, first: int | None = None) -> _Fork:
        hears, tells = cast("tuple[Connection, Connection]", _FORKING.Pipe(duplex=False))
        process = _FORKING.Process(target=self._work, args=(number, tells, first))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # there are threads: numpy's, which knows of forks
            process.start()
        tells.close()
        return _Fork(number, process, hears)

    def _hear(self, fork: _Fork, told: _Told) -> None:
        """What a fork tells: how its last test went, and which it does next."""
        went, fork.doing = told
        for data in went:
            report = self._hook.pytest_report_from_serializable(config=self._session.config, data=data)
            if report.when == "setup":
                self._hook.pytest_runtest_logstart(nodeid=report.nodeid, location=report.location)
            self._hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                self._hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
        if self._session.shouldfail or self._session.shouldstop:
            self._stretches.clear()

    def _replaced(self, fork: _Fork) -> _Fork:
        """Tells that a fork ended in the midst of a test; another goes on with what it had taken to do next."""
        running, *ahead = fork.doing
        item = self._items[running]
        what = f"the process that ran it ended with {fork.process.exitcode}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", what, "call")
        self._hook.pytest_runtest_logreport(report=report)
        return self._start(fork.number, *ahead)

    def _work(self, number: int, link: Connection, first: int | None) -> None:
        """Runs tests, in a fork."""
        plugins = self._session.config.pluginmanager
        plugins.unregister(name="terminalreporter")
        kept = _Kept(self._session.config)
        plugins.register(kept)
        capture = cast("Any", plugins.getplugin("capturemanager"))  # it keeps a file, which forks may not share
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
        now = self._stretches.take(number) if first is None else first
        while now is not None:
            ahead = self._stretches.take(number)
            link.send((kept.hand_over(), [now] if ahead is None else [now, ahead]))
            following = None if ahead is None else self._items[ahead]
            self._hook.pytest_runtest_protocol(item=self._items[now], nextitem=following)
            now = ahead
        link.send((kept.hand_over(), []))


class _Kept:
    """Reports of a fork that nobody was told of yet."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reports: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps one."""
        self._reports.append(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))

    def hand_over(self) -> list[dict[str, Any]]:
        """All of them."""
        reports, self._reports = self._reports, []
        return reports
