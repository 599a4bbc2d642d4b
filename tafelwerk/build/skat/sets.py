"""What is built: samples of random deals, given deals, deals stored whole, published games, the ladder measured."""

from collections.abc import Callable, Iterable, Iterator

from tafelwerk.build.skat.games import PlayedGames, published_games
from tafelwerk.build.skat.ladder import Ladder
from tafelwerk.build.skat.tasks import CONTRACTS, Contract, GivenDeals, RandomDeals, WholeDeals
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.deal_numbers import deal_number
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.tables.skat import FAMILY

CHUNK = 10
"""Random deals of a task."""

SECTION = 200
"""Random deals that come into the book together: the first 200 of a seed, the next 200, and so on."""

STANDARD, QUICK = 200, 4
SEED = 1
"""The standard and the quick set: so many deals of this seed."""

LADDER_CHUNK, LADDER_SECTION = 5, 40
"""Deals of a task, and deals that come into the book together, where the ladder is measured."""

LEAST_LADDER_CARDS = 4
"""Cards in a hand, at least: with fewer a random deal may come twice."""

LADDERS: tuple[tuple[int, int, str | None], ...] = (
    (40, 5, None),
    (40, 8, None),
    (40, 10, "win"),
    (8, 10, "points"),
)
"""The ladder in the standard set: deals, cards in a hand, the question."""

QUICK_LADDER = 2, 5
"""In the quick set: deals, cards in a hand."""


def sample_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence under every game and declarer, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= 10_000_000:
        raise InputError(f"--deals is 1 to 10,000,000, not {deals}")
    _check_seed(seed)

    def build(first: int, last: int, covered_by: tuple[str, ...]) -> Build:
        tasks: tuple[Task, ...] = tuple(
            RandomDeals(seed, begin, min(begin + CHUNK - 1, last)) for begin in range(first, last + 1, CHUNK)
        )
        parameters: dict[str, object] = {"seed": seed, "first": first, "last": last}
        return Build(FAMILY, f"{FAMILY} --deals {last + 1} --seed {seed}", parameters, tasks, "exact", covered_by)

    yield from _sections(deals, SECTION, CHUNK, build)


def ladder_builds(deals: int, cards: int = 10, seed: int = SEED, question: str | None = None) -> Iterator[Build]:
    """The ladder measured on the first deals of a seed's sequence with so many cards in a hand, a build a section.

    Args:
        deals: how many.
        cards: cards in a hand.
        seed: which sequence; the deals are those of `tafelwerk skat bench`.
        question: "win" or "points": only the steps that answer it; None: all.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= 10_000_000:
        raise InputError(f"--ladder is 1 to 10,000,000 deals, not {deals}")
    if not LEAST_LADDER_CARDS <= cards <= 10:
        raise InputError(f"--cards is {LEAST_LADDER_CARDS} to 10, not {cards}")
    _check_seed(seed)

    def build(first: int, last: int, covered_by: tuple[str, ...]) -> Build:
        tasks: tuple[Task, ...] = tuple(
            Ladder(seed, begin, min(begin + LADDER_CHUNK - 1, last), cards, question)
            for begin in range(first, last + 1, LADDER_CHUNK)
        )
        words = f"--ladder {last + 1} --cards {cards} --seed {seed}" + (f" --question {question}" if question else "")
        parameters: dict[str, object] = {
            "ladder": cards,
            "question": question,
            "seed": seed,
            "first": first,
            "last": last,
        }
        return Build(FAMILY, f"{FAMILY} {words}", parameters, tasks, "exact", covered_by)

    yield from _sections(deals, LADDER_SECTION, LADDER_CHUNK, build)


def given_build(deal: Deal, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False) -> Build:
    """One deal under some games and declarers; with `whole` every position of each."""
    number = deal_number(deal)
    tasks: list[Task] = [GivenDeals((number,), contracts)]
    if whole:
        tasks += [WholeDeals(number, *contract) for contract in contracts]
    words = f'--deal "{deal.text()}"{_contract_words(contracts)}{" --whole" if whole else ""}'
    parameters: dict[str, object] = {"deal": number, "contracts": [list(pair) for pair in contracts], "whole": whole}
    return Build(FAMILY, f"{FAMILY} {words}", parameters, tuple(tasks), "exact")


def listed_builds(
    deals: Iterable[Deal], source: str, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False
) -> Iterator[Build]:
    """Many deals under some games and declarers, a build a section; with `whole`, every position of each, a build a deal.

    Args:
        deals: in any order; a deal that comes again is left out.
        source: the file that lists them, for the name of the builds.
        contracts: games and declarers.
        whole: store every position.
    """
    unique = dict.fromkeys(deals)
    if whole:
        yield from (given_build(deal, contracts, whole=True) for deal in unique)
        return
    numbers = [deal_number(deal) for deal in unique]
    for first in range(0, len(numbers), SECTION):
        section = numbers[first : first + SECTION]
        tasks = tuple(
            GivenDeals(tuple(section[begin : begin + CHUNK]), contracts) for begin in range(0, len(section), CHUNK)
        )
        parameters: dict[str, object] = {"deals": section, "contracts": [list(pair) for pair in contracts]}
        yield Build(FAMILY, f"{FAMILY} --file {source}{_contract_words(contracts)}", parameters, tasks, "exact")


def published_build() -> Build:
    """The published games, a task each."""
    games = published_games()
    parameters: dict[str, object] = {"games": [one.name for one in games]}
    return Build(FAMILY, FAMILY, parameters, tuple(PlayedGames((one,)) for one in games), "exact")


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    yield from sample_builds(QUICK)
    yield from ladder_builds(*QUICK_LADDER)
    yield published_build()


def standard() -> Iterator[Build]:
    """Random deals under every game and declarer; the ladder measured; the published games."""
    yield from sample_builds(STANDARD)
    for deals, cards, question in LADDERS:
        yield from ladder_builds(deals, cards, SEED, question)
    yield published_build()


def _contract_words(contracts: tuple[Contract, ...]) -> str:
    """The options that ask for these games and declarers."""
    games, seats = {game for game, _ in contracts}, {seat for _, seat in contracts}
    words = f" --game {contracts[0][0]}" if len(games) == 1 else ""
    return words + (f" --declarer {contracts[0][1]}" if len(seats) == 1 else "")


def _sections(
    count: int, section: int, chunk: int, build: Callable[[int, int, tuple[str, ...]], Build]
) -> Iterator[Build]:
    """Builds of numbers 0 to count - 1, a section each; of what is left over a chunk each, so that a longer or a shorter run
    later finds them.

    Args:
        count: how many.
        section: numbers of a section, a multiple of those of a chunk.
        chunk: numbers of a chunk.
        build: makes the build of a first and a last number, told which larger builds hold all of it.
    """
    for first in range(0, count, section):
        if first + section <= count:
            yield build(first, first + section - 1, ())
            continue
        whole = build(first, first + section - 1, ()).digest
        for begin in range(first, count, chunk):
            last = begin + chunk - 1
            covered = (whole,) if last < count else (whole, build(begin, last, ()).digest)
            yield build(begin, min(last, count - 1), covered)


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 2**32:
        raise InputError(f"--seed is 0 to {2**32 - 1}, not {seed}")
