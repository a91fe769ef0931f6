"""Checks of the header and deal of a round, and of tiles that appear during play: copies that do not exist, other tiles than in
the wall.

What stands before the first move is found at move 0, the game's clause before one here (``Rulebook.raising``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict
from referee.mahjong.hand.tiles import NAMES, text
from referee.mahjong.rulebook import MJ, Options
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.moves import SEATS
from referee.rulebook import FindingTemplate, Rulebook, Rules

TILE_OVERFLOW: Final = MJ["MJ-1.2"].raises("tile-overflow")
BAD_DEAL: Final = MJ["MJ-1.3"].raises("bad-deal")
WALL_MISMATCH: Final = MJ["MJ-1.4"].raises("wall-mismatch")
WRONG_DEALER: Final = MJ["TBL-9"].raises("wrong-dealer")
"""Raised where the table, not the game, says who deals next."""


def deal(dealt: Deal, round_: Round, miscounted: FindingTemplate | None = None) -> Sequence[Finding]:
    """The findings on the deal: its dealer, its hands, its wall, copies that do not exist. ``miscounted`` is raised by hands of a
    wrong size with which the round is played."""
    wall = dealt.left
    if dealt.playable and not dealt.overflowed and not dealt.miscounted and dealt.wall_size in (None, wall):
        return ()
    seats = "".join([letter for seat, letter in enumerate(SEATS[: dealt.ruleset.seats]) if seat not in dealt.ruleset.absent])
    found: list[Finding] = []
    short = miscounted if dealt.playable and miscounted else BAD_DEAL
    if not round_.dealer or round_.dealer not in seats:
        found.append(at_start(BAD_DEAL, None, expected=seats, actual=round_.dealer, reason="dealer"))  # MJ-1.3
    left = "".join([SEATS[seat] for seat in sorted(dealt.ruleset.absent) if dealt.hands[seat]])
    if left:
        found.append(at_start(BAD_DEAL, None, expected=seats, actual=left))  # MJ-1.3
    for seat, hand in enumerate(dealt.hands):
        if seat in dealt.ruleset.absent:
            continue
        size, count = dealt.size(seat), len(hand)
        if count != size:
            found.append(at_start(short, SEATS[seat], expected=size, actual=count, count=count, reason="hand"))  # MJ-1.3
    if dealt.wall_size not in (None, wall):
        found.append(at_start(WALL_MISMATCH, None, expected=wall, actual=dealt.wall_size, reason="size"))  # MJ-1.4
    for kind in sorted(dealt.overflowed):
        copies, shown = dealt.ruleset.copies[kind], dealt.seen[kind]
        found.append(at_start(TILE_OVERFLOW, None, tile=NAMES[kind], expected=copies, actual=shown))  # MJ-1.2
    return found


def dealer(
    rulebook: Rulebook, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
) -> Sequence[Finding]:
    """The finding on a dealer who does not follow from the last round, if the record has it and the same people sit (MJ-6.4,
    TBL-9)."""
    if before is None:
        return ()
    last, verdict = before
    expected, actual = verdict.next_dealer, round_.dealer
    if expected is None or actual is None or actual == expected:
        return ()
    if last.number + 1 != round_.number or record.people(round_) != record.people(last):
        return ()
    raises = rulebook.raising("wrong-dealer") if Options.of(rules).next_dealer == "game" else WRONG_DEALER
    return (at_start(raises, actual, player=expected, expected=expected, actual=actual),)  # MJ-6.4


def wall_break(raises: FindingTemplate, round_: Round, expected: str | None) -> Sequence[Finding]:
    """The break as the record has it, where it has one, must be what the dice say, where they are known; what either leaves
    out is not compared."""
    if expected is None or round_.break_ == expected:
        return ()
    written = " ".join((round_.break_ or "").split())
    if all(said == due for said, due in zip(written.split(), expected.split(), strict=False)):
        return ()
    return (at_start(raises, None, expected=expected, actual=written),)


def at_start(raises: FindingTemplate, seat: str | None, **facts: JSON) -> Finding:
    """A finding at move 0, before the first move."""
    return raises.finding(facts, seat=seat)


# -- tiles that come to light in the play ---------------------------------------------------------------------------------


def one_too_many(dealt: Deal, kind: int) -> Violation:
    """The violation by a tile of which more copies have appeared than exist (MJ-1.2)."""
    facts: dict[str, JSON] = {"tile": NAMES[kind], "expected": dealt.ruleset.copies[kind], "actual": dealt.seen[kind]}
    return Violation(TILE_OVERFLOW, False, facts)  # MJ-1.2


def other_tiles(there: Sequence[int], taken: Sequence[int]) -> Violation:
    """The violation by drawing other tiles than those in the wall (MJ-1.4)."""
    facts: dict[str, JSON] = {"expected": text(there), "actual": text(taken), "tile": text(taken)}
    return Violation(WALL_MISMATCH, False, facts, once=True)  # MJ-1.4
