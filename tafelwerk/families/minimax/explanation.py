"""The question `explain` and its answers, for games over ranks, heaps and Memory: what a position is worth, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import xor
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax.chance_games import AFTER_MATCH, AFTER_NEW, WHOLE, WORTH
from tafelwerk.families.minimax.heaps import TITLES
from tafelwerk.families.minimax.parameters import Lead, ObjectiveName, RuleName, is_of_heaps, read_game_of_two
from tafelwerk.families.minimax.positions import Row, best_labels, finite, stored_rows
from tafelwerk.families.minimax.rules import games
from tafelwerk.families.minimax.rules.chance_games import Card, MemoryPosition, Objective, Rule
from tafelwerk.families.minimax.rules.heaps import HeapGame, Left
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.rules.game_trees import preference
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.explanation import Option, PositionExplanation, RefutedOption
from tafelwerk.tables.questions import Question, Text
from tafelwerk.texts import Group
from tafelwerk.wording import count_noun, exact_number, join_words

if TYPE_CHECKING:
    from tafelwerk.commands.fitting import Column
    from tafelwerk.families.minimax.builds import GamePositions, MemoryPositions
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Keeps


MEMORY = "memory"
"""The name of Memory among the games."""

LONGEST_LINE = 60
"""Most moves of a line of play."""

MOVE_OPERATIONS = 2e4
"""Work per move of a heap, including the search for a refutation."""

Rows = Callable[[Sequence[int]], Mapping[int, Row]]
"""Rows of positions by their ranks."""

Choices = Mapping[str, Mapping[str, Fraction]]
"""Values of the choices of a card: "none" for the first card, "new" and "match" for the second after such an unseen card."""


@frozen(kw_only=True)
class RankedMove(RefutedOption):
    """A move of a listed game.

    `best`: whether it is a fastest win, a longest defence or any draw; in a puzzle, whether it comes nearer to the goal.

    Attributes:
        distance: plies left after it, None for a draw without an end; for a puzzle, moves to the goal.
        position: position after the move.
    """

    distance: int | None
    position: str


@answer
class RankedExplanation(PositionExplanation):
    """A position of a listed game, and every move.

    Attributes:
        game, position: name of the game, and the position in its notation.
        distance: plies to the end, None for a draw without an end; for a puzzle, moves to the goal.
        moves: the best first: by value, then the winner's shortest and the loser's longest.
        line: line of best play: the winner hurries, the loser delays, and a draw is prolonged; for a puzzle, a shortest solution.
    """

    game: str
    position: str
    distance: int | None
    moves: tuple[RankedMove, ...]


@frozen(kw_only=True)
class HeapMove(RefutedOption):
    """A move in a sum of heaps; `best`: whether it wins, or none does. How many moves are left is not known.

    Attributes:
        nimber: Grundy value of all heaps after it; 0 wins.
    """

    nimber: int


@answer
class HeapExplanation(PositionExplanation):
    """A sum of heaps under normal play, and every move.

    Attributes:
        game: name of the game, without heaps.
        heaps: number of tokens in each heap, ascending.
        values: Grundy value of each heap.
        grundy: Grundy value of the sum, the exclusive or of the values; a sum with 0 is lost.
        moves: every move, winning moves first; heaps of equal size have the same moves, listed once.
        line: line of play: the winner makes the first winning move, the loser the first move.
    """

    game: str
    heaps: tuple[int, ...]
    values: tuple[int, ...]
    grundy: int
    moves: tuple[HeapMove, ...]


@frozen(kw_only=True)
class CardChoice(Option):
    """A card of Memory that may be turned; `best`: whether its value is the greatest.

    Attributes:
        value: value for the player to move after turning it.
    """

    value: Fraction


@answer
class MemoryExplanation(Answer):
    """A position of Memory, and every choice.

    Attributes:
        pairs, known, rule, objective, lead: the position, see `memory`.
        value, value_float: value of the position for the mover, exact and as the nearest double.
        moves: first cards, best first; pass and known are whole turns.
        after_new, after_match: second cards after an unseen first card that is new, or matches a known one; empty if impossible.
        chance_new: chance that an unseen card is new.
    """

    pairs: int
    known: int
    rule: str
    objective: str
    lead: int | None
    value: Fraction
    value_float: float
    moves: tuple[CardChoice, ...]
    after_new: tuple[CardChoice, ...]
    after_match: tuple[CardChoice, ...]
    chance_new: Fraction


AnyExplanation = RankedExplanation | HeapExplanation | MemoryExplanation
"""Answers of `explain`."""


@frozen
class RankedSubject:
    """A position of a listed game."""

    rules: games.RankedGame
    position: str

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.name

    def look_up(self, book: Book) -> RankedExplanation | None:
        if not stored_rows(book, self.rules, [self.rules.read(self.position)]):
            return None
        return ranked_explanation(self.rules, self.position, lambda ranks: stored_rows(book, self.rules, ranks))

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import whole_operations

        return whole_operations(self.rules)

    def solve(self) -> RankedExplanation:
        from tafelwerk.families.minimax.rows import solved_rows

        return ranked_explanation(self.rules, self.position, lambda ranks: solved_rows(self.rules, ranks))

    def build(self) -> GamePositions:
        from tafelwerk.families.minimax.builds import GamePositions

        return GamePositions(self.game)


@frozen
class HeapSubject:
    """Heaps of a game under normal play, ascending."""

    rules: HeapGame
    heaps: tuple[int, ...]

    @property
    def game(self) -> str:
        """The game's name, with its code."""
        return self.rules.name.replace(" ", ":")

    @property
    def position(self) -> str:
        """The heaps, as in play."""
        return "+".join(map(str, self.heaps))

    def look_up(self, book: Book) -> HeapExplanation | None:
        largest = max(self.heaps)
        sql = "SELECT value, build FROM minimax.grundy WHERE game = ? AND heap <= ? ORDER BY heap"
        values = [value for (value,) in book.rows("minimax", sql, self.rules.name, largest)]
        return heap_explanation(self.rules, self.heaps, values) if len(values) > largest else None

    def operations(self) -> float:
        from tafelwerk.families.minimax.rows import values_operations

        # a heap h that may be split has some h^2 / 4 moves, and the search for a refutation tries about as many
        options = sum(heap * (1 + heap * self.rules.breaks / 4) for heap in {*self.heaps})
        return values_operations(self.rules, max(self.heaps)) + MOVE_OPERATIONS * options

    def solve(self) -> HeapExplanation:
        from tafelwerk.families.minimax.rows import heap_values

        return heap_explanation(self.rules, self.heaps, heap_values(self.rules, max(self.heaps)).tolist())

    def build(self) -> None:
        return None


