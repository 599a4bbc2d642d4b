"""The rules of Skat, written a second time: cards, tricks, values of games, the bidding, and deals and worlds by number.

Source: International Skat Order; order and numbers of the cards are as in the comments of the tables.

Deals are grouped by cards per hand and in the Skat: 10 and 2, 9 and 2, 9 and 0, 8 and 2, ... 1 and 0. Within a group they
are ordered by forehand's hand as an integer, then middlehand's, rearhand's and the Skat, and numbered from 0.

Random numbers and deals, drawn again with numpy's Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded by an
array of words (2002), whose doubles have 53 random bits.

The number of a placement encodes, for trumps, clubs, spades, hearts and diamonds in turn, the number of cards in the first
hand, in the second hand, and their sets; among sets of one size those with the highest card come first. The other cards are in
the Skat.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

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
