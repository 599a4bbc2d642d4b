"""`tafelwerk skat solve`: what a position is worth, and each card in it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.miss import settle
from tafelwerk.commands.skat.words import (
    Asked,
    DealOption,
    DeclarerOption,
    GameOption,
    PlayedOption,
    app,
    asked,
    best_first,
    counted,
    listed,
    made,
    origin,
)
from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.solvers.skat.cards import bits, card_text
from tafelwerk.tables import skat as tables
from tafelwerk.tables.question import Source

if TYPE_CHECKING:
    from tafelwerk.build.computation import Computation
    from tafelwerk.solvers.skat.judge import Judge
    from tafelwerk.tables.book import Book

OPERATIONS = 5e8
"""Estimated work of the value of every card of a position: mostly far less, on one deal in some hundred more."""


class Question(StrEnum):
    """What is asked."""

    WIN = "win"
    POINTS = "points"


QuestionOption = Annotated[
    Question | None,
    typer.Option("--question", help="win: only whether the declarer wins, which is faster; points: all of it."),
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a position is worth under best play by all.

    Attributes:
        won: whether the declarer makes 61 points, in Null takes no trick.
        points: the declarer's at the end, the Skat's and those already won included; None in Null, or where not asked for.
        cards: the same after each card that may be played, in Null 1 or 0; None where not asked for.
        nodes: positions that were looked at; None where stored rows were read.
        seconds: what the search took; of an answer that was computed and kept, all of that.
    """

    won: bool
    points: int | None
    cards: dict[int, int] | None
    nodes: int | None
    seconds: float


