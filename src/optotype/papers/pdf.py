"""Papers as PDF files: figures with their captions, found by how the pages are laid out.

A PDF file says where letters and lines stand, not what they are. A block of text that begins with "Figure 3" is taken
for a caption; what is drawn above it in its column, up to the text before, is its figure; where nothing is, what is
drawn below. Sub-figures are not told apart, formulas are not marked, and nothing is read from scanned pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from optotype.errors import BadRow
from optotype.papers import naming
from optotype.papers._pdfium import BadPdf, Box, Page, Pdf, opened
from optotype.papers.draft import Draft, Shown, Told
from optotype.papers.marks import TAG, line, tagged
from optotype.papers.rendering import png

MOST_PAGES = 120
MOST_FIGURES = 300
_MOST_OBJECTS = 40_000
"""How many things drawn on a page are looked at."""
_MOST_PIECES = 20_000
_MOST_BYTES = 64 * 1024 * 1024
"""How much the pictures of a paper take at most; figures after that come without one."""
_SCALE = 2.0
"""Pixels for a point: 144 to the inch."""
_PAD = 3.0
_NEAR = 14.0
"""How far, in points, a label may stand from what it belongs to."""

_HEADING = re.compile(
    r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+([A-ZА-ЯЁ][^.!?]{2,90})|([IVX]{1,5})\.\s+([A-Z][A-Z ,&:-]{3,80})"
)
_ABSTRACT = re.compile(r"\s*(?:abstract|summary|аннотация)\s*[.:—–-]*\s*(.*)", re.IGNORECASE | re.DOTALL)
_AFTER = re.compile(
    r"\s*(?:(?:\d|I)\.?\s+)?introduction\s*$|\s*(?:key\s?words|index terms|ccs concepts|categories and subject|"
    r"acm reference|ключевые слова|введение|contents)\b",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"\s*(?:references|bibliography|literature cited|список литературы|литература)\s*$", re.IGNORECASE
)
_STAMP = re.compile(r"arXiv:\s*(\d{4}\.\d{4,5})(?:v\d+)?\s*\[([\w.-]+)\]")
_DIVIDED = re.compile("[\ufffe\x02\xad](?:\r?\n)?")
"""How PDFium marks a word that was divided at the end of a line."""
_PUNCTUATED = re.compile(r"\s*[.:|—–]")


def _both(one: Box, other: Box) -> Box:
    """The smallest box that holds two."""
    return Box(
        min(one.left, other.left), min(one.bottom, other.bottom), max(one.right, other.right), max(one.top, other.top)
    )


def _near(one: Box, other: Box, gap: float) -> bool:
    across = one.left - gap <= other.right and other.left - gap <= one.right
    return across and one.bottom - gap <= other.top and other.bottom - gap <= one.top


def _inside(one: Box, other: Box, gap: float = 1.0) -> bool:
    across = one.left >= other.left - gap and one.right <= other.right + gap
    return across and one.bottom >= other.bottom - gap and one.top <= other.top + gap


def _share_across(box: Box, left: float, right: float) -> float:
    """How much of the width of a box lies between two places."""
    return max(0.0, min(box.right, right) - max(box.left, left)) / max(box.width, 0.1)


@dataclass
class _Line:
    box: Box
    text: str
    size: float
    apart: bool = False
    """Does a space follow?"""


@dataclass
class _Block:
    lines: list[_Line]

    @property
    def box(self) -> Box:
        box = self.lines[0].box
        for one in self.lines[1:]:
            box = _both(box, one.box)
        return box

    @property
    def text(self) -> str:
        return _unbroken([one.text for one in self.lines])


@dataclass
class _Page:
    number: int
    width: float
    height: float
    blocks: list[_Block] = field(default_factory=list[_Block])
    drawn: list[Box] = field(default_factory=list[Box])
    text: list[str] = field(default_factory=list[str])
    """Lines in the order in which the file has them, which mostly is that of reading."""


@dataclass
class _Figure:
    page: int
    caption: str
    region: Box | None


def read_pdf(content: bytes) -> tuple[Draft, dict[str, bytes]]:
    """What a PDF file says, and the pictures that were cut out of its pages, by address.

    Raises:
        BadRow: it cannot be opened, or no text is in it.
    """
    try:
        with opened(content) as document:
            return _read(document)
    except BadPdf as error:
        raise BadRow(f"the PDF file cannot be read: {error}") from error


def _read(document: Pdf) -> tuple[Draft, dict[str, bytes]]:
    draft = Draft()
    count = len(document)
    if count > MOST_PAGES:
        draft.notes.append(("", f"{count:,} pages; the first {MOST_PAGES} were read"))
    figures: list[_Figure] = []
    said: list[str] = []
    first: _Page | None = None
    for number in range(min(count, MOST_PAGES)):
        with document.page(number) as source:
            page = _page(source, number)
        first = first or page
        said += page.text
        figures += _figures(page)
    if first is None or not any(one.strip() for one in said):
        raise BadRow("no text in the PDF file; pages that were scanned cannot be read")
    _front(draft, first, document, said)
    draft.sections = _sections(said)
    files: dict[str, bytes] = {}
    size = 0
    for figure in _once(figures)[:MOST_FIGURES]:
        shown = Shown(caption=tagged(figure.caption))
        if figure.region is not None and size < _MOST_BYTES:
            address = f"figure-{len(draft.figures) + 1}.png"
            files[address] = _cut_out(document, figure.page, figure.region)
            size += len(files[address])
            shown.addresses.append(address)
        if draft.graphical_abstract is None and naming.begins_as_graphical_abstract(shown.caption):
            draft.graphical_abstract = shown
        else:
            draft.figures.append(shown)
    lost = sum(not shown.addresses for shown in draft.figures)
    if lost:
        draft.notes.append(("figures", f"{lost} with a caption beside which nothing is drawn; they have no picture"))
    return draft, files


# --- a page


def _page(source: Page, number: int) -> _Page:
    page = _Page(number, source.width, source.height)
    pieces, text = source.text(_MOST_PIECES)
    lines: list[_Line] = []
    for piece in pieces:
        said = line(_DIVIDED.sub("-", piece.text))
        # what stands upright is a stamp, or the label of an axis
        if said and not (piece.box.height > 2 * piece.box.width and len(said) > 3):
            lines.append(_Line(piece.box, said, piece.size, piece.text[-1:].isspace()))
    page.text = [one for one in map(line, _DIVIDED.sub("", text).splitlines()) if one]
    page.blocks = _blocks(_joined(lines))
    page.drawn = [box for box in source.drawn(_MOST_OBJECTS) if not _rule(box, page)]
    return page


def _rule(box: Box, page: _Page) -> bool:
    """Is this a line between parts of a page, a frame or a background of all of it, or off the page?"""
    if box.right < 0 or box.left > page.width or box.top < 0 or box.bottom > page.height:
        return True
    if box.height < 1.5 and box.width > 0.2 * page.width:
        return True
    return box.width > 0.93 * page.width and box.height > 0.93 * page.height


def _joined(pieces: Sequence[_Line]) -> list[_Line]:
    """Pieces of text on one height that follow each other closely, as lines."""
    lines: list[_Line] = []
    for piece in sorted(pieces, key=lambda one: (-round(one.box.bottom / 3), one.box.left)):
        for before in reversed(lines[-6:]):
            height = min(before.box.height, piece.box.height)
            overlap = min(before.box.top, piece.box.top) - max(before.box.bottom, piece.box.bottom)
            gap = piece.box.left - before.box.right
            if overlap > 0.4 * height and -height < gap < 0.9 * max(before.box.height, piece.box.height):
                apart = before.apart or gap > 0.25 * height
                space = " " if apart and piece.text[0] not in ".,:;)" else ""
                before.text = f"{before.text}{space}{piece.text}"
                before.box = _both(before.box, piece.box)
                before.size = max(before.size, piece.size)
                before.apart = piece.apart
                break
        else:
            lines.append(_Line(piece.box, piece.text, piece.size, piece.apart))
    return lines


def _blocks(lines: Sequence[_Line]) -> list[_Block]:
    """Lines that stand closely above each other, as blocks."""
    blocks: list[_Block] = []
    open_blocks: list[_Block] = []
    for one in sorted(lines, key=lambda one: -one.box.top):
        open_blocks = [block for block in open_blocks if block.lines[-1].box.bottom - one.box.top < 2 * one.size]
        best: _Block | None = None
        for block in open_blocks:
            last = block.lines[-1]
            gap = last.box.bottom - one.box.top
            across = min(last.box.right, one.box.right) - max(last.box.left, one.box.left)
            alike = 0.75 < one.size / max(last.size, 0.1) < 1.34
            begins = TAG.match(one.text) is not None and _PUNCTUATED.search(one.text[:24]) is not None
            if (
                alike
                and not begins
                and -0.6 * one.size < gap < 0.62 * one.size
                and across > 0.3 * min(last.box.width, one.box.width)
            ):
                best = block
        if best is None:
            best = _Block([])
            blocks.append(best)
            open_blocks.append(best)
        best.lines.append(one)
    return blocks


# --- figures


def _figures(page: _Page) -> Iterator[_Figure]:
    captions: list[tuple[_Block, str]] = []
    for block in page.blocks:
        if TAG.match(block.lines[0].text) and _is_caption(block, page):
            captions.append((block, block.text))
    taken: list[Box] = []
    blocks = [block for block, _ in captions]
    for block, text in sorted(captions, key=lambda one: -one[0].box.top):
        region = _region(page, block, blocks, taken, above=True) or _region(page, block, blocks, taken, above=False)
        if region is not None:
            taken.append(region)
        yield _Figure(page.number, text, region)


def _is_caption(block: _Block, page: _Page) -> bool:
    """Does a block that begins with a figure's number tell about it, rather than speak of it in passing?"""
    text = block.lines[0].text
    found = TAG.match(text)
    if found is None:
        return False
    rest = text[found.end() :]
    if _PUNCTUATED.search(found[0][-2:]) or not rest:
        return True
    # "Figure 3 shows" goes on in small letters; a caption without punctuation begins with a large one
    return rest.lstrip()[:1].isupper()


