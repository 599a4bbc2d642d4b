"""Bridg-It as a two-player game, and the moves of agents in its positions."""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.switching.positions import read_moves
from tafelwerk.families.switching.rules.agents import Agent
from tafelwerk.families.switching.rules.boards import MOST_WHOLE_ORDER
from tafelwerk.rules.game_trees import Turn
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.choices import choices
from tafelwerk.solvers.switching.components import is_joined
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import solve, winning_moves
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.potentials.gauss_seidel import warm_start
from tafelwerk.solvers.switching.repairs import repairs

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

    def read(self, moves: str) -> Edges:
        """Edges of a list of moves by name; raises InputError if they cannot be played."""
        read_moves(self.board, moves)
        return tuple(self.board.edges(moves))

    def states(self, state: Edges) -> Any:
        """States of all edges, int8."""
        found = np.zeros(self.board.graph.edges, np.int8)
        found[list(state[::2])], found[list(state[1::2])] = DELETED, MARKED
        return found

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
        found = solve(graph, states, self.player(state))
        parts = found.trees or found.forests or ((), ())
        lost = [edge for part in parts for edge in part] if attacked is None else [attacked]
        mends = {edge: repairs(graph, states, found, edge) for edge in lost}
        return Proof(found.winner, tuple(states.tolist()), parts, attacked, after, mends)

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
        whole = "" if agent.playouts else f"; mc:inf plays on boards of order up to {MOST_WHOLE_ORDER}"
        raise InputError(f"--against mc:K: K must be 1 to {MOST_PLAYED} in play, not {agent.playouts or 'inf'}{whole}")


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
        from tafelwerk.families.switching.monte_carlo_row import monte_carlo_row

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
