"""Claims about the variants in which the codemaker chooses, too: values and both mixtures; best replies by branch and bound.

The second program for least weighted costs searches the listed codes of a small variant. A strategy's cost for each code
counts as often as the code's weight. It is a sum over layers: the layer of a weight has all codes of this weight or more, and
counts as often as the weight exceeds the next smaller one. A strategy for a set is one for every layer of the set. So the
bound of `least_rests`, which holds for any n codes, gives a bound layer by layer.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import FAMILY
from tafelwerk.proofs.beams import beams_rules
from tafelwerk.proofs.beams.least_totals import count_parts, group, least_rests
from tafelwerk.proofs.beams.strategy_play import rules_of
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.mixtures import HiddenCode, best_replies, mixtures_replayed
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

SMALL = 48
"""Largest number of codes of sets that the kernel searches."""

UNBOUNDED = 1 << 62

Codes = NDArray[np.int64]


class WeightedCodes(NamedTuple):
    """A variant whose n codes have weights of L different sizes, for kernels; D diagonals.

    Attributes:
        diagonals: D.
        answers: uint8, shape (n, colours D): answers by code and query.
        weight: int64, shape (n,): weights.
        layer: int64, shape (n,): place of the weight among all, the greatest first.
        steps: int64, shape (L,): difference of each weight to the next smaller one, of the last to 0.
        least: int64, shape (answers + 1, n + 1): bounds of `least_rests`.
        wrong: int64, shape (n, n): wrong fields, by guess and code.
        counts: int64, shape (256, L): zeros; codes by answer and layer.
        sizes: int64, shape (256,): zeros; codes by answer.
        seen: int64, shape (256,): answers of a query.
        rows: int64, shape (depths, SMALL): small sets.
        queries, promises: int64, shape (depths, colours D): queries of small sets, and lower bounds of their costs.
    """

    diagonals: int
    answers: NDArray[np.uint8]
    weight: NDArray[np.int64]
    layer: NDArray[np.int64]
    steps: NDArray[np.int64]
    least: NDArray[np.int64]
    wrong: NDArray[np.int64]
    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    rows: NDArray[np.int64]
    queries: NDArray[np.int64]
    promises: NDArray[np.int64]


class LeastWeightedCost:
    """Least weighted costs of a small variant.

    Args:
        game: the variant.
        weights: weight of each code, in the order of `beams_rules.codes`; equal for codes that symmetries of the board and
            renamings of colours map to each other.

    Raises:
        ValueError: the sum of the weights is so large that a cost may not fit in 62 bits.
    """

    def __init__(self, game: beams_rules.Game, weights: Sequence[int]) -> None:
        if sum(weights) * (game.lines + game.fields) >= UNBOUNDED:
            raise ValueError(f"weights of sum {sum(weights)} are too large")
        self._game, self._names = game, beams_rules.Names(game)
        self._known: dict[beams_rules.Beams, tuple[int, bool]] = {}
        code_pieces, weight = beams_rules.codes(game), np.array(weights, np.int64)
        masks = np.array(beams_rules.pieces(game), np.int64)[code_pieces]
        sizes, layer = np.unique(-weight, return_inverse=True)
        queries, depths = game.colours * game.lines, game.lines + 2
        self._codes = WeightedCodes(
            diagonals=game.lines,
            answers=np.ascontiguousarray(rules_of(game).answers[code_pieces].reshape(len(code_pieces), queries)),
            weight=weight,
            layer=layer.reshape(-1),
            steps=-np.diff(-sizes, append=0),
            least=least_rests(game),
            wrong=np.bitwise_count(masks[:, None] & ~masks[None, :]).sum(axis=2, dtype=np.int64),
            counts=np.zeros((256, len(sizes)), np.int64),
            sizes=np.zeros(256, np.int64),
            seen=np.zeros(256, np.int64),
            rows=np.zeros((depths, SMALL), np.int64),
            queries=np.zeros((depths, queries), np.int64),
            promises=np.zeros((depths, queries), np.int64),
        )

    def at_least(self, limit: int) -> int:
        """The least weighted cost of all strategies if it is below a limit; otherwise the limit."""
        return min(limit, self._value(np.arange(len(self._codes.weight)), (), limit))

    def _value(self, subset: Codes, beams: beams_rules.Beams, limit: int) -> int:
        """Cost-to-go of the set that beams leave, if below the limit; otherwise a number from the limit to the cost-to-go."""
        used, used_lines = _used(beams)
        if len(subset) <= SMALL:
            self._codes.rows[0, : len(subset)] = subset
            return int(least_kernel(self._codes, 0, len(subset), used, used_lines, limit))
        name = self._names.name(beams)
        known, is_exact = self._known.get(name, (0, False))
        if is_exact or known >= limit:
            return known
        queries, promises = self._codes.queries[0].copy(), self._codes.promises[0].copy()
        query_count, most = survey_kernel(self._codes, subset, used, used_lines, queries, promises)
        if not query_count:
            return int(guess_kernel(self._codes, subset))
        best = limit
        for index in np.argsort(promises[:query_count], kind="stable").tolist():
            if promises[index] >= best:
                break
            query = int(queries[index])
            if beams or not self._names.is_later_image(query % self._game.lines):
                best = min(best, self._after(subset, beams, query, int(promises[index]), most, best))
        self._known[name] = best, best < limit
        return best

    def _after(self, subset: Codes, beams: beams_rules.Beams, query: int, total: int, most: int, limit: int) -> int:
        """Cost-to-go with a first query whose lower bound is `total`, if below the limit; otherwise a number not below it."""
        colour, line = divmod(query, self._game.lines)
        answers = self._codes.answers[subset, query]
        parts = [(subset[answers == hits], (*beams, (colour, line, int(hits)))) for hits in np.unique(answers)]
        parts.sort(key=lambda part: len(part[0]))
        floors = [int(bound_kernel(self._codes, part, most)) for part, _ in parts]
        for glance in (True, False):
            for index, (part, after) in enumerate(parts):
                if total >= limit:
                    return total
                if len(part) > 1 and (not glance or len(part) > SMALL):
                    room = limit - total + floors[index]
                    bound = max(floors[index], self._glance(part, after) if glance else self._value(part, after, room))
                    total += bound - floors[index]
                    floors[index] = bound
        return total

    def _glance(self, subset: Codes, beams: beams_rules.Beams) -> int:
        """A lower bound of the cost-to-go from one pass over all queries."""
        name = self._names.name(beams)
        if name in self._known:
            return self._known[name][0]
        queries, promises = self._codes.queries[0], self._codes.promises[0]
        query_count, _ = survey_kernel(self._codes, subset, *_used(beams), queries, promises)
        bound = int(promises[:query_count].min()) if query_count else int(guess_kernel(self._codes, subset))
        self._known[name] = bound, not query_count
        return bound


def _used(beams: beams_rules.Beams) -> tuple[int, int]:
    """Number of colours asked, and the diagonals asked as bits."""
    return len({colour for colour, _, _ in beams}), sum(1 << line for _, line, _ in beams)


@kernel
def survey_kernel(
    weighed: WeightedCodes,
    subset: Codes,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
) -> tuple[int, int]:
    """List the queries that split a set, with lower bounds of their costs: their number, and the most answers of one.

    Of the colours that were not asked, one is.
    """
    sizes, seen, counts, answers = weighed.sizes, weighed.seen, weighed.counts, weighed.answers
    count, query_count, most = subset.shape[0], 0, 0
    for query in range(min((used + 1) * weighed.diagonals, answers.shape[1])):
        if used_lines >> (query % weighed.diagonals) & 1:
            continue
        parts = count_parts(subset, answers, query, sizes)
        if parts > 1:
            queries[query_count] = query
            query_count += 1
            most = max(most, parts)
    weight: int = 0
    for row in range(count):
        weight += weighed.weight[subset[row]]
    for index in range(query_count):
        parts, promise = 0, weight
        for row in range(count):
            code = subset[row]
            answer = answers[code, queries[index]]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += 1
            counts[answer, weighed.layer[code]] += 1
        for part in range(parts):
            promise += _bound_of(weighed, seen[part], most)
        promises[index] = promise
    return query_count, most


@kernel
def _bound_of(weighed: WeightedCodes, answer: int, most: int) -> int:
    """Lower bound of the cost-to-go of the codes counted for an answer, which are forgotten."""
    total, codes = 0, 0
    for layer in range(weighed.steps.shape[0]):
        codes += weighed.counts[answer, layer]
        weighed.counts[answer, layer] = 0
        total += weighed.steps[layer] * weighed.least[most, codes]
    weighed.sizes[answer] = 0
    return total


@kernel
def bound_kernel(weighed: WeightedCodes, subset: Codes, most: int) -> int:
    """Lower bound of the cost-to-go of a set where no query has more than `most` answers."""
    for row in range(subset.shape[0]):
        weighed.counts[0, weighed.layer[subset[row]]] += 1
    return _bound_of(weighed, 0, most)


@kernel
def guess_kernel(weighed: WeightedCodes, subset: Codes) -> int:
    """Weighted wrong fields of the best guess of a set."""
    best: int = UNBOUNDED
    for guess in range(subset.shape[0]):
        total: int = 0
        for row in range(subset.shape[0]):
            total += weighed.weight[subset[row]] * weighed.wrong[subset[guess], subset[row]]
        best = min(best, total)
    return best


@kernel
def least_kernel(weighed: WeightedCodes, depth: int, count: int, used: int, used_lines: int, limit: int) -> int:
    """Cost-to-go of the codes in a row of `rows` if below the limit, otherwise a number from the limit to the cost-to-go."""
    subset = weighed.rows[depth, :count]
    if count == 1:
        return 0
    queries, promises = weighed.queries[depth], weighed.promises[depth]
    query_count, most = survey_kernel(weighed, subset, used, used_lines, queries, promises)
    if query_count == 0:
        return guess_kernel(weighed, subset)
    best = limit
    for done in range(query_count):
        # the query of least bound among those left
        first = done
        for candidate in range(done + 1, query_count):
            if promises[candidate] < promises[first]:
                first = candidate
        if promises[first] >= best:
            break
        query, total = queries[first], promises[first]
        queries[first], promises[first] = queries[done], promises[done]
        queries[done], promises[done] = query, total
        after, lines_after = max(used, query // weighed.diagonals + 1), used_lines | 1 << (query % weighed.diagonals)
        begin = 0
        while begin < count and total < best:
            end = group(subset, begin, count, weighed.answers, query)
            if end - begin > 1:
                for row in range(begin, end):
                    weighed.rows[depth + 1, row - begin] = subset[row]
                floor = bound_kernel(weighed, subset[begin:end], most)
                value = least_kernel(weighed, depth + 1, end - begin, after, lines_after, best - total + floor)
                total += max(value, floor) - floor
            begin = end
        best = min(best, total)
    return best


SECONDS = 10.0
"""CPU time of a best reply in 3c6p."""


def claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["variant"] for build in stored if "codemaker" in build})
    yield complete(book, f"{FAMILY}.adversaries", ("variant",), lambda: {"variant": names})
    yield mixtures_replayed(book, FAMILY, "variant", names, _hidden_code, 2.0)
    if names:
        method = "best replies by branch and bound"
        yield best_replies(book, FAMILY, "variant", names, _hidden_code, _least_searched, method, SECONDS)


def _least_searched(name: str, weights: Sequence[int], limit: int) -> int:
    return LeastWeightedCost(beams_rules.GAMES[name], weights).at_least(limit)


def _hidden_code(name: str) -> HiddenCode:
    game = beams_rules.GAMES[name]
    return HiddenCode(*_classes(game), partial(_replay, game))


def _classes(game: beams_rules.Game) -> tuple[NDArray[np.int64], list[str]]:
    """Class of each code, in the order of the first codes; first code of each class."""
    covers = [
        frozenset(beams_rules.pieces(game)[piece] for piece in pattern)
        for pattern in beams_rules.patterns(game).tolist()
    ]
    index_of = {cover: number for number, cover in enumerate(covers)}
    least = []
    for cover in covers:
        images = (
            [[moved[field] for field in beams_rules.bits(mask)] for mask in cover]
            for moved in beams_rules.symmetries(game.side)
        )
        least.append(
            min(index_of[frozenset(sum(1 << field for field in piece) for piece in image)] for image in images)
        )
    first, of = np.unique(least, return_inverse=True)
    ways = len(beams_rules.codes(game)) // len(covers)
    every = np.repeat(of.reshape(-1), ways)
    texts = [_text(game, beams_rules.codes(game)[pattern * ways]) for pattern in first.tolist()]
    return every, texts


def _text(game: beams_rules.Game, code: Sequence[int]) -> str:
    """The colours of a code's fields."""
    masks = [beams_rules.pieces(game)[piece] for piece in code]
    return "".join(
        str(1 + next(colour for colour, mask in enumerate(masks) if mask >> field & 1)) for field in range(game.fields)
    )


