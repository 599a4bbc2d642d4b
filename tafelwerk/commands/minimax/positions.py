"""`tafelwerk minimax tictactoe, solve`: a position of a whole game, with what every move leads to."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.minimax.words import app
from tafelwerk.commands.miss import settle
from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.minimax import positions as tables
from tafelwerk.tables.minimax.positions import ENDLESS, Position

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.ranked import RankedGame

EMPTY = "........."
WORDS = {1: "won", 0: "drawn", -1: "lost"}


@app.command()
def tictactoe(
    book: BookOption,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help='Nine characters row by row: X, O and a point, such as "X.O......".')
    ] = EMPTY,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Tic-tac-toe: who wins from a board, how soon, and every move that keeps it so. Fields are 0 to 8, row by row; X begins.

    Example: tafelwerk minimax tictactoe "X.O......"
    """
    marks = board.strip().upper()

    def computation() -> Any:
        from tafelwerk.build.minimax.position_answers import position
        from tafelwerk.solvers.minimax.tictactoe import board_rank, check_board

        return position("tictactoe", board_rank(check_board(board)))

    found, source = settle(
        book,
        lambda opened: tables.get_tictactoe(opened, marks) if len(marks) == len(EMPTY) else None,
        computation,
        tables.missing_game(book, "tictactoe"),
        compute=compute,
        keep=keep,
    )
    assert found is not None
    to_move = "X" if marks.count("X") == marks.count("O") else "O"
    value = found.value if to_move == "X" else -found.value
    document = {
        "board": marks,
        "to_move": to_move,
        "value": value,
        "distance": found.distance,
        "moves": list(found.moves),
        "decided": found.distance == 0,
        "certainty": "exact",
        "source": source,
    }
    answer(json, document, lambda: _board_words(marks, to_move, value, found, source))


def _board_words(marks: str, to_move: str, value: int, found: Position, source: str) -> Any:
    from rich.text import Text

    ended = found.distance == 0
    outcome = "drawn" if value == 0 else f"{'won by' if ended else 'a win for'} {'X' if value > 0 else 'O'}"
    text = Text(no_wrap=True)
    for field, mark in enumerate(marks):
        best = field in found.moves
        shown = mark if mark != "." else f"[{field}]" if best else str(field)
        style = "bold red" if mark == "X" else "bold blue" if mark == "O" else "bold green" if best else "dim"
        text.append(shown.center(5), style)
        if field % 3 == 2:
            text.append("\n")
    if ended:
        return text.append(f"The game is over: {outcome} ({source}).")
    plies = f"{found.distance} {'ply' if found.distance == 1 else 'plies'}"
    ends = f"{outcome}, in {plies}" if value else f"{outcome}, {plies} to a full board"
    return text.append(f"{to_move} to move: {ends} ({source}). Moves in brackets keep it so.")


@app.command()
def solve(
    book: BookOption,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game of the list, see: tafelwerk build minimax game --help")
    ],
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="As the game writes it; the start, if left out.")
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """A position of any stored game: its value, its distance to the end, and what every move leads to.

    `value` is for the player to move: 1 won, 0 drawn, -1 lost, of a puzzle 1 and at the goal -1; each of `replies` has the
    value that its move has for the same player, and the distance that is left after it. Positions are stored that play from
    the start reaches. Notakto's finished boards are all stored as XXXXXXXXX: how they look makes no difference any more.

    Example: tafelwerk minimax solve tictactoe-misere "X...O...."

    Example: tafelwerk minimax solve nim-passes "1 3 3 pp"

    Example: tafelwerk minimax solve burnt-pancakes-7 "-7 3 -1 5 2 -6 4"
    """
    from tafelwerk.solvers.minimax.games import entry

    found = entry(game)
    rules = found.make()
    rank = rules.start if position is None else rules.rank(position)
    # one position: nothing is compiled or loaded for it
    after = rules.successors(rank, compiled=False)
    stored = rules.text(rank)
    asked = stored if position is None else position.strip()

    def computation() -> Any:
        from tafelwerk.build.minimax.position_answers import positions

        return positions(rules.name, (rank, *after.values()))

    def look_up(opened: Any) -> dict[int, Position] | None:
        rows = tables.get_positions(opened, found.number, (rank, *after.values()))
        if rank not in rows and tables.get_game(opened, rules.name) is not None:
            raise unreachable
        return rows if rank in rows else None

    unreachable = InputError(
        f"no play from the start of {rules.title} leads to {quoted(asked)}: "
        f"only positions that play from {quoted(rules.text(rules.start))} reaches are stored"
    )
    rows, source = settle(book, look_up, computation, tables.missing_game(book, rules.name), compute=compute, keep=keep)
    if rank not in rows:
        raise unreachable
    here = rows[rank]
    replies = [
        {
            "move": rules.move_name(rank, label),
            "position": rules.text(successor),
            # what is good for the one who moves there is bad for the one who moves here
            "value": 1 if rules.is_puzzle else -rows[successor].value,
            "distance": rows[successor].distance,
            "best": label in here.moves,
        }
        for label, successor in sorted(after.items())
    ]
    document = {
        "game": rules.name,
        "position": asked,
        **({} if asked == stored else {"stored_as": stored}),
        "rank": rank,
        "value": here.value,
        "distance": None if here.distance == ENDLESS else here.distance,
        "moves": [rules.move_name(rank, label) for label in here.moves],
        "replies": replies,
        "certainty": "exact",
        "source": source,
    }
    answer(json, document, lambda: _position_words(rules, asked, stored, here, replies, source))


def _position_words(
    rules: "RankedGame", asked: str, stored: str, here: Position, replies: list[dict[str, Any]], source: str
) -> Any:
    from rich.console import Group
    from rich.table import Table

    plies = f"{here.distance} {'ply' if here.distance == 1 else 'plies'}"
    if rules.is_puzzle:
        head = f"{here.distance} {'move' if here.distance == 1 else 'moves'} from the goal"
    elif not replies:
        head = f"the game is over, {WORDS[here.value]} for the player to move"
    elif here.distance == ENDLESS:
        head = "drawn: nobody can force an end"
    else:
        head = f"{WORDS[here.value]} for the player to move, in {plies}"
    shown = asked if asked == stored else f"{asked}, stored as {stored}"
    title = f"{rules.title}, {shown}: {head} ({source})."
    if not replies:
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
    for reply in replies:
        outcome = str(reply["distance"]) if rules.is_puzzle else WORDS[reply["value"]]
        left = "" if rules.is_puzzle else "-" if reply["distance"] == ENDLESS else str(reply["distance"])
        table.add_row(
            reply["move"],
            reply["position"],
            outcome,
            left,
            "best" if reply["best"] else "",
            style="bold" if reply["best"] else None,
        )
    return Group(title, table)
