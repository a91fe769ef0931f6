"""A visitor's file: judged in the sandbox, and stored for a day. When the room for visitors is full the oldest files go first."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from records.archive.matches.uploading import UploadError
from records.archive.visitors.models import VisitorFile, VisitorMatch
from records.core import sandbox
from records.core.db.fields import LINE, storable
from records.core.rules_line import RULES
from referee.notation import NO_HINTS, Hints

LASTS = timedelta(days=1)
NETWORK_SHARE = 8
"""The matches from one address, an IPv6 one by its /64, take at most this part of the room for all."""
MOST = 50
"""Matches of one file that are judged for a visitor."""
ROW = 2048
"""Bytes that a match counts for beside its text and its verdict, so that a flood of small ones is bounded too."""
SIGN_IN = "sign-in-for-more"
"""The code of refusals of what is judged for whoever signs in."""
COLUMNS = ("game", "rules", "event", "stage", "table", "date")


class JudgedFile(NamedTuple):
    """The matches of a file, not saved yet, and whether these are all."""

    matches: Sequence[VisitorMatch]
    complete: bool


def judge(data: bytes, room: sandbox.Room, hints: Hints = NO_HINTS, rules: str = "") -> JudgedFile:
    """Judge the matches of a file, as many as there is room for; ``hints`` say what a file of another format does not, ``rules``
    are put in the place of what the records say.

    Raises Busy, and Refusal where nothing of it is judged.
    """
    if not data.strip():
        raise UploadError("empty", "檔案是空的。", "The file is empty.", 422)
    found, told = sandbox.first_matches(data, MOST, room, hints, rules)
    if not found and "error" in told:
        raise UploadError("unreadable", told["error"]["zh"], told["error"]["en"], 422)
    if not found:
        zh, en = "未裁判：超過不登入時一次裁判的量。", "Not judged: more was dropped than is judged without signing in."
        raise UploadError(SIGN_IN, zh, en, 413)
    return JudgedFile([_row(ordinal, one) for ordinal, one in enumerate(found, 1)], not told["more"])


def _row(ordinal: int, one: dict[str, Any]) -> VisitorMatch:
    verdict, tags = one["verdict"], one["tags"]
    return VisitorMatch(
        ordinal=ordinal,
        first_line=one["first_line"],
        form=one["form"],
        source=one["text"].encode("utf-8", "surrogatepass"),
        sha256=verdict["record_sha256"],
        players=[[storable(seat, 8), storable(name, LINE)] for seat, name in one["players"]],
        findings_count=sum(len(part["findings"]) for part in (verdict, *verdict["rounds"])),
        verdict=verdict,
        **{name: storable(tags.get(name.title(), ""), RULES if name == "rules" else LINE) for name in COLUMNS},
    )


def store(judged: JudgedFile, *, filename: str, network: str, browser: str) -> VisitorFile:
    """Store a judged file for a day; of the room that a network and all together have, the oldest files make way for it."""
    now = timezone.now()
    file = VisitorFile(
        filename=storable(filename, LINE),
        network=keyed_digest(network),
        browser=keyed_digest(browser),
        size=sum(len(match.source) + len(json.dumps(match.verdict)) + ROW for match in judged.matches),
        complete=judged.complete,
        created_at=now,
        expires_at=now + LASTS,
    )
    for match in judged.matches:
        match.file = file
    with transaction.atomic():
        oldest = _oldest(VisitorFile.objects.filter(network=file.network), settings.VISITOR_BYTES // NETWORK_SHARE - file.size)
        oldest += _oldest(VisitorFile.objects.exclude(pk__in=oldest), settings.VISITOR_BYTES - file.size)
        # Locked in one order: two who come at once must not wait for each other.
        locked = VisitorFile.objects.select_for_update().filter(pk__in=oldest).order_by("pk")
        VisitorFile.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).delete()
        file.save(force_insert=True)
        VisitorMatch.objects.bulk_create(judged.matches)
    return file


def _oldest(files: QuerySet[VisitorFile], most: int) -> list[uuid.UUID]:
    """The oldest of these files, without which no more than so many bytes are left.

    Two who come at once may pass the limit by one file; whoever comes next makes that good."""
    over = (files.aggregate(Sum("size"))["size__sum"] or 0) - most
    oldest: list[uuid.UUID] = []
    if over > 0:
        for key, size in files.order_by("created_at").values_list("pk", "size").iterator():
            oldest.append(key)
            over -= size
            if over <= 0:
                break
    return oldest


def keyed_digest(text: str) -> str:
    """The keyed digest by which an address or a browser is known again: neither is stored itself."""
    return salted_hmac("records.archive.visitors", text, algorithm="sha256").hexdigest()
