"""Figures of players and clubs: what the verdicts of their matches add up to, by game and rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

import referee
from records.accounts import clubs
from records.accounts.models import Club, Role
from records.archive import matches, players
from records.core.errors import Refusal
from referee.core.verdict import checked_in
from tests.golden import HOME
from tests.people import person
from tests.proof import one_in
from tests.records.evening import upload
from tests.records.players import between, player, store

pytestmark = pytest.mark.django_db

GAMES = sorted({path.parent.name for path in HOME.glob("*/*.ppn")})


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "tea")


def with_ann(path: Path) -> str:
    """A golden record with Ann and others at its seats, also where it names nobody."""
    record = referee.parse(path.read_bytes())
    people = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    return referee.write(record._replace(seats=dict(zip(record.seats or "ESWN", people, strict=False))))


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_player_s_figures_are_what_the_verdicts_add_up_to_and_what_the_results_are(game: str, owner: Any, club: Club) -> None:
    stored = upload(club, owner, *map(with_ann, sorted((HOME / game).glob("*.ppn"))))
    ann = club.players.get(name="Ann")
    groups = players.figures_of_player(owner, ann)
    by_rules: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for match in stored:
        if seat := match.seats.filter(name="Ann").values_list("seat", flat=True).first():
            by_rules[match.rules] += [(seat, round_) for round_ in (matches.verdict_of(match) or {"rounds": []})["rounds"]]
    for group in groups:
        of_ann, every = group["player"], by_rules[group["rules"]]
        settled = [(seat, round_) for seat, round_ in every if round_["scores"]["computed"] is not None]
        wins = [win for seat, round_ in settled for win in round_.get("wins", ()) if win["seat"] == seat]
        first = sum((round_.get("places") or [])[:1] == [seat] for seat, round_ in settled)
        values = [win["value"] for win in wins if win["value"] is not None]
        assert (of_ann["wins"], of_ann["rounds_of_all"]) == (len(wins) + first, len(every))
        assert of_ann["value"] == (pytest.approx(sum(values) / len(values), abs=0.006) if values else None)
        dealt_in = sum(any(win["from"] == seat for win in round_.get("wins", ())) for seat, round_ in settled)
        assert of_ann["dealt_in"] == dealt_in
        checks = [(seat, round_.get("ledger") or (), round_) for seat, round_ in settled]
        paid = [seat for seat, ledger, _ in checks if any(ready(line) and line["to"] == seat for line in ledger)]
        either = [
            seat for seat, ledger, _ in checks if any(ready(line) and seat in (line["to"], line["from"]) for line in ledger)
        ]
        assert (of_ann["ready"], of_ann["checked"]) == (len(paid), len(either))
        fans = Counter(code for win in wins for code in {fan["code"] for fan in win["fans"]})
        assert [one["times"] for one in of_ann["fans"]] == [times for _, times in fans.most_common(5)]
        assert all(fans[one["code"]] == one["times"] for one in of_ann["fans"])
        broken = Counter(
            (one["code"], one["clause"])
            for seat, round_ in every
            for one in round_["findings"]
            if one["severity"] == "illegal" and one["seat"] == seat
        )
        assert {(one["code"], one["clause"]): one["times"] for one in of_ann["broken"]}.items() <= broken.items()
        assert [one["times"] for one in of_ann["broken"]] == [times for _, times in broken.most_common(5)]
        for name in ("fans", "broken"):
            of_club = {(one["code"], one.get("clause")): one["times"] for one in group["club"][name]}
            assert all(of_club[one["code"], one.get("clause")] >= one["times"] for one in of_ann[name])
        assert all((of_ann[name] or 0) <= group["club"][name] for name in ("rounds", "won", "dealt_in", "wins", "rounds_of_all"))
    [result] = [row for row in players.by_game(ann) if row["game"] == game]
    for name in ("rounds", "wins"):
        assert sum(group["player"][name] for group in groups) == result[name]


def ready(line: Any) -> bool:
    """Whether a line of the ledger is paid for being ready at the end of the wall."""
    return bool(line["reason"] == "ready-check")


def test_club_s_figures_are_those_of_its_rounds_and_seats(owner: Any, club: Club) -> None:
    stored = upload(club, owner, *map(with_ann, sorted((HOME / "sichuan").glob("*.ppn"))))
    rounds = [round_ for match in stored for round_ in (matches.verdict_of(match) or {"rounds": []})["rounds"]]
    settled = [round_ for round_ in rounds if round_["scores"]["computed"] is not None]
    wins = [win for round_ in settled for win in round_.get("wins", ())]
    groups = players.figures_of_club(owner, club)
    sums = {name: sum(group[name] for group in groups) for name in ("rounds", "wins", "dealt_in", "drawn")}
    drawn = sum(round_["outcome"] == "drawn" and not round_["wins"] for round_ in settled)
    on_tiles = sum(win["from"] is not None for win in wins)
    assert players.totals_of_club(owner, club) == {
        "matches": len(stored),
        "rounds": len(rounds),
        "checked": checked_in(rounds),
        "findings": sum(match.findings_count for one in stored if (match := one.current_judgement)),
        "players": len({"Ann", "Bo", "Cy", "Di"}),
    }
    assert sums == {"rounds": len(settled), "wins": len(wins), "dealt_in": on_tiles, "drawn": drawn}
    for group in groups:
        assert [one["rounds"] for one in group["players"]] == sorted((one["rounds"] for one in group["players"]), reverse=True)
        for name in ("rounds", "won", "wins", "dealt_in"):
            assert sum(one[name] for one in group["players"]) == group["seats"][name]


def test_figures_follow_deletions_at_once(owner: Any, club: Club) -> None:
    gone, *_ = store(club, owner, between("Ann,Bo,Cy,Di"), between("Ann,Bo,Cy,Di", event="last"))
    ann = player(club, "Ann")
    [before] = players.figures_of_player(owner, ann)
    matches.delete(owner, gone)
    [after] = players.figures_of_player(owner, ann)
    assert after["player"]["rounds"] * 2 == before["player"]["rounds"]
    matches.delete(owner, club.matches.get())
    assert (players.figures_of_player(owner, ann), players.figures_of_club(owner, club)) == ([], [])


def test_figures_are_for_owners_alone(owner: Any, club: Club) -> None:
    store(club, owner, between("Ann,Bo,Cy,Di"))
    organizer, stranger = person("bo"), person("boss")
    clubs.accept_invitation(clubs.invite(owner, club, "bo", Role.ORGANIZER))
    for actor in (organizer, stranger):
        for ask in (
            lambda who: players.figures_of_club(who, club),
            lambda who: players.figures_of_player(who, player(club, "Ann")),
        ):
            with pytest.raises(Refusal):
                ask(actor)
