"""What a second reading answers of a record or a hand that others bring: as far as it can tell, and no further.

It plays the record again at its own table, asks its own rules at each move, and settles. Of a record in which something was not
seen it says nothing; of one with a wrong move, where that stands and nothing of what came of it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.mahjong import beside
from tests.oracle.mahjong.deals import hand_of, pack_of, seats_of
from tests.oracle.mahjong.forgery import Judge
from tests.oracle.mahjong.positions import Positions, Says
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.reading import parts, points

KINDS = {"chi": "chi", "peng": "peng", "gang": "direct", "angang": "concealed", "bugang": "added"}
PLAYED = ("peng", "gang", "angang", "bugang", "hu")
UNREADABLE = (KeyError, ValueError, IndexError, AttributeError, AssertionError, TypeError)
"""What a record that the second reading does not understand raises."""

AnyPositions = Positions
"""What the base asks; each game's own is based on it."""
Place = tuple[int, int]
"""Round and move."""


class Declined(Exception):
    """Raised where a second reading cannot tell: why."""


class Answers:
    """The answers of one game's second reading; each game has its own."""

    tells: tuple[str, ...] = ("status", "first", "scores", "totals", "dealers", "wins", "value")
    judge: type[Judge]
    positions: type[Positions]
    words: tuple[str, ...] = ()
    """Verbs of the game beside those of every game."""
    base = 1
    """What a unit is worth where the record does not say."""
    flags: dict[str, str] = {}
    """How the game calls a circumstance that a question calls otherwise."""
    ways = {"gangshanghua": "draw", "haidi": "draw", "gangshangpao": "discard", "haidipao": "discard"}
    """How the winning tile has to come for a circumstance to hold; what a question says of others is not so."""
    robbed = "qianggang"
    """How it calls a robbed kong."""
    trusting = False
    """Whether intents and an arbiter's rulings are taken as they stand; else nothing is told of a record with any."""

    # -- what a game says --------------------------------------------------------------------------------------------

    def options(self, rules: str) -> dict[str, Any]:
        """The options that a ``Rules`` tag makes. Raises KeyError for one that the game does not have."""
        raise NotImplementedError

    def table(self, dealt: Dealt) -> Any:
        """The table of a round as it was dealt."""
        raise NotImplementedError

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        """What a hand with its winning tile is worth, 0 where it does not win."""
        raise NotImplementedError

    def pack(self, options: dict[str, Any]) -> Counter[str]:
        """The tiles in play."""
        return Counter(pack_of(options))

    def seats(self, options: dict[str, Any]) -> int:
        return seats_of(options)

    def value(self, table: Any, seat: int) -> int | None:
        """What a win of the seat right now is worth, None where that is not looked at."""
        return None

    def heading(self, dealt: Dealt) -> bool:
        """Whether the header of a round is in order."""
        return True

    def says(self, positions: Positions, table: Any, token: str) -> Says:
        """Whether a move is allowed; None where the second reading cannot say."""
        return positions.may(table, token)

    def over(self, table: Any) -> bool:
        """Whether the round has come to its end."""
        raise NotImplementedError

    def settled(self, table: Any) -> tuple[list[int], int | None]:
        """The points of a round at its end, in units, and who deals next."""
        raise NotImplementedError

    def paid(self, dealt: Dealt, table: Any) -> tuple[list[int], int | None]:
        """The same in points."""
        scores, dealer = self.settled(table)
        return [score * dealt.base for score in scores], dealer

    def misstated(self, table: Any) -> int | None:
        """The first move that claims a wrong value of a win, where only the settlement shows it."""
        return None

    def meld(self, kind: str, tiles: list[str]) -> Any:
        """A meld as the game's hands have it."""
        return kind, min(tiles)

    # -- a record ----------------------------------------------------------------------------------------------------

    def verdict(self, text: str) -> dict[str, Any]:
        """What is said of a record. Raises Declined."""
        try:
            return self._verdict(text)
        except UNREADABLE as error:
            raise Declined(f"it does not read this: {error!r}") from error

    def _verdict(self, text: str) -> dict[str, Any]:
        (head, _), *rounds = parts(text)
        if head["Game"] != type(self).__module__.split(".")[-2]:
            return stopped((0, 0))
        options, told, first = self.options(head.get("Rules", "")), list[dict[str, Any]](), None
        dealer, table = None, None
        for tags, moves in rounds:
            dealt = Dealt(self, options, head, tags, table)
            table, wrong = self._played(dealt, moves)
            wrong = wrong if dealer in (None, dealt.dealer) else 0
            if table is None:
                return stopped(first or (dealt.number, wrong or 0))
            scores, dealer = self.paid(dealt, table)
            agreed = beside.agreed_on(moves, len(scores))
            scores = [score + more for score, more in zip(scores, agreed, strict=True)]
            wrong = self._misstated(table, tags, moves, scores) if wrong is None else wrong
            first = first if first or wrong is None else (dealt.number, wrong)
            next_dealer = None if dealer is None else SEATS[dealer]
            told.append({"round": dealt.number, "scores": {"computed": named(scores)}, "next_dealer": next_dealer})
        totals = [sum(round_["scores"]["computed"][seat] for round_ in told) for seat in SEATS[: self.seats(options)]]
        if first is None and "Totals" in head and points(head["Totals"]) != totals:
            first = (0, 0)
        return {**of(first), "rounds": told, "totals": {"computed": named(totals)}}

    def _misstated(self, table: Any, tags: dict[str, str], moves: list[str], scores: list[int]) -> int | None:
        """The first move at which the record claims another value, or its last where it claims other points."""
        claimed = points(tags["Scores"]) if "Scores" in tags else scores
        return self.misstated(table) or (None if claimed == scores else len(moves))

    def _played(self, dealt: Dealt, moves: list[str]) -> tuple[Any, int | None]:
        """The table at the end of a round, None where it does not come to it; and the first move at which something is wrong."""
        moves = [move for move in moves if move[1] != "?"] if self.trusting else moves
        if any("?" in move for move in moves):
            raise Declined("an intent, or a tile that was not seen")
        if not dealt.fits():
            return None, 0
        table, wrong = self._end(dealt, moves)
        return table, wrong if self.heading(dealt) else 0

    def _end(self, dealt: Dealt, moves: list[str]) -> tuple[Any, int | None]:
        table, wrong = self.table(dealt), None
        positions = self.positions(self.judge(dealt.options))
        for at, token in enumerate(moves, 1):
            verb, _, told = token[2:].partition(":")
            if token[1] == "." and verb.partition(">")[0] == "pay":  # TBL-15
                continue
            if verb == "fa" and not self.trusting:
                raise Declined("an arbiter's ruling")
            if token[1] == "." and verb not in (*PLAYED, *self.words, "fa"):
                return None, at
            if self.says(positions, table, token) is False:
                return None, at
            if verb == "hu" and told and self.value(table, SEATS.index(token[0])) not in (None, int(told)):
                wrong = wrong or at
            try:
                table.move(token)
            except ValueError:  # it is not in the hand
                return None, at
        return (table, wrong) if self.over(table) else (None, wrong or len(moves))

    # -- a hand ------------------------------------------------------------------------------------------------------

    def hand(self, question: dict[str, Any]) -> dict[str, Any]:
        """What is said of a hand. Raises Declined."""
        try:
            options = self.options(str(question.get("rules", "")))
            hand, win, by = tiles_of(question["hand"]), question["win"], question.get("by", "draw")
            melds = [self.meld(KINDS[word], tiles_of(named)) for word, _, named in map(split, question.get("melds", ()))]
            told = [self.flags.get(flag, flag) for flag in question.get("flags", ()) if by in self.ways.get(flag, by)]
            flags = frozenset([*told, *[self.robbed] * (by == "rob")])
            return self.answer([*hand, win], melds, win, by, flags, options)
        except UNREADABLE as error:
            raise Declined(f"it does not read this: {error!r}") from error

    def answer(
        self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]
    ) -> dict[str, Any]:
        """Whether a hand wins, and its value."""
        value = self.worth(hand, melds, win, by, flags, options)
        return {"wins": True, "value": value} if value else {"wins": False}


