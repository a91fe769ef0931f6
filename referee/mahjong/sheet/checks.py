"""What can be wrong with a score sheet, beside what is wrong with a hand or a win on any table. Nothing here halts a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.core.game.sheets import BAD_SHEET, SUM
from referee.core.record import NO_MOVE
from referee.core.verdict import JSON, Finding
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import NAMES, text
from referee.mahjong.mechanisms.declared_suit import DeclaredSuit
from referee.mahjong.mechanisms.ready_lock import ReadyLock, WinnersLock
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.checks.table_checks import (
    ALREADY_WON_ON,
    NO_CLAIMABLE_DISCARD,
    NOT_IN_HAND,
    claim_tiles,
    ghost_on_offer,
    run_tiles,
)
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.rules.legality import AFTER_END, VALUE_MISMATCH
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import winning
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.table import OFFERED, Table
from referee.rulebook import FindingTemplate, Rules
from referee.rulebook.clauses import Words

OUT: Final = Violation(BAD_SHEET, False, {"reason": "out"})  # PPN-9
"""A seat does something that has won or left."""
ENDED: Final = Violation(AFTER_END)  # MJ-5.2
"""Something happens after the round has ended."""


def takes_any_value(rules: Rules) -> bool:
    """Whether hands are valued by a clause that is not refereed, so that any value that a sheet calls is taken (TBL-17)."""
    return bool(rules.unvalued_waits)


def unreadable(tag: str, seat: str | None, expected: str, words: Words, raises: FindingTemplate | None) -> Finding:
    """The finding on a tag that cannot be read (PPN-9), or that says what another clause forbids."""
    found = (raises or BAD_SHEET).in_words(words)
    return found.finding({} if raises else {"expected": expected, "actual": tag}, seat=seat)


# -- wins ----------------------------------------------------------------------------------------------------------------------


def exclude(flag: str, other: str) -> Violation:
    """The violation by a circumstance that another one, or what else is known of the win, excludes."""
    return Violation(BAD_SHEET, False, {"reason": "exclude", "actual": flag, "expected": other})  # PPN-9


def impossible(flag: str) -> Violation:
    """The violation by a circumstance that what happened before rules out."""
    return Violation(BAD_SHEET, False, {"reason": "impossible", "actual": flag})  # PPN-9


def worth(raises: FindingTemplate, value: int) -> Violation:
    """The violation by calling a value that no such win has by these rules."""
    facts: dict[str, JSON] = {"actual": value}
    return Violation(raises, False, {**facts, "reason": "worth"} if raises is BAD_SHEET else facts)  # PPN-9


def nobody(flags: Sequence[str]) -> Violation:
    """The violation by circumstances of a win that there was not."""
    return Violation(BAD_SHEET, False, {"reason": "nobody", "actual": " ".join(flags)})  # PPN-9


def unwinnable(game: GameRules, table: Table, by: str) -> Violation | None:
    """The violation by a win on this tile, whatever the hand: a ghost, or that of a kong that cannot be robbed."""
    if by != "draw" and table.offer is not None and table.offer == table.rules.ghost:
        return Violation(game.ghost_claimed)
    return Violation(game.no_robbing) if by == "rob" and not winning.robbable(table) else None


def refuted(raises: FindingTemplate, tile: int | None) -> Violation:
    """The violation by a win that the seen tiles alone rule out."""
    return Violation(raises, False, {"tile": None if tile is None else NAMES[tile]})


def wrong_size(expected: int, actual: int) -> Violation:
    """The violation by showing another number of concealed tiles than the melds leave."""
    return Violation(BAD_SHEET, False, {"reason": "size", "expected": expected, "actual": actual})  # PPN-9


def not_shown(tiles: Sequence[int]) -> Violation:
    """The violation by a shown hand that should have the winning tile in it and has not (MJ-2.2)."""
    return Violation(NOT_IN_HAND, False, {"tiles": text(tiles), "tile": text(tiles)})  # MJ-2.2


# -- melds and kongs -----------------------------------------------------------------------------------------------------------


def claim(game: GameRules, table: Table, seat: int, verb: str, own: tuple[int, ...] | None) -> Violation | None:
    """The violation by melding the discard on offer with these tiles, whoever's turn it was."""
    if table.phase != OFFERED or table.offer is None or table.offered != "discard" or seat == table.offerer:
        return Violation(NO_CLAIMABLE_DISCARD)  # MJ-3.1
    if table.takers:
        return Violation(ALREADY_WON_ON, False, {"tile": text([table.offer])})  # MJ-3.3
    if ghost_on_offer(table):
        return Violation(game.ghost_claimed)
    if verb == "chi":
        return run_tiles(table, seat, own or ()) if table.rules.chi else Violation(game.no_chi)
    return claim_tiles(table, seat, verb, own or ())


