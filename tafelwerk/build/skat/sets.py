"""Which deals are built: samples of random deals, given deals, deals stored whole."""

from collections.abc import Iterator

from tafelwerk.build.skat.tasks import CONTRACTS, Contract, GivenDeal, RandomDeals, WholeDeals
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


def sample_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence under every game and declarer, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= 10_000_000:
        raise InputError(f"--deals is 1 to 10,000,000, not {deals}")
    if not 0 <= seed < 2**32:
        raise InputError(f"--seed is 0 to {2**32 - 1}, not {seed}")
    for first in range(0, deals, SECTION):
        last = min(first + SECTION, deals) - 1
        tasks: tuple[Task, ...] = tuple(
            RandomDeals(seed, begin, min(begin + CHUNK - 1, last)) for begin in range(first, last + 1, CHUNK)
        )
        parameters: dict[str, object] = {"seed": seed, "first": first, "last": last}
        yield Build(FAMILY, f"{FAMILY} --deals {last + 1} --seed {seed}", parameters, tasks, "exact")


def given_build(deal: Deal, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False) -> Build:
    """One deal under some games and declarers; with `whole` every position of each."""
    number = deal_number(deal)
    tasks: list[Task] = [GivenDeal(number, contracts)]
    if whole:
        tasks += [WholeDeals(number, *contract) for contract in contracts]
    words = f'--deal "{deal.text()}"'
    games, seats = {game for game, _ in contracts}, {seat for _, seat in contracts}
    words += f" --game {contracts[0][0]}" if len(games) == 1 else ""
    words += f" --declarer {contracts[0][1]}" if len(seats) == 1 else ""
    words += " --whole" if whole else ""
    parameters: dict[str, object] = {"deal": number, "contracts": [list(pair) for pair in contracts], "whole": whole}
    return Build(FAMILY, f"{FAMILY} {words}", parameters, tuple(tasks), "exact")


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    yield from sample_builds(QUICK)


def standard() -> Iterator[Build]:
    """Random deals under every game and declarer."""
    yield from sample_builds(STANDARD)
