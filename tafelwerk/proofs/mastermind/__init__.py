"""Proofs of the Mastermind family.

claims                      all claims about its tables
games.stored_game           a game by its rules: codes, queries, every answer, scored letter by letter
trees.walk                  a stored tree walked by all codes
entropy_play.Chooser        the queries of greatest entropy among all queries, compared exactly
entropy_play.played         LEX and MIX for many orders at once: their first queries and expected histograms
least.least_totals          least totals by branch and bound, within a depth or without
hard                        hard mode: the queries that it takes, their entropies
misses                      hangman: the most frequent letter, least totals of misses
rows                        rows that tables should have, how two lists of rows differ
kernels                     the kernels behind them
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.mastermind.entropy_play import Alpha, Chooser, Played, played
from tafelwerk.proofs.mastermind.games import (
    StoredGame,
    content_digest,
    stored_game,
    table_faults,
)
from tafelwerk.proofs.mastermind.hard import hard_faults, least_hard
from tafelwerk.proofs.mastermind.least import Codes, least_totals
from tafelwerk.proofs.mastermind.misses import MOST_WORDS, least_misses, most_frequent
from tafelwerk.proofs.mastermind.rows import (
    answer_rows,
    class_rows,
    code_rows,
    differences,
    game_rows,
    histogram_rows,
    label_rows,
    part_rows,
    query_rows,
    summary_rows,
)
from tafelwerk.proofs.mastermind.trees import Node, Walked, walk
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import FAMILY, Pegs
from tafelwerk.rules.mastermind.strategies import Entropy, Hard, Letter
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.mastermind import optimum_evidence, read_game, read_orders, read_strategy, stores_answers
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.provenance import builds

QUICK_CODES, MOST_CODES = (1700, 60), (3100, 150)
"""Codes of games of pegs, and of others, whose optimal totals are found again by every proof, and by full ones."""

MIX_CELLS, WIDE_CELLS, WORD_CELLS = 30_000_000, 3_000_000, 100_000
"""Answers up to which every proof plays mixed ties out, not only full ones: of games of pegs; of these under H_0 and on curves,
which reach far more sets; of other games."""

SMALL_SET = 40
"""Codes of the nodes of optimal trees that are proved where the whole tree is not."""

SHANNON_ERROR = 1e-12
"""Error that the COMMENT of first_queries.shannon promises."""

Key = tuple[str, str, str]
"""Game, strategy and tie rule; of curves game, tie rule and opening."""

Expected = Callable[[], Iterable[tuple[tuple[str, ...], Callable[[], Iterable[tuple[Any, ...]]]]]]
"""Groups of rows: the key of each, and what makes its rows."""

GameRows = Callable[[StoredGame], Iterable[tuple[Any, ...]]]
"""Makes the rows that a table has of a game."""

Sums = Callable[[], Iterable[tuple[Key, Played]]]
"""Finds what each of some strategies needs."""


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about games, trees, strategies and curves."""
    proofs = _Proofs(book)
    yield from proofs.games_claims()
    yield from proofs.strategies_claims()
    yield from proofs.curves_claims()


