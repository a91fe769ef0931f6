"""A share link as a credential: sent in a header it opens the ordinary addresses of one match or one event, for reading."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from records.accounts import access, clubs
from records.accounts.models import Club, ShareLink
from records.archive.models import Match
from records.core.queue import jobs
from records.tournament import events, publications
from records.tournament.models import Event
from tests.api.problems import problem
from tests.links import opened, program
from tests.people import client_of, upload
from tests.permissions.table import TABLE
from tests.records.evening import EVENT, text
from tests.records.evening import upload as store
from tests.schema.description import described

pytestmark = pytest.mark.django_db

PARTS = ("/source", "/verdict", "/rounds/1/frames", "/rounds/1/review")


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "tea")


@pytest.fixture
def match(owner: Any, club: Club) -> Match:
    """The club's, at the table of its event."""
    return store(club, owner, text(Table="1"))[0]


@pytest.fixture
def event(owner: Any, club: Club, match: Match) -> Event:
    return events.create(owner, club, EVENT)


def test_link_opens_a_match_at_its_own_addresses_until_it_is_revoked(owner: Any, other: Any, stored: str) -> None:
    client = client_of(owner)
    answer = client.post(stored + "/links", {"name": "for the league"}, format="json")
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    made = answer.json()
    assert made["opens"] == f"http://testserver{stored}"
    [listed] = client.get(stored + "/links").json()["results"]
    assert (listed["id"], "secret" in listed) == (made["id"], False)
    theirs, _secret = access.share(other, Match.objects.get(pk=upload(client_of(other)).json()["matches"][0]["id"]))
    problem(client.delete(f"{stored}/links/{theirs.pk}"), 404, "not-found")
    holder = program(made["secret"])
    said = holder.get(made["opens"]).json()
    assert said == client.get(stored).json()
    assert holder.get(said["verdict_url"]).status_code == 200
    assert opened(made["secret"]).get(stored + "/verdict").status_code == 200, "a session that opened it reads the API too"
    for path in PARTS:
        assert holder.get(stored + path).content == client.get(stored + path).content
        problem(client_of().get(stored + path), 404, "not-found")
    assert client.delete(f"{stored}/links/{made['id']}").status_code == 204
    problem(client.delete(f"{stored}/links/{made['id']}"), 404, "not-found")
    problem(holder.get(stored), 401, "authentication-failed")
    assert client_of().get(made["page"]).status_code == 404
    assert made["page"] == f"http://testserver/s/{made['secret']}/"


def test_link_of_a_waiting_match_says_that_it_waits(owner: Any, club: Club) -> None:
    match = upload(client_of(owner)).json()["matches"][0]
    waiting = program(access.share(owner, Match.objects.get())[1]).get(match["verdict_url"])
    assert (waiting.status_code, waiting.json()["club"], waiting.json()["url"]) == (202, None, match["url"])


def test_secret_in_the_header_opens_an_event_with_its_matches_and_publications(
    owner: Any, event: Event, match: Match, settings: Any, tmp_path: Path
) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    jobs.run(publications.publish(owner, event).pk)
    at = f"/api/v1/events/{event.pk}"
    made = client_of(owner).post(f"{at}/links", {"expires_at": "2999-01-01T00:00:00Z"}, format="json").json()
    holder = program(made["secret"])
    said = holder.get(at).json()
    assert (said["name"], said["url"], said["club"]) == (EVENT, f"http://testserver{at}", None)
    assert holder.get(at + "/standings").json()["rows"]
    [table] = holder.get(at + "/tables").json()["results"]
    assert (table["match"], table["match_url"]) == (str(match.pk), f"http://testserver/api/v1/matches/{match.pk}")
    assert holder.get(table["match_url"]).json()["club"] is None
    for path in PARTS:
        assert holder.get(table["match_url"] + path).status_code == 200
    [published] = holder.get(at + "/publications").json()["results"]
    assert holder.get(published["url"]).json() == published
    assert {holder.get(file).status_code for file in published["files"].values()} == {200}
    assert opened(made["secret"]).get(published["page"]).status_code == 200
    assert client_of(owner).delete(f"{at}/links/{made['id']}").status_code == 204


