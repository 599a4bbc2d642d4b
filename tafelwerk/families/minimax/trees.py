"""Search trees, given or of a game: the question, the search, and the tree as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.answers import GameNode, GameTree, TreeNode
from tafelwerk.families.minimax.parameters import read_game_of_two
from tafelwerk.families.minimax.rules import games
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.game_trees import MOST_LEVELS, Sides, Turn
from tafelwerk.tables.questions import BUDGET, Computation, OverBudgetError, Question
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from tafelwerk.errors import MissingTableError, UncomputedError
    from tafelwerk.families.minimax.answers import Node
    from tafelwerk.solvers.minimax.game_search import Search, SearchNode, SearchResult
    from tafelwerk.tables.book import Book


EXAMPLE = "such as '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"
"""Example of a given tree, for messages."""

MOST_COMPUTED, MOST_WRITTEN = 20_000_000, 20_000
"""Most moves of a search of a game, which take some minutes, and most nodes of a tree in an answer."""

GameName = Annotated[
    str,
    Parameter(
        "GAME",
        "Game to search instead of TREE: tictactoe, notakto-2, nim-passes, nim:2+3, grundy:7, octal:0.77:6, subtraction:1,2:5.",
        parse=lambda name: read_game_of_two(name).name,
        option="--game",
    ),
]
Position = Annotated[
    str, Parameter("P", "Position of the game, in its notation. Default: the start.", write=quote, option="--at")
]
AlphaBeta = Annotated[bool, Parameter("", "Alpha-beta search: the window of every node, and the branches cut off.")]
Order = Annotated[
    str,
    Parameter(
        "ORDER",
        "Move ordering of alpha-beta: natural, best-first, worst-first by the true values; "
        "on a board centre-first, corners-first, edges-first.",
        option="--ordering",
    ),
]
Depth = Annotated[
    int,
    Parameter(
        "L",
        "Number of levels to draw; deeper ones are searched all the same. Default: all levels of a TREE or of a game tree of at"
        " most 40 nodes, 2 of a larger one.",
        0,
        MOST_LEVELS,
        option="--levels",
    ),
]
LookAhead = Annotated[
    int,
    Parameter(
        "D",
        "Search depth D of a game, in moves, with an evaluation at the end: for tictactoe the lines open to X minus "
        "the lines open to O, 9 for a completed line; for other games 0. With D = 0 the position itself is evaluated.",
        0,
        MOST_LEVELS,
    ),
]
Weights = Annotated[
    games.Evaluation,
    Parameter(
        "WEIGHTS",
        "Weighted features of tictactoe, in place of that evaluation: FEATURE=WEIGHT,...; features are "
        f"{', '.join(games.FEATURES)}.",
        parse=games.parse_evaluation,
    ),
]
Quiescence = Annotated[
    int,
    Parameter(
        "N",
        "Quiescence search: up to N moves beyond D where some move changes the evaluation by more than --swing.",
        1,
        MOST_LEVELS,
    ),
]
Swing = Annotated[
    Fraction,
    Parameter("S", "Largest change of the evaluation in a quiet position. Default: 0.", parse=games.parse_swing),
]
Most = Annotated[int, Parameter("N", "Largest number of nodes drawn; the others are counted.", 1, MOST_WRITTEN)]


class Tree(Question[answers.Tree | answers.GameTree], title="the tree of {game}"):
    """A search tree, given or of a game, with the value of every node.

    A given tree is nested lists, the players in turn, Max first. Of a tree with more nodes than an answer may have, `depth`
    limits the levels, or `most` the nodes, the upper levels first.
    """

    tree: Annotated[object, Parameter("TREE", "Nested lists, the players in turn, Max first.", is_argument=True)] = None
    game: GameName | None = None
    position: Position | None = None
    alpha_beta: AlphaBeta = False
    order: Order | None = None
    depth: Depth | None = None
    look_ahead: LookAhead | None = None
    most: Most | None = None
    evaluation: Parsed[Weights | None] = default(None)
    quiescence: Quiescence | None = None
    swing: Parsed[Swing | None] = default(None)

    def check(self) -> None:
        if (self.tree is None) == (self.game is None):
            raise InputError(f"give either a TREE, {EXAMPLE}, or --game GAME")
        if self.order is not None and not self.alpha_beta:
            raise InputError("--ordering goes with --alpha-beta: minimax visits every node in any order")
        if self.game is None:
            self._refuse("--game GAME", at=self.position, look_ahead=self.look_ahead)
        if self.look_ahead is None:
            self._refuse("--look-ahead D", evaluation=self.evaluation, quiescence=self.quiescence)
        if self.swing is not None and self.quiescence is None:
            raise InputError("--swing goes with --quiescence N: it says which positions are quiet")
        if self.evaluation is not None and self.game != "tictactoe":
            raise InputError(f"--evaluation is for tictactoe; {self.game} has no features to weight")

    @staticmethod
    def _refuse(wanted: str, **given: object) -> None:
        """Raise InputError if one of these is given without another option."""
        for name, value in given.items():
            if value is not None:
                raise InputError(f"--{name.replace('_', '-')} goes with {wanted}")

    def computation(self, book: Book) -> Computation[answers.Tree | answers.GameTree]:

        if self.game is None:
            return written_tree(self.tree, self.alpha_beta, self.order, self.depth, self.most)
        horizon = None
        if self.look_ahead is not None:
            beyond = self.quiescence or 0
            horizon = DepthLimit(self.look_ahead, self.evaluation, self.swing or Fraction(0), beyond)
        return game_tree(self.game, self.position, self.alpha_beta, self.order, self.depth, horizon, self.most)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        # how many nodes are drawn does not change the work
        return super().missing(book) if self.most is None else replace(self, most=None).missing(book)


@dataclass(frozen=True, slots=True)
class DepthLimit:
    """A depth-limited search.

    Attributes:
        depth: search depth in moves.
        evaluation: estimate of a state's value for Max. Default: the game's own evaluation.
        swing: largest change of the evaluation by a move in a quiet state.
        beyond: most moves beyond the depth, while a state is not quiet.
    """

    depth: int
    evaluation: games.Evaluation | None = None
    swing: Fraction = Fraction(0)
    beyond: int = 0


MOST_SEARCHED = 1_000_000
"""Most nodes of a given TREE, which take some seconds."""

MOST_MOVES = 250_000
"""Most moves of a search of a game without --compute, each position searched once: about a second."""

MOST_LEVELS_WRITTEN = 100
"""Most levels of a JSON document."""

MOVES_PER_STATE = 6
"""Approximate number of moves per position, to estimate moves from an upper bound on positions."""

GAME_DEPTH, SMALL = 2, 40
"""Default number of levels of a game's tree that are shown below the position; most nodes of one that is shown to the end."""

