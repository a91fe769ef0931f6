"""Every table whose rows may be changed."""

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
        ("core", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="Batch",
            fields=[
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to="core.job",
                    ),
                ),
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
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="batches",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "batch",
                "verbose_name_plural": "batches",
                "indexes": [
                    models.Index(condition=models.Q(("done_at__isnull", True)), fields=["done_at"], name="batch_not_done")
                ],
            },
            bases=("core.job",),
        ),
        migrations.CreateModel(
            name="ExportedFiles",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exported",
                        to="core.job",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=("job", "place"), name="exported_files_once")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("search_name", records.core.db.fields.SearchKeyField(of="name")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="accounts.club",
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
            name="PlayerAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("search_name", records.core.db.fields.SearchKeyField(of="name")),
                ("key", models.CharField(max_length=200, verbose_name="key")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "original_player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="archive.player",
                        verbose_name="first player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="aliases",
                        to="archive.player",
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
            name="PlayerMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", records.core.db.fields.DocumentField(verbose_name="what moved")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone")),
                (
                    "alias",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="archive.playeralias",
                        verbose_name="alias",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_merges",
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
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="joined",
                        to="archive.player",
                        verbose_name="to",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="left",
                        to="archive.player",
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
            name="Rejudging",
            fields=[
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to="core.job",
                    ),
                ),
                ("filters", records.core.db.fields.DocumentField(default=dict, verbose_name="filters")),
                ("rules", models.CharField(blank=True, max_length=1000, verbose_name="rules")),
                ("apply", models.BooleanField(default=False, verbose_name="becomes current")),
                ("engine_version", models.CharField(max_length=40, verbose_name="engine")),
                ("summary", records.core.db.fields.DocumentField(default=dict, verbose_name="summary")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgings",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "judging again",
                "verbose_name_plural": "judging again",
            },
            bases=("core.job",),
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("expires_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="expires")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("source", models.BinaryField(verbose_name="source")),
                ("media_type", models.CharField(max_length=100, verbose_name="media type")),
                ("filename", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("search_filename", records.core.db.fields.SearchKeyField(of="filename")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("network", models.CharField(blank=True, editable=False, max_length=64, verbose_name="network")),
                ("size", models.PositiveBigIntegerField(default=0, editable=False, verbose_name="bytes")),
                ("complete", models.BooleanField(default=True, editable=False, verbose_name="complete")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uploads",
                        to="accounts.club",
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
                    models.Index(
                        condition=models.Q(("expires_at__isnull", False)), fields=["created_at"], name="upload_expiring"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("expires_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="expires")),
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
                ("search_event", records.core.db.fields.SearchKeyField(of="event")),
                ("search_stage", records.core.db.fields.SearchKeyField(of="stage")),
                ("search_table", records.core.db.fields.SearchKeyField(of="table")),
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
                        to="accounts.club",
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
                        to="archive.upload",
                        verbose_name="upload",
                    ),
                ),
                (
                    "current_judgement",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="archive.judgement",
                        verbose_name="judgement",
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
                    models.Index(condition=models.Q(("expires_at__isnull", True)), fields=["date"], name="match_date"),
                    models.Index(fields=["sha256"], name="match_by_number"),
                    models.Index(condition=models.Q(("held_until__isnull", False)), fields=["held_until"], name="match_held"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "judging"])),
                        fields=["state", "enqueued_at"],
                        name="match_unfinished",
                    ),
                    models.Index(
                        condition=models.Q(("expires_at__isnull", True)), fields=["state", "state_since"], name="match_state"
                    ),
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
                ("expires_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="expires")),
                ("engine_version", models.CharField(max_length=40, verbose_name="engine")),
                ("rulebook_edition", models.CharField(blank=True, max_length=100, verbose_name="rulebook edition")),
                ("record_sha256", models.CharField(max_length=64, verbose_name="record")),
                ("rules", models.CharField(blank=True, default="", max_length=1000, verbose_name="rules instead")),
                ("status", models.CharField(max_length=10, verbose_name="verdict")),
                ("verdict", records.core.db.fields.DocumentField(verbose_name="document")),
                ("findings_count", models.PositiveIntegerField(default=0, verbose_name="findings")),
                ("on_trust", models.BooleanField(default=False, verbose_name="partly not checked")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("counted", models.BooleanField(default=False, verbose_name="counted by seat")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="judgements",
                        to="archive.match",
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
        migrations.CreateModel(
            name="BatchFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="number in the archive")),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="file name")),
                ("size", models.PositiveBigIntegerField(verbose_name="bytes")),
                ("error", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="archive.batch",
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
                        to="archive.upload",
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
                        to="archive.match",
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
                        to="accounts.club",
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
                        to="archive.match",
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
                        to="archive.match",
                        verbose_name="match",
                    ),
                ),
                ("document", records.core.db.fields.DocumentField(verbose_name="document")),
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
                        to="archive.match",
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
                        to="archive.match",
                    ),
                ),
                (
                    "versions",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="archive.matchversions",
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
                        to="archive.match",
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
                ("error", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="archive.batch",
                        verbose_name="batch",
                    ),
                ),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="archive.batchfile",
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
                        to="archive.match",
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
                        to="archive.judgement",
                    ),
                ),
                ("document", records.core.db.fields.DocumentField(verbose_name="document")),
                ("table_result", records.core.db.fields.DocumentField(verbose_name="table result")),
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
                ("search_name", records.core.db.fields.SearchKeyField(of="name")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="archive.match",
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
                        to="archive.playeralias",
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
                ("message", records.core.db.fields.DocumentField(verbose_name="message")),
                (
                    "judgement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="archive.judgement",
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
                        to="archive.matchseat",
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
                ("marks", records.core.db.fields.DocumentField(default=list, verbose_name="marks")),
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
                        to="archive.match",
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
                        to="archive.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "alias",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to="archive.playeralias",
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
                        to="archive.mistake",
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
                ("document", records.core.db.fields.DocumentField(default=dict, verbose_name="document")),
                ("error", models.TextField(blank=True, verbose_name="error")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="differences",
                        to="archive.match",
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
                        to="archive.judgement",
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="archive.judgement",
                    ),
                ),
                (
                    "rejudging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="differences", to="archive.rejudging"
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_results", to="archive.judgement"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="archive.matchseat",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_fans", to="archive.judgement"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fans",
                        to="archive.matchseat",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "judgement", "code"), name="seat_fan_counted_once")],
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
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="archive.batch"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("batch", "number"), name="batch_part_once")],
            },
        ),
    ]
    operations = [CreateTables(TABLES)]
