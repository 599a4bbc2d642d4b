"""A game in play: what the two roles share, and each of them. Imported by `play` alone, since it scores queries itself."""

from pathlib import Path
from random import Random
from typing import cast

from tafelwerk.book import open_book
from tafelwerk.build.computation import BUDGET
from tafelwerk.build.mastermind import computed
from tafelwerk.build.mastermind.histories import answer_index, indices, left, query_index
from tafelwerk.build.mastermind.problems import problem_of
from tafelwerk.commands.mastermind.board import Board
from tafelwerk.commands.output import note
from tafelwerk.commands.session import Session, say
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.rules.mastermind.notation import History, code, reply
from tafelwerk.rules.mastermind.strategies import Strategy
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import AnyNext, MixedNext


class MastermindSession(Session):
    """A game in play.

    Args:
        game: the game.
        strategy: what the program asks or prices by.
        history: queries and answers that it begins with.
        book: folder of the book.
        compute: do what is much work, too.
        random: chooses hidden codes and mixes ties.

    Raises:
        InputError: the history cannot be, or has found the code.
        MissingTableError: the game is not in the book.
    """

    def __init__(
        self, game: Game, strategy: Strategy, history: History, book: Path, *, compute: bool, random: Random
    ) -> None:
        self.game, self.strategy, self.book, self.compute, self.random = game, strategy, book, compute, random
        self.problem = problem_of(game, book)
        self.solved = self.problem.labels[self.problem.solved] if self.problem.solved >= 0 else None
        labels, queries = self.problem.labels, self.problem.queries
        self.history = [(queries[query], labels[answer]) for query, answer in indices(self.problem, history)]
        self.begin = len(self.history)
        self.board = Board(game)
        self.commands = {"help": self.help, "undo": self.undo, "codes": self.codes}
        if self.is_over(self.left()):
            raise InputError("--history has found the code already; there is nothing left to play")

    def stand(self) -> None:
        for number, (query, answer) in enumerate(self.history, start=1):
            self.board.turn(number, query, answer)

    def left(self, history: History | None = None) -> list[str]:
        """The codes left.

        Raises:
            InputError: the answers contradict each other.
        """
        found = left(self.problem, self.history if history is None else history)
        return [self.problem.codes[index] for index in found.tolist()]

    def is_over(self, remaining: list[str]) -> bool:
        """Whether the code is found."""
        if self.solved is None:
            return len(remaining) == 1
        return any(answer == self.solved for _, answer in self.history)

    def next(self) -> AnyNext:
        """What the strategy asks.

        Raises:
            MissingTableError: it is not in the book, and too much work.
        """
        asked = questions.next.of(self.game, self.strategy, self.history)
        with open_book(self.book) as book:
            return cast(AnyNext, book.ask(asked, compute=self.compute, note=note))

    def undo(self) -> None:
        """Take the last turn back."""
        if len(self.history) == self.begin:
            say("There is nothing to take back.")
        else:
            say(f"Taken back: {' '.join(self.history.pop())}")

    def codes(self) -> None:
        """Say which codes are left."""
        found = self.left()
        say(f"{counted(len(found), 'code')} left: {', '.join(found[:20])}{', ...' if len(found) > 20 else ''}")


