"""Double-dummy Null: whether the declarer avoids every trick, with all cards open and best play by all.

The search asks won or lost, card by card. Once a defender is to lead, the declarer never leads again, and:

- A lower card is never worse for the declarer: with it he loses every trick that he would lose with a higher one in its place,
  to the same defender. So he follows suit with the highest card sure to lose, and throws off the highest of a suit.
- If only one suit is not safe (Kupferschmid 2003, definition 11.1), he throws off from it: any other card comes from a suit in
  which no trick can befall him. If none is, he has won.
- If the leader can give him a trick by leading one suit on and on, he has lost (`suit_facts`).
- How high his cards in a safe suit are does not matter, and they do not separate those of the defenders.

Starts of tricks are kept in a table by the owners of the cards of each suit in order, the suits in any order. Such a key is
complete for any deal, so that the table need not be cleared between deals.

Suit by suit: properties of a suit that depend only on the owners of its cards in order.

In Null only the relative order in a suit counts, and cards that nobody holds any more drop out. A suit is therefore a word of
at most eight letters, the owners of its cards from the lowest up. There are 9841 words, and the results here hold for all
deals.

A suit's number has the digits of its word in base 3 after a leading 1, the lowest card first: 0 the declarer, 1 the defender
to the left of the declarer, who plays after the declarer, 2 the defender to the right, who plays before.

Cards that the search tries, and their order.

Equivalent cards are tried once, and cards of the declarer only if no other is at least as good. The order
of the rest matters little, since most of the work is in won positions, where every lead has to be refuted.

Hands counted: those of ten cards that no distribution of the other 22 cards beats.

Whether a hand is one of them depends on its four suits. If a defender leads, all four must be safe. If the declarer leads, one
of them must be an opening suit besides: it holds the 7, at least three of its cards are outside, and without its 7 and its
highest outside card it is still safe. So the hands are counted by the lengths of their suits, from the 256 holdings of one
suit.

docs/results.md has the proofs. That every other hand is beaten if the declarer leads is shown by a deal for each class of
hands with four safe suits, none of them an opening suit; hands that differ by the order of the suits alone are of one class.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 11.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, mask_of
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import (
    HAND_CARDS,
    SKAT_CARDS,
    SUIT_CARDS,
    WHOLE_SUIT,
    Position,
    hand_with,
    legal,
    start,
    suit_cards,
)
from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open_position import State, takes

Facts = NDArray[np.int64]

NUMBERS = 2 * 3**8
"""All numbers of suits are below."""

LEFT, RIGHT = 1, 2
"""Digits of the defenders. As bits of a fact: if this one leads, and nothing but this suit is led, the declarer gets a trick."""

EXCESS = 4
"""From this bit, four bits: number of the declarer's cards in the suit that are not safe."""

EXCESS_MASK = 15 << EXCESS

SAME = 16
"""From this bit: number of the suit that represents all equivalent suits."""


@cache
def suit_facts() -> Facts:
    """What is known of a suit, by its number: bits LEFT and RIGHT, the EXCESS, and the number of the SAME.

    Shape (NUMBERS,), int64, read-only. Of the declarer's cards c1 < c2 < ... the longest prefix with each ck among the 2k - 1
    lowest of the suit is safe (definition 11.1); the rest is in excess. A suit without excess never
    takes a trick that others lead, whatever is played or thrown off. Then the ranks of its cards do not matter,
    only their number, so that the suit with the lowest cards represents it.
    """
    facts = np.zeros(NUMBERS, np.int64)
    _fill_kernel(facts)
    facts.flags.writeable = False
    return facts


@kernel
def suit_number(alone: int, left: int, right: int) -> int:
    """Number of a suit, given the masks of the three players' cards in it; a higher bit is a higher card."""
    number, cards = 1, alone | left | right
    while cards:
        card = cards & -cards
        number = 3 * number + (LEFT if left & card else RIGHT if right & card else 0)
        cards ^= card
    return number


