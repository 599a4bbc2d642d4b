"""The user's own game in play: against perfect or random play, or alone; the program draws the outcomes of chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.games.questions import row_of
from tafelwerk.families.games.rules import Node, NodeKind, Rules, spellings
from tafelwerk.families.games.stored_games import has_plain_outcomes
from tafelwerk.play.duel import NOBODY, Opponent, Outcome, Playable, tone_of
from tafelwerk.play.session import Line, Said, Tone, command_line
from tafelwerk.rules.game_trees import Turn, Utility
from tafelwerk.spelling import split_entries
from tafelwerk.tables.book import Book
from tafelwerk.wording import count_noun, exact_number, join_words


@dataclass(frozen=True, slots=True)
class State:
    """A position, the player to move, and the path to it."""

    position: Any
    mover: int
    path: tuple[str, ...] = ()


class OwnRules:
    """The rules in the form for `Duel`: a move is its index among those of the position; the first player is Max."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._node: tuple[Any, Node] | None = None

    @property
    def start(self) -> State:
        """The first position."""
        start = self._rules.start()
        return State(start, self._rules.player(start) if self._rules.tells_player else 0)

    def node(self, state: State) -> Node:
        """Node of a position; the last one is cached."""
        if self._node is None or self._node[0] != state.position:
            self._node = (state.position, self._rules.node(state.position))
        return self._node[1]

    def to_move(self, state: State) -> Turn:
        """Who moves."""
        if self.node(state).kind is NodeKind.CHANCE:
            return Turn.CHANCE
        return Turn.MIN if state.mover else Turn.MAX

    def moves(self, state: State) -> Sequence[int]:
        """The moves, by index."""
        return range(len(self.node(state).after))

    def name(self, state: State, move: int) -> str:
        """A move as text, or the position that chance leads to."""
        node = self.node(state)
        return node.names[move] if node.kind is NodeKind.DECISION else self._rules.text(node.after[move])

    def after(self, state: State, move: int) -> State:
        """The state after a move."""
        node = self.node(state)
        after = node.after[move]
        same = self._rules.sign(state.position, after, node.kind) > 0
        return State(after, state.mover if same else 1 - state.mover, (*state.path, self.name(state, move)))

    def is_over(self, state: State) -> bool:
        """Whether the game is over."""
        return self.node(state).kind is NodeKind.END

    def utility(self, state: State) -> Utility:
        """Value of the end for the first player."""
        outcome = self.node(state).outcome
        return -outcome if state.mover else outcome


class OwnGame(Playable):
    """A game of the user's own.

    Args:
        rules: the game.
        book: a book that holds it.
        named: the game on the command line, such as a file.
    """

    def __init__(self, rules: Rules, book: "Book", named: str) -> None:
        self.game, self._book, self.name = rules, book, named
        self.own = OwnRules(rules)
        self.rules: Any = self.own
        self.title, self.aim = rules.name, first_line(rules.game)
        self.start = self.own.start
        # a player alone has an opponent without a name, who draws where chance decides
        self.sides = ("alone",) if rules.players == 1 else ("first", "second")
        self.how = f"a move, such as {self._example()}"

    @cached_property
    def is_plain(self) -> bool:  # type: ignore[override]
        """Whether every position is won, drawn or lost, with no other value."""
        return has_plain_outcomes(self._book, self.game.name)

    def _example(self) -> str:
        state = self.start
        while self.own.node(state).kind is NodeKind.CHANCE:
            state = self.own.after(state, 0)
        node = self.own.node(state)
        return node.names[0] if node.kind is NodeKind.DECISION else "none"

    def read_state(self, text: str) -> State:
        """The state after the moves and draws that a text lists, with "; " between them."""
        state: State = self.start
        for word in split_entries(text):
            if self.own.is_over(state):
                raise InputError(f"--history: the game is over before {in_quotes(word)}")
            names = [self.own.name(state, move) for move in self.own.moves(state)]
            name = next((text for text in spellings(word) if text in names), None)
            if name is None:
                raise InputError(
                    f"--history: {in_quotes(word)} is no move after {'; '.join(state.path) or 'the start'}: "
                    f"{join_words(names, 30, 'or')}"
                )
            state = self.own.after(state, names.index(name))
        return state

    def read_move(self, state: State, text: str) -> Any:
        names = {self.own.name(state, move): move for move in self.own.moves(state)}
        name = next((spelled for spelled in spellings(text.strip()) if spelled in names), None)
        return super().read_move(state, text) if name is None else names[name]

    def text(self, state: State) -> str:
        return self.game.text(state.position)

    def past(self, state: State) -> Sequence[int]:
        earlier, moves = self.start, []
        for name in state.path:
            move = next(move for move in self.own.moves(earlier) if self.own.name(earlier, move) == name)
            moves.append(move)
            earlier = self.own.after(earlier, move)
        return moves

    def move_name(self, state: State, move: int) -> str:
        return self.own.name(state, move)

    def board(self, state: State) -> Said:
        return Line(self.game.board(state.position), Tone.BOARD)

    def outcomes(self, state: State) -> dict[int, Outcome]:
        outcomes, node = {}, self.own.node(state)
        for move, after in enumerate(node.after):
            row = row_of(self._book, self.game, after)
            value = self.game.sign(state.position, after, node.kind) * row.value
            number: Any = int(value) if value.denominator == 1 else value
            outcomes[move] = Outcome(number, row.distance)
        return outcomes

    def opponent(self, name: str, begin: State) -> Opponent:
        own = super().opponent(name, begin) if len(self.sides) > 1 else NOBODY

        def choose(state: State, draw: Random) -> int:
            node = self.own.node(state)
            if node.kind is not NodeKind.CHANCE:
                return int(own.choose(state, draw))
            point = Fraction(draw.getrandbits(64), 2**64)
            for move, weight in enumerate(node.weights):
                point -= weight
                if point < 0:
                    return move
            return len(node.weights) - 1

        return Opponent(own.name, choose, own.title, own.strength)

    def intro(self, state: State, side: str, other: str) -> Iterator[str]:
        if len(self.sides) > 1:
            yield from super().intro(state, side, other)
        else:
            yield f"{self.title}. {self.aim}".rstrip()

    def move_line(self, state: State, move: int, number: int, who: str) -> str:
        if self.own.node(state).kind is NodeKind.CHANCE:
            return f"{self.move} {number}: chance leads to {self.move_name(state, move)}"
        return super().move_line(state, move, number, who)

    def result(self, begin: State, state: State, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        moves_text = f"after {count_noun(len(moves), self.move)}: {', '.join(moves)}."
        if len(self.sides) > 1 and won in (1, 0, -1):
            yield from super().result(begin, state, moves, won, other)
        else:
            yield Line(f"The game is over, worth {exact_number(Fraction(won))} to you, {moves_text}", tone_of(won))

    def go_on(self, state: State, side: str, other: str, seed: int) -> str:
        words: list[object] = ["games", "play", self.name]
        words += ["--as", side, "--against", other] if len(self.sides) > 1 else []
        words += ["--seed", seed]
        return command_line(*words, *(["--history", "; ".join(state.path)] if state.path else []))


def first_line(game: Any) -> str:
    """First line of the docstring of the game's class."""
    lines = (type(game).__doc__ or "").strip().splitlines()
    return lines[0].strip() if lines else ""
