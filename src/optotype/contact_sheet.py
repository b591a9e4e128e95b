"""A contact sheet: many pictures on one, each with its name below."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from optotype.fonts import font


def contact_sheet(pictures: Iterable[tuple[str, Image.Image]]) -> Image.Image:
    """Lays pictures out in rows, each scaled to its cell."""
    examples = list(pictures)
    columns, cell, caption, gap = 6, 300, 26, 10
    rows = -(-len(examples) // columns)
    sheet = Image.new("RGB", (columns * (cell + gap) + gap, rows * (cell + caption + gap) + gap), "#eceff1")
    draw = ImageDraw.Draw(sheet)
    for number, (name, picture) in enumerate(examples):
        x = gap + number % columns * (cell + gap)
        y = gap + number // columns * (cell + caption + gap)
        small = picture.convert("RGB")
        small.thumbnail((cell, cell), Image.Resampling.LANCZOS)
        draw.rectangle((x, y, x + cell - 1, y + cell + caption - 1), fill="white")
        sheet.paste(small, (x + (cell - small.width) // 2, y + (cell - small.height) // 2))
        draw.text((x + cell / 2, y + cell + caption / 2), name, font=font(14), fill="#37474f", anchor="mm")
    return sheet
