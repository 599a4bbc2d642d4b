"""What can be built for Skat: random and given deals, the ladder, games and rounds, games to learn from, and models of hands.

The deals of a seed's sequence enter the book in sections, and what is left over in chunks, so that a later run of another length
finds them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import tasks
from tafelwerk.families.skat.parameters import PLAYERS_OPTION
from tafelwerk.families.skat.rules import FAMILY, contracts, limits
from tafelwerk.families.skat.rules.cards import Game, Seat, mask_of, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal, deal_number, random_deals, read_deal
from tafelwerk.families.skat.rules.round_log import write_round
from tafelwerk.families.skat.rules.rounds import UNNAMED, Round, game_alone
from tafelwerk.families.skat.tasks import CONTRACTS, Contract
from tafelwerk.parameters import Parameter, Parsed, default, slots
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


@cache
def published_games() -> tuple[Round, ...]:
    """The nine games of S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, appendix: three rounds
    that his program played against XSkat."""
    document = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))
    return tuple(appendix_game(entry, document["source"]) for entry in document["games"])


def appendix_game(entry: Mapping[str, Any], source: str) -> Round:
    """A game from the appendix, which lists cards by player in clockwise order, whoever leads.

    Args:
        entry: `name` and `game`; `declarer` and `forehand`, players 0 to 2; `skat`, two cards; `tricks`, for each the cards of
            players 0, 1 and 2, not necessarily in the order played.
        source: source of the record.

    Raises:
        InputError: not a deal, or an illegal card.
    """
    first = entry["forehand"]
    # by seat: forehand leads first
    tricks = [[read_card(trick.split()[(first + seat) % 3]) for seat in Seat] for trick in entry["tricks"]]
    forehand, middlehand, rearhand = (mask_of(trick[seat] for trick in tricks) for seat in Seat)
    deal = Deal((forehand, middlehand, rearhand), read_cards(entry["skat"]))
    done = game_alone(deal, contracts.Contract(Game(entry["game"])), Seat((entry["declarer"] - first) % 3))
    for trick in tricks:
        for _ in Seat:
            assert done.to_act is not None
            done = done.played(trick[done.to_act])
    return done.with_record(entry["name"], UNNAMED, source)


T = TypeVar("T")

SEED = 1
"""Seed of the sets, and default seed."""

PLAYERS = ("pimc:30", "pimc:10", "random")
"""Players of the standard set's match, and default players."""

LOG_SECTION, LOG_TASK = 60, 6
"""Rounds of a log per build, and smallest number per task."""

WHOLE_CARDS = 5
"""Cards per hand of the deal stored whole in the standard set."""

WHOLE_CONTRACTS = (("grand", "forehand"), ("null", "forehand"))
"""Games and declarers for which the full set stores a deal of ten cards whole."""

WHOLE_POSITIONS = (8_224_217, 5_798_259, 10_472_284, 3_675_141, 5_194_038, 5_474_538, 9_695_068, 5_363_174, 13_667_862)
"""Starts of tricks of each published game."""

