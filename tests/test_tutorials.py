"""Whoever follows a tutorial to the letter gets what it promises: a shell is given its commands, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.generate.endpoint import serving

PAGES = Path(__file__).parents[1] / "docs" / "tutorials"
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


@dataclass(frozen=True)
class Typed:
    """What is typed at once, and what the page says is seen then."""

    text: str
    seen: tuple[str, ...] = ()

    @property
    def script(self) -> str:
        """How the shell of the test runs it."""
        return re.sub(r"^optotype studio", "visited optotype studio --port 0", self.text)


def commands(page: str) -> list[Typed]:
    """What a page has one type: a block of `sh` at once, of `console` a line after each dollar sign."""
    found: list[Typed] = []
    for kind, block in re.findall(r"^```(sh|console)\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        if kind == "sh":
            found.append(Typed(block))
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            typed, *seen = part.splitlines()
            found.append(Typed(typed, tuple(line for line in seen if line.strip())))
    return found


def follow(page: str, folder: Path) -> None:
    """Types everything into one shell, and holds what comes against what the page says."""
    typed = commands(page)
    script = SERVED + "".join(f"{one.script}\necho '{MARK}' $?\n" for one in typed)
    home = folder / "home"
    home.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    known = {"PATH": path, "HOME": str(home), "COLUMNS": "120", "LANG": "C.UTF-8"}
    (folder / "work").mkdir()
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder / "work",
        env=known,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    told = re.split(rf"^{MARK} (\d+)\n", done.stdout, flags=re.MULTILINE)
    assert len(told) == 2 * len(typed) + 1, done.stdout
    for one, output, code in zip(typed, told[0::2], told[1::2], strict=False):
        speaks = one.text.startswith(("optotype lint", "optotype gold"))  # 1: there are findings, or contested items
        assert int(code) <= speaks, f"{one.text}\n{output}"
        assert "Traceback" not in output, f"{one.text}\n{output}"
        compare(one, output)


def compare(typed: Typed, output: str) -> None:
    """Each line that the page shows is seen, or begins what is seen, in this order; spaces and rules do not matter."""
    lines = iter([" ".join(line.split()) for line in output.splitlines()])
    for line in typed.seen:
        wanted = " ".join(line.split())
        assert any(wanted in seen for seen in lines), f"{typed.text}\nshould show: {wanted}\n{output}"


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
