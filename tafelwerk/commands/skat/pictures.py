"""Hands, tricks and what cards are worth, as pictures."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tafelwerk.rules.skat.cards import Game, read_card
from tafelwerk.rules.skat.play import OpenGame, Position
from tafelwerk.tables.skat.answers import Bid, CardAdvice, Solution

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
    rows: Rows | None = None,
) -> "Picture":
    """All hands of a position, and a table below them.

    Args:
        asked: the game.
        shown: one of its positions.
        title, below: what is seen, and lines below that.
        chosen: cards that are picked out.
        rows: the table. Default: none.
    """
    from tafelwerk.plots.drawings.cards import position

    return _with_table(position(asked, shown, chosen), title, below, rows)


def hand_picture(
    cards: int,
    game: Game | None,
    title: str,
    *below: str,
    table: Sequence[int] = (),
    chosen: Collection[int] = (),
    rows: Rows | None = None,
) -> "Picture":
    """One hand, the running trick, and a table below.

    Args:
        cards: mask of the hand.
        game: what is played. Default: nothing yet.
        title, below: as of `position_picture`.
        table: cards of the running trick.
        chosen: cards that are picked out.
        rows: as of `position_picture`.
    """
    from tafelwerk.plots.drawings.cards import hands

    lying = [("table", table)] if table else []
    return _with_table(hands({"hand" if table else "": cards}, game, "", chosen, lying), title, below, rows)


def _with_table(cards: "Picture", title: str, below: Sequence[str], rows: Rows | None) -> "Picture":
    from tafelwerk.plots.drawings.tables import table
    from tafelwerk.plots.pictures import captioned, stacked

    shown = [cards] if rows is None else [cards, table(*rows, 11)]
    return captioned(stacked(shown, 14), title, *below)


def solved_picture(asked: OpenGame, found: Solution, turn: str, verdict: str) -> "Picture":
    """A position with its best cards picked out, and what each card is worth.

    Args:
        asked: the game.
        found: its solution.
        turn: who is to play.
        verdict: how it ends.
    """
    cards = found.cards or {}
    sign = -1 if asked.position.to_move is asked.position.declarer else 1
    in_order = sorted(cards, key=lambda card: sign * cards[card])
    best = [read_card(card) for card in in_order if cards[card] == cards[in_order[0]]]
    head = ("card", "the declarer has" if asked.null else "points")
    worth = [(on_paper(card), ("lost", "won")[cards[card]] if asked.null else str(cards[card])) for card in in_order]
    read = ("Yellow: the best cards.",) if 0 < len(best) < len(cards) else ()
    chosen = best if read else ()
    rows = (head, worth) if cards else None
    return position_picture(asked, asked.position, f"{asked.name}; {turn}", verdict, *read, chosen=chosen, rows=rows)


def bid_picture(found: Bid, hand: int, said: str) -> "Picture":
    """A hand and its chances, game by game, the best first."""
    games = sorted(found.chances, key=lambda game: -found.chances[game])
    rows = [(game, f"{100 * found.chances[game]:.0f} %", f"{100 * found.hand_chances[game]:.0f} %") for game in games]
    below = "Chances to win as declarer, the Skat taken up or left, and of the Hand game."
    played = Game(found.game) if found.game else None
    return hand_picture(hand, played, said, below, rows=(("game", "with the Skat", "Hand"), rows))


def card_picture(found: CardAdvice, hand: int, game: Game, table: Sequence[int], said: str) -> "Picture":
    """A hand with the card to play picked out, and the share of deals that each card wins."""
    shares = sorted(found.open_card_share.items(), key=lambda item: (item[0] != found.card, -item[1]))
    rows = [(on_paper(card), f"{100 * share:.0f} %") for card, share in shares]
    chosen = [read_card(found.card)]
    return hand_picture(hand, game, said, table=table, chosen=chosen, rows=(("card", "deals won"), rows))


def on_paper(card: str) -> str:
    """A card where suits are signs."""
    return dict(zip("CSHD", "♣♠♥♦", strict=True))[card[0]] + ("10" if card[1] == "T" else card[1])
