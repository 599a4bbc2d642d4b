"""Runs proofs of samples or of every unit, part by part, and checks the records of long runs.

The progress of a full proof is saved, so that it can be resumed.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError, StorageError
from tafelwerk.places import cached_text, keep_text, pocket_folder
from tafelwerk.proofs.claims import (
    MOST_FAULTS,
    Claim,
    Sampling,
    chance_of_missing,
    claims_of_family,
    group_columns,
    with_faults,
)
from tafelwerk.proofs.frame import build_checks, printed_checks
from tafelwerk.tables.checks import Check, failed_check, verify_file
from tafelwerk.tables.metadata import contents, read_builds, read_tables
from tafelwerk.tables.provenance import FORMAT_VERSION
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.wording import count_noun, singular

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


PART_SECONDS = 20.0
"""Approximate CPU seconds between two checkpoints of a full proof."""


def families_held(book: "Book", family: str | None = None) -> "tuple[Book, tuple[str, ...]]":
    """The layer of a book to verify, the first that holds any requested family, and its families; () if none does.

    Args:
        book: the book.
        family: one family. Default: all.
    """
    for layer in book.layers:
        families = tuple(name for name in layer.families if family in (None, name))
        if families:
            return layer, families
    return book, ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a claim.

    Attributes:
        claim: its name.
        units, of: units examined, and their total.
        faults: number of faults found.
        seed: seed of the sample.
        seconds: CPU seconds.
        at: time, ISO 8601, UTC.
    """

    claim: str
    units: int
    of: int
    faults: int
    seed: int
    seconds: float
    at: str


class Journal:
    """Proofs about one family's file in its current state, kept in the user's cache if that is writable.

    Attributes:
        outcomes: the last outcome of each claim, by name.
        done: for an unfinished full proof, the number of finished units and the faults, by name of the claim.
    """

    def __init__(self, book: "Book", family: str) -> None:
        self._name = f"proofs/{family}-{_identity(book, family)}.json"
        self.outcomes: dict[str, Outcome] = {}
        self.done: dict[str, tuple[int, list[str]]] = {}
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            document = json.loads(cached_text(self._name))
            self.outcomes = {outcome["claim"]: Outcome(**outcome) for outcome in document["outcomes"]}
            self.done = {name: (int(units), list(faults)) for name, (units, faults) in document["done"].items()}

    def finish(self, outcome: Outcome) -> None:
        """Record the outcome of a claim."""
        before = self.outcomes.get(outcome.claim)
        if before is None or outcome.faults or outcome.units >= before.units or before.faults:
            self.outcomes[outcome.claim] = outcome
        self.done.pop(outcome.claim, None)
        self.keep()

    def keep(self) -> None:
        """Write the file."""
        outcomes = [{name: getattr(outcome, name) for name in Outcome.__slots__} for outcome in self.outcomes.values()]
        keep_text(self._name, json.dumps({"outcomes": outcomes, "done": self.done}))


def family_checks(
    book: "Book", family: str, sampling: Sampling, note: Callable[[str], None], games: Collection[str] = ()
) -> Iterator[Check]:
    """All checks of a family's file: completeness, then, for a sound file, provenance and rows.

    Args:
        book: the book.
        family: the family.
        sampling: extent of the proofs.
        note: called with the progress of a long proof.
        games: the games whose rows are proved. Default: all.
    """
    package = find_spec(f"tafelwerk.proofs.{family}")
    # families are packages; other modules stand beside them
    if package is None or package.submodule_search_locations is None:
        fault = BookError(f"{book.file(family)} is of no family that this program knows: move it away")
        yield failed_check(f"{family}: file", fault)
        return

    def rows() -> Iterator[Check]:
        claims = claims_of_family(book, family, sampling.seed)
        asked = (claim for claim in claims if not games or claim.game in ("", *games))
        yield from prove(family, asked, sampling, Journal(book, family), note)

    sound = True
    for checks in (_file_checks(book, family), rows()):
        if not sound:
            return
        try:
            for check in checks:
                sound = sound and check.ok
                yield check
        except Exception as fault:
            sound = False
            yield failed_check(f"{family}: file", fault)


