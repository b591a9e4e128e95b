"""BERTScore: for each word of one text, how near is the nearest word of the other, in the eyes of an encoder?

Zhang et al., BERTScore: Evaluating Text Generation with BERT (2020); as SciVQA scores (Borisova et al., 2025):
English, F1, neither rescaled nor weighted by how rare words are. It is what the package bert-score computes; that asks
for a space before each text that RoBERTa reads, and gets it from transformers 4, but no longer from transformers 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from optotype import weights
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.metrics import A_MODEL, Case, Mark, TextMetric, best, gold_texts, said_text
from optotype.records import State
from optotype.weights import Weights, library

if TYPE_CHECKING:
    from optotype.bench import Bench

LAYERS = {
    "bert-base-multilingual-cased": 9,
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "deberta-large-mnli": 18,
    "deberta-xlarge-mnli": 40,
    "distilbert-base-uncased": 5,
    "distilroberta-base": 5,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "scibert_scivocab_uncased": 8,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
}
"""The layer whose vectors agree best with people, as the authors found it for each encoder."""

_TOGETHER = 32
"""Pairs of texts that are encoded together."""
_KEPT = 50_000
"""Tokens whose vectors are remembered; of the largest encoders each takes four kilobytes."""
_LETTERS = 50
"""More than a token ever has."""
_LONGEST = 512
"""Tokens of a text that are looked at, where an encoder sets no limit."""


@dataclass(frozen=True)
class Bertscore(TextMetric):
    """F1 of how near each word of the reply is to gold, and each word of gold to the reply."""

    title = "BERTScore"
    needs = A_MODEL
    parts = ("precision", "recall")

    model: str = "roberta-large"
    """The encoder: its folder, or its name on the hub."""
    layer: int | None = None
    """The layer whose vectors are compared; known for the usual encoders."""

    @cached_property
    def signature(self) -> str:
        """Names the encoder, a folder by its name and the digest of its weights, and the layer."""
        return f"{self.name}(model={self._called},layer={self._layer})/{self.version}"

    def prepare(self, bench: Bench) -> None:
        """Loads the encoder, before anybody is asked.

        Raises:
            OptotypeError: it is not there, or cannot be loaded.
        """
        _ = self._encoder

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; each distinct text is encoded once.

        Raises:
            OptotypeError: the encoder is not there, or cannot be loaded.
        """
        heard = [place for place, case in enumerate(cases) if case.answer.state is not State.FAILED]
        pairs = [(place, right, said_text(cases[place])) for place in heard for right in gold_texts(cases[place])]
        found: dict[int, list[Mark]] = {}
        for (place, _, _), mark in zip(pairs, self._compare([pair[1:] for pair in pairs]), strict=True):
            found.setdefault(place, []).append(mark)
        never = Mark(None, "never heard")
        return [best(found[place]) if place in found else never for place in range(len(cases))]

    def mark(self, case: Case) -> Mark:
        """Judges one answer."""
        return self.marks([case])[0]

    def compare(self, right: str, said: str) -> Mark:
        """F1, precision and recall of two texts."""
        return self._compare([(right, said)])[0]

    def _compare(self, pairs: Sequence[tuple[str, str]]) -> list[Mark]:
        marks: dict[int, Mark] = {}
        # those of like length together: less is padded
        order = sorted(range(len(pairs)), key=lambda place: (max(map(len, pairs[place])), place))
        for some in batches(order, _TOGETHER):
            texts = self._encoder.read(text for place in some for text in pairs[place])
            for place in some:
                right, said = (texts[text] for text in pairs[place])
                marks[place] = self._nearness(right, said)
        return [marks[place] for place in range(len(pairs))]

    def _nearness(self, right: _Text | None, said: _Text | None) -> Mark:
        if right is None or said is None:
            return self.plain(0.0, "gold has no words" if right is None else "the reply has no words")
        near = said.vectors @ right.vectors.T  # (words said, words of gold)
        precision = float(near.amax(1)[said.counts].mean().clamp(0, 1))
        recall = float(near.amax(0)[right.counts].mean().clamp(0, 1))
        both = precision + recall
        return Mark(2 * precision * recall / both if both else 0.0, parts={"precision": precision, "recall": recall})

    # --- the encoder

    @cached_property
    def _called(self) -> str:
        return weights.called(self.model)

    @property
    def _layer(self) -> int | None:
        name = self._called.partition("@")[0].rpartition("/")[2]
        return LAYERS.get(name) if self.layer is None else self.layer

    @cached_property
    def _encoder(self) -> _Encoder:
        try:
            found = weights.find(self.model)
        except OptotypeError as error:
            raise OptotypeError(f"The metric 'bertscore' needs the encoder '{self.model}'. {error}") from error
        if self._layer is None:
            raise OptotypeError(
                f"The metric 'bertscore': which layer of '{self._called}' is meant? Set layer; it is known for: "
                f"{', '.join(LAYERS)}."
            )
        return _load(found, self._layer)


