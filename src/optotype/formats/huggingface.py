"""A data set of Hugging Face: Parquet files, and the card that describes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from optotype.formats import Data, Entry, Source, Target
from optotype.formats._about import About, about, known_licence
from optotype.formats._tables import Written
from optotype.formats.parquet import COLUMNS, Parquet
from optotype.records import Collection

CARD = "README.md"
_SIZES = (("n<1K", 10**3), ("1K<n<10K", 10**4), ("10K<n<100K", 10**5), ("100K<n<1M", 10**6), ("1M<n<10M", 10**7))
_MOST = "10M<n<100M"


@dataclass(frozen=True)
class Huggingface(Parquet):
    """A folder that can be uploaded to the Hugging Face Hub as it is: `data/` and `README.md`."""

    name = "huggingface"
    title = "A data set of Hugging Face: Parquet files with a card"

    def collection(self, source: Source) -> Collection:
        """The record of the collection, with what its card says."""
        found = super().collection(source)
        said = _front_matter(source.path / CARD)
        licence = said.get("license")
        known = known_licence(licence) if licence else None
        return found.model_copy(
            update={
                "title": said.get("pretty_name") or found.title,
                "licence": known.name if known else licence,
            }
        )

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """`data/`, with the files of each split in it, and the card."""
        written = self.write(rows, target)
        (target.folder / CARD).write_text(card(about(target, written.collections), written), encoding="utf-8")


def card(described: About, written: Written) -> str:
    """The card of a data set: what programs read, between dashes, then what people read."""
    front = "\n".join(_yaml(_metadata(described, written)))
    return f"---\n{front}\n---\n\n" + "\n\n".join(_sections(described, written)) + "\n"


# --- for programs


def _metadata(described: About, written: Written) -> Data:
    known = [known_licence(name) for name in described.licences]
    identifiers = list(dict.fromkeys("other" if licence is None else licence.identifier for licence in known))
    unknown = [name for name, licence in zip(described.licences, known, strict=True) if licence is None]
    languages = [name for name in written.languages if re.fullmatch(r"[a-z]{2,3}", name)]
    asked = set(written.forms) - {"picture"}
    tasks = [*(["visual-question-answering"] if asked else []), *(["multiple-choice"] if "choice" in asked else [])]
    lists: dict[str, Sequence[str]] = {"language": languages, "license": identifiers, "task_categories": tasks}
    data: Data = {name: list(some) for name, some in lists.items() if some}
    if unknown:
        data["license_name"] = ", ".join(unknown)
    sizes = (name for name, most in _SIZES if written.rows < most)
    files: list[JsonValue] = [{"split": split, "path": f"data/{split}-*"} for split in written.shards]
    features: list[JsonValue] = [{"name": name, **_feature(feature)} for name, feature in written.features.items()]
    splits: list[JsonValue] = [
        {"name": split, "num_examples": sum(shard.rows for shard in shards)} for split, shards in written.shards.items()
    ]
    described_by: Data = {
        "pretty_name": described.title,
        "size_categories": [next(sizes, _MOST)],
        "configs": [{"config_name": "default", "data_files": files}],
        "dataset_info": {"features": features, "splits": splits},
    }
    return data | described_by


def _feature(feature: JsonValue) -> Data:
    """A feature as cards write it, which is not as Parquet files do."""
    if isinstance(feature, list):
        return {"list": _inside(feature[0])}
    described = cast("Data", feature)
    match described.get("_type"):
        case None:
            return {"struct": [{"name": name, **_feature(part)} for name, part in described.items()]}
        case "Value":
            return {"dtype": described["dtype"]}
        case "ClassLabel":
            names = cast("list[JsonValue]", described["names"])
            return {"dtype": {"class_label": {"names": {str(number): name for number, name in enumerate(names)}}}}
        case "List" | "LargeList" | "Sequence" as kind:
            return {"large_list" if kind == "LargeList" else "list": _inside(described["feature"])}
        case kind:
            return {"dtype": str(kind).lower()}


def _inside(feature: JsonValue) -> JsonValue:
    found = _feature(feature)
    if set(found) == {"dtype"}:
        return found["dtype"]
    return found["struct"] if set(found) == {"struct"} else found


def _yaml(value: JsonValue, indent: str = "") -> Iterator[str]:
    """Lines of YAML. All texts are quoted, so that none is taken for anything else."""
    if isinstance(value, dict):
        for name, part in value.items():
            key = name if re.fullmatch(r"[a-z_]+", name) else quoted(name)
            if isinstance(part, dict | list) and part:
                yield f"{indent}{key}:"
                yield from _yaml(part, f"{indent}  ")
            else:
                yield f"{indent}{key}: {_scalar(part)}"
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, dict | list) and part:
                first, *others = _yaml(part, f"{indent}  ")
                yield f"{indent}- {first.lstrip()}"
                yield from others
            else:
                yield f"{indent}- {_scalar(part)}"


def _scalar(value: JsonValue) -> str:
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def quoted(text: str) -> str:
    """A text between quotes, as YAML and JSON both read it; what cannot be printed is escaped."""
    letters = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in letters)


def _escape(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) < 1 << 16 else f"\\U{ord(letter):08x}"


def _front_matter(path: Path) -> dict[str, str]:
    """The texts at the top level of a card's front matter; what is not a plain text is left out."""
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return {}
    front = re.match(r"---\r?\n(.*?)\r?\n---", text, re.DOTALL)
    found: dict[str, str] = {}
    for name, value in re.findall(r"(?m)^(\w+):(?:\n *- | )(.+)$", front[1] if front else ""):
        plain = value.strip()
        try:
            found[name] = str(json.loads(plain)) if plain.startswith('"') else plain.strip("'")
        except ValueError:
            continue
    return found


# --- for people


def _sections(described: About, written: Written) -> Iterator[str]:
    yield f"# {described.title}"
    if described.description:
        yield described.description
    counts = [(split, sum(shard.rows for shard in shards)) for split, shards in written.shards.items()]
    yield "## What is in it"
    yield _table(("split", "rows"), [*((split, f"{rows:,}") for split, rows in counts), ("all", f"{written.rows:,}")])
    yield _table(("form", "rows"), [(form, f"{rows:,}") for form, rows in written.forms.items()])
    yield '```python\nfrom datasets import load_dataset\n\ndata = load_dataset("PATH_OR_NAME_OF_THIS_DATA_SET")\n```'
    yield "## Fields"
    yield _table(("field", "what it holds"), [(name, COLUMNS.get(name, "")) for name in written.features])
    yield "## Licence"
    yield "\n".join(f"- {_line(_licence(name))}" for name in described.licences) or "Not known."
    if described.citations:
        yield "## Citation"
        yield "\n\n".join(f"```\n{citation.replace('```', '')}\n```" for citation in described.citations)
    yield "## How it was made"
    yield "Written by Optotype from:"
    yield "\n".join(
        f"- {_line(collection.title or collection.id)} ({_line(collection.format)})"
        + (f", {_line(collection.url)}" if collection.url else "")
        for collection in written.collections
    )


def _licence(name: str) -> str:
    known = known_licence(name)
    return name if known is None else f"[{known.name}]({known.url})"


def _table(header: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [header, ("---", "---"), *rows]
    return "\n".join(f"| {' | '.join(_line(cell).replace('|', '&#124;') for cell in line)} |" for line in lines)


def _line(text: str) -> str:
    return " ".join(text.split())
