"""What the reference of the notation says is what reader and referee do, sentence by sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import referee
from referee.notation.ppn.tags import ROUND_TAGS
from referee.verdict import RoundVerdict
from tests.referee.notation.texts import canonical, error_of, match, round_of

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "notation.md"
UNSEEN = dict.fromkeys("ESWN", "?")
READY = "4p111222333m99m8s"
"""Ready for a 5p once a 6p has come for the 8s."""
ROBBED = "E-5p N.peng N-1s E+2s E-2s S+6p S-8s W+3s W-3s N+5p N.bugang:5p S.hu"
BOTH = {**UNSEEN, "S": "46p111222333m99m", "W": "46p444555666m88m"}


def judged(moves: str, hands: dict[str, str], head: str = "", tags: str = "") -> RoundVerdict:
    """The verdict on a round in which East begins."""
    dealt = "".join(f'[Hand.{seat} "{hand}"]\n' for seat, hand in hands.items())
    return referee.verify(referee.parse(match(moves, tags=f'[Dealer "E"]\n{dealt}{tags}', head=head))).rounds[0]


def codes(verdict: RoundVerdict) -> list[tuple[int, str]]:
    return [(finding.move, finding.code) for finding in verdict.findings if finding.code != "round-not-finished"]


def test_robbed_kong_is_written_as_the_kong_and_then_the_win() -> None:
    verdict = judged(ROBBED, {**UNSEEN, "S": READY}, head='[Rules "putong"]\n')
    assert codes(verdict) == []
    assert [(win.seat, win.source, win.by, win.tile) for win in verdict.wins] == [("S", "N", "rob", "5p")]
    assert verdict.kongs == ()


def test_several_winners_of_one_tile_are_written_in_turn_order_from_the_discarder() -> None:
    assert codes(judged("E-5p S.hu W.hu", BOTH)) == []
    assert codes(judged("E-5p W.hu S.hu", BOTH)) == [(3, "not-your-turn")]


def test_claimed_value_is_in_units_whatever_the_base() -> None:
    value = judged("E-5p S.hu", BOTH).wins[0].value
    assert value
    for base in (1, 10):
        head = f'[Base "{base}"]\n'
        assert codes(judged(f"E-5p S.hu:{value}", BOTH, head)) == []
        assert codes(judged(f"E-5p S.hu:{value * 10}", BOTH, head)) == [(2, "value-mismatch")]


@pytest.mark.parametrize("zero", ["E0", "E+0", "E-0", "東0"])
def test_zero_score_is_written_without_a_sign(zero: str) -> None:
    record = referee.parse(match(tags=f'[Scores "{zero} S+2 W-2 N0"]\n', head=f'[Totals "{zero} S+2 W-2 N0"]\n'))
    assert '[Scores "E0 S+2 W-2 N0"]' in canonical(record)
    assert '[Totals "E0 S+2 W-2 N0"]' in canonical(record)


def test_hand_in_json_is_one_text() -> None:
    document = referee.write_json(referee.parse(match(tags='[Hand.E "123m55p"]\n')))
    assert json.loads(json.dumps(document))["rounds"][0]["hands"] == {"E": "123m55p"}
    document["rounds"][0]["hands"]["E"] = ["1m", "2m"]  # type: ignore[index,call-overload]
    assert "text" in error_of(json.dumps(document)).message["en"]


def test_left_out_hand_is_a_bad_deal_and_an_unseen_one_is_not() -> None:
    without = {seat: hand for seat, hand in UNSEEN.items() if seat != "W"}
    verdict = judged("E-5p", without)
    assert (codes(verdict), verdict.status) == ([(0, "bad-deal")], "halted")
    assert codes(judged("E-5p S+1m S-1m", UNSEEN)) == []


NEW = '[Exchange "across"]\n[Daluo "D"]\n[Kind "sheet"]\n'


def test_tags_of_edition_2026_2_stand_in_their_order_before_unknown_ones() -> None:
    text = match(tags='[Zebra "z"]\n[Kind "sheet"]\n[Apple "a"]\n[Daluo "D"]\n[Exchange "across"]\n[End "2026"]\n')
    record = referee.parse(text)
    assert canonical(record).partition('[Round "1"]\n')[2] == f'[End "2026"]\n{NEW}[Apple "a"]\n[Zebra "z"]\n'
    assert list(record.rounds[0].tags) == [*ROUND_TAGS, "Apple", "Zebra"]


@pytest.mark.parametrize("tags", [NEW, '[Kind ""]\n', '[Daluo "D"]\n', '[Dealer "E"]\n[End "x"]\n[Exchange "next"]\n'])
def test_tags_of_edition_2026_2_are_kept_between_text_and_json(tags: str) -> None:
    text = match("E-1m", tags=tags)
    record = referee.parse(text)
    assert referee.write(record) == text, "the text is canonical"
    document = json.dumps(referee.write_json(record))
    assert referee.parse(document) == record
    assert referee.write(referee.parse(document)) == text


@pytest.mark.parametrize("token", ["E.zigzag", "E.zigzag:m", "E.zigzag:741m/b=?", "S.zigzag>E", "S.zigzag>E:2", "E?zigzag"])
def test_unknown_verb_is_kept_as_it_is_and_judged_by_the_game(token: str) -> None:
    (move,) = round_of(token).moves
    assert (move.token, move.seat, move.verb, move.other) == (token, token[0], "zigzag", "E" if ">" in token else "")
    assert move.text == token.partition(":")[2]
    record = referee.parse(match(token))
    assert referee.parse(json.dumps(referee.write_json(record))) == record
    found = codes(judged(f"E-5p {token}", UNSEEN))
    assert found == [(2, "unknown-verb")]


@pytest.mark.parametrize("token", ["E.que:m", "E.huansan:147m", "E.wuting", "S.jiuzheng>E", "E.fa:warning", "E.fa:fine-2"])
def test_moves_of_edition_2026_2_are_read_and_given_back(token: str) -> None:
    assert [move.token for move in round_of(token).moves] == [token]


SHEETS = [
    text for text in re.findall(r"```\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL) if '[Kind "sheet"]' in text
]


@pytest.mark.parametrize("text", SHEETS)
def test_example_of_a_score_sheet_is_canonical_and_clean(text: str) -> None:
    assert referee.write(referee.parse(text)) == text
    assert referee.verify(referee.parse(text)).status == "clean"


def test_examples_of_score_sheets_are_of_both_kinds_of_games() -> None:
    assert {referee.parse(text).game for text in SHEETS} == {"sichuan", "gouji"}
