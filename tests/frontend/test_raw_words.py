"""Pages say what the rulebooks word in the reader's language and script, not the codes by which records and programs name it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.utils.translation import override

import referee
from frontend.components.matches.listing import findings
from records.accounts import clubs
from records.archive import rejudging
from records.core.languages import reader_language
from records.tournament import events, penalties, sheets
from records.wording.rules_words import rules_words
from referee.chinese import simplified
from referee.core import registry
from referee.rulebook.options import write
from tests.chinese import HAN, traditional
from tests.files import of_event
from tests.frontend.clients import stored_match
from tests.golden import HOME
from tests.records.batches import taken
from tests.records.evening import EVENT, publish, upload

RECORDS = (
    *("sichuan/three-suits", "sichuan/score-mismatch", "gouji/clean-01", "hengyang/clean-02", "kawuxing/win-too-small"),
    *("luzhou/ghost-discard-claimed", "sbr/bad-deal", "xueliu/que-missing"),
)
LEFT_OUT = re.compile(
    r"^/(api|static|accounts/logout|s|embed|docs)/|\.(json|csv|ppn|txt|xml|ics|png|atom)$|/(source|original|frames)/|[?&]lang="
)
CODES_ARE_ITS_SUBJECT = re.compile(r"^/(rules/[a-z]+|help)/$")
"""What records write is told here: beside it stands what it means."""
EXAMPLES = {"max_fan=5", "peng:555p angang:9999s"}
"""What a field shows of what is to be typed there, where that is notation."""
NAMES = re.compile("來晚了|名單還沒有齊|繁體中文|繁體|繁")
QUIET = {"script", "style", "template", "svg", "textarea", "pre"}
PATTERNS = 2
"""Pages of one kind that are looked at."""


class Read(NamedTuple):
    """What a page shows, and where it leads."""

    texts: list[str]
    links: list[str]


class Reader(HTMLParser):
    """Reads the visible texts of a page and its links; where codes are the subject, those that are set as code are left out."""

    def __init__(self, codes: bool) -> None:
        super().__init__()
        self.quiet, self.read = QUIET | ({"code"} if codes else set()), Read([], [])
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.read.links.append(str(given["href"]))
        self.read.texts.extend(str(given[name]) for name in ("placeholder", "title", "aria-label") if given.get(name))
        if tag in self.quiet:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within and data.strip():
            self.read.texts.append(" ".join(data.split()))


def codes() -> set[str]:
    """What the rulebooks have words for: presets, options and their values, findings, fans, reasons, outcomes, and statuses."""
    found = {"clean", "flagged", "unreadable", "halted", "pending", "judging", "judged", "upheld", "overruled", "corrected"}
    for game in referee.games():
        book = game.rulebook
        found |= {preset.name for preset in book.presets} | {option.name for option in book.options} | set(book.codes)
        found |= {write(value) for option in book.options for value in option.values if isinstance(value, str)}
        found |= {key for kind in ("fans", "reasons", "outcomes", "kongs", "flags", "marks") for key in book.words.of(kind)}
    return {code for code in found if len(code) > 2 and not HAN.search(code)}


def clauses() -> set[str]:
    """The rulebooks' own sentences, which say what each option does."""
    rulebooks = [clause for game in referee.games() for clause in game.rulebook]
    return {" ".join(simplified(text).split()) for one in rulebooks for text in (one.zh, (one.reason or {}).get("zh", ""))}


def added() -> set[str]:
    """An example of each thing that a table may add, as a record writes it."""
    return {family.example(game.rulebook) for game in referee.games() for family in game.rulebook.families.values()}


RAW = re.compile(rf"(?<![\w./@-])({'|'.join(sorted(map(re.escape, codes()), key=len, reverse=True))})(?![\w/@-]|\.\w)")


def walked(client: Client, *roots: str) -> Iterator[tuple[str, Read]]:
    """The pages that these lead to, a few of each kind."""
    waiting, seen, kinds = list(roots), set(roots), Counter[str]()
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|(?<=rules/)\w+|\?.*", "*", path)
        kinds[kind] += 1
        if kinds[kind] > PATTERNS:
            continue
        answer = client.get(path, follow=True)
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        reader = Reader(bool(CODES_ARE_ITS_SUBJECT.search(path.partition("?")[0])))
        reader.feed(answer.content.decode())
        yield path, reader.read
        for link in (one.partition("#")[0] for one in reader.read.links):
            if link.startswith("/") and link not in seen and not LEFT_OUT.search(link):
                seen.add(link)
                waiting.append(link)


@pytest.mark.django_db
def test_chinese_pages_show_no_code_and_no_traditional_character_but_in_names(owner: Any, settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    club = clubs.create(owner, "茶社", "tea")
    for name in RECORDS:
        match = stored_match(owner, (HOME / f"{name}.ppn").read_bytes())
    upload(club, owner, of_event(Rules="xuezhan max_fan=8 forced_win=off"))
    event = events.create(owner, club, EVENT)
    event.stages.update(points="placement", placement=["4", "2", "1", "0"])
    sheets.change_settings(owner, event, "sichuan", "putong haidi=draw", 0)
    events.plan_table(owner, event, event.stages.get(), 1, "9")
    penalties.give(owner, event, events.add_entrant(owner, event, "甲"), "warning", reason="來晚了")
    publish(owner, event, "名單還沒有齊")
    taken((HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8"), user=owner)
    rejudging.start(owner, club, filters={"game": "sichuan"}, rules="putong haidi=draw", apply=False)
    client = Client(HTTP_ACCEPT_LANGUAGE="zh-CN")
    client.force_login(owner)
    roots = ("/", "/matches/", f"/matches/{match.pk}/", f"/events/{event.pk}/", "/clubs/tea/", "/enter/", "/calculator/")
    said = clauses() | EXAMPLES | added()
    shown = {}
    for path, read in walked(client, *roots):
        raw = {found for text in read.texts if text not in said for found in RAW.findall(text)}
        shown[path] = raw | {*traditional(NAMES.sub("", " ".join(read.texts)))}
    assert len(shown) > 40
    assert {path: found for path, found in shown.items() if found} == {}


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_every_finding_of_every_game_has_a_title_of_its_own(language: str) -> None:
    with override(language):
        offered = [row for _group, rows in findings(reader_language()) for row in rows]
    assert [code for code, title in offered if code == title] == []
    assert len({title for _, title in offered}) == len({code for code, _ in offered}) == len(offered)
    assert {code for game in referee.games() for code in game.rulebook.codes} == {code for code, _ in offered}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("", "血戰"),
        ("xuezhan forced_win=off tiandihu=false", "血戰 · 什麼時候能胡就必須胡：從不強制 · 天胡與地胡算番：否"),
        ("no such rules", "no such rules"),
    ],
)
def test_rules_are_said_in_the_words_of_the_rulebook(rules: str, said: str) -> None:
    with override("zh-hant"):
        assert rules_words(rules, registry.find("sichuan")) == said
