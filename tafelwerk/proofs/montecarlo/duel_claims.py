"""Claims about duels and basins: values lie within their errors of what another method encloses; errors are small."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from math import comb
from typing import Any

from tafelwerk.proofs.claims import Claim, Faults, Rows, joined
from tafelwerk.proofs.montecarlo.duels import duel
from tafelwerk.rules.montecarlo import FAMILY, Dsc, Esr, Game, Subtraction, SubtractionRules, parse_game
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds

ERROR_PER_MOVE = 1e-14
"""Errors may be so large for each move of the longest game, each candidate, and four times more."""

MOST_RADIUS = 1e-10
"""A value that is enclosed no nearer is not proved."""

NEAR_STATES, NEAR_RACE_PLAYOUTS = 1000, 5000
"""States of a player and playouts of the rival up to which single-step races are proved whatever is asked."""

NEAR_LANE, NEAR_HEAP, NEAR_PLAYOUTS = 100, 3000, 100_000
"""The same for crash races and subtraction games; playouts where there are more than two candidates."""

ALL_RACES, ALL_CRASHES, ALL_RUNS = 300, 20_000, 5000
"""Rows of single-step races and of crash races, and runs of subtraction games, up to which all are looked at; a run proves all
heaps."""

DENSE_TO, PER_DECADE = 64, 40
"""Basins are looked for among all k up to DENSE_TO, then among PER_DECADE of each decade, and k_max."""


def claims(book: Book) -> Iterator[Claim]:
    """The claims of this module."""
    yield from _duel_claims(book)
    yield from _basin_claims(book)


def _duel_claims(book: Book) -> Iterator[Claim]:
    sizes = {
        "esr": ("n * m * 2 + m", "n || ' ' || m || ' ' || s"),
        "dsc": ("n * 2 + 2", "n"),
        "subtraction": (
            "heap / split_part(moves, ',', 1)::DOUBLE + len(string_split(moves, ','))",
            "moves || ' ' || overshoot || ' ' || heap",
        ),
    }
    for game, (size, name) in sizes.items():
        table = f"{FAMILY}.{game}_duels"
        yield joined(
            book,
            table,
            "means and bounds",
            ("mean", "error"),
            f"SELECT {name} || ', ' || k || ' against ' || rival || ': mean ' || mean || ', error ' || error FROM {table}"
            " WHERE mean <> (first + second) / 2 OR NOT (error >= 0 AND first BETWEEN 0 AND 1 AND second BETWEEN 0 AND 1"
            f" AND error <= {ERROR_PER_MOVE} * (4 + {size}))"
            " OR error = 0 AND NOT (first IN (0, 1) AND second IN (0, 1))",
        )
    proved = ("first", "second", "mean", "error")
    method = "candidates one by one"
    races = book.rows(FAMILY, f"SELECT DISTINCT n, m, s FROM {FAMILY}.esr_duels")
    large = ", ".join(f"({n}, {m}, {s})" for n, m, s in races if comb(n + m, m) > NEAR_STATES)
    near = f"greatest(k, rival) <= {NEAR_RACE_PLAYOUTS}" + (f" AND (n, m, s) NOT IN ({large})" if large else "")
    for table, columns, condition, seconds, least in (
        ("esr_duels", ("n", "m", "s"), near, 0.05, ALL_RACES),
        ("dsc_duels", ("n",), f"n <= {NEAR_LANE}", 0.0005, ALL_CRASHES),
    ):
        for far in (False, True):
            chosen = f"NOT ({condition})" if far else condition
            rows = Rows(book, f"{FAMILY}.{table}", (*columns, "k", "rival", *proved), chosen)
            name = f"{method}, far" if far else method
            prove = partial(_races, Esr if table == "esr_duels" else Dsc, len(columns), rows)
            yield Claim(
                rows.table,
                name,
                proved,
                "recomputed",
                len(rows),
                prove,
                long=far,
                seconds=100 * seconds if far else seconds,
                least=0 if far else least,
            )
    runs = [
        ((moves, overshoot, most, k, rival), _near_heaps(moves.count(",") + 1, most, k, rival))
        for moves, overshoot, most, k, rival in book.rows(
            FAMILY,
            f"SELECT moves, overshoot::VARCHAR, max(heap), k, rival FROM {FAMILY}.subtraction_duels"
            " GROUP BY moves, overshoot, k, rival ORDER BY ALL",
        )
    ]
    for far in (False, True):
        chosen_runs = [run for run, is_near in runs if is_near is not far]
        yield Claim(
            f"{FAMILY}.subtraction_duels",
            f"{method}, far" if far else method,
            proved,
            "recomputed",
            len(chosen_runs),
            partial(_runs, book, chosen_runs),
            noun="runs",
            long=far,
            seconds=2.0 if far else 0.003,
            least=0 if far else ALL_RUNS,
        )


def _basin_claims(book: Book) -> Iterator[Claim]:
    """Claims whose units are the curves that a build or a row names."""
    asked = {
        (build.parameters["basins"], build.parameters["k_max"])
        for build in builds(book, FAMILY)
        if "basins" in build.parameters
    }
    named = set(book.rows(FAMILY, f"SELECT DISTINCT game, k_max FROM {FAMILY}.basins"))
    for far in (False, True):
        curves = sorted(curve for curve in asked | named if _curve_is_near(*curve) is not far)
        yield Claim(
            f"{FAMILY}.basins",
            "curves, far" if far else "curves",
            ("game", "k_max", "k", "mean", "error"),
            "recomputed",
            len(curves),
            partial(_basins, book, curves, asked),
            noun="curves",
            long=far,
            seconds=100.0 if far else 2.0,
        )


def _heaps(moves: str, overshoot: str, most: int) -> Subtraction:
    return Subtraction(SubtractionRules(tuple(map(int, moves.split(","))), overshoot), most)  # type: ignore[arg-type]


def _near(game: Game, k: int, rival: int) -> bool:
    """Whether a duel is proved whatever is asked."""
    match game:
        case Esr(n, m, _):
            return comb(n + m, m) <= NEAR_STATES and max(k, rival) <= NEAR_RACE_PLAYOUTS
        case Dsc(n):
            return n <= NEAR_LANE
        case Subtraction(rules, heap):
            return _near_heaps(len(rules.moves), heap, k, rival)


def _near_heaps(moves: int, heap: int, k: int, rival: int) -> bool:
    return heap <= NEAR_HEAP and (moves <= 2 or max(k, rival) <= NEAR_PLAYOUTS)


def _most_error(game: Game) -> float:
    """What errors may be at most."""
    match game:
        case Esr(n, m, _):
            size: float = 2 * n * m + m
        case Dsc(n):
            size = 2 * n + 2
        case Subtraction(rules, heap):
            size = heap / rules.moves[0] + len(rules.moves)
    return ERROR_PER_MOVE * (4 + size)


def _compare(label: str, stored: Sequence[float], found: tuple[float, float, float], faults: Faults) -> None:
    """Stored first, second, mean and error against (first, second, radius)."""
    first, second, radius = found
    *values, error = stored
    if not radius <= MOST_RADIUS:
        faults.unless(False, label, f"enclosed no nearer than {radius:.2g}")
        return
    room = 0.0 if error == 0 else error + radius
    for name, value, right in zip(
        ("first", "second", "mean"), values, (first, second, (first + second) / 2), strict=True
    ):
        faults.unless(abs(value - right) <= room, label, f"{name} {value!r} is not within {error:.3g} of {right!r}")


def _races(make: Any, size: int, rows: Rows, places: Sequence[int]) -> Iterator[str]:
    for (*game, k, rival), group in groupby(rows.at(places), key=lambda row: row[: size + 2]):
        faults = Faults()
        played = make(*game)
        found = duel(played, k, rival)[None]
        for row in group:
            _compare(f"{played}, {_playouts(k)} against {_playouts(rival)}", row[size + 2 :], found, faults)
        yield from faults.texts


def _playouts(k: int) -> str:
    return f"MC({k or 'inf'})"


def _runs(book: Book, runs: Sequence[tuple[Any, ...]], places: Sequence[int]) -> Iterator[str]:
    """All heaps of each run; what a run is, is looked up a game at a time."""
    for (moves, overshoot), numbers in groupby(places, key=lambda place: runs[place][:2]):
        chosen = [runs[place] for place in numbers]
        stored = book.rows(
            FAMILY,
            f"SELECT k, rival, heap, first, second, mean, error FROM {FAMILY}.subtraction_duels WHERE moves = ?"
            " AND overshoot = ? ORDER BY k, rival, heap",
            moves,
            overshoot,
        )
        by_run = {run: list(rows) for run, rows in groupby(stored, key=lambda row: row[:2])}
        # one board for all of a game
        game = _heaps(moves, overshoot, max(run[2] for run in chosen))
        for *_, k, rival in chosen:
            faults = Faults()
            found = duel(game, k, rival)
            for _, _, heap, *values in by_run[k, rival]:
                label = f"{moves} {overshoot}, heap {heap}, {_playouts(k)} against {_playouts(rival)}"
                _compare(label, values, found[heap], faults)
            yield from faults.texts


def _curve_is_near(words: str, k_max: int) -> bool:
    try:
        game = parse_game(words)
    except ValueError:
        return True  # a fault, said when it is proved
    small = not isinstance(game, Esr) or comb(game.n + game.m, game.m) <= 100
    return small and _near(game, k_max, 2 * k_max)


def _basins(
    book: Book, curves: Sequence[tuple[str, int]], asked: set[tuple[str, int]], places: Sequence[int]
) -> list[str]:
    """Stored basins and no others: between two of them, and before the first and after the last, the curve goes up and then down,
    as far as it is looked at; each is the lowest of the curve around it. Narrower dips than the steps are not seen."""
    faults = Faults()
    for words, k_max in (curves[place] for place in places):
        faults.unless((words, k_max) in asked, words, f"no build asks for its basins up to {k_max}")
        game = parse_game(words)
        stored = book.rows(
            FAMILY, f"SELECT k, mean, error FROM {FAMILY}.basins WHERE game = ? AND k_max = ? ORDER BY k", words, k_max
        )
        start = game.heap if isinstance(game, Subtraction) else None
        doubt = _most_error(game)
        bottoms = [k for k, _, _ in stored]
        around = {k + step for k in bottoms for step in (-1, 1)}
        ks = sorted(k for k in {*_grid(k_max), *bottoms, *around} if 1 <= k <= k_max)
        means: dict[int, float] = {}
        radii: dict[int, float] = {}
        for k in ks:
            first, second, radii[k] = duel(game, k, 2 * k)[start]
            means[k] = (first + second) / 2
        faults.unless(all(radius <= MOST_RADIUS for radius in radii.values()), words, "not enclosed")
        for k, mean, error in stored:
            row = f"{words}, k = {k}"
            faults.unless(1 <= k < k_max, row, "not below k_max")
            if k not in means:
                continue
            faults.unless(0 <= error <= doubt, row, f"error {error!r}")
            faults.unless(abs(mean - means[k]) <= error + radii[k], row, f"mean {mean!r} is not within {error:.3g}")
            for beside in (k - 1, k + 1):
                # the neighbour was compared with an error of its own; twice this one leaves it room
                lower = means.get(beside, 1.0) < means[k] - 3 * error - radii[k]
                faults.unless(not lower, row, f"lower at k = {beside}")
        cuts = [1, *bottoms, k_max]
        peaks = []
        for begin, end in pairwise(cuts):
            stretch = [k for k in ks if begin <= k <= end]
            peak = max(stretch, key=means.__getitem__, default=begin)
            peaks.append(means.get(peak, 0.0))
            for side in ([k for k in stretch if k <= peak], [k for k in reversed(stretch) if k >= peak]):
                highest = 0.0
                for k in side:
                    dips = means[k] + doubt + radii[k] < highest - doubt
                    faults.unless(not dips, f"{words} to {k_max}", f"a basin near k = {k} is missing")
                    if dips:
                        break
                    highest = max(highest, means[k] - radii[k])
        for i, k in enumerate(bottoms):
            is_dip = means.get(k, 1.0) < min(peaks[i], peaks[i + 1])
            faults.unless(is_dip, f"{words}, k = {k}", "the curve is not higher on both sides")
    return faults.texts


def _grid(k_max: int) -> set[int]:
    """The k at which a curve is looked at."""
    found = {*range(1, min(k_max, DENSE_TO) + 1), k_max}
    i = 0
    while (k := round(DENSE_TO * 10 ** (i / PER_DECADE))) < k_max:
        found.add(k)
        i += 1
    return found
