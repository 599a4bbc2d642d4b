"""Commands that do more than ask one question: search trees from files, puzzles in batches, games to play."""

import json as encoding
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Look, Text, Unkept, asks
from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.commands.common import BookOption, bundle_options
from tafelwerk.commands.output import OutputOption, save_picture
from tafelwerk.commands.puzzles import Batch, difficulty_text, scale_text
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError, StorageError, in_quotes
from tafelwerk.families.minimax import answers, trees
from tafelwerk.families.minimax.parameters import NIM, is_of_heaps, with_colons
from tafelwerk.families.minimax.positions import PUZZLE_GAMES as PUZZLE_GAMES
from tafelwerk.families.minimax.positions import TASKS, Puzzle, PuzzleGame, Task
from tafelwerk.families.minimax.rules.games import GAMES, HEAP_GAMES
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.rules.puzzles import TICTACTOE, Difficulty
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block

STANDARD_INPUT = "-"

DRAWN = 200
"""Most nodes drawn by default."""


@bundle_options
def play(
    book: BookOption,
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Game: tictactoe and its relatives, notakto, notakto-2, nim-passes; heaps such as grundy:7, kayles:12, "
            "octal:0.77:12, subtraction:1,2,5:21, several heaps such as nim:3+5+7 or nim 3 5 7; memory:6 or memory:6:forced; "
            "burnt-pancakes-1 to -8 for one player. Default: tictactoe.",
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option("--as", metavar="first|second", help="Your side. Default: first."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="P",
            help="First position, in the game's notation. Default: the start.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="OPPONENT",
            help="Opponent: perfect, random, or look-ahead:D, which searches D moves deep. Default: perfect.",
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Play a game: the board is drawn, `hint` says what every move is worth, `undo` takes back.

    Example: tafelwerk minimax play tictactoe --against look-ahead:2

    Example: tafelwerk minimax play grundy:12 --as second

    Example: tafelwerk minimax play memory:6:forced

    Example: tafelwerk minimax play burnt-pancakes-4
    """
    from tafelwerk.families.minimax.pictures import draw_board
    from tafelwerk.families.minimax.play import Memory, Pancakes, playable
    from tafelwerk.play.duel import Duel, Playable

    name = with_colons(" ".join(game or ("tictactoe",)))
    number, kind = seed_of_game(seed), name.strip().lower()
    is_listed = kind.partition(":")[0] in (*GAMES, "memory") or kind.startswith("burnt-pancakes")
    if not is_listed and not is_of_heaps(kind):
        forms = [f"{NIM}:HEAP", *(form for form, _ in HEAP_GAMES.values())]
        names = [name for name, rules in GAMES.items() if not rules.is_puzzle]
        known = join_words([*names, *forms, "memory:PAIRS", "burnt-pancakes-N"], last="or")
        raise InputError(f"unknown game {in_quotes(name)}; it may be {known}")
    if kind.startswith("burnt-pancakes"):
        for option, value in (("--as", side), ("--against", against)):
            if value is not None:
                raise InputError(f"{option} is for games of two players; {name} has one player: leave {option} out")
        stack = Pancakes(name)
        begin = stack.draw_stack(number) if position is None else stack.read_state(position)
        at_terminal(Duel(stack, "", begin, "", number), draw_board, book)
        return
    duel_game: Playable = Memory(name, number) if kind.startswith("memory") else playable(name)
    begin = duel_game.start if position is None else duel_game.read_state(position)
    at_terminal(Duel(duel_game, side or duel_game.sides[0], begin, against or "perfect", number), draw_board, book)


@asks
def puzzle(
    ask: Computes,
    game: PuzzleGame = PUZZLE_GAMES[0],
    task: Task | None = None,
    difficulty: Difficulty | None = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position of tic-tac-toe in which exactly one move wins, or exactly one does not lose. Which move is it?

    Every position of the game is solved. Difficulty: plies to the win, or to the loss after the wrong move that delays it
    longest; easy below 3, medium below 5.

    Example: tafelwerk minimax puzzle tictactoe --seed 1

    Example: tafelwerk minimax puzzle tictactoe --task save --difficulty hard --seed 1 --solution --json

    Example: tafelwerk minimax puzzle tictactoe --seed 1 --count 12 --solution -o puzzles.pdf
    """
    batch_puzzles: list[answers.Puzzle] = batch.ask_all(ask, Puzzle, game, task=task, difficulty=difficulty)
    ask.look = batch.look(lambda: _blocks(batch_puzzles[0]))
    options = "".join(f" {name} {value}" for name, value in (("--task", task), ("--difficulty", difficulty)) if value)
    line = f"tafelwerk minimax puzzle {game}{options}"
    if batch.output is not None:
        puzzles, solutions = zip(*map(_blocks, batch_puzzles), strict=True)
        below = (
            "X moves first. Exactly one move wins, or is the only one that does not lose: which?",
            scale_text(TICTACTOE),
        )
        batch.draw("Tic-tac-toe", below, puzzles, solutions, line, 4)

    def one(puzzle: answers.Puzzle, number: str) -> Any:
        from tafelwerk.families.minimax.pictures import draw_board
        from tafelwerk.families.minimax.play import Squares

        heading = (
            f"{number}Tic-tac-toe: {puzzle.to_move} to move, exactly one move {TASKS[puzzle.task]} (--seed {puzzle.seed}); "
            f"difficulty: {difficulty_text(puzzle)}"
        )
        return Group(StyledText(heading, "bold"), "", draw_board(Squares(puzzle.position)))

    return batch.layout(batch_puzzles, one, line, ask.book)


def _blocks(puzzle: answers.Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.families.minimax.pictures import board_drawing
    from tafelwerk.plots.sheets import Block

    title = f"{puzzle.to_move}: one move {TASKS[puzzle.task]}"
    return (
        Block(board_drawing(puzzle.position), title, (f"{difficulty_text(puzzle)}; seed {puzzle.seed}",)),
        Block(board_drawing(puzzle.position, puzzle.solution), f"{puzzle.to_move} plays {puzzle.solution}"),
    )


@dataclass
class Searching(Unkept):
    """Asks for search trees."""

    compute: Annotated[
        bool,
        typer.Option(
            "--compute", help=f"Longer search of a game: more than a second, up to {trees.MOST_COMPUTED:,} moves."
        ),
    ] = False


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
    game: trees.GameName | None = None,
    position: trees.Position | None = None,
    alpha_beta: trees.AlphaBeta = False,
    order: trees.Order | None = None,
    depth: trees.Depth | None = None,
    look_ahead: trees.LookAhead | None = None,
    evaluation: trees.Weights | None = None,
    quiescence: trees.Quiescence | None = None,
    swing: trees.Swing | None = None,
    most: trees.Most = DRAWN,
    output: OutputOption = None,
) -> Text:
    """Draw a search tree: who moves, the value of every node, the best branches; with --alpha-beta the windows and cut-offs.

    Node counts are those of plain search, which visits a position each time play reaches it; the program searches each
    position of a game once.

    Example: tafelwerk minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta

    Example: tafelwerk minimax tree '{"chance": [["1/6", -3], ["1/6", -1], ["1/6", 1], ["1/2", 2]]}'

    Example: tafelwerk minimax tree --game grundy:7 --levels 6

    Example: tafelwerk minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta -o tree.svg

    Example: tafelwerk minimax tree --game tictactoe --at "XO.X.O..." --levels 3

    Example: tafelwerk minimax tree --game tictactoe --look-ahead 2

    Example: tafelwerk minimax tree --game tictactoe --at "X...O...." --look-ahead 0 --evaluation open=1,threats=3

    Example: tafelwerk minimax tree --game tictactoe --look-ahead 1 --quiescence 2 --swing 2 --levels 1
    """
    from tafelwerk.families.minimax.pictures import search_picture
    from tafelwerk.families.minimax.trees import tree_heading, tree_text

    # a TREE beside a game is refused, and not read before
    nested = source if source is None or game is not None else _read_tree(source)
    if nested is not None and game is None and ask.compute:
        raise InputError("--compute goes with --game GAME")
    search = (nested, game, position, alpha_beta, order, depth, look_ahead)
    options: dict[str, Any] = {"evaluation": evaluation, "quiescence": quiescence, "swing": swing}
    if output is not None:
        # with --json the answer is the whole tree, and the picture as large as without
        upper = ask(trees.Tree, *search, most=most, **options)
        save_picture(search_picture(upper, tree_heading(upper)), output)
    answer = ask(trees.Tree, *search, most=None if ask.json else most, **options)
    ask.look = Look(lambda: search_picture(answer, tree_heading(answer)).scene)
    return lambda: tree_text(answer)


def _read_tree(source: str) -> object:
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
        raise InputError(f"{where}: not a nested list as JSON, {trees.EXAMPLE}: {fault}") from None


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
        raise InputError(f"{called} is not UTF-8 text; a tree is a nested list as JSON, {trees.EXAMPLE}") from None
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{called}: neither a nested list as JSON, {trees.EXAMPLE}, nor a file") from None
    except InputError:
        raise
    except (OSError, ValueError) as fault:
        raise StorageError(f"{called}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
