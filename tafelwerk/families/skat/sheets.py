"""Skat: hands with their chances to win, game by game."""

from tafelwerk.commands.sheet_options import Wanted
from tafelwerk.families.skat.hidden_cards import Bid
from tafelwerk.families.skat.rules.cards import Game, cards_text
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.plots.drawings.cards import hands
from tafelwerk.plots.drawings.tables import table
from tafelwerk.plots.pictures import Picture, stacked
from tafelwerk.plots.sheets import Block
from tafelwerk.plots.sheets import pages as set_on_pages

OPTIONS = ("--seed", "--limit")

LIMIT, MOST = 8, 40
"""Hands of a sheet."""

WORLDS = 10
"""Deals in which the game that would be announced is tried; it is not shown."""


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet."""
    blocks = []
    count = min(wanted.limit or LIMIT, MOST)
    for number, deal in enumerate(random_deals(count, wanted.seed or 1), 1):
        hand = deal.hands[0]
        found = wanted.book.ask(Bid(cards_text(hand), "forehand", WORLDS), compute=True)
        best = max(found.chances, key=lambda game: found.chances[game])
        rows = [
            (game, f"{100 * chance:.0f} %", f"{100 * found.hand_chances[game]:.0f} %")
            for game, chance in found.chances.items()
        ]
        shown = hands({"": hand}, Game(found.game or best))
        picture = stacked([shown, table(("game", "with the Skat", "Hand game"), rows, 11)], 8)
        told = f"Bid up to {found.bid}" if found.bid else "Pass"
        game = f", {found.game}" if found.game else ""
        blocks.append(Block(picture, f"{number}. {told}{game}"))
    below = (
        "What would you bid as forehand? Chances to win as declarer against players who see their own cards only, from a model "
        "fitted to games played by the program; see: tafelwerk skat models.",
    )
    return set_on_pages("Skat: hands and their chances", below, blocks, 2, wanted.line)
