"""How fast the embedded picture encoder is, what its vectors know, and whether they find near duplicates.

python benchmarks/picture_encoder.py
python benchmarks/picture_encoder.py --encoder trained/encoder/encoder.onnx --problems 400
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import argparse
import hashlib
import io
import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance

from optotype.likeness import Crowd, look
from optotype.picture_encoder import SIDE, PictureEncoder, pyramid
from optotype.synth import LEVELS, Task
from optotype.synth._icons.problem import templates
from optotype.synth.icons import Icons
from optotype.synth.icons import entry as entry_of

Vectors = NDArray[np.float64]
_SEED = 424_242
"""Of the problems: far from the seeds that the encoder was trained with."""
_ASKED = {"shape": "flat shapes", "solid": "solids", "hour": "hours of a clock", "count": "counts", "tally": "tallies",
          "what": "things"}  # fmt: skip
_MORE = ("geometry.find_flat", "time.find_clock_words", "counting.as_many_as", "counting.tally_pictures")
"""Templates of which more are drawn: their options are what vectors are asked about."""
_RIDGES = (0.1, 1.0, 10.0, 100.0, 1000.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", type=Path, default=None)
    parser.add_argument("--problems", type=int, default=2000)
    asked = parser.parse_args()
    drawn = list(problems(asked.problems))
    print(
        f"({platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.2f}; {asked.problems:,} drawn problems)\n"
    )
    speed(asked.encoder, [images[0] for images, _ in drawn[:100]])
    for template in _MORE:
        drawn += problems(asked.problems // 10, template)
    probes(asked.encoder, drawn)
    duplicates(asked.encoder, [images[0] for images, _ in drawn[:400]])


def problems(count: int, only: str = "") -> Iterator[tuple[list[Image.Image], list[dict[str, Any]]]]:
    """Pictures of drawn problems, the diagram first, and what is said about the options; of one template, if named."""
    named = {template.name: template for template in templates()}
    for number in range(count):
        task = Task("icons", "icons", _SEED, number, number % LEVELS + 1)
        entry = entry_of(task, named[only]) if only else Icons().draw(task)
        contents = (content for content in entry.files.values() if isinstance(content, bytes))
        images = [Image.open(io.BytesIO(content)).convert("RGB") for content in contents]
        yield images, cast("dict[str, list[dict[str, Any]]]", entry.items[0].scene).get("options", [])


# --- speed


def rate(count: int, work: Callable[[], object]) -> float:
    """Things per second of processor time; the best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return count / best


def speed(file: Path | None, images: list[Image.Image]) -> None:
    encoder = PictureEncoder(file, threads=1, kept=0)
    noise = np.random.default_rng(0).integers(0, 256, (512, SIDE, SIDE, 3)).astype(np.uint8)
    encoder.encode(noise[:64])
    cut = [pyramid(image) for image in images]
    print("| what, on one thread | per second of processor time |")
    print("| --- | ---: |")
    print(f"| patches, all different | {rate(512, lambda: encoder.encode(noise)):,.0f} |")
    print(f"| the same, one by one | {rate(512, lambda: [encoder.encode(one[None]) for one in noise]):,.0f} |")
    count = sum(map(len, cut))
    print(f"| patches of drawn problems | {rate(count, lambda: [encoder.encode(one) for one in cut]):,.0f} |")
    print(f"| pictures cut into 79 patches | {rate(len(images), lambda: [pyramid(one) for one in images]):,.0f} |")
    whole = rate(len(images), lambda: [encoder.encode(pyramid(one)) for one in images])
    print(f"| pictures cut and encoded | {whole:,.0f} |\n")


# --- what vectors know