@dataclass(frozen=True)
class _Text:
    """A text as an encoder reads it."""

    vectors: Any
    """(tokens, width), each of length one."""
    counts: Any
    """(tokens): does it count? The marks of beginning and end are only there to be near to."""


class _Encoder:
    """Reads texts. Those that were read last are remembered."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._known: dict[str, _Text] = {}
        self._kept = 0
        transformers = library("transformers")
        names = ("RobertaTokenizer", "RobertaTokenizerFast", "GPT2Tokenizer", "GPT2TokenizerFast")
        kinds = tuple(kind for name in names if (kind := getattr(transformers, name, None)) is not None)
        self._space = " " if isinstance(tokenizer, kinds) else ""
        limit = tokenizer.model_max_length
        positions = getattr(model.config, "max_position_embeddings", None) or _LONGEST
        # a tokenizer that knows no limit gives a number beyond all measure
        self._longest = limit if limit <= 1_000_000 else min(_LONGEST, positions)

    def read(self, texts: Iterable[str]) -> dict[str, _Text | None]:
        """Vectors by text; None for one without words."""
        wanted = {text: self._plain(text) for text in texts}
        some = sorted(set(wanted.values()) - {""})
        found = {plain: self._known.pop(plain) for plain in some if plain in self._known}
        if unknown := [plain for plain in some if plain not in found]:
            fresh = self._encode(unknown)
            self._kept += sum(len(text.counts) for text in fresh.values())
            found |= fresh
        self._known |= found  # what was wanted last is forgotten last
        self._forget()
        worded = {plain: text for plain, text in found.items() if bool(text.counts.any())}
        return {text: worded.get(plain) for text, plain in wanted.items()}

    def _plain(self, text: str) -> str:
        """The part that is looked at; half a character, as a cut reply may end with, becomes a question mark."""
        return text.strip()[: self._longest * _LETTERS].encode("utf-8", "replace").decode()

    def _forget(self) -> None:
        for plain in list(islice(self._known, len(self._known))):
            if self._kept <= _KEPT:
                break
            self._kept -= len(self._known.pop(plain).counts)

    def _encode(self, texts: Sequence[str]) -> dict[str, _Text]:
        torch, tokenizer = library("torch"), self._tokenizer
        inputs = tokenizer(
            [self._space + text for text in texts],
            padding=True,
            truncation=True,
            max_length=self._longest,
            return_tensors="pt",
        )
        there = inputs["attention_mask"].bool()  # (texts, tokens)
        marks = torch.tensor([id for id in (tokenizer.cls_token_id, tokenizer.sep_token_id) if id is not None])
        counts = ~torch.isin(inputs["input_ids"], marks)
        with torch.inference_mode():
            read = self._model(**inputs.to(self._model.device)).last_hidden_state.cpu()  # (texts, tokens, width)
        read = read / read.norm(dim=-1, keepdim=True)
        return {
            text: _Text(vectors[mask], count[mask])
            for text, vectors, count, mask in zip(texts, read, counts, there, strict=True)
        }


@lru_cache(maxsize=2)
def _load(found: Weights, layer: int) -> _Encoder:
    """Loads the first layers of an encoder."""
    folder, who = str(found.folder), "The metric 'bertscore'"
    with weights.loading(found, who) as transformers:
        config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=False)
        layers: int = config.num_hidden_layers
        if not 0 <= layer <= layers:
            raise OptotypeError(f"{who}: layer {layer} of {found.name}, which has {layers}.")
        config.num_hidden_layers = layer  # those above it are not needed
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        model, facts = transformers.AutoModel.from_pretrained(
            folder, config=config, dtype=library("torch").float32, output_loading_info=True
        )
    tokenizer.padding_side = "right"
    return _Encoder(weights.ready(model, facts, found, who, spare="pooler."), tokenizer)
