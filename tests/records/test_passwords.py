"""A password that is hardly more than words of the service is refused; any other is left to the other rules."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import override


@pytest.mark.parametrize(
    "password",
    [
        "Referee2026!",
        "mahjong-mahjong1",
        "kawuxing_8888",
        "Sichuan Mahjong 1",
        "REFEREE#abc1",
        "麻將裁判88888",
        "夠級夠級夠級2026",
        "ｒｅｆｅｒｅｅ２０２６",
    ],
)
def test_password_of_words_of_the_service_is_refused_in_the_readers_language(password: str) -> None:
    with override("en"), pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert [error.code for error in refused.value.error_list] == ["password_of_context_words"]
    assert refused.value.messages == ["The password must be more than a word of this service or the name of a game."]
    with override("zh-hant"), pytest.raises(ValidationError, match="遊戲的名稱"):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["correct horse battery", "referee of my heart", "gouji and noodles", "k4#xPq0!9vZ", "我家後院有三棵樹"]
)
def test_password_of_other_words_is_accepted(password: str) -> None:
    validate_password(password)


def test_long_password_of_any_characters_is_accepted_and_used_as_typed() -> None:
    password = " Ｍy dog\t麻將 ẞ" + "x" * 500
    validate_password(password)
    stored = make_password(password)
    assert check_password(password, stored)
    assert not check_password(password.strip(), stored)
    assert not check_password(password[:-1], stored)
    assert not check_password(password.casefold(), stored)
