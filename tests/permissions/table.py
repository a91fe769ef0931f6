"""Who may do what: a row for every address and method, a status for every role.

A row says what is answered about a club's own things. About another club's, everybody is answered like a stranger, and
about what does not exist like about what is another's: the test computes both from the row.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.permissions.world import (
    ARBITER,
    CLEAN,
    EVENT,
    HOLDERS,
    INSIDE,
    INVITED,
    MATCH,
    NOBODY,
    PPN,
    ROLES,
    SEAT,
    STAFF,
    STRANGER,
)
from tests.permissions.world import TABLE as TABLE_LINK

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
MEMBER, SCORER, ORGANIZER, OWNER = range(4)
"""Who may, at the least: every role after it may too."""


class Row(NamedTuple):
    """The statuses of each role, and what is sent; ``<name>`` in it stands for what an address of this name would hold."""

    statuses: dict[str, int]
    body: bytes = b""
    kind: str = ""
    public: int | None = None
    """What a stranger is answered about a public match or event; None: as the address has it, see ``completed``."""
    opened_by: dict[str, int] = {}
    """What the holders of links are answered, by the kind of link; without any of these the request is anybody's."""

    def sends(self, body: Any, kind: str = JSON) -> Row:
        """The same row, with a body."""
        return self._replace(body=json.dumps(body).encode() if kind == JSON else body, kind=kind)

    def form(self, fields: str) -> Row:
        """The same row, with the fields of a form."""
        return self.sends(fields.encode(), FORM)

    def uploads(self, data: bytes = CLEAN) -> Row:
        """The same row, with a file."""
        file = SimpleUploadedFile("evening.ppn", data)
        return self.sends(encode_multipart(BOUNDARY, {"file": file}), MULTIPART_CONTENT)

    def but(self, **statuses: int) -> Row:
        """The same row, another status for some roles."""
        return self._replace(statuses=self.statuses | statuses)

    def arbiters(self) -> Row:
        """The same row, which arbiters of the event may too."""
        return self.but(arbiter=self.statuses["owner"])

    def about(self, public: int) -> Row:
        """The same row of a match or event: so is a stranger answered about a public one."""
        return self._replace(public=public)

    def by(self, *links: str, status: int = 0) -> Row:
        """The same row of something that such links open: their holders are answered like the owner, or this status."""
        return self._replace(opened_by=self.opened_by | dict.fromkeys(links, status or self.statuses["owner"]))


def row(nobody: int, stranger: int, *inside: int) -> Row:
    """A row; who holds a link is nobody elsewhere, who is invited is a stranger yet, and the staff an owner everywhere."""
    outside = {NOBODY: nobody, STRANGER: stranger, INVITED: stranger, STAFF: inside[-1]}
    return Row(outside | dict.fromkeys(HOLDERS, nobody) | dict(zip(INSIDE, inside, strict=True)))


def api(least: int, status: int) -> Row:
    """A row of the API: from this role on they are answered so, others of the club that they may not."""
    return row(401, 404, *[403] * least, *[status] * (4 - least))


def page(least: int, status: int) -> Row:
    """The same of a page, where nobody is led to sign in."""
    return row(302, 404, *[403] * least, *[status] * (4 - least))


def seen(status: int) -> Row:
    """What members see, and everybody where it is public."""
    return row(404, 404, *[status] * 4).about(public=status)


def everybody(status: int) -> Row:
    """The same for all."""
    return Row({role: status for role in ROLES if role != ARBITER})


def people(status: int, nobody: int) -> Row:
    """The same for all who are signed in."""
    return everybody(status).but(**dict.fromkeys((NOBODY, *HOLDERS), nobody))


Rows = tuple[str, dict[str, Row]]
ACTION = "#"
"""What parts the address of a page from an action of it that a POST asks for."""


def actions(address: str, **rows: Row) -> list[Rows]:
    """The rows of what may be done to a thing at its one address."""
    return [(address + ACTION + name, {"POST": row}) for name, row in rows.items()]


