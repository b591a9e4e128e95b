"""Parsers: caption to scene graph. One file each; `rules` is `rules.py`.

A parser takes whatever text it is given: an empty one, a novel, another language. Where it understands nothing, the
graph is empty. What a caption denies ("a tree without leaves") is not in its graph.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from optotype.family import Family
from optotype.scenegraph.graph import SceneGraph


@dataclass(frozen=True)
class Parser(ABC):
    """Reads captions. Its fields are settings; what it needs to work is loaded when it first parses."""

    version: ClassVar[int] = 1
    """Rises when the same caption could be parsed differently."""

    @property
    def called(self) -> str:
        """What signatures say of it: name, settings that are not the usual ones, version; no path of this machine."""
        other = [one for one in dataclasses.fields(self) if getattr(self, one.name) != one.default]
        settings = ",".join(f"{one.name}={getattr(self, one.name)}" for one in other)
        name = family.name_of(type(self))
        return f"{name}({settings})@{self.version}" if settings else f"{name}@{self.version}"

    @abstractmethod
    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of each caption, in their order."""


DEFAULT = "factual"
"""The parser that is taken where none is named."""

family: Family[Parser] = Family("optotype.parsers", "parser")


def named(spec: str) -> Parser:
    """The parser that a text names: `rules`, `rules:model=en_core_web_lg`, `nearest/train.csv` or `hf/FOLDER`.

    What follows a slash is the setting `path`.

    Raises:
        OptotypeError: no such parser or setting.
    """
    name, slash, path = spec.partition("/")
    if slash and ":" not in name and "(" not in name:
        return family.build(name.strip(), {"path": path})
    return family.from_text(spec)
