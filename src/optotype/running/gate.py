"""The gate: how many questions may be under way at once. It widens while that helps, and narrows when told to.

It climbs a hill. A wider gate is tried for a while, and kept if as many more replies come back; if not, the old width
is taken again, and the next attempt waits longer. The gate itself never waits: whoever asks looks whether it is open.
"""

from __future__ import annotations

import time
from collections.abc import Callable

_START = 8
_HELPS = 0.25
"""Of what a wider gate could let through more, so much has to come; less is not worth a longer queue."""
_TRIALS = 3
"""Windows in which a wider gate may show that it helps: whatever else the machine does makes some of them slow."""
_QUICK = 1.0
"""Seconds: where a window takes less, being wrong costs nothing, and the width is raised faster at first."""
_REST = 2
"""Windows for which a width is kept before a wider one is tried, at first; twice as many after each failure."""
_LONGEST_REST = 64


class Gate:
    """Lets questions through, as many at once as the other side bears."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        """The widest that it may be."""
        self.width = min(_START, most)
        """How many may be under way."""
        self.active = 0
        """How many are."""
        self._clock = clock
        self._opens = 0.0
        self._narrowed = 0.0
        self._rising = True  # doubled or more at first; by half after the first failure
        self._before: int | None = None  # the width to go back to, while a wider one is tried
        self._trials = 0
        self._rate = 0.0  # replies per second at the width that is kept
        self._resting = 0
        self._rest = _REST
        self._begin()
        self._telling = False  # the first are slow: connections are opened, libraries loaded

    @property
    def open(self) -> bool:
        """May another one pass?"""
        return self.active < self.width and self._clock() >= self._opens

    @property
    def opens_in(self) -> float:
        """Seconds for which nobody may pass."""
        return max(0.0, self._opens - self._clock())

    def enter(self) -> float:
        """Takes a place; gives back when, for `complain`."""
        self.active += 1
        return self._clock()

    def leave(self) -> None:
        """Gives the place back."""
        self.active -= 1

    def idle(self) -> None:
        """There was a place that nobody took: what is measured meanwhile says nothing about the width."""
        self._telling = False

    def praise(self) -> None:
        """A reply came: the gate may widen."""
        self._passed += 1
        if self._passed < (self.width if self._rising else max(32, 2 * self.width)):
            return
        if self._telling:
            self._judge(max(self._clock() - self._since, 1e-9))
        self._begin()

    def complain(self, entered: float, pause: float = 0.0) -> bool:
        """The other side has too much: after a pause, half the width, once for all that were under way together.

        Gives back whether this was the first complaint of those.
        """
        first = entered >= self._narrowed
        if first:
            self._narrowed = self._clock()
            self.width = max(1, self.width // 2)
            self._rising, self._before, self._rate = False, None, 0.0
            self._resting = self._rest = _REST
            self._begin()
        self.close(pause)
        return first

    def close(self, seconds: float) -> None:
        """Lets nobody through for a while."""
        if seconds > 0:
            self._opens = max(self._opens, self._clock() + seconds)
            self._telling = False

    def _begin(self) -> None:
        """A new window: replies are counted for as long as it takes to tell how fast they come."""
        self._passed, self._since, self._telling = 0, self._clock(), True

    def _judge(self, seconds: float) -> None:
        rate = self._passed / seconds
        if self._before is None:
            self._rate = (self._rate + rate) / 2 if self._rate else rate
            self._resting -= 1
        elif rate >= self._rate * (1 + _HELPS * (self.width / self._before - 1)):
            self._rate, self._before = rate, None
            self._resting, self._rest = 0, _REST
        elif self._trials > 1:
            self._trials -= 1
            return
        else:
            self.width, self._before, self._rising = self._before, None, False
            self._resting, self._rest = self._rest, min(2 * self._rest, _LONGEST_REST)
        if self._resting <= 0 and self.width < self.most:
            self._before, self._trials = self.width, _TRIALS
            self.width = min(self.most, self._wider(seconds))

    def _wider(self, seconds: float) -> int:
        if not self._rising:
            return self.width + max(1, self.width // 2)
        return self.width * (4 if seconds < _QUICK else 2)
