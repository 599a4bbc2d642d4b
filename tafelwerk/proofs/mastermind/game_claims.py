"""Claims about games: codes, queries, answers and classes of first queries."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules.games import FAMILY, Pegs
from tafelwerk.families.mastermind.rules.limits import stores_answers
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.mastermind.contents import read_game
from tafelwerk.proofs.mastermind.games import content_digest, table_faults
from tafelwerk.proofs.mastermind.rows import (
    answer_rows,
    class_rows,
    code_rows,
    game_rows,
    label_rows,
    part_rows,
    query_rows,
)
from tafelwerk.proofs.mastermind.stored import GameRows, Stored


def claims(stored: Stored) -> Iterator[Claim]:
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
        names = stored.names if rows in (game_rows, code_rows, query_rows, label_rows) else stored.shown
        if rows is answer_rows:
            names = [name for name in names if stores_answers(stored.game(name).pegs)]
        yield from stored.of_games(table, method, columns, names, rows)
    shannon = Rows(stored.book, f"{FAMILY}.first_queries", ("game", "query", "shannon"))
    yield Claim(
        shannon.table,
        "entropies in balls",
        ("shannon",),
        "recomputed",
        len(shannon),
        lambda at: _shannon(stored, shannon.at(at)),
        whole=True,
    )
    others = [name for name in stored.names if not isinstance(read_game(name), Pegs)]
    if others:
        table = ", ".join(f"{FAMILY}.{table}" for table in ("games", "codes", "queries", "labels", "answer_rows"))
        columns = ("score", "text", "code", "solved", "answers")
        yield Claim(
            table,
            "games from files",
            columns,
            "certificate",
            len(others),
            lambda at: _files(stored, others),
            "games",
            whole=True,
        )


def _files(stored: Stored, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        game = stored.game(name)
        yield from table_faults(game)
        recorded = {build["rules"] for build in stored.builds if build["game"] == name and "rules" in build}
        digest = content_digest(game)
        if digest is not None and recorded != {digest}:
            yield f"{name}: its content is not that of its builds"


def _shannon(stored: Stored, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    from flint import arb, ctx

    from tafelwerk.proofs.doubles import PRECISION, is_nearest

    for name, query, shannon in rows:
        game = stored.game(name)
        sizes = [n for n in np.bincount(game.answers[game.query_index[query]]).tolist() if n]
        with ctx.workprec(PRECISION):
            total = sum((arb(n) * arb(n).log() for n in sizes), arb(0))
            exact = (arb(len(game.codes)).log() - total / len(game.codes)) / arb(2).log()
            if len(sizes) == 1:
                exact = arb(0)
            if not is_nearest(shannon, exact):
                yield f"{name} {query}: entropy {shannon} should be {exact.str(17, radius=False)}"
