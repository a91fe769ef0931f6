"""Whether what somebody kept of a log, and what it shows now, are of one history: nothing cut off, rewritten, or told twice.

Of two heads one tree must be the beginning of the other. A head that was kept outside is therefore held against every later one,
and nobody who rewrites the log, with the key or without, can prove what is not so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from referee.results.log import checkpoint, proof, tree
from referee.results.log.evidence import Evidence, Published, Sighting
from referee.results.published import signature
from referee.results.verification.problems import Problem, problem
from referee.verdict import JSON


@dataclass(slots=True)
class History:
    """What was found. ``signers``: fingerprints of the keys that signed heads; ``logged``: by a publication's hash the number of
    its entry; ``notes`` tell what could not be shown for want of a proof, ``remarks`` what is only worth knowing."""

    origin: str = ""
    size: int = 0
    heads: int = 0
    signers: list[str] = field(default_factory=list)
    logged: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)

    def as_dict(self) -> dict[str, JSON]:
        """What was found, as JSON."""
        return {
            "origin": self.origin,
            "size": self.size,
            "heads": self.heads,
            "signers": [*self.signers],
            "logged": dict(self.logged),
            "problems": [one.as_dict() for one in self.problems],
            "notes": [one.as_dict() for one in [*self.notes, *self.remarks]],
        }


def verify_history(evidence: Evidence) -> History:
    """Hold everything at hand against everything else."""
    found = History()
    signed = _signed(evidence, found)
    if signed:
        newest = max(signed, key=lambda one: one.head.checkpoint.size)
        found.origin, found.size = newest.head.checkpoint.origin, newest.head.checkpoint.size
        others = {one.head.checkpoint.origin: one.name for one in signed if one.head.checkpoint.origin != found.origin}
        found.problems += [problem(name, "two-logs", one=found.origin, other=other) for other, name in others.items()]
    by_size = _by_size(signed, found)
    found.heads = len(by_size)
    found.problems += _cut(signed)
    _check_growth(by_size, evidence, found)
    for published in evidence.published:
        _check_publication(published, evidence, found)
    for name, inclusion in evidence.inclusions:
        if not inclusion.holds:
            found.problems.append(problem(name, "not-included", entry=inclusion.leaf + 1))
    return found


def _signed(evidence: Evidence, found: History) -> list[Sighting]:
    """The heads that a known key has signed; the others are problems."""
    signed = []
    for one in evidence.sightings:
        size = one.head.checkpoint.size
        public = checkpoint.signer_of(one.head, evidence.keys.values())
        if public is not None:
            signed.append(one)
            if (digits := signature.fingerprint(public)) not in found.signers:
                found.signers.append(digits)
        elif any(checkpoint.announced(one.head, key) for key in evidence.keys.values()):
            found.problems.append(problem(one.name, "head-signature", size=size))
        else:
            found.problems.append(problem(one.name, "head-key", size=size))
    return signed


def _by_size(signed: list[Sighting], found: History) -> dict[int, Sighting]:
    """One head for every size; two roots of one size are two histories."""
    by_size: dict[int, Sighting] = {}
    told: set[tuple[int, bytes]] = set()
    for one in sorted(signed, key=lambda seen: not seen.live):  # what was kept is held against what is shown now
        size, root = one.head.checkpoint.size, one.head.checkpoint.root
        first = by_size.setdefault(size, one)
        if first.head.checkpoint.root != root and (size, root) not in told:
            told.add((size, root))
            found.problems.append(problem(one.name, "two-histories", size=size, other=first.name))
    return by_size


def _cut(signed: list[Sighting]) -> Iterator[Problem]:
    """Heads of more entries than the log has now."""
    now = max((one.head.checkpoint.size for one in signed if one.live), default=None)
    if now is None:
        return
    for one in signed:
        if one.head.checkpoint.size > now:
            yield problem(one.name, "cut", size=one.head.checkpoint.size, now=now)


def _check_growth(by_size: Mapping[int, Sighting], evidence: Evidence, found: History) -> None:
    """Whether each head is shown to be the beginning of a later one, and by these of the last."""
    linked, broken = set(), {}
    for one in evidence.consistency:
        first, second = by_size.get(one.first), by_size.get(one.second)
        if first is None or second is None or one.first >= one.second:
            continue
        roots = first.head.checkpoint.root, second.head.checkpoint.root
        if tree.consistent(one.first, one.second, *roots, one.path):
            linked.add(one.first)
        else:
            broken[one.first] = one.second
    sizes = sorted(by_size)
    for size in sizes[:-1]:
        name = by_size[size].name
        if size in linked or (not size and by_size[0].head.checkpoint.root == tree.EMPTY):
            continue
        if size in broken:
            found.problems.append(problem(name, "rewritten", size=size, later=broken[size]))
        elif str(size) in evidence.refused:
            found.problems.append(problem(name, "log-refuses", size=size))
        elif not any(one.code == "cut" for one in found.problems):
            found.notes.append(problem(name, "unlinked", size=size))
    if len(sizes) == 1 and not evidence.published and not evidence.inclusions:
        found.notes.append(problem(by_size[sizes[0]].name, "alone"))


def _check_publication(published: Published, evidence: Evidence, found: History) -> None:
    """Whether a publication is in the log, after the head that it holds."""
    for _, inclusion in evidence.inclusions:
        entry = proof.publication_in(inclusion)
        if not inclusion.holds or entry is None or entry[:3] != (published.event, published.number, published.hash):
            continue
        found.logged[published.hash] = entry.entry
        if published.head is not None and published.head.checkpoint.size > inclusion.leaf:
            size = published.head.checkpoint.size
            found.problems.append(problem(published.name, "logged-before", entry=entry.entry, size=size))
        break
    else:
        if published.hash in evidence.refused:
            found.problems.append(problem(published.name, "not-in-log"))
        else:
            code = "not-yet-logged" if published.hash in evidence.pending else "no-inclusion"
            found.notes.append(problem(published.name, code))
    newest = evidence.newest.get(published.hash, 0)
    newest = max([newest, *(one.number for one in evidence.published if one.event == published.event)])
    if newest > published.number:
        found.remarks.append(problem(published.name, "newer-publication", number=published.number, newest=newest))
