"""Mastermind on pages: a guess or an answer is put together from keys, one at a time; the address has what is chosen so far."""

from collections.abc import Mapping, Sequence
from typing import Any

from tafelwerk.families.mastermind.parameters import written_as
from tafelwerk.families.mastermind.pegs import KEY, SIGNS, STEP, key_pegs, peg, signs_of, tile
from tafelwerk.families.mastermind.play import Mastermind, Row, answer_text
from tafelwerk.families.mastermind.rules import LETTERS, Pegs, colors_of, read_guess
from tafelwerk.play.deduction import Breaker, Deducing, Maker
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Picture, View
from tafelwerk.spelling import letters

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""Rows of a keyboard; further letters of a list stand in a row of their own."""

SIGNED = {"G": "right place", "Y": "elsewhere", "-": "absent"}
"""Signs of an answer to a word, in words."""

MOST_ANSWERS = 60
"""Answers that are offered one by one."""

Plain = dict[str, Any]


def rows(value: Row | None, view: View, session: Session) -> Board:
    """Guesses with their answers, and the keys for the next."""
    assert isinstance(session, Deducing)
    problem = session.problem
    assert isinstance(problem, Mastermind)
    history = session.history
    rows_shown = [_row(problem, history[: number + 1], number + 1 == len(history)) for number in range(len(history))]
    signed = not isinstance(problem.game, Pegs) and any(signs_of(label, label) for label in problem.problem.labels)
    legend = "; ".join(f"{sign}: {meant}" for sign, meant in SIGNED.items()) if signed else ""
    parts: Plain = {
        "legend": legend,
        "rows": rows_shown,
        "begin": session.begin,
        "asked": None,
        "keys": [],
        "answers": [],
        "others": [],
    }
    if not session.over:
        parts |= _breaking(problem, session) if isinstance(session, Breaker) else _making(problem, session)
    text = "; ".join(f"{row['guess']}: {row['answer']}, {row['left']}" for row in rows_shown)
    return Board(Picture(0, 0, "", text=f"Guesses: {text}." if text else "No guess yet."), kind="guesses", parts=parts)


def _row(problem: Mastermind, history: Sequence[tuple[str, str]], is_last: bool) -> Plain:
    """A guess with its answer, drawn and in words."""
    query, answer = history[-1]
    # counting again what is left of millions of codes takes a second
    counts = is_last or problem.problem.on_demand is None
    left = problem.left_text(tuple(history)) if counts else ""
    return {
        "guess": problem.query_label(query),
        "answer": answer_text(problem.game, answer),
        "left": f"{left} left" if left else "",
        **_draw_query(problem, query, answer),
        **_key(problem, answer),
    }


def _draw_query(problem: Mastermind, query: str, answer: str = "") -> Plain:
    """A guess as pegs or tiles."""
    if isinstance(problem.game, Pegs):
        colors = colors_of(problem.game, query)
        pegs = [peg(problem.game, color, STEP * column, 0) for column, color in enumerate(colors)]
        return {"drawn": "".join(pegs), "width": STEP * len(pegs)}
    word = letters(query)
    signs = signs_of(query, answer) or [""] * len(word)
    signed = enumerate(zip(word, signs, strict=True))
    tiles = [tile(letter, sign, STEP * column, 0, True) for column, (letter, sign) in signed]
    return {"drawn": "".join(tiles), "width": STEP * len(tiles)}


def _key(problem: Mastermind, answer: str) -> Plain:
    """An answer as small pegs."""
    if not isinstance(problem.game, Pegs):
        return {"key": "", "key_width": 0}
    pegs = problem.game.pegs
    right, elsewhere = map(int, answer.split(","))
    return {"key": key_pegs(right, elsewhere, pegs, 1, 0), "key_width": KEY * ((pegs + 1) // 2)}


def _breaking(problem: Mastermind, session: Breaker) -> Plain:
    """The colours or letters of which a guess is put together."""
    game = problem.game
    if isinstance(game, Pegs):
        if game.colors > len(LETTERS):
            return {}
        names = [written_as((), game, letter) for letter in LETTERS[: game.colors]]
        # names that are no initials are put together with hyphens
        hyphen = "-" if any(len(name) > 1 for name in names) else ""
        keys = [_choice(name + hyphen, peg(game, color, 0, 0)) for color, name in enumerate(names)]
        empty = peg(game, -1, 0, 0)
        return {"keys": [keys], "places": game.pegs, "empty": empty, "differ": game.distinct, "verb": "Guess"}
    words = [letters(query) for query in problem.problem.queries]
    lengths = set(map(len, words))
    if len(lengths) != 1 or max(lengths) == 1:
        turns = session.legal if len(session.legal) <= MOST_ANSWERS else ()
        return {
            "heading": "Guesses",
            "answers": [{"turn": turn, "text": turn, "key": "", "key_width": 0} for turn in turns],
        }
    known = _letter_marks(session.history)
    spelled = {letter for word in words for letter in word}
    order = [*KEYS, sorted(spelled - set("".join(KEYS)))]
    rows = [[_letter(letter, known.get(letter, "")) for letter in row if letter in spelled] for row in order]
    return {
        "keys": [row for row in rows if row],
        "places": max(lengths),
        "empty": tile(" ", "", 0, 0),
        "differ": False,
        "verb": "Guess",
    }


def _letter_marks(history: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """The best sign that an answer gave to each letter."""
    marks: dict[str, str] = {}
    order = list(SIGNS)
    for query, answer in history:
        for letter, sign in zip(letters(query), signs_of(query, answer), strict=False):
            if letter not in marks or order.index(sign) < order.index(marks[letter]):
                marks[letter] = sign
    return marks


def _letter(letter: str, sign: str) -> Plain:
    return _choice(letter, tile(letter, sign, 0, 0, True), SIGNED.get(sign, ""))


def _choice(pick: str, drawn: str, note: str = "") -> Plain:
    return {"pick": pick, "drawn": drawn, "note": note}


def _making(problem: Mastermind, session: Session) -> Plain:
    """The program's guess, the answers that are possible, and those that contradict earlier ones."""
    assert isinstance(session, Maker)
    query, legal = session.query, list(session.legal)
    parts: Plain = {
        "asked": {"guess": problem.query_label(query), **_draw_query(problem, query)},
        "heading": "Answers that are possible",
    }
    labels = problem.problem.labels
    if signs_of(query, labels[0]) and len(legal) > 1:
        keys = [_choice(sign, tile(" ", sign, 0, 0, True), SIGNED[sign]) for sign in SIGNS]
        parts |= {"keys": [keys], "places": len(query), "empty": tile(" ", "", 0, 0), "differ": False, "verb": "Answer"}
    if len(legal) <= MOST_ANSWERS:
        parts["answers"] = [
            {"turn": answer, "text": answer_text(problem.game, answer), **_key(problem, answer)} for answer in legal
        ]
    if isinstance(problem.game, Pegs) and len(labels) <= MOST_ANSWERS:
        others = [label for label in labels if label not in legal]
        parts["others"] = [{"turn": answer, "text": answer_text(problem.game, answer)} for answer in others]
    return parts


def draw_turn(session: Deducing, turn: str) -> tuple[str, float]:
    """A guess, or the answer of a maker, as markup, and its width."""
    problem = session.problem
    assert isinstance(problem, Mastermind)
    if isinstance(session, Maker):
        key = _key(problem, turn)
        return key["key"], key["key_width"]
    drawn = _draw_query(problem, read_guess(problem.game, turn))
    return drawn["drawn"], drawn["width"]


BOARDS = {Mastermind: rows, Row: rows}
TURNS = {Mastermind: draw_turn}
