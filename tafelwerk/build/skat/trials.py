"""Games to learn from: trials of random deals, solved with open cards, and some of them played out with hidden ones."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from tafelwerk.build.skat.deal_rows import solver
from tafelwerk.build.skat.tasks import Columns
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import deal_number, random_deals
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.rounds import begin, play_out, seat_seed
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.features import KINDS
from tafelwerk.solvers.skat.match import pimc
from tafelwerk.solvers.skat.null import null_won
from tafelwerk.solvers.skat.player import Chooser
from tafelwerk.solvers.skat.trials import IN_DOUBT, Trial, trials

POINTS_NODES = 100_000
"""Positions searched for the points of tied cards, where a game is played out."""


@cache
def chooser() -> Chooser:
    """The worker's chooser, for all its games."""
    return Chooser()


def trial_columns(seed: int, first: int, last: int) -> Columns:
    """Rows of table trials: what the declarer of deals number `first` to `last` of a seed might play, solved."""
    rows = [(number, trial) for number, trial in trials_of(seed, first, last)]
    deals = [trial.deal for _, trial in rows]
    return {
        "seed": np.full(len(rows), seed, np.uint32),
        "number": np.array([number for number, _ in rows], np.uint32),
        "game": [trial.game.value for _, trial in rows],
        "declarer": [trial.declarer.word for _, trial in rows],
        "deal": np.array([deal_number(deal) for deal in deals], np.uint64),
        "hand": np.array([trial.deal.hands[trial.declarer] for _, trial in rows], np.uint32),
        "skat": np.array([deal.skat for deal in deals], np.uint32),
        "won": np.array([_won(trial) for _, trial in rows], np.bool_),
    }


def playout_tables(seed: int, first: int, last: int, worlds: int) -> Mapping[str, Columns]:
    """Rows of playouts and their cards: of deals number `first` to `last` of a seed one trial each, `worlds` per card."""
    rows, cards = [], []
    for number in range(first, last + 1):
        trial = trial_in_doubt(seed, number)
        if trial is None:
            continue
        game = begin(trial.deal, Contract(trial.game), trial.declarer)
        program = pimc(worlds, chooser(), points_nodes=POINTS_NODES)
        over = play_out(game, [program(game, seat_seed(number, seat)) for seat in Seat])
        points = None if trial.game is Game.NULL else over.position.declarer_points
        rows.append((number, trial.game.value, over.won, points))
        for place, decision in enumerate(over.decisions, 1):
            seen = () if decision.choice is None else decision.choice.cards
            looked = max((outcome.points_worlds for outcome in seen), default=0)
            cards.append((number, trial.game.value, place, decision.card, looked))
    return {
        "playouts": {
            **_key_columns(seed, worlds, rows),
            "won": np.array([won for *_, won, _ in rows], np.bool_),
            "points": [points for *_, points in rows],
        },
        "playout_cards": {
            **_key_columns(seed, worlds, cards),
            "place": np.array([place for *_, place, _, _ in cards], np.uint8),
            "card": np.array([card for *_, card, _ in cards], np.uint8),
            "points_worlds": np.array([looked for *_, looked in cards], np.uint16),
        },
    }


def _key_columns(seed: int, worlds: int, rows: Sequence[tuple[Any, ...]]) -> Columns:
    return {
        "seed": np.full(len(rows), seed, np.uint32),
        "number": np.array([number for number, *_ in rows], np.uint32),
        "game": [game for _, game, *_ in rows],
        "worlds": np.full(len(rows), worlds, np.uint16),
    }


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
