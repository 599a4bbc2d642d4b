"""Rows of boards, openings, lines, positions, agents' choices and duels; stored choices are read back here."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Checkpoint, columns
from tafelwerk.families.switching.answers import Duel, SampledDuel
from tafelwerk.families.switching.rules import FAMILY, MOST_REFUTED_ORDER, parse_agent, resolution
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.exact_drops import heuristic_moves
from tafelwerk.solvers.switching.shannon_heuristic import (
    Line,
    analyse_opening,
    first_moves,
    play_line,
    refute,
    winning_line,
)
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_duels import Sample, heuristic_against_playouts, pair, simulate
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, Player, make_board, play
from tafelwerk.solvers.switching.switching_positions import (
    Positions,
    all_drops,
    board_positions,
    heuristic_shares,
    move_masks,
    perfect_outcomes,
)
from tafelwerk.tables.answers import sampled_share
from tafelwerk.tables.book import Book

Columns = Mapping[str, Any]

MOST_LINE_ORDER = 10
"""Largest order for which games that Cut loses are stored."""


def board_rows(order: int) -> Mapping[str, Columns]:
    """Rows of boards and edges."""
    board = make_board(order)
    numbers = range(board.graph.edges)
    return {
        "boards": {"m": [order], "nodes": board.graph.nodes, "edges": board.graph.edges},
        "edges": {
            "m": order,
            "edge": numbers,
            "name": board.names(numbers),
            "x": board.places[:, 0],
            "y": board.places[:, 1],
            "one": board.graph.ends[:, 0],
            "other": board.graph.ends[:, 1],
            "mirror": board.mirrors[1],
            "flipped": board.mirrors[2],
            "dual": board.dual,
        },
    }


def opening_rows(order: int, first: int, last: int) -> Mapping[str, Columns]:
    """Rows of openings and lines: numbers `first` to `last` of `first_moves`, with one row per image."""
    board = make_board(order)
    openings = [analyse_opening(order, images[0]) for images in first_moves(order)[first : last + 1]]
    rows = [(edge, opening) for opening in openings for edge in opening.images]
    if order <= MOST_REFUTED_ORDER:
        lost = [line for opening in openings for line in refuted_lines(order, opening.edge)]
    else:
        lost = [lost_line(order, each.edge) for each in openings if each.rate < 1 and order <= MOST_LINE_ORDER]
    lines = [
        (order, line.moves[0], ply, edge, board.name(edge), ties)
        for line in lost
        for ply, (edge, ties) in enumerate(zip(line.moves, line.ties, strict=True), 1)
    ]
    return {
        "openings": {
            "m": order,
            "edge": [edge for edge, _ in rows],
            "name": board.names(edge for edge, _ in rows),
            "least": [opening.images[0] for _, opening in rows],
            "rate_num": [str(opening.rate.numerator) for _, opening in rows],
            "rate_den": [str(opening.rate.denominator) for _, opening in rows],
            "rate": [float(opening.rate) for _, opening in rows],
            "shortest": [opening.shortest for _, opening in rows],
            "longest": [opening.longest for _, opening in rows],
            "positions": [opening.positions for _, opening in rows],
            "branches": [opening.branches for _, opening in rows],
            "gap_num": [str(opening.gap.numerator) for _, opening in rows],
            "gap_den": [str(opening.gap.denominator) for _, opening in rows],
            "gap": [opening.gap.numerator / opening.gap.denominator for _, opening in rows],
            "gap_states": [opening.gap_states.tolist() for _, opening in rows],
        },
        "lines": columns(("m", "opening", "ply", "edge", "name", "ties"), lines),
    }


def lost_line(order: int, edge: int) -> Line:
    """A game that Cut loses after a losing first move: the smallest of tied edges, or random ones if Cut wins that way."""
    line = play_line(order, edge)
    draw = Random(edge)
    while line.winner is Player.CUT:
        line = play_line(order, edge, draw.choice)
    return line


def refuted_lines(order: int, edge: int) -> list[Line]:
    """A game that Short wins after a first move, if it can force the win however a Cut who follows the heuristic breaks ties."""
    graph = make_board(order).graph
    states, _ = play(graph, [edge])
    refutation = refute(graph, states)
    if refutation is None:
        return []
    moves = [edge, *winning_line(graph, states, refutation)]
    # Short's move is the one known to win, Cut's is one of the tied edges
    ties = [1 if ply % 2 else len(heuristic_moves(graph, play(graph, moves[:ply])[0])) for ply in range(1, len(moves))]
    return [Line(tuple(moves), (order**2, *ties), Player.SHORT)]


def position_rows(order: int) -> Columns:
    """Rows of positions."""
    positions = board_positions(order)
    outcomes = perfect_outcomes(positions)
    heuristic = move_masks(positions, heuristic_shares(positions, all_drops(positions)) > 0)
    deleted, marked = _masks(positions)
    return {
        "m": order,
        "deleted": deleted,
        "marked": marked,
        "to_move": _players(positions.to_move),
        "winner": _players(outcomes.winner),
        "decided": positions.won != FREE,
        "moves": outcomes.moves,
        "heuristic": heuristic,
    }


def agent_rows(order: int, name: str) -> Columns:
    """Rows of table agents: an agent's chances in every open position, one edge per row."""
    positions = board_positions(order)
    policy = agent_policy(positions, parse_agent(name))
    deleted, marked, edges = _moves(positions)
    return {
        "m": order,
        "agent": name,
        "deleted": deleted,
        "marked": marked,
        "edge": edges,
        "chance": policy.chances,
        "error": np.maximum(policy.errors, resolution(name)),
    }


