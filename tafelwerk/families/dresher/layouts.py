"""Answers laid out for a terminal: strategies of both sides, Dresher's simplex method step by step, and the proof of a value.

The hider's probabilities are bars or a skyline; the searcher's trees are a table, and drawn.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from typing import Any

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import encodes, layout_width, page_width, rational, table, with_heading
from tafelwerk.families.dresher.answers import Explanation, Hider, OneTree, Searcher, SearchTree, Simplex
from tafelwerk.families.dresher.plain_text import (
    LINES,
    MOST_WEIGHTS,
    draw_tree,
    fits_line,
    group_equal,
    guesses_text,
    longest_fraction,
    mirrored_runs,
    not_unique_text,
    number_text,
    root_of,
)
from tafelwerk.texts import Group, Indent, StyledText
from tafelwerk.wording import count_noun, ranges

LEVELS = " ▁▂▃▄▅▆▇█"
HEIGHT = 8
"""Lines of a skyline."""

SHADES = ("blue", "blue", "cyan", "cyan", "green", "yellow", "dark_orange", "red")
"""Colours of a skyline's lines, from the bottom."""

FEW_NUMBERS = 12
"""Largest N for which the hider's strategy is shown by bars alone."""

FEW_TREES = 8
"""Largest number of trees that are all drawn."""

MOST_LINES = 24
"""Most lines of a table by default."""

PAGE_WIDTH = 120
"""Columns of a picture without a terminal."""

LEVEL_COLORS = ("bold red", "bold yellow", "bold green", "bold cyan", "bold blue", "bold magenta")


def picture_width() -> int:
    """Columns that a picture may have."""
    return page_width() or PAGE_WIDTH


def hider_picture(hider: Hider, *, every: bool) -> Group:
    """An optimal strategy of the hider. Weights are probabilities times n + 2, so that 2, 1, ..., 1, 2 appears as such."""
    unicode = encodes("▁█▏")
    shares = hider.weights
    highest = max(shares)
    runs = mirrored_runs(shares)
    unit = StyledText(f"weight: probability times N + 2, here {hider.n + 2}", "dim")
    parts: list[Any] = [
        StyledText(f"Optimal strategy of the hider, {count_noun(hider.n, 'number')} ({hider.source})", "bold")
    ]
    parts += [unit] if hider.n <= FEW_NUMBERS else ["", *_skyline(shares, unit, unicode), ""]
    chosen = runs if every else runs[:MOST_LINES]
    table_columns = [
        Column("number", [ranges(numbers) for _, numbers in chosen], folds=True),
        *exactly([share for share, _ in chosen], among=[share for share, _ in runs]),
        Column("probability", [f"{float(share):.6f}" for share, _ in chosen], "p", goes=1),
        Column("weight", [_weight(share * (hider.n + 2)) for share, _ in chosen]),
    ]
    bars = [float(share / highest) for share, _ in chosen]
    parts.append(fit_table(table_columns, bars=bars, unicode=unicode))
    if len(chosen) < len(runs):
        parts.append(StyledText(f"{count_noun(len(runs) - len(chosen), 'more line')}: --all for all", "dim"))
    if not hider.hider_unique:
        parts += ["", StyledText(not_unique_text(hider.other_hider))]
    return Group(*parts)


def exactly(numbers: Sequence[Fraction], *, among: Sequence[Fraction] = (), goes: int = 2) -> list[Column]:
    """A column of fractions; none if one is too long, among these numbers or those of `among`, which are not shown."""
    if not all(map(fits_line, (*numbers, *among))):
        return []
    return [Column("exactly", [rational(number) for number in numbers], goes=goes)]


def _weight(weight: Fraction) -> str:
    """A weight to four decimal places; a whole one as it is."""
    return str(weight) if weight.denominator == 1 else f"{float(weight):.4f}"