def probes(file: Path | None, drawn: list[tuple[list[Image.Image], list[dict[str, Any]]]]) -> None:
    """How well a line through the vectors of pictures of options tells what is on them.

    Clocks and frames are drawn in the middle, so that a few pixels would tell them: every picture is moved by chance.
    Equal pictures are never in the train and the test part alike.
    """
    chance = np.random.default_rng(_SEED)
    encoder = PictureEncoder(file, threads=1)
    pictures: list[Image.Image] = []
    told: list[tuple[int, dict[str, Any]]] = []
    for images, options in drawn:
        for image, option in zip(images[1:], options, strict=False):
            pictures.append(moved(image, chance))
            told.append((int(hashlib.sha256(image.tobytes()).hexdigest(), 16) % 4, option))
    patches = np.concatenate([pyramid(image, (1,)) for image in pictures])
    small = patches.reshape(len(patches), 16, SIDE // 16, 16, SIDE // 16, 3).mean((2, 4)).reshape(len(patches), -1)
    kinds = {"encoder": encoder.encode(patches).astype(np.float64), "untrained": untrained(patches), "pixels": small}
    print(
        "| what a linear classifier tells | pictures | classes | most common | encoder | untrained | 16 x 16 pixels |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for key, name in _ASKED.items():
        common = Counter(str(option.get(key)) for _, option in told if key in option)
        chosen = [place for place, (_, option) in enumerate(told) if common[str(option.get(key))] > 3 and key in option]
        if len(chosen) < 80:
            continue
        labels = np.unique([str(told[place][1][key]) for place in chosen], return_inverse=True)[1]
        groups = np.array([told[place][0] for place in chosen])
        most = np.bincount(labels[groups == 0]).max() / (groups == 0).sum()
        found = [probe(vectors[chosen], labels, groups) for vectors in kinds.values()]
        cells = " | ".join(f"{100 * one:.1f}" for one in (most, *found))
        print(f"| {name} | {len(chosen)} | {labels.max() + 1} | {cells} |")
    print()


def moved(image: Image.Image, chance: np.random.Generator) -> Image.Image:
    """A picture somewhere on white paper that is up to half as large again."""
    side = round(max(image.size) * chance.uniform(1.0, 1.5))
    whole = Image.new("RGB", (side, side), "white")
    whole.paste(image, (int(chance.integers(side - image.width + 1)), int(chance.integers(side - image.height + 1))))
    return whole


def probe(vectors: Vectors, labels: NDArray[np.int64], groups: NDArray[np.int64]) -> float:
    """Accuracy on the first quarter of a ridge classifier that was fitted on the others."""
    train, dev, test = groups > 1, groups == 1, groups == 0
    best = max(_RIDGES, key=lambda ridge: _fitted(vectors, labels, train, dev, ridge))
    return _fitted(vectors, labels, train | dev, test, best)


def _fitted(
    vectors: Vectors, labels: NDArray[np.int64], train: NDArray[np.bool_], test: NDArray[np.bool_], ridge: float
) -> float:
    mean, spread = vectors[train].mean(0), vectors[train].std(0) + 1e-6
    known, asked = (vectors[train] - mean) / spread, (vectors[test] - mean) / spread
    target = np.eye(labels.max() + 1)[labels[train]]
    weights = np.linalg.solve(known.T @ known + ridge * np.eye(known.shape[1]), known.T @ (target - target.mean(0)))
    return float(((asked @ weights + target.mean(0)).argmax(1) == labels[test]).mean())


def untrained(patches: NDArray[np.uint8]) -> Vectors:
    """Vectors of the same network before it learned anything."""
    import torch

    from optotype.training._icon_network import Eye
    from optotype.training._resnet import ResNet, Shape

    torch.manual_seed(0)
    eye = Eye(ResNet(Shape(10, 24, "small", "grid", SIDE, 256), 2)).eval()
    with torch.no_grad():
        parts = [eye(torch.from_numpy(patches[start : start + 64])) for start in range(0, len(patches), 64)]
    return torch.cat(parts).double().numpy()


# --- near duplicates


def _saved(image: Image.Image, quality: int) -> Image.Image:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


def _margin(image: Image.Image, share: float) -> Image.Image:
    more = round(max(image.size) * share)
    whole = Image.new("RGB", (image.width + 2 * more, image.height + 2 * more), "white")
    whole.paste(image, (more, more))
    return whole


_CHANGES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "made smaller by a fifth": lambda image: image.resize(
        (max(1, image.width * 4 // 5), max(1, image.height * 4 // 5))
    ),
    "saved as JPEG, quality 40": lambda image: _saved(image, 40),
    "a margin of 3 % added": lambda image: _margin(image, 0.03),
    "a tenth darker": lambda image: ImageEnhance.Brightness(image).enhance(0.9),
    "turned by a degree": lambda image: image.rotate(1, Image.Resampling.BICUBIC, fillcolor="white"),
}


def duplicates(file: Path | None, images: list[Image.Image]) -> None:
    """How many changed copies are found, where as few other pictures are taken for copies."""
    encoder = PictureEncoder(file, threads=1)
    vectors, looks = encoder.look(images), [look(image) for image in images]
    near = vectors @ vectors.T
    np.fill_diagonal(near, -1)
    upper = np.triu_indices(len(images), 1)
    taken = sum(alike(looks[one], looks[other]) for one, other in zip(*upper, strict=True))
    ranked = np.sort(near[upper])[::-1]
    threshold = float(ranked[taken])
    print(f"{len(images)} pictures of problems, {len(upper[0]):,} pairs: likeness takes {taken} pairs for copies; the")
    print(f"encoder takes as many above a cosine of {threshold:.4f}.\n")
    print("| copy | found by likeness | found by the encoder | by either |")
    print("| --- | ---: | ---: | ---: |")
    for name, change in _CHANGES.items():
        copies = [change(image) for image in images]
        seen = np.array([alike(one, look(copy)) for one, copy in zip(looks, copies, strict=True)])
        close = np.einsum("pw,pw->p", vectors, encoder.look(copies)) > threshold
        print(
            f"| {name} | {100 * seen.mean():.1f} % | {100 * close.mean():.1f} % | {100 * (seen | close).mean():.1f} % |"
        )


def alike(one: Any, other: Any) -> bool:
    crowd = Crowd()
    crowd.meet("one", one)
    return crowd.meet("other", other) is not None


if __name__ == "__main__":
    main()
