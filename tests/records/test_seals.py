"""Seals: which verdicts each covers, in which order, and what of those that are stored late or deleted."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from records import tasks
from records.accounts import audit
from records.accounts.audit import checks
from records.accounts.models import AuditEntry
from records.archive import matches
from records.archive.matches.seals import sealing
from records.archive.matches.seals.sealing import digests
from records.archive.models import Judgement, Match
from records.core.ops.digests import sha256
from tests.people import CLEAN, PPN

IDS = st.sets(st.integers(1, 60))


@given(IDS)
def test_spans_hold_the_ids_that_they_were_made_of(ids: set[int]) -> None:
    found = sealing.parse(sealing.as_text(sealing.spans(ids)))
    assert [id_ for first, last in found for id_ in range(first, last + 1)] == sorted(ids)
    assert all(later[0] > former[1] + 1 for former, later in zip(found, found[1:], strict=False))


@pytest.fixture
def match(owner: User) -> Match:
    [stored] = matches.upload(CLEAN, media_type=PPN, user=owner).matches
    matches.judge(stored.pk)
    return Match.objects.get(pk=stored.pk)


def more(match: Match, many: int) -> list[int]:
    """Store more judgements of a match; returns their ids."""
    made = [
        Judgement(match=match, engine_version=f"0.{at}", record_sha256=match.sha256, rules=str(at), status="clean", verdict={})
        for at in range(Judgement.objects.count(), Judgement.objects.count() + many)
    ]
    for one in made:
        one.save(force_insert=True)
    return [one.pk for one in made]


def sealed() -> list[sealing.Seal]:
    """What the seals of this test hold."""
    entries = AuditEntry.objects.filter(action=sealing.SEAL, number__gt=audit.emptied()).order_by("number")
    return [sealing.seal_of(json.loads(entry.details)) for entry in entries]


def uncovered() -> int:
    [check] = checks.verify_all(only=["verdicts"]).checks
    assert check.faults() == []
    return check.uncovered


@pytest.mark.django_db
class TestSealing:
    def test_seal_holds_the_digests_of_the_judgements_since_the_last(self, match: Match) -> None:
        first = [match.current_judgement_id]
        assert matches.seal_verdicts(5) == 1
        second = more(match, 3)
        assert matches.seal_verdicts(5) == 3
        assert [seal.judgements for seal in sealed()] == [first, second]
        known = dict(digests(Judgement.objects.all()))
        assert [seal.sha256 for seal in sealed()] == [
            sha256("".join(known[id_] for id_ in ids).encode()) for ids in (first, second)
        ]
        assert sealed()[1].short() == {id_: known[id_][:8] for id_ in second}
        assert uncovered() == 0

    def test_many_judgements_are_sealed_in_several_entries(self, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sealing, "SIZE", 4)
        ids = [match.current_judgement_id, *more(match, 9)]
        assert matches.seal_verdicts(5) == 10
        assert [seal.judgements for seal in sealed()] == [ids[:4], ids[4:8], ids[8:]]
        gone, *_ = more(match, 9)
        Judgement.objects.get(pk=gone).delete()
        assert [matches.seal_verdicts(0) for _ in range(3)] == [4, 4, 0], "what takes too long is left to the next call"
        assert gone not in [id_ for seal in sealed() for id_ in seal.judgements]
        assert uncovered() == 0

    def test_judgement_that_appears_below_the_last_one_sealed_is_sealed_by_its_id(self, match: Match) -> None:
        _, late, _ = more(match, 3)
        row = Judgement.objects.get(pk=late)
        Judgement.objects.filter(pk=late)._raw_delete("default")  # its transaction has not ended yet
        assert matches.seal_verdicts(5) == 3
        row.save(force_insert=True)
        assert uncovered() == 1
        assert matches.seal_verdicts(5) == 1
        assert sealed()[-1].judgements == [late]
        assert sealed()[-1].through == sealed()[0].through
        assert (uncovered(), matches.seal_verdicts(5)) == (0, 0)

    def test_judgement_that_appears_long_after_its_neighbours_were_sealed_is_a_fault(
        self, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _, late, _ = more(match, 3)
        row = Judgement.objects.get(pk=late)
        Judgement.objects.filter(pk=late)._raw_delete("default")
        matches.seal_verdicts(5)
        row.save(force_insert=True)
        monkeypatch.setattr(sealing, "LATE", timedelta(seconds=-1))
        assert matches.seal_verdicts(5) == 0
        [check] = checks.verify_all(only=["verdicts"]).checks
        assert check.faults() == [f"judgement {late} was put in among those that were sealed long before"]

    def test_seals_of_a_database_that_was_emptied_since_are_left_behind(self, match: Match) -> None:
        matches.seal_verdicts(5)
        audit.observe("database.flush", "database")
        assert matches.seal_verdicts(5) == 1
        assert uncovered() == 0

    def test_digest_of_a_verdict_depends_on_the_stored_row_alone(self, match: Match) -> None:
        [(pk, digest)] = digests(Judgement.objects.all())
        row = Judgement.objects.get(pk=pk)
        row.counted = not row.counted
        row.save()
        assert dict(digests(Judgement.objects.all())) == {pk: digest}
        row.created_at = timezone.now()
        row.save()
        assert dict(digests(Judgement.objects.all())) != {pk: digest}

    def test_task_and_command_seal_and_write_down_roles(self, match: Match, capsys: Any) -> None:
        assert tasks.seal_verdicts() == 1
        more(match, 2)
        call_command("verify_audit", "--seal")
        said = capsys.readouterr().out
        assert "verdicts: 3 verdicts as sealed\n" in said
        assert [line for line in said.splitlines() if "not covered" in line and not line.startswith("tree: ")] == []
