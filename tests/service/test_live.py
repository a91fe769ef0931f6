"""The live process: streams of an event's version, for whoever may see the event, within bounds."""

from __future__ import annotations

import http.client
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from tests.proof import slow
from tests.service.service import Service, wait_for

MADE = """
import json, uuid
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from records.accounts import access, clubs; from records.tournament import events
ann = User.objects.get(username="tester")
club = clubs.create(ann, "Lions", f"lions-{uuid.uuid4().hex[:8]}")
public, own = (events.create(ann, club, name, public=name == "Cup") for name in ("Cup", "League"))
link, secret = access.share(ann, own)
browser = Client()
browser.force_login(ann)
visitor = SessionStore()
access.remember(visitor, access.grant_of(secret))
visitor.save()
print(json.dumps({"public": str(public.pk), "own": str(own.pk), "link": str(link.pk), "secret": secret,
    "session": browser.cookies["sessionid"].value, "link_session": visitor.session_key}))
"""


class Stream:
    """A stream as a browser reads it: its status and headers, and its events one at a time."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self._connection.request("GET", path, headers={"Accept": "text/event-stream", **headers})
        self.answer = self._connection.getresponse()
        self.status = self.answer.status

    def version(self) -> int | None:
        """The next version; None where the stream has ended."""
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                return int(line[6:])
        return None

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


@contextmanager
def opened(port: int, path: str, **headers: str) -> Iterator[Stream]:
    stream = Stream(port, path, **headers)
    try:
        yield stream
    finally:
        stream.close()


class Live(NamedTuple):
    """A service, and the port of its live process."""

    service: Service
    port: int


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The web process and the live process; whoever reads a page of the first may read streams of the second."""
    service = Service(tmp_path_factory.mktemp("live"))
    try:
        service.prepare()
        service.web()
        yield Live(service, service.live(CSRF_TRUSTED_ORIGINS=f"http://127.0.0.1:{service.port}")[1])
    finally:
        service.close()


@pytest.fixture
def made(live: Live) -> dict[str, str]:
    """A public event and one of a club, with a share link and a member's session."""
    found: dict[str, str] = json.loads(live.service.shell(MADE).splitlines()[-1])
    return found


def test_change_of_an_event_arrives_at_everybody_who_may_see_it(live: Live, made: dict[str, str]) -> None:
    service, port = live
    with (
        opened(port, f"/events/{made['public']}/live/") as public,
        opened(port, f"/events/{made['own']}/live/", Cookie=f"sessionid={made['session']}") as member,
        opened(port, f"/events/{made['own']}/live/", Cookie=f"sessionid={made['link_session']}") as shared,
    ):
        streams = {public: made["public"], member: made["own"], shared: made["own"]}
        assert all(one.status == 200 for one in streams)
        assert public.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert public.answer.headers["X-Content-Type-Options"] == "nosniff"
        before = {one: one.version() or 0 for one in streams}
        for event in set(streams.values()):
            assert service.request("PATCH", f"events/{event}", b'{"ends": "2099.01.01"}', "application/json")[0] == 200
        assert all((stream.version() or 0) > version for stream, version in before.items())
    assert made["secret"] not in (service.var / "python.log").read_text()


@slow
def test_live_process_answers_nothing_but_streams_of_what_one_may_see(live: Live, made: dict[str, str]) -> None:
    service, port = live
    streamed = f"/events/{made['public']}/live/"
    for path in (f"/events/{made['own']}/live/", f"/events/{made['public']}/", "/", "/accounts/login/"):
        with opened(port, path) as stream:
            assert stream.status == 404, path
    with opened(port, "/readyz") as probe:
        assert probe.status == 200
    with opened(service.port, streamed) as at_web:
        assert at_web.status == 204, "a web process streams nothing, and a browser does not ask again"
    ours = f"http://127.0.0.1:{service.port}"
    for origin, allowed in ((ours, ours), ("https://elsewhere.example", None)):
        with opened(port, streamed, Origin=origin) as stream:
            assert stream.answer.headers["Access-Control-Allow-Origin"] == allowed


@slow
def test_streams_beyond_the_bound_of_a_network_are_refused_until_one_ends(live: Live, made: dict[str, str]) -> None:
    _, port = live.service.live(**live.service.having(LIVE_NETWORK_STREAMS=2))
    path = f"/events/{made['public']}/live/"
    with opened(port, path) as first:
        with opened(port, path), opened(port, path) as third:
            assert (first.status, third.status) == (200, 503)
            assert int(third.answer.headers["Retry-After"]) > 0

        def status() -> int:
            with opened(port, path) as fourth:
                return fourth.status

        wait_for(lambda: status() == 200, "room for another stream")


@slow
def test_stream_ends_with_its_event_and_in_time_for_a_revoked_link(live: Live, made: dict[str, str]) -> None:
    service, _ = live
    _, port = service.live(**service.having(LIVE_SECONDS=3))
    path, cookie = f"/events/{made['own']}/live/", f"sessionid={made['link_session']}"
    with opened(port, path, Cookie=cookie) as stream, opened(live.port, f"/events/{made['public']}/live/") as other:
        assert stream.version() is not None
        assert other.version() is not None
        for gone in (f"events/{made['own']}/links/{made['link']}", f"events/{made['public']}"):
            assert service.request("DELETE", gone)[0] == 204
        assert (stream.version(), other.version()) == (None, None)
    with opened(port, path, Cookie=cookie) as again:
        assert again.status == 404


@slow
def test_live_process_that_is_asked_to_end_ends_its_streams(live: Live, made: dict[str, Any]) -> None:
    process, port = live.service.live()
    with opened(port, f"/events/{made['public']}/live/") as stream:
        assert stream.version() is not None
        process.send_signal(signal.SIGTERM)
        assert stream.version() is None
        assert process.wait(60) in (0, -signal.SIGTERM)
