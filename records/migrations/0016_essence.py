"""What standings look at of a verdict is stored beside it; the sweeper works it out for what is at a table of an event."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import records.db.fields


def have_counted_again(apps: Any, schema_editor: Any) -> None:
    tables = apps.get_model("records", "Table").objects.filter(match__current_judgement__isnull=False)
    judgements = apps.get_model("records", "Judgement").objects
    judgements.filter(pk__in=tables.values("match__current_judgement")).update(counted=False)


class Migration(migrations.Migration):
    dependencies = [("records", "0015_rejudgings")]

    operations = [
        migrations.CreateModel(
            name="Essence",
            fields=[
                (
                    "judgement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="essence",
                        serialize=False,
                        to="records.judgement",
                    ),
                ),
                ("document", records.db.fields.DocumentField(verbose_name="document")),
                ("brief", records.db.fields.DocumentField(verbose_name="brief")),
            ],
            options={"verbose_name": "essence of a verdict", "verbose_name_plural": "essences of verdicts"},
        ),
        migrations.RunPython(have_counted_again, migrations.RunPython.noop, elidable=True),
    ]
