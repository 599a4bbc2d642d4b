"""Double-dummy Null: whether the declarer avoids every trick, with all cards open and best play by all.

The search asks won or lost, card by card. Once a defender is to lead, the declarer never leads again, and:

- A lower card is never worse for the declarer: with it he loses every trick that he would lose with a higher one in its place,
  to the same defender. So he follows suit with the highest card sure to lose, and throws off the highest of a suit.
- If only one suit is not safe (Kupferschmid 2003, definition 11.1), he throws off from it: any other card comes from a suit in
  which no trick can befall him. If none is, he has won.
- If the leader can give him a trick by leading one suit on and on, he has lost (`null_suits`).
- How high his cards in a safe suit are does not matter, and they do not separate those of the defenders.

Starts of tricks are kept in a table by the owners of the cards of each suit in order, the suits in any order. Such a key is
complete for any deal, so that the table need not be cleared between deals.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 11.
"""

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, bits, mask_of
from tafelwerk.families.skat.rules.play import Position, legal
from tafelwerk.solvers.machine.bits import highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open import null_order as at
from tafelwerk.solvers.skat.open.null_order import fact_of
from tafelwerk.solvers.skat.open.null_suits import EXCESS_MASK, LEFT, RIGHT, SAME, suit_facts
from tafelwerk.solvers.skat.open.position import State, takes

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
        self._state = np.zeros(at.TABLE + (1 << slots), np.int64)
        self._state[at.SLOTS] = (1 << slots) - 1
        self._state[at.FACTS : at.TABLE] = suit_facts()

    @property
    def nodes(self) -> int:
        """Number of positions visited so far, card by card; smaller where the table knows more."""
        return int(self._state[at.NODES])

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
        lie, leads, one, two = on_table + 1, leader, first if on_table else bit, bit if on_table else 0
        if on_table == 2:
            lie, leads, one, two = 0, _winner(leader, first, second, bit), 0, 0
            if leads == _ALONE:
                continue
        if _search_kernel(state, alone & ~bit, left & ~bit, right & ~bit, lie, leads, one, two) == _WON:
            good |= card
    return good


@kernel
def _in_order(cards: int) -> int:
    """A set of cards in the game bits of Null: A K Q J T 9 8 7 for each suit, clubs in bits 31 to 24."""
    found = 0
    for suit in range(4):
        plain = cards >> 7 * suit
        eight = plain & 7 | plain >> 2 & 8 | (cards >> 28 + suit & 1) << 4 | (plain & 24) << 2 | (plain & 64) << 1
        found |= eight << 8 * suit
    return found


@kernel
def _number_suits(state: State, alone: int, left: int, right: int) -> None:
    """Fill in the number of each suit for any part of its cards still in play: suit 0 to 3, then a byte of cards."""
    held = alone | left | right
    for suit in range(4):
        start = at.SUITS + 256 * suit
        state[start] = 1
        for place in range(8):
            half = 1 << place
            card = 1 << 8 * suit + place
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
    one, two, three, four = fact_0 >> SAME, fact_1 >> SAME, fact_2 >> SAME, fact_3 >> SAME
    if one < two:
        one, two = two, one
    if three < four:
        three, four = four, three
    if one < three:
        one, three = three, one
    if two < four:
        two, four = four, two
    if two < three:
        two, three = three, two
    key = (((one << 14 | two) << 14 | three) << 14 | four) << 2 | leader
    entry = state[_slot(state, key)]
    return entry & 1 if entry >> 1 == key else _OPEN, key


@kernel
def _slot(state: State, key: int) -> int:
    mixed = (key & 0x3FFFFFFF) * 0x2545F491 + (key >> 30) * 0x5BD1E995
    slot: int = at.TABLE + ((mixed >> 26 ^ mixed) & state[at.SLOTS])
    return slot


@kernel
def _search_kernel(
    state: State, alone: int, left: int, right: int, on_table: int, leader: int, first: int, second: int
) -> int:
    """The outcome of a position in game bits, as one loop with frames in `state`; a player's only move takes no frame."""
    depth, outcome, nodes = 0, _OPEN, 0
    suit_led = _suit_of(first) if first else 0
    while True:
        frame = at.FRAMES + depth * at.WIDTH
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
                    count = at.arrange_declarer_leads(state, moves, alone, left, right)
                else:
                    outcome, key = _start(state, cards, player)
                    if outcome == _OPEN:
                        hand = left if player == LEFT else right
                        count = at.arrange_leads(state, moves, hand, alone, cards)
            elif player == _ALONE:
                top = first
                if on_table == 1:
                    must = left & suit_led
                    top = max(top, must & -must)
                elif second & suit_led:
                    top = max(top, second)
                count = at.arrange_declarer_replies(state, moves, alone, suit_led, top, cards)
            else:
                hand = left if player == LEFT else right
                to_follow = cards | first if leader == LEFT else cards
                in_play = cards | first | second
                count = at.arrange_replies(state, moves, hand, suit_led, alone, in_play, to_follow)
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
    state[at.NODES] += nodes
    return outcome
