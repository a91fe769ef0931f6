"""Two clubs, someone in every role of one of them, and a match of every kind; each with words of its own to look for."""

from __future__ import annotations

import io
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.test.client import Client, ClientHandler
from django.utils import timezone

from records.accounts import access, clubs, webhooks
from records.accounts.models import Club, ClubRules, Invitation, Membership, Role, ShareLink, Webhook, WebhookKind
from records.accounts.sign_in import invitations
from records.archive import batches, club_exports, comments, matches, players, rejudging, visitors
from records.archive.models import Batch, Difference, Match, Mistake, MoveComment, Rejudging, Upload
from records.archive.players import aliases
from records.core import sandbox
from records.core.queue import jobs
from records.tournament import appeals, events, hall, live_tables, penalties, seating
from records.tournament.models import Event
from records.tournament.tables.seat_links import SeatLink
from tests.golden import HOME
from tests.records.evening import publish

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_bytes()
PPN = "text/x-ppn"

NOBODY, STRANGER, INVITED, STAFF = "nobody", "stranger", "invited", "staff"
ARBITER = "arbiter"
MATCH, EVENT, SEAT, TABLE = "match", "event", "seat", "table"
"""Links to the club's match, to its event, to a seat of the event's tables, and the tables' own."""
BROWSERS = {f"browser with the {kind}'s link": kind for kind in (MATCH, EVENT, SEAT, TABLE)}
PROGRAMS = {f"program with the {kind}'s link": kind for kind in (MATCH, EVENT, SEAT)}
HOLDERS = {**BROWSERS, **PROGRAMS}
LINKED, EVENT_LINKED, SEATED, AT_TABLE = BROWSERS
MATCH_LINK, EVENT_LINK, SEAT_LINK = PROGRAMS
INSIDE = [role.value for role in reversed(Role)]
ROLES = [NOBODY, *HOLDERS, STRANGER, INVITED, ARBITER, *INSIDE, STAFF]
"""A passer-by; browsers that opened a link, and programs that send one in a header; an account of no club; one who is invited;
one of no club who serves the club's event; each role; the staff."""

OWN, OTHER, PRIVATE, PUBLIC, DROPPED, MISSING = "own", "other", "private", "public", "dropped", "missing"
"""Whose match or club it is: the club's; another club's; another person's; another club's and public; dropped by a visitor; there
is none."""

WORDS = {
    OWN: "Evening of Ours",
    OTHER: "Evening of Theirs",
    PRIVATE: "Evening Alone",
    PUBLIC: "Evening for All",
    DROPPED: "Evening Dropped",
}
CLUBS = {OWN: "Club of Ours", OTHER: "Club of Theirs"}
SLUGS = {OWN: "first", OTHER: "second", MISSING: "third"}
SECRET_WORDS = [*WORDS.values(), *CLUBS.values()]