@kernel
def safe_cards(alone: int, in_play: int) -> int:
    """The declarer's safe cards (definition 11.1).

    Args:
        alone: the declarer's cards.
        in_play: all cards of the three hands, those of the running trick among them.
    """
    safe = 0
    for suit in range(4):
        unsafe, cards = alone & 255 << 8 * suit, in_play & 255 << 8 * suit
        # the kth is safe if it is among the 2k - 1 lowest
        number = 0
        while unsafe and count(cards & ((unsafe & -unsafe) - 1)) <= 2 * number:
            safe |= unsafe & -unsafe
            unsafe &= unsafe - 1
            number += 1
    return safe


@kernel
def _defenders_win(facts: Facts, alone: int, left: int, right: int, leader: int) -> bool:
    """Whether the defenders win with this suit alone, with a given leader.

    The declarer has no choice in following suit: the highest card that is sure to lose is always best.
    """
    hand, partner = (left, right) if leader == LEFT else (right, left)
    while hand:
        lead = hand & -hand
        hand ^= lead
        replies = partner
        while True:
            reply = replies & -replies
            # the declarer sits last, or must expect that the partner, if any, stays as low as can be
            top = max(lead, reply if leader == LEFT else partner & -partner)
            under = alone & (top - 1)
            if under == 0:
                return True
            gone = ~(lead | reply | 1 << highest(under))
            if facts[suit_number(alone & gone, left & gone, right & gone)] & (
                LEFT + RIGHT - leader if reply > lead else leader
            ):
                return True
            replies ^= reply
            if replies == 0:
                break
    return False


@kernel
def _fill_kernel(facts: Facts) -> None:
    """Shorter suits have smaller numbers, so that all successors of a suit are computed before it."""
    first = 1
    for cards in range(9):
        for number in range(first, 2 * first):
            alone, left, right, digits = 0, 0, 0, number
            for rank in range(cards - 1, -1, -1):
                digit = digits % 3
                digits //= 3
                if digit == 0:
                    alone |= 1 << rank
                elif digit == LEFT:
                    left |= 1 << rank
                else:
                    right |= 1 << rank
            excess = count(alone & ~safe_cards(alone, alone | left | right))
            known = excess << EXCESS
            if excess == 0:
                own = (1 << count(alone)) - 1
                known |= suit_number(own, left << 8, right << 8) << SAME
            else:
                known |= number << SAME
                if _defenders_win(facts, alone, left, right, LEFT):
                    known |= LEFT
                if _defenders_win(facts, alone, left, right, RIGHT):
                    known |= RIGHT
            facts[number] = known
        first *= 3


# what the state holds
NODES = 0  # positions visited, card by card
SLOTS = 1  # mask of the table's slots
FRAMES = 2  # the stack: one frame per card to choose, each with its moves
WIDTH = 23
SUITS = FRAMES + 31 * WIDTH  # 256 words per suit: the number of what is left of it, by the byte of its cards in play
FACTS = SUITS + 4 * 256  # facts by number, see `null_suits`
TABLE = FACTS + NUMBERS  # words key << 1 | outcome


@kernel
def fact_of(state: State, suit: int, cards: int) -> int:
    """Known facts about a suit when these cards are in play."""
    fact: int = state[FACTS + state[SUITS + 256 * suit + (cards >> 8 * suit & 255)]]
    return fact


@kernel
def arrange_leads(state: State, moves: int, hand: int, alone: int, cards: int) -> int:
    """Note a defender's leads, one of each run of neighbours: suits in which the declarer is not safe come first, those he does
    not hold last; in each the lowest card first. How many there are."""
    count = 0
    for kind in range(3):
        for suit in range(4):
            eight = 255 << 8 * suit
            leads, between, his = hand & eight, cards & eight, alone & eight
            if leads == 0:
                continue
            safe = fact_of(state, suit, cards) & EXCESS_MASK == 0
            if kind != (0 if not safe else 1 if his else 2):
                continue
            if safe:
                between &= ~his
            while leads:
                card = leads & -leads
                leads ^= card
                below = between & (card - 1)
                if not (below and hand >> highest(below) & 1):
                    state[moves + count] = card
                    count += 1
    return count


