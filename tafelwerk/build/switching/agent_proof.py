"""What agents do in every position, proved anew: chances add up, and a sample of positions is done again one by one.

The rows come from kernels over all positions. Here an agent's weights are those of one position in exact arithmetic; a
Monte-Carlo agent's chances come from all ways to share out the free edges and the binomial law of wins, in plain sums.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.switching.agent_names import Agent, parse_agent
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.choices import choices
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player
from tafelwerk.solvers.switching.positions import board_positions, joined_kernel
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.switching import FAMILY, get_agent_row

POSITIONS_DRAWN = 100
"""Positions that are done again for every agent, unless a number is asked for."""

MOST_SUMMED = 10_000
"""Playouts of an agent up to which its law is summed up."""

ROUNDING = 1e-9
"""What the sums done here may be off by."""

_SEED = 1951

# 7 nodes integrate polynomials to degree 13 without an error: a position has at most 13 candidates
_NODES, _WEIGHTS = (values / 2 for values in np.polynomial.legendre.leggauss(7))


def agent_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Columns and sums of all rows; a sample of positions of every agent.

    Args:
        book: the book.
        sample: positions of every agent to draw; None: POSITIONS_DRAWN.
    """
    held = book.rows(
        FAMILY,
        f"SELECT m, agent, count(*), count(DISTINCT (deleted, marked)), min(chance), max(chance), max(error) "
        f"FROM {FAMILY}.agents GROUP BY m, agent ORDER BY m, agent",
    )
    if not held:
        return
    claims, again = Claims(), Claims()
    for m, agent, rows, *rest in held:
        game = board_positions(m).game
        claims.rows += 1
        where = f"{m}, {agent}"
        claims.claim(where, "the agent has another name", str(parse_agent(agent)) == agent)
        claims.claim(where, f"{rows} rows for {game.edges} moves", rows == game.edges)
        claims.claim(where, f"chances {rest[1]} to {rest[2]}", rest[1] >= 0 and rest[2] <= 1 + rest[3])
        off = book.rows(
            FAMILY,
            f"SELECT deleted, marked, sum(chance) FROM {FAMILY}.agents WHERE m = ? AND agent = ? "
            f"GROUP BY deleted, marked HAVING abs(sum(chance) - 1) > sum(error) + 1e-14 LIMIT 1",
            m,
            agent,
        )
        claims.claim(where, f"chances that do not add up: {off}", not off)
    yield claims.check(f"{FAMILY}.agents: sums", f"{sum(row[2] for row in held):,} rows of {len(held)} agents")
    if claims.faults:
        return
    size = POSITIONS_DRAWN if sample is None else sample
    summed = [(m, agent) for m, agent, *_ in held if (parse_agent(agent).playouts or 0) <= MOST_SUMMED]
    for m, agent in summed:
        for deleted, marked in _drawn(book, m, agent, size):
            _position(book, m, agent, deleted, marked, again)
    yield again.check(f"{FAMILY}.agents: positions", f"{again.rows} positions of {len(summed)} agents, one by one")


def _drawn(book: Book, m: int, agent: str, size: int) -> list[tuple[Any, ...]]:
    return book.rows(
        FAMILY,
        f"SELECT deleted, marked FROM {FAMILY}.agents WHERE m = ? AND agent = ? GROUP BY deleted, marked "
        f"ORDER BY hash(deleted, marked, {_SEED}), deleted, marked LIMIT ?",
        m,
        agent,
        size,
    )


def _position(book: Book, m: int, name: str, deleted: int, marked: int, claims: Claims) -> None:
    graph, agent = make_board(m).graph, parse_agent(name)
    edges = range(graph.edges)
    states = np.array([DELETED if deleted >> e & 1 else MARKED if marked >> e & 1 else FREE for e in edges], np.int8)
    player = Player.CUT if deleted.bit_count() == marked.bit_count() else Player.SHORT
    if agent.kind == "mc":
        expected = monte_carlo_row(graph, states, player, agent)
    else:
        drawn_from = choices(graph, states, player, agent)
        expected = {edge: weight / sum(drawn_from.values()) for edge, weight in drawn_from.items()}
    found = get_agent_row(book, m, name, deleted, marked) or {}
    claims.rows += 1
    where = f"{m}, {name}, {deleted}, {marked}"
    claims.claim(where, "other moves", sorted(found) == np.flatnonzero(states == FREE).tolist())
    off = max(abs(chance - expected.get(edge, 0.0)) for edge, chance in found.items())
    claims.claim(where, f"a chance is off by {off}", off <= ROUNDING)


def monte_carlo_row(graph: Graph, states: NDArray[np.int8], player: Player, agent: Agent) -> dict[int, float]:
    """The chance of every free edge under MC(K) in one open position, in plain sums; mc:inf: evenly among the best."""
    free: list[int] = np.flatnonzero(states == FREE).tolist()
    wins = {edge: _won_splits(graph, states, player, edge) for edge in free}
    if agent.playouts is None:
        best = [edge for edge in free if wins[edge] == max(wins.values())]
        return dict.fromkeys(best, 1 / len(best))
    rest = len(free) - 1
    splits = comb(rest, rest // 2)
    laws = np.array([_binomial(agent.playouts, wins[edge], splits) for edge in free])
    below = np.cumsum(laws, axis=1) - laws
    row = {}
    for place, edge in enumerate(free):
        others = [other for other in range(len(free)) if other != place]
        # of candidates alike one is taken evenly: the first, were each given a uniform number
        least = sum(
            weight * np.prod(below[others] + (node + 0.5) * laws[others], axis=0)
            for node, weight in zip(_NODES, _WEIGHTS, strict=True)
        )
        row[edge] = float(np.sum(laws[place] * least))
    return row


def _won_splits(graph: Graph, states: NDArray[np.int8], player: Player, edge: int) -> int:
    """In how many of all ways to share out the free edges the player wins after a move."""
    after, group = states.copy(), np.empty(graph.nodes, np.int32)
    after[edge] = player.colour
    rest = np.flatnonzero(after == FREE)
    # the rival moves next, and takes the larger half
    own = len(rest) // 2
    won = 0
    for kept in combinations(rest.tolist(), own):
        after[rest] = player.rival.colour
        after[list(kept)] = player.colour
        won += bool(joined_kernel(graph.ends, after, MARKED, MARKED, group)) == (player is Player.SHORT)
    return won


def _binomial(playouts: int, wins: int, splits: int) -> NDArray[np.float64]:
    """The law of wins in so many playouts, each won with the chance wins / splits."""
    law = np.zeros(playouts + 1)
    if wins in (0, splits):
        law[playouts if wins else 0] = 1.0
        return law
    steps = np.arange(1, playouts + 1)
    odds = np.log(wins / (splits - wins))
    logs = np.concatenate([[0.0], np.cumsum(np.log((playouts + 1 - steps) / steps) + odds)])
    powers = np.exp(logs - logs.max())
    found: NDArray[np.float64] = powers / powers.sum()
    return found
