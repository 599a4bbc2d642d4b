"""Games of three in a row by their rules: boards as tuples, every play followed to its end. To be believed at sight."""

from functools import cache

Board = tuple[str, ...]

EMPTY: Board = (".",) * 9


@cache
def lines() -> list[set[int]]:
    rows = [{3 * row + column for column in range(3)} for row in range(3)]
    columns = [{3 * row + column for row in range(3)} for column in range(3)]
    return [*rows, *columns, {0, 4, 8}, {2, 4, 6}]


@cache
def has_line(board: Board) -> bool:
    return any(
        len({board[field] for field in line} - {"."}) == 1 and not any(board[f] == "." for f in line)
        for line in lines()
    )


class ThreeInARow:
    """One of the four games on one board: what a position is worth to the player to move, and how long it lasts."""

    def __init__(self, misere: bool, wild: bool) -> None:
        self.misere, self.wild = misere, wild
        self.solve = cache(self._solve)

    def moves(self, board: Board) -> list[tuple[int, str, Board]]:
        """Field, mark, board after; none where the game is over."""
        if has_line(board):
            return []
        marks = "XO" if self.wild else "X" if board.count("X") == board.count("O") else "O"
        return [
            (field, mark, (*board[:field], mark, *board[field + 1 :]))
            for field in range(9)
            if board[field] == "."
            for mark in marks
        ]

    def _solve(self, board: Board) -> tuple[int, int]:
        """Value and distance."""
        if has_line(board):
            return (1 if self.misere else -1), 0
        if "." not in board:
            return 0, 0
        return outcome([self.solve(after) for _, _, after in self.moves(board)])

    def reachable(self) -> set[Board]:
        """Every board that play can come to."""
        found, level = {EMPTY}, {EMPTY}
        while level:
            level = {after for board in level for _, _, after in self.moves(board)}
            found |= level
        return found


def outcome(after: list[tuple[int, int]]) -> tuple[int, int]:
    """Value and distance of a position from those that its moves lead to, each for its own player to move."""
    for value, choose in ((1, min), (0, min), (-1, max)):
        distances = [distance for found, distance in after if found == -value]
        if distances:
            return value, choose(distances) + 1
    raise AssertionError("no moves")


@cache
def notakto(boards: tuple[Board, ...]) -> tuple[int, int]:
    """Value and distance of Notakto on the boards that are not finished, for the player to move."""
    if not boards:
        # the other player has finished the last board
        return 1, 0
    return outcome([notakto(after) for after in notakto_moves(boards).values()])


def notakto_moves(boards: tuple[Board, ...]) -> dict[tuple[int, int], tuple[Board, ...]]:
    """The boards that are not finished after a mark on every empty field, by board and field."""
    return {
        (number, field): living(*boards[:number], (*board[:field], "X", *board[field + 1 :]), *boards[number + 1 :])
        for number, board in enumerate(boards)
        if not has_line(board)
        for field in range(9)
        if board[field] == "."
    }


def living(*boards: Board) -> tuple[Board, ...]:
    """The boards that are not finished, each turned and mirrored to come first, in order."""
    return tuple(sorted(first_image(board) for board in boards if not has_line(board)))


@cache
def first_image(board: Board) -> Board:
    """The first of a board's turned and mirrored images."""
    images = []
    for _ in range(4):
        rows = [board[3 * row : 3 * row + 3] for row in range(3)]
        images += [board, tuple(mark for row in rows for mark in reversed(row))]
        board = tuple(rows[2 - column][row] for row in range(3) for column in range(3))
    return min(images)
