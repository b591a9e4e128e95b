"""`hf/PATH`: tiny models of several kinds, asked for real."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.asking import Message, Question, Sight
from optotype.errors import OptotypeError
from optotype.evaluate import Asking, Selection, evaluate
from optotype.records import Answer, Choice, Form, Option, Respondent, State, labels
from optotype.respondents import Failure, Lasting, Reply, build
from optotype.respondents._local import LocalModel, Prompt, Writing, _Chance
from optotype.respondents.hf import Hf, _look
from tests.conftest import library
from tests.items import an_item
from tests.respondents import tiny
from tests.samples import write_png

SEEING = {"llava": tiny.llava, "idefics3": tiny.idefics3, "qwen2_vl": tiny.qwen2_vl}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes a tiny model, once for all tests that use it."""
    folder = tmp_path_factory.mktemp("models")

    def make(name: str) -> Path:
        path = folder / name
        return path if path.exists() else {**SEEING, "llama": tiny.llama}[name](path)

    return make


@pytest.fixture(params=list(SEEING))
def seeing(request: pytest.FixtureRequest, made: Callable[[str], Path]) -> Path:
    """A model that sees, of each kind in turn."""
    return made(request.param)


@pytest.fixture
def llava(made: Callable[[str], Path]) -> Path:
    return made("llava")


def sight(folder: Path, colour: str, size: tuple[int, int] = (24, 16)) -> Sight:
    path = write_png(folder / f"{colour}-{size[0]}.png", colour, size)
    return Sight(f"hash of {colour}", "image/png", path, *size)


def question(*parts: str | Sight, form: Form | None = None, shown: tuple[str, ...] | None = None) -> Question:
    item = an_item("test/1", form, cluster="test")
    return Question(item, (Message("user", parts),), shown)


def choice(*parts: str | Sight, count: int = 3, several: bool = False, unanswerable: bool = False) -> Question:
    options = tuple(Option(label=label, text=label) for label in labels(count))
    return question(*parts, form=Choice(options=options, several=several, unanswerable=unanswerable))


def texts(replies: Sequence[Reply | Failure]) -> list[str]:
    return [reply.text if isinstance(reply, Reply) else f"failed: {reply}" for reply in replies]


def one(replies: Sequence[Reply | Failure]) -> Reply:
    (reply,) = replies
    assert isinstance(reply, Reply), reply
    return reply


def hf(folder: Path, **settings: Any) -> Hf:
    made = build(f"hf/{folder}", {"max_tokens": 8, **settings})
    assert isinstance(made, Hf)
    return made


# --- it sees


def test_other_pictures_get_other_replies(seeing: Path, tmp_path: Path) -> None:
    red, blue = sight(tmp_path, "red"), sight(tmp_path, "blue")
    asked = [choice(seen, "What is this?") for seen in (red, blue, red)]
    scored = [one([reply]).scores for reply in hf(seeing, score_options=True).replies(asked)]
    assert scored[0] == pytest.approx(scored[2], abs=1e-5)
    assert scored[0] != pytest.approx(scored[1], abs=1e-2)
    written = texts(hf(seeing).replies(asked))
    assert written[0] == written[2] != written[1]


def test_the_order_of_pictures_matters(seeing: Path, tmp_path: Path) -> None:
    red, blue = sight(tmp_path, "red"), sight(tmp_path, "blue")
    asked = [choice("Which?", "A.", seen, "B.", other) for seen, other in ((red, blue), (blue, red))]
    first, second = (one([reply]).scores for reply in hf(seeing, score_options=True).replies(asked))
    assert first != pytest.approx(second, abs=1e-2)


def test_pictures_of_options_stand_beside_their_labels(tmp_path: Path) -> None:
    red, blue = sight(tmp_path, "red"), sight(tmp_path, "blue")
    folder = tiny.llava(tmp_path / "old", template=tiny.PICTURES_FIRST)
    text, seen = hf(folder)._model.prompt(question("Which?", "A.", red, "B.", blue).messages)
    assert text == "user: Which?\nA.\n<image>\nB.\n<image>\nassistant: "
    assert seen == (red, blue)


def test_what_is_transparent_is_white(llava: Path, tmp_path: Path) -> None:
    from PIL import Image

    white = sight(tmp_path, "white")
    path = tmp_path / "clear.png"
    Image.new("RGBA", (24, 16), (0, 0, 0, 0)).save(path)
    clear = Sight("hash of nothing", "image/png", path, 24, 16)
    replies = hf(llava, score_options=True).replies([choice(seen, "What is this?") for seen in (white, clear)])
    assert one(replies[:1]).scores == pytest.approx(one(replies[1:]).scores, abs=1e-5)


