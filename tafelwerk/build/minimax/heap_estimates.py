"""How much work a question about heap games is: estimates by a pilot over the first heaps.

What Grundy values cost differs by a factor of a hundred between games of a kind: it depends on how many heaps have a rare
value, see solvers/minimax/heaps/sprague_grundy.py. So the first heaps are done, their steps counted, and the steps of further
ones are estimated by how they grow. No clock is read: the estimates are the same on every machine.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tafelwerk.build.minimax.heap_costs import PROOFS, doubled
from tafelwerk.rules.minimax.heaps import TWO_LEFT, HeapGame, heap_game
from tafelwerk.solvers.minimax.heaps.misere import MisereGame
from tafelwerk.solvers.minimax.heaps.periods import Period, find_period
from tafelwerk.solvers.minimax.heaps.sprague_grundy import FIRST_HEAPS, Steps, grundy_values, most_steps

PILOT_HEAPS = 32 * FIRST_HEAPS
"""Heaps that a pilot does at most; among them the proofs of nearly all periods that are known."""

PILOT_STEPS = 150_000_000
"""Its steps, at most: a fifth of a second."""

STEP = 1.2
"""Nanoseconds of a step."""

MISERE_PILOT = 30
"""Tokens up to which misere play is gone through for an estimate."""

MISERE_GROWTH = 5.2
"""How many times as many positions there are under misere play with ten tokens more, at most."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """What the first heaps of a game say.

    `steps`: taken for FIRST_HEAPS heaps, for twice that, ..., in all; `period`: the period, if these heaps prove it.
    """

    steps: tuple[int, ...]
    period: Period | None

    @property
    def heaps(self) -> int:
        """The heaps that were done."""
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
                # rare values come as often as before, and work is quadratic; or hardly come any more
                growth = growth if growth > 1.6 else 1.0 + (growth - 1.0) / 2.0
            done += rate * (min(upto, heaps) - first)
            first, octave = upto, octave + 1
        return done


@lru_cache(maxsize=64)
def pilot(name: str) -> Pilot:
    """The first heaps of a game by its name."""
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
    """Estimated work of Grundy values up to `heaps`, or as far as a proof of their period and the rest by that: nanoseconds."""
    moves = sum(1 for digit in game.digits if digit)
    if heaps <= FIRST_HEAPS:
        return STEP * most_steps(game, heaps) / 2 + 1e6
    found = pilot(game.name)
    done = heaps if found.period is None else min(heaps, found.heaps)
    octaves = (done // FIRST_HEAPS).bit_length()
    return STEP * found.expected(done) + (50.0 + 2.0 * moves) * done + 15.0 * (heaps - done) + 3e5 * octaves + 1e6


def search_operations(game: HeapGame) -> float:
    """Estimated work of looking for the period: nanoseconds."""
    return values_operations(game, min(game.searched_heaps, doubled(expected_heaps(game))))


def expected_heaps(game: HeapGame) -> int:
    """The largest heap that proves the period, or that is looked at in vain; of some games it may turn out to be smaller."""
    found = pilot(game.name).period
    if found is not None:
        return found.checked_to
    return min(game.searched_heaps, PROOFS.get(game.name, 1 << 62))


def misere_operations(game: HeapGame, total: int) -> float:
    """Estimated work of misere play up to a total of tokens, in nanoseconds."""
    positions = float(_misere_positions(game.name, min(total, MISERE_PILOT)))
    if total > MISERE_PILOT:
        growth = min(MISERE_GROWTH, positions / _misere_positions(game.name, MISERE_PILOT - 10))
        positions *= growth ** ((total - MISERE_PILOT) / 10)
    return (2e3 + 4.5e3 * len(game.taken(TWO_LEFT))) * positions + 1e6


@lru_cache(maxsize=256)
def _misere_positions(name: str, total: int) -> int:
    """Number of positions that a heap leads to, as far as they are examined."""
    game = MisereGame(heap_game(name))
    game.winning_moves([total])
    return game.positions
