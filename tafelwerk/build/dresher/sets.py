"""The builds of games: blocks and sections, and the quick, standard, full and pocket sets."""

from collections.abc import Iterator
from itertools import groupby

from tafelwerk.build.dresher.tasks import Games, Runs
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.rules.dresher import FAMILY, checked_size

BLOCK, LARGE_BLOCK = 16, 32
"""Games per task up to 256: 1 to 16, 17 to 32, and so on; and beyond. The first game of a block is solved from scratch, which
takes the work of two or three of its successors. Blocks can be computed side by side, so they are not larger."""

SECTION = 64
"""Games that enter the book together: 1 to 64, 65 to 128, and so on."""

QUICK, STANDARD, FULL = SECTION, 226, 512
"""Largest games of the sets. The plateau from 164 to 226 ends the standard set."""

QUICK_RUNS, RUNS, FULL_RUNS = 16, 64, 100
"""Largest game of the runs, in the quick, the standard and the full set."""

QUICK_WATCHED, WATCHED = 11, 100
"""Game whose bounds are kept: in the quick set, and in the other sets for figure 3.6."""


def games_builds(first: int, last: int) -> Iterator[Build]:
    """The games with `first` to `last` numbers, one build per section, one task per block.

    Blocks can be computed side by side. The rows of a game do not depend on the range that was asked for.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    low = first
    while low <= last:
        high = min(last, _section(low)[1])
        tasks: list[Task] = []
        begin = _start(low, block_size(low))
        while begin <= high:
            end = begin + block_size(begin) - 1
            tasks.append(Games(begin, max(low, begin), min(high, end)))
            begin = end + 1
        yield _section_build(low, high, tuple(tasks))
        low = high + 1


def missing_builds(first: int, last: int, held: frozenset[int]) -> Iterator[Build]:
    """As `games_builds`, without the games in `held`; predecessors of a game in its block are solved nevertheless.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    wanted = [n for n in range(first, last + 1) if n not in held]
    for _, run in groupby(enumerate(wanted), key=lambda pair: pair[1] - pair[0]):
        numbers = [n for _, n in run]
        yield from games_builds(numbers[0], numbers[-1])


def block_size(n: int) -> int:
    """Number of games in the block that contains n."""
    return BLOCK if n <= 256 else LARGE_BLOCK


def runs_build(last: int, watched: tuple[int, ...]) -> Build:
    """The build of runs: games with 1 to `last` numbers and those watched, solved from scratch by both methods.

    Raises:
        InputError: there are no such games.
    """
    check_range(1, last)
    alone = [n for n in watched if checked_size(n) > last]
    blocks = [(first, min(first + BLOCK - 1, last)) for first in range(1, last + 1, BLOCK)]
    tasks: tuple[Task, ...] = tuple(
        Runs(first, upto, tuple(n for n in watched if first <= n <= upto))
        for first, upto in [*blocks, *((n, n) for n in alone)]
    )
    parameters: dict[str, object] = {"runs": last, "watched": list(watched)}
    covered = (runs_build(FULL_RUNS, (WATCHED,)).digest,) if last < FULL_RUNS and watched in ((), (WATCHED,)) else ()
    return Build.described(FAMILY, parameters, tasks, covered)


def check_range(first: int, last: int) -> None:
    """Raise InputError if there are no games from `first` to `last`."""
    checked_size(first)
    checked_size(last)
    if last < first:
        raise InputError(f"--to must be {first} or more, since --from is {first}, not {last}")


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield from games_builds(1, QUICK)
    yield runs_build(QUICK_RUNS, (QUICK_WATCHED,))


def standard() -> Iterator[Build]:
    """All games up to STANDARD, and the runs for the source's figures 3.5 and 3.6."""
    yield from games_builds(1, STANDARD)
    yield runs_build(RUNS, (WATCHED,))


def full() -> Iterator[Build]:
    """All games up to FULL, and more runs."""
    yield from games_builds(1, FULL)
    yield runs_build(FULL_RUNS, (WATCHED,))


def _section_build(low: int, high: int, tasks: tuple[Task, ...] = ()) -> Build:
    """The build of a section, or of part of one, which the whole section covers."""
    whole = _section(low)
    covered = () if (low, high) == whole else (_section_build(*whole).digest,)
    return Build.described(FAMILY, {"from": low, "to": high}, tasks, covered)


def _section(n: int) -> tuple[int, int]:
    """First and last game of the section that contains n."""
    return _start(n, SECTION), _start(n, SECTION) + SECTION - 1


def _start(n: int, step: int) -> int:
    """First number of the step that contains n."""
    return (n - 1) // step * step + 1


def pocket() -> Iterator[Build]:
    """The set of the pocket book: small games."""
    yield from games_builds(1, SECTION)
