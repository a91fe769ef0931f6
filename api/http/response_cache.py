"""Answers that never change, cached as they are sent: each process renders and hashes them once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.http.etag import etag_headers, etag_of, not_modified, with_etag

MAX_BYTES = 32 * 1024 * 1024
"""Bytes of answers that a process keeps."""
MAX_ANSWER_BYTES = MAX_BYTES // 32
"""A longer answer is not kept: it would cost many others their place."""


class RenderedAnswer(NamedTuple):
    """An answer as it is sent."""

    etag: str
    body: bytes


class AnswerCache:
    """What was rendered, up to so many bytes; what was asked for longest ago goes first."""

    def __init__(self, max_bytes: int = MAX_BYTES, max_answer_bytes: int = MAX_ANSWER_BYTES) -> None:
        self.max_bytes, self.max_answer_bytes, self.size = max_bytes, max_answer_bytes, 0
        self._answers: OrderedDict[Hashable, RenderedAnswer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> RenderedAnswer | None:
        """What is kept under this key."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def put(self, key: Hashable, rendered: RenderedAnswer) -> None:
        """Keep this; two that wrote the same keep it once."""
        if len(rendered.body) > self.max_answer_bytes:
            return
        with self._lock:
            if key not in self._answers:
                self.size += len(rendered.body)
            self._answers[key] = rendered
            while self.size > self.max_bytes:
                self.size -= len(self._answers.popitem(last=False)[1].body)


answers = AnswerCache()


def cached_answer(request: Request, key: Hashable, content: Callable[[], Any]) -> HttpResponseBase:
    """What ``content`` answers, which never changes for this key, with its ETag; 304 where the client has it already."""
    if request.accepted_media_type != JSONRenderer.media_type:  # somebody wants it indented
        return with_etag(request, content())
    rendered = answers.get(key)
    if rendered is None:
        said = content()
        rendered = RenderedAnswer(etag_of(said), JSONRenderer().render(said))
        answers.put(key, rendered)
    answer = HttpResponse(rendered.body, JSONRenderer.media_type, headers=etag_headers(rendered.etag))
    return not_modified(request, rendered.etag) or answer
