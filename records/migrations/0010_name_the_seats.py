"""Players for the matches that clubs had before there were players; their results are counted by the sweeper, bit by bit."""

from django.db import migrations

from records.players.name_key import key_of

PAGE = 500


def name_the_seats(apps, schema_editor):
    """A player for every name in a club's matches; spellings that differ in nothing that counts are one player's."""
    club_model, seat_model = apps.get_model("records", "Club"), apps.get_model("records", "MatchSeat")
    for club in club_model.objects.order_by("pk").iterator():
        seats = seat_model.objects.filter(match__club=club)
        keys = {}
        for name in seats.order_by("name").values_list("name", flat=True).distinct():
            if key := key_of(name):
                keys.setdefault(key, []).append(name)
        ids = _spellings(apps, club, keys)
        for key, names in keys.items():
            for start in range(0, len(names), PAGE):
                seats.filter(name__in=names[start : start + PAGE]).update(spelling_id=ids[key])


def _spellings(apps, club, keys):
    player_model, spelling_model = apps.get_model("records", "Player"), apps.get_model("records", "Spelling")
    players = [player_model(club=club, name=" ".join(names[0].split())) for names in keys.values()]
    player_model.objects.bulk_create(players, batch_size=PAGE)
    spellings = [
        spelling_model(club=club, key=key, name=player.name, player=player, born=player)
        for key, player in zip(keys, players, strict=True)
    ]
    spelling_model.objects.bulk_create(spellings, batch_size=PAGE)
    return dict(spelling_model.objects.filter(club=club).values_list("key", "pk"))


class Migration(migrations.Migration):
    dependencies = [("records", "0009_players")]

    operations = [migrations.RunPython(name_the_seats, migrations.RunPython.noop, elidable=True)]
