"""What was published stays the same bytes through the upgrade that cuts its file into pieces, and on the way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from records import clubs, events
from records.models import Event, Publication
from referee.results.verification.verify import verify_results
from tests.proof import slow
from tests.records.evening import EVENT, file_of, publish, text, upload

WHOLE = "0018_entrants_are_players"

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(*names: str) -> Any:
    """Go to these migrations of the records, without any to the newest; the models as they were there."""
    executor = MigrationExecutor(connection)
    targets = [("records", name) for name in names] or executor.loader.graph.leaf_nodes()
    return executor.migrate(targets).apps


@pytest.fixture
def published(owner: Any, settings: Any, tmp_path: Path) -> Iterator[list[Publication]]:
    """Two publications of an event, of 60 matches each: more than stand in one piece."""
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, *(text(people="ABCD", Table=str(number)) for number in range(60)))
    event = events.create(owner, club, EVENT)
    try:
        yield [publish(owner, event), publish_again(owner, event)]
    finally:
        migrate()


def publish_again(actor: Any, event: Event) -> Publication:
    events.plan_table(actor, event, event.stages.get(), 9, "another")
    return publish(actor, event, "one table is still to be played")


@slow
def test_publications_keep_their_bytes_when_migrated_there_and_back(published: list[Publication]) -> None:
    files = {publication.pk: file_of(publication) for publication in published}
    for _ in range(2):
        old = migrate(WHOLE).get_model("records", "Publication")
        assert {row.pk: bytes(row.file) for row in old.objects.all()} == files
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            old.objects.update(number=7)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            old.objects.all().delete()
        migrate()
        assert {publication.pk: file_of(publication) for publication in Publication.objects.all()} == files
    assert all(verify_results(file).consistent for file in files.values())
