"""Clubs: who belongs to them, in which role, and by which rules they play."""

from records.accounts.clubs.membership import (
    accept_invitation,
    change_role,
    create,
    invite,
    join,
    remove_member,
    removed_lately,
    rename,
    restore_member,
)
from records.accounts.clubs.rules import add_rules, change_rules, find_rules, remove_rules, rules_of
from records.accounts.clubs.visibility import find, invitation_to, member_of, people_of, visible_club_ids, visible_to

__all__ = [
    "accept_invitation",
    "add_rules",
    "change_role",
    "change_rules",
    "find",
    "find_rules",
    "create",
    "visible_club_ids",
    "invitation_to",
    "invite",
    "join",
    "member_of",
    "people_of",
    "remove_member",
    "remove_rules",
    "removed_lately",
    "rename",
    "restore_member",
    "rules_of",
    "visible_to",
]
