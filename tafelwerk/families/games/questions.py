"""What can be asked about the user's own games, and what is answered: a position, the reason for its value, how many positions
are won and how far from an end, plays at random.

A position is given by its text; if the game's code is available, it may also be one stored as an equivalent position.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import ceil, log10
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import ArgumentError, InputError, MissingTableError, in_quotes
from tafelwerk.families.games.rules import (
    Node,
    NodeKind,
    Rules,
    class_of,
    code_of,
    find_game,
    known_game,
    normal_text,
    spellings,
    unknown_game,
)
from tafelwerk.families.games.stored_games import (
    StoredGame,
    StoredPosition,
    stored_counts,
    stored_game,
    stored_games,
    stored_position,
)
from tafelwerk.frozen import frozen
from tafelwerk.own_games import word_of
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.places import quote_path
from tafelwerk.rules.game_trees import best_moves, mark, preference
from tafelwerk.rules.puzzles import Seed
from tafelwerk.spelling import compose
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.questions import A, Asks, Computation, Question, Questions, Text
from tafelwerk.wording import count_noun, exact_number, join_words, meant

if TYPE_CHECKING:
    from tafelwerk.families.games.builds import WholeGame
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book


@answer
class PositionValue(Answer):
    """A position under perfect play.

    Attributes:
        game: name of the game.
        position: the requested position; the stored position may be an equivalent one.
        kind: decision, chance or end.
        value: value for the player to move.
        distance: plies to the end; None if play need not end, and in games of chance.
        moves: all best moves.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[str, ...]


@frozen
class MoveValue:
    """A move, or an outcome of chance.

    Attributes:
        move: the move, or the position that chance leads to.
        position: the position after it.
        value: value for the player who moves or, before chance decides, for the player to move.
        distance: plies to the end, the move included.
        best: whether it is one of the best moves; False for chance.
        probability: probability of an outcome of chance; absent for moves.
    """

    move: str
    position: str
    value: Fraction
    distance: int | None
    best: bool
    probability: Fraction | None = None


