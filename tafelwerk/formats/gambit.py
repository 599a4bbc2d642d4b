"""Games of two in strategic form as Gambit reads them: .nfg, its payoff version with names of strategies.

After the title and the players come their strategies, a comment, and the payoffs of both players for each pair of
strategies, the first player's strategy changing fastest.

Source: Gambit, Game representation formats, "The strategic game (.nfg) file format, payoff version".
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

Number = int | Fraction

MOST_PARTS = 10_000
"""Sets of columns that are looked at for the largest complete part."""


def nfg_lines(
    title: str,
    players: tuple[str, str],
    strategies: tuple[Sequence[str], Sequence[str]],
    payoffs: Sequence[Sequence[tuple[Number, Number]]],
    comment: str = "",
) -> Iterator[str]:
    """A game, line by line, each with its end.

    Args:
        title: of the game.
        players: names of the first and the second player.
        strategies: names of their strategies.
        payoffs: by strategy of the first and of the second player, what both get.
        comment: printed below the strategies.
    """
    yield f"NFG 1 R {_quoted(title)} {{ {' '.join(map(_quoted, players))} }}\n\n"
    first, second = ("{ " + " ".join(map(_quoted, names)) + " }" for names in strategies)
    yield f"{{ {first}\n{second}\n}}\n{_quoted(comment)}\n\n"
    for column in zip(*payoffs, strict=True):
        for one, other in column:
            yield f"{one} {other}\n"


def zero_sum(matrix: Sequence[Sequence[Number]]) -> list[list[tuple[Number, Number]]]:
    """Payoffs of a game in which the second player loses what the first one gets."""
    return [[(value, -value) for value in row] for row in matrix]


def complete_part(
    rows: Sequence[str], columns: Sequence[str], pairs: set[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Rows and columns of which every pair is known, as many pairs as possible; of equally many those with most rows.

    Args:
        rows: names of the rows.
        columns: names of the columns.
        pairs: what is known; beyond MOST_PARTS sets of columns that rows share, the best of those looked at is taken.
    """
    known = {row: frozenset(column for column in columns if (row, column) in pairs) for row in rows}
    shared: dict[frozenset[str], None] = {}
    for row in rows:
        for others in (frozenset(columns), *shared):
            if len(shared) < MOST_PARTS:
                shared[others & known[row]] = None
    parts = [([row for row in rows if known[row] >= kept], [one for one in columns if one in kept]) for kept in shared]
    return max(parts, key=lambda part: (len(part[0]) * len(part[1]), len(part[0])))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
