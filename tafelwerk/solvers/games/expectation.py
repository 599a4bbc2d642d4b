"""Games of chance: values of all positions as exact fractions, also with cycles if chance ends every play.

The strongly connected components of the graph are processed after their successors. In a component of several positions the
values depend on each other: sweeps in doubles suggest the best moves, a linear system over the fractions gives the values under
them, and better moves replace these until there are none. The values then solve the equations of optimality, which have one
solution if chance ends every play, whatever the players do.

Source: L. S. Shapley, Stochastic games, Proceedings of the National Academy of Sciences 39, 1953.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules.rules import Kind
from tafelwerk.solvers.games.graph import Graph
from tafelwerk.solvers.games.retrograde import reverse

MOST_TOGETHER = 1000
"""Greatest number of positions whose values may depend on each other."""

_SWEEPS, _NEAR = 10_000, 1e-15
_ROUNDS = 100
_NAMED = 6


class _Lists(NamedTuple):
    """A graph as lists, which are faster to read one by one: as in `Graph`, and the weight of an edge of chance."""

    kinds: list[Kind]
    offsets: list[int]
    successors: list[int]
    signs: list[int]
    weights: dict[int, fmpq]

    def edges(self, place: int) -> range:
        """The edges of a position."""
        return range(self.offsets[place], self.offsets[place + 1])


def solve_chance(graph: Graph, name: str) -> list[fmpq]:
    """The value of each position for the player to move: the greatest over its moves, the mean over chance.

    Args:
        graph: the game.
        name: name of the game, for messages.

    Raises:
        InputError: the players can play on for ever, or the values of too many positions depend on each other.
    """
    weights = {edge: _exact(weight) for edge, weight in graph.weights.items()}
    lists = _Lists(graph.kinds, graph.offsets.tolist(), graph.successors.tolist(), graph.signs.tolist(), weights)
    _check_stops(graph, lists, name)
    values: list[fmpq] = [fmpq(0)] * len(graph)
    for component in _components(lists):
        if len(component) > MOST_TOGETHER:
            raise InputError(
                f"{name}: the values of {len(component):,} positions depend on each other, among them "
                f"{graph.texts[component[0]]!r:.60}; at most {MOST_TOGETHER:,} are solved together"
            )
        place = component[0]
        if graph.kinds[place] is Kind.END:
            values[place] = _exact(graph.outcomes[place])
        elif len(component) > 1 or place in (lists.successors[edge] for edge in lists.edges(place)):
            _solve_together(lists, component, values, name)
        else:
            values[place] = _value(lists, place, values)
    return values


def _value(lists: _Lists, place: int, values: Sequence[fmpq]) -> fmpq:
    """The value of a position from those of its successors."""
    after = {edge: lists.signs[edge] * values[lists.successors[edge]] for edge in lists.edges(place)}
    if lists.kinds[place] is Kind.CHANCE:
        return sum((lists.weights[edge] * value for edge, value in after.items()), fmpq(0))
    return max(after.values())


def _solve_together(lists: _Lists, component: Sequence[int], values: list[fmpq], name: str) -> None:
    """Fill in the values of a component; those of its successors are known."""
    chosen = _suggested(lists, component, values)
    for _ in range(_ROUNDS):
        for place, value in zip(component, _under(lists, component, chosen, values), strict=True):
            values[place] = value
        better = {}
        for place in chosen:
            edge = max(lists.edges(place), key=lambda edge: lists.signs[edge] * values[lists.successors[edge]])
            if lists.signs[edge] * values[lists.successors[edge]] > values[place]:
                better[place] = edge
        if not better:
            return
        chosen |= better
    raise InputError(f"{name}: best moves were not found in {_ROUNDS} rounds")


def _suggested(lists: _Lists, component: Sequence[int], values: Sequence[fmpq]) -> dict[int, int]:
    """The edge of the best move of each decision in a component, by sweeps in doubles."""
    near = dict.fromkeys(component, 0.0)
    outside = {lists.successors[edge] for place in component for edge in lists.edges(place)} - near.keys()
    near |= {place: float(Fraction(int(values[place].p), int(values[place].q))) for place in outside}
    weights = {
        edge: float(Fraction(int(lists.weights[edge].p), int(lists.weights[edge].q)))
        for place in component
        if lists.kinds[place] is Kind.CHANCE
        for edge in lists.edges(place)
    }
    for _ in range(_SWEEPS):
        change = 0.0
        for place in component:
            told = [(edge, lists.signs[edge] * near[lists.successors[edge]]) for edge in lists.edges(place)]
            if lists.kinds[place] is Kind.CHANCE:
                value = sum(weights[edge] * one for edge, one in told)
            else:
                value = max(one for _, one in told)
            change = max(change, abs(value - near[place]))
            near[place] = value
        if change < _NEAR:
            break
    return {
        place: max(lists.edges(place), key=lambda edge: lists.signs[edge] * near[lists.successors[edge]])
        for place in component
        if lists.kinds[place] is Kind.DECISION
    }


def _under(lists: _Lists, component: Sequence[int], chosen: dict[int, int], values: Sequence[fmpq]) -> Iterator[fmpq]:
    """The values of a component under these moves, by a linear system."""
    rows = {place: row for row, place in enumerate(component)}
    size = len(component)
    matrix, known = fmpq_mat(size, size), fmpq_mat(size, 1)
    for place, row in rows.items():
        matrix[row, row] += 1
        for edge in [chosen[place]] if place in chosen else lists.edges(place):
            share = lists.signs[edge] * lists.weights.get(edge, fmpq(1))
            after = lists.successors[edge]
            if after in rows:
                matrix[row, rows[after]] -= share
            else:
                known[row, 0] += share * values[after]
    solution = matrix.solve(known)
    return (solution[row, 0] for row in range(size))


def _components(lists: _Lists) -> Iterator[list[int]]:
    """The strongly connected components, each after its successors.

    Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
    """
    count = len(lists.kinds)
    number, lowest = [-1] * count, [0] * count
    is_open = [False] * count
    stack: list[int] = []
    found = 0
    for root in range(count):
        if number[root] >= 0:
            continue
        path = [(root, iter(lists.edges(root)))]
        number[root] = lowest[root] = found
        found += 1
        stack.append(root)
        is_open[root] = True
        while path:
            place, edges = path[-1]
            for edge in edges:
                after = lists.successors[edge]
                if number[after] < 0:
                    number[after] = lowest[after] = found
                    found += 1
                    stack.append(after)
                    is_open[after] = True
                    path.append((after, iter(lists.edges(after))))
                    break
                if is_open[after]:
                    lowest[place] = min(lowest[place], number[after])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[place])
                if lowest[place] == number[place]:
                    component = [stack.pop()]
                    while component[-1] != place:
                        component.append(stack.pop())
                    for one in component:
                        is_open[one] = False
                    yield component


def _check_stops(graph: Graph, lists: _Lists, name: str) -> None:
    """Raise InputError where the players can play on for ever, whatever chance draws."""
    back = reverse(graph)
    first, sources, left = back.offsets.tolist(), back.sources.tolist(), back.degrees.tolist()
    waiting = [place for place, kind in enumerate(graph.kinds) if kind is Kind.END]
    stops = [kind is Kind.END for kind in graph.kinds]
    for place in waiting:
        for edge in range(first[place], first[place + 1]):
            before = sources[edge]
            left[before] -= 1
            if not stops[before] and (not left[before] or graph.kinds[before] is Kind.CHANCE):
                stops[before] = True
                waiting.append(before)
    if len(waiting) == len(graph):
        return
    raise InputError(
        f"{name} has chance, and the players can play on for ever ({_cycle(graph, lists, stops)}); games of chance are solved "
        "where chance ends every play: let a position count its turns"
    )


def _exact(value: int | Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _cycle(graph: Graph, lists: _Lists, stops: Sequence[bool]) -> str:
    """A cycle among the positions from which play need not stop, as text."""
    place = stops.index(False)
    seen: dict[int, int] = {}
    while place not in seen:
        seen[place] = len(seen)
        place = next(lists.successors[edge] for edge in lists.edges(place) if not stops[lists.successors[edge]])
    cycle = [*list(seen)[seen[place] :], place]
    shown = cycle if len(cycle) <= _NAMED else [*cycle[: _NAMED - 1], cycle[-1]]
    texts = [repr(graph.texts[one])[:40] for one in shown]
    if len(cycle) > _NAMED:
        texts.insert(-1, "...")
    return " to ".join(texts)
