"""Folders, as they lie on a disk."""

from __future__ import annotations

import os
from pathlib import Path


def listed(folder: Path) -> tuple[list[str], list[str]]:
    """Folders and files in a folder, by name and sorted; neither links nor what is hidden."""
    folders: list[str] = []
    files: list[str] = []
    with os.scandir(folder) as entries:
        for one in entries:
            if one.name.startswith("."):
                continue
            if one.is_dir(follow_symlinks=False):
                folders.append(one.name)
            elif one.is_file(follow_symlinks=False):
                files.append(one.name)
    return sorted(folders), sorted(files)
