"""A second solver with open cards: does the declarer reach a number of points, or in Null take no trick?

It shares nothing with the solvers that make the tables: plain recursive alpha-beta with a yes-or-no value, and
a table of trick starts with keys of the owners of cards of equal value in order. A stored value is proved by two questions:
the declarer reaches it, and no more.

A suit is a byte, from its lowest card up; jacks that are trumps are above.
"""

from typing import NamedTuple

import numpy as np

from tafelwerk.proofs.skat.second_rules import CARDS, GAMES, SEATS, Hands, State, Words, begin, deal_of, size
from tafelwerk.solvers.machine.jit import kernel

_PLACES = 36  # four bytes of a suit, and four jacks
_JACKS = 0b1111 << 32
_ACES, _TENS, _KINGS, _QUEENS = (0x01010101 << rank for rank in (6, 5, 4, 3))
DECLARER, NULL, TRUMPS, GENERATION = 0, 1, 2, 3
"""Places in `Cards.facts`."""


def _places() -> Words:
    """Bit of each card of a book in this layout, by game: in Null 7 8 9 T J Q K A, otherwise 7 8 9 Q K T A, with jacks above."""
    places = np.zeros((len(GAMES), 32), np.int64)
    for number, game in enumerate(GAMES):
        ranks = "789TJQKA" if game == "null" else "789QKTA"
        for card, name in enumerate(CARDS):
            byte, rank = "CSHD".index(name[0]), name[1]
            places[number, card] = 8 * byte + ranks.index(rank) if rank in ranks else 35 - byte
    places.setflags(write=False)
    return places


PLACES = _places()
"""Bit of each card of a book in this layout, by game; int64, shape (games, 32)."""


class Cards(NamedTuple):
    """Data of a game for the search.

    Attributes:
        suit: (36,) cards of each card's suit; trumps are one suit.
        value: (36,) card points; all 0 in Null.
        code: (4, 256) code of a byte of cards of a suit in a key.
        jack_code: (16,) the same for the jacks.
        facts: declarer, whether it is Null, trumps, generation of the table.
    """

    suit: Words
    value: Words
    code: Words
    jack_code: Words
    facts: Words

    @classmethod
    def empty(cls) -> "Cards":
        """Empty data of a game, to be filled by `load`."""
        return cls(
            np.zeros(_PLACES, np.int64),
            np.zeros(_PLACES, np.int64),
            np.zeros((4, 256), np.int64),
            np.zeros(16, np.int64),
            np.zeros(4, np.int64),
        )


@kernel
def points(mask: int) -> int:
    """Card points of a set in a game for points."""
    high = 11 * size(mask & _ACES) + 10 * size(mask & _TENS) + 4 * size(mask & _KINGS)
    return high + 3 * size(mask & _QUEENS) + 2 * size(mask & _JACKS)


@kernel
def place_cards(places: Words, mask: int) -> int:
    """A set of cards of a book in this layout."""
    bits = 0
    for card in range(32):
        if mask >> card & 1:
            bits |= 1 << places[card]
    return bits


@kernel
def load(
    cards: Cards,
    places: Words,
    game: int,
    forehand: int,
    middlehand: int,
    rearhand: int,
    declarer: int,
) -> None:
    """Fill `cards` with a game, with hands as masks of cards of a book; table entries of earlier games become invalid."""
    null = 1 if game == 5 else 0
    trumps = 0
    if not null:
        trumps = _JACKS | (0x7F << 8 * game if game < 4 else 0)
    facts = cards.facts
    facts[DECLARER], facts[NULL], facts[TRUMPS] = declarer, null, trumps
    facts[GENERATION] += 1
    hands = (place_cards(places, forehand), place_cards(places, middlehand), place_cards(places, rearhand))
    for card in range(_PLACES):
        suit = 0xFF << 8 * (card >> 3) & ~trumps
        cards.suit[card] = trumps if trumps >> card & 1 else suit
        cards.value[card] = 0 if null else points(1 << card)
    for byte in range(4):
        for held in range(256):
            # owners of the cards without points, in order; for the others, whether they are in play
            code = 1
            for rank in range(8 if null else 3):
                if held >> rank & 1:
                    card = 8 * byte + rank
                    code = 3 * code + (1 if hands[1] >> card & 1 else 2 if hands[2] >> card & 1 else 0)
            cards.code[byte, held] = code if null else 16 * code + (held >> 3 & 15)
    for held in range(16):
        code = 1
        for jack in range(4):
            if held >> jack & 1:
                code = 3 * code + (1 if hands[1] >> (32 + jack) & 1 else 2 if hands[2] >> (32 + jack) & 1 else 0)
        cards.jack_code[held] = code


