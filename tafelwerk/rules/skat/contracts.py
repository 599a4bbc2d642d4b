"""Which contracts there are, how high a hand may bid on them, and which can be announced after the bidding.

The Skat counts with the declarer's cards, so that it may move the value of a game that was bid before it was seen; to a hand of
ten cards there are 231 Skats. Who has the jack of clubs can only gain. Who lacks it and more may find the jack of spades, be
without one then, and have overbid.

Source: International Skat Order, sections 2.4 (matadors), 3.4 (announcements), 5.1 and 5.2 (values) and 5.4 (overbid games).
"""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, bits, mask_of
from tafelwerk.rules.skat.order import order
from tafelwerk.rules.skat.scoring import BASE, Contract, check_bid, game_value, goal, matadors

SKATS = comb(22, 2)
"""Skats that a player of ten cards may meet: 231."""

CONTRACTS = (
    *(Contract(game, step > 0, step > 1, step > 2, step > 3) for game in BASE for step in range(5)),
    *(Contract(Game.NULL, hand=hand, ouvert=ouvert) for hand in (False, True) for ouvert in (False, True)),
)
"""All contracts: every game with trumps plain, Hand, and Hand with Schneider, Schwarz or Ouvert announced; Null four ways."""


def highest_bid(contract: Contract, cards: int) -> int:
    """How high a contract can be bid at no risk: what it is worth at least, with neither party Schneider.

    Of twelve cards that is its value, of ten the least value over all Skats. `game_value` of ten cards is the value if the Skat
    changes nothing, to which players commonly bid.

    Args:
        contract: what is to be announced.
        cards: mask of ten cards, the hand before the Skat is known, or of twelve, hand and Skat.

    Raises:
        InputError: another number of cards.
    """
    if _check_cards(cards) == 12:
        return game_value(contract, cards)
    return min(_value_counts(contract, cards))


def value_counts(contract: Contract, hand: int) -> dict[int, int]:
    """What a contract is worth over the 231 Skats that a hand may meet: value to number of Skats, the lowest value first.

    Args:
        contract: what is to be announced; neither party is Schneider unless that is announced.
        hand: mask of ten cards.

    Raises:
        InputError: another number of cards.
    """
    _check_hand(hand)
    return _value_counts(contract, hand)


def chance_to_be_worth(contract: Contract, hand: int, bid: int) -> Fraction:
    """The chance that a contract is worth a bid, all Skats equally likely, with neither party Schneider.

    Args:
        contract: what is to be announced.
        hand: mask of ten cards.
        bid: a value that can be bid.

    Raises:
        InputError: another number of cards, or no such bid.
    """
    _check_hand(hand)
    check_bid(bid)
    return Fraction(sum(count for value, count in _value_counts(contract, hand).items() if value >= bid), SKATS)


def announcements(cards: int, bid: int) -> list[Contract]:
    """The contracts that a declarer may announce at a bid: those that can be worth it, if need be by Schneider or Schwarz.

    Ten cards are those of a declarer who leaves the Skat: the Hand contracts that some Skat makes worth the bid. Twelve are those
    of one who took it up: the contracts without Hand. None of them left means that the game is lost, whatever is played.

    Args:
        cards: mask of ten or of twelve cards.
        bid: the bid that was made or held.

    Returns:
        The contracts in the order of `CONTRACTS`.

    Raises:
        InputError: another number of cards, or no such bid.
    """
    hand = _check_cards(cards) == 10
    check_bid(bid)
    return [contract for contract in CONTRACTS if contract.hand == hand and _can_reach(contract, cards, bid)]


def _can_reach(contract: Contract, cards: int, bid: int) -> bool:
    if contract.game is Game.NULL:
        return game_value(contract, cards) >= bid
    if contract.hand:
        most = max(_lengths(contract.game, cards))
        return (
            game_value(contract, cards, schwarz=True) + BASE[contract.game] * (most - _length(contract, cards)) >= bid
        )
    return goal(contract, cards, bid) is not None


def _value_counts(contract: Contract, hand: int) -> dict[int, int]:
    value = game_value(contract, hand)
    if contract.game is Game.NULL:
        return {value: SKATS}
    base, length = BASE[contract.game], _length(contract, hand)
    return {value + base * (other - length): count for other, count in sorted(_lengths(contract.game, hand).items())}


def _length(contract: Contract, cards: int) -> int:
    return abs(matadors(contract.game, cards))


@lru_cache(maxsize=4096)
def _lengths(game: Game, hand: int) -> dict[int, int]:
    """How many matadors, with or without, a hand has over all Skats: number to number of Skats."""
    rest = ALL_CARDS ^ hand
    trumps = bits(rest & order(game).from_game(order(game).trumps))
    plain = rest.bit_count() - len(trumps)
    counts: dict[int, int] = {}
    # Skats with the same trumps do not differ
    for found in range(3):
        for skat in combinations(trumps, found):
            length = abs(matadors(game, hand | mask_of(skat)))
            counts[length] = counts.get(length, 0) + comb(plain, 2 - found)
    return counts


def _check_hand(hand: int) -> None:
    if not 0 <= hand <= ALL_CARDS or hand.bit_count() != 10:
        raise InputError(f"a hand has 10 cards, not {hand.bit_count()}")


def _check_cards(cards: int) -> int:
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() not in (10, 12):
        raise InputError(f"a declarer sees 10 cards, or 12 with the Skat, not {cards.bit_count()}")
    return cards.bit_count()
