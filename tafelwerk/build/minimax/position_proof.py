"""Stored positions proved anew: a sample of rows is what their successors' rows say, move by move.

A row that is the optimum over its successors, down to positions that are over by the rules, is right. Counts are held
against table games, classes against the images of their positions.
"""

from collections.abc import Iterator
from typing import Any

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.minimax.games import GAMES
from tafelwerk.solvers.minimax.ranked import DRAWN, LOST, WON, RankedGame
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.positions import ENDLESS, Game, Position, get_games, get_position, get_positions
from tafelwerk.tables.minimax.words import FAMILY

POSITIONS_DRAWN = 200
"""Positions of every game that are looked at, unless a number is asked for."""

_SEED = 1912


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table.

    Args:
        book: the book.
        sample: positions of every game to draw; None: POSITIONS_DRAWN.
    """
    stored = get_games(book)
    if not stored:
        return
    games, rows, classes = Claims(), Claims(), Claims()
    for game in stored:
        games.rows += 1
        _counts(book, game, games)
        entry = GAMES.get(game.name)
        if entry is None or entry.number != game.number:
            games.claim(game.name, f"number {game.number} is not its own", False)
            continue
        rules = entry.make()
        for rank in _drawn(book, game, POSITIONS_DRAWN if sample is None else sample):
            _row(book, game, rules, rank, rows)
            if game.classes:
                _class(book, game, rules, rank, classes)
    total = sum(game.positions for game in stored)
    yield games.check(f"{FAMILY}.games: counts", f"{games.rows} games, {total:,} positions")
    yield rows.check(f"{FAMILY}.positions: successors", f"{rows.rows} of {total:,} positions from those they lead to")
    if classes.rows:
        yield classes.check(f"{FAMILY}.classes: images", f"{classes.rows} positions with all their images")


def _counts(book: Book, game: Game, claims: Claims) -> None:
    counted = book.one(
        FAMILY,
        f"SELECT count(*), max(distance) FILTER (distance <> {ENDLESS}) FROM {FAMILY}.positions WHERE game = ?",
        game.number,
    )
    claims.claim(game.name, f"{game.positions} positions and greatest distance {game.greatest}, not {counted}",
                 counted == (game.positions, game.greatest))  # fmt: skip
    apart = book.one(
        FAMILY, f"SELECT count(*), count(DISTINCT class) FROM {FAMILY}.classes WHERE game = ?", game.number
    )
    wanted = (game.positions if game.classes else 0, game.classes)
    claims.claim(game.name, f"classes {apart}, not {wanted}", apart == wanted)
    start = get_position(book, game.number, game.start)
    claims.claim(
        game.name,
        f"the start is worth {game.value} in {game.distance}",
        start is not None and (start.value, start.distance) == (game.value, game.distance),
    )


def _drawn(book: Book, game: Game, size: int) -> list[int]:
    rows = book.rows(
        FAMILY,
        f"SELECT rank FROM {FAMILY}.positions WHERE game = ? ORDER BY hash(rank, {_SEED}), rank LIMIT ?",
        game.number,
        size,
    )
    return [row[0] for row in rows]


def _row(book: Book, game: Game, rules: RankedGame, rank: int, claims: Claims) -> None:
    """A position against those it leads to."""
    here = get_position(book, game.number, rank)
    assert here is not None
    after = rules.successors(rank)
    rows = get_positions(book, game.number, after.values())
    where = f"{game.name}, {rules.text(rank)}"
    claims.rows += 1
    missing = set(after.values()).difference(rows)
    claims.claim(where, f"it leads to {sorted(missing)[:3]}, which are not stored", not missing)
    if not missing:
        expected = _by_successors(rules, rank, {label: rows[other] for label, other in after.items()})
        claims.claim(where, f"{here}, not {expected}", (here.value, here.distance, here.moves) == expected)


def _by_successors(rules: RankedGame, rank: int, after: dict[int, Position]) -> tuple[int, int, tuple[int, ...]]:
    """Value, distance and moves that keep the value."""
    if rules.is_puzzle:
        if rank == rules.start:
            return -1, 0, ()
        least = min(other.distance for other in after.values())
        return 1, least + 1, tuple(label for label, other in after.items() if other.distance == least)
    outcome = rules.outcome(rank)
    if outcome is not None:
        return {WON: 1, DRAWN: 0, LOST: -1}[outcome], 0, ()
    value = max((-other.value for other in after.values()), default=-1)
    kept = {label: other for label, other in after.items() if -other.value == value}
    distances = [other.distance for other in kept.values()]
    if not distances:
        return value, 0, ()
    nearest = max(distances) if value < 0 else min(distances)
    return value, nearest if nearest == ENDLESS else nearest + 1, tuple(kept)


def _class(book: Book, game: Game, rules: RankedGame, rank: int, claims: Claims) -> None:
    """The class of a position and of its images."""
    images: set[int] = set(rules.images(rank))
    rows: list[tuple[Any, ...]] = book.rows(
        FAMILY,
        f"SELECT DISTINCT class FROM {FAMILY}.classes WHERE game = ? AND rank IN ({', '.join('?' * len(images))})",
        game.number,
        *images,
    )
    claims.rows += 1
    claims.claim(f"{game.name}, {rules.text(rank)}", f"classes {rows} of its images", rows == [(min(images),)])