class Dealt:
    """A round as its header has it. Raises Declined where something was not seen."""

    def __init__(self, game: Answers, options: dict[str, Any], head: dict[str, str], tags: dict[str, str], before: Any) -> None:
        seats = SEATS[: game.seats(options)]
        missing = {"Wall", *(f"Hand.{seat}" for seat in seats)} - set(tags)
        if missing or "Kind" in tags or "?" in "".join(tags.values()):
            raise Declined("a score sheet, or something that was not seen")
        if any(name.startswith("Wall") and name != "Wall" for name in (*head, *tags)):
            raise Declined("how the wall came about")
        self.number, self.tags, self.options, self.before = int(tags["Round"]), tags, options, before
        self.hands, self.wall = [tiles_of(tags[f"Hand.{seat}"]) for seat in seats], tiles_of(tags["Wall"])
        self.dealer, self.base, self.pack = SEATS.index(tags["Dealer"]), int(head.get("Base", game.base)), game.pack(options)

    def fits(self) -> bool:
        """Whether the deal is one: a tile more for the dealer, and no tile that is not in the pack."""
        sizes = [hand_of(self.options) + (seat == self.dealer) for seat in range(len(self.hands))]
        tiles = Counter(tile for hand in [*self.hands, self.wall] for tile in hand)
        return [len(hand) for hand in self.hands] == sizes and tiles == self.pack


def split(meld: str) -> tuple[str, str, str]:
    """``peng:555p``."""
    return meld.partition(":")


def named(scores: list[int]) -> dict[str, int]:
    """Figures by the letters of the seats."""
    return dict(zip(SEATS, scores, strict=False))


def of(first: Place | None) -> dict[str, Any]:
    """Status and first finding of a match."""
    if first is None:
        return {"status": "clean", "first": None}
    return {"status": "flagged", "first": {"round": first[0], "move": first[1]}}


def stopped(first: Place) -> dict[str, Any]:
    """What is said of a match with a move after which nothing can be settled."""
    return {**of(first), "untold": ["scores", "totals", "dealers"]}