@kernel
def arrange_replies(
    state: State, moves: int, hand: int, suit_led: int, alone: int, in_play: int, to_follow: int
) -> int:
    """Note what a defender may play to a trick, one of each run of neighbours, high cards first. How many there are.

    Args:
        state: where the moves go.
        moves: place of the first.
        hand: the defender's.
        suit_led: its cards.
        alone: the declarer's hand.
        in_play: cards held or on the table, which separate others.
        to_follow: the cards the declarer's safety depends on: those held, and the one led if the declarer is still to play.
    """
    count = 0
    playable = hand & suit_led
    if playable == 0:
        playable = hand
    for suit in range(4):
        eight = 255 << 8 * suit
        replies, between = playable & eight, in_play & eight
        if replies and alone & eight and fact_of(state, suit, to_follow) & EXCESS_MASK == 0:
            between &= ~alone
        while replies:
            card = 1 << highest(replies)
            replies ^= card
            above = between & -(card << 1)
            if not above & -above & hand:
                state[moves + count] = card
                count += 1
    return count


@kernel
def arrange_declarer_leads(state: State, moves: int, alone: int, left: int, right: int) -> int:
    """Note the declarer's leads: of each suit the highest card that one of the defenders must beat. How many there are."""
    count = 0
    for suit in range(4):
        eight = 255 << 8 * suit
        over_left, over_right = left & eight, right & eight
        under = alone & eight & (max(over_left & -over_left, over_right & -over_right) - 1)
        # where neither defender holds the suit the mask above is all ones
        if under and over_left | over_right:
            state[moves + count] = 1 << highest(under)
            count += 1
    return count


@kernel
def arrange_declarer_replies(state: State, moves: int, alone: int, suit_led: int, top: int, cards: int) -> int:
    """Note what the declarer may play to a trick and not be lost at once. How many there are.

    Args:
        state: where the moves go.
        moves: place of the first.
        alone: the declarer's hand.
        suit_led: its cards.
        top: the card that takes the trick, unless the declarer's is higher.
        cards: the cards still held.
    """
    if alone & suit_led:
        under = alone & suit_led & (top - 1)
        if under == 0:
            return 0
        state[moves] = 1 << highest(under)
        return 1
    count, unsafe = 0, 0
    for suit in range(4):
        his = alone & 255 << 8 * suit
        if his:
            excess = fact_of(state, suit, cards) & EXCESS_MASK
            if excess:
                unsafe += 1
            word = excess << 32 | 1 << highest(his)
            index = count
            while index > 0 and state[moves + index - 1] < word:
                state[moves + index] = state[moves + index - 1]
                index -= 1
            state[moves + index] = word
            count += 1
    for index in range(count):
        state[moves + index] &= 0xFFFFFFFF
    return count if unsafe > 1 else 1


_ALONE = 0
_LOST, _WON, _OPEN = 0, 1, 2

_HAND_0, _HAND_1, _HAND_2, _ON_TABLE, _LEADER, _FIRST, _SECOND, _SUIT, _PLAYER, _KEY, _COUNT, _NEXT, _MOVES = range(13)
"""Places in a frame."""


