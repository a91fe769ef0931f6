"""Sending the signed heads out of the operator's hands: to a file that LOG_HEADS_FILE names, to an address, LOG_HEADS_WEBHOOK.

Each head is one line of JSON: what ``/.well-known/referee-log/heads`` shows of it. Those that did not arrive are sent again, so
that one may come twice and none is left out.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import time
from collections.abc import Callable
from datetime import UTC
from typing import Any

from django.conf import settings

import referee
from records.audit.merkle.models import HeadDelivery, LogHead
from records.ops import outbound_http

AT_ONCE = 100
"""Heads that are read at once."""

log = logging.getLogger(__name__)


def described(head: LogHead) -> dict[str, Any]:
    """A head as JSON: the signed note, and beside it what is not signed."""
    return {
        "origin": head.origin,
        "size": head.size,
        "signed_at": head.at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "head": head.note,
        "fingerprint": head.fingerprint,
        "key": head.key,
    }


def deliver(seconds: float) -> int:
    """Send the heads that have not arrived, for so many seconds at most; returns how many arrived."""
    until = time.monotonic() + seconds
    places: list[tuple[str, Callable[[bytes], bool]]] = []
    if settings.LOG_HEADS_FILE:
        places.append((f"file:{settings.LOG_HEADS_FILE}", _append))
    if settings.LOG_HEADS_WEBHOOK:
        places.append((f"webhook:{settings.LOG_HEADS_WEBHOOK}", _post))
    return sum(_deliver_to(name, send, until) for name, send in places)


def _deliver_to(place: str, send: Callable[[bytes], bool], until: float) -> int:
    # An address may hold a key: what is stored of it is a hash.
    destination = hashlib.sha256(place.encode()).hexdigest()
    arrived, done = 0, HeadDelivery.objects.filter(destination=destination).values_list("head", flat=True).first() or 0
    while rows := list(LogHead.objects.filter(pk__gt=done).order_by("pk")[:AT_ONCE]):
        for head in rows:
            if time.monotonic() > until or not send(json.dumps(described(head), ensure_ascii=False).encode() + b"\n"):
                return arrived
            HeadDelivery.objects.update_or_create(destination=destination, defaults={"head": head.pk})
            arrived, done = arrived + 1, head.pk
    return arrived


def _append(line: bytes) -> bool:
    try:
        with open(settings.LOG_HEADS_FILE, "ab", buffering=0) as file:
            file.write(line)
            os.fsync(file.fileno())
    except OSError as error:
        log.error("a signed head could not be written to LOG_HEADS_FILE: %s", error.strerror)
        return False
    return True


def _post(line: bytes) -> bool:
    headers = {"Content-Type": "application/json", "User-Agent": f"Referee/{referee.__version__}"}
    response = outbound_http.post(settings.LOG_HEADS_WEBHOOK, line, headers)
    if not response.accepted:
        shown = outbound_http.shown(settings.LOG_HEADS_WEBHOOK)
        log.error("a signed head did not arrive at %s: %s", shown, response.status or response.error)
    return response.accepted
