"""Proofs of the user's own games.

A game is walked by its rules alone: its positions are found again, without symmetries, and each row is compared with those of its
successors. A game whose code is not installed cannot be proved; the claim about it says so.

Why that proves the rows. Without chance, no position has a move to more than its value, and each has one that keeps it. If the
value is greater than 0, such a move leads one ply nearer to an end; if it is less than 0, all such moves do. So the winning side
can force the end, and neither side can do better. If the value is 0, both can keep it up to an end of 0, or for ever, which is
worth 0. With chance, the values solve the equations of optimality, which have one solution if chance ends every play.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import FAMILY, Node, NodeKind, Rules, code_of, known_game, source_of
from tafelwerk.families.games.stored_games import StoredGame, stored_games, stored_source
from tafelwerk.proofs.claims import MOST_FAULTS, Claim, Faults
from tafelwerk.proofs.frame import complete
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Contents
from tafelwerk.tables.metadata import text as sql_text
from tafelwerk.tables.provenance import builds

NOT_INSTALLED, REMEDY = "is not installed", "; give its file: tafelwerk games verify FILE.py"
"""Why a game cannot be proved, and what to do."""

MOST_IMAGES = 1000
"""Greatest mean number of positions equivalent to a stored one."""


class Row(NamedTuple):
    """A row of games.positions."""

    kind: str
    value: int | Fraction
    double: float
    distance: int | None
    moves: frozenset[str]


class GameWalk:
    """The walk of a game, and the faults of its rows.

    Args:
        book: the book.
        rules: the game.
        stored: its row in games.games.
    """

    def __init__(self, book: Book, rules: Rules, stored: StoredGame) -> None:
        self.book, self.rules, self.stored = book, rules, stored

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The rows of the positions, by their texts."""
        sql = (
            "SELECT position, kind::VARCHAR, value_num, value_den, value, distance, moves FROM games.positions"
            " WHERE game = ?"
        )
        return {
            row[0]: Row(row[1], _exact(row[2], row[3]), row[4], row[5], frozenset(row[6]))
            for row in self.book.rows(FAMILY, sql, self.stored.game)
        }

    @cached_property
    def nodes(self) -> list[tuple[Any, str, Node]]:
        """Every reachable position, the text of its row, and its successors; none is left out for a symmetry."""
        return [(position, self._text(position), node) for position, node in self.rules.walk(self._most)]

    @cached_property
    def row_of(self) -> dict[Any, Row | None]:
        """The row of every reachable position; None if it has none."""
        return {position: self.rows.get(text) for position, text, _ in self.nodes}

    @cached_property
    def has_chance(self) -> bool:
        """Whether chance decides in some position."""
        return any(node.kind is NodeKind.CHANCE for _, _, node in self.nodes)

    @property
    def _most(self) -> int:
        return self.stored.positions * (MOST_IMAGES if self.rules.is_symmetric else 1)

    def other_positions(self) -> list[str]:
        """Missing positions, and rows without a position."""
        try:
            texts = {text for _, text, _ in self.nodes}
        except InputError as fault:
            return [str(fault)]
        missing = sorted(texts - self.rows.keys())[:MOST_FAULTS]
        beyond = sorted(self.rows.keys() - texts)[:MOST_FAULTS]
        return [
            *(f"{text}: missing" for text in missing),
            *(f"{text}: the start does not lead to it" for text in beyond),
        ]

    def wrong_rows(self) -> list[str]:
        """Faults of values, distances and best moves."""
        faults = Faults()
        try:
            for position, text, node in self.nodes:
                row = self.row_of[position]
                if row is None:
                    continue  # said by other_positions
                for problem in self._row_faults(position, row, node, text):
                    faults.unless(False, self.rules.text(position), problem)
                if len(faults.texts) >= MOST_FAULTS:
                    break
        except InputError as fault:
            faults.texts.append(str(fault))
        if not faults.texts and self.has_chance and not self._stops():
            faults.texts.append("the players can go on for ever, and with chance the equations have several solutions")
        return faults.texts

    def wrong_counts(self) -> list[str]:
        """Faults of the row of games.games."""
        rules, stored, faults = self.rules, self.stored, Faults()
        kinds = [node.kind for _, node in self._canonical()]
        distances = [row.distance for row in self.rows.values() if row.distance is not None]
        counted = {
            "players": (stored.players, rules.players),
            "chance": (stored.chance, NodeKind.CHANCE in kinds),
            "symmetry": (stored.symmetric, rules.is_symmetric),
            "start": (stored.start, self._text(rules.start())),
            "positions": (stored.positions, len(kinds)),
            "ends": (stored.ends, kinds.count(NodeKind.END)),
            "edges": (stored.edges, sum(len(node.after) for _, node in self._canonical())),
            "greatest": (stored.greatest, max(distances, default=None)),
        }
        for name, (count, expected) in counted.items():
            faults.unless(count == expected, name, f"{count} should be {expected}")
        return faults.texts

    def wrong_source(self) -> list[str]:
        """The fault of a stored source that is not the code at hand, comments and layout aside."""
        try:
            stored, now = (
                ast.dump(ast.parse(source or ""))
                for source in (stored_source(self.book, self.stored.game), source_of(self.rules))
            )
        except (SyntaxError, ValueError) as fault:
            return [f"{self.stored.game}: {fault}"]
        return [] if stored == now else [f"{self.stored.game}: the code at hand is another"]

    def _canonical(self) -> Iterator[tuple[str, Node]]:
        """The stored positions among those of the walk, and their successors."""
        seen: set[str] = set()
        for position, text, node in self.nodes:
            if text not in seen:
                seen.add(text)
                own = self.rules.canonical(position)
                yield text, node if own == position else self.rules.node(own)

    def _text(self, position: Any) -> str:
        """The text of a position's row."""
        return self.rules.text(self.rules.canonical(position))

    def _row_faults(self, position: Any, row: Row, node: Node, text: str) -> Iterator[str]:
        """Faults of the row of a position; it must hold for every equivalent position."""
        if row.kind != node.kind:
            yield f"kind {row.kind} should be {node.kind.value}"
            return
        if row.double != float(row.value):
            yield f"value {row.double} is not the nearest double of {row.value}"
        values: list[int | Fraction] = []
        distances: list[int | None] = []
        for after in node.after:
            successor = self.row_of[after]
            if successor is None:
                return  # said by other_positions
            values.append(successor.value if self.rules.sign(position, after, node.kind) > 0 else -successor.value)
            distances.append(successor.distance)
        value: int | Fraction
        best: frozenset[str] = frozenset()
        distance: int | None = None
        if node.kind is NodeKind.END:
            value, distance = node.outcome, None if self.has_chance else 0
        elif node.kind is NodeKind.CHANCE:
            value = sum((share * part for share, part in zip(node.weights, values, strict=True)), Fraction(0))
        else:
            value = max(values)
            plies_kept = [plies for plies, after_value in zip(distances, values, strict=True) if after_value == value]
            distance = None if self.has_chance else _plies(value, plies_kept)
            best = frozenset(
                name
                for name, after_value, plies in zip(node.names, values, distances, strict=True)
                if after_value == value and (not value or distance is None or plies == distance - 1)
            )
        if row.value != value:
            yield f"value {row.value} should be {value}"
        elif row.distance != distance:
            yield f"distance {row.distance} should be {distance}"
        elif value and distance is None and not self.has_chance:
            yield f"value {value} without a distance: nobody can force it"
        elif len(row.moves) != len(best) or (row.moves != best and text == self.rules.text(position)):
            # a symmetry renames the moves of equivalent positions
            yield f"best moves {sorted(row.moves)} should be {sorted(best)}"

    def _stops(self) -> bool:
        """Whether chance ends every play: from no position can the players, by some moves, keep chance from ending it."""
        kinds = {position: node.kind for position, _, node in self.nodes}
        left = {position: len(node.after) for position, _, node in self.nodes}
        before: dict[Any, list[Any]] = {}
        for position, _, node in self.nodes:
            for after in node.after:
                before.setdefault(after, []).append(position)
        waiting = [position for position, kind in kinds.items() if kind is NodeKind.END]
        ended = set(waiting)
        for position in waiting:
            for earlier in before.get(position, ()):
                left[earlier] -= 1
                if earlier not in ended and (kinds[earlier] is NodeKind.CHANCE or not left[earlier]):
                    ended.add(earlier)
                    waiting.append(earlier)
        return len(ended) == len(kinds)


