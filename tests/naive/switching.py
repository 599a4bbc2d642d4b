"""The switching game by its rules: every move tried, every position asked who has won. To be believed at sight."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph

States = tuple[int, ...]


def spread(edges: Iterable[Sequence[int]], start: int) -> set[int]:
    """Nodes that edges join to a node."""
    found, before, pairs = {start}, 0, list(edges)
    while len(found) > before:
        before = len(found)
        for pair in pairs:
            if not found.isdisjoint(pair):
                found.update(pair)
    return found


def ends_of(graph: Graph, states: Sequence[int], *by: int) -> list[list[int]]:
    """Ends of the edges of some states."""
    return [ends for ends, state in zip(graph.ends.tolist(), states, strict=True) if state in by]


def winner(graph: Graph, states: Sequence[int]) -> Player | None:
    """Who has won, None while the game is open."""
    if B in spread(ends_of(graph, states, MARKED), A):
        return Player.SHORT
    return None if B in spread(ends_of(graph, states, MARKED, FREE), A) else Player.CUT


def components(nodes: int, edges: Iterable[Sequence[int]]) -> tuple[list[int], bool]:
    """The smallest node that edges join each node to, and whether they are a forest."""
    labels, is_forest = list(range(nodes)), True
    for one, other in edges:
        low, high = sorted((labels[one], labels[other]))
        is_forest = is_forest and low != high
        labels = [low if node == high else node for node in labels]
    return labels, is_forest


class Minimax:
    """Who wins what on one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.winner = cache(self._winner)
        self.over = cache(lambda states: winner(graph, states))

    def _winner(self, states: States, to_move: Player) -> Player:
        """Who wins the position."""
        over = self.over(states)
        if over is not None:
            return over
        wins = any(self.winner(after, to_move.rival) is to_move for _, after in successors(states, to_move))
        return to_move if wins else to_move.rival

    def moves(self, states: States, to_move: Player) -> tuple[int, ...]:
        """The moves that win it for the player to move."""
        if self.over(states) is not None:
            return ()
        return tuple(
            edge for edge, after in successors(states, to_move) if self.winner(after, to_move.rival) is to_move
        )


def successors(states: States, to_move: Player) -> Iterator[tuple[int, States]]:
    """Every move and the states after it."""
    for edge, state in enumerate(states):
        if state == FREE:
            yield edge, (*states[:edge], to_move.colour, *states[edge + 1 :])


def turn_consistent(edges: int) -> Iterator[tuple[States, Player]]:
    """States with as many deleted edges as marked ones, or one more, and who is to move when Cut began; finished ones too."""
    for taken in range(edges + 1):
        for where in combinations(range(edges), taken):
            for deleted in combinations(where, (taken + 1) // 2):
                states = [FREE] * edges
                for edge in where:
                    states[edge] = DELETED if edge in deleted else MARKED
                yield tuple(states), Player.SHORT if taken % 2 else Player.CUT


def connected(nodes: int, edges: list[tuple[int, int]], chosen: Random) -> Graph:
    """The graph, with one more edge where A and B are apart."""
    near, far = (spread(edges, end) for end in (A, B))
    if B not in near:
        edges.append((chosen.choice(sorted(near)), chosen.choice(sorted(far))))
    return make_graph(nodes, edges)


def taken_in_turn(edges: int, free: int, chosen: Random) -> States:
    """States after moves at random, the players in turn, until a number of edges is free."""
    states = [FREE] * edges
    for number, edge in enumerate(chosen.sample(range(edges), edges - free)):
        states[edge] = MARKED if number % 2 else DELETED
    return tuple(states)


@st.composite
def positions(
    draw: st.DrawFn, most_nodes: int = 6, most_edges: int = 10, most_free: int = 8
) -> tuple[Graph, States, Player]:
    """Any graphs with loops and parallel edges, any states of their edges with that many free at most, a player to move."""
    nodes, chosen = draw(st.integers(2, most_nodes)), Random(draw(st.integers(0, 2**32)))
    node = st.integers(0, nodes - 1)
    graph = connected(nodes, draw(st.lists(st.tuples(node, node), max_size=most_edges - 1)), chosen)
    state = st.sampled_from((FREE, FREE, FREE, DELETED, MARKED))
    states = draw(st.lists(state, min_size=graph.edges, max_size=graph.edges))
    while states.count(FREE) > most_free:
        states[states.index(FREE)] = DELETED if states.count(DELETED) <= states.count(MARKED) else MARKED
    return graph, tuple(states), draw(st.sampled_from(Player))


@st.composite
def close_positions(draw: st.DrawFn, most_nodes: int, most_taken: int) -> tuple[Graph, States, Player]:
    """Positions on which little hangs: two random trees of all nodes, some edges more and less, few of them taken."""
    nodes, chosen = draw(st.integers(3, most_nodes)), Random(draw(st.integers(0, 2**32)))
    edges = []
    for _ in range(2):
        order = chosen.sample(range(nodes), nodes)
        edges += [(order[at], chosen.choice(order[:at])) for at in range(1, nodes)]
    chosen.shuffle(edges)
    del edges[: draw(st.integers(0, 3))]
    edges += [(chosen.randrange(nodes), chosen.randrange(nodes)) for _ in range(draw(st.integers(0, 2)))]
    chosen.shuffle(edges)
    graph = connected(nodes, edges, chosen)
    free = max(0, graph.edges - draw(st.integers(0, most_taken)))
    return graph, taken_in_turn(graph.edges, free, chosen), draw(st.sampled_from(Player))
