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

Cards, hands, moves and the frames of positions are those of `open_position`; the search, its table and the thesis's quick tricks
are the ladder's own.

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
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, mask_of, order, points
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat import open_position as at
from tafelwerk.solvers.skat.null_game import safe_cards
from tafelwerk.solvers.skat.open_position import FROM_2, FROM_11, HANDS, NODES, PLAIN, TRUMPS, WIDTH, State

ALPHA, BETA, LOWER, UPPER, TIP, UNTRIED = range(at.MOVES, at.MOVES + 6)
"""Places in a frame, besides those of a position and CARD, GAIN and BEST: the window; proved bounds on the points to come; 1 +
the card to try first, or 0; cards still to be tried."""

FLAGS, FRAME, ROOT, ENTERING, RESULT, PAUSE, ENTRIES, CUTS = range(at.TABLE, at.TABLE + 8)
"""Places after the frames: the parts of the search that a step has; the top frame and the first; 1 if the top frame's position
has not been evaluated yet, 0 if a value has just come back to it; that value; number of positions at which to pause; positions
in the table; by card, how often it caused a cutoff."""

SIZE = CUTS + 32
"""Number of words."""


def new_state(position: Position, flags: int) -> State:
    """The words for a position and the parts of the search."""
    own, state, declarer = order(position.game), np.zeros(SIZE, np.int64), int(position.declarer)
    hands, on_table = [own.to_game(hand) for hand in position.hands], [own.place[card] for card in position.table]
    for turn, card in enumerate(on_table):
        hands[(position.leader + turn) % 3] |= 1 << card
    at.load(state, own)
    alone, left, right = hands[declarer:] + hands[:declarer]
    first, second, *_ = [*on_table, -1, -1]
    state[ROOT] = at.begin(state, alone, left, right, (position.leader - declarer) % 3, first, second)
    state[FLAGS] = flags
    if flags & SETS:
        at.set_owners(state, alone, left, right)
    return state


@kernel
def _cheapest_cards(state: State, cards: int, number: int) -> int:
    """The `number` cards of a set that are worth least. Tie-break: lowest card."""
    chosen = 0
    while cards and number > 0:
        alike = cards
        for value in range(FROM_11, FROM_2 - 1, -1):
            if alike & ~state[value]:
                alike &= ~state[value]
        chosen |= alike & -alike
        cards ^= alike & -alike
        number -= 1
    return chosen


@kernel
def _dearest(state: State, cards: int) -> int:
    """The card with most points of a set, as a mask, 0 if there is none. Tie-break: lowest card."""
    for value in range(FROM_11, FROM_2 - 1, -1):
        if cards & state[value]:
            cards &= state[value]
    return cards & -cards


@kernel
def _top(cards: int) -> int:
    """The highest card of a non-empty set, as a mask."""
    return 1 << highest(cards)


