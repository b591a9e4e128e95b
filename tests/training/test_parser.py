from __future__ import annotations

import csv
import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import library

torch = library("torch")
safetensors = library("safetensors.torch")
pytestmark = pytest.mark.usefixtures("one_thread")

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors  # noqa: E402

from optotype.caption_parser import language  # noqa: E402
from optotype.caption_parser.encoding import Encoded, Vocabulary, encode, load_tokenizer  # noqa: E402
from optotype.errors import OptotypeError  # noqa: E402
from optotype.scenegraph import notation  # noqa: E402
from optotype.training import Told  # noqa: E402
from optotype.training._parser_data import examples, fold_of  # noqa: E402
from optotype.training._parser_decoding import write  # noqa: E402
from optotype.training._parser_loop import Training, encoder_folder, load, new_network  # noqa: E402
from optotype.training._parser_network import Network, apart, unlike  # noqa: E402
from optotype.training._parser_teaching import Teacher, held_probable  # noqa: E402
from optotype.training.parser import Parser  # noqa: E402
from optotype.word_pieces import WordPieces  # noqa: E402

TEN = [
    ("man on a bench", "( man , on , bench )"),
    ("two dogs sitting on grass .", "( 2 , dogs , sit , on , grass )"),
    ("white stove in a kitchen", "( stove , is , white ) , ( stove , in , kitchen )"),
    ("a car parked near a tree", "( car , p:park , near , tree )"),
    ("leg of the man", "( man , have , leg )"),
    ("the bench is red", "( bench , is , red )"),
    ("red car behind a white car", "( car , behind , car:1 ) , ( car , is , red ) , ( car:1 , is , white )"),
    ("this is a tree", "( tree )"),
    ("a group of men on grass", "( 1gr , men , on , grass )"),
    ("dogs in a kitchen", "( dogs , in , kitchen )"),
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tests only read them."""
    return ten(tmp_path_factory.mktemp("ten") / "data")


def ten(folder: Path) -> Path:
    """Ten captions, for training and for dev alike, as FACTUAL has them."""
    for name in ("mr/train_and_dev.csv", "random/train.csv", "random/dev.csv"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["image_id", "region_id", "caption", "scene_graph"])
            for number, (caption, meaning) in enumerate(TEN):
                graph = meaning if name.startswith("mr") else _graph(meaning)
                writer.writerow([number, number, caption, graph])
    return folder


def _graph(meaning: str) -> str:
    return notation.write(language.graph_of(notation.parse(meaning)))


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_bert(tmp_path_factory.mktemp("encoder"))


def small_bert(folder: Path) -> Path:
    """A tiny BERT with drawn weights that knows the words of the ten captions."""
    words = sorted({word for caption, _ in TEN for word in caption.split()})
    pieces = {piece: number for number, piece in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, [("[CLS]", 2), ("[SEP]", 3)])
    tokenizer.save(str(folder / "tokenizer.json"))
    width, inner = 32, 64
    config = {
        "vocab_size": len(pieces),
        "hidden_size": width,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": inner,
        "max_position_embeddings": 64,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    chance = torch.Generator().manual_seed(0)
    shapes = {
        "embeddings.word_embeddings": (len(pieces), width),
        "embeddings.position_embeddings": (64, width),
        "embeddings.token_type_embeddings": (2, width),
    }
    for layer in ("encoder.layer.0", "encoder.layer.1"):
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            shapes[f"{layer}.{part}"] = (width, width)
        shapes[f"{layer}.intermediate.dense"] = (inner, width)
        shapes[f"{layer}.output.dense"] = (width, inner)
    weights = {}
    for name, shape in shapes.items():
        weights[f"{name}.weight"] = torch.randn(shape, generator=chance) * 0.2
        weights[f"{name}.bias"] = torch.zeros(shape[0])
    norms = ["embeddings.LayerNorm"]
    norms += [f"encoder.layer.{n}.{part}.LayerNorm" for n in (0, 1) for part in ("attention.output", "output")]
    for name in norms:
        weights[f"{name}.weight"], weights[f"{name}.bias"] = torch.ones(width), torch.zeros(width)
    safetensors.save_file(weights, folder / "model.safetensors")
    return folder


def recipe(epochs: int) -> Parser:
    plain = Parser(joined=0.0, swapped=0.0, nested=0.0, dropout=0.0, mean=0.9, decoder=1)
    return replace(plain, epochs=epochs, batch=5, rate=3e-3, fresh=3e-3)


@pytest.fixture(scope="module")
def learnt(data: Path, encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Training, Path]:
    """A training that went through, and where it keeps its best; tests only look at them."""
    folder = tmp_path_factory.mktemp("learnt")
    training = Training(recipe(100), data, folder, encoder)
    assert training.set_match() < 0.5
    training.run(minutes=5)
    return training, folder / "best.pt"


@pytest.mark.slow
def test_a_tiny_network_learns_ten_captions_by_heart(learnt: tuple[Training, Path]) -> None:
    training, _ = learnt
    assert training.best == 1.0


def test_what_is_kept_says_what_the_training_said(learnt: tuple[Training, Path], encoder: Path) -> None:
    training, kept = learnt
    network, vocabulary = load(kept, encoder)
    assert vocabulary == training.vocabulary
    assert network.tokens.weight.equal(torch.load(kept)["network"]["tokens.weight"])


def test_a_training_taken_up_again_ends_as_one_that_went_through(data: Path, encoder: Path, tmp_path: Path) -> None:
    drawn = Parser(epochs=4, batch=4, dropout=0.3, decoder=1)
    whole = Training(drawn, data, tmp_path / "whole", encoder)
    whole.run(minutes=5)
    for steps in (2, 3, 100):  # in the midst of an epoch, over its end, to the last
        parts = Training(drawn, data, tmp_path / "parts", encoder)
        parts.run(minutes=5, steps=steps)
    assert parts.epoch == 4
    for name, value in whole.network.state_dict().items():
        assert value.equal(parts.network.state_dict()[name]), name
    for name, value in whole.mean.items():
        assert value.equal(parts.mean[name]), name


def test_another_recipe_does_not_go_on_with_a_training(data: Path, encoder: Path, tmp_path: Path) -> None:
    Training(recipe(2), data, tmp_path / "out", encoder).run(minutes=5, steps=1)
    with pytest.raises(OptotypeError, match="another recipe"):
        Training(recipe(3), data, tmp_path / "out", encoder)


def test_a_log_tells_of_every_epoch(data: Path, encoder: Path, tmp_path: Path) -> None:
    Training(recipe(3), data, tmp_path / "out", encoder).run(minutes=5)
    lines = [json.loads(line) for line in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    assert [line["epoch"] for line in lines] == [1, 2, 3]
    assert all(0 <= line["dev"] <= 1 and line["steps"] == 2 for line in lines)


def test_a_beam_of_one_is_greedy_and_a_wider_beam_is_never_less_probable(
    data: Path, encoder: Path, tmp_path: Path
) -> None:
    training = Training(recipe(10), data, tmp_path / "out", encoder)
    training.run(minutes=5)
    encoded = [encode(caption, training.tokenizer) for caption, _ in TEN]
    training.network.eval()
    greedy = write([training.network], encoded, training.vocabulary)
    wide = write([training.network], encoded, training.vocabulary, beams=4)
    for one, several in zip(greedy, wide, strict=True):
        assert several[0][0] >= one[0][0] - 1e-5
        assert [weight for weight, _ in several] == sorted((weight for weight, _ in several), reverse=True)


@pytest.fixture(scope="module")
def heeding(learnt: tuple[Training, Path], encoder: Path) -> tuple[Network, Vocabulary]:
    """What was learned; it heeds how far pieces are from each other too, as what began with an MPNet does."""
    network, vocabulary = load(learnt[1], encoder)
    network.shape = replace(network.shape, distances=32)
    torch.manual_seed(0)
    network.near = torch.nn.Embedding(32, network.shape.heads)
    return network, vocabulary


@pytest.fixture(scope="module")
def exports(heeding: tuple[Network, Vocabulary], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What was learned as files, as it is and in eight bits; torch follows it once for both, which takes seconds."""
    from optotype.training._parser_export import export

    follow = torch.onnx.export
    followed: dict[str, Any] = {}

    def once(module: object, *given: Any, **settings: Any) -> Any:
        name = type(module).__name__
        if name not in followed:
            followed[name] = follow(module, *given, **settings)
        return followed[name]

    folder = tmp_path_factory.mktemp("exports")
    network, vocabulary = heeding
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.onnx, "export", once)
        export(network, vocabulary, folder / "plain", quantised=False)
        export(network, vocabulary, folder / "eight bits")
    assert list(followed) == ["Reading", "Writing"]
    return folder / "plain", folder / "eight bits"


