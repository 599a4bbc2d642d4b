"""Skat written a second time, for the proofs; it shares nothing with what makes the tables.

The rules: cards, tricks, values of games, the bidding, and deals and worlds by number. Order and numbers of the cards are as in
the comments of the tables. Deals are grouped by cards per hand and in the Skat: 10 and 2, 9 and 2, 9 and 0, 8 and 2, ... 1 and 0.
Within a group they are ordered by forehand's hand as an integer, then middlehand's, rearhand's and the Skat, and numbered from 0.
Random numbers and deals are drawn again with numpy's Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded by an array
of words (2002), whose doubles have 53 random bits. The number of a placement encodes, for trumps, clubs, spades, hearts and
diamonds in turn, the number of cards in the first hand, in the second hand, and their sets; among sets of one size those with the
highest card come first. The other cards are in the Skat.

The solver with open cards, `Judge`: does the declarer reach a number of points, or in Null take no trick? Plain recursive
alpha-beta with a yes-or-no value, and a table of trick starts with keys of the owners of cards of equal value in order. A stored
value is proved by two questions: the declarer reaches it, and no more. A suit is a byte, from its lowest card up; jacks that are
trumps are above.

The player with hidden cards, `Look`: what a seat knows, its worlds, the worlds that a card wins, the card chosen. The number of a
world is that of its placement of the unseen cards: first in the hand to the left, then in the next one.

Source: International Skat Order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

CARDS = (*(suit + rank for suit in "DHSC" for rank in "789QKTA"), "DJ", "HJ", "SJ", "CJ")
"""Name of each card, by bit."""

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""Card points by rank; those of others are 0."""

Parts = tuple[int, int, int, int]
"""Masks of the cards of forehand, middlehand and rearhand, and of the Skat."""


def kinds() -> Iterable[tuple[int, int, int]]:
    """The number of the first deal of each group, with its cards per hand and in the Skat."""
    first = 0
    for cards, skat in [(10, 2), *((cards, skat) for cards in range(9, 0, -1) for skat in (2, 0))]:
        yield first, cards, skat
        ways = 1
        for size, left in _choices(cards, skat):
            ways *= comb(left, size)
        first += ways


def deal_number(parts: Parts) -> int:
    """The number of a deal."""
    each, in_skat = parts[0].bit_count(), parts[3].bit_count()
    rank, left = 0, 2**32 - 1
    for part, (size, among) in zip(parts, _choices(each, in_skat), strict=True):
        # for sets of one size, integer order compares the highest card, then the next
        before = taken = 0
        for index, card in enumerate(card for card in range(32) if left >> card & 1):
            if part >> card & 1:
                taken += 1
                before += comb(index, taken)
        rank, left = rank * comb(among, size) + before, left & ~part
    return rank + next(first for first, cards, skat in kinds() if (cards, skat) == (each, in_skat))


def deal_of(number: int) -> Parts:
    """The deal with a given number.

    Raises:
        ValueError: there is none.
    """
    groups = [kind for kind in kinds() if kind[0] <= number]
    if not groups:
        raise ValueError(f"no deal has the number {number}")
    first, each, in_skat = groups[-1]
    rank, ranks = number - first, []
    for size, among in reversed(_choices(each, in_skat)):
        rank, own = divmod(rank, comb(among, size))
        ranks.append(own)
    if rank:
        raise ValueError(f"no deal has the number {number}")
    parts, left = [], list(range(32))
    for (size, _), own in zip(_choices(each, in_skat), reversed(ranks), strict=True):
        part = 0
        for index in range(len(left) - 1, -1, -1):
            if size and own >= comb(index, size):
                own -= comb(index, size)
                part |= 1 << left[index]
                size -= 1
        parts.append(part)
        left = [card for card in left if not part >> card & 1]
    return parts[0], parts[1], parts[2], parts[3]


def _choices(cards: int, skat: int) -> list[tuple[int, int]]:
    """For each part, its number of cards and the number of cards to choose from."""
    return [(cards, 32), (cards, 32 - cards), (cards, 32 - 2 * cards), (skat, 32 - 3 * cards)]


SEATS = ("forehand", "middlehand", "rearhand")

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
"""The games, in the order of the tables."""

ALL = 2**32 - 1
"""The whole pack."""

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
"""Base values of the games with trumps."""

BIDS = sorted(
    {23, 35, 46, 59} | {base * most for game, base in BASE.items() for most in range(2, 12 if base == 24 else 19)}
)
"""Possible bids."""

