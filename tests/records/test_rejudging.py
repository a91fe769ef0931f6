"""Judging an archive again: what differs is told, what was said stays, other rules are a what-if; races, deaths, poison."""

from __future__ import annotations

from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import User

import referee
from records.accounts import clubs
from records.accounts.models import AuditEntry, Club
from records.archive import matches, players, rejudging
from records.archive.models import Difference, Finding, Judgement, Match, Rejudging, SeatResult
from records.archive.rejudging import run as running
from records.archive.rejudging import store as rejudging_store
from records.archive.rejudging import verdict_diff
from records.core.queue import enqueue, jobs
from tests.golden import HOME
from tests.records.errors import refused
from tests.records.players import CLEAN, FLAGGED, between, player, store

pytestmark = pytest.mark.django_db

OTHER_GAME = (HOME / "kawuxing" / "clean-08.ppn").read_text(encoding="utf-8")


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The re-judgings that were enqueued."""
    ids: list[Any] = []
    monkeypatch.setattr(enqueue, "enqueue_job", ids.append)
    return ids


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine of a later version, which lets every finding go but says the rest the same."""
    real = referee.verify

    def verify(record: Any) -> referee.Verdict:
        verdict = real(record)
        rounds = tuple(round_.with_findings((), "clean") if round_.findings else round_ for round_ in verdict.rounds)
        return verdict._replace(engine="9.9.9", status="clean", rounds=rounds)

    monkeypatch.setattr(referee, "verify", verify)


def run(club: Club | None, ann: Any, **more: Any) -> Rejudging:
    """Start one and bring it to its end."""
    one = rejudging.start(ann, club, **more)
    for _ in range(100):
        jobs.run(one.pk, seconds=600)
        one.refresh_from_db()
        if one.finished:
            return one
    raise AssertionError("it does not end")


def counts(one: Rejudging) -> tuple[int, ...]:
    return tuple(one.counts[name] for name in running.COUNTS)


# -- what differs --------------------------------------------------------------------------------------------------------


def verdict_of(text: str) -> dict[str, Any]:
    return verdict_diff.plain(referee.verify(referee.parse(text)).as_dict())


def test_diff_tells_a_finding_that_is_gone_with_its_clause() -> None:
    old = verdict_of(FLAGGED)
    new = verdict_diff.plain(old)
    new["status"] = "clean"
    gone = [finding for round_ in new["rounds"] for finding in round_["findings"]]
    for round_ in new["rounds"]:
        round_["findings"], round_["status"] = [], "clean"
    assert verdict_diff.diff_verdicts(old, {**old, "engine": "9", "rules": None}) is None
    said = verdict_diff.diff_verdicts(old, new)
    assert said is not None
    assert said.kinds[:2] == ["status", "finding-disappeared"]
    assert said.document["status"] == ["flagged", "clean"]
    assert [row["code"] for row in said.document["disappeared"]] == [finding["code"] for finding in gone]
    assert sum(row["disappeared"] for row in said.clauses.values()) == len(gone)
    back = verdict_diff.diff_verdicts(new, old)
    assert back is not None
    assert [row["code"] for row in back.document["appeared"]] == [finding["code"] for finding in gone]


def test_diff_tells_every_leaf_of_a_verdict_that_changes() -> None:
    """Whatever is changed in a document, the comparison is not silent about it."""
    verdict = verdict_of(FLAGGED)

    def leaves(value: Any, path: tuple[Any, ...] = ()) -> Any:
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for name, part in inside:
            yield from leaves(part, (*path, name))
        if not isinstance(value, dict | list):
            yield path

    paths = [path for path in leaves(verdict) if path[0] not in ("engine", "verdict", "rules")]
    assert len(paths) > 80
    for path in paths:
        changed = verdict_diff.plain(verdict)
        at = changed
        for name in path[:-1]:
            at = at[name]
        was = at[path[-1]]
        if isinstance(was, int):
            at[path[-1]] = not was if isinstance(was, bool) else was + 1000
        else:
            at[path[-1]] = {"E": 1} if path[-1] in ("computed", "claimed") else f"{was} otherwise"
        said = verdict_diff.diff_verdicts(verdict, changed)
        assert said is not None, path
        assert said.kinds, path


