"""Rounds of a log, streamed: play, score, and costs of the cards with all cards open; or a program in place of a seat.

A log may be larger than memory: rounds are read, processed and passed on as a stream, a few at a time in each worker process.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.answers import Explanation
from tafelwerk.families.skat.in_place import InPlace, InPlaces, summed_up
from tafelwerk.families.skat.positions import timed
from tafelwerk.families.skat.prices import explanation_fields, stored_explanation
from tafelwerk.families.skat.replay_answers import (
    Replayed,
    ReplayedGame,
    ReplayedRound,
    Rounds,
    left_out,
    replayed_round,
    round_fields,
)
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, agent_name
from tafelwerk.families.skat.rules.logs import RoundLog, Skipped
from tafelwerk.families.skat.rules.play import Judge, OpenGame
from tafelwerk.families.skat.rules.pricing import price
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.questions import Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

T = TypeVar("T", Replayed, InPlace)

INLINE = 8
"""Number of rounds up to which no worker processes are started."""

PLACES = (*(seat.word for seat in Seat), "declarer", "defenders")
"""Seats in whose place a program can play in recorded games."""

ROUND_OPERATIONS = 1e8
"""Estimated operations for pricing all cards of a round."""

PLACE_OPERATIONS = 2e9
"""Estimated operations for a program in place of one seat, per round."""


class Replay(Question[Rounds | ReplayedRound | ReplayedGame | InPlaces], title="rounds of a log"):
    """The rounds of a log, with the cost of each card with all cards open; or a program in place of one seat.

    The log is from `tafelwerk.formats.skat_logs.records_of` or `log_file`.
    """

    log: Annotated[RoundLog, Parameter("FILE", "The log.")]
    round: Annotated[str, Parameter("NAME", "Full or short name of one round. Default: all.")] | None = None
    limit: Annotated[int, Parameter("N", "Length of the list. Default: all.", 1)] | None = None
    price: Annotated[bool, Parameter("", "Whether to price the cards.")] = True
    agent: (
        Annotated[str, Parameter("AGENT", "The program that chooses each card of a seat.", parse=agent_name)] | None
    ) = None
    seat: (
        Annotated[
            str,
            Parameter(
                "SEAT",
                f"Seat in whose place it plays: {', '.join(PLACES)}. Default: declarer.",
                needs=("agent",),
                fallback=lambda agent: None if agent is None else "declarer",
            ),
        ]
        | None
    ) = None
    seed: (
        Annotated[
            int,
            Parameter(
                "S",
                "Random seed of the program. Default: 0.",
                0,
                LARGEST_SEED,
                needs=("agent",),
                fallback=lambda agent: None if agent is None else 0,
            ),
        ]
        | None
    ) = None

    def check(self) -> None:
        if self.agent is not None:
            if not self.price:
                raise InputError(say("--as needs prices of cards; leave out --no-price"))
            if self.seat not in PLACES:
                places, seat = ", ".join(map(term, PLACES)), quoted(self.seat or "")
                raise InputError(say("--seat must be one of {places}, not {seat}", places=places, seat=seat))
            return
        for name in ("seat", "seed"):
            if getattr(self, name) is not None:
                raise InputError(say("--{name} is for a program in place of one seat; add --as AGENT", name=name))
        if self.round is None:
            return
        for option, given in (("--limit", self.limit is not None), ("--no-price", not self.price)):
            if given:
                raise InputError(
                    say("{option} is for the list of rounds; leave it out for a single round", option=option)
                )

    def computation(self, book: "Book") -> "Computation[Rounds | ReplayedRound | ReplayedGame | InPlaces]":
        """Cards are priced from the book if it holds the deal, otherwise by search."""
        log, round_name = self.log, self.round
        if self.agent is not None:
            name = None if round_name is None else log.named(round_name).name
            places = Places(log, self.agent, self.seat or "", self.seed or 0, limit=self.limit, name=name)
            return Computation(PLACE_OPERATIONS, lambda: places.answer(places))
        if round_name is not None:
            return Computation(0, lambda: one_round(book, log, round_name))

        def run(budget: float = inf) -> Rounds:
            replays, rounds = Replays(book, log, price=self.price, limit=self.limit), []
            for one in replays:
                rounds.append(one)
                if self.price and len(rounds) * ROUND_OPERATIONS > budget:
                    raise OverBudgetError
            return replays.answer(rounds)

        return Computation(0, run, attempt=lambda: run(BUDGET))


def one_round(book: "Book", log: RoundLog, name: str) -> ReplayedRound:
    """A round of a log, card by card.

    Raises:
        InputError: no round has this name, or the log has no rounds.
    """
    from tafelwerk.solvers.skat.open.judge import judge_of

    done = log.named(name)
    if done.game is None:
        return replayed_round(done)
    return _priced(done, _stored(book, done.game) or searched(done.game, judge_of(done.game.game)))


def searched_round(done: Round) -> ReplayedRound:
    """A round with its cards priced by search."""
    return replayed_round(done) if done.game is None else _priced(done, searched(done.game))


def searched(game: OpenGame, judge: Judge | None = None) -> Explanation:
    """A game with its played cards priced, and its continuation, by search. Default `judge`: that of the process."""
    from tafelwerk.families.skat import deal_rows

    own = judge or deal_rows.judge(game.null)
    before = own.nodes
    with timed() as watch:
        priced = price(own, game)
    return Explanation(**explanation_fields(priced, own.nodes - before, watch.seconds))


def replays_of(rounds: list[Round]) -> list[Replayed]:
    """Rounds with their cards priced by search; for a worker."""
    return [_replay(done, None if done.game is None else searched(done.game)) for done in rounds]


def places_of(batch: list[tuple[int, Round]], agent: str, seat: str, seed: int) -> list[InPlace]:
    """Rounds of a log, by number, with a program in place of one seat; for a worker."""
    from tafelwerk.families.skat.replacement import in_place

    return [in_place(done, agent, seat, number, seed) for number, done in batch]


class Stream(ABC, Generic[T]):
    """Results for the rounds of a log, read and processed lazily; can be iterated once.

    Attributes:
        of: rounds read so far.
        skipped: unreadable parts so far.
        warnings: inconsistencies of the log.
        resumed: rounds so far whose result came from an earlier run.
    """

    batch = 4
    """Rounds per job of a worker."""

    def __init__(
        self, log: RoundLog, *, limit: int | None = None, jobs: int = 1, done: Iterable[T] = (), name: str | None = None
    ) -> None:
        """Set up the stream, without reading.

        Args:
            log: the log.
            limit: number of rounds to process; the others are counted. Default: all.
            jobs: number of worker processes.
            done: results of an earlier run, from the first round.
            name: full name of the only round to process. Default: all.
        """
        self._log, self._limit, self._jobs, self._name = log, limit, jobs, name
        self._done: Iterator[T] = iter(done)
        self.of, self.resumed = 0, 0
        self.skipped: list[Skipped] = []
        self.warnings: list[str] = []

    def __iter__(self) -> Iterator[T]:
        """The result of each round, in order.

        Raises:
            InputError: not a log, no rounds, or earlier results for other rounds.
        """
        records = self._records()
        wanted: Iterator[tuple[int, Round]] = islice(records, self._limit)
        if self._name is not None:
            wanted = (one for one in wanted if one[1].name == self._name)
        for found, (_, done) in zip(self._done, wanted, strict=False):
            if not self._fits(found, done):
                name = quoted(found.name)
                raise InputError(
                    say(
                        "the earlier result for round {name} is from another log than {log} or from other options; give "
                        "another file with --output",
                        name=name,
                        log=self._log,
                    )
                )
            self.resumed += 1
            yield found
        yield from self._found(wanted)
        for _ in records:
            pass

    def _records(self) -> Iterator[tuple[int, Round]]:
        for one in self._log.read(self.warnings.append):
            if isinstance(one, Skipped):
                self.skipped.append(one)
            else:
                self.of += 1
                yield self.of - 1, one

    def _found(self, records: Iterator[tuple[int, Round]]) -> Iterator[T]:
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
    def _fits(self, found: T, done: Round) -> bool:
        """Whether an earlier result is for this round and for these options."""

    @abstractmethod
    def _submitted(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[T]]":
        """Start the work on some rounds."""


class Replays(Stream[Replayed]):
    """The rounds of a log, with cards priced from the book if it holds the deal whole, otherwise by search."""

    def __init__(
        self,
        book: "Book",
        log: RoundLog,
        *,
        price: bool = True,
        limit: int | None = None,
        jobs: int = 1,
        done: Iterable[Replayed] = (),
    ) -> None:
        """As for `Stream`; `price`: whether to price the cards."""
        super().__init__(log, limit=limit, jobs=jobs if price else 1, done=done)
        self._book, self._price = book, price

    def answer(self, rounds: list[Replayed]) -> Rounds:
        """The rounds as an answer."""
        return Rounds(rounds, self.of, [left_out(one) for one in self.skipped], self.warnings or None)

    def _fits(self, found: Replayed, done: Round) -> bool:
        priced = self._price and done.game is not None
        return (found.name, found.line) == (done.name, done.line) and (found.start is not None) == priced

    def _submitted(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[Replayed]]":
        rounds = [done for _, done in batch]
        if not self._price:
            return _ready([_replay(done, None) for done in rounds])
        stored = [None if done.game is None else _stored(self._book, done.game) for done in rounds]
        if all(found is not None or done.game is None for found, done in zip(stored, rounds, strict=True)):
            return _ready([_replay(done, found) for done, found in zip(rounds, stored, strict=True)])
        return pool.submit(replays_of, rounds)


class Places(Stream[InPlace]):
    """The rounds of a log with a program in place of one seat."""

    batch = 1

    def __init__(
        self,
        log: RoundLog,
        agent: str,
        seat: str,
        seed: int = 0,
        *,
        limit: int | None = None,
        jobs: int = 1,
        done: Iterable[InPlace] = (),
        name: str | None = None,
    ) -> None:
        """Set up the stream, without reading.

        Args:
            log, limit, jobs, done, name: as for `Stream`.
            agent: the program.
            seat: forehand, middlehand, rearhand, declarer or defenders.
            seed: random seed of the program.
        """
        super().__init__(log, limit=limit, jobs=jobs, done=done, name=name)
        self._asked = agent, seat, seed

    def answer(self, rounds: Iterable[InPlace]) -> InPlaces:
        """The results as an answer."""
        return summed_up(*self._asked, rounds, self.of, [left_out(one) for one in self.skipped])

    def _fits(self, found: InPlace, done: Round) -> bool:
        asked = (found.name, found.line, found.agent, found.seat, found.seed)
        return asked == (done.name, done.line, *self._asked)

    def _submitted(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[InPlace]]":
        return pool.submit(places_of, batch, *self._asked)


def _ready(found: list[T]) -> "Future[list[T]]":
    future: Future[list[T]] = Future()
    future.set_result(found)
    return future


def _replay(done: Round, explanation: Explanation | None) -> Replayed:
    priced = done if explanation is None else replace(done, prices=explanation.priced)
    return Replayed(**round_fields(priced))


def _priced(done: Round, explanation: Explanation) -> ReplayedRound:
    return replayed_round(replace(done, prices=explanation.priced), explanation.nodes, explanation.seconds)


def _stored(book: "Book", game: OpenGame) -> Explanation | None:
    """The game priced from the book, if it holds the deal whole."""
    return layered(stored_explanation)(book, game)


def _batches(records: Iterator[tuple[int, Round]], size: int) -> Iterator[list[tuple[int, Round]]]:
    while batch := list(islice(records, size)):
        yield batch
