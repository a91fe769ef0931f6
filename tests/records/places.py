"""A real address to send to: an HTTP server in this process that answers what it is told to and keeps what came."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Came(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Place:
    """What it answers next, and what it has received. ``answers``: statuses, the last one for all that follow."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.server = server
        self.url = f"http://127.0.0.1:{server.server_address[1]}/news"
        self.answers: list[int] = [200]
        self.headers: dict[str, str] = {}
        self.text: bytes = b"thank you"
        self.slowly = 0.0
        self.meanwhile: Callable[[], None] = lambda: None
        self.came: list[Came] = []

    def leave(self) -> None:
        """Nobody listens any more: who still accepted when the socket closed would reset what came meanwhile."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def listening(tls: Any = None) -> Iterator[Place]:
    """A server for the time of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            place.came.append(Came(self.path, dict(self.headers.items()), body))
            place.meanwhile()
            status = place.answers.pop(0) if len(place.answers) > 1 else place.answers[0]
            self.send_response(status)
            for name, value in place.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(place.text)))
            self.end_headers()
            try:
                if place.slowly:
                    for byte in place.text:
                        time.sleep(place.slowly)
                        self.wfile.write(bytes([byte]))
                        self.wfile.flush()
                else:
                    self.wfile.write(place.text)
            except OSError:
                pass  # who asked has gone

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.daemon_threads = True
    place = Place(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield place
    finally:
        place.leave()
