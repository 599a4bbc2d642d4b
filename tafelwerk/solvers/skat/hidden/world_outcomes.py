"""Outcomes of each card in one world, a position with open cards that a player considers possible."""

from dataclasses import replace
from functools import cache

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, Order, bits, order
from tafelwerk.families.skat.rules.contracts import Goal
from tafelwerk.families.skat.rules.play import Position, legal
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.null import NullSolver

_PER_CARD = 2  # points of every card where tricks count

POINTS_GOAL = Goal(WIN, 0, 10)
"""What wins if nothing is announced and the game is worth the bid."""


class WorldOutcomes:
    """A solver for the cards of one world after another, with its table. For one thread at a time."""

    def __init__(self, slots: int = 18) -> None:
        """A table of 2^slots starts of tricks, 8 bytes each.

        Raises:
            InputError: slots are not 10 to 26.
        """
        self._solver = DoubleDummy(slots)
        self._null: NullSolver | None = None

    @property
    def nodes(self) -> int:
        """Number of positions visited so far, card by card."""
        return self._solver.nodes + (self._null.nodes if self._null else 0)

    def won(self, position: Position, cards: int, goal: Goal) -> int:
        """Mask of the cards after which the declarer reaches the goal under best play by all.

        Args:
            position: the world.
            cards: mask of legal cards of the player to move.
            goal: the declarer's goal: its tricks if it has any, otherwise its points; in Null no trick.

        Raises:
            InputError: A card is not legal.
        """
        _check(position, cards)
        if position.game is Game.NULL:
            self._null = self._null or NullSolver()
            outcomes = self._null.cards(position)
            return sum(1 << card for card in bits(cards) if outcomes[card])
        own, target = order(position.game), goal.points - position.declarer_points
        if goal.least_tricks:
            own, target = (
                _counting_tricks(position.game),
                3 * _PER_CARD * (goal.least_tricks - position.declarer_tricks),
            )
        if target <= 0:
            return cards
        values = self._solver.outcomes(position, cards, own, target, exact=False)
        return sum(1 << card for card, value in values.items() if value >= target)

    def points(self, position: Position, cards: int, guess: int = WIN) -> dict[int, int]:
        """The declarer's final points after each of some cards, by card.

        The number of nodes does not depend on earlier questions.

        Args:
            position: the world; not of Null.
            cards: mask of legal cards of the player to move.
            guess: expected value; a good guess saves time.

        Raises:
            InputError: A card is not legal, or the game is Null.
        """
        _check(position, cards)
        if position.game is Game.NULL:
            raise InputError("Null is not played for points")
        self._solver.forget()
        won = position.declarer_points
        values = self._solver.outcomes(position, cards, order(position.game), guess - won, exact=True)
        return {card: won + value for card, value in values.items()}


def _check(position: Position, cards: int) -> None:
    if not cards or cards & ~legal(position):
        raise InputError("cards are some that the player to move may play")


@cache
def _counting_tricks(game: Game) -> Order:
    """The order of a game in which every card counts the same, so that points count tricks."""
    return replace(order(game), values=(_PER_CARD,) * 32)
