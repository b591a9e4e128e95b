"""A question as rules look at it: an item with its gold and its pictures, and what can be read off them.

Whatever a rule asks for is worked out once, when the first rule asks. Of a long text the beginning is looked at, so
that no rule can be kept busy by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from optotype.errors import BadPicture
from optotype.lint import language
from optotype.records import Choice, Gold, Item, Option, Origin, Picture, Range, ShortText, Tags, Value, YesNo, labels
from optotype.values import as_text

if TYPE_CHECKING:
    from optotype.likeness import Look

LONGEST = 4_000
"""Letters of a text that rules look at."""

_MOST_OPTIONS = 100
_FIGURES = re.compile(r"\d{1,4}")


@dataclass(frozen=True)
class Glance:
    """What can be seen of a picture without reading it."""

    grey: bool
    """Is it black and white?"""
    look: Look
    """What it looks like, to be held against others."""


class Shown:
    """A picture, as rules look at it."""

    def __init__(
        self,
        picture: Picture,
        content: Callable[[], bytes] | None = None,
        read: Callable[[], str | None] | None = None,
    ) -> None:
        """A picture with its file.

        Args:
            picture: its record.
            content: gives what its file holds; None where there is no file.
            read: reads the text in the picture, and gives None where that fails; None where nothing can.
        """
        self.picture = picture
        self._content = content
        self._read = read

    @property
    def id(self) -> str:
        """The picture's id."""
        return self.picture.id

    @property
    def missing(self) -> bool:
        """Has it no file?"""
        return self._content is None

    @cached_property
    def caption(self) -> str:
        """The beginning of its caption."""
        return self.picture.caption[:LONGEST]

    @cached_property
    def glance(self) -> Glance | BadPicture | None:
        """What is seen of it; what is wrong with its file; nothing where there is none. It is decoded once."""
        if self._content is None:
            return None
        from optotype.likeness import black_and_white, look
        from optotype.pictures import decode, flatten

        try:
            image = flatten(decode(self._content()))
        except BadPicture as error:
            return error
        except OSError as error:
            return BadPicture(f"its file cannot be read: {error.strerror}")
        return Glance(black_and_white(image), look(image))

    @cached_property
    def printed(self) -> str:
        """The text that can be read in it; nothing where nobody can read."""
        return "" if self._content is None or self._read is None else (self._read() or "")[:LONGEST]


