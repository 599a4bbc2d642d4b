"""What the announcement tells defenders: deals weighed by how well the declarer's cards go with the game.

Nobody announces a game on cards that can hardly win it. A defender who takes all deals for equally likely does not see that,
gives the declarer too poor a hand, and hopes for too much. Here a deal counts by a power of the declarer's chance to win, with
the ten cards and the two laid away that it gives the declarer (`chances`); deals are drawn in proportion to that
(`worlds.draw_weighted`). The declarer, who has announced the game, learns nothing of it.

What it is worth beside equally likely deals is measured in docs/skat-playing.md.
"""

from collections.abc import Sequence

from tafelwerk.rules.skat.knowledge import Knowledge, World
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.bidding.features import game_number, trump_count
from tafelwerk.solvers.skat.hidden.player import Draw
from tafelwerk.solvers.skat.hidden.worlds import count_worlds, draw_weighted, draw_worlds

POWER = 4
"""A deal that gives the declarer half the chance of another is drawn a sixteenth as often."""

CANDIDATES = 10
"""Deals weighed for each one that is drawn."""

_LEAST = 1e-9


def informed_draw(chances: Chances, contract: Contract, power: float = POWER) -> Draw:
    """A way to draw worlds in a game: for defenders by what the announcement tells, for the declarer all equally likely.

    Args:
        chances: those of the features.
        contract: what was announced.
        power: of the chance; 0: all deals are equally likely.
    """

    number = game_number(contract.game)

    def draw(known: Knowledge, count: int, seed: int) -> Sequence[World]:
        if known.seat is known.declarer or sum(known.sizes) + len(known.cards) != 30:
            return draw_worlds(known, count, seed)
        declarer = known.declarer
        gone = known.played[declarer]

        def weight(world: World) -> float:
            hand = world.hands[declarer] | gone
            odds = chances.log_odds(contract.game, declarer, hand, world.skat)
            chance = max(float(chances.of(contract, declarer, odds, trump_count(hand, number))), _LEAST)
            return float(chance**power)

        return draw_weighted(known, count, seed, weight, min(CANDIDATES * count, max(count_worlds(known), 1))).worlds

    return draw