@frozen
class MemorySubject:
    """A position of Memory."""

    memory: MemoryPosition
    game = MEMORY

    @property
    def position(self) -> str:
        """Pairs left, and how many of them have one known card."""
        return f"{self.memory.pairs} {self.memory.known}"

    def look_up(self, book: Book) -> MemoryExplanation | None:
        memory = self.memory
        choices: dict[str, dict[str, Fraction]] = {}
        rows = book.rows(
            "minimax",
            "SELECT turned, choice, value_num, value_den, build FROM minimax.memory_choices WHERE rule = ? AND objective = ?"
            " AND pairs = ? AND known = ? AND lead = ? ORDER BY turned, choice",
            *(memory.rule, memory.objective, memory.pairs, memory.known, memory.lead),
        )
        for turned, choice, above, below in rows:
            choices.setdefault(turned, {})[choice] = Fraction(int(above), int(below))
        return memory_explanation(memory, choices) if choices else None

    def operations(self) -> float:
        from tafelwerk.families.minimax.builds import turn_operations

        return turn_operations(self.memory.pairs, self.memory.objective)

    def solve(self) -> MemoryExplanation:
        from tafelwerk.families.minimax.builds import choice_values
        from tafelwerk.solvers.minimax.chance_games import solve_memory

        memory = self.memory
        table = solve_memory(memory.pairs, Rule(memory.rule), Objective(memory.objective))
        cards = (None, *Card)
        return memory_explanation(memory, {str(card or "none"): choice_values(table, memory, card) for card in cards})

    def build(self) -> MemoryPositions:
        from tafelwerk.families.minimax.builds import MemoryPositions

        return MemoryPositions(self.memory.pairs, self.memory.rule, self.memory.objective)


