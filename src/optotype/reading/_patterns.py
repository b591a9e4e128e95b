"""Patterns that can be read aloud."""

from __future__ import annotations

import re


def pattern(*phrases: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A pattern that finds any of the phrases; a space in a phrase stands for white space of any kind."""
    return re.compile("|".join(phrases).replace(" ", r"\s+"), flags)