@pytest.mark.slow
def test_the_export_says_what_torch_says(
    heeding: tuple[Network, Vocabulary], exports: tuple[Path, Path], encoder: Path
) -> None:
    from optotype.caption_parser.runtime import Runtime

    network, vocabulary = heeding
    runtime = Runtime(exports[0], encoder / "tokenizer.json", WordPieces.load(exports[0]))
    captions = [caption for caption, _ in TEN]
    encoded = [encode(caption, runtime.tokenizer) for caption in captions]
    first = [list(written[0].tokens) for written in runtime.write(encoded)]
    assert first == [best[0][1] for best in write([network], encoded, vocabulary)]
    for caption, meaning in zip(captions, runtime.parse(captions), strict=True):
        assert runtime.parse([caption]) == [meaning]
    assert runtime.parse(["", " ... ", "\U0001f600"])[:2] == [[], []]
    assert runtime.parse([]) == []


@pytest.mark.slow
def test_with_fixed_ranges_the_export_says_the_same_whatever_is_read_beside(
    exports: tuple[Path, Path], encoder: Path, tmp_path: Path
) -> None:
    from optotype.caption_parser.runtime import FILES, Runtime
    from optotype.training._parser_ranges import fix_ranges

    captions = [caption for caption, _ in TEN]
    folder = Path(shutil.copytree(exports[1], tmp_path / "export"))
    before = Runtime(folder, encoder / "tokenizer.json", WordPieces.load(folder)).parse(captions)
    fix_ranges(folder, encoder / "tokenizer.json", captions)
    fixed = [(folder / name).read_bytes() for name in FILES]
    assert all(b"DynamicQuantizeLinear" not in file and b"MatMulIntegerToFloat" in file for file in fixed)
    runtime = Runtime(folder, encoder / "tokenizer.json", WordPieces.load(folder))
    assert sum(one == other for one, other in zip(runtime.parse(captions), before, strict=True)) >= 9
    batch = runtime.write([encode(caption, runtime.tokenizer) for caption in captions])
    for caption, written in zip(captions, batch, strict=True):
        (alone,) = runtime.write([encode(caption, runtime.tokenizer)])
        assert [one.tokens for one in alone] == [one.tokens for one in written]
        assert [one.weight for one in alone] == pytest.approx([one.weight for one in written], rel=1e-3)
    fix_ranges(folder, encoder / "tokenizer.json", captions[:1])
    assert [(folder / name).read_bytes() for name in FILES] == fixed, "what is fixed stays"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"There is no file .*train_and_dev\.csv"):
        examples(tmp_path, "random", "train")


