"""Least totals of all strategies, with or without weights of the codes, and with a bound in place of the cost of small sets.

At a set every query is tried in order of its lower bound, as long as the bound is below the best cost so far. The lower bound is
the number of codes plus, for each part, a bound that holds wherever no query has more answers than here. The stored lower bounds
are defined by these bounds, which depend on the size of a set and the number of answers only: see `least_rests`.

Codes may have weights, as against a codemaker who chooses: a strategy's cost for each code then counts as often as the code's
weight. It is a sum over layers. The layer of a weight has all codes of this weight or more, and counts as often as the weight
exceeds the next smaller one. A strategy for a set is one for every layer of the set, so bounds are sums over layers.
"""

from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.beams_rules import Beams, Game, Names, codes, patterns, pieces, symmetries
from tafelwerk.proofs.beams.strategy_play import Rules, Set, rules_of, split
from tafelwerk.solvers.machine.jit import kernel

RELAXED = 64
"""Largest set for which the relaxed game is solved with stopping."""

FAR, UNBOUNDED = 1 << 60, 1 << 60
"""Larger than any cost; sums of weighted costs that may be compared with it are smaller."""


@cache
def images(game: Game) -> NDArray[np.int64]:
    """Image of each piece under each symmetry of the board; int64, shape (12, m)."""
    number = {mask: index for index, mask in enumerate(pieces(game))}
    return np.array(
        [
            [
                number[sum(1 << moved[field] for field in range(game.fields) if mask >> field & 1)]
                for mask in pieces(game)
            ]
            for moved in symmetries(game.side)
        ],
        np.int64,
    )


@cache
def least_images(game: Game) -> tuple[tuple[int, ...], ...]:
    """Of each pattern of a small variant, the least of its images under symmetries of the board, which is a pattern, too."""
    alike = np.sort(images(game)[:, patterns(game)], axis=2).transpose(1, 0, 2)
    return tuple(min(map(tuple, rows)) for rows in alike.tolist())


@cache
def within(game: Game) -> NDArray[np.int64]:
    """Largest number of other codes with at most w wrong fields from any code of a small variant; int64, shape (fields + 1,)."""
    masks = np.array(pieces(game), np.int64)
    outside = np.bitwise_count(masks[:, None] & ~masks[None, :]).astype(np.int16)
    every = codes(game)
    counts = np.zeros(game.fields + 1, np.int64)
    for cover in set(least_images(game)):
        wrong = sum(outside[piece, every[:, colour]] for colour, piece in enumerate(cover))
        counts = np.maximum(counts, np.bincount(wrong, minlength=game.fields + 1)[: game.fields + 1].cumsum() - 1)
    return counts


@cache
def least_rests(game: Game, early: bool = False) -> NDArray[np.int64]:
    """Lower bounds of the cost-to-go of sets of n codes where no query has more than a answers; int64, shape
    (answers + 1, codes + 1). With `early` any filling may be laid at any set.

    With fewer than 2 answers a set is guessed, at a cost of at least G(n) = sum over w of max(n - 1 - (others within w), 0). In
    the relaxed game every partition into at most a parts is a query, and any set may be stopped at the cost G(n). Up to RELAXED
    codes the relaxed game is solved. Beyond, the bound is the least sum of depths of trees with a branches, if it never exceeds
    G. Otherwise it is the one of the smallest greater a for which it does not exceed G, and n if there is none.
    """
    number = len(codes(game))
    occurring = rules_of(game).answers[np.unique(patterns(game))]
    answers = max(len(np.unique(column)) for column in occurring.T)
    sizes = np.arange(number + 1)
    near = within(game)
    if early:
        # codes within w wrong fields of a filling are within 2 w of each other; no filling differs from a code in one field
        near = near[np.minimum(2 * np.arange(len(near)), len(near) - 1)]
        near[1] = 0
    guesses = sum(np.maximum(np.maximum(sizes - 1, 0) - others, 0) for others in near.tolist())
    bounds = np.empty((answers + 1, number + 1), np.int64)
    bounds[:2] = guesses
    beyond = np.where(sizes > 1, sizes, 0)
    for few in range(answers, 1, -1):
        trees = _tree_depths(number, few)
        if (trees <= guesses).all():
            beyond = trees
        bounds[few] = beyond
        small = _relaxed_costs(guesses[: RELAXED + 1], few)
        bounds[few, : len(small)] = small
    return bounds


