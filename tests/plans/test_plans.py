"""No listing reads a table that grows with every match from end to end, and none looks at more pages than is said here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import md5
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from records.accounts import audit, webhooks
from records.accounts.access import baseline
from records.archive import batches, matches, mistakes, players
from records.archive.matches.seals import sealing
from records.core.ops import metrics
from records.core.queue import jobs
from referee.chinese import simplified_characters
from tests.plans.building import build
from tests.plans.invented_names import person
from tests.plans.matches import PENDING, RARE, Size, event_name
from tests.plans.others import BATCHED
from tests.plans.plan import plans

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's plans"),
]

A_PAGE = 8_000
"""Pages of 8 KiB, nearly all in memory, for a page of a listing with everything that stands on it: a row in a heap or an index is
one, and the distinct names of an index, gone through for a part of one, are three each. There are 4,000 players."""
A_WALK = 60_000
"""Where what is asked for is frequent: from the newest match on, each looked up, until the page is full."""
OF_A_CLUB = 400_000
"""Where all matches of a club are summed up, and for each of their seats who its player is."""
SUMMED = tuple(f"archive_{name}" for name in "match judgement matchseat seatresult seatfan finding".split())
SIZE = Size(100_000)
WALKED = ("a frequent finding",)


@pytest.fixture(scope="module")
def archive(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build(SIZE)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"


def assert_indexed(work: Callable[[], Any], pages: int = A_PAGE, whole: tuple[str, ...] = ()) -> None:
    for plan in plans(work):
        assert not set(plan.read_whole) - set(whole), plan
        assert plan.buffers <= pages, plan


PLAYER, EVENT_NAME = person(1234), event_name(SIZE, 77)

FILTERS = {
    "nothing": "",
    "a game": "game=gouji",
    "a status": "status=flagged",
    "a state": "state=pending",
    "a rare state": "state=failed",
    "an event": f"event={EVENT_NAME}",
    "an event, in part": "event=第77",
    "a player": f"player={PLAYER}",
    "a player, in the other script": f"player={simplified_characters(PLAYER)}",
    "a player, in part": f"player={PLAYER[1:]}",
    "a frequent surname": "player=王",
    "a player who is not there": "player=nobody",
    "by day": "sort=date",
    "by day, the oldest first": "sort=oldest",
    "dates": "date_from=2024-01-01&date_to=2024-02-01",
    "dates long ago": "date_from=2018-03-01&date_to=2018-05-31",
    "dates long ago, by day": "date_from=2018-03-01&date_to=2018-05-31&sort=date",
    "a finding": f"finding={RARE}",
    "a frequent finding": "finding=declared-suit",
    "a finding that is not there": "finding=none",
    "anything": f"q={PLAYER[1:]}",
    "anything, a file": "q=第777檔",
    "anything, a table": "q=1",
    "anything, a number": f"q={md5(b'a1234').hexdigest()[:8]}",
    "anything that is everywhere": "q=年",
    "several words": "q=賽 王",
    "several words, one rare": f"q={EVENT_NAME} {PLAYER}",
    "several words that never meet": "q=2019年 2021年",
    "several words that rarely meet": f"q={EVENT_NAME[:5]} {EVENT_NAME[5:7]}",
    "several words of a name": f"player={PLAYER[1:]} {PLAYER[0]}",
    "anything that is nowhere": "q=nobody",
    "much at once": f"game=sichuan&status=flagged&finding={RARE}&player={PLAYER[0]}",
}


def got(archive: dict[str, Any], who: str, address: str) -> Callable[[], None]:
    """Ask for an address as somebody."""
    client = Client()
    if who != "nobody":
        client.force_login(archive[who])

    def get() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, answer.content[:300]
        if answer.streaming:
            list(answer.streaming_content)

    return get


@pytest.mark.parametrize("who", ["nobody", "stranger", "arbiter", "user", "staff"])
@pytest.mark.parametrize("name", FILTERS)
def test_page_of_the_archive_is_read_by_an_index(archive: dict[str, Any], who: str, name: str) -> None:
    assert_indexed(got(archive, who, f"/api/v1/matches?{FILTERS[name]}"), A_WALK if name in WALKED else A_PAGE)


def test_next_page_of_the_archive_is_read_by_an_index(archive: dict[str, Any]) -> None:
    client = Client()
    client.force_login(archive["user"])
    first = client.get("/api/v1/matches").json()
    assert_indexed(got(archive, "user", first["next"]))


def test_mistakes_of_a_player_are_read_by_an_index(archive: dict[str, Any]) -> None:
    """One of a hundred matches: the next mistake, which was looked through, and what was learnt."""
    user, player = archive["user"], archive["player"]
    first = mistakes.next_mistake(user, player)
    assert first is not None
    for work in (
        lambda: mistakes.next_mistake(user, player),
        lambda: mistakes.next_mistake(user, player, first),
        lambda: mistakes.of_player(user, player, first.pk),
        lambda: mistakes.search(player),
        lambda: mistakes.counts(user, player),
        lambda: mistakes.untold_games(player),
    ):
        assert_indexed(work)


@pytest.mark.parametrize("address", ["matches/{match}", "matches/{match}/verdict", "matches/{match}/links"])
def test_match_is_read_by_an_index(archive: dict[str, Any], address: str) -> None:
    assert_indexed(got(archive, "user", "/api/v1/" + address.format(match=archive["match"].pk)), 100)


@pytest.mark.parametrize("address", ["batches", "batches/{batch}", "batches/{batch}/report?format=csv"])
def test_batches_are_read_by_an_index(archive: dict[str, Any], address: str) -> None:
    """The matches of one batch are counted and reported; those of others are not looked at."""
    assert_indexed(got(archive, "user", "/api/v1/" + address.format(batch=archive["batch"].pk)), 20 * BATCHED)


ADDRESSES = """
api/v1/clubs/{club}/events
api/v1/clubs/{club}/members
api/v1/clubs/{club}/audit
api/v1/clubs/{club}/webhooks
api/v1/clubs/{club}/webhooks/{webhook}/deliveries
api/v1/clubs/{club}/webhooks/{webhook}/deliveries?state=pending
api/v1/clubs/{club}/matches
api/v1/clubs/{club}/matches?status=flagged
api/v1/clubs/{club}/matches?player=明
api/v1/clubs/{club}/players/{player}
api/v1/clubs/{club}/players/{player}/matches
api/v1/events/{event}
api/v1/events/{event}/tables
api/v1/events/{event}/standings
api/v1/events/{event}/unresolved
api/v1/events/{event}/entrants
api/v1/events/{published}/rulings
api/v1/events/{published}/publications
api/v1/events/{published}/publications/1
api/v1/events/{published}/publications/1/results.json
api/v1/events/{published}/publications/1/ledger.csv
api/v1/events/{published}/links
matches/
matches/?q=年
matches/?page=40
matches/?sort=added&q=年
clubs/{club}/
clubs/{club}/events/
clubs/{club}/people/
events/{event}/
events/{event}/decisions/
events/{event}/settings/
events/{event}/settings/
events/{published}/results/1/
""".split()
OF_ALL_SEATS = ["api/v1/clubs/{club}/players", "api/v1/clubs/{club}/players?q=明", "clubs/{club}/players/"]
"""Fifty players who sat at so many of these tables that PostgreSQL reads all seats; of a million matches it does not."""
OF_A_PLAYER = "clubs/{club}/players/{player}/"
"""The sums of a player who sat at so many tables that PostgreSQL reads whole tables of verdicts; of a million it does not."""


@pytest.mark.parametrize("address", [*ADDRESSES, *OF_ALL_SEATS, OF_A_PLAYER])
def test_listing_is_read_by_an_index(archive: dict[str, Any], address: str) -> None:
    """Of a club, of an event of two hundred tables, of an owner; in the API and on pages."""
    ids = {name: archive[name].pk for name in ("event", "published", "webhook", "player")}
    whole = SUMMED if address == OF_A_PLAYER else ("archive_matchseat",) if address in OF_ALL_SEATS else ()
    limit = A_PAGE if address.startswith("api/v1/events") else A_WALK
    assert_indexed(got(archive, "user", "/" + address.format(club=archive["club"].slug, **ids)), limit, whole)


def test_figures_read_a_bounded_number_of_pages(archive: dict[str, Any]) -> None:
    """A player's beside a club's, and a club's: sums over all matches of the club. It has so many of these that PostgreSQL reads
    whole tables of verdicts; the pages that it looks at are bounded all the same."""
    user, club, player = archive["user"], archive["club"], archive["player"]
    assert_indexed(lambda: players.figures_of_player(user, player), OF_A_CLUB, SUMMED)
    for work in (players.figures_of_club, players.totals_of_club):
        assert_indexed(partial(work, user, club), OF_A_CLUB, SUMMED)


def test_sweeper_reads_by_an_index(archive: dict[str, Any]) -> None:
    for sweep in (lambda: matches.sweep(0), lambda: jobs.sweep(0), batches.complete, webhooks.sweep):
        assert_indexed(sweep)


def test_judging_reads_by_an_index(archive: dict[str, Any]) -> None:
    assert_indexed(lambda: matches.judge(matches.rejudge(None, archive["match"]).pk), 200)
    assert_indexed(lambda: matches.judge_all([matches.rejudge(None, archive["match"]).pk]), 200 * PENDING)


def test_task_with_nothing_to_do_reads_by_an_index(archive: dict[str, Any]) -> None:
    assert_indexed(lambda: matches.judge_all([archive["match"].pk]), 20)


def test_metrics_are_read_by_an_index(archive: dict[str, Any]) -> None:
    """Matches and deliveries in every state are counted once a scrape, and there is no way to count but to count."""
    assert_indexed(metrics._database, whole=("archive_match", "accounts_webhookdelivery"))


def test_next_seal_is_found_by_an_index(archive: dict[str, Any]) -> None:
    matches.seal_verdicts(0)
    assert_indexed(sealing.last_sealed)
    assert_indexed(lambda: list(sealing.late_gaps()))
    assert_indexed(baseline.is_written)


def test_audit_log_is_read_by_an_index(archive: dict[str, Any]) -> None:
    def written() -> None:
        with transaction.atomic():
            audit.record("sign-out", "user:0")

    assert_indexed(written, 50)
