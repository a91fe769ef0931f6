"""Publishing an event's results: who may, when it is refused, what is kept, and that nothing changes it afterwards."""

from __future__ import annotations

import io
import json
import logging
import stat
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, close_old_connections, connection, transaction

from records.accounts import clubs
from records.accounts.models import AuditEntry, Club
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal
from records.core.queue import enqueue, jobs
from records.core.queue.models import Job
from records.tournament import events, publications
from records.tournament.models import Event, Publication, PublicationPiece
from records.tournament.publications import build, publishing, signing_keys
from referee.tournament.published import withdrawals
from referee.tournament.published.exports import EXPORTS
from referee.tournament.ranking.rulings import CORRECTED, OVERRULED, UPHELD
from referee.tournament.verification.verify import verify_results
from tests.proof import proof
from tests.records.evening import EVENT, file_of, finding_of, publish, text, upload
from tests.referee.tournament.evening import compose, seal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    """A place of one's own for the key."""
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    return tmp_path


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    """Two clean tables of one round."""
    upload(club, owner, text(people="ABCD", Table="1"), text(people="EFGH", Table="2"))
    return events.create(owner, club, EVENT)


@pytest.fixture
def flagged(owner: Any, club: Club, event: Event) -> Match:
    """A third table whose match has a finding."""
    [match] = upload(club, owner, text("sichuan/forced-win-declined", people="IJKL", Table="3"))
    assert match.current_judgement.status == "flagged"
    return match


def refused(actor: Any, event: Event, force: str = "") -> Refusal:
    with pytest.raises(Refusal) as refusal:
        publish(actor, event, force)
    return refusal.value


