"""Records of long runs: each answer is compared with the rows of a book, or proved anew; others are reported as not proved."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError, StorageError
from tafelwerk.places import pocket_folder
from tafelwerk.proofs.claims import with_faults
from tafelwerk.tables.checks import Check
from tafelwerk.tables.metadata import contents, read_builds
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


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
    name = f"tafelwerk.families.{family}.records"
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
