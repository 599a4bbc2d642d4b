"""A user's own game as an explicit graph, and its solution: value, distance and best moves of every position.

The graph has the positions reachable from the start, equivalent ones once, and their edges as arrays. Both methods also solve
games with cycles.

Without chance, retrograde analysis (`machine.retrograde`).

With chance, exact fractions. The strongly connected components of the graph are processed after their successors. In a component
of several positions the values depend on each other: sweeps in doubles suggest the best moves, a linear system over the fractions
gives the values under them, and better moves replace these until there are none. The values then solve the equations of
optimality, which have one solution if chance ends every play, whatever the players do.

Source: L. S. Shapley, Stochastic games, Proceedings of the National Academy of Sciences 39, 1953.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import FAULTS, NodeKind, Rules
from tafelwerk.rules.game_trees import Outcome
from tafelwerk.solvers.machine.retrograde import ENDLESS, Edges, Ints, reverse, solve_moves, sources_of

MOST_EDGES = 2**31 - 1
"""Greatest number of edges of a graph; an edge is an int32."""

_TOLD = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """n positions, m edges.

    Attributes:
        texts: the positions as text, n of them; the start is the first.
        kinds: kind of each position.
        outcomes: by position, value of an end for the player to move.
        edges: the edges.
        names: the move of each edge as text, "" for chance; m of them.
        weights: by edge, the probability of chance.
    """

    texts: list[str]
    kinds: list[NodeKind]
    outcomes: dict[int, Outcome]
    edges: Edges
    names: list[str]
    weights: dict[int, Fraction]

    def __len__(self) -> int:
        return len(self.texts)


_UNSAVED, _SAVE_SHARE = 5.0, 10.0
"""Seconds before a state is saved, and between states as a multiple of what saving the last one took."""

State = dict[str, Any]
"""What was explored, in JSON's types."""

Save = Callable[[State, str], None]
"""Saves a state, with its description."""


class Exploration:
    """The search for the positions of a game, each with its successors.

    Args:
        rules: the game.
        most: greatest number of positions.
        state: what an earlier search found; empty at the start.
    """

    def __init__(self, rules: Rules, most: int, state: State) -> None:
        self.rules, self.most = rules, most
        self.positions = [_unpack(value) for value in state.get("positions", ())]
        self.positions = self.positions or [rules.canonical(rules.start())]
        # as the game returns them, equivalent ones included: none is made canonical twice
        self.numbers: dict[Any, int] = {position: number for number, position in enumerate(self.positions)}
        self.kinds = [NodeKind(kind) for kind in state.get("kinds", ())]
        self.outcomes: dict[int, Outcome] = {number: Fraction(text) for number, text in state.get("outcomes", ())}
        self.weights = {edge: Fraction(text) for edge, text in state.get("weights", ())}
        self.names: list[str] = state.get("names", [])
        self.offsets = array("i", state.get("offsets", [0]))
        self.successors, self.signs = array("i", state.get("successors", ())), array("b", state.get("signs", ()))

    def go_on(self, save: Save | None) -> None:
        """Look at every position that was not looked at yet; `save` is called now and then."""
        rules, positions, numbers = self.rules, self.positions, self.numbers
        symmetric, has_player = rules.is_symmetric, rules.tells_player
        due = monotonic() + _UNSAVED
        while (number := len(self.offsets) - 1) < len(positions):  # grows on the way
            if not number % _TOLD:
                if rules.tell is not None:
                    rules.tell(number, len(positions))
                if (begin := monotonic()) >= due:
                    self.save(save)
                    due = monotonic() + max(_UNSAVED, _SAVE_SHARE * (monotonic() - begin))
            position = positions[number]
            node = rules.node(position)
            kind = node.kind
            self.kinds.append(kind)
            if kind is NodeKind.END:
                self.outcomes[number] = node.outcome
            sign = 1 if rules.players == 1 or kind is NodeKind.CHANCE else -1
            for after in node.after:
                try:
                    successor = numbers.get(after)
                except FAULTS as fault:
                    rules.check_hash(after, position)
                    raise rules.incomparable(fault) from fault
                if successor is None:
                    canonical = rules.canonical(after) if symmetric else after
                    successor = numbers.get(canonical)
                    if successor is None:
                        successor = numbers[canonical] = len(positions)
                        positions.append(canonical)
                        if successor >= self.most:
                            raise rules.too_many(self.most, canonical)
                    if symmetric:
                        numbers[after] = successor
                self.successors.append(successor)
                self.signs.append(rules.sign(position, after, kind) if has_player else sign)
            if kind is NodeKind.CHANCE:
                self.weights.update(zip(range(len(self.names), len(self.successors)), node.weights, strict=True))
                self.names.extend([""] * len(node.after))
            else:
                self.names.extend(node.names)
            self.offsets.append(len(self.successors))

    def save(self, save: Save | None) -> None:
        """Save what belongs to the positions that were looked at, unless these are few or cannot be written in JSON's types."""
        done, edges = len(self.offsets) - 1, self.offsets[-1]
        if save is None or done < _TOLD:
            return
        with suppress(TypeError):
            state = {
                "positions": [_pack(position) for position in self.positions],
                "kinds": self.kinds[:done],
                "outcomes": [(number, str(outcome)) for number, outcome in self.outcomes.items() if number < done],
                "weights": [(edge, str(weight)) for edge, weight in self.weights.items() if edge < edges],
                "names": self.names[:edges],
                "offsets": self.offsets.tolist(),
                "successors": self.successors[:edges].tolist(),
                "signs": self.signs[:edges].tolist(),
            }
            save(state, f"{done:,} of {len(self.positions):,} positions of {self.rules.name} looked at")


