"""Dresher's game as pictures: on pages the numbers that are left as links, the price of each guess and the hider's chances;
search trees, the hider's bars, and the printed sheet.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.errors import InputError
from tafelwerk.families.dresher import questions
from tafelwerk.families.dresher.answers import Hider, OneTree, Searcher
from tafelwerk.families.dresher.plain_text import mirrored_runs, not_unique_text
from tafelwerk.families.dresher.play import CORRECT, HIGHER, LOWER, Dresher, Strip
from tafelwerk.parameters import Parameter
from tafelwerk.play.deduction import Breaker, Deducing, Maker
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import (
    Board,
    Panel,
    Picture,
    View,
    add_caption,
    bars,
    box,
    circle,
    in_grid,
    of_depths,
    stack_pictures,
    table,
    tree,
    words,
)
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import BLUE, CHOSEN, INK, MUTED, OUTLINE, PAPER, STRIPE
from tafelwerk.wording import LONGEST_FRACTION, count_noun, exact_number, ranges

SIDE, PER_ROW = 44.0, 6
"""Side of a number's square, and squares beside each other."""

SIGNS = {HIGHER: ">", LOWER: "<", CORRECT: "="}
"""Signs of answers to a guess, which stand below it."""

MOST_LABELS = 11
"""Numbers whose bars have their chances above them; those of more would cover each other on a phone."""


def strip(value: Strip | None, view: View, session: Session) -> Board:
    """The numbers 1 to n; those that are left are turns where the user guesses, the others have their answers."""
    assert isinstance(session, Deducing)
    assert isinstance(session.problem, Dresher)
    value = value or Strip(session.problem.n, *session.problem.interval(session.history))
    may = isinstance(session, Breaker) and not session.over
    asked = session.query if isinstance(session, Maker) and not session.over else ""
    answers, parts, spots = dict(session.history), [], []
    for number in range(1, value.n + 1):
        row, column = divmod(number - 1, PER_ROW)
        x, y, is_left = column * SIDE, row * SIDE, value.first <= number <= value.last
        fill = CHOSEN if str(number) == asked else PAPER if is_left else STRIPE
        parts.append(box(x + 2, y + 2, SIDE - 4, SIDE - 4, fill, BLUE if is_left else STRIPE, 4))
        parts.append(words(x + SIDE / 2, y + 16, str(number), 14, INK if is_left else MUTED, "middle", bold=is_left))
        sign = SIGNS.get(answers.get(str(number), ""), "")
        parts.append(words(x + SIDE / 2, y + 32, sign, 14, INK, "middle", bold=True) if sign else "")
        if may and is_left:
            spots.append(view.spot(str(number), x + 2, y + 2, SIDE - 4, SIDE - 4))
    text = f"Numbers 1 to {value.n}; {value.first} to {value.last} are left."
    text += f" The guess is {asked}." if asked else ""
    picture = Picture(PER_ROW * SIDE, (row + 1) * SIDE, "".join(parts), text=text)
    return Board(picture, tuple(spots), (chances(session),) if view.is_hinted else ())


def chances(session: Deducing) -> Panel:
    """The hider's chances of the numbers that are left, and what each of them takes where the user hides it."""
    problem = session.problem
    assert isinstance(problem, Dresher)
    is_guessing = isinstance(session, Breaker) and not session.over
    first, last = (1, problem.n) if session.over else problem.interval(session.history)
    weights = [weight if first <= number <= last else 0 for number, weight in enumerate(problem.weights, 1)]
    total = sum(weights)
    shares = [100 * weight / total if total else 0.0 for weight in weights]
    rows = [
        (
            str(number),
            f"{exact(Fraction(weights[number - 1], total)) if total else 0} ({shares[number - 1]:.1f} %)",
            *(() if is_guessing else (exact(problem.taken[number - 1]),)),
        )
        for number in range(first, last + 1)
    ]
    left = f"{first} to {last}" if first < last else str(first)
    value = exact_number(problem.game.value, f"{float(problem.game.value):.6f}")
    text = f"How often an optimal hider picks each number from {left}"
    lines = (
        (f"{text}.",)
        if is_guessing
        else (f"{text}, and how many guesses it takes on average. The value of the game is {value} guesses.",)
    )
    columns = ("number", "chance", *(() if is_guessing else ("guesses taken",)))
    if not total:
        return Panel("The hider's chances", lines, columns=columns, rows=tuple(rows))
    chances = ", ".join(f"{number}: {chance}" for number, chance, *_ in rows)
    labels = [f"{share:.0f} %" if share and len(shares) <= MOST_LABELS else "" for share in shares]
    return Panel("The hider's chances", lines, bars(shares, labels, chances), columns, tuple(rows))