def test_diff_tells_old_and_new_scores_wins_and_totals() -> None:
    old = verdict_of(CLEAN)
    new = verdict_diff.plain(old)
    round_ = next(round_ for round_ in new["rounds"] if round_["wins"])
    win = round_["wins"][0]
    was, win["value"] = win["value"], 99
    round_["scores"]["computed"]["E"] += 5
    new["totals"]["computed"]["E"] += 5
    said = verdict_diff.diff_verdicts(old, new)
    assert said is not None
    assert said.kinds == ["win", "score", "total"]
    (row,) = said.document["rounds"]
    assert [row["wins"][0]["value"][0]["value"], row["wins"][0]["value"][1]["value"]] == [was, 99]
    assert row["scores"]["E"][1] - row["scores"]["E"][0] == said.document["totals"]["E"][1] - said.document["totals"]["E"][0] == 5


def test_diff_of_messages_alone_is_wording() -> None:
    old = verdict_of(FLAGGED)
    new = verdict_diff.plain(old)
    finding = next(finding for round_ in new["rounds"] for finding in round_["findings"])
    finding["message"] = {"en": "Otherwise.", "zh": "改了。"}
    said = verdict_diff.diff_verdicts(old, new)
    assert said is not None
    assert (said.kinds, said.clauses) == (["wording"], {})


# -- a new engine ----------------------------------------------------------------------------------------------------------


def test_rejudging_by_the_same_engine_stores_nothing(club: Club, ann: User) -> None:
    store(club, ann, CLEAN, FLAGGED, OTHER_GAME)
    one = run(club, ann)
    assert (one.state, one.counts["total"], one.apply, counts(one)) == ("done", 3, True, (3, 0, 0, 0))
    assert (Judgement.objects.count(), Difference.objects.count(), one.summary["kinds"]) == (3, 0, {})


def test_rejudging_keeps_old_verdicts_and_makes_new_ones_current(club: Club, ann: User, request: pytest.FixtureRequest) -> None:
    clean, flagged = store(club, ann, between("Ann,Bo,Cy,Di", CLEAN), between("Ann,Bo,Cy,Di", FLAGGED, "flagged"))
    olds = {match.pk: match.current_judgement for match in (clean, flagged)}
    gone = Finding.objects.filter(judgement=olds[flagged.pk])
    request.getfixturevalue("newer")
    one = run(club, ann)
    assert counts(one) == (1, 1, 0, 0)
    difference = Difference.objects.get()
    now = Match.objects.get(pk=flagged.pk).current_judgement
    assert (difference.match, difference.old, difference.new) == (flagged, olds[flagged.pk], now)
    assert now is not None
    assert (now.engine_version, now.status, now.counted) == ("9.9.9", "clean", True)
    assert [row["code"] for row in difference.document["disappeared"]] == [finding.code for finding in gone]
    clauses = {finding.clause for finding in gone}
    assert set(one.summary["clauses"]) == clauses
    assert one.summary["kinds"]["finding-disappeared"] == 1
    assert Judgement.objects.filter(match=flagged).count() == 2
    assert olds[flagged.pk].verdict["status"] == "flagged"  # type: ignore[union-attr]
    assert SeatResult.objects.filter(judgement=now).count() == 4
    assert Match.objects.get(pk=clean.pk).current_judgement.engine_version == "9.9.9"  # type: ignore[union-attr]
    assert players.by_game(player(club, "Ann"))[0]["settled"] == 2
    assert [entry.action for entry in AuditEntry.objects.order_by("number")][-2:] == ["rejudging", "rejudging.done"]


def test_rejudging_without_apply_keeps_the_old_verdict_current(club: Club, ann: User, request: pytest.FixtureRequest) -> None:
    (flagged,) = store(club, ann, FLAGGED)
    request.getfixturevalue("newer")
    one = run(club, ann, apply=False)
    assert counts(one) == (0, 1, 0, 0)
    assert Match.objects.get(pk=flagged.pk).current_judgement == flagged.current_judgement
    assert Difference.objects.get().new.status == "clean"  # type: ignore[union-attr]
    again = run(club, ann, apply=True)
    assert Match.objects.get(pk=flagged.pk).current_judgement == Difference.objects.get(rejudging=again).new
    assert Judgement.objects.count() == 2, "what was kept beside is what becomes current"


