"""Settings: the bench's `optotype.toml`, and the environment. Nothing else reads `os.environ`."""

import os
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from optotype.errors import BadSettings

FILE = "optotype.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class BenchSection(_Section):
    """`[bench]`: what the benchmark is called and where its records lie."""

    title: str = ""
    description: str = ""
    licence: str | None = None
    citation: str | None = None
    url: str | None = None
    store: str = "sqlite"
    """`sqlite`: a file in the bench's folder. Otherwise an address: `postgresql://user@host/database`."""


class Settings(_Section):
    """All of `optotype.toml`. A key that is not known is an error."""

    bench: BenchSection = BenchSection()


def load(path: Path) -> Settings:
    """Reads an `optotype.toml`.

    Raises:
        BadSettings: not TOML, an unknown key, or a value of the wrong kind.
    """
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from error
    except ValidationError as error:
        raise BadSettings(f"{path}: {explain(error)}") from error


def explain(error: ValidationError) -> str:
    """What pydantic found, in one line."""
    parts: list[str] = []
    for problem in error.errors(include_url=False):
        place = ".".join(str(step) for step in problem["loc"])
        message = (
            "unknown key" if problem["type"] == "extra_forbidden" else problem["msg"].removeprefix("Value error, ")
        )
        parts.append(f"{place}: {message}" if place else message)
    return "; ".join(parts)


def variable(name: str) -> str | None:
    """A variable of the environment: `variable("BENCH")` reads `OPTOTYPE_BENCH`. An empty one counts as unset."""
    return os.environ.get(f"OPTOTYPE_{name}") or None
