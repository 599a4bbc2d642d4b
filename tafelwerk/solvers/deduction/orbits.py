"""Orbits of queries while a game is analysed: under the symmetries that keep the queries asked, one query of each will do.

After few queries, and while a set of codes is large, orbits are made before a query is chosen, so that only the least of
each is looked at. Later they are made for the queries that were found to tie, of which there are few.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.symmetry import Group, Symmetry, group_arrays, images_kernel
from tafelwerk.solvers.machine.jit import kernel

ORBIT_PLIES = 3
"""Where fewer queries than this were asked, orbits of all queries are made for every set."""

LARGE = 32
"""Codes of a set, times symbols that are surely unused, from which they are made later, too."""

NO_ROW = -1

_NO_SYMMETRY = Symmetry(np.empty((0, 0), np.uint8), 0, np.empty((0, 0), np.uint8), np.empty(0, np.int32))


class Orbits(NamedTuple):
    """Orbits of all queries, a row for each of the first plies and one for any later: those last asked for.

    used: whether there are symmetries; every: int32, (Q,), all queries. Of a row: least: int32, (Q,), the least query of
    every query's orbit, -1 for those asked; heads: int32, (Q,), the least queries of orbits, ascending, those asked left
    out; listed: int32, how many heads; size: int32, (Q,), of the orbit of a head; asked: int32, (C,), the queries asked, as
    many as length: int32, which is -1 where there were no orbits yet. image, place: int32, (Q,), scratch.
    """

    used: bool
    group: Group
    every: NDArray[np.int32]
    least: NDArray[np.int32]
    heads: NDArray[np.int32]
    listed: NDArray[np.int32]
    size: NDArray[np.int32]
    asked: NDArray[np.int32]
    length: NDArray[np.int32]
    image: NDArray[np.int32]
    place: NDArray[np.int32]


def make_orbits(symmetry: Symmetry | None, codes: int) -> Orbits:
    """Room for orbits in the analysis of so many codes."""
    known = _NO_SYMMETRY if symmetry is None else symmetry
    queries = len(known.words)
    rows = ORBIT_PLIES + 1
    return Orbits(
        used=symmetry is not None,
        group=group_arrays(known),
        every=np.arange(queries, dtype=np.int32),
        least=np.empty((rows, queries), np.int32),
        heads=np.empty((rows, queries), np.int32),
        listed=np.zeros(rows, np.int32),
        size=np.zeros((rows, queries), np.int32),
        asked=np.empty((rows, codes), np.int32),
        length=np.full(rows, -1, np.int32),
        image=np.empty(queries, np.int32),
        place=np.empty(queries, np.int32),
    )


@kernel
def row_wanted(orbits: Orbits, asked: int, codes: int) -> bool:
    """Whether orbits of all queries are worth making after `asked` queries, so many codes being left."""
    if not orbits.used or asked < ORBIT_PLIES:
        return bool(orbits.used)
    unused = orbits.group.symbols - asked * orbits.group.words.shape[1]
    return bool(codes * max(1, unused) >= LARGE)


@kernel
def row_kernel(orbits: Orbits, history: NDArray[np.int32]) -> int:
    """The row that holds the orbits after these queries; NO_ROW if every query is its own orbit."""
    asked, queries = history.shape[0], orbits.every.shape[0]
    row = min(asked, ORBIT_PLIES)
    known = orbits.length[row] == asked
    orbits.length[row] = asked
    kept = orbits.asked[row]
    for i in range(asked):
        known = known and kept[i] == history[i]
        kept[i] = history[i]
    if not known:
        least, heads, size = orbits.least[row], orbits.heads[row], orbits.size[row]
        for query in range(queries):
            least[query] = query
            size[query] = 0
        images_kernel(orbits.group, history, orbits.every, least)
        for i in range(asked):
            # to ask again is of no use
            least[history[i]] = -1
        n = 0
        for query in range(queries):
            if least[query] == query:
                heads[n] = query
                n += 1
            if least[query] >= 0:
                size[least[query]] += 1
        orbits.listed[row] = n
    return row if orbits.listed[row] + asked < queries else NO_ROW


@kernel
def merge_kernel(
    orbits: Orbits, history: NDArray[np.int32], tied: NDArray[np.int32], n: int, weight: NDArray[np.int64]
) -> int:
    """Keep the first of each orbit of n queries, which orbits make up.

    Args:
        orbits: used if symmetries are known.
        history: the queries asked.
        tied: shape (Q,), the queries, ascending; those kept go to the front.
        weight: int64, shape (Q,): for each query kept, of how many it is the first.

    Returns:
        How many are kept.
    """
    for i in range(n):
        weight[i] = 1
    if not orbits.used or n < 2:
        return n
    least, place = orbits.image[:n], orbits.place
    for i in range(n):
        least[i] = tied[i]
    images_kernel(orbits.group, history, tied[:n], least)
    kept = 0
    for i in range(n):
        if least[i] == tied[i]:
            place[tied[i]] = kept
            tied[kept] = tied[i]
            weight[kept] = 1
            kept += 1
        else:
            weight[place[least[i]]] += 1
    return kept
