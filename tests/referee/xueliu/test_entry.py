"""What entry by hand and reviews are told of 血流成河: the exchange and the declarations to be picked, no breach advised."""

from __future__ import annotations

import referee
from referee.core import registry
from referee.core.game.round_form import HasRoundForm
from referee.core.replay import set_up
from referee.core.scoring import rules_of
from referee.mahjong.play import MahjongPlay
from tests.golden import HOME
from tests.oracle import part

GAME = registry.find("xueliu")
assert GAME is not None


def test_the_form_of_a_round_asks_where_the_exchanged_tiles_go() -> None:
    assert isinstance(GAME, HasRoundForm)
    asked = {rules: dict(GAME.round_form(rules_of(GAME, rules)).choices) for rules in ("", "xueliu exchange=off")}
    assert asked == {"": {"Exchange": ("next", "across", "previous")}, "xueliu exchange=off": {}}
    terms = GAME.rulebook.words.of("terms")
    assert {"Exchange", "next", "across", "previous"} <= terms.keys()


def test_exchange_then_declarations_are_what_can_be_picked() -> None:
    record = referee.parse((HOME / "xueliu" / "clean-01.ppn").read_bytes())
    seen = []
    for made in range(9):
        round_, start = set_up(record._replace(rounds=(record.rounds[0],)), 1)
        play = start.play
        assert isinstance(play, MahjongPlay)
        play.moves(round_.moves[:made])
        usual = {template.head.partition(".")[2] for template in play.templates() if template.usual}
        declared = {token.partition(".")[2] for token in play.candidates() if ".que" in token}
        seen.append((usual, declared))
    assert seen[:4] == [({"huansan:"}, set())] * 4
    assert seen[4:8] == [(set(), {"que:m", "que:p", "que:s"})] * 4
    assert seen[8] == (set(), set())


def test_no_review_advises_a_discard_that_breaks_the_declared_suit_or_a_locked_hand() -> None:
    locked = declared = 0
    for seed in range(2):
        match = part("xueliu", "match").match(seed)
        record = referee.parse(match.text())
        for number, sheet in enumerate(match.sheets, 1):
            turns = {turn["move"]: turn for turn in referee.review(record, number)["turns"]}  # type: ignore[union-attr, index]
            table = sheet.played
            suits = {token[0]: token[-1] for token in sheet.moves if ".que:" in token}
            won: set[str] = set()
            for move, token in enumerate(sheet.moves, 1):
                seat, choices = token[0], [choice["discard"] for choice in turns.get(move, {"choices": []})["choices"]]
                if seat in won and table.stays and choices:
                    assert choices == [turns[move]["drawn"]]
                    locked += 1
                elif any(tile[1] == suits.get(seat) for tile in choices):
                    assert {tile[1] for tile in choices} == {suits[seat]}
                    declared += 1
                won |= {seat} if token[1:].partition(":")[0] == ".hu" else set()
    assert locked > 5
    assert declared > 5
