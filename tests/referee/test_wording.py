"""Findings worded for readers: with the names of the players, in each language, and as stored where there are none."""

from __future__ import annotations

import copy

import pytest

import referee
from referee.core.wording import frame_with_names, verdict_with_names
from tests.each import each
from tests.golden import records

HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan forced_win=off"]\n'
NAMES = '[Seat.E "張三"]\n[Seat.S "Li Si"]\n[Seat.W "Wang Wu"]\n[Seat.N "萬條"]\n'
ROUND = '[Round "{0}"]\n[Dealer "E"]\n[Hand.E "123456789m1179p8p"]\n[Hand.S "112233m445566p8p"]\n[Hand.W "1379p1379s2468s2p"]\n'
HANDS = ROUND + '[Hand.N "33s11s24p79p68s147m"]\n{1}\n'


def judged(moves: str, names: str = NAMES, sit: str = "") -> tuple[dict[str, object], referee.Record]:
    record = referee.parse(HEAD + names + HANDS.format(1, moves).replace("[Dealer", f"{sit}[Dealer"))
    return referee.verify(record).as_dict(), record


def messages(moves: str, language: str, names: str = NAMES, sit: str = "") -> list[str]:
    verdict, record = judged(moves, names, sit)
    shown = verdict_with_names(verdict, record)
    return [finding["message"][language] for round_ in shown["rounds"] for finding in round_["findings"]]


@pytest.mark.parametrize(
    ("moves", "language", "said"),
    [
        ("E-9p W.peng", "en", "Wang Wu (West) has no 9 of dots for “W.peng”."),
        ("E-9p W.peng", "zh", "西·Wang Wu手裡沒有九筒，做不了「W.peng」。"),
        ("E-9s", "zh", "東·張三手裡沒有九條，做不了「E-9s」。"),
        ("E-9s", "zh-Hans", "东·張三手里没有九条，做不了「E-9s」。"),
        ("E-9p N.peng", "zh-Hans", "北·萬條手里没有九筒，做不了「N.peng」。"),
        ("E-9p W.hu", "en", "Wang Wu's (West) hand does not win with 9 of dots."),
        ("E-9p W+1s", "en", "It is not Wang Wu's (West) turn; Li Si (South) is to act."),
    ],
)
def test_message_names_the_players_beside_their_seats(moves: str, language: str, said: str) -> None:
    found = messages(moves, language)[0]
    assert found.replace("“", "「").replace("”", "」") == said.replace("“", "「").replace("”", "」")


def test_stored_verdict_has_seats_and_figures_and_no_names() -> None:
    verdict, record = judged("E-9p W.peng")
    before = copy.deepcopy(verdict)
    assert "Wang Wu" not in str(verdict)
    verdict_with_names(verdict, record)
    assert verdict == before
    (finding,) = referee.verify(record).rounds[0].findings
    assert finding.data == {"seat": "W", "tile": "9p", "token": "W.peng"}
    assert finding.message["en"].startswith("West has no")


def test_round_with_other_people_names_those_who_sit_in_it() -> None:
    assert messages("E-9p W.peng", "en", sit='[Sit.W "Chen"]\n')[0].startswith("Chen (West)")


def test_seat_without_a_name_is_called_by_its_seat() -> None:
    assert messages("E-9p W.peng", "en", names='[Seat.E "A"]\n')[0].startswith("West has no")


def test_name_of_right_to_left_letters_cannot_turn_the_text_around_it() -> None:
    assert messages("E-9p W.peng", "en", names='[Seat.W "\u202eeve"]\n')[0].startswith("\u2068\u202eeve\u2069 (West) has no")


def test_name_is_never_read_as_a_template() -> None:
    assert messages("E-9p W.peng", "en", names='[Seat.W "{tile} %s"]\n')[0].startswith("{tile} %s (West) has no")


@pytest.mark.parametrize("lost", ["data", "clause"])
def test_verdict_of_an_older_engine_shows_its_stored_messages(lost: str) -> None:
    verdict, record = judged("E-9p W.peng")
    (finding,) = verdict["rounds"][0]["findings"]  # type: ignore[index]
    if lost == "data":
        del finding["data"]
    else:
        finding["clause"] = "SCM-99.9"
    shown = verdict_with_names(verdict, record)
    assert shown["rounds"][0]["findings"][0]["message"] == finding["message"]


def test_frame_names_the_players_that_it_shows() -> None:
    frame = referee.replay(judged("E-9p W.peng")[1], 1)[-1]
    assert frame_with_names(frame)["findings"][0]["message"]["en"].startswith("Wang Wu (West) has no")


@each(lambda: (path for path in records() if not path.stem.startswith("clean")))
def test_message_worded_again_without_names_is_the_stored_one(path) -> None:  # type: ignore[no-untyped-def]
    """A name of somebody who sits nowhere makes every message be worded anew."""
    verdict = referee.verify(referee.parse(path.read_bytes()))
    record = referee.Record(verdict.game or "", seats={"?": "nobody"}, rounds=referee.parse(path.read_bytes()).rounds)
    stored = verdict.as_dict()
    bare = record._replace(rounds=tuple(round_._replace(sits={}) for round_ in record.rounds))
    shown = verdict_with_names(stored, bare, ("zh", "en"))
    assert [finding["message"] for round_ in shown["rounds"] for finding in round_["findings"]] == [
        finding["message"]
        for round_ in stored["rounds"]
        for finding in round_["findings"]  # type: ignore[union-attr, index, call-overload]
    ]
