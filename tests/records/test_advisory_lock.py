"""Advisory locks: nothing waits for another's lock."""

from __future__ import annotations

from pathlib import Path

from records.db.advisory_lock import AdvisoryLock

ROOT = Path(__file__).parents[2]


def test_no_two_locks_share_a_number() -> None:
    """The numbers stand in one enumeration, and nobody takes a lock past it."""
    sources = [file for folder in ("records", "api", "frontend", "config") for file in (ROOT / folder).rglob("*.py")]
    takers = {str(file.relative_to(ROOT)) for file in sources if "pg_advisory" in file.read_text(encoding="utf-8")}
    assert takers == {"records/db/advisory_lock.py"}
    assert len(set(AdvisoryLock)) == len(AdvisoryLock.__members__)
