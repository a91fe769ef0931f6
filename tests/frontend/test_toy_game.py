"""The toy game on pages: its rulebook, a verdict, the moves of a replay, and a match entered by hand, all in its own words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from records import matches
from records.models import Match
from records.sandbox.pool import pool
from tests.toy_game import TEXT, dropped, environment

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game among the games, of this process and of those that judge drafts for it."""
    environment(tmp_path / "of-children")
    monkeypatch.syspath_prepend(tmp_path / "of-children")
    pool().close()
    with dropped(tmp_path / "here"):
        yield
    pool().close()


@pytest.fixture(params=["en", "zh-hant"])
def reader(request: pytest.FixtureRequest, owner: Any) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE=request.param)
    client.force_login(owner)
    return client


def english(reader: Client) -> bool:
    return bool(reader.defaults["HTTP_ACCEPT_LANGUAGE"] == "en")


def kept(owner: Any, text: str) -> Match:
    """A stored match that was judged."""
    match = matches.upload(text.encode(), media_type="text/x-ppn", filename="toss.ppn", user=owner).matches[0]
    matches.judge(match.pk)
    return Match.objects.get(pk=match.pk)


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_toy_game_has_a_rulebook_page_in_the_list(reader: Client) -> None:
    text = text_of(reader.get("/rules/toss/"))
    assert 'id="TOS-1.1"' in text
    assert "/rules/toss/" in text_of(reader.get("/rules/"))


def test_toy_game_verdict_is_worded_by_its_rulebook(reader: Client, owner: Any) -> None:
    match = kept(owner, TEXT.replace("R.xia:3 ", ""))
    text = text_of(reader.get(f"/matches/{match.pk}/"))
    words = ("Quinn", "the stakes", "stakes taken", "before every stake was made, by Pat")
    spoken = ("乙家", "注池", "有人收注", "還沒有下注就擲牌：甲家")
    assert all(word in text for word in (words if english(reader) else spoken))


def test_toy_game_moves_are_worded_by_its_rulebook_and_never_raw_tokens(reader: Client, owner: Any) -> None:
    match = kept(owner, TEXT)
    assert reader.get(f"/matches/{match.pk}/replay/1/").status_code == 200
    told = reader.get(f"/matches/{match.pk}/frames/1/").json()
    said = [frame["said"] for frame in told["frames"]][1:]
    if english(reader):
        assert said == [
            "Pat stakes 2",
            "Quinn stakes 1",
            "Robin stakes 3",
            "Pat calls high",
            "Pat tosses a four",
            "Quinn tosses a five",
            "Robin tosses a five",
        ]
    else:
        assert said[0] == "甲家下注 2"
        assert said[3:5] == ["甲家喊大", "甲家擲四"]
    assert told["frames"][1]["call"] == {"seat": "P", "said": "I stake" if english(reader) else "下注"}
    assert told["frames"][-1]["ledger"][0]["reason_said"] == ("the stakes" if english(reader) else "注池")


def test_verb_of_another_game_is_shown_as_a_plain_word(reader: Client, owner: Any) -> None:
    match = kept(owner, TEXT.replace("P.han:da", "P.peng"))
    told = reader.get(f"/matches/{match.pk}/frames/1/").json()["frames"][4]["said"]
    assert told == ("Pat says “peng”" if english(reader) else "甲家說「peng」")


def test_toy_game_draft_is_checked(reader: Client) -> None:
    """The page has its rules, seats and cards; every move is offered when it may come, by the phase that the round is in."""
    text = text_of(reader.get("/enter/"))
    assert 'value="toss"' in text
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
    assert answer["list"][0] == ("Pat stakes 2" if english(reader) else "甲家下注 2")


def checked(reader: Client, draft: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(reader.post("/enter/check/", draft, content_type="text/plain").content)
    return answer
