"""A club's players as they are listed; statistics of a player: results by game, rules broken, opponents, points over time.

Everything is counted from current judgements on request: what is judged again, merged or split counts at once. What came of a
match that is held from watchers counts when the delay of its live table is over.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

from records.accounts.clubs.models import Club
from records.archive.matches.judging.models import Finding, SeatResult
from records.archive.matches.models import Match, MatchSeat, not_held
from records.archive.players.models import Player, PlayerAlias, PlayerMerge
from records.core.db.name_search import words_of
from referee.core.verdict import Checked

FINDINGS = 12
OPPONENTS = 12
POINTS = 200
"""Matches that the chart shows, the latest."""


SORTS = ("name", "matches", "recent")
"""The orders in which players are listed: by name, those with the most matches first, those who played last first."""


def sorted_by(players: QuerySet[Player], sort: str) -> QuerySet[Player]:
    """These players, who come by name, in one of the orders of SORTS; by ``recent`` each with a ``last_day``."""
    if sort == "matches":
        counted = players.annotate(count=Count("aliases__seats__match", distinct=True))
        return counted.order_by("-count", "name", "pk")
    if sort == "recent":
        return players.annotate(last_day=Max("aliases__seats__match__date")).order_by("-last_day", "name", "pk")
    return players


def match_counts(players: Iterable[Player]) -> dict[Any, int]:
    """The number of matches of each of these players."""
    ids = [player.pk for player in players]
    rows = MatchSeat.objects.filter(alias__player__in=ids).order_by().values_list("alias__player")
    return dict(rows.annotate(count=Count("match", distinct=True)))


def aliases_of(player: Player) -> list[PlayerAlias]:
    """The aliases of a player, each with the number of seats under it."""
    return list(player.aliases.annotate(count=Count("seats")).order_by("-count", "name"))


def current_player(player: Player) -> Player:
    """The player who has this one's aliases now: the player itself, or the one that it was merged into."""
    seen = {player.pk}
    while not player.aliases.exists():
        merges = PlayerMerge.objects.filter(player=player, alias__isnull=True, undone_at__isnull=True)
        last = merges.select_related("into__club").order_by("-pk").first()
        if last is None or last.into_id in seen:
            break
        player = last.into
        seen.add(player.pk)
    return player


def played_by(matches: QuerySet[Match], player: Player, game: str = "", finding: str = "") -> QuerySet[Match]:
    """Those of these matches that a player sat in, filtered by game or by a rule that the player was found to break."""
    mine = MatchSeat.objects.filter(alias__player=player)
    if finding:
        mine = mine.filter(findings__code=finding, findings__judgement=F("match__current_judgement"))
    matches = matches.filter(pk__in=mine.values("match"))
    return matches.filter(game=game) if game else matches


def points_in(player: Player, matches: Iterable[Match]) -> dict[Any, int]:
    """The points of a player in each of these matches that is settled."""
    rows = _results(player).filter(seat__match__in=[match.pk for match in matches])
    return dict(rows.values_list("seat__match").annotate(points=Sum("points")))


def _results(player: Player) -> QuerySet[SeatResult]:
    """The results of a player in matches of which a round is settled."""
    current = Q(judgement=F("seat__match__current_judgement"))
    return SeatResult.objects.filter(current, seat__alias__player=player, rounds__gt=0).order_by()


def _told(player: Player) -> QuerySet[SeatResult]:
    """The results of a player in matches that are not held."""
    return _results(player).filter(not_held("seat__match__"))


