"""Questions about positions of games over ranks: boards of tic-tac-toe, listed games by their notation, and puzzles."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.answers import Board, Reply, Solution
from tafelwerk.families.minimax.rules.games import EMPTY, ENDLESS, TICTACTOE, RankedGame, ranked_game
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.preference import best_moves, mark
from tafelwerk.rules.puzzles import TICTACTOE as SCALE
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.questions import A, Question, Text
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tafelwerk.families.minimax.builds import GamePositions
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book


Row = tuple[int, int, int, int]
"""A row of table positions: rank, value, distance, moves."""

OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}

_STYLES = {"X": "bold red", "O": "bold blue"}


def _start(game: str) -> str:
    """The first position of a listed game."""
    rules = ranked_game(game)
    return rules.text(rules.start)


BoardText = Annotated[
    str,
    Parameter(
        "BOARD",
        'Nine characters row by row: X, O and a point, such as "X.O......".',
        parse=lambda text: text.strip().upper(),
        is_argument=True,
    ),
]

Game = Annotated[
    str,
    Parameter(
        "GAME",
        "Listed game; the list is in: tafelwerk build minimax game --help",
        parse=lambda name: ranked_game(name).name,
    ),
]

Position = Annotated[
    str,
    Parameter(
        "POSITION",
        "Position in the game's notation. Default: the start.",
        parse=lambda game, text: text.strip(),
        needs=("game",),
        fallback=_start,
        is_argument=True,
    ),
]


class OfPosition(Question[A], title="the positions of {game}"):
    """A question about a position of a game over ranks."""

    @property
    def ranked(self) -> RankedPosition:
        """The position, and its successors."""
        raise NotImplementedError

    def answer_of(self, ranked: RankedPosition, rows: Mapping[int, Row]) -> A:
        """The answer, from the rows of the position and its successors."""
        raise NotImplementedError

    def look_up(self, book: Book) -> A | None:
        ranked = self.ranked
        rows = ranked.stored(book)
        return self.answer_of(ranked, rows) if ranked.rank in rows else None

    def build(self) -> GamePositions:
        from tafelwerk.families.minimax.builds import GamePositions

        return GamePositions(self.ranked.game.name)

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import whole_operations

        return whole_operations(self.ranked.game)

    def solve(self) -> A:
        from tafelwerk.families.minimax.position_rows import solved_rows

        ranked = self.ranked
        return self.answer_of(ranked, solved_rows(ranked.game, ranked.ranks))


class Tictactoe(OfPosition[Board], title="the positions of tictactoe"):
    """Tic-tac-toe: winner and distance from any board, and every move that keeps the result.

    Fields are 0 to 8, row by row; X begins.

    Example: tafelwerk minimax tictactoe "X.O......"

    Example: tafelwerk minimax tictactoe "X.O......" -o board.svg
    """

    board: BoardText = EMPTY

    @property
    def ranked(self) -> RankedPosition:
        return RankedPosition(TICTACTOE.name, self.board)

    def answer_of(self, ranked: RankedPosition, rows: Mapping[int, Row]) -> Board:
        board = self.board
        _, value, distance, _ = rows[ranked.rank]
        to_move = "X" if board.count("X") == board.count("O") else "O"
        return Board(
            board=board,
            to_move=to_move,
            value=value if to_move == "X" else -value,
            distance=distance,
            moves=ranked.kept(rows),
            best=ranked.best(rows),
            decided=distance == 0,
        )

    def text(self, answer: Board) -> Text:
        return lambda: _board_words(answer)

    def picture(self, answer: Board) -> Picture:
        from tafelwerk.families.minimax.pictures import board_picture

        said = str(_board_words(answer)).splitlines()[-1].partition(" Moves in brackets")[0]
        return board_picture(answer, f"Tic-tac-toe: {said}")


class Solve(OfPosition[Solution], title="the positions of {game}"):
    """Position of a stored game: its value, its distance to the end, and the position after every move.

    `value` is for the player to move: 1 won, 0 drawn, -1 lost; in a puzzle 1, and -1 at the goal. Each of `replies` has the
    value of its move for the same player, and the distance that is left after it. Only positions that can be reached from
    the start are stored. Finished boards of Notakto are all stored as XXXXXXXXX, since their marks no longer matter.

    Example: tafelwerk minimax solve tictactoe-misere "X...O...."

    Example: tafelwerk minimax solve nim-passes "1 3 3 pp"

    Example: tafelwerk minimax solve burnt-pancakes-7 "-7 3 -1 5 2 -6 4"
    """

    game: Game
    position: Position | None = None

    @property
    def ranked(self) -> RankedPosition:
        return RankedPosition(self.game, self.position or "")

    def answer_of(self, ranked: RankedPosition, rows: Mapping[int, Row]) -> Solution:
        game, rank = ranked.game, ranked.rank
        if rank not in rows:
            raise InputError(
                f"no play from the start of {game.title} leads to {quoted(ranked.position)}: "
                f"only positions that can be reached from {quoted(game.text(game.start))} are stored"
            )
        _, value, distance, _ = rows[rank]
        stored, best = game.text(rank), ranked.best(rows)
        return Solution(
            game=game.name,
            position=ranked.position,
            stored_as=None if ranked.position == stored else stored,
            rank=rank,
            value=value,
            distance=finite(distance),
            moves=tuple(game.move_name(rank, label) for label in ranked.kept(rows)),
            replies=tuple(
                Reply(
                    game.move_name(rank, label),
                    game.text(after),
                    # the value there is for the opponent
                    1 if game.is_puzzle else -rows[after][1],
                    rows[after][2],
                    label in best,
                )
                for label, after in ranked.after.items()
            ),
        )

    def text(self, answer: Solution) -> Text:
        return lambda: _position_words(answer)

    def picture(self, answer: Solution) -> Picture:
        from tafelwerk.families.minimax.pictures import position_picture

        return position_picture(answer, _position_title(answer))


class RankedPosition:
    """A position of a game over ranks, and its successors.

    Raises:
        InputError: the text is not a position of the game.
    """

    def __init__(self, game: str, position: str) -> None:
        self.game, self.position = ranked_game(game), position
        self.rank = self.game.rank(position)
        self.after = self.game.after(self.rank)

    @property
    def ranks(self) -> list[int]:
        """The position and its successors, each once."""
        return sorted({self.rank, *self.after.values()})

    def stored(self, book: Book) -> dict[int, Row]:
        """The rows of these positions, by rank."""
        return stored_rows(book, self.game, self.ranks)

    def best(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
        """Labels of the best moves, ascending."""
        return best_labels(self.game, self.rank, self.after, rows)

    def kept(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
        """Labels of the moves that keep the value, the best first, otherwise ascending."""
        best = self.best(rows)
        return (*best, *(label for label in _labels(rows[self.rank][3]) if label not in best))


def stored_rows(book: Book, game: RankedGame, ranks: Sequence[int]) -> dict[int, Row]:
    """The rows of positions of a game, by rank."""
    sql = (
        "SELECT rank, value, distance, moves, build FROM minimax.positions"
        " JOIN (SELECT unnest(?::UINTEGER[]) AS rank) USING (rank) WHERE game = ?"
    )
    return {row[0]: row for row in book.rows("minimax", sql, list(ranks), game.name)}


def best_labels(game: RankedGame, rank: int, after: Mapping[int, int], rows: Mapping[int, Row]) -> tuple[int, ...]:
    """Labels of the best moves of a position, ascending.

    Args:
        game: the game.
        rank: the position.
        after: its successors by label.
        rows: rows of the position and of its successors.
    """
    kept = [label for label in after if rows[rank][3] >> label & 1]
    if game.is_puzzle:
        return tuple(kept)
    # the values there are the opponent's
    return tuple(best_moves({label: (-rows[after[label]][1], finite(rows[after[label]][2])) for label in kept}))


def finite(distance: int) -> int | None:
    """A distance to the end, None if play has none."""
    return None if distance == ENDLESS else distance


def _labels(mask: int) -> tuple[int, ...]:
    """The labels of the moves of a mask, ascending."""
    return tuple(label for label in range(mask.bit_length()) if mask >> label & 1)


def _board_words(found: Board) -> Any:
    from rich.text import Text

    value = found.value
    outcome = "drawn" if value == 0 else f"{'won by' if found.decided else 'a win for'} {'X' if value > 0 else 'O'}"
    text = Text(no_wrap=True)
    for field, sign in enumerate(found.board):
        best, kept = field in found.best, field in found.moves
        shown = sign if sign != "." else f"[{field}]" if best else f"({field})" if kept else str(field)
        style = _STYLES.get(sign) or ("bold green" if best else "green" if kept else "dim")
        text.append(shown.center(5), style)
        if field % 3 == 2:
            text.append("\n")
    if found.decided:
        return text.append(f"The game is over: {outcome} ({found.source}).")
    plies = counted(found.distance, "ply", "plies")
    ends = f"{outcome}, in {plies}" if value else f"{outcome}, {plies} to a full board"
    return text.append(f"{found.to_move} to move: {ends} ({found.source}). {_kept_words(found)}")


def _kept_words(found: Board) -> str:
    """What the brackets and the parentheses of a board mean."""
    if not found.value:
        return "Moves in brackets keep the draw."
    wins = (found.value > 0) == (found.to_move == "X")
    best, others = ("win fastest", "also win, but later") if wins else ("hold out longest", "lose sooner")
    text = f"Moves in brackets {best}"
    return f"{text}; those in parentheses {others}." if len(found.best) < len(found.moves) else f"{text}."


def _position_title(found: Solution) -> str:
    """Game, position, and its value and distance in words."""
    game = ranked_game(found.game)
    if game.is_puzzle and found.distance is not None:
        head = f"{counted(found.distance, 'move')} from the goal"
    elif not found.replies:
        head = f"the game is over, {OUTCOMES[found.value]} for the player to move"
    elif found.distance is None:
        head = "drawn: nobody can force an end"
    else:
        head = f"{OUTCOMES[found.value]} for the player to move, in {counted(found.distance, 'ply', 'plies')}"
    shown = found.position if found.stored_as is None else f"{found.position}, stored as {found.stored_as}"
    return f"{game.title}, {shown}: {head} ({found.source})."


def _position_words(found: Solution) -> Any:
    from tafelwerk.commands.output import headed, table

    game, title = ranked_game(found.game), _position_title(found)
    if not found.replies:
        return title
    columns = ("left",) if game.is_puzzle else ("for the mover", "plies left")
    rows = []
    for reply in found.replies:
        left = "-" if reply.distance == ENDLESS else str(reply.distance)
        ends = (left,) if game.is_puzzle else (OUTCOMES[reply.value], left)
        of = reply.value - 1 if game.is_puzzle else found.value
        rows.append((reply.move, reply.position, *ends, mark(reply.best, reply.value, of)))
    return headed(title, table(("move", "leads to", *columns, ""), rows))


PUZZLE_GAMES = ("tictactoe",)
"""Games that have puzzles."""

TASKS = {"win": "wins", "save": "does not lose"}
"""What the one move does, by task."""

FEWEST_MOVES = 3
"""Least number of moves in a puzzle."""


PuzzleGame = Annotated[str, Parameter("|".join(PUZZLE_GAMES), "The game.", is_argument=True)]
Task = Annotated[
    str,
    Parameter("|".join(TASKS), "Task: find the one move that wins, or the one that does not lose. Default: either."),
]


class Puzzle(Question[answers.Puzzle], title="a puzzle of {game}"):
    """A position of tic-tac-toe in which exactly one move wins, or exactly one does not lose."""

    game: PuzzleGame = PUZZLE_GAMES[0]
    seed: Seed | None = None
    task: Task | None = None
    difficulty: Parsed[Difficulty | None] = default(None)

    def check(self) -> None:
        if self.game not in PUZZLE_GAMES:
            raise InputError(f"GAME must be {' or '.join(PUZZLE_GAMES)} for puzzles, not {quoted(self.game)}")
        if self.task not in (None, *TASKS):
            raise InputError(f"--task must be {' or '.join(TASKS)}, not {quoted(self.task)}")

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import whole_operations

        return whole_operations(TICTACTOE)

    def solve(self) -> answers.Puzzle:
        """A puzzle.

        Raises:
            InputError: no such puzzle was found.
        """
        from tafelwerk.build.puzzles import first_fitting
        from tafelwerk.families.minimax.position_rows import solve_once

        assert self.seed is not None
        ranks: list[int] = solve_once(TICTACTOE).ranks.tolist()

        def draw(random: Random) -> _Found | None:
            found = _single(TICTACTOE, random.choice(ranks))
            return found if found is not None and self.task in (None, found.task) else None

        found, count = first_fitting(draw, self.seed, SCALE, lambda one: one.plies, self.difficulty, 20_000)
        board = TICTACTOE.text(found.rank)
        return answers.Puzzle(
            game=self.game,
            seed=self.seed,
            position=board,
            to_move="X" if board.count("X") == board.count("O") else "O",
            task=found.task,
            solution=TICTACTOE.move_name(found.rank, found.move),
            difficulty=count,
            grade=SCALE.grade(count),
            measure=SCALE.measure,
        )


class _Found(NamedTuple):
    """A position, its task, the move that solves it, and the plies of its difficulty."""

    rank: int
    task: str
    move: int
    plies: int


def _single(rules: RankedGame, rank: int) -> _Found | None:
    """The puzzle of a position; None unless exactly one of FEWEST_MOVES or more moves wins or saves."""
    from tafelwerk.families.minimax.position_rows import solve_once

    table = solve_once(rules)
    values = {}
    for move, after in rules.after(rank).items():
        place = table.place(after)
        assert place is not None
        # value for the player who moves here, and plies left after the move
        values[move] = (-int(table.values[place]), int(table.distances[place]))
    best = max((value for value, _ in values.values()), default=-1)
    kept = [move for move, (value, _) in values.items() if value == best]
    if best < 0 or len(kept) != 1 or len(values) < FEWEST_MOVES:
        return None
    if best > 0:
        return _Found(rank, "win", kept[0], values[kept[0]][1] + 1)
    return _Found(rank, "save", kept[0], max(plies for value, plies in values.values() if value < 0) + 1)