def test_rejudging_reports_an_engine_that_contradicts_itself_and_changes_nothing(club: Club, ann: User) -> None:
    (match,) = store(club, ann, FLAGGED)
    tampered = {**match.current_judgement.verdict, "status": "clean"}  # type: ignore[union-attr]
    Judgement.objects.update(verdict=tampered, status="clean")
    one = run(club, ann)
    difference = Difference.objects.get()
    assert (difference.kinds.split()[0], difference.new) == ("irreproducible", None)
    assert one.summary["kinds"]["irreproducible"] == 1
    assert Judgement.objects.get().verdict == tampered


def test_rejudging_judges_matches_that_had_failed(club: Club, ann: User) -> None:
    (match,) = store(club, ann, CLEAN, judged=False)
    Match.objects.filter(pk=match.pk).update(state="failed", error="IndexError")
    one = run(club, ann)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.state, stored.error, counts(one)) == ("judged", "", (0, 1, 0, 0))
    assert Difference.objects.get().document["status"] == [None, "clean"]


# -- other rules -------------------------------------------------------------------------------------------------------------


def test_rejudging_by_other_rules_is_not_applied_by_default(club: Club, ann: User) -> None:
    match, other = store(club, ann, CLEAN, OTHER_GAME)
    rules = "xuezhan"
    record = referee.parse(CLEAN)
    wanted = verdict_diff.plain(referee.verify(record._replace(rules=rules)).as_dict())
    one = run(club, ann, rules=rules, filters={"game": "sichuan"})
    assert (one.apply, one.counts["total"], counts(one)) == (False, 1, (0, 1, 0, 0))
    difference = Difference.objects.get()
    assert difference.new is not None
    assert (difference.new.rules, difference.new.verdict) == (rules, wanted)
    assert Match.objects.get(pk=match.pk).current_judgement == match.current_judgement
    matches.rejudge(None, match)
    assert matches.judge(match.pk) == match.current_judgement, "a what-if is never taken for the verdict"
    run(club, ann, rules=rules, filters={"game": "sichuan"}, apply=True)
    assert Match.objects.get(pk=match.pk).current_judgement == difference.new
    assert Match.objects.get(pk=other.pk).current_judgement == other.current_judgement


def test_rejudging_by_senseless_rules_or_filters_is_refused(club: Club, ann: User) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("unknown-filter", {"filters": {"colour": "red"}}),
        ("invalid-date", {"filters": {"date_to": "31.12.2026"}}),
        ("game-needed", {"rules": "max_fan=5"}),
        ("unknown-rules", {"rules": "max_fan=many", "filters": {"game": "sichuan"}}),
        ("rules-too-long", {"rules": "max_fan=5 " + "house.x=+1,long_run " * 50, "filters": {"game": "sichuan"}}),
    ]
    for code, given in asked:
        with refused(code, 422):
            rejudging.start(ann, club, **given)
    assert not Rejudging.objects.exists()


# -- scope -------------------------------------------------------------------------------------------------------------------


def test_rejudging_takes_matching_matches_stored_before_it_began(club: Club, ann: User, enqueued: list[Any]) -> None:
    other = clubs.create(ann, "Other", "other")
    store(club, ann, between("A,B,C,D", event="spring"), between("A,B,C,D", event="autumn"))
    store(other, ann, between("A,B,C,D", event="spring"))
    one = rejudging.start(ann, club, filters={"event": "spring"})
    store(club, ann, between("A,B,C,D", event="spring again"))
    jobs.run(one.pk, seconds=600)
    one.refresh_from_db()
    assert (one.state, one.counts["total"], one.counts["done"]) == ("done", 1, 1)
    staff = User.objects.create_user("staff", is_staff=True)
    assert run(None, staff).counts["total"] == 4


# -- faults ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", 2)


def evening(club: Club, ann: User, many: int = 5) -> list[Match]:
    store(club, ann, *(between("A,B,C,D", FLAGGED if n % 2 else CLEAN, f"evening {n}") for n in range(many)))
    return list(Match.objects.order_by("pk"))


