"""Boards of tic-tac-toe and Notakto in a terminal; boards and search trees as pictures."""

from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import rational
from tafelwerk.families.minimax.answers import Board, Solution
from tafelwerk.families.minimax.play import SquareBoards, Squares
from tafelwerk.families.minimax.positions import OUTCOMES
from tafelwerk.families.minimax.rules.games import ENDLESS
from tafelwerk.plots.pictures import Picture, box, circle, line, words
from tafelwerk.plots.style import BLUE, CHOSEN, INK, MUTED, VERMILION
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.families.minimax.answers import GameTree, Node, Tree
    from tafelwerk.plots.pictures import Branch


SIGNS = {"exact": "", "at least": "≥ ", "at most": "≤ "}


def search_picture(search: "Tree | GameTree", title: str) -> "Picture":
    """A search tree: values in the nodes, moves beside the lines, best moves thick; windows and cut-offs below the nodes."""
    from tafelwerk.families.minimax.trees import cut_texts
    from tafelwerk.plots.pictures import add_caption, tree

    read = "Square: Max to move. Round: Min, or chance. Thick: best."
    cut = ("Below a node: the alpha-beta window, and branches cut off.",) if search.algorithm == "alpha-beta" else ()
    return add_caption(tree(_branch(search, False)), title, read, *cut, *cut_texts(search))


def _branch(node: "Node", best: bool) -> "Branch":
    from tafelwerk.families.minimax.answers import GameNode
    from tafelwerk.families.minimax.trees import goes_on
    from tafelwerk.plots.pictures import Branch

    edge = "" if node.probability is None else rational(node.probability)
    if isinstance(node, GameNode) and node.move is not None:
        edge = f"{edge} {node.move}".strip()
    value = "" if node.value is None else f"{SIGNS[node.bound or 'exact']}{rational(node.value)}"
    cut = sum(child.cut for child in node.children)
    notes = [f"[{node.alpha}, {node.beta}]"] if node.alpha is not None else []
    notes += [f"{cut} cut off"] if cut else []
    notes += [f"{node.more:,} more"] if node.more else []
    notes += ["goes on"] if goes_on(node) else []
    has_best = node.turn in ("max", "min") and node.bound == "exact"
    below = [
        _branch(child, has_best and child.bound == "exact" and child.value == node.value)
        for child in node.children
        if not child.cut
    ]
    return Branch(value or "?", below, edge, " ".join(notes), best, node.turn != "max")


def board_picture(answer: Board, title: str) -> "Picture":
    """A board of tic-tac-toe, with its best moves highlighted."""
    from tafelwerk.plots.pictures import add_caption

    best = "the moves that keep the draw"
    if answer.value:
        best = "the fastest wins" if (answer.value > 0) == (answer.to_move == "X") else "the longest defences"
    below = () if answer.decided else (f"Yellow: {best}.",)
    return add_caption(board_drawing(answer.board, "".join(map(str, answer.best))), title, *below)


def position_picture(answer: Solution, title: str) -> "Picture":
    """A position and its successors, with values for the player to move."""
    from tafelwerk.plots.pictures import Branch, add_caption, tree

    below = []
    for reply in answer.replies:
        left = "" if reply.distance == ENDLESS else f" in {reply.distance}"
        note = f"{OUTCOMES[reply.value]}{left}"
        below.append(Branch(reply.position, [], reply.move, note, reply.best, False, reply.best))
    read = (
        ("Below: value of the move for the player to move, and number of moves left after it. Thick: best.",)
        if below
        else ()
    )
    return add_caption(tree(Branch(answer.position, below, round=False)), title, *read)


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


def _boards(boards: SquareBoards) -> "Text":
    """Boards side by side."""
    from rich.text import Text

    several = len(boards.boards) > 1
    text = Text(no_wrap=True)
    for row in range(3):
        for number, board in enumerate(boards.boards):
            letter = LETTERS[number] if several else ""
            for field in range(3 * row, 3 * row + 3):
                free = f"{letter}{field}" in boards.free
                text.append((f"{letter}{field}" if free else board[field]).center(4), "dim" if free else "bold red")
            text.append("    ")
        text.append("\n" if row < 2 else "")
    finished = [LETTERS[number] for number, board in enumerate(boards.boards) if board == "X" * 9]
    if finished and several:
        text.append(f"\nFinished: {join_words(finished)}")
    return text


SIDE = 44.0
"""A field."""


def board_drawing(fields: str, chosen: str = "", numbered: bool = True) -> Picture:
    """A board.

    Args:
        fields: nine characters row by row: X, O and a point.
        chosen: numbers of highlighted fields.
        numbered: whether free fields show their numbers.
    """
    parts = []
    for field, mark in enumerate(fields):
        x, y = SIDE * (field % 3), SIDE * (field // 3)
        if str(field) in chosen:
            parts.append(box(x + 1, y + 1, SIDE - 2, SIDE - 2, CHOSEN, "none"))
        near, far = 0.24 * SIDE, 0.76 * SIDE
        if mark == "X":
            parts.append(line(x + near, y + near, x + far, y + far, VERMILION, 4))
            parts.append(line(x + near, y + far, x + far, y + near, VERMILION, 4))
        elif mark == "O":
            parts.append(circle(x + SIDE / 2, y + SIDE / 2, 0.28 * SIDE, "none", BLUE, 4))
        elif numbered:
            parts.append(words(x + SIDE / 2, y + SIDE / 2, str(field), 11, MUTED, "middle"))
    for field in (1, 2):
        parts.append(line(field * SIDE, 2, field * SIDE, 3 * SIDE - 2, INK, 1.6))
        parts.append(line(2, field * SIDE, 3 * SIDE - 2, field * SIDE, INK, 1.6))
    rows = ", ".join(" ".join(fields[start : start + 3]) for start in (0, 3, 6))
    return Picture(3 * SIDE, 3 * SIDE, "".join(parts), "Tic-tac-toe", f"Rows from the top: {rows}.")
