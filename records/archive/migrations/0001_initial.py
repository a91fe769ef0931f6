"""Every table whose rows may be changed."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from records.core.db.fields import DocumentField, SearchKeyField
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
                ("job", models.OneToOneField("core.job", models.CASCADE, parent_link=True, primary_key=True, serialize=False)),
                ("filename", models.CharField(max_length=200)),
                ("media_type", models.CharField(max_length=100)),
                ("form", models.CharField(max_length=6)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveBigIntegerField()),
                ("unpacked", models.PositiveBigIntegerField()),
                ("public", models.BooleanField(default=False)),
                ("game", models.CharField(db_default="", max_length=200)),
                ("rules", models.CharField(db_default="", max_length=1000)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.PROTECT, null=True, related_name="batches"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("done_at__isnull", True)), fields=["done_at"], name="batch_not_done")
                ],
            },
            bases=("core.job",),
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("search_name", SearchKeyField(of="name")),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="players")),
            ],
            options={
                "ordering": ["name", "id"],
                "indexes": [models.Index(fields=["club", "name", "id"], name="player_by_name")],
            },
        ),
        migrations.CreateModel(
            name="PlayerAlias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("search_name", SearchKeyField(of="name")),
                ("key", models.CharField(max_length=200)),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="aliases")),
                (
                    "original_player",
                    models.ForeignKey("archive.player", models.RESTRICT, related_name="+"),
                ),
                ("player", models.ForeignKey("archive.player", models.RESTRICT, related_name="aliases")),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [models.UniqueConstraint(fields=("club", "key"), name="alias_once_per_club")],
            },
        ),
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", DocumentField()),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "alias",
                    models.ForeignKey("archive.playeralias", models.RESTRICT, null=True, related_name="+"),
                ),
                ("club", models.ForeignKey("accounts.club", models.CASCADE, related_name="player_merges")),
                (
                    "created_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"),
                ),
                ("into", models.ForeignKey("archive.player", models.RESTRICT, related_name="joined")),
                ("player", models.ForeignKey("archive.player", models.RESTRICT, related_name="left")),
                (
                    "undone_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"),
                ),
            ],
            options={
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
                ("job", models.OneToOneField("core.job", models.CASCADE, parent_link=True, primary_key=True, serialize=False)),
                ("filters", DocumentField(default=dict)),
                ("rules", models.CharField(max_length=1000)),
                ("apply", models.BooleanField(default=False)),
                ("engine_version", models.CharField(max_length=40)),
                ("summary", DocumentField(default=dict)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.CASCADE, null=True, related_name="rejudgings"),
                ),
            ],
            bases=("core.job",),
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("expires_at", models.DateTimeField(editable=False, null=True)),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("source", models.BinaryField()),
                ("media_type", models.CharField("media type", max_length=100)),
                ("filename", models.CharField("file name", max_length=200)),
                ("search_filename", SearchKeyField(of="filename")),
                ("sha256", models.CharField("SHA-256", max_length=64)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("network", models.CharField(editable=False, max_length=64)),
                ("size", models.PositiveBigIntegerField(default=0, editable=False)),
                ("complete", models.BooleanField(default=True, editable=False)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.PROTECT, null=True, related_name="uploads", verbose_name="club"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        null=True,
                        related_name="uploads",
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
                ("expires_at", models.DateTimeField(editable=False, null=True)),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("ordinal", models.PositiveIntegerField("number in the file", default=1)),
                ("first_line", models.PositiveIntegerField("first line", default=1)),
                ("form", models.CharField("form", default="ppn", max_length=4)),
                ("source", models.BinaryField()),
                ("sha256", models.CharField("SHA-256", max_length=64)),
                (
                    "state",
                    models.CharField(
                        "state",
                        choices=[
                            ("pending", "pending"),
                            ("judging", "judging"),
                            ("judged", "judged"),
                            ("failed", "failed"),
                            ("stopped", "not judged"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("state_since", models.DateTimeField("since", default=timezone.now)),
                ("waiting_since", models.DateTimeField("waiting since", default=timezone.now)),
                ("enqueued_at", models.DateTimeField("sent to the queue", default=timezone.now)),
                ("attempts", models.PositiveSmallIntegerField("attempts", default=0)),
                ("bulk", models.BooleanField("of a batch", db_default=False, default=False)),
                ("error", models.TextField("error")),
                ("game", models.CharField("game", max_length=200)),
                ("rules", models.CharField("rules", max_length=1000)),
                ("event", models.CharField("event", max_length=200)),
                ("stage", models.CharField("stage", max_length=200)),
                ("table", models.CharField("table", max_length=200)),
                ("search_event", SearchKeyField(of="event")),
                ("search_stage", SearchKeyField(of="stage")),
                ("search_table", SearchKeyField(of="table")),
                ("date", models.CharField("date", max_length=200)),
                (
                    "day",
                    models.DateField(db_default=models.Func(function="CURRENT_DATE", template="%(function)s"), editable=False),
                ),
                ("public", models.BooleanField("public", default=False)),
                ("held_until", models.DateTimeField("held until", null=True)),
                ("owner_key", models.CharField(editable=False, max_length=40)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("versions", models.UUIDField(editable=False, null=True)),
                ("counts", models.BooleanField(default=False, editable=False)),
                ("mistakes_engine", models.CharField(default="", editable=False, max_length=40)),
                ("choices_weighed", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.PROTECT, null=True, related_name="matches", verbose_name="club"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        null=True,
                        related_name="matches",
                        verbose_name="user",
                    ),
                ),
                ("upload", models.ForeignKey("archive.upload", models.CASCADE, related_name="matches", verbose_name="upload")),
                (
                    "current_judgement",
                    models.ForeignKey(
                        "archive.judgement", models.SET_NULL, null=True, related_name="+", verbose_name="judgement"
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
                        condition=models.Q(("public", True)), fields=["-day", "-created_at", "-id"], name="match_by_day_public"
                    ),
                    models.Index(fields=["club", "-day", "-created_at", "-id"], name="match_by_day_of_club"),
                    models.Index(fields=["game", "-created_at"], name="match_game"),
                    models.Index(fields=["event"], name="match_event"),
                    models.Index(fields=["search_event"], name="match_by_event"),
                    models.Index(fields=["search_stage"], name="match_by_stage"),
                    models.Index(fields=["search_table"], name="match_by_table"),
                    models.Index(condition=models.Q(("expires_at__isnull", True)), fields=["date"], name="match_date"),
                    models.Index(fields=["sha256"], name="match_by_number"),
                    models.Index(condition=models.Q(("versions__isnull", False)), fields=["versions"], name="match_versions"),
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
                "constraints": [
                    models.UniqueConstraint(fields=("owner_key", "sha256"), name="match_once_per_owner"),
                    models.UniqueConstraint(
                        condition=models.Q(("counts", True)), fields=("versions",), name="match_version_counts"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("expires_at", models.DateTimeField(editable=False, null=True)),
                ("engine_version", models.CharField("engine", max_length=40)),
                ("rulebook_edition", models.CharField("rulebook edition", max_length=100)),
                ("record_sha256", models.CharField("record", max_length=64)),
                ("rules", models.CharField("rules instead", default="", max_length=1000)),
                ("status", models.CharField("verdict", max_length=10)),
                ("verdict", DocumentField(verbose_name="document")),
                ("findings_count", models.PositiveIntegerField("findings", default=0)),
                ("shown_as", models.CharField(default="", max_length=10)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("rounds_checked", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("counted", models.BooleanField("counted by seat", default=False)),
                ("match", models.ForeignKey("archive.match", models.CASCADE, related_name="judgements", verbose_name="match")),
            ],
            options={
                "verbose_name": "judgement",
                "verbose_name_plural": "judgements",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["shown_as"], name="judgement_shown_as"),
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
                ("number", models.PositiveIntegerField()),
                ("position", models.PositiveIntegerField(default=0)),
                ("name", models.CharField(max_length=200)),
                ("size", models.PositiveBigIntegerField()),
                ("error", DocumentField(null=True)),
                ("batch", models.ForeignKey("archive.batch", models.CASCADE, related_name="files")),
                (
                    "upload",
                    models.OneToOneField("archive.upload", models.SET_NULL, null=True, related_name="batch_file"),
                ),
            ],
            options={
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
                        "archive.match",
                        models.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                    ),
                ),
                ("owner_key", models.CharField(max_length=40)),
                ("public", models.BooleanField()),
                ("waiting", models.BooleanField()),
                ("deleted_by", models.CharField(max_length=200)),
                ("deleted_at", models.DateTimeField(default=timezone.now)),
                ("ends_at", models.DateTimeField(db_index=True)),
                (
                    "club",
                    models.ForeignKey("accounts.club", models.PROTECT, null=True, related_name="+"),
                ),
                (
                    "replacement",
                    models.OneToOneField(
                        "archive.match",
                        models.SET_NULL,
                        null=True,
                        related_name="replaced",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"),
                ),
            ],
            options={
                "ordering": ["-deleted_at", "-match_id"],
            },
        ),
        migrations.CreateModel(
            name="MatchSourcePlaces",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        "archive.match",
                        models.CASCADE,
                        primary_key=True,
                        related_name="source_places",
                        serialize=False,
                    ),
                ),
                ("document", DocumentField()),
            ],
        ),
        migrations.CreateModel(
            name="BatchEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("first_line", models.PositiveIntegerField()),
                ("fresh", models.BooleanField()),
                ("error", DocumentField(null=True)),
                ("batch", models.ForeignKey("archive.batch", models.CASCADE, related_name="entries")),
                ("file", models.ForeignKey("archive.batchfile", models.CASCADE, related_name="entries")),
                (
                    "match",
                    models.ForeignKey("archive.match", models.SET_NULL, null=True, related_name="batch_entries"),
                ),
            ],
            options={
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
                        "archive.judgement", models.CASCADE, primary_key=True, related_name="summary", serialize=False
                    ),
                ),
                ("document", DocumentField()),
                ("table_result", DocumentField()),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("dealt_in", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField("seat", max_length=8)),
                ("name", models.CharField("player", max_length=200)),
                ("search_name", SearchKeyField(of="name")),
                ("match", models.ForeignKey("archive.match", models.CASCADE, related_name="seats", verbose_name="match")),
                (
                    "alias",
                    models.ForeignKey(
                        "archive.playeralias", models.SET_NULL, null=True, related_name="seats", verbose_name="alias"
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["id"],
                "indexes": [models.Index(fields=["search_name"], name="seat_by_name")],
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField("round")),
                ("move", models.PositiveIntegerField("move")),
                ("seat", models.CharField("seat", max_length=8)),
                ("code", models.CharField("code", max_length=40)),
                ("severity", models.CharField("severity", max_length=10)),
                ("clause", models.CharField("clause", max_length=20)),
                ("token", models.TextField("token")),
                ("line", models.PositiveIntegerField("line", null=True)),
                ("column", models.PositiveIntegerField("column", null=True)),
                ("message", DocumentField()),
                (
                    "judgement",
                    models.ForeignKey("archive.judgement", models.CASCADE, related_name="findings"),
                ),
                (
                    "offender_seat",
                    models.ForeignKey(
                        "archive.matchseat",
                        models.SET_NULL,
                        null=True,
                        related_name="findings",
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
                ("round", models.PositiveIntegerField()),
                ("move", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("marks", DocumentField(default=list)),
                ("created_at", models.DateTimeField(default=timezone.now)),
                (
                    "author",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="move_comments"),
                ),
                (
                    "match",
                    models.ForeignKey("archive.match", models.CASCADE, db_index=False, related_name="comments"),
                ),
            ],
            options={
                "ordering": ["created_at", "id"],
                "indexes": [models.Index(fields=["match", "round", "move"], name="comment_of_round")],
            },
        ),
        migrations.CreateModel(
            name="Mistake",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField()),
                ("move", models.PositiveIntegerField()),
                ("seat", models.CharField(max_length=8)),
                (
                    "what",
                    models.CharField(
                        choices=[("discard", "discard"), ("win", "win"), ("claim", "claim"), ("kong", "kong")],
                        max_length=8,
                    ),
                ),
                ("points", models.PositiveIntegerField(default=0)),
                ("steps", models.PositiveSmallIntegerField(default=0)),
                ("live", models.PositiveSmallIntegerField(default=0)),
                (
                    "match",
                    models.ForeignKey("archive.match", models.CASCADE, db_index=False, related_name="mistakes"),
                ),
                (
                    "alias",
                    models.ForeignKey("archive.playeralias", models.CASCADE, db_index=False, related_name="mistakes"),
                ),
            ],
            options={
                "ordering": ("-points", "-steps", "-live", "id"),
                "indexes": [models.Index(fields=["alias", "-points", "-steps", "-live", "id"], name="mistake_dearest")],
                "constraints": [models.UniqueConstraint(fields=("match", "round", "move", "seat", "what"), name="mistake_once")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleProgress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("streak", models.PositiveSmallIntegerField(default=0)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("right", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                ("answered_at", models.DateTimeField(default=timezone.now)),
                (
                    "mistake",
                    models.ForeignKey("archive.mistake", models.CASCADE, related_name="progress"),
                ),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="puzzles"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "due_at"], name="puzzle_due")],
                "constraints": [models.UniqueConstraint(fields=("user", "mistake"), name="puzzle_once_per_account")],
            },
        ),
        migrations.CreateModel(
            name="Difference",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kinds", models.CharField(max_length=200)),
                ("document", DocumentField(default=dict)),
                ("error", models.TextField()),
                ("match", models.ForeignKey("archive.match", models.CASCADE, related_name="differences")),
                ("new", models.ForeignKey("archive.judgement", models.SET_NULL, null=True, related_name="+")),
                ("old", models.ForeignKey("archive.judgement", models.SET_NULL, null=True, related_name="+")),
                ("rejudging", models.ForeignKey("archive.rejudging", models.CASCADE, related_name="differences")),
            ],
            options={
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
                ("judgement", models.ForeignKey("archive.judgement", models.CASCADE, related_name="seat_results")),
                ("seat", models.ForeignKey("archive.matchseat", models.CASCADE, db_index=False, related_name="results")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "judgement"), name="seat_counted_once")],
            },
        ),
        migrations.CreateModel(
            name="SeatFan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("times", models.PositiveIntegerField()),
                ("judgement", models.ForeignKey("archive.judgement", models.CASCADE, related_name="seat_fans")),
                ("seat", models.ForeignKey("archive.matchseat", models.CASCADE, db_index=False, related_name="fans")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "judgement", "code"), name="seat_fan_counted_once")]
            },
        ),
    ]
    operations = [CreateTables(TABLES)]
