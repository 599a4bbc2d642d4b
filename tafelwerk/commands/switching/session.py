"""A game of Bridg-It in play. Imported by `play` alone."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.switching.positions import played
from tafelwerk.commands.output import console
from tafelwerk.commands.session import TO_SEE, Session, say
from tafelwerk.commands.switching.board import drawn, too_wide
from tafelwerk.commands.switching.opponent import check_opponent, reply
from tafelwerk.commands.wording import counted, exact_number, listed
from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, Player, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.potentials import drops

MOST_PLAY_ORDER = 12
"""Order up to which a board fits a terminal and every answer comes at once."""

DEEDS = {Player.CUT: ("delete", "deletes"), Player.SHORT: ("mark", "marks")}


class Game(Session):
    """A game in play.

    Args:
        order: of the board.
        role: what the user plays.
        agent: who plays the other side.
        moves: moves that it begins with, by their names.
        seed: of the agent's choices.

    Raises:
        InputError: the board is too large, the moves are none, or the game is over after them.
    """

    def __init__(self, order: int, role: str, agent: str, moves: str, seed: int) -> None:
        if order > MOST_PLAY_ORDER:
            raise InputError(f"--order is 2 to {MOST_PLAY_ORDER} in play, not {order}")
        self.agent, self.you, self.seed = parse_agent(agent), Player(role), seed
        check_opponent(self.agent, order)
        self.board = make_board(order)
        self.history = self.board.edges(moves)
        self.begin = len(self.history)
        played(self.board, moves)
        self.commands = {
            "help": self.help,
            "?": self.help,
            "undo": self.undo,
            "board": self.show,
            "hint": self.hint,
            "moves": self.moves,
        }

    def start(self) -> None:
        if self.winner() is not None:
            raise InputError(f"--moves: the game is over, {self.winner()} has won; there is nothing left to play")
        you = (
            "Cut: delete edges so that A and B cannot be joined"
            if self.you is Player.CUT
            else "Short: join A and B by marked edges"
        )
        say(
            f"Bridg-It of order {self.board.order}. You are {you}; {self.agent} plays {self.you.rival}. Cut moves first."
        )
        self.answer()

    def help(self) -> None:
        say("Type a free edge by its name, such as A1. hint: what to play; undo; board; moves; quit; help or ?.")

    def stand(self) -> None:
        self.show()

    def prompt(self) -> str:
        return f"move {len(self.history) + 1}, you {DEEDS[self.you][0]}: "

    def is_turn(self, text: str) -> bool:
        return any(sign.isdigit() for sign in text)

    def turn(self, text: str) -> bool:
        edge = self.board.edge(text)
        states = self.states()
        if states[edge] != FREE:
            done = "deleted" if states[edge] == DELETED else "marked"
            raise InputError(f"{self.board.name(edge)} is {done} already; play an edge that is free")
        self.history.append(edge)
        if not self.ended():
            self.answer()
        self.show()
        return self.ended(say_so=True)

    def answer(self) -> None:
        """The program's move, where it is to move."""
        if self.player() is self.you or self.winner() is not None:
            return
        # the same position is answered alike, whatever was taken back on the way
        draw = Random(f"{self.seed} {self.history}")
        edge = reply(self.board.graph, self.states(), self.player(), self.agent, draw)
        say(f"move {len(self.history) + 1}: {self.you.rival} {DEEDS[self.you.rival][1]} {self.board.name(edge)}")
        self.history.append(edge)

    def ended(self, *, say_so: bool = False) -> bool:
        """Whether the game is over; with a last word."""
        won = self.winner()
        if won is None:
            return False
        if say_so:
            how = "A and B are joined" if won is Player.SHORT else "A and B cannot be joined any more"
            whom = "you win" if won is self.you else f"{self.agent} wins"
            say(f"{how}: {whom} after {counted(len(self.history), 'move')}.")
            say(f"The game: {' '.join(self.board.names(self.history))}")
        return True

    def undo(self) -> None:
        """Take the last move of the user's back, and the answer to it."""
        own = [i for i in range(self.begin, len(self.history)) if (i % 2 == 0) == (self.you is Player.CUT)]
        if not own:
            say("There is nothing to take back.")
            return
        say(f"Taken back: {' '.join(self.board.names(self.history[own[-1] :]))}")
        del self.history[own[-1] :]
        self.show()

    def show(self) -> None:
        wide = too_wide(self.board)
        if wide is None:
            console().print(drawn(self.board, self.states()))
            return
        line = f"tafelwerk switching move --order {self.board.order} --policy perfect"
        say(f"{wide}.")
        say(f'{TO_SEE}{line} --moves "{" ".join(self.board.names(self.history))}" -o FILE.svg')

    def moves(self) -> None:
        """The game so far."""
        say(f"The game so far: {' '.join(self.board.names(self.history)) or 'no move'}")

    def hint(self) -> None:
        """What the heuristic and perfect play would do."""
        states = self.states()
        wins, good = winning_moves(self.board.graph, states, self.you)
        found = drops(self.board.graph, states)
        most = max(found.values())
        names = listed([self.board.name(edge) for edge, drop in found.items() if drop == most], last="or")
        say(f"The heuristic plays {names}: a potential difference of {exact_number(most)}.")
        if wins is self.you:
            say(f"You win under perfect play, with {listed(self.board.names(good), last='or')}.")
        else:
            say(f"Under perfect play {wins} wins, whatever you do.")

    def leave(self) -> None:
        line = f"tafelwerk switching play --order {self.board.order} --as {self.you} --against {self.agent}"
        line += f" --seed {self.seed}"
        say(f'To go on: {line} --moves "{" ".join(self.board.names(self.history))}"')

    def states(self) -> NDArray[np.int8]:
        """States of the edges now."""
        states = np.zeros(self.board.graph.edges, np.int8)
        for number, edge in enumerate(self.history):
            states[edge] = (Player.CUT if number % 2 == 0 else Player.SHORT).colour
        return states

    def player(self) -> Player:
        """Who is to move."""
        return Player.CUT if len(self.history) % 2 == 0 else Player.SHORT

    def winner(self) -> Player | None:
        """Who has won, None while neither has."""
        return winner(self.board.graph, self.states())
