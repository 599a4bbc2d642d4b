"""Values, wins and bids of Skat as a scorer reckons them at the table: names of cards, jack by jack. To be believed at sight."""

from itertools import combinations
from random import Random

from naive.skat import TRUMP_SUIT

PACK = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]
JACKS = ("CJ", "SJ", "HJ", "DJ")
BASE_VALUE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL_VALUE = {"null": 23, "null hand": 35, "null ouvert": 46, "null hand ouvert": 59}


def ladder() -> list[int]:
    """All that can be bid: with or without 1 to 4 (Grand) or to 11, and one for the game; then none to all of Hand, Schneider,
    announced, Schwarz, announced, Ouvert; Null."""
    found = set(NULL_VALUE.values())
    for game, base in BASE_VALUE.items():
        for top in range(1, 5 if game == "grand" else 12):
            found |= {base * (top + 1 + more) for more in range(7)}
    return sorted(found)


def some_cards(seed: int, size: int) -> set[str]:
    """That many cards drawn at random, half of the time with long trumps or none, which chance alone seldom gives."""
    random = Random(seed)
    pack = random.sample(PACK, 32)
    if random.random() < 0.5:
        suit, sign = random.choice("CSHD"), random.choice((-1, 1))
        long = [card for card in pack if card[0] == suit or card[1] == "J"]
        few = [] if sign < 0 else long[: random.randint(1, min(size, 11))]
        pack = [*few, *(card for card in pack if card not in long), *(card for card in long if card not in few)]
    return set(pack[:size])


def matadors(game: str, cards: set[str]) -> int:
    """Count on from the jack of clubs while cards are there, or while they are missing."""
    trumps = [*JACKS]
    if game in TRUMP_SUIT:
        trumps += [TRUMP_SUIT[game] + rank for rank in "ATKQ987"]
    have = trumps[0] in cards
    count = 0
    while count < len(trumps) and (trumps[count] in cards) == have:
        count += 1
    return count


def value(game: str, announced: int, cards: set[str], schneider: bool, schwarz: bool) -> int:
    """Value of a game with trumps; announced: 0 nothing, 1 Hand, 2 and Schneider, 3 and Schwarz, 4 and Ouvert."""
    levels = announced + (schneider or announced >= 2) + (schwarz or announced >= 3)
    return (matadors(game, cards) + 1 + levels) * BASE_VALUE[game]


def result(game: str, announced: int, cards: set[str], points: int, tricks: int, bid: int) -> int:
    """What the declarer scores in a game with trumps."""
    schwarz = tricks == 0 or tricks == 10
    schneider = points <= 30 or points >= 90 or schwarz
    worth = value(game, announced, cards, schneider, schwarz)
    if worth < bid:
        worth = BASE_VALUE[game]
        while worth < bid:
            worth += BASE_VALUE[game]
        return -2 * worth
    if points <= 60 or (announced >= 2 and points < 90) or (announced >= 3 and tricks < 10):
        return -2 * worth
    return worth


def values_over_skats(game: str, announced: int, hand: set[str]) -> dict[int, int]:
    """Values over all Skats that the hand may meet, with their number."""
    counts: dict[int, int] = {}
    for skat in combinations([card for card in PACK if card not in hand], 2):
        worth = value(game, announced, hand | set(skat), False, False)
        counts[worth] = counts.get(worth, 0) + 1
    return counts


def declarer_and_bid(limits: tuple[int, int, int]) -> tuple[int | None, int]:
    """Who wins the bidding and at what: the highest limit, of equal ones the seat that comes first.

    Seats before the winner must be exceeded, seats behind only equalled; nobody says more than that needs.
    """
    rungs = ladder()
    top = [max((rung for rung in rungs if rung <= limit), default=0) for limit in limits]
    if max(top) == 0:
        return None, 0
    winner = top.index(max(top))
    before = [min(rung for rung in rungs if rung > limit) for limit in top[:winner]]
    return winner, max([18, *before, *top[winner + 1 :]])
