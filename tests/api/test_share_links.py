"""A share link as a credential: sent in a header it opens the ordinary addresses of one match or one event, for reading."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from records import access, clubs, events, publications
from records.models import Club, Event, Judgement, Match, ShareLink
from tests.api.problems import problem
from tests.people import CLEAN, PPN, client_of, upload
from tests.records.evening import EVENT, text
from tests.records.evening import upload as store
from tests.schema.description import described

pytestmark = pytest.mark.django_db

PARTS = ("/source", "/verdict", "/rounds/1/frames", "/rounds/1/review")


def holder_of(secret: str) -> APIClient:
    """A client that sends the secret of a share link."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Share {secret}")
    return client


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


def test_link_opens_a_match_at_its_own_addresses_until_it_is_revoked(owner: Any, stored: str) -> None:
    client = client_of(owner)
    answer = client.post(stored + "/links", {"name": "for the league"}, format="json")
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    made = answer.json()
    assert made["opens"] == f"http://testserver{stored}"
    [listed] = client.get(stored + "/links").json()["results"]
    assert (listed["id"], "secret" in listed) == (made["id"], False)
    holder = holder_of(made["secret"])
    said = holder.get(made["opens"]).json()
    assert said == client.get(stored).json()
    assert holder.get(said["verdict_url"]).status_code == client_of().get(made["page"]).status_code == 200
    for path in PARTS:
        assert holder.get(stored + path).content == client.get(stored + path).content
        problem(client_of().get(stored + path), 404, "not-found")
    assert client.delete(f"{stored}/links/{made['id']}").status_code == 204
    problem(client.delete(f"{stored}/links/{made['id']}"), 404, "not-found")
    problem(holder.get(stored), 401, "authentication-failed")
    assert client_of().get(made["page"]).status_code == 404


def test_link_of_another_match_cannot_be_revoked(owner: Any, other: Any, stored: str) -> None:
    theirs = upload(client_of(other)).json()["matches"][0]["id"]
    link, _secret = access.share(other, Match.objects.get(pk=theirs))
    problem(client_of(owner).delete(f"{stored}/links/{link.pk}"), 404, "not-found")


def test_link_of_a_waiting_match_says_that_it_waits(owner: Any, club: Club) -> None:
    match = upload(client_of(owner)).json()["matches"][0]
    waiting = holder_of(access.share(owner, Match.objects.get())[1]).get(match["verdict_url"])
    assert (waiting.status_code, waiting.json()["club"], waiting.json()["url"]) == (202, None, match["url"])


def test_secret_in_the_header_opens_an_event_with_its_matches_and_publications(
    owner: Any, event: Event, match: Match, settings: Any, tmp_path: Path
) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    publications.run(publications.publish(owner, event).pk)
    at = f"/api/v1/events/{event.pk}"
    made = client_of(owner).post(f"{at}/links", {"expires_at": "2999-01-01T00:00:00Z"}, format="json").json()
    holder = holder_of(made["secret"])
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
    assert made["secret"] in published["page"], "a page cannot be asked for with a header"
    assert client_of().get(published["page"]).status_code == 200
    assert client_of(owner).delete(f"{at}/links/{made['id']}").status_code == 204


def test_link_to_an_event_opens_neither_its_entrants_nor_its_rulings(owner: Any, event: Event) -> None:
    holder = holder_of(access.share(owner, event)[1])
    for path in ("entrants", "rulings"):
        problem(holder.get(f"/api/v1/events/{event.pk}/{path}"), 404, "not-found")
    for path in ("unresolved", "links", "publishing"):
        problem(holder.get(f"/api/v1/events/{event.pk}/{path}"), 401, "not-authenticated")


def test_link_beside_another_public_event_shows_none_of_its_private_matches(owner: Any, club: Club, event: Event) -> None:
    other = events.create(owner, club, "Another evening", tag="other", public=True)
    hidden = store(club, owner, text(Event="other", Table="2"))[0]
    assert Match.objects.filter(tables__event=other).get() == hidden
    for thing in (event, event.tables.get().match):
        answer = holder_of(access.share(owner, thing)[1]).get(f"/api/v1/events/{other.pk}/tables")
        [table] = answer.json()["results"]
        assert (table["match"], table["match_url"], len(table["seats"])) == (None, None, 4)
        assert str(hidden.pk) not in answer.content.decode()


def test_link_opens_no_other_match_and_no_event_of_its_match(owner: Any, club: Club, event: Event, match: Match) -> None:
    outside = store(club, owner, text(Event="elsewhere", Table="3"))[0]
    by_match, by_event = (holder_of(access.share(owner, thing)[1]) for thing in (match, event))
    for holder in (by_match, by_event):
        problem(holder.get(f"/api/v1/matches/{outside.pk}"), 404, "not-found")
        assert holder.get(f"/api/v1/matches/{match.pk}").status_code == 200
    problem(by_match.get(f"/api/v1/events/{event.pk}"), 404, "not-found")


def test_holder_of_a_link_sees_what_is_public_and_no_list_of_what_is_not(owner: Any, stored: str) -> None:
    public = upload(client_of(owner), text(Table="9"), QUERY_STRING="public=1").json()["matches"][0]["url"]
    holder = holder_of(access.share(owner, Match.objects.get(pk=stored.rpartition("/")[2]))[1])
    assert holder.get(public).status_code == 200
    assert [row["url"] for row in holder.get("/api/v1/matches").json()["results"]] == [public]


