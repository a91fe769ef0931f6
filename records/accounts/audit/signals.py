"""Receivers of Django's signals that write audit entries: of signing in, accounts, groups, migrations and ``flush``.

Accounts and groups have an entry whatever makes, changes or deletes them: a page, the administration or a command at a shell.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.dispatch import receiver

from records.accounts import audit
from records.core.db.fields import storable

WATCHED = ("username", "password", "email", "first_name", "last_name", "is_active", "is_staff", "is_superuser")
"""The columns of an account whose change is written down; of the password only that it was changed."""
CHANGED = "_changed_for_audit"
"""The attribute of an account that holds the changed columns while it is saved."""
MEMBERS = {
    User.groups.through: ("account.groups", "groups", "group.people", "user_set"),
    User.user_permissions.through: ("account.permissions", "user_permissions", "account.permissions", "user_set"),
    Group.permissions.through: ("group.permissions", "permissions", "group.permissions", "group_set"),
}
"""Of each table that joins accounts, groups and permissions: the action, and where the others are found, from either side."""


@receiver(user_logged_in)
def record_sign_in(sender: Any, user: Any, **kwargs: Any) -> None:
    """Runs before the session is stored: nobody is signed in without an entry."""
    with transaction.atomic():
        audit.record("sign-in", f"user:{user.pk}", by=user)


@receiver(user_login_failed)
def record_failed_sign_in(sender: Any, credentials: dict[str, Any], **kwargs: Any) -> None:
    """The entry holds the name that was tried, which may be nobody's."""
    with transaction.atomic():
        audit.record("sign-in.refused", "", name=storable(str(credentials.get("username", "")), audit.NAME))


@receiver(user_logged_out)
def record_sign_out(sender: Any, user: Any, **kwargs: Any) -> None:
    """Only where somebody was signed in."""
    if user is not None:
        with transaction.atomic():
            audit.record("sign-out", f"user:{user.pk}", by=user)


@receiver(pre_save, sender=settings.AUTH_USER_MODEL)
def note_changes(sender: type[Model], instance: Any, update_fields: Collection[str] | None = None, **kwargs: Any) -> None:
    """Note what is about to change. Signing in, which saves nothing but its time, asks the database nothing."""
    watched = [name for name in WATCHED if update_fields is None or name in update_fields]
    before = QuerySet(sender).filter(pk=instance.pk).values(*watched).first() if watched and instance.pk else None
    setattr(instance, CHANGED, sorted(name for name, value in (before or {}).items() if value != getattr(instance, name)))


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def record_account(sender: type[Model], instance: Any, created: bool, **kwargs: Any) -> None:
    changed = getattr(instance, CHANGED, [])
    rights = {"active": instance.is_active, "staff": instance.is_staff, "superuser": instance.is_superuser}
    if created:
        audit.observe("account.add", f"user:{instance.pk}", name=_name(instance), **rights)
    elif changed:
        audit.observe("account.change", f"user:{instance.pk}", name=_name(instance), changed=changed, **rights)


@receiver(post_delete, sender=settings.AUTH_USER_MODEL)
def record_deleted_account(sender: type[Model], instance: Any, **kwargs: Any) -> None:
    audit.observe("account.delete", f"user:{instance.pk}", name=_name(instance))


@receiver(post_save, sender=Group)
def record_group(sender: type[Model], instance: Group, created: bool, **kwargs: Any) -> None:
    if created:
        audit.observe("group.add", f"group:{instance.pk}", name=instance.name)
    else:
        audit.observe("group.change", f"group:{instance.pk}", name=instance.name)


@receiver(post_delete, sender=Group)
def record_deleted_group(sender: type[Model], instance: Group, **kwargs: Any) -> None:
    audit.observe("group.delete", f"group:{instance.pk}", name=instance.name)


@receiver(m2m_changed)
def record_joined(
    sender: type[Model],
    instance: Model,
    action: str,
    reverse: bool,
    model: type[Model],
    pk_set: Collection[Any] | None,
    **kwargs: Any,
) -> None:
    """Groups and permissions given and taken away; one entry for each side of the change that was made."""
    if sender not in MEMBERS or action not in ("post_add", "post_remove", "pre_clear"):
        return
    there, attribute, back, back_attribute = MEMBERS[sender]
    others = getattr(instance, back_attribute if reverse else attribute)
    rows = others.all() if pk_set is None else QuerySet(model).filter(pk__in=pk_set)
    names = sorted(str(row) for row in rows)
    if not names:
        return
    target, done = f"{instance._meta.model_name}:{instance.pk}", back if reverse else there
    if action == "post_add":
        audit.observe(done, target, name=str(instance), added=names)
    else:
        audit.observe(done, target, name=str(instance), removed=names)


def _name(user: Any) -> str:
    return storable(user.get_username(), audit.NAME)


def record_migrations(sender: Any, plan: list[tuple[Any, bool]] | None = None, **kwargs: Any) -> None:
    """Receiver of ``post_migrate``, once for this app. ``flush``, which leaves the audit log alone, gives no plan; a run of
    ``migrate`` that finds nothing to do gives an empty one."""
    if audit.AuditEntry._meta.db_table not in connection.introspection.table_names():
        return  # the audit log itself was taken back, or is not made yet
    if plan is None:
        audit.observe("database.flush", "database")
    elif plan:
        names = [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
        back = any(backwards for _, backwards in plan)
        audit.observe("database.migrate", "database", applied=[] if back else names, undone=names if back else [])


def is_deleted_with(origin: Any, model: type[Model]) -> bool:
    """Whether the deletion began at a row, or at some rows, of this model. ``origin`` is what Django's signal says."""
    began: type[Any] = origin.model if isinstance(origin, QuerySet) else type(origin)
    return issubclass(began, model)
