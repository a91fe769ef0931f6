"""The live process: streams of an event's version, for whoever may see the event, within bounds."""

from __future__ import annotations

import http.client
import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.proof import slow
from tests.service.service import Service, wait_for

MADE = """
import json
from django.contrib.auth.models import User
from django.test import Client
from records import access, clubs, events
ann = User.objects.get(username="tester")
club = clubs.create(ann, "Lions")
public, own = (events.create(ann, club, name, public=name == "Cup") for name in ("Cup", "League"))
link, secret = access.share(ann, own)
browser = Client()
browser.force_login(ann)
print(json.dumps({"public": str(public.pk), "own": str(own.pk), "link": str(link.pk), "secret": secret,
    "session": browser.cookies["sessionid"].value}))
"""
SOON = 60.0
"""Seconds within which a change arrives, on a machine that has much else to do."""


class Stream:
    """A stream as a browser reads it: its status and headers, and its events one at a time."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
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


@pytest.fixture
def made(empty_service: Service) -> dict[str, str]:
    """A public event and one of a club, with a share link and a member's session."""
    found: dict[str, str] = json.loads(empty_service.shell(MADE).splitlines()[-1])
    return found


def change(service: Service, event: str, **fields: Any) -> None:
    status, answer = service.request("PATCH", f"events/{event}", json.dumps(fields).encode(), "application/json")
    assert status == 200, answer


def test_change_of_an_event_arrives_soon_at_everybody_who_may_see_it(empty_service: Service, made: dict[str, str]) -> None:
    _, port = empty_service.live()
    cookie = {"Cookie": f"sessionid={made['session']}"}
    with (
        opened(port, f"/events/{made['public']}/live/") as public,
        opened(port, f"/events/{made['own']}/live/", **cookie) as member,
        opened(port, f"/shared/{made['secret']}/event/live/") as shared,
    ):
        streams = {public: made["public"], member: made["own"], shared: made["own"]}
        assert all(one.status == 200 for one in streams)
        assert public.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert public.answer.headers["X-Content-Type-Options"] == "nosniff"
        before = {one: one.version() for one in streams}
        for event in set(streams.values()):
            change(empty_service, event, ends="2099.01.01")
            done = time.monotonic()
            for stream in (one for one, its in streams.items() if its == event):
                version, known = stream.version(), before[stream]
                assert version is not None
                assert known is not None
                assert version > known
                assert time.monotonic() - done < SOON
    assert not [line for line in (empty_service.var / "python.log").read_text().splitlines() if made["secret"] in line]


@slow
def test_live_process_answers_nothing_but_streams_of_what_one_may_see(empty_service: Service, made: dict[str, str]) -> None:
    _, port = empty_service.live()
    for path in (
        f"/events/{made['own']}/live/",
        f"/events/{made['public']}/",
        "/",
        "/accounts/login/",
        "/shared/none/event/live/",
    ):
        with opened(port, path) as stream:
            assert stream.status == 404, path
    with opened(port, "/readyz") as probe:
        assert probe.status == 200
    with opened(empty_service.port, f"/events/{made['public']}/live/") as at_web:
        assert at_web.status == 204, "a web process streams nothing, and a browser does not ask again"


@slow
def test_streams_beyond_the_bound_of_a_network_are_refused_until_one_ends(empty_service: Service, made: dict[str, str]) -> None:
    _, port = empty_service.live(LIVE_NETWORK_STREAMS="2")
    path = f"/events/{made['public']}/live/"
    first, second = Stream(port, path), Stream(port, path)
    with opened(port, path) as third:
        assert third.status == 503
        assert int(third.answer.headers["Retry-After"]) > 0
    first.close()

    def is_room() -> bool:
        with opened(port, path) as fourth:
            return fourth.status == 200

    wait_for(is_room, "room for another stream")
    assert second.version() is not None
    second.close()


@slow
def test_stream_ends_so_that_a_revoked_link_opens_no_other(empty_service: Service, made: dict[str, str]) -> None:
    _, port = empty_service.live(LIVE_SECONDS="3")
    path = f"/shared/{made['secret']}/event/live/"
    with opened(port, path) as stream:
        assert stream.version() is not None
        status, _ = empty_service.request("DELETE", f"events/{made['own']}/links/{made['link']}")
        assert status == 204
        assert stream.version() is None
    with opened(port, path) as again:
        assert again.status == 404


@slow
def test_stream_of_a_deleted_event_ends(empty_service: Service, made: dict[str, str]) -> None:
    _, port = empty_service.live()
    with opened(port, f"/events/{made['public']}/live/") as stream:
        assert stream.version() is not None
        assert empty_service.request("DELETE", f"events/{made['public']}")[0] == 204
        assert stream.version() is None


@slow
def test_live_process_that_is_asked_to_end_ends_its_streams_at_once(empty_service: Service, made: dict[str, str]) -> None:
    process, port = empty_service.live()
    with opened(port, f"/events/{made['public']}/live/") as stream:
        assert stream.version() is not None
        asked = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert stream.version() is None
        assert process.wait(60) in (0, -signal.SIGTERM)
        assert time.monotonic() - asked < SOON


@slow
def test_page_of_another_port_may_read_the_stream_only_where_it_is_ours(empty_service: Service, made: dict[str, str]) -> None:
    ours = f"http://127.0.0.1:{empty_service.port}"
    _, port = empty_service.live(CSRF_TRUSTED_ORIGINS=ours)
    for origin, allowed in ((ours, ours), ("https://elsewhere.example", None)):
        with opened(port, f"/events/{made['public']}/live/", Origin=origin) as stream:
            assert stream.answer.headers["Access-Control-Allow-Origin"] == allowed
