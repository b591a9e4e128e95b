"""The benchmark itself: counts held against the store, citations, findings, and settings that give no key away."""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import Answer, Collection, Finding, Gold, Item, Origin, Picture, Run, Score, State
from optotype.report.board import Asked, gather
from optotype.report.pages.benchmark import Benchmark, Setting, settings_of, without_secrets
from optotype.simulating import Simulated
from optotype.web.words import Words
from tests.gold.people import asked, gold
from tests.items import an_item
from tests.report.benches import HOSTILE, RESPONDENTS, pages_of
from tests.report.test_every_page import address, stay
from tests.samples import png

ENGLISH = Words("en", "optotype.report")
KEY = "sk-0123456789abcdef"


# --- a bench of all forms


@pytest.fixture
def shown(written: Path, still: Page) -> Page:
    """The page for tests that only look at it: it is loaded once."""
    stay(still, address(written, "benchmark"))
    return still


@pytest.fixture
def fresh(written: Path, page: Page) -> Page:
    """The page for tests that do something on it."""
    page.goto(address(written, "benchmark"))
    return page


def test_counts_are_those_of_the_store(shown: Page, bench_of_all: Workbench) -> None:
    facts = dict(
        zip(shown.locator(".fact dt").all_inner_texts(), shown.locator(".fact b").all_inner_texts(), strict=True)
    )
    assert facts == {
        "items": str(bench_of_all.store.count(Item)),
        "pictures": str(bench_of_all.store.count(Picture)),
        "collections": "1",
        "splits": "2",
        "runs": str(len(RESPONDENTS)),
    }


def test_bars_count_each_value_of_a_tag(shown: Page, bench_of_all: Workbench) -> None:
    skills = Counter(value for item in bench_of_all.items() for value in item.tags["skill"])
    block = shown.locator(".block", has=shown.get_by_role("heading", name="skill"))
    rows = [row.inner_text().split() for row in block.locator("li").all()]
    assert [(row[0], int(row[1])) for row in rows] == skills.most_common()
    assert [float(row[2]) for row in rows] == [round(100 * number / 120, 1) for _, number in skills.most_common()]


def test_levels_stand_in_their_order(shown: Page) -> None:
    block = shown.locator(".block", has=shown.get_by_role("heading", name="level"))
    assert block.locator(".value").all_inner_texts() == [str(level) for level in range(1, 9)]


def test_each_example_shows_a_picture_and_leads_to_its_item(shown: Page, bench_of_all: Workbench) -> None:
    examples = shown.locator(".example")
    assert examples.count() == 12
    shown.wait_for_function("[...document.querySelectorAll('.example img')].every((image) => image.naturalWidth > 0)")
    kinds: set[str] = set()
    for example in examples.all():
        address, _, named = (example.get_attribute("href") or "").partition("#item=")
        item = bench_of_all.item(unquote(named))
        assert address == "items.html"
        assert " ".join((item.question or item.text).split()).startswith(
            example.locator(".asked").inner_text().rstrip("…")
        )
        kinds.add(item.tags["kind"][0])
    assert len(kinds) >= 8  # ten kinds, and some have no picture of their own left


def test_a_click_on_an_example_opens_the_item(fresh: Page) -> None:
    example = fresh.locator(".example").nth(3)
    id = example.get_attribute("title") or ""
    example.click()
    expect(fresh.locator("main")).to_contain_text(id)


def test_findings_are_counted_and_lead_to_their_item(shown: Page) -> None:
    row = shown.locator("#table-benchmark-findings tbody tr")
    assert row.count() == 1
    assert row.locator("td").first.inner_text() == "warning"
    assert row.locator("th").inner_text() == "longest_choice"
    assert row.locator("a").get_attribute("href") == "items.html#item=mixed%2F0"
    assert HOSTILE in row.inner_text()


def test_hostile_texts_are_texts(shown: Page) -> None:
    assert shown.title() == "Benchmark · Eye <chart> & more"
    assert shown.locator(".called").inner_text() == "Eye <chart> & more"
    assert shown.locator("main script, main img[src=x]").count() == 0


