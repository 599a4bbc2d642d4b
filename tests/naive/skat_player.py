"""The choice of a card over worlds, by plain minimax in each of them. To be believed at sight."""

from collections.abc import Sequence

from naive import skat as naive

from tafelwerk.families.skat.rules.cards import NAMES, Game
from tafelwerk.families.skat.rules.play import Position


def outcomes(worlds: Sequence[Position], points: int = 61) -> dict[int, tuple[int, int]]:
    """For each card: in how many worlds the side of who plays it wins, and the declarer's points, added up; in Null 0."""
    found = dict.fromkeys(naive.values(worlds[0]), (0, 0))
    for world in worlds:
        for card, more in naive.values(world).items():
            total = world.declarer_points + more
            won = bool(more and not world.declarer_tricks) if world.game is Game.NULL else total >= points
            wins, before = found[card]
            good = won if world.to_move is world.declarer else not won
            found[card] = wins + good, before + (0 if world.game is Game.NULL else total)
    return found


def choice(worlds: Sequence[Position], points: int = 61) -> int:
    """Most wins, then most points for the player's side, then the card of least value, then the lowest of the game."""
    found, first = outcomes(worlds, points), worlds[0]
    declares = first.to_move is first.declarer
    game = first.game.value
    suits = [naive.TRUMP_SUIT.get(game, ""), "D", "H", "S", "C"]

    def merit(card: int) -> tuple[int, int, int, int, int]:
        wins, total = found[card]
        name = NAMES[card]
        value = 0 if first.game is Game.NULL else naive.CARD_POINTS[name[1]]
        trump = naive.suit(game, name) == "trump"
        suit = 9 if trump else suits.index(name[0], 1)
        return wins, total if declares else -total, -value, -suit, -naive.strength(game, name)

    return max(found, key=merit)
