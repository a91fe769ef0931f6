"""The tables of what is published, of rulings, penalties and appeals, whose rows are never changed.

Triggers refuse a change. Django makes each table and does not manage it from then on, so that ``flush`` leaves it alone.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import records.core.db.fields
from records.core.db.append_only import append_only, append_only_once, unmanaged
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0001_initial"),
        ("archive", "0001_initial"),
    ]

    TABLES = [
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
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "publication",
                "verbose_name_plural": "publications",
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
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("place", models.PositiveIntegerField(verbose_name="place")),
                ("data", models.BinaryField(verbose_name="data")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "piece of a publication",
                "verbose_name_plural": "pieces of publications",
                "db_table": "tournament_publicationpiece",
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
                ("scores", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="scores")),
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
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "judgement",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="archive.judgement",
                        verbose_name="judgement",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="archive.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
                "db_table": "tournament_ruling",
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
                        to="tournament.scoresheet",
                        verbose_name="score sheet",
                    ),
                ),
            ],
            options={
                "verbose_name": "confirmation",
                "verbose_name_plural": "confirmations",
                "db_table": "tournament_sheetconfirmation",
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
                ("name", records.core.db.fields.DocumentField(verbose_name="name of the grade")),
                ("effect", models.CharField(max_length=40, verbose_name="effect")),
                ("amount", models.CharField(blank=True, max_length=15, verbose_name="amount")),
                ("offence", models.CharField(blank=True, max_length=40, verbose_name="offence")),
                ("said", records.core.db.fields.DocumentField(default=dict, verbose_name="name of the offence")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("clause", models.CharField(blank=True, max_length=40, verbose_name="clause")),
                ("round", models.PositiveIntegerField(default=0, verbose_name="round")),
                ("move", models.PositiveIntegerField(default=0, verbose_name="move")),
                ("finding", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="finding")),
                ("arbiter", models.PositiveBigIntegerField(verbose_name="account")),
                ("arbiter_name", models.CharField(max_length=200, verbose_name="arbiter")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "entrant",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="penalties",
                        to="tournament.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournament.event",
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
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "penalty",
                "verbose_name_plural": "penalties",
                "db_table": "tournament_penalty",
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
                ("finding", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="finding")),
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
                        to="tournament.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="tournament.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="appeals",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
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
                        to="tournament.appeal",
                        verbose_name="appeal",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer to an appeal",
                "verbose_name_plural": "answers to appeals",
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