class NullSolver:
    """A solver and its table, which serves all deals. For one thread at a time."""

    def __init__(self, slots: int = 16) -> None:
        """A table of 2^slots starts of tricks, 8 bytes each.

        Raises:
            InputError: slots are not 8 to 26.
        """
        if not 8 <= slots <= 26:
            raise InputError(f"slots are 8 to 26, not {slots}")
        self._state = np.zeros(TABLE + (1 << slots), np.int64)
        self._state[SLOTS] = (1 << slots) - 1
        self._state[FACTS:TABLE] = suit_facts()

    @property
    def nodes(self) -> int:
        """Number of positions visited so far, card by card; smaller where the table knows more."""
        return int(self._state[NODES])

    def won(self, position: Position) -> bool:
        """Whether the declarer wins: has taken no trick and takes none from here.

        Args:
            position: any position of a game of Null, cards on the table or not.

        Raises:
            InputError: another game, or hands and table that do not fit together.
        """
        _check(position)
        return not position.declarer_tricks and self._ask(position, 0) == _WON

    def cards(self, position: Position) -> dict[int, bool]:
        """Whether the declarer wins after each legal card of the player to move, by card, highest first.

        Args:
            position: any position of a game of Null, whoever is to move; none are left to play where it is over.

        Raises:
            InputError: another game, or hands and table that do not fit together.
        """
        _check(position)
        allowed = legal(position)
        good = self._ask(position, allowed) if allowed and not position.declarer_tricks else 0
        return {card: bool(good >> card & 1) for card in bits(allowed)}

    def _ask(self, position: Position, cards: int) -> int:
        first, second, *_ = [*(1 << card for card in position.table), 0, 0]
        declarer, on_table = int(position.declarer), len(position.table)
        alone, left, right = (position.hands[(declarer + turn) % 3] for turn in range(3))
        leader = (position.leader - declarer) % 3
        return int(_ask_kernel(self._state, alone, left, right, on_table, leader, first, second, cards))


def _check(position: Position) -> None:
    if position.game is not Game.NULL:
        raise InputError(f"the game is {position.game.value}; this solver plays null")
    on_table = len(position.table)
    if on_table > 2:
        raise InputError(f"a running trick has none to two cards on the table, not {on_table}")
    if not all(0 <= hand <= ALL_CARDS for hand in position.hands) or not all(0 <= card < 32 for card in position.table):
        raise InputError("a hand is a mask of 32 bits and a card on the table 0 to 31")
    sizes = [hand.bit_count() for hand in position.hands]
    for turn in range(on_table):
        sizes[(position.leader + turn) % 3] += 1
    held = position.hands[0] | position.hands[1] | position.hands[2] | mask_of(position.table)
    if held.bit_count() != sum(sizes):
        raise InputError("a card lies in two places, in two hands or in a hand and on the table")
    if len(set(sizes)) > 1 or sizes[0] > 10:
        counted = f"{sizes[0]}, {sizes[1]} and {sizes[2]}"
        raise InputError(f"all hands have the same number of cards, at most 10, with those on the table, not {counted}")


@kernel
def _ask_kernel(
    state: State, alone: int, left: int, right: int, on_table: int, leader: int, first: int, second: int, cards: int
) -> int:
    """The outcome, or where `cards` are given the mask of those after which the declarer wins; sets in bits of cards.

    Args:
        state: the solver's.
        alone: the declarer's hand.
        left: hand of the defender to the left.
        right: hand of the defender to the right.
        on_table: number of cards on the table.
        leader: who led or leads, in turns from the declarer.
        first: the first card on the table, 0 if none.
        second: the second one.
        cards: what the player to move may play, or 0.
    """
    alone, left, right = _in_order(alone), _in_order(left), _in_order(right)
    first, second = _in_order(first), _in_order(second)
    following = (leader + 1) % 3
    _number_suits(
        state,
        alone | (first if leader == _ALONE else 0) | (second if following == _ALONE else 0),
        left | (first if leader == LEFT else 0) | (second if following == LEFT else 0),
        right | (first if leader == RIGHT else 0) | (second if following == RIGHT else 0),
    )
    if cards == 0:
        return _search_kernel(state, alone, left, right, on_table, leader, first, second)
    good = 0
    while cards:
        card = cards & -cards
        cards ^= card
        bit = _in_order(card)
        lie, leads, lead, reply = on_table + 1, leader, first if on_table else bit, bit if on_table else 0
        if on_table == 2:
            lie, leads, lead, reply = 0, _winner(leader, first, second, bit), 0, 0
            if leads == _ALONE:
                continue
        if _search_kernel(state, alone & ~bit, left & ~bit, right & ~bit, lie, leads, lead, reply) == _WON:
            good |= card
    return good


