"""A mahjong game: the declarations and the few methods by which the games differ in substance.

A game's folder gives a subclass; the core's rounds ask it. Seats are indices in play order, units are the game's own
(the ledger multiplies them by the base).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.game import Play, Start
from referee.hand_specification import HandSpecification
from referee.mahjong.analysis import hand_query
from referee.mahjong.analysis.offers import round_form
from referee.mahjong.hand import ghosts, readiness
from referee.mahjong.hand.distance import STANDARD_FORMS, Form
from referee.mahjong.hand.fans import NO_FLAGS, WHOLE, CandidateHand, Meld, WinValue
from referee.mahjong.hand.tiles import SUIT, UNIT, count, kinds_in, size
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.state import RoundState
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.ruleset import Ruleset
from referee.mahjong.table.table import Laying
from referee.record import Record, Round
from referee.round_form import MoveTemplate, RoundForm
from referee.rulebook import Raise, Rulebook, Rules
from referee.verdict import JSON, Finding, RoundVerdict, Text, Win


@mypyc_attr(allow_interpreted_subclasses=True)
class MahjongGame(ABC):
    """Everything that the core asks of a mahjong game."""

    id: ClassVar[str]
    rulebook: ClassVar[Rulebook]
    may_leave: ClassVar[bool] = False
    flags: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The circumstances that change what a hand is worth, each with the ways of winning that it goes with."""
    unit: ClassVar[Mapping[str, str]] = {"zh": "{} 分", "en": "{} points"}
    """How the value of a win is said …"""
    fan_unit: ClassVar[Mapping[str, str]] = {"zh": "{}", "en": "{}"}
    """… and that of one fan."""

    # -- declarations: what a game's own clauses raise, where it has the rule ----------------------------------

    own: ClassVar[Mapping[Raise, Raise]] = {}
    """What the game's own clause raises instead of the core's (a game's clause goes before a clause here)."""
    no_chi: ClassVar[Raise]
    chi_from_previous: ClassVar[Raise]
    no_robbing: ClassVar[Raise]
    hand_locked: ClassVar[Raise]
    missed_win: ClassVar[Raise]
    kept_back: ClassVar[Raise]
    """A tile added to a peng that was not the one just drawn …"""
    kept_at_peng: ClassVar[Raise]
    """… and was in the hand already when the peng was made."""
    ghost_claimed: ClassVar[Raise]
    sea_bottom: ClassVar[Raise | None] = None
    """Raised where the drawer of the last tile discards another one."""
    dice_tiles: ClassVar[Raise | None] = None
    """Raised where others are discarded than the two tiles that dice gave."""
    birds_by_dealer: ClassVar[Raise]
    wrong_birds: ClassVar[Raise]
    birds_missing: ClassVar[Raise]
    first_discard: ClassVar[bool] = False
    """Whether a win on the dealer's first discard is worth something of its own."""
    shape_wins: ClassVar[bool] = False
    """Whether whatever has a shape of the game wins; otherwise that is asked of ``win_value``."""
    moves: ClassVar[Mapping[str, Callable[[MahjongRound, Act], None]]] = {}
    """The verbs that only this game has."""
    break_dice: ClassVar[int] = 0
    """How many dice are thrown for the break of the wall …"""
    breaks: ClassVar[Sequence[str]] = ()
    """… and where it may then be, as a record names it."""

    @abstractmethod
    def ruleset(self, rules: Rules) -> Ruleset:
        """The kind of table that these rules play at."""

    # -- substance ---------------------------------------------------------------------------------------------

    @abstractmethod
    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | Raise:
        """What a hand is worth by each of its readings, the one that counts first (MJ-4.4); for no win, what to raise."""

    def win_value(self, rules: Rules, candidate: CandidateHand) -> WinValue | Raise:
        """What a hand is worth by the reading that counts (a game may leave it without its groups); for no win, what to raise."""
        win_value = self.win_values(rules, candidate)
        return win_value if isinstance(win_value, Raise) else win_value[0]

    def why(self, refusal: Raise) -> Mapping[str, JSON]:
        """What the finding on a false win says besides its tile."""
        return {}

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The kinds that complete a hand by a shape of this game, one bit each; whether each wins is asked of ``win_value``."""
        return readiness.waits(keys)

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The shapes in which a hand is complete, for saying how far it is from winning."""
        return STANDARD_FORMS

    def completes(self, round_: RoundState, seat: int, tile: int) -> bool:
        """Whether a tile completes a seat's hand by a shape of this game; whether it wins is asked of ``win_value``."""
        return readiness.completes(round_.table.keys[seat], tile)

    def completions(
        self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld], by: str, flags: frozenset[str]
    ) -> Iterator[tuple[int, WinValue]]:
        """Every kind that completes a hand, with what it would win."""
        for kind, candidate in self.completed(rules, keys, melds, by, flags):
            win_value = self.win_value(rules, candidate)
            if isinstance(win_value, WinValue):
                yield kind, win_value

    def completed(
        self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld], by: str, flags: frozenset[str]
    ) -> Iterator[tuple[int, CandidateHand]]:
        """Every kind that gives a hand a shape of this game, and the hand with it."""
        for kind in self.awaited(rules, keys, melds):
            yield kind, self.with_tile(keys, melds, kind, by, flags)

    def awaited(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> list[int]:
        """Every kind that gives a hand a shape of this game, copies that it holds all left out (MJ-4.3)."""
        mask = self.waits(rules, keys, melds)
        if not mask:
            return []
        bare, copies = CandidateHand(keys, tuple(melds), None), self.ruleset(rules).copies
        return [kind for kind in kinds_in(mask) if bare.copies(kind) < copies[kind]]

    def ready(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The kinds on which a hand would win by itself (MJ-4.3), a bit each."""
        if self.shape_wins:
            whole = size(keys) + 3 * len(melds) == WHOLE - 1
            return sum([1 << kind for kind in self.awaited(rules, keys, melds)]) if whole else 0
        return sum([1 << kind for kind, _ in self.completions(rules, keys, melds, "draw", NO_FLAGS)])

    def with_tile(self, keys: Sequence[int], melds: Sequence[Meld], kind: int, by: str, flags: frozenset[str]) -> CandidateHand:
        """A hand as it would win with one more tile."""
        more = list(keys)
        more[SUIT[kind]] += UNIT[kind]
        return CandidateHand(tuple(more), tuple(melds), kind, by, flags)

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """What a win by this seat now would be besides its tiles, where only this game asks for it."""
        return self.standing(round_, seat)

    def standing(self, round_: RoundState, seat: int) -> Iterable[str]:
        """What of it goes with the seat, whatever the tile and the moment."""
        return ()

    @abstractmethod
    def refuted(self, rules: Rules, candidate: CandidateHand) -> Raise | None:
        """What the seen tiles alone say against a win with unseen ones."""

    @abstractmethod
    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """A kong stands: write its fee. Answers the seats that paid."""

    @abstractmethod
    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """A win stands: write what is paid for it. The winner is still among those in the play."""

    def offer_closed(self, round_: RoundState) -> None:
        """All wins on one tile are known."""

    def watched(self, rules: Rules) -> int:
        """With how many tiles left in the wall, or fewer, ``chances`` is to be asked at once; -1: never."""
        return -1

    def chances(self, round_: RoundState) -> list[int]:
        """The seats of which it matters that they could win on what has just come to the table."""
        return round_.takers()

    def missed(self, round_: RoundState, seat: int) -> None:
        """One of these seats did not win."""
        round_.pass_up(seat)

    def passed(self, round_: RoundState, seat: int) -> None:
        """A seat says that it passes."""

    def lies_open(self, round_: RoundState, seat: int) -> bool:
        """Whether a hand still in the play lies open to all."""
        return False

    def marks(self, round_: RoundState, seat: int) -> Sequence[Text]:
        """What the others know of a seat: that it showed, reported, declared."""
        return ()

    def bird(self, round_: RoundState, kind: int) -> int | None:
        """Whom a bird names."""
        return None

    def stand_ins(self, round_: RoundState, seat: int) -> Sequence[int]:
        """What the ghosts in a winner's hand stand for, a kind each."""
        ghost, candidate = round_.ruleset.ghost, round_.won_with.get(seat)
        win_value = None if ghost is None or candidate is None else self.win_values(round_.rules, candidate)
        if ghost is None or candidate is None or not isinstance(win_value, list):
            return ()
        reading = win_value[0].reading
        groups = reading.groups[len(candidate.melds) :]
        return ghosts.stand_ins(candidate.keys, count(candidate.keys, ghost), groups, reading.pair)

    def own_moves(self, round_: RoundState) -> Iterable[str]:
        """What may be said at this table and at no other: every verb by every seat, while the round goes on."""
        seats = () if round_.state else SEATS[: round_.seats]
        return (f"{letter}.{verb}" for letter in seats for verb in self.moves)

    def own_templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """The same, where it is put together."""
        return ()

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Whether a move of the game's own may still come after the round's end."""
        return False

    def left(self, round_: RoundState, seat: int) -> None:
        """A seat leaves the table; its state is still what it was."""

    @abstractmethod
    def drawn(self, round_: RoundState) -> None:
        """The wall is empty: write what a drawn round costs."""

    def ended(self, round_: RoundState) -> None:
        """The round is over and settled."""

    @abstractmethod
    def next_dealer(self, round_: RoundState) -> int | None:
        """Who deals next; None where no clause says."""

    # -- what the house asks -----------------------------------------------------------------------------------

    def seats(self, rules: Rules) -> str:
        """The letters of the seats, in order of play."""
        return SEATS[: self.ruleset(rules).seats]

    def sides(self, rules: Rules) -> Sequence[str]:
        """Everybody plays alone."""
        return tuple(self.seats(rules))

    def start(self, record: Record, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Start:
        """Lay the table of a round (MJ-1.3) and compare its dealer with what the round before says (MJ-6.4)."""
        deal = Deal(self.ruleset(rules), round_)
        findings = [*self._wrong_dealer(record, round_, before), *self.heading(record, rules, round_, before), *deal.findings]
        play: Play | None = None
        if deal.playable:
            play = MahjongPlay(MahjongRound(self, rules, deal, base), record.people(round_))
        return Start(findings, play)

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """What is wrong with a round's header besides its dealer and its deal."""
        return ()

    def hand_specification(self, rules: Rules) -> HandSpecification:
        """What a hand is made of by these rules, for whoever asks what one is worth."""
        return hand_query.described(self, rules)

    def round_form(self, rules: Rules) -> RoundForm:
        """What is dealt and thrown before the first move."""
        return round_form(self, rules)

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Value one hand, or every hand that its waits would make."""
        return hand_query.answer(self, rules, query)

    def _wrong_dealer(self, record: Record, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Sequence[Finding]:
        """A dealer that does not follow from the last round, where the record has it and the same people sit."""
        if before is None:
            return ()
        last, verdict = before
        follows = last.number + 1 == round_.number and record.people(round_) == record.people(last)
        expected, actual = verdict.next_dealer, round_.dealer
        if not follows or expected is None or actual in (None, expected):
            return ()
        raises = self.rulebook.raising("wrong-dealer")
        message = raises.message(seat=actual, player=expected, expected=expected, actual=actual)
        return (raises.finding(message, seat=actual, expected=expected, actual=actual),)
