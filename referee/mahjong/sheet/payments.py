"""Who pays whom how much for one win. The hand of a question is put on a score sheet of one round, and the sheet is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from referee.core.game.hand_specification import QueryError, shown
from referee.core.game.protocol import Start
from referee.core.game.round_form import MoveTemplate
from referee.core.game.sheets import SHEET
from referee.core.record import NO_MOVE, Move, Record, Round
from referee.core.texts import Texts
from referee.core.verdict import JSON, RoundVerdict
from referee.mahjong.analysis.hand_query import is_replaced
from referee.mahjong.analysis.hand_question import read_meld
from referee.mahjong.hand.circumstances import CONDITIONS, DEALER, NOT_DEALER
from referee.mahjong.hand.tiles import KIND_OF, NAMES, kinds, text
from referee.mahjong.ledger import WITH_A_WIN
from referee.mahjong.rules.checks.beside_checks import MOST_PIAO, PIAO_TAG
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.sheet.play import SheetPlay
from referee.mahjong.sheet.tags import WRITTEN
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.notation import moves
from referee.rulebook import Rules

TEXTS: Final = Texts(__file__)
FIELD: Final = "payments"
EXPECTED: Final = '{"winner": "S", "from": "W", "dealer": "E"}'
SINGLE: Final = "12"
"""Dice that double nothing (TBL-18): the points of one unit are those that are asked for."""
ADDED: Final = "bugang:"
PENG: Final = 3
"""How many tiles a peng has."""
MOST_BASE: Final = 1_000_000
Begin = Callable[[Record, Rules, int, Round, tuple[Round, RoundVerdict] | None], Start]


class Seats(NamedTuple):
    """Who won, whose tile it was (of an own draw: who fed the kong before it; None where nobody did), who dealt."""

    winner: str
    source: str | None
    dealer: str


def with_dealer(query: dict[str, JSON]) -> dict[str, JSON]:
    """The question, with whether the winner deals where ``payments`` tells. Raises QueryError where both tell and differ."""
    asked = query.get(FIELD)
    if not isinstance(asked, dict) or asked.get("dealer") is None:
        return query
    dealt = asked["dealer"] == asked.get("winner")
    if query.get("dealer", dealt) != dealt:
        raise QueryError("dealer", TEXTS("dealer-twice"))
    return {**query, "dealer": dealt}


def payments(game: GameRules, begin: Begin, rules: Rules, query: Mapping[str, JSON]) -> dict[str, JSON]:
    """The transfers that a winning hand brings, without what its kongs brought before, and each seat's points.

    Where tiles are to be turned after the win and are not told, ``turn`` says how many. They are not in the points then; where
    the whole payment depends on them, there are none.
    Raises QueryError.
    """
    ruleset, seats = game.ruleset(rules), _seats(game, rules, query)
    asked = query[FIELD]
    assert isinstance(asked, dict)
    base = _base(asked.get("base"), game.rulebook.base)
    sheet = _sheet(game, rules, query, seats)._replace(tags=_tags(query, asked, ruleset, seats))
    record = Record(game.rulebook.id, base=base, rounds=(sheet,))
    play = begin(record, rules, base, sheet, None).play
    assert isinstance(play, SheetPlay)
    play.moves(sheet.moves)
    due = next(_to_turn(play), None)
    if due is not None and "turned" in asked:
        play.move(len(sheet.moves) + 1, _turn(game, due, asked["turned"]))
        due = None
    if due is None:
        play.finish()
    state = play.round.state
    if state.findings:
        raise QueryError(FIELD, state.findings[0].message)
    lines = [line for line in state.ledger.ordered() if line.reason in WITH_A_WIN and line.payee == seats.winner]
    scores = dict.fromkeys(SEATS[: state.seats] if lines or due is None else "", 0)
    for line in lines:
        scores[line.payer] -= line.points
        scores[line.payee] += line.points
    told: list[JSON] = [{name: fact for name, fact in line.as_dict().items() if name != "move"} for line in lines]
    found: dict[str, JSON] = {"dealer": seats.dealer, "base": base, "scores": {**scores}, "lines": told}
    return {**found, "turn": due.most} if due is not None else found


# -- what is asked ---------------------------------------------------------------------------------------------------------------


def _seats(game: GameRules, rules: Rules, query: Mapping[str, JSON]) -> Seats:
    """The seats that are told. Where nothing is said of the dealer, it is the first who can be."""
    asked, letters = query[FIELD], SEATS[: game.ruleset(rules).seats]
    if not isinstance(asked, dict):
        raise QueryError(FIELD, TEXTS("payments", expected=EXPECTED, got=shown(asked)))
    for name in ("winner", "from", "dealer"):
        seat = asked.get(name)
        if seat not in [*letters] and (name == "winner" or seat is not None):
            raise QueryError(FIELD, TEXTS("seat", name=name, allowed=" ".join(letters), got=shown(seat)))
    winner, source, dealer = asked["winner"], asked.get("from"), asked.get("dealer")
    if winner == source:
        raise QueryError(FIELD, TEXTS("own-tile"))
    if dealer is None:
        dealt = query.get("dealer")
        can = [dealt] if isinstance(dealt, bool) else [one for one in (True, False) if _may_deal(game, rules, query, one)]
        dealer = next((letter for letter in letters if (letter == winner) in can), winner)
    return Seats(str(winner), None if source is None else str(source), str(dealer))


def _may_deal(game: GameRules, rules: Rules, query: Mapping[str, JSON], dealt: bool) -> bool:
    """Whether the circumstances let the winner be the dealer, or not be the dealer."""
    moments = CONDITIONS[DEALER if dealt else NOT_DEALER]
    return all(game.moments_of(rules, flag) & moments for flag in _words(query, "flags"))


def _base(given: JSON, usual: int) -> int:
    if given is None:
        return usual
    if isinstance(given, bool) or not isinstance(given, int) or not 0 < given <= MOST_BASE:
        raise QueryError(FIELD, TEXTS("base", most=MOST_BASE, got=shown(given)))
    return given


def _tags(query: Mapping[str, JSON], asked: Mapping[str, JSON], ruleset: Ruleset, seats: Seats) -> dict[str, str]:
    """The tags of the sheet: the hand, its melds, the circumstances, everybody's piao."""
    flags, melds, piao = _words(query, "flags"), _words(query, "melds"), asked.get("piao", {})
    if not isinstance(piao, dict) or not all(_is_piao(one) for one in piao.values()) or {*piao} - {*SEATS[: ruleset.seats]}:
        raise QueryError(FIELD, TEXTS("piao", most=MOST_PIAO, got=shown(piao)))
    written = [f"peng:{text(_peng(meld, ruleset))}" if meld.startswith(ADDED) else meld for meld in melds]
    tags = {
        "Kind": SHEET,
        f"Shown.{seats.winner}": str(query.get("hand", "")),
        f"Flags.{seats.winner}": " ".join(flags),
        f"Melds.{seats.winner}": " ".join(meld for meld in written if meld.partition(":")[0] in WRITTEN),
        **{PIAO_TAG + seat: str(figure) for seat, figure in piao.items()},
    }
    if query.get("by") == "rob" and (held := _held(query, ruleset)):
        assert ruleset.ghost is not None
        peng = [KIND_OF[str(query["win"])]] * (PENG - held) + [ruleset.ghost] * held
        tags[f"Melds.{seats.source}"] = f"peng:{text(peng)}"
    return {name: value for name, value in tags.items() if value}