class Breaker(MastermindSession):
    """The user looks for a code that the program hides; each guess is priced against the best one."""

    def start(self) -> None:
        remaining = self.left()
        self.secret = self.random.choice(remaining)
        self.commands["hint"] = self.hint
        say(f"{self.game.title}: one of {counted(len(remaining), 'code')} is hidden.")

    def help(self) -> None:
        say("Type a guess; or hint, undo, codes (what is left), help, quit. A colon first marks a command.")

    def prompt(self) -> str:
        return f"guess {len(self.history) + 1}: "

    def is_turn(self, text: str) -> bool:
        return text.casefold() in map(str.casefold, self.problem.queries)

    def turn(self, text: str) -> bool:
        name = code(self.game, text) if isinstance(self.game, Pegs) else text
        index = query_index(self.problem, name)
        query = self.problem.queries[index]
        price = self._price(query)
        answer = self.problem.labels[self.problem.answers[index, self.problem.codes.index(self.secret)]]
        self.history.append((query, answer))
        self.board.turn(len(self.history), query, answer)
        remaining = self.left()
        if not self.is_over(remaining):
            say(f"{counted(len(remaining), 'code')} left. {price}")
            return False
        say(f"Found {self.secret} with {counted(len(self.history), 'query', 'queries')}. {price}")
        way = self._way()
        if way:
            say(f"{self.strategy.name} finds it with {counted(len(way), 'query', 'queries')}: {', '.join(way)}.")
        return True

    def hint(self) -> None:
        """Say what the strategy asks here."""
        try:
            found = self.next()
        except MissingTableError as error:
            say(f"{error}.")
            return
        expected = "" if found.expected is None else f", {found.expected:.4f} queries expected from here"
        say(f"{self.strategy.name} asks {found.guess}{expected}.")

    def leave(self) -> None:
        say(f"The code was {self.secret}.")

    def _price(self, query: str) -> str:
        """What a guess costs here against the best."""
        with open_book(self.book) as book:
            try:
                wanted = computed.price(book, self.game, self.strategy, self.history, query)
            except MissingTableError:
                return ""
            if wanted.operations > BUDGET and not self.compute:
                return "Not priced, that would take long; play --compute prices it all the same."
            found = wanted.run()
        best = found.best
        asks = f"{self.strategy.name} asks the same"
        if query != best.guess:
            asks = f"{self.strategy.name} asks {best.guess}"
            asks += "" if best.expected is None else f": {best.expected:.4f}"
        own = "" if found.expected is None else f"{found.expected:.4f} queries were expected with this guess; "
        return f"{own}{asks}."

    def _way(self) -> list[str]:
        """The queries by which the strategy's stored tree finds the code from where the game began; [] if it is not there."""
        history = self.history[: self.begin]
        hidden = self.problem.codes.index(self.secret)
        with open_book(self.book) as book:
            while True:
                found = cast("AnyNext | None", questions.next(book, self.game, self.strategy, history))
                if found is None:
                    return []
                row = self.problem.answers[self.problem.query_index[found.guess]]
                history = [*history, (found.guess, self.problem.labels[row[hidden]])]
                if history[-1][1] == self.solved or (self.solved is None and len(self.left(history)) == 1):
                    return [query for query, _ in history]


class Maker(MastermindSession):
    """The program looks for a code that the user thinks of, by the strategy."""

    def start(self) -> None:
        self.asked = self.next()
        self.drawn = (-1, "")
        say(f"{self.game.title}: think of one of {counted(self.asked.remaining, 'code')}.")

    def help(self) -> None:
        how = "right places and right colours elsewhere, as 1,2" if isinstance(self.game, Pegs) else "the answer"
        say(f"Type {how}; or undo, codes (what is left), help, quit. A colon first marks a command.")

    def prompt(self) -> str:
        turn = len(self.history)
        if self.drawn[0] != turn:
            self.asked = self.next()
            # MIX takes any of the tied queries
            tied = self.asked.tied if isinstance(self.asked, MixedNext) else (self.asked.guess,)
            self.drawn = turn, self.random.choice(tied)
        self.board.turn(turn + 1, self.drawn[1])
        return (
            f"answer ({'the only code' if self.asked.remaining == 1 else counted(self.asked.remaining, 'code')} left): "
        )

    def is_turn(self, text: str) -> bool:
        return text in self.problem.label_index

    def turn(self, text: str) -> bool:
        candidate = [*self.history, (self.drawn[1], self._answer(text))]
        try:
            remaining = self.left(candidate)
        except InputError as error:
            raise InputError(f"{error}; answer again, or take an earlier answer back by undo") from None
        self.history = candidate
        if not self.is_over(remaining):
            return False
        say(f"Found {remaining[0]} with {counted(len(self.history), 'query', 'queries')}.")
        return True

    def leave(self) -> None:
        so_far = "; ".join(map(" ".join, self.history))
        history = f' --history "{so_far}"' if so_far else ""
        options = f"{self.game.options} {self.strategy.options}"
        say(f"To go on: tafelwerk mastermind play --as maker {options}{history}")

    def _answer(self, text: str) -> str:
        if self.solved is not None and text.lower() in ("yes", "="):
            return self.solved
        if isinstance(self.game, Pegs):
            return reply(self.game, text)
        return self.problem.labels[answer_index(self.problem, text)]
