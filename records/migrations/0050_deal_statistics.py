"""Statistics of an event's deals, worked out by a worker when an arbiter asks."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [("records", "0049_matches_made_of_sheets"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            "DealStatistics",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "pending"), ("running", "running"), ("done", "done"), ("failed", "failed")],
                        default="pending",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("result", records.db.fields.DocumentField(blank=True, null=True, verbose_name="result")),
                ("left_out", models.PositiveIntegerField(default=0, verbose_name="matches left out")),
                ("computed_at", models.DateTimeField(blank=True, null=True, verbose_name="worked out")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="asked for")),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked for by",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deal_statistics",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "statistics of deals",
                "verbose_name_plural": "statistics of deals",
                "indexes": [
                    models.Index(fields=["touched_at"], name="deals_unfinished", condition=Q(state__in=["pending", "running"]))
                ],
            },
        ),
    ]
