"""Uploading: a file and its matches are stored in one transaction, and the matches enqueued to be judged."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit
from records.accounts.access.roles import Owned, Right, may, require
from records.accounts.clubs.models import Club
from records.archive.matches import source_places
from records.archive.matches.dates import day_of
from records.archive.matches.models import Match, MatchSeat, SeatedPlayer, Upload
from records.archive.players.aliases import aliases_of, key_of
from records.core import queue, sandbox
from records.core.db.fields import LINE, storable
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.core.rules_line import RULES, require_short
from referee.notation import NO_HINTS, Hints, Source, foreign, read, require_rounds
from referee.notation.converters import converter_of, seats_told

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MEDIA_TYPES = (
    "text/x-ppn",
    "text/plain",
    "text/csv",
    XLSX,
    "application/json",
    "application/x-ndjson",
    "application/octet-stream",
    "",
)
BATCH = 500
"""Rows a statement: SQLite and PostgreSQL bound the number of a statement's parameters."""

log = logging.getLogger(__name__)

matches_stored = Signal()
"""Sent with ``club_id``, ``matches`` and ``placed`` in the transaction that stores new matches: events take theirs, but
none that is ``placed`` by who brings it."""


class UploadError(Refusal):
    """An upload that is refused as a whole; nothing of it is stored."""


class Reading(NamedTuple):
    """The text of a match, its hash and its record; the record is None where the engine failed on reading it."""

    source: Source
    sha256: str
    record: referee.Record | referee.NotationError | None


class Prepared(NamedTuple):
    """An upload that was read and may be stored."""

    upload: Upload
    readings: list[Reading]
    public: bool
    placed: bool
    aliases: Mapping[str, int]


class Uploaded(NamedTuple):
    """The result of an upload: its matches in order, and for each whether it is new."""

    upload: Upload
    matches: list[Match]
    created: list[bool]


def upload(data: bytes, **more: Any) -> Uploaded:
    """Store an upload and its matches; the options are those of ``prepare``. A record that its owner has stored already is not
    stored again but returned. Raises Refusal with nothing stored."""
    return store(prepare(data, **more))


def prepare(
    data: bytes,
    *,
    media_type: str,
    filename: str = "",
    user: Any = None,
    club: Club | None = None,
    public: bool = False,
    placed: bool = False,
    hints: Hints = NO_HINTS,
) -> Prepared:
    """Read an upload, before the transaction that stores it: reading takes long. A file of another format is taken whole or not
    at all; ``hints`` say what it does not.

    ``placed``: the caller says at which table it was played, so that no event takes it by its tags.

    Raises Refusal: 403 where the club is not theirs to upload into, 413, 415, 422.
    """
    require_upload_right(user, club, public)
    _check(data, media_type)
    upload = Upload(
        source=data,
        sha256=sha256(data),
        media_type=storable(media_type, 100),
        user=user,
        club=club,
        filename=storable(filename, LINE),
    )
    readings = _readings(data, hints)
    return Prepared(upload, readings, public, placed, aliases_in(club, readings))


def hold(match: Match, until: datetime | None) -> None:
    """Keep a match from watchers until then; None: no longer."""
    Match.objects.filter(pk=match.pk).update(held_until=until)
    match.held_until = until


def require_upload_right(user: Any, club: Club | None, public: bool) -> None:
    """Raises Refusal (403) where somebody may not upload into a club, or not publicly."""
    require(club is None or may(user, Right.SHARE if public else Right.SCORE, club))


def _check(data: bytes, media_type: str) -> None:
    if media_type.partition(";")[0].strip().lower() not in MEDIA_TYPES:
        raise unsupported(media_type, data)
    if len(data) > settings.UPLOAD_BYTES:
        raise UploadError(
            "too-large",
            _("A file has at most {most:,} bytes, this one has {found:,}."),
            413,
            most=settings.UPLOAD_BYTES,
            found=len(data),
        )
    if not data.strip():
        raise UploadError("empty", _("The file is empty."), 422)


