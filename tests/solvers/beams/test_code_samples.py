"""Samples of codes and the paths they are drawn from: against exact numbers of small variants, and what is said of errors."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import factorial
from operator import or_
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from beams_games import TINY, positions
from hypothesis import given, settings
from marks import compiled
from naive import beams as naive

from tafelwerk.families.beams.rules import VARIANTS, Beam, Square, Variant, fields_of
from tafelwerk.rules.deduction import renyi
from tafelwerk.solvers.beams import code_samples
from tafelwerk.solvers.beams.code_frontier import make_plan, narrow_task
from tafelwerk.solvers.beams.code_paths import draw_codes, follow, list_all_codes
from tafelwerk.solvers.beams.codes_left import Knowledge, answer_of, consistent, draw_code
from tafelwerk.solvers.beams.patterns import Problem, make_problem

THREE, SIX = VARIANTS["3c6p"], VARIANTS["6c3p"]


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@settings(max_examples=15)
@given(positions(THREE, SIX, *TINY[:2]))
def test_paths_list_all_elements_and_the_fields_of_each_colour(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """The pieces of the colours asked for, then the others, as exact cover has them."""
    problem, history = position
    asked, task = code_samples.task_of(code_samples.ground_of(problem.variant), history)
    paths = follow(make_plan(task), 100_000, generator())
    wanted = consistent(problem.patterns, problem.answers, history)
    found = list_all_codes(paths, len(wanted))
    assert paths.exact
    assert paths.total == len(wanted)
    assert found is not None
    assert {tuple(row) for row in found.tolist()} == {tuple(row) for row in problem.pieces[wanted].tolist()}
    assert list_all_codes(paths, len(wanted) - 1) is None
    masks = problem.pieces[wanted]
    columns = [masks[:, place : place + 1] for place in range(len(asked))] + [masks[:, len(asked) :]]
    assert paths.admitted == tuple(int(np.bitwise_or.reduce(column.reshape(-1))) for column in columns)


@compiled
def test_all_patterns_of_other_boards() -> None:
    """Of the standard game as many as exact cover finds, from some forty thousand states of a level. Every colour has a field on
    the edge; squares with common sides; squares whose corners meet, so that chains cross."""
    others = (
        Variant("edged", 6, 3, 3, to_edge=True),
        Variant("sides", 4, 4, Square(4, 4, corners=False)),
        Variant("crossing", 3, 4, Square(3, 4)),
    )
    counts = {VARIANTS["6c6p"]: 4_234_462} | {variant: len(naive.patterns(variant)) for variant in others}
    for variant, count in counts.items():
        paths = follow(make_plan(code_samples.task_of(code_samples.ground_of(variant), ())[1]), 1_000_000, generator())
        assert (variant, paths.exact, paths.total) == (variant, True, count)


def test_the_estimate_is_unbiased() -> None:
    """With twenty states of a level: the mean of many runs is within five of its standard errors of 311 patterns."""
    plan = make_plan(code_samples.task_of(code_samples.ground_of(SIX), ())[1])
    totals = np.array([follow(plan, 20, generator(1000 + run)).total for run in range(200)])
    assert abs(totals.mean() - 311) < 5 * totals.std() / 200**0.5


def test_drawn_codes_are_even() -> None:
    """3100 codes of 310, drawn from all paths: chi-squared within five standard deviations of its mean; each once at least."""
    paths = follow(make_plan(code_samples.task_of(code_samples.ground_of(THREE), ())[1]), 100_000, generator())
    every = Counter(map(tuple, draw_codes(paths, 3100, generator(5)).tolist()))
    squared = sum((count - 10) ** 2 / 10 for count in every.values()) + 10 * (310 - len(every))
    assert abs(squared - 309) < 5 * (2 * 309) ** 0.5


LITTLE = code_samples.Effort(codes=4000, first=500, states=1500, runs=12)
FEW_STATES = code_samples.Effort(codes=4000, first=20, states=60, runs=12)
"""Of 6c3p, some states are dropped."""


def history_of(seed: int, beams: int) -> list[Beam]:
    """Beams of a code drawn from all."""
    problem, random = make_problem(SIX), Random(seed)
    code = draw_code(problem, random)
    lanes = [(random.randrange(6), line) for line in random.sample(range(len(problem.diagonals)), beams)]
    return [Beam(colour, line, answer_of(problem, code, colour, line)) for colour, line in lanes]


def test_sampled_codes_are_even() -> None:
    """Answers to queries after two beams: the mean of many samples is within five of its standard errors of the exact number."""
    history = history_of(0, 2)
    exact = Knowledge(make_problem(SIX), history)
    effort = code_samples.Effort(codes=300, first=20, states=60, runs=2)
    samples = [code_samples.SampleKnowledge(SIX, history, effort, seed) for seed in range(40)]
    assert not any(left.exact for left in samples)
    for query in [query for query in product((0, 3), range(15)) if exact.splits(*query)][::4]:
        counts = [left.parts(*query) for left in samples]
        for hits, number in exact.parts(*query).items():
            estimates = np.array([count.get(hits, 0) for count in counts])
            if number * 20 > exact.remaining:
                assert abs(estimates.mean() - number) < 5 * estimates.std() / 40**0.5


def test_what_is_known_is_what_all_codes_say() -> None:
    for seed in range(4):
        history = history_of(100 + seed, 6)
        exact = Knowledge(make_problem(SIX), history)
        left = code_samples.SampleKnowledge(SIX, history, code_samples.Effort(first=1_000_000))
        assert left.sample.exact
        assert left.remaining == exact.remaining
        assert left.known_colours() == exact.known_colours()
        assert left.can_split() == exact.can_split()
        for lane in product(range(6), range(15)):
            assert left.splits(*lane) == exact.splits(*lane)
    few = history_of(3, 7)
    exact, left = Knowledge(make_problem(SIX), few), code_samples.SampleKnowledge(SIX, few)
    assert left.complete
    assert left.remaining == exact.remaining
    assert all(left.parts(*lane) == exact.parts(*lane) for lane in product(range(6), range(15)))


def test_all_codes_of_a_small_variant() -> None:
    left = code_samples.SampleKnowledge(SIX, ())
    assert (left.complete, left.remaining, left.effective) == (True, 223_920, 311)
    some = code_samples.SampleKnowledge(SIX, (), code_samples.Effort(codes=100)).sample
    assert (some.exact, some.complete, some.total, some.error) == (True, False, 311, 0)
    assert some.sizes.tolist() == [5] * 20


@compiled
def test_what_single_colours_tell_loses_no_code() -> None:
    """The colours that some code has on a field stay admissible; in every other history an answer is wrong."""
    refuted = narrower = 0
    for seed in range(20):
        history = history_of(seed, 3 + seed % 4)
        if seed % 2:
            place = seed % len(history)
            history[place] = history[place]._replace(hits=history[place].hits ^ 1 << seed % 3)
        asked, task = code_samples.task_of(code_samples.ground_of(SIX), history)
        fewer, exact = narrow_task(task), Knowledge(make_problem(SIX), history)
        if fewer is None:
            refuted += 1
            assert exact.elements == 0
            continue
        narrower += fewer != task
        for diagonal, mask in enumerate(exact.problem.diagonals):
            for place, colour in enumerate(asked):
                seen = reduce(or_, exact.parts(colour, diagonal), 0)
                for at, field in enumerate(fields_of(mask)):
                    assert not seen >> at & 1 or fewer.admitted[field] >> place & 1
    assert refuted > 2
    assert narrower > 5


@compiled
def test_a_wrong_answer_is_proved_wrong_where_sampling_finds_no_code() -> None:
    ground, beams = code_samples.ground_of(VARIANTS["6c10p"]), [Beam(1, 4, 0b11100), Beam(1, 13, 0b11)]
    assert narrow_task(code_samples.task_of(ground, beams)[1]) is None
    assert [code_samples.any_left(ground, beams[:number], LITTLE) for number in (1, 2)] == [True, False]


def test_errors_are_those_of_groups() -> None:
    """Standard errors by their definitions: of means of runs; and of entropies by leaving out each group in turn."""
    left = code_samples.SampleKnowledge(SIX, history_of(1, 2), FEW_STATES, 1)
    totals, groups = left.sample.totals.tolist(), left.sample.groups
    assert left.sample.error == pytest.approx(stdev(totals) / len(totals) ** 0.5)
    codes, ways = code_samples.remaining(left), factorial(6 - len(left.asked))
    assert codes.groups == len(totals)
    assert (codes.value, codes.error) == pytest.approx((fmean(totals) * ways, left.sample.error * ways), rel=1e-3)
    assert 1 < left.effective < len(groups)
    assert replace(left.sample, groups=0 * groups).effective([range(3)]) == 1, "one run tells nothing of the others"
    used = {beam.diagonal for beam in left.history}
    diagonal = next(line for line in range(15) if line not in used)
    shown = code_samples.answers_of(left.sample.masks[:, 0], fields_of(left.problem.diagonals[diagonal]))
    for alpha in (Fraction(1), Fraction(2), None):
        estimate = code_samples.worth(left, (0, diagonal), alpha)
        assert estimate.value == pytest.approx(renyi(alpha, [*Counter(shown.tolist()).values()]))
        without = [renyi(alpha, [*Counter(shown[groups != group].tolist()).values()]) for group in set(groups.tolist())]
        spread = sum((value - fmean(without)) ** 2 for value in without)
        assert estimate.error == pytest.approx((spread * (1 - 1 / len(without))) ** 0.5)
        low, high = estimate.interval
        assert (low + high, high - low) == pytest.approx(
            (2 * estimate.value, 2 * code_samples.student(len(without) - 1) * estimate.error)
        )


def test_shares_are_whole_and_add_up() -> None:
    assert code_samples.allot(np.array([1.0, 1.0, 2.0]), 10) == [3, 2, 5]
    assert sum(code_samples.allot(np.random.default_rng(1).random(12), 8000)) == 8000


def test_quantiles_of_student() -> None:
    """Those of tables, to two or three places."""
    assert [code_samples.student(freedom) for freedom in (5, 11, 19, 63)] == pytest.approx(
        [2.5706, 2.2010, 2.0930, 1.9983], abs=5e-3
    )
