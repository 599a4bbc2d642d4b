"""Scores of Skat reckoned as a list keeper does, section by section of the International Skat Order. To be believed at sight."""

from math import ceil
from random import Random
from typing import Any, NamedTuple

from naive.skat_contracts import PACK, ladder, matadors, some_cards

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL = {"": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}
ANNOUNCED = ("", "hand", "hand schneider", "hand schneider schwarz", "hand schneider schwarz ouvert")


class Game(NamedTuple):
    """A finished game; said: the words of the announcement behind its name."""

    game: str
    said: str
    cards: set[str]
    points: int
    tricks: int
    bid: int


def some_game(seed: int) -> Game:
    """Any game with any result that its tricks allow; half of the bids are near what it is worth."""
    random = Random(seed)
    cards = some_cards(seed, 12)
    game = random.choice(["null", *BASE])
    tricks = random.choice([0, 10, *range(11)])
    points = 120 if tricks == 10 else random.choice([0, 22, 11]) if tricks == 0 else random.choice(EDGES)
    if game == "null":
        said = random.choice(list(NULL))
        return Game(game, said, cards, points, tricks, random.choice([bid for bid in ladder() if bid <= NULL[said]]))
    said = random.choice(ANNOUNCED)
    worth = BASE[game] * (matadors(game, cards) + 2)
    bids = [bid for bid in ladder() if abs(bid - worth) <= 2 * BASE[game]] if random.random() < 0.5 else ladder()
    return Game(game, said, cards, points, tricks, random.choice(bids))


EDGES = [0, 1, 29, 30, 31, 59, 60, 61, 62, 88, 89, 90, 91, 119, 120, *range(121)]
"""Card points, those at the edges of Schneider and of the game more often."""


def score(played: Game) -> dict[str, Any]:
    """What is written down for a game."""
    if played.game == "null":
        # 5.1.2, 2.5: fixed values; won without a trick
        return written(NULL[played.said], won=played.tricks == 0, multiplier=None)
    said = played.said.split()
    nobody, everything = played.tricks == 0, played.tricks == 10
    schwarz = nobody or everything or "schwarz" in said
    schneider = schwarz or played.points <= 30 or played.points >= 90 or "schneider" in said
    # 5.2: the tops, 1 for the game, and 1 for each step of winning
    multiplier = matadors(played.game, played.cards) + 1
    for step in ("hand" in said, schneider, "schneider" in said, schwarz, "schwarz" in said, "ouvert" in said):
        if step:
            multiplier += 1
    value = multiplier * BASE[played.game]
    if value < played.bid:
        # 5.4: overbid; the next multiple that covers the bid, lost
        covering = ceil(played.bid / BASE[played.game]) * BASE[played.game]
        return written(covering, won=False, multiplier=multiplier, overbid=True)
    won = played.points >= 61
    if "schneider" in said and played.points < 90:
        won = False
    if "schwarz" in said and not everything:
        won = False
    # a game that only its Schneider or Schwarz made worth the bid was not lost by the other side's
    return written(value, won=won, multiplier=multiplier)


def written(value: int, *, won: bool, multiplier: int | None, overbid: bool = False) -> dict[str, Any]:
    """The line of the list, and Seeger and Fabian's 50 for the declarer and 40 (four at the table: 30) for the others."""
    made = value if won else -value - value
    alone = made + 50 if won else made - 50
    return {
        "value": value,
        "won": won,
        "score": made,
        "overbid": overbid,
        "multiplier": multiplier,
        "seeger_fabian": {
            "3": {"declarer": alone, "others": 0 if won else 40},
            "4": {"declarer": alone, "others": 0 if won else 30},
        },
    }


def signed_matadors(played: Game) -> int:
    """The tops, negative without the jack of clubs."""
    count = matadors(played.game, played.cards)
    return count if "CJ" in played.cards else -count


def options(played: Game, *, as_cards: bool) -> list[str]:
    """The command line of a game, its matadors given or to be counted."""
    words = ["--game", played.game, "--tricks", str(played.tricks), "--bid", str(played.bid)]
    words += ["--hand"] * ("hand" in played.said) + ["--ouvert"] * ("ouvert" in played.said)
    words += ["--points", str(played.points)]
    if "schneider" in played.said:
        words += ["--announce", "schwarz" if "schwarz" in played.said else "schneider"]
    if as_cards or played.game == "null":
        return [*words, "--cards", " ".join(card for card in PACK if card in played.cards)]
    return [*words, "--matadors", str(signed_matadors(played))]


def sheet(games: list[tuple[str, bool, int]], names: list[str], others: int) -> dict[str, dict[str, int]]:
    """Totals of players from declarer, won and value of each game; others: what every other player has of a lost one."""
    sums = {name: {"games": 0, "won": 0, "lost": 0, "score": 0, "seeger_fabian": 0} for name in names}
    for declarer, won, value in games:
        for name in names:
            if name != declarer and not won:
                sums[name]["seeger_fabian"] += others
        own = sums[declarer]
        own["games"] += 1
        own["won" if won else "lost"] += 1
        own["score"] += value if won else -2 * value
        own["seeger_fabian"] += value + 50 if won else -2 * value - 50
    return sums


def in_words(played: Game) -> str:
    """A game as a list has it, behind the declarer's name."""
    if played.game == "null":
        return f"null {played.said} tricks {played.tricks} bid {played.bid}"
    count = signed_matadors(played)
    words = [played.game, f"{'with' if count > 0 else 'without'} {abs(count)}"]
    words += ["hand"] * ("hand" in played.said) + ["ouvert"] * ("ouvert" in played.said)
    if "schneider" in played.said:
        words.append(f"announced {'schwarz' if 'schwarz' in played.said else 'schneider'}")
    return " ".join([*words, f"points {played.points} tricks {played.tricks} bid {played.bid}"])
