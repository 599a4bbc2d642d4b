"""What discards lose against the best of all 66: `python -m benchmarks.skat_discards`.

Twelve cards that our player would play: the hand of a random deal that bids highest, with the Skat. In the game that it announces
every way to discard is solved over deals of the other cards, the best few over more of them; then our discard and the best one
are compared over new deals, so that luck in picking the best does not count. Shares are of deals won with all cards open.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from time import process_time
from typing import NamedTuple

from benchmarks.xskat import count_of
from tafelwerk.families.skat.classifiers import default_bidder, shipped_weights
from tafelwerk.families.skat.rules.cards import Game, Seat, cards_text
from tafelwerk.families.skat.rules.contracts import goal
from tafelwerk.families.skat.rules.deals import discards, random_deals
from tafelwerk.families.skat.rules.knowledge import World
from tafelwerk.solvers.skat.hand_chances import Chances
from tafelwerk.solvers.skat.model_bidder import Announcer, ModelBidder, other_hands

SEED = 77
ALL, FEW, FINAL = 40, 160, 400
"""Deals over which all ways, the best few, and the best one with ours are solved."""

KEPT = 8


class Sampled(NamedTuple):
    """A hand of the sample.

    Attributes:
        game: what our player announces.
        cards: mask of the twelve cards.
        ours: mask of what it lays away.
        best: mask of the best way to discard.
        loss: share of deals that ours loses against it.
    """

    game: Game
    cards: int
    ours: int
    best: int
    loss: float


def sampled(bidder: ModelBidder, announcer: Announcer, cards: int, seat: Seat, seed: int) -> Sampled:
    """Our discard and the best one."""
    contract, skat = bidder.announce(cards, seat, 18, seed)
    needs = goal(contract, cards)
    assert needs is not None

    def share(laid: int, worlds: Sequence[World]) -> float:
        return announcer.wins(contract, cards, laid, seat, worlds, needs) / len(worlds)

    first, more, last = (other_hands(cards, seat, n, 3 * seed + i + 10**6) for i, n in enumerate((ALL, FEW, FINAL)))
    shares = {laid: share(laid, first) for laid in discards(cards)}
    few = dict.fromkeys([*sorted(shares, key=lambda laid: -shares[laid])[:KEPT], skat])
    best = max(few, key=lambda laid: shares[laid] * ALL + share(laid, more) * FEW)
    loss = 0.0 if best == skat else share(best, last) - share(skat, last)
    return Sampled(contract.game, cards, skat, best, loss)


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and say the mean."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.skat_discards", description="What discards lose.")
    parser.add_argument("--hands", type=count_of, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(words)
    bidder, announcer = default_bidder(), Announcer(Chances(shipped_weights()))
    losses: list[float] = []
    for number, deal in enumerate(random_deals(4 * asked.hands, asked.seed)):
        limits = {seat: bidder.limit(deal.hands[seat], seat) for seat in Seat}
        seat = max(Seat, key=lambda one: limits[one])
        if not limits[seat]:
            continue
        one = sampled(bidder, announcer, deal.hands[seat] | deal.skat, seat, number)
        losses.append(one.loss)
        mean = sum(losses) / len(losses)
        laid = f"lays away {cards_text(one.ours)}, best {cards_text(one.best)}, loses {100 * one.loss:.1f} %"
        print(
            f"{one.game:<8} {cards_text(one.cards)}: {laid}; mean {100 * mean:.2f} %, {process_time():.0f} s",
            flush=True,
        )
        if len(losses) == asked.hands:
            break
    mean = sum(losses) / len(losses)
    error = sqrt(sum((loss - mean) ** 2 for loss in losses) / (len(losses) * max(len(losses) - 1, 1)))
    print(f"{len(losses)} hands: {100 * mean:.2f} ± {100 * error:.2f} % of deals lost against the best of 66")
    return 0


if __name__ == "__main__":
    sys.exit(main())
