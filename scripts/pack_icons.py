"""Packs the icons that `optotype draw icons` draws with, out of npm packages.

    npm install @iconify-json/noto @iconify-json/fluent-emoji-flat @iconify-json/twemoji @iconify-json/emojione \\
        emojibase-data spdx-license-list
    pip install resvg-py pillow
    python scripts/pack_icons.py node_modules

Writes, beside `selection.txt`, which says what is packed: `icons.zip` (a small PNG per thing and style, in folders
named by style), `index.json` (names in English and Russian, category, styles) and the texts of the licences. The same
packages give the same bytes.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded" / "icons"
STYLES = {"noto": "noto", "fluent": "fluent-emoji-flat", "twemoji": "twemoji", "emojione": "emojione"}
"""Names of the styles, and of the packages that they come from."""
FEWEST_STYLES = 3
SIZE = 96
COLOURS = 160
LICENCES = ("Apache-2.0", "MIT", "CC-BY-4.0")
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Chosen:
    """A line of the selection."""

    category: str
    label: str
    name: str
    plural: str
    russian: str


@dataclass(frozen=True)
class Style:
    """One set of icons, as it lies in its package."""

    icons: dict[str, Any]
    names: dict[str, str]
    """By code points, what the set calls an icon."""
    side: float

    def svg(self, hexcode: str) -> str | None:
        """The drawing of an emoji; None, if the set has none."""
        name = self.names.get(hexcode) or self.names.get(hexcode.replace("-fe0f", ""))
        icon = self.icons.get(name or "")
        if icon is None:
            return None
        width, height = icon.get("width", self.side), icon.get("height", self.side)
        left, top = icon.get("left", 0), icon.get("top", 0)
        body = icon["body"]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}">{body}</svg>'
        )


def selection(text: str) -> Iterator[Chosen]:
    """Reads the selection."""
    category = ""
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("["):
            category = line.strip("[]")
        elif line:
            label, name, plural, russian = ([field.strip() for field in line.split(";")] + [""] * 3)[:4]
            name = name or label
            yield Chosen(category, label, name, plural or _several(name), russian)


def _several(name: str) -> str:
    return f"{name}es" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"


def styles(modules: Path) -> dict[str, Style]:
    """Reads the sets of icons."""
    found: dict[str, Style] = {}
    by_code = _load(modules / "@iconify-json" / "noto" / "chars.json")
    for style, package in STYLES.items():
        data = _load(modules / "@iconify-json" / package / "icons.json")
        # EmojiOne's package has no table of code points; its names are Noto's
        names = _load(modules / "@iconify-json" / package / "chars.json") or by_code
        icons = dict(data["icons"])
        for alias, of in data.get("aliases", {}).items():
            if of["parent"] in icons and set(of) == {"parent"}:
                icons.setdefault(alias, icons[of["parent"]])
        found[style] = Style(icons, names, data.get("width", 16))
    return found


def render(svg: str) -> bytes:
    """A drawing as a small PNG with a palette, cut to what is drawn and scaled so that its longer side is `SIZE`."""
    png: bytes = importlib.import_module("resvg_py").svg_to_bytes(svg_string=svg, width=SIZE * 4, height=SIZE * 4)
    large = Image.open(BytesIO(bytes(png)))
    box = large.getchannel("A").point([0] * 9 + [255] * 247).getbbox()
    cut = large.crop(box)
    scale = SIZE / max(cut.size)
    size = (max(1, round(cut.width * scale)), max(1, round(cut.height * scale)))
    small = cut.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
    flat = small.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = BytesIO()
    flat.save(file, "PNG", optimize=True)
    return file.getvalue()


def pack(modules: Path, folder: Path) -> tuple[int, int]:
    """Packs what is selected; gives back how many things and how many icons."""
    by_label = {emoji["label"]: emoji for emoji in _load(modules / "emojibase-data" / "en" / "data.json")}
    russian = {emoji["hexcode"]: emoji["label"] for emoji in _load(modules / "emojibase-data" / "ru" / "data.json")}
    sets = styles(modules)
    index: list[dict[str, Any]] = []
    icons = 0
    half_done = folder / "icons.zip.part"
    with zipfile.ZipFile(half_done, "w", zipfile.ZIP_STORED) as archive:
        for chosen in selection((folder / "selection.txt").read_text(encoding="utf-8")):
            emoji = by_label.get(chosen.label)
            if emoji is None:
                sys.exit(f"selection.txt: there is no emoji with the label '{chosen.label}'.")
            code = emoji["hexcode"].lower()
            drawn = {style: svg for style, of in sets.items() if (svg := of.svg(code))}
            if len(drawn) < FEWEST_STYLES:
                sys.exit(f"selection.txt: '{chosen.label}' exists in {len(drawn)} styles; {FEWEST_STYLES} are needed.")
            key = re.sub(r"[^a-z0-9]+", "-", chosen.name.casefold()).strip("-")
            index.append(
                {
                    "key": key,
                    "name": chosen.name,
                    "plural": chosen.plural,
                    "russian": chosen.russian or russian[emoji["hexcode"]],
                    "category": chosen.category,
                    "styles": list(drawn),
                }
            )
            for style, svg in drawn.items():
                archive.writestr(zipfile.ZipInfo(f"{style}/{key}.png", _EPOCH), render(svg))
                icons += 1
    half_done.replace(folder / "icons.zip")
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in index)
    (folder / "index.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    for licence in LICENCES:
        text = _load(modules / "spdx-license-list" / "licenses" / f"{licence}.json")["licenseText"]
        text = text.replace("<year> <copyright holders>", "Microsoft Corporation.")
        (folder / f"LICENSE-{licence}.txt").write_text(text.strip() + "\n", encoding="utf-8")
    names = (modules / "emojibase-data" / "LICENSE").read_text(encoding="utf-8")
    (folder / "LICENSE-emojibase.txt").write_text(names.strip() + "\n", encoding="utf-8")
    return len(index), icons


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Packs icons for `optotype draw icons`.")
    parser.add_argument("modules", type=Path, help="node_modules with the packages")
    parser.add_argument("--to", type=Path, default=FOLDER, help="folder with selection.txt")
    arguments = parser.parse_args()
    things, icons = pack(arguments.modules, arguments.to)
    sys.stdout.write(f"{things} things, {icons} icons\n")
