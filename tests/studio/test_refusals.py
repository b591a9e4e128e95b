"""What will not do is told to people as a page in their language, and to scripts as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

import optotype.studio
from optotype.studio.refusals import Refused, reason
from optotype.web.words import LANGUAGES, Words
from tests.studio.house import House, opened, served

PAGE = {"accept": "text/html,application/xhtml+xml"}
SOURCE = "".join(
    file.read_text(encoding="utf-8") for file in sorted(Path(optotype.studio.__file__).parent.rglob("*.py"))
)


def russian(client: httpx.Client, key: str = "ru") -> httpx.Response:
    form_key = client.headers["x-form-key"]
    return client.post("/language", data={"form_key": form_key, "language": key, "back": "/board/journal"})


def test_every_reason_that_is_given_has_its_words_and_every_word_is_used() -> None:
    given = set(re.findall(r'(?:Refused|NotAllowed|NotYours)\(\s*"(\w+)"', SOURCE))
    for language in LANGUAGES:
        table = Words(language, "optotype.studio").table
        known = {key.partition(".")[2] for key in table if key.startswith("refused.")}
        assert known == given | {"title", "back"}


def test_whatever_the_journal_tells_has_words_in_every_language() -> None:
    written = re.findall(r'(?:_note|_done)\(\s*work, session, "([^"]+)"(?: if \w+ else "([^"]+)")?', SOURCE)
    told = {what.replace(" ", "_") for pair in written for what in pair if what} | {"set_aside"}
    for language in LANGUAGES:
        table = Words(language, "optotype.studio").table
        assert {key.partition(".")[2] for key in table if key.startswith("journal.")} == told


def test_numbers_in_a_reason_are_written_as_the_language_does() -> None:
    refused = Refused("phases", project="p", needed=12_000, found=9)
    assert "need 12,000 tasks" in str(refused)
    assert reason(refused, Words("ru", "optotype.studio"))[0].startswith("Этапам проекта «p» нужно заданий: 12\xa0000")
    assert reason(ValueError("x"), Words("ru", "optotype.studio")) == ("x", "en")


@pytest.mark.parametrize(
    ("path", "fields", "why", "back"),
    [
        ("/board/projects/baseline/assign", {"numbers": "one"}, "ожидались номера заданий", "/board/projects/baseline"),
        ("/board/projects/baseline/deadlines", {"opens_0": "soon"}, "ожидались день и час", "/board/projects/baseline"),
        ("/board/projects/baseline/crowd", {"most": "some"}, "ожидалось число", "/board/projects/baseline"),
        ("/board/people/ADA/shut-out", {"disabled": "yes"}, "самому себе нельзя", "/board"),
    ],
)
def test_a_form_that_will_not_do_leads_to_a_page_with_the_reason_and_a_way_back(
    house: House, path: str, fields: dict[str, str], why: str, back: str
) -> None:
    ada = house.client("Ada")
    russian(ada)
    fields |= {"form_key": ada.headers["x-form-key"]}
    path = path.replace("ADA", house.people["Ada"].id)
    reply = ada.post(path, data=fields, headers=PAGE)
    assert reply.status_code == 400
    assert why in reply.text
    assert f'href="{back}"' in reply.text
    assert '<p role="alert" lang="ru">' in reply.text
    assert why in ada.post(path, data=fields).json()["error"]


MADE = {
    "title": "Замер",
    "screen": "answer",
    "assignment": "first come",
    "overlap": "1",
    "minutes": "30",
}
"""A form that would do, but for its title: there is no such project yet."""
WRONG: list[tuple[str, dict[str, str]]] = [
    ("/board/projects", MADE | fields)
    for fields in (
        {"title": " "},
        {"overlap": "0"},
        {"overlap": "много"},
        {"minutes": "-1"},
        {"repeats": "-1"},
        {"repeats": "9999"},
        {"training": "два"},
        {"training": "9999"},
        {"main_until": "завтра"},
        {"split": "нет такой"},
        {"checks": "Сколько? 10 | *20"},
        {"planted": "нет такого"},
        {"background": "Область физика"},
        {"background": "Область: физика"},
        {"background": "Область: физика | | химия"},
        {"background": "Область: физика | физика"},
        {"background": "Область: *физика | химия"},
        {"background": "Лет: число 70-0"},
        {"background": "Область: текст\nОбласть: текст"},
        {"background": "Область: " + "|".join(map(str, range(50)))},
        {"background": "\n".join(f"Вопрос {number}: текст" for number in range(51))},
        {"checks": "Сколько? 10 | 20"},
        {"checks": "Сколько? число"},
        {"checks": "Сколько"},
    )
] + [
    ("/board/projects/baseline/deadlines", {"opens_0": "2026-12-02T00:00", "closes_0": "2026-12-01T00:00"}),
    ("/board/projects/baseline/assign", {"numbers": "1-999999999"}),
    ("/board/projects/baseline/crowd", {"most": "0"}),
    ("/board/projects/baseline/decide", {}),
    ("/board/projects/нет/decide", {}),
    ("/board/projects/baseline/members", {"person": "нет"}),
    ("/board/projects/baseline/pause", {"form_key": "старый"}),
    ("/api/turns/999999/back", {}),
]


@pytest.fixture(scope="module")
def russian_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A studio in which nothing but what a form says is Latin."""
    with opened(tmp_path_factory.mktemp("russian") / "bench") as house:
        russian(house.client("Ada"))
        yield house