EXAMPLE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""A deal with nine cards per hand: the example of `skat solve`, in the pocket book."""

POCKET_WINS = 200
"""Random deals in the pocket book that are only won or lost."""

LEAST_PLAYED = 15
"""Smallest number of playouts for fitting the models; three of them are held out."""

GAMES_LINE = "tafelwerk skat games --most 10"


def count(option: str, most: int, help: str, metavar: str = "N") -> Parameter:
    """The number of deals of a build: the option that chooses it."""
    return Parameter(metavar, help, 1, most, option=option, is_argument=False)


DEALS = count("--deals", limits.MOST_DRAWN, "Number of random deals, the first of the seed.")
LADDER = count(
    "--ladder",
    limits.MOST_PLAYED,
    "Number of random deals on which each step from minimax to the fast solver is measured.",
)
MATCH = count(
    "--match",
    limits.MOST_PLAYED,
    "Number of random deals for a match of programs with hidden cards, three rounds per deal; one round if a program plays"
    " itself.",
)
TRIALS = count(
    "--trials",
    limits.MOST_DRAWN,
    "Number of random deals for games to learn bidding from, and for the models fitted to them.",
)
PLAYOUTS = count(
    "--playouts",
    limits.MOST_DRAWN,
    "Number of deals with one game each played out with hidden cards. Default: with --trials, a fifteenth of N.",
    "M",
)
SEED_OPTION = Parameter("S", "Random seed of the deals.", 0, limits.LARGEST_SEED)
CARDS = Parameter(
    "K", "Cards per hand in the deals of --ladder.", limits.LEAST_LADDER_CARDS, limits.MOST_CARDS, option="--cards-each"
)
QUESTION = Parameter(
    "",
    "With --deals: win, only whether each declarer wins, some seventy times as fast. With --ladder: steps to measure, as in"
    " skat bench.",
)


class Lots(NamedTuple):
    """Numbers of deals.

    Attributes:
        section: deals per build, a multiple of `chunk`.
        chunk: deals per build of the remainder.
        task: deals per task.
    """

    section: int
    chunk: int
    task: int


class SequenceOfDeals(Kind, kind=""):
    """The first deals of a seed's sequence, or only those from number `first` on, which enter the book together.

    Attributes:
        lots: numbers of deals per build and per task.
        task: makes a task of the seed, the numbers of its first and last deal, and the fields that a class adds to these.
        marks: parameters that are the same for all builds of a class.
    """

    deals: int
    seed: Annotated[int, SEED_OPTION] = SEED
    first: int = 0

    lots: ClassVar[Lots]
    task: ClassVar[Callable[..., Task]]
    marks: ClassVar[Mapping[str, Any]] = {}

    def sections(self) -> Iterator[Self]:
        section, chunk = self.lots.section, self.lots.chunk
        end = self.deals - self.deals % section
        yield from (self.part(first, first + section) for first in range(0, end, section))
        yield from (self.part(first, min(first + chunk, self.deals)) for first in range(end, self.deals, chunk))

    def part(self, first: int, end: int) -> Self:
        """The build of the deals from number `first` to before `end`."""
        return replace(self, deals=end, first=first)

    @property
    def name(self) -> str:
        options = (f"{slot.option} {slot.parameter.write(getattr(self, slot.name))}" for slot in slots(type(self)))
        return " ".join([FAMILY, *options])

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**self.marks, "seed": self.seed, "first": self.first, "last": self.deals - 1}

    @property
    def covered_by(self) -> tuple[str, ...]:
        starts = [(self.first // size * size, size) for size in (self.lots.section, self.lots.chunk)]
        return tuple(self.part(start, start + size).digest for start, size in starts if start + size > self.deals)

    def make_tasks(self) -> Iterator[Task]:
        others = [getattr(self, field.name) for field in fields(self)[3:]]
        for first in range(self.first, self.deals, self.lots.task):
            yield self.task(self.seed, first, min(first + self.lots.task, self.deals) - 1, *others)

    @property
    def seed_words(self) -> str:
        """The seed as an option of questions, where it is not their default."""
        return "" if self.seed == SEED else f" --seed {self.seed}"


class RandomDeals(SequenceOfDeals, kind=""):
    """Random deals for every game and declarer: outcomes under best play after every opening card."""

    deals: Annotated[int, DEALS]

    evidence = "recomputed"
    lots, task = Lots(200, 10, 10), tasks.RandomDeals

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk skat points{self.seed_words}",)


class Wins(SequenceOfDeals, kind=""):
    """Random deals, only won or lost, for every game and declarer."""

    deals: Annotated[int, DEALS]

    evidence = "recomputed"
    lots, task = Lots(1000, 100, 100), tasks.Wins
    marks: ClassVar = {"question": "win"}

    @property
    def name(self) -> str:
        return f"{super().name} --question win"

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk skat shares{self.seed_words}",)


class Ladder(SequenceOfDeals, kind=""):
    """The ladder measured on random deals, those of `tafelwerk skat bench`.

    Attributes:
        question: "win" or "points": only the steps that answer it; "table": only alpha-beta with its table; "null": Null and its
            steps; None: all but those of Null.
    """

    deals: Annotated[int, LADDER]
    cards: Annotated[int, CARDS] = limits.MOST_CARDS
    question: Annotated[limits.Question | None, QUESTION] = None

    lots, task = Lots(40, 5, 5), tasks.Ladder

    @property
    def name(self) -> str:
        option = "" if self.question is None else f" --question {self.question}"
        return f"{FAMILY} --ladder {self.deals} --cards {self.cards} --seed {self.seed}{option}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"ladder": self.cards, "question": self.question, **super().parameters}

    def try_next(self) -> tuple[str, ...]:
        figures = {limits.Question.NULL: ("skat-11.3", "skat-11.4"), limits.Question.TABLE: ("skat-5.4",)}
        names: tuple[str, ...] = ("skat-ladder-nodes", "skat-ladder-times")
        if self.question is not None:
            names = figures.get(self.question, names)
        return tuple(f"tafelwerk plot {name}" for name in names)


class Match(SequenceOfDeals, kind=""):
    """A match of programs on random deals: three players play each deal three times, one that plays itself once.

    If all three were the same, the three rounds would be equal.
    """

    deals: Annotated[int, MATCH]
    players: Annotated[Parsed[tuple[str, ...]], PLAYERS_OPTION] = default(PLAYERS)

    certainty = "sampled"
    lots, task = Lots(100, 5, 1), tasks.MatchRounds

    @property
    def name(self) -> str:
        return f"{FAMILY} --match {self.deals} --seed {self.seed} --players {','.join(self.players)}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"match": list(self.players), **super().parameters}

    def try_next(self) -> tuple[str, ...]:
        if len(self.players) > 1:
            return (GAMES_LINE,)
        return (f"tafelwerk skat contracts --agent {self.players[0]}{self.seed_words}",)


class Trials(SequenceOfDeals, kind=""):
    """Trials of random deals, solved: games to learn bidding from."""

    deals: Annotated[int, TRIALS]

    evidence = "recomputed"
    lots, task = Lots(1000, 100, 100), tasks.Trials
    marks: ClassVar = {"trials": "solved"}

    def try_next(self) -> tuple[str, ...]:
        return ("tafelwerk skat models",)


class Playouts(SequenceOfDeals, kind=""):
    """Playouts of one trial for each of some random deals."""

    deals: Annotated[int, PLAYOUTS]

    certainty = "sampled"
    evidence = "recomputed"
    lots, task = Lots(200, 10, 10), tasks.Playouts
    marks: ClassVar = {"trials": "played out"}


class Models(Kind, kind=""):
    """The classifiers fitted to the trials and playouts that a book holds of a seed's first deals."""

    book: str
    seed: int
    deals: int
    played: int

    certainty = "sampled"
    evidence = "recomputed"

    @property
    def name(self) -> str:
        return f"{FAMILY} --trials {self.deals} --playouts {self.played} --seed {self.seed}: models"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"models": self.deals, "played": self.played, "seed": self.seed}

    def make_tasks(self) -> Iterator[Task]:
        yield tasks.Models(self.book, self.seed, self.deals, self.played)


