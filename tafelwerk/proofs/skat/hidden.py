"""Hidden cards, by a second program: knowledge of a seat, the worlds consistent with it, its goal.

The number of a world is that of its placement of the unseen cards: first in the hand to the left, then in the next one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tafelwerk.proofs.skat.numbering import Placements
from tafelwerk.proofs.skat.rules import ALL, Contract, Hands, State, cards_of, suit_of, suits_of

World = tuple[Hands, int]
"""Hands and Skat."""


@dataclass(frozen=True)
class Known:
    """Knowledge of a seat.

    Attributes:
        seat: the seat.
        game: the game.
        hands: hands that it sees, None for the others.
        sizes: numbers of cards in the hands.
        skat: the Skat; None if it is not known.
        unseen: cards whose place is not known.
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
    def placements(self) -> Placements:
        """The ways to place the unseen cards."""
        suits, one, other = suits_of(self.game), *self.others
        may = [[not suit & self.voids[seat] for suit in suits] for seat in (one, other)]
        sizes = [self.sizes[seat] if self.hands[seat] is None else 0 for seat in (one, other)]
        return Placements([suit & self.unseen for suit in suits], may, sizes)

    def worlds(self, most: int, seed: int) -> list[World]:
        """All worlds if there are at most `most`, otherwise `most` drawn by a seed."""
        found, (one, other) = [], self.others
        for placed in self.placements.some(most, seed).tolist():
            hands = [hand or 0 for hand in self.hands]
            hands[one] |= placed[0]
            hands[other] |= placed[1]
            skat = (self.skat or 0) | self.unseen & ~placed[0] & ~placed[1]
            found.append(((hands[0], hands[1], hands[2]), skat))
        return found


def known(
    seat: int, contract: Contract, declarer: int, hands: Hands, skat: int, course: Sequence[State], cards: Sequence[int]
) -> Known:
    """Knowledge of a seat after some cards.

    Args:
        seat: the seat.
        contract: the contract.
        declarer: seat of the declarer.
        hands, skat: the deal when play began.
        course: positions before each of the cards, and after the last.
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
        skats = [1 << one | 1 << other for one, other in combinations(cards_of(ALL & ~cards), 2)]
    wanted = Counter(contract.needs(cards | skat, bid) or announced for skat in skats)
    return max(wanted, key=lambda need: (wanted[need], -need[0]))
