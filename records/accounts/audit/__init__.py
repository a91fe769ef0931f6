"""The audit log: who did what, to what, when; append-only, each entry with the hash of the one before it."""

from records.accounts.audit.actions import Action
from records.accounts.audit.log import (
    Break,
    Chain,
    Head,
    atomic,
    deferred,
    emptied,
    entries_of,
    entry_of,
    head,
    observe,
    record,
    told,
    verify,
    wait_for_writers,
)
from records.accounts.audit.models import NAME, TARGET, AuditEntry

__all__ = [
    "Action",
    "AuditEntry",
    "Break",
    "Chain",
    "Head",
    "NAME",
    "TARGET",
    "atomic",
    "deferred",
    "emptied",
    "entries_of",
    "entry_of",
    "head",
    "observe",
    "record",
    "told",
    "verify",
    "wait_for_writers",
]
