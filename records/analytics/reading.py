"""Which exports a person may have, and an export as a file to download."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from records.access.roles import Right, may, memberships_of, require, sees_all, signed_in
from records.analytics.models import AnalyticsExport, AnalyticsFile
from records.analytics.schema import PUBLISHED, as_markdown
from records.clubs.models import Club
from records.db.fields import Document
from records.files import File, zipped
from records.matches.models import MatchSeat
from records.matches.player_statistics import current_player
from records.people import Actor
from records.players.models import Player, PlayerMerge

PLAYERS = 30
"""Players of a game that a club's figures name: those with the most rounds."""
OF_SEATS = {
    "rounds": "seats",
    "won": "seats_won",
    "dealt_in": "seats_dealt_in",
    "rounds_of_all": "seats_of_all",
    **{name: name for name in ("wins", "value", "checked", "ready")},
}
"""A player's figures, and those of all seats of the club, which they are compared with."""
LISTS = ("fans", "broken")

README = """\
The archive as Parquet files: a folder for each table, whose files together are the table. In DuckDB:

    SELECT game, count(*) FROM 'matches/*.parquet' GROUP BY game;

{tables}"""

OF_DATASET = """\
Matches of table games with the verdicts of a referee, anonymized, as Parquet files: a folder for each table. In DuckDB:

    SELECT game, count(*) FROM 'matches/*.parquet' GROUP BY game;

Nobody is named, and nothing tells that the same person sat at two tables. Do not try to find out who played.

{tables}"""


def visible_to(user: Actor) -> QuerySet[AnalyticsExport]:
    """The exports that a person may have, the newest first: of clubs that they own; for the staff all. None of a dataset."""
    every = (
        AnalyticsExport.objects.filter(dataset=None)
        .select_related("club", "created_by")
        .defer("figures")
        .order_by("-created_at", "-id")
    )
    if not signed_in(user):
        return every.none()
    if sees_all(user):
        return every
    clubs = [one.club_id for one in memberships_of(user) if may(user, Right.EXPORT, one.club_id)]
    return every.filter(club__in=clubs)


def find(user: Actor, export_id: uuid.UUID) -> AnalyticsExport | None:
    """An export by its id, None where there is none that this person may have."""
    return visible_to(user).filter(pk=export_id).first()


class PlayerFigures(NamedTuple):
    """A player's figures beside those of the club, by game and rules."""

    as_of: datetime | None
    """When the export was asked for; None where there is none."""
    merged_since: bool
    """Whether names of the player were merged or split since: they count for whom they were then."""
    groups: list[dict[str, Any]]
    """``game``, ``rules``, ``player`` and ``club``: the same figures of each."""


def latest_figures(club: Club) -> AnalyticsExport | None:
    """The latest export of a club that has figures; None where there is none."""
    return AnalyticsExport.objects.filter(club=club, figures__isnull=False).order_by("-created_at").first()


def figures_told(export: AnalyticsExport) -> Document | None:
    """A club's figures, those of the players with the most rounds by the names that they have now. A player who is not there any
    more is left out."""
    if export.figures is None:
        return None
    groups = [group | {"players": group["players"][:PLAYERS]} for group in export.figures["groups"]]
    ids = {one["player"] for group in groups for one in group["players"]}
    names = {str(key): name for key, name in Player.objects.filter(club=export.club_id, pk__in=ids).values_list("pk", "name")}
    for group in groups:
        known = [one for one in group["players"] if one["player"] in names]
        group["players"] = [{"player": one["player"], "name": names[one["player"]], **one} for one in known]
    return {"groups": groups}


def figures_of_player(actor: Actor, player: Player) -> PlayerFigures:
    """The figures of a player in the latest export of the club, for its owners. Of whom no match is left there are none.

    Raises Refusal (403).
    """
    require(may(actor, Right.EXPORT, player.club))
    export = latest_figures(player.club)
    if export is None or export.figures is None or not _plays(current_player(player)):
        return PlayerFigures(None, False, [])
    groups = [_beside(one, group) for group in export.figures["groups"] if (one := _row_of(player, group))]
    return PlayerFigures(export.created_at, _merged_since(player, export.created_at), groups)


def _plays(player: Player) -> bool:
    """Whether a match of the club is left in which the player sat."""
    return MatchSeat.objects.filter(alias__player=player, match__club=player.club_id).exists()


def _merged_since(player: Player, since: datetime) -> bool:
    changes = PlayerMerge.objects.filter(Q(player=player) | Q(into=player))
    return changes.filter(Q(created_at__gte=since) | Q(undone_at__gte=since)).exists()


def _row_of(player: Player, group: Mapping[str, Any]) -> dict[str, Any] | None:
    return next((one for one in group["players"] if one["player"] == str(player.pk)), None)


def _beside(player: dict[str, Any], group: Mapping[str, Any]) -> dict[str, Any]:
    """A player's figures in a game beside those of all its seats."""
    of_club: dict[str, Any] = {name: group[of_seats] for name, of_seats in OF_SEATS.items()}
    for name in LISTS:
        of_club[name] = _same(group[name], player[name])
    of_player = {name: player[name] for name in (*OF_SEATS, *LISTS)}
    return {"game": group["game"], "rules": group["rules"], "player": of_player, "club": of_club}


def _same(rows: list[dict[str, Any]], asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of a club's fans or broken rules those that a player has, told alike."""
    columns = ("code", "clause", "times")
    keys = {(one["code"], one.get("clause")) for one in asked}
    return [{name: row[name] for name in columns if name in row} for row in rows if (row["code"], row.get("clause")) in keys]


def download(export: AnalyticsExport) -> File | None:
    """An export as a zip; None where it is not finished."""
    if export.state != AnalyticsExport.State.DONE:
        return None
    whose = "dataset" if export.dataset_id else export.club.slug if export.club else "everything"
    name = f"{whose}-{export.created_at:%Y-%m-%d}.zip"
    return File(name, "application/zip", zipped(_files(export), packed=False))


def _files(export: AnalyticsExport) -> Iterator[tuple[str, list[bytes]]]:
    """Every file of the zip by its name, one in memory at a time."""
    text = OF_DATASET.format(tables=as_markdown(PUBLISHED)) if export.dataset_id else README.format(tables=as_markdown())
    yield "README.md", [text.encode()]
    files = AnalyticsFile.objects.filter(export=export).order_by("table", "place")
    for key, table, place in files.values_list("pk", "table", "place"):
        for data in files.filter(pk=key).values_list("data", flat=True):
            yield f"{table}/{place:06}.parquet", [bytes(data)]
