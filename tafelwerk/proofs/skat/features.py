"""Features of hands with their names, and the drawing of trials, written a second time.

Strengths are summed in the order given here: their last bits decide between discards of equal strength.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.skat.deals import CARDS
from tafelwerk.proofs.skat.numbering import Placements, highest, size
from tafelwerk.proofs.skat.rules import GAMES, cards_of, points_of, rank_of, suits_of
from tafelwerk.solvers.machine.jit import kernel

Values = NDArray[np.float64]
Words = NDArray[np.int64]

WORLDS = 30
"""Random deals over which the thesis's sure tricks are averaged."""

OF_INTEREST = {"grand": 4.2, "null": 1.0}
IN_DOUBT = {"grand": (5.0, 8.0), "null": (0.5, 4.0)}
OTHERS_OF_INTEREST, OTHERS_IN_DOUBT = 6.5, (7.5, 10.5)
"""Smallest strengths of games of interest, and ranges of games in doubt; the same for suit games."""

FIRST = 12
"""Discards among which one is drawn."""

_THESIS = (
    "jacks",
    "trumps",
    "tens and aces",
    "points of all cards",
    "suits held",
    "bare tens",
    "points in sure tricks",
)
_THESIS_NULL = (
    *("sevens and eights", "unsafe suits", "kings and aces", "sum of ranks", "suits held", "suits without the seven"),
    "safe cards",
)

_LOW = {"no": 0, "one": 1, "more": 2}


def kind(game: str) -> str:
    """Games of one kind share their features."""
    return game if game in ("grand", "null") else "suit"


@cache
def names(model: str, game: str) -> tuple[str, ...]:
    """Names of the features of a model."""
    if model == "hidden":
        return ("one", "log odds of open", "won with open cards", "trumps")
    if model == "thesis":
        return ("one", *(_THESIS_NULL if game == "null" else _THESIS))
    if game == "null":
        lengths = [(str(n) if n < 5 else "5 or more") for n in range(1, 6)]
        above = [(str(n) if n < 4 else "4 or more") for n in range(5)]
        return ("one", *(f"suit of {length}, {excess} too high" for length in lengths for excess in above))
    highs = ["".join(rank for rank in "ATK" if rank in some) for some in ("", "K", "T", "TK", "A", "AK", "AT", "ATK")]
    if game == "grand":
        highs = [high + queen for high in highs for queen in ("", "Q")]
    sides = [f"suit {high or '-'} with {lower} lower" for high in highs for lower in _LOW][1:]
    jacks = ["CJ", "SJ", "HJ", "DJ"]
    if game == "grand":
        held = [" ".join(jack for bit, jack in enumerate(jacks) if some >> 3 - bit & 1) for some in range(1, 16)]
        return ("one", "points laid away", *held, *sides)
    more = [f"{number} trumps or more" for number in range(5, 9)]
    own = ["trump A", "trump T", "trump A and T"]
    return ("one", "points laid away", *jacks, "CJ and SJ", "trumps", *more, *own, *sides)


def open_features(game: str, hand: int, skat: int) -> list[float]:
    """The features of model open."""
    found = dict.fromkeys(names("open", game), 0.0)
    found["one"] = 1.0
    held = {CARDS[card] for card in cards_of(hand)}
    if game == "null":
        for suit in "CSHD":
            length, above = excess(held, suit)
            if length:
                words = str(length) if length < 5 else "5 or more"
                found[f"suit of {words}, {above if above < 4 else '4 or more'} too high"] += 1
        return list(found.values())
    found["points laid away"] = float(points_of(skat))
    jacks = [suit + "J" for suit in "CSHD" if suit + "J" in held]
    own = "" if game == "grand" else "CSHD"[GAMES.index(game)]
    tops = "ATKQ" if game == "grand" else "ATK"
    for suit in "CSHD":
        ranks = [name[1] for name in held if name[0] == suit and name[1] != "J"]
        if suit == own or not ranks:
            continue
        high = "".join(rank for rank in tops if rank in ranks)
        lower = ("no", "one", "more")[min(len(ranks) - len(high), 2)]
        name = f"suit {high or '-'} with {lower} lower"
        found[name] += 1
    if game == "grand":
        if jacks:
            found[" ".join(jacks)] = 1.0
        return list(found.values())
    for jack in jacks:
        found[jack] = 1.0
    found["CJ and SJ"] = float("CJ" in held and "SJ" in held)
    count = (hand & suits_of(game)[0]).bit_count()
    found["trumps"] = float(count)
    for number in range(5, 9):
        found[f"{number} trumps or more"] = float(count >= number)
    found["trump A"], found["trump T"] = float(own + "A" in held), float(own + "T" in held)
    found["trump A and T"] = found["trump A"] * found["trump T"]
    return list(found.values())


