"""Hands, tricks and what is told of a round for people: suits as signs in colour in a terminal, as letters elsewhere."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import console, table
from tafelwerk.play.skat.telling import Cards, Hand, Phrase, Table, percent
from tafelwerk.rules.skat.cards import SUITS, WIN, Game, Seat, card_text, mask_of, order
from tafelwerk.rules.skat.play import OpenGame, Position
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.wording import counted, seconds_text

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.tables.skat.answers import Announced, Explanation, Solution
    from tafelwerk.tables.skat.played import StoredRound
    from tafelwerk.tables.skat.replayed import Replayed

SIGNS = dict(zip(SUITS, "♣♠♥♦", strict=True))
COLOURS = {"C": "bold", "S": "bold green", "H": "bold red", "D": "bold yellow"}
"""The four colours that tournaments print cards in."""


def signs() -> bool:
    """Whether standard output shows suits as signs: a terminal whose encoding has them."""
    return sys.stdout.isatty() and _encodes(getattr(sys.stdout, "encoding", None) or "utf-8")


@cache
def _encodes(encoding: str) -> bool:
    try:
        "".join(SIGNS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def card_name(card: int) -> str:
    """A card as it is shown here."""
    name = card_text(card)
    return SIGNS[name[0]] + name[1] if signs() else name


def drawn(cards: Sequence[int]) -> "Text":
    """Cards in their order, in colour."""
    from rich.text import Text

    return Text(" ").join(Text(card_name(card), COLOURS[card_text(card)[0]]) for card in cards)


def drawn_hand(mask: int, game: Game | None) -> "Text":
    """A hand as a player of the game sorts it: trumps first, a wider gap between suits."""
    from rich.text import Text

    return Text("  ").join(map(drawn, Hand(mask, game).suits))


def drawn_position(asked: OpenGame, position: Position) -> "Text":
    """Who holds what, who plays alone, what lies on the table."""
    from rich.text import Text

    text = Text()
    for seat in Seat:
        text.append(f"{seat.word:<10} ", "bold" if seat is asked.declarer else "")
        text.append("* " if seat is asked.declarer else "  ")
        text.append_text(drawn_hand(position.hands[seat], asked.game)).append("\n")
    if asked.deal.skat:
        text.append("Skat         ").append_text(drawn_hand(asked.deal.skat, asked.game)).append("\n")
    if position.table:
        text.append("table        ").append_text(drawn(position.table))
        text.append(f"  led by {position.leader.word}\n")
    return text


def draw(told: Phrase | Table) -> Any:
    """What is told of a round in play, as text or as a table."""
    from rich.text import Text

    if isinstance(told, Table):
        rows = [[_cell(cell, right=place in told.right) for place, cell in enumerate(row)] for row in told.rows]
        return table(told.head, rows)
    text = Text().join(_part(part) for part in told)
    # rich breaks the lines of what it prints in full only
    return Text("\n").join(text.wrap(console(), console().width)) if sys.stdout.isatty() else text


def share(chance: float | None) -> "Text":
    """A chance in percent, as a cell of a table."""
    from rich.text import Text

    return Text(percent(chance), justify="right")


def contract_of(announced: "Announced | Replayed | StoredRound") -> Contract:
    """The contract that was announced."""
    steps = (announced.hand, announced.schneider, announced.schwarz, announced.ouvert)
    return Contract(Game(announced.game or ""), *map(bool, steps))


def best_first(values: Mapping[int, int], position: Position) -> list[int]:
    """Cards from the best for the player to move down; equals as a player sorts them."""
    sign = -1 if position.to_move is position.declarer else 1
    return sorted(order(position.game).sorted(mask_of(values)), key=lambda card: sign * values[card])


def made(asked: OpenGame, points: int | None, makes: str, verdict: str) -> str:
    """The outcome of a game in words: the points, where they are known, and who wins, where that can be.

    Args:
        asked: the game.
        points: the declarer's at the end, or None.
        makes: "makes" or "has".
        verdict: "wins" or what else is to be said of it.
    """
    if asked.winnable:
        return verdict if points is None else f"{makes} {counted(points, 'point')} and {verdict}"
    if points is None:
        return f"cannot win: it takes {WIN} points, and the deal has {asked.points}"
    return f"{makes} {points} of {counted(asked.points, 'point')}"


def origin(found: "Solution | Explanation") -> str:
    """Where an answer comes from, in words: the book, or a search and what it took."""
    if found.source is not None and found.source.is_stored:
        return f"from the {found.source}"
    took = f"{1000 * found.seconds:.1f} ms" if found.seconds < 0.1 else seconds_text(found.seconds)
    return f"{counted(found.nodes, 'position')} searched, {took}"


def _part(part: str | Cards | Hand) -> "Text":
    from rich.text import Text

    if isinstance(part, str):
        return Text(part)
    if isinstance(part, Cards):
        return drawn(part.cards)
    return drawn_hand(part.mask, part.game) if part.playable is None else _numbered(part, part.playable)


def _numbered(hand: Hand, playable: int) -> "Text":
    """A hand in two lines: the cards, a wider gap between suits, and below them the numbers of those that can be played."""
    from rich.text import Text

    cards, numbers, number = Text("  "), Text("  "), 0
    for suit in hand.suits:
        for card in suit:
            number += 1
            can = playable >> card & 1
            cards.append_text(drawn([card])).append(" ")
            numbers.append(f"{number if can else '-':>2} ", "" if can else "dim")
        cards.append(" ")
        numbers.append(" ")
    cards.rstrip()
    numbers.rstrip()
    return cards.append("\n").append_text(numbers)


def _cell(cell: "str | int | Cards", *, right: bool) -> Any:
    from rich.text import Text

    if isinstance(cell, Cards):
        return drawn(cell.cards)
    return Text(cell, justify="right") if right and isinstance(cell, str) else cell
