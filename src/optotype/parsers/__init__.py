"""Parsers: caption to scene graph. One file each; `rules` is `rules.py`.

A parser takes whatever text it is given: an empty one, a novel, another language. Where it understands nothing, the
graph is empty. What a caption denies ("a tree without leaves") is not in its graph.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.family import Family
from optotype.scenegraph.graph import SceneGraph


@dataclass(frozen=True)
class Parser(ABC):
    """Reads captions. Its fields are settings; what it needs to work is loaded when it first parses."""

    @abstractmethod
    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of each caption, in their order."""


DEFAULT = "rules"
"""The parser that is taken where none is named."""

family: Family[Parser] = Family("optotype.parsers", "parser")


def named(spec: str) -> Parser:
    """The parser that a text names: `rules`, `rules:model=en_core_web_lg`, or `nearest/train.csv`.

    What follows a slash is the setting `path`.

    Raises:
        OptotypeError: no such parser or setting.
    """
    name, slash, path = spec.partition("/")
    if slash and ":" not in name:
        return family.build(name.strip(), {"path": path})
    return family.from_text(spec)
