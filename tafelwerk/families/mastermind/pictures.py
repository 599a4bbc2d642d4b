"""Mastermind on pages: a guess or an answer is put together from keys, one at a time; the address has what is chosen so far.

The sheet has the whole tree of a strategy on one or two pages, the query after every answer; or blank boards to play on.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from string import ascii_uppercase
from typing import Annotated, Any

from tafelwerk.book import Book
from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families.mastermind.parameters import PALETTE, WrittenGameOptions, written_as
from tafelwerk.families.mastermind.pegs import KEY, SIGNS, STEP, key_pegs, peg, signs_of, tile
from tafelwerk.families.mastermind.play import Mastermind, Row, answer_text
from tafelwerk.families.mastermind.rules import FAMILY, LETTERS, Game, Pegs, Strategy, check_size, colors_of, read_guess
from tafelwerk.families.mastermind.rules import strategy as read_strategy
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.play.deduction import Breaker, Deducing, Maker
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Picture, View, circle, words
from tafelwerk.plots.sheets import Block, set_list, set_on_pages
from tafelwerk.plots.style import INK, MUTED
from tafelwerk.spelling import letters
from tafelwerk.tables import book as tables
from tafelwerk.tables.book import in_layers
from tafelwerk.tables.questions import BUDGET
from tafelwerk.wording import count_noun

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""Rows of a keyboard; further letters of a list stand in a row of their own."""

SIGNED = {"G": "right place", "Y": "elsewhere", "-": "absent"}
"""Signs of an answer to a word, in words."""

MOST_ANSWERS = 60
"""Answers that are offered one by one."""

Plain = dict[str, Any]


def rows(value: Row | None, view: View, session: Session) -> Board:
    """Guesses with their answers, and the keys for the next."""
    assert isinstance(session, Deducing)
    problem = session.problem
    assert isinstance(problem, Mastermind)
    history = session.history
    rows_shown = [_row(problem, history[: number + 1], number + 1 == len(history)) for number in range(len(history))]
    signed = not isinstance(problem.game, Pegs) and any(signs_of(label, label) for label in problem.problem.labels)
    legend = "; ".join(f"{sign}: {meant}" for sign, meant in SIGNED.items()) if signed else ""
    parts: Plain = {
        "legend": legend,
        "rows": rows_shown,
        "begin": session.begin,
        "asked": None,
        "keys": [],
        "answers": [],
        "others": [],
    }
    if not session.over:
        parts |= _breaking(problem, session) if isinstance(session, Breaker) else _making(problem, session)
    text = "; ".join(f"{row['guess']}: {row['answer']}, {row['left']}" for row in rows_shown)
    return Board(Picture(0, 0, "", text=f"Guesses: {text}." if text else "No guess yet."), kind="guesses", parts=parts)


def _row(problem: Mastermind, history: Sequence[tuple[str, str]], is_last: bool) -> Plain:
    """A guess with its answer, drawn and in words."""
    query, answer = history[-1]
    # counting again what is left of millions of codes takes a second
    counts = is_last or problem.problem.on_demand is None
    left = problem.left_text(tuple(history)) if counts else ""
    return {
        "guess": problem.query_label(query),
        "answer": answer_text(problem.game, answer),
        "left": f"{left} left" if left else "",
        **_draw_query(problem, query, answer),
        **_key(problem, answer),
    }


def _draw_query(problem: Mastermind, query: str, answer: str = "") -> Plain:
    """A guess as pegs or tiles."""
    if isinstance(problem.game, Pegs):
        colors = colors_of(problem.game, query)
        pegs = [peg(problem.game, color, STEP * column, 0) for column, color in enumerate(colors)]
        return {"drawn": "".join(pegs), "width": STEP * len(pegs)}
    word = letters(query)
    signs = signs_of(query, answer) or [""] * len(word)
    signed = enumerate(zip(word, signs, strict=True))
    tiles = [tile(letter, sign, STEP * column, 0, True) for column, (letter, sign) in signed]
    return {"drawn": "".join(tiles), "width": STEP * len(tiles)}