def by_game(player: Player) -> list[dict[str, Any]]:
    """The results of a player by game, the most played first: matches, rounds, points, wins, points a round, best and worst.

    ``checked``: how many rounds of the matches were checked, of how many.
    """
    mine = MatchSeat.objects.filter(alias__player=player).order_by()
    rows = []
    for game, matches in mine.values_list("match__game").annotate(Count("match", distinct=True)):
        each = _told(player).filter(seat__match__game=game).values("seat__match")
        each = each.annotate(of_points=Sum("points"), of_rounds=Sum("rounds"), of_wins=Sum("wins"))
        each = each.annotate(of_checked=Max("judgement__rounds_checked"), of_all=Max("judgement__rounds"))
        sums = each.aggregate(
            settled=Count("seat__match"),
            rounds=Sum("of_rounds"),
            points=Sum("of_points"),
            wins=Sum("of_wins"),
            best=Max("of_points"),
            worst=Min("of_points"),
            rounds_checked=Sum("of_checked"),
            rounds_of_all=Sum("of_all"),
        )
        checked = Checked(sums.pop("rounds_checked") or 0, sums.pop("rounds_of_all") or 0)
        for name in ("rounds", "points", "wins"):
            sums[name] = sums[name] or 0
        average = round(sums["points"] / sums["rounds"], 2) if sums["rounds"] else None
        rows.append({"game": game, "matches": matches, **sums, "average": average, "checked": checked})
    return sorted(rows, key=lambda row: (-row["matches"], row["game"]))


def rules_broken(player: Player, most: int = FINDINGS) -> list[dict[str, Any]]:
    """The rules that a player was found to break, the most frequent first: code, clause, game, findings, matches."""
    mine = Finding.objects.filter(
        not_held("offender_seat__match__"),
        offender_seat__alias__player=player,
        severity="illegal",
        judgement=F("offender_seat__match__current_judgement"),
    )
    rows = mine.order_by().values("code", "clause", game=F("offender_seat__match__game"))
    rows = rows.annotate(times=Count("pk"), matches=Count("offender_seat__match", distinct=True))
    return [dict(row) for row in rows.order_by("-times", "code", "clause", "game")[:most]]


def opponents(player: Player, most: int = OPPONENTS) -> list[dict[str, Any]]:
    """The players who sat at the same tables, the most frequent first: id, name, number of matches."""
    mine = MatchSeat.objects.filter(alias__player=player).values("match")
    others = MatchSeat.objects.filter(match__in=mine, alias__isnull=False).exclude(alias__player=player)
    rows = others.order_by().values("alias__player", "alias__player__name")
    rows = rows.annotate(matches=Count("match", distinct=True)).order_by("-matches", "alias__player__name", "alias__player")
    return [
        {"player": row["alias__player"], "name": row["alias__player__name"], "matches": row["matches"]} for row in rows[:most]
    ]


def points_over_time(player: Player, game: str, most: int = POINTS) -> list[dict[str, Any]]:
    """The points of a player in the latest matches of a game, in order of play: match, date, points, running sum.

    In the order of their dates; what bears none, or the same, in the order of upload.
    """
    each = _told(player).filter(seat__match__game=game).values("seat__match", "seat__match__date", "seat__match__created_at")
    rows = each.annotate(points=Sum("points")).order_by("-seat__match__date", "-seat__match__created_at", "-seat__match")[:most]
    course, total = [], 0
    for row in reversed(rows):
        total += row["points"]
        course.append({"match": row["seat__match"], "date": row["seat__match__date"], "points": row["points"], "total": total})
    return course


def of_club(club: Club) -> QuerySet[Player]:
    """The players of a club by name, without those whose aliases all belong to another player now."""
    return club.players.filter(aliases__isnull=False).distinct().order_by("name", "pk")


def search(club: Club, q: str = "") -> QuerySet[Player]:
    """A club's players in whose name or aliases every word of this text is found, by name."""
    players = of_club(club)
    for word in words_of(q):
        players = players.filter(Q(search_name__contains=word) | Q(pk__in=_with_alias(club, word)))
    return players


def _with_alias(club: Club, word: str) -> QuerySet[PlayerAlias, Any]:
    """The ids of the players of a club who have an alias with this word."""
    return club.aliases.order_by().filter(search_name__contains=word).values("player")


def find(club: Club, player_id: uuid.UUID) -> Player | None:
    """A player of a club by its id, also one that was merged into another."""
    return club.players.select_related("club").filter(pk=player_id).first()


def merges_of(club: Club) -> QuerySet[PlayerMerge]:
    """The merges and splits of a club's players, the newest first, undone ones included."""
    merges = club.player_merges.select_related("player__club", "into__club", "alias", "created_by", "undone_by")
    return merges.order_by("-created_at", "-id")


def merge_for(club: Club, number: int) -> PlayerMerge | None:
    """A merge or split of a club by its number."""
    return merges_of(club).select_related("club").filter(pk=number).first()
