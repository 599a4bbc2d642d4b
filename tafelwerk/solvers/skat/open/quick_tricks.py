"""Quick tricks of the points search: points that are certain for a side at the start of a trick, without search.

Sharper than the quick tricks of Kupferschmid 2003, chapter 9. Whoever leads:

- A trump that no opponent can beat takes a trick.
- A trump is beaten only in a trick with a higher trump of the opponents, so that of k trumps against m at least k - m take one.

The leader can also cash the highest cards of plain suits, as long as nobody can trump them. For k tricks that a side takes,
each opponent gives k different cards, the k cheapest at best.
"""

from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.skat.open import position as at
from tafelwerk.solvers.skat.open.position import HANDS, PLAIN, TRUMPS, State


@kernel
def _points(state: State, cards: int) -> int:
    """Points of a set of cards."""
    return _cheapest(state, cards, 32)


@kernel
def _cheapest(state: State, hand: int, number: int) -> int:
    """Points of the `number` cheapest cards of a hand, from counts of cards of at least each value."""
    out = max(0, count(hand) - number)
    return (
        2 * max(0, count(hand & state[at.FROM_2]) - out)
        + max(0, count(hand & state[at.FROM_3]) - out)
        + max(0, count(hand & state[at.FROM_4]) - out)
        + 6 * max(0, count(hand & state[at.FROM_10]) - out)
        + max(0, count(hand & state[at.FROM_11]) - out)
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
        drawn = count(top)
        left_trumps, right_trumps = count(left & trumps) - drawn, count(right & trumps) - drawn
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
    points = _points(state, taking) + _cheapest(state, left, tricks) + _cheapest(state, right, tricks)
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
        drawn = count(against) <= count(_above(own_trumps, against | partner_trumps))
        if drawn:
            discards = max(0, count(against) - count(partner_trumps))
        for i in range(4):
            suit = state[PLAIN + i]
            winners = _above(own & suit, alone & suit) if own & suit else 0
            if winners:
                most = count(winners) if drawn else min(count(winners), count(alone & suit))
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
    points += _points(state, own_top | partner_top | cashed)
    return points + _cheapest(state, alone, tricks + rounds) + _cheapest(state, partner & ~partner_top, rounds)
