"""The ASGI application of the live process: whoever may see an event's page may follow its version, and whoever may watch a table
its frames.

Whether somebody may is asked of the address's own view, behind the same middleware as everywhere, in one of a few threads. What
is streamed after that is the same for all who follow the same: no thread, no connection to the database and no queue belongs to
a stream.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpResponse
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from prometheus_client import Counter as Total
from prometheus_client import Gauge

from config.live.tables import Channels, Key
from config.live.watching import Watcher
from config.middleware.edge import PROBES
from frontend.pages.tournament.events.views import Followed
from records.core.ops.metrics import process_registry
from records.core.ops.rate_limit import network_of
from records.tournament import events, live_tables
from records.tournament.models import LiveTable
from records.wording.board import dressed

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESSES = ("pages:event_live", "api:live_events")
"""The addresses that this process answers; it knows nothing else but the probes."""
THREADS = 4
HEARTBEAT = 20.0
"""Seconds without a word after which a comment keeps proxies from closing the stream."""
WRITE = 10.0
"""Seconds that a client may take to receive a line; who takes longer is left."""
AGAIN = 60
"""Seconds after which a client that was refused may try again."""

open_streams = Gauge("referee_live_streams", "Streams of server-sent events that are open.", registry=process_registry)
refused_streams = Total("referee_live_refused", "Streams refused since there were too many.", registry=process_registry)


class Limits:
    """Counts the streams of this process. Used by one event loop alone, so it needs no lock."""

    def __init__(self, most: int, most_of_network: int) -> None:
        self._most, self._most_of_network = most, most_of_network
        self._by_network: Counter[str] = Counter()
        self._all = 0

    @contextmanager
    def room_for(self, network: str) -> Iterator[bool]:
        """Whether there is room for one more stream of a network; it is taken until the block ends."""
        free = self._all < self._most and self._by_network[network] < self._most_of_network
        if not free:
            refused_streams.inc()
            yield False
            return
        self._all += 1
        self._by_network[network] += 1
        open_streams.set(self._all)
        try:
            yield True
        finally:
            self._all -= 1
            self._by_network[network] -= 1
            self._by_network += Counter()  # without those that came to nothing
            open_streams.set(self._all)


class AnswerPage(BaseHandler):
    """Answers a request by the view of its address, behind the middleware of the settings, in the thread that calls."""

    def __init__(self) -> None:
        self.load_middleware()

    def __call__(self, request: ASGIRequest) -> HttpResponse:
        signals.request_started.send(sender=self.__class__)
        response = self.get_response(request)
        assert isinstance(response, HttpResponse), "nothing of what is asked here is streamed"
        response.close()
        return response


class LiveApplication:
    """Streams the versions of events. One of it runs in the process, in one event loop."""

    def __init__(self) -> None:
        self._answer = AnswerPage()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
        self._limits = Limits(settings.LIVE_STREAMS, settings.LIVE_NETWORK_STREAMS)
        self._watcher = Watcher(self._versions)
        self._channels = Channels(self._in_thread, dressed)
        self._closing = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        request = _request_of(scope) if scope["type"] == "http" else None
        if request is None:
            await _send_plain(send, 404)
        elif request.path_info in PROBES:
            await _send_whole(send, await self._in_thread(self._answer, request))
        else:
            with self._limits.room_for(network_of(request)) as is_room:
                if is_room and not self._closing:
                    await self._follow(request, receive, send)
                else:
                    await _send_plain(send, 503, ("Retry-After", str(AGAIN)))

    async def _follow(self, request: ASGIRequest, receive: Receive, send: Send) -> None:
        """Stream, where the view of the address gives leave to; else what it answers."""
        response = await self._in_thread(self._answer, request)
        watching: live_tables.Watching | None = getattr(response, "watching", None)
        if isinstance(response, Followed) and request.method == "GET":
            await _until_disconnected(self._stream(request, response, send), receive)
        elif watching is not None and request.method == "GET":
            await _until_disconnected(self._watch(request, response, watching, send), receive)
        else:
            await _send_whole(send, response)

    def close(self) -> None:
        """End all streams, and take no new ones: the process ends. Browsers come back after their pause."""
        self._closing = True
        self._watcher.wake_all()
        self._channels.wake_all()

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def _versions(self, event_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
        versions: dict[uuid.UUID, int] = await self._in_thread(_read_versions, event_ids)
        return versions

    async def _stream(self, request: ASGIRequest, response: Followed, send: Send) -> None:
        """Write the version now and whenever it grows, until the client's rights are to be checked again."""
        clock = asyncio.get_running_loop().time
        end = clock() + settings.LIVE_SECONDS * random.uniform(0.9, 1)  # not all at once who came at once
        await _begin(request, response, send)
        seen = response.version
        await _write(send, f"retry: {random.randint(2000, 6000)}\n{_event(seen)}")
        with self._watcher.follow(response.event_id, seen) as watched:
            while not self._closing and (left := end - clock()) > 0:
                if not await watched.newer_than(seen, min(HEARTBEAT, left)):
                    await _write(send, ":\n\n")
                elif watched.version is None:
                    break
                else:
                    seen = watched.version
                    await _write(send, _event(seen))
        await send({"type": "http.response.body", "body": b""})

    async def _watch(self, request: ASGIRequest, response: HttpResponse, watching: live_tables.Watching, send: Send) -> None:
        """Write the frames of a table as they come, until the client's rights are to be checked again."""
        clock = asyncio.get_running_loop().time
        end = clock() + settings.LIVE_SECONDS * random.uniform(0.9, 1)
        table = await self._in_thread(_read_table, watching.table_id)
        await _begin(request, response, send)
        await _write(send, f"retry: {random.randint(1000, 3000)}\n\n")
        position = _position(request)
        with self._channels.follow(Key(watching, getattr(response, "language", "")), table) as channel:
            while not self._closing and (left := end - clock()) > 0:
                changed = channel.changed
                async for lot in self._channels.after(channel, position):
                    await _write(send, b"".join(one.data for one in lot))
                    position = lot[-1].number
                if channel.is_stale:
                    break
                if channel.is_over and (position or 0) >= channel.last:
                    await _write(send, "event: end\ndata: {}\n\n")
                    break
                if not await _is_set(changed, min(HEARTBEAT, left)):
                    await _write(send, ":\n\n")
        await send({"type": "http.response.body", "body": b""})


