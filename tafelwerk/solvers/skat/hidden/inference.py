"""Defenders' inference from the announcement: deals weighted by how well the declarer's cards fit the game.

Nobody announces a game on cards that can hardly win it. A defender who treats all deals as equally likely ignores that,
gives the declarer too poor a hand, and expects too much. Here the weight of a deal is a power of the declarer's chance to win
with the ten cards and the discard of that deal (`chances`); deals are drawn in proportion to it
(`worlds.draw_weighted`). The declarer, who has announced the game, learns nothing from it.

The gain over equally likely deals is measured in docs/skat-playing.md.
"""

from collections.abc import Sequence

import numpy as np

from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.bidding.features import trump_counts
from tafelwerk.solvers.skat.hidden.player import Draw
from tafelwerk.solvers.skat.hidden.worlds import draw_weighted, draw_worlds

POWER = 4
"""A deal that gives the declarer half the chance of another is drawn a sixteenth as often."""

CANDIDATES = 10
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

        return draw_weighted(known, count, seed, weights, CANDIDATES * count)

    return draw


def announced_weights(
    chances: Chances, contract: Contract, known: Knowledge, worlds: Sequence[World], power: float = POWER
) -> list[float]:
    """Weights of worlds of ten cards each: powers of the declarer's chance to win the contract."""
    declarer, game = known.declarer, contract.game
    cards = np.array([(world.hands[declarer] | known.played[declarer], world.skat) for world in worlds])
    odds = chances.log_odds(game, declarer, cards[:, 0], cards[:, 1])
    found = chances.of(contract, declarer, odds, trump_counts(game, cards[:, 0]))
    return [chance**power for chance in np.maximum(found, _LEAST).tolist()]
