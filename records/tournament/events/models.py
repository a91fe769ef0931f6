"""What is stored of a club's events: stages, rounds, tables, entrants, planned seats, arbiters, excluded matches, rulings.

A match is attached to a table; it stays the club's like any other. What the standings are follows from the verdicts and the
rulings on request, and is stored nowhere.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, Document, DocumentField
from records.core.rules_line import RULES

DATE = 10


class Event(models.Model):
    """An event of a club: a tournament, a league, an evening.

    ``tag`` is what the ``Event`` tag of a record says where its match belongs here; matches that fit attach by themselves.
    ``open``: whoever plays at a table of it takes part; else its entrants are entered by hand.
    ``version`` grows with every change of what the event's pages show, so that an open page learns of it.

    Score sheets are kept by ``sheet_game`` and ``sheet_rules``. ``sheet_base``: the points of one unit; None: as the game has it.
    After ``sheet_rounds`` closed rounds a sheet becomes a match by itself; 0: when a scorer says so.

    ``penalties_count`` in the standings, else they are only listed; ``warnings_lapse`` when a match ends (PEN-1).
    ``appeals_until``: until when a player may appeal; ``appeals_allowed``: how many appeals a player may lose (0: any number).
    ``reminders`` are the offences of which all were reminded, with their names: a first one counts as a second then (PEN-3).
    """

    class AppealsUntil(models.TextChoices):
        """Until when a player may appeal."""

        ROUND = "round", _("until the next round begins")
        MATCH = "match", _("until the player's next match begins")
        DAY = "day", _("until the end of the day")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    name = models.CharField(max_length=LINE)
    slug = models.SlugField()
    game = models.CharField(max_length=LINE)
    tag = models.CharField(max_length=LINE)
    starts = models.CharField(max_length=DATE)
    ends = models.CharField(max_length=DATE)
    open = models.BooleanField(default=True)
    public = models.BooleanField(default=False)
    sheet_game = models.CharField(max_length=LINE)
    sheet_rules = models.CharField(max_length=RULES)
    sheet_base = models.PositiveIntegerField(null=True)
    sheet_rounds = models.PositiveSmallIntegerField(default=0)
    penalties_count = models.BooleanField(default=True)
    warnings_lapse = models.BooleanField(default=True)
    appeals_until = models.CharField(max_length=5, default=AppealsUntil.ROUND)
    appeals_allowed = models.PositiveSmallIntegerField(default=0)
    reminders: DocumentField[dict[str, dict[str, str]], dict[str, dict[str, str]]] = DocumentField(default=dict)
    version = models.PositiveBigIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-starts", "-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="event_slug_once_per_club"),
            models.CheckConstraint(condition=Q(appeals_until__in=["round", "match", "day"]), name="appeals_until_known"),
        ]
        indexes = [models.Index(fields=["club", "tag"], name="event_by_tag", condition=~Q(tag=""))]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A stage of an event with its own scoring: a qualifier, a final.

    ``tag`` is what the ``Stage`` tag of its records says; the one stage without takes what no other claims. ``placement``
    lists the points of the places where places are counted. ``carry`` is the part of the points so far that is brought
    along, ``2/3``. ``cut``: whoever does not play in it is ranked behind, as the stage before left them. ``length`` is how many
    minutes its rounds last, ``warning`` how many before their end the players are warned.
    """

    class Points(models.TextChoices):
        """The points that the players at a table get."""

        SCORE = "score", _("the points of the table")
        PLACEMENT = "placement", _("points for the place at the table")

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LINE)
    tag = models.CharField(max_length=LINE)
    points = models.CharField(max_length=9, choices=Points.choices, default=Points.SCORE)
    placement: DocumentField[list[str], list[str]] = DocumentField(default=list)
    carry = models.CharField(max_length=15, default="1")
    cut = models.BooleanField(default=False)
    tie_breaks: DocumentField[list[str], list[str]] = DocumentField(default=list)
    length = models.PositiveSmallIntegerField(default=60)
    warning = models.PositiveSmallIntegerField(default=5)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_once_per_event"),
            models.UniqueConstraint(fields=["event", "tag"], name="stage_tag_once_per_event"),
            models.CheckConstraint(condition=Q(points__in=["score", "placement"]), name="stage_points_known"),
        ]

    def __str__(self) -> str:
        return self.name


