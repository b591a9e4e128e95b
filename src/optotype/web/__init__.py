"""The look that all pages share: type scale, palette and components, and how texts become markup.

`assets/optotype.css` holds the visual language; `assets/optotype.js` what every page can do. Nothing comes from other
hosts. Whatever a page shows is escaped: texts from files, models and people never become markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jinja2 import Environment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page may load: what lies beside it, and no script or style that stands in the page itself."""


@cache
def environment(package: str) -> Environment:
    """Templates of a package and those that all share, compiled once; all is escaped, what is undefined an error."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    loader = ChoiceLoader([PackageLoader(package), PackageLoader("optotype.web")])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def assets(*packages: str) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the style sheet, scripts and fonts that all pages use, and of those of other packages."""
    for package in ("optotype.web", *packages):
        yield from _contents(files(package) / "assets")
    fonts = files("optotype") / "embedded" / "fonts"
    yield from ((name, content) for name, content in _contents(fonts) if name.endswith((".woff2", "LICENSE")))


def _contents(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_file():
            yield ("FONT-LICENSE" if file.name == "LICENSE" else file.name), file.read_bytes()
