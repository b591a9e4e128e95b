"""Draws the floors of the house, from the table in docs/architecture.md.

python scripts/house_picture.py
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE, PICTURE = ROOT / "docs" / "architecture.md", ROOT / "docs" / "images" / "house.svg"

WIDTH, LEFT, GAP, HIGH = 1120, 190, 8, 30
TINTS = ("#dfe7ee", "#e2eef7", "#d7ecf7", "#c6e3f4", "#b3d8ee", "#9fcbe8")
"""From the ground up."""


def main() -> None:
    """Writes the picture."""
    rows = re.findall(r"^\| (\d) ([^|:]*)[^|]*\| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    parts: list[str] = []
    y = 20
    for floor, title, rooms in rows:
        boxes, x, line = [], LEFT + 16, y + 14
        for room in re.findall(r"`(\w+)`", rooms):
            width = 7.6 * len(room) + 22
            if x + width > WIDTH - 16:
                x, line = LEFT + 16, line + HIGH + GAP
            boxes.append(
                f'<rect x="{x:.0f}" y="{line}" width="{width:.0f}" height="{HIGH}" rx="6" class="box"/>'
                f'<text x="{x + width / 2:.0f}" y="{line + 20}" text-anchor="middle" class="room">{escape(room)}</text>'
            )
            x += width + GAP
        high = line + HIGH + 14 - y
        parts.append(
            f'<rect x="10" y="{y}" width="{WIDTH - 20}" height="{high}" rx="10" fill="{TINTS[int(floor)]}"/>'
            f'<text x="30" y="{y + 34}" class="floor">{floor}</text>'
            + "".join(
                f'<text x="52" y="{y + 34 + 17 * number}" class="title">{escape(text)}</text>'
                for number, text in enumerate(_lines(title.strip().rstrip(","), 17))
            )
            + "".join(boxes)
        )
        y += high + 8
    style = (
        "text{font-family:Inter,system-ui,sans-serif;fill:#16202b}.floor{font-size:20px;font-weight:650}"
        ".title{font-size:14px}.box{fill:#fff;stroke:#8aa3b5}.room{font-size:13px;font-family:ui-monospace,monospace}"
    )
    PICTURE.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 12}" role="img" '
        f'aria-label="The floors of the house"><style>{style}</style>'
        f'<rect width="{WIDTH}" height="{y + 12}" fill="#fff"/>{"".join(parts)}</svg>\n',
        encoding="utf-8",
    )


def _lines(text: str, most: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


if __name__ == "__main__":
    main()