def test_the_reply_is_what_transformers_itself_would_write(seeing: Path, tmp_path: Path) -> None:
    transformers, image = library("transformers"), library("PIL.Image")
    red = sight(tmp_path, "red")
    ours = hf(seeing)
    reply = one(ours.replies([question(red, "What is this?")]))
    processor = ours._model.processor  # Qwen's cannot be loaded without torchvision
    model = transformers.AutoModelForImageTextToText.from_pretrained(seeing)
    content = [{"type": "image", "image": image.open(red.path)}, {"type": "text", "text": "What is this?"}]
    inputs = processor.apply_chat_template(
        [{"role": "user", "content": content}],
        add_generation_prompt=True,
        tokenize=True,
        return_dict=True,
        return_tensors="pt",
    )
    tokens = model.generate(**inputs, max_new_tokens=8, do_sample=False)[0, inputs["input_ids"].shape[1] :]
    assert reply.text == processor.tokenizer.decode(tokens, skip_special_tokens=True)
    assert (reply.tokens_in, reply.tokens_out) == (inputs["input_ids"].shape[1], len(tokens))


# --- batches


def mixture(folder: Path) -> list[Question]:
    red, blue, wide = sight(folder, "red"), sight(folder, "blue"), sight(folder, "green", (64, 20))
    return [
        question(red, "What is this?"),
        question("Nothing to see."),
        question(blue, "A much longer question about what can be seen here, if anything can be seen at all?"),
        question("Which?", "A.", red, "B.", wide),
        question(wide, "?"),
        question("Which?", "A.", wide, "B.", blue, "C.", red),
        question("Another text, which is long enough that the others of its batch are padded."),
        question(red, "And this?"),
    ]


@pytest.mark.parametrize("settings", [{}, {"temperature": 1.0, "top_p": 0.9}])
def test_batches_do_not_change_replies(seeing: Path, tmp_path: Path, settings: dict[str, float]) -> None:
    asked = mixture(tmp_path)
    alone = texts(hf(seeing, batch_size=1, **settings).replies(asked))
    assert texts(hf(seeing, batch_size=4, **settings).replies(asked)) == alone
    assert texts(hf(seeing, batch_size=4, **settings).replies(asked[::-1])) == alone[::-1]
    assert len(set(alone)) == len(alone)


def test_a_picture_that_breaks_fails_its_question_alone(llava: Path, tmp_path: Path) -> None:
    red, cut, gone = (sight(tmp_path, colour) for colour in ("red", "blue", "green"))
    cut.path.write_bytes(cut.path.read_bytes()[:40])
    gone.path.unlink()
    asked = [question(seen, "What is this?") for seen in (red, cut, gone, red)]
    first, second, third, fourth = hf(llava).replies(asked)
    assert isinstance(first, Reply)
    assert isinstance(fourth, Reply)
    assert isinstance(second, Lasting)
    assert "blue-24.png: cut off" in str(second)
    assert isinstance(third, Lasting)
    assert "green-24.png cannot be read: No such file" in str(third)


def test_a_text_that_looks_like_a_picture_fails_alone(llava: Path, tmp_path: Path) -> None:
    red = sight(tmp_path, "red")
    replies = hf(llava).replies([question(red, "What is <image>?"), question(red, "What is this?")])
    assert texts(replies)[0] == "failed: the text holds '<image>', which llava would take for a picture or a film"
    assert isinstance(replies[1], Reply)


def test_a_question_that_is_too_long_fails_alone(llava: Path, tmp_path: Path) -> None:
    red = sight(tmp_path, "red")
    replies = hf(llava).replies([question(red, "why " * 600), *(question(red, f"What is {n}?") for n in range(4))])
    assert texts(replies)[0].startswith("failed: 2,4")
    assert "tokens are more than the 2,048 that llava takes" in texts(replies)[0]
    assert all(isinstance(reply, Reply) for reply in replies[1:])


def limit_memory(monkeypatch: pytest.MonkeyPatch, most: int) -> list[int]:
    """Lets memory suffice for so many questions at once; gives back how many were tried."""
    torch = library("torch")
    answer, tried = LocalModel.answer, list[int]()

    def limited(self: LocalModel, prompts: Sequence[Prompt], writing: Any) -> list[Reply | Failure]:
        tried.append(len(prompts))
        if len(prompts) > most:
            raise torch.OutOfMemoryError("out of memory")
        return answer(self, prompts, writing)

    monkeypatch.setattr(LocalModel, "answer", limited)
    return tried


