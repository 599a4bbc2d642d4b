"""The search of the ladder: depth first, one card per step, with each part of the thesis switched on by a flag.

One loop with its own stack. It pauses when it has evaluated the allowed number of positions or when the table is nearly
full, and continues from there when it is called again, with a larger table if needed.
Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapters 3 to 10.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open import ladder_state as at
from tafelwerk.solvers.skat.open.ladder_state import State, points, representatives
from tafelwerk.solvers.skat.open.thesis_quick_tricks import sure_points

Table: TypeAlias = NDArray[np.int64]
"""A power of two of words, 0 where empty. A word: cards in play << 22 | leader << 20 | upper << 13 | lower << 6 | tip."""

PRUNE, TABLE, EARLY, CLASSES, SURE, ORDERED, NULL = 1, 2, 4, 8, 16, 32, 64
"""Parts of the search: the window, the table, the early end, equal cards, sure tricks, ordered moves, and that it is Null.

In Null the points are the tricks that the declarer does not take, sure tricks are those of a hand of safe cards, and the order is
the declarer's when he follows (chapter 11)."""

DONE, PAUSED, FULL = 0, 1, 2
"""Return codes of the kernel."""

LEAST_TABLE = 64
"""Least size of a table: a quarter of it takes what is stored on the way up from the last card, ten positions at most."""

WIDE = 1000
"""More points than there are: a window from -WIDE to WIDE is unrestricted."""

_OPEN = -100_000  # no value


def begin(state: State, alpha: int, beta: int) -> None:
    """Set the stack to the root with a window; the first frame holds the position."""
    state[at.DEPTH], state[at.ENTERING] = 0, 1
    state[at.FRAMES + at.ALPHA], state[at.FRAMES + at.BETA] = alpha, beta


@kernel
def search(state: State, table: Table) -> int:
    """Continue a search; when it is DONE, state[RESULT] is the value of the root, cut to its window.

    Args:
        state: int64, set by `new_state` and `begin`.
        table: int64, a power of two of words, at least LEAST_TABLE; all 0 at first.

    Returns:
        DONE, PAUSED or FULL.
    """
    flags, declarer = state[at.FLAGS], state[at.DECLARER]
    while True:
        frame = at.FRAMES + state[at.DEPTH] * at.WIDTH
        mover = (state[frame + at.LEADER] + state[frame + at.LYING]) % 3
        closed = False
        if state[at.ENTERING]:
            if state[at.NODES] >= state[at.PAUSE]:
                return PAUSED
            if 4 * state[at.ENTRIES] >= 3 * table.shape[0]:
                return FULL
            state[at.NODES] += 1
            state[at.RESULT] = _look(state, table, frame, flags, mover)
            closed = state[at.RESULT] != _OPEN
        else:
            value, best = state[frame + at.GAIN] + state[at.RESULT], state[frame + at.BEST]
            if value > best if mover == declarer else value < best:
                state[frame + at.BEST] = value
                closed = value >= state[frame + at.BETA] if mover == declarer else value <= state[frame + at.ALPHA]
            if closed or state[frame + at.UNTRIED] == 0:
                state[at.RESULT] = state[frame + at.BEST]
                if flags & TABLE and state[frame + at.LYING] == 0:
                    _keep(state, table, frame, closed)
                closed = True
        if not closed:
            _play(state, frame, _next(state, frame, flags), mover, flags)
            state[at.DEPTH] += 1
        elif state[at.DEPTH] == 0:
            return DONE
        else:
            state[at.DEPTH] -= 1
        state[at.ENTERING] = not closed


