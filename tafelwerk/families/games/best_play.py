"""Explains a position of a game by the rows of its successors and by the game's own rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import ArgumentError, quoted
from tafelwerk.families.games.answers import Explanation, MoveValue, PositionValue
from tafelwerk.families.games.rules.rules import Kind, Node, Rules
from tafelwerk.families.games.stored_games import StoredPosition, stored_position
from tafelwerk.rules.preference import best_moves, preference

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LONGEST_LINE = 200
"""Greatest number of moves of a line of best play."""


def position_value(book: Book, rules: Rules, place: Any) -> PositionValue:
    """A position of a game, stored or equivalent to a stored one. Errors as in `row_of`."""
    found, node = row_of(book, rules, place), rules.node(place)
    moves = move_values(book, rules, place, node) if node.kind is Kind.DECISION else []
    best = tuple(one.move for one in moves if one.best)
    return PositionValue(rules.name, rules.text(place), found.kind, found.value, found.distance, best)


def explain_position(book: Book, rules: Rules, place: Any) -> Explanation:
    """A position with every move, best first, and a line of best play. Errors as in `row_of`."""
    found = row_of(book, rules, place)
    moves = tuple(move_values(book, rules, place, rules.node(place)))
    line = tuple(_best_line(book, rules, place))
    return Explanation(rules.name, rules.text(place), found.kind, found.value, found.distance, moves, line)


def row_of(book: Book, rules: Rules, place: Any) -> StoredPosition:
    """The row of a position.

    Raises:
        InputError: there is none, because the game was changed after it was solved.
    """
    found = stored_position(book, rules.name, rules.text(rules.canonical(place)))
    if found is None:
        raise ArgumentError(
            f"position {quoted(rules.text(place))} of {rules.name} is not stored: the game has been changed since; "
            f"solve it again: tafelwerk games solve {rules.name} --force"
        )
    return found


def move_values(book: Book, rules: Rules, place: Any, node: Node) -> list[MoveValue]:
    """Successors of a position, best first; after chance, in the order of the game."""
    moves = []
    for number, after in enumerate(node.after):
        found = row_of(book, rules, after)
        value = rules.sign(place, after, node.kind) * found.value
        plies = None if found.distance is None else found.distance + 1
        text = rules.text(after)
        if node.kind is Kind.CHANCE:
            moves.append(MoveValue(text, text, value, plies, False, node.weights[number]))
        else:
            moves.append(MoveValue(node.names[number], text, value, plies, False))
    if node.kind is not Kind.DECISION:
        return moves
    best = {*best_moves({one.move: (one.value, one.distance) for one in moves})}
    ranked = sorted(moves, key=lambda one: (preference(one.value, one.distance), _plies(one)))
    return [replace(one, best=one.move in best) for one in ranked]


def _plies(move: MoveValue) -> float:
    """Sort key of draws, the shortest first."""
    return float("inf") if move.distance is None else move.distance


def _best_line(book: Book, rules: Rules, place: Any) -> list[str]:
    line: list[str] = []
    seen = {rules.canonical(place)}
    while len(line) < LONGEST_LINE:
        node = rules.node(place)
        if node.kind is not Kind.DECISION:
            break
        first = move_values(book, rules, place, node)[0]
        line.append(first.move)
        place = node.after[list(node.names).index(first.move)]
        if rules.canonical(place) in seen:
            break
        seen.add(rules.canonical(place))
    return line