@kernel
def _in_order(cards: int) -> int:
    """A set of cards in the game bits of Null: A K Q J T 9 8 7 for each suit, clubs in bits 31 to 24."""
    game_bits = 0
    for suit in range(4):
        plain = cards >> 7 * suit
        eight = plain & 7 | plain >> 2 & 8 | (cards >> 28 + suit & 1) << 4 | (plain & 24) << 2 | (plain & 64) << 1
        game_bits |= eight << 8 * suit
    return game_bits


@kernel
def _number_suits(state: State, alone: int, left: int, right: int) -> None:
    """Fill in the number of each suit for any part of its cards still in play: suit 0 to 3, then a byte of cards."""
    held = alone | left | right
    for suit in range(4):
        start = SUITS + 256 * suit
        state[start] = 1
        for rank in range(8):
            half = 1 << rank
            card = 1 << 8 * suit + rank
            # factor and digit are set outside the inner loop, which thus has no branch and is vectorised
            factor = 3 if held & card else 1
            digit = LEFT if left & card else RIGHT if right & card else 0
            for lower in range(start, start + half):
                state[lower + half] = factor * state[lower] + digit


@kernel
def _suit_of(card: int) -> int:
    """The cards of a card's suit."""
    return 255 << (highest(card) & 24)


@kernel
def _winner(leader: int, first: int, second: int, third: int) -> int:
    """Who takes the trick."""
    suit, turn, top = _suit_of(first), 0, first
    if takes(second, top, suit):
        turn, top = 1, second
    if takes(third, top, suit):
        turn = 2
    return (leader + turn) % 3


@kernel
def _start(state: State, cards: int, leader: int) -> tuple[int, int]:
    """Outcome if it is known, and the key, of a start of a trick that a defender leads to."""
    fact_0, fact_1 = fact_of(state, 0, cards), fact_of(state, 1, cards)
    fact_2, fact_3 = fact_of(state, 2, cards), fact_of(state, 3, cards)
    known = fact_0 | fact_1 | fact_2 | fact_3
    if known & leader:
        return _LOST, 0
    if known & EXCESS_MASK == 0:
        return _WON, 0
    number_0, number_1, number_2, number_3 = fact_0 >> SAME, fact_1 >> SAME, fact_2 >> SAME, fact_3 >> SAME
    if number_0 < number_1:
        number_0, number_1 = number_1, number_0
    if number_2 < number_3:
        number_2, number_3 = number_3, number_2
    if number_0 < number_2:
        number_0, number_2 = number_2, number_0
    if number_1 < number_3:
        number_1, number_3 = number_3, number_1
    if number_1 < number_2:
        number_1, number_2 = number_2, number_1
    key = (((number_0 << 14 | number_1) << 14 | number_2) << 14 | number_3) << 2 | leader
    entry = state[_slot(state, key)]
    return entry & 1 if entry >> 1 == key else _OPEN, key


@kernel
def _slot(state: State, key: int) -> int:
    mixed = (key & 0x3FFFFFFF) * 0x2545F491 + (key >> 30) * 0x5BD1E995
    slot: int = TABLE + ((mixed >> 26 ^ mixed) & state[SLOTS])
    return slot


