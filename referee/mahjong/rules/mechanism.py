"""A mechanism: one thing that some mahjong games have and others lack, asked by the round at named moments.

It keeps its own state for one round. What is wrong with a move by its clauses it asks a check, and answers it; the round notes
it. A moment of play is asked only of those that have subscribed to it, by the list of the round's state that is named with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mypy_extensions import mypyc_attr

from referee.game.round_form import MoveTemplate
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.verdict import Text, Win


@mypyc_attr(allow_interpreted_subclasses=True)
class Mechanism:
    """Something that has no say in anything; each mechanism overrides the moments that concern it.

    What may be None says so: compiled, a body without it would be one that never returns.
    """

    __slots__ = ()

    # -- moves -------------------------------------------------------------------------------------------------------------

    def discarded(self, seat: int) -> None:
        """A seat has discarded; its tile is on offer (``after_discard``)."""

    def wall_runs_low(self) -> None:
        """As few tiles are left as somebody wants to know of (``low_wall``), and one was drawn, discarded or can be robbed."""

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        """What is wrong with discarding this tile (``on_discard``, by seat)."""
        return None

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """What is wrong with melding the tile on offer (``kind`` of meld) with these own ones (``on_claim``)."""
        return None

    def before_claim(self, seat: int, kind: str) -> None:
        """A seat melds the tile on offer; it is still on the table (``on_claim``)."""

    def before_act(self, act: Act) -> None:
        """A move comes that is neither a draw nor a discard in turn (``on_act``)."""

    def play_moves_on(self, act: Act) -> None:
        """A move comes while this waits for one (``waiting``): table and hands are as they were."""

    def round_ends(self) -> None:
        """The record ends while this waits for a move (``waiting``)."""

    # -- kongs, wins --------------------------------------------------------------------------------------------------------

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """What is wrong with a concealed or added kong by these own tiles (``on_kong``)."""
        return None

    def excuses_kong(self, turn: Violation) -> bool:
        """Whether what it has against an added kong says more than that, which is left out then (``on_kong``)."""
        return False

    def holds_back(self, kong: Laying) -> bool:
        """A kong was laid out of the hand; whether it does not stand yet (``on_kong``)."""
        return False

    def multiplies(self, kong: Laying) -> int:
        """How many times over this kong is paid (``on_fee``)."""
        return 1

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """A kong stands, and these seats have paid for it (``on_kong``)."""

    def objects_to_win(self, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """What is wrong with a win of this worth (``on_win``)."""
        return None

    def won(self, win: Win, seat: int) -> None:
        """A seat wins; it is still in the play and the table as it was (``on_win``)."""

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """What a win by this seat now would be besides its tiles (``on_flags``)."""
        return self.standing(seat)

    def standing(self, seat: int) -> Iterable[str]:
        """What of it goes with the seat, whatever the tile and the moment (``on_flags``)."""
        return ()

    # -- leaving, the end: asked of all --------------------------------------------------------------------------------------

    def passed(self, seat: int) -> None:
        """A seat says that it passes (``on_pass``)."""

    def left(self, seat: int) -> None:
        """A seat leaves the table; its state is still what it was."""

    def takes_replacement(self, seat: int, tiles: tuple[int, ...]) -> bool:
        """Whether it sees to the draw after a kong (``on_replacement``)."""
        return False

    def replacement(self) -> list[int]:
        """Where the next replacement lies, as indices into what is left of the wall; empty: at its end (``on_replacement``)."""
        return []

    def follows(self, act: Act) -> bool:
        """Whether a move may still come after the round's end."""
        return False

    def over(self) -> None:
        """The round is over, and nothing more can come."""

    def to_act(self) -> Sequence[int]:
        """The seats that have to say something before the play begins."""
        return ()

    # -- what is told of it ------------------------------------------------------------------------------------------------

    def lies_open(self, seat: int) -> bool:
        """Whether a hand still in the play lies open to all."""
        return False

    def marks(self, seat: int) -> Iterable[Text]:
        """What the others know of a seat: that it showed, reported, declared."""
        return ()

    def tokens(self) -> Iterable[str]:
        """Moves of its own that might come now, legal or not."""
        return ()

    def tokens_for_draw(self, seat: int) -> Iterable[str]:
        """Moves that might come instead of a draw by this seat."""
        return ()

    def templates(self) -> Iterable[MoveTemplate]:
        """Moves of its own that are put together."""
        return ()
