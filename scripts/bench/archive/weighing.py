"""How many bytes a match takes in the database, by table: its rows, what is stored apart from them (TOAST), and each index."""

from __future__ import annotations

from django.db import connection

from records.models import Match

TABLES = """
SELECT c.relname, pg_relation_size(c.oid), pg_table_size(c.oid) - pg_relation_size(c.oid), pg_indexes_size(c.oid)
FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(c.oid) DESC LIMIT 16
"""
INDEXES = """
SELECT relname || ' ' || indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes
ORDER BY 2 DESC LIMIT {most}
"""


def print_sizes(most: int = 40) -> None:
    """Print the bytes a match of the tables, and of the largest indexes."""
    matches = Match.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        [size] = cursor.fetchone()
        print(f"{matches:,} matches, {size / matches:,.0f} bytes of database a match\n")
        print("| table, bytes a match | rows | stored apart | indexes |\n|---|---|---|---|")
        cursor.execute(TABLES)
        for name, *sizes in cursor.fetchall():
            print(f"| {name} | " + " | ".join(f"{one / matches:,.0f}" for one in sizes) + " |")
        print("\n| index | bytes a match |\n|---|---|")
        cursor.execute(INDEXES.format(most=most))
        for name, size in cursor.fetchall():
            print(f"| {name} | {size / matches:,.1f} |")
