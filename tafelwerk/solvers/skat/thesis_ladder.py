"""The ladder from minimax to a fast solver, with the positions evaluated by each step.

Suit games and Grand with open cards: the declarer maximises card points, both defenders minimise them.
Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapters 3 to 10.

Differences from the thesis, where it is wrong as printed:

- figure 5.2 stores alpha as the exact value of a position if no card of the declarer brings more; it is only an upper
  bound, as beta is only a lower bound when the defenders play. Diamonds, HQ DA D8 | H9 H8 DK | HJ DT D9, declarer forehand:
  11 points, by the figure 0. The table here holds both bounds, for all steps.
- figure 8.1, right: returns too little if f is below the value; figure 8.2 returns the greatest bound that is exceeded, one
  point less than the value. Here the form on the left is used.
- figure 9.9, rule 2, after rule 3: see `sure_tricks`.
- figure 10.1 multiplies the branches of all suits seen so far; here each suit counts separately, as in the text.

The search goes depth first, one card per step, with each part of the thesis switched on by a flag. It is one loop with its own
stack, and pauses when it has evaluated the allowed number of positions or when the table is nearly full; called again, it
continues from there, with a larger table if needed.

The kernels share one array of words with the deal, the running search and its stack. Kernels with a single array compile and
run fast; the names in capitals are places in it. All cards are game bits. The ladder also serves as a second program to check
the fast solver, and shares nothing with it.

Sure points of the side on lead: it plays its cards from the top, and the other side gives as few points as it can.

In chapter 9 of the thesis the declarer's rule is used as printed, the defenders' rules are not. By the third rule one defender
leads, the other trumps with the highest trump, and the declarer, if he holds trumps and none of the suit led, throws off any
card. From then on his hand is not known, but the rules of figure 9.9 continue as if he held all cards: they lead a suit of
which he may have thrown the last card, and which he can now trump. With clubs as trumps and forehand on lead in

    S8 S7 | CJ HA | C7 H7        declarer: rearhand

they promise the defenders all 13 points, but on S8, CJ the declarer throws H7 and trumps the ace of hearts with C7: 11 points,
and the defenders have nothing better. Here the second rule is stricter: the declarer must have no trumps, or more cards of
the suit than he may have thrown away.

Exchange of values (definition 9.1): a player forced to follow with a number of trumps gives that many, and these are
worth at least as much as his cheapest trumps; so the cheapest are counted while the lowest are removed from his hand.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, mask_of, order, points
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import kernel

State: TypeAlias = NDArray[np.int64]

SUIT = 0  # 32 words: mask of the suit that a card belongs to; trumps are one
VALUE = 32  # 32: card points
SUITS = 64  # 5: masks of the trumps, then of clubs, spades, hearts and diamonds without them
KINDS = 69  # 6: masks of the cards worth 0, 2, 3, 4, 10 and 11 points
HANDS = 75  # 3: what the players hold at first
DECLARER, FLAGS, DEPTH, ENTERING, RESULT, NODES, PAUSE, ENTRIES, FRAMES = range(78, 87)
"""The declarer's seat; the parts of the search that a step has; number of the top frame; 1 if its position has not been evaluated
yet, 0 if a value has just come back to it; that value; positions evaluated; nodes at which to pause; positions in the table; the
stack, one frame per card played."""

IN_PLAY, LEADER, LYING, FIRST, SECOND, ALPHA, BETA, BEST, UNTRIED, CARD, GAIN, LOWER, UPPER, TIP, WIDTH = range(15)
"""Places in a frame: cards in the three hands; seat that led or leads; number of cards on the table; the card led; the card after
it; the window; best value yet, within it; cards still to be tried; the card being tried; points that it brings the declarer at
once; proved bounds on the points to come; 1 + the card to try first, 0 for none. Last the number of words."""

SIZE = FRAMES + 32 * WIDTH


def new_state(position: Position, flags: int) -> State:
    """The words for a position: its frame is the first on the stack, with an empty window."""
    own, state = order(position.game), np.zeros(SIZE, np.int64)
    state[SUITS : SUITS + 5] = own.trumps, *own.suits
    for card in range(32):
        state[SUIT + card] = next(mask for mask in (own.trumps, *own.suits) if mask >> card & 1)
    state[VALUE : VALUE + 32] = own.values
    for kind, worth in enumerate((0, 2, 3, 4, 10, 11)):
        state[KINDS + kind] = sum(1 << card for card in range(32) if own.values[card] == worth)
    hands = [own.to_game(hand) for hand in position.hands]
    state[HANDS : HANDS + 3] = hands
    state[DECLARER], state[FLAGS] = position.declarer, flags
    state[FRAMES + IN_PLAY], state[FRAMES + LEADER], state[FRAMES + LYING] = (
        sum(hands),
        position.leader,
        len(position.table),
    )
    for turn, card in enumerate(position.table):
        state[FRAMES + FIRST + turn] = own.place[card]
    return state


@kernel
def mask_points(state: State, mask: int) -> int:
    """Card points of a set."""
    return (
        11 * count(mask & state[KINDS + 5])
        + 10 * count(mask & state[KINDS + 4])
        + 4 * count(mask & state[KINDS + 3])
        + 3 * count(mask & state[KINDS + 2])
        + 2 * count(mask & state[KINDS + 1])
    )


@kernel
def cheapest(state: State, mask: int, number: int) -> int:
    """The `number` cards of a set that are worth least."""
    chosen = 0
    for kind in range(6):
        alike = mask & state[KINDS + kind]
        while alike and number > 0:
            chosen |= alike & -alike
            alike &= alike - 1
            number -= 1
    return chosen


@kernel
def dearest(state: State, mask: int) -> int:
    """The card with most points of a non-empty set, as a mask. Tie-break: lowest card."""
    for kind in range(5, -1, -1):
        alike: int = mask & state[KINDS + kind]
        if alike:
            return alike & -alike
    return 0


@kernel
def top(mask: int) -> int:
    """The highest card of a non-empty set, as a mask."""
    return 1 << highest(mask)


@kernel
def representatives(state: State, hand: int, choice: int, others: int) -> int:
    """One card, the highest, of each class of equal cards: of one suit and worth, with no card of anyone else between them.

    Args:
        state: the words.
        hand: the cards of the player to move.
        choice: those that he may play.
        others: all other cards in play, those on the table among them.
    """
    chosen, candidates = 0, choice
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        card = lowest(bit)
        above = (hand | others) & state[SUIT + card] & -(bit << 1)
        next_up = above & -above
        if not next_up & hand or state[VALUE + lowest(next_up)] != state[VALUE + card]:
            chosen |= bit
    return chosen


def sure_tricks(position: Position) -> int:
    """Card points that the side on lead can force from here by sure tricks; a lower bound.

    Args:
        position: the start of a trick in a suit game or Grand.

    Returns:
        The declarer's points if he leads, otherwise the defenders'; without points already won.

    Raises:
        InputError: Null, or there are cards on the table.
    """
    if position.game is Game.NULL:
        raise InputError("game is clubs, spades, hearts, diamonds or grand, not null: sure tricks count card points")
    if position.table:
        lying = "1 card" if len(position.table) == 1 else "2 cards"
        raise InputError(f"position is the start of a trick, not one with {lying} on the table")
    return int(sure_points(new_state(position, 0), FRAMES))


@kernel
def sure_points(state: State, frame: int) -> int:
    """The same for the position of a frame."""
    in_play, declarer = state[frame + IN_PLAY], state[DECLARER]
    hand = state[HANDS + declarer] & in_play
    left = state[HANDS + (declarer + 1) % 3] & in_play
    right = state[HANDS + (declarer + 2) % 3] & in_play
    if state[frame + LEADER] == declarer:
        return _declarers(state, hand, left, right)
    if state[frame + LEADER] == (declarer + 1) % 3:
        return _defenders(state, hand, left, right)
    return _defenders(state, hand, right, left)


@kernel
def _declarers(state: State, hand: int, left: int, right: int) -> int:
    """Sure points when the declarer leads (figures 9.1 and 9.2): top trumps, then top cards that nobody can trump."""
    trumps = state[SUITS]
    won = 0  # cards that the declarer leads
    following = 0  # cards with which the defenders must follow
    thrown_left = thrown_right = 0  # and how many they may choose freely
    still, still_left, still_right = hand, left, right
    for suit in range(5):
        cards = state[SUITS + suit]
        followed_left = followed_right = 0
        while still & cards > (still_left | still_right) & cards:
            ruff_left = suit > 0 and still_left & cards == 0 and still_left & trumps != 0
            ruff_right = suit > 0 and still_right & cards == 0 and still_right & trumps != 0
            if ruff_left or ruff_right:
                break
            lead = top(still & cards)
            still ^= lead
            won |= lead
            follow_left, follow_right = still_left & cards, still_right & cards
            if follow_left:
                still_left ^= follow_left & -follow_left
                followed_left += 1
            else:
                thrown_left += 1
            if follow_right:
                still_right ^= follow_right & -follow_right
                followed_right += 1
            else:
                thrown_right += 1
        following |= cheapest(state, left & cards, followed_left) | cheapest(state, right & cards, followed_right)
    thrown = cheapest(state, left & ~following, thrown_left) | cheapest(state, right & ~following, thrown_right)
    return mask_points(state, won | following | thrown)


@kernel
def _defenders(state: State, hand: int, leader: int, partner: int) -> int:
    """Sure points when a defender leads (figures 9.5 and 9.9, with a stricter second rule)."""
    trumps = state[SUITS]
    won = 0  # cards that the defenders play
    following = 0  # cards with which the declarer must follow; his trumps are only counted
    trumped = thrown = 0  # trumps that he must give, cards that he may choose
    loose = 0  # cards that he chose while he may have held trumps
    still = hand  # all that he may hold yet
    while leader:
        cards = 0
        own = other = 0
        if leader & trumps and (leader | partner) & trumps > still & trumps:  # rule 1
            cards = trumps
            if leader & trumps > partner & trumps:
                own = top(leader & trumps)
                other = dearest(state, partner & trumps or partner)
            else:
                own, other = dearest(state, leader & trumps), top(partner & trumps)
        else:
            for suit in range(1, 5):  # rule 2
                of_suit = state[SUITS + suit]
                held = still & of_suit
                if leader & of_suit == 0 or (still & trumps and count(held) <= loose):
                    continue
                if partner & of_suit:
                    if (leader | partner) & of_suit > held:
                        cards = of_suit
                        own, other = top(leader & of_suit), top(partner & of_suit)
                elif leader & of_suit > held:
                    cards = of_suit
                    own, other = top(leader & of_suit), dearest(state, partner)
                elif partner & trumps:
                    cards = of_suit
                    own, other = top(leader & of_suit), dearest(state, partner & trumps)
                if cards:
                    break
        if cards:
            follow = still & cards
            if follow == 0:
                thrown += 1
            else:
                still ^= follow & -follow
                if cards == trumps:
                    trumped += 1
                else:
                    following |= follow & -follow
        else:
            for suit in range(1, 5):  # rule 3
                of_suit = state[SUITS + suit]
                if leader & of_suit and partner & of_suit == 0 and partner & trumps > still & trumps:
                    cards = of_suit
                    own, other = dearest(state, leader & of_suit), top(partner & trumps)
                    break
            if cards == 0:
                break
            thrown += 1
            if still & trumps:
                loose += 1
        won |= own | other
        leader ^= own
        partner ^= other
        if (other & cards and other > own) or (other & trumps and own & trumps == 0):
            leader, partner = partner, leader
    following |= cheapest(state, hand & trumps, trumped)
    return mask_points(state, won | following | cheapest(state, hand & ~following, thrown))


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
    state[DEPTH], state[ENTERING] = 0, 1
    state[FRAMES + ALPHA], state[FRAMES + BETA] = alpha, beta


@kernel
def search(state: State, table: Table) -> int:
    """Continue a search; when it is DONE, state[RESULT] is the value of the root, cut to its window.

    Args:
        state: int64, set by `new_state` and `begin`.
        table: int64, a power of two of words, at least LEAST_TABLE; all 0 at first.

    Returns:
        DONE, PAUSED or FULL.
    """
    flags, declarer = state[FLAGS], state[DECLARER]
    while True:
        frame = FRAMES + state[DEPTH] * WIDTH
        mover = (state[frame + LEADER] + state[frame + LYING]) % 3
        closed = False
        if state[ENTERING]:
            if state[NODES] >= state[PAUSE]:
                return PAUSED
            if 4 * state[ENTRIES] >= 3 * table.shape[0]:
                return FULL
            state[NODES] += 1
            state[RESULT] = _look(state, table, frame, flags, mover)
            closed = state[RESULT] != _OPEN
        else:
            value, best = state[frame + GAIN] + state[RESULT], state[frame + BEST]
            if value > best if mover == declarer else value < best:
                state[frame + BEST] = value
                closed = value >= state[frame + BETA] if mover == declarer else value <= state[frame + ALPHA]
            if closed or state[frame + UNTRIED] == 0:
                state[RESULT] = state[frame + BEST]
                if flags & TABLE and state[frame + LYING] == 0:
                    _keep(state, table, frame, closed)
                closed = True
        if not closed:
            _play(state, frame, _next(state, frame, flags), mover, flags)
            state[DEPTH] += 1
        elif state[DEPTH] == 0:
            return DONE
        else:
            state[DEPTH] -= 1
        state[ENTERING] = not closed


@kernel
def _look(state: State, table: Table, frame: int, flags: int, mover: int) -> int:
    """Evaluate the position of a frame: its value if known without a card, otherwise _OPEN, with the frame ready to try cards."""
    in_play, lying = state[frame + IN_PLAY], state[frame + LYING]
    alpha: int = state[frame + ALPHA]
    beta: int = state[frame + BETA]
    lower, upper, tip = 0, 120, 0
    if lying == 0:
        if flags & EARLY:
            upper = count(in_play) // 3 if flags & NULL else mask_points(state, in_play)
            if beta <= 0:
                return beta
            if upper <= alpha:
                return alpha
        if in_play == 0:
            return 0
        if flags & TABLE:
            word = table[_slot(table, in_play << 2 | state[frame + LEADER])]
            if word:
                lower, upper, tip = int(word >> 6 & 127), int(word >> 13 & 127), int(word & 63)
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
                alpha, beta = max(alpha, lower), min(beta, upper)
        if flags & SURE and flags & NULL:
            held = state[HANDS + state[DECLARER]] & in_play
            if state[frame + LEADER] != state[DECLARER] and safe_cards(held, in_play) == held:
                return upper
        elif flags & SURE:
            sure = sure_points(state, frame)
            if state[frame + LEADER] == state[DECLARER]:
                if sure >= beta:
                    return beta
                lower = max(lower, sure)
            else:
                sure = mask_points(state, in_play) - sure
                if sure <= alpha:
                    return alpha
                upper = min(upper, sure)
        state[frame + LOWER], state[frame + UPPER] = lower, upper
        state[frame + ALPHA], state[frame + BETA] = alpha, beta
    state[frame + TIP] = tip
    state[frame + BEST] = alpha if mover == state[DECLARER] else beta
    hand = state[HANDS + mover] & in_play
    choice = hand
    if lying:
        follow = hand & state[SUIT + state[frame + FIRST]]
        if follow:
            choice = follow
    if flags & CLASSES:
        others = in_play ^ hand
        if lying:
            others |= 1 << state[frame + FIRST]
        if lying == 2:
            others |= 1 << state[frame + SECOND]
        choice = representatives(state, hand, choice, others)
    state[frame + UNTRIED] = choice
    return _OPEN


@kernel
def _next(state: State, frame: int, flags: int) -> int:
    """The card to try next: the lowest bit; with order, the tip, then the highest card of the suit that branches least."""
    untried = state[frame + UNTRIED]
    if flags & ORDERED == 0:
        return lowest(untried)
    if flags & NULL:
        return _next_null(state, frame)
    tip: int = state[frame + TIP]
    if tip and untried >> (tip - 1) & 1:
        return tip - 1
    if state[frame + LYING]:
        return highest(untried)
    in_play, leader = state[frame + IN_PLAY], state[frame + LEADER]
    left, right = state[HANDS + (leader + 1) % 3] & in_play, state[HANDS + (leader + 2) % 3] & in_play
    least, chosen = 1000, untried
    for suit in range(5):
        cards = state[SUITS + suit]
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
    untried, lying, leader = state[frame + UNTRIED], state[frame + LYING], state[frame + LEADER]
    declarer = state[DECLARER]
    if lying == 0 or (leader + lying) % 3 != declarer:
        return lowest(untried)
    first, in_play = state[frame + FIRST], state[frame + IN_PLAY]
    suit = state[SUIT + first]
    on_table = 1 << first | (1 << state[frame + SECOND] if lying == 2 else 0)
    hand = state[HANDS + declarer] & in_play
    if hand & suit == 0:
        loose = untried & ~safe_cards(hand, in_play | on_table)
        return _highest_rank(loose or untried)
    stay = highest(on_table & suit)
    if lying == 1:
        last = state[HANDS + (declarer + 1) % 3] & in_play & suit
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
    after = frame + WIDTH
    bit = 1 << card
    lying, leader, first = state[frame + LYING], state[frame + LEADER], state[frame + FIRST]
    gain = 0
    state[frame + UNTRIED] &= ~bit
    state[after + IN_PLAY] = state[frame + IN_PLAY] & ~bit
    if lying == 0:
        first = card
    elif lying == 1:
        state[after + SECOND] = card
    else:
        second = state[frame + SECOND]
        seat, winning = leader, first
        if _beats(state, second, winning):
            seat, winning = (leader + 1) % 3, second
        if _beats(state, card, winning):
            seat = mover
        if flags & NULL:
            gain = 0 if seat == state[DECLARER] else 1
        elif seat == state[DECLARER]:
            gain = state[VALUE + first] + state[VALUE + second] + state[VALUE + card]
        leader = seat
    state[after + FIRST] = first
    state[after + LEADER], state[after + LYING] = leader, (lying + 1) % 3
    state[frame + CARD], state[frame + GAIN] = card, gain
    alpha, beta = -WIDE, WIDE
    if flags & PRUNE:
        if mover == state[DECLARER]:
            alpha, beta = state[frame + BEST] - gain, state[frame + BETA] - gain
        else:
            alpha, beta = state[frame + ALPHA] - gain, state[frame + BEST] - gain
    state[after + ALPHA], state[after + BETA] = alpha, beta


@kernel
def _beats(state: State, card: int, winning: int) -> bool:
    """Whether a card takes the trick from the one that has it."""
    if state[SUIT + card] == state[SUIT + winning]:
        return card > winning
    trump: bool = state[SUITS] >> card & 1 == 1
    return trump


@kernel
def _slot(table: Table, key: int) -> int:
    """Place of a position in the table, whether stored or not."""
    mask: int = table.shape[0] - 1
    mixed = key * 0x1E3779B9  # less than 2^63
    slot = (mixed ^ mixed >> 29) & mask
    while table[slot] and table[slot] >> 20 != key:
        slot = slot + 1 & mask
    return slot


@kernel
def _keep(state: State, table: Table, frame: int, cut: bool) -> None:
    """Store the results of a frame in the table: bounds, and the card that caused a cutoff."""
    best, lower, upper = state[frame + BEST], state[frame + LOWER], state[frame + UPPER]
    if best > state[frame + ALPHA]:
        lower = max(lower, best)
    if best < state[frame + BETA]:
        upper = min(upper, best)
    key = state[frame + IN_PLAY] << 2 | state[frame + LEADER]
    slot = _slot(table, key)
    if table[slot] == 0:
        state[ENTRIES] += 1
    tip = state[frame + CARD] + 1 if cut else state[frame + TIP]
    table[slot] = key << 20 | upper << 13 | lower << 6 | tip


@kernel
def move_entries(table: Table, larger: Table) -> None:
    """Copy all entries to a larger, empty table."""
    for slot in range(table.shape[0]):
        word = table[slot]
        if word:
            larger[_slot(larger, word >> 20)] = word


_FIRST_TABLE = 1 << 16
_STRETCH = 1 << 25  # nodes between two checks for an interrupt


class Step(StrEnum):
    """A step of the ladder, by the thesis's name."""

    MINIMAX = "minimax"
    AB = "ab"
    AB_TT = "ab_tt"
    MWS = "mws"
    MWS_TT = "mws_tt"
    MWS_EQUIV = "mws_equiv"
    MTD_MINUS_INF = "mtd_minus_inf"
    MTD_PLUS_INF = "mtd_plus_inf"
    MTD_F = "mtd_f"
    MWS_SS = "mws_ss"
    MWS_MO = "mws_mo"
    MTD_MO = "mtd_mo"

    @property
    def exact(self) -> bool:
        """Whether it finds the value; the others find only whether a number of points is reached."""
        return not self.startswith("mws")

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _STEPS[self][0]

    @property
    def flags(self) -> int:
        """The parts of the search that it has."""
        return _STEPS[self][1]


