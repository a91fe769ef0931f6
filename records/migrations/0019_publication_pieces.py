"""The file of a publication in pieces, cut between its matches, instead of as a whole."""

import django.db.models.deletion
from django.db import migrations, models

from records.db.append_only import append_only, append_only_once
from referee.results.canonical import digest, load
from referee.results.pieces import first_and_last, piece_of

CHUNK = 50


def cut(apps, schema_editor):
    """Cut what was published before; what was on its way begins anew."""
    publications, pieces = apps.get_model("records", "Publication"), apps.get_model("records", "PublicationPiece")
    for pk in list(publications.objects.order_by("pk").values_list("pk", flat=True)):
        publication = publications.objects.get(pk=pk)
        whole = bytes(publication.file)
        file = load(whole)
        document, matches = {**file["document"], "matches": []}, file["document"]["matches"]
        first, last = first_and_last(document, file["hash"], file["signature"])
        found = {at + 1: piece_of(matches[at : at + CHUNK], first=not at) for at in range(0, len(matches), CHUNK)}
        found = {0: first, **found, len(matches) + 1: last}
        if b"".join(found.values()) != whole:
            raise ValueError(f"publication {publication.number} of event {publication.event_id} is not what was published")
        pieces.objects.bulk_create(
            [
                pieces(event_id=publication.event_id, number=publication.number, place=place, data=data)
                for place, data in found.items()
            ]
        )
    apps.get_model("records", "Publishing").objects.filter(state__in=["pending", "running"]).update(checked=0)


def join(apps, schema_editor):
    """Put what was published together again, byte for byte; what was on its way begins anew. Only for this are its rows open."""
    publications, pieces = apps.get_model("records", "Publication"), apps.get_model("records", "PublicationPiece")
    closed = append_only("records_publication", ["id"], ["event_id", "number"], ["event_id", "hash"])
    closed.reverse_code(apps, schema_editor)
    for publication in publications.objects.order_by("pk").defer("file").iterator():
        found = pieces.objects.filter(event_id=publication.event_id, number=publication.number).order_by("place")
        publication.file = b"".join(bytes(data) for data in found.values_list("data", flat=True))
        file = load(publication.file)
        if (file["hash"], digest(file["document"])) != (publication.hash, publication.hash):
            raise ValueError(f"publication {publication.number} of event {publication.event_id} is not what was published")
        publication.save(update_fields=["file"])
    closed.code(apps, schema_editor)
    apps.get_model("records", "Publishing").objects.filter(state__in=["pending", "running"]).update(checked=0)


class Migration(migrations.Migration):
    dependencies = [("records", "0018_entrants_are_players")]

    operations = [
        migrations.CreateModel(
            name="PublicationPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("place", models.PositiveIntegerField(verbose_name="place")),
                ("data", models.BinaryField(verbose_name="data")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "piece of a publication",
                "verbose_name_plural": "pieces of publications",
                "db_table": "records_publicationpiece",
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=["event", "number", "place"], name="piece_once_per_place")],
            },
        ),
        migrations.RunPython(cut, join),
        migrations.AlterModelOptions(
            name="publicationpiece",
            options={
                "managed": False,
                "ordering": ["place"],
                "verbose_name": "piece of a publication",
                "verbose_name_plural": "pieces of publications",
            },
        ),
        append_only_once("records_publicationpiece", "records_publication", "event_id", "number"),
        migrations.RunSQL(
            "ALTER TABLE records_publication DROP COLUMN file",
            "ALTER TABLE records_publication ADD COLUMN file bytea NOT NULL DEFAULT ''",
            state_operations=[migrations.RemoveField("publication", "file")],
        ),
    ]
