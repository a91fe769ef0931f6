"""What a game's rules say about hands: which of them win, what they are worth, what they wait for. Independent of any round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from referee.core.game.sheets import BAD_SHEET
from referee.core.verdict import JSON
from referee.mahjong.fan_options import asks, pairs_win
from referee.mahjong.hand import circumstances, readiness
from referee.mahjong.hand.candidate import DECLARED, NO_FLAGS, CandidateHand, Meld
from referee.mahjong.hand.conditions import ASKED
from referee.mahjong.hand.distance import MOST_SETS, PAIRS, STANDARD_FORMS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import SUIT, UNIT, kinds_in, size
from referee.mahjong.hand.valuation import REASON, TOO_LITTLE
from referee.mahjong.table.ruleset import Ruleset
from referee.mahjong.table.table import Table
from referee.rulebook import FindingTemplate, Rulebook, Rules

PIG: Final = "pig"
"""What a score sheet says of a hand that holds three suits (花豬)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GameRules(ABC):
    """The declarations of a mahjong game, and the value of hands by its rules."""

    id: ClassVar[str]
    rulebook: ClassVar[Rulebook]

    flags: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The circumstances that change what a hand is worth, each with the ways of winning that it goes with."""
    moments: ClassVar[Mapping[str, int]] = {}
    """The moments at which a circumstance of the game's own can be (``hand.circumstances``); at any if it is not named."""
    may_leave: ClassVar[bool] = False
    """Whether a player may leave the table before the round is over."""
    fines: ClassVar[frozenset[int] | None] = None
    """The points that an arbiter may take off a seat by a ruling; None where any may be taken."""

    def may_bank(self, rules: Rules, units: int) -> bool:
        """Whether clauses of the game, fines of an arbiter apart, may pay so many units of one round to the bank."""
        return False

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """What a score sheet may say at the end of a hand that is not ready: ``no``, or ``pig`` (花豬) where that pays too; empty
        where nobody asks."""
        return ()

    def ready_worth(self, win_value: WinValue) -> int:
        """What a ready hand is worth at the end of the wall by a win that it waits for."""
        return win_value.rank

    def kong_times(self, rules: Rules) -> tuple[int, ...]:
        """How many times the fee of a kong may be paid, once first; empty where it is always once."""
        return ()

    # -- declarations: what a game's own clauses raise, where it has the rule ---------------------------------------------

    own: ClassVar[Mapping[FindingTemplate, FindingTemplate]] = {}
    """What the game's own clause raises instead of the core's (a game's clause goes before a clause here)."""
    wrong_count: ClassVar[FindingTemplate | None] = None
    """Raised by a hand with a tile too many or too few, where the round is played on with it (``Ruleset.dead_hands``)."""
    no_chi: ClassVar[FindingTemplate]
    chi_from_previous: ClassVar[FindingTemplate]
    no_robbing: ClassVar[FindingTemplate]
    ghost_claimed: ClassVar[FindingTemplate]

    def shape_wins(self, rules: Rules) -> bool:
        """Whether whatever has a shape of the game wins; otherwise that is asked of ``win_value``."""
        return False

    def flags_by(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that change what a hand is worth by these rules: ``flags``, unless options add or leave out some."""
        return self.flags

    def flags_of(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that change what a hand is worth by these rules, with those that fans of the table's own ask for."""
        counted = self.flags_by(rules)
        if not rules.own:
            return counted
        asked = {flag: ways for name, flags in ASKED.items() if asks(rules, name) for flag, ways in flags.items()}
        return {**counted, **asked, **counted}

    def moments_of(self, rules: Rules, flag: str) -> int:
        """The moments at which a circumstance can be. One that these rules leave out counts for nothing and can be all the
        same."""
        known = circumstances.KNOWN.get(flag)
        ways = self.flags_of(rules).get(flag) or self.flags.get(flag) or (circumstances.WAYS if known is None else known.ways)
        return circumstances.of_ways(ways) & (self.moments.get(flag, circumstances.ANY) if known is None else known.moments)

    def excluding(self, rules: Rules, flag: str, so: Mapping[str, int]) -> str | None:
        """The first of the things that are ``so``, each with its moments, that excludes a circumstance: they share no moment, or
        are two declared suits. None if none does."""
        suit = next((thing for thing in so if thing in DECLARED and thing != flag), None) if flag in DECLARED else None
        return suit or circumstances.excluding(self.moments_of(rules, flag), so)

    @abstractmethod
    def ruleset(self, rules: Rules) -> Ruleset:
        """The kind of table for these rules."""

    def unready(self, rules: Rules) -> tuple[str, ...]:
        """``ready_words`` by these rules: with two suits in play nobody holds three (TBL-4)."""
        words = self.ready_words(rules)
        return words if self.ruleset(rules).suits > 2 else tuple([word for word in words if word != PIG])

    @abstractmethod
    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The value of a hand by each of its readings, the one that counts first (MJ-4.4); for a hand that does not win, the
        finding to raise."""

    def win_value(self, rules: Rules, candidate: CandidateHand) -> WinValue | FindingTemplate:
        """The value of a hand by the reading that counts; for a hand that does not win, the finding to raise. A game may leave
        out the groups."""
        found = self.win_values(rules, candidate)
        return found if isinstance(found, FindingTemplate) else found[0]

    def why(self, refusal: FindingTemplate) -> Mapping[str, JSON]:
        """Further facts of the finding on a false win, besides its tile; why a hand does not win that is worth too little."""
        return {"reason": REASON} if refusal is TOO_LITTLE else {}

    @abstractmethod
    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding to raise on a win with unseen tiles if the seen ones alone rule it out, else None."""

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """The finding to raise on the value that was called for a win of which the hand was not seen, if by these rules no win by
        ``draw``, ``discard`` or ``rob`` has it or may have it; else None."""
        return BAD_SHEET if value < 1 else None

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The kinds that complete a hand by a shape of this game, one bit each; ``win_value`` tells whether each wins."""
        return readiness.waits(keys)

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The shapes in which a hand is complete; distances to winning are measured to these."""
        return STANDARD_FORMS

    def winning_forms(self, rules: Rules) -> Sequence[Form]:
        """The same for hands of this table's size (TBL-4), without seven pairs where there is no room for them, or where the
        table has taken out every fan of theirs (TBL-1)."""
        forms, sets = self.forms(rules), self.ruleset(rules).sets
        if sets != MOST_SETS:
            return [form._replace(sets=sets) for form in forms if form.shape != PAIRS]
        return forms if pairs_win(self.rulebook, rules) else [form for form in forms if form.shape != PAIRS]

    def completes(self, rules: Rules, table: Table, seat: int, tile: int) -> bool:
        """Whether a tile completes a seat's hand by a shape of this game; ``win_value`` tells whether it wins."""
        return readiness.completes(table.keys[seat], tile)

    def completions(
        self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld], by: str, flags: frozenset[str]
    ) -> Iterator[tuple[int, WinValue]]:
        """Every kind that completes a hand to a win, with the value of the win."""
        for kind, candidate in self.completed(rules, keys, melds, by, flags):
            win_value = self.win_value(rules, candidate)
            if isinstance(win_value, WinValue):
                yield kind, win_value

    def completed(
        self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld], by: str, flags: frozenset[str]
    ) -> Iterator[tuple[int, CandidateHand]]:
        """Every kind that completes a hand by a shape of this game, with the completed hand."""
        for kind in self.awaited(rules, keys, melds):
            yield kind, self.with_tile(keys, melds, kind, by, flags)

    def awaited(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> list[int]:
        """Every kind that completes a hand by a shape of this game, without kinds of which the hand has every copy (MJ-4.3)."""
        mask = self.waits(rules, keys, melds)
        if not mask:
            return []
        bare, copies = CandidateHand(keys, tuple(melds), None), self.ruleset(rules).copies
        return [kind for kind in kinds_in(mask) if bare.copies(kind) < copies[kind]]

    def ready(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld], flags: frozenset[str] = NO_FLAGS) -> int:
        """The kinds on which a hand would win by itself (MJ-4.3), one bit each; ``flags`` are circumstances of the seat. A shape
        of the table's own may win on discards alone (TBL-2)."""
        if self.shape_wins(rules):
            whole = size(keys) + 3 * len(melds) == self.ruleset(rules).hand
            return sum([1 << kind for kind in self.awaited(rules, keys, melds)]) if whole else 0
        ways = ("draw", "discard") if asks(rules, "on_discard") else ("draw",)
        return sum([1 << kind for kind in {kind for by in ways for kind, _ in self.completions(rules, keys, melds, by, flags)}])

    def with_tile(self, keys: Sequence[int], melds: Sequence[Meld], kind: int, by: str, flags: frozenset[str]) -> CandidateHand:
        """The winning candidate that a hand becomes with one more tile."""
        more = list(keys)
        more[SUIT[kind]] += UNIT[kind]
        return CandidateHand(tuple(more), tuple(melds), kind, by, flags)
