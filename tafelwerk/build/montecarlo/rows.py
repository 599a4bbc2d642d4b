"""Rows of the tables of duels, starts, positions and moves."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tafelwerk.build.montecarlo.graphs import (
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
        "numerator": [None if exact is None else str(exact.numerator)],
        "denominator": [None if exact is None else str(exact.denominator)],
        "error": np.array([error]),
    }


def fraction_columns(chances: list[Fraction]) -> dict[str, Any]:
    """Chances as doubles and as reduced fractions in decimal digits."""
    return {
        "chance": np.array([float(chance) for chance in chances]),
        "numerator": [str(chance.numerator) for chance in chances],
        "denominator": [str(chance.denominator) for chance in chances],
    }


def crash_columns(game: Dsc) -> Mapping[str, Columns]:
    """Perfect and random play in every undecided position of a double-step crash race, and of every candidate there."""
    squares = crash_squares(graph_of(game))
    found = sorted(positions_of(game), key=lambda position: squares[position.number])
    moves = [(*squares[position.number], candidate) for position in found for candidate in position.candidates]
    return {
        "dsc_positions": {
            "n": np.full(len(found), game.n, np.uint16),
            "own": np.array([squares[position.number][0] for position in found], np.uint16),
            "other": np.array([squares[position.number][1] for position in found], np.uint16),
            "won": np.array([position.won for position in found]),
        }
        | fraction_columns([position.chance for position in found]),
        "dsc_moves": {
            "n": np.full(len(moves), game.n, np.uint16),
            "own": np.array([own for own, _, _ in moves], np.uint16),
            "other": np.array([other for _, other, _ in moves], np.uint16),
            "step": np.array([candidate.move for _, _, candidate in moves], np.uint8),
            "wins": np.array([candidate.wins for _, _, candidate in moves]),
            "best": np.array([candidate.best for _, _, candidate in moves]),
        }
        | fraction_columns([candidate.chance for _, _, candidate in moves]),
    }


def heap_columns(game: Subtraction) -> Mapping[str, Columns]:
    """Perfect and random play at every heap from 1 on of a subtraction game, and of every candidate there."""
    graph = graph_of(game)
    win, _ = exact_random(graph)
    values = perfect_values(graph)
    places = [heap_position(heap) for heap in range(1, game.heap + 1)]
    moves = [
        (position.number - heap_position(0), candidate)
        for position in positions_of(game)
        for candidate in position.candidates
    ]
    return {
        "subtraction_positions": {
            "moves": [game.rules.text] * len(places),
            "overshoot": [game.rules.overshoot] * len(places),
            "heap": np.arange(1, game.heap + 1, dtype=np.uint32),
            "won": np.array([bool(values[place] > 0) for place in places]),
        }
        | fraction_columns([fraction(win[place]) for place in places]),
        "subtraction_moves": {
            "moves": [game.rules.text] * len(moves),
            "overshoot": [game.rules.overshoot] * len(moves),
            "heap": np.array([heap for heap, _ in moves], np.uint32),
            "move": np.array([candidate.move for _, candidate in moves], np.uint32),
            "wins": np.array([candidate.wins for _, candidate in moves]),
            "best": np.array([candidate.best for _, candidate in moves]),
        }
        | fraction_columns([candidate.chance for _, candidate in moves]),
    }
