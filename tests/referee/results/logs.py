"""A log in memory that answers like a service's, honestly or not, at a real address if wished."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit

from referee.results.log import checkpoint, proof, tree
from referee.results.log.checkpoint import Checkpoint
from referee.results.published import signature
from tests.referee.results.evening import PRIVATE, published

ORIGIN = "log.example.org/.well-known/referee-log"
BASE = "/.well-known/referee-log"


def publication_entry(number: int, event: str, publication: int, digest: str) -> bytes:
    """The text of the entry of a publication."""
    details = json.dumps({"hash": digest, "number": publication})
    return json.dumps([number, "at", "user:1", "li", "event.publish", f"event:{event}", details, "", "00"]).encode()


def published_in_a_log(kept: int = 5) -> tuple[Log, bytes]:
    """A log of eleven entries, of which the seventh is a publication after the head of the first ``kept`` ones; and its file."""
    log = Log([f"entry {number}".encode() for number in range(1, 12)])
    data = published(log={"head": log.head(kept)})
    digest = json.loads(data)["hash"]
    log.entries[6] = publication_entry(7, "4f0c", 1, digest)
    log.published[digest] = 7, 1
    return log, data


class Log:
    """Entries, the key that signs, and which publications there are: hash → entry's number, latest publication."""

    def __init__(self, entries: list[bytes], private: bytes = PRIVATE) -> None:
        self.entries, self.private = entries, private
        self.published: dict[str, tuple[int, int]] = {}
        self.asked: list[str] = []

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        return tree.subtree([tree.leaf_hash(one) for one in self.entries[index << level : (index + 1) << level]])

    def head(self, size: int | None = None, origin: str = ORIGIN) -> str:
        """The signed head of the first entries, by default of all."""
        size = len(self.entries) if size is None else size
        return checkpoint.sign(Checkpoint(origin, size, tree.root(size, self.node)), self.private)

    @property
    def key(self) -> str:
        """The public key as PEM."""
        return signature.pem(signature.public_of(self.private))

    def shown(self, size: int | None = None) -> dict[str, Any]:
        """A head as the service shows it."""
        return {"origin": ORIGIN, "head": self.head(size), "key": self.key}

    def consistency(self, *sizes: int) -> dict[str, Any]:
        """The proofs between these sizes."""
        paths = [(first, second, tree.consistency_path(first, second, self.node)) for first, second in pairwise(sizes)]
        return {"consistency": [{"first": a, "second": b, "path": base64_of(path)} for a, b, path in paths]}

    def proof(self, number: int, size: int | None = None) -> str:
        """The proof file of an entry."""
        size = len(self.entries) if size is None else size
        path = tree.inclusion_path(number - 1, size, self.node)
        return proof.written(self.entries[number - 1], number - 1, path, self.head(size))

    def answer(self, address: str) -> dict[str, Any] | None:
        """What an address answers; None: 404."""
        parts = urlsplit(address)
        place, query = parts.path.removeprefix(BASE), parse_qs(parts.query)
        if place == "":
            return self.shown()
        if place == "/consistency":
            sizes = [int(size) for size in query["sizes"][0].split(",")]
            return self.consistency(*sizes) if sizes[-1] <= len(self.entries) else None
        kind, _, what = place[1:].partition("/")
        if kind == "heads" and int(what) <= len(self.entries):
            return self.shown(int(what))
        if kind == "publications" and what in self.published:
            number, newest = self.published[what]
            found = self.proof(number) if number else None
            return {"publication": what, "proof": found, "newest": {"number": newest}}
        return None


def base64_of(hashes: list[bytes]) -> list[str]:
    return [base64.b64encode(one).decode() for one in hashes]


@contextmanager
def served(log: Any) -> Iterator[str]:
    """The address of a log while a test runs. ``log.answer`` says what is answered: JSON, bytes, None for 404, or a redirect."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            log.asked.append(self.path)
            answer = log.answer(self.path)
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(404 if answer is None else 302 if isinstance(answer, str) else 200)
            if isinstance(answer, str):
                self.send_header("Location", answer)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(OSError):  # who asked has gone
                self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
