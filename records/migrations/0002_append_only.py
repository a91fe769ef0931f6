"""The tables whose rows are never changed: the audit log, what is published, rulings, penalties and appeals.

Triggers refuse a change. Django makes each table and does not manage it from then on, so that ``flush`` leaves it alone.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import records.db.fields
from records.db.append_only import append_only, append_only_once


def unmanaged(created: migrations.CreateModel) -> migrations.AlterModelOptions:
    """The operation after which Django no longer manages the table that it has made."""
    kept = {name: value for name, value in created.options.items() if name in migrations.AlterModelOptions.ALTER_OPTION_KEYS}
    return migrations.AlterModelOptions(created.name, {**kept, "managed": False})


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name="number")),
                ("at", models.CharField(max_length=32, verbose_name="at")),
                ("actor", models.CharField(max_length=40, verbose_name="who")),
                ("actor_name", models.CharField(max_length=150, verbose_name="name")),
                ("action", models.CharField(max_length=40, verbose_name="action")),
                ("target", models.CharField(max_length=100, verbose_name="to what")),
                ("details", models.TextField(verbose_name="details")),
                ("request_id", models.CharField(max_length=64, verbose_name="request")),
                ("previous", models.CharField(max_length=64, verbose_name="hash before")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "db_table": "records_auditentry",
                "ordering": ["-number"],
            },
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("kind", models.CharField(max_length=63, verbose_name="kind of row")),
                ("key", models.CharField(max_length=64, verbose_name="key of the row")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("actor", models.CharField(blank=True, max_length=40, verbose_name="who")),
                ("actor_name", models.CharField(blank=True, max_length=150, verbose_name="name")),
                ("request_id", models.CharField(blank=True, max_length=64, verbose_name="request")),
                ("role", models.CharField(blank=True, max_length=63, verbose_name="role of the database")),
            ],
            options={
                "verbose_name": "tombstone",
                "verbose_name_plural": "tombstones",
                "db_table": "records_tombstone",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                ("previous", models.CharField(blank=True, max_length=64, verbose_name="hash before")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="fingerprint of the key")),
                ("key", models.TextField(verbose_name="public key")),
                ("matches", models.PositiveIntegerField(verbose_name="matches")),
                ("rulings", models.PositiveIntegerField(verbose_name="rulings")),
                ("unresolved", models.PositiveIntegerField(verbose_name="unresolved")),
                ("forced", models.TextField(blank=True, verbose_name="published all the same")),
                ("publisher", models.PositiveBigIntegerField(verbose_name="account")),
                ("publisher_name", models.CharField(max_length=200, verbose_name="published by")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publications",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "publication",
                "verbose_name_plural": "publications",
                "db_table": "records_publication",
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
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("place", models.PositiveIntegerField(verbose_name="place")),
                ("data", models.BinaryField(verbose_name="data")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "piece of a publication",
                "verbose_name_plural": "pieces of publications",
                "db_table": "records_publicationpiece",
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=("event", "number", "place"), name="piece_once_per_place")],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                ("code", models.CharField(blank=True, max_length=40, verbose_name="code")),
                ("clause", models.CharField(blank=True, max_length=20, verbose_name="clause")),
                ("nth", models.PositiveIntegerField(default=1, verbose_name="which of those alike")),
                (
                    "decision",
                    models.CharField(
                        choices=[("upheld", "upheld"), ("overruled", "overruled"), ("corrected", "corrected")],
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("scores", records.db.fields.DocumentField(blank=True, null=True, verbose_name="scores")),
                ("reason", models.TextField(verbose_name="reason")),
                ("arbiter", models.PositiveBigIntegerField(verbose_name="account")),
                ("arbiter_name", models.CharField(max_length=200, verbose_name="arbiter")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "judgement",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.judgement",
                        verbose_name="judgement",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
                "db_table": "records_ruling",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="ruling_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("decision__in", ["upheld", "overruled", "corrected"])),
                        name="ruling_decision_known",
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
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                (
                    "what",
                    models.CharField(
                        choices=[("confirmed", "confirmed"), ("objected", "objected"), ("closed", "closed")],
                        max_length=9,
                        verbose_name="what",
                    ),
                ),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("user", models.PositiveBigIntegerField(blank=True, null=True, verbose_name="account")),
                ("text", models.CharField(blank=True, max_length=500, verbose_name="text")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "sheet",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="records.scoresheet",
                        verbose_name="score sheet",
                    ),
                ),
            ],
            options={
                "verbose_name": "confirmation",
                "verbose_name_plural": "confirmations",
                "db_table": "records_sheetconfirmation",
                "ordering": ["id"],
                "indexes": [models.Index(fields=["sheet", "round"], name="confirmation_by_round")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("what__in", ["confirmed", "objected", "closed"])),
                        name="sheet_confirmation_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("entrant_name", models.CharField(max_length=200, verbose_name="entrant")),
                ("stage", models.PositiveSmallIntegerField(verbose_name="stage")),
                ("match", models.UUIDField(blank=True, null=True, verbose_name="match")),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                ("cancels", models.PositiveIntegerField(blank=True, null=True, verbose_name="cancels")),
                ("grade", models.CharField(max_length=40, verbose_name="grade")),
                ("name", records.db.fields.DocumentField(verbose_name="name of the grade")),
                ("effect", models.CharField(max_length=40, verbose_name="effect")),
                ("amount", models.CharField(blank=True, max_length=15, verbose_name="amount")),
                ("offence", models.CharField(blank=True, max_length=40, verbose_name="offence")),
                ("said", records.db.fields.DocumentField(default=dict, verbose_name="name of the offence")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("clause", models.CharField(blank=True, max_length=40, verbose_name="clause")),
                ("round", models.PositiveIntegerField(default=0, verbose_name="round")),
                ("move", models.PositiveIntegerField(default=0, verbose_name="move")),
                ("finding", records.db.fields.DocumentField(blank=True, null=True, verbose_name="finding")),
                ("arbiter", models.PositiveBigIntegerField(verbose_name="account")),
                ("arbiter_name", models.CharField(max_length=200, verbose_name="arbiter")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "entrant",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="penalties",
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="penalties",
                        to="records.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "penalty",
                "verbose_name_plural": "penalties",
                "db_table": "records_penalty",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="penalty_numbered_once"),
                    models.UniqueConstraint(fields=("event", "cancels"), name="penalty_cancelled_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "effect__in",
                                ["none", "round", "points", "placement", "award", "match-lost", "stage-void", "out"],
                            )
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
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("match", models.UUIDField(blank=True, null=True, verbose_name="match")),
                ("seat", models.CharField(max_length=8, verbose_name="seat")),
                ("player", models.CharField(max_length=200, verbose_name="player")),
                (
                    "against",
                    models.CharField(
                        choices=[("finding", "finding"), ("ruling", "ruling"), ("penalty", "penalty")],
                        max_length=7,
                        verbose_name="against",
                    ),
                ),
                ("finding", records.db.fields.DocumentField(blank=True, null=True, verbose_name="finding")),
                ("of", models.PositiveIntegerField(blank=True, null=True, verbose_name="number of it")),
                ("text", models.TextField(verbose_name="objection")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="appeals",
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="appeals",
                        to="records.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "db_table": "records_appeal",
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
                (
                    "outcome",
                    models.CharField(
                        choices=[("upheld", "upheld"), ("dismissed", "dismissed")], max_length=9, verbose_name="outcome"
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                ("ruling", models.PositiveIntegerField(blank=True, null=True, verbose_name="ruling")),
                ("arbiter", models.PositiveBigIntegerField(verbose_name="account")),
                ("arbiter_name", models.CharField(max_length=200, verbose_name="arbiter")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "appeal",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answer",
                        to="records.appeal",
                        verbose_name="appeal",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer to an appeal",
                "verbose_name_plural": "answers to appeals",
                "db_table": "records_appealanswer",
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
        *TABLES,
        append_only("records_auditentry", ["number"]),
        append_only("records_tombstone", ["id"]),
        append_only("records_publication", ["id"], ["event_id", "number"], ["event_id", "hash"]),
        append_only_once("records_publicationpiece", "records_publication", "event_id", "number"),
        append_only("records_ruling", ["id"], ["event_id", "number"]),
        append_only("records_penalty", ["id"], ["event_id", "number"], ["event_id", "cancels"]),
        append_only("records_appeal", ["id"], ["event_id", "number"]),
        append_only("records_appealanswer", ["id"], ["appeal_id"]),
        append_only("records_sheetconfirmation", ["id"]),
        migrations.RunSQL("CREATE INDEX audit_by_action ON records_auditentry (action, number)", "DROP INDEX audit_by_action"),
        *map(unmanaged, TABLES),
    ]
