"""Dresher's game in play: the searcher is the breaker, the hider the maker, and the number is the code."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import inf
from random import Random

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.dresher.answers import Certificate
from tafelwerk.families.dresher.solving import replies
from tafelwerk.luck import balance
from tafelwerk.play.deduction import Deduction, History
from tafelwerk.play.session import Line, Price, Said, Tone
from tafelwerk.spelling import split_entries
from tafelwerk.wording import count_noun, exact_number, ranges

HIGHER, LOWER, CORRECT = "higher", "lower", "correct"
MOST_PRICED = 200
"""Numbers whose prices are listed."""

SHORT = {"h": HIGHER, ">": HIGHER, "l": LOWER, "<": LOWER, "c": CORRECT, "=": CORRECT, "yes": CORRECT, "y": CORRECT}


@dataclass(frozen=True, slots=True)
class Strip:
    """The numbers 1 to n; those from `first` to `last` are left."""

    n: int
    first: int
    last: int


class Dresher(Deduction):
    """A game with a proved value.

    Args:
        game: its value, and strategies with integer weights.
    """

    roles = ("searcher", "hider")
    about = "One hides a number, the other guesses; each guess is answered by higher, lower or correct."
    tasks = (
        "You look for a number that an optimal hider has drawn.",
        "Keep a number in mind; the program looks for it.",
    )
    scale = "mean number of guesses, this one included; + is how many more than with the best guess"
    curve = "guesses expected in all"
    hidden = ("number", "numbers")
    query = ("guess", "guesses")

    def __init__(self, game: Certificate) -> None:
        self.game, self.n = game, game.n
        self.weights = tuple(int(weight) for weight in game.hider)
        self.command = ("dresher", "play", game.n)
        self.title = f"Dresher's game, 1 to {game.n}"

    def intro(self, role: str, history: History) -> str:
        ways, n = len(self.game.searcher), self.n
        so_far = f"\nSo far: {'; '.join(map(' '.join, history))}" if history else ""
        if role == "hider":
            search = "I have one search tree." if ways == 1 else f"I have drawn one of my {ways:,} search trees."
            return (
                f"Keep a number from 1 to {n} in mind. {search}{so_far}"
                if n > 1
                else "Keep 1 in mind; there is no other number."
            )
        if n == 1:
            return "The number 1 is hidden; there is no other."
        return (
            f"A number from 1 to {n} is hidden, drawn by an optimal strategy.\n"
            f"Optimal play finds it with {_guesses(self.game.value)} on average.{so_far}"
        )

    def help(self, role: str) -> Iterator[str]:
        answer = "Say whether your number is h(igher) or l(ower) than my guess, or c(orrect)."
        yield answer if role == "hider" else "Type a number."

    def interval(self, history: History) -> tuple[int, int]:
        """The first and the last of the numbers that are left."""
        first, last = 1, self.n
        for guess, answer in history:
            number = int(guess)
            if answer != LOWER:
                first = max(first, number + (answer == HIGHER))
            if answer != HIGHER:
                last = min(last, number - (answer == LOWER))
        return first, last

    def remaining(self, history: History) -> int:
        first, last = self.interval(history)
        return max(0, last - first + 1)

    def contradiction(self, history: History) -> str | None:
        for turn, (guess, answer) in enumerate(history):
            if self.remaining(history[: turn + 1]):
                continue
            opposite = {HIGHER: (LOWER, int(guess) + 1), LOWER: (HIGHER, int(guess) - 1)}.get(answer)
            if opposite and (str(opposite[1]), opposite[0]) in history[:turn]:
                return f"the number is {opposite[0]} than {opposite[1]} and {answer} than {guess}: no number is both"
            return f"no number from 1 to {self.n} is {answer}{'' if answer == CORRECT else ' than'} {guess}"
        return None

    def over(self, history: History) -> bool:
        return bool(history) and history[-1][1] == CORRECT

    def queries(self, history: History) -> Sequence[str]:
        first, last = self.interval(history)
        return [str(number) for number in range(first, last + 1)]

    def answers(self, history: History, query: str) -> Sequence[str]:
        return [answer for answer in (HIGHER, LOWER, CORRECT) if self.remaining((*history, (query, answer)))]

    def read_query(self, text: str, history: History) -> str:
        if not (text.isascii() and text.isdecimal()):
            raise InputError(f"type a number, not {in_quotes(text)}")
        guess, (first, last) = int(text), self.interval(history)
        if not 1 <= guess <= self.n:
            raise InputError(f"a guess must be 1 to {self.n}, not {guess}")
        if not first <= guess <= last:
            side = f"higher than {first - 1}" if guess < first else f"lower than {last + 1}"
            raise InputError(f"{guess} is ruled out: the number is {side}")
        return str(guess)

    def read_answer(self, text: str, query: str) -> str:
        answer = SHORT.get(text.lower(), text.lower())
        if answer not in (HIGHER, LOWER, CORRECT):
            raise InputError(f"answer h (higher), l (lower) or c (correct), not {in_quotes(text)}")
        return answer

    def read_history(self, text: str) -> History:
        """The history that a text such as "10 higher; 15 l" gives.

        Raises:
            InputError: an entry is not a guess with an answer.
        """
        history: History = ()
        for entry in split_entries(text):
            guess, _, answer = entry.partition(" ")
            try:
                history = (*history, (self.read_query(guess.rstrip(":"), ()), self.read_answer(answer.strip(), guess)))
            except InputError as error:
                raise InputError(f"--history: {error}") from None
        return history

    def hide(self, history: History, seed: int) -> str:
        random, total = Random(seed), sum(self.weights)
        # exponential clocks: among any set of numbers, each is first with the probability of its share of their weights
        clocks = [random.expovariate(1.0) * (total / weight) if weight else inf for weight in self.weights]
        first, last = self.interval(history)
        return str(min(range(first, last + 1), key=lambda number: clocks[number - 1]))

    def answer(self, code: str, query: str) -> str:
        return CORRECT if code == query else HIGHER if int(code) > int(query) else LOWER

    def tree(self, seed: int) -> int:
        """Place of the searcher's tree that a seed draws."""
        return _draw_index([int(tree.weight) for tree in self.game.searcher], Random(seed))

    def ask(self, history: History, seed: int) -> str:
        first, last = self.interval(history)
        depths = self.game.searcher[self.tree(seed)].depths
        return str(min(range(first, last + 1), key=lambda number: depths[number - 1]))

    def hint(self, history: History) -> str:
        first, last = self.interval(history)
        if first == last:
            return f"Best guess: {first}, the only number left."
        least, numbers = self._least(first, last), range(first, last + 1)
        best = [guess for guess in numbers if self._guesses_from(guess, first, last) == least]
        return f"Best guesses: {ranges(best)}; with them {_guesses(least)} on average from here, this one included."

    def cost(self, history: History, query: str) -> Fraction:
        """Mean number of guesses that a guess costs more than the best guess."""
        first, last = self.interval(history)
        return self._guesses_from(int(query), first, last) - self._least(first, last)

    def prices(self, history: History) -> Sequence[Price]:
        first, last = self.interval(history)
        least = self._least(first, last)
        totals = {number: self._guesses_from(number, first, last) for number in range(first, last + 1)}
        prices = []
        for number, total in sorted(totals.items(), key=lambda pair: pair[1])[:MOST_PRICED]:
            more = total - least
            behind, sign = (f"+{_exact(more)}", f"+{float(more):.2f}") if more else ("", "0")
            worth = f"{float(total):.4f} guesses on average"
            prices.append(Price(str(number), worth, Tone.FAIR if more else Tone.GOOD, sign, not more, behind))
        return prices

    def loss(self, history: History, query: str) -> tuple[float, str]:
        cost = self.cost(history, query)
        return float(cost), f"+{_guesses(cost)}" if cost else ""

    def worth(self, history: History) -> float | None:
        return len(history) + (0.0 if self.over(history) else float(self._least(*self.interval(history))))

    def price(self, history: History, query: str) -> Line:
        cost = self.cost(history, query)
        if not cost:
            return Line("An optimal guess.", Tone.GOOD)
        return Line(f"This guess costs {_guesses(cost)} more than the best.", Tone.FAIR)

    def first_codes(self, history: History) -> str:
        return f"{ranges(map(int, self.queries(history)))}."

    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        yield Strip(self.n, *self.interval(history))

    def shown_turn(self, history: History) -> Iterator[Said]:
        guess, answer = history[-1]
        yield f"{guess} is correct." if answer == CORRECT else f"{answer.capitalize()} than {guess}."
        if answer != CORRECT:
            yield from self.show(history)

    def shown_code(self, code: str) -> Iterator[Said]:
        yield f"The number was {code}."

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        first, last = self.interval(history)
        left = f"only {first}" if first == last else f"{first} to {last}"
        return f"guess {len(history) + 1}" + (f" ({left}): " if role == "searcher" else f": {asked}. h, l or c? ")

    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        result = f"Found {code} with {self.count(history)}"
        if self.n == 1:
            yield f"{result}, as it had to be."
            return
        cost = sum((self.cost(history[:turn], query) for turn, (query, _) in enumerate(history)), Fraction())
        yield Line(f"{result}: {balance(float(self.game.value), float(cost), len(history))}.", Tone.GOOD)
        if cost:
            yield f"Your guesses cost {_guesses(cost)} in total."
        depths = [tree.depths[int(code) - 1] for tree in self.game.searcher]
        least, most = min(depths), max(depths)
        if least == most:
            yield f"Optimal play finds {code} with {count_noun(most, 'guess')}."
        else:
            mean = _exact(self.taken[int(code) - 1])
            yield f"Optimal play finds {code} with {least} to {most} guesses, {mean} on average."

    def closing_lines(self, history: History, seed: int) -> Iterator[Said]:
        number = int(history[-1][0])
        yield Line(f"Found {number} with {self.count(history)}.", Tone.GOOD)
        if self.n == 1:
            return
        value, taken, index = self.game.value, self.taken[number - 1], self.tree(seed)
        weight = self.game.searcher[index].weight / self.game.searcher_total
        yield f"I drew tree {index + 1} of {len(self.game.searcher)}, probability {_exact(weight)}."
        mean = f"On average over my trees, {number} takes {_guesses(taken)}"
        if taken == value:
            yield f"{mean}. That is the value of the game; no number takes more."
        else:
            yield f"{mean}. The value of the game is {_exact(value)}: picking {number} costs you {_guesses(value - taken)}."
        share = _exact(self.game.hider[number - 1] / self.game.hider_total)
        yield f"An optimal hider picks {number} with probability {share}; a number picked too often can be guessed sooner."

    @cached_property
    def taken(self) -> list[Fraction]:
        """Mean number of guesses of the searcher's mixture, for each number."""
        return self.game.mean_guesses()

    def _least(self, first: int, last: int) -> Fraction:
        """Mean number of guesses if all are best."""
        table = replies(self.weights)
        return Fraction(table.total(first, last), table.weight(first, last))

    def _guesses_from(self, guess: int, first: int, last: int) -> Fraction:
        """Mean number of guesses if this one comes first and the others are best."""
        table = replies(self.weights)
        return Fraction(table.with_guess(guess, first, last), table.weight(first, last))


def _draw_index(weights: Sequence[int], random: Random) -> int:
    """Index of one of the weights, drawn with a probability of exactly its share of their sum."""
    ticket = random.randrange(sum(weights))
    return next(index for index, below in enumerate(accumulate(weights)) if ticket < below)


def _exact(number: Fraction) -> str:
    return exact_number(number, f"{float(number):.6f}", 40)


def _guesses(number: Fraction) -> str:
    return f"{_exact(number)} {'guess' if number == 1 else 'guesses'}"
