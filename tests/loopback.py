"""A model on loopback that says what a test tells it to."""

from __future__ import annotations

import json
import threading
from abc import abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar


class Model(ThreadingHTTPServer):
    """A server that speaks as those of OpenAI do."""

    daemon_threads = True
    request_queue_size = 128
    """Of those who come at once: whoever finds no room comes again after a whole second."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @abstractmethod
    def says(self, body: dict[str, Any]) -> str | int:
        """What is replied to a request: a text, or the number of an error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a reply waits until its head was acknowledged, which takes 40 ms

    def do_POST(self) -> None:
        assert isinstance(self.server, Model)
        said = self.server.says(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        if isinstance(said, int):
            status, body = said, {"error": {"message": "no"}}
        else:
            message = {"role": "assistant", "content": said}
            usage = {"prompt_tokens": 1000, "completion_tokens": 100}
            status, body = 200, {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *_: object) -> None:
        """Says nothing."""


M = TypeVar("M", bound=Model)


@contextmanager
def served(model: M) -> Generator[M]:
    """A model that answers for as long as the context lasts."""
    with model:
        thread = threading.Thread(target=model.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield model
        finally:
            model.shutdown()
            thread.join()
