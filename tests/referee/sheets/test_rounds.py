"""Kongs, declarations, readiness, birds and scores of a score sheet, and what cannot be read on it."""

from __future__ import annotations

from typing import Any, cast

import pytest

import referee
from referee.core.offers import Choices, choices
from tests.referee.sheets.sheets import codes, judged, lines, sheet, unchecked

HAND = "123456789m2234p"
UNREADY = {"Ready_E": "no", "Ready_S": "no", "Ready_W": "no", "Ready_N": "no"}


# -- kongs ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "kind", "tile", "paid"),
    [
        ("W-5p E.gang", "direct", "5p", ["W E 1 kong"]),
        ("E.angang:5555p", "concealed", "5p", ["S E 2 kong", "W E 2 kong", "N E 2 kong"]),
        ("E.bugang:5p", "added", "5p", ["S E 1 kong", "W E 1 kong", "N E 1 kong"]),
        ("S-5p E.peng W-1m E.bugang:5p", "added", "5p", ["S E 1 kong", "W E 1 kong", "N E 1 kong"]),
        ("W-? E.gang", "direct", "?", ["W E 1 kong"]),
        ("E.angang:?", "concealed", "?", ["S E 2 kong", "W E 2 kong", "N E 2 kong"]),
        ("E.bugang:?", "added", "?", ["S E 1 kong", "W E 1 kong", "N E 1 kong"]),
    ],
)
def test_kong_is_paid_by_its_kind(moves: str, kind: str, tile: str, paid: list[str]) -> None:
    verdict = judged(f"{moves} W-9p N.hu:1")
    assert codes(verdict) == []
    assert [(kong.kind, kong.tile) for kong in verdict.kongs] == [(kind, tile)]
    assert lines(verdict) == [*paid, "W N 1 win"]


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("E.gang", "1 no-claimable-discard MJ-3.1"),
        ("W-5p W.gang", "2 no-claimable-discard MJ-3.1"),
        ("W-5p E.gang:123m", "2 bad-claim-tiles MJ-2.4"),
        ("W-5p E.chi:34p", "2 chi-not-allowed SCM-2.1"),
        ("E.angang:555p", "1 bad-claim-tiles MJ-2.4"),
        ("E.bugang:55p", "1 bad-claim-tiles MJ-2.4"),
        ("E.angang:5555p E.angang:5555p", "2 tile-overflow MJ-1.2"),
        ("E.bugang:5p E.bugang:5p", "2 tile-overflow MJ-1.2"),
        ("E.gang:5z", "1 no-claimable-discard MJ-3.1"),
        ("E.hop", "1 unknown-verb PPN-5"),
        ("E.liang", "1 not-in-game PPN-6"),
        ("E.fa:nothing", "1 unknown-verb PPN-5"),
    ],
)
def test_move_that_cannot_be_is_found_and_the_rest_is_refereed(moves: str, found: str) -> None:
    verdict = judged(f"{moves} W-9p N.hu:1")
    assert codes(verdict)[0] == found
    assert (verdict.status, "W N 1 win" in lines(verdict)) == ("flagged", True)
    assert verdict.computed is not None


def test_run_is_claimed_from_the_previous_seat_only() -> None:
    tags = {"game": "hengyang", "rules": "birds=0"}
    assert codes(judged("W-5p N.chi:34p W-9p N.hu:1", **tags)) == []
    verdict = judged("W-5p E.chi:34p W-9p N.hu:1", **tags)
    assert codes(verdict) == ["2 chi-wrong-seat HYM-2.1"]


FIVE = "peng:111m peng:222m peng:333m peng:444m peng:666m"


