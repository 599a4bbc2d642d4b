"""Boards on pages of races and heaps against Monte-Carlo agents, and of two agents watched: what an agent does next, as bars.

The sheet is of a subtraction game: win and loss, heap by heap.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.montecarlo.arena import Heap, Move, Track, percent
from tafelwerk.families.montecarlo.parameters import Overshoot
from tafelwerk.families.montecarlo.play import Race, Watching
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules, read_rules
from tafelwerk.parameters import Parameter
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Panel, Picture, View, box, circle, width_of, words
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import BLUE, FIELD, GRID, INK, MUTED, ON_FILL, OUTLINE, PALE, VERMILION
from tafelwerk.wording import count_noun, join_words

SIDE, HEIGHT, NUMBER = 30.0, 46.0, 16.0
"""Width and height of a square, and height of the line of numbers below a lane."""

PER_ROW = 13
"""Most squares beside each other; a longer lane winds."""

TEXT, PHONE = 12.0, 28.0
"""Size of letters, and how many times the size of letters a picture's width may be where a phone shows it."""

EDGE = 2.0
"""Room above the first lane."""

NAMES = 26.0
"""Height of the line that names the players."""

TOKEN, TOKENS_PER_ROW, MOST_TOKENS = 34.0, 10, 200
"""Side of a token's place, tokens beside each other, and most tokens that are drawn."""

LINE, LABEL, BARS, VALUE = 22.0, 118.0, 206.0, 86.0
"""Height of a bar's line, room before the bars, length of a bar of 1, and room behind it."""

NEAR, FAR = BLUE, VERMILION

Box = tuple[float, float, float, float]
"""x, y, width and height."""


