"""`tafelwerk skat explain`: how best play goes, and what each played card cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.miss import settle
from tafelwerk.commands.skat.solve import OPERATIONS
from tafelwerk.commands.skat.words import (
    Asked,
    DealOption,
    DeclarerOption,
    GameOption,
    PlayedOption,
    app,
    asked,
    counted,
    listed,
    made,
    origin,
)
from tafelwerk.errors import MissingTableError
from tafelwerk.solvers.skat.cards import Seat, card_text
from tafelwerk.solvers.skat.pricing import PricedGame, Trick, price
from tafelwerk.tables import skat as tables
from tafelwerk.tables.question import Source

if TYPE_CHECKING:
    from tafelwerk.build.computation import Computation
    from tafelwerk.tables.book import Book


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game, its played cards priced, and how it goes on under best play.

    Attributes:
        asked: the game.
        priced: its cards.
        nodes: positions searched.
        seconds: what that took.
        source: where it comes from.
    """

    asked: Asked
    priced: PricedGame
    nodes: int
    seconds: float
    source: Source


@app.command()
def explain(
    deal: DealOption,
    game: GameOption,
    declarer: DeclarerOption,
    book: BookOption,
    played: PlayedOption = None,
    json: JsonOption = False,
) -> None:
    """How the game goes under best play, trick by trick; what each of the cards in --played cost, and what was better.

    Of several best cards the line takes the highest.

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand --played "CA CT HJ"
    """
    found = explained(book, asked(deal, game, declarer, played))
    answer(json, document(found) if json else {}, lambda: layout(found))


def explained(book: Path, wanted: Asked) -> Explanation:
    """The played cards of a game priced, and its principal line from there: from the book where the deal is stored whole, else
    by search."""
    missing = MissingTableError(wanted.name, tables.build_line(wanted.deal.text()), book)
    found, source = settle(
        book, lambda opened: _stored(opened, wanted), lambda: _computation(wanted), missing, compute=False, keep=False
    )
    return replace(found, source=source)


def _stored(book: "Book", wanted: Asked) -> Explanation | None:
    from tafelwerk.commands.skat.judge import stored_judge, timed, whole

    with timed() as watch, whole(wanted):
        judge = stored_judge(book, wanted, wanted.positions)
        if judge is None:
            return None
        priced = price(judge, wanted.positions, wanted.played)
    return Explanation(wanted, priced, judge.nodes, watch.seconds, Source.BOOK)


def _computation(wanted: Asked) -> "Computation[Explanation]":
    from tafelwerk.build.computation import Computation
    from tafelwerk.commands.skat.judge import timed
    from tafelwerk.solvers.skat.judge import judge_of

    def run() -> Explanation:
        judge = judge_of(wanted.game)
        with timed() as watch:
            priced = price(judge, wanted.positions, wanted.played)
        return Explanation(wanted, priced, judge.nodes, watch.seconds, Source.COMPUTED)

    return Computation(OPERATIONS, run)


def document(found: Explanation) -> dict[str, Any]:
    """The explanation for programs."""
    wanted, priced = found.asked, found.priced
    document: dict[str, Any] = {} if wanted.null else {"points": priced.values[-1]}
    document |= {"won": priced.won, "start": _value(priced.values[0], wanted.null)}
    document["cards"] = [
        {
            "trick": one.trick,
            "card": card_text(one.card),
            "seat": one.seat.word,
            "before": _value(one.before, wanted.null),
            "after": _value(one.after, wanted.null),
            "cost": one.cost,
            "best": card_text(one.best),
        }
        for one in priced.played
    ]
    return document | {
        "costs": {seat.word: priced.cost(seat) for seat in Seat},
        "line": [card_text(card) for card in priced.line],
        "tricks": [_trick(number, trick, wanted.null) for number, trick in enumerate(priced.tricks, 1)],
        "deal": wanted.number,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "certainty": "exact",
        "source": found.source,
    }


