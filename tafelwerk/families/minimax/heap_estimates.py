"""Work of a question about heap games, estimated by a pilot over the first heaps.

The cost of Grundy values differs by a factor of a hundred between games of one kind: it depends on how many heaps have a rare
value, see solvers/minimax/heaps/sprague_grundy.py. So the steps of the first heaps are counted, and the steps of further heaps
are extrapolated from their growth. No clock is read: the estimates are the same on every machine.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tafelwerk.families.minimax.heap_costs import PROOFS, doubled
from tafelwerk.families.minimax.rules.heaps import TWO_LEFT, HeapGame, heap_game
from tafelwerk.solvers.minimax.heaps.misere import MisereGame
from tafelwerk.solvers.minimax.heaps.periods import Period, find_period
from tafelwerk.solvers.minimax.heaps.sprague_grundy import FIRST_HEAPS, Steps, grundy_values, most_steps

PILOT_HEAPS = 32 * FIRST_HEAPS
"""Most heaps of a pilot; they are enough to prove nearly all known periods."""

PILOT_STEPS = 150_000_000
"""Most steps of a pilot: a fifth of a second."""

STEP = 1.2
"""Nanoseconds per step."""

MISERE_PILOT = 30
"""Most tokens of the misere play that is enumerated for an estimate."""

MISERE_GROWTH = 5.2
"""Largest factor by which ten more tokens multiply the positions of misere play."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """Steps and period of the first heaps of a game.

    `steps`: total steps for FIRST_HEAPS heaps, for twice as many, and so on; `period`: the period, if these heaps prove it.
    """

    steps: tuple[int, ...]
    period: Period | None

    @property
    def heaps(self) -> int:
        """Number of heaps that were computed."""
        return FIRST_HEAPS << len(self.steps) - 1

    def expected(self, heaps: int) -> float:
        """Estimated number of steps for a number of heaps."""
        octave, done = 0, 0.0
        rates = [
            (after - before) / (FIRST_HEAPS << max(0, place - 1))
            for place, (before, after) in enumerate(zip((0, *self.steps[:-1]), self.steps, strict=True))
        ]
        growth = min(2.0, max(1.0, rates[-1] / rates[-2])) if len(rates) > 1 and rates[-2] else 1.0
        rate, first = rates[0], 0
        while first < heaps:
            upto = FIRST_HEAPS << octave
            if octave < len(rates):
                rate = rates[octave]
            else:
                rate *= growth
                # either rare values stay as frequent, and work is quadratic, or they nearly cease
                growth = growth if growth > 1.6 else 1.0 + (growth - 1.0) / 2.0
            done += rate * (min(upto, heaps) - first)
            first, octave = upto, octave + 1
        return done


@lru_cache(maxsize=64)
def pilot(name: str) -> Pilot:
    """The pilot of the game with this name."""
    game, counted = heap_game(name), Steps(PILOT_STEPS)
    values = np.zeros(1, np.uint16)
    steps: list[int] = []
    upto = FIRST_HEAPS
    while upto <= PILOT_HEAPS:
        values = grundy_values(game, upto, values, counted)
        if len(values) <= upto:
            break
        steps.append(counted.taken)
        if game.has_provable_period and (period := find_period(values, game)).proved:
            return Pilot(tuple(steps), period)
        upto *= 2
    return Pilot(tuple(steps), None)


def values_operations(game: HeapGame, heaps: int) -> float:
    """Estimated nanoseconds of Grundy values up to `heaps`; after the proof of a period, the others follow from it."""
    moves = sum(1 for digit in game.digits if digit)
    if heaps <= FIRST_HEAPS:
        return STEP * most_steps(game, heaps) / 2 + 1e6
    found = pilot(game.name)
    done = heaps if found.period is None else min(heaps, found.heaps)
    octaves = (done // FIRST_HEAPS).bit_length()
    return STEP * found.expected(done) + (50.0 + 2.0 * moves) * done + 15.0 * (heaps - done) + 3e5 * octaves + 1e6


def search_operations(game: HeapGame) -> float:
    """Estimated nanoseconds of the search for the period."""
    return values_operations(game, min(game.searched_heaps, doubled(expected_heaps(game))))


def expected_heaps(game: HeapGame) -> int:
    """Estimated largest heap of the proof of the period, or of a search without one; for some games the true one is smaller."""
    found = pilot(game.name).period
    if found is not None:
        return found.checked_to
    return min(game.searched_heaps, PROOFS.get(game.name, 1 << 62))


def misere_operations(game: HeapGame, total: int) -> float:
    """Estimated nanoseconds of misere play up to a total number of tokens."""
    positions = float(_misere_positions(game.name, min(total, MISERE_PILOT)))
    if total > MISERE_PILOT:
        growth = min(MISERE_GROWTH, positions / _misere_positions(game.name, MISERE_PILOT - 10))
        positions *= growth ** ((total - MISERE_PILOT) / 10)
    return (2e3 + 4.5e3 * len(game.taken(TWO_LEFT))) * positions + 1e6


@lru_cache(maxsize=256)
def _misere_positions(name: str, total: int) -> int:
    """Number of positions examined to solve one heap."""
    game = MisereGame(heap_game(name))
    game.winning_moves([total])
    return game.positions
