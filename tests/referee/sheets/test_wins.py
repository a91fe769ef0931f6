"""The wins of a score sheet: by shown hands and flags alone, and what is taken on its word."""

from __future__ import annotations

import pytest

from tests.referee.sheets.sheets import codes, judged, lines, unchecked

HAND = "123456789m2234p"
"""Waits for 2p and 5p; a plain win."""
WIDE = "33344p12378999s"
"""Kawuxing: waits for 4p and 6s, each a plain win, and for the fourth 9s, a tile hog."""
OPEN = "1234m456789p"
"""Ten tiles beside a meld of 9m: waits for 1m and 4m."""


@pytest.mark.parametrize(
    ("moves", "paid"),
    [
        ("W-5p S.hu:1", ["W S 1 win"]),
        ("S+5p S.hu:1", ["E S 1 win", "W S 1 win", "N S 1 win"]),
        ("W.bugang:5p S.hu:2", ["W S 2 win"]),
        ("W-5p S.hu:1 N.hu:2", ["W S 1 win", "W N 2 win"]),
        ("S.hu:1", ["E S 1 win", "W S 1 win", "N S 1 win"]),
        ("W-? S.hu:1", ["W S 1 win"]),
        ("E.fa:fine-3 W-5p S.hu:1", ["E BANK 3 penalty", "W S 1 win"]),
        ("S+5p S-5p N+1s N-3s W-5p W.guo S?hu S.hu:1", ["W S 1 win"]),
    ],
)
def test_win_is_paid_by_whose_tile_it_was(moves: str, paid: list[str]) -> None:
    verdict = judged(moves, Shown_S=HAND, Shown_N="111222333m55p88p" if "N.hu" in moves else "?")
    assert codes(verdict) == []
    assert lines(verdict) == paid
    assert unchecked(verdict) == []


def test_robbed_kong_is_not_paid_and_is_a_peng_again() -> None:
    verdict = judged("W.bugang:5p S.hu", Shown_S=HAND)
    assert (verdict.kongs, verdict.wins[0].by, verdict.next_dealer) == ((), "rob", "W")


@pytest.mark.parametrize("between", ["N.dice:34", "E.bugang:55p"])
def test_kong_is_not_robbed_any_more_after_something_else_was_noted(between: str) -> None:
    verdict = judged(f"W.bugang:5p {between} S.hu:1", Shown_S=HAND)
    assert (len(verdict.kongs), verdict.wins[0].by) == (1, "draw")


@pytest.mark.parametrize("shown", [HAND, "123456789m22345p"])
@pytest.mark.parametrize("moves", ["W-5p S.hu:1", "S+5p S.hu:1", "S.hu:1", "W-? S.hu:1"])
def test_shown_hand_has_the_winning_tile_or_not(moves: str, shown: str) -> None:
    verdict = judged(moves, Shown_S=shown)
    assert (codes(verdict), verdict.wins[0].value, unchecked(verdict)) == ([], 1, [])


@pytest.mark.parametrize(
    ("called", "value", "found"), [("", None, []), (":4", 4, []), (":1", 1, []), (":3", 4, ["1 value-mismatch MJ-6.3"])]
)
def test_winning_tile_that_is_not_known_and_matters_is_the_one_that_was_called(
    called: str, value: int | None, found: list[str]
) -> None:
    verdict = judged(f"S.hu{called}", game="kawuxing", rules="suizhou", Shown_S=WIDE)
    assert (codes(verdict), verdict.wins[0].value, verdict.wins[0].tile) == (found, value, "?")
    assert unchecked(verdict) == ["tile S 1"]


def test_tile_that_is_not_known_may_be_a_ghost_that_was_drawn() -> None:
    unready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    verdict = judged("S+? S.hu:2", game="luzhou", rules="luzhou", Shown_S="111789p4566788s", **unready)
    assert (codes(verdict), verdict.wins[0].value, "tile S 2" in unchecked(verdict)) == ([], 2, True)


