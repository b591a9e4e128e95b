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
    small: bool = False
    """Is it in a small study too, as one of its group?"""


def _ablation(name: str, title: str, **settings: str) -> Row:
    # without attention, for a small study: what the question does to the patches is what Patch-TRM is about
    return Row(f"patch_trm-{name}", f"- {title}", "ablation", "patch_trm", settings, small=name == "no_attention")


PIXELS = {"encoder": "pixels"}
ROWS = (
    Row("baseline/random", "Random", "blind", small=True),
    Row("baseline/majority", "Most common answer", "blind", small=True),
    Row("baseline/longest_option", "Longest option", "blind", small=True),
    Row("baseline/options_only", "Options, by words", "blind", small=True),
    Row("baseline/question_only", "Question, by words", "blind", small=True),
    Row("question_only", "Question-only", "network without eyes or words", "question_only", small=True),
    Row("image_only", "Image-only", "network without eyes or words", "image_only", small=True),
    Row("top_down", "Top-Down", "attention", "top_down", small=True),
    Row("ban", "BAN", "attention", "ban"),
    Row("dfaf", "DFAF", "attention", "dfaf"),
    Row("mcan", "MCAN", "attention", "mcan"),
    Row("vilbert", "ViLBERT-shaped", "transformer", "vilbert"),
    Row("uniter", "UNITER-shaped", "transformer", "uniter", small=True),
    Row("vit", "ViT-shaped", "transformer", "vit", PIXELS),
    Row("vilt", "ViLT-shaped", "transformer", "vilt", PIXELS),
    Row("patch_trm", "Patch-TRM", "Patch-TRM", "patch_trm", small=True),
    _ablation("no_icons", "without icon training", encoder="untrained"),
    _ablation("no_attention", "without attention", attention="false"),
    _ablation("no_positions", "without positions", positions="false"),
    _ablation("class_token", "class token only", kept="class"),
    _ablation("four_levels", "1+4+9+16 patches", grids="1+2+3+4"),
    _ablation("three_levels", "1+4+9 patches", grids="1+2+3"),
)
"""In the order of the table."""


def chosen(only: Sequence[str], *, small: bool = False) -> list[Row]:
    """The rows called so, in the order of the table; all, or one of each group if it is small, where none is named.

    Raises:
        UnknownPart: there is none called so.
    """
    names = [row.name for row in ROWS]
    for name in only:
        if name not in names:
            raise UnknownPart("row of the study", name, names)
    return [row for row in ROWS if (row.name in only if only else row.small or not small)]