def _region(
    page: _Page, caption: _Block, captions: Sequence[_Block], taken: Sequence[Box], *, above: bool
) -> Box | None:
    """What is drawn on one side of a caption, up to the next text."""
    own = caption.box
    left, right = _column(own, page)
    others = [block for block in page.blocks if block is not caption]
    texts = [
        block.box
        for block in others
        if _share_across(block.box, left, right) >= 0.5 and _ends_figures(block, captions, page, left, right)
    ]
    if above:
        limit = min([page.height, *(box.bottom for box in texts if box.bottom >= own.top - 2)])
    else:
        limit = max([0.0, *(box.top for box in texts if box.top <= own.bottom + 2)])
    low, high = (own.top - 1, limit + 1) if above else (limit - 1, own.bottom + 1)
    inside = [
        box
        for box in page.drawn
        if box.bottom >= low
        and box.top <= high
        and _share_across(box, left, right) > 0.6
        and not any(_inside(box, other) for other in taken)
    ]
    if not inside:
        return None
    region = inside[0]
    for box in inside[1:]:
        region = _both(region, box)
    for box in (block.box for block in others):
        if (
            box.bottom >= low
            and box.top <= high
            and _near(box, region, _NEAR)
            and _share_across(box, left, right) > 0.6
        ):
            region = _both(region, box)
    if region.width < 24 or region.height < 16:
        return None
    return Box(
        max(0.0, region.left - _PAD),
        max(0.0, region.bottom - (_PAD if not above else min(_PAD, max(0.0, region.bottom - own.top)))),
        min(page.width, region.right + _PAD),
        min(page.height, region.top + _PAD),
    )


