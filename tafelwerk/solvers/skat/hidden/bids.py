"""What the bidding tells of the other hands: worlds weighted by how well the bids suit them.

Only the bids are given, in their order, and who was left at the last of them: not who made, held or refused which. Every dialogue
that agrees with that is taken for equally likely beforehand (`auction.dialogues`). In each of them the words of a player say how
high the hand may be bid. A bidder by features says how high it would go with that hand. Where the two agree the hand counts
`ODDS` times, else once; a dialogue counts the product over the players, and a world the sum over the dialogues.

The declarer's ten cards of the bidding are not known to a defender, who knows the game that was announced: there a world counts
by a power of the chance to win it (`inference`), and once in `ODDS` where the game is worth less than the last bid.

Weights are whole numbers, so that ties between cards are decided exactly. They are a model of people's bids, not a law.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

from tafelwerk.rules.skat.auction import Auction, ranges
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.knowledge import Knowledge, World
from tafelwerk.rules.skat.scoring import Contract, game_value
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.hidden.inference import announced_weights
from tafelwerk.solvers.skat.hidden.worlds import all_worlds, count_worlds, draw_weighted, draw_worlds

ODDS = 8
"""How much likelier a bid is that the bidder by features would make than one that it would not."""

CANDIDATES = 2
"""Worlds weighted per world drawn."""

_UNIT = 1 << 30  # of a chance

Limit = Callable[[int, Seat], int]
"""The highest bid to make or hold with ten cards at a seat; 0: none."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Worlds to look at.

    Attributes:
        worlds: they.
        weights: how often each counts; all worlds are there where they differ.
        size: of how many independent worlds the sample has the accuracy; infinite where all worlds are there.
    """

    worlds: list[World]
    weights: list[int]
    size: float


def sampled_worlds(known: Knowledge, n: int, seed: int, weigh: Callable[[list[World]], list[int]] | None) -> Sample:
    """All worlds that agree with what a player knows, where there are no more than `n`; else `n` that are drawn.

    Args:
        known: The player's knowledge.
        n: Number of worlds.
        seed: Random seed, 0 or more.
        weigh: Weights of worlds, 1 or more. Default: all are equally likely.

    Raises:
        InputError: n or the seed is negative, or no world agrees with what is known.
    """
    if 0 < count_worlds(known) <= n:
        worlds = list(all_worlds(known))
        return Sample(worlds, weigh(worlds) if weigh else [1] * len(worlds), float("inf"))
    if weigh is None:
        return Sample(draw_worlds(known, n, seed), [1] * n, n)
    found: list[int] = []

    def weights(worlds: list[World]) -> list[int]:
        found[:] = weigh(worlds)
        return found

    drawn = draw_weighted(known, n, seed, weights, CANDIDATES * n)
    # the candidates are a sample, too, unless they are all worlds; of weights w it has the size (sum w)^2 / sum w^2
    others = 0.0 if count_worlds(known) <= CANDIDATES * n else sum(one**2 for one in found) / sum(found) ** 2
    return Sample(drawn, [1] * n, 1 / (1 / n + others))


def bid_weights(
    known: Knowledge, contract: Contract, dialogues: Sequence[Auction], limit: Limit, chances: Chances
) -> Callable[[list[World]], list[int]]:
    """Weights of worlds of ten cards each by the bidding.

    Args:
        known: The player's knowledge; of a declarer the hand after discarding.
        contract: What is played.
        dialogues: Ways in which the bidding may have gone, one or more, with the same last bid.
        limit: How high a bidder by features would go.
        chances: Chances by features, for the declarer's game.
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

    def weigh(worlds: list[World]) -> list[int]:
        found = [of_seats(world) for world in worlds]
        if known.seat is known.declarer:
            return found
        suits = announced_weights(chances, contract, known, worlds)
        enough = [ODDS if _reaches(known, contract, world, last) else 1 for world in worlds]
        return [
            max(1, round(_UNIT * suit)) * bids * value for bids, suit, value in zip(found, suits, enough, strict=True)
        ]

    return weigh


def _reaches(known: Knowledge, contract: Contract, world: World, bid: int) -> bool:
    """Whether the declarer's game is worth the bid; a Null may have been announced Ouvert or Hand."""
    cards = world.hands[known.declarer] | known.played[known.declarer] | world.skat
    return contract.game is Game.NULL or game_value(contract, cards) >= bid
