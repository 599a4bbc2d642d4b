"""`tafelwerk dresher explain`: the proof of a value, computed afresh from the two stored strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer, rational
from tafelwerk.commands.dresher.words import Game, NumbersArgument, app, bound_of, find_game, value_of
from tafelwerk.errors import BookError
from tafelwerk.tables.dresher import fraction_text

RULES = ("sum_rule", "double_rule", "ends_largest")
"""What Johnson (1964) and Gilbert (1962) supposed of the hider's strategy, by the names of the book's columns."""

MOST_DIGITS = 24
"""Digits of a number in a message; of more, those in the middle are left out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was supposed of the hider's probabilities a1, ..., an: its two sides, and whether it holds."""

    left: Fraction
    right: Fraction
    holds: bool


@dataclass(frozen=True)
class Proof:
    """Two bounds on a value, and what they are made of; all exact.

    Attributes:
        game: value and strategies.
        lower: what a best reply takes against the hider's strategy: the hider has at least that.
        upper: the most that the searcher's mixture takes for any number: the searcher needs at most that.
        reply: depths of a best reply.
        first_guesses: (n,) what each first guess takes against the hider when best guesses follow.
        plain: what a best reply takes against the weights 2, 1, ..., 1, 2.
    """

    game: Game
    lower: Fraction
    upper: Fraction
    reply: tuple[int, ...]
    first_guesses: tuple[Fraction, ...]
    plain: Fraction

    @property
    def best_guesses(self) -> list[int]:
        """The first guesses of best replies."""
        return [guess for guess, taken in enumerate(self.first_guesses, start=1) if taken == self.lower]

    @property
    def trees(self) -> int:
        """How many binary search trees there are: the Catalan number."""
        return comb(2 * self.game.n, self.game.n) // (self.game.n + 1)

    def rules(self) -> dict[str, Rule]:
        """a1 = a2 + a3, a1 = 2 a2, a1 > aj for 1 < j < n, by their names in the book; none for n < 5."""
        if self.game.n < 5:
            return {}
        a = [Fraction(weight, self.game.hider.total) for weight in self.game.hider.weights]
        others = max(a[1:-1])
        return {
            "sum_rule": Rule(a[0], a[1] + a[2], a[0] == a[1] + a[2]),
            "double_rule": Rule(a[0], 2 * a[1], a[0] == 2 * a[1]),
            "ends_largest": Rule(a[0], others, a[0] > others),
        }


def prove(game: Game) -> Proof:
    """Both bounds, from the strategies alone.

    Raises:
        BookError: they do not meet, or not at the value that is stored.
    """
    from tafelwerk.solvers.dresher.reply import Replies, guaranteed, plain_weights

    n, total = game.n, game.hider.total
    replies = Replies(game.hider.weights)
    proof = Proof(
        game,
        Fraction(replies.total(1, n), total),
        max(game.taken),
        replies.depths(),
        tuple(Fraction(replies.with_guess(guess, 1, n), total) for guess in range(1, n + 1)),
        guaranteed(plain_weights(n)),
    )
    if not proof.lower == proof.upper == value_of(game.value):
        raise BookError(
            f"the strategies for {n} numbers prove {_fraction(proof.lower)} and {_fraction(proof.upper)} as bounds, not the "
            f"stored value {_shortened(game.value.numerator)}/{_shortened(game.value.denominator)}; "
            "see what is wrong with: tafelwerk verify dresher"
        )
    return proof


def _fraction(number: Fraction) -> str:
    return f"{_shortened(number.numerator)}/{_shortened(number.denominator)}"


def _shortened(number: int) -> str:
    """The number, or its first and last digits where there are many."""
    text = str(number)
    return text if len(text) <= MOST_DIGITS else f"{text[: MOST_DIGITS // 2]}...{text[-(MOST_DIGITS // 2) :]}"


@app.command()
def explain(
    n: NumbersArgument,
    book: BookOption,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The proof of the value in words and numbers: what either strategy guarantees, computed afresh.

    Example: tafelwerk dresher explain 11
    """
    game, source = find_game(book, n, compute=compute, keep=keep)
    proof = prove(game)

    def layout() -> Any:
        from tafelwerk.commands.dresher.proof_text import proof_text

        return proof_text(proof, source)

    answer(json, _document(proof, source) if json else {}, layout)


def _document(proof: Proof, source: str) -> dict[str, Any]:
    game, value, rules = proof.game, proof.game.value, proof.rules()
    return {
        "n": game.n,
        "value": value.text,
        "lower": rational(proof.lower),
        "upper": rational(proof.upper),
        "guarantees": {
            "hider": rational(proof.lower),
            "searcher": rational(proof.upper),
            "weights_2_1_1_2": rational(proof.plain),
        },
        "best_reply": {"first_guesses": proof.best_guesses, "depths": list(proof.reply)},
        "first_guesses": _texts(proof.first_guesses),
        "taken": _texts(game.taken),
        "weights": game.hider.probabilities,
        "bound": fraction_text(*value.bound),
        "bound_met": value_of(value) == bound_of(value),
        "conjectures": {name: rules[name].holds if rules else None for name in RULES},
        "hider_unique": value.hider_unique,
        "certainty": "exact",
        "source": source,
    }


def _texts(numbers: Sequence[Fraction]) -> list[str]:
    return [rational(number) for number in numbers]