def test_what_nobody_cited_is_marked_as_made(shown: Page) -> None:
    first, second = shown.locator(".citation").all()
    assert first.locator("pre").inner_text() == (
        "@misc{eye_chart_more,\n  title = {{Eye \\textless{}chart\\textgreater{} \\& more}}\n}"
    )
    assert first.locator(".chip").inner_text() == "made from title and address"
    assert second.locator("pre").inner_text() == "@misc{mixed, title={Mixed}}"
    assert second.locator(".chip").count() == 0


def test_a_citation_is_copied(fresh: Page) -> None:
    fresh.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fresh.locator(".citation button").nth(1).click()
    expect(fresh.locator("#copied")).to_have_text("Copied")
    assert fresh.evaluate("navigator.clipboard.readText()") == "@misc{mixed, title={Mixed}}"


def test_where_copying_is_forbidden_the_citation_is_selected(written: Path, browser: Browser) -> None:
    page = browser.new_page()  # the script stays for as long as the window
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    page.goto((written / "benchmark.html").as_uri())
    page.locator(".citation button").nth(1).click()
    expect(page.locator("#copied")).to_contain_text("Selected")
    assert page.evaluate("getSelection().toString()") == "@misc{mixed, title={Mixed}}"
    page.close()


def test_each_run_tells_its_settings_digest_and_signatures(fresh: Page, bench_of_all: Workbench) -> None:
    rows = fresh.locator("#table-benchmark-runs tbody tr").all()
    for row, run in zip(rows, bench_of_all.runs(), strict=True):
        told = row.inner_text()
        assert all(text in told for text in (run.respondent, run.id, "0123abcd", "2026-03-01 12:00 UTC", "accuracy/1"))
    trace = fresh.locator(".trace", has_text="people-crowd")
    trace.locator("summary").click()
    expect(trace.locator(".group").first).to_contain_text("language")
    assert fresh.locator(".asunder").count() == 0


def test_versions_of_what_works_the_figures_out_are_told(shown: Page) -> None:
    told = dict(row.inner_text().split() for row in shown.locator(".versions li").all())
    for package in ("numpy", "pydantic", "pillow"):
        assert told[package] == importlib.metadata.version(package)


def test_the_history_names_each_command(shown: Page, bench_of_all: Workbench) -> None:
    rows = shown.locator("#table-benchmark-history tbody tr")
    commands = [row.locator("td").first.inner_text() for row in rows.all()]
    assert commands == [event.command for event in bench_of_all.store.events()]
    assert "items: 120" in rows.first.inner_text()


def test_the_page_is_there_in_russian(written: Path, page: Page) -> None:
    page.goto((written / "benchmark.ru.html").as_uri())
    assert page.locator("#cite").inner_text() == "Как цитировать"
    assert "вопросов: 120" in page.locator("#table-benchmark-history").inner_text()
    assert "граф сцены" in page.locator(".blocks").inner_text()
    assert "items.ru.html#item=" in (page.locator(".example").first.get_attribute("href") or "")


def test_tables_of_the_page_are_written_as_files(written: Path) -> None:
    for name in ("counts", "collections", "licences", "findings", "runs", "history", "versions"):
        for ending in ("csv", "md", "tex"):
            assert (written / "tables" / f"benchmark-{name}.{ending}").stat().st_size > 0


# --- a small bench with things to be careful about


