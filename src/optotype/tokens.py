"""Tokens: about how many a text or a picture counts for, by rules of thumb that each name their source."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_PLAIN, _RUSSIAN, _OTHER = 4.0, 2.5, 1.0


def text_tokens(text: str) -> int:
    """About how many tokens a text has.

    Four letters of plain English to a token, as OpenAI and Google both say of their models; two and a half Cyrillic
    ones, a rule of thumb for tokenizers with large vocabularies; any other sign for itself, which suits Chinese.
    """
    plain = len(text.encode("ascii", "ignore"))
    russian = len(_CYRILLIC.findall(text)) if plain < len(text) else 0
    other = len(text) - plain - russian
    return math.ceil(plain / _PLAIN + russian / _RUSSIAN + other / _OTHER)


@dataclass(frozen=True)
class PictureRule:
    """How many tokens a picture counts for."""

    name: str
    source: str
    """Whose rule it is."""
    tokens: Callable[[int, int], int]
    """From width and height in pixels."""


def _tiles(width: int, height: int) -> int:
    scale = min(1.0, 2048 / max(width, height, 1))
    scale *= min(1.0, 768 / max(1.0, min(width, height) * scale))
    across, down = math.ceil(round(width * scale) / 512), math.ceil(round(height * scale) / 512)
    return 85 + 170 * max(1, across) * max(1, down)


def _area(width: int, height: int) -> int:
    scale = min(1.0, 1568 / max(width, height, 1), math.sqrt(1600 * 750 / max(1, width * height)))
    return max(1, math.ceil(width * scale * height * scale / 750))


def _crops(width: int, height: int) -> int:
    if max(width, height) <= 384:
        return 258
    side = min(768, max(256, math.floor(min(width, height) / 1.5)))
    return 258 * max(1, math.ceil(width / side)) * max(1, math.ceil(height / side))


def _patches(width: int, height: int) -> int:
    return max(1, math.ceil(width / 28)) * max(1, math.ceil(height / 28))


_RULES = (
    PictureRule("tiles", "OpenAI's guide to vision, high detail: 85, and 170 for each tile of 512 pixels", _tiles),
    PictureRule("area", "Anthropic's guide to vision: width x height / 750, 1,600 at most", _area),
    PictureRule("crops", "Google's guide to Gemini: 258 up to 384 pixels, else 258 for each tile cut from it", _crops),
    PictureRule(
        "patches", "Qwen2-VL's report: one for each 28 x 28 pixels; near enough for many open models", _patches
    ),
)
PICTURE_RULES: Mapping[str, PictureRule] = {rule.name: rule for rule in _RULES}
"""By name; a price file may choose one for a model by `picture_tokens`."""

_FAMILIES = {"*claude*": "area", "*gemini*": "crops", "openai/*": "tiles", "*gpt-4*": "tiles", "*gpt-5*": "tiles"}


def picture_rule(model: str, name: str | None = None) -> PictureRule:
    """The rule for a model: the one named, else that of the family which its name tells, else `patches`."""
    if name is None:
        fitting = (rule for pattern, rule in _FAMILIES.items() if fnmatchcase(model.lower(), pattern))
        name = next(fitting, "patches")
    return PICTURE_RULES[name]
