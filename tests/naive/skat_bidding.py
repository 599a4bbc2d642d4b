"""Chances and bids of Skat from names of cards, over every Skat and every discard in turn. To be believed at sight."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import exp

from tafelwerk.proofs.skat.learning_claims import excess, feature_names, open_features
from tafelwerk.proofs.skat.second_program import CARDS, suits_of

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")


def mask(cards: set[str]) -> int:
    return sum(1 << CARDS.index(card) for card in cards)


def ways(cards: set[str]) -> Iterator[tuple[set[str], set[str]]]:
    """All ways to keep all but two: those kept, those laid away."""
    for skat in combinations(sorted(cards), 2):
        yield cards - set(skat), set(skat)


def total(game: str, hand: set[str], skat: set[str], weights: Mapping[str, float]) -> float:
    """Log odds of a hand, by the features of the second program; 50 for a Null that cannot be lost: no suit is too high."""
    if game == "null" and not any(excess(hand, suit)[1] for suit in "CSHD"):
        return 50.0
    rows = zip(feature_names("open", game), open_features(game, mask(hand), mask(skat)), strict=True)
    return sum(weights[name] * number for name, number in rows)


def trumps(contract: str, hand: set[str]) -> int:
    """How many trumps a hand has."""
    return (mask(hand) & suits_of(contract.split()[0])[0]).bit_count()


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