@kernel
def _search_kernel(
    state: State, alone: int, left: int, right: int, on_table: int, leader: int, first: int, second: int
) -> int:
    """The outcome of a position in game bits, as one loop with frames in `state`; a player's only move takes no frame."""
    depth, outcome, nodes = 0, _OPEN, 0
    suit_led = _suit_of(first) if first else 0
    while True:
        frame = FRAMES + depth * WIDTH
        moves, turn = frame + _MOVES, 0
        if outcome == _OPEN:
            # a position to look at
            nodes += 1
            key, count = 0, 0
            player = (leader + on_table) % 3
            cards = alone | left | right
            if on_table == 0:
                if cards == 0:
                    outcome = _WON
                elif player == _ALONE:
                    count = arrange_declarer_leads(state, moves, alone, left, right)
                else:
                    outcome, key = _start(state, cards, player)
                    if outcome == _OPEN:
                        hand = left if player == LEFT else right
                        count = arrange_leads(state, moves, hand, alone, cards)
            elif player == _ALONE:
                top = first
                if on_table == 1:
                    must = left & suit_led
                    top = max(top, must & -must)
                elif second & suit_led:
                    top = max(top, second)
                count = arrange_declarer_replies(state, moves, alone, suit_led, top, cards)
            else:
                hand = left if player == LEFT else right
                to_follow = cards | first if leader == LEFT else cards
                in_play = cards | first | second
                count = arrange_replies(state, moves, hand, suit_led, alone, in_play, to_follow)
            if outcome == _OPEN and count == 0:
                outcome = _LOST
            if outcome == _OPEN and count > 1:
                state[frame + _HAND_0], state[frame + _HAND_1], state[frame + _HAND_2] = alone, left, right
                state[frame + _ON_TABLE], state[frame + _LEADER] = on_table, leader
                state[frame + _FIRST], state[frame + _SECOND], state[frame + _SUIT] = first, second, suit_led
                state[frame + _PLAYER], state[frame + _KEY], state[frame + _COUNT] = player, key, count
        else:
            # the outcome of a card of this frame
            player, count, turn = state[frame + _PLAYER], state[frame + _COUNT], state[frame + _NEXT]
            if turn < count and outcome != (_WON if player == _ALONE else _LOST):
                outcome = _OPEN
                alone, left, right = state[frame + _HAND_0], state[frame + _HAND_1], state[frame + _HAND_2]
                on_table, leader = state[frame + _ON_TABLE], state[frame + _LEADER]
                first, second, suit_led = state[frame + _FIRST], state[frame + _SECOND], state[frame + _SUIT]
            elif state[frame + _KEY]:
                key = state[frame + _KEY]
                state[_slot(state, key)] = key << 1 | outcome
        if outcome == _OPEN:
            card = state[moves + turn]
            if count > 1:
                state[frame + _NEXT] = turn + 1
                depth += 1
            if player == _ALONE:
                alone ^= card
            elif player == LEFT:
                left ^= card
            else:
                right ^= card
            if on_table == 0:
                first, suit_led, on_table = card, _suit_of(card), 1
            elif on_table == 1:
                second, on_table = card, 2
            else:
                leader = _winner(leader, first, second, card)
                first, second, on_table = 0, 0, 0
                if leader == _ALONE:
                    outcome = _LOST
        if outcome != _OPEN:
            if depth == 0:
                break
            depth -= 1
    state[NODES] += nodes
    return outcome


MOST_TRIES = 10_000
"""Distributions tried for a class; none needs a hundred."""


class Lengths(NamedTuple):
    """Hands with given lengths of their suits.

    Attributes:
        lengths: the four lengths, the longest first.
        hands: their number.
        defender: number of those that no distribution beats if a defender leads.
        declarer: the same if the declarer leads.
    """

    lengths: tuple[int, int, int, int]
    hands: int
    defender: int
    declarer: int


class BeatenClass(NamedTuple):
    """A class of hands with four safe suits that is beaten if the declarer leads.

    Attributes:
        holdings: the four holdings, the largest mask first, as clubs, spades, hearts and diamonds.
        hands: number of hands in the class.
        after, before: masks of the hands of the defenders who play after and before the declarer, in a deal that beats it.
        skat: mask of the Skat in this deal.
    """

    holdings: tuple[int, int, int, int]
    hands: int
    after: int
    before: int
    skat: int


