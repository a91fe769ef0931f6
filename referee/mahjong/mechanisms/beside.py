"""Payments beside the value of a win: piao (TBL-10), kans (TBL-11), horses (TBL-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from referee.core.game.round_form import MoveTemplate
from referee.core.texts import filled
from referee.core.verdict import Text, Win
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import PAIRS, TRIPLET, Reading
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, UNSEEN, listed, text
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.checks import beside_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS, Act
from referee.rulebook import FindingTemplate

PIAO: Final = MJ["TBL-10"]


class Piao(Mechanism):
    """Everybody's piao in this round, paid with every win."""

    __slots__ = ()

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Write what each payer owes beside the value, for each seat whose share he paid."""
        for payer, whose in shares.items():
            figures = [(self.of(round_, seat), self.of(round_, other)) for other in whose]
            known = [own + other for own, other in figures if own is not None and other is not None]
            if len(known) < len(figures):
                round_.determined = False
                return
            round_.ledger.pay(payer, seat, sum(known), "piao", PIAO, win.move)

    def of(self, round_: RoundState, seat: int) -> int | None:
        """A seat's piao; None where nobody knows."""
        return beside_checks.piao(round_.carried, seat)

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for who has one."""
        figure = self.of(round_, seat)
        return (filled(MJ.words.of("marks")["piao"], {"n": figure}),) if figure else ()


KANS: Final = MJ["TBL-11"]
BEYOND: Final = 7
"""Of the longest suit the tiles beyond so many cost one unit each by 跑恰摸八."""


class Kans(Mechanism):
    """The units beside the value of each win, by the way of counting that the table has: ``on``, ``pairs`` or ``paoqia``."""

    __slots__ = ("counting",)

    def __init__(self, counting: str) -> None:
        self.counting = counting

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Write the units that each payer owes, for each seat whose share he paid; of a hand that was not shown nobody knows."""
        letter = win.seat
        hands: Sequence[CandidateHand] = round_.won_with.get(seat, ())
        wins = [one for one in round_.wins if one.seat == letter]
        if len(hands) < len(wins):
            round_.determined = False
            return
        values = round_.game.win_values(round_.rules, hands[-1])
        owed = 0 if isinstance(values, FindingTemplate) else units(values, self.counting)
        for payer, whose in shares.items():
            round_.ledger.pay(payer, seat, owed * len(whose), "kans", KANS, win.move)


def units(values: Sequence[WinValue], counting: str) -> int:
    """The units beside the value of a hand with these readings: by its dearest, of equal ones by that with the most kans."""
    hand = values[0].reading.candidate
    most = max([kans(one.reading, counting == "pairs") for one in values if one.value == values[0].value])
    return 1 + most + (hand.by == "draw") + max(0, longest(hand) - BEYOND) if counting == "paoqia" else most


def kans(reading: Reading, pairs: bool) -> int:
    """The kans of a reading: its kongs and its triplets that are not melded; of seven pairs the fours, where they count."""
    hand = reading.candidate
    if reading.shape == PAIRS:
        return hand.quads() if pairs else 0
    kongs = sum([len(meld.tiles) == 4 for meld in hand.melds])
    return kongs + sum([group.kind == TRIPLET for group in reading.groups[len(hand.melds) :]])


def longest(hand: CandidateHand) -> int:
    """How many tiles a hand has of its longest suit, melds with all their tiles among them."""
    tiles = [*listed(hand.keys), *[tile for meld in hand.melds for tile in meld.tiles]]
    suits = [SUIT[tile] for tile in tiles]
    return max(suits.count(suit) for suit in range(HONOURS))


HORSE: Final = MJ["TBL-12"]
MA: Final = "ma"
DRAGON: Final = 10
"""The worth of a dragon as a horse."""

Shares = Mapping[int, Sequence[int]]