def sure_tricks(position: Position) -> int:
    """Card points that the side on lead can force from here by sure tricks; a lower bound.

    >>> from tafelwerk.families.skat.rules.cards import Seat
    >>> from tafelwerk.families.skat.rules.deals import read_deal
    >>> from tafelwerk.families.skat.rules.play import start
    >>> sure_tricks(start(read_deal("CJ HA | DJ HT | S8 S9"), Game.HEARTS, Seat.FOREHAND))
    4

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
    return int(sure_points(new_state(position, 0), (position.leader - position.declarer) % 3))


@kernel
def sure_points(state: State, leader: int) -> int:
    """Points in sure tricks of the side on lead, given the seat that leads, counted from the declarer."""
    if leader == 0:
        return _sure_alone(state, state[HANDS], state[HANDS + 1], state[HANDS + 2])
    return _sure_against(state, state[HANDS], state[HANDS + leader], state[HANDS + 3 - leader])


@kernel
def _sure_alone(state: State, hand: int, left: int, right: int) -> int:
    """Sure points when the declarer leads (figures 9.1 and 9.2): top trumps, then top cards that nobody can trump."""
    trumps = state[TRUMPS]
    won = 0  # cards that the declarer leads
    following = 0  # cards with which the defenders must follow
    thrown_left = thrown_right = 0  # and how many they may choose freely
    still_left, still_right = left, right
    for suit in range(TRUMPS, PLAIN + 4):
        cards = state[suit]
        followed_left = followed_right = 0
        while hand & cards > (still_left | still_right) & cards:
            ruff_left = suit > TRUMPS and still_left & cards == 0 and still_left & trumps != 0
            ruff_right = suit > TRUMPS and still_right & cards == 0 and still_right & trumps != 0
            if ruff_left or ruff_right:
                break
            lead = _top(hand & cards)
            hand ^= lead
            won |= lead
            follow_left, follow_right = still_left & cards, still_right & cards
            still_left ^= follow_left & -follow_left
            still_right ^= follow_right & -follow_right
            followed_left, thrown_left = followed_left + (follow_left != 0), thrown_left + (follow_left == 0)
            followed_right, thrown_right = followed_right + (follow_right != 0), thrown_right + (follow_right == 0)
        following |= _cheapest_cards(state, left & cards, followed_left)
        following |= _cheapest_cards(state, right & cards, followed_right)
    thrown = _cheapest_cards(state, left & ~following, thrown_left)
    thrown |= _cheapest_cards(state, right & ~following, thrown_right)
    return at.sum_points(state, won | following | thrown)


@kernel
def _sure_against(state: State, hand: int, leader: int, partner: int) -> int:
    """Sure points when a defender leads (figures 9.5 and 9.9, with a stricter second rule)."""
    trumps = state[TRUMPS]
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
                own = _top(leader & trumps)
                other = _dearest(state, partner & trumps or partner)
            else:
                own, other = _dearest(state, leader & trumps), _top(partner & trumps)
        else:
            for suit in range(PLAIN, PLAIN + 4):  # rule 2
                of_suit = state[suit]
                held = still & of_suit
                if leader & of_suit == 0 or (still & trumps and count(held) <= loose):
                    continue
                if partner & of_suit:
                    if (leader | partner) & of_suit > held:
                        cards = of_suit
                        own, other = _top(leader & of_suit), _top(partner & of_suit)
                elif leader & of_suit > held:
                    cards = of_suit
                    own, other = _top(leader & of_suit), _dearest(state, partner)
                elif partner & trumps:
                    cards = of_suit
                    own, other = _top(leader & of_suit), _dearest(state, partner & trumps)
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
            for suit in range(PLAIN, PLAIN + 4):  # rule 3
                of_suit = state[suit]
                if leader & of_suit and partner & of_suit == 0 and partner & trumps > still & trumps:
                    cards = of_suit
                    own, other = _dearest(state, leader & of_suit), _top(partner & trumps)
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
    following |= _cheapest_cards(state, hand & trumps, trumped)
    return at.sum_points(state, won | following | _cheapest_cards(state, hand & ~following, thrown))


Table: TypeAlias = NDArray[np.int64]
"""A power of two of words, 0 where empty. A word: cards in play << 22 | leader << 20 | upper << 13 | lower << 6 | tip."""

PRUNE, TABLE, EARLY, CLASSES, SURE, ORDERED, NULL, HISTORY, SETS, AHEAD = (1 << part for part in range(10))
"""Parts of the search: the window, the table, the early end, equal cards, sure tricks, ordered moves, and that it is Null.

Then what the thesis names and did not try: cards by the cutoffs that they caused (section 10.1), a table of sets of equal
positions, and a look into it before the last card of a trick (partition search, section 7.4).

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
    """Set the stack to the root with a window."""
    state[FRAME], state[ENTERING] = state[ROOT], 1
    state[state[ROOT] + ALPHA], state[state[ROOT] + BETA] = alpha, beta