BY_VALUE = ("best-first", "worst-first")
BOARD_GAMES = ("tictactoe", "tictactoe-misere", "notakto")
"""Games whose moves are the fields of one board, so that the named move orders apply."""


def written_tree(
    nested: object, alpha_beta: bool, order: str | None, depth: int | None, most: int | None
) -> Computation[answers.Tree | GameTree]:
    """A given tree."""

    def run() -> answers.Tree:
        from tafelwerk.solvers.minimax.game_search import TooManyMovesError, make_tree

        tree = make_tree(nested)
        rules = Sides(tree)
        if order is not None and order not in ("natural", *BY_VALUE):
            raise InputError(f"--ordering of a TREE must be natural, {' or '.join(BY_VALUE)}, not {in_quotes(order)}")
        has_chance = _has_chance(tree.root)
        if has_chance and alpha_beta:
            raise InputError("alpha-beta is for trees without chance nodes; leave --alpha-beta out")
        try:
            search, result = search_game(rules, rules.start, alpha_beta, None if has_chance else order, MOST_SEARCHED)
        except TooManyMovesError:
            raise InputError(f"the tree has more than {MOST_SEARCHED:,} nodes to search") from None
        root = search.root()
        head: dict[str, Any] = {
            "algorithm": "expectiminimax" if has_chance else "alpha-beta" if alpha_beta else "minimax",
            "nodes": result.nodes,
            "cuts": result.cuts,
            "best": _best(search.expand(root), alpha_beta),
        }

        def make_node(node: SearchNode, **below: Any) -> TreeNode:
            path = node.state[0]
            fields = _fields(node) | below | {"branch": path[-1] if path else None}
            return answers.Tree(**head, **fields) if node is root else TreeNode(**fields)

        answer: answers.Tree = _upper_levels(root, search.expand, make_node, depth, most)
        return answer

    return Computation(0.0, run)