class TestPublishing:
    def test_publication_is_a_signed_file_that_verifies_offline(self, owner: Any, event: Event) -> None:
        publication = publish(owner, event)
        report = verify_results(file_of(publication), [publication.fingerprint])
        assert (report.holds, report.trusted, report.judged) == (True, True, 2)
        assert (publication.number, publication.previous, publication.matches, publication.unresolved) == (1, "", 2, 0)
        document = report.document
        assert (document["event"]["club"], document["event"]["name"]) == ({"name": "茶館", "slug": "tea"}, EVENT)
        assert document["published"]["by"] == "owner"
        assert publication.hash == json.loads(file_of(publication))["hash"]
        sheet = events.overview_of(event)
        assert document["standings"]["rows"] == [row.as_dict() for row in sheet.standings.rows], "as on the event's page"
        assert [entrant["name"] for entrant in document["entrants"]] == list("ABCDEFGH")

    def test_publication_holds_every_ruling_and_counts_the_last(self, owner: Any, event: Event, flagged: Match) -> None:
        events.rule(owner, event, flagged, finding_of(flagged), UPHELD, "So it was.")
        scores = dict(zip("ESWN", (90, -30, -30, -30), strict=True))
        events.rule(owner, event, flagged, finding_of(flagged), CORRECTED, "As agreed.", scores)
        publication = publish(owner, event)
        document = publications.document_of(publication)
        assert [(one["number"], one["decision"], one["reason"], one["arbiter"]) for one in document["rulings"]] == [
            (1, UPHELD, "So it was.", "owner"),
            (2, CORRECTED, "As agreed.", "owner"),
        ]
        assert (publication.rulings, document["standings"]["rows"][0]["entrant"]) == (2, "I")
        assert verify_results(file_of(publication)).consistent

    def test_publication_holds_rulings_on_an_excluded_match_with_a_remark(self, owner: Any, event: Event, flagged: Match) -> None:
        events.rule(owner, event, flagged, finding_of(flagged), UPHELD, "So it was.")
        assert "taken_out" not in publications.document_of(publish(owner, event))
        events.detach(owner, event.tables.get(match=flagged))
        events.remove_table(owner, event.tables.get(name="3"))
        second = publish(owner, event)
        document = publications.document_of(second)
        [kept] = document["taken_out"]
        assert (document["rulings"], second.rulings) == ([], 1)
        assert (kept["ruling"]["number"], kept["ruling"]["reason"], kept["ruling"]["match"]) == (1, "So it was.", str(flagged.pk))
        assert kept["record_sha256"] == flagged.sha256
        assert "taken out of the event" in kept["remark"]["en"]
        assert verify_results(file_of(second)).consistent
        assert [row["remark"] is not None for row in EXPORTS["rulings"].rows(document, ())] == [True]
        events.attach_match(owner, event, flagged, event.stages.get(), 1, "3")
        document = publications.document_of(publish(owner, event))
        assert (len(document["rulings"]), "taken_out" in document) == (1, False)

    def test_publication_ranks_teams_where_there_are_any(self, owner: Any, event: Event) -> None:
        assert "teams" not in publications.document_of(publish(owner, event))
        for entrant in event.entrants.all():
            events.change_entrant(owner, entrant, team="" if entrant.name == "H" else "紅藍"[entrant.name in "AE"])
        publication = publish(owner, event)
        document, sheet = publications.document_of(publication), events.overview_of(event)
        teams = sheet.teams_after(None)
        assert teams is not None
        assert [row["team"] for row in document["teams"]] == [row.entrant for row in teams.rows]
        points = {row.entrant: row.points for row in sheet.standings.rows}
        assert {row.entrant: row.points for row in teams.rows} == {
            "藍": points["A"] + points["E"],
            "紅": sum(points[name] for name in "BCDFG"),
        }
        assert verify_results(file_of(publication)).consistent
        lines = file_of(publication, "teams.csv").decode().splitlines()
        assert lines[0].startswith('\ufeff"rank","team","stage","points"') and len(lines) == 3  # noqa: PT018 - heading and rows
        books = [openpyxl.load_workbook(io.BytesIO(file_of(one, "results.xlsx"))) for one in event.publications.all()]
        assert ["Teams" in book.sheetnames for book in books] == [True, False]

    def test_publishing_is_written_into_the_audit_log(self, owner: Any, event: Event) -> None:
        publication = publish(owner, event)
        entry, sealed, asked = AuditEntry.objects.order_by("-number")[:3]
        assert sealed.action == "verdicts.seal"  # the log covers what is published
        assert (asked.action, json.loads(asked.details)["matches"]) == ("event.publishing", 2)
        assert (entry.action, entry.target, entry.actor) == ("event.publish", f"event:{event.pk}", f"user:{owner.pk}")
        assert json.loads(entry.details)["hash"] == publication.hash


class TestWhatIsUnresolved:
    def test_publishing_with_unresolved_matches_is_refused_and_names_them(self, owner: Any, event: Event, flagged: Match) -> None:
        refusal = refused(owner, event)
        assert (refusal.status, refusal.code) == (409, "unresolved")
        assert f"1.1.3 {finding_of(flagged).code}" in refusal.message.texts()["en"]
        assert refused(owner, event, "x" * 2001).code == "reason-too-long"
        assert not event.publications.exists()

    def test_reason_for_publishing_anyway_becomes_part_of_the_document(self, owner: Any, event: Event, flagged: Match) -> None:
        publication = publish(owner, event, "The arbiter has left for the night.")
        document = publications.document_of(publication)
        assert document["forced"] == publication.forced == "The arbiter has left for the night."
        assert [one["kind"] for one in document["open"]] == ["finding"]
        assert publication.unresolved == 1
        assert verify_results(file_of(publication)).consistent