@kernel
def search(state: State, table: Table) -> int:
    """Continue a search; when it is DONE, state[RESULT] is the value of the root, cut to its window.

    Args:
        state: int64, set by `new_state` and `begin`.
        table: int64, a power of two of words, at least LEAST_TABLE; all 0 at first.

    Returns:
        DONE, PAUSED or FULL.
    """
    while True:
        frame = state[FRAME]
        mover, closed = state[frame + at.MOVER], False
        if state[ENTERING]:
            if state[NODES] >= state[PAUSE]:
                return PAUSED
            if 4 * state[ENTRIES] >= 3 * table.shape[0]:
                return FULL
            state[NODES] += 1
            state[RESULT] = _look(state, table, frame)
            closed = state[RESULT] != _OPEN
        else:
            state[HANDS + mover] ^= 1 << state[frame + at.CARD]
            value, best = state[frame + at.GAIN] + state[RESULT], state[frame + at.BEST]
            if value > best if mover == 0 else value < best:
                state[frame + at.BEST] = value
                closed = value >= state[frame + BETA] if mover == 0 else value <= state[frame + ALPHA]
                if closed and state[FLAGS] & HISTORY:
                    state[CUTS + state[frame + at.CARD]] += 1
            if closed or state[frame + UNTRIED] == 0:
                state[RESULT] = state[frame + at.BEST]
                if state[FLAGS] & TABLE and state[frame + at.TURN] == 0:
                    _keep(state, table, frame, closed)
                closed = True
        if not closed:
            _play(state, frame)
            state[FRAME] += WIDTH
        elif frame == state[ROOT]:
            return DONE
        else:
            state[FRAME] -= WIDTH
        state[ENTERING] = not closed


@kernel
def _look(state: State, table: Table, frame: int) -> int:
    """Evaluate the position of a frame: its value if known without a card, otherwise _OPEN, with the frame ready to try cards."""
    flags, mover, in_play = state[FLAGS], state[frame + at.MOVER], state[frame + at.IN_PLAY]
    alpha: int = state[frame + ALPHA]
    beta: int = state[frame + BETA]
    if state[frame + at.TURN] == 0:
        lower, upper, tip = 0, 120, 0
        if flags & EARLY:
            upper = count(in_play) // 3 if flags & NULL else state[frame + at.POINTS]
            if beta <= 0:
                return beta
            if upper <= alpha:
                return alpha
        if in_play == 0:
            return 0
        if flags & TABLE:
            word = table[slot_of(table, _key(state, in_play, mover))]
            if word:
                lower, upper, tip = int(word >> 6 & 127), int(word >> 13 & 127), int(word & 63)
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
                alpha, beta = max(alpha, lower), min(beta, upper)
        if flags & SURE and flags & NULL:
            if mover != 0 and safe_cards(state[HANDS], in_play) == state[HANDS]:
                return upper
        elif flags & SURE:
            sure = sure_points(state, mover)
            if mover == 0:
                if sure >= beta:
                    return beta
                lower = max(lower, sure)
            else:
                sure = state[frame + at.POINTS] - sure
                if sure <= alpha:
                    return alpha
                upper = min(upper, sure)
        state[frame + LOWER], state[frame + UPPER], state[frame + TIP] = lower, upper, tip
        state[frame + ALPHA], state[frame + BETA] = alpha, beta
    state[frame + at.BEST] = alpha if mover == 0 else beta
    hand = choice = state[HANDS + mover]
    if flags & CLASSES:
        choice = at.representatives(hand, in_play & ~hand, state[at.LINKS], state[at.GAP])
    if state[frame + at.TURN] and hand & state[frame + at.LED]:
        choice &= state[frame + at.LED]
    state[frame + UNTRIED] = choice
    if flags & AHEAD and state[frame + at.TURN] == 2:
        return _look_ahead(state, table, frame)
    return _OPEN


@kernel
def _look_ahead(state: State, table: Table, frame: int) -> int:
    """The value before the last card of a trick, if the table has a position after it that causes a cutoff; otherwise _OPEN."""
    choice, mover, after = state[frame + UNTRIED], state[frame + at.MOVER], frame + WIDTH
    while choice:
        card = highest(choice)
        choice ^= 1 << card
        at.play(state, frame, card)
        state[HANDS + mover] ^= 1 << card
        word = table[slot_of(table, _key(state, state[after + at.IN_PLAY], state[after + at.MOVER]))]
        if word:
            lower, upper = state[frame + at.GAIN] + (word >> 6 & 127), state[frame + at.GAIN] + (word >> 13 & 127)
            if mover == 0 and lower >= state[frame + BETA]:
                return int(lower)
            if mover != 0 and upper <= state[frame + ALPHA]:
                return int(upper)
    return _OPEN


