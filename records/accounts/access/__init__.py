"""The actor of a request and the rights that it has: roles, API tokens, links."""

from records.accounts.access.actor import grants_of, hold, link_to_event, links_held, remember, remembered, working_links
from records.accounts.access.baseline import write_baseline
from records.accounts.access.grants import SEAT, DropGrant, Grant, SeatGrant, ShareGrant, grant_of, secret_of
from records.accounts.access.roles import Right, invitations_of, limit_to_club, may, may_with, memberships_of, rights_in, role_in
from records.accounts.access.share_links import link_for, links_to, revoke_link, share
from records.accounts.access.tokens import (
    SCOPES,
    TOKEN_DAYS,
    change_token,
    issue_own_token,
    issue_token,
    mark_token_used,
    revoke_token,
    revoke_tokens_of,
    token_expiry,
    token_of,
    tokens_of,
)

__all__ = [
    "SCOPES",
    "TOKEN_DAYS",
    "SEAT",
    "DropGrant",
    "Grant",
    "Right",
    "SeatGrant",
    "ShareGrant",
    "change_token",
    "grant_of",
    "grants_of",
    "hold",
    "invitations_of",
    "issue_own_token",
    "issue_token",
    "limit_to_club",
    "link_for",
    "link_to_event",
    "links_held",
    "links_to",
    "mark_token_used",
    "may",
    "may_with",
    "memberships_of",
    "remember",
    "remembered",
    "revoke_link",
    "revoke_token",
    "revoke_tokens_of",
    "rights_in",
    "role_in",
    "secret_of",
    "share",
    "token_expiry",
    "token_of",
    "tokens_of",
    "working_links",
    "write_baseline",
]