def _column(box: Box, page: _Page) -> tuple[float, float]:
    middle = page.width / 2
    if box.right <= middle + 6 and box.width < 0.5 * page.width and _two_columns(page):
        return 0.0, middle + 6
    if box.left >= middle - 6 and box.width < 0.5 * page.width and _two_columns(page):
        return middle - 6, page.width
    return 0.0, page.width


def _two_columns(page: _Page) -> bool:
    """Do most lines of running text end before the middle, or begin after it?"""
    middle = page.width / 2
    lines = [one for block in page.blocks for one in block.lines if one.box.width > 0.25 * page.width]
    beside = sum(one.box.right <= middle + 6 or one.box.left >= middle - 6 for one in lines)
    return beside > 0.5 * len(lines)


def _ends_figures(block: _Block, captions: Sequence[_Block], page: _Page, left: float, right: float) -> bool:
    """Is this running text, a heading of it or another caption, rather than a label in a figure?"""
    if any(block is other for other in captions):
        return True
    box = block.box
    column = min(right, page.width) - left
    if len(block.lines) >= 2 and box.width > 0.5 * column and len(block.text) > 100:
        # in a drawing a text stands in a box of its own
        return not any(_inside(box, drawn, 2.0) for drawn in page.drawn)
    return False


def _once(figures: Sequence[_Figure]) -> list[_Figure]:
    """One figure for each number: that with a picture, where a number comes up again."""
    best: dict[str, _Figure] = {}
    for figure in figures:
        found = TAG.match(figure.caption)
        key = re.sub(r"\W+", " ", found[1]).casefold().strip() if found else figure.caption
        old = best.get(key)
        if old is None or (old.region is None and figure.region is not None):
            best[key] = figure
    return list(best.values())


