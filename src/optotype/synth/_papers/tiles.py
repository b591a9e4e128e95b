"""Small pictures of data: what goes into a method and what comes out of it, clear or spoiled."""

from __future__ import annotations

from random import Random
from typing import Literal

from PIL import Image, ImageDraw, ImageFilter

Look = Literal["input", "spoiled", "result", "wrong", "truth"]
"""As it is, with its difficulty, as the method sees it, as a rival sees it, as it should be."""

_SIDE = 96


def tile(scene: Random, look: Look, colours: tuple[str, ...]) -> Image.Image:
    """A picture of a made-up scene; the same chance gives the same scene, whatever the look."""
    shapes = [
        (scene.uniform(0.05, 0.7), scene.uniform(0.1, 0.7), scene.uniform(0.15, 0.4), scene.choice("ebt"), number)
        for number in range(scene.choice((3, 4, 5)))
    ]
    light = scene.randint(150, 225)
    shown = look in ("input", "spoiled")
    image = Image.new("RGB", (_SIDE, _SIDE), (light, light, min(255, light + 20)) if shown else "#20262b")
    draw = ImageDraw.Draw(image)
    if shown:
        for y in range(0, _SIDE, 2):
            shade = int(light * (1 - 0.4 * y / _SIDE))
            draw.line((0, y, _SIDE, y), fill=(shade, shade, min(255, shade + 18)), width=2)
    for x, y, size, kind, number in shapes:
        if look == "wrong" and number % 2:
            continue
        fill = colours[number % len(colours)] if not shown else _dull(colours[number % len(colours)])
        grow = 0.82 if look == "wrong" else 1.0
        left, top, side = x * _SIDE, y * _SIDE, size * _SIDE * grow
        if kind == "e":
            draw.ellipse((left, top, left + side, top + side * 0.8), fill=fill)
        elif kind == "b":
            draw.rectangle((left, top, left + side * 0.7, top + side), fill=fill)
        else:
            draw.polygon(((left, top + side), (left + side / 2, top), (left + side, top + side)), fill=fill)
    if look == "spoiled":
        image = image.filter(ImageFilter.GaussianBlur(2.2))
        draw = ImageDraw.Draw(image)
        for _ in range(160):
            x, y, shade = scene.randrange(_SIDE), scene.randrange(_SIDE), scene.randrange(256)
            draw.point((x, y), fill=(shade, shade, shade))
    return image


def _dull(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    mean = (red + green + blue) // 3
    return (red + mean) // 2, (green + mean) // 2, (blue + mean) // 2
