"""Finds the violations of a move. The referee, offers of moves and reviews all ask here.

What holds at every table is in ``table_checks``; what a game has besides, its mechanisms object to. Where several things are
wrong they come in the order in which they are noted; after one that halts nothing more is asked. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.game.rulings import is_ruling
from referee.core.verdict import JSON
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES, listed
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import ENDED, RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import winning
from referee.mahjong.table.moves import (
    ANGANG,
    BUGANG,
    CLAIMS,
    DISCARD,
    DRAW,
    GANG,
    HU,
    INTENT,
    LEAVE,
    OTHER,
    PASS,
    PAYMENT,
    PENG,
    RULING,
    Act,
)
from referee.mahjong.table.table import IN, LEFT, OFFERED, OWES
from referee.notation import grammar_of
from referee.rulebook import CORE, FindingTemplate, Rules

AFTER_END: Final = MJ["MJ-5.2"].raises("moves-after-end")
NOT_FINISHED: Final = MJ["MJ-5.2"].raises("round-not-finished")
VALUE_MISMATCH: Final = MJ["MJ-6.3"].raises("value-mismatch")
UNKNOWN_VERB: Final = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME: Final = CORE["PPN-6"].raises("not-in-game")

SAYS_NOTHING: Final = Violation(UNKNOWN_VERB)  # PPN-5
"""A move whose words say nothing."""
NO_SUCH_SEAT: Final = Violation(NOT_IN_GAME)  # PPN-6
"""A move of a seat that this table does not have."""

# -- words ---------------------------------------------------------------------------------------------------------------------


def verb_violation(act: Act) -> Violation:
    """The violation by a verb or a ruling that only other games have, or that no game has (PPN-5, PPN-6)."""
    grammar = grammar_of()
    known = is_ruling(act.text) or grammar.says(act.verb, act.text) if act.kind == RULING else grammar.has(act.verb)
    return Violation(NOT_IN_GAME) if known else SAYS_NOTHING  # PPN-6


def leaving_violation(round_: RoundState, seat: int) -> Violation | None:
    """The violation by leaving the table: the game does not know it, or the seat has left already (PPN-6)."""
    return None if round_.game.may_leave and round_.table.states[seat] != LEFT else Violation(NOT_IN_GAME)  # PPN-6


def intent_violation(act: Act) -> Violation | None:
    """The violation by an intent whose verb no game has (PPN-5)."""
    return None if grammar_of().has(act.verb) else SAYS_NOTHING


# -- the round's end -----------------------------------------------------------------------------------------------------------


def after_end_violation(round_: RoundState, act: Act) -> Violation | None:
    """The violation by a move after the end of the round, if it is one (MJ-5.2)."""
    return Violation(AFTER_END) if _was_over(round_, act) else None  # MJ-5.2


def unfinished_violation(round_: RoundState) -> Violation | None:
    """The violation by a record that ends before its round does (MJ-5.2)."""
    return None if round_.progress == ENDED or drawn(round_) else Violation(NOT_FINISHED)  # MJ-5.2


def drawn(round_: RoundState) -> bool:
    """Whether the wall is empty and nobody has claimed the last discard, nor has drawn the last tile early and is to play."""
    table = round_.table
    return round_.progress != ENDED and table.phase == OFFERED and table.wall.left == 0 and table.next not in table.early


def follows(round_: RoundState, act: Act) -> bool:
    """Whether some mechanism has this move follow a win, where nothing else may."""
    return act.kind == OTHER and any(mechanism.follows(round_, act) for mechanism in round_.hooks.mechanisms)


def _was_over(round_: RoundState, act: Act) -> bool:
    """Whether the round was over before this move: after its last win, or with an empty wall and no claim."""
    table, kind, seat = round_.table, act.kind, act.seat
    if kind in (RULING, PAYMENT):
        return False
    if round_.progress == ENDED:
        if follows(round_, act):
            return False
        open_offer = table.phase == OFFERED and table.offer is not None
        may_speak = open_offer and seat != table.offerer and table.states[seat] == IN
        return not (kind in (HU, INTENT, PASS) and may_speak)
    if table.wall.left or table.phase != OFFERED or table.next in table.early:
        return False
    return kind in (DRAW, DISCARD, ANGANG, BUGANG)


# -- discards ------------------------------------------------------------------------------------------------------------------


def discard_violations(round_: RoundState, seat: int, kind: int) -> list[Violation] | None:
    """The violations by discarding this tile of the hand, whoever's turn it is; None if there are none."""
    found: list[Violation] | None = None
    for mechanism in round_.hooks.bind[seat]:
        objection = mechanism.objects_to_discard(round_, seat, kind)
        if objection is not None:
            found = [objection] if found is None else [*found, objection]
    return found


