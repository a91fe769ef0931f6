"""Clubs: who belongs to them, in which role."""

from records.clubs.membership import accept_invitation, change_role, found, invite, remove_member, rename
from records.clubs.visibility import find, ids_of, invitation_to, member_of, people_of, visible_to

__all__ = [
    "accept_invitation",
    "change_role",
    "find",
    "found",
    "ids_of",
    "invitation_to",
    "invite",
    "member_of",
    "people_of",
    "remove_member",
    "rename",
    "visible_to",
]
