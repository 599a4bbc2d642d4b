"""Inference from announcement and bids: worlds weighted by how well they fit what was announced and bid.

A defender infers from the announcement how good the declarer's cards are. Nobody announces a game on cards that can hardly win
it. A defender who treats all deals as equally likely ignores that, gives the declarer too poor a hand, and expects too much.
Here the weight of a deal is a power of the declarer's chance to win with the ten cards and the discard of that deal
(`hand_chances`); deals are drawn in proportion to it (`worlds.draw_weighted`). The declarer, who has announced the game,
learns nothing from it.

The gain over equally likely deals is measured in docs/skat-playing.md.

Bids say what the other hands are worth. Only the bids in order and the declarer are given, not who made, held or refused which
bid. Every bidding consistent with that is equally likely a priori (`auction.dialogues`). In each of them the calls of a player
limit the highest bid of the hand. A bidder by features says how high it would go with that hand. If the two are consistent the
hand counts `ODDS` times, otherwise once; a bidding counts the product over the players, and a world the sum over the biddings.

A defender does not know the declarer's ten cards during the bidding, but knows the game announced. There a world is weighted
by a power of the chance to win it (`inference`), divided by `ODDS` if the game is worth less than the last bid.

Weights are whole numbers, so that ties between cards are decided exactly. They are a model of people's bids, not a law.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from random import Random

import numpy as np

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import Auction, Contract, game_value, ranges
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.solvers.skat.hand_chances import Chances, trump_counts
from tafelwerk.solvers.skat.worlds import Draw, all_worlds, count_worlds, draw_weighted, draw_worlds, resample

POWER = 4
"""A deal that gives the declarer half the chance of another is drawn a sixteenth as often."""

CANDIDATE_DEALS = 10
"""Deals weighted per deal drawn."""

_LEAST = 1e-9


def informed_draw(chances: Chances, contract: Contract, power: float = POWER) -> Draw:
    """A function that draws worlds in a game: weighted for defenders, uniform for the declarer.

    Args:
        chances: chances by features.
        contract: the contract announced.
        power: power of the chance; 0: all deals are equally likely.
    """

    def draw(known: Knowledge, count: int, seed: int) -> Sequence[World]:
        if known.seat is known.declarer or sum(known.sizes) + len(known.cards) != 30:
            return draw_worlds(known, count, seed)

        def weights(worlds: Sequence[World]) -> list[float]:
            return announced_weights(chances, contract, known, worlds, power)

        return draw_weighted(known, count, seed, weights, CANDIDATE_DEALS * count)

    return draw


def announced_weights(
    chances: Chances, contract: Contract, known: Knowledge, worlds: Sequence[World], power: float = POWER
) -> list[float]:
    """Weights of worlds of ten cards each: powers of the declarer's chance to win the contract."""
    declarer, game = known.declarer, contract.game
    cards = np.array([(world.hands[declarer] | known.played[declarer], world.skat) for world in worlds])
    odds = chances.log_odds(game, declarer, cards[:, 0], cards[:, 1])
    win_chances = chances.of(contract, declarer, odds, trump_counts(game, cards[:, 0]))
    return [chance**power for chance in np.maximum(win_chances, _LEAST).tolist()]


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
        weights = [
            prod(stage_weights) for stage_weights in zip([1] * count, *(weigh(worlds) for weigh in stages), strict=True)
        ]
        return Sample(worlds, weights, float("inf"))
    sizes = [*(each * n for each in CANDIDATES[len(CANDIDATES) - len(stages) :]), n]
    exhaustive = bool(stages) and 0 < count <= sizes[0]
    worlds = list(all_worlds(known)) if exhaustive else draw_worlds(known, sizes[0], seed)
    inverse = 1 / n
    for stage, weigh in enumerate(stages):
        stage_weights = weigh(worlds)
        # candidates are a sample too, unless they are all worlds; with weights w its effective size is (sum w)^2 / sum w^2
        if stage or not exhaustive:
            inverse += sum(weight**2 for weight in stage_weights) / sum(stage_weights) ** 2
        worlds = resample(worlds, stage_weights, sizes[stage + 1], Random(((stage + 1) << 64) + seed))
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
    bid_ranges = [ranges(auction) for auction in dialogues]
    last = max(call.bid for call in dialogues[0].calls)
    own = known.hand | known.played[known.seat]
    heard = [seat for seat in Seat if seat is not known.declarer]

    def of_seats(world: World) -> int:
        hands = {seat: own if seat is known.seat else world.hands[seat] | known.played[seat] for seat in heard}
        limits = {seat: limit(hand, seat) for seat, hand in hands.items()}
        return sum(
            prod(ODDS if by_seat[seat].least <= limits[seat] < by_seat[seat].below else 1 for seat in heard)
            for by_seat in bid_ranges
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