def unsupported(
    media_type: str, data: bytes, expected: str = "text/x-ppn, application/json, application/x-ndjson"
) -> UploadError:
    """The refusal (415) of a body that is sent as something else than a record. By its first bytes it is told what it is and
    what to do with it; where these are not known, which media types are expected."""
    message = foreign.described(data) or _("{media_type} is not accepted; expected {expected}.")
    return UploadError("unsupported-media-type", message, 415, media_type=media_type, expected=expected)


def hints_of(game: str, rules: str = "", seats: Sequence[str] = (), keep: Sequence[str] = ()) -> Hints:
    """What whoever brings a file says in its place: the game and its rules, seats as ``E:Ann``, cells of the rounds that count.
    Raises UploadError (422) for a game that is not refereed here, rules that are too long, and seats told otherwise."""
    if game and game not in [known.id for known in referee.games()]:
        raise UploadError("unknown-game", _("There is no game “{game}” here."), 422, game=game)
    require_short(rules)
    try:
        return Hints(game, rules, seats_told(seats), tuple(keep))
    except ValueError:
        raise UploadError("seat-not-told", _("A seat is told as E:NAME, each name once."), 422) from None


def preview(data: bytes, hints: Hints = NO_HINTS) -> dict[str, Any] | None:
    """How a file of another format is understood before anything of it is stored (``referee.core.preview``); None of a file that
    is read as it is. Raises Busy, TooCostly."""
    return sandbox.preview(data, hints) if converter_of(data) else None


def _readings(data: bytes, hints: Hints) -> list[Reading]:
    """The matches of a file. Raises UploadError where the file cannot be split into matches, or one of them is not converted."""
    try:
        return list(_read_all(data, hints))
    except referee.NotationError as error:
        status = 413 if error.code == "too-large" else 422
        raise UploadError(error.refusal, error.message, status) from error


def _read_all(data: bytes, hints: Hints) -> Iterator[Reading]:
    rounds = 0
    for source in referee.split(data, hints):
        if source.error is not None:
            raise source.error
        reading = read_source(source)
        rounds += len(reading.record.rounds) if isinstance(reading.record, referee.Record) else 0
        require_rounds(rounds, source)
        yield reading


def read_source(source: Source) -> Reading:
    """Read the text of a match."""
    try:
        record = read(source)
    except Exception:  # a fault of the engine costs no record: it is stored, and judging it will say that it failed
        log.exception("the engine failed on reading line %d of an upload", source.first_line)
        return Reading(source, sha256(source.text.encode("utf-8", "surrogatepass")), None)
    return Reading(source, record.sha256, record)


def owner_key(upload: Owned) -> str:
    """The key of the owner, within which a record is stored once: the club, else the person."""
    if upload.club_id:
        return f"club:{upload.club_id}"
    return f"user:{upload.user_id}" if upload.user_id else "house"


@transaction.atomic
def store(prepared: Prepared) -> Uploaded:
    """Store an upload that was read, and its matches; enqueue those that are new to be judged."""
    upload, readings, public, placed, aliases = prepared
    upload.save(force_insert=True)
    new: dict[str, Match] = {}
    sources: dict[str, Source] = {}
    for ordinal, reading in enumerate(readings, 1):
        if reading.sha256 not in new:
            new[reading.sha256] = match = new_match(upload, ordinal, reading, public)
            sources[reading.sha256] = reading.source
            match.seated_players = [SeatedPlayer(*named) for named in names_in(reading.record)]
    # Two uploads of the same record at once: the unique key lets one row in, and both read that one back.
    # In one order whoever stores them, so that neither waits for the other.
    rows = sorted(new.values(), key=lambda match: match.sha256)
    Match.objects.bulk_create(rows, ignore_conflicts=True)
    ours = set(Match.objects.filter(upload=upload).values_list("pk", flat=True))
    records = {reading.sha256: reading.record for reading in readings}
    seats = [seat for digest, match in new.items() if match.pk in ours for seat in new_seats(match, records[digest], aliases)]
    MatchSeat.objects.bulk_create(seats)
    source_places.store((new[digest], source) for digest, source in sources.items() if new[digest].pk in ours)
    matches_stored.send(Match, club_id=upload.club_id, matches=[match for match in rows if match.pk in ours], placed=placed)
    queue.enqueue_matches([match.pk for match in new.values() if match.pk in ours])
    already_stored = [digest for digest, match in new.items() if match.pk not in ours]
    judge_stopped(owner_key(upload), already_stored)
    stored = new | stored_matches(owner_key(upload), already_stored)
    matches = [stored[reading.sha256] for reading in readings]
    # A record that stands twice in the file is new only once.
    created = [_is_first(match, ours) for match in matches]
    audit.record(
        "upload",
        f"upload:{upload.pk}",
        by=upload.user,
        sha256=upload.sha256,
        filename=upload.filename,
        club=upload.club_id,
        public=public,
        matches=len(matches),
        created=sum(created),
    )
    return Uploaded(upload, matches, created)


