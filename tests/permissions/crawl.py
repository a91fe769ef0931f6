"""Every address × method × person, about what belongs to others: what is asked is made from the URL configuration alone.

Nothing here knows who may do what. Whoever asks must come across no word and no id of what is not theirs, and change no row of
it.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from records.accounts import access, clubs
from records.accounts.models import Membership, Role
from tests.permissions.routes import ADMIN, PUBLISHED, admin_routes, filled, routes
from tests.permissions.rows import Belongings, Change, Rows, snapshot
from tests.permissions.table import TABLE
from tests.permissions.world import (
    ARBITER,
    AT_TABLE,
    CLUBS,
    DROPPED,
    EVENT_LINK,
    EVENT_LINKED,
    INSIDE,
    INVITED,
    LINKED,
    MATCH_LINK,
    NOBODY,
    OTHER,
    OWN,
    PRIVATE,
    PUBLIC,
    SEATED,
    SECRET_WORDS,
    STAFF,
    STRANGER,
    WORDS,
    World,
    where,
)

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
GROUP = re.compile(r"\^?\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)\$?")
READS = re.compile(r"\s*(SELECT|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|PRAGMA|SHOW|SET|DECLARE|FETCH|CLOSE|EXPLAIN)\b", re.IGNORECASE)
NOTHING = re.compile(r"/(00000000-0000-[-0]+[0-9]+|x|0)(/|$)")
"""What stands in an address for a thing that is not there."""
ADMINISTERED = re.compile(r"admin/(\w+)/(\w+)/<path:object_id>")
THOROUGH = (NOBODY, STRANGER, "owner of theirs")
"""Who asks with every method, also with those that an address does not know."""
ADMITTED_NOT = (*THOROUGH, MATCH_LINK, "owner", "token to manage")
"""Who asks at the addresses of the administration, beside the staff."""
USED = "accounts_apitoken"
"""The table whose row notes that a token was used, whatever it was used for."""


class Person(NamedTuple):
    """Somebody who asks: the account, the clubs that are theirs, the words and ids that they may come across besides.

    ``reads``: they may change nothing at all, whosever it is. ``all_seeing``: everything is theirs. ``serves``: the club whose
    event and its match are theirs to read and to arbitrate, and no more of the club. ``sits``: the club of the event at whose
    table they sit. ``query``: what they add to every address.
    """

    name: str
    client: Client
    user: Any = None
    clubs: frozenset[int] = frozenset()
    homes: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    reads: bool = False
    all_seeing: bool = False
    serves: int = 0
    sits: int = 0
    query: str = ""


class Asked(NamedTuple):
    """A request: whose things its address is about, and whose its body is about."""

    person: Person
    method: str
    path: str
    body: bytes
    kind: str
    route: str
    whose: frozenset[str]

    def __str__(self) -> str:
        return f"{self.method} {self.path} by {self.person.name} with {self.body[:80]!r}"


@dataclass
class Report:
    """What was asked and what is wrong with what came of it."""

    requests: int = 0
    wrote: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def people(world: World) -> list[Person]:
    """Everybody who asks: without an account, with a share link, in each role of either club, by tokens, the staff."""
    own, other = (world.webhooks[whose].club for whose in (OWN, OTHER))
    linked = frozenset({WORDS[OWN], CLUBS[OWN]})
    found = [
        Person(NOBODY, world.client(NOBODY)),
        Person(LINKED, world.client(LINKED), words=linked),
        Person(EVENT_LINKED, world.client(EVENT_LINKED), words=linked),
        Person(SEATED, world.client(SEATED), words=linked, sits=own.pk, query="?seat=E"),
        Person(AT_TABLE, world.client(AT_TABLE), words=linked, sits=own.pk, query="?seat="),
        Person(MATCH_LINK, world.client(MATCH_LINK), words=linked, reads=True),
        Person(EVENT_LINK, world.client(EVENT_LINK), words=linked, reads=True),
        Person(STRANGER, world.client(STRANGER), world.people[STRANGER]),
        Person(INVITED, world.client(INVITED), world.people[INVITED], words=frozenset({CLUBS[OWN]})),
        Person(ARBITER, world.client(ARBITER), world.people[ARBITER], words=frozenset({WORDS[OWN]}), serves=own.pk),
        Person(STAFF, world.client(STAFF), world.people[STAFF], all_seeing=True),
    ]
    for role in INSIDE:
        there = get_user_model().objects.create_user(f"{role}-of-theirs")
        Membership.objects.create(club=other, user=there, role=role, accepted_at=timezone.now())
        inside = Client(HTTP_ACCEPT_LANGUAGE="en", raise_request_exception=False)
        inside.force_login(there)
        found.append(_member(role, world.client(role), world.people[role], own.pk, OWN))
        found.append(_member(f"{role} of theirs", inside, there, other.pk, OTHER))
    owner = _member("owner", Client(), world.people[Role.OWNER.value], own.pk, OWN)
    elsewhere = clubs.create(owner.user, "Another of mine", "another")
    for scope in access.SCOPES:
        found.append(_by_token(owner, f"token to {scope}", [scope]))
    found.append(_by_token(Person(STRANGER, Client(), world.people[STRANGER]), "stranger's token", list(access.SCOPES)))
    limited = owner._replace(clubs=frozenset({elsewhere.pk}), homes=frozenset(), words=frozenset())
    found.append(_by_token(limited, "token for another club", list(access.SCOPES), club=elsewhere))
    return found


def _member(name: str, client: Client, user: Any, club: int, home: str) -> Person:
    return Person(name, client, user, frozenset({club}), frozenset({home}), frozenset({WORDS[home], CLUBS[home]}))


def _by_token(person: Person, name: str, scopes: list[str], **more: Any) -> Person:
    plain = access.issue_token(person.user, name, scopes=scopes, **more)[1]
    client = Client(HTTP_AUTHORIZATION=f"Bearer {plain}", HTTP_ACCEPT_LANGUAGE="en", raise_request_exception=False)
    return person._replace(name=name, client=client, reads=scopes == ["read"])


class Crawl:
    """Asks, and looks after every request at what was said and at what was changed."""

    def __init__(self, world: World, report: Report) -> None:
        self.world, self.report = world, report
        self.people = people(world)
        self.known = {whose: where(world, whose) for whose in (OWN, OTHER, PRIVATE, PUBLIC)}
        self._ids = {whose: self._ids_of(whose) for whose in (OWN, OTHER, PRIVATE)}
        self._methods: dict[str, frozenset[str]] = {}
        self._before, self._belongings = snapshot(), Belongings()
        self._memberships = dict(Membership.objects.filter(user=world.people[INVITED]).values_list("user", "pk"))

    def _ids_of(self, whose: str) -> dict[str, str]:
        """The ids of what is whose, by themselves: nobody else reads of them."""
        public = {str(value) for value in self.known[PUBLIC].values()}
        there = {name: str(value) for name, value in self.known[whose].items() if isinstance(value, uuid.UUID) and value.int > 99}
        return {value: name for name, value in there.items() if value not in public}

    def requests(self, person: Person) -> Iterator[Asked]:
        """Everything that this person asks, each request once. What an address does not know is asked by a few alone."""
        seen = set()
        for route in [*routes(), *(admin_routes() if person.name in ADMITTED_NOT or person.all_seeing else ())]:
            known = self._known_methods(route)
            for number, (about, named) in enumerate(self._pairs(person)):
                path = self._path(route, about, named)
                if number > 1 and NOTHING.search(path):
                    continue  # there is no such thing of theirs
                for method in METHODS if person.name in THOROUGH and number == 0 else sorted(known):
                    for body, kind in self._bodies(route, method, named):
                        asked = Asked(person, method, path, body, kind, route, frozenset({about, named}))
                        if asked[1:5] not in seen:
                            seen.add(asked[1:5])
                            yield asked

    def _known_methods(self, route: str) -> frozenset[str]:
        """The methods that an address answers to, as it tells the staff; of the administration those of its forms."""
        if route.startswith(ADMIN):
            return frozenset({"GET", "POST"})
        if route not in self._methods:
            staff = next(person for person in self.people if person.all_seeing)
            allowed = self._answer(staff, "OPTIONS", route).get("Allow", ", ".join(METHODS))  # where nothing is, all
            self._methods[route] = frozenset(allowed.split(", ")) - {"HEAD", "OPTIONS"}
        return self._methods[route]

    def _answer(self, staff: Person, method: str, route: str) -> Any:
        with transaction.atomic():
            answer = staff.client.generic(method, self._path(route, OWN, OWN))
            transaction.set_rollback(True)
        return answer

    def _pairs(self, person: Person) -> list[tuple[str, str]]:
        """Whose things the first part of an address is about, and whose the others and the body."""
        foreign = [whose for whose in (OWN, OTHER) if whose not in person.homes]
        pairs = [(whose, whose) for whose in (*foreign, PRIVATE, PUBLIC)]
        return pairs + [(home, whose) for home in person.homes for whose in foreign]

    def _path(self, route: str, about: str, named: str) -> str:
        first, rest = self.known[about], self.known[named]
        rest = rest if rest.get("slug") or named == about else {**first, **rest}
        places = iter([first])

        def put_in(found: re.Match[str]) -> str:
            return str(_argument(found[2], found[1] or "str", next(places, rest)))

        if found := ADMINISTERED.match(route):
            first = {**first, "object_id": self._key_of(apps.get_model(*found.groups())._meta.db_table, about)}
        plain = GROUP.sub("nowhere", route) if "(?P<" in route else route
        return "/" + ARGUMENT.sub(put_in, plain)

    def _key_of(self, table: str, about: str) -> Any:
        """The key of some row of a table, of this club where there is one."""
        club = {self.world.webhooks[about].club_id} if about in self.world.webhooks else set()
        keys = sorted((key for name, key in self._before if name == table), key=str)
        theirs = [key for key in keys if club & self._belongings.owners(self._before, table, key).clubs]
        return (theirs or keys or ["x"])[0]

    def _bodies(self, route: str, method: str, named: str) -> Iterator[tuple[bytes, str]]:
        """What is sent: the body that the table has for the address, about other things, and none."""
        yield b"", "application/json"
        if method in ("POST", "PUT", "PATCH", "DELETE"):
            for row in TABLE.get(route, {}).values():
                if row.body:
                    yield filled(row, defaultdict(lambda: 1, self.known[named])).body, row.kind

    def ask(self, asked: Asked) -> list[str]:
        """What is wrong with what came of a request. Nothing of it stays."""
        with transaction.atomic():
            with _writes() as written:
                client, path = asked.person.client, asked.path + asked.person.query
                opens = asked.route.startswith("s/")
                cookies = client.cookies.copy() if opens else None
                answer = client.generic(asked.method, path, asked.body, content_type=asked.kind)
                if opens:
                    client.cookies = cookies  # nobody keeps a link that they open here
                said = b"".join(answer).decode("utf-8", "replace")
            self.report.requests += 1
            self.report.statuses[answer.status_code] += 1
            wrong = [f"{answer.status_code}"] if answer.status_code >= 500 else []
            wrong += self._told(asked, said + str(answer.headers))
            if written:
                self.report.wrote += 1
                wrong += self._changed(asked, snapshot())
                transaction.set_rollback(True)
        return [f"{asked}: {one}" for one in wrong]

    def _told(self, asked: Asked, said: str) -> list[str]:
        """The words and ids of others that were said."""
        person = asked.person
        dropped = [WORDS[DROPPED]] * ("file_id" in asked.route)  # whoever has the address may read it
        if person.all_seeing:
            return ["tells of what was dropped"] * (WORDS[DROPPED] in said and not dropped)
        may = {WORDS[PUBLIC], *person.words, *dropped}
        opened = asked.whose if "secret" in asked.route else frozenset()  # whoever has the link may read what it opens
        for whose in opened:
            may |= {WORDS[whose], CLUBS.get(whose, WORDS[whose])}
        # What is published names its club, to everybody who may read it.
        may |= {CLUBS[OTHER]} if PUBLISHED.search(asked.route) and PUBLIC in asked.whose else set()
        may |= {CLUBS[OWN]} if PUBLISHED.search(asked.route) and person.serves else set()
        wrong = [f"tells of {word}" for word in SECRET_WORDS if word in said and word not in may]
        theirs = {*person.homes, *opened, *((OWN,) if CLUBS[OWN] in person.words else ())}
        request = asked.path + asked.body.decode("utf-8", "replace")
        request += " ".join(str(self.known[OWN][name]) for name in SERVED if person.serves)
        for whose in self._ids.keys() - theirs:
            wrong += [f"tells {name} of {whose}" for id_, name in self._ids[whose].items() if id_ in said and id_ not in request]
        return wrong

    def _changed(self, asked: Asked, after: Rows) -> list[str]:
        """The rows of others that were changed."""
        if asked.person.all_seeing:
            return []
        changes = self._belongings.changes(self._before, after)
        return [str(one) for one in changes if not self._may_change(asked.person, one)]

    def _may_change(self, person: Person, change: Change) -> bool:
        key = person.user.pk if person.user else None
        if (change.table, change.how) == (USED, "changed") and change.owners.users == {key}:
            return True
        if person.name == INVITED and (change.table, change.key) == ("accounts_membership", self._memberships.get(key)):
            return True  # they accept, or they do not
        if (change.table, change.how) in LEFT and not any(change.owners):
            return True  # a token signs nobody in on the pages
        if person.reads:
            return False
        known = {key for table, key in self._before if table == "accounts_club"}
        if person.serves and change.table in ARBITRATED and change.owners.clubs & known == {person.serves}:
            return True
        if person.sits and change.table in AT_A_TABLE and change.owners.clubs & known == {person.sits}:
            return True
        if change.owners.clubs:
            return not (change.owners.clubs & known) - person.clubs
        if change.owners.users:
            return change.owners.users <= {key} or (change.how == "added" and key is None and change.table == "auth_user")
        return change.how == "added" or change.table in LOOSE

    def same(self) -> list[str]:
        """What is not as it was at first, after all that seemed to write nothing."""
        return [str(change) for change in self._belongings.changes(self._before, snapshot())]


SERVED = ("event_id", "match_id", "comment_id", "live_id")
"""What the pages of an event and its match tell whoever serves it."""

LOOSE = {"django_session", "accounts_auditsequence"}
"""Tables of rows that are nobody's and change with whatever is done."""

