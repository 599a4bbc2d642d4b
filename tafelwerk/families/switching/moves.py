"""Best moves in a position, and who wins it and why: the questions, their pictures, and texts about moves, values and proofs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.switching import answers, parameters
from tafelwerk.families.switching.rules import POLICIES, TERMINALS, EdgeList, taken_conductances
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.numbers import decimal_text
from tafelwerk.tables.answers import answer
from tafelwerk.tables.explanation import PositionExplanation, RefutedOption
from tafelwerk.tables.questions import AT_ONCE, BUDGET, Computation, Question, Step, Text
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import LONGEST_FRACTION, count_noun, exact_number, join_words

if TYPE_CHECKING:
    from tafelwerk.families.switching.positions import Position
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book


MOST_LISTED = 2000
"""Characters of the longest list of edges that is shown in full."""

MOST_NAMED = 40
"""Most moves that are named where the board shows them too."""

TREES = "two disjoint trees that contain A and B, with marked edges contracted"
FORESTS = "two disjoint forests that separate A and B when Short is given all other free edges"
TERMINAL_NAMES = "A and B"
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


def proof_words(proof: answers.Proof, ones: Sequence[str] = ("1:", "2:"), terminals: str = TERMINAL_NAMES) -> str:
    """The proof in words, for a reader who sees the two sets of edges, each after one of `ones`."""
    after = f"The proof, after {proof.after}" if proof.after else "The proof"
    kind, hold = (TREES, TREES_HOLD) if isinstance(proof, answers.Trees) else (FORESTS, FORESTS_HOLD)
    kind, hold = (text.replace(TERMINAL_NAMES, terminals) for text in (kind, hold))
    return f"{after}: {kind} ({ones[0]} and {ones[1]}). {hold}"


def proof_text(proof: answers.Proof, terminals: str = TERMINAL_NAMES) -> str:
    """The proof in words, edge by edge."""
    if not any(proof.parts):
        return f"After {proof.after} {terminals} are {'joined' if isinstance(proof, answers.Trees) else 'apart'}."
    first, other = map(list_all, proof.parts)
    return f"{proof_words(proof, ('1', '2'), terminals)}\n1: {first}.\n2: {other}."


def list_all(names: list[str], last: str = "and") -> str:
    """Names as a list in words, in full up to MOST_LISTED characters."""
    if sum(len(name) + 2 for name in names) <= MOST_LISTED:
        return join_words(names, len(names), last)
    return f"{join_words(names)} (all of them with --json)"


def heuristic_text(answer: answers.HeuristicMove | answers.GraphMove, winning: list[str], on_board: bool) -> str:
    """The heuristic's moves, and their value under perfect play."""
    currents = answer.currents if isinstance(answer, answers.GraphMove) else None
    what, values = ("potential difference", answer.values) if currents is None else ("current", currents)
    most, count = values[answer.moves[0]], len(answer.moves)
    text = f"The heuristic plays {name_moves(answer.moves, on_board, 'or')}: the {what} is {exact_number(most)}. "
    others = [value for value in values.values() if value != most]
    text += f"The next smaller one is {exact_number(max(others))}. " if others else ""
    text += f"Under perfect play {answer.winner.capitalize()} wins"
    right_moves = [name for name in answer.moves if name in winning]
    if answer.winner != answer.to_move:
        return f"{text}."
    if len(right_moves) == count:
        return f"{text}; {'this move keeps' if count == 1 else 'each of these moves keeps'} the win."
    if right_moves:
        return f"{text}; of these moves only {join_words(right_moves)} {'keeps' if len(right_moves) == 1 else 'keep'} the win."
    return f"{text}; {'this move' if count == 1 else 'each of these moves'} gives the win away."


