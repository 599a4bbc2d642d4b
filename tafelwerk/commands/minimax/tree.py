"""`tafelwerk minimax tree`: a search tree with its values, by minimax, alpha-beta or expectiminimax."""

import json as encoding
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.commands.common import rational
from tafelwerk.commands.minimax.pictures import search_picture
from tafelwerk.commands.minimax.words import app
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.errors import InputError, StorageError
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.rules.minimax.evaluation import FEATURES, parse_evaluation, parse_swing
from tafelwerk.rules.minimax.game import MOST_LEVELS
from tafelwerk.tables.minimax import questions
from tafelwerk.tables.minimax.questions import EXAMPLE, MOST_COMPUTED, MOST_WRITTEN
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.tables.minimax.trees import GameTree, Node, Tree

STANDARD_INPUT = "-"

DRAWN = 200
"""Most nodes drawn by default."""


@dataclass
class Searching(Unkept):
    """Asks for search trees."""

    compute: Annotated[
        bool,
        typer.Option("--compute", help=f"Longer search of a game: more than a second, up to {MOST_COMPUTED:,} moves."),
    ] = False


@app.command()
@asks
def tree(
    ask: Searching,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="TREE",
            help='Nested list as JSON, the players in turn, Max first; {"min": [...]} names the player to move, '
            '{"chance": [["1/6", branch], ...]} is a chance node. Or a FILE that holds one; - for standard input.',
        ),
        VERBATIM,
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Game to search instead of TREE: tictactoe, notakto-2, nim-passes, grundy:7, octal:0.77:6, subtraction:1,2:5.",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="P", help="Position of the game, in its notation. Default: the start."),
    ] = None,
    alpha_beta: Annotated[
        bool,
        typer.Option("--alpha-beta", help="Alpha-beta search: the window of every node, and the branches cut off."),
    ] = False,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="ORDER",
            help="Move ordering of alpha-beta: natural, best-first, worst-first by the true values; "
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
            help="Number of levels shown; all are searched. Default: 2 for a game, all for a TREE.",
        ),
    ] = None,
    look_ahead: Annotated[
        int | None,
        typer.Option(
            "--look-ahead",
            min=0,
            max=MOST_LEVELS,
            metavar="D",
            help="Search depth D of a game, in moves, with an evaluation at the end: for tictactoe the lines open to X minus "
            "the lines open to O, 9 for a completed line; for other games 0. With D = 0 the position itself is evaluated.",
        ),
    ] = None,
    evaluation: Annotated[
        str | None,
        typer.Option(
            "--evaluation",
            metavar="WEIGHTS",
            help="Weighted features of tictactoe, in place of that evaluation: FEATURE=WEIGHT,...; features are "
            f"{', '.join(FEATURES)}.",
        ),
    ] = None,
    quiescence: Annotated[
        int | None,
        typer.Option(
            "--quiescence",
            min=1,
            max=MOST_LEVELS,
            metavar="N",
            help="Quiescence search: up to N moves beyond D where some move changes the evaluation by more than --swing.",
        ),
    ] = None,
    swing: Annotated[
        str | None,
        typer.Option("--swing", metavar="S", help="Largest change of the evaluation in a quiet position. Default: 0."),
    ] = None,
    most: Annotated[
        int,
        typer.Option(
            "--most",
            min=1,
            max=MOST_WRITTEN,
            metavar="N",
            help="Largest number of nodes drawn; the others are counted.",
        ),
    ] = DRAWN,
    output: OutputOption = None,
) -> Text:
    """Draw a search tree: who moves, the value of every node, the best branches; with --alpha-beta the windows and cut-offs.

    Node counts are those of plain search, which visits a position each time play reaches it; the program searches each
    position of a game once.

    Example: tafelwerk minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta

    Example: tafelwerk minimax tree '{"chance": [["1/6", -3], ["1/6", -1], ["1/6", 1], ["1/2", 2]]}'

    Example: tafelwerk minimax tree --game grundy:7 --depth 6

    Example: tafelwerk minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta -o tree.svg

    Example: tafelwerk minimax tree --game tictactoe --position "XO.X.O..." --depth 3

    Example: tafelwerk minimax tree --game tictactoe --look-ahead 2

    Example: tafelwerk minimax tree --game tictactoe --position "X...O...." --look-ahead 0 --evaluation open=1,threats=3

    Example: tafelwerk minimax tree --game tictactoe --look-ahead 1 --quiescence 2 --swing 2 --depth 1
    """
    # a TREE beside a game is refused, and not read before
    nested = source if source is None or game is not None else _nested(source)
    if nested is not None and game is None and ask.compute:
        raise InputError("--compute goes with --game GAME")
    kept = None if ask.json else most
    weighed = None if evaluation is None else parse_evaluation(evaluation)
    least = None if swing is None else parse_swing(swing)
    if output is not None:
        # with --json the answer is the whole tree, and the picture as large as without
        shown = ask(
            questions.tree,
            nested,
            game,
            position,
            alpha_beta,
            order,
            depth,
            look_ahead,
            most,
            weighed,
            quiescence,
            least,
        )
        save(search_picture(cast("Tree | GameTree", shown), _head(cast("Tree | GameTree", shown))), output)
    looking = look_ahead, kept, weighed, quiescence, least
    asked = ask(questions.tree, nested, game, position, alpha_beta, order, depth, *looking)
    return lambda: _drawing(cast("Tree | GameTree", asked))


