"""Papers: pages, LaTeX sources, PDF files, Markdown and notebooks, read as records with their pictures.

`read_papers` finds all papers below a path and reads one after the other; `read_paper` reads the only one. Nothing is
fetched, nothing is run, and no file outside what was asked for is opened.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from optotype.errors import BadPicture, BadRow, BadSource, Fault
from optotype.files.folders import listed
from optotype.papers import naming
from optotype.papers._comparing import completed
from optotype.papers.archives import is_archive, unpacked
from optotype.papers.comparison import content_of, with_components
from optotype.papers.draft import Content, Draft, Finder, PaperRead, Shown, finish
from optotype.papers.marks import line
from optotype.pictures import Located, read

__all__ = ["Kind", "PaperRead", "content_of", "read_paper", "read_papers", "with_components"]

Kind = Literal["any", "html", "latex", "pdf", "markdown"]
"""What sources of papers are read."""

ENDINGS: dict[Kind, tuple[str, ...]] = {
    "html": (".html", ".htm", ".xhtml"),
    "markdown": (".md", ".markdown", ".ipynb"),
    "pdf": (".pdf",),
    "latex": (".tex", ".ltx"),
}
MOST_BYTES = 64 * 1024 * 1024
"""The largest page, source or notebook that is read; a PDF file may be four times as large."""

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".eps")
_PLAIN_NAMES = frozenset(("index", "main", "paper", "ms", "manuscript", "article", "root", "readme"))
"""Names of files that tell nothing, so that the folder's is taken."""
_MOST_SOURCES = 400
"""How many sources in a folder are looked at to find the main one."""


def read_papers(path: Path | str, collection: str = "papers", *, kind: Kind = "any") -> Iterator[PaperRead | Fault]:
    """All papers below a path, one at a time, in the order of their names; what cannot be read comes as a fault.

    The pictures of a paper from an archive can be read until the next paper is asked for.

    Args:
        path: a file, an archive or a folder.
        collection: with which the ids of papers and pictures begin.
        kind: what is read; `any` takes LaTeX before pages, pages before Markdown, and Markdown before PDF files where
            a folder has several.

    Raises:
        BadSource: there is no paper.
    """
    path = Path(path)
    reader = _Reader(collection, kind)
    found = False
    papers = reader.below(path) if path.is_dir() else reader.file(path.parent, path.name, alone=False, native=None)
    for one in completed(papers):
        found = True
        yield one
    if not found:
        said = "a paper" if kind == "any" else f"a paper as {kind}"
        raise BadSource(
            f"{path}: {said} was expected, but there is none: a page (.html), a LaTeX source (.tex, .zip, .tar.gz), a "
            "PDF file, Markdown or a notebook."
        )


def read_paper(path: Path | str, collection: str = "papers", *, kind: Kind = "any") -> PaperRead:
    """The paper at a path; the first one, where there are several.

    Raises:
        BadSource: there is none, or it cannot be read.
    """
    path = Path(path)
    if not path.exists():
        raise BadSource(f"{path} does not exist.")
    fault: Fault | None = None
    for one in read_papers(path, collection, kind=kind):
        if isinstance(one, Fault):
            fault = fault or one
        elif is_archive(path.name):
            return replace(one, files={id: content for id in one.files if (content := content_of(one, id)) is not None})
        else:
            return one
    if fault is None:
        raise BadSource(f"{path}: no paper in it.")
    place = f"{path}, {fault.place}" if path.is_dir() or fault.place != path.name else str(path)
    raise BadSource(f"{place}: {fault.message}.")


@dataclass(frozen=True)
class _Folder:
    """What lies in a folder, links and hidden files left out; names are sorted."""

    folders: list[str]
    files: list[str]

    def of(self, kind: Kind) -> list[str]:
        return [name for name in self.files if name.casefold().endswith(ENDINGS[kind])]