@pytest.mark.parametrize(
    ("moves", "melds", "found"),
    [
        ("W-9p N.hu:1", FIVE, "0 bad-sheet PPN-9"),
        ("S.bugang:9m W-9p N.hu:1", FIVE.rpartition(" ")[0], "0 bad-sheet PPN-9"),
        ("S.bugang:4m W-9p N.hu:1", FIVE.rpartition(" ")[0], ""),
        ("S.angang:? " * 5 + "W-9p N.hu:1", "", "5 bad-sheet PPN-9"),
        ("W-? S.peng " * 5 + "W-9p N.hu:1", "", "10 bad-sheet PPN-9"),
        (" ".join(f"S.bugang:{rank}m" for rank in (1, 2, 3, 4, 5)) + " W-9p N.hu:1", "", "5 bad-claim-tiles MJ-2.4"),
    ],
)
def test_hand_has_four_melds_at_most(moves: str, melds: str, found: str) -> None:
    verdict = judged(moves, **({"Melds_S": melds} if melds else {}))
    assert codes(verdict) == ([found] if found else [])


@pytest.mark.parametrize(
    ("hand", "melds", "found"),
    [(10, 3, []), (10, 4, ["0 bad-sheet PPN-9"]), (7, 2, []), (7, 3, ["0 bad-sheet PPN-9"])],
)
def test_smaller_hand_has_fewer_melds(hand: int, melds: int, found: list[str]) -> None:
    assert codes(judged("W-9p N.hu:1", rules=f"hand={hand}", Melds_S=" ".join(FIVE.split()[:melds]))) == found


@pytest.mark.parametrize(("rules", "found"), [("", []), ("suits=mp", ["0 bad-sheet PPN-9"])])
def test_nobody_is_noted_with_three_suits_where_there_are_two(rules: str, found: list[str]) -> None:
    assert codes(judged(rules=rules, **{**UNREADY, "Ready_S": "pig"})) == found


@pytest.mark.parametrize(
    ("moves", "tags", "found"),
    [
        ("S.bugang:? W-1m S.hu:2", {"Melds_S": "peng:999m", "Shown_S": "1234m555678p"}, []),
        ("S.bugang:? W-1m S.hu:2", {"Melds_S": "peng:999m peng:888m", "Shown_S": "1234m555p"}, []),
        ("S.bugang:? W-1m S.hu:2", {"Melds_S": "peng:999m", "Shown_S": "1234m555p"}, []),
        ("S.bugang:? W.hu:2", {"Melds_S": "peng:999m", "Shown_S": "1234m555678p"}, []),
        ("S.bugang:? W-9p N.hu:1", {"Melds_S": FIVE.rpartition(" ")[0]}, []),
        ("S.bugang:? W-9p N.hu:1", {"Melds_S": FIVE}, ["0 bad-sheet PPN-9"]),
        ("S.bugang:? W-1m S.hu:2", {"Shown_S": "1234m555p"}, ["3 bad-sheet PPN-9"]),
    ],
)
def test_peng_may_have_become_a_kong_of_which_nobody_told_the_tile(moves: str, tags: dict[str, str], found: list[str]) -> None:
    assert codes(judged(moves, **tags)) == found


def test_both_tiles_that_dice_gave_are_counted() -> None:
    tags = {"game": "hengyang", "rules": "birds=0", "Flags_S": "dice"}
    verdict = judged("N.angang:7777s S.angang:1111m S+3p7s S.hu:3", **tags)
    assert codes(verdict) == ["4 tile-overflow MJ-1.2"]


def test_kong_of_a_tile_that_the_hand_shows_is_found() -> None:
    verdict = judged("S.angang:2222p W-9p N.hu:1", Shown_S="123m456m123p7m")
    assert codes(verdict) == ["3 tile-overflow MJ-1.2"]


@pytest.mark.parametrize(
    ("times", "paid", "found"),
    [("", 2, []), ("1 2", 4, []), ("1 4", 2, ["2 bad-sheet PPN-9"]), ("1 2 1", 4, ["0 bad-sheet PPN-9"])],
)
def test_kong_upon_a_kong_is_paid_as_the_sheet_has_it(times: str, paid: int, found: list[str]) -> None:
    tags = {"Kongs_S": times} if times else {}
    verdict = judged("S.angang:1111p S.angang:2222p W-9p E.hu:1", game="kawuxing", rules="suizhou", **tags)
    assert codes(verdict) == found
    assert lines(verdict)[2:4] == [f"E S {paid} kong", f"W S {paid} kong"]


