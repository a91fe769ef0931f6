"""Deleting what must not vanish without a trace: uploads, matches, verdicts and clubs each leave a tombstone. Rows that expire
leave none.

Where the service's role in PostgreSQL may not delete such rows itself, a function of the tables' owner does, and writes the
tombstone in the same statement (``records.core.db.privileges``). Everywhere else the rows are deleted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import connections, models, router, transaction
from django.db.models.deletion import Collector
from django.db.models.functions import Cast
from django.db.models.signals import post_delete, pre_delete
from django.db.models.sql import DeleteQuery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import storable
from records.core.db.privileges import ERASE, may_delete
from records.core.ops import request_context
from records.core.ops.digests import sha256

NAME = 150
PAGE = 500
"""Rows a statement."""

Row = TypeVar("Row", bound="Erasable", covariant=True)


def undo_ends() -> datetime:
    """Until when what is deleted now can be brought back."""
    return timezone.now() + timedelta(days=settings.UNDO_DAYS)


class Tombstone(models.Model):
    """What is left of a row that was erased: which one it was, the digest of what it held, who erased it and when.

    ``digest`` is the SHA-256 of the column that the row's model names (``Erasable.tombstone_of``). The table is not Django's to
    manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    at = models.DateTimeField(_("at"), default=timezone.now)
    kind = models.CharField(_("kind of row"), max_length=63)
    key = models.CharField(_("key of the row"), max_length=64)
    digest = models.CharField(_("digest"), max_length=64)
    actor = models.CharField(_("who"), max_length=40)
    actor_name = models.CharField(_("name"), max_length=NAME)
    request_id = models.CharField(_("request"), max_length=64)
    role = models.CharField(_("role of the database"), max_length=63)

    class Meta:
        app_label = "core"
        managed = False
        db_table = "core_tombstone"
        verbose_name = _("tombstone")
        verbose_name_plural = _("tombstones")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class ErasableQuerySet(models.QuerySet[Row]):
    """Rows that leave tombstones when they are deleted."""

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete the rows and what belongs to them; how many rows of which models."""
        erasing = _Erasing(using=self.db, origin=self)
        erasing.collect(self.order_by())
        return erasing.delete()


class Erasable(models.Model):
    """A row that leaves a tombstone when it is deleted. The service's role in PostgreSQL may not delete it by itself."""

    tombstone_of: ClassVar[str]
    """The column whose SHA-256 the tombstone holds: text or bytes."""

    objects = ErasableQuerySet.as_manager()

    class Meta:
        abstract = True

    def delete(self, using: Any = None, keep_parents: bool = False) -> tuple[int, dict[str, int]]:
        """Delete the row and what belongs to it; how many rows of which models."""
        erasing = _Erasing(using=using or router.db_for_write(type(self), instance=self), origin=self)
        erasing.collect([self], keep_parents=keep_parents)
        return erasing.delete()


ErasableManager = models.Manager.from_queryset(ErasableQuerySet)


class StayingManager(ErasableManager[Row]):
    """The rows that do not expire."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """Leave out the rows that expire."""
        return super().get_queryset().filter(expires_at=None)


class ExpiringManager(ErasableManager[Row]):
    """The rows that expire."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """Leave out the rows that stay."""
        return super().get_queryset().exclude(expires_at=None)


class Expiring(Erasable):
    """An erasable row that may expire. Whether it does is said when it is inserted and never changes.

    ``objects`` has only the rows that stay: no listing, search, count or log that asks it comes across one that expires. Those
    are in ``expiring``. They are deleted without a tombstone, and no receiver of signals is told.
    """

    expires: ClassVar[str] = "expires_at"
    """The column that has a value in a row that expires."""

    expires_at = models.DateTimeField(null=True, editable=False)

    objects = StayingManager()  # type: ignore[misc]  # the plugin takes that of the base for a class variable
    expiring = ExpiringManager()

    class Meta:
        abstract = True


class _Erasing(Collector):
    """Deletes as Django does, but for erasable rows: they go last, as foreign keys are checked when the transaction ends."""

    def delete(self) -> tuple[int, dict[str, int]]:
        erased: dict[type[Erasable], list[Any]] = {
            model: list(rows) for model, rows in self.data.items() if issubclass(model, Erasable)
        }
        with transaction.atomic(using=self.using, savepoint=False):
            for model, row in _each(erased):
                pre_delete.send(sender=model, instance=row, using=self.using, origin=self.origin)
            for model in erased:
                del self.data[model]
            _, counts = super().delete()
            for model, rows in erased.items():
                counts[model._meta.label] = _erase(model, [row.pk for row in rows], self.using)
            for model, row in _each(erased):
                post_delete.send(sender=model, instance=row, using=self.using, origin=self.origin)
        for row in chain.from_iterable(erased.values()):
            row.pk = None
        return sum(counts.values()), counts


def _each(erased: dict[type[Erasable], list[Any]]) -> Iterator[tuple[type[Erasable], Any]]:
    """The rows that leave a trace."""
    return ((model, row) for model, rows in erased.items() for row in rows if not getattr(row, "expires_at", None))


def _erase(model: type[Erasable], keys: Sequence[Any], using: str) -> int:
    """Delete these rows and write their tombstones; how many there were."""
    person = request_context.actor()
    known = person is not None and person.pk is not None
    actor = f"user:{person.pk}" if known else ""
    name = storable(person.get_username(), NAME) if known else ""
    erase = _erase_here if may_delete(connections[using], model) else _have_erased
    pages = [keys[start : start + PAGE] for start in range(0, len(keys), PAGE)]
    return sum(erase(model, page, using, actor, name, request_context.request_id()) for page in pages)


def _have_erased(model: type[Erasable], keys: Sequence[Any], using: str, *who: str) -> int:
    with connections[using].cursor() as cursor:
        cursor.execute(f"SELECT {ERASE}(%s, %s, %s, %s, %s)", [model._meta.db_table, [str(key) for key in keys], *who])
        return int(cursor.fetchone()[0])


def _erase_here(model: type[Erasable], keys: Sequence[Any], using: str, actor: str, name: str, request_id: str) -> int:
    connection = connections[using]
    rows: models.QuerySet[Erasable] = models.QuerySet(model, using=using).filter(pk__in=keys)
    if expires := getattr(model, "expires", ""):
        rows = rows.filter(**{expires: None})
    column = model._meta.get_field(model.tombstone_of)
    # A document's own text, not what Python makes of it.
    as_stored = models.BinaryField() if isinstance(column, models.BinaryField) else models.TextField()
    stones = [
        Tombstone(
            kind=model._meta.db_table,
            key=str(key),
            digest=sha256(stored.encode() if isinstance(stored, str) else bytes(stored)),
            actor=actor,
            actor_name=name,
            request_id=request_id,
            role=str(connection.settings_dict["USER"] or ""),
        )
        for key, stored in rows.order_by("pk").values_list("pk", Cast(model.tombstone_of, as_stored)).iterator()
    ]
    Tombstone.objects.using(using).bulk_create(stones, PAGE)
    return DeleteQuery(model).delete_batch(list(keys), using)
