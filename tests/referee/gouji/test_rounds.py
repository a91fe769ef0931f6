"""What holds over any record of gouji: cards are conserved, places are a permutation, scores sums of a side, nothing raises."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.golden import HOME
from tests.referee.mutations import Alphabet, assert_borne, mutated

PATHS = sorted((HOME / "gouji").glob("*.ppn"))
CLEAN = [path.read_text(encoding="utf-8") for path in PATHS if path.stem.startswith("clean")]
SEATS = "ABCDEF"
RANKS = "3456789TJQKA2xX"
WORDS = (
    ".guo .rang .shao:KK .shao:x .liang:3h3d .geming .hui:3 .bao:7 .tiao:KK/555/3 .mingdian .yudian .gong>A:X2 .huan>E:44"
    " .mai>F:2 .mai>C .fa:lose-turn"
    " .fa:fine-2 .fa:warning .fa:place-last .fa:disqualify ?shao ?hu :4 :55 :666 :777x :KK :AA :22 :xX :X :3 :33 .peng -5m"
).split()
POINTS = (4, 2, 0, 0, -2, -4)


@cache
def texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in PATHS]


def cards_of(frame: dict[str, Any]) -> Counter[str]:
    """Every card of a frame, wherever it is."""
    hands = [cards for seat in frame["seats"] for cards in (seat["hand"], *seat["played"])]
    return Counter(chain(frame["aside"], *hands))


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_every_frame_holds_every_card_once(path: Any) -> None:
    record = referee.parse(path.read_bytes())
    whole = {rank: 4 if rank in "xX" else 16 for rank in RANKS}
    for round_, judged in zip(record.rounds, referee.verify(record).rounds, strict=True):
        if any(finding.code == "bad-deal" for finding in judged.findings):
            continue
        for frame in referee.replay(record, round_.number):
            assert cards_of(frame) == whole


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_places_are_a_permutation_and_scores_sums_of_a_side(path: Any) -> None:
    for judged in referee.verify(referee.parse(path.read_bytes())).rounds:
        places: Any = judged.extra.get("places")
        if not places or judged.partial:
            continue
        assert sorted(places) == list(SEATS)
        sums = [sum(POINTS[places.index(seat)] for seat in team) for team in ("ACE", "BDF")]
        assert sum(sums) == 0
        swept = {seat in "ACE" for seat in places[:3]} in ({True}, {False})
        own = [12 if swept and points > 0 else max(0, points) for points in sums]
        assert judged.computed == {"ACE": own[0], "BDF": own[1]}


@pytest.mark.parametrize("path", PATHS[::4], ids=[path.stem for path in PATHS[::4]])
def test_frames_tell_what_the_verdict_says(path: Any) -> None:
    record = referee.parse(path.read_bytes())
    for judged in referee.verify(record).rounds:
        if any(finding.code == "bad-deal" for finding in judged.findings):
            continue
        frames: Any = referee.replay(record, judged.number)
        told = [finding["code"] for frame in frames for finding in frame["findings"]]
        found = [finding.code for finding in judged.findings if finding.code != "score-mismatch"]
        assert told == found
        if judged.extra["places"]:
            last = {seat["place"]: seat["seat"] for seat in frames[-1]["seats"]}
            assert [last.get(place) for place in range(1, 7)] == judged.extra["places"]


def test_who_acts_next_in_a_clean_round_is_who_may_speak_or_leads() -> None:
    for text in CLEAN[:6]:
        record = referee.parse(text)
        for round_ in record.rounds:
            frames: Any = referee.replay(record, round_.number)
            started = False
            for frame, after in zip(frames, frames[1:], strict=False):
                started = started or (frame["token"] or "  ")[1] == ":"
                token = after["token"]
                if started and token[1] == ":" or token.endswith((".guo", ".rang")):
                    seat = frame["seats"][SEATS.index(token[0])]
                    assert seat["turn"] or seat["may_speak"], (token, round_.number, frame["move"])


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_mutated_records_never_raise(seed: int, changes: int) -> None:
    dice = random.Random(seed)
    alphabet = Alphabet(f"{RANKS}?ABF", lambda dice: dice.choice(SEATS) + dice.choice(WORDS))
    assert_borne(mutated(dice.choice(texts()), dice, changes, alphabet))


KEYS = {"round", "status", "outcome", "dealer", "next_dealer", "findings", "scores", "checked", "places", "opened", "owed"}
HEAD = '[PPN "1"]\n[Game "gouji"]\n'
UNSEEN = "".join(f'[Hand.{seat} "?"]\n' for seat in SEATS)


@pytest.mark.parametrize(
    "round_",
    ['[Leader "A"]\nA:4', '[Leader "A"]\n[Hand.B "345"]', '[Leader "A"]\n[Hand.A "7"]\nA:7', '[Leader "S"]'],
    ids=["not finished", "no deal", "no deal, moves", "no such leader"],
)
def test_a_round_of_places_has_no_ledger_wins_or_kongs(round_: str) -> None:
    """The verdict's contract: places, scores by team, who opened and what is owed, null where there is no end."""
    said: Any = referee.verify(referee.parse(f'{HEAD}[Round "1"]\n{round_}\n')).as_dict()
    assert said["rounds"][0].keys() - {"partial"} == KEYS
    assert [said["rounds"][0][key] for key in ("places", "opened", "owed")] == [None] * 3