def test_a_caption_without_its_own_meaning_takes_that_of_the_graph_with_ids(data: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(data, tmp_path / "data"))
    (data / "random_with_ids").mkdir()
    header = "image_id,region_id,caption,scene_graph\n"
    line = '77,77,two old men sitting on a bench,"( men , {}sit on , bench ) , ( men , is , 2 ) , ( men , is , old )"\n'
    with (data / "random" / "train.csv").open("a", encoding="utf-8") as stream:
        stream.write(line.format(""))
    (data / "random_with_ids" / "train.csv").write_text(header + line.format("v:"), encoding="utf-8")
    example = examples(data, "random", "train")[-1]
    assert set(example.meaning) == {("2", "men", "sit", "on", "bench"), ("2", "men", "is", "old")}
    assert language.graph_of(example.meaning) == example.graph


def test_equal_words_of_a_caption_are_one_kind(encoder: Path) -> None:

    encoded = encode("red car behind a white car .", load_tokenizer(encoder / "tokenizer.json"))
    assert encoded.texts == ["red", "car", "behind", "a", "white", "car"]
    assert encoded.kinds == [0, 1, 2, 3, 4, 1]
    assert encoded.first == encoded.last == [1, 2, 3, 4, 5, 6]
    assert isinstance(encoded, Encoded)


