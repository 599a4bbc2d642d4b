"""From the book, or computed: what a command does when the book does not hold the answer."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from tafelwerk.commands.common import note, open_book
from tafelwerk.commands.output import seconds_text
from tafelwerk.errors import ExitCode, MissingTableError, TafelwerkError

if TYPE_CHECKING:
    from tafelwerk.build.computation import Computation
    from tafelwerk.tables.book import Book

T = TypeVar("T")
Source = Literal["book", "computed"]

LONG = 3e9
"""Operations from which a computation says how long it will take."""


class UncomputedError(TafelwerkError, LookupError):
    """No table holds such an answer, and computing it takes long.

    Args:
        what: what was asked for, as a noun phrase.
        line: the command line that computes it.
    """

    exit_code = ExitCode.NOT_BUILT

    def __init__(self, what: str, line: str) -> None:
        super().__init__(what, line)
        self.what = what
        self.line = line

    def __str__(self) -> str:
        return f"{self.what}: not stored and expensive to compute; run: {self.line}"


def settle(
    book: Path,
    look_up: "Callable[[Book], T | None]",
    computation: "Callable[[], Computation[T]]",
    missing: MissingTableError | UncomputedError,
    *,
    compute: bool,
    keep: bool,
) -> tuple[T, Source]:
    """The answer and where it comes from.

    Args:
        book: folder of the book.
        look_up: one look-up; None where the book does not hold the answer.
        computation: called on a miss only; may raise for arguments that the solver refuses.
        missing: raised on a miss that is too much work to do unasked.
        compute: do it, however much work it is.
        keep: commit to the book what was computed, and answer from there.

    Raises:
        MissingTableError, UncomputedError: `missing`.
        TafelwerkError: as look-up, solver and committer raise them.
    """
    with open_book(book) as opened:
        found = look_up(opened)
    if found is not None:
        return found, "book"
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
            return found, "computed"
    if wanted.operations > LONG:
        note(f"computing: about {seconds_text(wanted.operations / BUDGET)} by estimate")
    if keep and wanted.build is None:
        note("no table holds such answers: nothing was kept")
    if not keep or wanted.build is None:
        return wanted.run(), "computed"
    from tafelwerk.build.runner import keep as commit

    commit(book, wanted.build)
    with open_book(book) as opened:
        found = look_up(opened)
    return (wanted.run() if found is None else found), "computed"