@pytest.mark.parametrize(("rules", "found"), [("putong late_kong=free", []), ("putong", ["1 bad-sheet PPN-9"])])
def test_late_kong_is_not_paid_where_the_table_has_it_so(rules: str, found: list[str]) -> None:
    verdict = judged("S.bugang:1p W-9p N.hu:1", rules=rules, Kongs_S="0")
    assert codes(verdict) == found
    assert ("E S 1 kong" in lines(verdict)) == bool(found)


# -- declarations --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [("S.liang W-2s S.hu:2", {}), ("W-2s S.hu:2", {"Flags_S": "liang"})])
def test_shown_hand_is_paid_for_all_by_the_discarder(said: tuple[str, dict[str, str]]) -> None:
    moves, flags = said
    verdict = judged(moves, game="kawuxing", rules="suizhou", Shown_S="123456789p34s11s", **flags)
    assert codes(verdict) == []
    assert lines(verdict) == [f"W S {2 * (verdict.wins[0].value or 0)} win"]


def test_first_who_showed_pays_a_drawn_round() -> None:
    verdict = judged("W.liang E.liang", game="kawuxing", rules="suizhou drawn_dealer=shower")
    assert (codes(verdict), lines(verdict)) == ([], ["W E 1 show-penalty", "W S 1 show-penalty"])
    assert (verdict.outcome, verdict.next_dealer) == ("drawn", "W")


def test_declared_hand_that_was_shown_must_be_ready() -> None:
    tags = {"game": "kawuxing", "rules": "suizhou"}
    assert codes(judged("W.liang", **tags, Shown_W="1357p2468s55667z")) == ["1 show-not-ready KWX-3.1"]
    assert codes(judged("W.liang", **tags, Shown_W="123456789p1199s")) == []


def test_hand_that_was_declared_and_is_not_ready_counts_for_nothing() -> None:
    verdict = judged("W.liang E.liang", game="kawuxing", rules="suizhou", Shown_W="1357p2468s55667z")
    assert codes(verdict) == ["1 show-not-ready KWX-3.1"]
    assert lines(verdict) == ["E S 1 show-penalty", "E W 1 show-penalty"]