@pytest.mark.parametrize(
    ("shown", "moves", "found"),
    [
        (HAND, "W-9p S.hu:1", "2 not-winning MJ-4.2"),
        (HAND, "W-1s S.hu:1", "2 not-winning MJ-4.2"),
        ("123456m78s22345p", "W-9s S.hu", "2 three-suits SCM-2.2"),
        ("12345678m22246p", "W-7p S.hu", "2 not-winning MJ-4.2"),
        ("123456789m1379p", "W-? S.hu", "2 not-winning MJ-4.2"),
        (None, "S.angang:1111m S.angang:1111p S.angang:1111s W-5p S.hu:8", "5 three-suits SCM-2.2"),
    ],
)
def test_hand_that_does_not_win_is_found_and_the_rest_is_refereed(shown: str | None, moves: str, found: str) -> None:
    verdict = judged(moves, Shown_S=shown or "?")
    assert codes(verdict) == [found]
    assert (verdict.status, verdict.computed, verdict.next_dealer) == ("flagged", None, None)
    assert [(win.seat, win.value) for win in verdict.wins] == [("S", None)]


def test_fees_of_kongs_stand_beside_a_false_win() -> None:
    verdict = judged("N.angang:9999s W-9p S.hu:1", Shown_S=HAND, Scores="E-2 S+1 W-5 N+6")
    assert codes(verdict) == ["3 not-winning MJ-4.2"]
    assert lines(verdict) == ["E N 2 kong", "S N 2 kong", "W N 2 kong"]
    assert verdict.computed is None, "the scores of a sheet do not mend a false win"


def test_called_value_is_compared_with_the_best_reading() -> None:
    verdict = judged("W-5p S.hu:2", Shown_S=HAND)
    assert codes(verdict) == ["2 value-mismatch MJ-6.3"]
    assert verdict.computed == {"E": 0, "S": 1, "W": -1, "N": 0}


# -- hands that were not shown -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "told"),
    [({}, "value S 2"), ({"Shown_S": "?"}, "value S 2"), ({"Shown_S": "123456789m22p??"}, "hand S 2")],
)
def test_called_value_is_taken_for_a_hand_that_was_not_shown(tags: dict[str, str], told: str) -> None:
    verdict = judged("W-5p S.hu:4", **tags)
    assert (codes(verdict), lines(verdict), unchecked(verdict)) == ([], ["W S 4 win"], [told])
    assert verdict.checked["hands"] is False


def test_neither_hand_nor_value_leaves_the_settlement_open() -> None:
    verdict = judged("N.angang:9999s W-5p S.hu")
    assert (codes(verdict), verdict.status, verdict.computed) == ([], "clean", None)


def test_scores_of_the_sheet_tell_where_nothing_else_does() -> None:
    verdict = judged("N.angang:9999s W-5p S.hu", Scores="E-2 S+2 W-6 N+6")
    assert (codes(verdict), verdict.computed) == ([], {"E": -2, "S": 2, "W": -6, "N": 6})
    assert lines(verdict)[3:] == ["BANK S 4 stated", "W BANK 4 stated"]
    assert unchecked(verdict) == ["scores None 0"]


def test_scores_that_do_not_add_up_are_not_taken() -> None:
    verdict = judged("N.angang:9999s W-5p S.hu", Scores="E-2 S+2 W-6 N+7")
    assert (codes(verdict), verdict.computed) == (["3 score-mismatch PPN-7"], None)


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ("E0 S0 W-2 N0", []),
        ("E0 S+2 W-2 N0", []),
        ("E0 S+2 W-1 N0", ["3 score-mismatch PPN-7"]),
        ("E0 S0 W0 N-2", ["3 bad-sheet PPN-9"]),
    ],
)
def test_scores_add_up_to_less_where_a_winner_without_a_value_left(scores: str, found: list[str]) -> None:
    unready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    verdict = judged("W-5p S.hu S.tao", rules="xuezhan", Scores=scores, **unready)
    assert codes(verdict) == found


def test_shown_scores_are_compared_where_the_settlement_is_known() -> None:
    verdict = judged("W-5p S.hu:1", Shown_S=HAND, Scores="E-1 S+1 W0 N0")
    assert codes(verdict) == ["2 score-mismatch MJ-6.3"]