def judge_stopped(owner: str, digests: Sequence[str]) -> None:
    """Enqueue those of these matches that were stopped when their batch was cancelled."""
    now = timezone.now()
    for start in range(0, len(digests), BATCH):
        stopped = Match.objects.filter(owner_key=owner, sha256__in=digests[start : start + BATCH], state=Match.State.STOPPED)
        if ids := list(stopped.values_list("pk", flat=True)):
            changed = {"state": Match.State.PENDING, "state_since": now, "waiting_since": now, "enqueued_at": now}
            Match.objects.filter(pk__in=ids, state=Match.State.STOPPED).update(**changed)
            queue.enqueue_matches(ids)


def _is_first(match: Match, ours: set[Any]) -> bool:
    fresh = match.pk in ours
    ours.discard(match.pk)
    return fresh


def stored_matches(owner: str, digests: Sequence[str]) -> dict[str, Match]:
    """The matches of an owner with these hashes, with seats and judgements."""
    found: dict[str, Match] = {}
    if not digests:  # of most uploads nothing is stored, and making a queryset costs more than a query
        return found
    known = Match.objects.filter(owner_key=owner).select_related("upload", "current_judgement").prefetch_related("seats")
    known = known.defer("source", "upload__source", "current_judgement__verdict")
    for start in range(0, len(digests), BATCH):
        matches = known.filter(sha256__in=digests[start : start + BATCH])
        found.update((match.sha256, match) for match in matches)
    return found


def new_match(upload: Upload, ordinal: int, reading: Reading, public: bool) -> Match:
    """A new row for a match of an upload."""
    source = reading.source
    match = Match(
        upload=upload,
        ordinal=ordinal,
        first_line=source.first_line,
        form=source.form,
        source=source.text.encode("utf-8", "surrogatepass"),
        sha256=reading.sha256,
        public=public,
        user=upload.user,
        club=upload.club,
        owner_key=owner_key(upload),
        **_header(reading.record),
    )
    match.day = day_of(match.date, match.created_at)
    return match


def _header(record: referee.Record | referee.NotationError | None) -> dict[str, str]:
    if not isinstance(record, referee.Record):
        return {}
    header = {name: record.tags.get(name.title(), "") for name in ("event", "stage", "table", "date")}
    header["game"] = record.game
    return {**{name: storable(text, LINE) for name, text in header.items()}, "rules": storable(record.rules, RULES)}


def names_in(record: referee.Record | referee.NotationError | None) -> list[tuple[str, str]]:
    """Every seat of a record with the name of each person who sat in it."""
    if not isinstance(record, referee.Record):
        return []
    named = [*record.seats.items(), *(entry for round_ in record.rounds for entry in round_.sits.items())]
    return list(dict.fromkeys((storable(seat, 8), storable(name, LINE)) for seat, name in named))


def aliases_in(club: Club | None, readings: Iterable[Reading]) -> dict[str, int]:
    """The ids of the aliases of all names in these records, new aliases included. Call it before the transaction that stores the
    matches, so that two uploads with the same new names do not wait for each other."""
    if club is None:
        return {}
    return aliases_of(club, [name for reading in readings for _, name in names_in(reading.record)])


def new_seats(
    match: Match, record: referee.Record | referee.NotationError | None, aliases: Mapping[str, int]
) -> Iterator[MatchSeat]:
    """New rows for the seats of a match."""
    for seat, name in names_in(record):
        yield MatchSeat(match=match, seat=seat, name=name, alias_id=aliases.get(key_of(name)))