@pytest.mark.parametrize(
    ("game", "rules", "said", "found"),
    [
        ("sichuan", "putong", "4", []),
        ("sichuan", "putong", "3", ["0 bad-sheet PPN-9"]),
        ("sichuan", "putong max_fan=3", "8", ["0 bad-sheet PPN-9"]),
        ("luzhou", "luzhou", "40", []),
        ("luzhou", "luzhou", "12", ["0 bad-sheet PPN-9"]),
        ("luzhou", "luzhou ready_check=half", "10", []),
        ("sbr", "sbr", "8", []),
        ("sbr", "sbr", "16", ["0 bad-sheet PPN-9"]),
    ],
)
def test_ready_hand_is_worth_what_some_win_is(game: str, rules: str, said: str, found: list[str]) -> None:
    ready = {"Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    assert codes(judged(game=game, rules=rules, **ready, Ready_S=said)) == found


@pytest.mark.parametrize(("said", "found"), [("no", ["2 show-not-ready LZG-4.6"]), ("10", [])])
def test_hand_that_was_declared_is_not_said_to_be_unready(said: str, found: list[str]) -> None:
    ready = {**UNREADY, "Ready_S": said}
    assert codes(judged("N.angang:9999s S.bao", game="luzhou", rules="luzhou", **ready)) == found


def test_declaration_of_the_dealt_hand_is_paid_at_once_or_added_to_the_win() -> None:
    at_once = judged("W.ban:sixi W-5p S.hu:1", game="hengyang", rules="birds=0 ban_pay=each")
    assert lines(at_once)[:3] == ["E W 10 ban", "S W 10 ban", "N W 10 ban"]
    added = judged("S.ban:sixi W-5p S.hu", game="hengyang", rules="birds=0 ban_pay=on_win", Shown_S=HAND)
    assert [fan.code for fan in added.wins[0].fans][-1] == "sixi"


# -- the end of the round ------------------------------------------------------------------------------------------------------


def test_round_without_a_win_is_settled_by_who_is_ready() -> None:
    verdict = judged(Ready_E="4", Ready_S="no", Ready_W="pig", Ready_N="no")
    assert (codes(verdict), verdict.outcome, verdict.next_dealer) == ([], "drawn", "E")
    assert verdict.computed == {"E": 16, "S": 4, "W": -24, "N": 4}
    assert unchecked(verdict) == ["ready E 0", "ready S 0", "ready W 0", "ready N 0"]


@pytest.mark.parametrize("ready", [{"Ready_N": "?"}, {}])
def test_readiness_that_nobody_tells_leaves_the_settlement_open(ready: dict[str, str]) -> None:
    verdict = judged(Ready_E="4", Ready_S="no", Ready_W="no", **ready)
    assert (codes(verdict), verdict.computed) == ([], None)


@pytest.mark.parametrize(
    ("shown", "said", "message"),
    [
        (HAND, "no", "ready, for ×1"),
        (HAND, "2", "ready, for ×1"),
        ("123456789m1379p", "1", "not ready"),
        ("123456789m13p19s", "no", "three suits"),
    ],
)
def test_readiness_is_compared_with_the_hand_that_was_shown(shown: str, said: str, message: str) -> None:
    verdict = judged(Shown_S=shown, **{**UNREADY, "Ready_S": said})
    assert codes(verdict) == ["0 value-mismatch MJ-6.3"]
    assert message in verdict.findings[0].message["en"]
    assert unchecked(verdict) == ["ready E 0", "ready W 0", "ready N 0"]


@pytest.mark.parametrize(("said", "found"), [("pig", []), ("no", ["0"]), ("4", ["0"]), ("?", ["0"])])
def test_seen_tiles_of_three_suits_are_not_said_to_be_anything_else(said: str, found: list[str]) -> None:
    kongs = "S.angang:1111m S.angang:1111p S.angang:1111s"
    verdict = judged(kongs, **{**UNREADY, "Ready_S": said})
    if said == "?":
        assert (codes(verdict), verdict.computed) == ([], None)
    else:
        assert codes(verdict) == [f"{at} value-mismatch MJ-6.3" for at in found]
        assert verdict.computed == {"E": 8, "S": -24, "W": 8, "N": 8}


def test_seen_tiles_of_three_suits_are_not_ready_where_nobody_pays_for_them() -> None:
    kongs, tags = "S.angang:1111m S.angang:1111p S.angang:1111s", {"game": "luzhou", "rules": "luzhou"}
    assert codes(judged(kongs, **tags, **UNREADY)) == []
    assert codes(judged(kongs, **tags, **{**UNREADY, "Ready_S": "10"})) == ["0 value-mismatch MJ-6.3"]


def test_blood_battle_with_fewer_wins_was_played_to_the_end_of_the_wall() -> None:
    verdict = judged("W-5p S.hu:1", rules="xuezhan", Shown_S=HAND, Ready_E="2", Ready_W="no", Ready_N="no")
    assert (codes(verdict), verdict.outcome) == ([], "drawn")
    assert lines(verdict) == ["W S 1 win", "W E 2 ready-check", "N E 2 ready-check"]


def test_leaving_ends_the_round_and_is_fined() -> None:
    verdict = judged("N.tao")
    assert (codes(verdict), verdict.outcome, lines(verdict)) == ([], "abandoned", ["N BANK 32 leave"])


@pytest.mark.parametrize(
    ("birds", "tags", "found"),
    [
        ("E.niao:1p6s", {}, []),
        ("", {}, ["2 birds-missing HYM-5.5"]),
        ("E.niao:1p", {}, ["3 wrong-birds HYM-5.5"]),
        ("E.niao:1p", {"Left": "1"}, []),
        ("", {"Left": "0"}, []),
        ("S.niao:1p6s", {}, ["3 not-your-turn HYM-5.5"]),
    ],
)
def test_birds_are_turned_as_many_as_the_wall_has(birds: str, tags: dict[str, str], found: list[str]) -> None:
    verdict = judged(f"W-5p S.hu:2 {birds}", game="hengyang", rules="birds=2", Shown_S=HAND, **tags)
    assert codes(verdict) == found


@pytest.mark.parametrize(
    ("dealer", "value", "paid"), [("W", 1, 2), ("W", 6, 7), ("W", 12, 14), ("W", 13, 15), ("W", 9, 11), ("E", 12, 12)]
)
def test_value_that_was_called_tells_what_the_dealer_pays_more(dealer: str, value: int, paid: int) -> None:
    verdict = judged(f"W-5p S.hu:{value}", game="hengyang", rules="birds=0 dealer_per_type=true", dealer=dealer)
    assert lines(verdict) == [f"W S {paid * 10} win"]


def test_gift_for_ghosts_is_paid_as_noted() -> None:
    tags = {"game": "luzhou", "rules": "eight", "Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    verdict = judged("W-5p S.hu:2", **tags, Ghosts_E="6")
    assert [line for line in lines(verdict) if "gift" in line] == ["S E 20 gift", "W E 20 gift", "N E 20 gift"]
    assert "ghosts E 0" in unchecked(verdict)


@pytest.mark.parametrize(
    ("ghosts", "found"),
    [
        ({"Ghosts_S": "1"}, ["0 bad-sheet PPN-9"]),
        ({"Ghosts_S": "2"}, []),
        ({"Ghosts_E": "6"}, []),
        ({"Ghosts_E": "7"}, ["0 tile-overflow MJ-1.2"]),
        ({"Ghosts_E": "5", "Ghosts_W": "5"}, ["0 tile-overflow MJ-1.2"]),
    ],
)
def test_ghosts_are_no_fewer_than_were_shown_and_no_more_than_there_are(ghosts: dict[str, str], found: list[str]) -> None:
    tags = {"game": "luzhou", "rules": "eight", "Ready_E": "no", "Ready_W": "no", "Ready_N": "no"}
    assert codes(judged("S+5p S.hu", **tags, Shown_S="123456789m22p7z7z", **ghosts)) == found


@pytest.mark.parametrize(
    ("rules", "scores", "found", "told"),
    [
        ("eight", "E+30 S-8 W-12 N-10", [], True),
        ("eight", "E+28 S-8 W-8 N-12", ["2 score-mismatch MJ-6.3"], False),
        ("eight", "E-2 S+2 W0 N0", ["2 score-mismatch MJ-6.3"], False),
        ("eight", "E0 S+2 W-2 N0", [], False),
        ("eight gift=mode2", "E-30 S+12 W+8 N+10", [], True),
        ("luzhou", "E+30 S-8 W-12 N-10", ["2 score-mismatch MJ-6.3"], False),
    ],
)
def test_ghosts_that_nobody_tells_of_are_those_of_the_scores(rules: str, scores: str, found: list[str], told: bool) -> None:
    unready = {"Ready_E": "no", "Ready_W": "no"}
    verdict = judged("W-5p S.hu:2", game="luzhou", rules=rules, Shown_N="11335577m13579p", Scores=scores, **unready)
    assert codes(verdict) == found
    assert ("ghosts E 0" in unchecked(verdict)) == told


def test_hand_of_a_wrong_size_is_found_once() -> None:
    assert codes(judged(**{**UNREADY, "Shown_S": "123456789m22345p"})) == ["0 bad-sheet PPN-9"]


# -- tags ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Shown_S", "12x"),
        ("Shown_S", ""),
        ("Shown_X", "123m"),
        ("Melds_S", "peng:556p"),
        ("Melds_S", "gang:5555p"),
        ("Melds_S", "555p"),
        ("Flags_S", "haidi"),
        ("Flags_S", ""),
        ("Ready_S", "yes"),
        ("Ready_S", "0"),
        ("Kongs_S", "twice"),
        ("Ghosts_S", "5"),
        ("Left", "1000"),
        ("Left", "?"),
        ("Shown_S", "1m" * 200),
    ],
)
def test_tag_that_cannot_be_read_is_found_before_the_first_move(name: str, value: str) -> None:
    verdict = judged("W-9p N.hu:1", **{name: value})
    assert codes(verdict) == ["0 bad-sheet PPN-9"]
    assert value[:100] in verdict.findings[0].message["en"]
    assert lines(verdict) == ["W N 1 win"]


