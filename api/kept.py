"""Answers that are for ever the same, kept as they are sent: they are worked out, written and hashed once in each process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.etag import etag_of, headers_of, known, tagged

MOST = 32 * 1024 * 1024
"""Bytes of answers that a process keeps."""
LARGEST = MOST // 32
"""A longer answer is not kept: it would cost many others their place."""


class Written(NamedTuple):
    """An answer as it is sent."""

    etag: str
    body: bytes


class Shelf:
    """What was written, up to so many bytes; what was asked for longest ago goes first."""

    def __init__(self, most: int = MOST, largest: int = LARGEST) -> None:
        self.most, self.largest, self.size = most, largest, 0
        self._kept: OrderedDict[Hashable, Written] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Written | None:
        """What is kept under this key."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, written: Written) -> None:
        """Keep this; two that wrote the same keep it once."""
        if len(written.body) > self.largest:
            return
        with self._lock:
            if key not in self._kept:
                self.size += len(written.body)
            self._kept[key] = written
            while self.size > self.most:
                self.size -= len(self._kept.popitem(last=False)[1].body)


shelf = Shelf()


def kept(request: Request, key: Hashable, content: Callable[[], Any]) -> HttpResponseBase:
    """What ``content`` answers, which never changes for this key, with its ETag; 304 where the client has it already."""
    if request.accepted_media_type != JSONRenderer.media_type:  # somebody wants it indented
        return tagged(request, content())
    written = shelf.get(key)
    if written is None:
        said = content()
        written = Written(etag_of(said), JSONRenderer().render(said))
        shelf.put(key, written)
    answer = HttpResponse(written.body, JSONRenderer.media_type, headers=headers_of(written.etag))
    return known(request, written.etag) or answer
