"""Writes the table of rules in docs/lint.md, from the rules themselves.

python scripts/lint_table.py
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from optotype.lint.rules import GROUPS, AnyRule, family

PAGE = Path(__file__).parents[1] / "docs" / "lint.md"
BEGIN, END = "<!-- rules -->", "<!-- end of rules -->"


def main() -> None:
    """Puts the table between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(written(text), encoding="utf-8")


def written(text: str) -> str:
    """The page with the table as it should be."""
    return re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{table()}\n{END}", text, flags=re.DOTALL)


def table() -> str:
    """A row for each rule, group by group."""
    lines = ["| rule | what it stops | severity | settings | needs |", "| --- | --- | --- | --- | --- |"]
    for group in GROUPS:
        lines.append(f"| **{group}** | | | | |")
        lines += [row(family[name]()) for name in family if family[name].group == group]
    return "\n".join(lines)


def row(rule: AnyRule) -> str:
    """A rule, what it stops, its settings with their defaults."""
    settings = ", ".join(
        f"`{setting.name}` {value}" if (value := getattr(rule, setting.name)) != "" else f"`{setting.name}`"
        for setting in dataclasses.fields(rule)
    )
    about = rule.about.rstrip(".").replace("|", "\\|")
    return f"| `{rule.name}` | {about} | {rule.severity} | {settings} | {rule.needs or ''} |"


if __name__ == "__main__":
    main()
