"""Builder of double-dummy Skat."""

from collections.abc import Callable

from tafelwerk.build.skat.learning import derived, playout_builds, trial_builds
from tafelwerk.build.skat.sets import (
    PLAYERS,
    full,
    given_build,
    ladder_builds,
    listed_builds,
    log_builds,
    match_builds,
    pocket,
    quick,
    sample_builds,
    standard,
)
from tafelwerk.build.skat.tasks import Playouts, RandomDeals

__all__ = [
    "PLAYERS",
    "derived",
    "full",
    "given_build",
    "ladder_builds",
    "listed_builds",
    "log_builds",
    "match_builds",
    "playout_builds",
    "pocket",
    "quick",
    "sample_builds",
    "standard",
    "trial_builds",
    "warm",
]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (RandomDeals(0, 0, 0).run, _bid, _ladder, Playouts(0, 0, 1, worlds=1).run)


def _bid() -> None:
    from tafelwerk.rules.skat.cards import Seat
    from tafelwerk.solvers.skat.bidding import default_bidder

    bidder = default_bidder(worlds=1)
    bidder.limit((1 << 10) - 1, Seat.FOREHAND)
    bidder.announce((1 << 12) - 1, Seat.FOREHAND, 18)


def _ladder() -> None:
    from tafelwerk.build.skat.ladder import load

    load()
