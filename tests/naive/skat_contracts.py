"""The bidding of Skat by its ladder, cards drawn at random, and scores by the second program."""

from random import Random

from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.proofs.skat import second_program

PACK = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]
BASE_VALUE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL_VALUES = {23, 35, 46, 59}


def ladder() -> list[int]:
    """All that can be bid: with or without 1 to 4 (Grand) or to 11, and one for the game; then none to all of Hand, Schneider,
    announced, Schwarz, announced, Ouvert; Null."""
    found = set(NULL_VALUES)
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


def second_contract(contract: Contract) -> second_program.Contract:
    """A contract of the second program."""
    levels = contract.hand, contract.schneider, contract.schwarz, contract.ouvert
    return second_program.Contract(contract.game.value, *levels)


def scored(contract: Contract, cards: int, points: int, tricks: int, bid: int) -> tuple[int, bool, bool, int, int]:
    """Matadors, whether won, whether overbid, value and score of a game with twelve cards, by the second program."""
    end = second_program.State((0, 0, 0), 0, (), points, tricks, True)
    return second_program.score(second_contract(contract), cards, end, bid)


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
