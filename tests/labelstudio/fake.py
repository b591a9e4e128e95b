"""A Label Studio on loopback that does the little that is needed of one, and misbehaves as it is told."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

LEGACY = "0123456789abcdef0123456789abcdef01234567"
PERSONAL = "eyJhbGci.eyJ1c2Vy.c2lnbmF0dXJl"


@dataclass
class Fake:
    """What the server holds, what came in, and how it behaves."""

    address: str = ""
    projects: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    tasks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    requests: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Method and path."""
    keys: list[str] = field(default_factory=list[str])
    """What stood under Authorization."""
    ways: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By method and the end of a path, how the next requests are treated: names of functions of `_Handler`."""
    longest: int = 1 << 30
    """Bytes of a request that the server takes."""
    page: int = 1000
    """Tasks on a page, at most."""
    access: set[str] = field(default_factory=set[str])
    """Tokens that were given for personal ones and still work."""

    def annotate(self, task: int, *results: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Somebody fills a task in."""
        made = {
            "id": 100 + sum(len(one["annotations"]) for one in self.tasks),
            "completed_by": 7,
            "result": list(results),
            "was_cancelled": False,
            "created_at": "2026-03-09T22:16:08.728353Z",
            "lead_time": 12.5,
        } | more
        made.setdefault("unique_id", f"00000000-0000-4000-8000-{made['id']:012d}")
        self.task(task)["annotations"].append(made)
        return made

    def task(self, number: int) -> dict[str, Any]:
        return next(one for one in self.tasks if one["id"] == number)

    def about(self, item: str) -> int:
        """The number of the task about an item."""
        return next(one["id"] for one in self.tasks if one["data"].get("optotype_id") == item)

    def items(self) -> list[str]:
        return [one["data"]["optotype_id"] for one in self.tasks]


class _Handler(BaseHTTPRequestHandler):
    fake: Fake

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def do_PATCH(self) -> None:
        self._serve("PATCH")

    def _serve(self, method: str) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.fake.requests.append((method, parts.path))
        self.fake.keys.append(self.headers.get("Authorization", ""))
        for path, ways in self.fake.ways.items():
            wanted, _, end = path.partition(" ")
            if wanted == method and parts.path.rstrip("/").endswith(end) and ways:
                with suppress(BrokenPipeError, ConnectionResetError):
                    getattr(self, ways.pop(0))()
                return
        if length > self.fake.longest:
            self.send(413, "<html>too large</html>", "text/html")
            return
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.route(method, parts.path.rstrip("/"), query, json.loads(body or b"null"))

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> None:
        fake, key = self.fake, self.headers.get("Authorization", "")
        if (method, path) == ("POST", "/api/token/refresh"):
            if body != {"refresh": PERSONAL}:
                self.send(401, {"detail": "Token is invalid"})
                return
            fake.access.add(f"access{len(fake.access)}")
            self.send(200, {"access": f"access{len(fake.access) - 1}"})
        elif key != f"Token {LEGACY}" and key.removeprefix("Bearer ") not in fake.access:
            self.send(401, {"detail": "Invalid token."})
        elif (method, path) == ("GET", "/api/projects"):
            found = [one for one in fake.projects.values() if query["title"].lower() in one["title"].lower()]
            self.send(200, {"count": len(found), "next": "http://elsewhere.invalid/", "results": found})
        elif (method, path) == ("POST", "/api/projects"):
            number = len(fake.projects) + 1
            fake.projects[number] = body | {"id": number}
            self.send(201, fake.projects[number])
        elif (method, path) == ("GET", "/api/users"):
            self.send(200, [{"id": 7, "first_name": "Ann", "last_name": "Lee", "email": "ann@example.org"}])
        elif (method, path) == ("GET", "/api/tasks"):
            self.listed(query)
        elif found := re.fullmatch(r"/api/projects/(\d+)(/import|/export|)", path):
            self.project(method, int(found[1]), found[2], body)
        else:
            self.send(404, {"detail": "Not found."})

    def project(self, method: str, number: int, what: str, body: Any) -> None:
        fake = self.fake
        if number not in fake.projects:
            self.send(404, {"detail": "No Project matches the given query."})
        elif what == "/import":
            for one in body:
                fake.tasks.append({**one, "id": len(fake.tasks) + 1, "project": number, "annotations": []})
            self.send(201, {"task_count": len(body)})
        elif what == "/export":
            self.send(200, [one for one in fake.tasks if one["project"] == number and one["annotations"]])
        else:
            fake.projects[number] |= body or {}
            self.send(200, fake.projects[number])

    def listed(self, query: dict[str, str]) -> None:
        fake, page, size = self.fake, int(query["page"]), min(int(query["page_size"]), self.fake.page)
        there = [one for one in fake.tasks if one["project"] == int(query["project"])]
        some = there[(page - 1) * size : page * size]
        if not some and page > 1:
            self.send(404, {"detail": "Invalid page."})
            return
        names = query["include"].split(",")
        tasks = [{name: one.get(name, {}) for name in names} for one in some]
        self.send(200, {"total": len(there), "tasks": tasks})

    def send(self, status: int, body: Any, kind: str = "application/json", length: int | None = None) -> None:
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):
            self.wfile.write(content)

    # --- how it misbehaves

    def page_for_people(self) -> None:
        self.send(200, "<!doctype html><title>Log in</title>", "text/html")

    def cut_off(self) -> None:
        self.send(200, '[{"id": 1, "da', length=5000)

    def half_an_array(self) -> None:
        """Without a length, so that only its content tells that it is cut off."""
        half = json.dumps([one for one in self.fake.tasks if one["annotations"]])[:-40]
        self.wfile.write(f"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{half}".encode())

    def huge(self) -> None:
        self.send(200, '["' + "x" * (3 << 20) + '"]')

    def silent(self) -> None:
        time.sleep(1.5)

    def endless(self) -> None:
        self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n[")
        for _ in range(40):
            self.wfile.write(b" ")
            time.sleep(0.05)

    def number(self) -> None:
        self.send(200, 7)

    def nothing(self) -> None:
        self.send(200, "")

    def deep(self) -> None:
        self.send(200, "[" * 100_000)

    def not_unicode(self) -> None:
        self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n\xff\xfe\xff")

    def not_http(self) -> None:
        self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")

    def hang_up(self) -> None:
        self.close_connection = True

    def busy(self) -> None:
        self.send(503, "<html>try later</html>", "text/html")

    def fault(self) -> None:
        self.send(500, {"detail": "'NoneType' object is not iterable"})

    def elsewhere(self) -> None:
        self.send_response(302)
        self.send_header("Location", "https://other.invalid/login")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def fewer(self) -> None:
        self.send(201, {"task_count": 1})

    def expired(self) -> None:
        self.fake.access.clear()
        self.send(401, {"detail": "Token is expired"})

    def same_page(self) -> None:
        self.send(200, {"total": 10**9, "tasks": [{"id": 1, "meta": {"optotype_id": "x"}}]})

    def odd_project(self) -> None:
        self.send(201, {"id": "one"})


@contextmanager
def opened() -> Generator[Fake]:
    """A server, until the end of the block."""
    fake = Fake()
    handler = type("Handler", (_Handler,), {"fake": fake})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    fake.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