class Explain(Question[AnyExplanation], title="an explanation of {game} {position}"):
    """What a position is worth and why: every move with its value and what refutes it, and the line of best play.

    Heaps are analysed by their Grundy values. For Memory, every choice of a card is listed with its exact value.

    Example: tafelwerk minimax explain tictactoe "X.O......"

    Example: tafelwerk minimax explain grundy:8+13+20

    Example: tafelwerk minimax explain nim 3 5 6

    Example: tafelwerk minimax explain octal:0.77:10+4 --json

    Example: tafelwerk minimax explain memory "3 1"
    """

    game: Annotated[
        str,
        Parameter(
            "GAME",
            "Game: a listed one such as tictactoe; heaps such as nim:3+5+7, grundy:7+5, kayles:12, octal:0.77:12, "
            "subtraction:1,2:21; or memory.",
        ),
    ]
    position: (
        Annotated[
            str,
            Parameter(
                "POSITION",
                "Position in the game's notation; heaps, such as 3 5 6; for memory PAIRS KNOWN. Default: the start.",
                write=quote,
                is_argument=True,
                joins=True,
            ),
        ]
        | None
    ) = None
    rule: RuleName = "pass"
    objective: ObjectiveName = "gain"
    lead: Lead | None = None

    @property
    def subject(self) -> RankedSubject | HeapSubject | MemorySubject:
        """What is explained.

        Raises:
            InputError: there is no such game or position.
        """
        name = self.game.strip()
        if name.lower() == MEMORY:
            return MemorySubject(self._memory_position())
        if is_of_heaps(name):
            heaps = heaps_of(name, self.position)
            return HeapSubject(heaps.game, heaps.heaps)
        ranked = games.ranked_game(name)
        return RankedSubject(ranked, ranked.text(ranked.root) if self.position is None else self.position.strip())

    def _memory_position(self) -> MemoryPosition:
        words = (self.position or "").replace(",", " ").split()
        if len(words) != 2:
            raise InputError(
                f"a position of {MEMORY} is PAIRS KNOWN, the pairs left and how many of them have one known card, such as "
                f'"3 1", not {in_quotes(self.position or "")}'
            )
        pairs, known = (whole("a number of pairs", word, 0, 1000) for word in words)
        return MemoryPosition(pairs, known, self.rule, self.objective, self.lead or 0)

    def check(self) -> None:
        if self.game.strip().lower() != MEMORY:
            options = {"rule": "pass", "objective": "gain", "lead": None}
            option = next((name for name, default in options.items() if getattr(self, name) != default), None)
            if option is not None:
                raise InputError(f"--{option} goes with {MEMORY}")
        assert self.subject is not None

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**super().parameters, "game": self.subject.game, "position": self.subject.position}

    def look_up(self, book: Book) -> AnyExplanation | None:
        return self.subject.look_up(book)

    def operations(self) -> float:
        return self.subject.operations()

    def solve(self) -> AnyExplanation:
        return self.subject.solve()

    def build(self) -> Keeps | None:
        return self.subject.build()

    def text(self, answer: AnyExplanation) -> Text:
        return lambda: explanation_text(answer)


def heaps_of(name: str, position: str | None) -> games.HeapSum:
    """The heaps with this name; a position, if given, replaces those of the name.

    Raises:
        InputError: there is no such game, or the heaps are too many or too large.
    """
    if position is not None:
        kind, _, code_and_heaps = name.partition(":")
        code = code_and_heaps.partition(":")[0] if kind.lower() in ("octal", "subtraction") else ""
        name = ":".join(filter(None, [kind, code, "+".join(map(str, games.read_heaps(position)))]))
    game = read_game_of_two(name)
    assert isinstance(game, games.HeapSum)
    return game


