"""How fast, and in how much memory, is an IconQA-shaped folder imported? Beside the `datasets` library.

    python benchmarks/import.py [--items 100000] [--folder DIR]

The folder is made anew unless it exists. Both read the same files in the same run, each in a process of its own:

- Optotype reads every `data.json`, hashes and checks every picture, copies it, and writes records;
- `datasets` loads the folder as `imagefolder`, which lists the pictures with a label per folder and reads neither their
  content nor the questions, and once more through a generator as a user would write it for IconQA, which reads the
  questions and stores the content of the pictures.

The peer gets a virtual environment of its own, made on the first run.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from _peers import Measured, machine, marked, measure, python

OURS = """
import sys
from optotype import init
bench = init(sys.argv[2])
done = bench.import_("iconqa", sys.argv[1])
print(done.items, done.new["pictures"])
"""

IMAGEFOLDER = """
import sys
import datasets
loaded = datasets.load_dataset("imagefolder", data_dir=sys.argv[1], split="train", cache_dir=sys.argv[2])
print(len(loaded))
"""

GENERATOR = """
import json, sys
from pathlib import Path
import datasets

def problems(root):
    for file in sorted(Path(root).rglob("data.json")):
        data = json.loads(file.read_text())
        names = ["image.png", *(data["choices"] if data["ques_type"] == "choose_img" else [])]
        yield {
            "question": data["question"],
            "choices": data.get("choices", []),
            "answer": str(data["answer"]),
            "images": [{"path": name, "bytes": (file.parent / name).read_bytes()} for name in names],
        }

features = datasets.Features(
    question=datasets.Value("string"),
    choices=datasets.List(datasets.Value("string")),
    answer=datasets.Value("string"),
    images=datasets.List(datasets.Image()),
)
loaded = datasets.Dataset.from_generator(
    problems, features=features, gen_kwargs={"root": sys.argv[1]}, cache_dir=sys.argv[2]
)
print(len(loaded))
"""


def make(folder: Path, count: int) -> None:
    """Draws a folder in IconQA's layout: the shares of its sub-tasks and splits, two to five options."""
    from PIL import Image, ImageDraw

    random.seed(7)
    templates: list[bytes] = []
    for _ in range(400):
        picture = Image.new("RGB", (random.randint(120, 420), random.randint(60, 300)), "white")
        draw = ImageDraw.Draw(picture)
        for _ in range(random.randint(3, 14)):
            x, y = random.randint(0, picture.width - 30), random.randint(0, picture.height - 30)
            colour = tuple(random.randint(0, 255) for _ in range(3))
            draw.ellipse((x, y, x + random.randint(8, 60), y + random.randint(8, 60)), fill=colour, outline="black")
        stream = io.BytesIO()
        picture.save(stream, "PNG")
        templates.append(stream.getvalue())
    for number in range(count):
        task = random.choices(("choose_img", "choose_txt", "fill_in_blank"), (537, 294, 169))[0]
        split = random.choices(("train", "val", "test"), (6, 2, 2))[0]
        problem = folder / split / task / str(number)
        problem.mkdir(parents=True)
        names = [f"choice_{option}.png" for option in range(random.randint(2, 5))]
        data: dict[str, object] = {
            "question": f"Which shape comes next in row {number}?",
            "grade": "grade1",
            "label": "U7",
        }
        data["ques_type"] = task
        if task == "fill_in_blank":
            data["answer"] = str(number % 20)
        else:
            data["choices"] = names if task == "choose_img" else [f"shape {option}" for option in range(len(names))]
            data["answer"] = number % len(names)
        (problem / "data.json").write_text(json.dumps(data, indent=2))
        for name in ("image.png", *(names if task == "choose_img" else ())):
            (problem / name).write_bytes(marked(random.choice(templates), f"{number}/{name}"))


def run(interpreter: Path, code: str, folder: Path) -> Measured:
    """A program in a process of its own, with a scratch folder of its own."""
    # Kept until the end: ext4 avoids inodes that were freed a moment ago, which makes whoever comes next slow.
    scratch = tempfile.mkdtemp(dir=folder.parent, prefix="scratch-")
    variables = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "HF_HOME": scratch}
    return measure(interpreter, code, str(folder), f"{scratch}/out", variables=variables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where the data lies, or is made")
    parser.add_argument("--ours-only", action="store_true")
    parser.add_argument("--patient", action="store_true", help="imagefolder also on the larger folder: a quarter hour")
    wanted = parser.parse_args()
    scratch = Path(tempfile.mkdtemp()) if wanted.folder is None else wanted.folder
    sizes = sorted({wanted.items // 10, wanted.items})
    print(machine())
    print("\n| items | who | seconds | items per second | peak memory (MB) |\n| ---: | --- | ---: | ---: | ---: |")
    for size in sizes:
        folder = scratch / f"iconqa-{size}"
        if not folder.exists():
            make(folder, size)
        subprocess.run(["sync"], check=True)
        programs = {"optotype": (Path(sys.executable), OURS)}
        if not wanted.ours_only:
            peer = python("datasets")
            if size == sizes[0] or wanted.patient:
                programs["datasets, imagefolder (no questions)"] = (peer, IMAGEFOLDER)
            programs["datasets, generator"] = (peer, GENERATOR)
        for who, (interpreter, code) in programs.items():
            _warm(folder)
            took = run(interpreter, code, folder)
            rate = size / took.seconds
            print(f"| {size:,} | {who} | {took.seconds:.1f} | {rate:,.0f} | {took.memory:,.0f} |", flush=True)
    if wanted.folder is None:
        shutil.rmtree(scratch)


def _warm(folder: Path) -> None:
    """Reads everything once, so that nobody profits from coming second."""
    for file in folder.rglob("*.*"):
        file.read_bytes()


if __name__ == "__main__":
    main()
