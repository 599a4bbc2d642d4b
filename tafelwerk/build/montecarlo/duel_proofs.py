"""Stored duels and basins, proved anew: the rules said once more, exact random play, agents in ball arithmetic.

Rows are drawn in an order that depends on nothing but their keys, each game's first before any game's second. A duel
proves all heaps below it, so that all rows of a subtraction game with the same agents are looked at together.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt
from typing import Any

from flint import arb, ctx, fmpq

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.core.ball_play import ball_duel, exact_chances
from tafelwerk.solvers.core.ball_selection import LONG_SUM
from tafelwerk.solvers.montecarlo.plain_games import (
    LOST,
    PlainGame,
    plain_crash,
    plain_race,
    plain_subtraction,
    race_pairs,
    race_steps,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import FAMILY, Dsc, Esr, Game, Subtraction, SubtractionRules

DUELS = 60
"""Duels that are drawn from a table unless a number is asked for."""

SECONDS = 20.0
"""What the duels of a table may take together unless a number is asked for."""

ROW_SECONDS = 6.0
"""What a duel may take to be within reach."""

CONSIDERED = 4096
"""Duels of a table among which is drawn."""

PRECISIONS = (192, 384, 1024)
"""Bits of the balls, more of them until each radius is far below its bound."""


@dataclass(frozen=True, slots=True)
class Duels:
    """The duels of two agents in one game; 0 stands for infinitely many playouts."""

    game: Game
    k: int
    rival: int

    def __str__(self) -> str:
        return f"{self.game}, MC({self.k or 'inf'}) against MC({self.rival or 'inf'})"


def duel_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Duels drawn from each of the three tables."""
    for table in ("esr_duels", "dsc_duels", "subtraction_duels"):
        total, considered = _considered(book, table)
        if total == 0:
            continue
        reached = [duels for duels in considered if seconds(duels) <= ROW_SECONDS]
        drawn = reached[: DUELS if sample is None else sample]
        if sample is None:
            drawn = _affordable(drawn)
        claims = Claims()
        worst = 0.0
        # games side by side, so that each is laid out once
        for duels in sorted(drawn, key=str):
            worst = max(worst, _prove(book, duels, claims))
        yield claims.check(
            f"{FAMILY}.{table}: ball arithmetic",
            f"{claims.rows} rows proved by {len(drawn)} duels; {len(reached)} of {len(considered)} duels"
            f"{f' drawn out of {total}' if total > len(considered) else ''} within reach; "
            f"largest difference over bound {worst:.2g}",
        )


def basin_checks(book: Book) -> Iterator[Check]:
    """Every stored basin within reach: its mean, the means beside it, and the stored curve around it."""
    rows = book.rows(FAMILY, f"SELECT game, k_max, k, mean, error FROM {FAMILY}.basins ORDER BY ALL")
    if not rows:
        return
    claims = Claims()
    far = 0
    for name, k_max, k, mean, error in rows:
        row = f"{name}, k = {k}"
        game = _game(name)
        claims.claim(row, "not below k_max", 1 <= k < k_max)
        _curve_claims(book, game, row, (k, mean, error), claims)
        if seconds(Duels(game, k + 1, 2 * k + 2)) > ROW_SECONDS:
            far += 1
            continue
        claims.rows += 1
        middle = _mean(game, k)
        with ctx.workprec(PRECISIONS[0]):
            claims.claim(row, "mean is not within its error", _within(mean, middle, error))
            for beside in (k - 1, k + 1):
                # the neighbour was compared with an error of its own; twice this one leaves it room
                lower = beside > 0 and bool(_mean(game, beside) < middle - 3 * arb(error))
                claims.claim(row, f"lower at k = {beside}", not lower)
    yield claims.check(
        f"{FAMILY}.basins: ball arithmetic",
        f"{claims.rows} of {len(rows)} rows proved against both neighbours{f', {far} out of reach' if far else ''}",
    )


def seconds(duels: Duels) -> float:
    """What the duels take here, about."""
    edges, per_win, most = _work(duels.game)
    widths = sum(min(k + 1.0, 65 + 2 * sqrt(1024 + 48.0 * k), most) for k in (duels.k, duels.rival))
    return edges * (8e-5 + per_win * widths)