def test_run_in_a_game_without_runs_is_found() -> None:
    assert codes(judged("W-9p N.hu:1", Melds_S="chi:345p")) == ["0 chi-not-allowed SCM-2.1"]
    assert codes(judged("W-9p N.hu:1 E.niao:1m2m", game="hengyang", rules="hengyang", Melds_S="chi:345p")) == []


@pytest.mark.parametrize("kind", ["play", "Sheet", ""])
def test_round_of_another_kind_is_a_record_of_moves(kind: str) -> None:
    assert codes(judged("W-9p N.hu:1", Kind=kind)) == ["0 bad-deal MJ-1.3"] * 4


def test_sheet_without_a_dealer_is_not_refereed() -> None:
    text = referee.write(sheet("W-9p N.hu:1")).replace('[Dealer "E"]\n', "")
    verdict = referee.verify(referee.parse(text)).rounds[0]
    assert (codes(verdict), verdict.status) == (["0 bad-deal MJ-1.3"], "halted")


def test_dealt_hand_on_a_sheet_is_no_bad_deal_and_tells_of_declarations() -> None:
    for hand, found in (("1234567m12345p1s", ["1 ban-not-eligible HYM-3.1"]), ("1111567m12345p1s", [])):
        tags = {"game": "hengyang", "rules": "birds=0", "dealer": "S", "Hand_E": hand}
        assert codes(judged("E.ban:sixi W-9p N.hu:1", **tags)) == found


