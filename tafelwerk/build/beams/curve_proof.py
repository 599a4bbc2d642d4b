"""Stored curves and bounds of Beams, proved anew."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.claims import Claims
from tafelwerk.solvers.beams.choice import Order, Parts, first
from tafelwerk.solvers.beams.codes import colours_of, list_codes, numbers_of, remaining
from tafelwerk.solvers.beams.history import Beam
from tafelwerk.solvers.beams.mix import mix_value
from tafelwerk.solvers.beams.plan import History, start_of
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.core.entropy_order import Alpha
from tafelwerk.tables.beams import (
    FAMILY,
    TIES,
    Entropy,
    Improved,
    Optimal,
    Point,
    get_bound,
    get_curve,
    get_summary,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.entropy_orders import order_name, read_order

PLAYED = "3c6p"
"""The variant of which points are found again."""

EVERY_SO_MANY = 20
"""Of so many points to be looked at one is found again."""


def verify_curves(book: Book, sample: int) -> Iterator[Check]:
    """A check a curve, and one a variant that has bounds.

    Args:
        book: the book.
        sample: points to be looked at.
    """
    curves = book.rows(FAMILY, f"SELECT DISTINCT variant::VARCHAR, tie::VARCHAR FROM {FAMILY}.curves ORDER BY ALL")
    for name, tie in curves:
        yield _curve(book, name, tie, sample)
    bounded = book.rows(FAMILY, f"SELECT DISTINCT variant::VARCHAR FROM {FAMILY}.bounds ORDER BY ALL")
    for (name,) in bounded:
        yield _bounds(book, name)


def _curve(book: Book, name: str, tie: str, sample: int) -> Check:
    claims = Claims()
    rows = book.rows(
        FAMILY,
        "SELECT strategy, alpha, numerator, denominator, codes, mean"
        f" FROM {FAMILY}.curves WHERE variant = ? AND tie = ? ORDER BY alpha",
        name,
        tie,
    )
    problem, rule = problem_of(name), next(one for one in TIES if one == tie)
    totals: dict[str, Fraction] = {}
    whole = 0
    for word, alpha, above, below, codes, mean in rows:
        claims.rows += 1
        order, total = read_order(word), Fraction(int(above), int(below))
        totals[word] = total
        claims.claim(word, "its order is another", alpha == (float("inf") if order is None else float(order)))
        claims.claim(word, "it is of other codes", codes == problem.codes)
        claims.claim(word, "its mean is another", mean == float(Point(order, total, codes).mean))
        found = get_summary(book, name, Entropy(order, rule))
        if found is not None:
            whole += 1
            claims.claim(word, "the strategy itself has another total", found.total == total)
    details = [f"{len(rows)} points, {whole} of them against whole strategies"]
    if name == PLAYED:
        draw = random.Random(f"{name} {tie}")
        chosen = draw.sample(sorted(totals), min(max(sample // EVERY_SO_MANY, 1), len(totals)))
        for word in chosen:
            claims.claim(word, "its total is another", totals[word] == _again(problem, read_order(word), tie))
        details.append(f"{len(chosen)} found again")
    return claims.check(f"{FAMILY} {name}: curve, ties {tie}", ", ".join(details))


def _again(problem: Problem, alpha: Alpha, tie: str) -> Fraction:
    """The total of a strategy, set by set, all entropies compared as `Parts.best` does; of MIX by sets up to symmetry."""
    if tie == "mix":
        return mix_value(problem, alpha)
    listed = list_codes(problem.variant)
    total, every = 0, (1 << len(problem.diagonals)) - 1
    waiting: list[tuple[History, int]] = [((), problem.codes)]
    while waiting:
        history, codes = waiting.pop()
        start = start_of(problem, history)
        parts = Parts(problem, start.elements, start.used)
        tied = parts.best(alpha, every & ~start.diagonals)
        if not tied:
            left = colours_of(listed, numbers_of(remaining(listed, history)))
            total += min(int((left != guess).sum()) for guess in left)
            continue
        total += codes
        query = first(tied, Order(tie))
        children = parts.of(*query)
        waiting += [((*history, Beam(*query, hits)), some) for hits, some in children.items() if some > 1]
    return Fraction(total)


def _bounds(book: Book, name: str) -> Check:
    """No stored total is below a bound; a bound with more sets searched is not below one with fewer."""
    claims = Claims()
    rows = book.rows(FAMILY, f"SELECT above, exact, total FROM {FAMILY}.bounds WHERE variant = ? ORDER BY above", name)
    claims.rows += len(rows)
    for (above, exact, total), (_, other, weaker) in pairwise(rows):
        claims.claim(above, "a bound of fewer sets is sharper", exact != other or total >= weaker)
    greatest = max(total for _, _, total in rows)
    found = [one for kind in (Optimal(), Improved()) if (one := get_summary(book, name, kind)) is not None]
    totals = [(str(one.strategy), one.total) for one in found]
    for tie in TIES:
        totals += [(f"{order_name(one.alpha)}, ties {tie}", one.total) for one in get_curve(book, name, tie)]
    for said, total in totals:
        claims.claim(said, "it is below the bound", total >= greatest)
    known = get_bound(book, name)
    claims.claim(name, "the greatest bound is another", known is not None and known >= greatest)
    return claims.check(f"{FAMILY} {name}: bounds", f"{len(rows)} bounds against {len(totals)} strategies")