@pytest.mark.parametrize("header", ["Share", "Share a b", "Share unknown", "share \xff", f"Share {'A' * 43}"])
def test_unknown_or_malformed_secret_is_401_everywhere(stored: str, header: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    for path in (stored, "/api/v1/games", "/api/v1/clubs"):
        answer = client.get(path)
        problem(answer, 401, "authentication-failed")
        assert answer["WWW-Authenticate"] == "Share"


def test_revoked_or_expired_link_is_401_though_the_answer_is_known(owner: Any, stored: str) -> None:
    match = Match.objects.get()
    revoked, secret = access.share(owner, match)
    expired, other_secret = access.share(owner, match, expires_at=timezone.now() + timedelta(hours=1))
    etag = holder_of(secret).get(stored + "/verdict")["ETag"]
    assert holder_of(other_secret).get(stored + "/verdict", HTTP_IF_NONE_MATCH=etag).status_code == 304
    access.revoke_link(owner, revoked)
    ShareLink.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    for gone in (secret, other_secret):
        problem(holder_of(gone).get(stored + "/verdict", HTTP_IF_NONE_MATCH=etag), 401, "authentication-failed")


def test_link_changes_nothing(owner: Any, event: Event, match: Match) -> None:
    holder = holder_of(access.share(owner, event)[1])
    at, of_match = f"/api/v1/events/{event.pk}", f"/api/v1/matches/{match.pk}"
    for method, path in (("post", at + "/tables"), ("patch", at), ("delete", at), ("post", of_match + "/rejudge")):
        problem(getattr(holder, method)(path, {}, format="json"), 403, "share-link-reads")
    problem(holder.post("/api/v1/matches", CLEAN, content_type=PPN), 403, "share-link-reads")
    assert holder.post("/api/v1/verify", CLEAN, content_type=PPN).status_code == 200, "which stores nothing"
    assert Event.objects.filter(pk=event.pk).exists()


def test_session_beside_a_share_link_is_not_opened(owner: Any, event: Event) -> None:
    browser = APIClient()
    browser.force_login(owner)
    assert browser.get("/api/v1/clubs").status_code == 200
    browser.credentials(HTTP_AUTHORIZATION=f"Share {access.share(owner, event)[1]}")
    problem(browser.get("/api/v1/clubs"), 401, "not-authenticated")
    answer = browser.get(f"/api/v1/events/{event.pk}")
    assert answer.json()["club"] is None
    assert "Cookie" not in answer["Vary"]


def test_every_answer_varies_by_credential(owner: Any, stored: str) -> None:
    secret = access.share(owner, Match.objects.get())[1]
    for client in (client_of(), client_of(owner), holder_of(secret), holder_of("unknown")):
        for path in (stored, stored + "/verdict", stored + "/rounds/1/frames", "/api/v1/games/sichuan/rulebook"):
            assert "Authorization" in client.get(path)["Vary"], path
    assert "Authorization" not in client_of().get("/matches/").get("Vary", "")


def test_verdict_that_a_link_has_cached_stays_hidden_from_others(owner: Any, other: Any, stored: str) -> None:
    assert holder_of(access.share(owner, Match.objects.get())[1]).get(stored + "/verdict").status_code == 200
    for client in (client_of(), client_of(other)):
        problem(client.get(stored + "/verdict"), 404, "not-found")


def test_link_reads_the_current_judgement_and_no_earlier_one(owner: Any, stored: str) -> None:
    match, earlier = Match.objects.get(), Judgement.objects.get()
    current = Judgement.objects.create(
        match=match, engine_version="9.9", record_sha256=match.sha256, status="clean", verdict={"engine": "9.9"}
    )
    Match.objects.update(current_judgement=current)
    holder = holder_of(access.share(owner, match)[1])
    assert holder.get(f"{stored}/verdict?judgement={current.pk}").json() == {"engine": "9.9"}
    problem(holder.get(f"{stored}/verdict?judgement={earlier.pk}"), 404, "not-found")


def test_holders_of_links_are_counted_by_address(owner: Any, stored: str, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "anon": "2/min", "user": "9/min"}
    secrets = [access.share(owner, Match.objects.get())[1] for _ in range(3)]
    assert [holder_of(secret).get(stored).status_code for secret in secrets] == [200, 200, 429]


def test_description_names_the_scheme_where_links_open() -> None:
    assert described()["components"]["securitySchemes"]["share"]["name"] == "Authorization"
    reads = {path: methods["get"] for path, methods in described()["paths"].items() if "get" in methods}
    opened = {path.removeprefix("/api/v1/") for path, one in reads.items() if {"share": []} in one.get("security", ())}
    below_match = {f"matches/{{match_id}}{path}" for path in ("", "/source", "/verdict")}
    below_round = {f"matches/{{match_id}}/rounds/{{number}}/{path}" for path in ("frames", "review", "review/{move}")}
    below_event = {
        f"events/{{event_id}}{path}"
        for path in ("", "/standings", "/tables", "/publications", "/hall", "/seating", "/version", "/walls")
    }
    below_live = {f"tables/{{live_id}}{path}" for path in ("", "/frames", "/events")}
    publication = "events/{event_id}/publications/{number}"
    assert opened == below_match | below_round | below_event | below_live | {publication, f"{publication}/{{form}}"}
    assert {"share": []} not in described()["paths"]["/api/v1/events/{event_id}"]["patch"]["security"]
