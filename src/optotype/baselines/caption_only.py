"""All the words and no picture: captions and text beside the question and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from optotype.baselines._learned import Learned, words
from optotype.records import CAPTIONING, Item, Option, Picture


@dataclass(frozen=True)
class CaptionOnly(Learned):
    """Learns which words of a caption, a text and a question go with which answers."""

    @cached_property
    def _captions(self) -> dict[str, str]:
        """By picture, those of the items that come next."""
        return {}

    @cached_property
    def _glanced(self) -> set[str]:
        """Items whose captions are there, all of which may be known to each of them."""
        return set()

    def glance(self, items: Sequence[Item]) -> None:
        """Looks up captions; where a caption is what is asked for, it is not known, nor to others that come with it."""
        if self._glanced.issuperset(item.id for item in items):
            return
        self._captions.clear()
        self._glanced.clear()
        shown = {item.id: item.all_pictures for item in items}
        asked_for = {item.id for item in items if item.about is not None or CAPTIONING in item.tags.get("kind", ())}
        if not asked_for:
            self._glanced.update(shown)
        hidden = {id for item in asked_for for id in shown[item]}
        ids = [id for pictures in shown.values() for id in pictures if id not in hidden]
        if self.benches and ids:
            found = self.benches[0].store.get_all(Picture, ids)
            self._captions.update((id, picture.caption) for id, picture in found.items())

    def knows(self, item: Item) -> list[int]:
        """The words of the question, of the captions and of the text; first those that are looked at most closely."""
        captions = " ".join(self._captions.get(id, "") for id in item.pictures)
        question, around = words(item.question), words(f"{captions} {item.text}")
        both = [number for pair in zip(question, around, strict=False) for number in pair]
        return list(dict.fromkeys([*both, *question, *around]))

    def sees(self, option: Option) -> list[int]:
        """The words of an option, and of the caption that it has."""
        own = super().sees(option)
        return [*own, *words(self._captions.get(option.picture or "", ""), 10)]
