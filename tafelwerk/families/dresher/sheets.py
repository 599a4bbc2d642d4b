"""Sheet of Dresher's game: values, the hider's mixtures, and the searcher's trees for one size."""

from fractions import Fraction
from math import lcm

from tafelwerk.commands.sheet_options import Wanted
from tafelwerk.families.dresher import questions
from tafelwerk.plots.drawings.tables import table
from tafelwerk.plots.drawings.trees import of_depths, tree
from tafelwerk.plots.pictures import Picture
from tafelwerk.plots.sheets import Block
from tafelwerk.plots.sheets import pages as set_on_pages

OPTIONS = ("--limit",)

LIMIT, SHOWN = 12, 6
"""Largest size in the table, and the size whose trees are drawn."""


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet."""
    limit = wanted.limit or LIMIT
    rows = []
    for n in range(1, limit + 1):
        value = wanted.book.ask(questions.Value(n)).value
        weights = [Fraction(weight) for weight in wanted.book.ask(questions.Hider(n)).weights]
        shared = lcm(*(weight.denominator for weight in weights))
        mixture = " ".join(str(int(weight * shared)) for weight in weights)
        rows.append((str(n), str(value), f"{float(value):.4f}", mixture, str(shared)))
    shown = min(SHOWN, limit)
    trees = wanted.book.ask(questions.Searcher(shown)).trees
    mixtures = table(("N", "value", "guesses", "hider: weights of 1 to N", "out of"), rows, 9)
    blocks = [Block(tree(of_depths(one.depths), 12), f"Chance {one.probability}") for one in trees]
    below = (
        "The hider chooses a number from 1 to N. The searcher guesses and is told: found, higher or lower. The mixtures below "
        "guarantee each side the value, an expected number of guesses, whatever the other side does.",
        f"Trees: the searcher's mixture for N = {shown}, with chances. Guess the root; lower: go left, higher: go right.",
    )
    lead = Block(mixtures)
    return set_on_pages("Dresher's guessing game: optimal mixtures", below, blocks, 3, wanted.line, lead)