# -- circumstances -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "flags", "value", "paid"),
    [
        ("S.angang:9999m S+4m S.hu", "", 2, ["E S 2 win", "W S 2 win", "N S 2 win"]),
        ("S.angang:9999m S+4m S.hu", "gangshanghua", 4, ["E S 4 win", "W S 4 win", "N S 4 win"]),
        ("W-9m S.gang S+4m S.hu", "", 2, ["E S 2 win", "W S 2 win", "N S 2 win"]),
        ("W-9m S.gang S+4m S.hu", "gangshanghua", 4, ["W S 12 win"]),
    ],
)
def test_win_after_a_kong_is_said_by_its_flag_alone(moves: str, flags: str, value: int, paid: list[str]) -> None:
    verdict = judged(moves, Shown_S=OPEN, **({"Flags_S": flags} if flags else {}))
    assert (codes(verdict), verdict.wins[0].value) == ([], value)
    assert [line for line in lines(verdict) if line.endswith("win")] == paid


@pytest.mark.parametrize(("flags", "paid"), [("", ["W S 1 win"]), ("gangshangpao", ["W S 2 win", "W S 6 kong-transfer"])])
def test_fee_of_a_kong_moves_on_where_the_flag_says_so(flags: str, paid: list[str]) -> None:
    verdict = judged("W.angang:9999s W-5p S.hu", Shown_S=HAND, **({"Flags_S": flags} if flags else {}))
    assert codes(verdict) == []
    assert lines(verdict)[3:] == paid


@pytest.mark.parametrize(
    ("moves", "tags", "found"),
    [
        ("S+5p S.hu", {"Flags_S": "gangshanghua"}, "2 bad-sheet PPN-9"),
        ("W-5p S.hu", {"Flags_S": "gangshanghua"}, "2 bad-sheet PPN-9"),
        ("W-5p S.hu", {"Flags_S": "gangshangpao"}, "2 bad-sheet PPN-9"),
        ("S+5p S.hu", {"Flags_S": "tianhu"}, "2 bad-sheet PPN-9"),
        ("S.hu", {"Flags_S": "dihu", "dealer": "S"}, "1 bad-sheet PPN-9"),
        ("W-5p S.hu", {"Flags_E": "gangshangpao"}, "0 bad-sheet PPN-9"),
        ("W-5p S.hu", {"Flags_S": "haidi"}, "0 bad-sheet PPN-9"),
    ],
)
def test_circumstance_that_cannot_be_is_found_and_left_out(moves: str, tags: dict[str, str], found: str) -> None:
    verdict = judged(moves, Shown_S=HAND, **tags)
    assert codes(verdict) == [found]
    assert verdict.wins[0].value == 1


def test_dealt_hand_that_wins_is_worth_the_heavenly_hand() -> None:
    verdict = judged("E.hu", Shown_E="123456789m22345p", Flags_E="tianhu")
    assert (codes(verdict), verdict.wins[0].value, verdict.wins[0].tile) == ([], 32, None)


def test_dealt_hand_that_does_not_win_is_found_as_any_other() -> None:
    verdict = judged("E.hu", Shown_E="123456789m1379p", Flags_E="tianhu")
    assert (codes(verdict), verdict.computed) == (["1 not-winning MJ-4.2"], None)


@pytest.mark.parametrize("before", ["N+1s N.hu:1", "N.angang:9999s", "W-9s N.gang", "N-9s"])
def test_dealt_hand_wins_before_anything_else_happened(before: str) -> None:
    tags = {"rules": "xuezhan", "Shown_E": HAND, "Ready_S": "no", "Ready_W": "no", "Ready_N": "no"}
    assert "bad-sheet PPN-9" in codes(judged(f"{before} E+5p E.hu", **tags, Flags_E="tianhu"))[0]
    assert codes(judged("E+5p E.hu", **tags, Flags_E="tianhu")) == []


