"""The rows that figures need, as few as they take: each family's file is made once, and all lie in one book."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from books import bare_family, insertion
from golden.small_book import copy_built
from loose_builds import GivenRows, LooseBuild
from sharing import copy_kept, made_once

from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.families.beams.rows import cost_columns
from tafelwerk.families.beams.rules import Entropy, Strategy, Tie
from tafelwerk.families.mastermind import builds as mastermind
from tafelwerk.families.mastermind import rules as codes
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.families.montecarlo import builds as races
from tafelwerk.families.montecarlo.figures.subtraction import TWO_MOVE_GAMES
from tafelwerk.families.montecarlo.rules import Dsc, Esr, Subtraction, SubtractionRules
from tafelwerk.families.search import builds as models
from tafelwerk.families.switching import builds as switching
from tafelwerk.families.switching.builds import SimulatedGames
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.book import family_file

RACE_K = 60
"""Where the curves of single-step races end."""

GAMES = 70
"""Consecutive games of Dresher's; a gap follows."""

TENTHS = tuple(Fraction(i, 10) for i in range(-9, 10))
ONE_OR_TWO = SubtractionRules((1, 2))


def montecarlo() -> Iterator[Build]:
    yield races.curve_build(Esr(5, 6, 1), RACE_K)
    shapes = {Esr(n, 6, 2) for n in range(2, 7)} | {Esr(5, m, 2) for m in range(2, 8)}
    for race in sorted(shapes | {Esr(5, 6, s) for s in range(2, 7)}, key=str):
        yield races.curve_build(race, RACE_K, 4)
    for n in range(3, 41):
        if n <= 12:
            yield races.curve_build(Dsc(n), 1000, 7)
        yield races.curve_build(Dsc(n), 100_000, 11)
    yield races.curve_build(Dsc(40), 10**6, 60)
    yield races.curve_build(Dsc(40), 10**9, 19)
    yield races.Minima(Dsc(40), 10**6)
    for rules in TWO_MOVE_GAMES:
        largest = 110 if rules.moves == (1, 2) else 210
        yield races.curve_build(Subtraction(rules, largest), 10**6, 13)
        yield races.curve_build(Subtraction(rules, largest), 10**9, 19)
    yield races.Limits((races.THREE_FIVE_ELEVEN,))
    yield races.Positions(Subtraction(races.THREE_FIVE_ELEVEN, 200))
    yield races.Agents(Subtraction(races.THREE_FIVE_ELEVEN, 200))
    yield races.Asymmetry(200, ONE_OR_TWO, "static", TENTHS)
    yield races.Asymmetry(200, ONE_OR_TWO, "informed", TENTHS)
    yield races.Asymmetry(400, SubtractionRules((4, 7)), "static", TENTHS)
    yield races.Samples(Esr(5, 6, 1), races.double_playouts(races.TABLE_K[:3]), 40, 1)
    for games in races.PICTURE_GAMES:
        yield races.Samples(Subtraction(races.THREE_FIVE_ELEVEN, 200), (("random", "random"),), games, 1, 1)
    # rows that no curve of MC(k) against MC(2k) may show
    yield races.Duel(Dsc(10), inf, inf)
    yield races.Duel(Dsc(10), 77, 78)


def deduction() -> Iterator[Build]:
    alphas = (Fraction(1, 100), Fraction(1), Fraction(2), Fraction(6))
    standard, junior = Pegs(4, 6), Pegs(4, 6, True)
    for game in (standard, junior):
        yield mastermind.CurveBuild(game, "lex", None, alphas)
        yield mastermind.CurveBuild(game, "mix", None, alphas)
        yield mastermind.StrategyBuild(game, Optimal())
    yield mastermind.CurveBuild(standard, "lex", "AABC", alphas)
    yield mastermind.StrategyBuild(standard, codes.Entropy(None, "lex"))
    for colours in (2, 4, 6):
        yield mastermind.StrategyBuild(Pegs(2, colours), codes.Entropy(Fraction(1), "lex"))


