"""A model in memory, through transformers: loaded, and asked in batches. `hf.py` is the respondent over it.

Of the types of torch and transformers nothing is known here: they are looked at when the model is, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from optotype.asking import Message, Sight
from optotype.errors import OptotypeError
from optotype.respondents import Failure, Lasting, Reply
from optotype.respondents._manner import Conversation, Manner, manner_of
from optotype.weights import Weights, chosen_device, complaint, library, quiet

if TYPE_CHECKING:
    from PIL.Image import Image

_KINDS = ("ImageTextToText", "CausalLM")
"""Models that write, those that see first."""

_TOKENS = (
    "bos_token_id",
    "decoder_start_token_id",
    "forced_bos_token_id",
    "forced_eos_token_id",
    "suppress_tokens",
    "begin_suppress_tokens",
)
"""What is kept of the generation settings that come with a model: those without which it cannot write."""


@dataclass(frozen=True)
class Prompt:
    """A question in the model's own form."""

    place: int
    """Where its reply belongs."""
    text: str
    sights: tuple[Sight, ...] = ()
    labels: tuple[str, ...] = ()
    """What gets a score; nothing, if a reply is to be written."""
    key: bytes = b""
    """What its chance follows from."""
    images: Sequence[Image] = ()
    """Its pictures, once they were looked at."""

    @property
    def kind(self) -> tuple[bool, int]:
        """Only prompts of one kind go together: not every processor takes more pictures here than there."""
        return bool(self.labels), len(self.sights)

    @property
    def length(self) -> float:
        """About how many tokens: four letters make one, and so do 28 by 28 pixels."""
        return len(self.text) / 4 + sum(sight.width * sight.height for sight in self.sights) / 784


@dataclass(frozen=True)
class Writing:
    """How replies are written."""

    max_tokens: int = 512
    temperature: float = 0.0
    top_p: float = 1.0


