"""A plate: the pictures of a question, and below them those of its options, each with its label, as one picture.

Label Studio shows no embedded picture among the options of a task; it shows one above them.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.pictures import decode, flatten

_WIDTH = 1200
"""Of a plate, at most, and of a picture in it."""
_OPTION = 380
"""Pixels that the picture of an option has at most, either way."""
_GAP = 16
_LABEL = 34


def plate(shown: Sequence[bytes], options: Sequence[tuple[str, bytes]]) -> bytes:
    """Pictures from top to bottom, then options with their labels in rows; as the content of a PNG file."""
    above = [_within(content, _WIDTH, 4 * _WIDTH) for content in shown]
    choices = [(label, _within(content, _OPTION, _OPTION)) for label, content in options]
    rows: list[list[tuple[str, Image.Image]]] = [[]]
    for choice in choices:
        if rows[-1] and sum(one.width + _GAP for _, one in (*rows[-1], choice)) > _WIDTH:
            rows.append([])
        rows[-1].append(choice)
    across = [sum(one.width + _GAP for _, one in row) for row in rows]
    width = max([*(one.width + _GAP for one in above), *across, 3 * _LABEL]) + _GAP
    down = [max((one.height for _, one in row), default=0) + _LABEL + _GAP for row in rows]
    made = Image.new("RGB", (width, _GAP + sum(one.height + _GAP for one in above) + sum(down)), "white")
    draw, y = ImageDraw.Draw(made), _GAP
    for one in above:
        made.paste(one, (_GAP, y))
        y += one.height + _GAP
    for row, height in zip(rows, down, strict=True):
        x = _GAP
        for label, one in row:
            draw.text((x, y + _LABEL // 2), label, font=font(22, "sans bold"), fill="black", anchor="lm")
            made.paste(one, (x, y + _LABEL))
            draw.rectangle((x - 1, y + _LABEL - 1, x + one.width, y + _LABEL + one.height), outline="#b0bec5")
            x += one.width + _GAP
        y += height
    stream = io.BytesIO()
    made.save(stream, "PNG")
    return stream.getvalue()


def _within(content: bytes, width: int, height: int) -> Image.Image:
    picture = flatten(decode(content))
    picture.thumbnail((width, height), Image.Resampling.LANCZOS)
    return picture
