"""Who may do what: a row for every address and method, a status for every role.

A row says what is answered about a club's own things. About another club's, everybody is answered like a stranger, and
about what does not exist like about what is another's: the test computes both from the row.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.permissions.world import ARBITER, CLEAN, EVENT_LINK, INVITED, LINKED, LINKS, NOBODY, PPN, ROLES, STAFF, STRANGER

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


class Row(NamedTuple):
    """The statuses of each role, and what is sent; ``<name>`` in it stands for what an address of this name would hold."""

    statuses: dict[str, int]
    body: bytes = b""
    kind: str = ""
    public: int | None = None
    """What a stranger is answered about a public match; None: the row is about no match."""
    opened_by: tuple[str, ...] = ()
    """The share links that are answered 200 when sent in a header; without any of these the request is anybody's."""

    def sends(self, body: Any, kind: str = JSON) -> Row:
        """The same row, with a body."""
        return self._replace(body=json.dumps(body).encode() if kind == JSON else body, kind=kind)

    def but(self, **statuses: int) -> Row:
        """The same row, another status for some roles."""
        return self._replace(statuses=self.statuses | statuses)

    def about(self, public: int) -> Row:
        """The same row of a match: so is a stranger answered about a public one."""
        return self._replace(public=public)

    def by(self, *links: str) -> Row:
        """The same row of something that such share links open."""
        return self._replace(opened_by=links)


def row(nobody: int, stranger: int, member: int, scorer: int, organizer: int, owner: int) -> Row:
    """A row; who came by a link is nobody elsewhere, who is invited is a stranger yet, and the staff an owner everywhere."""
    inside = {"member": member, "scorer": scorer, "organizer": organizer, "owner": owner}
    outside = {NOBODY: nobody, LINKED: nobody, STRANGER: stranger, INVITED: stranger, STAFF: owner}
    outside |= dict.fromkeys(LINKS, nobody)
    return Row(outside | inside)


def everybody(status: int) -> Row:
    """The same for all."""
    return Row(dict.fromkeys(ROLES, status))


def people(status: int, nobody: int) -> Row:
    """The same for all who are signed in."""
    return Row(dict.fromkeys(ROLES, status) | dict.fromkeys((NOBODY, LINKED, *LINKS), nobody))


UPLOAD = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("evening.ppn", CLEAN)})
CORRECTED = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("evening.ppn", CLEAN.replace(b"[Event ", b"[Corrected ", 1))})

API_READS = row(404, 404, 200, 200, 200, 200).about(public=200)
MATCH_READS = API_READS.by(*LINKS)
EVENT_READS = API_READS.by(EVENT_LINK)
FOLLOWED = row(404, 404, 204, 204, 204, 204).but(arbiter=204).about(public=204)
LIVE_READS = EVENT_READS.but(arbiter=200)
CLUB_READS = row(401, 404, 200, 200, 200, 200)
PAGE_READS = row(404, 404, 200, 200, 200, 200).about(public=200)
CARD_READS = everybody(404).about(public=200)
CLUB_PAGE = row(302, 404, 200, 200, 200, 200)

OWNED_READS = row(401, 404, 404, 404, 404, 200)
GOVERNED = row(401, 404, 403, 403, 403, 200)
GOVERNED_PAGE = row(302, 404, 403, 403, 403, 200)
GOVERNED_CHANGE = row(302, 404, 403, 403, 403, 302)

EVENT_FORM = row(302, 404, 403, 403, 302, 302).about(public=404)
SCORED_FORM = row(302, 404, 403, 302, 302, 302).about(public=404)
SHARED = everybody(200)
EMBEDDED = everybody(404).about(public=200)
"""What knows nobody: other sites frame it, so that only a public match is there."""
NOWHERE = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), everybody(404))

