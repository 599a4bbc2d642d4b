"""A game in play: what the two roles share, and each of them. Imported by `play` alone."""

import sys
from fractions import Fraction
from itertools import pairwise
from random import Random

from tafelwerk.commands.dresher.tree import root_of
from tafelwerk.commands.dresher.words import drawn, guesses, shown
from tafelwerk.commands.output import console, encodes
from tafelwerk.commands.session import Session
from tafelwerk.commands.wording import counted, ranges
from tafelwerk.errors import InputError, quoted
from tafelwerk.solvers.dresher.reply import Replies
from tafelwerk.tables.dresher import Certificate

STRIP = 60
"""Columns of the picture of what is left."""

HIGHER, LOWER, CORRECT = "higher", "lower", "correct"
SHORT = {"h": HIGHER, ">": HIGHER, "l": LOWER, "<": LOWER, "c": CORRECT, "=": CORRECT, "yes": CORRECT, "y": CORRECT}


class DresherSession(Session):
    """A game in play.

    Args:
        game: value and strategies, with integer weights.
        random: draws the number or the tree.
    """

    def __init__(self, game: Certificate, random: Random) -> None:
        self.game, self.random = game, random
        self.taken = game.taken()
        self.history: list[tuple[int, str]] = []
        self.commands = {"help": self.help}

    def left(self, history: list[tuple[int, str]] | None = None) -> tuple[int, int]:
        """First and last of the numbers that are still possible."""
        first, last = 1, self.game.n
        for guess, answer in self.history if history is None else history:
            if answer == HIGHER:
                first = max(first, guess + 1)
            elif answer == LOWER:
                last = min(last, guess - 1)
        return first, last


