"""The things that can be drawn: their names, their icons in several styles, and what looks like what."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, cast
from zipfile import ZipFile

from PIL import Image

STYLES = ("noto", "fluent", "twemoji", "emojione")


@dataclass(frozen=True)
class Thing:
    """A thing with a name and an icon."""

    key: str
    name: str
    plural: str
    russian: str
    category: str
    styles: tuple[str, ...]

    @property
    def a(self) -> str:
        """Its name with its article."""
        return article(self.name)

    def of(self, count: int) -> str:
        """Its name, for so many."""
        return self.name if count == 1 else self.plural


def article(name: str) -> str:
    """A name with 'a' or 'an'."""
    vowel = name[0] in "aeiou" and not name.startswith(("unicorn", "one"))
    return f"{'an' if vowel or name.startswith(('hour', 'x-ray')) else 'a'} {name}"


_LOOKALIKES = """
monkey gorilla orangutan
dog poodle wolf fox raccoon
cat tiger leopard lion
horse unicorn zebra carousel-horse
cow bison goat sheep deer
bear panda koala teddy-bear
mouse hamster rabbit chipmunk hedgehog
otter seal beaver badger skunk sloth raccoon
camel llama giraffe kangaroo
lizard crocodile dinosaur dragon snake
elephant rhinoceros hippo pig
duck swan dodo dove parrot flamingo peacock
rooster turkey hatching-chick
whale dolphin shark
fish tropical-fish blowfish
crab lobster shrimp squid octopus fried-shrimp
ant cockroach mosquito fly bee ladybug
rose tulip hibiscus sunflower
tree pine-tree palm-tree christmas-tree cactus potted-plant
red-apple green-apple tomato peach orange mango pear
melon kiwi coconut lemon
hot-pepper bell-pepper carrot cucumber eggplant
onion bulb-of-garlic potato
baguette loaf-of-bread croissant sandwich hot-dog burrito taco
cookie pie doughnut pretzel
slice-of-cake birthday-cake cupcake slice-of-pizza
candy lollipop
cup-of-coffee glass-of-milk wine-glass cup-of-soda juice-box
jar jar-of-honey amphora bowl
star medal sun
moon banana
house hut school hospital castle factory office-building
tent circus-tent
locomotive train tram bus
car taxi police-car jeep race-car ambulance
truck pickup-truck semi-truck fire-truck
motorcycle scooter bicycle kick-scooter
ship ferry speedboat sailboat canoe
rocket flying-saucer
soccer-ball volleyball baseball basketball pool-ball football crystal-ball ball-of-yarn yo-yo
pair-of-glasses pair-of-sunglasses diving-mask
shoe sneaker hiking-boot high-heeled-shoe flip-flop ice-skate roller-skate
sun-hat top-hat cap graduation-cap
dress coat t-shirt running-shirt pair-of-shorts pair-of-jeans
purse handbag backpack briefcase
loudspeaker megaphone bell siren
guitar violin banjo
saxophone trumpet
laptop computer tv
mobile-phone telephone
printer fax-machine radio
camera movie-camera
alarm-clock stopwatch watch mantelpiece-clock compass
red-book green-book blue-book orange-book notebook
newspaper scroll clipboard calendar
pencil pen fountain-pen paintbrush crayon
hammer axe pickaxe
screwdriver wrench
magnifying-glass mirror
lollipop balloon
package gift mousetrap
satellite satellite-dish telescope microscope
key lock
toothbrush razor
broom plunger
bucket basket wastebasket
battery fire-extinguisher
label ticket bookmark
"""


@cache
def catalogue() -> dict[str, Thing]:
    """All things by key, in the order of the index."""
    text = (_folder() / "index.json").read_text(encoding="utf-8")
    entries = cast("list[dict[str, Any]]", json.loads(text))
    things = (Thing(styles=tuple(entry.pop("styles")), **entry) for entry in entries)
    return {thing.key: thing for thing in things}


@cache
def by_category() -> dict[str, list[str]]:
    """Keys of the things of each category."""
    found: dict[str, list[str]] = {}
    for thing in catalogue().values():
        found.setdefault(thing.category, []).append(thing.key)
    return found


@cache
def confusable(one: str, other: str) -> bool:
    """Could somebody take one of two things for the other, by its look or by its name?"""
    if one == other:
        return True
    words = set(catalogue()[one].name.casefold().split()) - _SMALL_WORDS
    return bool(words & set(catalogue()[other].name.casefold().split())) or any(
        one in group and other in group for group in _groups()
    )


_SMALL_WORDS = {"of", "a", "and", "pair", "slice", "piece", "cup", "bottle", "box", "bar", "ball"}


@cache
def _groups() -> list[set[str]]:
    return [set(line.split()) for line in _LOOKALIKES.strip().splitlines()]


def _folder():
    return files("optotype") / "embedded" / "icons"


@cache
def _archive() -> ZipFile:
    return ZipFile(BytesIO((_folder() / "icons.zip").read_bytes()))


@lru_cache(maxsize=2048)
def stored(key: str, style: str) -> Image.Image:
    """The icon of a thing in a style that it has, as it was packed."""
    return Image.open(BytesIO(_archive().read(f"{style}/{key}.png"))).convert("RGBA")


def style_of(key: str, style: str) -> str:
    """The style itself, or the first that the thing has."""
    styles = catalogue()[key].styles
    return style if style in styles else styles[0]


@lru_cache(maxsize=4096)
def icon(key: str, style: str, size: int, turn: int = 0, mirrored: bool = False) -> Image.Image:
    """The icon of a thing; its longer side is `size` before it is turned (in degrees, to the left)."""
    drawn = stored(key, style_of(key, style))
    scale = size / max(drawn.size)
    if mirrored:
        drawn = drawn.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if turn:
        drawn = drawn.convert("RGBa").rotate(turn, Image.Resampling.BICUBIC, expand=True).convert("RGBA")
    wanted = _scaled(drawn, scale)
    if wanted == drawn.size:
        return drawn
    return drawn.convert("RGBa").resize(wanted, Image.Resampling.BILINEAR, reducing_gap=2.0).convert("RGBA")


def extent(key: str, style: str, size: int, turn: int = 0) -> tuple[int, int]:
    """How wide and how high that icon is, mirrored or not; it is not drawn to find out."""
    drawn = stored(key, style_of(key, style))
    scale = size / max(drawn.size)
    return _scaled(Image.new("1", drawn.size).rotate(turn, expand=True) if turn else drawn, scale)


def _scaled(drawn: Image.Image, scale: float) -> tuple[int, int]:
    return max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale))
