"""衡陽麻將 as the mahjong core asks for it: its table, what wins, the moves that only it has, who deals next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.games.hengyang import declarations, dice, fans, payment, sea_bottom
from referee.games.hengyang.clauses import HYM
from referee.games.hengyang.options import Options
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand import readiness
from referee.mahjong.hand.distance import FREE, PAIRS, Form
from referee.mahjong.hand.fans import OF_258, CandidateHand, Meld, WinValue
from referee.mahjong.hand.tiles import KINDS, RANK, UNSEEN, listed
from referee.mahjong.mechanisms import birds
from referee.mahjong.rules import checks
from referee.mahjong.state import RoundState
from referee.mahjong.table import wall_break
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.mahjong.table.table import KONG, Laying, Table
from referee.record import Record, Round
from referee.round_form import MoveTemplate
from referee.rulebook import Raise, Rules
from referee.verdict import JSON, Finding, RoundVerdict, Text, Win

NOT_WINNING: Final = HYM["HYM-4.14"].raises("not-winning")
NO_258_PAIR: Final = HYM["HYM-4.14"].raises("not-winning")
NEEDS_PAIR: Final = "need-258-pair"
"""Why a complete hand does not win (HYM-4.14)."""
WRONG_BREAK: Final = HYM["HYM-1.3"].raises("wrong-break")
NO_ROBBING: Final = HYM["HYM-2.2"].raises("not-winning")

PAIR_TILES: Final = sum(1 << kind for kind in range(KINDS) if kind < 27 and RANK[kind] in OF_258)
"""The nine 將 tiles, one bit a kind (HYM-1.1)."""

PAIR_RANKS: Final = sum(1 << rank - 1 for rank in OF_258)
FORMS: Final = (Form(pair_ranks=PAIR_RANKS), Form(runs=False), Form(suits=1), Form(PAIRS), Form(FREE, pair_ranks=PAIR_RANKS))


class Hengyang(MahjongGame):
    """衡陽麻將."""

    id = "hengyang"
    rulebook = HYM
    flags: ClassVar = {
        "gangshanghua": ("draw",),
        "dice": ("draw",),
        "haidi": ("draw",),
        "tianhu": ("draw",),
        "dihu": ("discard",),
    }
    unit: ClassVar = {"zh": "{} 番", "en": "{} fan"}
    fan_unit: ClassVar = {"zh": "{} 番", "en": "{} fan"}
    own: ClassVar = {
        checks.LAST_DISCARD_ONLY_WON: HYM["HYM-2.4"].raises("no-claimable-discard"),
        checks.ONE_OF_TWO: HYM["HYM-2.5"].raises("no-claimable-discard"),
    }
    chi_from_previous = HYM["HYM-2.1"].raises("chi-wrong-seat")
    no_robbing = NO_ROBBING
    sea_bottom = HYM["HYM-2.4"].raises("hand-locked")
    dice_tiles = HYM["HYM-2.5"].raises("hand-locked")
    birds_by_dealer = HYM["HYM-5.5"].raises("not-your-turn")
    wrong_birds = HYM["HYM-5.5"].raises("wrong-birds")
    birds_missing = HYM["HYM-5.5"].raises("birds-missing")
    moves: ClassVar = {"ban": declarations.declare, "dice": dice.cast, "niao": birds.turn}
    break_dice = 2
    breaks: ClassVar = tuple(f"{seat} {stack}" for seat in SEATS for stack in range(1, 7))

    def ruleset(self, rules: Rules) -> Ruleset:
        """108 suit tiles, four players, runs are claimed, no kong is robbed (HYM-1.1, HYM-2.1, HYM-2.2)."""
        return _ruleset(Options.of(rules).birds)

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | Raise:
        """The 番 of a win by each reading, any big one before a small one (HYM-4.2)."""
        if candidate.by == "rob":
            return NO_ROBBING
        if not candidate.whole():
            return NOT_WINNING
        found = fans.valued(candidate, Options.of(rules).self_draw_bonus)
        if found:
            return sorted(found, key=lambda win_value: -win_value.rank) if len(found) > 1 else found
        return NO_258_PAIR if readiness.complete(candidate.keys) else NOT_WINNING

    def why(self, refusal: Raise) -> Mapping[str, JSON]:
        """A hand that only lacks the pair of 2, 5 or 8 is told so (HYM-4.14)."""
        return {"reason": NEEDS_PAIR, "expected": NEEDS_PAIR} if refusal is NO_258_PAIR else {}

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """Besides the shapes, any 將 tile completes a hand of nothing else (HYM-4.3)."""
        held = {*listed(keys), *(tile for meld in melds for tile in meld.tiles)}
        plain = readiness.waits(keys)
        return plain | PAIR_TILES if all(PAIR_TILES >> kind & 1 for kind in held) else plain

    def forms(self, rules: Rules) -> Sequence[Form]:
        """Sets and a pair of 2, 5 or 8; what wins without such a pair; seven pairs; 將 tiles in any shape (HYM-4.1, HYM-4.13)."""
        return FORMS

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡 (HYM-4.12), and the declarations that count with the own small win (HYM-3.2)."""
        yield from declarations.flags(round_, seat)
        if by == "discard" and _first_discard(round_.table):
            yield "dihu"

    def lies_open(self, round_: RoundState, seat: int) -> bool:
        """A hand that was declared does, for three rounds of turns (HYM-3.3)."""
        return declarations.lies_open(round_, seat)

    def marks(self, round_: RoundState, seat: int) -> Sequence[Text]:
        """扳牌, each kind that was declared."""
        return [declarations.NAMES[word] for declarer, word in round_.declared if declarer == seat]

    def own_moves(self, round_: RoundState) -> Iterable[str]:
        """扳牌, every kind by every seat (HYM-3.1)."""
        seats = () if round_.state else SEATS
        return (f"{letter}.ban:{word}" for letter in seats for word in declarations.NAMES)

    def own_templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """打骰: two dice by who has just laid a kong (HYM-2.5)."""
        table = round_.table
        if table.phase == KONG and not round_.dice:
            faces = dict.fromkeys("123456", 2)
            yield MoveTemplate(f"{SEATS[table.turn]}.dice:", faces, 2, 2, table.hidden(table.turn) or round_.ready(table.turn))

    def bird(self, round_: RoundState, kind: int) -> int | None:
        """By its rank, counted from the dealer (HYM-5.5)."""
        return None if kind == UNSEEN else payment.bird_seat(round_.table.dealer, kind)

    def refuted(self, rules: Rules, candidate: CandidateHand) -> Raise | None:
        """The seen tiles alone never refute a win: the unseen ones may be what it needs."""
        return None

    def passed(self, round_: RoundState, seat: int) -> None:
        """With one tile left the player to draw declines it (HYM-2.4)."""
        sea_bottom.decline(round_, seat)

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Birds are turned after the win, once (HYM-5.5)."""
        return act.verb == "niao" and round_.outcome == "win" and round_.birds is None

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """Of two dice the larger names the side, the smaller the stack (HYM-1.3)."""
        faces = wall_break.dice_of(round_)
        if faces is None:
            return ()
        side = wall_break.side(round_, max(faces) - 1)
        return wall_break.compare(WRONG_BREAK, round_, None if side is None else f"{side} {min(faces)}")

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """A kong is paid at once (HYM-5.4)."""
        return payment.kong(round_, laying)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """What a win costs is known when the birds are (HYM-5.6)."""

    def drawn(self, round_: RoundState) -> None:
        """A drawn round costs nothing."""

    def ended(self, round_: RoundState) -> None:
        """All wins are paid, with the birds (HYM-5.1 to HYM-5.3, HYM-5.6)."""
        payment.settle(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The winner; the dealer stays where nobody won, and where several won on the dealer's discard (HYM-1.2)."""
        table, winners = round_.table, [SEATS.index(win.seat) for win in round_.wins]
        if not winners or len(winners) > 1 and table.offerer == table.dealer:
            return table.dealer
        return min(winners, key=table.distance)


def _first_discard(table: Table) -> bool:
    """Whether the dealer's first discard is on offer: two tiles where dice gave two (HYM-4.12)."""
    return table.offerer == table.dealer and table.discards[table.dealer] == (1 if table.also is None else 2)


@lru_cache(maxsize=3)
def _ruleset(birds_turned: int) -> Ruleset:
    return Ruleset(seats=4, copies=suited(), chi=True, robbed=frozenset(), birds=birds_turned)
