"""The administration pages of what is left of erased rows."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from records.core.admin_rows import ReadOnly
from records.core.models import Tombstone


@admin.register(Tombstone)
class TombstoneAdmin(ReadOnly[Tombstone]):
    """What is left of erased rows, read only."""

    list_display = ["at", "kind", "key", "digest", "actor_name", "role"]
    list_filter = ["kind"]
    search_fields = ["key", "digest", "actor", "actor_name", "request_id"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
