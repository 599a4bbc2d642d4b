"""Builds: random deals, given deals, deals stored whole, games and rounds, measurements of the ladder, games to learn from, and
models fitted to the games in a book.

A sequence of deals is divided into sections, and the remainder into chunks, so that a later run of another length can reuse
existing builds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tafelwerk.build.task import Build, DescribedBuild, Task
from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.appendix import published_games
from tafelwerk.families.skat.tasks import (
    CONTRACTS,
    Contract,
    GivenDeals,
    Ladder,
    LoggedRounds,
    MatchRounds,
    Models,
    NullHands,
    PlayedGames,
    Playouts,
    RandomDeals,
    Trials,
    WholeDeals,
    Wins,
)
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.deals import Deal, deal_number, random_deals, read_deal
from tafelwerk.rules.skat.limits import (
    LARGEST_SEED,
    LEAST_LADDER_CARDS,
    MOST_CARDS,
    MOST_DRAWN,
    MOST_PLAYED,
    agent_name,
)
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    from tafelwerk.rules.skat.rounds import Round
    from tafelwerk.tables.book import Book

T = TypeVar("T")

SEED = 1
"""Seed of the standard and the quick set."""


class Lots(NamedTuple):
    """Sizes of builds and tasks, in units.

    Attributes:
        section: units per build, a multiple of `chunk`.
        chunk: units per build of the remainder.
        task: units per task.
    """

    section: int
    chunk: int
    task: int


SAMPLES, LADDER, MATCH = Lots(200, 10, 10), Lots(40, 5, 5), Lots(100, 5, 1)
WINS, TRIALS, PLAYOUTS = Lots(1000, 100, 100), Lots(1000, 100, 100), Lots(200, 10, 10)
"""Sizes in deals; a deal of a match has three rounds."""

LOG_SECTION, LOG_TASK = 60, 6
"""Rounds of a log per build, and smallest number per task."""

PLAYERS = ("pimc:30", "pimc:10", "random")
"""Players of the standard set's match, and default players."""

WHOLE_CARDS = 5
"""Cards per hand of the deal stored whole in the standard set."""

WHOLE_CONTRACTS = (("grand", "forehand"), ("null", "forehand"))
"""Games and declarers for which the full set stores a deal of ten cards whole."""

EXAMPLE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""A deal with nine cards per hand: the example of `skat solve`, in the pocket book."""

POCKET_WINS = 200
"""Random deals in the pocket book that are only won or lost."""

LEAST_PLAYED = 15
"""Smallest number of playouts for fitting the models; three of them are held out."""


def sample_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence for every game and declarer, one build per section.

    Raises:
        InputError: number of deals or seed out of range.
    """
    yield from _sequence("--deals", deals, seed, SAMPLES, RandomDeals)


def win_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence, only won or lost, one build per section. Errors as in `sample_builds`."""
    yield from _sequence("--deals", deals, seed, WINS, Wins, {"question": "win"})


def ladder_builds(deals: int, cards: int = 10, seed: int = SEED, question: str | None = None) -> Iterator[Build]:
    """The ladder measured on the first deals of a seed's sequence, one build per section.

    Args:
        deals: number of deals.
        cards: cards per hand.
        seed: seed of the sequence; the deals are those of `tafelwerk skat bench`.
        question: "win" or "points": only the steps that answer it; "table": only alpha-beta with its table; "null": Null and its
            steps; None: all but those of Null.

    Raises:
        InputError: number of deals, cards or seed out of range.
    """
    if not LEAST_LADDER_CARDS <= cards <= MOST_CARDS:
        raise InputError(f"--cards must be from {LEAST_LADDER_CARDS} to {MOST_CARDS}, not {cards}")
    task = partial(Ladder, cards=cards, question=question)
    parameters = {"ladder": cards, "question": question}
    yield from _sequence("--ladder", deals, seed, LADDER, task, parameters, MOST_PLAYED)


def match_builds(deals: int, players: Sequence[str] = PLAYERS, seed: int = SEED) -> Iterator[Build]:
    """A match on the first deals of a seed's sequence, one build per section.

    Three players play each deal three times. If all three are the same, the three rounds would be equal, and one is played.

    Args:
        deals: number of deals.
        players: names of three agents, or of one that plays itself, as for `limits.agent_name`.
        seed: seed of the sequence; the deals are those of `sample_builds`.

    Raises:
        InputError: number of deals or seed out of range, unknown player, or neither one nor three players.
    """
    if len(players) not in (1, 3):
        raise InputError(f"a match needs three players, or one that plays itself, not {len(players)}")
    names = tuple(map(agent_name, players))
    if len(set(names)) == 1:
        names = names[:1]
    task, parameters = partial(MatchRounds, players=names), {"match": list(names)}
    yield from _sequence("--match", deals, seed, MATCH, task, parameters, MOST_PLAYED)


def trial_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Trials of the first deals of a seed's sequence, one build per section. Errors as in `sample_builds`."""
    yield from _sequence("--trials", deals, seed, TRIALS, Trials, {"trials": "solved"})


def playout_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Playouts of one trial for each of a seed's first deals, one build per section. Errors as in `sample_builds`."""
    yield from _sequence("--playouts", deals, seed, PLAYOUTS, Playouts, {"trials": "played out"})


def given_build(deal: Deal, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False) -> Build:
    """One deal for given games and declarers; with `whole`, all positions of each."""
    number = deal_number(deal)
    tasks: list[Task] = [GivenDeals((number,), contracts)]
    if whole:
        tasks += [WholeDeals(number, *contract) for contract in contracts]
    return _build({"deal": number, "contracts": [list(pair) for pair in contracts], "whole": whole}, tasks)


