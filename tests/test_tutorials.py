"""Whoever follows a tutorial to the letter gets what it promises: a shell is given its commands, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ONE_THREAD
from tests.conftest import SHARED
from tests.documented import LONG, MORE, ORIGINAL, ROOT, Typed, commands, taken, typed
from tests.generate.endpoint import serving
from tests.ready import program

PAGES = ROOT / "docs" / "tutorials"
ADDRESS = "http://localhost:8000/v1"
"""Where the model of the tutorial answers."""
MARK = "--- what was typed came to its end:"

# what serves pages until it is ended is opened in a browser of sorts, and ended
SERVED = """
visited() {
  told=$(mktemp)
  "$@" >"$told" 2>&1 &
  for _ in $(seq 300); do grep -q http:// "$told" && break; sleep 0.1; done
  python -c 'import sys, urllib.request as web; web.urlopen(sys.argv[1])' "$(grep -o -m 1 'http://[^ ]*' "$told")"
  code=$?
  kill $! && wait $!
  cat "$told"
  return $code
}
"""


def script(one: Typed) -> str:
    """How the shell of the test runs what is typed."""
    return re.sub(r"^optotype studio", "visited optotype studio --port 0", one.text)


def followed(page: str, *, originals: bool) -> list[Typed]:
    """What is typed here; the rest has to be understood at least."""
    found: list[Typed] = []
    for one in typed(page):
        if one.title == LONG or (one.title == ORIGINAL and not originals):
            for words in commands(one.text):
                taken(words)
        else:
            found.append(one)
    return found


def follow(page: str, folder: Path, original: Path | None = None) -> None:
    """Types everything into one shell, and holds what comes against what the page says.

    Args:
        page: the text of the tutorial.
        folder: an empty one.
        original: where the files of the authors lie, which the page calls `published`.
    """
    steps = followed(page, originals=original is not None)
    told = SERVED + "".join(f"{script(one)}\necho '{MARK}' $?\n" for one in steps)
    home = folder / "home"
    home.mkdir()
    path = os.pathsep.join([str(program().parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    known = {"PATH": path, "HOME": str(home), "COLUMNS": "100", "LANG": "C.UTF-8", **ONE_THREAD}
    (folder / "work").mkdir()
    if original is not None:
        (folder / "work" / "published").symlink_to(original)
    done = subprocess.run(
        ["bash", "-c", told],
        cwd=folder / "work",
        env=known,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    parts = re.split(rf"^{MARK} (\d+)\n", done.stdout, flags=re.MULTILINE)
    assert len(parts) == 2 * len(steps) + 1, done.stdout
    for one, output, code in zip(steps, parts[0::2], parts[1::2], strict=False):
        speaks = one.text.startswith(("optotype lint", "optotype gold"))  # 1: there are findings, or contested items
        assert int(code) <= speaks, f"{one.text}\n{output}"
        assert "Traceback" not in output, f"{one.text}\n{output}"
        compare(one, output)


def compare(one: Typed, output: str) -> None:
    """Each line of the page is a part of what is seen, in this order; spaces do not matter, nor lengths of rules."""
    lines = iter([plain(line) for line in output.splitlines()])
    for line in one.seen:
        wanted = ".*".join(map(re.escape, plain(line).split(MORE)))
        assert any(re.search(wanted, seen) for seen in lines), f"{one.text}\nshould show: {line}\n{output}"


def plain(line: str) -> str:
    """A line, whatever the width of the terminal is."""
    return re.sub("─+", "─", " ".join(line.split()))


def test_my_pictures_become_a_benchmark(tmp_path: Path) -> None:
    follow((PAGES / "my-pictures.md").read_text(encoding="utf-8"), tmp_path)
    data = tmp_path / "work" / "published" / "data"
    assert [file.name for file in data.iterdir()] == ["default-00000-of-00001.parquet"]
    assert (tmp_path / "work" / "shapes" / "report" / "index.html").is_file()


def test_a_model_behind_an_address_is_scored(tmp_path: Path) -> None:
    page = (PAGES / "score-my-model.md").read_text(encoding="utf-8")
    assert ADDRESS in page
    with serving({"writer": lambda _: "The answer is B."}) as server:
        follow(page.replace(ADDRESS, f"http://127.0.0.1:{server.server_port}/v1"), tmp_path)
        assert len(server.heard) == 80  # with the picture and without; the first five were not asked again
    assert (tmp_path / "work" / "eyes" / "report" / "index.html").is_file()


REPRODUCED = {
    "iconqa": "iconqa",
    "scivqa": "scivqa",
    "labtabvqa": None,
    "sciga": "graphical_abstracts",
    "factual": "factual",
}
"""The reproduced systems, and where files of their authors lie, where they are at hand."""


def test_every_reproduced_system_has_its_tutorial() -> None:
    assert {page.stem.removeprefix("reproduce-") for page in PAGES.glob("reproduce-*.md")} == set(REPRODUCED)


@pytest.mark.parametrize("system", REPRODUCED)
def test_a_system_is_reproduced(system: str, tmp_path: Path) -> None:
    name = REPRODUCED[system]
    original = SHARED / name if name and (SHARED / name).exists() else None
    follow((PAGES / f"reproduce-{system}.md").read_text(encoding="utf-8"), tmp_path, original)
