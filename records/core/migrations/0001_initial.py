"""Every table whose rows may be changed."""

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

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