def memory_explanation(position: MemoryPosition, choices: Choices) -> MemoryExplanation:
    """The explanation of a position of Memory, given the value of each choice."""
    value = max(choices["none"].values())
    fresh = position.pairs - position.known
    return MemoryExplanation(
        pairs=position.pairs,
        known=position.known,
        rule=str(position.rule),
        objective=str(position.objective),
        lead=position.lead if position.objective == "win" else None,
        value=value,
        value_float=float(value),
        moves=_card_choices(choices["none"]),
        after_new=_card_choices(choices.get(Card.NEW, {})),
        after_match=_card_choices(choices.get(Card.MATCH, {})),
        chance_new=Fraction(2 * fresh, 2 * fresh + position.known),
    )


def _card_choices(values: Mapping[str, Fraction]) -> tuple[CardChoice, ...]:
    """Choices of a card, best first."""
    most = max(values.values(), default=None)
    ranked = sorted(values, key=lambda choice: -values[choice])
    return tuple(CardChoice(move=choice, best=values[choice] == most, value=values[choice]) for choice in ranked)


def heap_explanation(game: HeapGame, heaps: Sequence[int], values: Sequence[int]) -> HeapExplanation:
    """The explanation of a sum of heaps, given the Grundy values of heaps 0, 1, ..."""
    total = reduce(xor, (values[heap] for heap in heaps))
    moves = []
    for heap, left in _heap_moves(game, heaps):
        nimber = _after(total, heap, left, values)
        reply = _winning(game, _heaps_after(heaps, heap, left), values) if nimber else None
        name = None if reply is None else _heap_name(*reply)
        moves.append(
            HeapMove(
                move=_heap_name(heap, left),
                best=not (nimber and total),
                value=-1 if nimber else 1,
                reply=name,
                nimber=nimber,
            )
        )
    return HeapExplanation(
        value=1 if total else -1,
        line=tuple(_heap_line(game, heaps, values)),
        game=str(game),
        heaps=tuple(heaps),
        values=tuple(values[heap] for heap in heaps),
        grundy=total,
        moves=tuple(sorted(moves, key=lambda one: -one.value)),
    )


def _heap_moves(game: HeapGame, heaps: Sequence[int]) -> Iterator[tuple[int, Left]]:
    """Moves: a heap, and the heaps that are left of it."""
    return ((heap, left) for heap in sorted({*heaps}) for left in game.options(heap))


def _after(total: int, heap: int, left: Left, values: Sequence[int]) -> int:
    """Grundy value of all heaps after a move."""
    return reduce(xor, (values[part] for part in left), total ^ values[heap])


def _heaps_after(heaps: Sequence[int], heap: int, left: Left) -> list[int]:
    """The heaps after a move, ascending."""
    remaining = list(heaps)
    remaining.remove(heap)
    return sorted([*remaining, *left])


def _winning(game: HeapGame, heaps: Sequence[int], values: Sequence[int]) -> tuple[int, Left] | None:
    """The first winning move."""
    total = reduce(xor, (values[heap] for heap in heaps), 0)
    return next((move for move in _heap_moves(game, heaps) if not _after(total, *move, values)), None)


def _heap_line(game: HeapGame, heaps: Sequence[int], values: Sequence[int]) -> Iterator[str]:
    for _ in range(LONGEST_LINE):
        move = _winning(game, heaps, values) or next(_heap_moves(game, heaps), None)
        if move is None:
            return
        yield _heap_name(*move)
        heaps = _heaps_after(heaps, *move)


def _heap_name(heap: int, left: Left) -> str:
    """The name of a move, as in play."""
    return f"{heap} to {'+'.join(map(str, left)) or '0'}"


