"""Unions of answers as bits, for words of every width."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelwerk.solvers.deduction.answer_bits import bit_type, unite
from tafelwerk.solvers.machine.bits import popcount
from tafelwerk.solvers.machine.jit import kernel


@kernel
def _popcounts(words: np.ndarray, counts: np.ndarray) -> None:
    for i in range(words.shape[0]):
        counts[i] = popcount(words[i])


@pytest.mark.parametrize("answer_type", [np.uint8, np.uint16])
@pytest.mark.parametrize(("labels", "bits"), [(16, 16), (17, 32), (32, 32), (33, 64), (64, 64)])
@given(codes=st.integers(1, 12), queries=st.integers(1, 40), seed=st.integers(0, 1 << 30))
@settings(max_examples=20)
def test_unions_have_a_bit_for_every_answer(
    labels: int, bits: int, answer_type: type, codes: int, queries: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    columns = rng.integers(0, labels, (12, queries)).astype(answer_type)
    columns[0] = labels - 1
    chosen = rng.permutation(12)[:codes].astype(np.int32)
    wanted = int(rng.integers(1, queries + 1))
    union = np.zeros(queries, bit_type(labels))
    assert union.itemsize * 8 == bits
    unite(columns, chosen, wanted, union)
    counts = np.empty(queries, np.uint8)
    _popcounts(union, counts)
    for query in range(queries):
        seen = set(columns[chosen, query].tolist()) if query < wanted else set()
        assert int(union[query]) == sum(1 << answer for answer in seen)
        assert counts[query] == len(seen)
