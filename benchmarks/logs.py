"""Do Inspect and lm-evaluation-harness read the logs that we write for them?

    python benchmarks/logs.py

Each in a virtual environment of its own. A bench is drawn, a baseline answers, the run is exported as each kind of log,
and the peer's own code reads it: the same items, the same figure. Ends with 1 where something differs.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from _peers import measure, python

INSPECT = """
import json, sys
from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample_summaries, write_eval_log
path = sys.argv[1]
log, header = read_eval_log(path), read_eval_log(path, header_only=True)
assert log.status == "success" and header.results == log.results
assert len(read_eval_log_sample_summaries(path)) == len(log.samples)
assert len(list_eval_logs(sys.argv[2])) == 1
write_eval_log(log, path + ".back.json")
back = json.load(open(path + ".back.json"))
ours = json.load(open(path))
assert [one["id"] for one in back["samples"]] == [one["id"] for one in ours["samples"]]
assert set(ours) <= set(back)
print(json.dumps([len(log.samples), log.results.scores[0].metrics["mean"].value]))
"""

LM_EVAL = """
import json, sys
from pathlib import Path
from lm_eval import result_schema
from lm_eval.utils import make_table
rows = [json.loads(line) for line in open(sys.argv[1])]
known = set(result_schema.SampleResult.__annotations__)
for row in rows:
    assert known <= set(row), known - set(row)
    assert set(row) - known <= {*row["metrics"], "optotype"}, set(row) - known
(results,) = [json.load(open(path)) for path in Path(sys.argv[2]).glob("results*.json")]
(found,) = results["results"].values()
value = found["accuracy,optotype"]
assert f"{value:.4f}".rstrip("0") in make_table(results)
print(json.dumps([len(rows), value]))
"""

READERS = {
    "inspect": ("inspect", INSPECT),
    "lm_eval": ("lm-eval", LM_EVAL),
}


def main() -> None:
    import optotype

    folder = Path(tempfile.mkdtemp(prefix="logs-"))
    with optotype.init(folder / "bench") as bench:
        bench.draw("icons", count=60, seed=7)
        result = bench.evaluate("baseline/random", metric=["accuracy"])
        expected = [result.items, result.judged[0].overall.value]
        for shape, (peer, code) in READERS.items():
            (folder / shape).mkdir()
            done = bench.export_run(shape, folder / shape, run=result.run.id)
            found = json.loads(measure(python(peer), code, str(done.path), str(folder / shape)).output.splitlines()[-1])
            same = found[0] == expected[0] and abs(found[1] - expected[1]) < 1e-9
            print(f"{shape}: {found[0]} samples, {found[1]:.4f} {'as here' if same else f'but {expected} here'}")
            if not same:
                sys.exit(1)


if __name__ == "__main__":
    main()
