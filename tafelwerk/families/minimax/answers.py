"""Answers of the family's questions. A field that is None by default is left out if it does not apply."""

from collections.abc import Mapping
from fractions import Fraction

from tafelwerk.families.minimax.rules.chance_games import Plan
from tafelwerk.families.minimax.rules.heaps import Left
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer


@frozen(kw_only=True)
class HeapAnswer(Answer):
    """The game of the heaps: an octal code, a subtraction set, or neither for Grundy's game.

    Attributes:
        code: the octal code.
        set: the subtraction set.
    """

    code: str | None = None
    set: tuple[int, ...] | None = None


@frozen(kw_only=True)
class Heap(HeapAnswer):
    """One heap: whether the player to move wins, and every winning move.

    Attributes:
        heap: number of tokens in the heap.
        misere: whether play is misere.
        grundy: Grundy value; None under misere play.
        won: whether the player to move wins.
        moves: heaps that each winning move leaves: fewest tokens taken first, then fewest heaps, then smaller parts.
        winning_moves: number of winning moves, if the answer follows from a period: then the first 100 are listed.
    """

    heap: int
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Left, ...]
    winning_moves: int | None = None


@frozen
class Move:
    """A move in a sum.

    Attributes:
        place: place of the heap in the sum, from 0.
        heap: number of tokens in it.
        left: heaps that are left of it.
    """

    place: int
    heap: int
    left: Left


@frozen(kw_only=True)
class Sum(HeapAnswer):
    """Heaps of one game: whether the player to move wins, and every winning move.

    Attributes:
        heaps: number of tokens in each heap.
        values: Grundy value of each heap; None under misere play.
        misere: whether play is misere.
        grundy: Grundy value of the sum; None under misere play.
        won: whether the player to move wins.
        moves: winning moves, by place, then in the order of one heap.
        winning_moves: as of one heap.
    """

    heaps: tuple[int, ...]
    values: tuple[int, ...] | None = None
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Move, ...]
    winning_moves: int | None = None


@frozen(kw_only=True)
class Period(HeapAnswer):
    """Period of a game's Grundy values g(0), g(1), ..., as far as known.

    Attributes:
        period: least p with g(n + p) = g(n) for all n beyond the last exception; None if no period is proved.
        last_exception: greatest n with g(n + p) other than g(n); -1 if there is none, None if no period is proved.
        proved: whether the period is proved to hold for all heaps.
        checked_to: largest heap that the proof needs; if no period is proved, the largest heap of the search.
    """

    period: int | None
    last_exception: int | None
    proved: bool
    checked_to: int


@frozen(kw_only=True)
class Turn(Answer):
    """Value of a position of Memory to the player to move, and all best turns.

    Attributes:
        pairs: number of pairs left.
        known: number of these pairs with one known card.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the player to move is ahead; None with the objective gain.
        value: mean gain, or chance to win minus chance to lose.
        value_float: nearest double to the value.
        actions: best turns in words.
        plans: best turns by the first card and the second cards after it.
    """

    pairs: int
    known: int
    rule: str
    objective: str
    lead: int | None = None
    value: Fraction
    value_float: float
    actions: tuple[str, ...]
    plans: tuple[Plan, ...]


@frozen(kw_only=True)
class HalfTurn(Answer):
    """Value of every second card of Memory to the player who has turned an unseen first one.

    Attributes:
        pairs: number of pairs left before the turn.
        known: number of pairs with one known card before the turn.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the player to move is ahead; None with the objective gain.
        turned: the first card: new, or match if it matches a known card.
        value: value of the best choices.
        value_float: nearest double to the value.
        best: best choices.
        choices: values by choice: unseen, known, take, decline.
    """

    pairs: int
    known: int
    rule: str
    objective: str
    lead: int | None = None
    turned: str
    value: Fraction
    value_float: float
    best: tuple[str, ...]
    choices: Mapping[str, Fraction]


@frozen(kw_only=True)
class Board(Answer):
    """A board of tic-tac-toe under perfect play.

    Attributes:
        board: the nine fields, row by row.
        to_move: X or O.
        value: 1, 0 or -1 if X wins, draws or loses.
        distance: number of plies to the end.
        moves: fields (0 to 8) of all moves that keep the value, the best first.
        best: those of them that win fastest, or hold out longest; all of them in a draw.
        decided: whether the game is over.
    """

    board: str
    to_move: str
    value: int
    distance: int
    moves: tuple[int, ...]
    best: tuple[int, ...]
    decided: bool


@frozen
class Reply:
    """A move and the position after it.

    Attributes:
        move: the move.
        position: the position after it.
        value: value for the player who makes it.
        distance: plies left after it; for a puzzle, moves to the goal.
        best: whether it is one of the best moves: of those that keep the value, the fastest wins or the longest defences.
    """

    move: str
    position: str
    value: int
    distance: int
    best: bool


