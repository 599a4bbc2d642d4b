"""What is built: samples of random deals, given deals, deals stored whole, games and rounds played, the ladder measured, games
to learn from, and the models fitted to those that a book holds.

A sequence of deals is divided into sections, and what is left over into chunks, so that a longer or a shorter run later finds
what is there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tafelwerk.build.skat.games import published_games
from tafelwerk.build.skat.tasks import (
    CONTRACTS,
    Contract,
    GivenDeals,
    Ladder,
    LoggedRounds,
    MatchRounds,
    Models,
    PlayedGames,
    Playouts,
    RandomDeals,
    Trials,
    WholeDeals,
)
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.deals import Deal, deal_number, random_deals, read_deal
from tafelwerk.rules.skat.limits import (
    LARGEST_SEED,
    LEAST_LADDER_CARDS,
    MOST_CARDS,
    MOST_DRAWN,
    MOST_PLAYED,
    agent_name,
)
from tafelwerk.tables.builds.skat import FAMILY, contents
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    from tafelwerk.rules.skat.round_log import LoggedRound
    from tafelwerk.tables.book import Book

T = TypeVar("T")

SEED = 1
"""The sequence of the standard and the quick set."""


class Lots(NamedTuple):
    """How many units come into the book together, of what is left over, and into a task.

    Attributes:
        section: units of a build, a multiple of those of a chunk.
        chunk: units of a build of what is left over.
        task: units of a task.
    """

    section: int
    chunk: int
    task: int


SAMPLES, LADDER, MATCH = Lots(200, 10, 10), Lots(40, 5, 5), Lots(100, 5, 1)
TRIALS, PLAYOUTS = Lots(1000, 100, 100), Lots(200, 10, 10)
"""Deals; of a match, each is three rounds."""

LOG_SECTION, LOG_TASK = 60, 6
"""Rounds of a log that come into the book together, and those of a task, at least."""

PLAYERS = ("pimc:30", "pimc:10", "random")
"""Who plays a match of the standard set, and where nobody is named."""

WHOLE_CARDS = 5
"""Cards in a hand of the deal that the standard set holds whole."""

WHOLE_CONTRACTS = (("grand", "forehand"), ("null", "forehand"))
"""Games and declarers under which the full set holds a deal of ten cards whole."""

EXAMPLE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""A deal with nine cards in each hand: the example of `skat solve`, in the pocket book."""

LEAST_PLAYED = 15
"""Deals played out that the models ask for at least: three are held back."""


def sample_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence under every game and declarer, a build per section.

    Raises:
        InputError: there are no such deals.
    """
    yield from _sequence("--deals", deals, seed, SAMPLES, RandomDeals)


def ladder_builds(deals: int, cards: int = 10, seed: int = SEED, question: str | None = None) -> Iterator[Build]:
    """The ladder measured on the first deals of a seed's sequence, a build per section.

    Args:
        deals: how many.
        cards: cards in a hand.
        seed: which sequence; the deals are those of `tafelwerk skat bench`.
        question: "win" or "points": only the steps that answer it; "table": only alpha-beta with its table; "null": Null and its
            steps; None: all but those of Null.

    Raises:
        InputError: there are no such deals.
    """
    if not LEAST_LADDER_CARDS <= cards <= MOST_CARDS:
        raise InputError(f"--cards must be {LEAST_LADDER_CARDS} to {MOST_CARDS}, not {cards}")
    task = partial(Ladder, cards=cards, question=question)
    parameters = {"ladder": cards, "question": question}
    yield from _sequence("--ladder", deals, seed, LADDER, task, parameters, MOST_PLAYED)


def match_builds(deals: int, players: Sequence[str] = PLAYERS, seed: int = SEED) -> Iterator[Build]:
    """A match on the first deals of a seed's sequence, each played three times, a build per section.

    Args:
        deals: how many.
        players: names of three agents, as for `agents.agent_name`.
        seed: which sequence; the deals are those of `sample_builds`.

    Raises:
        InputError: there are no such deals or players.
    """
    if len(players) != 3:
        raise InputError(f"three players make a match, not {len(players)}")
    first, second, third = map(agent_name, players)
    task, parameters = partial(MatchRounds, players=(first, second, third)), {"match": [first, second, third]}
    yield from _sequence("--match", deals, seed, MATCH, task, parameters, MOST_PLAYED)


def trial_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Trials of the first deals of a seed's sequence, a build per section. Errors as in `sample_builds`."""
    yield from _sequence("--trials", deals, seed, TRIALS, Trials, {"trials": "solved"})