def _skyline(shares: Sequence[Fraction], unit: StyledText, unicode: bool) -> Iterator[Any]:
    """The weights over the numbers, with an axis."""
    n, most = len(shares), max(picture_width() - 8, 3)
    heights = columns([float(share * (n + 2)) for share in shares], most)
    top = f"{max(heights):.2f}"
    axis, corner, across = ("│", "└", "─") if unicode else ("|", "+", "-")
    for line, row in enumerate(skyline(heights, unicode=unicode)):
        label = top if line == 0 else ""
        yield StyledText(f"{label:>5} {axis}").append(row, SHADES[HEIGHT - 1 - line])
    yield StyledText(f"{0:>5} {corner}{across * len(heights)}")
    ends = f"1{n:>{len(heights) - 1}}"
    yield StyledText(f"{'':>7}{ends}")
    caption = [unit]
    if len(heights) < n:
        inner = n - 2, len(heights) - 2
        means = f"{inner[0] // inner[1]} or {inner[0] // inner[1] + 1}" if inner[0] % inner[1] else inner[0] // inner[1]
        caption.append(StyledText(f"a column shows the mean of {means} numbers; 1 and {n} have a column each", "dim"))
    yield Indent(Group(*caption), 7)


def searcher_picture(searcher: Searcher, *, every: bool, levels: int | None) -> Group:
    """An optimal strategy of the searcher: one line per tree; few trees are also drawn."""
    deepest = max(max(tree.depths) for tree in searcher.trees)
    heading = f"Optimal strategy of the searcher, {count_noun(searcher.n, 'number')}: "
    heading += f"{count_noun(len(searcher.trees), 'tree')}, at most {count_noun(deepest, 'guess')} ({searcher.source})"
    parts: list[Any] = [StyledText(heading, "bold")]
    chosen = searcher.trees if every else searcher.trees[:MOST_LINES]
    numbers = {tree.depths: number for number, tree in enumerate(searcher.trees, start=1)}
    firsts = [root_of(tree.depths, 1, searcher.n) for tree in chosen]
    lower = [root_of(t.depths, 1, g - 1) if g > 1 else None for t, g in zip(chosen, firsts, strict=True)]
    higher = [
        root_of(t.depths, g + 1, searcher.n) if g < searcher.n else None for t, g in zip(chosen, firsts, strict=True)
    ]
    table_columns = [
        Column("tree", range(1, len(chosen) + 1)),
        *exactly([tree.probability for tree in chosen], goes=4),
        Column("probability", [f"{float(tree.probability):.6f}" for tree in chosen], "p"),
        Column("first guess", firsts, "first"),
        Column("if lower", lower, "lower", goes=1),
        Column("if higher", higher, "higher", goes=1),
        Column("depth", [max(tree.depths) for tree in chosen], goes=2),
        Column("mirror image", [numbers.get(tree.depths[::-1]) for tree in chosen], "mirror", goes=3),
    ]
    parts.append(fit_table(table_columns))
    if len(chosen) < len(searcher.trees):
        parts.append(StyledText(f"{count_noun(len(searcher.trees) - len(chosen), 'more tree')}: --all for all", "dim"))
    if len(searcher.trees) <= FEW_TREES or levels is not None:
        for number, tree in enumerate(chosen, start=1):
            parts += ["", _tree_with_heading(tree, number, len(searcher.trees), levels)]
    else:
        parts.append(StyledText(f"To see one: tafelwerk dresher searcher {searcher.n} --tree 1", "dim"))
    return Group(*parts)


def tree_picture(answer: OneTree, *, levels: int | None) -> Group:
    """One tree of the searcher's strategy."""
    heading = f"Optimal strategy of the searcher, {count_noun(answer.n, 'number')} ({answer.source})"
    return Group(StyledText(heading, "bold"), "", _tree_with_heading(answer.trees[0], answer.tree, answer.of, levels))


def _tree_with_heading(tree: SearchTree, number: int, count: int, levels: int | None) -> Group:
    """One of several trees, below its number and probability."""
    share = f"{float(tree.probability):.6f}"
    share += f" = {rational(tree.probability)}" if fits_line(tree.probability) else ""
    heading = StyledText(f"Tree {number} of {count}, probability {share}, ")
    heading.append(f"{count_noun(max(tree.depths), 'guess')} at most")
    return Group(heading, Indent(tree_text(tree.depths, levels=levels), 2))