def _file_checks(book: "Book", family: str) -> Iterator[Check]:
    checks = verify_file(book, family)
    yield from checks
    if all(check.ok for check in checks):
        yield from build_checks(book, family)
        yield from record_checks(book, family)
        yield from printed_checks(book, family)


def prove(
    family: str, claims: Iterable[Claim], sampling: Sampling, journal: Journal, note: Callable[[str], None]
) -> Iterator[Check]:
    """Prove claims one after the other.

    Args:
        family: the family.
        claims: its claims.
        sampling: how much to look at.
        journal: records outcomes and the progress of a full proof.
        note: told how far a long proof is.

    Yields:
        One check per claim. An exception in a proof is a fault of its claim; the other claims are still proved.

    Raises:
        StorageError: the file cannot be read.
    """
    made = iter(claims)
    while True:
        try:
            claim = next(made, None)
        except Exception as fault:
            yield failed_check(f"{family}: claims", fault)
            return
        if claim is None:
            return
        if claim.units:
            yield _prove(claim, sampling, journal, note)


def _prove(claim: Claim, sampling: Sampling, journal: Journal, note: Callable[[str], None]) -> Check:
    places = sampling.places(claim)
    if not places:
        reason = claim.unproved or "--full proves them"
        return Check(claim.name, True, f"{_looked_at(0, claim)}: {reason}", None, 0, claim.units, 1.0)
    begin = time.process_time()
    first, faults = journal.done.get(claim.name, (0, [])) if sampling.full else (0, [])
    resumed = first
    try:
        for part in _parts(claim, places, first, sampling.full):
            faults = [*faults, *islice(claim.prove(part), MOST_FAULTS - len(faults))]
            first += len(part)
            if first < len(places):
                journal.done[claim.name] = (first, faults)
                journal.keep()
                note(f"{claim.name}: {first:,} of {_units(len(places), claim)}")
            if len(faults) >= MOST_FAULTS:
                break
    except Exception as fault:
        check = failed_check(claim.name, fault)
        faults = [*faults, check.detail]
    now = datetime.now(UTC).isoformat(timespec="seconds")
    seconds = round(time.process_time() - begin, 3)
    journal.finish(Outcome(claim.name, len(places), claim.units, len(faults), sampling.seed, seconds, now))
    looked_at = _looked_at(len(places), claim)
    share = chance_of_missing(len(places), claim.units)
    detail = f"{looked_at}, at most {100 * share:.2g} % wrong (95 %)"
    if not share:
        detail = f"{'all ' if claim.units > 1 else ''}{_units(claim.units, claim)}"
    if resumed:
        detail += f", the first {resumed:,} of them before"
    finely = group_columns(dict(claim.within))
    detail += "".join(f"; {', '.join(columns)}: {how}" for how, columns in finely.items())
    if faults:
        detail = with_faults(looked_at, faults)
    return Check(claim.name, not faults, detail, proved=len(places), of=claim.units, missed=share)


def _units(count: int, claim: Claim) -> str:
    return f"no {claim.noun}" if claim.is_empty else count_noun(count, singular(claim.noun), claim.noun)


def _looked_at(count: int, claim: Claim) -> str:
    return _units(count, claim) if claim.is_empty else f"{count:,} of {_units(claim.units, claim)}"


def _parts(claim: Claim, places: Sequence[int], first: int, full: bool) -> Iterator[Sequence[int]]:
    """The places in parts of some seconds each; in one part for a sample or a claim proved as a whole."""
    if not full or claim.whole:
        yield places
        return
    size = max(1, int(PART_SECONDS / max(claim.seconds, 1e-9)))
    for begin in range(first, len(places), size):
        yield places[begin : begin + size]


