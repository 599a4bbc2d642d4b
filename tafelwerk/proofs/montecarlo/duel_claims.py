"""Claims about duels, basins and simulated games: values with their errors enclose what another method encloses.

Wins of simulated games agree with a binomial distribution of the exact chance, one by one and all together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby, pairwise, product
from math import comb, inf
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import (
    FAMILY,
    MANY_MOVES,
    RESOLUTION,
    DoubleStep,
    Esr,
    Game,
    Subtraction,
    double_step,
    parse_game,
    playouts_key,
    playouts_of,
    read_agent,
    read_rules,
    resolution,
    simulated_starts,
)
from tafelwerk.proofs.claims import ENCLOSED, Claim, Faults, Rows, near_and_far, statement_proof
from tafelwerk.proofs.montecarlo.duels import UNIT, duel
from tafelwerk.proofs.montecarlo.plain_games import agent_chances
from tafelwerk.proofs.real_numbers import FEW, SMALL, binomial_tails, joint_faults
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds

MOST_RADIUS = 1e-10
"""Largest radius of an enclosure that proves a value."""

NEAR_STATES, NEAR_RACE_PLAYOUTS = 1000, 5000
"""Largest numbers of positions per player, and of the rival's playouts, for which single-step races are always proved."""

NEAR_CURVE = 100
"""Largest number of positions per player for which their whole curves are always proved."""

NEAR_LANE, NEAR_HEAP, NEAR_PLAYOUTS = 100, 3000, 100_000
"""The same for double-step races and subtraction games; the limit on playouts is for more than two candidates."""

CHANCES = ("first", "second", "mean")
"""Columns of a duel's chances."""

COUNT = "len(string_split(moves, ','))"
"""SQL: number of moves of a subtraction game."""

TABLES: dict[str, tuple[tuple[str, ...], str, tuple[float, float], int]] = {
    "esr": (("n", "m", "s"), "n * m * 2 + m", (0.05, 5.0), 300),
    "dsc": (("n",), "n * 2 + 2", (0.0005, 0.05), 20_000),
    "dsr": (("n",), "n * 2 + 2", (0.0005, 0.05), 20_000),
    "subtraction": (
        ("moves", "overshoot", "heap"),
        f"heap / split_part(moves, ',', 1)::DOUBLE * greatest(1, {COUNT} / {MANY_MOVES}::DOUBLE) + {COUNT}",
        (0.003, 2.0),
        5000,
    ),
}
"""By game: key columns of its table of duels; moves of the longest game and candidates of a position; CPU seconds per run, near
and far; and number of runs up to which all are proved. A run proves all heaps."""

DENSE_TO, PER_DECADE = 64, 40
"""Basins are looked for at every k up to DENSE_TO, then at PER_DECADE values per decade, and at k_max."""


def duel_claims(book: Book) -> Iterator[Claim]:
    """Claims about the tables of duels."""
    for game, (names, size, seconds, least) in TABLES.items():
        table, key = f"{FAMILY}.{game}_duels", " || ' ' || ".join(names)
        sql = (
            f"SELECT {key} || ', ' || k || ' against ' || rival || ': mean ' || mean || ', error ' || error FROM {table}"
            " WHERE mean <> (first + second) / 2 OR NOT (first BETWEEN 0 AND 1 AND second BETWEEN 0 AND 1"
            f" AND error = {RESOLUTION!r}::DOUBLE * (4 + ({size})))"
        )
        yield statement_proof(book, table, "means and bounds", ("error",), sql)
        chosen = ", ".join("max(heap)" if name == "heap" else name for name in names)
        groups = ", ".join(name for name in (*names, "k", "rival") if name != "heap")
        runs = book.rows(FAMILY, f"SELECT {chosen}, k, rival FROM {table} GROUP BY {groups} ORDER BY ALL")
        near = [run for run in runs if _is_near(partial(_game, game, run[:-2]), *run[-2:])]
        yield from near_and_far(
            table,
            "candidates one by one",
            CHANCES,
            (near, sorted(set(runs) - set(near))),
            partial(_duels, book, game),
            seconds=seconds,
            noun="runs",
            least=least,
            within=dict.fromkeys(CHANCES, ENCLOSED),
        )


def basin_claims(book: Book) -> Iterator[Claim]:
    """Claims whose units are the curves named by a build or a row."""
    owed = {
        (build.parameters["basins"], build.parameters["k_max"])
        for build in builds(book, FAMILY)
        if "basins" in build.parameters
    }
    stored = set(book.rows(FAMILY, f"SELECT DISTINCT game, k_max FROM {FAMILY}.basins"))
    curves = sorted(owed | stored)
    near = [
        (words, k_max) for words, k_max in curves if _is_near(partial(parse_game, words), k_max, 2 * k_max, curve=True)
    ]
    yield from near_and_far(
        f"{FAMILY}.basins",
        "curves",
        ("game", "k_max", "k", "k_low", "k_high", "mean", "error"),
        (near, sorted(set(curves) - set(near))),
        partial(_basins, book, owed),
        seconds=(2.0, 100.0),
        noun="curves",
        within={
            "mean": ENCLOSED,
            "k": "from k_low to k_high",
            "k_low": "certainly higher before it; at it no higher than by four errors",
            "k_high": "certainly higher after it; at it no higher than by four errors",
        },
    )


