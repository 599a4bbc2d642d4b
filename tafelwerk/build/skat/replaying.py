"""Rounds of a log, one after another: what was played and scored, and what each card cost with every card open; or what a program
does in the place of a seat.

A log may be longer than memory: rounds are read, worked on and handed on as they come, a few at a time in each worker process.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, TypeVar

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.play import Judge, OpenGame
from tafelwerk.rules.skat.pricing import price as priced_game
from tafelwerk.rules.skat.recorded import Recorded, Records, Skipped
from tafelwerk.tables.skat.answers import Explanation
from tafelwerk.tables.skat.in_place import InPlace, InPlaces, summed_up
from tafelwerk.tables.skat.positions import timed
from tafelwerk.tables.skat.questions import explain, explained
from tafelwerk.tables.skat.replayed import Replayed, ReplayedRound, Rounds, left_out, replayed, replayed_round

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

T = TypeVar("T", Replayed, InPlace)

INLINE = 8
"""Rounds up to which no worker process is begun."""


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


def places_of(batch: list[tuple[int, Recorded]], agent: str, seat: str, seed: int) -> list[InPlace]:
    """Rounds of a log, by their numbers in it, with a program in one seat's place; for a worker."""
    from tafelwerk.build.skat.in_place import in_place

    return [in_place(record, agent, seat, number, seed) for number, record in batch]


class Stream(ABC, Generic[T]):
    """What is found of the rounds of a log, read and worked on as it is asked for, once.

    Attributes:
        of: rounds read so far.
        skipped: what was no round so far.
        warnings: what is odd about the log.
        resumed: rounds so far of which an earlier run had found it.
    """

    batch = 4
    """Rounds that a worker is given at a time."""

    def __init__(
        self, log: Records, *, limit: int | None = None, jobs: int = 1, done: Iterable[T] = (), name: str | None = None
    ) -> None:
        """Nothing is read yet.

        Args:
            log: the log.
            limit: rounds that are handed on. Default: all; the others are counted.
            jobs: worker processes.
            done: what an earlier run has found, from the first round on.
            name: the one round that is wanted, by its name in full. Default: all.
        """
        self._log, self._limit, self._jobs, self._name = log, limit, jobs, name
        self._done: Iterator[T] = iter(done)
        self.of, self.resumed = 0, 0
        self.skipped: list[Skipped] = []
        self.warnings: list[str] = []

    def __iter__(self) -> Iterator[T]:
        """What is found of each round, in their order.

        Raises:
            InputError: the log is none, or holds no round; or what was found earlier is of other rounds.
        """
        records = self._records()
        wanted: Iterator[tuple[int, Recorded]] = islice(records, self._limit)
        if self._name is not None:
            wanted = (one for one in wanted if one[1].name == self._name)
        for found, (_, record) in zip(self._done, wanted, strict=False):
            if not self._fits(found, record):
                raise InputError(
                    f"what was found earlier, of round {quoted(found.name)}, is of another log than {self._log} or was"
                    " asked for otherwise; name another file by --output"
                )
            self.resumed += 1
            yield found
        yield from self._found(wanted)
        for _ in records:
            pass

    def _records(self) -> Iterator[tuple[int, Recorded]]:
        for one in self._log.read(self.warnings.append):
            if isinstance(one, Skipped):
                self.skipped.append(one)
            else:
                self.of += 1
                yield self.of - 1, one

    def _found(self, records: Iterator[tuple[int, Recorded]]) -> Iterator[T]:
        from tafelwerk.build.executors import InlineExecutor, local

        begun = list(islice(records, INLINE + 1)) if self._jobs > 1 else []
        inline = self._jobs == 1 or len(begun) <= INLINE
        opened: AbstractContextManager[Executor] = nullcontext(InlineExecutor()) if inline else local(self._jobs)
        size, window = (1, 0) if inline else (self.batch, 2 * self._jobs)
        with opened as pool:
            waiting: deque[Future[list[T]]] = deque()
            for batch in _batches(chain(begun, records), size):
                waiting.append(self._submitted(pool, batch))
                while len(waiting) > window:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()

    @abstractmethod
    def _fits(self, found: T, record: Recorded) -> bool:
        """Whether what was found earlier is of this round, and what is asked for."""

    @abstractmethod
    def _submitted(self, pool: Executor, batch: list[tuple[int, Recorded]]) -> "Future[list[T]]":
        """The work on some rounds, begun."""