def may_discard(round_: RoundState, seat: int) -> list[int]:
    """The kinds of tiles that this seat may discard from its hand, sorted."""
    kinds = dict.fromkeys(listed(round_.table.keys[seat]))
    return [kind for kind in kinds if not discard_violations(round_, seat, kind)]


# -- claims --------------------------------------------------------------------------------------------------------------------


def claim_violations(round_: RoundState, seat: int, verb: str, own: tuple[int, ...] | None) -> Sequence[Violation]:
    """The violations by a ``chi``, ``peng`` or ``gang`` of the tile on offer with these own tiles; ``own`` is None if they are
    no tiles."""
    table, game = round_.table, round_.game
    unclaimable = any_claim_violation(round_, seat, verb == "gang")
    if unclaimable and unclaimable.halts:
        return (unclaimable,)
    assert table.offer is not None
    found = [unclaimable] if unclaimable else []
    if verb == "chi":
        if not round_.ruleset.chi:
            found.append(Violation(game.no_chi))
        elif not table_checks.previous(table, seat):
            found.append(Violation(game.chi_from_previous, False, {"player": table.offerer}))
        own = own or ()
        wrong = table_checks.run_tiles(table, seat, own)
    elif own is None:
        wrong = Violation(table_checks.BAD_CLAIM_TILES, True, {"tile": NAMES[table.offer]})  # MJ-2.4
        return (*found, wrong)
    else:
        wrong = table_checks.claim_tiles(table, seat, verb, own)
    if wrong:
        found.append(wrong)
        if wrong.halts:
            return found
    overtaken = table_checks.priority(table, seat, verb, own) if table.intents else None
    if overtaken:
        found.append(overtaken)
    for mechanism in round_.hooks.objects_to_claim:
        objection = mechanism.objects_to_claim(round_, seat, MELDS[verb], own)
        if objection:
            found.append(objection)
    return found


MELDS: Final = {"chi": "chi", "peng": "peng", "gang": "direct"}
"""The kinds of meld that claims make."""


def may_claim(round_: RoundState, seat: int, verb: str, own: tuple[int, ...]) -> bool:
    """Whether such a claim violates nothing."""
    return not claim_violations(round_, seat, verb, own)


def any_claim_violation(round_: RoundState, seat: int, gang: bool) -> Violation | None:
    """The violation by any meld of the tile on offer, whatever the own tiles."""
    violation = table_checks.claim_turn(round_.table, seat)
    if violation is None and table_checks.ghost_on_offer(round_.table):
        return Violation(round_.game.ghost_claimed, True)
    return violation or table_checks.claim_wall(round_.table, gang)


def passes_over(round_: RoundState, act: Act) -> bool:
    """Whether this move passes over wins that others could have made: a draw or a claim that may be made now. A move out of
    turn, or one that cannot be made, is nobody else's pass."""
    table, seat = round_.table, act.seat
    if act.kind == DRAW:
        return table_checks.draw(table, seat) is None
    if act.kind not in (CLAIMS if round_.ruleset.chi else (PENG, GANG)) or table.offer is None:
        return False
    own = act.tiles or (table.offer,) * (3 if act.kind == GANG else 2)
    return any_claim_violation(round_, seat, act.kind == GANG) is None and table.has_all(seat, own)


def ends_offer(round_: RoundState, act: Act) -> bool:
    """Whether the play goes on with this move, so that nobody claims the tile on offer any more. A winner who leaves changes
    nothing."""
    return act.kind <= BUGANG or act.kind == LEAVE and round_.table.states[act.seat] == IN


# -- kongs out of the hand -----------------------------------------------------------------------------------------------------


def concealed_kong_violations(round_: RoundState, seat: int, tiles: tuple[int, ...]) -> Sequence[Violation]:
    """The violations by laying these four tiles of the hand down as a kong."""
    turn = table_checks.own_kong_turn(round_.table, seat)
    if turn and turn.halts:
        return (turn,)
    found = [turn] if turn else []
    wrong = table_checks.concealed_tiles(round_.table, seat, tiles)
    if wrong:
        found.append(wrong)
        if wrong.halts:
            return found
    return _own_kong(round_, found, seat, tiles, Meld("concealed", min(tiles), tiles))


