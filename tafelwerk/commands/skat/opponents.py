"""The programs at the table: how many worlds they search at a time, what they lay away for a game that is fixed beforehand."""

import os
from collections.abc import Callable

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Seat
from tafelwerk.rules.skat.limits import MOST_WAYS
from tafelwerk.rules.skat.scoring import BIDS, Contract
from tafelwerk.solvers.skat.bidding import ModelBidder

MOST_THREADS = 4
"""More than these bring little for so few worlds."""


def threads() -> int:
    """How many worlds are searched at a time here: as many as there are cores to use, up to `MOST_THREADS`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_THREADS)


def discarder(bidder: ModelBidder) -> Callable[[int, Contract, Seat], int]:
    """Lays away two of twelve cards for a contract: those that the bidder likes best of all for it.

    Args:
        bidder: knows the chances.
    """

    def lay_away(cards: int, contract: Contract, seat: Seat) -> int:
        for one in bidder.candidates(cards, seat, BIDS[0], count=MOST_WAYS):
            if one.contract == contract:
                return one.skat
        raise InputError(f"the program knows no way to lay away for {contract.game}")

    return lay_away
