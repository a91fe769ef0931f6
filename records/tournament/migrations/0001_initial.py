"""Every table whose rows may be changed."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from records.core.db.fields import DocumentField
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
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                ("warnings_lapse", models.BooleanField(default=True)),
                ("sheet_rules", models.CharField(max_length=1000)),
                ("sheet_rounds", models.PositiveSmallIntegerField(default=0)),
                ("sheet_game", models.CharField(max_length=200)),
                ("sheet_base", models.PositiveIntegerField(null=True)),
                ("reminders", DocumentField(default=dict)),
                ("appeals_until", models.CharField(default="round", max_length=5)),
                ("penalties_count", models.BooleanField(default=True)),
                ("appeals_allowed", models.PositiveSmallIntegerField(default=0)),
                ("name", models.CharField(max_length=200)),
                ("slug", models.SlugField()),
                ("game", models.CharField(max_length=200)),
                ("tag", models.CharField(max_length=200)),
                ("starts", models.CharField(max_length=10)),
                ("ends", models.CharField(max_length=10)),
                ("open", models.BooleanField(default=True)),
                ("public", models.BooleanField(default=False)),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="events", to="accounts.club")),
                (
                    "created_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ["-starts", "-created_at", "-id"],
                "indexes": [
                    models.Index(condition=models.Q(("tag", ""), _negated=True), fields=["club", "tag"], name="event_by_tag")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="event_slug_once_per_club"),
                    models.CheckConstraint(
                        condition=models.Q(("appeals_until__in", ["round", "match", "day"])), name="appeals_until_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Arbiter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("unknown_name", models.CharField(default="", max_length=150)),
                ("added_at", models.DateTimeField(default=timezone.now)),
                (
                    "added_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "user",
                    models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="serves", to=settings.AUTH_USER_MODEL),
                ),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="arbiters", to="tournament.event")),
            ],
            options={
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
                ("number", models.PositiveIntegerField()),
                ("form", models.CharField(max_length=4)),
                ("text", models.TextField()),
                ("made_at", models.DateTimeField(default=timezone.now)),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="catalogues", to="tournament.event")),
                (
                    "made_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="catalogue_numbered_once")],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("warning", models.PositiveSmallIntegerField(default=5)),
                ("length", models.PositiveSmallIntegerField(default=60)),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=200)),
                ("tag", models.CharField(max_length=200)),
                (
                    "points",
                    models.CharField(
                        choices=[("score", "the points of the table"), ("placement", "points for the place at the table")],
                        default="score",
                        max_length=9,
                    ),
                ),
                ("placement", DocumentField(default=list)),
                ("carry", models.CharField(default="1", max_length=15)),
                ("cut", models.BooleanField(default=False)),
                ("tie_breaks", DocumentField(default=list)),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="stages", to="tournament.event")),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="stage_once_per_event"),
                    models.UniqueConstraint(fields=("event", "tag"), name="stage_tag_once_per_event"),
                    models.CheckConstraint(condition=models.Q(("points__in", ["score", "placement"])), name="stage_points_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "substitute",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="stands_in_for", to="tournament.entrant"
                    ),
                ),
                ("left_stage", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to="tournament.stage")),
                ("left_seats", DocumentField(default=list)),
                ("left_round", models.PositiveSmallIntegerField(null=True)),
                ("name", models.CharField(max_length=200)),
                ("team", models.CharField(max_length=200)),
                ("house", models.BooleanField(default=False)),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="entrants", to="tournament.event")),
                (
                    "alias",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="entrants", to="archive.playeralias"),
                ),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("event", "name"), name="entrant_name_once_per_event")],
            },
        ),
        migrations.CreateModel(
            name="EntrantAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=200)),
                ("entrant", models.ForeignKey(on_delete=models.CASCADE, related_name="aliases", to="tournament.entrant")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="aliases", to="tournament.event")),
            ],
            options={
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="alias_once_per_event")],
            },
        ),
        migrations.CreateModel(
            name="EventRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("warning", models.PositiveSmallIntegerField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("paused", models.DurationField(default=timedelta)),
                ("length", models.PositiveSmallIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("clock_revision", models.PositiveIntegerField(default=0)),
                ("clock_before", DocumentField(null=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("starts_at", models.DateTimeField(null=True)),
                ("stage", models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournament.stage")),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("stage", "number"), name="event_round_once_per_stage")],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveSmallIntegerField()),
                ("last", models.PositiveSmallIntegerField()),
                ("method", models.CharField(max_length=20)),
                ("seed", models.PositiveBigIntegerField()),
                ("steps", models.PositiveIntegerField(default=0)),
                ("counts", DocumentField(default=dict)),
                ("options", DocumentField(default=dict)),
                ("drawn_at", models.DateTimeField(default=timezone.now)),
                ("undone_from", models.PositiveSmallIntegerField(null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="draws", to="tournament.event")),
                ("stage", models.ForeignKey(on_delete=models.CASCADE, related_name="draws", to="tournament.stage")),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("extra_times", DocumentField(default=list)),
                ("name", models.CharField(max_length=200)),
                ("seated", DocumentField(default=dict)),
                ("link_version", models.PositiveIntegerField(default=0)),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="tables", to="tournament.event")),
                ("match", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="tables", to="archive.match")),
                ("round", models.ForeignKey(on_delete=models.CASCADE, related_name="tables", to="tournament.eventround")),
            ],
            options={
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
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                ("state", models.CharField(default="open", max_length=5)),
                ("game", models.CharField(max_length=200)),
                ("header", DocumentField()),
                ("delay", models.PositiveIntegerField(default=300)),
                ("public", models.BooleanField(default=False)),
                ("written", models.PositiveIntegerField(default=0)),
                ("size", models.PositiveIntegerField(default=0)),
                ("progress", DocumentField(default=dict)),
                ("opened_at", models.DateTimeField(default=timezone.now)),
                ("written_at", models.DateTimeField(default=timezone.now)),
                ("club", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="live_tables", to="accounts.club")),
                (
                    "match",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="live_tables", to="archive.match"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="live_tables", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "at",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="live_tables", to="tournament.table"),
                ),
            ],
            options={
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
                ("whole", models.BinaryField()),
                ("open", models.BinaryField()),
                ("last", models.PositiveIntegerField()),
                ("begins", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("lines", DocumentField()),
                ("user", models.PositiveBigIntegerField(null=True)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("live_table", models.ForeignKey(on_delete=models.CASCADE, related_name="lines", to="tournament.livetable")),
            ],
            options={
                "ordering": ["first"],
                "constraints": [models.UniqueConstraint(fields=("live_table", "first"), name="live_line_once")],
            },
        ),
        migrations.CreateModel(
            name="ScoreSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.CharField(default="open", max_length=8)),
                ("game", models.CharField(max_length=200)),
                ("rules", models.CharField(max_length=1000)),
                ("base", models.PositiveIntegerField(null=True)),
                ("made", DocumentField(default=list)),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("match", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="sheets", to="archive.match")),
                ("table", models.OneToOneField(on_delete=models.PROTECT, related_name="sheet", to="tournament.table")),
            ],
            options={
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
                ("number", models.PositiveSmallIntegerField()),
                ("entry", DocumentField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("entered_by", models.CharField(max_length=200)),
                ("entered_at", models.DateTimeField(default=timezone.now)),
                ("closed_at", models.DateTimeField(null=True)),
                ("sheet", models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournament.scoresheet")),
                ("user", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "number"), name="sheet_round_once")],
            },
        ),
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(max_length=8)),
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
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("called_at", models.DateTimeField(default=timezone.now)),
                ("taken_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(max_length=500)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "called_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "closed_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="tournament.event")),
                (
                    "taken_by",
                    models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                ("table", models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="tournament.table")),
            ],
            options={
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
                ("seat", models.CharField(max_length=8)),
                ("entrant", models.ForeignKey(on_delete=models.CASCADE, related_name="planned_seats", to="tournament.entrant")),
                ("table", models.ForeignKey(on_delete=models.CASCADE, related_name="planned_seats", to="tournament.table")),
            ],
            options={
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
                ("seated", DocumentField(null=True)),
                ("deleted", models.BooleanField(default=False)),
                ("removed_by", models.CharField(max_length=200)),
                ("removed_at", models.DateTimeField(default=timezone.now)),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="excluded_matches", to="tournament.event")),
                ("match", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="archive.match")),
                ("table", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to="tournament.table")),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("event", "match"), name="excluded_once_per_event")]},
        ),
    ]
    operations = [CreateTables(TABLES)]
