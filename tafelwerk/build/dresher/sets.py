"""Which games are built together: blocks, the standard set, the quick set."""

from collections.abc import Iterator

from tafelwerk.build.dresher.tasks import Games, Runs
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.solvers.dresher.solve import check_numbers
from tafelwerk.tables.dresher import FAMILY

BLOCK = 16
"""Games of a task: 1 to 16, 17 to 32, ...; the first of a block is begun from nothing, so that blocks can run side by side and a
game's row does not depend on which games were asked for."""

SECTION = 64
"""Games that come into the book together: 1 to 64, 65 to 128, ..."""

STANDARD = 256
"""Games of the standard set."""

RUNS, QUICK_RUNS, WATCHED = 128, 16, 100
"""Games solved from nothing in the standard and in the quick set, and the one whose bounds figure 3.6 shows."""


def games_builds(first: int, last: int) -> Iterator[Build]:
    """The games with `first` to `last` numbers, a build a section.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    for begin in range(_start(first, SECTION), last + 1, SECTION):
        low, high = max(first, begin), min(last, begin + SECTION - 1)
        tasks = tuple(
            Games(block, max(low, block), min(high, block + BLOCK - 1))
            for block in range(_start(low, BLOCK), high + 1, BLOCK)
        )
        yield Build(FAMILY, f"{FAMILY} --from {low} --to {high}", {"from": low, "to": high}, tasks, "exact")


def runs_build(last: int, watched: tuple[int, ...]) -> Build:
    """Games solved from nothing by both methods, to look at how."""
    step = BLOCK
    tasks = tuple(
        Runs(first, min(first + step - 1, last), tuple(n for n in watched if first <= n < first + step))
        for first in range(1, last + 1, step)
    )
    parameters: dict[str, object] = {"runs": last, "watched": list(watched)}
    return Build(FAMILY, f"{FAMILY} runs --to {last}", parameters, tasks, "exact")


def check_range(first: int, last: int) -> None:
    """Raise InputError where there are no games from `first` to `last`."""
    check_numbers(first)
    check_numbers(last)
    if last < first:
        raise InputError(f"--to is {first} or more, as --from is {first}, not {last}")


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    yield from games_builds(1, BLOCK)
    yield runs_build(QUICK_RUNS, (11,))


def standard() -> Iterator[Build]:
    """All games to STANDARD, and the runs behind the source's figures 3.5 and 3.6."""
    yield from games_builds(1, STANDARD)
    yield runs_build(RUNS, (WATCHED,))


def _start(n: int, step: int) -> int:
    """First number of the step that n lies in."""
    return (n - 1) // step * step + 1
