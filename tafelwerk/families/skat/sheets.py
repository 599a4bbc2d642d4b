"""Skat: hands with their chances to win, game by game."""

from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.skat.hidden_cards import Bid
from tafelwerk.families.skat.pictures import hands
from tafelwerk.families.skat.rules.cards import Game, cards_text
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, stack_pictures, table
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.rules.puzzles import Seed

LIMIT, MOST = 8, 40
"""Hands of a sheet."""

WORLDS = 10
"""Deals in which the game that would be announced is tried; it is not shown."""


def pages(
    book: Book,
    line: str,
    seed: Seed | None = None,
    limit: Annotated[int, Parameter("N", f"Number of hands, at most {MOST}. Default: {LIMIT}.", 1, 200)] = LIMIT,
) -> list[Picture]:
    """Hands with their chances to win, game by game.

    Example: tafelwerk sheet skat --seed 2
    """
    blocks = []
    count = min(limit, MOST)
    assert seed is not None, "drawn where none is given"
    for number, deal in enumerate(random_deals(count, seed), 1):
        hand = deal.hands[0]
        bid = book.ask(Bid(cards_text(hand), "forehand", WORLDS, seed), compute=True)
        best = max(bid.chances, key=lambda game: bid.chances[game])
        rows = [
            (game, f"{100 * chance:.0f} %", f"{100 * bid.hand_chances[game]:.0f} %")
            for game, chance in bid.chances.items()
        ]
        hand_picture = hands({"": hand}, Game(bid.game or best))
        picture = stack_pictures([hand_picture, table(("game", "with the Skat", "Hand game"), rows, 11)], 8)
        advice = f"Bid up to {bid.bid}" if bid.bid else "Pass"
        game = f", {bid.game}" if bid.game else ""
        blocks.append(Block(picture, f"{number}. {advice}{game}"))
    below = (
        "What would you bid as forehand? Chances to win as declarer against players who see their own cards only, from a model "
        "fitted to games played by the program; see: tafelwerk skat models.",
    )
    return set_on_pages("Skat: hands and their chances", below, blocks, 2, line)