class Horses(Mechanism):
    """The horses that are due: so ``many`` for a win ``when`` it is a ``draw``, a ``shown_draw`` or ``any``."""

    __slots__ = ("due", "many", "paid", "turned", "when")

    def __init__(self, round_: RoundState, many: int, when: str) -> None:
        self.many, self.when = many, when
        self.due: list[int] = []
        """The seats that are to turn horses, in the order of their wins."""
        self.paid: dict[int, Shares] = {}
        """The payers of the last win of each seat, each with the seats that he paid for."""
        self.turned: set[int] = set()
        round_.hooks.verbs[MA] = self.turn

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Note that a winner is to turn horses, and wait for them."""
        fits = win.by == "draw" and (self.when == "draw" or round_.lies_open(seat))
        if (fits or self.when == "any") and win.value != 0:
            self.due.append(seat)
            self.paid.pop(seat, None)
            self.turned.discard(seat)
            round_.hooks.await_move(self)

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Shares) -> None:
        """Note who has paid for a win, and for whom."""
        self.paid[seat] = shares

    def number(self, round_: RoundState, seat: int) -> int:
        """How many horses a seat is to turn now: as many as the rules say, or the wall has left."""
        return min(self.many, round_.table.wall.left) if seat in self.due else 0

    def turn(self, round_: RoundState, act: Act) -> None:
        """A winner turns horses from the front of the wall. What was turned is paid, as it stands."""
        table, seat, tiles = round_.table, act.seat, act.tiles
        if not tiles:
            round_.note(legality.SAYS_NOTHING, seat)
            return
        number = self.number(round_, seat)
        if self._wall_untold(round_) and seat in self.due and len(tiles) < number:
            number = len(tiles)
        for violation in beside_checks.turning(table, tiles, number):
            round_.note(violation, seat)
        if seat not in self.due:
            return
        self.due.remove(seat)
        self.turned.add(seat)
        if len(tiles) == number and table.wall.tiles is None:
            shown_tiles.came_out(round_, tiles, seat)
        table.birds = [*table.birds, *tiles]
        table.wall.skip(number)
        if UNSEEN in tiles:
            round_.determined = False
            return
        points = sum([worth(kind) for kind in tiles])
        for payer, whose in self.paid.get(seat, {}).items():
            round_.ledger.pay(payer, seat, points * len(whose), "horse", HORSE, round_.number)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Find horses that were due once the play goes on."""
        if legality.ends_offer(round_, act):
            self._missing(round_)

    def round_ends(self, round_: RoundState) -> None:
        """Find horses that were due where the record ends."""
        self._missing(round_)

    def _missing(self, round_: RoundState) -> None:
        round_.hooks.waiting.remove(self)
        for seat in self.due:
            number = self.number(round_, seat)
            if number and not self._wall_untold(round_):
                round_.note(beside_checks.missing(number), seat)
            round_.determined = round_.determined and not number
        self.due.clear()

    def _wall_untold(self, round_: RoundState) -> bool:
        """Whether this is a sheet that does not say how many tiles the wall had left."""
        return round_.noted is not None and "Left" not in round_.header.tags

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Whether the move turns horses: each winner may once, whether any are due or not."""
        won = any(win.seat == SEATS[act.seat] for win in round_.wins)
        return act.verb == MA and won and act.seat not in self.turned

    # -- what may come next ------------------------------------------------------------------------------------------------

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """The move that turns the horses lying in the wall, if the wall is known."""
        table = round_.table
        for seat in self.due[:1]:
            number = self.number(round_, seat)
            if number and table.wall.tiles is not None:
                yield f"{SEATS[seat]}.{MA}:{text(table.wall.first(number))}"

    def templates(self, round_: RoundState) -> Iterator[MoveTemplate]:
        """A template of turning any horses."""
        for seat in self.due[:1]:
            if number := self.number(round_, seat):
                known = round_.table.wall.tiles is None
                yield MoveTemplate(f"{SEATS[seat]}.{MA}:", round_.deal.unshown(), number, number, known)


def worth(kind: int) -> int:
    """The worth of a horse: its rank; ten for a dragon."""
    return DRAGON if SUIT[kind] == HONOURS else RANK[kind]
