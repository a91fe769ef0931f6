"""The rows of an export that a match gives: of its columns, its current verdict and who sat where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from records.db.fields import LINE, storable
from records.matches.dates import UNDATED
from records.matches.models import Match, VerdictSummary
from records.matches.replay import record_of
from referee.results.ranking.summary import Seating, seating_in, seating_of

MOST = 2**63 - 1
"""What a column holds; nobody plays for more."""
READY_CHECK = "ready-check"
"""The reason of what is paid at the end of the wall to those who are ready, in every game that has it."""

Row = dict[str, Any]


def rows_of(match: Match) -> Iterator[tuple[str, Row]]:
    """The rows of a judged match, each with the name of its table."""
    assert match.current_judgement is not None
    verdict = match.current_judgement.verdict
    yield "matches", _match(match, verdict)
    for finding in verdict.get("findings", ()):
        yield "findings", _finding(match, finding)
    seating = _seating_of(match)
    for round_ in verdict.get("rounds", ()):
        yield from _rows_of_round(match, round_, seating)


def _rows_of_round(match: Match, round_: Mapping[str, Any], seating: Seating | None) -> Iterator[tuple[str, Row]]:
    key = {"match": str(match.pk), "round": round_["round"]}
    wins = round_.get("wins") or ()
    yield (
        "rounds",
        {
            **key,
            "status": round_["status"],
            "outcome": round_["outcome"],
            "dealer": round_.get("dealer"),
            "settled": round_["scores"]["computed"] is not None,
            "wins": len(wins),
            "kongs": len(round_.get("kongs") or ()),
        },
    )
    yield from (("seats", key | row) for row in _seats(match, round_, seating))
    for win in wins:
        yield "wins", key | _win(win)
    for finding in round_["findings"]:
        yield "findings", _finding(match, finding)


def _match(match: Match, verdict: Mapping[str, Any]) -> Row:
    judgement = match.current_judgement
    assert judgement is not None
    return {
        "match": str(match.pk),
        "club": match.club.slug if match.club else None,
        "event": match.event,
        "stage": match.stage,
        "table_name": match.table,
        "day": (match.created_at.astimezone(UTC).date() if match.day == UNDATED else match.day).isoformat(),
        "uploaded_at": match.created_at.isoformat(),
        "game": match.game,
        "rules": match.rules,
        "engine": judgement.engine_version,
        "status": judgement.status,
        "rounds": len(verdict.get("rounds", ())),
        "findings": judgement.findings_count,
    }


def _seats(match: Match, round_: Mapping[str, Any], seating: Seating | None) -> Iterator[Row]:
    """The seats of a round: those that somebody sat in, and those that have scores, alone or in a team, or won or dealt in."""
    names = {**seating.seats, **seating.rounds.get(round_["round"], {})} if seating else {}
    computed = round_["scores"]["computed"] or {}
    places, ready, wins = list(round_.get("places") or ()), _ready(round_), round_.get("wins") or ()
    known = {(seat.seat, seat.name): seat.alias.player for seat in match.seats.all() if seat.alias}
    seats = [
        *names,
        *(letter for team in computed for letter in team),
        *(seat for win in wins for seat in (win["seat"], win["from"])),
    ]
    for seat in filter(None, dict.fromkeys(seats)):
        name = names.get(seat)
        player = known.get((storable(seat, 8), storable(name, LINE))) if name else None
        yield {
            "seat": seat,
            "name": name,
            "player": str(player.pk) if player else None,
            "player_name": player.name if player else None,
            "points": _amount(next((points for team, points in computed.items() if seat in team), None)),
            "wins": sum(win["seat"] == seat for win in wins) + (places[:1] == [seat]),
            "dealt_in": sum(win["from"] == seat for win in wins),
            "ready": ready.get(seat),
            "place": places.index(seat) + 1 if seat in places else None,
        }


def _ready(round_: Mapping[str, Any]) -> dict[str, bool]:
    """The seats that were paid for being ready at the end of the wall, and those that paid for not being so."""
    lines = [line for line in round_.get("ledger") or () if line["reason"] == READY_CHECK]
    return dict.fromkeys((line["from"] for line in lines), False) | dict.fromkeys((line["to"] for line in lines), True)


def _win(win: Mapping[str, Any]) -> Row:
    fans = [{"code": fan["code"], "value": _amount(fan["value"])} for fan in win["fans"]]
    said = {"from_seat": win["from"], "value": _amount(win["value"]), "fans": fans}
    return {name: win[name] for name in ("move", "seat", "by", "tile")} | said


def _finding(match: Match, finding: Mapping[str, Any]) -> Row:
    said = ("round", "move", "seat", "code", "severity", "clause")
    return {"match": str(match.pk)} | {name: finding[name] for name in said}


def _amount(figure: int | None) -> int | None:
    return None if figure is None else max(-MOST, min(MOST, figure))


def _seating_of(match: Match) -> Seating | None:
    """Who sat where: a club's matches have it in the summary of their verdict, others in the record alone."""
    summary: VerdictSummary | None = getattr(match.current_judgement, "summary", None)
    return seating_of(record_of(match)) if summary is None else seating_in(summary.document)
