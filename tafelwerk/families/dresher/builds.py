"""What can be built for Dresher's game: games in turn, runs from scratch that measure the work, and the sets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from math import log2
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.errors import InputError
from tafelwerk.families.dresher import rules
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.rules.numbers import whole

if TYPE_CHECKING:
    from tafelwerk.families.dresher.solutions import Columns

__all__ = ["Games", "Runs", "full", "game_operations", "pocket", "quick", "standard", "warm"]


def game_operations(n: int, *, warm: bool = True) -> float:
    """Estimated work of a game; greatest near powers of two, where optimal strategies are intricate.

    Fitted to computing times of single games up to N = 1001, from their predecessors and from scratch.

    Args:
        n: number of numbers.
        warm: whether the game is solved from its predecessor, not from scratch.
    """
    proof, program = 3e5 + 2e4 * n + 8e2 * n**2, 0.5 * n**3 + 0.012 * n**4 * _is_steep(n)
    return proof + program * (1.0 if warm else 3.0)


def run_operations(n: int) -> float:
    """Estimated work of both runs of a game, with every round solved to its optimum; fitted to N <= 64 and N = 100."""
    return max(4e4 * n**2, 4e6 + 8e5 * n + (3.6 * n**4 if _is_steep(n) else 320.0 * n**3))


def _is_steep(n: int) -> bool:
    """Whether n is near a power of two."""
    return not 0.2 < log2(n) % 1 < 0.83


@frozen
class GameRows(Resumable):
    """The games with `first` to `last` numbers. The game `begin` is solved from scratch, every other from its predecessor.

    Games before `first` are solved on the way and not kept.
    """

    begin: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("games", "hider", "searcher")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, "Columns"]:
        """As `run`, after the last game that was solved."""
        from tafelwerk.families.dresher.solving import solve_games

        return solve_games(self.begin, self.first, self.last, checkpoint)

    def operations(self) -> float:
        following = sum(game_operations(n) for n in range(self.begin + 1, self.last + 1))
        return game_operations(self.begin, warm=False) + following

    def expected_rows(self) -> int:
        return sum(1 + 2 * n for n in range(self.first, self.last + 1))


@frozen
class RunRows:
    """Games with `first` to `last` numbers solved from scratch by both methods; for watched games the bounds per round."""

    first: int
    last: int
    watched: tuple[int, ...]
    tables: ClassVar[tuple[str, ...]] = ("runs", "bounds")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, "Columns"]:
        from tafelwerk.families.dresher.solving import runs

        return runs(self.first, self.last, self.watched)

    def operations(self) -> float:
        return sum(map(run_operations, range(self.first, self.last + 1)))

    def expected_rows(self) -> int:
        return 2 * (self.last - self.first + 1) + sum(2 * n for n in self.watched)


BLOCK, LARGE_BLOCK = 16, 32
"""Games per task up to 256: 1 to 16, 17 to 32, and so on; and beyond. The first game of a block is solved from scratch, which
takes the work of two or three of its successors. Blocks can be computed side by side, so they are not larger."""

SECTION = 64
"""Games that enter the book together: 1 to 64, 65 to 128, and so on."""

QUICK, STANDARD, FULL = SECTION, 320, 1024
"""Largest games of the sets. The standard set takes some fifteen seconds; to 512 it would take ninety."""

QUICK_RUNS, RUNS, FULL_RUNS = 16, 64, 100
"""Largest game of the runs, in the quick, the standard and the full set."""

QUICK_WATCHED, WATCHED = 11, 100
"""Game whose bounds are kept: in the quick set, and in the other sets for figure 3.6."""

_LARGEST = Annotated[
    int, Parameter("M", "Size of the largest game.", 1, rules.MOST_NUMBERS, is_argument=False, option="--to")
]


def watched_games(given: Sequence[str | int]) -> tuple[int, ...]:
    """The games whose bounds are kept, each once, ascending."""
    return tuple(sorted({whole("--watch", str(n), 1, rules.MOST_NUMBERS) for n in given}))


class Games(Kind, kind=""):
    """The games with N to M numbers of one section: values and optimal strategies, proved."""

    first: Annotated[
        int,
        Parameter(
            "N", "Size of the smallest game. Default: 1.", 1, rules.MOST_NUMBERS, is_argument=False, option="--from"
        ),
    ]
    last: _LARGEST

    evidence = "certificate"

    def check(self) -> None:
        check_range(self.first, self.last)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"from": self.first, "to": self.last}

    @property
    def covered_by(self) -> tuple[str, ...]:
        block = section(self.first)
        return () if (self.first, self.last) == block else (Games(*block).digest,)

    def make_tasks(self) -> Iterator[GameRows]:
        begin = _start(self.first, block_size(self.first))
        while begin <= self.last:
            end = begin + block_size(begin) - 1
            yield GameRows(begin, max(self.first, begin), min(self.last, end))
            begin = end + 1

    def try_next(self) -> tuple[str, ...]:
        return f"tafelwerk dresher value {self.last}", f"tafelwerk dresher explain {self.last}"


class Runs(Kind, kind="runs"):
    """Solve the games with 1 to M numbers from scratch by two methods, to measure the work.

    Example: tafelwerk build dresher runs --to 64 --watch 60
    """

    last: _LARGEST
    watched: Annotated[
        tuple[int, ...],
        Parameter(
            "N",
            "Game whose bounds are kept for every round, also one beyond M; may be repeated.",
            parse=watched_games,
            option="--watch",
            several=True,
        ),
    ] = ()

    @property
    def covered_by(self) -> tuple[str, ...]:
        is_usual = self.last < FULL_RUNS and self.watched in ((), (WATCHED,))
        return (Runs(FULL_RUNS, (WATCHED,)).digest,) if is_usual else ()

    def make_tasks(self) -> Iterator[RunRows]:
        blocks = [(first, min(first + BLOCK - 1, self.last)) for first in range(1, self.last + 1, BLOCK)]
        for first, upto in [*blocks, *((n, n) for n in self.watched if n > self.last)]:
            yield RunRows(first, upto, tuple(n for n in self.watched if first <= n <= upto))

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"runs": self.last, "watched": list(self.watched)}

    def try_next(self) -> tuple[str, ...]:
        return (f'tafelwerk sql "SELECT * FROM dresher.runs WHERE n = {self.last}"',)


def games_builds(first: int, last: int) -> Iterator[Games]:
    """The games with `first` to `last` numbers, one build per section.

    The rows of a game do not depend on the range that was asked for.

    Raises:
        InputError: there are no such games.
    """
    check_range(first, last)
    low = first
    while low <= last:
        high = min(last, section(low)[1])
        yield Games(low, high)
        low = high + 1


def missing_builds(first: int, last: int, held: frozenset[int]) -> Iterator[Games]:
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


def check_range(first: int, last: int) -> None:
    """Raise InputError if there are no games from `first` to `last`."""
    rules.check_size(first)
    rules.check_size(last)
    if last < first:
        raise InputError(f"--to must be {first} or more, since --from is {first}, not {last}")


def section(n: int) -> tuple[int, int]:
    """First and last game of the section that contains n."""
    return _start(n, SECTION), _start(n, SECTION) + SECTION - 1


def _start(n: int, step: int) -> int:
    """First number of the step that contains n."""
    return (n - 1) // step * step + 1


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield from games_builds(1, QUICK)
    yield Runs(QUICK_RUNS, (QUICK_WATCHED,))


def standard() -> Iterator[Kind]:
    """All games up to STANDARD, and the runs for the source's figures 3.5 and 3.6."""
    yield from games_builds(1, STANDARD)
    yield Runs(RUNS, (WATCHED,))


def full() -> Iterator[Kind]:
    """All games up to FULL, and more runs."""
    yield from games_builds(1, FULL)
    yield Runs(FULL_RUNS, (WATCHED,))


def pocket() -> Iterator[Kind]:
    """The set of the pocket book: small games."""
    yield from games_builds(1, SECTION)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (GameRows(1, 1, 5).run,)