@pytest.mark.parametrize(
    ("game", "moves", "found"),
    [
        ("hengyang", "E-5p S.hu", []),
        ("hengyang", "E-1s W.peng E-5p S.hu", ["4 bad-sheet PPN-9"]),
        ("hengyang", "E-1s E-5p S.hu", ["3 bad-sheet PPN-9"]),
        ("hengyang", "W-5p S.hu", ["2 bad-sheet PPN-9"]),
        ("luzhou", "S+5p S.hu", []),
        ("luzhou", "E-9s W.gang S+5p S.hu", ["4 bad-sheet PPN-9"]),
        ("luzhou", "W.angang:9999s S+5p S.hu", []),
        ("luzhou", "S-9s S+5p S.hu", ["3 bad-sheet PPN-9"]),
        ("luzhou", "E-5p W.hu:10 S.hu", []),
        ("luzhou", "E-9s W.hu:10 E-5p S.hu", ["4 bad-sheet PPN-9"]),
        ("sichuan", "E-9s W.gang S+5p S.hu", []),
        ("sichuan", "S-9s S+5p S.hu", ["3 bad-sheet PPN-9"]),
    ],
)
def test_first_tile_is_the_first_as_far_as_the_sheet_tells(game: str, moves: str, found: list[str]) -> None:
    rules = {"hengyang": "birds=0", "luzhou": "luzhou", "sichuan": "putong"}[game]
    ready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"} if game == "luzhou" else {}
    verdict = judged(moves, game=game, rules=rules, Shown_S=HAND, Flags_S="dihu", **ready)
    assert codes(verdict) == found


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("S+5p S.hu N+1s N.hu:1", ["3 moves-after-end MJ-5.2", "4 moves-after-end MJ-5.2"]),
        ("S+5p S.hu N.hu:1", ["3 moves-after-end MJ-5.2"]),
        ("S+5p S.hu N.angang:9999s", ["3 moves-after-end MJ-5.2"]),
        ("S+5p S.hu S.tao", []),
    ],
)
def test_play_ends_with_a_win_on_the_last_tile(moves: str, found: list[str]) -> None:
    ready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    verdict = judged(moves, rules="xuezhan haidi=both", Shown_S=HAND, Flags_S="haidi", **ready)
    assert codes(verdict) == found


def test_others_may_win_on_the_last_discard_too() -> None:
    tags = {"rules": "xuezhan haidi=both", "Shown_S": HAND, "Flags_S": "haidipao", "Ready_E": "no", "Ready_W": "no"}
    verdict = judged("W-5p S.hu N.hu:2", **tags, Shown_N="111222333m55p88p", Flags_N="haidipao")
    assert [win.value for win in verdict.wins] == [2, 4]
    assert codes(verdict) == ["3 value-mismatch MJ-6.3"]
    assert codes(judged("W-5p S.hu:2 W.angang:9999s", **tags, Ready_N="no")) == ["3 moves-after-end MJ-5.2"]


def test_no_other_discard_follows_the_last_one_that_was_won_on() -> None:
    """P2, its kind: two discards were the last one of a round."""
    tags = {"rules": "xuezhan haidi=both", "Flags_S": "haidipao", "Flags_N": "haidipao", "Ready_E": "no", "Ready_W": "no"}
    assert codes(judged("W-5p S.hu:2 W-9s N.hu:2", **tags))[0] == "3 moves-after-end MJ-5.2"


BOTH = {"Shown_S": HAND, "Shown_N": "111222333m55p88p"}


def test_circumstance_of_a_discard_holds_for_all_who_win_on_it() -> None:
    verdict = judged("W.angang:9999s W-5p S.hu N.hu", **BOTH, Flags_S="gangshangpao")
    assert (codes(verdict), [win.value for win in verdict.wins]) == ([], [2, 4])


def test_circumstance_of_a_discard_that_only_the_second_winner_names_is_found() -> None:
    verdict = judged("W.angang:9999s W-5p S.hu N.hu", **BOTH, Flags_N="gangshangpao")
    assert (codes(verdict), [win.value for win in verdict.wins]) == (["4 bad-sheet PPN-9"], [1, 2])


def test_winner_by_the_called_value_need_not_name_the_circumstance_of_the_discard() -> None:
    verdict = judged("W.angang:9999s W-5p S.hu:2 N.hu", Shown_N=BOTH["Shown_N"], Flags_N="gangshangpao")
    assert (codes(verdict), [win.value for win in verdict.wins]) == ([], [2, 4])
    assert lines(verdict)[-2:] == ["W S 6 kong-transfer", "W N 6 kong-transfer"]


