"""What players do before the first discard: the exchange of tiles, the declaration of a suit; and late kongs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee import registry
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import DECLARED, Meld
from referee.mahjong.hand.distance import Form, distance
from referee.mahjong.hand.tiles import kinds, text
from referee.mahjong.mechanisms.kongs.late_kongs import LateKongs
from referee.mahjong.mechanisms.opening.declared_suit import DeclaredSuit
from referee.mahjong.mechanisms.opening.exchange import Exchange
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.notation import grammar_of
from referee.record import Round
from referee.rulebook import FindingTemplate, Rules

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)
MISSING, TWICE, BROKEN, BAD = (FAIR.rulebook[clause] for clause in ("SCM-1.2", "SCM-2.1", "SCM-2.2", "SCM-2.3"))
CODES = {clause.id: next(iter(clause.findings)) for clause in (MISSING, TWICE, BROKEN, BAD)}
MARKS = dict.fromkeys(DECLARED, {"zh": "缺", "en": "Without"})
HANDS = {"E": "112233445699p44s", "S": "123456789m1123s", "W": "123456789p5777s", "N": "111222333m8899s"}


def raising(clause: object) -> FindingTemplate:
    """A finding of a clause that nothing else in these rounds raises."""
    return clause.raises(CODES[clause.id])  # type: ignore[attr-defined]


def played(tokens: str, exchange: bool = False, tags: dict[str, str] | None = None) -> MahjongPlay:
    """A round with a declared suit, and with an exchange before it, as far as these moves go."""
    rules = FAIR.rulebook.rules("")
    assert isinstance(rules, Rules)
    moves = tuple(found for token in tokens.split() if (found := grammar_of().move(token)))
    header = Round(1, moves, dealer="E", hands=HANDS, tags=tags or {})
    state = RoundState(FAIR, rules, Deal(FAIR.ruleset(rules), header), 1, header)

    class Opening(type(FAIR)):  # type: ignore[misc]
        def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
            suits = raising(MISSING), raising(TWICE), raising(BROKEN), MARKS
            if not exchange:
                return (DeclaredSuit(round_, *suits),)
            first = Exchange(round_, raising(BAD), raising(MISSING), {"zh": "換", "en": "Out"})
            return (first, DeclaredSuit(round_, *suits, first))

    play = MahjongPlay(MahjongRound(Opening(), state), {})
    play.moves(header.moves)
    return play


def found(play: MahjongPlay) -> list[tuple[int, str | None, str]]:
    return [(finding.move, finding.seat, finding.clause) for finding in play.findings]


def hands(play: MahjongPlay) -> list[str]:
    table = play.round.state.table
    return [text(kind for kind, number in table.may_hold(seat).items() for _ in range(number)) for seat in range(4)]


QUE = "E.que:s S.que:p W.que:m N.que:p "
OUT = "E.huansan:112p S.huansan:123m W.huansan:123p N.huansan:111m "


def test_everybody_declares_before_anything_else_in_any_order() -> None:
    assert found(played("N.que:p W.que:m E.que:s S.que:p E-4s")) == []
    assert found(played("E.que:s W.que:m E.fa:warning E-4s S.que:p")) == [(4, "S", MISSING.id), (4, "N", MISSING.id)]
    assert found(played("E.que:s E.que:p S.que:p W.que:m N.que:p E-1p")) == [(2, "E", TWICE.id), (6, "E", BROKEN.id)]


@pytest.mark.parametrize("word", ["", ":z", ":mp", ":??"])
def test_only_a_suit_can_be_declared(word: str) -> None:
    play = played(f"E.que{word}")
    assert [finding.code for finding in play.findings] == ["unknown-verb"]
    assert play.round.state.to_act() == [0, 1, 2, 3]


def test_the_declared_suit_is_discarded_first_melded_never_and_bars_a_hand() -> None:
    assert found(played(QUE + "E-4s S+9s S-1m")) == []
    assert found(played(QUE + "E-1p")) == [(5, "E", BROKEN.id)]
    assert found(played(QUE + "E-4s S+1p S-1m W.peng")) == [(7, "S", BROKEN.id), (8, "W", "MJ-2.2")]
    assert found(played("E.que:s S.que:p W.que:m N.que:m E-4s S+5s S-1m N.gang")) == [(8, "N", BROKEN.id)]
    play = played("E.que:s S.que:s W.que:m N.que:m E-4s")
    state = play.round.state
    barred = [winning.candidate(state.table, seat, None, "draw", state.standing(seat)).barred() for seat in range(4)]
    assert barred == [True, True, False, True]


def test_what_is_declared_is_told_and_offered() -> None:
    play = played("E.que:s")
    assert play.round.state.to_act() == [1, 2, 3]
    assert {"S.que:m", "N.que:s"} <= set(play.candidates())
    assert [len(seat["marks"]) for seat in play.frame(None)["seats"]] == [1, 0, 0, 0]  # type: ignore[index,union-attr,arg-type]
    assert [seat["barred"] for seat in play.frame(None)["seats"]] == [["s"], [], [], []]  # type: ignore[index,union-attr,arg-type]
    assert [form.barred for form in FAIR.forms_of(play.round.state, 0)] == [4, 4]


@pytest.mark.parametrize(("says", "steps"), [("next", 1), ("across", 2), ("previous", 3)])
def test_tiles_change_hands_as_the_tag_says(says: str, steps: int) -> None:
    play = played(OUT + QUE + "E-4s", exchange=True, tags={"Exchange": says})
    assert found(play) == []
    got = ["112p", "123m", "123p", "111m"]
    before = {seat: kinds(HANDS[seat]) for seat in SEATS}
    for seat, tiles in enumerate(got):
        for kind in kinds(tiles):
            before[SEATS[seat]].remove(kind)
            before[SEATS[(seat + steps) % 4]].append(kind)
    before["E"].remove(kinds("4s")[0])
    assert hands(play) == [text(sorted(before[seat])) for seat in SEATS]


def test_an_exchange_that_somebody_has_no_part_in_is_taken_back() -> None:
    play = played("E.huansan:112p W.huansan:123p " + QUE + "E-4s", exchange=True)
    assert found(play) == [(3, "S", MISSING.id), (3, "N", MISSING.id)]
    assert sum(map(len, hands(play))) == sum(len(hand) for hand in hands(played(QUE + "E-4s")))


def test_three_tiles_of_one_suit_are_laid_out_and_once() -> None:
    assert found(played("E.huansan:12p S.huansan:12m1s N.huansan:1111m", exchange=True)) == [
        (1, "E", BAD.id),
        (2, "S", BAD.id),
        (3, "N", "MJ-2.2"),
    ]
    assert found(played("E.huansan:112p E.huansan:334p", exchange=True)) == [(2, "E", BAD.id)]
    assert found(played(OUT + "E.huansan:334p " + QUE + "E-4s", exchange=True)) == [(5, "E", BAD.id)]


def test_laying_out_is_asked_before_the_suit() -> None:
    play = played("E.huansan:112p", exchange=True)
    assert play.round.state.to_act() == [1, 2, 3]
    assert [template.head for template in play.templates() if template.usual] == ["S.huansan:", "W.huansan:", "N.huansan:"]
    assert not any(".que" in token for token in play.candidates())


def test_no_hand_gets_nearer_by_a_declared_suit() -> None:
    keys, copies = [0o111111111, 0o1111, 0, 0], (4,) * 27 + (0,) * 7
    free, bound = distance((Form(suits=2),), copies, keys, ()), distance((Form(suits=2, barred=2),), copies, keys, ())
    assert free is not None
    assert bound is not None
    assert (free.steps, bound.steps) == (0, 4)
    assert not bound.nearer >> 9 & 0o777
    assert distance((Form(suits=2, barred=2),), copies, keys, (Meld("peng", 9, (9, 9, 9)),)) is None


@pytest.mark.parametrize(("same_turn", "paid"), [(True, 1), (False, 0)])
def test_a_kong_laid_before_it_makes_an_added_one_late_where_only_the_tile_just_drawn_counts(same_turn: bool, paid: int) -> None:
    play = played(QUE)
    state = play.round.state
    kongs, table, act = LateKongs(state, same_turn), state.table, object()
    for drawn in ("5p", "7m"):
        table.drawn = kinds(drawn)[0]
        kongs.before_act(act)  # type: ignore[arg-type]
        table.drawn = None
    assert kongs.multiplies(Laying(0, "added", kinds("5p")[0], 9)) == paid
    assert kongs.multiplies(Laying(0, "added", kinds("7m")[0], 9)) == 1
