"""Names are found by pairs of their characters, which PostgreSQL has an index of."""

from __future__ import annotations

import pytest

from records.archive import matches
from records.archive.models import Match, MatchSeat
from records.core.db.name_search import pairs_of
from tests.files import PPN, of_event


@pytest.mark.parametrize(
    ("word", "query"), [("王小明", "'王小' & '小明'"), ("明", "'明':*"), ("o'b\\", "'o''' & '''b' & 'b\\\\'"), ("'", "'''':*")]
)
def test_pairs_of_a_word_are_a_query_of_text_search(word: str, query: str) -> None:
    assert pairs_of(word) == query


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["王小明", "o'brien \\", "a & b | !c:*", "𠮷野家", "x"])
def test_every_part_of_a_name_finds_it(name: str) -> None:
    text = of_event(people=[name, "q", "w", "z"], event="e").encode()
    match = matches.upload(text, media_type=PPN, public=True).matches[0]
    key = match.seats.get(name=name).search_name
    for start in range(len(key)):
        for end in range(start + 1, len(key) + 1):
            assert MatchSeat.objects.filter(search_name__has_word=key[start:end]).filter(name=name).count() == 1, key[start:end]
    assert not MatchSeat.objects.filter(search_name__has_word=key + "不").exists()
    assert list(matches.search(Match.objects.all(), player=name)) == [match]
