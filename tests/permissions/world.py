"""Two clubs, someone in every role of one of them, and a match of every kind; each with words of its own to look for."""

from __future__ import annotations

import io
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from records import services
from records.models import Batch, Club, Match, Membership, Role, ShareLink
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_bytes()
PPN = "text/x-ppn"

NOBODY, LINKED, STRANGER, INVITED, STAFF = "nobody", "linked", "stranger", "invited", "staff"
INSIDE = [role.value for role in reversed(Role)]
ROLES = [NOBODY, LINKED, STRANGER, INVITED, *INSIDE, STAFF]
"""A passer-by; one who came by a share link; an account of no club; one who is invited; each role of a club; the staff."""

OWN, OTHER, PRIVATE, PUBLIC, MISSING = "own", "other", "private", "public", "missing"
"""Whose match or club it is: the club's; another club's; another person's; another club's and public; there is none."""

WORDS = {OWN: "Evening of Ours", OTHER: "Evening of Theirs", PRIVATE: "Evening Alone", PUBLIC: "Evening for All"}
CLUBS = {OWN: "Club of Ours", OTHER: "Club of Theirs"}
SLUGS = {OWN: "first", OTHER: "second", MISSING: "third"}
SECRET_WORDS = [*WORDS.values(), *CLUBS.values()]


@dataclass
class World:
    """What is stored, by whose it is."""

    people: dict[str, Any] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    links: dict[str, ShareLink] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A browser of someone in this role."""
        client = Client(HTTP_ACCEPT_LANGUAGE="en", raise_request_exception=False)
        if role in self.cookies:
            client.cookies.load(self.cookies[role])
            return client
        if role in self.people:
            client.force_login(self.people[role])
        if role == LINKED:
            assert client.get(f"/shared/{self.secrets[OWN]}/").status_code == 200
        self.cookies[role] = {name: cookie.value for name, cookie in client.cookies.items()}
        return client

    def sees(self, role: str) -> set[str]:
        """The words that someone in this role may come across."""
        if role == STAFF:
            return set(SECRET_WORDS)
        inside = {WORDS[OWN], CLUBS[OWN]} if role in INSIDE else set()
        return {WORDS[PUBLIC], *inside, *({CLUBS[OWN]} if role == INVITED else ())}


def build() -> World:
    """Store it all."""
    world = World()
    accounts = get_user_model().objects
    boss = accounts.create_user("boss-of-theirs")
    alone = accounts.create_user("alone")
    clubs = {OWN: Club.objects.create(name=CLUBS[OWN], slug=SLUGS[OWN])}
    for name in (STRANGER, INVITED, *INSIDE, STAFF):
        world.people[name] = accounts.create_user(name, is_staff=name == STAFF)
    for role in INSIDE:
        Membership.objects.create(club=clubs[OWN], user=world.people[role], role=role, accepted_at=timezone.now())
    Membership.objects.create(club=clubs[OWN], user=world.people[INVITED], role=Role.OWNER)
    owner = world.people[Role.OWNER.value]
    clubs[OTHER] = services.found_club(boss, CLUBS[OTHER], SLUGS[OTHER])
    for whose, head in ((OWN, owner), (OTHER, boss)):
        world.members[whose] = f"plain-of-{whose}"
        person = accounts.create_user(world.members[whose])
        services.accept_invitation(services.invite(head, clubs[whose], person.username, Role.MEMBER))
    kept = {OWN: (owner, clubs[OWN]), OTHER: (boss, clubs[OTHER]), PRIVATE: (alone, None), PUBLIC: (boss, clubs[OTHER])}
    for whose, (user, club) in kept.items():
        data = CLEAN.replace(b"[Event ", f'[Event "{WORDS[whose]}"]\n[Was '.encode(), 1)
        taken = services.accept(data, media_type=PPN, user=user, club=club, public=whose == PUBLIC)
        services.judge(taken.matches[0].pk)
        world.matches[whose] = match = Match.objects.get(pk=taken.matches[0].pk)
        assert match.event == WORDS[whose]
        world.batches[whose], _ = services.receive(
            io.BytesIO(data).read, media_type=PPN, user=user, filename=f"{WORDS[whose]}.ppn", club=club
        )
        services.take_in(world.batches[whose].pk)
        world.links[whose], secret = services.share(user, match)
        world.secrets[whose] = secret
    revoked, world.secrets[OTHER] = services.share(owner, world.matches[OWN])
    services.revoke(owner, revoked)
    world.secrets[MISSING] = "A" * 43
    world.members[MISSING] = "nobody-at-all"
    return world


def where(world: World, whose: str) -> dict[str, Any]:
    """What stands in addresses of whose things: for share links, another's are those that were revoked."""
    match, link = world.matches.get(whose), world.links.get(whose)
    return {
        "match_id": match.pk if match else uuid.UUID(int=1), "link_id": link.pk if link else uuid.UUID(int=2),
        "secret": world.secrets[whose], "slug": SLUGS.get(whose, ""), "username": world.members.get(whose, ""),
        "batch_id": world.batches[whose].pk if whose in world.batches else uuid.UUID(int=3),
        "number": 1, "move": 1, "game_id": "sichuan",
    }  # fmt: skip
