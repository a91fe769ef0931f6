"""The wins of a score sheet: each is judged by the hand that was shown and by the circumstances that its flags name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.core.game.sheets import BAD_SHEET, Unchecked
from referee.mahjong.actions import wins
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import UNSEEN, keys_of
from referee.mahjong.hand.valuation import too_little
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks.priority_checks import won_by_another
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.rules.violation import Violation
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.circumstances import Circumstances
from referee.mahjong.sheet.hands import ShownHands
from referee.mahjong.sheet.kongs import SheetKongs
from referee.mahjong.sheet.plain_hands import least_value
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.table import winning
from referee.mahjong.table.moves import ANGANG, BUGANG, CLAIMS, DISCARD, DRAW, HU, SEATS, Act
from referee.mahjong.table.table import IN, OWES
from referee.rulebook import FindingTemplate

GOES_ON: Final = (DRAW, ANGANG, BUGANG, *CLAIMS)
"""Acts with which the play goes on, so that there must be a wall."""
Hand = Sequence[int]


class SheetWins:
    """Judges wins one by one. ``unchecked``: what was taken on the sheet's word; ``false``: whether a win was none."""

    __slots__ = ("circumstances", "false", "game", "hands", "state", "table", "tags", "unchecked")

    def __init__(self, game: Settlement, state: RoundState, tags: SheetTags, hands: ShownHands, kongs: SheetKongs) -> None:
        self.game, self.state, self.table, self.tags, self.hands = game, state, state.table, tags, hands
        self.circumstances = Circumstances(game, state, tags, kongs)
        self.unchecked: list[Unchecked] = []
        self.false = False

    def offered(self, seat: int) -> bool:
        """Whether another's discard, or the tile of a kong that was just laid, is there to be won on."""
        table = self.table
        there = table.phase != OWES and table.offer is not None and table.offerer != seat and seat not in table.takers
        return there and table.offered in ("discard", "rob") and table.states[seat] == IN

    def wall_was_used_up(self, act: Act) -> bool:
        """Whether this goes on after a win with the last tile. On the last discard others may win; that it is not melded any more
        is found there."""
        last, kind = self.circumstances.last_tile, act.kind
        if not last:
            return False
        if kind == HU:
            return not self.offered(act.seat)
        return kind == DISCARD or kind in GOES_ON and (last == "haidi" or kind not in CLAIMS)

    def win(self, act: Act) -> None:
        """Carry out a win. A false one is noted and stands without a value: nobody knows what the round came to."""
        table, seat = self.table, act.seat
        by = table.offered if self.offered(seat) else "draw"
        self.hands.lay_melds(seat)
        flags = self.circumstances.of_win(seat, by)
        tiles = winning.winning_tiles(table, by)
        refused = checks.unwinnable(self.game, table, by)
        preceded = won_by_another(self.state, seat) if self.state.ruleset.one_winner and by != "draw" else None
        if preceded is not None:
            self.state.note(preceded, seat)
        if not (by == "discard" and table.takers or by == "rob"):
            self.hands.count([tile for tile in tiles if tile is not None], seat)
        if refused is not None:
            self._false(seat, by, refused)
        else:
            self._judge(act, by, flags | self.state.standing(seat), tiles)

    def after_all(self) -> None:
        """Note circumstances of wins that there were not."""
        for seat in self.tags.flags:
            if flags := self.circumstances.without_win(seat):
                checks.at_tag(self.state, checks.nobody(flags), seat)

    # -- hands -----------------------------------------------------------------------------------------------------------------

    def _judge(self, act: Act, by: str, flags: frozenset[str], tiles: tuple[int | None, ...]) -> None:
        """Judge a win by the hand that was shown, as far as it was."""
        seat, tile = act.seat, tiles[0]
        held = self._held(seat, tiles)
        if held is None or UNSEEN in held or self.table.veiled[seat]:
            self._take(act, by, flags, held)
            return
        whole = len(held) > self.hands.size(seat)
        told = tile not in (None, UNSEEN) or "tianhu" in flags
        possible = list(self._candidates(seat, by, flags, held, tiles))
        values = [self.state.win_value(candidate) for candidate in possible]
        winning_values = [value for value in values if isinstance(value, WinValue)]
        self.hands.lay(seat, held)
        stays = self.state.ruleset.winners_stay
        if by == "draw" and not whole and told and possible and not stays:
            self.table.keys[seat] = list(possible[0].keys)
        if not winning_values:
            refusal = next((value for value in values if isinstance(value, FindingTemplate)), None)
            self._false(seat, by, legality.false_win_violation(self.state, by, refusal or self._refusal(seat, by, held)))
            return
        self._stands(act, by, winning_values, told)

    def _held(self, seat: int, tiles: tuple[int | None, ...]) -> list[int] | None:
        """The concealed tiles without the winning one, or with it where it is not known; None where they were not shown, or
        cannot be what was shown. A hand that has won before lies open already."""
        if self.hands.opened[seat]:
            return self.hands.open_tiles(seat)
        shown, size = self.tags.shown.get(seat), self.hands.size(seat)
        if shown is None or len(shown) == size:
            return shown
        if len(shown) != size + 1:
            self.state.note(self.hands.wrong_size(seat), seat)
            return None
        known = [tile for tile in tiles if tile is not None and tile != UNSEEN]
        if not known:
            return shown
        rest = list(shown)
        for tile in (*known, UNSEEN):
            if tile in rest:
                rest.remove(tile)
                return rest
        self.state.note(checks.not_shown(known), seat)  # MJ-2.2
        return None

    def _candidates(
        self, seat: int, way: str, flags: frozenset[str], held: list[int], tiles: tuple[int | None, ...]
    ) -> Iterator[CandidateHand]:
        """The hands that this may be: one where the winning tile is known."""
        game, rules, melds = self.game, self.state.rules, tuple(self.table.melds[seat])
        by = winning.valued_as(self.table, way)
        keys, ghost = keys_of(held), self.state.ruleset.ghost
        if len(held) > self.hands.size(seat):
            winners = [None] if tiles[0] is None else [tile for tile in dict.fromkeys(held) if way == "draw" or tile != ghost]
            yield from [CandidateHand(tuple(keys), melds, tile, by, flags) for tile in winners]
            return
        known = [tile for tile in tiles if tile is not None and tile != UNSEEN]
        if known:
            yield from [game.with_tile(keys, melds, tile, by, flags) for tile in known]
            return
        completed = list(game.completed(rules, keys, melds, by, flags))
        yield from [candidate for tile, candidate in completed if tile != ghost]
        if completed and ghost is not None and way == "draw":
            yield game.with_tile(keys, melds, ghost, by, flags)

    def _refusal(self, seat: int, by: str, held: Hand) -> FindingTemplate:
        """Why a hand that is not ready does not win."""
        refused = self.state.win_value(CandidateHand(tuple(keys_of(held)), tuple(self.table.melds[seat]), None, by))
        assert isinstance(refused, FindingTemplate)
        return refused

    # -- what stands -----------------------------------------------------------------------------------------------------------

    def _stands(self, act: Act, by: str, values: list[WinValue], told: bool) -> None:
        """Settle a winning hand; of several that it may be, the one with the value that was called, else the dearest. Where none
        was called and they differ, nobody knows what it was worth."""
        state, seat = self.state, act.seat
        win_value = next((value for value in values if value.value == act.value), max(values, key=lambda value: value.rank))
        known = len({value.value for value in values}) == 1
        if not known:
            self.unchecked.append(Unchecked("tile", SEATS[seat], state.number))
        for violation in legality.win_violations(state, seat, by, win_value):
            state.note(violation, seat)
        wrong = legality.claimed_value_violation(act.value, win_value, state.rules)
        if wrong:
            state.note(wrong, seat)
        candidate = win_value.reading.candidate
        state.won_with.setdefault(seat, []).append(candidate)
        self._lay_apart(seat, by)
        tile = candidate.tile if told else UNSEEN
        if known or act.value is not None:
            wins.stands(state, self.game, seat, by, tile, win_value.value, win_value.fans)
        else:
            state.determined = False
            wins.stands(state, self.game, seat, by, tile, None)

    def _take(self, act: Act, by: str, flags: frozenset[str], held: list[int] | None) -> None:
        """Take the value that was called for a hand of which tiles are unseen, unless the seen ones refute it."""
        state, table, seat = self.state, self.table, act.seat
        tile = winning.winning_tiles(table, by)[0]
        seen = [kind for kind in (*(held or ()), tile) if kind is not None and kind != UNSEEN]
        candidate = CandidateHand(tuple(keys_of(seen)), tuple(table.melds[seat]), tile, by, flags)
        refuted = self.game.refuted(state.rules, candidate)
        if held is None:
            self.hands.opened[seat] = True
        else:
            self.hands.lay(seat, held)
        if refuted is not None:
            self._false(seat, by, checks.refuted(refuted, tile))
            return
        if act.value is None:
            state.determined = False
        else:
            valued = winning.valued_as(table, by)
            unworthy = too_little(state.rules, valued, act.value) or self._refuted_value(act.value, valued, flags)
            if unworthy is not None:
                state.note(checks.worth(unworthy, act.value), seat)
            self.unchecked.append(Unchecked("value" if held is None else "hand", SEATS[seat], state.number))
        self._lay_apart(seat, by)
        wins.stands(state, self.game, seat, by, tile, act.value)

    def _refuted_value(self, value: int, by: str, flags: frozenset[str]) -> FindingTemplate | None:
        """The finding on a value that no hand can have under these circumstances; None where hands are valued by a clause that is
        not refereed (TBL-17)."""
        rules = self.state.rules
        if checks.takes_any_value(rules):
            return None
        below = value < least_value(self.game, rules, by, flags)
        return self.game.refuted_value(rules, by, value) or (BAD_SHEET if below else None)

    def _false(self, seat: int, by: str, violation: Violation) -> None:
        """Note a false win (MJ-4.2); the round is not settled."""
        state, table = self.state, self.table
        if state.hooks.refused_win and not state.is_unrefereed(violation.raises):
            wins.stops(state, violation._replace(halts=True, false_win=True), seat)
            return
        state.note(violation._replace(halts=False), seat)
        self.false, state.determined = True, False
        if by == "rob" and not (winning.robbable(table) and table.rivers[table.offerer]):
            table.rivers[table.offerer].append((UNSEEN if table.offer is None else table.offer, state.number))
        tile = winning.winning_tiles(table, by)[0]
        self._lay_apart(seat, by)
        wins.stands(state, self.game, seat, by, tile, None)

    def _lay_apart(self, seat: int, by: str) -> None:
        """Where winners stay in, make a hand one that the winning tile can leave: put the tile drawn into it; of a hand that was
        shown with it nobody knows which it is, except of one that won as dealt."""
        table, hands = self.table, self.hands
        if not self.state.ruleset.winners_stay:
            return
        if table.size(seat) > hands.size(seat):
            if by != "draw":
                hands.spend(seat, (UNSEEN,))
            elif table.drawn is not None or table.hidden(seat):
                hands.blur(seat)
        elif by == "draw":
            if table.drawn is None:
                table.drawn = UNSEEN
            table.give(seat, table.drawn)
