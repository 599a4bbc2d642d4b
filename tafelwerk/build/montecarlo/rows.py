"""Rows of the tables of duels, starts, positions and moves."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow

from tafelwerk.build.montecarlo.graphs import (
    Position,
    crash_squares,
    duel_values,
    fraction,
    graph_of,
    positions_of,
    start_chance,
    start_of,
)
from tafelwerk.solvers.core.exact_play import exact_random
from tafelwerk.solvers.core.perfect_play import perfect_values
from tafelwerk.solvers.montecarlo.subtraction import heap_position
from tafelwerk.tables.montecarlo import Dsc, Esr, Game, Subtraction

Columns = Mapping[str, Any]


def duel_columns(game: Game, ks: Sequence[int], rivals: Sequence[int], lowest: int) -> Columns:
    """MC(ks[i]) against MC(rivals[i]), see `tasks.Duels`."""
    starts = np.array([start_of(game)])
    keys: dict[str, Any]
    match game:
        case Esr(n, m, s):
            keys = {name: np.full(len(ks), size, np.uint16) for name, size in (("n", n), ("m", m), ("s", s))}
        case Dsc(n):
            keys = {"n": np.full(len(ks), n, np.uint16)}
        case Subtraction(rules, heap):
            heaps = np.arange(lowest, heap + 1)
            starts = heap_position(0) + heaps
            rows = len(starts) * len(ks)
            keys = {
                "moves": [rules.text] * rows,
                "overshoot": [rules.overshoot] * rows,
                "heap": np.repeat(heaps.astype(np.uint32), len(ks)),
            }
    values = duel_values(game, tuple(ks), tuple(rivals), starts)
    return (
        keys
        | {
            "k": np.tile(np.array(ks, np.uint64), len(starts)),
            "rival": np.tile(np.array(rivals, np.uint64), len(starts)),
        }
        | {name: column.T.ravel() for name, column in values.items()}
    )


def start_columns(game: Esr) -> Columns:
    """Random play from the start of a single-step race."""
    exact, chance, error = start_chance(game)
    return {
        "n": np.array([game.n], np.uint16),
        "m": np.array([game.m], np.uint16),
        "s": np.array([game.s], np.uint16),
        "chance": np.array([chance]),
        "numerator": pyarrow.array([None if exact is None else str(exact.numerator)], pyarrow.string()),
        "denominator": pyarrow.array([None if exact is None else str(exact.denominator)], pyarrow.string()),
        "error": np.array([error]),
    }


def fraction_columns(chances: list[Fraction]) -> dict[str, Any]:
    """Chances as doubles and as reduced fractions in decimal digits."""
    return {
        "chance": np.array([float(chance) for chance in chances]),
        "numerator": [str(chance.numerator) for chance in chances],
        "denominator": [str(chance.denominator) for chance in chances],
    }


def _crash_rows(game: Dsc) -> list[tuple[int, int, Position]]:
    squares = crash_squares(graph_of(game))
    rows = [(*squares[position.number], position) for position in positions_of(game)]
    return sorted(rows, key=lambda row: row[:2])


def crash_position_columns(game: Dsc) -> Columns:
    """Perfect and random play in every undecided position of a double-step crash race."""
    rows = _crash_rows(game)
    return {
        "n": np.full(len(rows), game.n, np.uint16),
        "own": np.array([own for own, _, _ in rows], np.uint16),
        "other": np.array([other for _, other, _ in rows], np.uint16),
        "won": np.array([position.won for _, _, position in rows]),
    } | fraction_columns([position.chance for _, _, position in rows])


def crash_move_columns(game: Dsc) -> Columns:
    """The candidates of every undecided position of a double-step crash race."""
    rows = [(own, other, candidate) for own, other, position in _crash_rows(game) for candidate in position.candidates]
    return {
        "n": np.full(len(rows), game.n, np.uint16),
        "own": np.array([own for own, _, _ in rows], np.uint16),
        "other": np.array([other for _, other, _ in rows], np.uint16),
        "step": np.array([candidate.move for _, _, candidate in rows], np.uint8),
        "wins": np.array([candidate.wins for _, _, candidate in rows]),
        "best": np.array([candidate.best for _, _, candidate in rows]),
    } | fraction_columns([candidate.chance for _, _, candidate in rows])


def heap_columns(game: Subtraction) -> Columns:
    """Perfect and random play at every heap from 1 on of a subtraction game."""
    graph = graph_of(game)
    win, _ = exact_random(graph)
    values = perfect_values(graph)
    heaps = range(1, game.heap + 1)
    rows = len(heaps)
    return {
        "moves": [game.rules.text] * rows,
        "overshoot": [game.rules.overshoot] * rows,
        "heap": np.array(heaps, np.uint32),
        "won": np.array([bool(values[heap_position(heap)] > 0) for heap in heaps]),
    } | fraction_columns([fraction(win[heap_position(heap)]) for heap in heaps])


def heap_move_columns(game: Subtraction) -> Columns:
    """The candidates at every heap from 1 on of a subtraction game."""
    rows = [
        (position.number - heap_position(0), candidate)
        for position in positions_of(game)
        for candidate in position.candidates
    ]
    return {
        "moves": [game.rules.text] * len(rows),
        "overshoot": [game.rules.overshoot] * len(rows),
        "heap": np.array([heap for heap, _ in rows], np.uint32),
        "move": np.array([candidate.move for _, candidate in rows], np.uint32),
        "wins": np.array([candidate.wins for _, candidate in rows]),
        "best": np.array([candidate.best for _, candidate in rows]),
    } | fraction_columns([candidate.chance for _, candidate in rows])
