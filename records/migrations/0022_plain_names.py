"""Models and fields get plain names; tables, columns, indexes and constraints stay as they are.

Only Django's idea of the models changes, and the rows of ``django_content_type`` that name them.
"""

import django.db.models.deletion
import django.utils.timezone
from django.contrib.contenttypes.management import RenameContentType
from django.db import migrations, models

import records.db.fields

RENAMED = [
    ("Essence", "VerdictSummary"),
    ("Spelling", "PlayerAlias"),
    ("Regrouping", "PlayerMerge"),
    ("KeptOut", "ExcludedMatch"),
    ("EntrantSpelling", "EntrantAlias"),
]


def key(to, verbose_name, related_name, column, on_delete=django.db.models.deletion.SET_NULL):
    """A foreign key whose column keeps its name."""
    return models.ForeignKey(
        blank=True,
        db_column=column,
        null=True,
        on_delete=on_delete,
        related_name=related_name,
        to=to,
        verbose_name=verbose_name,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("records", "0021_search_indexes"),
    ]

    operations = [
        *(RenameContentType("records", old.lower(), new.lower()) for old, new in RENAMED),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.AlterModelTable(old, f"records_{old.lower()}") for old, _ in RENAMED),
                *(migrations.RenameModel(old, new) for old, new in RENAMED),
                migrations.AlterModelOptions(
                    "verdictsummary",
                    {"verbose_name": "summary of a verdict", "verbose_name_plural": "summaries of verdicts"},
                ),
                migrations.RenameField("verdictsummary", "brief", "table_result"),
                migrations.AlterField(
                    "verdictsummary",
                    "table_result",
                    records.db.fields.DocumentField(db_column="brief", verbose_name="table result"),
                ),
                migrations.AlterField(
                    "verdictsummary",
                    "judgement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="summary",
                        serialize=False,
                        to="records.judgement",
                    ),
                ),
                migrations.RemoveIndex("match", "match_unfinished"),
                migrations.RenameField("match", "rung_at", "enqueued_at"),
                migrations.AlterField(
                    "match",
                    "enqueued_at",
                    models.DateTimeField(
                        db_column="rung_at", default=django.utils.timezone.now, verbose_name="sent to the queue"
                    ),
                ),
                migrations.AddIndex(
                    "match",
                    models.Index(
                        condition=models.Q(("state__in", ["pending", "judging"])),
                        fields=["state", "enqueued_at"],
                        name="match_unfinished",
                    ),
                ),
                migrations.RenameField("matchseat", "spelling", "alias"),
                migrations.AlterField("matchseat", "alias", key("records.playeralias", "spelling", "seats", "spelling_id")),
                migrations.RenameField("finding", "who", "offender_seat"),
                migrations.AlterField("finding", "offender_seat", key("records.matchseat", "player", "findings", "who_id")),
                migrations.RenameField("entrant", "who", "alias"),
                migrations.AlterField("entrant", "alias", key("records.playeralias", "player", "entrants", "who_id")),
                migrations.RenameField("playermerge", "spelling", "alias"),
                migrations.AlterField(
                    "playermerge",
                    "alias",
                    key("records.playeralias", "spelling", "+", "spelling_id", django.db.models.deletion.RESTRICT),
                ),
                migrations.AlterField(
                    "playermerge",
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_merges",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                migrations.RenameField("playeralias", "born", "original_player"),
                migrations.AlterField(
                    "playeralias",
                    "original_player",
                    models.ForeignKey(
                        db_column="born_id",
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="records.player",
                        verbose_name="first player",
                    ),
                ),
                migrations.AlterField(
                    "playeralias",
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="records.club",
                        verbose_name="club",
                    ),
                ),
                migrations.AlterField(
                    "playeralias",
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="aliases",
                        to="records.player",
                        verbose_name="player",
                    ),
                ),
                migrations.AlterField(
                    "entrantalias",
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="aliases", to="records.event"),
                ),
                migrations.AlterField(
                    "entrantalias",
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                migrations.AlterField(
                    "excludedmatch",
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="excluded_matches",
                        to="records.event",
                    ),
                ),
            ],
        ),
    ]