def stored_policy(book: Book, order: int, name: str) -> Policy | None:
    """An agent's choices in every position as stored in the book; None unless the book holds all of them."""
    sql = f"SELECT chance, error FROM {FAMILY}.agents WHERE m = ? AND agent = ? ORDER BY deleted, marked, edge"
    rows = book.arrays(FAMILY, sql, order, name)
    deleted, marked, edges = _moves(board_positions(order))
    if not rows or len(rows["chance"]) != len(edges):
        return None
    places = np.lexsort((edges, marked, deleted))
    chances, errors = np.empty(len(places)), np.empty(len(places))
    chances[places], errors[places] = rows["chance"], rows["error"]
    return Policy(chances, errors)


def _moves(positions: Positions) -> tuple[NDArray[Any], ...]:
    """Deleted and marked edges of the position before each edge of the game, as masks, and the edge's number on the board."""
    owners = np.repeat(np.arange(positions.game.positions), np.diff(positions.game.offsets))
    deleted, marked = _masks(positions)
    return deleted[owners], marked[owners], positions.game.labels


def _masks(positions: Positions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deleted and marked edges of positions as masks, from keys whose base-3 digits are the states."""
    digits = np.asarray(positions.keys, np.int64)
    deleted, marked = np.zeros_like(digits), np.zeros_like(digits)
    for edge in range(positions.graph.edges):
        digits, digit = np.divmod(digits, 3)
        deleted |= (digit == DELETED).astype(np.int64) << edge
        marked |= (digit == MARKED).astype(np.int64) << edge
    return deleted, marked


def _players(colours: Any) -> Any:
    """Players by their edge states."""
    return np.where(colours == MARKED, str(Player.SHORT), str(Player.CUT))


LEAST_CHANCE = 1e-6
"""Smallest chance of a position whose games are followed."""


def certified_duels(
    order: int, pairs: Iterable[tuple[str, str]], known: Mapping[str, Policy] | None = None
) -> list[Duel]:
    """Duels by backward induction over all positions of a small board; agents in `known` are not recomputed."""
    positions = board_positions(order)
    policies = dict(known or {})
    duels = []
    for cut, short in pairs:
        for name in (cut, short):
            if name not in policies:
                policies[name] = agent_policy(positions, parse_agent(name))
        result = pair(positions, policies[cut], policies[short])
        error = max(result.error, resolution(cut, short))
        duels.append(Duel(order, cut, short, result.short, certainty="certified", error_bound=error))
    return duels


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
    games_done, won = (0, 0) if state is None else state
    graph, agents = make_board(order).graph, (parse_agent(cut), parse_agent(short))
    while games_done < games:
        batch = simulate(graph, *agents, min(chunk, games - games_done), seed, games_done)
        games_done, won = games_done + batch.games, won + batch.short
        if checkpoint is not None and games_done < games:
            checkpoint.save([games_done, won], f"{games_done:,} of {games:,} games, Short won {won:,}")
    sample = Sample(games_done, won)
    return SampledDuel(order, cut, short, sample.rate, seed, **sampled_share(sample.rate, games_done, sample.error))


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