def _tree_depths(most: int, branches: int) -> NDArray[np.int64]:
    """Least sums of the depths of n leaves, n = 0, ..., most, in trees with `branches` branches per node: full levels, with just
    enough leaves of the last level branched."""
    sizes = np.maximum(np.arange(most + 1), 1)
    level, power = np.zeros(most + 1, np.int64), np.ones(most + 1, np.int64)
    while (grows := power * branches <= sizes).any():
        level += grows
        power = np.where(grows, power * branches, power)
    branched = -(-(sizes - power) // (branches - 1))
    sums: NDArray[np.int64] = level * sizes + sizes - power + branched
    return sums


def _relaxed_costs(guesses: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """Cost of the relaxed game with at most `branches` answers, by number of codes, one per entry of `guesses`."""
    # spread[k, n]: least sum over at most k + 1 parts of n codes
    spread = np.full((branches, len(guesses)), FAR)
    spread[:, :2] = 0
    for n in range(2, len(guesses)):
        best = FAR
        for parts in range(1, branches):
            # the first part has fewer codes than all
            split = int((spread[0, 1:n] + spread[parts - 1, n - 1 : 0 : -1]).min())
            best = min(best, split)
            spread[parts, n] = best
        spread[0, n] = min(int(guesses[n]), n + best)
        spread[:, n] = np.minimum(spread[:, n], spread[0, n])
    rests: NDArray[np.int64] = spread[0]
    return rests


class Scratch(NamedTuple):
    """Scratch of the kernels.

    Attributes:
        counts: int64, shape (256, L): zeros; codes by answer and layer.
        sizes: int64, shape (256,): zeros; codes by answer.
        seen: int64, shape (256,): answers of a query.
        often: int64, shape (m L,): zeros; occurrences of pieces, by layer.
        met: int64, shape (3, m L): pieces that occur with a layer, and how often.
        below: int64: codes of the parts of queries, down to each layer, one after the other.
        elements: sets of codes, one behind the other.
        queries: int64, shape (depths, 2, colours D): queries of a set, and lower bounds of their costs.
        parts: int64, shape (depths, 256, 4): begin, end, answer, and a lower bound of the cost-to-go of the parts of a query.
        outcome: int64, shape (2,): parts of a query, and a lower bound of its cost.
        right: int64, shape (colours, fields): weight of the codes that have a colour on a field.
        reached: int64, shape (states,): greatest weight of right fields, by the numbers of fields of each colour.
    """

    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    often: NDArray[np.int64]
    met: NDArray[np.int64]
    below: NDArray[np.int64]
    elements: Set
    queries: NDArray[np.int64]
    parts: NDArray[np.int64]
    outcome: NDArray[np.int64]
    right: NDArray[np.int64]
    reached: NDArray[np.int64]


class Search(NamedTuple):
    """Weights, bounds and limits. Behind the pieces of each element is the layer of its codes' weight.

    Attributes:
        scratch: scratch of the kernels.
        least: int64, shape (answers + 1, codes + 1): bounds of `least_rests`.
        weight: int64, shape (L,): weights of the layers, the greatest first.
        steps: int64, shape (L,): difference of each weight to the next smaller one, of the last to 0.
        size: fields per colour.
        exact, allowed, late, early: as in `LeastCost`, `allowed` as `most` there.
    """

    scratch: Scratch
    least: NDArray[np.int64]
    weight: NDArray[np.int64]
    steps: NDArray[np.int64]
    size: int
    exact: int
    allowed: int
    late: int
    early: bool


@kernel
def number_of(lines: int) -> int:
    """Number of lines in a mask."""
    number = 0
    while lines:
        lines &= lines - 1
        number += 1
    return number


@kernel
def late_cost(search: Search, codes: int, answers: int, asked: int) -> int:
    """Lower bound of the late costs of a set after some queries where no query has more answers; 0 after the queries allowed,
    since they are charged to the last set in time."""
    reached = 1
    for _ in range(asked, search.allowed if search.late else asked):
        if reached < codes:
            reached *= answers
    return search.late * (codes - reached) if reached < codes and asked <= search.allowed else 0


@kernel
def survey(rules: Rules, search: Search, subset: Set, used: int, used_lines: int, depth: int) -> tuple[int, int]:
    """List the queries that split a set, with lower bounds of their costs: their number, and the most answers of one.

    A query that tells all codes apart is listed alone. Of the colours that were not asked, one is.
    """
    scratch = search.scratch
    sizes, seen, often, met, counts = scratch.sizes, scratch.seen, scratch.often, scratch.met, scratch.counts
    queries, promises = scratch.queries[depth, 0], scratch.queries[depth, 1]
    layers, colours, all_codes = search.steps.shape[0], subset.shape[1] - 1, subset.shape[0] * rules.weight[used]
    total: int = 0
    for row in range(subset.shape[0]):
        total += search.weight[subset[row, colours]] * rules.weight[used]
    most, listed, held = 0, 0, 0
    for colour in range(min(used + 1, colours)):
        end = colours if colour == used else colour + 1
        unit = rules.weight[used + 1] if colour == used else rules.weight[used]
        pairs = 0
        for row in range(subset.shape[0]):
            layer = subset[row, colours]
            for column in range(colour, end):
                pair = subset[row, column] * layers + layer
                if often[pair] == 0:
                    met[0, pairs], met[1, pairs], met[2, pairs] = subset[row, column], layer, pair
                    pairs += 1
                often[pair] += unit
        is_enough = False
        for line in range(rules.answers.shape[1]):
            if used_lines >> line & 1 or is_enough:
                continue
            parts = 0
            for index in range(pairs):
                answer, codes = rules.answers[met[0, index], line], often[met[2, index]]
                if sizes[answer] == 0:
                    seen[parts] = answer
                    parts += 1
                sizes[answer] += codes
                counts[answer, met[1, index]] += codes
            is_enough = parts == all_codes
            if is_enough:
                listed, held = 0, 0
            if parts > 1:
                queries[listed], promises[listed] = colour << 8 | line, parts
                listed += 1
                most = max(most, parts)
            for part in range(parts):
                codes = 0
                for layer in range(layers):
                    codes += counts[seen[part], layer]
                    counts[seen[part], layer] = 0
                    search.scratch.below[held + layer] = codes
                sizes[seen[part]] = 0
                if parts > 1:
                    held += layers
        for index in range(pairs):
            often[met[2, index]] = 0
        if is_enough:
            break
    asked, held = number_of(used_lines), 0
    if asked == search.allowed:
        total += search.late * all_codes
    for index in range(listed):
        end, promises[index] = held + promises[index] * layers, total
        while held < end:
            for layer in range(layers):
                promises[index] += search.steps[layer] * search.least[most, search.scratch.below[held + layer]]
            held += layers
            promises[index] += late_cost(search, search.scratch.below[held - 1], most, asked + 1)
    return listed, most


@kernel
def floor_of(rules: Rules, search: Search, subset: Set, used: int, asked: int, most: int) -> int:
    """Lower bound of the cost-to-go of a set after `asked` queries where no query has more than `most` answers."""
    counts, colours = search.scratch.counts[0], subset.shape[1] - 1
    for row in range(subset.shape[0]):
        counts[subset[row, colours]] += rules.weight[used]
    total, codes = 0, 0
    for layer in range(counts.shape[0]):
        codes += counts[layer]
        counts[layer] = 0
        total += search.steps[layer] * search.least[most, codes]
    return total + late_cost(search, codes, most, asked)


@kernel
def next_query(
    rules: Rules,
    search: Search,
    subset: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    index: int,
    limit: int,
    rows: Set,
) -> int:
    """Place in `queries`, shape (2, n), of the next query that may cost less than the limit; -1 if there is none.

    Its parts are written to `rows` and to the first of the scratch `parts`, with bounds of their costs-to-go: from their sizes,
    then from their queries while the sum is below the limit.
    """
    parts, greatest = search.scratch.parts[0], search.least.shape[0] - 1
    weight: int = 0
    for row in range(subset.shape[0]):
        weight += search.weight[subset[row, subset.shape[1] - 1]] * rules.weight[used]
    asked = number_of(used_lines)
    if asked == search.allowed:
        weight += search.late * subset.shape[0] * rules.weight[used]
    while index < queries.shape[1] and queries[1, index] < limit:
        query, total = queries[0, index], weight
        after, lines_after = max(used, (query >> 8) + 1), used_lines | 1 << (query & 255)
        part_count = split(rules, search.scratch.sizes, search.scratch.seen, subset, used, query, rows, parts)
        for part in range(part_count):
            below = rows[parts[part, 0] : parts[part, 1]]
            parts[part, 3] = floor_of(rules, search, below, after, asked + 1, greatest)
            total += parts[part, 3]
        for part in range(part_count):
            below = rows[parts[part, 0] : parts[part, 1]]
            if total < limit and below.shape[0] * rules.weight[after] > max(search.exact, 1):
                listed, _ = survey(rules, search, below, after, lines_after, 0)
                # 0 where no query splits the part: it is guessed
                promise = search.scratch.queries[0, 1, 0] if listed else 0
                for other in range(1, listed):
                    promise = min(promise, search.scratch.queries[0, 1, other])
                if search.early:
                    promise = min(promise, floor_of(rules, search, below, after, asked + 1, 1))
                total += promise - parts[part, 3]
                parts[part, 3] = promise
        if total < limit:
            search.scratch.outcome[0], search.scratch.outcome[1] = part_count, total
            return index
        index += 1
    return -1


@kernel
def guess(rules: Rules, search: Search, subset: Set, used: int) -> int:
    """Weighted wrong fields of the best guess of a set."""
    colours = subset.shape[1] - 1
    spare, best = colours - used, 1 << 62
    for row in range(subset.shape[0]):
        for way in range(rules.weight[used]):
            total: int = 0
            for other in range(subset.shape[0]):
                weight = search.weight[subset[other, colours]]
                for other_way in range(rules.weight[used]):
                    for colour in range(colours):
                        mine = his = colour
                        if colour >= used:
                            mine = used + rules.orders[spare, way, colour - used]
                            his = used + rules.orders[spare, other_way, colour - used]
                        total += weight * rules.wrong[subset[row, mine], subset[other, his]]
            best = min(best, total)
    return best


@kernel
def filling(rules: Rules, search: Search, subset: Set, used: int) -> int:
    """Weighted wrong fields of the best filling for a set, found field by field, for all numbers of fields that the colours have
    so far. The number of the last colour follows."""
    colours, right, reached, base = subset.shape[1] - 1, search.scratch.right, search.scratch.reached, search.size + 1
    right[:] = 0
    total: int = 0
    for row in range(subset.shape[0]):
        weight = search.weight[subset[row, colours]]
        total += weight * rules.weight[used]
        for column in range(colours):
            for field in range(right.shape[1]):
                if not rules.masks[subset[row, column]] >> field & 1:
                    continue
                if column < used:
                    right[column, field] += weight * rules.weight[used]
                else:
                    for colour in range(used, colours):
                        right[colour, field] += weight * rules.weight[used + 1]
    reached[:] = -1
    reached[0] = 0
    for field in range(right.shape[1]):
        for state in range(reached.shape[0] - 1, -1, -1):
            best: int = -1
            last, step = field + 1, 1
            for colour in range(colours - 1):
                held = state // step % base
                last -= held
                if held and reached[state - step] >= 0:
                    best = max(best, reached[state - step] + right[colour, field])
                step *= base
            if last > 0 and reached[state] >= 0:
                best = max(best, reached[state] + right[colours - 1, field])
            reached[state] = best if 0 <= last < base else -1
    return int(total * right.shape[1] - reached[reached.shape[0] - 1])


@kernel
def least_cost(rules: Rules, search: Search, subset: Set, used: int, used_lines: int, depth: int, limit: int) -> int:
    """Cost-to-go of a set of at most `exact` codes after `depth` queries, if below the limit; otherwise a number from the limit
    to the cost-to-go. FAR if more than the allowed queries are needed."""
    if subset.shape[0] * rules.weight[used] == 1:
        return 0
    scratch, parts = search.scratch, search.scratch.parts[depth]
    queries, promises = scratch.queries[depth, 0], scratch.queries[depth, 1]
    listed, most = survey(rules, search, subset, used, used_lines, depth)
    stop = filling(rules, search, subset, used) if search.early else limit
    if listed == 0 and search.early:
        return stop
    if listed == 0:
        return guess(rules, search, subset, used) + late_cost(search, subset.shape[0] * rules.weight[used], 1, depth)
    if depth >= search.allowed and not search.late:
        return FAR
    best = min(limit, stop)
    for done in range(listed):
        # the query of least bound among those left
        first = done
        for candidate in range(done + 1, listed):
            if promises[candidate] < promises[first]:
                first = candidate
        if promises[first] >= best:
            break
        query, total = queries[first], promises[first]
        queries[first], promises[first] = queries[done], promises[done]
        queries[done], promises[done] = query, total
        after, lines_after = max(used, (query >> 8) + 1), used_lines | 1 << (query & 255)
        rows = scratch.elements[depth]
        for part in range(split(rules, scratch.sizes, scratch.seen, subset, used, query, rows, parts)):
            if total >= best:
                break
            below = rows[parts[part, 0] : parts[part, 1]]
            if below.shape[0] * rules.weight[after] > 1:
                floor = floor_of(rules, search, below, after, depth + 1, most)
                value = least_cost(rules, search, below, after, lines_after, depth + 1, best - total + floor)
                total += max(value, floor) - floor
        best = min(best, total)
    return best


SMALL = 60
"""Largest number of codes of sets that the kernel searches."""


@dataclass
class LeastCost:
    """A search for the least total of a small variant.

    Attributes:
        game: the variant.
        above: sets of at most this many codes, but more than `exact`, count with their least lower bound.
        exact: sets of at most this many codes are searched to the end.
        most: greatest number of queries for a code; a game ends where no query splits the codes left.
        late: what a code of more queries, or with wrong fields, costs besides; 0: no code may take more. Not with weights.
        early: whether any filling may be laid at any set, which ends the game. Not with the limits.
        weights: weight of each pattern's codes; equal for patterns that symmetries of the board map to each other.

    Raises:
        ValueError: the sum of the weights is so large that a cost may not fit in 62 bits.
    """

    game: Game
    above: int = SMALL
    exact: int = SMALL
    most: int = FAR
    late: int = 0
    early: bool = False
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        count, queries, depths = len(patterns(self.game)), self.game.colours * self.game.lines, self.game.lines + 2
        if sum(self.weights) * factorial(self.game.colours) * (self.game.lines + self.game.fields) >= UNBOUNDED:
            raise ValueError(f"weights of sum {sum(self.weights)} are too large")
        self._rules, self._names = rules_of(self.game), Names(self.game)
        self._known: dict[Beams, tuple[int, bool]] = {}
        negative, layer = np.unique(-np.array(self.weights or [1] * count), return_inverse=True)
        self._patterns = np.column_stack([patterns(self.game), layer.reshape(-1)]).astype(np.uint16)
        pairs, size = len(self._rules.masks) * len(negative), self.game.size
        scratch = Scratch(
            counts=np.zeros((256, len(negative)), np.int64),
            sizes=np.zeros(256, np.int64),
            seen=np.zeros(256, np.int64),
            often=np.zeros(pairs, np.int64),
            met=np.zeros((3, pairs), np.int64),
            below=np.zeros(256 * queries * len(negative), np.int64),
            elements=np.zeros((depths, max(self.exact, 1), self.game.colours + 1), np.uint16),
            queries=np.zeros((depths, 2, queries), np.int64),
            parts=np.zeros((depths, 256, 4), np.int64),
            outcome=np.zeros(2, np.int64),
            right=np.zeros((self.game.colours, self.game.fields), np.int64),
            reached=np.zeros((size + 1) ** (self.game.colours - 1), np.int64),
        )
        least, steps = least_rests(self.game, self.early), -np.diff(-negative, append=0)
        limits = size, self.exact, self.most, self.late, self.early
        self._search = Search(scratch, least, -negative, steps, *limits)

    def total(self, limit: int = FAR) -> int:
        """Least total if it is below the limit; otherwise some number that is not below the limit."""
        return self._value(self._patterns, (), limit)

    def _value(self, subset: Set, beams: Beams, limit: int) -> int:
        """Cost-to-go of the set that beams leave, if below the limit; otherwise a number from the limit to the cost-to-go."""
        used, used_lines = len({colour for colour, _, _ in beams}), sum(1 << line for _, line, _ in beams)
        count = len(subset) * int(self._rules.weight[used])
        if count <= self.exact:
            return int(least_cost(self._rules, self._search, subset, used, used_lines, len(beams), limit))
        name = self._names.name(beams)
        known, is_exact = self._known.get(name, (0, False))
        if is_exact or known >= limit:
            return known
        listed, _ = survey(self._rules, self._search, subset, used, used_lines, 0)
        queries = self._search.scratch.queries[0, :, :listed]
        stop = int(filling(self._rules, self._search, subset, used)) if self.early else limit
        if not listed and self.early:
            return stop
        if not listed:
            wrong = guess(self._rules, self._search, subset, used)
            return int(wrong + late_cost(self._search, count, 1, len(beams)))
        if len(beams) >= self.most and not self.late:
            return FAR
        if count <= self.above:
            return int(queries[1].min())
        queries = queries[:, np.argsort(queries[1], kind="stable")]
        if not beams:
            queries = queries[:, [not self._names.is_later_image(query & 255) for query in queries[0].tolist()]]
        best = self._best(subset, beams, np.ascontiguousarray(queries), min(limit, stop))
        self._known[name] = best, best < limit
        return best

    def _best(self, subset: Set, beams: Beams, queries: NDArray[np.int64], limit: int) -> int:
        """Cost-to-go of a set with the best of some queries, by ascending lower bound; the limit if the cost is not below it."""
        used, used_lines = len({colour for colour, _, _ in beams}), sum(1 << line for _, line, _ in beams)
        rows, index = np.empty((len(subset) * max(self.game.colours - used, 1), self.game.colours + 1), np.uint16), 0
        while True:
            index = next_query(self._rules, self._search, subset, used, used_lines, queries, index, limit, rows)
            if index < 0:
                return limit
            part_count, total = self._search.scratch.outcome.tolist()
            colour, line = divmod(int(queries[0, index]), 256)
            weight = int(self._rules.weight[max(used, colour + 1)])
            parts = self._search.scratch.parts[0, :part_count].tolist()
            for begin, end, answer, floor in sorted(parts, key=lambda part: part[1] - part[0]):
                count = (end - begin) * weight
                # between the two limits the floor, a lower bound, is the value
                if total < limit and (count > self.above or 1 < count <= self.exact or not floor):
                    below = self._value(rows[begin:end], (*beams, (colour, line, answer)), limit - total + floor)
                    total += below - floor
            limit, index = min(limit, total), index + 1


@cache
def least_total(
    game: Game, limit: int = FAR, above: int = SMALL, exact: int = SMALL, most: int = FAR, late: int = 0
) -> int:
    """Least total of a game without weights if it is below the limit; strategies and bounds that a book has beside each other
    ask for the same ones. Arguments as of `LeastCost`."""
    return LeastCost(game, above, exact, most, late).total(limit)
