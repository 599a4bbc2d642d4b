"""Boards of tic-tac-toe and Notakto in a terminal; boards and search trees as pictures; boards of the games in play on pages.

The sheet is of Memory: the value of every position, and the best turn; or a worksheet of Nim.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import ceil, sqrt
from operator import xor
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, cast

from tafelwerk.book import Book
from tafelwerk.commands.output import rational
from tafelwerk.families.minimax.answers import Board as BoardAnswer
from tafelwerk.families.minimax.answers import GameNode, Solution, Sum, Turn
from tafelwerk.families.minimax.play import TOKENS_DRAWN, Cards, Heaps, SquareBoards, Squares, Stack
from tafelwerk.families.minimax.positions import OUTCOMES
from tafelwerk.families.minimax.rules.chance_games import First, Plan, Second
from tafelwerk.families.minimax.rules.games import ENDLESS
from tafelwerk.parameters import Parameter
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import (
    Board,
    Branch,
    Choice,
    Picture,
    View,
    add_caption,
    box,
    circle,
    line,
    table,
    tree,
    words,
)
from tafelwerk.plots.style import BAND, BLUE, CHOSEN, INK, MUTED, ON_FILL, ON_SOFT, ORANGE, PAPER, STRIPE, VERMILION
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.texts import StyledText
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    from tafelwerk.families.minimax.answers import GameTree, Node, Tree
    from tafelwerk.plots.pictures import Branch


SIGNS = {"exact": "", "at least": "≥ ", "at most": "≤ "}


def search_picture(search: "Tree | GameTree", title: str) -> "Picture":
    """A search tree: values in the nodes, moves beside the lines, best moves thick; windows and cut-offs below the nodes."""
    from tafelwerk.families.minimax.trees import cut_texts

    read = "Square: Max to move. Round: Min, or chance. Thick: best."
    cut = ("Below a node: the alpha-beta window, and branches cut off.",) if search.algorithm == "alpha-beta" else ()
    return add_caption(tree(_branch(search, False)), title, read, *cut, *cut_texts(search))


def _branch(node: "Node", best: bool) -> "Branch":
    from tafelwerk.families.minimax.trees import goes_on

    edge = "" if node.probability is None else rational(node.probability)
    if isinstance(node, GameNode) and node.move is not None:
        edge = f"{edge} {node.move}".strip()
    value = "" if node.value is None else f"{SIGNS[node.bound or 'exact']}{rational(node.value)}"
    cut = sum(child.cut for child in node.children)
    notes = [f"[{node.alpha}, {node.beta}]"] if node.alpha is not None else []
    notes += [f"{cut} cut off"] if cut else []
    notes += [f"{node.more:,} more"] if node.more else []
    notes += ["goes on"] if goes_on(node) else []
    has_best = node.turn in ("max", "min") and node.bound == "exact"
    below = [
        _branch(child, has_best and child.bound == "exact" and child.value == node.value)
        for child in node.children
        if not child.cut
    ]
    return Branch(value or "?", below, edge, " ".join(notes), best, node.turn != "max")


def board_picture(answer: BoardAnswer, title: str) -> "Picture":
    """A board of tic-tac-toe, with its best moves highlighted."""
    best = "the moves that keep the draw"
    if answer.value:
        best = "the fastest wins" if (answer.value > 0) == (answer.to_move == "X") else "the longest defences"
    below = () if answer.decided else (f"Yellow: {best}.",)
    return add_caption(board_drawing(answer.board, "".join(map(str, answer.best))), title, *below)


def position_picture(answer: Solution, title: str) -> "Picture":
    """A position and its successors, with values for the player to move."""
    below = []
    for reply in answer.replies:
        left = "" if reply.distance == ENDLESS else f" in {reply.distance}"
        note = f"{OUTCOMES[reply.value]}{left}"
        below.append(Branch(reply.position, [], reply.move, note, reply.best, False, reply.best))
    read = (
        ("Below: value of the move for the player to move, and number of moves left after it. Thick: best.",)
        if below
        else ()
    )
    return add_caption(tree(Branch(answer.position, below, round=False)), title, *read)


LETTERS = "abc"


def draw_board(board: Any) -> StyledText | str:
    """A board as styled text; text stays as it is."""
    match board:
        case Squares():
            return _squares(board)
        case SquareBoards():
            return _boards(board)
    return str(board)


def _squares(board: Squares) -> StyledText:
    text = StyledText(no_wrap=True)
    for field, mark in enumerate(board.fields):
        style = {"X": "bold red", "O": "bold blue"}.get(mark, "dim")
        text.append((str(field) if mark == "." else mark).center(3), style)
        if field % 3 < 2:
            text.append("|", "dim")
        elif field < 8:
            text.append("\n---+---+---\n", "dim")
    return text


def _boards(boards: SquareBoards) -> StyledText:
    """Boards side by side."""
    several = len(boards.boards) > 1
    text = StyledText(no_wrap=True)
    for row in range(3):
        for number, board in enumerate(boards.boards):
            letter = LETTERS[number] if several else ""
            for field in range(3 * row, 3 * row + 3):
                free = f"{letter}{field}" in boards.free
                text.append((f"{letter}{field}" if free else board[field]).center(4), "dim" if free else "bold red")
            text.append("    ")
        text.append("\n" if row < 2 else "")
    finished = [LETTERS[number] for number, board in enumerate(boards.boards) if board == "X" * 9]
    if finished and several:
        text.append(f"\nFinished: {join_words(finished)}")
    return text


SIDE = 44.0
"""A field."""


def board_drawing(fields: str, chosen: str = "", numbered: bool = True) -> Picture:
    """A board.

    Args:
        fields: nine characters row by row: X, O and a point.
        chosen: numbers of highlighted fields.
        numbered: whether free fields show their numbers.
    """
    parts = []
    for field, mark in enumerate(fields):
        x, y = SIDE * (field % 3), SIDE * (field // 3)
        if str(field) in chosen:
            parts.append(box(x + 1, y + 1, SIDE - 2, SIDE - 2, CHOSEN, "none"))
        near, far = 0.24 * SIDE, 0.76 * SIDE
        if mark == "X":
            parts.append(line(x + near, y + near, x + far, y + far, VERMILION, 4))
            parts.append(line(x + near, y + far, x + far, y + near, VERMILION, 4))
        elif mark == "O":
            parts.append(circle(x + SIDE / 2, y + SIDE / 2, 0.28 * SIDE, "none", BLUE, 4))
        elif numbered:
            parts.append(words(x + SIDE / 2, y + SIDE / 2, str(field), 11, MUTED, "middle"))
    for field in (1, 2):
        parts.append(line(field * SIDE, 2, field * SIDE, 3 * SIDE - 2, INK, 1.6))
        parts.append(line(2, field * SIDE, 3 * SIDE - 2, field * SIDE, INK, 1.6))
    rows = ", ".join(" ".join(fields[start : start + 3]) for start in (0, 3, 6))
    return Picture(3 * SIDE, 3 * SIDE, "".join(parts), "Tic-tac-toe", f"Rows from the top: {rows}.")


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Rows of three on a board."""

