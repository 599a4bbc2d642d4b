"""Chances and bids of Skat from names of cards, over every Skat and every discard in turn. To be believed at sight."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import exp

from naive.skat import TRUMP_SUIT
from naive.skat_contracts import JACKS, NULL_VALUE, value

from tafelwerk.proofs.skat.learning_claims import excess, feature_names, open_features
from tafelwerk.proofs.skat.second_rules import CARDS

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")


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
