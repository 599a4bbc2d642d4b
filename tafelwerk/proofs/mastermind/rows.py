"""Expected rows of the tables of games and strategies, and differences between lists of rows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tafelwerk.proofs.mastermind.entropy_play import Played
from tafelwerk.proofs.mastermind.games import StoredGame, query_classes


def differences(
    name: str, columns: Sequence[str], found: Sequence[tuple[Any, ...]], wanted: Sequence[tuple[Any, ...]]
) -> Iterator[str]:
    """Differences between two lists of rows in any order."""
    if found == wanted or sorted(found, key=repr) == sorted(wanted, key=repr):
        return
    missing, beyond = [row for row in wanted if row not in found], [row for row in found if row not in wanted]
    for row in beyond[:1000]:
        like = max(missing, key=lambda other: sum(a == b for a, b in zip(row, other, strict=True)), default=None)
        if like is None:
            yield f"{name}: no such row: {_shown(columns, row)}"
        else:
            wrong = [i for i in range(len(columns)) if row[i] != like[i]]
            right = ", ".join(f"{columns[i]} {row[i]!r:.60} should be {like[i]!r:.60}" for i in wrong)
            yield f"{name}, {_shown(columns, row)}: {right}"
    if not beyond:
        yield f"{name}: {len(wanted)} rows should be there, not {len(found)}"


def _shown(columns: Sequence[str], row: tuple[Any, ...]) -> str:
    return ", ".join(f"{column} {value!r:.40}" for column, value in zip(columns[:3], row[:3], strict=True))


def game_rows(game: StoredGame) -> list[tuple[Any, ...]]:
    """The row of a game."""
    pegs = game.pegs
    numbers = (None, None, None) if pegs is None else (pegs.pegs, pegs.colors, pegs.distinct)
    goal = "name" if game.solved >= 0 else "identify"
    return [(game.score, *numbers, len(game.codes), len(game.queries), game.occurring, goal)]


def code_rows(game: StoredGame) -> Iterable[tuple[Any, ...]]:
    """The rows of codes, by index."""
    return enumerate(game.codes)


def query_rows(game: StoredGame) -> list[tuple[Any, ...]]:
    """The rows of queries, by index, with the codes that they name."""
    codes = [code if code >= 0 else None for code in game.code_of.tolist()]
    return [(query, text, code) for query, (text, code) in enumerate(zip(game.queries, codes, strict=True))]


def label_rows(game: StoredGame) -> list[tuple[Any, ...]]:
    """The rows of answers, by index, with the one that ends the game."""
    return [(label, text, label == game.solved) for label, text in enumerate(game.labels)]


def answer_rows(game: StoredGame) -> Iterable[tuple[Any, ...]]:
    """The answers to each query."""
    return enumerate(game.answers.tolist())


def class_rows(game: StoredGame) -> Iterator[tuple[Any, ...]]:
    """Classes of first queries, without the rounded entropy."""
    for query, alike in query_classes(game):
        sizes = [n for n in np.bincount(game.answers[query]).tolist() if n]
        yield game.queries[query], alike, len(sizes), max(sizes), sum(n * n for n in sizes)


def part_rows(game: StoredGame) -> Iterator[tuple[Any, ...]]:
    """Codes left by each answer to the first query of each class."""
    for query, _ in query_classes(game):
        for label, codes in enumerate(np.bincount(game.answers[query]).tolist()):
            if codes:
                yield game.queries[query], game.labels[label], codes


def summary_rows(game: StoredGame, found: Played) -> list[tuple[Any, ...]]:
    """Total cost of a strategy."""
    total, codes = found.total, len(game.codes)
    exact = str(total.numerator), str(total.denominator)
    return [(codes, float(total), *exact, float(total / codes), found.most)]


def histogram_rows(_: StoredGame, found: Played) -> list[tuple[Any, ...]]:
    """Number of codes by their cost under a strategy."""
    return [(queries, float(n), str(n.numerator), str(n.denominator)) for queries, n in found.histogram]