def playout_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """A trial of each of the first deals of a seed's sequence, played out, a build per section. Errors as in `sample_builds`."""
    yield from _sequence("--playouts", deals, seed, PLAYOUTS, Playouts, {"trials": "played out"})


def given_build(deal: Deal, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False) -> Build:
    """One deal under some games and declarers; with `whole` every position of each."""
    number = deal_number(deal)
    tasks: list[Task] = [GivenDeals((number,), contracts)]
    if whole:
        tasks += [WholeDeals(number, *contract) for contract in contracts]
    return _build({"deal": number, "contracts": [list(pair) for pair in contracts], "whole": whole}, tasks)


def listed_builds(
    deals: Iterable[Deal], contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False
) -> Iterator[Build]:
    """Many deals under some games and declarers, a build per section; with `whole`, every position of each, a build per deal.

    Args:
        deals: in any order; a deal that comes again is left out.
        contracts: games and declarers.
        whole: store every position.
    """
    unique = dict.fromkeys(deals)
    if whole:
        yield from (given_build(deal, contracts, whole=True) for deal in unique)
        return
    for section in _divided([deal_number(deal) for deal in unique], SAMPLES.section):
        tasks = [GivenDeals(tuple(some), contracts) for some in _divided(section, SAMPLES.task)]
        yield _build({"deals": section, "contracts": [list(pair) for pair in contracts]}, tasks)


def log_builds(rounds: "Sequence[LoggedRound]") -> Iterator[Build]:
    """The rounds of a log, their games priced, a build per section.

    Args:
        rounds: of different names.

    Raises:
        InputError: a round has a seed that the tables have no room for.
    """
    from tafelwerk.build.skat.rounds import together
    from tafelwerk.rules.skat.round_log import write_round

    for one in rounds:
        if one.seed is not None and one.seed >= 2**64:
            raise InputError(f"round {quoted(one.name)}: a seed is below 2^64, not {one.seed}")
    for section in _divided(rounds, LOG_SECTION):
        lots = [tuple(map(write_round, lot)) for lot in together(section, LOG_TASK)]
        content = sha256("\n".join(line for lot in lots for line in lot).encode()).hexdigest()
        yield _build({"log": content, "rounds": [one.name for one in section]}, map(LoggedRounds, lots))


def published_build() -> Build:
    """The published games, a task each."""
    games = published_games()
    return _build({"games": [one.name for one in games]}, (PlayedGames((one,)) for one in games))


def derived(book: "Book") -> Iterator[Build]:
    """The classifiers that a book's trials and playouts allow: for each seed those of the longest sequence from deal 0 on."""
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for record in builds(book, FAMILY):
        given = record.parameters
        if "trials" in given:
            spans.setdefault((given["trials"], given["seed"]), []).append((given["first"], given["last"]))
    for seed in sorted({seed for _, seed in spans}):
        solved, played = (_length(spans.get((what, seed), [])) for what in ("solved", "played out"))
        played = min(solved, played)
        if played >= LEAST_PLAYED:
            parameters = {"models": solved, "played": played, "seed": seed}
            yield _build(parameters, [Models(str(book.path), seed, solved, played)])


def quick() -> Iterator[Build]:
    """A smallest useful set: a random deal under every game and declarer; the published games."""
    yield from sample_builds(1)
    yield published_build()


