"""Mechanisms: things that some mahjong games have and others lack, called by the round at named moments.

It keeps its own state for one round. What is wrong with a move by its clauses it asks a check, and answers it; the round notes
it. A moment of play is asked only of those that have subscribed to it, by the list of the round's state that is named with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.core.game.round_form import MoveTemplate
from referee.core.verdict import Text, Win
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act


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

    def discarded(self, seat: int) -> None:
        """Called when a seat has discarded; its tile is on offer (subscribe by ``after_discard``)."""

    def wall_runs_low(self) -> None:
        """Called when the wall has at most ``low_wall`` tiles and a tile was drawn, discarded or can be robbed."""

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        """The violation by discarding this tile, if any (subscribe by ``on_discard``, which each seat has of its own)."""
        return None

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by melding the tile on offer with these own tiles, if any (subscribe by ``on_claim``)."""
        return None

    def before_claim(self, seat: int, kind: str) -> None:
        """Called before a seat melds the tile on offer, which is still on the table (subscribe by ``on_claim``)."""

    def before_act(self, act: Act) -> None:
        """Called before a move that is neither a draw nor a discard in turn (subscribe by ``on_act``)."""

    def play_moves_on(self, act: Act) -> None:
        """Called before the next move if this mechanism waits for one (``waiting``); table and hands are unchanged."""

    def round_ends(self) -> None:
        """Called when the record ends while this mechanism waits for a move (``waiting``)."""

    def faulted(self, violation: Violation, seat: int) -> None:
        """Called when a violation by a seat was noted, before its move is carried out (subscribe by ``on_fault``)."""

    def takes_early_draw(self, seat: int, kind: int) -> bool:
        """Carry out a draw by a seat whose turn it is not; False if it is left to the core (subscribe by ``on_early_draw``)."""
        return False

    # -- kongs, wins --------------------------------------------------------------------------------------------------------

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a concealed or added kong of these own tiles, if any (subscribe by ``on_kong``)."""
        return None

    def excuses_kong(self, turn: Violation) -> bool:
        """Whether its own objection to an added kong replaces this one (subscribe by ``on_kong``)."""
        return False

    def holds_back(self, kong: Laying) -> bool:
        """Called when a kong was laid out of the hand; True if its payment must wait (subscribe by ``on_kong``)."""
        return False

    def multiplies(self, kong: Laying) -> int:
        """The factor by which the fee of this kong is multiplied (subscribe by ``on_fee``)."""
        return 1

    def factors(self, kind: str, before: int) -> Sequence[int]:
        """The factors that a score sheet may give to the fee of a kong of this kind; ``before`` is that of the kong before it in
        the round, 0 where there was none (subscribe by ``on_fee``)."""
        return (1,)

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """Called when a kong stands and these seats have paid for it (subscribe by ``on_kong``)."""

    def bars_win(self, seat: int) -> Violation | None:
        """The violation by any win of this seat, whatever its hand (subscribe by ``on_win``)."""
        return None

    def objects_to_win(self, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """The violation by a win of this value, if any (subscribe by ``on_win``)."""
        return None

    def won(self, win: Win, seat: int) -> None:
        """Called when a seat wins, before the table changes; of a false win too that is carried out (subscribe by ``on_win``)."""

    def false_win(self, win: Win, seat: int) -> None:
        """Called when a win that was none is carried out, before the table changes (subscribe by ``on_false_win``)."""

    def refused_win(self, seat: int) -> None:
        """Called when a win that was none was noted, and the table has such wins paid for (subscribe by ``on_refused_win``)."""

    def win_paid(self, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Called when the value of a win was paid, before the table changes: each payer with the seats whose shares he paid
        (subscribe by ``on_paid``)."""

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """Circumstances that a win by this seat would have now, apart from its tiles (subscribe by ``on_flags``)."""
        return self.standing(seat)

    def circumstances_of(self, tile: int, by: str) -> Iterable[str]:
        """Circumstances that a win on this tile, which came just now, would have (subscribe by ``on_tile``)."""
        return ()

    def standing(self, seat: int) -> Iterable[str]:
        """Circumstances that hold for a seat whatever tile it wins on (subscribe by ``on_flags``)."""
        return ()

    # -- leaving, the end: asked of all --------------------------------------------------------------------------------------

    def passed(self, seat: int) -> None:
        """Called when a record writes that a seat passes (subscribe by ``on_pass``)."""

    def left(self, seat: int) -> None:
        """Called when a seat leaves the table, before its state changes."""

    def takes_replacement(self, seat: int, tiles: tuple[int, ...]) -> bool:
        """Draw the replacement after a kong instead of the core; False if this draw is left to the core (subscribe by
        ``on_replacement``)."""
        return False

    def replacement(self) -> list[int]:
        """The indices of the next replacement in the rest of the wall; empty if it is at the end (subscribe by
        ``on_replacement``)."""
        return []

    def follows(self, act: Act) -> bool:
        """Whether this move is allowed after the end of the round."""
        return False

    def noted(self, act: Act) -> bool:
        """Take one of its own moves from a score sheet, where nobody knows what was played before it; False if the move is to be
        carried out as ever, or is another's."""
        return False

    def rules_out(self, flag: str, by: str) -> bool:
        """Whether what lies on the table rules out this circumstance of a win, which a score sheet names."""
        return False

    def over(self) -> None:
        """Called when the round is over and no more moves can come."""

    def to_act(self) -> Sequence[int]:
        """The seats that must act before the first draw."""
        return ()

    # -- what is told of it ------------------------------------------------------------------------------------------------

    def lies_open(self, seat: int) -> bool:
        """Whether the hand of a seat still in play is visible to everybody."""
        return False

    def covers_part(self, seat: int) -> bool:
        """Whether of a hand that lies open some tiles are covered."""
        return False

    def locks_hand(self, seat: int) -> bool:
        """Whether the hand of a seat is locked: it may discard only the tile just drawn."""
        return False

    def marks(self, seat: int) -> Iterable[Text]:
        """What the board shows about a seat, for example that it has declared."""
        return ()

    def tokens(self) -> Iterable[str]:
        """Tokens of this mechanism's own moves that may come next, legal or not."""
        return ()

    def tokens_for_draw(self, seat: int) -> Iterable[str]:
        """Tokens of moves that this seat may make instead of a draw."""
        return ()

    def templates(self) -> Iterable[MoveTemplate]:
        """Templates of this mechanism's own moves that need pieces to be chosen."""
        return ()
