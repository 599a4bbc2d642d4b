"""Search trees, given or of a game; positions of a game are searched once, and nodes are made only when shown."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, TafelwerkError, quoted
from tafelwerk.families.minimax.rules.evaluation import Evaluation
from tafelwerk.families.minimax.rules.games import Playable, playable
from tafelwerk.families.minimax.rules.heaps import HeapRules
from tafelwerk.families.minimax.rules.tictactoe import MOVE_ORDERS
from tafelwerk.families.minimax.tree_answers import GameNode, GameTree, Tree, TreeNode
from tafelwerk.families.minimax.trees import MOST_COMPUTED, MOST_WRITTEN
from tafelwerk.rules.game_trees import Turn
from tafelwerk.tables.computation import BUDGET, Computation, OverBudgetError

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.search.alpha_beta import Found, Search
    from tafelwerk.solvers.minimax.search.tree import Node


@dataclass(frozen=True, slots=True)
class LookAhead:
    """A depth-limited search.

    Attributes:
        depth: search depth in moves.
        evaluation: estimate of a state's value for Max. Default: the game's own evaluation.
        swing: largest change of the evaluation by a move in a quiet state.
        beyond: most moves beyond the depth, while a state is not quiet.
    """

    depth: int
    evaluation: Evaluation | None = None
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

GAME_DEPTH = 2
"""Default number of levels of a game's tree that are shown below the position."""

BY_VALUE = ("best-first", "worst-first")
BOARD_GAMES = ("tictactoe", "tictactoe-misere", "notakto")
"""Games whose moves are the fields of one board, so that the named move orders apply."""


def written_tree(
    nested: object, alpha_beta: bool, order: str | None, depth: int | None, most: int | None
) -> Computation[Tree | GameTree]:
    """A given tree."""

    def run() -> Tree:
        from tafelwerk.solvers.minimax.search.alpha_beta import TooManyMovesError
        from tafelwerk.solvers.minimax.search.tree import make_tree

        rules = make_tree(nested)
        if order is not None and order not in ("natural", *BY_VALUE):
            raise InputError(f"--order of a TREE must be natural, {' or '.join(BY_VALUE)}, not {quoted(order)}")
        has_chance = _has_chance(rules.root)
        if has_chance and alpha_beta:
            raise InputError("alpha-beta is for trees without chance nodes; leave --alpha-beta out")
        try:
            search, found = searched(rules, rules.start, alpha_beta, None if has_chance else order, MOST_SEARCHED)
        except TooManyMovesError:
            raise InputError(f"the tree has more than {MOST_SEARCHED:,} nodes to search") from None
        root = search.root()
        head: dict[str, Any] = {
            "algorithm": "expectiminimax" if has_chance else "alpha-beta" if alpha_beta else "minimax",
            "nodes": found.nodes,
            "cuts": found.cuts,
            "best": _best(search.opened(root), alpha_beta),
        }

        def written(node: "Node[Any, Any]", **below: Any) -> TreeNode:
            fields = _fields(node) | below | {"branch": node.state[-1] if node.state else None}
            return Tree(**head, **fields) if node is root else TreeNode(**fields)

        tree: Tree = _grown(root, search.opened, written, depth, most)
        return tree

    return Computation(0.0, run)


def game_tree(
    name: str,
    position: str | None,
    alpha_beta: bool,
    order: str | None,
    depth: int | None,
    horizon: "LookAhead | None",
    most: int | None,
) -> Computation[Tree | GameTree]:
    """A game's tree."""
    game = playable(name)
    evaluation: Any = game.evaluation if horizon is None or horizon.evaluation is None else horizon.evaluation
    look_ahead = None if horizon is None else horizon.depth

    def run(limited: bool = False) -> GameTree:
        from tafelwerk.solvers.minimax.search.alpha_beta import TooManyMovesError
        from tafelwerk.solvers.minimax.search.horizon import Horizon

        rules = game.rules
        start = rules.start if position is None else game.read(position)
        if horizon is not None:
            rules = Horizon(rules, evaluation, horizon.depth, start, horizon.swing, horizon.beyond)
            start = rules.start
        moves = _most_moves(rules, start) if limited else MOST_COMPUTED
        try:
            search, found = searched(rules, start, alpha_beta, _board_order(game, order), moves)
        except TooManyMovesError:
            raise _too_large(game, start, look_ahead, limited) from None
        root = search.root(start)

        def state(node: "Node[Any, Any]") -> Any:
            return node.state if look_ahead is None else node.state[0]

        def named(move: Any) -> str:
            # the same in all positions
            return game.move_name(state(root), move)

        head: dict[str, Any] = {
            "game": game.name,
            "look_ahead": look_ahead,
            "quiescence": None if horizon is None else horizon.beyond or None,
            "algorithm": "alpha-beta" if alpha_beta else "minimax",
            "nodes": found.nodes,
            "best": tuple(map(named, _best(search.opened(root), alpha_beta))),
            "cuts": found.cuts,
        }

        def written(node: "Node[Any, Any]", **below: Any) -> GameNode:
            fields = _fields(node) | below | {"position": game.text(state(node))}
            fields["move"] = None if node.move is None else named(node.move)
            return GameTree(**head, **fields) if node is root else GameNode(**fields)

        tree: GameTree = _grown(root, search.opened, written, GAME_DEPTH if depth is None else depth, most)
        return tree

    return Computation(BUDGET, run, None, lambda: run(limited=True))