def _key(problem: Mastermind, answer: str) -> Plain:
    """An answer as small pegs."""
    if not isinstance(problem.game, Pegs):
        return {"key": "", "key_width": 0}
    pegs = problem.game.pegs
    right, elsewhere = map(int, answer.split(","))
    return {"key": key_pegs(right, elsewhere, pegs, 1, 0), "key_width": KEY * ((pegs + 1) // 2)}


def _breaking(problem: Mastermind, session: Breaker) -> Plain:
    """The colours or letters of which a guess is put together."""
    game = problem.game
    if isinstance(game, Pegs):
        if game.colors > len(LETTERS):
            return {}
        names = [written_as((), game, letter) for letter in LETTERS[: game.colors]]
        # names that are no initials are put together with hyphens
        hyphen = "-" if any(len(name) > 1 for name in names) else ""
        keys = [_choice(name + hyphen, peg(game, color, 0, 0)) for color, name in enumerate(names)]
        empty = peg(game, -1, 0, 0)
        return {"keys": [keys], "places": game.pegs, "empty": empty, "differ": game.distinct, "verb": "Guess"}
    words = [letters(query) for query in problem.problem.queries]
    lengths = set(map(len, words))
    if len(lengths) != 1 or max(lengths) == 1:
        turns = session.legal if len(session.legal) <= MOST_ANSWERS else ()
        return {
            "heading": "Guesses",
            "answers": [{"turn": turn, "text": turn, "key": "", "key_width": 0} for turn in turns],
        }
    known = _letter_marks(session.history)
    spelled = {letter for word in words for letter in word}
    order = [*KEYS, sorted(spelled - set("".join(KEYS)))]
    rows = [[_letter(letter, known.get(letter, "")) for letter in row if letter in spelled] for row in order]
    return {
        "keys": [row for row in rows if row],
        "places": max(lengths),
        "empty": tile(" ", "", 0, 0),
        "differ": False,
        "verb": "Guess",
    }


def _letter_marks(history: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """The best sign that an answer gave to each letter."""
    marks: dict[str, str] = {}
    order = list(SIGNS)
    for query, answer in history:
        for letter, sign in zip(letters(query), signs_of(query, answer), strict=False):
            if letter not in marks or order.index(sign) < order.index(marks[letter]):
                marks[letter] = sign
    return marks


def _letter(letter: str, sign: str) -> Plain:
    return _choice(letter, tile(letter, sign, 0, 0, True), SIGNED.get(sign, ""))


def _choice(pick: str, drawn: str, note: str = "") -> Plain:
    return {"pick": pick, "drawn": drawn, "note": note}


def _making(problem: Mastermind, session: Session) -> Plain:
    """The program's guess, the answers that are possible, and those that contradict earlier ones."""
    assert isinstance(session, Maker)
    query, legal = session.query, list(session.legal)
    parts: Plain = {
        "asked": {"guess": problem.query_label(query), **_draw_query(problem, query)},
        "heading": "Answers that are possible",
    }
    labels = problem.problem.labels
    if signs_of(query, labels[0]) and len(legal) > 1:
        keys = [_choice(sign, tile(" ", sign, 0, 0, True), SIGNED[sign]) for sign in SIGNS]
        parts |= {"keys": [keys], "places": len(query), "empty": tile(" ", "", 0, 0), "differ": False, "verb": "Answer"}
    if len(legal) <= MOST_ANSWERS:
        parts["answers"] = [
            {"turn": answer, "text": answer_text(problem.game, answer), **_key(problem, answer)} for answer in legal
        ]
    if isinstance(problem.game, Pegs) and len(labels) <= MOST_ANSWERS:
        others = [label for label in labels if label not in legal]
        parts["others"] = [{"turn": answer, "text": answer_text(problem.game, answer)} for answer in others]
    return parts


def draw_turn(session: Deducing, turn: str) -> tuple[str, float]:
    """A guess, or the answer of a maker, as markup, and its width."""
    problem = session.problem
    assert isinstance(problem, Mastermind)
    if isinstance(session, Maker):
        key = _key(problem, turn)
        return key["key"], key["key_width"]
    picture = _draw_query(problem, read_guess(problem.game, turn))
    return picture["drawn"], picture["width"]


BOARDS = {Mastermind: rows, Row: rows}
TURNS = {Mastermind: draw_turn}


MOST_PRINTED = 8, 20
"""Pegs and colours, at most, of a game that is printed."""


@frozen
class Node:
    """A node of a strategy's tree.

    Attributes:
        answer: the answer to the previous query; "" at the root.
        depth: number of the query within the game, from 1.
        query: the query asked.
        possible: whether the query may be the code.
        codes: codes left.
        total: queries from here on, summed over these codes.
    """

    answer: str
    depth: int
    query: str
    possible: bool
    codes: int
    total: int


def sheet_pages(
    book: Book,
    line: str,
    game: Annotated[
        str | None,
        Parameter("GAME", "Game: 4x6 for four pegs of six colours, 4x10-distinct. Default: 4x6.", is_argument=True),
    ] = None,
    pegs: Annotated[int | None, Parameter("P", "Number of pegs. Default: 4.", 1, MOST_PRINTED[0])] = None,
    colors: Annotated[int | None, Parameter("C", "Number of colours. Default: 6.", 1, MOST_PRINTED[1])] = None,
    strategy: Annotated[
        str, Parameter("S", "Strategy, as in `tafelwerk mastermind next`. Default: optimal.")
    ] = "optimal",
    blank: Annotated[bool, Parameter("", "Blank boards to play on, instead of the tree.")] = False,
    palette: Annotated[str | None, Parameter("RGBYOW", PALETTE)] = None,
) -> list[Picture]:
    """The whole tree of a strategy: the query after every answer; or blank boards to play on.

    A small tree that is not stored is computed.

    Example: tafelwerk sheet mastermind --strategy h1

    Example: tafelwerk sheet mastermind 3x4 --palette RGBY

    Example: tafelwerk sheet mastermind 3x4 --blank -o boards.pdf

    Raises:
        InputError: the game has no pegs, too many of them or too many colours, or another number of colours than the palette.
        MissingTableError: the tree is not stored and takes long; it names the build.
    """
    if game is None:
        pegs, colors = pegs or 4, colors or 6
    played = WrittenGameOptions(pegs=pegs, colors=colors, game=game, palette=palette).value
    if not isinstance(played, Pegs):
        raise InputError(f"{in_quotes(game)} is no game of pegs and colours, such as 4x6; a sheet is of those alone")
    if played.pegs > MOST_PRINTED[0] or played.colors > MOST_PRINTED[1]:
        raise InputError(f"a sheet has at most {MOST_PRINTED[0]} pegs and {MOST_PRINTED[1]} colours, not {played}")
    if blank:
        return blank_boards(played, line)
    followed = read_strategy(strategy, None)
    root, *nodes = probe_tree(book, played, followed)
    write = partial(written_as, (), played)
    # codes left after the first answer only: elsewhere they would take columns
    lines = [
        (node.depth - 2, f"{node.answer}  {write(node.query)}{f' ({node.codes})' if node.depth == 2 else ''}")
        for node in nodes
    ]
    below = (
        f"First guess {write(root.query)}. Find its answer below (right places, right colours elsewhere) and make the guess "
        "next to it. The answers to that guess are indented below it. In brackets: codes left.",
        f"{root.codes:,} codes, {root.total:,} guesses for all of them: {root.total / root.codes:.4f} on average, "
        f"{max(node.depth for node in (root, *nodes))} at most ({count_noun(len(nodes) + 1, 'node')}).",
    )
    title = f"{played.title}: {followed.title}"
    return set_list(title, below, lines, line)


def probe_tree(book: Book, game: Pegs, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, in depth-first order.

    Raises:
        MissingTableError: the tree is not stored, and takes more than a second.
    """
    tree = _get_tree(book, game, strategy) or _compute_tree(game, strategy)
    if not tree:
        line = f"tafelwerk build mastermind {game.options} {strategy.options}"
        raise MissingTableError(f"the tree of {strategy.title} for {game}", line, book.path)
    return tree


@in_layers
def _get_tree(book: tables.Book, game: Game, strategy: Strategy) -> list[Node]:
    rows = book.rows(
        FAMILY,
        "SELECT answer, depth, query, possible, codes, total, build FROM mastermind.trees"
        " WHERE game = ? AND strategy = ? AND tie = ? ORDER BY node",
        game.name,
        strategy.name,
        strategy.tie,
    )
    return [Node(answer or "", *fields) for answer, *fields in rows]


def _compute_tree(game: Pegs, strategy: Strategy) -> list[Node]:
    """The tree of a strategy, computed; empty if that takes more than a second."""
    from tafelwerk.families.mastermind.builds import StrategyTables

    check_size(game, strategy)
    task = StrategyTables(game, strategy)
    if task.operations() > BUDGET:
        return []
    tree = task.run()["trees"]
    columns = (list(tree[name]) for name in ("answer", "depth", "query", "possible", "codes", "total"))
    return [Node(answer or "", *fields) for answer, *fields in zip(*columns, strict=True)]


BLANK_BOARDS, ROWS = 4, 10
"""Blank boards of a page, and guesses of each."""

_CELL, _PEG, _KEY, _FIRST = 26.0, 9.0, 3.6, 26.0


def blank_boards(game: Pegs, line: str) -> list[Picture]:
    """A page of blank boards to play on: a row for the code, and rows for guesses with their answers."""
    board = _blank_board(game)
    names = ", ".join(game.palette or ascii_uppercase[: game.colors])
    repeated = "no colour stands twice" if game.distinct else "a colour may stand several times"
    below = (
        f"One player writes a code of {count_noun(game.pegs, 'peg')} into the upper row and folds it back, in any of the "
        f"{game.colors} colours {names}; {repeated}. The other one guesses. A guess is answered by a "
        "full dot for every right place and a ring for every right colour elsewhere.",
    )
    return set_on_pages(game.title, below, [Block(board) for _ in range(BLANK_BOARDS)], 2, line)


def _blank_board(game: Pegs) -> Picture:
    width = _FIRST + game.pegs * (_CELL + _KEY * 2.6) + 12
    parts = []
    for row in range(ROWS + 1):
        y = (row + 0.5) * _CELL + (6 if row else 0)
        parts.append(words(4, y, str(row) if row else "code", 10, MUTED))
        parts += [circle(_FIRST + (peg + 0.5) * _CELL + 6, y, _PEG, "none", INK) for peg in range(game.pegs)]
        keys = _FIRST + game.pegs * _CELL + 16
        parts += [circle(keys + peg * _KEY * 2.6, y, _KEY, "none", MUTED) for peg in range(game.pegs if row else 0)]
    height = (ROWS + 1) * _CELL + 10
    return Picture(width + 10, height, "".join(parts), "", f"A blank board: {count_noun(ROWS, 'guess', 'guesses')}.")
