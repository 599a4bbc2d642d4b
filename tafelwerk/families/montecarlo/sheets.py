"""Win and loss of a subtraction game, heap by heap."""

from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.montecarlo.parameters import Overshoot
from tafelwerk.families.montecarlo.positions import Perfect
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules, read_rules
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, box, words
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import INK, MUTED
from tafelwerk.wording import join_words

LIMIT, IN_A_ROW = 100, 10
"""Default largest heap, and heaps per row."""

WON, LOST = "#d9efe6", "#f6dccd"

_WIDE, _HIGH, _BETWEEN = 50.0, 44.0, 3.0
"""Width and height of a field with the space between two; half of it is left at the edges, where a border would be cut."""


def pages(
    book: Book,
    line: str,
    moves: Annotated[str, Parameter("A,B", "Allowed moves of the subtraction game. Default: 1,2.")] = "1,2",
    limit: Annotated[int, Parameter("N", f"Largest heap. Default: {LIMIT}.", 1, 200)] = LIMIT,
    overshoot: Overshoot | None = None,
) -> list[Picture]:
    """Won and lost heaps of a subtraction game, with the winning moves and the proven period.

    Example: tafelwerk sheet montecarlo --moves 2,5 -o heaps.pdf
    """
    rules = read_rules(moves, overshoot)
    by_heap = {heap: book.ask(Perfect(Subtraction(rules, heap))) for heap in range(1, limit + 1)}
    last = by_heap[limit]
    repeats = ""
    if last.period is not None:
        start = f"from heap {last.preperiod + 1} on" if last.preperiod else "from heap 1 on"
        repeats = f"Win and loss repeat with period {last.period}, {start}: proved by a repeated state."
    taken = join_words([str(move) for move in rules.moves], last="or")
    below = (
        f"Two players in turn take {taken} from one heap; the player who takes the last wins{_over(rules)}.",
        "Green: the player to move wins by taking a number shown. Red: every move loses.",
        repeats,
    )
    block = Block(_grid({heap: [int(move) for move in perfect.winning_moves] for heap, perfect in by_heap.items()}))
    return set_on_pages(f"Subtraction game {','.join(map(str, rules.moves))}", below, [block], 1, line)


def _over(rules: SubtractionRules) -> str:
    return {
        "wins": ", and so does a player who would take more than is left",
        "loses": "; a player who would take more than is left loses",
        "illegal": ", and nobody may take more than is left",
    }[rules.overshoot]


def _grid(winning: dict[int, list[int]]) -> Picture:
    """One field per heap, with its number in the corner and its winning moves in the middle."""
    parts = []
    for index, (heap, moves) in enumerate(winning.items()):
        x, y = index % IN_A_ROW * _WIDE + _BETWEEN / 2, index // IN_A_ROW * _HIGH + _BETWEEN / 2
        parts.append(box(x, y, _WIDE - _BETWEEN, _HIGH - _BETWEEN, WON if moves else LOST, MUTED, 3))
        parts.append(words(x + 5, y + 9, str(heap), 9, MUTED))
        # at most three moves per field
        label = ",".join(map(str, moves[:3])) + ("…" if len(moves) > 3 else "")
        parts.append(words(x + (_WIDE - _BETWEEN) / 2, y + 26, label or "–", 13, INK, "middle", bold=True))
    rows = -(-len(winning) // IN_A_ROW)
    text = " ".join(
        f"Heap {heap}: {f'take {join_words(list(map(str, moves)))}' if moves else 'lost'}."
        for heap, moves in winning.items()
    )
    return Picture(IN_A_ROW * _WIDE, rows * _HIGH, "".join(parts), "Win and loss", text)