def explore(rules: Rules, most: int, saved: State | None = None, save: Save | None = None) -> Graph:
    """The graph of a game.

    Args:
        rules: the game.
        most: greatest number of positions.
        saved: a state saved for this game, to go on from. Default: from the start.
        save: called now and then, and when the search is interrupted.

    Raises:
        InputError: the game returns an impossible value, has more positions, or has two positions with the same text.
    """
    search = Exploration(rules, most, saved or {})
    try:
        search.go_on(save)
    except KeyboardInterrupt:
        search.save(save)
        raise
    texts = [rules.text(position) for position in search.positions]
    if len(set(texts)) < len(texts):
        _refuse_same_text(rules, texts)
    offsets, successors = np.array(search.offsets, np.int32), np.array(search.successors, np.int32)
    edges = Edges(offsets, successors, np.array(search.signs, np.int8))
    return Graph(texts, search.kinds, search.outcomes, edges, search.names, search.weights)


def _pack(position: Any) -> Any:
    """A position in JSON's types.

    Raises:
        TypeError: it is made of something else than numbers, texts, tuples and frozensets.
    """
    kind = type(position)
    if position is None or kind in (int, str, bool):
        return position
    if kind is tuple:
        return [_pack(part) for part in position]
    if kind is frozenset:
        return {"set": [_pack(part) for part in position]}
    raise TypeError(kind)


def _unpack(value: Any) -> Any:
    """The position that was packed."""
    if isinstance(value, list):
        return tuple(_unpack(part) for part in value)
    return frozenset(_unpack(part) for part in value["set"]) if isinstance(value, dict) else value


