"""The proof of a value, computed anew from the two strategies."""

from fractions import Fraction

from tafelwerk.errors import BookError
from tafelwerk.families.dresher.answers import BestReply, Explanation, Game, Guarantees
from tafelwerk.families.dresher.rows import conjectures
from tafelwerk.solvers.dresher.reply import Replies, guaranteed, plain_weights

MOST_DIGITS = 24
"""Most digits of a number in a message; a longer number is shortened in the middle."""


def explained(game: Game) -> Explanation:
    """The explanation of a game: both bounds, from the strategies alone.

    Raises:
        BookError: the bounds do not meet at the stored value.
    """
    proved, value, n = game.certificate, game.value, game.value.n
    weights = [int(weight) for weight in proved.hider]
    replies = Replies(weights)
    taken = proved.taken()
    lower, upper = Fraction(replies.total(1, n), sum(weights)), max(taken)
    if not lower == upper == value.value:
        raise BookError(
            f"the stored strategies for {n} numbers prove the bounds {_text(lower)} and {_text(upper)}, not the "
            f"stored value {_text(value.value)}; to find the fault, run: tafelwerk verify dresher"
        )
    first = tuple(Fraction(replies.with_guess(guess, 1, n), sum(weights)) for guess in range(1, n + 1))
    best = tuple(guess for guess, guesses in enumerate(first, start=1) if guesses == lower)
    return Explanation(
        n,
        value.value,
        lower,
        upper,
        Guarantees(lower, upper, guaranteed(plain_weights(n))),
        BestReply(best, replies.depths()),
        first,
        tuple(taken),
        tuple(weight / proved.hider_total for weight in proved.hider),
        value.bound,
        value.value == value.bound,
        conjectures(weights),
        game.hider_unique,
        value.depth,
        value.trees,
    )


def _text(number: Fraction) -> str:
    return f"{_shortened(number.numerator)}/{_shortened(number.denominator)}"


def _shortened(number: int) -> str:
    """The number as text; of many digits only the first and the last."""
    text = str(number)
    return text if len(text) <= MOST_DIGITS else f"{text[: MOST_DIGITS // 2]}...{text[-(MOST_DIGITS // 2) :]}"
