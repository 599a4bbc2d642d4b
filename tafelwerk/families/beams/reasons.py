"""Reasons for a strategy's query, computed from the codes left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.errors import InputError
from tafelwerk.families.beams.advice import next_of
from tafelwerk.families.beams.answers import Explanation, Guess, Next, Query, Solved, UnprovedQuery
from tafelwerk.families.beams.look_ups import get_step
from tafelwerk.families.beams.problems import knowledge_of
from tafelwerk.families.beams.rules.board import STORED, is_listed, variant_of
from tafelwerk.families.beams.rules.history import Beam, answer_text, query_text, read_query
from tafelwerk.families.beams.rules.strategies import STAND_IN, Entropy, Strategy
from tafelwerk.rules.entropy import Alpha, order_name, renyi
from tafelwerk.solvers.beams.codes_left import Knowledge
from tafelwerk.solvers.beams.entropy_queries import Parts
from tafelwerk.solvers.deduction.partition_entropy import entropy_ranks
from tafelwerk.tables.book import Book
from tafelwerk.tables.explanation import AnswerPart, QueryOption, TreeNode

MOST_PRICED = 60_000
"""Largest number of codes left for which the cost of every listed query is computed."""


SMALL = 64
"""Largest number of codes left for which the whole tree is given."""


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A query: colour, diagonal, number of codes by answer, rank of its entropy, and number of queries that it stands for."""

    colour: int
    diagonal: int
    parts: dict[int, int]
    rank: int
    alike: int


def explain(book: Book, variant: str, strategy: Strategy, beams: tuple[Beam, ...], most: int) -> Explanation:
    """Reasons for a strategy's query after any beams; lists `most` queries.

    Raises:
        InputError: the strategy is not searched there, or no code is left.
    """
    return _Run(book, variant, strategy, beams, most).explanation()