def exact(number: Fraction) -> str:
    """A fraction where it is short, otherwise its decimals."""
    text = str(number)
    return text if len(text) <= LONGEST_FRACTION else f"about {float(number):.6f}"


BOARDS = {Dresher: strip, Strip: strip}


LIMIT, SHOWN = 12, 6
"""Largest size in the table, and the size whose trees are drawn."""

MOST_BY_HAND = 4
"""Most numbers of a game to be solved by hand: it has 14 trees."""


def sheet_pages(
    book: Book,
    line: str,
    limit: Annotated[int, Parameter("N", f"Largest size in the table. Default: {LIMIT}.", 1, 200)] = LIMIT,
    blank: Annotated[bool, Parameter("", "Blank boards to play on, instead of the strategies.")] = False,
    by_hand: Annotated[
        int | None,
        Parameter("N", "Worksheet instead: the game of N numbers to be solved by hand.", 2, MOST_BY_HAND),
    ] = None,
) -> list[Picture]:
    """Values, the hider's mixtures, the searcher's trees with their probabilities; or blank boards to play on, or a worksheet.

    Example: tafelwerk sheet dresher

    Example: tafelwerk sheet dresher --limit 10 --blank -o numbers.pdf

    Example: tafelwerk sheet dresher --by-hand 3 -o worksheet.pdf

    Raises:
        InputError: too many numbers for a blank board, or blank boards and a worksheet at once.
    """
    if by_hand is not None:
        if blank:
            raise InputError("--blank and --by-hand are two sheets; give one of them")
        return worksheet(book, by_hand, line)
    if blank:
        return blank_boards(limit, line)
    rows, remarks = [], list[str]()
    for n in range(1, limit + 1):
        value = book.ask(questions.Value(n)).value
        hider = book.ask(questions.Hider(n))
        weights = hider.weights
        if not hider.hider_unique:
            remarks.append(f"N = {n}: {not_unique_text(hider.other_hider)}")
        shared = lcm(*(weight.denominator for weight in weights))
        mixture = " ".join(str(int(weight * shared)) for weight in weights)
        rows.append((str(n), str(value), f"{float(value):.4f}", mixture, str(shared)))
    size = min(SHOWN, limit)
    trees = book.ask(questions.Searcher(size)).trees
    mixtures = table(("N", "value", "guesses", "hider: weights of 1 to N", "out of"), rows, 9)
    blocks = [Block(tree(of_depths(mixed.depths), 12), f"Chance {mixed.probability}") for mixed in trees]
    below = (
        "The hider chooses a number from 1 to N. The searcher guesses and is told: found, higher or lower. The mixtures below "
        "guarantee each side the value, an expected number of guesses, whatever the other side does.",
        f"Trees: the searcher's mixture for N = {size}, with chances. Guess the root; lower: go left, higher: go right. "
        "Other sizes: tafelwerk dresher searcher N.",
        *remarks,
    )
    lead = Block(mixtures)
    return set_on_pages("Dresher's guessing game: optimal mixtures", below, blocks, 3, line, lead)


_FIELD = 24.0


def worksheet(book: Book, n: int, line: str) -> list[Picture]:
    """The game of n numbers to be solved by hand: every search tree with empty fields, and what to do with them."""
    trees = book.ask(questions.Matrix(n)).trees
    below = (
        f"The hider picks a number from 1 to {n}, the searcher guesses and is told: found, higher or lower. These are all of the "
        f"{len(trees)} ways to search: guess the root; lower: go left, higher: go right.",
        "1. Write under each tree how many guesses it takes for each number, the last one included.",
        "2. Choose a weight for each number, and write it into the top row. Which tree takes the fewest guesses on average? The "
        "hider wants this least average to be as large as possible. Try other weights.",
        "3. Now the searcher chooses among some trees at random: write their chances beside them. Which number takes the most "
        "guesses on average? The searcher wants this to be as few as possible.",
        "4. If both numbers of guesses are the same, they are the value, and both sides play best. To compare: "
        f"tafelwerk dresher explain {n}",
    )
    blocks = [
        Block(stack_pictures([tree(of_depths(depths), 12), _fields(n)], 8), f"Tree {number}    chance")
        for number, depths in enumerate(trees, 1)
    ]
    lead = Block(_fields(n), "Weights of the numbers")
    return set_on_pages(f"Dresher's guessing game with {n} numbers, by hand", below, blocks, 4, line, lead)


