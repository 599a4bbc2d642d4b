"""`tafelwerk skat solve`, `sure` and `explain`: what a position is worth with every card open, and each card in it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, AtOnce, Text, asks
from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.commands.picture import OutputOption, check, save
from tafelwerk.commands.skat.pictures import position_picture, solved_picture
from tafelwerk.commands.skat.showing import best_first, card_name, drawn, drawn_position, made, origin
from tafelwerk.commands.skat.words import Opened, app
from tafelwerk.rules.skat.cards import read_card
from tafelwerk.rules.skat.play import OpenGame
from tafelwerk.tables.question import Source
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import CountedTrick, Explanation, Solution, Sure
from tafelwerk.wording import counted, listed


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
def solve(game: Opened, question: QuestionOption = None, output: OutputOption = None, *, ask: Ask) -> Text:
    """The declarer's points under best play by all with every card open, and after each card; in Null, whether it is won.

    Points count the Skat and the tricks already taken; 61 win.

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal - --game null --declarer rearhand --question win --json

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand -o hands.svg
    """
    check(output)
    wanted = game.named
    found = ask(questions.solve, *wanted.words, question)
    if output is not None:
        save(solved_picture(wanted, found, _turn(wanted), _verdict(wanted, found, {})), output)
    kept = ask.keep and found.source is Source.COMPUTED and not wanted.played
    return lambda: _solved(wanted, found, kept=kept)


def _solved(wanted: OpenGame, found: Solution, *, kept: bool) -> Any:
    from rich.console import Group
    from rich.text import Text

    heading = Text(f"{wanted.name}; {_turn(wanted)}.", "bold")
    parts: list[Any] = [heading, "", drawn_position(wanted, wanted.position)]
    cards = {read_card(card): int(value) for card, value in (found.cards or {}).items()}
    if cards:
        parts += [_cards(wanted, cards), ""]
    how = "" if wanted.position.over else f" ({'computed and kept' if kept else origin(found)})"
    return Group(*parts, Text(f"{_verdict(wanted, found, cards)}{how}"))


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

    in_order = best_first(cards, wanted.position)
    best = cards[in_order[0]]
    columns = [Column("card", [drawn([card]) for card in in_order])]
    if wanted.null:
        columns.append(Column("the declarer has", [("lost", "won")[cards[card]] for card in in_order]))
    else:
        columns.append(Column("points", [cards[card] for card in in_order]))
        columns.append(Column("gives away", [abs(cards[card] - best) or None for card in in_order]))
    return fitted(columns, console().width)


def _verdict(wanted: OpenGame, found: Solution, cards: dict[int, int]) -> str:
    """The outcome, and what to play for it."""

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


@app.command()
@asks
def sure(game: Opened, ask: AtOnce, output: OutputOption = None) -> Text:
    """What the side on lead is sure of without search, at the start of a trick: it plays from the top, and the other side gives
    as little as it can.

    Example: tafelwerk skat sure --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand
    """
    check(output)
    wanted = game.named
    found = ask(questions.sure, *wanted.words)
    told = _sure_words(found)
    if output is not None:
        save(position_picture(wanted, wanted.position, wanted.name, told), output)
    return lambda: _sure(wanted, told)


def _sure(wanted: OpenGame, told: str) -> Any:
    from rich.console import Group
    from rich.text import Text

    return Group(Text(f"{wanted.name}.", "bold"), "", drawn_position(wanted, wanted.position), Text(told))


def _sure_words(found: Sure) -> str:
    """What the side on lead is sure of, in words."""
    who = (
        "The declarer leads and is"
        if found.side == "declarer"
        else f"{found.leader.capitalize()} leads and the defenders are"
    )
    bound = f"makes at least {found.least}" if found.side == "declarer" else f"makes at most {found.most}"
    return f"{who} sure of {found.sure} of the {counted(found.to_come, 'point')} to come: the declarer {bound} in all."


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