@dataclass(frozen=True)
class _Reader:
    collection: str
    kind: Kind
    prefix: str = ""
    """Of the ids of papers: the archive that they are in."""
    named: str = ""
    """Of the folder that is read, where its own name tells nothing."""

    # --- finding

    def below(self, root: Path) -> Iterator[PaperRead | Fault]:
        waiting = [("", True)]
        while waiting:
            folder, loose_pdf = waiting.pop()
            try:
                found = _listed(root / folder)
            except OSError as error:
                yield Fault(folder or ".", f"cannot be read: {error.strerror}")
                continue
            if self._takes("latex") and (main := _main(root, folder, found)) is not None:
                yield from self._guarded(folder + main, lambda main=main, at=folder: self._latex(root, at, main))
                continue
            pages = found.of("html") if self._takes("html") else []
            words = found.of("markdown") if self._takes("markdown") and not pages else []
            papers = pages or words
            if not papers and self._takes("pdf") and (loose_pdf or self.kind == "pdf"):
                papers = found.of("pdf")
            alone = len(papers) == 1
            for name in papers:
                yield from self.file(root, folder + name, alone=alone, native=self._native(root, folder + name, alone))
            for name in found.files:
                if is_archive(name):
                    yield from self.file(root, folder + name, alone=False, native=None)
            below = loose_pdf and not (pages or words)
            waiting += [(f"{folder}{name}/", below) for name in reversed(found.folders)]

    def file(self, root: Path, place: str, *, alone: bool, native: str | None) -> Iterator[PaperRead | Fault]:
        """The paper in a file, or those in an archive."""
        name = place.casefold()
        native = native or self._native(root, place, alone=False)
        if is_archive(name):
            yield from self._archive(root, place)
        elif name.endswith(ENDINGS["html"]) and self._takes("html"):
            yield from self._guarded(place, lambda: self._page(root, place, native, alone))
        elif name.endswith(ENDINGS["markdown"]) and self._takes("markdown"):
            yield from self._guarded(place, lambda: self._markdown(root, place, native, alone))
        elif name.endswith(ENDINGS["pdf"]) and self._takes("pdf"):
            yield from self._guarded(place, lambda: self._pdf(root, place, native))
        elif name.endswith(ENDINGS["latex"]) and self._takes("latex"):
            folder, main = posixpath.split(place)
            yield from self._guarded(place, lambda: self._latex(root, f"{folder}/" if folder else "", main))
        else:
            yield Fault(place, "not a paper: a page, a LaTeX source, an archive, a PDF file or Markdown was expected")

    def _takes(self, kind: Kind) -> bool:
        return self.kind in ("any", kind)

    def _native(self, root: Path, place: str, alone: bool) -> str:
        """What a paper is called: after its file, or after its folder where the file's name tells nothing."""
        folder, name = posixpath.split(place)
        stem = name.rpartition(".")[0] or name
        if stem.casefold() in _PLAIN_NAMES:
            stem = ""
        own = posixpath.join(folder, stem) if stem else folder
        name = posixpath.join(self.prefix, own).rstrip("/") or self.named or root.resolve().name
        return line(name) or "paper"

    def _guarded(self, place: str, read_one: Callable[[], tuple[Draft, str, Finder]]) -> Iterator[PaperRead | Fault]:
        try:
            draft, native, finder = read_one()
            if draft.empty:
                raise BadRow("no paper in it: neither an abstract, nor sections, nor figures")
            if draft.arxiv:
                draft.more.setdefault("arXiv", draft.arxiv)
            paper = finish(draft, native, self.collection, finder, place)
        except (BadRow, BadPicture) as error:
            yield Fault(place, str(error))
        except RecursionError:
            yield Fault(place, "nested too deeply to be read")
        else:
            yield paper
            for where, what in paper.notes:
                yield Fault(where, what)

    # --- reading

    def _page(self, root: Path, place: str, native: str, alone: bool) -> tuple[Draft, str, Finder]:
        from optotype.papers.addresses import Beside
        from optotype.papers.html import read_html

        draft = read_html(_content(root, place, MOST_BYTES))
        if alone:
            _named_beside(draft, root, posixpath.dirname(place))
        return draft, native, Beside(root, place)

    def _markdown(self, root: Path, place: str, native: str, alone: bool) -> tuple[Draft, str, Finder]:
        from optotype.papers.addresses import Beside
        from optotype.papers.markdown import read_markdown, read_notebook

        content = _content(root, place, MOST_BYTES)
        if place.casefold().endswith(".ipynb"):
            draft = read_notebook(content)
        else:
            draft = read_markdown(content.decode("utf-8", "replace"))
        if alone:
            _named_beside(draft, root, posixpath.dirname(place))
        return draft, native, Beside(root, place)

    def _pdf(self, root: Path, place: str, native: str) -> tuple[Draft, str, Finder]:
        from optotype.papers.pdf import read_pdf

        draft, files = read_pdf(_content(root, place, 4 * MOST_BYTES))
        return draft, native, _Given(files)

    def _latex(self, root: Path, folder: str, main: str) -> tuple[Draft, str, Finder]:
        from optotype.papers.addresses import AmongSources
        from optotype.papers.latex import decode, read_latex

        def other(name: str) -> str | None:
            place = posixpath.normpath(posixpath.join(folder, name))
            try:
                return decode(_content(root, place, MOST_BYTES))
            except (BadRow, BadPicture):
                return None

        text = decode(_content(root, folder + main, MOST_BYTES))
        draft, paths = read_latex(main, text, other)
        _named_beside(draft, root, folder)
        native = self._native(root, f"{folder}main.tex", alone=True)
        return draft, native, AmongSources(root, folder + main, paths)

    def _archive(self, root: Path, place: str) -> Iterator[PaperRead | Fault]:
        stem = re.sub(r"\.(?:zip|tgz|gz|tar(?:\.\w+)?)$", "", place, flags=re.IGNORECASE)
        stem = line(re.sub(r"\.tar$", "", stem, flags=re.IGNORECASE))
        try:
            with unpacked(root / place) as (folder, left_out):
                inner = replace(self, prefix=posixpath.join(self.prefix, stem), named=stem)
                found = False
                for one in inner.below(folder):
                    found = True
                    if isinstance(one, Fault):
                        yield Fault(f"{place}, {one.place}", one.message)
                    else:
                        yield replace(one, place=f"{place}, {one.place}", fleeting=True)
                for what in left_out:
                    yield Fault(place, f"left out of the archive: {what}")
                if not found:
                    yield Fault(place, "no paper in the archive")
        except BadRow as error:
            yield Fault(place, str(error))


