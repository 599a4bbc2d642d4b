"""Two-player games in strategic form for Gambit: .nfg, payoff version with names of strategies.

The title and the players are followed by their strategies, a comment, and the payoffs of both players for each pair of
strategies, with the first player's strategy changing fastest.

Source: Gambit, Game representation formats, "The strategic game (.nfg) file format, payoff version".
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

Number = int | Fraction


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
    """Rows and columns with all pairs known: what lacks the largest share of its pairs is left out, until nothing does.

    Args:
        rows: names of the rows.
        columns: names of the columns.
        pairs: known pairs.
    """
    kept = (list(rows), list(columns))
    while True:
        lacking = [
            [(sum((row, column) not in pairs for row in kept[0]) / len(kept[0]), 1, column) for column in kept[1]],
            [(sum((row, column) not in pairs for column in kept[1]) / len(kept[1]), 0, row) for row in kept[0]],
        ]
        share, side, name = max(lacking[0] + lacking[1])
        if not share:
            return kept
        kept[side].remove(name)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
