"""Picking pictures: a model answers questions about raw pictures, then some are taken, balanced by tags.

So LabTabVQA chose its tables: is there a table, is it a photograph, how large is it; then as many of each. What the
model says becomes tags of the pictures; those taken get the tag `selected`.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import respondents
from optotype.asking import Asking, Message, sight, sights
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.generate import Pictures, checks
from optotype.generate.talking import Ask, Counts, Ended, Heard, Table, Talk, Watch
from optotype.prices import named
from optotype.reading import read
from optotype.records import Item, Number, Origin, Picture, State, YesNo
from optotype.respondents import Failure
from optotype.running import under_way
from optotype.running.runner import INTERRUPTED, Limits

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.respondents import Responder
    from optotype.store import Writer

SELECTED = "selected"
"""The tag of pictures that were taken."""
UNKNOWN = "number not known"
"""Pictures that belong to no band, since there is no number; none of them is taken."""
_ROLE = "selector"
_BATCH = 500

Labels = dict[str, str]
"""By tag, what was said: yes, no, a number; unread or failed where nothing could be made of it."""


@dataclass
class Picked:
    """What came of looking at pictures."""

    pictures: int = 0
    """How many were looked at."""
    unseen: int = 0
    """How many of them nobody was asked about: the file is missing, or the caption that should stand in for it."""
    labels: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """By tag, how many pictures have each value."""
    selected: list[str] = field(default_factory=list[str])
    """Ids of those that were taken."""
    strata: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """By values of the tags to balance: how many there were, and how many were taken."""
    counts: Counts = field(default_factory=Counts)
    stopped: str | None = None


def select(
    bench: Bench,
    *,
    model: str | None = None,
    questions: Mapping[str, str] | None = None,
    numbers: Mapping[str, str] | None = None,
    pictures: Pictures = Pictures(),  # noqa: B008 - frozen
    keep: Mapping[str, str] = {},
    balance: Sequence[str] = (),
    count: int | None = None,
    seed: int = 0,
    limits: Limits = Limits(),  # noqa: B008
    prices: Path | str | None = None,
    watch: Watch | None = None,
) -> Picked:
    """Asks a model about pictures, keeps what it says as their tags, and takes some of them, balanced by tags.

    Args:
        bench: whose pictures.
        model: who is asked; the one that `[select]` names unless given.
        questions: by tag, a question of yes or no; those of `[select]` unless given. None need be asked.
        numbers: by tag, a question that a number answers; those of `[select]` unless given.
        pictures: which pictures are looked at.
        keep: tags that a picture must have to be taken: `{"table": "yes"}`.
        balance: tags of which each combination of values is taken equally often, as far as there are enough. Numbers
            are put into bands: `rows:5,10` tells up to 5, up to 10 and more apart.
        count: how many are taken; unless given, as many as the balance allows, or all.
        seed: all chance follows from it.
        limits: how hard the model is tried, and what may be spent.
        prices: a file that says what tokens cost.
        watch: told how far it is.

    Raises:
        OptotypeError: no such pictures, no model where there are questions or nothing heard of it, a model where there
            are none, a tag that no picture has, bands that are none.
    """
    section = bench.settings.select
    yes_no = dict(section.questions if questions is None else questions)
    counted = dict(section.numbers if numbers is None else numbers)
    if twice := sorted(yes_no.keys() & counted):
        raise OptotypeError(f"The tag '{twice[0]}' is asked for twice, as yes or no and as a number. Name one of them.")
    asked = yes_no | counted
    if model and not asked:
        raise OptotypeError(
            f"There is nothing to ask {model}. Say what: --ask TAG=QUESTION, --number TAG=QUESTION, or "
            "[select.questions] in optotype.toml; without a model, pictures are taken by the tags that they have."
        )
    axes = [_Axis.of(text) for text in balance]
    done = Picked(pictures=pictures.count(bench))
    done.counts.pictures = done.pictures
    with bench.store.event("select", questions=dict(asked), balance=list(balance), count=count, seed=seed) as writer:
        if asked:
            cast = {_ROLE: _selector(bench, model or section.model)}
            run = f"select-{blake2b(repr(sorted(asked.items())).encode(), digest_size=4).hexdigest()}"
            table: Table[Labels] = Table(
                bench, run, cast, limits=limits, prices=named(prices), counts=done.counts, watch=watch
            )
            _ask(bench, run, table, _talks(bench, pictures, yes_no, counted, done), done, writer)
        done.labels = _labels(bench, pictures, [*asked, *(axis.tag for axis in axes)])
        if done.stopped is None:
            _mark(bench, pictures, set(_take(bench, pictures, keep, axes, count, seed, done)), writer)
    return done


def _selector(bench: Bench, model: str | None) -> Responder:
    """Who looks at the pictures, ready to be asked."""
    if not model:
        raise OptotypeError(
            "Nobody is there to look at the pictures. Name a model with --model, or in optotype.toml: "
            '[select] model = "openai/gpt-4o".'
        )
    responder = respondents.build(model, {}, bench)
    responder.prepare(bench)
    return responder


def _ask(
    bench: Bench,
    run: str,
    table: Table[Labels],
    talks: Iterator[tuple[str, Talk[Labels]]],
    done: Picked,
    writer: Writer,
) -> None:
    """Puts the questions to the model, and keeps what it says as tags of the pictures."""
    try:
        with under_way(bench, run), table:
            for ended in batches(_counted(table.lead(talks), done.counts), _BATCH):
                found = bench.store.get_all(Picture, [one.name for one in ended])
                writer.write(replace=[_tagged(found[one.name], one.outcome) for one in ended])
    except KeyboardInterrupt:
        done.stopped = INTERRUPTED
    done.stopped = done.stopped or table.stopped
    heard, failures = done.counts.asked + done.counts.remembered, done.counts.failures
    if not heard and done.stopped != INTERRUPTED and (why := done.stopped or next(iter(failures), None)):
        raise OptotypeError(f"Nothing was heard: {why}.")


def _mark(bench: Bench, pictures: Pictures, chosen: set[str], writer: Writer) -> None:
    """Tags each picture by whether it was taken."""
    for some in batches(pictures.each(bench), _BATCH):
        marked = [(one, _tagged(one, {SELECTED: "yes" if one.id in chosen else "no"})) for one in some]
        writer.write(replace=[after for before, after in marked if before != after])


def _counted(ended: Iterator[Ended[Labels]], counts: Counts) -> Iterator[Ended[Labels]]:
    for one in ended:
        counts.done += 1
        yield one


def _talks(
    bench: Bench, pictures: Pictures, yes_no: Mapping[str, str], numbers: Mapping[str, str], done: Picked
) -> Iterator[tuple[str, Talk[Labels]]]:
    by_caption = bench.settings.select.shown == "caption"
    for picture in pictures.each(bench):
        seen = picture.caption.strip() and checks.instructs(picture.caption) is None
        if seen if by_caption else sight(picture, bench.path(picture)) is not None:
            items = {tag: _item(picture, tag, text, YesNo(), by_caption=by_caption) for tag, text in yes_no.items()}
            items |= {tag: _item(picture, tag, text, Number(), by_caption=by_caption) for tag, text in numbers.items()}
            yield picture.id, _look(bench, items)
        else:
            done.unseen += 1


def _look(bench: Bench, items: Mapping[str, Item]) -> Talk[Labels]:
    """Asks everything about a picture at once."""
    # a caption may say what the picture is; what counts is what can be seen
    asking = Asking(captions="hidden", instruction="ours")
    seen = sights(bench, list(items.values())[:1])
    messages: list[tuple[Message, ...]] = [asking.questions(item, seen)[0].messages for item in items.values()]
    heard = yield [Ask(_ROLE, one) for one in messages]
    return {tag: _said(item, one) for (tag, item), one in zip(items.items(), heard, strict=True)}


def _item(picture: Picture, tag: str, text: str, form: YesNo | Number, *, by_caption: bool) -> Item:
    return Item(
        id=f"{picture.id}?{tag}",
        collection="",
        origin=Origin(kind="written", by="select"),
        form=form,
        question=text,
        text=picture.caption if by_caption else "",
        pictures=() if by_caption else (picture.id,),
        cluster=picture.id,
    )


def _said(item: Item, heard: Heard) -> str:
    if isinstance(heard, Failure):
        return State.FAILED.value
    found = read(heard.text, item)
    if found.state is not State.GIVEN:
        return found.state.value
    if isinstance(item.form, Number):
        return f"{found.value:.15g}" if isinstance(found.value, int | float) else State.UNREAD.value
    return "yes" if found.value else "no"


def _tagged(picture: Picture, labels: Labels) -> Picture:
    return picture.model_copy(update={"tags": picture.tags | {tag: (said,) for tag, said in labels.items()}})


def _labels(bench: Bench, pictures: Pictures, tags: Sequence[str]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {tag: Counter() for tag in tags}
    for picture in pictures.each(bench):
        for tag, counter in found.items():
            counter.update(picture.tags.get(tag, ()))
    return {tag: dict(sorted(counter.items())) for tag, counter in found.items()}


def _take(
    bench: Bench,
    pictures: Pictures,
    keep: Mapping[str, str],
    axes: Sequence[_Axis],
    count: int | None,
    seed: int,
    done: Picked,
) -> list[str]:
    """Takes pictures by chance, as many of each stratum as can be, until there are enough."""
    for tag in (*keep, *(axis.tag for axis in axes)):
        if not _labels(bench, pictures, [tag])[tag]:
            raise OptotypeError(f"No picture has a tag called '{tag}'. Ask for it: --ask {tag}='Is there ...?'")
    strata: dict[str, list[str]] = {}
    unknown = 0
    for picture in pictures.each(bench):
        if all(value in picture.tags.get(tag, ()) for tag, value in keep.items()):
            places = [axis.place(picture) for axis in axes]
            if None in places:
                unknown += 1
            else:
                strata.setdefault(", ".join(place for place in places if place) or "all", []).append(picture.id)
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for name in sorted(strata):
        strata[name].sort()
        chance.shuffle(strata[name])
    wanted = count
    if wanted is None:
        least = min((len(some) for some in strata.values()), default=0)
        wanted = least * len(strata) if axes else sum(map(len, strata.values()))
    taken = deal({name: len(some) for name, some in strata.items()}, wanted)
    done.strata = {name: (len(strata[name]), taken[name]) for name in taken}
    done.strata |= {UNKNOWN: (unknown, 0)} if unknown else {}
    done.selected = [id for name in taken for id in strata[name][: taken[name]]]
    return done.selected


@dataclass(frozen=True)
class _Axis:
    """A tag to balance; with edges, its values are numbers, put into bands."""

    tag: str
    edges: tuple[float, ...] = ()

    @classmethod
    def of(cls, text: str) -> _Axis:
        """Reads `photo`, or `rows:5,10`.

        Raises:
            OptotypeError: the edges do not rise.
        """
        tag, colon, written = text.rpartition(":")
        try:
            edges = tuple(float(edge) for edge in written.split(","))
        except ValueError:
            colon, edges = "", ()
        if not colon:
            return cls(text)
        if not all(map(math.isfinite, edges)) or any(low >= high for low, high in pairwise(edges)):
            raise OptotypeError(f"'{text}': edges of bands have to rise, as in '{tag}:5,10'.")
        return cls(tag, edges)

    def place(self, picture: Picture) -> str | None:
        """Where a picture belongs; None where bands are wanted and it has no number."""
        values = picture.tags.get(self.tag, ())
        if not self.edges:
            return f"{self.tag}={'+'.join(sorted(values) or ['none'])}"
        try:
            number = float(values[0])
        except (IndexError, ValueError):
            return None
        if not math.isfinite(number):
            return None
        band = bisect_left(self.edges, number)
        low = f" over {self.edges[band - 1]:g}" if band else ""
        high = f" up to {self.edges[band]:g}" if band < len(self.edges) else ""
        return f"{self.tag}{low}{high}"


def deal(sizes: Mapping[str, int], wanted: int) -> dict[str, int]:
    """By stratum, how many are taken: equally many of each; what small ones lack comes from the others.

    >>> deal({"photo": 2, "scan": 90, "screenshot": 70}, 12)
    {'photo': 2, 'screenshot': 5, 'scan': 5}
    """
    taken: dict[str, int] = {}
    for place, name in enumerate(sorted(sizes, key=lambda name: (sizes[name], name))):
        taken[name] = min(sizes[name], (wanted - sum(taken.values())) // (len(sizes) - place))
    return taken
