"""Rows that are stored in bulk are those that were given, whatever stands in them and whichever way the database takes them."""

from __future__ import annotations

import pytest

from records import matches
from records.db.bulk_insert import PAGE, insert, insert_new
from records.models import Finding, Judgement, Match
from tests.files import CLEAN, PPN

pytestmark = pytest.mark.django_db

ODD = ["", "\\N", "\\.", "\t", "\n", "\r\n", '"', "'", "\\", "a\\tb", "{1,2}", "NULL", "東風", "🀀", "\u2400", "%s", "\x7f"]
"""What ends a field, a row or a table, or stands for nothing, where rows are written as text."""


@pytest.fixture
def match() -> Match:
    return matches.upload(CLEAN.encode(), media_type=PPN).matches[0]


def judgement(match: Match, engine: str) -> Judgement:
    return Judgement(match=match, engine_version=engine, record_sha256="", status="clean", verdict={"said": ODD}, counted=True)


def test_bulk_insert_returns_keys_where_asked(match: Match) -> None:
    rows = [judgement(match, engine) for engine in ODD]
    insert(rows, numbered=True)
    insert([Finding(judgement=row, round=1, move=2, code="c", severity="illegal", message={"zh": row.pk}) for row in rows])
    for row in rows:
        stored = Judgement.objects.get(pk=row.pk)
        assert (stored.engine_version, stored.verdict, stored.created_at) == (row.engine_version, {"said": ODD}, row.created_at)
        assert [(finding.line, finding.message) for finding in stored.findings.all()] == [(None, {"zh": row.pk})]
    assert Judgement.objects.create(match=match, engine_version="next", verdict={}).pk not in [row.pk for row in rows]


@pytest.mark.parametrize("many", [1, PAGE + 1])
def test_bulk_insert_of_new_rows_leaves_out_what_is_stored_and_tells_which(match: Match, many: int) -> None:
    def row(number: int) -> Match:
        return Match(upload=match.upload, source=b"", sha256=f"{number:064}", owner_key=match.owner_key, day=match.day)

    before = row(0)
    assert insert_new([before]) == {before.pk}
    again, new = row(0), [row(number) for number in range(1, many + 1)]
    assert insert_new([*new, again]) == {each.pk for each in new}
    assert set(Match.objects.exclude(pk=match.pk).values_list("pk", flat=True)) == {each.pk for each in [before, *new]}
    new[-1].error = "saved anew"
    new[-1].save()
    assert Match.objects.get(pk=new[-1].pk).error == "saved anew"