def test_halted_round_tells_who_was_out_and_had_opened_and_what_was_owed_by_then_as_partial() -> None:
    """E has gone out first, burning and muffling D; F has opened. What points and places cost is not known before the end."""
    (halted,) = verdict_of("mixed-ranks")["rounds"]
    assert (halted["status"], halted["partial"]) == ("halted", True)
    assert halted["places"] == ["E", None, None, None, None, "D"]
    assert halted["opened"] == ["F"]
    assert halted["owed"] == [{"from": "D", "to": "E", "count": 1, "reason": reason} for reason in ("muffled", "burned")]
    assert (halted["scores"]["computed"], halted["next_dealer"]) == (None, None)


def test_round_after_a_halted_one_starts_afresh() -> None:
    """Neither the tribute nor the last place of a round that halted is held against the next one (GJ-7.7)."""
    text = (HOME / "gouji" / "mixed-ranks.ppn").read_text(encoding="utf-8")
    after: Any = referee.verify(referee.parse(f'{text}\n[Round "2"]\n[Daluo "B"]\n{UNSEEN}')).as_dict()["rounds"][1]
    assert after["checked"]["tribute"] is False
    assert after["findings"] == []


def verdict_of(name: str) -> Any:
    return referee.verify(referee.parse((HOME / "gouji" / f"{name}.ppn").read_bytes())).as_dict()


def test_a_match_without_rounds_is_a_draw_of_the_teams() -> None:
    said: Any = referee.verify(referee.parse(f'{HEAD}[Totals "ACE0 BDF0"]\n')).as_dict()
    assert (said["status"], said["totals"]) == ("clean", dict.fromkeys(("computed", "claimed"), {"ACE": 0, "BDF": 0}))


def test_fine_of_a_void_round_stands_on_the_board_as_in_the_verdict() -> None:
    """GJ-2.3, GJ-9.1."""
    record = referee.parse(f'{HEAD}[Round "1"]\n[Leader "A"]\n{UNSEEN}C.geming D.geming D.fa:fine-2\n')
    (judged,) = referee.verify(record).rounds
    assert (judged.outcome, judged.computed) == ("void", {"ACE": 0, "BDF": -2})
    seats: Any = referee.replay(record, 1)[-1]["seats"]
    assert {seat["seat"]: seat["score"] for seat in seats} == {letter: -2 * (letter in "BDF") for letter in SEATS}


@pytest.mark.parametrize(("tags", "first"), [('[Draw "B 3"]', "D"), ('[Leader "C"]', "C"), ("", None)])
def test_the_first_taker_is_told_where_the_record_says_who_it_is(tags: str, first: str | None) -> None:
    """GJ-1.3."""
    said: Any = referee.verify(referee.parse(f'{HEAD}[Round "1"]\n{tags}\n{UNSEEN}')).as_dict()
    assert said["rounds"][0]["dealer"] == first
