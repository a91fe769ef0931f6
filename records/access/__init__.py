"""Who may see and change what: rights and roles, API tokens, share links."""

from records.access.baseline import write_baseline
from records.access.roles import Right, invitations_of, limit_to_club, may, may_with, memberships_of, rights_in, role_in
from records.access.sessions import clear_expired_sessions
from records.access.share_links import link_by_secret, link_for, links_to, revoke_link, share
from records.access.tokens import (
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
    "Right",
    "change_token",
    "clear_expired_sessions",
    "invitations_of",
    "issue_own_token",
    "issue_token",
    "limit_to_club",
    "link_by_secret",
    "link_for",
    "links_to",
    "mark_token_used",
    "may",
    "may_with",
    "memberships_of",
    "revoke_link",
    "revoke_token",
    "revoke_tokens_of",
    "rights_in",
    "role_in",
    "share",
    "token_expiry",
    "token_of",
    "tokens_of",
    "write_baseline",
]
