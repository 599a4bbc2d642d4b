"""Builds of the tables of Skat.

which builds are there?                             sets: standard, full, quick, pocket, and a function per option
which models can be fitted to a book?               sets.derived
what does a task compute, at what cost?             tasks
which games are published?                          games.published_games
rows of deals, samples, results, wins, positions    deal_rows
rows of null_suits, null_hands, null_deals          null_rows
rows of games, plays, rounds, decisions             rounds
rows of statistics, and the steps of the ladder     ladder
rows of trials, playouts, playout_cards             trials
rows of models, validations                         models
games by classes of hands, beside fitted chances    hand_classes
shipped weights, and bidders that use them          weights, weights.json
rounds of a log, each card priced                   replaying
positions in which one card wins                    puzzles
answers that are not in the book                    computed
"""

from collections.abc import Callable

from tafelwerk.build.skat.sets import (
    PLAYERS,
    derived,
    full,
    given_build,
    ladder_builds,
    listed_builds,
    log_builds,
    match_builds,
    null_build,
    playout_builds,
    pocket,
    quick,
    sample_builds,
    standard,
    trial_builds,
    win_builds,
)
from tafelwerk.build.skat.tasks import Ladder, Playouts, RandomDeals

__all__ = [
    "PLAYERS",
    "derived",
    "full",
    "given_build",
    "ladder_builds",
    "listed_builds",
    "log_builds",
    "match_builds",
    "null_build",
    "playout_builds",
    "pocket",
    "quick",
    "sample_builds",
    "standard",
    "trial_builds",
    "warm",
    "win_builds",
]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (RandomDeals(0, 0, 0).run, _bid, Ladder(0, 0, 0, 4, None).run, Playouts(0, 0, 1, worlds=1).run)


def _bid() -> None:
    from tafelwerk.build.skat.weights import default_bidder
    from tafelwerk.rules.skat.cards import Seat

    bidder = default_bidder(worlds=1)
    bidder.limit((1 << 10) - 1, Seat.FOREHAND)
    bidder.announce((1 << 12) - 1, Seat.FOREHAND, 18)
