"""The responsible-AI part of a Croissant file: Croissant RAI 1.0, http://mlcommons.org/croissant/RAI/1.0.

A property stands there only if something is known about it: gaps are for people, and no program reads a hint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from optotype.datasheet.telling import tell_doubts, tell_per_item

if TYPE_CHECKING:
    from pydantic import JsonValue

    from optotype.datasheet.sheet import Entry, Sheet
    from optotype.results import Grid

CONFORMS_TO = "http://mlcommons.org/croissant/RAI/1.0"

_TYPES = {
    "imported": "Secondary Data Analysis",
    "drawn": "Software Collection",
    "generated": "Others: written by models",
    "written": "Manual Human Curator",
}
"""By origin of items, what the vocabulary calls it."""

_BIASES = ("blind", "gain", "answer_balance", "position_balance", "origins")
"""Checks of the audit whose claims are about what gives answers away; the others are about limits."""

_ONE: Mapping[str, tuple[str, ...]] = {
    "dataCollection": ("collection.origins", "collection.sampling", "composition.sample"),
    "dataCollectionMissingData": ("composition.missing",),
    "dataCollectionRawData": ("collection.sources", "labelling.raw"),
    "dataManipulationProtocol": ("labelling.cleaning",),
    "dataAnnotationProtocol": ("labelling.projects", "labelling.gold"),
    "dataSocialImpact": ("uses.impact",),
    "dataReleaseMaintenancePlan": (
        "maintenance.maintainer",
        "maintenance.contact",
        "maintenance.errata",
        "maintenance.updates",
        "maintenance.versions",
    ),
}
"""Properties that are one text, and the questions that tell it."""

_MANY: Mapping[str, tuple[str, ...]] = {
    "dataPreprocessingProtocol": ("labelling.cleaning", "composition.errors"),
    "dataAnnotationAnalysis": ("labelling.filters", "labelling.agreement"),
    "annotatorDemographics": ("collection.people", "labelling.background", "collection.payment"),
    "dataUseCases": ("uses.intended",),
    "personalSensitiveInformation": ("composition.personal", "composition.confidential", "collection.consent"),
}
"""Properties that are several texts."""


def responsible(sheet: Sheet, *, whole: bool = True) -> dict[str, JsonValue]:
    """The properties, as they stand in a Croissant file.

    Args:
        sheet: in the language of the file.
        whole: is the file about all items? If not, it is said that the figures are about more.
    """
    entries = {entry.key: entry for entry in sheet.entries}
    found: dict[str, JsonValue] = {}
    for name, keys in _ONE.items():
        found[name] = " ".join(text for key in keys for text in _texts(entries[key]))
    for name, keys in _MANY.items():
        found[name] = [" ".join(texts) for key in keys if (texts := list(_texts(entries[key])))]
    found |= _computed(sheet, entries, whole=whole)
    return {f"rai:{name}": found[name] for name in sorted(found) if found[name]}


def document(sheet: Sheet) -> dict[str, JsonValue]:
    """A file of its own: what the data set is called, and the responsible-AI part."""
    context: dict[str, JsonValue] = {
        "@language": sheet.language,
        "@vocab": "https://schema.org/",
        "dct": "http://purl.org/dc/terms/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
    }
    return {
        "@context": context,
        "@type": "sc:Dataset",
        "dct:conformsTo": CONFORMS_TO,
        "name": sheet.title,
        "description": sheet.description or sheet.title,
        **responsible(sheet),
    }


def _computed(sheet: Sheet, entries: Mapping[str, Entry], *, whole: bool) -> dict[str, JsonValue]:
    figures, words = sheet.figures, sheet.words
    models = figures.origins.models | {
        model: count for models in figures.origins.roles.values() for model, count in models.items()
    }
    told = [one for one in figures.claims if one.severity != "ok"]
    limits = [one.told for one in told if one.check not in _BIASES]
    limits += tell_doubts(figures, words) + entries["uses.unsuited"].author
    if not figures.claims:
        limits += entries["uses.audit"].told
    if not whole:
        limits.append(words("told.part", items=words.count(figures.items.count)))
    platforms = ["Optotype studio"] if figures.people.projects else []
    platforms += ["Label Studio"] if any(done.command.startswith("labelstudio") for done in figures.history) else []
    return {
        "dataCollectionType": [_TYPES[kind] for kind in figures.origins.kinds if kind in _TYPES],
        "dataCollectionTimeframe": [day for day in (figures.first, figures.last) if day is not None],
        "dataAnnotationPlatform": [*platforms],
        "annotationsPerItem": tell_per_item(figures, words) if figures.answers.items else "",
        "machineAnnotationTools": [*models],
        # that nothing gives answers away is worth knowing too
        "dataBiases": [one.told for one in figures.claims if one.check in _BIASES],
        "dataLimitations": [*limits],
    }


def _texts(entry: Entry) -> Iterator[str]:
    """All that is known about a question, in sentences."""
    yield from entry.told
    yield from (text for grid in entry.grids if (text := _in_words(grid)))
    yield from entry.author


def _in_words(grid: Grid) -> str:
    """A table in a line: `expert (people: 3, simulated: 0); crowd (...).`."""
    rows: list[str] = []
    for first, *rest in grid.rows:
        names = (name.removeprefix("#") for name in grid.columns[1:])
        more = ", ".join(f"{name}: {cell}" for name, cell in zip(names, rest, strict=True) if cell)
        rows.append(f"{first} ({more})" if more else first)
    return f"{'; '.join(rows)}." if rows else ""
