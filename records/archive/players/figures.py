"""Figures of a club, and of a player beside the club, by game and rules: wins, values, fans, rules broken.

Everything is counted from current judgements on request, like the rest of a player's statistics. Wins, values and fans are those
of settled rounds. Rules broken are those of all rounds, whose number is ``rounds_of_all``. A club's figures per seat are those of
the seats in which a player sat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.matches.judging.models import Finding, SeatFan, SeatResult, VerdictSummary
from records.archive.matches.models import Match
from records.archive.players.models import Player
from records.archive.players.statistics import of_club
from records.core.people import Actor
from referee.core.verdict import Checked

GROUPS = 40
"""Games with rules that are told, those with the most rounds."""
PLAYERS = 30
"""Players of a game with rules, those with the most rounds."""
LISTED = 100
"""Fans, and rules broken, of a game with rules, the most frequent."""
OF_A_PLAYER = 5
"""The same of a player."""

Figures = dict[str, Any]
Group = tuple[str, str]
"""A game and its rules, as records write them."""

COUNTS = {"rounds": "rounds", "won": "won", "dealt_in": "dealt_in", "wins": "wins", "checked": "checked", "ready": "ready"}
COLUMNS = {**COUNTS, "rounds_of_all": "sat", "of_values": "value", "of_valued": "valued"}
"""The columns of SeatResult that each figure is the sum of."""


def totals_of_club(actor: Actor, club: Club) -> Figures:
    """How much a club has, by the current verdicts, for its owners: matches, rounds, how many were checked, findings, players.

    Raises Refusal (403).
    """
    require(may(actor, Right.EXPORT, club))
    sums = Match.objects.filter(club=club).aggregate(
        matches=Count("pk"),
        rounds=Sum("current_judgement__rounds", default=0),
        rounds_checked=Sum("current_judgement__rounds_checked", default=0),
        findings=Sum("current_judgement__findings_count", default=0),
    )
    return sums | {"checked": Checked(sums.pop("rounds_checked"), sums["rounds"]), "players": of_club(club).count()}


def figures_of_club(actor: Actor, club: Club) -> list[Figures]:
    """A club's figures by game and rules, those with the most rounds first, for its owners.

    Each has ``game``, ``rules``, ``matches``, ``rounds``, ``drawn``, ``wins``, ``dealt_in``; ``checked``: how many rounds of the
    matches were checked, of how many; ``seats``: the figures of all seats;
    ``players``: those of the players with the most rounds, with ``player`` and ``name``. Raises Refusal (403).
    """
    require(may(actor, Right.EXPORT, club))
    seats, players = _of_seats(_results(club)), _of_players(_results(club))
    fans, broken = _fans(_seat_fans(club), LISTED), _broken(_findings(club), LISTED)
    groups = []
    for row in _rounds(club):
        group = row["game"], row["rules"]
        if group in seats:
            of_seats = {**seats[group], "fans": fans[group], "broken": broken[group]}
            groups.append({**row, "seats": of_seats, "players": players[group]})
    return groups


def figures_of_player(actor: Actor, player: Player) -> list[Figures]:
    """A player's figures by game and rules, those with the most rounds first, for the club's owners.

    Each has ``game``, ``rules``, ``player``, and ``club``: the same figures of all seats of the club. Raises Refusal (403).
    """
    club = player.club
    require(may(actor, Right.EXPORT, club))
    sat = {"seat__alias__player": player}
    own = _of_seats(_results(club).filter(**sat))
    if not own:
        return []
    fans = _fans(_seat_fans(club).filter(**sat), OF_A_PLAYER)
    broken = _broken(_findings(club).filter(offender_seat__alias__player=player), OF_A_PLAYER)
    games = {game for game, _ in own}
    every = _of_seats(_results(club).filter(judgement__match__game__in=games))
    same_fans = Q(code__in={row["code"] for rows in fans.values() for row in rows})
    same_rules = Q(code__in={row["code"] for rows in broken.values() for row in rows})
    every_fan = _fans(_seat_fans(club).filter(same_fans, judgement__match__game__in=games))
    every_rule = _broken(_findings(club).filter(same_rules, judgement__match__game__in=games))
    return [
        {
            "game": group[0],
            "rules": group[1],
            "player": {**figures, "fans": fans[group], "broken": broken[group]},
            "club": {
                **every[group],
                "fans": _same(every_fan[group], fans[group]),
                "broken": _same(every_rule[group], broken[group]),
            },
        }
        for group, figures in own.items()
    ][:GROUPS]


def _results(club: Club) -> QuerySet[SeatResult]:
    return SeatResult.objects.filter(_current(club)).order_by()


def _seat_fans(club: Club) -> QuerySet[SeatFan]:
    return SeatFan.objects.filter(_current(club)).order_by()


def _findings(club: Club) -> QuerySet[Finding]:
    """The rules that a player of the club was found to break."""
    return Finding.objects.filter(_current(club), severity="illegal", offender_seat__isnull=False).order_by()


def _current(club: Club) -> Q:
    """The condition for rows of the current judgements of a club's matches."""
    return Q(judgement__match__club=club, judgement__match__current_judgement=F("judgement"))


