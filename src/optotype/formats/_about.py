"""What is known of an export as a whole: title, licence, citation; for formats that carry a description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from optotype.formats import Target
from optotype.records import Collection

_CREATIVE_COMMONS = ("BY", "BY-SA", "BY-NC", "BY-NC-SA", "BY-ND", "BY-NC-ND")


@dataclass(frozen=True)
class Licence:
    """A licence that the world has an identifier for."""

    name: str
    identifier: str
    """As Hugging Face spells it."""
    url: str


def _creative_commons(kind: str, version: str) -> Licence:
    return Licence(
        name=f"CC {kind} {version}",
        identifier=f"cc-{kind.lower()}-{version}",
        url=f"https://creativecommons.org/licenses/{kind.lower()}/{version}/",
    )


LICENCES = (
    *(_creative_commons(kind, version) for kind in _CREATIVE_COMMONS for version in ("4.0", "3.0", "2.0")),
    Licence("CC0 1.0", "cc0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    Licence("MIT", "mit", "https://spdx.org/licenses/MIT"),
    Licence("Apache-2.0", "apache-2.0", "https://spdx.org/licenses/Apache-2.0"),
    Licence("BSD-3-Clause", "bsd-3-clause", "https://spdx.org/licenses/BSD-3-Clause"),
    Licence("GPL-3.0", "gpl-3.0", "https://spdx.org/licenses/GPL-3.0-only"),
    Licence("ODbL 1.0", "odbl", "https://spdx.org/licenses/ODbL-1.0"),
)


def _plain(name: str) -> str:
    """`CC-BY 4.0`, `cc by 4.0` and `CC BY-4.0` are one licence."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_BY_NAME: Mapping[str, Licence] = {
    _plain(name): licence for licence in LICENCES for name in (licence.name, licence.identifier, licence.url)
}


def known_licence(name: str) -> Licence | None:
    """The licence that goes by this name, identifier or address."""
    return _BY_NAME.get(_plain(name)) or _BY_NAME.get(_plain(name.removesuffix("legalcode")))


@dataclass(frozen=True)
class About:
    """What is known of an export as a whole."""

    title: str
    description: str
    licences: tuple[str, ...]
    """One; several, if the export brings collections together and the bench says nothing of its own."""
    citations: tuple[str, ...]
    urls: tuple[str, ...]


def about(target: Target, collections: Iterable[Collection]) -> About:
    """What the bench says of itself; where it is silent, what its collections say."""
    bench, some = target.about, list(collections)

    def said(own: str | None, of_collections: Iterable[str | None]) -> tuple[str, ...]:
        return (own,) if own else tuple(dict.fromkeys(text for text in of_collections if text))

    titles = said(bench.title, (collection.title or collection.id for collection in some))
    descriptions = said(bench.description, (collection.description for collection in some))
    return About(
        title=" ".join("; ".join(titles).split()) or "Untitled",
        description="\n\n".join(descriptions),
        licences=said(bench.licence, (collection.licence for collection in some)),
        citations=said(bench.citation, (collection.citation for collection in some)),
        urls=said(bench.url, (collection.url for collection in some)),
    )
