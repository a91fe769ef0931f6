"""What the referee says of a draft: as it is typed, without keeping anything."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from frontend.pages.entry.answers import DRAFT_BYTES
from records.models import Match, Upload
from tests.golden import HOME, games

pytestmark = pytest.mark.django_db

HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan"]\n'
DEAL = (
    '[Round "1"]\n[Dealer "E"]\n[Hand.E "123456789m11789p"]\n[Hand.S "112233m4455668p"]\n'
    '[Hand.W "12379p12346789s"]\n[Hand.N "?"]\n'
)


def check(text: str) -> dict[str, Any]:
    answer = Client().post("/enter/check/", text, content_type="text/plain", headers={"Accept-Language": "en"})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def tokens(answer: dict[str, Any]) -> list[str]:
    return [offer["token"] for offer in answer["offers"]]


def test_empty_draft_grows_to_a_round_in_play() -> None:
    """Each step is in order: an empty page, a header, a deal half dealt, a deal, a move."""
    assert check("")["state"] == "empty"
    header = check(HEAD)
    assert (header["state"], header["findings"], header["seats"]) == ("open", [], "ESWN")
    half = check(HEAD + '[Round "1"]\n[Dealer "E"]\n[Hand.E "123m"]\n')
    assert (half["state"], half["findings"], half["line"]) == ("deal", [], "Now the deal.")
    dealt = check(HEAD + DEAL)
    assert (dealt["state"], dealt["findings"], dealt["moves"]) == ("open", [], 0)
    assert "E-9p" in tokens(dealt)
    assert "E.hu" in tokens(dealt)
    moved = check(HEAD + DEAL + "E-9p")
    assert {"S+1s", "S+?"} <= set(tokens(moved))
    assert "S-1m" not in tokens(moved)
    assert moved["board"]["frames"][-1]["findings"] == []


def test_breach_in_a_draft_is_reported_with_place_and_clause() -> None:
    answer = check(HEAD + DEAL + "E-9p S+1s S-1s W.peng")
    (finding,) = answer["findings"]
    assert (finding["code"], finding["clause"], finding["line"]) == ("tile-not-in-hand", "MJ-2.2", 10)
    assert answer["line"] == finding["text"]
    assert answer["offers"] == []


def test_hand_with_too_many_tiles_is_reported_and_too_few_are_awaited() -> None:
    answer = check(HEAD + '[Round "1"]\n[Dealer "E"]\n[Hand.S "123456789m12345p"]\n')
    assert [finding["code"] for finding in answer["findings"]] == ["bad-deal"]


def test_unreadable_draft_is_reported_with_its_place() -> None:
    answer = check(HEAD + DEAL + "E-9p [Nonsense")
    assert answer["state"] == "unreadable"
    assert answer["findings"][0]["line"] == 10


def test_finished_round_says_scores_and_next_dealer() -> None:
    text = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8").split('[Round "2"]')[0]
    answer = check("\n".join(line for line in text.splitlines() if not line.startswith("[Totals")))
    assert answer["state"] == "over"
    assert answer["offers"] == []
    assert sum(row["computed"] for row in answer["scores"]) == 0


@pytest.mark.parametrize("game", games())
def test_draft_of_every_game_is_checked(game: str) -> None:
    """A clean record of every game: no finding, and its table is drawn."""
    answer = check((HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    assert answer["findings"] == []
    assert answer["board"]["frames"]


def test_checked_draft_is_not_stored() -> None:
    check(HEAD + DEAL + "E-9p")
    assert not Match.objects.exists()
    assert not Upload.objects.exists()


def test_too_long_draft_is_refused() -> None:
    answer = Client().post("/enter/check/", "x" * (DRAFT_BYTES + 1), content_type="text/plain")
    assert answer.status_code == 413


def test_check_without_a_csrf_token_is_refused() -> None:
    """Without the token of the page it is refused."""
    assert Client(enforce_csrf_checks=True).post("/enter/check/", HEAD, content_type="text/plain").status_code == 403


def test_checks_are_throttled(settings: Any) -> None:
    cache.clear()
    settings.THROTTLE = {"check": "2/day"}
    answers = [Client().post("/enter/check/", HEAD, content_type="text/plain") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    cache.clear()
