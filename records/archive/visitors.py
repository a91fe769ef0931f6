"""Visitors' files: a file is judged at once in the sandbox; its matches expire after a day.

They are rows of ``Upload``, ``Match`` and ``Judgement`` that expire, so that nothing of the archive comes across them. Whoever
has the address of a match or a file may read it (``records.core.unlisted``); the browser that dropped the file may delete it.
When the room for visitors is full, the oldest files go first.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from prometheus_client.metrics_core import Metric

from records.accounts import access
from records.archive.matches.judging.models import Judgement
from records.archive.matches.judging.verdict_store import edition_of, said_in
from records.archive.matches.models import Match, MatchSeat, Upload
from records.archive.matches.uploading import UploadError
from records.core import sandbox
from records.core.db.fields import LINE, storable
from records.core.errors import Refusal
from records.core.ops import metrics
from records.core.people import Actor
from records.core.rules_line import RULES
from records.core.unlisted import is_unlisted, unlisted_id
from referee.notation import NO_HINTS, Hints

LASTS = timedelta(days=1)
NETWORK_SHARE = 8
"""The matches from one address, an IPv6 one by its /64, take at most this part of the room for all."""
MOST = 50
"""Matches of one file that are judged for a visitor."""
ROW = 4096
"""Bytes that a match counts for beside its text and its verdict, so that a flood of small ones is bounded too."""
SIGN_IN = "sign-in-for-more"
"""The code of refusals of what is judged for whoever signs in."""
COLUMNS = ("game", "rules", "event", "stage", "table", "date")


class JudgedFile(NamedTuple):
    """The matches of a file with their verdicts, as the sandbox gives them, and whether these are all."""

    matches: Sequence[dict[str, Any]]
    complete: bool


def judge(data: bytes, room: sandbox.Room, hints: Hints = NO_HINTS, rules: str = "") -> JudgedFile:
    """Judge the matches of a file, as many as there is room for; ``hints`` say what a file of another format does not, ``rules``
    are put in the place of what the records say.

    Raises Busy, and Refusal where nothing of it is judged.
    """
    if not data.strip():
        raise UploadError("empty", _("The file is empty."), 422)
    found, told = sandbox.first_matches(data, MOST, room, hints, rules)
    if not found and "error" in told:
        raise UploadError("unreadable", told["error"], 422)
    if not found:
        raise UploadError(SIGN_IN, _("Not judged: more was dropped than is judged without signing in."), 413)
    return JudgedFile(found, not told["more"])


@transaction.atomic
def store(judged: JudgedFile, *, filename: str, network: str) -> Upload:
    """Store a judged file for a day; of the room that a network and all together have, the oldest files make way for it."""
    now = timezone.now()
    file = Upload(
        id=unlisted_id(),
        filename=storable(filename, LINE),
        network=salted_hmac("records.archive.visitors", network, algorithm="sha256").hexdigest(),
        size=sum(
            len(one["text"].encode("utf-8", "surrogatepass")) + len(json.dumps(one["verdict"])) + ROW for one in judged.matches
        ),
        complete=judged.complete,
        created_at=now,
        expires_at=now + LASTS,
    )
    _make_room(file)
    file.save(force_insert=True)
    rows = [_match(file, ordinal, one) for ordinal, one in enumerate(judged.matches, 1)]
    Match.expiring.bulk_create(rows)
    pairs = list(zip(rows, judged.matches, strict=True))
    Judgement.expiring.bulk_create(_judgement(match, one["verdict"]) for match, one in pairs)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=storable(seat, 8), name=storable(name, LINE))
        for match, one in pairs
        for seat, name in one["players"]
    )
    judgement = Judgement.expiring.filter(match=OuterRef("pk")).order_by().values("pk")
    Match.expiring.filter(upload=file).update(current_judgement=Subquery(judgement))
    return file


def _match(file: Upload, ordinal: int, one: dict[str, Any]) -> Match:
    id_ = unlisted_id()
    return Match(
        id=id_,
        upload=file,
        ordinal=ordinal,
        first_line=one["first_line"],
        form=one["form"],
        source=one["text"].encode("utf-8", "surrogatepass"),
        sha256=one["verdict"]["record_sha256"],
        state=Match.State.JUDGED,
        owner_key=f"visitor:{id_.hex}",
        created_at=file.created_at,
        expires_at=file.expires_at,
        **{name: storable(one["tags"].get(name.title(), ""), RULES if name == "rules" else LINE) for name in COLUMNS},
    )


def _judgement(match: Match, verdict: dict[str, Any]) -> Judgement:
    """The verdict is stored as its readers get it, with the names of the players: no web process reads the text again."""
    return Judgement(
        match=match,
        engine_version=verdict["engine"],
        rulebook_edition=edition_of(match.game),
        record_sha256=match.sha256,
        **said_in(verdict),
        verdict=verdict,
        findings_count=sum(len(part["findings"]) for part in (verdict, *verdict["rounds"])),
        created_at=match.created_at,
        expires_at=match.expires_at,
        counted=True,
    )


def _make_room(file: Upload) -> None:
    """Delete the oldest files that leave no room for this one. Two who come at once may pass the limit by one file; whoever comes
    next makes that good."""
    files = Upload.expiring.order_by("created_at")
    oldest = _oldest(files.filter(network=file.network), settings.VISITOR_BYTES // NETWORK_SHARE - file.size)
    oldest += _oldest(files.exclude(pk__in=oldest), settings.VISITOR_BYTES - file.size)
    # Locked in one order: two who come at once must not wait for each other.
    for one in Upload.expiring.select_for_update().filter(pk__in=oldest).order_by("pk"):
        one.delete()


def _oldest(files: QuerySet[Upload], most: int) -> list[uuid.UUID]:
    """The oldest of these files, without which no more than so many bytes are left."""
    over = (files.aggregate(Sum("size"))["size__sum"] or 0) - most
    oldest: list[uuid.UUID] = []
    if over > 0:
        for key, size in files.values_list("pk", "size").iterator():
            oldest.append(key)
            over -= size
            if over <= 0:
                break
    return oldest


def find(file_id: uuid.UUID) -> Upload | None:
    """A visitor's file by its id, None where there is none any more: it has expired, also where nobody has deleted it so far."""
    return Upload.expiring.filter(pk=file_id, expires_at__gt=timezone.now()).first() if is_unlisted(file_id) else None


