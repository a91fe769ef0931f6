"""A declared suit (定缺): before the first discard every player names a suit, then discards its tiles before any other, melds
none of them, and does not win with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from referee.core.verdict import Text
from referee.mahjong.hand.candidate import DECLARED, Meld
from referee.mahjong.hand.tiles import HONOURS, SUITS
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import opening_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.moves import OTHER, RULING, SEATS, Act
from referee.rulebook import FindingTemplate

QUE: Final = "que"
"""The verb of a declaration: ``E.que:m``."""
NOT_NOTED: Final = "?"
"""What is written of a suit that was declared and not noted: ``E.que:?``."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DeclaredSuit(Mechanism):
    """The suit that each seat has declared to be without.

    ``missing`` is raised by who lets the play begin without a declaration, ``twice`` by who declares again, ``broken`` by
    discarding or melding against it. ``marks`` are what the board shows, by the circumstances ``que-m`` … ``after`` must be
    done with before anybody declares.
    """

    __slots__ = ("after", "broken", "marked", "missing", "open", "suits", "twice", "unseen")

    def __init__(
        self,
        round_: RoundState,
        missing: FindingTemplate,
        twice: FindingTemplate,
        broken: FindingTemplate,
        marks: Mapping[str, Text],
        after: Mechanism | None = None,
    ) -> None:
        self.missing, self.twice, self.broken = missing, twice, broken
        self.marked, self.after = marks, after
        self.suits: dict[int, int] = {}
        self.unseen: set[int] = set()
        """Who has declared a suit that was not noted: held to two suits, as who has declared none."""
        self.open = True
        """Whether a declaration still counts."""
        round_.hooks.verbs[QUE] = self.declare
        round_.hooks.await_move(self)

    def declare(self, round_: RoundState, act: Act) -> None:
        """Carry out a declaration. The first of a seat stands; once the play has begun none counts."""
        seat, suit = act.seat, SUITS[:HONOURS].find(act.text) if act.text else -1
        if act.text != NOT_NOTED and (suit < 0 or len(act.text) != 1):
            round_.note(legality.SAYS_NOTHING, seat)
        elif seat in self.suits or seat in self.unseen:
            round_.note(opening_checks.again(self.twice), seat)
        elif self.open:
            self._declared(round_, seat, suit)
            if not self._undeclared(round_):
                self._close(round_)

    def _close(self, round_: RoundState) -> None:
        """The play begins."""
        self.open = False
        round_.hooks.waiting.remove(self)

    def _declared(self, round_: RoundState, seat: int, suit: int) -> None:
        if suit < 0:
            self.unseen.add(seat)
            return
        self.suits[seat] = suit
        round_.hooks.ask_of_discards(self, seat)

    def noted(self, round_: RoundState, act: Act) -> bool:
        """A declaration on a score sheet counts."""
        suit = SUITS[:HONOURS].find(act.text) if len(act.text) == 1 else -1
        if act.verb == QUE and act.seat not in self.suits and (suit >= 0 or act.text == NOT_NOTED):
            self._declared(round_, act.seat, suit)
            return True
        return False

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Note who has not declared when the play begins."""
        if act.kind == RULING or act.kind == OTHER and act.verb in round_.hooks.verbs:
            return
        self._close(round_)
        for seat, violation in opening_checks.unmade(self._undeclared(round_), self.missing):
            round_.note(violation, seat)

    def _undeclared(self, round_: RoundState) -> list[int]:
        return [seat for seat in round_.table.playing() if seat not in self.suits and seat not in self.unseen]

    def _waits_for_another(self, round_: RoundState) -> bool:
        return self.after is not None and bool(self.after.to_act(round_))

    # -- what it forbids -------------------------------------------------------------------------------------------------------

    def objects_to_discard(self, round_: RoundState, seat: int, kind: int) -> Violation | None:
        """The violation by discarding another suit while one of the declared is in the hand."""
        return opening_checks.other_suit(round_.table, seat, kind, self.suits[seat], self.broken)

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by claiming a tile of the declared suit."""
        offer = round_.table.offer
        return None if offer is None or seat not in self.suits else self._melded(seat, offer)

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a kong of the declared suit."""
        return self._melded(seat, meld.tile) if seat in self.suits else None

    def _melded(self, seat: int, kind: int) -> Violation | None:
        return opening_checks.melded_suit(kind, self.suits[seat], self.broken)

    # -- what is told of it ----------------------------------------------------------------------------------------------------

    def standing(self, round_: RoundState, seat: int) -> Iterable[str]:
        """The declaration, as a circumstance of every win of its seat."""
        return (DECLARED[self.suits[seat]],) if seat in self.suits else ()

    def to_act(self, round_: RoundState) -> Sequence[int]:
        """The seats that have to declare yet."""
        return () if not self.open or self._waits_for_another(round_) else self._undeclared(round_)

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for the suit."""
        return [self.marked[flag] for flag in self.standing(round_, seat)]

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """The declaration of each suit, by who has to declare yet."""
        return [f"{SEATS[seat]}.{QUE}:{suit}" for seat in self.to_act(round_) for suit in SUITS[:HONOURS]]
