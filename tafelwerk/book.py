"""The book for Python: `open_book` joins look-ups and computation.

    with tafelwerk.open_book() as book:
        book.montecarlo.duel(Dsc(10), 100)            a question of a family; the answer names its source
        book.sql("SELECT ...")                        a Polars frame
        book.figure("montecarlo-2.12")                an Altair chart; theme="dark", width=600
        book.tables(), book.verify(), book.build("search")

An answer that the book lacks is computed if that takes about a second or less by a fixed estimate; `compute=True` computes it
anyway, `keep=True` commits it to the book.
"""

import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, in_quotes
from tafelwerk.tables import book as tables
from tafelwerk.tables.answers import Source, with_provenance
from tafelwerk.tables.provenance import builds_read, evidence, table_summaries
from tafelwerk.tables.questions import BUDGET, OverBudgetError, Question, Questions, questions_of
from tafelwerk.tables.readings import boundary

if TYPE_CHECKING:
    import altair
    import polars

    from tafelwerk.build.runner import Report
    from tafelwerk.build.task import Build
    from tafelwerk.families.beams.questions import BeamsQuestions
    from tafelwerk.families.dresher.questions import DresherQuestions
    from tafelwerk.families.games.questions import GamesQuestions
    from tafelwerk.families.mastermind.questions import MastermindQuestions
    from tafelwerk.families.minimax.questions import MinimaxQuestions
    from tafelwerk.families.montecarlo.questions import MontecarloQuestions
    from tafelwerk.families.search.questions import SearchQuestions
    from tafelwerk.families.skat.questions import SkatQuestions
    from tafelwerk.families.switching.questions import SwitchingQuestions
    from tafelwerk.games import Game, Solved
    from tafelwerk.tables.checks import Check
    from tafelwerk.tables.sandbox import Parameters

A = TypeVar("A")

LONG = 2e9
"""Number of operations from which a computation announces its duration."""


def open_book(path: str | os.PathLike[str] | None = None, *, pocket: bool = True) -> "Book":
    """Open the book in a folder.

    Args:
        path: the folder. Default: TAFELWERK_BOOK, or the user's data folder. A missing folder is an empty book.
        pocket: whether the pocket book supplements it.

    Raises:
        BookError: the path is not a folder.
        StorageError: the folder cannot be read.
    """
    return Book.in_folder(path, pocket=pocket)


