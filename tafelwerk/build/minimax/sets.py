"""The builds of the standard, quick, pocket and full sets."""

from collections.abc import Callable, Iterator, Mapping

from tafelwerk.build.minimax.builds import (
    FULL_HEAP,
    FULL_SETS,
    MISERE,
    SETS,
    STANDARD_PAIRS,
    Values,
    Whole,
    game_build,
    heaps_build,
    memory_build,
    misere_build,
    sets_build,
    sparse_build,
)
from tafelwerk.build.minimax.heap_costs import PROOFS
from tafelwerk.build.task import Build, Task
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.heaps import GRUNDY, LARGEST_MISERE, heap_game, octal_game
from tafelwerk.rules.minimax.memory import MOST_PAIRS, Objective, Rule
from tafelwerk.tables.minimax.builds import GRUNDY_HEAP, SEARCHED

STANDARD = tuple(GAMES)[:-1]
"""Games over ranks of the standard set, some seconds: all but eight pancakes."""

QUICK = ("tictactoe", "nim-passes", "burnt-pancakes-4")

POCKET = ("tictactoe", "tictactoe-misere", "notakto", "nim-passes", "burnt-pancakes-4")

PROVED = (
    "0.77",
    "0.07",
    "0.137",
    "0.127",
    "0.05",
    "0.156",
    "0.165",
    "0.26",
    "0.356",
    "0.4",
    "0.45",
    "0.644",
    "0.73",
    "0.75",
    "4.7",
)
"""Octal games of the standard set with a proved period: Kayles, Dawson's Kayles, Dawson's chess, and others."""

OPEN = ("0.6", "0.06", "0.007", "0.14", "0.37")
"""Octal games of the standard set without a known period within SEARCHED heaps: Officers, Treblecross and others."""

LATE = {"0.16": 510_000, "0.56": PROOFS["octal 0.56"]}
"""Octal games of the full set whose periods need many heaps, and a heap that is enough for the proof."""

SPARSE_LATE = ("0.055", "0.16", "0.56", "0.354", "0.104", "0.454", "0.054")
"""Octal games of the full set whose periods are proved through a finite sparse space."""

QUICK_HEAP, QUICK_MISERE, QUICK_SETS = 2000, 30, 3

QUICK_PAIRS = {Objective.GAIN: 10, Objective.WIN: 4}

FULL_SEARCHED = 200_000
"""Largest heap of the games OPEN in the full set."""


def standard() -> Iterator[Build]:
    """The builds of the standard set."""
    yield from map(game_build, STANDARD)
    yield from _heaps(GRUNDY_HEAP, PROVED, dict.fromkeys(OPEN, SEARCHED), SETS, MISERE)
    yield from _memory(STANDARD_PAIRS)


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield from map(game_build, QUICK)
    yield from _heaps(QUICK_HEAP, PROVED[:2], {}, QUICK_SETS, dict.fromkeys(("grundy", "octal 0.77"), QUICK_MISERE))
    yield from _memory(QUICK_PAIRS)


def pocket() -> Iterator[Build]:
    """The set of the pocket book: the smallest games, all proved periods, a few pairs of Memory."""
    yield from map(game_build, POCKET)
    yield from _heaps(QUICK_HEAP, PROVED, {}, QUICK_SETS, dict.fromkeys(MISERE, QUICK_MISERE))
    yield from _memory(QUICK_PAIRS)


def full() -> Iterator[Build]:
    """All games, more heaps of the same games, periods that need many heaps, and the most pairs of Memory."""
    yield from map(game_build, GAMES)
    searched = LATE | dict.fromkeys(OPEN, FULL_SEARCHED)
    yield from _heaps(FULL_HEAP, PROVED, searched, FULL_SETS, dict.fromkeys(MISERE, LARGEST_MISERE))
    for code in SPARSE_LATE:
        yield sparse_build(octal_game(code))
    yield from _memory(MOST_PAIRS)


def _heaps(
    heap: int, proved: tuple[str, ...], searched: Mapping[str, int], sets: int, misere: Mapping[str, int]
) -> Iterator[Build]:
    """Grundy's game up to a heap, octal games up to their proofs or a heap, subtraction sets, games under misere play."""
    yield heaps_build(GRUNDY, heap)
    for code in proved:
        yield heaps_build(octal_game(code))
    for code, most in searched.items():
        yield heaps_build(octal_game(code), most)
    yield sets_build(sets)
    for name, most in misere.items():
        yield misere_build(heap_game(name), most)


def _memory(pairs: Mapping[Objective, int]) -> Iterator[Build]:
    """Both rules and both objectives, each objective up to its largest number of pairs."""
    for rule in Rule:
        for objective in Objective:
            yield memory_build(pairs[objective], rule, objective)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel, and the moves of all games."""
    games: list[Task] = [Whole(name) for name in ("tictactoe", "notakto", "nim-passes", "burnt-pancakes-2")]
    heaps: list[Task] = [Values(GRUNDY.name, 10), Values("octal 0.77", 10)]
    return tuple(task.run for task in (*games, *heaps))
