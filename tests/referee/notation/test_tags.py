"""Tags: escapes, values, order."""

from __future__ import annotations

import pytest

import referee
from referee.notation import NotationError, parse, write
from tests.referee.notation.texts import HEAD, canonical, error_of, match, round_of

HANDS = {
    "sorted": ("123m55p7z", "123m55p7z"),
    "free order": ("7z5p3m5p1m2m", "123m55p7z"),
    "spaced": ("123m 55p 7z", "123m55p7z"),
    "unseen": ("?", "?"),
    "partly unseen": ("?12m?3p", "12m3p??"),
    "cards": ("Xx2AKQJT9876543", "3456789TJQKA2xX"),
    "cards with suits": ("3d 3h 3 4s TJ", "33h3d4sTJ"),
    "bamboo is no spades": ("34s5s", "345s"),
    "none": ("", ""),
    "spades from a whole pack": ("3s4s5s6s7s8s9s" * 3, "3s3s3s4s4s4s5s5s5s6s6s6s7s7s7s8s8s8s9s9s9s"),
}


@pytest.mark.parametrize(("hand", "written"), HANDS.values(), ids=HANDS)
def test_hand_tag_is_read_canonically(hand: str, written: str) -> None:
    assert round_of(tags=f'[Hand.E "{hand}"]\n').hands == {"E": written}


@pytest.mark.parametrize(
    ("wall", "written"),
    [
        ("3p7s1m1m", "3p7s1m1m"),
        ("37p1m", "3p7p1m"),
        ("9s 1s ? 5z", "9s1s?5z"),
        ("?", "?"),
    ],
)
def test_wall_tag_keeps_its_order(wall: str, written: str) -> None:
    assert round_of(tags=f'[Wall "{wall}"]\n').wall == written


@pytest.mark.parametrize(
    ("scores", "read"),
    [
        ("E-16 S+16 W0", {"E": -16, "S": 16, "W": 0}),
        ("W-0 S+16  E-16", {"E": -16, "S": 16, "W": 0}),
        ("ACE+12 BDF0", {"ACE": 12, "BDF": 0}),
        ("FDB0 ECA+12", {"ACE": 12, "BDF": 0}),
        ("東-1 南+1", {"E": -1, "S": 1}),
    ],
)
def test_scores_tag_is_read(scores: str, read: dict[str, int]) -> None:
    record = parse(match(tags=f'[Scores "{scores}"]\n', head=f'[Totals "{scores}"]\n'))
    assert record.rounds[0].scores == record.totals == read
    assert list(record.totals or {}) == list(read)
    canonical(record)


def test_header_tags_are_read() -> None:
    tags = '[Dealer "南"]\n[Leader "B"]\n[Dice "34"]\n[Break "W 4"]\n[Draw "K"]\n[Places "C A E B D F"]\n'
    round_ = round_of(tags=f'{tags}[Start "2026-11-14T10:00:00"]\n[End "2026-11-14T11:00:00"]\n[Sit.E "Li"]\n[Mood "good"]\n')
    assert (round_.dealer, round_.leader, round_.dice, round_.break_, round_.draw) == ("S", "B", "34", "W 4", "K")
    assert (round_.places, round_.start, round_.end) == ("C A E B D F", "2026-11-14T10:00:00", "2026-11-14T11:00:00")
    assert (round_.sits, round_.tags) == ({"E": "Li"}, {"Mood": "good"})


MALFORMED = {
    "dealer": ("Dealer", "Q"),
    "dealer empty": ("Dealer", ""),
    "dealer of two": ("Dealer", "ES"),
    "leader": ("Leader", "7"),
    "dice": ("Dice", "37"),
    "dice in words": ("Dice", "three"),
    "hand": ("Hand.E", "12x"),
    "hand of no suit": ("Hand.E", "123m1"),
    "wall": ("Wall", "3p7"),
    "scores": ("Scores", "E-16 S16"),
    "scores twice": ("Scores", "E-1 E+1"),
    "in words": ("Scores", "E-one"),
    "scores of a team twice": ("Scores", "ACE+1 AC0"),
    "scores empty": ("Scores", ""),
    "scores of too many digits": ("Scores", "E+1000000000000000000 S0 W0"),
    "places": ("Places", "C A ??"),
    "places of no seat": ("Places", "C Z"),
    "places together": ("Places", "CA"),
}


