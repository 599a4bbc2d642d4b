"""Values with open cards in any game: of positions, by judges that search, and of each card in one world that a player considers
possible.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import cache

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, Order, Seat, bits, order
from tafelwerk.families.skat.rules.contracts import Goal
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Judge, Position, legal, play, start
from tafelwerk.solvers.skat.double_dummy import DoubleDummy
from tafelwerk.solvers.skat.null_game import NullSolver

_SLOTS = 20  # of the solver's table, as a power of two: the hardest deals fill smaller ones


def judge_of(game: Game, all_tricks: int = 0) -> Judge:
    """A solver for one game, with its kernels loaded.

    Args:
        game: the game.
        all_tricks: number of tricks of the deal, if the declarer must take each of them; otherwise 0.
    """
    if all_tricks:
        return _AllTricks(all_tricks)
    judge = _Null if game is Game.NULL else _Points
    first, small = judge(), start(Deal((0b111, 0b111 << 3, 0b111 << 6)), game, Seat.FOREHAND)
    first.won(small)
    first.cards(small)
    return judge()


class _Searching(ABC):
    """The search returns the best card only, not the values of the others."""

    @abstractmethod
    def _reaches(self, position: Position, value: int) -> bool:
        """Whether the position is worth at least `value`."""

    def best_card(self, position: Position, value: int) -> int:
        alone = position.to_move is position.declarer
        for card in bits(legal(position)):
            after = play(position, card)
            if self._reaches(after, value) if alone else not self._reaches(after, value + 1):
                return card
        raise AssertionError(f"no card keeps {value}")


class _Points(_Searching):
    """Suit games and Grand."""

    def __init__(self) -> None:
        self._solver = DoubleDummy(_SLOTS)
        self._guess = WIN

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position, WIN)

    def value(self, position: Position) -> int:
        # consecutive positions mostly have the same value
        self._guess = self._solver.points(position, self._guess)
        return self._guess

    def cards(self, position: Position) -> dict[int, int]:
        return self._solver.cards(position)

    def _reaches(self, position: Position, value: int) -> bool:
        return self._solver.won(position, value)


class _Null(_Searching):
    """Null."""

    def __init__(self) -> None:
        self._solver = NullSolver()

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def won(self, position: Position) -> bool:
        return self._solver.won(position)

    def value(self, position: Position) -> int:
        return int(self._solver.won(position))

    def cards(self, position: Position) -> dict[int, int]:
        return {card: int(won) for card, won in self._solver.cards(position).items()}

    def _reaches(self, position: Position, value: int) -> bool:
        return value <= 0 or (value == 1 and self._solver.won(position))


class _AllTricks(_Searching):
    """Games in which the declarer must take every trick of the deal."""

    def __init__(self, tricks: int) -> None:
        self._outcomes = WorldOutcomes(_SLOTS)
        self._goal = Goal(0, tricks, tricks)

    @property
    def nodes(self) -> int:
        return self._outcomes.nodes

    def won(self, position: Position) -> bool:
        cards = self.cards(position)
        if not cards:
            return position.declarer_tricks == self._goal.least_tricks
        return bool((max if position.to_move is position.declarer else min)(cards.values()))

    def value(self, position: Position) -> int:
        return int(self.won(position))

    def cards(self, position: Position) -> dict[int, int]:
        mask = legal(position)
        taken = self._goal.least_tricks - max(hand.bit_count() for hand in position.hands)
        is_open = mask and position.declarer_tricks == taken
        winning = self._outcomes.won(position, mask, self._goal) if is_open else 0
        return {card: winning >> card & 1 for card in bits(mask)}

    def _reaches(self, position: Position, value: int) -> bool:
        return value <= 0 or (value == 1 and self.won(position))


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