def track_picture(track: Track) -> Picture:
    """The lanes with both players' runners."""
    parts: list[str] = []
    length, lanes = track.length, _lanes(track)
    for lane in range(lanes):
        for square in range(length + 1):
            x, y, width, height = square_box(track, square, lane)
            is_goal = square == length or (track.crash and square == 0)
            parts.append(box(x + 1, y, width - 2, height, PALE if is_goal else FIELD, OUTLINE, 4))
            parts.append(words(x + width / 2, y + height + NUMBER / 2, str(square), 11, MUTED, "middle"))
    for lane, gone in enumerate(track.near):
        parts.append(_runner(track, gone, lane, is_near=True))
    for lane, gone in enumerate(track.far, lanes - len(track.far)):
        parts.append(_runner(track, length - gone if track.crash else gone, lane, is_near=False))
    bottom = (length // PER_ROW + 1) * lanes * (HEIGHT + NUMBER) + EDGE + NAMES / 2
    width = max(SIDE * min(length + 1, PER_ROW), 240.0)
    parts += _names(track, bottom, max(TEXT, width / PHONE))
    return Picture(width, bottom + NAMES / 2, "".join(parts), "A race", track.text)


def square_box(track: Track, square: int, lane: int) -> Box:
    """The place of a square."""
    row, column = divmod(square, PER_ROW)
    rows = track.length // PER_ROW + 1
    # a long lane turns at its ends
    column = PER_ROW - 1 - column if row % 2 else column
    return column * SIDE, (lane * rows + row) * (HEIGHT + NUMBER) + EDGE, SIDE, HEIGHT


def turn_boxes(track: Track) -> dict[str, Box]:
    """The squares that the near player's moves lead to, by the move."""
    if len(track.near) == 1:
        here = track.near[0]
        return {str(step): square_box(track, here + step, 0) for step in (1, 2) if here + step <= track.length}
    boxes: dict[str, Box] = {}
    for lane, gone in enumerate(track.near):
        if gone < track.length:
            boxes.setdefault(str(gone), square_box(track, gone + 1, lane))
    return boxes


def _lanes(track: Track) -> int:
    return 1 if track.crash else len(track.near) + len(track.far)


def _runner(track: Track, square: int, lane: int, *, is_near: bool) -> str:
    x, y, width, height = square_box(track, square, lane)
    meets = track.crash and track.near[0] + track.far[0] == track.length
    across = x + width * (0.5 if not meets else 0.3 if is_near else 0.7)
    sign = "▶" if is_near or not track.crash else "◀"
    disc = circle(across, y + 0.36 * height, 0.38 * SIDE, NEAR if is_near else FAR, ON_FILL, 1)
    return disc + words(across, y + 0.36 * height, sign, 11, ON_FILL, "middle", bold=True)


def _names(track: Track, y: float, size: float) -> list[str]:
    """The players below the lanes, the one to move marked."""
    parts, x = [], 2.0
    for name, colour, moves in zip(track.names, (NEAR, FAR), (track.near_moves, not track.near_moves), strict=True):
        is_mover = moves and not track.is_over
        text = f"{name}, to move" if is_mover else name
        parts.append(circle(x + 6, y, 6, colour))
        parts.append(words(x + 16, y, text, size, INK, bold=is_mover))
        x += 34 + width_of(text, size + 1)
    return parts


def heap_picture(heap: Heap) -> Picture:
    """The tokens, row by row."""
    tokens = max(heap.tokens, 0)
    parts = []
    for index in range(min(tokens, MOST_TOKENS)):
        x, y, side, _ = token_box(index)
        parts.append(circle(x + side / 2, y + side / 2, 0.4 * side, BLUE))
    ghosts = ghost_boxes(heap)
    for x, y, side, _ in ghosts.values():
        parts.append(circle(x + side / 2, y + side / 2, 0.38 * side, "none", OUTLINE, 1.5))
    rows = (max(min(tokens, MOST_TOKENS) - 1, 0) // TOKENS_PER_ROW + 1) + bool(ghosts)
    count = count_noun(tokens, "token") if tokens else "no token is left"
    parts.append(words(4, rows * TOKEN + NAMES / 2, count, TEXT, INK))
    height = rows * TOKEN + NAMES
    return Picture(
        TOKEN * TOKENS_PER_ROW, height, "".join(parts), "A heap", f"A heap of {count_noun(tokens, 'token')}."
    )


def token_box(index: int) -> Box:
    """The place of a token, counted from 0."""
    row, column = divmod(max(index, 0), TOKENS_PER_ROW)
    return column * TOKEN, row * TOKEN, TOKEN, TOKEN


def ghost_boxes(heap: Heap) -> dict[str, Box]:
    """Places of moves that take more than is left, by the move."""
    if heap.tokens <= 0:
        return {}
    row = (min(heap.tokens, MOST_TOKENS) - 1) // TOKENS_PER_ROW + 1
    beyond = [move for move in heap.moves if move > heap.tokens]
    return {
        str(move): (TOKEN * column, TOKEN * row, TOKEN, TOKEN) for column, move in enumerate(beyond[:TOKENS_PER_ROW])
    }


def heap_boxes(heap: Heap) -> dict[str, Box]:
    """The token that a move takes with all behind it, by the move."""
    within = {str(move): token_box(min(heap.tokens, MOST_TOKENS) - move) for move in heap.moves if move <= heap.tokens}
    return within | ghost_boxes(heap)


def bars_picture(groups: Sequence[tuple[str, Sequence[tuple[str, float, str]]]]) -> Picture:
    """Bars in groups.

    Args:
        groups: each with its heading, "" for none, and its bars: label, length from 0 to 1, and what stands behind the bar.
    """
    parts, texts, y = [], list[str](), 0.0
    size = TEXT + 2
    for heading, bars in groups:
        if heading:
            parts.append(words(0, y + LINE / 2, heading, size, INK, bold=True))
            y += LINE
        for label, share, text in bars:
            parts.append(words(LABEL - 8, y + LINE / 2, label, size, INK, "end"))
            parts.append(box(LABEL, y + 4, BARS, LINE - 8, GRID, "none", 2))
            if share > 0:
                parts.append(box(LABEL, y + 4, max(BARS * share, 1.0), LINE - 8, BLUE, "none", 2))
            parts.append(words(LABEL + BARS + 8, y + LINE / 2, text, size, INK))
            y += LINE
        texts.append(f"{heading} {', '.join(f'{label}: {text}' for label, _, text in bars)}".strip())
    return Picture(LABEL + BARS + VALUE, max(y, 1), "".join(parts), "Chances", "; ".join(texts))


MOST_BARS = 6
"""Most bars and most groups of a panel."""


def race(value: Track | Heap, view: View, session: Session) -> Board:
    """The lanes or the heap; a square that a runner can reach, or a token, is a turn."""
    picture = track_picture(value) if isinstance(value, Track) else heap_picture(value)
    if isinstance(session, Watching):
        return Board(picture, panels=_panels_of_watching(session))
    assert isinstance(session, Duel)
    assert isinstance(session.game, Race)
    boxes = turn_boxes(value) if isinstance(value, Track) else heap_boxes(value)
    legal = () if session.over else session.legal
    spots = [view.spot(turn, *boxes[turn]) for turn in legal if turn in boxes]
    tokens = ""
    if isinstance(value, Heap):
        for index, each in enumerate(spots):
            # what a token takes, or what that is worth, stands on the token
            x, y = each.x + each.width / 2, each.y + each.height / 2
            colour = ON_FILL if int(each.turn) <= value.tokens else "#757575"
            tokens += words(x, y, each.price or each.turn, 13, colour, "middle", bold=True)
            spots[index] = replace(each, price="")
    is_priced = any(each.worth for each in spots)
    panels = _laws(session, session.game) if is_priced else ()
    return Board(replace(picture, body=picture.body + tokens), tuple(spots), panels)


def _laws(session: Duel, game: Race) -> tuple[Panel, ...]:
    """What the agent would do in the user's place, and how it answers every move."""
    arena, encounter, node = game.arena, game.encounter, session.state.place
    here = [("", _law(arena.law(encounter, node)))]
    answers = [
        (f"after {move.move}", _law(arena.law(encounter, move.after)))
        for _, move in game.ranking(session.state)[:MOST_BARS]
        if encounter.payoff(move.after) is None
    ]
    panels = [_panel(f"What {game.other} would play in your place", here)]
    if answers:
        panels.insert(0, _panel(f"How {game.other} answers", answers))
    return tuple(panels)


def _law(moves: Sequence[Move]) -> list[tuple[str, float, str]]:
    return [(f"plays {move.move}", move.chance, percent(move.chance)) for move in moves[:MOST_BARS]]


def _panel(heading: str, groups: Sequence[tuple[str, Sequence[tuple[str, float, str]]]], *lines: str) -> Panel:
    return Panel(heading, lines, bars_picture(groups))


def _panels_of_watching(session: Watching) -> tuple[Panel, ...]:
    """The law of the next move, and the games so far beside the exact chances."""
    first, second, _ = session.exact
    rows = [("moving first", first), ("moving second", second), ("in all", (first + second) / 2)]
    panels = []
    if not session.is_finished:
        panels.append(_panel(f"What {session.titles[session.mover]} plays next", [("", _law(session.law()))]))
    groups = [("exactly", [(name, chance, percent(chance)) for name, chance in rows])]
    if session.games:
        groups.insert(0, (f"in {session.games:,} games", session.shares))
    panels.append(_panel(f"How often {session.titles[0]} wins", groups))
    return tuple(panels)


BOARDS = {Track: race, Heap: race}


LIMIT, IN_A_ROW = 100, 10
"""Default largest heap, and heaps per row."""

WON, LOST = "#d9efe6", "#f6dccd"

_WIDE, _HIGH, _BETWEEN = 50.0, 44.0, 3.0
"""Width and height of a field with the space between two; half of it is left at the edges, where a border would be cut."""


def sheet_pages(
    book: Book,
    line: str,
    moves: Annotated[str, Parameter("A,B", "Allowed moves of the subtraction game. Default: 1,2.")] = "1,2",
    limit: Annotated[int, Parameter("N", f"Largest heap. Default: {LIMIT}.", 1, 200)] = LIMIT,
    overshoot: Overshoot | None = None,
) -> list[Picture]:
    """Won and lost heaps of a subtraction game, with the winning moves and the proven period.

    Example: tafelwerk sheet montecarlo --moves 2,5 -o heaps.pdf
    """
    from tafelwerk.families.montecarlo.positions import Perfect

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
