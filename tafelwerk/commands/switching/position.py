"""`tafelwerk switching move`: what the heuristic and perfect play do in a position, with the numbers and the proof."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import ComputeOption, JsonOption, answer
from tafelwerk.commands.output import encodes
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.commands.switching.words import MovesOption, OrderOption, app, listed, shown
from tafelwerk.errors import InputError, MissingTableError

if TYPE_CHECKING:
    from fractions import Fraction

    from tafelwerk.solvers.switching.board import Board
    from tafelwerk.solvers.switching.perfect import Solution

POLICIES = ("heuristic", "perfect")


@app.command()
def move(
    order: OrderOption,
    moves: MovesOption = "",
    policy: Annotated[
        str, typer.Option("--policy", metavar="heuristic|perfect", help="Shannon's resistors, or perfect play.")
    ] = "heuristic",
    output: OutputOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
) -> None:
    """What to play after some moves: the edges with the greatest potential difference, or the winning moves with their proof.

    Example: tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --json

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --output board.svg
    """
    if policy not in POLICIES:
        raise InputError(f"--policy is {' or '.join(POLICIES)}, not {policy!r}")
    check(output)
    from tafelwerk.build.computation import BUDGET
    from tafelwerk.solvers.switching.board import make_board
    from tafelwerk.solvers.switching.perfect import solve

    board = make_board(order)
    states, to_move = played(board, moves)
    solution = solve(board.graph, states, to_move)
    document: dict[str, Any] = {"order": order, "to_move": str(to_move), "policy": policy}
    ended = over(board, states)
    text = f"Order {order}, " + (f"the game is over: {ended} has won." if ended else f"{to_move} to move")
    within = compute or _fraction_operations(order) <= BUDGET
    if policy == "perfect":
        chosen = list(solution.moves)
        document["moves"] = board.names(chosen)
        document |= proof_document(solution, board.names)
        text += "" if ended else f": {solution.winner} wins. {_winning(board, solution)}"
    else:
        if not within:
            again = f'tafelwerk switching move --order {order} --moves "{moves}" --policy heuristic --compute'
            again += "" if output is None else f" --output {output}"
            raise MissingTableError(f"potentials of a position of order {order}", again)
        values = {} if ended else _drops(board, states)
        most = max(values.values(), default=None)
        chosen = [edge for edge, value in values.items() if value == most]
        document["moves"] = board.names(chosen)
        document["values"] = {board.name(edge): value for edge, value in values.items()}
        text += "" if ended else f". {_heuristic(board, values, chosen, solution, to_move)}"
    document |= {
        "winner": str(solution.winner),
        "decided": ended is not None,
        "certainty": "exact",
        "source": "computed",
    }
    if output is not None:
        from tafelwerk.commands.switching import picture

        proof: tuple[tuple[int, ...], ...] = ()
        if policy == "perfect":
            said = picture.perfect_lines(board, solution)
            proof = solution.trees or solution.forests or ()
        else:
            said = picture.heuristic_lines(board, values, chosen, solution)
        picture.draw(output, board, states, to_move, chosen, proof, said, ended, potentials=within)

    def layout() -> Any:
        from rich.console import Group
        from rich.text import Text

        from tafelwerk.commands.switching.board import SIGNS
        from tafelwerk.commands.switching.board import drawn as picture

        unicode = encodes("".join(SIGNS[True]))
        return Group(Text(text, "bold"), "", picture(board, states, chosen, unicode=unicode))

    answer(json, document, layout)


def played(board: "Board", moves: str) -> tuple[Any, Any]:
    """States of the edges after moves by their names, and who is to move.

    Raises:
        InputError: an edge that is not there or is taken, or a move after the game was decided; names it.
    """
    from tafelwerk.solvers.switching.graph import DELETED, FREE, play, winner

    edges = board.edges(moves)
    states, player = play(board.graph, [])
    for number, edge in enumerate(edges, 1):
        name = board.name(edge)
        if states[edge] != FREE:
            done = "deleted" if states[edge] == DELETED else "marked"
            raise InputError(f"move {number}: {name} is {done} already; play an edge that is free")
        won = winner(board.graph, states)
        if won is not None:
            raise InputError(f"move {number}: {name} comes after the end: {won} has won; leave it out")
        states[edge], player = player.colour, player.rival
    return states, player


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


def proof_text(solution: "Solution", names: Any) -> str:
    """The proof for a person."""
    after = f"After {names(solution.moves[:1])[0]} " if solution.moves else "Here "
    if solution.trees is not None:
        one, other = (listed(names(part)) for part in solution.trees)
        text = f"{after}two disjoint trees hold A and B, marked edges contracted: {one} | {other}. "
        return text + "Whatever Cut deletes of one, an edge of the other mends."
    assert solution.forests is not None
    one, other = (listed(names(part)) for part in solution.forests)
    text = f"{after}two disjoint forests keep A and B apart, all other free edges given to Short: {one} | {other}. "
    return text + "Whatever Short marks of one, Cut deletes an edge of the other."


def _heuristic(
    board: "Board", values: "dict[int, Fraction]", chosen: list[int], solution: "Solution", to_move: str
) -> str:
    """The heuristic's moves for a person, and what they are worth under perfect play."""
    text = f"The heuristic plays {listed(board.names(chosen), last='or')}: "
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


def _winning(board: "Board", solution: "Solution") -> str:
    moves = board.names(solution.moves)
    said = f"Winning moves: {listed(moves)}. " if moves else ""
    return said + proof_text(solution, board.names)


def _drops(board: "Board", states: Any) -> "dict[int, Fraction]":
    from tafelwerk.solvers.switching.potentials import drops

    return drops(board.graph, states)


def _fraction_operations(order: int) -> float:
    """Estimated work of a position's potentials in fractions."""
    return float(0.15 * order**6.5)
