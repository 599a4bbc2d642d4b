"""An agent met in play: the law of its move in every position, what can be won against it, and its decisions one by one.

It imports solvers: import it inside a function, or in a game in play.
"""

from collections.abc import Iterator
from functools import cached_property
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from tafelwerk.families.montecarlo.graphs import (
    duel_values,
    graph_of,
    moves_on,
    policy,
    start_of,
    stated_errors,
    stream_seed,
)
from tafelwerk.families.montecarlo.rules import Esr, Game, Position, playouts_key, playouts_of
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy
from tafelwerk.solvers.playouts.agent_duels import duel, simulate
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, perfect_values
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.playouts.watched_games import Agent, watch


class Move(NamedTuple):
    """A move in a position.

    Attributes:
        move: the number taken, the step, or in a single-step race the square that a piece leaves.
        after: number of the position after it.
        chance: that the agent plays it.
    """

    move: int
    after: int
    chance: float


class Decision(NamedTuple):
    """A move that an agent has made, and the number of playouts that it won after each move; none if it played none."""

    place: int
    move: int
    wins: tuple[tuple[int, int], ...]


class Encounter:
    """An agent in every position of a game.

    Attributes:
        start: number of the position from which the game starts.
    """

    def __init__(self, game: Game, at: Position | None, agent: str) -> None:
        self._game, self._agent = game, agent
        self._graph, self.start = graph_of(game, at), start_of(game, at)
        self._policy = _policy(game, at, agent)

    @cached_property
    def _values(self) -> list[int]:
        return [int(value) for value in perfect_values(self._graph)]

    @cached_property
    def _chances(self) -> tuple[list[float], list[float]]:
        """By position: the chance that who plays best against the agent wins, to move; and with the agent to move."""
        graph, own, agent = self._graph, list[float](), list[float]()
        successors, chances = graph.successors.tolist(), self._policy.chances.tolist()
        for place, payoff in enumerate(graph.payoff.tolist()):
            edges = graph.edges_of(place)
            if payoff != UNDECIDED:
                own.append(float(payoff > 0))
                agent.append(float(payoff < 0))
                continue
            # what perfect play wins is won against every agent, whatever sums round to
            won = self._values[place]
            own.append(1.0 if won > 0 else max(agent[successors[edge]] for edge in edges))
            agent.append(1.0 if won < 0 else sum(chances[edge] * own[successors[edge]] for edge in edges))
        return own, agent

    def payoff(self, place: int) -> int | None:
        """1 or -1 where the game is over and the player to move has won or lost; None before."""
        payoff = int(self._graph.payoff[place])
        return None if payoff == UNDECIDED else payoff

    def moves(self, place: int) -> list[Move]:
        """The moves in a position, with the law of the agent's."""
        moves = []
        for edge in self._graph.edges_of(place):
            after, chance = int(self._graph.successors[edge]), float(self._policy.chances[edge])
            names = self._names(edge)
            moves += [Move(name, after, chance / len(names)) for name in names]
        return moves

    def value(self, place: int) -> int:
        """1 or -1, as the player to move wins or loses under perfect play."""
        return self._values[place]

    def best_chance(self, place: int) -> float:
        """The chance of a player who is to move and plays best against the agent."""
        return self._chances[0][place]

    def chance_after(self, move: Move) -> float:
        """The chance of a player who has made a move and plays best against the agent from there on."""
        return self._chances[1][move.after]

    def decide(self, place: int, draw: Random) -> Decision:
        """A move of the agent; MC(k) plays its playouts."""
        mover = _player(self._agent, self._policy)
        decision = next(watch(self._graph, place, mover, mover, draw.getrandbits(62)))
        return self._read(decision.position, decision.candidate, decision.wins)

    def watch(self, other: "Encounter", seed: int, number: int) -> Iterator[Decision]:
        """The decisions of one game against another agent, which moves second.

        Args:
            other: the other agent, in the same game.
            seed: random seed.
            number: of the game, see `watched_wins`.
        """
        streams = stream_seed(self._game, self._agent, other._agent, seed)
        mover, opponent = (_player(each._agent, each._policy) for each in (self, other))
        for decision in watch(self._graph, self.start, mover, opponent, streams, number):
            yield self._read(*decision)

    def wins(self, other: "Encounter", numbers: range, seed: int) -> int:
        """Games won by this agent, moving first, of those with some numbers."""
        if not numbers:
            return 0
        streams = stream_seed(self._game, self._agent, other._agent, seed)
        mover, opponent = (_player(each._agent, each._policy) for each in (self, other))
        return simulate(self._graph, self.start, mover, opponent, len(numbers), streams, numbers.start).wins

    def chances_against(self, other: "Encounter") -> tuple[list[float], list[float]]:
        """By position: the chance of this agent against another, to move; and with the other to move."""
        values = duel(self._graph, self._policy, other._policy)
        return values.win[0].tolist(), values.loss[1].tolist()

    def _names(self, edge: int) -> tuple[int, ...]:
        label, count = int(self._graph.labels[edge]), int(self._graph.multiplicities[edge])
        # the pieces on a square are one move
        return (label,) if isinstance(self._game, Esr) else moves_on(self._game, label, count)

    def _read(self, place: int, candidate: int, wins: tuple[int, ...]) -> Decision:
        """A decision in the moves of the game; of the pieces on a square, the one with the most playouts won speaks."""
        names = [
            name
            for edge in self._graph.edges_of(place)
            for name in (
                self._names(edge) * int(self._graph.multiplicities[edge])
                if isinstance(self._game, Esr)
                else self._names(edge)
            )
        ]
        most: dict[int, int] = {}
        for name, won in zip(names, wins, strict=False):
            most[name] = max(won, most.get(name, 0))
        return Decision(place, names[candidate], tuple(most.items()))


def _policy(game: Game, at: Position | None, agent: str) -> Policy:
    playouts = playouts_of(agent)
    return agent_policy(graph_of(game, at), agent) if playouts is None else policy(game, playouts_key(playouts), at)


def _player(agent: str, chances: Policy) -> Agent:
    """An agent as it plays: MC(k) by playouts, another by its chances."""
    playouts = playouts_of(agent)
    return chances if playouts is None or playouts == inf else int(playouts)


def watched_wins(mine: Encounter, other: Encounter, games: range, seed: int) -> tuple[int, int]:
    """Games that an agent wins moving first and moving second, of some that are numbered from 0.

    It moves first in those of even numbers. From a game's start they are the games of `simulated_wins`, in both orders.
    """
    first = range((games.start + 1) // 2, (games.stop + 1) // 2)
    second = range(games.start // 2, games.stop // 2)
    return mine.wins(other, first, seed), len(second) - other.wins(mine, second, seed)


def exact_chances(game: Game, at: Position | None, agent: str, other: str) -> tuple[float, float, float]:
    """The chances of an agent against another, moving first and moving second, and a bound on their errors."""
    start, graph = start_of(game, at), graph_of(game, at)
    playouts = [playouts_of(each) for each in (agent, other)]
    if None not in playouts:
        keys = [(playouts_key(each),) for each in playouts if each is not None]
        values = duel_values(game, keys[0], keys[1], np.array([start]), at)
        error = stated_errors(game, values["error"])
        return float(values["first"][0, 0]), float(values["second"][0, 0]), float(error[0, 0])
    met = duel(graph, _policy(game, at, agent), _policy(game, at, other))
    return float(met.win[0, start]), float(met.loss[1, start]), float(met.error[:, start].max())