def test_a_vocabulary_holds_marks_and_words_that_captions_lack() -> None:
    from optotype.training._parser_data import Example

    taught = [Example("a guy in black", (("guy", "wear", "clothes"), ("clothes", "is", "black")), frozenset())] * 2
    assert Vocabulary.of((one.caption, one.meaning) for one in taught).tokens == (
        ".",
        "?",
        ";",
        "=is",
        "=wear",
        "clothes",
    )


def test_swapped_words_are_things_for_things_and_leave_the_writing_as_it_is(encoder: Path) -> None:
    import random

    import numpy as np

    from optotype.training._parser_data import Example, Stock, Swaps

    things = ["man", "bench", "car", "tree", "leg", "dogs", "grass", "stove", "kitchen", "men", "group", "red", "white"]
    things += ["near", "parked", "sitting"]
    taught = [Example(f"{one} on a {other}", ((one, "on", other),), frozenset()) for one in things for other in things]
    tokenizer = load_tokenizer(encoder / "tokenizer.json")
    stock = Stock(taught, tokenizer, Vocabulary.of((one.caption, one.meaning) for one in taught))
    table = np.random.default_rng(0).normal(size=(tokenizer.get_vocab_size(), 8)).astype(np.float32)
    batch = stock.batch([(1,)])
    assert tokenizer.decode(batch.pieces[0].tolist()) == "[CLS] man on a bench [SEP]"
    swaps = Swaps(stock, table)
    texts = {tokenizer.decode(swaps.swap(batch, 1.0, random.Random(seed)).pieces[0].tolist()) for seed in range(50)}
    assert len(texts) > 10
    for text in texts:
        _, one, on, a, other, _ = text.split()
        assert (on, a) == ("on", "a")
        assert {one, other} <= set(things)
        assert one == "man" or other == "bench"
    assert (swaps.swap(batch, 0.0, random.Random(0)).pieces == batch.pieces).all()


def test_two_captions_that_are_made_one_say_both(data: Path, encoder: Path) -> None:
    from optotype.training._parser_data import Stock, joined

    taught = examples(data, "random", "train")
    both = joined(taught[0], taught[2])
    assert both.caption.startswith("man on a bench")
    assert both.caption.endswith("white stove in a kitchen")
    assert both.graph == taught[0].graph | taught[2].graph == language.graph_of(both.meaning)
    vocabulary = Vocabulary.of((one.caption, one.meaning) for one in taught)
    stock = Stock(taught, load_tokenizer(encoder / "tokenizer.json"), vocabulary)
    chosen = [one for batch in stock.batches(4, seed=1, epoch=0, joined=20) for one in batch]
    pairs = [one for one in chosen if len(one) == 2]
    assert pairs
    assert sorted(one for one in chosen if len(one) == 1) == [(number,) for number in range(10)]
    assert {(0, 4), (4, 0)}.isdisjoint(pairs), "both name a man"
    batch = stock.batch([(0, 2)])
    assert (batch.targets >= vocabulary.numbers[";"]).any()
    assert stock.batches(4, seed=1, epoch=0, joined=20) == stock.batches(4, seed=1, epoch=0, joined=20)


def test_long_captions_may_be_gone_through_more_often(data: Path, encoder: Path) -> None:
    from optotype.training._parser_data import Stock, joined

    taught = examples(data, "random", "train")
    long = joined(taught[0], taught[2])
    assert len(long.caption.split()) == 10
    taught = [*taught, long]
    vocabulary = Vocabulary.of((one.caption, one.meaning) for one in taught)
    stock = Stock(taught, load_tokenizer(encoder / "tokenizer.json"), vocabulary)
    chosen = [one for batch in stock.batches(4, seed=1, epoch=0, again=2) for one in batch]
    assert sorted(chosen) == [*((number,) for number in range(10)), (10,), (10,), (10,)]