def solution_text(answer: answers.SolvedGraph, terminals: str = TERMINAL_NAMES) -> str:
    """Perfect play on a graph."""
    size = f"{answer.nodes} nodes, {count_noun(answer.edges, 'edge')}"
    if answer.decided:
        return f"{size}: the game is over, {answer.winner.capitalize()} has won."
    moves = f"\nWinning moves: {list_all(answer.moves)}." if answer.moves else ""
    winner = f"{answer.winner.capitalize()} wins.{moves}\n{proof_text(answer.proof, terminals)}"
    return f"{size}, {answer.to_move.capitalize()} to move: {winner}"


def graph_text(
    answer: answers.GraphMove | answers.SolvedGraph, winning: list[str], terminals: str = TERMINAL_NAMES
) -> str:
    """Moves on a graph; `winning`: those that win under perfect play."""
    if isinstance(answer, answers.SolvedGraph):
        return solution_text(answer, terminals)
    size = f"{answer.nodes} nodes, {count_noun(answer.edges, 'edge')}"
    if answer.decided:
        return f"{size}: the game is over, {answer.winner.capitalize()} has won."
    values = list_all([f"{name} {exact_number(value)}" for name, value in answer.values.items()])
    text = f"{size}, {answer.to_move.capitalize()} to move. {heuristic_text(answer, winning, False)}"
    text += f"\nPotential differences: {values}."
    if answer.currents is not None:
        text += f"\nCurrents: {list_all([f'{name} {value}' for name, value in answer.currents.items()])}."
    return text


MOST_DRAWN = 40
"""Largest order of a board that is drawn: 3121 edges, each with its name."""


def _read_policy(word: str) -> str:
    if word not in POLICIES:
        raise InputError(f"--policy is {' or '.join(POLICIES)}, not {in_quotes(word)}")
    return word


Policy = Annotated[
    str, Parameter("heuristic|perfect", "Policy: Shannon's resistors, or perfect play.", parse=_read_policy)
]
Taken = Annotated[
    str,
    Parameter(
        "G,G",
        "With --graph: conductances of deleted and of marked edges. Default: zero and infinity.",
        parse=lambda text: ",".join(map(decimal_text, taken_conductances(text))),
    ),
]