def game_tree(
    name: str,
    position: str | None,
    alpha_beta: bool,
    order: str | None,
    depth: int | None,
    horizon: DepthLimit | None,
    most: int | None,
) -> Computation[answers.Tree | GameTree]:
    """A game's tree."""
    game: Any = read_game_of_two(name)
    look_ahead = None if horizon is None else horizon.depth

    def run(limited: bool = False) -> GameTree:
        from tafelwerk.solvers.minimax.game_search import Horizon, TooManyMovesError

        rules: Sides[Any, Any] = Sides(game)
        first = rules.start if position is None else rules.state(game.read(position))
        start: Any = first
        if horizon is not None:
            evaluation = games.evaluation_of(game, rules, horizon.evaluation)
            rules = Horizon(rules, evaluation, horizon.depth, first, horizon.swing, horizon.beyond)
            start = rules.start
        moves = _most_moves(game, first) if limited else MOST_COMPUTED
        try:
            search, result = search_game(rules, start, alpha_beta, _board_order(game, order), moves)
        except TooManyMovesError:
            raise _too_large(game, first, look_ahead, limited) from None
        root = search.root(start)

        def game_position(node: SearchNode) -> Any:
            return node.state[0] if look_ahead is None else node.state[0][0]

        def move_name(move: Any) -> str:
            # the same in all positions
            return str(game.move_name(game_position(root), move))

        head: dict[str, Any] = {
            "game": game.name,
            "look_ahead": look_ahead,
            "quiescence": None if horizon is None else horizon.beyond or None,
            "algorithm": "alpha-beta" if alpha_beta else "minimax",
            "nodes": result.nodes,
            "best": tuple(map(move_name, _best(search.expand(root), alpha_beta))),
            "cuts": result.cuts,
        }

        def make_node(node: SearchNode, **below: Any) -> GameNode:
            fields = _fields(node) | below | {"position": game.text(game_position(node))}
            fields["move"] = None if node.move is None else move_name(node.move)
            return GameTree(**head, **fields) if node is root else GameNode(**fields)

        levels = GAME_DEPTH if depth is None and result.nodes > SMALL else depth
        tree: GameTree = _upper_levels(root, search.expand, make_node, levels, most)
        return tree

    return Computation(BUDGET, run, None, lambda: run(limited=True))


def search_game(
    rules: Any, start: Any, alpha_beta: bool, order: str | tuple[int, ...] | None, most: int | None
) -> tuple[Search, SearchResult]:
    """A search of a game, and its result at the start; each position is searched once, and nodes are made only when shown.

    Args:
        rules: the game.
        start: the state to search from.
        alpha_beta: whether to search by alpha-beta instead of minimax.
        order: move ordering: a tuple of the moves that come first, one of BY_VALUE, or None or natural for the game's own.
        most: most moves of each search; None for no limit.

    Raises:
        TooManyMovesError: a search makes more than `most` moves.
    """
    from tafelwerk.solvers.minimax.game_search import Search, by_preference, by_value

    first: Any = None
    if isinstance(order, tuple):
        first = by_preference(order)
    elif order in BY_VALUE:
        first = by_value(Search(rules, most=most), order == "best-first")
    search: Search = Search(rules, alpha_beta, first, most)
    result = search.result(start)
    # nodes that are shown were searched before
    search.most = None
    return search, result


def _best(root: SearchNode, alpha_beta: bool) -> tuple[Any, ...]:
    """The best moves at the root; with alpha-beta only the first."""
    return root.best[:1] if alpha_beta else root.best


