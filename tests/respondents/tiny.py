"""Tiny models with random weights, as folders that transformers can load: made in a moment, without a network.

A model of random weights says nothing sensible, but it says something else about other pictures and other words.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import library

IN_ORDER = (
    "{% for message in messages %}{{ message['role'] }}: "
    "{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}IMAGE{% else %}{{ part['text'] }}{% endif %}"
    "{% endfor %}{{ '\n' }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"
)
"""Pictures stay where they are."""

PICTURES_FIRST = (
    "{% for message in messages %}{{ message['role'] }}: "
    "{% for part in message['content'] if part['type'] == 'image' %}IMAGE{% endfor %}"
    "{% for part in message['content'] if part['type'] == 'text' %}{{ part['text'] }}{% endfor %}"
    "{{ '\n' }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"
)
"""All pictures are put before the words, as older templates do."""

NO_SYSTEM = (
    "{% for message in messages %}"
    "{% if message['role'] == 'system' %}{{ raise_exception('no system here') }}{% endif %}"
    "{{ message['role'] }}: {{ message['content'] }}{{ '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)
"""Texts alone, and no messages of the system."""

_MARKS = ["<pad>", "<s>", "</s>", "<image>", "<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"]
_SPLIT = ["<fake_token_around_image>", "<global-img>", *(f"<row_{row}_col_{col}>" for row in (1, 2) for col in (1, 2))]


_READER = {
    "hidden_size": 32,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "initializer_range": 0.3,
}

_EYE = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}


def tokenizer(**settings: Any) -> Any:
    """A tokenizer to which each byte is a token."""
    transformers, tokenizers = library("transformers"), library("tokenizers")
    letters = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    made = tokenizers.Tokenizer(
        tokenizers.models.BPE(vocab={letter: id for id, letter in enumerate(letters)}, merges=[])
    )
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = tokenizers.decoders.ByteLevel()
    made.add_special_tokens([tokenizers.AddedToken(mark, normalized=False) for mark in (*_MARKS, *_SPLIT)])
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", bos_token="<s>", eos_token="</s>", **settings
    )


def llava(folder: Path, *, seed: int = 0, template: str = IN_ORDER) -> Path:
    """LLaVA: every picture becomes sixteen tokens."""
    transformers, speech = library("transformers"), tokenizer()
    vision = transformers.CLIPVisionConfig(
        hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, image_size=16, patch_size=4
    )
    config = transformers.LlavaConfig(
        vision_config=vision, text_config=_llama_config(speech), image_token_id=_id(speech, "<image>")
    )
    processor = transformers.LlavaProcessor(
        transformers.CLIPImageProcessorPil(size={"shortest_edge": 16}, crop_size={"height": 16, "width": 16}),
        speech,
        patch_size=4,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=template.replace("IMAGE", "<image>"),
    )
    return _save(folder, seed, transformers.LlavaForConditionalGeneration, config, processor)


def idefics3(folder: Path, *, seed: int = 0) -> Path:
    """Idefics3, of which SmolVLM is made: pictures are cut up, the larger ones into more tokens."""
    transformers, speech = library("transformers"), tokenizer()
    vision = {
        "hidden_size": 16,
        "intermediate_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "image_size": 16,
        "patch_size": 4,
    }
    config = transformers.Idefics3Config(
        vision_config=vision,
        text_config=_llama_config(speech),
        image_token_id=_id(speech, "<image>"),
        scale_factor=2,
        pad_token_id=speech.pad_token_id,
    )
    processor = transformers.Idefics3Processor(
        transformers.Idefics3ImageProcessorPil(size={"longest_edge": 32}, max_image_size={"longest_edge": 16}),
        speech,
        image_seq_len=4,
        chat_template=IN_ORDER.replace("IMAGE", "<image>"),
    )
    return _save(folder, seed, transformers.Idefics3ForConditionalGeneration, config, processor)


def qwen2_vl(folder: Path, *, seed: int = 0) -> Path:
    """Qwen2-VL: pictures of every size; its processor has a part for films as well."""
    transformers, speech = library("transformers"), tokenizer()
    text = _llama_config(speech).to_dict()
    wanted = ("vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads")
    config = transformers.Qwen2VLConfig(
        text_config={name: text[name] for name in wanted}
        | {
            "num_key_value_heads": 2,
            "initializer_range": 0.3,
            "rope_parameters": {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 10000.0},
            "eos_token_id": speech.eos_token_id,
            "pad_token_id": speech.pad_token_id,
        },
        vision_config={
            "depth": 2,
            "embed_dim": 16,
            "hidden_size": 32,
            "num_heads": 2,
            "mlp_ratio": 2,
            "patch_size": 4,
            "initializer_range": 0.3,
        },
        image_token_id=_id(speech, "<|image_pad|>"),
        video_token_id=_id(speech, "<|video_pad|>"),
        vision_start_token_id=_id(speech, "<|vision_start|>"),
        vision_end_token_id=_id(speech, "<|vision_end|>"),
    )
    speech.chat_template = IN_ORDER.replace("IMAGE", "<|vision_start|><|image_pad|><|vision_end|>")
    _save(folder, seed, transformers.Qwen2VLForConditionalGeneration, config, speech)
    pictures = {
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2VLProcessor",
        "size": {"shortest_edge": 64, "longest_edge": 1024},
        "patch_size": 4,
        "merge_size": 2,
        "temporal_patch_size": 2,
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(pictures))
    return folder


def llama(folder: Path, *, seed: int = 0, template: str | None = NO_SYSTEM) -> Path:
    """Llama, which takes no pictures."""
    transformers, speech = library("transformers"), tokenizer()
    speech.chat_template = template
    return _save(folder, seed, transformers.LlamaForCausalLM, _llama_config(speech), speech)


def roberta(folder: Path, *, seed: int = 0, space: bool = False, layers: int = 4) -> Path:
    """RoBERTa: reads, and writes nothing. With `space`, its tokenizer puts a space before each text by itself."""
    transformers = library("transformers")
    letters = sorted(library("tokenizers").pre_tokenizers.ByteLevel.alphabet())
    pairs = [("Ġ", "t"), ("h", "e"), ("Ġt", "he"), ("Ġ", "a"), ("i", "n"), ("e", "r"), ("Ġ", "b"), ("Ġb", "l")]
    words = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *letters, *(one + other for one, other in pairs)]
    speech = transformers.RobertaTokenizer(
        vocab={word: id for id, word in enumerate(words)}, merges=pairs, model_max_length=64, add_prefix_space=space
    )
    config = transformers.RobertaConfig(
        **_READER | {"num_hidden_layers": layers},
        vocab_size=len(words),
        max_position_embeddings=66,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
    )
    return _save(folder, seed, transformers.RobertaModel, config, speech)


def bert(folder: Path, *, seed: int = 0) -> Path:
    """BERT, whose tokenizer knows words and letters."""
    transformers = library("transformers")
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,?%-"
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "the",
        "bar",
        "blue",
        *letters,
        *(f"##{one}" for one in letters),
    ]
    speech = transformers.BertTokenizer(vocab={word: id for id, word in enumerate(words)}, model_max_length=64)
    config = transformers.BertConfig(**_READER, vocab_size=len(words), max_position_embeddings=64)
    return _save(folder, seed, transformers.BertModel, config, speech)


def clip(folder: Path, *, seed: int = 0) -> Path:
    """CLIP: puts pictures and texts into one space of twelve dimensions; to its tokenizer each letter is a token."""
    transformers = library("transformers")
    letters = sorted(library("tokenizers").pre_tokenizers.ByteLevel.alphabet())
    words = [*letters, *(f"{letter}</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    speech = transformers.CLIPTokenizer(
        vocab={word: id for id, word in enumerate(words)}, merges=[], model_max_length=48
    )
    text = {
        "vocab_size": len(words),
        "max_position_embeddings": 48,
        "bos_token_id": speech.bos_token_id,
        "eos_token_id": speech.eos_token_id,
        "pad_token_id": speech.pad_token_id,
    }
    config = transformers.CLIPConfig(
        text_config=_EYE | text,
        vision_config=_EYE | {"image_size": 16, "patch_size": 4},
        projection_dim=12,
        initializer_factor=3.0,
    )
    pictures = transformers.CLIPImageProcessorPil(size={"shortest_edge": 16}, crop_size={"height": 16, "width": 16})
    processor = transformers.CLIPProcessor(pictures, speech)
    return _save(folder, seed, transformers.CLIPModel, config, processor)


def siglip(folder: Path, *, seed: int = 0) -> Path:
    """SigLIP, which looks at what texts are filled up with."""
    transformers, speech = library("transformers"), tokenizer(model_max_length=32)
    marks = {"bos_token_id": speech.bos_token_id, "eos_token_id": speech.eos_token_id, "pad_token_id": 0}
    text = {"vocab_size": len(speech), "max_position_embeddings": 32, "projection_size": 16} | marks
    config = transformers.SiglipConfig(
        text_config=_EYE | text, vision_config=_EYE | {"image_size": 16, "patch_size": 4}
    )
    pictures = transformers.SiglipImageProcessorPil(size={"height": 16, "width": 16})
    _save(folder, seed, transformers.SiglipModel, config, speech)
    pictures.save_pretrained(folder)
    return folder


def t5(folder: Path, *, seed: int = 0) -> Path:
    """T5: turns one text into another."""
    transformers, speech = library("transformers"), tokenizer()
    config = transformers.T5Config(
        vocab_size=len(speech),
        d_model=32,
        d_kv=8,
        d_ff=64,
        num_layers=2,
        num_heads=4,
        initializer_factor=5.0,
        decoder_start_token_id=speech.pad_token_id,
        eos_token_id=speech.eos_token_id,
        pad_token_id=speech.pad_token_id,
    )
    return _save(folder, seed, transformers.T5ForConditionalGeneration, config, speech)


def _llama_config(speech: Any) -> Any:
    return library("transformers").LlamaConfig(
        vocab_size=len(speech),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        initializer_range=0.3,  # far enough from nothing that other inputs give other outputs
        bos_token_id=speech.bos_token_id,
        eos_token_id=speech.eos_token_id,
        pad_token_id=speech.pad_token_id,
    )


def _id(speech: Any, mark: str) -> int:
    return int(speech.convert_tokens_to_ids(mark))


def _save(folder: Path, seed: int, model: Any, config: Any, processor: Any) -> Path:
    torch, logging = library("torch"), library("transformers").utils.logging
    logging.disable_progress_bar()
    torch.set_num_threads(1)  # so little work is not worth sharing
    torch.manual_seed(seed)
    model(config).save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
