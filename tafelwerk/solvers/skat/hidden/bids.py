"""Inference from the bidding: worlds weighted by how well they fit the bids.

Only the bids in order and the declarer are given, not who made, held or refused which bid. Every bidding
consistent with that is equally likely a priori (`auction.dialogues`). In each of them the calls of a player limit the highest
bid of the hand. A bidder by features says how high it would go with that hand. If the two are consistent the hand counts
`ODDS` times, otherwise once; a bidding counts the product over the players, and a world the sum over the biddings.

A defender does not know the declarer's ten cards during the bidding, but knows the game announced. There a world is weighted
by a power of the chance to win it (`inference`), divided by `ODDS` if the game is worth less than the last bid.

Weights are whole numbers, so that ties between cards are decided exactly. They are a model of people's bids, not a law.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from random import Random

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import Auction, Contract, game_value, ranges
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.hidden.inference import announced_weights
from tafelwerk.solvers.skat.hidden.worlds import all_worlds, count_worlds, draw_worlds, resample

ODDS = 8
"""Likelihood ratio of a bid that the bidder by features would make to one that it would not."""

CANDIDATES = (20, 2)
"""Worlds weighted per world drawn: by the declarer's game, which costs little, then by the bids, which costs more."""

_UNIT = 1 << 30  # of a chance

Limit = Callable[[int, Seat], int]
"""The highest bid to make or hold with ten cards at a seat; 0: none."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Worlds to examine.

    Attributes:
        worlds: the worlds.
        weights: weight of each world; weights differ only if all worlds are included.
        size: effective sample size in independent worlds; infinite if all worlds are included.
    """

    worlds: list[World]
    weights: list[int]
    size: float


Weigh = Callable[[list[World]], list[int]]
"""Weights of worlds, 1 or more."""


def sampled_worlds(known: Knowledge, n: int, seed: int, stages: Sequence[Weigh] = ()) -> Sample:
    """All worlds consistent with a player's knowledge if there are at most `n`, otherwise `n` drawn worlds.

    Args:
        known: the player's knowledge.
        n: number of worlds.
        seed: random seed, 0 or more.
        stages: weights whose product is that of a world, one or two, the one that costs more last. Default: all worlds are
            equally likely. After each fewer candidates are drawn in proportion to it.

    Raises:
        InputError: n or the seed is negative, or no world agrees with what is known.
    """
    count = count_worlds(known)
    if 0 < count <= n:
        worlds = list(all_worlds(known))
        weights = [prod(found) for found in zip([1] * count, *(weigh(worlds) for weigh in stages), strict=True)]
        return Sample(worlds, weights, float("inf"))
    sizes = [*(each * n for each in CANDIDATES[len(CANDIDATES) - len(stages) :]), n]
    whole = bool(stages) and 0 < count <= sizes[0]
    worlds = list(all_worlds(known)) if whole else draw_worlds(known, sizes[0], seed)
    inverse = 1 / n
    for place, weigh in enumerate(stages):
        found = weigh(worlds)
        # candidates are a sample too, unless they are all worlds; with weights w its effective size is (sum w)^2 / sum w^2
        if place or not whole:
            inverse += sum(one**2 for one in found) / sum(found) ** 2
        worlds = resample(worlds, found, sizes[place + 1], Random(((place + 1) << 64) + seed))
    return Sample(worlds, [1] * n, 1 / inverse)


def bid_weights(
    known: Knowledge, contract: Contract, dialogues: Sequence[Auction], limit: Limit, chances: Chances
) -> list[Weigh]:
    """Weights of worlds of ten cards each by the bidding, as stages of `sampled_worlds`.

    Args:
        known: the player's knowledge; for a declarer with the hand after discarding.
        contract: the contract.
        dialogues: possible courses of the bidding, one or more, with the same last bid.
        limit: highest bid of a bidder by features.
        chances: chances by features, for the declarer's game.
    """
    limit = cache(limit)
    told = [ranges(auction) for auction in dialogues]
    last = max(call.bid for call in dialogues[0].calls)
    own = known.hand | known.played[known.seat]
    heard = [seat for seat in Seat if seat is not known.declarer]

    def of_seats(world: World) -> int:
        hands = {seat: own if seat is known.seat else world.hands[seat] | known.played[seat] for seat in heard}
        limits = {seat: limit(hand, seat) for seat, hand in hands.items()}
        return sum(
            prod(ODDS if one[seat].least <= limits[seat] < one[seat].below else 1 for seat in heard) for one in told
        )

    def by_bids(worlds: list[World]) -> list[int]:
        return [of_seats(world) for world in worlds]

    def by_game(worlds: list[World]) -> list[int]:
        suits = announced_weights(chances, contract, known, worlds)
        enough = [ODDS if _reaches(known, contract, world, last) else 1 for world in worlds]
        return [max(1, round(_UNIT * suit)) * value for suit, value in zip(suits, enough, strict=True)]

    return [by_bids] if known.seat is known.declarer else [by_game, by_bids]


def _reaches(known: Knowledge, contract: Contract, world: World, bid: int) -> bool:
    """Whether the declarer's game is worth the bid; a Null may have been Ouvert or Hand."""
    cards = world.hands[known.declarer] | known.played[known.declarer] | world.skat
    return contract.game is Game.NULL or game_value(contract, cards) >= bid
