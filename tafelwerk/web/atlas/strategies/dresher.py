"""Dresher's game: for small n the value, the hider's mixture, and the searcher's trees with their chances."""

from collections.abc import Iterator
from fractions import Fraction

from tafelwerk.book import Book
from tafelwerk.families.dresher.tree_text import draw
from tafelwerk.web.atlas.strategies.page import Page

FAMILY = "dresher"
MOST, WIDTH = 20, 60
"""Largest n, and columns of a tree that is drawn upright."""


def pages(book: Book) -> Iterator[Page]:
    """One page for all n."""
    games = []
    for n, numerator, denominator, hider_total, searcher_total in book.rows(
        FAMILY,
        "SELECT n, value_num, value_den, hider_total, searcher_total FROM dresher.games WHERE n <= ? ORDER BY n",
        MOST,
    ):
        weights = book.rows(FAMILY, "SELECT weight FROM dresher.hider WHERE n = ? ORDER BY number", n)
        trees = book.rows(FAMILY, "SELECT weight, depths FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
        value = Fraction(int(numerator), int(denominator))
        games.append(
            {
                "n": n,
                "value": str(value),
                "rounded": f"{float(value):.6f}",
                "hider": [str(Fraction(int(weight), int(hider_total))) for (weight,) in weights],
                "trees": [
                    (str(Fraction(int(weight), int(searcher_total))), "\n".join(draw(depths, width=WIDTH).lines))
                    for weight, depths in trees
                ],
            }
        )
    if games:
        yield Page(
            f"{FAMILY}-small",
            FAMILY,
            f"Dresher's game: optimal strategies of both sides for up to {games[-1]['n']} numbers",
            "The hider picks one of the numbers 1 to n with these chances; the searcher draws one of the trees with its chance"
            " and guesses along it: left if the hidden number is lower, right if it is higher. The value is the expected"
            " number of guesses: neither side can do better.",
            "dresher_file.html",
            {"games": games},
            ("tafelwerk dresher searcher 7", "tafelwerk dresher explain 7"),
        )