class GivenDeal(Kind, kind=""):
    """One deal for given games and declarers; with `whole`, all positions of each, `positions` of them where that is known."""

    deal: Deal
    contracts: tuple[Contract, ...] = CONTRACTS
    whole: bool = False
    positions: int | None = None

    evidence = "recomputed"

    @property
    def name(self) -> str:
        words = f'--deal "{self.deal.text()}"{contract_words(self.contracts)}'
        return f"{FAMILY} {words}{' --whole' if self.whole else ''}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        contracts = [list(pair) for pair in self.contracts]
        return {"deal": deal_number(self.deal), "contracts": contracts, "whole": self.whole}

    def make_tasks(self) -> Iterator[Task]:
        number = deal_number(self.deal)
        yield tasks.GivenDeals((number,), self.contracts)
        if self.whole:
            for game, declarer in self.contracts:
                yield tasks.WholeDeals(number, game, declarer, self.positions)

    def try_next(self) -> tuple[str, ...]:
        game, declarer = self.contracts[0]
        return (f'tafelwerk skat solve --deal "{self.deal.text()}" --game {game} --declarer {declarer}',)


class ListedDeals(Kind, kind=""):
    """Deals of a file, by number, for given games and declarers."""

    deals: tuple[int, ...]
    contracts: tuple[Contract, ...] = CONTRACTS

    evidence = "recomputed"

    @property
    def name(self) -> str:
        return f"{FAMILY} --file FILE: {len(self.deals)} deals from {self.deals[0]} on{contract_words(self.contracts)}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"deals": list(self.deals), "contracts": [list(pair) for pair in self.contracts]}

    def make_tasks(self) -> Iterator[Task]:
        for numbers in divide(self.deals, RandomDeals.lots.task):
            yield tasks.GivenDeals(tuple(numbers), self.contracts)


