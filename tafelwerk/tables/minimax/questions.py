"""The family's questions: Memory, boards, positions, races and search trees; those of other modules."""

import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.evaluation import Evaluation, parse_evaluation, parse_swing
from tafelwerk.rules.minimax.games import playable, ranked_game
from tafelwerk.rules.minimax.memory import MemoryPosition, plans_of
from tafelwerk.rules.minimax.ranked import ENDLESS
from tafelwerk.rules.minimax.tictactoe import EMPTY, TICTACTOE
from tafelwerk.tables.minimax.answers import Board, HalfTurn, Race, Reply, Solution, Turn
from tafelwerk.tables.minimax.builds import game_build_line, memory_build_line
from tafelwerk.tables.minimax.explained import best_labels, explain
from tafelwerk.tables.minimax.heaps import grundy, octal, subtraction
from tafelwerk.tables.minimax.puzzles import puzzle
from tafelwerk.tables.minimax.words import FAMILY
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.minimax.trees import GameTree, Tree

__all__ = ["explain", "grundy", "octal", "puzzle", "subtraction"]
"""Questions that are defined in other files."""

PARSERS = {"evaluation": parse_evaluation, "swing": parse_swing}

Row = tuple[int, int, int, int]
"""A row of table positions: rank, value, distance, moves."""


def _resolve_memory(asked: dict[str, Any]) -> None:
    position = MemoryPosition(asked["pairs"], asked["known"], asked["rule"], asked["objective"], asked["lead"] or 0)
    asked["lead"] = position.lead if position.objective == "win" else None
    if asked["turned"] is not None:
        position.check_turned(asked["turned"])


@question(
    "Memory with {pairs} pairs left, rule {rule}, objective {objective}",
    lambda pairs, known, rule, objective, lead, turned: memory_build_line(pairs, rule, objective),
    resolve=_resolve_memory,
)
def memory(
    book: "Book",
    pairs: int,
    known: int,
    rule: str = "pass",
    objective: str = "gain",
    lead: int | None = None,
    turned: str | None = None,
) -> Turn | HalfTurn | None:
    """Memory for two players who forget nothing: value of a position for the mover and every best turn, or every second card.

    Args:
        book: the book.
        pairs: number of pairs left.
        known: number of these pairs with one known card.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the mover is ahead, with the objective win. Default: 0.
        turned: unseen first card that has been turned, new or match. Default: no card is turned yet.

    Raises:
        InputError: there is no such position.
    """
    if turned is not None:
        rows = book.rows(
            FAMILY,
            f"SELECT choice, value_num, value_den, build FROM {FAMILY}.memory_choices WHERE rule = ? AND objective = ?"
            " AND pairs = ? AND known = ? AND lead = ? AND turned = ? ORDER BY choice",
            *(rule, objective, pairs, known, lead or 0, turned),
        )
        position = MemoryPosition(pairs, known, rule, objective, lead or 0)
        values = {choice: Fraction(int(above), int(below)) for choice, above, below in rows}
        return half_turn(position, turned, values) if values else None
    row = book.one(
        FAMILY,
        f"SELECT value_num, value_den, actions, build FROM {FAMILY}.memory "
        "WHERE rule = ? AND objective = ? AND pairs = ? AND known = ? AND lead = ?",
        rule,
        objective,
        pairs,
        known,
        lead or 0,
    )
    if row is None:
        return None
    above, below, actions = row
    return turn(MemoryPosition(pairs, known, rule, objective, lead or 0), Fraction(int(above), int(below)), actions)


def half_turn(position: MemoryPosition, turned: str, choices: Mapping[str, Fraction]) -> HalfTurn:
    """The answer about the second cards after an unseen first one, with the value of each."""
    value = max(choices.values())
    return HalfTurn(
        pairs=position.pairs,
        known=position.known,
        rule=position.rule,
        objective=position.objective,
        lead=position.lead if position.objective == "win" else None,
        turned=turned,
        value=value,
        value_float=float(value),
        best=tuple(choice for choice, worth in choices.items() if worth == value),
        choices=choices,
    )


def turn(position: MemoryPosition, value: Fraction, actions: Sequence[str]) -> Turn:
    """The answer about a position: its value and its best turns, in words and as plans."""
    return Turn(
        pairs=position.pairs,
        known=position.known,
        rule=position.rule,
        objective=position.objective,
        lead=position.lead if position.objective == "win" else None,
        value=value,
        value_float=float(value),
        actions=tuple(actions),
        plans=plans_of(actions, position.known),
    )