@app.command()
def solve(
    deal: DealOption,
    game: GameOption,
    declarer: DeclarerOption,
    book: BookOption,
    played: PlayedOption = None,
    question: QuestionOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The declarer's points under best play by all with every card open, and after each card; in Null, whether it is won.

    Points count the Skat and the tricks already taken; 61 win.

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal - --game null --declarer rearhand --question win --json
    """
    wanted = asked(deal, game, declarer, played)
    if question is Question.POINTS and wanted.null:
        raise InputError("--question points: in Null points do not count; ask for win, or leave it out")
    found, source = find_outcome(book, wanted, only_win=question is Question.WIN, compute=compute, keep=keep)
    answer(json, _document(wanted, found, source) if json else {}, lambda: _layout(wanted, found, source))


def find_outcome(
    book: Path, wanted: Asked, *, only_win: bool = False, compute: bool = False, keep: bool = False
) -> tuple[Outcome, Source]:
    """What a position is worth: from the book where nothing is played yet and the deal is stored, or where it is stored whole,
    else by search."""

    def look_up(opened: "Book") -> Outcome | None:
        return (None if wanted.played else _stored_result(opened, wanted, only_win)) or _stored_position(
            opened, wanted, only_win
        )

    from tafelwerk.commands.skat.judge import timed

    missing = MissingTableError(wanted.name, tables.build_line(wanted.deal.text()), book)
    with timed() as watch:
        found, source = settle(
            book, look_up, lambda: _computation(wanted, only_win, keep), missing, compute=compute, keep=keep
        )
    kept = source is Source.COMPUTED and found.nodes is None
    return (replace(found, seconds=watch.seconds) if kept else found), source


def _stored_result(book: "Book", wanted: Asked, only_win: bool) -> Outcome | None:
    """The outcome of the deal, from table results."""
    from tafelwerk.commands.skat.judge import timed

    with timed() as watch:
        row = tables.get_result(book, int(wanted.number), wanted.game.value, wanted.declarer.word)
    if row is None:
        return None
    leads = bits(wanted.deal.hands[0])
    if len(row.openings) != len(leads) or (row.points is None) != wanted.null:
        raise BookError(
            f"table skat.results holds {len(row.openings)} openings and points {row.points} for deal {wanted.number}; "
            "see what is wrong with: tafelwerk verify skat"
        )
    cards = dict(zip(leads, row.openings, strict=True))
    if only_win:
        return Outcome(row.won, None, None, None, watch.seconds)
    return Outcome(row.won, row.points, cards, None, watch.seconds)


def _stored_position(book: "Book", wanted: Asked, only_win: bool) -> Outcome | None:
    """What the position is worth by the starts of tricks behind it, from table positions."""
    from tafelwerk.commands.skat.judge import stored_judge, timed, whole

    with timed() as watch, whole(wanted):
        judge = stored_judge(book, wanted, [wanted.position])
        if judge is None:
            return None
        found = _outcome(judge, wanted, only_win)
    return replace(found, nodes=None, seconds=watch.seconds)


def _computation(wanted: Asked, only_win: bool, keep: bool) -> "Computation[Outcome]":
    from tafelwerk.build.computation import Computation

    build = None
    if keep and not wanted.played:
        from tafelwerk.build.skat import given_build

        build = given_build(wanted.deal, ((wanted.game.value, wanted.declarer.word),))
    return Computation(OPERATIONS, lambda: compute_outcome(wanted, only_win=only_win), build)


def compute_outcome(wanted: Asked, *, only_win: bool = False) -> Outcome:
    """What a position is worth, by search."""
    from tafelwerk.commands.skat.judge import timed
    from tafelwerk.solvers.skat.judge import judge_of

    judge = judge_of(wanted.game)
    with timed() as watch:
        found = _outcome(judge, wanted, only_win)
    return replace(found, seconds=watch.seconds)


def _outcome(judge: "Judge", wanted: Asked, only_win: bool) -> Outcome:
    """What a judge says, the time still to be filled in."""
    position = wanted.position
    if only_win:
        return Outcome(judge.won(position), None, None, judge.nodes, 0.0)
    cards = judge.cards(position)
    best = max if position.to_move is position.declarer else min
    value = best(cards.values()) if cards else judge.value(position)
    return Outcome(value >= wanted.winning, None if wanted.null else value, cards, judge.nodes, 0.0)


def _document(wanted: Asked, found: Outcome, source: Source) -> dict[str, Any]:
    position = wanted.position
    document: dict[str, Any] = {"won": found.won}
    if found.points is not None:
        document = {"points": found.points, "won": found.won}
    if found.cards is not None:
        values = {card: bool(value) if wanted.null else value for card, value in found.cards.items()}
        document["cards"] = {card_text(card): value for card, value in values.items()}
    return document | {
        "to_move": None if position.over else position.to_move.word,
        "deal": wanted.number,
        "nodes": 0 if source.is_stored else found.nodes,
        "seconds": found.seconds,
        "certainty": "exact",
        "source": source,
    }


def _layout(wanted: Asked, found: Outcome, source: Source) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.table import drawn_position

    heading = Text(f"{wanted.name}; {_turn(wanted)}.", "bold")
    parts: list[Any] = [heading, "", drawn_position(wanted, wanted.position)]
    if found.cards:
        parts += [_cards(wanted, found.cards), ""]
    how = "" if wanted.position.over else f" ({origin(source, found.nodes, found.seconds)})"
    return Group(*parts, Text(f"{_sentence(wanted, found)}{how}"))


def _turn(wanted: Asked) -> str:
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


def _cards(wanted: Asked, cards: dict[int, int]) -> Any:
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


def _sentence(wanted: Asked, found: Outcome) -> str:
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
    if found.cards:
        in_order = best_first(found.cards, position)
        good = [card for card in in_order if found.cards[card] == found.cards[in_order[0]]]
        if len(good) == len(in_order):
            said += f"; {'every card of' if len(good) > 1 else 'the only card of'} {position.to_move.word} keeps that"
        else:
            kept = listed([card_name(card) for card in good])
            said += f": {position.to_move.word} plays {kept}" if len(good) == 1 else f"; {kept} keep that"
    return f"{said}."
