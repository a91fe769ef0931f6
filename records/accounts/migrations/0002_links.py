"""The tables that refer to matches and events, which other apps have."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("archive", "0001_initial"), ("tournament", "0001_initial")]
    TABLES = [
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField("name", max_length=200)),
                ("created_at", models.DateTimeField("created", default=timezone.now)),
                ("expires_at", models.DateTimeField("expires", null=True)),
                ("revoked_at", models.DateTimeField("revoked", null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.SET_NULL,
                        null=True,
                        related_name="+",
                        verbose_name="created by",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey("tournament.event", models.CASCADE, null=True, related_name="links", verbose_name="event"),
                ),
                (
                    "match",
                    models.ForeignKey("archive.match", models.CASCADE, null=True, related_name="links", verbose_name="match"),
                ),
            ],
            options={
                "verbose_name": "share link",
                "verbose_name_plural": "share links",
                "ordering": ["-created_at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", True), ("match__isnull", False)),
                            models.Q(("event__isnull", False), ("match__isnull", True)),
                            _connector="OR",
                        ),
                        name="link_opens_one_thing",
                    )
                ],
            },
        )
    ]
    operations = [CreateTables(TABLES)]
