"""Has requests that only read served by the replica of the database, where there is one (``records.db.replica``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse

from records.db import replica

READING = ("GET", "HEAD")


class ReplicaMiddleware:
    """Lets views of GET and HEAD read from a replica that is not behind, and asks them again where it fails meanwhile."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in READING or not replica.has_caught_up():
            return self.get_response(request)
        with replica.reading():
            response = self.get_response(request)
        if response.status_code == 503:  # a database was away; another answer of 503 costs a second look
            replica.leave("failed amid a request")
            return self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _read_from_replica(iter(response))
        return response


def _read_from_replica(content: Iterator[bytes]) -> Iterator[bytes]:
    """What is read while the answer is sent already; the sender does not read from the replica in between."""
    while True:
        with replica.reading():
            piece = next(content, None)
        if piece is None:
            return
        yield piece
