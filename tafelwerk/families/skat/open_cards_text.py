"""What people read of a game with all cards open: values of cards, sure points, the course of the game."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.skat.answers import Explanation, Solution, Sure
from tafelwerk.families.skat.pictures import Rows, position_picture, solved_picture
from tafelwerk.families.skat.renderables import best_first, drawn, drawn_position, made, origin
from tafelwerk.families.skat.rules.cards import Seat, card_name, printed_card, read_card
from tafelwerk.families.skat.rules.play import OpenGame
from tafelwerk.families.skat.rules.pricing import PricedGame
from tafelwerk.families.skat.rules.words import does, term, titled
from tafelwerk.language import counted, in_german, listed, say

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

Shown = Callable[[Sequence[int]], Any]
"""How cards are shown."""


def solution_layout(wanted: OpenGame, answer: Solution, *, kept: bool) -> Any:
    """The value of a position and of its cards, for people; `kept`: whether the answer was computed and kept."""
    from rich.console import Group
    from rich.text import Text

    heading = Text(f"{wanted.name}; {_turn(wanted)}.", "bold")
    parts: list[Any] = [heading, "", drawn_position(wanted, wanted.position)]
    cards = {read_card(card): int(value) for card, value in (answer.cards or {}).items()}
    if cards:
        parts += [_cards(wanted, cards), ""]
    how = say("computed and kept") if kept else origin(answer)
    how = "" if wanted.position.over else f" ({how})"
    return Group(*parts, Text(f"{_verdict(wanted, answer, cards)}{how}"))


def _turn(wanted: OpenGame) -> str:
    """The player to move, and the declarer's points or tricks so far."""
    position = wanted.position
    if position.over:
        return say("all cards are played")
    seat = term(position.to_move.word)
    turn = say("{seat} is to play", seat=seat) if position.table else does(seat, "lead", you=False)
    if not wanted.cards:
        return turn
    if not wanted.null:
        points = counted(position.declarer_points, "point")
        return turn + say("; the declarer has {points} so far", points=points)
    taken = counted(position.declarer_tricks, "trick") if position.declarer_tricks else say("no trick")
    return turn + say("; the declarer has taken {taken} so far", taken=taken)


def _cards(wanted: OpenGame, cards: dict[int, int]) -> Any:
    """A table of the cards, best first, with the points that each gives away."""

    in_order = best_first(cards, wanted.position)
    best = cards[in_order[0]]
    columns = [Column(term("card"), [drawn([card]) for card in in_order])]
    if wanted.null:
        columns.append(Column(term("the declarer has"), [won_or_lost(cards[card]) for card in in_order]))
    else:
        columns.append(Column(term("points"), [cards[card] for card in in_order]))
        columns.append(Column(term("gives away"), [abs(cards[card] - best) or None for card in in_order]))
    return fitted(columns, console().width)


def won_or_lost(value: int) -> str:
    """The value of a position of Null, in a word."""
    return term(("lost", "won")[value])


def _verdict(wanted: OpenGame, found: Solution, cards: dict[int, int]) -> str:
    """The outcome, and the cards that keep it."""

    position = wanted.position
    said = made(wanted, found.points, won=bool(found.won), over=position.over)
    if position.over or (found.points is None and not wanted.winnable):
        return f"{said}."
    said += say(" under best play by all")
    if cards:
        in_order = best_first(cards, position)
        good = [card for card in in_order if cards[card] == cards[in_order[0]]]
        seat, kept = term(position.to_move.word), listed([card_name(card) for card in good])
        if len(good) < len(in_order):
            one = say(": {seat} plays {kept}", seat=seat, kept=kept)
            said += one if len(good) == 1 else say("; {kept} keep that", kept=kept)
        elif len(good) > 1:
            said += say("; every card of {seat} keeps that", seat=seat)
        else:
            said += say("; the only card of {seat} keeps that", seat=seat)
    return f"{said}."


def solution_picture(wanted: OpenGame, answer: Solution) -> "Picture":
    """The position as a picture, with its best cards highlighted and the value of each card."""
    return solved_picture(wanted, answer, _turn(wanted), _verdict(wanted, answer, {}))


def sure_layout(wanted: OpenGame, answer: Sure) -> Any:
    """Sure points for people."""
    from rich.console import Group
    from rich.text import Text

    return Group(
        Text(f"{wanted.name}.", "bold"), "", drawn_position(wanted, wanted.position), Text(_sure_words(answer))
    )


def _sure_words(found: Sure) -> str:
    """The sure points of the side on lead, in words."""
    points, leader = counted(found.to_come, "point"), titled(found.leader)
    if found.side == "declarer":
        return say(
            "The declarer leads and is sure of {sure} of the {points} still to be won: the declarer makes at "
            "least {least} in total.",
            sure=found.sure,
            points=points,
            least=found.least,
        )
    return say(
        "{leader} leads and the defenders are sure of {sure} of the {points} still to be won: the "
        "declarer makes at most {most} in total.",
        leader=leader,
        sure=found.sure,
        points=points,
        most=found.most,
    )


def sure_picture(wanted: OpenGame, answer: Sure) -> "Picture":
    """The position as a picture, with the sure points below it."""
    return position_picture(wanted, wanted.position, wanted.name, _sure_words(answer))


