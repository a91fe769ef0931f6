"""Datasets that clubs publish: an export can be of one."""

import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.db import migrations, models

OPEN = ("state__in", ["pending", "running"])


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0058_analytics_figures"),
    ]

    operations = [
        migrations.CreateModel(
            name="Dataset",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="published")),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dataset",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "published dataset",
                "verbose_name_plural": "published datasets",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.AddField(
            model_name="analyticsexport",
            name="dataset",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="exports",
                to="records.dataset",
                verbose_name="published dataset",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="analyticsexport",
            name="analytics_once_at_a_time",
        ),
        migrations.AddConstraint(
            model_name="analyticsexport",
            constraint=models.UniqueConstraint(
                django.db.models.functions.comparison.Coalesce("club", models.Value(0)),
                condition=models.Q(OPEN, ("dataset__isnull", True)),
                name="analytics_once_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="analyticsexport",
            constraint=models.UniqueConstraint(condition=models.Q(OPEN), fields=("dataset",), name="dataset_made_once_at_a_time"),
        ),
    ]
