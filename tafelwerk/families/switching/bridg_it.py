"""Bridg-It as a two-player game: moves of agents in its positions, and puzzles with one winning move."""

from collections import deque
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.answers import Puzzle
from tafelwerk.families.switching.positions import read_moves
from tafelwerk.families.switching.rules import MOST_WHOLE_ORDER, Agent
from tafelwerk.rules.game_trees import Turn
from tafelwerk.rules.puzzles import SWITCHING, Grade, first_fitting
from tafelwerk.solvers.switching.disjoint_forests import is_joined
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.gauss_seidel import warm_start
from tafelwerk.solvers.switching.perfect_switching import repairs, solve, winning_moves
from tafelwerk.solvers.switching.switching_agents import choices
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

MOST_PLAYED = 10_000
"""Most playouts of an agent that answers at once."""

Edges = tuple[int, ...]
"""State of a game: the edges played, in order; Cut begins."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a player wins, as seen before a move of the loser.

    Attributes:
        winner: the winner under perfect play.
        states: states of all edges for which the proof holds.
        parts: the edges of the winner's two trees or forests.
        attacked: edge that the loser has taken since then; None if the loser is to move.
        after: edge that the winner takes first, if the proof holds after it.
        replies: by edges of the two parts that the loser may take, or has taken, the winner's repairs.
    """

    winner: Player
    states: tuple[int, ...]
    parts: tuple[Edges, Edges]
    attacked: int | None
    after: int | None
    replies: dict[int, Edges]


class BridgIt:
    """The rules; Cut is Max."""

    start: Edges = ()

    def __init__(self, order: int) -> None:
        self.board = make_board(order)

    def read_edges(self, moves: str) -> Edges:
        """Edges of a list of moves by name; raises InputError if they cannot be played."""
        read_moves(self.board, moves)
        return tuple(self.board.edges(moves))

    def states(self, state: Edges) -> Any:
        """States of all edges, int8."""
        states = np.zeros(self.board.graph.edges, np.int8)
        states[list(state[::2])], states[list(state[1::2])] = DELETED, MARKED
        return states

    def player(self, state: Edges) -> Player:
        """Player to move."""
        return Player.SHORT if len(state) % 2 else Player.CUT

    def to_move(self, state: Edges) -> Turn:
        return Turn.MIN if len(state) % 2 else Turn.MAX

    def moves(self, state: Edges) -> list[int]:
        free: list[int] = np.flatnonzero(self.states(state) == FREE).tolist()
        return free

    def after(self, state: Edges, edge: int) -> Edges:
        return (*state, edge)

    def is_over(self, state: Edges) -> bool:
        return winner(self.board.graph, self.states(state)) is not None

    def utility(self, state: Edges) -> int:
        return 1 if winner(self.board.graph, self.states(state)) is Player.CUT else -1

    def winning(self, state: Edges) -> list[int]:
        """Winning moves of the player to move under perfect play."""
        wins, good = winning_moves(self.board.graph, self.states(state), self.player(state))
        return list(good) if wins is self.player(state) else []

    def proof(self, state: Edges) -> Proof:
        """The proof of who wins: of this position, of the one before the last move, or of that after the first winning move."""
        good = self.winning(state)
        if not good:
            return self._proof(state, None, None)
        if state and not self.winning(state[:-1]):
            return self._proof(state[:-1], state[-1], None)
        return self._proof((*state, good[0]), None, good[0])

    def _proof(self, state: Edges, attacked: int | None, after: int | None) -> Proof:
        graph, states = self.board.graph, self.states(state)
        solution = solve(graph, states, self.player(state))
        parts = solution.trees or solution.forests or ((), ())
        lost = [edge for part in parts for edge in part] if attacked is None else [attacked]
        mends = {edge: repairs(graph, states, solution, edge) for edge in lost}
        return Proof(solution.winner, tuple(states.tolist()), parts, attacked, after, mends)

    def drops(self, state: Edges) -> Any:
        """Potential difference of each free edge, as a Fraction."""
        return drops(self.board.graph, self.states(state))

    def reply(self, state: Edges, agent: Agent, draw: Random) -> int:
        """A move of an agent."""
        return reply(
            self.board.graph, self.states(state), self.player(state), agent, draw, self._start(state, agent, draw)
        )

    def _start(self, state: Edges, agent: Agent, draw: Random) -> Any:
        """Potentials from which an agent's Gauss-Seidel sweeps start; None for 1/2."""
        if agent.start == "random":
            return [draw.random() for _ in range(self.board.graph.nodes)]
        if agent.start == "warm":
            earlier = (self.states(state[:plies]) for plies in range(len(state) % 2, len(state), 2))
            return warm_start(self.board.graph, earlier, agent.sweeps, agent.omega).tolist()
        return None