def _fields(n: int) -> Picture:
    """An empty field below each of the numbers 1 to n."""
    parts = [
        words((index + 0.5) * _FIELD, 6, str(index + 1), 9, MUTED, "middle") + box(index * _FIELD, 14, _FIELD, _FIELD)
        for index in range(n)
    ]
    return Picture(n * _FIELD, 15 + _FIELD, "".join(parts), text=f"Empty fields for {count_noun(n, 'number')}.")


ROUNDS, MOST_ON_BOARD = 12, 20
"""Rounds of a page of blank boards, and most numbers of such a board."""

_WIDEST, _ROW, _WIDTH = 36.0, 44.0, 511.0


def blank_boards(numbers: int, line: str) -> list[Picture]:
    """A page of rounds to be played: a row of the numbers for the searcher, a field for the hider, one for the guesses.

    Raises:
        InputError: there are too many numbers for a row.
    """
    if numbers > MOST_ON_BOARD:
        raise InputError(f"--limit must be 1 to {MOST_ON_BOARD} with --blank, not {numbers}")
    below = (
        f"The hider writes a number from 1 to {numbers} into the left field and folds it back. The searcher guesses and is "
        "told: found, higher or lower; the numbers that this rules out are crossed out. Right: how many guesses it took, the "
        "last one included. Add them up: after a page the roles change.",
    )
    cell, parts = min(_WIDEST, (_WIDTH - 110) / numbers), []
    for number in range(ROUNDS):
        y = (number + 0.5) * _ROW
        parts += [words(0, y, str(number + 1), 10, MUTED), box(18, y - 13, 34, 26, stroke=OUTLINE)]
        for index in range(numbers):
            x = 62 + (index + 0.5) * cell
            parts += [circle(x, y, 9, "none", INK), words(x, y, str(index + 1), 9, align="middle")]
        parts.append(box(_WIDTH - 35, y - 13, 34, 26, stroke=OUTLINE))
    text = f"Blank boards: {count_noun(ROUNDS, 'round')}, {count_noun(numbers, 'number')}."
    board = Picture(_WIDTH, ROUNDS * _ROW, "".join(parts), "", text)
    return set_on_pages("Dresher's guessing game", below, [Block(board)], 1, line)


MOST_DRAWN = 24
"""Most trees of a picture."""


def trees_picture(trees: Sequence[tuple[Sequence[int], str]], title: str) -> "Picture":
    """Trees in rows, three side by side.

    Args:
        trees: depths of the numbers, and the line above each tree; the first MOST_DRAWN are drawn.
        title: of the picture.
    """
    pictures = [(label, tree(of_depths(depths))) for depths, label in trees[:MOST_DRAWN]]
    more = (f"The first {MOST_DRAWN} of {len(trees)}.",) if len(trees) > MOST_DRAWN else ()
    read = "The root is guessed first; lower: go left, higher: go right."
    return add_caption(in_grid(pictures, 3), title, read, *more)


def searcher_trees(searcher: Searcher) -> "Picture":
    """The trees of a searcher's strategy with their chances, or one of them."""
    first, count = (searcher.tree, searcher.of) if isinstance(searcher, OneTree) else (1, len(searcher.trees))
    trees = [
        (tree.depths, f"tree {number}, chance {tree.probability}") for number, tree in enumerate(searcher.trees, first)
    ]
    title = f"An optimal strategy of the searcher, {count_noun(searcher.n, 'number')}: {count_noun(count, 'tree')}"
    return trees_picture(trees, title)


def best_trees(trees: Sequence[Sequence[int]], title: str) -> "Picture":
    """Trees by their depths, numbered."""
    return trees_picture([(depths, f"tree {number}") for number, depths in enumerate(trees, 1)], title)


def hider_bars(hider: Hider) -> "Picture":
    """The weights of a hider's strategy over the numbers."""
    weights = [share * (hider.n + 2) for share in hider.weights]
    labels = [f"{float(weight):.2f}".rstrip("0").rstrip(".") for weight in weights]
    runs = "; ".join(f"{ranges(numbers)}: {exact_number(share)}" for share, numbers in mirrored_runs(hider.weights))
    title = f"An optimal strategy of the hider, {count_noun(hider.n, 'number')}"
    read = f"Height: the probability times N + 2, here {hider.n + 2}."
    more = () if hider.hider_unique else (not_unique_text(hider.other_hider),)
    chart = bars([float(weight) for weight in weights], labels, f"Probabilities: {runs}.")
    return add_caption(chart, title, read, *more)
