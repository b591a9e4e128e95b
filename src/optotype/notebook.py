"""What a notebook shows of an item: its pictures, its question, its options and the right answer."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING

from optotype.bench import OPENED
from optotype.looking import say_gold, sheet
from optotype.records import Item

if TYPE_CHECKING:
    from optotype.looking import Shown

_LARGEST = 8_000_000
"""Bytes of a picture that are put into a notebook; a larger one is named only."""


def item_html(item: Item) -> str:
    """A piece of a page. Pictures come from the open bench that holds this very item; else they are named."""
    shown: dict[str, Shown] = {}
    right = ""
    for bench in OPENED:
        if bench.folder.exists() and bench.store.get(Item, item.id) == item:
            found = sheet(bench, item.id)
            shown, right = found.pictures, say_gold(found.gold, item)
            break
    parts = [_picture(id, shown.get(id), 320) for id in item.pictures]
    parts += [f"<p>{escape(text)}</p>" for text in (item.text, item.question) if text]
    for option in item.options:
        picture = "" if option.picture is None else _picture(option.picture, shown.get(option.picture), 120)
        parts.append(
            f"<div style='margin:4px 0'><b>{escape(option.label)}</b> {escape(option.text or '')} {picture}</div>"
        )
    if right:
        parts.append(f"<p style='opacity:.7'>{escape(right)}</p>")
    return f"<div><small style='opacity:.7'>{escape(item.id)}</small><br>{''.join(parts)}</div>"


def _picture(id: str, shown: Shown | None, height: int) -> str:
    if shown is None or shown.path is None or shown.picture is None or (shown.picture.size or 0) > _LARGEST:
        return f"<code>{escape(id)}</code>"
    source = f"data:{shown.picture.media_type};base64,{base64.b64encode(shown.path.read_bytes()).decode()}"
    return f"<img src='{escape(source)}' alt='{escape(id)}' style='max-height:{height}px;max-width:100%'>"
