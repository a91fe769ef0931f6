"""The tables of what is published, of rulings, penalties and appeals, whose rows are never changed.

Triggers refuse a change. Django makes each table and does not manage it from then on, so that ``flush`` leaves it alone.
"""

from django.db import migrations, models
from django.utils import timezone

from records.core.db.append_only import append_only, append_only_once, unmanaged
from records.core.db.fields import DocumentField
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial"), ("archive", "0001_initial")]

    TABLES = [
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("previous", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("key", models.TextField()),
                ("matches", models.PositiveIntegerField()),
                ("rulings", models.PositiveIntegerField()),
                ("unresolved", models.PositiveIntegerField()),
                ("forced", models.TextField()),
                ("publisher", models.PositiveBigIntegerField()),
                ("publisher_name", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="publications", to="tournament.event"
                    ),
                ),
            ],
            options={
                "db_table": "tournament_publication",
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="publication_numbered_once"),
                    models.UniqueConstraint(fields=("event", "hash"), name="publication_hash_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PublicationPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="pieces", to="tournament.event"
                    ),
                ),
            ],
            options={
                "db_table": "tournament_publicationpiece",
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=("event", "number", "place"), name="piece_once_per_place")],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("round", models.PositiveIntegerField()),
                ("move", models.PositiveIntegerField()),
                ("seat", models.CharField(max_length=8)),
                ("code", models.CharField(max_length=40)),
                ("clause", models.CharField(max_length=20)),
                ("nth", models.PositiveIntegerField(default=1)),
                ("decision", models.CharField(max_length=9)),
                ("scores", DocumentField(null=True)),
                ("reason", models.TextField()),
                ("arbiter", models.PositiveBigIntegerField()),
                ("arbiter_name", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="rulings", to="tournament.event"
                    ),
                ),
                (
                    "judgement",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="rulings", to="archive.judgement"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(db_constraint=False, on_delete=models.PROTECT, related_name="rulings", to="archive.match"),
                ),
            ],
            options={
                "db_table": "tournament_ruling",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="ruling_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("decision__in", ["upheld", "overruled", "corrected"])), name="ruling_decision_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decision", "corrected"), ("scores__isnull", False)),
                            models.Q(models.Q(("decision", "corrected"), _negated=True), ("scores__isnull", True)),
                            _connector="OR",
                        ),
                        name="ruling_scores_where_corrected",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetConfirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("what", models.CharField(max_length=9)),
                ("seat", models.CharField(max_length=8)),
                ("name", models.CharField(max_length=200)),
                ("user", models.PositiveBigIntegerField(null=True)),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "sheet",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="confirmations", to="tournament.scoresheet"
                    ),
                ),
            ],
            options={
                "db_table": "tournament_sheetconfirmation",
                "ordering": ["id"],
                "indexes": [models.Index(fields=["sheet", "round"], name="confirmation_by_round")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("what__in", ["confirmed", "objected", "closed"])), name="sheet_confirmation_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("entrant_name", models.CharField(max_length=200)),
                ("stage", models.PositiveSmallIntegerField()),
                ("match", models.UUIDField(null=True)),
                ("seat", models.CharField(max_length=8)),
                ("cancels", models.PositiveIntegerField(null=True)),
                ("grade", models.CharField(max_length=40)),
                ("name", DocumentField()),
                ("effect", models.CharField(max_length=40)),
                ("amount", models.CharField(max_length=15)),
                ("offence", models.CharField(max_length=40)),
                ("said", DocumentField(default=dict)),
                ("reason", models.TextField()),
                ("clause", models.CharField(max_length=40)),
                ("round", models.PositiveIntegerField(default=0)),
                ("move", models.PositiveIntegerField(default=0)),
                ("finding", DocumentField(null=True)),
                ("arbiter", models.PositiveBigIntegerField()),
                ("arbiter_name", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "entrant",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.DO_NOTHING, related_name="penalties", to="tournament.entrant"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="penalties", to="tournament.event"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="penalties",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "db_table": "tournament_penalty",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="penalty_numbered_once"),
                    models.UniqueConstraint(fields=("event", "cancels"), name="penalty_cancelled_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("effect__in", ["none", "round", "points", "placement", "award", "match-lost", "stage-void", "out"])
                        ),
                        name="penalty_effect_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("match", models.UUIDField(null=True)),
                ("seat", models.CharField(max_length=8)),
                ("player", models.CharField(max_length=200)),
                ("against", models.CharField(max_length=7)),
                ("finding", DocumentField(null=True)),
                ("of", models.PositiveIntegerField(null=True)),
                ("text", models.TextField()),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "entrant",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="appeals",
                        to="tournament.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="appeals", to="tournament.event"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.DO_NOTHING, related_name="appeals", to="tournament.table"
                    ),
                ),
            ],
            options={
                "db_table": "tournament_appeal",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="appeal_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("against__in", ["finding", "ruling", "penalty"])), name="appeal_against_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AppealAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcome", models.CharField(max_length=9)),
                ("reason", models.TextField()),
                ("ruling", models.PositiveIntegerField(null=True)),
                ("arbiter", models.PositiveBigIntegerField()),
                ("arbiter_name", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "appeal",
                    models.OneToOneField(
                        db_constraint=False, on_delete=models.PROTECT, related_name="answer", to="tournament.appeal"
                    ),
                ),
            ],
            options={
                "db_table": "tournament_appealanswer",
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["upheld", "dismissed"])), name="appeal_outcome_known"
                    )
                ],
            },
        ),
    ]
    operations = [
        CreateTables(TABLES),
        append_only("tournament_publication", ["id"], ["event_id", "number"], ["event_id", "hash"]),
        append_only_once("tournament_publicationpiece", "tournament_publication", "event_id", "number"),
        append_only("tournament_ruling", ["id"], ["event_id", "number"]),
        append_only("tournament_penalty", ["id"], ["event_id", "number"], ["event_id", "cancels"]),
        append_only("tournament_appeal", ["id"], ["event_id", "number"]),
        append_only("tournament_appealanswer", ["id"], ["appeal_id"]),
        append_only("tournament_sheetconfirmation", ["id"]),
        *map(unmanaged, TABLES),
    ]
