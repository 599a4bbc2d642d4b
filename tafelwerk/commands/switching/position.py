"""`tafelwerk switching move`: what the heuristic and perfect play do in a position, with the numbers and the proof."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.commands.switching import picture
from tafelwerk.commands.switching.words import MovesOption, OrderOption, app
from tafelwerk.errors import UncomputedError
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.answers import HeuristicMove, PerfectMove, Proof, Trees
from tafelwerk.wording import exact_number, listed

if TYPE_CHECKING:
    from tafelwerk.solvers.switching.board import Board

MOST_LISTED = 2000
"""Characters of a list of edges up to which a person is shown it."""

MOST_NAMED = 40
"""Moves that are named where the board shows them too."""

TREES = "two disjoint trees that hold A and B, marked edges contracted"
FORESTS = "two disjoint forests that keep A and B apart, all other free edges given to Short"
TREES_HOLD = "Whatever Cut deletes of one, an edge of the other mends."
FORESTS_HOLD = (
    "Either is enough: once all its edges are deleted, A and B are apart, whatever else Short has marked. "
    "Whatever Short marks of one, Cut deletes an edge of the other, and two such forests are left."
)


@app.command()
@asks
def move(
    order: OrderOption,
    ask: Unkept,
    moves: MovesOption = "",
    policy: Annotated[
        str, typer.Option("--policy", metavar="heuristic|perfect", help="Shannon's resistors, or perfect play.")
    ] = "heuristic",
    output: OutputOption = None,
) -> Text:
    """What to play after some moves: the edges with the greatest potential difference, or the winning moves with their proof.

    It is computed: the book is not asked.

    Example: tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --json

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --output board.svg
    """
    questions.move.of(order, moves, policy)
    check(output)
    if output is not None:
        picture.check_order(order)
    try:
        found = cast(HeuristicMove | PerfectMove, ask(questions.move, order, moves, policy))
    except UncomputedError as missing:
        raise UncomputedError(missing.what, f"{missing.line}{f' --output {output}' if output else ''}") from None
    from tafelwerk.build.computation import BUDGET
    from tafelwerk.build.switching.computed import potential_operations
    from tafelwerk.build.switching.positions import played
    from tafelwerk.solvers.switching.board import make_board

    board = make_board(order)
    states, _ = played(board, moves)
    if output is not None:
        picture.draw(output, board, states, found, potentials=ask.compute or potential_operations(order) <= BUDGET)

    def words(on_board: bool) -> str:
        if found.decided:
            return f"Order {order}, the game is over: {found.winner} has won."
        said = f"Order {order}, {found.to_move} to move"
        if isinstance(found, HeuristicMove):
            best = cast(PerfectMove, ask(questions.move, order, moves, "perfect")).moves
            return f"{said}. {_heuristic(found, best, on_board)}"
        winning = f" Winning moves: {_named(found.moves, on_board)}." if found.moves else ""
        return f"{said}: {found.winner} wins.{winning}"

    return lambda: _layout(words, board, states, found)


def _layout(words: Callable[[bool], str], board: "Board", states: Any, found: HeuristicMove | PerfectMove) -> Any:
    """The answer for a person: words, the board, and the proof of perfect play on the board; a line where that is too wide."""
    from rich.console import Group
    from rich.text import Text as Styled

    from tafelwerk.commands.switching.board import drawn, too_wide
    from tafelwerk.solvers.switching.graph import Player

    proof = found.proof if isinstance(found, PerfectMove) and any(found.proof.parts) else None
    wide = too_wide(board)
    pieces: list[Any] = [Styled(words(wide is None), "bold"), ""]
    if wide is not None:
        if proof is not None:
            pieces += [Styled(proof_text(proof)), ""]
        return Group(*pieces, Styled(f"{wide}: -o FILE.svg draws it."))
    if found.moves or proof is None:
        pieces += [drawn(board, states, [board.edge(name) for name in found.moves]), ""]
    if proof is not None:
        after = states.copy()
        if proof.after:
            after[board.edge(proof.after)] = Player(found.winner).colour
        parts = [[board.edge(name) for name in part] for part in proof.parts]
        pieces += [Styled(proof_words(proof)), "", drawn(board, after, parts=parts), ""]
    return Group(*pieces[:-1])


def _named(names: list[str], on_board: bool, last: str = "and") -> str:
    """Moves by their names, many only where no board shows them."""
    if on_board and len(names) > MOST_NAMED:
        return f"{len(names)} edges, in brackets"
    return all_listed(names, last)


def proof_words(proof: Proof, ones: Sequence[str] = ("1:", "2:")) -> str:
    """What the proof is, for a person who sees the two sets of edges, each after one of `ones`."""
    after = f"The proof, after {proof.after}" if proof.after else "The proof"
    kind, hold = (TREES, TREES_HOLD) if isinstance(proof, Trees) else (FORESTS, FORESTS_HOLD)
    return f"{after}: {kind} ({ones[0]} and {ones[1]}). {hold}"


def proof_text(proof: Proof) -> str:
    """The proof for a person, edge by edge."""
    if not any(proof.parts):
        return f"After {proof.after} A and B are {'joined' if isinstance(proof, Trees) else 'apart'}."
    one, other = map(all_listed, proof.parts)
    return f"{proof_words(proof, ('1', '2'))}\n1: {one}.\n2: {other}."


def all_listed(names: list[str], last: str = "and") -> str:
    """Names as a person lists them, all where that takes some lines; else where to find the others."""
    if sum(len(name) + 2 for name in names) <= MOST_LISTED:
        return listed(names, len(names), last)
    return f"{listed(names)} (all of them with --json)"


def _heuristic(found: HeuristicMove, winning: list[str], on_board: bool) -> str:
    """The heuristic's moves for a person, and what they are worth under perfect play."""
    most, count = found.values[found.moves[0]], len(found.moves)
    text = (
        f"The heuristic plays {_named(found.moves, on_board, 'or')}: the potential difference is {exact_number(most)}. "
    )
    rest = [value for value in found.values.values() if value != most]
    text += f"The next below is {exact_number(max(rest))}. " if rest else ""
    text += f"Under perfect play {found.winner} wins"
    kept = [name for name in found.moves if name in winning]
    if found.winner != found.to_move:
        return f"{text}."
    if len(kept) == count:
        return f"{text}; {'this move keeps' if count == 1 else 'each of these moves keeps'} the win."
    if kept:
        return f"{text}; of these moves {listed(kept)} alone {'keeps' if len(kept) == 1 else 'keep'} the win."
    return f"{text}; {'this move' if count == 1 else 'each of these moves'} gives the win away."