class Move(Question[answers.AnyMove]):
    """Best moves in a position: the edges with the greatest potential difference, or the winning moves with their proof.

    The answer is computed, not looked up. A file for --graph has the lines of `solve`; a conductance may stand before `deleted`
    or `marked`. The heuristic then takes an edge with the most current.

    Example: tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --policy heuristic

    Example: tafelwerk switching move --order 9 --history "E9 C9" --policy perfect --json

    Example: tafelwerk switching move --order 9 --history "E9 C9" --policy perfect --output board.svg

    Example: tafelwerk switching move --order 3 --history "A5 C5 C3 A1" --view graph

    Example: tafelwerk switching move --graph graph.txt --history "A-x x-B"

    Example: tafelwerk switching move --graph graph.txt --history "A-x x-B" --taken 1/100,100
    """

    order: parameters.BoardOrder | None = None
    moves: Parsed[parameters.Moves] = default("")
    policy: Parsed[Policy] = default(POLICIES[0])
    graph: Parsed[parameters.InsteadOfBoard | None] = default(None)
    turn: Parsed[parameters.FirstTurn | None] = default(None)
    taken: Parsed[Taken | None] = default(None)
    terminals: Parsed[parameters.Terminals | None] = default(None)

    @cached_property
    def edge_list(self) -> EdgeList | None:
        """The graph with its terminals."""
        return None if self.graph is None else self.graph.joining(self.terminals or TERMINALS)

    def check(self) -> None:
        parameters.check_place(self.order, self.graph, turn=self.turn, terminals=self.terminals, taken=self.taken)
        if self.taken is not None and self.policy != POLICIES[0]:
            raise InputError("--taken is for the heuristic; perfect play needs no conductances")

    @property
    def phrase(self) -> str:
        return f"potentials of a position of {'a graph' if self.order is None else f'order {self.order}'}"

    @cached_property
    def position(self) -> Position:
        """The position after the moves."""
        from tafelwerk.families.switching.positions import position_of

        return position_of(self.order, self.moves, self.edge_list, self.turn, self.taken)

    def computation(self, book: Book) -> Computation[answers.AnyMove]:
        position = self.position
        if self.policy == "perfect":
            return Computation(AT_ONCE, partial(self._perfect, position))
        return Computation(self._potential_operations, partial(self._heuristic, position))

    @property
    def _potential_operations(self) -> float:
        from tafelwerk.families.switching.positions import potential_operations

        return potential_operations(self.position.graph.nodes if self.order is None else self.order**2)

    def _perfect(self, position: Position) -> answers.PerfectMove | answers.SolvedGraph:
        from tafelwerk.families.switching.positions import proof_of

        if self.edge_list is not None:
            from tafelwerk.families.switching.positions import solve_position

            return solve_position(self.edge_list, position)
        assert self.order is not None
        solution = position.solution
        return answers.PerfectMove(
            self.order,
            str(position.to_move),
            self.policy,
            position.names(solution.moves),
            proof_of(solution, position.names),
            str(solution.winner),
            position.is_over,
        )

    def _heuristic(self, position: Position) -> answers.HeuristicMove | answers.GraphMove:
        to_move, winner, names = str(position.to_move), str(position.solution.winner), position.names
        values = dict(zip(names(position.potentials), position.potentials.values(), strict=True))
        if self.edge_list is None:
            assert self.order is not None
            over = position.is_over
            return answers.HeuristicMove(self.order, to_move, self.policy, position.heuristic, values, winner, over)
        differ = len({position.conductances[edge] for edge in position.potentials}) > 1
        return answers.GraphMove(
            position.graph.nodes,
            position.graph.edges,
            to_move,
            self.policy,
            position.heuristic,
            values,
            winner,
            dict(zip(self.edge_list.names, self.edge_list.lines, strict=True)),
            position.is_over,
            dict(zip(names(position.currents), position.currents.values(), strict=True)) if differ else None,
        )

    def text(self, answer: answers.AnyMove, *, view: parameters.ViewOption = parameters.View.DOTS) -> Text:
        if isinstance(answer, answers.HeuristicMove | answers.PerfectMove):
            return lambda: self._board_layout(answer, view)
        return lambda: graph_text(answer, self._winning_moves(), " and ".join(self.terminals or TERMINALS))

    def steps(
        self, answer: answers.AnyMove, *, view: parameters.View = parameters.View.DOTS, **looks: Any
    ) -> Sequence[Step]:
        if self.order is None:
            return ()
        if answer.decided or view is not parameters.View.DOTS or self.order > MOST_DRAWN:
            return take_back(self.moves)
        from tafelwerk.families.switching.board import place_position
        from tafelwerk.families.switching.figures import centre
        from tafelwerk.solvers.switching.switching_graph import make_board

        position, steps = place_position(make_board(self.order), self.position.states), []
        for edge, (name, column, row) in enumerate(position.edges):
            if edge not in position.deleted and edge not in position.marked:
                x, y, unit = centre(self.order, column, row)
                spot = (x - unit / 2, y - unit / 2, unit, unit)
                steps.append(Step(name, {"history": f"{self.moves} {name}".strip()}, spot))
        return [*steps, *take_back(self.moves)]

    def _winning_moves(self) -> list[str]:
        return self.position.names(self.position.solution.moves)

    def _board_words(self, answer: answers.HeuristicMove | answers.PerfectMove, on_board: bool) -> str:
        if answer.decided:
            return f"Order {self.order}, the game is over: {answer.winner.capitalize()} has won."
        words = f"Order {self.order}, {answer.to_move.capitalize()} to move"
        if isinstance(answer, answers.HeuristicMove):
            return f"{words}. {heuristic_text(answer, self._winning_moves(), on_board)}"
        winning = f" Winning moves: {name_moves(answer.moves, on_board)}." if answer.moves else ""
        return f"{words}: {answer.winner.capitalize()} wins.{winning}"

    def _board_layout(self, answer: answers.HeuristicMove | answers.PerfectMove, view: parameters.View) -> Any:
        """Answer, board, and proof of perfect play on the board; a message instead of a board that is too wide."""
        from tafelwerk.families.switching.board import draw_board, too_wide
        from tafelwerk.solvers.switching.switching_graph import Player, make_board

        board, states = make_board(answer.order), self.position.states
        proof = answer.proof if isinstance(answer, answers.PerfectMove) and any(answer.proof.parts) else None
        wide = too_wide(board, view)
        pieces: list[Any] = [StyledText(self._board_words(answer, wide is None), "bold"), ""]
        if wide is not None:
            if proof is not None:
                pieces += [StyledText(proof_text(proof)), ""]
            return Group(*pieces, StyledText(f"{wide}; -o FILE.svg draws it."))
        if answer.moves or proof is None:
            pieces += [draw_board(board, states, view, [board.edge(name) for name in answer.moves]), ""]
        if proof is not None:
            after = states.copy()
            if proof.after:
                after[board.edge(proof.after)] = Player(answer.winner).colour
            parts = [[board.edge(name) for name in part] for part in proof.parts]
            pieces += [StyledText(proof_words(proof)), "", draw_board(board, after, view, parts=parts), ""]
        return Group(*pieces[:-1])

    def check_picture(self) -> None:
        if self.order is None:
            raise InputError("--output draws boards: it needs --order")
        if self.order > MOST_DRAWN:
            raise InputError(f"--output draws boards up to order {MOST_DRAWN}, not {self.order}")

    def picture(self, answer: answers.AnyMove, *, view: parameters.View = parameters.View.DOTS) -> Picture:
        from tafelwerk.families.switching.board import board_picture
        from tafelwerk.solvers.switching.exact_drops import node_potentials
        from tafelwerk.solvers.switching.switching_graph import make_board

        assert isinstance(answer, answers.HeuristicMove | answers.PerfectMove)
        board, states = make_board(answer.order), self.position.states
        affordable = self.compute or self._potential_operations <= BUDGET
        on_graph = view is parameters.View.GRAPH and not answer.decided and affordable
        potentials = node_potentials(board.graph, states)[2:] if on_graph else ()
        return board_picture(board, states, answer, potentials=potentials, view=view)


