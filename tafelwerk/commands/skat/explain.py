"""`tafelwerk skat explain`: how best play goes, and what each played card cost."""

from collections.abc import Sequence
from typing import Any

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import Opened, app, made, origin
from tafelwerk.commands.wording import counted, listed
from tafelwerk.rules.skat.cards import read_card
from tafelwerk.rules.skat.play import OpenGame
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import CountedTrick, Explanation


@app.command()
@asks
def explain(game: Opened, ask: AtOnce) -> Text:
    """How the game goes under best play, trick by trick; what each of the cards in --played cost, and what was better.

    Of several best cards the line takes the highest.

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand --played "CA CT HJ"
    """
    wanted = game.named
    found = ask(questions.explain, *wanted.words)
    return lambda: layout(wanted, found)


def layout(wanted: OpenGame, found: Explanation, title: str = "") -> Any:
    """The explanation for people; a title stands before the game's name."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_position

    parts: list[Any] = [Text(f"{title}{wanted.name}.", "bold"), "", drawn_position(wanted, wanted.positions[0])]
    if found.cards:
        parts += [_costs(wanted, found), "", Text(_given_away(wanted, found))]
    if found.line:
        parts += [*([""] if found.cards else []), Text(_outlook(wanted, found)), "", _line(wanted, found), ""]
    else:
        parts.append(Text(_outcome(wanted, found)))
    return Group(*parts, Text(f"({origin(found)})", "dim"))


def _costs(wanted: OpenGame, found: Explanation) -> Any:
    """The played cards, a line each."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    played = found.cards
    tricks = [str(one.trick) if place % 3 == 0 else None for place, one in enumerate(played)]
    costs: Sequence[Any] = [one.cost or None for one in played]
    columns = [
        Column("trick", tricks, goes=1),
        Column("player", [one.seat for one in played]),
        Column("card", [drawn([read_card(one.card)]) for one in played]),
    ]
    if wanted.null:
        columns.append(Column("then", [("lost", "won")[one.after] for one in played], goes=2))
        costs = [cost and "the game" for cost in costs]
    else:
        columns.append(Column("points then", [one.after for one in played], "then", goes=2))
    columns.append(Column("cost", costs))
    columns.append(Column("better", [drawn([read_card(one.best)]) if one.cost else None for one in played]))
    return fitted(columns, console().width)


def _given_away(wanted: OpenGame, found: Explanation) -> str:
    """Who gave away how much."""
    null = wanted.null
    began = ("lost", "won")[found.start] if null else counted(found.start, "point")
    who = [(seat, cost) for seat, cost in found.costs.items() if cost]
    text = f"At the start it was {began} for the declarer"
    if not who:
        return f"{text}; no card gave anything away."
    shares = listed([f"{seat} {counted(cost, 'time' if null else 'point')}" for seat, cost in who])
    return f"{text}. {'Thrown away' if null else 'Given away'}: {shares}."


def _outlook(wanted: OpenGame, found: Explanation) -> str:
    """What best play brings."""
    begin = "Best play from here" if found.cards else "Best play by all"
    return f"{begin}: the declarer {made(wanted, found.points, 'makes', 'wins' if found.won else 'loses')}."


def _outcome(wanted: OpenGame, found: Explanation) -> str:
    return f"The declarer {made(wanted, found.points, 'has', 'has won' if found.won else 'has lost')}."


def _line(wanted: OpenGame, found: Explanation) -> Any:
    """The tricks that are to come, the running one with what lies already."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    tricks = found.tricks[len(found.cards) // 3 :]
    columns = [
        Column("trick", [trick.trick for trick in tricks], goes=2),
        Column("led by", [trick.leader for trick in tricks]),
        Column("cards", [drawn([read_card(card) for card in trick.cards]) for trick in tricks]),
        Column("taken by", [trick.winner for trick in tricks], goes=1),
    ]
    counts = [trick for trick in tricks if isinstance(trick, CountedTrick)]
    if counts:
        columns += [
            Column("points", [trick.points for trick in counts], goes=4),
            Column("declarer", [trick.declarer for trick in counts]),
            Column("defenders", [trick.defenders for trick in counts], goes=3),
        ]
    return fitted(columns, console().width)
