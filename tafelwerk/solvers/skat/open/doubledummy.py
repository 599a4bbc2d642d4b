"""Double-dummy Skat: the exact value of any position of a suit game or Grand, with all cards open.

The declarer wants as many points as possible, the defenders the contrary. The search asks whether the declarer makes at
least so many points from here on; exact values are found by asking again (MTD(f): Plaat, Schaeffer, Pijls and de Bruin
1996). It returns a bound, at least the target if it can be made, below it if not. Starts of tricks are kept in a table with
bounds on the points still to come, which hold for every question on the deal, and so it stays warm over cards, thresholds
and the tricks of a game.

What makes it fast: certain points (`certain`), the order of moves (`priority`), starts of tricks that differ only by
neighbours of equal value counted as one (Kupferschmid 2003, chapter 7), and that theorem in full: cards of one hand that are
neighbours among all cards still in play, those on the table included, differ in outcome by at most the difference of their
values.

The search is one loop with frames of its own: a kernel that calls itself cannot be cached.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import WIN, Game, Order, bits, order
from tafelwerk.rules.skat.play import Position, legal, play
from tafelwerk.solvers.machine.bits import highest
from tafelwerk.solvers.machine.jit import kernel, prefetch
from tafelwerk.solvers.skat.open.move_ordering import WEIGHTS_OF_MOVES, arrange
from tafelwerk.solvers.skat.open.position import (
    BEST,
    BEST_CARD,
    COUNT,
    DECLARER,
    DONE,
    FIRST,
    FOUND,
    FRAME,
    FRAMES,
    GAIN,
    GENERATION,
    HAND_0,
    HAND_1,
    HAND_2,
    HIGH,
    IN_PLAY,
    KEY,
    LEADER,
    LOW,
    MOVES,
    NEXT,
    NODES,
    ON_TABLE,
    PLAYER,
    SECOND,
    SIZE,
    SLOT,
    SLOTS,
    SUIT,
    TARGET,
    TRUMPS,
    VALUE,
    WEIGHTS,
    WINNER,
    WINNING,
    load,
)
from tafelwerk.solvers.skat.open.quick_tricks import certain_declarer, certain_defenders, points_of
from tafelwerk.solvers.skat.open.table import GENERATIONS, entry_of, key_of, slot_of, store

State = NDArray[np.int64]
Table = NDArray[np.int64]

_NONE = 3


def make_room(slots: int) -> tuple[State, Table]:
    """A search's state, and its empty table of 2^slots starts of tricks, 8 bytes each.

    Raises:
        InputError: slots are not 10 to 26.
    """
    if not 10 <= slots <= 26:
        raise InputError(f"slots are 10 to 26, not {slots}")
    state = np.zeros(SIZE, np.int64)
    state[SLOTS] = (1 << slots) - 2
    state[WEIGHTS : WEIGHTS + len(WEIGHTS_OF_MOVES)] = WEIGHTS_OF_MOVES
    return state, np.zeros(1 << slots, np.int64)


class DoubleDummy:
    """A solver and its table; questions on one deal, game and declarer profit from those before.

    Attributes:
        nodes: positions looked at so far, card by card.
    """

    def __init__(self, slots: int = 18) -> None:
        """A table of 2^slots starts of tricks, 8 bytes each.

        Raises:
            InputError: slots are not 10 to 26.
        """
        self._state, self._table = make_room(slots)
        self._order: Order | None = None
        self._declarer = 0
        self._owners = [_NONE] * 32

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._state[NODES])

    def won(self, position: Position, points: int = WIN) -> bool:
        """Whether the declarer makes at least so many points, all in all.

        Raises:
            InputError: Null, whose outcome is not one of points.
        """
        target = points - position.declarer_points
        if target <= 0:
            return True
        self._take(position)
        return bool(search_kernel(self._state, self._table, *_arguments(position), target) >= target)

    def points(self, position: Position, guess: int | None = None) -> int:
        """The declarer's points at the end under best play by all, the Skat's and tricks already won included.

        Args:
            position: any position.
            guess: what they may be; a good guess saves time.

        Raises:
            InputError: Null.
        """
        self._take(position)
        high = 120 - position.declarer_points - position.defender_points
        target = (WIN if guess is None else guess) - position.declarer_points
        found = points_kernel(self._state, self._table, *_arguments(position), target, high)
        return position.declarer_points + int(found)

    def cards(self, position: Position) -> dict[int, int]:
        """The declarer's points at the end after each card that may be played, by card, the highest card first.

        Raises:
            InputError: Null.
        """
        values: dict[int, int] = {}
        guess = None
        for card in bits(legal(position)):
            values[card] = guess = self.points(play(position, card), guess)
        return values

    def _take(self, position: Position) -> None:
        """Load the position's game, unless it is one of the deal that is loaded."""
        if position.game is Game.NULL:
            raise InputError("Null is not played for points: ask the Null solver")
        own, declarer = order(position.game), int(position.declarer)
        owners = [_NONE] * 32
        for seat, hand in enumerate(position.hands):
            for card in bits(own.to_game(hand)):
                owners[card] = seat
        for place, card in enumerate(position.table):
            owners[own.place[card]] = (position.leader + place) % 3
        pairs = list(zip(owners, self._owners, strict=True))
        same = own is self._order and declarer == self._declarer
        if same and all(now in (_NONE, before) for now, before in pairs):
            return
        if not same or any(_NONE not in (now, before) and now != before for now, before in pairs):
            self._state[GENERATION] += 1
            if self._state[GENERATION] >= GENERATIONS:
                self._state[GENERATION] = 1
                self._table[:] = 0
        else:
            owners = [before if now == _NONE else now for now, before in pairs]
        self._order, self._declarer, self._owners = own, declarer, owners
        load(self._state, own, owners, declarer)


