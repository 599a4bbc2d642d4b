"""The book for Python: `open_book` joins look-ups and computation.

    with tafelwerk.open_book() as book:
        book.montecarlo.duel(Dsc(10), 100)            a question of a family; the answer says where it comes from
        book.sql("SELECT ...")                        a Polars frame

What the book lacks is computed where that takes about a second or less by a fixed estimate; `compute=True` computes it
anyway, `keep=True` commits it to the book.
"""

import os
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.places import default_book, pocket_beneath
from tafelwerk.tables import book as tables
from tafelwerk.tables.question import Asked, Question, Source, provided

if TYPE_CHECKING:
    from tafelwerk.build.computation import Computation

A = TypeVar("A")

LONG = 3e9
"""Operations from which a computation says how long it will take."""


def open_book(path: str | os.PathLike[str] | None = None, *, pocket: bool = True) -> "Book":
    """Open the book in a folder.

    Args:
        path: the folder. Default: TAFELWERK_BOOK, else the user's data folder. A missing folder is an empty book.
        pocket: whether the pocket book lies beneath it.

    Raises:
        BookError: the path is not a folder.
        StorageError: the folder cannot be read.
    """
    folder = default_book() if path is None else Path(path)
    lower = pocket_beneath(folder) if pocket else None
    return Book(folder, None if lower is None else tables.Book(lower))


class Book(tables.Book):
    """A book that answers questions; a family's stand under its name, as in `book.montecarlo.basins(game, 1000)`."""

    def __getattr__(self, name: str) -> "Family":
        if name.startswith("_") or find_spec(f"tafelwerk.tables.{name}") is None:
            raise AttributeError(f"a book has no {name!r}")
        return Family(self, name)

    def ask(
        self,
        asked: Asked[A],
        *,
        compute: bool = False,
        keep: bool = False,
        note: Callable[[str], None] = lambda text: None,
    ) -> A:
        """The answer of the book, of the pocket book beneath it, of a record, or of a computation.

        Args:
            asked: the question.
            compute: compute what is missing, however much work it is.
            keep: commit to the book what was computed, and answer from there.
            note: told what takes long.

        Raises:
            MissingTableError, UncomputedError: nothing holds the answer, and computing it takes long.
            TafelwerkError: as look-up, solver and committer raise them.
        """
        for layer, source in zip(self.layers, (Source.BOOK, Source.POCKET), strict=False):
            found = _stored(layer, asked)
            if found is not None:
                return provided(found, source=source, evidence=_evidence(layer, asked), question=asked.document)
        recorded = None if keep else asked.record()
        if recorded is not None:
            answer, record = recorded
            return provided(
                answer, source=Source.RECORD, evidence=record.evidence, build=record.build, question=asked.document
            )
        return provided(self._computed(asked, compute, keep, note), source=Source.COMPUTED, question=asked.document)

    def _computed(self, asked: Asked[A], compute: bool, keep: bool, note: Callable[[str], None]) -> A:
        from tafelwerk.build.computation import BUDGET, OverBudgetError

        wanted = computation(asked)
        if not compute and wanted.operations > BUDGET:
            raise asked.missing(self)
        if not compute and wanted.attempt is not None:
            try:
                found = wanted.attempt()
            except OverBudgetError:
                raise asked.missing(self) from None
            if not keep or wanted.build is None:
                return found
        if wanted.operations > LONG:
            note(f"computing: about {wanted.operations / BUDGET:,.0f} s by estimate")
        if keep and wanted.build is None:
            note("no table holds such answers: nothing was kept")
        if not keep or wanted.build is None:
            return wanted.run()
        from tafelwerk.build.runner import keep as commit

        commit(self.path, wanted.build)
        with tables.Book(self.path) as opened:
            kept = _stored(opened, asked)
        return wanted.run() if kept is None else kept


def computation(asked: Asked[A], **given: Any) -> "Computation[A]":
    """How an answer is computed: the function of the question's name in build/<family>/computed.py."""
    computed = import_module(f"tafelwerk.build.{asked.asks.family}.computed")
    found: Computation[A] = getattr(computed, asked.asks.name.replace("-", "_"))(**asked.parameters, **given)
    return found


def _stored(layer: tables.Book, asked: Asked[A]) -> A | None:
    """The answer of one layer of a book, or one computed from its rows."""
    found = asked.look_up(layer)
    material = asked.material(layer) if found is None else None
    return found if material is None else computation(asked, material=material).run()


class Family:
    """The questions of a family, each a function that asks the book; `compute` and `keep` as for `Book.ask`."""

    def __init__(self, book: Book, name: str) -> None:
        self._book, self._questions = book, import_module(f"tafelwerk.tables.{name}.questions")

    def __getattr__(self, name: str) -> Callable[..., Any]:
        found = getattr(self._questions, name, None)
        if not isinstance(found, Question):
            raise AttributeError(f"{self._questions.__name__.split('.')[2]} has no question {name!r}")  # noqa: TRY004
        return partial(self._ask, found)

    def __dir__(self) -> list[str]:
        return [name for name, value in vars(self._questions).items() if isinstance(value, Question)]

    def _ask(self, asks: Question[..., A], *asked: Any, compute: bool = False, keep: bool = False, **named: Any) -> A:
        return self._book.ask(asks.of(*asked, **named), compute=compute, keep=keep)


def _evidence(layer: tables.Book, asked: Asked[Any]) -> Any:
    """How the builds are known whose tables the last look-up read."""
    from tafelwerk.tables.provenance import evidence

    if layer.last_asked is None:
        return None
    family, statement = layer.last_asked
    return evidence(layer, family, re.findall(rf"\b{family}\.(\w+)", statement), asked.builds)
