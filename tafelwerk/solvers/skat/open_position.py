"""A position with open cards as the words of one int64 array: moves, and the points that are certain without search.

All of it is one array, since kernels with many array arguments compile slowly; the names below are places in it. Cards are
game bits, see `families.skat.rules.cards.Order`; hands are masks of them. Seats are counted from the declarer: 0 the declarer,
1 and 2 the defenders in the order of play. Every card played has a frame: the position before it.

Quick tricks of the points search: points that are certain for a side at the start of a trick, without search.

Sharper than the quick tricks of Kupferschmid 2003, chapter 9. Whoever leads:

- A trump that no opponent can beat takes a trick.
- A trump is beaten only in a trick with a higher trump of the opponents, so that of k trumps against m at least k - m take one.

The leader can also cash the highest cards of plain suits, as long as nobody can trump them. For k tricks that a side takes,
each opponent gives k different cards, the k cheapest at best.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import Order, bits
from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import inlined, kernel

State = NDArray[np.int64]

SUIT = 0  # by card: mask of its suit; the trumps are one suit
VALUE = SUIT + 32  # by card: its points
RANK = VALUE + 32  # by card: weight of its rank in the move ordering
TRUMPS = RANK + 32  # mask of the trumps, then of four plain suits, 0 where there are fewer
PLAIN = TRUMPS + 1
FROM_2, FROM_3, FROM_4, FROM_10, FROM_11 = range(
    PLAIN + 4, PLAIN + 9
)  # masks of the cards worth at least that many points
LINKS = FROM_11 + 1  # mask of the cards with a neighbour above of the same suit and value
GAP = LINKS + 1  # most cards between two that are equal once those between them are played
GENERATION = GAP + 1  # stamps the table's entries that belong to the deal
NODES = GENERATION + 1  # positions visited, card by card
SLOTS = NODES + 1  # mask of the table's slots
ALIKE = SLOTS + 1  # 16 words per run of equal cards: what makes of each subset the least with the same owners, by XOR
HANDS = ALIKE + 5 * 16  # by seat
FRAMES = HANDS + 3

MOVER, TURN, IN_PLAY, POINTS, LED, WINNER, TOP, PILE, TARGET = range(9)
"""Places in a frame: seat to move; cards on the table, 0 to 2; cards held at the start of the trick; their points; mask of the
suit led; seat that takes the trick so far; its card; points on the table; points asked for from here on."""

BOUNDS, KEY, CARD, GAIN, COUNT, NEXT, BEST, BEST_CARD, TRIED = range(9, 18)
"""Places in a frame, for the search. At the start of a trick: best card << 14 | upper bound << 7 | lower bound, and the key in
the table. Then the card being tried; the points it brings the declarer at once; number of moves; index of the next; best value
so far; its card; mask of the cards tried."""

MOVES, VALUES, KEYS, CARD_BOUNDS = 18, 28, 60, 92
"""Where in a frame begin the moves in order, and by card the values of those tried, and KEY and BOUNDS of what they lead to."""

WIDTH = 136
TABLE = (FRAMES + 31 * WIDTH + 1) & ~1
"""Where the table begins, an even place; see `table`."""

NO_CARD = 32
"""Stands for no card where a card is a number."""


def load(state: State, order: Order) -> None:
    """Write the rules of a game into the state.

    Args:
        state: int64, TABLE words at least.
        order: the order of the cards.
    """
    state[:GENERATION] = _rules(order)


@cache
def _rules(order: Order) -> State:
    """The words of a game's rules, GENERATION of them, read-only."""
    words = np.zeros(GENERATION, np.int64)
    suits = [order.trumps, *(suit for suit in order.suits if suit)]
    for card in range(32):
        suit = next((suit for suit in suits if suit >> card & 1), 0)
        words[SUIT + card], words[VALUE + card] = suit, order.values[card]
        words[RANK + card] = 20 * card if suit == order.trumps else 30 * (card % 7)
    for word, value in ((FROM_2, 2), (FROM_3, 3), (FROM_4, 4), (FROM_10, 10), (FROM_11, 11)):
        words[word] = sum(1 << card for card in range(32) if order.values[card] >= value)
    kinds = [(words[SUIT + card], order.values[card]) for card in range(32)]
    words[LINKS] = sum(1 << card for card in range(31) if kinds[card] == kinds[card + 1])
    words[GAP] = 2 if len(set(order.values)) > 1 else 9
    words[TRUMPS : TRUMPS + 5] = [*suits, 0, 0, 0, 0][:5]
    words.flags.writeable = False
    return words