@answer
class Explanation(Answer):
    """A position under perfect play with the reason: every move, best first, and a line of best play.

    Attributes:
        game, position, kind, value, distance: as in PositionValue.
        moves: every move or chance outcome, best first; the value is the greatest of the moves, or the mean over chance.
        line: the moves if both players choose the first best move, until chance decides or a position repeats.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...]


@frozen
class PositionCount:
    """Positions of one value and distance.

    Attributes:
        value: their value for the player to move; where there are many values, a rounded one.
        distance: their plies to the end; None as in PositionValue.
        positions: their number.
    """

    value: Fraction
    distance: int | None
    positions: int


@answer
class Counts(Answer):
    """The positions of a game by value and distance.

    Attributes:
        game: name of the game.
        positions: number of positions, equivalent ones counted once.
        ends: those in which the game is over.
        greatest: greatest distance; None if no position has one.
        step: that of which the rounded values are multiples; None if values are exact.
        counts: the positions, by value and distance.
    """

    game: str
    positions: int
    ends: int
    greatest: int | None
    step: Fraction | None
    counts: tuple[PositionCount, ...]


@frozen
class SampleMove:
    """A move of a play at random.

    Attributes:
        position: position before it.
        mover: first or second; "" in a puzzle, chance where chance decides.
        choices: number of moves, or of outcomes of chance.
        move: the move, or the position that chance leads to.
    """

    position: str
    mover: str
    choices: int
    move: str


@frozen
class SamplePlay:
    """A play at random.

    Attributes:
        moves: its moves.
        end: the last position.
        board: the last position as it is drawn in play, row by row.
        mover: who would be to move there, as in SampleMove.
        outcome: value of the end for that player; None if the play was cut short.
    """

    moves: tuple[SampleMove, ...]
    end: str
    board: tuple[str, ...]
    mover: str
    outcome: Fraction | None


@answer
class Samples(Answer):
    """Plays of a game at random, in which every position was checked.

    Attributes:
        game: name of the game.
        plays: the plays.
    """

    game: str
    plays: tuple[SamplePlay, ...]


def _game_name(word: str) -> str:
    """The name that a game has in the book, of a name, or of a file or a class, whose code is then read."""
    name = word.strip()
    return find_game(name).name if ":" in name or name.endswith(".py") else compose(name)


Game = Annotated[
    str,
    Parameter(
        "NAME",
        "Game: a name registered by a package, a file such as nim.py, or a class such as my_games:Nim.",
        parse=_game_name,
        may_be_path=True,
    ),
]
AnyPosition = Annotated[
    str, Parameter("POSITION", "Position, in the game's notation. Default: the first.", is_argument=True)
]


LONGEST_LINE = 200
"""Greatest number of moves of a line of best play."""


def position_value(book: Book, rules: Rules, position: Any) -> PositionValue:
    """A position of a game, stored or equivalent to a stored one. Errors as in `row_of`."""
    row, node = row_of(book, rules, position), rules.node(position)
    moves = move_values(book, rules, position, node) if node.kind is NodeKind.DECISION else []
    best = tuple(move.move for move in moves if move.best)
    return PositionValue(rules.name, rules.text(position), row.kind, row.value, row.distance, best)


def explain_position(book: Book, rules: Rules, position: Any) -> Explanation:
    """A position with every move, best first, and a line of best play. Errors as in `row_of`."""
    row = row_of(book, rules, position)
    moves = tuple(move_values(book, rules, position, rules.node(position)))
    line = tuple(_best_line(book, rules, position))
    return Explanation(rules.name, rules.text(position), row.kind, row.value, row.distance, moves, line)


def row_of(book: Book, rules: Rules, position: Any) -> StoredPosition:
    """The row of a position.

    Raises:
        InputError: there is none, because it is not reachable or the game was changed after it was solved.
    """
    row = stored_position(book, rules.name, rules.text(rules.canonical(position)))
    if row is None:
        stored = stored_game(book, rules.name)
        if stored is not None and stored.code == code_of(rules):
            raise not_reachable(rules.name, rules.text(position))
        raise ArgumentError(
            f"position {in_quotes(rules.text(position))} of {rules.name} is not stored: the game has been changed since; "
            f"solve it again: tafelwerk games solve {rules.name} --force"
        )
    return row


def move_values(book: Book, rules: Rules, position: Any, node: Node) -> list[MoveValue]:
    """Successors of a position, best first; after chance, in the order of the game."""
    moves = []
    for number, after in enumerate(node.after):
        row = row_of(book, rules, after)
        value = rules.sign(position, after, node.kind) * row.value
        plies = None if row.distance is None else row.distance + 1
        text = rules.text(after)
        if node.kind is NodeKind.CHANCE:
            moves.append(MoveValue(text, text, value, plies, False, node.weights[number]))
        else:
            moves.append(MoveValue(node.names[number], text, value, plies, False))
    if node.kind is not NodeKind.DECISION:
        return moves
    best = {*best_moves({move.move: (move.value, move.distance) for move in moves})}
    ranked = sorted(moves, key=lambda move: (preference(move.value, move.distance), _plies(move)))
    return [replace(move, best=move.move in best) for move in ranked]


def _plies(move: MoveValue) -> float:
    """Sort key of draws, the shortest first."""
    return float("inf") if move.distance is None else move.distance


def _best_line(book: Book, rules: Rules, position: Any) -> list[str]:
    line: list[str] = []
    seen = {rules.canonical(position)}
    while len(line) < LONGEST_LINE:
        node = rules.node(position)
        if node.kind is not NodeKind.DECISION:
            break
        first = move_values(book, rules, position, node)[0]
        line.append(first.move)
        position = node.after[list(node.names).index(first.move)]
        if rules.canonical(position) in seen:
            break
        seen.add(rules.canonical(position))
    return line


MOVES_SHOWN = MOVES_DRAWN = 12
"""Best moves of a sentence, and moves of a picture."""


def position_text(answer: PositionValue) -> str:
    """Value and best moves of a position."""
    text = f"{answer.position}: {_worth(answer)}{f' ({answer.source})' if answer.source else ''}."
    if answer.moves:
        text += f" Best: {join_words(list(answer.moves), MOVES_SHOWN)}."
    return text


def explanation_text(answer: Explanation) -> Any:
    """Value of every move of a position, and a line of best play."""
    from tafelwerk.commands.output import table, with_heading

    head = f"{answer.position}: {_worth(answer)}."
    if not answer.moves:
        return head
    if answer.kind == "chance":
        outcomes = [(move.move, str(move.probability), exact_number(move.value)) for move in answer.moves]
        return with_heading(head, table(("chance leads to", "probability", "value"), outcomes))
    rows = [
        (move.move, exact_number(move.value), move.distance, mark(move.best, move.value, answer.value), move.position)
        for move in answer.moves
    ]
    parts = [table(("move", "value", "plies", "", "leads to"), rows)]
    line = f"A line of best play: {', '.join(answer.line)}." if answer.line else ""
    return with_heading(head, *parts, *([line] if line else []))


def explanation_picture(answer: Explanation) -> Picture:
    """A position and those that its moves lead to, the best first, as a tree."""
    from tafelwerk.plots.pictures import Branch, add_caption, tree

    below = []
    for move in answer.moves[:MOVES_DRAWN]:
        note = exact_number(move.value) + ("" if move.distance is None else f" in {move.distance}")
        is_chance = move.probability is not None
        edge = str(move.probability) if is_chance else move.move
        below.append(Branch(move.position, [], edge, note, move.best, is_chance, move.best))
    read = "Below: value for the player who moves, and plies to the end. Thick: best."
    if answer.kind == "chance":
        read = "Beside the lines: probability. Below: value for the player to move."
    left = len(answer.moves) - len(below)
    lines = [read] * bool(below) + [f"{left} more are not drawn."] * bool(left)
    title = f"{answer.game}, {answer.position}: {_worth(answer)}."
    return add_caption(tree(Branch(answer.position, below, round=answer.kind == "chance")), title, *lines)


def _worth(answer: PositionValue | Explanation) -> str:
    """Value of a position in words."""
    plies = "" if answer.distance is None else f" in {count_noun(answer.distance, 'ply', 'plies')}"
    who = "the player to move"
    if answer.kind == "end":
        return f"the game is over, worth {exact_number(answer.value)} to {who}"
    return f"worth {exact_number(answer.value)} to {who}{plies if answer.value else ''}"


OPERATIONS = 2e9
"""Estimate for every game: above the budget of a look-up, because the work is only known during the search."""


class OfGame(Question[A]):
    """A question about a solved game."""

    game: Parsed[Game]

    def computation(self, book: Book) -> Computation[A]:
        if not self.game:
            raise InputError("the game's name is empty: give a name that a package registers, a file or a class")
        return Computation(OPERATIONS, lambda: self._solve_and_ask(book), self.build())

    def _solve_and_ask(self, book: Book) -> A:
        """The answer from the solution of the whole game."""
        from tafelwerk.families.games.builds import holding

        rules = known_game(self.game)
        if rules is None:
            raise unknown_game(self.game)
        with holding(book.path, rules) as solved:
            return self.probe(solved)

    def build(self) -> WholeGame:
        from tafelwerk.families.games.builds import WholeGame

        return WholeGame(self.game)

    def missing(self, book: Book) -> MissingTableError:
        known = [stored.game for stored in stored_games(book)]
        game = f"the game {self.game}{'' if self.game in known else meant(self.game, known)}"
        rules = known_game(self.game)
        word = self.game if rules is None else word_of(rules.name, class_of(rules))
        return MissingTableError(f"{game}{self.position_words}", f"tafelwerk games solve {quote_path(word)}", book.path)

    @property
    def position_words(self) -> str:
        """The position that is asked about, behind the name of the game; "" by default."""
        return ""


class OfPosition(OfGame[A]):
    """A question about a position of a game, by default the first."""

    position: AnyPosition | None = None

    @property
    def position_words(self) -> str:
        return "" if self.position is None else f", position {in_quotes(self.position)}"

    def wanted_text(self, book: Book, stored: StoredGame) -> str:
        """The text of the requested position: as typed, or another spelling of it that is stored; otherwise its normal form."""
        if self.position is None:
            # the book may have another position of its class
            rules = known_game(self.game) if stored.symmetric else None
            return stored.start if rules is None else rules.text(rules.start())
        texts = list(spellings(self.position))
        known = (text for text in texts if stored_position(book, stored.game, text) is not None)
        # of a game whose positions are lists, numbers are one
        return next(known, texts[-1] if stored.start.startswith("[") else normal_text(self.position))

    def unknown(self, position: str, is_hidden: bool) -> ArgumentError:
        """The error for a position that is none of the game, or, if it is hidden, may be stored as an equivalent one."""
        if not is_hidden:
            return not_reachable(self.game, position)
        return not_reachable(
            self.game,
            position,
            f"not stored: {self.game} stores one of equivalent positions, and the game's code is missing",
        )


def not_reachable(game: str, position: str, fault: str = "") -> ArgumentError:
    """The error for a text that is none of a game's stored positions; by default since play does not lead to it."""
    fault = fault or f"not a position of {game} reachable from the start"
    sql = f"SELECT position FROM games.positions WHERE game = '{game}' LIMIT 9"
    return ArgumentError(f'{in_quotes(position)} is {fault}; tafelwerk sql "{sql}" shows some')