@kernel
def beats(cards: Cards, card: int, other: int) -> bool:
    """Whether a card takes the trick from an earlier card."""
    if cards.suit[other] >> card & 1:
        return card > other
    return bool(cards.facts[TRUMPS] >> card & 1)


@kernel
def can_beat(cards: Cards, hand: int, led: int, best: int) -> bool:
    """Whether a hand, following the suit led, can take the trick from the best card on the table."""
    suit, trumps = cards.suit[led], cards.facts[TRUMPS]
    follow = hand & suit
    if follow:
        return bool(cards.suit[best] == suit and (follow & cards.suit[best]) >> best > 1)
    if suit == trumps or hand & trumps == 0:
        return False
    return not trumps >> best & 1 or (hand & trumps) >> best > 1


SLOTS = 1 << 20
"""Capacity of the table in trick starts, a power of 2."""

_UNKNOWN, _FAR = -1, 1000


@kernel
def _key(cards: Cards, held: int, leader: int) -> int:
    """Key of a trick start, unique up to equivalent cards of equal value."""
    code, null = cards.code, cards.facts[NULL]
    width = 14 if null else 10
    key = code[0, held & 255] | code[1, held >> 8 & 255] << width
    key |= code[2, held >> 16 & 255] << 2 * width | code[3, held >> 24 & 255] << 3 * width
    if not null:
        key |= cards.jack_code[held >> 32 & 15] << 40
    return int(key | leader << 57)


@kernel
def _slot(table: Words, key: int) -> int:
    mixed = (key ^ key >> 29) * 0x1E35A7BD1E35A7BD
    return int((mixed ^ mixed >> 32) & (table.shape[0] - 1))


@kernel
def _known_bound(cards: Cards, table: Words, hands: tuple[int, int, int], leader: int, need: int) -> int:
    """The known bound on the points to come of a trick start, at least `need` or below it; otherwise _UNKNOWN."""
    held = hands[0] | hands[1] | hands[2]
    facts = cards.facts
    if facts[NULL]:
        if held == 0:
            return 1
    else:
        if need <= 0:
            return 0
        left = points(held)
        if left < need:
            return left
    key = _key(cards, held, leader)
    slot = _slot(table, key)
    if table[slot, 0] == key and table[slot, 1] >> 14 == facts[GENERATION]:
        low, high = table[slot, 1] & 127, table[slot, 1] >> 7 & 127
        if low >= need:
            return int(low)
        if high < need:
            return int(high)
    return _UNKNOWN


@kernel
def _keep(cards: Cards, table: Words, slot: int, key: int, need: int, bound: int) -> None:
    """Store a bound on the points to come, a lower bound if it is at least `need`, otherwise an upper bound."""
    generation = cards.facts[GENERATION]
    low, high = 0, 127
    if table[slot, 0] == key and table[slot, 1] >> 14 == generation:
        low, high = table[slot, 1] & 127, table[slot, 1] >> 7 & 127
    if bound >= need:
        low = max(low, bound)
    else:
        high = min(high, bound)
    table[slot, 0] = key
    table[slot, 1] = generation << 14 | high << 7 | low


@kernel
def _worth(
    cards: Cards, hands: tuple[int, int, int], leader: int, lying: int, first: int, best: int, winner: int, card: int
) -> int:
    """Score of a card for move ordering: its expected gain for its side, from the current trick."""
    declarer, value, mover = cards.facts[DECLARER], cards.value[card], (leader + lying) % 3
    alone, takes = mover == declarer, lying == 0 or beats(cards, card, best)
    mine = alone == ((mover if takes else winner) == declarer)
    for turn in range(lying + 1, 3):
        seat = (leader + turn) % 3
        if (seat == declarer) != alone and can_beat(
            cards, hands[seat], first if lying else card, card if takes else best
        ):
            mine = False
    if cards.facts[NULL]:
        return (card & 7) if lying and not takes else 8 - (card & 7)
    return int(3 * value + 10 if mine else -3 * value) - (card & 7)


@kernel
def _list_moves(
    cards: Cards, hands: tuple[int, int, int], leader: int, lying: int, first: int, second: int, row: Words
) -> tuple[int, int, int]:
    """Write the moves of a position to `row`, by worth; the lowest six bits are the card.

    Returns:
        Their number, the best card on the table, and its seat.
    """
    moves, best, winner, number = hands[(leader + lying) % 3], first, leader, 0
    if lying:
        moves = moves & cards.suit[first] or moves
    if lying == 2 and beats(cards, second, first):
        best, winner = second, (leader + 1) % 3
    while moves:
        bit = moves & -moves
        moves ^= bit
        card = size(bit - 1)
        worth = _worth(cards, hands, leader, lying, first, best, winner, card)
        # sorted as they come
        index = number
        while index > 0 and row[index - 1] >> 6 < worth:
            row[index] = row[index - 1]
            index -= 1
        row[index] = worth << 6 | card
        number += 1
    return number, best, winner