class Replays(Stream[Replayed]):
    """The rounds of a log, their cards priced by the book where that holds the deal whole, else by search."""

    def __init__(
        self,
        book: "Book",
        log: Records,
        *,
        price: bool = True,
        limit: int | None = None,
        jobs: int = 1,
        done: Iterable[Replayed] = (),
    ) -> None:
        """As for every stream; `price`: whether to find out what cards gave away."""
        super().__init__(log, limit=limit, jobs=jobs if price else 1, done=done)
        self._book, self._price = book, price

    def answer(self, rounds: list[Replayed]) -> Rounds:
        """What was read, as an answer."""
        return Rounds(rounds, self.of, [left_out(one) for one in self.skipped], self.warnings or None)

    def _fits(self, found: Replayed, record: Recorded) -> bool:
        priced = self._price and record.played is not None
        return (found.name, found.line) == (record.name, record.line) and (found.start is not None) == priced

    def _submitted(self, pool: Executor, batch: list[tuple[int, Recorded]]) -> "Future[list[Replayed]]":
        records = [record for _, record in batch]
        if not self._price:
            return _ready([_replay(record, None) for record in records])
        games = [record.open_game for record in records]
        stored = [None if game is None else _stored(self._book, game) for game in games]
        if all(found is not None or game is None for found, game in zip(stored, games, strict=True)):
            return _ready([_replay(record, found) for record, found in zip(records, stored, strict=True)])
        return pool.submit(replays_of, records)


class Places(Stream[InPlace]):
    """The rounds of a log with a program in one seat's place."""

    batch = 1

    def __init__(
        self,
        log: Records,
        agent: str,
        seat: str,
        seed: int = 0,
        *,
        limit: int | None = None,
        jobs: int = 1,
        done: Iterable[InPlace] = (),
        name: str | None = None,
    ) -> None:
        """As for every stream.

        Args:
            log, limit, jobs, done, name: as there.
            agent: the program.
            seat: forehand, middlehand, rearhand, declarer or defenders.
            seed: where its chance begins.
        """
        super().__init__(log, limit=limit, jobs=jobs, done=done, name=name)
        self._asked = agent, seat, seed

    def answer(self, rounds: Iterable[InPlace]) -> InPlaces:
        """What was found, as an answer."""
        return summed_up(*self._asked, rounds, self.of, [left_out(one) for one in self.skipped])

    def _fits(self, found: InPlace, record: Recorded) -> bool:
        asked = (found.name, found.line, found.agent, found.seat, found.seed)
        return asked == (record.name, record.line, *self._asked)

    def _submitted(self, pool: Executor, batch: list[tuple[int, Recorded]]) -> "Future[list[InPlace]]":
        return pool.submit(places_of, batch, *self._asked)


def _ready(found: list[T]) -> "Future[list[T]]":
    future: Future[list[T]] = Future()
    future.set_result(found)
    return future


def _replay(record: Recorded, priced: Explanation | None) -> Replayed:
    return Replayed(**replayed(record, priced))


def _stored(book: "Book", game: OpenGame) -> Explanation | None:
    """The game as the book prices it, where it holds the deal whole."""
    return explain(book, *game.words)


def _batches(records: Iterator[tuple[int, Recorded]], size: int) -> Iterator[list[tuple[int, Recorded]]]:
    while batch := list(islice(records, size)):
        yield batch