# -- scores alone --------------------------------------------------------------------------------------------------------------


def test_four_numbers_are_the_scores_of_the_round() -> None:
    verdict = judged(Kind="scores", Scores="E-3 S+5 W-2 N0")
    assert (codes(verdict), verdict.status, verdict.outcome, verdict.next_dealer) == ([], "clean", "unknown", None)
    assert verdict.computed == {"E": -3, "S": 5, "W": -2, "N": 0}
    assert lines(verdict) == ["E BANK 3 stated", "BANK S 5 stated", "W BANK 2 stated"]
    assert verdict.checked == {
        "hands": False,
        "wall": False,
        "kind": "scores",
        "unchecked": [{"what": "scores", "seat": None, "move": 0}],
    }


@pytest.mark.parametrize(
    ("moves", "tags", "found", "settled"),
    [
        ("", {"Scores": "E-3 S+5 W-2 N+1"}, ["0 score-mismatch PPN-7"], True),
        ("", {}, ["0 bad-sheet PPN-9"], False),
        ("E-1p", {"Scores": "E-3 S+5 W-2 N0"}, ["1 bad-sheet PPN-9"], True),
        ("E.fa:fine-3", {"Scores": "E-3 S+5 W-2 N0"}, [], True),
        ("E.fa:fine-3", {"Scores": "E-6 S+5 W-2 N0"}, [], True),
        ("E.fa:fine-3", {"Scores": "E-5 S+5 W-2 N0"}, ["1 score-mismatch PPN-7"], True),
    ],
)
def test_scores_alone_must_add_up_and_stand_alone(moves: str, tags: dict[str, str], found: list[str], settled: bool) -> None:
    verdict = judged(moves, Kind="scores", **tags)
    assert codes(verdict) == found
    assert (verdict.computed is not None) == settled


