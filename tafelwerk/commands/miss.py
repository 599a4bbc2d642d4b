"""Where an answer comes from: the book, the pocket book beneath it, a record of a long run, or a computation."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.commands.common import note, open_book
from tafelwerk.commands.output import FOUND_EVIDENCE, seconds_text
from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.tables.question import Source

if TYPE_CHECKING:
    from tafelwerk.build.computation import Computation
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.records import Record

T = TypeVar("T")
Recorded = Callable[[], "tuple[T, Record] | None"]
"""A look-up in the records: the answer, and the record that it stands in."""

LONG = 3e9
"""Operations from which a computation says how long it will take."""


def record_keys(source: Source, record: "Recorded[T]") -> dict[str, str]:
    """What an answer's document says of the record that it comes from; nothing where it comes from elsewhere."""
    found = record() if source is Source.RECORD else None
    return {} if found is None else {"evidence": found[1].evidence, "build": found[1].build}


def stored_answer(
    book: Path, look_up: "Callable[[Book], T | None]", builds: "Mapping[str, Any] | None" = None
) -> tuple[T, Source] | None:
    """The answer of the book or, where it has none, of the pocket book, and which of them gave it; None where neither has.

    Args:
        book: folder of the book.
        look_up: one look-up; None where a book does not hold the answer.
        builds: parameters of the builds that hold such answers, which say how the answer is known. Default: all builds.

    Raises:
        TafelwerkError: as the look-up raises it.
    """
    with open_book(book) as opened:
        for layer, source in zip(opened.layers, (Source.BOOK, Source.POCKET), strict=False):
            found = look_up(layer)
            if found is not None:
                _note_evidence(layer, builds)
                return found, source
    return None


def _note_evidence(layer: "Book", builds: "Mapping[str, Any] | None") -> None:
    """Leave how the builds are known of the family that was asked, where `answer` finds it."""
    from tafelwerk.tables.provenance import evidence

    if layer.last_asked is None:
        return
    family, statement = layer.last_asked
    tables = re.findall(rf"\b{family}\.(\w+)", statement)
    FOUND_EVIDENCE.set(evidence(layer, family, tables, builds))


def settle(
    book: Path,
    look_up: "Callable[[Book], T | None]",
    computation: "Callable[[], Computation[T]]",
    missing: MissingTableError | UncomputedError,
    *,
    compute: bool,
    keep: bool,
    record: "Recorded[T] | None" = None,
    builds: "Mapping[str, Any] | None" = None,
) -> tuple[T, Source]:
    """The answer and where it comes from.

    Args:
        book: folder of the book.
        look_up: one look-up; None where a book does not hold the answer. The pocket book is asked after the user's own.
        computation: called on a miss only; may raise for arguments that the solver refuses.
        missing: raised on a miss that is too much work to do unasked.
        compute: do it, however much work it is.
        keep: commit to the book what was computed, and answer from there.
        record: the answer of a record, None where there is none; asked after the books, unless the answer is to be kept.
        builds: as in `stored_answer`.

    Raises:
        MissingTableError, UncomputedError: `missing`.
        TafelwerkError: as look-up, solver and committer raise them.
    """
    stored = stored_answer(book, look_up, builds)
    if stored is not None:
        return stored
    recorded = record() if record is not None and not keep else None
    if recorded is not None:
        return recorded[0], Source.RECORD
    from tafelwerk.build.computation import BUDGET, OverBudgetError

    wanted = computation()
    if not compute and wanted.operations > BUDGET:
        raise missing
    if not compute and wanted.attempt is not None:
        try:
            found = wanted.attempt()
        except OverBudgetError:
            raise missing from None
        if not keep or wanted.build is None:
            return found, Source.COMPUTED
    if wanted.operations > LONG:
        note(f"computing: about {seconds_text(wanted.operations / BUDGET)} by estimate")
    if keep and wanted.build is None:
        note("no table holds such answers: nothing was kept")
    if not keep or wanted.build is None:
        return wanted.run(), Source.COMPUTED
    from tafelwerk.build.runner import keep as commit

    commit(book, wanted.build)
    with open_book(book, pocket=False) as opened:
        kept = look_up(opened)
    return (wanted.run() if kept is None else kept), Source.COMPUTED
