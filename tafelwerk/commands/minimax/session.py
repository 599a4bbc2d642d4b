"""A game of two in play. Imported by `play` alone."""

from random import Random
from typing import Any

from tafelwerk.commands.minimax.games import Outcome, Playable, WholeGame
from tafelwerk.commands.minimax.opponent import Opponent, check_opponent, reply
from tafelwerk.commands.output import console
from tafelwerk.commands.session import Session, say
from tafelwerk.commands.wording import counted, listed
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.game import Turn

WORDS = {1: "wins", 0: "draws", -1: "loses"}
MOVES_LISTED = 40


class Duel(Session):
    """A game in play.

    Args:
        game: which one.
        side: first or second: what the user plays.
        position: where it begins; None for the start.
        other: who plays the other side.
        seed: of its choices.

    Raises:
        InputError: the position is none, or the opponent does not answer at once.
    """

    def __init__(self, game: Playable, side: str, position: str | None, other: Opponent, seed: int) -> None:
        self.game, self.side, self.other, self.seed = game, side, other, seed
        self.you = Turn.MAX if side == "first" else Turn.MIN
        begin = game.start if position is None else game.read(position)
        if isinstance(game, WholeGame) and not game.is_met(begin):
            raise InputError(f"--position: no play from the start of {game.title} leads to {quoted(position)}")
        check_opponent(game, begin, other)
        self.states: list[Any] = [begin]
        self.played: list[Any] = []
        self.commands = {
            "help": self.help,
            "?": self.help,
            "undo": self.undo,
            "board": self.show,
            "hint": self.hint,
            "moves": self.moves,
        }

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.states[-1]

    def start(self) -> None:
        if self.game.rules.is_over(self.state):
            raise InputError(f"the game is over at {quoted(self.game.text(self.state))}; there is nothing left to play")
        other = "second" if self.side == "first" else "first"
        say(f"{self.game.title[:1].upper()}{self.game.title[1:]}. {self.game.aim}".rstrip())
        say(f"You are {self.side}; {self.other.name} is {other}.")

    def help(self) -> None:
        say(f"Type {self.game.how}. hint: what every move is worth; moves; undo; board; quit; help or ?.")

    def stand(self) -> None:
        self.answer()
        self.show()

    def play(self) -> None:
        if self.game.rules.is_over(self.state) or not self.ends_at_once():
            super().play()
            return
        self.start()
        self.stand()
        self.ended()

    def ends_at_once(self) -> bool:
        """Whether the opponent begins and ends the game by its first move."""
        after = self.state if self.is_yours() else self.game.rules.after(self.state, self.choice())
        return self.game.rules.is_over(after)

    def is_yours(self) -> bool:
        """Whether the user is to move."""
        return self.game.rules.to_move(self.state) is self.you

    def choice(self) -> Any:
        """The opponent's move: the same position is answered alike, however it was come to."""
        return reply(self.game, self.state, self.other, Random(f"{self.seed} {self.game.text(self.state)}"))

    def prompt(self) -> str:
        return f"move {len(self.played) + 1}, yours: "

    def turn(self, text: str) -> bool:
        self.make(self.game.read_move(self.state, text))
        if not self.game.rules.is_over(self.state):
            self.answer()
        self.show()
        return self.ended()

    def make(self, move: Any) -> None:
        """A move of either."""
        after = self.game.rules.after(self.state, move)
        self.played.append(move)
        self.states.append(after)

    def answer(self) -> None:
        """The opponent's move, where it is to move."""
        if self.is_yours():
            return
        move = self.choice()
        say(f"move {len(self.played) + 1}: {self.other.name} plays {self.game.move_name(self.state, move)}")
        self.make(move)

    def ended(self) -> bool:
        """Whether the game is over; with a last word."""
        if not self.game.rules.is_over(self.state):
            return False
        utility = self.game.rules.utility(self.state)
        won = utility if self.you is Turn.MAX else -utility
        word = "You win" if won > 0 else "Drawn" if won == 0 else f"{self.other.name} wins"
        say(f"{word} after {counted(len(self.played), 'move')}: {self.names()}.")
        return True

    def names(self) -> str:
        """The game so far."""
        names = [self.game.move_name(state, move) for state, move in zip(self.states, self.played, strict=False)]
        return ", ".join(names) or "no move"

    def undo(self) -> None:
        """Take the last move of the user's back, and the answer to it."""
        own = [i for i in range(len(self.played)) if self.game.rules.to_move(self.states[i]) is self.you]
        if not own:
            say("There is nothing to take back.")
            return
        back = [self.game.move_name(self.states[i], self.played[i]) for i in range(own[-1], len(self.played))]
        say(f"Taken back: {', '.join(back)}")
        del self.played[own[-1] :], self.states[own[-1] + 1 :]
        self.show()

    def show(self) -> None:
        console().print(self.game.picture(self.state), markup=False)

    def moves(self) -> None:
        """What can be played, and what was."""
        names = [self.game.move_name(self.state, move) for move in self.game.rules.moves(self.state)]
        say(f"Possible: {listed(names, MOVES_LISTED)}")
        say(f"The game so far: {self.names()}")

    def hint(self) -> None:
        """What every move is worth under perfect play."""
        found = self.game.outcomes(self.state)
        kinds: dict[Outcome, list[str]] = {}
        for move, outcome in found.items():
            kinds.setdefault(outcome, []).append(self.game.move_name(self.state, move))
        # best first: quick wins, draws, slow losses
        for outcome in sorted(kinds, key=lambda kind: (-kind.value, kind.value * (kind.distance or 0))):
            plies = ""
            if outcome.distance is not None:
                plies = f" in {counted(outcome.distance + 1, 'ply', 'plies')}" if outcome.value else ""
            say(f"{WORDS[outcome.value]}{plies}: {listed(kinds[outcome], MOVES_LISTED)}")

    def leave(self) -> None:
        text = self.game.text(self.state)
        # where the position does not tell the players apart, who moves from it is first
        side = "first" if self.game.rules.to_move(self.game.read(text)) is Turn.MAX else "second"
        line = f"tafelwerk minimax play {self.game.name} --as {side} --against {self.other.name} --seed {self.seed}"
        say(f'To go on: {line} --position "{text}"')
