"""`tafelwerk montecarlo explain`: why MC(k) chooses its move, compared with perfect play."""

from collections.abc import Sequence
from typing import Any

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explained, tie_text
from tafelwerk.commands.fitting import Column
from tafelwerk.commands.montecarlo.choices import KOption
from tafelwerk.commands.montecarlo.words import Placed, app
from tafelwerk.rules.montecarlo import read_playouts
from tafelwerk.tables.montecarlo import questions
from tafelwerk.tables.montecarlo.explained import Explanation
from tafelwerk.wording import LONGEST_FRACTION

MOST_MOVES = 60
"""Most moves of a line that are shown."""


@app.command()
@asks
def explain(placed: Placed, ask: Unkept, k: KOption) -> Text:
    """Why MC(K) chooses its move: every candidate's chance of winning a playout, beside its outcome under perfect play.

    Example: tafelwerk montecarlo explain dsc 10 --k 100

    Example: tafelwerk montecarlo explain subtraction 50 --moves 1,2 --at 14 --k inf

    Example: tafelwerk montecarlo explain esr 7 3 2 --at "5,4,0 / 6,6,3" --k 20 --json
    """
    found = ask(questions.explain, placed.game, read_playouts(k), placed.position)
    move = "square" if placed.game.name == "esr" else "move"
    return lambda: _laid_out(found, placed.title, k, move)


def _laid_out(found: Explanation, title: str, k: str, move: str) -> Any:
    likeliest = max(found.moves, key=lambda one: one.chance)
    tied = sum(one.chance == likeliest.chance for one in found.moves)
    plays = f"plays {move} {likeliest.move}" if tied == 1 else f"is undecided between {tied} {move}s"
    known = "exact" if found.error_bound is None else f"certified to {found.error_bound:.0e}"
    heading = (
        f"{title}: {OUTCOMES[found.value]} for the player to move. MC({k}) most probably {plays} "
        f"({known}; {found.source})."
    )
    shown = found.moves[:MOST_ROWS]
    columns = [
        Column(move, [one.move for one in shown]),
        Column("playouts won", [f"{one.win_float:.6f}" for one in shown], "playouts"),
        Column("as a fraction", [_fraction(one.win) for one in shown], "fraction", goes=1),
        Column("chance to be played", [f"{one.chance:.6f}" for one in shown], "chance"),
        Column("perfect play", [OUTCOMES[one.value] for one in shown], "perfect"),
        best_column(shown),
    ]
    why = f"MC({k}) plays the candidate that wins most of its playouts"
    most = _most(found)
    why += f"; in the long run that is {move} {' or '.join(most)}." if most else "."
    kept = [one for one in found.moves if one.best]
    if found.value > 0 and len(kept) < len(found.moves):
        why += f" It throws the win away with chance {found.throws_away:.6f}."
    elif found.value < 0:
        why += " Every move loses against perfect play."
    elif len(kept) == len(found.moves):
        why += " Every move keeps the win."
    return explained(
        heading,
        columns,
        f"{why} {tie_text(found.moves)}".rstrip(),
        f"Perfect play: {_line(found.line)}.",
        f"MC({k}) on both sides, the most probable move each time: {_line(found.likely)}.",
        count=len(found.moves),
    )


def _most(found: Explanation) -> list[str]:
    """The candidates that win the most playouts; empty if doubles do not decide it."""
    first, exact = found.moves[0], all(one.win is not None for one in found.moves)
    if exact:
        return [one.move for one in found.moves if one.win == first.win]
    alike = [one.move for one in found.moves if one.win_float == first.win_float]
    return alike if len(alike) == 1 else []


def _fraction(win: Any) -> str:
    return "" if win is None or len(str(win)) > LONGEST_FRACTION else str(win)


def _line(moves: Sequence[str]) -> str:
    return " ".join(moves[:MOST_MOVES]) + (" and so on" if len(moves) > MOST_MOVES else "")
