"""Text in pictures, read by the real tesseract."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import pytest
from PIL import Image, ImageDraw, ImageFont

from optotype import ocr
from tests.conftest import not_here


@pytest.mark.parametrize(
    ("written", "read"), [("Call 555-123-4567", "555-123-4567"), ("Таблица результатов", "Таблица")]
)
def test_what_is_written_in_a_picture_is_read(tmp_path: Path, written: str, read: str) -> None:
    if ocr.lacking() is not None:
        not_here("tesseract")
    font = ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", 56)
    image = Image.new("RGB", (900, 160), "white")
    ImageDraw.Draw(image).text((30, 40), written, font=font, fill="black")
    image.save(tmp_path / "text.png")
    assert read in (ocr.read(tmp_path / "text.png") or "")
