"""Games of two as people see them: positions and moves as words, boards, what every move is worth. For `play` and `tree`.

A game is named as in the list of whole games (tictactoe, notakto-2, nim-passes), or by its heaps: grundy:7, octal:0.77:12,
subtraction:1,2,5:21, and several heaps with a plus between them, grundy:7+5+3.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tafelwerk.commands.wording import listed
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.game import Game, Turn, Utility
from tafelwerk.rules.minimax.games import MOST_TOKENS, game_of_two, read_heaps
from tafelwerk.rules.minimax.heaps import HeapGame, HeapRules
from tafelwerk.rules.minimax.ranked import ENDLESS, RankedGame, RankedRules
from tafelwerk.rules.minimax.tictactoe import RULES, board_rank, check_board, evaluation

TOKENS_DRAWN = 60
"""Tokens of a heap that are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move is worth to the one who makes it: 1, 0, -1, and plies left after it, None where they are not known."""

    value: int
    distance: int | None = None


class Playable(ABC):
    """A game of two.

    Attributes:
        name: on the command line.
        title: for people.
        aim: who wins, in a sentence.
        how: what a move is typed like.
        rules: the game to search.
        start: the first state.
    """

    name: str
    title: str
    aim: str
    how: str
    rules: Game[Any, Any]
    start: Any

    def __str__(self) -> str:
        return self.name

    @abstractmethod
    def read(self, text: str) -> Any:
        """The state of a position as it is written.

        Raises:
            InputError: it is none.
        """

    @abstractmethod
    def text(self, state: Any) -> str:
        """A position written out, so that `read` takes it."""

    @abstractmethod
    def move_name(self, state: Any, move: Any) -> str:
        """A move as people write it."""

    @abstractmethod
    def picture(self, state: Any) -> Any:
        """The position for people: a text, or one of rich's."""

    @abstractmethod
    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        """What every move is worth. Exact."""

    def evaluation(self, state: Any) -> Utility:
        """What a state promises Max by a look at it: nothing before the end."""
        return self.rules.utility(state) if self.rules.is_over(state) else 0

    def read_move(self, state: Any, text: str) -> Any:
        """A move as it is typed: its name, the beginning of it, or the numbers in it.

        Raises:
            InputError: no move, or several; says what is possible.
        """
        names = {self.move_name(state, move): move for move in self.rules.moves(state)}
        wanted = " ".join(text.lower().split())
        kinds = (
            lambda name: name.lower() == wanted,
            lambda name: name.lower().startswith(wanted),
            lambda name: re.fullmatch(r"[\d\s]+", wanted) and re.findall(r"\d+", name) == wanted.split(),
        )
        for fits in kinds:
            found = [name for name in names if fits(name)]
            if len(found) == 1:
                return names[found[0]]
            if found:
                raise InputError(f"{quoted(text)} may be {listed(found, 12, 'or')}: write more of it")
        raise InputError(f"{quoted(text)} is no move here. Possible: {listed(list(names), 30)}")

    def best(self, state: Any) -> list[Any]:
        """The moves of perfect play: those that keep the value, the winner's quickest, the loser's slowest."""
        found = self.outcomes(state)
        value = max(outcome.value for outcome in found.values())
        good = {move: outcome.distance for move, outcome in found.items() if outcome.value == value}
        plies = [distance for distance in good.values() if distance is not None]
        if not value or not plies:
            return list(good)
        wanted = min(plies) if value > 0 else max(plies)
        return [move for move, distance in good.items() if distance == wanted]


