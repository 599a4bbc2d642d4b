"""`tafelwerk switching move`: what the heuristic and perfect play do in a position, with the numbers and the proof."""

from bisect import bisect_left
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, answer
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.commands.switching import picture
from tafelwerk.commands.switching.words import MovesOption, OrderOption, app, listed, shown
from tafelwerk.errors import InputError, UncomputedError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from tafelwerk.solvers.switching.board import Board
    from tafelwerk.solvers.switching.perfect import Solution

POLICIES = ("heuristic", "perfect")

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
def move(
    order: OrderOption,
    book: BookOption,
    moves: MovesOption = "",
    policy: Annotated[
        str, typer.Option("--policy", metavar="heuristic|perfect", help="Shannon's resistors, or perfect play.")
    ] = "heuristic",
    output: OutputOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
) -> None:
    """What to play after some moves: the edges with the greatest potential difference, or the winning moves with their proof.

    It is computed: the book is not asked.

    Example: tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --json

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --output board.svg
    """
    if policy not in POLICIES:
        raise InputError(f"--policy is {' or '.join(POLICIES)}, not {quoted(policy)}")
    check(output)
    if output is not None:
        picture.check_order(order)
    from tafelwerk.build.computation import BUDGET
    from tafelwerk.solvers.switching.board import make_board
    from tafelwerk.solvers.switching.perfect import solve

    board = make_board(order)
    states, to_move = played(board, moves)
    within = compute or _fraction_operations(order) <= BUDGET
    if policy == "heuristic" and not within:
        again = f'tafelwerk switching move --order {order} --moves "{moves}" --policy heuristic --compute'
        again += "" if output is None else f" --output {output}"
        raise UncomputedError(f"potentials of a position of order {order}", again)
    solution = solve(board.graph, states, to_move)
    document: dict[str, Any] = {"order": order, "to_move": str(to_move), "policy": policy}
    ended = over(board, states)
    if policy == "perfect":
        chosen = list(solution.moves)
        document["moves"] = board.names(chosen)
        document |= proof_document(solution, board.names)
    else:
        values = {} if ended else _drops(board, states)
        most = max(values.values(), default=None)
        chosen = [edge for edge, value in values.items() if value == most]
        document["moves"] = board.names(chosen)
        document["values"] = {board.name(edge): value for edge, value in values.items()}
    document |= {
        "winner": str(solution.winner),
        "decided": ended is not None,
        "certainty": "exact",
        "source": "computed",
    }
    if output is not None:
        proof: tuple[tuple[int, ...], ...] = ()
        if policy == "perfect":
            said = picture.perfect_lines(board, solution)
            proof = solution.trees or solution.forests or ()
        else:
            said = picture.heuristic_lines(board, values, chosen, solution)
        picture.draw(output, board, states, to_move, chosen, proof, said, ended, potentials=within)

    def words(on_board: bool) -> str:
        if ended:
            return f"Order {order}, the game is over: {ended} has won."
        said = f"Order {order}, {to_move} to move"
        if policy == "heuristic":
            return f"{said}. {_heuristic(board, values, chosen, solution, to_move, on_board)}"
        moves = f" Winning moves: {_named(board, chosen, on_board)}." if chosen else ""
        return f"{said}: {solution.winner} wins.{moves}"

    answer(json, document, lambda: _layout(words, board, states, chosen, solution if policy == "perfect" else None))


