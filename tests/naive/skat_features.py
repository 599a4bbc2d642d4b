"""Hands looked at card by card, by names: slow and obvious."""

from naive.skat import TRUMP_SUIT, suit
from naive.skat_bidding import card_points, null_ranks, too_high

from tafelwerk.rules.skat.cards import Game, cards_text


def names(mask: int) -> set[str]:
    """Names of the cards of a mask."""
    return set(cards_text(mask).split())


def rough_strength(hand_mask: int, skat_mask: int, game: Game) -> float:
    """The rough strength of a hand in a game."""
    hand = names(hand_mask)
    if game is Game.NULL:
        return 4 - sum(too_high(null_ranks(hand, colour)) for colour in "CSHD")
    total = 1.8 * sum(name[1] == "J" for name in hand) + card_points(names(skat_mask)) / 18
    for colour in "CSHD":
        ranks = {name[1] for name in hand if name[0] == colour and name[1] != "J"}
        if colour == TRUMP_SUIT.get(game):
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
        suits = [null_ranks(hand, colour) for colour in "CSHD"]
        safe = 0
        for ranks in suits:
            good = [rank <= 2 * place for place, rank in enumerate(ranks)]
            safe += good.index(False) if False in good else len(good)
        return (
            sum(name[1] in "78" for name in hand),
            sum(too_high(ranks) > 0 for ranks in suits),
            sum(name[1] in "KA" for name in hand),
            sum(map(sum, suits)),
            sum(len(ranks) > 0 for ranks in suits),
            sum(len(ranks) > 0 and 0 not in ranks for ranks in suits),
            safe,
        )
    plain = [name for name in hand if suit(game.value, name) != "trump"]
    return (
        sum(name[1] == "J" for name in hand),
        len(hand) - len(plain),
        sum(name[1] in "AT" for name in hand),
        card_points(hand),
        len({name[0] for name in plain}) + (len(plain) < len(hand)),
        sum(name[1] == "T" and [one[0] for one in plain].count(name[0]) == 1 for name in plain),
    )