def test_link_beside_another_public_event_shows_none_of_its_private_matches(owner: Any, club: Club, event: Event) -> None:
    other = events.create(owner, club, "Another evening", tag="other", public=True)
    hidden = store(club, owner, text(Event="other", Table="2"))[0]
    assert Match.objects.filter(tables__event=other).get() == hidden
    for thing in (event, event.tables.get().match):
        answer = program(access.share(owner, thing)[1]).get(f"/api/v1/events/{other.pk}/tables")
        [table] = answer.json()["results"]
        assert (table["match"], table["match_url"], len(table["seats"])) == (None, None, 4)
        assert str(hidden.pk) not in answer.content.decode()


def test_revoked_or_expired_link_is_401_though_the_answer_is_known(owner: Any, stored: str) -> None:
    match = Match.objects.get()
    revoked, secret = access.share(owner, match)
    expired, other_secret = access.share(owner, match, expires_at=timezone.now() + timedelta(hours=1))
    etag = program(secret).get(stored + "/verdict")["ETag"]
    assert program(other_secret).get(stored + "/verdict", HTTP_IF_NONE_MATCH=etag).status_code == 304
    access.revoke_link(owner, revoked)
    ShareLink.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    for gone in (secret, other_secret):
        problem(program(gone).get(stored + "/verdict", HTTP_IF_NONE_MATCH=etag), 401, "authentication-failed")


def test_session_beside_a_share_link_is_not_opened(owner: Any, event: Event) -> None:
    browser = APIClient()
    browser.force_login(owner)
    assert browser.get("/api/v1/clubs").status_code == 200
    browser.credentials(HTTP_AUTHORIZATION=f"Link {access.share(owner, event)[1]}")
    problem(browser.get("/api/v1/clubs"), 401, "not-authenticated")
    problem(browser.post("/api/v1/clubs", {"name": "Tea"}, format="json"), 403, "link-reads")
    answer = browser.get(f"/api/v1/events/{event.pk}")
    assert answer.json()["club"] is None
    assert "Cookie" not in answer["Vary"]


def test_every_answer_varies_by_credential(owner: Any, stored: str) -> None:
    secret = access.share(owner, Match.objects.get())[1]
    for client in (client_of(), client_of(owner), program(secret), program("unknown")):
        for path in (stored, stored + "/verdict", stored + "/rounds/1/frames", "/api/v1/games/sichuan/rulebook"):
            assert "Authorization" in client.get(path)["Vary"], path
    assert "Authorization" not in client_of().get("/matches/").get("Vary", "")


def test_holders_of_links_are_counted_by_address(owner: Any, stored: str, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "anon": "2/day", "user": "9/day"}
    secrets = [access.share(owner, Match.objects.get())[1] for _ in range(3)]
    assert [program(secret).get(stored).status_code for secret in secrets] == [200, 200, 429]


def test_unknown_or_malformed_secret_is_401_everywhere(stored: str) -> None:
    for header in ("Link", "Link a b", "Link unknown", "link \xff", f"Link {'A' * 43}"):
        for path in (stored, "/api/v1/games"):
            answer = APIClient().get(path, HTTP_AUTHORIZATION=header)
            problem(answer, 401, "authentication-failed")
            assert answer["WWW-Authenticate"] == "Link"


def test_description_names_the_scheme_where_links_open() -> None:
    assert described()["components"]["securitySchemes"]["link"]["name"] == "Authorization"
    opened_by = {
        (method.upper(), path)
        for path, methods in described()["paths"].items()
        for method, one in methods.items()
        if {"link": []} in one.get("security", ())
    }
    by_links = {
        (method, route)
        for route, rows in TABLE.items()
        for method, row in rows.items()
        if row.opened_by and route.startswith("api/")
    }
    assert opened_by == {(method, "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)) for method, route in by_links}