Hands = tuple[int, int, int]


def cards_of(mask: int) -> list[int]:
    """The cards of a set, the highest bit first."""
    return [card for card in range(31, -1, -1) if mask >> card & 1]


@cache
def points_of(mask: int) -> int:
    """Card points of a set."""
    return sum(POINTS.get(CARDS[card][1], 0) for card in range(32) if mask >> card & 1)


@cache
def suits_of(game: str) -> tuple[int, ...]:
    """The suits of a game as masks: trumps, none in Null, then clubs, spades, hearts, diamonds without them."""
    trumps = 0
    if game != "null":
        own = "CSHD"[GAMES.index(game)] if game != "grand" else ""
        trumps = sum(1 << card for card, name in enumerate(CARDS) if name[1] == "J" or name[0] == own)
    plain = [sum(1 << card for card, name in enumerate(CARDS) if name[0] == suit) & ~trumps for suit in "CSHD"]
    return (trumps, *plain)


@cache
def suit_of(game: str, card: int) -> int:
    """All cards of a card's suit."""
    return next(suit for suit in suits_of(game) if suit >> card & 1)


@cache
def rank_of(game: str, card: int) -> int:
    """Place of a card within its suit, higher ones beat lower ones."""
    suit, rank = CARDS[card][0], CARDS[card][1]
    if game == "null":
        return "789TJQKA".index(rank)
    return "789QKTA".index(rank) if rank != "J" else 7 + "DHSC".index(suit)


def legal_cards(game: str, hand: int, lying: Sequence[int]) -> int:
    """The legal cards of a hand."""
    return (hand & suit_of(game, lying[0]) or hand) if lying else hand


def taker(game: str, leader: int, lying: Sequence[int]) -> int:
    """The seat that takes a trick of three cards."""
    best = 0
    for turn in (1, 2):
        card, before = lying[turn], lying[best]
        same, trump = suit_of(game, card) == suit_of(game, before), suits_of(game)[0] >> card & 1
        if (same and rank_of(game, card) > rank_of(game, before)) or (not same and trump):
            best = turn
    return (leader + best) % 3


@dataclass(frozen=True, slots=True)
class State:
    """A position with open cards.

    Attributes:
        hands: masks of the cards held.
        leader: leader of the current trick, or of the next one.
        lying: the cards on the table.
        points: the declarer's points, including the Skat.
        tricks: the declarer's tricks.
        over: whether the game is decided.
    """

    hands: Hands
    leader: int
    lying: tuple[int, ...]
    points: int
    tricks: int
    over: bool = False

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.lying)) % 3


def begin(hands: Hands, skat: int) -> State:
    """Before forehand leads."""
    return State(hands, 0, (), points_of(skat), 0)


def after(state: State, game: str, declarer: int, card: int) -> State:
    """The position after a card.

    Raises:
        ValueError: the card is not legal.
    """
    mover = state.mover
    if state.over or not legal_cards(game, state.hands[mover], state.lying) >> card & 1:
        raise ValueError(f"{CARDS[card]} cannot be played")
    forehand, middlehand, rearhand = (hand & ~(1 << card) for hand in state.hands)
    lying = (*state.lying, card)
    if len(lying) < 3:
        return State((forehand, middlehand, rearhand), state.leader, lying, state.points, state.tricks)
    winner = taker(game, state.leader, lying)
    gain = points_of(sum(1 << each for each in lying)) if winner == declarer else 0
    tricks = state.tricks + (winner == declarer)
    over = not forehand | middlehand | rearhand or (game == "null" and tricks > 0)
    return State((forehand, middlehand, rearhand), winner, (), state.points + gain, tricks, over)


def states(hands: Hands, skat: int, game: str, declarer: int, cards: Sequence[int]) -> Iterator[State]:
    """The positions of a game, one more than there are cards.

    Raises:
        ValueError: A card is not legal.
    """
    state = begin(hands, skat)
    yield state
    for card in cards:
        state = after(state, game, declarer, card)
        yield state


