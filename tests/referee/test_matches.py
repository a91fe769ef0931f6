"""What only a whole match shows: who deals next, totals, halted rounds, unknown games and options."""

from __future__ import annotations

import pytest

import referee
from referee.notation import limits
from tests.golden import HOME as GOLDEN

HANDS = '[Hand.E "?"]\n[Hand.S "234567p45678s77p"]\n[Hand.W "?"]\n[Hand.N "?"]\n'
HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n[Totals "E-3 S+3 W0 N0"]\n'
FED = "E-9s S.hu:1"
"""East feeds South's win."""


def match(*rounds: str, rules: str = "putong", totals: str = "", game: str = "sichuan", seats: str = "") -> referee.Verdict:
    """The verdict on a match of these rounds, each its dealer and then its moves."""
    head = f'[PPN "1"]\n[Game "{game}"]\n[Rules "{rules}"]\n{seats}' + (f'[Totals "{totals}"]\n' if totals else "")
    texts = []
    for number, round_ in enumerate(rounds, 1):
        dealer, _, rest = round_.partition(" ")
        texts.append(f'\n[Round "{number}"]\n[Dealer "{dealer}"]\n{HANDS}{rest}\n')
    return referee.verify(referee.parse(head + "".join(texts)))


def said(verdict: referee.Verdict) -> list[str]:
    return [f"{finding.round} {finding.move} {finding.code} {finding.clause}" for finding in verdict.all_findings()]


def test_scm_1_2_who_fed_the_win_deals_next() -> None:
    assert said(match(f"E {FED}", f"E {FED}")) == []


def test_scm_1_2_another_dealer() -> None:
    assert said(match(f"E {FED}", "N N-9s S.hu:1")) == ["2 0 wrong-dealer SCM-1.2"]


def test_tbl_9_another_dealer_is_found_by_the_tables_rule() -> None:
    assert said(match(f"E {FED}", f"E {FED}", rules="putong next_dealer=winner")) == ["2 0 wrong-dealer TBL-9"]
    assert said(match(f"E {FED}", f"E {FED}", rules="putong next_dealer=stay")) == []


def test_scm_1_2_a_blood_battle_draws_its_dealer_by_lot() -> None:
    found = said(match("E E-1m", "N N-1m", rules="xuezhan"))
    assert not [finding for finding in found if "wrong-dealer" in finding]


@pytest.mark.parametrize(
    ("before", "now", "checked"),
    [
        ("", '[Sit.E "Chen"]\n', False),
        ('[Sit.E "Chen"]\n', '[Sit.E "Chen"]\n', True),
        ('[Sit.E "Chen"]\n', '[Sit.E "Li"]\n', False),
        ('[Sit.E "Chen"]\n', "", False),
        ("", '[Sit.E "Wang"]\n', True),
        ('[Sit.E "Wang"]\n', "", True),
    ],
    ids=["a new player", "the same guest", "another guest", "the guest has gone", "named again", "named no more"],
)
def test_scm_1_2_people_are_who_sits_in_each_round(before: str, now: str, checked: bool) -> None:
    found = said(match(f"E {before}{FED}", f"N {now}N-9s S.hu:1", seats='[Seat.E "Wang"]\n'))
    assert found == (["2 0 wrong-dealer SCM-1.2"] if checked else [])


def test_mj_6_4_after_a_halted_round_nothing_is_asked() -> None:
    assert said(match("E E-9s W.peng W-1m N.hu", "N N-9s S.hu:1"))[1:] == []


def test_mj_6_3_totals() -> None:
    assert said(match(f"E {FED}", f"E {FED}", totals="E-2 S+2 W0 N0")) == []
    assert said(match(f"E {FED}", f"E {FED}", totals="E-2 S+1 W+1 N0")) == ["0 0 total-mismatch MJ-6.3"]


def test_mj_6_3_totals_of_a_record_without_rounds_are_not_compared() -> None:
    assert said(referee.verify(referee.parse(HEAD))) == []


@pytest.mark.parametrize("missing", ["1", "2"])
def test_mj_6_3_with_rounds_missing_from_the_record_totals_may_count_them(missing: str) -> None:
    rounds = [f'\n[Round "{number}"]\n[Dealer "E"]\n{HANDS}{FED}\n' for number in "123" if number != missing]
    verdict = referee.verify(referee.parse(HEAD + "".join(rounds)))
    assert said(verdict) == []
    assert verdict.computed == {"E": -2, "S": 2, "W": 0, "N": 0}


def test_mj_6_3_with_a_halted_round_nothing_is_said_of_totals() -> None:
    verdict = match("E E-2s S.hu", totals="E-9 S+9 W0 N0")
    assert (verdict.rounds[0].status, verdict.computed) == ("halted", None)
    assert said(verdict) == ["1 2 not-winning MJ-4.2"]


def test_mj_5_1_halted_round_tells_what_is_known_up_to_the_halt_as_partial() -> None:
    played = f"E {FED} W+1p W-1p"
    before, halted = (match(moves, rules="xuezhan forced_win=off").rounds[0].as_dict() for moves in (played, f"{played} S.peng"))
    assert (halted["status"], halted["partial"]) == ("halted", True)
    assert (halted["wins"], halted["ledger"]) == (before["wins"], before["ledger"])
    assert halted["wins"]
    assert halted["ledger"]
    assert (halted["scores"], halted["next_dealer"]) == ({"computed": None, "claimed": None}, None)
    assert "partial" not in before