_POSITION = f"SELECT rank, value, distance, moves, build FROM {FAMILY}.positions"


def _resolve_tictactoe(asked: dict[str, Any]) -> None:
    asked["board"] = asked["board"].strip().upper()


@question("the positions of tictactoe", game_build_line("tictactoe"), resolve=_resolve_tictactoe)
def tictactoe(book: "Book", board: str = EMPTY) -> Board | None:
    """Tic-tac-toe: winner and distance from a board, and every move that keeps the result.

    Args:
        book: the book.
        board: nine characters X, O and point, row by row.
    """
    place = Place(TICTACTOE.name, board)
    rows = place.stored(book)
    return board_answer(place, rows) if place.rank in rows else None


def board_answer(place: "Place", rows: Mapping[int, Row]) -> Board:
    """The answer about a board, from its row and those of its successors."""
    board = place.position
    _, value, distance, _ = rows[place.rank]
    to_move = "X" if board.count("X") == board.count("O") else "O"
    return Board(
        board=board,
        to_move=to_move,
        value=value if to_move == "X" else -value,
        distance=distance,
        moves=place.kept(rows),
        best=place.best(rows),
        decided=distance == 0,
    )


def _labels(mask: int) -> tuple[int, ...]:
    """The labels of the moves of a mask, ascending."""
    return tuple(label for label in range(mask.bit_length()) if mask >> label & 1)


def _resolve_solve(asked: dict[str, Any]) -> None:
    game, position = ranked_game(asked["game"]), asked["position"]
    asked["game"] = game.name
    asked["position"] = game.text(game.start) if position is None else position.strip()


@question("the positions of {game}", lambda game, position: game_build_line(game), resolve=_resolve_solve)
def solve(book: "Book", game: str, position: str | None = None) -> Solution | None:
    """A position of a listed game: its value, its distance to the end, and the position after every move.

    Args:
        book: the book.
        game: name of the game, such as nim-passes.
        position: position in the game's notation. Default: the start.

    Raises:
        InputError: there is no such game, the text is not a position, or no play from the start leads to it.
    """
    place = Place(game, position or "")
    rows = place.stored(book)
    return place.solution(rows) if place.rank in rows else None


