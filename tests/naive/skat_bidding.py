"""Features, chances and bids of Skat from names of cards, over every Skat and every discard in turn. To be believed at sight."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import ceil, exp, inf

from naive.skat import CARD_POINTS, TRUMP_SUIT
from naive.skat_contracts import BASE_VALUE, JACKS, NULL_VALUE, PACK, value

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
TAKEN = (*GAMES, "null ouvert")
"""What may be announced once the Skat is taken up."""

LEFT = (*(f"{game} hand" for game in GAMES), "null hand ouvert")
"""What may be announced without it, as far as bidders think of it."""

RANKS = "789TJQKA"
"""Ranks in Null from the lowest up."""


def kind(game: str) -> str:
    """The kind of a game, or of a contract."""
    game = game.split()[0]
    return "suit" if game in TRUMP_SUIT else game


def features(game: str, hand: set[str], skat: set[str]) -> dict[str, float]:
    """The features that are not 0, by their names."""
    if game == "null":
        return _null(hand)
    found: dict[str, float] = {"one": 1}
    found["points laid away"] = card_points(skat)
    jacks = [jack for jack in JACKS if jack in hand]
    sides = [suit for suit in "CSHD" if suit != TRUMP_SUIT.get(game)]
    if game == "grand":
        if jacks:
            found[" ".join(jacks)] = 1
        high = "ATKQ"
    else:
        own = [card for card in hand if card[0] == TRUMP_SUIT[game] and card not in JACKS]
        high, trumps = "ATK", len(jacks) + len(own)
        found |= dict.fromkeys(jacks, 1)
        found["CJ and SJ"] = "CJ" in hand and "SJ" in hand
        found["trumps"] = trumps
        found |= {f"{number} trumps or more": trumps >= number for number in (5, 6, 7, 8)}
        ace, ten = (TRUMP_SUIT[game] + rank in own for rank in "AT")
        found |= {"trump A": ace, "trump T": ten, "trump A and T": ace and ten}
    for suit in sides:
        ranks = [rank for rank in "ATKQ987" if suit + rank in hand]
        if ranks:
            top = "".join(rank for rank in ranks if rank in high)
            lower = sum(rank not in high for rank in ranks)
            name = f"suit {top or '-'} with {'no' if lower == 0 else 'one' if lower == 1 else 'more'} lower"
            found[name] = found.get(name, 0) + 1
    return {name: float(number) for name, number in found.items() if number}


def _null(hand: set[str]) -> dict[str, float]:
    found = {"one": 1.0}
    for suit in "CSHD":
        ranks = null_ranks(hand, suit)
        if ranks:
            name = f"suit of {_most(len(ranks), 5)}, {_most(too_high(ranks), 4)} too high"
            found[name] = found.get(name, 0) + 1
    return found


def null_ranks(hand: set[str], suit: str) -> list[int]:
    """Ranks of a suit's cards in Null, from 0 up."""
    return [rank for rank, name in enumerate(RANKS) if suit + name in hand]


def too_high(ranks: list[int]) -> int:
    """How far the worst card of a suit is above what would be safe: under the kth card at most k - 1 cards of others may lie."""
    others = [sum(below not in ranks for below in range(rank)) for rank in ranks]
    return max([0, *(others[place] - place for place in range(len(ranks)))])


def _most(number: int, most: int) -> str:
    return f"{most} or more" if number >= most else str(number)


def card_points(cards: set[str]) -> int:
    """Card points."""
    return sum(CARD_POINTS[card[1]] for card in cards)


def log_odds(weights: Mapping[str, float], found: Mapping[str, float]) -> float:
    """Weights times features, added."""
    return sum(weights[name] * number for name, number in found.items())


def ways(cards: set[str]) -> Iterator[tuple[set[str], set[str]]]:
    """All ways to keep all but two: those kept, those laid away."""
    for skat in combinations(sorted(cards), 2):
        yield cards - set(skat), set(skat)


def total(game: str, hand: set[str], skat: set[str], weights: Mapping[str, float]) -> float:
    """Log odds of a hand; 50 for a Null that cannot be lost: below each card of a suit lie enough of one's own."""
    if game == "null" and not any(too_high(null_ranks(hand, suit)) for suit in "CSHD"):
        return 50.0
    return log_odds(weights, features(game, hand, skat))


def skats(hand: set[str]) -> list[tuple[str, str]]:
    """The 231 Skats that a hand may meet."""
    return list(combinations([card for card in PACK if card not in hand], 2))


def trumps(contract: str, hand: set[str]) -> int:
    """How many trumps a hand has."""
    game = contract.split()[0]
    jacks = [card for card in hand if card in JACKS]
    own = [card for card in hand if card[0] == TRUMP_SUIT.get(game) and card not in JACKS]
    return 0 if game == "null" else len(jacks) + len(own)


def hidden(
    contract: str, odds: float, kept: int, step: tuple[float, float, float, float], share: float | None = None
) -> float:
    """The chance with hidden cards, of an Ouvert game that with open cards; `kept`: trumps; `share`: of deals won open."""
    shift, slope, gain, trump = step
    won = 1 / (1 + exp(-odds)) if share is None else share
    if "ouvert" in contract:
        return won
    # below log odds of -5 the chance falls as that with open cards does
    lost = (shift + slope * odds if odds >= -5 else shift - 5 * slope + odds + 5) + trump * kept
    return won / (1 + exp(-(lost + gain))) + (1 - won) / (1 + exp(-lost))


def worth(contract: str, cards: set[str]) -> int:
    """What a contract is worth with neither party Schneider."""
    game = contract.split()[0]
    return NULL_VALUE[contract] if game == "null" else value(game, int("hand" in contract), cards, False, False)


def expected(contract: str, cards: set[str], chance: float, bid: int) -> float:
    """Tournament points: the value and 50 for a game won, minus twice the value, 50 and twice 40 shared by two for one lost."""
    counts = worth(contract, cards)
    if counts >= bid:
        return chance * (counts + 50) + (1 - chance) * (-2 * counts - 50 - 40)
    if contract.startswith("null"):
        return -inf
    base = BASE_VALUE[contract.split()[0]]
    return -2.0 * base * ceil(bid / base) - 50 - 40
