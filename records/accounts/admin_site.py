"""The site of the administration: whatever is added, changed or deleted in it leaves an audit entry."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any, TypeVar

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from records.accounts import audit

Row = TypeVar("Row", bound=Model)
OBSERVED = {get_user_model(), Group}
"""Models of Django about which receivers of signals write entries, wherever they are changed; ours say so (``observed``)."""


class Audited(admin.ModelAdmin[Row]):
    """Writes an audit entry about rows of which no signal tells. An entry and its change are stored together or not at all."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        with transaction.atomic() if request.method == "POST" else nullcontext():
            return super().changelist_view(request, extra_context)

    def log_addition(self, request: HttpRequest, obj: Row, message: Any) -> Any:
        self._record("admin.add", request, obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Row, message: Any) -> Any:
        self._record("admin.change", request, obj, changes=message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for obj in queryset:
            self._record("admin.delete", request, obj)
        return super().log_deletions(request, queryset)

    def _record(self, action: str, request: HttpRequest, obj: Row, **more: object) -> None:
        if type(obj) not in OBSERVED and not getattr(obj, "observed", False):
            with transaction.atomic():
                audit.record(action, f"{obj._meta.model_name}:{obj.pk}", by=request.user, name=str(obj), **more)


class AuditedSite(admin.AdminSite):
    """The site at which every app registers its models; nobody has to remember the audit log."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register models as ``AdminSite`` does, with an administration of theirs that writes entries."""
        plain = admin_class or admin.ModelAdmin
        if not issubclass(plain, Audited):
            plain = type(plain.__name__, (Audited, plain), {"__module__": plain.__module__, "__doc__": plain.__doc__})
        models: Iterable[type[Model]] = model_or_iterable
        super().register(models, plain, **options)
