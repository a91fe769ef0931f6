"""Who asks: the person, or the visitor, whom everything that shows or changes something is told of.

``records.accounts.access.actor`` says which links they hold besides.
"""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser, User

Actor: TypeAlias = User | AnonymousUser
"""Who acts: somebody who is signed in, or a visitor, who has no rights."""


def person(actor: Actor) -> User:
    """The account of somebody who acts, for what is asked after their right: no visitor has one."""
    assert not isinstance(actor, AnonymousUser)
    return actor
