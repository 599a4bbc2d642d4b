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

    def best(self, board: Board) -> set[int]:
        """The fields that keep the value, of them those of the fastest win or the longest defence."""
        value, _ = self.solve(board)
        after = {field: self.solve(following) for field, _, following in self.moves(board)}
        plies = {field: distance for field, (other, distance) in after.items() if -other == value}
        wanted = min(plies.values()) if value > 0 else max(plies.values())
        return {field for field, distance in plies.items() if not value or distance == wanted}

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