def _game(name: str, key: Sequence[Any]) -> Game:
    """The game with given key columns of its table of duels.

    Raises:
        InputError: there is no such game.
    """
    if name == "subtraction":
        return Subtraction(read_rules(*key[:2]), key[2])
    return Esr(*key) if name == "esr" else double_step(name, *key)


def _is_near(make: Callable[[], Game], k: int, rival: int, *, curve: bool = False) -> bool:
    """Whether a duel, or a curve of duels, is always proved; one of an impossible game is, so that it is reported."""
    try:
        game = make()
    except InputError:
        return True
    match game:
        case Esr(n, m, _):
            return comb(n + m, m) <= (NEAR_CURVE if curve else NEAR_STATES) and max(k, rival) <= NEAR_RACE_PLAYOUTS
        case DoubleStep(n):
            return n <= NEAR_LANE
        case Subtraction(rules, heap):
            return heap <= NEAR_HEAP and (len(rules.moves) <= 2 or max(k, rival) <= NEAR_PLAYOUTS)


def _compare(label: str, stored: Sequence[float], enclosure: tuple[float, float, float], faults: Faults) -> None:
    """Stored first, second and mean, each with the stored error on either side, enclose first and second within a radius."""
    first, second, radius = enclosure
    *values, error = stored
    if not radius <= MOST_RADIUS:
        faults.unless(False, label, f"enclosed only to within {radius:.2g}")
        return
    for name, value, right in zip(
        ("first", "second", "mean"), values, (first, second, (first + second) / 2), strict=True
    ):
        # the mean of the proof is rounded once more
        is_within = abs(value - right) + radius + UNIT <= error
        faults.unless(is_within, label, f"{name} {value!r} +- {error:.3g} does not enclose {right!r} +- {radius:.3g}")


def _playouts(k: int) -> str:
    return f"MC({k or 'inf'})"


