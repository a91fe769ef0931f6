"""API tokens: how many a person may have, also where many are asked for at once."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from records import access
from records.access import tokens
from records.errors import Refusal
from records.models import ApiToken
from tests.people import person


@pytest.mark.django_db(transaction=True)
def test_tokens_asked_for_at_once_are_as_few_as_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS", 3)
    owner = person("owner")
    start, codes = threading.Barrier(8), []

    def work() -> None:
        try:
            start.wait(60)
            access.issue_own_token(owner, "program", ["read"])
        except Refusal as refusal:
            codes.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert codes == ["too-many"] * 5
    assert ApiToken.objects.filter(user=owner).count() == 3