class WholeGame(Playable):
    """A game of the list."""

    how = "a move by its name"

    def __init__(self, game: RankedGame, aim: str) -> None:
        self.name, self.title, self.aim, self.game = game.name, game.title, aim, game
        self.rules: Any = RankedRules(game)
        self.start = self.rules.start

    def read(self, text: str) -> Any:
        return self.rules.state(self.game.rank(text))

    def text(self, state: Any) -> str:
        return self.game.text(state[0])

    def move_name(self, state: Any, move: Any) -> str:
        return self.game.move_name(state[0], move)

    def picture(self, state: Any) -> Any:
        return self.text(state)

    def rank(self, state: Any) -> int:
        """The rank of a state."""
        return int(state[0])

    def is_met(self, state: Any) -> bool:
        """Whether play from the start leads to it."""
        from tafelwerk.build.minimax.position_rows import solved

        return solved(self.game).place(self.rank(state)) is not None

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        from tafelwerk.build.minimax.position_rows import solved

        solution = solved(self.game)
        found = {}
        for label, rank in self.game.after(self.rank(state)).items():
            place = solution.place(rank)
            assert place is not None, "the start leads to what a position of it leads to"
            distance = int(solution.distances[place])
            found[label] = Outcome(-int(solution.values[place]), None if distance == ENDLESS else distance)
        return found


class Boards(WholeGame):
    """Tic-tac-toe and its relatives."""

    def __init__(self, game: RankedGame, aim: str) -> None:
        super().__init__(game, aim)
        self.rules = RULES[game.name]
        self.start = self.rules.start
        self.how = "mark and field, such as X4" if self.rules.wild else "a field, such as 4"

    def read(self, text: str) -> str:
        return check_board(text, self.rules.wild)

    def text(self, state: Any) -> str:
        return str(state)

    def move_name(self, state: Any, move: Any) -> str:
        return str(self.rules.move_name(move))

    def rank(self, state: Any) -> int:
        return board_rank(state)

    def picture(self, state: Any) -> Any:
        from rich.text import Text

        text = Text(no_wrap=True)
        for field, mark in enumerate(state):
            style = {"X": "bold red", "O": "bold blue"}.get(mark, "dim")
            text.append((str(field) if mark == "." else mark).center(3), style)
            if field % 3 < 2:
                text.append("|", "dim")
            elif field < 8:
                text.append("\n---+---+---\n", "dim")
        return text

    def evaluation(self, state: Any) -> Utility:
        return evaluation(state) if self.name == "tictactoe" else super().evaluation(state)


class NotaktoBoards(WholeGame):
    """Notakto, the boards side by side."""

    def __init__(self, game: RankedGame, aim: str) -> None:
        super().__init__(game, aim)
        self.boards = game.text(game.start).count("/") + 1
        self.how = "a field, such as 4" if self.boards == 1 else "board and field, such as b4"

    def picture(self, state: Any) -> Any:
        from rich.text import Text

        boards = self.text(state).split("/")
        names = {self.move_name(state, move) for move in self.rules.moves(state)}
        text = Text(no_wrap=True)
        for row in range(3):
            for number, board in enumerate(boards):
                letter = "abc"[number] if len(boards) > 1 else ""
                for field in range(3 * row, 3 * row + 3):
                    free = f"{letter}{field}" in names
                    text.append((f"{letter}{field}" if free else board[field]).center(4), "dim" if free else "bold red")
                text.append("    ")
            text.append("\n" if row < 2 else "")
        finished = ["abc"[number] for number, board in enumerate(boards) if board == "X" * 9]
        if finished and len(boards) > 1:
            text.append(f"\nFinished: {listed(finished)}")
        return text


class PassingHeaps(WholeGame):
    """Nim with passes."""

    how = "2 from heap 1, or just 2 1; pass"

    def picture(self, state: Any) -> Any:
        *heaps, passes = self.text(state).split()
        rows = [f"heap {number}  {heap}  {'o ' * int(heap)}".rstrip() for number, heap in enumerate(heaps, 1)]
        own, other = ("can still pass" if sign == "p" else "cannot pass any more" for sign in passes)
        return "\n".join([*rows, f"Who is to move {own}, the other {other}."])