class Book(tables.Book):
    """A book that answers questions, grouped by family, as in `book.montecarlo.basins(game, 1000)`."""

    if TYPE_CHECKING:
        beams: BeamsQuestions
        dresher: DresherQuestions
        games: GamesQuestions
        mastermind: MastermindQuestions
        minimax: MinimaxQuestions
        montecarlo: MontecarloQuestions
        search: SearchQuestions
        skat: SkatQuestions
        switching: SwitchingQuestions
    else:

        def __getattr__(self, name: str) -> Questions:
            from tafelwerk.families import KNOWN

            if name not in KNOWN:
                from tafelwerk.wording import PYTHON_NAMES, join_words, near

                meant = [PYTHON_NAMES[name]] if name in PYTHON_NAMES else near(name, KNOWN)
                hint = f"; did you mean {join_words(meant, last='or')}?" if meant else ""
                raise AttributeError(f"a book has no {name!r}{hint}")
            return questions_of(name)(self)

    def __dir__(self) -> list[str]:
        from tafelwerk.families import KNOWN

        return [*super().__dir__(), *KNOWN]

    @boundary()
    def ask(
        self,
        asked: Question[A],
        *,
        compute: bool = False,
        keep: bool = False,
        note: Callable[[str], None] = lambda text: None,
    ) -> A:
        """The answer, from the book, the pocket book, a record, or a computation.

        Args:
            asked: the question.
            compute: compute a missing answer, whatever the work.
            keep: commit the computed answer to the book, and answer from there.
            note: called with a line of text before long work.

        Raises:
            MissingTableError, UncomputedError: the answer is not stored, and computing it takes long.
            TafelwerkError: errors of look-up, solver and committer.
        """

        if keep:
            from tafelwerk.build.commit import upgrade

            upgrade(self.path, asked.family)

        def with_origin(answer: A, **origin: Any) -> A:
            return asked.complete(
                self, with_provenance(answer, question=asked.document, notes=asked.notes or None, **origin)
            )

        for layer, source in zip(self.layers, (Source.BOOK, Source.POCKET), strict=False):
            with builds_read() as numbers:
                stored = _look_up(layer, asked)
            if stored is not None:
                # an empty list says that there are no such rows
                label = evidence(layer, asked.family, numbers) if stored != [] else None
                return with_origin(stored, source=source, evidence=label)
        recorded = None if keep else asked.record()
        if recorded is not None:
            answer, record = recorded
            return with_origin(answer, source=Source.RECORD, evidence=record.evidence, build=record.build)
        return with_origin(self._compute(asked, compute, keep, note), source=Source.COMPUTED)

    def sql(
        self,
        statement: str | None = None,
        parameters: "Parameters | None" = None,
        *,
        query: str | None = None,
        **named: object,
    ) -> "polars.DataFrame":
        """Answer of one reading statement over all families, or of a named query, as a Polars frame.

        Tables are `family.table`; `meta.builds` lists the builds of all families. The statement sees the newest
        committed files. A family whose file cannot be read is left out, with a warning, where the statement does not name it.

        Args:
            statement: one reading statement.
            parameters: its values, as DuckDB has them: a list for the places `?`, or a mapping for the names `$name`.
            query: a named query in place of the statement, such as "dresher-depth"; `queries` lists them.
            named: values for the names `$name`, in place of parameters.

        Raises:
            InputError: it is not one reading statement, reaches for files or the network, its parameters do not fit, it is at
                fault, or there is no such query.
            BookError: it names a family whose file is damaged, foreign or of another format.
            StorageError: it names one whose file cannot be read.
            MissingTableError: the query is a figure's, and rows of it are missing.
        """
        if (statement is None) is (query is None):
            raise InputError("give a statement or query=NAME, one of them")
        if named and parameters is not None:
            raise InputError("give parameters or values by keyword, one of them")
        from tafelwerk.named_queries import is_name, statement_of

        if statement is None:
            statement, _ = statement_of(str(query), self)
        elif is_name(statement):
            raise InputError(f"{statement} is a named query: sql(query={statement!r})")
        return self._frame(statement, named or parameters)

    def queries(self, words: str = "") -> "polars.DataFrame":
        """The named queries, for `sql(query=...)`: query, family, title and statement, which is NULL for
        figures, whose statements depend on the book, unless one figure alone is asked for, whose
        rows the book has.

        Args:
            words: a family, or words of name, title or statement. Default: all queries.

        Raises:
            InputError: there is none.
        """
        import polars

        from tafelwerk.named_queries import find_queries, statement_of

        queries = find_queries(words)
        statements = [query.statement or None for query in queries]
        if statements == [None]:
            with suppress(MissingTableError):
                statements = [statement_of(queries[0].name, self)[0]]
        rows = [
            (query.name, query.family, query.title, statement)
            for query, statement in zip(queries, statements, strict=True)
        ]
        return polars.DataFrame(rows, dict.fromkeys(("query", "family", "title", "statement"), str), orient="row")

    @boundary()
    def tables(self) -> "polars.DataFrame":
        """The stored tables, including those of the pocket book: book, family, name, rows, sha256, comment.

        A family whose file cannot be read is left out, with a warning.
        """
        import polars

        rows: list[tuple[Any, ...]] = []
        for layer, source in zip(self.layers, (Source.BOOK, Source.POCKET), strict=False):
            for family in layer.families:
                try:
                    summaries = table_summaries(layer, family)
                except (BookError, StorageError) as fault:
                    warnings.warn(f"left out: {fault}", stacklevel=3)  # of who called within the boundary
                else:
                    rows += [
                        (
                            source.value,
                            *(getattr(summary, name) for name in ("family", "name", "rows", "sha256", "comment")),
                        )
                        for summary in summaries
                    ]
        names = {"book": str, "family": str, "table": str, "rows": int, "sha256": str, "comment": str}
        return polars.DataFrame(rows, names, orient="row")

    @boundary()
    def figure(self, name: str, *, theme: str = "light", width: int | None = None) -> "altair.TopLevelMixin":
        """A figure, such as "montecarlo-2.12"; `tafelwerk plot --list` lists them. A notebook shows it with tooltips and zoom.

        Args:
            name: family and the source's number.
            theme: "light" or "dark".
            width: width of the picture in pixels, 200 to 4000. Default: the figure's own.

        Raises:
            InputError: there is no such figure or theme, or the width is out of range.
            MissingTableError: rows are missing; it names the build.
        """
        from tafelwerk.plots.figure import figure_named
        from tafelwerk.plots.specification import as_chart
        from tafelwerk.plots.style import checked_theme

        return as_chart(figure_named(name).spec(self, checked_theme(theme), width, zoom=True))

    @boundary()
    def solve(self, game: "Game[Any, Any]", *, most: int | None = None, force: bool = False) -> "Solved":
        """Solve a game of your own: value, distance and best moves of every position, kept in the book.

        A game that the book holds, solved by the same code, is not solved again.

        Args:
            game: the game, see `tafelwerk.games.Game`.
            most: greatest number of positions. Default: a million.
            force: solve it again.

        Raises:
            InputError: the game has impossible rules, or more positions.
            TafelwerkError: errors of the runner.
        """
        from tafelwerk.families.games.builds import MOST_POSITIONS, keep_game
        from tafelwerk.families.games.rules import Rules
        from tafelwerk.games import Solved

        rules = Rules(game)
        if keep_game(self.path, rules, most=MOST_POSITIONS if most is None else most, force=force):
            self.reopen()
        return Solved(self, rules)

    @boundary()
    def verify(
        self, family: str | None = None, *, sample: int | None = None, full: bool = False, seed: int | None = None
    ) -> "list[Check]":
        """Check the files, and prove stored rows by independent methods.

        Args:
            family: one family. Default: all in the book or, if it is empty, those of the pocket book.
            sample: rows per claim. Default: enough to find 1 % of wrong rows in 9,999 of 10,000 runs.
            full: prove every row.
            seed: random seed of the samples. Default: a fresh one.
        """
        from secrets import randbelow

        from tafelwerk.proofs.claims import Sampling
        from tafelwerk.proofs.running import families_held, family_checks

        sampling = Sampling(randbelow(2**31) if seed is None else seed, sample, full)
        layer, names = families_held(self, family)
        return [check for name in names for check in family_checks(layer, name, sampling, lambda text: None)]

    def build(self, family: str, *, quick: bool = False, full: bool = False, jobs: int | None = None) -> "Report":
        """Build the standard set of a family; an open book continues to read the file that it has attached.

        Args:
            family: the family.
            quick, full: the smallest useful set, or the full one.
            jobs: worker processes. Default: one per core.

        Raises:
            InputError: there is no such family, or two sets are given.
            TafelwerkError: errors of the runner.
        """
        from tafelwerk.build import kind
        from tafelwerk.build.runner import run
        from tafelwerk.families import KNOWN

        if family not in KNOWN or (quick and full):
            known = ", ".join(KNOWN)
            raise InputError(f"build takes one set of one family: {known}; not {in_quotes(family)}")
        module = kind.builders(family)
        return run(self.path, module.quick() if quick else module.full() if full else module.standard(), jobs=jobs)

    @boundary()
    def _compute(self, asked: Question[A], compute: bool, keep: bool, note: Callable[[str], None]) -> A:
        wanted = asked.computation(self)
        stores = keep and wanted.build is not None
        if not compute and wanted.operations > BUDGET and not wanted.always:
            missing = asked.missing(self)
            if isinstance(missing, MissingTableError):
                missing.estimate(wanted.operations / BUDGET)
            raise missing
        if not compute and wanted.attempt is not None:
            try:
                answer = wanted.settle(compute=False)
            except OverBudgetError:
                raise asked.missing(self) from None
            if keep and wanted.build is not None and wanted.operations > BUDGET:
                note("a stand-in is not kept; --compute computes and keeps the answer asked for")
                return answer
            if not stores:
                return answer
        if compute and wanted.attempt is not None and wanted.counted and not stores:
            try:
                return wanted.attempt()
            except OverBudgetError as error:
                if error.most is not None:
                    announce(error.most, note, at_most=True)
        if wanted.most is None:
            announce(wanted.operations, note)
        else:
            announce(wanted.most, note, at_most=True)
        if keep and not stores:
            note("no table holds such answers: nothing was kept")
        if wanted.build is None or not stores:
            try:
                return wanted.settle(compute=True) if wanted.watched is None else wanted.watched(Progress(note))
            except OverBudgetError:
                raise asked.missing(self) from None
        from tafelwerk.build.runner import keep as commit

        commit(self.path, cast("Build", wanted.build))
        with tables.Book(self.path) as opened:
            stored_answer = _look_up(opened, asked)
        return wanted.run() if stored_answer is None else stored_answer