class Position(OfPosition[PositionValue]):
    """Show the value of a position and its best moves, from the book; the game's code is not needed.

    Example: tafelwerk games position nim 20
    """

    def look_up(self, book: Book) -> PositionValue | None:
        stored = stored_game(book, self.game)
        if stored is None:
            return None
        text = self.wanted_text(book, stored)
        row = stored_position(book, self.game, text)
        if row is not None:
            return PositionValue(self.game, text, row.kind, row.value, row.distance, row.moves)
        rules = known_game(self.game) if stored.symmetric else None
        position = None if rules is None else _find_position(rules, text, stored.positions)
        if rules is None or position is None:
            raise self.unknown(text, stored.symmetric and rules is None)
        return position_value(book, rules, position)

    def text(self, answer: PositionValue) -> str:
        return position_text(answer)


class Explain(OfPosition[Explanation]):
    """Show the value of every move of a position, best first, and a line of best play.

    Example: tafelwerk games explain nim 20
    """

    def look_up(self, book: Book) -> Explanation | None:
        stored = stored_game(book, self.game)
        if stored is None:
            return None
        rules = known_game(self.game)
        if rules is None:
            raise ArgumentError(
                f"the code of {self.game} ({stored.class_name}) is not installed: "
                f"explain asks it for the moves; tafelwerk games position {self.game} asks the table alone"
            )
        text = self.wanted_text(book, stored)
        position = _find_position(rules, text, stored.positions)
        if position is None:
            raise self.unknown(text, False)
        return explain_position(book, rules, position)

    def text(self, answer: Explanation) -> Text:
        return lambda: explanation_text(answer)

    def picture(self, answer: Explanation) -> Picture:
        return explanation_picture(answer)