@kernel
def _look(state: State, table: Table, frame: int, flags: int, mover: int) -> int:
    """Evaluate the position of a frame: its value if known without a card, otherwise _OPEN, with the frame ready to try cards."""
    in_play, lying = state[frame + at.IN_PLAY], state[frame + at.LYING]
    alpha: int = state[frame + at.ALPHA]
    beta: int = state[frame + at.BETA]
    lower, upper, tip = 0, 120, 0
    if lying == 0:
        if flags & EARLY:
            upper = count(in_play) // 3 if flags & NULL else points(state, in_play)
            if beta <= 0:
                return beta
            if upper <= alpha:
                return alpha
        if in_play == 0:
            return 0
        if flags & TABLE:
            word = table[_slot(table, in_play << 2 | state[frame + at.LEADER])]
            if word:
                lower, upper, tip = int(word >> 6 & 127), int(word >> 13 & 127), int(word & 63)
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
                alpha, beta = max(alpha, lower), min(beta, upper)
        if flags & SURE and flags & NULL:
            held = state[at.HANDS + state[at.DECLARER]] & in_play
            if state[frame + at.LEADER] != state[at.DECLARER] and safe_cards(held, in_play) == held:
                return upper
        elif flags & SURE:
            sure = sure_points(state, frame)
            if state[frame + at.LEADER] == state[at.DECLARER]:
                if sure >= beta:
                    return beta
                lower = max(lower, sure)
            else:
                sure = points(state, in_play) - sure
                if sure <= alpha:
                    return alpha
                upper = min(upper, sure)
        state[frame + at.LOWER], state[frame + at.UPPER] = lower, upper
        state[frame + at.ALPHA], state[frame + at.BETA] = alpha, beta
    state[frame + at.TIP] = tip
    state[frame + at.BEST] = alpha if mover == state[at.DECLARER] else beta
    hand = state[at.HANDS + mover] & in_play
    choice = hand
    if lying:
        follow = hand & state[at.SUIT + state[frame + at.FIRST]]
        if follow:
            choice = follow
    if flags & CLASSES:
        others = in_play ^ hand
        if lying:
            others |= 1 << state[frame + at.FIRST]
        if lying == 2:
            others |= 1 << state[frame + at.SECOND]
        choice = representatives(state, hand, choice, others)
    state[frame + at.UNTRIED] = choice
    return _OPEN


@kernel
def _next(state: State, frame: int, flags: int) -> int:
    """The card to try next: the lowest bit; with order, the tip, then the highest card of the suit that branches least."""
    untried = state[frame + at.UNTRIED]
    if flags & ORDERED == 0:
        return lowest(untried)
    if flags & NULL:
        return _next_null(state, frame)
    tip: int = state[frame + at.TIP]
    if tip and untried >> (tip - 1) & 1:
        return tip - 1
    if state[frame + at.LYING]:
        return highest(untried)
    in_play, leader = state[frame + at.IN_PLAY], state[frame + at.LEADER]
    left, right = state[at.HANDS + (leader + 1) % 3] & in_play, state[at.HANDS + (leader + 2) % 3] & in_play
    least, chosen = 1000, untried
    for suit in range(5):
        cards = state[at.SUITS + suit]
        if untried & cards:
            branches = count(left & cards or left) * count(right & cards or right)
            if branches < least:
                least, chosen = branches, untried & cards
    return highest(chosen)


@kernel
def _next_null(state: State, frame: int) -> int:
    """The card to try next in Null: of the declarer's replies as in figure 11.2, of all other cards the lowest bit.

    The declarer follows with the highest card below the one to stay under, and throws off the highest that is not safe.
    """
    untried, lying, leader = state[frame + at.UNTRIED], state[frame + at.LYING], state[frame + at.LEADER]
    declarer = state[at.DECLARER]
    if lying == 0 or (leader + lying) % 3 != declarer:
        return lowest(untried)
    first, in_play = state[frame + at.FIRST], state[frame + at.IN_PLAY]
    suit = state[at.SUIT + first]
    on_table = 1 << first | (1 << state[frame + at.SECOND] if lying == 2 else 0)
    hand = state[at.HANDS + declarer] & in_play
    if hand & suit == 0:
        loose = untried & ~safe_cards(hand, in_play | on_table)
        return _highest_rank(loose or untried)
    stay = highest(on_table & suit)
    if lying == 1:
        last = state[at.HANDS + (declarer + 1) % 3] & in_play & suit
        if last:
            stay = max(stay, lowest(last))
    below = untried & ((1 << stay) - 1)
    return highest(below) if below else lowest(untried)


