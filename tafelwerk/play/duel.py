"""Games in which every position is known: the user against an opponent, or alone against a puzzle.

A game is a `Playable`: rules for the searches of `minimax`, with positions and moves in the notation for people. `Duel` plays
any of them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.play.session import Layout, Line, Price, Said, Session, Step, Tone, command_line
from tafelwerk.rules.game_trees import Sides, Turn, Utility, best_moves, preference
from tafelwerk.tables.answers import Source
from tafelwerk.wording import capitalised, count_noun, exact_number, join_words

if TYPE_CHECKING:
    from tafelwerk.tables.questions import Question

WORDS = {1: "wins", 0: "draws", -1: "loses"}
STANDINGS = {1: "you win", 0: "the game is drawn", -1: "you lose"}
LETTERS = {1: "W", 0: "D", -1: "L"}
STATES = {1: "a win", 0: "a draw", -1: "a loss"}
TONES = {1: Tone.GOOD, 0: Tone.FAIR, -1: Tone.BAD}

MOVES_ALIKE = 8
"""Moves of equal value, the only ones, up to which they are named."""

MOVES_LISTED = 40

OVER = "there is nothing left to play"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Value of a move for the player who makes it: 1, 0, -1, and the plies left after it, or None if not known."""

    value: int
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of the user.

    Attributes:
        name: on the command line.
        choose: chooses a move in a state, with random numbers for ties.
        title: name for people.
        strength: how well it plays.
    """

    name: str
    choose: Callable[[Any, Random], Any]
    title: str = ""
    strength: str = ""


NOBODY = Opponent("", lambda state, draw: None)


class Playable(ABC):
    """A two-player game, or a puzzle.

    Attributes:
        name: name on the command line.
        title: name for people.
        aim: who wins, in a sentence.
        how: how to type a move.
        move: word for a move.
        verb: what a player who makes a move does with it.
        plies: unit in which moves are counted, singular and plural.
        words: what a move of value 1, 0 or -1 does.
        opponents: names of the opponents, in words.
        sides: the players, the one who begins first; empty for a puzzle.
        takes_back: whether moves can be taken back.
        tells_turns: whether the sentence of a position tells the user's last turn and all that followed. Default: the opponent's
            last move alone.
        is_plain: whether every end is won, drawn or lost, with no other value.
        unit: what values that are no win, draw or loss are counted in.
        scale, curve: as of `Session`.
        rules: the game as its sides see it.
        start: the first state.
    """

    name: str
    title: str
    aim: str
    how: str
    rules: Sides[Any, Any]
    start: Any
    move = "move"
    verb = "takes"
    plies = ("move", "moves")
    words: Mapping[int, str] = WORDS
    opponents = "perfect or random"
    sides: tuple[str, ...] = ("first", "second")
    takes_back = True
    tells_turns = False
    is_plain = True
    unit = ""
    scale = ""
    curve = "above the line you win, below it you lose"

    def __str__(self) -> str:
        return self.name

    @abstractmethod
    def read_state(self, text: str) -> Any:
        """Parse a position.

        Raises:
            InputError: the text is no position.
        """

    @abstractmethod
    def text(self, state: Any) -> str:
        """A position as text, in the form that `read` takes."""

    @abstractmethod
    def move_name(self, state: Any, move: Any) -> str:
        """A move in the notation for people."""

    def board(self, state: Any) -> Said:
        """The position, to be drawn."""
        return self.text(state)

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        """Exact value of every move."""
        raise NotImplementedError

    def explanation(self, state: Any) -> "Question[Any] | None":
        """The question `explain` about a position; None if no command explains it."""
        return None

    def opponent(self, name: str, begin: Any) -> Opponent:
        """The opponent with this name, for a game from some state.

        Raises:
            InputError: there is no such opponent, or it would take long to answer.
        """
        match name.strip().lower():
            case "perfect":
                return Opponent("perfect", self.perfect, "perfect play", "never gives anything away")
            case "random":
                return Opponent(
                    "random",
                    lambda state, draw: draw.choice(list(self.rules.moves(state))),
                    "random play",
                    "takes any move",
                )
        raise InputError(f"--against must be {self.opponents}, not {in_quotes(name)}")

    def perfect(self, state: Any, draw: Random) -> Any:
        """A move of perfect play."""
        return draw.choice(self.best(state))

    def check(self, state: Any) -> None:
        """Raise InputError if play does not lead to a position, or ends there."""
        if self.rules.is_over(state):
            raise InputError(f"the game is over at {in_quotes(self.text(state))}; {OVER}")

    def past(self, state: Any) -> Sequence[Any]:
        """The moves that led to a state from the start, if the state knows them."""
        return ()

    def evaluation(self, state: Any) -> Utility:
        """Evaluation of a state for Max: 0 before the end."""
        return self.rules.utility(state) if self.rules.is_over(state) else 0

    def won(self, state: Any) -> Utility:
        """What Max has won before the end, where ends are no win, draw or loss."""
        return 0

    def read_move(self, state: Any, text: str) -> Any:
        """Parse a move: its name, the position it leads to, the beginning of either, or the numbers in it.

        Raises:
            InputError: no move matches, or several; the message lists the possible ones.
        """
        names = {self.move_name(state, move): move for move in self.rules.moves(state)}
        wanted = " ".join(text.lower().split())
        kinds = (
            lambda name: name.lower() == wanted,
            lambda name: name.lower().endswith(f" to {wanted}"),
            lambda name: name.lower().startswith(wanted),
            lambda name: re.fullmatch(r"[\d\s]+", wanted) and re.findall(r"\d+", name) == wanted.split(),
        )
        for fits in kinds:
            fitting = [name for name in names if fits(name)]
            if len(fitting) == 1:
                return names[fitting[0]]
            if fitting:
                raise InputError(f"{in_quotes(text)} may be {join_words(fitting, 12, 'or')}: write more of it")
        raise InputError(
            f"{in_quotes(text)} is not a {self.move} here: type {self.how}. Possible: {join_words(list(names), 30)}"
        )

    def best(self, state: Any) -> list[Any]:
        """The moves of perfect play: those that keep the value, the fastest for the winner, the slowest for the loser."""
        return best_moves({move: (outcome.value, outcome.distance) for move, outcome in self.outcomes(state).items()})

    def prices(self, state: Any) -> list[Price]:
        """What every move is worth to the player who makes it, best first; none where `outcomes` are not known."""
        if type(self).outcomes is Playable.outcomes:
            return []
        outcomes = self.outcomes(state)
        best = best_moves({move: (outcome.value, outcome.distance) for move, outcome in outcomes.items()})
        first = outcomes[best[0]] if best else None
        return [
            self._price(self.move_name(state, move), outcome, first, is_best=move in best)
            for move, outcome in sorted(outcomes.items(), key=lambda pair: preference(pair[1].value, pair[1].distance))
            if first is not None
        ]

    def _price(self, turn: str, outcome: Outcome, best: Outcome, *, is_best: bool) -> Price:
        worth, value = self.worth_text(outcome), outcome.value
        if not self.is_plain:
            behind = "" if is_best else f"{self.amount(best.value - value)} less"
            sign = "0" if is_best else f"−{float(best.value - value):.2g}"
            return Price(turn, worth, Tone.GOOD if is_best else Tone.FAIR, sign, is_best, behind)
        if not self.sides:
            # a puzzle: moves differ by their number alone
            more = (outcome.distance or 0) - (best.distance or 0)
            behind = f"+{count_noun(more, *self.plies)}" if more else ""
            return Price(turn, worth, Tone.FAIR if more else Tone.GOOD, f"+{more}" if more else "0", is_best, behind)
        length = "" if outcome.distance is None or not value else str(outcome.distance + 1)
        return Price(turn, worth, TONES[value], f"{LETTERS[value]}{length}", is_best)

    def worth_text(self, outcome: Outcome) -> str:
        """What a move does: "wins in 5 moves"."""
        length = ""
        if outcome.distance is not None and outcome.value:
            length = f" in {count_noun(outcome.distance + 1, *self.plies)}"
        word = self.words.get(outcome.value) if self.is_plain else None
        return f"{word or f'worth {self.amount(outcome.value)}'}{length}"

    def amount(self, value: Utility) -> str:
        """A value that is no win, draw or loss, with its unit."""
        return f"{exact_number(Fraction(value))} {self.unit}".rstrip()

    def standing(self, state: Any, sign: int) -> str:
        """How a position stands for the user with best play, in a sentence.

        Args:
            state: the position.
            sign: 1 if the user is to move, otherwise -1.
        """
        outcome = min(self.outcomes(state).values(), key=lambda each: preference(each.value, each.distance))
        if not self.is_plain:
            return f"With best play what is left is worth {self.amount(sign * outcome.value)} to you."
        length = ""
        if outcome.distance is not None and outcome.value:
            length = f" in {count_noun(outcome.distance + 1, *self.plies)}"
        if not self.sides:
            return f"With the best {self.move} it is {self.words[outcome.value]}{length}."
        return f"With best play {STANDINGS[sign * outcome.value]}{length}."

    def step(self, state: Any, move: Any, outcomes: Mapping[Any, Outcome], who: str, sign: int) -> Step:
        """A move that was made.

        Args:
            state: the position before it.
            move: the move.
            outcomes: of all moves there; empty: not priced.
            who: who made it, "" for the user.
            sign: 1 if the user made it, otherwise -1.
        """
        name = self.move_name(state, move)
        if not outcomes:
            return Step(who, name)
        own, best = outcomes[move], min(outcomes.values(), key=lambda each: preference(each.value, each.distance))
        value = float(sign * own.value)
        if self.is_plain and own.distance is not None and self.sides:
            # quick wins stand above slow ones
            value *= 1 - 0.5 * own.distance / (own.distance + 6)
        if not self.sides:
            value = float(own.distance or 0)
        if not self.is_plain:
            # Max owns what has been won; the user is Max if the user moves as Max, or the opponent as Min
            is_max = (self.rules.to_move(state) is Turn.MAX) == (sign > 0)
            value += float(self.won(state) if is_max else -self.won(state))
        loss = float(best.value - own.value)
        lost = ""
        if not self.is_plain:
            lost = f"gives away {self.amount(best.value - own.value)}" if loss else ""
        elif loss:
            lost = f"turns {STATES[best.value]} into {STATES[own.value]}"
        elif own.value and own.distance is not None and best.distance is not None and own.distance != best.distance:
            more = abs(own.distance - best.distance)
            loss = more / 1000
            lost = f"{count_noun(more, *self.plies)} {'longer' if own.value > 0 else 'sooner'} than needed"
        return Step(who, name, value, self.worth_text(own), loss, lost)

    def intro(self, state: Any, side: str, other: str) -> Iterator[str]:
        """The first line: the game, and the sides."""
        yield f"{capitalised(self.title)}. {self.aim}".rstrip()
        yield self.who_plays(side, other)

    def who_plays(self, side: str, other: str) -> str:
        """Who plays which side."""
        if not self.sides[1:]:
            return ""
        return f"You begin; {other} answers." if side == self.sides[0] else f"{capitalised(other)} begins; you answer."

    def prompt(self, state: Any, number: int) -> str:
        """The prompt for the user's move."""
        return f"{self.move} {number}, yours: "

    def move_line(self, state: Any, move: Any, number: int, who: str) -> str:
        """The line about a move; `who` is "" if the user made it."""
        return f"{self.move} {number}: {self.deed(state, move, who)}" if who else ""

    def deed(self, state: Any, move: Any, who: str) -> str:
        """What a player does."""
        return f"{who} {self.verb} {self.move_name(state, move)}"

    def within_turn(self, state: Any) -> bool:
        """Whether more moves belong to the turn that has begun."""
        return False

    def hint(self, state: Any) -> Iterator[str]:
        """The value of every move under perfect play."""
        kinds: dict[Outcome, list[str]] = {}
        for move, outcome in self.outcomes(state).items():
            kinds.setdefault(outcome, []).append(self.move_name(state, move))
        # best first: quick wins, draws, slow losses
        for outcome in sorted(kinds, key=lambda kind: preference(kind.value, kind.distance)):
            names = kinds[outcome]
            are_alike = len(kinds) == 1 and len(names) > MOVES_ALIKE
            yield f"{self.worth_text(outcome)}: {f'every {self.move}' if are_alike else join_words(names, MOVES_LISTED)}"

    def result(self, begin: Any, state: Any, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        """The line about the end of the game; `won`: its value for the user."""
        yield Line(
            f"{verdict(won, other)} after {count_noun(len(moves), self.move)}: {', '.join(moves)}.", tone_of(won)
        )

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        """The command line that resumes the game."""
        words = ("minimax", "play", self.name, "--as", side, "--against", other, "--seed", seed)
        return command_line(*words, "--at", self.text(state))


def verdict(won: Utility, other: str) -> str:
    """Who has won, in words."""
    return "You win" if won > 0 else "Drawn" if won == 0 else f"{capitalised(other)} wins"


def tone_of(won: Utility) -> Tone:
    """The tone of the end of a game."""
    return Tone.GOOD if won > 0 else Tone.FAIR if won == 0 else Tone.BAD


class Duel(Session):
    """A game in play.

    Args:
        game: the game.
        side: the user's side, one of the game's sides; "" in a puzzle.
        begin: the initial state.
        other: the opponent's name; "" in a puzzle.
        seed: random seed of the opponent's choices.

    Raises:
        InputError: there is no such side or opponent, or nothing can be played from there.
    """

    def __init__(self, game: Playable, side: str, begin: Any, other: str, seed: int) -> None:
        if game.sides and side not in game.sides:
            raise InputError(f"--as must be {' or '.join(game.sides)}, not {in_quotes(side)}")
        self.game, self.side, self.seed = game, side, seed
        self.you = Turn.MIN if game.sides[1:] == (side,) else Turn.MAX
        self.other = game.opponent(other, begin) if game.sides else NOBODY
        game.check(begin)
        self.played: list[Any] = list(game.past(begin))
        self.states: list[Any] = [game.start if self.played else begin]
        self._outcomes: dict[int, tuple[Any, Mapping[Any, Outcome]]] = {}
        for move in self.played:
            self.states.append(game.rules.after(self.states[-1], move))

    @property
    def state(self) -> Any:
        """The current state."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        return self.game.rules.is_over(self.state)

    @property
    def legal(self) -> Sequence[str]:
        return [self.game.move_name(self.state, move) for move in self.game.rules.moves(self.state)]

    @property
    def names(self) -> list[str]:
        """The moves so far."""
        return [self.game.move_name(state, move) for state, move in zip(self.states, self.played, strict=False)]

    @property
    def go_on(self) -> str:
        return self.game.go_on(self.state, self.side, self.other.name, self.seed)

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        return {**super().words, "why": self.why, "moves": self.moves}

    @property
    def title(self) -> str:
        """Name of the game for people."""
        return capitalised(self.game.title)

    @property
    def about(self) -> str:
        """The aim of the game."""
        return self.game.aim

    @property
    def scale(self) -> str:
        """What prices are."""
        return self.game.scale

    @property
    def curve(self) -> str:
        """What the values of moves are."""
        return self.game.curve if self._knows else ""

    @property
    def _knows(self) -> bool:
        """Whether the values of moves are known."""
        return type(self.game).outcomes is not Playable.outcomes

    @property
    def moves_made(self) -> int:
        return len(self.played)

    def who_plays(self) -> str:
        return self.game.who_plays(self.side, self.other.title)

    def sentence(self, *, is_priced: bool) -> str:
        if self.is_over:
            return ""
        last = len(self.played) - 1
        words = ""
        if self.game.tells_turns:
            words = "".join(f"{line} " for line in self._latest_lines())
        elif self.other.title and last >= 0 and self.game.rules.to_move(self.states[last]) is not self.you:
            words = f"{capitalised(self.game.deed(self.states[last], self.played[last], self.other.title))}. "
        if is_priced and self._knows:
            return words + self.game.standing(self.state, 1)
        return f"{words}It is your turn."

    def _latest_lines(self) -> Iterator[str]:
        """The lines about the user's last turn and what followed, one per turn."""
        game, last = self.game, len(self.played) - 1
        yours = [game.rules.to_move(state) is self.you for state in self.states]
        begins = [not game.within_turn(state) for state in self.states]
        start = max((index for index in range(last + 1) if yours[index] and begins[index]), default=0)
        for index in range(start, last + 1):
            line = game.move_line(
                self.states[index], self.played[index], index + 1, "" if yours[index] else self.other.title
            )
            if line and (begins[index + 1] or index == last):
                yield line

    def prices(self) -> Sequence[Price]:
        return [] if self.over else self.game.prices(self.state)

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        steps = []
        for index, (state, move) in enumerate(zip(self.states, self.played, strict=False)):
            mover = self.game.rules.to_move(state)
            who = "" if mover is self.you else "chance" if mover is Turn.CHANCE else self.other.title
            known = self._outcomes_at(index) if is_priced and self._knows and mover is not Turn.CHANCE else {}
            steps.append(self.game.step(state, move, known, who, -1 if who else 1))
        return steps

    def _outcomes_at(self, index: int) -> Mapping[Any, Outcome]:
        """Outcomes of all moves of an earlier position, computed once."""
        state = self.states[index]
        if index not in self._outcomes or self._outcomes[index][0] != state:
            self._outcomes[index] = state, self.game.outcomes(state)
        return self._outcomes[index][1]

    def is_turn(self, text: str) -> bool:
        return any(sign.isdigit() for sign in text)

    def is_yours(self) -> bool:
        """Whether the user is to move."""
        return self.game.rules.to_move(self.state) is self.you

    def start(self) -> Iterator[Said]:
        yield from self.game.intro(self.state, self.side, self.other.title)
        answered = list(self._answers())
        if not self.is_over:
            yield from self.help()
        yield from answered
        yield from self.board()
        yield from self._result()

    def help(self) -> Iterator[Said]:
        words = f"why; moves; {'undo; ' if self.game.takes_back else ''}board; resign; help or ?; quit"
        yield f"Type {self.game.how}. hint: the value of every {self.game.move}; {words}."

    def prompt(self) -> str:
        return self.game.prompt(self.state, len(self.played) + 1)

    def turn(self, text: str) -> Iterator[Said]:
        yield from self._make(self.game.read_move(self.state, text), "")
        if self.game.within_turn(self.state):
            return
        yield from self._answers()
        yield from self.board()
        yield from self._result()

    def board(self) -> Iterator[Said]:
        yield self.game.board(self.state)

    def hint(self) -> Iterator[Said]:
        yield from self.game.hint(self.state)

    def why(self) -> Iterator[Said]:
        """The reasons of what the position is worth, and the aim of the game."""
        question = self.game.explanation(self.state)
        if question is not None:
            text = question.text(replace(question.solve(), source=Source.COMPUTED))
            yield Layout(text() if callable(text) else text)
        else:
            if self._knows:
                yield self.game.standing(self.state, 1)
            yield from self.hint()
        yield f"{self.title}. {self.game.aim}".rstrip()
        yield f"To go on, type hint for the value of every {self.game.move}, or {self.game.how}."

    def moves(self) -> Iterator[Said]:
        """The possible moves, and the moves so far."""
        yield f"Possible: {join_words(self.legal, MOVES_LISTED)}"
        yield f"The game so far: {', '.join(self.names) or f'no {self.game.move}'}"

    def undo(self) -> Iterator[Said]:
        """Take back the user's last move and the reply to it."""
        if not self.game.takes_back:
            raise InputError("nothing can be taken back: the cards have been seen")
        own = [turn for turn in range(len(self.played)) if self.game.rules.to_move(self.states[turn]) is self.you]
        if not own:
            raise InputError("there is nothing to take back")
        yield f"Taken back: {', '.join(self.names[own[-1] :])}"
        del self.played[own[-1] :], self.states[own[-1] + 1 :]
        yield from self.board()

    def resign(self) -> Iterator[Said]:
        yield from super().resign()
        if self.other.name:
            yield Line(f"{capitalised(self.other.title)} wins.", Tone.BAD)

    def _make(self, move: Any, who: str) -> Iterator[Said]:
        """Make a move of either player."""
        before = self.state
        self.states.append(self.game.rules.after(before, move))
        self.played.append(move)
        text = self.game.move_line(before, move, len(self.played), who)
        if text:
            yield text

    def _answers(self) -> Iterator[Said]:
        """Make the opponent's moves while it is to move."""
        while not self.is_over and not self.is_yours():
            # the reply to a position does not depend on how it was reached
            draw = Random(f"{self.seed} {self.game.text(self.state)}")
            yield from self._make(self.other.choose(self.state, draw), self.other.title)

    def _result(self) -> Iterator[Said]:
        if self.is_over:
            utility = self.game.rules.utility(self.state)
            won = utility if self.you is Turn.MAX else -utility
            yield from self.game.result(self.states[0], self.state, self.names, won, self.other.title)