@pytest.mark.parametrize(
    ("moves", "game", "rules", "found"),
    [
        ("W-5p S.hu:0", "sichuan", "putong", "bad-sheet PPN-9"),
        ("W-5p S.hu:3", "sichuan", "putong", "bad-sheet PPN-9"),
        ("W-5p S.hu:16", "sichuan", "putong max_fan=4", "bad-sheet PPN-9"),
        ("W-5p S.hu:8", "sichuan", "putong max_fan=4", ""),
        ("S+5p S.hu:8", "sichuan", "putong max_fan=4 self_draw=bonus", ""),
        ("S+5p S.hu:9", "sichuan", "putong max_fan=4 self_draw=bonus", "bad-sheet PPN-9"),
        ("W-5p S.hu:16", "kawuxing", "xiangyang", ""),
        ("W-5p S.hu:32", "kawuxing", "xiangyang", "bad-sheet PPN-9"),
        ("W-5p S.hu:32", "kawuxing", "suizhou", ""),
        ("W-5p S.hu:12", "kawuxing", "suizhou", "bad-sheet PPN-9"),
        ("W-5p S.hu:1", "kawuxing", "suizhou plain_win=draw_or_shown", "win-too-small KWX-4.22"),
        ("W-5p S.hu:20", "luzhou", "luzhou", ""),
        ("W-5p S.hu:21", "luzhou", "luzhou", "bad-sheet PPN-9"),
        ("W-5p S.hu:1", "luzhou", "luzhou", "win-too-small LZG-3.3"),
        ("W-5p S.hu:1", "luzhou", "luzhou one_ke_win=true", ""),
        ("S+5p S.hu:40", "luzhou", "luzhou", ""),
        ("S+5p S.hu:41", "luzhou", "luzhou", "bad-sheet PPN-9"),
        ("S+5p S.hu:12", "luzhou", "luzhou", "bad-sheet PPN-9"),
        ("W-5p S.hu:7", "luzhou", "luzhou", "bad-sheet PPN-9"),
        ("W-5p S.hu:2", "luzhou", "luzhou", ""),
        ("W-5p S.hu:50", "luzhou", "cap100", ""),
        ("S+5p S.hu:100", "luzhou", "cap100", ""),
        ("S+5p S.hu:1", "luzhou", "luzhou", "bad-sheet PPN-9"),
        ("W-5p S.hu:0", "hengyang", "birds=0", "bad-sheet PPN-9"),
    ],
)
def test_called_value_that_no_win_has_by_these_rules_is_found(moves: str, game: str, rules: str, found: str) -> None:
    ready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"} if game == "luzhou" else {}
    verdict = judged(moves, game=game, rules=rules, **ready)
    assert codes(verdict) == ([f"2 {found}"] if found else [])
    assert verdict.computed is not None


@pytest.mark.parametrize(
    ("moves", "game", "rules", "flags", "least"),
    [
        ("W.bugang:5p S.hu", "kawuxing", "suizhou", "", 2),
        ("S.liang W.bugang:5p S.hu", "kawuxing", "suizhou", "", 4),
        ("W-5p S.hu", "kawuxing", "suizhou", "liang", 2),
        ("S.angang:1111p S+5p S.hu", "kawuxing", "suizhou gang_win=4", "gangshanghua", 4),
        ("W.bugang:5p S.hu", "sichuan", "putong", "", 2),
        ("W.bugang:5p S.hu", "sichuan", "putong max_fan=1", "", 1),
        ("W-5p S.hu", "sichuan", "putong menqing_zhongzhang=true", "", 1),
        ("E.hu", "sichuan", "putong", "tianhu", 32),
        ("W.bugang:5p S.hu", "luzhou", "luzhou", "", 5),
        ("S.bao W-5p S.hu", "luzhou", "luzhou", "", 5),
        ("E.hu", "luzhou", "luzhou", "tianhu", 40),
        ("S+5p S.hu", "hengyang", "birds=0", "haidi", 3),
        ("S+5p S.hu", "hengyang", "birds=0", "", 1),
        ("W.bugang:5p S.hu", "sbr", "sbr", "", 2),
        ("W-5p S.hu", "xueliu", "xueliu", "haidipao", 2),
    ],
)
def test_called_value_is_no_less_than_that_of_the_plainest_hand(
    moves: str, game: str, rules: str, flags: str, least: int
) -> None:
    seat = moves[-4]
    tags = {f"Flags_{seat}": flags} if flags else {}
    ready = {f"Ready_{other}": "?" for other in "ESW" if other != seat}
    for value in (least, least // 2):
        verdict = judged(f"{moves}:{value}", game=game, rules=rules, **tags, **ready)
        found = [finding.data["actual"] for finding in verdict.findings if finding.data.get("reason") == "worth"]
        assert found == ([] if value == least else [value])


@pytest.mark.parametrize("scores", ["E+4 S-4 W0 N0", "E-4 S+4 W0 N0", "E0 S-4 W+4 N0"])
def test_scores_for_which_nothing_accounts_are_found_and_not_taken(scores: str) -> None:
    verdict = judged("W-5p S.hu", Scores=scores)
    assert {code.partition(" ")[2] for code in codes(verdict)} == {"bad-sheet PPN-9"}
    assert verdict.computed is None


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        ("W-5p S.hu", "E0 S+4 W-4 N0"),
        ("S+5p S.hu", "E-4 S+12 W-4 N-4"),
        ("W-9m S.gang S+5p S.hu", "E0 S+13 W-13 N0"),
        ("W-5p S.hu N.hu:1", "E0 S+4 W-5 N+1"),
    ],
)
def test_scores_of_a_win_without_a_value_are_taken(moves: str, scores: str) -> None:
    verdict = judged(moves, Scores=scores)
    assert (codes(verdict), verdict.computed) == ([], verdict.claimed)


