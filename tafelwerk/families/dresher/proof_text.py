"""The proof of a value as a page of text."""

from collections.abc import Iterable
from math import comb, lcm
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.dresher.answers import Explanation
from tafelwerk.families.dresher.strategies_text import exactly, tree_text
from tafelwerk.families.dresher.words import grouped, guesses, longest_fraction, shown
from tafelwerk.wording import counted, ranges

MOST_GUESSES = 8
"""Most lines of a table of guesses; a line groups equal values."""

MOST_WEIGHTS = 64
"""Characters of the longest list of weights that is spelled out."""

SMALL = 16
"""Largest n for which a best reply is drawn."""

INDENT = 2
"""Columns by which a section is indented."""


def proof_text(proof: Explanation) -> Group:
    """The proof section by section: the hider's side, the searcher's, the bound L(n), the conjectures, how to check."""
    n = proof.n
    heading = f"{counted(n, 'number')}: the value is {guesses(proof.value, 9)} ({proof.source})"
    said = "The proof is computed from the two strategies alone, in integers; numbers are rounded for display only."
    parts: list[Any] = [Text(heading, "bold"), Text(said)]
    for title, body in (
        ("Lower bound: a strategy of the hider", _hider(proof)),
        ("Upper bound: a strategy of the searcher", _searcher(proof)),
        ("The weights 2, 1, ..., 1, 2", _bound(proof)),
        ("What Johnson and Gilbert conjectured", _conjectures(proof)),
        ("To check the proof without this program", _check(n)),
    ):
        parts += ["", Text(title, "bold cyan"), *(Padding(part, (0, 0, 0, INDENT), expand=False) for part in body)]
    return Group(*parts)


def _hider(proof: Explanation) -> Iterable[Any]:
    n, total = proof.n, lcm(*(weight.denominator for weight in proof.weights))
    weights = ", ".join(str(weight * total) for weight in proof.weights)
    if len(weights) > MOST_WEIGHTS:
        weights = f"of `tafelwerk dresher hider {n}`"
    yield Text(
        f"Let the hider pick 1 to {n} with the weights {weights} ({_sum(total)})." if n > 1 else "The hider picks 1."
    )
    catalan = comb(2 * n, n) // (n + 1)
    trees = f"{catalan:,}" if n <= 30 else f"more than 10^{len(str(catalan)) - 1}"
    reply = f"A best reply of the searcher takes {guesses(proof.lower)} on average."
    if n > 1:
        reply += (
            f" None of the {trees} binary search trees takes fewer. For a tree on an interval a..b, the least sum of weight "
            "times guesses is the weight of the interval, plus the least sums for a..g-1 and g+1..b with the best first guess "
            f"g. A table holds these sums for all {n * (n + 1) // 2:,} intervals."
        )
    yield Text(reply)
    groups = sorted(grouped(proof.first_guesses).items())
    best = groups[0][1]
    yield Text(f"Best first guesses: {ranges(best)}. Mean number of guesses, by first guess:")
    chosen = groups if len(groups) <= MOST_GUESSES else [*groups[: MOST_GUESSES - 1], groups[-1]]
    worse = [f"{float(taken - proof.lower):.6f}" if taken > proof.lower else "best" for taken, _ in chosen]
    yield _fitted(
        Column("first guess", [ranges(alike) for _, alike in chosen], "first", folds=True),
        *exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("worse by", worse, "worse", goes=1),
    )
    if len(chosen) < len(groups):
        left_out = len(groups) - len(chosen)
        said = f"{counted(left_out, 'line')} in between {'is' if left_out == 1 else 'are'} left out; --json has all."
        yield Text(said, "dim")
    if 1 < n <= SMALL:
        yield Text("A best reply:")
        yield Padding(tree_text(proof.best_reply.depths), (0, 0, 0, 2), expand=False)


def _fitted(*columns: Column) -> Any:
    return fitted(columns, console().width - INDENT)


def _sum(total: int) -> str:
    return f"sum {total}" if len(str(total)) <= longest_fraction() else f"their sum has {len(str(total))} digits"


def _searcher(proof: Explanation) -> Iterable[Any]:
    yield Text(
        f"Let the searcher draw from the {counted(proof.trees, 'tree')} of `tafelwerk dresher searcher "
        f"{proof.n}`, none deeper than {proof.depth}. Mean number of guesses for each number:"
    )
    groups = sorted(grouped(proof.taken).items(), reverse=True)
    chosen = groups[:MOST_GUESSES]
    less = [f"{float(proof.upper - taken):.6f} less" if taken < proof.upper else "the value" for taken, _ in chosen]
    yield _fitted(
        Column("number", [ranges(numbers) for _, numbers in chosen], folds=True),
        *exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("", less, goes=1),
    )
    if len(groups) > MOST_GUESSES:
        yield Text(f"{len(groups) - MOST_GUESSES} more lines: --json has all.", "dim")
    if len(groups) > 1:
        yield Text("An optimal hider never picks a number that takes fewer guesses.")
    positive = [number for number, weight in enumerate(proof.weights, start=1) if weight]
    yield Text(
        f"No number takes more than {guesses(proof.upper)}, and the hider's strategy guarantees that many: both strategies are "
        f"optimal. The hider picks {ranges(positive)}, and for these numbers the mixture takes exactly the value, as it must."
    )


def _bound(proof: Explanation) -> Iterable[Any]:
    n, value, bound = proof.n, proof.value, proof.bound
    steps = (n + 2).bit_length()
    yield Text(
        f"L({n}) = h - (2^h - h + 1)/({n} + 2) with h = floor(log2({n} + 2)) + 1 = {steps}, so L({n}) = {shown(bound)}. "
        f"A best reply to these weights takes {guesses(proof.guarantees.weights_2_1_1_2)}."
    )
    if value == bound:
        yield Text("That is the value: the weights are optimal for the hider.")
    else:
        yield Text(f"That is {shown(value - bound)} less than the value: the hider has better weights.")


def _conjectures(proof: Explanation) -> Iterable[Any]:
    if proof.conjectures.sum_rule is None:
        yield Text("Their rules are for 5 numbers or more.")
        return
    a, rules = proof.weights, proof.conjectures
    found = [
        ("a1 = a2 + a3", rules.sum_rule, a[0], a[1] + a[2]),
        ("a1 = 2 a2", rules.double_rule, a[0], 2 * a[1]),
        ("a1 > aj for 1 < j < n", rules.ends_largest, a[0], max(a[1:-1])),
    ]
    formulas, holds, left, right = zip(*found, strict=True)
    yield _fitted(
        Column("for the strategy above", formulas, "rule", folds=True),
        Column("", ["holds" if rule else "fails" for rule in holds]),
        *(
            Column(side, [shown(number) for number in numbers], brief=[f"{float(n):.6f}" for n in numbers], goes=1)
            for side, numbers in (("left", left), ("right", right))
        ),
    )
    if proof.hider_unique:
        yield Text("No other strategy that treats i and n + 1 - i alike is optimal.")
    else:
        yield Text("Other optimal strategies may exist, and for those the rules may hold or fail differently.")


def _check(n: int) -> Iterable[Any]:
    yield Text(f"tafelwerk dresher certificate {n} -o dresher-{n}.json")
    yield Text(f"python -m tafelwerk.proofs.dresher.checker dresher-{n}.json")
    yield Text("The checker is plain Python that shares nothing with the solver; the file holds the two strategies.")
