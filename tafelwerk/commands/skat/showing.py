"""Hands, tricks and what is told of a round for people: suits as signs in colour in a terminal, as letters elsewhere."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import console, table
from tafelwerk.play.skat.telling import Cards, Hand, Phrase, Table, chance_text
from tafelwerk.rules.skat.cards import WIN, Game, Seat, card_name, card_text, mask_of, order
from tafelwerk.rules.skat.play import OpenGame, Position
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.rules.skat.words import counted, number_text, seconds_text, term, worded

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.tables.skat.answers import Announced, Explanation, Solution
    from tafelwerk.tables.skat.played import StoredRound
    from tafelwerk.tables.skat.replayed import Replayed

COLOURS = {"C": "bold", "S": "bold green", "H": "bold red", "D": "bold yellow"}
"""The four colours that tournaments print cards in."""


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
        text.append(f"{term(seat.word):<10} ", "bold" if seat is asked.declarer else "")
        text.append("* " if seat is asked.declarer else "  ")
        text.append_text(drawn_hand(position.hands[seat], asked.game)).append("\n")
    if asked.deal.skat:
        text.append("Skat         ").append_text(drawn_hand(asked.deal.skat, asked.game)).append("\n")
    if position.table:
        text.append(f"{term('table'):<13}").append_text(drawn(position.table)).append(f"{led_by(position.leader)}\n")
    return text


def led_by(leader: Seat) -> str:
    """Who led to the cards on the table."""
    seat = term(leader.word)
    return worded(f"  led by {seat}", f"  {seat} spielte aus")


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

    return Text(chance_text(chance), justify="right")


def contract_of(announced: "Announced | Replayed | StoredRound") -> Contract:
    """The contract that was announced."""
    steps = (announced.hand, announced.schneider, announced.schwarz, announced.ouvert)
    return Contract(Game(announced.game or ""), *map(bool, steps))


def best_first(values: Mapping[int, int], position: Position) -> list[int]:
    """Cards from the best for the player to move down; equals as a player sorts them."""
    sign = -1 if position.to_move is position.declarer else 1
    return sorted(order(position.game).sorted(mask_of(values)), key=lambda card: sign * values[card])


def made(asked: OpenGame, points: int | None, *, won: bool, over: bool = False) -> str:
    """The outcome of a game in words, without a full stop: the points, where they are known, and who wins, where that can be.

    Args:
        asked: the game.
        points: the declarer's at the end, or None.
        won: whether the declarer wins.
        over: whether all cards are played.
    """
    text = worded("The declarer ", "Der Alleinspieler ")
    verdict = worded("wins", "gewinnt") if won else worded("loses", "verliert")
    if over:
        verdict = worded("has won", "hat gewonnen") if won else worded("has lost", "hat verloren")
    if asked.winnable and points is None:
        return text + verdict
    if points is None:
        return text + worded(
            f"cannot win: it takes {WIN} points, and the deal has {asked.points}",
            f"kann nicht gewinnen: {WIN} Augen sind nötig, und die Karten haben {asked.points}",
        )
    text += worded("has", "hat") if over else worded("makes", "erzielt")
    if asked.winnable:
        return f"{text} {counted(points, 'point')} {worded('and', 'und')} {verdict}"
    return f"{text} {points} {worded('of', 'von')} {counted(asked.points, 'point')}"


def origin(found: "Solution | Explanation") -> str:
    """Where an answer comes from, in words: the book, or a search and what it took."""
    if found.source is not None and found.source.is_stored:
        return worded(f"from the {found.source}", f"aus dem {'Buch' if found.source == 'book' else 'Taschenbuch'}")
    took = f"{number_text(1000 * found.seconds, '.1f')} ms" if found.seconds < 0.1 else seconds_text(found.seconds)
    searched = counted(found.nodes, "position")
    return worded(f"{searched} searched, {took}", f"{searched} durchsucht, {took}")


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

    cards, numbers, place = Text("  "), Text("  "), 0
    for suit in hand.suits:
        for card in suit:
            place += 1
            can = playable >> card & 1
            cards.append_text(drawn([card])).append(" ")
            numbers.append(f"{place if can else '-':>{len(card_name(card))}} ", "" if can else "dim")
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
