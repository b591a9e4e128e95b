"""Pairing: what several methods choose for a paper, two by two, for people to say which is better.

SciGA's study with users: for each abstract all pairs of four methods, the methods hidden. Methods that look at other
papers are compared by the graphical abstract that each would show first; rankers by the figure of the paper itself.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import TYPE_CHECKING, get_args

from optotype import rankers
from optotype.errors import OptotypeError, UnknownPart
from optotype.progress import Progress, silent
from optotype.recommending import recommend
from optotype.recommending.inspiring import By, Wish, inspired
from optotype.recommending.page import shown
from optotype.records import BALANCED, Collection, Item, Option, Origin, Paper, Picture, Preference
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.web.words import Language

RANDOM, OWN = "random", "own"
"""Methods that are always there: any of those that could be shown, and the paper's own graphical abstract."""

NEAR = ("both", "abstract", "caption", RANDOM)
"""The methods that look at other papers, unless others are named."""
WITHIN = ("blend", "abs2cap:by=bm25", "abs2cap:by=rougel", RANDOM)
"""The methods that look at the paper's own figures."""

FACTORS = ("clarity", "layout", "topic", "appeal", "amount", "idea")
"""What may have decided; SciGA names the first three and says that there were more."""

METHOD = "method"
"""The tag by which `optotype preferences` knows the methods of a pair, in the order of its options."""

_LONGEST = 6_000


@dataclass(frozen=True)
class Pairs:
    """A study that was laid out."""

    name: str
    """Of the collection of its items."""
    methods: tuple[str, ...]
    within: bool
    """Are figures of the paper itself compared?"""
    papers: int
    items: int
    same: int
    """Pairs that were left out, because both methods chose the same picture."""
    lacking: int
    """Papers that were passed over, because a method found no picture for them."""
    title: str
    guidelines: str
    """What people read before they begin, in Markdown."""
    background: tuple[str, ...]
    """What they are asked about themselves, a line each, as the studio reads it."""


def pair_up(
    bench: Bench,
    name: str,
    *,
    methods: Sequence[str] = (),
    papers: int = 60,
    within: bool = False,
    factors: Sequence[str] = (),
    seed: int = 0,
    language: Language = "en",
    progress: Progress = silent,
) -> Pairs:
    """Puts items of form `preference` into a bench: all pairs of methods, for papers taken by chance.

    Which of two methods comes first takes turns from paper to paper, so that nobody sees one of them on the same side
    more than once more than on the other.

    Args:
        bench: whose papers, and whose graphical abstracts are shown.
        name: what the collection of items is called.
        methods: two to eight; `both`, `abstract`, `caption` (see `inspiring.By`), or with `within` rankers with their
            settings; `random` and `own` in either case.
        papers: how many papers, at most.
        within: compare figures of the paper itself, instead of graphical abstracts of others.
        factors: what people may tick, in place of the usual.
        seed: the same gives the same study.
        language: of what people read.
        progress: told of each paper.

    Raises:
        OptotypeError: there is such a collection, no such method, or there are no papers to ask about.
    """
    named = tuple(dict.fromkeys(methods)) or (WITHIN if within else NEAR)
    if not 2 <= len(named) <= 8:
        raise OptotypeError(f"{len(named)} methods were named; two to eight different ones were expected.")
    if papers < 1:
        raise OptotypeError(f"A study is about one paper at least, not {papers}.")
    if bench.store.get(Collection, name) is not None:
        raise OptotypeError(f"There is a collection called '{name}' already. Choose another name.")
    chooser = _Within(bench, named, seed) if within else _Near(bench, named, seed)
    words = Words(language, "optotype.recommending")
    ticked = tuple(factors) or tuple(words(f"study.{factor}") for factor in FACTORS)
    form = _Form(name, words("study.serve" if within else "study.inspire"), ticked, seed)
    made = _Making(bench, form, named)
    for paper in chooser.papers():
        if made.papers == papers:
            break
        made.add(paper, chooser.chosen(paper))
        progress(1)
    if not made.items:
        raise OptotypeError(
            f"{bench.folder}: there is no paper about which people could be asked: "
            + ("it has to show two different figures" if within else "there have to be graphical abstracts of others")
            + ". Import papers: optotype import sciga, or optotype import papers."
        )
    with bench.store.event("study", name=name, methods=list(named), within=within, seed=seed) as writer:
        writer.write(add=[Collection(id=name, format="study"), *made.items])
    return Pairs(
        name=name,
        methods=named,
        within=within,
        papers=made.papers,
        items=len(made.items),
        same=made.same,
        lacking=made.lacking,
        title=words("study.title", papers=words.count(made.papers), methods=words.count(len(named))),
        guidelines=words("study.guidelines_serve" if within else "study.guidelines_inspire"),
        background=(words("study.experience"), words("study.status")),
    )


@dataclass(frozen=True)
class _Form:
    """What all pairs of a study share."""

    name: str
    question: str
    factors: tuple[str, ...]
    seed: int