@pytest.mark.parametrize(("name", "value"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_tag_of_a_round_is_refused(name: str, value: str) -> None:
    error = error_of(match(tags=f'[Start "x"]\n  [{name} "{value}"]\n'))
    assert (error.code, error.line, error.column, error.token) == ("syntax", 6, 3, value)


@pytest.mark.parametrize(
    ("value", "signs"),
    [
        ("E4 S-4 W0", "E+4 E-4"),
        ("E-4 S+2 W02", "W+02 W-02"),
        ("ACE12 BDF0", "ACE+12 ACE-12"),
        ("E-4\tS4", "S+4 S-4"),
        ("东4 S-4 W0", "东+4 东-4"),
    ],
)
@pytest.mark.parametrize("name", ["Scores", "Totals"])
def test_score_without_its_sign_is_told_by_name_in_both_languages(name: str, value: str, signs: str) -> None:
    """P13: `E4` for `E+4` was answered by an example alone."""
    written = f'[{name} "{value}"]\n'
    error = error_of(match(tags=written) if name == "Scores" else match(head=written))
    assert error.token == value
    for language in ("zh", "en"):
        assert all(sign in error.expected[language] for sign in signs.split())


@pytest.mark.parametrize(
    ("head", "token"),
    [
        ('[Base "x"]', "x"),
        ('[Base "1.5"]', "1.5"),
        ('[Base ""]', ""),
        ('[Base "٣"]', "٣"),
        ('[Totals "E"]', "E"),
        ('[Seat.G "x"]', "Seat.G"),
        ('[Seat. "x"]', "Seat."),
        ('[Game "again"]', "[Game"),
        ("[Event]", "[Event]"),
        ('[Event "a]', "[Event"),
        ('[Ev_ent "a"]', "[Ev_ent"),
        ('[Event "a\\n"]', "[Event"),
        ('[Event "a\n"]', "[Event"),
        ("[", "["),
        ("[[", "[["),
        ('[比賽 "a"]', "[比賽"),
    ],
)
def test_malformed_tag_of_a_match_is_refused(head: str, token: str) -> None:
    error = error_of(match(head=head + "\n"))
    assert (error.code, error.line, error.column, error.token) == ("syntax", 3, 1, token)


def test_escapes_in_a_tag_are_read() -> None:
    record = parse(match(head=r'[Event "a \"b\" \\ [c] {d} ; e"]' + "\n"))
    assert record.tags == {"Event": r'a "b" \ [c] {d} ; e'}
    assert r'[Event "a \"b\" \\ [c] {d} ; e"]' in canonical(record)


def test_tags_stand_in_their_order() -> None:
    match_tags = [
        "Rules",
        "Base",
        "Event",
        "Site",
        "Date",
        "Table",
        "Stage",
        "Recorder",
        "Source",
        "Seat.E",
        "Seat.S",
        "Seat.W",
        "Totals",
        "Alpha",
        "Zeta",
    ]
    round_tags = [
        "Dealer",
        "Leader",
        "Dice",
        "Break",
        "Draw",
        "Wall",
        "Hand.E",
        "Hand.S",
        "Sit.E",
        "Sit.S",
        "Scores",
        "Places",
        "Start",
        "End",
        "Alpha",
        "Zeta",
    ]
    values = {
        "Base": "2",
        "Totals": "E+1 S-1",
        "Scores": "E+1 S-1",
        "Dealer": "E",
        "Leader": "A",
        "Dice": "11",
        "Wall": "1m",
        "Places": "A B",
        "Hand.E": "1m",
        "Hand.S": "2m",
    }

    def block(names: list[str]) -> str:
        return "".join(f'[{name} "{values.get(name, "x")}"]\n' for name in names)

    shuffled = match(tags=block(round_tags[::-1]), head=block(match_tags[::-1]))
    assert write(parse(shuffled)) == f'{HEAD}{block(match_tags)}\n[Round "1"]\n{block(round_tags)}'


def test_gouji_seats_stand_from_a_to_f() -> None:
    head = "".join(f'[Seat.{seat} "{seat}"]\n' for seat in "FEDCBA")
    assert "".join(parse(HEAD + head).seats) == "ABCDEF"


@pytest.mark.parametrize(
    ("rounds", "bad"), [("1 2 5", None), ("3", None), ("2 1", "1"), ("1 1", "1"), ("0", "0"), ("x", "x"), ("-1", "-1")]
)
def test_rounds_count_up(rounds: str, bad: str | None) -> None:
    text = HEAD + "".join(f'[Round "{number}"]\n' for number in rounds.split())
    if bad is None:
        assert [round_.number for round_ in parse(text).rounds] == [int(number) for number in rounds.split()]
    else:
        error = error_of(text)
        assert (error.code, error.line, error.token) == ("syntax", 2 + len(rounds.split()), bad)


def test_a_round_ends_where_the_next_begins() -> None:
    record = parse(match("E-1p S+2p") + '[Round "2"] [Dealer "S"] S-1p [Round "4"]')
    assert [(round_.number, round_.tokens) for round_ in record.rounds] == [(1, ("E-1p", "S+2p")), (2, ("S-1p",)), (4, ())]


@pytest.mark.parametrize(
    ("text", "line", "column", "token", "expected"),
    [
        ("", 1, 1, "", '[PPN "1"]'),
        ("  \n hello", 2, 2, "hello", '[PPN "1"]'),
        ('[Game "x"]', 1, 1, "[Game", '[PPN "1"]'),
        ('[PPN "2"]\n[Game "x"]', 1, 1, "2", '[PPN "1"]'),
        ('[PPN "1"]\n[Event "x"]', 1, 1, '[PPN "1"]', "the tag [Game"),
        ('[PPN "1"]\n[Game ""]', 1, 1, '[PPN "1"]', "the tag [Game"),
        (HEAD + " E-1p", 3, 2, "E-1p", '[Round "n"]'),
        (HEAD + HEAD, 3, 1, "[PPN", "one match"),
        (match("E-1p {no end"), 5, 6, "{", "}"),
        (b'[PPN "1"]\n \xff', 2, 2, "0xff", "UTF-8"),
        ('[PPN "1"]\n{漢字🀄}'.encode() + b"\xff", 2, 6, "0xff", "UTF-8"),
        ('\ufeff[PPN "1"]\n 漢'.encode() + b"\xfe[", 2, 3, "0xfe", "UTF-8"),
        (b'[PPN "1"]\r\n\r[Game "x"]\r\xff', 4, 1, "0xff", "UTF-8"),
        ('\ufeffhello [PPN "1"]', 1, 1, "hello", '[PPN "1"]'),
        ('\ufeffhello [PPN "1"]'.encode(), 1, 1, "hello", '[PPN "1"]'),
        (match("{漢字🀄} oh"), 5, 7, "oh", "a move"),
        (match("E-1p\toh"), 5, 6, "oh", "a move"),
        (match("E-1p {\ud800}"), 5, 7, "'\\ud800'", "UTF-8"),
    ],
)
def test_errors_say_where_and_what(text: str | bytes, line: int, column: int, token: str, expected: str) -> None:
    error = error_of(text)
    assert (error.code, error.line, error.column, error.token) == ("syntax", line, column, token)
    assert expected in error.expected["en"]
    assert set(error.message) == set(error.expected) == {"zh", "en"}
    assert all(str(line) in error.message[language] and str(column) in error.message[language] for language in ("zh", "en"))


def test_bom_and_crlf_make_no_difference() -> None:
    text = match("E-1p {a\nb} S+2p ; c\nS-2p", tags='[Dealer "E"]\n')
    assert parse("\ufeff" + text) == parse(text.replace("\n", "\r\n").encode("utf-8-sig")) == parse(text)
    assert error_of(text.replace("S-2p", "oh").replace("\n", "\r\n")).line == error_of(text.replace("S-2p", "oh")).line == 8


def test_a_tag_whose_name_begins_like_that_of_a_round_opens_none() -> None:
    assert error_of(match("E-1m\n", tags='[Dealer "E"]\n') + '[Roundd "2"]\n[Dealer "S"]\n').code == "syntax"
    assert len(parse(match("E-1m\n") + '[Roundd "2"]\n').rounds) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Scores "E4 S-4 W0 N0"]', "E4 has none: E+4 or E-4"),
        ("E-1m S4p", "a plus or a minus between: S+4p (a draw) or S-4p (a discard)"),
        ("A777", "a colon between: A:777"),
        ("hello", "a move, as"),
    ],
)
def test_what_lacks_its_sign_is_told_so(text: str, expected: str) -> None:
    """P13: `E4` for `E+4` was refused without saying that a plus is missing."""
    (error,) = referee.parse_file(f'[PPN "1"]\n[Game "sichuan"]\n[Round "1"]\n{text}\n')
    assert isinstance(error, NotationError)
    assert expected in error.message["en"]
    assert error.line == 4


RULES = {
    "as they are": ("xuezhan  pig=cap max_fan=4", "xuezhan  pig=cap max_fan=4"),
    "what a table adds, by name": (
        "house.b=x2,one_suit kong.added=1:all xuezhan fan.qidui=2 pig=4 house.a=+1,seven_pairs",
        "xuezhan pig=4 fan.qidui=2 house.a=+1,seven_pairs house.b=x2,one_suit kong.added=1:all",
    ),
    "a dot in a value": ("xuezhan pig=4.5  max_fan=4", "xuezhan pig=4.5  max_fan=4"),
    "one twice": ("fan.a=2 x fan.a=1", "x fan.a=2 fan.a=1"),
}


@pytest.mark.parametrize(("rules", "written"), RULES.values(), ids=RULES)
def test_options_that_a_table_adds_stand_behind_the_others(rules: str, written: str) -> None:
    record = parse(match("E-1m", head=f'[Rules "{rules}"]\n'))
    assert record.rules == written
    assert f'[Rules "{written}"]' in write(record)
    assert f'[Rules "{written}"]' in write(record._replace(rules=rules))
