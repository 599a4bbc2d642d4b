"""Claims about positions, moves, starts of races, limits and agents, in fractions; about blunders and biases, heap by heap.

Positions and moves are proved from the rows of their successors: if no row is missing and endings follow the rules, every row is
right if all are.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import isfinite
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpz
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.rules import FAMILY, ROUNDED_START, bias_key, read_rules
from tafelwerk.proofs.claims import ENCLOSED, Claim, Faults, Rows, divide_rows, near_and_far, proof, statement_proof
from tafelwerk.proofs.montecarlo import plain_games
from tafelwerk.proofs.montecarlo.lasting_claims import fill_lost
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

ALL_POSITIONS = 20_000
"""Number of positions of a table up to which all of them, with all their moves, are proved."""

MOST_AGENT_HEAP, FARTHEST_AGENT_HEAP = 3000, 100_000
"""Largest heap for which duels of agents are always proved, and largest heap that a build may have."""

FRACTION_MOVES = 120_000
"""Most moves of a single-step race for which the chance of its start is stored as a fraction."""

CHANCE = ("chance", "chance_num", "chance_den")
"""Columns of a chance, as a double and as a fraction."""

Options = list[tuple[int, Any]]
Row = tuple[Any, ...]


def table_claims(book: Book) -> Iterator[Claim]:
    """Claims about positions, moves, starts of races, limits and agents."""
    onward = "s.own = m.other AND s.other = m.own + m.step"
    for game, columns, state, move, after in (
        ("dsc", ("n",), ("own", "other"), "step", onward),
        ("dsr", ("n",), ("own", "other"), "step", onward),
        ("subtraction", ("moves", "overshoot"), ("heap",), "move", "s.heap + m.move = m.heap"),
    ):
        table = f"{FAMILY}.{game}_positions"
        rows = Rows(book, table, (*columns, *state))
        after = " AND ".join((*(f"s.{key} = m.{key}" for key in columns), after))
        proved: tuple[str, ...] = ("won", "wins", "best", *CHANCE)
        prove = partial(_relations, book, rows, game, (*columns, *state), move, after)
        tables = f"{table}, {FAMILY}.{game}_moves"
        yield Claim(
            tables, "successors' rows", proved, "recomputed", len(rows), prove, noun="positions", least=ALL_POSITIONS
        )
    rows = Rows(book, f"{FAMILY}.esr_starts", ("n", "m", "s", *CHANCE, "error"))
    proved, within = (*CHANCE, "error"), {"chance": f"exact with a fraction, otherwise {ENCLOSED}"}
    yield proof(rows.table, "players who do not meet", proved, rows, _starts, within=within)
    rows = Rows(book, f"{FAMILY}.subtraction_limits", ("moves", "overshoot", "residue", *CHANCE))
    yield proof(rows.table, "enclosures", CHANCE, rows, _limits, whole=True, seconds=0.1)
    names = ("moves", "overshoot", "first", "second", "heap", *CHANCE)
    agents = divide_rows(book, f"{FAMILY}.agent_duels", names, f"heap <= {MOST_AGENT_HEAP}")
    yield from near_and_far(agents[0].table, "recursion", CHANCE, agents, _agents, seconds=(1e-5, 1e-3), whole=True)


def nearest(value: fmpq) -> float:
    """The double nearest to a fraction."""
    return int(value.p) / int(value.q)


def stored_as(value: fmpq) -> tuple[float, str, str]:
    """A fraction as stored in the columns of CHANCE."""
    return nearest(value), str(value.p), str(value.q)


def fraction(numerator: str, denominator: str) -> fmpq:
    """A fraction from its decimal digits.

    Raises:
        ValueError: the digits are not a reduced fraction.
    """
    value = fmpq(fmpz(numerator), fmpz(denominator))
    if (str(value.p), str(value.q)) != (numerator, denominator):
        raise ValueError(f"{numerator[:40]} / {denominator[:40]} is not reduced")
    return value


def _relations(
    book: Book, rows: Rows, game: str, keys: tuple[str, ...], move: str, after: str, places: Sequence[int]
) -> list[str]:
    """Positions against their successors, each with its candidates."""
    names = ", ".join(f"p.{key}" for key in keys)
    chosen, arguments = f"{rows.table} p", list[list[Any]]()
    if len(places) < len(rows):
        picked = rows.at(places)
        arguments = [list(column) for column in zip(*picked, strict=True)]
        lists = ", ".join(f"unnest(?) AS {key}" for key in keys)
        same = " AND ".join(f"p.{key} = c.{key}" for key in keys)
        chosen = f"(SELECT p.* FROM {rows.table} p SEMI JOIN (SELECT {lists}) c ON {same}) p"
    joined_rows = book.rows(
        FAMILY,
        f"SELECT {names}, p.won, p.chance, p.chance_num, p.chance_den, m.{move}, m.wins, m.best, m.chance, m.chance_num,"
        f" m.chance_den, s.won, s.chance_num, s.chance_den FROM {chosen} LEFT JOIN {FAMILY}.{game}_moves m USING"
        f" ({', '.join(keys)}) LEFT JOIN {rows.table} s ON {after} ORDER BY ALL",
        *arguments,
    )
    faults = Faults()
    size = len(keys)
    for key, group in groupby(joined_rows, key=lambda row: row[:size]):
        candidates = list(group)
        label = f"{game} {' '.join(map(str, key))}"
        options: Options
        if game != "subtraction":
            options = plain_games.lane_options(key[0], game == "dsc", key[1:])
        else:
            options = plain_games.heap_options(tuple(map(int, key[0].split(","))), key[2], key[1])
        _position(label, options, candidates[0][size : size + 4], [row[size + 4 :] for row in candidates], faults)
    return faults.texts


def _position(label: str, options: Options, own: tuple[Any, ...], moves: list[tuple[Any, ...]], faults: Faults) -> None:
    by_move = {row[0]: row[1:] for row in moves if row[0] is not None}
    faults.unless(set(by_move) == {move for move, _ in options}, label, f"candidates {sorted(by_move)}")
    expected: dict[int, tuple[bool, fmpq]] = {}
    for move, after in options:
        if isinstance(after, plain_games.Ending):
            expected[move] = after == plain_games.Ending.WINS, fmpq(int(after == plain_games.Ending.WINS))
        elif move in by_move and by_move[move][5] is not None:
            won, numerator, denominator = by_move[move][5:]
            expected[move] = not won, 1 - fraction(numerator, denominator)
        else:
            faults.unless(False, label, f"the position after {move} is missing")
            return
    best = max((chance for _, chance in expected.values()), default=None)
    for move, (wins, chance) in expected.items():
        if move in by_move:
            stored = by_move[move][:5]
            right = (wins, chance == best, *stored_as(chance))
            faults.unless(stored == right, f"{label}, {move}", f"{_row_text(stored)} should be {_row_text(right)}")
    mean = sum((chance for _, chance in expected.values()), fmpq(0)) / max(1, len(expected))
    position = (any(wins for wins, _ in expected.values()), *stored_as(mean))
    faults.unless(own == position, label, f"{_row_text(own)} should be {_row_text(position)}")


def _row_text(values: Sequence[Any]) -> str:
    return " ".join(str(value)[:40] for value in values)


def _starts(rows: Sequence[Row]) -> list[str]:
    """Random play in single-step races, as a race of two players who do not meet."""
    faults = Faults()
    for n, m, s, *stored, error in rows:
        row = f"esr {n} {m} {s}"
        value = plain_games.race_chance(n, m, s)
        if stored[1:] != [None, None]:
            right = [*stored_as(value)]
            faults.unless(stored == right, row, f"{_row_text(stored)} should be {_row_text(right)}")
            faults.unless(error == 2.0**-54, row, f"error {error!r} should be half a unit of the last place")
            continue
        faults.unless(_moves(n, m, s) > FRACTION_MOVES, row, "no fraction")
        faults.unless(error == ROUNDED_START, row, f"error {error!r} should be {ROUNDED_START!r}")
        chance = stored[0]
        within = isfinite(chance) and abs(fmpq(*chance.as_integer_ratio()) - value) <= fmpq(*error.as_integer_ratio())
        faults.unless(within, row, f"chance {chance!r} is not within {error:.3g}")
    return faults.texts


def _moves(n: int, m: int, s: int) -> int:
    """Number of moves to different states in all positions of a single-step race."""
    levels: dict[int, tuple[int, int]] = {}
    for state, after in plain_games.race_steps(n, m, s).items():
        states, moves = levels.get(sum(state), (0, 0))
        levels[sum(state)] = states + 1, moves + len(set(after))
    return sum(moves * (states + levels.get(tempo + 1, (0, 0))[0]) for tempo, (states, moves) in levels.items())


def _limits(rows: Sequence[Row]) -> list[str]:
    """Limits of random play, enclosed. Beyond the largest move, a value is up to its sign a mean of those before it, so from any
    window of them on, all later values stay within the window's bounds. A fraction in an enclosure narrower than 1e-30 is the
    only one there with so small a denominator."""
    faults = Faults()
    for (moves, overshoot), group in groupby(rows, key=lambda row: row[:2]):
        enclosures = plain_games.limit_enclosures(read_rules(moves, overshoot).moves, overshoot)
        for _, _, residue, double, p, q in group:
            row = f"{moves} {overshoot}, residue {residue}"
            if enclosures is None or residue >= len(enclosures):
                faults.unless(False, row, "no enclosure is narrow enough")
                continue
            value = fraction(p, q)
            with ctx.workprec(plain_games.PRECISION):
                ball = enclosures[residue]
                within = bool(abs(arb(value) - ball.mid()) <= ball.rad())
                faults.unless(within, row, f"{p[:40]} / {q[:40]} is not within {ball.str(20)}")
            faults.unless(double == nearest(value), row, f"{double!r} is not the nearest double")
    return faults.texts


def _agents(rows: Sequence[Row]) -> list[str]:
    """Duels of agents without playouts: backward induction in fractions, with agents from their descriptions."""
    faults = Faults()
    for (moves, overshoot, first, second), group in groupby(rows, key=lambda row: row[:4]):
        stored = list(group)
        most = max(row[4] for row in stored)
        if most > FARTHEST_AGENT_HEAP:
            faults.unless(False, f"{moves} {overshoot}, {first} against {second}", f"no build goes up to heap {most}")
            continue
        chances = plain_games.agent_chances(read_rules(moves, overshoot).moves, overshoot, first, second, most)
        for *_, heap, double, p, q in stored:
            row, right = f"{moves} {overshoot}, {first} against {second}, heap {heap}", stored_as(chances[heap])
            faults.unless((double, p, q) == right, row, f"{_row_text((double, p, q))} should be {_row_text(right)}")
    return faults.texts


NEAR_WORK = 40_000
"""Largest product of heaps and moves for which blunders are always proved."""

ALL_SCANS, FEW_SCANS = 600, 100
"""Number of scans up to which all are proved; number below which only their own bad moves are read."""

NEAR_PERIOD = 1_000_000
"""Largest pre-period and period that are always simulated."""

FARTHEST_PERIOD, FARTHEST_HEAP = 200_000_000, 200_000
"""Largest period and largest heap of blunders that any build looks for."""

SEARCHED, SEARCHED_FAR = 3_000_000, 133_000_000
"""Heaps searched for a period that is claimed to be absent, by default and in a full proof."""

FOUND_BELOW = 66_000_000
"""Largest period, and largest pre-period, that a search can find; none is claimed beyond."""

GAMES, SCANS, BAD_MOVES = (
    f"{FAMILY}.{table}" for table in ("subtraction_games", "asymmetry_scans", "asymmetry_bad_moves")
)

_BLUNDERS = ("blunder", "blunder_with_ties", "searched_to", "won_heaps", "losing_choices")


def heap_claims(book: Book) -> Iterator[Claim]:
    """Claims about periods, blunders and biased playouts."""
    names = ("moves", "overshoot", "preperiod", "period")
    has_period = "(period IS NOT NULL OR preperiod IS NOT NULL)"
    near = f"greatest(coalesce(period, 0), coalesce(preperiod, 0)) <= {NEAR_PERIOD}"
    method, rows = "periods by simulation", divide_rows(book, GAMES, names, near, has_period)
    yield from near_and_far(GAMES, method, names[2:], rows, _periods, seconds=(0.01, 10))
    for method, heaps, condition in (
        ("absent and far periods", SEARCHED, f"NOT ({has_period} AND {near})"),
        ("absent periods, far", SEARCHED_FAR, f"NOT {has_period}"),
    ):
        absent, prove = Rows(book, GAMES, names, condition), partial(_absent, heaps=heaps)
        yield proof(GAMES, method, names[2:], absent, prove, long=heaps > SEARCHED, seconds=heaps * 3e-9)
    rows = divide_rows(
        book, GAMES, ("moves", "overshoot", *_BLUNDERS), f"searched_to * len(string_split(moves, ',')) <= {NEAR_WORK}"
    )
    yield from near_and_far(GAMES, "blunders in whole numbers", _BLUNDERS, rows, _blunders, seconds=(0.03, 20))
    key = tuple(bias_key(read_rules("1,2"), "static", Fraction(0)))
    near = f"heaps * len(string_split(moves, ',')) <= {NEAR_WORK}"
    yield from near_and_far(
        f"{SCANS}, {BAD_MOVES}",
        "biases in whole numbers",
        ("epsilon", "heap", "share_num", "share_den"),
        divide_rows(book, SCANS, (*key, "heaps"), near),
        partial(_scans, book),
        seconds=(0.003, 20),
        noun="scans",
        least=ALL_SCANS,
    )
    same = " AND ".join(f"s.{name} = b.{name}" for name in key)
    sql = (
        "SELECT 'moves ' || b.moves || ', bias ' || b.epsilon || ', heap ' || b.heap || ': no scan goes so far' FROM"
        f" {BAD_MOVES} b ANTI JOIN {SCANS} s ON {same} AND b.heap <= s.heaps"
    )
    yield statement_proof(book, BAD_MOVES, "scans that reach them", (*key, "heap"), sql)


def _periods(rows: Sequence[Row]) -> list[str]:
    faults = Faults()
    for moves, overshoot, preperiod, period in rows:
        is_possible = preperiod is not None and period is not None and max(preperiod, period) <= FARTHEST_PERIOD
        holds = is_possible and plain_games.repeats(read_rules(moves, overshoot).moves, overshoot, preperiod, period)
        faults.unless(holds, f"{moves} {overshoot}", f"({preperiod}, {period}) is not its period")
    return faults.texts


def _absent(rows: Sequence[Row], heaps: int) -> list[str]:
    """Periods claimed to be absent or large: no window of outcomes that determines all later ones repeats earlier."""
    faults = Faults()
    for moves, overshoot, _, period in rows:
        sizes = np.array(read_rules(moves, overshoot).moves, np.int64)
        distance = _return_kernel(sizes, overshoot == "wins", np.zeros(heaps + int(sizes[-1]) + 1, np.bool_))
        holds = distance == 0 or (distance > FOUND_BELOW if period is None else distance == period)
        faults.unless(holds, f"{moves} {overshoot}", f"win and loss repeat after {distance} heaps")
    return faults.texts


@kernel
def _return_kernel(moves: NDArray[np.int64], beyond: bool, lost: NDArray[np.bool_]) -> int:
    """Distance back to the last repetition of the final window of outcomes, as long as the largest move; 0 if there is none."""
    fill_lost(moves, beyond, lost)
    reach, last = moves[-1], lost.shape[0] - 1
    for back in range(1, last - reach + 1):
        same = True
        for j in range(reach):
            if lost[last - j] != lost[last - back - j]:
                same = False
                break
        if same:
            return back
    return 0


def _blunders(rows: Sequence[Row]) -> list[str]:
    faults = Faults()
    for moves, overshoot, *stored in rows:
        limit = stored[2]
        if limit > FARTHEST_HEAP:
            faults.unless(False, f"{moves} {overshoot}", f"no build looks for blunders up to {limit}")
            continue
        shares = plain_games.losing_shares(read_rules(moves, overshoot).moves, overshoot, limit)
        right = [
            next((share.heap for share in shares if share.losing == 1), None),
            next((share.heap for share in shares if share.losing > 0), None),
            limit,
            len(shares),
            float(sum((share.losing for share in shares), Fraction(0))),
        ]
        faults.unless(stored == right, f"{moves} {overshoot}, to {limit}", f"{stored} should be {right}")
    return faults.texts


def _scans(book: Book, scans: Sequence[Row]) -> list[str]:
    """Biased playouts: every scan finds the stored bad moves and no others."""
    faults = Faults()
    condition = "true"
    if len(scans) < FEW_SCANS:
        pairs = ", ".join(f"({row[4]}, {row[5]})" for row in scans)
        condition = f"(epsilon_num, epsilon_den) IN ({pairs})"
    stored: dict[tuple[Any, ...], list[tuple[int, int, int]]] = {}
    for *key, heap, numerator, denominator in book.rows(
        FAMILY,
        "SELECT moves, overshoot, kind, epsilon_num, epsilon_den, heap, share_num, share_den"
        f" FROM {BAD_MOVES} WHERE {condition} ORDER BY heap",
    ):
        stored.setdefault(tuple(key), []).append((heap, numerator, denominator))
    for moves, overshoot, kind, epsilon, p, q, heaps in scans:
        row = f"{moves} {overshoot} {kind} {p}/{q}"
        bias = Fraction(p, q)
        reduced = (bias.numerator, bias.denominator, float(bias)) == (p, q, epsilon)
        faults.unless(reduced, row, f"no reduced bias with its nearest double: {epsilon!r}")
        if heaps > FARTHEST_HEAP:
            faults.unless(False, row, f"no build looks for bad moves up to {heaps}")
            continue
        shares = plain_games.losing_shares(read_rules(moves, overshoot).moves, overshoot, heaps, kind, bias)
        right = [(share.heap, share.losing.numerator, share.losing.denominator) for share in shares if share.losing > 0]
        bad_moves = [line for line in stored.get((moves, overshoot, kind, p, q), ()) if line[0] <= heaps]
        wrong = sorted({line[0] for line in set(bad_moves) ^ set(right)})
        faults.unless(bad_moves == right, row, f"wrong at heap {', '.join(map(str, wrong[:3]))}")
    return faults.texts
