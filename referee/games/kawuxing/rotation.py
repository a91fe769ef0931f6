"""The rotation of four players at a table of three, by the result of the previous round (KWX-1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.record import Record, Round
from referee.core.verdict import Finding, RoundVerdict
from referee.games.kawuxing import checks
from referee.games.kawuxing.rulebook import Options
from referee.rulebook import Rules

NamesBySeat = Mapping[str, str]
"""Who sits where, as far as a round names them: names by the letters of the seats."""


def winner_rests(rules: Rules) -> bool:
    """Whether the winner rests in the next round."""
    options = Options.of(rules)
    return options.players < 4 and options.rotation == "winner_rests"


def dealer_stays(rules: Rules) -> bool:
    """Whether the dealer keeps the seat until somebody else wins (霸王莊)."""
    options = Options.of(rules)
    return options.players < 4 and options.rotation == "bawang"


def check(record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None) -> list[Finding]:
    """The findings on who sits in this round, after the previous one; none in a record without names by round."""
    if before is None or before[0].number + 1 != round_.number or not any(played.sits for played in record.rounds):
        return []
    last, verdict = before
    now, then = _known(record.people(round_)), _known(record.people(last))
    moved = bool(round_.sits) and round_.sits != last.sits and (winner_rests(rules) or dealer_stays(rules))
    return [*_rotation_findings(rules, now, then, verdict), *(_wrong_dealer(round_.dealer, now, then, verdict) if moved else ())]


def _known(people: NamesBySeat) -> NamesBySeat:
    """The names that tell who sits: those of nothing, and those that several bear, do not."""
    names = list(people.values())
    return {seat: name for seat, name in people.items() if name.strip("? ") and names.count(name) == 1}


def _wrong_dealer(dealer: str | None, now: NamesBySeat, before: NamesBySeat, last: RoundVerdict) -> list[Finding]:
    """The finding on the dealer, who is found by name if people have changed seats (KWX-1.5)."""
    person = before.get(last.next_dealer or "")
    seat = next((seat for seat, name in now.items() if name == person), None)
    if seat is None or dealer in (None, seat):
        return []
    return [checks.dealer_elsewhere(dealer, seat)]


def _rotation_findings(rules: Rules, now: NamesBySeat, before: NamesBySeat, last: RoundVerdict) -> list[Finding]:
    winners = [win.seat for win in last.wins]
    if winner_rests(rules) and last.outcome == "win":
        return _resting([before.get(seat) for seat in winners], now)
    dealer = before.get(last.dealer or "")
    if dealer_stays(rules) and dealer:
        if last.outcome == "drawn" or last.dealer in winners:
            return _staying(dealer, now, Options.of(rules).players)
        return _resting([dealer], now) if last.outcome == "win" else []
    return []


def _resting(people: Sequence[str | None], now: NamesBySeat) -> list[Finding]:
    """The finding if all of these people sit, though one of them should rest."""
    seats = [seat for seat, name in now.items() if name in people]
    if None in people or len(seats) < len(people):
        return []
    return [checks.wrong_rotation(seats[0], None, ", ".join(now[seat] for seat in seats), "both" if len(seats) > 1 else "")]


def _staying(dealer: str, now: NamesBySeat, players: int) -> list[Finding]:
    """The finding if the dealer should stay but is not among the people who sit, all of whom are named."""
    if len(now) < players or dealer in now.values():
        return []
    return [checks.wrong_rotation(None, dealer, ", ".join(now.values()), "stays")]
