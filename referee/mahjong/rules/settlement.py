"""The methods by which a game settles a round: kongs, wins, the drawn round; and who deals next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from referee.core.verdict import Win
from referee.mahjong.hand import ghosts
from referee.mahjong.hand.candidate import barred_suits
from referee.mahjong.hand.distance import Form
from referee.mahjong.hand.tiles import count
from referee.mahjong.rulebook import Options
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS


@mypyc_attr(allow_interpreted_subclasses=True)
class Settlement(GameRules, ABC):
    """The methods of a game that a round in progress calls. Seats are indices in order of play, units the game's own."""

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of this round, in the order in which they are called; each keeps its own state."""
        return ()

    @abstractmethod
    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong that stands. Returns the seats that paid."""

    @abstractmethod
    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write what is paid for a win that stands. The winner still counts as in play."""

    def shares(self, round_: RoundState, win: Win, seat: int) -> Mapping[int, Sequence[int]]:
        """Who pays for a win that stands: each payer with the seats whose shares of it he pays, his own or those of all."""
        if win.by != "draw":
            return {round_.table.offerer: (round_.table.offerer,)}
        alone = self.pays_alone(round_)
        if alone is None:
            return {other: (other,) for other in round_.others(seat)}
        return {alone: (alone,) if round_.ruleset.fed_once else round_.others(seat)}

    def pays_alone(self, round_: RoundState) -> int | None:
        """The seat that pays for an own draw in place of all, or once (``Ruleset.fed_once``): the feeder of the direct kong
        before this replacement tile, if the table has it so; None if all pay."""
        return None

    @abstractmethod
    def drawn(self, round_: RoundState) -> None:
        """Write the payments of a drawn round, when the wall is empty."""

    def ended(self, round_: RoundState) -> None:
        """Called when the round is over and settled."""

    def asks_ready(self, round_: RoundState, seat: int) -> bool:
        """Whether what is paid at the end of the round depends on whether this hand, which is still in, is ready."""
        return bool(self.unready(round_.rules)) and round_.outcome == "drawn"

    @abstractmethod
    def next_dealer(self, round_: RoundState) -> int | None:
        """The dealer of the next round by the game's own clause; None if none says."""

    def may_deal(self, round_: RoundState, seat: int) -> bool:
        """Whether this player is at the table for the next round."""
        return True

    def dealer_after(self, round_: RoundState) -> int | None:
        """The dealer of the next round, by the table's rule where it has one (TBL-9): the first winner, of several on one tile
        its owner; the next seat; or the same dealer."""
        if not round_.rules.adds:
            return self.next_dealer(round_)
        rule, dealer = Options.of(round_.rules).next_dealer, round_.table.dealer
        if rule == "game":
            return self.next_dealer(round_)
        if rule == "rotate" and round_.outcome != "void":
            dealer = (dealer + 1) % round_.seats
        elif rule == "winner" and round_.wins and round_.outcome != "void":
            first, together = round_.wins[0], round_.won_on.count(round_.won_on[0])
            dealer = SEATS.index(first.source if together > 1 and first.source else first.seat)
        return dealer if self.may_deal(round_, dealer) else None

    # -- what is told of a round ------------------------------------------------------------------------------------------

    def forms_of(self, round_: RoundState, seat: int) -> Sequence[Form]:
        """The shapes in which the hand of this seat is complete, if they depend on what it has declared: none has a tile of its
        declared suit."""
        forms, barred = self.winning_forms(round_.rules), barred_suits(round_.standing(seat))
        return [form._replace(barred=barred) for form in forms] if barred else forms

    def bird(self, round_: RoundState, kind: int) -> int | None:
        """The seat that a bird names."""
        return None

    def stand_ins(self, round_: RoundState, seat: int) -> Sequence[int]:
        """The kind that each ghost in a winner's hand stands for."""
        ghost, won = round_.ruleset.ghost, round_.won_with.get(seat)
        if ghost is None or not won:
            return ()
        candidate = won[-1]
        found = self.win_values(round_.rules, candidate)
        if not isinstance(found, list):
            return ()
        reading = found[0].reading
        groups = reading.groups[len(candidate.melds) :]
        return ghosts.stand_ins(candidate.keys, count(candidate.keys, ghost), groups, reading.pair, round_.ruleset.copies)
