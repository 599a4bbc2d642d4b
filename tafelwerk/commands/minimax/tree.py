"""`tafelwerk minimax tree`: a search tree with its values, by minimax, alpha-beta or expectiminimax."""

import json as encoding
import shlex
from collections.abc import Callable, Sequence
from decimal import Decimal
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer, rational
from tafelwerk.commands.minimax.words import app
from tafelwerk.errors import InputError, StorageError, TafelwerkError, UncomputedError, quoted
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.solvers.minimax.tree import MOST_LEVELS

if TYPE_CHECKING:
    from tafelwerk.commands.minimax.games import Playable
    from tafelwerk.solvers.minimax.game import Utility
    from tafelwerk.solvers.minimax.tree import Node

STANDARD_INPUT = "-"

MOST_SEARCHED = 1_000_000
"""Nodes of a TREE: some seconds."""

MOST_MOVES, MOST_COMPUTED = 250_000, 20_000_000
"""Moves of a search of a game, each position searched once: about a second, and with --compute some minutes."""

MOST_WRITTEN, MOST_LEVELS_WRITTEN = 20_000, 100
"""Nodes and levels of a document."""

MOVES_A_STATE = 6
"""Moves of a position, about, where as many as there may be are counted."""

DRAWN = 200
"""Nodes that are drawn unless more are asked for."""

GAME_DEPTH = 2
"""Levels below the position that are shown of a game's tree unless asked otherwise."""

BY_VALUE = ("best-first", "worst-first")
BOARD_GAMES = ("tictactoe", "tictactoe-misere", "notakto")
"""Games whose moves are the fields of one board, which the named orders put in order."""

EXAMPLE = "such as '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"


@app.command()
def tree(
    book: BookOption,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="TREE",
            help='A nested list as JSON, players in turn, Max first; {"min": [...]} says who moves, '
            '{"chance": [["1/6", branch], ...]} is chance. Or a FILE that holds one; - reads standard input.',
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Instead of TREE a game: tictactoe, notakto-2, nim-passes, grundy:7, octal:0.77:6, subtraction:1,2:5.",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="P", help="Where the game stands, as it writes it; else its start."),
    ] = None,
    alpha_beta: Annotated[
        bool, typer.Option("--alpha-beta", help="Alpha-beta search: the window of every node, and what is cut off.")
    ] = False,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="ORDER",
            help="What alpha-beta looks at first: natural, best-first, worst-first by the true values; "
            "on a board centre-first, corners-first, edges-first.",
        ),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            min=0,
            max=MOST_LEVELS,
            metavar="D",
            help="Levels shown; all are searched. Default: 2 for a game, all for a TREE.",
        ),
    ] = None,
    look_ahead: Annotated[
        int | None,
        typer.Option(
            "--look-ahead",
            min=1,
            max=MOST_LEVELS,
            metavar="D",
            help="Search a game D moves deep, and take an evaluation there: of tictactoe the lines open to X less those open "
            "to O, 9 for a row; of other games 0.",
        ),
    ] = None,
    most: Annotated[
        int,
        typer.Option("--most", min=1, max=MOST_WRITTEN, metavar="N", help="Nodes drawn; the rest is counted."),
    ] = DRAWN,
    json: JsonOption = False,
    compute: Annotated[
        bool,
        typer.Option(
            "--compute", help=f"Search a game that takes more than a second too, up to {MOST_COMPUTED:,} moves."
        ),
    ] = False,
) -> None:
    """Draw a search tree: who moves, the value of every node, the best branches; with --alpha-beta the windows and the cuts.

    Nodes are those that the plain algorithm visits, a position as often as play comes to it; the program searches each
    position of a game once.

    Example: tafelwerk minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta

    Example: tafelwerk minimax tree '{"chance": [["1/6", -3], ["1/6", -1], ["1/6", 1], ["1/2", 2]]}'

    Example: tafelwerk minimax tree --game grundy:7 --depth 6

    Example: tafelwerk minimax tree --game tictactoe --position "XO.X.O..." --depth 3

    Example: tafelwerk minimax tree --game tictactoe --look-ahead 2
    """
    if (source is None) == (game is None):
        raise InputError(f"name a TREE, {EXAMPLE}, or --game GAME: one of the two")
    if order is not None and not alpha_beta:
        raise InputError("--order goes with --alpha-beta: minimax looks at everything, in any order")
    if game is None:
        for name, given in (
            ("--position", position is not None),
            ("--look-ahead", look_ahead is not None),
            ("--compute", compute),
        ):
            if given:
                raise InputError(f"{name} goes with --game GAME")
        shown: _Shown = _WrittenTree(_nested(source or ""), alpha_beta, order)
    else:
        options = [("--game", game), ("--position", position), ("--order", order), ("--look-ahead", look_ahead)]
        words = [str(word) for option in [*options, ("--depth", depth)] if option[1] is not None for word in option]
        again = shlex.join(["tafelwerk", "minimax", "tree", *words, *["--alpha-beta"] * alpha_beta, "--compute"])
        shown = _GameTree(game, position, alpha_beta, order, look_ahead, None if compute else again)
    levels = GAME_DEPTH if depth is None and game is not None else depth
    if json:
        answer(True, shown.document(levels), "")
    else:
        answer(False, {}, lambda: shown.drawing(levels, most))


