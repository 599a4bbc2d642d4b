"""Values and moves of the user's games as a person reads them."""

from typing import Any

from tafelwerk.families.games.answers import Explanation, PositionValue
from tafelwerk.rules.preference import mark
from tafelwerk.wording import counted, exact_number, listed

MOVES_SHOWN = 12


def position_text(answer: PositionValue) -> str:
    """Value and best moves of a position."""
    text = f"{answer.position}: {_worth(answer)}{f' ({answer.source})' if answer.source else ''}."
    if answer.moves:
        text += f" Best: {listed(list(answer.moves), MOVES_SHOWN)}."
    return text


def explanation_text(answer: Explanation) -> Any:
    """Value of every move of a position, and a line of best play."""
    from tafelwerk.commands.output import headed, table

    head = f"{answer.position}: {_worth(answer)}."
    if not answer.moves:
        return head
    if answer.kind == "chance":
        outcomes = [(one.move, str(one.probability), exact_number(one.value)) for one in answer.moves]
        return headed(head, table(("chance leads to", "probability", "value"), outcomes))
    rows = [
        (one.move, exact_number(one.value), one.distance, mark(one.best, one.value, answer.value), one.position)
        for one in answer.moves
    ]
    parts = [table(("move", "value", "plies", "", "leads to"), rows)]
    line = f"A line of best play: {', '.join(answer.line)}." if answer.line else ""
    return headed(head, *parts, *([line] if line else []))


def _worth(answer: PositionValue | Explanation) -> str:
    """Value of a position in words."""
    plies = "" if answer.distance is None else f" in {counted(answer.distance, 'ply', 'plies')}"
    who = "the player to move"
    if answer.kind == "end":
        return f"the game is over, worth {exact_number(answer.value)} to {who}"
    return f"worth {exact_number(answer.value)} to {who}{plies if answer.value else ''}"
