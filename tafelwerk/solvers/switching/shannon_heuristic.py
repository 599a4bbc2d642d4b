"""Shannon against Shannon: both follow the resistor heuristic; Cut's exact chance; how Short beats such a Cut.

At the start potentials fall evenly from row to row, so all M^2 edges between rows are tied, and each is an opening. After that,
play is mostly forced. Edges whose drops doubles cannot tell apart are handled as follows:

- Parallel edges, and edges in series (they cut off a part with neither A nor B), always have the same drop. Swapping them is an
  automorphism of the remaining game, that is of the cycle matroid with an edge from A to B added. So one of them stands for all.
- Others are compared by as many binary digits as it takes, up to those that prove them equal (`exact_drops.greatest_among`).

Most positions differ from an earlier one by a few moves, and their potentials are found by updates (`fast_drops`).

Positions are stored where a move is a choice and at every eighth ply between, up to the board's symmetries, so that converging
lines are followed once.

An edge with the greatest drop carries current, so no move is ever wasted on a part that was cut off. Such an edge ends the game
for Short if it joins A and B, and for Cut if it is a bridge; both are read off the graph, not off numbers.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.2, figures 5.7 and
5.8.

Short beats a Cut who follows the heuristic, however Cut breaks ties.

On a Bridg-It board Cut wins under perfect play. Cut is led to positions in which the heuristic gives the win away; from there on
Short plays perfectly, whatever Cut does. The search deepens move by move, so the replies found need the fewest moves of Short
before the win is certain. Values of repeated positions are cached.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.1, figures 5.5 and 5.6.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.exact_drops import compare_drops, greatest_among, heuristic_moves
from tafelwerk.solvers.switching.fast_drops import (
    Updates,
    describe,
    make_updates,
    make_whole,
    measure,
    measure_updated,
    rebase,
)
from tafelwerk.solvers.switching.perfect_switching import winning_moves
from tafelwerk.solvers.switching.resistor_network import Floats, Network, Numbers, States, make_network
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    A,
    B,
    Board,
    Graph,
    Player,
    make_board,
    winner,
)

PAUSED, BRANCH, CUT_WINS, SHORT_WINS = 0, 1, 2, 3
"""Reasons why `follow` stopped: enough moves, several moves to choose from, the last move wins."""


_SAME = 1e-9
"""Relative difference below which gaps count as equal."""


class Ties(NamedTuple):
    """Results of `follow`; E edges.

    Attributes:
        drops: float64, shape (E,): see `measure`.
        tied: int32, shape (E,): edges whose drops are not certainly below the greatest, ascending.
        classes: int32, shape (E,): equivalence classes of these, as the index in `tied` of the first member.
        gap: float64, shape (1,): smallest gap so far between a greatest drop and the next smaller one.
        gap_states: int8, shape (E,): position with that gap.
    """

    drops: Floats
    tied: Numbers
    classes: Numbers
    gap: Floats
    gap_states: States


def make_ties(edges: int) -> Ties:
    """Scratch for a graph, without a gap so far."""
    tied, classes = np.zeros((2, edges), np.int32)
    return Ties(np.zeros(edges), tied, classes, np.full(1, np.inf), np.zeros(edges, np.int8))


@kernel
def _reach(net: Network, states: States, start: int, without: int, without_too: int) -> None:
    """Fill `seen` with the nodes that edges other than two join to A, and with those joined to the start."""
    net.seen[:] = 0
    net.seen[A] = net.seen[start] = 1
    net.queue[0], net.queue[1] = A, start
    head, tail = 0, 2 if start != A else 1
    while head < tail:
        node = net.queue[head]
        head += 1
        for k in range(net.near_offsets[node], net.near_offsets[node + 1]):
            edge = net.near[k]
            if states[edge] == DELETED or edge in (without, without_too):
                continue
            other = net.ends[edge, 0] + net.ends[edge, 1] - node
            if not net.seen[other]:
                net.seen[other] = 1
                net.queue[tail] = other
                tail += 1


@kernel
def is_parallel(net: Network, one: int, other: int) -> bool:
    """Whether two edges join the same nodes, with marked edges contracted."""
    a, b = net.label[net.ends[one, 0]], net.label[net.ends[one, 1]]
    c, d = net.label[net.ends[other, 0]], net.label[net.ends[other, 1]]
    return bool((a == c and b == d) or (a == d and b == c))


@kernel
def is_alike(net: Network, states: States, one: int, other: int) -> bool:
    """Whether two free edges with current are parallel or in series: together they cut off a part with neither A nor B."""
    if is_parallel(net, one, other):
        return True
    _reach(net, states, B, one, other)
    ends, seen = net.ends, net.seen
    return bool(seen[ends[one, 0]] != seen[ends[one, 1]] and seen[ends[other, 0]] != seen[ends[other, 1]])


@kernel
def find_ties(net: Network, states: States, ties: Ties) -> tuple[int, float, float, float, float]:
    """Fill drops and tied for an open position.

    Returns:
        Number of edges in tied, the greatest drop, the greatest drop of the others (-1 without others), the factor by which drops
        are multiplied, and the bound E on the error of potentials, 0 if they are exact.
    """
    error, scale, greatest = measure(net, states, ties.drops), 1.0, 0.0
    determinant = make_whole(net, error, ties.drops)
    if determinant > 0.0:
        error, scale = 0.0, determinant
    for edge in range(len(states)):
        greatest = max(greatest, ties.drops[edge])
    count, below = 0, -1.0
    for edge in range(len(states)):
        if ties.drops[edge] >= greatest - 8.0 * error:
            ties.tied[count] = edge
            count += 1
        else:
            below = max(below, ties.drops[edge])
    return count, greatest, below, scale, error


@kernel
def _winning_edge(net: Network, states: States, colour: int, ties: Ties, found: int) -> int:
    """The first tied edge that ends the game, or -1."""
    if colour == MARKED:
        for i in range(found):
            end, other = net.label[net.ends[ties.tied[i], 0]], net.label[net.ends[ties.tied[i], 1]]
            if end + other == A + B and end != other:
                return int(ties.tied[i])
        return -1
    current = 0.0
    for edge in range(len(states)):
        if states[edge] == FREE and (net.label[net.ends[edge, 0]] == B or net.label[net.ends[edge, 1]] == B):
            current += ties.drops[edge]
    for i in range(found):
        edge = ties.tied[i]
        # only a bridge carries the whole current
        if ties.drops[edge] > 0.99 * current:
            _reach(net, states, A, edge, edge)
            if not net.seen[B]:
                return int(edge)
    return -1


@kernel
def _find_ties_quickly(
    net: Network, updates: Updates, states: States, ties: Ties, moved: int
) -> tuple[int, float, float]:
    """Fill drops and tied as `find_ties` does, from the moves since the last elimination; not if that leaves anything open.

    Args:
        net, states, ties: see `follow`.
        updates: see `follow`.
        moved: the last move, or -1.

    Returns:
        Number of edges in tied, 0 if anything is open; the greatest drop, and the greatest drop of the others.
    """
    if not describe(net, updates, states, moved):
        return 0, 0.0, 0.0
    error, best, below = measure_updated(net, updates, ties.drops)
    greatest = ties.drops[best]
    # so much clearer than after an elimination that this would find the same
    near, clear = 8.0 * error, 16.0 * (error + updates.error[0])
    count = 1
    ties.tied[0] = best
    if below >= greatest - clear:
        count, below = 0, 0.0
        for edge in range(len(states)):
            drop = ties.drops[edge]
            if drop >= greatest - near:
                ties.tied[count] = edge
                count += 1
            else:
                below = max(below, drop)
    if below <= near or greatest - below <= max(clear, ties.gap[0] + clear):
        return 0, 0.0, 0.0
    return count, greatest, below


@kernel
def _record(ties: Ties, states: States, gap: float) -> None:
    """Keep the smallest gap so far, with the first of its positions: roundings do not decide between equal gaps."""
    if gap < ties.gap[0] * (1.0 - _SAME):
        ties.gap[0] = gap
        for edge in range(len(states)):
            ties.gap_states[edge] = states[edge]


@kernel
def _classify(net: Network, states: States, ties: Ties, found: int) -> int:
    """Fill classes; returns their number."""
    different = 0
    for i in range(found):
        ties.classes[i] = i
        for j in range(i):
            if ties.classes[j] == j and is_alike(net, states, int(ties.tied[j]), int(ties.tied[i])):
                ties.classes[i] = j
                break
        different += ties.classes[i] == i
    return different


@kernel
def follow(
    net: Network, updates: Updates, states: States, colour: int, most: int, ties: Ties, moves: Numbers
) -> tuple[int, int, int]:
    """Play moves of the heuristic as long as there is only one, up to edges in parallel or in series.

    Args:
        net: the graph.
        updates: a base or none, as the last call left it.
        states: states of the edges, updated in place; the game is open.
        colour: DELETED if Cut is to move, MARKED if Short is.
        most: most moves to play.
        ties: filled; tied and classes after BRANCH. The gap is updated, with an error of at most 4 E.
        moves: filled with edges; of several equivalent ones the first.

    Returns:
        Reason for stopping, number of moves, number of edges in tied.
    """
    moved = -1
    for ply in range(most):
        scale, error = 1.0, 0.0
        ties_found, greatest, below = _find_ties_quickly(net, updates, states, ties, moved)
        if ties_found == 0 or (ties_found > 1 and _classify(net, states, ties, ties_found) > 1):
            ties_found, greatest, below, scale, error = find_ties(net, states, ties)
            rebase(net, updates, states, error)
        if below >= 0.0:
            _record(ties, states, (greatest - below) / scale)
        last = _winning_edge(net, states, colour, ties, ties_found)
        if last >= 0:
            moves[ply] = last
            return SHORT_WINS if colour == MARKED else CUT_WINS, ply + 1, ties_found
        if _classify(net, states, ties, ties_found) > 1:
            return BRANCH, ply, ties_found
        moved = ties.tied[0]
        moves[ply] = moved
        states[moved] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0


STRIDE = 8
"""Plies after which a position is stored."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """The games after one first move of Cut.

    Attributes:
        edge: the move.
        images: images of the edge under the board's symmetries, ascending, itself included.
        rate: chance that Cut wins.
        shortest, longest: plies of the shortest and of the longest game, including the opening.
        positions: number of positions visited; converging lines count once, and so do edges in parallel or in series.
        branches: number of those with a choice between edges that are neither parallel nor in series.
        gap: gap of the closest decision: smallest difference between a greatest drop and the next smaller one, with A at 1 and B
            at 0; exact, for the position where it is smallest in doubles (within 4 E, see `fast_drops`; in fractions
            below 4 E).
        gap_states: int8, shape (edges,): that position.
    """

    edge: int
    images: tuple[int, ...]
    rate: Fraction
    shortest: int
    longest: int
    positions: int
    branches: int
    gap: Fraction
    gap_states: States


@dataclass(frozen=True, slots=True, eq=False)
class Openings:
    """A board's openings.

    Attributes:
        order: M.
        rate: chance that Cut wins.
        openings: the openings, by first move up to symmetry.
        gap: the smallest of their gaps.
    """

    order: int
    rate: Fraction
    openings: tuple[Opening, ...]
    gap: Fraction

    @property
    def losing(self) -> list[int]:
        """First moves after which Cut never wins, ascending."""
        return sorted(edge for opening in self.openings if opening.rate == 0 for edge in opening.images)

    @property
    def mixed(self) -> list[int]:
        """First moves after which ties decide, ascending."""
        return sorted(edge for opening in self.openings if 0 < opening.rate < 1 for edge in opening.images)


@dataclass(frozen=True, slots=True)
class Line:
    """One game.

    Attributes:
        moves: edges, Cut's and Short's in turn.
        ties: number of edges from which each was chosen.
        winner: player who won.
    """

    moves: tuple[int, ...]
    ties: tuple[int, ...]
    winner: Player


def analyse(order: int) -> Openings:
    """All openings of a board.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER.
    """
    search = _Search(make_board(order))
    openings = tuple(search.opening(images) for images in first_moves(order))
    rate = sum((opening.rate * len(opening.images) for opening in openings), Fraction(0)) / order**2
    return Openings(order, rate, openings, min(opening.gap for opening in openings))


def first_moves(order: int) -> list[tuple[int, ...]]:
    """First moves of the heuristic, ascending, grouped with their images under the board's symmetries.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER.

    >>> first_moves(3)
    [(0, 2, 10, 12), (1, 11), (5, 7), (6,)]
    """
    board = make_board(order)
    return sorted({_images(board, edge) for edge in np.flatnonzero(board.places[:, 0] % 2 == 0).tolist()})


def analyse_opening(order: int, edge: int) -> Opening:
    """The games after one first move.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, or the edge is not a first move of the heuristic.
    """
    board = make_board(order)
    return _Search(board).opening(_images(board, edge))


def play_line(order: int, edge: int, choose: Callable[[list[int]], int] = min) -> Line:
    """The moves of one game.

    Args:
        order: M.
        edge: Cut's first move.
        choose: function that chooses one of several tied edges.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, the edge is not a first move, or choose gave an edge that is not tied.
    """
    board = make_board(order)
    _images(board, edge)
    search = _Search(board)
    states = np.zeros(board.graph.edges, np.int8)
    player, moves, ties = Player.CUT, [edge], [order**2]
    states[edge] = player.colour
    while True:
        player = player.rival
        choice = greatest_drops(search.network, states)
        move = choose(choice)
        if move not in choice:
            raise InputError(f"ply {len(moves) + 1}: edge {move} is not one of the tied edges {choice}")
        # whether a move ends the game is the same for all tied edges
        status, *_ = follow(search.network, search.updates, states.copy(), player.colour, 1, search.ties, search.moves)
        moves.append(move)
        ties.append(len(choice))
        if status not in (PAUSED, BRANCH):
            return Line(tuple(moves), tuple(ties), player)
        states[move] = player.colour


def greatest_drops(network: Network, states: States) -> list[int]:
    """Free edges with the greatest drop, ascending, exact: a fast version of `heuristic_moves`.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, state of every edge; the game is open.
    """
    ties = make_ties(len(states))
    count, *_ = find_ties(network, states, ties)
    tied = ties.tied[:count].tolist()
    return tied if count == 1 else greatest_among(network, states, tied)[0]


def drop_gap(network: Network, states: States) -> Fraction:
    """Difference between the greatest drop and the next smaller one, or 0 if all are equal; A at 1, B at 0.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, state of every edge; the game is open.
    """
    ties = make_ties(len(states))
    _, _, below, _, error = find_ties(network, states, ties)
    near = np.flatnonzero((states == FREE) & (ties.drops >= below - 8 * error)).tolist()
    levels = sorted(set(compare_drops(network, states, near)))
    return levels[-1] - levels[-2] if len(levels) > 1 else Fraction(0)


def _images(board: Board, edge: int) -> tuple[int, ...]:
    if not 0 <= edge < board.graph.edges or board.places[edge, 0] % 2:
        raise InputError(
            f"edge {edge} is not a first move of the heuristic, which are the {board.order**2} edges between rows, such as A1"
        )
    return tuple(sorted(set(board.mirrors[:, edge].tolist())))


@dataclass(frozen=True, slots=True)
class _Value:
    """Value of a position: the chance that Cut wins, and the remaining plies."""

    rate: Fraction
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A continuation from a position, for one of several equivalent edges.

    Attributes:
        weight: number of equivalent edges.
        plies: moves to the next stored position, or to the end.
        key: key of that position up to symmetry; empty at the end.
        states: states of that position.
        player: player to move there, or player who has won.
    """

    weight: int
    plies: int
    key: bytes
    states: States
    player: Player