class _Shown:
    """A tree that has been searched."""

    algorithm: str
    root: "Node[Any, Any]"
    visited: int
    cuts: int
    visited_how = "visited"
    opening: dict[str, Any]

    def opened(self, node: "Node[Any, Any]") -> "Node[Any, Any]":
        """A node with its children."""
        return node

    def label(self, node: "Node[Any, Any]") -> str:
        """What stands before a node's turn and value."""
        raise NotImplementedError

    def fields(self, node: "Node[Any, Any]") -> dict[str, Any]:
        """What a document says of a node's state."""
        raise NotImplementedError

    def names(self, moves: Sequence[Any]) -> list[Any]:
        """Moves as a document has them."""
        raise NotImplementedError

    def best(self) -> list[Any]:
        """The choice at the root."""
        best = self.opened(self.root).best
        return self.names(best[:1] if self.algorithm == "alpha-beta" else best)

    def document(self, levels: int | None) -> dict[str, Any]:
        """What JSON has: the root's fields and children among it.

        Raises:
            InputError: too many nodes.
        """
        head = self.opening | {"algorithm": self.algorithm, "nodes": self.visited, "best": self.best()}
        whole = self._written(self.root)
        level, depth, written = [(self.root, whole)], 0, 1
        while level and depth != levels:
            below = []
            for node, made in level:
                pairs = [(child, self._written(child)) for child in self.opened(node).children]
                made["children"] = [text for _, text in pairs]
                below += pairs
                if written + len(below) > MOST_WRITTEN:
                    break
            level, depth, written = below, depth + 1, written + len(below)
            if written > MOST_WRITTEN or depth > MOST_LEVELS_WRITTEN + (not below):
                raise InputError(
                    f"up to {MOST_WRITTEN:,} nodes on {MOST_LEVELS_WRITTEN} levels are written, and the tree has more; "
                    "--depth D leaves out what is deep"
                )
        return head | whole | {"certainty": "exact", "source": "computed"}

    def _written(self, node: "Node[Any, Any]") -> dict[str, Any]:
        window = node.window or (None, None)
        return self.fields(node) | {
            "turn": None if node.turn is None else node.turn.value,
            "value": None if node.value is None else rational(node.value),
            "bound": None if node.value is None else node.certainty.value,
            "alpha": _bound(window[0]),
            "beta": _bound(window[1]),
            "cut": node.is_cut,
            "probability": None if node.probability is None else rational(node.probability),
            "children": [],
        }

    def drawing(self, levels: int | None, most: int) -> Any:
        """What a person sees: the upper levels first, as many nodes as allowed."""
        from rich.console import Group
        from rich.text import Text
        from rich.tree import Tree

        head = f"{self.algorithm.capitalize()}: the value is {rational(self.root.known_value)}"
        best = self.best()
        head += f", by {', '.join(map(str, best))}" if best and self.opening else ""
        head += f"; {_count(self.visited)} {'node' if self.visited == 1 else 'nodes'} {self.visited_how}"
        cuts = f", {_count(self.cuts)} {'branch' if self.cuts == 1 else 'branches'} cut off."
        head += cuts if self.algorithm == "alpha-beta" else "."
        drawn = Tree(self._line(self.root, False))
        level, depth, left = [(self.root, drawn)], 0, most - 1
        while level and depth != levels:
            below = []
            for unopened, branch in level:
                node = self.opened(unopened)
                looked_at = [child for child in node.children if not child.is_cut]
                chosen = set(node.best) if node.turn is not None else set()
                shown = looked_at[: max(0, left)]
                below += [(child, branch.add(self._line(child, child.move in chosen))) for child in shown]
                missing = len(looked_at) - max(0, left)
                left -= len(looked_at)
                if missing > 0:
                    branch.add(Text(f"... {missing:,} more", "dim"))
                cut = [child for child in node.children if child.is_cut]
                if cut:
                    branch.add(Text(f"cut off: {self._cut_names(cut)}", "red"))
            level, depth = below, depth + 1
        return Group(Text(head), drawn)

    def _line(self, node: "Node[Any, Any]", is_best: bool) -> Any:
        from rich.text import Text

        text = Text(no_wrap=True)
        if node.probability is not None:
            text.append(f"{rational(node.probability)}: ", "cyan")
        text.append(self.label(node))
        if node.turn is not None:
            text.append(f"{node.turn.value} ", "bold" if is_best else "")
        sign = {"exact": "", "at least": ">= ", "at most": "<= "}[node.certainty.value]
        text.append(f"{sign}{rational(node.known_value)}", "bold green" if is_best else "bold")
        if node.window is not None:
            text.append(f"  [{_bound(node.window[0])}, {_bound(node.window[1])}]", "dim")
        if is_best:
            text.append("  <- best", "green")
        return text

    def _cut_names(self, cuts: Sequence["Node[Any, Any]"]) -> str:
        if not self.opening:
            return f"{len(cuts)} {'branch' if len(cuts) == 1 else 'branches'}"
        return ", ".join(map(str, self.names([node.move for node in cuts])))


