"""Listed games of two players, heap games and burnt pancakes in play.

A game is named as in the list of whole games (tictactoe, notakto-2, nim-passes), or by its heaps: grundy:7, octal:0.77:12,
subtraction:1,2,5:21. Several heaps have a plus between them: grundy:7+5+3.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax import playing
from tafelwerk.families.minimax.rules import games
from tafelwerk.families.minimax.rules.heaps import HeapGame
from tafelwerk.families.minimax.rules.ranked import ENDLESS, RankedGame
from tafelwerk.families.minimax.rules.tictactoe import RULES, board_rank
from tafelwerk.play.duel import Opponent, Outcome, Playable
from tafelwerk.play.session import Line, Said, Tone, command_line
from tafelwerk.rules.game_trees import Turn, Utility
from tafelwerk.wording import counted

TOKENS_DRAWN = 60
"""Tokens of the largest heap that is drawn token by token."""

MOST_LOOKED_AT = 100_000
"""Most moves of a search that answers at once."""

MOST_DEPTH = 99


@dataclass(frozen=True, slots=True)
class Squares:
    """A board of tic-tac-toe: X, O or a point for each field."""

    fields: str


@dataclass(frozen=True, slots=True)
class SquareBoards:
    """Boards of Notakto, and the names of the fields that are free."""

    boards: tuple[str, ...]
    free: frozenset[str]


@dataclass(frozen=True, slots=True)
class Heaps:
    """Heaps of tokens, and what is to be said besides; heaps with that are numbered from 1."""

    heaps: tuple[int, ...]
    besides: str = ""

    def __str__(self) -> str:
        if self.besides:
            rows = [f"heap {number}  {heap}  {'o ' * heap}".rstrip() for number, heap in enumerate(self.heaps, 1)]
            return "\n".join([*rows, self.besides])
        width = max((len(str(heap)) for heap in self.heaps), default=1)
        rows = [f"{heap:>{width}}  {'o ' * heap if heap <= TOKENS_DRAWN else '...'}".rstrip() for heap in self.heaps]
        return "\n".join(rows) or "no heap"


@dataclass(frozen=True, slots=True)
class Stack:
    """Burnt pancakes from the top; a negative one has its burnt side up."""

    pancakes: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.pancakes))


class SearchedGame(Playable):
    """A game with the opponents perfect, random, and look-ahead:D, which searches D moves deep."""

    opponents = f"perfect, random or look-ahead:D with D moves, 1 to {MOST_DEPTH}"

    def __init__(self, named: games.Playable, start: Any) -> None:
        self.name, self.rules, self.start, self.named = named.name, named.rules, start, named

    def read(self, text: str) -> Any:
        return self.named.read(text)

    def text(self, state: Any) -> str:
        return self.named.text(state)

    def move_name(self, state: Any, move: Any) -> str:
        return self.named.move_name(state, move)

    def evaluation(self, state: Any) -> Utility:
        return self.named.evaluation(state)

    def opponent(self, name: str, begin: Any) -> Opponent:
        fits = re.fullmatch(r"look-ahead:([0-9]{1,2})", name.strip().lower(), re.ASCII)
        if fits is None or not int(fits[1]):
            return super().opponent(name, begin)
        depth = int(fits[1])
        if not self.rules.is_over(begin):
            try:
                playing.looked_ahead(self, depth, begin, MOST_LOOKED_AT)
            except playing.TooManyMovesError:
                told = f"searches more than {MOST_LOOKED_AT:,} moves here; choose a smaller depth"
                raise InputError(f"--against look-ahead:{depth} {told}") from None

        def choose(state: Any, draw: Random) -> Any:
            return draw.choice(playing.looked_ahead(self, depth, state))

        return Opponent(f"look-ahead:{depth}", choose)

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        # if the position does not tell the players apart, the player to move is taken as the first
        side = self.sides[0 if self.rules.to_move(self.read(self.text(state))) is Turn.MAX else 1]
        return super().go_on(state, side, other, seed)


class WholeGame(SearchedGame):
    """A listed game."""

    how = "a move by its name"

    def __init__(self, game: RankedGame) -> None:
        named = games.playable(game.name)
        super().__init__(named, named.rules.start)
        self.title, self.aim, self.game = game.title, AIMS.get(game.name, ""), game

    def rank(self, state: Any) -> int:
        """The rank of a state."""
        return int(state[0])

    def check(self, state: Any) -> None:
        if playing.solved(self.game).place(self.rank(state)) is None:
            raise InputError(f"--position: no play from the start of {self.title} leads to {quoted(self.text(state))}")
        super().check(state)

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        solution = playing.solved(self.game)
        found = {}
        for label, rank in self.game.after(self.rank(state)).items():
            place = solution.place(rank)
            assert place is not None, "the start leads to what a position of it leads to"
            distance = int(solution.distances[place])
            found[label] = Outcome(-int(solution.values[place]), None if distance == ENDLESS else distance)
        return found


class Boards(WholeGame):
    """Tic-tac-toe and its relatives."""

    def __init__(self, game: RankedGame) -> None:
        super().__init__(game)
        self.how = "mark and field, such as X4" if RULES[game.name].wild else "a field, such as 4"

    def rank(self, state: Any) -> int:
        return board_rank(state)

    def board(self, state: Any) -> Said:
        return Squares(str(state))


class NotaktoBoards(WholeGame):
    """Notakto, the boards side by side."""

    def __init__(self, game: RankedGame) -> None:
        super().__init__(game)
        self.boards = game.text(game.start).count("/") + 1
        self.how = "a field, such as 4" if self.boards == 1 else "board and field, such as b4"

    def board(self, state: Any) -> Said:
        free = frozenset(self.move_name(state, move) for move in self.rules.moves(state))
        return SquareBoards(tuple(self.text(state).split("/")), free)


class PassingHeaps(WholeGame):
    """Nim with passes."""

    how = "2 from heap 1, or just 2 1; pass"

    def board(self, state: Any) -> Said:
        *heaps, passes = self.text(state).split()
        own, other = ("can still pass" if sign == "p" else "cannot pass any more" for sign in passes)
        return Heaps(tuple(map(int, heaps)), f"The player to move {own}, the other {other}.")


class HeapPlay(SearchedGame):
    """A heap game under normal play, on any heaps."""

    aim = "A player who cannot move loses."

    def __init__(self, game: HeapGame, heaps: Sequence[int], named: games.Playable) -> None:
        super().__init__(named, named.rules.start)
        kind, _, code = game.name.partition(" ")
        title, self.how = KINDS[kind]
        self.title = f"{title} {code}".strip()
        self.values = playing.heap_values(game, max(heaps))

    def read(self, text: str) -> Any:
        return ((), Turn.MAX) if text.strip() == "0" else super().read(text)

    def board(self, state: Any) -> Said:
        return Heaps(tuple(state[0]))

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        found = {}
        for move in self.rules.moves(state):
            value = 0
            for heap in self.rules.after(state, move)[0]:
                value ^= int(self.values[heap])
            found[move] = Outcome(-1 if value else 1)
        return found


class Pancakes(Playable):
    """Burnt pancakes: one player sorts a stack; a state is a rank.

    Args:
        name: name of the puzzle.

    Raises:
        InputError: there is no such puzzle.
    """

    aim = "The stack from the top; a minus marks a burnt side up."
    how = "how many pancakes to turn over from the top, such as 3"
    move, plies, words, sides = "flip", ("flip", "flips"), {1: "sorted"}, ()

    def __init__(self, name: str) -> None:
        self.game = games.ranked_game(name)
        self.name, self.start = self.game.name, int(self.game.start)
        self.title = self.game.title.capitalize()
        self.solution = playing.solved(self.game)
        self.rules: Any = self

    def drawn(self, seed: int) -> int:
        """A stack drawn from a seed, not the sorted one."""
        draw, rank = Random(seed), self.start
        while rank == self.start:
            rank = int(self.solution.ranks[draw.randrange(len(self.solution.ranks))])
        return int(rank)

    def to_move(self, rank: int) -> Turn:
        """The user."""
        return Turn.MAX

    def moves(self, rank: int) -> Sequence[int]:
        """The flips, by label."""
        return list(self.game.after(rank))

    def after(self, rank: int, label: int) -> int:
        """The stack after a flip."""
        return int(self.game.after(rank)[label])

    def is_over(self, rank: int) -> bool:
        """Whether the stack is sorted."""
        return bool(rank == self.start)

    def utility(self, rank: int) -> int:
        """The value of the sorted stack: 1."""
        return 1

    def left(self, rank: int) -> int:
        """Flips to the goal."""
        place = self.solution.place(rank)
        assert place is not None, "all positions are solved"
        return int(self.solution.distances[place])

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        return {label: Outcome(1, self.left(rank)) for label, rank in self.game.after(state).items()}

    def read(self, text: str) -> int:
        return int(self.game.rank(text))

    def text(self, state: Any) -> str:
        return self.game.text(state)

    def board(self, state: Any) -> Said:
        return Stack(tuple(map(int, self.text(state).split())))

    def move_name(self, state: Any, move: Any) -> str:
        return str(move + 1)

    def intro(self, state: Any, side: str, other: str) -> Iterator[str]:
        yield f"{self.title}. {self.aim}"
        yield f"Sort it with all burnt sides down; the shortest solution has {counted(self.left(state), 'flip')}."

    def result(self, begin: Any, state: Any, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        fewest = self.left(begin)
        best = "the fewest possible" if fewest == len(moves) else f"{fewest} would have been enough"
        yield Line(f"Sorted after {counted(len(moves), 'flip')}, {best}: {' '.join(moves)}.", Tone.GOOD)

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        return command_line("minimax", "play", self.name, "--position", self.text(state))


KINDS = {
    "grundy": ("Grundy's game", "the two parts a heap is split into, such as 2+5; with the heap, 7 to 2+5"),
    "octal": ("octal game", "what a move leaves of a heap, such as 4, 2+1, or 0 for nothing; with the heap, 5 to 2+1"),
    "subtraction": ("subtraction game", "what a move leaves of a heap, such as 4, or 0; with the heap, 7 to 4"),
}
"""Titles of heap games, and how their moves are typed."""

AIMS = {
    "tictactoe": "Three of your own in a row win; X begins.",
    "tictactoe-misere": "A player with three of their own in a row loses; X begins.",
    "tictactoe-wild": "Both may set X or O; whoever completes a row of three equal marks wins.",
    "tictactoe-wild-misere": "Both may set X or O; whoever completes a row of three equal marks loses.",
    "notakto": "Both set X; whoever completes a row of three loses.",
    "notakto-2": "Both set X; a row of three finishes a board, and whoever finishes the last board loses.",
    "nim-passes": "Take any number from one heap, or pass, once each; whoever takes the last token wins.",
}


def playable(name: str) -> Playable:
    """The game of two players with this name.

    Raises:
        InputError: no game has this name, or it is a puzzle.
    """
    game = games.game_of_two(name)
    if isinstance(game, tuple):
        return HeapPlay(*game, games.playable(name))
    if game.name in RULES:
        return Boards(game)
    if game.name.startswith("notakto"):
        return NotaktoBoards(game)
    return PassingHeaps(game) if game.name == "nim-passes" else WholeGame(game)
