"""Why MC(k) chooses its move, computed: the law of its move beside perfect play, and two continuations of the game."""

from collections.abc import Callable
from math import fsum

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.answers import CandidateMove, Explanation
from tafelwerk.families.montecarlo.candidates import choice
from tafelwerk.families.montecarlo.estimates import LONGEST_LINE
from tafelwerk.families.montecarlo.graphs import graph_of, moves_on, random_of, start_of
from tafelwerk.families.montecarlo.rules.games import Esr, Game, Playouts
from tafelwerk.families.montecarlo.rules.positions import Position
from tafelwerk.solvers.playouts.game_graph import GameGraph, RandomPlay, perfect_values
from tafelwerk.solvers.playouts.policy import limit_shares
from tafelwerk.solvers.playouts.selection import selection_law

Chooser = Callable[[int], int]
"""A function that chooses an edge in a position."""


def explain(game: Game, k: Playouts, at: Position | None) -> Explanation:
    """Why MC(k) chooses its move in a position."""
    law = choice(game, k, at)
    graph, play, start = graph_of(game, at), random_of(game, at), start_of(game, at)
    values = perfect_values(graph)
    value = int(values[start])
    after = {
        name: -int(values[graph.successors[edge]])
        for edge in graph.edges_of(start)
        for name in _names(game, graph, edge)
    }
    moves = tuple(
        CandidateMove(
            move=name,
            best=after[name] == value,
            value=after[name],
            win=None if law.wins is None else law.wins[name],
            win_float=law.wins_float[name],
            chance=chance,
        )
        for name, chance in law.moves.items()
    )
    exact = law.wins
    ranked = sorted(
        moves, key=lambda candidate: candidate.win_float if exact is None else exact[candidate.move], reverse=True
    )
    return Explanation(
        value=value,
        line=_line(game, graph, start, _perfect(graph, play, values)),
        moves=tuple(ranked),
        throws_away=fsum(candidate.chance for candidate in moves if not candidate.best),
        likely=_line(game, graph, start, _most_likely(graph, play, k)),
        certainty=law.certainty,
        error_bound=None if law.error_bound is None else law.error_bound * len(moves) + 2.0**-52,
    )


def _names(game: Game, graph: GameGraph, edge: int) -> list[str]:
    """The moves of an edge in the game's notation."""
    label, count = int(graph.labels[edge]), int(graph.multiplicities[edge])
    return [str(label)] if isinstance(game, Esr) else [str(move) for move in moves_on(game, label, count)]


def _line(game: Game, graph: GameGraph, start: int, chooser: Chooser) -> tuple[str, ...]:
    """The moves of a game in which a chooser plays for both sides."""
    moves: list[str] = []
    position = start
    while len(moves) < LONGEST_LINE and graph.edges_of(position):
        edge = chooser(position)
        moves.append(_names(game, graph, edge)[0])
        position = int(graph.successors[edge])
    return tuple(moves)


def _perfect(graph: GameGraph, play: RandomPlay, values: NDArray[np.int8]) -> Chooser:
    """Perfect play: of the moves that keep the value, the first whose playouts are not known to be worse than another's."""

    def chosen(position: int) -> int:
        kept = [edge for edge in graph.edges_of(position) if -values[graph.successors[edge]] == values[position]]
        return _best(graph, play, kept)

    return chosen


def _best(graph: GameGraph, play: RandomPlay, edges: list[int]) -> int:
    """The first of some edges whose playouts are not known to be worse than those of another."""
    best = edges[0]
    for edge in edges[1:]:
        one, other = (int(graph.successors[each]) for each in (edge, best))
        more = (play.loss_hi[one] - play.loss_hi[other]) + (play.loss_lo[one] - play.loss_lo[other])
        if more > 2.0**-50 * abs(play.loss_hi[one]) and more > 3 * play.error:
            best = edge
    return best


def _most_likely(graph: GameGraph, play: RandomPlay, k: Playouts) -> Chooser:
    """The most probable move of MC(k), the first if several are."""

    def chosen(position: int) -> int:
        edges = list(graph.edges_of(position))
        if len(edges) == 1:
            return edges[0]
        if not isinstance(k, int):
            shares = limit_shares(graph, play, position)
            return max(edges, key=lambda edge: (shares[edge], -edge))
        after = graph.successors[edges]
        counts = graph.multiplicities[edges].tolist()
        chances, errors = selection_law(
            play.loss_hi[after].tolist(), play.loss_lo[after].tolist(), counts, k, play.error
        )
        best = 0
        for place in range(1, len(edges)):
            if chances[place] - chances[best] > errors[place] + errors[best]:
                best = place
        return edges[best]

    return chosen
