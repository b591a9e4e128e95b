"""Photographs of pages: a surface, perspective, curl, folds, shadow, uneven light, blur, noise.

Light and colour go separate ways, as in JPEG: light in full size, colour in a quarter of it. That is what makes it
fast, and phones do the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter
from pydantic import JsonValue

from optotype.synth._tables.canvas import Canvas

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Field = NDArray[np.float64]

Corner = tuple[float, float]

SURFACES = ("wood", "dark wood", "cloth", "plain", "stone", "checked")
"""What the paper can lie on."""

_COLOUR_SCALE = 4
_MESH = 12
"""Cells of the mesh along each side, for light; half as many for colour."""
_NOISE = 384


@dataclass(frozen=True)
class Shot:
    """How a page was photographed: for the scene."""

    surface: str
    rotation: float
    """Degrees."""
    tilt: float
    """Largest shift of a corner, as a share of the picture."""
    curl: float
    """How far lines bend, as a share of the page."""
    folds: int
    shadow: float
    """How much light the shadow takes."""
    blur: float
    """Radius in pixels."""
    noise: int
    """Largest change of a pixel."""
    quality: int
    """Of the JPEG."""
    corners: tuple[tuple[int, int], ...]
    """Where the corners of the page lie in the picture, clockwise from the upper left."""

    def scene(self) -> dict[str, JsonValue]:
        """As JSON."""
        return {
            "surface": self.surface,
            "rotation": round(self.rotation, 2),
            "tilt": round(self.tilt, 3),
            "curl": round(self.curl, 4),
            "folds": self.folds,
            "shadow": round(self.shadow, 2),
            "blur": round(self.blur, 2),
            "noise": self.noise,
            "quality": self.quality,
            "corners": [list(corner) for corner in self.corners],
        }


def photograph(canvas: Canvas, strain: float, clutter: float, chance: Random) -> tuple[Image.Image, Shot]:
    """A photograph of a page; the picture is in the mode in which JPEG is saved without conversion."""
    width, height = canvas.width, canvas.height
    edge = round(max(width, height) * chance.uniform(0.05, 0.09)) // _COLOUR_SCALE * _COLOUR_SCALE
    size = (_fours(width + 2 * edge), _fours(height + 2 * edge))
    surface = chance.choice(SURFACES)
    page = (edge, edge, edge + width, edge + height)
    light, blue, red = _surface(surface, size, page, chance)
    if chance.random() < clutter:
        _lay_things(light, blue, red, page, chance)
    _lay_page(canvas, light, blue, red, edge)
    folds = chance.choice((1, 2)) if chance.random() < 0.6 * strain else 0
    _fold(light, page, folds, strain, chance)
    view = _view(size, page, strain, chance)
    out = _fours(round(size[0] * 0.97)), _fours(round(size[1] * 0.97))
    light = light.transform(out, Image.Transform.MESH, view.mesh(out), Image.Resampling.BILINEAR)
    small = (out[0] // _COLOUR_SCALE, out[1] // _COLOUR_SCALE)
    mesh = view.mesh(small, _COLOUR_SCALE)
    blue, red = (one.transform(small, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR) for one in (blue, red))
    shadow = chance.uniform(0.1, 0.2 + 0.4 * strain)
    light = ImageChops.multiply(light, _lamp(out, shadow, strain, chance))
    blur = chance.uniform(0.0, 0.55) * strain
    if blur > 0.15:
        light = light.filter(ImageFilter.BoxBlur(blur))
    noise = round(3 + 16 * strain * chance.random())
    light = _grain(light, noise, chance)
    warmth = chance.uniform(-9, 9)
    blue, red = (
        _enlarge(one.point([_clamp(n + shift) for n in range(256)]), out)
        for one, shift in ((blue, -warmth), (red, warmth * 0.8))
    )
    scale = (out[0] / size[0], out[1] / size[1])
    shot = Shot(
        surface=surface,
        rotation=view.rotation,
        tilt=view.tilt,
        curl=abs(view.curl),
        folds=folds,
        shadow=shadow,
        blur=blur if blur > 0.15 else 0.0,
        noise=noise,
        quality=round(92 - 32 * strain * chance.random()),
        corners=tuple((round(x * scale[0]), round(y * scale[1])) for x, y in view.corners),
    )
    return Image.merge("YCbCr", (light, blue, red)), shot


def _fours(length: int) -> int:
    return -(-length // _COLOUR_SCALE) * _COLOUR_SCALE


def _clamp(value: float) -> int:
    return min(255, max(0, round(value)))


def _enlarge(small: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Twice by halves: smooth where it matters, copied where colour is stored at half size anyway."""
    half = small.resize((size[0] // 2, size[1] // 2), Image.Resampling.BILINEAR)
    return half.resize(size, Image.Resampling.NEAREST)


# --- what lies on the table


_TONES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "wood": ((182, 134, 86), (200, 160, 112), (160, 112, 72)),
    "dark wood": ((82, 56, 38), (64, 44, 34), (98, 70, 48)),
    "cloth": ((120, 134, 152), (150, 128, 122), (96, 116, 104)),
    "plain": ((206, 206, 200), (70, 74, 80), (168, 176, 186)),
    "stone": ((150, 148, 144), (108, 106, 104), (190, 184, 174)),
    "checked": ((190, 92, 88), (92, 120, 178), (112, 150, 108)),
}


def _surface(
    surface: str, size: tuple[int, int], page: tuple[int, int, int, int], chance: Random
) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Light, blue and red of what the paper lies on, with the paper's shadow; colours in a quarter of the size."""
    import numpy as np

    red, green, blue = chance.choice(_TONES[surface])
    y = 0.299 * red + 0.587 * green + 0.114 * blue
    small = (size[0] // _COLOUR_SCALE, size[1] // _COLOUR_SCALE)
    random = np.random.default_rng(chance.getrandbits(64))
    texture = _texture(surface, small, random)
    depth = max(2, page[0] // 22)
    shadow = Image.new("L", small, 255)
    drop = (chance.randint(-depth, depth * 2), chance.randint(0, depth * 2))
    place = [n // _COLOUR_SCALE + drop[k % 2] for k, n in enumerate(page)]
    ImageDraw.Draw(shadow).rectangle((place[0], place[1], place[2], place[3]), fill=95)
    shadow = shadow.filter(ImageFilter.BoxBlur(depth))
    light = np.clip((y + texture) * (np.asarray(shadow) / 255.0), 0, 255).astype(np.uint8)
    colours = [Image.new("L", small, _clamp(128 + n)) for n in (0.564 * (blue - y), 0.713 * (red - y))]
    return _enlarge(Image.fromarray(light), size), colours[0], colours[1]


def _texture(surface: str, size: tuple[int, int], random: Any) -> Field:
    import numpy as np

    width, height = size
    if surface.endswith("wood"):
        grain = random.normal(0, 1, width).cumsum()
        grain = (grain - np.convolve(grain, np.ones(41) / 41, "same")) * 3.2
        sway = (6 * np.sin(np.arange(height) / height * 5 + random.uniform(0, 6))).astype(int)
        rows = np.arange(width)[None, :] + sway[:, None]
        return grain[rows % width] + random.normal(0, 2, (height, 1))
    if surface == "cloth":
        x, y = np.arange(width)[None, :], np.arange(height)[:, None]
        return 7.0 * ((x + y) % 2) + 6 * np.sin(x / 3.0) * np.sin(y / 3.0) + random.normal(0, 3, (height, 1))
    if surface == "checked":
        x, y = np.arange(width)[None, :] // 9 % 2, np.arange(height)[:, None] // 9 % 2
        return 38.0 * x + 38.0 * y - 20
    spread = 14 if surface == "stone" else 3
    return random.normal(0, spread, (height, width))


def _lay_things(
    light: Image.Image,
    blue: Image.Image,
    red: Image.Image,
    page: tuple[int, int, int, int],
    chance: Random,
) -> None:
    """A second sheet, a pen or a cup at the edge, partly under the page."""
    left, top, right, bottom = page
    kind = chance.choice(("sheet", "pen", "ring"))
    draw = ImageDraw.Draw(light)
    if kind == "sheet":
        shift = round((right - left) * chance.uniform(0.03, 0.09)) * chance.choice((-1, 1))
        drop = round((bottom - top) * chance.uniform(0.02, 0.05)) * chance.choice((-1, 1))
        corners = [(left, top + 9), (right, top - 9), (right + 6, bottom), (left - 6, bottom + 5)]
        shape = [(x + shift, y + drop) for x, y in corners]
        draw.polygon(shape, fill=222)
        for colour in (blue, red):
            small = [(x / _COLOUR_SCALE, y / _COLOUR_SCALE) for x, y in shape]
            ImageDraw.Draw(colour).polygon(small, fill=128)
    elif kind == "pen":
        x = chance.choice((left - 18, right + 6))
        y = top + round((bottom - top) * chance.uniform(0.1, 0.5))
        length = round((bottom - top) * 0.3)
        draw.rounded_rectangle((x, y, x + 13, y + length), 6, fill=52)
        draw.rectangle((x + 3, y + 4, x + 5, y + length - 6), fill=130)
        small = tuple(n // _COLOUR_SCALE for n in (x, y, x + 13, y + length))
        ImageDraw.Draw(blue).rectangle(small, fill=168)
        ImageDraw.Draw(red).rectangle(small, fill=104)
    else:
        radius = round((right - left) * 0.12)
        x, y = chance.choice((left, right)), round(chance.uniform(top, bottom))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=70, width=5)


def _lay_page(canvas: Canvas, light: Image.Image, blue: Image.Image, red: Image.Image, edge: int) -> None:
    light.paste(canvas.channel((0.299, 0.587, 0.114)), (edge, edge))
    for colour, weights in ((blue, (-0.1687, -0.3313, 0.5)), (red, (0.5, -0.4187, -0.0813))):
        page = canvas.channel(weights, 128.0).reduce(_COLOUR_SCALE)
        colour.paste(page, (edge // _COLOUR_SCALE, edge // _COLOUR_SCALE))


def _fold(light: Image.Image, page: tuple[int, int, int, int], folds: int, strain: float, chance: Random) -> None:
    """Darkens one side of a crease and lightens the other, as folded paper does."""
    left, top, right, bottom = page
    for number in range(folds):
        share = (number + 1) / (folds + 1) + chance.uniform(-0.03, 0.03)
        reach = max(6, round((bottom - top) * 0.035))
        y = top + round((bottom - top) * share)
        depth = 0.06 + 0.14 * strain * chance.random()
        shades = bytes(
            round(255 * (1 - (1 - abs(n) / reach) ** 2 * depth * (1.0 if n < 0 else 0.25)))
            for n in range(-reach, reach)
        )
        band = Image.frombytes("L", (1, 2 * reach), shades).resize((right - left, 2 * reach), Image.Resampling.NEAREST)
        box = (left, y - reach, right, y + reach)
        light.paste(ImageChops.multiply(light.crop(box), band), box)


# --- where it is seen from


@dataclass(frozen=True)
class _View:
    """How points of the picture are found on the table top: perspective, rotation and curl."""

    size: tuple[int, int]
    """Of the table top."""
    rotation: float
    tilt: float
    corners: list[Corner]
    """Of the page, in the picture."""
    matrix: list[float]
    """From the picture to the table top, in homogeneous coordinates; its last element is one."""
    curl: float
    """How far the paper bends, as a share of the height."""
    phase: float
    bends: float

    def find(self, x: Field, y: Field) -> tuple[Field, Field]:
        """Where on the table top points of the picture lie."""
        import numpy as np

        m, (width, height) = self.matrix, self.size
        scale = m[6] * x + m[7] * y + 1
        u = (m[0] * x + m[1] * y + m[2]) / scale
        v = (m[3] * x + m[4] * y + m[5]) / scale
        return u, v + self.curl * height * np.sin(math.pi * self.bends * u / width + self.phase)

    def mesh(self, out: tuple[int, int], shrunk: int = 1) -> list[Any]:
        """For each rectangle of a picture, the four corners in the table top, which may be shrunk."""
        import numpy as np

        width, height = self.size
        cells = _MESH if shrunk == 1 else _MESH // 2
        xs = [round(out[0] * n / cells) for n in range(cells + 1)]
        ys = [round(out[1] * n / cells) for n in range(cells + 1)]
        grid_x, grid_y = np.meshgrid(
            np.array(xs, dtype=float) * width / out[0], np.array(ys, dtype=float) * height / out[1]
        )
        u, v = self.find(grid_x, grid_y)
        u = np.clip(u / shrunk, 0, width // shrunk - 1).tolist()
        v = np.clip(v / shrunk, 0, height // shrunk - 1).tolist()

        def corners(i: int, j: int) -> tuple[float, ...]:
            around = ((j, i), (j + 1, i), (j + 1, i + 1), (j, i + 1))
            return tuple(place for row, column in around for place in (u[row][column], v[row][column]))

        return [((xs[i], ys[j], xs[i + 1], ys[j + 1]), corners(i, j)) for j in range(cells) for i in range(cells)]


def _view(size: tuple[int, int], page: tuple[int, int, int, int], strain: float, chance: Random) -> _View:
    """From where a page is seen: the page fills the picture as well as it can, and no corner is cut off."""
    width, height = size
    left, top, right, bottom = page
    flat: list[Corner] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle = ((left + right) / 2, (top + bottom) / 2)
    rotation = chance.uniform(-1, 1) * (0.6 + 4.6 * strain)
    angle = math.radians(rotation)
    tilt = 0.0
    pulled: list[Corner] = []
    for x, y in flat:
        dx, dy = x - middle[0], y - middle[1]
        turned = (dx * math.cos(angle) - dy * math.sin(angle), dx * math.sin(angle) + dy * math.cos(angle))
        pull = (chance.uniform(0, 0.09) * strain, chance.uniform(0, 0.07) * strain)
        tilt = max(tilt, *pull)
        pulled.append((turned[0] * (1 - pull[0]), turned[1] * (1 - pull[1])))
    reach_x = max(abs(x) for x, _ in pulled) / (width / 2 * 0.985)
    reach_y = max(abs(y) for _, y in pulled) / (height / 2 * 0.985)
    scale = max(reach_x, reach_y, 0.9)
    seen = [(width / 2 + x / scale, height / 2 + y / scale) for x, y in pulled]
    matrix = _homography(seen, flat)
    curl = chance.uniform(-1, 1) * 0.012 * strain
    phase, bends = chance.uniform(0, math.pi), chance.uniform(0.7, 1.6)
    return _View(size, rotation, tilt, seen, matrix, curl, phase, bends)


def _homography(seen: list[Corner], flat: list[Corner]) -> list[float]:
    """The perspective that takes four corners to four others: two linear equations for each of them.

    Hartley and Zisserman, Multiple View Geometry in Computer Vision (2004), section 4.1; the last element is one.
    """
    import numpy as np

    rows: list[list[float]] = []
    values: list[float] = []
    for (x, y), (u, v) in zip(seen, flat, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows), np.array(values)).tolist()


# --- light


def _lamp(size: tuple[int, int], shadow: float, strain: float, chance: Random) -> Image.Image:
    """How much light falls where: a lamp to one side, and the soft shadow of whoever takes the picture."""
    import numpy as np

    x, y = np.meshgrid(np.linspace(0, 1, 40), np.linspace(0, 1, 52))
    angle = chance.uniform(0, math.tau)
    slope = (x - 0.5) * math.cos(angle) + (y - 0.5) * math.sin(angle)
    level = 0.93 - 0.25 * strain * chance.random()
    map_ = level + slope * (0.08 + 0.3 * strain * chance.random())
    centre = (chance.uniform(-0.2, 1.2), chance.choice((-0.1, 1.1)) + chance.uniform(-0.2, 0.2))
    reach = chance.uniform(0.25, 0.6)
    distance = np.hypot(x - centre[0], y - centre[1]) / reach
    map_ = map_ * (1 - shadow / (1 + np.exp((distance - 1) * chance.uniform(5, 14))))
    if chance.random() < 0.5 * strain:
        # the edge of a hand or a phone across the sheet
        cut = (x - chance.uniform(0.2, 0.8)) * math.cos(angle + 1) + (y - chance.uniform(0.2, 0.8)) * math.sin(
            angle + 1
        )
        map_ = map_ * (1 - 0.22 * strain / (1 + np.exp(cut * 40)))
    lamp = Image.fromarray((np.clip(map_, 0.32, 1.0) * 255).astype(np.uint8))
    return _enlarge(lamp.resize((160, 208), Image.Resampling.BICUBIC), size)


def _grain(light: Image.Image, strength: int, chance: Random) -> Image.Image:
    """Adds noise: one tile of it, laid at random offsets, is enough for no pattern to be seen."""
    tile = Image.frombytes("L", (_NOISE, _NOISE), chance.randbytes(_NOISE * _NOISE))
    tile = tile.point([round(n * 2 * strength / 255) for n in range(256)])
    noise = Image.new("L", light.size)
    for top in range(0, light.height, _NOISE):
        offset = chance.randrange(_NOISE)
        for left in range(-offset, light.width, _NOISE):
            noise.paste(tile, (left, top))
    return ImageChops.add(light, noise, 1, -strength)