def set_owners(state: State, alone: int, left: int, right: int) -> None:
    """Write which sets of equal neighbours are alike, given all cards the three seats hold or held in the deal.

    The runs of neighbours of equal value are nine, eight and seven of each suit, and the four jacks.
    """
    for run, low in enumerate(range(0, 32, 7)):
        mask = 15 if run == 4 else 7
        words = _alike(low, alone >> low & mask, left >> low & mask, right >> low & mask)
        state[ALIKE + 16 * run : ALIKE + 16 * run + 16] = words


@cache
def _alike(low: int, alone: int, left: int, right: int) -> State:
    """The words of the run whose lowest card is `low`; the seats' cards of it are masks from bit 0 up."""
    owners = [(alone >> card & 1, left >> card & 1, right >> card & 1) for card in range(4)]
    least: dict[tuple[object, ...], int] = {}
    words = [cards ^ least.setdefault(tuple(owners[card] for card in bits(cards)), cards) for cards in range(16)]
    return np.array(words, np.int64) << low


def begin(state: State, alone: int, left: int, right: int, leader: int, first: int, second: int) -> int:
    """Write a position into the first frame.

    Args:
        state: int64, TABLE words at least, loaded.
        alone: the declarer's hand, with the card on the table, if any.
        left: hand of the defender to the declarer's left, the same.
        right: hand of the other defender, the same.
        leader: seat that led or leads.
        first: card led, or -1.
        second: second card of the trick, or -1.

    Returns:
        The frame of the position.
    """
    hands, on_table, in_play = (
        [alone, left, right],
        [card for card in (first, second) if card >= 0],
        alone | left | right,
    )
    for turn, card in enumerate(on_table):
        hands[(leader + turn) % 3] ^= 1 << card
    state[HANDS:FRAMES] = hands
    steps = zip((2, 1, 1, 6, 1), state[FROM_2 : FROM_11 + 1].tolist(), strict=True)
    points = sum(step * (in_play & cards).bit_count() for step, cards in steps)
    led = int(state[SUIT + first]) if on_table else 0
    winner, top = leader, first
    if second >= 0 and 1 << second & (led | int(state[TRUMPS])) > 1 << first:
        winner, top = (leader + 1) % 3, second
    turn, pile = len(on_table), sum(int(state[VALUE + card]) for card in on_table)
    state[FRAMES : FRAMES + TARGET] = (leader + turn) % 3, turn, in_play, points, led, winner, top, pile
    return FRAMES


@kernel
def representatives(hand: int, others: int, links: int, gap: int) -> int:
    """Of each set of equal cards of a hand the highest.

    Args:
        hand: the hand.
        others: cards that separate others, all other cards in play.
        links: cards with an equal neighbour above.
        gap: most cards between two equal ones.
    """
    reach, links = hand, links & ~others
    for _ in range(gap):
        reach |= (reach >> 1) & links
    return hand & ~((reach >> 1) & links)


@kernel
def takes(card: int, top: int, able: int) -> bool:
    """Whether a card takes the trick from the one on top.

    Args:
        card: the card played, as a mask; a higher bit is a higher card.
        top: the card on top, as a mask.
        able: mask of the suit led and of the trumps.
    """
    return (card & able) > top


@kernel
def winner_after(state: State, frame: int, card: int) -> int:
    """Seat that takes the trick so far once the mover has played a card."""
    able = state[frame + LED] | state[TRUMPS]
    mover: int = state[frame + MOVER]
    winner: int = state[frame + WINNER]
    return mover if takes(1 << card, 1 << state[frame + TOP], able) else winner


@inlined
def play(state: State, frame: int, card: int) -> None:
    """Play a card in the position of a frame and write the next frame, except for what a search adds there."""
    mover, turn, after = state[frame + MOVER], state[frame + TURN], frame + WIDTH
    state[HANDS + mover] ^= 1 << card
    pile, winner = state[VALUE + card], mover
    if turn:
        pile += state[frame + PILE]
        winner = winner_after(state, frame, card)
    gain = 0
    if turn == 2:
        gain = pile if winner == 0 else 0
        state[after + MOVER], state[after + TURN] = winner, 0
        state[after + IN_PLAY] = state[HANDS] | state[HANDS + 1] | state[HANDS + 2]
        state[after + POINTS] = state[frame + POINTS] - pile
    else:
        state[after + MOVER], state[after + TURN] = mover + 1 if mover < 2 else 0, turn + 1
        state[after + IN_PLAY], state[after + POINTS] = state[frame + IN_PLAY], state[frame + POINTS]
        state[after + LED] = state[frame + LED] if turn else state[SUIT + card]
        state[after + WINNER], state[after + PILE] = winner, pile
        state[after + TOP] = card if winner == mover else state[frame + TOP]
    state[frame + CARD], state[frame + GAIN] = card, gain
    state[after + TARGET] = state[frame + TARGET] - gain