def check_opponent(agent: Agent, order: int) -> None:
    """Raise InputError if an agent does not answer at once."""
    if agent.kind != "mc" or (agent.playouts is None and order <= MOST_WHOLE_ORDER):
        return
    if agent.playouts is None or agent.playouts > MOST_PLAYED:
        exception = "" if agent.playouts else f"; mc:inf plays on boards of order up to {MOST_WHOLE_ORDER}"
        raise InputError(
            f"--against mc:K: K must be 1 to {MOST_PLAYED} in play, not {agent.playouts or 'inf'}{exception}"
        )


def reply(graph: Graph, states: Any, player: Player, agent: Agent, draw: Random, start: Any = None) -> int:
    """A move of the agent.

    Args:
        graph: the graph.
        states: int8, states of all edges; the game is not over.
        player: player to move.
        agent: the agent, see `check_opponent`.
        draw: random generator for ties and mixed choices.
        start: potentials from which Gauss-Seidel sweeps start. Default: 1/2.
    """
    if agent.kind == "mc" and agent.playouts is None:
        return draw.choice(list(monte_carlo_row(graph, states, player, agent)))
    if agent.kind == "mc":
        free = np.flatnonzero(states == FREE).tolist()
        wins = {edge: _wins(graph, states, player, edge, agent.playouts or 1, draw) for edge in free}
        return draw.choice([edge for edge in free if wins[edge] == max(wins.values())])
    weights = choices(graph, states, player, agent, start)
    return draw.choices(list(weights), list(weights.values()))[0]


def _wins(graph: Graph, states: Any, player: Player, edge: int, playouts: int, draw: Random) -> int:
    """Number of random playouts that the player wins after a move: the free edges are divided at random."""
    filled = states.copy()
    filled[edge] = player.colour
    free = np.flatnonzero(filled == FREE)
    # the rival moves next and takes the larger half
    rival = (len(free) + 1) // 2
    colours = np.full(len(free), player.colour, np.int8)
    colours[:rival] = player.rival.colour
    group, won = np.empty(graph.nodes, np.int32), 0
    shuffled = np.random.default_rng(draw.getrandbits(64))
    for _ in range(playouts):
        filled[free] = shuffled.permutation(colours)
        won += bool(is_joined(graph.ends, filled, MARKED, MARKED, group)) == (player.colour != DELETED)
    return won


# 7 nodes integrate polynomials of degree up to 13 exactly, and a position has at most 13 candidates
_NODES, _WEIGHTS = (values / 2 for values in np.polynomial.legendre.leggauss(7))


