"""The switching game by its rules: every move tried, every position asked who has won. To be believed at sight."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph, winner

States = tuple[int, ...]


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
    sides = []
    for end in (A, B):
        side = [end]
        for at in side:
            side.extend({one + other - at for one, other in edges if at in (one, other)} - set(side))
        sides.append(side)
    if B not in sides[0]:
        edges.append((chosen.choice(sides[0]), chosen.choice(sides[1])))
    return make_graph(nodes, edges)


@st.composite
def positions(
    draw: st.DrawFn, most_nodes: int = 6, most_edges: int = 10, most_free: int = 8
) -> tuple[Graph, States, Player]:
    """Any graphs with loops and parallel edges, any states of their edges with so many free at most, a player to move."""
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
    states = [FREE] * graph.edges
    for number, edge in enumerate(
        chosen.sample(range(graph.edges), min(graph.edges, draw(st.integers(0, most_taken))))
    ):
        states[edge] = MARKED if number % 2 else DELETED
    return graph, tuple(states), draw(st.sampled_from(Player))