def announce(operations: float, note: Callable[[str], None], *, at_most: bool = False) -> None:
    """Note the expected duration of long work before it begins.

    Args:
        operations: the estimate of the work.
        note: called with a line of text.
        at_most: whether it is a count that the work does not exceed.
    """
    from tafelwerk.language import say, seconds_text

    if operations > LONG:
        duration = seconds_text(operations / BUDGET)
        if at_most:
            note(say("computing: at most {duration}", duration=duration))
        else:
            note(say("computing: about {duration} by estimate", duration=duration))


class Progress:
    """Notes the finished share of long work, and the time left at the pace so far.

    Args:
        note: called with a line of text.
        every: seconds between two lines.
    """

    def __init__(self, note: Callable[[str], None], every: float = 10.0) -> None:
        self._note, self._every = note, every
        self._begin = self._last = monotonic()

    def tell(self, text: str) -> None:
        """Report work whose finished share is not known."""
        now = monotonic()
        if now - self._last >= self._every:
            self._last = now
            self._note(text)

    def __call__(self, share: float) -> None:
        """Report a share, above 0."""
        from tafelwerk.language import percent, say, seconds_text

        now = monotonic()
        if now - self._last >= self._every and share < 1:
            self._last = now
            left = seconds_text((now - self._begin) * (1 - share) / share)
            self._note(say("{share} done, about {left} left", share=percent(share, 0), left=left))


@boundary(checked=True)
def _look_up(layer: tables.Book, asked: Question[A]) -> A | None:
    """The answer of one layer of a book."""
    return asked.look_up(layer)
