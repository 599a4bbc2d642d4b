"""Boards of tic-tac-toe and Notakto as text; free fields show their numbers."""

from typing import TYPE_CHECKING, Any

from tafelwerk.families.minimax.play import SquareBoards, Squares
from tafelwerk.wording import listed

if TYPE_CHECKING:
    from rich.text import Text

LETTERS = "abc"


def draw_board(board: Any) -> "Text | str":
    """A board as styled text; text stays as it is."""
    match board:
        case Squares():
            return _squares(board)
        case SquareBoards():
            return _boards(board)
    return str(board)


def _squares(board: Squares) -> "Text":
    from rich.text import Text

    text = Text(no_wrap=True)
    for field, mark in enumerate(board.fields):
        style = {"X": "bold red", "O": "bold blue"}.get(mark, "dim")
        text.append((str(field) if mark == "." else mark).center(3), style)
        if field % 3 < 2:
            text.append("|", "dim")
        elif field < 8:
            text.append("\n---+---+---\n", "dim")
    return text


def _boards(found: SquareBoards) -> "Text":
    """Boards side by side."""
    from rich.text import Text

    several = len(found.boards) > 1
    text = Text(no_wrap=True)
    for row in range(3):
        for number, board in enumerate(found.boards):
            letter = LETTERS[number] if several else ""
            for field in range(3 * row, 3 * row + 3):
                free = f"{letter}{field}" in found.free
                text.append((f"{letter}{field}" if free else board[field]).center(4), "dim" if free else "bold red")
            text.append("    ")
        text.append("\n" if row < 2 else "")
    finished = [LETTERS[number] for number, board in enumerate(found.boards) if board == "X" * 9]
    if finished and several:
        text.append(f"\nFinished: {listed(finished)}")
    return text
