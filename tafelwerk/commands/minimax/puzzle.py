"""Burnt pancakes in play: a stack to be sorted by one player. Imported by `play` alone."""

from random import Random

from tafelwerk.commands.session import Session, say
from tafelwerk.commands.wording import counted, listed
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.games import ranked_game


class Puzzle(Session):
    """A puzzle in play.

    Args:
        name: of the puzzle.
        position: where it begins; None draws one.
        seed: of the drawing.

    Raises:
        InputError: there is no such puzzle, or no such position.
    """

    def __init__(self, name: str, position: str | None, seed: int) -> None:
        from tafelwerk.build.minimax.position_rows import solved

        self.rules = ranked_game(name)
        begin = None if position is None else self.rules.rank(position)
        self.solution = solved(self.rules)
        if begin is None:
            draw = Random(seed)
            begin = self.rules.start
            while begin == self.rules.start:
                begin = int(self.solution.ranks[draw.randrange(len(self.solution.ranks))])
        self.ranks, self.labels = [begin], list[int]()
        self.commands = {
            "help": self.help,
            "?": self.help,
            "undo": self.undo,
            "board": self.show,
            "hint": self.hint,
            "moves": self.moves,
        }

    @property
    def rank(self) -> int:
        """Where the puzzle stands."""
        return self.ranks[-1]

    def left(self, rank: int) -> int:
        """Moves to the goal."""
        place = self.solution.place(rank)
        assert place is not None, "all positions are solved"
        return int(self.solution.distances[place])

    def start(self) -> None:
        if self.rank == self.rules.start:
            raise InputError(
                f"the stack is sorted at {quoted(self.rules.text(self.rank))}; there is nothing left to play"
            )
        say(
            f"{self.rules.title[:1].upper()}{self.rules.title[1:]}. The stack from its top; a minus is a burnt side that lies up."
        )
        say(f"Sort it, all burnt sides down: {counted(self.left(self.rank), 'flip')} will do.")

    def help(self) -> None:
        say(
            "Type how many pancakes to turn over from the top, such as 3. "
            "hint: what every flip leads to; moves; undo; board; quit; help or ?."
        )

    def stand(self) -> None:
        self.show()

    def prompt(self) -> str:
        return f"flip {len(self.labels) + 1}: "

    def turn(self, text: str) -> bool:
        successors = self.rules.after(self.rank)
        word = text.lower().removeprefix("flip").strip()
        label = int(word) - 1 if word.isascii() and word.isdigit() and len(word) < 3 else -1
        if label not in successors:
            raise InputError(f"{quoted(text)} is no flip. Possible: {listed([str(one + 1) for one in successors])}")
        self.labels.append(label)
        self.ranks.append(successors[label])
        self.show()
        if self.rank != self.rules.start:
            return False
        fewest = self.left(self.ranks[0])
        best = "as few as can be" if fewest == len(self.labels) else f"{fewest} would have done"
        say(f"Sorted after {counted(len(self.labels), 'flip')}, {best}: {self.names()}.")
        return True

    def names(self) -> str:
        """The flips so far."""
        return " ".join(str(label + 1) for label in self.labels) or "no flip"

    def undo(self) -> None:
        """Take the last flip back."""
        if not self.labels:
            say("There is nothing to take back.")
            return
        say(f"Taken back: {self.labels.pop() + 1}")
        self.ranks.pop()
        self.show()

    def show(self) -> None:
        """The stack, from its top."""
        say(self.rules.text(self.rank))

    def moves(self) -> None:
        """What can be played, and what was."""
        say(f"Possible: {listed([str(label + 1) for label in self.rules.after(self.rank)])}")
        say(f"So far: {self.names()}")

    def hint(self) -> None:
        """What every flip leads to."""
        here = self.left(self.rank)
        say(f"{counted(here, 'flip')} left.")
        for label, rank in self.rules.after(self.rank).items():
            best = "  best" if self.left(rank) < here else ""
            say(f"{label + 1}: {self.rules.text(rank)}, then {self.left(rank)}{best}")

    def leave(self) -> None:
        say(f'To go on: tafelwerk minimax play {self.rules.name} --position "{self.rules.text(self.rank)}"')