def listed_builds(
    deals: Iterable[Deal], contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False
) -> Iterator[Build]:
    """Many deals for given games and declarers, one build per section; with `whole`, all positions of each, one build per deal.

    Args:
        deals: deals in any order; repeated deals are left out.
        contracts: games and declarers.
        whole: whether to store all positions.
    """
    unique = dict.fromkeys(deals)
    if whole:
        yield from (given_build(deal, contracts, whole=True) for deal in unique)
        return
    for section in _divided([deal_number(deal) for deal in unique], SAMPLES.section):
        tasks = [GivenDeals(tuple(some), contracts) for some in _divided(section, SAMPLES.task)]
        yield _build({"deals": section, "contracts": [list(pair) for pair in contracts]}, tasks)


def log_builds(rounds: "Sequence[Round]") -> Iterator[Build]:
    """The rounds of a log with priced cards, one build per section.

    Args:
        rounds: rounds with distinct names.

    Raises:
        InputError: A seed is too large for the tables.
    """
    from tafelwerk.build.skat.rounds import together
    from tafelwerk.rules.skat.round_log import write_round

    for one in rounds:
        if one.seed is not None and one.seed >= 2**64:
            raise InputError(f"round {quoted(one.name)}: the seed must be below 2^64, not {one.seed}")
    for section in _divided(rounds, LOG_SECTION):
        lots = [tuple(lot) for lot in together(section, LOG_TASK)]
        content = sha256("\n".join(write_round(one) for lot in lots for one in lot).encode()).hexdigest()
        yield _build({"log": content, "rounds": [one.name for one in section]}, map(LoggedRounds, lots))


def null_build() -> Build:
    """The hands that no distribution beats in Null."""
    return _build({"null": "hands"}, [NullHands()])


def published_build() -> Build:
    """The published games, one task per game."""
    games = published_games()
    return _build({"games": [one.name for one in games]}, (PlayedGames((one,)) for one in games))


def derived(book: "Book") -> Iterator[Build]:
    """The classifiers that can be fitted to a book's trials and playouts: per seed, to the longest sequence from deal 0."""
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
    """The smallest useful set: a random deal for every game and declarer, the published games, and Null counted."""
    yield from sample_builds(1)
    yield published_build()
    yield null_build()


def standard() -> Iterator[Build]:
    """The standard set: random deals for every game and declarer, more of them only won or lost, a deal of five cards stored
    whole, the ladder, the published games, a match, and games to learn from."""
    ladders = ((40, 5, None), (20, 8, None), (20, 10, "win"), (2, 10, "points"), (10, 10, "table"), (200, 10, "null"))
    yield from _set(30, 1000, ladders, match=2, trials=1000, playouts=30)


def full() -> Iterator[Build]:
    """More of everything in the standard set, and a deal of ten cards stored whole."""
    ladders = ((40, 5, None), (40, 8, None), (40, 10, "win"), (8, 10, "points"), (300, 10, "table"), (1000, 10, "null"))
    yield from _set(200, 10_000, ladders, match=5, trials=3000, playouts=200)
    yield whole_build(10, WHOLE_CONTRACTS)


def whole_build(cards: int, contracts: tuple[Contract, ...] = CONTRACTS) -> Build:
    """All positions of the first deal of the standard sequence with a number of cards per hand."""
    (deal,) = random_deals(1, SEED, cards_each=cards)
    return given_build(deal, contracts, whole=True)


def pocket() -> Iterator[Build]:
    """The pocket book: the published games, a deal with nine cards per hand, a random deal, and more of them only won or lost."""
    yield from quick()
    yield from win_builds(POCKET_WINS)
    yield given_build(read_deal(EXAMPLE), (("clubs", "forehand"),))


def _set(
    deals: int, wins: int, ladders: Iterable[tuple[int, int, str | None]], match: int, trials: int, playouts: int
) -> Iterator[Build]:
    """Builds of the standard sequence; `wins`: number of deals only won or lost; `ladders`: number of deals, cards per hand,
    question."""
    yield from sample_builds(deals)
    yield from win_builds(wins)
    yield whole_build(WHOLE_CARDS)
    for count, cards, question in ladders:
        yield from ladder_builds(count, cards, SEED, question)
    yield published_build()
    yield null_build()
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
        option: option of the command line for the number of deals.
        deals: number of deals.
        seed: seed of the sequence.
        lots: sizes of builds and tasks.
        task: makes a task from a seed and the numbers of its first and last deal, from 0.
        parameters: parameters of the builds besides seed, first and last deal.
        most: largest number of deals.

    Raises:
        InputError: number of deals or seed out of range.
    """
    if not 1 <= deals <= most:
        raise InputError(f"{option} must be from 1 to {most:,} deals, not {deals:,}")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"--seed must be from 0 to {LARGEST_SEED:,}, not {seed:,}")

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
    return DescribedBuild.of(FAMILY, parameters, tasks, covered_by)


def _divided(units: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (units[first : first + size] for first in range(0, len(units), size))


def _length(spans: list[tuple[int, int]]) -> int:
    """Number of consecutive numbers from 0 that are covered."""
    length = 0
    for first, last in sorted(spans):
        if first > length:
            break
        length = max(length, last + 1)
    return length


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (RandomDeals(0, 0, 0).run, _bid, Ladder(0, 0, 0, 4, None).run, Playouts(0, 0, 1, worlds=1).run)


def _bid() -> None:
    from tafelwerk.families.skat.weights import default_bidder
    from tafelwerk.rules.skat.cards import Seat

    bidder = default_bidder(worlds=1)
    bidder.limit((1 << 10) - 1, Seat.FOREHAND)
    bidder.announce((1 << 12) - 1, Seat.FOREHAND, 18)
