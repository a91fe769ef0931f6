"""Exports of the archive for analyses, and their files."""

import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0055_name_pairs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AnalyticsExport",
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
                ("pieces", models.PositiveIntegerField(default=0, verbose_name="pieces")),
                ("matches", models.PositiveIntegerField(default=0, verbose_name="matches")),
                ("left_out", models.PositiveIntegerField(default=0, verbose_name="matches left out")),
                ("size", models.PositiveBigIntegerField(default=0, verbose_name="bytes")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="asked for")),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analytics_exports",
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
                        verbose_name="asked for by",
                    ),
                ),
            ],
            options={
                "verbose_name": "export for analyses",
                "verbose_name_plural": "exports for analyses",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="AnalyticsFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(max_length=20, verbose_name="table")),
                ("place", models.PositiveIntegerField(verbose_name="place")),
                ("data", models.BinaryField(verbose_name="data")),
                (
                    "export",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="records.analyticsexport",
                        verbose_name="export",
                    ),
                ),
            ],
            options={
                "verbose_name": "file of an export",
                "verbose_name_plural": "files of exports",
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="analyticsexport",
            index=models.Index(
                condition=models.Q(("state__in", ["pending", "running"])), fields=["touched_at"], name="analytics_unfinished"
            ),
        ),
        migrations.AddConstraint(
            model_name="analyticsexport",
            constraint=models.UniqueConstraint(
                django.db.models.functions.comparison.Coalesce("club", models.Value(0)),
                condition=models.Q(("state__in", ["pending", "running"])),
                name="analytics_once_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="analyticsfile",
            constraint=models.UniqueConstraint(fields=("export", "table", "place"), name="analytics_file_once"),
        ),
    ]
