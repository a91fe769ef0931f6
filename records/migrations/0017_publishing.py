"""Results on their way to being published: what was frozen, and how far a worker has come with it."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.db.fields

OPEN = models.Q(state__in=["pending", "running"])


class Migration(migrations.Migration):
    dependencies = [("records", "0016_essence"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Publishing",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("frozen", records.db.fields.DocumentField(verbose_name="what is published")),
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
                        choices=[("pending", "pending"), ("running", "running"), ("done", "done"), ("refused", "refused")],
                        default="pending",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                ("checked", models.PositiveIntegerField(default=0, verbose_name="matches checked")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
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
                "indexes": [models.Index(condition=OPEN, fields=["touched_at"], name="publishing_unfinished")],
                "constraints": [models.UniqueConstraint(condition=OPEN, fields=("event",), name="publishing_once_at_a_time")],
            },
        )
    ]
