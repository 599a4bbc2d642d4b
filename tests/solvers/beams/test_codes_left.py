"""Codes that histories leave, and puzzles that leave one, against codes that are colours of fields, looked at one by one.
Samples of codes and the paths they are drawn from: against exact numbers of small variants, and what is said of errors.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import permutations, product
from math import factorial
from operator import or_
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from beams_games import TINY, positions
from hypothesis import example, given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import VARIANTS, Beam, History, Square, Variant, fields_of
from tafelwerk.rules.deduction import renyi
from tafelwerk.solvers.beams import code_samples, codes_left
from tafelwerk.solvers.beams.code_frontier import make_plan, narrow_task
from tafelwerk.solvers.beams.code_paths import draw_codes, follow, list_all_codes
from tafelwerk.solvers.beams.codes_left import Knowledge, answer_of, consistent, draw_code
from tafelwerk.solvers.beams.elements import BATCH, asked_colours, count_elements, piece_counts
from tafelwerk.solvers.beams.patterns import Problem, make_problem

THREE, SIX = VARIANTS["3c6p"], VARIANTS["6c3p"]
SMALL = (THREE, *TINY)

listed = cache(codes_left.list_codes)


def colours_of(codes: codes_left.Codes, numbers: NDArray[np.integer]) -> list[naive.Code]:
    """Colours of the fields of codes."""
    pieces = [fields_of(int(piece)) for piece in codes.pieces]
    owners = [{f: c for c, piece in enumerate(row) for f in pieces[piece]} for row in codes.piece_of[:, numbers].T]
    return [tuple(owner[field] for field in sorted(owner)) for owner in owners]


def numbers_of(bits: NDArray[np.uint8]) -> NDArray[np.intp]:
    return np.flatnonzero(np.unpackbits(bits, bitorder="little"))


def remaining(codes: codes_left.Codes, history: History) -> NDArray[np.uint8]:
    every = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    return np.bitwise_and.reduce([every, *(codes_left.bitset(codes, beam) for beam in history)])


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_codes_are_in_order_and_each_gives_one_answer_to_a_query(variant: Variant) -> None:
    codes = listed(variant)
    assert colours_of(codes, np.arange(len(codes))) == naive.codes(variant)
    pairs = list(codes_left.bitsets(codes))
    beams = [beam for beam, _ in pairs]
    assert beams == sorted(set(beams))
    counts = np.zeros((variant.colours, codes.answers.shape[1], len(codes)), np.int64)
    for beam, bits in pairs:
        numbers = numbers_of(bits)
        assert len(numbers)
        assert np.array_equal(bits, codes_left.bitset(codes, beam))
        counts[beam.colour, beam.diagonal, numbers] += 1
    assert (counts == 1).all()


def check_counts(problem: Problem, history: History, elements: NDArray[np.uint16]) -> None:
    """What is counted without a list is what the list holds."""
    cover, answers = problem.patterns, problem.answers
    asked = len(asked_colours(history))
    assert count_elements(cover, answers, history) == len(elements)
    assert (count_elements(cover, answers, history, 1) > 0) == (len(elements) > 0)
    total, counts = piece_counts(cover, answers, history)
    assert total == len(elements)
    expected = np.zeros((asked + 1, len(answers)), np.int64)
    for place in range(cover.shape[1]):
        np.add.at(expected[min(place, asked)], elements[:, place], 1)
    assert np.array_equal(counts, expected)


@given(positions(*SMALL, most=7, lies=True))
def test_codes_and_elements_left_by_a_history(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """Elements are the codes up to the colours not asked for."""
    problem, history = position
    variant, codes = problem.variant, listed(problem.variant)
    left = remaining(codes, history)
    assert (left.dtype, left.shape) == (np.uint8, ((len(codes) + 7) // 8,))
    assert colours_of(codes, numbers_of(left)) == naive.left_of(variant, history)
    elements = codes_left.consistent(problem.patterns, problem.answers, history)
    assert elements.dtype == np.uint16
    assert [tuple(row) for row in elements.tolist()] == naive.elements(variant, history)
    check_counts(problem, history, elements)


@settings(max_examples=10)
@given(positions(SIX, most=8))
def test_elements_and_bitsets_of_six_colours(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """Each element stands for that many codes, and they answer as the history says."""
    problem, history = position
    codes, asked = listed(SIX), asked_colours(history)
    elements = codes_left.consistent(problem.patterns, problem.answers, history)
    bits = remaining(codes, history)
    numbers = numbers_of(bits)
    assert len(numbers) == len(elements) * factorial(6 - len(asked))
    others = [colour for colour in range(6) if colour not in asked]
    rows = np.hstack([codes.piece_of[list(asked)][:, numbers].T, np.sort(codes.piece_of[others][:, numbers].T, axis=1)])
    assert {tuple(row) for row in rows.tolist()} == {tuple(row) for row in elements.tolist()}
    check_counts(problem, history, elements)
    by_pattern = codes_left.history_bitset(problem.patterns, problem.answers, history)
    assert by_pattern.shape == (311, 90)
    assert np.array_equal(by_pattern.ravel(), bits)
    again = np.zeros_like(by_pattern)
    assert codes_left.history_bitset(problem.patterns, problem.answers, history, again) is again
    assert np.array_equal(again, by_pattern)


@pytest.mark.parametrize("patterns", [1, BATCH, BATCH + 1])
def test_patterns_in_batches(patterns: int) -> None:
    """Elements by permutations; patterns that no element can come of stand among the others."""
    random = np.random.default_rng(patterns)
    cover = np.sort(np.argsort(random.random((patterns, 12)), axis=1)[:, :4], axis=1).astype(np.uint16)
    answers = random.integers(0, 2, (12, 3)).astype(np.uint8)
    history = [Beam(2, 0, 1), Beam(0, 1, 0), Beam(2, 2, 0)]
    total, expected = 0, np.zeros((3, 12), np.int64)
    for pattern in cover.tolist():
        for zero, two in permutations(pattern, 2):
            if answers[two, 0] == 1 and answers[zero, 1] == 0 and answers[two, 2] == 0:
                total += 1
                for piece in pattern:
                    expected[0 if piece == zero else 1 if piece == two else 2, piece] += 1
    assert count_elements(cover, answers, history) == total
    found, counts = piece_counts(cover, answers, history)
    assert found == total
    assert np.array_equal(counts, expected)
    assert total == 0 or 0 < count_elements(cover, answers, history, 1) <= total


def word(code: naive.Code) -> str:
    return "".join(str(colour + 1) for colour in code)


@settings(max_examples=6)
@given(positions(*SMALL[:3]))
def test_knowledge_is_that_of_all_codes_looked_at_one_by_one(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    problem, history = position
    knowledge, codes = codes_left.Knowledge(problem, history), naive.left_of(problem.variant, history)
    board, colours = naive.lines(problem.variant.shape), range(problem.variant.colours)
    assert knowledge.remaining == len(codes)
    assert sorted(codes_left.code_text(problem, code) for code in knowledge.codes(10_000)) == sorted(map(word, codes))
    known = [fields[0] + 1 if len(set(fields)) == 1 else 0 for fields in zip(*codes, strict=True)]
    assert list(knowledge.known_colours()) == known
    used = {beam.diagonal for beam in history}
    several = set()
    for colour in colours:
        for diagonal, line in enumerate(board):
            answers = Counter(naive.answer(code, colour, line) for code in codes)
            parts = knowledge.parts(colour, diagonal)
            assert {frozenset(line[place] for place in fields_of(hits)): n for hits, n in parts.items()} == answers
            assert knowledge.splits(colour, diagonal) == (len(answers) > 1)
            if len(answers) > 1 and diagonal not in used:
                several.add(diagonal)
    assert knowledge.can_split() == bool(several)


def test_codes_are_drawn_equally_often() -> None:
    """Those left after two beams, and all; with 100 draws per code chi-squared stays below its mean and five deviations."""
    problem, random = make_problem(TINY[0]), Random(7)
    code = codes_left.draw_code(problem, random)
    some = codes_left.Knowledge(
        problem,
        [Beam(colour, 1 + colour, codes_left.answer_of(problem, code, colour, 1 + colour)) for colour in (0, 1)],
    )
    for codes, draw in (
        (some.codes(10_000), lambda: some.draw(random)),
        (codes_left.Knowledge(problem, ()).codes(10_000), lambda: codes_left.draw_code(problem, random)),
    ):
        counts = Counter(draw() for _ in range(100 * len(codes)))
        assert set(counts) == set(codes)
        assert len(codes) > 1
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < len(codes) + 5 * (2 * len(codes)) ** 0.5


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_codes_as_text(seed: int, other: int) -> None:
    problem = make_problem(SIX)
    codes = [codes_left.draw_code(problem, Random(number)) for number in (seed, other)]
    texts = [codes_left.code_text(problem, code) for code in codes]
    assert [codes_left.read_code(problem, text) for text in texts] == codes
    history = [Beam(2, diagonal, codes_left.answer_of(problem, codes[0], 2, diagonal)) for diagonal in range(15)]
    threes = [{place for place, colour in enumerate(text) if colour == "3"} for text in texts]
    assert [codes_left.allows(problem, code, history) for code in codes] == [True, threes[0] == threes[1]]


@given(st.sampled_from([*TINY[:2], THREE, SIX]), st.integers(0, 10**6), st.none())
@example(THREE, 5, 2)
@example(THREE, 5, 4)
def test_a_puzzle_leaves_one_code_and_has_no_beam_too_many(variant: Variant, seed: int, beams: int | None) -> None:
    """One code is left, by each of the beams fewer more than one."""
    problem = make_problem(variant)
    puzzle = codes_left.make_puzzle(codes_left.ListSource(problem), Random(seed), beams)
    diagonals = [beam.diagonal for beam in puzzle.history]
    assert diagonals == sorted(set(diagonals))
    assert beams is None or len(puzzle.history) == beams
    assert codes_left.Knowledge(problem, puzzle.history).codes(2) == [puzzle.solution]
    for beam in puzzle.history:
        assert len(codes_left.Knowledge(problem, [other for other in puzzle.history if other != beam]).codes(2)) == 2


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@settings(max_examples=15)
@given(positions(THREE, SIX, *TINY[:2]))
def test_paths_list_all_elements_and_the_fields_of_each_colour(position: tuple[Problem, tuple[Beam, ...]]) -> None:
    """The pieces of the colours asked for, then the others, as exact cover has them."""
    problem, history = position
    asked, task = code_samples.task_of(problem.variant, history)
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
        paths = follow(make_plan(code_samples.task_of(variant, ())[1]), 1_000_000, generator())
        assert (variant, paths.exact, paths.total) == (variant, True, count)


def test_the_estimate_is_unbiased() -> None:
    """With twenty states of a level: the mean of many runs is within five of its standard errors of 311 patterns."""
    plan = make_plan(code_samples.task_of(SIX, ())[1])
    totals = np.array([follow(plan, 20, generator(1000 + run)).total for run in range(200)])
    assert abs(totals.mean() - 311) < 5 * totals.std() / 200**0.5


def test_drawn_codes_are_even() -> None:
    """3100 codes of 310, drawn from all paths: chi-squared within five standard deviations of its mean; each once at least."""
    paths = follow(make_plan(code_samples.task_of(THREE, ())[1]), 100_000, generator())
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


@compiled
def test_what_single_colours_tell_loses_no_code() -> None:
    """The colours that some code has on a field stay admissible; in every other history an answer is wrong."""
    refuted = narrower = 0
    for seed in range(20):
        history = history_of(seed, 3 + seed % 4)
        if seed % 2:
            place = seed % len(history)
            history[place] = history[place]._replace(hits=history[place].hits ^ 1 << seed % 3)
        asked, task = code_samples.task_of(SIX, history)
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
    variant, beams = VARIANTS["6c10p"], [Beam(1, 4, 0b11100), Beam(1, 13, 0b11)]
    assert narrow_task(code_samples.task_of(variant, beams)[1]) is None
    assert [code_samples.any_left(variant, beams[:number], LITTLE) for number in (1, 2)] == [True, False]


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
    left.sample = replace(
        left.sample, groups=0 * groups, totals=left.sample.totals[:1], admitted=left.sample.admitted[:1]
    )
    single = [
        code_samples.worth(left, (0, diagonal), measure) for measure in (Fraction(1), *code_samples.Approximation)
    ]
    assert {(each.error, each.interval) for each in (code_samples.remaining(left), *single)} == {(None, None)}
