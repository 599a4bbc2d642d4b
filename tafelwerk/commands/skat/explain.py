"""`tafelwerk skat explain`: how best play goes, and what each played card cost."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.skat.judge import Judge, best_card, judge_of, timed
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
    work_text,
)
from tafelwerk.solvers.skat.cards import Game, Seat, card_text, mask_of, points
from tafelwerk.solvers.skat.rules import Position, play

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, and what it did.

    Attributes:
        trick: which trick it belongs to, from 1.
        card: the card.
        seat: who played it.
        before: what the position was worth to the declarer: points at the end under best play by all, in Null 1 or 0.
        after: what it is worth once the card lies.
        best: the card itself where it kept what there was, else the highest that would have.
    """

    trick: int
    card: int
    seat: Seat
    before: int
    after: int
    best: int

    @property
    def cost(self) -> int:
        """What it cost the side that played it."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, and what has been won when it is over; the last one may have fewer than three cards.

    Attributes:
        leader: who led.
        cards: in the order played.
        after: the position behind it.
        points: its card points.
    """

    leader: Seat
    cards: tuple[int, ...]
    after: Position
    points: int

    @property
    def winner(self) -> Seat | None:
        """Who took it; None while it runs."""
        return None if self.after.table else self.after.leader


@dataclass(frozen=True)
class Explanation:
    """A game, its played cards priced, and how it goes on under best play.

    Attributes:
        asked: the game.
        values: what the positions are worth, before each played card and at the end.
        played: the played cards.
        line: the rest, each card the highest of the best; in Null until the declarer takes a trick.
        nodes: positions searched.
        seconds: what that took.
    """

    asked: Asked
    values: tuple[int, ...]
    played: tuple[Played, ...]
    line: tuple[int, ...]
    nodes: int
    seconds: float

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, those played and those to come."""
        return tuple(tricks_of(self.asked.positions[0], (*self.asked.played, *self.line)))

    @property
    def won(self) -> bool:
        """Whether the declarer wins from here."""
        return self.values[-1] >= self.asked.winning

    def cost(self, seat: Seat) -> int:
        """What a player's cards have cost the player's side."""
        return sum(one.cost for one in self.played if one.seat is seat)


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
    found = explained(asked(deal, game, declarer, played))
    answer(json, _document(found) if json else {}, lambda: _layout(found))


def explained(wanted: Asked) -> Explanation:
    """The played cards of a game priced, and its principal line from there."""
    judge = judge_of(wanted.game)
    with timed() as watch:
        # from the end on, what was found serves the positions before
        values = tuple(reversed([judge.value(position) for position in reversed(wanted.positions)]))
        played = tuple(
            _priced(judge, wanted.positions[place], card, place // 3 + 1, values[place], values[place + 1])
            for place, card in enumerate(wanted.played)
        )
        line = tuple(principal_line(judge, wanted.position, values[-1]))
    return Explanation(wanted, values, played, line, judge.nodes, watch.seconds)


def _priced(judge: Judge, position: Position, card: int, trick: int, before: int, after: int) -> Played:
    best = card if before == after else best_card(judge, position, before)
    return Played(trick, card, position.to_move, before, after, best)


def principal_line(judge: Judge, position: Position, value: int) -> "Iterator[int]":
    """Cards of best play, each the highest that keeps the value; in Null until the declarer takes a trick."""
    while not position.over and not (position.game is Game.NULL and position.declarer_tricks):
        card = best_card(judge, position, value)
        yield card
        position = play(position, card)


def tricks_of(position: Position, cards: tuple[int, ...]) -> "Iterator[Trick]":
    """The tricks that cards make from the start of one on."""
    for first in range(0, len(cards), 3):
        leader, trick = position.leader, cards[first : first + 3]
        for card in trick:
            position = play(position, card)
        yield Trick(leader, trick, position, points(mask_of(trick)))


def _document(found: Explanation) -> dict[str, Any]:
    wanted = found.asked
    document: dict[str, Any] = {} if wanted.null else {"points": found.values[-1]}
    document |= {"won": found.won, "start": _value(found.values[0], wanted.null)}
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
        for one in found.played
    ]
    return document | {
        "costs": {seat.word: found.cost(seat) for seat in Seat},
        "line": [card_text(card) for card in found.line],
        "tricks": [_trick(number, trick, wanted.null) for number, trick in enumerate(found.tricks, 1)],
        "deal": wanted.number,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "certainty": "exact",
        "source": "computed",
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


def _layout(found: Explanation) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_position

    wanted = found.asked
    parts: list[Any] = [Text(f"{wanted.name}.", "bold"), "", drawn_position(wanted, wanted.positions[0])]
    if found.played:
        parts += [_costs(found), "", Text(_given_away(found))]
    if found.line:
        parts += [*([""] if found.played else []), Text(_outlook(found)), "", _line(found), ""]
    elif wanted.position.over:
        parts.append(Text(_outcome(found)))
    return Group(*parts, Text(f"({work_text(found.nodes, found.seconds)})", "dim"))


def _costs(found: Explanation) -> Any:
    """The played cards, a line each."""
    from tafelwerk.commands.skat.table import drawn, laid_out

    null = found.asked.null
    rows, before = [], 0
    for one in found.played:
        value: Any = ("lost", "won")[one.after] if null else one.after
        cost: Any = ("", "the game")[one.cost] if null else one.cost or None
        better = drawn([one.best]) if one.cost else None
        number = None if one.trick == before else str(one.trick)
        rows.append((number, one.seat.word, drawn([one.card]), value, cost, better))
        before = one.trick
    heading = "then" if null else "points then"
    return laid_out(("trick", "player", "card", heading, "cost", "better"), rows)


def _given_away(found: Explanation) -> str:
    """Who gave away how much."""
    null = found.asked.null
    began = ("lost", "won")[found.values[0]] if null else counted(found.values[0], "point")
    who = [(seat, found.cost(seat)) for seat in Seat if found.cost(seat)]
    text = f"At the start it was {began} for the declarer"
    if not who:
        return f"{text}; no card gave anything away."
    shares = listed([f"{seat.word} {counted(cost, 'time' if null else 'point')}" for seat, cost in who])
    return f"{text}. {'Thrown away' if null else 'Given away'}: {shares}."


def _outlook(found: Explanation) -> str:
    """What best play brings."""
    wanted, verdict = found.asked, "wins" if found.won else "loses"
    begin = "Best play from here" if found.played else "Best play by all"
    if wanted.null:
        return f"{begin}: the declarer {verdict}."
    return f"{begin}: the declarer makes {counted(found.values[-1], 'point')} and {verdict}."


def _outcome(found: Explanation) -> str:
    verdict = "won" if found.won else "lost"
    if found.asked.null:
        return f"The declarer has {verdict}."
    return f"The declarer has {counted(found.values[-1], 'point')} and has {verdict}."


def _line(found: Explanation) -> Any:
    """The tricks that are to come, the running one with what lies already."""
    from tafelwerk.commands.skat.table import drawn, laid_out

    null, begun = found.asked.null, len(found.asked.played) // 3
    columns = ["trick", "led by", "cards", "taken by"]
    rows: list[list[Any]] = []
    for number, trick in enumerate(found.tricks[begun:], begun + 1):
        winner = None if trick.winner is None else trick.winner.word
        row: list[Any] = [number, trick.leader.word, drawn(trick.cards), winner]
        rows.append(row if null else [*row, trick.points, trick.after.declarer_points, trick.after.defender_points])
    return laid_out(columns if null else [*columns, "points", "declarer", "defenders"], rows)