class TestAPublicationIsNeverChanged:
    def test_publishing_again_without_a_change_and_deleting_the_event_are_refused(self, owner: Any, event: Event) -> None:
        publish(owner, event, "Because.")
        assert publications.document_of(event.publications.get())["forced"] is None, "nothing was unresolved"
        refusal = refused(owner, event)
        assert (refusal.status, refusal.code) == (409, "nothing-new")
        assert "since publication 1" in refusal.message.texts()["en"]
        with pytest.raises(Refusal) as kept:
            events.delete(owner, event)
        assert kept.value.status == 409

    def test_publication_is_not_changed_by_what_happens_later(self, owner: Any, event: Event, flagged: Match) -> None:
        events.rule(owner, event, flagged, finding_of(flagged), UPHELD, "So it was.")
        first = publish(owner, event)
        before = file_of(first)
        events.rule(owner, event, flagged, finding_of(flagged), OVERRULED, "It was not.")
        matches.rejudge(None, flagged)
        matches.judge(flagged.pk)
        second = publish(owner, event)
        assert file_of(publications.publication_of(event, 1)) == before  # type: ignore[union-attr]
        assert (second.number, second.previous) == (2, first.hash)
        assert verify_results(before).consistent
        assert publications.document_of(second)["previous"] == first.hash

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tournament_publication SET number = 7",
            "DELETE FROM tournament_publication",
            "INSERT OR REPLACE INTO tournament_publication SELECT * FROM tournament_publication",
            "TRUNCATE tournament_publication",
            "UPDATE tournament_publicationpiece SET data = 'x'",
            "DELETE FROM tournament_publicationpiece WHERE place = 1",
            "INSERT INTO tournament_publicationpiece (event_id, number, place, data) "
            "SELECT event_id, number, 99, data FROM tournament_publicationpiece WHERE place = 1",
            "INSERT OR REPLACE INTO tournament_publicationpiece SELECT * FROM tournament_publicationpiece",
            "TRUNCATE tournament_publicationpiece",
        ],
    )
    def test_database_refuses_to_change_or_delete_a_publication(self, owner: Any, event: Event, change: str) -> None:
        foreign = "TRUNCATE" if connection.vendor == "sqlite" else "OR REPLACE"
        if foreign in change:
            pytest.skip("another database's statement")
        publication = publish(owner, event)
        before = file_of(publication)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
        assert file_of(event.publications.get()) == before


