"""Rounds of a log, one after another: what was played and scored, and what each card cost with every card open.

A log may be longer than memory: rounds are read, priced and handed on as they come, a few at a time in each worker process.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from typing import TYPE_CHECKING

from tafelwerk.rules.skat.play import Judge, OpenGame
from tafelwerk.rules.skat.pricing import price as priced_game
from tafelwerk.rules.skat.recorded import Recorded, Records, Skipped
from tafelwerk.tables.skat.answers import Explanation
from tafelwerk.tables.skat.positions import timed
from tafelwerk.tables.skat.questions import explain, explained
from tafelwerk.tables.skat.replayed import Replayed, ReplayedRound, Rounds, left_out, replayed, replayed_round

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

INLINE = 8
"""Rounds up to which no worker process is begun."""

BATCH = 4
"""Rounds that a worker is given at a time."""


def one_round(book: "Book", log: Records, name: str) -> ReplayedRound:
    """A round of a log, card by card.

    Raises:
        InputError: there is none of this name, or the log holds no round.
    """
    from tafelwerk.solvers.skat.open.judge import judge_of

    record = log.named(name)
    game = record.open_game
    if game is None:
        return replayed_round(record, None)
    return replayed_round(record, _stored(book, game) or searched(game, judge_of(game.game)))


def searched(game: OpenGame, judge: Judge | None = None) -> Explanation:
    """The played cards of a game priced, and how it goes on, by search; `judge`: whose. Default: the process's."""
    from tafelwerk.build.skat import deal_rows

    own = judge or deal_rows.judge(game.null)
    before = own.nodes
    with timed() as watch:
        priced = priced_game(own, game.positions, game.played)
    return Explanation(**explained(game, priced, own.nodes - before, watch.seconds))


def replays_of(records: list[Recorded]) -> list[Replayed]:
    """Rounds with their cards priced by search; for a worker."""
    return [_replay(record, None if (game := record.open_game) is None else searched(game)) for record in records]


class Replays:
    """The rounds of a log, read and priced as they are asked for, once.

    Attributes:
        of: rounds read so far.
        skipped: what was no round so far.
        warnings: what is odd about the log.
    """

    def __init__(
        self, book: "Book", log: Records, *, price: bool = True, limit: int | None = None, jobs: int = 1, first: int = 0
    ) -> None:
        """Nothing is read yet.

        Args:
            book: prices deals that it holds whole.
            log: the log.
            price: whether to find out what cards gave away.
            limit: rounds that are handed on. Default: all; the others are counted.
            jobs: worker processes.
            first: rounds to leave out before.
        """
        self._book, self._log, self._price, self._limit = book, log, price, limit
        self._jobs, self._first = jobs, first
        self.of = 0
        self.skipped: list[Skipped] = []
        self.warnings: list[str] = []

    def __iter__(self) -> Iterator[Replayed]:
        """The rounds.

        Raises:
            InputError: the log is none, or holds no round.
        """
        records = self._records()
        wanted = islice(records, self._first, self._limit)
        yield from self._priced(wanted) if self._price else (_replay(record, None) for record in wanted)
        for _ in records:
            pass

    def answer(self, rounds: list[Replayed]) -> Rounds:
        """What was read, as an answer."""
        return Rounds(rounds, self.of, [left_out(one) for one in self.skipped], self.warnings or None)

    def _records(self) -> Iterator[Recorded]:
        for one in self._log.read(self.warnings.append):
            if isinstance(one, Skipped):
                self.skipped.append(one)
            else:
                self.of += 1
                yield one

    def _priced(self, records: Iterator[Recorded]) -> Iterator[Replayed]:
        begun = list(islice(records, INLINE + 1)) if self._jobs > 1 else []
        inline = self._jobs == 1 or len(begun) <= INLINE
        from tafelwerk.build.executors import InlineExecutor, local

        opened: AbstractContextManager[Executor] = nullcontext(InlineExecutor()) if inline else local(self._jobs)
        size, window = (1, 0) if inline else (BATCH, 2 * self._jobs)
        with opened as pool:
            waiting: deque[Future[list[Replayed]]] = deque()
            for batch in _batches(chain(begun, records), size):
                waiting.append(self._submitted(pool, batch))
                while len(waiting) > window:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()

    def _submitted(self, pool: Executor, batch: list[Recorded]) -> "Future[list[Replayed]]":
        """The rounds of a batch; those of deals that the book holds whole need no worker."""
        games = [record.open_game for record in batch]
        stored = [None if game is None else _stored(self._book, game) for game in games]
        if all(found is not None or game is None for found, game in zip(stored, games, strict=True)):
            done: Future[list[Replayed]] = Future()
            done.set_result([_replay(record, found) for record, found in zip(batch, stored, strict=True)])
            return done
        return pool.submit(replays_of, batch)


def _replay(record: Recorded, priced: Explanation | None) -> Replayed:
    return Replayed(**replayed(record, priced))


def _stored(book: "Book", game: OpenGame) -> Explanation | None:
    """The game as the book prices it, where it holds the deal whole."""
    return explain(book, *game.words)


def _batches(records: Iterator[Recorded], size: int) -> Iterator[list[Recorded]]:
    while batch := list(islice(records, size)):
        yield batch