def _rounds(club: Club) -> list[Figures]:
    """Matches and rounds by game and rules, those with the most rounds first."""
    rows = _grouped(VerdictSummary.objects.filter(_current(club), rounds__gt=0).order_by())
    sums = {f"sum_{name}": Sum(name) for name in ("rounds", "drawn", "wins", "dealt_in")}
    sums |= {"checked": Sum("judgement__rounds_checked"), "all": Sum("judgement__rounds")}
    counted = rows.annotate(sum_matches=Count("pk"), **sums).order_by("-sum_rounds", "game", "of_rules")
    return [
        {name.removeprefix("sum_").removeprefix("of_"): value for name, value in row.items()}
        | {"checked": Checked(row["checked"], row.pop("all"))}
        for row in counted[:GROUPS]
    ]


def _grouped(rows: QuerySet[Any], *more: str) -> QuerySet[Any, dict[str, Any]]:
    """Rows by game and rules, and by more columns."""
    group = {"game": F("judgement__match__game"), "of_rules": F("judgement__match__rules")}
    grouped: QuerySet[Any, dict[str, Any]] = rows.values(*more, **group)
    return grouped


def _group(row: Mapping[str, Any]) -> Group:
    return row["game"], row["of_rules"]


def _summed(rows: QuerySet[Any, dict[str, Any]]) -> QuerySet[Any, dict[str, Any]]:
    summed: QuerySet[Any, dict[str, Any]] = rows.annotate(**{f"sum_{name}": Sum(of) for name, of in COLUMNS.items()})
    return summed.filter(sum_rounds__gt=0)


def _figures(row: Mapping[str, Any]) -> Figures:
    """The figures that a row of sums says."""
    value = round(row["sum_of_values"] / row["sum_of_valued"], 2) if row["sum_of_valued"] else None
    return {name: row[f"sum_{name}"] for name in (*COUNTS, "rounds_of_all")} | {"value": value}


def _of_seats(results: QuerySet[SeatResult]) -> dict[Group, Figures]:
    """The figures of these results by game and rules, those with the most rounds first."""
    rows = _summed(_grouped(results)).order_by("-sum_rounds", "game", "of_rules")
    return {_group(row): _figures(row) for row in rows}


def _of_players(results: QuerySet[SeatResult]) -> dict[Group, list[Figures]]:
    """The figures of the players with the most rounds in each game with rules."""
    rows = _summed(_grouped(results, "seat__alias__player", "seat__alias__player__name"))
    place = Window(
        RowNumber(),
        partition_by=["game", "of_rules"],
        order_by=["-sum_rounds", "seat__alias__player"],
    )
    players: dict[Group, list[Figures]] = defaultdict(list)
    for row in rows.annotate(place=place).filter(place__lte=PLAYERS).order_by("place"):
        named = {"player": row["seat__alias__player"], "name": row["seat__alias__player__name"]}
        players[_group(row)].append(named | _figures(row))
    return players


def _fans(fans: QuerySet[SeatFan], most: int | None = None) -> dict[Group, list[Figures]]:
    """The fans by game and rules, the most frequent first."""
    rows = _grouped(fans, "code").annotate(sum_times=Sum("times"))
    return _most_frequent(rows.order_by("-sum_times", "code"), ("code",), most)


def _broken(findings: QuerySet[Finding], most: int | None = None) -> dict[Group, list[Figures]]:
    """The rules broken by game and rules, the most frequent first."""
    rows = _grouped(findings, "code", "clause").annotate(sum_times=Count("pk"))
    return _most_frequent(rows.order_by("-sum_times", "code", "clause"), ("code", "clause"), most)


def _most_frequent(rows: Iterable[Mapping[str, Any]], names: Sequence[str], most: int | None) -> dict[Group, list[Figures]]:
    told: dict[Group, list[Figures]] = defaultdict(list)
    for row in rows:
        of_group = told[_group(row)]
        if most is None or len(of_group) < most:
            of_group.append({name: row[name] for name in names} | {"times": row["sum_times"]})
    return told


def _same(rows: Iterable[Figures], asked: Iterable[Figures]) -> list[Figures]:
    """Those of a club's fans or broken rules that a player has."""
    keys = {(one["code"], one.get("clause")) for one in asked}
    return [row for row in rows if (row["code"], row.get("clause")) in keys]