def _refuse_same_text(rules: Rules, texts: list[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            raise InputError(
                f"{rules.name}: two positions have the same text, {text!r:.80}; give the game a method text(position)"
            )
        seen.add(text)


MOST_TOGETHER = 1000
"""Greatest number of positions whose values may depend on each other."""

_SWEEPS, _NEAR = 10_000, 1e-15
_ROUNDS = 100
_NAMED = 6


class _Lists(NamedTuple):
    """A graph as lists, which are faster to read one by one: as in `Graph`, and the weight of an edge of chance."""

    kinds: list[NodeKind]
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
    offsets, successors, signs = (part.tolist() for part in graph.edges)
    lists = _Lists(graph.kinds, offsets, successors, signs, weights)
    _check_stops(graph, lists, name)
    values: list[fmpq] = [fmpq(0)] * len(graph)
    for component in _components(lists):
        if len(component) > MOST_TOGETHER:
            raise InputError(
                f"{name}: the values of {len(component):,} positions depend on each other, among them "
                f"{graph.texts[component[0]]!r:.60}; at most {MOST_TOGETHER:,} are solved together"
            )
        position = component[0]
        if graph.kinds[position] is NodeKind.END:
            values[position] = _exact(graph.outcomes[position])
        elif len(component) > 1 or position in (lists.successors[edge] for edge in lists.edges(position)):
            _solve_together(lists, component, values, name)
        else:
            values[position] = _value(lists, position, values)
    return values


def _value(lists: _Lists, position: int, values: Sequence[fmpq]) -> fmpq:
    """The value of a position from those of its successors."""
    after = {edge: lists.signs[edge] * values[lists.successors[edge]] for edge in lists.edges(position)}
    if lists.kinds[position] is NodeKind.CHANCE:
        return sum((lists.weights[edge] * value for edge, value in after.items()), fmpq(0))
    return max(after.values())


def _solve_together(lists: _Lists, component: Sequence[int], values: list[fmpq], name: str) -> None:
    """Fill in the values of a component; those of its successors are known."""
    chosen = _suggest_moves(lists, component, values)
    for _ in range(_ROUNDS):
        for position, value in zip(component, _values(lists, component, chosen, values), strict=True):
            values[position] = value
        better = {}
        for position in chosen:
            edge = max(lists.edges(position), key=lambda edge: lists.signs[edge] * values[lists.successors[edge]])
            if lists.signs[edge] * values[lists.successors[edge]] > values[position]:
                better[position] = edge
        if not better:
            return
        chosen |= better
    raise InputError(f"{name}: best moves were not found in {_ROUNDS} rounds")


def _suggest_moves(lists: _Lists, component: Sequence[int], values: Sequence[fmpq]) -> dict[int, int]:
    """The edge of the best move of each decision in a component, by sweeps in doubles."""
    near = dict.fromkeys(component, 0.0)
    outside = {lists.successors[edge] for position in component for edge in lists.edges(position)} - near.keys()
    near |= {position: float(Fraction(int(values[position].p), int(values[position].q))) for position in outside}
    weights = {
        edge: float(Fraction(int(lists.weights[edge].p), int(lists.weights[edge].q)))
        for position in component
        if lists.kinds[position] is NodeKind.CHANCE
        for edge in lists.edges(position)
    }
    for _ in range(_SWEEPS):
        change = 0.0
        for position in component:
            edge_values = [(edge, lists.signs[edge] * near[lists.successors[edge]]) for edge in lists.edges(position)]
            if lists.kinds[position] is NodeKind.CHANCE:
                value = sum(weights[edge] * edge_value for edge, edge_value in edge_values)
            else:
                value = max(edge_value for _, edge_value in edge_values)
            change = max(change, abs(value - near[position]))
            near[position] = value
        if change < _NEAR:
            break
    return {
        position: max(lists.edges(position), key=lambda edge: lists.signs[edge] * near[lists.successors[edge]])
        for position in component
        if lists.kinds[position] is NodeKind.DECISION
    }


def _values(lists: _Lists, component: Sequence[int], chosen: dict[int, int], values: Sequence[fmpq]) -> Iterator[fmpq]:
    """The values of a component under these moves, by a linear system."""
    rows = {position: row for row, position in enumerate(component)}
    size = len(component)
    matrix, known = fmpq_mat(size, size), fmpq_mat(size, 1)
    for position, row in rows.items():
        matrix[row, row] += 1
        for edge in [chosen[position]] if position in chosen else lists.edges(position):
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
    count_met = 0
    for root in range(count):
        if number[root] >= 0:
            continue
        path = [(root, iter(lists.edges(root)))]
        number[root] = lowest[root] = count_met
        count_met += 1
        stack.append(root)
        is_open[root] = True
        while path:
            position, edges = path[-1]
            for edge in edges:
                after = lists.successors[edge]
                if number[after] < 0:
                    number[after] = lowest[after] = count_met
                    count_met += 1
                    stack.append(after)
                    is_open[after] = True
                    path.append((after, iter(lists.edges(after))))
                    break
                if is_open[after]:
                    lowest[position] = min(lowest[position], number[after])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[position])
                if lowest[position] == number[position]:
                    component = [stack.pop()]
                    while component[-1] != position:
                        component.append(stack.pop())
                    for member in component:
                        is_open[member] = False
                    yield component


def _check_stops(graph: Graph, lists: _Lists, name: str) -> None:
    """Raise InputError where the players can play on for ever, whatever chance draws."""
    back = reverse(graph.edges)
    first, sources, left = back.offsets.tolist(), back.sources.tolist(), back.degrees.tolist()
    waiting = [position for position, kind in enumerate(graph.kinds) if kind is NodeKind.END]
    stops = [kind is NodeKind.END for kind in graph.kinds]
    for position in waiting:
        for edge in range(first[position], first[position + 1]):
            before = sources[edge]
            left[before] -= 1
            if not stops[before] and (not left[before] or graph.kinds[before] is NodeKind.CHANCE):
                stops[before] = True
                waiting.append(before)
    if len(waiting) == len(graph):
        return
    raise InputError(
        f"{name} has chance, and the players can play on for ever ({_cycle(graph, lists, stops)}); games of chance are solved "
        "where chance ends every play: leave out a move that leads back, or let a position count its turns up to an end"
    )


def _exact(value: int | Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _cycle(graph: Graph, lists: _Lists, stops: Sequence[bool]) -> str:
    """A cycle among the positions from which play need not stop, as text."""
    position = stops.index(False)
    seen: dict[int, int] = {}
    while position not in seen:
        seen[position] = len(seen)
        position = next(lists.successors[edge] for edge in lists.edges(position) if not stops[lists.successors[edge]])
    cycle = [*list(seen)[seen[position] :], position]
    positions = cycle if len(cycle) <= _NAMED else [*cycle[: _NAMED - 1], cycle[-1]]
    texts = [repr(graph.texts[member])[:40] for member in positions]
    if len(cycle) > _NAMED:
        texts.insert(-1, "...")
    return " to ".join(texts)


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved game.

    Attributes:
        graph: its n positions.
        values: by position, value for the player to move; n of them.
        distances: by position, plies to the end if the winner hurries and the loser delays; for value 0, the fewest to an end of
            0 by moves that keep the value. None if there is no such end, and in games of chance.
        best: by position, the moves that keep value and distance; for value 0, all that keep the value.
    """

    graph: Graph
    values: list[Fraction]
    distances: list[int | None]
    best: list[list[str]]


def solve_own_game(rules: Rules, most: int, saved: State | None = None, save: Save | None = None) -> Solution:
    """Every position of a game.

    Args:
        rules: the game.
        most: greatest number of positions.
        saved, save: as in `explore`.

    Raises:
        InputError: the game returns an impossible value, has more positions, or has chance and endless plays.
    """
    graph = explore(rules, most, saved, save)
    edges = graph.edges
    if NodeKind.CHANCE in graph.kinds:
        exact = solve_chance(graph, rules.name)
        ordered = sorted(set(exact))
        value_rank = {value: rank for rank, value in enumerate(ordered)}
        ranks = np.array([value_rank[value] for value in exact], np.int32)
        negative = np.array([value_rank.get(-value, -1) for value in exact], np.int32)
        shared = {value: Fraction(int(value.p), int(value.q)) for value in ordered}
        values = [shared[value] for value in exact]
        ranks_after = np.where(edges.signs > 0, ranks[edges.successors], negative[edges.successors])
        kept_edges = _keeps(graph, ranks, ranks_after)
        return Solution(graph, values, [None] * len(graph), _best_moves(graph, kept_edges & _decides(graph)))
    exact_outcomes = [Fraction(outcome) for outcome in graph.outcomes.values()]
    sizes = sorted({abs(outcome) for outcome in exact_outcomes} | {Fraction(0)})
    rank_of = {size: rank for rank, size in enumerate(sizes)}
    ends = np.fromiter(graph.outcomes, np.int32)
    ranks = np.fromiter((rank_of[abs(number)] * (1 if number > 0 else -1) for number in exact_outcomes), np.int32)
    solved, distances = solve_moves(edges, ranks, ends)
    kept_edges = _keeps(graph, solved, edges.signs * solved[edges.successors])
    sources = sources_of(edges)
    kept_edges &= (solved[sources] == 0) | (distances[edges.successors] == distances[sources] - 1)
    values_of = {sign * rank: sign * size for size, rank in rank_of.items() for sign in (1, -1)}
    values = [values_of[rank] for rank in solved.tolist()]
    plies = [None if number == ENDLESS else number for number in distances.tolist()]
    return Solution(graph, values, plies, _best_moves(graph, kept_edges))


def _keeps(graph: Graph, ranks: Ints, after: Ints) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Whether each edge keeps the value; `after`: rank of the edge's target, for the player before it."""
    return np.asarray(ranks[sources_of(graph.edges)] == after)


def _decides(graph: Graph) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Whether each edge is a move of a player."""
    return np.fromiter((kind is NodeKind.DECISION for kind in graph.kinds), np.bool_)[sources_of(graph.edges)]


def _best_moves(graph: Graph, is_best: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> list[list[str]]:
    """The moves of the selected edges, by position."""
    counts = np.concatenate([[0], np.cumsum(is_best)])[graph.edges.offsets].tolist()
    names = [graph.names[edge] for edge in np.flatnonzero(is_best).tolist()]
    return [names[begin:end] for begin, end in pairwise(counts)]