_MWS = PRUNE | EARLY
_EQUIV = _MWS | TABLE | CLASSES
_STEPS = {
    Step.MINIMAX: ("minimax", 0),
    Step.AB: ("alpha-beta", PRUNE),
    Step.AB_TT: ("alpha-beta with transposition table", PRUNE | TABLE),
    Step.MWS: ("minimal window with early end", _MWS),
    Step.MWS_TT: ("minimal window with transposition table", _MWS | TABLE),
    Step.MWS_EQUIV: ("minimal window with equivalence classes", _EQUIV),
    Step.MTD_MINUS_INF: ("MTD(-inf) over equivalence classes", _EQUIV),
    Step.MTD_PLUS_INF: ("MTD(+inf) over equivalence classes", _EQUIV),
    Step.MTD_F: ("MTD(f) over equivalence classes", _EQUIV),
    Step.MWS_SS: ("minimal window with sure tricks", _EQUIV | SURE),
    Step.MWS_MO: ("minimal window with move ordering", _EQUIV | SURE | ORDERED),
    Step.MTD_MO: ("MTD(+inf) with move ordering", _EQUIV | SURE | ORDERED),
}


class NullStep(StrEnum):
    """A step of Null (chapter 11), each with a transposition table and an end with the declarer's first trick."""

    TABLE = "null_tt"
    SAFE = "null_safe"
    ORDERED = "null_mo"

    @property
    def exact(self) -> bool:
        """Whether it finds points: none does."""
        return False

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _NULL_STEPS[self][0]

    @property
    def flags(self) -> int:
        """The parts of the search that it has."""
        return _NULL_STEPS[self][1]


