"""Boards on pages of tic-tac-toe and its relatives, Notakto, heaps, Memory and burnt pancakes."""

from dataclasses import replace
from math import ceil, sqrt

from tafelwerk.families.minimax.pictures import SIDE, board_drawing
from tafelwerk.families.minimax.play import TOKENS_DRAWN, Cards, Heaps, SquareBoards, Squares, Stack
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Choice, Picture, View, box, circle, line, words
from tafelwerk.plots.style import BAND, BLUE, INK, MUTED, ON_FILL, ON_SOFT, ORANGE, PAPER, STRIPE, VERMILION

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
