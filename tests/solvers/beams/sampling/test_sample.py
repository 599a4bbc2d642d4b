"""Samples of codes: against the exact numbers of the standard game, from its patterns; and what is said of their errors."""

from functools import reduce
from operator import or_
from random import Random

import numpy as np
import pytest
from marks import compiled
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, fields_of
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.rules.knowledge import Knowledge, answer_of, draw_code
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.beams.sampling.left import Sampled, student
from tafelwerk.solvers.beams.sampling.narrow import narrowed
from tafelwerk.solvers.beams.sampling.sample import (
    Effort,
    allotted,
    answers_of,
    any_left,
    ground_of,
    sample,
    task_of,
)

STANDARD, SMALL = VARIANTS["6c6p"], VARIANTS["6c3p"]
LITTLE = Effort(codes=4000, first=500, states=1500, runs=12)


def history_of(seed: int, beams: int) -> list[Beam]:
    """Beams of a code drawn from all."""
    problem, random = make_problem(STANDARD), Random(seed)
    code = draw_code(problem, random)
    lines = random.sample(range(len(problem.diagonals)), beams)
    asked = [(random.randrange(6), line) for line in lines]
    return [Beam(colour, line, answer_of(problem, code, colour, line)) for colour, line in asked]


@compiled
def test_the_number_of_codes_of_the_standard_game() -> None:
    """4,234,462 patterns, 3,048,812,640 codes, by runs that keep 1500 of some hundred thousand states."""
    found = sample(ground_of(STANDARD), (), LITTLE, 1)
    assert not found.exact
    assert abs(found.total - 4_234_462) < 4 * found.error
    assert found.error < 0.05 * 4_234_462


def chi_squared(left: Sampled, exact: Knowledge, colour: int, diagonal: int) -> tuple[float, float]:
    """What a query's answers add to chi-squared, and how much that is expected to be from the differences between groups.

    Answers of which fewer than five codes are expected count as one. Over shares p the statistic is sum (share - p)^2 / p; where
    codes of a group are alike it is expected to be sum var(share) / p (Rao and Scott, 1981, the first-order correction).
    """
    codes, groups = left.sample.masks, left.sample.sizes
    place = left.asked.index(colour) if colour in left.asked else None
    columns = codes[:, len(left.asked) :] if place is None else codes[:, place : place + 1]
    shown = answers_of(columns, fields_of(left.problem.diagonals[diagonal]))
    table = sum(by_group(shown[:, i], left) for i in range(shown.shape[1]))
    wanted = exact.parts(colour, diagonal)
    common = [hits for hits, size in wanted.items() if size * len(codes) >= 5 * exact.remaining]
    shares = np.array([wanted[hits] / exact.remaining for hits in common])
    counted = table[:, common] / (groups[:, None] * shown.shape[1])
    shares, counted = np.append(shares, 1 - shares.sum()), np.column_stack([counted, 1 - counted.sum(axis=1)])
    if shares[-1] < 1e-9:
        shares, counted = shares[:-1], counted[:, :-1]
    weights = groups / groups.sum()
    mean = weights @ counted
    variance = (weights[:, None] ** 2 * (counted - mean) ** 2).sum(axis=0) * len(groups) / (len(groups) - 1)
    return float(((mean - shares) ** 2 / shares).sum()), float((variance / shares).sum())


def by_group(shown: NDArray[np.int64], left: Sampled) -> NDArray[np.int64]:
    """Codes by group and answer, a column for each of 256 answers."""
    return np.bincount(left.sample.groups * 256 + shown, minlength=256 * len(left.sample.sizes)).reshape(-1, 256)