class TestTheWorker:
    """It may die at any moment, be called twice, and come back late: what the snapshot holds is published, once."""

    def begin(self, owner: Any, event: Event) -> Job:
        return publications.publish(owner, event)

    def test_worker_publishes_what_stood_when_publishing_was_asked_for(self, owner: Any, event: Event, flagged: Match) -> None:
        key = finding_of(flagged)
        events.rule(owner, event, flagged, key, OVERRULED, "Agreed.")
        before = events.overview_of(event).standings.rows
        begun = self.begin(owner, event)
        events.rule(owner, event, flagged, key, CORRECTED, "No.", dict(zip("ESWN", (90, -30, -30, -30), strict=True)))
        events.detach(owner, event.tables.get(name="1"))
        jobs.run(begun.pk)
        document = publications.document_of(event.publications.get())
        assert document["standings"]["rows"] == [row.as_dict() for row in before]
        assert [one["decision"] for one in document["rulings"]] == [OVERRULED]
        assert document["published"]["at"] == begun.facts["at"].replace("+00:00", "Z")

    def test_worker_builds_the_document_that_a_reader_would_build(
        self, owner: Any, event: Event, flagged: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The document composed of its own parts, every record read anew, is the same byte for byte, whatever pieces it is in."""
        monkeypatch.setattr(build, "CHUNK", 2)
        events.rule(owner, event, flagged, finding_of(flagged), UPHELD, "So it was.")
        events.seat(owner, event.tables.get(name="1"), {"E": "Z"})
        publication = publish(owner, event)
        assert event.pieces.count() == 4
        file = file_of(publication)
        document = json.loads(file)["document"]
        worked_out = {"results", "standings", "open"}
        parts = {name: part for name, part in document.items() if name not in worked_out}
        hashes = {"record_sha256", "verdict_sha256"}
        parts["matches"] = [{name: said for name, said in one.items() if name not in hashes} for one in document["matches"]]
        assert seal(compose(parts), signing_keys.private_key()) == file

    def test_worker_enqueues_the_rest_at_the_end_of_its_slice(
        self, owner: Any, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(build, "CHUNK", 1)
        enqueued: list[Any] = []
        monkeypatch.setattr(enqueue, "enqueue_job", enqueued.append)
        begun = self.begin(owner, event)
        states = []
        for _ in range(3):
            jobs.run(begun.pk, seconds=0)
            begun.refresh_from_db()
            states.append((begun.counts["done"], begun.state))
        assert states == [(1, "pending"), (2, "pending"), (2, "done")]
        assert enqueued == [begun.pk] * 3

    @pytest.mark.parametrize(("at", "later"), [("last_of", False), ("build_document", True)])
    def test_overtaken_worker_stores_nothing(
        self, owner: Any, event: Event, at: str, later: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        begun, real = self.begin(owner, event), getattr(publishing, at)

        def overtaken(*given: Any) -> Any:
            monkeypatch.setattr(publishing, at, real)
            early = real(*given) if later else None
            jobs.run(begun.pk, redelivered=True)
            return early if later else real(*given)

        monkeypatch.setattr(publishing, at, overtaken)
        caplog.clear()
        jobs.run(begun.pk)
        assert event.publications.count() == 1
        assert AuditEntry.objects.filter(action="event.publish").count() == 1
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]

    def test_publishing_while_other_results_are_being_published_is_refused(self, owner: Any, event: Event) -> None:
        begun = self.begin(owner, event)
        assert self.begin(owner, event) == begun
        events.plan_table(owner, event, event.stages.get(), 1, "9")
        assert refused(owner, event, "Later.").code == "being-published"
        jobs.run(begun.pk)
        assert publish(owner, event, "Later.").number == 2

    def test_event_deleted_meanwhile_is_not_published(self, owner: Any, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(build, "CHUNK", 1)
        begun = self.begin(owner, event)
        jobs.run(begun.pk, seconds=0)
        events.delete(owner, event)
        jobs.run(begun.pk)
        assert not Publication.objects.exists()
        assert not PublicationPiece.objects.exists()

    def test_worker_whose_pieces_were_changed_publishes_nothing(
        self, owner: Any, event: Event, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        """What is signed is what was checked: a match that is gone, or another text, is found out."""
        monkeypatch.setattr(build, "CHUNK", 1)
        begun = self.begin(owner, event)
        jobs.run(begun.pk, seconds=0)
        jobs.run(begun.pk, seconds=0)
        event.pieces.filter(place=2).delete()
        jobs.run(begun.pk)
        begun.refresh_from_db()
        assert (begun.state, begun.error["code"], begun.facts["snapshot"]) == ("failed", "does-not-hold", {})
        assert not Publication.objects.exists()

    @proof
    def test_worker_holds_few_matches_in_memory_however_many_there_are(
        self, owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(build, "CHUNK", 2)
        sizes, peaks = [], []
        for name, tables in (("the first fills caches", 2), ("few", 5), ("more", 25)):
            upload(club, owner, *(text("gouji/clean-07", "ABCDEF", name, Date=f"2026.11.{day:02}") for day in range(tables)))
            begun = self.begin(owner, events.create(owner, club, name))
            tracemalloc.start()
            jobs.run(begun.pk)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            sizes.append(len(file_of(Publication.objects.get(event=begun.facts["event"]))))
        grown, file = peaks[2] - peaks[1], sizes[2] - sizes[1]
        assert grown < 3 * file, "a document that is held as a whole takes fifteen times its bytes"


@pytest.mark.django_db(transaction=True)
def test_concurrent_publishing_publishes_once(owner: Any, event: Event) -> None:
    """So many ask, and as many workers are told: one publishing is under way, and it is carried out once."""

    def attempt(_: int) -> str:
        try:
            begun = publications.publish(owner, event)
            jobs.run(begun.pk)
            return "asked"
        except Refusal as refusal:
            return refusal.code
        finally:
            close_old_connections()
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        said = set(pool.map(attempt, range(4)))
    assert said <= {"asked", "nothing-new"}
    assert "asked" in said
    assert [one.number for one in event.publications.all()] == [1]
    assert Job.objects.count() == 1


def test_verdict_unlike_the_engines_is_not_published(owner: Any, event: Event) -> None:
    table = event.tables.first()
    judgement = table.match.current_judgement
    judgement.verdict["rounds"][0]["scores"]["computed"]["E"] += 100
    judgement.save()
    refusal = refused(owner, event)
    assert (refusal.status, refusal.code) == (409, "does-not-hold")
    assert "/document/matches/" in refusal.message.texts()["en"]


class TestTheKey:
    def test_key_is_made_at_first_use_readable_by_its_owner_alone(self, owner: Any, event: Event, var: Path) -> None:
        publish(owner, event)
        kept = var / "results-key.pem"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert [path.name for path in var.iterdir()] == ["results-key.pem"]

    def test_key_is_made_once_by_concurrent_processes(self, var: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(lambda _: signing_keys.private_key(), range(32)))) == 1

    def test_key_is_taken_from_the_environment_as_text_or_file(self, settings: Any, var: Path) -> None:
        signing_keys.create_key(var / "mine.pem")
        text_ = (var / "mine.pem").read_text()
        settings.RESULTS_KEY = str(var / "mine.pem")
        of_file = signing_keys.public_key()
        for form in (text_, text_.replace("\n", "\\n")):
            settings.RESULTS_KEY = form
            assert signing_keys.public_key() == of_file
        assert not (var / "results-key.pem").exists()

    @pytest.mark.parametrize("given", ["nowhere.pem", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"])
    def test_unreadable_key_is_reported_without_its_content(
        self, owner: Any, event: Event, settings: Any, var: Path, given: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.RESULTS_KEY = given
        with caplog.at_level(logging.DEBUG):
            refusal = refused(owner, event)
        assert (refusal.status, refusal.code) == (503, "no-key")
        assert "c2VjcmV0" not in caplog.text + str(refusal.message)
        with pytest.raises(CommandError) as error:
            call_command("results_key")
        assert "c2VjcmV0" not in str(error.value)

    def test_former_keys_stay_listed(self, owner: Any, event: Event, flagged: Match, settings: Any, var: Path) -> None:
        first = publish(owner, event, "Later.")
        signing_keys.create_key(var / "next.pem")
        settings.RESULTS_KEY = str(var / "next.pem")
        events.rule(owner, event, flagged, finding_of(flagged), UPHELD, "So it was.")
        second = publish(owner, event)
        assert first.fingerprint != second.fingerprint
        settings.RESULTS_KEYS_WITHDRAWN = [first.fingerprint]
        assert [(key.fingerprint, key.current, key.withdrawn) for key in publications.known_keys()] == [
            (second.fingerprint, True, False),
            (first.fingerprint, False, True),
        ]
        assert verify_results(file_of(first), [publications.known_keys()[1].pem]).holds

    def test_command_prints_and_makes_keys_and_signs_the_list_of_withdrawn_ones(
        self, var: Path, settings: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        settings.RESULTS_KEYS_WITHDRAWN = ["AB" * 32, "cd" * 32]
        call_command("results_key", "--withdrawn")
        listed = withdrawals.read(capsys.readouterr().out.encode())
        assert listed.fingerprints == {"ab" * 32, "cd" * 32}
        assert listed.signer == publications.known_keys()[0].fingerprint
        call_command("results_key")
        pem, fingerprint = capsys.readouterr().out.rsplit("\n", 2)[:2]
        assert (pem.startswith("-----BEGIN PUBLIC KEY-----"), fingerprint) == (True, listed.signer)
        call_command("results_key", "--make", str(var / "next.pem"))
        assert (var / "next.pem").stat().st_mode & 0o077 == 0
        with pytest.raises(CommandError, match="there already"):
            call_command("results_key", "--make", str(var / "next.pem"))
        settings.RESULTS_KEYS_WITHDRAWN = ["ab" * 16]
        with pytest.raises(CommandError, match="no whole fingerprint"):
            call_command("results_key", "--withdrawn")
