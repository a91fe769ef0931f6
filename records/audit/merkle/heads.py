"""Signing heads of the log: how many entries there are, and the root of their tree.

A head binds whoever signs it: from then on no entry can be changed, taken out or put in without a head that somebody kept
showing it. So nothing is signed that the last head does not lead to.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from records.audit.merkle import tree
from records.audit.merkle.models import LogHead
from referee.results.log import checkpoint
from referee.results.log.checkpoint import Checkpoint
from referee.results.published import signature

ADDRESS = ".well-known/referee-log"
LOCAL = ("localhost", "127.0.0.1", "[::1]")

log = logging.getLogger(__name__)


class LogChanged(Exception):
    """Raised where the entries are no longer those that the last head was signed for. ``size`` is that of the last head."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the first {size} entries of the audit log are no longer those that its last head was signed for")
        self.size = size


def latest() -> LogHead | None:
    """The last head; None before the first."""
    return heads().first()


def heads() -> QuerySet[LogHead]:
    """All heads, the last one first."""
    return LogHead.objects.order_by("-pk")


def head_of(size: int) -> LogHead | None:
    """The first head of so many entries, None where none was signed."""
    return LogHead.objects.filter(size=size).order_by("pk").first()


def covering(entry: int) -> LogHead | None:
    """The first head that an entry stands under; None where none was signed since."""
    return LogHead.objects.filter(size__gte=entry).order_by("size", "pk").first()


@transaction.atomic
def sign(private: bytes) -> LogHead | None:
    """Sign a head of the log as it is, where it has grown since the last one or another key signs now; None elsewhere.

    The tree has to have grown to all entries (``tree.grow``). Raises LogChanged, and ValueError where LOG_ORIGIN is no
    name of a log.
    """
    tree.lock()
    last, size = latest(), tree.size()
    public = signature.public_of(private)
    fingerprint = signature.fingerprint(public)
    nodes = tree.Nodes()
    if last is not None:
        if size < last.size or tree.root(last.size, nodes).hex() != last.root:
            raise LogChanged(last.size)
        if (size, fingerprint) == (last.size, last.fingerprint):
            return None
    root = tree.root(size, nodes)
    origin = settings.LOG_ORIGIN or (last.origin if last else default_origin())
    return LogHead.objects.create(
        size=size,
        root=root.hex(),
        origin=origin,
        note=checkpoint.sign(Checkpoint(origin, size, root), private),
        fingerprint=fingerprint,
        key=signature.pem(public),
        at=timezone.now(),
    )


def default_origin() -> str:
    """The name of the log where none is set: the first host name that the service answers to, and its address there."""
    hosts = [urlsplit(f"//{host.lstrip('.')}").hostname or "" for host in settings.ALLOWED_HOSTS if host not in (*LOCAL, "*")]
    return f"{next(filter(None, hosts), 'localhost')}/{ADDRESS}"