def matadors(game: str, cards: int) -> int:
    """Trumps from the highest down that the declarer has (positive) or lacks (negative); 0 in Null."""
    trumps = sorted(cards_of(suits_of(game)[0]), key=lambda card: -rank_of(game, card))
    if not trumps:
        return 0
    length = 0
    while length < len(trumps) and (cards >> trumps[length] & 1) == (cards >> trumps[0] & 1):
        length += 1
    return length if cards >> trumps[0] & 1 else -length


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract."""

    game: str
    hand: bool
    schneider: bool
    schwarz: bool
    ouvert: bool

    @property
    def is_allowed(self) -> bool:
        """Whether it can be announced."""
        if self.game == "null":
            return not self.schneider and not self.schwarz
        return self.hand >= self.schneider >= self.schwarz >= self.ouvert

    def value(self, cards: int, schneider: bool, schwarz: bool) -> int:
        """Its value with the declarer's twelve cards, given whether a side is Schneider or Schwarz."""
        if self.game == "null":
            return 23 + 12 * self.hand + 23 * self.ouvert + (self.hand and self.ouvert)
        schwarz = schwarz or self.schwarz
        schneider = schneider or schwarz or self.schneider
        more = self.hand + schneider + self.schneider + schwarz + self.schwarz + self.ouvert
        return BASE[self.game] * (abs(matadors(self.game, cards)) + 1 + more)

    def needs(self, cards: int, bid: int) -> tuple[int, int] | None:
        """Points and tricks that win with twelve cards at a bid, except in Null; None if the game cannot be won."""
        if self.value(cards, True, True) < bid:
            return None
        if self.schwarz or self.value(cards, True, False) < bid:
            return 120, 10
        return (90 if self.schneider or self.value(cards, False, False) < bid else 61), 0