@kernel
def _next(state: State, frame: int) -> int:
    """The card to try next: the lowest bit; with order, the tip, then the highest card of the suit that branches least."""
    untried, leader, tip = state[frame + UNTRIED], state[frame + at.MOVER], state[frame + TIP]
    if state[FLAGS] & ORDERED == 0:
        return _likeliest(state, untried) if state[FLAGS] & HISTORY else lowest(untried)
    if state[FLAGS] & NULL:
        return _next_null(state, frame)
    if state[frame + at.TURN]:
        return _likeliest(state, untried)
    if tip and untried >> (tip - 1) & 1:
        return int(tip - 1)
    left, right = state[HANDS + (leader + 1) % 3], state[HANDS + (leader + 2) % 3]
    least, chosen = 1000, untried
    for suit in range(TRUMPS, PLAIN + 4):
        cards = state[suit]
        if untried & cards:
            branches = count(left & cards or left) * count(right & cards or right)
            if branches < least:
                least, chosen = branches, untried & cards
    return _likeliest(state, chosen)


@kernel
def _likeliest(state: State, cards: int) -> int:
    """With history the card that caused most cutoffs, otherwise and among equals the highest."""
    chosen = highest(cards)
    if state[FLAGS] & HISTORY:
        cards ^= 1 << chosen
        while cards:
            card = highest(cards)
            cards ^= 1 << card
            if state[CUTS + card] > state[CUTS + chosen]:
                chosen = card
    return chosen


@kernel
def _next_null(state: State, frame: int) -> int:
    """The card to try next in Null: of the declarer's replies as in figure 11.2, of all other cards the lowest bit.

    The declarer follows with the highest card below the one to stay under, and throws off the highest that is not safe.
    """
    untried, turn, suit = state[frame + UNTRIED], state[frame + at.TURN], state[frame + at.LED]
    if turn == 0 or state[frame + at.MOVER] != 0:
        return lowest(untried)
    if state[HANDS] & suit == 0:
        unsafe = untried & ~safe_cards(state[HANDS], state[frame + at.IN_PLAY])
        return _highest_rank(unsafe or untried)
    stay = state[frame + at.TOP]
    if turn == 1 and state[HANDS + 1] & suit:
        stay = max(stay, lowest(state[HANDS + 1] & suit))
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
def _play(state: State, frame: int) -> None:
    """Play the next card of a frame: write the next frame with its window, and into this one what the card brings at once."""
    card, after = _next(state, frame), frame + WIDTH
    state[frame + UNTRIED] ^= 1 << card
    at.play(state, frame, card)
    if state[FLAGS] & NULL and state[frame + at.TURN] == 2:
        state[frame + at.GAIN] = state[after + at.MOVER] != 0
    alpha, beta, gain = state[frame + ALPHA], state[frame + BETA], state[frame + at.GAIN]
    if state[FLAGS] & PRUNE:
        if state[frame + at.MOVER] == 0:
            alpha = state[frame + at.BEST]
        else:
            beta = state[frame + at.BEST]
    state[after + ALPHA], state[after + BETA] = alpha - gain, beta - gain


@kernel
def _key(state: State, in_play: int, leader: int) -> int:
    """Key of a start of a trick: cards in play and leader; with sets, the least cards alike in owners and points, in order."""
    if state[FLAGS] & SETS:
        for run in range(5):
            in_play ^= state[at.ALIKE + 16 * run + ((in_play >> 7 * run) & (15 if run == 4 else 7))]
    return in_play << 2 | leader


@kernel
def slot_of(table: Table, key: int) -> int:
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
    best, lower, upper = state[frame + at.BEST], state[frame + LOWER], state[frame + UPPER]
    if best > state[frame + ALPHA]:
        lower = max(lower, best)
    if best < state[frame + BETA]:
        upper = min(upper, best)
    key = _key(state, state[frame + at.IN_PLAY], state[frame + at.MOVER])
    slot = slot_of(table, key)
    if table[slot] == 0:
        state[ENTRIES] += 1
    tip = state[frame + at.CARD] + 1 if cut else state[frame + TIP]
    table[slot] = key << 20 | upper << 13 | lower << 6 | tip