def _duels(book: Book, name: str, runs: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Duels from all starts of each run (a game, k, rival); stored rows are read one game at a time."""
    names = [column for column in TABLES[name][0] if column != "heap"]
    heap = "heap" if name == "subtraction" else "NULL"
    sql = (
        f"SELECT k, rival, {heap}, first, second, mean, error FROM {FAMILY}.{name}_duels"
        f" WHERE {' AND '.join(f'{column} = ?' for column in names)} ORDER BY k, rival, 3"
    )
    for key, group in groupby(runs, key=lambda run: run[: len(names)]):
        chosen = list(group)
        by_run = {run: list(rows) for run, rows in groupby(book.rows(FAMILY, sql, *key), key=lambda row: row[:2])}
        # one board per game
        game = _game(name, max(run[:-2] for run in chosen))
        for *_, k, rival in chosen:
            faults = Faults()
            enclosures = duel(game, k, rival)
            for _, _, start, *values in by_run[k, rival]:
                label = " ".join(map(str, key if start is None else (*key, start)))
                _compare(
                    f"{name} {label}, {_playouts(k)} against {_playouts(rival)}", values, enclosures[start], faults
                )
            yield from faults.texts


def _basins(book: Book, owed: set[tuple[str, int]], curves: Sequence[tuple[str, int]]) -> list[str]:
    """Stored basins and no others. Between two of them, before the first and after the last, the sampled curve rises and then
    falls; it is higher on either side of each basin's interval than within, so that a minimum lies there. Dips narrower than
    the steps are not seen."""
    faults = Faults()
    for words, k_max in curves:
        faults.unless((words, k_max) in owed, words, f"no build asks for its basins up to {k_max}")
        game = parse_game(words)
        stored = book.rows(
            FAMILY,
            f"SELECT k, k_low, k_high, mean, error FROM {FAMILY}.basins WHERE game = ? AND k_max = ? ORDER BY k",
            words,
            k_max,
        )
        start = game.heap if isinstance(game, Subtraction) else None
        doubt = resolution(game)
        bottoms = [k for k, *_ in stored]
        around = {end + step for _, *ends, _, _ in stored for end, step in zip(ends, (-1, 1), strict=True)}
        around |= {end for _, *ends, _, _ in stored for end in ends}
        ks = sorted(k for k in {*_grid(k_max), *bottoms, *around} if 1 <= k <= k_max)
        means: dict[int, float] = {}
        radii: dict[int, float] = {}
        for k in ks:
            first, second, radii[k] = duel(game, k, 2 * k)[start]
            means[k] = (first + second) / 2
        faults.unless(all(radius <= MOST_RADIUS for radius in radii.values()), words, "not enclosed")
        for k, k_low, k_high, mean, error in stored:
            row = f"{words}, k = {k}"
            faults.unless(1 < k_low <= k <= k_high < k_max, row, "the interval is not around k, or not below k_max")
            if k not in means:
                continue
            faults.unless(error == doubt, row, f"error {error!r} should be {doubt!r}")
            is_within = abs(mean - means[k]) + radii[k] + UNIT <= error
            faults.unless(
                is_within, row, f"mean {mean!r} +- {error:.3g} does not enclose {means[k]!r} +- {radii[k]:.3g}"
            )
            for end, beside in ((k_low, k_low - 1), (k_high, k_high + 1)):
                if beside not in means or end not in means:
                    continue
                is_higher = means[beside] - radii[beside] > means[k] + radii[k]
                faults.unless(is_higher, row, f"not certainly higher at k = {beside}")
                # each program may err at both k
                is_close = means[end] - means[k] <= 4 * error
                faults.unless(is_close, row, f"certainly higher at k = {end}, in the interval")
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
    """The values of k at which a curve is sampled."""
    ks = {*range(1, min(k_max, DENSE_TO) + 1), k_max}
    i = 0
    while (k := round(DENSE_TO * 10 ** (i / PER_DECADE))) < k_max:
        ks.add(k)
        i += 1
    return ks


TABLE = f"{FAMILY}.simulations"
COLUMNS = ("game", "first", "second", "games", "seed", "wins")

NEAR_SAMPLED, NEAR_RACE = 1000, 12
"""Most playouts, and most steps and lanes of a single-step race, for which samples are always proved."""


def simulation_claims(book: Book) -> Iterator[Claim]:
    """Claims about simulated games."""
    rows = Rows(book, TABLE, COLUMNS)
    samples = rows.at(range(len(rows)))
    near = [row for row in samples if _is_near_sample(row)]
    chosen = set(near)
    yield from near_and_far(
        TABLE,
        "wins by the exact chance",
        ("wins",),
        (near, [row for row in samples if row not in chosen]),
        _wins,
        seconds=(0.002, 2.0),
        whole=True,
        within={"wins": "sampled, each and all together by the exact chance"},
    )


def sample_keys(stored_builds: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str, int, int]]:
    """Game, agents, games and seed of every sample that builds ask for."""
    keys = []
    for build in stored_builds:
        if "simulated" in build:
            starts = simulated_starts(parse_game(build["simulated"]), build["lowest"])
            keys += [
                (str(start), *pair.split(" "), build["samples"], build["seed"])
                for start, pair in product(starts, build["pairs"])
            ]
    return keys


def _is_near_sample(row: tuple[Any, ...]) -> bool:
    """Whether a sample is always proved; one of an impossible game is, so that it is reported."""
    try:
        game, playouts = parse_game(row[0]), [playouts_of(read_agent(name)) for name in row[1:3]]
    except InputError:
        return True
    if isinstance(game, Esr) and max(game.n, game.m) > NEAR_RACE:
        return False
    return all(count is None or count == inf or count <= NEAR_SAMPLED for count in playouts)


def _wins(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Each sample against its chance, and all together. Smaller samples begin larger ones, so the sum leaves them out."""
    faults = Faults()
    largest: dict[tuple[Any, ...], tuple[int, int, float]] = {}
    for name, first, second, games, seed, wins in rows:
        chance, radius = exact_chance(name, first, second)
        label = f"{name}, {first} against {second}, {games} games"
        likely = binomial_tails(wins, games, chance) >= SMALL
        faults.unless(likely and radius < 1e-6, label, f"{wins} wins, where the chance is {chance:.6f}")
        key = name, first, second, seed
        if games > largest.get(key, (0, 0, 0.0))[0]:
            largest[key] = games, wins, chance
    samples = [
        (wins - games * chance, games * chance * (1 - chance), games * min(chance, 1 - chance) >= FEW)
        for games, wins, chance in largest.values()
    ]
    return [*faults.texts, *joint_faults(samples, FEW)]


@cache
def exact_chance(name: str, first: str, second: str) -> tuple[float, float]:
    """Chance that the agent that moves first wins, and its radius.

    Raises:
        InputError: there is no such game or agent.
    """
    game = parse_game(name)
    playouts = [playouts_of(read_agent(agent)) for agent in (first, second)]
    if None in playouts:
        return _chance_without_playouts(game, first, second), 1e-15
    k, rival = (playouts_key(count or 0) for count in playouts)
    start = game.heap if isinstance(game, Subtraction) else None
    chance, _, radius = duel(game, k, rival)[start]
    return chance, radius


def _chance_without_playouts(game: Game, first: str, second: str) -> float:
    if not isinstance(game, Subtraction):
        raise InputError(f"no samples of {first} against {second} are stored for {game}")
    value = _chances(game.rules.moves, game.rules.overshoot, first, second, 64 * (game.heap // 64 + 1))[game.heap]
    return int(value.p) / int(value.q)


_chances = cache(agent_chances)
