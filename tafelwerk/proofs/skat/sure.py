"""Sure points of the side on lead, trick by trick: a second program besides the ladder's kernels.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 9. Every trick is played out; cards
that the declarer may have thrown off stay in the hand.
"""

from collections import Counter
from collections.abc import Iterable

from tafelwerk.proofs.skat.rules import Hands, cards_of, points_of, rank_of, suit_of, suits_of

_ANY = 0
"""Stands for any suit when cards are counted by suit."""


def sure_points(game: str, declarer: int, leader: int, hands: Hands, *, printed: bool = False) -> int:
    """Sure points of the side on lead, without those already won.

    Args:
        game: the game, not Null.
        declarer: seat of the declarer.
        leader: seat to lead.
        hands: masks of the cards held at the start of a trick.
        printed: whether to follow figure 9.9 literally, which sometimes promises too much. Otherwise its second rule is stricter.
    """
    held = [set(cards_of(hand)) for hand in hands]
    if leader == declarer:
        return _one_against_two(game, held[leader], held[(leader + 1) % 3], held[(leader + 2) % 3])
    return _two_against_one(game, held[leader], held[3 - declarer - leader], held[declarer], printed)


def _one_against_two(game: str, hand: set[int], left: set[int], right: set[int]) -> int:
    total, trumps = 0, suits_of(game)[0]
    still = [set(hand), set(left), set(right)]
    tricks = [Counter[int](), Counter[int]()]
    for suit in filter(None, suits_of(game)):
        while True:
            mine, theirs = _of(game, still[0], suit), _of(game, still[1] | still[2], suit)
            if not mine or (theirs and not _beats(game, mine[-1], theirs[-1])):
                break
            if suit != trumps and any(not _of(game, one, suit) and _of(game, one, trumps) for one in still[1:]):
                break
            still[0].remove(mine[-1])
            total += _points(mine[-1:])
            for one, count in zip(still[1:], tricks, strict=True):
                follow = _of(game, one, suit)
                if follow:
                    one.remove(follow[0])
                count[suit if follow else _ANY] += 1
    return total + _least(game, left, tricks[0]) + _least(game, right, tricks[1])


def _two_against_one(game: str, leader: set[int], partner: set[int], hand: set[int], printed: bool) -> int:
    total, loose, tricks = 0, 0, Counter[int]()
    still = set(hand)
    trump, *plain = suits_of(game)
    while leader:
        own_trumps, other_trumps, held_trumps = (_of(game, one, trump) for one in (leader, partner, still))
        highest = _highest(game, own_trumps + other_trumps, held_trumps)
        played: tuple[int, int, int] | None = None
        free = False
        if own_trumps and highest is not None:  # rule 1
            own, other = highest, _dearest(game, other_trumps or partner)
            if highest not in leader:
                own, other = _dearest(game, own_trumps), highest
            played = trump, own, other
        for suit in plain if played is None else ():  # rule 2
            mine, others, held = (_of(game, one, suit) for one in (leader, partner, still))
            if not mine or (held_trumps and len(held) <= (0 if printed else loose)):
                continue
            if _highest(game, mine + others, held) is not None:
                alone = _highest(game, mine, held) is not None
                if others:
                    played = suit, mine[-1], others[-1]
                else:
                    played = suit, mine[-1], _dearest(game, partner if alone else other_trumps)
                break
            if not others and other_trumps:
                played = suit, mine[-1], _dearest(game, other_trumps)
                break
        if played is None and other_trumps and highest is not None:  # rule 3
            for suit in plain:
                mine = _of(game, leader, suit)
                if mine and not _of(game, partner, suit):
                    played, free = (suit, _dearest(game, mine), highest), True
                    break
        if played is None:
            break
        led, own, other = played
        follow = _of(game, still, led)
        if follow and not free:
            still.remove(follow[0])
            tricks[led] += 1
        else:
            tricks[_ANY] += 1
            loose += free and bool(held_trumps)
        total += _points((own, other))
        leader.remove(own)
        partner.remove(other)
        if _beats(game, other, own):
            leader, partner = partner, leader
    return total + _least(game, hand, tricks)


def _of(game: str, cards: Iterable[int], suit: int) -> list[int]:
    """Cards of a suit, lowest first."""
    return sorted((card for card in cards if suit >> card & 1), key=lambda card: rank_of(game, card))


def _beats(game: str, card: int, other: int) -> bool:
    """Whether a card takes the trick from another."""
    if suit_of(game, card) == suit_of(game, other):
        return rank_of(game, card) > rank_of(game, other)
    return bool(suits_of(game)[0] >> card & 1)


def _highest(game: str, ours: list[int], theirs: list[int]) -> int | None:
    """The leader's highest card of a suit, if it is above all cards of the others."""
    best = max(ours, key=lambda card: rank_of(game, card), default=None)
    return best if best is not None and all(_beats(game, best, card) for card in theirs) else None


def _points(cards: Iterable[int]) -> int:
    return sum(points_of(1 << card) for card in cards)


def _dearest(game: str, cards: Iterable[int]) -> int:
    """The card with most points. Tie-break: the last in the order of the game."""
    order = suits_of(game)
    return min(cards, key=lambda card: (-points_of(1 << card), -order.index(suit_of(game, card)), rank_of(game, card)))


def _least(game: str, hand: set[int], tricks: Counter[int]) -> int:
    """Fewest points of the cards of a hand that must follow a number of times in each suit and play a number of other cards."""
    rest, total = set(hand), 0
    for suit, number in tricks.items():
        if suit != _ANY:
            chosen = sorted(_of(game, hand, suit), key=lambda card: points_of(1 << card))[:number]
            rest -= set(chosen)
            total += _points(chosen)
    return total + sum(sorted(points_of(1 << card) for card in rest)[: tricks[_ANY]])