def is_safe(holding: int, outside: int | None = None) -> bool:
    """Whether at most k - 1 outside cards are below the k-th lowest card held, for every k.

    Args:
        holding: mask of the cards held in a suit.
        outside: mask of its outside cards. Default: all that are not held.

    >>> is_safe(0b1), is_safe(0b10)
    (True, False)
    """
    others = WHOLE_SUIT & ~holding if outside is None else outside
    return all((others & ((1 << card) - 1)).bit_count() <= k for k, card in enumerate(reversed(bits(holding))))


def is_opening(holding: int) -> bool:
    """Whether the declarer can lead the 7 of a suit and leave it safe, whatever the distribution; such a suit is safe itself."""
    outside = WHOLE_SUIT & ~holding
    if not holding & 1 or outside.bit_count() <= SKAT_CARDS:
        return False
    return is_safe(holding & ~1, outside ^ 1 << bits(outside)[0])


def hands_by_lengths() -> Iterator[Lengths]:
    """Numbers of hands by the lengths of their suits, the longest first, in descending order of the lengths."""
    safe, closed = [0] * (SUIT_CARDS + 1), [0] * (SUIT_CARDS + 1)
    for holding in range(WHOLE_SUIT + 1):
        safe[holding.bit_count()] += is_safe(holding)
        closed[holding.bit_count()] += is_safe(holding) and not is_opening(holding)
    for lengths in combinations_with_replacement(range(SUIT_CARDS, -1, -1), 4):
        if sum(lengths) != HAND_CARDS:
            continue
        orders = len(set(permutations(lengths)))
        defended = orders * prod(safe[length] for length in lengths)
        led = defended - orders * prod(closed[length] for length in lengths)
        yield Lengths(lengths, orders * prod(comb(SUIT_CARDS, length) for length in lengths), defended, led)


def beaten_classes() -> Iterator[BeatenClass]:
    """The classes of hands with four safe suits, none of them an opening suit, each with a deal that beats it."""
    closed = [holding for holding in range(WHOLE_SUIT, -1, -1) if is_safe(holding) and not is_opening(holding)]
    solver = NullSolver()
    for held in combinations_with_replacement(closed, 4):
        if sum(holding.bit_count() for holding in held) == HAND_CARDS:
            yield BeatenClass(held, len(set(permutations(held))), *beating(held, solver))


def beating(held: tuple[int, int, int, int], solver: NullSolver | None = None) -> tuple[int, int, int]:
    """A distribution against which forehand loses a Null: each suit with one defender, as far as possible.

    Args:
        held: holdings in clubs, spades, hearts and diamonds, all safe, none of an opening suit.
        solver: a solver. Default: a new one.

    Returns:
        Hands of the defenders who play after and before the declarer, and the Skat.
    """
    random, hand, solver = Random(repr(held)), hand_with(held), solver or NullSolver()
    suits = [bits(ALL_CARDS & ~hand & suit_cards(suit)) for suit in range(4)]
    short = [card for suit in suits for card in suit if len(suit) <= SKAT_CARDS]
    for _ in range(MOST_TRIES):
        piles: list[list[int]] = [[], []]
        # a short suit is not with the defenders: who leads it takes the trick
        skat = short or random.sample(bits(ALL_CARDS & ~hand), SKAT_CARDS)
        for suit in suits:
            piles[random.randrange(2)] += [card for card in suit if card not in skat]
        random.shuffle(piles[0])
        random.shuffle(piles[1])
        while len(piles[0]) + len(piles[1]) > 2 * HAND_CARDS:
            skat = [*skat, max(piles, key=len).pop()]
        larger = max(piles, key=len)
        smaller = piles[0] if larger is piles[1] else piles[1]
        while len(smaller) < HAND_CARDS:
            smaller.append(larger.pop())
        after, before = map(mask_of, piles)
        deal = Deal((hand, after, before), mask_of(skat))
        if not solver.won(start(deal, Game.NULL, Seat.FOREHAND)):
            return after, before, deal.skat
    raise AssertionError(f"no distribution found that beats {held}")
