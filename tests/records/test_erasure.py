"""Uploads, matches, verdicts and clubs leave tombstones; a model says what the service's role may do with its rows."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from records.archive import matches
from records.archive.models import Finding, Judgement, Match, Upload
from records.core.db.privileges import privileges
from records.core.models import Tombstone
from records.core.ops.erasure import Erasable
from tests.golden import HOME
from tests.records.samples import store

pytestmark = pytest.mark.django_db
FLAGGED = (HOME / "sichuan" / "score-mismatch.ppn").read_bytes()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def stones() -> set[tuple[str, str, str]]:
    return {(stone.kind, stone.key, stone.digest) for stone in Tombstone.objects.all()}


def verdict_text(judgement: Judgement) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT verdict FROM archive_judgement WHERE id = %s", [judgement.pk])
        return cursor.fetchone()[0].encode()


@pytest.fixture
def judged(owner: Any) -> Match:
    match = store(FLAGGED, user=owner)
    matches.judge(match.pk)
    return match


def test_deleted_upload_leaves_the_digests_of_file_record_and_verdict(judged: Match) -> None:
    judgement = Judgement.objects.get()
    expected = {
        ("archive_upload", str(judged.upload_id), digest(FLAGGED)),
        ("archive_match", str(judged.pk), digest(bytes(Match.objects.get().source))),
        ("archive_judgement", str(judgement.pk), digest(verdict_text(judgement))),
    }
    count, counts = Upload.objects.get().delete()
    assert stones() == expected
    assert count == sum(counts.values())
    assert {"archive.Upload", "archive.Match", "archive.Judgement", "archive.Finding"} <= set(counts)
    assert [model.objects.count() for model in (Match, Judgement, Finding)] == [0, 0, 0]


def test_deleted_verdict_leaves_its_match_without_one(judged: Match) -> None:
    assert Judgement.objects.filter(match=judged).delete()[1]["archive.Judgement"] == 1
    assert Match.objects.get().current_judgement is None
    assert [stone.kind for stone in Tombstone.objects.all()] == ["archive_judgement"]


@pytest.mark.parametrize("statement", ["UPDATE core_tombstone SET digest = ''", "DELETE FROM core_tombstone"])
def test_database_refuses_to_change_or_delete_a_tombstone(judged: Match, statement: str) -> None:
    judged.delete()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def _referring(model: type[models.Model], then: Any) -> list[tuple[type[models.Model], str]]:
    """The models and columns that refer to a model, and with whose rows Django does this when one of the model is deleted."""
    return [
        (relation.related_model, str(relation.field.column))
        for relation in model._meta.related_objects
        if getattr(relation, "on_delete", None) is then and isinstance(relation.related_model, type)
    ]


def test_row_whose_deletion_takes_erasable_rows_along_is_erasable_itself() -> None:
    """Else Django would delete them by itself, without a tombstone, and where the service has its own role be refused."""
    wrong = [
        (model.__name__, other.__name__)
        for model in apps.get_models()
        for other, _ in _referring(model, models.CASCADE)
        if "DELETE" not in privileges(other) and not issubclass(model, Erasable)
    ]
    assert wrong == []


def test_reference_that_a_deletion_empties_is_a_column_that_the_service_may_change() -> None:
    """Else nothing that is referred to could be deleted where the service has its own role."""
    references = [reference for model in apps.get_models() for reference in _referring(model, models.SET_NULL)]
    assert (Upload, "user_id") in references
    may_change = {model: " ".join(one for one in privileges(model) if one.startswith("UPDATE")) for model, _ in references}
    assert [(m.__name__, name) for m, name in references if may_change[m] != "UPDATE" and f'"{name}"' not in may_change[m]] == []


def test_table_that_triggers_keep_is_marked_append_only() -> None:
    """The service's role is granted what the mark says. Pieces of publications may go until they are published."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
        else:
            cursor.execute("SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%append-only%'")
        kept = {table for (table,) in cursor.fetchall()} - {"tournament_publicationpiece"}
    by_table = {model._meta.db_table: model for model in apps.get_models()}
    assert {table for table in kept if privileges(by_table[table]) != ("INSERT",)} == set()
    assert {"accounts_auditentry", "tournament_ruling", "tournament_publication", "core_tombstone"} <= kept
