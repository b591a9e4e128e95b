"""The site: the pages of a report by their address. A folder is written from it, and `optotype view` serves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from optotype import web
from optotype.report import chunks, drawing
from optotype.report.pages import Page, Shown, pages
from optotype.report.tables import WRITTEN
from optotype.web.words import LANGUAGES, Language, Words

if TYPE_CHECKING:
    from optotype.report.board import Board
    from optotype.report.plots import Plot
    from optotype.report.tables import Table

T = TypeVar("T")


@dataclass
class Site:
    """All files of a report but pictures and data of items."""

    board: Board
    language: Language = "en"
    """Of the pages whose address has no language in it."""
    live: str = ""
    """What tells the pages that they are out of date; empty where they are written to a folder."""

    @cached_property
    def pages(self) -> list[tuple[Page, Shown]]:
        """The pages that have something to say, in the main language."""
        return self._shown(self._words)

    @property
    def _words(self) -> Words:
        return Words(self.language, "optotype.report")

    def _shown(self, words: Words) -> list[tuple[Page, Shown]]:
        return [(page, shown) for page in pages() if (shown := page.show(self.board, words)) is not None]

    @cached_property
    def data(self) -> dict[str, Callable[[], Any]]:
        """What scripts load, by name; made when it is asked for."""
        return {name: make for page, _ in self.pages for name, make in page.data(self.board).items()}

    @cached_property
    def tables(self) -> dict[str, Callable[[], Table]]:
        """The tables of all pages, by name; those that no page shows by itself are made when they are asked for."""
        shown = {table.name: _known(table) for _, shown in self.pages for table in shown.tables}
        return shown | {
            name: make for page, _ in self.pages for name, make in page.tables(self.board, self._words).items()
        }

    @cached_property
    def plots(self) -> dict[str, Callable[[], Plot]]:
        """The plots of all pages, by name; those that no page shows by itself are made when they are asked for."""
        shown = {plot.name: _known(plot) for _, shown in self.pages for plot in shown.plots}
        return shown | {
            name: make for page, _ in self.pages for name, make in page.plots(self.board, self._words).items()
        }

    def files(self) -> Iterator[tuple[str, bytes]]:
        """All files by address."""
        yield from self.html()
        addresses = (
            *(f"data/{name}.js" for name in self.data),
            *(f"tables/{name}.{end}" for name in self.tables for end in WRITTEN),
        )
        yield from ((address, content) for address in addresses if (content := self.file(address)) is not None)
        yield from self.assets()

    def file(self, address: str) -> bytes | None:
        """A file of data, or of a table; None where there is none of this address."""
        folder, _, file = address.partition("/")
        name, _, end = file.rpartition(".")
        if folder == "data" and end == "js" and name in self.data:
            return chunks.script(name, self.data[name]())
        if folder == "tables" and end in WRITTEN and name in self.tables:
            return WRITTEN[end](self.tables[name]()).encode(errors="replace")
        return None

    def assets(self) -> Iterator[tuple[str, bytes]]:
        """Style sheets, scripts, fonts, and the words that scripts say."""
        yield from ((f"assets/{name}", content) for name, content in web.assets("optotype.report"))
        for language in LANGUAGES:
            table = Words(language, "optotype.report").table
            yield f"assets/words.{language}.js", chunks.words_script(table)

    def html(self) -> Iterator[tuple[str, bytes]]:
        """The pages themselves, in every language."""
        templates = web.environment("optotype.report")
        for language in LANGUAGES:
            words = Words(language, "optotype.report")
            shown = self.pages if language == self.language else self._shown(words)
            menu = [(page.name, words(f"{page.name}.title")) for page, _ in shown]
            for page, content in shown:
                text = templates.get_template(f"{page.name}.html").render(
                    content.context,
                    words=words,
                    policy=web.POLICY,
                    draw=drawing,
                    title=words(f"{page.name}.title"),
                    page=page.name,
                    pages=menu,
                    scripts=page.scripts,
                    styles=page.styles,
                    tables=content.tables,
                    plots=content.plots,
                    bench_title=self.board.bench.settings.bench.title,
                    address=partial(self.address, language=language),
                    other_language=self.address(page.name, "ru" if language == "en" else "en"),
                    footer=self._footer(),
                    live=self.live,
                )
                yield self.address(page.name, language), text.encode(errors="replace")

    def address(self, page: str, language: Language) -> str:
        """Where a page lies."""
        stem = "index" if page == "leaderboard" else page
        return f"{stem}.html" if language == self.language else f"{stem}.{language}.html"

    def _footer(self) -> str:
        from optotype import __version__

        licence = self.board.bench.settings.bench.licence
        return " · ".join(filter(None, (self.board.bench.settings.bench.title, licence, f"Optotype {__version__}")))


def _known(value: T) -> Callable[[], T]:
    return lambda: value
