"""What is stored of matches: uploads, matches and their seats, judgements with their findings, results and summaries."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Func, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.archive.players.models import PlayerAlias
from records.core.db.fields import LINE, Document, DocumentField, SearchKeyField
from records.core.ops.erasure import Expiring
from records.core.rules_line import RULES
from referee.core.verdict import shown_as

SHA256 = 64
NUMBER = 12
"""Characters of the hash that people read out and type."""


URGENT = Q(state="pending", attempts=0, bulk=False, ordinal__lte=20)
"""Matches that a person waits for: uploaded by hand, of a long file the first; none that a worker may have been lost over."""


BY_DAY = ("-day", "-created_at", "-id")
"""The order of the matches' days, the latest first (``records.archive.matches.dates.day_of``)."""


UNJUDGED = ("pending", "judging")

DELETED = "deleted:"
"""What the owner's key of a deleted match begins with (``records.archive.matches.deletion.models``)."""
STORED = ~Q(owner_key__startswith=DELETED)
"""Matches that are not deleted. Only who sees all, or comes by a link, would come across those that are."""


STAYS = Q(expires_at__isnull=True)
"""The condition of indexes for the matches of the archive alone: they are counted without reading a row."""


def shown_at(path: str = "") -> Q:
    """The condition for rows whose match, at the end of a path of relations, is not kept from watchers for now."""
    return Q(**{f"{path}held_until__isnull": True}) | Q(**{f"{path}held_until__lte": Now()})


SHOWN = shown_at()
"""Matches that are not kept from watchers for now."""