class Log(Kind, kind=""):
    """Rounds of a log with priced cards. Their names are distinct."""

    rounds: tuple[Round, ...]

    certainty = "sampled"

    def check(self) -> None:
        for done in self.rounds:
            if done.seed is not None and done.seed >= 2**64:
                raise InputError(f"round {in_quotes(done.name)}: the seed must be below 2^64, not {done.seed}")

    @property
    def name(self) -> str:
        return f"{FAMILY} --log FILE: {len(self.rounds)} rounds from {self.rounds[0].name} on"

    @cached_property
    def parameters(self) -> Mapping[str, Any]:
        lines = [write_round(done) for lot in self.lots for done in lot]
        return {"log": sha256("\n".join(lines).encode()).hexdigest(), "rounds": [done.name for done in self.rounds]}

    @cached_property
    def lots(self) -> list[tuple[Round, ...]]:
        """The rounds of each task; those of one deal are together."""
        from tafelwerk.families.skat.round_rows import together

        return [tuple(lot) for lot in together(self.rounds, LOG_TASK)]

    def make_tasks(self) -> Iterator[Task]:
        return map(tasks.LoggedRounds, self.lots)

    def try_next(self) -> tuple[str, ...]:
        return (GAMES_LINE,)


class NullCounts(Kind, kind=""):
    """The hands that no distribution beats in Null, counted."""

    evidence = "recomputed"

    name = f"{FAMILY} --null"
    parameters: ClassVar[Mapping[str, Any]] = {"null": "hands"}

    def make_tasks(self) -> Iterator[Task]:
        yield tasks.NullHands()

    def try_next(self) -> tuple[str, ...]:
        return ("tafelwerk skat null",)


class PublishedGames(Kind, kind=""):
    """The published games, one task per game."""

    evidence = "recomputed"

    name = FAMILY

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"games": [done.name for done in published_games()]}

    def make_tasks(self) -> Iterator[Task]:
        return (tasks.PlayedGames((done,)) for done in published_games())


def contract_words(contracts: Sequence[Contract]) -> str:
    """The options for games and declarers, where there is one of them."""
    games, seats = {game for game, _ in contracts}, {seat for _, seat in contracts}
    words = f" --game {contracts[0][0]}" if len(games) == 1 else ""
    return words + (f" --declarer {contracts[0][1]}" if len(seats) == 1 else "")