def _find_position(rules: Rules, text: str, positions: int) -> Any:
    """The position with that text; None if it is not reachable from the start."""
    start = rules.start()
    if rules.text(start) == text or rules.text(rules.canonical(start)) == text:
        return start if rules.text(start) == text else rules.canonical(start)
    # equivalent positions occur one by one
    most = max(positions, 1) * 1000
    return next((position for position, _ in rules.walk(most) if rules.text(position) == text), None)


class Summary(OfGame[Counts]):
    """Show how many positions are won, drawn and lost, and how far from the end; the game's code is not needed.

    Positions of games of chance have no distances; many values are rounded.

    Example: tafelwerk games summary nim
    """

    def look_up(self, book: Book) -> Counts | None:
        stored = stored_game(book, self.game)
        if stored is None:
            return None
        counts = stored_counts(book, self.game)
        values = {value for value, _ in counts}
        step = None if len(values) <= MOST_VALUES else step_between(min(values), max(values))
        if step is not None:
            groups: Counter[tuple[Fraction, int | None]] = Counter()
            for (value, distance), number in counts.items():
                groups[round(value / step) * step, distance] += number
            counts = dict(sorted(groups.items(), key=lambda group: (group[0][0], group[0][1] or 0)))
        rows = tuple(PositionCount(value, distance, number) for (value, distance), number in counts.items())
        return Counts(self.game, stored.positions, stored.ends, stored.greatest, step, rows)

    def text(self, answer: Counts) -> Text:
        return lambda: counts_text(answer)

    def picture(self, answer: Counts) -> Picture:
        from tafelwerk.families.games.pictures import counts_picture

        return counts_picture(answer, counts_heading(answer))


