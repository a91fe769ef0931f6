"""Matches that are score sheets are stored, judged and counted as those recorded in full."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

import referee
from records.accounts import clubs
from records.accounts.models import Club
from records.archive import matches
from records.archive.models import Match, SeatResult
from tests.golden import HOME, games

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Tea")


def full(game: str) -> str:
    """A clean record of the game, with names."""
    records = (referee.parse(path.read_bytes()) for path in sorted((HOME / game).glob("clean-*.ppn")))
    record = next(record for record in records if isinstance(record, referee.Record))
    seats = "".join(record.totals or record.rounds[0].scores or {})
    return referee.write(record._replace(seats={seat: record.seats.get(seat, f"Player {seat}") for seat in seats}))


def sheet(game: str) -> str:
    return referee.write(referee.sheet_of(referee.parse(full(game))))


def stored(text: str, user: User, club: Club | None = None) -> Match:
    """The match of a text, judged."""
    found = matches.upload(text.encode(), media_type="text/x-ppn", user=user, club=club).matches[0]
    matches.judge(found.pk)
    found.refresh_from_db()
    return found


def rows(match: Match) -> list[tuple[Any, ...]]:
    """What is stored of its seats: who sat there, rounds, points, wins."""
    found = SeatResult.objects.filter(judgement=match.current_judgement).order_by("seat__seat")
    return list(found.values_list("seat__seat", "seat__name", "rounds", "points", "wins"))


@pytest.mark.parametrize("game", games())
def test_results_of_the_seats_of_a_sheet_are_those_of_the_full_record(club: Club, ann: User, game: str) -> None:
    played, noted = stored(full(game), ann, club), stored(sheet(game), ann, club)
    assert played.pk != noted.pk
    assert noted.current_judgement is not None
    assert noted.current_judgement.status == "clean"
    assert rows(noted) == rows(played) != []
