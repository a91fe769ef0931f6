"""Seat results: points, rounds, wins and fans of each seat, and who offended; stored with each judgement.

Over the rounds of a match a seat may change hands and a person change seats: what counts is who sat there in that round.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

import referee
from records.accounts.clubs.models import Club
from records.archive.matches.judging.models import Finding, Judgement, SeatFan, SeatResult, VerdictSummary
from records.archive.matches.models import Match, MatchSeat
from records.archive.matches.replay import record_of
from records.archive.players.aliases import aliases_of, key_of
from records.core.db.fields import LINE, storable
from referee.tournament.ranking.summary import Names, summary_of
from referee.tournament.ranking.table_result import stored_form

MOST = 2**63 - 1
"""What a column holds; nobody plays for more."""
CHUNK = 100
CODE = 40
"""Characters of a fan's code, as its column has them."""
READY_CHECK = "ready-check"
"""The reason of what is paid at the end of the wall to those who are ready, in every game that has it."""

Round = Mapping[str, Any]
"""A round of a verdict's document."""


@dataclass(slots=True)
class _Sum:
    """The sums of a seat, named like the columns of SeatResult, and its fans."""

    sat: int = 0
    rounds: int = 0
    points: int = 0
    wins: int = 0
    won: int = 0
    dealt_in: int = 0
    value: int = 0
    valued: int = 0
    checked: int = 0
    ready: int = 0
    fans: Counter[str] = field(default_factory=Counter)

    def add(self, round_: Round, seat: str, points: int) -> None:
        """Add a settled round in which the seat made so many points."""
        wins = round_.get("wins") or ()
        own = [win for win in wins if win["seat"] == seat]
        values = [win["value"] for win in own if win["value"] is not None]
        count = len(own) + ((round_.get("places") or ())[:1] == [seat])
        paid = _paid_for_being_ready(round_).get(seat)
        self.rounds += 1
        self.points += points
        self.wins += count
        self.won += count > 0
        self.dealt_in += any(win["from"] == seat for win in wins)
        self.value += sum(values)
        self.valued += len(values)
        self.checked += paid is not None
        self.ready += paid is True
        for win in own:
            self.fans.update({storable(fan["code"], CODE) for fan in win["fans"]})


def _paid_for_being_ready(round_: Round) -> dict[str, bool]:
    """The seats that were paid for being ready at the end of the wall (True), and those that paid for not being so."""
    lines = [line for line in round_.get("ledger") or () if line["reason"] == READY_CHECK]
    return dict.fromkeys((line["from"] for line in lines), False) | dict.fromkeys((line["to"] for line in lines), True)


class SeatedPeople:
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


def seated_people_of(match: Match, record: referee.Record | referee.NotationError) -> SeatedPeople | None:
    """The seating of a club's match, None outside of clubs. Seats without a player's alias get one."""
    if match.club_id is None:
        return None
    seats = list(match.seats.all())
    if unknown := [seat for seat in seats if seat.alias_id is None and key_of(seat.name)]:
        assert match.club is not None
        assign_aliases(match.club, unknown)
    return SeatedPeople(record, seats)


def build_results(judgement: Judgement, rounds: Sequence[Round], seating: SeatedPeople) -> tuple[list[SeatResult], list[SeatFan]]:
    """The results of every seat that somebody sat in, and their fans. ``rounds`` are those of the verdict's document.

    A score that a team has together counts for each of it. A win in a game of places is to be the first.
    """
    sums: dict[int, _Sum] = {}
    for round_ in rounds:
        computed = round_["scores"]["computed"] or {}
        for seat, row in seating.at(round_["round"]).items():
            one = sums.setdefault(row.pk, _Sum())
            one.sat += 1
            points = next((score for who, score in computed.items() if seat in who), None)
            if points is not None:
                one.add(round_, seat, points)
    results = [
        SeatResult(
            judgement=judgement,
            seat_id=seat,
            sat=one.sat,
            rounds=one.rounds,
            points=_within(one.points),
            wins=one.wins,
            won=one.won,
            dealt_in=one.dealt_in,
            value=_within(one.value),
            valued=one.valued,
            checked=one.checked,
            ready=one.ready,
        )
        for seat, one in sums.items()
    ]
    fans = [
        SeatFan(judgement=judgement, seat_id=seat, code=code, times=times)
        for seat, one in sums.items()
        for code, times in one.fans.items()
    ]
    return results, fans


def _within(amount: int) -> int:
    """An amount as its column can hold it."""
    return max(-MOST, min(MOST, amount))


def build_summary(judgement: Judgement, record: referee.Record | referee.NotationError) -> VerdictSummary:
    """The summary of a judgement, which rulings and standings read instead of the verdict."""
    document = summary_of(record, judgement.verdict)
    settled = [round_ for round_ in judgement.verdict["rounds"] if round_["scores"]["computed"] is not None]
    wins = [win for round_ in settled for win in round_.get("wins") or ()]
    return VerdictSummary(
        judgement=judgement,
        document=document,
        table_result=stored_form(document),
        rounds=len(settled),
        drawn=sum(round_["outcome"] == "drawn" and not round_.get("wins") for round_ in settled),
        wins=len(wins),
        dealt_in=sum(win["from"] is not None for win in wins),
    )


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
    seating = seated_people_of(judgement.match, record)
    assert seating is not None
    results, fans = build_results(judgement, judgement.verdict["rounds"], seating)
    SeatResult.objects.bulk_create(results, ignore_conflicts=True)
    SeatFan.objects.bulk_create(fans, ignore_conflicts=True)
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
