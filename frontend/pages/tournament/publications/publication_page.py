"""The context of a publication's page: standings with their tie-break figures, tables by round, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from frontend.components.event_tables.listed import appeal_rows, penalty_rows
from records.core.languages import localized
from records.wording.finding_text import FindingTexts
from records.wording.game_words import figures
from referee.core import registry
from referee.core.verdict import Checked, shown_as
from referee.tournament.published.document import rulings_in, teams_in
from referee.tournament.published.exports import EXPORTS, Entries
from referee.tournament.published.form import Document
from referee.tournament.ranking.rulings import FindingKey, findings_of
from referee.tournament.ranking.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class PublicationPage:
    """A published document, prepared for the page."""

    document: Document
    tie_breaks: list[dict[str, str]]
    rows: list[dict[str, Any]]
    ranked_teams: list[dict[str, Any]]
    stages: list[dict[str, Any]]
    checked: Checked
    rulings: list[dict[str, Any]]
    open: list[str]
    carried: bool
    teams: bool
    taken_off: bool
    penalties: list[dict[str, Any]]
    appeals: list[dict[str, Any]]

    @property
    def empty(self) -> set[str]:
        """The files in which there would be nothing."""
        lists = {"teams.csv": self.ranked_teams, "penalties.csv": self.penalties, "appeals.csv": self.appeals}
        return {form for form, rows in lists.items() if not rows}


def publication_page(document: Document, matches: Entries) -> PublicationPage:
    """Prepare a document for the page; its matches are given separately."""
    figures = {name for row in document["standings"]["rows"] for name in row["figures"]}
    ranking = [name for stage in reversed(document["stages"]) for name in stage["tie_breaks"]]
    used = [name for name in dict.fromkeys(ranking) if name in figures]
    columns = [
        {"title": localized(TIE_BREAKS[name].title), "definition": localized(TIE_BREAKS[name].definition)} for name in used
    ]
    teams = teams_in(document)

    def ranked(row: dict[str, Any]) -> dict[str, Any]:
        return {
            **row,
            "figures": [(column["title"], row["figures"].get(name)) for name, column in zip(used, columns, strict=True)],
        }

    rows = [{**ranked(row), "team": teams.get(row["entrant"], "")} for row in document["standings"]["rows"]]
    told: dict[tuple[str, FindingKey], Mapping[str, Any]] = {}
    texts = FindingTexts(told)
    stages = list(_stages(document, _noting(matches, _told_of(document), told)))
    counted = [table["checked"] for stage in stages for round_ in stage["rounds"] for table in round_["tables"]]
    return PublicationPage(
        document,
        columns,
        rows,
        list(map(ranked, document.get("teams", ()))),
        stages,
        Checked.together(counted),
        list(_rulings(document, texts)),
        [_open(one, texts) for one in document["open"]],
        any(row["carried"] != "0" for row in rows),
        bool(teams),
        any("taken_off" in row for row in rows),
        penalty_rows(document.get("penalties", {}).get("given", ())),
        appeal_rows(document.get("appeals", ()), texts),
    )


def _told_of(document: Document) -> set[str]:
    """The matches of which the page tells a finding."""
    rows = (*(ruling for ruling, _remark in rulings_in(document)), *document.get("appeals", ()), *document["open"])
    return {row["match"] for row in rows if row.get("match")}


def _noting(matches: Entries, wanted: set[str], told: dict[tuple[str, FindingKey], Mapping[str, Any]]) -> Entries:
    """The matches as they come; the findings of those that are wanted are kept in ``told``."""
    for entry in matches:
        if entry["id"] in wanted and entry["verdict"]:
            told.update({(entry["id"], key): finding for key, finding in findings_of(entry["verdict"]).items()})
        yield entry


def _stages(document: Document, matches: Entries) -> Iterator[dict[str, Any]]:
    """The tables by stage and round."""
    named = {stage["number"]: stage["name"] for stage in document["stages"]}
    ruled = {ruling["match"] for ruling in document["rulings"]}
    played = EXPORTS["tables"].rows(document, matches)
    for number, of_stage in groupby(played, key=lambda row: row["stage"]):
        rounds = []
        for round_, of_round in groupby(of_stage, key=lambda row: row["round"]):
            tables = [_table(list(rows), ruled) for _name, rows in groupby(of_round, key=lambda row: row["table"])]
            rounds.append({"number": round_, "tables": tables})
        yield {"name": named.get(number) or _("Stage %(n)s") % {"n": number}, "rounds": rounds}


def _table(rows: list[Mapping[str, Any]], ruled: set[str]) -> dict[str, Any]:
    first = rows[0]
    people = [row for row in rows if row.get("name")]
    checked = Checked(first.get("checked", 0), first.get("rounds", 0))
    return {
        "name": first["table"],
        "match": first["match"],
        "verdict": shown_as(first.get("verdict") or "", not checked.open),
        "checked": checked,
        "ruled": first["match"] in ruled,
        "people": sorted(people, key=lambda row: (-(row["points"] or 0), row["name"])),
    }


def _rulings(document: Document, texts: FindingTexts) -> Iterator[dict[str, Any]]:
    """The rulings, their seats and scores in the words of the event's game, where the event has one."""
    game = registry.find(document["event"]["game"])
    words = {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("corrected")}
    given = {ruling["number"]: ruling for ruling, _remark in rulings_in(document)}
    for row in EXPORTS["rulings"].rows(document, ()):
        ruling = given[row["number"]]
        yield {
            **row,
            "decided": words[str(row["decision"])],
            "place": _place(row["deal"], row["move"]),
            "said": texts.say(ruling["match"], _key(ruling), game) if ruling["code"] else "",
            "scores": figures(game, ruling["scores"]),
        }


def _key(row: Mapping[str, Any]) -> FindingKey:
    return FindingKey(**{name: row[name] for name in FindingKey._fields if row.get(name) is not None})


def _place(round_: Any, move: Any) -> str:
    """Where a finding stands: its round, and its move where it is not on the deal."""
    if not round_:
        return _("The match")
    of_round = _("Round %(n)s") % {"n": round_}
    return f"{of_round} · {_('move %(n)s') % {'n': move}}" if move else of_round


def _open(one: Mapping[str, Any], texts: FindingTexts) -> str:
    """An unresolved issue in one line."""
    where = _("stage %(stage)s, round %(round)s, table %(table)s") % {name: one[name] for name in ("stage", "round", "table")}
    finding = one.get("finding")
    what = {
        "no-match": _("nobody has played here yet"),
        "no-verdict": _("there is no verdict"),
        "unreadable": _("its record cannot be read"),
        "ruling": _("a ruling's finding is no longer there"),
        "no-names": _("it is not known who played"),
        "unknown-name": _("who is no entrant: %(names)s") % {"names": ", ".join(one.get("names", ()))},
        "same-name": _("who is there twice: %(names)s") % {"names": ", ".join(one.get("names", ()))},
        "no-score": _("round %(n)s of the match has no score") % {"n": one.get("of")},
        "appeal": _("an appeal is not answered"),
        "finding": finding
        and _("no ruling at %(place)s: %(said)s")
        % {
            "said": texts.say(one.get("match"), _key(finding)),
            "place": _place(finding["round"], finding["move"]),
        },
    }[one["kind"]]
    return _("%(place)s: %(said)s") % {"place": where, "said": what}
