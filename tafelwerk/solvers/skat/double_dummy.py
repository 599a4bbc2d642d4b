"""Double-dummy Skat: the exact value of any position of a suit game or Grand, with all cards open.

The declarer maximises the points, the defenders minimise them. The search asks whether the declarer makes at least a number of
points from here; exact values are found by asking again (MTD(f): Plaat, Schaeffer, Pijls and de Bruin 1996). It returns a
bound: at least the target if it can be made, below it if not. Starts of tricks are kept in a table with bounds on the points
still to come. These hold for every question on the deal, so that the table serves all cards, thresholds and tricks of a game.

It is fast by quick tricks (`declarer_points`, `defender_points`) and move ordering (`arrange`). Before the last card of a
trick is searched, the successors of all candidates are looked up in the table. Starts of tricks that differ only by neighbours
of equal value share an entry (Kupferschmid 2003, chapter 7). By that theorem in full, cards of one hand that are neighbours
among all cards still in play, including those on the table, differ in outcome by at most the difference of their values.

The search is one loop with its own frames: a recursive kernel cannot be cached.

The table of the points search: a word per start of a trick, in pairs of places that lie in one cache line.

A word holds, from the top, the key, a best card, and bounds on the declarer's points still to come. The key is the complete
position, not a hash: generation, leader, and the cards still held, whose owners are known from the deal. The generation
distinguishes deals, so that the table need not be emptied between them.

Move ordering of the points search: the card most likely to cause a cutoff first.

A move's score is a base weight for its class, a weight per card point, and small weights for the lengths of suits. The classes
are those of a human player: a card that nobody beats, a card under the partner's winner, and so on. The weights were found by
random search, minimising the positions visited on some hundred random deals, for won-or-lost questions on random and strong
hands and for exact values.
"""

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, Order, bits, order
from tafelwerk.families.skat.rules.play import Position, legal
from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import inlined, kernel, prefetch
from tafelwerk.solvers.skat.open_position import (
    ALIKE,
    BEST,
    BEST_CARD,
    BOUNDS,
    CARD,
    CARD_BOUNDS,
    COUNT,
    GAIN,
    GAP,
    GENERATION,
    HANDS,
    IN_PLAY,
    KEY,
    KEYS,
    LED,
    LINKS,
    MOVER,
    MOVES,
    NEXT,
    NO_CARD,
    NODES,
    PILE,
    POINTS,
    RANK,
    SLOTS,
    SUIT,
    TABLE,
    TARGET,
    TOP,
    TRIED,
    TRUMPS,
    TURN,
    VALUE,
    VALUES,
    WIDTH,
    WINNER,
    State,
    begin,
    declarer_points,
    defender_points,
    load,
    play,
    representatives,
    set_owners,
    takes,
    winner_after,
)

GENERATIONS = 1 << 9
"""Number of generations; the first, 0, is that of empty places."""

_KEY = 19  # bits below the key: best card 5, upper bound 7, lower bound 7


@kernel
def key_of(state: State, held: int, leader: int) -> int:
    """The start of a trick in 43 bits: generation, leader, cards held.

    Each run of neighbours of equal value is replaced by the smallest set with the same owners.
    """
    key: int = (state[GENERATION] << 34) | (leader << 32) | held
    for suit in range(4):
        key ^= state[ALIKE + 16 * suit + ((held >> 7 * suit) & 7)]
    key ^= state[ALIKE + 64 + ((held >> 28) & 15)]
    return key


@kernel
def slot_of(state: State, key: int) -> int:
    """The first of the two places of a key."""
    mixed = (key & 0xFFFFFF) * 0x2545F491 + (key >> 24) * 0x5BD1E995
    slot: int = TABLE + ((mixed ^ (mixed >> 29) ^ (mixed >> 13)) & state[SLOTS])
    return slot


@kernel
def entry_of(state: State, slot: int, key: int) -> int:
    """The word of a key, in its lower bits best card << 14 | upper bound << 7 | lower bound; 0 if there is none."""
    entry: int = state[slot]
    if entry >> _KEY != key:
        entry = state[slot + 1]
    return entry if entry >> _KEY == key else 0


@kernel
def store(state: State, slot: int, key: int, word: int) -> None:
    """Store an entry for a key, in the format of `entry_of`. The first place of a pair keeps the entry with more cards."""
    before = state[slot] >> _KEY
    if before != key:
        if before >> 34 == key >> 34 and count(before & 0xFFFFFFFF) > count(key & 0xFFFFFFFF):
            slot += 1
        else:
            state[slot + 1] = state[slot]
    state[slot] = (key << _KEY) | word


