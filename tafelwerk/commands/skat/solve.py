"""`tafelwerk skat solve`: what a position is worth, and each card in it."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.skat.words import Opened, app, best_first, made, origin
from tafelwerk.commands.wording import counted, listed
from tafelwerk.rules.skat.cards import read_card
from tafelwerk.rules.skat.play import OpenGame
from tafelwerk.tables.question import Source
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Solution


class Question(StrEnum):
    """What is asked."""

    WIN = "win"
    POINTS = "points"


QuestionOption = Annotated[
    Question | None,
    typer.Option("--question", help="win: only whether the declarer wins, which is faster; points: all of it."),
]


@app.command()
@asks
def solve(game: Opened, question: QuestionOption = None, *, ask: Ask) -> Text:
    """The declarer's points under best play by all with every card open, and after each card; in Null, whether it is won.

    Points count the Skat and the tricks already taken; 61 win.

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal - --game null --declarer rearhand --question win --json
    """
    wanted = game.named
    found = ask(questions.solve, *wanted.words, question)
    kept = ask.keep and found.source is Source.COMPUTED and not wanted.played
    return lambda: _layout(wanted, found, kept=kept)


def _layout(wanted: OpenGame, found: Solution, *, kept: bool) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_position

    heading = Text(f"{wanted.name}; {_turn(wanted)}.", "bold")
    parts: list[Any] = [heading, "", drawn_position(wanted, wanted.position)]
    cards = {read_card(card): int(value) for card, value in (found.cards or {}).items()}
    if cards:
        parts += [_cards(wanted, cards), ""]
    how = "" if wanted.position.over else f" ({'computed and kept' if kept else origin(found)})"
    return Group(*parts, Text(f"{_sentence(wanted, found, cards)}{how}"))


def _turn(wanted: OpenGame) -> str:
    """Who is to play, and what the declarer has so far where something is played."""
    position = wanted.position
    if position.over:
        return "all cards are played"
    turn = f"{position.to_move.word} is to play" if position.table else f"{position.leader.word} leads"
    if not wanted.played:
        return turn
    if not wanted.null:
        return f"{turn}; the declarer has {counted(position.declarer_points, 'point')} so far"
    taken = counted(position.declarer_tricks, "trick") if position.declarer_tricks else "no trick"
    return f"{turn}; the declarer has taken {taken} so far"


def _cards(wanted: OpenGame, cards: dict[int, int]) -> Any:
    """The cards from the best down, and what each gives away."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    in_order = best_first(cards, wanted.position)
    best = cards[in_order[0]]
    columns = [Column("card", [drawn([card]) for card in in_order])]
    if wanted.null:
        columns.append(Column("the declarer has", [("lost", "won")[cards[card]] for card in in_order]))
    else:
        columns.append(Column("points", [cards[card] for card in in_order]))
        columns.append(Column("gives away", [abs(cards[card] - best) or None for card in in_order]))
    return fitted(columns, console().width)


def _sentence(wanted: OpenGame, found: Solution, cards: dict[int, int]) -> str:
    """The outcome, and what to play for it."""
    from tafelwerk.commands.skat.table import card_name

    position = wanted.position
    verdict = "wins" if found.won else "loses"
    if position.over:
        verdict = "won" if found.won else "lost"
    said = f"The declarer {made(wanted, found.points, 'has' if position.over else 'makes', verdict)}"
    if position.over or (found.points is None and not wanted.winnable):
        return f"{said}."
    said += " under best play by all"
    if cards:
        in_order = best_first(cards, position)
        good = [card for card in in_order if cards[card] == cards[in_order[0]]]
        if len(good) == len(in_order):
            said += f"; {'every card of' if len(good) > 1 else 'the only card of'} {position.to_move.word} keeps that"
        else:
            kept = listed([card_name(card) for card in good])
            said += f": {position.to_move.word} plays {kept}" if len(good) == 1 else f"; {kept} keep that"
    return f"{said}."
