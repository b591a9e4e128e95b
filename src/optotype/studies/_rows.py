"""The rows of the study of IconQA: who is trained, and who is only asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from optotype.errors import UnknownPart

Group = Literal["blind", "network without eyes or words", "attention", "transformer", "Patch-TRM", "ablation"]


@dataclass(frozen=True)
class Row:
    """Somebody in the table."""

    name: str
    """How the command and the folder of its training call it; what begins with `baseline/` is not trained."""
    title: str
    """How the table calls it."""
    group: Group
    network: str = ""
    """What is trained; nothing where it is a baseline."""
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of the network: what makes this row another one."""


def _ablation(name: str, title: str, **settings: str) -> Row:
    return Row(f"patch_trm-{name}", f"- {title}", "ablation", "patch_trm", settings)


PIXELS = {"encoder": "pixels"}
ROWS = (
    Row("baseline/random", "Random", "blind"),
    Row("baseline/majority", "Most common answer", "blind"),
    Row("baseline/longest_option", "Longest option", "blind"),
    Row("baseline/options_only", "Options, by words", "blind"),
    Row("baseline/question_only", "Question, by words", "blind"),
    Row("question_only", "Question-only", "network without eyes or words", "question_only"),
    Row("image_only", "Image-only", "network without eyes or words", "image_only"),
    Row("top_down", "Top-Down", "attention", "top_down"),
    Row("ban", "BAN", "attention", "ban"),
    Row("dfaf", "DFAF", "attention", "dfaf"),
    Row("mcan", "MCAN", "attention", "mcan"),
    Row("vilbert", "ViLBERT-shaped", "transformer", "vilbert"),
    Row("uniter", "UNITER-shaped", "transformer", "uniter"),
    Row("vit", "ViT-shaped", "transformer", "vit", PIXELS),
    Row("vilt", "ViLT-shaped", "transformer", "vilt", PIXELS),
    Row("patch_trm", "Patch-TRM", "Patch-TRM", "patch_trm"),
    _ablation("no_icons", "without icon training", encoder="untrained"),
    _ablation("no_attention", "without attention", attention="false"),
    _ablation("no_positions", "without positions", positions="false"),
    _ablation("class_token", "class token only", kept="class"),
    _ablation("four_levels", "1+4+9+16 patches", grids="1+2+3+4"),
    _ablation("three_levels", "1+4+9 patches", grids="1+2+3"),
)
"""In the order of the table."""


def chosen(only: Sequence[str]) -> list[Row]:
    """The rows called so, in the order of the table; all where none is named.

    Raises:
        UnknownPart: there is none called so.
    """
    names = [row.name for row in ROWS]
    for name in only:
        if name not in names:
            raise UnknownPart("row of the study", name, names)
    return [row for row in ROWS if not only or row.name in only]
