"""Simulated games of a strategy against random codes, for variants where not every code can be played."""

from collections import Counter
from dataclasses import replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random

from tafelwerk.families.beams.advice import guess_of
from tafelwerk.families.beams.answers import Simulation
from tafelwerk.families.beams.problems import problem_of
from tafelwerk.families.beams.rules.board import SAMPLED, variant_of
from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.families.beams.rules.strategies import Approximate, Entropy
from tafelwerk.families.beams.sampling import sampled_lanes
from tafelwerk.families.beams.strategies import measure_of
from tafelwerk.solvers.beams.code_samples import Drawn, Effort, Sampled, student
from tafelwerk.solvers.beams.codes_left import Knowledge, Listed
from tafelwerk.solvers.beams.entropy_queries import Parts, Query, best_queries
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.tables.answers import LEVEL

LIGHT = Effort(codes=1500, first=3000, states=1000, runs=4)
"""Effort of a sample that chooses one query of a game."""


def simulate(variant: str, strategy: Entropy | Approximate, games: int, seed: int, book: Path) -> Simulation:
    """Mean cost of a strategy in games against random codes, with independent random tie-breaks per game under MIX.

    Args:
        variant: the variant.
        strategy: the strategy.
        games: number of games, at least two.
        seed: random seed.
        book: book to read the patterns from, if it holds them.
    """
    play = _sampled_game if variant in SAMPLED else partial(_listed_game, problem_of(variant, book))
    costs = [play(variant, strategy, Random(f"{seed} {game}")) for game in range(games)]
    points = [queries + wrong for queries, wrong in costs]
    mean = sum(points) / games
    variance = sum((point - mean) ** 2 for point in points) / (games - 1)
    error = sqrt(variance / games)
    half = student(games - 1) * error
    return Simulation(
        games,
        mean,
        variance,
        {str(cost): count for cost, count in sorted(Counter(points).items())},
        sum(1 for _, wrong in costs if wrong),
        seed,
        certainty="sampled",
        samples=games,
        standard_error=error,
        interval=(mean - half, mean + half),
        level=LEVEL,
    )


def _listed_game(problem: Problem, variant: str, strategy: Entropy | Approximate, random: Random) -> tuple[int, int]:
    """Queries and wrong fields of a game; patterns that the answers exclude are removed during the game."""
    source = Listed(problem)
    code = source.draw(random)
    text, history = source.text(code), list[Beam]()
    while True:
        left = Knowledge(problem, history)
        lanes = [] if left.remaining == 1 else _lanes(left, strategy)
        if not lanes:
            return len(history), _wrong(left, text)
        colour, diagonal = _chosen(left, lanes, strategy, random)
        hits = source.answer(code, colour, diagonal)
        history.append(Beam(colour, diagonal, hits))
        allowed = problem.answers[:, diagonal] == hits
        problem = replace(problem, patterns=problem.patterns[allowed[problem.patterns].any(axis=1)])


def _sampled_game(variant: str, strategy: Entropy | Approximate, random: Random) -> tuple[int, int]:
    """The same for sampled codes; the codes left become exact before the game ends."""
    source = Drawn(variant_of(variant))
    code = source.draw(random)
    text, history = source.text(code), list[Beam]()
    while True:
        left = Sampled(variant_of(variant), history, LIGHT, random.randrange(1 << 32))
        lanes = [] if left.remaining == 1 else sampled_lanes(left, strategy)
        if not lanes:
            return len(history), _wrong(left, text)
        colour, diagonal = _chosen(left, lanes, strategy, random)
        history.append(Beam(colour, diagonal, source.answer(code, colour, diagonal)))


def _lanes(left: Knowledge, strategy: Entropy | Approximate) -> list[Query]:
    """Tied best queries of a strategy, colours by their place among those asked for."""
    unused = ((1 << len(left.problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in left.history)
    if isinstance(strategy, Entropy):
        return Parts(left.problem, left.counts, len(left.asked)).best(strategy.alpha, unused)
    return best_queries(left.problem, left.listed(), len(left.asked), unused, measure_of(strategy))


def _chosen(left: Knowledge, lanes: list[Query], strategy: Entropy | Approximate, random: Random) -> Query:
    """Colour and diagonal of the query that the tie rule chooses."""
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]
    queries = [((*left.asked, *others[:1])[place], diagonal) for place, diagonal in lanes]
    if strategy.tie == "mix":
        return random.choice(queries)
    return min(queries, key=lambda query: query[::-1] if strategy.tie == "lex-d" else query)


def _wrong(left: Knowledge, text: str) -> int:
    """Wrong fields of the guess; 0 if one code is left."""
    if left.remaining == 1:
        return 0
    return sum(mine != other for mine, other in zip(guess_of(left).guess, text, strict=True))
