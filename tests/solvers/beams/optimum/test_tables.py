"""Keys: the same for the same game however it is turned and coloured, different for others."""

from itertools import combinations, permutations

import numpy as np
from beams_games import compiled
from numpy.typing import NDArray

from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.solvers.beams.optimum.tables import Tables, key_kernel, make_tables, moved_mask
from tafelwerk.solvers.beams.rules.problem import make_problem

Rows = NDArray[np.uint16]


def key(tables: Tables, rows: Rows, asked: int, used: int) -> tuple[int, int]:
    found = np.zeros(2, np.uint64)
    key_kernel(tables, rows, 0, len(rows), asked, used, np.zeros((2, rows.shape[1]), np.int64), found)
    return int(found[0]), int(found[1])


@compiled
def test_one_game_one_key() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    tables = make_tables(problem)
    generator = np.random.default_rng(1)
    for asked in range(7):
        rows = problem.patterns[generator.choice(311, 40, replace=False)]
        rows = generator.permuted(rows, axis=1)
        used = int(generator.integers(1 << 15))
        expected = key(tables, rows, asked, used)
        for move in range(12):
            moved = tables.piece_maps[move][rows].astype(np.uint16)
            names = [*generator.permutation(asked), *range(asked, 6)]
            other = generator.permutation(moved[:, names])
            assert key(tables, other, asked, moved_mask(used, tables.diagonal_maps[move])) == expected
        assert key(tables, rows[1:], asked, used) != expected
        assert key(tables, rows, asked, used ^ 1) != expected
        if asked:
            assert key(tables, rows, asked - 1, used) != expected


def test_no_two_games_one_key() -> None:
    problem = make_problem(Variant("3c2p", 3, 2, 2))
    tables = make_tables(problem)
    codes = [
        tuple(row[list(order)])
        for row in problem.patterns.tolist()
        for order in permutations(range(3))
        for row in [np.array(row)]
    ]
    classes: dict[tuple[int, int], set[frozenset[tuple[int, ...]]]] = {}
    for size in (1, 2, 3):
        for chosen in combinations(codes, size):
            rows = np.array(chosen, np.uint16)
            # every game that it is taken to, the used diagonals being kept
            images = {
                frozenset(tuple(int(p) for p in tables.piece_maps[move][list(row)][list(names)]) for row in chosen)
                for move in range(len(tables.piece_maps))
                for names in permutations(range(3))
            }
            classes.setdefault(key(tables, rows, 3, 0), set()).add(frozenset(min(map(sorted, images))))
    assert all(len(games) == 1 for games in classes.values())
    assert len(classes) > 10
