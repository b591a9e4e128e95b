"""Files of predictions, made in a line."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

from optotype.predictions import Prediction, build, opened
from optotype.records import Item
from tests.items import an_item


def write(path: Path, content: object) -> Path:
    """A file with this content: a text or bytes as they are, anything else as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def archive(path: Path, **members: object) -> Path:
    """A zip archive; a member's name has two underscores in place of its dot."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            text = content if isinstance(content, str | bytes) else json.dumps(content)
            packed.writestr(name.replace("__", "."), text)
    path.write_bytes(stream.getvalue())
    return path


def read(path: Path, shape: str) -> list[Prediction]:
    """All predictions of a file of a certain shape."""
    with opened(path) as file:
        return list(build(shape).read(file))


def said(path: Path, shape: str) -> dict[str, str]:
    """What a file says, by id."""
    return {prediction.id: prediction.text for prediction in read(path, shape)}


def item(id: str, collection: str = "set", **fields: object) -> Item:
    """An item with an id of its own."""
    return an_item(f"{collection}/{id}", collection=collection, **fields)