def _cut_out(document: Pdf, number: int, region: Box) -> bytes:
    with document.page(number) as page:
        return png(page.picture(_SCALE, region))


# --- words


def _front(draft: Draft, page: _Page, document: Pdf, said: Sequence[str]) -> None:
    facts = document.facts()
    if stamp := _STAMP.search(" ".join(page.text)):
        draft.arxiv = stamp[1]
        draft.fields["arXiv"] = [stamp[2]]
    lines = [one for block in page.blocks for one in block.lines if one.box.bottom > 0.45 * page.height]
    largest = max((one.size for one in lines if len(one.text) > 3), default=0.0)
    title = [one for one in lines if one.size > 0.88 * largest and len(one.text) > 1]
    title.sort(key=lambda one: -one.box.top)
    draft.title = line(" ".join(one.text for one in title[:4])) if largest else ""
    if not draft.title or len(draft.title) > 400:
        draft.title = line(facts.get("Title", ""))
    draft.authors = [name for name in map(line, re.split(r"[;,]|\band\b", facts.get("Author", ""))) if name]
    made = re.match(r"D:(\d{4})(\d{2})(\d{2})", facts.get("CreationDate", ""))
    draft.published = "-".join(made.groups()) if made else ""
    draft.abstract = _abstract(said)


def _abstract(said: Sequence[str]) -> str:
    for place, one in enumerate(said[:200]):
        found = _ABSTRACT.match(one)
        if found is None or (
            found[1] and not re.match(r"\s*abstract\s*[.:—–-]|\s*abstract\s+[A-Z]", one, re.IGNORECASE)
        ):
            continue
        kept = [found[1]] if found[1] else []
        for other in said[place + 1 : place + 120]:
            if _AFTER.match(other) or TAG.match(other) or _numbered(other) == "1":
                break
            kept.append(other)
        text = _unbroken(kept)
        if len(text) > 80:
            return text[:6000]
    return ""


def _numbered(text: str) -> str:
    found = _HEADING.fullmatch(text)
    return "" if found is None else found[1] or str(_roman(found[3]))


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in text]
    return sum(-one if any(one < later for later in values[place + 1 :]) else one for place, one in enumerate(values))


def _sections(said: Sequence[str]) -> list[Told]:
    """Sections by their numbered headings, which have to follow each other; no headings, no sections."""
    top: list[Told] = []
    expected = [1]
    current: Told | None = None
    lines: list[str] = []
    path: list[Told] = []

    def close() -> None:
        if current is not None and lines:
            current.paragraphs.append(_unbroken(lines))
        lines.clear()

    for one in said:
        if _REFERENCES.match(one):
            break
        numbers = [int(number) for number in _numbered(one).split(".") if number]
        if numbers and len(numbers) <= 3 and _follows(numbers, expected):
            close()
            expected = numbers
            found = _HEADING.fullmatch(one)
            title = (found[2] or found[4]) if found is not None else one
            current = Told(title=f"<TAG> {'.'.join(map(str, numbers))} </TAG> {line(title)}")
            del path[len(numbers) - 1 :]
            (path[-1].inner if path else top).append(current)
            path.append(current)
        elif not TAG.match(one):
            lines.append(one)
    close()
    return top


def _follows(numbers: list[int], before: list[int]) -> bool:
    """Is this the number of the next section, of the first within, or of the next one further up?"""
    if numbers == [1] == before:
        return True
    if numbers == [*before, 1]:
        return True
    return any(numbers == [*before[:depth], before[depth] + 1] for depth in range(len(before)))


def _unbroken(lines: Sequence[str]) -> str:
    """Lines as one text; words that were divided at the end of a line are whole again."""
    text = ""
    for one in lines:
        one = _DIVIDED.sub("-", one).strip()
        if text.endswith("-") and one[:1].islower():
            text = text[:-1] + one
        else:
            text = f"{text} {one}" if text else one
    return line(text)
