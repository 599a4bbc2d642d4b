"""Orbits of queries as they are listed and as they are merged; what they are is tested by strategies with and without them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.deduction.symmetry import EVERY, make_orbits, merge_kernel, orbits, row_kernel
from tafelwerk.solvers.mastermind.scoring import mastermind

GAMES = [(2, 3, False), (3, 3, False), (3, 4, True), (3, 2, False), (4, 3, False), (5, 2, False), (1, 5, False)]


@given(st.sampled_from(GAMES), st.data())
def test_rows_hold_the_orbits_last_asked_for(game: tuple[int, int, bool], data: st.DataObject) -> None:
    problem = mastermind(*game)
    queries = len(problem.queries)
    room = make_orbits(problem.symmetry, queries, queries)
    for asked in data.draw(
        st.lists(st.lists(st.integers(0, queries - 1), max_size=5, unique=True), min_size=1, max_size=5)
    ):
        least = orbits(problem.symmetry, asked)
        row = row_kernel(room, np.array(asked, np.int32), 1 << 10)
        heads = [query for query in np.unique(least).tolist() if query not in asked]
        if row == EVERY:
            assert len(np.unique(least)) == queries
            continue
        assert room.heads[row, : room.head_count[row]].tolist() == heads
        assert [room.size[row, head] for head in heads] == [int((least == head).sum()) for head in heads]


@given(st.sampled_from(GAMES), st.data())
def test_queries_that_tie_are_counted_by_their_orbits(game: tuple[int, int, bool], data: st.DataObject) -> None:
    problem = mastermind(*game)
    queries = len(problem.queries)
    asked = data.draw(st.lists(st.integers(0, queries - 1), max_size=4))
    least = orbits(problem.symmetry, asked)
    heads = data.draw(st.sets(st.sampled_from(np.unique(least).tolist()), min_size=1))
    members = np.flatnonzero(np.isin(least, sorted(heads)))
    tied, weight = np.zeros(queries, np.int32), np.zeros(queries, np.int64)
    tied[: len(members)] = members
    kept = merge_kernel(
        make_orbits(problem.symmetry, queries, queries), np.array(asked, np.int32), tied, len(members), weight
    )
    assert tied[:kept].tolist() == sorted(heads)
    assert weight[:kept].tolist() == [int((least == head).sum()) for head in sorted(heads)]
    tied[: len(members)] = members
    assert merge_kernel(
        make_orbits(None, queries, queries), np.array(asked, np.int32), tied, len(members), weight
    ) == len(members)
    assert tied[: len(members)].tolist() == members.tolist()
    assert (weight[: len(members)] == 1).all()
