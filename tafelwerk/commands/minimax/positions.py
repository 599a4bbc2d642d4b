"""`tafelwerk minimax tictactoe, solve`: a position of a whole game, with what every move leads to."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.minimax.words import app
from tafelwerk.tables.minimax import Board, Solution, questions
from tafelwerk.tables.minimax.positions import ENDLESS
from tafelwerk.tables.minimax.questions import EMPTY

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.ranked import RankedGame

WORDS = {1: "won", 0: "drawn", -1: "lost"}


@app.command()
@asks
def tictactoe(
    ask: Ask,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help='Nine characters row by row: X, O and a point, such as "X.O......".')
    ] = EMPTY,
) -> Text:
    """Tic-tac-toe: who wins from a board, how soon, and every move that keeps it so. Fields are 0 to 8, row by row; X begins.

    Example: tafelwerk minimax tictactoe "X.O......"
    """
    found = ask(questions.tictactoe, board)
    return lambda: _board_words(found)


def _board_words(found: Board) -> Any:
    from rich.text import Text

    value = found.value
    outcome = "drawn" if value == 0 else f"{'won by' if found.decided else 'a win for'} {'X' if value > 0 else 'O'}"
    text = Text(no_wrap=True)
    for field, mark in enumerate(found.board):
        best = field in found.moves
        shown = mark if mark != "." else f"[{field}]" if best else str(field)
        style = "bold red" if mark == "X" else "bold blue" if mark == "O" else "bold green" if best else "dim"
        text.append(shown.center(5), style)
        if field % 3 == 2:
            text.append("\n")
    if found.decided:
        return text.append(f"The game is over: {outcome} ({found.source}).")
    plies = f"{found.distance} {'ply' if found.distance == 1 else 'plies'}"
    ends = f"{outcome}, in {plies}" if value else f"{outcome}, {plies} to a full board"
    return text.append(f"{found.to_move} to move: {ends} ({found.source}). Moves in brackets keep it so.")


@app.command()
@asks
def solve(
    ask: Ask,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game of the list, see: tafelwerk build minimax game --help")
    ],
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="As the game writes it; the start, if left out.")
    ] = None,
) -> Text:
    """A position of any stored game: its value, its distance to the end, and what every move leads to.

    `value` is for the player to move: 1 won, 0 drawn, -1 lost, of a puzzle 1 and at the goal -1; each of `replies` has the
    value that its move has for the same player, and the distance that is left after it. Positions are stored that play from
    the start reaches. Notakto's finished boards are all stored as XXXXXXXXX: how they look makes no difference any more.

    Example: tafelwerk minimax solve tictactoe-misere "X...O...."

    Example: tafelwerk minimax solve nim-passes "1 3 3 pp"

    Example: tafelwerk minimax solve burnt-pancakes-7 "-7 3 -1 5 2 -6 4"
    """
    from tafelwerk.solvers.minimax.games import entry

    rules = entry(game).make()
    found = ask(questions.solve, rules, position)
    return lambda: _position_words(rules, found)


def _position_words(rules: "RankedGame", found: Solution) -> Any:
    from rich.console import Group
    from rich.table import Table

    plies = f"{found.distance} {'ply' if found.distance == 1 else 'plies'}"
    if rules.is_puzzle:
        head = f"{found.distance} {'move' if found.distance == 1 else 'moves'} from the goal"
    elif not found.replies:
        head = f"the game is over, {WORDS[found.value]} for the player to move"
    elif found.distance is None:
        head = "drawn: nobody can force an end"
    else:
        head = f"{WORDS[found.value]} for the player to move, in {plies}"
    shown = found.position if found.stored_as is None else f"{found.position}, stored as {found.stored_as}"
    title = f"{rules.title}, {shown}: {head} ({found.source})."
    if not found.replies:
        return title
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (
        "move",
        "leads to",
        "left" if rules.is_puzzle else "for the mover",
        "" if rules.is_puzzle else "plies left",
        "",
    ):
        table.add_column(name)
    for reply in found.replies:
        outcome = str(reply.distance) if rules.is_puzzle else WORDS[reply.value]
        left = "" if rules.is_puzzle else "-" if reply.distance == ENDLESS else str(reply.distance)
        table.add_row(
            reply.move,
            reply.position,
            outcome,
            left,
            "best" if reply.best else "",
            style="bold" if reply.best else None,
        )
    return Group(title, table)
