"""Clubs: who belongs to them, in which role."""

from records.clubs.membership import accept_invitation, change_role, invite
from records.clubs.membership import found_club as found
from records.clubs.membership import remove as remove_member
from records.clubs.membership import rename_club as rename
from records.clubs.visibility import club_for as find
from records.clubs.visibility import club_ids_of as ids_of
from records.clubs.visibility import clubs_visible_to as visible_to
from records.clubs.visibility import invitation_to, member_of, people_of

__all__ = [
    "ids_of",
    "accept_invitation",
    "change_role",
    "find",
    "found",
    "invitation_to",
    "invite",
    "member_of",
    "people_of",
    "remove_member",
    "rename",
    "visible_to",
]
