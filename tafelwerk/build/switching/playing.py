"""Openings, pairings and games of the switching game computed: what the tasks run."""

from collections.abc import Mapping
from random import Random

from tafelwerk.build.switching.rows import Columns, line_rows, opening_rows, pairing_rows
from tafelwerk.build.task import Checkpoint
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.core.policy import Policy
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import Player
from tafelwerk.solvers.switching.pairing import pair
from tafelwerk.solvers.switching.positions import board_positions
from tafelwerk.solvers.switching.shannon import Line, analyse_opening, first_moves, play_line
from tafelwerk.solvers.switching.simulation import Sample, simulate
from tafelwerk.tables.question import sampled_share
from tafelwerk.tables.switching import Duel, SampledDuel

MOST_LINE_ORDER = 10
"""Order up to which games that Cut loses are stored."""


def opening_tables(order: int, first: int, last: int) -> Mapping[str, Columns]:
    """Rows of openings and lines: numbers `first` to `last` of `first_moves`, with a row for every image."""
    board = make_board(order)
    firsts = first_moves(order)[first : last + 1]
    openings = [analyse_opening(order, images[0]) for images in firsts]
    lost = [opening.edge for opening in openings if opening.rate < 1 and order <= MOST_LINE_ORDER]
    return {
        "openings": opening_rows(board, openings),
        "lines": line_rows(board, [lost_line(order, edge) for edge in lost]),
    }


def played_rows(
    order: int, cut: str, short: str, games: int, seed: int, chunk: int, checkpoint: Checkpoint | None
) -> Columns:
    """The row of a pairing from games that are played.

    Args:
        order: of the board.
        cut, short: the agents.
        games, seed: of the sample.
        chunk: games between two savings.
        checkpoint: saved to, and gone on from; None: neither.
    """
    state = None if checkpoint is None else checkpoint.load()
    played, won = (0, 0) if state is None else state
    graph, cutting, marking = make_board(order).graph, parse_agent(cut), parse_agent(short)
    while played < games:
        found = simulate(graph, cutting, marking, min(chunk, games - played), seed, played)
        played, won = played + found.games, won + found.short
        if checkpoint is not None and played < games:
            checkpoint.save([played, won], f"{played:,} of {games:,} games, Short won {won:,}")
    return pairing_rows([sampled(order, cut, short, Sample(played, won), seed)])


def certified_duels(
    order: int, pairs: tuple[tuple[str, str], ...], known: Mapping[str, Policy] | None = None
) -> list[Duel]:
    """Duels by induction over all positions of a small board; agents that are known are not worked out."""
    positions = board_positions(order)
    policies = dict(known or {})
    found = []
    for cut, short in pairs:
        for name in (cut, short):
            if name not in policies:
                policies[name] = agent_policy(positions, parse_agent(name))
        result = pair(positions, policies[cut], policies[short])
        found.append(Duel(order, cut, short, result.short, certainty="certified", error_bound=result.error))
    return found


def sampled(order: int, cut: str, short: str, sample: Sample, seed: int) -> SampledDuel:
    """A duel from games that were played."""
    return SampledDuel(order, cut, short, sample.rate, seed, **sampled_share(sample.rate, sample.games, sample.error))


def lost_line(order: int, edge: int) -> Line:
    """A game that Cut loses after a first move that can be lost: the smallest of tied edges; if Cut wins so, drawn ones."""
    line = play_line(order, edge)
    draw = Random(edge)
    while line.winner is Player.CUT:
        line = play_line(order, edge, draw.choice)
    return line