class _Run:
    """One explanation."""

    def __init__(self, book: Book, variant: str, strategy: Strategy, beams: tuple[Beam, ...], most: int) -> None:
        self.book, self.variant, self.strategy, self.beams, self.most = book, variant, strategy, beams, most
        self.alpha: Alpha = strategy.alpha if isinstance(strategy, Entropy) else STAND_IN.alpha
        self.mixed = strategy.tie == "mix"

    def explanation(self) -> Explanation:
        """The answer."""
        left = self._left(self.beams)
        chosen = self._stored() or next_of(left, self.strategy)
        if isinstance(chosen, UnprovedQuery):
            raise InputError(
                f"--strategy {self.strategy.name} is not searched with {left.remaining:,} codes left; "
                f"take --strategy {STAND_IN.name}"
            )
        if not isinstance(chosen, Query):
            return self._ended(chosen)
        ranked = self._ranked(left)
        asked = read_query(chosen.query, variant_of(self.variant))
        listed = ranked[: self.most]
        if all((one.colour, one.diagonal) != asked for one in listed):
            place = next(one for one in ranked if (one.colour, one.diagonal) == asked)
            listed = [place, *listed[: self.most - 1]]
        entropic = isinstance(self.strategy, Entropy)
        priced = not self.mixed and is_listed(self.variant) and left.remaining <= MOST_PRICED
        costs = [self._cost(one, left.remaining) if priced else None for one in listed]
        least = min((cost for cost in costs if cost is not None), default=None)
        moves = [
            self._option(one, cost, one.rank == 0 if entropic else cost is not None and cost == least)
            for one, cost in zip(listed, costs, strict=True)
        ]
        if not entropic:
            moves.sort(key=lambda one: (one.move != chosen.query, one.expected is None, one.expected or 0.0))
        return Explanation(
            query=chosen.query,
            remaining=left.remaining,
            expected=chosen.expected,
            measure=order_name(self.alpha).replace("h", "H_", 1) if entropic else "expected",
            order=order_name(self.alpha)[1:],
            tied=sum(one.alike for one in ranked if one.rank == 0) if entropic else None,
            tied_possible=None,
            tie=str(self.strategy.tie) if entropic else None,
            moves=tuple(moves),
            queries=sum(one.alike for one in ranked),
            answers=tuple(self._answers(asked, chosen, priced)),
            tree=tuple(self._nodes(chosen, self.beams, 1)) if left.remaining <= SMALL and not self.mixed else (),
        )

    def _stored(self) -> Query | None:
        """Query of the stored tree, if there is one."""
        if self.variant not in STORED:
            return None
        found = get_step(self.book, self.variant, self.strategy, self.beams)
        return found if isinstance(found, Query) else None

    def _ended(self, found: Next) -> Explanation:
        """Explanation if one code is left, or no query distinguishes those left."""
        order = order_name(self.alpha)[1:]
        if isinstance(found, Guess):
            return Explanation.without_query(found.guess, found.remaining, found.expected, order, guessed=True)
        assert isinstance(found, Solved)
        return Explanation.without_query(found.solved, 1, 0.0, order)

    def _left(self, beams: Sequence[Beam]) -> Knowledge:
        return knowledge_of(self.variant, tuple(beams), self.book.path)

    def _ranked(self, left: Knowledge) -> list[_Ranked]:
        """All queries that split the codes left, by descending entropy, then in the order of the tie rule."""
        colours, used = left.problem.variant.colours, len(left.asked)
        others = min(set(range(colours)) - set(left.asked), default=0)
        table = Parts(left.problem, left.counts, used)
        gone = {beam.diagonal for beam in self.beams}
        found = []
        for place in range(len(table.table)):
            colour, alike = (left.asked[place], 1) if place < used else (others, colours - used)
            for diagonal in range(len(left.problem.diagonals)):
                parts = table.of(place, diagonal)
                if diagonal not in gone and len(parts) > 1:
                    found.append((colour, diagonal, parts, alike))
        partitions = list(dict.fromkeys(tuple(sorted(parts.values())) for _, _, parts, _ in found))
        ranks = dict(zip(partitions, entropy_ranks(self.alpha, partitions, self.most), strict=True))
        ranked = [
            _Ranked(colour, diagonal, parts, ranks[tuple(sorted(parts.values()))], alike)
            for colour, diagonal, parts, alike in found
        ]
        across = self.strategy.tie == "lex-d"
        return sorted(
            ranked,
            key=lambda one: (one.rank, *((one.diagonal, one.colour) if across else (one.colour, one.diagonal))),
        )

    def _option(self, one: _Ranked, cost: Fraction | None, best: bool) -> QueryOption:
        sizes = list(one.parts.values())
        return QueryOption(
            move=query_text(one.colour, one.diagonal),
            best=best,
            alike=one.alike,
            parts=len(sizes),
            largest=max(sizes),
            left=sum(size * size for size in sizes) / sum(sizes),
            entropy=renyi(self.alpha, sizes),
            possible=None,
            expected=None if cost is None else float(cost),
        )

    def _below(self, colour: int, diagonal: int, hits: int) -> Next:
        """Next step of the strategy after one more beam."""
        return next_of(self._left([*self.beams, Beam(colour, diagonal, hits)]), self.strategy)

    def _nodes(self, query: Query, beams: tuple[Beam, ...], depth: int) -> Iterator[TreeNode]:
        """The nodes of the strategy's tree below a query."""
        asked = read_query(query.query, variant_of(self.variant))
        for hits in sorted(self._left(beams).parts(*asked)):
            further = (*beams, Beam(*asked, hits))
            below, label = next_of(self._left(further), self.strategy), answer_text(hits)
            match below:
                case Solved(code):
                    yield TreeNode(depth=depth, answer=label, codes=1, query=code)
                case Guess(code, remaining):
                    yield TreeNode(depth=depth, answer=label, codes=remaining, query=f"guess {code}")
                case Query(text, remaining):
                    yield TreeNode(depth=depth, answer=label, codes=remaining, query=text)
                    yield from self._nodes(below, further, depth + 1)

    def _cost(self, one: _Ranked, remaining: int) -> Fraction | None:
        """Expected cost from here on if this query is asked; None if the cost of a part is unknown."""
        total = Fraction(remaining)
        for hits in one.parts:
            match self._below(one.colour, one.diagonal, hits):
                case Solved():
                    continue
                case Guess(_, _, wrong):
                    total += wrong
                case Query(_, _, _, _, below) if below is not None:
                    total += below
                case _:
                    return None
        return total / remaining

    def _answers(self, asked: tuple[int, int], chosen: Query, priced: bool) -> Iterator[AnswerPart]:
        """Codes that each answer leaves, and the strategy's next step."""
        for hits in sorted(self._parts(asked)):
            label = answer_text(hits)
            then, expected = None, None
            if priced:
                match self._below(*asked, hits):
                    case Solved(code):
                        then, expected = code, 0.0
                    case Guess(code, _, _, wrong):
                        then, expected = f"guess {code}", wrong
                    case Query(query, _, _, below, _):
                        then, expected = query, below
            yield AnswerPart(answer=label, codes=chosen.answers[label], then=then, expected=expected)

    def _parts(self, asked: tuple[int, int]) -> dict[int, int]:
        return self._left(self.beams).parts(*asked)
