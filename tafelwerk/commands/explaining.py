"""Explanations as people read them: a sentence with the answer, the moves as a table, best first, then the reasons."""

from collections.abc import Sequence
from typing import Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.tables.explanation import AnswerPart, Option, QueryExplanation
from tafelwerk.wording import counted

MOST_ROWS = 24
"""Moves that a person is shown; all are in the JSON document."""

OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}
"""Values of a game of two."""


def explained(heading: str, columns: Sequence[Column], *reasons: Any, count: int | None = None) -> Any:
    """An explanation.

    Args:
        heading: the answer.
        columns: of the table of moves; empty: there is none.
        reasons: paragraphs, or what rich can show; those that are empty are left out.
        count: number of moves, where the table may show the first of them alone.
    """
    from rich.console import Group
    from rich.text import Text

    parts: list[Any] = [Text(heading)]
    if columns:
        parts += ["", fitted(columns, console().width), ""]
        shown = len(columns[0].cells)
        if count is not None and count > shown:
            parts.append(Text(f"{counted(count - shown, 'move')} more; all of them with --json.", "dim"))
    parts += [Text(reason) if isinstance(reason, str) else reason for reason in reasons if reason]
    return Group(*parts)


def best_column(moves: Sequence[Option]) -> Column:
    """A mark for the best moves."""
    return Column("", ["best" if one.best else "" for one in moves])


def query_columns(found: QueryExplanation, unit: str) -> list[Column]:
    """The queries of an explanation; `unit`: what the cost is counted in."""
    moves = found.moves
    priced = any(one.expected is not None for one in moves)
    columns = [
        Column("query", [one.move for one in moves]),
        Column("answers", [one.parts for one in moves], "parts", goes=2),
        Column(f"H_{found.order} in bits", [f"{one.entropy:.4f}" for one in moves], f"H_{found.order}"),
        Column("codes left", [f"{one.left:,.2f}" for one in moves], "left", goes=3),
        Column("at most", [one.largest for one in moves], "most", goes=4),
        Column("may be the code", ["yes" if one.possible else "no" for one in moves], "code", goes=5),
    ]
    if priced:
        cells = ["" if one.expected is None else f"{one.expected:.4f}" for one in moves]
        columns.append(Column(f"{unit} expected", cells, "expected", goes=1))
    return [*columns, best_column(moves)]


def answer_columns(answers: Sequence[AnswerPart], unit: str) -> list[Column]:
    """What each answer leaves, most codes first."""
    shown = sorted(answers, key=lambda part: -part.codes)[:MOST_ROWS]
    columns = [
        Column("answer", [part.answer for part in shown]),
        Column("codes left", [part.codes for part in shown], "left"),
    ]
    if any(part.then is not None for part in shown):
        columns.append(Column("then", [part.then or "" for part in shown], goes=2))
    if any(part.expected is not None for part in shown):
        cells = ["" if part.expected is None else f"{part.expected:.4f}" for part in shown]
        columns.append(Column(f"{unit} expected", cells, "expected", goes=1))
    return columns
