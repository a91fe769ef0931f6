"""Accounts whose owners want them deleted; who signs in meanwhile keeps theirs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("records", "0037_undo"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="deletion",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                ("requested_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested")),
                ("ends_at", models.DateTimeField(db_index=True, verbose_name="is kept until")),
            ],
            options={
                "verbose_name": "deletion of an account",
                "verbose_name_plural": "deletions of accounts",
            },
        ),
    ]