def test_mj_5_1_round_that_was_never_dealt_is_partial_and_empty() -> None:
    text = f'[PPN "1"]\n[Game "sichuan"]\n[Round "1"]\n[Dealer "E"]\n{HANDS.replace("45678s77p", "45678s7p")}{FED}'
    (round_,) = referee.verify(referee.parse(text)).rounds
    assert round_.status == "halted"
    assert {name: round_.as_dict()[name] for name in ("partial", "wins", "kongs", "ledger")} == {
        "partial": True,
        "wins": [],
        "kongs": [],
        "ledger": [],
    }


def test_ppn_3_an_unknown_game() -> None:
    verdict = match(game="chess")
    assert said(verdict) == ["0 0 unknown-game PPN-3"]
    assert (verdict.status, verdict.game, verdict.rules, verdict.rounds) == ("flagged", "chess", None, ())
    known = sorted(game.id for game in referee.games())
    (finding,) = verdict.findings
    assert (finding.expected, finding.actual) == (known, "chess")
    assert finding.message["en"] == f"There is no game called “chess”; there are: {', '.join(known)}."
    assert finding.message["zh"] == f"沒有名為「chess」的遊戲；可用的有：{', '.join(known)}。"


@pytest.mark.parametrize("rules", ["xuezhan blood=maybe", "nothing", "max_fan=-1", "xuezhan max_fan=3 max_fan=4"])
def test_ppn_4_unknown_options(rules: str) -> None:
    assert said(match(rules=rules)) == ["0 0 unknown-option PPN-4"]


def codes(round_: referee.RoundVerdict) -> list[str]:
    return [finding.code for finding in round_.findings]


def test_findings_past_the_limit_of_a_round_are_counted_by_their_code() -> None:
    (round_,) = match("E " + "E.oh " * 300).rounds
    assert codes(round_) == ["unknown-verb"] * limits.ROUND_FINDINGS + ["round-not-finished"]
    assert [finding.move for finding in round_.findings] == [*range(1, limits.ROUND_FINDINGS + 1), 300]
    assert round_.more == {"unknown-verb": 300 - limits.ROUND_FINDINGS}
    assert round_.status == "flagged"


def test_as_many_findings_as_the_limit_of_a_round_are_all_listed() -> None:
    (round_,) = match("E " + "E.oh " * limits.ROUND_FINDINGS).rounds
    assert codes(round_) == ["unknown-verb"] * limits.ROUND_FINDINGS + ["round-not-finished"]
    assert round_.more == {}


def test_findings_past_the_limit_of_a_match_are_counted_and_every_round_still_lists_one_of_each_code() -> None:
    rounds = match(*["E " + "E.oh " * 150] * 10).rounds
    listed = [len(round_.findings) for round_ in rounds]
    assert sum(listed) <= limits.MATCH_FINDINGS + 2 * len(rounds)
    assert codes(rounds[-1]) == ["unknown-verb", "round-not-finished"]
    assert rounds[-1].more == {"unknown-verb": 149}
    assert {sum(round_.more.values()) + len(round_.findings) for round_ in rounds} == {151}


def test_wrong_scores_are_found_behind_any_number_of_other_findings() -> None:
    record = referee.parse((GOLDEN / "sichuan" / "clean-01.ppn").read_bytes())
    last = record.rounds[0]
    wrong = last._replace(scores=dict(zip(last.scores or {}, (7, -7, 0, 0), strict=False)))
    noise = referee.moves(["E.oh"] * 600, record.game)
    noisy = wrong._replace(moves=(*noise, *wrong.moves))
    plain, cut = (referee.verify(record._replace(rounds=(found,), totals=None)).rounds[0] for found in (wrong, noisy))
    assert "score-mismatch" in codes(plain)
    assert (cut.computed, codes(cut)[-1]) == (plain.computed, "score-mismatch")


def test_ppn_4_unknown_options_past_the_limit_are_counted() -> None:
    verdict = match(rules="a=1 " * 300)
    assert (len(verdict.findings), verdict.more) == (limits.ROUND_FINDINGS, {"unknown-option": 200})
    assert verdict.as_dict()["more"] == {"unknown-option": 200}


SHEET = '[PPN "1"]\n[Game "kawuxing"]\n[Rules "suizhou double_next=on"]\n'
WON = '[Kind "sheet"]\nE-4s S.hu:2\n'


def doubled(first: str, number: int) -> dict[str, int] | None:
    """What the round of that number comes to, after this first one."""
    text = f'{SHEET}\n[Round "1"]\n[Dealer "E"]\n{first}\n[Round "{number}"]\n[Dealer "E"]\n{WON}'
    return referee.verify(referee.parse(text)).rounds[-1].computed


def test_tbl_18_the_round_after_a_drawn_one_is_doubled() -> None:
    assert doubled('[Kind "sheet"]\n', 2) == {"E": -4, "S": 4, "W": 0}
    assert doubled('[Kind "sheet"]\nE-4s S.hu:2 W.hu:2\n', 2) == {"E": -4, "S": 4, "W": 0}
    assert doubled(WON, 2) == {"E": -2, "S": 2, "W": 0}


def test_tbl_18_where_the_round_before_is_not_known_nothing_is_computed() -> None:
    """It is missing from the record, or its scores alone were noted."""
    assert doubled('[Kind "sheet"]\n', 3) is None
    assert doubled(WON, 3) is None
    assert doubled('[Scores "E-2 S+2 W0"]\n[Kind "scores"]\n', 2) is None