def _fields(node: SearchNode) -> dict[str, Any]:
    """The fields of the answer that every node has."""
    alpha, beta = node.window or (None, None)
    return {
        "turn": None if node.turn is None else node.turn.value,
        "value": None if node.value is None else Fraction(node.value),
        "bound": None if node.value is None else node.certainty.value,
        "alpha": _bound(alpha),
        "beta": _bound(beta),
        "cut": node.is_cut,
        "probability": node.probability,
    }


def _bound(bound: Any) -> Any:
    """An end of a window for the answer."""
    return bound if bound is None or isinstance(bound, float) else Fraction(bound)


@dataclass(slots=True)
class _ChosenNode:
    """A node whose children are chosen, but not yet written."""

    node: Any
    below: list[_ChosenNode] = field(default_factory=list)
    more: int | None = None
    written: Any = None


def _upper_levels(
    root: Any, opened: Callable[[Any], Any], written: Callable[..., Any], levels: int | None, most: int | None
) -> Any:
    """The upper levels of a tree, as nodes of the answer.

    Args:
        root: root of the search.
        opened: function from a node to the node with its children.
        written: function that makes a node of the answer.
        levels: number of levels below the root; None for all.
        most: most nodes in the answer, without those cut off; None for all.

    Raises:
        InputError: there are too many nodes.
    """
    level, depth = [_ChosenNode(root)], 0
    every, left = list(level), 0 if most is None else most - 1
    while level and depth != levels:
        below: list[_ChosenNode] = []
        for growing in level:
            children = opened(growing.node).children
            if most is not None:
                looked_at = [child for child in children if not child.is_cut]
                growing.more = max(0, len(looked_at) - max(0, left)) or None
                children = [*looked_at[: max(0, left)], *(child for child in children if child.is_cut)]
                left -= len(looked_at)
            growing.below = [_ChosenNode(child) for child in children]
            below += growing.below
            if most is None and len(every) + len(below) > MOST_WRITTEN:
                break
        level, depth = [growing for growing in below if most is None or not growing.node.is_cut], depth + 1
        every += below
        if most is None and (len(every) > MOST_WRITTEN or depth > MOST_LEVELS_WRITTEN + (not below)):
            raise InputError(
                f"the tree has more than {MOST_WRITTEN:,} nodes or {MOST_LEVELS_WRITTEN} levels, the limits of an answer; "
                "limit the levels with --levels D"
            )
    for growing in reversed(every):
        children = tuple(below_node.written for below_node in growing.below)
        growing.written = written(growing.node, children=children, more=growing.more)
    return every[0].written


def _too_large(game: games.GameOfTwo, start: Any, look_ahead: int | None, limited: bool) -> TafelwerkError:
    """The error about a tree that is too large: --compute may search it, unless it is too large for that too."""
    most_states = 0
    if isinstance(game, games.HeapSum) and look_ahead is None:
        most_states = game.most_states(start[0])
    if not limited or most_states > MOST_COMPUTED // MOVES_PER_STATE:
        takes = "may take" if limited else "takes"
        return InputError(
            f"the tree of {game.name} {takes} more than the {MOST_COMPUTED:,} moves that --compute allows: "
            "choose a later --at, or --look-ahead D"
        )
    return OverBudgetError(f"the tree of {game.name} takes more moves than a look-up may make")


def _most_moves(game: games.GameOfTwo, start: Any) -> int:
    """Most moves of a search of about a second; positions with many tokens take longer."""
    tokens = sum(start[0]) if isinstance(game, games.HeapSum) and game.game.breaks else 0
    return MOST_MOVES // (1 + tokens // 100)


def _board_order(game: games.GameOfTwo, order: str | None) -> Any:
    """The move order: its name, or the fields in its order.

    Raises:
        InputError: the game has no such order.
    """
    if order is None or order == "natural" or order in BY_VALUE:
        return order
    by_field = games.MOVE_ORDERS if game.name in BOARD_GAMES else {}
    orders = {name.replace(" ", "-"): fields for name, fields in by_field.items()}
    if order not in orders:
        known = list(dict.fromkeys(["natural", *orders, *BY_VALUE]))
        raise InputError(
            f"--ordering of {game.name} must be {', '.join(known[:-1])} or {known[-1]}, not {in_quotes(order)}"
        )
    return orders[order]