_FIRST = 1 << 40


@inlined
def arrange(state: State, frame: int, cards: int, hint: int) -> int:
    """Write moves into a frame, best first, and return their number.

    Args:
        state: the position; the frame's words MOVES are written.
        frame: its frame.
        cards: mask of the cards to try.
        hint: card to try first, or NO_CARD.
    """
    mover, turn, moves = state[frame + MOVER], state[frame + TURN], frame + MOVES
    hand, number = state[HANDS + mover], 0
    if cards & (cards - 1) == 0:
        state[moves] = highest(cards)
        return 1
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        if card == hint:
            score = _FIRST
        elif turn == 0:
            score = _lead_score(state, mover, hand, card)
        else:
            score = _reply_score(state, frame, hand, card)
        word, index = (score << 5) | card, moves + number
        while index > moves and state[index - 1] < word:
            state[index] = state[index - 1]
            index -= 1
        state[index] = word
        number += 1
    for index in range(moves, moves + number):
        state[index] &= 31
    return number


@inlined
def _lead_score(state: State, mover: int, hand: int, card: int) -> int:
    """Score of a lead."""
    alone, left, right = state[HANDS], state[HANDS + 1], state[HANDS + 2]
    suit, trumps, bit = state[SUIT + card], state[TRUMPS], 1 << card
    value: int = state[VALUE + card]
    score: int = state[RANK + card]
    if mover == 0:
        others = left | right
        score += 35 * count(hand & suit) - 5 * count(others & suit)
        if (others & suit) < bit:  # nobody has a higher card of the suit
            if suit == trumps:
                return score + 1456 + 10 * value
            if (not left & suit and left & trumps) or (not right & suit and right & trumps):
                return score + 840 - 4 * value
            return score + 2400 + 6 * value
        return score + (1040 - 28 * value if suit == trumps else 400 - 32 * value)
    partner = (left | right) ^ hand
    against, with_us = alone & suit, partner & suit
    score -= 160 * count(hand & suit) + 80 * count(against)
    if suit == trumps:
        return score + (360 - 20 * value if bit > against else 456 - 40 * value)
    if against:  # the declarer must follow
        if bit > against:
            return score + 1744 + 4 * value
        if with_us > against:
            return score + 1216 + 20 * value
        if not with_us and partner & trumps:
            return score + 560 + 36 * value
        return score + 680 - 16 * value
    if not alone & trumps:
        return score + 1120 - 14 * value
    if not with_us and (partner & trumps) > (alone & trumps):  # the partner trumps higher
        return score + 248 - 4 * value
    return score + 240 + 24 * value


@inlined
def _reply_score(state: State, frame: int, hand: int, card: int) -> int:
    """Score of a second or third card."""
    mover, trumps, led = state[frame + MOVER], state[TRUMPS], state[frame + LED]
    suit, top = state[SUIT + card], state[frame + TOP]
    value: int = state[VALUE + card]
    beats = takes(1 << card, 1 << top, led | trumps)
    score = 0
    if not hand & led:
        score = -60 if suit == trumps else -35 * count(hand & suit)
    if state[frame + TURN] == 2:
        if mover == 0:
            return score + (736 + 30 * value if beats else 336 - 16 * value)
        if state[frame + WINNER] == 0:
            return score + (984 + 4 * value if beats else -80 - 8 * value)
        return score + (784 + 52 * value if beats else 880 + 60 * value)
    last = state[HANDS + (mover + 1 if mover < 2 else 0)]
    answers = last & led or last & trumps
    beaten = takes(answers, 1 << (card if beats else top), led | trumps)
    if mover == 0:
        if beats:
            return score + (908 if beaten else 1200 + 8 * value)
        return score + 280 - 24 * value
    if mover == 2:  # the declarer plays last
        if beaten:
            return score + 480 - 12 * value
        return score + (1056 + 20 * value if beats else 900 + 56 * value)
    if beats:
        return score + 1120 + 16 * value
    return score + (1080 + 32 * value if beaten else 120 - 16 * value)