LONGEST_LINE, LONGEST_TEXT = 60, 40
"""Most moves of a line, and of a line as a person reads it."""


@frozen(kw_only=True)
class EdgeMove(RefutedOption):
    """A free edge as a move; `best`: whether it keeps the value of the position under perfect play.

    Attributes:
        potential: potential difference of the edge, with A at 1 and B at 0, which the heuristic maximises.
    """

    potential: Fraction


@answer
class Explanation(PositionExplanation):
    """Who wins a position under perfect play, and a proof.

    Attributes:
        to_move: the player to move.
        winner: player who wins under perfect play.
        decided: whether the game is over.
        moves: all free edges: winning ones first, then by descending potential difference.
        heuristic: edges from which the heuristic chooses.
        proof: two disjoint trees of Short, or forests of Cut; if the winner is to move, after the first move of `line`.
        line: game in which the loser attacks the proof and the winner repairs it.
    """

    to_move: str
    winner: str
    decided: bool
    moves: tuple[EdgeMove, ...]
    heuristic: answers.Edges
    proof: answers.Proof


class Explain(Question[Explanation]):
    """Who wins a position and why: every move with its outcome, a refuting reply and its potential difference, and a proof.

    The proof consists of two disjoint sets of edges: trees of Short that contain A and B, or forests of Cut that separate them.
    In the line of play the loser attacks the proof and the winner repairs it.

    Example: tafelwerk switching explain --order 3 --history "A5 C5 C3 A1"

    Example: tafelwerk switching explain --order 9 --history "E9 C9" --json

    Example: tafelwerk switching explain --graph graph.txt --turn short
    """

    order: parameters.BoardOrder | None = None
    moves: Parsed[parameters.Moves] = default("")
    graph: Parsed[parameters.InsteadOfBoard | None] = default(None)
    turn: Parsed[parameters.FirstTurn | None] = default(None)
    terminals: Parsed[parameters.Terminals | None] = default(None)

    @cached_property
    def edge_list(self) -> EdgeList | None:
        """The graph with its terminals."""
        return None if self.graph is None else self.graph.joining(self.terminals or TERMINALS)

    def check(self) -> None:
        parameters.check_place(self.order, self.graph, turn=self.turn, terminals=self.terminals)

    @property
    def phrase(self) -> str:
        return f"an explanation of a position of {'a graph' if self.order is None else f'order {self.order}'}"

    @cached_property
    def position(self) -> Position:
        """The position after the moves."""
        from tafelwerk.families.switching.positions import position_of

        return position_of(self.order, self.moves, self.edge_list, self.turn)

    def operations(self) -> float:
        from tafelwerk.families.switching.positions import explanation_operations

        return explanation_operations(self.position)

    def solve(self) -> Explanation:
        from tafelwerk.families.switching.positions import explain_position

        return explain_position(self.position)

    def steps(self, answer: Explanation, **looks: Any) -> Sequence[Step]:
        if self.order is None:
            return ()
        moves = [Step(row.move, {"history": f"{self.moves} {row.move}".strip()}) for row in answer.moves]
        return [*moves, *take_back(self.moves)]

    def text(self, answer: Explanation) -> Text:
        from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explanation_layout, tie_text
        from tafelwerk.commands.fitting import Column

        subject = "The graph" if self.order is None else f"Order {self.order}"
        terminals = "top and bottom" if self.graph is None else " and ".join(self.terminals or TERMINALS)
        winner = answer.winner.capitalize()
        if answer.decided:
            return f"{subject}: the game is over, {winner} has won ({answer.source})."
        winning = [row.move for row in answer.moves if row.value > 0]
        heading = f"{subject}, {answer.to_move.capitalize()} to move: {winner} wins"
        heading += (
            f" with {join_words(winning, 12, 'or')}" if 0 < len(winning) < len(answer.moves) else ", whatever the move"
        )
        heading = f"{heading} (exact; {answer.source})."
        rows = answer.moves[:MOST_ROWS]
        columns = [
            Column("move", [row.move for row in rows]),
            Column("outcome", [OUTCOMES[row.value] for row in rows]),
            Column("reply", [row.reply for row in rows]),
            Column("potential difference", [f"{float(row.potential):.6f}" for row in rows], "potential"),
            Column("as a fraction", [_fraction(row.potential) for row in rows], "fraction", goes=1),
            Column("heuristic", ["plays" if row.move in answer.heuristic else "" for row in rows], goes=2),
            best_column(rows),
        ]
        return lambda: explanation_layout(
            heading,
            columns,
            proof_text(answer.proof, terminals),
            _agreement(answer, winning),
            f"The loser attacks the proof, the winner repairs it: {' '.join(answer.line[:LONGEST_TEXT])}"
            f"{' and so on' if len(answer.line) > LONGEST_TEXT else ''}.",
            tie_text(answer.moves),
            count=len(answer.moves),
        )


def take_back(moves: str) -> tuple[Step, ...]:
    """The step to the position before the last of some moves."""
    return (Step("Take the last move back", {"history": moves.rpartition(" ")[0]}),) if moves else ()


def _agreement(answer: Explanation, winning: list[str]) -> str:
    """What the heuristic's moves are worth."""
    chosen = join_words(answer.heuristic, 12, "or")
    if not winning:
        return f"The heuristic plays {chosen}; {answer.winner.capitalize()} wins all the same."
    right = sum(name in winning for name in answer.heuristic)
    effect = "keeps the win" if right == len(answer.heuristic) else "gives the win away" if not right else "may lose it"
    return f"The heuristic plays {chosen}, which {effect}."


def _fraction(value: Any) -> str:
    return str(value) if len(str(value)) <= LONGEST_FRACTION else ""