def to(*addresses: str, **methods: Row) -> list[Rows]:
    """The rows of addresses that answer alike, by method."""
    return [(address, methods) for address in addresses]


def below(base: str, *alike: list[Rows]) -> list[Rows]:
    """The rows of what lies below an address."""
    return [(base + address, methods) for rows in alike for address, methods in rows]


CORRECTED = CLEAN.replace(b"[Event ", b"[Corrected ", 1)
DRAFT = b'[PPN "1"]\n[Game "sichuan"]\n'
OF_ROUND = ("/frames", "/review", "/review/<int:move>", "/comments")
OF_MATCH = ("", "/source", "/verdict", *(f"/rounds/<int:number>{what}" for what in OF_ROUND))
PUBLICATIONS = ("/publications", "/publications/<int:number>", "/publications/<int:number>/<str:form>")
DELIVERY = "/<uuid:webhook_id>/deliveries/<uuid:delivery_id>"
LINKS = (MATCH, EVENT)
SEATS = (SEAT, TABLE_LINK)
OTHER_RULES = "rules=unrefereed%3DMJ-4.2"
PAGES_OF_MATCH = ("", "replay/<place:place>/")

ROWS: list[Rows] = [
    *below(
        "api/v1/matches/<uuid:match_id>",
        to(*OF_MATCH, GET=seen(200).by(*LINKS)),
        to("/rejudge", POST=api(SCORER, 202)),
        to("/rounds/<int:number>/gif", GET=seen(404).by(*LINKS), POST=api(MEMBER, 202).about(public=202)),
        to("/rounds/<int:number>/comments/<int:move>", POST=api(SCORER, 201).sends({"text": "why"})),
        to("/comments/<uuid:comment_id>", DELETE=api(ORGANIZER, 204)),
        to("/move", POST=api(OWNER, 409).but(staff=403).sends({"club": "first"})),
        to("/judgements", GET=api(MEMBER, 200)),
        to("/links", GET=api(ORGANIZER, 200), POST=api(ORGANIZER, 201).sends({"name": "a friend"})),
        to("/links/<uuid:link_id>", DELETE=api(ORGANIZER, 204)),
    ),
    *below(
        "api/v1/clubs/<club:slug>",
        to("", GET=api(MEMBER, 200), PATCH=api(OWNER, 200).sends({"name": "Renamed"})),
        to("/matches", GET=api(MEMBER, 200), POST=api(SCORER, 202).sends(CLEAN, PPN)),
        to("/rules", GET=api(MEMBER, 200), POST=api(ORGANIZER, 201).sends({"name": "b", "game": "sichuan", "rules": "putong"})),
        to(
            "/rules/<uuid:rules_id>",
            GET=api(MEMBER, 200),
            PATCH=api(ORGANIZER, 200).sends({"name": "b"}),
            DELETE=api(ORGANIZER, 204),
        ),
        to("/members", GET=api(MEMBER, 200), POST=api(ORGANIZER, 201).sends({"username": "alone", "role": "scorer"})),
        to("/members/<str:username>", PATCH=api(ORGANIZER, 200).sends({"role": "scorer"}), DELETE=api(ORGANIZER, 204)),
        to("/invitation", POST=people(404, 401).but(invited=200), DELETE=people(404, 401).but(invited=204)),
        to("/audit", GET=api(OWNER, 200)),
        to("/events", GET=api(MEMBER, 200), POST=api(ORGANIZER, 201).sends({"name": "A new event"})),
        to("/rejudgings", GET=api(MEMBER, 200), POST=api(ORGANIZER, 202).sends({"filters": {"event": "Evening"}})),
        to("/export", GET=api(OWNER, 200), POST=api(OWNER, 202)),
        to("/figures", GET=api(OWNER, 200)),
        to("/batches", POST=api(SCORER, 202).sends(CLEAN, PPN)),
    ),
    *below(
        "api/v1/clubs/<club:slug>/players",
        to("", "/merges", "/<uuid:player_id>/matches", GET=api(MEMBER, 200)),
        to("/merges", POST=api(ORGANIZER, 201).sends({"player": "<player_id>", "players": ["<rival_id>"]})),
        to("/merges/<int:merge_id>", DELETE=api(ORGANIZER, 200)),
        to("/<uuid:player_id>", GET=api(MEMBER, 200), PATCH=api(ORGANIZER, 200).sends({"name": "Renamed"})),
        to("/<uuid:player_id>/figures", GET=api(OWNER, 200)),
    ),
    *below(
        "api/v1/clubs/<club:slug>/webhooks",
        to("", GET=api(OWNER, 200), POST=api(OWNER, 201).sends({"url": "https://example.org/", "events": ["batch.done"]})),
        to("/<uuid:webhook_id>", GET=api(OWNER, 200), PATCH=api(OWNER, 200).sends({"name": "b"}), DELETE=api(OWNER, 204)),
        to("/<uuid:webhook_id>/deliveries", GET=api(OWNER, 200), POST=api(OWNER, 202)),
        to("/<uuid:webhook_id>/deliveries", PATCH=api(OWNER, 202).sends({"state": "pending"})),
        to(DELIVERY, GET=api(OWNER, 200), PATCH=api(OWNER, 202).sends({"state": "pending"})),
    ),
    *below(
        "api/v1/events/<uuid:event_id>",
        to("", GET=seen(200).by(EVENT), PATCH=api(ORGANIZER, 200).sends({"ends": "2026.11.15"}), DELETE=api(ORGANIZER, 409)),
        to("/stages", POST=api(ORGANIZER, 201).sends({"tag": "final"})),
        to("/stages/<int:number>", PATCH=api(ORGANIZER, 200).sends({"carry": "1/2"}), DELETE=api(ORGANIZER, 409)),
        to("/tables", GET=seen(200).by(EVENT), POST=api(SCORER, 201).sends({"round": 9, "table": "9"}), PATCH=api(SCORER, 200)),
        to("/tables/<int:table_id>/draft", PUT=api(SCORER, 409).sends(DRAFT, PPN).by(TABLE_LINK).by(SEAT, status=404)),
        to("/tables/<int:table_id>", PATCH=api(SCORER, 200).sends({"match": None}), DELETE=api(SCORER, 409)),
        to("/tables/<int:table_id>/match", POST=api(SCORER, 409).sends(CLEAN, PPN)),
        to("/entrants", GET=seen(200), POST=api(ORGANIZER, 201).sends({"name": "Somebody new"})),
        to("/entrants/<int:entrant_id>", PATCH=api(ORGANIZER, 200).sends({"team": "Reds"}), DELETE=api(ORGANIZER, 204)),
        to("/arbiters", GET=api(MEMBER, 200), POST=api(ORGANIZER, 201).sends({"username": "alone"})),
        to("/arbiters/<str:username>", "/links/<uuid:share_id>", DELETE=api(ORGANIZER, 204)),
        to("/seating", GET=seen(200).by(EVENT)),
        to("/seating", POST=api(SCORER, 201).sends({"method": "lot", "layout": "sichuan:ESWN"})),
        to("/seating", PATCH=api(SCORER, 200).sends({"round": 2, "people": ["<entrant_id>", "<second_entrant_id>"]})),
        to("/seating", DELETE=api(SCORER, 400)),
        to("/standings", "/hall", *PUBLICATIONS[1:], GET=seen(200).by(EVENT)),
        to("/unresolved", GET=api(MEMBER, 200)),
        to("/rulings", GET=seen(200), POST=api(ORGANIZER, 400).arbiters()),
        to("/calls", GET=api(ORGANIZER, 200).arbiters()),
        to("/calls", POST=api(SCORER, 201).arbiters().sends({"table": "<table_id>", "reason": "slow"})),
        to("/calls/<int:call_id>", PATCH=api(ORGANIZER, 200).arbiters().sends({"state": "taken"})),
        # The table has its match, so that no sheet is written; tests/api/test_sheets.py writes.
        to("/sheets", GET=api(SCORER, 200).arbiters()),
        to("/tables/<int:table_id>/sheet", GET=api(SCORER, 200).arbiters().by(*SEATS)),
        to("/tables/<int:table_id>/sheet", POST=api(SCORER, 409).arbiters().sends({"do": "finish"}).by(*SEATS, status=403)),
        to("/tables/<int:table_id>/sheet/check", POST=api(SCORER, 200).arbiters().sends({"round": 0}).by(*SEATS)),
        to(
            "/penalties",
            GET=seen(200),
            POST=api(ORGANIZER, 201).arbiters().sends({"entrant": "<entrant_id>", "grade": "warning", "reason": "late"}),
        ),
        to("/links", GET=api(ORGANIZER, 200), POST=api(ORGANIZER, 201).sends({"name": "a friend"})),
        to("/publications", GET=seen(200).by(EVENT), POST=api(ORGANIZER, 202).about(403).sends({"force": "because"})),
    ),
    *below(
        "api/v1/tables",
        to("", POST=people(201, 401).sends({"game": "sichuan"})),
        to("/<uuid:live_id>", GET=seen(200).arbiters().by(EVENT)),
        to("/<uuid:live_id>", PATCH=api(ORGANIZER, 200).but(arbiter=403).sends({"delay": 60})),
        to(
            "/<uuid:live_id>/moves",
            GET=api(SCORER, 200).but(arbiter=403),
            POST=api(SCORER, 200).but(arbiter=403).sends({"number": 1, "moves": [{"round": {"round": 1, "dealer": "E"}}]}),
        ),
        to("/<uuid:live_id>/match", POST=api(SCORER, 409).but(arbiter=403).sends({})),
        to("/<uuid:live_id>/frames", GET=seen(200).arbiters().by(EVENT)),
        to("/<uuid:live_id>/events", GET=seen(204).arbiters().by(EVENT)),
    ),
    *below(
        "api/v1/rejudgings",
        to("", GET=people(200, 401), POST=people(403, 401).but(staff=202).sends({})),
        to("/<uuid:rejudging_id>", "/<uuid:rejudging_id>/differences", "/<uuid:rejudging_id>/report", GET=api(MEMBER, 200)),
    ),
    *below(
        "api/v1/batches",
        to("", GET=people(200, 401), POST=people(202, 401).sends(CLEAN, PPN)),
        to("/<uuid:batch_id>", "/<uuid:batch_id>/report", GET=api(MEMBER, 200)),
    ),
    # Of a batch; tests/records/test_rejudging.py and others ask for jobs of other kinds.
    *below(
        "api/v1/jobs/<uuid:job_id>",
        to("", GET=api(MEMBER, 200)),
        to("", PATCH=api(SCORER, 200).sends({"state": "cancelled"})),
    ),
    *below(
        "api/v1/",
        to("matches", GET=everybody(200), POST=people(202, 401).sends(CLEAN, PPN)),
        to("clubs", GET=people(200, 401), POST=people(201, 401).sends({"name": "A new club"})),
        to("games", "games/<slug:game_id>/rulebook", "results-keys", "schema", "docs", GET=everybody(200)),
        to("audit/entries/<int:number>", GET=everybody(200)),
        to("tokens", GET=people(200, 401), POST=people(201, 401).sends({"name": "laptop", "scopes": ["manage"]})),
        to("tokens/<int:token_id>", DELETE=people(404, 401).but(owner=204)),
        to("verify", POST=everybody(200).sends(CLEAN, PPN)),
        to("score", POST=everybody(200).sends({"game": "sichuan", "hand": "123456789m1234p", "waits": True})),
        to("^(?P<path>[\\s\\S]*)$", **dict.fromkeys(METHODS, everybody(404))),
    ),
    *below(
        "matches/<uuid:match_id>/",
        to(*PAGES_OF_MATCH, GET=seen(200).by(*LINKS)),
        to("card.png", GET=everybody(404).arbiters().about(200)),
        actions(
            "",
            other_rules=row(404, 404, 302, 302, 302, 302).about(302).form(OTHER_RULES).by(*LINKS),
            rejudge=page(SCORER, 302),
            delete=page(ORGANIZER, 302),
            replace=page(ORGANIZER, 302).uploads(CORRECTED),
            # It is a club's already; tests/records/test_table_upload.py moves one.
            move=page(OWNER, 409).but(staff=403).form("club=first"),
            share=page(ORGANIZER, 200).form("name=a"),
            revoke=page(ORGANIZER, 302).form("link=<link_id>"),
            rule=page(ORGANIZER, 422).arbiters().about(404).form("event=<event_id>&round=1&move=1&nth=1&decision=maybe"),
        ),
    ),
    *below(
        "deleted/",
        to("", GET=people(200, 302)),
        to("<uuid:match_id>/", GET=row(302, 404, 404, 404, 200, 200).about(404)),
        actions("<uuid:match_id>/", restore=row(302, 404, 404, 404, 302, 302).about(404)),
    ),
    ("s/<str:secret>/", {"GET": everybody(302)}),
    # What knows nobody: other sites frame it, so that only a public match is there.
    ("embed/<uuid:match_id>/<place:place>/", {"GET": everybody(404).about(200)}),
    *below(
        "events/<uuid:event_id>/",
        to("", "tables/", "decisions/", "results/", "results/<int:number>/", "hall/", GET=seen(200).by(EVENT)),
        to("<event_file:name>", GET=seen(200)),
        to("live/", GET=seen(204).by(EVENT)),
        to("people/", GET=page(MEMBER, 200)),
        to("people/print/<slug:kind>/", GET=page(SCORER, 200)),
        actions(
            "people/",
            add=page(ORGANIZER, 302).form("name=Somebody+new"),
            add_everybody=page(ORGANIZER, 302),
            identify_suggested=page(ORGANIZER, 302),
            change=page(ORGANIZER, 302).form("entrant=<entrant_id>&team=Reds"),
            identify=page(ORGANIZER, 302).form("entrant=<entrant_id>&player="),
            withdraw=page(ORGANIZER, 302).form("entrant=<entrant_id>"),
            read=page(ORGANIZER, 200).form("people=Li+Si"),
            enter=page(ORGANIZER, 302).form("people=Li+Si"),
            look=page(SCORER, 200).form("method=lot&layout=sichuan:ESWN"),
            again=page(SCORER, 200).form("method=lot&layout=sichuan:ESWN"),
            draw=page(SCORER, 302).form("method=lot&layout=sichuan:ESWN"),
            undo=page(SCORER, 302).form("stage=1&round=2"),
            swap=page(SCORER, 302).form("stage=1&round=2&one=<entrant_id>&other=<second_entrant_id>"),
            swap_tables=page(MEMBER, 404).form("stage=1&round=2"),
            leave=page(SCORER, 302).form("entrant=<entrant_id>&stage=1&round=2"),
            come_back=page(SCORER, 409).form("entrant=<entrant_id>"),
            substitute=page(SCORER, 409).form("entrant=<entrant_id>&name=Somebody"),
            add_house=page(SCORER, 302).form("name=House"),
        ),
        actions(
            "tables/",
            schedule=page(SCORER, 302).form("1.1=2026-11-14T09:30"),
            attach=page(SCORER, 302),
            place=page(SCORER, 302).form("stage=1&round=9&table=9"),
            detach=page(SCORER, 302).form("table=<table_id>"),
            remove=page(SCORER, 409).form("table=<table_id>"),
            # It is at its table; tests/records/test_deletion.py puts one back. Nothing was removed; test_removals.py does that.
            put_back=people(404, 302).but(member=403).form("match=<match_id>"),
            bring_back=people(404, 302),
            start=page(SCORER, 302).arbiters(),
            **dict.fromkeys(("pause", "go_on", "end", "undo"), page(SCORER, 409).arbiters()),
            reset=page(SCORER, 302).arbiters(),
            set_times=page(SCORER, 302).arbiters().form("length=90&warning=5"),
            give_time=page(SCORER, 302).arbiters().form("table=<table_id>&minutes=5"),
            take_back=page(SCORER, 302).arbiters().form("table=<table_id>&given=1"),
        ),
        actions(
            "decisions/",
            seat=page(SCORER, 302).form("table=<table_id>&seat.E=Somebody"),
            take=page(ORGANIZER, 302).arbiters().form("call=<call_id>"),
            close=page(ORGANIZER, 302).arbiters().form("call=<call_id>"),
            **dict.fromkeys(("give_back", "reopen"), page(ORGANIZER, 302).arbiters().form("call=<call_id>")),
            give=page(ORGANIZER, 302).arbiters().form("entrant=<entrant_id>&offence=other&grade=warning&reason=late"),
            remind=page(ORGANIZER, 302).form("offence=telephone"),
            cancel=page(ORGANIZER, 302).arbiters().form("number=1&reason=another"),
        ),
        to("decisions/<int:number>/", GET=page(ORGANIZER, 200).arbiters()),
        actions("decisions/<int:number>/", answer=page(ORGANIZER, 302).arbiters().form("outcome=dismissed&reason=it+stays")),
        actions("results/", publish=page(ORGANIZER, 302).about(403).form("force=because")),
        to("settings/", GET=page(MEMBER, 200)),
        actions(
            "settings/",
            change=page(ORGANIZER, 302).form("name=Renamed"),
            add_stage=page(ORGANIZER, 302).form("tag=final"),
            change_stage=page(ORGANIZER, 302).form("stage=1&carry=0"),
            remove_stage=page(ORGANIZER, 409).form("stage=1"),
            set_rules=page(ORGANIZER, 302).form("rules=sichuan&rounds=8"),
            set_penalties=page(ORGANIZER, 302).form("penalties_count=1&appeals_until=day"),
            catalogue=page(ORGANIZER, 302).form("text=%7B%22offence%22%3A+%5B%5D%7D"),
            appoint=page(ORGANIZER, 302).form("username=alone"),
            dismiss=page(ORGANIZER, 302).form("username=<username>"),
            delete=page(ORGANIZER, 409),
            share=page(ORGANIZER, 200).form("days=7"),
            revoke=page(ORGANIZER, 302).form("link=<share_id>"),
        ),
    ),
    *below(
        "events/<uuid:event_id>/tables/<int:table_id>/",
        to("", GET=page(SCORER, 200).arbiters().by(*SEATS)),
        actions(
            "",
            call=page(SCORER, 404).arbiters().form("reason=rule").by(*SEATS, status=302),
            withdraw=page(SCORER, 404).arbiters().form("call=<call_id>").by(SEAT, status=302).by(TABLE_LINK, status=403),
            appeal=page(SCORER, 404).arbiters().form("seat=E&thing=penalty:2&text=no").by(*SEATS, status=302),
        ),
        to("enter/", GET=page(SCORER, 200).by(TABLE_LINK)),
    ),
    *below(
        "tables/<uuid:live_id>/",
        to("", GET=seen(200).arbiters().by(EVENT)),
    ),
    *below(
        "batches/",
        to("", GET=people(200, 302)),
        actions("", upload=everybody(302).uploads()),
        to("<uuid:batch_id>/", GET=page(MEMBER, 200)),
    ),
    *below("jobs/<uuid:job_id>/", to("", GET=page(MEMBER, 200), POST=page(SCORER, 302).form("action=cancel"))),
    *below(
        "clubs/<club:slug>/",
        to("", GET=page(MEMBER, 200)),
        actions("", upload=page(SCORER, 200).uploads()),
        to("events/", GET=page(MEMBER, 200)),
        actions("events/", create=page(ORGANIZER, 302).form("name=A+new+event")),
        to("audit/", GET=page(OWNER, 200)),
        to("export/", GET=page(OWNER, 200)),
        actions("export/", ask=page(OWNER, 302)),
        to("figures/", GET=page(OWNER, 200)),
        to("rejudgings/", GET=page(MEMBER, 200)),
        actions("rejudgings/", start=page(ORGANIZER, 302).form("event=Evening")),
    ),
    *below(
        "clubs/<club:slug>/people/",
        to("", GET=page(MEMBER, 200)),
        actions(
            "",
            rename=page(OWNER, 302).form("name=Renamed"),
            invite=page(ORGANIZER, 302).form("username=alone&role=scorer"),
            role=page(ORGANIZER, 302).form("username=<username>&role=scorer"),
            remove=page(ORGANIZER, 302).form("username=<username>"),
            restore=page(ORGANIZER, 302).form("member=<member_id>"),
            make_link=page(ORGANIZER, 200).form("name=Somebody&role=member"),
            revoke_link=page(ORGANIZER, 302).form("link=<invitation_id>"),
        ),
    ),
    *below(
        "clubs/<club:slug>/players/",
        to("", "<uuid:player_id>/", "<uuid:player_id>/mistakes/", GET=page(MEMBER, 200)),
        actions("", merge=page(ORGANIZER, 302).form("player=<player_id>&player=<rival_id>")),
        actions("", undo=page(ORGANIZER, 302).form("merge=<merge_id>")),
        to("<uuid:player_id>/mistakes/<int:mistake_id>/", GET=page(MEMBER, 200), POST=page(MEMBER, 200).form("answer=9m")),
        actions("<uuid:player_id>/", rename=page(ORGANIZER, 302).form("name=Renamed")),
        actions("<uuid:player_id>/", split=page(ORGANIZER, 302).form("alias=<alias_id>")),
    ),
    *below(
        "clubs/<club:slug>/rules/",
        to("", "<uuid:rules_id>/", GET=page(MEMBER, 200)),
        actions("", add=page(ORGANIZER, 302).form("name=b&game=sichuan&preset=putong")),
        actions("<uuid:rules_id>/", change=page(ORGANIZER, 302).form("name=b&preset=putong"), remove=page(ORGANIZER, 302)),
    ),
    *below(
        "clubs/<club:slug>/webhooks/",
        to("", "<uuid:webhook_id>/", "<uuid:webhook_id>/deliveries/<uuid:delivery_id>/", GET=page(OWNER, 200)),
        actions("", add=page(OWNER, 200).form("url=https%3A%2F%2Fexample.org%2F&events=batch.done")),
        actions("<uuid:webhook_id>/", change=page(OWNER, 302).form("on=no"), rotate=page(OWNER, 200)),
        actions("<uuid:webhook_id>/", **dict.fromkeys(("test", "remove", "redeliver"), page(OWNER, 302))),
        actions("<uuid:webhook_id>/deliveries/<uuid:delivery_id>/", redeliver=page(OWNER, 302)),
    ),
    *below(
        "rejudgings/",
        to("", GET=people(404, 302).but(staff=200)),
        actions("", start=people(404, 302).but(staff=302).form("event=Evening")),
        to("<uuid:rejudging_id>/", GET=page(MEMBER, 200)),
    ),
    *below(
        "account/",
        to("", "data/", "tokens/", GET=people(200, 302)),
        actions("tokens/", make=people(200, 302).form("name=laptop&scopes=read&days=9")),
        actions("tokens/", revoke=people(404, 302).but(owner=302).form("token=<token_id>")),
        # Whose account has no password is not asked for it again; the only owner of a club with members stays.
        actions("", delete=people(200, 302).but(owner=409), end_session=people(404, 302)),
    ),
    *below(
        "accounts/",
        to("login/", "signup/", GET=people(302, 200), POST=people(302, 200)),
        to("logout/", "sessions/", GET=people(200, 302), POST=everybody(302)),
        to("invitation/<slug:secret>/", GET=everybody(404), POST=everybody(404)),
        to("inactive/", "password/reset/done/", GET=everybody(200)),
        to("reauthenticate/", GET=people(403, 302), POST=people(403, 302)),
        to(
            "email/",
            "confirm-email/",
            *(f"password/reset/{step}" for step in ("", "confirm/", "complete/")),
            GET=everybody(200),
            POST=everybody(200),
        ),
        to("password/change/", GET=everybody(302), POST=everybody(302)),
        to("password/set/", GET=people(200, 302), POST=people(200, 302)),
    ),
    *below(
        "accounts/2fa/",
        to("", "webauthn/", GET=people(200, 302)),
        to("authenticate/", "webauthn/login/", GET=everybody(302), POST=everybody(302)),
        to("reauthenticate/", "webauthn/reauthenticate/", GET=people(403, 302), POST=people(403, 302)),
        to("totp/activate/", "recovery-codes/generate/", "webauthn/add/", GET=people(200, 302), POST=people(200, 302)),
        to("totp/deactivate/", "webauthn/keys/<int:pk>/remove/", "webauthn/keys/<int:pk>/edit/", GET=people(404, 302)),
        to("totp/deactivate/", "webauthn/keys/<int:pk>/remove/", "webauthn/keys/<int:pk>/edit/", POST=people(404, 302)),
        to("recovery-codes/", "recovery-codes/download/", GET=people(404, 302)),
    ),
    *below(
        "",
        to(
            "",
            "help/",
            "samples/<slug:game_id>/",
            "rules/",
            "rules/<slug:game_id>/",
            "schemas/<str:schema_name>.json",
            GET=everybody(200),
        ),
        to("matches/", "events/", "results-keys/", GET=everybody(200)),
        to("enter/", "calculator/", "offline/<str:document>", GET=everybody(200)),
        to("upload/<uuid:file_id>/", GET=everybody(200)),
        actions("upload/<uuid:file_id>/", delete=everybody(404)),
        to(".well-known/security.txt", GET=everybody(404)),
        to("upload/", POST=people(200, 302).uploads()),
        to("clubs/", GET=people(200, 302)),
        actions("clubs/", found=everybody(302).form("name=A+new+club")),
        actions("clubs/", **dict.fromkeys(("join", "decline"), people(404, 302).but(invited=302).form("club=first"))),
        to("offline/", GET=everybody(302)),
        to("i18n/setlang/", **dict.fromkeys(METHODS, everybody(302))),
    ),
]


def completed(route: str, row: Row) -> Row:
    """The row with what it leaves to its address: what is answered about a public thing that one may not change, and an arbiter
    from outside, in the event like a member of the club, of its match like anybody of a public one, else like a stranger."""
    of_event, of_match = "events/<uuid:event_id>" in route, "matches/<uuid:match_id>" in route
    if row.public is None and "secret" not in route and (of_event or of_match or "live_id" in route):
        row = row.about(public=404 if of_event else 403)
    as_arbiter = row.statuses["member" if of_event else STRANGER]
    if of_match and not of_event and row.public is not None:
        as_arbiter = row.public
    return row._replace(statuses={ARBITER: as_arbiter, **row.statuses})


TABLE: dict[str, dict[str, Row]] = {}
for _route, _methods in ROWS:
    TABLE.setdefault(_route, {}).update({method: completed(_route, row) for method, row in _methods.items()})
