"""What the referee says of a draft, as it is typed, without keeping anything; and where it can be uploaded."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from records.accounts.models import Club, Role
from records.archive.models import Match, Upload
from records.tournament import events
from records.tournament.models import Event
from records.wording.draft import DRAFT_BYTES
from tests.frontend.clients import join
from tests.golden import HOME, games

pytestmark = pytest.mark.django_db

CHECK = "/api/v1/verify?words=1"
HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan"]\n'
DEAL = (
    '[Round "1"]\n[Dealer "E"]\n[Hand.E "123456789m11789p"]\n[Hand.S "112233m4455668p"]\n'
    '[Hand.W "12379p12346789s"]\n[Hand.N "?"]\n'
)


def check(text: str) -> dict[str, Any]:
    answer = Client().post(CHECK, text, content_type="text/plain", headers={"Accept-Language": "en"})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def tokens(answer: dict[str, Any]) -> set[str]:
    return {offer["token"] for offer in answer["offers"]}


def test_empty_draft_grows_to_a_round_in_play_and_is_not_stored() -> None:
    """Each step is in order: an empty page, a header, a deal half dealt, a deal, a move."""
    assert check("")["state"] == "empty"
    header = check(HEAD)
    assert (header["state"], header["findings"], header["seats"]) == ("open", [], "ESWN")
    half = check(HEAD + '[Round "1"]\n[Dealer "E"]\n[Hand.E "123m"]\n')
    assert (half["state"], half["findings"], half["line"]) == ("deal", [], "Now the deal.")
    dealt = check(HEAD + DEAL)
    assert (dealt["state"], dealt["findings"], dealt["moves"]) == ("open", [], 0)
    assert {"E-9p", "E.hu"} <= tokens(dealt)
    moved = check(HEAD + DEAL + "E-9p")
    assert ({"S+1s", "S+?"} <= tokens(moved), "S-1m" in tokens(moved)) == (True, False)
    assert moved["board"]["frames"][-1]["findings"] == []
    assert not Match.objects.exists()
    assert not Upload.objects.exists()


def test_breach_in_a_draft_is_reported_with_place_and_clause() -> None:
    answer = check(HEAD + DEAL + "E-9p S+1s S-1s W.peng")
    (finding,) = answer["findings"]
    assert (finding["code"], finding["clause"], finding["line"]) == ("tile-not-in-hand", "MJ-2.2", 10)
    assert (answer["line"], answer["offers"]) == (finding["text"], [])
    too_many = check(HEAD + '[Round "1"]\n[Dealer "E"]\n[Hand.S "123456789m12345p"]\n')
    assert [finding["code"] for finding in too_many["findings"]] == ["bad-deal"]
    unreadable = check(HEAD + DEAL + "E-9p [Nonsense")
    assert (unreadable["state"], unreadable["findings"][0]["line"]) == ("unreadable", 10)


@pytest.mark.parametrize("game", games())
def test_draft_of_every_game_is_checked_to_its_end(game: str) -> None:
    """A clean record of every game: no finding, its table is drawn, its round over."""
    text = re.sub(r"\[Totals.*\n", "", (HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    answer = check(text)
    assert (answer["findings"], bool(answer["board"]["frames"])) == ([], True)
    assert (answer["state"], bool(answer["scores"])) == ("over", True)


def test_draft_too_long_or_too_often_is_refused(settings: Any) -> None:
    cache.clear()
    settings.THROTTLE = {"check": "2/day"}
    assert Client().post(CHECK, "x" * (DRAFT_BYTES + 1), content_type="text/plain").status_code == 413
    answers = [Client().post(CHECK, HEAD, content_type="text/plain") for _ in range(3)]
    assert [answer.status_code for answer in answers][-1] == 429
    assert int(answers[-1]["Retry-After"]) > 0
    cache.clear()


def offered(client: Client) -> Any:
    """The clubs, events and tables that somebody may upload to."""
    text = client.get("/enter/").content.decode()
    found = re.search(r'<script id="targets" type="application/json">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def test_scorer_may_upload_into_the_club_its_events_and_waiting_tables_and_others_may_not(
    owner: Any, visitor: Client, club: Club
) -> None:
    league = events.create(owner, club, name="League", starts="2026-11-14")
    events.plan_table(owner, league, events.stages_of(league)[0], 1, "7")
    scorer = join(club, "sam", Role.SCORER)
    tables = [{"name": "7", "stage": ""}]
    (found,) = offered(scorer)
    assert (found["name"], found["into"]) == ("Lions", "/clubs/lions/?action=upload")
    assert found["events"] == [{"name": "League", "tag": league.tag, "game": "", "tables": tables}]
    assert [offered(client) for client in (join(club, "mo", Role.MEMBER), visitor)] == [[], []]
    Event.objects.update(tag="")
    assert offered(scorer)[0]["events"] == [], "an event that names no tag takes nothing by it"
