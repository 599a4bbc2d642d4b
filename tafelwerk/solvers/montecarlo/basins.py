"""Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k).

The curve is evaluated first at every small k and on a logarithmic grid beyond. A basin is a stretch whose lowest point lies below
a point on either side by more than the proven errors. The grid between these points is refined until every k around the lowest
point has been evaluated. Where k is large, neighbouring means differ by less than the errors; then the result is an interval that
contains the minimum, closed in from both sides as far as the errors allow. Dips narrower than the grid's steps would be missed.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.3 and 2.5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tafelwerk.errors import InputError

DENSE_TO = 64
PER_DECADE = 40
SPLIT = 16

Curve = Callable[[Sequence[int]], tuple[Sequence[float], Sequence[float]]]
"""Means and bounds on their errors for ascending k."""


@dataclass(frozen=True, slots=True)
class Basin:
    """The bottom of a basin.

    Attributes:
        k: the lowest k evaluated or, in a long interval, its middle.
        k_low, k_high: that interval. The means at k_low - 1 and k_high + 1 exceed the mean at k by more than their errors.
        mean: the mean at k.
        error: proven bound on the error of the mean.
    """

    k: int
    k_low: int
    k_high: int
    mean: float
    error: float


def grid(k_max: int) -> list[int]:
    """The k that are evaluated first: all to DENSE_TO, then PER_DECADE per decade, and k_max.

    >>> grid(100)[-3:]
    [90, 96, 100]
    """
    ks = set(range(1, min(k_max, DENSE_TO) + 1))
    i = 0
    while (k := round(DENSE_TO * 10 ** (i / PER_DECADE))) < k_max:
        ks.add(k)
        i += 1
    return sorted({k for k in ks if k <= k_max} | {k_max})


def basins(curve: Curve, k_max: int) -> list[Basin]:
    """The basins of a curve for k from 1 to k_max, ascending; a descent that ends at k_max is not a basin.

    Raises:
        InputError: k_max is below 1.

    >>> basins(lambda ks: ([(k - 7) ** 2 for k in ks], [0.0 for k in ks]), 20)
    [Basin(k=7, k_low=7, k_high=7, mean=0.0, error=0.0)]
    """
    if k_max < 1:
        raise InputError(f"k_max must be 1 or more, not {k_max}")
    ks = grid(k_max)
    means, errors = curve(ks)
    return [_refine(curve, ks[low], ks[left], ks[right]) for left, low, right in _dips(means, errors)]


def _dips(means: Sequence[float], errors: Sequence[float]) -> list[tuple[int, int, int]]:
    """(left, low, right) per basin: indices of its lowest point and of the nearest points on either side that are certainly
    higher."""
    dips = []
    high = low = 0
    falling = False
    for i in range(1, len(means)):
        if falling:
            if means[i] < means[low]:
                low = i
            elif means[i] - errors[i] > means[low] + errors[low]:
                left = max(j for j in range(low) if means[j] - errors[j] > means[low] + errors[low])
                dips.append((left, low, i))
                high, falling = i, False
        elif means[i] > means[high]:
            high = i
        elif means[i] + errors[i] < means[high] - errors[high]:
            low, falling = i, True
    return dips


def _refine(curve: Curve, low: int, left: int, right: int) -> Basin:
    """The bottom strictly between left and right, which are certainly higher than low."""
    ends = left, right
    while True:
        step = max(1, (right - left) // SPLIT)
        ks = sorted({*range(left, right, step), low, right})
        means, errors = curve(ks)
        # by upper bounds, so that what is certainly higher than one of them is higher than all that follow
        best = min(range(len(ks)), key=lambda i: (means[i] + errors[i], ks[i]))
        low, mean, error = ks[best], float(means[best]), float(errors[best])
        if step == 1:
            break
        left, right = ks[max(best - 1, 0)], ks[min(best + 1, len(ks) - 1)]
    before, after = (_nearest_higher(curve, low, end, mean + error) for end in ends)
    if after - before > DENSE_TO:
        # rounding hides where the minimum is; the curve rises about evenly on both sides, so the middle is the best guess
        middle = (before + after) // 2
        means, errors = curve([ends[0], middle, ends[1]])
        bound = means[1] + errors[1]
        # unless the ends are certainly above that guess, too, the interval stays
        if min(means[0] - errors[0], means[2] - errors[2]) > bound:
            low, mean, error = middle, float(means[1]), float(errors[1])
            before, after = (_nearest_higher(curve, low, end, bound) for end in ends)
    return Basin(low, before + 1, after - 1, float(mean), float(error))


def _nearest_higher(curve: Curve, inner: int, outer: int, bound: float) -> int:
    """A k whose mean is certainly above the bound, as near to `inner` as a search by sections comes.

    Args:
        curve: the curve.
        inner: a k whose mean is not certainly above.
        outer: one whose mean is.
        bound: upper bound of the mean at the bottom of the basin.
    """
    while (gap := abs(outer - inner)) > 1:
        step = max(1, gap // SPLIT) * (1 if outer > inner else -1)
        ks = [inner, *range(inner + step, outer, step), outer]
        means, errors = curve(sorted(ks[1:-1]))
        higher = [mean - error > bound for mean, error in zip(means, errors, strict=True)]
        first = next((i for i, is_higher in enumerate(higher[:: 1 if step > 0 else -1], 1) if is_higher), len(ks) - 1)
        inner, outer = ks[first - 1], ks[first]
    return outer
