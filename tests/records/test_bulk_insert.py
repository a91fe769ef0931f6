"""Rows that are stored in bulk are those that were given, whatever stands in them and whichever way the database takes them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from records import matches
from records.db.bulk_insert import insert
from records.models import Finding, Judgement, Match, MatchSeat
from tests.files import CLEAN, PPN

pytestmark = pytest.mark.django_db

ODD = ["", "\\N", "\\.", "\t", "\n", "\r\n", '"', "'", "\\", "a\\tb", "{1,2}", "NULL", "東風", "🀀", "\u2400", "%s", "\x7f"]
"""What ends a field, a row or a table, or stands for nothing, where rows are written as text."""


@pytest.fixture
def match() -> Match:
    return matches.upload(CLEAN.encode(), media_type=PPN).matches[0]


def judgement(match: Match, engine: str) -> Judgement:
    return Judgement(match=match, engine_version=engine, record_sha256="", status="clean", verdict={"said": ODD}, counted=True)


def test_bulk_insert_stores_rows_in_their_order(match: Match) -> None:
    insert([MatchSeat(match=match, seat="E", name=name) for name in ODD])
    stored = list(match.seats.order_by("pk").values_list("name", "alias"))[-len(ODD) :]
    assert stored == [(name, None) for name in ODD]


def test_bulk_insert_returns_keys_where_asked(match: Match) -> None:
    rows = [judgement(match, engine) for engine in ODD]
    insert(rows, numbered=True)
    insert([Finding(judgement=row, round=1, move=2, code="c", severity="illegal", message={"zh": row.pk}) for row in rows])
    for row in rows:
        stored = Judgement.objects.get(pk=row.pk)
        assert (stored.engine_version, stored.verdict, stored.created_at) == (row.engine_version, {"said": ODD}, row.created_at)
        assert [(finding.line, finding.message) for finding in stored.findings.all()] == [(None, {"zh": row.pk})]
    assert Judgement.objects.create(match=match, engine_version="next", verdict={}).pk not in [row.pk for row in rows]


def test_bulk_insert_of_a_duplicate_is_refused(match: Match) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([judgement(match, "same"), judgement(match, "same")], numbered=True)
    assert not Judgement.objects.exists()


def test_bulk_insert_of_no_rows_sends_no_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        insert([])