MOST_VALUES = 20
"""Most values that are counted one by one, and most steps of rounded ones."""

OUTCOMES = {Fraction(1): "won", Fraction(0): "drawn", Fraction(-1): "lost"}


def step_between(least: Fraction, greatest: Fraction) -> Fraction:
    """What values are rounded to a multiple of, 1, 2 or 5 times a power of ten: the smallest that leaves few."""
    power = Fraction(10) ** ceil(log10((greatest - least) / MOST_VALUES))
    return next(step for step in (power / 5, power / 2, power) if (greatest - least) / step <= MOST_VALUES)


def value_names(answer: Counts) -> dict[Fraction, str]:
    """What the values are called, the greatest first: won, drawn and lost if there are no others."""
    values = sorted({count.value for count in answer.counts}, reverse=True)
    if answer.step is not None:
        return {value: f"{float(value):g}" for value in values}
    is_plain = OUTCOMES.keys() >= {*values}
    return {value: OUTCOMES[value] if is_plain else exact_number(value) for value in values}


def counts_heading(answer: Counts) -> str:
    """Numbers of positions and ends, and the greatest distance."""
    far = "" if answer.greatest is None else f", at most {count_noun(answer.greatest, 'ply', 'plies')} from the end"
    return f"{answer.game}: {count_noun(answer.positions, 'position')}, {count_noun(answer.ends, 'end')}{far}"


def counts_text(answer: Counts) -> Any:
    """Positions by value for the player to move, and by distance where there is one."""
    from tafelwerk.commands.output import table, with_heading

    names, numbers = value_names(answer), {(one.distance, one.value): one.positions for one in answer.counts}
    distances = sorted({one.distance for one in answer.counts}, key=lambda plies: (plies is None, plies))
    if answer.greatest is None:
        worth = "worth" if answer.step is None else f"worth, to {float(answer.step):g}"
        rows = table((worth, "positions"), [(name, numbers[None, value]) for value, name in names.items()])
    else:
        by_distance = [
            ("no end" if plies is None else plies, *(numbers.get((plies, value)) for value in names))
            for plies in distances
        ]
        rows = table(("plies to the end", *names.values()), by_distance)
    return with_heading(f"{counts_heading(answer)} ({answer.source}).", rows, "Values are those of the player to move.")


MOST_MOVES = 200
"""Most moves of a play."""

Plays = Annotated[int, Parameter("N", "Number of plays. Default: 1.", 1, 100)]


class Check(Question[Samples], title="plays of {game} at random"):
    """Play a game at random and say what happens: who moves, what is played, and who wins. To be read before the game is solved.

    Every position of a play is checked as when the game is solved. With `key` or `symmetry`, a position and the one that stands
    for it must end alike, or lead to the same positions.

    Example: tafelwerk games check nim.py --seed 1
    """

    game: Parsed[Game]
    games: Plays = 1
    seed: Seed | None = None

    def computation(self, book: Book) -> Computation[Samples]:
        rules = known_game(self.game)
        if rules is None:
            raise unknown_game(self.game)
        return Computation(0.0, lambda: self._samples(rules))

    def _samples(self, rules: Rules) -> Samples:
        draw = Random(self.seed)
        return Samples(rules.name, tuple(sample_play(rules, draw) for _ in range(self.games)))

    def text(self, answer: Samples) -> Text:
        return lambda: samples_text(answer)


