"""JSON files that tests of formats write and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def put(folder: Path, name: str, content: Any) -> Path:
    """Writes a file into a folder, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder


def load(file: Path) -> Any:
    """What a file holds."""
    return json.loads(file.read_text(encoding="utf-8"))
