"""Pictures of the user's own games: positions counted, and a sheet with every move of one side.

In play, a drawing that is a grid: squares, each with its sign, and with the only move that changes it alone.
"""

from itertools import cycle
from typing import Annotated

from tafelwerk.errors import InputError
from tafelwerk.families.games.builds import holding
from tafelwerk.families.games.play import OwnGame, OwnRules, State, first_line
from tafelwerk.families.games.questions import Counts, Game, position_value, value_names
from tafelwerk.families.games.rules import NodeKind, Rules, find_game
from tafelwerk.parameters import Parameter
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Session
from tafelwerk.plots import style
from tafelwerk.plots.pictures import Board, Picture, View, box, of_chart, words
from tafelwerk.plots.sheets import set_list
from tafelwerk.plots.style import INK, MUTED, PAPER
from tafelwerk.spelling import natural_key
from tafelwerk.tables.book import Book
from tafelwerk.wording import exact_number

SIDE = 44.0
"""Pixels of a square."""

MOST = 20
"""Rows and columns of a grid that is drawn."""

LONGEST = 3
"""Signs in a square."""

EMPTY = frozenset({".", "_", "-"})
"""Signs of an empty square, which are drawn pale."""

Grid = list[list[str]]


COLOURS = {"won": style.BLUE, "drawn": style.MUTED, "lost": style.VERMILION}


def counts_picture(answer: Counts, title: str) -> Picture:
    """Positions over the plies to the end, a line for every value; over the value in games of chance, which have no plies."""
    names, is_timed = value_names(answer), answer.greatest is not None
    counts = [one for one in answer.counts if one.distance is not None or not is_timed]
    numbers = [one.distance or 0 if is_timed else float(one.value) for one in counts]
    lines = [names[one.value] if is_timed else "" for one in counts]
    records = [
        {"number": number, "line": line, "count": one.positions}
        for number, line, one in zip(numbers, lines, counts, strict=True)
    ]
    along = "plies to the end" if is_timed else "value for the player to move"
    room = 0.05 * (max(numbers) - min(numbers)) or 0.5
    colours = {
        line: COLOURS.get(line, other) for line, other in zip(dict.fromkeys(lines), cycle(style.COLOURS), strict=False)
    }
    plot = style.counts_chart(
        records,
        style.x_axis(along, min(numbers) - room, max(numbers) + 2 * room, "number", tickCount=10),
        "positions",
        "line",
        {line: line for line in colours},
        colours,
        number=along,
        count="positions",
    )
    endless = answer.positions - sum(one.positions for one in counts)
    notes = ["By the value for the player to move."] if is_timed else []
    notes += [] if answer.step is None else [f"Values to the nearest {float(answer.step):g}."]
    notes += [f"Positions without an end, which are not drawn: {endless:,}."] if endless else []
    return of_chart(style.add_title(plot, title, *notes), title, " ".join((f"{title}.", *notes)))


MOST_LISTED = 2000
"""Most positions of a sheet."""


def sheet_pages(
    book: Book,
    line: str,
    name: Game,
    side: Annotated[
        str | None, Parameter("first|second", "Your side. Default: the one that wins, else first.", option="--as")
    ] = None,
) -> list[Picture]:
    """A best move for every position that one player of your game can meet. A game not in the book is solved first.

    Example: tafelwerk sheet games nim.py

    Example: tafelwerk sheet games tictactoe.py --as second -o second.pdf

    Raises:
        InputError: there is no such game or side, or there are too many positions.
    """
    rules = find_game(name)
    with holding(book.path, rules) as solved:
        own = OwnRules(rules)
        value = position_value(solved, rules, own.start.position).value * (-1 if own.start.mover else 1)
        sides = ("first", "second")[: rules.players]
        chosen = side or sides[-1 if value < 0 else 0]
        if chosen not in sides:
            raise InputError(f"--as must be {' or '.join(sides)}, not {chosen!r}")
        plan = best_replies(solved, rules, own, sides.index(chosen))
    lines = []
    for number, replies in enumerate(plan, 1):
        lines.append((0, f"move {number}"))
        lines += [
            (1, f"{position}:  {move}") for position, move in sorted(replies, key=lambda pair: natural_key(pair[0]))
        ]
    worth = exact_number(-value if chosen == "second" else value)
    below = (
        f"{first_line(rules.game)} The start is worth {worth} to you.".lstrip(),
        "Find the position and make the move behind it; no other position comes up if you always do.",
    )
    who = f": moves of the {chosen} player" if len(sides) > 1 else ""
    return set_list(f"{rules.name}{who}", below, lines, line)