@frozen(kw_only=True)
class Solution(Answer):
    """A position of a game or puzzle under perfect play.

    Attributes:
        game: the game.
        position: the position.
        stored_as: the position that represents it in the book, if that is written differently.
        rank: number of the position in the book.
        value: 1, 0 or -1 if the player to move wins, draws or loses; for a puzzle 1, or -1 at the goal.
        distance: number of plies to the end, None for a draw without an end; for a puzzle, moves to the goal.
        moves: moves that keep the value, the best first; for a puzzle, moves that come nearer to the goal.
        replies: every move and the position after it.
    """

    game: str
    position: str
    stored_as: str | None = None
    rank: int
    value: int
    distance: int | None
    moves: tuple[str, ...]
    replies: tuple[Reply, ...]


@frozen
class Choice:
    """A token that may be moved.

    Attributes:
        move: distance of the token to home.
        chance: chance that the player to move wins after moving it.
    """

    move: int
    chance: Fraction


@frozen
class Roll:
    """A roll of the dice race.

    Attributes:
        roll: number rolled.
        chance: chance to win with a best move.
        moves: best moves, by the distance of the token.
        choices: every token that may be moved.
    """

    roll: int
    chance: Fraction
    moves: list[int]
    choices: list[Choice]


@answer
class Race(Answer):
    """A position of the dice race; tokens are given by their distances to home, the greatest first.

    Attributes:
        length: squares from the start to home.
        tokens: tokens per player.
        sides: sides of the die.
        own: tokens of the player to move.
        other: tokens of the opponent.
        roll: the roll; None before it.
        chance: chance that the player to move wins.
        moves: best moves; None before the roll.
        rolls: every possible roll, or the one that was rolled; empty if the race is over.
    """

    length: int
    tokens: int
    sides: int
    own: tuple[int, ...]
    other: tuple[int, ...]
    roll: int | None
    chance: Fraction
    moves: list[int] | None
    rolls: list[Roll]


@answer
class Puzzle(Answer):
    """A position in which exactly one move wins, or exactly one does not lose.

    Attributes:
        game: the game.
        seed: random seed of the puzzle.
        position: the position.
        to_move: player to move: X or O.
        task: "win" or "save".
        solution: the move to find.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    game: str
    seed: int
    position: str
    to_move: str
    task: str
    solution: str
    difficulty: int
    grade: str
    measure: str


@frozen(kw_only=True)
class Node:
    """A node of a search tree.

    Attributes:
        turn: max, min or chance; None if the game is over or the search stops here.
        value: value found by the search, from Max's side; None if the node was cut off.
        bound: relation of the true value to `value`: exact, at least, at most; None if the node was cut off.
        alpha, beta: window of alpha-beta at the node.
        cut: whether the node was cut off.
        probability: probability of the node, if chance leads to it.
        children: the nodes below.
        more: number of nodes below that are left out.
    """

    turn: str | None
    value: Fraction | None
    bound: str | None
    alpha: Fraction | float | None
    beta: Fraction | float | None
    cut: bool
    probability: Fraction | None
    children: "tuple[Node, ...]"
    more: int | None = None


@frozen(kw_only=True)
class _Branch:
    """A branch of a tree.

    Attributes:
        branch: number, from 0, of the branch that leads to the node; None at the root.
    """

    branch: int | None


@frozen(kw_only=True)
class _Position:
    """A position in a tree.

    Attributes:
        move: move that leads to the position; None at the root.
        position: the position.
    """

    move: str | None
    position: str


@frozen(kw_only=True)
class _Search(Answer):
    """A search.

    Attributes:
        algorithm: minimax, alpha-beta or expectiminimax.
        nodes: number of nodes that plain search visits.
        best: best moves or branches at the root.
        cuts: number of branches that were cut off.
    """

    algorithm: str
    nodes: int
    best: tuple[int | str, ...]
    cuts: int


@frozen(kw_only=True)
class _Game:
    """A game that is searched.

    Attributes:
        game: name of the game.
        look_ahead: search depth in plies; None if the search goes to the end.
        quiescence: most plies searched beyond that depth, from positions that are not quiet.
    """

    game: str
    look_ahead: int | None
    quiescence: int | None = None


@frozen(kw_only=True)
class TreeNode(Node, _Branch):
    """A node of a given tree."""

    children: "tuple[TreeNode, ...]"


@frozen(kw_only=True)
class GameNode(Node, _Position):
    """A node of a game's tree."""

    children: "tuple[GameNode, ...]"


@frozen(kw_only=True)
class Tree(TreeNode, _Search):
    """A given tree: its root and the search."""


@frozen(kw_only=True)
class GameTree(GameNode, _Search, _Game):
    """A game's tree: its root and the search."""
