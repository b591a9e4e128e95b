"""Questions: what a datasheet asks, section by section, in our own short words.

After Gebru, Morgenstern, Vecchione, Wortman Vaughan, Wallach, Daumé III and Crawford, Datasheets for Datasets (2021).
The texts stand in `words/questions.toml`, and hints for authors in `words/hints.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping

SOURCE = "Gebru et al., Datasheets for Datasets (2021), https://doi.org/10.1145/3458723"
"""What the questions are after."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "motivation": ("purpose", "makers", "funding"),
    "composition": (
        "instances",
        "count",
        "sample",
        "labels",
        "missing",
        "relations",
        "splits",
        "errors",
        "outside",
        "personal",
        "confidential",
        "offensive",
    ),
    "collection": (
        "origins",
        "sources",
        "models",
        "sampling",
        "people",
        "payment",
        "timeframe",
        "ethics",
        "consent",
        "withdrawal",
    ),
    "labelling": ("cleaning", "projects", "background", "filters", "gold", "agreement", "raw", "software"),
    "uses": ("used", "audit", "intended", "unsuited", "impact", "publications"),
    "distribution": ("recipients", "way", "licence", "restrictions"),
    "maintenance": ("maintainer", "contact", "errata", "updates", "retention", "versions", "contributions"),
}
"""By section, the keys of its questions. An author may answer any of them in `datasheet.toml`."""

AUTHORS = frozenset(
    {
        "purpose",
        "makers",
        "funding",
        "sample",
        "personal",
        "confidential",
        "offensive",
        "sampling",
        "payment",
        "ethics",
        "consent",
        "withdrawal",
        "intended",
        "unsuited",
        "impact",
        "publications",
        "recipients",
        "way",
        "restrictions",
        "maintainer",
        "contact",
        "errata",
        "updates",
        "retention",
        "contributions",
    }
)
"""What only the author knows: a gap, until it is answered. About some of them the bench knows something too."""
