"""`hf/PATH`: a T5 that was trained on FACTUAL, or anything else that turns one text into another, through transformers.

PATH is a folder, or a name on the hub such as `lizhuang144/flan-t5-base-VG-factual-sg`. The model is asked as the
package FactualSceneGraph asks it, and takes the likeliest word each time unless more beams are set. What it writes is
read as far as it can be.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any

from pydantic import Field

from optotype import weights
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.parsers import Parser
from optotype.parsers._linear import read
from optotype.scenegraph.graph import SceneGraph
from optotype.weights import Weights, library

_LETTERS = 50
"""More than a token ever has."""


@dataclass(frozen=True)
class Hf(Parser):
    """A model that writes graphs."""

    path: str
    """Its folder, or its name on the hub."""
    prefix: str = "Generate Scene Graph:"
    """What is put before each caption."""
    beams: Annotated[int, Field(ge=1)] = 1
    """How many graphs are followed at once, to take the likeliest as a whole."""
    tokens_in: Annotated[int, Field(ge=1)] = 64
    """How much of prefix and caption is read; the rest is cut off."""
    tokens_out: Annotated[int, Field(ge=1)] = 128
    """How long a graph may be."""
    batch_size: Annotated[int, Field(ge=1)] = 32
    """Captions that are parsed together."""

    @property
    def called(self) -> str:
        """The model by its name and the beginning of its digest, and settings that are not the usual ones."""
        signed = [one for one in dataclasses.fields(self) if one.name not in ("path", "batch_size")]
        other = [f"{one.name}={value}" for one in signed if (value := getattr(self, one.name)) != one.default]
        return f"hf/{weights.called(self.path)}" + (f"({','.join(other)})" if other else "")

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of each caption; nothing, for one without words."""
        texts = [self._readable(caption) for caption in captions]
        graphs = {"": SceneGraph()}
        # those of like length together: less is padded
        wanted = sorted(set(texts) - {""}, key=lambda text: (len(text), text))
        for some in batches(wanted, self.batch_size):
            graphs |= dict(zip(some, self._parse(some), strict=True))
        return [graphs[text] for text in texts]

    def _readable(self, caption: str) -> str:
        """The part that is looked at, in one line; half a character becomes a question mark."""
        text = " ".join(caption[: self.tokens_in * _LETTERS].encode("utf-8", "replace").decode().split())
        return text if any(map(str.isalnum, text)) else ""

    def _parse(self, texts: Sequence[str]) -> list[SceneGraph]:
        model, tokenizer = self._model
        inputs = tokenizer(
            [f"{self.prefix} {text}".strip() for text in texts],
            padding=True,
            truncation=True,
            max_length=self.tokens_in,
            return_tensors="pt",
        )
        inputs.pop("token_type_ids", None)
        with library("torch").inference_mode():
            rows: list[list[int]] = model.generate(
                **inputs.to(model.device), max_new_tokens=self.tokens_out, num_beams=self.beams, do_sample=False
            ).tolist()
        ends = model.generation_config.eos_token_id
        return [read(tokenizer.decode(row, skip_special_tokens=True), cut=ends not in row) for row in rows]

    @cached_property
    def _model(self) -> tuple[Any, Any]:
        try:
            found = weights.find(self.path)
        except OptotypeError as error:
            raise OptotypeError(f"The parser 'hf' needs the model '{self.path}'. {error}") from error
        return _load(found)


@lru_cache(maxsize=1)
def _load(found: Weights) -> tuple[Any, Any]:
    """The model with its tokenizer."""
    folder, who = str(found.folder), "The parser 'hf'"
    with weights.loading(found, who) as transformers:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        model, facts = transformers.AutoModelForSeq2SeqLM.from_pretrained(
            folder, dtype=library("torch").float32, trust_remote_code=False, output_loading_info=True
        )
        own = model.generation_config
        end = next((id for id in (own.eos_token_id, tokenizer.eos_token_id) if isinstance(id, int)), None)
        # how long, how many beams and so on are settings of ours; what else came with the model is not asked for
        model.generation_config = transformers.GenerationConfig(
            decoder_start_token_id=own.decoder_start_token_id, eos_token_id=end, pad_token_id=tokenizer.pad_token_id
        )
    tokenizer.padding_side = "right"
    return weights.ready(model, facts, found, who), tokenizer
