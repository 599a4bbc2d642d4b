"""Rows of the family's tables, one function per task."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from fractions import Fraction
from functools import singledispatch
from typing import Any

import numpy as np
from flint import fmpq

from tafelwerk.build.task import columns
from tafelwerk.families.montecarlo import builds, graphs
from tafelwerk.families.montecarlo.rules import DoubleStep, Key, Subtraction, SubtractionRules, bias_key, bias_of
from tafelwerk.solvers.montecarlo.basins import basins
from tafelwerk.solvers.montecarlo.heap_play import bad_moves, losing_share, period
from tafelwerk.solvers.montecarlo.large_heaps import lasting, random_play_limits
from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position
from tafelwerk.solvers.montecarlo.simple_agents import agent_rows
from tafelwerk.solvers.playouts.exact_play import exact_duel

Columns = Mapping[str, Any]


@singledispatch
def rows_of(task: builds.TaskOfRows) -> Any:
    """Rows of a task: columns by name, or, for a task with several tables, columns by table."""
    raise TypeError(f"no rows are computed for {task!r}")


def _chances(chances: Iterable[Fraction | None]) -> dict[str, list[Any]]:
    """Chances as doubles and as reduced fractions in decimal digits; None if a chance is not known exactly."""
    known = list(chances)
    return {
        "chance": [None if chance is None else float(chance) for chance in known],
        "chance_num": [None if chance is None else str(chance.numerator) for chance in known],
        "chance_den": [None if chance is None else str(chance.denominator) for chance in known],
    }


@rows_of.register
def _(task: builds.Duels) -> Columns:
    key: dict[str, Any] = task.game.key
    starts, heaps = np.array([graphs.start_of(task.game)]), np.zeros(0, np.int64)
    if isinstance(task.game, Subtraction):
        heaps = np.arange(task.lowest, task.game.heap + 1)
        starts = heap_position(0) + heaps
        key["heap"] = np.repeat(heaps, len(task.ks))
    values = graphs.duel_values(task.game, task.ks, task.rivals, starts)
    values["error"] = graphs.stated_errors(task.game, values["error"], heaps.tolist())
    playouts = {"k": np.tile(task.ks, len(starts)), "rival": np.tile(task.rivals, len(starts))}
    return key | playouts | {name: column.T.ravel() for name, column in values.items()}


@rows_of.register
def _(task: builds.EsrStarts) -> Columns:
    exact, chance, error = graphs.start_chance(task.game)
    return {**task.game.key, **_chances([exact]), "chance": [chance], "error": [error]}


@rows_of.register
def _(task: builds.LaneTables) -> Mapping[str, Columns]:
    return _positions_and_moves(task.game, task.game.key, ("own", "other"), "step")


@rows_of.register
def _(task: builds.HeapTables) -> Mapping[str, Columns]:
    return _positions_and_moves(task.game, task.game.rules.key, ("heap",), "move")


def _positions_and_moves(
    game: DoubleStep | Subtraction, key: Key, state_columns: tuple[str, ...], move: str
) -> Mapping[str, Columns]:
    """Perfect and random play in every position, and for every candidate there.

    Args:
        game: the game.
        key: key columns common to all its positions.
        state_columns: columns that distinguish positions.
        move: column that distinguishes candidates.
    """
    solved = list(graphs.positions_of(game))
    positions = columns((*state_columns, "won"), [(*each.state, each.won) for each in solved])
    moves = [(each.state, candidate) for each in solved for candidate in each.candidates]
    rows = [(*at, candidate.move, candidate.wins, candidate.best) for at, candidate in moves]
    candidates = columns((*state_columns, move, "wins", "best"), rows)
    return {
        f"{game.name}_positions": {**key, **positions, **_chances(each.chance for each in solved)},
        f"{game.name}_moves": {**key, **candidates, **_chances(candidate.chance for _, candidate in moves)},
    }


@rows_of.register
def _(task: builds.SubtractionGames) -> Columns:
    rows = [_game_row(rules, task.limit) for rules in task.rules]
    return {name: [row[name] for row in rows] for name in rows[0]}


def _game_row(rules: SubtractionRules, limit: int) -> dict[str, Any]:
    proof = period(rules.moves, rules.overshoot)
    shares = losing_share(rules.moves, rules.overshoot, limit)
    return {
        **rules.key,
        "preperiod": None if proof is None else proof.preperiod,
        "period": None if proof is None else proof.period,
        "blunder": next((heap for heap, share in shares if share == 1), None),
        "blunder_with_ties": next((heap for heap, share in shares if share > 0), None),
        "searched_to": limit,
        "won_heaps": len(shares),
        "losing_choices": float(graphs.fraction(sum((share for _, share in shares), fmpq(0)))),
    }


@rows_of.register
def _(task: builds.SubtractionLimits) -> Columns:
    rows: list[tuple[Any, ...]] = []
    for rules in task.rules:
        limits = random_play_limits(rules.moves, rules.overshoot)
        rows += [(*rules.key.values(), len(limits), residue, limit) for residue, limit in enumerate(limits)]
    table = columns(("moves", "overshoot", "modulus", "residue", "limit"), rows)
    return table | _chances(map(graphs.fraction, table.pop("limit")))


@rows_of.register
def _(task: builds.LastingBlunders) -> Columns:
    blunders = [(rules.key, lasting(rules.moves, rules.overshoot)) for rules in task.rules]
    return {
        **{name: [key[name] for key, _ in blunders] for name in ("moves", "overshoot")},
        "lasts": [each.lasts for _, each in blunders],
        "share": [each.share for _, each in blunders],
        "modulus": [each.modulus for _, each in blunders],
        "angle": [each.angle for _, each in blunders],
        "played": [None if each.moves is None else list(each.moves) for _, each in blunders],
    }


@rows_of.register
def _(task: builds.AgentDuels) -> Columns:
    graph, heaps = graphs.graph_of(task.game), range(1, task.game.heap + 1)
    agents = {name: agent_rows(graph, name) for pair in builds.PAIRS for name in pair}
    chances: list[Fraction] = []
    for first, second in builds.PAIRS:
        met = exact_duel(graph, agents[first], agents[second])
        chances += [graphs.fraction(met.win_a[heap_position(heap)]) for heap in heaps]
    table = columns(("first", "second", "heap"), [(*pair, heap) for pair in builds.PAIRS for heap in heaps])
    return {**task.game.rules.key, **table, **_chances(chances)}


@rows_of.register
def _(task: builds.Biases) -> Mapping[str, Columns]:
    rules = task.rules
    keys = {bias: bias_key(rules, task.kind, bias) for bias in task.biases}
    bad = [
        (*key.values(), heap, *graphs.fraction(share).as_integer_ratio())
        for bias, key in keys.items()
        for heap, share in bad_moves(rules.moves, bias_of(rules.moves, task.kind, bias), task.heaps, rules.overshoot)
    ]
    names = tuple(bias_key(rules, task.kind, Fraction(0)))
    return {
        "asymmetry_scans": columns(names, [tuple(key.values()) for key in keys.values()]) | {"heaps": task.heaps},
        "asymmetry_bad_moves": columns((*names, "heap", "share_num", "share_den"), bad),
    }


@rows_of.register
def _(task: builds.Basins) -> Columns:
    start = np.array([graphs.start_of(task.game)])

    def curve(ks: Sequence[int]) -> tuple[Sequence[float], Sequence[float]]:
        values = graphs.duel_values(task.game, tuple(ks), tuple(2 * k for k in ks), start)
        # by the stated errors, a second program can tell apart what this one does
        return values["mean"][:, 0].tolist(), graphs.stated_errors(task.game, values["error"])[:, 0].tolist()

    bottoms = columns(("k", "k_low", "k_high", "mean", "error"), list(map(astuple, basins(curve, task.k_max))))
    return {"game": str(task.game), "k_max": task.k_max, **bottoms}


@rows_of.register
def _(task: builds.Simulations) -> Columns:
    return graphs.simulation_rows(task)