def excess(held: set[str], suit: str) -> tuple[int, int]:
    """In Null: number of cards of a suit, and excess of the worst over a safe one (kth from below among the 2k - 1 lowest)."""
    ranks = [place for place, rank in enumerate("789TJQKA") if suit + rank in held]
    return len(ranks), max([0, *(rank - 2 * place for place, rank in enumerate(ranks))])


def thesis_features(game: str, hand: int, seed: int) -> list[float]:
    """A constant and the seven features of Kupferschmid 2003, section 13.1; the seed is that of the random deals."""
    held = {CARDS[card] for card in cards_of(hand)}
    if game == "null":
        suits = [sorted("789TJQKA".index(name[1]) for name in held if name[0] == suit) for suit in "CSHD"]
        safe = 0
        for ranks in suits:
            fits = [rank <= 2 * place for place, rank in enumerate(ranks)]
            safe += fits.index(False) if False in fits else len(fits)
        return [
            1.0,
            sum(name[1] in "78" for name in held),
            sum(excess(held, suit)[1] > 0 for suit in "CSHD"),
            sum(name[1] in "KA" for name in held),
            sum(map(sum, suits)),
            sum(map(bool, suits)),
            sum(bool(ranks) and 0 not in ranks for ranks in suits),
            safe,
        ]
    plain = [cards_of(hand & suit) for suit in suits_of(game)[1:]]
    bare = sum(len(cards) == 1 and CARDS[cards[0]][1] == "T" for cards in plain)
    trumps = (hand & suits_of(game)[0]).bit_count()
    return [
        1.0,
        sum(name[1] == "J" for name in held),
        trumps,
        sum(name[1] in "AT" for name in held),
        points_of(hand),
        sum(map(bool, plain)) + bool(trumps),
        bare,
        _sure_tricks(game, hand, seed) / WORLDS,
    ]


@cache
def _game_order(game: str) -> tuple[Words, Words, Words]:
    """By card: its place, lowest of its suit first, trumps on top of all; by place: points; masks of suits, trumps first."""
    suits = suits_of(game)
    order = sorted(range(32), key=lambda card: (suits[0] >> card & 1, -_suit_place(suits, card), rank_of(game, card)))
    place = np.zeros(32, np.int64)
    place[order] = np.arange(32)
    values = np.array([points_of(1 << card) for card in order], np.int64)
    masks = np.array([sum(1 << int(place[card]) for card in cards_of(suit)) for suit in suits], np.int64)
    return place, values, masks


def _suit_place(suits: Sequence[int], card: int) -> int:
    return next(place for place, suit in enumerate(suits) if suit >> card & 1)


def _sure_tricks(game: str, hand: int, seed: int) -> int:
    """Points in sure tricks of the declarer on lead, summed over random deals of the other cards."""
    others = Placements([suit & ~hand for suit in suits_of(game)], [[True] * 5] * 2, (10, 10)).some(WORLDS, seed)
    return int(_sure_kernel(hand, others, *_game_order(game)))


@kernel
def _sure_kernel(hand: int, others: Words, place: Words, values: Words, masks: Words) -> int:
    mine, sure = _placed(hand, place), 0
    for row in range(others.shape[0]):
        sure += _sure_points(mine, _placed(others[row, 0], place), _placed(others[row, 1], place), masks, values)
    return sure


@kernel
def _placed(cards: int, place: Words) -> int:
    found = 0
    for card in range(32):
        if cards >> card & 1:
            found |= 1 << place[card]
    return found


@kernel
def _least(cards: int, number: int, values: Words) -> int:
    """The `number` cards of a set with the fewest points."""
    chosen = 0
    for _ in range(number):
        best = 0
        for place in range(32):
            bit = 1 << place
            if cards & ~chosen & bit and (best == 0 or values[place] < values[size(best - 1)]):
                best = bit
        chosen |= best
    return chosen


