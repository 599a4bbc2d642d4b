"""What queries do to sets of elements, and the best guesses among them: against the codes that these stand for."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from naive import beams as naive

from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of
from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.tables import make_tables
from tafelwerk.solvers.beams.rules.elements import best_guess
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
    problem, lines = make_problem(variant), naive.lines(variant.shape)
    tables = make_tables(problem)
    elements = np.zeros((len(problem.patterns) + 40 * problem.codes, variant.colours), np.uint16)
    elements[: len(problem.patterns)] = problem.patterns
    tally, parts = sp.make_tally(tables), np.zeros((256, sp.PART_FIELDS), np.int64)
    queries = np.zeros((200, sp.query_fields(tables)), np.int64)
    low, number, asked, used, free = 0, len(problem.patterns), 0, 0, len(problem.patterns)
    for step in range(4):
        rows = elements[low : low + number].tolist()
        codes = codes_of(problem, rows, asked)
        assert set(codes.values()) == {1}
        listed = sp.list_queries_kernel(tables, elements, low, number, asked, used, tally, queries)
        expected = {
            (colour, line): Counter(len(part) for part in naive.split(list(codes), (colour, line), lines))
            for colour in range(min(asked + 1, variant.colours))
            for line in range(len(lines))
            if not used >> line & 1
        }
        found = {
            (int(query[sp.COLOUR]), int(query[sp.DIAGONAL])): Counter(
                query[sp.SIZES : sp.SIZES + query[sp.PARTS]].tolist()
            )
            for query in queries[:listed]
        }
        assert found == {query: sizes for query, sizes in expected.items() if sizes.total() > 1}
        assert (queries[:listed, sp.PROMISE] >= len(codes)).all()
        if not listed:
            break
        colour, line = queries[(7 * step + 3) % listed, [sp.COLOUR, sp.DIAGONAL]].tolist()
        made = sp.split_kernel(tables, elements, low, number, asked, colour, line, free, tally, parts, step % 2 == 0)
        order = parts[:made, sp.PART_COUNT if step % 2 == 0 else sp.PART_ANSWER]
        assert (np.diff(order) >= 0).all()
        after = asked + (colour == asked)
        expected_parts = {frozenset(part) for part in naive.split(list(codes), (colour, line), lines) if len(part) > 1}
        assert expected_parts == {
            frozenset(codes_of(problem, elements[start : start + count].tolist(), after))
            for start, count in parts[:made, [sp.PART_LOW, sp.PART_COUNT]].tolist()
        }
        if not made:
            break
        free += int(parts[:made, sp.PART_COUNT].sum())
        low, number = parts[made - 1, [sp.PART_LOW, sp.PART_COUNT]].tolist()
        asked, used = after, used | 1 << line


@pytest.mark.parametrize("used", [0, 1, 2, 3])
def test_guesses_of_elements(used: int) -> None:
    problem = make_problem(VARIANTS["3c6p"])
    rows = problem.patterns[100:112]
    codes = list(codes_of(problem, rows.tolist(), used))
    best = np.zeros(1, np.int64)
    wrong = best_guess(problem.pieces, rows, 0, len(rows), used, best)
    for guessed in (naive.guess(codes), code_of(problem, rows[int(best[0])].tolist())):
        assert wrong == sum(naive.wrong_fields(guessed, code) for code in codes)