TABLE: dict[str, dict[str, Row]] = {
    # The API: matches
    "api/v1/matches": {"GET": everybody(200), "POST": people(202, 401).sends(CLEAN, PPN)},
    "api/v1/matches/<uuid:match_id>": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/source": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/verdict": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/rounds/<int:number>/frames": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/rounds/<int:number>/review": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/rounds/<int:number>/review/<int:move>": {"GET": MATCH_READS},
    "api/v1/matches/<uuid:match_id>/rejudge": {"POST": row(401, 404, 403, 202, 202, 202).about(public=403)},
    "api/v1/matches/<uuid:match_id>/move": {
        "POST": row(401, 404, 403, 403, 403, 409).but(staff=403).about(public=403).sends({"club": "first"}),
    },
    "api/v1/matches/<uuid:match_id>/judgements": {"GET": row(401, 404, 200, 200, 200, 200).about(public=403)},
    "api/v1/matches/<uuid:match_id>/links": {
        "GET": row(401, 404, 403, 403, 200, 200).about(public=403),
        "POST": row(401, 404, 403, 403, 201, 201).about(public=403).sends({"name": "a friend"}),
    },
    "api/v1/matches/<uuid:match_id>/links/<uuid:link_id>": {
        "DELETE": row(401, 404, 403, 403, 204, 204).about(public=403),
    },
    "api/v1/shared/<slug:secret>": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/source": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/verdict": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/rounds/<int:number>/frames": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/rounds/<int:number>/review": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/rounds/<int:number>/review/<int:move>": {"GET": SHARED},
    # The API: clubs
    "api/v1/clubs": {"GET": people(200, 401), "POST": people(201, 401).sends({"name": "A new club"})},
    "api/v1/clubs/<club:slug>": {
        "GET": CLUB_READS,
        "PATCH": row(401, 404, 403, 403, 403, 200).sends({"name": "Renamed"}),
    },
    "api/v1/clubs/<club:slug>/matches": {
        "GET": CLUB_READS,
        "POST": row(401, 404, 403, 202, 202, 202).sends(CLEAN, PPN),
    },
    "api/v1/clubs/<club:slug>/members": {
        "GET": CLUB_READS,
        "POST": row(401, 404, 403, 403, 201, 201).sends({"username": "alone", "role": "scorer"}),
    },
    "api/v1/clubs/<club:slug>/members/<str:username>": {
        "PATCH": row(401, 404, 403, 403, 200, 200).sends({"role": "scorer"}),
        "DELETE": row(401, 404, 403, 403, 204, 204),
    },
    "api/v1/clubs/<club:slug>/invitation": {
        "POST": people(404, 401).but(invited=200),
        "DELETE": people(404, 401).but(invited=204),
    },
    # The API: players
    "api/v1/clubs/<club:slug>/players": {"GET": CLUB_READS},
    "api/v1/clubs/<club:slug>/players/regroupings": {"GET": CLUB_READS},
    "api/v1/clubs/<club:slug>/players/regroupings/<int:regrouping_id>/undo": {"POST": row(401, 404, 403, 403, 200, 200)},
    "api/v1/clubs/<club:slug>/players/<uuid:player_id>": {
        "GET": CLUB_READS,
        "PATCH": row(401, 404, 403, 403, 200, 200).sends({"name": "Renamed"}),
    },
    "api/v1/clubs/<club:slug>/players/<uuid:player_id>/matches": {"GET": CLUB_READS},
    "api/v1/clubs/<club:slug>/players/<uuid:player_id>/figures": {"GET": GOVERNED},
    "api/v1/clubs/<club:slug>/players/<uuid:player_id>/merge": {
        "POST": row(401, 404, 403, 403, 201, 201).sends({"players": ["<rival_id>"]}),
    },
    "api/v1/clubs/<club:slug>/players/<uuid:player_id>/split": {
        "POST": row(401, 404, 403, 403, 201, 201).sends({"spelling": "<spelling_id>"}),
    },
    # The API: a club's webhooks and its audit log
    "api/v1/clubs/<club:slug>/audit": {"GET": GOVERNED},
    "api/v1/clubs/<club:slug>/webhooks": {
        "GET": GOVERNED,
        "POST": row(401, 404, 403, 403, 403, 201).sends({"url": "https://example.org/", "events": ["batch.done"]}),
    },
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>": {
        "GET": GOVERNED,
        "PATCH": GOVERNED.sends({"name": "b"}),
        "DELETE": row(401, 404, 403, 403, 403, 204),
    },
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/rotate": {"POST": GOVERNED},
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/test": {"POST": row(401, 404, 403, 403, 403, 202)},
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/redeliver": {"POST": row(401, 404, 403, 403, 403, 202)},
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries": {"GET": GOVERNED},
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>": {"GET": GOVERNED},
    "api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver": {
        "POST": row(401, 404, 403, 403, 403, 202),
    },
    # The API: events
    "api/v1/clubs/<club:slug>/events": {
        "GET": CLUB_READS,
        "POST": row(401, 404, 403, 403, 201, 201).sends({"name": "A new event"}),
    },
    "api/v1/events/<uuid:event_id>": {
        "GET": EVENT_READS,
        "PATCH": row(401, 404, 403, 403, 200, 200).about(public=404).sends({"ends": "2026.11.15"}),
        "DELETE": row(401, 404, 403, 403, 409, 409).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/stages": {
        "POST": row(401, 404, 403, 403, 201, 201).about(public=404).sends({"tag": "final"}),
    },
    "api/v1/events/<uuid:event_id>/stages/<int:number>": {
        "PATCH": row(401, 404, 403, 403, 200, 200).about(public=404).sends({"carry": "1/2"}),
        "DELETE": row(401, 404, 403, 403, 409, 409).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/tables": {
        "GET": EVENT_READS,
        "POST": row(401, 404, 403, 201, 201, 201).about(public=404).sends({"round": 9, "table": "9"}),
    },
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>": {
        "PATCH": row(401, 404, 403, 200, 200, 200).about(public=404).sends({"match": None}),
        "DELETE": row(401, 404, 403, 409, 409, 409).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/match": {
        "POST": row(401, 404, 403, 409, 409, 409).about(public=404).sends(CLEAN, PPN),
    },
    "api/v1/events/<uuid:event_id>/attach": {"POST": row(401, 404, 403, 200, 200, 200).about(public=404)},
    "api/v1/events/<uuid:event_id>/entrants": {
        "GET": API_READS,
        "POST": row(401, 404, 403, 403, 201, 201).about(public=404).sends({"name": "Somebody new"}),
    },
    "api/v1/events/<uuid:event_id>/entrants/<int:entrant_id>": {
        "PATCH": row(401, 404, 403, 403, 200, 200).about(public=404).sends({"team": "Reds"}),
        "DELETE": row(401, 404, 403, 403, 204, 204).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/arbiters": {
        "GET": CLUB_READS.about(public=404),
        "POST": row(401, 404, 403, 403, 201, 201).about(public=404).sends({"username": "alone"}),
    },
    "api/v1/events/<uuid:event_id>/arbiters/<str:username>": {"DELETE": row(401, 404, 403, 403, 204, 204).about(public=404)},
    "api/v1/events/<uuid:event_id>/seating": {
        "GET": EVENT_READS,
        "POST": row(401, 404, 403, 201, 201, 201).about(public=404).sends({"method": "lot", "layout": "sichuan:ESWN"}),
        "PATCH": row(401, 404, 403, 200, 200, 200)
        .about(public=404)
        .sends({"round": 2, "people": ["<entrant_id>", "<second_entrant_id>"]}),
        "DELETE": row(401, 404, 403, 400, 400, 400).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/standings": {"GET": EVENT_READS},
    "api/v1/events/<uuid:event_id>/version": {"GET": EVENT_READS},
    "api/v1/events/<uuid:event_id>/unresolved": {"GET": CLUB_READS.about(public=404)},
    "api/v1/events/<uuid:event_id>/rulings": {
        "GET": API_READS,
        "POST": row(401, 404, 403, 403, 400, 400).but(arbiter=400).about(public=404),
    },
    "api/v1/tables": {"POST": people(201, 401).sends({"game": "sichuan"})},
    "api/v1/tables/<uuid:live_id>": {
        "GET": LIVE_READS,
        "PATCH": row(401, 404, 403, 403, 200, 200).but(arbiter=403).about(public=403).sends({"delay": 60}),
    },
    "api/v1/tables/<uuid:live_id>/moves": {
        "GET": row(401, 404, 403, 200, 200, 200).but(arbiter=403).about(public=403),
        "POST": row(401, 404, 403, 200, 200, 200)
        .but(arbiter=403)
        .about(public=403)
        .sends({"number": 1, "moves": [{"round": {"round": 1, "dealer": "E"}}]}),
    },
    "api/v1/tables/<uuid:live_id>/end": {
        "POST": row(401, 404, 403, 409, 409, 409).but(arbiter=403).about(public=403).sends({}),
    },
    "api/v1/tables/<uuid:live_id>/frames": {"GET": LIVE_READS},
    "api/v1/tables/<uuid:live_id>/events": {
        "GET": row(404, 404, 204, 204, 204, 204).but(arbiter=204).about(public=204).by(EVENT_LINK)
    },
    "api/v1/events/<uuid:event_id>/hall": {"GET": EVENT_READS},
    "api/v1/events/<uuid:event_id>/walls": {
        "GET": EVENT_READS,
        "POST": row(401, 404, 403, 409, 409, 409)
        .but(arbiter=403)
        .about(public=404)
        .sends({"table_id": "<table_id>", "number": 1, "scheme": "committed", "commit": "00"}),
    },
    "api/v1/events/<uuid:event_id>/calls": {
        "GET": row(401, 404, 403, 403, 200, 200).but(arbiter=200).about(public=404),
        "POST": row(401, 404, 403, 201, 201, 201)
        .but(arbiter=201)
        .about(public=404)
        .sends({"table": "<table_id>", "reason": "slow"}),
    },
    "api/v1/events/<uuid:event_id>/calls/<int:call_id>": {
        "PATCH": row(401, 404, 403, 403, 200, 200).but(arbiter=200).about(public=404).sends({"state": "taken"}),
    },
    # Sheets. The table has its match, so that nothing is written; tests/api/test_sheets.py writes.
    "api/v1/events/<uuid:event_id>/sheets": {
        "GET": row(401, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404),
    },
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet": {
        "GET": row(401, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404),
        "POST": row(401, 404, 403, 409, 409, 409).but(arbiter=409).about(public=404).sends({"do": "finish"}),
    },
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet/check": {
        "POST": row(401, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404).sends({"round": 0}),
    },
    "api/v1/at/<str:secret>/sheet": {"GET": everybody(200), "POST": everybody(403).sends({"do": "finish"})},
    "api/v1/at/<str:secret>/sheet/check": {"POST": everybody(200).sends({"round": 0})},
    "api/v1/events/<uuid:event_id>/penalties": {
        "GET": API_READS,
        "POST": row(401, 404, 403, 403, 201, 201)
        .but(arbiter=201)
        .about(public=404)
        .sends({"entrant": "<entrant_id>", "grade": "warning", "reason": "late"}),
    },
    "api/v1/events/<uuid:event_id>/links": {
        "GET": row(401, 404, 403, 403, 200, 200).about(public=404),
        "POST": row(401, 404, 403, 403, 201, 201).about(public=404).sends({"name": "a friend"}),
    },
    "api/v1/events/<uuid:event_id>/links/<uuid:share_id>": {
        "DELETE": row(401, 404, 403, 403, 204, 204).about(public=404),
    },
    "api/v1/shared/<slug:secret>/event": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/event/standings": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/event/tables": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>/source": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>/verdict": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>/rounds/<int:number>/frames": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>/rounds/<int:number>/review": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/matches/<uuid:match_id>/rounds/<int:number>/review/<int:move>": {"GET": SHARED},
    # The API: judging archives again
    "api/v1/clubs/<club:slug>/rejudgings": {
        "GET": CLUB_READS,
        "POST": row(401, 404, 403, 403, 202, 202).sends({"filters": {"event": "Evening"}}),
    },
    "api/v1/rejudgings": {"GET": people(200, 401), "POST": people(403, 401).but(staff=202).sends({})},
    "api/v1/rejudgings/<uuid:rejudging_id>": {"GET": CLUB_READS},
    "api/v1/rejudgings/<uuid:rejudging_id>/cancel": {"POST": row(401, 404, 403, 403, 200, 200)},
    "api/v1/rejudgings/<uuid:rejudging_id>/differences": {"GET": CLUB_READS},
    "api/v1/rejudgings/<uuid:rejudging_id>/report": {"GET": CLUB_READS},
    # The API: exports for analyses
    "api/v1/clubs/<club:slug>/analytics": {"GET": CLUB_READS, "POST": row(401, 404, 403, 403, 403, 202)},
    "api/v1/clubs/<club:slug>/dataset": {
        "GET": CLUB_READS,
        "POST": row(401, 404, 403, 403, 403, 202),
        "DELETE": row(401, 404, 403, 403, 403, 204),
    },
    "api/v1/datasets": {"GET": everybody(200)},
    "api/v1/datasets/<uuid:dataset_id>": {"GET": everybody(200)},
    "api/v1/datasets/<uuid:dataset_id>/file": {"GET": everybody(200)},
    "api/v1/analytics": {"GET": people(200, 401), "POST": people(403, 401).but(staff=202)},
    "api/v1/analytics/<uuid:export_id>": {"GET": OWNED_READS},
    "api/v1/analytics/<uuid:export_id>/file": {"GET": OWNED_READS},
    # The API: batches
    "api/v1/batches": {"GET": people(200, 401), "POST": people(202, 401).sends(CLEAN, PPN)},
    "api/v1/batches/<uuid:batch_id>": {"GET": CLUB_READS},
    "api/v1/batches/<uuid:batch_id>/report": {"GET": CLUB_READS},
    "api/v1/batches/<uuid:batch_id>/cancel": {"POST": row(401, 404, 403, 200, 200, 200)},
    "api/v1/batches/<uuid:batch_id>/resume": {"POST": row(401, 404, 403, 409, 409, 409)},
    "api/v1/clubs/<club:slug>/batches": {"POST": row(401, 404, 403, 202, 202, 202).sends(CLEAN, PPN)},
    # The API: one's own tokens
    "api/v1/tokens": {"GET": people(200, 401), "POST": people(201, 401).sends({"name": "laptop", "scopes": ["manage"]})},
    "api/v1/tokens/<int:token_id>": {"DELETE": people(404, 401).but(owner=204)},
    # The API: published results
    "api/v1/events/<uuid:event_id>/publications": {
        "GET": EVENT_READS,
        "POST": row(401, 404, 403, 403, 202, 202).about(public=403).sends({"force": "because"}),
    },
    "api/v1/events/<uuid:event_id>/publishing": {"GET": CLUB_READS.about(public=404)},
    "api/v1/events/<uuid:event_id>/publications/<int:number>": {"GET": EVENT_READS},
    "api/v1/events/<uuid:event_id>/publications/<int:number>/<str:form>": {"GET": EVENT_READS},
    "api/v1/shared/<slug:secret>/publications": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/publications/<int:number>": {"GET": SHARED},
    "api/v1/shared/<slug:secret>/publications/<int:number>/<str:form>": {"GET": SHARED},
    "api/v1/results-keys": {"GET": everybody(200)},
    # The log that outsiders hold to
    "schemas/<str:schema_name>.json": {"GET": everybody(200)},
    ".well-known/referee-log": {"GET": everybody(200)},
    ".well-known/referee-log/checkpoint": {"GET": everybody(200)},
    ".well-known/referee-log/heads": {"GET": everybody(200)},
    ".well-known/referee-log/heads/<int:size>": {"GET": everybody(200)},
    ".well-known/referee-log/consistency": {"GET": everybody(400)},
    ".well-known/referee-log/inclusion": {"GET": everybody(400)},
    ".well-known/referee-log/publications/<slug:digest>": {"GET": everybody(200)},
    ".well-known/referee-log/^(?P<path>[\\s\\S]*)$": NOWHERE,
    # The API: what is stored by nobody
    "api/v1/verify": {"POST": everybody(200).sends(CLEAN, PPN)},
    "api/v1/score": {"POST": everybody(200).sends({"game": "sichuan", "hand": "123456789m1234p", "waits": True})},
    "api/v1/games": {"GET": everybody(200)},
    "api/v1/games/<slug:game_id>/rulebook": {"GET": everybody(200)},
    "api/v1/schema": {"GET": everybody(200)},
    "api/v1/docs": {"GET": everybody(200)},
    "api/v1/^(?P<path>[\\s\\S]*)$": NOWHERE,
    # Pages
    "": {"GET": everybody(200)},
    "samples/<slug:game_id>/": {"GET": everybody(200)},
    "help/": {"GET": everybody(200)},
    "upload/": {"POST": people(200, 302).sends(UPLOAD, MULTIPART_CONTENT)},
    "matches/": {"GET": everybody(200)},
    "matches/<uuid:match_id>/": {"GET": PAGE_READS},
    "matches/<uuid:match_id>/card.png": {"GET": CARD_READS},
    "matches/<uuid:match_id>/card/<int:number>/<int:move>.png": {"GET": CARD_READS},
    "matches/<uuid:match_id>/state/": {"GET": PAGE_READS},
    "matches/<uuid:match_id>/rejudge/": {"POST": row(404, 404, 404, 302, 302, 302).about(public=404)},
    "matches/<uuid:match_id>/delete/": {
        "GET": row(302, 404, 403, 403, 200, 200).about(public=403),
        "POST": row(302, 404, 403, 403, 302, 302).about(public=403),
    },
    "matches/<uuid:match_id>/replace/": {
        "GET": row(302, 404, 403, 403, 200, 200).about(public=403),
        "POST": row(302, 404, 403, 403, 302, 302).about(public=403).sends(CORRECTED, MULTIPART_CONTENT),
    },
    # The match of the world is a club's already; tests/records/test_table_upload.py moves one.
    "matches/<uuid:match_id>/move/": {
        "POST": row(302, 404, 403, 403, 403, 409).but(staff=403).about(public=403).sends(b"club=first", FORM),
    },
    "deleted/": {"GET": people(200, 302)},
    "deleted/<uuid:match_id>/": {"GET": row(302, 404, 404, 404, 200, 200).about(public=404)},
    "deleted/<uuid:match_id>/restore/": {"POST": row(302, 404, 404, 404, 302, 302).about(public=404)},
    "matches/<uuid:match_id>/replay/<int:number>/": {"GET": PAGE_READS},
    "matches/<uuid:match_id>/replay/<int:number>/<int:move>/": {"GET": PAGE_READS},
    "visitors/<uuid:visitor_id>/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/state/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/record/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/verdict/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/replay/<int:number>/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/replay/<int:number>/<int:move>/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/frames/<int:number>/": {"GET": SHARED},
    "visitors/<uuid:visitor_id>/review/<int:number>/": {"GET": SHARED},
    "visitors/files/<uuid:file_id>/": {"GET": SHARED},
    "visitors/files/<uuid:file_id>/delete/": {"POST": everybody(404)},
    "embed/<uuid:match_id>/<int:number>/": {"GET": EMBEDDED},
    "embed/<uuid:match_id>/<int:number>/<int:move>/": {"GET": EMBEDDED},
    "embed/<uuid:match_id>/<int:number>/frames/": {"GET": EMBEDDED},
    "embed/shared/<slug:secret>/<int:number>/": {"GET": SHARED},
    "embed/shared/<slug:secret>/<int:number>/<int:move>/": {"GET": SHARED},
    "embed/shared/<slug:secret>/<int:number>/frames/": {"GET": SHARED},
    "matches/<uuid:match_id>/frames/<int:number>/": {"GET": PAGE_READS},
    "matches/<uuid:match_id>/review/<int:number>/": {"GET": PAGE_READS},
    "matches/<uuid:match_id>/comments/<int:number>/<int:move>/": {
        "POST": row(302, 404, 403, 201, 201, 201).about(public=403).sends(b"text=why", FORM),
    },
    "matches/<uuid:match_id>/comments/<uuid:comment_id>/delete/": {
        "POST": row(302, 404, 403, 403, 204, 204).about(public=403),
    },
    "matches/<uuid:match_id>/share/": {"POST": row(302, 404, 403, 403, 200, 200).about(public=403).sends(b"name=a", FORM)},
    "matches/<uuid:match_id>/links/<uuid:link_id>/revoke/": {"POST": row(302, 404, 403, 403, 302, 302).about(public=403)},
    "shared/<slug:secret>/": {"GET": SHARED},
    "shared/<slug:secret>/state/": {"GET": SHARED},
    "shared/<slug:secret>/record/": {"GET": SHARED},
    "shared/<slug:secret>/verdict/": {"GET": SHARED},
    "shared/<slug:secret>/replay/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/replay/<int:number>/<int:move>/": {"GET": SHARED},
    "shared/<slug:secret>/frames/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/review/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/state/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/record/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/verdict/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/replay/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/replay/<int:number>/<int:move>/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/frames/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/matches/<uuid:match_id>/review/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/event/live/": {"GET": everybody(204)},
    **{
        f"shared/<slug:secret>/event/{name}": {"GET": SHARED}
        for name in (
            "version/",
            "parts/",
            "playing/",
            "rounds.ics",
            "results.atom",
            "seating.csv",
            "results.csv",
            "prescript.txt",
        )
    },
    "events/": {"GET": everybody(200)},
    "events/<uuid:event_id>/": {"GET": PAGE_READS},
    "tables/<uuid:live_id>/": {"GET": PAGE_READS.but(arbiter=200)},
    "tables/<uuid:live_id>/frames/": {"GET": PAGE_READS.but(arbiter=200)},
    "tables/<uuid:live_id>/events/": {"GET": FOLLOWED},
    "tables/<uuid:live_id>/draft/": {
        "POST": row(302, 404, 403, 200, 200, 200).but(arbiter=403).about(public=403).sends(b'[PPN "1"]\n[Game "sichuan"]\n', PPN),
    },
    "tables/<uuid:live_id>/end/": {"POST": row(302, 404, 403, 409, 409, 409).but(arbiter=403).about(public=403)},
    "shared/<slug:secret>/tables/<uuid:live_id>/": {"GET": SHARED},
    "shared/<slug:secret>/tables/<uuid:live_id>/frames/": {"GET": SHARED},
    "shared/<slug:secret>/tables/<uuid:live_id>/events/": {"GET": everybody(204)},
    "events/<uuid:event_id>/tables/<int:table_id>/live/": {
        "POST": row(302, 404, 403, 409, 409, 409).but(arbiter=403).about(public=404).sends(b'[PPN "1"]\n[Game "sichuan"]\n', PPN),
    },
    "events/<uuid:event_id>/live/": {"GET": row(404, 404, 204, 204, 204, 204).about(public=204)},
    **{
        f"events/<uuid:event_id>/{name}": {"GET": PAGE_READS}
        for name in (
            "version/",
            "parts/",
            "playing/",
            "rounds.ics",
            "results.atom",
            "seating.csv",
            "results.csv",
            "prescript.txt",
        )
    },
    "events/<uuid:event_id>/schedule/": {
        "POST": row(302, 404, 403, 302, 302, 302).about(public=404).sends(b"1.1=2026-11-14T09:30", FORM),
    },
    "events/<uuid:event_id>/unresolved/": {"GET": CLUB_PAGE.about(public=404)},
    "events/<uuid:event_id>/attach/": {"POST": row(302, 404, 403, 302, 302, 302).about(public=404)},
    "events/<uuid:event_id>/tables/<int:table_id>/": {
        "POST": row(302, 404, 403, 302, 302, 302).about(public=404).sends(b"detach=1", FORM),
    },
    "events/<uuid:event_id>/tables/<int:table_id>/enter/": {
        "GET": row(302, 404, 403, 200, 200, 200).about(public=404),
    },
    "events/<uuid:event_id>/tables/<int:table_id>/upload/": {
        "POST": row(302, 404, 403, 200, 200, 200).about(public=404).sends(UPLOAD, MULTIPART_CONTENT),
    },
    "events/<uuid:event_id>/sheets/": {
        "GET": row(302, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404),
        "POST": row(302, 404, 403, 403, 302, 302).about(public=404).sends(b"game=sichuan&rounds=8", FORM),
    },
    "events/<uuid:event_id>/tables/<int:table_id>/sheet/": {
        "GET": row(302, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404)
    },
    "events/<uuid:event_id>/tables/<int:table_id>/sheet/state/": {
        "GET": row(302, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404)
    },
    # Without an Idempotency-Key nothing is written; tests/frontend/test_sheets.py writes with one.
    "events/<uuid:event_id>/tables/<int:table_id>/sheet/write/": {
        "POST": row(302, 404, 403, 400, 400, 400).but(arbiter=400).about(public=404).sends({"do": "finish"}),
    },
    "events/<uuid:event_id>/tables/<int:table_id>/sheet/check/": {
        "POST": row(302, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404).sends({"round": 0}),
    },
    "at/<str:secret>/": {"GET": everybody(200)},
    "at/<str:secret>/state/": {"GET": everybody(200)},
    "at/<str:secret>/write/": {"POST": everybody(400).sends({"do": "finish"})},
    "at/<str:secret>/check/": {"POST": everybody(200).sends({"round": 0})},
    # By the table's own link; tests/frontend/test_live_tables.py tries that of a seat.
    "at/<str:secret>/enter/": {"GET": everybody(200)},
    "at/<str:secret>/live/": {"POST": everybody(200).sends(b'[PPN "1"]\n[Game "sichuan"]\n', PPN)},
    "at/<str:secret>/live/<uuid:live_id>/": {"POST": everybody(200).sends(b'[PPN "1"]\n[Game "sichuan"]\n', PPN)},
    # The match of the world is at its table; tests/records/test_deletion.py puts one back.
    "events/<uuid:event_id>/removed/<uuid:match_id>/": {"POST": row(302, 404, 403, 404, 404, 404).about(public=404)},
    # Nobody removed anything; tests/frontend/test_event_settings.py does.
    "events/<uuid:event_id>/undo/": {"POST": row(302, 404, 404, 404, 404, 404).about(public=404)},
    "events/<uuid:event_id>/entrants/": {
        "GET": CLUB_PAGE.about(public=404),
        "POST": EVENT_FORM.sends(b"name=Somebody+new", FORM),
    },
    "events/<uuid:event_id>/entrants/<int:entrant_id>/": {"POST": EVENT_FORM.sends(b"team=Reds", FORM)},
    "events/<uuid:event_id>/arbiters/": {
        "GET": CLUB_PAGE.about(public=404),
        "POST": EVENT_FORM.sends(b"username=alone", FORM),
    },
    "events/<uuid:event_id>/arbiters/<str:username>/dismiss/": {"POST": EVENT_FORM},
    "events/<uuid:event_id>/seating/": {"GET": CLUB_PAGE.about(public=404)},
    "events/<uuid:event_id>/seating/people/": {
        "GET": row(302, 404, 403, 403, 200, 200).about(public=404),
        "POST": EVENT_FORM.sends(b"people=Li+Si&enter=1", FORM),
    },
    "events/<uuid:event_id>/seating/draw/": {
        "GET": row(302, 404, 403, 200, 200, 200).about(public=404),
        "POST": SCORED_FORM.sends(b"method=lot&layout=sichuan:ESWN&write=1", FORM),
    },
    "events/<uuid:event_id>/seating/undo/": {"POST": SCORED_FORM.sends(b"stage=1&round=2", FORM)},
    "events/<uuid:event_id>/seating/swap/": {
        "POST": SCORED_FORM.sends(b"stage=1&round=2&one=<entrant_id>&other=<second_entrant_id>", FORM),
    },
    "events/<uuid:event_id>/seating/leave/": {"POST": SCORED_FORM.sends(b"entrant=<entrant_id>&stage=1&round=2", FORM)},
    "events/<uuid:event_id>/seating/print/<slug:kind>/": {"GET": row(302, 404, 403, 200, 200, 200).about(public=404)},
    "events/<uuid:event_id>/settings/": {
        "GET": row(302, 404, 403, 403, 200, 200).about(public=404),
        "POST": EVENT_FORM.sends(b"name=Renamed", FORM),
    },
    "events/<uuid:event_id>/stages/": {"POST": EVENT_FORM.sends(b"tag=final", FORM)},
    "events/<uuid:event_id>/stages/<int:number>/": {"POST": EVENT_FORM.sends(b"carry=0", FORM)},
    "events/<uuid:event_id>/delete/": {"POST": row(302, 404, 403, 403, 409, 409).about(public=404)},
    "events/<uuid:event_id>/matches/<uuid:match_id>/rule/": {
        "POST": row(302, 404, 403, 403, 422, 422)
        .but(arbiter=422)
        .about(public=404)
        .sends(b"round=1&move=1&nth=1&decision=maybe", FORM),
    },
    "events/<uuid:event_id>/share/": {"POST": row(302, 404, 403, 403, 200, 200).about(public=404).sends(b"days=7", FORM)},
    "events/<uuid:event_id>/links/<uuid:share_id>/revoke/": {"POST": EVENT_FORM},
    # The hall of an event; whoever has the link of a seat needs no account.
    "events/<uuid:event_id>/clock/": {
        "GET": row(302, 404, 403, 200, 200, 200).but(arbiter=200).about(public=404),
        "POST": row(302, 404, 403, 302, 302, 302).but(arbiter=302).about(public=404).sends(b"command=start", FORM),
    },
    "events/<uuid:event_id>/calls/": {"GET": row(302, 404, 403, 403, 200, 200).but(arbiter=200).about(public=404)},
    "events/<uuid:event_id>/calls/<int:call_id>/": {
        "POST": row(302, 404, 403, 403, 302, 302).but(arbiter=302).about(public=404).sends(b"take=1", FORM),
    },
    "events/<uuid:event_id>/hall/": {"GET": PAGE_READS},
    "events/<uuid:event_id>/hall/state/": {"GET": PAGE_READS},
    "shared/<slug:secret>/hall/": {"GET": SHARED},
    "shared/<slug:secret>/hall/state/": {"GET": SHARED},
    "at/<str:secret>/calls/": {"GET": SHARED, "POST": everybody(302).sends(b"reason=rule", FORM)},
    "at/<str:secret>/calls/<int:call_id>/withdraw/": {"POST": everybody(302)},
    "events/<uuid:event_id>/deals/": {
        "GET": row(302, 404, 403, 403, 200, 200).about(public=404).but(arbiter=200),
        "POST": EVENT_FORM.but(arbiter=302),
    },
    # Penalties and appeals; whoever has the link of a seat needs no account.
    "events/<uuid:event_id>/penalties/": {"GET": PAGE_READS},
    "events/<uuid:event_id>/penalties/give/": {
        "GET": row(302, 404, 403, 403, 200, 200).but(arbiter=200).about(public=404),
        "POST": EVENT_FORM.but(arbiter=302).sends(b"entrant=<entrant_id>&offence=other&grade=warning&reason=late", FORM),
    },
    "events/<uuid:event_id>/penalties/settings/": {"POST": EVENT_FORM.sends(b"count=1&protests=day", FORM)},
    "events/<uuid:event_id>/penalties/catalogue/": {"POST": EVENT_FORM.sends(b"text=%7B%22offence%22%3A+%5B%5D%7D", FORM)},
    "events/<uuid:event_id>/penalties/reminders/": {"POST": EVENT_FORM.sends(b"offence=telephone", FORM)},
    "events/<uuid:event_id>/penalties/<int:number>/cancel/": {"POST": EVENT_FORM.but(arbiter=302).sends(b"reason=another", FORM)},
    "events/<uuid:event_id>/appeals/": {"GET": PAGE_READS},
    "events/<uuid:event_id>/appeals/<int:number>/": {
        "GET": row(302, 404, 403, 403, 200, 200).but(arbiter=200).about(public=404),
        "POST": EVENT_FORM.but(arbiter=302).sends(b"outcome=dismissed&reason=it+stays", FORM),
    },
    "at/<str:secret>/objections/": {"GET": SHARED, "POST": everybody(302).sends(b"seat=E&thing=penalty:2&text=no", FORM)},
    "batches/": {"GET": people(200, 302), "POST": people(302, 302).sends(UPLOAD, MULTIPART_CONTENT)},
    "batches/<uuid:batch_id>/": {"GET": CLUB_PAGE},
    "batches/<uuid:batch_id>/progress/": {"GET": CLUB_PAGE},
    "batches/<uuid:batch_id>/cancel/": {"POST": row(302, 404, 403, 302, 302, 302)},
    "batches/<uuid:batch_id>/resume/": {"POST": row(302, 404, 403, 302, 302, 302)},
    "clubs/": {"GET": people(200, 302), "POST": people(302, 302).sends(b"name=A+new+club", FORM)},
    "clubs/<club:slug>/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/upload/": {"POST": row(302, 404, 403, 200, 200, 200).sends(UPLOAD, MULTIPART_CONTENT)},
    "clubs/<club:slug>/rename/": {"POST": row(302, 404, 403, 403, 403, 302).sends(b"name=Renamed", FORM)},
    "clubs/<club:slug>/invitation/": {"POST": people(404, 302).but(invited=302).sends(b"answer=yes", FORM)},
    "clubs/<club:slug>/events/": {
        "GET": CLUB_PAGE,
        "POST": row(302, 404, 403, 403, 302, 302).sends(b"name=A+new+event", FORM),
    },
    "clubs/<club:slug>/people/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/people/invite/": {
        "POST": row(302, 404, 403, 403, 302, 302).sends(b"username=alone&role=scorer", FORM),
    },
    "clubs/<club:slug>/people/links/": {
        "POST": row(302, 404, 403, 403, 200, 200).sends(b"name=Somebody&role=member", FORM),
    },
    "clubs/<club:slug>/people/links/<uuid:invitation_id>/revoke/": {"POST": row(302, 404, 403, 403, 302, 302)},
    "clubs/<club:slug>/people/removed/<int:member_id>/": {"POST": row(302, 404, 403, 403, 302, 302)},
    "clubs/<club:slug>/people/<str:username>/role/": {"POST": row(302, 404, 403, 403, 302, 302).sends(b"role=scorer", FORM)},
    "clubs/<club:slug>/people/<str:username>/remove/": {"POST": row(302, 404, 403, 403, 302, 302)},
    "clubs/<club:slug>/players/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/players/merge/": {
        "POST": row(302, 404, 403, 403, 302, 302).sends(b"player=<player_id>&player=<rival_id>", FORM),
    },
    "clubs/<club:slug>/players/regroupings/<int:regrouping_id>/undo/": {"POST": row(302, 404, 403, 403, 302, 302)},
    "clubs/<club:slug>/players/<uuid:player_id>/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/players/<uuid:player_id>/mistakes/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/players/<uuid:player_id>/mistakes/search/": {"GET": CLUB_PAGE},
    "clubs/<club:slug>/players/<uuid:player_id>/mistakes/<int:mistake_id>/": {
        "GET": CLUB_PAGE,
        "POST": CLUB_PAGE.sends(b"answer=9m", FORM),
    },
    "clubs/<club:slug>/players/<uuid:player_id>/rename/": {
        "POST": row(302, 404, 403, 403, 302, 302).sends(b"name=Renamed", FORM),
    },
    "clubs/<club:slug>/players/<uuid:player_id>/split/": {
        "POST": row(302, 404, 403, 403, 302, 302).sends(b"spelling=<spelling_id>", FORM),
    },
    "clubs/<club:slug>/audit/": {"GET": GOVERNED_PAGE},
    "clubs/<club:slug>/webhooks/": {
        "GET": GOVERNED_PAGE,
        "POST": GOVERNED_PAGE.sends(b"url=https%3A%2F%2Fexample.org%2F&events=batch.done", FORM),
    },
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/": {"GET": GOVERNED_PAGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/change/": {"POST": GOVERNED_CHANGE.sends(b"on=no", FORM)},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/rotate/": {"POST": GOVERNED_PAGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/test/": {"POST": GOVERNED_CHANGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/remove/": {"POST": GOVERNED_CHANGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/redeliver/": {"POST": GOVERNED_CHANGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/": {"GET": GOVERNED_PAGE},
    "clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver/": {"POST": GOVERNED_CHANGE},
    "events/<uuid:event_id>/publish/": {
        "POST": row(302, 404, 403, 403, 302, 302).about(public=403).sends(b"force=because", FORM),
    },
    "events/<uuid:event_id>/publishing/": {"GET": CLUB_PAGE.about(public=404)},
    "events/<uuid:event_id>/publications/": {"GET": PAGE_READS},
    "events/<uuid:event_id>/publications/<int:number>/": {"GET": PAGE_READS},
    "shared/<slug:secret>/publications/": {"GET": SHARED},
    "shared/<slug:secret>/publications/<int:number>/": {"GET": SHARED},
    "shared/<slug:secret>/publications/<int:number>/<str:form>": {"GET": SHARED},
    "results-keys/": {"GET": everybody(200)},
    ".well-known/security.txt": {"GET": everybody(404)},
    "enter/": {"GET": everybody(200)},
    "enter/check/": {"POST": everybody(200).sends(CLEAN, PPN)},
    "clubs/<club:slug>/analytics/": {"GET": GOVERNED_PAGE, "POST": GOVERNED_CHANGE},
    "clubs/<club:slug>/dataset/": {"GET": CLUB_PAGE, "POST": GOVERNED_CHANGE.sends(b"read=1", FORM)},
    "clubs/<club:slug>/dataset/withdraw/": {"POST": GOVERNED_CHANGE},
    "datasets/": {"GET": everybody(200)},
    "datasets/<uuid:dataset_id>/": {"GET": everybody(200)},
    "analytics/": {"GET": people(404, 302).but(staff=200), "POST": people(404, 302).but(staff=302)},
    "analytics/<uuid:export_id>/": {"GET": row(302, 404, 404, 404, 404, 200)},
    "clubs/<club:slug>/rejudgings/": {"GET": CLUB_PAGE, "POST": row(302, 404, 403, 403, 302, 302).sends(b"event=Evening", FORM)},
    "rejudgings/": {
        "GET": people(404, 302).but(staff=200),
        "POST": people(404, 302).but(staff=302).sends(b"event=Evening", FORM),
    },
    "rejudgings/<uuid:rejudging_id>/": {"GET": CLUB_PAGE},
    "rejudgings/<uuid:rejudging_id>/progress/": {"GET": CLUB_PAGE},
    "rejudgings/<uuid:rejudging_id>/cancel/": {"POST": row(302, 404, 403, 403, 302, 302)},
    "offline/": {"GET": everybody(302)},
    "offline/<str:document>": {"GET": everybody(200)},
    "calculator/": {"GET": everybody(200)},
    "calculator/worth/": {"GET": everybody(200)},
    "rules/": {"GET": everybody(200)},
    "rules/<slug:game_id>/": {"GET": everybody(200)},
    "account/tokens/": {"GET": people(200, 302), "POST": people(200, 302).sends(b"name=laptop&scopes=read&days=9", FORM)},
    "account/tokens/<int:token_id>/revoke/": {"POST": people(404, 302).but(owner=302)},
    "account/": {"GET": people(200, 302)},
    # Whose account has no password is not asked for it again; the only owner of a club with members stays.
    "account/data/": {"GET": people(200, 302)},
    "account/delete/": {"GET": people(200, 302), "POST": people(200, 302).but(owner=409)},
    "account/sessions/<int:session_id>/end/": {"POST": people(404, 302)},
    "accounts/login/": {"GET": people(302, 200), "POST": people(302, 200)},
    "accounts/logout/": {"GET": people(200, 302), "POST": everybody(302)},
    "accounts/signup/": {"GET": people(302, 200), "POST": people(302, 200)},
    "accounts/invitation/<slug:secret>/": {"GET": everybody(404), "POST": everybody(404)},
    "accounts/inactive/": {"GET": everybody(200)},
    "accounts/reauthenticate/": {"GET": people(403, 302), "POST": people(403, 302)},
    "accounts/email/": {"GET": everybody(200), "POST": everybody(200)},
    "accounts/confirm-email/": {"GET": everybody(200), "POST": everybody(200)},
    "accounts/password/change/": {"GET": everybody(302), "POST": everybody(302)},
    "accounts/password/set/": {"GET": people(200, 302), "POST": people(200, 302)},
    "accounts/password/reset/": {"GET": everybody(200), "POST": everybody(200)},
    "accounts/password/reset/confirm/": {"GET": everybody(200), "POST": everybody(200)},
    "accounts/password/reset/complete/": {"GET": everybody(200), "POST": everybody(200)},
    "accounts/password/reset/done/": {"GET": everybody(200)},
    "accounts/2fa/": {"GET": people(200, 302)},
    "accounts/2fa/authenticate/": {"GET": everybody(302), "POST": everybody(302)},
    "accounts/2fa/reauthenticate/": {"GET": people(403, 302), "POST": people(403, 302)},
    "accounts/2fa/totp/activate/": {"GET": people(200, 302), "POST": people(200, 302)},
    "accounts/2fa/totp/deactivate/": {"GET": people(404, 302), "POST": people(404, 302)},
    "accounts/2fa/recovery-codes/": {"GET": people(404, 302)},
    "accounts/2fa/recovery-codes/generate/": {"GET": people(200, 302), "POST": people(200, 302)},
    "accounts/2fa/recovery-codes/download/": {"GET": people(404, 302)},
    "accounts/2fa/webauthn/": {"GET": people(200, 302)},
    "accounts/2fa/webauthn/add/": {"GET": people(200, 302), "POST": people(200, 302)},
    "accounts/2fa/webauthn/login/": {"GET": everybody(302), "POST": everybody(302)},
    "accounts/2fa/webauthn/reauthenticate/": {"GET": people(403, 302), "POST": people(403, 302)},
    "accounts/2fa/webauthn/keys/<int:pk>/remove/": {"GET": people(404, 302), "POST": people(404, 302)},
    "accounts/2fa/webauthn/keys/<int:pk>/edit/": {"GET": people(404, 302), "POST": people(404, 302)},
    "accounts/sessions/": {"GET": people(200, 302), "POST": people(302, 302)},
    "i18n/setlang/": dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), everybody(302)),
}


def as_arbiter(route: str, row: Row) -> int:
    """What an arbiter from outside is answered where a row does not say it: in the event like a member of the club, of its match
    like anybody of a public one, and elsewhere like a stranger."""
    if "events/<uuid:event_id>" in route:
        return row.statuses["member"]
    if "matches/<uuid:match_id>" in route and row.public is not None:
        return row.public
    return row.statuses[STRANGER]


TABLE = {
    route: {method: row.but(**{ARBITER: as_arbiter(route, row), **row.statuses}) for method, row in methods.items()}
    for route, methods in TABLE.items()
}
