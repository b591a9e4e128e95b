"""Who comes in, as whom, and what nobody can do from outside."""

from __future__ import annotations

import time

import httpx
import pytest

from optotype.errors import OptotypeError
from optotype.studio import people
from optotype.studio.people import NotAllowed
from tests.studio.house import PASSWORD, House, served


def test_somebody_signs_in_with_name_and_password_and_out_again(house: House) -> None:
    client = house.client("Anna")
    assert "Human baseline" in client.get("/").text
    assert client.post("/sign-out", data={"form_key": client.headers["x-form-key"]}).status_code == 303
    assert client.get("/", headers={"accept": "text/html"}).headers["location"] == "/sign-in"


def test_a_wrong_password_and_an_unknown_name_are_told_alike(house: House) -> None:
    client = house.client()
    wrong = client.post("/sign-in", data={"name": "Anna", "password": "something else"})
    unknown = client.post("/sign-in", data={"name": "Nobody", "password": "something else"})
    assert (wrong.status_code, unknown.status_code) == (401, 401)
    assert "do not belong together" in wrong.text
    assert wrong.text.replace("Anna", "") == unknown.text.replace("Nobody", "")


def test_who_guesses_passwords_has_to_wait_ever_longer(house: House) -> None:
    client = house.client()
    statuses = [
        client.post("/sign-in", data={"name": "Anna", "password": f"guess {number}"}).status_code for number in range(7)
    ]
    assert statuses[:5] == [401] * 5
    assert statuses[5:] == [429] * 2
    right = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) >= 1


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    cookie = house.client().post("/sign-in", data={"name": "Anna", "password": PASSWORD}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # this server is called by http


def test_a_cookie_that_was_planted_is_not_the_one_that_is_signed_in(house: House) -> None:
    client = house.client()
    client.cookies.set("optotype_studio", "planted", domain="127.0.0.1")
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})
    assert client.cookies.get("optotype_studio", domain="127.0.0.1") != "planted"
    planted = house.client(cookies={"optotype_studio": "planted"})
    assert planted.get("/api/projects/baseline/history").status_code == 401


def test_an_old_session_ends_when_its_owner_signs_in_anew(house: House) -> None:
    client = house.client("Anna")
    old = client.cookies["optotype_studio"]
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})
    stale = house.client(cookies={"optotype_studio": old})
    assert stale.get("/api/projects/baseline/history").status_code == 401


def test_an_invitation_lets_one_person_in_with_a_password_of_their_own(house: House) -> None:
    with house.bench.store.write() as connection:
        secret = people.invite(connection, "annotator", time.time(), made_by="x", project="baseline")
    client = house.client()
    assert 'name="password"' in client.get(f"/invitation/{secret}").text
    short = client.post(f"/invitation/{secret}", data={"name": "Dora", "password": "short"})
    assert (short.status_code, "at least 10 letters" in short.text) == (400, True)
    taken = client.post(f"/invitation/{secret}", data={"name": "anna", "password": PASSWORD})
    assert (taken.status_code, "already" in taken.text) == (400, True)
    assert client.post(f"/invitation/{secret}", data={"name": "Dora", "password": PASSWORD}).status_code == 303
    assert "Human baseline" in client.get("/").text
    assert client.post(f"/invitation/{secret}", data={"name": "Eve", "password": PASSWORD}).status_code == 404
    assert "does not work" in client.get(f"/invitation/{secret}").text


def test_a_name_is_known_in_any_alphabet_in_small_letters_and_in_large(house: House) -> None:
    with house.bench.store.write() as connection:
        people.add(connection, "Яна Ёлкина", "annotator", time.time(), password=PASSWORD)
        assert people.known(connection, " яна  ёлкина", PASSWORD).name == "Яна Ёлкина"
        with pytest.raises(OptotypeError, match="already"):
            people.add(connection, "ЯНА ЁЛКИНА", "annotator", time.time())


def test_an_invitation_ends_with_its_time(house: House) -> None:
    with house.bench.store.write() as connection:
        secret = people.invite(connection, "annotator", 0.0, made_by="x", days=14)
        with pytest.raises(NotAllowed, match="its time is over"):
            people.accept(connection, secret, 15 * people.DAY, name="Dora", password=PASSWORD)


def test_who_is_shut_out_is_signed_out_everywhere(house: House) -> None:
    client = house.client("Anna")
    with house.bench.store.write() as connection:
        people.disable(connection, house.people["Anna"].id)
    fresh = house.client(cookies=dict(client.cookies))
    house_session = people.digest(client.cookies["optotype_studio"])
    with house.bench.store.engine.connect() as connection:
        rows = connection.execute(people.sessions.select().where(people.sessions.c.id == house_session)).all()
    assert rows == []
    assert fresh.post("/sign-in", data={"name": "Anna", "password": PASSWORD}).status_code == 401


def test_neither_secrets_nor_passwords_lie_in_the_database(house: House) -> None:
    client = house.client("Anna")
    secret = client.cookies["optotype_studio"]
    house.bench.store.engine.dispose()
    content = b"".join(file.read_bytes() for file in house.bench.folder.glob("optotype.db*"))
    assert secret.encode() not in content
    assert PASSWORD.encode() not in content


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://elsewhere.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "elsewhere.example"}, 421),
        ({"x-form-key": "guessed"}, 401),
    ],
)
def test_another_site_cannot_make_a_browser_do_anything(house: House, headers: dict[str, str], status: int) -> None:
    client = house.client("Anna")
    assert client.post("/api/projects/baseline/take", json={}, headers=headers).status_code == status
    assert client.get("/api/projects/baseline/history").json() == {"turns": []}


def test_a_form_without_its_key_signs_nobody_out(house: House) -> None:
    client = house.client("Anna")
    assert client.post("/sign-out", data={}).status_code == 401
    assert client.get("/").status_code == 200


def test_what_is_too_large_is_not_read(house: House) -> None:
    client = house.client("Anna")
    told = client.post("/api/projects/baseline/take", content=b"x" * 2_000_000)
    assert told.status_code == 413

    def endless() -> list[bytes]:
        return [b"x" * 100_000] * 30

    streamed = client.put("/api/turns/1/draft", content=iter(endless()), headers={"content-type": "application/json"})
    assert streamed.status_code == 413


def test_every_reply_says_what_a_page_may_load(house: House) -> None:
    client = house.client()
    for address in ("/sign-in", "/assets/studio.css", "/nothing", "/api/projects/baseline/history"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_behind_another_server_links_and_cookies_are_those_of_its_name(house: House) -> None:
    with (
        served(house.bench, host="studio.example", secure=True) as address,
        httpx.Client(base_url=address, timeout=30, verify=False, headers={"host": "studio.example"}) as client,
    ):
        reply = client.post("/sign-in", data={"name": "Ada", "password": PASSWORD})
        assert "Secure" in reply.headers["set-cookie"]
        cookie = {"cookie": reply.headers["set-cookie"].partition(";")[0]}
        page = client.get("/board", headers=cookie).text
        key = {"form_key": page.partition('name="form_key" value="')[2].partition('"')[0]}
        link = client.post("/board/projects/baseline/invite", data=key, headers=cookie).text
        assert "https://studio.example/invitation/" in link
        assert httpx.get(f"{address}/sign-in", timeout=30, verify=False).status_code == 421