async def _begin(request: ASGIRequest, response: HttpResponse, send: Send) -> None:
    """Begin a stream with the headers of the response that gave leave to it."""
    del response.headers["Content-Length"]
    response.headers["Content-Type"] = "text/event-stream; charset=utf-8"
    _share(request, response)
    await send({"type": "http.response.start", "status": 200, "headers": _headers(response)})


def _position(request: ASGIRequest) -> int | None:
    """The number of the last line that the client has seen; None for one that has seen nothing and asks for the present round."""
    said = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None


async def _is_set(changed: asyncio.Event, seconds: float) -> bool:
    """Whether something happens within so many seconds."""
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), seconds)
    return changed.is_set()


def _read_table(table_id: uuid.UUID) -> LiveTable:
    close_old_connections()
    try:
        return LiveTable.objects.get(pk=table_id)
    finally:
        close_old_connections()


def _request_of(scope: Message) -> ASGIRequest | None:
    """The request, None for what this process does not answer."""
    try:
        path = scope["path"]
        known = path in PROBES or resolve(path).view_name in ADDRESSES
        return ASGIRequest(scope, BytesIO()) if known else None
    except (Resolver404, UnicodeDecodeError):
        return None


def _read_versions(event_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    close_old_connections()
    try:
        return events.versions_of(event_ids)
    finally:
        close_old_connections()


async def _until_disconnected(stream: Awaitable[None], receive: Receive) -> None:
    """Run a stream until it ends or its client is gone."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    tasks = [asyncio.ensure_future(stream), asyncio.ensure_future(gone())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, (TimeoutError, OSError)):
                raise outcome


def _event(version: int) -> str:
    return f"event: version\ndata: {version}\n\n"


async def _write(send: Send, part: str | bytes) -> None:
    """Send a part of a stream. Raises TimeoutError where the client does not take it."""
    body = part.encode() if isinstance(part, str) else part
    await asyncio.wait_for(send({"type": "http.response.body", "body": body, "more_body": True}), WRITE)


def _share(request: ASGIRequest, response: HttpResponse) -> None:
    """Let pages of the service at another port read the stream (``LIVE_ADDRESS``): those from which forms are taken too."""
    patch_vary_headers(response, ("Origin",))
    origin = request.headers.get("Origin", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Allow-Credentials"] = "true"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"


def _headers(response: HttpResponse) -> list[tuple[bytes, bytes]]:
    cookies = [("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values()]
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in (*response.items(), *cookies)]


async def _send_whole(send: Send, response: HttpResponse) -> None:
    await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
    await send({"type": "http.response.body", "body": response.content})


async def _send_plain(send: Send, status: int, *headers: tuple[str, str]) -> None:
    """An answer without a body."""
    written = [
        (name.encode(), value.encode()) for name, value in (*headers, ("Cache-Control", "no-store"), ("Content-Length", "0"))
    ]
    await send({"type": "http.response.start", "status": status, "headers": written})
    await send({"type": "http.response.body", "body": b""})