def best_replies(book: Book, rules: Rules, own: OwnRules, side: int) -> list[list[tuple[str, str]]]:
    """Positions and best moves of a player who follows them, by the number of the player's move.

    Raises:
        InputError: there are more than MOST_LISTED.
    """
    plan: list[list[tuple[str, str]]] = []
    level, met = [own.start], {(own.start.position, own.start.mover)}
    while level:
        replies: list[tuple[str, str]] = []
        below: list[State] = []
        for state in level:
            node, moves = own.node(state), own.moves(state)
            if node.kind is NodeKind.DECISION and state.mover == side:
                best = position_value(book, rules, state.position).moves[0]
                replies.append((rules.text(state.position), best))
                moves = [list(node.names).index(best)]
            for after in (own.after(state, move) for move in moves):
                if (after.position, after.mover) not in met:
                    met.add((after.position, after.mover))
                    below.append(after)
        if len(met) > MOST_LISTED * 10 or sum(map(len, plan)) + len(replies) > MOST_LISTED:
            raise InputError(
                f"a sheet has at most {MOST_LISTED:,} positions, and {rules.name} has more; "
                f"any one of them: tafelwerk games explain {rules.name} POSITION"
            )
        plan += [replies] if replies else []
        level = below
    return plan


def grid(value: object, view: View, session: Session) -> Board | None:
    """The grid; None if the drawing is none, or too large."""
    assert isinstance(session, Duel)
    assert isinstance(session.game, OwnGame)
    game, state = session.game, session.state
    text = game.game.board(state.position)
    cells = squares(text)
    if cells is None:
        return None
    places: dict[tuple[int, int], list[str]] = {}
    for name, after in () if session.over else zip(session.legal, game.own.node(state).after, strict=True):
        then = squares(game.game.board(after))
        changed = [
            (row, column)
            for row, line in enumerate(cells)
            for column, sign in enumerate(line)
            if then is not None
            and len(then) == len(cells)
            and len(then[0]) == len(cells[0])
            and then[row][column] != sign
        ]
        if len(changed) == 1:
            places.setdefault(changed[0], []).append(name)
    parts, spots = [], []
    for row, line in enumerate(cells):
        for column, sign in enumerate(line):
            x, y = column * SIDE, row * SIDE
            parts.append(box(x + 1, y + 1, SIDE - 2, SIDE - 2, PAPER, MUTED, 4))
            is_empty = sign in EMPTY
            size = 20 if len(sign) < 2 else 15
            parts.append(
                words(x + SIDE / 2, y + SIDE / 2, sign, size, MUTED if is_empty else INK, "middle", bold=not is_empty)
            )
            if len(places.get((row, column), ())) == 1:
                spots.append(view.spot(places[row, column][0], x, y, SIDE, SIDE))
    title = "Rows from the top: " + "; ".join(" ".join(line) for line in cells) + "."
    return Board(Picture(len(cells[0]) * SIDE, len(cells) * SIDE, "".join(parts), text=title), tuple(spots))


def squares(text: str) -> Grid | None:
    """The squares of a drawing: rows of as many words, or of as many signs; None if it is no grid."""
    rows = text.split("\n")
    for parted in ([row.split() for row in rows], [list(row) for row in rows]):
        if (
            2 <= len(rows) <= MOST
            and 2 <= len(parted[0]) <= MOST
            and all(len(row) == len(parted[0]) for row in parted)
            and all(len(sign) <= LONGEST for row in parted for sign in row)
        ):
            return parted
    return None


BOARDS = {OwnGame: grid}