def _considered(book: Book, table: str) -> tuple[int, list[Duels]]:
    """How many duels a table has, and the first of them in the order of drawing."""
    columns = {
        "esr_duels": ("n", "m", "s"),
        "dsc_duels": ("n",),
        "subtraction_duels": ("moves", "overshoot::VARCHAR"),
    }[table]
    game = ", ".join(f"{column} AS g{i}" for i, column in enumerate(columns))
    names = ", ".join(f"g{i}" for i in range(len(columns)))
    heap = "max(heap)" if table == "subtraction_duels" else "NULL"
    duels = (
        f"(SELECT {game}, {heap} AS heap, k, rival, md5(concat_ws(' ', {names}, k, rival)) AS lot "
        f"FROM {FAMILY}.{table} GROUP BY {names}, k, rival)"
    )
    counted = book.one(FAMILY, f"SELECT count(*) FROM {duels}")
    rows = book.rows(
        FAMILY,
        f"SELECT {names}, heap, k, rival FROM "
        f"(SELECT *, row_number() OVER (PARTITION BY {names} ORDER BY lot) AS turn FROM {duels}) "
        f"ORDER BY turn, lot LIMIT {CONSIDERED}",
    )
    found = []
    for *key, most, k, rival in rows:
        match table:
            case "esr_duels":
                played: Game = Esr(*key)
            case "dsc_duels":
                played = Dsc(*key)
            case _:
                played = Subtraction(_rules(*key), most)
        found.append(Duels(played, k, rival))
    return (counted or (0,))[0], found


def _affordable(drawn: Sequence[Duels]) -> list[Duels]:
    """As many of the first as SECONDS are enough for; at least one."""
    found: list[Duels] = []
    spent = 0.0
    for duels in drawn:
        if not found or spent + seconds(duels) <= SECONDS:
            found.append(duels)
            spent += seconds(duels)
    return found


def _prove(book: Book, duels: Duels, claims: Claims) -> float:
    """Compare the rows of the duels with balls; the largest difference over its bound."""
    rows = _stored(book, duels)
    claims.rows += len(rows)
    worst = 0.0
    for precision in PRECISIONS:
        values = _reference(duels, precision)
        if not any(0 < error < 100 * float(ball.rad()) for heap, *_, error in rows for ball in values[heap]):
            break
    with ctx.workprec(precision):
        for heap, first, second, mean, error in rows:
            row = f"{duels}" if heap is None else f"{duels}, heap {heap}"
            claims.claim(row, f"error {error} is no bound", 0 <= error < 1)
            for name, value, ball in zip(("first", "second", "mean"), (first, second, mean), values[heap], strict=True):
                claims.claim(row, f"{name} {value!r} is not within {error:.3g}", _within(value, ball, error))
                if error > 0:
                    worst = max(worst, float(abs(arb(value) - ball.mid())) / error)
    return worst


def _stored(book: Book, duels: Duels) -> list[tuple[Any, ...]]:
    """(heap or None, first, second, mean, error) a row; in a subtraction game of every heap."""
    table, condition, values = _key(duels.game)
    heap = "heap" if isinstance(duels.game, Subtraction) else "NULL"
    return book.rows(
        FAMILY,
        f"SELECT {heap}, first, second, mean, error FROM {FAMILY}.{table} WHERE {condition} AND k = ? AND rival = ?",
        *values,
        duels.k,
        duels.rival,
    )


def _key(game: Game) -> tuple[str, str, tuple[int | str, ...]]:
    """The table of a game's duels, the condition that it is this game, of any heap, and the condition's values."""
    match game:
        case Esr(n, m, s):
            return "esr_duels", "n = ? AND m = ? AND s = ?", (n, m, s)
        case Dsc(n):
            return "dsc_duels", "n = ?", (n,)
        case Subtraction(rules, _):
            return "subtraction_duels", "moves = ? AND overshoot = ?", (rules.text, rules.overshoot)


def _within(value: float, ball: arb, error: float) -> bool:
    return bool(abs(arb(value) - ball.mid()) <= arb(error) + ball.rad())