def standard() -> Iterator[Build]:
    """Random deals under every game and declarer; a deal of five cards whole; the ladder measured; the published games; a match;
    games to learn from."""
    ladders = ((40, 5, None), (20, 8, None), (20, 10, "win"), (2, 10, "points"), (10, 10, "table"), (200, 10, "null"))
    yield from _set(30, ladders, match=2, trials=1000, playouts=30)


def full() -> Iterator[Build]:
    """More of everything that the standard set holds, and whole deals of ten cards."""
    ladders = ((40, 5, None), (40, 8, None), (40, 10, "win"), (8, 10, "points"), (300, 10, "table"), (1000, 10, "null"))
    yield from _set(200, ladders, match=5, trials=3000, playouts=200)
    yield whole_build(10, WHOLE_CONTRACTS)


def whole_build(cards: int, contracts: tuple[Contract, ...] = CONTRACTS) -> Build:
    """Every position of the first deal of the standard sequence that has this number of cards in a hand."""
    (deal,) = random_deals(1, SEED, cards_each=cards)
    return given_build(deal, contracts, whole=True)


def pocket() -> Iterator[Build]:
    """What the pocket book holds: the published games, a deal with nine cards in each hand, a random deal."""
    yield from quick()
    yield given_build(read_deal(EXAMPLE), (("clubs", "forehand"),))


def _set(
    deals: int, ladders: Iterable[tuple[int, int, str | None]], match: int, trials: int, playouts: int
) -> Iterator[Build]:
    """Builds of the standard sequence; `ladders`: deals, cards in a hand, the question."""
    yield from sample_builds(deals)
    yield whole_build(WHOLE_CARDS)
    for count, cards, question in ladders:
        yield from ladder_builds(count, cards, SEED, question)
    yield published_build()
    yield from match_builds(match)
    yield from trial_builds(trials)
    yield from playout_builds(playouts)


def _sequence(
    option: str,
    deals: int,
    seed: int,
    lots: Lots,
    task: Callable[[int, int, int], Task],
    parameters: Mapping[str, object] | None = None,
    most: int = MOST_DRAWN,
) -> Iterator[Build]:
    """Builds of the first deals of a seed's sequence.

    Args:
        option: of the command line, that says how many.
        deals: how many.
        seed: which sequence.
        lots: how they are divided.
        task: makes the task of a seed, a first and a last deal, counted from 0.
        parameters: of the builds, besides the seed and the first and the last deal.
        most: deals there are.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= most:
        raise InputError(f"{option} must be 1 to {most:,} deals, not {deals:,}")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"--seed must be 0 to {LARGEST_SEED:,}, not {seed:,}")

    def build(first: int, last: int, covered_by: tuple[str, ...] = ()) -> Build:
        firsts = range(first, last + 1, lots.task)
        tasks = [task(seed, begin, min(begin + lots.task - 1, last)) for begin in firsts]
        return _build({**(parameters or {}), "seed": seed, "first": first, "last": last}, tasks, covered_by)

    for first in range(0, deals, lots.section):
        if first + lots.section <= deals:
            yield build(first, first + lots.section - 1)
            continue
        whole = build(first, first + lots.section - 1).digest
        for begin in range(first, deals, lots.chunk):
            last = begin + lots.chunk - 1
            covered = (whole,) if last < deals else (whole, build(begin, last).digest)
            yield build(begin, min(last, deals - 1), covered)


def _build(parameters: Mapping[str, object], tasks: Iterable[Task], covered_by: tuple[str, ...] = ()) -> Build:
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, tuple(tasks), described.certainty, covered_by)


def _divided(units: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (units[first : first + size] for first in range(0, len(units), size))


def _length(spans: list[tuple[int, int]]) -> int:
    """How many numbers from 0 on are covered without a gap."""
    length = 0
    for first, last in sorted(spans):
        if first > length:
            break
        length = max(length, last + 1)
    return length
