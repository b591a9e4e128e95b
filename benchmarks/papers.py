"""How fast, and in how much memory, are papers imported that are pages with pictures?

    python benchmarks/papers.py [--papers 1000] [--folder DIR]

A hundred papers are drawn (`optotype draw papers`, levels 1 to 8) and written as pages of the shape that LaTeXML makes;
the rest are copies whose pictures are other files, told apart by a comment in each. A paper has five to twelve figures,
some of them in parts, so about eleven pictures, a graphical abstract, and some 15 kB of page. Every page is read, every
picture checked, hashed and copied, and every graphical abstract held against all figures.

There is no peer: no tool that we know of does the same. Beside it stands a plain pass over the same files with
`html.parser` of the standard library and Pillow, which reads the pages, decodes every picture and keeps nothing.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from _peers import machine, marked, measure

DRAWN = 100

OURS = """
import sys
from optotype import init
bench = init(sys.argv[2])
done = bench.import_("papers", sys.argv[1])
assert not done.faulty and not done.pictures_missing, done.faults[:3]
print(done.new["papers"], done.new["pictures"])
"""

PLAIN = """
import sys
from html.parser import HTMLParser
from pathlib import Path
from PIL import Image
for page in sorted(Path(sys.argv[1]).rglob("*.html")):
    HTMLParser().feed(page.read_text(encoding="utf-8"))
    for picture in page.parent.glob("*.png"):
        Image.open(picture).load()
"""


def make(folder: Path, count: int) -> None:
    """Draws papers, and copies them until there are enough."""
    from optotype.manuscripts import write_paper
    from optotype.synth import Task, family

    drawer = family.build("papers", {})
    for number in range(min(DRAWN, count)):
        entry = drawer.draw(Task("papers", "papers", 20_261, number, 1 + number % 8))
        contents = {id: content for id, content in entry.files.items() if isinstance(content, bytes)}
        write_paper(entry.papers[0], contents, folder / f"{number:06d}", shape="html")
    for number in range(DRAWN, count):
        target = folder / f"{number:06d}"
        shutil.copytree(folder / f"{number % DRAWN:06d}", target)
        for picture in target.glob("*.png"):
            picture.write_bytes(marked(picture.read_bytes(), str(number)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=1000)
    parser.add_argument("--folder", type=Path, help="where the papers lie, or are made")
    wanted = parser.parse_args()
    scratch = Path(tempfile.mkdtemp()) if wanted.folder is None else wanted.folder
    print(machine())
    print("\n| papers | who | seconds | papers per minute | of them processor (s) | peak memory (MB) |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for count in sorted({max(1, wanted.papers // 5), wanted.papers}):
        folder = scratch / f"papers-{count}"
        if not folder.exists():
            make(folder, count)
        subprocess.run(["sync"], check=True)
        for who, code in {"html.parser and Pillow, nothing kept": PLAIN, "optotype": OURS}.items():
            out = tempfile.mkdtemp(dir=scratch, prefix="out-")
            took = measure(Path(sys.executable), code, str(folder), f"{out}/bench")
            rate = 60 * count / took.seconds
            figures = f"{took.seconds:.1f} | {rate:,.0f} | {took.processor:.1f} | {took.memory:,.0f}"
            print(f"| {count:,} | {who} | {figures} |", flush=True)
            shutil.rmtree(out)
    if wanted.folder is None:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
