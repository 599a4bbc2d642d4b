"""The least total of any search problem with a given number of answers: a lower bound for every optimal search.

If any partition into at most a parts could be asked, the totals below would be reached; no search problem does better.
Restricting a strategy to some of its codes costs none of them more, so T(s + t) >= T(s) + T(t), and a query with more
parts has the smaller bound.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3 and 4.3.2.
"""

import numpy as np
from numpy.typing import NDArray

NONE = 1 << 38
"""The total if no strategy keeps the limit of depth. It exceeds every true total, and sums of a million fit in 64 bits."""


def least_totals(codes: int, answers: int, named: bool, depths: int, late: int = 0) -> NDArray[np.int64]:
    """Least totals of sets of 0 to `codes` codes, with 0 to `depths` queries allowed or in time.

    Args:
        codes: size of the largest set.
        answers: answers of a query, the one that ends the game included where codes are named.
        named: whether the search ends when a query names the code, rather than when one code is left.
        depths: most queries allowed; 0: only the row without a limit.
        late: extra cost of a code that takes more queries than that, if codes are named; 0: not allowed.

    Returns:
        int64, shape (depths + 1, codes + 1); NONE where a depth does not suffice; the row 0 has no limit. With a limit,
        row 0 is the row of no query.
    """
    least = np.full((depths + 1, codes + 1), NONE, np.int64)
    for depth in range(depths + 1):
        limit = depth if depths and not late else codes + 1
        if named:
            # a tree of queries, each node of which names a code: levels fill up from the top
            least[depth, 0] = 0
            size, filled, level, total = 1, 0, 1, 0
            while filled < codes and level <= limit and size:
                reach = min(size, codes - filled)
                each = level + (late if level > depth else 0)
                least[depth, filled + 1 : filled + reach + 1] = total + each * np.arange(1, reach + 1)
                total += each * reach
                filled += reach
                size *= answers - 1
                level += 1
        else:
            # codes are leaves: a full level, some of its nodes split once more (Huffman's tree for equal weights)
            least[depth, :2] = 0
            width, level = 1, 0
            while width < codes and level < limit and answers > 1:
                sizes = np.arange(width + 1, min(width * answers, codes) + 1, dtype=np.int64)
                split = -((width - sizes) // (answers - 1))
                least[depth, sizes] = level * sizes + sizes - width + split
                width *= answers
                level += 1
    return least


def least_depth(codes: int, answers: int, named: bool) -> int:
    """A lower bound of the depth, at least 1: no query more, if its answers could split every set evenly.

    Args:
        codes: number of codes.
        answers: answers of a query, the one that ends the game included where codes are named.
        named: whether the search ends when a query names the code, rather than when one code is left.
    """
    depth, width, found = 1, 1, 1 if named else answers
    while found < codes and answers > 1:
        depth += 1
        width *= answers - 1
        found = found + width if named else found * answers
    return depth
