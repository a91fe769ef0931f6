"""Publications in the log that outsiders hold to: its heads, signed with the key of results, and a proof for each publication."""

from __future__ import annotations

import json
import logging
import uuid
from typing import Any, NamedTuple

from django.db import transaction

from records.audit.merkle import heads, tree
from records.audit.merkle.models import LogHead
from records.audit.models import AuditEntry
from records.db.bulk_insert import insert
from records.publications import signing_keys
from records.publications.models import Publication, PublishedEntry
from referee.results.log import proof
from referee.results.log import tree as merkle
from referee.results.published import signature

GROW_SECONDS = 2.0
"""For how long publishing takes entries into the tree; only where very many are new that is not enough, and no head is held."""

log = logging.getLogger(__name__)


class LoggedPublication(NamedTuple):
    """A publication in the log: its proof, None before a head was signed that covers it, and the number of the latest one of
    its event."""

    publication: Publication
    proof: str | None
    newest: int


def sign_head(seconds: float) -> LogHead | None:
    """Grow the tree for so many seconds at most, and sign a head where the log has grown. None where nothing was signed.

    Raises KeyUnreadable; ``heads.LogChanged``.
    """
    private = signing_keys.private_key()
    if not tree.grow(seconds):
        return None
    with transaction.atomic():
        tree.lock()
        last = heads.latest()
        head = heads.sign(private)
        if head is not None:
            _index(last.size if last else 0, head.size)
    return head


def head_before() -> str | None:
    """The signed head that a publication holds: of the log as it is now, by the key that signs now. None where there is none."""
    try:
        sign_head(GROW_SECONDS)
        public = signing_keys.public_key()
    except (signing_keys.KeyUnreadable, heads.LogChanged, ValueError) as error:
        log.error("no head of the log was signed before a publication: %s", error)
        return None
    last = heads.latest()
    return last.note if last is not None and last.fingerprint == signature.fingerprint(public) else None


def proof_of(publication: Publication) -> str | None:
    """The proof that a publication is in the log (``proof.written``); None before a head was signed that covers it."""
    known = PublishedEntry.objects.filter(event=publication.event_id, number=publication.number, hash=publication.hash)
    number = known.order_by("pk").values_list("entry", flat=True).first()
    head = heads.covering(number) if number else None
    if number is None or head is None:
        return None
    entry = AuditEntry.objects.get(number=number)
    path = merkle.inclusion_path(number - 1, head.size, tree.Nodes())
    return proof.written(entry.text(), number - 1, path, head.note)


def logged(digest: str) -> LoggedPublication | None:
    """The publication whose document has this hash; None where there is none."""
    publication = Publication.objects.filter(hash=digest).order_by("pk").first()
    if publication is None:
        return None
    newest: int = Publication.objects.filter(event=publication.event_id).values_list("number", flat=True)[0]
    return LoggedPublication(publication, proof_of(publication), newest)


def _index(after: int, until: int) -> None:
    """Note which of these entries are of publications."""
    entries = AuditEntry.objects.filter(number__gt=after, number__lte=until, action=proof.PUBLISHED).order_by("number")
    rows = [_indexed(entry) for entry in entries.iterator()]
    insert([row for row in rows if row is not None])


def _indexed(entry: AuditEntry) -> PublishedEntry | None:
    details: dict[str, Any] = json.loads(entry.details)
    try:
        event, number, digest = uuid.UUID(entry.target.removeprefix("event:")), details["number"], details["hash"]
    except (ValueError, LookupError):
        return None
    return PublishedEntry(event=event, number=number, hash=digest, entry=entry.number)