@pytest.mark.parametrize(
    ("game", "rules", "scores", "clean"),
    [
        ("sichuan", "putong", "E-36 S+4 W0 N0", True),
        ("sichuan", "putong", "E-35 S+4 W0 N0", False),
        ("sichuan", "putong stakes=wealth", "E-32 S+8 W+8 N+8", True),
        ("sichuan", "putong stakes=wealth", "E-36 S+16 W+8 N+4", True),
        ("sichuan", "putong stakes=wealth", "E-32 S0 W0 N0", False),
        ("sichuan", "xuezhan", "E-36 S+4 W0 N0", True),
        ("sichuan", "xuezhan", "E0 S-4 W-4 N-4", False),
        ("sichuan", "xuezhan", "E+32 S0 W0 N0", False),
        ("sbr", "sbr", "E-24 S+2 W-2 N0", True),
        ("sbr", "sbr", "E-50 S+2 W0 N0", True),
        ("sbr", "sbr", "E-25 S+2 W-2 N0", False),
        ("sbr", "sbr", "E+24 S0 W0 N0", False),
        ("luzhou", "luzhou", "E-24 S0 W0 N0", False),
        ("xueliu", "xueliu", "E-24 S0 W0 N0", False),
    ],
)
def test_scores_alone_may_lack_what_clauses_of_the_game_pay_to_the_bank(game: str, rules: str, scores: str, clean: bool) -> None:
    verdict = judged(game=game, rules=rules, Kind="scores", Scores=scores)
    assert codes(verdict) == ([] if clean else ["0 score-mismatch PPN-7"])


def test_scores_alone_may_lack_a_fine_and_what_goes_to_the_bank_by_the_base() -> None:
    head = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n[Base "5"]\n'
    text = head + '\n[Round "1"]\n[Scores "{}"]\n[Kind "scores"]\nS.fa:fine-3\n'
    for scores, found in (("E-160 S0 W0 N0", []), ("E-160 S-3 W0 N0", []), ("E-32 S0 W0 N0", ["score-mismatch"])):
        verdict = referee.verify(referee.parse(text.format(scores)))
        assert [finding.code for finding in verdict.all_findings()] == found


def test_scores_alone_need_no_dealer_and_count_in_the_totals() -> None:
    text = '[PPN "1"]\n[Game "sichuan"]\n[Totals "E-3 S+5 W-2 N+1"]\n\n[Round "1"]\n[Scores "E-3 S+5 W-2 N0"]\n[Kind "scores"]\n'
    verdict = referee.verify(referee.parse(text))
    assert [finding.code for finding in verdict.all_findings()] == ["total-mismatch"]


# -- frames and reviews --------------------------------------------------------------------------------------------------------


def seats_of(record: referee.Record, view: str | None = None) -> list[list[dict[str, Any]]]:
    """The seats of each frame of the round."""
    return [cast("list[dict[str, Any]]", frame["seats"]) for frame in referee.replay(record, 1, view)]


def test_frames_show_a_hand_where_it_was_shown() -> None:
    record = sheet("N.angang:9999s W-5p S.hu:1", Shown_S=HAND, Shown_E="123456m123789p1m")
    frames = seats_of(record)
    assert [seat["hand"] for seat in frames[0]] == [["?"] * 13] * 4
    assert frames[1][3]["hand"] == ["?"] * 10
    assert frames[3][1]["hand"][:3] == ["1m", "2m", "3m"]
    assert "?" not in frames[3][0]["hand"]
    assert [frame["wall"] for frame in referee.replay(record, 1)] == [None] * 4


def test_frame_of_a_sheet_without_moves_shows_the_hands() -> None:
    (seats,) = seats_of(sheet(Shown_S=HAND, **UNREADY))
    assert seats[1]["hand"][:3] == ["1m", "2m", "3m"]


@pytest.mark.parametrize("tags", [{}, {"Kind": "scores", "Scores": "E0 S0 W0 N0"}])
def test_nothing_on_a_sheet_is_reviewed_or_offered(tags: dict[str, str]) -> None:
    record = sheet("W-5p S.hu:1" if not tags else "", **tags)
    with pytest.raises(LookupError, match="score sheet"):
        referee.review(record, 1)
    assert choices(record, 1) == Choices([], [], [], [])
    assert len(referee.replay(record, 1)) == len(record.rounds[0].moves) + 1
