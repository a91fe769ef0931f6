"""What the service's role may do in PostgreSQL: the owner of the tables is another role, which migrates and grants.

A model says what kind of table it has: ``append_only`` rows are inserted and never changed, but for the columns that
``changeable`` names; rows with a ``tombstone_of`` are deleted by a function of the owner alone, which leaves a tombstone, unless
the column that ``expires`` names has a value; the columns that ``fixed`` names stay as they were inserted. All other tables of
models are read and written; what belongs to no model is read. ``manage.py check --deploy --database default`` warns of a role
that may do more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections
from django.db.models import BinaryField, Model

ERASE = "records_erase"
"""The function of the owner that deletes rows and leaves tombstones: table, keys, who, name, request."""
EVERYTHING = ("INSERT", "UPDATE", "DELETE")

FUNCTION = """
CREATE OR REPLACE FUNCTION {schema}.{erase}(kind text, keys text[], actor text, actor_name text, request_id text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    erased bigint;
BEGIN
    CASE kind
{branches}
        ELSE RAISE EXCEPTION 'rows of % are not erased', kind USING ERRCODE = 'insufficient_privilege';
    END CASE;
    RETURN erased;
END $$;
"""
BRANCH = """        WHEN '{table}' THEN
            WITH gone AS (
                DELETE FROM {schema}.{table} AS row WHERE row.{key} = ANY (keys::{type}[])
                RETURNING row.{key}::text AS key, encode({digest}, 'hex') AS digest, {stays} AS stays
            ), stones AS (
                INSERT INTO {schema}.core_tombstone (at, kind, key, digest, actor, actor_name, request_id, role)
                SELECT clock_timestamp(), $1, gone.key, gone.digest, left($3, 40), left($4, 150), left($5, 64), session_user
                FROM gone WHERE gone.stays
            )
            SELECT count(*) INTO erased FROM gone;"""

OWNED = """
SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'S', 'v', 'm') AND pg_has_role(%s, relowner, 'MEMBER') ORDER BY 1
"""
POWERS = "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = %s"
NAMES = ("SUPERUSER", "CREATEROLE", "CREATEDB", "REPLICATION", "BYPASSRLS")


def may_delete(connection: Any, model: type[Model]) -> bool:
    """Whether the role of this connection deletes rows of this model by itself."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, 'DELETE')", [model._meta.db_table])
        return bool(cursor.fetchone()[0])


def privileges(model: type[Model]) -> tuple[str, ...]:
    """What the service's role may do with the rows of a model, beside reading them."""
    fixed, changeable = getattr(model, "fixed", ()), getattr(model, "changeable", ())
    if getattr(model, "append_only", False):
        return ("INSERT", _update(model, changeable)) if changeable else ("INSERT",)
    update = _update(model, {field.name for field in model._meta.concrete_fields} - set(fixed)) if fixed else "UPDATE"
    return ("INSERT", update) if hasattr(model, "tombstone_of") else ("INSERT", update, "DELETE")


def _update(model: type[Model], names: Collection[str]) -> str:
    """The privilege to change these columns."""
    columns = [_quoted(str(field.column)) for field in model._meta.concrete_fields if field.name in names]
    return f"UPDATE ({', '.join(columns)})"


def grants(role: str, schema: str, database: str, connection: Any) -> Iterator[str]:
    """The statements, in order, that give a role what the service needs and take everything else from it."""
    name, place = _quoted(role), _quoted(schema)
    yield f"REVOKE CREATE ON SCHEMA {place} FROM PUBLIC"
    yield f"REVOKE TEMPORARY ON DATABASE {_quoted(database)} FROM PUBLIC"
    yield f"REVOKE ALL ON DATABASE {_quoted(database)} FROM {name}"
    yield f"GRANT CONNECT ON DATABASE {_quoted(database)} TO {name}"
    for kind in ("TABLES", "SEQUENCES", "FUNCTIONS"):
        yield f"REVOKE ALL ON ALL {kind} IN SCHEMA {place} FROM {name}"
    yield f"REVOKE ALL ON SCHEMA {place} FROM {name}"
    yield f"GRANT USAGE ON SCHEMA {place} TO {name}"
    yield f"GRANT SELECT ON ALL TABLES IN SCHEMA {place} TO {name}"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {place} TO {name}"
    known = set(connection.introspection.table_names())
    for table, granted in sorted(_by_table().items()):
        if table in known:
            yield f"GRANT {', '.join(granted)} ON {place}.{_quoted(table)} TO {name}"
    yield _function(place, connection)
    signature = f"{place}.{ERASE}(text, text[], text, text, text)"
    yield f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC"
    yield f"GRANT EXECUTE ON FUNCTION {signature} TO {name}"


def _by_table() -> dict[str, Sequence[str]]:
    tables: dict[str, Sequence[str]] = {
        model._meta.db_table: privileges(model) for model in apps.get_models(include_auto_created=True) if not model._meta.proxy
    }
    caches = (cache for cache in settings.CACHES.values() if cache["BACKEND"].endswith("DatabaseCache"))
    return {**tables, **{cache["LOCATION"]: EVERYTHING for cache in caches}}


def _function(schema: str, connection: Any) -> str:
    branches = "\n".join(_branch(model, schema, connection) for model in apps.get_models() if hasattr(model, "tombstone_of"))
    return FUNCTION.format(schema=schema, erase=ERASE, branches=branches)


def _branch(model: Any, schema: str, connection: Any) -> str:
    key, content = model._meta.pk, model._meta.get_field(model.tombstone_of)
    column = f"row.{_quoted(content.column)}"
    expires = getattr(model, "expires", "")
    digest = f"sha256({column})" if isinstance(content, BinaryField) else f"sha256(convert_to({column}, 'UTF8'))"
    return BRANCH.format(
        schema=schema,
        table=model._meta.db_table,
        key=_quoted(key.column),
        type=key.rel_db_type(connection),
        digest=digest,
        stays=f"row.{_quoted(model._meta.get_field(expires).column)} IS NULL" if expires else "true",
    )


def powers(connection: Any, role: str) -> list[str]:
    """What a role has that the service's must not have: attributes, and tables that it owns. Raises LookupError for no role."""
    with connection.cursor() as cursor:
        cursor.execute(POWERS, [role])
        found = cursor.fetchone()
        if found is None:
            raise LookupError(role)
        attributes = [name for name, has in zip(NAMES, found, strict=True) if has]
        cursor.execute(OWNED, [role])
        return attributes + [name for (name,) in cursor.fetchall()]


def listed(names: Iterable[str], most: int = 5) -> str:
    """The first of these names, and how many more there are."""
    found = list(names)
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'


@register(Tags.database, deploy=True)
def check_role(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A warning for each PostgreSQL database whose role owns its tables, or has more than the service needs."""
    return [_warning(name) for name in databases or () if connections[name].vendor == "postgresql" and _powers(name)]


def _powers(name: str) -> list[str]:
    with connections[name].cursor() as cursor:
        cursor.execute("SELECT current_user")
        return powers(connections[name], cursor.fetchone()[0])


def _warning(name: str) -> CheckMessage:
    return Warning(
        f"The role of the database “{name}” has more than the service needs, or owns it: {listed(_powers(name))}.",
        hint="Who takes over a process can drop the triggers that keep the audit log. Give the service a role of its own: "
        "docs/how-to/runbook.md, “Two roles of the database”.",
        id="records.W001",
    )
