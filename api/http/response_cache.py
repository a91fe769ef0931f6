"""ETags, 304 for a client that has the content, and answers that never change, which each process renders and hashes once."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from cachetools import LRUCache
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from api.http.rendering import JSONRenderer
from records.core.languages import for_reader, reader_language
from referee.chinese import SIMPLIFIED

MAX_BYTES = 32 * 1024 * 1024
"""Bytes of answers that a process keeps."""
MAX_ANSWER_BYTES = MAX_BYTES // 32
"""A longer answer is not kept: it would take the place of many others."""


class RenderedAnswer(NamedTuple):
    """An answer as it is sent."""

    etag: str
    body: bytes


def answer_cache(max_bytes: int = MAX_BYTES) -> LRUCache[Hashable, RenderedAnswer]:
    """An empty cache; what was asked for longest ago makes room when the bodies exceed so many bytes."""
    return LRUCache(max_bytes, getsizeof=lambda rendered: len(rendered.body))


answers = answer_cache()
lock = threading.Lock()
"""Held while the cache is read or changed: reading changes what was asked for last."""


def cached_answer(
    request: Request, key: Hashable, content: Callable[[], Any], *, tagged_by_key: bool = False
) -> HttpResponseBase:
    """What ``content`` answers, which never changes for this key, with its ETag; 304 where the client has it already.

    ``tagged_by_key``: the key is of something stored, which it tells from all else for good. The ETag is made of it and of the
    release, so that a 304 takes no content. Whoever calls has checked that this person may read it.
    """
    if request.accepted_media_type != JSONRenderer.media_type:  # somebody wants it indented
        return with_etag(request, content())
    key = (key, SIMPLIFIED) if reader_language() == SIMPLIFIED else key  # the others get the same texts
    etag = etag_of([referee.__version__, repr(key)]) if tagged_by_key else ""
    asks_for_any = request.headers.get("If-None-Match") == "*"  # whether there is one, only its content tells
    if etag and not asks_for_any and (known := not_modified(request, etag)):
        return known
    with lock:
        rendered = answers.get(key)
    if rendered is None:
        value = content()
        rendered = RenderedAnswer(etag or etag_of(value), JSONRenderer().render(value))
        if len(rendered.body) <= MAX_ANSWER_BYTES:
            with lock:
                answers[key] = rendered
    answer = HttpResponse(rendered.body, JSONRenderer.media_type, headers=etag_headers(rendered.etag))
    return not_modified(request, rendered.etag) or answer


def with_etag(request: Request, content: Any) -> Response:
    """The content with its ETag, or 304 where the client has it already."""
    etag = etag_of(content)
    return not_modified(request, etag) or Response(content, headers=etag_headers(etag))


def etag_of(content: Any) -> str:
    """The ETag of a content as this client gets it: its hash, whatever the order of its keys."""
    text = json.dumps(for_reader(content), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f'"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'


def is_known(request: Request, etag: str) -> bool:
    """Whether the client's If-None-Match has this ETag, compared weakly (RFC 9110, 13.1.2)."""
    known = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return known == ["*"] or etag in known


def not_modified(request: Request, etag: str) -> Response | None:
    """304 where the client has the content with this ETag, else None."""
    if is_known(request, etag):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=etag_headers(etag))
    return None


def etag_headers(etag: str) -> dict[str, str]:
    """The headers of an answer with an ETag: only its client may cache it, and must revalidate it each time."""
    return {"ETag": etag, "Cache-Control": "private, no-cache"}