def boards() -> Iterator[Build]:
    for order in (2, 4, 8, 9):
        yield switching.Board(order)
    yield switching.Board(3, openings=True)
    yield switching.Comparison(2)
    # of order 4 a few pairings, enough for a curve each
    shorts = [f"mc:{k}" for k in (1, 2, 3)] + [f"gauss-seidel:{sweeps}:0.2" for sweeps in (1, 2, 3)]
    tasks = tuple(SimulatedGames(4, "heuristic", short, 60, 1) for short in shorts)
    yield LooseBuild("switching", "switching --order 4 --some", {"order": 4, "some": True}, tasks, "sampled")


Spent = tuple[tuple[int, int, Fraction], ...]


def given_costs(variant: str, strategy: Strategy, spent: Spent, part: int = 1, parts: int = 1) -> GivenRows:
    """A part of a strategy's costs."""
    codes = {(queries, wrong): codes for queries, wrong, codes in spent}
    return GivenRows("costs", cost_columns(variant, strategy, codes, part, parts))


def costs_build(variant: str, strategy: Strategy, *spent: Spent, parts: int | None = None) -> Build:
    """A build of the first parts of a strategy's costs; of all of them unless there are more."""
    tasks = tuple(given_costs(variant, strategy, rows, i, parts or len(spent)) for i, rows in enumerate(spent, 1))
    parameters = {"variant": variant, "strategy": strategy.name, "tie": strategy.tie}
    return LooseBuild("beams", f"beams --variant {variant} {strategy.options}", parameters, tasks, "exact")


def invented(number: int) -> Spent:
    """Costs of 100 codes, others for each number: some take five queries, some guess wrong."""
    return ((3, 0, Fraction(60 - number)), (5, 0, Fraction(38 + number)), (6, 2, Fraction(1)), (6, 3, Fraction(1)))


ORDERS = (Fraction(0), Fraction(1), Fraction(2), None)
KINDS: list[tuple[str, Tie]] = [("3c6p", "lex-c"), ("3c6p", "lex-d"), ("6c3p", "lex-c")]
STORED = {
    (variant, alpha, tie): invented(5 * row + place)
    for row, (variant, tie) in enumerate(KINDS)
    for place, alpha in enumerate(ORDERS)
}
MIXED = ((3, 0, Fraction(390, 7)), (4, 2, 100 - Fraction(390, 7)))
BEST = ((3, 0, Fraction(81)), (4, 0, Fraction(19)))
LARGE = (((9, 0, Fraction(30)), (10, 2, Fraction(1))), ((11, 0, Fraction(8)), (10, 3, Fraction(1))))


def small_beams() -> Iterator[Build]:
    """The small variants."""
    for (variant, alpha, tie), spent in STORED.items():
        yield costs_build(variant, Entropy(alpha, tie), spent)
    yield costs_build("3c6p", Entropy(Fraction(2), "mix"), MIXED)
    yield costs_build("3c6p", Optimal(), BEST)


def beams() -> Iterator[Build]:
    """The small variants; of the standard game invented costs, under H_1 whole, under H_2 a part."""
    yield from small_beams()
    yield costs_build("6c6p", Entropy(Fraction(1)), *LARGE)
    yield costs_build("6c6p", Entropy(Fraction(2)), LARGE[0], parts=2)


