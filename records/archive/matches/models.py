"""What is stored of matches: uploads, matches and their seats."""

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
from records.core.db.fields import LINE, SearchKeyField
from records.core.ops.erasure import Expiring
from records.core.rules_line import RULES

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


def not_held(path: str = "") -> Q:
    """The condition for rows whose match, at the end of a path of relations, is not kept from watchers for now."""
    return Q(**{f"{path}held_until__isnull": True}) | Q(**{f"{path}held_until__lte": Now()})


NOT_HELD = not_held()
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
    source = models.BinaryField()
    media_type = models.CharField(_("media type"), max_length=100)
    filename = models.CharField(_("file name"), max_length=LINE)
    search_filename = SearchKeyField("filename")
    sha256 = models.CharField("SHA-256", max_length=SHA256)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="uploads", null=True)
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="uploads", null=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    network = models.CharField(max_length=SHA256, editable=False)
    size = models.PositiveBigIntegerField(default=0, editable=False)
    complete = models.BooleanField(default=True, editable=False)

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
    ``sha256`` is that of the canonical text; of the raw text where it cannot be read. Until ``held_until`` it is held: it was
    shown as it was played and the delay of its table is not over, so that only those see it who could have written it, and the
    arbiters of its event. A record and its corrections share ``versions``; one of them ``counts``.
    ``mistakes_engine``: the engine version that looked for mistakes in it;
    ``choices_weighed``: how many choices its reviews weigh, 0 where nothing can be said of the choices of its game.
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
    source = models.BinaryField()
    sha256 = models.CharField("SHA-256", max_length=SHA256)

    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.PENDING)
    state_since = models.DateTimeField(_("since"), default=timezone.now)
    waiting_since = models.DateTimeField(_("waiting since"), default=timezone.now)
    enqueued_at = models.DateTimeField(_("sent to the queue"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    bulk = models.BooleanField(_("of a batch"), default=False, db_default=False)
    error = models.TextField(_("error"))

    game = models.CharField(_("game"), max_length=LINE)
    rules = models.CharField(_("rules"), max_length=RULES)
    event = models.CharField(_("event"), max_length=LINE)
    stage = models.CharField(_("stage"), max_length=LINE)
    table = models.CharField(_("table"), max_length=LINE)
    search_event = SearchKeyField("event")
    search_stage = SearchKeyField("stage")
    search_table = SearchKeyField("table")
    date = models.CharField(_("date"), max_length=LINE)
    day = models.DateField(db_default=Func(function="CURRENT_DATE", template="%(function)s"), editable=False)

    public = models.BooleanField(_("public"), default=False)
    held_until = models.DateTimeField(_("held until"), null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="matches", null=True)
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="matches", null=True)
    owner_key = models.CharField(max_length=40, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    current_judgement = models.ForeignKey("Judgement", models.SET_NULL, verbose_name=_("judgement"), related_name="+", null=True)

    versions = models.UUIDField(null=True, editable=False)
    counts = models.BooleanField(default=False, editable=False)
    mistakes_engine = models.CharField(max_length=40, default="", editable=False)
    choices_weighed = models.PositiveIntegerField(default=0, editable=False)

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
        return [SeatedPlayer(seat.seat, seat.name) for seat in self.seats.all()]


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
        "archive.PlayerAlias",
        models.SET_NULL,
        verbose_name=_("alias"),
        related_name="seats",
        null=True,
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
