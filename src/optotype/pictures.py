"""Picture files: looked at before they are believed, kept by the hash of their content."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import threading
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path

from optotype.errors import BadPicture

MAX_BYTES = 256 * 1024 * 1024
"""The largest file that is read at all."""
MAX_PIXELS = 120_000_000
"""The largest picture that is ever decoded: a small file may unfold to gigabytes."""

EXTENSIONS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
    "image/tiff": "tif",
}
"""The kinds of picture that a bench holds, and what their files end in."""

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Facts:
    """What a picture's file says of itself."""

    file: str
    """SHA-256 of the content."""
    media_type: str
    width: int
    height: int
    size: int


def examine(content: bytes) -> Facts:
    """Reads a picture's kind and size without decoding it, and makes sure that the file is whole.

    Raises:
        BadPicture: not a picture, cut off, damaged, or larger than can be decoded safely.
    """
    if not content:
        raise BadPicture("the file is empty")
    media_type, width, height = _examine_png(content) if content.startswith(_PNG) else _examine_other(content)
    if width < 1 or height < 1:
        raise BadPicture(f"a picture of {width} x {height} pixels")
    if width * height > MAX_PIXELS:
        raise BadPicture(f"{width} x {height} pixels unfold to more than the {MAX_PIXELS:,} that are decoded")
    return Facts(hashlib.sha256(content).hexdigest(), media_type, width, height, len(content))


def _examine_png(content: bytes) -> tuple[str, int, int]:
    # Most pictures of a benchmark are small PNGs; walking their chunks is ten times as fast as Pillow and finds
    # every cut and every flipped bit, since each chunk carries its checksum.
    view = memoryview(content)
    place, size = len(_PNG), len(content)
    if size < 33 or content[12:16] != b"IHDR":
        raise BadPicture("a PNG without its header")
    width, height = struct.unpack_from(">II", content, 16)
    while place + 12 <= size:
        (length,) = struct.unpack_from(">I", content, place)
        end = place + 12 + length
        if end > size:
            break
        if zlib.crc32(view[place + 4 : end - 4]) != struct.unpack_from(">I", content, end - 4)[0]:
            raise BadPicture(f"damaged at byte {place}: a PNG chunk whose checksum is wrong")
        if length == 0 and content[place + 4 : place + 8] == b"IEND":
            return "image/png", width, height
        place = end
    raise BadPicture(f"cut off after {size:,} bytes")


def _examine_other(content: bytes) -> tuple[str, int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=("JPEG", "GIF", "WEBP", "BMP", "TIFF")) as image:
                media_type, (width, height) = Image.MIME[image.format or ""], image.size
    except UnidentifiedImageError as error:
        raise BadPicture(f"not a picture: the file begins with {content[:12]!r}") from error
    except Image.DecompressionBombError as error:
        raise BadPicture(str(error)) from error
    except (OSError, SyntaxError, ValueError, struct.error, OverflowError) as error:
        raise BadPicture(f"a picture that cannot be read: {error}") from error
    if not _whole(content, media_type):
        raise BadPicture(f"cut off after {len(content):,} bytes")
    return media_type, width, height


def _whole(content: bytes, media_type: str) -> bool:
    """Does the file reach its own end? Trailing bytes after the end are common and harmless."""
    match media_type:
        case "image/jpeg":
            return content.rfind(b"\xff\xd9") > content.rfind(b"\xff\xda")
        case "image/gif":
            return content.rstrip(b"\0").endswith(b";")
        case "image/webp":
            return len(content) >= 8 + struct.unpack_from("<I", content, 4)[0]
        case "image/bmp":
            return len(content) >= struct.unpack_from("<I", content, 2)[0]
        case _:
            return True


def read(path: Path) -> bytes:
    """The content of a picture file, if it is of a size that can be a picture's."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe in the folder must not block the import
        with os.fdopen(descriptor, "rb") as stream:
            size = os.fstat(descriptor).st_size
            if size > MAX_BYTES:
                raise BadPicture(f"{size:,} bytes; at most {MAX_BYTES:,} are read")
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadPicture(f"cannot be read: {error.strerror}") from error


class Cabinet:
    """The folder of a bench in which pictures lie, by the hash of their content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, file: str, media_type: str) -> Path:
        """Where the picture with this hash lies."""
        return self.folder / file[:2] / f"{file}.{EXTENSIONS[media_type]}"

    def keep(self, content: bytes) -> Facts:
        """Looks at a picture and keeps it; a picture that is there already is not written again."""
        facts = examine(content)
        self.put(content, facts)
        return facts

    def put(self, content: bytes, facts: Facts) -> None:
        """Keeps a picture that was looked at. The file appears whole or not at all."""
        path = self.path(facts.file, facts.media_type)
        if path.exists():
            return
        part = path.parent / f".{facts.file}.{threading.get_ident()}.{os.getpid()}"
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            part.rename(path)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def tidy(self) -> None:
        """Removes what writers that no longer live left half-written."""
        for part in self.folder.glob("??/.*"):
            if not _alive(int(part.suffix[1:] or 0)):
                part.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
