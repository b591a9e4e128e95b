"""Pages that are one file: style, fonts and scripts stand in them, and they load nothing.

No script may run in them but those that were put there: the page's policy names each by its hash, so that a text which
became markup by mistake would still be a text.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache

from optotype import web
from optotype.web.words import Words

_DARK = re.compile(r':root\[data-theme="dark"\] \{(.*?)\}', re.DOTALL)
_FONT = re.compile(r"url\(([\w-]+\.woff2)\)")


def page(package: str, name: str, words: Words, *, scripts: Sequence[str] = (), **shown: object) -> str:
    """A whole page: `NAME.html` of a package, which extends `alone.html`, with the style of `NAME.css`.

    Args:
        package: whose files.
        name: of the template and of its style sheet.
        words: the page's language.
        scripts: files of the package that run in it; without any, none runs.
        shown: what the template is about.
    """
    from markupsafe import Markup

    runs = script(package, *scripts) if scripts else ""
    look = style(package, f"{name}.css", scripted=bool(scripts))
    # our own files; the tests see that they cannot close their elements
    own = {"script": Markup(runs), "style": Markup(look)}  # noqa: S704
    template = web.environment(package).get_template(f"{name}.html")
    return template.render(words=words, policy=policy(runs), **own, **shown)


def policy(script: str = "") -> str:
    """What such a page may load: nothing; and run: nothing but this script."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    runs = f"script-src 'sha256-{digest}'; " if script else ""
    return (
        f"default-src 'none'; {runs}style-src 'unsafe-inline'; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def style(package: str, sheet: str, *, scripted: bool = False) -> str:
    """The style of all pages with a sheet of a package after it, and fonts in it.

    Args:
        package: whose sheet.
        sheet: the name of its file.
        scripted: a script chooses between light and dark; without one, a page is dark where the reader's screen is.

    Raises:
        LookupError: the style of all pages has no dark colours.
    """
    assets = dict(web.assets(package))
    shared = assets["optotype.css"].decode()
    dark = _DARK.search(shared)
    if dark is None:
        raise LookupError("the style of all pages has no dark colours")
    if not scripted:
        shared = shared.replace(dark[0], f"@media screen and (prefers-color-scheme: dark) {{ :root {{{dark[1]}}} }}")
    shared = _FONT.sub(lambda found: f"url({data('font/woff2', assets[found[1]])})", shared)
    return f"{shared}\n{assets[sheet].decode()}"


@cache
def script(package: str, *names: str) -> str:
    """Scripts as one text: that of all pages, then those of a package."""
    assets = dict(web.assets(package))
    return "\n".join(assets[name].decode() for name in ("optotype.js", *names))


def data(media_type: str, content: bytes) -> str:
    """A file as an address that holds it."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"