@kernel
def _sure_points(mine: int, one: int, other: int, masks: Words, values: Words) -> int:
    """Chapter 9: the declarer leads top cards while they take tricks that nobody can trump. Players who must follow give their
    cheapest card of the suit, others their cheapest card."""
    trumps = masks[0]
    rest, left, right, taken = mine, one, other, 0
    free_left = free_right = 0
    for suit in range(5):
        cards = masks[suit]
        follow_left = follow_right = 0
        while rest & cards:
            lead = highest(rest & cards)
            if lead < highest((left | right) & cards):
                break
            if suit and ((not left & cards and left & trumps) or (not right & cards and right & trumps)):
                break
            rest ^= lead
            taken |= lead
            if left & cards:
                left ^= left & cards & -(left & cards)
                follow_left += 1
            else:
                free_left += 1
            if right & cards:
                right ^= right & cards & -(right & cards)
                follow_right += 1
            else:
                free_right += 1
        taken |= _least(one & cards, follow_left, values) | _least(other & cards, follow_right, values)
    thrown = _least(one & ~taken, free_left, values) | _least(other & ~taken, free_right, values)
    total = 0
    for place in range(32):
        if (taken | thrown) >> place & 1:
            total += values[place]
    return total


def trials_of(dealt: Sequence[int], declarer: int, uniform: Sequence[int]) -> list[tuple[str, int, int, float]]:
    """Trials of a declarer on a deal: game, hand, discard, strength.

    Args:
        dealt: the hands and the Skat.
        declarer: seat of the declarer.
        uniform: numbers of 53 random bits, one per game.
    """
    cards = dealt[declarer] | dealt[3]
    skats = [1 << one | 1 << other for one, other in combinations(cards_of(cards), 2)]
    hands = np.array([cards ^ skat for skat in skats], np.int64)
    found = []
    for game, number in zip(GAMES, uniform, strict=False):
        strengths = strength(game, hands, np.array(skats, np.int64))
        order = np.argsort(-strengths, kind="stable")
        place = int((number / 2**53) ** 2 * FIRST)
        if strengths[order[0]] >= OF_INTEREST.get(game, OTHERS_OF_INTEREST):
            one = int(order[place])
            found.append((game, int(hands[one]), skats[one], float(strengths[one])))
    return found


def in_doubt(game: str, value: float) -> bool:
    """Whether a game of this strength is in doubt with hidden cards."""
    least, most = IN_DOUBT.get(game, OTHERS_IN_DOUBT)
    return least <= value <= most


def strength(game: str, hands: Words, skats: Words) -> Values:
    """Rough strengths of hands: trumps, an extra for jacks, high cards, minus likely losses in plain suits."""

    def holds(name: str) -> Values:
        return (hands >> CARDS.index(name) & 1).astype(np.float64)

    total = np.zeros(len(hands))
    if game == "null":
        for suit in "CSHD":
            length, worst = np.zeros(len(hands)), np.zeros(len(hands))
            for rank, name in enumerate("789TJQKA"):
                has = holds(suit + name)
                worst = np.maximum(worst, has * (rank - 2 * length))
                length += has
            total -= worst
        return total + 4.0
    jacks = np.sum([holds(suit + "J") for suit in "CSHD"], axis=0)
    laid = np.array([points_of(int(skat)) for skat in skats], np.float64)
    total = total + (1.8 * jacks + laid / 18)
    own = "" if game == "grand" else "CSHD"[GAMES.index(game)]
    for suit in "CSHD":
        ace, ten = holds(suit + "A"), holds(suit + "T")
        length = np.sum([holds(suit + rank) for rank in "ATKQ987"], axis=0)
        if suit == own:
            total = total + (length + 0.5 * ace + 0.3 * ten)
            continue
        with_ace = total + (1.0 + 0.8 * ten - 0.35 * (length - 1 - ten))
        if game == "grand":
            with_ace = np.where(length > 2, with_ace + 0.3 * (length - 2), with_ace)
        with_ten = total + (np.where(length > 1, 0.35, -0.3) - 0.35 * (length - 1))
        total = np.where(ace > 0, with_ace, np.where(ten > 0, with_ten, total - 0.35 * length))
    return np.asarray(total)
