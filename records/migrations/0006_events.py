import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import records.db.fields
from records.db.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0005_batches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("team", models.CharField(blank=True, max_length=200, verbose_name="team")),
            ],
            options={
                "verbose_name": "entrant",
                "verbose_name_plural": "entrants",
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="EventRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
            ],
            options={
                "verbose_name": "round of an event",
                "verbose_name_plural": "rounds of events",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="KeptOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("tag", models.CharField(blank=True, max_length=200, verbose_name="stage tag")),
                (
                    "points",
                    models.CharField(
                        choices=[("score", "the points of the table"), ("placement", "points for the place at the table")],
                        default="score",
                        max_length=9,
                        verbose_name="points",
                    ),
                ),
                ("placement", records.db.fields.DocumentField(default=list, verbose_name="points of the places")),
                ("carry", models.CharField(default="1", max_length=15, verbose_name="carried over")),
                ("cut", models.BooleanField(default=False, verbose_name="only who plays in it")),
                ("tie_breaks", records.db.fields.DocumentField(default=list, verbose_name="tie-breaks")),
            ],
            options={
                "verbose_name": "stage",
                "verbose_name_plural": "stages",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="table")),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="sharelink",
            name="expires_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="expires"),
        ),
        migrations.AlterField(
            model_name="sharelink",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="records.match",
                verbose_name="match",
            ),
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("slug", models.SlugField(verbose_name="slug")),
                ("game", models.CharField(blank=True, max_length=200, verbose_name="game")),
                ("tag", models.CharField(blank=True, max_length=200, verbose_name="event tag")),
                ("starts", models.CharField(blank=True, max_length=10, verbose_name="first day")),
                ("ends", models.CharField(blank=True, max_length=10, verbose_name="last day")),
                ("open", models.BooleanField(default=True, verbose_name="open to all who play")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="records.club", verbose_name="club"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["-starts", "-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="EntrantSpelling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="spelling")),
                ("key", models.CharField(editable=False, max_length=200, verbose_name="key")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spellings",
                        to="records.entrant",
                        verbose_name="entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="spellings", to="records.event"),
                ),
            ],
            options={
                "verbose_name": "spelling",
                "verbose_name_plural": "spellings",
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="entrant",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="records.event", verbose_name="event"
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="records.event",
                verbose_name="event",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event__isnull", True), ("match__isnull", False)),
                    models.Q(("event__isnull", False), ("match__isnull", True)),
                    _connector="OR",
                ),
                name="link_opens_one_thing",
            ),
        ),
        migrations.AddField(
            model_name="keptout",
            name="event",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="kept_out", to="records.event"),
        ),
        migrations.AddField(
            model_name="keptout",
            name="match",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="records.match"),
        ),
        migrations.AddField(
            model_name="stage",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="records.event", verbose_name="event"
            ),
        ),
        migrations.AddField(
            model_name="eventround",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="records.stage", verbose_name="stage"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="records.event", verbose_name="event"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tables",
                to="records.match",
                verbose_name="match",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="records.eventround", verbose_name="round"
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(condition=models.Q(("tag", ""), _negated=True), fields=["club", "tag"], name="event_by_tag"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("club", "slug"), name="event_slug_once_per_club"),
        ),
        migrations.AddConstraint(
            model_name="entrantspelling",
            constraint=models.UniqueConstraint(fields=("event", "key"), name="spelling_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("event", "name"), name="entrant_name_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="keptout",
            constraint=models.UniqueConstraint(fields=("event", "match"), name="kept_out_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="stage_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("event", "tag"), name="stage_tag_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__in", ["score", "placement"])), name="stage_points_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="eventround",
            constraint=models.UniqueConstraint(fields=("stage", "number"), name="event_round_once_per_stage"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("round", "name"), name="table_once_per_round"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("event", "match"), name="match_once_per_event"),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("seat", models.CharField(blank=True, max_length=8, verbose_name="seat")),
                ("code", models.CharField(blank=True, max_length=40, verbose_name="code")),
                ("clause", models.CharField(blank=True, max_length=20, verbose_name="clause")),
                ("nth", models.PositiveIntegerField(default=1, verbose_name="which of those alike")),
                (
                    "decision",
                    models.CharField(
                        choices=[("upheld", "upheld"), ("overruled", "overruled"), ("corrected", "corrected")],
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("scores", records.db.fields.DocumentField(blank=True, null=True, verbose_name="scores")),
                ("reason", models.TextField(verbose_name="reason")),
                ("arbiter", models.PositiveBigIntegerField(verbose_name="account")),
                ("arbiter_name", models.CharField(max_length=200, verbose_name="arbiter")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "judgement",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="records.judgement",
                        verbose_name="judgement",
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
                "db_table": "records_ruling",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=["event", "number"], name="ruling_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("decision__in", ["upheld", "overruled", "corrected"])), name="ruling_decision_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decision", "corrected"), ("scores__isnull", False)),
                            models.Q(models.Q(("decision", "corrected"), _negated=True), ("scores__isnull", True)),
                            _connector="OR",
                        ),
                        name="ruling_scores_where_corrected",
                    ),
                ],
            },
        ),
        migrations.AlterModelOptions(
            name="ruling",
            options={"managed": False, "ordering": ["number"], "verbose_name": "ruling", "verbose_name_plural": "rulings"},
        ),
        append_only("records_ruling", ["id"], ["event_id", "number"]),
    ]