def not_previous(game: GameRules, table: Table) -> Violation:
    """The violation by a run with the discard of another than the previous seat."""
    return Violation(game.chi_from_previous, False, {"player": table.offerer})


def objections_to_claim(state: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Iterator[Violation]:
    """What a declared suit, or the lock of a hand that has won, has against a claim."""
    for mechanism in state.hooks.objects_to_claim:
        if isinstance(mechanism, (DeclaredSuit, WinnersLock)):
            objection = mechanism.objects_to_claim(state, seat, kind, own)
            if objection is not None:
                yield objection


def objections_to_kong(state: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Iterator[Violation]:
    """The same against a kong of own tiles."""
    for mechanism in state.hooks.objects_to_own_kong:
        if isinstance(mechanism, (DeclaredSuit, WinnersLock)):
            objection = mechanism.objects_to_own_kong(state, seat, own, meld)
            if objection is not None:
                yield objection


def too_many_melds(actual: int) -> Violation:
    """The violation by more melds than a hand has."""
    return Violation(BAD_SHEET, False, {"reason": "melds", "actual": actual})  # PPN-9


def times(actual: int) -> Violation:
    """The violation by a kong that is paid so many times."""
    return Violation(BAD_SHEET, False, {"reason": "times", "actual": actual})  # PPN-9


# -- the end -------------------------------------------------------------------------------------------------------------------


def readiness(due: JSON, said: JSON, reason: str) -> Violation:
    """The violation by telling of a hand that was shown what it is not: ready, not ready, three suits."""
    return Violation(VALUE_MISMATCH, False, {"expected": due, "actual": said, "reason": reason})  # MJ-6.3


def declared(lock: ReadyLock) -> Violation:
    """The violation by a declared hand that was shown and is not ready."""
    return Violation(lock.not_ready, False, {"reason": "not-ready"})


def fewer_ghosts(seen: int, said: int) -> Violation:
    """The violation by telling of fewer ghosts than were seen."""
    return Violation(BAD_SHEET, False, {"reason": "ghosts", "expected": seen, "actual": said})  # PPN-9


def too_many_ghosts(deal: Deal, ghost: int, held: int) -> Violation:
    """The violation by players who held more ghosts together than there are (MJ-1.2)."""
    facts: dict[str, JSON] = {"tile": NAMES[ghost], "expected": deal.ruleset.copies[ghost], "actual": held}
    return Violation(deal_checks.TILE_OVERFLOW, False, facts)  # MJ-1.2


def unaccounted(points: int) -> Violation:
    """The violation by points in the scores for which nothing on the sheet accounts."""
    return Violation(BAD_SHEET, False, {"reason": "points", "actual": points})  # PPN-9


def wrong_sum(expected: int, actual: int) -> Violation:
    """The violation by scores that do not add up to what they must."""
    return Violation(SUM, False, {"expected": expected, "actual": actual, "reason": "sum"})  # PPN-7


def at_move(state: RoundState, number: int, violation: Violation, seat: int | None) -> None:
    """Note a violation at a move; 0 is before the first one."""
    now = state.number, state.made
    state.number, state.made = number, state.header.moves[number - 1] if number else NO_MOVE
    state.note(violation._replace(halts=False), seat)
    state.number, state.made = now


def at_tag(state: RoundState, violation: Violation, seat: int | None) -> None:
    """Note what is wrong with a tag."""
    at_move(state, 0, violation, seat)
