"""What each card leads to in one world: a position with open cards that a player takes for possible.

The questions about the cards of a world share one table, and a card whose neighbour in the hand was asked about before takes
that answer as far as it goes: neighbours among all cards in play differ in outcome by at most the difference of their values
(see `doubledummy`).
"""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import WIN, Game, Order, bits, order
from tafelwerk.rules.skat.play import Position, legal
from tafelwerk.rules.skat.scoring import Goal
from tafelwerk.solvers.machine.bits import highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.doubledummy import make_room, points_kernel, search_kernel
from tafelwerk.solvers.skat.open.null import NullSolver
from tafelwerk.solvers.skat.open.position import (
    ALIKE,
    DECLARER,
    GENERATION,
    NODES,
    RUN_MASKS,
    RUNS,
    SUIT,
    TRUMPS,
    VALUE,
    load,
)
from tafelwerk.solvers.skat.open.table import GENERATIONS

State = NDArray[np.int64]
Table = NDArray[np.int64]

_NONE = 3
_A_CARD = 2  # what every card counts where tricks count


POINTS_GOAL = Goal(WIN, 0, 10)
"""What wins if nothing is announced and the game is worth the bid."""


class WorldOutcomes:
    """A solver for the cards of one world after another, with its table. For one thread at a time."""

    def __init__(self, slots: int = 18) -> None:
        """A table of 2^slots starts of tricks, 8 bytes each.

        Raises:
            InputError: slots are not 10 to 26.
        """
        self._state, self._table = make_room(slots)
        self._found = np.zeros(32, np.int64)
        self._loaded: tuple[Order, int] | None = None
        self._null = NullSolver()

    @property
    def nodes(self) -> int:
        """Positions looked at so far, card by card."""
        return int(self._state[NODES]) + self._null.nodes

    def won(self, position: Position, cards: int, goal: Goal) -> int:
        """After which of some cards the declarer reaches the goal, under best play by all; a mask.

        Args:
            position: the world.
            cards: mask of cards that the player to move may play.
            goal: what the declarer needs; the tricks, where it names any, else the points; in Null no trick.

        Raises:
            InputError: another card among them.
        """
        _check(position, cards)
        if position.game is Game.NULL:
            outcomes = self._null.cards(position)
            return sum(1 << card for card in bits(cards) if outcomes[card])
        own, target = order(position.game), goal.points - position.declarer_points
        if goal.least_tricks:
            own, target = _counting_tricks(position.game), 3 * _A_CARD * (goal.least_tricks - position.declarer_tricks)
        if target <= 0:
            return cards
        values = self._ask(own, position, cards, target, False)
        return sum(1 << card for card, value in values.items() if value >= target)

    def points(self, position: Position, cards: int, guess: int = WIN) -> dict[int, int]:
        """The declarer's points at the end after each of some cards, by card; it takes the same nodes whatever was asked before.

        Args:
            position: the world; not one of Null.
            cards: mask of cards that the player to move may play.
            guess: what they may be; a good guess saves time.

        Raises:
            InputError: another card among them, or Null.
        """
        _check(position, cards)
        if position.game is Game.NULL:
            raise InputError("Null is not played for points")
        # places in the table depend on the generation; an empty one makes the number of nodes the same each time
        self._empty()
        won = position.declarer_points
        values = self._ask(order(position.game), position, cards, guess - won, True)
        return {card: won + value for card, value in values.items()}

    def _empty(self) -> None:
        self._state[GENERATION] = 0
        self._table[:] = 0

    def _ask(self, own: Order, position: Position, cards: int, target: int, exact: bool) -> dict[int, int]:
        """Points still to come after each card, or where not `exact` a bound: at least the target, or below it."""
        if self._loaded != (own, position.declarer):
            load(self._state, own, [_NONE] * 32, position.declarer)
            self._loaded = own, position.declarer
        self._state[GENERATION] += 1
        if self._state[GENERATION] >= GENERATIONS:
            self._empty()
            self._state[GENERATION] = 1
        hand_0, hand_1, hand_2 = (own.to_game(hand) for hand in position.hands)
        first, second, *_ = [*(own.place[card] for card in position.table), 0, 0]
        _cards_kernel(
            self._state,
            self._table,
            self._found,
            hand_0,
            hand_1,
            hand_2,
            int(position.leader),
            len(position.table),
            first,
            second,
            own.to_game(cards),
            target,
            exact,
        )
        return {card: int(self._found[own.place[card]]) for card in bits(cards)}


def _check(position: Position, cards: int) -> None:
    if not cards or cards & ~legal(position):
        raise InputError("cards are some that the player to move may play")


@cache
def _counting_tricks(game: Game) -> Order:
    """The order of a game in which every card counts the same, so that points tell tricks."""
    return replace(order(game), values=(_A_CARD,) * 32)


