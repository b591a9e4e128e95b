"""Prices: what tokens and pictures cost, from a file that the user keeps. None come with the package: they change."""

from __future__ import annotations

import json
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optotype.errors import OptotypeError
from optotype.settings import explain

MILLION = 1_000_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Price(_Strict):
    """What one model costs."""

    input: float = Field(ge=0)
    """A million tokens that are sent."""
    output: float = Field(ge=0)
    """A million tokens that come back."""
    picture: float = Field(default=0.0, ge=0)
    """Each picture, where pictures are charged apart from tokens."""
    picture_tokens: Literal["tiles", "area", "crops", "patches"] | None = None
    """How the tokens of a picture are estimated before a run; see `tokens.py`."""

    def cost(self, tokens_in: float, tokens_out: float, pictures: int = 0) -> float:
        """What so many tokens and pictures cost."""
        return (tokens_in * self.input + tokens_out * self.output) / MILLION + pictures * self.picture


class Prices(_Strict):
    """Prices by model."""

    currency: str = "USD"
    models: dict[str, Price]
    """By name, or by a pattern with `*` and `?`: `openai/gpt-4o`, `openai/*`."""

    def of(self, model: str) -> Price | None:
        """The price of a model, named `provider/model`; None if the file has none.

        A name goes before patterns, and among patterns the longest, which says most, goes first. Letters count as they
        are written, small or large.
        """
        if model in self.models:
            return self.models[model]
        fitting = [pattern for pattern in self.models if fnmatchcase(model, pattern)]
        return self.models[max(fitting, key=lambda pattern: (len(pattern), pattern))] if fitting else None

    def cost(self, model: str, tokens_in: int | None, tokens_out: int | None, pictures: int = 0) -> float | None:
        """What a reply cost; None where the price is not known, or the respondent did not count tokens."""
        price = self.of(model)
        if price is None or tokens_in is None or tokens_out is None:
            return None
        return price.cost(tokens_in, tokens_out, pictures)


def named(path: Path | str | None) -> Prices | None:
    """The prices of a file, where one was named.

    Raises:
        OptotypeError: as `load` does.
    """
    return None if path is None else load(Path(path))


def load(path: Path) -> Prices:
    """Reads a price file: TOML, or JSON of the same shape.

    Raises:
        OptotypeError: it cannot be read, or says something else than prices.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = cast("object", json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text))
        return Prices.model_validate(data)
    except OSError as error:
        raise OptotypeError(f"The price file {path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise OptotypeError(f"{path}: {explain(error, Prices)}. {_EXPECTED}") from error
    except (ValueError, RecursionError) as error:
        raise OptotypeError(f"{path}: {error}. {_EXPECTED}") from error


_EXPECTED = (
    'Expected was, for example: [models."openai/gpt-4o"] with input = 2.5 and output = 10.0, per million tokens.'
)