class AsSearcher(DresherSession):
    """The user looks for a number that the program draws by the hider's strategy; each guess is priced."""

    def start(self) -> None:
        weights = [int(weight) for weight in self.game.hider]
        self.number = drawn(weights, self.random) + 1
        self.replies = Replies(weights)
        self.costs: list[Fraction] = []
        if self.game.n == 1:
            say("The number 1 is hidden; there is no other.")
        else:
            say(f"A number from 1 to {self.game.n} is hidden, drawn by an optimal strategy.")
            say(f"The best guesses find it with {shown(self.game.value)} on average.")

    def help(self) -> None:
        say("Type a number; ? for a hint, q to quit.")

    def prompt(self) -> str:
        first, last = self.left()
        left = f"only {first}" if first == last else f"{first} to {last}"
        return f"guess {len(self.history) + 1} ({left}): "

    def turn(self, text: str) -> bool:
        if text.lower() in ("?", "hint"):
            self._hint()
            return False
        first, last = self.left()
        guess = _number(text)
        if not 1 <= guess <= self.game.n:
            raise InputError(f"the number is one of 1 to {self.game.n}, not {guess}")
        if not first <= guess <= last:
            side = f"higher than {first - 1}" if guess < first else f"lower than {last + 1}"
            raise InputError(f"{guess} cannot be: the number is {side}")
        cost = self._taken(guess, first, last) - self._least(first, last)
        self.costs.append(cost)
        price = f"This guess cost {shown(cost)} against the best" if cost else "A best guess"
        answer = CORRECT if guess == self.number else HIGHER if self.number > guess else LOWER
        self.history.append((guess, answer))
        if answer == CORRECT:
            say(f"{guess} is correct. {price}.", "bold green")
            self._sum_up()
            return True
        say(f"{answer} than {guess}. {price}.", "yellow" if cost else "green")
        self._strip()
        return False

    def leave(self) -> None:
        say(f"The number was {self.number}.")

    def _least(self, first: int, last: int) -> Fraction:
        """Guesses that are needed on average when best ones follow."""
        return Fraction(self.replies.total(first, last), self.replies.weight(first, last))

    def _taken(self, guess: int, first: int, last: int) -> Fraction:
        """Guesses that are needed on average when this one comes first."""
        return Fraction(self.replies.with_guess(guess, first, last), self.replies.weight(first, last))

    def _hint(self) -> None:
        first, last = self.left()
        least = self._least(first, last)
        if first == last:
            say(f"Best guess: {first}, the only number left.")
            return
        best = [guess for guess in range(first, last + 1) if self._taken(guess, first, last) == least]
        say(f"Best guesses: {ranges(best)}; {guesses(least)} needed on average from here, that one included.")

    def _strip(self) -> None:
        """What is left of all numbers, as a strip."""
        n, (first, last) = self.game.n, self.left()
        width = min(n, STRIP)
        inside, outside = ("█", "░") if encodes("█░") else ("#", ".")
        numbers = [1 + column * n // width for column in range(width + 1)]
        overlap = [first < after and last >= begin for begin, after in pairwise(numbers)]
        say(f"  1 {''.join(inside if shared else outside for shared in overlap)} {n}", "cyan")

    def _sum_up(self) -> None:
        """Where the number of guesses comes from: the value, what the guesses cost, and luck."""
        found = f"Found {self.number} with {counted(len(self.history), 'guess')}"
        if self.game.n == 1:
            say(f"{found}, as it had to be.")
            return
        value, cost = self.game.value, sum(self.costs, Fraction())
        luck = value + cost - len(self.history)
        parts = f"{float(value):.4f} expected at the start"
        if cost:
            parts += f" + {float(cost):.4f} lost by your guesses"
        if luck:
            parts += f" - {float(luck):.4f} luck" if luck > 0 else f" + {float(-luck):.4f} bad luck"
        say(
            f"{found}: {parts}{'' if cost else '; nothing lost by your guesses'}{'' if luck else '; no luck, good or bad'}."
        )
        if cost:
            say(f"Your guesses cost {shown(cost)} together.")
        depths = [tree.depths[self.number - 1] for tree in self.game.searcher]
        least, most, taken = min(depths), max(depths), self.taken[self.number - 1]
        if least == most:
            say(f"Best play finds {self.number} with {counted(most, 'guess')}.")
        else:
            say(f"Best play finds {self.number} with {least} to {most} guesses, {shown(taken)} on average.")


class AsHider(DresherSession):
    """The program looks for a number that the user keeps in mind, by a tree drawn from the searcher's strategy."""

    def start(self) -> None:
        self.tree = drawn([int(tree.weight) for tree in self.game.searcher], self.random)
        n, ways = self.game.n, len(self.game.searcher)
        search = "I have one way to search." if ways == 1 else f"I have drawn one of my {ways:,} ways to search."
        say(f"Keep a number from 1 to {n} in mind. {search}" if n > 1 else "Keep 1 in mind; there is no other number.")

    def help(self) -> None:
        say(
            "Say whether your number is h(igher) or l(ower) than my guess, or c(orrect); undo takes an answer back, q quits."
        )

    def prompt(self) -> str:
        return f"guess {len(self.history) + 1}: {self._guess()}. h, l or c? "

    def turn(self, text: str) -> bool:
        text = text.lower()
        if text in ("undo", "u"):
            if not self.history:
                raise InputError("there is nothing to take back")
            guess, answer = self.history.pop()
            say(f"Taken back: {answer} than {guess}.")
            return False
        answer = SHORT.get(text, text)
        if answer not in (HIGHER, LOWER, CORRECT):
            raise InputError(f"answer h (higher), l (lower) or c (correct), not {quoted(text)}")
        guess = self._guess()
        candidate = [*self.history, (guess, answer)]
        first, last = self.left(candidate)
        if first > last:
            raise InputError(self._contradiction(guess, answer))
        self.history = candidate
        if answer != CORRECT:
            return False
        self._sum_up(guess)
        return True

    def leave(self) -> None:
        first, last = self.left()
        say(f"{counted(last - first + 1, 'number')} of {self.game.n} left after {counted(len(self.history), 'guess')}.")

    def _guess(self) -> int:
        return root_of(self.game.searcher[self.tree].depths, *self.left())

    def _contradiction(self, guess: int, answer: str) -> str:
        """Why no number is left."""
        others = {HIGHER: LOWER, LOWER: HIGHER}
        end = guess + 1 if answer == HIGHER else guess - 1
        if (end, others[answer]) in self.history:
            said = f"you said {others[answer]} than {end}, and {answer} than {guess}: no number is both"
            return f"{said}; answer again, or take an earlier answer back by undo"
        return f"no number from 1 to {self.game.n} is {answer} than {guess}; answer again"

    def _sum_up(self, number: int) -> None:
        """What the number was worth."""
        value, taken = self.game.value, self.taken[number - 1]
        tree = self.game.searcher[self.tree]
        say(f"Found {number} with {counted(len(self.history), 'guess')}.", "bold green")
        if self.game.n == 1:
            return
        say(
            f"I drew tree {self.tree + 1} of {len(self.game.searcher)}, "
            f"probability {shown(tree.weight / self.game.searcher_total)}."
        )
        share = shown(self.game.hider[number - 1] / self.game.hider_total)
        if taken == value:
            say(f"Averaged over my trees {number} takes {shown(taken)}: the whole value, no number takes more.")
        else:
            say(
                f"Averaged over my trees {number} takes {shown(taken)}, but the value is {shown(value)}: "
                f"it costs you {shown(value - taken)} to pick it."
            )
        say(
            f"An optimal hider picks it with probability {share}; who picks one number too often can be guessed sooner."
        )


def say(text: str = "", style: str = "") -> None:
    """A line of text; with a style where the terminal has colours."""
    if style and sys.stdout.isatty():
        from rich.text import Text

        console().print(Text(text, style), soft_wrap=True)
    else:
        sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"type a number, ? or q, not {quoted(text)}") from None
