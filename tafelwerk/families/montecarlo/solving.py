"""Computed answers about duels and positions: random and perfect play, the law of MC(k)'s move, and the reasons for it.

It imports solvers: import it inside a function.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.answers import (
    ROUNDED,
    AgentDuel,
    CandidateMove,
    Choice,
    Duel,
    Explanation,
    Perfect,
    RandomPlay,
    Size,
    Ties,
    agent_duel,
    limit_choice,
    random_play,
)
from tafelwerk.families.montecarlo.builds import duel_task
from tafelwerk.families.montecarlo.estimates import LONGEST_LINE, is_exact
from tafelwerk.families.montecarlo.graphs import (
    duel_values,
    fraction,
    graph_of,
    moves_on,
    policy,
    positions_of,
    random_of,
    start_chance,
    start_of,
    stated_errors,
)
from tafelwerk.families.montecarlo.rules import (
    Esr,
    Game,
    Playouts,
    Position,
    Shares,
    Subtraction,
    esr_configurations,
    esr_positions,
    playouts_key,
    playouts_of,
)
from tafelwerk.solvers.montecarlo.heap_play import exact_heap, period
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy, agent_rows
from tafelwerk.solvers.playouts.agent_duels import duel
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_policy_monte_carlo, exact_random
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_values
from tafelwerk.solvers.playouts.game_graph import RandomPlay as GraphPlay
from tafelwerk.solvers.playouts.policy import Policy, limit_shares, share_rows, unique_best_policy
from tafelwerk.solvers.playouts.selection import selection_law

ROUNDED_PAIR = 2.0**-107
"""Bound on the error of a chance minus 1/2 that is rounded to a pair of doubles."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidate moves with one name: the pieces on a square, or a single move.

    Attributes:
        name: the move in the game's notation.
        count: number of candidates.
        pair: chance that the mover wins a random playout after the move, minus 1/2, as a pair of doubles.
        exact: the chance; None where the fraction would be too large.
        edge: number of their edge in the graph; None without a graph.
    """

    name: str
    count: int
    pair: tuple[float, float]
    exact: Fraction | None = None
    edge: int | None = None

    @property
    def chance(self) -> float:
        """The chance, rounded to a double."""
        return 0.5 + self.pair[0] + self.pair[1] if self.exact is None else float(self.exact)


def _exactly(name: str, chance: Fraction, count: int = 1) -> Candidates:
    """Candidates whose chance is known as a fraction."""
    less = chance - Fraction(1, 2)
    high = float(less)
    return Candidates(name, count, (high, float(less - Fraction(high))), chance)


def candidates(game: Game, at: Position | None) -> tuple[list[Candidates], float]:
    """The candidates of the game's start, or of another position of a race, and a bound on the errors of their pairs.

    Fractions are given if they are estimated to take at most about half a second.
    """
    if isinstance(game, Subtraction) and is_exact(game):
        _, by_move = exact_heap(game.rules.moves, game.heap, game.rules.overshoot) if game.heap else (None, {})
        return [_exactly(str(move), fraction(chance)) for move, chance in by_move.items()], ROUNDED_PAIR
    graph, root = graph_of(game, at), start_of(game, at)
    play = None if is_exact(game) else random_of(game, at)
    losses = exact_random(graph)[1] if play is None else None
    entries: list[Candidates] = []
    for edge in graph.edges_of(root):
        after, label, count = (int(of[edge]) for of in (graph.successors, graph.labels, graph.multiplicities))
        # the pieces on a square share one name; other moves to the same position have their own names
        moves = [(label, count)] if isinstance(game, Esr) else [(move, 1) for move in moves_on(game, label, count)]
        for move, number in moves:
            if losses is not None:
                entries.append(_exactly(str(move), fraction(losses[after]), number))
            elif play is not None:
                pair = float(play.loss_hi[after]), float(play.loss_lo[after])
                entries.append(Candidates(str(move), number, pair, edge=edge))
    return entries, ROUNDED_PAIR if play is None else play.error


def choice(game: Game, k: Playouts, at: Position | None) -> Choice:
    """The law of MC(k)'s move in a position."""
    entries, delta = candidates(game, at)
    if not entries:
        raise InputError(f"{game.title} is over: no move is left")
    if isinstance(k, int):
        return _law(entries, k, delta)
    if all(entry.exact is not None for entry in entries):
        return _limit(entries)
    shares = limit_shares(graph_of(game, at), random_of(game, at), start_of(game, at))
    best = [entry.count if shares[entry.edge] else 0 for entry in entries]
    return _choice(entries, [count / sum(best) for count in best], delta + ROUNDED)


def law(chances: Shares, k: Playouts) -> Choice:
    """The law of MC(k)'s choice among candidates with given chances."""
    entries = [_exactly(str(name), chance) for name, chance in enumerate(chances.values, 1)]
    return _law(entries, k, ROUNDED_PAIR) if isinstance(k, int) else _limit(entries)


