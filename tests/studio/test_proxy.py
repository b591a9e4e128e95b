"""Behind a server in front: whom it is believed, and that nobody else is."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import httpx
import pytest

from optotype.errors import OptotypeError
from optotype.studio.opening import serve
from optotype.studio.proxy import Garbled, Proxies
from tests.studio.house import PASSWORD, House, served

FORWARDED = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "studio.example",
    "x-forwarded-prefix": "/charts",
}
ADA = {"name": "Ada", "password": PASSWORD}


@pytest.fixture
def front(house: House) -> Iterator[httpx.Client]:
    """A server in front, on this machine, that is believed, and keeps the studio under /charts."""
    with (
        served(house.bench, proxies=("127.0.0.1",)) as address,
        httpx.Client(base_url=address, timeout=30, verify=False, headers=FORWARDED) as client,
    ):
        yield client


def test_links_cookies_and_redirects_are_those_that_the_browser_sees(front: httpx.Client) -> None:
    reply = front.post("/sign-in", data=ADA, headers={"origin": "https://studio.example"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/charts/")
    cookie = reply.headers["set-cookie"]
    assert "Secure" in cookie
    assert "Path=/charts/;" in cookie
    signed = {"cookie": cookie.partition(";")[0]}
    assert front.get("/", headers=signed).headers["location"] == "/charts/board"
    page = front.get("/board", headers=signed).text
    assert 'href="/charts/assets/studio.css"' in page
    assert 'data-root="/charts"' in page
    key = {"form_key": page.partition('name="form_key" value="')[2].partition('"')[0]}
    invited = front.post("/board/projects/baseline/invite", data=key, headers=signed).text
    assert "https://studio.example/charts/invitation/" in invited


def test_no_address_in_a_page_forgets_the_path_under_which_the_studio_is_kept(front: httpx.Client) -> None:
    signed = {"cookie": front.post("/sign-in", data=ADA).headers["set-cookie"].partition(";")[0]}
    for address in ("/board", "/board/journal", "/board/projects/baseline", "/sign-in", "/nothing"):
        page = front.get(address, headers={**signed, "accept": "text/html"}, follow_redirects=False).text
        for begin in ('href="/', 'src="/', 'action="/', 'hx-get="/', 'hx-post="/'):
            assert page.count(begin) == page.count(f"{begin}charts/"), (address, begin)


def test_another_site_is_another_site_behind_a_proxy_too(front: httpx.Client) -> None:
    reply = front.post("/sign-in", data=ADA, headers={"origin": "https://elsewhere.example"})
    assert reply.status_code == 403


def test_who_is_not_named_as_a_proxy_is_not_believed(house: House) -> None:
    for proxies in ((), ("10.9.8.7", "2001:db8::/32")):
        with served(house.bench, proxies=proxies) as address:
            told = httpx.post(f"{address}/sign-in", data=ADA, headers=FORWARDED, timeout=30, verify=False)
            assert told.headers["location"] == "/"
            assert "Secure" not in told.headers["set-cookie"]
            assert "Path=/;" in told.headers["set-cookie"]


def test_a_name_that_was_given_counts_more_than_what_a_proxy_says(house: House) -> None:
    with served(house.bench, host="other.example", proxies=("127.0.0.1",)) as address:
        assert httpx.get(f"{address}/sign-in", headers=FORWARDED, timeout=30, verify=False).status_code == 421
        named = {**FORWARDED, "x-forwarded-host": "other.example"}
        assert httpx.get(f"{address}/sign-in", headers=named, timeout=30, verify=False).status_code == 200


def test_who_guesses_passwords_makes_nobody_else_behind_the_same_proxy_wait(front: httpx.Client) -> None:
    guesses = [{"name": f"Somebody {number}", "password": "a wrong password"} for number in range(7)]
    assert [front.post("/sign-in", data=guess).status_code for guess in guesses][-1] == 429
    elsewhere = {"x-forwarded-for": "203.0.113.7, 198.51.100.1"}  # what stands on the left, anybody can have written
    assert front.post("/sign-in", data=ADA, headers=elsewhere).status_code == 303
    again = {"x-forwarded-for": "198.51.100.2, 203.0.113.7"}
    assert front.post("/sign-in", data=ADA, headers=again).status_code == 429


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-forwarded-host", 'studio.example"><script>'),
        ("x-forwarded-host", "studio.example/path"),
        ("x-forwarded-proto", "javascript"),
        ("x-forwarded-prefix", "//elsewhere.example"),
        ("x-forwarded-prefix", "/../board"),
        ("x-forwarded-prefix", '/charts" onload="x'),
        ("x-forwarded-prefix", "/" + "a" * 400),
    ],
)
def test_what_cannot_be_is_refused_even_from_a_proxy(front: httpx.Client, header: str, value: str) -> None:
    reply = front.get("/sign-in", headers={header: value})
    assert reply.status_code == 400
    assert value not in reply.text


def scope(client: str, **headers: str) -> dict[str, Any]:
    told = [(f"x-forwarded-{name}".encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (client, 1), "path": "/", "scheme": "http", "headers": told}


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("9.9.9.9, 203.0.113.7, 10.0.0.3", "203.0.113.7"),
        ("10.0.0.4, 10.0.0.3", "10.0.0.4"),
        ("nonsense", "10.0.0.2"),
        ("9.9.9.9, nonsense, 10.0.0.3", "10.0.0.3"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_the_browser_is_whom_the_first_of_our_proxies_heard(told: str, expected: str) -> None:
    proxies = Proxies((ip_network("10.0.0.0/8"),))
    seen = proxies.seen_through(scope("10.0.0.2", **{"for": told}))
    assert seen is not None
    assert seen["client"][0] == expected


def test_a_proxy_is_known_by_the_other_way_of_writing_its_address() -> None:
    assert Proxies.named(["10.0.0.2"]).seen_through(scope("::ffff:10.0.0.2")) is not None
    assert Proxies.named(["10.0.0.2"]).seen_through(scope("10.0.0.3")) is None
    with pytest.raises(Garbled):
        Proxies.named(["10.0.0.2"]).seen_through(scope("10.0.0.2", proto="ftp"))


def test_a_name_is_not_the_address_of_a_proxy() -> None:
    with pytest.raises(OptotypeError, match="'caddy' is not the address of a proxy"):
        Proxies.named(["caddy"])


def test_the_studio_is_not_opened_to_others_without_a_name(house: House) -> None:
    with pytest.raises(OptotypeError, match=r"At 0\.0\.0\.0 the studio is reached from outside.*--host"):
        serve(house.bench, bind="0.0.0.0", port=0)
