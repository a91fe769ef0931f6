"""Who sees which fact of an event, a club and a match: one table, which pages, the API and the documentation are made from.

An entry holds where a thing is seen at all: whether somebody finds it is decided where it is looked up (``visibility``).
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple

from records.accounts.access.models import Role
from records.accounts.access.roles import LEAST, Right


class Reader(StrEnum):
    """Who reads: the roles of a club are told apart by the rights that they have."""

    OUTSIDER = "outsider"
    """Everybody: without an account, or with one that is neither of the club nor an arbiter of the event."""
    LINK = "share link"
    """Whoever has a share link to the event or to the match, signed in or not."""
    SEAT = "seat link"
    """Whoever has the link of a table or of a seat, for that table."""
    ARBITER = "arbiter"
    """An account that serves the event, for that event and the matches at its tables."""
    MEMBER = "member"
    SCORER = "scorer"
    ORGANIZER = "organizer"
    OWNER = "owner"


INSIDE = (Reader.ARBITER, Reader.MEMBER, Reader.SCORER, Reader.ORGANIZER, Reader.OWNER)
CLUB = INSIDE[1:]
EVERYBODY = tuple(Reader)
ROLES = {Reader.MEMBER: Role.MEMBER, Reader.SCORER: Role.SCORER, Reader.ORGANIZER: Role.ORGANIZER, Reader.OWNER: Role.OWNER}


def with_right(right: Right) -> tuple[Reader, ...]:
    """The readers whose role in the club has this right."""
    return tuple(reader for reader, role in ROLES.items() if role.covers(LEAST[right]))


class Row(NamedTuple):
    """A row of the table. ``always`` see the fact; ``published`` see it as far as the event's results were published."""

    thing: str
    text: str
    always: tuple[Reader, ...]
    published: tuple[Reader, ...] = ()


OUTSIDE = (Reader.OUTSIDER, Reader.LINK)


class Fact(Enum):
    """A fact and who sees it."""

    EVENT_STANDINGS = Row("event", "name, days, stages, rounds, tables, standings, points at the tables", EVERYBODY)
    EVENT_NAMES = Row("event", "entrants by the names that they are entered by, and their teams", EVERYBODY)
    EVENT_ALIASES = Row("event", "entrants' aliases, and the names in records that mean an entrant", INSIDE)
    EVENT_PLAYERS = Row("event", "which player of the club an entrant is", CLUB)
    EVENT_MATCHES = Row("event", "ids, verdicts, replays and records of matches that are not public", (Reader.LINK, *INSIDE))
    EVENT_RULINGS = Row("event", "rulings with their reasons", INSIDE, OUTSIDE)
    EVENT_PENALTIES = Row("event", "penalties: whose, which grade, what they take off", EVERYBODY)
    EVENT_PENALTY_REASONS = Row("event", "penalties: offence, reason, clause, finding", INSIDE, OUTSIDE)
    EVENT_APPEALS = Row("event", "appeals and their answers", INSIDE, OUTSIDE)
    EVENT_OWN_TABLE = Row(
        "event", "findings, rulings, penalties, appeals at one's own table, and who answers them", (Reader.SEAT, *INSIDE)
    )
    EVENT_ACCOUNTS = Row("event", "accounts: arbiters, who ruled, gave a penalty, drew a round, answered", INSIDE)
    EVENT_SIGNED = Row(
        "event",
        "the signed results: records, names in them, rulings, penalties, appeals; who publishes and decides signs by account",
        INSIDE,
        OUTSIDE,
    )
    EVENT_UNRESOLVED = Row("event", "what is unresolved", INSIDE)
    EVENT_CALLS = Row("event", "calls for a referee", (Reader.ARBITER, *with_right(Right.RULE)))
    EVENT_LINKS = Row("event", "its share links, without their secrets", with_right(Right.SHARE))

    CLUB_NAME = Row("club", "its name, beside a public event", EVERYBODY)
    CLUB_ID = Row("club", "its id in the API, beside a public event or match", CLUB)
    CLUB_MATCHES = Row("club", "its matches, events, players and figures", CLUB)
    CLUB_RULES = Row("club", "the rules that it keeps under names", CLUB)
    CLUB_PEOPLE = Row("club", "its people and their roles", CLUB)
    CLUB_AUDIT = Row("club", "its audit log, webhooks, exports", with_right(Right.GOVERN))

    MATCH_VERDICT = Row("match", "a public match: verdict, replay, record with the names in it", EVERYBODY)
    MATCH_PRIVATE = Row("match", "a match that is not public", (Reader.LINK, *INSIDE))
    MATCH_CLUB = Row("match", "the club that it is of", CLUB)
    MATCH_UPLOADER = Row("match", "who uploaded it", CLUB)
    MATCH_JUDGEMENTS = Row("match", "earlier judgements", CLUB)
    MATCH_RULINGS = Row("match", "rulings on its findings", INSIDE, OUTSIDE)
    MATCH_COMMENTS = Row("match", "comments on its moves, with the match", EVERYBODY)
    MATCH_AUTHORS = Row("match", "who wrote a comment", CLUB)


def sees(reader: Reader, fact: Fact, published: bool = False) -> bool:
    """Whether somebody sees a fact; ``published``: as it stands in published results."""
    return reader in fact.value.always or (published and reader in fact.value.published)