class HeapPlay(Playable):
    """A heap game under normal play, on any heaps."""

    aim = "Who cannot move loses."

    def __init__(self, game: HeapGame, heaps: Sequence[int]) -> None:
        from tafelwerk.solvers.minimax.sprague_grundy import grundy_values

        kind, _, code = game.name.partition(" ")
        title, self.how = KINDS[kind]
        self.title = f"{title} {code}".strip()
        self.name = f"{game.name.replace(' ', ':')}:{'+'.join(map(str, heaps))}"
        self.rules: Any = HeapRules(game, heaps)
        self.start = self.rules.start
        self.values = grundy_values(game, max(heaps))

    def read(self, text: str) -> Any:
        heaps = read_heaps(text)
        if max(heaps) > len(self.values) - 1 or sum(heaps) > MOST_TOKENS:
            raise InputError(f"{quoted(text)} has a heap larger than the game begins with: {len(self.values) - 1}")
        return tuple(sorted(heaps)), Turn.MAX

    def text(self, state: Any) -> str:
        return "+".join(map(str, state[0])) or "0"

    def move_name(self, state: Any, move: Any) -> str:
        heap, left = move
        return f"{heap} to {'+'.join(map(str, left)) or '0'}"

    def read_move(self, state: Any, text: str) -> Any:
        moves = self.rules.moves(state)
        heap, to, rest = text.lower().partition("to")
        words = re.findall(r"\d+", rest if to else text)
        left = tuple(sorted(int(word) for word in words if int(word)))
        found = [
            move
            for move in moves
            if words
            and move[1] == left
            and (not to or heap.strip() == str(move[0]))
            and re.fullmatch(r"[\d\s+,]+", rest or text)
        ]
        if len(found) == 1:
            return found[0]
        names = [self.move_name(state, move) for move in found or moves]
        if found:
            raise InputError(f"{quoted(text)} may be {listed(names, 12, 'or')}: write the heap too")
        raise InputError(f"{quoted(text)} is no move here. Possible: {listed(names, 30)}")

    def picture(self, state: Any) -> Any:
        width = max((len(str(heap)) for heap in state[0]), default=1)
        rows = [f"{heap:>{width}}  {'o ' * heap if heap <= TOKENS_DRAWN else '...'}".rstrip() for heap in state[0]]
        return "\n".join(rows) or "no heap"

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        found = {}
        for move in self.rules.moves(state):
            value = 0
            for heap in self.rules.after(state, move)[0]:
                value ^= int(self.values[heap])
            found[move] = Outcome(-1 if value else 1)
        return found


KINDS = {
    "grundy": ("Grundy's game", "the two parts a heap is split into, such as 2+5; with the heap, 7 to 2+5"),
    "octal": ("octal game", "what a move leaves of a heap, such as 4, 2+1, or 0 for nothing; with the heap, 5 to 2+1"),
    "subtraction": ("subtraction game", "what a move leaves of a heap, such as 4, or 0; with the heap, 7 to 4"),
}
"""Titles of heap games, and what their moves are typed like."""

AIMS = {
    "tictactoe": "Three of your own in a row win; X begins.",
    "tictactoe-misere": "Who completes a row of three of his own loses; X begins.",
    "tictactoe-wild": "Both set X or O as they like; who completes a row of three equal marks wins.",
    "tictactoe-wild-misere": "Both set X or O as they like; who completes a row of three equal marks loses.",
    "notakto": "Both set X; who completes a row of three loses.",
    "notakto-2": "Both set X; a row of three finishes a board, and who finishes the last board loses.",
    "nim-passes": "Take any number from one heap, or pass, once each; who takes the last token wins.",
}


def playable(name: str) -> Playable:
    """A game of two by its name; errors as of `game_of_two`."""
    game = game_of_two(name)
    if isinstance(game, tuple):
        return HeapPlay(*game)
    aim = AIMS.get(game.name, "")
    if game.name.startswith("tictactoe"):
        return Boards(game, aim)
    if game.name.startswith("notakto"):
        return NotaktoBoards(game, aim)
    return PassingHeaps(game, aim) if game.name == "nim-passes" else WholeGame(game, aim)
