"""Commands that do more than answer a question: the dual as a file, a game against the program, puzzles, and builds."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, Unkept, asks, contents_of
from tafelwerk.commands.common import BookOption, BuildOptions, ChosenSet, bundle_options, exclusive, needs, run_builds
from tafelwerk.commands.puzzles import Batch, DifficultyOption, difficulty_text, scale_text
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError
from tafelwerk.families.switching import answers, rules
from tafelwerk.families.switching.parameters import (
    AGENTS,
    BoardOrder,
    Games,
    Graph,
    Moves,
    Seed,
    Terminals,
    View,
    ViewOption,
)
from tafelwerk.families.switching.questions import Dual, Puzzle, PuzzleOrder
from tafelwerk.families.switching.rules import agent_name
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import SWITCHING
from tafelwerk.texts import Group, StyledText

if TYPE_CHECKING:
    from tafelwerk.build.kind import Kind
    from tafelwerk.plots.sheets import Block

AIMS = {
    View.DOTS: {
        "cut": "Cut links the hollow dots from left to right",
        "short": "Short links the filled dots from top to bottom",
    },
    View.GRAPH: {"cut": "Cut deletes edges to keep A and B apart", "short": "Short marks edges to join A and B"},
}
"""Aims of the players, on the lattices and on the graph."""

ALTERNATIVES = (
    ("--order", "--quick"),
    ("--openings", "--pairings", "--agent", "--cut"),
    ("--openings", "--pairings", "--agent", "--short"),
)
"""Options that exclude each other."""

OWNERS = (
    (("--openings", "--pairings", "--agent", "--cut", "--short", "--games", "--seed"), ("--order",)),
    (("--cut",), ("--short",)),
    (("--short",), ("--cut",)),
    (("--games", "--seed"), ("--pairings", "--cut")),
)
"""Options, and those that they need, one of which must be given."""


@asks
def dual(graph: Graph, ask: Unkept, terminals: Terminals | None = None) -> Text:
    with contents_of(Dual, {"graph": graph, "terminals": terminals}) as parameters:
        ask(Dual, **parameters)
    # with its lines, which a text within a line may not have
    return str(ask.answer.graph)


dual.__doc__ = Dual.__doc__


@bundle_options
def play(
    book: BookOption,
    order: BoardOrder = 4,
    role: Annotated[str, typer.Option("--as", metavar="cut|short", help="Your side; Cut moves first.")] = "cut",
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="AGENT",
            help=f"Agent that plays the other side: {AGENTS}.",
        ),
    ] = "heuristic",
    moves: Moves = "",
    view: ViewOption = View.DOTS,
    seed: SeedOption = None,
) -> None:
    """Play Bridg-It: as Cut link the hollow dots from left to right, as Short the filled ones from top to bottom.

    A link is named by its midpoint. On Shannon's graph (`--view graph`) Cut deletes edges to keep A and B apart, and Short marks
    edges to join them.

    The agent's moves are computed, not looked up. mc:inf plays on boards of order 2 and 3.

    Example: tafelwerk switching play --order 4 --as short

    Example: tafelwerk switching play --order 6 --against perfect
    """
    agent = agent_name(against)
    from tafelwerk.families.switching.play import Bridge
    from tafelwerk.play.duel import Duel

    game = Bridge(order)
    at_terminal(
        Duel(game, role, game.read_state(moves), agent, seed_of_game(seed)), partial(board_layout, view=view), book
    )


def board_layout(board: Any, view: View) -> Any:
    """The board with a legend, or how to see it if the terminal is too narrow."""
    from tafelwerk.families.switching.board import draw_board, legend, too_wide
    from tafelwerk.solvers.switching.switching_graph import make_board

    wide = too_wide(make_board(board.order), view)
    if wide is None:
        return draw_board(make_board(board.order), board.states, view).append("\n\n").append(legend(view))
    line = f"tafelwerk switching move --order {board.order} --policy perfect"
    return StyledText(f'{wide}.\nTo see it: {line} --history "{board.moves}" -o FILE.svg')


@asks
def puzzle(
    ask: Computes,
    order: PuzzleOrder = 4,
    difficulty: DifficultyOption = None,
    view: ViewOption = View.DOTS,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position of Bridg-It in which exactly one move wins. Which move is it?

    Disjoint trees (Lehman) prove that no other move wins. Difficulty: number of links that the winner would still need if the
    other side passed, the winning one included. 2 is easy, 3 medium, 4 or more hard.

    Example: tafelwerk switching puzzle --order 4 --seed 1

    Example: tafelwerk switching puzzle --order 5 --difficulty hard --seed 1 --solution --json

    Example: tafelwerk switching puzzle --order 4 --seed 1 --count 6 --solution -o puzzles.pdf
    """
    batch_puzzles: list[answers.Puzzle] = batch.ask_all(ask, Puzzle, order, difficulty=difficulty)
    ask.look = batch.look(lambda: _blocks(batch_puzzles[0], view))
    hard = f" --difficulty {difficulty}" if difficulty else ""
    line = f"tafelwerk switching puzzle --order {order}{hard}"
    if batch.output is not None:
        puzzles, solutions = zip(*(_blocks(each, view) for each in batch_puzzles), strict=True)
        below = (f"{AIMS[view]['short']}; {AIMS[view]['cut']}. Exactly one move wins: which?", scale_text(SWITCHING))
        batch.draw("Bridg-It", below, puzzles, solutions, line)

    def puzzle_text(puzzle: answers.Puzzle, number: str) -> Any:
        from tafelwerk.families.switching.board import draw_board, too_wide
        from tafelwerk.families.switching.positions import read_moves
        from tafelwerk.solvers.switching.switching_graph import make_board

        board = make_board(puzzle.order)
        heading = (
            f"{number}Bridg-It of order {puzzle.order}: {puzzle.to_move.capitalize()} to move and win (--seed {puzzle.seed}); "
            f"difficulty: {difficulty_text(puzzle)}"
        )
        wide = too_wide(board, view)
        picture = (
            draw_board(board, read_moves(board, puzzle.moves)[0], view)
            if wide is None
            else f"{wide}; -o FILE.svg draws it."
        )
        task = f"{AIMS[view][puzzle.to_move]}; exactly one of {puzzle.free} moves wins."
        return Group(StyledText(heading, "bold"), StyledText(task), "", picture)

    return batch.layout(batch_puzzles, puzzle_text, line, ask.book)


