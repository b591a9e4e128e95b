"""Judging captions: what a metric gives a caption beside references.

Metrics of texts compare the captions themselves, metrics of graphs what a parser makes of them. Studies of metrics
(`correlating`, `foiling`) put their captions here; `retrieving` takes its graphs from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from optotype import metrics, parsers
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.metrics import A_MODEL, Case, GraphMetric, Metric
from optotype.progress import Progress
from optotype.records import Answer, Gold, Graph, Item, Origin, ShortText, State

if TYPE_CHECKING:
    from optotype.statistics import Estimate

Compared: TypeAlias = Literal["graphs", "captions"]
"""What a metric looks at."""

Beside: TypeAlias = tuple[str, tuple[str, ...]]
"""A caption, and the references of its picture."""

USUAL = ("set_match", "spice", "soft_spice")
"""The metrics that judge captions unless others are named."""

_PARSED = 256
"""Captions that are parsed at a time."""
_MARKED = 1000
"""Captions that are judged at a time."""


def built(spec: str, parser: str) -> Metric:
    """The metric that a text names, as it judges captions.

    One that looks at graphs alone is given graphs. One that needs more beside them, the words or the picture, is given
    captions, and has them parsed for itself.

    Raises:
        OptotypeError: no such metric or setting.
    """
    judge = metrics.build(spec)
    graphs_alone = isinstance(judge, GraphMetric) and judge.needs != A_MODEL
    return judge if graphs_alone else judge.suited(lambda form: form == "short_text", parser)


def place(collection: str | None, split: str | None) -> str:
    """Where captions were looked for, as errors say it: ` in the split 'val'`."""
    return "".join(f" in the {what} '{name}'" for what, name in (("collection", collection), ("split", split)) if name)


def in_percent(found: Estimate) -> tuple[str, str]:
    """A share as tables show it, and its interval."""
    return f"{100 * found.value:.2f}", f"[{100 * found.low:.2f}, {100 * found.high:.2f}]"


def compared(judge: Metric) -> Compared:
    """What a metric looks at when it judges captions.

    Raises:
        OptotypeError: it judges neither texts nor graphs.
    """
    if "short_text" in judge.forms:
        return "captions"
    if "graph" in judge.forms:
        return "graphs"
    raise OptotypeError(
        f"The metric '{judge.name}' judges neither texts nor graphs, so it cannot judge captions. "
        f"Name another, such as {', '.join(USUAL)} or rougel."
    )


def graphs(parser: parsers.Parser, texts: Iterable[str], progress: Progress) -> dict[str, str]:
    """By caption, its graph as a text, without the marks that metrics of graphs do not look at; each is parsed once."""
    found: dict[str, str] = {}
    for batch in batches(dict.fromkeys(texts), _PARSED):
        found |= {text: graph.write(ids=False) for text, graph in zip(batch, parser.parse(batch), strict=True)}
        progress(len(batch))
    return found


def scores(
    judge: Metric,
    captions: Sequence[Beside],
    graphs: Mapping[str, str] | None,
    progress: Progress,
    pictures: Sequence[tuple[str, ...]] = (),
) -> list[float | None]:
    """What a metric gives each caption; None where it cannot judge one.

    Args:
        judge: the metric.
        captions: each with its references.
        graphs: of all captions and references, for a metric of graphs; None for one of texts.
        progress: told of each caption.
        pictures: ids of those that each caption is about, for metrics that look at them.
    """
    form = ShortText() if graphs is None else Graph()
    item = Item(id="caption", collection="", origin=Origin(kind="imported", by="captions"), form=form, cluster="")

    def seen(text: str) -> str:
        return text if graphs is None else graphs[text]

    golds: dict[tuple[str, ...], Gold] = {}
    found: list[float | None] = []
    for batch in batches(zip(captions, chain(pictures, repeat(())), strict=False), _MARKED):
        cases: list[Case] = []
        for (text, references), shown in batch:
            if references not in golds:
                accepted = tuple(dict.fromkeys(map(seen, references)))
                golds[references] = Gold(item=item.id, accepted=accepted, rule="imported")
            said = Answer(id=item.id, item=item.id, respondent="caption", state=State.GIVEN, value=seen(text))
            asked = item.model_copy(update={"pictures": shown}) if shown else item
            cases.append(Case(asked, golds[references], said))
        found += [mark.value for mark in judge.marks(cases)]
        progress(len(batch))
    return found


class Signed(Protocol):
    """What a metric found, under its name."""

    @property
    def title(self) -> str:
        """What the metric is called in tables."""
        ...

    @property
    def signature(self) -> str:
        """Name, settings and version of the metric."""
        ...


def labels(found: Sequence[Signed]) -> list[str]:
    """How tables call metrics: by their titles, with settings where two of one title differ in them."""
    told: list[str] = []
    for one in found:
        namesakes = [_settings(other.signature) for other in found if other.title == one.title]
        own = [setting for setting in _settings(one.signature) if not all(setting in some for some in namesakes)]
        told.append(" ".join([one.title, *own]))
    return told


def _settings(signature: str) -> list[str]:
    inner = signature.partition("(")[2].rpartition(")")[0]
    return inner.split(",") if inner else []
