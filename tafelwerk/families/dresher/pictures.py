"""Dresher's game on pages: numbers that are left as links, the price of each guess, the hider's chances."""

from dataclasses import asdict
from fractions import Fraction

from tafelwerk.families.dresher.play import Dresher, Strip
from tafelwerk.play.deduction import Breaker, Deducing, Maker
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Panel, Picture, View, bars
from tafelwerk.wording import LONGEST_FRACTION, exact_number

MOST_LABELS = 11
"""Numbers whose bars have their chances above them; those of more would cover each other on a phone."""


def strip(value: Strip | None, view: View, session: Session) -> Board:
    """The numbers 1 to n; those that are left are turns where the user guesses."""
    assert isinstance(session, Deducing)
    assert isinstance(session.problem, Dresher)
    value = value or Strip(session.problem.n, *session.problem.interval(session.history))
    may = isinstance(session, Breaker) and not session.over
    answers = {int(guess): answer for guess, answer in session.history}
    numbers = [
        {
            "number": number,
            "is_left": value.first <= number <= value.last,
            "answer": answers.get(number, ""),
            **asdict(view.spot(str(number), 0, 0, 0, 0)),
        }
        for number in range(1, value.n + 1)
    ]
    text = f"Numbers 1 to {value.n}; {value.first} to {value.last} are left."
    query = session.query if isinstance(session, Maker) and not session.over else ""
    answers_possible = list(session.legal) if query else []
    parts = {"n": value.n, "asked": query, "numbers": numbers, "may": may, "answers": answers_possible}
    panels = (chances(session),) if view.is_hinted else ()
    return Board(Picture(0, 0, "", text=text), panels=panels, kind="strip", parts=parts)


def chances(session: Deducing) -> Panel:
    """The hider's chances of the numbers that are left, and what each of them takes where the user hides it."""
    problem = session.problem
    assert isinstance(problem, Dresher)
    is_guessing = isinstance(session, Breaker) and not session.over
    first, last = (1, problem.n) if session.over else problem.interval(session.history)
    weights = [weight if first <= number <= last else 0 for number, weight in enumerate(problem.weights, 1)]
    total = sum(weights)
    shares = [100 * weight / total if total else 0.0 for weight in weights]
    rows = [
        (
            str(number),
            f"{exact(Fraction(weights[number - 1], total)) if total else 0} ({shares[number - 1]:.1f} %)",
            *(() if is_guessing else (exact(problem.taken[number - 1]),)),
        )
        for number in range(first, last + 1)
    ]
    left = f"{first} to {last}" if first < last else str(first)
    value = exact_number(problem.game.value, f"{float(problem.game.value):.6f}")
    text = f"How often an optimal hider picks each number from {left}"
    lines = (
        (f"{text}.",)
        if is_guessing
        else (f"{text}, and how many guesses it takes on average. The value of the game is {value} guesses.",)
    )
    columns = ("number", "chance", *(() if is_guessing else ("guesses taken",)))
    if not total:
        return Panel("The hider's chances", lines, columns=columns, rows=tuple(rows))
    told = ", ".join(f"{number}: {chance}" for number, chance, *_ in rows)
    labels = [f"{share:.0f} %" if share and len(shares) <= MOST_LABELS else "" for share in shares]
    return Panel("The hider's chances", lines, bars(shares, labels, told), columns, tuple(rows))


def exact(number: Fraction) -> str:
    """A fraction where it is short, otherwise its decimals."""
    text = str(number)
    return text if len(text) <= LONGEST_FRACTION else f"about {float(number):.6f}"


BOARDS = {Dresher: strip, Strip: strip}
