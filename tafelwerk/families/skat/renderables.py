"""Hands, tricks and phrases for people: suits as coloured signs in a terminal, as letters elsewhere."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import console, table
from tafelwerk.families.skat.play.telling import Cards, Hand, Phrase, Table, chance_text
from tafelwerk.families.skat.rules.cards import WIN, Game, Seat, card_name, card_text, mask_of, order
from tafelwerk.families.skat.rules.play import OpenGame, Position
from tafelwerk.families.skat.rules.scoring import Contract
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import counted, say, seconds_text
from tafelwerk.streams import out
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.families.skat.answers import Announced, Explanation, Solution
    from tafelwerk.families.skat.replay_answers import Replayed, ReplayedGame

COLOURS = {"C": "bold", "S": "bold green", "H": "bold red", "D": "bold yellow"}
"""Colours of the four-colour deck used in tournaments."""


def drawn(cards: Sequence[int]) -> "Text":
    """Cards in the given order, in colour."""
    from rich.text import Text

    return Text(" ").join(Text(card_name(card), COLOURS[card_text(card)[0]]) for card in cards)


def drawn_hand(mask: int, game: Game | None) -> "Text":
    """A hand sorted for the game: trumps first, with a wider gap between suits."""
    from rich.text import Text

    return Text("  ").join(map(drawn, Hand(mask, game).suits))


def drawn_position(asked: OpenGame, position: Position) -> "Text":
    """All hands, with the declarer marked, the Skat and the cards on the table."""
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
    """The player who led the current trick, in words."""
    seat = term(leader.word)
    return say("  led by {seat}", seat=seat)


def draw(told: Phrase | Table) -> Any:
    """A phrase or table of a round in play, as a renderable."""
    from rich.text import Text

    if isinstance(told, Table):
        rows = [[_cell(cell, right=place in told.right) for place, cell in enumerate(row)] for row in told.rows]
        return table(told.head, rows)
    text = Text().join(_part(part) for part in told)
    # rich breaks the lines of what it prints in full only
    return Text("\n").join(text.wrap(console(), console().width)) if out().isatty() else text


def share(chance: float | None) -> "Text":
    """A chance in percent, as a table cell."""
    from rich.text import Text

    return Text(chance_text(chance), justify="right")


def contract_of(announced: "Announced | Replayed") -> Contract:
    """The contract that was announced."""
    steps = (announced.hand, announced.schneider, announced.schwarz, announced.ouvert)
    return Contract(Game(announced.game or ""), *map(bool, steps))


def best_first(values: Mapping[int, int], position: Position) -> list[int]:
    """Cards sorted from best to worst for the player to move; equal cards in the order of the game."""
    sign = -1 if position.to_move is position.declarer else 1
    return sorted(order(position.game).sorted(mask_of(values)), key=lambda card: sign * values[card])


def made(asked: OpenGame, points: int | None, *, won: bool, over: bool = False) -> str:
    """The outcome of a game in words, without a full stop: points and winner, as far as known.

    Args:
        asked: the game.
        points: the declarer's final points, or None.
        won: whether the declarer wins.
        over: whether all cards are played.
    """
    text = say("The declarer ")
    verdict = say("wins") if won else say("loses")
    if over:
        verdict = say("has won") if won else say("has lost")
    if asked.winnable and points is None:
        return text + verdict
    if points is None:
        return text + say("cannot win: it takes {win} points, and the deal has {points}", win=WIN, points=asked.points)
    text += say("has") if over else say("makes")
    if asked.winnable:
        return f"{text} {counted(points, 'point')} {say('and')} {verdict}"
    return f"{text} {points} {say('of')} {counted(asked.points, 'point')}"


def origin(found: "Solution | Explanation | ReplayedGame") -> str:
    """Source of an answer in words: the book, or a search with positions and time."""
    if found.source is not None and found.source.is_stored:
        return say("from the book") if found.source == "book" else say("from the pocket book")
    took = f"{number_text(1000 * found.seconds, '.1f')} ms" if found.seconds < 0.1 else seconds_text(found.seconds)
    searched = counted(found.nodes, "position")
    return say("{searched} searched, {took}", searched=searched, took=took)


def _part(part: str | Cards | Hand) -> "Text":
    from rich.text import Text

    if isinstance(part, str):
        return Text(part)
    if isinstance(part, Cards):
        return drawn(part.cards)
    return drawn_hand(part.mask, part.game) if part.playable is None else _numbered(part, part.playable)


def _numbered(hand: Hand, playable: int) -> "Text":
    """A hand in two lines: cards with a wider gap between suits, and below them the numbers of the legal ones."""
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