@dataclass
class World:
    """What is stored, by whose it is."""

    people: dict[str, Any] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    deleted: dict[str, Match] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    event_secrets: dict[str, str] = field(default_factory=dict)
    event_links: dict[str, ShareLink] = field(default_factory=dict)
    seat_secrets: dict[str, str] = field(default_factory=dict)
    table_secrets: dict[str, str] = field(default_factory=dict)
    own_table_secret: str = ""
    """The secret of the link of the club's table that has its match."""
    calls: dict[str, int] = field(default_factory=dict)
    live: dict[str, uuid.UUID] = field(default_factory=dict)
    links: dict[str, ShareLink] = field(default_factory=dict)
    comments: dict[str, MoveComment] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    rejudgings: dict[str, Rejudging] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    webhooks: dict[str, Webhook] = field(default_factory=dict)
    rules: dict[str, ClubRules] = field(default_factory=dict)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    dropped: Upload = field(default_factory=Upload)
    token: int = 0
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    known: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What ``where`` has looked up: every probe asks it, and all that a probe does is rolled back."""
    handler: ClientHandler = field(default_factory=lambda: ClientHandler(enforce_csrf_checks=False))
    """One for all: each would load the middleware anew."""

    def client(self, role: str) -> Client:
        """A browser of someone in this role."""
        client = Client(HTTP_ACCEPT_LANGUAGE="en", raise_request_exception=False)
        client.handler = self.handler
        if role in PROGRAMS:
            client.defaults["HTTP_AUTHORIZATION"] = f"Link {self.held(role)[0]}"
            return client
        if role in self.cookies:
            client.cookies.load(self.cookies[role])
            return client
        if role in self.people:
            client.force_login(self.people[role])
        for secret in self.held(role):
            assert client.get(f"/s/{secret}/").status_code == 302
        self.cookies[role] = {name: cookie.value for name, cookie in client.cookies.items()}
        return client

    def held(self, role: str) -> list[str]:
        """The secrets of the links that a holder has."""
        seats = {SEAT: [self.seat_secrets[OWN]], TABLE: [self.table_secrets[OWN], self.own_table_secret]}
        kinds = {MATCH: [self.secrets[OWN]], EVENT: [self.event_secrets[OWN]], **seats}
        return kinds[HOLDERS[role]] if role in HOLDERS else []

    def sees(self, role: str) -> set[str]:
        """The words that someone in this role may come across."""
        if role == STAFF:
            return set(SECRET_WORDS) - {WORDS[DROPPED]}
        inside = {WORDS[OWN], CLUBS[OWN]} if role in INSIDE else {WORDS[OWN]} if role == ARBITER else set()
        return {WORDS[PUBLIC], *inside, *({CLUBS[OWN]} if role == INVITED else ())}


def _called(word: str) -> bytes:
    """A record of this event."""
    return CLEAN.replace(b"[Event ", f'[Event "{word}"]\n[Was '.encode(), 1)


def build() -> World:
    """Store it all."""
    world = World()
    accounts = get_user_model().objects
    boss = accounts.create_user("boss-of-theirs")
    alone = accounts.create_user("alone")
    own_clubs = {OWN: Club.objects.create(name=CLUBS[OWN], slug=SLUGS[OWN])}
    for name in (STRANGER, INVITED, ARBITER, *INSIDE, STAFF):
        world.people[name] = accounts.create_user(name, is_staff=name == STAFF)
    for role in INSIDE:
        Membership.objects.create(club=own_clubs[OWN], user=world.people[role], role=role, accepted_at=timezone.now())
    Membership.objects.create(club=own_clubs[OWN], user=world.people[INVITED], role=Role.OWNER)
    owner = world.people[Role.OWNER.value]
    own_clubs[OTHER] = clubs.create(boss, CLUBS[OTHER], SLUGS[OTHER])
    for whose, head in ((OWN, owner), (OTHER, boss)):
        world.members[whose] = f"plain-of-{whose}"
        person = accounts.create_user(world.members[whose])
        clubs.accept_invitation(clubs.invite(head, own_clubs[whose], person.username, Role.MEMBER))
        accounts.create_user(f"removed-from-{whose}")
        removed = clubs.invite(head, own_clubs[whose], f"removed-from-{whose}", Role.MEMBER)
        clubs.accept_invitation(removed)
        clubs.remove_member(head, removed)
        world.removed[whose] = removed.pk
        world.invitations[whose], _ = invitations.make(head, own_clubs[whose])
        world.webhooks[whose], _ = webhooks.add(head, own_clubs[whose], "https://example.org/", [WebhookKind.BATCH_DONE])
        world.rules[whose] = clubs.add_rules(head, own_clubs[whose], WORDS[whose], "sichuan", "xuezhan max_fan=5")
        webhooks.notify(own_clubs[whose], WebhookKind.BATCH_DONE, 1, {"filename": WORDS[whose]})
    kept = {
        OWN: (owner, own_clubs[OWN]),
        OTHER: (boss, own_clubs[OTHER]),
        PRIVATE: (alone, None),
        PUBLIC: (boss, own_clubs[OTHER]),
    }
    for whose, (user, club) in kept.items():
        data = _called(WORDS[whose])
        taken = matches.upload(data, media_type=PPN, user=user, club=club, public=whose == PUBLIC)
        matches.judge(taken.matches[0].pk)
        world.matches[whose] = match = Match.objects.get(pk=taken.matches[0].pk)
        assert match.event == WORDS[whose]
        world.batches[whose] = batches.receive(
            io.BytesIO(data).read, media_type=PPN, user=user, filename=f"{WORDS[whose]}.ppn", club=club
        )
        jobs.run(world.batches[whose].pk)
        world.comments[whose] = comments.add(user, match, 1, 1, f"said of {WORDS[whose]}")
        again = data.replace(b"[Was ", b"[Once ", 1)
        world.deleted[whose] = matches.upload(again, media_type=PPN, user=user, club=club).matches[0]
        matches.delete(user, world.deleted[whose])
        world.links[whose], secret = access.share(user, match)
        world.secrets[whose] = secret
    for whose, head, club in ((OWN, owner, own_clubs[OWN]), (OTHER, boss, own_clubs[OTHER]), (PUBLIC, boss, own_clubs[OTHER])):
        event = events.create(head, club, WORDS[whose], public=whose == PUBLIC)
        publish(head, event)
        played = events.plan_table(head, event, event.stages.get(), 1, "another")  # something new to publish
        header = {"game": "sichuan", "tags": {"Site": WORDS[whose]}}
        world.live[whose] = live_tables.open_table(head, header, at=played).pk
        order = seating.Order.of({"method": "lot", "layout": "sichuan:ESWN", "seed": 1})
        seating.draw(head, event, event.stages.get(), order)
        world.events[whose] = event
        table = event.tables.select_related("event__club", "round__stage", "match").get(match__isnull=False)
        world.calls[whose] = hall.call_by_link(SeatLink(table, "E"), "rule").pk
        world.seat_secrets[whose] = events.secret_for(table, "E")
        world.table_secrets[whose] = events.secret_for(played)
        world.own_table_secret = world.own_table_secret or events.secret_for(table)
        [penalised] = [one.entrant for one in events.people_at(table) if one.seat == "S" and one.entrant]
        for name in (1, 2):  # the first one is objected to, the second can be
            penalties.give(head, event, penalised, "warning", table=table, reason=f"{name} of {WORDS[whose]}")
        appeals.make(SeatLink(table, "S"), "S", "penalty:1", f"no, says {WORDS[whose]}")
        world.event_links[whose], world.event_secrets[whose] = access.share(head, event)
        world.members.setdefault(whose, world.members[OTHER])
        events.appoint(head, event, world.members[whose])
    events.appoint(owner, world.events[OWN], ARBITER)
    for whose, head in ((OWN, owner), (OTHER, boss)):
        world.players[whose] = people_at_the_tables(head, own_clubs[whose], CLUBS[whose])
        world.rejudgings[whose] = judged_again(head, own_clubs[whose])
        jobs.run(club_exports.ask(head, own_clubs[whose]).pk)
    judged = visitors.judge(_called(WORDS[DROPPED]), sandbox.Room())
    world.dropped = visitors.store(judged, filename=f"{WORDS[DROPPED]}.ppn", network="192.0.2.1")
    world.matches[DROPPED] = visitors.matches_of(world.dropped).get()
    world.token = access.issue_token(owner, "laptop")[0].pk
    del world.event_secrets[PUBLIC]
    for secrets_, thing in ((world.secrets, world.matches[OWN]), (world.event_secrets, world.events[OWN])):
        revoked, secrets_[OTHER] = access.share(owner, thing)
        access.revoke_link(owner, revoked)
    for whose in (OTHER, PUBLIC):
        for table in world.events[whose].tables.all():
            events.end_links(table)
    world.secrets[MISSING] = "A" * 43
    world.members[MISSING] = "nobody-at-all"
    return world


def parts(event: Event | None, link: ShareLink | None) -> dict[str, Any]:
    """What an event has of its own: a table with its match, somebody who takes part, a link."""
    entrant, second = event.entrants.order_by("pk")[:2] if event else (None, None)
    return {
        "table_id": event.tables.get(match__isnull=False).pk if event else 0,
        "entrant_id": entrant.pk if entrant else 0,
        "second_entrant_id": second.pk if second else 0,
        "share_id": link.pk if link else uuid.UUID(int=8),
    }


def people_at_the_tables(head: Any, club: Club, word: str) -> dict[str, Any]:
    """Players of a club, one of them of two names."""
    aliases.aliases_of(club, [f"{name} of {word}" for name in ("Ann", "Anne", "Bo")])
    ann, anne, bo = club.aliases.filter(name__endswith=word).order_by("name")
    merged = players.merge(head, ann.player, [anne.player])[0]
    match = club.matches.order_by("created_at")[0]
    mistake = Mistake.objects.create(match=match, alias=ann, round=1, move=7, seat="E", what=Mistake.What.DISCARD, live=1)
    return {
        "player_id": ann.player_id,
        "rival_id": bo.player_id,
        "alias_id": anne.pk,
        "merge_id": merged.pk,
        "mistake_id": mistake.pk,
    }


def judged_again(head: Any, club: Club) -> Rejudging:
    """A club's archive, half of it judged again, a match of which came out otherwise."""
    again = rejudging.start(head, club, filters={"event": WORDS[OWN if club.slug == SLUGS[OWN] else OTHER]})
    match = club.matches.order_by("created_at")[0]
    Difference.objects.create(rejudging=again, match=match, old=match.current_judgement, kinds=" status ", document={})
    return again