class DoubleDummy:
    """A solver and its table; questions on one deal, game and declarer profit from those before. For one thread at a time."""

    def __init__(self, slots: int = 18) -> None:
        """A table of 2^slots starts of tricks, 8 bytes each.

        Raises:
            InputError: slots are not 10 to 26.
        """
        if not 10 <= slots <= 26:
            raise InputError(f"slots are 10 to 26, not {slots}")
        self._state = np.zeros(TABLE + (1 << slots), np.int64)
        self._state[SLOTS] = (1 << slots) - 2
        self._values = np.zeros(32, np.int64)
        self._order: Order | None = None
        self._declarer = 0
        self._owned = [0, 0, 0]

    @property
    def nodes(self) -> int:
        """Number of positions visited so far, card by card."""
        return int(self._state[NODES])

    def won(self, position: Position, points: int = WIN) -> bool:
        """Whether the declarer makes at least `points`, those already won included.

        Raises:
            InputError: Null, whose outcome is not one of points.
        """
        target = points - position.declarer_points
        if target <= 0:
            return True
        return int(solve(self._state, self._begin(position, _order(position)), target, target - 1, target)) >= target

    def points(self, position: Position, guess: int = WIN) -> int:
        """The declarer's final points under best play by all, including the Skat and tricks already won.

        Args:
            position: any position.
            guess: expected value; a good guess saves time.

        Raises:
            InputError: Null.
        """
        won, frame = position.declarer_points, self._begin(position, _order(position))
        return won + int(solve(self._state, frame, guess - won, 0, int(self._state[frame + POINTS])))

    def cards(self, position: Position, guess: int = WIN) -> dict[int, int]:
        """The declarer's final points after each legal card, by card, highest card first.

        Args:
            position: any position.
            guess: expected value.

        Raises:
            InputError: Null.
        """
        won = position.declarer_points
        values = self.outcomes(position, legal(position), _order(position), guess - won, exact=True)
        return {card: won + value for card, value in values.items()}

    def outcomes(self, position: Position, cards: int, own: Order, target: int, *, exact: bool) -> dict[int, int]:
        """The declarer's points still to come after each of some cards, including the current trick, by card.

        Args:
            position: any position.
            cards: mask of legal cards of the player to move.
            own: order and values of the cards.
            target: points asked for, or with `exact` a guess.
            exact: whether the points are wanted; otherwise a bound on them, at least the target or below it.
        """
        frame = self._begin(position, own)
        solve_cards(self._state, self._values, frame, own.to_game(cards), target, exact)
        return {card: int(self._values[own.place[card]]) for card in bits(cards)}

    def forget(self) -> None:
        """Empty the table, so that the number of nodes does not depend on earlier questions."""
        self._owned, self._order = [0, 0, 0], None
        self._state[GENERATION] = 0
        self._state[TABLE:] = 0

    def _begin(self, position: Position, own: Order) -> int:
        """Write a position into the state, and its deal unless that is the one loaded; return its frame."""
        declarer, on_table = int(position.declarer), [own.place[card] for card in position.table]
        hands = [own.to_game(hand) for hand in position.hands]
        for turn, card in enumerate(on_table):
            hands[(position.leader + turn) % 3] |= 1 << card
        hands = hands[declarer:] + hands[:declarer]
        another = own is not self._order or declarer != self._declarer
        if another:
            load(self._state, own)
            self._order, self._declarer = own, declarer
        if another or any(hands[seat] & (self._owned[seat - 1] | self._owned[seat - 2]) for seat in range(3)):
            self._owned = [0, 0, 0]
            self._state[GENERATION] += 1
            if self._state[GENERATION] >= GENERATIONS:
                self._state[GENERATION] = 1
                self._state[TABLE:] = 0
        if any(hands[seat] & ~self._owned[seat] for seat in range(3)):
            self._owned = [hand | owned for hand, owned in zip(hands, self._owned, strict=True)]
            set_owners(self._state, *self._owned)
        first, second, *_ = [*on_table, -1, -1]
        return begin(self._state, hands[0], hands[1], hands[2], (position.leader - declarer) % 3, first, second)


def _order(position: Position) -> Order:
    if position.game is Game.NULL:
        raise InputError("Null is not played for points: ask the Null solver")
    return order(position.game)


@kernel
def _is_settled(state: State, frame: int, leader: int, points: int, target: int) -> bool:
    """Whether the value of a start of a trick is known, without search, to reach or to miss the target.

    Args:
        state: the position.
        frame: where the word KEY is read and the word BOUNDS written.
        leader: seat that leads.
        points: of all hands.
        target: points asked for, from 1 to `points`.
    """
    state[NODES] += 1
    low, high, hint = declarer_points(state, leader == 0), points, NO_CARD
    if low < target:
        high -= defender_points(state, leader)
        if high >= target:
            key = state[frame + KEY]
            entry = entry_of(state, slot_of(state, key), key)
            if entry:
                low, high, hint = max(low, entry & 127), min(high, (entry >> 7) & 127), (entry >> 14) & 31
    state[frame + BOUNDS] = (hint << 14) | (high << 7) | low
    return low >= target or high < target