def test_where_memory_does_not_suffice_fewer_are_asked_at_once(
    llava: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = sight(tmp_path, "red")
    asked = [question(red, f"What is {number}?") for number in range(12)]
    expected = texts(hf(llava, batch_size=8).replies(asked))
    tried = limit_memory(monkeypatch, 2)
    assert texts(hf(llava, batch_size=8).replies(asked)) == expected
    assert tried == [8, 4, 2, 2, 4, 2, 2, 2, 2]  # what did not fit once is not tried with those that follow


def test_a_question_for_which_memory_does_not_suffice_fails(
    llava: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_memory(monkeypatch, 0)
    (reply,) = hf(llava).replies([question(sight(tmp_path, "red"), "What is this?")])
    assert isinstance(reply, Lasting)
    assert str(reply).startswith("memory does not suffice")


# --- what it writes


def test_the_same_seed_draws_the_same_and_another_draws_otherwise(llava: Path, tmp_path: Path) -> None:
    asked = [question(sight(tmp_path, "red"), "What is this?")]
    drawn = [texts(hf(llava, temperature=2.0, seed=seed).replies(asked)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_draws_follow_the_probabilities() -> None:
    torch = library("torch")
    logs = torch.tensor([[0.5, 0.3, 0.15, 0.05]]).log()
    keys = [str(number).encode() for number in range(4000)]
    drawn = _Chance(Writing(temperature=1.0), keys)(None, logs.expand(4000, 4)).argmax(-1)
    shares = torch.bincount(drawn, minlength=4) / 4000
    assert shares.tolist() == pytest.approx([0.5, 0.3, 0.15, 0.05], abs=0.03)
    few = _Chance(Writing(temperature=1.0, top_p=0.7), keys)(None, logs.expand(4000, 4)).argmax(-1)
    assert sorted(set(few.tolist())) == [0, 1]


def test_next_to_no_temperature_draws_what_is_likeliest(llava: Path, tmp_path: Path) -> None:
    asked = mixture(tmp_path)
    assert texts(hf(llava, temperature=1e-6).replies(asked)) == texts(hf(llava).replies(asked))


def test_a_reply_ends_where_the_model_ends_it(llava: Path, tmp_path: Path) -> None:
    asked = [question(sight(tmp_path, "red"), "What is this?"), question(sight(tmp_path, "blue"), "And this?")]
    full = one(hf(llava).replies(asked[:1]))
    assert (full.ended, full.tokens_out) == ("length", 8)
    model = hf(llava)._model
    text, sights = model.prompt(asked[0].messages)
    inputs = model._inputs([Prompt(0, text, sights, images=[_look(seen) for seen in sights])])
    ids: list[int] = model.model.generate(**inputs, max_new_tokens=8, do_sample=False)[0, -8:].tolist()
    ended = shutil.copytree(llava, tmp_path / "ended")
    settings = json.loads((ended / "generation_config.json").read_text())
    # what stands in the settings of a model besides its tokens is not ours
    settings |= {"eos_token_id": [ids[2]], "do_sample": True, "temperature": 9.0, "repetition_penalty": 5.0}
    (ended / "generation_config.json").write_text(json.dumps(settings))
    reply = one(hf(ended).replies(asked)[:1])
    assert (reply.ended, reply.tokens_out) == ("stop", 3)
    assert full.text.startswith(reply.text)


# --- scores


def test_scores_are_how_likely_each_label_comes_next(llava: Path, tmp_path: Path) -> None:
    torch = library("torch")
    ours = hf(llava, score_options=True)
    reply = one(ours.replies([choice(sight(tmp_path, "red"), "Which?")]))
    assert set(reply.scores) == {"A", "B", "C"}
    assert reply.text == max(reply.scores, key=lambda label: reply.scores[label])
    model = ours._model
    text, _ = model.prompt(choice(sight(tmp_path, "red"), "Which?").messages)
    image = library("PIL.Image").open(tmp_path / "red-24.png")
    with torch.no_grad():
        logits = model.model(**model.processor(text=[text], images=[image], return_tensors="pt")).logits[0, -1]
    logs = logits.log_softmax(-1)
    expected = {label: float(logs[model.tokenizer.encode(label)[0]]) for label in "ABC"}
    assert reply.scores == pytest.approx(expected, abs=1e-5)


def test_scores_are_for_one_right_option_alone(llava: Path, tmp_path: Path) -> None:
    red = sight(tmp_path, "red")
    asked = [
        choice(red, "Which?"),
        choice(red, "Which ones?", several=True),
        choice(red, "Which, if any?", unanswerable=True),
        question(red, "What?"),
    ]
    scored = [one([reply]).scores for reply in hf(llava, score_options=True).replies(asked)]
    assert [bool(scores) for scores in scored] == [True, False, False, False]


def test_a_label_of_several_tokens_has_no_score(llava: Path, tmp_path: Path) -> None:
    (reply,) = hf(llava, score_options=True).replies([choice(sight(tmp_path, "red"), "Which?", count=27)])
    assert isinstance(reply, Lasting)
    assert "the label 'AA' is more than one token" in str(reply)


# --- what a reply is remembered by


def test_the_key_holds_all_that_decides_a_reply(llava: Path, tmp_path: Path) -> None:
    asked, other = choice(sight(tmp_path, "red"), "Which?"), choice(sight(tmp_path, "blue"), "Which?")
    key = hf(llava).key(asked)
    assert hf(llava).key(other) != key
    template = tmp_path / "template.jinja"
    template.write_text(tiny.IN_ORDER)
    changes: list[dict[str, Any]] = [
        {"max_tokens": 9},
        {"temperature": 0.5},
        {"temperature": 0.5, "seed": 1},
        {"temperature": 0.5, "top_p": 0.5},
        {"dtype": "bfloat16"},
        {"score_options": True},
        {"chat_template": str(template)},
    ]
    assert len({key, *(hf(llava, **change).key(asked) for change in changes)}) == len(changes) + 1
    for same in ({"batch_size": 1}, {"device": "cpu"}, {"seed": 5}):
        assert hf(llava, **same).key(asked) == key


def test_other_weights_are_never_served_the_same_replies(llava: Path, tmp_path: Path) -> None:
    asked = question(sight(tmp_path, "red"), "What?")
    other = tiny.llava(tmp_path / "llava", seed=1)
    assert hf(other).name != hf(llava).name
    assert hf(other).key(asked) != hf(llava).key(asked)
    assert hf(shutil.copytree(llava, tmp_path / "moved" / "llava")).key(asked) == hf(llava).key(asked)


# --- text alone


def test_a_model_that_takes_no_pictures_answers_texts(made: Callable[[str], Path], tmp_path: Path) -> None:
    asked = [question("Say something."), question(sight(tmp_path, "red"), "What is this?"), question("More.")]
    first, second, third = hf(made("llama")).replies(asked)
    assert isinstance(first, Reply)
    assert isinstance(third, Reply)
    assert isinstance(second, Lasting)
    assert str(second) == "llama takes no pictures"


# --- what cannot be loaded


def test_a_model_without_a_chat_template_needs_one(tmp_path: Path) -> None:
    folder = tiny.llama(tmp_path / "base", template=None)
    with pytest.raises(OptotypeError, match=r"base has no chat template.*set chat_template=FILE"):
        hf(folder).replies([question("Hello?")])
    template = tmp_path / "template.jinja"
    template.write_text(tiny.NO_SYSTEM)
    assert isinstance(hf(folder, chat_template=template).replies([question("Hello?")])[0], Reply)
    with pytest.raises(OptotypeError, match=r"the chat template cannot be read: .*No such file"):
        hf(folder, chat_template=tmp_path / "none").replies([question("Hello?")])


def test_a_model_that_does_not_write_is_told(tmp_path: Path) -> None:
    transformers = library("transformers")
    transformers.CLIPVisionModel(transformers.CLIPVisionConfig(hidden_size=12, num_hidden_layers=1)).save_pretrained(
        tmp_path / "clip"
    )
    with pytest.raises(OptotypeError, match="clip is of the kind 'clip_vision_model', which does not answer in words"):
        hf(tmp_path / "clip").replies([question("Hello?")])


def test_weights_that_are_missing_are_not_made_up(llava: Path, tmp_path: Path) -> None:
    from safetensors import torch as safetensors  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    saved: Any = safetensors
    folder = shutil.copytree(llava, tmp_path / "holed")
    tensors = saved.load_file(folder / "model.safetensors")
    del tensors[next(name for name in tensors if "language_model" in name and "q_proj" in name)]
    saved.save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(OptotypeError, match=r"holed: 1 of its weights are not in its files, such as '.*q_proj"):
        hf(folder).replies([question("Hello?")])


def test_damaged_files_are_told(llava: Path, tmp_path: Path) -> None:
    cut = shutil.copytree(llava, tmp_path / "cut")
    (cut / "model.safetensors").write_bytes((cut / "model.safetensors").read_bytes()[:5000])
    with pytest.raises(OptotypeError, match="cut cannot be loaded"):
        hf(cut).replies([question("Hello?")])
    garbled = shutil.copytree(llava, tmp_path / "garbled")
    (garbled / "config.json").write_text("{")
    with pytest.raises(OptotypeError, match="garbled cannot be loaded"):
        hf(garbled).replies([question("Hello?")])


def test_code_of_a_model_is_not_run_unless_asked_for(llava: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(llava, tmp_path / "coded")
    config = json.loads((folder / "config.json").read_text())
    config |= {"model_type": "strange", "auto_map": {"AutoConfig": "strange.StrangeConfig"}}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "strange.py").write_text("raise SystemExit('this ran')")
    with pytest.raises(OptotypeError, match=r"coded brings code of its own.*trust_remote_code=true"):
        hf(folder).replies([question("Hello?")])


@pytest.mark.parametrize(
    "settings", [{"batch_size": 0}, {"temperature": -1}, {"top_p": 0}, {"max_tokens": 0}, {"dtype": "int8"}]
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, settings: dict[str, object]) -> None:
    with pytest.raises(OptotypeError, match=f"'hf'.*{next(iter(settings))}"):
        build(f"hf/{tmp_path}", settings)


def test_a_device_that_is_not_there_is_told(llava: Path) -> None:
    with pytest.raises(OptotypeError, match="llava cannot be loaded"):
        hf(llava, device="nonsense").replies([question("Hello?")])


# --- the whole way


def count_asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many questions are put to the model, each time."""
    replies, asked = Hf.replies, list[int]()

    def counted(self: Hf, questions: Sequence[Question]) -> list[Reply | Failure]:
        asked.append(len(questions))
        return replies(self, questions)

    monkeypatch.setattr(Hf, "replies", counted)
    return asked


def test_a_drawn_bench_is_evaluated(bench: Workbench, seeing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.draw("icons", count=6, seed=3)
    asked = count_asked(monkeypatch)
    settings = {"max_tokens": 4, "score_options": True}
    result = evaluate(bench, f"hf/{seeing}", settings=settings)
    assert result.items == sum(asked) == 6
    assert result.states.get("failed", 0) == 0
    assert str(seeing.parent) not in result.run.model_dump_json()
    answers = list(bench.store.each(Answer))
    chosen = [answer for answer in answers if answer.scores]
    assert chosen
    assert all(answer.state is State.GIVEN for answer in chosen)
    (who,) = bench.store.each(Respondent)
    assert who.kind == "model"
    assert who.id.startswith(f"hf/{seeing.name}@")
    again = evaluate(bench, f"hf/{seeing}", settings=settings)
    assert sum(asked) == 6
    assert again.run.id == result.run.id
    assert [answer.raw for answer in bench.store.each(Answer)] == [answer.raw for answer in answers]


class Killed(BaseException):
    """Nobody catches this."""


def test_a_run_that_was_killed_goes_on_where_it_was(
    bench: Workbench, llava: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.draw("icons", count=10, seed=3)
    settings = {"max_tokens": 2, "batch_size": 1}
    replies, calls = Hf.replies, iter(range(100))

    def killed(self: Hf, questions: Sequence[Question]) -> list[Reply | Failure]:
        if next(calls) == 1:
            raise Killed
        return replies(self, questions)

    with monkeypatch.context() as patch:
        patch.setattr(Hf, "replies", killed)
        with pytest.raises(Killed):
            evaluate(bench, f"hf/{llava}", settings=settings)
    asked = count_asked(monkeypatch)
    result = evaluate(bench, f"hf/{llava}", settings=settings)
    assert result.items == 10
    assert sum(asked) == 10 - hf(llava, **settings).size


def test_texts_of_a_bench_are_put_to_a_model_without_eyes(bench: Workbench, made: Callable[[str], Path]) -> None:
    bench.draw("captions", count=4, seed=3)
    result = evaluate(bench, f"hf/{made('llama')}", settings={"max_tokens": 4})
    assert result.items > 0
    assert result.states.get("failed", 0) == 0


def test_options_are_moved_with_their_scores(bench: Workbench, llava: Path) -> None:
    bench.draw("icons", count=4, seed=3)
    selection = Selection(form="choice")
    settings = {"score_options": True}
    evaluate(bench, f"hf/{llava}", settings=settings, selection=selection, asking=Asking(permute="circular"))
    for answer in bench.store.each(Answer):
        assert answer.scores is not None
        assert answer.value == (max(answer.scores, key=lambda label: (answer.scores or {})[label]),)


def test_nothing_is_loaded_before_something_is_asked(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "config.json").write_text("{}")
    responder = hf(tmp_path / "empty")
    responder.prepare(bench)
    assert responder.name.startswith("hf/empty@")