class EventRound(models.Model):
    """One round of a stage: its tables play at the same time, from ``starts_at`` where that is planned.

    Its clock was started and ended, stands still since ``paused_at`` and stood still for ``paused`` before. ``length`` and
    ``warning`` are its minutes once it was started. ``clock_before`` is what undoing the last change brings back;
    ``clock_revision`` counts changes.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True)
    length = models.PositiveSmallIntegerField(null=True)
    warning = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused = models.DurationField(default=timedelta)
    ended_at = models.DateTimeField(null=True)
    clock_before: DocumentField[Document | None, Document | None] = DocumentField(null=True)
    clock_revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="event_round_once_per_stage")]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.number}"


class Table(models.Model):
    """A table of a round, and the match that was played there once it is known.

    ``seated`` names by their seats those whom the record calls by no name, or by one that is another's too. ``extra_times`` are
    the times that it was given: each with its number, minutes and reason, when it was, and by whose account. ``link_version``
    grows when the links of its seats end.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="tables")
    round = models.ForeignKey(EventRound, models.CASCADE, related_name="tables")
    name = models.CharField(max_length=LINE)
    match = models.ForeignKey("archive.Match", models.SET_NULL, related_name="tables", null=True)
    seated: DocumentField[dict[str, str], dict[str, str]] = DocumentField(default=dict)
    extra_times: DocumentField[list[Document], list[Document]] = DocumentField(default=list)
    link_version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "name"], name="table_once_per_round"),
            models.UniqueConstraint(fields=["event", "match"], name="match_once_per_event"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def extra(self) -> int:
        """The minutes that it has more than the other tables of its round."""
        return sum(given["minutes"] for given in self.extra_times)


class ExcludedMatch(models.Model):
    """A match that was removed from an event by hand and is not attached automatically again.

    ``table`` is where it was and ``seated`` who sat there, so that it can be put back. ``deleted``: the match itself was deleted.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="excluded_matches")
    match = models.ForeignKey("archive.Match", models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, models.SET_NULL, related_name="+", null=True)
    seated: DocumentField[dict[str, str] | None, dict[str, str] | None] = DocumentField(null=True)
    deleted = models.BooleanField(default=False)
    removed_by = models.CharField(max_length=LINE)
    removed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "match"], name="excluded_once_per_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.match_id}"


class Entrant(models.Model):
    """A participant of an event, alone or in a team.

    ``alias`` is a name of the club's player that the entrant is, where an organizer named one: like a seat, an entrant follows
    its alias when players are merged or split, or that is undone. ``house``: fills a seat for the house and is ranked nowhere.

    Who left plays no more from ``left_round`` of ``left_stage`` on. ``left_seats`` are the planned seats that became free, each a
    table's key and a seat; ``substitute`` took them.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entrants")
    name = models.CharField(max_length=LINE)
    team = models.CharField(max_length=LINE)
    house = models.BooleanField(default=False)
    alias = models.ForeignKey("archive.PlayerAlias", models.SET_NULL, related_name="entrants", null=True)
    left_stage = models.ForeignKey(Stage, models.SET_NULL, related_name="+", null=True)
    left_round = models.PositiveSmallIntegerField(null=True)
    left_seats: DocumentField[list[list[Any]], list[list[Any]]] = DocumentField(default=list)
    substitute = models.ForeignKey("self", models.SET_NULL, related_name="stands_in_for", null=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="entrant_name_once_per_event")]

    def __str__(self) -> str:
        return self.name

    def has_left(self, stage: int, round_: int) -> bool:
        """Whether they play no more in a round of a stage, both by their numbers."""
        return self.left_stage is not None and (self.left_stage.number, self.left_round or 0) <= (stage, round_)


class PlannedSeat(models.Model):
    """Who is to sit where at a table, planned before the match is played. What the record says comes before it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="planned_seats")
    seat = models.CharField(max_length=8)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="planned_seats")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="planned_seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "entrant"], name="entrant_once_per_planned_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.seat}"


class Arbiter(models.Model):
    """An account that serves one event as its arbiter: it sees this event with its matches, and rules in it.

    ``unknown_name`` is what an organizer wrote where no account has that name: nobody serves by it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="arbiters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="serves", null=True)
    unknown_name = models.CharField(max_length=150, default="")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["added_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="arbiter_once_per_event"),
            models.UniqueConstraint(fields=["event", "unknown_name"], condition=Q(user=None), name="name_once_per_event"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.username}"

    @property
    def username(self) -> str:
        """The name of the account, or what was written in its place."""
        return self.user.get_username() if self.user else self.unknown_name


class EntrantAlias(models.Model):
    """A name at the tables that means an entrant. ``key`` is its name key."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="aliases")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=LINE)
    key = models.CharField(max_length=LINE)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="alias_once_per_event")]

    def __str__(self) -> str:
        return self.name


class Ruling(models.Model):
    """An arbiter's decision on a finding of a match of an event, or on a round without a score.

    The finding is named, not pointed at: by round, move, seat, code, clause, and which of those that are alike it is. So a
    ruling speaks of the same finding after the match is judged again. ``code`` is empty where it is on a round as such.
    ``scores`` are those that count for the round (round 0: for the match) where they are corrected.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    class Decision(models.TextChoices):
        """What an arbiter can decide on a finding."""

        UPHELD = "upheld", _("upheld")
        OVERRULED = "overruled", _("overruled")
        CORRECTED = "corrected", _("corrected")

    # No constraints of the database point here: emptying other tables must not ask this one. Django protects instead.
    event = models.ForeignKey(Event, models.PROTECT, related_name="rulings", db_constraint=False)
    number = models.PositiveIntegerField()
    match = models.ForeignKey("archive.Match", models.PROTECT, related_name="rulings", db_constraint=False)
    judgement = models.ForeignKey("archive.Judgement", models.PROTECT, related_name="rulings", db_constraint=False)
    round = models.PositiveIntegerField()
    move = models.PositiveIntegerField()
    seat = models.CharField(max_length=8)
    code = models.CharField(max_length=40)
    clause = models.CharField(max_length=20)
    nth = models.PositiveIntegerField(default=1)
    decision = models.CharField(max_length=9)
    scores: DocumentField[dict[str, int] | None, dict[str, int] | None] = DocumentField(null=True)
    reason = models.TextField()
    arbiter = models.PositiveBigIntegerField()
    arbiter_name = models.CharField(max_length=LINE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_ruling"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ruling_numbered_once"),
            models.CheckConstraint(condition=Q(decision__in=["upheld", "overruled", "corrected"]), name="ruling_decision_known"),
            models.CheckConstraint(
                condition=Q(decision="corrected", scores__isnull=False) | Q(~Q(decision="corrected"), scores__isnull=True),
                name="ruling_scores_where_corrected",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.decision}"