def divide(units: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Consecutive units, as many at a time."""
    return (units[first : first + size] for first in range(0, len(units), size))


def deal_builds(
    deals: Iterable[Deal], contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False
) -> Iterator[Kind]:
    """Many deals for given games and declarers, one build per section; with `whole`, all positions of each, one build per deal.

    Args:
        deals: deals in any order; repeated deals are left out.
        contracts: games and declarers.
        whole: whether to store all positions.
    """
    unique = dict.fromkeys(deals)
    if whole:
        return (GivenDeal(deal, contracts, whole=True) for deal in unique)
    numbers = [deal_number(deal) for deal in unique]
    return (ListedDeals(tuple(section), contracts) for section in divide(numbers, RandomDeals.lots.section))


def log_builds(rounds: Sequence[Round]) -> Iterator[Log]:
    """The rounds of a log with priced cards, one build per section.

    Args:
        rounds: rounds with distinct names.

    Raises:
        InputError: A seed is too large for the tables.
    """
    return (Log(tuple(section)) for section in divide(rounds, LOG_SECTION))


def derived(book: "Book") -> Iterator[Models]:
    """The classifiers that can be fitted to a book's trials and playouts: per seed, to the longest sequence from deal 0."""
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for record in builds(book, FAMILY):
        parameters = record.parameters
        if "trials" in parameters:
            spans.setdefault((parameters["trials"], parameters["seed"]), []).append(
                (parameters["first"], parameters["last"])
            )
    for seed in sorted({seed for _, seed in spans}):
        solved, playouts = (_length(spans.get((what, seed), [])) for what in ("solved", "played out"))
        playouts = min(solved, playouts)
        if playouts >= LEAST_PLAYED:
            yield Models(str(book.path), seed, solved, playouts)


def _length(spans: list[tuple[int, int]]) -> int:
    """Number of consecutive numbers from 0 that are covered."""
    length = 0
    for first, last in sorted(spans):
        if first > length:
            break
        length = max(length, last + 1)
    return length


def quick() -> Iterator[Kind]:
    """The smallest useful set: a random deal for every game and declarer, the published games, and Null counted."""
    yield from RandomDeals(1).sections()
    yield PublishedGames()
    yield NullCounts()


def standard() -> Iterator[Kind]:
    """The standard set: random deals for every game and declarer, more of them only won or lost, a deal of five cards and one
    published game stored whole, the ladder, the published games, a match, and games to learn from."""
    win, points, table, null = limits.Question
    ladders = ((40, 5, None), (20, 8, None), (20, 10, win), (2, 10, points), (10, 10, table), (200, 10, null))
    yield from _set(30, 1000, ladders, match=2, trials=1000, playouts=30)
    yield whole_game(limits.WHOLE_GAME)


def full() -> Iterator[Kind]:
    """More of everything in the standard set; all published games and a random deal of ten cards stored whole."""
    win, points, table, null = limits.Question
    ladders = ((40, 5, None), (40, 8, None), (40, 10, win), (8, 10, points), (300, 10, table), (1000, 10, null))
    yield from _set(200, 10_000, ladders, match=5, trials=3000, playouts=200)
    yield whole_deal(10, WHOLE_CONTRACTS)
    for done in published_games():
        yield whole_game(done.name)


def _set(
    deals: int,
    wins: int,
    ladders: Iterable[tuple[int, int, limits.Question | None]],
    match: int,
    trials: int,
    playouts: int,
) -> Iterator[Kind]:
    """Builds of the standard sequence; `wins`: number of deals only won or lost; `ladders`: number of deals, cards per hand,
    question."""
    yield from RandomDeals(deals).sections()
    yield from Wins(wins).sections()
    yield whole_deal(WHOLE_CARDS)
    for count, cards, question in ladders:
        yield from Ladder(count, cards=cards, question=question).sections()
    yield PublishedGames()
    yield NullCounts()
    for sequence in (Match(match), Trials(trials), Playouts(playouts)):
        yield from sequence.sections()


def whole_deal(cards: int, contracts: tuple[Contract, ...] = CONTRACTS) -> GivenDeal:
    """All positions of the first deal of the standard sequence with a number of cards per hand."""
    (deal,) = random_deals(1, SEED, cards_each=cards)
    return GivenDeal(deal, contracts, whole=True)


def whole_game(name: str) -> GivenDeal:
    """All positions of a published game, in the game that was played."""
    games = zip(published_games(), WHOLE_POSITIONS, strict=True)
    ((game, positions),) = ((done.game, positions) for done, positions in games if done.name == name)
    assert game is not None
    return GivenDeal(game.deal, ((game.game.value, game.declarer.word),), whole=True, positions=positions)


def pocket() -> Iterator[Kind]:
    """The pocket book: the published games, a deal with nine cards per hand, a random deal, and more of them only won or lost."""
    yield from quick()
    yield from Wins(POCKET_WINS).sections()
    yield GivenDeal(read_deal(EXAMPLE), (("clubs", "forehand"),))


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (
        tasks.RandomDeals(0, 0, 0).run,
        _bid,
        tasks.Ladder(0, 0, 0, 4, None).run,
        tasks.Playouts(0, 0, 1, worlds=1).run,
    )


def _bid() -> None:
    from tafelwerk.families.skat.classifiers import default_bidder

    bidder = default_bidder(worlds=1)
    bidder.limit((1 << 10) - 1, Seat.FOREHAND)
    bidder.announce((1 << 12) - 1, Seat.FOREHAND, 18)
