"""Every page below a share link: what it links to lies below the link too, and its files are those of the API."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from records import access, events, publications
from records.models import Event, Match
from tests.frontend.clients import stored_match
from tests.people import FLAGGED
from tests.records.evening import publish, text, upload

pytestmark = pytest.mark.django_db

ADDRESS = re.compile(r'\s(?:href|src|action|hx-[a-z]+|data-[a-z]+)="([^"#?]+)')


@pytest.fixture
def event(owner: Any, event: Event, settings: Any, tmp_path: Path) -> Event:
    """A private event with a published table."""
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    upload(event.club, owner, text(Table="1"))
    publish(owner, event)
    events.change(owner, event, public=False)
    return event


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def addresses_below(secret: str) -> dict[str, Any]:
    """The answers of everything that can be reached from a share link's page without leaving it, by address."""
    client, found, ahead = Client(HTTP_ACCEPT_LANGUAGE="en"), {}, [f"/shared/{secret}/"]
    while ahead:
        address = ahead.pop()
        answer = found[address] = client.get(address)
        status = 204 if address.endswith("/live/") else 200  # the live process streams there
        assert (answer.status_code, answer["X-Robots-Tag"], answer["Cache-Control"]) == (status, "noindex", "private, no-store")
        if answer.get("Content-Type", "").startswith("text/html"):
            linked = set(ADDRESS.findall(answer.content.decode()))
            assert not [one for one in linked if "/api/v1/" in one and one != "/api/v1/docs"]
            read = [one for one in linked if not one.endswith("/other-rules/")]  # a form posts there
            ahead += [one for one in read if one.startswith(f"/shared/{secret}/") and one not in found]
    return found


def compare(found: dict[str, Any], secret: str, files: dict[str, str]) -> None:
    """Check that each of these pages is the file that the API answers to the same share link: its bytes, name and type."""
    api = APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Share {secret}")
    for page, ordinary in files.items():
        here, there = found[f"/shared/{secret}/{page}"], api.get(f"/api/v1/{ordinary}", HTTP_ACCEPT_LANGUAGE="en")
        assert there.status_code == 200
        assert body_of(here) == body_of(there) != b""
        for header in ("Content-Type", "Content-Disposition"):
            assert here.get(header) == there.get(header)


def test_pages_below_the_link_of_a_match_link_to_its_files_below_the_link(owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    secret = access.share(owner, match)[1]
    found = addresses_below(secret)
    assert {f"/shared/{secret}/{rest}" for rest in ("replay/7/", "frames/7/", "review/7/")} <= set(found)
    compare(found, secret, {"record/": f"matches/{match.pk}/source", "verdict/": f"matches/{match.pk}/verdict"})


def test_pages_below_the_link_of_an_event_link_to_all_files_below_the_link_until_it_is_revoked(owner: Any, event: Event) -> None:
    match = Match.objects.get()
    link, secret = access.share(owner, event)
    found = addresses_below(secret)
    of_match, of_publication = f"matches/{match.pk}", f"events/{event.pk}/publications/1"
    where_any = ("teams.csv", "penalties.csv", "appeals.csv")  # linked only where there are some
    files = {f"{of_match}/record/": f"{of_match}/source", f"{of_match}/verdict/": f"{of_match}/verdict"}
    files |= {f"publications/1/{form}": f"{of_publication}/{form}" for form in publications.FORMS if form not in where_any}
    compare(found, secret, files)
    other = access.share(owner, stored_match(owner, FLAGGED))[1]
    assert {Client().get(f"/shared/{other}/{file}").status_code for file in files} == {404}, "it opens something else"
    assert Client().get(f"/shared/{secret}/publications/1/secret.txt").status_code == 404
    access.revoke_link(owner, link)
    assert {Client().get(f"/shared/{secret}/{file}").status_code for file in files} == {404}


def test_page_of_a_publication_read_by_a_link_is_opened_by_it(owner: Any, event: Event) -> None:
    secret = access.share(owner, event)[1]
    by_match = access.share(owner, Match.objects.get())[1]
    events.change(owner, event, public=True)
    for credential, page in ((secret, f"/shared/{secret}/publications/1/"), (by_match, f"/events/{event.pk}/publications/1/")):
        address = f"/api/v1/events/{event.pk}/publications/1"
        said = APIClient().get(address, HTTP_AUTHORIZATION=f"Share {credential}").json()
        assert (said["page"], said["url"]) == (f"http://testserver{page}", f"http://testserver{address}")
        assert Client().get(said["page"]).status_code == 200