def test_captions_made_for_an_epoch_are_learned_in_it_alone(data: Path, encoder: Path) -> None:
    from optotype.training._parser_data import Stock, joined

    taught = examples(data, "random", "train")
    vocabulary = Vocabulary.of((one.caption, one.meaning) for one in taught)
    stock = Stock(taught, load_tokenizer(encoder / "tokenizer.json"), vocabulary)
    long, longer = joined(taught[0], taught[2]), joined(taught[1], taught[3])
    chosen = [one for batch in stock.batches(4, seed=1, epoch=0, made=[long, longer, longer]) for one in batch]
    assert sorted(chosen) == [(number,) for number in range(13)]
    assert (stock.batch([(10,)]).targets == stock.batch([(0, 2)]).targets).all()
    chosen = [one for batch in stock.batches(4, seed=1, epoch=1, made=[longer]) for one in batch]
    assert sorted(chosen) == [(number,) for number in range(11)]
    assert (stock.batch([(10,)]).targets == stock.batch([(1, 3)]).targets).all()
    assert len(stock) == 10


def test_a_recipe_with_nested_captions_makes_the_same_ones_again(data: Path, encoder: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(data, tmp_path / "data"))
    for name in ("mr/train_and_dev.csv", "random/train.csv"):
        with (data / name).open("a", encoding="utf-8", newline="") as stream:
            meaning = "( kitchen , near , car ) , ( car , is , white ) , ( car , in , grass )"
            csv.writer(stream).writerow([11, 11, "kitchen near a white car in the grass", meaning])
    nested = [Training(replace(recipe(1), nested=5.0), data, tmp_path / name, encoder) for name in ("one", "other")]
    orders = [training.order() for training in nested]
    assert orders[0] == orders[1] == nested[0].order()
    made = [one for batch in orders[0] for one in batch if one[0] >= len(nested[0].stock)]
    assert made
    for training in nested:
        assert training.stock.batch(made).pieces.shape[1] >= 11, "nine words with what begins and ends them"


def test_an_epoch_may_go_through_a_share_of_the_captions(data: Path, encoder: Path, tmp_path: Path) -> None:
    training = Training(replace(recipe(2), share=0.5, joined=0.4), data, tmp_path / "out", encoder)
    epochs: list[list[tuple[int, ...]]] = []
    for training.epoch in range(2):
        epochs.append(sorted(one for batch in training.order() for one in batch if len(one) == 1))
        assert sum(len(one) == 2 for batch in training.order() for one in batch) <= 2
    assert [len(set(epoch)) for epoch in epochs] == [5, 5]
    assert epochs[0] != epochs[1]


def test_sixteen_bits_learn_nearly_as_thirty_two_do(data: Path, encoder: Path, tmp_path: Path) -> None:
    whole = Training(recipe(2), data, tmp_path / "whole", encoder)
    half = Training(replace(recipe(2), half=True), data, tmp_path / "half", encoder)
    (batch, _) = whole.order()
    losses = [training.loss(batch) for training in (whole, half)]
    assert losses[1].dtype == torch.float32
    assert losses[0].item() != losses[1].item()
    assert losses[0].item() == pytest.approx(losses[1].item(), rel=0.02)


def test_two_readings_are_as_far_apart_as_their_probabilities() -> None:
    read = torch.tensor([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8], [0.5, 0.5]]).log()[:, None]  # two captions, read twice
    targets = torch.tensor([[0], [-1], [0], [-1]])  # the second has ended
    divergences = [0.9 * math.log(0.9 / 0.2) + 0.1 * math.log(0.1 / 0.8), 0.2 * math.log(0.2 / 0.9) + 0.8 * math.log(8)]
    assert apart(read, targets).item() == pytest.approx(sum(divergences) / 2, rel=1e-5)
    assert apart(read[[0, 1, 0, 1]], targets).item() == 0