def _replay(game: beams_rules.Game, nodes: Sequence[tuple[Any, ...]]) -> NDArray[np.int64] | None:
    """Cost of a stored strategy for each code; None if the nodes are no strategy by the rules."""
    code_pieces, answers = beams_rules.codes(game), beams_rules.piece_answers(game)
    number = {_text(game, code): index for index, code in enumerate(code_pieces)}
    masks = np.array(beams_rules.pieces(game), np.int64)
    spent, done = np.zeros(len(code_pieces), np.int64), np.zeros(len(code_pieces), np.bool_)
    # per node: the codes left, their answers (None after a guess), the diagonals used
    sets: list[tuple[NDArray[np.int64], NDArray[np.uint8] | None, int]] = []
    for index, (node, parent, answer, query) in enumerate(nodes):
        if node != index or (parent is None) != (index == 0) or (parent is not None and parent >= index):
            return None
        here, used = np.arange(len(code_pieces)), 0
        if parent is not None:
            above, replies, used = sets[parent]
            if replies is None:
                return None
            here = above[[beams_rules.hits_text(hits) == answer for hits in replies.tolist()]]
        if len(here) < 2:
            return None
        if query in number:
            # by the rules a code left is guessed where no unused diagonal distinguishes the codes left
            free = [line for line in range(game.lines) if not used >> line & 1]
            if number[query] not in here or any(np.ptp(answers[code_pieces[here]][:, :, free], axis=0).ravel()):
                return None
            guess = masks[code_pieces[number[query]]]
            spent[here] += np.bitwise_count(guess & ~masks[code_pieces[here]]).sum(axis=1)
            done[here] = True
            sets.append((here, None, used))
            continue
        colour, _, line = query.partition("@")
        if not (
            colour.isdecimal()
            and line.isdecimal()
            and 1 <= int(colour) <= game.colours
            and 1 <= int(line) <= game.lines
        ):
            return None
        if used >> int(line) - 1 & 1:
            return None
        replies = answers[code_pieces[here, int(colour) - 1], int(line) - 1]
        distinct, back, counts = np.unique(replies, return_inverse=True, return_counts=True)
        if len(distinct) < 2:
            return None
        spent[here] += 1
        done[here[counts[back.reshape(-1)] == 1]] = True
        sets.append((here, replies, used | 1 << int(line) - 1))
    children = {(parent, answer) for _, parent, answer, _ in nodes[1:]}
    return spent if done.all() and len(children) == len(nodes) - 1 else None