@kernel
def sum_points(state: State, cards: int) -> int:
    """Points of a set of cards."""
    return _cheapest(state, cards, 32)


@kernel
def _cheapest(state: State, hand: int, number: int) -> int:
    """Points of the `number` cheapest cards of a hand, from counts of cards of at least each value."""
    out = max(0, count(hand) - number)
    return (
        2 * max(0, count(hand & state[FROM_2]) - out)
        + max(0, count(hand & state[FROM_3]) - out)
        + max(0, count(hand & state[FROM_4]) - out)
        + 6 * max(0, count(hand & state[FROM_10]) - out)
        + max(0, count(hand & state[FROM_11]) - out)
    )


@kernel
def _above(cards: int, others: int) -> int:
    """The cards that are higher than all others, all of one suit."""
    return cards & ~((2 << highest(others)) - 1) if others else cards


@inlined
def declarer_points(state: State, leads: bool) -> int:
    """Lower bound on the declarer's points from the start of a trick.

    Args:
        state: the position; its words HANDS are read.
        leads: whether the declarer leads.
    """
    alone, left, right = state[HANDS], state[HANDS + 1], state[HANDS + 2]
    defenders, trumps = left | right, state[TRUMPS]
    own, against = alone & trumps, defenders & trumps
    top = _above(own, against)
    low = count(own) - count(against) - count(top)  # tricks of other trumps
    taking = top
    # where only the declarer has trumps, one of them takes the lead
    if leads or (own and not against):
        trump_rounds = count(top)
        left_trumps, right_trumps = count(left & trumps) - trump_rounds, count(right & trumps) - trump_rounds
        for i in range(4):
            suit = state[PLAIN + i]
            if alone & suit:
                winners = _above(alone & suit, defenders & suit)
                rounds = count(winners)
                # a defender with trumps left must follow suit
                if left_trumps > 0:
                    rounds = min(rounds, count(left & suit))
                if right_trumps > 0:
                    rounds = min(rounds, count(right & suit))
                while count(winners) > rounds:
                    winners &= winners - 1
                taking |= winners
        if left_trumps <= 0 and right_trumps <= 0:
            low = count(own & ~top)
    low = max(low, 0)
    tricks = count(taking) + low
    if tricks == 0:
        return 0
    points = sum_points(state, taking) + _cheapest(state, left, tricks) + _cheapest(state, right, tricks)
    return points + _cheapest(state, own & ~top, low) if low else points


@inlined
def defender_points(state: State, leader: int) -> int:
    """Lower bound on the defenders' points from the start of a trick.

    Args:
        state: the position; its words HANDS are read.
        leader: seat that leads, counted from the declarer.
    """
    alone, trumps = state[HANDS], state[TRUMPS]
    own, partner = state[HANDS + 1], state[HANDS + 2]
    if leader == 2:
        own, partner = partner, own
    against, own_trumps, partner_trumps = alone & trumps, own & trumps, partner & trumps
    own_top, partner_top = _above(own_trumps, against), _above(partner_trumps, against)
    # both may fall in one trick
    tricks = max(count(own_top), count(partner_top))
    cashed, rounds, discards, cashed_suits = 0, 0, 0, 0
    if leader != 0:
        # the declarer's trumps can be drawn first if the partner never has to take over on the way
        draws_trumps = count(against) <= count(_above(own_trumps, against | partner_trumps))
        if draws_trumps:
            discards = max(0, count(against) - count(partner_trumps))
        for i in range(4):
            suit = state[PLAIN + i]
            winners = _above(own & suit, alone & suit) if own & suit else 0
            if winners:
                most = count(winners) if draws_trumps else min(count(winners), count(alone & suit))
                followers, taken = partner & suit, 0
                while taken < most:
                    high = 1 << highest(winners)
                    low = followers & -followers
                    if low > high:
                        break  # the partner would have to take over
                    followers ^= low
                    winners ^= high
                    cashed |= high
                    taken += 1
                if taken:
                    cashed_suits |= suit
                    rounds += taken
                    discards += max(0, taken - count(partner & suit))
        # the partner throws off what is not needed, and must not be forced to trump
        if discards > count(partner & ~trumps & ~cashed_suits):
            cashed, rounds = 0, 0
    long, top = own_trumps, own_top
    if count(partner_trumps) > count(own_trumps):
        long, top = partner_trumps, partner_top
    surplus, points = count(long) - count(against), 0
    if surplus > tricks:
        tricks = surplus
        points = _cheapest(state, long & ~top, surplus - count(top))
    if tricks + rounds == 0:
        return 0
    points += sum_points(state, own_top | partner_top | cashed)
    return points + _cheapest(state, alone, tricks + rounds) + _cheapest(state, partner & ~partner_top, rounds)