def _has_chance(root: Any) -> bool:
    """Whether a given tree has a chance node."""
    from tafelwerk.solvers.minimax.game_search import Branching

    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Branching):
            if node.turn is Turn.CHANCE:
                return True
            stack += node.branches
    return False


def tree_heading(tree: answers.Tree | GameTree) -> str:
    """The heading: algorithm, value, best moves, and number of nodes."""
    from tafelwerk.commands.output import rational

    is_game = isinstance(tree, GameTree)
    head = f"{tree.algorithm.capitalize()}: the value is {rational(tree.value)}"
    head += f", by {', '.join(map(str, tree.best))}" if tree.best and is_game else ""
    head += f"; {_count(tree.nodes, 'node')} "
    head += "in plain search" if is_game else "visited"
    cuts = f", {_count(tree.cuts, 'branch', 'branches')} cut off."
    return head + (cuts if tree.algorithm == "alpha-beta" else ".")


def tree_text(tree: answers.Tree | GameTree) -> Any:
    """The heading and the tree."""
    from rich.tree import Tree as Drawn

    layout = Drawn(_line(tree, False))
    level: list[tuple[Node, Any]] = [(tree, layout)]
    while level:
        below: list[tuple[Node, Any]] = []
        for node, branch in level:
            seen = [child for child in node.children if not child.cut]
            below += [(child, branch.add(_line(child, _is_best(node, child)))) for child in seen]
            if node.more:
                branch.add(StyledText(f"... {node.more:,} more", "dim"))
            cut = [child for child in node.children if child.cut]
            if cut:
                branch.add(StyledText(f"cut off: {_cut_names(cut)}", "red"))
        level = below
    return Group(StyledText(tree_heading(tree)), layout, *map(StyledText, cut_texts(tree)))


def goes_on(node: Node) -> bool:
    """Whether the levels shown end at a node that is not an end of the game."""
    return bool(node.turn and not node.children and not node.more and not node.cut)


def cut_texts(tree: answers.Tree | GameTree) -> tuple[str, ...]:
    """Sentences on what is not shown of the tree, with the options that show it."""
    depth, last, is_partial = 0, -1, False
    level: list[Node] = [tree]
    while level:
        last = depth if any(map(goes_on, level)) else last
        is_partial = is_partial or any(node.more for node in level)
        level, depth = [child for node in level for child in node.children], depth + 1
    where = f"at {count_noun(last, 'level')}" if last else "at the root"
    levels = f"Cut {where}, before all branches end; more with --levels N."
    return (levels,) * (last >= 0) + ("Not all nodes are drawn; more with --most N.",) * is_partial


def _is_best(node: Node, child: Node) -> bool:
    """Whether the child is a best choice of the player at the node."""
    return node.turn in ("max", "min") and node.bound == child.bound == "exact" and child.value == node.value


def _line(node: Node, is_best: bool) -> Any:
    from tafelwerk.commands.output import rational

    text = StyledText(no_wrap=True)
    if node.probability is not None:
        text.append(f"{rational(node.probability)}: ", "cyan")
    if isinstance(node, GameNode):
        text.append(f"{node.position}  " if node.move is None else f"{node.move}: {node.position}  ")
    if node.turn is not None:
        text.append(f"{node.turn} ", "bold" if is_best else "")
    sign = {"exact": "", "at least": ">= ", "at most": "<= "}[node.bound or "exact"]
    text.append(f"{sign}{rational(node.value)}", "bold green" if is_best else "bold")
    if node.alpha is not None:
        text.append(f"  [{node.alpha}, {node.beta}]", "dim")
    if is_best:
        text.append("  <- best", "green")
    if goes_on(node):
        text.append("  goes on", "dim")
    return text


def _cut_names(cut: list[Node]) -> str:
    names = [node.move for node in cut if isinstance(node, GameNode) and node.move is not None]
    return ", ".join(names) or count_noun(len(cut), "branch", "branches")


def _count(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun; rounded from 10^18 on."""
    return (
        count_noun(number, noun, plural) if number < 10**18 else f"about {Decimal(number):.2e} {plural or noun + 's'}"
    )
