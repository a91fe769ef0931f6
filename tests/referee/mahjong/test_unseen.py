"""Tiles that nobody saw: a hand may be seen again after a meld was not, and what it is worth stays unknown (MJ-5.1)."""

from __future__ import annotations

import pytest

import referee
from referee.core.verdict import RoundVerdict

SEEN = {"kawuxing": "ESW", "luzhou": "ESWN", "sichuan": "ESWN"}
"""The seats of each game that is played here."""
KEPT = ["1p", "1p", "2p", "2p", "3p", "3p", "7p", "7p", "8p", "8p", "8p"]
LET_GO = ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "1s", "2s"]


def played(game: str, claim: str) -> RoundVerdict:
    """South melds, and then draws eleven tiles that all see, until not one of its hand is unseen; then South wins."""
    others = SEEN[game][2:] + "E"
    moves = claim.split()
    for gone, kept in zip(LET_GO, KEPT, strict=True):
        moves += [f"S-{gone}", *(f"{seat}{sign}?" for seat in others for sign in "+-"), f"S+{kept}"]
    return judged(game, " ".join([*moves, "S.hu"]))


def judged(game: str, moves: str) -> RoundVerdict:
    """A round of which no hand was seen."""
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in SEEN[game])
    head = f'[PPN "1"]\n[Game "{game}"]\n\n[Round "1"]\n[Dealer "E"]\n'
    return referee.verify(referee.parse(f"{head}{hands}{moves}\n")).rounds[0]


@pytest.mark.parametrize("game", SEEN)
def test_mj_5_1_a_meld_that_nobody_saw_leaves_the_win_without_a_value(game: str) -> None:
    verdict = played(game, "E-? S.peng:??")
    assert [win.value for win in verdict.wins] == [None]
    assert verdict.computed is None


@pytest.mark.parametrize("game", SEEN)
@pytest.mark.parametrize(("offer", "added", "known"), [("?", "5p", "5p"), ("9p", "?", "9p")])
def test_mj_2_4_a_tile_is_added_to_a_peng_that_may_be_of_it(game: str, offer: str, added: str, known: str) -> None:
    between = "N+? N-? " * (len(SEEN[game]) > 3)
    verdict = judged(game, f"E-{offer} S.peng S-1s W+? W-? {between}E+? E-? S+{added} S.bugang:{added} S+?")
    assert [finding.code for finding in verdict.findings] == ["round-not-finished"]
    assert [kong.tile for kong in verdict.kongs] == [known]


def test_lzg_2_6_a_ghost_added_to_an_unseen_peng_is_robbed() -> None:
    verdict = judged("luzhou", "E-? S.peng S-1s W+? W-? N+? N-? E+? E-? S+7z S.bugang:7z=5p W.hu")
    assert [(win.seat, win.tile, win.by) for win in verdict.wins] == [("W", "5p", "rob")]
