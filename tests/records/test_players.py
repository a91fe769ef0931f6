"""Players: one person under several aliases, what their matches come to, merging and splitting, and taking it back."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from records.accounts import clubs
from records.accounts.models import AuditEntry, Club
from records.archive import matches, players
from records.archive.matches.judging import seat_results
from records.archive.models import Finding, Judgement, Match, MatchSeat, Player, PlayerAlias, PlayerMerge, SeatResult
from records.archive.players import aliases, merging
from records.archive.players.aliases import key_of
from records.core import errors
from tests.golden import HOME
from tests.records.at_once import at_once
from tests.records.errors import refused
from tests.records.players import CLEAN, FLAGGED, between, player, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(ann: User) -> Club:
    return clubs.create(ann, "Other House", "other")


def names(club: Club) -> list[str]:
    return [one.name for one in players.search(club)]


def whose(club: Club) -> dict[str, str]:
    return dict(club.aliases.values_list("name", "player__name"))


# -- names ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("same", ["ann lee", "Ann  Lee ", "ＡＮＮ　ＬＥＥ", "ANN LEE", "An\u200bn Lee"])
def test_width_case_spaces_and_invisible_characters_make_no_other_person(same: str) -> None:
    assert key_of(same) == key_of("Ann Lee") != ""


def test_composition_makes_no_other_person_and_other_characters_do() -> None:
    assert key_of("Rene\u0301") == key_of("Ren\u00e9")
    assert key_of("張三") != key_of("张三")
    assert key_of("\ufdfa" * 199 + "a") != key_of("\ufdfa" * 199 + "b"), "however long they are"


@pytest.mark.parametrize("nobody", ["", " ", "?", "???", "-", "…", "\u3000"])
def test_name_of_nothing_visible_has_no_player(nobody: str) -> None:
    assert key_of(nobody) == ""


@given(st.text(max_size=200))
def test_name_key_fits_its_column_whatever_the_name(name: str) -> None:
    assert len(key_of(name)) <= 200


# -- seats -----------------------------------------------------------------------------------------------------------------


def test_every_name_of_a_clubs_matches_has_a_player_once(club: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"), between("ann,BO,Ed,?", event="next"), judged=False)
    assert names(club) == ["Ann", "Bo", "Cy", "Di", "Ed"]
    seats = MatchSeat.objects.filter(match__event="next").order_by("pk")
    assert [seat.alias.player.name if seat.alias else None for seat in seats] == ["Ann", "Bo", "Ed", None]


def test_players_never_cross_clubs_and_what_is_in_no_club_has_none(club: Club, other: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"))
    store(other, ann, between("Ann,Bo,Cy,Di"))
    taken = matches.upload(between("Ann,Bo,Cy,Di").encode(), media_type="text/x-ppn", user=ann)
    matches.judge(taken.matches[0].pk)
    assert player(club, "Ann") != player(other, "Ann")
    assert Player.objects.count() == 8
    assert not taken.matches[0].seats.filter(alias__isnull=False).exists()
    assert not SeatResult.objects.filter(seat__match=taken.matches[0]).exists()


def test_concurrent_uploads_with_the_same_new_name_make_one_player(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    real = aliases._known
    calls: list[int] = []

    def late(club: Club, keys: Any) -> dict[str, int]:
        calls.append(1)
        if len(calls) == 1:  # the other upload comes between looking and making
            aliases.aliases_of(club, ["Ann"])
            return {}
        return real(club, keys)

    monkeypatch.setattr(aliases, "_known", late)
    found = aliases.aliases_of(club, ["Ann"])
    assert PlayerAlias.objects.get().pk == found["ann"]
    assert Player.objects.count() == 1


# -- what a judgement gives to whom ----------------------------------------------------------------------------------------


def test_player_has_the_points_wins_and_rounds_of_the_verdict(club: Club, ann: User) -> None:
    (match,) = store(club, ann, between("Ann,Bo,Cy,Di"))
    verdict = matches.verdict_of(match)
    assert verdict is not None
    won = Counter(win["seat"] for round_ in verdict["rounds"] for win in round_["wins"])
    for seat, name in zip("ESWN", ["Ann", "Bo", "Cy", "Di"], strict=True):
        (row,) = players.by_game(player(club, name))
        assert row["points"] == row["best"] == row["worst"] == verdict["totals"]["computed"][seat]
        assert (row["wins"], row["rounds"], row["matches"], row["settled"]) == (won[seat], len(verdict["rounds"]), 1, 1)
        assert row["average"] == round(row["points"] / row["rounds"], 2)


def test_player_who_changes_seats_has_the_points_of_each_round(club: Club, ann: User) -> None:
    text = (HOME / "kawuxing" / "clean-08.ppn").read_text(encoding="utf-8")
    store(club, ann, text)
    record = referee.parse(text)
    assert isinstance(record, referee.Record)
    wanted: Counter[str] = Counter()
    for played, judged in zip(record.rounds, referee.verify(record).rounds, strict=True):
        for seat, name in played.sits.items():
            wanted[name] += (judged.computed or {})[seat]
    assert len(wanted) == 4, "more people than seats"
    assert {name: players.by_game(player(club, name))[0]["points"] for name in wanted} == dict(wanted)
    assert all(row["matches"] == 1 for name in wanted for row in players.by_game(player(club, name)))


def test_player_of_a_team_has_its_score_and_wins_by_the_first_place(club: Club, ann: User) -> None:
    text = (HOME / "gouji" / "clean-01.ppn").read_text(encoding="utf-8")
    head, _, tail = text.partition("[Round ")
    lines = [line for line in head.splitlines() if not line.startswith("[Seat.")]
    named = "\n".join([*lines[:2], *(f'[Seat.{seat} "Player {seat}"]' for seat in "ABCDEF"), *lines[2:]]) + "\n\n[Round " + tail
    store(club, ann, named)
    record = referee.parse(named)
    verdict = referee.verify(record)
    teams = verdict.computed or {}
    placed: list[Any] = [round_.extra.get("places") for round_ in verdict.rounds]
    firsts = Counter(places[0] for places in placed if places)
    assert firsts
    for seat in "ABCDEF":
        (row,) = players.by_game(player(club, f"Player {seat}"))
        assert row["points"] == next(points for team, points in teams.items() if seat in team)
        assert row["wins"] == firsts[seat]


def test_broken_rules_of_a_player_are_those_of_their_seat(club: Club, ann: User) -> None:
    (match,) = store(club, ann, between("Ann,Bo,Cy,Di", FLAGGED))
    broke = Finding.objects.filter(judgement=match.current_judgement, severity="illegal").values_list("seat", "code", "clause")
    assert broke
    for seat, name in zip("ESWN", ["Ann", "Bo", "Cy", "Di"], strict=True):
        wanted = Counter((code, clause) for at, code, clause in broke if at == seat)
        rows = players.rules_broken(player(club, name))
        assert {(row["code"], row["clause"]): row["times"] for row in rows} == wanted
        for code, _ in wanted:
            assert list(players.played_by(Match.objects.all(), player(club, name), finding=code)) == [match]


def test_player_history_adds_up_in_the_order_of_play(club: Club, ann: User) -> None:
    for day in ("2026.03.02", "2026.03.01", "2026.03.03"):
        undated = re.sub(r"\[Date .*\]\n", "", between("Ann,Bo,Cy,Di", event=day))
        store(club, ann, undated.replace("[Event", f'[Date "{day}"]\n[Event'))
    course = players.points_over_time(player(club, "Ann"), "sichuan")
    assert [step["date"] for step in course] == ["2026.03.01", "2026.03.02", "2026.03.03"]
    points = course[0]["points"]
    assert [step["total"] for step in course] == [points, 2 * points, 3 * points]
    assert players.points_over_time(player(club, "Ann"), "sichuan", most=1)[0]["date"] == "2026.03.03"


def test_opponents_of_a_player_are_those_at_the_same_table(club: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"), between("Ann,Bo,Ed,Flo", event="next"))
    met = [(row["name"], row["matches"]) for row in players.opponents(player(club, "Ann"))]
    assert met == [("Bo", 2), ("Cy", 1), ("Di", 1), ("Ed", 1), ("Flo", 1)]


def test_sweeper_counts_judgements_older_than_player_statistics(club: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di", FLAGGED), (HOME / "kawuxing" / "clean-08.ppn").read_text(encoding="utf-8"))
    alone = matches.upload(CLEAN.encode(), media_type="text/x-ppn", user=ann).matches[0]
    matches.judge(alone.pk)

    def told() -> Any:
        seat_results = SeatResult.objects.order_by("seat", "judgement").values_list(
            "seat", "judgement", "rounds", "points", "wins"
        )
        return list(seat_results), list(Finding.objects.order_by("pk").values_list("pk", "offender_seat__name"))

    wanted = told()
    SeatResult.objects.all().delete()
    Finding.objects.update(offender_seat=None)
    MatchSeat.objects.update(alias=None)
    Judgement.objects.update(counted=False)
    assert seat_results.add_missing_results(60) == 3
    assert told() == wanted
    assert seat_results.add_missing_results(60) == 0
    Judgement.objects.update(counted=False)
    assert seat_results.add_missing_results(60) == 3, "counting twice changes nothing"
    assert told() == wanted


# -- who is who --------------------------------------------------------------------------------------------------------------


def test_merge_moves_every_alias_and_its_results(club: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"), between("Anne,Bo,Cy,Di", event="next"))
    one, two = player(club, "Ann"), player(club, "Anne")
    (done,) = players.merge(ann, one, [two])
    assert [moved["name"] for moved in done.moved] == ["Anne"]
    assert names(club) == ["Ann", "Bo", "Cy", "Di"]
    assert players.by_game(one)[0]["matches"] == 2
    assert players.by_game(two) == []
    assert players.current_player(two) == one
    entry = AuditEntry.objects.get(action="player.merge")
    assert (entry.target, entry.actor) == (f"player:{two.pk}", f"user:{ann.pk}")


def test_player_merged_from_two_seats_of_a_match_has_one_result_in_it(club: Club, ann: User) -> None:
    (match,) = store(club, ann, between("Ann,Anne,Cy,Di"))
    players.merge(ann, player(club, "Ann"), [player(club, "Anne")])
    totals = matches.verdict_of(match)["totals"]["computed"]  # type: ignore[index]
    (row,) = players.by_game(player(club, "Ann"))
    assert (row["matches"], row["points"], row["best"]) == (1, totals["E"] + totals["S"], totals["E"] + totals["S"])


def test_undone_merge_restores_what_it_moved_even_after_later_merges(club: Club, ann: User) -> None:
    store(club, ann, between("A,B,C,D"), judged=False)
    (first,) = players.merge(ann, player(club, "A"), [player(club, "B")])
    (second,) = players.merge(ann, player(club, "C"), [player(club, "A")])
    assert whose(club) == {"A": "C", "B": "C", "C": "C", "D": "D"}
    players.undo(ann, first)
    assert whose(club) == {"A": "C", "B": "B", "C": "C", "D": "D"}
    players.undo(ann, second)
    assert whose(club) == {"A": "A", "B": "B", "C": "C", "D": "D"}


def test_player_split_off_again_is_the_original_player(club: Club, ann: User) -> None:
    store(club, ann, between("A,B,C,D"), judged=False)
    was = player(club, "B")
    players.merge(ann, player(club, "A"), [was])
    players.split(ann, club.aliases.get(name="B"))
    assert player(club, "B") == was
    assert players.current_player(was) == was


STEPS = st.lists(
    st.tuples(st.sampled_from(["merge", "merge", "split", "undo"]), st.integers(0, 9), st.integers(0, 9)), max_size=10
)


@settings(max_examples=25)
@given(steps=STEPS, order=st.randoms(use_true_random=False))
def test_merges_undone_in_any_order_leave_the_others(steps: list[tuple[str, int, int]], order: Any) -> None:
    """What stands in the database is always what the merges that stand come to, one after another; and when all of them
    are undone, in any order, everybody is who they were."""
    with transaction.atomic():
        boss = User.objects.create_user("boss")
        club = clubs.create(boss, "Tea House", "tea")
        aliases.aliases_of(club, ["a", "b", "c", "d", "e"])
        original_players = dict(club.aliases.values_list("pk", "original_player"))

        def stands() -> bool:
            made = PlayerMerge.objects.filter(club=club, undone_at__isnull=True).order_by("pk")
            return dict(club.aliases.values_list("pk", "player")) == merging.assigned(original_players, made)

        for what, one, two in steps:
            living = list(players.search(club))
            done = list(PlayerMerge.objects.filter(club=club, undone_at__isnull=True))
            with suppress(errors.Refusal):
                if what == "merge":
                    players.merge(boss, living[one % len(living)], [living[two % len(living)]])
                elif what == "split":
                    players.split(boss, club.aliases.order_by("pk")[one % 5])
                elif done:
                    players.undo(boss, done[one % len(done)])
            assert stands()
        left = list(PlayerMerge.objects.filter(club=club, undone_at__isnull=True))
        order.shuffle(left)
        for merge in left:
            players.undo(boss, merge)
            assert stands()
        assert dict(club.aliases.values_list("pk", "player")) == original_players
        transaction.set_rollback(True)


def test_refused_merge_split_or_undo_changes_nothing(club: Club, other: Club, ann: User) -> None:
    for house in (club, other):
        store(house, ann, between("A,B,C,D"), judged=False)
    a, b, c = (player(club, name) for name in "ABC")
    [done] = players.merge(ann, a, [b])
    refusals: list[tuple[str, int, Any]] = [
        ("same-player", 422, lambda: players.merge(ann, a, [a])),
        ("same-player", 422, lambda: players.merge(ann, a, [player(other, "A")])),
        ("nobody", 422, lambda: players.merge(ann, a, [])),
        ("only-alias", 409, lambda: players.split(ann, club.aliases.get(name="C"))),
        ("player-gone", 409, lambda: players.merge(ann, c, [b])),
        ("player-gone", 409, lambda: players.merge(ann, b, [c])),
        ("empty-name", 422, lambda: players.rename(ann, a, "  ")),
    ]
    for code, status, act in refusals:
        with refused(code, status):
            act()
    players.undo(ann, done)
    with refused("undone", 409):
        players.undo(ann, done)
    assert whose(club) == {"A": "A", "B": "B", "C": "C", "D": "D"}
    assert PlayerMerge.objects.count() == 1


def test_player_is_found_by_any_alias(club: Club, ann: User) -> None:
    store(club, ann, between("Zhang San,Bo,Cy,Di"), between("三哥,Bo,Cy,Di", event="next"), judged=False)
    players.merge(ann, player(club, "Zhang San"), [player(club, "三哥")])
    players.rename(ann, player(club, "Zhang San"), "張三")
    for q in ("張三", "zhang", "ＺＨＡＮＧ", "三哥"):
        assert [one.name for one in players.search(club, q)] == ["張三"]
    assert names(club) == ["Bo", "Cy", "Di", "張三"]
    assert [one.name for one in players.search(club, "%")] == []


@pytest.mark.django_db(transaction=True)
def test_concurrent_crosswise_merges_lose_no_player(club: Club, ann: User) -> None:
    store(club, ann, between("A,B,C,D"), judged=False)
    a, b = player(club, "A"), player(club, "B")
    assert at_once([lambda: players.merge(ann, a, [b]), lambda: players.merge(ann, b, [a])]) == ["", "player-gone"]
    assert player(club, "A") == player(club, "B")
    assert PlayerMerge.objects.count() == 1