class _Search:
    """The games on a board, and positions visited since the last opening began."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.network = make_network(board.graph)
        self.updates = make_updates(board.graph.nodes, board.graph.edges)
        self.ties = make_ties(board.graph.edges)
        self.moves = np.zeros(board.graph.edges, np.int32)
        self.positions = self.branches = 0

    def opening(self, images: tuple[int, ...]) -> Opening:
        self.ties.gap[0], self.positions, self.branches = np.inf, 0, 0
        states = np.zeros(self.board.graph.edges, np.int8)
        states[images[0]] = Player.CUT.colour
        value = self.value(states, Player.SHORT)
        closest = self.ties.gap_states.copy()
        counts = value.shortest + 1, value.longest + 1, self.positions, self.branches
        return Opening(images[0], images, value.rate, *counts, drop_gap(self.network, closest), closest)

    def value(self, states: States, player: Player) -> _Value:
        """Value of a position, depth first, from the values of those that follow."""
        start = _Way(1, 0, self.key(states), states, player)
        known: dict[bytes, _Value] = {}
        ways: dict[bytes, list[_Way]] = {}
        todo = [start]
        while todo:
            way = todo[-1]
            if way.key in known:
                todo.pop()
            elif way.key in ways:
                known[way.key] = self.combine(ways.pop(way.key), known)
            else:
                ways[way.key] = self.ways(way.states, way.player)
                todo += [further for further in ways[way.key] if further.key]
        return known[start.key]

    def key(self, states: States) -> bytes:
        """Key shared by a position and its mirror images; the player to move follows from the number of taken edges."""
        return min(bytes(states[mirror]) for mirror in self.board.mirrors)

    def combine(self, ways: list[_Way], known: dict[bytes, _Value]) -> _Value:
        rate, shortest, longest = Fraction(0), self.board.graph.edges, 0
        for way in ways:
            value = known[way.key] if way.key else _Value(Fraction(way.player is Player.CUT), 0, 0)
            rate += way.weight * value.rate
            shortest = min(shortest, way.plies + value.shortest)
            longest = max(longest, way.plies + value.longest)
        return _Value(rate / sum(way.weight for way in ways), shortest, longest)

    def ways(self, states: States, player: Player) -> list[_Way]:
        after = states.copy()
        status, plies, count = follow(self.network, self.updates, after, player.colour, STRIDE, self.ties, self.moves)
        self.positions += plies
        mover = player if plies % 2 == 0 else player.rival
        if status == PAUSED:
            return [_Way(1, plies, self.key(after), after, mover)]
        if status != BRANCH:
            return [_Way(1, plies, b"", after, Player.CUT if status == CUT_WINS else Player.SHORT)]
        self.positions += 1
        tied, classes = self.ties.tied[:count].tolist(), self.ties.classes[:count].tolist()
        firsts = sorted(set(classes))
        greatest, gap = greatest_among(self.network, after, [tied[first] for first in firsts])
        self.branches += len(greatest) > 1
        _record(self.ties, after, gap)
        ways = []
        for first in firsts:
            if tied[first] in greatest:
                then = after.copy()
                then[tied[first]] = mover.colour
                ways.append(_Way(classes.count(first), plies + 1, self.key(then), then, mover.rival))
        return ways


MOST_REFUTED_EDGES, MOST_DEPTH = 33, 8


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """How Short wins against the heuristic.

    Attributes:
        depth: most moves of Short until its win is certain; 0 if it is certain from the start.
        replies: Short's move, by the states of the edges as bytes, for positions with Short to move in which Cut could still win;
            elsewhere any winning move is a reply.
    """

    depth: int
    replies: dict[bytes, int]


def _after(states: States, edge: int, colour: int) -> States:
    """The states after a move."""
    after = states.copy()
    after[edge] = colour
    return after


class _RefutationSearch:
    """The search on one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._network = make_network(graph)
        self._cut: dict[bytes, tuple[int, ...]] = {}
        self.failed: dict[bytes, int] = {}
        self.replies: dict[bytes, tuple[int, int]] = {}

    def keeping(self, states: States) -> tuple[int, ...]:
        """The heuristic's moves for Cut that keep its win; Short must refute all of them, and only these."""
        key = states.tobytes()
        if key not in self._cut:
            winning = frozenset(winning_moves(self.graph, states, Player.CUT)[1])
            self._cut[key] = tuple(edge for edge in greatest_drops(self._network, states) if edge in winning)
        return self._cut[key]

    def wins(self, states: States, depth: int) -> bool:
        """Whether Short, to move where Cut could win, needs at most `depth` moves until its win is certain."""
        if depth == 0:
            return False
        key = states.tobytes()
        if key in self.replies and self.replies[key][1] <= depth:
            return True
        if self.failed.get(key, 0) >= depth or winner(self.graph, states) is Player.CUT:
            return False
        for edge in np.flatnonzero(states == FREE).tolist():
            if self._is_refuted(_after(states, edge, MARKED), depth - 1):
                self.replies[key] = edge, depth
                return True
        self.failed[key] = depth
        return False

    def _is_refuted(self, states: States, depth: int) -> bool:
        """Whether Cut, to move, loses by every move of the heuristic."""
        keeping = self.keeping(states)
        return not keeping or (depth > 0 and all(self.wins(_after(states, edge, DELETED), depth) for edge in keeping))


