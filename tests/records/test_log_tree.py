"""The tree over the audit entries and its signed heads: what is stored, what is signed, what is refused, where heads are sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import override_settings

from records import audit, publications
from records.audit.checks import verify_all
from records.audit.merkle import delivery, heads, tree
from records.models import AuditEntry, AuditTile, LogHead
from records.publications.log import head_before
from records.tasks import deliver_log_heads
from referee.results.log import checkpoint
from referee.results.log import tree as merkle
from referee.results.published import signature
from tests.records.http_receiver import http_receiver

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY, settings.LOG_ORIGIN = tmp_path, "", ""


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of four hashes, two at a time: a few entries make a tree of several levels."""
    monkeypatch.setattr(tree, "BITS", 2)
    monkeypatch.setattr(tree, "WIDTH", 4)
    monkeypatch.setattr(tree, "AT_ONCE", 2)


def enter(count: int) -> None:
    """Write so many entries."""
    with audit.atomic():
        for number in range(count):
            audit.record("test", f"thing:{number}", number=number)


def leaves() -> list[bytes]:
    return [merkle.leaf_hash(entry.text()) for entry in AuditEntry.objects.order_by("number")]


def slow_root(hashes: list[bytes]) -> bytes:
    """The root, row by row."""
    row = hashes or [merkle.EMPTY]
    while len(row) > 1:
        pairs = [merkle.node_hash(*row[at : at + 2]) for at in range(0, len(row) - 1, 2)]
        row = [*pairs, *row[len(pairs) * 2 :]]
    return row[0]


def faults() -> list[str]:
    """What the verification of the log says of its tree."""
    report = verify_all(only=["tree"])
    assert report.chain.broken is None
    return [fault for check in report.checks for fault in check.faults()]


def sign() -> LogHead:
    head = publications.sign_head(5.0)
    assert head is not None
    return head


@contextmanager
def unguarded() -> Iterator[None]:
    """The database without its triggers, as who owns it can make it; taken back afterwards with whatever was done."""
    with transaction.atomic(), connection.cursor() as cursor:
        for model in (AuditEntry, AuditTile, LogHead):
            table = model._meta.db_table
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
                continue
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        yield
        transaction.set_rollback(True)


class TestTheTree:
    def test_root_of_every_size_follows_from_the_entries(self, narrow: None) -> None:
        enter(90)
        assert tree.grow(5.0)
        hashes, nodes = leaves(), tree.Nodes()
        full = len(hashes) // 4
        assert AuditTile.objects.filter(level=0).count() == full
        assert AuditTile.objects.filter(level=1).count() == full // 4
        assert AuditTile.objects.filter(level=2).count() == full // 16 > 0
        for size in range(len(hashes) + 1):
            assert tree.root(size, nodes) == slow_root(hashes[:size])
        assert faults() == []

    @pytest.mark.parametrize("model", [AuditTile, LogHead])
    @pytest.mark.parametrize("change", ["UPDATE {} SET id = id + 1000", "DELETE FROM {}"])
    def test_database_refuses_to_change_tiles_and_heads(self, narrow: None, model: Any, change: str) -> None:
        enter(8)
        sign()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change.format(model._meta.db_table))


class TestHeads:
    def test_head_says_how_many_entries_there_are_and_their_root(self, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["localhost", ".club.example.org", "other.example.org"]

        enter(3)
        head = sign()
        note = checkpoint.read(head.note)
        assert note.checkpoint == (head.origin, tree.size(), slow_root(leaves()))
        assert checkpoint.signer_of(note, [signature.read_pem(head.key)]) is not None
        assert heads.default_origin() == "club.example.org/.well-known/referee-log"
        settings.ALLOWED_HOSTS = ["*", "localhost", "127.0.0.1", "[::1]"]
        assert heads.default_origin() == "localhost/.well-known/referee-log"

    def test_head_is_signed_only_where_the_log_has_grown(self) -> None:
        enter(1)
        first = sign()
        assert publications.sign_head(5.0) is None
        enter(1)
        assert sign().size == first.size + 1

    def test_log_that_is_no_longer_that_of_the_last_head_is_not_signed(self) -> None:
        enter(4)
        size = sign().size
        with unguarded():
            AuditEntry.objects.filter(number=size - 1).update(target="another")
            enter(1)
            with pytest.raises(heads.LogChanged, match=f"first {size} entries"):
                publications.sign_head(5.0)
        with unguarded():
            AuditEntry.objects.filter(number=size).delete()
            with pytest.raises(heads.LogChanged), transaction.atomic():
                publications.sign_head(5.0)
            # Publishing is not stopped by it: the document holds no head, and the fault stands in the process's log.
            assert head_before() is None


class TestVerification:
    """``manage.py verify_audit`` compares the tree and the heads with the entries, whose chain somebody may have written anew."""

    @pytest.fixture
    def size(self, narrow: None) -> int:
        """A log with tiles of three levels and two heads, the first of so many entries."""
        enter(75)
        size = sign().size
        enter(7)
        sign()
        return size

    def rechain(self, number: int, **changes: Any) -> None:
        """Change an entry, and hash all that follow anew."""
        AuditEntry.objects.filter(number=number).update(**changes)
        previous = AuditEntry.objects.get(number=number).previous
        for entry in AuditEntry.objects.filter(number__gte=number).order_by("number"):
            entry.previous = previous
            previous = entry.hash = entry.digest()
            entry.save()

    def test_entries_written_anew_are_not_those_of_tiles_and_heads(self, size: int) -> None:
        with unguarded():
            self.rechain(size - 1, target="another")
            found = faults()
            assert any("are not those that were taken into the tree" in fault for fault in found)
            assert sum("are not those that the head of" in fault for fault in found) == 2


class TestSendingHeads:
    def test_heads_are_appended_to_the_file_that_the_operator_names_once_each(self, settings: Any, tmp_path: Path) -> None:
        before = LogHead.objects.count()
        settings.LOG_HEADS_FILE = str(tmp_path / "elsewhere" / "heads")
        enter(1)
        first = sign()
        deliver_log_heads(5.0)  # there is no such folder: the heads wait
        (tmp_path / "elsewhere").mkdir()
        assert delivery.deliver(5.0) == before + 1
        enter(1)
        second = sign()
        assert [delivery.deliver(5.0), delivery.deliver(5.0)] == [1, 0]
        lines = [json.loads(line) for line in Path(settings.LOG_HEADS_FILE).read_text().splitlines()][before:]
        assert [(line["head"], line["size"]) for line in lines] == [(first.note, first.size), (second.note, second.size)]
        assert lines[0]["key"] == first.key

    def test_heads_are_not_posted_into_the_service_s_own_network(self, settings: Any) -> None:
        enter(1)
        sign()
        with http_receiver() as receiver, override_settings(WEBHOOK_HTTP=True, WEBHOOK_PRIVATE=False):
            settings.LOG_HEADS_WEBHOOK = receiver.url
            assert delivery.deliver(5.0) == 0
            assert receiver.requests == []
