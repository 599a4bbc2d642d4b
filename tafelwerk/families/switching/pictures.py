"""Bridg-It on pages: two lattices of dots; where prices are shown, currents as widths of lines and the proof of who wins.

The sheet has blank boards to play on, an opening with the proof that it wins, and a puzzle.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, cast

from tafelwerk.book import Book
from tafelwerk.families.switching.answers import PerfectMove
from tafelwerk.families.switching.board import place_position
from tafelwerk.families.switching.moves import Explanation, Move
from tafelwerk.families.switching.play import AIMS, Bridge, EdgeBoard
from tafelwerk.families.switching.rules import PLAYERS
from tafelwerk.parameters import Parameter
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Panel, Picture, View, circle
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import BLUE, INK, VERMILION
from tafelwerk.rules.puzzles import Seed
from tafelwerk.wording import LONGEST_FRACTION, join_words

CUT = PLAYERS[0]


def bridg_it(value: EdgeBoard, view: View, session: Session) -> Board:
    """The board; every free link is a turn, which shows its own link and its answer where it is answered."""
    from tafelwerk.families.switching.figures import centre, lattice_picture

    assert isinstance(session, Duel)
    assert isinstance(session.game, Bridge)
    game, state = session.game, session.state
    position, legal = _position(game, value.states), frozenset() if session.over else frozenset(session.legal)
    edge_at = {name: (edge, column, row) for edge, (name, column, row) in enumerate(position.edges)}
    spots = []
    for name, (_, column, row) in edge_at.items():
        if name in legal:
            x, y, unit = centre(value.order, column, row)
            made = view.spot(name, x - 0.49 * unit, y - 0.49 * unit, 0.98 * unit, 0.98 * unit)
            spots.append(replace(made, shown=_link(value.order, column, row, session.side)))
    if not spots:
        over = game.rules.is_over(state)
        crossing = path(position.edges, position.deleted, position.marked, value.order) if over else ()
        picture = lattice_picture(position, recent=crossing)
        joined = f" Joined by {join_words([position.edges[edge][0] for edge in crossing], 99)}." if crossing else ""
        return Board(replace(picture, text=f"{picture.text}{joined}"))
    if not any(each.worth for each in spots):
        picture = lattice_picture(position, recent=state[-2:])
        return Board(picture, tuple(spots))
    explanation = game.explain(state)
    moves = {each.move: each for each in explanation.moves}
    most = max((float(each.potential) for each in explanation.moves), default=0) or 1
    widths = {edge_at[each.move][0]: float(each.potential) / most for each in explanation.moves}
    good = frozenset(edge_at[each.move][0] for each in explanation.moves if each.value > 0)
    priced_spots = []
    for each in spots:
        move, ghost = moves[each.turn], each.shown
        if move.reply:
            _, column, row = edge_at[move.reply]
            x, y, unit = centre(value.order, column, row)
            ghost += _link(value.order, column, row, PLAYERS[1 - PLAYERS.index(session.side)])
            ghost += circle(x, y, 0.55 * unit, "none", INK, 2)
        reply = f", answered by {move.reply}" if move.reply else ""
        label = f"{each.label}{reply}; potential difference {float(move.potential):.4f}"
        priced_spots.append(replace(each, label=label, shown=ghost))
    chosen = good if len(good) < len(moves) else frozenset[int]()
    picture = lattice_picture(replace(position, chosen=chosen), currents=widths, recent=state[-2:])
    return Board(picture, tuple(priced_spots), (_proof(game, state), _currents(explanation)))


def _currents(found: Explanation) -> Panel:
    """Potential differences, which are the widths of the lines, and what every move is worth."""
    rows = (
        (
            move.move,
            "wins" if move.value > 0 else "loses",
            move.reply or "",
            f"{float(move.potential):.6f}",
            str(move.potential) if len(str(move.potential)) <= LONGEST_FRACTION else "",
            "plays" if move.move in found.heuristic else "",
        )
        for move in found.moves
    )
    lines = (
        "Every link of Short is a resistor: a free one of one ohm, one of Short's own of none; a link that Cut has taken is "
        "removed. One volt lies between the top and the bottom. The wider a grey line, the more current its link carries; "
        "Shannon's heuristic takes the widest.",
    )
    columns = ("link", "outcome", "answer", "potential difference", "as a fraction", "heuristic")
    return Panel("Currents", lines, columns=columns, rows=tuple(rows))


def _proof(game: Bridge, state: Any) -> Panel:
    """The winner's two sets of links, and how an attack on one of them is answered by the other."""
    from tafelwerk.families.switching.figures import lattice_picture

    proof, names = game.proof(state), game.edges.names
    winner, loser = str(proof.winner), str(proof.winner.rival)
    won, lost = winner.capitalize(), loser.capitalize()
    states, parts = list(proof.states), proof.parts
    after = f" once it has taken {game.edges.name(proof.after)}" if proof.after is not None else ""
    if not any(parts):
        return Panel(f"Why {won} wins", (f"{won} joins {AIMS[winner]}{after}.",))
    lines = [
        f"Green and purple{after}: two sets of free links of {won}. Together with the links that {won} has, each of them alone "
        f"joins {AIMS[winner]}. When {lost} takes a link of one set, a link of the other set closes the gap, and two such sets "
        f"are left: whatever {lost} does, {won} has an answer."
    ]
    chosen: tuple[int, ...] = ()
    if proof.attacked is not None:
        states[proof.attacked] = proof.winner.rival.colour
        chosen, name = proof.replies[proof.attacked], game.edges.name(proof.attacked)
        answers = join_words(names(chosen), 99, "or")
        held = next(
            (colour for colour, part in zip(("green", "purple"), parts, strict=True) if proof.attacked in part), ""
        )
        if chosen:
            lines.append(f"{lost} has just taken {name} of the {held} set. The answer, ringed in yellow: {answers}.")
        else:
            lines.append(f"{lost} has just taken {name}, which breaks neither set: any move will do.")
    recent = [edge for edge in (proof.attacked, proof.after) if edge is not None]
    position = replace(_position(game, states), parts=tuple(map(frozenset, parts)), chosen=frozenset(chosen))
    picture = lattice_picture(position, cut_owns=winner == CUT, recent=recent)
    columns, rows = (
        ("", "links"),
        tuple(zip(("green", "purple"), (join_words(names(part), 999) for part in parts), strict=True)),
    )
    if proof.attacked is None and proof.after is None:
        pairs = [
            (names([edge])[0], join_words(names(mends), 99, "or") or "any")
            for edge, mends in sorted(proof.replies.items())
        ]
        columns, rows = (f"{lost} takes", f"{won} answers"), tuple(pairs)
    return Panel(f"Why {won} wins", tuple(lines), picture, columns, rows)


