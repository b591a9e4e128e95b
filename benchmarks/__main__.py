"""All benchmarks, one after the other, on a machine that does nothing else: `make benchmarks`.

    python benchmarks                      # all of them, in some 45 minutes on two cores
    python benchmarks --only runner,gold   # these
    python benchmarks --resume             # those that have not ended well since the last beginning
    python benchmarks --small              # tiny sizes: does everything run? The figures say nothing
    python benchmarks --install            # only makes the virtual environments of the peers, ahead of measuring
    python benchmarks --list               # what there is, what it takes and what it needs

What a script prints, its table with it, is kept in `benchmarks/results/NAME.md`; that and all it complains about in
`NAME.log`; all tables together in `all.md`. One that fails, or takes far too long, is told at the end, and the others
go on. Whatever needs something that is not there is named as left out. Peers are installed before the first is
measured.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _peers import DATA, PEERS, machine, python
from rich.console import Console

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results"
LIMIT = 5
"""How many times as long as expected a script may take, and at least so many minutes."""
TINY = 20
"""Seconds that a script takes with tiny sizes, about."""
QUIET = 0.1
"""The share of the processors that others may use before the machine is no longer called quiet."""
DONE, FAILED, LATE = "done", "failed", "took too long"


@dataclass(frozen=True)
class Script:
    """One benchmark, as it is run among all."""

    name: str
    minutes: float
    """What it takes on two cores that are free, about."""
    sizes: str = ""
    """Arguments, where it would take too long without."""
    small: str = ""
    """Arguments that make it tiny."""
    peers: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    """Files of the shared data that it is given."""
    programs: tuple[str, ...] = ()
    """Programs of the system that it needs."""

    def command(self, data: Path, *, small: bool) -> list[str]:
        """What is typed, from the root of the project."""
        files = [os.path.relpath(data / file, ROOT) for file in self.data]
        return ["python", f"benchmarks/{self.name}.py", *files, *(self.small if small else self.sizes).split()]

    def missing(self, data: Path) -> str:
        """What it needs and does not find, in words; nothing where all is there."""
        gone = [file for file in self.data if not (data / file).exists()]
        gone += [program for program in self.programs if shutil.which(program) is None]
        return ", ".join(gone)


SCRIPTS = (
    Script("agreement", 0.3, peers=("krippendorff",)),
    Script("ranking", 0.5, small="--queries 2000 --looped 200"),
    Script("logs", 0.7, peers=("inspect", "lm-eval")),
    Script("lint", 1, small="--items 70"),
    Script("audit", 2, small="--items 40"),
    Script("training", 1.2, small="--problems 40 --steps 2"),
    Script("gold", 2, small="--answers 1000", peers=("crowd-kit",)),
    Script("draw", 1.2, sizes="--seconds 3", small="--seconds 0.2"),
    Script("scale", 2.5, small="--items 100 200"),
    Script("papers", 2.5, small="--papers 10"),
    Script("parse", 2, small="--ours 4 --theirs 4", peers=("t5",), data=("factual/random/dev.csv",)),
    Script(
        "caption_metrics",
        2,
        sizes="--sample 100",
        small="--sample 2",
        peers=("factualscenegraph",),
        data=("factual/flickr8k_expert.json",),
    ),
    Script(
        "answer_match",
        0.4,
        sizes="--part held",
        small="--part held",
        data=("scivqa/human_judgments_half.json", "scivqa/validation.json"),
    ),
    Script("runner", 5.5, small="--items 40 --connections 10", peers=("inspect", "lm-eval")),
    Script(
        "studio",
        5,
        sizes="--seconds 20",
        small="--seconds 2 --annotators 3 --items 60 --large-items 100 --large-annotators 4",
        peers=("label-studio", "potato"),
    ),
    Script("report", 5.5, small="--items 60 --beside 40", peers=("inspect",), programs=("chromium",)),
    Script("import", 2.5, sizes="--items 30000", small="--items 100", peers=("datasets",)),
    Script("neighbours", 5, small="--vectors 20000 --queries 20"),
    Script("picture_encoder", 0.8, sizes="--problems 400", small="--problems 20"),
    Script("lint_faults", 0.5, small="--each 4"),
    Script("coverage", 1.2, sizes="--repeats 500", small="--repeats 16"),
    Script("simulated_studies", 1.2, sizes="--repeats 400", small="--repeats 1"),
)
"""The short ones first; at the end those that tell how right something is, which any machine tells alike."""


def scripts() -> tuple[Script, ...]:
    """All that are run; a script that nobody has described yet goes last, as it is."""
    known = {script.name for script in SCRIPTS}
    others = sorted(file.stem for file in HERE.glob("[!_]*.py") if file.stem not in known)
    return (*SCRIPTS, *(Script(name, 3) for name in others))


# --- what is known about earlier runs


@dataclass(frozen=True)
class Ended:
    """How a script ended."""

    command: str
    how: str
    seconds: float
    busy: float | None
    """The share of the processors that others used just before; not known on some systems."""


class Ledger:
    """What has ended since the last beginning; kept, so that a run can go on where it was."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "ended.json"
        found: dict[str, dict[str, Any]] = json.loads(self._file.read_text()) if self._file.exists() else {}
        self.ended = {name: Ended(**row) for name, row in found.items()}

    def forget(self, names: Sequence[str]) -> None:
        """Those begin anew."""
        for name in names:
            self.ended.pop(name, None)

    def note(self, name: str, ended: Ended) -> None:
        """On disk before the next begins."""
        self.ended[name] = ended
        self._file.write_text(json.dumps({name: asdict(row) for name, row in self.ended.items()}, indent=2))

    def is_done(self, name: str, command: Sequence[str]) -> bool:
        """Did it end well, by the same command?"""
        last = self.ended.get(name)
        return last is not None and last.how == DONE and last.command == " ".join(command)

    def seconds(self, script: Script, command: Sequence[str], *, small: bool) -> float:
        """What it took last time with the same arguments, or is said to take."""
        if self.is_done(script.name, command):
            return self.ended[script.name].seconds
        return TINY if small else 60 * script.minutes


