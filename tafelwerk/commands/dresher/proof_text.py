"""The proof of a value as a page for a person."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tafelwerk.commands.dresher.pictures import tree_text
from tafelwerk.commands.dresher.proof import Proof
from tafelwerk.commands.dresher.words import (
    bound_of,
    counted,
    grouped,
    guesses,
    longest_fraction,
    ranges,
    shown,
    value_of,
)
from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console, rational

MOST_GUESSES = 8
"""First guesses, grouped by what they take, that are listed."""

MOST_WEIGHTS = 64
"""Characters of a list of weights up to which it is spelled out."""

SMALL = 16
"""Numbers up to which a best reply is drawn."""

INDENT = 2
"""Columns by which a section stands in."""


def proof_text(proof: Proof, source: str) -> Group:
    """The proof section by section: the hider's side, the searcher's, the bound L(n), what was supposed, how to check."""
    n = proof.game.n
    heading = f"{counted(n, 'number')}: the value is {guesses(value_of(proof.game.value), 9)} ({source})"
    said = "What follows is computed from the two strategies alone, in integers; nothing is rounded but for display."
    parts: list[Any] = [Text(heading, "bold"), Text(said)]
    for title, body in (
        ("The hider can have that much", _hider(proof)),
        ("The searcher needs no more", _searcher(proof)),
        ("The weights 2, 1, ..., 1, 2", _bound(proof)),
        ("What Johnson and Gilbert supposed", _conjectures(proof)),
        ("To check it without this program", _check(n)),
    ):
        parts += ["", Text(title, "bold cyan"), *(Padding(part, (0, 0, 0, INDENT), expand=False) for part in body)]
    return Group(*parts)


def _hider(proof: Proof) -> Iterable[Any]:
    n, hider = proof.game.n, proof.game.hider
    weights = ", ".join(map(str, hider.weights))
    if len(weights) > MOST_WEIGHTS:
        weights = f"of `tafelwerk dresher hider {n}`"
    yield Text(f"Let the hider pick i with the weights {weights}" + ("." if n == 1 else f", {_sum(hider.total)}."))
    trees = counted(proof.trees, "binary search tree")
    if n > 30:
        trees = f"more than 10^{len(str(proof.trees)) - 1} binary search trees"
    yield Text(
        f"A best reply of the searcher takes {guesses(proof.lower)} on average. Of {trees} none takes less: for every "
        f"interval a..b, {n * (n + 1) // 2:,} in all, the least that a tree takes is the interval's weight plus the "
        "least, over all first guesses g in it, of what a..g-1 and g+1..b take; a table holds them all."
    )
    groups = sorted(grouped(proof.first_guesses).items())
    best = groups[0][1]
    yield Text(f"Best first guesses: {ranges(best)}. What a first guess takes when best ones follow:")
    chosen = groups if len(groups) <= MOST_GUESSES else [*groups[: MOST_GUESSES - 1], groups[-1]]
    worse = [f"{float(taken - proof.lower):.6f}" if taken > proof.lower else "best" for taken, _ in chosen]
    yield _fitted(
        Column("first guess", [ranges(alike) for _, alike in chosen], "first", folds=True),
        *_exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("worse by", worse, "worse", goes=1),
    )
    if len(chosen) < len(groups):
        yield Text(f"{len(groups) - len(chosen)} lines between these are left out: --json has all.", "dim")
    if 1 < n <= SMALL:
        yield Text("A best reply:")
        yield Padding(tree_text(proof.reply), (0, 0, 0, 2), expand=False)


def _fitted(*columns: Column) -> Any:
    return fitted(columns, console().width - INDENT)


def _exactly(numbers: Sequence[Fraction]) -> Iterable[Column]:
    """A column of fractions, unless there are long ones."""
    texts = [rational(number) for number in numbers]
    if all(len(text) <= longest_fraction() for text in texts):
        yield Column("exactly", texts, goes=2)


def _sum(total: int) -> str:
    return f"sum {total}" if len(str(total)) <= longest_fraction() else f"a sum of {len(str(total))} digits"


def _searcher(proof: Proof) -> Iterable[Any]:
    game = proof.game
    yield Text(
        f"Let the searcher draw from the {counted(len(game.searcher.trees), 'tree')} of `tafelwerk dresher searcher "
        f"{game.n}`, none deeper than {game.value.depth}. Averaged over the trees, each number takes:"
    )
    groups = sorted(grouped(game.taken).items(), reverse=True)
    chosen = groups[:MOST_GUESSES]
    less = [
        f"{float(proof.upper - taken):.6f} less" if taken < proof.upper else "all of the value" for taken, _ in chosen
    ]
    yield _fitted(
        Column("number", [ranges(numbers) for _, numbers in chosen], folds=True),
        *_exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("", less, goes=1),
    )
    if len(groups) > MOST_GUESSES:
        yield Text(f"{len(groups) - MOST_GUESSES} more lines: --json has all.", "dim")
    if len(groups) > 1:
        yield Text("A number that takes less is none for a hider who plays best.")
    positive = [number for number, weight in enumerate(game.hider.weights, start=1) if weight]
    yield Text(
        f"No number takes more than {shown(proof.upper)}, which is what the hider can have: both strategies are optimal. "
        f"The hider plays {ranges(positive)}, and there the mixture takes exactly the value, as it must."
    )


def _bound(proof: Proof) -> Iterable[Any]:
    n, value = proof.game.n, value_of(proof.game.value)
    bound, steps = bound_of(proof.game.value), (n + 2).bit_length()
    yield Text(
        f"L({n}) = h - (2^h - h + 1)/({n} + 2) with h = floor(log2({n} + 2)) + 1 = {steps}, so L({n}) = {shown(bound)}. "
        f"A best reply to these weights takes {guesses(proof.plain)}."
    )
    if value == bound:
        yield Text("That is the value: the weights are optimal for the hider.")
    else:
        yield Text(f"That is {shown(value - bound)} less than the value: the hider has better weights.")


def _conjectures(proof: Proof) -> Iterable[Any]:
    rules = proof.rules()
    if not rules:
        yield Text("Their rules are about 5 numbers and more.")
        return
    formulas = {"sum_rule": "a1 = a2 + a3", "double_rule": "a1 = 2 a2", "ends_largest": "a1 > aj for 1 < j < n"}
    found = list(rules.values())
    yield _fitted(
        Column("for the strategy above", [formulas[name] for name in rules], "rule", folds=True),
        Column("", ["holds" if rule.holds else "fails" for rule in found]),
        *(
            Column(side, [shown(number) for number in numbers], brief=[f"{float(n):.6f}" for n in numbers], goes=1)
            for side, numbers in (("left", [rule.left for rule in found]), ("right", [rule.right for rule in found]))
        ),
    )
    if proof.game.value.hider_unique:
        yield Text("No other strategy that treats i and n + 1 - i alike is optimal.")
    else:
        yield Text("Other optimal strategies may exist, for which they may hold or fail otherwise.")


def _check(n: int) -> Iterable[Any]:
    yield Text(f"tafelwerk dresher certificate {n} -o dresher-{n}.json")
    yield Text(f"python -m tafelwerk.proofs.dresher.checker dresher-{n}.json")
    yield Text("The checker is plain Python that shares nothing with the solver; the file holds the two strategies.")
