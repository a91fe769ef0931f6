"""Matches that were deleted and can be brought back; where a match was that was removed from an event."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0036_visitors"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="excludedmatch",
            name="deleted",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="excludedmatch",
            name="removed_at",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="excludedmatch",
            name="removed_by",
            field=models.CharField(blank=True, db_default="", max_length=200),
        ),
        migrations.AddField(
            model_name="excludedmatch",
            name="seated",
            field=records.db.fields.DocumentField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="excludedmatch",
            name="table",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="records.table"
            ),
        ),
        migrations.AlterField(
            model_name="webhookdelivery",
            name="kind",
            field=models.CharField(
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
    ]
