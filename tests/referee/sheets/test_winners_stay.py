"""Score sheets where winners stay in: each win by the hand as it was then, kongs of a locked hand, circumstances win by win."""

from __future__ import annotations

import pytest

from referee.core.verdict import RoundVerdict
from tests.referee.sheets.sheets import codes, judged, lines, unchecked

HAND = "1112223334578s"
"""South's hand, one suit, that waits for 6s and 9s."""
READY = {"Ready_E": "1", "Ready_W": "no", "Ready_N": "1"}


def played(moves: str = "", rules: str = "xueliu que=off", **tags: str) -> RoundVerdict:
    return judged(moves, "xueliu", rules, **{"Shown_S": HAND, **READY, **tags})


def values(verdict: RoundVerdict) -> list[int | None]:
    return [win.value for win in verdict.wins]


def test_every_win_is_valued_by_the_locked_hand() -> None:
    verdict = played("E-6s S.hu:4 S+9s S.hu:4 N-9s S.hu:4")
    assert (codes(verdict), values(verdict)) == ([], [4, 4, 4])
    assert verdict.outcome == "drawn"
    assert verdict.next_dealer == "S"


@pytest.mark.parametrize(("at", "called"), [(2, "8"), (4, "5"), (6, "5")])
def test_a_wrong_value_is_found_at_that_win(at: int, called: str) -> None:
    moves = "E-6s S.hu:4 S+9s S.hu:4 N-9s S.hu:4".split()
    moves[at - 1] = f"S.hu:{called}"
    assert codes(played(" ".join(moves))) == [f"{at} value-mismatch MJ-6.3"]


def test_a_win_on_a_tile_that_the_locked_hand_does_not_wait_for_is_none() -> None:
    verdict = played("E-6s S.hu N-1s S.hu", Scores="E0 S0 W0 N0")
    assert codes(verdict) == ["4 not-winning MJ-4.2"]
    assert verdict.computed is None


def test_the_tiles_that_were_won_lie_apart_and_are_counted() -> None:
    four = "E-6s S.hu E-6s S.hu N-6s S.hu W-6s S.hu"
    assert codes(played(f"{four} S+9s S.hu")) == []
    assert codes(played(f"{four} S+6s S.hu")) == ["10 tile-overflow MJ-1.2"]


@pytest.mark.parametrize("shown", [HAND, "11122233345678s"])
def test_the_hand_is_shown_with_or_without_the_first_tile(shown: str) -> None:
    verdict = played("E-6s S.hu:4 S+9s S.hu:4", Shown_S=shown)
    assert (codes(verdict), values(verdict), unchecked(verdict)) == ([], [4, 4], ["ready E 0", "ready W 0", "ready N 0"])


def test_a_hand_shown_with_an_unknown_winning_tile_is_taken_on_trust_afterwards() -> None:
    verdict = played("S+? S.hu:4 N-9s S.hu:4", Shown_S="11122233345678s", Ready_S="4")
    assert (codes(verdict), values(verdict)) == ([], [4, 4])
    assert "value S 4" in unchecked(verdict)


def test_values_alone_settle_a_round_with_the_worth_of_each_ready_hand() -> None:
    verdict = played("E-6s S.hu:4 S+9s S.hu:4 N-9s S.hu:4", Shown_S="?", Ready_S="4")
    assert codes(verdict) == []
    assert "W S 4 ready-check" in lines(verdict)
    assert unchecked(verdict)[-3:] == ["value S 2", "value S 4", "value S 6"]


# -- kongs of a locked hand ----------------------------------------------------------------------------------------------------

TRIPLET = "111m456m456p78p55p"
"""A hand that waits for 6p and 9p, whatever becomes of its 1m."""


@pytest.mark.parametrize("kong", ["S.angang:1111m", "E-1m S.gang", "S+1m S.angang:1111m"])
def test_a_kong_of_a_locked_hand_adds_its_fan_from_then_on(kong: str) -> None:
    verdict = played(f"E-9p S.hu:1 {kong} N-9p S.hu:2", Shown_S=TRIPLET)
    assert (codes(verdict), values(verdict)) == ([], [1, 2])


def test_a_kong_that_changes_the_waits_is_forbidden() -> None:
    verdict = played("E-6s S.hu S.angang:3333s", Shown_S="1112223334555s")
    assert codes(verdict) == ["3 hand-locked XLC-2.2"]


