"""Holds a round to the scheme that its record names: was its wall the one that was committed to, and who could have chosen it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from referee.game.dealing import Deals
from referee.game.protocol import Game
from referee.game.sheets import kind_of
from referee.record import Record, Round
from referee.rulebook import CORE, FindingTemplate, Rules
from referee.verdict import JSON, Finding, RoundVerdict
from referee.walls import registry
from referee.walls.comparison import UNSEEN, Difference, compare
from referee.walls.scheme import SCHEME, Asked, Flaw, Origin, Scheme

NOT_AS_COMMITTED: Final = CORE["PPN-10"].raises("wall-not-as-committed")
WHO_COULD_CHOOSE: Final = CORE["PPN-11"]

Before = tuple[Round, RoundVerdict] | None


class Held(NamedTuple):
    """What was found of a round's wall, and the statement that goes into the verdict's ``checked``."""

    findings: Sequence[Finding]
    statement: Mapping[str, JSON]


def named(record: Record, round_: Round) -> Mapping[str, str]:
    """The tags that say how the wall of a round came about: its own where it names a scheme, else the match's; empty where
    neither does."""
    return round_.tags if SCHEME in round_.tags else record.tags if SCHEME in record.tags else {}


def held(record: Record, game: Game, rules: Rules, round_: Round, before: Before) -> Held:
    """Hold a round to the scheme that it names (PPN-10, PPN-11)."""
    tags = named(record, round_)
    scheme = registry.find(tags[SCHEME])
    if scheme is None:
        return Held((), {"scheme": tags[SCHEME], "known": False})
    dealing = game.dealing(rules, round_, before) if isinstance(game, Deals) else None
    if dealing is None or not isinstance(game, Deals):
        return _held(scheme, Origin(None), (), 0)
    scope = str(round_.number) if tags is round_.tags else ""
    begins = _begins(record, round_, scope)
    asked = Asked(record.game, record.rules, game.seats(rules), round_.number, scope, tags, dealing, begins)
    origin = scheme.origin(asked)
    raises = game.rulebook.raising(NOT_AS_COMMITTED.code)
    findings = [_flawed(raises, flaw) for flaw in origin.flaws]
    if origin.order is None or kind_of(round_):
        return _held(scheme, origin, findings, 0)
    cut = dealing.cut(origin.order)
    hands = {seat: pieces for seat in cut.hands if (pieces := _pieces(game, round_.hands.get(seat))) is not None}
    wall = _pieces(game, round_.wall)
    known, difference = compare(cut, hands, wall)
    if difference:
        findings.append(_different(raises, difference))  # PPN-10
    elif wall is None or UNSEEN in wall:
        other = game.other_draw(record, rules, round_, before, game.written(cut.wall))
        if other:
            facts: dict[str, JSON] = {"expected": other.expected, "actual": other.actual, "reason": "draw"}
            findings.append(raises.finding(facts, other.move))  # PPN-10
    return _held(scheme, origin, findings, known)


def _begins(record: Record, round_: Round, scope: str) -> tuple[str, ...]:
    """When play began that hangs on these tags: this round, where they are its own, else the match up to it."""
    decided = [round_] if scope else record.rounds
    return tuple(played.start for played in decided if played.start and played.number <= round_.number)


def _pieces(game: Deals, text: str | None) -> tuple[str, ...] | None:
    """The pieces of a hand or wall; None where nobody saw it, or where it cannot be read, which its game finds."""
    if not text or not text.strip(UNSEEN):
        return None
    try:
        return game.pieces_of(text)
    except ValueError:
        return None


def _flawed(raises: FindingTemplate, flaw: Flaw) -> Finding:
    expected: JSON = flaw.expected if isinstance(flaw.expected, str) else dict(flaw.expected)
    return raises.finding({"expected": expected, "actual": flaw.actual, "reason": flaw.reason})  # PPN-10


def _different(raises: FindingTemplate, difference: Difference) -> Finding:
    seat, place, expected, actual = difference
    reason = "size" if expected is None or actual is None else "hand" if seat else ""
    facts: dict[str, JSON] = {"expected": expected, "actual": actual, "count": place, "reason": reason or None}
    return raises.finding(facts, seat=seat)


def _held(scheme: Scheme, origin: Origin, findings: Sequence[Finding], known: int) -> Held:
    """The findings with the statement: whether the recorded deal is the one that the tags give (None where nothing could be
    compared), by how many pieces that is known, and by whom the wall could still have been chosen (PPN-11)."""
    statement: dict[str, JSON] = {
        "scheme": scheme.id,
        "known": True,
        "holds": False if findings else True if origin.order and known else None,
        "compared": known,
        "chosen_by": None if findings else origin.chosen_by,
        "provided": list(origin.provided),
        "weak": list(origin.weak),
        "published": origin.published or None,
    }
    return Held(findings, statement)