def _trick(number: int, trick: Trick, null: bool) -> dict[str, Any]:
    document = {
        "trick": number,
        "leader": trick.leader.word,
        "cards": [card_text(card) for card in trick.cards],
        "winner": None if trick.winner is None else trick.winner.word,
    }
    if null:
        return document
    after = trick.after
    return document | {"points": trick.points, "declarer": after.declarer_points, "defenders": after.defender_points}


def _value(value: int, null: bool) -> int | bool:
    return bool(value) if null else value


def layout(found: Explanation, title: str = "") -> Any:
    """The explanation for people; a title stands before the game's name."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_position

    wanted, priced = found.asked, found.priced
    parts: list[Any] = [Text(f"{title}{wanted.name}.", "bold"), "", drawn_position(wanted, wanted.positions[0])]
    if priced.played:
        parts += [_costs(priced), "", Text(_given_away(priced))]
    if priced.line:
        parts += [*([""] if priced.played else []), Text(_outlook(found)), "", _line(priced), ""]
    else:
        parts.append(Text(_outcome(found)))
    return Group(*parts, Text(f"({origin(found.source, found.nodes, found.seconds)})", "dim"))


def _costs(priced: PricedGame) -> Any:
    """The played cards, a line each."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    played = priced.played
    tricks = [str(one.trick) if place % 3 == 0 else None for place, one in enumerate(played)]
    costs: Sequence[Any] = [one.cost or None for one in played]
    columns = [
        Column("trick", tricks, goes=1),
        Column("player", [one.seat.word for one in played]),
        Column("card", [drawn([one.card]) for one in played]),
    ]
    if priced.null:
        columns.append(Column("then", [("lost", "won")[one.after] for one in played], goes=2))
        costs = [cost and "the game" for cost in costs]
    else:
        columns.append(Column("points then", [one.after for one in played], "then", goes=2))
    columns.append(Column("cost", costs))
    columns.append(Column("better", [drawn([one.best]) if one.cost else None for one in played]))
    return fitted(columns, console().width)


def _given_away(priced: PricedGame) -> str:
    """Who gave away how much."""
    null = priced.null
    began = ("lost", "won")[priced.values[0]] if null else counted(priced.values[0], "point")
    who = [(seat, priced.cost(seat)) for seat in Seat if priced.cost(seat)]
    text = f"At the start it was {began} for the declarer"
    if not who:
        return f"{text}; no card gave anything away."
    shares = listed([f"{seat.word} {counted(cost, 'time' if null else 'point')}" for seat, cost in who])
    return f"{text}. {'Thrown away' if null else 'Given away'}: {shares}."


def _outlook(found: Explanation) -> str:
    """What best play brings."""
    begin = "Best play from here" if found.priced.played else "Best play by all"
    return f"{begin}: the declarer {made(found.asked, _points(found.priced), 'makes', 'wins' if found.priced.won else 'loses')}."


def _outcome(found: Explanation) -> str:
    verdict = "has won" if found.priced.won else "has lost"
    return f"The declarer {made(found.asked, _points(found.priced), 'has', verdict)}."


def _points(priced: PricedGame) -> int | None:
    """The declarer's at the end; None in Null."""
    return None if priced.null else priced.values[-1]


def _line(priced: PricedGame) -> Any:
    """The tricks that are to come, the running one with what lies already."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn

    begun = len(priced.played) // 3
    tricks = priced.tricks[begun:]
    columns = [
        Column("trick", [begun + place for place in range(1, len(tricks) + 1)], goes=2),
        Column("led by", [trick.leader.word for trick in tricks]),
        Column("cards", [drawn(trick.cards) for trick in tricks]),
        Column("taken by", [None if trick.winner is None else trick.winner.word for trick in tricks], goes=1),
    ]
    if not priced.null:
        columns += [
            Column("points", [trick.points for trick in tricks], goes=4),
            Column("declarer", [trick.after.declarer_points for trick in tricks]),
            Column("defenders", [trick.after.defender_points for trick in tricks], goes=3),
        ]
    return fitted(columns, console().width)
