"""What lies open of a mahjong round: rivers, melds, words, how many tiles a hand has, and hands once they are shown.

A hand is shown by a move that lays it down (``Mechanism.shows``, a win), and where the open round itself says that it lies open.
What it then holds is worked out from that hand alone: its deal, its draws, and what left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.game.protocol import Play
from referee.core.record import CALL, Move, Round
from referee.core.record import DRAW as DRAWS
from referee.mahjong.hand.tiles import UNSEEN, UNSEEN_NAME, kinds
from referee.mahjong.mechanisms.exchange import HUANSAN, TAG, steps
from referee.mahjong.play import MahjongPlay
from referee.mahjong.rules.checks import beside_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import (
    ANGANG,
    BUGANG,
    CHI,
    DISCARD,
    DRAW,
    GANG,
    HU,
    OTHER,
    PENG,
    SEATS,
    Act,
    decode,
)

OPEN_TAGS: Final = ("Kind", TAG)
"""The tags of a round that everybody at the table knows and that a round is played by."""
TURNED_UP: Final = 2
"""So many tiles at once are turned up for everybody, where dice give them."""
OWN_TILES: Final = {PENG: 2, GANG: 3}
"""How many tiles a claim takes out of the hand where the move does not name them."""


class OpenMahjongRound:
    """A mahjong round as everybody at the table sees it. ``hidden`` are the verbs whose tiles are laid face down."""

    def __init__(self, seats: int, hidden: Iterable[str], round_: Round) -> None:
        self._hidden = frozenset(hidden)
        self._header = _open(seats, round_)
        self._hands = [_kinds(round_.hands.get(letter, "")) for letter in SEATS[:seats]]
        self._drawn = [UNSEEN] * seats
        self._laid: dict[int, Sequence[int]] = {}

    @property
    def header(self) -> Round:
        """The round before its first move."""
        return self._header

    def begin(self, play: Play) -> None:
        """Nothing more is seen of a deal than its header says."""

    def before(self, play: Play, move: Move) -> Move:
        """The next move as everybody sees it."""
        act = decode(move)
        if not isinstance(play, MahjongPlay):
            return move
        state = play.round.state
        seen = self._seen(state, act, move)
        if 0 <= act.seat < len(self._hands):
            if _shows(state, act):
                self._lay_open(state, act.seat)
            elif act.kind == HU and state.ruleset.winners_stay:
                state.table.show_drawn(act.seat, self._drawn[act.seat])
            self._follow(state, act)
        return seen

    def after(self, play: Play) -> None:
        """Lay the hands open that everybody sees now."""
        if isinstance(play, MahjongPlay):
            state = play.round.state
            for seat in range(len(self._hands)):
                if state.table.unseen[seat] and state.shows_hand(seat):
                    self._lay_open(state, seat)

    def _seen(self, state: RoundState, act: Act, move: Move) -> Move:
        """A move as everybody sees it: a tile drawn into a hidden hand is not seen, two that dice gave are turned up."""
        if act.kind == DRAW and not self._is_open(state, act):
            text = UNSEEN_NAME * max(1, len(act.tiles or ()))
            return Move(f"{move.seat}{DRAWS}{text}", move.seat, DRAWS, text=text)
        if move.verb in self._hidden:
            text = UNSEEN_NAME * len(act.tiles or ())
            token = f"{move.seat}{CALL}{move.verb}{':' if text else ''}{text}"
            return Move(token, move.seat, CALL, move.verb, text=text)
        return move

    def _is_open(self, state: RoundState, act: Act) -> bool:
        """Whether everybody sees what is drawn: into a hand that lies open, or two tiles that dice give."""
        if len(act.tiles or ()) >= TURNED_UP and any(mechanism.replacement(state) for mechanism in state.hooks.replacement):
            return True
        return 0 <= act.seat < len(self._hands) and state.shows_hand(act.seat)

    def _follow(self, state: RoundState, act: Act) -> None:
        """Put the tiles of a move into the hand that draws them, or take them out of the hand that gives them."""
        hand, tiles = self._hands[act.seat], act.tiles or ()
        if act.kind == DRAW:
            hand.extend(tiles)
            self._drawn[act.seat] = tiles[0] if tiles else UNSEEN
        elif act.kind in (DISCARD, CHI, ANGANG, BUGANG):
            _take(hand, tiles)
        elif act.kind in OWN_TILES and state.table.offer is not None:
            _take(hand, tiles or [state.table.offer] * OWN_TILES[act.kind])
        elif act.kind == OTHER and act.verb == HUANSAN and act.verb in state.hooks.verbs and act.seat not in self._laid:
            self._laid[act.seat] = tiles
            _take(hand, tiles)
            if len(self._laid) == len(self._hands):
                self._change_hands(steps(self._header.tags.get(TAG), len(self._hands)))

    def _change_hands(self, seats_on: int) -> None:
        for seat, tiles in self._laid.items():
            self._hands[(seat + seats_on) % len(self._hands)].extend(tiles)

    def _lay_open(self, state: RoundState, seat: int) -> None:
        """Show a hand, where it is known what it holds: a tile that left it without having been in it makes that unknown."""
        hand = self._hands[seat]
        if len(hand) == state.table.size(seat):
            state.deal.shown(hand, state.table.keys[seat])
            state.table.lay_open(seat, hand, self._drawn[seat])


def _shows(state: RoundState, act: Act) -> bool:
    """Whether a move lays the hand of its seat open, right or wrong: the others look at it."""
    if act.kind == HU:
        return not (state.ruleset.covered or state.ruleset.winners_stay)
    return act.kind == OTHER and not act.tiles and any(act.verb in mechanism.shows for mechanism in state.hooks.mechanisms)


def _open(seats: int, round_: Round) -> Round:
    """The header of a round as everybody sees it."""
    return Round(
        round_.number,
        dealer=round_.dealer,
        dice=round_.dice,
        break_=round_.break_,
        hands={letter: _unseen(round_.hands[letter]) for letter in SEATS[:seats] if letter in round_.hands},
        sits=round_.sits,
        tags={name: value for name, value in round_.tags.items() if name in OPEN_TAGS or name.startswith(beside_checks.PIAO_TAG)},
    )


def _unseen(text: str) -> str:
    """A hand of as many tiles that nobody sees."""
    return text if text == UNSEEN_NAME else UNSEEN_NAME * len(_kinds(text))


def _kinds(text: str) -> list[int]:
    try:
        return kinds(text)
    except KeyError:
        return []


def _take(hand: list[int], tiles: Sequence[int]) -> None:
    """Take tiles out of a hand, as far as they are in it or may be."""
    for kind in tiles:
        if kind in hand or UNSEEN in hand:
            hand.remove(kind if kind in hand else UNSEEN)