@pytest.fixture
def careful(tmp_path: Path) -> Iterator[Workbench]:
    bench = init(tmp_path / "bench", title="Careful")
    facts = bench.cabinet.keep(png())
    pictures = [
        Picture(
            id=f"far/{name}",
            collection="far",
            name=name,
            file=facts.file,
            media_type=facts.media_type,
            licence=licence,
        )
        for name, licence in (("a.png", "CC BY 4.0"), ("b.png", "CC BY 4.0"), ("c.png", None))
    ]
    items = [
        an_item(
            f"far/{number}",
            question="What?",
            pictures=("far/a.png",),
            cluster="far/a.png",
            tags={"serial": (f"number {number}",)},
            origin=Origin(kind="imported", by="test"),
        )
        for number in range(70)
    ]
    with bench.store.event("import", format="folder", path="/home/somebody/secret place/far", api_key=KEY) as writer:
        writer.write(
            add=[
                Collection(id="far", format="folder", title="Far & away", url="javascript:alert(1)"),
                Collection(id="near", format="folder", title="Near", url="https://example.org/{near}"),
                Collection(id="own", format="draw", title="Own"),
                *pictures,
                *items,
                *(Gold(item=item.id, accepted=("x",), rule="imported") for item in items),
                Finding(rule="blurred", about="far/a.png", severity="error", message="cannot be read"),
                *(Finding(rule="long", about=f"far/{n}", severity="note", message="too long") for n in range(3)),
            ]
        )
    for number, version in enumerate(("aaaa", "aaaa", "bbbb")):
        settings: dict[str, object] = {
            "respondent": {
                "base_url": f"https://somebody:{KEY}@example.org/v1?api-key={KEY}&seed=1",
                "max_tokens": 512,
                "key_variable": "OTHER_API_KEY",
                "extra": {"access_token": KEY, "headers": [{"Authorization": f"Bearer {KEY}"}], "secret": {"a": KEY}},
            },
            "asking": {"shots": 0, "language": None, "tags": {}},
        }
        run = Run.model_validate(
            {"id": f"run-{number}", "respondent": f"acme/m{number}", "settings": settings, "bench_version": version}
        )
        with bench.store.event("eval") as writer:
            writer.write(
                add=[
                    run,
                    *(
                        Answer(
                            id=f"{run.id}:{item.id}",
                            item=item.id,
                            respondent=run.respondent,
                            run=run.id,
                            state=State.GIVEN,
                            value="x",
                        )
                        for item in items
                    ),
                    *(
                        Score(item=item.id, run=run.id, metric="accuracy", signature="accuracy/1", value=1.0)
                        for item in items
                    ),
                ]
            )
    with bench:
        yield bench


def test_no_key_gets_into_a_report(careful: Workbench) -> None:
    folder = pages_of(careful)
    for file in folder.rglob("*"):
        if file.is_file():
            assert KEY.encode() not in file.read_bytes(), file
            assert b"/home/somebody" not in file.read_bytes(), file
    told = (folder / "benchmark.html").read_text()
    assert all(name in told for name in ("access_token", "Authorization", "OTHER_API_KEY", "512", "seed=1", "…/far"))


def test_the_page_is_careful_about_addresses_and_versions(careful: Workbench, page: Page) -> None:
    page.goto((pages_of(careful) / "benchmark.html").as_uri())
    assert page.locator("#table-benchmark-collections a").count() == 1
    assert "javascript:alert(1)" in page.locator("#table-benchmark-collections").inner_text()
    assert "url = {https://example.org/%7Bnear%7D}" in page.locator(".citations").inner_text()
    assert page.locator(".citation h3").all_inner_texts() == ["Careful", "Far & away", "Near"]
    asunder = page.locator(".asunder li").all_inner_texts()
    assert asunder == ["aaaa acme/m0, acme/m1", "bbbb acme/m2"]


def test_how_far_people_agree_is_told_by_form(bench: Workbench, tmp_path: Path) -> None:
    asked(bench, {f"i{number}": "AAAB" if number < 9 else "BBBB" for number in range(20)})
    asked(bench, {"more": "AAB"}, golds=[gold("more", "A")])
    written = bench.report(tmp_path / "report").folder
    lines = (written / "tables" / "benchmark-agreement.csv").read_text().splitlines()
    assert lines[0].startswith("form,people,shared items")
    assert lines[1].startswith("choice,4,21,")
    page = (written / "benchmark.html").read_text()
    assert ("How far people agree" in page, "simulated people among them" in page) == (True, False)
    assert "Где интервала нет" not in (written / "benchmark.ru.html").read_text()


def test_settings_by_which_nobody_can_count_are_told_rather_than_left_out(bench: Workbench, tmp_path: Path) -> None:
    asked(bench, {"more": "AAB"}, golds=[gold("more", "A")])
    settings = bench.folder / "optotype.toml"
    settings.write_text(f'{settings.read_text()}\n[gold]\nfilters = ["pase"]\n')
    with Workbench.open(bench.folder) as again, pytest.raises(OptotypeError, match="no filter called 'pase'"):
        again.report(tmp_path / "report")


