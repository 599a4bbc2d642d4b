"""Knowledge of the codes left where there are too many to list: from a sample or, once few are left, from all of them."""

from dataclasses import dataclass
from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.board import Variant, fields_of
from tafelwerk.families.beams.rules.history import History
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.admissible import Approximation, values_of_masks
from tafelwerk.solvers.beams.entropy.queries import Measure
from tafelwerk.solvers.beams.rules.knowledge import Code, Knowledge, mask_text
from tafelwerk.solvers.beams.rules.problem import Problem, assemble
from tafelwerk.solvers.beams.sampling.sample import (
    Effort,
    Sample,
    answers_of,
    ground_of,
    hidden_codes,
    is_one,
    sample,
    tallied,
)

ROUGH = Effort(codes=400, first=4000, states=500, runs=4)
"""Effort of a sample that chooses a beam of a puzzle."""

H_PRIME_UNIT = 60 * (1 << 40)
"""Units of H' per bit, see `admissible`."""

_Z = 1.959963984540054


class Sampled(Knowledge):
    """Knowledge of the codes that a history leaves, from a sample: numbers of codes are estimates, `counts` are of the sample.

    Attributes:
        sample: the sample.
        problem: problem with the pieces of the sample only, and its codes in place of patterns.
    """

    def __init__(self, variant: Variant, history: History, effort: Effort | None = None, seed: int = 0) -> None:
        """Draw the sample.

        Raises:
            InputError: as `sample`.
        """
        ground = ground_of(variant)
        self.sample = found = sample(ground, history, effort or Effort(), seed)
        self.history, self.asked = tuple(history), found.asked
        self.problem, self.counts = _problem(variant, found)
        self.elements = round(found.total)
        self._lines = ground.lines

    @property
    def remaining(self) -> int:
        """Estimated number of codes left; one only if it is certain."""
        estimate = super().remaining
        return estimate if self.sample.exact else max(2, estimate)

    @property
    def exact(self) -> bool:
        """Whether this number is exact."""
        return self.sample.exact

    @property
    def complete(self) -> bool:
        """Whether all codes left are listed, so that everything is exact."""
        return self.sample.complete

    @property
    def effective(self) -> float:
        """Effective sample size."""
        return self.sample.effective(self._lines)

    def parts(self, colour: int, diagonal: int) -> dict[int, int]:
        """Estimated number of codes that each answer to a query would leave, for the answers in the sample."""
        found = super().parts(colour, diagonal)
        scale = self.remaining / sum(found.values()) if found else 1.0
        return {hits: max(1, round(codes * scale)) for hits, codes in found.items()}

    def splits(self, colour: int, diagonal: int) -> bool:
        """Whether a query has more than one answer: on a field of its diagonal the colour and another one are admissible."""
        admitted = self.admitted()
        others = 0
        for other, fields in enumerate(admitted):
            others |= fields if other != colour else 0
        return bool(admitted[colour] & others & self.problem.diagonals[diagonal])

    def admitted(self, run: int | None = None) -> tuple[int, ...]:
        """Mask per colour of the fields that it has in some code followed, in one run or in all."""
        runs = self.sample.admitted if run is None else self.sample.admitted[run : run + 1]
        classes = np.bitwise_or.reduce(np.array(runs, np.int64), axis=0).tolist()
        colours = range(self.problem.variant.colours)
        return tuple(classes[self.asked.index(colour) if colour in self.asked else -1] for colour in colours)

    def known(self) -> tuple[int, ...]:
        """Only admissible colour per field, from 1; 0 where several are admissible."""
        found = [0] * len(self.problem.board.fields)
        admitted = self.admitted()
        for field in range(len(found)):
            possible = [colour for colour, fields in enumerate(admitted) if fields >> field & 1]
            if len(possible) == 1:
                found[field] = possible[0] + 1
        return tuple(found)

    def draw(self, random: Random) -> Code:
        """A code of the sample."""
        return random.choice(
            self.colourings(self.problem.patterns[random.randrange(len(self.problem.patterns))].tolist())
        )

    def listed(self) -> NDArray[np.uint16]:
        """Codes of the sample, as elements."""
        return self.problem.patterns


def _problem(variant: Variant, found: Sample) -> tuple[Problem, NDArray[np.int64]]:
    """Problem with the pieces of a sample and its codes in place of patterns; and the number of codes by colour and piece."""
    pieces, which = np.unique(found.masks, return_inverse=True)
    order = np.lexsort((pieces, pieces & -pieces))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    elements = rank[which.reshape(found.masks.shape)].astype(np.uint16)
    used = len(found.asked)
    counts = np.zeros((used + 1, len(pieces)), np.int64)
    for column in range(elements.shape[1]):
        counts[min(column, used)] += np.bincount(elements[:, column], minlength=len(pieces))
    return assemble(variant, pieces[order].astype(np.uint64), elements), counts


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number.

    Attributes:
        value, error: the number and its standard error.
        groups: number of independent groups behind the error.
    """

    value: float
    error: float
    groups: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval from Student's distribution."""
        half = student(self.groups - 1) * self.error if self.error else 0.0
        return self.value - half, self.value + half