@compiled
@pytest.mark.parametrize("seed", range(10))
def test_sampled_codes_of_ten_histories(seed: int) -> None:
    """Chi-squared of the answers to queries after one to three beams, against their exact numbers by the pattern table."""
    history = history_of(seed, 1 + seed % 3)
    exact, left = Knowledge(make_problem(STANDARD), history), Sampled(STANDARD, history, LITTLE, seed)
    assert abs(left.remaining - exact.remaining) <= 5 * left.sample.error * 720
    assert 100 < left.effective <= 4000
    used = {beam.diagonal for beam in history}
    found = [chi_squared(left, exact, c, d) for c in (0, 3) for d in range(21) if d not in used and exact.splits(c, d)]
    squared, expected = (sum(column) for column in zip(*found, strict=True))
    # queries are not independent of each other, and there are twelve runs
    assert 0.4 < squared / expected < 2


@compiled
def test_what_is_known_is_what_all_codes_say() -> None:
    for seed in range(4):
        history = history_of(100 + seed, 8)
        exact, left = Knowledge(make_problem(STANDARD), history), Sampled(STANDARD, history, Effort(first=1_000_000))
        assert left.sample.exact
        assert left.remaining == exact.remaining
        assert left.known() == exact.known()
        assert left.can_split() == exact.can_split()
        for colour in range(6):
            for diagonal in range(21):
                assert left.splits(colour, diagonal) == exact.splits(colour, diagonal)


@compiled
def test_few_codes_are_all_listed() -> None:
    history = history_of(3, 9)
    exact, left = Knowledge(make_problem(STANDARD), history), Sampled(STANDARD, history)
    assert left.complete
    assert left.remaining == exact.remaining
    assert all(left.parts(c, d) == exact.parts(c, d) for c in range(6) for d in range(21))


def test_all_codes_of_a_small_variant() -> None:
    left = Sampled(SMALL, ())
    assert (left.complete, left.remaining, left.effective) == (True, 223_920, 311)


@compiled
def test_answers_that_contradict_each_other_leave_nothing() -> None:
    left = Sampled(VARIANTS["6c10p"], [Beam(0, 0, 31), Beam(0, 8, 31)])
    assert (left.remaining, left.sample.exact) == (0, True)


@compiled
def test_what_single_colours_tell_loses_no_code() -> None:
    """The colours that some code has on a field stay admissible; in every other history an answer is wrong."""
    refuted = narrower = 0
    for seed in range(20):
        history = history_of(seed, 3 + seed % 4)
        if seed % 2:
            place = seed % len(history)
            history[place] = history[place]._replace(hits=history[place].hits ^ 1 << seed % 3)
        asked, task = task_of(ground_of(STANDARD), history)
        fewer, exact = narrowed(task), Knowledge(make_problem(STANDARD), history)
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
    assert narrower > 10


@compiled
def test_a_wrong_answer_is_proved_wrong_where_sampling_finds_no_code() -> None:
    ground, beams = ground_of(VARIANTS["6c10p"]), [Beam(1, 4, 0b11100), Beam(1, 13, 0b11)]
    assert narrowed(task_of(ground, beams)[1]) is None
    assert [any_left(ground, beams[:number], LITTLE) for number in (1, 2)] == [True, False]


def test_no_such_beam() -> None:
    with pytest.raises(InputError, match="diagonal 99 at place 1"):
        sample(ground_of(SMALL), [Beam(0, 99, 0)], Effort(), 0)


def test_shares_are_whole_and_add_up() -> None:
    assert allotted(np.array([1.0, 1.0, 2.0]), 10) == [3, 2, 5]
    assert sum(allotted(np.random.default_rng(1).random(12), 8000)) == 8000


@pytest.mark.parametrize(("freedom", "wanted"), [(5, 2.5706), (11, 2.2010), (19, 2.0930), (63, 1.9983)])
def test_quantiles_of_student(freedom: int, wanted: float) -> None:
    assert student(freedom) == pytest.approx(wanted, abs=5e-3)


def test_lines_are_those_of_the_board() -> None:
    lines = ground_of(SMALL).lines
    assert len(lines) == 15
    assert all(list(line) == sorted(line) for line in lines)
    assert lines[3] == tuple(fields_of(make_problem(SMALL).diagonals[3]))
