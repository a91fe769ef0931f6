"""``manage.py search_keys``: works out again by which keys names are searched."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db import connection

from records.accounts import audit
from records.core.db.names.key_update import update_search_keys


class Command(BaseCommand):
    help = "Sets the search keys that rows of another version lack, or that another table of characters gives."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = update_search_keys(apps, connection)
        audit.observe("database.search_keys", "database", rows=rows)
        self.stdout.write(f"updated {rows} rows")