class Question:
    """An item with its gold and its pictures."""

    def __init__(self, item: Item, gold: Gold | None = None, pictures: Sequence[Shown] = ()) -> None:
        """A question.

        Args:
            item: the item.
            gold: its right answer, where that was decided.
            pictures: those shown with the question, not those of options.
        """
        self.item = item
        self.gold = gold
        self.pictures = pictures

    @classmethod
    def example(
        cls,
        text: str,
        *choices: str,
        answer: str | bool | float | Range | tuple[str, ...] | None = None,
        several: bool = False,
        kind: str = "",
        id: str = "example/1",
        cluster: str = "example/figure",
        split: str | None = None,
        pictures: Sequence[Shown] = (),
        caption: str = "",
        figure: Mapping[str, str] | None = None,
    ) -> Question:
        """A question to explain a rule by.

        Args:
            text: what is asked.
            choices: the options; the answer is added to them as the last unless it is among them. Without any, the
                answer is yes or no, or a text.
            answer: what is right; None if it cannot be answered.
            several: may several options be right?
            kind: the kind of question.
            id: of the item.
            cluster: what it shares with its siblings.
            split: the split it is in.
            pictures: those that it shows; one without a file, unless given.
            caption: of that picture.
            figure: tags of that picture.
        """
        rights = () if answer is None else answer if isinstance(answer, tuple) else (answer,)
        accepted: tuple[Value, ...] = rights
        form: Choice | YesNo | ShortText
        if choices:
            texts = [*choices, *(str(right) for right in rights if str(right) not in choices)]
            options = tuple(Option(label=label, text=one) for label, one in zip(labels(len(texts)), texts, strict=True))
            form = Choice(options=options, several=several)
            accepted = (tuple(option.label for option in options if option.text in rights),) if rights else ()
        else:
            form = YesNo() if isinstance(answer, bool) else ShortText()
        if not pictures:
            tags: Tags = {name: (value,) for name, value in (figure or {}).items()}
            pictures = [Shown(Picture(id=cluster, collection="example", name="figure.png", caption=caption, tags=tags))]
        item = Item(
            id=id,
            collection="example",
            origin=Origin(kind="written", by="a rule"),
            form=form,
            question=text,
            pictures=tuple(shown.id for shown in pictures),
            cluster=cluster,
            split=split,
            tags={"kind": (kind,)} if kind else {},
        )
        gold = Gold(item=id, accepted=accepted, unanswerable=not accepted, rule="written")
        return cls(item, gold, pictures)

    # --- what is asked

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id

    @cached_property
    def text(self) -> str:
        """What is asked."""
        return self.item.question[:LONGEST]

    @cached_property
    def low(self) -> str:
        """What is asked, in small letters, with one kind of space, quote and dash."""
        return language.flat(self.text)

    @cached_property
    def words(self) -> list[str]:
        """The words of what is asked, in small letters."""
        return language.words(self.low)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words that carry meaning."""
        return language.content(self.words)

    @cached_property
    def russian(self) -> bool:
        """Is it asked in Russian?"""
        return language.russian(self.text or " ".join(self.choices))

    @cached_property
    def kind(self) -> str:
        """Its kind, in small letters: `closed-ended infinite answer set visual`."""
        return " ".join(self.item.tags.get("kind", ()))[:LONGEST].casefold()

    @cached_property
    def visual(self) -> bool | None:
        """Is it one that has to ask for something visual? None where its kind does not say."""
        if "visual" not in self.kind:
            return None
        return "non-visual" not in self.kind and "nonvisual" not in self.kind

    # --- what there is to choose from

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Label and text of each option that has a text."""
        some = self.item.options[:_MOST_OPTIONS]
        return tuple((option.label, option.text[:LONGEST]) for option in some if option.text is not None)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The texts of the options."""
        return tuple(text for _, text in self.options)

    @cached_property
    def low_choices(self) -> tuple[str, ...]:
        """The texts of the options, in small letters, with one kind of space, quote and dash."""
        return tuple(language.flat(text) for text in self.choices)

    @cached_property
    def right(self) -> frozenset[str]:
        """The labels that are right; nothing where there is nothing to choose from."""
        if self.gold is None or not self.item.options:
            return frozenset()
        found: set[str] = set()
        for value in self.gold.accepted:
            found.update(value if isinstance(value, tuple) else (as_text(value),))
        return frozenset(found)

    @cached_property
    def right_choice(self) -> str | None:
        """The text of the right option, if one alone is right."""
        return self.rights[0] if len(self.right) == 1 and len(self.rights) == 1 else None

    @cached_property
    def rights(self) -> tuple[str, ...]:
        """The texts of the right options."""
        return tuple(text for label, text in self.options if label in self.right)

    @cached_property
    def wrongs(self) -> tuple[str, ...]:
        """The texts of the wrong options."""
        return tuple(text for label, text in self.options if label not in self.right)

    # --- what is right

    @cached_property
    def unanswerable(self) -> bool:
        """Is it decided that it cannot be answered?"""
        return self.gold is not None and self.gold.unanswerable

    @cached_property
    def yes(self) -> bool | None:
        """The answer to a question of yes or no; None for others."""
        accepted = () if self.gold is None else self.gold.accepted
        return accepted[0] if len(accepted) == 1 and isinstance(accepted[0], bool) else None

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The answers that are right, in words: texts of options where there are any."""
        if self.gold is None:
            return ()
        if self.item.options:
            return self.rights
        return tuple(as_text(value)[:LONGEST] for value in self.gold.accepted[:_MOST_OPTIONS])

    @cached_property
    def answer(self) -> str:
        """The first of the right answers; nothing where there is none."""
        return self.answers[0] if self.answers else ""

    # --- what it is about

    @cached_property
    def caption(self) -> str:
        """The captions of its pictures."""
        return "\n".join(shown.caption for shown in self.pictures if shown.caption)[:LONGEST]

    @cached_property
    def figure_types(self) -> frozenset[str]:
        """The types of its figures, in small letters."""
        tags = (value for shown in self.pictures for value in shown.picture.tags.get("figure_type", ()))
        return frozenset(value.strip().casefold() for value in tags)

    @cached_property
    def figures(self) -> int:
        """How many figures its picture is made of, as far as tags tell; one, unless they do."""
        counts = [1]
        for shown in self.pictures:
            for value in shown.picture.tags.get("figures", ()):
                if (found := _FIGURES.fullmatch(value.strip())) is not None:
                    counts.append(int(found[0]))
            if shown.picture.tags.get("compound") == ("yes",):
                counts.append(2)
        return max(counts)
