"""CLIP: a model to which pictures and texts are vectors of one kind, loaded through the extra `hf`.

Radford et al., Learning Transferable Visual Models From Natural Language Supervision (2021). Any model of transformers
that gives features of texts and of pictures will do. Texts that are longer than the model reads (77 tokens, most often)
are cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from optotype import weights
from optotype.batches import batches
from optotype.embedding import Embedding
from optotype.errors import BadPicture, OptotypeError
from optotype.weights import Weights, library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

Vector: TypeAlias = "NDArray[np.float32]"

MODEL = "openai/clip-vit-base-patch32"
"""The CLIP that CLIPScore was published with."""

_TEXTS, _PICTURES = 64, 16
"""How many are encoded together."""
_KEPT = 20_000
"""Vectors that are remembered, of texts and of pictures; each takes two kilobytes."""
_LONGEST = 77
"""Tokens of a text that are looked at, where a model sets no limit."""


class Clip:
    """Encodes texts and pictures. Those that were wanted last are remembered."""

    def __init__(self, model: Any, tokenizer: Any, processor: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self.processor = processor
        positions = getattr(model.config.get_text_config(), "max_position_embeddings", None) or _LONGEST
        self.longest: int = min(tokenizer.model_max_length, positions)
        """Tokens of a text that are read."""
        # SigLIP has learned from texts that are filled up to the end, and looks at what they are filled with
        self._filled = str(model.config.model_type).startswith("siglip")
        self.width: int = self.encode(["a"]).shape[1]
        """How many numbers a vector has."""
        self._texts = Embedding(lambda: self, width=self.width, kept=_KEPT)
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
            with torch.inference_mode():
                found = self.text_features([texts[place] for place in some])
            rows |= dict(zip(some, found.float().cpu().numpy(), strict=True))
        return np.stack([rows[place] for place in range(len(texts))])  # (texts, width)

    def text_features(self, texts: Sequence[str]) -> Any:
        """What the model makes of texts: a tensor (texts, width), through which it can learn."""
        inputs = self.tokenizer(
            list(texts),
            padding="max_length" if self._filled else True,
            truncation=True,
            max_length=self.longest,
            return_tensors="pt",
        )
        inputs.pop("token_type_ids", None)
        if self._filled:
            inputs.pop("attention_mask", None)
        return _features(self.model.get_text_features(**inputs.to(self.model.device)))

    def picture_features(self, images: Sequence[Image]) -> Any:
        """What the model makes of pictures: a tensor (pictures, width), through which it can learn."""
        pixels = self.processor(images=list(images), return_tensors="pt")["pixel_values"]  # (batch, 3, height, width)
        return _features(self.model.get_image_features(pixel_values=pixels.to(self.model.device)))

    def pictures(self, paths: Mapping[str, Path]) -> dict[str, Vector | str]:
        """By the hash of a file, the vector of the picture in it, of length one; or why there is none."""
        found: dict[str, Vector | str] = {file: self._known.pop(file) for file in paths if file in self._known}
        for some in batches((file for file in paths if file not in found), _PICTURES):
            looked = {file: _decoded(paths[file]) for file in some}
            found |= {file: image for file, image in looked.items() if isinstance(image, str)}
            seen = {file: image for file, image in looked.items() if not isinstance(image, str)}
            found |= dict(zip(seen, self.look(list(seen.values())), strict=True))
        self._known |= {file: vector for file, vector in found.items() if not isinstance(vector, str)}
        for file in list(islice(self._known, max(0, len(self._known) - _KEPT))):
            del self._known[file]
        return found

    def look(self, images: Sequence[Image]) -> Vector:
        """A vector of length one for each picture, in order; a picture has red, green and blue."""
        import numpy as np

        out = np.empty((len(images), self.width), dtype=np.float32)  # (pictures, width)
        for places in batches(range(len(images)), _PICTURES):
            out[places] = self._encode_pictures([images[place] for place in places])
        return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)

    def _encode_pictures(self, images: Sequence[Image]) -> Vector:
        with library("torch").inference_mode():
            return self.picture_features(images).float().cpu().numpy()

    def save(self, folder: Path) -> None:
        """Writes it as a folder from which it can be loaded again."""
        folder.mkdir(parents=True, exist_ok=True)
        for part in (self.model, self.tokenizer, self.processor):
            part.save_pretrained(folder)


def _features(found: Any) -> Any:
    # older releases give the features themselves
    return getattr(found, "pooler_output", found)  # (batch, width)


def _decoded(path: Path) -> Any:
    """The picture as a person sees it; or why there is none."""
    from optotype.pictures import decode, flatten

    try:
        return flatten(decode(path.read_bytes()))
    except (OSError, BadPicture, MemoryError) as error:
        return f"its picture cannot be read: {error}"


def read(found: Weights, who: str) -> Clip:
    """Loads a CLIP for somebody, who may change it.

    Raises:
        OptotypeError: it cannot be loaded, or compares no pictures with texts.
    """
    folder = str(found.folder)
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


load = lru_cache(maxsize=1)(read)
"""Loads a CLIP, or gives the one that was loaded last."""
