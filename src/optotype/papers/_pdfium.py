"""PDFium, with types: opening a PDF file, what stands on a page, and a picture of a part of it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

from optotype.errors import OptotypeError

if TYPE_CHECKING:
    from PIL.Image import Image

_lock = Lock()
"""PDFium does one thing at a time."""


class BadPdf(OptotypeError):
    """A PDF file that PDFium cannot open, read or draw."""


@dataclass(frozen=True)
class Box:
    """A rectangle on a page, in points, from the lower left corner of what is shown of it."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom


@dataclass(frozen=True)
class Piece:
    """A piece of text in one font."""

    box: Box
    text: str
    size: float
    """Of its letters: what the file says, else their height."""


@contextmanager
def opened(content: bytes) -> Generator[Pdf]:
    """A PDF file, for as long as it is needed; nobody else can use one meanwhile.

    Raises:
        BadPdf: it cannot be opened, or something in it cannot be read.
    """
    import pypdfium2

    library: Any = pypdfium2
    with _lock:
        document: Any = None
        try:
            document = library.PdfDocument(content)
            yield Pdf(document, library)
        except library.PdfiumError as error:
            raise BadPdf(str(error).removesuffix(".")) from error
        finally:
            if document is not None:
                document.close()


class Pdf:
    """A PDF file that is open."""

    def __init__(self, document: Any, library: Any) -> None:
        self._document = document
        self._library = library

    def __len__(self) -> int:
        return len(self._document)

    def facts(self) -> dict[str, str]:
        """What the file says of itself: `Title`, `Author`, `CreationDate`."""
        return {str(name): str(value) for name, value in self._document.get_metadata_dict().items()}

    @contextmanager
    def page(self, number: int) -> Generator[Page]:
        """A page, upright."""
        page = self._document[number]
        try:
            page.set_rotation(0)
            yield Page(page, self._library)
        finally:
            page.close()


class Page:
    """A page that is open."""

    def __init__(self, page: Any, library: Any) -> None:
        self._page, self._library = page, library
        self.width, self.height = (float(length) for length in page.get_size())
        self._left, self._bottom = (float(edge) for edge in page.get_cropbox()[:2])

    def text(self, most: int) -> tuple[list[Piece], str]:
        """Pieces of text with their places, and all text in the order in which the file has it."""
        page = self._page.get_textpage()
        try:
            pieces: list[Piece] = []
            for number in range(min(int(page.count_rects()), most)):
                left, bottom, right, top = (float(edge) for edge in page.get_rect(number))
                said = str(page.get_text_bounded(left - 0.5, bottom - 0.5, right + 0.5, top + 0.5))
                pieces.append(Piece(self._moved(left, bottom, right, top), said, self._size(page, left, bottom, top)))
            return pieces, str(page.get_text_range())
        finally:
            page.close()

    def drawn(self, most: int) -> list[Box]:
        """Where pictures, lines, shades and what is put together of them stand."""
        raw = self._library.raw
        kinds = (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_FORM)
        boxes: list[Box] = []
        for thing in islice(self._page.get_objects(filter=kinds, max_depth=1), most):
            try:
                edges = tuple(float(edge) for edge in thing.get_bounds())
            except self._library.PdfiumError:
                continue
            if all(abs(edge) < 1e5 for edge in edges):
                boxes.append(self._moved(*edges))
        return boxes

    def picture(self, scale: float, part: Box | None = None) -> Image:
        """What the page shows, or a part of it, on white; `scale` is pixels for a point."""
        crop = (0.0, 0.0, 0.0, 0.0)
        if part is not None:
            crop = (part.left, part.bottom, self.width - part.right, self.height - part.top)
        image: Image = self._page.render(scale=scale, crop=crop, fill_color=(255, 255, 255, 255)).to_pil()
        return image.convert("RGB")

    def _moved(self, left: float, bottom: float, right: float, top: float) -> Box:
        return Box(left - self._left, bottom - self._bottom, right - self._left, top - self._bottom)

    def _size(self, page: Any, left: float, bottom: float, top: float) -> float:
        raw = self._library.raw
        place = int(raw.FPDFText_GetCharIndexAtPos(page.raw, left + 1, (bottom + top) / 2, 3.0, 3.0))
        size = float(raw.FPDFText_GetFontSize(page.raw, place)) if place >= 0 else 0.0
        return size if 3.0 < size < 200.0 else top - bottom
