"""Hands looked at card by card, by names: slow and obvious."""

from tafelwerk.solvers.skat.cards import Game, cards_text

ORDER = "789TJQKA"
"""Ranks in Null from the lowest up."""

TRUMP_SUIT = {Game.CLUBS: "C", Game.SPADES: "S", Game.HEARTS: "H", Game.DIAMONDS: "D"}
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def names(mask: int) -> list[str]:
    """Names of the cards of a mask."""
    return cards_text(mask).split()


def is_trump(name: str, game: Game) -> bool:
    """Whether a card is trump."""
    return game is not Game.NULL and (name[1] == "J" or name[0] == TRUMP_SUIT.get(game))


def card_points(cards: list[str]) -> int:
    """Card points."""
    return sum(VALUES.get(name[1], 0) for name in cards)


def null_ranks(hand: list[str], suit: str) -> list[int]:
    """Ranks of a suit's cards in Null, from 0 up."""
    return sorted(ORDER.index(name[1]) for name in hand if name[0] == suit)


def too_high(ranks: list[int]) -> int:
    """How far the worst card of a suit is above what would be safe; the first card is to be a 7, the next at most a 9, ..."""
    return max([0, *(rank - 2 * place for place, rank in enumerate(ranks))])


def rough_strength(hand_mask: int, skat_mask: int, game: Game) -> float:
    """The rough strength of a hand in a game."""
    hand = names(hand_mask)
    if game is Game.NULL:
        return 4 - sum(too_high(null_ranks(hand, suit)) for suit in "CSHD")
    total = 1.8 * sum(name[1] == "J" for name in hand) + card_points(names(skat_mask)) / 18
    for suit in "CSHD":
        ranks = {name[1] for name in hand if name[0] == suit and name[1] != "J"}
        if suit == TRUMP_SUIT.get(game):
            total += len(ranks) + 0.5 * ("A" in ranks) + 0.3 * ("T" in ranks)
        elif "A" in ranks:
            total += 1 + 0.8 * ("T" in ranks) - 0.35 * len(ranks - {"A", "T"})
            if game is Game.GRAND and len(ranks) > 2:
                total += 0.3 * (len(ranks) - 2)
        elif "T" in ranks:
            total += (-0.3 if ranks == {"T"} else 0.35) - 0.35 * (len(ranks) - 1)
        else:
            total -= 0.35 * len(ranks)
    return total


def thesis(hand_mask: int, game: Game) -> tuple[float, ...]:
    """The features of Kupferschmid 2003, section 13.1; of games with trumps the first six."""
    hand = names(hand_mask)
    if game is Game.NULL:
        suits = [null_ranks(hand, suit) for suit in "CSHD"]
        safe = 0
        for ranks in suits:
            good = [rank <= 2 * place for place, rank in enumerate(ranks)]
            safe += good.index(False) if False in good else len(good)
        return (
            sum(name[1] in "78" for name in hand),
            sum(too_high(ranks) > 0 for ranks in suits),
            sum(name[1] in "KA" for name in hand),
            sum(ORDER.index(name[1]) for name in hand),
            sum(len(ranks) > 0 for ranks in suits),
            sum(len(ranks) > 0 and 0 not in ranks for ranks in suits),
            safe,
        )
    plain = [name for name in hand if not is_trump(name, game)]
    return (
        sum(name[1] == "J" for name in hand),
        len(hand) - len(plain),
        sum(name[1] in "AT" for name in hand),
        card_points(hand),
        len({name[0] for name in plain}) + (len(plain) < len(hand)),
        sum(name[1] == "T" and [one[0] for one in plain].count(name[0]) == 1 for name in plain),
    )
