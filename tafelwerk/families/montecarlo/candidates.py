"""One position: its candidates with their chances at random play, the law of MC(k)'s move, and the number of positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.answers import ROUNDED, Choice, RandomPlay, Size, limit_choice, random_play
from tafelwerk.families.montecarlo.estimates import is_exact
from tafelwerk.families.montecarlo.graphs import fraction, graph_of, moves_on, random_of, start_of
from tafelwerk.families.montecarlo.rules.biases import Shares
from tafelwerk.families.montecarlo.rules.games import Esr, Game, Playouts, Subtraction
from tafelwerk.families.montecarlo.rules.positions import Position
from tafelwerk.families.montecarlo.rules.race_sizes import esr_configurations, esr_positions
from tafelwerk.solvers.montecarlo.heap_play import exact_heap
from tafelwerk.solvers.playouts.exact_play import exact_random
from tafelwerk.solvers.playouts.game_graph import UNDECIDED
from tafelwerk.solvers.playouts.policy import limit_shares
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
        named = [(label, count)] if isinstance(game, Esr) else [(move, 1) for move in moves_on(game, label, count)]
        for move, number in named:
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
