"""How well does `answer_match` agree with people? And what does it cost?

    python benchmarks/answer_match.py JUDGMENTS ITEMS [--part dev|held|all] [--errors]

JUDGMENTS is a JSON list of model answers that people judged with the figure before them (`instance_id`, `qa_pair_type`,
`reference`, `response`, `human_correct`), ITEMS the SciVQA file that the questions stand in. Each answer takes the way
that it takes in an evaluation: it is read, then judged. Beside it stand the same answers judged by token F1, ROUGE-L
and exact match, which see the reply as it is.

The area under the ROC curve is the chance that an answer which people call right has a higher score than one which they
call wrong. Its interval is a bootstrap over figures. The rules were made looking at `dev` alone: the questions whose
hashed id is even.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from optotype import embedding
from optotype.formats import Row, Source
from optotype.formats.scivqa import Scivqa
from optotype.metrics import Case, Metric, family
from optotype.reading import read
from optotype.records import Answer

KINDS = {
    "all": "",
    "free": "infinite",
    "free, visual": "infinite answer set visual",
    "free, non-visual": "infinite answer set non-visual",
    "yes or no": "set binary",
    "options": "non-binary",
}
FIRST_VECTOR = """
import re, time
from pathlib import Path
began = time.perf_counter()
from optotype import embedding
embedding.shared().vectors(["a"])
print(time.perf_counter() - began, re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
_TOKEN = re.compile(r"\w+(?:\.\w+)*")


@dataclass(frozen=True)
class Judged:
    """An answer, and whether somebody who saw the figure calls it right."""

    case: Case
    kind: str
    reference: str
    response: str
    right: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judgments", type=Path)
    parser.add_argument("items", type=Path)
    parser.add_argument("--part", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--errors", action="store_true", help="show where it and people differ")
    wanted = parser.parse_args()
    rows = [row for row in judged(wanted.judgments, wanted.items) if wanted.part in ("all", part(row.case.item.id))]
    scores = {
        "answer_match": similarities(family["answer_match"](), rows),
        "token F1": np.array([token_f1(row.reference, row.response) for row in rows]),
        "ROUGE-L": values(family["rougel"](), rows),
        "exact match": values(family["exact_match"](), rows),
    }
    print(f"{platform.platform()}, Python {platform.python_version()}; {embedding.name()}; part: {wanted.part}\n")
    print(table(rows, scores), flush=True)
    print(verdicts(rows, scores["answer_match"]))
    if wanted.errors:
        for row, score in sorted(zip(rows, scores["answer_match"], strict=True), key=lambda pair: pair[1]):
            if (score >= 0.5) != row.right:
                print(f"{score:.2f} {'right' if row.right else 'wrong'}: {row.reference!r} {row.response[:150]!r}")
    print(costs(rows))


def judged(judgments: Path, items: Path) -> Iterator[Judged]:
    """Each judgment, with the answer read out of the reply."""
    rows = {row["instance_id"]: row for row in json.loads(items.read_text(encoding="utf-8"))}
    source, scivqa = Source(items, "scivqa"), Scivqa()
    for place, row in enumerate(json.loads(judgments.read_text(encoding="utf-8"))):
        entry = scivqa.entry(Row(rows[row["instance_id"]] | {"answer": row["reference"]}), source)
        item, gold, reply = entry.items[0], entry.golds[0], row["response"]
        reading = read(reply, item)
        answer = Answer(
            id=str(place), item=item.id, respondent="model", state=reading.state, value=reading.value, raw=reply
        )
        yield Judged(Case(item, gold, answer), row["qa_pair_type"], row["reference"], reply, row["human_correct"])


def part(item: str) -> str:
    """The part that a question belongs to, whoever answered it."""
    native = item.rpartition("/")[2]
    return "held" if int(hashlib.sha256(native.encode()).hexdigest(), 16) % 2 else "dev"


def similarities(metric: Metric, rows: list[Judged]) -> NDArray[np.float64]:
    return np.array([mark.parts["similarity"] for mark in metric.marks([row.case for row in rows])])


def values(metric: Metric, rows: list[Judged]) -> NDArray[np.float64]:
    return np.array([mark.value for mark in metric.marks([row.case for row in rows])], dtype=np.float64)


def token_f1(right: str, said: str) -> float:
    ours, theirs = (Counter(_TOKEN.findall(text.lower())) for text in (right, said))
    common = (ours & theirs).total()
    return 2 * common / (ours.total() + theirs.total()) if common else 0.0


def auc(right: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """The chance that a right answer has a higher score than a wrong one; half of it where they are equal."""
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    count, others = int(right.sum()), int((~right).sum())
    return (
        float((ranks[right].sum() - count * (count + 1) / 2) / (count * others)) if count and others else float("nan")
    )


def interval(
    right: NDArray[np.bool_], scores: NDArray[np.float64], clusters: list[str], *, samples: int = 2_000
) -> tuple[float, float]:
    """The middle 95 % of the area when figures are drawn again."""
    random = np.random.default_rng(1)
    names = sorted(set(clusters))
    places: dict[str, list[int]] = {name: [] for name in names}
    for place, cluster in enumerate(clusters):
        places[cluster].append(place)
    found: list[float] = []
    for _ in range(samples):
        drawn = [place for name in random.integers(0, len(names), len(names)) for place in places[names[name]]]
        found.append(auc(right[drawn], scores[drawn]))
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return float(low), float(high)


def table(rows: list[Judged], scores: dict[str, NDArray[np.float64]]) -> str:
    lines = [
        f"| questions | answers | right | {' | '.join(scores)} |",
        f"| --- | ---: | ---: |{' ---: |' * len(scores)}",
    ]
    right = np.array([row.right for row in rows])
    for kind, words in KINDS.items():
        some = np.array([words in row.kind for row in rows])
        clusters = [row.case.item.cluster for row, chosen in zip(rows, some, strict=True) if chosen]
        cells = [area(right[some], score[some], clusters) for score in scores.values()]
        lines.append(f"| {kind} | {some.sum()} | {right[some].sum()} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def area(right: NDArray[np.bool_], scores: NDArray[np.float64], clusters: list[str]) -> str:
    if not 0 < right.sum() < len(right):
        return "-"
    low, high = interval(right, scores, clusters)
    return f"{auc(right, scores):.3f} ({low:.3f} to {high:.3f})"


def verdicts(rows: list[Judged], scores: NDArray[np.float64]) -> str:
    right = np.array([row.right for row in rows])
    free = np.array(["infinite" in row.kind for row in rows])
    said = scores >= 0.5
    same, same_free = (said == right).mean(), (said == right)[free].mean()
    return f"Verdicts that people share, at 0.5: {same:.3f} of all, {same_free:.3f} of free answers.\n"


def costs(rows: list[Judged]) -> str:
    metric = family["answer_match"]()
    cases = [row.case for row in rows]
    cases = (cases * (20_000 // len(cases) + 1))[:20_000]
    began = time.perf_counter()
    metric.marks(cases)
    warm = time.perf_counter() - began
    texts = [f"{row.response} {number}" for row in rows for number in range(5)]
    began = time.perf_counter()
    embedding.Embedding().vectors(texts)
    rate = len(texts) / (time.perf_counter() - began)
    child = [sys.executable, "-c", FIRST_VECTOR]
    start, memory = subprocess.run(child, capture_output=True, text=True, check=True).stdout.split()
    return (
        f"20,000 answers judged in {warm:.1f} s. {rate:,.0f} different texts embedded per second, weights loaded "
        f"meanwhile; first vector after {float(start):.1f} s, {int(memory) // 1024} MB resident with the weights."
    )


if __name__ == "__main__":
    main()
