"""Clubs: who belongs to them, in which role."""

from records.clubs.membership import (
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
from records.clubs.visibility import find, invitation_to, member_of, people_of, visible_club_ids, visible_to

__all__ = [
    "accept_invitation",
    "change_role",
    "find",
    "create",
    "visible_club_ids",
    "invitation_to",
    "invite",
    "join",
    "member_of",
    "people_of",
    "remove_member",
    "removed_lately",
    "rename",
    "restore_member",
    "visible_to",
]