class Place:
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

    def stored(self, book: "Book") -> dict[int, Row]:
        """The rows of these positions, by rank."""
        asked = f"{_POSITION} JOIN (SELECT unnest(?::UINTEGER[]) AS rank) USING (rank) WHERE game = ?"
        return {row[0]: row for row in book.rows(FAMILY, asked, self.ranks, self.game.name)}

    def best(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
        """Labels of the best moves, ascending."""
        return best_labels(self.game, self.rank, self.after, rows)

    def kept(self, rows: Mapping[int, Row]) -> tuple[int, ...]:
        """Labels of the moves that keep the value, the best first, otherwise ascending."""
        best = self.best(rows)
        return (*best, *(label for label in _labels(rows[self.rank][3]) if label not in best))

    def solution(self, rows: Mapping[int, Row]) -> Solution:
        """The answer, from the rows of these positions.

        Raises:
            InputError: no play from the start leads to it.
        """
        game, rank = self.game, self.rank
        if rank not in rows:
            raise InputError(
                f"no play from the start of {game.title} leads to {quoted(self.position)}: "
                f"only positions that can be reached from {quoted(game.text(game.start))} are stored"
            )
        _, value, distance, _ = rows[rank]
        stored, best = game.text(rank), self.best(rows)
        return Solution(
            game=game.name,
            position=self.position,
            stored_as=None if self.position == stored else stored,
            rank=rank,
            value=value,
            distance=None if distance == ENDLESS else distance,
            moves=tuple(game.move_name(rank, label) for label in self.kept(rows)),
            replies=tuple(
                Reply(
                    game.move_name(rank, label),
                    game.text(after),
                    # the value there is for the opponent
                    1 if game.is_puzzle else -rows[after][1],
                    rows[after][2],
                    label in best,
                )
                for label, after in self.after.items()
            ),
        )


def _resolve_race(asked: dict[str, Any]) -> None:
    for side in ("own", "other"):
        tokens = [asked["length"]] * asked["tokens"] if asked[side] is None else asked[side]
        asked[side] = tuple(sorted(tokens, reverse=True))


@question(
    "a race of {tokens} tokens over {length} squares",
    "tafelwerk minimax race --length {length} --tokens {tokens} --sides {sides} --compute",
    stored=False,
    resolve=_resolve_race,
)
def race(
    book: "Book",
    length: int,
    tokens: int,
    sides: int,
    own: Sequence[int] | None = None,
    other: Sequence[int] | None = None,
    roll: int | None = None,
) -> Race | None:
    """A dice race of two players: chance to win, and the best token to move.

    Args:
        book: the book, which holds no races.
        length: squares from the start to home.
        tokens: tokens per player.
        sides: sides of the die.
        own, other: distances to home of the tokens of the player to move, and of the opponent. Default: the start.
        roll: the roll. Default: the position before rolling.
    """
    return None


EXAMPLE = "such as '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"
"""Example of a given tree, for messages."""

MOST_COMPUTED, MOST_WRITTEN = 20_000_000, 20_000
"""Most moves of a search of a game, which take some minutes, and most nodes of a tree in an answer."""


def _resolve_tree(asked: dict[str, Any]) -> None:
    if asked["game"] is not None:
        asked["game"] = playable(asked["game"]).name
    if (asked["tree"] is None) == (asked["game"] is None):
        raise InputError(f"give either a TREE, {EXAMPLE}, or --game GAME")
    if asked["order"] is not None and not asked["alpha_beta"]:
        raise InputError("--order goes with --alpha-beta: minimax visits every node in any order")
    for name in ("position", "look_ahead"):
        if asked["game"] is None and asked[name] is not None:
            raise InputError(f"--{name.replace('_', '-')} goes with --game GAME")
    for name in ("evaluation", "quiescence"):
        if asked["look_ahead"] is None and asked[name] is not None:
            raise InputError(f"--{name} goes with --look-ahead D")
    if asked["swing"] is not None and asked["quiescence"] is None:
        raise InputError("--swing goes with --quiescence N: it says which positions are quiet")
    if asked["evaluation"] is not None and asked["game"] != "tictactoe":
        raise InputError(f"--evaluation is for tictactoe; {asked['game']} has no features to weight")


def _tree_line(alpha_beta: bool, tree: object, most: int | None, **asked: Any) -> str:
    """The command line that searches a game's tree with --compute."""
    names = ("game", "position", "order", "look_ahead", "evaluation", "quiescence", "swing", "depth")
    options = [(f"--{name.replace('_', '-')}", asked[name]) for name in names]
    words = [str(word) for option in options if option[1] is not None for word in option]
    return shlex.join(["tafelwerk", "minimax", "tree", *words, *["--alpha-beta"] * alpha_beta, "--compute"])


@question(lambda game, **asked: f"the tree of {game}", _tree_line, stored=False, resolve=_resolve_tree)
def tree(
    book: "Book",
    tree: object = None,
    game: str | None = None,
    position: str | None = None,
    alpha_beta: bool = False,
    order: str | None = None,
    depth: int | None = None,
    look_ahead: int | None = None,
    most: int | None = None,
    evaluation: Evaluation | None = None,
    quiescence: int | None = None,
    swing: Fraction | None = None,
) -> "Tree | GameTree | None":
    """A search tree with the value of every node.

    Args:
        book: the book, which holds no trees.
        tree: nested lists, the players in turn, Max first, as on the command line.
        game: game to search in place of a tree: tictactoe, nim-passes, grundy:7, octal:0.77:6.
        position: position of the game. Default: its start.
        alpha_beta: whether to search by alpha-beta instead of minimax.
        order: move ordering of alpha-beta.
        depth: number of levels below the root in the answer. Default: 2 for a game, all for a tree.
        look_ahead: search depth of a game, in moves, with its evaluation at the end. Default: to the end of the game.
        most: largest number of nodes in the answer, the upper levels first. Default: all, or InputError if they are too many.
        evaluation: for tictactoe, a weighted sum of features. Default: the lines open to X minus the lines open to O.
        quiescence: most moves beyond `look_ahead` while a position is not quiet. Default: none.
        swing: largest change of the evaluation by a move in a quiet position. Default: 0.

    Raises:
        InputError: neither tree nor game is given, or both; options do not go together; or there is no such game.
    """
    return None
