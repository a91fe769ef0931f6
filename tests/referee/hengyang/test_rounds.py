"""What only several rounds show, and how findings are said: who deals next (HYM-1.2), the missing pair (HYM-4.14)."""

from __future__ import annotations

import pytest

import referee

HANDS = '[Hand.E "?"]\n[Hand.S "123m456p55p23478s"]\n[Hand.W "?"]\n[Hand.N "456m789p88p12378s"]\n'
WON = "E-1m S+1m S-1m W+9s W-9s S.hu:2"
FED_BY_DEALER = "E-1m S+1m S-1m W+2m W-2m N+2m N-2m E+9s E-9s S.hu:2 N.hu:2"
FED_BY_ANOTHER = "E-1m S+1m S-1m W+9s W-9s N.hu:2 S.hu:2"


def match(*rounds: str) -> referee.Verdict:
    """The verdict on a match of these rounds, each its dealer and then its moves."""
    texts = ['[PPN "1"]\n[Game "hengyang"]\n[Rules "birds=0"]\n']
    for number, round_ in enumerate(rounds, 1):
        dealer, _, rest = round_.partition(" ")
        texts.append(f'\n[Round "{number}"]\n[Dealer "{dealer}"]\n{HANDS}{rest}\n')
    return referee.verify(referee.parse("".join(texts)))


@pytest.mark.parametrize(("won", "dealer"), [(WON, "S"), (FED_BY_DEALER, "E"), (FED_BY_ANOTHER, "N"), ("E-9p", None)])
def test_hym_1_2_who_deals_next(won: str, dealer: str | None) -> None:
    for other in "ESWN":
        second = match(f"E {won}", f"{other} {other}-9p").rounds[1]
        found = [(finding.move, finding.clause) for finding in second.findings if finding.code == "wrong-dealer"]
        assert found == ([] if dealer in (None, other) else [(0, "HYM-1.2")])


def test_hym_4_14_the_missing_pair_is_named() -> None:
    text = '[PPN "1"]\n[Game "hengyang"]\n\n[Round "1"]\n[Dealer "E"]\n' + HANDS.replace("456p55p", "456p99p")
    (finding, *_) = referee.verify(referee.parse(f"{text}E-1m S+9s S.hu\n")).all_findings()
    assert (finding.code, finding.clause, finding.expected) == ("not-winning", "HYM-4.14", "need-258-pair")
    assert "2, 5 or 8" in finding.message["en"]


def test_hym_4_14_a_hand_without_shape_is_not_told_of_pairs() -> None:
    (finding, *_) = match("E E-1m S+8s S.hu").all_findings()
    assert (finding.code, finding.clause, finding.expected) == ("not-winning", "HYM-4.14", None)