def score(contract: Contract, cards: int, state: State, bid: int) -> tuple[int, bool, bool, int, int]:
    """Matadors, whether won, whether overbid, value and score of a game that is over."""
    length = matadors(contract.game, cards)
    if contract.game == "null":
        value, won = contract.value(cards, False, False), state.tricks == 0
        if value < bid:
            raise ValueError("a Null below the bid")
        return length, won, False, value, value if won else -2 * value
    schneider, schwarz = state.points >= 90 or state.points <= 30, state.tricks in (0, 10)
    value, needs = contract.value(cards, schneider, schwarz), contract.needs(cards, bid)
    won = needs is not None and state.points >= needs[0] and state.tricks >= needs[1]
    overbid = value < bid
    if overbid:
        value = -(-bid // BASE[contract.game]) * BASE[contract.game]
    return length, won, overbid, value, value if won else -2 * value


def bidding(calls: str) -> tuple[int, int | None]:
    """The last bid and the declarer after some calls; None if all passed.

    Raises:
        ValueError: A call is not possible, or the bidding is not over.
    """
    words, bid = iter(calls.split(", ")), 0

    left, pending = 0, next(words, "")
    for bidder in (1, 2):
        while True:
            seat, _, what = pending.partition(" ")
            if seat != SEATS[bidder]:
                raise ValueError(f"{pending!r} is said")
            if what == "passes":
                pending = next(words, "")
                break
            made = int(what.removeprefix("bids "))
            if made not in BIDS or made <= bid or what != f"bids {made}":
                raise ValueError(f"{pending!r} is said after {bid}")
            bid, answer = made, next(words, "")
            pending = next(words, "")
            if answer == f"{SEATS[left]} passes":
                left = bidder
                break
            if answer != f"{SEATS[left]} holds {bid}":
                raise ValueError(f"{answer!r} is said to {bid}")
    if not bid:
        if left or pending not in ("forehand bids 18", "forehand passes"):
            raise ValueError(f"{pending!r} is said")
        bid, pending = (18 if pending == "forehand bids 18" else 0), next(words, "")
    if pending:
        raise ValueError(f"{pending!r} is said at the end")
    return bid, left if bid else None


Words = NDArray[np.int64]

_TWISTER = np.random.RandomState()


def uniforms(seed: int, count: int) -> list[int]:
    """The first numbers of 53 random bits for a seed, 0 or more."""
    words = max(1, -(-seed.bit_length() // 32))
    _TWISTER.seed([seed >> 32 * index & 0xFFFFFFFF for index in range(words)])
    return [int(number) for number in _TWISTER.random_sample(count) * 2**53]


def random_deals(seed: int, numbers: Sequence[int], cards: int = 10) -> Words:
    """Deals of a seed's sequence: a random order of the pack, drawn card by card and dealt out.

    Args:
        seed: seed of the sequence.
        numbers: places in it.
        cards: cards per hand.

    Returns:
        int64, shape (n, 4): masks of the hands and of the Skat.
    """
    deals = np.zeros((len(numbers), 4), np.int64)
    dealt = 32 if cards == 10 else 3 * cards
    for row, number in enumerate(numbers):
        pack = list(range(32))
        for index, uniform in enumerate(uniforms((seed << 32) + number, dealt)):
            other = index + (uniform * (32 - index) >> 53)
            pack[index], pack[other] = pack[other], pack[index]
            deals[row, min(index // cards, 3)] |= 1 << pack[index]
    return deals


class Placements:
    """Placements of cards into two hands and the Skat.

    Attributes:
        count: number of placements.
    """

    def __init__(self, suits: Sequence[int], may: Sequence[Sequence[bool]], sizes: Sequence[int]) -> None:
        """Count the placements.

        Args:
            suits: five masks of the cards to be placed.
            may: for each of the two hands, whether it may hold cards of each suit.
            sizes: numbers of cards that the two hands take.
        """
        self._suits, self._may = np.array(suits, np.int64), np.array(may, np.bool_)
        self._sizes, self._ways = np.array(sizes, np.int64), np.zeros((6, 11, 11), np.int64)
        _count_kernel(self._suits, self._may, _BINOMIALS, self._ways)
        self.count = int(self._ways[0, sizes[0], sizes[1]])

    def sample(self, most: int, seed: int) -> Words:
        """All placements if there are at most `most`, otherwise `most` drawn by a seed: masks of the hands, shape (n, 2)."""
        numbers = list(range(min(self.count, most)))
        if self.count > most:
            fair = 2**53 - 2**53 % self.count
            # a number is drawn again at most once in two thousand times
            numbers = [number % self.count for number in uniforms(seed, most + most // 100 + 100) if number < fair][
                :most
            ]
        masks = np.zeros((len(numbers), 2), np.int64)
        _place_kernel(np.array(numbers, np.int64), self._suits, self._may, self._sizes, _BINOMIALS, self._ways, masks)
        return masks


def _binomials() -> Words:
    table = np.zeros((33, 33), np.int64)
    table[:, 0] = 1
    for n in range(1, 33):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    table.setflags(write=False)
    return table


_BINOMIALS = _binomials()


@kernel
def size(mask: int) -> int:
    """Number of elements of a set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@kernel
def _most(may: bool, free: int, cards: int) -> int:
    return min(free, cards) if may else 0


@kernel
def _count_kernel(suits: Words, may: NDArray[np.bool_], binomials: Words, ways: Words) -> None:
    """Number of placements of a suit and those after it, by the numbers of cards that the two hands still take."""
    ways[5, 0, 0] = 1
    for suit in range(4, -1, -1):
        m = size(suits[suit])
        for a in range(11):
            for b in range(11):
                total = 0
                for i in range(_most(may[0, suit], a, m) + 1):
                    for j in range(_most(may[1, suit], b, m - i) + 1):
                        total += binomials[m, i] * binomials[m - i, j] * ways[suit + 1, a - i, b - j]
                ways[suit, a, b] = total


@kernel
def _place_kernel(
    numbers: Words, suits: Words, may: NDArray[np.bool_], sizes: Words, binomials: Words, ways: Words, masks: Words
) -> None:
    for row in range(numbers.size):
        number, a, b = numbers[row], sizes[0], sizes[1]
        for suit in range(5):
            m, i, j = size(suits[suit]), 0, 0
            while True:
                block = binomials[m, i] * binomials[m - i, j] * ways[suit + 1, a - i, b - j]
                if number < block:
                    break
                number -= block
                j += 1
                if j > _most(may[1, suit], b, m - i):
                    i, j = i + 1, 0
            a, b = a - i, b - j
            below = ways[suit + 1, a, b]
            which, number = number // below, number % below
            to_one = _subset(which // binomials[m - i, j], i, suits[suit], binomials)
            masks[row, 0] |= to_one
            masks[row, 1] |= _subset(which % binomials[m - i, j], j, suits[suit] & ~to_one, binomials)


@kernel
def _subset(number: int, count: int, cards: int, binomials: Words) -> int:
    """The set with a given number among those of a size."""
    chosen, left = 0, size(cards)
    for card in range(31, -1, -1):
        if cards >> card & 1 and count > 0:
            left -= 1
            with_it = binomials[left, count - 1]
            if number < with_it:
                chosen |= 1 << card
                count -= 1
            else:
                number -= with_it
    return chosen


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


World = tuple[Hands, int]
"""Hands and Skat."""


class Knowledge:
    """Knowledge of a seat after some cards.

    Args:
        seat: the seat.
        contract: the contract.
        declarer: seat of the declarer.
        hands, skat: the deal when play began.
        course: positions before each of the cards, and after the last.
        cards: the cards played.

    Attributes:
        placements: the ways to place the unseen cards: in the hand to the left, in the next one, in the Skat.
    """

    def __init__(
        self,
        seat: int,
        contract: Contract,
        declarer: int,
        hands: Hands,
        skat: int,
        course: Sequence[State],
        cards: Sequence[int],
    ) -> None:
        voids = [0, 0, 0]
        for state, card in zip(course, cards, strict=False):
            if state.lying and not suit_of(contract.game, state.lying[0]) >> card & 1:
                voids[state.mover] |= suit_of(contract.game, state.lying[0])
        sees = {seat} | ({declarer} if contract.ouvert else set())
        now = course[len(cards)].hands
        self._hands = [hand if player in sees else 0 for player, hand in enumerate(now)]
        self._skat = skat if seat == declarer and not contract.hand else 0
        known = self._hands[0] | self._hands[1] | self._hands[2] | self._skat | sum(1 << card for card in cards)
        self._unseen = (hands[0] | hands[1] | hands[2] | skat) & ~known
        self._others = (seat + 1) % 3, (seat + 2) % 3
        suits = suits_of(contract.game)
        may = [[not suit & voids[other] for suit in suits] for other in self._others]
        sizes = [0 if other in sees else now[other].bit_count() for other in self._others]
        self.placements = Placements([suit & self._unseen for suit in suits], may, sizes)

    def worlds(self, most: int, seed: int) -> list[World]:
        """All worlds if there are at most `most`, otherwise `most` drawn by a seed."""
        worlds, (first, second) = [], self._others
        for placed in self.placements.sample(most, seed).tolist():
            hands = list(self._hands)
            hands[first] |= placed[0]
            hands[second] |= placed[1]
            skat = self._skat | self._unseen & ~placed[0] & ~placed[1]
            worlds.append(((hands[0], hands[1], hands[2]), skat))
        return worlds


def goal(contract: Contract, declarer: bool, cards: int, bid: int) -> tuple[int, int]:
    """Points and tricks that the declarer needs from the view of a side, except in Null; defenders use the announcement.

    Args:
        contract: the contract.
        declarer: whether the view is the declarer's.
        cards: the declarer's cards: twelve, or ten if the Skat was left untouched.
        bid: the last bid.
    """
    announced = (120, 10) if contract.schwarz else (90 if contract.schneider else 61, 0)
    if not declarer or bid == 18:
        return announced
    skats = [0]
    if cards.bit_count() == 10:
        skats = [1 << low | 1 << high for low, high in combinations(cards_of(ALL & ~cards), 2)]
    wanted = Counter(contract.needs(cards | skat, bid) or announced for skat in skats)
    return max(wanted, key=lambda need: (wanted[need], -need[0]))


BATCH = 20
"""Number of worlds between removals of cards that can no longer come first."""

POINTS_BATCH = 4
"""Number of worlds in which points are computed before the effort is checked again."""


@dataclass(frozen=True)
class Look:
    """A choice made by a program.

    Attributes:
        contract: the contract.
        declarer: seat of the declarer.
        bid: the last bid.
        hands, skat: the deal when play began.
        cards: cards played before.
        most: largest number of worlds; 0: only the true one.
        seed: random seed of the seat.
    """

    contract: Contract
    declarer: int
    bid: int
    hands: Hands
    skat: int
    cards: tuple[int, ...]
    most: int
    seed: int

    @cached_property
    def course(self) -> list[State]:
        """The positions up to the choice."""
        return list(states(self.hands, self.skat, self.contract.game, self.declarer, self.cards))

    @cached_property
    def legal(self) -> list[int]:
        """The legal cards, highest first."""
        state = self.course[-1]
        return cards_of(legal_cards(self.contract.game, state.hands[state.mover], state.lying))

    @property
    def alone(self) -> bool:
        """Whether the declarer chooses."""
        return self.course[-1].mover == self.declarer

    @cached_property
    def worlds(self) -> Sequence[World]:
        """The worlds, in the order examined."""
        state = self.course[-1]
        if not self.most:
            return [(state.hands, self.skat)]
        seat = state.mover
        sees = Knowledge(seat, self.contract, self.declarer, self.hands, self.skat, self.course, self.cards)
        return sees.worlds(self.most, 32 * self.seed + len(self.cards))

    @property
    def count(self) -> int:
        """Number of worlds."""
        return len(self.worlds)

    def _need(self) -> tuple[int, int]:
        """Points and tricks that the declarer needs, from the view of the side; 1 and 0 in Null: no trick."""
        if self.contract.game == "null":
            return 1, 0
        cards = self.hands[self.declarer] | (self.skat if not self.contract.hand or not self.most else 0)
        return goal(self.contract, self.alone or not self.most, cards, self.bid)

    def _states(self, judge: Judge, places: Sequence[int]) -> Iterator[State]:
        """The position in some worlds, each loaded into the solver in turn."""
        state, game = self.course[-1], self.contract.game
        own = points_of(self.skat)
        for index in places:
            hands, skat = self.worlds[index]
            with_lying = [
                hand | sum(1 << card for turn, card in enumerate(state.lying) if (state.leader + turn) % 3 == seat)
                for seat, hand in enumerate(hands)
            ]
            judge.load((with_lying[0], with_lying[1], with_lying[2]), game, self.declarer)
            points = state.points - own + points_of(skat)
            yield State(hands, state.leader, state.lying, points, state.tricks)

    def wins(self, judge: Judge) -> dict[int, tuple[int, int]] | None:
        """Numbers of worlds examined and won, by card; None if the declarer needs all tricks."""
        need, tricks = self._need()
        if tricks:
            return None
        alive, seen = self.legal, 0
        counts = {card: [0, 0] for card in self.legal}
        while seen < self.count and len(alive) > 1:
            batch = range(seen, min(seen + BATCH, self.count))
            for state in self._states(judge, batch):
                for card in alive:
                    won = judge.reaches(after(state, self.contract.game, self.declarer, card), need)
                    counts[card][0] += 1
                    counts[card][1] += won == self.alone
            seen = batch.stop
            most = max(wins for _, wins in counts.values())
            alive = [card for card in alive if counts[card][1] + self.count - seen >= most]
        return {card: (worlds, wins) for card, (worlds, wins) in counts.items()}

    def points(self, judge: Judge, counts: dict[int, int]) -> dict[int, int]:
        """The declarer's final points, summed over the first worlds, by card.

        Args:
            judge: A solver.
            counts: numbers of worlds, by card.
        """
        sums = dict.fromkeys(counts, 0)
        for index in range(max(counts.values(), default=0)):
            guess = 61
            for state in self._states(judge, [index]):
                for card, count in counts.items():
                    if index < count:
                        guess = judge.value(after(state, self.contract.game, self.declarer, card), guess)
                        sums[card] += guess
        return sums

    def stops_after(self, worlds: int) -> bool:
        """Whether a search for the points of tied cards can end after a number of worlds."""
        return 0 < worlds <= self.count and (worlds % POINTS_BATCH == 0 or worlds == self.count)

    def chosen_card(self, judge: Judge, points_worlds: int) -> int | None:
        """The card chosen if points are computed in a number of worlds; None if that number is impossible.

        Raises:
            ValueError: the declarer needs tricks.
        """
        if len(self.legal) == 1:
            return None if points_worlds else self.legal[0]
        wins = self.wins(judge)
        if wins is None:
            raise ValueError("the declarer needs tricks")
        most = max(won for _, won in wins.values())
        tied = [card for card, (_, won) in wins.items() if won == most]
        if len(tied) == 1 or self.contract.game == "null":
            return None if points_worlds else self.choice(dict.fromkeys(tied, 0), tied)
        if not self.stops_after(points_worlds):
            return None
        return self.choice(self.points(judge, dict.fromkeys(tied, points_worlds)), tied)

    def choice(self, points: dict[int, int], tied: Sequence[int]) -> int:
        """The best of cards that win in equally many worlds: best points for its side, then lowest value, then lowest card."""
        game, sign = self.contract.game, -1 if self.alone else 1
        trumps = suits_of(game)[0]

        def order(card: int) -> tuple[int, int, int, int, int]:
            value = 0 if game == "null" else points_of(1 << card)
            trump = trumps >> card & 1
            return (
                sign * points[card],
                value,
                trump,
                0 if trump else "DHSC".index(CARDS[card][0]),
                rank_of(game, card),
            )

        return min(tied, key=order)