@kernel
def move_entries(table: Table, larger: Table) -> None:
    """Copy all entries to a larger, empty table."""
    for slot in range(table.shape[0]):
        word = table[slot]
        if word:
            larger[slot_of(larger, word >> 20)] = word


_FIRST_TABLE = 1 << 16
_STRETCH = 1 << 25  # nodes between two checks for an interrupt


class _Rung(StrEnum):
    """A step with its name, what it is in words, and the parts of the search that it has."""

    words: str
    flags: int

    def __new__(cls, name: str, words: str, flags: int) -> Self:
        """The step by its name, with its words and flags."""
        rung = str.__new__(cls, name)
        rung._value_, rung.words, rung.flags = name, words, flags
        return rung

    @property
    def exact(self) -> bool:
        """Whether it finds the value; the others find only whether a number of points is reached."""
        return not self.startswith(("mws", "null"))


_MWS = PRUNE | EARLY
_EQUIV = _MWS | TABLE | CLASSES
_NULL = _MWS | TABLE | NULL


class Step(_Rung):
    """A step of the ladder, by the thesis's name."""

    MINIMAX = "minimax", "minimax", 0
    AB = "ab", "alpha-beta", PRUNE
    AB_TT = "ab_tt", "alpha-beta with transposition table", PRUNE | TABLE
    MWS = "mws", "minimal window with early end", _MWS
    MWS_TT = "mws_tt", "minimal window with transposition table", _MWS | TABLE
    MWS_EQUIV = "mws_equiv", "minimal window with equivalence classes", _EQUIV
    MTD_MINUS_INF = "mtd_minus_inf", "MTD(-inf) over equivalence classes", _EQUIV
    MTD_PLUS_INF = "mtd_plus_inf", "MTD(+inf) over equivalence classes", _EQUIV
    MTD_F = "mtd_f", "MTD(f) over equivalence classes", _EQUIV
    MWS_SS = "mws_ss", "minimal window with sure tricks", _EQUIV | SURE
    MWS_MO = "mws_mo", "minimal window with move ordering", _EQUIV | SURE | ORDERED
    MWS_HH = "mws_hh", "minimal window with sure tricks and history heuristic", _EQUIV | SURE | HISTORY
    MWS_EIB = "mws_eib", "minimal window with move ordering and history heuristic", _EQUIV | SURE | ORDERED | HISTORY
    MWS_SETS = "mws_sets", "minimal window with move ordering, table of sets", _EQUIV | SURE | ORDERED | SETS
    MWS_PS = "mws_ps", "minimal window with move ordering, partition search", _EQUIV | SURE | ORDERED | SETS | AHEAD
    MTD_MO = "mtd_mo", "MTD(+inf) with move ordering", _EQUIV | SURE | ORDERED


class NullStep(_Rung):
    """A step of Null (chapter 11), each with a transposition table and an end with the declarer's first trick."""

    TABLE = "null_tt", "Null with transposition table", _NULL
    SAFE = "null_safe", "Null with safe suits", _NULL | SURE
    ORDERED = "null_mo", "Null with move ordering", _NULL | SURE | ORDERED


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

    >>> from tafelwerk.families.skat.rules.cards import Seat
    >>> from tafelwerk.families.skat.rules.deals import read_deal
    >>> from tafelwerk.families.skat.rules.play import start
    >>> position = start(read_deal("HQ DA D8 | H9 H8 DK | HJ DT D9"), Game.DIAMONDS, Seat.FOREHAND)
    >>> for step in (Step.MINIMAX, Step.AB):
    ...     result = climb(position, step)
    ...     print(step, result.value, result.nodes)
    minimax 11 310
    ab 11 176

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

    >>> from tafelwerk.families.skat.rules.cards import Seat
    >>> from tafelwerk.families.skat.rules.deals import read_deal
    >>> from tafelwerk.families.skat.rules.play import start
    >>> climb_null(start(read_deal("C7 CQ | C8 C9 | CT CJ"), Game.NULL, Seat.MIDDLEHAND), NullStep.ORDERED).won
    True

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