class _WrittenTree(_Shown):
    """A tree that is written out."""

    def __init__(self, nested: object, alpha_beta: bool, order: str | None) -> None:
        from tafelwerk.solvers.minimax.tree import make_tree

        self.opening = {}
        rules = make_tree(nested)
        chance = _has_chance(rules.root)
        if chance and alpha_beta:
            raise InputError("alpha-beta is for trees without chance nodes; leave --alpha-beta out")
        if order is not None and order not in ("natural", *BY_VALUE):
            raise InputError(f"--order of a TREE is natural, {' or '.join(BY_VALUE)}, not {quoted(order)}")
        self.algorithm = "expectiminimax" if chance else "alpha-beta" if alpha_beta else "minimax"
        self.root, self.visited = _searched(rules, self.algorithm, order)
        self.cuts = sum(1 for node in self.root.walk() if node.is_cut)

    def label(self, node: "Node[Any, Any]") -> str:
        return ""

    def fields(self, node: "Node[Any, Any]") -> dict[str, Any]:
        return {"branch": node.state[-1] if node.state else None}

    def names(self, moves: Sequence[Any]) -> list[Any]:
        return list(moves)


class _GameTree(_Shown):
    """A tree of a game: every position is searched once, and only the nodes that are shown are made."""

    visited_how = "in plain search"

    def __init__(
        self,
        name: str,
        position: str | None,
        alpha_beta: bool,
        order: str | None,
        look_ahead: int | None,
        again: str | None,
    ) -> None:
        from tafelwerk.commands.minimax.games import playable
        from tafelwerk.solvers.minimax.alpha_beta import by_preference
        from tafelwerk.solvers.minimax.transpositions import TooManyMovesError, TransposedSearch

        self.game = game = playable(name)
        start = game.start if position is None else game.read(position)
        self.broken_off = look_ahead is not None
        rules: Any = game.rules
        if look_ahead is not None:
            from tafelwerk.solvers.minimax.searchable import Horizon

            rules = Horizon(rules, game.evaluation, look_ahead, start)
            start = rules.start
        self.algorithm = "alpha-beta" if alpha_beta else "minimax"
        wanted = _board_order(game, order)
        most = MOST_COMPUTED if again is None else _most_moves(rules, start)
        first: Any = None
        if isinstance(wanted, tuple):
            first = by_preference(wanted)
        elif wanted in BY_VALUE:
            known: TransposedSearch[Any, Any] = TransposedSearch(rules, most=most)
            first = _by_value(rules, lambda state: known.found(state).value, wanted)
        self.search: TransposedSearch[Any, Any] = TransposedSearch(rules, alpha_beta, first, most)
        try:
            found = self.search.found(start)
        except TooManyMovesError:
            raise self._too_large(start, again) from None
        # what is shown was searched
        self.search.most = None
        self.root, self.visited, self.cuts = self.search.root(start), found.nodes, found.cuts
        self.opening = {"game": game.name, "look_ahead": look_ahead}

    def opened(self, node: "Node[Any, Any]") -> "Node[Any, Any]":
        return self.search.opened(node)

    def _too_large(self, start: Any, again: str | None) -> TafelwerkError:
        """What to say of a tree that is not searched: the command that does it, unless that is too much too."""
        from tafelwerk.solvers.minimax.searchable import HeapRules

        rules, most_states = self.game.rules, 0
        if isinstance(rules, HeapRules) and not self.broken_off:
            most_states = rules.most_states(start)
        if again is None or most_states > MOST_COMPUTED // MOVES_A_STATE:
            takes = "takes" if again is None else "may take"
            return InputError(
                f"the tree of {self.game.name} {takes} more than the {MOST_COMPUTED:,} moves that --compute allows: "
                "choose a later --position, or --look-ahead D"
            )
        return UncomputedError(f"the tree of {self.game.name}", again)

    def state(self, node: "Node[Any, Any]") -> Any:
        """The game's state."""
        return node.state[0] if self.broken_off else node.state

    def label(self, node: "Node[Any, Any]") -> str:
        text = f"{self.game.text(self.state(node))}  "
        return text if node.move is None else f"{self.name(node.move)}: {text}"

    def fields(self, node: "Node[Any, Any]") -> dict[str, Any]:
        move = None if node.move is None else self.name(node.move)
        return {"move": move, "position": self.game.text(self.state(node))}

    def names(self, moves: Sequence[Any]) -> list[Any]:
        return [self.name(move) for move in moves]

    def name(self, move: Any) -> str:
        """A move's name, which is the same in all positions."""
        return self.game.move_name(self.state(self.root), move)