NO_PLAYERS = {
    "player_id": uuid.UUID(int=4),
    "rival_id": uuid.UUID(int=5),
    **dict.fromkeys(("alias_id", "merge_id", "mistake_id"), 10**9),
}


def where(world: World, whose: str) -> dict[str, Any]:
    """What stands in addresses of whose things: for share links, another's are those that were revoked."""
    if whose not in world.known:
        world.known[whose] = _look_up(world, whose)
    return world.known[whose]


KEYS = {
    **{
        "match_id": "matches",
        "deleted_id": "deleted",
        "link_id": "links",
        "comment_id": "comments",
        "batch_id": "batches",
        "job_id": "batches",
    },
    **{"invitation_id": "invitations", "rules_id": "rules", "webhook_id": "webhooks", "event_id": "events"},
    "rejudging_id": "rejudgings",
}
"""What of the world an address means by these names; where there is none, an id that nothing has."""


def _look_up(world: World, whose: str) -> dict[str, Any]:
    stored = {name: getattr(world, attribute).get(whose) for name, attribute in KEYS.items()}
    there = whose != MISSING
    return {
        **{name: one.pk if one else uuid.UUID(int=1) for name, one in stored.items()},
        "live_id": world.live.get(whose, uuid.UUID(int=11)),
        "secret": world.secrets.get(whose, world.secrets[MISSING]),
        "call_id": world.calls.get(whose, 10**9),
        "slug": SLUGS.get(whose, ""),
        "username": world.members.get(whose, ""),
        "member_id": world.removed.get(whose, 10**9),
        "token_id": world.token,
        "file_id": world.dropped.pk if there else uuid.UUID(int=7),
        "delivery_id": world.webhooks[whose].deliveries.get().pk if whose in world.webhooks else uuid.UUID(int=5),
        **{"form": "results.json", "document": "en.html", "kind": "cards", "game_id": "sichuan", "schema_name": "verdict-1"},
        **{"number": 1, "name": "rounds.ics", "move": 1, "place": "1/1", "pk": 10**9, "session_id": 10**9},
        **world.players.get(whose, NO_PLAYERS),
        **parts(world.events.get(whose), world.event_links.get(whose)),
    }
