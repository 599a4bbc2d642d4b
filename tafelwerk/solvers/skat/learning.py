"""Games to learn from, and what is learned from of a hand.

Trials: hands on which a player might bid, with two cards discarded by a simple heuristic. In a random deal the declarer has
twelve cards, with the Skat. For each game the 66 discards are ranked by a rough strength. If the best is strong enough for the
game to be of interest, one of the first twelve is drawn, earlier ones more often, so that the fitted model knows the difference
between a good discard and a poor one.

The seven features by which S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, separates
winning from losing hands; they depend on ten cards, not on the discard. In games with trumps the last feature is the mean of
the points in quick tricks over thirty random deals of the other cards. The thesis does not name the leader; here it is the
declarer.
"""

from itertools import takewhile
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import NAMES, SUITS, Game, Seat, bits, order, points
from tafelwerk.families.skat.rules.deals import Deal, discard, discards
from tafelwerk.families.skat.rules.knowledge import knowledge
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.hand_chances import (
    KINDS,
    Kind,
    card_points,
    check_cards,
    game_number,
    null_suits,
    trump_counts,
)
from tafelwerk.solvers.skat.worlds import draw_worlds

OF_INTEREST = {Kind.SUIT: 6.5, Kind.GRAND: 4.2, Kind.NULL: 1.0}
"""Strength from which a game is of interest: below it hardly any is won, even with open cards."""

IN_DOUBT = {Kind.SUIT: (7.5, 10.5), Kind.GRAND: (5.0, 8.0), Kind.NULL: (0.5, 4.0)}
"""Lowest and highest strength at which a game with hidden cards is in doubt."""

_FIRST = 12


class Trial(NamedTuple):
    """A game to learn from.

    Attributes:
        game: the game played.
        deal: the deal after discarding.
        declarer: the declarer's seat.
        strength: the rough strength.
    """

    game: Game
    deal: Deal
    declarer: Seat
    strength: float


def trials(dealt: Deal, declarer: Seat, random: Random) -> list[Trial]:
    """Trials of a declarer on a deal, at most one per game, in the order of the games.

    Args:
        dealt: ten cards each and a Skat.
        declarer: the declarer's seat.
        random: draws one of the first discards.
    """
    cards = dealt.hands[declarer] | dealt.skat
    skats = discards(cards)
    laid = np.array(skats)
    accepted = []
    for game in Game:
        strengths = np.zeros(len(skats))
        _strengths_kernel(cards, laid, card_points(laid), game_number(game), null_suits()[1], strengths)
        order = np.argsort(-strengths, kind="stable")
        # drawn for every game, so that no game's draw depends on another's
        choice = order[int(random.random() ** 2 * _FIRST)]
        if strengths[order[0]] >= OF_INTEREST[KINDS[game]]:
            accepted.append(Trial(game, discard(dealt, declarer, skats[choice]), declarer, float(strengths[choice])))
    return accepted


@kernel
def _strengths_kernel(
    cards: int,
    skats: NDArray[np.int64],
    points: NDArray[np.int64],
    game: int,
    excess: NDArray[np.int64],
    strengths: NDArray[np.float64],
) -> None:
    for row in range(skats.size):
        strengths[row] = _strength(cards ^ skats[row], points[row], game, excess)


@kernel
def _strength(hand: int, points: int, game: int, excess: NDArray[np.int64]) -> float:
    """Trumps, jacks once more, high cards, less what is likely lost in plain suits; in Null how far suits are from safe."""
    total = 0.0
    if game == 5:
        for suit in range(4):
            total -= excess[suit, hand >> 28 << 7 | hand >> (21 - 7 * suit) & 127]
        return total + 4.0
    jacks = count(hand >> 28)
    total += 1.8 * jacks + points / 18
    for suit in range(4):
        held = hand >> (21 - 7 * suit) & 127
        ace, ten, length = held >> 6, held >> 5 & 1, count(held)
        if suit == game:
            total += length + 0.5 * ace + 0.3 * ten
            continue
        if ace:
            total += 1.0 + 0.8 * ten - 0.35 * (length - 1 - ten)
            if game == 4 and length > 2:
                total += 0.3 * (length - 2)
        elif ten:
            total += (0.35 if length > 1 else -0.3) - 0.35 * (length - 1)
        else:
            total -= 0.35 * length
    return total


TRUMP_FEATURES = (
    "jacks",
    "trumps",
    "tens and aces",
    "points of all cards",
    "suits held",
    "bare tens",
    "points in sure tricks",
)
NULL_FEATURES = (
    "sevens and eights",
    "unsafe suits",
    "kings and aces",
    "sum of ranks",
    "suits held",
    "suits without the seven",
    "safe cards",
)

DEALS = 30
"""Random deals over which quick tricks are averaged."""

_RANKS = "789TJQKA"


def thesis_names(game: Game) -> tuple[str, ...]:
    """Names of the features, in order."""
    return NULL_FEATURES if game is Game.NULL else TRUMP_FEATURES


def thesis_features(game: Game, hand: int, seed: int) -> tuple[float, ...]:
    """The seven features of a hand.

    Args:
        game: the game to be played.
        hand: mask of ten cards.
        seed: random seed of the deals; without effect in Null.

    Raises:
        InputError: another number of cards.
    """
    check_cards("a hand has", hand, 10)
    names = [NAMES[card] for card in bits(hand)]
    return _null(names) if game is Game.NULL else _with_trumps(game, hand, names, seed)


def _with_trumps(game: Game, hand: int, names: list[str], seed: int) -> tuple[float, ...]:
    from tafelwerk.solvers.skat.thesis_ladder import sure_tricks  # who bids need not load it

    own = order(game)
    trumps = own.from_game(own.trumps)
    plain = [NAMES[card][0] for card in bits(hand & ~trumps)]
    sure = 0
    for world in draw_worlds(knowledge(Seat.FOREHAND, hand, game, Seat.FOREHAND), DEALS, seed):
        sure += sure_tricks(Position(world.hands, (), Seat.FOREHAND, 0, 0, Seat.FOREHAND, game))
    return (
        sum(name[1] == "J" for name in names),
        int(trump_counts(game, hand)),
        sum(name[1] in "AT" for name in names),
        points(hand),
        len(set(plain)) + bool(hand & trumps),
        sum(name[1] == "T" and plain.count(name[0]) == 1 for name in names),
        sure / DEALS,
    )


def _null(names: list[str]) -> tuple[float, ...]:
    suits = [sorted(_RANKS.index(name[1]) for name in names if name[0] == suit) for suit in SUITS]
    # the kth card from below is safe if it is among the 2k - 1 lowest
    safe = [list(takewhile(lambda card: card[1] <= 2 * card[0], enumerate(ranks))) for ranks in suits]
    return (
        sum(name[1] in "78" for name in names),
        sum(len(good) < len(ranks) for good, ranks in zip(safe, suits, strict=True)),
        sum(name[1] in "KA" for name in names),
        sum(map(sum, suits)),
        sum(map(bool, suits)),
        sum(bool(ranks) and ranks[0] > 0 for ranks in suits),
        sum(map(len, safe)),
    )
