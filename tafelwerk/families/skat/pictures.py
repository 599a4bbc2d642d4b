"""Skat: hands, one row per seat, the current trick and the Skat, in the four colours of tournament cards.

The sheet has hands with their chances to win, game by game.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_text, cards_text, order, printed_card, term
from tafelwerk.families.skat.rules.play import OpenGame, Position
from tafelwerk.language import in_german, say
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, box, stack_pictures, table, width_of, words
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import CHOSEN, GREEN, INK, MUTED, ORANGE
from tafelwerk.rules.puzzles import Seed

COLOURS = {"C": INK, "S": GREEN, "H": "#c8102e", "D": ORANGE}

SHAPES = {
    "C": "M0,-1a.46,.46 0 0 1 .4,.69a.46,.46 0 1 1 -.3,.82l.14,.49h-.48l.14,-.49a.46,.46 0 1 1 -.3,-.82a.46,.46 0 0 1 .4,-.69z",
    "S": "M0,-1C1.4,.1 1,.72 .5,.72C.2,.72 .1,.55 .06,.42L.25,1H-.25L-.06,.42C-.1,.55 -.2,.72 -.5,.72C-1,.72 -1.4,.1 0,-1z",
    "H": "M0,1C-1.4,-.1 -1,-.95 -.5,-.95C-.2,-.95 0,-.7 0,-.5C0,-.7 .2,-.95 .5,-.95C1,-.95 1.4,-.1 0,1z",
    "D": "M0,-1L.72,0L0,1L-.72,0z",
}
"""Outlines of the suits in a box from -1 to 1."""

WIDTH, HEIGHT = 25.0, 35.0
"""A card."""

_STEP, _ROW = 28.0, 43.0


def card(number: int, x: float, y: float, chosen: bool = False) -> str:
    """A card whose upper left corner is at x, y."""
    suit, rank = card_text(number)[0], printed_card(number)[1:]
    colour = COLOURS[suit]
    return (
        box(x, y, WIDTH, HEIGHT, CHOSEN if chosen else "white", INK if chosen else MUTED, 3)
        + words(x + WIDTH / 2, y + 10.5, rank, 13, colour, "middle", bold=True)
        + f'<path transform="translate({x + WIDTH / 2:.2f} {y + 25:.2f}) scale(6.2)" d="{SHAPES[suit]}" fill="{colour}"/>'
    )


def hands(
    held: Mapping[str, int],
    game: Game | None,
    alone: str = "",
    chosen: Collection[int] = (),
    rows: Sequence[tuple[str, Sequence[int]]] = (),
) -> Picture:
    """Hands, one row each, sorted as a player of the game sorts them.

    Args:
        held: mask of each hand, by the label of its row.
        game: the game played. Default: none yet.
        alone: label that is printed in bold.
        chosen: cards that are highlighted.
        rows: further rows, such as a trick: cards in order, by label.
    """
    parts, y, most = [], 0.0, 1
    in_order = [(name, order(game).sorted(mask) if game else bits(mask)[::-1]) for name, mask in held.items()]
    label = max(width_of(name, 11) for name in (*held, *(name for name, _ in rows)))
    label += 12 if label else 1
    for name, cards in (*in_order, *rows):
        parts.append(words(0, y + HEIGHT / 2, name, 11, INK, bold=name == alone))
        parts += [card(number, label + column * _STEP, y, number in chosen) for column, number in enumerate(cards)]
        most, y = max(most, len(cards)), y + _ROW
    text = " ".join(f"{name}: {_read_out(cards)}." for name, cards in (*in_order, *rows))
    title = say("Hands of Skat")
    return Picture(label + most * _STEP, y - _ROW + HEIGHT + 2, "".join(parts), title, text)


def _read_out(cards: Sequence[int]) -> str:
    """Cards as a text alternative."""
    return " ".join(printed_card(card) if in_german() else card_text(card) for card in cards) or say("none")


def position(game: OpenGame, after: Position, chosen: Collection[int] = (), *, skat: bool = True) -> Picture:
    """All hands of a position, the current trick and the Skat, with the declarer in bold.

    Args:
        game: the game.
        after: one of its positions.
        chosen: cards that are highlighted.
        skat: whether the Skat is shown.
    """
    rows: list[tuple[str, Sequence[int]]] = [(term("table"), after.table)] if after.table else []
    rows += [("Skat", bits(game.deal.skat)[::-1])] if skat and game.deal.skat else []
    held = {term(seat.word): after.hands[seat] for seat in Seat}
    return hands(held, game.game, term(game.declarer.word), chosen, rows)


LIMIT, MOST = 8, 40
"""Hands of a sheet."""

WORLDS = 10
"""Deals in which the game that would be announced is tried; it is not shown."""


def sheet_pages(
    book: Book,
    line: str,
    seed: Seed | None = None,
    limit: Annotated[int, Parameter("N", f"Number of hands, at most {MOST}. Default: {LIMIT}.", 1, 200)] = LIMIT,
) -> list[Picture]:
    """Hands with their chances to win, game by game.

    Example: tafelwerk sheet skat --seed 2
    """
    from tafelwerk.families.skat.bidding import Bid
    from tafelwerk.families.skat.rules.deals import random_deals

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
