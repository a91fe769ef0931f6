"""Events over REST: made, filled, ruled on, read; by members, by link, by everybody."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from records.accounts import clubs
from tests.api.problems import problem
from tests.people import client_of
from tests.records.evening import EVENT, text, upload


@pytest.fixture
def club(owner: Any) -> Any:
    return clubs.create(owner, "Lions")


@pytest.fixture
def api(owner: Any) -> APIClient:
    return client_of(owner)


def send(client: APIClient, method: str, path: str, said: Any = None) -> Any:
    return getattr(client, method)(path, said, format="json")


def make(api: APIClient, club: Any, **said: Any) -> str:
    answer = send(api, "post", f"/api/v1/clubs/{club.slug}/events", {"name": EVENT, **said})
    assert answer.status_code == 201, answer.json()
    return answer["Location"].removeprefix("http://testserver")


def test_event_is_made_played_and_ruled_on(api: APIClient, owner: Any, club: Any) -> None:
    at = make(api, club, starts="2026-11-14", game="sichuan")
    match = upload(club, owner, text("sichuan/score-mismatch", Table="7"))[0]
    event = api.get(at).json()
    assert (event["tag"], event["starts"], event["club"]) == (EVENT, "2026.11.14", club.slug)
    assert [stage["tie_breaks"] for stage in event["stages"]] == [["head-to-head", "tables-won", "rounds-won"]]
    table = api.get(f"{at}/tables").json()["results"][0]
    assert (table["table"], table["match"], table["status"], table["decided"]) == ("7", str(match.pk), "flagged", True)
    issue = api.get(f"{at}/unresolved").json()["results"][0]
    assert (issue["kind"], issue["finding"]["code"], set(issue["message"])) == ("finding", "score-mismatch", {"zh", "en"})
    ruling = {"match": issue["match"], "finding": issue["finding"], "decision": "overruled", "reason": "Agreed."}
    given = send(api, "post", f"{at}/rulings", ruling)
    assert given.status_code == 201, given.json()
    assert (given.json()["number"], given.json()["arbiter"], given.json()["stands"]) == (1, "owner", True)
    again = send(api, "post", f"{at}/rulings", ruling | {"decision": "upheld"})
    assert [row["stands"] for row in api.get(f"{at}/rulings").json()["results"]] == [False, True]
    assert again.json()["number"] == 2
    assert api.get(f"{at}/unresolved").json()["results"] == []
    standings = api.get(f"{at}/standings").json()
    computed = match.current_judgement.verdict["totals"]["computed"]
    rows = {row["entrant"]: row["points"] for row in standings["rows"]}
    assert rows == {name: str(computed[seat]) for name, seat in zip("ABCD", "ESWN", strict=True)}
    assert standings["provisional"] is False
    assert send(api, "post", f"{at}/tables", {"stage": 1, "round": 2, "table": "8"}).status_code == 201
    assert api.get(f"{at}/unresolved").json()["results"] == [], "a table that is still to be played waits for nobody's decision"


def test_stage_counts_by_its_settings(api: APIClient, owner: Any, club: Any) -> None:
    at = make(api, club)
    upload(club, owner, text(Table="1"))
    said = {"points": "placement", "placement": [4, "5/2", 1], "tie_breaks": ["table-points"]}
    assert send(api, "patch", f"{at}/stages/1", said).json()["placement"] == ["4", "5/2", "1"]
    rows = api.get(f"{at}/standings").json()["rows"]
    assert [row["points"] for row in rows] == ["4", "5/2", "1", "0"]
    assert [set(row["figures"]) for row in rows] == [{"table-points"}] * 4
    second = send(api, "post", f"{at}/stages", {"name": "Final", "tag": "final", "carry": "1/2", "cut": True})
    assert (second.status_code, second.json()["number"]) == (201, 2)
    for wrong in ({"carry": "2"}, {"carry": 0.5}, {"placement": ["x"]}):
        assert send(api, "patch", f"{at}/stages/1", wrong).status_code in (400, 422), wrong
    assert api.delete(f"{at}/stages/2").status_code == 204
    assert api.delete(f"{at}/stages/1").status_code == 409


def test_tables_are_planned_and_filled_by_hand(api: APIClient, owner: Any, club: Any) -> None:
    at = make(api, club, tag="")
    match = upload(club, owner, text(Table="1"))[0]
    assert api.get(f"{at}/tables").json()["results"] == []
    laid = send(api, "post", f"{at}/tables", {"match": str(match.pk), "round": 3, "table": "B"}).json()
    assert (laid["round"], laid["table"], laid["match"]) == (3, "B", str(match.pk))
    seated = send(api, "patch", f"{at}/tables/{laid['id']}", {"seated": {"E": "Zhang San"}}).json()
    assert "Zhang San" in {seat["entrant"] for seat in seated["seats"]}
    assert api.delete(f"{at}/tables/{laid['id']}").status_code == 409
    assert send(api, "patch", f"{at}/tables/{laid['id']}", {"match": "x"}).status_code == 400
    assert send(api, "patch", f"{at}/tables/{laid['id']}", {"match": None}).json()["match"] is None
    assert api.delete(f"{at}/tables/{laid['id']}").status_code == 204
    assert send(api, "post", f"{at}/tables", {"table": "9"}).status_code == 422
    assert send(api, "post", f"{at}/tables", {"round": 1, "table": "9"}).status_code == 201


def test_entrants_are_entered_with_their_aliases(api: APIClient, club: Any) -> None:
    at = make(api, club)
    one = send(api, "post", f"{at}/entrants", {"name": "Zhang San", "team": "Reds"}).json()
    changed = send(api, "patch", f"{at}/entrants/{one['id']}", {"alias": "張三"}).json()
    assert changed["aliases"] == ["Zhang San", "張三"]
    assert send(api, "post", f"{at}/entrants", {"name": "張三"}).status_code == 409
    standings = api.get(f"{at}/standings").json()
    assert [row["team"] for row in standings["rows"]] == ["Reds"]
    assert [(row["rank"], row["team"]) for row in standings["teams"]] == [(1, "Reds")]
    assert api.delete(f"{at}/entrants/{one['id']}").status_code == 204
    assert api.get(f"{at}/entrants").json()["results"] == []


def test_malformed_event_is_refused_with_the_field(api: APIClient, club: Any) -> None:
    at = make(api, club)
    for path, said in (("rulings", {"match": "x"}), ("stages", {"tie_breaks": ["luck"]}), ("links", {"expires_at": "soon"})):
        assert problem(send(api, "post", f"{at}/{path}", said), 400, "invalid")["errors"].keys() >= said.keys()