def test_a_kong_out_of_the_locked_hand_keeps_the_tile_that_was_drawn() -> None:
    """1111 and 23 are a triplet and a run, and a kong and a run once 4萬 was drawn."""
    verdict = played("E-9p S.hu:2 S+4m S.angang:1111m N-9p S.hu:2", Shown_S="111123m456p78p55p")
    assert (codes(verdict), values(verdict)) == ([], [2, 2])
    unseen = played("E-9p S.hu:2 S.angang:1111m N-9p S.hu:2", Shown_S="111123m456p78p55p")
    assert codes(unseen) == []
    assert "hand S 5" in unchecked(unseen)


def test_an_added_kong_needs_the_peng_with_which_the_hand_won() -> None:
    moves, shown = "E-9p S.hu:1 S.bugang:1m N-9p S.hu:2", TRIPLET[4:]
    assert codes(played(moves, Shown_S=shown, Melds_S="peng:111m")) == []
    assert codes(played("E-9p S.hu:1 S.bugang:1m", Shown_S=TRIPLET)) == ["3 bad-claim-tiles MJ-2.4"]


def test_tiles_that_a_locked_hand_has_not_make_no_kong() -> None:
    verdict = played("E-9p S.hu:1 S.angang:2222m N-9p S.hu:1", Shown_S=TRIPLET)
    assert (codes(verdict), values(verdict)) == (["3 tile-not-in-hand MJ-2.2"], [1, 1])


def test_a_locked_hand_claims_nothing_but_wins() -> None:
    assert codes(played("E-9p S.hu:1 E-5p S.peng", Shown_S=TRIPLET)) == ["4 hand-locked XLC-2.2"]


def test_a_robbed_kong_is_none_and_leaves_the_hand_as_it_was() -> None:
    moves = "E-9p S.hu:1 S.bugang:1m W.hu:2 N-9p S.hu:1"
    verdict = played(moves, Shown_S=TRIPLET[4:], Melds_S="peng:111m", Shown_W="23m777888999s55s", Ready_W="?")
    assert (codes(verdict), values(verdict)) == ([], [1, 2, 1])


@pytest.mark.parametrize("kong", ["S.angang:1111m", "E-1m S.gang", "S.bugang:1m"])
def test_a_kong_of_the_declared_suit_is_found(kong: str) -> None:
    assert codes(played(f"S.que:m {kong}", "xueliu", Shown_S="?")) == [f"{len(kong.split()) + 1} que-first XLC-1.2"]


# -- circumstances -------------------------------------------------------------------------------------------------------------


def test_each_win_has_circumstances_of_its_own() -> None:
    moves = "S.angang:1111m S+9p S.hu:4 N-9p S.hu:2 S+6p S.hu:4"
    verdict = played(moves, Shown_S=TRIPLET[4:], Flags_S="gangshanghua / - / haidi")
    assert (codes(verdict), values(verdict)) == ([], [4, 2, 4])
    one = played(moves.replace("S+6p S.hu:4", "S+6p S.hu:2"), Shown_S=TRIPLET[4:], Flags_S="gangshanghua")
    assert (codes(one), values(one)) == ([], [4, 2, 2])


@pytest.mark.parametrize(
    ("moves", "flags", "found"),
    [
        ("S.angang:1111m S+9p S.hu N-9p S.hu S+6p S.hu", "gangshanghua / - / gangshanghua", "7 bad-sheet PPN-9"),
        ("S.angang:1111m S+9p S.hu", "gangshanghua / haidi", "0 bad-sheet PPN-9"),
        ("S.angang:1111m S+9p S.hu", "gangshanghua / nothing", "0 bad-sheet PPN-9"),
        ("S.angang:1111m S+9p S.hu S+6p S.hu", "haidi / haidi", "4 moves-after-end MJ-5.2"),
    ],
)
def test_circumstances_that_cannot_be_are_found(moves: str, flags: str, found: str) -> None:
    assert found in codes(played(moves, Shown_S=TRIPLET[4:], Flags_S=flags))


def test_who_has_won_on_a_discard_may_still_win_on_the_first_draw() -> None:
    heavenly = {"Shown_S": TRIPLET, "Flags_S": "- / dihu"}
    assert codes(played("E-9p S.hu S+6p S.hu", **heavenly)) == []
    assert codes(played("S+9p S.hu S+6p S.hu", **heavenly)) == ["4 bad-sheet PPN-9"]


def test_of_a_hand_that_won_as_dealt_the_tile_lies_apart_without_which_it_waits_for_the_dearest_win() -> None:
    """Without 3s it waits for the fourth 3s, which is a 根, and for 6s."""
    tags = {"Shown_E": "11122233345688s", "Flags_E": "tianhu", "Ready_E": "8", "Shown_S": "?"}
    assert codes(played("E.hu:64 E+3s E.hu:8 E+6s E.hu:4", **tags)) == []
    assert codes(played("E.hu:64 E+9s E.hu", **tags)) == ["3 not-winning MJ-4.2"]