def _layout(
    words: "Callable[[bool], str]", board: "Board", states: Any, chosen: list[int], solution: "Solution | None"
) -> Any:
    """The answer for a person: words, the board, and the proof of perfect play on the board; a line where that is too wide."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.switching.board import drawn, too_wide

    proof = (solution.trees or solution.forests or ()) if solution is not None else ()
    wide = too_wide(board)
    pieces: list[Any] = [Text(words(wide is None), "bold"), ""]
    if wide is not None:
        if solution is not None and any(proof):
            pieces += [Text(proof_text(solution, board.names)), ""]
        return Group(*pieces, Text(f"{wide}: -o FILE.svg draws it."))
    if chosen or not any(proof):
        pieces += [drawn(board, states, chosen), ""]
    if solution is not None and any(proof):
        after = states.copy()
        for edge in solution.moves[:1]:
            after[edge] = solution.winner.colour
        pieces += [Text(proof_words(solution, board.names)), "", drawn(board, after, parts=proof), ""]
    return Group(*pieces[:-1])


def _named(board: "Board", chosen: list[int], on_board: bool, last: str = "and") -> str:
    """Moves by their names, many only where no board shows them."""
    names = board.names(chosen)
    if on_board and len(names) > MOST_NAMED:
        return f"{len(names)} edges, in brackets"
    return all_listed(names, last)


def played(board: "Board", moves: str) -> tuple[Any, Any]:
    """States of the edges after moves by their names, and who is to move.

    Raises:
        InputError: an edge that is not there or is taken, or a move after the game was decided; names it.
    """
    from tafelwerk.solvers.switching.graph import DELETED, Player, play, winner

    edges = board.edges(moves)
    distinct = dict.fromkeys(edges)
    # edges up to the first that is taken already
    legal = next(
        (number for number, (edge, other) in enumerate(zip(edges, distinct, strict=False)) if edge != other),
        len(distinct),
    )

    def states_after(count: int) -> Any:
        states, _ = play(board.graph, [])
        states[edges[:count:2]], states[edges[1:count:2]] = Player.CUT.colour, Player.SHORT.colour
        return states

    # who has won has won after every further move
    number = bisect_left(range(legal), True, key=lambda count: winner(board.graph, states_after(count)) is not None)
    if number < legal:
        won, name = winner(board.graph, states_after(number)), board.name(edges[number])
        raise InputError(f"move {number + 1}: {name} comes after the end: {won} has won; leave it out")
    states = states_after(legal)
    if legal < len(edges):
        done = "deleted" if states[edges[legal]] == DELETED else "marked"
        raise InputError(f"move {legal + 1}: {board.name(edges[legal])} is {done} already; play an edge that is free")
    return states, Player.CUT if legal % 2 == 0 else Player.SHORT


def over(board: "Board", states: Any) -> str | None:
    """Who has won, None while neither has."""
    from tafelwerk.solvers.switching.graph import winner

    won = winner(board.graph, states)
    return None if won is None else str(won)


def proof_document(solution: "Solution", names: Any) -> dict[str, Any]:
    """The proof as JSON: two trees for Short, two forests for Cut, and the move after which they hold."""
    kind, pair = ("trees", solution.trees) if solution.trees is not None else ("forests", solution.forests)
    assert pair is not None
    after = names(solution.moves[:1])
    return {"proof": {"after": after[0] if after else None, kind: [names(part) for part in pair]}}


def proof_words(solution: "Solution", names: Any, ones: tuple[str, str] = ("1:", "2:")) -> str:
    """What the proof is, for a person who sees the two sets of edges.

    Args:
        solution: with a proof.
        names: of edges by their numbers.
        ones: what stands before the edges of either set.
    """
    after = f"The proof, after {names(solution.moves[:1])[0]}" if solution.moves else "The proof"
    kind, hold = (TREES, TREES_HOLD) if solution.trees is not None else (FORESTS, FORESTS_HOLD)
    return f"{after}: {kind} ({ones[0]} and {ones[1]}). {hold}"


def proof_text(solution: "Solution", names: Any) -> str:
    """The proof for a person, edge by edge."""
    pair = solution.trees if solution.trees is not None else solution.forests
    assert pair is not None
    if not any(pair):
        return f"After {names(solution.moves[:1])[0]} A and B are {'apart' if solution.trees is None else 'joined'}."
    one, other = (all_listed(names(part)) for part in pair)
    return f"{proof_words(solution, names, ('1', '2'))}\n1: {one}.\n2: {other}."


def all_listed(names: list[str], last: str = "and") -> str:
    """Names as a person lists them, all where that takes some lines; else where to find the others."""
    if sum(len(name) + 2 for name in names) <= MOST_LISTED:
        return listed(names, len(names), last)
    return f"{listed(names)} (all of them with --json)"


def _heuristic(
    board: "Board",
    values: "dict[int, Fraction]",
    chosen: list[int],
    solution: "Solution",
    to_move: str,
    on_board: bool,
) -> str:
    """The heuristic's moves for a person, and what they are worth under perfect play."""
    text = f"The heuristic plays {_named(board, chosen, on_board, 'or')}: "
    text += f"the potential difference is {shown(values[chosen[0]])}. "
    rest = [value for value in values.values() if value != values[chosen[0]]]
    text += f"The next below is {shown(max(rest))}. " if rest else ""
    text += f"Under perfect play {solution.winner} wins"
    kept = [edge for edge in chosen if edge in solution.moves]
    if solution.winner != to_move:
        return f"{text}."
    if len(kept) == len(chosen):
        return f"{text}; {'this move keeps' if len(chosen) == 1 else 'each of these moves keeps'} the win."
    if kept:
        return (
            f"{text}; of these moves {listed(board.names(kept))} alone {'keeps' if len(kept) == 1 else 'keep'} the win."
        )
    return f"{text}; {'this move' if len(chosen) == 1 else 'each of these moves'} gives the win away."


def _drops(board: "Board", states: Any) -> "dict[int, Fraction]":
    from tafelwerk.solvers.switching.potentials import drops

    return drops(board.graph, states)


def _fraction_operations(order: int) -> float:
    """Estimated work of a position's potentials in fractions."""
    return float(0.15 * order**6.5)
