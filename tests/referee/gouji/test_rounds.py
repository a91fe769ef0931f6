"""What holds over any record of gouji: cards are conserved, places are a permutation, scores a difference, nothing raises."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
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
    " .mai>F:2 .fa:lose-turn .fa:place-last .fa:disqualify ?shao ?hu :4 :55 :666 :777x :KK :AA :22 :xX :X :3 :33 .peng -5m"
).split()
POINTS = (4, 2, 0, 0, -2, -4)


@cache
def texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in PATHS]


def cards_of(frame: dict[str, Any]) -> Counter[str]:
    """Every card of a frame, wherever it is."""
    found: Counter[str] = Counter(frame["aside"])
    for seat in frame["seats"]:
        found.update(seat["hand"])
        found.update(card for cards in seat["played"] for card in cards)
    return found


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
def test_places_are_a_permutation_and_scores_a_difference(path: Any) -> None:
    for judged in referee.verify(referee.parse(path.read_bytes())).rounds:
        places: Any = judged.extra.get("places")
        if not places:
            continue
        assert sorted(places) == list(SEATS)
        sums = [sum(POINTS[places.index(seat)] for seat in team) for team in ("ACE", "BDF")]
        assert sum(sums) == 0
        assert judged.computed == {"ACE": max(0, sums[0] - sums[1]), "BDF": max(0, sums[1] - sums[0])}


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
            assert [last[place] for place in range(1, 7)] == judged.extra["places"]


def test_places_fall_once_and_stay_but_for_those_below() -> None:
    for text in CLEAN:
        record = referee.parse(text)
        for round_ in record.rounds:
            frames: Any = referee.replay(record, round_.number)
            before: dict[str, int] = {}
            for frame in frames:
                now = {seat["seat"]: seat["place"] for seat in frame["seats"] if seat["place"]}
                assert set(before) <= set(now)
                assert len(set(now.values())) == len(now)
                before = now


def test_a_seat_sees_its_own_cards_only() -> None:
    record = referee.parse(CLEAN[0])
    for frame in referee.replay(record, record.rounds[0].number, view="B"):
        seats: Any = frame["seats"]
        for seat in seats:
            if seat["seat"] == "B":
                assert "?" not in seat["hand"]
            elif seat["state"] == "in":
                assert set(seat["hand"]) <= {"?"}
                assert len(seat["hand"]) == seat["count"]


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


@pytest.mark.parametrize("seats", ["A", "D", "F", "BD", "ACE", "ABCDEF"])
def test_unseen_hands_accuse_nobody(seats: str) -> None:
    for text in CLEAN:
        whole = referee.verify(referee.parse(text))
        unseen = referee.verify(referee.parse(re.sub(rf'(\[Hand\.[{seats}]) "[^"]*"', r'\1 "?"', text)))
        assert unseen.all_findings() == []
        for seen, judged in zip(whole.rounds, unseen.rounds, strict=True):
            if judged.computed is not None:
                assert (judged.computed, judged.extra) == (seen.computed, seen.extra)


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
    assert said["rounds"][0].keys() == KEYS
    assert [said["rounds"][0][key] for key in ("places", "opened", "owed")] == [None] * 3


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_rounds_that_ended_say_the_same_kinds_of_things(path: Any) -> None:
    said: Any = referee.verify(referee.parse(path.read_bytes())).as_dict()
    assert all(round_.keys() - {"offenders"} == KEYS for round_ in said["rounds"])


def test_a_match_without_rounds_is_a_draw_of_the_teams() -> None:
    said: Any = referee.verify(referee.parse(f'{HEAD}[Totals "ACE0 BDF0"]\n')).as_dict()
    assert (said["status"], said["totals"]) == ("clean", dict.fromkeys(("computed", "claimed"), {"ACE": 0, "BDF": 0}))


@pytest.mark.parametrize(("tags", "first"), [('[Draw "B 3"]', "D"), ('[Leader "C"]', "C"), ("", None)])
def test_the_first_taker_is_told_where_the_record_says_who_it_is(tags: str, first: str | None) -> None:
    """GJ-1.3."""
    said: Any = referee.verify(referee.parse(f'{HEAD}[Round "1"]\n{tags}\n{UNSEEN}')).as_dict()
    assert said["rounds"][0]["dealer"] == first
