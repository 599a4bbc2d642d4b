"""Which games are built together: blocks, the standard set, the quick set."""

from collections.abc import Iterator
from itertools import groupby

from tafelwerk.build.dresher.tasks import Games, Runs
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.solvers.dresher.solve import check_numbers
from tafelwerk.tables.dresher import FAMILY

BLOCK = 16
"""Games of a task up to 256: 1 to 16, 17 to 32, and so on. From there on twice as many in each octave, 32 from 257, 64 from 513:
the first game of a block is begun from nothing, and that takes ever more of its successors' work."""

SECTION = 64
"""Games that come into the book together, or a block where that is more: 1 to 64, 65 to 128, ..."""

STANDARD = 256
"""Games of the standard set."""

RUNS, QUICK_RUNS, WATCHED = 100, 16, 100
"""Games solved from nothing in the standard and in the quick set, and the one whose bounds figure 3.6 shows."""


def games_builds(first: int, last: int) -> Iterator[Build]:
    """The games with `first` to `last` numbers, a build a section, a task a block.

    Blocks can be computed side by side, and a game's rows do not depend on which games were asked for.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    low = first
    while low <= last:
        high = min(last, _start(low, max(SECTION, block_size(low))) + max(SECTION, block_size(low)) - 1)
        tasks: list[Task] = []
        begin = _start(low, block_size(low))
        while begin <= high:
            end = begin + block_size(begin) - 1
            tasks.append(Games(begin, max(low, begin), min(high, end)))
            begin = end + 1
        yield Build(FAMILY, f"{FAMILY} --from {low} --to {high}", {"from": low, "to": high}, tuple(tasks), "exact")
        low = high + 1


def missing_builds(first: int, last: int, held: frozenset[int]) -> Iterator[Build]:
    """As `games_builds`, without the games that are `held` already; a game's predecessors in its block are solved all the same.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    wanted = [n for n in range(first, last + 1) if n not in held]
    for _, run in groupby(enumerate(wanted), key=lambda pair: pair[1] - pair[0]):
        numbers = [n for _, n in run]
        yield from games_builds(numbers[0], numbers[-1])


def block_size(n: int) -> int:
    """Games in the block that n lies in."""
    return max(BLOCK, (1 << (n - 1).bit_length()) // 16)


def runs_build(last: int, watched: tuple[int, ...]) -> Build:
    """Games solved from nothing by both methods, to look at how."""
    step = BLOCK
    tasks: tuple[Task, ...] = tuple(
        Runs(first, min(first + step - 1, last), tuple(n for n in watched if first <= n < first + step))
        for first in range(1, last + 1, step)
    )
    parameters: dict[str, object] = {"runs": last, "watched": list(watched)}
    words = "".join(f" --watch {n}" for n in watched)
    return Build(FAMILY, f"{FAMILY} runs --to {last}{words}", parameters, tasks, "exact")


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