@kernel
def _bound(bounds: int, target: int) -> int:
    """The bound in a word that answers the question."""
    low = bounds & 127
    return low if low >= target else (bounds >> 7) & 127


@kernel
def _prepare(state: State, frame: int, held: int, leader: int) -> None:
    """Write the key of a start of a trick and prefetch its entry while bounds are computed."""
    key = key_of(state, held, leader)
    state[frame + KEY] = key
    prefetch(state, slot_of(state, key))


@inlined
def _look_ahead(state: State, frame: int, cards: int) -> int:
    """Evaluate the successors of the last cards of a trick.

    Returns:
        Mask of the cards that need a search, 0 after a cutoff.
    """
    mover, target, after = state[frame + MOVER], state[frame + TARGET], frame + WIDTH
    held, unknown, untried = state[HANDS] | state[HANDS + 1] | state[HANDS + 2], 0, cards
    while untried:
        card = highest(untried)
        untried ^= 1 << card
        pile, winner = state[frame + PILE] + state[VALUE + card], winner_after(state, frame, card)
        gain, points = pile if winner == 0 else 0, state[frame + POINTS] - pile
        if gain >= target or points + gain < target:
            state[NODES] += 1
            if _note(state, frame, card, gain if gain >= target else points + gain):
                return 0
        else:
            unknown |= 1 << card
            _prepare(state, after, held ^ (1 << card), winner)
            state[frame + KEYS + card] = state[after + KEY]
    untried = unknown
    while untried:
        card = highest(untried)
        untried ^= 1 << card
        pile, winner = state[frame + PILE] + state[VALUE + card], winner_after(state, frame, card)
        gain = pile if winner == 0 else 0
        state[HANDS + mover] ^= 1 << card
        state[after + KEY] = state[frame + KEYS + card]
        settled = _is_settled(state, after, winner, state[frame + POINTS] - pile, target - gain)
        state[HANDS + mover] ^= 1 << card
        state[frame + CARD_BOUNDS + card] = state[after + BOUNDS]
        if settled:
            unknown ^= 1 << card
            if _note(state, frame, card, gain + _bound(state[after + BOUNDS], target - gain)):
                return 0
    return unknown


@kernel
def _note(state: State, frame: int, card: int, value: int) -> bool:
    """Take the value of a card into account; whether it causes a cutoff."""
    state[frame + TRIED] |= 1 << card
    state[frame + VALUES + card] = value
    maximises, best = state[frame + MOVER] == 0, state[frame + BEST]
    if value > best if maximises else value < best:
        state[frame + BEST], state[frame + BEST_CARD] = value, card
    cut: bool = (value >= state[frame + TARGET]) == maximises
    return cut


@inlined
def _by_neighbour(state: State, frame: int, card: int, tried: int) -> int:
    """Bound on a card's value from that of a neighbour among the cards tried; -1 if it gives no cutoff."""
    maximises, target = state[frame + MOVER] == 0, state[frame + TARGET]
    bit = 1 << card
    around = state[frame + IN_PLAY] & state[SUIT + card]
    higher, lower = around & ~(2 * bit - 1), around & (bit - 1)
    neighbours = ((higher & -higher) | (1 << highest(lower) if lower else 0)) & tried
    while neighbours:
        other = highest(neighbours)
        neighbours ^= 1 << other
        apart = abs(state[VALUE + other] - state[VALUE + card])
        bound: int = state[frame + VALUES + other] + (apart if maximises else -apart)
        if (bound < target) == maximises:
            return bound
    return -1


@inlined
def _expand(state: State, frame: int) -> None:
    """Prepare the moves of a frame, its position written."""
    mover, turn = state[frame + MOVER], state[frame + TURN]
    hand = state[HANDS + mover]
    cards = representatives(hand, state[frame + IN_PLAY] & ~hand, state[LINKS], state[GAP])
    if turn and hand & state[frame + LED]:
        cards &= state[frame + LED]
    state[frame + BEST] = -1 if mover == 0 else 1000
    state[frame + TRIED], state[frame + NEXT], state[frame + COUNT] = 0, 0, 0
    if turn == 2:
        cards = _look_ahead(state, frame, cards)
    else:
        state[NODES] += 1
    if cards:
        state[frame + COUNT] = arrange(state, frame, cards, NO_CARD if turn else state[frame + BOUNDS] >> 14)