def test_rejudging_proceeds_by_chunks_and_waits_for_uploads(club: Club, ann: User, small: None, enqueued: list[Any]) -> None:
    evening(club, ann)
    one = rejudging.start(ann, club)
    store(club, ann, between("W,X,Y,Z"), judged=False)
    for done in (2, 4):
        jobs.run(one.pk, seconds=600)
        one.refresh_from_db()
        assert (one.counts["done"], one.state) == (done, "pending")
    matches.judge(Match.objects.get(state="pending").pk)
    jobs.run(one.pk, seconds=600)
    one.refresh_from_db()
    assert (one.counts["done"], one.state, len(enqueued)) == (5, "done", 3)


def test_rejudging_skips_a_match_that_kills_workers(
    club: Club, ann: User, enqueued: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evening(club, ann)
    real, deaths = rejudging_store.judge_again, []

    def dies(what: Rejudging, match: Match) -> Any:
        if match.pk == found[2].pk:
            deaths.append(1)
            raise KeyboardInterrupt
        return real(what, match)

    monkeypatch.setattr(running, "judge_again", dies)
    one = rejudging.start(ann, club)
    for _ in range(10):
        try:
            jobs.run(one.pk, seconds=600, redelivered=True)
        except KeyboardInterrupt:
            continue
        break
    one.refresh_from_db()
    assert (one.state, counts(one)) == ("done", (4, 0, 1, 0))
    assert len(deaths) <= 5
    assert (Difference.objects.get().match, Difference.objects.get().kinds) == (found[2], " failed ")
    assert Match.objects.get(pk=found[2].pk).state == "judged", "its verdict stands"


@pytest.mark.parametrize("fault", [IndexError("broken\x00table"), SoftTimeLimitExceeded()])
def test_engine_fault_while_rejudging_fails_one_match(
    club: Club, ann: User, enqueued: list[Any], monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    found = evening(club, ann, 3)
    real, faults = referee.verify, [fault]

    def verify(record: Any) -> referee.Verdict:
        if faults:
            raise faults.pop()
        return real(record)

    monkeypatch.setattr(referee, "verify", verify)
    one = run(club, ann)
    assert counts(one) == (2, 0, 1, 0)
    assert Difference.objects.get().match == found[0]
    assert Difference.objects.get().error


@pytest.mark.parametrize(("times", "counted"), [(1, (2, 0, 0, 0)), (99, (0, 0, 2, 0))])
def test_want_of_memory_while_rejudging_fails_a_match_only_once_no_attempt_is_left(
    club: Club, ann: User, enqueued: list[Any], monkeypatch: pytest.MonkeyPatch, times: int, counted: tuple[int, ...]
) -> None:
    evening(club, ann, 2)
    real, short = referee.verify, [MemoryError()] * times

    def verify(record: Any) -> referee.Verdict:
        if short:
            raise short.pop()
        return real(record)

    monkeypatch.setattr(referee, "verify", verify)
    one = rejudging.start(ann, club)
    for _ in range(20):
        try:
            jobs.run(one.pk)
        except MemoryError:
            one.refresh_from_db()
            assert one.state == Rejudging.State.PENDING, "the sweeper enqueues it again"
    one.refresh_from_db()
    assert (one.state, counts(one)) == ("done", counted)
    assert all(row.error == "given up after 3 attempts" for row in Difference.objects.all())


def test_rejudging_leaves_a_match_that_was_judged_meanwhile(
    club: Club, ann: User, enqueued: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evening(club, ann, 3)
    real = running._store

    def late(*given: Any) -> None:
        matches.rejudge(None, found[1])
        real(*given)

    monkeypatch.setattr(running, "_store", late)
    assert counts(run(club, ann)) == (2, 0, 0, 1)
    assert Match.objects.get(pk=found[1].pk).state == "pending"


def test_rejudging_cancelled_in_progress_stores_nothing_more(
    club: Club, ann: User, small: None, enqueued: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(club, ann)
    one = rejudging.start(ann, club)
    jobs.run(one.pk, seconds=0)
    real = running._store

    def late(*given: Any) -> None:
        jobs.cancel(ann, one)
        real(*given)

    monkeypatch.setattr(running, "_store", late)
    jobs.run(one.pk, seconds=600)
    one.refresh_from_db()
    assert (one.state, one.counts["done"]) == ("cancelled", 2)
    jobs.run(one.pk, seconds=600)
    assert jobs.sweep(-1) == 0
    assert jobs.cancel(ann, one).counts["done"] == 2