def _blocks(puzzle: answers.Puzzle, view: View) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.families.switching import figures
    from tafelwerk.families.switching.board import place_position
    from tafelwerk.families.switching.positions import read_moves
    from tafelwerk.plots.pictures import Picture, of_chart
    from tafelwerk.plots.sheets import Block
    from tafelwerk.plots.style import add_title
    from tafelwerk.solvers.switching.switching_graph import make_board

    board = make_board(puzzle.order)
    states, _ = read_moves(board, puzzle.moves)

    def picture(*chosen: str) -> Picture:
        position = place_position(board, states, chosen)
        if view is View.GRAPH:
            return of_chart(
                add_title(figures.board_panel(position, figures.UNIT), ""),
                "Bridg-It",
                figures.describe_position(position),
            )
        return figures.lattice_picture(position)

    title = f"{puzzle.to_move.capitalize()} to move and win: {difficulty_text(puzzle)}"
    return (
        Block(picture(), title, (f"seed {puzzle.seed}",)),
        Block(picture(puzzle.solution), f"{puzzle.to_move.capitalize()} plays {puzzle.solution}"),
    )


@bundle_options
def build(
    context: typer.Context,
    order: Annotated[int, Parameter("M", "Order of one board.", rules.LEAST_ORDER, rules.MOST_ORDER)] | None = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Openings only, without the positions of orders 2 and 3.")
    ] = False,
    pairings: Annotated[
        bool,
        typer.Option(
            "--pairings",
            help="Pairings of the agents that the source compares, on that board; --full adds agents.",
        ),
    ] = False,
    cut: Annotated[
        str | None, typer.Option("--cut", metavar="AGENT", help="Agent that plays Cut in one pairing. Needs --short.")
    ] = None,
    short: Annotated[
        str | None,
        typer.Option("--short", metavar="AGENT", help="Agent that plays Short in one pairing. Needs --cut."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="AGENT", help="Moves of an agent in every position of order 2 or 3."),
    ] = None,
    games: Games | None = None,
    seed: Seed | None = None,
    *,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """The family's standard set, or one board: heuristic against heuristic after every opening; at orders 2, 3 all positions.

    Example: tafelwerk build switching --order 30

    Example: tafelwerk build switching --order 6 --pairings --games 10000

    Example: tafelwerk build switching --order 4 --cut heuristic --short mc:128

    Example: tafelwerk build switching --order 3 --agent mc:1000
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    from tafelwerk.families.switching import builds

    if order is None:
        run_builds(chosen_set.of(builds), options)
        return
    if chosen_set.full and not pairings:
        raise InputError("--full is for whole sets and for --order M --pairings; leave out --order or add --pairings")
    if cut is not None and short is not None:
        chosen: Kind = builds.Pairing(order, cut, short, games, seed)
        line = f"tafelwerk switching duel --order {order} --cut {cut} --short {short}"
    elif agent is not None:
        chosen = builds.AgentMoves(order, agent)
        line = _statement(f"agents WHERE m = {order} AND agent = '{agent_name(agent)}' LIMIT 20")
    elif pairings:
        chosen = builds.Comparison(order, games, seed, chosen_set.full)
        line = _statement(f"pairings WHERE m = {order} AND cut = 'heuristic'")
    else:
        chosen = builds.Board(order, openings)
        line = f"tafelwerk switching winrate {order}"
    run_builds([chosen], options, next_steps=[line])


def _statement(rows: str) -> str:
    return f'tafelwerk sql "SELECT * FROM switching.{rows}"'