def added_kong_violations(
    round_: RoundState, seat: int, tiles: tuple[int, ...], stands: int | None = None
) -> Sequence[Violation]:
    """The violations by adding this tile to a peng of its kind, or of the kind that a ghost stands for."""
    turn = table_checks.own_kong_turn(round_.table, seat)
    if turn and any(mechanism.excuses_kong(round_, turn) for mechanism in round_.hooks.excuses_kong):
        turn = None
    if turn and turn.halts:
        return (turn,)
    found = [turn] if turn else []
    wrong = table_checks.added_tile(round_.table, seat, tiles, stands)
    if wrong:
        found.append(wrong)
        if wrong.halts:
            return found
    tile = tiles[0] if stands is None else stands
    return _own_kong(round_, found, seat, tiles, Meld("added", tile, (*[tile] * 3, *tiles)))


def _own_kong(round_: RoundState, found: list[Violation], seat: int, tiles: tuple[int, ...], meld: Meld) -> Sequence[Violation]:
    """What was found wrong with a kong so far, then what the mechanisms object to."""
    for mechanism in round_.hooks.objects_to_own_kong:
        objection = mechanism.objects_to_own_kong(round_, seat, tiles, meld)
        if objection:
            found.append(objection)
    return found


# -- wins ----------------------------------------------------------------------------------------------------------------------


def way_of_winning(round_: RoundState) -> str:
    """How a win would be made now: by ``draw``, ``discard`` or ``rob``."""
    table = round_.table
    return "draw" if table.phase == OWES else "rob" if table.offered != "discard" else "discard"


def any_win_violations(round_: RoundState, seat: int) -> Sequence[Violation]:
    """The violations by any win of this seat now, whatever its hand."""
    table = round_.table
    turn = table_checks.win_turn(table, seat)
    found = [turn] if turn else []
    if turn and turn.halts and not turn.false_win:
        return found
    for mechanism in round_.hooks.bars_win:
        barred = mechanism.bars_win(round_, seat)
        if barred:
            return [barred] if turn and turn.halts else [*found, barred]
    if table.phase == OWES or turn and turn.halts:
        return found
    if table_checks.ghost_on_offer(table):
        found.append(Violation(round_.game.ghost_claimed, True))
    elif table.offered != "discard" and not winning.robbable(table):
        found.append(Violation(round_.game.no_robbing, True, false_win=True))
    return found


def false_win_violation(round_: RoundState, by: str, refusal: FindingTemplate) -> Violation:
    """The violation by a win with a hand that does not win."""
    tile = winning.winning_tiles(round_.table, by)[0]
    facts: dict[str, JSON] = {"tile": None if tile is None else NAMES[tile], **round_.game.why(refusal)}
    return Violation(refusal, True, facts, false_win=True)


def unseen_win_violation(round_: RoundState, seat: int, by: str) -> Violation | None:
    """The violation by a win with unseen tiles, if the seen ones alone refute it."""
    table, tile = round_.table, winning.winning_tiles(round_.table, by)[0]
    candidate = winning.candidate(table, seat, tile, by, round_.circumstances(seat, by))
    refuted = round_.game.refuted(round_.rules, candidate)
    if refuted is None:
        return None
    return Violation(refuted, True, {"tile": None if tile is None else NAMES[tile]}, false_win=True)


def win_violations(round_: RoundState, seat: int, by: str, win_value: WinValue) -> Sequence[Violation]:
    """The violations by a win with a winning hand; the win stands all the same (MJ-5.1)."""
    found: list[Violation] = []
    if win_value.violates:
        found.append(Violation(win_value.violates, False, {"actual": win_value.value}))
    for mechanism in round_.hooks.objects_to_win:
        objection = mechanism.objects_to_win(round_, seat, by, win_value)
        if objection:
            found.append(objection)
    return found


def claimed_value_violation(said: int | None, win_value: WinValue, rules: Rules) -> Violation | None:
    """The violation by a record that claims another value for a win than it has (MJ-6.3), unless that rests on a clause that is
    not refereed (TBL-17)."""
    if said is None or said == win_value.value or rules.unvalued:
        return None
    if any(fan.clause in rules.unrefereed for fan in win_value.fans):
        return None
    return Violation(VALUE_MISMATCH, False, {"expected": win_value.value, "actual": said})  # MJ-6.3