@pytest.mark.parametrize("scores", ["E-1 S+2 W-1", "E-4 S+8 W-4"])
def test_scores_tell_which_tile_won_where_its_value_was_not_called(scores: str) -> None:
    verdict = judged("S+? S.hu", game="kawuxing", rules="suizhou", Shown_S=WIDE, Scores=scores)
    assert (codes(verdict), verdict.computed, unchecked(verdict)) == ([], verdict.claimed, ["scores None 0", "tile S 2"])


# -- who can win ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    ["W-5p S.hu:1 N-2p S.hu:1", "W-5p S.hu:1 S.angang:1111s", "W-5p S.hu:1 S-1s N.hu:1", "S.tao S+5p S.hu"],
)
def test_seat_that_is_out_does_nothing_more(moves: str) -> None:
    verdict = judged(moves, rules="xuezhan", Ready_E="no", Ready_W="no", Ready_N="no")
    assert any(finding.code in ("bad-sheet", "moves-after-end") for finding in verdict.findings)


def test_kong_after_the_round_was_won_is_found() -> None:
    verdict = judged("W-5p S.hu:1 N.angang:9999s", Shown_S=HAND)
    assert codes(verdict) == ["3 moves-after-end MJ-5.2"]
    assert verdict.computed == {"E": 0, "S": 1, "W": -1, "N": 0}


@pytest.mark.parametrize(
    ("moves", "tags", "found"),
    [
        ("W-5p S.hu", {"Shown_S": "123456789m22346p"}, "2 tile-not-in-hand MJ-2.2"),
        ("W-5p S.hu", {"Shown_S": "123456789m223p"}, "2 bad-sheet PPN-9"),
        ("W-5p S.hu", {"Shown_S": HAND, "Melds_S": "peng:222p"}, "2 bad-sheet PPN-9"),
    ],
)
def test_hand_that_is_not_whole_is_found_and_the_called_value_taken(moves: str, tags: dict[str, str], found: str) -> None:
    verdict = judged(f"{moves}:1", **tags)
    assert codes(verdict) == [found]
    assert (lines(verdict), unchecked(verdict)) == (["W S 1 win"], ["value S 2"])


def test_ghost_cannot_be_won_on() -> None:
    verdict = judged("W-7z S.hu:1", game="luzhou", rules="luzhou", Ready_E="no", Ready_W="no", Ready_N="no")
    assert codes(verdict) == ["2 ghost-discard-claimed LZG-2.4"]


def test_kong_that_cannot_be_robbed_is_not_won_on() -> None:
    assert codes(judged("W.bugang:5p S.hu:1", game="hengyang", rules="hengyang birds=0")) == ["2 not-winning HYM-2.2"]
    assert codes(judged("W.angang:5555p S.hu:2", game="kawuxing", rules="rob_concealed=true")) == []
    assert judged("W.angang:5555p S.hu:2", game="kawuxing", rules="rob_concealed=true").wins[0].by == "rob"
    assert judged("W.angang:5555p S.hu:1", game="kawuxing", rules="rob_concealed=false").wins[0].by == "draw"


def test_false_win_on_a_concealed_kong_before_any_discard_is_a_finding() -> None:
    hand = {"Shown_E": "11m11155p", "Melds_E": "peng:999p"}
    verdict = judged("W.angang:7777p E.angang:8888m W.angang:6666z E.hu:4", "kawuxing", "zaoyang", "W", **hand)
    assert (verdict.computed, codes(verdict)[-1]) == (None, "4 not-winning MJ-4.2")
