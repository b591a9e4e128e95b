"""Draws what a command prints in a terminal, as SVG, for the documentation.

python scripts/terminal_picture.py docs/images/demo.svg optotype demo
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 104


def main() -> None:
    """Runs the command with colours on, and writes the picture."""
    target, *command = sys.argv[1:]
    environment = os.environ | {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    console = Console(record=True, width=WIDTH, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    console.print(Text("$ ", style="dim") + Text(" ".join(command), style="bold"))
    console.print(Text.from_ansi(shown))
    svg = console.export_svg(title="Optotype", unique_id="demo")
    # the fonts would be fetched from another host; every reader has one of the others that are named
    Path(target).write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
