"""Whoever opened a share link reaches all that its page links to, files too, and nothing when it is revoked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from records.accounts import access
from records.archive.models import Match
from records.tournament import events, publications
from records.tournament.models import Event
from tests.frontend.clients import stored_match
from tests.links import opened, program
from tests.people import FLAGGED
from tests.records.evening import publish, text, upload

pytestmark = pytest.mark.django_db

ADDRESS = re.compile(r'\s(?:href|src|action|hx-[a-z]+|data-[a-z-]+)="([^"#]+)')


@pytest.fixture
def event(owner: Any, event: Event, settings: Any, tmp_path: Path) -> Event:
    """A private event with a published table."""
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    upload(event.club, owner, text(Table="1"))
    publish(owner, event)
    events.change(owner, event, public=False)
    return event


def reached(client: Client, start: str, *about: Any) -> dict[str, Any]:
    """The answers of everything about these things that can be reached from a page, by address."""
    found: dict[str, Any] = {}
    ahead = [start]
    while ahead:
        address = ahead.pop()
        answer = found[address] = client.get(address)
        assert answer.status_code == (204 if address.endswith("/live/") else 200), address  # the live process streams there
        if address.startswith("/api/") or "?key=" in address:
            continue  # what is said to caches by these stands elsewhere
        assert answer["Cache-Control"] == "private, no-store", address
        if answer.get("Content-Type", "").startswith("text/html"):
            linked = {one.replace("&amp;", "&") for one in ADDRESS.findall(answer.content.decode())}
            mine = [one for one in linked if any(str(thing.pk) in one for thing in about)]
            # An address to be handed on is another page's.
            ahead += [one for one in mine if one.startswith("/") and one not in found]
    return found


def test_link_of_a_match_leads_to_its_pages_and_files(owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    found = reached(opened(access.share(owner, match)[1]), f"/matches/{match.pk}/", match)
    files = ("source", "verdict", "rounds/7/frames?words=1", "rounds/7/review", "rounds/7/comments")
    assert {f"/matches/{match.pk}/replay/7/", *(f"/api/v1/matches/{match.pk}/{file}" for file in files)} <= set(found)


def test_link_of_an_event_leads_to_all_that_it_holds_until_it_is_revoked(owner: Any, event: Event) -> None:
    match = Match.objects.get()
    link, secret = access.share(owner, event)
    client = opened(secret)
    found = reached(client, f"/events/{event.pk}/", event, match)
    where_any = ("teams.csv", "penalties.csv", "appeals.csv")  # linked only where there are some
    files = {f"/api/v1/events/{event.pk}/publications/1/{form}" for form in publications.FORMS if form not in where_any}
    files |= {f"/api/v1/matches/{match.pk}/{file}" for file in ("source", "verdict")}
    assert files <= set(found)
    feeds = {f"/events/{event.pk}/{name}?key={secret}" for name in ("rounds.ics", "results.atom", "seating.csv", "results.csv")}
    assert feeds <= set(found)
    assert {Client().get(feed).status_code for feed in feeds} == {200}, "a program has no session"
    other = opened(access.share(owner, stored_match(owner, FLAGGED))[1])
    assert {other.get(address.partition("?")[0]).status_code for address in found} == {404}, "it opens something else"
    access.revoke_link(owner, link)
    assert {one.get(address).status_code for one in (client, Client()) for address in found} == {404}


def test_link_that_was_revoked_says_so_on_the_pages_that_it_opened(owner: Any, event: Event) -> None:
    link, secret = access.share(owner, event)
    client = opened(secret)
    access.revoke_link(owner, link)
    for page in (f"/s/{secret}/", f"/events/{event.pk}/", f"/matches/{Match.objects.get().pk}/", "/s/no-such-link/"):
        answer = client.get(page)
        assert (answer.status_code, "It was revoked or has expired" in answer.content.decode()) == (404, True), page
        assert answer["Cache-Control"] == "private, no-store"
    assert "It was revoked" not in Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/events/{event.pk}/").content.decode()


def test_link_leads_on_within_this_site_alone_and_tells_no_other_of_itself(owner: Any, event: Event) -> None:
    secret = access.share(owner, event)[1]
    own = f"/events/{event.pk}/"
    hall = f"{own}hall/"
    wanted = {"": own, hall: hall, "https://elsewhere.example/": own, "//elsewhere.example/": own, "javascript:alert(1)": own}
    for asked, led in wanted.items():
        answer = Client().get(f"/s/{secret}/", {"next": asked})
        assert (answer.status_code, answer["Location"], answer["Referrer-Policy"]) == (302, led, "no-referrer"), asked
        assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-store", "noindex")


def test_session_holds_no_secret_and_the_last_links_alone(owner: Any, event: Event) -> None:
    client = Client()
    secrets = [access.share(owner, event)[1] for _ in range(52)]
    for secret in secrets:
        opened(secret, client)
    assert len(client.session["links"]) == 50
    assert not any(secret in str(dict(client.session)) for secret in secrets)
    assert client.get(f"/events/{event.pk}/").status_code == 200


def test_page_of_a_publication_is_at_one_address(owner: Any, event: Event) -> None:
    secret, address = access.share(owner, event)[1], f"/api/v1/events/{event.pk}/publications/1"
    said = program(secret).get(address).json()
    page = f"/events/{event.pk}/results/1/"
    assert (said["page"], said["url"]) == (f"http://testserver{page}", f"http://testserver{address}")
    assert (opened(secret).get(page).status_code, Client().get(page).status_code) == (200, 404)
