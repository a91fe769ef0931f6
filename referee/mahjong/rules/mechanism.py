"""Mechanisms: things that some mahjong games have and others lack, called by the round at named moments.

A mechanism keeps its own state for one round; the round itself is handed to it with every call. What is wrong with a move by its
clauses it asks a check, and answers it; the round notes it. It is asked at the moments of play that it overrides (``Hooks``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from referee.core.game.round_form import MoveTemplate
from referee.core.verdict import Text, Win
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act

if TYPE_CHECKING:
    from referee.mahjong.rules.round_state import RoundState


@mypyc_attr(allow_interpreted_subclasses=True)
class Mechanism:
    """Base class of the mechanisms: every hook does nothing by default.

    What may be None says so: compiled, a body without it would be one that never returns.
    """

    __slots__ = ()

    follows_play: ClassVar[bool] = False
    """Whether it watches what is played in turn: a score sheet, which leaves most of that out, is refereed without it."""

    shows: ClassVar[tuple[str, ...]] = ()
    """Its verbs that lay the hand of their seat open, whether they are right or wrong."""

    # -- moves -------------------------------------------------------------------------------------------------------------

    def discarded(self, round_: RoundState, seat: int) -> None:
        """Called when a seat has discarded; its tile is on offer (``Hooks.told_of_discards``)."""

    def wall_runs_low(self, round_: RoundState) -> None:
        """Called when a tile was drawn, discarded or can be robbed and the wall has few tiles left (``Hooks.ask_with_left``)."""

    def objects_to_discard(self, round_: RoundState, seat: int, kind: int) -> Violation | None:
        """The violation by discarding this tile, if any (``Hooks.ask_of_discards``)."""
        return None

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by melding the tile on offer with these own tiles, if any."""
        return None

    def before_claim(self, round_: RoundState, seat: int, kind: str) -> None:
        """Called before a seat melds the tile on offer, which is still on the table."""

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Called before a move that is neither a draw nor a discard in turn."""

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Called before the next move if this mechanism waits for one (``Hooks.await_move``); table and hands are unchanged."""

    def round_ends(self, round_: RoundState) -> None:
        """Called when the record ends while this mechanism waits for a move."""

    def faulted(self, round_: RoundState, violation: Violation, seat: int) -> None:
        """Called when a violation by a seat was noted, before its move is carried out."""

    def takes_early_draw(self, round_: RoundState, seat: int, kind: int) -> bool:
        """Carry out a draw by a seat whose turn it is not; False if it is left to the core."""
        return False

    # -- kongs, wins --------------------------------------------------------------------------------------------------------

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a concealed or added kong of these own tiles, if any."""
        return None

    def excuses_kong(self, round_: RoundState, turn: Violation) -> bool:
        """Whether its own objection to an added kong replaces this one."""
        return False

    def holds_back(self, round_: RoundState, kong: Laying) -> bool:
        """Called when a kong was laid out of the hand; True if its payment must wait."""
        return False

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """The factor by which the fee of this kong is multiplied."""
        return 1

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """The factors that a score sheet may give to the fee of a kong of this kind; ``before`` is that of the kong before it in
        the round, 0 where there was none."""
        return (1,)

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Called when a kong stands and these seats have paid for it."""

    def bars_win(self, round_: RoundState, seat: int) -> Violation | None:
        """The violation by any win of this seat, whatever its hand."""
        return None

    def objects_to_win(self, round_: RoundState, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """The violation by a win of this value, if any."""
        return None

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Called when a seat wins, before the table changes; of a false win too that is carried out."""

    def false_win(self, round_: RoundState, win: Win, seat: int) -> None:
        """Called when a win that was none is carried out, before the table changes."""

    def refused_win(self, round_: RoundState, seat: int) -> None:
        """Called when a win that was none was noted, and the table has such wins paid for."""

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Called when the value of a win was paid, before the table changes: each payer with the seats whose shares he paid."""

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """Circumstances that a win by this seat would have now, apart from its tiles and from what is ``standing``."""
        return ()

    def circumstances_of(self, round_: RoundState, tile: int, by: str) -> Iterable[str]:
        """Circumstances that a win on this tile, which came just now, would have."""
        return ()

    def standing(self, round_: RoundState, seat: int) -> Iterable[str]:
        """Circumstances that hold for a seat whatever tile it wins on."""
        return ()

    # -- leaving, the end: asked of all --------------------------------------------------------------------------------------

    def passed(self, round_: RoundState, seat: int) -> None:
        """Called when a record writes that a seat passes."""

    def left(self, round_: RoundState, seat: int) -> None:
        """Called when a seat leaves the table, before its state changes."""

    def takes_replacement(self, round_: RoundState, seat: int, tiles: tuple[int, ...]) -> bool:
        """Draw the replacement after a kong instead of the core; False if this draw is left to the core."""
        return False

    def replacement(self, round_: RoundState) -> list[int]:
        """The indices of the next replacement in the rest of the wall; empty if it is at the end."""
        return []

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Whether this move is allowed after the end of the round."""
        return False

    def noted(self, round_: RoundState, act: Act) -> bool:
        """Take one of its own moves from a score sheet, where nobody knows what was played before it; False if the move is to be
        carried out as ever, or is another's."""
        return False

    def rules_out(self, round_: RoundState, flag: str, by: str) -> bool:
        """Whether what lies on the table rules out this circumstance of a win, which a score sheet names."""
        return False

    def over(self, round_: RoundState) -> None:
        """Called when the round is over and no more moves can come."""

    def to_act(self, round_: RoundState) -> Sequence[int]:
        """The seats that must act before the first draw."""
        return ()

    # -- what is told of it ------------------------------------------------------------------------------------------------

    def lies_open(self, round_: RoundState, seat: int) -> bool:
        """Whether the hand of a seat still in play is visible to everybody."""
        return False

    def covers_part(self, round_: RoundState, seat: int) -> bool:
        """Whether of a hand that lies open some tiles are covered."""
        return False

    def locks_hand(self, round_: RoundState, seat: int) -> bool:
        """Whether the hand of a seat is locked: it may discard only the tile just drawn."""
        return False

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """What the board shows about a seat, for example that it has declared."""
        return ()

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """Tokens of this mechanism's own moves that may come next, legal or not."""
        return ()

    def tokens_for_draw(self, round_: RoundState, seat: int) -> Iterable[str]:
        """Tokens of moves that this seat may make instead of a draw."""
        return ()

    def templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """Templates of this mechanism's own moves that need pieces to be chosen."""
        return ()