def _held(query: Mapping[str, JSON], ruleset: Ruleset) -> int:
    """How many tiles of the winning one's kind the winner has beside it; ghosts stand for them in the kong that is robbed."""
    melds = [tile for meld in _words(query, "melds") for tile in read_meld(meld, ruleset).tiles]
    return [*kinds(str(query.get("hand", ""))), *melds].count(KIND_OF[str(query["win"])])


def _words(query: Mapping[str, JSON], field: str) -> list[str]:
    found = query.get(field, [])
    assert isinstance(found, list)
    return [str(one) for one in found]


def _is_piao(figure: JSON) -> bool:
    return isinstance(figure, int) and not isinstance(figure, bool) and 0 <= figure <= MOST_PIAO


# -- the sheet -------------------------------------------------------------------------------------------------------------------


def _sheet(game: GameRules, rules: Rules, query: Mapping[str, JSON], seats: Seats) -> Round:
    """The kongs of the winner, a kong of the discarder where the win is after it, and the win."""
    winner, by, tile = seats.winner, query.get("by", "draw"), query["win"]
    after_kong = any(is_replaced(game, rules, flag) for flag in _words(query, "flags"))
    if by != "draw" and seats.source is None:
        raise QueryError(FIELD, TEXTS("from"))
    kongs = [*_kongs(query, game.ruleset(rules), seats)]
    if by == "draw" and seats.source is not None and not (after_kong and any(kong.fed for kong in kongs)):
        raise QueryError(FIELD, TEXTS("no-feeder"))
    kongs.sort(key=lambda kong: kong.fed == (seats.source is not None))
    if by == "draw" and after_kong and seats.source is None and kongs and kongs[-1].fed:
        raise QueryError(FIELD, TEXTS("feeder"))
    tokens = [token for kong in kongs for token in kong.tokens]
    if "gangshangpao" in _words(query, "flags"):
        tokens.append(f"{seats.source}.angang:?")
    brought = {"draw": f"{winner}+{tile}", "discard": f"{seats.source}-{tile}", "rob": f"{seats.source}.bugang:{tile}"}
    return Round(1, moves([*tokens, brought[str(by)], f"{winner}.hu"], game.rulebook.id), dealer=seats.dealer, dice=SINGLE)