@kernel
def _highest_rank(cards: int) -> int:
    """The card of a non-empty set with the highest rank in its suit of Null. Tie-break: highest bit."""
    for rank in range(7, -1, -1):
        alike: int = cards & 0x01010101 << rank
        if alike:
            return highest(alike)
    return 0


@kernel
def safe_cards(hand: int, in_play: int) -> int:
    """The declarer's safe cards in Null, in game bits (definition 11.1 and figure 11.1).

    Args:
        hand: the declarer's cards.
        in_play: all cards of the three hands, those of the running trick among them.
    """
    safe = 0
    for suit in range(4):
        more = 0
        for card in range(8 * suit, 8 * suit + 8):
            if not in_play >> card & 1:
                continue
            if hand >> card & 1:
                more += 1
                safe |= 1 << card
            elif more == 0:
                break
            else:
                more -= 1
    return safe


@kernel
def _play(state: State, frame: int, card: int, mover: int, flags: int) -> None:
    """Play a card: fill the next frame, and store in this one the points that it brings the declarer at once."""
    after = frame + at.WIDTH
    bit = 1 << card
    lying, leader, first = state[frame + at.LYING], state[frame + at.LEADER], state[frame + at.FIRST]
    gain = 0
    state[frame + at.UNTRIED] &= ~bit
    state[after + at.IN_PLAY] = state[frame + at.IN_PLAY] & ~bit
    if lying == 0:
        first = card
    elif lying == 1:
        state[after + at.SECOND] = card
    else:
        second = state[frame + at.SECOND]
        seat, winning = leader, first
        if _beats(state, second, winning):
            seat, winning = (leader + 1) % 3, second
        if _beats(state, card, winning):
            seat = mover
        if flags & NULL:
            gain = 0 if seat == state[at.DECLARER] else 1
        elif seat == state[at.DECLARER]:
            gain = state[at.VALUE + first] + state[at.VALUE + second] + state[at.VALUE + card]
        leader = seat
    state[after + at.FIRST] = first
    state[after + at.LEADER], state[after + at.LYING] = leader, (lying + 1) % 3
    state[frame + at.CARD], state[frame + at.GAIN] = card, gain
    alpha, beta = -WIDE, WIDE
    if flags & PRUNE:
        if mover == state[at.DECLARER]:
            alpha, beta = state[frame + at.BEST] - gain, state[frame + at.BETA] - gain
        else:
            alpha, beta = state[frame + at.ALPHA] - gain, state[frame + at.BEST] - gain
    state[after + at.ALPHA], state[after + at.BETA] = alpha, beta


@kernel
def _beats(state: State, card: int, winning: int) -> bool:
    """Whether a card takes the trick from the one that has it."""
    if state[at.SUIT + card] == state[at.SUIT + winning]:
        return card > winning
    trump: bool = state[at.SUITS] >> card & 1 == 1
    return trump


@kernel
def _slot(table: Table, key: int) -> int:
    """Place of a position in the table, whether stored or not."""
    mask: int = table.shape[0] - 1
    mixed = key * 0x1E3779B9  # less than 2^63
    place = (mixed ^ mixed >> 29) & mask
    while table[place] and table[place] >> 20 != key:
        place = place + 1 & mask
    return place


@kernel
def _keep(state: State, table: Table, frame: int, cut: bool) -> None:
    """Store the results of a frame in the table: bounds, and the card that caused a cutoff."""
    best, lower, upper = state[frame + at.BEST], state[frame + at.LOWER], state[frame + at.UPPER]
    if best > state[frame + at.ALPHA]:
        lower = max(lower, best)
    if best < state[frame + at.BETA]:
        upper = min(upper, best)
    key = state[frame + at.IN_PLAY] << 2 | state[frame + at.LEADER]
    place = _slot(table, key)
    if table[place] == 0:
        state[at.ENTRIES] += 1
    tip = state[frame + at.CARD] + 1 if cut else state[frame + at.TIP]
    table[place] = key << 20 | upper << 13 | lower << 6 | tip


@kernel
def move_entries(table: Table, larger: Table) -> None:
    """Copy all entries to a larger, empty table."""
    for place in range(table.shape[0]):
        word = table[place]
        if word:
            larger[_slot(larger, word >> 20)] = word
