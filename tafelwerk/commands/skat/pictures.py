"""Pictures of hands, tricks and values of cards."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tafelwerk.commands.picture import save
from tafelwerk.rules.skat.cards import Game, printed_card, read_card
from tafelwerk.rules.skat.play import OpenGame, Position
from tafelwerk.rules.skat.words import speech, term, worded
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
    """Picture of all hands of a position, with a table below them.

    Args:
        asked: The game.
        shown: One of its positions.
        title, below: Title, and lines below it.
        chosen: Highlighted cards.
        rows: The table. Default: none.
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
    """Picture of one hand and the current trick, with a table below.

    Args:
        cards: Mask of the hand.
        game: The game, which orders the cards. Default: not announced yet.
        title, below: As for `position_picture`.
        table: Cards of the current trick.
        chosen: Highlighted cards.
        rows: As for `position_picture`.
    """
    from tafelwerk.plots.drawings.cards import hands

    lying = [(term("table"), table)] if table else []
    return _with_table(
        hands({worded("hand", "Blatt") if table else "": cards}, game, "", chosen, lying), title, below, rows
    )


def _with_table(cards: "Picture", title: str, below: Sequence[str], rows: Rows | None) -> "Picture":
    from tafelwerk.plots.drawings.tables import table
    from tafelwerk.plots.pictures import captioned, stacked

    shown = [cards] if rows is None else [cards, table(*rows, 11)]
    return captioned(stacked(shown, 14), title, *below)


def solved_picture(asked: OpenGame, found: Solution, turn: str, verdict: str) -> "Picture":
    """Picture of a position with its best cards highlighted and the value of each card.

    Args:
        asked: The game.
        found: Its solution.
        turn: The player to move, in words.
        verdict: The outcome, in words.
    """
    cards = found.cards or {}
    sign = -1 if asked.position.to_move is asked.position.declarer else 1
    in_order = sorted(cards, key=lambda card: sign * cards[card])
    best = [read_card(card) for card in in_order if cards[card] == cards[in_order[0]]]
    head = (term("card"), term("the declarer has" if asked.null else "points"))
    worth = [
        (on_paper(card), term(("lost", "won")[cards[card]]) if asked.null else str(cards[card])) for card in in_order
    ]
    read = (worded("Yellow: the best cards.", "Gelb: die besten Karten."),) if 0 < len(best) < len(cards) else ()
    chosen = best if read else ()
    rows = (head, worth) if cards else None
    return position_picture(asked, asked.position, f"{asked.name}; {turn}", verdict, *read, chosen=chosen, rows=rows)


def bid_picture(found: Bid, hand: int, said: str) -> "Picture":
    """Picture of a hand and its chances per game, best first."""
    games = sorted(found.chances, key=lambda game: -found.chances[game])
    rows = [(term(game), _share(found.chances[game]), _share(found.hand_chances[game])) for game in games]
    below = worded(
        "Chances to win as declarer, the Skat taken up or left (Hand).",
        "Gewinnchancen als Alleinspieler, mit Skat oder aus der Hand.",
    )
    played = Game(found.game) if found.game else None
    return hand_picture(hand, played, said, below, rows=([*map(term, ("game", "with the Skat", "Hand"))], rows))


def card_picture(found: CardAdvice, hand: int, game: Game, table: Sequence[int], said: str) -> "Picture":
    """Picture of a hand with the card to play highlighted, and the share of deals that each card wins."""
    shares = sorted(found.open_card_share.items(), key=lambda item: (item[0] != found.card, -item[1]))
    rows = [(on_paper(card), _share(share)) for card, share in shares]
    chosen = [read_card(found.card)]
    head = term("card"), term("deals won")
    return hand_picture(hand, game, said, table=table, chosen=chosen, rows=(head, rows))


def _share(share: float) -> str:
    return f"{100 * share:.0f} %"


def on_paper(card: str) -> str:
    """A card where suits are signs."""
    return printed_card(read_card(card))


def write(pages: "Picture | Sequence[Picture]", path: Path) -> None:
    """As `tafelwerk.commands.picture.save`, in the language that people are answered in."""
    save(pages, path, worded("{} written", "{} geschrieben"), speech().language)
