"""The seven features by which S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, tells
hands that win from hands that lose; ten cards, whatever is laid away.

The last one of the games with trumps is the mean of the points in sure tricks over thirty random deals of the other cards. Who
leads in them is not said; here it is the declarer.
"""

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, POINTS, SUITS, Game, Seat, bits, order, points
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.play import Position
from tafelwerk.solvers.skat.bidding.features import null_suit
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.thesis_quick_tricks import sure_tricks

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
"""Random deals over which sure tricks are looked at."""

_RANKS = "789TJQKA"


def thesis_names(game: Game) -> tuple[str, ...]:
    """Names of the features, in their order."""
    return NULL_FEATURES if game is Game.NULL else TRUMP_FEATURES


def thesis_features(game: Game, hand: int, seed: int) -> tuple[float, ...]:
    """The seven features of a hand.

    Args:
        game: what would be played.
        hand: mask of ten cards.
        seed: of the random deals; Null needs none.

    Raises:
        InputError: another number of cards.
    """
    if hand.bit_count() != 10:
        raise InputError(f"a hand has 10 cards, not {hand.bit_count()}")
    return _null(hand) if game is Game.NULL else _with_trumps(game, hand, seed)


def _with_trumps(game: Game, hand: int, seed: int) -> tuple[float, ...]:
    own = order(game)
    trumps = own.from_game(own.trumps)
    names = [NAMES[card] for card in bits(hand)]
    # trumps are a suit of their own
    plain = [name[0] for name in names if not trumps >> NAMES.index(name) & 1]
    bare = sum(name[1] == "T" and plain.count(name[0]) == 1 and name[0] in plain for name in names)
    high = sum(POINTS[card] >= 10 for card in bits(hand))
    suits = len(set(plain)) + bool(hand & trumps)
    sure = 0
    for world in draw_worlds(knowledge(Seat.FOREHAND, hand, game, Seat.FOREHAND), DEALS, seed):
        sure += sure_tricks(Position(world.hands, (), Seat.FOREHAND, 0, 0, Seat.FOREHAND, game))
    jacks = sum(name[1] == "J" for name in names)
    return jacks, (hand & trumps).bit_count(), high, points(hand), suits, bare, sure / DEALS


def _null(hand: int) -> tuple[float, ...]:
    names = [NAMES[card] for card in bits(hand)]
    suits = [sorted(_RANKS.index(name[1]) for name in names if name[0] == suit) for suit in SUITS]
    safe = 0
    for ranks in suits:
        for place, rank in enumerate(ranks):
            if rank > 2 * place:
                break
            safe += 1
    unsafe = sum(null_suit(hand, suit)[1] > 0 for suit in range(len(SUITS)))
    return (
        sum(name[1] in "78" for name in names),
        unsafe,
        sum(name[1] in "KA" for name in names),
        sum(map(sum, suits)),
        sum(map(bool, suits)),
        sum(bool(ranks) and ranks[0] > 0 for ranks in suits),
        safe,
    )