def busy(seconds: float = 1.0) -> float | None:
    """The share of the processors that is used now, by others: nothing of ours runs."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return None

    def ticks() -> tuple[int, int]:
        spent = [int(field) for field in stat.read_text().splitlines()[0].split()[1:]]
        return sum(spent), spent[3] + spent[4]  # all; idle, and waiting for a disk

    before, idle_before = ticks()
    time.sleep(seconds)
    after, idle_after = ticks()
    return 1 - (idle_after - idle_before) / max(1, after - before)


# --- running


def run(command: Sequence[str], stem: Path, limit: float, beat: Callable[[float, str], None]) -> tuple[str, float]:
    """Runs a script to its end, keeping what it says; gives how it ended, and its seconds."""
    began = time.monotonic()
    table, log = stem.with_suffix(".md"), stem.with_suffix(".log")
    variables = os.environ | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    with table.open("wb") as out, log.open("wb") as err:
        # a group of its own: with it end the servers that it started
        process = subprocess.Popen(
            [sys.executable, *command[1:]], cwd=ROOT, env=variables, stdout=out, stderr=err, start_new_session=True
        )
        try:
            while process.poll() is None:
                took = time.monotonic() - began
                if took > limit:
                    return LATE, took
                beat(took, last_line(table))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.5)
        finally:
            _end(process)
    log.write_bytes(table.read_bytes() + log.read_bytes())
    return DONE if process.returncode == 0 else FAILED, time.monotonic() - began


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends what is still there of a script: politely, then not."""
    for sign, patience in ((signal.SIGINT, 20), (signal.SIGKILL, 10)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            return


def last_line(file: Path) -> str:
    """The last that was said."""
    lines = file.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def install(names: Sequence[str], console: Console) -> dict[str, str]:
    """Makes the virtual environments of peers; gives those that could not be made, with the reason."""
    failed: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        console.print(f"[{place}/{len(names)}] peer {name}", style="dim", markup=False, highlight=False)
        try:
            python(name)
        except subprocess.CalledProcessError as error:
            failed[name] = f"{name} could not be installed (pip ended with {error.returncode})"
    return failed


def collect(folder: Path, ledger: Ledger, chosen: Sequence[Script]) -> Path:
    """All tables in one file, with how each was made."""
    known = [script.name for script in chosen if script.name in ledger.ended]
    known += [name for name in ledger.ended if name not in known]
    lines = [f"# Benchmarks of {datetime.now(UTC):%Y-%m-%d}", "", f"{machine()}; commit {_commit()}", ""]
    lines += ["| script | ended | minutes | used by others before |", "| --- | --- | ---: | ---: |"]
    for name in known:
        ended = ledger.ended[name]
        share = "" if ended.busy is None else f"{ended.busy:.0%}"
        lines.append(f"| {name} | {ended.how} | {clock(ended.seconds)} | {share} |")
    for name in known:
        said = (folder / f"{name}.md").read_text(encoding="utf-8").strip()
        lines += ["", f"## {name}", "", f"`{ledger.ended[name].command}`", "", said or "(nothing was printed)"]
    target = folder / "all.md"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what is asked for; 1 where something failed."""
    parser = argparse.ArgumentParser(
        "benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="NAMES", help="these scripts, with commas between")
    parser.add_argument("--resume", action="store_true", help="leave out what ended well, by the same command")
    parser.add_argument("--small", action="store_true", help="tiny sizes, to see whether everything runs")
    parser.add_argument("--install", action="store_true", help="only make the environments of the peers")
    parser.add_argument("--list", action="store_true", help="only tell what there is")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="where the shared data sets lie")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="DIR", help="where logs and tables are kept")
    asked = parser.parse_args(arguments)
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    there = {script.name: script for script in scripts()}
    wanted = [name for name in asked.only.replace(",", " ").split() if name] or list(there)
    if unknown := [name for name in wanted if name not in there]:
        parser.error(f"there is no benchmark called {', '.join(unknown)}; there are {', '.join(there)}")
    chosen = [there[name] for name in wanted]
    if asked.list:
        return _list(chosen, asked)
    asked.results.mkdir(parents=True, exist_ok=True)
    left_out = {script.name: f"needs {gone}" for script in chosen if (gone := script.missing(asked.data))}
    can = [script for script in chosen if script.name not in left_out]
    failed = install([peer for peer in PEERS if any(peer in script.peers for script in can)], console)
    left_out |= {script.name: failed[peer] for script in can for peer in script.peers if peer in failed}
    if asked.install:
        return _told(console, left_out, {}, None)
    return _run_all([script for script in chosen if script.name not in left_out], left_out, asked, console)


def _run_all(chosen: list[Script], left_out: dict[str, str], asked: argparse.Namespace, console: Console) -> int:
    ledger = Ledger(asked.results)
    commands = {script.name: script.command(asked.data, small=asked.small) for script in chosen}
    expected = {script.name: ledger.seconds(script, commands[script.name], small=asked.small) for script in chosen}
    if asked.resume:
        ready = [script.name for script in chosen if ledger.is_done(script.name, commands[script.name])]
        chosen = [script for script in chosen if script.name not in ready]
        if ready:
            console.print(f"done already: {', '.join(ready)}", style="dim")
    ledger.forget([script.name for script in chosen])
    whole = sum(expected[script.name] for script in chosen)
    console.print(f"{len(chosen)} benchmarks, about {clock(whole)} minutes; logs and tables in {asked.results}")
    pace, place = 1.0, 0
    try:
        for place, script in enumerate(chosen):
            rest = sum(expected[one.name] for one in chosen[place + 1 :])
            share = busy()
            if share is not None and share > QUIET:
                console.print(f"  the machine is not quiet: others use {share:.0%} of its processors", style="yellow")
            command = " ".join(commands[script.name])
            title = f"[{place + 1}/{len(chosen)}] {command}"
            ended = _run_one(script, title, commands[script.name], expected[script.name], rest * pace, asked, console)
            ledger.note(script.name, Ended(command, *ended, share))
            past = [one.name for one in chosen[: place + 1]]
            pace = sum(ledger.ended[name].seconds for name in past) / sum(expected[name] for name in past)
    except KeyboardInterrupt:
        collect(asked.results, ledger, chosen)
        console.print(f"\nstopped at {chosen[place].name}; `make benchmarks RESUME=1` goes on there", style="yellow")
        return 130
    target = collect(asked.results, ledger, chosen)
    return _told(console, left_out, {script.name: ledger.ended[script.name] for script in chosen}, target)


def _run_one(
    script: Script,
    title: str,
    command: Sequence[str],
    expected: float,
    rest: float,
    asked: argparse.Namespace,
    console: Console,
) -> tuple[str, float]:
    """One script, with a line that says where it is; how it ended and what it took."""
    limit = max(60 * LIMIT, LIMIT * expected)

    def told(took: float, line: str = "") -> str:
        left = max(0.0, expected - took) + rest
        return f"{title}  {clock(took)} of about {clock(expected)}, {clock(left)} left in all  {line[:60]}"

    if console.is_terminal:
        from rich.markup import escape

        with console.status(escape(told(0))) as status:
            how, took = run(
                command, asked.results / script.name, limit, lambda took, line: status.update(escape(told(took, line)))
            )
    else:
        console.print(told(0).rstrip(), markup=False)
        how, took = run(command, asked.results / script.name, limit, lambda _took, _line: None)
    mark, style = ("✓", "green") if how == DONE else ("✗", "red")
    console.print(f"{mark} {title}: {how}, {clock(took)}", style=style, markup=False)
    if how != DONE:
        console.print(f"  {last_line((asked.results / script.name).with_suffix('.log'))[:200]}", markup=False)
    return how, took


def _list(chosen: Sequence[Script], asked: argparse.Namespace) -> int:
    for script in chosen:
        gone = script.missing(asked.data)
        beside = f"; beside {', '.join(script.peers)}" if script.peers else ""
        left = f"; left out, needs {gone}" if gone else ""
        print(f"{' '.join(script.command(asked.data, small=asked.small))}  # {script.minutes:g} min{beside}{left}")
    print(f"about {clock(60 * sum(script.minutes for script in chosen))} minutes")
    return 0


def _told(console: Console, left_out: dict[str, str], ended: dict[str, Ended], target: Path | None) -> int:
    """Says at the end what did not go well."""
    for name, why in left_out.items():
        console.print(f"left out: {name}: {why}", style="yellow", markup=False)
    bad = {name: row for name, row in ended.items() if row.how != DONE}
    for name, row in bad.items():
        console.print(f"{row.how}: {name}: {target.parent / name if target else name}.log", style="red", markup=False)
    if target:
        took = clock(sum(row.seconds for row in ended.values()))
        console.print(f"{len(ended) - len(bad)} of {len(ended)} ended well, in {took} minutes; all tables: {target}")
    return 1 if bad else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it ends what it started
    sys.exit(main())