@dataclass(frozen=True)
class LocalModel:
    """A model in memory, with all that puts questions into its own form."""

    name: str
    model: Any
    processor: Any
    """Takes texts and pictures; the tokenizer itself, for a model that takes texts alone."""
    tokenizer: Any
    sees: bool
    """Does it take pictures?"""
    template: str
    manner: Manner
    ends: frozenset[int]
    """Tokens that end a reply."""

    # --- a question in the model's own form

    def prompt(self, messages: Sequence[Message]) -> tuple[str, tuple[Sight, ...]]:
        """The conversation as the model's template writes it, and its pictures in order.

        Raises:
            Lasting: it cannot be put to this model.
        """
        sights = tuple(part for message in messages for part in message.parts if isinstance(part, Sight))
        texts = [part for message in messages for part in message.parts if isinstance(part, str)]
        if sights and not self.sees:
            raise Lasting(f"{self.name} takes no pictures")
        if sights and not self.manner.places_pictures:
            raise Lasting(f"the chat template of {self.name} has no place for pictures")
        for mark in self._marks:
            if any(mark in text for text in texts):
                raise Lasting(f"the text holds '{mark}', which {self.name} would take for a picture or a film")
        try:
            return _render(self.processor, self.template, self.manner.conversation(messages)), sights
        except Exception as error:  # a template may raise anything
            raise Lasting(f"the chat template of {self.name} fails: {complaint(error)}") from error

    @cached_property
    def _marks(self) -> list[str]:
        """What stands for pictures and films in a text."""
        kinds = ("image", "boi", "video", "audio") if self.sees else ()
        return [mark for kind in kinds if (mark := _mark(self.processor, kind)) is not None]

    # --- an answer

    def answer(self, prompts: Sequence[Prompt], writing: Writing) -> list[Reply | Failure]:
        """Answers prompts of one kind together.

        Raises:
            Lasting: one of them is too long.
        """
        inputs = self._inputs(prompts)
        lengths: list[int] = inputs["attention_mask"].sum(1).tolist()
        if self._longest is not None and max(lengths) > self._longest:
            raise Lasting(f"{max(lengths):,} tokens are more than the {self._longest:,} that {self.name} takes")
        with library("torch").inference_mode():
            if prompts[0].labels:
                return self._score(inputs, prompts, lengths)
            chance = [_Chance(writing, [prompt.key for prompt in prompts])] if writing.temperature else []
            written = self.model.generate(
                **inputs, max_new_tokens=writing.max_tokens, do_sample=False, logits_processor=chance
            )
        rows: list[list[int]] = self._new(written, inputs["input_ids"]).tolist()
        return [self._reply(row, length) for row, length in zip(rows, lengths, strict=True)]

    def _inputs(self, prompts: Sequence[Prompt]) -> Any:
        texts, images = [prompt.text for prompt in prompts], [list(prompt.images) for prompt in prompts]
        first = self.tokenizer.bos_token
        # a processor puts the mark of the beginning before a text, unless the template did; a tokenizer leaves it to it
        begun = not self.sees or (first is not None and texts[0].startswith(first))
        more: dict[str, Any] = {"add_special_tokens": False} if begun else {}
        if images[0]:
            more["images"] = images
        found = self.processor(text=texts, padding=True, return_tensors="pt", **more)
        if self.sees:
            return found.to(self.model.device, dtype=self.model.dtype)
        found.pop("token_type_ids", None)
        return found.to(self.model.device)

    @cached_property
    def _longest(self) -> int | None:
        """How many tokens the model takes, where it says so."""
        found = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return found if isinstance(found, int) and found > 0 else None

    def _new(self, written: Any, asked: Any) -> Any:
        """What was written; what was asked is cut off where a model repeats it."""
        width: int = asked.shape[1]
        repeats = written.shape[1] >= width and bool((written[:, :width] == asked).all())
        return written[:, width:] if repeats else written  # (batch, new)

    def _reply(self, tokens: list[int], asked: int) -> Reply:
        end = next((place for place, token in enumerate(tokens) if token in self.ends), None)
        return Reply(
            text=str(self.tokenizer.decode(tokens[:end], skip_special_tokens=True)),
            tokens_in=asked,
            tokens_out=len(tokens) if end is None else end + 1,
            ended="length" if end is None else "stop",
        )

    def _score(self, inputs: Any, prompts: Sequence[Prompt], lengths: Sequence[int]) -> list[Reply | Failure]:
        """How likely each label is to come next, as a logarithm; the likeliest is the reply."""
        next_one = self.model.generate(
            **inputs, max_new_tokens=1, do_sample=False, output_logits=True, return_dict_in_generate=True
        )
        logs = next_one.logits[0].float().log_softmax(-1)  # (batch, vocabulary)
        return [
            self._likeliest(row, prompt, length) for row, prompt, length in zip(logs, prompts, lengths, strict=True)
        ]

    def _likeliest(self, row: Any, prompt: Prompt, asked: int) -> Reply | Failure:
        tokens = {label: self._tokens(label) for label in prompt.labels}
        for label, found in tokens.items():
            if not found:
                return Lasting(f"the label '{label}' is more than one token to {self.name}, so it gets no score")
        scores = {label: float(row[found].logsumexp(0)) for label, found in tokens.items()}
        best = max(scores, key=lambda label: scores[label])
        return Reply(best, tokens_in=asked, tokens_out=1, ended="scored", scores=scores)

    def _tokens(self, label: str) -> list[int]:
        """The tokens that say a label, with or without a space before it."""
        ways: list[list[int]] = [self.tokenizer.encode(text, add_special_tokens=False) for text in (label, f" {label}")]
        return sorted({way[0] for way in ways if len(way) == 1})

    def free(self) -> None:
        """Gives back the memory that nothing needs any more."""
        if self.model.device.type == "cuda":
            library("torch").cuda.empty_cache()


class _Chance:
    """Draws the next token, for each prompt by a chance of its own.

    To the logarithms of the probabilities it adds Gumbel's noise; the largest sum then falls on each token as often as
    its probability says. So what is drawn for a prompt does not depend on those it shares a batch with.
    """

    def __init__(self, writing: Writing, keys: Sequence[bytes]) -> None:
        self._writing = writing
        self._torch = library("torch")
        seeds = [int.from_bytes(blake2b(key, digest_size=7).digest()) for key in keys]
        self._generators = [self._torch.Generator().manual_seed(seed) for seed in seeds]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        torch = self._torch
        logs = (scores.float() / self._writing.temperature).log_softmax(-1)  # (batch, vocabulary)
        if self._writing.top_p < 1:
            ordered, places = logs.sort(descending=True, stable=True)
            likelier = ordered.exp().cumsum(-1) - ordered.exp()
            left_out = likelier >= self._writing.top_p
            logs = logs.masked_fill(left_out.scatter(1, places, left_out), -torch.inf)
        waits = [torch.empty(logs.shape[1]).exponential_(generator=generator) for generator in self._generators]
        return logs - torch.stack(waits).clamp_min(1e-30).log().to(logs.device)


# --- loading


