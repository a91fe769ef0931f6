"""Every table whose rows may be changed."""

import datetime
import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.db.fields


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        # With the tables of this migration in the project's state, each of these would take several times as long.
        ("account", "0009_emailaddress_unique_primary_email"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                ("requested_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested")),
                ("ends_at", models.DateTimeField(db_index=True, verbose_name="is kept until")),
            ],
            options={
                "verbose_name": "deletion of an account",
                "verbose_name_plural": "deletions of accounts",
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, unique=True, verbose_name="slug")),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="ClubRules",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("game", models.CharField(max_length=200, verbose_name="game")),
                ("rules", models.CharField(max_length=1000, verbose_name="rules")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "rules of a club",
                "verbose_name_plural": "rules of clubs",
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="club_rules_name_once")],
            },
        ),
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
                        to="records.club",
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
            name="AnsweredRequest",
            fields=[
                ("id", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("request", models.CharField(max_length=64)),
                ("answer", models.TextField()),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name": "answered request",
                "verbose_name_plural": "answered requests",
            },
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("filename", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("media_type", models.CharField(max_length=100, verbose_name="media type")),
                ("form", models.CharField(max_length=6, verbose_name="form")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("size", models.PositiveBigIntegerField(verbose_name="bytes")),
                ("unpacked", models.PositiveBigIntegerField(verbose_name="bytes unpacked")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                (
                    "game",
                    models.CharField(
                        blank=True, db_default="", max_length=200, verbose_name="game, where a file does not say it"
                    ),
                ),
                (
                    "rules",
                    models.CharField(
                        blank=True, db_default="", max_length=1000, verbose_name="rules, where a file does not say them"
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("taking", "being ingested"),
                            ("taken", "ingested"),
                            ("cancelled", "cancelled"),
                            ("failed", "failed"),
                        ],
                        default="pending",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("error", records.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                ("next_file", models.PositiveIntegerField(default=1, verbose_name="next file")),
                ("next_match", models.PositiveIntegerField(default=0, verbose_name="matches of it that are stored")),
                ("stored", models.PositiveIntegerField(default=0, verbose_name="matches stored")),
                ("read_bytes", models.PositiveBigIntegerField(default=0, verbose_name="bytes read")),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done")),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="batches",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="batches",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "batch",
                "verbose_name_plural": "batches",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["-created_at", "-id"], name="batch_newest"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "taking"])),
                        fields=["touched_at"],
                        name="batch_unfinished",
                    ),
                    models.Index(condition=models.Q(("done_at__isnull", True)), fields=["state"], name="batch_not_done"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest")),
                ("scopes", models.CharField(default="read upload manage", max_length=40, verbose_name="scopes")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="ClubEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="audit", to="records.club"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "number"), name="audit_once_per_club")],
            },
        ),
        migrations.CreateModel(
            name="ClubExport",
            fields=[
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "pending"), ("running", "running"), ("done", "done"), ("failed", "failed")],
                        default="pending",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("after", models.UUIDField(blank=True, null=True, verbose_name="last match")),
                ("steps", models.PositiveIntegerField(default=0)),
                ("matches", models.PositiveIntegerField(default=0, verbose_name="matches")),
                ("left_out", models.PositiveIntegerField(default=0)),
                ("files", models.PositiveIntegerField(default=0)),
                ("size", models.PositiveBigIntegerField(default=0, verbose_name="bytes")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to="records.club",
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
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["club", "-created_at"], name="club_export_newest"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=["touched_at"],
                        name="club_export_unfinished",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=("club",),
                        name="club_export_once_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubExportPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("section", models.PositiveSmallIntegerField(choices=[(0, "Records"), (1, "Results"), (2, "Directory")])),
                ("place", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "export",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="records.clubexport",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "place"],
                "constraints": [models.UniqueConstraint(fields=("export", "section", "place"), name="club_export_piece_once")],
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
                        to="records.event",
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
                        to="records.event",
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
                        to="records.event",
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
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=9,
                        verbose_name="role",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="records.club",
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
                        verbose_name="invited by",
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="used by",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="LatencyBucket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shard", models.PositiveSmallIntegerField()),
                ("bucket", models.PositiveSmallIntegerField()),
                ("count", models.PositiveBigIntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("shard", "bucket"), name="tally_once")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "invited_name",
                    models.CharField(blank=True, db_default="", default="", max_length=150, verbose_name="invited name"),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=9,
                        verbose_name="role",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("accepted_at", models.DateTimeField(blank=True, null=True, verbose_name="accepted")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="invited by",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "ordering": ["created_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="member_once_per_club"),
                    models.UniqueConstraint(
                        condition=models.Q(("user", None)),
                        fields=("club", "invited_name"),
                        name="name_invited_once_per_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", False), ("accepted_at", None), _connector="OR"),
                        name="only_accounts_join",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "organizer", "scorer", "member"])),
                        name="member_role_known",
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
                        to="records.event",
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
            name="Player",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("search_name", records.db.fields.SearchKeyField(of="name")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["name", "id"],
                "indexes": [models.Index(fields=["club", "name", "id"], name="player_by_name")],
            },
        ),
        migrations.CreateModel(
            name="MistakeSearch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "pending"), ("running", "running"), ("done", "done")],
                        default="pending",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("total", models.PositiveIntegerField(default=0, verbose_name="matches")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="looked through")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistake_search",
                        to="records.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "search for mistakes",
                "verbose_name_plural": "searches for mistakes",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=["touched_at"],
                        name="mistakes_unfinished",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("search_name", records.db.fields.SearchKeyField(of="name")),
                ("key", models.CharField(max_length=200, verbose_name="key")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "original_player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="records.player",
                        verbose_name="first player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="aliases",
                        to="records.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "alias",
                "verbose_name_plural": "aliases",
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("club", "key"), name="alias_once_per_club")],
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
                        to="records.event",
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
                        to="records.playeralias",
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
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="aliases", to="records.event"),
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
            name="PlayerMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", records.db.fields.DocumentField(verbose_name="what moved")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone")),
                (
                    "alias",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="records.playeralias",
                        verbose_name="alias",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_merges",
                        to="records.club",
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
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="joined",
                        to="records.player",
                        verbose_name="to",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="left",
                        to="records.player",
                        verbose_name="from",
                    ),
                ),
                (
                    "undone_by",
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
                "verbose_name": "merge of players",
                "verbose_name_plural": "merges of players",
                "ordering": ["-created_at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("into")), _negated=True), name="merged_into_another"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Publishing",
            fields=[
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("snapshot", records.db.fields.DocumentField(verbose_name="what is published")),
                ("digest", models.CharField(max_length=64, verbose_name="hash")),
                ("forced", models.TextField(blank=True, verbose_name="published all the same")),
                ("unresolved", models.PositiveIntegerField(verbose_name="unresolved")),
                ("matches", models.PositiveIntegerField(verbose_name="matches")),
                ("publisher", models.PositiveBigIntegerField(verbose_name="account")),
                ("publisher_name", models.CharField(max_length=200, verbose_name="published by")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("running", "running"),
                            ("done", "done"),
                            ("refused", "refused"),
                        ],
                        default="pending",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("checked", models.PositiveIntegerField(default=0, verbose_name="matches checked")),
                ("number", models.PositiveIntegerField(blank=True, null=True, verbose_name="number")),
                ("problem", records.db.fields.DocumentField(blank=True, null=True, verbose_name="why it was refused")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publishings",
                        to="records.event",
                        verbose_name="event",
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
                    ),
                ),
            ],
            options={
                "verbose_name": "publishing",
                "verbose_name_plural": "publishings",
                "ordering": ["-at", "-touched_at"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=["touched_at"],
                        name="publishing_unfinished",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=("event",),
                        name="publishing_once_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rejudging",
            fields=[
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("filters", records.db.fields.DocumentField(default=dict, verbose_name="filters")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("apply", models.BooleanField(default=False, verbose_name="becomes current")),
                ("engine_version", models.CharField(max_length=40, verbose_name="engine")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("running", "running"),
                            ("done", "done"),
                            ("cancelled", "cancelled"),
                        ],
                        default="pending",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
                ("careful", models.PositiveSmallIntegerField(default=0, verbose_name="matches to be taken singly")),
                ("after", models.UUIDField(blank=True, null=True, verbose_name="last match")),
                ("total", models.PositiveIntegerField(blank=True, null=True, verbose_name="matches")),
                ("same", models.PositiveIntegerField(default=0, verbose_name="the same")),
                ("differing", models.PositiveIntegerField(default=0, verbose_name="differing")),
                ("failed", models.PositiveIntegerField(default=0, verbose_name="failed")),
                ("skipped", models.PositiveIntegerField(default=0, verbose_name="left alone")),
                ("summary", records.db.fields.DocumentField(default=dict, verbose_name="summary")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgings",
                        to="records.club",
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
                "verbose_name": "judging again",
                "verbose_name_plural": "judging again",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["club", "-created_at", "-id"], name="rejudging_newest"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "running"])),
                        fields=["touched_at"],
                        name="rejudging_unfinished",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reminder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("offence", models.CharField(max_length=40, verbose_name="offence")),
                ("said", records.db.fields.DocumentField(verbose_name="name of the offence")),
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
                        to="records.event",
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
                ("placement", records.db.fields.DocumentField(default=list, verbose_name="points of the places")),
                ("carry", models.CharField(default="1", max_length=15, verbose_name="carried over")),
                ("cut", models.BooleanField(default=False, verbose_name="only who plays in it")),
                ("tie_breaks", records.db.fields.DocumentField(default=list, verbose_name="tie-breaks")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="records.event",
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
                        to="records.stage",
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
                ("before", records.db.fields.DocumentField(blank=True, editable=False, null=True)),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="records.eventround",
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
                ("counts", records.db.fields.DocumentField(default=dict, verbose_name="counts")),
                ("options", records.db.fields.DocumentField(default=dict, verbose_name="options")),
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
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="records.stage",
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
                ("seats", records.db.fields.DocumentField(default=list, verbose_name="seats")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departure",
                        to="records.entrant",
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
                        to="records.entrant",
                        verbose_name="substitute",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departures",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="records.stage",
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
                        to="records.stage",
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
            name="Upload",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("source", models.BinaryField(verbose_name="source")),
                ("media_type", models.CharField(max_length=100, verbose_name="media type")),
                ("filename", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("search_filename", records.db.fields.SearchKeyField(of="filename")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uploads",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="uploads",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "upload",
                "verbose_name_plural": "uploads",
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(fields=["search_filename"], name="upload_by_filename"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("ordinal", models.PositiveIntegerField(default=1, verbose_name="number in the file")),
                ("first_line", models.PositiveIntegerField(default=1, verbose_name="first line")),
                ("form", models.CharField(default="ppn", max_length=4, verbose_name="form")),
                ("source", models.BinaryField(verbose_name="source")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("judging", "judging"),
                            ("judged", "judged"),
                            ("failed", "failed"),
                            ("stopped", "not judged"),
                        ],
                        default="pending",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("state_since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="since")),
                ("waiting_since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="waiting since")),
                (
                    "enqueued_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="sent to the queue"),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("bulk", models.BooleanField(db_default=False, default=False, verbose_name="of a batch")),
                ("error", models.TextField(blank=True, verbose_name="error")),
                ("game", models.CharField(blank=True, max_length=200, verbose_name="game")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("event", models.CharField(blank=True, max_length=200, verbose_name="event")),
                ("stage", models.CharField(blank=True, max_length=200, verbose_name="stage")),
                ("table", models.CharField(blank=True, max_length=200, verbose_name="table")),
                ("search_event", records.db.fields.SearchKeyField(of="event")),
                ("search_stage", records.db.fields.SearchKeyField(of="stage")),
                ("search_table", records.db.fields.SearchKeyField(of="table")),
                ("date", models.CharField(blank=True, max_length=200, verbose_name="date")),
                (
                    "day",
                    models.DateField(
                        db_default=models.Func(function="CURRENT_DATE", template="%(function)s"),
                        editable=False,
                        verbose_name="day to sort by",
                    ),
                ),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("held_until", models.DateTimeField(blank=True, null=True, verbose_name="held until")),
                ("owner_key", models.CharField(editable=False, max_length=40, verbose_name="owner")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="records.upload",
                        verbose_name="upload",
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["-created_at", "-id"], name="match_newest"),
                    models.Index(condition=models.Q(("public", True)), fields=["-created_at", "-id"], name="match_newest_public"),
                    models.Index(fields=["club", "-created_at", "-id"], name="match_newest_of_club"),
                    models.Index(fields=["user", "-created_at", "-id"], name="match_newest_of_user"),
                    models.Index(fields=["-day", "-created_at", "-id"], name="match_by_day"),
                    models.Index(
                        condition=models.Q(("public", True)),
                        fields=["-day", "-created_at", "-id"],
                        name="match_by_day_public",
                    ),
                    models.Index(fields=["club", "-day", "-created_at", "-id"], name="match_by_day_of_club"),
                    models.Index(fields=["game", "-created_at"], name="match_game"),
                    models.Index(fields=["event"], name="match_event"),
                    models.Index(fields=["search_event"], name="match_by_event"),
                    models.Index(fields=["search_stage"], name="match_by_stage"),
                    models.Index(fields=["search_table"], name="match_by_table"),
                    models.Index(fields=["date"], name="match_date"),
                    models.Index(fields=["sha256"], name="match_by_number"),
                    models.Index(condition=models.Q(("held_until__isnull", False)), fields=["held_until"], name="match_held"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "judging"])),
                        fields=["state", "enqueued_at"],
                        name="match_unfinished",
                    ),
                    models.Index(fields=["state", "state_since"], name="match_state"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["waiting_since"], name="match_oldest_pending"),
                    models.Index(
                        condition=models.Q(("attempts", 0), ("bulk", False), ("ordinal__lte", 20), ("state", "pending")),
                        fields=["waiting_since"],
                        name="match_urgent",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("owner_key", "sha256"), name="match_once_per_owner")],
            },
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("engine_version", models.CharField(max_length=40, verbose_name="engine")),
                ("rulebook_edition", models.CharField(blank=True, max_length=100, verbose_name="rulebook edition")),
                ("record_sha256", models.CharField(max_length=64, verbose_name="record")),
                ("rules", models.CharField(blank=True, default="", max_length=1000, verbose_name="rules instead")),
                ("status", models.CharField(max_length=10, verbose_name="verdict")),
                ("verdict", records.db.fields.DocumentField(verbose_name="document")),
                ("findings_count", models.PositiveIntegerField(default=0, verbose_name="findings")),
                ("on_trust", models.BooleanField(default=False, verbose_name="partly not checked")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("counted", models.BooleanField(default=False, verbose_name="counted by seat")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="judgements",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "judgement",
                "verbose_name_plural": "judgements",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["status"], name="judgement_status"),
                    models.Index(condition=models.Q(("counted", False)), fields=["id"], name="judgement_uncounted"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "engine_version", "rulebook_edition", "record_sha256", "rules"),
                        name="judged_once_per_engine",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="current_judgement",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="records.judgement",
                verbose_name="judgement",
            ),
        ),
        migrations.CreateModel(
            name="BatchFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="number in the archive")),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("size", models.PositiveBigIntegerField(verbose_name="bytes")),
                ("error", records.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="records.batch",
                        verbose_name="batch",
                    ),
                ),
                (
                    "upload",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="batch_file",
                        to="records.upload",
                    ),
                ),
            ],
            options={
                "verbose_name": "file of a batch",
                "verbose_name_plural": "files of batches",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("batch", "number"), name="batch_file_once")],
            },
        ),
        migrations.CreateModel(
            name="DeletedMatch",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                ("owner_key", models.CharField(max_length=40, verbose_name="owner")),
                ("public", models.BooleanField(verbose_name="public")),
                ("waiting", models.BooleanField(verbose_name="waiting")),
                ("deleted_by", models.CharField(blank=True, max_length=200, verbose_name="deleted by")),
                ("deleted_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="deleted")),
                ("ends_at", models.DateTimeField(db_index=True, verbose_name="can be brought back until")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "replacement",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replaced",
                        to="records.match",
                        verbose_name="replacement",
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
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "deleted match",
                "verbose_name_plural": "deleted matches",
                "ordering": ["-deleted_at", "-match_id"],
            },
        ),
        migrations.CreateModel(
            name="MatchSourcePlaces",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="source_places",
                        serialize=False,
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                ("document", records.db.fields.DocumentField(verbose_name="document")),
            ],
            options={
                "verbose_name": "places of a converted match",
                "verbose_name_plural": "places of converted matches",
            },
        ),
        migrations.CreateModel(
            name="MatchVersions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "current",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="records.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MatchVersion",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="version",
                        serialize=False,
                        to="records.match",
                    ),
                ),
                (
                    "versions",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="records.matchversions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReviewedMatch",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reviewed",
                        serialize=False,
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                ("engine_version", models.CharField(max_length=40, verbose_name="engine")),
                ("choices", models.PositiveIntegerField(default=0, verbose_name="choices")),
            ],
            options={
                "verbose_name": "reviewed match",
                "verbose_name_plural": "reviewed matches",
            },
        ),
        migrations.CreateModel(
            name="BatchEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number in the file")),
                ("first_line", models.PositiveIntegerField(verbose_name="first line")),
                ("fresh", models.BooleanField(verbose_name="new")),
                ("error", records.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="records.batch",
                        verbose_name="batch",
                    ),
                ),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="records.batchfile",
                        verbose_name="file",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="batch_entries",
                        to="records.match",
                    ),
                ),
            ],
            options={
                "verbose_name": "match of a batch",
                "verbose_name_plural": "matches of batches",
                "ordering": ["file__number", "number"],
                "constraints": [models.UniqueConstraint(fields=("file", "number"), name="batch_entry_once")],
            },
        ),
        migrations.CreateModel(
            name="VerdictSummary",
            fields=[
                (
                    "judgement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="summary",
                        serialize=False,
                        to="records.judgement",
                    ),
                ),
                ("document", records.db.fields.DocumentField(verbose_name="document")),
                ("table_result", records.db.fields.DocumentField(verbose_name="table result")),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("dealt_in", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "summary of a verdict",
                "verbose_name_plural": "summaries of verdicts",
            },
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(max_length=8, verbose_name="seat")),
                ("name", models.CharField(max_length=200, verbose_name="player")),
                ("search_name", records.db.fields.SearchKeyField(of="name")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "alias",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="records.playeralias",
                        verbose_name="alias",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["search_name"], name="seat_by_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                ("code", models.CharField(max_length=40, verbose_name="code")),
                ("severity", models.CharField(max_length=10, verbose_name="severity")),
                ("clause", models.CharField(blank=True, max_length=20, verbose_name="clause")),
                ("token", models.TextField(blank=True, verbose_name="token")),
                ("line", models.PositiveIntegerField(blank=True, null=True, verbose_name="line")),
                ("column", models.PositiveIntegerField(blank=True, null=True, verbose_name="column")),
                ("message", records.db.fields.DocumentField(verbose_name="message")),
                (
                    "judgement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="records.judgement",
                        verbose_name="judgement",
                    ),
                ),
                (
                    "offender_seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="findings",
                        to="records.matchseat",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "finding",
                "verbose_name_plural": "findings",
                "ordering": ["id"],
                "indexes": [models.Index(fields=["code"], name="finding_code")],
            },
        ),
        migrations.CreateModel(
            name="MoveComment",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("marks", records.db.fields.DocumentField(default=list, verbose_name="marks")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="move_comments",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "comment on a move",
                "verbose_name_plural": "comments on moves",
                "ordering": ["created_at", "id"],
                "indexes": [models.Index(fields=["match", "round", "move"], name="comment_of_round")],
            },
        ),
        migrations.CreateModel(
            name="Mistake",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("seat", models.CharField(max_length=8, verbose_name="seat")),
                (
                    "what",
                    models.CharField(
                        choices=[("discard", "discard"), ("win", "win"), ("claim", "claim"), ("kong", "kong")],
                        max_length=8,
                        verbose_name="choice",
                    ),
                ),
                ("points", models.PositiveIntegerField(default=0, verbose_name="points")),
                ("steps", models.PositiveSmallIntegerField(default=0, verbose_name="tiles further")),
                ("live", models.PositiveSmallIntegerField(default=0, verbose_name="fewer live tiles")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "alias",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to="records.playeralias",
                        verbose_name="alias",
                    ),
                ),
            ],
            options={
                "verbose_name": "mistake",
                "verbose_name_plural": "mistakes",
                "ordering": ("-points", "-steps", "-live", "id"),
                "indexes": [models.Index(fields=["alias", "-points", "-steps", "-live", "id"], name="mistake_dearest")],
                "constraints": [models.UniqueConstraint(fields=("match", "round", "move", "seat", "what"), name="mistake_once")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleProgress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("streak", models.PositiveSmallIntegerField(default=0, verbose_name="right in a row")),
                ("answers", models.PositiveIntegerField(default=0, verbose_name="answers")),
                ("right", models.PositiveIntegerField(default=0, verbose_name="right answers")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="asked again")),
                ("answered_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="answered")),
                (
                    "mistake",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="progress",
                        to="records.mistake",
                        verbose_name="mistake",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzles",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "progress with a puzzle",
                "verbose_name_plural": "progress with puzzles",
                "indexes": [models.Index(fields=["user", "due_at"], name="puzzle_due")],
                "constraints": [models.UniqueConstraint(fields=("user", "mistake"), name="puzzle_once_per_account")],
            },
        ),
        migrations.CreateModel(
            name="Difference",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kinds", models.CharField(max_length=200, verbose_name="kinds")),
                ("document", records.db.fields.DocumentField(default=dict, verbose_name="document")),
                ("error", models.TextField(blank=True, verbose_name="error")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="differences",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "new",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="records.judgement",
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="records.judgement",
                    ),
                ),
                (
                    "rejudging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="differences", to="records.rejudging"
                    ),
                ),
            ],
            options={
                "verbose_name": "difference",
                "verbose_name_plural": "differences",
                "ordering": ["match_id"],
                "constraints": [models.UniqueConstraint(fields=("rejudging", "match"), name="difference_once")],
            },
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sat", models.PositiveIntegerField(default=0)),
                ("rounds", models.PositiveIntegerField()),
                ("points", models.BigIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField(default=0)),
                ("dealt_in", models.PositiveIntegerField(default=0)),
                ("value", models.BigIntegerField(default=0)),
                ("valued", models.PositiveIntegerField(default=0)),
                ("checked", models.PositiveIntegerField(default=0)),
                ("ready", models.PositiveIntegerField(default=0)),
                (
                    "judgement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_results", to="records.judgement"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="records.matchseat",
                    ),
                ),
            ],
            options={
                "verbose_name": "result of a seat",
                "verbose_name_plural": "results of seats",
                "constraints": [models.UniqueConstraint(fields=("seat", "judgement"), name="seat_counted_once")],
            },
        ),
        migrations.CreateModel(
            name="SeatFan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("times", models.PositiveIntegerField()),
                (
                    "judgement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_fans", to="records.judgement"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fans",
                        to="records.matchseat",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "judgement", "code"), name="seat_fan_counted_once")],
            },
        ),
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
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
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "share link",
                "verbose_name_plural": "share links",
                "ordering": ["-created_at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", True), ("match__isnull", False)),
                            models.Q(("event__isnull", False), ("match__isnull", True)),
                            _connector="OR",
                        ),
                        name="link_opens_one_thing",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="table")),
                ("seated", records.db.fields.DocumentField(default=dict, verbose_name="who sat where")),
                ("link_version", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="records.event",
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
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="records.eventround",
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
                ("header", records.db.fields.DocumentField(verbose_name="header")),
                ("delay", models.PositiveIntegerField(default=300, verbose_name="delay")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("written", models.PositiveIntegerField(default=0, verbose_name="lines")),
                ("size", models.PositiveIntegerField(default=0, verbose_name="bytes")),
                (
                    "progress",
                    records.db.fields.DocumentField(blank=True, db_default={}, default=dict, verbose_name="progress"),
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
                        to="records.club",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="live_tables",
                        to="records.match",
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
                        to="records.table",
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
                ("lines", records.db.fields.DocumentField(verbose_name="lines")),
                ("user", models.PositiveBigIntegerField(blank=True, null=True, verbose_name="account")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "live_table",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="records.livetable"),
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
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="frames", to="records.livetable"),
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
                ("made", records.db.fields.DocumentField(default=list, verbose_name="matches made of it")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheets",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheet",
                        to="records.table",
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
                ("entry", records.db.fields.DocumentField(null=True, verbose_name="entry")),
                ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("entered_by", models.CharField(max_length=200, verbose_name="entered by")),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="entered")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="records.scoresheet",
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
                        to="records.event",
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
                        to="records.table",
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
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned_seats",
                        to="records.table",
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
                ("seated", records.db.fields.DocumentField(blank=True, null=True)),
                ("deleted", models.BooleanField(db_default=False, default=False)),
                ("removed_by", models.CharField(blank=True, db_default="", max_length=200)),
                (
                    "removed_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="excluded_matches", to="records.event"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="records.match"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="records.table",
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
                        to="records.table",
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
        migrations.CreateModel(
            name="VisitorFile",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("filename", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("network", models.CharField(max_length=64, verbose_name="network")),
                ("browser", models.CharField(max_length=64, verbose_name="browser")),
                ("size", models.PositiveBigIntegerField(verbose_name="bytes")),
                ("complete", models.BooleanField(default=True, verbose_name="complete")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
            ],
            options={
                "verbose_name": "file of a visitor",
                "verbose_name_plural": "files of visitors",
                "ordering": ["created_at"],
                "indexes": [
                    models.Index(fields=["created_at"], name="visitor_file_oldest"),
                    models.Index(fields=["network", "created_at"], name="visitor_file_of_network"),
                    models.Index(fields=["expires_at"], name="visitor_file_expired"),
                ],
            },
        ),
        migrations.CreateModel(
            name="VisitorMatch",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("ordinal", models.PositiveIntegerField(verbose_name="number in the file")),
                ("first_line", models.PositiveIntegerField(verbose_name="first line")),
                ("form", models.CharField(max_length=4, verbose_name="form")),
                ("source", models.BinaryField(verbose_name="source")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("game", models.CharField(blank=True, max_length=200, verbose_name="game")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("event", models.CharField(blank=True, max_length=200, verbose_name="event")),
                ("stage", models.CharField(blank=True, max_length=200, verbose_name="stage")),
                ("table", models.CharField(blank=True, max_length=200, verbose_name="table")),
                ("date", models.CharField(blank=True, max_length=200, verbose_name="date")),
                ("players", records.db.fields.DocumentField(verbose_name="players")),
                ("findings_count", models.PositiveIntegerField(verbose_name="findings")),
                ("verdict", records.db.fields.DocumentField(verbose_name="document")),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="records.visitorfile",
                        verbose_name="file",
                    ),
                ),
            ],
            options={
                "verbose_name": "match of a visitor",
                "verbose_name_plural": "matches of visitors",
                "ordering": ["ordinal"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                ("kinds", records.db.fields.DocumentField(verbose_name="events")),
                ("secret", models.TextField(editable=False)),
                ("former_secret", models.TextField(blank=True, editable=False)),
                ("former_until", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "off",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "it is sent to"),
                            ("owner", "switched off"),
                            ("failing", "switched off: it failed for too long"),
                        ],
                        default="",
                        max_length=7,
                        verbose_name="switched off",
                    ),
                ),
                ("failing_since", models.DateTimeField(blank=True, null=True, verbose_name="failing since")),
                ("held_until", models.DateTimeField(blank=True, null=True, verbose_name="waits until")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="records.club",
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
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("match.judged", "a match was judged"),
                            ("match.deleted", "a match was deleted"),
                            ("match.restored", "a deleted match was brought back"),
                            ("batch.done", "a batch is done"),
                            ("results.published", "results were published"),
                            ("rejudging.done", "judging again is done"),
                            ("webhook.test", "a test"),
                        ],
                        max_length=30,
                        verbose_name="event",
                    ),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="of what")),
                ("body", models.TextField(verbose_name="body")),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "pending"), ("delivered", "delivered"), ("dead", "given up")],
                        default="pending",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="records.webhook",
                        verbose_name="webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook delivery",
                "verbose_name_plural": "webhook deliveries",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_newest"),
                    models.Index(fields=["webhook", "state", "-created_at", "-id"], name="delivery_by_state"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["webhook", "next_at"], name="delivery_due"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["created_at"], name="delivery_oldest_pending"),
                    models.Index(
                        condition=models.Q(("state", "pending"), _negated=True),
                        fields=["ended_at"],
                        name="delivery_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("status", models.PositiveSmallIntegerField(default=0, verbose_name="status")),
                ("milliseconds", models.PositiveIntegerField(verbose_name="milliseconds")),
                ("error", models.CharField(blank=True, max_length=200, verbose_name="error")),
                ("answer", models.CharField(blank=True, max_length=1024, verbose_name="answer")),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="records.webhookdelivery",
                        verbose_name="delivery",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook attempt",
                "verbose_name_plural": "webhook attempts",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BatchPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "batch",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="records.batch"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("batch", "number"), name="batch_part_once")],
            },
        ),
    ]