def refute(graph: Graph, states: States, most_depth: int = MOST_DEPTH) -> Refutation | None:
    """How Short, to move, beats the heuristic; None if it cannot within most_depth moves.

    Args:
        graph: a graph with up to MOST_REFUTED_EDGES edges.
        states: int8, shape (edges,): states of an open position with Short to move.
        most_depth: most moves of Short until its win is certain.

    Raises:
        InputError: the graph has too many edges, or the game is over.
    """
    if graph.edges > MOST_REFUTED_EDGES:
        raise InputError(f"refutations are searched on graphs with up to {MOST_REFUTED_EDGES} edges, not {graph.edges}")
    won = winner(graph, states)
    if won is not None:
        raise InputError(f"the game is over, {won} has won")
    if winning_moves(graph, states, Player.SHORT)[0] is Player.SHORT:
        return Refutation(0, {})
    search = _RefutationSearch(graph)
    for depth in range(1, most_depth + 1):
        if search.wins(states, depth):
            return Refutation(depth, _needed_replies(search, states))
    return None


def winning_line(graph: Graph, states: States, refutation: Refutation) -> list[int]:
    """The moves of a game that Short wins from a position with Short to move: the heuristic takes the first of tied edges.

    Raises:
        InputError: the refutation belongs to another position.
    """
    state, moves = states.copy(), []
    player = Player.SHORT
    while winner(graph, state) is None:
        if player is Player.CUT:
            edge = heuristic_moves(graph, state)[0]
        else:
            key = state.tobytes()
            wins = winning_moves(graph, state, player)[1]
            if key not in refutation.replies and not wins:
                raise InputError("the refutation has no reply to this position")
            edge = refutation.replies[key] if key in refutation.replies else wins[0]
        state[edge] = player.colour
        moves.append(edge)
        player = player.rival
    return moves


def _needed_replies(search: _RefutationSearch, states: States) -> dict[bytes, int]:
    """The replies that the refutation of a position uses."""
    replies: dict[bytes, int] = {}
    todo = [states]
    while todo:
        state = todo.pop()
        key = state.tobytes()
        if key in replies:
            continue
        replies[key] = search.replies[key][0]
        after = _after(state, replies[key], MARKED)
        todo += [_after(after, edge, DELETED) for edge in search.keeping(after)]
    return replies