def test_two_readings_that_have_to_agree_cost_nothing_where_nothing_is_left_out(
    data: Path, encoder: Path, tmp_path: Path
) -> None:
    losses: list[float] = []
    for number, (agree, dropout) in enumerate([(0.0, 0.0), (5.0, 0.0), (0.0, 0.3), (5.0, 0.3)]):
        training = Training(replace(recipe(1), agree=agree, dropout=dropout), data, tmp_path / str(number), encoder)
        training.network.train()
        torch.manual_seed(0)
        losses.append(training.loss(training.order()[0]).item())
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)
    assert losses[3] > losses[2] + 0.1


def test_a_training_may_begin_with_the_weights_of_another(data: Path, encoder: Path, tmp_path: Path) -> None:
    first = Training(recipe(2), data, tmp_path / "first", encoder)
    first.run(minutes=5)
    begun = Training(replace(recipe(2), after=str(tmp_path / "first")), data, tmp_path / "second", encoder)
    kept, _ = load(tmp_path / "first" / "best.pt", encoder)
    for name, part in begun.network.state_dict().items():
        assert torch.equal(part, kept.state_dict()[name])
    with pytest.raises(OptotypeError, match="that has done an epoch"):
        Training(replace(recipe(2), after=str(tmp_path)), data, tmp_path / "third", encoder)


def test_what_a_teacher_holds_probable_surprises_by_cross_entropy() -> None:
    scores = torch.tensor([[[0.9, 0.1], [0.5, 0.5]]]).log()
    held = torch.tensor([[[0.2, 0.8], [1.0, 0.0]]])
    targets = torch.tensor([[1, -1]])  # it has ended after a step
    assert unlike(scores, held, targets).item() == pytest.approx(-0.2 * math.log(0.9) - 0.8 * math.log(0.1), rel=1e-5)


def test_whoever_begins_as_the_teacher_has_nothing_to_learn_from_it(data: Path, encoder: Path, tmp_path: Path) -> None:
    taught = replace(recipe(3), encoder=str(encoder))
    Training(taught, data, tmp_path / "teacher", encoder).run(minutes=5)
    teacher = str(tmp_path / "teacher")
    slopes: dict[float, float] = {}
    for share in (0.0, 0.5, 1.0):
        begun = replace(taught, after=teacher, teacher=teacher, taught=share)
        training = Training(begun, data, tmp_path / str(share), encoder)
        training.network.train()
        training.loss(training.order()[0]).backward()  # pyright: ignore[reportUnknownMemberType]
        slopes[share] = max(
            float(part.grad.abs().max()) for part in training.network.parameters() if part.grad is not None
        )
    assert slopes[0.0] > 1e-2
    assert slopes[0.5] == pytest.approx(slopes[0.0] / 2, rel=1e-3)
    assert slopes[1.0] < 1e-6
    with pytest.raises(OptotypeError, match="that has done an epoch"):
        Training(replace(taught, teacher=str(tmp_path)), data, tmp_path / "none", encoder)


def test_an_encoder_that_lacks_a_file_is_told(encoder: Path, tmp_path: Path) -> None:
    assert encoder_folder(Parser(encoder=str(encoder))) == encoder
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(OptotypeError, match=r"has no model\.safetensors\. Name the folder"):
        encoder_folder(Parser(encoder=str(tmp_path)))