def weights(n: int) -> list[int]:
    """A hider of the toy book: 2, 1, ..., 1, 2, in every third game with a hollow in the middle."""
    found = [20, *[10] * (n - 2), 20] if n > 1 else [10]
    if n > 4 and n % 3 == 0:
        found[n // 2 - 1 : n - n // 2 + 1] = [7] * len(found[n // 2 - 1 : n - n // 2 + 1])
    return found


def met(n: int) -> bool:
    return n < 5 or n % 3 != 0


def bound(n: int) -> tuple[int, int]:
    """L(n) as numerator and denominator."""
    height = (n + 2).bit_length()
    return height * (n + 2) - (2**height - height + 1), n + 2


def game(n: int) -> tuple[object, ...]:
    """A row of games; the value is L(n), and 1/8 more in every third game."""
    above, below = bound(n)
    rules = (True, n % 4 == 0, True) if n >= 5 else (None, None, None)
    values = (above / below + (0 if met(n) else 0.125), above, below, above / below, met(n))
    return n, "58", "10", *values, n, "1", False, *rules, "1", 1, min(9, n), n % 7 + 1, 2 * n, n, 0.5


def hider(n: int) -> Iterator[tuple[object, ...]]:
    total = sum(weights(n))
    return ((n, number, str(weight), weight / total) for number, weight in enumerate(weights(n), 1))


def runs(last: int) -> Iterator[tuple[object, ...]]:
    for n in range(1, last + 1):
        yield n, "centred", n, 3 * n, n, 0.25
        yield n, "plain", 4 * n, 9 * n, n, 0.75


def bounds(n: int, *methods: str) -> Iterator[tuple[object, ...]]:
    for method in methods:
        for number in range(1, 31 if method == "plain" else 11):
            yield n, method, number, 5.8 + 1 / number, 5.8 - 2 / number


def write_dresher(path: Path, **tables: Iterable[tuple[object, ...]]) -> Path:
    """A book with these rows of Dresher's game and no others."""
    return bare_family(path, "dresher", *(insertion(name, rows) for name, rows in tables.items()))


def dresher(path: Path) -> None:
    stored = [*range(1, GAMES + 1), 90, 100, 253]
    write_dresher(
        path,
        games=map(game, stored),
        hider=(row for n in stored for row in hider(n)),
        runs=[*runs(40), *(row for row in runs(45) if row[0] == 45)],
        bounds=bounds(100, "centred", "plain"),
    )


BUILDS: dict[str, Callable[[], Iterator[Build]]] = {
    "montecarlo": montecarlo,
    "mastermind": deduction,
    "switching": boards,
    "beams": beams,
}


def _maker(builds: Callable[[], Iterator[Build]]) -> Callable[[Path], object]:
    def make(path: Path) -> None:
        run(path, list(builds()), executor="inline")

    return make


def whole_book(tmp_path_factory: pytest.TempPathFactory, skat: Path) -> Path:
    """One book with the rows of all figures; only to be read."""

    def make(path: Path) -> None:
        for family, builds in BUILDS.items():
            copy_kept(path, f"{family}-figures", _maker(builds), [family])
        copy_kept(path, "dresher-figures", dresher, ["dresher"])
        for family in ("minimax", "search"):
            copy_built(path, "figures", family, Path(__file__).with_suffix(".txt"))
        shutil.copy(family_file(skat, "skat"), path)

    return made_once(tmp_path_factory, "figures", make)


def scant_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book where every figure of three families lacks something: an end, a stretch, a game, a method, a number."""

    def make(path: Path) -> None:
        stored = [n for n in range(1, 80) if n != 12]
        write_dresher(
            path,
            games=map(game, [*stored, 100]),
            hider=[row for n in [*stored, 253] for row in hider(n)][:-1],
            runs=[row for row in runs(40) if row[1] == "plain" or row[0] in range(35, 42)],
            bounds=bounds(100, "plain"),
        )
        builds = [
            races.curve_build(Esr(5, 6, 1), 2),
            races.curve_build(Esr(5, 6, 2), 2),
            races.curve_build(Dsc(10), 1000, 3),
            races.curve_build(Dsc(40), 20),
            races.curve_build(Subtraction(ONE_OR_TWO, 20), 30, 3),
            races.Positions(Subtraction(races.THREE_FIVE_ELEVEN, 30)),
            races.Agents(Subtraction(races.THREE_FIVE_ELEVEN, 30)),
            races.Asymmetry(200, ONE_OR_TWO, "static", (Fraction(1, 3),)),
            models.FreeTotals(1000, 7),
            models.FreeTotals(900, 10),
            models.RootTotals(1_000_000, models.STRATEGIES[0], 3),
            *(models.RootTotals(500, strategy) for strategy in models.STRATEGIES[:2]),
        ]
        run(path, builds, executor="inline")

    return made_once(tmp_path_factory, "scant-figures", make, "dresher", "montecarlo", "search")
