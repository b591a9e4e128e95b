"""A bench with pictures, captions of them, and a tiny CLIP that looks at them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from optotype import Workbench
from optotype.metrics import Case
from optotype.records import Answer, Collection, Form, Gold, Item, Origin, Picture, ShortText, State
from tests.conftest import library

PICTURES = 5
"""How many there are: noise, each of another size."""


def noise(number: int) -> Image.Image:
    """A picture that is like no other."""
    shape = (20 + 3 * number, 30 - 2 * number, 3)
    return Image.fromarray(np.random.default_rng(number).integers(0, 256, shape, dtype=np.uint8))


def fill(bench: Workbench) -> None:
    """Puts the pictures into a bench; the last one's file is missing."""
    with bench.store.event("test") as event:
        event.put(Collection(id="set", format="coco"))
        for number in range(PICTURES):
            stream = io.BytesIO()
            noise(number).save(stream, "PNG")
            facts = bench.cabinet.keep(stream.getvalue())
            picture = Picture(id=f"set/{number}", collection="set", name=f"{number}.png")
            there = {"file": facts.file, "media_type": facts.media_type}
            event.put(picture if number == PICTURES - 1 else picture.model_copy(update=there))


def asked(number: int, form: Form | None = None) -> Item:
    """An item about one of the pictures."""
    return Item(
        id=f"set/{number}/caption",
        collection="set",
        origin=Origin(kind="imported", by="coco"),
        form=form or ShortText(),
        question="What is there to see?",
        pictures=(f"set/{number}",),
        cluster=f"set/{number}",
    )


def case(number: int, said: str | State, *right: str, form: Form | None = None) -> Case:
    """What was said of a picture, beside its references."""
    item = asked(number, form)
    given = {"state": said} if isinstance(said, State) else {"state": State.GIVEN, "value": said, "raw": said}
    answer = Answer.model_validate({"id": "a", "item": item.id, "respondent": "r", **given})
    return Case(item, Gold(item=item.id, accepted=right or ("a reference",), rule="imported"), answer)


class Plainly:
    """Cosines by transformers alone, one text and one picture at a time."""

    def __init__(self, folder: Path) -> None:
        transformers = library("transformers")
        self._model: Any = transformers.CLIPModel.from_pretrained(folder).eval()
        self._processor: Any = transformers.CLIPProcessor.from_pretrained(folder, backend="pil")

    def cosine(self, text: str, picture: int) -> float:
        """Of a text and a picture."""
        found = self._both(text, picture)
        return float(found.text_embeds[0] @ found.image_embeds[0])

    def texts(self, one: str, other: str) -> float:
        """Of two texts."""
        return float(self._both(one, 0).text_embeds[0] @ self._both(other, 0).text_embeds[0])

    def _both(self, text: str, picture: int) -> Any:
        inputs = self._processor(text=[text], images=[noise(picture)], return_tensors="pt", truncation=True)
        with library("torch").inference_mode():
            return self._model(**inputs)