def test_an_encoder_that_counts_pieces_in_another_way_is_refused(encoder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(encoder, tmp_path / "other"))
    pieces = {piece: number for number, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", "[PAD]", "[UNK]"])}
    Tokenizer(models.WordPiece(pieces, unk_token="[UNK]")).save(str(folder / "tokenizer.json"))
    with pytest.raises(OptotypeError, match="does not count pieces as a BERT does"):
        encoder_folder(Parser(encoder=str(folder)))


def test_an_mpnet_reads_captions_as_transformers_has_it(encoder: Path, tmp_path: Path) -> None:
    transformers = library("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *(f"word{number}" for number in range(40))]
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *words, "<mask>"]
    torch.manual_seed(0)
    config = transformers.MPNetConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=66,
        initializer_range=0.5,
        layer_norm_eps=1e-12,
    )
    model = transformers.MPNetModel(config).eval()
    model.save_pretrained(tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    shutil.copy(encoder / "tokenizer.json", tmp_path)
    network = new_network(Parser(decoder=1), Vocabulary((".", "?")), tmp_path)
    with torch.no_grad():
        network.pointed.weight.copy_(torch.eye(32))
        network.pointed.bias.zero_()
        numbers = torch.tensor([[2, *range(4, 40), 3], [2, *range(30, 10, -1), 3, *[0] * 16]])
        places = torch.arange(numbers.shape[1]).expand(2, -1)
        states = network.read(numbers, places, places).pointed
        own = {2: 0, 3: 2, 0: 1}  # what begins and ends a caption and what fills it has other numbers there
        theirs = torch.tensor([[own.get(number, number + 4) for number in row] for row in numbers.tolist()])
        told = model(theirs, attention_mask=(theirs != 1).long()).last_hidden_state
    read = numbers != 0
    assert torch.allclose(states[read], told[read], atol=1e-4)


def test_of_several_folds_one_is_not_learned_from(data: Path, encoder: Path, tmp_path: Path) -> None:
    whole = Training(recipe(1), data, tmp_path / "whole", encoder)
    left_out: list[int] = []
    for fold in range(3):
        training = Training(replace(recipe(1), folds=3, fold=fold), data, tmp_path / str(fold), encoder)
        learned = {caption for number in range(len(training.stock)) for caption in training.stock.captions((number,))}
        assert learned == {caption for caption, _ in TEN if fold_of(caption, 3) != fold}
        left_out.append(len(whole.stock) - len(training.stock))
        assert training.vocabulary == whole.vocabulary
        assert len(training.dev) == len(TEN)
    assert sum(left_out) == len(whole.stock)
    assert min(left_out) > 0
    with pytest.raises(OptotypeError, match="no fold 3 of 3: they are counted from 0"):
        Training(replace(recipe(1), folds=3, fold=3), data, tmp_path / "none", encoder)


def test_of_several_teachers_those_are_asked_that_have_not_learned_a_caption() -> None:
    def sure(token: int) -> Any:
        """Holds one token probable, whatever it reads."""

        def score(pieces: Any) -> Any:
            return 100.0 * torch.eye(3)[token].expand(len(pieces), 2, 3)

        return score

    captions = [caption for caption, _ in TEN]
    held_back = {fold: next(one for one in captions if fold_of(one, 3) == fold) for fold in range(3)}
    folds = [Teacher(sure(fold), 3, fold) for fold in range(3)]
    everything = Teacher(sure(0), 1, 0)
    rows = [[held_back[0]], [held_back[2]], [held_back[0], held_back[1]], []]
    read = [torch.zeros(4, 1)]
    held = held_probable(folds, read, rows)[:, 0]
    third = [1 / 3] * 3
    assert torch.allclose(held, torch.tensor([[1.0, 0, 0], [0, 0, 1.0], third, third]))
    held = held_probable([everything, folds[2]], read, rows)[:, 0]
    half = [0.5, 0, 0.5]
    assert torch.allclose(held, torch.tensor([half, [0, 0, 1.0], half, [0, 0, 1.0]]))


def test_training_tells_how_far_it_is(data: Path, encoder: Path, tmp_path: Path) -> None:
    told: list[Told] = []
    Training(recipe(2), data, tmp_path / "out", encoder).run(minutes=5, listener=told.append)
    assert [(one.done, one.steps) for one in told] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert told[1].dev is None
    assert told[2].dev is not None


def test_a_vocabulary_knows_the_verb_of_a_form_in_both_voices() -> None:
    vocabulary = Vocabulary((".", "?", "=p:park", "=park", "=sit"))
    assert vocabulary.verbs("parked") == (3, 2)
    assert vocabulary.verbs("sitting") == (4, -1)
    assert vocabulary.verbs("bench") == (-1, -1)
