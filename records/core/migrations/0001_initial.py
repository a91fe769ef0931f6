"""Every table of the app."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from records.core.db.append_only import append_only, unmanaged
from records.core.db.fields import DocumentField
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
                ("at", models.DateTimeField(db_index=True, default=timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=60)),
                ("facts", DocumentField(default=dict)),
                ("created_at", models.DateTimeField(default=timezone.now)),
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
                    ),
                ),
                ("cursor", DocumentField(default=dict)),
                ("counts", DocumentField(default=dict)),
                ("error", DocumentField(null=True)),
                ("steps", models.PositiveIntegerField(default=0)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("touched_at", models.DateTimeField(default=timezone.now)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"),
                ),
            ],
            options={
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
            name="JobPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                ("job", models.ForeignKey("core.job", models.CASCADE, db_index=False, related_name="parts")),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("job", "number"), name="job_part_once")],
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
            options={"constraints": [models.UniqueConstraint(fields=("shard", "bucket"), name="tally_once")]},
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField("at", default=timezone.now)),
                ("kind", models.CharField("kind of row", max_length=63)),
                ("key", models.CharField("key of the row", max_length=64)),
                ("digest", models.CharField("digest", max_length=64)),
                ("actor", models.CharField("who", max_length=40)),
                ("actor_name", models.CharField("name", max_length=150)),
                ("request_id", models.CharField("request", max_length=64)),
                ("role", models.CharField("role of the database", max_length=63)),
            ],
            options={
                "verbose_name": "tombstone",
                "verbose_name_plural": "tombstones",
                "db_table": "core_tombstone",
                "ordering": ["-id"],
            },
        ),
    ]
    # Triggers keep the rows of the last table as they are. Django does not manage it from then on, so ``flush`` leaves it alone.
    operations = [CreateTables(TABLES), append_only("core_tombstone", ["id"]), unmanaged(TABLES[-1])]
