"""Duels of two agents of the switching game, for the tasks of pairings and for the questions."""

from collections.abc import Iterable, Mapping
from typing import Any

from tafelwerk.build.task import Checkpoint, columns
from tafelwerk.families.switching.answers import Duel, SampledDuel
from tafelwerk.families.switching.rules.agents import parse_agent
from tafelwerk.families.switching.rules.comparisons import resolution
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.limit_duel import heuristic_against_playouts
from tafelwerk.solvers.switching.pairing import pair
from tafelwerk.solvers.switching.positions import board_positions
from tafelwerk.solvers.switching.simulation import Sample, simulate
from tafelwerk.tables.answers import sampled_share

LEAST_CHANCE = 1e-6
"""Smallest chance of a position whose games are followed."""


def certified_duels(
    order: int, pairs: Iterable[tuple[str, str]], known: Mapping[str, Policy] | None = None
) -> list[Duel]:
    """Duels by backward induction over all positions of a small board; agents in `known` are not recomputed."""
    positions = board_positions(order)
    policies = dict(known or {})
    found = []
    for cut, short in pairs:
        for name in (cut, short):
            if name not in policies:
                policies[name] = agent_policy(positions, parse_agent(name))
        result = pair(positions, policies[cut], policies[short])
        error = max(result.error, resolution(cut, short))
        found.append(Duel(order, cut, short, result.short, certainty="certified", error_bound=error))
    return found


def followed_duel(order: int, short: str) -> Duel:
    """The heuristic against MC(K) with many playouts, with all games followed move by move."""
    result = heuristic_against_playouts(order, parse_agent(short).playouts, LEAST_CHANCE)
    return Duel(order, "heuristic", short, result.short, certainty="certified", error_bound=result.error)


def sampled_duel(
    order: int, cut: str, short: str, games: int, seed: int, chunk: int, checkpoint: Checkpoint | None = None
) -> SampledDuel:
    """A duel estimated from simulated games.

    Args:
        order: order of the board.
        cut, short: the agents.
        games, seed: size and seed of the sample.
        chunk: number of games between checkpoints.
        checkpoint: checkpoint to save to and to resume from, or None.
    """
    state = None if checkpoint is None else checkpoint.load()
    played, won = (0, 0) if state is None else state
    graph, agents = make_board(order).graph, (parse_agent(cut), parse_agent(short))
    while played < games:
        found = simulate(graph, *agents, min(chunk, games - played), seed, played)
        played, won = played + found.games, won + found.short
        if checkpoint is not None and played < games:
            checkpoint.save([played, won], f"{played:,} of {games:,} games, Short won {won:,}")
    sample = Sample(played, won)
    return SampledDuel(order, cut, short, sample.rate, seed, **sampled_share(sample.rate, played, sample.error))


def pairing_rows(duels: Iterable[Duel]) -> Mapping[str, Any]:
    """Rows of pairings."""
    rows = [
        (
            duel.order,
            duel.cut,
            duel.short_agent,
            duel.short,
            duel.standard_error,
            duel.certainty,
            duel.samples,
            duel.seed,
        )
        if isinstance(duel, SampledDuel)
        else (duel.order, duel.cut, duel.short_agent, duel.short, duel.error_bound, duel.certainty, None, None)
        for duel in duels
    ]
    return columns(("m", "cut", "short", "chance", "error", "certainty", "games", "seed"), rows)