def student(freedom: int) -> float:
    """97.5 % quantile of Student's distribution, within 0.01 from three degrees of freedom on.

    Source: M. Abramowitz and I. A. Stegun, Handbook of mathematical functions, 26.7.5.
    """
    z, n = _Z, max(freedom, 1)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def remaining(left: Sampled) -> Estimate:
    """Estimate of the number of codes left."""
    scale = left.remaining / left.elements if left.elements else 1.0
    return Estimate(left.sample.total * scale, left.sample.error * scale, len(left.sample.totals))


def worth(left: Sampled, lane: tuple[int, int], measure: Measure) -> Estimate:
    """Value of a query: the entropy of its answer in bits; H' in bits; or U.

    An entropy is that of the sample's shares; its error comes from leaving out each group in turn (jackknife).

    Args:
        left: the codes left.
        lane: place of the colour among those asked for, or the next one, and the diagonal.
        measure: order of the entropy, or H' or U.
    """
    place, diagonal = lane
    used, sizes = len(left.asked), left.sample.sizes
    groups = len(sizes)
    if isinstance(measure, Approximation):
        colour = left.asked[place] if place < used else next(c for c in range(used + 1) if c not in left.asked)
        runs = range(len(left.sample.admitted))
        values = [_approximate(left, left.admitted(run), colour, diagonal, measure) for run in runs]
        whole = _approximate(left, left.admitted(), colour, diagonal, measure)
        error = float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
        return Estimate(whole, error, len(values))
    line = fields_of(left.problem.diagonals[diagonal])
    columns = left.sample.masks[:, place : place + 1] if place < used else left.sample.masks[:, used:]
    shown = answers_of(columns, line)
    every = np.repeat(left.sample.groups, shown.shape[1])
    table = tallied(shown.reshape(-1), every, groups)
    whole = entropy(table.sum(axis=0), measure)
    if groups < 2:
        return Estimate(whole, 0.0, groups)
    without = np.array([entropy(table.sum(axis=0) - row, measure) for row in table])
    spread = float(((without - without.mean()) ** 2).sum()) * (groups - 1) / groups
    return Estimate(whole, sqrt(spread), groups)


def entropy(parts: NDArray[np.int64], alpha: Alpha) -> float:
    """Renyi entropy of order alpha in bits.

    Args:
        parts: int64: sizes of the parts; zeros do not count.
        alpha: order of the entropy; None for infinity.
    """
    shares = parts[parts > 0] / parts.sum()
    if alpha is None:
        return float(-np.log2(shares.max()))
    if alpha == 1:
        return float(-(shares * np.log2(shares)).sum())
    return float(np.log2((shares ** float(alpha)).sum()) / (1 - float(alpha)))


def _approximate(left: Sampled, admitted: tuple[int, ...], colour: int, diagonal: int, measure: Approximation) -> float:
    value = int(values_of_masks(left.problem, admitted, (colour,), measure)[0, diagonal])
    return float(value) if measure is Approximation.U else value / H_PRIME_UNIT


def best_by_fields(left: Sampled, unused: int, measure: Approximation) -> list[tuple[int, int]]:
    """Queries of greatest H' or U among those that split the codes left: (place of the colour, diagonal).

    Args:
        left: the codes left.
        unused: mask of the diagonals not used.
        measure: H' or U.
    """
    others = [colour for colour in range(left.problem.variant.colours) if colour not in left.asked]
    colours = (*left.asked, *others[:1])
    table = values_of_masks(left.problem, left.admitted(), colours, measure)
    table[:, [not unused >> diagonal & 1 for diagonal in range(table.shape[1])]] = -1
    most = table.max()
    return [(int(place), int(diagonal)) for place, diagonal in np.argwhere(table == most)] if most >= 0 else []


@dataclass(frozen=True, slots=True)
class Drawn:
    """Source of puzzles for a variant with too many codes to list; a code is the masks of the fields of its colours."""

    variant: Variant
    seed: int = 0

    @property
    def lines(self) -> int:
        """Number of diagonals."""
        return len(ground_of(self.variant).lines)

    def draw(self, random: Random) -> Code:
        """A code drawn from all codes."""
        (masks,) = hidden_codes(ground_of(self.variant), random.randrange(1 << 32), 1).tolist()
        return tuple(masks)

    def answer(self, code: Code, colour: int, diagonal: int) -> int:
        """Answer of a code to a query."""
        line = ground_of(self.variant).lines[diagonal]
        return sum((code[colour] >> field & 1) << place for place, field in enumerate(line))

    def text(self, code: Code) -> str:
        """The colours of its fields."""
        return mask_text(code)

    def left(self, history: History) -> Sampled:
        """Rough knowledge of the codes that beams leave; exact if all of them are listed."""
        return Sampled(self.variant, history, ROUGH, self.seed)

    def is_one(self, history: History) -> bool:
        """Whether beams provably leave exactly one code: no second one is found, and no path was dropped."""
        return is_one(ground_of(self.variant), history)
