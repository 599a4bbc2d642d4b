"""What queries do to sets of elements: against the codes that these stand for."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from naive import beams as naive

from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of
from tafelwerk.solvers.beams.optimum.splitting import (
    COLOUR,
    DIAGONAL,
    PART_ANSWER,
    PART_COUNT,
    PART_FIELDS,
    PART_LOW,
    PARTS,
    PROMISE,
    SIZES,
    guess_all_kernel,
    list_queries_kernel,
    make_tally,
    query_fields,
    split_kernel,
)
from tafelwerk.solvers.beams.optimum.tables import make_tables
from tafelwerk.solvers.beams.rules.problem import Problem, make_problem

GAMES = (Variant("3c2p", 3, 2, 2), Variant("6c1p", 6, 1, 2), VARIANTS["3c6p"])


def code_of(problem: Problem, row: list[int]) -> tuple[int, ...]:
    of = {field: colour for colour, piece in enumerate(row) for field in fields_of(int(problem.pieces[piece]))}
    return tuple(of[field] for field in sorted(of))


def codes_of(problem: Problem, rows: list[list[int]], asked: int) -> Counter[tuple[int, ...]]:
    """The codes that elements stand for."""
    return Counter(code_of(problem, [*row[:asked], *rest]) for row in rows for rest in permutations(row[asked:]))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_parts_down_a_path(variant: Variant) -> None:
    problem, lines = make_problem(variant), naive.lines(variant.side)
    tables = make_tables(problem)
    elements = np.zeros((len(problem.patterns) + 40 * problem.codes, variant.colours), np.uint16)
    elements[: len(problem.patterns)] = problem.patterns
    tally, parts = make_tally(tables), np.zeros((256, PART_FIELDS), np.int64)
    queries = np.zeros((200, query_fields(tables)), np.int64)
    low, number, asked, used, free = 0, len(problem.patterns), 0, 0, len(problem.patterns)
    for step in range(4):
        rows = elements[low : low + number].tolist()
        codes = codes_of(problem, rows, asked)
        assert set(codes.values()) == {1}
        listed = list_queries_kernel(tables, elements, low, number, asked, used, tally, queries)
        expected = {
            (colour, line): Counter(len(part) for part in naive.split(list(codes), (colour, line), lines))
            for colour in range(min(asked + 1, variant.colours))
            for line in range(len(lines))
            if not used >> line & 1
        }
        found = {
            (int(query[COLOUR]), int(query[DIAGONAL])): Counter(query[SIZES : SIZES + query[PARTS]].tolist())
            for query in queries[:listed]
        }
        assert found == {query: sizes for query, sizes in expected.items() if sizes.total() > 1}
        assert (queries[:listed, PROMISE] >= len(codes)).all()
        if not listed:
            break
        colour, line = queries[(7 * step + 3) % listed, [COLOUR, DIAGONAL]].tolist()
        made = split_kernel(tables, elements, low, number, asked, colour, line, free, tally, parts, step % 2 == 0)
        order = parts[:made, PART_COUNT if step % 2 == 0 else PART_ANSWER]
        assert (np.diff(order) >= 0).all()
        after = asked + (colour == asked)
        expected_parts = {frozenset(part) for part in naive.split(list(codes), (colour, line), lines) if len(part) > 1}
        assert expected_parts == {
            frozenset(codes_of(problem, elements[start : start + count].tolist(), after))
            for start, count in parts[:made, [PART_LOW, PART_COUNT]].tolist()
        }
        if not made:
            break
        free += int(parts[:made, PART_COUNT].sum())
        low, number = parts[made - 1, [PART_LOW, PART_COUNT]].tolist()
        asked, used = after, used | 1 << line


@pytest.mark.parametrize("asked", [0, 1, 2, 3])
def test_guesses_of_elements(asked: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    rows = problem.patterns[100:112]
    codes = list(codes_of(problem, rows.tolist(), asked))
    best = np.zeros(1, np.int64)
    wrong = guess_all_kernel(make_tables(problem), rows, 0, len(rows), asked, best)
    guessed = naive.guess(codes)
    assert wrong == sum(naive.wrong_fields(guessed, code) for code in codes)
    chosen = code_of(problem, rows[int(best[0])].tolist())
    assert wrong == sum(naive.wrong_fields(chosen, code) for code in codes)