def _identity(book: "Book", family: str) -> str:
    """Digest of the contents of the family's file and of the proofs."""
    ask, path = book.metadata(family)
    recorded = [
        *read_builds(ask, f"{family}.meta.builds", path),
        *read_tables(ask, f"{family}.meta.tables", path),
    ]
    folder = Path(__file__).parent
    code = [path.read_bytes() for path in sorted((*folder.glob("*.py"), *(folder / family).glob("*.py")))]
    parts = [repr(recorded).encode(), str(FORMAT_VERSION).encode(), str(book.path).encode(), *code]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def record_checks(book: "Book", family: str) -> Iterator[Check]:
    """Check that each record of a family agrees with itself, with the builds and rows of a book, and with what is proved anew.

    Args:
        book: the book; of what it lacks, the pocket book is asked.
        family: family of games.
    """
    from tafelwerk.tables.book import Book

    ask, path = book.metadata(family)
    held = {build.digest: build.sha256 for build in read_builds(ask, f"{family}.meta.builds", path)}
    folder = pocket_folder()
    beneath = {} if folder in (None, book.path) else {"the pocket book": Book(folder)}
    with ExitStack() as opened:
        layers = {"the book": book, **{name: opened.enter_context(layer) for name, layer in beneath.items()}}
        for record in records(family):
            yield from _answers(layers, record)
            common = [build for build in record.builds if build.digest in held]
            differing = [build.name for build in common if held[build.digest] != build.sha256]
            if common:
                detail = f"the same rows in {len(common)} of {count_noun(len(record.builds), 'build')}"
                yield Check(
                    f"record {record.name}: the book's rows",
                    not differing,
                    f"other rows in: {', '.join(differing)}" if differing else detail,
                )


def _answers(layers: "Mapping[str, Book]", record: Record) -> Iterator[Check]:
    """The checks of a record's answers: of those that something proves, and of the others."""
    wrong, ways = _labels(record), Counter[str]()
    for answer in record.answers:
        try:
            way, words = _judge(layers, record.family, answer)
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, IndexError, InputError) as fault:
            way, words = "", [f"it is no answer ({type(fault).__name__}: {fault})"]
        ways[way] += 1
        wrong += [f"{_question_text(answer)}: {fault}" for fault in words]
    unproved, of = ways.pop("", 0), len(record.answers)
    if wrong or ways:
        detail = ", ".join(f"{count_noun(count, 'answer')} {way}" for way, count in ways.items()) or count_noun(
            of, "answer"
        )
        yield Check(
            f"record {record.name}: answers", not wrong, with_faults(detail, wrong), proved=of - unproved or of, of=of
        )
    if unproved and not wrong:
        detail = f"{count_noun(unproved, 'answer')}: the sums agree, but no book holds the rows"
        yield Check(f"record {record.name}: other answers", True, detail, None, 0, unproved, 1.0)


def _labels(record: Record) -> list[str]:
    """Faults of what a record says of itself against what its parameters determine."""
    try:
        expected = contents(record.family, record.parameters)
    except InputError as fault:
        return [str(fault)]
    stated = record.build, record.certainty, record.evidence
    if expected is None or stated == (f"tafelwerk build {expected.name}", expected.certainty, expected.evidence):
        return []
    return [f"{', '.join(stated)} should be tafelwerk build {expected.name}, {expected.certainty}, {expected.evidence}"]


def _judge(layers: "Mapping[str, Book]", family: str, answer: Mapping[str, Any]) -> tuple[str, list[str]]:
    """How an answer is known, "" if nothing proves it, and its faults."""
    wrong = faults(answer)
    for name, book in layers.items():
        stored = _stored_answer(book, family, answer)
        if stored is not None:
            keys = sorted({*stored, *answer})
            differing = [key for key in keys if stored.get(key) != answer.get(key)]
            return f"as in {name}", [*wrong, *(f"{key} is another in {name}" for key in differing)]
    check = getattr(import_module(f"tafelwerk.proofs.{family}"), "check_recorded", None)
    if check is None:
        return "", wrong
    is_proved, more = check(answer)
    return "proved anew" if is_proved else "", [*wrong, *more]


def _stored_answer(book: "Book", family: str, answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same answer from a book's rows; None if it lacks them."""
    name = f"tafelwerk.families.{family}.look_ups"
    if find_spec(name) is None:
        return None
    try:
        document: dict[str, Any] | None = import_module(name).document(book, answer["question"])
    except (BookError, StorageError):
        return None
    return document


def _question_text(answer: Mapping[str, Any]) -> str:
    question = answer.get("question")
    return " ".join(map(str, question.values())) if isinstance(question, Mapping) else "an answer"