def test_people_who_do_not_exist_and_coefficients_without_intervals_are_said(bench: Workbench, tmp_path: Path) -> None:
    bench.draw("icons", count=4, seed=3, processes=1)
    bench.simulate([Simulated(name, 0.9) for name in ("one", "two", "three")])
    written = bench.report(tmp_path / "report").folder
    assert (written / "tables" / "benchmark-agreement.csv").read_text().startswith("form,simulated people,shared items")
    for name, words in (("", ("simulated people among them", "read Gwet")), (".ru", ("это репетиция", "Гвета"))):
        page = (written / f"benchmark{name}.html").read_text()
        assert all(text in page for text in words)


def test_licences_findings_and_long_tags(careful: Workbench) -> None:
    shown = Benchmark().show(gather(careful, Asked()), ENGLISH)
    tables = {table.name: [[cell.text for cell in row] for row in table.rows] for table in shown.tables}
    assert tables["benchmark-licences"] == [["CC BY 4.0", "2"], ["none of its own: that of its collection", "1"]]
    assert [row[:4] for row in tables["benchmark-findings"]] == [
        ["error", "blurred", "1", "far/a.png"],
        ["note", "long", "3", "far/0"],
    ]
    assert [found.link for found in shown.context["findings"]] == ["#item=far%2F0"] * 2
    (serial,) = (block for block in shown.context["blocks"] if block.title == "serial")
    assert (serial.values, len(serial.first) + len(serial.rest), serial.others) == (70, 60, 10)


def test_a_part_of_a_bench_says_that_it_is_one(bench_of_all: Workbench) -> None:
    shown = Benchmark().show(gather(bench_of_all, Asked(split="val")), ENGLISH)
    assert shown.context["partial"] == ["split val"]
    assert shown.context["facts"][0].value == "30"


def test_examples_are_spread_over_collections(careful: Workbench) -> None:
    extra = careful.cabinet.keep(png("blue"))
    with careful.store.event("test") as writer:
        picture = Picture(id="own/p.png", collection="own", name="p.png", file=extra.file, media_type=extra.media_type)
        item = an_item(
            "own/1",
            question="Which?",
            pictures=(picture.id,),
            cluster=picture.id,
            origin=Origin(kind="drawn", by="test"),
        )
        writer.write(add=[picture, item])
    examples = Benchmark().show(gather(careful, Asked()), ENGLISH).context["examples"]
    assert [example.id.partition("/")[0] for example in examples] == ["far", "own"]  # each picture once


# --- settings


def test_settings_are_all_told_and_secrets_hidden() -> None:
    told = list(
        settings_of(
            {
                "api_key": KEY,
                "max_tokens": 100,
                "token": 123456,
                "key_variable": "OPENAI_API_KEY",
                "max_tokens_field": "max_completion_tokens",
                "stop": ["a", "b"],
                "think": True,
                "seed": None,
                "password": "",
                "secrets": {"inner": "x", "count": 3},
            },
            ENGLISH,
        )
    )
    assert told == [
        Setting("api_key", "hidden", hidden=True),
        Setting("max_tokens", "100"),
        Setting("token", "hidden", hidden=True),
        Setting("key_variable", "OPENAI_API_KEY"),
        Setting("max_tokens_field", "max_completion_tokens"),
        Setting("stop", "a, b"),
        Setting("think", "yes"),
        Setting("seed", "not set"),
        Setting("password", "not set"),
        Setting("secrets", inner=(Setting("inner", "hidden", hidden=True), Setting("count", "hidden", hidden=True))),
    ]


def test_a_key_in_place_of_the_name_of_a_variable_is_hidden() -> None:
    (told,) = settings_of({"key_variable": KEY}, ENGLISH)
    assert told.hidden


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://example.org/v1", "https://example.org/v1"),
        ("https://me:word@example.org/v1", "https://•••@example.org/v1"),
        ("https://example.org/v1?a=1&X-Api-Key=abc&b=2", "https://example.org/v1?a=1&X-Api-Key=•••&b=2"),
    ],
)
def test_addresses_lose_their_passwords(text: str, shown: str) -> None:
    assert without_secrets(text) == shown
