"""``manage.py compress_records``: stores records and verdicts of before as COMPRESS_RECORDS says, once no older release runs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from records import audit
from records.db.compression.update import update_stored_form


class Command(BaseCommand):
    help = (
        "Stores every record and verdict in the form in which new ones are stored: compressed where COMPRESS_RECORDS is set, "
        "else as it is. Run it as the owner of the tables, while the service goes on, once no process of a release before 0.3.0 "
        "runs any more. It may be stopped and run again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--page", type=int, default=200, help="rows that are locked and changed at once")

    def handle(self, *args: Any, page: int, **options: Any) -> None:
        form = "compressed" if settings.COMPRESS_RECORDS else "made plain"
        rows = skipped = 0
        for column, done, locked in update_stored_form(page):
            rows, skipped = rows + done, skipped + locked
            self.stdout.write(f"{column}: {done} {form}")
        audit.observe("database.compress_records", "database", rows=rows)
        if skipped:
            self.stdout.write(f"{skipped} rows were being changed by others: run it again")