class _Making:
    """Items as they are made."""

    def __init__(self, bench: Bench, form: _Form, methods: Sequence[str]) -> None:
        self._bench, self._form = bench, form
        self._pairs = list(combinations(methods, 2))
        self._asked: Counter[tuple[str, str]] = Counter()
        self.items: list[Item] = []
        self.papers = self.same = self.lacking = 0

    def add(self, paper: Paper, chosen: Mapping[str, str | None]) -> None:
        """Adds the pairs of a paper."""
        pictures = {method: self._file(picture) for method, picture in chosen.items()}
        if None in pictures.values():
            self.lacking += 1
            return
        differ = [pair for pair in self._pairs if pictures[pair[0]] != pictures[pair[1]]]
        self.same += len(self._pairs) - len(differ)
        if not differ:
            return
        self.papers += 1
        order = random.Random(f"{self._form.seed} {paper.id}").sample(differ, len(differ))  # noqa: S311 - the same study
        self.items += [self._item(paper, number, pair, chosen) for number, pair in enumerate(order, 1)]

    def _file(self, picture: str | None) -> str | None:
        """The content of a picture: two of different names may be the same."""
        found = self._bench.store.get(Picture, picture) if picture is not None else None
        path = self._bench.path(found) if found is not None else None
        return found.file if found is not None and path is not None and path.is_file() else None

    def _item(self, paper: Paper, number: int, pair: tuple[str, str], chosen: Mapping[str, str | None]) -> Item:
        shown_first = pair if self._asked[pair] % 2 == 0 else pair[::-1]
        self._asked[pair] += 1
        options = [Option(label=label, picture=chosen[method]) for label, method in zip("AB", shown_first, strict=True)]
        return Item(
            id=f"{self._form.name}/{self.papers:04}-{number}",
            collection=self._form.name,
            origin=Origin(kind="generated", by="optotype study sciga"),
            form=Preference(options=tuple(options), factors=self._form.factors),
            question=self._form.question,
            text="\n\n".join(filter(None, (shown(paper.title, 500), shown(paper.abstract, _LONGEST)))),
            paper=paper.id,
            cluster=paper.id,
            tags={METHOD: shown_first, BALANCED: (" against ".join(pair),)},
        )


class _Chooser(ABC):
    """What methods choose for papers."""

    def __init__(self, bench: Bench, methods: Sequence[str], seed: int) -> None:
        self.bench, self.methods, self.seed = bench, methods, seed

    def papers(self) -> Iterator[Paper]:
        """Those that can be asked about, in an order that tells nothing."""
        ids = sorted((paper.id for paper in self.bench.store.each(Paper) if self.fits(paper)), key=self.chance)
        for id in ids:
            if (paper := self.bench.store.get(Paper, id)) is not None:
                yield paper

    def chance(self, id: str) -> bytes:
        """A number of each paper, that tells nothing about it."""
        return blake2b(f"{self.seed}\0{id}".encode(errors="surrogatepass"), digest_size=8).digest()

    def fits(self, paper: Paper) -> bool:
        """Can people be asked about it?"""
        return bool(paper.abstract.strip())

    def chosen(self, paper: Paper) -> dict[str, str | None]:
        """By method, the picture that it chooses; None where it finds none."""
        return {method: self.choice(paper, method) for method in self.methods}

    def choice(self, paper: Paper, method: str) -> str | None:
        """The picture that a method chooses."""
        if method == OWN:
            return _first(paper)
        if method != RANDOM:
            return self.best(paper, method)
        there = self.all(paper)
        dice = random.Random(f"{self.seed} random {paper.id}")  # noqa: S311 - the same study each time
        return dice.choice(there) if there else None

    @abstractmethod
    def best(self, paper: Paper, method: str) -> str | None:
        """The picture that it would choose."""

    @abstractmethod
    def all(self, paper: Paper) -> Sequence[str]:
        """The pictures that could be chosen for a paper."""


class _Near(_Chooser):
    """Graphical abstracts of other papers."""

    def __init__(self, bench: Bench, methods: Sequence[str], seed: int) -> None:
        known = (*get_args(By), RANDOM, OWN)
        for method in methods:
            if method not in known:
                raise UnknownPart("way of finding graphical abstracts", method, known)
        super().__init__(bench, methods, seed)

    @cached_property
    def _there(self) -> dict[str, str]:
        """By paper, its graphical abstract."""
        found = ((paper.id, _first(paper)) for paper in self.bench.store.each(Paper))
        return {id: picture for id, picture in found if picture is not None}

    def best(self, paper: Paper, method: str) -> str | None:
        by = next(one for one in get_args(By) if one == method)
        found = inspired(paper, self.bench, Wish(count=1, by=by), silent).inspirations
        return next(iter(found[0].pictures), None) if found else None

    def all(self, paper: Paper) -> list[str]:
        return [picture for id, picture in self._there.items() if id != paper.id]


class _Within(_Chooser):
    """The paper's own figures."""

    def __init__(self, bench: Bench, methods: Sequence[str], seed: int) -> None:
        self._rankers = {method: rankers.build(method) for method in methods if method not in (RANDOM, OWN)}
        super().__init__(bench, methods, seed)

    def fits(self, paper: Paper) -> bool:
        return super().fits(paper) and len(paper.figures) > 1

    def best(self, paper: Paper, method: str) -> str | None:
        choices = recommend(paper.id, by=self._rankers[method], bench=self.bench).choices
        return next(iter(choices[0].pictures), None) if choices else None

    def all(self, paper: Paper) -> list[str]:
        return [figure.pictures[0] for figure in paper.figures if figure.pictures]


def _first(paper: Paper) -> str | None:
    """The picture of a paper's own graphical abstract."""
    own = paper.graphical_abstract
    return next(iter(own.pictures), None) if own is not None else None
