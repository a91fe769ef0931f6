"""The audit log: who did what, to what, when; append-only, each entry with the hash of the one before it."""

from records.audit.log import NAME, TARGET, AuditEntry, Break, Chain, ClubEntry, all_or_none, record, together, verify
from records.audit.log import audit_of as entries_of

__all__ = [
    "AuditEntry",
    "Break",
    "Chain",
    "ClubEntry",
    "NAME",
    "TARGET",
    "all_or_none",
    "entries_of",
    "record",
    "together",
    "verify",
]
