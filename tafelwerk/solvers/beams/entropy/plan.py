"""A strategy's analysis in parts: the set of codes is followed down to sets small enough, and these are dealt out.

Parts are the same on every machine: which sets they hold depends on nothing but the strategy and the number of parts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.entropy.analysis import Outcome, Start, analyse
from tafelwerk.solvers.beams.entropy.choice import Order, Parts, first
from tafelwerk.solvers.beams.entropy.measure import Measure, best_queries
from tafelwerk.solvers.beams.rules.codes import consistent
from tafelwerk.solvers.beams.rules.problem import Problem

LARGEST = 48
"""A set is followed further down while it holds more than this share of all codes: one in 48."""

History = tuple[Beam, ...]


@dataclass(frozen=True, slots=True)
class Inner:
    """A set that was followed further down.

    Attributes:
        history: queries and answers that lead to it.
        query: what is asked: colour, diagonal.
        codes: codes left.
    """

    history: History
    query: tuple[int, int]
    codes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The top of a strategy's tree.

    Attributes:
        inner: sets that were followed further down, the root first.
        leaves: histories that lead to the others, and the codes left; they hold every code once.
    """

    inner: tuple[Inner, ...]
    leaves: tuple[tuple[History, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """A part of the analysis.

    Attributes:
        spent: codes by queries and wrong fields, over all its sets.
        sets: the history of each of its sets, and what it costs there.
    """

    spent: dict[tuple[int, int], int]
    sets: tuple[tuple[History, Outcome], ...]


@lru_cache(maxsize=4)
def make_plan(problem: Problem, measure: Measure, order: Order, largest: int = LARGEST) -> Plan:
    """Follow a strategy down from all codes.

    Args:
        problem: the variant.
        measure: see `measure.Measure`.
        order: which of tied queries is asked.
        largest: a set is followed further down while it holds more than this share of all codes.
    """
    inner: list[Inner] = []
    leaves: list[tuple[History, int]] = []
    waiting: list[tuple[History, int]] = [((), problem.codes)]
    every = (1 << len(problem.diagonals)) - 1
    while waiting:
        history, codes = waiting.pop()
        if codes * largest <= problem.codes:
            leaves.append((history, codes))
            continue
        begin = start_of(problem, history)
        parts = Parts(problem, begin.elements, begin.used)
        tied = best_queries(problem, begin.elements, begin.used, every & ~begin.diagonals, measure, parts)
        colour, diagonal = query = first(tied, order)
        inner.append(Inner(history, query, codes))
        children = parts.of(colour, diagonal)
        waiting += [((*history, Beam(colour, diagonal, hits)), left) for hits, left in reversed(children.items())]
    return Plan(tuple(inner), tuple(leaves))


def share(
    problem: Problem,
    measure: Measure,
    order: Order,
    part: int,
    parts: int,
    *,
    record_depth: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Share:
    """Analyse one part.

    Args:
        problem: the variant.
        measure: see `measure.Measure`.
        order: which of tied queries is asked.
        part: which, from 1.
        parts: how many there are.
        record_depth: the tree below each set is kept down to nodes after so many queries, counted from the start of the game.
        progress: told now and then how many codes are done.

    Raises:
        InputError: there is no such part.
    """
    if not 1 <= part <= parts:
        raise InputError(f"a part is 1 to {parts}, not {part}")
    spent: dict[tuple[int, int], int] = {}
    sets: list[tuple[History, Outcome]] = []
    done = 0

    def told(now: int) -> None:
        if progress is not None:
            progress(done + now)

    for history, codes in dealt(make_plan(problem, measure, order), parts)[part - 1]:
        found = analyse(problem, measure, order, start_of(problem, history), record_depth=record_depth, progress=told)
        for key, count in found.spent.items():
            spent[key] = spent.get(key, 0) + count
        sets.append((history, found))
        done += codes
        told(0)
    return Share(spent, tuple(sets))


def dealt(plan: Plan, parts: int) -> list[list[tuple[History, int]]]:
    """The leaves of a plan in parts of about as many codes, see `deal`."""
    return [[plan.leaves[place] for place in hand] for hand in deal([codes for _, codes in plan.leaves], parts)]


def deal(sizes: Sequence[int], parts: int) -> list[list[int]]:
    """Numbers of sets in parts of about the same size, the largest dealt first; ascending in each part."""
    loads, hands = [0] * parts, [list[int]() for _ in range(parts)]
    for place in sorted(range(len(sizes)), key=lambda place: -sizes[place]):
        least = loads.index(min(loads))
        hands[least].append(place)
        loads[least] += sizes[place]
    return [sorted(hand) for hand in hands]


def start_of(problem: Problem, history: History) -> Start:
    """The set of codes that a strategy's history leaves."""
    used = len({beam.colour for beam in history})
    diagonals = sum(1 << beam.diagonal for beam in history)
    elements = consistent(problem.patterns, problem.answers, list(history)) if history else problem.patterns
    return Start(elements, used, diagonals, len(history))


def spread(found: Outcome, history: History) -> Iterator[tuple[History, int]]:
    """The recorded nodes of a set with their whole histories: history and row, parents first."""
    histories: list[History] = []
    for row, parent in enumerate(found.nodes.parent.tolist()):
        if parent < 0:
            histories.append(history)
        else:
            colour, diagonal = divmod(int(found.nodes.query[parent]), 256)
            histories.append((*histories[parent], Beam(colour, diagonal, int(found.nodes.answer[row]))))
        yield histories[row], row