@pytest.mark.parametrize(("path", "fields"), WRONG, ids=[f"{path} {fields}"[:90] for path, fields in WRONG])
def test_whatever_will_not_do_is_told_in_russian_on_a_russian_page(
    russian_house: House, path: str, fields: dict[str, str]
) -> None:
    ada = russian_house.client("Ada")
    reply = ada.post(path, data={"form_key": ada.headers["x-form-key"]} | fields)
    assert reply.status_code in (400, 401, 404)
    if reply.headers["content-type"].startswith("application/json"):
        told = reply.json()["error"]
    else:
        found = re.search(r'role="alert" lang="(\w+)">([^<]*)<', reply.text)
        assert found is not None
        assert found[1] == "ru"
        told = found[2]
    assert re.search("[А-Яа-я]{3,}", told)
    assert not set(re.findall("[A-Za-z]{3,}", unescape(told))) - {"baseline", "optotype", "show"}


def test_what_no_form_of_ours_sends_is_told_in_russian_too(russian_house: House) -> None:
    ada = russian_house.client("Ada")
    large = iter([b"x" * 100_000] * 30)  # of a length that is not told before
    found = [
        (ada.put("/api/turns/1/draft", content=large, headers={"content-type": "application/json"}), 413, "больше"),
        (ada.put("/api/turns/1/draft", json=["?"]), 422, "Запрос составлен не так, как ожидалось: body"),
        (ada.get("/api/nothing"), 404, "Здесь ничего нет."),
        (ada.delete("/board"), 405, "методом DELETE"),
    ]
    for reply, status, told in found:
        assert (reply.status_code, told in reply.json()["error"]) == (status, True)


@pytest.mark.parametrize(
    ("headers", "status", "told"),
    [
        ({"origin": "https://elsewhere.example"}, 403, "с другого сайта"),
        ({"sec-fetch-site": "cross-site"}, 403, "с другого сайта"),
        ({"host": "elsewhere.example"}, 421, "называется иначе"),
        ({}, 413, "больше 1\xa0000\xa0000 байт"),
    ],
)
def test_the_gate_speaks_the_language_of_the_browser(
    house: House, headers: dict[str, str], status: int, told: str
) -> None:
    content = b"x" * 1_000_001 if status == 413 else b""
    reply = house.client().post("/sign-in", content=content, headers={"accept-language": "ru,en", **headers})
    assert (reply.status_code, told in reply.json()["error"]) == (status, True)


def test_a_server_in_front_that_garbles_is_told_in_russian(house: House) -> None:
    with served(house.bench, proxies=("127.0.0.1",)) as address:
        headers = {"accept-language": "ru", "x-forwarded-prefix": "//elsewhere"}
        reply = httpx.get(f"{address}/sign-in", headers=headers, timeout=30, verify=False)
    assert (reply.status_code, "Сервер перед студией" in reply.json()["error"]) == (400, True)


def test_a_form_that_is_too_large_leads_to_a_page(russian_house: House) -> None:
    ada = russian_house.client("Ada")
    large = iter([b"title=", *[b"x" * 100_000] * 30])
    headers = {"content-type": "application/x-www-form-urlencoded", **PAGE}
    reply = ada.post("/board/projects", content=large, headers=headers)
    assert reply.status_code == 413
    assert '<p role="alert" lang="ru">Запрос больше допустимого' in reply.text


def test_an_invitation_says_what_is_wrong_with_a_name_in_the_language_of_the_browser(house: House) -> None:
    ada = house.client("Ada")
    invited = ada.post("/board/projects/baseline/invite", data={"form_key": ada.headers["x-form-key"]}).text
    link = invited.partition("/invitation/")[2].partition("<")[0]
    guest = house.client()
    fields = {"name": "anna", "password": "correct horse battery"}
    reply = guest.post(f"/invitation/{link}", data=fields, headers={"accept-language": "ru"})
    assert "Имя «anna» уже занято" in reply.text


def test_the_language_is_chosen_once_and_stays(house: House) -> None:
    anna = house.client("Anna")
    assert 'lang="en"' in anna.get("/").text
    assert russian(anna).headers["location"] == "/board/journal"
    assert '<html lang="ru"' in anna.get("/").text
    assert '<html lang="ru"' in house.client("Anna").get("/").text
    russian(anna, "en")
    assert '<html lang="en"' in anna.get("/").text


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "", "/a b"]
)
def test_choosing_a_language_leads_to_no_other_site(house: House, back: str) -> None:
    anna = house.client("Anna")
    fields = {"form_key": anna.headers["x-form-key"], "language": "ru", "back": back}
    assert anna.post("/language", data=fields).headers["location"] == "/"
    assert anna.post("/language", data=fields | {"form_key": "x"}).status_code == 401
