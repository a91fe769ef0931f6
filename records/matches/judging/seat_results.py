"""Seat results: points, rounds and wins of each seat, and who offended; stored with each judgement.

Over the rounds of a match a seat may change hands and a person change seats: what counts is who sat there in that round.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

import referee
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.matches.models import Finding, Judgement, Match, MatchSeat, SeatResult, VerdictSummary
from records.matches.replay import record_of
from records.players.aliases import aliases_of
from records.players.name_key import key_of
from referee.results.ranking.summary import Names, summary_of
from referee.results.ranking.table_result import stored_form

MOST = 2**63 - 1
"""What a column holds; nobody plays for more."""
CHUNK = 100


@dataclass(slots=True)
class _Sum:
    rounds: int = 0
    points: int = 0
    wins: int = 0


class Seating:
    """The people of a match by round and seat, as rows."""

    def __init__(self, record: referee.Record | referee.NotationError, seats: Sequence[MatchSeat]) -> None:
        self._rows = {(seat.seat, seat.name): seat for seat in seats if seat.alias_id}
        self._rounds: dict[int, Names] = {}
        self._start: Names = {}
        if isinstance(record, referee.Record):
            self._start = record.seats
            self._rounds = {played.number: {**record.seats, **played.sits} for played in record.rounds}

    def at(self, number: int) -> dict[str, MatchSeat]:
        """The people by seat in a round; in round 0 those whom the match's header names."""
        names = self._rounds.get(number, self._start)
        named = {seat: self._rows.get((storable(seat, 8), storable(name, LINE))) for seat, name in names.items()}
        return {seat: row for seat, row in named.items() if row}

    def occupant(self, number: int, seat: str | None) -> MatchSeat | None:
        """The person in a seat in a round, None where nobody is named."""
        return self.at(number).get(seat) if seat else None


def seating_of(match: Match, record: referee.Record | referee.NotationError) -> Seating | None:
    """The seating of a club's match, None outside of clubs. Seats without a player's alias get one."""
    if match.club_id is None:
        return None
    seats = list(match.seats.all())
    if unknown := [seat for seat in seats if seat.alias_id is None and key_of(seat.name)]:
        assert match.club is not None
        assign_aliases(match.club, unknown)
    return Seating(record, seats)


def build_results(judgement: Judgement, rounds: Sequence[Mapping[str, Any]], seating: Seating) -> list[SeatResult]:
    """The results of every seat that sat in a settled round. ``rounds`` are those of the verdict's document.

    A score that a team has together counts for each of it. A win in a game of places is to be the first.
    """
    sums: dict[int, _Sum] = {}
    for round_ in rounds:
        computed = round_["scores"]["computed"]
        if computed is None:
            continue
        winners = [win["seat"] for win in round_.get("wins", ())] + list((round_.get("places") or ())[:1])
        for seat, row in seating.at(round_["round"]).items():
            points = next((score for who, score in computed.items() if seat in who), None)
            if points is None:
                continue
            one = sums.setdefault(row.pk, _Sum())
            one.rounds += 1
            one.points += points
            one.wins += winners.count(seat)
    return [
        SeatResult(judgement=judgement, seat_id=seat, rounds=one.rounds, points=max(-MOST, min(MOST, one.points)), wins=one.wins)
        for seat, one in sums.items()
    ]


def build_summary(judgement: Judgement, record: referee.Record | referee.NotationError) -> VerdictSummary:
    """The summary of a judgement, which rulings and standings read instead of the verdict."""
    document = summary_of(record, judgement.verdict)
    return VerdictSummary(judgement=judgement, document=document, table_result=stored_form(document))


def add_missing_results(seconds: float) -> int:
    """Add the seat results of judgements from before players existed, for so many seconds; returns their number.

    Two may do it at once: rows that are there already are left as they are.
    """
    until, done = time.monotonic() + seconds, 0
    while (more := _add_some_results(CHUNK)) and time.monotonic() < until:
        done += more
    return done + more


def _add_some_results(most: int) -> int:
    # What is in no club has nothing to count: cheap, so many at once.
    outside = Judgement.objects.filter(counted=False, match__club__isnull=True).order_by("pk").values_list("pk", flat=True)
    done = Judgement.objects.filter(pk__in=list(outside[: most * 10])).update(counted=True)
    waiting = Judgement.objects.filter(counted=False, match__club__isnull=False).order_by("pk")
    for judgement in waiting.select_related("match__club")[:most]:
        _add_results(judgement)
        done += 1
    return done


@transaction.atomic
def _add_results(judgement: Judgement) -> None:
    whose = judgement.match.club_id
    if not Match.objects.select_for_update(of=("self",), no_key=True).only("pk").filter(pk=judgement.match_id, club=whose):
        return  # deleted meanwhile: its seats are of no player
    record = record_of(judgement.match)
    seating = seating_of(judgement.match, record)
    assert seating is not None
    SeatResult.objects.bulk_create(build_results(judgement, judgement.verdict["rounds"], seating), ignore_conflicts=True)
    findings = list(judgement.findings.filter(severity="illegal", offender_seat__isnull=True).exclude(seat=""))
    for finding in findings:
        finding.offender_seat = seating.occupant(finding.round, finding.seat)
    Finding.objects.bulk_update(findings, ["offender_seat"], batch_size=CHUNK)
    VerdictSummary.objects.bulk_create([build_summary(judgement, record)], ignore_conflicts=True)
    Judgement.objects.filter(pk=judgement.pk).update(counted=True)


def add_results_of(match: Match) -> None:
    """Count the results of a match that has become a club's, of every judgement; the match is locked already."""
    for judgement in match.judgements.select_related("match__club").order_by("pk"):
        _add_results(judgement)
    if match.club is not None:
        assign_aliases(match.club, [seat for seat in match.seats.all() if key_of(seat.name)])


def assign_aliases(club: Club, seats: Sequence[MatchSeat]) -> None:
    """Give the alias of a player to seats that have none."""
    ids = aliases_of(club, [seat.name for seat in seats])
    for seat in seats:
        seat.alias_id = ids.get(key_of(seat.name))
    MatchSeat.objects.bulk_update(seats, ["alias"], batch_size=CHUNK)
