"""Chances and bids of Skat from names of cards, over every Skat and every discard in turn. To be believed at sight."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import ceil, exp, inf

from naive.skat import TRUMP_SUIT
from naive.skat_contracts import BASE_VALUE, JACKS, NULL_VALUE, PACK, value

from tafelwerk.proofs.skat.learning_claims import excess, feature_names, open_features
from tafelwerk.proofs.skat.second_rules import CARDS

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
TAKEN = (*GAMES, "null ouvert")
"""What may be announced once the Skat is taken up."""

LEFT = (*(f"{game} hand" for game in GAMES), "null hand ouvert")
"""What may be announced without it, as far as bidders think of it."""


def ways(cards: set[str]) -> Iterator[tuple[set[str], set[str]]]:
    """All ways to keep all but two: those kept, those laid away."""
    for skat in combinations(sorted(cards), 2):
        yield cards - set(skat), set(skat)


def total(game: str, hand: set[str], skat: set[str], weights: Mapping[str, float]) -> float:
    """Log odds of a hand, by the features of the second program; 50 for a Null that cannot be lost: no suit is too high."""
    if game == "null" and not any(excess(hand, suit)[1] for suit in "CSHD"):
        return 50.0
    masks = (sum(1 << CARDS.index(card) for card in cards) for cards in (hand, skat))
    rows = zip(feature_names("open", game), open_features(game, *masks), strict=True)
    return sum(weights[name] * number for name, number in rows)


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