def searched(
    rules: Any, start: Any, alpha_beta: bool, order: str | tuple[int, ...] | None, most: int | None
) -> tuple["Search[Any, Any]", "Found"]:
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
    from tafelwerk.solvers.minimax.search.alpha_beta import Search, by_preference, by_value

    first: Any = None
    if isinstance(order, tuple):
        first = by_preference(order)
    elif order in BY_VALUE:
        first = by_value(Search(rules, most=most), order == "best-first")
    search: Search[Any, Any] = Search(rules, alpha_beta, first, most)
    found = search.found(start)
    # nodes that are shown were searched before
    search.most = None
    return search, found


def _best(root: "Node[Any, Any]", alpha_beta: bool) -> tuple[Any, ...]:
    """The best moves at the root; with alpha-beta only the first."""
    return root.best[:1] if alpha_beta else root.best


def _fields(node: "Node[Any, Any]") -> dict[str, Any]:
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
class _Growing:
    """A node whose children are chosen, but not yet written."""

    node: Any
    below: "list[_Growing]" = field(default_factory=list)
    more: int | None = None
    written: Any = None


def _grown(
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
    level, depth = [_Growing(root)], 0
    every, left = list(level), 0 if most is None else most - 1
    while level and depth != levels:
        below: list[_Growing] = []
        for growing in level:
            children = opened(growing.node).children
            if most is not None:
                looked_at = [child for child in children if not child.is_cut]
                growing.more = max(0, len(looked_at) - max(0, left)) or None
                children = [*looked_at[: max(0, left)], *(child for child in children if child.is_cut)]
                left -= len(looked_at)
            growing.below = [_Growing(child) for child in children]
            below += growing.below
            if most is None and len(every) + len(below) > MOST_WRITTEN:
                break
        level, depth = [growing for growing in below if most is None or not growing.node.is_cut], depth + 1
        every += below
        if most is None and (len(every) > MOST_WRITTEN or depth > MOST_LEVELS_WRITTEN + (not below)):
            raise InputError(
                f"the tree has more than {MOST_WRITTEN:,} nodes or {MOST_LEVELS_WRITTEN} levels, the limits of an answer; "
                "limit the levels with --depth D"
            )
    for growing in reversed(every):
        children = tuple(one.written for one in growing.below)
        growing.written = written(growing.node, children=children, more=growing.more)
    return every[0].written


def _too_large(game: Playable, start: Any, look_ahead: int | None, limited: bool) -> TafelwerkError:
    """The error about a tree that is too large: --compute may search it, unless it is too large for that too."""
    most_states = 0
    if isinstance(game.rules, HeapRules) and look_ahead is None:
        most_states = game.rules.most_states(start)
    if not limited or most_states > MOST_COMPUTED // MOVES_PER_STATE:
        takes = "may take" if limited else "takes"
        return InputError(
            f"the tree of {game.name} {takes} more than the {MOST_COMPUTED:,} moves that --compute allows: "
            "choose a later --position, or --look-ahead D"
        )
    return OverBudgetError(f"the tree of {game.name} takes more moves than a look-up may make")


def _most_moves(rules: Any, start: Any) -> int:
    """Most moves of a search of about a second; positions with many tokens take longer."""
    tokens = sum(start[0]) if isinstance(rules, HeapRules) and rules.game.breaks else 0
    return MOST_MOVES // (1 + tokens // 100)


def _board_order(game: Playable, order: str | None) -> Any:
    """The move order: its name, or the fields in its order.

    Raises:
        InputError: the game has no such order.
    """
    if order is None or order == "natural" or order in BY_VALUE:
        return order
    named = {name.replace(" ", "-"): fields for name, fields in MOVE_ORDERS.items()} if game.name in BOARD_GAMES else {}
    if order not in named:
        known = list(dict.fromkeys(["natural", *named, *BY_VALUE]))
        raise InputError(f"--order of {game.name} must be {', '.join(known[:-1])} or {known[-1]}, not {quoted(order)}")
    return named[order]


def _has_chance(root: Any) -> bool:
    """Whether a given tree has a chance node."""
    from tafelwerk.solvers.minimax.search.tree import Branching

    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Branching):
            if node.turn is Turn.CHANCE:
                return True
            stack += node.branches
    return False