@dataclass(frozen=True)
class _Given:
    """Pictures that came with the paper."""

    files: dict[str, bytes]

    def find(self, address: str) -> tuple[str, Content | None]:
        return address, self.files.get(address)


def _listed(folder: Path) -> _Folder:
    folders, files = (
        [name for name in names if not name.startswith("__MACOSX") and name.isprintable()] for names in listed(folder)
    )
    return _Folder(folders, files)


def _main(root: Path, folder: str, found: _Folder) -> str | None:
    """The main file of the LaTeX source in a folder; None where there is none."""
    from optotype.papers.latex import decode, likely_main

    sources: list[tuple[str, str]] = []
    for name in found.of("latex")[:_MOST_SOURCES]:
        try:
            sources.append((name, decode(_content(root, folder + name, MOST_BYTES))))
        except (BadRow, BadPicture):
            continue
    return likely_main(sources)


def _content(root: Path, place: str, most: int) -> bytes:
    """The content of a file, which may not be a link out of the folder.

    Raises:
        BadRow: it is not there, or too large.
        BadPicture: it leads out of the folder, or cannot be read.
    """
    try:
        size = (root / place).lstat().st_size
    except (OSError, ValueError) as error:
        raise BadRow("is not there") from error
    if size > most:
        raise BadRow(f"{size:,} bytes; at most {most:,} are read")
    content = read(Located(root, place))
    if content is None:
        raise BadRow("is not there")
    return content


def _named_beside(draft: Draft, root: Path, folder: str) -> None:
    """Takes a file that is called a graphical abstract for it, where the paper does not show one."""
    if draft.graphical_abstract is not None:
        return
    folder = folder.rstrip("/")
    try:
        here = _listed(root / folder)
        inside: Sequence[tuple[str, _Folder]] = [(name, _listed(root / folder / name)) for name in here.folders[:50]]
    except OSError:
        return
    names = [*here.files, *(f"{name}/{file}" for name, below in inside for file in below.files)]
    for name in names:
        if name.casefold().endswith(_PICTURES) and naming.is_graphical_abstract_file(name):
            draft.graphical_abstract = Shown(addresses=[name])
            return