def explained_layout(answer: Explanation) -> Any:
    """The course of a game, for people."""
    return layout(answer.priced, origin(answer))


def layout(priced: PricedGame, how: str, title: str = "", won: bool | None = None) -> Any:
    """A priced game as text and tables.

    Args:
        priced: the game.
        how: where the prices come from.
        title: stands before the game's name.
        won: whether the finished game is won, where announcement and bid decide it. Default: by 61 points.
    """
    from rich.console import Group
    from rich.text import Text

    game = priced.game
    parts: list[Any] = [Text(f"{title}{game.name}.", "bold"), "", drawn_position(game, game.positions[0])]
    if game.cards:
        parts += [fitted(_costs(priced, drawn), console().width), "", Text(_given_away(priced))]
    if priced.line:
        line = fitted(_line(priced, drawn), console().width)
        parts += [*([""] if game.cards else []), Text(_outlook(priced)), "", line, ""]
    else:
        parts.append(Text(_outcome(priced, won)))
    return Group(*parts, Text(f"({how})", "dim"))


def explained_picture(priced: PricedGame, title: str = "", won: bool | None = None) -> "Picture":
    """A priced game as a picture: all hands at the start, the cards played, the tricks to come. `won` as for `layout`."""
    game = priced.game
    below = [_given_away(priced)] if game.cards else []
    below.append(_outlook(priced) if priced.line else _outcome(priced, won))
    tables = [_as_rows(_costs(priced, _on_paper))] if game.cards else []
    tables += [_as_rows(_line(priced, _on_paper))] if priced.line else []
    return position_picture(game, game.positions[0], f"{title}{game.name}", *below, tables=tables)


def _on_paper(cards: Sequence[int]) -> str:
    return " ".join(map(printed_card, cards))


def _as_rows(columns: Sequence[Column]) -> Rows:
    """Columns as a picture has them."""
    cells = zip(*(column.cells for column in columns), strict=True)
    return [column.heading for column in columns], [
        ["" if cell is None else str(cell) for cell in row] for row in cells
    ]


def _costs(priced: PricedGame, shown: Shown) -> list[Column]:
    """The played cards, a line each."""
    played = priced.played
    tricks = [str(card.trick) if place % 3 == 0 else None for place, card in enumerate(played)]
    costs: Sequence[Any] = [card.cost or None for card in played]
    columns = [
        Column(term("trick"), tricks, goes=1),
        Column(term("player"), [term(card.seat.word) for card in played]),
        Column(term("card"), [shown([card.card]) for card in played]),
    ]
    if priced.game.null:
        columns.append(Column(term("after"), [won_or_lost(card.after) for card in played], goes=2))
        costs = [cost and term("the game") for cost in costs]
    else:
        columns.append(Column(term("points after"), [card.after for card in played], term("after"), goes=2))
    columns.append(Column(term("cost"), costs))
    columns.append(Column(term("better"), [shown([card.best]) if card.cost else None for card in played]))
    return columns


def _given_away(priced: PricedGame) -> str:
    """Points given away by each seat, in words."""
    null, start = priced.game.null, priced.values[0]
    began = won_or_lost(start) if null else counted(start, "point")
    who = [(seat, cost) for seat in Seat if (cost := priced.cost(seat))]
    text = say("Best play from the start: {began} for the declarer", began=began)
    if not who:
        return text + say("; no card gave anything away.")
    shares = listed([f"{term(seat.word)} {counted(cost, 'time' if null else 'point')}" for seat, cost in who])
    given = say("Game given away") if null else say("Given away")
    return f"{text}. {given}: {shares}."


def _outlook(priced: PricedGame) -> str:
    """The outcome of best play, in words."""
    begin = say("Best play by all")
    if priced.game.cards:
        begin = say("Best play from here")
    said = made(priced.game, _points(priced), won=priced.won)
    # nouns have capital letters in German
    return f"{begin}: {said if in_german() else said[:1].lower() + said[1:]}."


def _outcome(priced: PricedGame, won: bool | None) -> str:
    return f"{made(priced.game, _points(priced), won=priced.won if won is None else won, over=True)}."


def _points(priced: PricedGame) -> int | None:
    """The declarer's final points; None in Null."""
    return None if priced.game.null else priced.values[-1]


def _line(priced: PricedGame, shown: Shown) -> list[Column]:
    """The tricks to come, the current one with the cards already played."""
    first = len(priced.game.cards) // 3
    tricks = priced.tricks[first:]
    columns = [
        Column(term("trick"), list(range(first + 1, first + 1 + len(tricks))), goes=2),
        Column(term("led by"), [term(trick.leader.word) for trick in tricks]),
        Column(term("cards"), [shown(trick.cards) for trick in tricks]),
        Column(
            term("taken by"), [None if trick.winner is None else term(trick.winner.word) for trick in tricks], goes=1
        ),
    ]
    if not priced.game.null:
        columns += [
            Column(term("points"), [trick.points for trick in tricks], goes=4),
            Column(term("declarer"), [trick.after.declarer_points for trick in tricks]),
            Column(term("defenders"), [trick.after.defender_points for trick in tricks], goes=3),
        ]
    return columns
