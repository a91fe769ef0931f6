"""Findings, where they are read: their comments beside them, and the way from one to the next."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from records.accounts import clubs
from records.archive import comments
from records.archive.models import Match
from tests.frontend.markup import compact
from tests.records.players import CLEAN, FLAGGED, store

pytestmark = pytest.mark.django_db


def page(reader: Any, address: str) -> str:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(reader)
    return unescape(compact(client.get(address).content.decode()))


@pytest.fixture
def flagged(owner: Any) -> Match:
    return store(clubs.create(owner, "茶館", "tea"), owner, FLAGGED)[0]


def finding_of(match: Match) -> dict[str, Any]:
    verdict = match.current_judgement.verdict  # type: ignore[union-attr]
    found: dict[str, Any] = next(one for round_ in verdict["rounds"] for one in round_["findings"])
    return found


def test_comment_on_the_move_of_a_finding_stands_at_the_finding(owner: Any, flagged: Match) -> None:
    at = finding_of(flagged)
    comments.add(owner, flagged, at["round"], at["move"], "He saw <it>\ntoo late")
    comments.add(owner, flagged, at["round"], 0, "of the deal")
    text = page(owner, f"/matches/{flagged.pk}/")
    assert text.count("He saw <it><br>too late") == 1
    assert "of the deal" not in text


def test_verdict_leads_to_its_first_finding_and_the_board_on_to_the_others(owner: Any, flagged: Match) -> None:
    at = finding_of(flagged)
    board = f"/matches/{flagged.pk}/replay/{at['round']}/{at['move']}/"
    assert f'<a class="step-through" href="{board}">Step through what is wrong</a>' in page(owner, f"/matches/{flagged.pk}/")
    places = json.loads(re.findall(r'data-places="(\[.*?\])"', page(owner, board))[0])
    assert {"round": at["round"], "move": at["move"], "at": board} in places


def test_clean_match_has_nothing_to_step_through(owner: Any) -> None:
    clean = store(clubs.create(owner, "茶館", "tea"), owner, CLEAN)[0]
    assert "step-through" not in page(owner, f"/matches/{clean.pk}/")
    assert 'id="wrong"' not in page(owner, f"/matches/{clean.pk}/replay/1/")


def test_gif_is_offered_to_who_is_signed_in(owner: Any, flagged: Match) -> None:
    Match.objects.filter(pk=flagged.pk).update(public=True)
    address = f"/matches/{flagged.pk}/replay/{finding_of(flagged)['round']}/"
    gif = f"/api/v1/matches/{flagged.pk}/rounds/{finding_of(flagged)['round']}/gif"
    assert [gif in text for text in (page(owner, address), Client().get(address).content.decode())] == [True, False]
