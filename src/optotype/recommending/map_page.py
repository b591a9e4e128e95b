"""The page of a map: one file with all papers in it, and small pictures that are unpacked when they are looked at.

The more papers there are, the smaller their pictures: all together have a budget, and a paper for whose picture there
is no room is shown without one. The script draws all signs on one canvas, so that thousands stay fluid.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from optotype import __version__
from optotype.files.whole import writing
from optotype.progress import Progress, silent
from optotype.recommending.album import Album
from optotype.recommending.page import shown
from optotype.recommending.remarks import remarks
from optotype.web import alone
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.recommending.mapping import CorpusMap, Spot
    from optotype.web.words import Language

BUDGET = 10_000_000
"""Letters that all pictures may have together."""

SIZES = ((300, (320, 240)), (1_000, (224, 168)), (10**9, (160, 120)))
"""Up to so many papers, pictures are so large."""

_MOST_REMARKS = 30


def write_map(found: CorpusMap, target: Path | str, *, language: Language = "en", progress: Progress = silent) -> None:
    """Writes a map as a page.

    Args:
        found: the map.
        target: the file.
        language: of the page.
        progress: told of each paper whose picture was made small.

    Raises:
        BadTarget: it cannot be written.
    """
    text = page(found, language, progress)
    with writing(Path(target)) as stream:
        stream.write(text)


def page(found: CorpusMap, language: Language = "en", progress: Progress = silent) -> str:
    """The whole page."""
    words = Words(language, "optotype.recommending")
    album = Album(found.open_picture, BUDGET)
    papers = _papers(found, album, words, progress)
    return alone.page(
        "optotype.recommending",
        "map",
        words,
        scripts=["map.js"],
        found=found,
        papers=papers,
        groups=_groups(found, words),
        data={"papers": papers, "words": {key: words(f"map.{key}") for key in _SPOKEN}},
        notes=_notes(found, album, words),
        remarks=remarks(found.notes[:_MOST_REMARKS], words),
        version=__version__,
    )


_SPOKEN = ("shown", "abstract", "figure", "no_picture")
"""What the script says."""


def _papers(found: CorpusMap, album: Album, words: Words, progress: Progress) -> list[dict[str, object]]:
    frame = next(size for most, size in SIZES if len(found.spots) <= most)
    most = BUDGET * 3 // 4 // max(len(found.spots), 100)  # pictures of papers that come late have room, too
    told: list[dict[str, object]] = []
    for spot in found.spots:
        small = album.show(spot.picture, *frame, most=max(most, 1_500)) if spot.picture is not None else None
        told.append(_paper(spot, found, words) | ({"picture": small.address} if small is not None else {}))
        progress(1)
    return told


def _paper(spot: Spot, found: CorpusMap, words: Words) -> dict[str, object]:
    about = ", ".join(shown(field, 60) for field in spot.fields[:4])
    return {
        "title": shown(spot.title, 300) or words("map.untitled"),
        "about": " · ".join(filter(None, (", ".join(shown(one, 60) for one in spot.authors[:3]), spot.year, about))),
        "x": spot.x,
        "y": spot.y,
        "group": found.fields.index(spot.field) if spot.field in found.fields else -1,
        "abstract": spot.abstract,
    }


def _groups(found: CorpusMap, words: Words) -> list[tuple[int, str, int]]:
    """Of each colour its number, what it stands for, and how many papers have it."""
    numbers = {name: number for number, name in enumerate(found.fields)}
    counts = dict.fromkeys([*numbers.values(), -1], 0)
    for spot in found.spots:
        counts[numbers.get(spot.field, -1)] += 1
    named = [(number, shown(name, 60), counts[number]) for name, number in numbers.items() if counts[number]]
    return [*named, *([(-1, words("map.other"), counts[-1])] if counts[-1] else [])]


def _notes(found: CorpusMap, album: Album, words: Words) -> list[str]:
    told = [words(f"map.{found.by}")]
    if found.told is not None and len(found.spots) > 2:
        told.append(words("map.told", percent=words.percent(found.told)))
    if album.left_out:
        told.append(words("map.left_out", count=words.count(album.left_out), size=words.count(BUDGET // 1_000_000 + 4)))
    if album.missing:
        told.append(words("map.missing", count=words.count(album.missing)))
    return told