class Kong(NamedTuple):
    """A kong of the winner: whether another fed it, and the moves that lay it."""

    fed: bool
    tokens: tuple[str, ...]


def _kongs(query: Mapping[str, JSON], ruleset: Ruleset, seats: Seats) -> Iterator[Kong]:
    other = seats.source or next(letter for letter in SEATS if letter != seats.winner)
    for meld in _words(query, "melds"):
        word, _, tiles = meld.partition(":")
        if word == "gang":
            natural, *own = read_meld(meld, ruleset).tiles
            yield Kong(True, (f"{other}-{NAMES[natural]}", f"{seats.winner}.gang:{text(own)}"))
        elif word == "angang":
            yield Kong(False, (f"{seats.winner}.angang:{tiles}",))
        elif word == "bugang":
            natural, added = read_meld(meld, ruleset).tile, _added(meld, ruleset)
            stands = "" if added == natural else f"={NAMES[natural]}"
            yield Kong(False, (f"{seats.winner}.bugang:{NAMES[added]}{stands}",))


def _peng(meld: str, ruleset: Ruleset) -> list[int]:
    """The peng to which a tile was added."""
    tiles = [*read_meld(meld, ruleset).tiles]
    tiles.remove(_added(meld, ruleset))
    return tiles


def _added(meld: str, ruleset: Ruleset) -> int:
    """The tile that was added to a peng: a natural one, unless the peng needs it."""
    lowest, second, *_ = read_meld(meld, ruleset).tiles
    return lowest if lowest == second else second


def _to_turn(play: SheetPlay) -> Iterator[MoveTemplate]:
    """The tiles that are to be turned after the win: horses, birds."""
    state = play.round.state
    for mechanism in state.hooks.mechanisms:
        yield from mechanism.templates(state)


def _turn(game: GameRules, due: MoveTemplate, turned: JSON) -> Move:
    """The move that turns these tiles. Raises QueryError where they are not as many as are due."""
    try:
        (move,) = moves([f"{due.head}{turned}"], game.rulebook.id)
    except ValueError:
        move = NO_MOVE
    if not isinstance(turned, str) or not due.least <= len(kinds(move.text)) <= due.most:
        raise QueryError(FIELD, TEXTS("turned", n=due.most, got=shown(turned)))
    return move
