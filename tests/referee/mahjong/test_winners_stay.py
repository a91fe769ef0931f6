"""Winners who stay in play: what they lay apart, that one tile is won once by each, and what they have not passed."""

from __future__ import annotations

from collections.abc import Sequence

from referee import registry
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.mechanisms.locks.hand_lock import WinnersLock
from referee.mahjong.mechanisms.locks.missed_wins import MissedWins
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.notation import grammar_of
from referee.record import Round
from referee.rulebook import Rules

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)
LOCKED = FAIR.rulebook["SCM-2.3"].raises("forced-win-declined")
PASSED = FAIR.rulebook["SCM-2.8"].raises("missed-win-lock")


def played(moves: str, east: str = "123456789m11789p", missed: str = "draw", **hands: str) -> MahjongPlay:
    """A round in which winners stay, as far as these moves go."""
    rules = FAIR.rulebook.rules("")
    assert isinstance(rules, Rules)
    tokens = tuple(found for token in moves.split() if (found := grammar_of().move(token)))
    others = {"S": "123456789p123s4s", "W": "2223334445556s", "N": "1112223334447m"}
    header = Round(1, tokens, dealer="E", hands={"E": east, **others, **hands})
    table = Ruleset(4, suited(), winners_stay=True, missed_wins=missed, last_discard_counts=True)
    state = RoundState(FAIR, rules, Deal(table, header), 1, header)

    class Staying(type(FAIR)):  # type: ignore[misc]
        def ruleset(self, rules: Rules) -> Ruleset:
            return table

        def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
            fees = KongFees(round_, "off", FAIR.rulebook["SCM-4.4"])
            return MissedWins(round_, PASSED, missed), WinnersLock(round_, LOCKED), fees

    play = MahjongPlay(MahjongRound(Staying(), state), {})
    play.moves(header.moves)
    return play


def found(play: MahjongPlay) -> list[tuple[int, str | None, str]]:
    return [(finding.move, finding.seat, finding.code) for finding in play.findings]


def test_a_winner_lays_the_tile_apart_and_wins_again() -> None:
    play = played("E.hu S+1s S.hu W+9s W-9s N+8s N-8s E+7m E.hu")
    table = play.round.state.table
    assert found(play) == []
    assert [(win.seat, win.by) for win in play.round.state.wins] == [("E", "draw"), ("S", "draw"), ("E", "draw")]
    assert [[NAMES[kind] for kind in tiles] for tiles in table.apart] == [["1m", "7m"], ["1s"], [], []]
    assert [table.size(seat) for seat in range(4)] == [13] * 4
    assert play.frame(None)["seats"][2]["state"] == "in"  # type: ignore[index,call-overload]


def test_the_tile_laid_apart_of_a_dealt_hand_is_the_one_that_leaves_the_dearest_waits() -> None:
    """One suit waited for by the single 1筒 would be two: without it and with 9萬 three times the hand waits in 萬 alone."""
    play = played("E.hu", "1112345678999m1m", N="1122233344479s", W="2223334445556p")
    assert [NAMES[kind] for kind in play.round.state.table.apart[0]] == ["1m"]
    mixed = played("E.hu", "11123456789m999p", N="1122233344479s", W="2223334445556p")
    left = mixed.round.state
    assert left.dearest(0) == max(_worth_without(mixed, kind) for kind in (0, 1, 8, 17))


def _worth_without(play: MahjongPlay, kind: int) -> int:
    """What the hand that won could win once this kind has left it."""
    state = play.round.state
    rest = list(state.won_with[0][0].keys)
    rest[kind // 9] -= 1 << 3 * (kind % 9)
    wins = FAIR.completions(state.rules, rest, (), "discard", frozenset())
    return max((value.rank for _, value in wins), default=0)


def test_nobody_wins_twice_on_one_tile() -> None:
    play = played("E-7m N.hu N.hu")
    assert found(play) == [(3, "N", "no-claimable-discard")]
    assert len(play.round.state.wins) == 1


def test_play_goes_on_after_the_last_winner() -> None:
    assert found(played("E-7m N.hu E+9s E-9s S+8s")) == []
    assert found(played("E-7m N.hu S+9s")) == [(3, "S", "not-your-turn")]


def test_a_winner_changes_the_hand_no_more() -> None:
    assert found(played("E-7m N.hu E+9s E-9s S+8s S-8s W+8s W-8s N+1p N-1m")) == [(10, "N", LOCKED.code)]
    assert found(played("E-7m N.hu E+9s E-9s S+8s S-8s W+8s W-8s N+1p N-1p")) == []


def test_who_has_won_has_not_passed_the_win() -> None:
    assert found(played("E-7m N.hu E+7m E-7m N.hu")) == []
    assert found(played("E-7m S+7m S-7m N.hu")) == [(4, "N", "missed-win-lock")]


def test_an_own_discard_is_passed_where_the_lock_is_on_discards() -> None:
    moves = "E-1p S+9s S-9s W+9s W-9s N+7m N-7m E+9p E-7m N.hu"
    assert found(played(moves)) == []
    assert found(played(moves, missed="discards")) == [(10, "N", "missed-win-lock")]


def test_a_wall_played_out_is_drawn_whoever_has_won() -> None:
    play = played("E-7m N.hu E+9s E-9s")
    play.round.state.table.wall.left = 0
    play.finish()
    assert play.round.state.outcome == "drawn"


def test_a_frame_says_whose_hand_is_locked() -> None:
    told = [seat["locked"] for seat in played("E-7m N.hu E+9s E-9s").frame(None)["seats"]]
    assert told == [False, False, False, True]
