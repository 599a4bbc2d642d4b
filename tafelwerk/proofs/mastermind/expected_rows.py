"""Expected rows of the tables of games and strategies, and `BookContents`: what the claims about one book share.

Its builds, its games, its trees as far as they were walked, and claims of rows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules import FAMILY, Entropy
from tafelwerk.proofs.claims import Claim, Faults
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.mastermind.entropy_play import Alpha, Playout, play_orders
from tafelwerk.proofs.mastermind.games_by_rules import StoredGame, query_classes, stored_game
from tafelwerk.proofs.mastermind.stored_builds import read_orders, read_strategy
from tafelwerk.proofs.stored_trees import WalkedTree, walk
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.provenance import builds


def differences(
    name: str, columns: Sequence[str], stored: Sequence[tuple[Any, ...]], wanted: Sequence[tuple[Any, ...]]
) -> Iterator[str]:
    """Differences between two lists of rows in any order."""
    if stored == wanted or sorted(stored, key=repr) == sorted(wanted, key=repr):
        return
    missing, beyond = [row for row in wanted if row not in stored], [row for row in stored if row not in wanted]
    for row in beyond[:1000]:
        like = max(missing, key=lambda other: sum(a == b for a, b in zip(row, other, strict=True)), default=None)
        if like is None:
            yield f"{name}: no such row: {_first_columns(columns, row)}"
        else:
            wrong = [i for i in range(len(columns)) if row[i] != like[i]]
            right = ", ".join(f"{columns[i]} {row[i]!r:.60} should be {like[i]!r:.60}" for i in wrong)
            yield f"{name}, {_first_columns(columns, row)}: {right}"
    if not beyond:
        yield f"{name}: {len(wanted)} rows should be there, not {len(stored)}"


def _first_columns(columns: Sequence[str], row: tuple[Any, ...]) -> str:
    return ", ".join(f"{column} {value!r:.40}" for column, value in zip(columns[:3], row[:3], strict=True))


def game_rows(game: StoredGame) -> list[tuple[Any, ...]]:
    """The row of a game."""
    pegs = game.pegs
    numbers = (None, None, None) if pegs is None else (pegs.pegs, pegs.colors, pegs.distinct)
    goal = "name" if game.solved >= 0 else "identify"
    return [(game.score, *numbers, len(game.codes), len(game.queries), game.answers_occurring, goal)]


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


def summary_rows(game: StoredGame, playout: Playout) -> list[tuple[Any, ...]]:
    """Total cost of a strategy."""
    total, codes = playout.total, len(game.codes)
    exact = str(total.numerator), str(total.denominator)
    return [(codes, float(total), *exact, float(total / codes), playout.most)]


def histogram_rows(_: StoredGame, playout: Playout) -> list[tuple[Any, ...]]:
    """Number of codes by their cost under a strategy."""
    return [(queries, float(n), str(n.numerator), str(n.denominator)) for queries, n in playout.histogram]


MIX_CELLS, WIDE_CELLS, WORD_CELLS = 30_000_000, 3_000_000, 100_000
"""Answers up to which every proof plays mixed ties out, not only full ones: of games of pegs; of these under H_0 and on curves,
which reach far more sets; of other games."""

Key = tuple[str, str, str]
"""Game, strategy and tie rule; of curves game, tie rule and opening."""

GameRows = Callable[[StoredGame], Iterable[tuple[Any, ...]]]
"""Makes the rows that a table has of a game."""


class BookContents:
    """The builds, games, trees and rows of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._games: dict[str, StoredGame] = {}
        self._counted: dict[tuple[str, Sequence[str]], dict[tuple[Any, ...], int]] = {}
        self._walked: dict[Key, tuple[WalkedTree | None, Faults]] = {}

    @cached_property
    def builds(self) -> list[dict[str, Any]]:
        """Parameters of the stored builds."""
        return [build.parameters for build in builds(self.book, FAMILY)]

    @cached_property
    def names(self) -> list[str]:
        """The games that builds are of."""
        return sorted({build["game"] for build in self.builds})

    @cached_property
    def games_shown(self) -> list[str]:
        """The games whose answers are stored with them."""
        others = {"strategy", "alphas", "codemaker", "tries"}
        return sorted({build["game"] for build in self.builds if not others & build.keys()})

    @cached_property
    def strategies(self) -> list[Key]:
        """The strategies that builds are of."""
        return sorted(
            {(build["game"], build["strategy"], build["tie"]) for build in self.builds if "strategy" in build}
        )

    @cached_property
    def games_bounded(self) -> list[tuple[str, int]]:
        """The games whose least totals have lower bounds, and the queries tried for each."""
        return sorted((build["game"], build["tries"]) for build in self.builds if "tries" in build)

    @property
    def trees(self) -> list[Key]:
        """The strategies that trees are stored of: all but those of mixed ties."""
        return [key for key in self.strategies if key[2] != "mix"]

    @cached_property
    def curves(self) -> dict[Key, list[Fraction]]:
        """The curves that builds are of, and their orders."""
        curves: dict[Key, set[Fraction]] = {}
        for build in self.builds:
            if "alphas" in build:
                key = build["game"], build["tie"], build["opening"] or ""
                curves.setdefault(key, set()).update(read_orders(build["alphas"]))
        return {key: sorted(orders) for key, orders in curves.items()}

    def game(self, name: str) -> StoredGame:
        """A game by its name."""
        if name not in self._games:
            self._games[name] = stored_game(self.book, name)
        return self._games[name]

    def rows(self, table: str, columns: str, order: str, where: str = "true", *values: object) -> list[tuple[Any, ...]]:
        """Rows of a table."""
        sql = f"SELECT {columns} FROM {FAMILY}.{table} WHERE {where} ORDER BY {order}"
        return self.book.rows(FAMILY, sql, *values)

    def equal(
        self,
        table: str,
        method: str,
        columns: Sequence[str],
        keys: Sequence[str],
        groups: Sequence[tuple[str, ...]],
        expected: Callable[[Any], Iterable[tuple[Any, ...]]],
        **more: Any,
    ) -> Claim:
        """The claim that the rows of some groups are just those expected, group by group.

        Args:
            table: the table.
            method: as in `Claim`.
            columns: the columns that are compared, SQL names.
            keys: columns that tell the groups apart.
            groups: the keys of the groups.
            expected: makes the rows of a group from its key, in any order.
            more: as in `Claim`.
        """
        names = ", ".join(map(identifier, (*keys, *columns)))

        def prove(places: Sequence[int]) -> Iterator[str]:
            stored: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
            for row in self.rows(table, names, "rowid"):
                stored.setdefault(row[: len(keys)], []).append(row[len(keys) :])
            for key in groups:
                name = " ".join(part for part in key if part)
                yield from differences(name, columns, stored.get(key, []), list(expected(key)))

        units = self.units(table, keys, groups) if groups else 0
        return Claim(f"{FAMILY}.{table}", method, tuple(columns), "recomputed", units, prove, whole=True, **more)

    def complete(
        self, table: str, keys: Sequence[str], expected: Callable[[], Iterable[tuple[Any, ...]]], noun: str
    ) -> Claim:
        """The claim that the keys of a table's rows are the expected ones; `noun`: what a key is, in the plural."""
        return complete(self.book, f"{FAMILY}.{table}", expected, keys, noun=noun)

    def of_games(
        self, table: str, method: str, columns: Sequence[str], names: Sequence[str], rows: GameRows
    ) -> Iterator[Claim]:
        """The claims that a table has rows of some games and no other, and that these are just those expected."""
        groups = [(name,) for name in names]
        yield self.complete(table, ("game",), lambda: groups, "games")
        yield self.equal(table, method, columns, ("game",), groups, lambda key: rows(self.game(key[0])))

    def units(self, table: str, keys: Sequence[str], groups: Sequence[tuple[str, ...]] | None = None) -> int:
        """Rows of a table, or of some of its groups; at least 1: that there are none is proved, too."""
        if (table, keys) not in self._counted:
            names = ", ".join(map(identifier, keys))
            sql = f"SELECT {names}, count(*) FROM {FAMILY}.{table} GROUP BY ALL"
            self._counted[table, keys] = {row[:-1]: row[-1] for row in self.book.rows(FAMILY, sql)}
        counted = self._counted[table, keys]
        return max(1, sum(counted.values()) if groups is None else sum(counted.get(key, 0) for key in groups))

    def tree_claim(
        self, method: str, proved: tuple[str, ...], keys: Sequence[Key], faults: Callable[[Key], Iterable[str]]
    ) -> Claim:
        def prove(places: Sequence[int]) -> Iterator[str]:
            for key in keys:
                yield from faults(key)

        units = self.units("trees", ("game", "strategy", "tie"), keys) if keys else 0
        return Claim(f"{FAMILY}.trees", method, proved, "recomputed", units, prove, "nodes", whole=True)

    def walk(self, key: Key) -> tuple[WalkedTree | None, Faults]:
        if key not in self._walked:
            game, name, faults = self.game(key[0]), " ".join(key), Faults()
            columns = 'node, parent, answer, "query", depth, possible, codes, total'
            rows = self.rows("trees", columns, "node", "game = ? AND strategy = ? AND tie = ?", *key)
            walked = self._walked[key] = walk(game.rules, [row[:4] for row in rows], faults, name), faults
            if walked[0] is not None:
                tree = walked[0]
                faults.unless(tree.paths == sorted(tree.paths), name, "nodes are not in depth-first order")
                for row, codes, query, path, total in zip(
                    rows, tree.sets, tree.queries, tree.paths, tree.totals, strict=True
                ):
                    is_possible = bool((codes == game.code_of[game.query_index[query]]).any())
                    expected = len(path) + 1, is_possible, len(codes), total
                    faults.unless(row[4:] == expected, f"{name}, node {row[0]}", f"{row[4:]} should be {expected}")
        return self._walked[key]

    def sums(self, method: str, keys: Sequence[Key], playout: Callable[[Key], Playout], **more: Any) -> Iterator[Claim]:
        """Claims about the rows of strategies and histograms."""
        names = ("game", "strategy", "tie")
        summary: tuple[str, ...] = ("codes", "total", "total_num", "total_den", "mean", "most")
        histogram: tuple[str, ...] = ("queries", "codes", "codes_num", "codes_den")
        for table, columns, rows in (("strategies", summary, summary_rows), ("histograms", histogram, histogram_rows)):
            expected = partial(self._rows_of, rows, playout)
            yield self.equal(table, method, columns, names, keys, expected, **more)

    def _rows_of(
        self, rows: Callable[[StoredGame, Playout], list[tuple[Any, ...]]], playout: Callable[[Key], Playout], key: Key
    ) -> list[tuple[Any, ...]]:
        return rows(self.game(key[0]), playout(key))

    def play(self, name: str, orders: Sequence[Alpha], tie: str, opening: str) -> tuple[Playout, ...]:
        game = self.game(name)
        first = game.query_index[opening] if opening else None
        return play_orders(game, tuple(orders), mixed=tie == "mix", opening=first)

    def is_played(self, key: Key) -> bool:
        game = self.game(key[0])
        narrow = key in self.strategies and order_of(key) != 0
        most = WORD_CELLS if game.pegs is None else MIX_CELLS if narrow else WIDE_CELLS
        return len(game.codes) * len(game.queries) <= most


def divide(keys: Sequence[Key], is_near: Callable[[Key], bool]) -> tuple[list[Key], list[Key]]:
    """The strategies or curves that every proof is for, and those that only a full one is for."""
    near = [key for key in keys if is_near(key)]
    return near, [key for key in keys if key not in near]


def order_of(key: Key) -> Alpha:
    chosen = read_strategy(*key[1:])
    assert isinstance(chosen, Entropy)
    return chosen.alpha
