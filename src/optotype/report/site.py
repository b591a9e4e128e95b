"""The site: the pages of a report by their address. A folder is written from it, and `optotype view` serves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from optotype import web
from optotype.report import chunks, drawing
from optotype.report.pages import Page, Shown, pages
from optotype.report.tables import WRITTEN
from optotype.web.words import LANGUAGES, Language, Words

if TYPE_CHECKING:
    from optotype.report.board import Board
    from optotype.report.plots import Plot


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
        return self._shown(Words(self.language, "optotype.report"))

    def _shown(self, words: Words) -> list[tuple[Page, Shown]]:
        return [(page, shown) for page in pages() if (shown := page.show(self.board, words)) is not None]

    @property
    def plots(self) -> list[Plot]:
        """The plots of all pages."""
        return [plot for _, shown in self.pages for plot in shown.plots]

    def files(self) -> Iterator[tuple[str, bytes]]:
        """All files by address."""
        yield from self.html()
        for page, shown in self.pages:
            yield from ((f"data/{name}.js", chunks.script(name, data)) for name, data in page.data(self.board).items())
            for table in shown.tables:
                yield from (
                    (f"tables/{table.name}.{end}", write(table).encode(errors="replace"))
                    for end, write in WRITTEN.items()
                )
        yield from self.assets()

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
