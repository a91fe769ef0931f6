"""What one round of SBR leaves to the next."""

from __future__ import annotations

import referee

PIG_TWICE = """[PPN "1"]
[Game "sbr"]

[Round "1"]
[Dealer "E"]
[Hand.E "123456789m1115p5s"]
[Hand.S "?"]
[Hand.W "?"]
[Hand.N "?"]
E.que:s S.que:s W.que:s N.que:m
E-5p S+? S-? W+? W-? N+? N-? E+9p E-9p S+? S-? W+? W-? N+? N-? E+5s E.hu S+?

[Round "2"]
[Dealer "S"]
[Hand.S "?"]
[Hand.W "?"]
[Hand.N "?"]
S.que:s W.que:s N.que:m S-?
"""


def test_sbr_4_1_match_that_was_lost_stays_lost_when_a_win_with_three_suits_costs_instead() -> None:
    verdict = referee.verify(referee.parse(PIG_TWICE))
    assert "match-lost" in [finding.code for finding in verdict.rounds[0].findings]
    assert [line.points for line in verdict.rounds[0].ledger] == [24]
    assert [finding.code for finding in verdict.rounds[1].findings] == ["round-not-finished"]