@kernel
def _owners_kernel(
    state: State, hand_0: int, hand_1: int, hand_2: int, leader: int, on_table: int, first: int, second: int
) -> None:
    """Fill in which sets of neighbours of equal value are alike, given who holds or held the cards.

    Args:
        state: the game; its words ALIKE are written.
        hand_0: hands of the seats.
        hand_1: the same.
        hand_2: the same.
        leader: who led.
        on_table: cards on the table.
        first: the first of them.
        second: the second.
    """
    if on_table > 0:
        if leader == 0:
            hand_0 |= 1 << first
        elif leader == 1:
            hand_1 |= 1 << first
        else:
            hand_2 |= 1 << first
    if on_table > 1:
        if leader == 2:
            hand_0 |= 1 << second
        elif leader == 0:
            hand_1 |= 1 << second
        else:
            hand_2 |= 1 << second
    for run in range(5):
        low, mask = state[RUNS + run], state[RUN_MASKS + run]
        for cards in range(mask + 1):
            code = _owners_of(hand_0 >> low, hand_1 >> low, hand_2 >> low, cards)
            least = 0
            while _owners_of(hand_0 >> low, hand_1 >> low, hand_2 >> low, least) != code:
                least += 1
            state[ALIKE + 16 * run + cards] = least


@kernel
def _owners_of(hand_0: int, hand_1: int, hand_2: int, cards: int) -> int:
    """The owners of up to four cards from above, as digits behind a leading one."""
    code = 1
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        owner = 3
        if (hand_0 >> card) & 1:
            owner = 0
        elif (hand_1 >> card) & 1:
            owner = 1
        elif (hand_2 >> card) & 1:
            owner = 2
        code = 4 * code + owner
    return code


@kernel
def _cards_kernel(
    state: State,
    table: Table,
    found: NDArray[np.int64],
    hand_0: int,
    hand_1: int,
    hand_2: int,
    leader: int,
    on_table: int,
    first: int,
    second: int,
    cards: int,
    target: int,
    exact: bool,
) -> None:
    """Write for each card the declarer's points still to come, the running trick included, or a bound that answers.

    Args:
        state: the game, of a generation of the table that is not in use.
        table: the table.
        found: (32,) by card; those of `cards` are written.
        hand_0: hands of the seats, in game bits like all cards here.
        hand_1: the same.
        hand_2: the same.
        leader: who led or leads.
        on_table: cards on the table.
        first: the first of them.
        second: the second.
        cards: those asked about.
        target: what is asked for; with `exact` a guess.
        exact: whether the points themselves are wanted.
    """
    _owners_kernel(state, hand_0, hand_1, hand_2, leader, on_table, first, second)
    declarer, trumps = state[DECLARER], state[TRUMPS]
    player = (leader + on_table) % 3
    in_play = hand_0 | hand_1 | hand_2
    if on_table > 0:
        in_play |= 1 << first
    if on_table > 1:
        in_play |= 1 << second
    total, rest = 0, in_play
    while rest:
        card = highest(rest)
        rest ^= 1 << card
        total += state[VALUE + card]
    done, rest = 0, cards
    while rest:
        card = highest(rest)
        bit = 1 << card
        rest ^= bit
        # cards are asked about from the highest down, so that the neighbour above is the one known
        higher = in_play & state[SUIT + card] & ~(2 * bit - 1)
        low, high = 0, total
        above = higher & -higher & done
        if above:
            other = highest(above)
            apart = abs(state[VALUE + other] - state[VALUE + card])
            if exact:
                low, high = max(0, found[other] - apart), min(high, found[other] + apart)
                target = found[other]
            elif found[other] >= target:
                low = max(0, found[other] - apart)
            else:
                high = min(high, found[other] + apart)
        done |= bit
        if low == high or (not exact and (low >= target or high < target)):
            found[card] = low if low == high or low >= target else high
            continue
        after_0 = hand_0 & ~bit
        after_1 = hand_1 & ~bit
        after_2 = hand_2 & ~bit
        gain, leads, lie, one, two = 0, leader, on_table + 1, first, second
        if on_table == 0:
            one = card
        elif on_table == 1:
            two = card
        else:
            winner, winning = leader, first
            led = state[SUIT + first]
            if second > winning and (state[SUIT + second] == led or (trumps >> second) & 1):
                winner, winning = (leader + 1) % 3, second
            if card > winning and (state[SUIT + card] == led or (trumps >> card) & 1):
                winner = player
            if winner == declarer:
                gain = state[VALUE + first] + state[VALUE + second] + state[VALUE + card]
            leads, lie, one, two = winner, 0, 0, 0
        if exact:
            target = min(max(target, 1), total)
            value = points_kernel(
                state, table, after_0, after_1, after_2, leads, lie, one, two, target - gain, high - gain
            )
            target = value + gain
        elif target <= gain:
            value = 0
        else:
            value = search_kernel(state, table, after_0, after_1, after_2, leads, lie, one, two, target - gain)
        found[card] = value + gain
