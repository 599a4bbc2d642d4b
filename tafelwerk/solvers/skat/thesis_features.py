"""The seven features by which S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1,
separates winning from losing hands; they depend on ten cards, not on the discard.

In games with trumps the last feature is the mean of the points in quick tricks over thirty random deals of the other cards. The
thesis does not name the leader; here it is the declarer.
"""

from itertools import takewhile

from tafelwerk.families.skat.rules.cards import NAMES, SUITS, Game, Seat, bits, order, points
from tafelwerk.families.skat.rules.knowledge import knowledge
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.skat.hand_chances import check_cards, trump_counts
from tafelwerk.solvers.skat.worlds import draw_worlds

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