class Upload(Expiring):
    """A file as it was uploaded, byte for byte.

    One that a visitor dropped expires with its matches, which have its text (``records.archive.visitors``). ``network``: the
    keyed digest of where it came from; ``size``: the bytes that it counts for; ``complete``: whether all its matches were judged.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    tombstone_of = "source"
    fixed = ("id", "source", "sha256", "created_at", "expires_at")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    source = models.BinaryField(_("source"))
    media_type = models.CharField(_("media type"), max_length=100)
    filename = models.CharField(_("file name"), max_length=LINE, blank=True)
    search_filename = SearchKeyField("filename")
    sha256 = models.CharField("SHA-256", max_length=SHA256)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="uploads", null=True, blank=True
    )
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="uploads", null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    network = models.CharField(_("network"), max_length=SHA256, blank=True, editable=False)
    size = models.PositiveBigIntegerField(_("bytes"), default=0, editable=False)
    complete = models.BooleanField(_("complete"), default=True, editable=False)

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["search_filename"], name="upload_by_filename"),
            models.Index(fields=["created_at"], name="upload_expiring", condition=Q(expires_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.filename or str(self.id)


class Match(Expiring):
    """One match of an upload, with the columns that listings filter by.

    ``owner_key`` is who it belongs to (``club:1``, ``user:7`` or ``house``; a deleted one, and a visitor's, to nobody); the same
    record is stored once per owner.
    ``sha256`` is that of the canonical text; of the raw text where it cannot be read. Until ``held_until`` only those see it who
    could have written it: it was shown as it was played, and the delay of its table is not over. A record and its corrections
    share ``versions``; one of them ``counts``. ``reviewed_by``: the engine version that looked for mistakes in it;
    ``choices``: how many choices its reviews weigh, 0 where nothing can be said of the choices of its game.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    tombstone_of = "source"
    fixed = ("id", "upload", "ordinal", "source", "sha256", "created_at", "expires_at")
    by_link = False
    """Whether its reader may see it by a link that they hold, and not otherwise."""

    class State(models.TextChoices):
        """How far the work on a match has come. ``stopped``: its batch was cancelled, or it was deleted, before it was judged."""

        PENDING = "pending", _("pending")
        JUDGING = "judging", _("judging")
        JUDGED = "judged", _("judged")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("not judged")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    upload = models.ForeignKey(Upload, models.CASCADE, verbose_name=_("upload"), related_name="matches")
    ordinal = models.PositiveIntegerField(_("number in the file"), default=1)
    first_line = models.PositiveIntegerField(_("first line"), default=1)
    form = models.CharField(_("form"), max_length=4, default="ppn")
    source = models.BinaryField(_("source"))
    sha256 = models.CharField("SHA-256", max_length=SHA256)

    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.PENDING)
    state_since = models.DateTimeField(_("since"), default=timezone.now)
    waiting_since = models.DateTimeField(_("waiting since"), default=timezone.now)
    enqueued_at = models.DateTimeField(_("sent to the queue"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    bulk = models.BooleanField(_("of a batch"), default=False, db_default=False)
    error = models.TextField(_("error"), blank=True)

    game = models.CharField(_("game"), max_length=LINE, blank=True)
    rules = models.CharField(_("rules"), max_length=RULES, blank=True)
    event = models.CharField(_("event"), max_length=LINE, blank=True)
    stage = models.CharField(_("stage"), max_length=LINE, blank=True)
    table = models.CharField(_("table"), max_length=LINE, blank=True)
    search_event = SearchKeyField("event")
    search_stage = SearchKeyField("stage")
    search_table = SearchKeyField("table")
    date = models.CharField(_("date"), max_length=LINE, blank=True)
    day = models.DateField(_("day to sort by"), db_default=Func(function="CURRENT_DATE", template="%(function)s"), editable=False)

    public = models.BooleanField(_("public"), default=False)
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="matches", null=True, blank=True
    )
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="matches", null=True, blank=True)
    owner_key = models.CharField(_("owner"), max_length=40, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    current_judgement = models.ForeignKey(
        "Judgement", models.SET_NULL, verbose_name=_("judgement"), related_name="+", null=True, blank=True
    )

    versions = models.UUIDField(null=True, editable=False)
    counts = models.BooleanField(default=False, editable=False)
    reviewed_by = models.CharField(max_length=40, default="", editable=False)
    choices = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner_key", "sha256"], name="match_once_per_owner"),
            models.UniqueConstraint(fields=["versions"], name="match_version_counts", condition=Q(counts=True)),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
            models.Index(fields=["-created_at", "-id"], name="match_newest_public", condition=Q(public=True)),
            models.Index(fields=["club", "-created_at", "-id"], name="match_newest_of_club"),
            models.Index(fields=["user", "-created_at", "-id"], name="match_newest_of_user"),
            models.Index(fields=BY_DAY, name="match_by_day"),
            models.Index(fields=BY_DAY, name="match_by_day_public", condition=Q(public=True)),
            models.Index(fields=["club", *BY_DAY], name="match_by_day_of_club"),
            models.Index(fields=["game", "-created_at"], name="match_game"),
            models.Index(fields=["event"], name="match_event"),
            models.Index(fields=["search_event"], name="match_by_event"),
            models.Index(fields=["search_stage"], name="match_by_stage"),
            models.Index(fields=["search_table"], name="match_by_table"),
            models.Index(fields=["date"], name="match_date", condition=STAYS),
            models.Index(fields=["sha256"], name="match_by_number"),
            models.Index(fields=["versions"], name="match_versions", condition=Q(versions__isnull=False)),
            models.Index(fields=["held_until"], name="match_held", condition=Q(held_until__isnull=False)),
            models.Index(fields=["state", "enqueued_at"], name="match_unfinished", condition=Q(state__in=["pending", "judging"])),
            models.Index(fields=["state", "state_since"], name="match_state", condition=STAYS),
            models.Index(fields=["waiting_since"], name="match_oldest_pending", condition=Q(state="pending")),
            models.Index(fields=["waiting_since"], name="match_urgent", condition=URGENT),
        ]

    def __str__(self) -> str:
        return " · ".join(part for part in (self.event, self.date, self.table) if part) or str(self.id)

    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted and can be brought back still."""
        return self.owner_key.startswith(DELETED)

    @property
    def of_visitor(self) -> bool:
        """Whether a visitor dropped it: it is in no archive, and whoever has its address reads it until it expires."""
        return self.expires_at is not None

    @property
    def read_only(self) -> bool:
        """Whether its reader may read it and do nothing else with it."""
        return self.by_link or self.of_visitor

    @property
    def is_held(self) -> bool:
        """Whether it is kept from watchers for now."""
        return self.held_until is not None and self.held_until > timezone.now()

    @property
    def number(self) -> str:
        """The number by which people find the match: it stands on the printed sheet."""
        return self.sha256[:NUMBER]

    @cached_property
    def seated_players(self) -> list[SeatedPlayer]:
        """Who sat in it, in the seats' order. That never changes: whoever lists matches puts all of it here at once."""
        return [SeatedPlayer(seat.seat, seat.name) for seat in self.seat_rows]

    @cached_property
    def seat_rows(self) -> list[MatchSeat]:
        """Its seats, read once."""
        return list(self.seats.all())


class SeatedPlayer(NamedTuple):
    """A seat and the name of the person in it, as a record has them."""

    seat: str
    name: str


class MatchSeat(models.Model):
    """A seat of a match and who sat in it; in a club's match linked to the alias of a player."""

    match = models.ForeignKey(Match, models.CASCADE, verbose_name=_("match"), related_name="seats")
    seat = models.CharField(_("seat"), max_length=8)
    name = models.CharField(_("player"), max_length=LINE)
    search_name = SearchKeyField("name")
    alias = models.ForeignKey(
        PlayerAlias,
        models.SET_NULL,
        verbose_name=_("alias"),
        related_name="seats",
        null=True,
        blank=True,
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["search_name"], name="seat_by_name"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.name}"


