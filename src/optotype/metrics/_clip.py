"""What metrics share that look at the picture: a CLIP, to which pictures and texts are vectors of one kind.

Radford et al., Learning Transferable Visual Models From Natural Language Supervision (2021). Any model of transformers
that gives features of texts and of pictures will do. Each text and each picture is encoded once, some together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from optotype import weights
from optotype.batches import batches
from optotype.embedding import Embedding
from optotype.errors import BadPicture, OptotypeError
from optotype.metrics import A_MODEL, Case, Mark, Metric, gold_texts, said_text
from optotype.records import Item, Picture, State, Value
from optotype.weights import Weights, library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.bench import Bench

Vector: TypeAlias = "NDArray[np.float32]"

MODEL = "openai/clip-vit-base-patch32"
"""The CLIP that CLIPScore was published with."""
PREFIX = "A photo depicts"
"""What CLIPScore puts before each text."""

_TEXTS, _PICTURES = 64, 16
"""How many are encoded together."""
_KEPT = 20_000
"""Vectors that are remembered, of texts and of pictures; each takes two kilobytes."""
_LONGEST = 77
"""Tokens of a text that are looked at, where a model sets no limit."""
_DIGITS = 6
"""The next ones depend on what was encoded together."""


@dataclass(frozen=True)
class PictureMetric(Metric):
    """Judges what is said of a picture by looking at it; so it needs a bench, where pictures are."""

    needs = A_MODEL

    model: str = MODEL
    """The CLIP: its folder, or its name on the hub."""
    prefix: str = PREFIX
    """What is put before each text."""

    def fits(self, item: Item) -> bool:
        """It judges what is said of one picture, not of several."""
        return super().fits(item) and len(item.pictures) == 1

    def prepare(self, bench: Bench) -> None:
        """Loads the CLIP, before anybody is asked.

        Raises:
            OptotypeError: it is not there, or cannot be loaded.
        """
        super().prepare(bench)
        self._benches[:] = [bench]
        _ = self._clip

    def _signed(self) -> dict[str, object]:
        return super()._signed() | {"model": self._called}

    @cached_property
    def _called(self) -> str:
        return weights.called(self.model)

    @cached_property
    def _benches(self) -> list[Bench]:
        """Where pictures are: the bench that it was prepared for last."""
        return []

    @cached_property
    def _clip(self) -> Clip:
        try:
            found = weights.find(self.model)
        except OptotypeError as error:
            raise OptotypeError(f"The metric '{self.name}' needs the CLIP '{self.model}'. {error}") from error
        return _load(found)

    def _vectors(self, texts: Sequence[str]) -> Vector:
        """A vector of length one for each text, the prefix put before it."""
        return self._clip.texts([f"{self.prefix} {text}".strip() for text in texts])

    def _look(self, items: Sequence[Item]) -> list[Vector | str]:
        """A vector of length one for the picture of each item; or why there is none.

        Raises:
            OptotypeError: there is no bench to look for pictures in.
        """
        if not self._benches:
            raise OptotypeError(
                f"The metric '{self.name}' looks at pictures, and pictures are in a bench: import them with the data, "
                "then use 'optotype eval' or 'optotype correlate'."
            )
        (bench,) = self._benches
        wanted = {id for item in items for id in item.pictures[:1]}
        files: dict[str, str] = {}
        paths: dict[str, Path] = {}
        for id, picture in bench.store.get_all(Picture, wanted).items():
            if picture.file is not None and (path := bench.path(picture)) is not None:
                files[id] = picture.file
                paths[picture.file] = path
        seen = self._clip.pictures(paths)
        return [
            "it is about no picture"
            if not item.pictures
            else seen[files[item.pictures[0]]]
            if item.pictures[0] in files
            else "its picture is missing"
            for item in items
        ]


@dataclass(frozen=True)
class CaptionMetric(PictureMetric):
    """Judges a caption as it is written, by the cosines of vectors."""

    forms = frozenset({"short_text"})

    refers: ClassVar[bool] = False
    """Does it look at the references too?"""

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; texts and pictures are encoded together.

        Raises:
            OptotypeError: the CLIP cannot be loaded, or there is no bench.
        """
        said = [said_text(case).strip() for case in cases]
        heard = [place for place, case in enumerate(cases) if case.answer.state is not State.FAILED and said[place]]
        pictures = dict(zip(heard, self._look([cases[place].item for place in heard]), strict=True))
        right = {place: gold_texts(cases[place]) if self.refers else () for place in heard}
        texts = list(dict.fromkeys(text for place in heard for text in (said[place], *right[place])))
        vectors = dict(zip(texts, self._vectors(texts), strict=True))
        marks: list[Mark] = []
        for place, case in enumerate(cases):
            picture = pictures.get(place)
            if case.answer.state is State.FAILED:
                marks.append(Mark(None, "never heard"))
            elif picture is None:
                marks.append(self.plain(0.0, "the reply has no words"))
            elif isinstance(picture, str):
                marks.append(Mark(None, picture))
            else:
                ours = vectors[said[place]]
                others = [cosine(ours, vectors[text]) for text in right[place]]
                marks.append(self.judge(cosine(ours, picture), others))
        return marks

    def mark(self, case: Case) -> Mark:
        """Judges one answer."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """It looks at pictures, not at values."""
        raise OptotypeError(f"The metric '{self.name}' judges captions of pictures; it cannot compare values.")

    @abstractmethod
    def judge(self, picture: float, references: Sequence[float]) -> Mark:
        """A mark for a caption, from its cosines to the picture and to each reference."""


def cosine(one: Vector, other: Vector) -> float:
    """How near two vectors of length one are, from -1 to 1."""
    import numpy as np

    return round(min(1.0, max(-1.0, float(np.dot(one.astype(np.float64), other.astype(np.float64))))), _DIGITS)


# --- the model


class Clip:
    """Encodes texts and pictures. Those that were wanted last are remembered."""

    def __init__(self, model: Any, tokenizer: Any, processor: Any) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._processor = processor
        positions = getattr(model.config.get_text_config(), "max_position_embeddings", None) or _LONGEST
        self._tokens = min(tokenizer.model_max_length, positions)
        # SigLIP has learned from texts that are filled up to the end, and looks at what they are filled with
        self._filled = str(model.config.model_type).startswith("siglip")
        self._texts = Embedding(lambda: self, width=self.encode(["a"]).shape[1], kept=_KEPT)
        self._known: dict[str, Vector] = {}

    def texts(self, texts: Sequence[str]) -> Vector:
        """A vector of length one for each text, in order."""
        return self._texts.vectors(texts)

    def encode(self, texts: list[str]) -> Vector:
        """A vector for each text, in order."""
        import numpy as np

        torch, order = library("torch"), sorted(range(len(texts)), key=lambda place: len(texts[place]))
        rows: dict[int, Vector] = {}
        for some in batches(order, _TEXTS):  # those of like length together: less is padded
            inputs = self._tokenizer(
                [texts[place] for place in some],
                padding="max_length" if self._filled else True,
                truncation=True,
                max_length=self._tokens,
                return_tensors="pt",
            )
            inputs.pop("token_type_ids", None)
            if self._filled:
                inputs.pop("attention_mask", None)
            with torch.inference_mode():
                found = _features(self._model.get_text_features(**inputs.to(self._model.device)))
            rows |= dict(zip(some, found, strict=True))
        return np.stack([rows[place] for place in range(len(texts))])  # (texts, width)

    def pictures(self, paths: Mapping[str, Path]) -> dict[str, Vector | str]:
        """By the hash of a file, the vector of the picture in it, of length one; or why there is none."""
        import numpy as np

        found: dict[str, Vector | str] = {file: self._known.pop(file) for file in paths if file in self._known}
        for some in batches((file for file in paths if file not in found), _PICTURES):
            looked = {file: _decoded(paths[file]) for file in some}
            found |= {file: image for file, image in looked.items() if isinstance(image, str)}
            seen = {file: image for file, image in looked.items() if not isinstance(image, str)}
            if seen:
                vectors = self._encode_pictures(list(seen.values()))
                vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
                found |= dict(zip(seen, vectors, strict=True))
        self._known |= {file: vector for file, vector in found.items() if not isinstance(vector, str)}
        for file in list(islice(self._known, max(0, len(self._known) - _KEPT))):
            del self._known[file]
        return found

    def _encode_pictures(self, images: Sequence[Any]) -> Vector:
        pixels = self._processor(images=list(images), return_tensors="pt")["pixel_values"]  # (batch, 3, height, width)
        with library("torch").inference_mode():
            return _features(self._model.get_image_features(pixel_values=pixels.to(self._model.device)))


def _features(found: Any) -> Vector:
    # older releases give the features themselves
    return getattr(found, "pooler_output", found).float().cpu().numpy()  # (batch, width)


def _decoded(path: Path) -> Any:
    """The picture as a person sees it; or why there is none."""
    from optotype.pictures import decode, flatten

    try:
        return flatten(decode(path.read_bytes()))
    except (OSError, BadPicture, MemoryError) as error:
        return f"its picture cannot be read: {error}"


@lru_cache(maxsize=1)
def _load(found: Weights) -> Clip:
    """Loads a CLIP."""
    folder, who = str(found.folder), "A metric that looks at pictures"
    with weights.loading(found, who) as transformers:
        model, facts = transformers.AutoModel.from_pretrained(
            folder, dtype=library("torch").float32, trust_remote_code=False, output_loading_info=True
        )
        if not (hasattr(model, "get_text_features") and hasattr(model, "get_image_features")):
            raise OptotypeError(
                f"{who}: {found.name} is of the kind '{model.config.model_type}', which does not compare pictures "
                "with texts. Name a CLIP."
            )
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        # Pillow resizes as the authors of CLIP did; torchvision is a little off, and not everywhere
        processor = transformers.AutoImageProcessor.from_pretrained(folder, backend="pil", trust_remote_code=False)
        tokenizer.padding_side = "right"
        return Clip(weights.ready(model, facts, found, who), tokenizer, processor)
