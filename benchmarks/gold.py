"""How fast are our aggregators beside crowd-kit's, on the same table of answers?

    python benchmarks/gold.py [--answers 100000] [--limit 600]

A study is simulated: five people about each question, four options, skills from 0.3 to 0.95. Both sides get the same
table as arrays, in a process of their own; what is measured is fitting and predicting, in seconds of the processor,
without imports and without reading the table, and the least of three times where these take less than ten seconds.
crowd-kit has its usual settings, and so have we; MACE has one start instead of ten there, for all of its starts are the
same. A peer that needs longer than the limit is stopped, and the limit is told. The peer lives in a virtual environment
of its own. Ours also decide gold in a bench with as many answers, by `bench.decide_gold`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import _peers
import numpy as np

from optotype import init
from optotype.batches import batches
from optotype.records import Answer, Choice, Collection, Item, Noun, Option, Origin, Respondent, State, labels

WIDTH, EACH = 4, 5
NAMES = ("majority", "weighted", "dawid_skene", "mace", "glad")

_OURS = """
import json, sys, time
import numpy as np
from optotype.statistics import crowds
name, file = sys.argv[1:]
with np.load(file) as table:
    columns = [table[column] for column in ("questions", "people", "labels", "choices")]
    truth, weights = table["truth"], table["weights"]
function = getattr(crowds, name)
took = []
while len(took) < 3 and sum(took) < 10:
    began = time.process_time()
    ratings = crowds.Ratings(*columns)
    found, _ = (function(ratings, weights) if name == "weighted" else function(ratings)).best()
    took.append(time.process_time() - began)
print(json.dumps([min(took), float((found == truth).mean())]))
np.save(file + "." + name + ".ours.npy", found)
"""

_THEIRS = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np, pandas as pd
from crowdkit import aggregation
name, file = sys.argv[1:]
with np.load(file) as table:
    data = pd.DataFrame({"task": table["questions"], "worker": table["people"], "label": table["labels"]})
    truth, weights = table["truth"], table["weights"]
made = {
    "majority": aggregation.MajorityVote, "weighted": aggregation.MajorityVote, "dawid_skene": aggregation.DawidSkene,
    "mace": lambda: aggregation.MACE(n_restarts=1), "glad": aggregation.GLAD,
}[name]
more = {"skills": pd.Series(weights)} if name == "weighted" else {}
took = []
while len(took) < 3 and sum(took) < 10:
    began = time.process_time()
    found = made().fit_predict(data, **more)
    took.append(time.process_time() - began)
found = found.loc[np.arange(len(truth))].to_numpy()
print(json.dumps([min(took), float((found == truth).mean())]))
np.save(file + "." + name + ".theirs.npy", found)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=600, help="seconds for which the peer is waited for")
    wanted = parser.parse_args()
    peer = _peers.python("crowd-kit")
    print(f"{_peers.machine()}\n")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.npz"
        write(file, wanted.answers)
        print(
            f"| {wanted.answers:,} answers | ours (s) | crowd-kit (s) | times as fast | same label | right | theirs |"
        )
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for name in NAMES:
            row(name, file, peer, wanted.limit)
        whole(Path(folder) / "bench", file)


def row(name: str, file: Path, peer: Path, limit: float) -> None:
    """Measures one aggregator on both sides."""
    ours = measured(Path(sys.executable), _OURS, name, file, limit)
    theirs = measured(peer, _THEIRS, name, file, limit)
    if ours is None:
        sys.exit(f"{name} of ours took longer than {limit:g} s")
    if theirs is None:
        print(
            f"| {name} | {ours[0]:.3f} | > {limit:g} | > {limit / ours[0]:,.0f} | | {100 * ours[1]:.1f} % | |",
            flush=True,
        )
        return
    found = [np.load(f"{file}.{name}.{side}.npy") for side in ("ours", "theirs")]
    same = float((found[0] == found[1]).mean())
    print(
        f"| {name} | {ours[0]:.3f} | {theirs[0]:.2f} | {theirs[0] / ours[0]:,.0f} | {100 * same:.1f} % "
        f"| {100 * ours[1]:.1f} % | {100 * theirs[1]:.1f} % |",
        flush=True,
    )


def measured(python: Path, code: str, name: str, file: Path, limit: float) -> tuple[float, float] | None:
    """Seconds, and the share that is right; None where it took too long."""
    try:
        done = subprocess.run(
            [python, "-c", code, name, str(file)], capture_output=True, text=True, check=False, timeout=limit + 60
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        sys.exit(done.stderr[-3000:])
    seconds, right = json.loads(done.stdout.strip().splitlines()[-1])
    return None if seconds > limit else (seconds, right)


def write(file: Path, answers: int) -> None:
    """Simulates a study."""
    chance = np.random.default_rng(0)
    count = answers // EACH
    people = max(20, count // 40)
    truth = chance.integers(0, WIDTH, count)
    questions = np.repeat(np.arange(count), EACH)
    who = np.concatenate([chance.choice(people, EACH, replace=False) for _ in range(count)])
    skills = chance.uniform(0.3, 0.95, people)
    others = (truth[questions] + chance.integers(1, WIDTH, len(who))) % WIDTH
    said = np.where(chance.random(len(who)) < skills[who], truth[questions], others)
    choices = np.full(count, WIDTH)
    weights = np.clip(skills + chance.normal(0, 0.05, people), 0.05, 1)
    np.savez(file, questions=questions, people=who, labels=said, choices=choices, truth=truth, weights=weights)


def whole(folder: Path, file: Path) -> None:
    """Decides gold in a bench: reading answers from the store, filters, the rule, writing."""
    with np.load(file) as table:
        questions, who, said, count = table["questions"], table["people"], table["labels"], len(table["truth"])
    form = Choice(options=tuple(Option(label=label, text=label) for label in labels(WIDTH)))
    origin = Origin(kind="drawn", by="benchmark")
    chance, names = np.random.default_rng(1), labels(WIDTH)
    with init(folder) as bench:
        records: list[Noun] = [Collection(id="set", format="draw")]
        records += [Respondent(id=f"person/{number}", kind="person") for number in range(int(who.max()) + 1)]
        records += [
            Item(id=f"set/{number}", collection="set", origin=origin, form=form, cluster=f"set/{number}")
            for number in range(count)
        ]
        records += [
            Answer(
                id=f"a{number}",
                item=f"set/{question}",
                respondent=f"person/{person}",
                state=State.GIVEN,
                value=(names[int(label)],),
                seconds=float(chance.lognormal(2, 0.5)),
            )
            for number, (question, person, label) in enumerate(zip(questions, who, said, strict=True))
        ]
        with bench.store.event("benchmark") as writer:
            for batch in batches(records, 2000):
                writer.write(add=batch)
        print("\n| a bench with as many answers | seconds of the processor |\n| --- | ---: |")
        for rule in ("majority", "dawid_skene", "glad"):
            began = time.process_time()
            bench.decide_gold(rule)
            print(
                f"| `optotype gold --rule {rule}`, with reading and writing | {time.process_time() - began:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