def tree_text(depths: Sequence[int], *, levels: int | None = None) -> Group:
    """A tree drawn with one colour per level, and a note if numbers are left out."""
    unicode = encodes("".join(LINES[True]))
    drawing = draw_tree(depths, width=picture_width() - 4, levels=levels, unicode=unicode)
    text = StyledText(no_wrap=True, overflow="ignore")
    for part in re.split(r"(\(?\d+\)?)", "\n".join(drawing.lines)):
        style = "dim" if part.startswith("(") else ""
        if part.isdigit():
            style = LEVEL_COLORS[(depths[int(part) - 1] - 1) % len(LEVEL_COLORS)]
        text.append(part, style)
    if not drawing.cut:
        return Group(text)
    note = f"The first {drawing.levels} of {max(depths)} levels; (k) stands for k more numbers. "
    return Group(text, StyledText(f"{note}--levels {max(depths)} draws all.", "dim"))


def columns(values: Sequence[float], most: int) -> list[float]:
    """Heights of the columns of a chart: each value one or more times, or means of neighbours if there are more than `most`.

    The first and the last value keep a column of their own; a symmetric list stays symmetric.

    Args:
        values: from the left.
        most: columns available, 3 or more.
    """
    count = len(values)
    if count <= most:
        return [value for value in values for _ in range(max(1, min(4, most // count)))]
    return [values[0], *_means(values[1:-1], most - 2), values[-1]]


def _means(values: Sequence[float], most: int) -> list[float]:
    """Means of neighbours, in groups of sizes as equal as possible."""
    count = len(values)
    if count % 2 and most % 2 == 0:
        most -= 1  # an odd number has no middle edge
    left = [(2 * column * count + most) // (2 * most) for column in range((most + 1) // 2)]
    edges = [*left, *([] if most % 2 else [count // 2]), *(count - edge for edge in reversed(left))]
    return [sum(values[first:last]) / (last - first) for first, last in pairwise(edges)]


def skyline(heights: Sequence[float], *, unicode: bool = True) -> list[str]:
    """Lines of a bar chart, from the top down: columns of blocks, the highest `HEIGHT` lines high."""
    highest = max(heights)
    steps = 8 if unicode else 1
    full = [max(round(height / highest * HEIGHT * steps), height > 0) for height in heights]
    signs = LEVELS if unicode else " #"
    return [
        "".join(signs[min(max(height - line * steps, 0), steps)] for height in full) for line in reversed(range(HEIGHT))
    ]


def simplex_text(answer: Simplex) -> Group:
    """The steps."""
    parts: list[Any] = [
        with_heading(
            f"{count_noun(answer.n, 'number')}: a column per tree and its mirror image; pairs: depths of i and n + 1 - i, added",
            table(
                ("column", "depths", "pairs"),
                [
                    (f"P{column}", _words(depths), _words(pairs))
                    for column, (depths, pairs) in enumerate(
                        zip(answer.trees, zip(*answer.matrix, strict=True), strict=True), 1
                    )
                ],
            ),
        ),
        f"\n{_legend(answer)}",
    ]
    for number, step in enumerate(answer.steps):
        basis = ", ".join(f"P{column}" for column in step.basis)
        heading = f"\nBasis B{number} = ({basis}), its inverse, and R0 times each column:"
        rows = [(f"R{i}", *map(rational, row)) for i, row in enumerate(step.inverse)]
        parts.append(with_heading(heading, table(("", *(f"C{i}" for i in range(len(step.inverse)))), rows)))
        parts.append(f"R0 P: {_words(step.products)}")
        if step.column is not None:
            parts.append(f"P{step.enters} enters, V = ({_words(step.column)}); P{step.leaves} leaves.")
    hider = ", ".join(map(rational, answer.hider))
    parts.append(
        f"\nNo product is above 0: the value is {rational(answer.value)}, the hider's strategy is {hider}, the searcher's is"
    )
    parts.append(
        table(
            ("probability", "depths"), [(rational(tree.probability), _words(tree.depths)) for tree in answer.searcher]
        )
    )
    if answer.other_hider is not None:
        parts += ["", not_unique_text(answer.other_hider)]
    return Group(*parts)


def _legend(answer: Simplex) -> str:
    """What columns and rows of the simplex method are."""
    pairs = len(answer.matrix)
    sums = ", ".join(f"C{i} to {i} and {answer.n + 1 - i}" for i in range(1, pairs + 1))
    return (
        "Depths are the guesses that a tree needs for each number. P0 belongs to the value, columns from "
        f"P{len(answer.trees) + 1} on are unit columns. R0 to R{pairs} are the rows of the inverse, C0 to C{pairs} its columns: "
        f"C0 belongs to the value, {sums}. R0 is the value of the basis, which is twice the guesses, and the hider's "
        "probabilities of the pairs with minus signs."
    )


def _words(numbers: Sequence[int | Fraction]) -> str:
    return " ".join(map(str, numbers))


MOST_GUESSES = 8
"""Most lines of a table of guesses; a line groups equal values."""

SMALL = 16
"""Largest n for which a best reply is drawn."""

INDENT = 2
"""Columns by which a section is indented."""


def proof_text(proof: Explanation) -> Group:
    """The proof section by section: the hider's side, the searcher's, the bound L(n), the conjectures, how to check."""
    n = proof.n
    heading = f"{count_noun(n, 'number')}: the value is {guesses_text(proof.value, 9)} ({proof.source})"
    note = "The proof is computed from the two strategies alone, in integers; numbers are rounded for display only."
    parts: list[Any] = [StyledText(heading, "bold"), StyledText(note)]
    for title, body in (
        ("Lower bound: a strategy of the hider", _hider(proof)),
        ("Upper bound: a strategy of the searcher", _searcher(proof)),
        ("The weights 2, 1, ..., 1, 2", _bound(proof)),
        ("What Johnson and Gilbert conjectured", _conjectures(proof)),
        ("To check the proof without this program", _check(n)),
    ):
        parts += ["", StyledText(title, "bold cyan"), *(Indent(part, INDENT) for part in body)]
    return Group(*parts)


def _hider(proof: Explanation) -> Iterable[Any]:
    n, total = proof.n, lcm(*(weight.denominator for weight in proof.weights))
    weights = ", ".join(str(weight * total) for weight in proof.weights)
    if len(weights) > MOST_WEIGHTS:
        weights = f"of `tafelwerk dresher hider {n}`"
    yield StyledText(
        f"Let the hider pick 1 to {n} with the weights {weights} ({_sum(total)})." if n > 1 else "The hider picks 1."
    )
    catalan = comb(2 * n, n) // (n + 1)
    trees = f"{catalan:,}" if n <= 30 else f"more than 10^{len(str(catalan)) - 1}"
    reply = f"A best reply of the searcher takes {guesses_text(proof.lower)} on average."
    if n > 1:
        reply += (
            f" None of the {trees} binary search trees takes fewer. For a tree on an interval a..b, the least sum of weight "
            "times guesses is the weight of the interval, plus the least sums for a..g-1 and g+1..b with the best first guess "
            f"g. A table holds these sums for all {n * (n + 1) // 2:,} intervals."
        )
    yield StyledText(reply)
    groups = sorted(group_equal(proof.first_guesses).items())
    best = groups[0][1]
    yield StyledText(f"Best first guesses: {ranges(best)}. Mean number of guesses, by first guess:")
    chosen = groups if len(groups) <= MOST_GUESSES else [*groups[: MOST_GUESSES - 1], groups[-1]]
    worse = [f"{float(taken - proof.lower):.6f}" if taken > proof.lower else "best" for taken, _ in chosen]
    yield _fit_table(
        Column("first guess", [ranges(alike) for _, alike in chosen], "first", folds=True),
        *exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("worse by", worse, "worse", goes=1),
    )
    if len(chosen) < len(groups):
        left_out = len(groups) - len(chosen)
        note = f"{count_noun(left_out, 'line')} in between {'is' if left_out == 1 else 'are'} left out; --json has all."
        yield StyledText(note, "dim")
    if 1 < n <= SMALL:
        yield StyledText("A best reply:")
        yield Indent(tree_text(proof.best_reply.depths), 2)


def _fit_table(*columns: Column) -> Any:
    return fit_table(columns, layout_width() - INDENT)


def _sum(total: int) -> str:
    return f"sum {total}" if len(str(total)) <= longest_fraction() else f"their sum has {len(str(total))} digits"


def _searcher(proof: Explanation) -> Iterable[Any]:
    yield StyledText(
        f"Let the searcher draw from the {count_noun(proof.trees, 'tree')} of `tafelwerk dresher searcher "
        f"{proof.n}`, none deeper than {proof.depth}. Mean number of guesses for each number:"
    )
    groups = sorted(group_equal(proof.taken).items(), reverse=True)
    chosen = groups[:MOST_GUESSES]
    less = [f"{float(proof.upper - taken):.6f} less" if taken < proof.upper else "the value" for taken, _ in chosen]
    yield _fit_table(
        Column("number", [ranges(numbers) for _, numbers in chosen], folds=True),
        *exactly([taken for taken, _ in chosen]),
        Column("guesses", [f"{float(taken):.6f}" for taken, _ in chosen]),
        Column("", less, goes=1),
    )
    if len(groups) > MOST_GUESSES:
        yield StyledText(f"{len(groups) - MOST_GUESSES} more lines: --json has all.", "dim")
    if len(groups) > 1:
        yield StyledText("An optimal hider never picks a number that takes fewer guesses.")
    positive = [number for number, weight in enumerate(proof.weights, start=1) if weight]
    yield StyledText(
        f"No number takes more than {guesses_text(proof.upper)}, and the hider's strategy guarantees that many: both strategies "
        f"are optimal. The hider picks {ranges(positive)}, and for these numbers the mixture takes exactly the value, as it must."
    )
    if not proof.hider_unique:
        yield StyledText(not_unique_text(proof.other_hider))
    elif proof.n > 1:
        yield StyledText("No other strategy of the hider that treats i and n + 1 - i alike is optimal.")


def _bound(proof: Explanation) -> Iterable[Any]:
    n, value, bound = proof.n, proof.value, proof.bound
    steps = (n + 2).bit_length()
    yield StyledText(
        f"L({n}) = h - (2^h - h + 1)/({n} + 2) with h = floor(log2({n} + 2)) + 1 = {steps}, so L({n}) = {number_text(bound)}. "
        f"A best reply to these weights takes {guesses_text(proof.guarantees.weights_2_1_1_2)}."
    )
    if value == bound:
        yield StyledText("That is the value: the weights are optimal for the hider.")
    else:
        yield StyledText(f"That is {number_text(value - bound)} less than the value: the hider has better weights.")


def _conjectures(proof: Explanation) -> Iterable[Any]:
    if proof.conjectures.sum_rule is None:
        yield StyledText("Their rules are for 5 numbers or more.")
        return
    a, rules = proof.weights, proof.conjectures
    lines = [
        ("a1 = a2 + a3", rules.sum_rule, a[0], a[1] + a[2]),
        ("a1 = 2 a2", rules.double_rule, a[0], 2 * a[1]),
        ("a1 > aj for 1 < j < n", rules.ends_largest, a[0], max(a[1:-1])),
    ]
    formulas, holds, left, right = zip(*lines, strict=True)
    yield _fit_table(
        Column("for the strategy above", formulas, "rule", folds=True),
        Column("", ["holds" if rule else "fails" for rule in holds]),
        *(
            Column(
                side, [number_text(number) for number in numbers], brief=[f"{float(n):.6f}" for n in numbers], goes=1
            )
            for side, numbers in (("left", left), ("right", right))
        ),
    )
    if not proof.hider_unique:
        yield StyledText("For other optimal strategies the rules may hold or fail differently.")


def _check(n: int) -> Iterable[Any]:
    yield StyledText(f"tafelwerk dresher certificate {n} -o dresher-{n}.json")
    yield StyledText(f"python -m tafelwerk.proofs.dresher.checker dresher-{n}.json")
    yield StyledText(
        "The checker is plain Python that shares nothing with the solver; the file holds the two strategies."
    )
