"""Whole-number shares as agents."""

import numpy as np
import pytest
from flint import fmpq
from tafelwerk.solvers.playouts.share_policy import random_shares, share_policy, share_rows

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph


def test_chances_and_errors() -> None:
    graph = subtraction_graph([1, 2, 3], 5)
    shares = np.array([1, 2, 1, 1, 1, 2, 2, 1, 0, 0, 1, 2], dtype=np.int64)
    rows = share_rows(graph, shares)
    policy = share_policy(graph, shares)
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        assert not edges or sum((rows[e] for e in edges), fmpq(0)) == 1
    for chance, error, row in zip(policy.chances.tolist(), policy.errors.tolist(), rows, strict=True):
        truth = fmpq(*map(int, chance.as_integer_ratio())) - row
        assert abs(truth) <= fmpq(*map(int, error.as_integer_ratio()))
        assert (error == 0) == (truth == 0)


def test_random_play_counts_candidates() -> None:
    graph = subtraction_graph([1, 2, 3], 2)
    assert share_rows(graph, random_shares(graph)) == [fmpq(1), fmpq(1, 3), fmpq(2, 3)]


def test_bad_shares_are_named() -> None:
    graph = subtraction_graph([1, 2], 3)
    for shares in (
        np.ones(2, np.int64),
        np.ones(graph.edges),
        -np.ones(graph.edges, np.int64),
        np.zeros(graph.edges, np.int64),
    ):
        with pytest.raises(InputError, match="shares"):
            share_policy(graph, shares)