def _head(found: "Tree | GameTree") -> str:
    """The heading: algorithm, value, best moves, and number of nodes."""
    from tafelwerk.tables.minimax.trees import GameTree

    is_game = isinstance(found, GameTree)
    head = f"{found.algorithm.capitalize()}: the value is {rational(found.value)}"
    head += f", by {', '.join(map(str, found.best))}" if found.best and is_game else ""
    head += f"; {_count(found.nodes, 'node')} "
    head += "in plain search" if is_game else "visited"
    cuts = f", {_count(found.cuts, 'branch', 'branches')} cut off."
    return head + (cuts if found.algorithm == "alpha-beta" else ".")


def _drawing(found: "Tree | GameTree") -> Any:
    """The heading and the tree."""
    from rich.console import Group
    from rich.text import Text
    from rich.tree import Tree as Drawn

    drawn = Drawn(_line(found, False))
    level: list[tuple[Node, Any]] = [(found, drawn)]
    while level:
        below: list[tuple[Node, Any]] = []
        for node, branch in level:
            seen = [child for child in node.children if not child.cut]
            below += [(child, branch.add(_line(child, _is_best(node, child)))) for child in seen]
            if node.more:
                branch.add(Text(f"... {node.more:,} more", "dim"))
            cut = [child for child in node.children if child.cut]
            if cut:
                branch.add(Text(f"cut off: {_cut_names(cut)}", "red"))
        level = below
    return Group(Text(_head(found)), drawn)


def _is_best(node: "Node", child: "Node") -> bool:
    """Whether the child is a best choice of the player at the node."""
    return node.turn in ("max", "min") and node.bound == child.bound == "exact" and child.value == node.value


def _line(node: "Node", is_best: bool) -> Any:
    from rich.text import Text

    from tafelwerk.tables.minimax.trees import GameNode

    text = Text(no_wrap=True)
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
    return text


def _cut_names(cut: "list[Node]") -> str:
    from tafelwerk.tables.minimax.trees import GameNode

    names = [node.move for node in cut if isinstance(node, GameNode) and node.move is not None]
    return ", ".join(names) or counted(len(cut), "branch", "branches")


def _count(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun; rounded from 10^18 on."""
    return counted(number, noun, plural) if number < 10**18 else f"about {Decimal(number):.2e} {plural or noun + 's'}"


def _nested(source: str) -> object:
    """The nested list that a TREE gives, as parsed from JSON.

    Raises:
        InputError: the text is not JSON, or there is no such file.
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
        raise InputError(f"{where}: nested too deeply") from None
    except ValueError as fault:
        raise InputError(f"{where}: not a nested list as JSON, {EXAMPLE}: {fault}") from None


def _is_number(text: str) -> bool:
    return text.strip().lstrip("-").replace(".", "", 1).isdigit()


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is not an exact number")


def _text(file: Path | None) -> str:
    """The text of the file, or of standard input."""
    called = "standard input" if file is None else str(file)
    try:
        return (read_standard_input() if file is None else read_limited(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{called} is not UTF-8 text; a tree is a nested list as JSON, {EXAMPLE}") from None
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{called}: neither a nested list as JSON, {EXAMPLE}, nor a file") from None
    except InputError:
        raise
    except (OSError, ValueError) as fault:
        raise StorageError(f"{called}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
