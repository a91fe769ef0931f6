"""Options that are allowed one by one and make no sense together: refused by name, in both languages, when the rules are read."""

from __future__ import annotations

import pytest

from referee.core import registry

REFUSED = [
    ("kawuxing", "cap=16 cap_double_dragon=8", ("cap_double_dragon=8", "cap=16")),
    ("kawuxing", "shiyan cap=16", ("cap_double_dragon=8", "cap=16")),
    ("kawuxing", "rotation=bawang drawn_dealer=shower", ("rotation=bawang", "drawn_dealer=shower")),
    ("hengyang", "birds=0 birds_pay=add", ("birds=0", "birds_pay=add")),
    ("sichuan", "putong pig_payees=all", ("pig_payees=all", "blood=false")),
    ("gouji", "qingdao bie3=false buy_from=partner_first", ("buy_from=partner_first", "bie3=true")),
    ("gouji", "charter buy4=true", ("buy4=true", "bie3=true")),
    ("gouji", "qingdao points_mode=charter buy4=true", ("buy4=true", "points_mode=table")),
    ("gouji", "packs=5 drop=3", ("packs=5", "drop=3", "250")),
    ("gouji", "drop=3:17,4:13", ("drop=3:17,4:13", "3")),
    ("gouji", "charter bie3=true packs=6 drop=3", ("drop=3", "bie3=true")),
    ("gouji", "qingdao packs=6 drop=4", ("drop=4", "points_mode=table")),
    ("gouji", "score=difference place_scores=2,1,0,0,-1,-2", ("score=difference", "place_scores")),
    ("gouji", "charter buy_order=opposite,partner", ("buy_order=opposite,partner", "bie3=true")),
    ("gouji", "charter buy_price=best", ("buy_price=best", "bie3=true")),
    ("gouji", "charter points_mode=charter fours_at_once=on", ("fours_at_once=on", "points_mode=table")),
    ("gouji", "charter burn_needs_open=on", ("burn_needs_open=on", "points_mode=charter")),
    ("gouji", "charter open_without_fours=on", ("open_without_fours=on", "points_mode=charter")),
]
HONOURED = [
    ("kawuxing", "cap=8 cap_double_dragon=8"),
    ("kawuxing", "cap=none cap_double_dragon=8"),
    ("kawuxing", "rotation=winner_rests drawn_dealer=shower"),
    ("hengyang", "birds=0"),
    ("hengyang", "birds=6 birds_pay=add"),
    ("sichuan", "xuezhan pig_payees=all"),
    ("gouji", "qingdao bie3=false"),
    ("gouji", "qingdao packs=6 drop=3:10,4:8,5:6"),
    ("gouji", "packs=6 drop=3-5"),
    ("gouji", "score=sum sweep=120 place_scores=40,20,0,0,-20,-40"),
    ("gouji", "qingdao buy_from=partner_first buy_order=neighbours buy_price=best"),
    ("gouji", "qingdao burn_needs_open=on fours_at_once=on open_without_fours=on"),
]


@pytest.mark.parametrize(("game", "text", "named"), REFUSED)
def test_options_that_make_no_sense_together_are_refused_by_name(game: str, text: str, named: tuple[str, ...]) -> None:
    found = registry.find(game).rulebook.rules(text)
    assert isinstance(found, list)
    (finding,) = found
    assert (finding.code, finding.actual) == ("unknown-option", text)
    assert all(word in finding.message[language] for word in named for language in ("zh", "en"))


@pytest.mark.parametrize(("game", "text"), HONOURED)
def test_options_that_are_close_to_those_are_honoured(game: str, text: str) -> None:
    assert not isinstance(registry.find(game).rulebook.rules(text), list)