def ranked_explanation(game: games.RankedGame, position: str, rows: Rows) -> RankedExplanation:
    """The explanation of a position of a listed game.

    Args:
        game: the game.
        position: position in the game's notation.
        rows: function from ranks to rows of positions.

    Raises:
        InputError: no play from the start leads to the position.
    """
    rank = game.read(position)
    after = game.successors(rank)
    known = rows(sorted({rank, *after.values()}))
    if rank not in known:
        raise InputError(f"no play from the start of {game.title} leads to {in_quotes(position)}")
    _, value, distance, _ = known[rank]
    best = best_labels(game, rank, after, known)
    moves = sorted(
        (_ranked_move(game, rank, label, known[following], label in best) for label, following in after.items()),
        key=lambda one: (preference(one.value, one.distance), -_plies(one)),
    )
    return RankedExplanation(
        value=value,
        line=tuple(_ranked_line(game, rank, rows)),
        game=game.name,
        position=" ".join(position.split()),
        distance=finite(distance),
        moves=tuple(moves),
    )


def _plies(move: RankedMove) -> int:
    return games.ENDLESS if move.distance is None else move.distance


def _ranked_move(game: games.RankedGame, rank: int, label: int, row: Row, best: bool) -> RankedMove:
    following, value, distance, mask = row
    reply = None
    if not game.is_puzzle and value > 0 and mask:
        reply = game.move_name(following, _first(mask))
    return RankedMove(
        move=game.move_name(rank, label),
        best=best,
        value=1 if game.is_puzzle else -value,
        reply=reply,
        distance=finite(distance),
        position=game.text(following),
    )


def _ranked_line(game: games.RankedGame, rank: int, rows: Rows) -> Iterator[str]:
    for _ in range(LONGEST_LINE):
        after = game.successors(rank)
        if not after:
            return
        known = rows(sorted({rank, *after.values()}))
        _, _, distance, mask = known[rank]
        if not distance:
            return
        best = [label for label in after if mask >> label & 1]
        # the position's distance is one more than that of a best move
        label = next((candidate for candidate in best if known[after[candidate]][2] == distance - 1), best[0])
        yield game.move_name(rank, label)
        rank = after[label]


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


MOST_MOVES = 40
"""Most moves shown of a line of play."""


def explanation_text(answer: AnyExplanation) -> Any:
    """An explanation for people."""
    match answer:
        case RankedExplanation():
            return _ranked_layout(answer)
        case HeapExplanation():
            return _heap_layout(answer)
    return _memory_layout(answer)


def _ranked_layout(answer: RankedExplanation) -> Any:
    from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explanation_layout
    from tafelwerk.commands.fitting import Column

    game = games.ranked_game(answer.game)
    subject = f"{game.title}, {answer.position}"
    if not answer.moves:
        return f"{subject}: the game is over, {OUTCOMES[answer.value]} for the player to move ({answer.source})."
    if game.is_puzzle:
        far = f"{count_noun(answer.distance, 'move')} from the goal" if answer.distance else "the goal"
        heading = f"{subject}: {far} (exact; {answer.source})."
    else:
        ends = "" if answer.distance is None else f", in {count_noun(answer.distance, 'ply', 'plies')}"
        heading = f"{subject}: {OUTCOMES[answer.value]} for the player to move{ends} (exact; {answer.source})."
    moves = answer.moves[:MOST_ROWS]
    columns = [Column("move", [move.move for move in moves])]
    if not game.is_puzzle:
        columns.append(Column("for the mover", [OUTCOMES[move.value] for move in moves], "value"))
    columns.append(
        Column("left" if game.is_puzzle else "plies left", [_plies_text(move.distance) for move in moves], "plies")
    )
    if any(move.reply is not None for move in moves):
        columns.append(Column("reply", [move.reply for move in moves], goes=1))
    columns.append(Column("leads to", [move.position for move in moves], goes=2))
    if game.is_puzzle or not _all_lose(answer.moves):
        columns.append(best_column(moves, alone=game.is_puzzle))
    count = sum(move.best if game.is_puzzle else move.value == answer.value for move in answer.moves)
    verbs = ("comes", "keeps") if count == 1 else ("come", "keep")
    keeps = f"{verbs[0]} nearer to the goal" if game.is_puzzle else f"{verbs[1]} the value"
    why = f"{count} of {count_noun(len(answer.moves), 'move')} {keeps}."
    if not game.is_puzzle and answer.value < 0:
        why = "Every move loses." if len(answer.moves) > 1 else "The only move loses."
    if not game.is_puzzle and answer.value and not _all_lose(answer.moves):
        why += f" Best: the {'fastest wins' if answer.value > 0 else 'longest defences'}."
    return explanation_layout(heading, columns, why, _line(answer.line), count=len(answer.moves))


