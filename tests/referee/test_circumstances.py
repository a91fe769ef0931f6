"""Circumstances of a win that exclude each other: one table for questions about a hand and for score sheets (P2, P3)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.core import registry
from referee.core.game.hand_specification import QueryError
from referee.core.record import Record
from referee.mahjong.analysis.hand_question import MELDS
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.tiles import NAMES, listed, text
from referee.mahjong.play import MahjongPlay
from referee.mahjong.table.moves import SEATS
from referee.rulebook import Rules
from tests.golden import of_mahjong
from tests.oracle import part
from tests.proof import one_in, seeds
from tests.referee.cases import load, text_of
from tests.referee.sheets.sheets import codes, judged, lines
from tests.samples import clean

HANDS = {"none": "123456789p2234s", "peng": "123456p2234s", "kong": "123456p2234s"}
"""Hands that win on a 5s in every game, by what lies beside them."""
LAID = {"none": [], "peng": ["peng:888s"], "kong": ["angang:8888s"]}
GAMES = {game.id: game for game in referee.games() if isinstance(game, MahjongGame)}
RULES = {"sichuan": ("putong", "putong haidi=both", "xuezhan tiandihu=false"), "kawuxing": ("suizhou", "suizhou haidilao=false")}


def asked(game: str, *flags: str, by: str = "draw", laid: str = "none", **more: Any) -> dict[str, Any]:
    """The answer about a hand that wins on a 5s."""
    query = {"game": game, "hand": HANDS[laid], "melds": LAID[laid], "win": "5s", "by": by, "flags": [*flags], **more}
    return referee.score(query)


def refused(game: str, *flags: str, **more: Any) -> QueryError | None:
    try:
        asked(game, *flags, **more)
    except QueryError as error:
        return error
    return None


# -- questions about a hand (P3) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("said", "more"),
    [
        (("gangshanghua", "no-kong"), {}),
        (("gangshanghua", "discard"), {"laid": "kong", "by": "discard"}),
        (("gangshangpao", "draw"), {}),
        (("haidi", "discard"), {"by": "discard"}),
        (("tianhu", "discard"), {"by": "discard"}),
        (("tianhu", "melds"), {"laid": "peng"}),
        (("tianhu", "not-dealer"), {"dealer": False}),
        (("dihu", "dealer"), {"dealer": True}),
        (("haidi", "tianhu"), {}),
    ],
)
def test_question_that_contradicts_itself_is_an_error_that_names_both(game: str, said: tuple[str, str], more: Any) -> None:
    """P3: the six games alike, whether or not the circumstance is worth something there."""
    flags = [word for word in said if word in GAMES[game].rulebook.words.of("flags")]
    if game == "hengyang" and "dihu" in flags and "by" not in more:
        more = {**more, "by": "discard"}
    error = refused(game, *flags, **more)
    assert error is not None
    assert error.field == "flags"
    assert str(error).endswith(f"({', '.join(said)})")
    words = GAMES[game].rulebook.words
    for language in ("zh", "en"):
        assert all(words.say(word, "said", language) in error.message[language] for word in flags)


@pytest.mark.parametrize(
    ("game", "flags", "more"),
    [
        ("sichuan", ["dihu"], {"by": "discard"}),
        ("hengyang", ["dihu"], {}),
        ("luzhou", ["dihu"], {"laid": "peng"}),
        ("sichuan", ["dihu", "haidi"], {}),
        ("hengyang", ["dice"], {}),
        ("kawuxing", ["liang", "tianhu"], {}),
        ("luzhou", ["bao", "tianhu"], {}),
        ("kawuxing", ["gangshangpao"], {"by": "rob"}),
        ("sbr", ["haidipao"], {}),
        ("sbr", ["que-m", "que-p"], {}),
    ],
)
def test_question_beside_the_games_clauses_is_an_error(game: str, flags: list[str], more: dict[str, Any]) -> None:
    assert refused(game, *flags, **more)


@pytest.mark.parametrize(
    ("game", "flags", "more"),
    [
        ("sichuan", ["gangshanghua", "haidi"], {"laid": "kong", "rules": "haidi=draw"}),
        ("sichuan", ["gangshangpao", "haidipao"], {"by": "discard", "rules": "haidi=both"}),
        ("sichuan", ["tianhu"], {"rules": "tiandihu=false"}),
        ("xueliu", ["dihu", "que-m"], {}),
        ("hengyang", ["dihu"], {"by": "discard", "dealer": False}),
        ("hengyang", ["gangshanghua", "dice", "haidi"], {"laid": "kong"}),
        ("luzhou", ["gangshanghua", "bao", "haidi"], {"laid": "kong"}),
        ("kawuxing", ["liang", "gangshanghua", "haidi"], {"laid": "kong"}),
        ("kawuxing", ["haidi"], {"rules": "haidilao=false"}),
        ("sbr", ["gangshangpao", "haidipao", "que-m"], {"by": "discard", "laid": "kong"}),
    ],
)
def test_question_that_can_be_is_answered(game: str, flags: list[str], more: dict[str, Any]) -> None:
    assert asked(game, *flags, **more)["wins"]


@pytest.mark.parametrize(
    ("game", "hand", "melds", "win", "can_be"),
    [
        ("sichuan", "123456789m1123p", [], "1p", False),
        ("sichuan", "123456789m2234p", [], "1p", True),
        ("kawuxing", "123p23s55667z", ["peng:111s"], "1s", False),
        ("luzhou", "123456789m2234p", [], "2p", True),
        ("luzhou", "123456789m2224p", [], "2p", False),
        ("luzhou", "123456m34p22s", ["peng:55p7z"], "5p", True),
    ],
)
def test_tile_of_a_robbed_kong_is_nowhere_else(game: str, hand: str, melds: list[str], win: str, can_be: bool) -> None:
    """P3: the kong has all four of its kind; where ghosts stand in, two of them are natural at least (LZG-2.2, LZG-2.6)."""
    query: dict[str, Any] = {"game": game, "hand": hand, "melds": melds, "win": win, "by": "rob"}
    if can_be:
        referee.score(query)
    else:
        with pytest.raises(QueryError, match=r"^win: .*\(rob, "):
            referee.score(query)
    found: Any = referee.score({**query, "waits": True})["waits"]
    assert (win in found) <= can_be


# -- score sheets (P2) ---------------------------------------------------------------------------------------------------------

WHOLE = "123456789m1234p"


@pytest.mark.parametrize("flags", ["tianhu haidi", "haidi tianhu"])
def test_sheet_with_heaven_and_the_last_tile_is_settled_as_heaven(flags: str) -> None:
    """P2: it was clean, and 64 a head."""
    verdict = judged("E+1p E.hu", rules="putong haidi=draw", Flags_E=flags, Shown_E=WHOLE)
    assert codes(verdict) == ["2 bad-sheet PPN-9"]
    assert lines(verdict) == ["S E 32 win", "W E 32 win", "N E 32 win"]
    assert "海底" in verdict.findings[0].message["zh"]
    assert "天胡" in verdict.findings[0].message["zh"]


@pytest.mark.parametrize(
    ("game", "moves", "flags", "left", "found"),
    [
        ("sichuan", "E+1p E.hu", "tianhu", "54", True),
        ("sichuan", "E+1p E.hu", "tianhu", "55", False),
        ("sichuan", "S+1p S.hu", "dihu", "3", True),
        ("sichuan", "S+1p S.hu", "dihu", "54", False),
        ("sichuan", "S+1p S.hu", "dihu haidi", "0", True),
        ("sichuan", "S+1p S.hu", "haidi", "0", False),
        ("hengyang", "E-2p S.hu", "dihu", "3", True),
        ("hengyang", "E.angang:9999s E-2p S.hu", "dihu", "53", False),
        ("hengyang", "S.angang:9999s S+2p S.hu", "gangshanghua", "55", True),
    ],
)
def test_circumstance_is_held_to_the_tiles_left_in_the_wall(game: str, moves: str, flags: str, left: str, found: bool) -> None:
    """P2: `tianhu` with `Left "0"` and `dihu` with `Left "3"` passed."""
    rules, seat = {"sichuan": "putong haidi=draw", "hengyang": "birds=0"}[game], moves[-4]
    shown = WHOLE if game == "sichuan" else "123456m2234p" if "angang:9999s S" in moves else "123456789m2234p"
    verdict = judged(moves, game=game, rules=rules, Left=left, **{f"Flags_{seat}": flags, f"Shown_{seat}": shown})
    assert [code.partition(" ")[2] for code in codes(verdict)] == ["bad-sheet PPN-9"] * found


@pytest.mark.parametrize(
    ("game", "moves", "dealer", "left", "found"),
    [
        ("luzhou", "S+5s S.hu:2", "E", "59", True),
        ("luzhou", "S+5s S.hu:2", "E", "58", False),
        ("luzhou", "E-5s S.hu:1", "E", "59", False),
        ("luzhou", "W.bugang:5s S.hu:1", "E", "0", True),
        ("luzhou", "W.bugang:5s S.hu:1", "E", "1", False),
        ("kawuxing", "E.angang:5555s S.hu:2", "E", "44", False),
    ],
)
def test_way_of_winning_is_held_to_the_tiles_left_in_the_wall(game: str, moves: str, dealer: str, left: str, found: bool) -> None:
    """P2, its kind: who has drawn has left fewer tiles than there were, and no kong is laid without a replacement (MJ-2.5)."""
    verdict = judged(moves, game=game, rules=GAMES[game].rulebook.presets[0].name, dealer=dealer, Left=left)
    said = [finding.data for finding in verdict.findings if finding.data.get("reason") == "exclude"]
    assert [data["expected"] for data in said] == ["left"] * found


@pytest.mark.parametrize(
    ("game", "moves", "tags"),
    [
        ("kawuxing", "E.liang E+5s E.hu", {"Flags_E": "tianhu"}),
        ("sbr", "W.bugang:5s E.hu", {"Flags_E": "gangshangpao"}),
        ("sichuan", "E+5s E.hu", {"Flags_E": "tianhu", "Melds_E": "peng:888s", "Shown_E": HANDS["peng"]}),
        ("hengyang", "E+5s E.hu", {"Flags_E": "dice"}),
        ("xueliu", "E.que:m E+5s E.hu", {"Flags_E": "que-s"}),
        ("luzhou", "W-5s N.hu:20 E.hu", {"dealer": "W", "Flags_N": "dihu", "Melds_E": "peng:888s", "Shown_E": HANDS["peng"]}),
    ],
)
def test_sheet_that_contradicts_itself_is_found(game: str, moves: str, tags: dict[str, str]) -> None:
    """P2, its kind: shown hands, robbed kongs without one before, melds, dice without a kong, two declared suits."""
    rules = GAMES[game].rulebook.presets[0].name
    verdict = judged(moves, game=game, rules=rules, **{"Shown_E": HANDS["none"], **tags})
    assert "bad-sheet" in [finding.code for finding in verdict.findings]


# -- whatever is drawn ---------------------------------------------------------------------------------------------------------


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """Any game by any of its rules, any way of winning, dealer and melds, and a few of the circumstances that it names."""
    game = draw(st.sampled_from(sorted(GAMES)))
    rules = draw(st.sampled_from(RULES.get(game, (GAMES[game].rulebook.presets[0].name,))))
    found = GAMES[game].rulebook.rules(rules)
    assert isinstance(found, Rules)
    made = GAMES[game].hand_specification(found)
    return {
        "game": game,
        "rules": rules,
        "by": draw(st.sampled_from(made.by)),
        "laid": draw(st.sampled_from(sorted(HANDS))),
        "dealer": draw(st.booleans()),
        "flags": draw(st.lists(st.sampled_from(sorted(made.flags)), max_size=3, unique=True)),
    }


def on_a_sheet(win: dict[str, Any]) -> bool:
    """Whether a score sheet of such a win names two things that exclude each other."""
    flags, laid = win["flags"], win["laid"]
    first = ["W.angang:9999s"] if "gangshangpao" in flags and "tianhu" not in flags else []
    first += ["S.angang:8888s"] if laid == "kong" else []
    won = {"draw": "S+5s S.hu", "discard": "W-5s S.hu", "rob": "W.bugang:5s S.hu"}[win["by"]]
    tags = {"Shown_S": HANDS[laid], **({"Melds_S": "peng:888s"} if laid == "peng" else {})}
    tags |= {"Flags_S": " ".join(flags)} if flags else {}
    verdict = judged(" ".join([*first, won]), win["game"], win["rules"], "S" if win["dealer"] else "W", **tags)
    return any(finding.data.get("reason") == "exclude" for finding in verdict.findings)


@given(wins())
def test_sheets_and_questions_are_held_to_one_table(win: dict[str, Any]) -> None:
    error = refused(win["game"], *win["flags"], **{name: win[name] for name in ("rules", "by", "laid", "dealer")})
    assert (error is not None) == on_a_sheet(win)


# -- what replays come to ------------------------------------------------------------------------------------------------------

Won = tuple[str, str, bool, CandidateHand]
"""Game, rules, whether the winner deals, and the hand as it won, with its circumstances."""


def won_in(record: Record) -> list[Won]:
    """The wins of a record's rounds, each with the circumstances that its replay derives."""
    game = registry.find(record.game)
    if not isinstance(game, MahjongGame):
        return []
    rules, found = game.rulebook.rules(record.rules), list[Won]()
    if not isinstance(rules, Rules):
        return []
    for round_ in record.rounds:
        play = None if "Kind" in round_.tags else game.start(record, rules, 1, round_, None).play
        if isinstance(play, MahjongPlay):
            play.moves(round_.moves)
            for seat, hands in play.round.state.won_with.items():
                found += [(game.id, record.rules, SEATS[seat] == round_.dealer, hand) for hand in hands]
    return found


