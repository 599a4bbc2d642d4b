"""Questions about positions of games over ranks: boards of tic-tac-toe, listed games by their notation, and puzzles."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.answers import Board, Reply, Solution
from tafelwerk.families.minimax.rules.games import EMPTY, ENDLESS, TICTACTOE, RankedGame, check_board, ranked_game
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.game_trees import best_moves, mark
from tafelwerk.rules.puzzles import TICTACTOE as SCALE
from tafelwerk.rules.puzzles import Difficulty, Seed, first_fitting
from tafelwerk.tables.questions import A, Question, Step, Text
from tafelwerk.texts import StyledText
from tafelwerk.wording import count_noun

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
    return rules.text(rules.root)


BoardText = Annotated[
    str,
    Parameter(
        "BOARD",
        'Board: X, O and a point per free field, row by row, such as "X.O......" or "X.O/.../...".',
        parse=check_board,
        is_argument=True,
    ),
]

Game = Annotated[
    str,
    Parameter(
        "GAME",
        "Game, such as tictactoe-misere or nim-passes; the list is in: tafelwerk build minimax game --help",
        parse=lambda name: ranked_game(name).name,
    ),
]

Position = Annotated[
    str,
    Parameter(
        "POSITION",
        "Position in the game's notation. Default: the start.",
        parse=lambda game, text: " ".join(text.split()),
        needs=("game",),
        fallback=_start,
        is_argument=True,
    ),
]


class OfPosition(Question[A], title="the positions of {game}"):
    """A question about a position of a game over ranks."""

    @property
    def ranked_position(self) -> RankedPosition:
        """The position, and its successors."""
        raise NotImplementedError

    def answer_of(self, ranked: RankedPosition, rows: Mapping[int, Row]) -> A:
        """The answer, from the rows of the position and its successors."""
        raise NotImplementedError

    def look_up(self, book: Book) -> A | None:
        ranked = self.ranked_position
        rows = ranked.read_rows(book)
        return self.answer_of(ranked, rows) if ranked.rank in rows else None

    def build(self) -> GamePositions:
        from tafelwerk.families.minimax.builds import GamePositions

        return GamePositions(self.ranked_position.game.name)

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import whole_operations

        return whole_operations(self.ranked_position.game)

    def solve(self) -> A:
        from tafelwerk.families.minimax.rows import solved_rows

        ranked = self.ranked_position
        return self.answer_of(ranked, solved_rows(ranked.game, ranked.ranks))


class Tictactoe(OfPosition[Board], title="the positions of tictactoe"):
    """Tic-tac-toe: winner and distance from any board, and every move that keeps the result.

    Fields are 0 to 8, row by row; X begins.

    Example: tafelwerk minimax tictactoe "X.O......"

    Example: tafelwerk minimax tictactoe "X.O......" -o board.svg
    """

    board: BoardText = EMPTY

    @property
    def ranked_position(self) -> RankedPosition:
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
            moves=ranked.keeping_labels(rows),
            best=ranked.best(rows),
            decided=distance == 0,
        )

    def text(self, answer: Board) -> Text:
        return lambda: _board_words(answer)

    def steps(self, answer: Board, **looks: Any) -> Sequence[Step]:
        from tafelwerk.families.minimax.pictures import SIDE

        return [
            Step(
                f"{answer.to_move} on {field}",
                {"board": f"{answer.board[:field]}{answer.to_move}{answer.board[field + 1 :]}"},
                (SIDE * (field % 3), SIDE * (field // 3), SIDE, SIDE),
            )
            for field, mark in enumerate(answer.board)
            if mark == "." and not answer.decided
        ]

    def picture(self, answer: Board) -> Picture:
        from tafelwerk.families.minimax.pictures import board_picture

        sentence = str(_board_words(answer)).splitlines()[-1].partition(" Moves in brackets")[0]
        return board_picture(answer, f"Tic-tac-toe: {sentence}")


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
    def ranked_position(self) -> RankedPosition:
        return RankedPosition(self.game, self.position or "")

    def answer_of(self, ranked: RankedPosition, rows: Mapping[int, Row]) -> Solution:
        game, rank = ranked.game, ranked.rank
        if rank not in rows:
            raise InputError(
                f"no play from the start of {game.title} leads to {in_quotes(ranked.position)}: "
                f"only positions that can be reached from {in_quotes(game.text(game.root))} are stored"
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
            moves=tuple(game.move_name(rank, label) for label in ranked.keeping_labels(rows)),
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

    def steps(self, answer: Solution, **looks: Any) -> Sequence[Step]:
        return [Step(reply.move, {"position": reply.position}) for reply in answer.replies]

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
        self.rank = self.game.read(position)
        self.after = self.game.successors(self.rank)

    @property
    def ranks(self) -> list[int]:
        """The position and its successors, each once."""
        return sorted({self.rank, *self.after.values()})

    def read_rows(self, book: Book) -> dict[int, Row]:
        """The rows of these positions, by rank."""
        return stored_rows(book, self.game, self.ranks)

    def best(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
        """Labels of the best moves, ascending."""
        return best_labels(self.game, self.rank, self.after, rows)

    def keeping_labels(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
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
    labels = [label for label in after if rows[rank][3] >> label & 1]
    if game.is_puzzle:
        return tuple(labels)
    # the values there are the opponent's
    return tuple(best_moves({label: (-rows[after[label]][1], finite(rows[after[label]][2])) for label in labels}))


def finite(distance: int) -> int | None:
    """A distance to the end, None if play has none."""
    return None if distance == ENDLESS else distance


def _labels(mask: int) -> tuple[int, ...]:
    """The labels of the moves of a mask, ascending."""
    return tuple(label for label in range(mask.bit_length()) if mask >> label & 1)


def _board_words(answer: Board) -> Any:
    value = answer.value
    outcome = "drawn" if value == 0 else f"{'won by' if answer.decided else 'a win for'} {'X' if value > 0 else 'O'}"
    text = StyledText(no_wrap=True)
    for field, sign in enumerate(answer.board):
        best, keeps = field in answer.best, field in answer.moves
        label = sign if sign != "." else f"[{field}]" if best else f"({field})" if keeps else str(field)
        style = _STYLES.get(sign) or ("bold green" if best else "green" if keeps else "dim")
        text.append(label.center(5), style)
        if field % 3 == 2:
            text.append("\n")
    if answer.decided:
        return text.append(f"The game is over: {outcome} ({answer.source}).")
    plies = count_noun(answer.distance, "ply", "plies")
    ends = f"{outcome}, in {plies}" if value else f"{outcome}, {plies} to a full board"
    return text.append(f"{answer.to_move} to move: {ends} ({answer.source}). {_legend_text(answer)}")


def _legend_text(answer: Board) -> str:
    """What the brackets and the parentheses of a board mean."""
    if not answer.value:
        return "Moves in brackets keep the draw."
    wins = (answer.value > 0) == (answer.to_move == "X")
    best, others = ("win fastest", "also win, but later") if wins else ("hold out longest", "lose sooner")
    text = f"Moves in brackets {best}"
    return f"{text}; those in parentheses {others}." if len(answer.best) < len(answer.moves) else f"{text}."


def _position_title(answer: Solution) -> str:
    """Game, position, and its value and distance in words."""
    game = ranked_game(answer.game)
    if game.is_puzzle and answer.distance is not None:
        head = f"{count_noun(answer.distance, 'move')} from the goal"
    elif not answer.replies:
        head = f"the game is over, {OUTCOMES[answer.value]} for the player to move"
    elif answer.distance is None:
        head = "drawn: nobody can force an end"
    else:
        head = f"{OUTCOMES[answer.value]} for the player to move, in {count_noun(answer.distance, 'ply', 'plies')}"
    position = answer.position if answer.stored_as is None else f"{answer.position}, stored as {answer.stored_as}"
    return f"{game.title}, {position}: {head} ({answer.source})."


def _position_words(answer: Solution) -> Any:
    from tafelwerk.commands.output import table, with_heading

    game, title = ranked_game(answer.game), _position_title(answer)
    if not answer.replies:
        return title
    columns = ("left",) if game.is_puzzle else ("for the mover", "plies left")
    rows = []
    for reply in answer.replies:
        left = "-" if reply.distance == ENDLESS else str(reply.distance)
        ends = (left,) if game.is_puzzle else (OUTCOMES[reply.value], left)
        of = reply.value - 1 if game.is_puzzle else answer.value
        rows.append((reply.move, reply.position, *ends, mark(reply.best, reply.value, of)))
    return with_heading(title, table(("move", "leads to", *columns, ""), rows))


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
            raise InputError(f"GAME must be {' or '.join(PUZZLE_GAMES)} for puzzles, not {in_quotes(self.game)}")
        if self.task not in (None, *TASKS):
            raise InputError(f"--task must be {' or '.join(TASKS)}, not {in_quotes(self.task)}")

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import whole_operations

        return whole_operations(TICTACTOE)

    def solve(self) -> answers.Puzzle:
        """A puzzle.

        Raises:
            InputError: no such puzzle was found.
        """
        from tafelwerk.families.minimax.rows import solve_once

        assert self.seed is not None
        ranks: list[int] = solve_once(TICTACTOE).ranks.tolist()

        def draw(random: Random) -> _SingleMove | None:
            candidate = _single_move(TICTACTOE, random.choice(ranks))
            return candidate if candidate is not None and self.task in (None, candidate.task) else None

        single, count = first_fitting(draw, self.seed, SCALE, lambda move: move.plies, self.difficulty, 20_000)
        board = TICTACTOE.text(single.rank)
        return answers.Puzzle(
            game=self.game,
            seed=self.seed,
            position=board,
            to_move="X" if board.count("X") == board.count("O") else "O",
            task=single.task,
            solution=TICTACTOE.move_name(single.rank, single.move),
            difficulty=count,
            grade=SCALE.grade(count),
            measure=SCALE.measure,
        )


class _SingleMove(NamedTuple):
    """A position, its task, the move that solves it, and the plies of its difficulty."""

    rank: int
    task: str
    move: int
    plies: int


def _single_move(rules: RankedGame, rank: int) -> _SingleMove | None:
    """The puzzle of a position; None unless exactly one of FEWEST_MOVES or more moves wins or saves."""
    from tafelwerk.families.minimax.rows import solve_once

    table = solve_once(rules)
    values = {}
    for move, after in rules.successors(rank).items():
        index = table.place(after)
        assert index is not None
        # value for the player who moves here, and plies left after the move
        values[move] = (-int(table.values[index]), int(table.distances[index]))
    best = max((value for value, _ in values.values()), default=-1)
    moves = [move for move, (value, _) in values.items() if value == best]
    if best < 0 or len(moves) != 1 or len(values) < FEWEST_MOVES:
        return None
    if best > 0:
        return _SingleMove(rank, "win", moves[0], values[moves[0]][1] + 1)
    return _SingleMove(rank, "save", moves[0], max(plies for value, plies in values.values() if value < 0) + 1)