MARKS = {"X": VERMILION, "O": BLUE}
"""Marks and their colours."""

GAP = 24.0
"""Between two boards of Notakto."""


TOKEN, LABEL, CARD = 26.0, 80.0, 52.0
"""Sides of a token's and a card's place, and the room beside a heap for its number."""

WIDE, MOST_WIDE = 36.0, 10
"""Side of a token's place where no heap has more tokens than these."""

PANCAKE, STEP, PRICE = 26.0, 36.0, 34.0
"""Height of a pancake, from one to the next, and room beside them for a price."""


def squares(value: Squares, view: View, session: Session) -> Board:
    """A board of tic-tac-toe; where players choose their mark, the fields are turns with the chosen one."""
    legal = _legal(session)
    picture = board_drawing(value.fields, rows_of_three(value.fields))
    marks = [mark for mark in MARKS if any(turn.startswith(mark) for turn in legal)]
    mark = view.chosen if view.chosen in marks else next(iter(marks), "")
    spots = [
        view.spot(f"{mark}{field}", SIDE * (field % 3), SIDE * (field // 3), SIDE, SIDE)
        for field in range(9)
        if f"{mark}{field}" in legal
    ]
    choices = tuple(Choice(sign, f"mark {sign}", MARKS[sign], ON_FILL, is_chosen=sign == mark) for sign in marks)
    return Board(picture, tuple(spots), choices=choices)


def rows_of_three(fields: str) -> str:
    """Numbers of the fields in rows of three equal marks, which end a game or a board."""
    complete = [row for row in ROWS if fields[row[0]] != "." and len({fields[field] for field in row}) == 1]
    return "".join(sorted({str(field) for row in complete for field in row}))


def square_boards(value: SquareBoards, view: View, session: Session) -> Board:
    """Boards of Notakto, side by side."""
    legal = _legal(session)
    parts, titles, spots = [], [], []
    single = len(value.boards) == 1
    for number, fields in enumerate(value.boards):
        picture, letter = board_drawing(fields, rows_of_three(fields)), "" if single else chr(ord("a") + number)
        left = number * (3 * SIDE + GAP)
        parts.append(f'<g transform="translate({left:.1f} 0)">{picture.body}</g>')
        titles.append(f"Board {letter}. {picture.text}" if letter else picture.text)
        for field in range(9):
            turn = f"{letter}{field}"
            if turn in legal:
                spots.append(view.spot(turn, left + SIDE * (field % 3), SIDE * (field // 3), SIDE, SIDE))
    width = len(value.boards) * (3 * SIDE + GAP) - GAP
    return Board(Picture(width, 3 * SIDE, "".join(parts), text=" ".join(titles)), tuple(spots))


def pancakes(value: Stack, view: View, session: Session) -> Board:
    """A stack of pancakes, wider ones of greater numbers; a turn turns over all down to the one that is chosen."""
    legal = _legal(session)
    count = len(value.pancakes)
    widest = 70.0 + 26 * count
    parts, spots, texts = [], [], []
    for index, pancake in enumerate(value.pancakes):
        size, y = 70.0 + 26 * abs(pancake), index * STEP
        x = (widest - size) / 2
        parts.append(box(x, y, size, PANCAKE, "#f6d9a8", ORANGE, 9))
        burnt = y + (3 if pancake < 0 else PANCAKE - 3)
        parts.append(line(x + 9, burnt, x + size - 9, burnt, "#5b3312", 5))
        parts.append(words(widest / 2, y + PANCAKE / 2, str(abs(pancake)), 12, ON_SOFT, "middle", bold=True))
        texts.append(f"{abs(pancake)}{' burnt side up' if pancake < 0 else ''}")
        if str(index + 1) in legal:
            spots.append(view.spot(str(index + 1), 0, y - 5, widest + PRICE, STEP - 2))
    text = f"From the top: {', '.join(texts)}."
    return Board(Picture(widest + PRICE, count * STEP, "".join(parts), text=text), tuple(spots))


def heaps(value: Heaps, view: View, session: Session) -> Board:
    """Heaps as rows of tokens; a token is the turn that takes it and all behind it, or that splits its heap before it."""
    legal = _legal(session)
    parts, widest, spots = [], 0.0, []
    side = WIDE if max(value.heaps, default=0) <= MOST_WIDE else TOKEN
    for row, heap in enumerate(value.heaps):
        y = row * side + side / 2
        name = f"heap {row + 1}: {heap}" if value.besides else str(heap)
        parts.append(words(LABEL - 10, y, name, 13, INK, "end"))
        tokens = heap if heap <= TOKENS_DRAWN else 0
        for index in range(tokens):
            x = LABEL + side * index
            parts.append(circle(x + side / 2, y, 0.38 * side, BLUE))
            small, large = sorted((index, heap - index))
            turns = (f"{heap - index} from heap {row + 1}", f"{heap} to {index}", f"{heap} to {small}+{large}")
            turn = next((turn for turn in turns if turn in legal), None)
            if turn is not None:
                made = view.spot(turn, x, y - side / 2, side, side)
                parts.append(words(x + side / 2, y, made.price, 12, ON_FILL, "middle", bold=True))
                spots.append(replace(made, price=""))
        widest = max(widest, LABEL + side * tokens)
    text = f"Heaps: {', '.join(map(str, value.heaps)) or 'none'}. {value.besides}".rstrip()
    return Board(
        Picture(max(widest, 2 * LABEL), max(len(value.heaps), 1) * side, "".join(parts), text=text), tuple(spots)
    )


def memory(value: Cards, view: View, session: Session) -> Board:
    """Cards on a table: those once seen lie face up, those that are taken are gone."""
    legal = _legal(session)
    table, columns = value.table, ceil(sqrt(1.2 * len(value.table.faces)))
    parts, spots, seen = [], [], []
    for card, face in enumerate(table.faces):
        row, column = divmod(card, columns)
        x, y = column * CARD, row * CARD
        if card in table.taken:
            parts.append(box(x + 2, y + 2, CARD - 4, CARD - 4, "none", STRIPE, 6))
            continue
        is_seen = card in table.seen
        edge = ORANGE if card == table.first else BLUE if not is_seen else MUTED
        parts.append(box(x + 2, y + 2, CARD - 4, CARD - 4, PAPER if is_seen else BAND, edge, 6))
        parts.append(words(x + 8, y + 11, str(card + 1), 9, MUTED))
        if is_seen:
            parts.append(words(x + CARD / 2, y + CARD / 2 + 2, face, 20, INK, "middle", bold=True))
            seen.append(f"{card + 1} is {face}")
        if str(card + 1) in legal:
            spots.append(view.spot(str(card + 1), x, y, CARD, CARD))
    first, second = table.scores
    text = f"{len(table.remaining)} cards; known: {', '.join(seen) or 'none'}. Pairs: {first} and {second}."
    rows = (len(table.faces) + columns - 1) // columns
    return Board(Picture(columns * CARD, rows * CARD, "".join(parts), text=text), tuple(spots))


def _legal(session: Session) -> frozenset[str]:
    return frozenset() if session.over else frozenset(session.legal)


BOARDS = {
    Squares: squares,
    SquareBoards: square_boards,
    Heaps: heaps,
    Cards: memory,
    Stack: pancakes,
}


LIMIT, MOST = 10, 20
"""Pairs in the table: by default, and at most."""

SHADES = {"P": "#f6dccd", "K": "#ece0f3", "1": "#fbf3d0", "2": "#d9efe6", "T": "#dbe9f6"}
"""Colours of turns."""


def sheet_pages(
    book: Book,
    line: str,
    limit: Annotated[int, Parameter("N", f"Most pairs of cards. Default: {LIMIT}.", 1, MOST)] = LIMIT,
    nim: Annotated[
        int | None, Parameter("S", "Worksheet of Nim instead, of positions drawn from the seed S.", 0, LARGEST_SEED)
    ] = None,
) -> list[Picture]:
    """Memory: the best turn and its value, by pairs left and known cards; or a worksheet of Nim, with its solutions.

    Example: tafelwerk sheet minimax

    Example: tafelwerk sheet minimax --nim 1 -o nim.pdf
    """
    from tafelwerk.families.minimax.chance_games import Memory
    from tafelwerk.plots.sheets import Block, set_on_pages

    if nim is not None:
        return nim_worksheet(book, nim, line)
    values, shades = list[list[str]](), list[list[str]]()
    for pairs in range(1, limit + 1):
        row, colours = [str(pairs)], [""]
        for known in range(limit + 1):
            if known > pairs:
                row.append("")
                colours.append("")
                continue
            turn = cast(Turn, book.ask(Memory(pairs, known)))
            kinds = sorted({_kind(plan) for plan in turn.plans})
            row.append(f"{float(turn.value):+.2f} {'/'.join(kinds)}")
            colours.append(SHADES[kinds[0]])
        values.append(row)
        shades.append(colours)
    below = (
        "Two players who forget nothing turn two cards per turn; whoever finds a pair keeps it and goes on. Rows: pairs left. "
        "Columns: how many of them have one known card. Fields: mean of own pairs minus the opponent's, and the best turn.",
        "2: an unseen card, then its match if that is known, otherwise another unseen card. 1: an unseen card, then its match if "
        "that is known, otherwise a known card. K: a known card, then an unseen one. P: two known cards, which is a pass; two "
        "passes in a row end the game. If several are given, each is best.",
    )
    heads = ("pairs", *map(str, range(limit + 1)))
    return set_on_pages("Memory: the best turn", below, [Block(table(heads, values, 8, shades))], 1, line)


NIM_POSITIONS = (2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4)
"""Numbers of heaps of a worksheet's positions."""


def nim_worksheet(book: Book, seed: int, line: str) -> list[Picture]:
    """Positions of Nim, about half of them lost: who wins, and by which move?"""
    from tafelwerk.families.minimax.heaps import Nim
    from tafelwerk.plots.sheets import Block, puzzle_pages

    draw, puzzles, solutions = Random(f"nim {seed}"), [], []
    half = len(NIM_POSITIONS) // 2
    for count, is_lost in zip(NIM_POSITIONS, draw.sample([True, False] * half, 2 * half), strict=True):
        sizes = [draw.randint(1, 7) for _ in range(count - 1)]
        balance = reduce(xor, sizes)
        sizes.append(balance if is_lost and balance else draw.choice([*{*range(1, 8)} - {balance}]))
        answer = cast(Sum, book.ask(Nim(sizes)))
        moves = [f"{move.heap} to {sum(move.left)}" for move in answer.moves]
        picture = _heap_rows(sizes)
        puzzles.append(Block(picture, "won / lost    move:"))
        solutions.append(Block(picture, f"won: {join_words(moves, last='or')}" if moves else "lost"))
    below = (
        "A move takes as many tokens from one heap as one likes, at least one. Whoever cannot move loses. Is each position won "
        "or lost for the player to move, and which move wins? It is lost exactly where the sizes of heaps, in binary, "
        "have an even number of ones in every column.",
    )
    return puzzle_pages("Nim, won or lost", below, puzzles, solutions, 3, line)


def _heap_rows(sizes: Sequence[int]) -> Picture:
    """Heaps as rows of tokens."""
    parts = [
        circle((index + 0.5) * TOKEN / 2, (row + 0.5) * TOKEN / 2, 0.19 * TOKEN, BLUE)
        for row, size in enumerate(sizes)
        for index in range(size)
    ]
    text = f"Heaps of {join_words(list(map(str, sizes)))}."
    return Picture(max(sizes) * TOKEN / 2, len(sizes) * TOKEN / 2, "".join(parts), text=text)


def _kind(plan: Plan) -> str:
    """The sign of a turn."""
    match plan.first:
        case First.TAKE:
            return "T"
        case First.PASS:
            return "P"
        case First.UNSEEN:
            return "2" if Second.UNSEEN in plan.after_new else "1"
    return "K"