def monte_carlo_row(graph: Graph, states: NDArray[np.int8], player: Player, agent: Agent) -> dict[int, float]:
    """Chance of every free edge under MC(K) in one open position, in plain sums; for mc:inf evenly among the best."""
    free: list[int] = np.flatnonzero(states == FREE).tolist()
    wins = {edge: _won_splits(graph, states, player, edge) for edge in free}
    if agent.playouts is None:
        best = [edge for edge in free if wins[edge] == max(wins.values())]
        return dict.fromkeys(best, 1 / len(best))
    remaining = len(free) - 1
    splits = comb(remaining, remaining // 2)
    laws = np.array([_binomial(agent.playouts, wins[edge], splits) for edge in free])
    below = np.cumsum(laws, axis=1) - laws
    row = {}
    for candidate, edge in enumerate(free):
        others = [other for other in range(len(free)) if other != candidate]
        # equivalent candidates are chosen evenly: as if each drew a uniform number and the first were taken
        least = sum(
            weight * np.prod(below[others] + (node + 0.5) * laws[others], axis=0)
            for node, weight in zip(_NODES, _WEIGHTS, strict=True)
        )
        row[edge] = float(np.sum(laws[candidate] * least))
    return row


def _won_splits(graph: Graph, states: NDArray[np.int8], player: Player, edge: int) -> int:
    """Number of ways to divide the free edges in which the player wins after a move."""
    after, group = states.copy(), np.empty(graph.nodes, np.int32)
    after[edge] = player.colour
    remaining = np.flatnonzero(after == FREE)
    # the rival moves next and takes the larger half
    own = len(remaining) // 2
    won = 0
    for half in combinations(remaining.tolist(), own):
        after[remaining] = player.rival.colour
        after[list(half)] = player.colour
        won += bool(is_joined(graph.ends, after, MARKED, MARKED, group)) == (player is Player.SHORT)
    return won


def _binomial(playouts: int, wins: int, splits: int) -> NDArray[np.float64]:
    """Distribution of the wins in a number of playouts, each won with chance wins / splits."""
    law = np.zeros(playouts + 1)
    if wins in (0, splits):
        law[playouts if wins else 0] = 1.0
        return law
    steps = np.arange(1, playouts + 1)
    odds = np.log(wins / (splits - wins))
    logs = np.concatenate([[0.0], np.cumsum(np.log((playouts + 1 - steps) / steps) + odds)])
    powers = np.exp(logs - logs.max())
    distribution: NDArray[np.float64] = powers / powers.sum()
    return distribution


_Drawn = tuple[Edges, int]
"""Edges played, and the only winning move."""

FEWEST_NEEDED = 2
"""Fewest links that the winner still needs in a puzzle: a link that wins at once is no puzzle."""

FEWEST_FREE = 4
"""Fewest legal moves in a puzzle."""


def find_puzzle(order: int, seed: int, grade: Grade | None) -> Puzzle:
    """A puzzle on the board of the given order.

    Raises:
        InputError: no puzzle of that difficulty was found.
    """
    game = BridgIt(order)

    def draw(random: Random) -> _Drawn | None:
        edges = list(range(game.board.graph.edges))
        random.shuffle(edges)
        state = tuple(edges[: random.randrange(2, len(edges) - FEWEST_FREE)])
        if game.is_over(state):
            return None
        winning = game.winning(state)
        if len(winning) != 1 or links_needed(game.board, game.states(state), game.player(state)) < FEWEST_NEEDED:
            return None
        return state, winning[0]

    def difficulty(position: _Drawn) -> int:
        state, _ = position
        return links_needed(game.board, game.states(state), game.player(state))

    (state, best), count = first_fitting(draw, seed, SWITCHING, difficulty, grade)
    return Puzzle(
        order=order,
        seed=seed,
        moves=" ".join(game.board.names(state)),
        to_move=str(game.player(state)),
        solution=game.board.name(best),
        free=len(game.moves(state)),
        difficulty=count,
        grade=SWITCHING.grade(count),
        measure=SWITCHING.measure,
    )


def links_needed(board: Board, states: NDArray[np.int8], player: Player) -> int:
    """Fewest free links that a player needs to join both sides if the other passes; the game is not over.

    Args:
        board: the board.
        states: int8, shape (edges,).
        player: Short, who joins A and B; or Cut, who does the same on the dual board.
    """
    own = states
    if player is Player.CUT:
        own = np.empty_like(states)
        own[board.dual] = np.select([states == DELETED, states == MARKED], [MARKED, DELETED], FREE)
    around: dict[int, list[tuple[int, int]]] = {}
    for (end, other), state in zip(board.graph.ends.tolist(), own.tolist(), strict=True):
        if state != DELETED:
            around.setdefault(end, []).append((other, int(state == FREE)))
            around.setdefault(other, []).append((end, int(state == FREE)))
    far, todo = {A: 0}, deque([A])
    while todo:
        node = todo.popleft()
        for other, length in around.get(node, ()):
            if far[node] + length < far.get(other, board.graph.edges):
                far[other] = far[node] + length
                (todo.append if length else todo.appendleft)(other)
    return far[B]
