"""Two-player games in strategic form for Gambit: .nfg, payoff version with names of strategies.

The title and the players are followed by their strategies, a comment, and the payoffs of both players for each pair of
strategies, with the first player's strategy changing fastest.

Source: Gambit, Game representation formats, "The strategic game (.nfg) file format, payoff version".
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

Number = int | Fraction

MOST_PARTS = 10_000
"""Largest number of sets of columns examined for the largest complete part."""


def nfg_lines(
    title: str,
    players: tuple[str, str],
    strategies: tuple[Sequence[str], Sequence[str]],
    payoffs: Sequence[Sequence[tuple[Number, Number]]],
    comment: str = "",
) -> Iterator[str]:
    """The lines of a game, with line ends.

    Args:
        title: title of the game.
        players: names of the first and the second player.
        strategies: names of their strategies.
        payoffs: payoffs of both players, by strategy of the first and of the second player.
        comment: comment below the strategies.
    """
    yield f"NFG 1 R {_quoted(title)} {{ {' '.join(map(_quoted, players))} }}\n\n"
    first, second = ("{ " + " ".join(map(_quoted, names)) + " }" for names in strategies)
    yield f"{{ {first}\n{second}\n}}\n{_quoted(comment)}\n\n"
    for column in zip(*payoffs, strict=True):
        for one, other in column:
            yield f"{one} {other}\n"


def zero_sum(matrix: Sequence[Sequence[Number]]) -> list[list[tuple[Number, Number]]]:
    """Payoffs of a zero-sum game from the first player's payoffs."""
    return [[(value, -value) for value in row] for row in matrix]


def complete_part(
    rows: Sequence[str], columns: Sequence[str], pairs: set[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Rows and columns with all pairs known and as many pairs as possible. Tie-break: most rows.

    Args:
        rows: names of the rows.
        columns: names of the columns.
        pairs: known pairs; if rows share more than MOST_PARTS sets of columns, the best of those examined is returned.
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
