"""Games to learn from: trials of random deals, solved with open cards, and some of them played out with hidden ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

import numpy as np

from tafelwerk.build.skat.tasks import Columns, solver
from tafelwerk.solvers.skat.cards import Game, Seat
from tafelwerk.solvers.skat.deal_numbers import deal_number
from tafelwerk.solvers.skat.deals import random_deals
from tafelwerk.solvers.skat.features import KINDS
from tafelwerk.solvers.skat.game import begin, play_out
from tafelwerk.solvers.skat.match import pimc, seat_seed
from tafelwerk.solvers.skat.null import null_won
from tafelwerk.solvers.skat.player import Chooser
from tafelwerk.solvers.skat.rules import start
from tafelwerk.solvers.skat.scoring import Contract
from tafelwerk.solvers.skat.trials import IN_DOUBT, Trial, trials

TRIALS_OF_A_DEAL = 2.7
TRIAL_OPERATIONS = 1.2e7
"""Trials of a deal, and the estimated work of one."""

PLAYOUT_OPERATIONS = 1.6e9
"""Estimated work of a game played out."""

WORLDS, POINTS_NODES = 20, 100_000
"""How a game is played out: worlds for each card, and positions searched for the points of tied cards."""


@cache
def chooser() -> Chooser:
    """The worker's chooser, for all its games."""
    return Chooser()


@dataclass(frozen=True, slots=True)
class Trials:
    """What the declarer of deals number `first` to `last` of a seed might play, solved; seats take turns."""

    seed: int
    first: int
    last: int
    table: ClassVar[str] = "trials"

    def run(self) -> Columns:
        rows = [(number, trial) for number, trial in trials_of(self.seed, self.first, self.last)]
        deals = [trial.deal for _, trial in rows]
        return {
            "seed": np.full(len(rows), self.seed, np.uint32),
            "number": np.array([number for number, _ in rows], np.uint32),
            "game": [trial.game.value for _, trial in rows],
            "declarer": [trial.declarer.word for _, trial in rows],
            "deal": np.array([deal_number(deal) for deal in deals], np.uint64),
            "hand": np.array([trial.deal.hands[trial.declarer] for _, trial in rows], np.uint32),
            "skat": np.array([deal.skat for deal in deals], np.uint32),
            "won": np.array([_won(trial) for _, trial in rows], np.bool_),
        }

    def operations(self) -> float:
        return TRIAL_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return round(TRIALS_OF_A_DEAL * (self.last - self.first + 1))


@dataclass(frozen=True, slots=True)
class Playouts:
    """Of deals number `first` to `last` of a seed one trial each, if there is one that may end either way, played out by programs
    that do not see the cards of others."""

    seed: int
    first: int
    last: int
    worlds: int = WORLDS
    table: ClassVar[str] = "playouts"

    def run(self) -> Columns:
        rows = []
        for number in range(self.first, self.last + 1):
            trial = trial_in_doubt(self.seed, number)
            if trial is None:
                continue
            game = begin(trial.deal, Contract(trial.game), trial.declarer)
            program = pimc(self.worlds, chooser(), points_nodes=POINTS_NODES)
            over = play_out(game, [program(game, seat_seed(number, seat)) for seat in Seat])
            points = None if trial.game is Game.NULL else over.position.declarer_points
            rows.append((number, trial, over.won, points))
        return {
            "seed": np.full(len(rows), self.seed, np.uint32),
            "number": np.array([number for number, *_ in rows], np.uint32),
            "game": [trial.game.value for _, trial, *_ in rows],
            "worlds": np.full(len(rows), self.worlds, np.uint16),
            "won": np.array([won for *_, won, _ in rows], np.bool_),
            "points": [points for *_, points in rows],
        }

    def operations(self) -> float:
        return PLAYOUT_OPERATIONS * self.worlds / WORLDS * self.expected_rows()

    def expected_rows(self) -> int:
        return self.last - self.first + 1


def trials_of(seed: int, first: int, last: int) -> Iterator[tuple[int, Trial]]:
    """The trials of deals number `first` to `last` of a seed, each with the number of its deal."""
    for number, dealt in enumerate(random_deals(last - first + 1, seed, first), first):
        for trial in trials(dealt, Seat(number % 3), Random((seed << 32) + number)):
            yield number, trial


def trial_in_doubt(seed: int, number: int) -> Trial | None:
    """The trial of a deal that is played out; None where no trial may end either way."""
    found = [trial for _, trial in trials_of(seed, number, number) if _in_doubt(trial)]
    return found[int(Random((seed << 32) + number).random() * len(found))] if found else None


def _won(trial: Trial) -> bool:
    position = start(trial.deal, trial.game, trial.declarer)
    return null_won(position) if trial.game is Game.NULL else solver().won(position)


def _in_doubt(trial: Trial) -> bool:
    least, most = IN_DOUBT[KINDS[trial.game]]
    return least <= trial.strength <= most
