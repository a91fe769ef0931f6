"""The toy game on pages: its rulebook, a verdict, the moves of a replay, and a match entered by hand, all in its own words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from records.core.sandbox.pool import pool
from tests.frontend.clients import page, stored_match
from tests.toy_game import TEXT, dropped, environment

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hant"}


@pytest.fixture(autouse=True)
def toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game among the games, of this process and of those that judge drafts for it."""
    environment(tmp_path / "of-children")
    monkeypatch.syspath_prepend(tmp_path / "of-children")
    pool().close()
    with dropped(tmp_path / "here"):
        yield
    pool().close()


def test_toy_game_has_a_rulebook_page_in_the_list(reader: Client) -> None:
    assert 'id="TOS-1.1"' in page(reader.get("/rules/toss/"))
    assert "/rules/toss/" in page(reader.get("/rules/"))


def test_toy_game_verdict_is_worded_by_its_rulebook(reader: Client, owner: Any) -> None:
    where = f"/matches/{stored_match(owner, TEXT.replace('R.xia:3 ', '').encode()).pk}/"
    for more, words in (
        ({}, ("Quinn", "the stakes", "stakes taken", "before every stake was made, by Pat")),
        (CHINESE, ("乙家", "注池", "有人收注", "還沒有下注就擲牌：甲家")),
    ):
        text = page(reader.get(where, **more))
        assert [word for word in words if word not in text] == []


def test_toy_game_moves_are_worded_by_its_rulebook_and_never_raw_tokens(reader: Client, owner: Any) -> None:
    match = stored_match(owner, TEXT.encode())
    assert reader.get(f"/matches/{match.pk}/replay/1/").status_code == 200
    told = reader.get(f"/api/v1/matches/{match.pk}/rounds/1/frames?words=1").json()["frames"]
    assert [frame["said"] for frame in told][1:] == [
        *("Pat stakes 2", "Quinn stakes 1", "Robin stakes 3", "Pat calls high"),
        *("Pat tosses a four", "Quinn tosses a five", "Robin tosses a five"),
    ]
    assert (told[1]["call"], told[-1]["ledger"][0]["reason_said"]) == ({"seat": "P", "said": "I stake"}, "the stakes")
    spoken = reader.get(f"/api/v1/matches/{match.pk}/rounds/1/frames?words=1", **CHINESE).json()["frames"]
    assert [spoken[at]["said"] for at in (1, 4, 5)] == ["甲家下注 2", "甲家喊大", "甲家擲四"]
    assert (spoken[1]["call"]["said"], spoken[-1]["ledger"][0]["reason_said"]) == ("下注", "注池")
    other = stored_match(owner, TEXT.replace("P.han:da", "P.peng").encode())
    assert reader.get(f"/api/v1/matches/{other.pk}/rounds/1/frames?words=1").json()["frames"][4]["said"] == "Pat says “peng”", (
        "another game's verb"
    )


def test_toy_game_draft_is_checked(reader: Client) -> None:
    """The page has its rules, seats and cards; every move is offered when it may come, by the phase that the round is in."""
    assert 'value="toss"' in page(reader.get("/enter/"))
    head = TEXT[: TEXT.index("[Scores")].replace('[Totals "P-2 Q+5 R-3"]\n', "")
    moves: list[str] = []
    for move in TEXT[TEXT.index("P.xia") :].split():
        answer = checked(reader, head + " ".join(moves))
        assert (answer["findings"], answer["seats"]) == ([], "PQR")
        heads = [template["head"] for template in answer["templates"]]
        offered = {offer["token"] for offer in answer["offers"]}
        assert move in offered or any(move.startswith(one) for one in heads), move
        moves.append(move)
    answer = checked(reader, head + " ".join(moves))
    assert (answer["state"], [row["computed"] for row in answer["scores"]]) == ("over", [-2, 5, -3])
    assert answer["list"][0] == "Pat stakes 2"


def checked(reader: Client, draft: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(reader.post("/api/v1/verify?words=1", draft, content_type="text/plain").content)
    return answer