def load(weights: Weights, *, dtype: str, device: str, template: str | None, trust: bool) -> LocalModel:
    """Loads a model into memory.

    Raises:
        OptotypeError: it cannot be loaded.
    """
    transformers = library("transformers")
    name, folder = weights.name, str(weights.folder)
    try:
        with quiet(transformers):
            config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=trust)
            kind = _kind(transformers, config, trust)
            if kind is None:
                raise OptotypeError(f"{name} is of the kind '{config.model_type}', which does not answer in words.")
            processor = _processor(transformers, folder, config, kind, trust)
            loader = getattr(transformers, f"AutoModelFor{kind}")
            model, facts = loader.from_pretrained(
                folder, dtype=dtype, trust_remote_code=trust, output_loading_info=True
            )
            model = model.eval().to(chosen_device(device))
    except OptotypeError:
        raise
    except Exception as error:  # whatever a folder of strange files raises
        if "trust_remote_code" in str(error):
            raise OptotypeError(
                f"{name} brings code of its own, which is not run unless you say so. Read the .py files in its folder; "
                "if you trust them, set trust_remote_code=true."
            ) from error
        raise OptotypeError(f"{name} cannot be loaded: {complaint(error)}") from error
    if missing := sorted(facts["missing_keys"]):
        # transformers would go on with random numbers in their place
        raise OptotypeError(f"{name}: {len(missing)} of its weights are not in its files, such as '{missing[0]}'.")
    return _ready(name, model, processor, template)


def _ready(name: str, model: Any, processor: Any, template: str | None) -> LocalModel:
    transformers = library("transformers")
    tokenizer = getattr(processor, "tokenizer", processor)
    tokenizer.padding_side = "left"  # what is asked must end where the reply begins
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    own = model.generation_config
    ends = _ends(own.eos_token_id) | _ends(tokenizer.eos_token_id)
    kept = {setting: getattr(own, setting, None) for setting in _TOKENS}
    model.generation_config = transformers.GenerationConfig(
        **kept, eos_token_id=sorted(ends) or None, pad_token_id=tokenizer.pad_token_id
    )
    template = template or _default(getattr(processor, "chat_template", None)) or _default(tokenizer.chat_template)
    if template is None:
        raise OptotypeError(
            f"{name} has no chat template, so nobody knows how it wants to be asked. If it was trained on "
            "conversations, write the template into a file and set chat_template=FILE; if not, it does not answer."
        )
    sees = getattr(processor, "image_processor", None) is not None
    manner = manner_of(
        lambda conversation: _render(processor, template, conversation), _mark(processor, "image"), sees=sees
    )
    if manner is None:
        raise OptotypeError(f"The chat template of {name} does not give back what is said to it; set chat_template.")
    return LocalModel(name, model, processor, tokenizer, sees, template, manner, frozenset(ends))


def _kind(transformers: Any, config: Any, trust: bool) -> str | None:
    """Which of the kinds a model is; one that sees is never taken for one that does not."""
    own: dict[str, str] = (getattr(config, "auto_map", None) or {}) if trust else {}
    mappings = {"ImageTextToText": "MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING", "CausalLM": "MODEL_FOR_CAUSAL_LM_MAPPING"}
    for kind in _KINDS:
        if f"AutoModelFor{kind}" in own or type(config) in getattr(transformers, mappings[kind]):
            return kind
    return None


def _processor(transformers: Any, folder: str, config: Any, kind: str, trust: bool) -> Any:
    """What takes texts and pictures, or texts alone."""
    own: dict[str, str] = (getattr(config, "auto_map", None) or {}) if trust else {}
    if kind == "CausalLM" and "AutoProcessor" not in own:
        return transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=trust)
    try:
        return transformers.AutoProcessor.from_pretrained(folder, trust_remote_code=trust)
    except ImportError as error:
        if "torchvision" not in str(error).lower() or type(config) not in transformers.PROCESSOR_MAPPING:
            raise
        return _without_films(transformers.PROCESSOR_MAPPING[type(config)]).from_pretrained(folder)


def _without_films(processor: Any) -> Any:
    """A kind of processor that leaves out its part for films: that part alone needs torchvision."""

    def attributes(_: type) -> list[str]:
        return [name for name in processor.get_attributes() if "video" not in name]

    return type(processor.__name__, (processor,), {"get_attributes": classmethod(attributes)})


def _render(processor: Any, template: str, conversation: Conversation) -> str:
    return str(
        processor.apply_chat_template(conversation, chat_template=template, add_generation_prompt=True, tokenize=False)
    )


def _mark(processor: Any, kind: str) -> str | None:
    mark = getattr(processor, f"{kind}_token", None)
    return mark if isinstance(mark, str) and mark else None


def _default(template: object) -> str | None:
    """The template, or the one of several that is meant unless another is asked for."""
    if isinstance(template, dict):
        template = template.get("default")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return template if isinstance(template, str) and template else None


def _ends(ids: object) -> set[int]:
    found = ids if isinstance(ids, list) else [ids]  # pyright: ignore[reportUnknownVariableType]
    return {id for id in found if isinstance(id, int)}  # pyright: ignore[reportUnknownVariableType]


def out_of_memory(error: BaseException) -> bool:
    """Did memory not suffice?"""
    if isinstance(error, MemoryError | library("torch").OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(
        words in str(error) for words in ("out of memory", "can't allocate memory")
    )
