"""API tokens: how many a person may have, also where many are asked for at once."""

from __future__ import annotations

import pytest

from records.accounts import access
from records.accounts.access import tokens
from records.accounts.models import ApiToken
from records.core import ops
from tests.people import person
from tests.records.at_once import at_once


@pytest.mark.django_db(transaction=True)
def test_tokens_asked_for_at_once_are_as_few_as_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS", 3)
    owner = person("owner")
    codes = at_once([lambda: access.issue_own_token(owner, "program", ["read"])] * 8)
    assert codes == [""] * 3 + ["too-many"] * 5
    assert ApiToken.objects.filter(user=owner).count() == 3


@pytest.mark.django_db
def test_token_is_stored_as_its_digest_alone() -> None:
    token, plain = access.issue_token(person("ann"), "laptop")
    assert plain not in str(vars(ApiToken.objects.get()))
    assert access.token_of(ops.digest_of(plain)) == token