ARBITRATED = {f"tournament_{name}" for name in "event refereecall roundclock penalty ruling appealanswer".split()}
"""Tables of rows that whoever serves an event changes there."""

AT_A_TABLE = {
    "accounts_auditentry",
    *(f"tournament_{name}" for name in "event refereecall appeal livetable livelines liveframes".split()),
}
"""Tables of rows that whoever has the link of a table or a seat changes."""

LEFT = {(f"archive_{name}", "added") for name in ("upload", "match", "matchseat", "judgement")}
"""What anybody may leave for a day, and what becomes nobody's."""


def _argument(name: str, kind: str, known: dict[str, Any]) -> Any:
    """What stands in an address: of those things, else something of its kind."""
    if known.get(name) not in (None, ""):
        return known[name]
    return {"int": 1, "uuid": uuid.UUID(int=1)}.get(kind, "x")


@contextmanager
def _writes() -> Iterator[list[str]]:
    """The statements that are not known to read only."""
    found: list[str] = []

    def look(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not READS.match(sql):
            found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def crawl(world: World, every: int = 1, first: int = 0) -> Report:
    """Have everybody ask everything, or one request of so many from the first on."""
    report = Report()
    at_work = Crawl(world, report)
    for person in at_work.people:
        cache.clear()
        for asked in islice(at_work.requests(person), first, None, every):
            report.faults += at_work.ask(asked)
        report.faults += [f"{person.name} changed, while nothing was seen to be written: {one}" for one in at_work.same()]
    return report