_NULL = _MWS | TABLE | NULL
_NULL_STEPS = {
    NullStep.TABLE: ("Null with transposition table", _NULL),
    NullStep.SAFE: ("Null with safe suits", _NULL | SURE),
    NullStep.ORDERED: ("Null with move ordering", _NULL | SURE | ORDERED),
}


@dataclass(frozen=True, slots=True)
class Climb:
    """Result and cost of a step.

    Attributes:
        step: the step.
        value: the declarer's final card points under best play by all, including the Skat and those already won; None
            if the step answers only `won`, in Null, or if it was stopped.
        won: whether the declarer reaches the points asked for, in Null takes no trick; None if the search was stopped at its
            limit.
        nodes: positions evaluated, card by card, including those after the last card and those found in the table.
        entries: positions in the transposition table at the end; 0 for steps without one.
    """

    step: Step | NullStep
    value: int | None
    won: bool | None
    nodes: int
    entries: int


def climb(
    position: Position, step: Step, *, target: int = WIN, guess: int | None = None, limit: int | None = None
) -> Climb:
    """Solve a position with one step of the ladder.

    Args:
        position: any position of a suit game or Grand, cards on the table included.
        step: the step.
        target: points that the declarer needs to win, the Skat's included.
        guess: f of MTD(f), the declarer's expected points. Default: half of those still to come. The thesis measures MTD(f) with
            f the value itself.
        limit: nodes after which to give up.

    Returns:
        A `Climb`; its `won` is None if it gave up.

    Raises:
        InputError: Null; a guess for another step than MTD(f); target, guess or limit out of range.
    """
    if position.game is Game.NULL:
        raise InputError("game is clubs, spades, hearts, diamonds or grand, not null: the ladder counts card points")
    if not 0 <= target <= 121:
        raise InputError(f"target is 0 to 121 card points, not {target}")
    if guess is not None and step is not Step.MTD_F:
        raise InputError(f"guess is for {Step.MTD_F}, not for {step}")
    if guess is not None and not 0 <= guess <= 120:
        raise InputError(f"guess is 0 to 120 card points, not {guess}")
    if limit is not None and limit < 1:
        raise InputError(f"limit is 1 node or more, not {limit}")
    to_come = points(mask_of(position.table)) + sum(map(points, position.hands))
    ahead = _Search(position, step.flags, limit)
    value: int | None = None
    if not step.exact:
        won = ahead.reaches(target - position.declarer_points)
    else:
        if step in (Step.MINIMAX, Step.AB, Step.AB_TT):
            value = ahead.run(-WIDE, WIDE)
        else:
            first = {Step.MTD_MINUS_INF: 0, Step.MTD_F: to_come // 2}.get(step, to_come)
            if guess is not None:
                first = min(max(guess - position.declarer_points, 0), to_come)
            value = _driven(ahead, first, to_come)
        value = None if value is None else value + position.declarer_points
        won = None if value is None else value >= target
    return Climb(step, value, won, int(ahead.state[NODES]), int(ahead.state[ENTRIES]))


def climb_null(position: Position, step: NullStep, *, limit: int | None = None) -> Climb:
    """Whether the declarer wins a position of Null, by one step.

    Args:
        position: any position of a game of Null, cards on the table included.
        step: the step.
        limit: nodes after which to give up.

    Raises:
        InputError: another game, or a limit out of range.
    """
    if position.game is not Game.NULL:
        raise InputError(f"game is null, not {position.game.value}")
    if limit is not None and limit < 1:
        raise InputError(f"limit is 1 node or more, not {limit}")
    if position.declarer_tricks:
        return Climb(step, None, False, 0, 0)
    tricks = (sum(hand.bit_count() for hand in position.hands) + len(position.table)) // 3
    ahead = _Search(position, step.flags, limit)
    won = ahead.reaches(tricks)
    return Climb(step, None, won, int(ahead.state[NODES]), int(ahead.state[ENTRIES]))


def _driven(ahead: "_Search", guess: int, to_come: int) -> int | None:
    """The value by minimal windows around a guess that moves with their results (figure 8.1), one point at a time."""
    lower, upper = 0, to_come
    while lower < upper:
        tested = guess + 1 if guess == lower else guess
        reached = ahead.reaches(tested)
        if reached is None:
            return None
        if reached:
            guess = lower = tested
        else:
            guess = upper = tested - 1
    return lower


class _Search:
    """Searches on one position with one table; the points are those still to come."""

    def __init__(self, position: Position, flags: int, limit: int | None) -> None:
        self.state = new_state(position, flags)
        self._table = np.zeros(_FIRST_TABLE if flags & TABLE else LEAST_TABLE, np.int64)
        self._limit = limit

    def reaches(self, target: int) -> bool | None:
        """Whether the value is at least `target`; None if the search was stopped at its limit."""
        value = self.run(target - 1, target)
        return None if value is None else value >= target

    def run(self, alpha: int, beta: int) -> int | None:
        """The value, cut to a window; None if the search was stopped at its limit."""
        state = self.state
        begin(state, alpha, beta)
        while True:
            pause = state[NODES] + _STRETCH
            state[PAUSE] = pause if self._limit is None else min(pause, self._limit)
            status = search(state, self._table)
            if status == DONE:
                return int(state[RESULT])
            if status == FULL:
                larger = np.zeros(2 * len(self._table), np.int64)
                move_entries(self._table, larger)
                self._table = larger
            elif self._limit is not None and state[NODES] >= self._limit:
                return None
