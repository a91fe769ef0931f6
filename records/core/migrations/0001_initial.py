"""Every table whose rows may be changed."""

import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.core.db.fields
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        # With the tables of this migration in the project's state, each of these would take several times as long.
        ("account", "0009_emailaddress_unique_primary_email"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    TABLES = [
        migrations.CreateModel(
            name="AnsweredRequest",
            fields=[
                ("id", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("request", models.CharField(max_length=64)),
                ("answer", models.TextField()),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name": "answered request",
                "verbose_name_plural": "answered requests",
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20, verbose_name="kind")),
                ("subject", models.CharField(blank=True, max_length=60, verbose_name="subject")),
                ("facts", records.core.db.fields.DocumentField(default=dict, verbose_name="facts")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("running", "running"),
                            ("done", "done"),
                            ("cancelled", "cancelled"),
                            ("failed", "failed"),
                        ],
                        default="pending",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("cursor", records.core.db.fields.DocumentField(default=dict, verbose_name="place to continue at")),
                ("counts", records.core.db.fields.DocumentField(default=dict, verbose_name="counts")),
                ("error", records.core.db.fields.DocumentField(blank=True, null=True, verbose_name="error")),
                ("steps", models.PositiveIntegerField(default=0, verbose_name="steps stored")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts without progress")),
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last worked on")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
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
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["-created_at", "-id"], name="job_newest"),
                    models.Index(fields=["kind", "subject", "-created_at"], name="job_of_subject"),
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "running"])), fields=["touched_at"], name="job_open"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["pending", "running"]), models.Q(("subject", ""), _negated=True)),
                        fields=("kind", "subject"),
                        name="job_once_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LatencyBucket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shard", models.PositiveSmallIntegerField()),
                ("bucket", models.PositiveSmallIntegerField()),
                ("count", models.PositiveBigIntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("shard", "bucket"), name="tally_once")],
            },
        ),
    ]
    operations = [CreateTables(TABLES)]