def sample_play(rules: Rules, draw: Random) -> SamplePlay:
    """A play at random from the start, of at most MOST_MOVES moves.

    Raises:
        InputError: the game returns an impossible value, or its key or symmetry makes different positions equal.
    """
    position, moves = rules.start(), list[SampleMove]()
    mover = rules.player(position) if rules.tells_player else 0
    while True:
        node = rules.node(position)
        check_symmetry(rules, position, node)
        player = "" if rules.players == 1 else ("first", "second")[mover]
        if node.kind is NodeKind.END or len(moves) == MOST_MOVES:
            outcome = Fraction(node.outcome) if node.kind is NodeKind.END else None
            return SamplePlay(
                tuple(moves), rules.text(position), tuple(rules.board(position).splitlines()), player, outcome
            )
        weights = [float(weight) for weight in node.weights] or None
        index = draw.choices(range(len(node.after)), weights)[0]
        after = node.after[index]
        who, move = ("chance", rules.text(after)) if weights else (player, node.names[index])
        moves.append(SampleMove(rules.text(position), who, len(node.after), move))
        if rules.sign(position, after, node.kind) < 0:
            mover = 1 - mover
        position = after


def check_symmetry(rules: Rules, position: Any, node: Node) -> None:
    """Raise InputError where the position that stands for another ends otherwise, or leads to other positions."""
    stored = rules.canonical(position)
    if stored == position:
        return
    other = rules.node(stored)
    here, there = ({rules.text(rules.canonical(after)) for after in each.after} for each in (node, other))
    if (node.kind, node.outcome) != (other.kind, other.outcome):
        reason = "the two do not end alike"
    elif here != there:
        reason = f"only one of the two leads to {in_quotes(min(here ^ there))}"
    else:
        return
    raise InputError(
        f"{rules.name}: {in_quotes(rules.text(stored))} stands for {in_quotes(rules.text(position))}, but {reason}: "
        "key or symmetry makes different positions equal"
    )


CUT_SHOWN = 10
"""Moves shown of a play without end."""


def samples_text(answer: Samples) -> Any:
    """Every play, move by move."""
    from tafelwerk.commands.output import table, with_heading

    count = count_noun(len(answer.plays), "play")
    parts: list[Any] = []
    for number, play in enumerate(answer.plays, 1):
        moves = play.moves[:CUT_SHOWN] if play.outcome is None else play.moves
        rows = [(index, move.mover, move.position, move.choices, move.move) for index, move in enumerate(moves, 1)]
        heads = ("", "to move", "position", "choices", "plays")
        if not any(move.mover for move in play.moves):
            heads, rows = ("", "position", "choices", "plays"), [(row[0], *row[2:]) for row in rows]  # type: ignore[assignment,misc]
        board = "\n".join(play.board)
        boards = [board] if board != play.end else []
        if play.outcome is None:
            head = f"Play {number}: {_end_text(play)} Its first {count_noun(len(moves), 'move')}:"
            parts += [head, table(heads, rows), ""]
        else:
            parts += [f"Play {number}:", table(heads, rows), *boards, _end_text(play), ""]
    endless = sum(play.outcome is None for play in answer.plays)
    ends = f", but {endless} of them did not end within {MOST_MOVES} moves" if endless else ""
    return with_heading(
        f"{answer.game}: {count} at random; no position breaks the rules of a game{ends}.", "", *parts[:-1]
    )


def _end_text(play: SamplePlay) -> str:
    """How a play ends."""
    if play.outcome is None:
        positions = [*(move.position for move in play.moves), play.end]
        if again := len(positions) - len({*positions}):
            reason = f"{count_noun(again, 'position')} had come before, so play may go on for ever"
        else:
            reason = "no position came twice, so there may be infinitely many: is a limit missing? Such a game is never solved"
        return f"Cut short after {count_noun(len(play.moves), 'move')}: {reason}."
    worth = f"The game is over at {play.end}, worth {exact_number(play.outcome)} to"
    if not play.mover:
        return f"{worth} the player."
    winner = play.mover if play.outcome > 0 else {"first": "second", "second": "first"}[play.mover]
    return f"{worth} {play.mover}, who would be to move: {f'{winner} wins' if play.outcome else 'a draw'}."


class GamesQuestions(Questions):
    """The questions, as `book.games` has them."""

    position = Asks(Position)
    explain = Asks(Explain)
    summary = Asks(Summary)
    check = Asks(Check)
