"""Rows of the tables that look over many games, biases or agents at once."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from tafelwerk.build.montecarlo.graphs import duel_values, fraction, graph_of, start_of
from tafelwerk.build.montecarlo.rows import fraction_columns
from tafelwerk.build.task import columns
from tafelwerk.solvers.core.exact_play import exact_duel
from tafelwerk.solvers.montecarlo.agents import agent_rows
from tafelwerk.solvers.montecarlo.basins import basins
from tafelwerk.solvers.montecarlo.bias import bad_moves
from tafelwerk.solvers.montecarlo.blunders import losing_share
from tafelwerk.solvers.montecarlo.limits import random_play_limits
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.montecarlo.subtraction import heap_position
from tafelwerk.tables.montecarlo import Game, Kind, Subtraction, SubtractionRules

Columns = Mapping[str, Any]


def game_columns(rules: Sequence[SubtractionRules], limit: int) -> Columns:
    """Periods, blunders and the share of losing choices of several subtraction games."""
    rows = [_game_row(one, limit) for one in _sorted(rules)]
    names = (
        "moves",
        "overshoot",
        "preperiod",
        "period",
        "blunder",
        "blunder_with_ties",
        "searched_to",
        "won_heaps",
        "losing_choices",
    )
    return columns(names, rows)


def _game_row(rules: SubtractionRules, limit: int) -> tuple[Any, ...]:
    found = period(rules.moves, rules.overshoot)
    shares = losing_share(rules.moves, rules.overshoot, limit)
    return (
        rules.text,
        rules.overshoot,
        None if found is None else found.preperiod,
        None if found is None else found.period,
        next((heap for heap, share in shares if share == 1), None),
        next((heap for heap, share in shares if share > 0), None),
        limit,
        len(shares),
        float(fraction(sum((share for _, share in shares), fmpq(0)))),
    )


def _sorted(rules: Sequence[SubtractionRules]) -> list[SubtractionRules]:
    return sorted(rules, key=lambda one: (one.text, one.overshoot))


def limit_columns(rules: Sequence[SubtractionRules]) -> Columns:
    """Limits of random play of several subtraction games."""
    rows = []
    for one in _sorted(rules):
        limits = random_play_limits(one.moves, one.overshoot)
        rows += [(one, len(limits), residue, fraction(limit)) for residue, limit in enumerate(limits)]
    columns = fraction_columns([limit for _, _, _, limit in rows])
    return {
        "moves": [one.text for one, _, _, _ in rows],
        "overshoot": [one.overshoot for one, _, _, _ in rows],
        "modulus": np.array([modulus for _, modulus, _, _ in rows], np.uint32),
        "residue": np.array([residue for _, _, residue, _ in rows], np.uint32),
        "limit_chance": columns["chance"],
        "numerator": columns["numerator"],
        "denominator": columns["denominator"],
    }


def agent_columns(game: Subtraction, pairs: Sequence[tuple[str, str]]) -> Columns:
    """Agents that sample nothing against each other, from every heap from 1 to the game's."""
    heaps = range(1, game.heap + 1)
    agents = {name: agent_rows(graph_of(game), name) for pair in pairs for name in pair}
    chances: list[Fraction] = []
    for first, second in pairs:
        met = exact_duel(graph_of(game), agents[first], agents[second])
        chances += [fraction(met.win_a[heap_position(heap)]) for heap in heaps]
    rows = len(chances)
    return {
        "moves": [game.rules.text] * rows,
        "overshoot": [game.rules.overshoot] * rows,
        "first": [first for first, _ in pairs for _ in heaps],
        "second": [second for _, second in pairs for _ in heaps],
        "heap": np.array(list(heaps) * len(pairs), np.uint32),
    } | fraction_columns(chances)


def scan_columns(rules: SubtractionRules, kind: Kind, biases: Sequence[Fraction], heaps: int) -> Columns:
    """Which biases were looked at, and how far."""
    return bias_columns(rules, kind, sorted(biases)) | {"heaps": np.full(len(biases), heaps, np.uint32)}


def bias_columns(rules: SubtractionRules, kind: Kind, biases: Sequence[Fraction]) -> dict[str, Any]:
    """The columns that say which bias a row is about."""
    return {
        "moves": [rules.text] * len(biases),
        "overshoot": [rules.overshoot] * len(biases),
        "kind": [kind] * len(biases),
        "epsilon": np.array([float(bias) for bias in biases]),
        "epsilon_numerator": np.array([bias.numerator for bias in biases], np.int64),
        "epsilon_denominator": np.array([bias.denominator for bias in biases], np.int64),
    }


def bad_move_columns(rules: SubtractionRules, kind: Kind, biases: Sequence[Fraction], heaps: int) -> Columns:
    """Won heaps at which MC(inf) with biased playouts may lose."""
    rows = [
        (bias, heap, fraction(share))
        for bias in sorted(biases)
        for heap, share in bad_moves(rules.moves, kind, bias, heaps, rules.overshoot)
    ]
    return bias_columns(rules, kind, [bias for bias, _, _ in rows]) | {
        "heap": np.array([heap for _, heap, _ in rows], np.uint32),
        "share_numerator": np.array([share.numerator for _, _, share in rows], np.uint32),
        "share_denominator": np.array([share.denominator for _, _, share in rows], np.uint32),
    }


def basin_columns(game: Game, k_max: int) -> Columns:
    """The basins of one curve of MC(k) against MC(2k)."""
    start = np.array([start_of(game)])

    def curve(ks: Sequence[int]) -> tuple[Sequence[float], Sequence[float]]:
        values = duel_values(game, tuple(ks), tuple(2 * k for k in ks), start)
        return values["mean"][:, 0].tolist(), values["error"][:, 0].tolist()

    found = basins(curve, k_max)
    return {
        "game": [str(game)] * len(found),
        "k_max": np.full(len(found), k_max, np.uint64),
        "k": np.array([basin.k for basin in found], np.uint64),
        "mean": np.array([basin.mean for basin in found], np.float64),
        "error": np.array([basin.error for basin in found], np.float64),
    }
