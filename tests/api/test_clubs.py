"""Clubs over REST: a club's life from founding to leaving."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.api.problems import problem
from tests.people import CLEAN, PPN, client_of

pytestmark = pytest.mark.django_db
CLUB = "/api/v1/clubs/tea"


@pytest.fixture
def club(owner: Any) -> Any:
    """The owner's client, with a club founded."""
    client = client_of(owner)
    answer = client.post("/api/v1/clubs", {"name": "茶館", "slug": "tea"}, format="json")
    assert answer.status_code == 201
    assert answer["Location"] == answer.json()["url"]
    assert answer.json() == {"slug": "tea", "name": "茶館", "role": "owner", "accepted": True, "url": answer.json()["url"]}
    return client


def test_club_is_founded_joined_and_left(club: Any, other: Any) -> None:
    guest = client_of(other)
    invited = club.post(CLUB + "/members", {"username": "other", "role": "scorer"}, format="json")
    assert (invited.status_code, invited.json()["accepted"], invited.json()["invited_by"]) == (201, False, "owner")
    assert [(row["slug"], row["accepted"]) for row in guest.get("/api/v1/clubs").json()["results"]] == [("tea", False)]
    problem(guest.get(CLUB), 404, "not-found")
    assert guest.post(CLUB + "/invitation").json()["role"] == "scorer"
    stored = guest.post(CLUB + "/matches", CLEAN, content_type=PPN)
    assert (stored.status_code, stored.json()["matches"][0]["club"]) == (202, "tea")
    assert club.post(CLUB + "/matches", CLEAN, content_type=PPN).status_code == 200, "the club has it already"
    problem(guest.post(CLUB + "/matches?public=1", CLEAN, content_type=PPN), 403, "permission-denied")
    problem(guest.patch(CLUB + "/members/owner", {"role": "member"}, format="json"), 403, "permission-denied")
    assert club.patch(CLUB + "/members/other", {"role": "organizer"}, format="json").json()["role"] == "organizer"
    assert [(row["username"], row["role"]) for row in guest.get(CLUB + "/members").json()["results"]] == [
        ("owner", "owner"),
        ("other", "organizer"),
    ]
    assert club.patch(CLUB, {"name": "茶樓"}, format="json").json()["name"] == "茶樓"
    problem(club.delete(CLUB + "/members/owner"), 409, "last-owner")
    assert guest.delete(CLUB + "/members/other").status_code == 204
    problem(guest.get(CLUB + "/matches"), 404, "not-found")
    problem(guest.get(stored.json()["matches"][0]["url"].partition("testserver")[2]), 404, "not-found")


def test_invitation_can_be_declined_and_withdrawn(club: Any, other: Any) -> None:
    guest = client_of(other)
    for end in (lambda: guest.delete(CLUB + "/invitation"), lambda: club.delete(CLUB + "/members/other")):
        club.post(CLUB + "/members", {"username": "other"}, format="json")
        assert end().status_code == 204
        problem(guest.post(CLUB + "/invitation"), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/v1/clubs", {}, 400, "invalid"),
        ("/api/v1/clubs", ["name"], 400, "invalid"),
        ("/api/v1/clubs", {"name": "Tea", "slug": "tea"}, 409, "slug-taken"),
        (CLUB + "/members", {"username": "other", "role": "emperor"}, 400, "invalid"),
    ],
)
def test_refused_change_of_a_club_is_a_problem(club: Any, other: Any, path: str, body: Any, status: int, code: str) -> None:
    problem(club.post(path, json.dumps(body), content_type="application/json"), status, code)


def test_unknown_member_of_a_club_is_not_found(club: Any) -> None:
    for name in ("nobody", "%00", "%FF", "x" * 3000):
        problem(club.delete(f"{CLUB}/members/{name}"), 404, "not-found")


def test_answer_to_an_invitation_does_not_tell_whether_there_is_such_an_account(club: Any, other: Any) -> None:
    answers = []
    for name in ("other", "nobody"):
        made = club.post(CLUB + "/members", {"username": name}, format="json")
        people: Any = club.get(CLUB + "/members").json()["results"]
        listed = [row for row in people if row["username"] == name]
        again = club.post(CLUB + "/members", {"username": name}, format="json")
        changed = club.patch(f"{CLUB}/members/{name}", {"role": "scorer"}, format="json")
        removed = club.delete(f"{CLUB}/members/{name}")
        log = club.get(f"{CLUB}/audit?limit=3").json()["results"]
        told = [made.status_code, made.json(), listed, again.status_code, again.json(), changed.json(), removed.status_code]
        answers.append(re.sub(r"[0-9]+", "0", json.dumps([*told, log])).replace(f'"{name}"', '"X"').replace(name, "X"))
    blank = re.compile(r'"(hash|previous|request_id|instance|trace)": "[^"]*"')
    assert blank.sub("", answers[0]) == blank.sub("", answers[1])
