"""Rows that the administration shows and nobody edits by hand, such as what is left of erased rows."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from records.core.models import Tombstone

Row = TypeVar("Row", bound=Model)


class ReadOnly(admin.ModelAdmin[Row]):
    """Rows that cannot be edited by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Tombstone)
class TombstoneAdmin(ReadOnly[Tombstone]):
    """What is left of erased rows, read only."""

    list_display = ["at", "kind", "key", "digest", "actor_name", "role"]
    list_filter = ["kind"]
    search_fields = ["key", "digest", "actor", "actor_name", "request_id"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
