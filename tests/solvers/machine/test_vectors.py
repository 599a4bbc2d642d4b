"""Rows compared lane by lane, against plain counting."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.machine import vectors as machine
from tafelwerk.solvers.machine.jit import kernel


@kernel
def least_lanes(
    rows: np.ndarray, agreeing: np.ndarray, n: int, costs: np.ndarray, largest: bool, spare: int, lanes: np.ndarray
) -> int:
    machine.count_agreeing(rows, n, agreeing)
    return int(machine.least_lanes(agreeing, n, costs, largest, spare, lanes))


@given(
    st.integers(1, machine.MOST_ROWS),
    st.integers(1, 40),
    st.integers(0, 2**32 - 1),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from([0, 1, 30, 1000]),
)
def test_least_lanes(n: int, answers: int, seed: int, share: float, largest: bool, spare: int) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(0, answers, (n, machine.LANES)).astype(np.uint8)
    asked = random.random(machine.LANES) < share
    costs = random.integers(0, 256, 2 * machine.MOST_ROWS).astype(np.uint8)
    lanes = np.packbits(asked, bitorder="little").view(np.int64)
    agreeing = np.zeros(n * machine.LANES, np.uint8)
    least = least_lanes(rows.reshape(-1), agreeing, n, costs, largest, spare, lanes)
    assert (agreeing.reshape(n, -1) == (rows[:, None] == rows).sum(axis=1) - 1).all()
    sums = {}
    for lane in np.flatnonzero(asked).tolist():
        agree = [rows[:, lane].tolist().count(byte) for byte in rows[:, lane].tolist()]
        price = [int(costs[rows - 1]) + 256 * int(costs[machine.MOST_ROWS + rows - 1]) for rows in agree]
        sums[lane] = max(agree) if largest else sum(price)
    assert least == min(sums.values(), default=0xFFFFFFFF)
    near = np.flatnonzero(np.unpackbits(lanes.view(np.uint8), bitorder="little")).tolist()
    assert near == [lane for lane, total in sums.items() if total <= least + spare]
