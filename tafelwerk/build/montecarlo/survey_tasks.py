"""Tasks that look over many games, biases or agents at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from flint import fmpq

from tafelwerk.build.montecarlo.tasks import (
    duel_operations,
    duel_values,
    fraction,
    fraction_columns,
    graph_edges,
    graph_of,
    start_of,
)
from tafelwerk.build.task import columns
from tafelwerk.solvers.core.exact_play import exact_duel
from tafelwerk.solvers.montecarlo.agents import agent_rows
from tafelwerk.solvers.montecarlo.basins import basins, grid
from tafelwerk.solvers.montecarlo.bias import bad_moves
from tafelwerk.solvers.montecarlo.blunders import losing_share
from tafelwerk.solvers.montecarlo.limits import random_play_limits
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.montecarlo.subtraction import heap_position
from tafelwerk.tables.montecarlo import Game, Kind, Subtraction, SubtractionRules

Columns = Mapping[str, Any]

_SUBTRACTION_GAME = (
    *("moves", "overshoot", "preperiod", "period", "blunder", "blunder_with_ties"),
    *("searched_to", "won_heaps", "losing_choices"),
)


@dataclass(frozen=True, slots=True)
class SubtractionGames:
    """Periods, blunders and the share of losing choices of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    limit: int
    table: ClassVar[str] = "subtraction_games"

    def run(self) -> Columns:
        rows = [self._row(rules) for rules in sorted(self.rules, key=lambda rules: (rules.text, rules.overshoot))]
        return columns(_SUBTRACTION_GAME, rows)

    def _row(self, rules: SubtractionRules) -> tuple[Any, ...]:
        found = period(rules.moves, rules.overshoot)
        shares = losing_share(rules.moves, rules.overshoot, self.limit)
        return (
            rules.text,
            rules.overshoot,
            None if found is None else found.preperiod,
            None if found is None else found.period,
            next((heap for heap, share in shares if share == 1), None),
            next((heap for heap, share in shares if share > 0), None),
            self.limit,
            len(shares),
            float(fraction(sum((share for _, share in shares), fmpq(0)))),
        )

    def operations(self) -> float:
        return sum(blunder_operations(rules, self.limit) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


def blunder_operations(rules: SubtractionRules, limit: int) -> float:
    """Work of looking at every heap up to `limit` in exact arithmetic."""
    return limit * len(rules.moves) * (2e3 + limit)


@dataclass(frozen=True, slots=True)
class SubtractionLimits:
    """Limits of random play of several subtraction games."""

    rules: tuple[SubtractionRules, ...]
    table: ClassVar[str] = "subtraction_limits"

    def run(self) -> Columns:
        rows = []
        for rules in sorted(self.rules, key=lambda rules: (rules.text, rules.overshoot)):
            limits = random_play_limits(rules.moves, rules.overshoot)
            rows += [(rules, len(limits), residue, fraction(limit)) for residue, limit in enumerate(limits)]
        columns = fraction_columns([limit for _, _, _, limit in rows])
        return {
            "moves": [rules.text for rules, _, _, _ in rows],
            "overshoot": [rules.overshoot for rules, _, _, _ in rows],
            "modulus": np.array([modulus for _, modulus, _, _ in rows], np.uint32),
            "residue": np.array([residue for _, _, residue, _ in rows], np.uint32),
            "limit_chance": columns["chance"],
            "numerator": columns["numerator"],
            "denominator": columns["denominator"],
        }

    def operations(self) -> float:
        return sum(limit_operations(rules) for rules in self.rules)

    def expected_rows(self) -> int:
        return len(self.rules)


def limit_operations(rules: SubtractionRules) -> float:
    """Work of the limits: the heaps below the largest move, in fractions."""
    return float(rules.moves[-1]) ** 2 * (1e3 + 100.0 * rules.moves[-1])


@dataclass(frozen=True, slots=True)
class AgentDuels:
    """Agents that sample nothing against each other, from every heap from 1 to the game's."""

    game: Subtraction
    pairs: tuple[tuple[str, str], ...]
    table: ClassVar[str] = "agent_duels"

    def run(self) -> Columns:
        heaps = range(1, self.game.heap + 1)
        agents = {name: agent_rows(graph_of(self.game), name) for pair in self.pairs for name in pair}
        chances: list[Fraction] = []
        for first, second in self.pairs:
            met = exact_duel(graph_of(self.game), agents[first], agents[second])
            chances += [fraction(met.win_a[heap_position(heap)]) for heap in heaps]
        rows = len(chances)
        return {
            "moves": [self.game.rules.text] * rows,
            "overshoot": [self.game.rules.overshoot] * rows,
            "first": [first for first, _ in self.pairs for _ in heaps],
            "second": [second for _, second in self.pairs for _ in heaps],
            "heap": np.array(list(heaps) * len(self.pairs), np.uint32),
        } | fraction_columns(chances)

    def operations(self) -> float:
        return graph_edges(self.game) * len(self.pairs) * (1e4 + 20.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * len(self.pairs)


@dataclass(frozen=True, slots=True)
class AsymmetryScans:
    """Which biases were looked at, and how far."""

    rules: SubtractionRules
    kind: Kind
    biases: tuple[Fraction, ...]
    heaps: int
    table: ClassVar[str] = "asymmetry_scans"

    def run(self) -> Columns:
        return bias_columns(self.rules, self.kind, sorted(self.biases)) | {
            "heaps": np.full(len(self.biases), self.heaps, np.uint32)
        }

    def operations(self) -> float:
        return 1.0

    def expected_rows(self) -> int:
        return len(self.biases)


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


@dataclass(frozen=True, slots=True)
class AsymmetryBadMoves:
    """Won heaps at which MC(inf) with biased playouts may lose."""

    rules: SubtractionRules
    kind: Kind
    biases: tuple[Fraction, ...]
    heaps: int
    table: ClassVar[str] = "asymmetry_bad_moves"

    def run(self) -> Columns:
        rows = [
            (bias, heap, fraction(share))
            for bias in sorted(self.biases)
            for heap, share in bad_moves(self.rules.moves, self.kind, bias, self.heaps, self.rules.overshoot)
        ]
        return bias_columns(self.rules, self.kind, [bias for bias, _, _ in rows]) | {
            "heap": np.array([heap for _, heap, _ in rows], np.uint32),
            "share_numerator": np.array([share.numerator for _, _, share in rows], np.uint32),
            "share_denominator": np.array([share.denominator for _, _, share in rows], np.uint32),
        }

    def operations(self) -> float:
        return sum(bias_operations(self.rules, bias, self.heaps) for bias in self.biases)

    def expected_rows(self) -> int:
        return len(self.biases) * self.heaps // 3


def bias_operations(rules: SubtractionRules, bias: Fraction, heaps: int) -> float:
    """Work of looking at every heap up to `heaps`, where denominators grow by that of the bias at every heap."""
    return heaps * len(rules.moves) * (5e3 + 2.0 * heaps * bias.denominator.bit_length())


@dataclass(frozen=True, slots=True)
class Basins:
    """The basins of one curve of MC(k) against MC(2k)."""

    game: Game
    k_max: int
    table: ClassVar[str] = "basins"

    def run(self) -> Columns:
        start = np.array([start_of(self.game)])

        def curve(ks: Sequence[int]) -> tuple[Sequence[float], Sequence[float]]:
            values = duel_values(self.game, tuple(ks), tuple(2 * k for k in ks), start)
            return values["mean"][:, 0].tolist(), values["error"][:, 0].tolist()

        found = basins(curve, self.k_max)
        return {
            "game": [str(self.game)] * len(found),
            "k_max": np.full(len(found), self.k_max, np.uint64),
            "k": np.array([basin.k for basin in found], np.uint64),
            "mean": np.array([basin.mean for basin in found], np.float64),
            "error": np.array([basin.error for basin in found], np.float64),
        }

    def operations(self) -> float:
        ks = grid(self.k_max)
        return 2.0 * duel_operations(self.game, ks, [2 * k for k in ks])

    def expected_rows(self) -> int:
        return 3