def _arguments(position: Position) -> tuple[int, int, int, int, int, int, int]:
    """A position for the kernels: hands, leader, cards on the table, the first and the second of them."""
    own = order(position.game)
    hand_0, hand_1, hand_2 = (own.to_game(hand) for hand in position.hands)
    first, second, *_ = [*(own.place[card] for card in position.table), 0, 0]
    return hand_0, hand_1, hand_2, int(position.leader), len(position.table), first, second


@kernel
def _bounds(
    state: State, hand_0: int, hand_1: int, hand_2: int, leader: int, total: int, target: int
) -> tuple[int, int]:
    """Certain bounds on the declarer's points from the start of a trick on; the second alone where that settles the question.

    Args:
        state: the game.
        hand_0: hands of the seats.
        hand_1: the same.
        hand_2: the same.
        leader: who leads.
        total: points of all hands.
        target: what is asked for.
    """
    declarer = state[DECLARER]
    if declarer == 0:
        alone, left, right = hand_0, hand_1, hand_2
    elif declarer == 1:
        alone, left, right = hand_1, hand_2, hand_0
    else:
        alone, left, right = hand_2, hand_0, hand_1
    if leader == declarer:
        against = certain_defenders(state, alone, left, right, False)
    elif (leader - declarer + 3) % 3 == 1:
        against = certain_defenders(state, alone, left, right, True)
    else:
        against = certain_defenders(state, alone, right, left, True)
    if total - against < target:
        return 0, total - against
    low = certain_declarer(state, alone, left, right, leader == declarer)
    return low, total - against


@kernel
def _near(state: State, found: int, neighbours: int, card: int, target: int, maximises: bool) -> int:
    """Bound on a card's outcome by that of a neighbour tried before; -1 where it settles nothing.

    Args:
        state: the game.
        found: place of the outcomes of this position.
        neighbours: the card's neighbours that were tried.
        card: the card.
        target: what is asked for.
        maximises: whether the declarer moves.
    """
    while neighbours:
        other = highest(neighbours)
        neighbours ^= 1 << other
        apart = abs(state[VALUE + other] - state[VALUE + card])
        bound: int = state[found + other] + (apart if maximises else -apart)
        if (bound < target) == maximises:
            return bound
    return -1