@inlined
def _next(state: State, frame: int) -> int:
    """The next card to search, NO_CARD if none is needed."""
    maximises, target = state[frame + MOVER] == 0, state[frame + TARGET]
    if (state[frame + BEST] >= target) == maximises:
        return NO_CARD
    for i in range(state[frame + NEXT], state[frame + COUNT]):
        card: int = state[frame + MOVES + i]
        tried = state[frame + TRIED]
        bound = _by_neighbour(state, frame, card, tried) if tried & state[SUIT + card] else -1
        if bound < 0:
            state[frame + NEXT] = i + 1
            return card
        _note(state, frame, card, bound)
    return NO_CARD


@kernel
def _search(state: State, root: int, target: int) -> int:
    """A bound on the declarer's points still to come, including the current trick: at least the target, or below it.

    Args:
        state: the position; its frame and those after it are written.
        root: frame of the position.
        target: points asked for.
    """
    frame, entering = root, True
    value: int = 0
    state[root + TARGET] = target
    leader: int = state[root + MOVER]
    points: int = state[root + POINTS]
    if target <= 0 or points < target:
        return 0 if target <= 0 else points
    if state[root + TURN] == 0:
        _prepare(state, root, state[root + IN_PLAY], leader)
        if _is_settled(state, root, leader, points, target):
            return _bound(state[root + BOUNDS], target)
    while True:
        if entering:
            _expand(state, frame)
        else:
            card = state[frame + CARD]
            state[HANDS + state[frame + MOVER]] ^= 1 << card
            _note(state, frame, card, value + state[frame + GAIN])
        card = _next(state, frame)
        if card != NO_CARD:
            play(state, frame, card)
            if state[frame + TURN] == 2:
                state[frame + WIDTH + KEY] = state[frame + KEYS + card]
                state[frame + WIDTH + BOUNDS] = state[frame + CARD_BOUNDS + card]
            frame += WIDTH
            entering = True
            continue
        value = state[frame + BEST]
        if state[frame + TURN] == 0:
            key, bounds = state[frame + KEY], state[frame + BOUNDS]
            low, high = bounds & 127, (bounds >> 7) & 127
            if value >= state[frame + TARGET]:
                low = max(low, value)
            else:
                high = min(high, value)
            store(state, slot_of(state, key), key, (state[frame + BEST_CARD] << 14) | (high << 7) | low)
        if frame == root:
            return value
        frame -= WIDTH
        entering = False


@kernel
def solve(state: State, root: int, guess: int, low: int, high: int) -> int:
    """The declarer's points still to come if they are from `low` to `high`, otherwise a bound beyond: MTD(f).

    Args:
        state: the position; its frame and those after it are written.
        root: frame of the position.
        guess: expected value.
        low: least value of interest.
        high: greatest value of interest.
    """
    value = low
    while low < high:
        target = min(max(guess, low + 1), high)
        value = _search(state, root, target)
        if value >= target:
            low, guess = value, value + 1
        else:
            high = guess = value
    return value


@kernel
def solve_cards(state: State, values: State, root: int, cards: int, target: int, exact: bool) -> None:
    """Write for each card the declarer's points still to come, including the current trick, or a sufficient bound.

    Args:
        state: the position.
        values: (32,) by card; those of `cards` are written.
        root: frame of the position.
        cards: those asked about.
        target: points asked for, or a guess.
        exact: whether the points themselves are wanted.
    """
    done = 0
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        low, high = 0, state[root + POINTS]
        # cards are evaluated from the highest down: the neighbour above is the one known
        higher = state[root + IN_PLAY] & state[SUIT + card] & -(2 << card)
        above = higher & -higher & done
        done |= 1 << card
        if above:
            value = values[highest(above)]
            apart = abs(state[VALUE + highest(above)] - state[VALUE + card])
            if exact or value >= target:
                low = max(low, value - apart)
            if exact or value < target:
                high = min(high, value + apart)
        if not exact:
            # beyond the target, and below it, bounds serve as well as values
            if low >= target or high < target:
                high = low = low if low >= target else high
            else:
                low, high = target - 1, target
        values[card] = low
        if low < high:
            play(state, root, card)
            gain = state[root + GAIN]
            values[card] = gain + solve(state, root + WIDTH, target - gain, low - gain, high - gain)
            state[HANDS + state[root + MOVER]] ^= 1 << card
        if exact:
            target = values[card]
