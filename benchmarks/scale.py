"""How long does it take to judge 20,000 answers with all intervals, and does memory stay flat at 200,000?

    python benchmarks/scale.py [--items 20000 200000]

A bench of questions without pictures, seven to a cluster, at eight levels, with skills, some of them unanswerable. A
baseline takes the first option, which is right less often the higher the level; so its accuracy falls below three
quarters on the way, and the level where it does is resampled. Reading, judging by three metrics, all intervals, the
curve and storing are included.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

from _peers import machine, measure

CODE = """
import json, sys, time
import optotype
bench = optotype.open(sys.argv[1])
began = time.perf_counter()
result = bench.evaluate("baseline/first_option", metric=["accuracy", "choice", "unanswerable"], by=["skill", "level"])
seconds = time.perf_counter() - began
resampled = sum(judged.curve is not None and judged.curve.acuity is not None for judged in result.judged)
print(json.dumps([seconds, sum(len(found) for judged in result.judged for found in judged.by.values()), resampled]))
"""

SKILLS = ("counting", "geometry", "comparing", "spatial", "scene", "pattern", "time", "fraction", "algebra")


def make(folder: Path, count: int) -> None:
    import optotype
    from optotype.batches import batches
    from optotype.records import Choice, Collection, Gold, Item, Option, Origin, labels

    options = tuple(Option(label=label, text=f"the {label}") for label in labels(4))
    origin = Origin(kind="drawn", by="benchmark")
    chance = random.Random(0)

    def right(number: int) -> str:
        """The first option at the easiest levels, and less and less often from there on."""
        share = 1.25 - (number % 8 + 1) / 8
        return options[0].label if chance.random() < share else options[1 + number % 3].label

    with optotype.init(folder) as bench, bench.store.event("benchmark") as writer:
        writer.write(add=[Collection(id="scale", format="draw")])
        for numbers in batches(range(count), 2000):
            items = [
                Item(
                    id=f"scale/{number}",
                    collection="scale",
                    origin=origin,
                    form=Choice(options=options, unanswerable=True),
                    question=f"Which of these is number {number}?",
                    cluster=f"scale/cluster-{number // 7}",
                    tags={"skill": (SKILLS[number % len(SKILLS)],), "level": (str(number % 8 + 1),)},
                )
                for number in numbers
            ]
            golds = [
                Gold(item=item.id, unanswerable=True, rule="drawn")
                if number % 7 == 0
                else Gold(item=item.id, accepted=((right(number),),), rule="drawn")
                for number, item in zip(numbers, items, strict=True)
            ]
            writer.write(add=[*items, *golds])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, nargs="+", default=[20_000, 200_000])
    wanted = parser.parse_args()
    print(machine())
    print("\n| items | seconds | items per second | intervals by tag | acuities | peak memory (MB) |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for count in wanted.items:
        folder = Path(tempfile.mkdtemp())
        make(folder / "bench", count)
        took = measure(Path(sys.executable), CODE, str(folder / "bench"))
        import json

        seconds, intervals, resampled = json.loads(took.output)
        told = (f"{count:,}", f"{seconds:.1f}", f"{count / seconds:,.0f}", intervals, resampled, f"{took.memory:,.0f}")
        print(f"| {' | '.join(map(str, told))} |", flush=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