def matches_of(file: Upload) -> QuerySet[Match]:
    """The matches of a file in order, as lists show them."""
    found = Match.expiring.filter(upload=file).select_related("current_judgement").prefetch_related("seats")
    return found.defer("source", "current_judgement__verdict").order_by("ordinal")


def may_delete(actor: Actor, file: Upload) -> bool:
    """Whether this browser dropped the file."""
    return access.DropGrant(file.pk) in access.grants_of(actor)


def delete(actor: Actor, file: Upload) -> None:
    """Delete a file with its matches, at once. Raises Refusal (404) for everybody but the browser that dropped it."""
    if not may_delete(actor, file):
        raise Refusal("not-found", _("This browser did not drop this file."), 404)
    file.delete()


def delete_expired() -> int:
    """Delete the files that have expired; returns how many there were."""
    expired = list(Upload.expiring.filter(expires_at__lte=timezone.now()))
    for file in expired:  # one after the other: a file's texts and verdicts are read to be deleted
        file.delete()
    return len(expired)


@metrics.database_metrics
def figures(_now: datetime) -> list[Metric]:
    """The bytes that visitors' files take of VISITOR_BYTES (a setting)."""
    taken = Upload.expiring.aggregate(bytes=Sum("size"))["bytes"] or 0
    return [metrics.gauge("referee_visitor_bytes", "What visitors' files take, of VISITOR_BYTES.", taken)]