def _limit(entries: Sequence[Candidates]) -> Choice:
    return limit_choice([(entry.name, entry.exact, entry.count) for entry in entries if entry.exact is not None])


def _law(entries: Sequence[Candidates], k: int, delta: float) -> Choice:
    groups: dict[tuple[float, float], int] = {}
    for entry in entries:
        groups[entry.pair] = groups.get(entry.pair, 0) + entry.count
    high, low = zip(*groups, strict=True)
    chances, errors = selection_law(high, low, list(groups.values()), k, delta)
    by_pair = dict(zip(groups, zip(chances.tolist(), errors.tolist(), strict=True), strict=True))
    shares = [by_pair[entry.pair][0] * (entry.count / groups[entry.pair]) for entry in entries]
    # the shares of a group are rounded twice
    error = max(error for _, error in by_pair.values()) * (1 + 1e-12) + (
        2 * ROUNDED if len(groups) < len(entries) else 0.0
    )
    exact = all(entry.exact is not None for entry in entries)
    return _choice(entries, shares, max(error, ROUNDED if exact else delta + 2 * ROUNDED))


def _choice(entries: Sequence[Candidates], shares: Sequence[float], error: float) -> Choice:
    """The answer; `error` bounds the errors of all chances."""
    wins = {entry.name: entry.exact for entry in entries if entry.exact is not None}
    return Choice(
        {entry.name: share for entry, share in zip(entries, shares, strict=True)},
        wins if len(wins) == len(entries) else None,
        {entry.name: entry.chance for entry in entries},
        certainty="certified",
        error_bound=error,
    )


def random_at(game: Game, at: Position | None) -> RandomPlay:
    """Random play from a position; as fractions if `candidates` gives them."""
    entries, delta = candidates(game, at)
    if not entries:
        return random_play(Fraction(), 0.0, ROUNDED, {})
    by_move = {entry.name: entry.exact for entry in entries}
    exact = [(entry.exact, entry.count) for entry in entries if entry.exact is not None]
    if len(exact) == len(entries):
        win = sum((chance * count for chance, count in exact), Fraction()) / sum(count for _, count in exact)
        return random_play(win, float(win), ROUNDED, by_move)
    chance = float(0.5 + random_of(game, at).win_hi[start_of(game, at)])
    return random_play(None, chance, delta + 2 * ROUNDED, by_move)


def size(game: Game) -> Size:
    """Number of positions of a race."""
    graph = graph_of(game)
    alone = pairs = None
    if isinstance(game, Esr):
        alone, pairs = esr_positions(game.n, game.m), esr_configurations(game.n, game.m)
    return Size(alone, pairs, int((graph.payoff == UNDECIDED).sum()), int(graph.multiplicities.sum()))


CHUNK = 64
"""Values of k that are computed together along a curve that may end early."""


def duels(game: Game, ks: Sequence[Playouts], rivals: Sequence[Playouts]) -> list[Duel]:
    """MC(ks[i]) against MC(rivals[i]) from the game's start."""
    columns = duel_task(game, tuple(map(playouts_key, ks)), tuple(map(playouts_key, rivals))).run()
    values = zip(*(columns[name].tolist() for name in ("first", "second", "mean", "error")), strict=True)
    return [
        Duel(k, rival, *row[:3], certainty="certified", error_bound=row[3])
        for k, rival, row in zip(ks, rivals, values, strict=True)
    ]


def curve_by_chunks(game: Game, k_max: int) -> Iterator[Duel]:
    """MC(k) against MC(2k) for k = 1, 2, ..., computed as they are asked for."""
    for begin in range(1, k_max + 1, CHUNK):
        ks = range(begin, min(begin + CHUNK, k_max + 1))
        yield from duels(game, ks, [2 * k for k in ks])


def duel_at(game: Game, k: Playouts, rival: Playouts, at: Position) -> Duel:
    """MC(k) against MC(rival) from a position of a race."""
    values = duel_values(game, (playouts_key(k),), (playouts_key(rival),), np.array([start_of(game, at)]), at)
    first, second, mean = (float(values[name][0, 0]) for name in ("first", "second", "mean"))
    error = float(stated_errors(game, values["error"])[0, 0])
    return Duel(k, rival, first, second, mean, certainty="certified", error_bound=error)


def duel_in_fractions(game: Game, k: Playouts, rival: Playouts, at: Position | None) -> Duel:
    """MC(k) against MC(rival), exactly."""
    first, second = _chances(game, f"mc:{k}", f"mc:{rival}", at)
    return Duel(k, rival, first, second, (first + second) / 2)


