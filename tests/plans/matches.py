"""The matches of an archive with all that belongs to them, copied of real ones that were uploaded and judged as always."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

import referee
from records.accounts.models import Club
from records.archive import matches
from records.archive.models import (
    Finding,
    Judgement,
    Match,
    MatchSeat,
    Player,
    PlayerAlias,
    SeatFan,
    SeatResult,
    Upload,
    VerdictSummary,
)
from records.core.db.search_keys import search_key
from referee.chinese import simplified_characters
from scripts.bench import corpus
from tests.files import FLAGGED, PPN
from tests.golden import HOME
from tests.plans import invented_names as names
from tests.plans.copies import copies_of, execute, temporary

YEARS = 10
AT_ONCE = 10
"""Events that are played at the same time; one of ten belongs to nobody's club, and of its matches one of ten is public."""
OF_EVENT = 200
"""Matches of an event."""
OF_FILE = 10
PENDING, JUDGING, FAILED = 60, 10, 20
"""The newest matches are not judged."""
UNJUDGED = PENDING + JUDGING + FAILED
RARE = "rare-code"
TABLE = 8
"""Seats that a match has at most: their numbers are counted by it."""


@dataclass(frozen=True)
class Size:
    """How much there is of everything. Records and verdicts are empty, which is made ten times as fast."""

    matches: int

    @property
    def clubs(self) -> int:
        return max(20, self.matches // 5_000)

    @property
    def people(self) -> int:
        return max(2_000, self.matches // 25)

    @property
    def events(self) -> int:
        return self.matches // OF_EVENT


def event_name(size: Size, number: int) -> str:
    """The name of an event; the newest has number 0."""
    return names.event(number, timezone.now().year - number * YEARS // size.events)


def store_matches(size: Size, clubs: list[Club], club: Club, user: Any, first_account: int, accounts: int) -> Match:
    """Store players and matches in the present transaction; returns one that they are copied of, which belongs to ``club``."""
    templates = _templates(club, user)
    _people(size, clubs)
    _plan(size, clubs, first_account, accounts)
    last = Judgement.objects.order_by("-pk").values_list("pk", flat=True)[0]
    seats = MatchSeat.objects.order_by("-pk").values_list("pk", flat=True)[0]
    _files(size)
    _matches(size, last)
    _judgements(size, last, seats)
    for table, first, rows in (("judgement", last, 1), ("matchseat", seats, TABLE)):
        execute(f"SELECT setval('archive_{table}_id_seq', {first + (size.matches + 1) * rows})")
    return templates[0]


def _different_rounds() -> tuple[list[str], list[str]]:
    """Matches of one round of all games, with a name at each seat: those that are clean, and those with findings."""
    texts = [path.read_text(encoding="utf-8") for game in referee.games() for path in sorted((HOME / game.id).glob("*.ppn"))]
    known = {game.id for game in referee.games()}
    first = [record._replace(rounds=record.rounds[:1], totals=None) for record in corpus.records(texts) if record.game in known]
    dealt = [record._replace(seats={seat: f"P{seat}" for seat in record.rounds[0].hands}) for record in first if record.rounds]
    found = {referee.write(record): referee.verify(record).status for record in dealt}
    clean, flagged = ([text for text, status in found.items() if status == wanted] for wanted in ("clean", "flagged"))
    return clean, flagged


def _templates(club: Club, user: Any) -> list[Match]:
    """A match of every text, judged; those that are flagged come first."""
    clean, flagged = _different_rounds()
    texts = "\n".join([FLAGGED, *flagged, *clean]).encode()
    stored = matches.upload(texts, media_type=PPN, user=user, club=club).matches
    while matches.judge_all([match.pk for match in stored]):
        pass
    Match.objects.update(mistakes_engine=referee.ENGINE_VERSION, choices_weighed=1)
    for match in stored:
        match.refresh_from_db()
    rows = [(at, match.pk, match.current_judgement_id, match.upload_id) for at, match in enumerate(stored)]
    temporary("archive_template", "k int, match uuid, judgement bigint, upload uuid", rows)
    execute(f"""
        CREATE TEMPORARY TABLE archive_share ON COMMIT DROP AS
        SELECT {1 + len(flagged)} AS flagged, {len(clean)} AS clean""")
    execute("""
        CREATE TEMPORARY TABLE archive_seat ON COMMIT DROP AS
        SELECT id, match_id, row_number() OVER (PARTITION BY match_id ORDER BY id) - 1 AS place FROM archive_matchseat""")
    return stored


def _people(size: Size, clubs: list[Club]) -> None:
    """The players of the clubs, each with an alias of the same name."""
    seat = MatchSeat.objects.select_related("alias__player").filter(alias__isnull=False)[0]
    alias = seat.alias
    assert alias is not None
    first = PlayerAlias.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
    people = [(number, names.person(number)) for number in range(size.people)]
    rows = [(number, name, search_key(name), first + number, clubs[number % size.clubs].pk) for number, name in people]
    temporary("archive_person", "number int, name text, key text, alias bigint, club bigint", rows)
    identity = "md5('p' || p.number)::uuid"
    copies_of(
        Player,
        f"archive_player t JOIN archive_person p ON t.id = '{alias.player_id}'",
        id=identity,
        name="p.name",
        search_name="p.key",
        club_id="p.club",
    )
    copies_of(
        PlayerAlias,
        f"archive_playeralias t JOIN archive_person p ON t.id = {alias.pk}",
        id="p.alias",
        name="p.name",
        search_name="p.key",
        key="p.name || p.number",
        club_id="p.club",
        player_id=identity,
        original_player_id=identity,
    )
    execute(f"SELECT setval('archive_playeralias_id_seq', {first + size.people})")


def _plan(size: Size, clubs: list[Club], first_account: int, accounts: int) -> None:
    """A row for every match: of which it is copied, when it was played, its event and club."""
    rows = []
    for number in range(size.events + AT_ONCE):
        name = event_name(size, number)
        club = clubs[number % size.clubs].pk if number % AT_ONCE else None
        rows.append((number, name, search_key(name), club))
    temporary("archive_event", "number int, name text, key text, club bigint", rows)
    execute(f"""
        CREATE TEMPORARY TABLE planned_match ON COMMIT DROP AS
        SELECT n, md5('m' || n)::uuid AS id, k.match AS template, k.judgement AS judged, e.*, c.number AS club_number,
            (n - 1) / {OF_FILE} + 1 AS file, now() - n * interval '{YEARS} years' / {size.matches} AS played,
            {first_account} + e.number % {accounts} AS account
        FROM generate_series(1, {size.matches}) n
        CROSS JOIN archive_share s
        JOIN archive_event e ON e.number = (n - 1) / {AT_ONCE * OF_EVENT} * {AT_ONCE} + (n - 1) / {OF_FILE} % {AT_ONCE}
        JOIN archive_template k ON k.k = CASE WHEN n % 20 = 0 THEN n / 20 % s.flagged ELSE s.flagged + n % s.clean END
        CROSS JOIN LATERAL (SELECT e.number % {size.clubs} AS number) c""")
    execute("ANALYZE planned_match")


def _files(size: Size) -> None:
    """Files of ten matches each, an evening at a club."""
    execute("""
        CREATE TEMPORARY TABLE archive_file ON COMMIT DROP AS
        SELECT file, min(a.played) AS played, min(a.club) AS club, min(a.account) AS account
        FROM planned_match a GROUP BY file""")
    named = "to_char(f.played, 'YYYY-MM-DD') || ' 第' || f.file || '{}.ppn'"
    copies_of(
        Upload,
        "archive_upload t JOIN (SELECT upload FROM archive_template WHERE k = 0) k ON t.id = k.upload, archive_file f",
        id="md5('u' || f.file)::uuid",
        source="''::bytea",
        sha256="md5('u' || f.file) || md5('v' || f.file)",
        filename=named.format("檔"),
        search_filename=named.format(simplified_characters("檔")),
        user_id="f.account",
        club_id="f.club",
        created_at="f.played + interval '1 hour'",
    )


def _matches(size: Size, last: int) -> None:
    pending, judging = PENDING, PENDING + JUDGING
    stage = "CASE WHEN a.n % 10 < 7 THEN '{}' WHEN a.n % 10 < 9 THEN '{}' ELSE '{}' END"
    stages = ("預賽", "複賽", "決賽")
    came = "a.played + interval '1 hour'"
    copies_of(
        Match,
        "archive_match t JOIN planned_match a ON t.id = a.template",
        id="a.id",
        upload_id="md5('u' || a.file)::uuid",
        ordinal=f"1 + (a.n - 1) % {OF_FILE}",
        source="''::bytea",
        sha256="md5('a' || a.n) || md5('b' || a.n)",
        state=f"CASE WHEN a.n <= {pending} THEN 'pending' WHEN a.n <= {judging} THEN 'judging' "
        f"WHEN a.n <= {UNJUDGED} THEN 'failed' ELSE 'judged' END",
        event="a.name",
        search_event="a.key",
        stage=stage.format(*stages),
        search_stage=stage.format(*map(search_key, stages)),
        table="1 + a.n % 20",
        search_table="1 + a.n % 20",
        state_since=came,
        enqueued_at=came,
        waiting_since=came,
        created_at=came,
        date="to_char(a.played, 'YYYY.MM.DD')",
        day="a.played::date",
        public="a.club IS NULL AND (a.n - 1) / 100 % 10 = 0",
        user_id="a.account",
        club_id="a.club",
        owner_key="'o:' || a.n",
        current_judgement_id=f"CASE WHEN a.n > {UNJUDGED} THEN {last} + a.n END",
    )


def _judgements(size: Size, last: int, seats: int) -> None:
    """The verdicts, and the rows of the seats with what they have of them: many have few names, and few have many."""
    judged = f"planned_match a ON a.n > {UNJUDGED} AND"
    copies_of(
        Judgement,
        f"archive_judgement t JOIN {judged} t.id = a.judged",
        id=f"{last} + a.n",
        match_id="a.id",
        created_at="a.played + interval '1 hour'",
        verdict="'{\"rounds\": []}'",
    )
    of_club = size.people // size.clubs
    chosen = f"(a.n::bigint * 7919 % {of_club}) ^ 2 / {of_club} + s.place * (1 + a.n % 7)"
    copies_of(
        MatchSeat,
        f"""archive_matchseat t JOIN archive_seat s ON s.id = t.id JOIN planned_match a ON a.template = t.match_id
        JOIN archive_person p ON p.number = a.club_number + {size.clubs} * (({chosen})::int % {of_club})""",
        id=f"{seats} + a.n * {TABLE} + s.place",
        match_id="a.id",
        name="p.name",
        search_name="p.key",
        alias_id="CASE WHEN a.club IS NOT NULL THEN p.alias END",
    )
    copies_of(
        Finding,
        f"archive_finding t LEFT JOIN archive_seat s ON s.id = t.offender_seat_id JOIN {judged} t.judgement_id = a.judged",
        judgement_id=f"{last} + a.n",
        offender_seat_id=f"{seats} + a.n * {TABLE} + s.place",
        code=f"CASE WHEN a.n % 2000 = 0 THEN '{RARE}' ELSE t.code END",
    )
    in_club = f"{judged} a.club IS NOT NULL AND t.judgement_id = a.judged"
    copies_of(
        SeatResult,
        f"archive_seatresult t JOIN archive_seat s ON s.id = t.seat_id JOIN {in_club}",
        judgement_id=f"{last} + a.n",
        seat_id=f"{seats} + a.n * {TABLE} + s.place",
    )
    copies_of(
        SeatFan,
        f"archive_seatfan t JOIN archive_seat s ON s.id = t.seat_id JOIN {in_club}",
        judgement_id=f"{last} + a.n",
        seat_id=f"{seats} + a.n * {TABLE} + s.place",
    )
    copies_of(VerdictSummary, f"archive_verdictsummary t JOIN {in_club}", judgement_id=f"{last} + a.n")
