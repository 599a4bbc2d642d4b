"""Hidden cards once more: what a seat knows, the worlds that agree with it and their numbers, what it wants.

A world's number says, for trumps, clubs, spades, hearts and diamonds in turn, how many cards the seat to the left holds, how many
the next one, and which: of the sets of one size those with the highest card come first.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from tafelwerk.proofs.skat.chance import drawn
from tafelwerk.proofs.skat.rules import ALL, Contract, Hands, State, cards_of, suit_of, suits_of

World = tuple[Hands, int]
"""Hands and Skat."""


@dataclass(frozen=True)
class Known:
    """What a seat knows.

    Attributes:
        seat: which one.
        game: what is played.
        hands: the hands that it sees, else None.
        sizes: cards in the hands.
        skat: the Skat, None where it is not known.
        unseen: the cards whose place is not known.
        voids: by seat, the suits that it failed to follow.
    """

    seat: int
    game: str
    hands: tuple[int | None, int | None, int | None]
    sizes: tuple[int, int, int]
    skat: int | None
    unseen: int
    voids: tuple[int, int, int]

    @cached_property
    def others(self) -> tuple[int, int]:
        """The seats to the left."""
        return (self.seat + 1) % 3, (self.seat + 2) % 3

    @cached_property
    def count(self) -> int:
        """How many worlds there are."""
        return self._ways(0, *self._free)

    @cached_property
    def _free(self) -> tuple[int, int]:
        one, other = (self.sizes[seat] if self.hands[seat] is None else 0 for seat in self.others)
        return one, other

    @cached_property
    def _suits(self) -> tuple[tuple[int, bool, bool], ...]:
        one, other = self.others
        return tuple(
            (suit & self.unseen, not suit & self.voids[one], not suit & self.voids[other])
            for suit in suits_of(self.game)
        )

    @cached_property
    def _found(self) -> dict[tuple[int, int, int], int]:
        return {}

    def _ways(self, suit: int, a: int, b: int) -> int:
        """Ways to place this suit and those after it, with a and b cards to come to the two seats."""
        if suit == 5:
            return int(a == b == 0)
        if (suit, a, b) not in self._found:
            self._found[suit, a, b] = sum(ways for _, _, ways in self._shares(suit, a, b))
        return self._found[suit, a, b]

    def _shares(self, suit: int, a: int, b: int) -> list[tuple[int, int, int]]:
        cards, may_one, may_other = self._suits[suit]
        m = cards.bit_count()
        return [
            (i, j, comb(m, i) * comb(m - i, j) * self._ways(suit + 1, a - i, b - j))
            for i in range((min(a, m) if may_one else 0) + 1)
            for j in range((min(b, m - i) if may_other else 0) + 1)
        ]

    def world(self, number: int) -> World:
        """The world of a number."""
        hands, skat, (a, b) = [hand or 0 for hand in self.hands], self.skat or 0, self._free
        one, other = self.others
        for suit, (cards, _, _) in enumerate(self._suits):
            i = j = 0
            for to_left, to_right, ways in self._shares(suit, a, b):
                i, j = to_left, to_right
                if number < ways:
                    break
                number -= ways
            else:
                raise ValueError("no world has that number")
            a, b = a - i, b - j
            which, number = divmod(number, self._ways(suit + 1, a, b))
            m = cards.bit_count()
            to_one = _chosen(which // comb(m - i, j), i, cards_of(cards))
            to_other = _chosen(which % comb(m - i, j), j, cards_of(cards & ~to_one))
            hands[one] |= to_one
            hands[other] |= to_other
            skat |= cards & ~to_one & ~to_other
        return (hands[0], hands[1], hands[2]), skat

    def worlds(self, most: int, seed: int) -> list[World]:
        """All worlds where there are no more than `most`, else so many drawn by a seed."""
        if self.count <= most:
            return [self.world(number) for number in range(self.count)]
        fair = 2**53 - 2**53 % self.count
        # a number that is drawn again comes once in two thousand times at most
        numbers = [number % self.count for number in drawn(seed, most + most // 100 + 100) if number < fair]
        return [self.world(number) for number in numbers[:most]]


def _chosen(number: int, size: int, cards: Sequence[int]) -> int:
    """The set of that number among those of a size."""
    mask = 0
    for place, card in enumerate(cards):
        with_it = comb(len(cards) - place - 1, size - 1) if size else 0
        if size and number < with_it:
            mask |= 1 << card
            size -= 1
        else:
            number -= with_it
    return mask


def known(
    seat: int, contract: Contract, declarer: int, hands: Hands, skat: int, course: Sequence[State], cards: Sequence[int]
) -> Known:
    """What a seat knows after some cards.

    Args:
        seat: which one.
        contract: what was announced.
        declarer: who plays alone.
        hands, skat: who held what when play began.
        course: the positions before each of the cards, and behind the last.
        cards: the cards played.
    """
    voids = [0, 0, 0]
    for state, card in zip(course, cards, strict=False):
        if state.lying and not suit_of(contract.game, state.lying[0]) >> card & 1:
            voids[state.mover] |= suit_of(contract.game, state.lying[0])
    now = course[len(cards)].hands
    sees = {seat} | ({declarer} if contract.ouvert else set())
    seen = [now[one] if one in sees else None for one in range(3)]
    own_skat = skat if seat == declarer and not contract.hand else None
    unseen = ALL & ~sum(1 << card for card in cards) & ~(own_skat or 0)
    for hand in seen:
        unseen &= ~(hand or 0)
    sizes = tuple(hand.bit_count() for hand in now)
    return Known(
        seat,
        contract.game,
        (seen[0], seen[1], seen[2]),
        (sizes[0], sizes[1], sizes[2]),
        own_skat,
        unseen & (hands[0] | hands[1] | hands[2] | skat),
        (voids[0], voids[1], voids[2]),
    )


def goal(contract: Contract, declarer: bool, cards: int, bid: int) -> tuple[int, int]:
    """Points and tricks that the declarer needs as a side sees it, Null aside: who defends goes by what was announced.

    Args:
        contract: what was announced.
        declarer: whether it is the declarer who looks.
        cards: the declarer's cards: twelve, or ten where the Skat was left untouched.
        bid: the last bid.
    """
    announced = (120, 10) if contract.schwarz else (90 if contract.schneider else 61, 0)
    if not declarer or bid == 18:
        return announced
    skats = [0]
    if cards.bit_count() == 10:
        skats = [1 << one | 1 << other for one, other in combinations(cards_of(ALL & ~cards), 2)]
    wanted = Counter(contract.needs(cards | skat, bid) or announced for skat in skats)
    return max(wanted, key=lambda need: (wanted[need], -need[0]))