def _reference(duels: Duels, precision: int) -> dict[int | None, tuple[arb, arb, arb]]:
    """(first, second, mean) by heap, or under None from the start of a race."""
    plain, chances = _laid_out(duels.game)
    wins, rival_wins = ball_duel(plain.options, chances, duels.k or None, duels.rival or None, precision)
    found: dict[int | None, tuple[arb, arb, arb]] = {}
    with ctx.workprec(precision):
        for heap, number in _starts(duels.game, plain).items():
            first, second = wins[number], 1 - rival_wins[number]
            found[heap] = (first, second, (first + second) / 2)
    return found


@lru_cache(maxsize=4)
def _mean(game: Game, k: int) -> arb:
    """The mean of MC(k) against MC(2k) from the start of the game."""
    values = _reference(Duels(game, k, 2 * k), PRECISIONS[0])
    return values[game.heap if isinstance(game, Subtraction) else None][2]


@lru_cache(maxsize=1)
def _laid_out(game: Game) -> tuple[PlainGame[Any], list[fmpq]]:
    """The game by its rules, and its random play."""
    plain: PlainGame[Any]
    match game:
        case Esr(n, m, s):
            plain = plain_race(n, m, s)
        case Dsc(n):
            plain = plain_crash(n)
        case Subtraction(rules, heap):
            plain = plain_subtraction(rules.moves, heap, rules.overshoot)
    return plain, exact_chances(plain.options)


def _starts(game: Game, plain: PlainGame[Any]) -> dict[int | None, int]:
    """Numbers of the positions that stored duels start from."""
    start: Hashable
    match game:
        case Esr(_, m, _):
            start = ((0,) * m, (0,) * m)
        case Dsc():
            start = (0, 0)
        case Subtraction(_, heap):
            numbers: dict[int | None, int] = {left: plain.numbers[left] for left in range(1, heap + 1)}
            return numbers | {0: LOST}
    return {None: plain.numbers[start]}


@lru_cache(maxsize=256)
def _work(game: Game) -> tuple[float, float, float]:
    """Successors of all positions, about; seconds for each and each number of wins in a window; the longest sum."""
    match game:
        case Esr(n, m, s):
            return race_pairs(n, m, s) * _squares(n, m, s), 2.5e-6, inf
        case Dsc(n):
            return 0.6 * n * n, 5e-7, LONG_SUM
        case Subtraction(rules, heap):
            if len(rules.moves) <= 2:
                return 2.0 * heap, 5e-7, LONG_SUM
            return float(heap * len(rules.moves)), 1.3e-6, inf


def _squares(n: int, m: int, s: int) -> float:
    """Different moves a state, on the mean."""
    steps = race_steps(n, m, s)
    return sum(len(set(after)) for after in steps.values()) / len(steps)


def _rules(moves: str, overshoot: str) -> SubtractionRules:
    return SubtractionRules(tuple(map(int, moves.split(","))), overshoot)  # type: ignore[arg-type]  # checked there


def _game(name: str) -> Game:
    """A game in the words of the command line."""
    kind, *words = name.split()
    if kind == "esr":
        return Esr(*map(int, words))
    if kind == "dsc":
        return Dsc(int(words[0]))
    options = dict(zip(words[1::2], words[2::2], strict=True))
    return Subtraction(_rules(options["--moves"], options.get("--overshoot", "wins")), int(words[0]))


def _curve_claims(book: Book, game: Game, row: str, basin: tuple[int, float, float], claims: Claims) -> None:
    """The nearest points of the stored curve on either side are not lower."""
    k, mean, error = basin
    table, condition, values = _key(game)
    if isinstance(game, Subtraction):
        condition, values = f"{condition} AND heap = ?", (*values, game.heap)
    for side, order in (("<", "DESC"), (">", "ASC")):
        point = book.one(
            FAMILY,
            f"SELECT k, mean, error FROM {FAMILY}.{table} WHERE {condition} AND rival = 2 * k AND k {side} ? "
            f"ORDER BY k {order} LIMIT 1",
            *values,
            k,
        )
        if point is not None:
            claims.claim(row, f"the stored curve is lower at k = {point[0]}", point[1] + point[2] >= mean - error)
