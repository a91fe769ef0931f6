"""Every table whose rows may be changed."""

import datetime
import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.core.db.fields
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("accounts", "0001_initial"),
        ("archive", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("slug", models.SlugField(verbose_name="slug")),
                ("game", models.CharField(blank=True, max_length=200, verbose_name="game")),
                ("tag", models.CharField(blank=True, max_length=200, verbose_name="event tag")),
                ("starts", models.CharField(blank=True, max_length=10, verbose_name="first day")),
                ("ends", models.CharField(blank=True, max_length=10, verbose_name="last day")),
                ("open", models.BooleanField(default=True, verbose_name="open to all who play")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("version", models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["-starts", "-created_at", "-id"],
                "indexes": [
                    models.Index(condition=models.Q(("tag", ""), _negated=True), fields=["club", "tag"], name="event_by_tag")
                ],
                "constraints": [models.UniqueConstraint(fields=("club", "slug"), name="event_slug_once_per_club")],
            },
        ),
        migrations.CreateModel(
            name="PenaltySettings",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="penalty_settings",
                        serialize=False,
                        to="tournament.event",
                    ),
                ),
                ("count", models.BooleanField(default=True, verbose_name="they count in the standings")),
                ("lapse", models.BooleanField(default=True, verbose_name="warnings lapse when the match ends")),
                (
                    "protests",
                    models.CharField(
                        choices=[
                            ("round", "until the next round begins"),
                            ("match", "until the player's next match begins"),
                            ("day", "until the end of the day"),
                        ],
                        default="round",
                        max_length=5,
                        verbose_name="objections",
                    ),
                ),
                ("challenges", models.PositiveSmallIntegerField(default=0, verbose_name="challenges")),
            ],
            options={
                "verbose_name": "settings of penalties",
                "verbose_name_plural": "settings of penalties",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("protests__in", ["round", "match", "day"])), name="protests_known")
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetSettings",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sheet_settings",
                        serialize=False,
                        to="tournament.event",
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=200, verbose_name="game")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("base", models.PositiveIntegerField(blank=True, null=True, verbose_name="points of one unit")),
                ("rounds", models.PositiveSmallIntegerField(default=0, verbose_name="rounds")),
            ],
            options={
                "verbose_name": "settings of score sheets",
                "verbose_name_plural": "settings of score sheets",
            },
        ),
        migrations.CreateModel(
            name="Arbiter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "unknown_name",
                    models.CharField(blank=True, db_default="", default="", max_length=150, verbose_name="name of no account"),
                ),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="added")),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="serves",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arbiters",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "arbiter",
                "verbose_name_plural": "arbiters",
                "ordering": ["added_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="arbiter_once_per_event"),
                    models.UniqueConstraint(
                        condition=models.Q(("user", None)), fields=("event", "unknown_name"), name="name_once_per_event"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PenaltyCatalogue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("form", models.CharField(max_length=4, verbose_name="form")),
                ("text", models.TextField(blank=True, verbose_name="text")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="catalogues",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "catalogue of penalties",
                "verbose_name_plural": "catalogues of penalties",
                "ordering": ["-number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="catalogue_numbered_once")],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("team", models.CharField(blank=True, max_length=200, verbose_name="team")),
                ("house", models.BooleanField(db_default=False, default=False, verbose_name="of the house")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "alias",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entrants",
                        to="archive.playeralias",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "entrant",
                "verbose_name_plural": "entrants",
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("event", "name"), name="entrant_name_once_per_event")],
            },
        ),
        migrations.CreateModel(
            name="EntrantAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="alias")),
                ("key", models.CharField(editable=False, max_length=200, verbose_name="key")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="tournament.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="aliases", to="tournament.event"),
                ),
            ],
            options={
                "verbose_name": "alias",
                "verbose_name_plural": "aliases",
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="alias_once_per_event")],
            },
        ),
        migrations.CreateModel(
            name="Reminder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("offence", models.CharField(max_length=40, verbose_name="offence")),
                ("said", records.core.db.fields.DocumentField(verbose_name="name of the offence")),
                ("announced_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="announced")),
                (
                    "announced_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reminders",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "reminder",
                "verbose_name_plural": "reminders",
                "ordering": ["announced_at", "id"],
                "constraints": [models.UniqueConstraint(fields=("event", "offence"), name="reminder_once_per_offence")],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("tag", models.CharField(blank=True, max_length=200, verbose_name="stage tag")),
                (
                    "points",
                    models.CharField(
                        choices=[
                            ("score", "the points of the table"),
                            ("placement", "points for the place at the table"),
                        ],
                        default="score",
                        max_length=9,
                        verbose_name="points",
                    ),
                ),
                ("placement", records.core.db.fields.DocumentField(default=list, verbose_name="points of the places")),
                ("carry", models.CharField(default="1", max_length=15, verbose_name="carried over")),
                ("cut", models.BooleanField(default=False, verbose_name="only who plays in it")),
                ("tie_breaks", records.core.db.fields.DocumentField(default=list, verbose_name="tie-breaks")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "stage",
                "verbose_name_plural": "stages",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="stage_once_per_event"),
                    models.UniqueConstraint(fields=("event", "tag"), name="stage_tag_once_per_event"),
                    models.CheckConstraint(condition=models.Q(("points__in", ["score", "placement"])), name="stage_points_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("starts_at", models.DateTimeField(blank=True, null=True, verbose_name="planned start")),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournament.stage",
                        verbose_name="stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "round of an event",
                "verbose_name_plural": "rounds of events",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("stage", "number"), name="event_round_once_per_stage")],
            },
        ),
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("length", models.PositiveSmallIntegerField(default=60, verbose_name="length")),
                ("warning", models.PositiveSmallIntegerField(default=5, verbose_name="warning")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused")),
                ("paused", models.DurationField(default=datetime.timedelta, verbose_name="paused before")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                ("before", records.core.db.fields.DocumentField(blank=True, editable=False, null=True)),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="tournament.eventround",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "clock of a round",
                "verbose_name_plural": "clocks of rounds",
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveSmallIntegerField(verbose_name="first round")),
                ("last", models.PositiveSmallIntegerField(verbose_name="last round")),
                ("method", models.CharField(max_length=20, verbose_name="method")),
                ("seed", models.PositiveBigIntegerField(verbose_name="seed")),
                ("steps", models.PositiveIntegerField(default=0, verbose_name="steps")),
                ("counts", records.core.db.fields.DocumentField(default=dict, verbose_name="counts")),
                ("options", records.core.db.fields.DocumentField(default=dict, verbose_name="options")),
                ("drawn_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="drawn")),
                (
                    "undone_from",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="undone from round"),
                ),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone")),
                (
                    "drawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="drawn by",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournament.stage",
                        verbose_name="stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "drawing",
                "verbose_name_plural": "drawings",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Departure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("seats", records.core.db.fields.DocumentField(default=list, verbose_name="seats")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departure",
                        to="tournament.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "substitute",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stands_in_for",
                        to="tournament.entrant",
                        verbose_name="substitute",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departures",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.stage",
                        verbose_name="stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "departure",
                "verbose_name_plural": "departures",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="StageTimes",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("length", models.PositiveSmallIntegerField(default=60, verbose_name="length")),
                ("warning", models.PositiveSmallIntegerField(default=5, verbose_name="warning")),
                (
                    "stage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="times",
                        to="tournament.stage",
                        verbose_name="stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "length of a stage's rounds",
                "verbose_name_plural": "lengths of stages' rounds",
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="table")),
                ("seated", records.core.db.fields.DocumentField(default=dict, verbose_name="who sat where")),
                ("link_version", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tables",
                        to="archive.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournament.eventround",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "name"), name="table_once_per_round"),
                    models.UniqueConstraint(fields=("event", "match"), name="match_once_per_event"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LiveTable",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("ended", "ended"), ("idle", "closed, since nothing came any more")],
                        default="open",
                        max_length=5,
                        verbose_name="state",
                    ),
                ),
                ("game", models.CharField(max_length=200, verbose_name="game")),
                ("header", records.core.db.fields.DocumentField(verbose_name="header")),
                ("delay", models.PositiveIntegerField(default=300, verbose_name="delay")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("written", models.PositiveIntegerField(default=0, verbose_name="lines")),
                ("size", models.PositiveIntegerField(default=0, verbose_name="bytes")),
                (
                    "progress",
                    records.core.db.fields.DocumentField(blank=True, db_default={}, default=dict, verbose_name="progress"),
                ),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="opened")),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last written")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="live_tables",
                        to="accounts.club",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="live_tables",
                        to="archive.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="live_tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "at",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="live_tables",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "live table",
                "verbose_name_plural": "live tables",
                "ordering": ["-opened_at", "-id"],
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["written_at"], name="live_tables_open")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "ended", "idle"])), name="live_table_state_known"
                    ),
                    models.UniqueConstraint(condition=models.Q(("state", "open")), fields=("at",), name="live_table_open_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LiveLines",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveIntegerField(verbose_name="first line")),
                ("lines", records.core.db.fields.DocumentField(verbose_name="lines")),
                ("user", models.PositiveBigIntegerField(blank=True, null=True, verbose_name="account")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "live_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="tournament.livetable"
                    ),
                ),
            ],
            options={
                "verbose_name": "lines of a live table",
                "verbose_name_plural": "lines of live tables",
                "ordering": ["first"],
                "constraints": [models.UniqueConstraint(fields=("live_table", "first"), name="live_line_once")],
            },
        ),
        migrations.CreateModel(
            name="LiveFrames",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveIntegerField(verbose_name="first line")),
                ("last", models.PositiveIntegerField(verbose_name="last line")),
                ("begins", models.PositiveIntegerField(verbose_name="first line of the round")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("open", models.BinaryField(verbose_name="what lies open")),
                ("whole", models.BinaryField(verbose_name="all hands")),
                (
                    "live_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="frames", to="tournament.livetable"
                    ),
                ),
            ],
            options={
                "verbose_name": "frames of a live table",
                "verbose_name_plural": "frames of live tables",
                "ordering": ["first"],
                "constraints": [models.UniqueConstraint(fields=("live_table", "first"), name="live_frames_once")],
            },
        ),
        migrations.CreateModel(
            name="ScoreSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("finished", "finished")],
                        default="open",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("game", models.CharField(max_length=200, verbose_name="game")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("base", models.PositiveIntegerField(blank=True, null=True, verbose_name="points of one unit")),
                ("made", records.core.db.fields.DocumentField(default=list, verbose_name="matches made of it")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheets",
                        to="archive.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheet",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "score sheet",
                "verbose_name_plural": "score sheets",
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("state__in", ["open", "finished"])), name="sheet_state_known")
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("entry", records.core.db.fields.DocumentField(null=True, verbose_name="entry")),
                ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("entered_by", models.CharField(max_length=200, verbose_name="entered by")),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="entered")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournament.scoresheet",
                        verbose_name="score sheet",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "round of a score sheet",
                "verbose_name_plural": "rounds of score sheets",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "number"), name="sheet_round_once")],
            },
        ),
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("rule", "a question about a rule"),
                            ("dispute", "a dispute about a claim or a win"),
                            ("pieces", "too many or too few tiles or cards"),
                            ("score", "points or payments"),
                            ("slow", "slow play"),
                            ("absent", "somebody is missing"),
                            ("other", "something else"),
                        ],
                        max_length=8,
                        verbose_name="reason",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=500, verbose_name="in words")),
                ("called_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="called")),
                ("taken_at", models.DateTimeField(blank=True, null=True, verbose_name="taken")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                ("outcome", models.CharField(blank=True, max_length=500, verbose_name="outcome")),
                ("withdrawn", models.BooleanField(default=False, verbose_name="withdrawn")),
                (
                    "called_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "call for a referee",
                "verbose_name_plural": "calls for a referee",
                "ordering": ["called_at", "id"],
                "indexes": [models.Index(fields=["event", "closed_at"], name="call_of_event")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)), fields=("table",), name="call_open_once_per_table"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason__in", ["rule", "dispute", "pieces", "score", "slow", "absent", "other"])),
                        name="call_reason_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlannedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(max_length=8, verbose_name="seat")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned_seats",
                        to="tournament.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned_seats",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "planned seat",
                "verbose_name_plural": "planned seats",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat"), name="planned_seat_once_per_table"),
                    models.UniqueConstraint(fields=("table", "entrant"), name="entrant_once_per_planned_table"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExcludedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seated", records.core.db.fields.DocumentField(blank=True, null=True)),
                ("deleted", models.BooleanField(db_default=False, default=False)),
                ("removed_by", models.CharField(blank=True, db_default="", max_length=200)),
                (
                    "removed_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="excluded_matches", to="tournament.event"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="archive.match"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "match"), name="excluded_once_per_event")],
            },
        ),
        migrations.CreateModel(
            name="TableTime",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("minutes", models.PositiveSmallIntegerField(verbose_name="minutes")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("given_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="given")),
                (
                    "given_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="extra_times",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "extra time of a table",
                "verbose_name_plural": "extra times of tables",
                "ordering": ["given_at", "id"],
            },
        ),
    ]
    operations = [CreateTables(TABLES)]