def _exact(numerator: str, denominator: str) -> int | Fraction:
    """A stored fraction, as an integer if it is one."""
    return int(numerator) if denominator == "1" else Fraction(int(numerator), int(denominator))


def _plies(value: int | Fraction, after: Sequence[int | None]) -> int | None:
    """Plies to the end, from those after the moves that keep the value: the winner hurries, the loser delays."""
    known = [plies for plies in after if plies is not None]
    if not known:
        return None
    return 1 + (max(known) if value < 0 else min(known))


GAMES, POSITIONS, SOURCES = f"{FAMILY}.games", f"{FAMILY}.positions", f"{FAMILY}.sources"

PROVED = ("kind", "value", "value_num", "value_den", "distance", "moves")
"""Columns of a position proved by its successors."""

COUNTED = ("players", "chance", "symmetry", "start", "positions", "ends", "edges", "greatest")
"""Columns of a game that the walk finds again."""

_SECONDS = 1e-4


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about every game of the book."""
    games = [(build.parameters["game"],) for build in builds(book, FAMILY)]
    yield complete(book, GAMES, lambda: games)
    yield complete(book, POSITIONS, lambda: games, ("game",), noun="games")
    for stored in stored_games(book):
        yield from _claims(book, stored)


def _claims(book: Book, stored: StoredGame) -> Iterator[Claim]:
    name, reason = stored.game, _missing(stored)
    rules = None if reason else known_game(name)
    # walked once for all claims
    walked = None if rules is None else GameWalk(book, rules, stored)

    def claim(
        table: str, method: str, columns: tuple[str, ...], faults: Callable[[GameWalk], list[str]], reason: str = reason
    ) -> Claim:
        def prove(places: object) -> list[str]:
            return [] if walked is None else faults(walked)

        rows = stored.positions if table == POSITIONS else 1
        return Claim(
            table, method, columns, "certificate", rows, prove, whole=True, unproved=reason, seconds=_SECONDS, game=name
        )

    # once is enough to read what to do
    first = f"{reason}{REMEDY}" if reason.endswith(NOT_INSTALLED) else reason
    yield claim(POSITIONS, f"{name}, positions by its rules", ("game", "position"), GameWalk.other_positions, first)
    yield claim(POSITIONS, f"{name}, values by those of the successors", PROVED, GameWalk.wrong_rows)
    yield claim(GAMES, f"{name}, counts by its rules", COUNTED, GameWalk.wrong_counts)
    if stored_source(book, name) is not None:
        is_current = rules is not None and code_of(rules) == stored.code
        changed = "" if reason or is_current else f"the code of {name} has changed since it was solved"
        method = f"{name}, code by that at hand"
        yield claim(SOURCES, method, ("game", "source"), GameWalk.wrong_source, reason or changed)


def _missing(stored: StoredGame) -> str:
    """Why the code of a game is not available; "" if it is."""
    try:
        if known_game(stored.game) is not None:
            return ""
    except InputError as fault:
        return str(fault)
    return f"the code of {stored.game} ({stored.class_name}) {NOT_INSTALLED}"


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    match dict(parameters):
        case {"game": str(game), **none} if game and not none:
            rows = f"game = {sql_text(game)}"
            # its rows are a certificate: each follows from those of its successors
            return Contents(
                f"{FAMILY} {game}", "exact", "certificate", {"games": rows, "positions": rows, "sources": rows}
            )
    raise ValueError("no such build")