def path(
    edges: Sequence[tuple[str, int, int]], deleted: Sequence[int], marked: Sequence[int], order: int
) -> tuple[int, ...]:
    """Links of the winner that join the winner's two sides; none if no player has joined them."""
    last = 2 * order - 1
    for axis, taken in ((0, deleted), (1, marked)):
        near: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = {}
        for edge in taken:
            _, x, y = edges[edge]
            upright = (x % 2 == 0) != (axis == 0)
            dx, dy = (0, 1) if upright else (1, 0)
            for source, other in (((x - dx, y - dy), (x + dx, y + dy)), ((x + dx, y + dy), (x - dx, y - dy))):
                near.setdefault(source, []).append((edge, other))
        waiting = [dot for dot in near if dot[axis] == -1]
        before: dict[tuple[int, int], tuple[int, tuple[int, int]] | None] = dict.fromkeys(waiting)
        for dot in waiting:
            if dot[axis] == last:
                dots, step = [], before[dot]
                while step is not None:
                    dots.append(step[0])
                    step = before[step[1]]
                return tuple(reversed(dots))
            for edge, after in near[dot]:
                if after not in before:
                    before[after] = edge, dot
                    waiting.append(after)
    return ()


def _position(game: Bridge, states: Sequence[int]) -> Any:
    import numpy as np

    from tafelwerk.families.switching.board import place_position

    return place_position(game.edges, np.array(states, np.int8))


def _link(order: int, column: int, row: int, side: str) -> str:
    from tafelwerk.families.switching.figures import link

    return link(order, column, row, cut=side == CUT, colour=VERMILION if side == CUT else BLUE, width=0.16)


BOARDS = {EdgeBoard: bridg_it}


ORDER = 5


def sheet_pages(
    book: Book,
    line: str,
    order: Annotated[int, Parameter("M", f"Order of the board. Default: {ORDER}.", 3, 12)] = ORDER,
    seed: Seed | None = None,
) -> list[Picture]:
    """Blank boards of Bridg-It, an opening with the proof that it wins, and a puzzle.

    Example: tafelwerk sheet switching --order 6 -o board.svg
    """
    from tafelwerk.families.switching.figures import lattice_picture
    from tafelwerk.families.switching.positions import read_moves
    from tafelwerk.families.switching.questions import MOST_ORDER, Puzzle
    from tafelwerk.solvers.switching.switching_graph import make_board

    board = make_board(order)
    empty, _ = read_moves(board, "")
    blank = lattice_picture(place_position(board, empty), named=False)
    opening = board.name(board.graph.edges // 2)
    states, _ = read_moves(board, opening)
    opening_move = cast(PerfectMove, book.ask(Move(order, opening, "perfect")))
    solved = lattice_picture(place_position(board, states, (), opening_move.proof.parts), cut_owns=True)
    reply = (
        "Dashed: two disjoint sets of Cut's links, either of which separates top and bottom. When Short takes a link of one, Cut "
        "takes one of the other, and two such sets are left."
    )
    assert seed is not None, "drawn where none is given"
    puzzle = book.ask(Puzzle(min(order, MOST_ORDER), seed))
    on = make_board(puzzle.order)
    puzzle_board = lattice_picture(place_position(on, read_moves(on, puzzle.moves)[0]))
    blocks = [
        Block(blank, "To play on"),
        Block(blank, "To play on"),
        Block(solved, f"Cut opens with {opening} and wins", (reply,)),
        Block(
            puzzle_board,
            f"Puzzle: {puzzle.to_move.capitalize()} wins by one move",
            (f"{puzzle.grade}; seed {puzzle.seed}",),
        ),
    ]
    below = (
        "Two players, one colour each. Cut begins and links neighbouring hollow dots, from left to right; Short links "
        "neighbouring filled dots, from top to bottom. No two links cross. The player who joins both own sides wins; a draw is "
        "impossible.",
    )
    return set_on_pages(f"Bridg-It of order {order}", below, blocks, 2, line)