def refusal(won: Won) -> QueryError | None:
    """Why a question about such a win is refused, but for melds of wrong tiles that were played on with."""
    game, rules, dealer, hand = won
    words = {kind: word for word, kind in MELDS.items()}
    concealed = listed(hand.keys)
    win = concealed[0] if hand.tile is None else hand.tile
    concealed.remove(win)
    query: dict[str, Any] = {"game": game, "rules": rules, "by": hand.by, "dealer": dealer, "win": NAMES[win]}
    query |= {"hand": text(concealed), "melds": [f"{words[meld.kind]}:{text(meld.tiles)}" for meld in hand.melds]}
    query["flags"] = sorted(hand.flags & GAMES[game].rulebook.words.of("flags").keys())
    try:
        referee.score(query)
    except QueryError as error:
        return error if error.field in ("flags", "win") else None
    return None


@cache
def golden(path: Path) -> tuple[Won, ...]:
    return tuple(won for record in referee.parse_file(path.read_bytes()) if isinstance(record, Record) for won in won_in(record))


RECORDS = [*of_mahjong(), *(path for game in GAMES for path in clean(game))]


@pytest.mark.parametrize("path", one_in(4, RECORDS), ids=lambda path: "-".join(path.parts[-3:]))
def test_circumstances_that_a_replay_derives_are_never_refused(path: Path) -> None:
    assert [str(error) for won in golden(path) if (error := refusal(won))] == []


def test_circumstances_of_worked_cases_are_never_refused() -> None:
    for game, case in load("case"):
        record = referee.parse(text_of(game, case)) if game in GAMES else None
        for won in won_in(record) if isinstance(record, Record) else ():
            assert refusal(won) is None, (case["clause"], case["name"])


@pytest.mark.parametrize("some", seeds(2, 6, 4))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_circumstances_of_legal_matches_are_never_refused(game: str, some: range) -> None:
    for seed in some:
        record = referee.parse(part(game, "match").play_match(seed))
        assert [str(error) for won in won_in(record) if (error := refusal(won))] == []
