"""An album: pictures made small enough to stand in a page, which stays of bounded size however many there are."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from optotype import pictures
from optotype.errors import OptotypeError
from optotype.web import alone

_QUALITY = 78
_STEPS = 3
"""How often a picture that is still too large is made anew with half as many pixels on each side."""


@dataclass(frozen=True)
class Shown:
    """A picture that stands in a page."""

    address: str
    """It holds the picture itself."""
    width: int
    height: int


class Album:
    """Pictures of a page. Each is drawn anew: nothing of a foreign file but its pixels comes into the page."""

    def __init__(self, content: Callable[[str], bytes | None], budget: int) -> None:
        """Begins an empty one.

        Args:
            content: gives the file of a picture by its id.
            budget: bytes that all pictures may have together.
        """
        self._content = content
        self._left = budget
        self._known: dict[tuple[str, int, int], Shown | None] = {}
        self.left_out = 0
        """Pictures for which there was no room."""
        self.missing = 0
        """Pictures that could not be opened."""

    def show(self, picture: str, width: int, height: int, *, most: int) -> Shown | None:
        """A picture that fits into a frame and into so many bytes; None where there is no room, or nothing to see."""
        key = (picture, width, height)
        if key not in self._known:
            self._known[key] = self._shown(picture, width, height, most)
        return self._known[key]

    def _shown(self, picture: str, width: int, height: int, most: int) -> Shown | None:
        if self._left <= 0:
            self.left_out += 1
            return None
        content = self._content(picture)
        made = small(content, width, height, most=most) if content is not None else None
        if made is None:
            self.missing += 1
            return None
        file, size = made
        shown = Shown(alone.data("image/webp", file), *size)
        if len(shown.address) > self._left:
            self._left = 0  # the next ones may be smaller, but a page that shows some of the last is a riddle
            self.left_out += 1
            return None
        self._left -= len(shown.address)
        return shown


def small(content: bytes, width: int, height: int, *, most: int) -> tuple[bytes, tuple[int, int]] | None:
    """A picture that fits into a frame and into so many bytes, as WebP, with its size; None where it cannot be opened.

    It stands on white paper, without the margins around it.
    """
    from PIL.Image import Resampling

    try:
        image = pictures.flatten(pictures.without_margins(pictures.decode(content)))
    except OptotypeError:
        return None
    for _ in range(_STEPS):
        image.thumbnail((width, height), Resampling.LANCZOS)
        made = io.BytesIO()
        image.save(made, "WEBP", quality=_QUALITY, method=4)
        if made.tell() <= most:
            return made.getvalue(), image.size
        width, height = max(1, width // 2), max(1, height // 2)
    return None