@kernel
def search_kernel(
    state: State,
    table: Table,
    hand_0: int,
    hand_1: int,
    hand_2: int,
    leader: int,
    on_table: int,
    first: int,
    second: int,
    target: int,
) -> int:
    """A bound on the declarer's points still to come, the trick on the table included: at least the target, or below it."""
    declarer, trumps = state[DECLARER], state[TRUMPS]
    depth, entering, value = 0, True, 0
    in_play, player, winner, winning, number, i = 0, 0, 0, 0, 0, 0
    best, best_card, done, card = 0, 0, 0, 0
    while True:
        frame = FRAMES + FRAME * depth
        if entering:
            state[NODES] += 1
            held = hand_0 | hand_1 | hand_2
            low, high, key, slot, hint, settled = 0, 0, 0, 0, -1, False
            if on_table == 0:
                high = points_of(state, held)
                if target <= 0:
                    value, settled = 0, True
                elif high < target:
                    value, settled = high, True
                else:
                    key = key_of(state, held, leader)
                    slot = slot_of(state, key)
                    # the entry comes from far memory while the bounds are found
                    prefetch(table, slot)
                    low, high = _bounds(state, hand_0, hand_1, hand_2, leader, high, target)
                    if low < target <= high:
                        entry = entry_of(table, slot, key)
                        if entry:
                            low, high = max(low, entry & 127), min(high, (entry >> 7) & 127)
                            hint = (entry >> 14) & 31
                    if low >= target:
                        value, settled = low, True
                    elif high < target:
                        value, settled = high, True
            if settled:
                if depth == 0:
                    return value
                depth -= 1
                entering = False
                continue
            player = (leader + on_table) % 3
            hand = hand_0 if player == 0 else (hand_1 if player == 1 else hand_2)
            in_play, moves, led = held, hand, 0
            winner, winning = leader, first
            if on_table:
                led = state[SUIT + first]
                if hand & led:
                    moves = hand & led
                in_play |= 1 << first
                if on_table == 2:
                    in_play |= 1 << second
                    if second > first and (state[SUIT + second] == led or (trumps >> second) & 1):
                        winner, winning = (leader + 1) % 3, second
            number = arrange(
                state, depth, hand_0, hand_1, hand_2, player, moves, in_play, on_table, led, winning, winner, hint
            )
            state[frame + HAND_0], state[frame + HAND_1], state[frame + HAND_2] = hand_0, hand_1, hand_2
            state[frame + LEADER], state[frame + ON_TABLE] = leader, on_table
            state[frame + FIRST], state[frame + SECOND], state[frame + TARGET] = first, second, target
            state[frame + COUNT], state[frame + IN_PLAY] = number, in_play
            state[frame + PLAYER], state[frame + WINNER], state[frame + WINNING] = player, winner, winning
            state[frame + KEY], state[frame + SLOT], state[frame + LOW], state[frame + HIGH] = key, slot, low, high
            best, best_card, done, i = -1 if player == declarer else 1000, 0, 0, -1
        else:
            hand_0, hand_1, hand_2 = state[frame + HAND_0], state[frame + HAND_1], state[frame + HAND_2]
            leader, on_table = state[frame + LEADER], state[frame + ON_TABLE]
            first, second, target = state[frame + FIRST], state[frame + SECOND], state[frame + TARGET]
            number, in_play = state[frame + COUNT], state[frame + IN_PLAY]
            player, winner, winning = state[frame + PLAYER], state[frame + WINNER], state[frame + WINNING]
            best, best_card, done, i = (
                state[frame + BEST],
                state[frame + BEST_CARD],
                state[frame + DONE],
                state[frame + NEXT],
            )
            card = state[MOVES + 16 * depth + i]
            value += state[frame + GAIN]
            state[FOUND + 32 * depth + card] = value
            if (player == declarer and value > best) or (player != declarer and value < best):
                best, best_card = value, card
        maximises = player == declarer
        deeper = False
        while not deeper and (best < target if maximises else best >= target):
            i += 1
            if i == number:
                break
            card = state[MOVES + 16 * depth + i]
            bit = 1 << card
            around = in_play & state[SUIT + card]
            higher, lower = around & ~(2 * bit - 1), around & (bit - 1)
            neighbours = (higher & -higher) | (1 << highest(lower) if lower else 0)
            bound = _near(state, FOUND + 32 * depth, neighbours & done, card, target, maximises)
            done |= bit
            if bound < 0:
                deeper = True
            else:
                state[FOUND + 32 * depth + card] = bound
                if (maximises and bound > best) or (not maximises and bound < best):
                    best = bound
        if deeper:
            state[frame + BEST], state[frame + BEST_CARD], state[frame + DONE], state[frame + NEXT] = (
                best,
                best_card,
                done,
                i,
            )
            bit = 1 << card
            if player == 0:
                hand_0 ^= bit
            elif player == 1:
                hand_1 ^= bit
            else:
                hand_2 ^= bit
            gain = 0
            if on_table == 0:
                first, on_table = card, 1
            elif on_table == 1:
                second, on_table = card, 2
            else:
                if card > winning and (state[SUIT + card] == state[SUIT + first] or (trumps >> card) & 1):
                    winner = player
                if winner == declarer:
                    gain = state[VALUE + first] + state[VALUE + second] + state[VALUE + card]
                leader, on_table = winner, 0
                target -= gain
            state[frame + GAIN] = gain
            depth += 1
            entering = True
            continue
        if on_table == 0:
            low, high = state[frame + LOW], state[frame + HIGH]
            if best >= target:
                low = max(low, best)
            else:
                high = min(high, best)
            store(table, state[frame + SLOT], state[frame + KEY], (best_card << 14) | (high << 7) | low)
        value = best
        if depth == 0:
            return value
        depth -= 1
        entering = False


@kernel
def points_kernel(
    state: State,
    table: Table,
    hand_0: int,
    hand_1: int,
    hand_2: int,
    leader: int,
    on_table: int,
    first: int,
    second: int,
    target: int,
    high: int,
) -> int:
    """The declarer's points still to come, at most `high`, by questions that begin at `target`: MTD(f)."""
    low = 0
    while low < high:
        target = min(max(target, low + 1), high)
        found = search_kernel(state, table, hand_0, hand_1, hand_2, leader, on_table, first, second, target)
        if found >= target:
            low, target = found, found + 1
        else:
            high = target = found
    return low
