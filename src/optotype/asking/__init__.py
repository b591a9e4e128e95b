"""Asking: an item becomes what is put to a respondent. The counterpart of `reading`.

A `Question` holds messages of texts and pictures in the order in which they are sent, and the order in which the
options are shown. Every respondent gets the same question; how it is sent is the respondent's matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, get_args, get_origin, get_type_hints

from optotype.asking._prompt import Prompt
from optotype.asking._question import CannotAsk, Example, Message, Question, Sight, sight
from optotype.asking._shots import Shots
from optotype.asking._stating import right, state
from optotype.asking._veil import Seeing, Veil
from optotype.asking._wording import WORDINGS, Language
from optotype.errors import OptotypeError, UnknownPart
from optotype.plurals import so_many
from optotype.records import CAPTIONING, Item, Picture, Preference, Ranking

if TYPE_CHECKING:
    from optotype.bench import Bench

__all__ = ["Asking", "CannotAsk", "Example", "Message", "Question", "Shots", "Sight", "sight", "sights"]

_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")
_ENOUGH = 2000  # letters that tell a language


@dataclass(frozen=True)
class Asking:
    """How items are put: all that is the same for every respondent."""

    language: Literal["auto", "en", "ru"] = "auto"
    """Of the template; `auto` follows the item: its tag `language`, else the letters of its question."""
    instruction: Literal["item", "ours"] = "item"
    """Whose words: those of the item's own instruction, where it has one, or ours in any case."""
    permute: Literal["auto", "none", "circular", "shuffle"] = "auto"
    """The order of options. `none` leaves them as they are, `circular` asks once for each rotation, `shuffle` takes one
    order by chance; `auto` shuffles rankings and preferences, whose order may tell something, and leaves choices."""
    style: Literal["prose", "json"] = "prose"
    """How the answer is asked for."""
    reasoning: Literal["none", "brief"] = "none"
    """`brief` lets the respondent think before it answers."""
    captions: Literal["shown", "hidden"] = "shown"
    """Of pictures. Where a caption is what is asked for, or judged, captions are hidden in any case."""
    shots: int = 0
    """Solved examples before each question."""
    choose: Literal["random", "similar"] = "random"
    """How examples are chosen."""
    examples_from: str = "train"
    """The split that examples are taken from."""
    seed: int = 0
    """All chance follows from it: orders, examples, and the pictures that `shuffled` shows."""
    sight: Seeing = "full"
    """What is shown of pictures. `none`: nothing; `blank`: grey ones of the same size; `shuffled`: those of other items
    of the collection; `ocr`: the text that can be read in them. Captions are words, and stay."""

    def __post_init__(self) -> None:
        for name, hint in get_type_hints(Asking).items():
            if get_origin(hint) is Literal and getattr(self, name) not in get_args(hint):
                raise UnknownPart(f"value of '{name}'", str(getattr(self, name)), get_args(hint))
        if self.shots < 0:
            raise OptotypeError(f"{self.shots} examples were asked for; none or more can be.")

    def questions(self, item: Item, sights: Mapping[str, Sight], examples: Sequence[Example] = ()) -> list[Question]:
        """The questions that an item becomes: one for each order of its options.

        Args:
            item: what is asked about.
            sights: the pictures of the item and of the examples, by id.
            examples: solved items that are shown before it, the last one next to it.

        Raises:
            CannotAsk: a picture has no file, or there are fewer examples than `shots`.
        """
        if len(examples) < self.shots:
            wanted = "is" if self.shots == 1 else "are"
            raise CannotAsk(
                f"{so_many(self.shots, 'examples')} of the form '{item.form.kind}' {wanted} wanted, "
                f"and the split '{self.examples_from}' has {len(examples)} that can be used"
            )
        before = [message for example in examples for message in self._solved(example, sights)]
        return [
            Question(item, (*before, self._message(item, sights, shown)), shown, turn)
            for turn, shown in enumerate(self._orders(item))
        ]

    def examples(self, bench: Bench) -> Shots | None:
        """What chooses the examples for each item; None where none are wanted.

        Raises:
            OptotypeError: the split that they come from is not there, or nothing in it is solved.
        """
        return Shots(bench, self.shots, self.choose, self.examples_from, self.seed) if self.shots else None

    def unworded(self, item: Item) -> list[Question]:
        """The questions without words and pictures, for respondents that look at nothing."""
        return [Question(item, (), shown, turn) for turn, shown in enumerate(self._orders(item))]

    def put(
        self, bench: Bench, items: Sequence[Item], shots: Shots | None = None
    ) -> Iterator[tuple[Item, list[Question] | CannotAsk]]:
        """Some items of a bench with the questions that they become, or with why they cannot be asked."""
        examples: list[list[Example]] = shots.each(items) if shots is not None else [[] for _ in items]
        found = sights(bench, (*items, *(example.item for some in examples for example in some)))
        veil = self._veil(bench)
        if veil is not None:
            veil.ready(found.values())
        for item, some in zip(items, examples, strict=True):
            try:
                seen = found
                if veil is not None:
                    shown = (veil.over(one, found) for one in (*(example.item for example in some), item))
                    seen = {id: instead for each in shown for id, instead in each.items()}
                yield item, self.questions(item, seen, some)
            except CannotAsk as error:
                yield item, error

    def _veil(self, bench: Bench) -> Veil | None:
        """What hides pictures, made once: None where they are shown."""
        if self.sight == "full":
            return None
        if bench not in self._veils:
            self._veils[bench] = Veil(bench, self.sight, self.seed)
        return self._veils[bench]

    @cached_property
    def _veils(self) -> dict[Bench, Veil]:
        return {}

    # --- the parts of a question

    def _orders(self, item: Item) -> Iterator[tuple[str, ...] | None]:
        order = tuple(option.label for option in item.options)
        permute = self.permute
        if permute == "auto":
            permute = "shuffle" if isinstance(item.form, Ranking | Preference) else "none"
        if not order:
            yield None
        elif permute == "none":
            yield order
        elif permute == "circular":
            yield from (order[start:] + order[:start] for start in range(len(order)))
        else:
            name = f"{self.seed} {item.id}".encode(errors="surrogatepass")
            chance = random.Random(blake2b(name, digest_size=8).digest())  # noqa: S311 - not for secrets
            yield tuple(chance.sample(order, len(order)))

    def _message(self, item: Item, sights: Mapping[str, Sight], shown: tuple[str, ...] | None) -> Message:
        prompt = Prompt(
            item=item,
            sights=sights,
            shown=shown,
            wording=WORDINGS[self._language(item)],
            style=self.style,
            reasoning=self.reasoning,
            captions=self.captions == "shown" and not _about_captions(item),
        )
        if self.instruction == "item" and item.instruction:
            return Message("user", prompt.own(item.instruction))
        return Message("user", prompt.ours())

    def _solved(self, example: Example, sights: Mapping[str, Sight]) -> Iterator[Message]:
        item = example.item
        shown = next(self._orders(item))
        wording = WORDINGS[self._language(item)]
        yield self._message(item, sights, shown)
        try:
            value = right(item, example.gold)
        except LookupError as error:
            problem = "has no answer that can be stated"
            raise CannotAsk(f"the example '{item.id}' {problem}", f"an example {problem}") from error
        yield Message("assistant", (state(value, item, shown, wording, self.style, self.reasoning),))

    def _language(self, item: Item) -> Language:
        if self.language != "auto":
            return self.language
        if said := item.tags.get("language"):
            return "ru" if said[0].casefold().startswith(("ru", "рус")) else "en"
        letters = (item.question or item.text)[:_ENOUGH]
        # a Russian question may be full of Latin names; an English one has a Russian word or two at most
        return "ru" if 2 * len(_CYRILLIC.findall(letters)) > len(_LATIN.findall(letters)) else "en"


def sights(bench: Bench, items: Iterable[Item]) -> dict[str, Sight]:
    """The pictures of items, by id; those without a file are left out."""
    ids = [id for item in items for id in item.all_pictures]
    found = {id: sight(picture, bench.path(picture)) for id, picture in bench.store.get_all(Picture, ids).items()}
    return {id: seen for id, seen in found.items() if seen is not None}


def _about_captions(item: Item) -> bool:
    """Is a caption what is asked for, or what is judged?"""
    return item.about is not None or CAPTIONING in item.tags.get("kind", ())