def _plies_text(distance: int | None) -> str:
    return "-" if distance is None else str(distance)


def _heap_layout(answer: HeapExplanation) -> Any:
    from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explanation_layout, tie_text
    from tafelwerk.commands.fitting import Column

    heaps = " + ".join(map(str, answer.heaps))
    title = TITLES.get(answer.game, answer.game.capitalize())
    heading = f"{title}, {heaps}: {OUTCOMES[answer.value]} for the player to move (exact; {answer.source})."
    moves = answer.moves[:MOST_ROWS]
    columns = [
        Column("move", [move.move for move in moves]),
        Column("Grundy value after it", [move.nimber for move in moves], "value"),
        Column("outcome", [OUTCOMES[move.value] for move in moves], goes=2),
        *([Column("reply", [move.reply for move in moves], goes=1)] if any(move.reply for move in moves) else []),
        *([] if _all_lose(answer.moves) else [best_column(moves)]),
    ]
    values = " xor ".join(map(str, answer.values))
    why = f"Grundy values: {values} = {answer.grundy}." if len(answer.heaps) > 1 else f"Grundy value: {answer.grundy}."
    why += (
        " A move wins if it leaves a total value of 0."
        if answer.value > 0
        else " A value of 0 is lost: every move loses, since some reply restores 0."
    )
    if answer.value > 0:
        why += f" {tie_text(answer.moves)}".rstrip()
    return explanation_layout(heading, columns if moves else [], why, _line(answer.line), count=len(answer.moves))


def _all_lose(moves: Sequence[RefutedOption]) -> bool:
    """Whether all moves are best, as all lose, so that a mark would tell nothing."""
    return all(move.best and move.value < 0 for move in moves)


def _memory_layout(answer: MemoryExplanation) -> Any:
    from tafelwerk.commands.explaining import explanation_layout

    ahead = "" if answer.lead is None else f", lead {answer.lead}"
    heading = (
        f"Memory, rule {answer.rule}, {count_noun(answer.pairs, 'pair')} left, {answer.known} with one card known{ahead}: "
        f"{exact_number(answer.value)} for the mover, {WORTH[answer.objective]} (exact; {answer.source})."
    )
    parts: list[Any] = [
        explanation_layout(heading, _choices("first card", answer.moves, {**WHOLE, "unseen": "an unseen card"}))
    ]
    for title, words, choices in (
        ("second card after a new one", AFTER_NEW, answer.after_new),
        ("second card after a match", AFTER_MATCH, answer.after_match),
    ):
        if choices:
            parts += [*explanation_layout("", _choices(title, choices, words)).parts[2:]]
    unseen = next((choice for choice in answer.moves if choice.move == "unseen"), None)
    if unseen is not None:
        chances = [(answer.chance_new, answer.after_new, "new"), (1 - answer.chance_new, answer.after_match, "a match")]
        sums = [
            f"{chance} times {choices[0].value} ({name})" for chance, choices, name in chances if choices and chance
        ]
        parts.append(f"An unseen card is worth {exact_number(unseen.value)}: {join_words(sums, last='plus')}.")
    return Group(*parts)


def _choices(title: str, choices: tuple[CardChoice, ...], words: dict[str, str]) -> list[Column]:
    from tafelwerk.commands.explaining import best_column
    from tafelwerk.commands.fitting import Column

    return [
        Column(title, [words.get(card.move, card.move) for card in choices], folds=True),
        Column("value", [f"{float(card.value):+.6f}" for card in choices]),
        Column(
            "as a fraction",
            [str(card.value) if len(str(card.value)) < 25 else "" for card in choices],
            "exactly",
            goes=1,
        ),
        best_column(choices),
    ]


def _line(moves: tuple[str, ...]) -> str:
    if not moves:
        return ""
    return f"Best play: {', '.join(moves[:MOST_MOVES])}{', and so on' if len(moves) > MOST_MOVES else ''}."
