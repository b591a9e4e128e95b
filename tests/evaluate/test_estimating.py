"""Estimating: what is counted, what is a rule of thumb, and that nobody is asked."""

from __future__ import annotations

import tracemalloc

import pytest

from optotype import Workbench
from optotype.asking import Asking
from optotype.errors import OptotypeError
from optotype.evaluate import Selection
from optotype.evaluate.estimating import Estimated, estimate, reply_tokens
from optotype.prices import Price, Prices
from optotype.records import Gold, Graph, Item, Picture, Ranking, YesNo
from optotype.respondents import Reply, build
from optotype.running.replies import Replies
from optotype.tokens import PICTURE_RULES, text_tokens
from tests.asking.items import choice, item, texts
from tests.samples import fill

MODEL = "endpoint/any"
SETTINGS = {"base_url": "http://localhost:1", "max_tokens": 100}


def ask(
    bench: Workbench,
    *,
    asking: Asking = Asking(),  # noqa: B008 - frozen
    prices: Prices | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    model: str = MODEL,
) -> Estimated:
    settings = SETTINGS if model == MODEL else {}
    file = None
    if prices is not None:
        file = bench.folder / "prices.json"
        file.write_text(prices.model_dump_json(exclude_none=True), encoding="utf-8")
    return estimate(bench, model, selection=selection, asking=asking, settings=settings, prices=file)


def three(bench: Workbench) -> None:
    """Three yes-no questions about one picture of 1024 x 1024 pixels and 3,000 bytes."""
    picture = Picture(
        id="set/p",
        collection="set",
        name="p.png",
        file="f" * 64,
        media_type="image/png",
        width=1024,
        height=1024,
        size=3000,
    )
    asked = [item(YesNo(), f"{number}" * 400, id=f"set/{number}", pictures=(picture.id,)) for number in range(3)]
    with bench.store.event("test") as writer:
        writer.write(add=[picture, *asked])


def test_requests_pictures_and_bytes_are_counted(bench: Workbench) -> None:
    three(bench)
    found = ask(bench)
    assert (found.items, found.requests, found.remembered, found.pictures) == (3, 3, 0, 3)
    closing = "\n\nReply with nothing but yes or no."
    assert found.text_tokens == 3 * (4 + text_tokens("x" * 400 + closing))
    assert found.picture_tokens == 3 * PICTURE_RULES["patches"].tokens(1024, 1024)
    assert found.tokens_in == found.text_tokens + found.picture_tokens
    assert found.largest == 200 + 400 + len(closing) + 4000
    assert found.sent == 3 * found.largest
    assert found.reply_tokens == 3 * 4
    assert found.reply_tokens_most == 300
    assert not found.reply_tokens_measured
    assert found.cost is None
    assert "patches" in found.picture_rule


def test_a_model_that_counts_pictures_otherwise_is_estimated_otherwise(bench: Workbench) -> None:
    three(bench)
    assert ask(bench, model="openai/gpt-4o").picture_tokens == 3 * 765
    prices = Prices(models={"openai/*": Price(input=1, output=1, picture_tokens="crops")})
    assert ask(bench, model="openai/gpt-4o", prices=prices).picture_tokens == 3 * 4 * 258


def test_money_is_tokens_times_price(bench: Workbench) -> None:
    three(bench)
    prices = Prices(currency="EUR", models={MODEL: Price(input=1000, output=5000, picture=0.5)})
    found = ask(bench, prices=prices)
    assert found.currency == "EUR"
    assert found.cost == pytest.approx(found.tokens_in / 1000 + 12 / 200 + 1.5)
    assert found.cost_most == pytest.approx(found.tokens_in / 1000 + 300 / 200 + 1.5)
    assert ask(bench, prices=Prices(models={})).cost is None


def test_rotations_and_examples_are_counted(bench: Workbench) -> None:
    three(bench)
    train = item(choice("x", "y", "z"), id="set/t", cluster="t", split="train", pictures=())
    test = item(choice("x", "y", "z"), id="set/u", cluster="u", split="test", pictures=("set/p",))
    with bench.store.event("test") as writer:
        writer.write(add=[train, test, Gold(item="set/t", accepted=(("B",),), rule="imported")])
    only = Selection(split="test")
    assert ask(bench, selection=only, asking=Asking(permute="circular")).requests == 3
    plain, shot = ask(bench, selection=only), ask(bench, selection=only, asking=Asking(shots=1))
    assert (plain.requests, shot.requests) == (1, 1)
    assert shot.text_tokens > 1.5 * plain.text_tokens
    assert shot.pictures == plain.pictures


def test_what_is_on_disk_costs_nothing_and_tells_how_long_replies_are(bench: Workbench) -> None:
    three(bench)
    responder = build(MODEL, SETTINGS)
    ((_, questions),) = Asking().put(bench, list(bench.items())[:1])
    assert isinstance(questions, list)
    with Replies(bench.folder / "runs" / "replies", responder.name) as replies:
        replies.keep(responder.key(questions[0]), Reply("yes", tokens_in=1000, tokens_out=40))
    found = ask(bench)
    assert (found.requests, found.remembered) == (2, 1)
    assert found.reply_tokens == 2 * 40
    assert found.reply_tokens_measured


def test_items_that_cannot_be_asked_about_are_told(bench: Workbench) -> None:
    broken = [item(YesNo(), id=f"set/{number}", pictures=(f"set/gone {number}",)) for number in range(2)]
    with bench.store.event("test") as writer:
        writer.write(add=[*broken, item(YesNo(), id="set/fine", pictures=())])
    found = ask(bench)
    assert found.requests == 1
    assert found.impossible == {"a picture has no file": 2}


def test_every_form_and_a_baseline_can_be_estimated(bench: Workbench) -> None:
    fill(bench)
    found = ask(bench)
    assert found.requests == found.items == bench.store.count(Item)
    assert ask(bench, model="baseline/first_option").reply_tokens_most is None


def test_what_a_run_would_complain_about_is_complained_about(bench: Workbench) -> None:
    three(bench)
    with pytest.raises(OptotypeError, match="no such items"):
        ask(bench, selection=Selection(split="nowhere"))
    with pytest.raises(OptotypeError, match="provider"):
        ask(bench, model="nobody/any")
    with pytest.raises(OptotypeError, match="optotype split"):
        ask(bench, asking=Asking(shots=1))


# --- rules of thumb


def test_long_replies_are_expected_where_they_are_asked_for() -> None:
    short = reply_tokens(item(choice("x", "y")), Asking())
    assert reply_tokens(item(choice("x", "y")), Asking(reasoning="brief")) > short + 100
    assert reply_tokens(item(choice("x", "y")), Asking(style="json")) > short
    assert reply_tokens(item(Ranking(options=texts(*"abcdefgh"))), Asking()) > short
    assert reply_tokens(item(Graph()), Asking()) > short


@pytest.mark.slow
def test_memory_stays_flat(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    # as many letters as in 2,400 questions of usual length, in fewer questions and batches of fewer
    monkeypatch.setattr("optotype.store.BATCH", 100)
    monkeypatch.setattr("optotype.evaluate.estimating._BATCH", 50)

    def peak(count: int, name: str) -> int:
        with bench.store.event("test") as writer:
            writer.write(
                add=[item(YesNo(), "x" * 20_000, id=f"{name}/{n}", collection=name, pictures=()) for n in range(count)]
            )
        tracemalloc.start()
        ask(bench, selection=Selection(collection=name))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(10, "warm")
    assert peak(240, "many") < 1.3 * peak(120, "few")