@kernel
def _search(
    cards: Cards,
    table: Words,
    moves: Words,
    hands: tuple[int, int, int],
    leader: int,
    lying: int,
    first: int,
    second: int,
    need: int,
) -> int:
    """A bound on the points to come: a lower one if they are at least `need`, otherwise an upper one below it.

    At a trick start no bound is known yet; `moves` is scratch, a row per number of cards held.
    """
    declarer, null = cards.facts[DECLARER], cards.facts[NULL]
    if not null and need <= 0:
        return 0
    held, mover = hands[0] | hands[1] | hands[2], (leader + lying) % 3
    maximises, row = mover == declarer, moves[size(held)]
    number, best, winner = _list_moves(cards, hands, leader, lying, first, second, row)
    result = -1 if maximises else _FAR
    for index in range(number):
        card = row[index] & 63
        bit = 1 << card
        after = (hands[0] & ~bit, hands[1] & ~bit, hands[2] & ~bit)
        gain, bound, taker = 0, _UNKNOWN, leader
        if lying == 2:
            taker = mover if beats(cards, card, best) else winner
            if taker == declarer:
                gain = cards.value[first] + cards.value[second] + cards.value[card]
            bound = 0 if null and taker == declarer else _known_bound(cards, table, after, taker, need - gain)
        if bound == _UNKNOWN:
            led, other = (card if lying == 0 else first), (card if lying == 1 else second)
            bound = _search(cards, table, moves, after, taker, (lying + 1) % 3, led, other, need - gain)
        bound += gain
        result = max(result, bound) if maximises else min(result, bound)
        if (bound >= need) == maximises:
            break
    if lying == 0:
        key = _key(cards, held, leader)
        _keep(cards, table, _slot(table, key), key, need, result)
    return int(result)


class Judge:
    """Questions about the positions of one game after another."""

    def __init__(self) -> None:
        self._table, self._moves = np.zeros((SLOTS, 2), np.int64), np.zeros((31, 10), np.int64)
        self._cards = Cards.empty()
        self._loaded: tuple[Hands, str, int] | None = None

    def load(self, hands: Hands, game: str, declarer: int) -> None:
        """Load a game by its hands at the start, or at a later moment including the cards on the table."""
        if self._loaded != (hands, game, declarer):
            number = GAMES.index(game)
            load(self._cards, PLACES[number], number, *hands, declarer)
            self._loaded = hands, game, declarer

    def take(self, deal: int, game: str, seat: str) -> State:
        """Load a stored game: number of the deal, game and declarer as words. Returns its first position."""
        forehand, middlehand, rearhand, skat = deal_of(deal)
        hands = forehand, middlehand, rearhand
        self.load(hands, game, SEATS.index(seat))
        return begin(hands, skat)

    def reaches(self, state: State, value: int) -> bool:
        """Whether the declarer ends with at least `value` points; in Null, with 1, whether no trick."""
        assert self._loaded is not None
        game = self._loaded[1]
        if game == "null" and (value != 1 or state.tricks):
            return value <= 0
        need = 1 if game == "null" else value - state.points
        if state.over:
            return game == "null" or need <= 0
        places, bound = PLACES[GAMES.index(game)], _UNKNOWN
        forehand, middlehand, rearhand = (int(place_cards(places, hand)) for hand in state.hands)
        hands, lying = (forehand, middlehand, rearhand), [int(places[card]) for card in state.lying]
        if not lying:
            bound = _known_bound(self._cards, self._table, hands, state.leader, need)
        if bound == _UNKNOWN:
            first, second, *_ = (*lying, 0, 0)
            bound = _search(self._cards, self._table, self._moves, hands, state.leader, len(lying), first, second, need)
        return bool(bound >= need)

    def equals(self, state: State, value: int) -> bool:
        """Whether a position has a given value."""
        return self.reaches(state, value) and not self.reaches(state, value + 1)

    def value(self, state: State, guess: int) -> int:
        """The value of a position in a game for points."""
        low, high, step = state.points, 120, 1
        # search outwards from the guess, then between the bounds
        while low < high:
            target = min(max(guess, low + 1), high)
            if self.reaches(state, target):
                low, guess = target, target + step
            else:
                high, guess = target - 1, target - step
            step *= 2
            if low > state.points and high < 120:
                guess = (low + high + 1) // 2
        return low
