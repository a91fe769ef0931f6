"""What the reference of the notation says is what reader and referee do, sentence by sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import referee
from referee.core.verdict import RoundVerdict
from referee.notation.ppn.tags import ROUND_TAGS
from tests.referee.notation.texts import canonical, error_of, match

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "notation.md"
UNSEEN = dict.fromkeys("ESWN", "?")
BOTH = {**UNSEEN, "S": "46p111222333m99m", "W": "46p444555666m88m"}


def judged(moves: str, hands: dict[str, str], head: str = "", tags: str = "") -> RoundVerdict:
    """The verdict on a round in which East begins."""
    dealt = "".join(f'[Hand.{seat} "{hand}"]\n' for seat, hand in hands.items())
    return referee.verify(referee.parse(match(moves, tags=f'[Dealer "E"]\n{dealt}{tags}', head=head))).rounds[0]


def codes(verdict: RoundVerdict) -> list[tuple[int, str]]:
    return [(finding.move, finding.code) for finding in verdict.findings if finding.code != "round-not-finished"]


def test_claimed_value_is_in_units_whatever_the_base() -> None:
    value = judged("E-5p S.hu", BOTH).wins[0].value
    assert value
    for base in (1, 10):
        head = f'[Base "{base}"]\n'
        assert codes(judged(f"E-5p S.hu:{value}", BOTH, head)) == []
        assert codes(judged(f"E-5p S.hu:{value * 10}", BOTH, head)) == [(2, "value-mismatch")]


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


SHEETS = [
    text for text in re.findall(r"```\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL) if '[Kind "sheet"]' in text
]


@pytest.mark.parametrize("text", SHEETS)
def test_example_of_a_score_sheet_is_canonical_and_clean(text: str) -> None:
    assert referee.write(referee.parse(text)) == text
    assert referee.verify(referee.parse(text)).status == "clean"
