"""The bucket of a latency gets its plain name, aliases and merges of players get plain labels; tables and columns stay as they are."""

import django.db.models.deletion
from django.contrib.contenttypes.management import RenameContentType
from django.db import migrations, models


def alias(related_name, on_delete):
    """A foreign key to an alias, labelled as such; the column keeps its name."""
    return models.ForeignKey(
        blank=True,
        db_column="spelling_id",
        null=True,
        on_delete=on_delete,
        related_name=related_name,
        to="records.playeralias",
        verbose_name="alias",
    )


def labels(singular, plural):
    """The labels of a model."""
    return {"verbose_name": singular, "verbose_name_plural": plural}


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("records", "0023_plain_states"),
    ]

    operations = [
        RenameContentType("records", "verdicttally", "latencybucket"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("VerdictTally", "records_verdicttally"),
                migrations.RenameModel("VerdictTally", "LatencyBucket"),
                migrations.AlterModelOptions("playeralias", labels("alias", "aliases") | {"ordering": ["name", "id"]}),
                migrations.AlterModelOptions("entrantalias", labels("alias", "aliases") | {"ordering": ["id"]}),
                migrations.AlterField("entrantalias", "name", models.CharField(max_length=200, verbose_name="alias")),
                migrations.AlterModelOptions(
                    "playermerge",
                    labels("merge of players", "merges of players") | {"ordering": ["-created_at", "-id"]},
                ),
                migrations.AlterField("playermerge", "alias", alias("+", django.db.models.deletion.RESTRICT)),
                migrations.AlterField("matchseat", "alias", alias("seats", django.db.models.deletion.SET_NULL)),
            ],
        ),
    ]
