"""A real address to send to: an HTTP server in this process that answers what it is told to and keeps what came."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Received(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class HttpReceiver:
    """What it answers next, and what it has received. ``answers``: statuses, the last one for all that follow."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.server = server
        self.url = f"http://127.0.0.1:{server.server_address[1]}/news"
        self.statuses: list[int] = [200]
        self.headers: dict[str, str] = {}
        self.text: bytes = b"thank you"
        self.seconds_per_byte = 0.0
        self.before_answer: Callable[[], None] = lambda: None
        self.requests: list[Received] = []

    def close(self) -> None:
        """Nobody listens any more: who still accepted when the socket closed would reset what came meanwhile."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def http_receiver(tls: Any = None) -> Iterator[HttpReceiver]:
    """A server for the time of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.requests.append(Received(self.path, dict(self.headers.items()), body))
            receiver.before_answer()
            status = receiver.statuses.pop(0) if len(receiver.statuses) > 1 else receiver.statuses[0]
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(receiver.text)))
            self.end_headers()
            try:
                if receiver.seconds_per_byte:
                    for byte in receiver.text:
                        time.sleep(receiver.seconds_per_byte)
                        self.wfile.write(bytes([byte]))
                        self.wfile.flush()
                else:
                    self.wfile.write(receiver.text)
            except OSError:
                pass  # who asked has gone

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.daemon_threads = True
    receiver = HttpReceiver(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.close()
