"""Texts about moves, values and proofs, on boards and on any graph."""

from collections.abc import Sequence

from tafelwerk.families.switching.answers import GraphMove, HeuristicMove, Proof, SolvedGraph, Trees
from tafelwerk.wording import counted, exact_number, listed

MOST_LISTED = 2000
"""Characters of the longest list of edges that is shown in full."""

MOST_NAMED = 40
"""Most moves that are named where the board shows them too."""

TREES = "two disjoint trees that contain A and B, with marked edges contracted"
FORESTS = "two disjoint forests that separate A and B when Short is given all other free edges"
TERMINALS = "A and B"
"""What the texts above and below call the terminals."""

TREES_HOLD = "If Cut deletes an edge of one, an edge of the other repairs it."
FORESTS_HOLD = (
    "Either is enough: once all its edges are deleted, A and B are apart, whatever else Short has marked. "
    "If Short marks an edge of one, Cut deletes an edge of the other, and two such forests are left."
)


def name_moves(names: list[str], on_board: bool, last: str = "and") -> str:
    """Moves by their names; many moves are named only where no board shows them."""
    if on_board and len(names) > MOST_NAMED:
        return f"{len(names)} edges, in brackets"
    return list_all(names, last)


def proof_words(proof: Proof, ones: Sequence[str] = ("1:", "2:"), terminals: str = TERMINALS) -> str:
    """The proof in words, for a reader who sees the two sets of edges, each after one of `ones`."""
    after = f"The proof, after {proof.after}" if proof.after else "The proof"
    kind, hold = (TREES, TREES_HOLD) if isinstance(proof, Trees) else (FORESTS, FORESTS_HOLD)
    kind, hold = (text.replace(TERMINALS, terminals) for text in (kind, hold))
    return f"{after}: {kind} ({ones[0]} and {ones[1]}). {hold}"


def proof_text(proof: Proof, terminals: str = TERMINALS) -> str:
    """The proof in words, edge by edge."""
    if not any(proof.parts):
        return f"After {proof.after} {terminals} are {'joined' if isinstance(proof, Trees) else 'apart'}."
    one, other = map(list_all, proof.parts)
    return f"{proof_words(proof, ('1', '2'), terminals)}\n1: {one}.\n2: {other}."


def list_all(names: list[str], last: str = "and") -> str:
    """Names as a list in words, in full up to MOST_LISTED characters."""
    if sum(len(name) + 2 for name in names) <= MOST_LISTED:
        return listed(names, len(names), last)
    return f"{listed(names)} (all of them with --json)"


def heuristic_text(found: HeuristicMove | GraphMove, winning: list[str], on_board: bool) -> str:
    """The heuristic's moves, and their value under perfect play."""
    currents = found.currents if isinstance(found, GraphMove) else None
    what, values = ("potential difference", found.values) if currents is None else ("current", currents)
    most, count = values[found.moves[0]], len(found.moves)
    text = f"The heuristic plays {name_moves(found.moves, on_board, 'or')}: the {what} is {exact_number(most)}. "
    rest = [value for value in values.values() if value != most]
    text += f"The next smaller one is {exact_number(max(rest))}. " if rest else ""
    text += f"Under perfect play {found.winner.capitalize()} wins"
    kept = [name for name in found.moves if name in winning]
    if found.winner != found.to_move:
        return f"{text}."
    if len(kept) == count:
        return f"{text}; {'this move keeps' if count == 1 else 'each of these moves keeps'} the win."
    if kept:
        return f"{text}; of these moves only {listed(kept)} {'keeps' if len(kept) == 1 else 'keep'} the win."
    return f"{text}; {'this move' if count == 1 else 'each of these moves'} gives the win away."


def solution_text(answer: SolvedGraph, terminals: str = TERMINALS) -> str:
    """Perfect play on a graph."""
    size = f"{answer.nodes} nodes, {counted(answer.edges, 'edge')}"
    if answer.decided:
        return f"{size}: the game is over, {answer.winner.capitalize()} has won."
    moves = f"\nWinning moves: {list_all(answer.moves)}." if answer.moves else ""
    winner = f"{answer.winner.capitalize()} wins.{moves}\n{proof_text(answer.proof, terminals)}"
    return f"{size}, {answer.to_move.capitalize()} to move: {winner}"


def graph_text(answer: GraphMove | SolvedGraph, winning: list[str], terminals: str = TERMINALS) -> str:
    """Moves on a graph; `winning`: those that win under perfect play."""
    if isinstance(answer, SolvedGraph):
        return solution_text(answer, terminals)
    size = f"{answer.nodes} nodes, {counted(answer.edges, 'edge')}"
    if answer.decided:
        return f"{size}: the game is over, {answer.winner.capitalize()} has won."
    values = list_all([f"{name} {exact_number(value)}" for name, value in answer.values.items()])
    text = f"{size}, {answer.to_move.capitalize()} to move. {heuristic_text(answer, winning, False)}"
    text += f"\nPotential differences: {values}."
    if answer.currents is not None:
        text += f"\nCurrents: {list_all([f'{name} {value}' for name, value in answer.currents.items()])}."
    return text