def agents(game: Game, first: str, second: str, at: Position | None) -> AgentDuel:
    """One agent against another."""
    met = duel(graph_of(game, at), _policy(game, first, at), _policy(game, second, at))
    start = start_of(game, at)
    win, loss, error = (float(values[0, start]) for values in (met.win, met.loss, met.error))
    return AgentDuel(first, second, win, loss, win, certainty="certified", error_bound=error)


def agents_in_fractions(game: Game, first: str, second: str, at: Position | None) -> AgentDuel:
    """One agent against another, exactly."""
    return agent_duel(first, second, _chances(game, first, second, at)[0])


def without_ties(game: Game, ks: Sequence[int]) -> list[Ties]:
    """MC(k) against MC(2k), with ties split and without ties."""
    graph, start = graph_of(game), start_of(game)
    answers = []
    for split in duels(game, ks, [2 * k for k in ks]):
        k, rival = int(split.k), int(split.rival)
        met = duel(graph, *(unique_best_policy(graph, random_of(game), playouts) for playouts in (k, rival)))
        mean = (float(met.win[0, start]) + float(met.loss[1, start])) / 2
        error = max(split.error_bound or 0.0, float(met.error[:, start].max()) + ROUNDED)
        answers.append(Ties(k, rival, float(split.mean), mean, certainty="certified", error_bound=error))
    return answers


def _chances(game: Game, agent: str, rival: str, at: Position | None) -> tuple[Fraction, Fraction]:
    """Chances that one agent wins against another, moving first and moving second."""
    met = exact_duel(graph_of(game, at), _rows(game, agent, at), _rows(game, rival, at))
    start = start_of(game, at)
    return fraction(met.win_a[start]), fraction(met.loss_b[start])


def _rows(game: Game, agent: str, at: Position | None) -> Sequence[fmpq]:
    """An agent as one fraction per edge."""
    graph, playouts = graph_of(game, at), playouts_of(agent)
    if playouts is None:
        return agent_rows(graph, agent)
    count = playouts_key(playouts)
    return exact_policy_monte_carlo(graph, count) if count else share_rows(graph, limit_shares(graph))


def _policy(game: Game, agent: str, at: Position | None) -> Policy:
    """An agent as one double per edge."""
    playouts = playouts_of(agent)
    return agent_policy(graph_of(game, at), agent) if playouts is None else policy(game, playouts_key(playouts), at)


def random(game: Game, at: Position | None) -> RandomPlay:
    """Random play from the game's start, or from another position of a race."""
    if at is not None or isinstance(game, Subtraction):
        return random_at(game, at)
    if isinstance(game, Esr):
        win, chance, error = start_chance(game)
        return random_play(win, chance, error, {"0": win})
    start = next(positions_of(game))
    chances: dict[str, Fraction | None] = {str(candidate.move): candidate.chance for candidate in start.candidates}
    return random_play(start.chance, float(start.chance), ROUNDED, chances)


def perfect(game: Game, at: Position | None) -> Perfect:
    """Perfect play from the game's start, or from another position of a race."""
    graph, start = graph_of(game, at), start_of(game, at)
    values = perfect_values(graph)
    winning: list[int] = []
    for edge in graph.edges_of(start):
        if values[graph.successors[edge]] < 0:
            label, count = int(graph.labels[edge]), int(graph.multiplicities[edge])
            # in a race with several lanes, the pieces on one square are one move
            winning += [label] if isinstance(game, Esr) else moves_on(game, label, count)
    proved = period(game.rules.moves, game.rules.overshoot) if isinstance(game, Subtraction) else None
    periods = (None, None) if proved is None else (proved.period, proved.preperiod)
    return Perfect(bool(values[start] > 0), tuple(winning), *periods)


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


def _perfect(graph: GameGraph, play: GraphPlay, values: NDArray[np.int8]) -> Chooser:
    """Perfect play: of the moves that keep the value, the first whose playouts are not known to be worse than another's."""

    def choose(position: int) -> int:
        edges = [edge for edge in graph.edges_of(position) if -values[graph.successors[edge]] == values[position]]
        return _best(graph, play, edges)

    return choose


def _best(graph: GameGraph, play: GraphPlay, edges: list[int]) -> int:
    """The first of some edges whose playouts are not known to be worse than those of another."""
    best = edges[0]
    for edge in edges[1:]:
        after, after_best = (int(graph.successors[each]) for each in (edge, best))
        more = (play.loss_hi[after] - play.loss_hi[after_best]) + (play.loss_lo[after] - play.loss_lo[after_best])
        if more > 2.0**-50 * abs(play.loss_hi[after]) and more > 3 * play.error:
            best = edge
    return best


def _most_likely(graph: GameGraph, play: GraphPlay, k: Playouts) -> Chooser:
    """The most probable move of MC(k), the first if several are."""

    def choose(position: int) -> int:
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
        for index in range(1, len(edges)):
            if chances[index] - chances[best] > errors[index] + errors[best]:
                best = index
        return edges[best]

    return choose