class Judgement(Expiring):
    """The verdict of an engine version on a record by a rulebook edition. Judging again adds a row.

    ``rules`` are those that were put in the place of the record's own, to see what would be; empty for what it says itself.
    ``on_trust``: scores of some round rest on the record's word (``referee.core.verdict.on_trust``).
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    append_only = True
    changeable = ("counted",)
    tombstone_of = "verdict"

    match = models.ForeignKey(Match, models.CASCADE, verbose_name=_("match"), related_name="judgements")
    engine_version = models.CharField(_("engine"), max_length=40)
    rulebook_edition = models.CharField(_("rulebook edition"), max_length=100, blank=True)
    record_sha256 = models.CharField(_("record"), max_length=SHA256)
    rules = models.CharField(_("rules instead"), max_length=RULES, blank=True, default="")
    status = models.CharField(_("verdict"), max_length=10)
    verdict: DocumentField[Document, Document] = DocumentField(_("document"))
    findings_count = models.PositiveIntegerField(_("findings"), default=0)
    on_trust = models.BooleanField(_("partly not checked"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    counted = models.BooleanField(_("counted by seat"), default=False)

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "engine_version", "rulebook_edition", "record_sha256", "rules"], name="judged_once_per_engine"
            )
        ]
        indexes = [
            models.Index(fields=["status"], name="judgement_status"),
            models.Index(fields=["id"], name="judgement_uncounted", condition=Q(counted=False)),
        ]

    def __str__(self) -> str:
        return f"{self.status} ({self.engine_version})"

    @property
    def shown_as(self) -> str:
        """The status as pages show it: ``unchecked`` in place of ``clean`` where something was taken on the record's word."""
        return shown_as(self.status, self.on_trust)


class VerdictSummary(models.Model):
    """The parts of a verdict that rulings and standings need, so that they read no record, and the result of its table.

    ``document`` is the summary (``ranking.summary`` of ``referee.tournament``), ``table_result`` what came of the match where
    nobody ruled on it (``ranking.table_result``). Written with the judgement, for the matches of clubs.

    ``rounds`` counts the settled rounds, ``drawn`` those of them without a win, ``wins`` their wins, and ``dealt_in`` the wins on
    another seat's tile.
    """

    judgement = models.OneToOneField(Judgement, models.CASCADE, primary_key=True, related_name="summary")
    document: DocumentField[Document, Document] = DocumentField(_("document"))
    table_result: DocumentField[Document, Document] = DocumentField(_("table result"))
    rounds = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("summary of a verdict")
        verbose_name_plural = _("summaries of verdicts")

    def __str__(self) -> str:
        return str(self.judgement_id)


class Finding(models.Model):
    """A finding of a judgement as a row to search by; the verdict's document holds all of it."""

    judgement = models.ForeignKey(Judgement, models.CASCADE, verbose_name=_("judgement"), related_name="findings")
    round = models.PositiveIntegerField(_("round"))
    move = models.PositiveIntegerField(_("move"))
    seat = models.CharField(_("seat"), max_length=8, blank=True)
    offender_seat = models.ForeignKey(
        MatchSeat,
        models.SET_NULL,
        verbose_name=_("player"),
        related_name="findings",
        null=True,
        blank=True,
    )
    code = models.CharField(_("code"), max_length=40)
    severity = models.CharField(_("severity"), max_length=10)
    clause = models.CharField(_("clause"), max_length=20, blank=True)
    token = models.TextField(_("token"), blank=True)
    line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    column = models.PositiveIntegerField(_("column"), null=True, blank=True)
    message: DocumentField[dict[str, str], dict[str, str]] = DocumentField(_("message"))

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ["id"]
        indexes = [models.Index(fields=["code"], name="finding_code")]

    def __str__(self) -> str:
        return f"{self.round}.{self.move} {self.code}"


class SeatResult(models.Model):
    """What a judgement gives to the person in a seat: all rounds they sat in, and of the settled ones points, wins and the rest.

    ``won`` and ``dealt_in`` count rounds, ``wins`` single wins; in a game of places the first place is the win. ``value`` is the
    sum of the ``valued`` wins, those whose value is known. ``checked`` counts the rounds at whose end the seat was paid, or paid,
    for being ready or not, ``ready`` those at whose end it was paid.

    Written with the judgement, for the matches of clubs. A player's figures are sums of those of current judgements.
    """

    judgement = models.ForeignKey("archive.Judgement", models.CASCADE, related_name="seat_results")
    seat = models.ForeignKey("archive.MatchSeat", models.CASCADE, related_name="results", db_index=False)
    sat = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField()
    points = models.BigIntegerField()
    wins = models.PositiveIntegerField()
    won = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)
    value = models.BigIntegerField(default=0)
    valued = models.PositiveIntegerField(default=0)
    checked = models.PositiveIntegerField(default=0)
    ready = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("result of a seat")
        verbose_name_plural = _("results of seats")
        constraints = [models.UniqueConstraint(fields=["seat", "judgement"], name="seat_counted_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.points:+d}"


class SeatFan(models.Model):
    """A fan that the person in a seat won with, and in how many wins of settled rounds; written with the seat's result."""

    judgement = models.ForeignKey("archive.Judgement", models.CASCADE, related_name="seat_fans")
    seat = models.ForeignKey("archive.MatchSeat", models.CASCADE, related_name="fans", db_index=False)
    code = models.CharField(max_length=40)
    times = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "judgement", "code"], name="seat_fan_counted_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.code} {self.times}"
