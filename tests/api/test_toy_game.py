"""The toy game over REST: its rulebook, an uploaded match, its verdict, frames and findings, with nothing else touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from records import matches
from tests.people import client_of, upload
from tests.toy_game import TEXT, dropped

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def toss(tmp_path: Path) -> Iterator[None]:
    with dropped(tmp_path):
        yield


def judged(owner: Any, text: str = TEXT) -> str:
    """The address of a judged match."""
    match = upload(client_of(owner), text.encode()).json()["matches"][0]
    matches.judge(match["id"])
    return f"/api/v1/matches/{match['id']}"


def test_toy_game_is_listed_with_its_rulebook(owner: Any) -> None:
    games = client_of(owner).get("/api/v1/games").json()["results"]
    assert "toss" in str(games)
    rulebook = client_of(owner).get("/api/v1/games/toss/rulebook")
    assert rulebook.status_code == 200
    assert "TOS-2.2" in rulebook.content.decode()


def test_toy_game_match_is_stored_judged_and_replayed(owner: Any) -> None:
    client, address = client_of(owner), judged(owner)
    match = client.get(address).json()
    assert (match["game"], match["state"], match["status"]) == ("toss", "judged", "clean")
    verdict = client.get(f"{address}/verdict").json()
    assert verdict["totals"]["computed"] == {"P": -2, "Q": 5, "R": -3}
    frames = client.get(f"{address}/rounds/1/frames?view=P").json()["frames"]
    assert [seat["hand"] for seat in frames[0]["seats"]][1] == ["?", "?"]
    assert client.get(f"{address}/rounds/1/frames?view=E").status_code == 400, "another game's seat"


def test_toy_game_findings_are_stored_and_searched_by_their_code(owner: Any) -> None:
    client = client_of(owner)
    judged(owner, TEXT.replace("R.xia:3 ", ""))
    found = client.get("/api/v1/matches?finding=stake-missing").json()["results"]
    assert [match["game"] for match in found] == ["toss"]
    assert client.get("/api/v1/matches?finding=must-lead").json()["results"] == []
