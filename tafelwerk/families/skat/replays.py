"""Rounds of a log, streamed: play, score, and costs of the cards with all cards open; or a program in place of a seat.

A log may be larger than memory: rounds are read, processed and passed on as a stream, a few at a time in each worker process.

A program in place of a seat chooses a card from what the seat knew, whenever the seat has a choice. Both cards are followed by
best play with all cards open. The outcome is scored by the Skat Order and counted after Seeger and Fabian at a table of three,
for the seat. Decisions of one game are correlated, so that differences are taken per game.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import field, replace
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import stored_games
from tafelwerk.families.skat.answers import PricedCard
from tafelwerk.families.skat.rules.cards import Seat, card_text, cards_text, term
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, agent_name
from tafelwerk.families.skat.rules.play import Judge, PricedGame, price
from tafelwerk.families.skat.rules.round_log import RoundLog, Skipped, calls_text
from tafelwerk.families.skat.rules.rounds import Choice, Round
from tafelwerk.families.skat.surveys import mean_interval, mean_of
from tafelwerk.frozen import frozen
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import random_seed
from tafelwerk.tables.answers import CARRIED, LEVEL, Answer, answer
from tafelwerk.tables.questions import BUDGET, Computation, OverBudgetError, Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


@frozen(kw_only=True)
class PlayedCard:
    """A card that was played, with its price if the round was priced.

    Attributes:
        trick: number of the trick, from 1.
        card: the card.
        seat: seat of its player.
        before: value of the game before it: the declarer's points, in Null whether the game is won.
        after: value of the game after it.
        cost: its cost to the side of its player: points, in Null 1 if it gave the game away.
        best: best card in its place.
    """

    trick: int
    card: str
    seat: str
    before: int | bool | None = None
    after: int | bool | None = None
    cost: int | None = None
    best: str | None = None


@frozen(kw_only=True)
class LogRound:
    """A round of a log.

    Attributes:
        name: name of the round.
        line: its first line in the log, from 1.
        players: names of the players by seat.
        declarer: seat of the declarer, also if the round ended before the announcement; None if there was none.
        bid: the last bid; None if there was none.
        recorded: source of the record.
        game, hand, schneider, schwarz, ouvert: the announcement; None if no game was announced.
        points: the declarer's card points with the Skat, in Null too; in a game that was given up, as counted at the end.
        tricks: the declarer's tricks, counted likewise.
        matadors: number of matadors, positive with, negative without; left out in Null.
        won: whether the declarer won; None if no game was announced.
        overbid: whether the game was worth less than the bid.
        value: the declarer's score: the game's value, or minus twice the value if the game was lost.
        score: the same by the Skat Order; left out if the recording program settled a game that was given up.
        end: end of the round: complete, decided (before the last trick), passed, or who resigned, ran out of time or left.
        tournament: tournament points of each seat, after Seeger and Fabian at a table of three.
        penalised: seats fined for a round that ended before a game was announced; left out if there are none.
        warnings: inconsistencies in the record; left out if there are none.
        start: result of best play by all from the start; left out if cards were not priced.
        costs: points given away by each seat's cards; left out if cards were not priced.
        cards: the cards played, priced unless prices were not asked for.
    """

    name: str
    line: int
    players: Mapping[str, str]
    declarer: str | None
    bid: int | None
    recorded: str
    game: str | None
    hand: bool | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    ouvert: bool | None = None
    points: int | None
    tricks: int | None
    matadors: int | None = None
    won: bool | None
    overbid: bool
    value: int
    score: int | None = None
    end: str
    tournament: Mapping[str, int]
    penalised: list[str] | None = None
    warnings: list[str] | None = None
    start: int | bool | None = None
    costs: Mapping[str, int] | None = None
    cards: Sequence[PlayedCard]


@frozen
class LeftOut:
    """An unreadable part of a log.

    Attributes:
        line: its first line, from 1.
        error: kind of error.
        detail: the error in words.
    """

    line: int
    error: str
    detail: str


@answer
class Rounds(Answer):
    """The rounds of a log.

    Attributes:
        rounds: the rounds, or the first of them.
        of: number of rounds in the log.
        skipped: unreadable parts of the log.
        warnings: inconsistencies in the log; left out if there are none.
    """

    rounds: list[LogRound]
    of: int
    skipped: list[LeftOut]
    warnings: list[str] | None = None


@frozen(kw_only=True)
class ReplayedRound(LogRound, Answer):
    """A round of a log by itself. It carries the same round as a value of the rules, `round`.

    Attributes:
        seed: random seed; None if it is not known.
        dealt: the cards as dealt.
        calls: calls of the bidding; None if they are not known.
    """

    seed: int | None
    dealt: str
    calls: str | None
    round: Round = field(metadata=CARRIED)


@frozen
class CardWorlds:
    """Results of a card in the worlds examined.

    Attributes:
        worlds: number of worlds in which its outcome was computed.
        wins: number of worlds in which it wins.
        points_worlds: number of worlds in which its points were computed.
        mean_points: the declarer's mean points in these.
    """

    worlds: int
    wins: int
    points_worlds: int
    mean_points: float | None


@frozen
class CardChoice:
    """Choice of a program.

    Attributes:
        card: the card it chose.
        worlds: number of worlds examined.
        cards: results of each card in them.
        stopped: whether time ran out.
    """

    card: str
    worlds: int
    cards: Mapping[str, CardWorlds]
    stopped: bool


@frozen(kw_only=True)
class ReplayedCard(PlayedCard):
    """A card that was played, with the evaluation of the program that chose it.

    Attributes:
        choice: the program's evaluation; None if no program chose the card.
    """

    choice: CardChoice | None


@frozen(kw_only=True)
class ReplayedGame(ReplayedRound):
    """A round that was played, card by card.

    Attributes:
        discard: the two cards discarded; None if the Skat was left.
        reached: the declarer's final points under best play after the last card; in Null whether the game is won.
        best_play: continuation under best play, if the round ended before the last card.
        cards, deal, nodes, seconds: as for `Explanation`.
    """

    discard: str | None
    reached: int | bool
    best_play: list[str]
    deal: str
    nodes: int
    seconds: float
    cards: Sequence[ReplayedCard]


def round_fields(done: Round) -> dict[str, Any]:
    """The fields of `LogRound` of a round."""
    fields: dict[str, Any] = {
        "name": done.name,
        "line": done.line,
        "players": _by_seat(done.players),
        "declarer": None if done.declarer is None else done.declarer.word,
        "bid": (done.auction.is_recorded and done.bid) or None,
        "recorded": done.source,
        "game": None,
        "points": None,
        "tricks": None,
        "won": None,
        "overbid": False,
        "value": 0,
        "end": done.end and done.end.value,
        "tournament": _by_seat([done.tournament(seat) for seat in Seat]),
        "penalised": [seat.word for seat in done.fined_seats] or None,
        "warnings": list(done.warnings) or None,
        "cards": [],
    }
    game, score = done.game, done.score
    if game is None or score is None:
        return fields
    fields |= {name: getattr(game.contract, name) for name in ("hand", "schneider", "schwarz", "ouvert")}
    fields |= {"game": game.game.value, "points": done.points, "tricks": done.tricks}
    fields |= {"won": score.won, "overbid": score.overbid, "value": score.score, "matadors": score.matadors or None}
    fields |= {"score": None if done.is_settled else score.score}
    if done.prices is not None:
        cards = [PlayedCard(**_fields(card)) for card in stored_games.priced_cards(done.prices)]
        return fields | {
            "start": stored_games.start_value(done.prices),
            "costs": stored_games.cost_by_seat(done.prices),
            "cards": cards,
        }
    turns = enumerate(zip(game.cards, game.positions, strict=False))
    cards = [
        PlayedCard(trick=number // 3 + 1, card=card_text(card), seat=position.to_move.word)
        for number, (card, position) in turns
    ]
    return fields | {"cards": cards}


def read_replayed(record: Mapping[str, Any]) -> LogRound:
    """The round given by its JSON document."""
    return LogRound(**{**record, "cards": [PlayedCard(**card) for card in record["cards"]]})


def replayed_round(done: Round, nodes: int = 0, seconds: float = 0.0) -> ReplayedRound:
    """A single round, whose cards are priced if it was played.

    Args:
        done: the round.
        nodes, seconds: positions searched, and time taken.
    """
    fields = round_fields(done)
    fields |= {"seed": done.seed, "dealt": done.dealt.text(), "calls": calls_text(done.auction), "round": done}
    game, prices = done.game, done.prices
    if game is None or prices is None:
        return ReplayedRound(**fields)
    fields["cards"] = [
        ReplayedCard(**_fields(card), choice=_choice(choice))
        for card, choice in zip(stored_games.priced_cards(prices), game.choices, strict=True)
    ]
    return ReplayedGame(
        **fields,
        discard=None if game.contract.hand else cards_text(game.deal.skat),
        reached=prices.won if game.null else prices.values[-1],
        best_play=[card_text(card) for card in prices.line],
        deal=str(game.number),
        nodes=nodes,
        seconds=seconds,
    )


def left_out(skipped: Skipped) -> LeftOut:
    """An unreadable part of a log, as an answer."""
    return LeftOut(skipped.line, skipped.error, skipped.detail)


def _fields(card: PricedCard) -> dict[str, Any]:
    return {name: getattr(card, name) for name in PricedCard.__match_args__}


def _by_seat(values: Sequence[Any]) -> dict[str, Any]:
    return {seat.word: value for seat, value in zip(Seat, values, strict=True)}


def _choice(choice: Choice | None) -> CardChoice | None:
    if choice is None:
        return None
    cards = {
        card_text(outcome.card): CardWorlds(outcome.worlds, outcome.wins, outcome.points_worlds, outcome.mean_points)
        for outcome in choice.cards
    }
    return CardChoice(card_text(choice.card), choice.worlds, cards, choice.stopped)


@frozen
class OtherCard:
    """A decision in which the program chooses another card than the one played.

    Attributes:
        trick: number of the trick, from 1.
        seat: seat to play.
        played, chosen: the card that was played, and the program's card.
        best: tournament points for the seat under best play from there.
        played_points, chosen_points: tournament points for the seat after each of the two cards.
    """

    trick: int
    seat: str
    played: str
    chosen: str
    best: int
    played_points: int
    chosen_points: int


@frozen
class InPlace:
    """A game with a program in place of one seat.

    Attributes:
        name, line: name of the round, and its first line in the log.
        agent, seat, seed: the program, the seat in whose place it plays, and its random seed.
        game, declarer: game and seat as words; None if no game was played.
        decisions: number of the seat's cards with a choice.
        played_loss, chosen_loss: tournament points given away against best play, by the cards played and by those chosen.
        difference: tournament points gained by the cards chosen over those played.
        others: decisions in which the program chooses another card.
    """

    name: str
    line: int
    agent: str
    seat: str
    seed: int
    game: str | None
    declarer: str | None
    decisions: int
    played_loss: int
    chosen_loss: int
    difference: int
    others: list[OtherCard]


@answer
class InPlaces(Answer):
    """A program in place of one seat over the games of a log: means per game; standard error and interval are of `difference`.

    Attributes:
        agent: the program.
        seat: the seat in whose place it plays.
        seed: its random seed.
        games: number of games in which the seat had a choice.
        decisions: number of cards with a choice in them.
        other_card: number of decisions in which the program chooses another card.
        played_loss, chosen_loss, difference: means per game.
        rounds: the games.
        of: number of rounds in the log.
        skipped: unreadable parts of the log.
    """

    agent: str
    seat: str
    seed: int
    games: int
    decisions: int
    other_card: int
    played_loss: float | None
    chosen_loss: float | None
    difference: float | None
    rounds: list[InPlace]
    of: int
    skipped: list[LeftOut]


def read_in_place(record: Mapping[str, Any]) -> InPlace:
    """The game given by its JSON document."""
    return InPlace(**{**record, "others": [OtherCard(**card) for card in record["others"]]})


def summed_up(agent: str, seat: str, seed: int, games: Iterable[InPlace], of: int, skipped: list[LeftOut]) -> InPlaces:
    """Games as an answer, with a normal interval, which is meaningful from about thirty games."""
    with_choices = [game for game in games if game.decisions]
    count = len(with_choices)
    difference, error = mean_of([game.difference for game in with_choices])
    interval = mean_interval(difference, error)
    return InPlaces(
        agent,
        seat,
        seed,
        count,
        sum(game.decisions for game in with_choices),
        sum(len(game.others) for game in with_choices),
        mean_of([game.played_loss for game in with_choices])[0],
        mean_of([game.chosen_loss for game in with_choices])[0],
        difference,
        with_choices,
        of,
        skipped,
        certainty="sampled",
        samples=count or None,
        standard_error=error,
        interval=interval,
        level=None if interval is None else LEVEL,
    )


T = TypeVar("T", LogRound, InPlace)

INLINE = 8
"""Number of rounds up to which no worker processes are started."""

PLACES = (*(seat.word for seat in Seat), "declarer", "defenders")
"""Seats in whose place a program can play in recorded games."""

ROUND_OPERATIONS = 1e8
"""Estimated operations for pricing all cards of a round."""

PLACE_OPERATIONS = 2e9
"""Estimated operations for a program in place of one seat, per round."""


AgentName = Annotated[
    str, Parameter("AGENT", "Program that chooses each card of one seat, such as pimc:100.", parse=agent_name)
]
AgentSeat = Annotated[
    str,
    Parameter(
        "SEAT",
        f"Seat of --agent: {', '.join(PLACES[:-1])} or {PLACES[-1]}. Default: declarer.",
        needs=("agent",),
        fallback=lambda agent: None if agent is None else "declarer",
    ),
]


class Replay(Question[Rounds | ReplayedRound | ReplayedGame | InPlaces], title="rounds of a log"):
    """The rounds of a log, with the cost of each card with all cards open; or a program in place of one seat.

    The log is from `tafelwerk.families.skat.log_formats.records_of` or `log_file`.
    """

    log: Annotated[RoundLog, Parameter("FILE", "The log.")]
    round: Annotated[str, Parameter("NAME", "Full or short name of one round. Default: all.")] | None = None
    limit: Annotated[int, Parameter("N", "Length of the list. Default: all.", 1)] | None = None
    price: Annotated[bool, Parameter("", "Whether to price the cards.")] = True
    agent: AgentName | None = None
    seat: AgentSeat | None = None
    seed: (
        Annotated[
            int,
            Parameter(
                "S",
                "Random seed of the program. Default: random.",
                0,
                LARGEST_SEED,
                needs=("agent",),
                fallback=lambda agent: None if agent is None else random_seed(),
            ),
        ]
        | None
    ) = None

    def check(self) -> None:
        if self.agent is not None:
            if not self.price:
                raise InputError(say("--agent needs prices of cards; leave out --no-price"))
            if self.seat not in PLACES:
                places, seat = ", ".join(map(term, PLACES)), in_quotes(self.seat or "")
                raise InputError(say("--seat must be one of {places}, not {seat}", places=places, seat=seat))
            return
        for name in ("seat", "seed"):
            if getattr(self, name) is not None:
                raise InputError(say("--{name} is for a program in place of one seat; add --agent AGENT", name=name))
        if self.round is None:
            return
        for option, is_given in (("--most", self.limit is not None), ("--no-price", not self.price)):
            if is_given:
                raise InputError(
                    say("{option} is for the list of rounds; leave it out for a single round", option=option)
                )

    def computation(self, book: "Book") -> "Computation[Rounds | ReplayedRound | ReplayedGame | InPlaces]":
        """Cards are priced from the book if it holds the deal, otherwise by search."""
        log, round_name = self.log, self.round
        if self.agent is not None:
            places = self.places()
            return Computation(PLACE_OPERATIONS, lambda: places.answer(places))
        if round_name is not None:
            return Computation(0, lambda: one_round(book, log, round_name))

        def run(budget: float = inf) -> Rounds:
            replays, rounds = self.replays(book), []
            for round_ in replays:
                rounds.append(round_)
                if self.price and len(rounds) * ROUND_OPERATIONS > budget:
                    raise OverBudgetError
            return replays.answer(rounds)

        return Computation(0, run, attempt=lambda: run(BUDGET))

    def replays(self, book: "Book", *, jobs: int = 1, done: "Iterable[LogRound]" = ()) -> "Replays":
        """The rounds; arguments as for `Stream`."""
        return Replays(book, self.log, price=self.price, limit=self.limit, jobs=jobs, done=done)

    def places(self, *, jobs: int = 1, done: "Iterable[InPlace]" = ()) -> "Places":
        """The program in place of the seat; arguments as for `Stream`."""
        name = None if self.round is None else self.log.find_round(self.round).name
        options = self.agent or "", self.seat or "", self.seed or 0
        return Places(self.log, *options, limit=self.limit, jobs=jobs, done=done, name=name)


def one_round(book: "Book", log: RoundLog, name: str) -> ReplayedRound:
    """A round of a log, card by card.

    Raises:
        InputError: no round has this name, or the log has no rounds.
    """
    from tafelwerk.solvers.skat.open_judge import judge_of

    done = log.find_round(name)
    if done.game is None:
        return replayed_round(done)
    with stored_games.stopwatch() as watch:
        prices = stored_games.stored_prices(book, done.game)
    if prices is None:
        return searched_round(done, judge_of(done.game.game))
    return replayed_round(replace(done, prices=prices), 0, watch.seconds)


def searched_round(done: Round, judge: Judge | None = None) -> ReplayedRound:
    """A round with its cards priced by search. Default `judge`: that of the process."""
    if done.game is None:
        return replayed_round(done)
    from tafelwerk.families.skat import deal_rows

    own = judge or deal_rows.judge(done.game.null)
    before = own.nodes
    with stored_games.stopwatch() as watch:
        prices = price(own, done.game)
    return replayed_round(replace(done, prices=prices), own.nodes - before, watch.seconds)


def replays_of(rounds: list[Round]) -> list[LogRound]:
    """Rounds with their cards priced by search; for a worker."""
    from tafelwerk.families.skat.deal_rows import judge

    return [_replay(done, None if done.game is None else price(judge(done.game.null), done.game)) for done in rounds]


def places_of(batch: list[tuple[int, Round]], agent: str, seat: str, seed: int) -> list[InPlace]:
    """Rounds of a log, by number, with a program in place of one seat; for a worker."""
    from tafelwerk.families.skat.round_rows import in_place

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
            wanted = (record for record in wanted if record[1].name == self._name)
        for earlier, (_, done) in zip(self._done, wanted, strict=False):
            if not self._fits(earlier, done):
                name = in_quotes(earlier.name)
                raise InputError(
                    say(
                        "the earlier result for round {name} is from another log than {log} or from other options; give "
                        "another file with --output",
                        name=name,
                        log=self._log,
                    )
                )
            self.resumed += 1
            yield earlier
        yield from self._results(wanted)
        for _ in records:
            pass

    def _records(self) -> Iterator[tuple[int, Round]]:
        for round_ in self._log.read(self.warnings.append):
            if isinstance(round_, Skipped):
                self.skipped.append(round_)
            else:
                self.of += 1
                yield self.of - 1, round_

    def _results(self, records: Iterator[tuple[int, Round]]) -> Iterator[T]:
        from tafelwerk.build.executors import results_in_order, workers

        begun = list(islice(records, INLINE + 1)) if self._jobs > 1 else []
        inline = self._jobs == 1 or len(begun) <= INLINE
        size, window = (1, 0) if inline else (self.batch, 2 * self._jobs)
        with workers(1 if inline else self._jobs) as pool:
            batches = _batches(chain(begun, records), size)
            for results in results_in_order((self._submit(pool, batch) for batch in batches), window):
                yield from results

    @abstractmethod
    def _fits(self, earlier: T, done: Round) -> bool:
        """Whether an earlier result is for this round and for these options."""

    @abstractmethod
    def _submit(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[T]]":
        """Start the work on some rounds."""


class Replays(Stream[LogRound]):
    """The rounds of a log, with cards priced from the book if it holds the deal whole, otherwise by search."""

    def __init__(
        self,
        book: "Book",
        log: RoundLog,
        *,
        price: bool = True,
        limit: int | None = None,
        jobs: int = 1,
        done: Iterable[LogRound] = (),
    ) -> None:
        """As for `Stream`; `price`: whether to price the cards."""
        super().__init__(log, limit=limit, jobs=jobs if price else 1, done=done)
        self._book, self._price = book, price

    def answer(self, rounds: list[LogRound]) -> Rounds:
        """The rounds as an answer."""
        return Rounds(rounds, self.of, [left_out(part) for part in self.skipped], self.warnings or None)

    def _fits(self, earlier: LogRound, done: Round) -> bool:
        priced = self._price and done.game is not None
        return (earlier.name, earlier.line) == (done.name, done.line) and (earlier.start is not None) == priced

    def _submit(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[LogRound]]":
        rounds = [done for _, done in batch]
        if not self._price:
            return _ready([_replay(done, None) for done in rounds])
        stored = [None if done.game is None else stored_games.stored_prices(self._book, done.game) for done in rounds]
        if all(prices is not None or done.game is None for prices, done in zip(stored, rounds, strict=True)):
            return _ready([_replay(done, prices) for done, prices in zip(rounds, stored, strict=True)])
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
        self._options = agent, seat, seed

    def answer(self, rounds: Iterable[InPlace]) -> InPlaces:
        """The results as an answer."""
        return summed_up(*self._options, rounds, self.of, [left_out(part) for part in self.skipped])

    def _fits(self, earlier: InPlace, done: Round) -> bool:
        key = (earlier.name, earlier.line, earlier.agent, earlier.seat, earlier.seed)
        return key == (done.name, done.line, *self._options)

    def _submit(self, pool: Executor, batch: list[tuple[int, Round]]) -> "Future[list[InPlace]]":
        return pool.submit(places_of, batch, *self._options)


def _ready(results: list[T]) -> "Future[list[T]]":
    future: Future[list[T]] = Future()
    future.set_result(results)
    return future


def _replay(done: Round, prices: PricedGame | None) -> LogRound:
    return LogRound(**round_fields(done if prices is None else replace(done, prices=prices)))


def _batches(records: Iterator[tuple[int, Round]], size: int) -> Iterator[list[tuple[int, Round]]]:
    while batch := list(islice(records, size)):
        yield batch
