"""``manage.py grant_service ROLE``: gives the service's role in PostgreSQL what it needs, and nothing else."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from records.accounts import audit
from records.core.db.privileges import grants, listed, powers


class Command(BaseCommand):
    help = (
        "Gives a role of PostgreSQL what the service needs, and takes everything else from it. Run it as the owner of the tables "
        "after each migrate; the role itself owns nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role as which web and workers connect")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles.")
        try:
            found = powers(connection, role)
        except LookupError:
            raise CommandError(f"There is no role {role}.") from None
        if found:
            raise CommandError(f"{role} has more than the service may have, or owns it: {listed(found)}.")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT current_schema(), current_database()")
            schema, database = cursor.fetchone()
            for statement in grants(role, schema, database, connection):
                cursor.execute(statement)
            audit.record("database.grant", "database", role=role)
        self.stdout.write(f"{role} may do what the service needs.")
