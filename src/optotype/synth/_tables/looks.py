"""Looks: how a table is dressed. A new look is a new entry here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan


@dataclass(frozen=True)
class Look:
    """How a table is dressed."""

    name: str
    face: str = "sans"
    bold: str = "sans bold"
    paper: str = "#ffffff"
    ink: str = "#1c1c1c"
    faint: str = "#6b7177"
    """Ink of what matters less."""
    lines: str = "#8a8f94"
    across: bool = True
    """Are there lines between rows?"""
    upright: bool = True
    """Are there lines between columns?"""
    outer: int = 1
    """Width of the frame, 0 for none."""
    under_heading: int = 1
    """Width of the line below the heading, 0 for none."""
    heading_paper: str = "#ffffff"
    heading_ink: str = "#1c1c1c"
    stripe: str | None = None
    """Paper of every other row."""
    section_paper: str = "#eceff2"
    red: str = "#c81e1e"
    shade: str = "#ffc9c4"
    """Paper of a marked cell."""
    roomy: float = 1.0
    """Space around texts, compared with the usual."""
    centred: bool = False
    """Are numbers centred rather than flush right?"""
    frame: str = "none"
    """What stands around the table on a screen: none, browser, window, phone."""
    printed: bool = False
    """Has it the letterhead, stamp and signature line of a printed form?"""


LOOKS: dict[str, Look] = {
    look.name: look
    for look in (
        Look("grid", lines="#3c3c3c", centred=True),
        Look(
            "zebra",
            lines="#d5dae0",
            across=False,
            upright=False,
            heading_paper="#dfe6ee",
            stripe="#f2f5f8",
            outer=0,
            roomy=1.2,
        ),
        Look(
            "heading",
            lines="#cfd6dd",
            upright=False,
            heading_paper="#2f6fde",
            heading_ink="#ffffff",
            outer=1,
            roomy=1.15,
        ),
        Look("bare", lines="#9aa1a8", across=False, upright=False, outer=0, under_heading=0, roomy=0.9),
        Look(
            "rules",
            face="serif",
            bold="serif bold",
            lines="#222222",
            across=False,
            upright=False,
            outer=0,
            under_heading=2,
        ),
        Look(
            "form",
            face="serif",
            bold="serif bold",
            lines="#2a2a2a",
            outer=2,
            centred=True,
            printed=True,
            roomy=0.9,
        ),
        Look(
            "dark",
            paper="#12161c",
            ink="#e6e9ed",
            faint="#98a2ad",
            lines="#303842",
            upright=False,
            heading_paper="#1e252e",
            heading_ink="#f4f6f8",
            section_paper="#27303b",
            stripe="#171c23",
            red="#ff7b72",
            shade="#5c2226",
            outer=0,
            roomy=1.2,
        ),
        Look("mono", face="mono", bold="mono bold", lines="#555555", across=False, outer=1, roomy=0.85),
        Look(
            "cards",
            paper="#eef1f5",
            lines="#d8dde3",
            heading_paper="#ffffff",
            frame="phone",
            roomy=1.2,
        ),
    )
}
"""All looks, by name."""

ON_PAPER = ("grid", "zebra", "heading", "bare", "rules", "form", "mono")
"""Looks that are printed and photographed."""

HEADER_COLOURS: dict[str, tuple[str, Both]] = {
    "blue": ("#2f6fde", ("синий", "blue")),
    "green": ("#2e9e4f", ("зелёный", "green")),
    "orange": ("#f08a1d", ("оранжевый", "orange")),
    "purple": ("#8046b8", ("фиолетовый", "purple")),
    "red": ("#cf3036", ("красный", "red")),
    "yellow": ("#f5d327", ("жёлтый", "yellow")),
    "grey": ("#8d9196", ("серый", "grey")),
    "pink": ("#f29ac0", ("розовый", "pink")),
}
"""Colours of a heading, as a person would name them."""

_TINTS = ("#ffffff", "#ffffff", "#fdfdfa", "#fbfaf5", "#f7f9fb")
_HEADINGS = ("#2f6fde", "#0f766e", "#3f4a57", "#7c3aad", "#2e9e4f", "#b4442c", "#e8eef5", "#dcefe2")


def dress(name: str, plan: Plan, chance: Random, *, photo: bool) -> Look:
    """A look with the details that differ from table to table."""
    look = LOOKS[name]
    if name == "heading":
        asked = plan.settings.get("header_colour")
        paper = HEADER_COLOURS[asked][0] if asked else chance.choice(_HEADINGS)
        ink = "#1c1c1c" if _is_light(paper) else "#ffffff"
        look = replace(look, heading_paper=paper, heading_ink=ink, upright=chance.random() < 0.4)
    if name in {"grid", "zebra", "bare", "rules", "form"} and chance.random() < 0.5:
        face = chance.choice(("sans", "serif", "roman", "roman"))
        look = replace(look, face=face, bold=f"{face} bold")
    if name == "grid" and chance.random() < 0.5:
        look = replace(look, heading_paper="#e6e6e6", centred=chance.random() < 0.5)
    if name == "zebra" and chance.random() < 0.4:
        look = replace(look, stripe="#eaf4ec", heading_paper="#d3e7d8")
    if look.paper == "#ffffff" and not photo:
        tint = chance.choice(_TINTS)
        heading = tint if look.heading_paper == "#ffffff" else look.heading_paper
        look = replace(look, paper=tint, heading_paper=heading)
    if not photo and look.frame == "none" and not look.printed and chance.random() < plan.rung.clutter:
        look = replace(look, frame=chance.choice(("browser", "window", "phone")))
    return look


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 150
