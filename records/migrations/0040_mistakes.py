"""Mistakes of players, the matches that were looked through for them, and how far accounts have learnt them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0039_comments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                    "alias",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to="records.playeralias",
                        verbose_name="alias",
                    ),
                ),
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
            ],
            options={
                "verbose_name": "mistake",
                "verbose_name_plural": "mistakes",
                "ordering": ("-points", "-steps", "-live", "id"),
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
            },
        ),
        migrations.AddIndex(
            model_name="mistake",
            index=models.Index(fields=["alias", "-points", "-steps", "-live", "id"], name="mistake_dearest"),
        ),
        migrations.AddConstraint(
            model_name="mistake",
            constraint=models.UniqueConstraint(fields=("match", "round", "move", "seat", "what"), name="mistake_once"),
        ),
        migrations.AddIndex(
            model_name="mistakesearch",
            index=models.Index(
                condition=models.Q(("state__in", ["pending", "running"])), fields=["touched_at"], name="mistakes_unfinished"
            ),
        ),
        migrations.AddIndex(
            model_name="puzzleprogress",
            index=models.Index(fields=["user", "due_at"], name="puzzle_due"),
        ),
        migrations.AddConstraint(
            model_name="puzzleprogress",
            constraint=models.UniqueConstraint(fields=("user", "mistake"), name="puzzle_once_per_account"),
        ),
    ]