def _searched(rules: Any, algorithm: str, order: str | None) -> tuple["Node[Any, Any]", int]:
    """The tree of a TREE, and the nodes visited.

    Raises:
        InputError: too many nodes.
    """
    from tafelwerk.solvers.minimax import alpha_beta as pruning
    from tafelwerk.solvers.minimax.expectiminimax import expectiminimax_tree, position_values
    from tafelwerk.solvers.minimax.minimax import minimax_tree
    from tafelwerk.solvers.minimax.searchable import Limited

    limited: Any = Limited(rules, MOST_SEARCHED)
    if algorithm != "alpha-beta":
        tree = expectiminimax_tree if algorithm == "expectiminimax" else minimax_tree
        return tree(limited), limited.met + 1
    first = None
    if order in BY_VALUE:
        first = _by_value(rules, position_values(limited).__getitem__, order)
        limited.met = 0
    found = pruning.alpha_beta(limited, order=first, keep_tree=True)
    assert found.tree is not None
    return found.tree, found.nodes


def _by_value(
    rules: Any, value: Callable[[Any], "Utility"], order: str | None
) -> Callable[[Any, Sequence[Any]], Sequence[Any]]:
    """An order of search by true values: for the player to move the best moves first, or the worst; equal ones as they stand."""
    from tafelwerk.solvers.minimax.game import Turn

    def ordered(state: Any, moves: Sequence[Any]) -> Sequence[Any]:
        falling = (rules.to_move(state) is Turn.MAX) == (order == "best-first")
        return sorted(moves, key=lambda move: (-1 if falling else 1) * value(rules.after(state, move)))

    return ordered


