"""The programs at a person's table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tafelwerk.families.skat.rules.rounds import Agent, Program
    from tafelwerk.solvers.skat.bidding.bidding import ModelBidder

MOST_THREADS = 4
"""Largest number of threads per choice: more bring little."""


@dataclass(frozen=True)
class Programs:
    """The programs at a person's table.

    Attributes:
        left, right: agents to the person's left and right.
        bidder: bids and announces for both, and for hints.
        adviser: chooses the cards for hints.
    """

    left: "Agent"
    right: "Agent"
    bidder: "ModelBidder"
    adviser: "Program"


def programs(left: str, right: str, worlds: int, seconds: float | None) -> Programs:
    """The programs at a person's table.

    Args:
        left, right: names of agents.
        worlds: worlds per card for hints.
        seconds: time limit per card. None: no limit.
    """
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.weights import default_bidder, default_chances
    from tafelwerk.solvers.skat.hidden.agents import pimc, read_agent
    from tafelwerk.solvers.skat.hidden.player import Chooser, Effort

    bidder, chooser = default_bidder(), Chooser(min(cores(), MOST_THREADS))
    first, second = (
        read_agent(name, bidder=bidder, chances=default_chances(), chooser=chooser, seconds=seconds)
        for name in (left, right)
    )
    return Programs(first, second, bidder, pimc(worlds, chooser, Effort(full=True, seconds=seconds)))
