"""Pictures of hands, tricks and values of cards."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tafelwerk.families.skat.answers import Bid, CardAdvice, Solution
from tafelwerk.families.skat.rules.cards import Game, printed_card, read_card
from tafelwerk.families.skat.rules.play import OpenGame, Position
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import say

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

Rows = tuple[Sequence[str], Sequence[Sequence[str]]]
"""A table: headings, and cells row by row."""


def position_picture(
    asked: OpenGame,
    shown: Position,
    title: str,
    *below: str,
    chosen: Collection[int] = (),
    tables: Sequence[Rows] = (),
) -> "Picture":
    """Picture of all hands of a position, with tables below them.

    Args:
        asked: the game.
        shown: one of its positions.
        title, below: title, and lines below it.
        chosen: highlighted cards.
        tables: the tables; those without rows are left out.
    """
    from tafelwerk.plots.drawings.cards import position

    return _with_tables(position(asked, shown, chosen), title, below, tables)


def hand_picture(
    cards: int,
    game: Game | None,
    title: str,
    *below: str,
    table: Sequence[int] = (),
    chosen: Collection[int] = (),
    tables: Sequence[Rows] = (),
) -> "Picture":
    """Picture of one hand and the current trick, with tables below.

    Args:
        cards: mask of the hand.
        game: the game, which orders the cards. Default: not announced yet.
        title, below: as for `position_picture`.
        table: cards of the current trick.
        chosen: highlighted cards.
        tables: as for `position_picture`.
    """
    from tafelwerk.plots.drawings.cards import hands

    lying = [(term("table"), table)] if table else []
    shown = hands({say("hand") if table else "": cards}, game, "", chosen, lying)
    return _with_tables(shown, title, below, tables)


def _with_tables(cards: "Picture", title: str, below: Sequence[str], tables: Sequence[Rows]) -> "Picture":
    from tafelwerk.plots.drawings.tables import table
    from tafelwerk.plots.pictures import captioned, stacked

    shown = [cards, *(table(heads, rows, 11) for heads, rows in tables if rows)]
    return captioned(stacked(shown, 14), title, *below)


def solved_picture(asked: OpenGame, found: Solution, turn: str, verdict: str) -> "Picture":
    """Picture of a position with its best cards highlighted and the value of each card.

    Args:
        asked: the game.
        found: its solution.
        turn: the player to move, in words.
        verdict: the outcome, in words.
    """
    cards = found.cards or {}
    sign = -1 if asked.position.to_move is asked.position.declarer else 1
    in_order = sorted(cards, key=lambda card: sign * cards[card])
    best = [read_card(card) for card in in_order if cards[card] == cards[in_order[0]]]
    head = (term("card"), term("the declarer has" if asked.null else "points"))
    worth = [
        (on_paper(card), term(("lost", "won")[cards[card]]) if asked.null else str(cards[card])) for card in in_order
    ]
    read = (say("Yellow: the best cards."),) if 0 < len(best) < len(cards) else ()
    chosen = best if read else ()
    title = f"{asked.name}; {turn}"
    return position_picture(asked, asked.position, title, verdict, *read, chosen=chosen, tables=[(head, worth)])


def bid_picture(found: Bid, hand: int, said: str) -> "Picture":
    """Picture of a hand and its chances per game, best first."""
    games = sorted(found.chances, key=lambda game: -found.chances[game])
    rows = [(term(game), _share(found.chances[game]), _share(found.hand_chances[game])) for game in games]
    below = say("Chances to win as declarer, the Skat taken up or left (Hand).")
    played = Game(found.game) if found.game else None
    return hand_picture(hand, played, said, below, tables=[([*map(term, ("game", "with the Skat", "Hand"))], rows)])


def card_picture(found: CardAdvice, hand: int, game: Game, table: Sequence[int], said: str) -> "Picture":
    """Picture of a hand with the card to play highlighted, and the share of deals that each card wins."""
    shares = sorted(found.open_card_share.items(), key=lambda item: (item[0] != found.card, -item[1]))
    rows = [(on_paper(card), _share(share)) for card, share in shares]
    chosen = [read_card(found.card)]
    head = term("card"), term("deals won")
    return hand_picture(hand, game, said, table=table, chosen=chosen, tables=[(head, rows)])


def _share(share: float) -> str:
    return f"{100 * share:.0f} %"


def on_paper(card: str) -> str:
    """A card where suits are signs."""
    return printed_card(read_card(card))