def _most_moves(rules: Any, start: Any) -> int:
    """Moves that are searched in about a second: positions of many heaps take longer."""
    from tafelwerk.solvers.minimax.searchable import HeapRules

    tokens = sum(start[0]) if isinstance(rules, HeapRules) and rules.splits else 0
    return MOST_MOVES // (1 + tokens // 100)


def _board_order(game: "Playable", order: str | None) -> Any:
    """An order's name, or the fields in it.

    Raises:
        InputError: there is no such order in the game.
    """
    if order is None or order == "natural" or order in BY_VALUE:
        return order
    from tafelwerk.solvers.minimax.tictactoe import MOVE_ORDERS

    named = {name.replace(" ", "-"): fields for name, fields in MOVE_ORDERS.items()} if game.name in BOARD_GAMES else {}
    if order not in named:
        known = list(dict.fromkeys(["natural", *named, *BY_VALUE]))
        raise InputError(f"--order of {game.name} is {', '.join(known[:-1])} or {known[-1]}, not {quoted(order)}")
    return named[order]


def _has_chance(root: Any) -> bool:
    """Whether chance moves anywhere in a tree that is written out."""
    from tafelwerk.solvers.minimax.game import Turn
    from tafelwerk.solvers.minimax.tree import Branching

    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Branching):
            if node.turn is Turn.CHANCE:
                return True
            stack += node.branches
    return False


def _count(number: int) -> str:
    """A number of nodes for people."""
    return f"{number:,}" if number < 10**18 else f"about {Decimal(number):.2e}"


def _bound(bound: Any) -> Any:
    """An end of a window."""
    if bound is None:
        return None
    return "inf" if bound == inf else "-inf" if bound == -inf else rational(bound)


def _nested(source: str) -> object:
    """What a TREE says.

    Raises:
        InputError: it is no JSON, or there is no such file.
        StorageError: the file cannot be read.
    """
    text, where = source, "TREE"
    if source == STANDARD_INPUT:
        text, where = _text(None), "standard input"
    elif not source.lstrip().startswith(("[", "{", '"')) and not _is_number(source):
        text, where = _text(Path(source)), source
    try:
        return encoding.loads(text, parse_float=str, parse_constant=_refuse)
    except RecursionError:
        raise InputError(f"{where}: it is nested too deep") from None
    except ValueError as fault:
        raise InputError(f"{where}: no nested list as JSON, {EXAMPLE}: {fault}") from None


def _is_number(text: str) -> bool:
    return text.strip().lstrip("-").replace(".", "", 1).isdigit()


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no exact number")


def _text(file: Path | None) -> str:
    """What is in the file, or on standard input."""
    called = "standard input" if file is None else str(file)
    try:
        return (read_standard_input() if file is None else read_limited(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{called}: that is no text in UTF-8; a tree is a nested list as JSON, {EXAMPLE}") from None
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{called}: neither a nested list as JSON, {EXAMPLE}, nor a file") from None
    except InputError:
        raise
    except (OSError, ValueError) as fault:
        raise StorageError(f"{called}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
