"""Pictures to explain rules by, drawn when they are looked at."""

from __future__ import annotations

import io
from collections.abc import Callable

from optotype.lint.question import Shown
from optotype.records import Picture


def drawn(
    id: str,
    *,
    size: tuple[int, int] = (200, 120),
    colour: str = "#cc2222",
    rise: float = 0.5,
    read: Callable[[], str] | None = None,
) -> Shown:
    """A picture with a box and a line in one colour; `rise` tells how steep the line is."""

    def content() -> bytes:
        from PIL import Image, ImageDraw

        image = Image.new("RGB", size, "white")
        draw = ImageDraw.Draw(image)
        width, height = size
        draw.rectangle((0, 0, max(1, width // 4), max(1, int(height * rise))), fill=colour)
        draw.line((0, height - 1, width - 1, int((height - 1) * (1 - rise))), fill=colour, width=3)
        stream = io.BytesIO()
        image.save(stream, "PNG")
        return stream.getvalue()

    picture = Picture(
        id=id,
        collection=id.partition("/")[0],
        name=f"{id.rpartition('/')[2]}.png",
        file="0" * 64,
        media_type="image/png",
        width=size[0],
        height=size[1],
    )
    return Shown(picture, content, read)
