"""Makes the sheet of a round that was recorded in full: what its table would have written down (GJ-6, GJ-7)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.game.sheets import SHEET
from referee.core.record import Round
from referee.games.gouji.play import GoujiPlay
from referee.games.gouji.rules.places import places
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.sheets.endings import text
from referee.games.gouji.sheets.header import MUFFLED, NOBODY, OPENED, UNKNOWN
from referee.games.gouji.table import moves as acts
from referee.games.gouji.table.moves import Act, decode
from referee.games.gouji.table.seats import SEATS, listed
from referee.notation import moves

NOTED = frozenset({acts.SHOW, acts.REVOLT, acts.SWEEP, acts.DECLARE, acts.PAY, acts.RETURN, acts.BUY, acts.RULING})
"""Moves of a full record that its sheet has too."""


def sheet(round_: Round, play: GoujiPlay) -> Round:
    """The sheet of a round, of which this is the finished play."""
    state = play.round.state
    tokens, comments = list[str](), {at: said for at, said in round_.comments.items() if at == 0}
    for number, token in _tokens(state, [decode(move) for move in round_.moves]):
        tokens.append(token)
        if number in round_.comments:
            comments[len(tokens)] = round_.comments[number]
    tags = {**round_.tags, **_tags(state), "Kind": SHEET}
    made = tuple(moves(tokens, "gouji"))
    order = None if state.outcome == "void" else text(places(state.table))
    return round_._replace(
        moves=made, wall=None, hands={}, places=round_.places or order, tags=tags, comments=comments, position=None
    )


def _tags(state: GoujiState) -> dict[str, str]:
    """Who opened, where somebody has to, and who muffled whom."""
    found = {}
    if state.rules.points_mode != "off" and state.outcome != "void":
        state.opening.settle(state.table)
        known = [SEATS[seat] for seat in listed(state.opening.opened)]
        found[OPENED] = " ".join([*known, UNKNOWN] if state.opening.unclear else known) or NOBODY
    if state.muffles:
        found[MUFFLED] = " ".join(f"{SEATS[by]}>{SEATS[seat]}" for seat, by in state.muffles)
    return found


def _tokens(state: GoujiState, round_acts: list[Act]) -> Iterator[tuple[int, str]]:
    """What is noted, each with the number of its move: of burns those that succeeded, and those that they burned in turn."""
    said = {act.seat for act in round_acts if act.kind == acts.REVOLT}
    unsaid = [f"{SEATS[seat]}.geming" for seat in state.table.revolted if seat not in said]  # GJ-8.3
    bought = max((number for number, act in enumerate(round_acts, 1) if act.kind == acts.BUY), default=0)
    burned = _burned(state, round_acts)
    falsely = {seat for seat in state.table.false if seat not in {act.seat for act in round_acts if act.kind == acts.RULING}}
    if not bought:
        yield from ((0, token) for token in unsaid)
    for number, act in enumerate(round_acts, 1):
        if act.kind in NOTED:
            yield number, act.move.token
        if number in burned:
            yield number, f"{SEATS[act.seat]}.shao>{SEATS[burned[number]]}"
        if number == bought:
            yield from ((number, token) for token in unsaid)
    yield from ((len(round_acts), f"{SEATS[seat]}.fa:place-last") for seat in state.table.false if seat in falsely)


def _burned(state: GoujiState, round_acts: list[Act]) -> dict[int, int]:
    """The burns that count by the numbers of their moves, each with who was burned."""
    victims: dict[int, int] = {}
    latest: dict[int, tuple[int, int | None]] = {}
    """The last burn of each seat: its number, and that of the last burn of the seat that it burned."""
    last = -1
    for number, act in enumerate(round_acts, 1):
        if act.kind == acts.BURN:
            victims[number] = last
            latest[act.seat] = number, latest[last][0] if last in latest else None
        if act.kind in (acts.PLAY, acts.BURN):
            last = act.seat
    found: dict[int, int] = {}
    for victim, burner, toll in state.burns:
        number, in_turn = latest[burner]  # who went out burning has not burned again
        found[number] = victim
        if toll > 1 and in_turn is not None:
            found[in_turn] = victims[in_turn]
    return found
