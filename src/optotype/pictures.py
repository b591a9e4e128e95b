"""Picture files: looked at before they are believed, kept by the hash of their content."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import struct
import threading
import warnings
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from optotype.errors import BadPicture, OptotypeError

if TYPE_CHECKING:
    from PIL.Image import Image

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
_OTHERS = ("JPEG", "GIF", "WEBP", "BMP", "TIFF")


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
    # Most pictures of a benchmark are small PNGs; walking their chunks is faster than Pillow and finds
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
            with Image.open(io.BytesIO(content), formats=_OTHERS) as image:
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


@dataclass(frozen=True)
class Located:
    """A picture's file that is to be read: a name, which is not to be trusted, in a folder that it may not leave."""

    folder: Path
    name: str


def stays(name: str) -> bool:
    """Is a name a relative path that cannot lead out of the folder in which it is looked up?"""
    if not name or not name.isprintable() or len(name) > 512:
        return False
    if "/" not in name and "\\" not in name:  # most names
        return name not in (".", "..") and ":" not in name
    path = PurePosixPath(name.replace("\\", "/"))
    return not path.is_absolute() and path.parts != () and ".." not in path.parts and ":" not in path.parts[0]


def read(located: Located) -> bytes | None:
    """The content of a picture's file; None if there is none.

    Raises:
        BadPicture: the name or a link leads out of the folder, or the file cannot be a picture's.
    """
    if not stays(located.name):
        raise BadPicture(f"the path {located.name!r} leads out of the folder; pictures must lie in it")
    path = os.path.join(located.folder, located.name.replace("\\", "/"))
    parent = os.path.dirname(path)
    if "/" in located.name and not _inside(_real(parent), located.folder):
        raise BadPicture(f"a link on the way to {located.name!r} leads out of the folder; pictures must lie in it")
    try:
        return _read(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        if not os.path.islink(path):
            raise BadPicture(f"cannot be read: {error.strerror}") from error
    target = os.path.realpath(path)
    if not _inside(target, located.folder):
        raise BadPicture(f"the link {located.name!r} leads out of the folder; pictures must lie in it")
    try:
        return _read(target)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadPicture(f"cannot be read: {error.strerror}") from error


def _read(path: str) -> bytes:
    # a link is followed by nobody but `read`, and a pipe in the folder must not block the import
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise BadPicture("not a file")
        if facts.st_size > MAX_BYTES:
            raise BadPicture(f"{facts.st_size:,} bytes; at most {MAX_BYTES:,} are read")
        content = os.read(descriptor, facts.st_size + 1)
        while len(content) < facts.st_size and (more := os.read(descriptor, facts.st_size)):
            content += more
        return content
    finally:
        os.close(descriptor)


def _inside(path: str, folder: Path) -> bool:
    return path.startswith(_real(str(folder)).rstrip("/") + "/") or path == _real(str(folder))


@lru_cache(maxsize=1024)
def _real(folder: str) -> str:
    return os.path.realpath(folder)


# --- pixels


class Moving(OptotypeError):
    """A picture with several frames, where one was asked for that stands still."""


def decode(content: bytes, *, still: bool = False) -> Image:
    """The picture in a file, upright as its camera meant it; the first frame, if it moves.

    Raises:
        BadPicture: cut off, damaged, or larger than can be decoded safely.
        Moving: it has several frames, and has to stand still.
    """
    from PIL import Image, ImageOps

    examine(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=("PNG", *_OTHERS)) as image:
                frames = getattr(image, "n_frames", 1)
                if still and frames > 1:
                    raise Moving(f"it has {frames} frames, of which one would be left")
                image.load()
                upright = ImageOps.exif_transpose(image)
                if upright.mode in _MODES:
                    return upright
                plain = flatten(upright)
                plain.info.pop("icc_profile", None)  # it spoke of other colours
                return plain
    except _DAMAGE as error:
        raise BadPicture(f"cannot be decoded: {error}") from error


_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")  # the kinds of pixel that a PNG file holds
# what Pillow raises on damaged files, by long experience of others
_DAMAGE = (OSError, SyntaxError, ValueError, TypeError, LookupError, EOFError, ArithmeticError, struct.error)


def flatten(image: Image) -> Image:
    """A picture as a person sees it on white paper: red, green and blue, eight bits each."""
    from PIL import Image

    if image.mode.startswith("I"):
        # sixteen bits; converting without scaling would make all but the darkest pixels white
        image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if image.has_transparency_data:
        clear = image if image.mode == "RGBA" else image.convert("RGBA")
        if clear.getchannel("A").getextrema() != (255, 255):  # many could be seen through, and nowhere are
            clear = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
        return clear.convert("RGB")
    return image.convert("RGB")


def without_margins(image: Image, tolerance: int = 8, border: int = 4) -> Image:
    """A picture without its white margins; the same object where there are none, or all is white.

    Args:
        image: the picture.
        tolerance: how far from white, of 255, a pixel may be and still belong to the margin.
        border: pixels of the margin that are left standing.
    """
    box = flatten(image).point([255 if value < 255 - tolerance else 0 for value in range(256)] * 3).getbbox()
    if box is None:
        return image
    left, top, right, bottom = box
    wanted = (
        max(0, left - border),
        max(0, top - border),
        min(image.width, right + border),
        min(image.height, bottom + border),
    )
    return image if wanted == (0, 0, *image.size) else image.crop(wanted)


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
        """Keeps a picture that was looked at. The file appears whole or not at all.

        Raises:
            OptotypeError: the folder cannot be written to.
        """
        path = str(self.path(facts.file, facts.media_type))
        if os.path.exists(path):
            return
        # Written in one folder and moved from there: file systems place the files of a folder together, and a name
        # that tells its process lets `tidy` know whether anybody will still finish it.
        part = f"{self.folder}/.part/{threading.get_ident()}.{os.getpid()}"
        try:
            descriptor = _create(part)
        except (NotADirectoryError, FileExistsError, PermissionError) as error:
            raise OptotypeError(f"{self.folder}: no picture can be kept there: {error.strerror}.") from error
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            try:
                os.rename(part, path)
            except FileNotFoundError:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                os.rename(part, path)
        except OSError:
            os.unlink(part)
            raise

    def tidy(self) -> None:
        """Removes what writers that no longer live left half-written."""
        for part in self.folder.glob(".part/*"):
            process = part.suffix[1:]
            if process.isdigit() and not _alive(int(process)):
                part.unlink(missing_ok=True)


def _create(path: str) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    try:
        return os.open(path, flags, 0o644)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return os.open(path, flags, 0o644)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
