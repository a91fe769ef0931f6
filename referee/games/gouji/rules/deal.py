"""The deal and the header of a round, and the findings on them before the first move (GJ-1.2 to GJ-1.4)."""

from __future__ import annotations

from referee.core.game.sheets import kind_of
from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict
from referee.games.gouji.cards import FOUR_PACKS, RANKS, UNSEEN, Counts, counts
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.table.seats import SEATS, partners
from referee.rulebook import FindingTemplate

BAD_DEAL = GJ["GJ-1.2"].raises("bad-deal")
CARD_OVERFLOW = GJ["GJ-1.2"].raises("card-overflow")
BAD_DEAL_OF_OTHERS = GJ["GJ-11.1"].raises("bad-deal")
OVERFLOW_OF_OTHERS = GJ["GJ-11.1"].raises("card-overflow")
DRAWN_LEADER = GJ["GJ-1.3"].raises("wrong-dealer")
WRONG_LEADER = GJ["GJ-1.4"].raises("wrong-dealer")
WRONG_OPENER = GJ["GJ-8.1"].raises("wrong-dealer")
BAD_DALUO = GJ["GJ-7.7"].raises("bad-daluo")

POINTS = {rank: points for points, rank in enumerate("A23456789TJQK", 1)}
"""What a card that is drawn counts (GJ-1.3)."""

Before = tuple[Round, RoundVerdict] | None


class Deal:
    """Hands and first taker. ``findings`` are at move 0; ``playable`` is False if the round cannot be set up.

    ``leader`` is the first taker, -1 where the record does not say. ``anew``: the round is opened anew, so that 3s may be
    shown for the lead (GJ-2.2). ``follows``: the round before it is in the record. ``daluo``: who of the last two of that round
    counts as its last, as their side has agreed; -1 where the places say it (GJ-7.7).
    """

    __slots__ = ("anew", "daluo", "findings", "follows", "hands", "leader", "pack", "playable", "whole")

    def __init__(self, rules: TableRules, record: Record, round_: Round, before: Before) -> None:
        self.findings: list[Finding] = []
        self.pack = rules.pack
        self.hands = [self._hand(round_, letter) for letter in SEATS]
        self.whole = all(sum(hand) == self.pack.hand for hand in self.hands)
        self._count()
        self.follows = before is not None and before[0].number + 1 == round_.number and before[1].status != "halted"
        self.daluo = self._daluo(round_, before)
        expected = self._expected(rules, record, round_, before if self.follows else None)
        self.anew = expected is None
        self.leader = self._leader(rules, round_, expected)
        self.playable = not any(finding.code in ("bad-deal", "card-overflow") for finding in self.findings)

    def _hand(self, round_: Round, letter: str) -> Counts:
        text = round_.hands.get(letter, UNSEEN if kind_of(round_) else "")  # PPN-9
        if text and not text.strip(UNSEEN):
            return [0] * len(RANKS)
        hand = counts(text)
        if sum(hand) != self.pack.hand:
            raises = BAD_DEAL if self.pack == FOUR_PACKS else BAD_DEAL_OF_OTHERS  # GJ-1.2, GJ-11.1
            self._find(raises, letter, expected=self.pack.hand, actual=sum(hand), reason="hand")
        return hand

    def _count(self) -> None:
        raises = CARD_OVERFLOW if self.pack == FOUR_PACKS else OVERFLOW_OF_OTHERS  # GJ-1.2, GJ-11.1
        for rank, (copies, shown) in enumerate(zip(self.pack.copies, map(sum, zip(*self.hands, strict=True)), strict=True)):
            if shown > copies:
                self._find(raises, None, tile=RANKS[rank], expected=copies, actual=shown)

    def _expected(self, rules: TableRules, record: Record, round_: Round, before: Before) -> int | None:
        """The first taker that follows from the previous round; None if the round is opened anew (GJ-1.4, GJ-8.1)."""
        if before is None or before[1].next_dealer is None:
            return None
        if not rules.bie3 and changed(record, before[0], round_) >= 2:
            return None
        if self.daluo >= 0 and not rules.bie3:
            return self.daluo
        return SEATS.index(before[1].next_dealer)

    def _daluo(self, round_: Round, before: Before) -> int:
        """The seat that the header names as the last of the round before: one of its last two, who are partners (GJ-7.7)."""
        said = round_.tags.get("Daluo")
        if said is None or before is None and round_.number > 1 or before is not None and not self.follows:
            return -1
        places = before[1].extra.get("places") if before and not before[1].partial else None
        last = "".join(str(seat) for seat in places[4:]) if isinstance(places, list) and None not in places[4:] else ""
        if not last and before is not None and before[1].outcome != "void":
            return -1
        agreed = last if last and partners(*map(SEATS.index, last)) else ""
        if said in tuple(agreed):
            return SEATS.index(said)
        reason = None if agreed else "none"
        self._find(BAD_DALUO, None, expected=agreed or None, actual=said, reason=reason)  # GJ-7.7
        return -1

    def _leader(self, rules: TableRules, round_: Round, expected: int | None) -> int:
        said = SEATS.find(round_.leader) if round_.leader else -1
        if round_.leader and said < 0:
            self._find(BAD_DEAL, None, expected=SEATS, actual=round_.leader, reason="leader")  # GJ-1.2
        raises = WRONG_OPENER if rules.bie3 else WRONG_LEADER  # GJ-1.4, GJ-8.1
        if expected is None:
            expected, raises = drawn(round_.draw), DRAWN_LEADER  # GJ-1.3
        if expected is None:
            return said
        if said >= 0 and said != expected:
            self._find(raises, SEATS[said], expected=SEATS[expected], actual=SEATS[said], player=SEATS[expected])
            return said
        return expected

    def _find(self, raises: FindingTemplate, seat: str | None, **facts: JSON) -> None:
        penalty = "place-last" if raises.code == CARD_OVERFLOW.code else None
        self.findings.append(raises.finding(facts, seat=seat, penalty=penalty))


def drawn(draw: str | None) -> int | None:
    """The first taker by the card drawn, counted from its drawer; None if the card names nobody (GJ-1.3)."""
    bare = (draw or "").replace("10", "T").replace(" ", "")
    if len(bare) != 2 or bare[0] not in SEATS or bare[1] not in POINTS:
        return None
    return (SEATS.index(bare[0]) + POINTS[bare[1]] - 1) % len(SEATS)


def changed(record: Record, last: Round, now: Round) -> int:
    """The number of seats where somebody else sits than in the previous round."""
    before, after = record.people(last), record.people(now)
    return sum(before.get(seat) != after.get(seat) for seat in SEATS)