class _Proofs:
    """What the claims about one book share: its builds, its games, its trees as far as they were walked."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._games: dict[str, StoredGame] = {}
        self._counted: dict[tuple[str, Sequence[str]], dict[tuple[Any, ...], int]] = {}
        self._walked: dict[Key, tuple[Walked | None, Faults]] = {}

    @cached_property
    def builds(self) -> list[dict[str, Any]]:
        """Parameters of the stored builds."""
        return [build.parameters for build in builds(self.book, FAMILY)]

    @cached_property
    def names(self) -> list[str]:
        """The games that builds are of."""
        return sorted({build["game"] for build in self.builds})

    @cached_property
    def shown(self) -> list[str]:
        """The games whose answers are stored with them."""
        return sorted({build["game"] for build in self.builds if "strategy" not in build and "alphas" not in build})

    @cached_property
    def strategies(self) -> list[Key]:
        """The strategies that builds are of."""
        return sorted(
            {(build["game"], build["strategy"], build["tie"]) for build in self.builds if "strategy" in build}
        )

    @cached_property
    def curves(self) -> dict[Key, list[Fraction]]:
        """The curves that builds are of, and their orders."""
        found: dict[Key, set[Fraction]] = {}
        for build in self.builds:
            if "alphas" in build:
                key = build["game"], build["tie"], build["opening"] or ""
                found.setdefault(key, set()).update(read_orders(build["alphas"]))
        return {key: sorted(orders) for key, orders in found.items()}

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
        expected: Expected,
        **more: Any,
    ) -> Claim:
        """The claim that the rows of some groups are just those expected, group by group.

        Args:
            table: the table.
            method: as in `Claim`.
            columns: the columns that are compared, SQL names.
            keys: columns that tell the groups apart.
            groups: the keys of the groups.
            expected: the same keys, and what makes the rows of each group, in any order.
            more: as in `Claim`.
        """
        names = ", ".join(map(identifier, (*keys, *columns)))

        def prove(places: Sequence[int]) -> Iterator[str]:
            stored: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
            for row in self.rows(table, names, "rowid"):
                stored.setdefault(row[: len(keys)], []).append(row[len(keys) :])
            for key, rows in expected():
                name = " ".join(part for part in key if part)
                yield from differences(name, columns, stored.get(key, []), list(rows()))

        units = self.units(table, keys, groups)
        return Claim(f"{FAMILY}.{table}", method, tuple(columns), "recomputed", units, prove, whole=True, **more)

    def complete(
        self, table: str, keys: Sequence[str], expected: Callable[[], Iterable[tuple[Any, ...]]], noun: str
    ) -> Claim:
        """The claim that the keys of a table's rows are the expected ones; `noun`: what a key is, in the plural."""

        def wanted() -> dict[str, list[Any]]:
            rows = list(expected())
            return {key: [row[place] for row in rows] for place, key in enumerate(keys)}

        return complete(self.book, f"{FAMILY}.{table}", keys, wanted, noun=noun)

    def of_games(
        self, table: str, method: str, columns: Sequence[str], names: Sequence[str], rows: GameRows
    ) -> Iterator[Claim]:
        """The claims that a table has rows of some games and no other, and that these are just those expected."""
        groups = [(name,) for name in names]

        def expected() -> Iterator[tuple[tuple[str, ...], Callable[[], Iterable[tuple[Any, ...]]]]]:
            return (((name,), partial(self._of_game, rows, name)) for name in names)

        yield self.complete(table, ("game",), lambda: groups, "games")
        yield self.equal(table, method, columns, ("game",), groups, expected)

    def _of_game(self, rows: GameRows, name: str) -> Iterable[tuple[Any, ...]]:
        return rows(self.game(name))

    def units(self, table: str, keys: Sequence[str], groups: Sequence[tuple[str, ...]] | None = None) -> int:
        """Rows of a table, or of some of its groups; at least 1: that there are none is proved, too."""
        if (table, keys) not in self._counted:
            names = ", ".join(map(identifier, keys))
            sql = f"SELECT {names}, count(*) FROM {FAMILY}.{table} GROUP BY ALL"
            self._counted[table, keys] = {row[:-1]: row[-1] for row in self.book.rows(FAMILY, sql)}
        counted = self._counted[table, keys]
        return max(1, sum(counted.values()) if groups is None else sum(counted.get(key, 0) for key in groups))

    def games_claims(self) -> Iterator[Claim]:
        """Games, codes, queries, labels, answers and classes of first queries."""
        described: tuple[tuple[str, str, tuple[str, ...], GameRows], ...] = (
            (
                "games",
                "names and answers",
                ("score", "pegs", "colors", "distinct", "codes", "queries", "answers", "goal"),
                game_rows,
            ),
            ("codes", "rules of the game", ("code", "text"), code_rows),
            ("queries", "rules of the game", ("query", "text", "code"), query_rows),
            ("labels", "rules of the game", ("answer", "text", "solved"), label_rows),
            ("answer_rows", "answers letter by letter", ("query", "answers"), answer_rows),
            (
                "first_queries",
                "classes and answers counted",
                ("query", "alike", "answers", "largest", "squares"),
                class_rows,
            ),
            ("first_parts", "answers counted", ("query", "answer", "codes"), part_rows),
        )
        for table, method, columns, rows in described:
            names = self.names if rows in (game_rows, code_rows, query_rows, label_rows) else self.shown
            if rows is answer_rows:
                names = [name for name in names if stores_answers(self.game(name).pegs)]
            yield from self.of_games(table, method, columns, names, rows)
        shannon = Rows(self.book, f"{FAMILY}.first_queries", ("game", "query", "shannon"))
        yield Claim(
            shannon.table,
            "entropies in balls",
            ("shannon",),
            "recomputed",
            len(shannon),
            lambda at: self._shannon(shannon.at(at)),
            whole=True,
        )
        others = [name for name in self.names if not isinstance(read_game(name), Pegs)]
        if others:
            table = ", ".join(f"{FAMILY}.{table}" for table in ("games", "codes", "queries", "labels", "answer_rows"))
            columns = ("score", "text", "code", "solved", "answers")
            yield Claim(
                table,
                "games from files",
                columns,
                "certificate",
                len(others),
                lambda at: self._files(others),
                "games",
                whole=True,
            )

    def _files(self, names: Sequence[str]) -> Iterator[str]:
        for name in names:
            game = self.game(name)
            yield from table_faults(game)
            recorded = {build["rules"] for build in self.builds if build["game"] == name and "rules" in build}
            digest = content_digest(game)
            if digest is not None and recorded != {digest}:
                yield f"{name}: its content is not that of its builds"

    def _shannon(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
        from flint import arb

        for name, query, shannon in rows:
            game = self.game(name)
            sizes = np.bincount(game.answers[game.query_index[query]]).tolist()
            total = sum((arb(n) * arb(n).log() for n in sizes if n), arb(0))
            exact = (arb(len(game.codes)).log() - total / len(game.codes)) / arb(2).log()
            if not abs(arb(shannon) - exact) < SHANNON_ERROR:
                yield f"{name} {query}: entropy {shannon} should be {exact.mid()}"

    def strategies_claims(self) -> Iterator[Claim]:
        """Strategies, their histograms and trees."""
        every = self.strategies
        trees = [key for key in every if key[2] != "mix"]
        mixed = [key for key in every if key[2] == "mix"]
        keys = ("game", "strategy", "tie")

        def grown() -> list[Key]:
            return [key for key in trees if len(self.game(key[0]).codes) > 1 or self.game(key[0]).solved >= 0]

        for table in ("strategies", "histograms", "trees"):
            yield self.complete(table, keys, grown if table == "trees" else lambda: every, "strategies")

        yield self._tree_claim(
            "all codes walked",
            ("node", "parent", "answer", "depth", "possible", "codes", "total"),
            trees,
            self._walk_faults,
        )
        entropy = [key for key in trees if isinstance(read_strategy(*key[1:]), Entropy)]
        yield self._tree_claim("entropies of all queries", ("query",), entropy, self._choice_faults)

        hard = [key for key in trees if isinstance(read_strategy(*key[1:]), Hard)]
        if hard:
            yield self._tree_claim("queries of hard mode, letter by letter", ("query",), hard, self._hard_faults)
        least = [key for key in hard if not isinstance(_hard_rule(key), Entropy)]
        for some, more in self._by_size(least, self._is_few):
            if not more or any(self._is_few(key, full=True) for key in some):
                rest = [key for key in some if self._is_few(key, full=True)]
                yield Claim(
                    f"{FAMILY}.strategies",
                    "least totals in hard mode" + (" in larger games" if more else ""),
                    ("total",),
                    "recomputed",
                    len(rest),
                    partial(self._hard_totals, rest),
                    "strategies",
                    least=len(rest),
                    seconds=60.0 if more else 0.5,
                    **more,
                )

        letters = [key for key in trees if isinstance(read_strategy(*key[1:]), Letter)]
        if letters:
            yield self._tree_claim("letters of all words counted", ("query",), letters, self._letter_faults)

        for some, more in self._by_size(mixed, self._is_played):
            beyond = " in larger games" if more else ""
            yield from self._sums(f"mixed ties played out{beyond}", some, partial(self._mixed, some), **more)
        yield from self._sums("trees walked", trees, partial(self._walked_sums, trees))

        optimal = [key for key in trees if isinstance(read_strategy(*key[1:]), Optimal)]
        for some, more in self._by_size(optimal, self._is_bounded):
            beyond = " in larger games" if more else ""
            rest = [key for key in some if self._is_bounded(key, full=True)]
            if rest:
                yield Claim(
                    f"{FAMILY}.strategies",
                    f"lower bounds by branch and bound{beyond}",
                    ("total", "most"),
                    "recomputed",
                    len(rest),
                    partial(self._bounds, rest),
                    "strategies",
                    least=len(rest),
                    seconds=60.0 if more else 0.5,
                    **more,
                )
            if more:
                yield self._small_sets(some)

    def _is_played(self, key: Key) -> bool:
        game = self.game(key[0])
        narrow = key in self.strategies and _order(key) != 0
        most = WORD_CELLS if game.pegs is None else MIX_CELLS if narrow else WIDE_CELLS
        return len(game.codes) * len(game.queries) <= most

    def _is_bounded(self, key: Key, full: bool = False) -> bool:
        game = self.game(key[0])
        if game.miss >= 0:
            return len(game.codes) <= MOST_WORDS
        if len(game.codes) > (MOST_CODES if full else QUICK_CODES)[game.pegs is None]:
            return False
        return game.pegs is None or optimum_evidence(game.pegs) == "recomputed"

    @staticmethod
    def _by_size(keys: Sequence[Key], small: Callable[[Key], bool]) -> Iterator[tuple[list[Key], dict[str, Any]]]:
        """The strategies or curves that every proof is for, then the others, which only a full one is for."""
        some = [key for key in keys if small(key)]
        if some:
            yield some, {}
        if len(some) < len(keys):
            yield [key for key in keys if key not in some], {"long": True}

    def _tree_claim(
        self, method: str, proved: tuple[str, ...], keys: Sequence[Key], faults: Callable[[Key], Iterable[str]]
    ) -> Claim:
        def prove(places: Sequence[int]) -> Iterator[str]:
            for key in keys:
                yield from faults(key)

        units = self.units("trees", ("game", "strategy", "tie"), keys) if keys else 0
        return Claim(f"{FAMILY}.trees", method, proved, "recomputed", units, prove, "nodes", whole=True)

    def _walk(self, key: Key) -> tuple[Walked | None, Faults]:
        if key not in self._walked:
            columns = 'node, parent, answer, depth, "query", possible, codes, total'
            rows = self.rows("trees", columns, "node", "game = ? AND strategy = ? AND tie = ?", *key)
            faults = Faults()
            self._walked[key] = walk(self.game(key[0]), " ".join(key), map(Node._make, rows), faults), faults
        return self._walked[key]

    def _walk_faults(self, key: Key) -> list[str]:
        return self._walk(key)[1].texts

    def _choice_faults(self, key: Key) -> Iterator[str]:
        walked, _ = self._walk(key)
        if walked is None:
            yield f"{' '.join(key)}: no tree to compare queries in"
            return
        game, chosen = self.game(key[0]), read_strategy(*key[1:])
        assert isinstance(chosen, Entropy)
        chooser, only = Chooser(game, [chosen.alpha]), np.zeros(1, np.int64)
        for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
            best = chooser.splitting(codes)
            if best < 0:
                kinds = chooser.kinds(codes)
                ((_, ways),) = chooser.best(kinds, only)
                best = chooser.first(kinds, ways)
            if query != best:
                yield f"{' '.join(key)}, node {node}: query {game.queries[query]} should be {game.queries[best]}"

    def _is_few(self, key: Key, full: bool = False) -> bool:
        return len(self.game(key[0]).codes) <= (MOST_CODES if full else QUICK_CODES)[1]

    def _hard_totals(self, keys: Sequence[Key], places: Sequence[int]) -> Iterator[str]:
        for key in (keys[place] for place in places):
            walked, _ = self._walk(key)
            least = least_hard(self.game(key[0]))
            if walked is None or walked.total != least:
                yield f"{' '.join(key)}: the least total is {least}"

    def _hard_faults(self, key: Key) -> Iterator[str]:
        walked, _ = self._walk(key)
        rule = _hard_rule(key)
        if walked is None:
            yield f"{' '.join(key)}: no tree to compare queries in"
            return
        alpha = rule.alpha if isinstance(rule, Entropy) else None
        for fault in hard_faults(self.game(key[0]), walked, alpha, by_entropy=isinstance(rule, Entropy)):
            yield f"{' '.join(key)}, {fault}"

    def _letter_faults(self, key: Key) -> Iterator[str]:
        walked, _ = self._walk(key)
        if walked is None:
            yield f"{' '.join(key)}: no tree to count letters in"
            return
        game = self.game(key[0])
        for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
            best = most_frequent(game, codes)
            if query != best:
                yield f"{' '.join(key)}, node {node}: letter {game.queries[query]} should be {game.queries[best]}"

    def _sums(self, method: str, keys: Sequence[Key], sums: Sums, **more: Any) -> Iterator[Claim]:
        """Claims about the rows of strategies and histograms."""
        if not keys:
            return
        total = ("total", "total_num", "total_den")
        names = ("game", "strategy", "tie")

        def rows(of: Callable[[StoredGame, Played], list[tuple[Any, ...]]]) -> Expected:
            return lambda: ((key, partial(of, self.game(key[0]), found)) for key, found in sums())

        columns: tuple[str, ...] = ("codes", *total, "mean", "most")
        yield self.equal("strategies", method, columns, names, keys, rows(summary_rows), **more)
        columns = ("queries", "codes", "codes_num", "codes_den")
        yield self.equal("histograms", method, columns, names, keys, rows(histogram_rows), **more)

    def _mixed(self, keys: Sequence[Key]) -> Iterator[tuple[Key, Played]]:
        for name in sorted({key[0] for key in keys}):
            own = [key for key in keys if key[0] == name]
            yield from zip(own, self._play(name, [_order(key) for key in own], "mix", ""), strict=True)

    def _play(self, name: str, orders: Sequence[Alpha], tie: str, opening: str) -> tuple[Played, ...]:
        game = self.game(name)
        first = game.query_index[opening] if opening else None
        return played(game, tuple(orders), mixed=tie == "mix", opening=first)

    def _walked_sums(self, keys: Sequence[Key]) -> Iterator[tuple[Key, Played]]:
        for key in keys:
            walked, _ = self._walk(key)
            if walked is None:
                raise ValueError(f"{' '.join(key)}: no tree that finds every code")
            first = walked.queries[0] if walked.queries else -1
            yield key, Played(first, tuple((queries, Fraction(codes)) for queries, codes in walked.histogram))

    def _bounds(self, keys: Sequence[Key], places: Sequence[int]) -> Iterator[str]:
        for key in (keys[place] for place in places):
            chosen = read_strategy(*key[1:])
            assert isinstance(chosen, Optimal)
            walked, _ = self._walk(key)
            if walked is None:
                yield f"{' '.join(key)}: no tree to compare with bounds"
                continue
            most = walked.histogram[-1][0]
            if self.game(key[0]).miss >= 0:
                yield from self._miss_faults(" ".join(key), self.game(key[0]), walked.sets[0], walked.total)
                continue
            if chosen.within is not None:
                yield from self._late_faults(key, chosen.within, walked)
                continue
            depth = most if chosen.shallowest else chosen.max_depth
            yield from self._least_faults(" ".join(key), key[0], depth, walked.total)
            if chosen.shallowest and most > 1:
                # a strategy of fewer queries at most would have a smaller total than all codes with so many
                shallower = f"{' '.join(key)}, at most {most - 1} queries"
                yield from self._least_faults(shallower, key[0], most - 1, most * len(self.game(key[0]).codes))
            if chosen.max_depth is not None and most > chosen.max_depth:
                yield f"{' '.join(key)}: some code takes {most} queries"
            if chosen.least_depth and most > 1:
                shallower = f"{' '.join(key)}, at most {most - 1} queries"
                yield from self._least_faults(shallower, key[0], most - 1, walked.total + 1)

    @staticmethod
    def _miss_faults(row: str, game: StoredGame, codes: Codes, total: int) -> Iterator[str]:
        least = least_misses(game, codes)
        if least < total:
            yield f"{row}: the least total is {least}"

    def _late_faults(self, key: Key, within: int, walked: Walked) -> Iterator[str]:
        """That no strategy finds more codes in time, nor as many with a smaller total.

        A late code costs more than all queries of a strategy that goes on by the stored tree after the queries in time.
        """
        late = within * len(self.game(key[0]).codes) + walked.total + 1
        cost = walked.total + late * sum(codes for queries, codes in walked.histogram if queries > within)
        yield from self._least_faults(f"{' '.join(key)}, {late} more per late code", key[0], within, cost, late)

    def _least_faults(self, row: str, name: str, depth: int | None, total: int, late: int = 0) -> Iterator[str]:
        game = self.game(name)
        least = least_totals(game, depth, late).at_least(np.arange(len(game.codes), dtype=np.int32), total)
        if least < total:
            yield f"{row}: the least total is {least}"

    def _small_sets(self, keys: Sequence[Key]) -> Claim:
        """Nodes of few codes of trees that are too large as a whole; none of strategies that let codes be late."""
        places = [
            (key, node)
            for key in keys
            if " within " not in key[1]
            for (node,) in self.rows(
                "trees",
                "node",
                "node",
                "game = ? AND strategy = ? AND tie = ? AND codes BETWEEN 3 AND ?",
                *key,
                SMALL_SET if self.game(key[0]).miss < 0 else MOST_WORDS,
            )
        ]

        def prove(at: Sequence[int]) -> Iterator[str]:
            for key, node in (places[place] for place in at):
                walked, _ = self._walk(key)
                chosen = read_strategy(*key[1:])
                assert isinstance(chosen, Optimal)
                if walked is None or node >= len(walked.sets):
                    yield f"{' '.join(key)}, node {node}: no node of a strategy"
                    continue
                if self.game(key[0]).miss >= 0:
                    row = f"{' '.join(key)}, node {node}"
                    yield from self._miss_faults(row, self.game(key[0]), walked.sets[node], walked.totals[node])
                    continue
                depth = walked.histogram[-1][0] if chosen.shallowest else chosen.max_depth
                left = None if depth is None else depth + 1 - walked.depths[node]
                total = walked.totals[node]
                least = least_totals(self.game(key[0]), depth).at_least(walked.sets[node], total, None, left)
                if least < total:
                    yield f"{' '.join(key)}, node {node}: the least total is {least}"

        return Claim(
            f"{FAMILY}.trees",
            f"least totals of sets of at most {SMALL_SET} codes",
            ("total", "query"),
            "recomputed",
            len(places),
            prove,
            "nodes",
            seconds=0.01,
        )

    def curves_claims(self) -> Iterator[Claim]:
        """Curves over the order of entropy."""
        names = ("game", "tie", "opening", "alpha_num", "alpha_den")

        def expected() -> Iterator[tuple[Any, ...]]:
            return ((*key, *order.as_integer_ratio()) for key, orders in self.curves.items() for order in orders)

        yield self.complete("curves", names, expected, "points")
        columns = (
            "alpha",
            "alpha_num",
            "alpha_den",
            "query",
            "total",
            "total_num",
            "total_den",
            "mean",
            "most",
        )
        mixed = [key for key in self.curves if key[1] == "mix"]
        lex = [key for key in self.curves if key[1] == "lex"]

        def points(keys: Sequence[Key]) -> Expected:
            return lambda: ((key, partial(self._curve_rows, key)) for key in keys)

        if lex:
            yield self.equal("curves", "first ties played out", columns, names[:3], lex, points(lex))
        for some, more in self._by_size(mixed, self._is_played):
            method = "mixed ties played out" + (" in larger games" if more else "")
            yield self.equal("curves", method, columns, names[:3], some, points(some), **more)

    def _curve_rows(self, key: Key) -> Iterator[tuple[Any, ...]]:
        name, tie, opening = key
        game, orders = self.game(name), self.curves[key]
        for order, found in zip(orders, self._play(name, orders, tie, opening), strict=True):
            _, total, above, below, mean, most = summary_rows(game, found)[0]
            first = game.queries[found.first]
            yield float(order), order.numerator, order.denominator, first, total, above, below, mean, most


def _hard_rule(key: Key) -> Optimal | Entropy:
    chosen = read_strategy(*key[1:])
    assert isinstance(chosen, Hard)
    return chosen.rule


def _order(key: Key) -> Alpha:
    chosen = read_strategy(*key[1:])
    assert isinstance(chosen, Entropy)
    return chosen.alpha
