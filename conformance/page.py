"""The report of a run as one page that needs nothing else: in Chinese and English, light and dark, on a telephone too."""

from __future__ import annotations

import json
import tomllib
from html import escape
from typing import Any

from conformance import HOME
from conformance.entries import MARKS
from conformance.run import EQUAL, FAILURES, OUTCOMES, UNABLE

Document = dict[str, Any]
SHOWN = 300
"""The entries that were not right and are shown one by one; the JSON report has all."""
STYLE = HOME / "page.css"
LONGEST = 4000
"""The characters of a question or a form that are shown."""

WORDS: Document = tomllib.loads((HOME / "page.toml").read_text(encoding="utf-8"))
"""What the page says, in Traditional Chinese and English."""


def page(report: Document) -> str:
    """The page of a report."""
    program = report["program"]
    told = f"{program['name']} {program['version']}"
    verdict = _both("conforms" if report["conforms"] else "fails")
    return f"""<!doctype html>
<html lang="zh-Hant">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(told)} · {WORDS["title"]["zh"]} · {WORDS["title"]["en"]}</title>
<style>{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<input class="chosen" type="radio" name="language" id="zh" checked><input class="chosen" type="radio" name="language" id="en">
<nav><label for="zh" lang="zh-Hant">中文</label> <label for="en" lang="en">English</label></nav>
<main>
<h1>{_both("title")}</h1>
<p><strong>{escape(told)}</strong> · {_both("suite")} {escape(report["suite"])} · {report["entries"]} {_both("entries")}
 · {report["seconds"]} {_both("seconds")}</p>
<p class="verdict {"good" if report["conforms"] else "bad"}">{verdict}</p>
{_table(report["games"])}
{_parts(report)}
<h2>{_both("not right")}</h2>
{_not_right(report["not_right"])}
</main>
</body>
</html>
"""


def _both(word: str) -> str:
    """A word in both languages; the page shows one of them."""
    said = WORDS[word]
    return f'<span lang="zh-Hant">{escape(said["zh"])}</span><span lang="en">{escape(said["en"])}</span>'


def _table(games: Document) -> str:
    """How many entries of each game and mark came out how; outcomes that there are none of have no column."""
    counts = {(game, mark): told["marks"].get(mark, {}) for game, told in games.items() for mark in MARKS}
    shown = [outcome for outcome in OUTCOMES if outcome == EQUAL or any(outcome in one for one in counts.values())]
    head = "".join(f"<th>{_both(word)}</th>" for word in ("game", "mark", *shown))
    rows = "".join(_row(game, games[game], mark, one, shown) for (game, mark), one in counts.items() if one)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row(game: str, told: Document, mark: str, counts: Document, shown: list[str]) -> str:
    name = f"{escape(game)} <small>{escape(', '.join(told['editions']))}</small>"
    cells = "".join(_cell(outcome, counts.get(outcome, 0)) for outcome in shown)
    marked = f'<td><span class="said">{_both("mark")}</span> <span>{_both(mark)}</span></td>'
    return f'<tr><th scope="row">{name}</th>{marked}{cells}</tr>'


def _cell(outcome: str, number: int) -> str:
    """A figure, said again in words for narrow screens, which have no head of the table."""
    tone = "" if not number else ' class="good"' if outcome == EQUAL else ' class="bad"' if _is_bad(outcome) else ""
    return f'<td{tone}><span class="said">{_both(outcome)}</span> {number}</td>'


def _is_bad(outcome: str) -> bool:
    return outcome == "differs" or outcome in FAILURES


def _parts(report: Document) -> str:
    """What of the answers was compared, by games that tell the same."""
    alike: dict[str, list[str]] = {}
    for game, told in report["games"].items():
        alike.setdefault(", ".join(told["tells"]), []).append(game)
    told = "".join(f"<dd><strong>{escape(', '.join(games))}</strong>: {escape(parts)}</dd>" for parts, games in alike.items())
    able = escape(", ".join(report["able"]) or "–")
    command = escape(report["program"]["command"])
    return (
        f"<h2>{_both('tells')}</h2><dl>{told}<dt>{_both('able')}</dt><dd>{able}</dd>"
        f"<dt>{_both('program')}</dt><dd><code>{command}</code></dd></dl>"
    )


def _not_right(told: list[Document]) -> str:
    if all(one["outcome"] == UNABLE for one in told):
        return f"<p>{_both('none')}</p>"
    worst = sorted((one for one in told if one["outcome"] != UNABLE), key=lambda one: not _is_bad(one["outcome"]))
    more = f"<p>{_both('more')}</p>" if len(worst) > SHOWN else ""
    return "".join(map(_entry, worst[:SHOWN])) + more


def _entry(told: Document) -> str:
    tone = "bad" if _is_bad(told["outcome"]) else ""
    outcome = f'<span class="{tone}">{_both(told["outcome"])}</span>'
    head = (
        f"<summary>{outcome} · {_both(told['mark'])} · <code>{escape(told['id'])}</code></summary><p>{escape(told['title'])}</p>"
    )
    body = f"<pre>{_shown(told['told'])}</pre>" if "told" in told else ""
    for one in told.get("differences", ()):
        body += f"<p><strong>{escape(one['part'])}</strong></p><dl>"
        body += "".join(f"<dt>{_both(word)}</dt><dd><pre>{_shown(one[word])}</pre></dd>" for word in ("expected", "got"))
        body += "</dl>"
    if "question" in told:
        asked = told["question"].get("ppn") or told["question"]
        body += f"<p>{_both('question')}</p><pre>{_shown(asked)}</pre>"
    return f"<details>{head}{body}</details>"


def _shown(value: Any) -> str:
    """A value as JSON, a text as it is."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return escape(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")
