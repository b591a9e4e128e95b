"""How fast is each kind drawn, on one core and on all?

    python benchmarks/draw.py [--seconds 10]

There is no peer to compare with: none of the tools that we know draws. So the table gives plain rates, records and
pictures on disk included, beside the same number of pictures that Pillow writes when it does nothing but save an empty
one of the same size: what is left for drawing.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import tempfile
import time
from pathlib import Path

from PIL import Image

from optotype import init
from optotype.records import Item, Picture
from optotype.synth import family


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="how long each measurement takes, about")
    wanted = parser.parse_args()
    cores = os.cpu_count() or 1
    print(f"{platform.platform()}, Python {platform.python_version()}, {cores} cores, load {os.getloadavg()[0]:.2f}\n")
    print("| kind | unit | units/s, one core | questions/s, one core | units/s, all cores | empty pictures saved/s |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    # everything is kept until the end: ext4 avoids inodes that were freed a moment ago, which makes who comes next slow
    with tempfile.TemporaryDirectory() as folder:
        for kind in family:
            guess, _, _ = measure(kind, 24, 1, folder)
            count = max(16, int(guess * wanted.seconds))
            one, questions, empty = measure(kind, count, 1, folder)
            many, _, _ = measure(kind, count * cores, cores, folder)
            saved = f"{empty:,.0f}" if empty else "-"
            rates = f"{one:,.1f} | {questions:,.1f} | {many:,.1f} | {saved}"
            print(f"| {kind} | {family[kind].unit} | {rates} |", flush=True)


def measure(kind: str, count: int, processes: int, folder: str) -> tuple[float, float, float]:
    """Units and questions per second, and empty pictures of the same sizes saved per second."""
    with init(Path(tempfile.mkdtemp(dir=folder)) / "bench") as bench:
        began = time.perf_counter()
        bench.draw(kind, count=count, seed=1, processes=processes)
        seconds = time.perf_counter() - began
        questions = bench.store.count(Item)
        pictures = list(bench.store.each(Picture))
    began = time.perf_counter()
    for picture in pictures:
        form = "JPEG" if picture.media_type == "image/jpeg" else "PNG"
        Image.new("RGB", (picture.width or 1, picture.height or 1), "white").save(io.BytesIO(), form)
    saving = time.perf_counter() - began
    return count / seconds, questions / seconds, len(pictures) / saving if pictures else 0.0


if __name__ == "__main__":
    main()
